//! References that C++ keeps: in variables that are pointed elsewhere, tuples, arrays and options.

mod support;

use support::one_line;

fn bodies(cases: &[(&str, &str)]) {
    for (rust, cuda) in cases {
        assert_eq!(one_line(rust), *cuda, "{rust}");
    }
}

#[test]
fn references_in_aggregates() {
    bodies(&[
        (
            "fn f(x: &Patch, y: &mut Patch) -> f32 { let pair = (x, y); pair.1.depth = pair.0.depth; change(pair.1); pair.1.area() }",
            "const auto pair = tuple(num::const_address(x), num::address(y)); pair._1->depth = pair._0->depth; change(*pair._1); return pair._1->area_fn();",
        ),
        (
            "fn f(c: bool, m: &Memory) { let (a, b) = if c { (&m.x, &m.y) } else { (&m.y, &m.x) }; a.set(b.get()); }",
            "const auto [a, b] = c ? tuple(num::const_address(m.x), num::const_address(m.y)) : tuple(num::const_address(m.y), num::const_address(m.x)); a->set(b->get());",
        ),
        (
            "fn f(a: &[u32; 4], n: usize) -> u32 { *[&a[0], &a[3]][n] }",
            "return *array(num::const_address(a[0]), num::const_address(a[3]))[n];",
        ),
        (
            "fn f(a: &mut u32, b: &mut u32) { for x in [a, b] { *x += 1; } }",
            "const auto elements = array(num::address(a), num::address(b)); for (const auto& x : elements) { *x += 1; }",
        ),
        (
            "fn f(a: &[u32; 4]) -> u32 { let mut best: Option<&u32> = None; for x in a { if best.is_none() { best = Some(x); } } if let Some(x) = best { *x } else { 0u32 } }",
            "Option<Reference<const u32>> best = none; for (const auto& x : a) { if (best.is_none()) { best = some(num::const_address(x)); } } return best.is_some() ? *best.value : 0_u32;",
        ),
        (
            "fn f(o: &mut Option<Patch>) { if let Some(ref mut p) = *o { p.depth += 1.0f32; } }",
            "if (o.is_some()) { auto& p = o.value; p.depth += 1.0f; }",
        ),
    ]);
}

#[test]
fn references_that_are_pointed_elsewhere() {
    bodies(&[
        (
            "fn f(a: &[Patch; 4]) -> f32 { let mut p = &a[0]; for q in a { if q.depth > p.depth { p = q; } } p.area() }",
            "auto p = num::const_address(a[0]); for (const auto& q : a) { if (q.depth > p->depth) { p = num::const_address(q); } } return p->area_fn();",
        ),
        (
            "fn f(x: &Patch, y: &Patch) -> f32 { let mut p = x; let mut q = y; std::mem::swap(&mut p, &mut q); (p, q) = (q, p); p.depth }",
            "auto p = num::const_address(x); auto q = num::const_address(y); num::swap(p, q); const auto value = q; const auto value_2 = p; p = value; q = value_2; return p->depth;",
        ),
        (
            "fn f<'a>(p: &mut &'a Patch, q: &'a Patch) { if p.depth > q.depth { *p = q; } }",
            "if (p->depth > q.depth) { p = num::const_address(q); }",
        ),
        (
            "fn f(mut p: &Patch, q: &Patch, c: bool) -> f32 { p = if c { g(p); p } else { q }; p.depth }",
            "auto p_2 = num::const_address(p); if (c) { g(*p_2); p_2 = p_2; } else { p_2 = num::const_address(q); } return p_2->depth;",
        ),
    ]);
}

#[test]
fn constants_that_are_borrowed_last() {
    bodies(&[(
        "fn f(c: bool, n: &u32) -> u32 { let mut best = n; if c { best = &7u32; } *best }",
        "const auto value = 7_u32; auto best = num::const_address(n); if (c) { best = num::const_address(value); } return *best;",
    )]);
}
