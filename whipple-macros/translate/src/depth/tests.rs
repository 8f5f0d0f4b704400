use super::*;
use crate::items;
use std::{io::Write, thread};

/// Of the 8 MiB that rustc gives to macros, what they leave to rustc's own frames and to other versions of the parser.
const STACK: usize = 6 << 20;

/// Syntax that nests: an item with a place for it at `@`, what is before each level, what is inside all, and what is after each.
#[rustfmt::skip]
const FORMS: &[(&str, &str, &str, &str)] = &[
    // Types.
    ("fn f(a: @) {}", "V<", "u32", ">"),
    ("fn f(a: @) {}", "V<V<V<", "u32", ">>>"),
    ("fn f(a: @) {}", "V<A, V<", "u32", ">>"),
    ("fn f(a: @) {}", "a::V::<3, ", "u32", ">"),
    ("fn f(a: @) {}", "V<I = ", "u32", ">"),
    ("fn f(a: @) {}", "V<&'a ", "u32", ">"),
    ("fn f(a: @) {}", "<", "u32", " as A>::B"),
    ("fn f(a: @) {}", "<V<", "u32", "> as A>::B"),
    ("fn f(a: @) {}", "&", "u32", ""),
    ("fn f(a: @) {}", "&mut ", "u32", ""),
    ("fn f(a: @) {}", "&'a ", "u32", ""),
    ("fn f(a: @) {}", "*const ", "u32", ""),
    ("fn f(a: @) {}", "(", "u32", ")"),
    ("fn f(a: @) {}", "(", "u32", ",)"),
    ("fn f(a: @) {}", "[", "u32", "; 3]"),
    ("fn f(a: @) {}", "[u32; ", "3", "]"),
    ("fn f(a: @) {}", "[", "u32", "]"),
    ("fn f(a: @) {}", "fn(", "u32", ")"),
    ("fn f(a: @) {}", "fn() -> ", "u32", ""),
    ("fn f(a: @) {}", "impl Fn() -> ", "u32", ""),
    ("fn f(a: @) {}", "impl Fn(", "u32", ")"),
    ("fn f(a: @) {}", "impl V<", "u32", ">"),
    ("fn f(a: @) {}", "dyn V<", "u32", ">"),
    ("fn f(a: @) {}", "for<'a> fn(", "u32", ")"),
    ("fn f(a: @) {}", "V<{ ", "3", " }>"),
    ("fn f() { let a: @ = 1; }", "V<", "u32", ">"),
    ("fn f() { a::<@>() }", "V<", "u32", ">"),
    ("fn f() { a as @ }", "V<", "u32", ">"),
    ("fn f() { a as @ }", "&", "u32", ""),
    ("fn f() { a.b::<@>() }", "V<", "u32", ">"),
    ("fn f() { @ }", "a::<", "u32", ">()"),
    ("fn f() { @ }", "a::<{ ", "3", " }>()"),
    ("fn f() { @ }", "<", "u32", " as A>::B"),
    ("fn f<T: @>() {}", "V<", "u32", ">"),
    ("fn f<T>() where T: @ {}", "V<", "u32", ">"),
    ("fn f<T>() where T: @ {}", "Fn() -> ", "u32", ""),
    ("struct S { a: @ }", "V<", "u32", ">"),
    ("impl V<@> { fn f() {} }", "V<", "u32", ">"),
    ("impl @ { fn f() {} }", "&", "u32", ""),
    // Patterns.
    ("fn f() { let @ = a; }", "(", "x", ", _)"),
    ("fn f() { let @ = a; }", "(", "x", ")"),
    ("fn f() { let @ = a; }", "[", "x", "]"),
    ("fn f() { let @ = a; }", "P { x: ", "x", " }"),
    ("fn f() { let @ = a; }", "P(", "x", ")"),
    ("fn f() { let @ = a; }", "&", "x", ""),
    ("fn f() { let @ = a; }", "a @ ", "x", ""),
    ("fn f() { let @ = a; }", "ref mut a @ ", "x", ""),
    ("fn f() { match a { @ => {} } }", "1 | (", "2", ")"),
    ("fn f() { match a { @ => {} } }", "", "2", " | 1"),
    ("fn f() { if let @ = a {} }", "&mut ", "x", ""),
    // Expressions.
    ("fn f() -> u32 { @ }", "(", "1", ")"),
    ("fn f() -> u32 { @ }", "(a, ", "1", ")"),
    ("fn f() -> u32 { @ }", "{ ", "1", " }"),
    ("fn f() -> u32 { @ }", "unsafe { ", "1", " }"),
    ("fn f() -> u32 { @ }", "'a: { ", "1", " }"),
    ("fn f() -> u32 { @ }", "loop { ", "1", " }"),
    ("fn f() -> u32 { @ }", "'a: loop { break 'a ", "1", "; }"),
    ("fn f() -> u32 { @ }", "while a { ", "1", "; }"),
    ("fn f() -> u32 { @ }", "for a in 0..", "1", " { b(); }"),
    ("fn f() -> u32 { @ }", "for a in 0..3 { ", "1", "; }"),
    ("fn f() -> u32 { @ }", "if a { ", "1", " } else { 2 }"),
    ("fn f() -> u32 { @ }", "if a { 2 } else { ", "1", " }"),
    ("fn f() -> u32 { @ }", "if a { 2 } else ", "{ 1 }", ""),
    ("fn f() -> u32 { @ }", "if ", "a", " { 1 }"),
    ("fn f() -> u32 { @ }", "if let A = ", "a", " { 1 }"),
    ("fn f() -> u32 { @ }", "match a { 1 => ", "1", ", _ => 2 }"),
    ("fn f() -> u32 { @ }", "match a { _ => { ", "1", " } }"),
    ("fn f() -> u32 { @ }", "match ", "a", " { _ => 1 }"),
    ("fn f() -> u32 { @ }", "match a { _ if ", "a", " => 1 }"),
    ("fn f() -> u32 { @ }", "let a = { ", "1", " };"),
    ("fn f() -> u32 { @ }", "let a = if b { ", "1", " } else { 2 }; a"),
    ("fn f() -> u32 { @ }", "return ", "1", ""),
    ("fn f() -> u32 { @ }", "break ", "1", ""),
    ("fn f() -> u32 { @ }", "!", "1", ""),
    ("fn f() -> u32 { @ }", "-", "1", ""),
    ("fn f() -> u32 { @ }", "- - ", "1", ""),
    ("fn f() -> u32 { @ }", "*", "a", ""),
    ("fn f() -> u32 { @ }", "&", "a", ""),
    ("fn f() -> u32 { @ }", "&mut ", "a", ""),
    ("fn f() -> u32 { @ }", "a + ", "1", ""),
    ("fn f() -> u32 { @ }", "a = ", "1", ""),
    ("fn f() -> u32 { @ }", "a += ", "1", ""),
    ("fn f() -> u32 { @ }", "1 + 2 * ", "1", ""),
    ("fn f() -> u32 { @ }", "", "1", " - a"),
    ("fn f() -> u32 { @ }", "", "1", " << a"),
    ("fn f() -> u32 { @ }", "", "1", " && a < b"),
    ("fn f() -> u32 { @ }", "", "1", " as u32"),
    ("fn f() -> u32 { @ }", "", "1", " as V<u32>"),
    ("fn f() -> u32 { @ }", "", "a", ".b"),
    ("fn f() -> u32 { @ }", "", "a", ".0"),
    ("fn f() -> u32 { @ }", "", "a", "?"),
    ("fn f() -> u32 { @ }", "", "a", ".b()"),
    ("fn f() -> u32 { @ }", "", "a", ".b::<u32>(1)"),
    ("fn f() -> u32 { @ }", "", "a", "[0]"),
    ("fn f() -> u32 { @ }", "a[", "1", "]"),
    ("fn f() -> u32 { @ }", "", "a", "(1)"),
    ("fn f() -> u32 { @ }", "a(", "1", ")"),
    ("fn f() -> u32 { @ }", "a.b(", "1", ")"),
    ("fn f() -> u32 { @ }", "[", "1", "]"),
    ("fn f() -> u32 { @ }", "[", "1", "; 2]"),
    ("fn f() -> u32 { @ }", "[1; ", "2", "]"),
    ("fn f() -> u32 { @ }", "P { x: ", "1", " }"),
    ("fn f() -> u32 { @ }", "P { x: 1, ..", "p", " }"),
    ("fn f() -> u32 { @ }", "|a| ", "1", ""),
    ("fn f() -> u32 { @ }", "|a: V<u32>| ", "1", ""),
    ("fn f() -> u32 { @ }", "|| { ", "1", " }"),
    ("fn f() -> u32 { @ }", "move |a| ", "1", ""),
    ("fn f() -> u32 { @ }", "const { ", "1", " }"),
    ("fn f() -> u32 { @ }", "async { ", "1", " }"),
    ("fn f() -> u32 { @ }", "..", "1", ""),
    ("fn f() -> u32 { @ }", "let A = ", "a", ""),
    ("fn f() { @ }", "let a = ", "1", ";"),
    ("fn f() { @ }", "let a else { ", "1", " };"),
    ("fn f() { @ }", "fn f() { ", "1", " }"),
    ("fn f() { @ }", "mod m { ", "", " }"),
    ("fn f() { @ }", "use a::{", "b", "};"),
    ("fn f() { @ }", "use a::", "b", ";"),
    ("fn f() { @ }", "#[a(", "b", ")] c();"),
    ("fn f() { @ }", "m!(", "b", ");"),
    ("@", "mod m { ", "", " }"),
    ("@", "use a::{", "b", "};"),
    ("const A: u32 = @;", "(", "1", ")"),
    ("const A: u32 = @;", "-", "1", ""),
    ("impl S { fn f() -> u32 { @ } }", "{ ", "1", " }"),
    ("impl S { fn f(&self) -> u32 { @ } }", "self.a(", "1", ")"),
];

