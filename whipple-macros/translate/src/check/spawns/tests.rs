//! What spawns are counted where.

use super::*;

fn found(body: &str) -> Spawns {
    let function: syn::ItemFn =
        syn::parse_str(&format!("fn f(ctx: &Context<A>, n: u32, points: &[u32], pair: &(u8, [u32; 3])) {{ {body} }}"))
            .expect("the test's Rust parses");
    let input = crate::context::FunctionInput {
        signature: &function.sig,
        block: &function.block,
        role: crate::context::Role::Function,
        self_type: None,
        item_type: None,
        output_type: None,
        qualifier: &crate::piece::Pieces::new(),
        parameters: None,
        operator: None,
    };
    crate::body::translate(&input, &mut crate::errors::Errors::new()).spawns
}

fn counted(body: &str) -> Vec<(String, Option<u32>)> {
    found(body)
        .uses
        .into_iter()
        .map(|spawn| (spawn.procedure.to_token_stream().to_string(), spawn.per_thread.literal()))
        .collect()
}

/// By each thread, and by few together.
fn divided(body: &str) -> Vec<(Option<u32>, u32)> {
    found(body).uses.into_iter().map(|spawn| (spawn.by_all.literal(), spawn.by_few.literal().unwrap_or(0))).collect()
}

#[test]
fn conditions_on_the_thread_limit_spawns() {
    let spawn = "ctx.spawn::<A>(x);";
    for condition in ["ctx.thread() < 3", "3 > ctx.thread()", "(ctx.thread() <= 2) && more", "more && ctx.thread() < 3"]
    {
        assert_eq!(divided(&format!("if {condition} {{ {spawn} }}")), [(Some(0), 3)], "{condition}");
    }
    assert_eq!(divided(&format!("let t = ctx.thread(); if t == 0 {{ {spawn} {spawn} }} {spawn}")), [(Some(1), 2)]);
    assert_eq!(
        divided(&format!("let t: u32 = ctx.thread(); if 7 == t {{ for i in 0..4 {{ {spawn} }} }}")),
        [(Some(0), 4)]
    );
    assert_eq!(divided(&format!("for i in 0..5 {{ if ctx.thread() == 1 {{ {spawn} }} }}")), [(Some(0), 5)]);
    assert_eq!(divided(&format!("let c = ctx; let t = c.thread(); let u = t; if u < 3 {{ {spawn} }}")), [(Some(0), 3)]);
    assert_eq!(
        divided(&format!(
            "let t = ctx.thread(); if t < 2 {{ {spawn} }} else if t < 6 {{ {spawn} }} else {{ {spawn} }}"
        )),
        [(Some(1), 8)]
    );
}

/// Other conditions, and names that stand for something else, limit nothing.
#[test]
fn other_conditions_limit_nothing() {
    let spawn = "ctx.spawn::<A>(x);";
    for body in [
        "if ctx.thread() < n { SPAWN }",
        "if ctx.thread() == n { SPAWN }",
        "if other.thread() == 0 { SPAWN }",
        "if ctx.thread() < 3 || more { SPAWN }",
        "if ctx.thread() >= 3 { SPAWN }",
        "if ctx.thread() != 3 { SPAWN }",
        "if thread < 3 { SPAWN }",
        "let t = ctx.thread() / 2; if t == 0 { SPAWN }",
        "let mut t = ctx.thread(); if t == 0 { SPAWN }",
        "let t = ctx.thread(); let t = 0; if t == 0 { SPAWN }",
        "let t = ctx.thread(); let (t, u) = pair; if t == 0 { SPAWN }",
        "let t = ctx.thread(); if let Some(t) = option { if t == 0 { SPAWN } }",
        "let t = ctx.thread(); if let Some(t) = option && t == 0 { SPAWN }",
        "let t = ctx.thread(); match option { Some(t) => if t == 0 { SPAWN }, None => {} }",
        "let t = ctx.thread(); for t in 0..1 { if t == 0 { SPAWN } }",
        "let T = ctx.thread(); { if T == 0 { SPAWN } const T: u32 = 0; }",
        "{ let t = ctx.thread(); } if t == 0 { SPAWN }",
        "let t = ctx.thread(); match option { Some(t) if t == 0 => { SPAWN } _ => {} }",
        "{ let ctx = other; if ctx.thread() == 0 { SPAWN } }",
    ] {
        assert_eq!(divided(&body.replace("SPAWN", spawn)), [(Some(1), 0)], "{body}");
    }
    assert_eq!(divided(&format!("if ctx.thread() == 0 {{ for i in 0..n {{ {spawn} }} }}")), [(None, 0)]);
    assert_eq!(divided(&format!("for i in 0..n {{ if ctx.thread() == 0 {{ {spawn} }} }}")), [(None, 0)]);
}

