//! What is refused: each message says what is wrong and what to write instead, and all are collected.

mod support;

use support::{cuda, messages};

#[test]
fn each_has_a_hint() {
    let cases = [
        ("let f = (|x: u32| x + 1, 2); 0", "write a `#[device]` function"),
        ("for e in p.points.iter().take_while(|e| **e > 1).rev() {} 0", "`rev` stands before"),
        ("for (i, x) in (0..n).enumerate().intersperse((0, 1)) {} 0", "no `intersperse` of iterators"),
        ("let all = p.points.iter(); (all, 0).1", "cannot be handed on or stored"),
        ("let (y, z) = if n > 1 { g(); (Some(n), None) } else { (None, Some(x)) }; 0", "`let x: Option<Type> = …;`"),
        ("let y = From::from(n); 0", "write `Type::name`"),
        ("let y = Vec3 { x, ..Default::default() }; 0", "write `Vec3::ZERO`"),
        ("let y = Mat3 { x_axis: x, ..Mat3::default() }; 0", "write `Mat3::IDENTITY`"),
        ("let y = Mul::mul(n, n); 0", "use the operator"),
        ("let y: Result<u32> = g(); 0", "write `Result<T, E>`"),
        ("unsafe { g() }", "#[device(cuda"),
        ("dbg!(n); 0", "device code has no strings to keep"),
        ("println!(n); 0", "what is printed begins with a text"),
        ("let v = vec![1; 2]; 0", "write an array"),
        ("let s = \"text\"; 0", "strings do not exist"),
        ("let r = (0.., 1); 0", "write others in the `for` loop"),
        ("x.next_up(); 0", "count with the bits"),
        ("let y: Vec<u32> = g(); 0", "`Buffer<T>` field"),
        ("let y: *const u32 = g(); 0", "raw pointers"),
        ("let y = &raw const n; 0", "raw pointers"),
        ("let y = n as *const u32; 0", "raw pointers"),
        ("fn inner() { inner() } 0", "recursion is not possible"),
        ("struct Inner { a: u32 } 0", "move this out of the function"),
        ("use geometry::*; 0", "write the names that are used"),
        ("const ALL: (u32, u32) = { const ONE: u32 = 1; (ONE, 2) }; ALL.0", "write it beside that"),
        ("const ONE: &u32 = &1; *ONE", "store the value itself"),
        ("const TEXT: &str = \"a\"; 0", "a reference cannot be stored here"),
        ("static S: u32 = 3; S", "write a `const`"),
        ("async { 1 }; 0", "ctx.spawn"),
        ("f(n, x, p)", "recursion is not possible"),
        ("assert!(n > 1, \"{:1$}\", n, 3); 0", "a width or a precision is a number"),
        ("assert!(n > 1, \"{:p}\", p); 0", "leave `:p` out"),
        ("panic!(concat!(\"n\", \"m\"))", "begins with a text in quotes"),
        ("let r = &n; r = &n; 0", "cannot be pointed elsewhere"),
        ("let y = <[u32; 3] as Trait>::VALUE; y", "write a method for `[u32;3]`"),
        ("std::mem::align_of_val(p) as u32", "write the type: `align_of::<u32>()`"),
        ("std::hint::black_box(n)", "write a `#[device]` function"),
        ("(n, .., x) = g(); 0", "`..` must stand at the end"),
        ("Shape::Ball(x) = g(); 0", "write `let` or `match`"),
        ("let r = &n; (r, _) = (&n, 1); 0", "cannot be pointed elsewhere"),
        ("let mut r = &n; r = g(n); 0", "borrow the place itself"),
        ("let mut r = &n; (r, _) = g(); 0", "borrow the place itself"),
        ("let mut r = Some(&n); r = g(n); 0", "borrow the place itself"),
        ("let mut r = (&n, 1u32); r.0 = g(n); 0", "borrow the place itself"),
        ("let r = if n > 1 { (&n, g(n)) } else { (&h(n), 3u32) }; 0", "give the value a variable before"),
        ("let [first, rest @ ..] = &mut p.points; 0", "change the elements by their indices"),
        ("let [first, ref rest @ ..] = p.points; 0", "change the elements by their indices"),
        ("match p { Point(a, .., b) => 1, _ => 2 }", "`..` must stand at the end"),
        ("#[cfg(test)] let y = 3; 0", "`#[cfg]` cannot change device code"),
        ("let y: u8 = 300f128; 0", "use `f32` or `f64`"),
        ("p.points[next(p)] += next(p); 0", "depends on the type"),
        ("let Patch { mut depth, .. } = p; 0", "leave out `mut`"),
        ("let c = const { 5 }; 0", "#[device] const"),
    ];
    refused("f", &cases);
}