fn is_too_deep(text: &str) -> bool {
    too_deep(&text.parse().expect("the test's tokens parse")).is_some()
}

#[test]
fn long_programs_are_not_deep() {
    assert!(!is_too_deep(&"a = b + 1; ".repeat(5000)));
    assert!(!is_too_deep(&format!("[{}]", "(1, -2.5), ".repeat(5000))));
    assert!(!is_too_deep(&format!("[{}]", "A | B, C << 3 > D, ".repeat(50))));
    assert!(!is_too_deep(&"if a > b { c } else { d } ".repeat(5000)));
    assert!(!is_too_deep(&format!("match a {{ {} }}", "(1, _) => {} 2 => { b } C => {}".repeat(5000))));
    assert!(!is_too_deep(&format!("{}1{}", "{".repeat(90), "}".repeat(90))));
    assert!(!is_too_deep(&format!("1{}", " + a".repeat(500))));
    assert!(!is_too_deep(&format!("[{}]", "a << 3, b << (c), 1 << d, ".repeat(5000))));
    assert!(!is_too_deep(&format!("[{}]", "f(a < b), V::<A, B<C>>::f(&d, *e), ".repeat(5000))));
    assert!(!is_too_deep(&format!("a < b {}", "&& c < d || e.f() < g ".repeat(60))));
    assert!(!is_too_deep(&format!("1 {}", "+ a * b * c & d".repeat(100))));
    assert!(!is_too_deep(&format!("{{ 1 }} {}", "else if a == 1 { 2 } ".repeat(120))));
}