#[test]
fn what_a_thread_spawns_is_counted_over_all_procedures() {
    for (body, most) in [
        ("", Some(0)),
        ("if c { ctx.spawn::<A>(x); } else { ctx.spawn::<B>(x); }", Some(1)),
        ("match k { 0 => ctx.spawn::<A>(x), 1 => { ctx.spawn::<A>(x); ctx.spawn::<B>(x); } _ => {} }", Some(2)),
        ("if ctx.thread() == 0 { ctx.spawn::<A>(x); } ctx.spawn::<B>(x);", Some(2)),
        ("for i in 0..3 { if c { ctx.spawn::<A>(x); } else { ctx.spawn::<B>(x); } }", Some(3)),
        ("for i in 0..n { ctx.spawn::<A>(x); }", None),
    ] {
        assert_eq!(found(body).of_thread.literal(), most, "{body}");
    }
}

#[test]
fn counts() {
    assert_eq!(counted("ctx.spawn::<A>(x); ctx.spawn::<A>(y);"), [("A".into(), Some(2))]);
    assert_eq!(
        counted("if c { ctx.spawn::<A>(x); } else { ctx.spawn::<A>(y); ctx.spawn::<B>(y); }"),
        [("A".into(), Some(1)), ("B".into(), Some(1))]
    );
    assert_eq!(
        counted("for i in 0..4 { for j in (0..=6).step_by(2) { ctx.spawn::<A>(x) } }"),
        [("A".into(), Some(16))]
    );
    assert_eq!(counted("for i in 0..n { ctx.spawn::<A>(x); }"), [("A".into(), None)]);
    assert_eq!(counted("for (i, x) in [a, b, c].iter().enumerate() { ctx.spawn::<A>(x); }"), [("A".into(), Some(3))]);
    assert_eq!(counted("for x in points { ctx.spawn::<A>(x); }"), [("A".into(), None)]);
    assert_eq!(counted("let Some(x) = y else { ctx.spawn::<A>(z); return };"), [("A".into(), Some(1))]);
    assert_eq!(
        counted("while c { ctx.spawn::<A>(x); } ctx.spawn::<B>(x)"),
        [("A".into(), None), ("B".into(), Some(1))]
    );
    assert_eq!(counted("P { x: { ctx.spawn::<A>(x); 1 }, ..{ ctx.spawn::<A>(y); q } };"), [("A".into(), Some(2))]);
    assert_eq!(
        counted("(a, _, v[{ ctx.spawn::<A>(x); 1 }]) = ({ ctx.spawn::<A>(x); 1 }, ctx.spawn::<B>(y), 2);"),
        [("A".into(), Some(2)), ("B".into(), Some(1))]
    );
    assert_eq!(counted("match k { 0 => ctx.spawn::<A>(x), _ => {} }"), [("A".into(), Some(1))]);
}

/// What rustc computes, as text.
fn computed(body: &str) -> String {
    let of_thread = found(&format!("{body} {{ ctx.spawn::<A>(x); }}")).of_thread;
    of_thread.to_token_stream().to_string().replace(' ', "").replace("::whipple::private::", "")
}

#[test]
fn rustc_counts_constants_and_arrays() {
    for (body, text) in [
        ("for i in 0..LIMIT", "trips((0)asi128,last((LIMIT)asi128,&LIMIT),false)"),
        ("for i in limit..m::LIMIT + 2", "trips((limit)asi128,last(((m::LIMIT+2))asi128,&(m::LIMIT+2)),false)"),
        (
            "for i in (0..=-3 + 5_u8 as i32).step_by(2)",
            "(trips((0)asi128,last((((-3)+(5_u8asi32)))asi128,&((-3)+(5_u8asi32))),true)).div_ceil(2u32)",
        ),
        ("for x in TABLE", "elements_of::<(),_>(|_:&()|&TABLE)"),
        ("for x in &CURVE.points[2]", "elements_of::<(),_>(|_:&()|&CURVE.points[0])"),
        ("for x in points.iter().rev()", "elements_of::<[u32],_>(|whipple_place:&[u32]|&(*whipple_place))"),
        ("for x in [0; LIMIT]", "trips(0,(LIMIT)asi128,false)"),
        ("let a = [0; 3]; let b = a; for x in b", "3u32"),
        ("let (a, b) = ([0; 3], n); for x in a", "3u32"),
        ("let t = (n, ([0; 3], 1)); for x in (t.1).0", "3u32"),
        ("let a = if n > 3 { [n; 3] } else { make(n) }; for x in a", "3u32"),
        (
            "let (a, b) = *pair; for x in b",
            "elements_of::<(u8,[u32;3]),_>(|whipple_place:&(u8,[u32;3])|&(*whipple_place).1)",
        ),
        (
            "for x in pair.1.iter_mut()",
            "elements_of::<(u8,[u32;3]),_>(|whipple_place:&(u8,[u32;3])|&(*whipple_place).1)",
        ),
        (
            "for (i, row) in ROWS.iter().enumerate() { for x in row { ctx.spawn::<A>(x); } } for i in 0..0",
            "(elements_of::<(),_>(|_:&()|&(*element(&ROWS)))).saturating_mul(elements_of::<(),_>(|_:&()|&ROWS))",
        ),
        (
            "const COUNT: u32 = 16; for i in 0..COUNT",
            "{#[allow(dead_code,clippy::all)]constCOUNT:u32=16;trips((0)asi128,last((COUNT)asi128,&COUNT),false)}",
        ),
    ] {
        let found = computed(body);
        assert_eq!(found, text, "{body}");
    }
}