/// Of a function over types whose bounds name more than types rustc is not asked.
#[test]
fn numbers_of_unknown_type_in_generic_functions() {
    let cases = [
        ("let y = Ok(n); 0", "write it, as `Ok::<u32, Fault>(x)`"),
        ("let x; x = g(); 0", "write `let x: Type;`"),
        ("let y = 5000000000; 0", "write it with its type"),
    ];
    refused("f<T: 'static>", &cases);
    for (body, _) in cases {
        for name in ["f", "f<T: Copy>"] {
            let translated = cuda(&format!("fn {name}(n: u32, x: f32, p: &mut Patch) -> u32 {{ {body} }}"));
            assert!(translated.is_ok(), "{body}: {translated:?}");
        }
    }
}

/// Each body has one error, which gives this hint.
fn refused(name: &str, cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (body, hint) in cases {
        let all =
            cuda(&format!("fn {name}(n: u32, x: f32, p: &mut Patch) -> u32 {{ {body} }}")).err().unwrap_or_default();
        if all.len() != 1 || !all[0].contains(hint) || all[0].ends_with('.') {
            wrong.push((body, hint, all));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn all_errors_are_collected() {
    let all = messages("fn f(a: &str, b: Result<u32>) -> u32 { let c = [|x: u32| x]; dbg!(c); c.iter() }");
    assert_eq!(all.len(), 5, "{all:#?}");
}

#[test]
fn signatures() {
    let cases = [
        ("fn f(a: &str) {}", "strings"),
        ("fn f<'a>(a: &'a mut [&'a u32; 2]) -> &'a mut &'a u32 { &mut a[0] }", "give the value, or an index"),
        ("fn f(a: &Buffer<u32>) -> (&Buffer<u32>, u32) { (a, 1) }", "return the value, or an index"),
        ("fn f(a: Box<u32>) {}", "store the value itself"),
        ("fn f(a: impl Trait) {}", "write a generic parameter"),
        ("fn f(a: &dyn Trait) {}", "trait objects"),
        ("fn f(a: [fn(u32); 2]) {}", "call the function directly"),
        ("async fn f() {}", "ctx.spawn"),
        ("unsafe fn f() {}", "#[device(cuda"),
        ("fn f(ctx: Context<P>) {}", "write `&Context<P>`"),
        ("fn f(ctx: &Context<P>) -> &Scratch { ctx.shared() }", "return the value, or an index"),
    ];
    for (source, hint) in cases {
        let all = messages(source);
        assert!(all.len() == 1 && all[0].contains(hint), "{source}: {all:#?}");
    }
}

#[test]
fn spawns_name_their_procedure() {
    let all = messages("fn f(ctx: &Context<P>) { ctx.spawn(3); }");
    assert!(all[0].contains("ctx.spawn::<P>(item)"), "{all:#?}");
}

#[test]
fn methods_do_not_recurse() {
    let all = support::method(
        "impl Patch { fn area(&self) -> f32 { self.area() + Self::area(self) + Patch::area(self) } }",
        whipple_translate::context::Role::Method,
    );
    assert_eq!(all.expect_err("refused").len(), 3);
}