#[test]
fn what_would_overflow_the_stack_is_too_deep() {
    for (before, after) in [
        ("{", "}"),
        ("(a, ", ")"),
        ("!", ""),
        ("a + ", ""),
        ("return ", ""),
        ("|a, b| ", ""),
        ("V<A, V<", ""),
        ("f::<A, B>() + ", ""),
        ("if a {} else ", ""),
        ("x = P { a: 1, b: 2 } + ", ""),
        ("", ".f::<A, B>(a, b)"),
    ] {
        assert!(is_too_deep(&format!("{}1{}", before.repeat(2000), after.repeat(2000))), "{before} {after}");
    }
}

#[test]
fn what_is_not_too_deep_fits_the_stack() {
    for (item, before, inside, after) in FORMS {
        let text = |levels: usize| {
            item.replacen('@', &format!("{}{inside}{}", before.repeat(levels), after.repeat(levels)), 1)
        };
        let (mut levels, mut refused) = (1_usize, 4096);
        while levels + 1 < refused {
            let middle = levels.midpoint(refused);
            if is_too_deep(&text(middle)) {
                refused = middle;
            } else {
                levels = middle;
            }
        }
        assert!(refused < 4096, "`{before}` `{after}` nests without an end");
        // Not captured, and so there after a stack overflow, which ends the process.
        let _ = writeln!(std::io::stderr(), "{levels} levels of `{before}` `{after}` in `{item}`");
        let text = text(levels);
        let expand = move || {
            let tokens = text.parse().expect("the form has tokens");
            items::device(TokenStream::new(), tokens).to_string()
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(expand).expect("a thread starts");
        let expansion = thread.join().expect("the macro does not panic");
        assert!(!expansion.contains("nested too deeply"), "{expansion}");
    }
}