/// A name means the variable of the innermost scope, and no constant that has the same.
#[test]
fn hidden_names_are_not_counted() {
    for body in [
        "let LIMIT = n; for i in 0..LIMIT",
        "let a = [1, 2, 3]; let a = make(n); for x in a",
        "let a = [1, 2, 3]; match make(n) { a => for x in a { ctx.spawn::<A>(x); } } if false",
        "const COUNT: u32 = 3; { let COUNT = n; } for i in 0..n",
        "while let Some(a) = next()",
        "for i in n..LIMIT",
        "for i in 0..half(LIMIT)",
    ] {
        let of_thread = found(&format!("{body} {{ ctx.spawn::<A>(x); }}")).of_thread;
        assert!(matches!(of_thread, Most::Unbounded), "{body}");
    }
    // The loop over the literal is counted, whatever its name hides.
    assert_eq!(computed("let a = make(n); let a = [1, 2, 3]; for x in a"), "3u32");
}

/// What a block spawns that leaves the loop is spawned once.
#[test]
fn blocks_that_leave_a_loop_spawn_once() {
    let spawn = "ctx.spawn::<A>(x);";
    let most = |body: &str| found(body).uses.first().and_then(|spawn| spawn.per_thread.literal());
    assert_eq!(most(&format!("loop {{ if n > 3 {{ {spawn} {spawn} return; }} n += 1; }}")), Some(2));
    assert_eq!(
        most(&format!(
            "while n > 3 {{ match n {{ 1 => {{ {spawn} break; }} 2 => {{ {spawn} {spawn} return }} _ => {{}} }} }}"
        )),
        Some(2)
    );
    assert_eq!(most(&format!("for i in 0..5 {{ {spawn} if n > i {{ {spawn} {spawn} break; }} }}")), Some(7));
    assert_eq!(most(&format!("'a: loop {{ loop {{ if n > 3 {{ {spawn} break 'a; }} }} }}")), Some(1));
    assert_eq!(most(&format!("for i in 0..3 {{ loop {{ if n > 3 {{ {spawn} break; }} }} }}")), Some(3));
    assert_eq!(most(&format!("for i in 0..3 {{ loop {{ if n > 3 {{ {spawn} return; }} }} }} {spawn}")), Some(2));
    assert_eq!(most(&format!("loop {{ {spawn} break; }}")), Some(1));
    assert_eq!(
        most(&format!(
            "loop {{ if n > 3 {{ {spawn} for i in 0..2 {{ if i > n {{ continue; }} {spawn} }} return; }} }}"
        )),
        Some(3)
    );
    assert_eq!(divided(&format!("loop {{ if ctx.thread() < 3 {{ {spawn} return; }} }}")), [(Some(0), 3)]);
}

/// A block that leaves within another one comes after what that spawned.
#[test]
fn blocks_that_leave_in_each_other_add() {
    let spawn = "ctx.spawn::<A>(x);";
    let most = |body: &str| found(body).uses.first().and_then(|spawn| spawn.per_thread.literal());
    assert_eq!(most(&format!("loop {{ if n > 3 {{ {spawn} if n > 4 {{ {spawn} return; }} return; }} }}")), Some(2));
    assert_eq!(
        most(&format!("loop {{ if n > 3 {{ {spawn} if n > 4 {{ {spawn} {spawn} break; }} {spawn} break; }} }}")),
        Some(4)
    );
    assert_eq!(
        most(&format!("for i in 0..3 {{ loop {{ if n > 3 {{ {spawn} if n > 4 {{ {spawn} return; }} break; }} }} }}")),
        Some(4)
    );
    let other = "ctx.spawn::<B>(x);";
    let all = found(&format!("loop {{ if n > 3 {{ {spawn} if n > 4 {{ {other} return; }} return; }} }}")).of_thread;
    assert_eq!(all.literal(), Some(2));
}

/// It may come back to the block before its end.
#[test]
fn blocks_that_may_come_back_spawn_again() {
    let spawn = "ctx.spawn::<A>(x);";
    let most = |body: &str| found(body).uses.first().and_then(|spawn| spawn.per_thread.literal());
    assert_eq!(most(&format!("loop {{ if n > 3 {{ {spawn} if n > 4 {{ continue; }} return; }} }}")), None);
    assert_eq!(most(&format!("loop {{ 'a: {{ {spawn} if n > 4 {{ break 'a; }} return; }} }}")), None);
    assert_eq!(most(&format!("'a: loop {{ loop {{ {spawn} if n > 4 {{ break; }} break 'a; }} }}")), None);
    assert_eq!(most(&format!("for i in 0..3 {{ loop {{ {spawn} if n > 4 {{ break; }} return; }} }}")), Some(3));
    assert_eq!(most(&format!("loop {{ if n > 3 {{ {spawn} break; }} {spawn} }}")), None);
}
