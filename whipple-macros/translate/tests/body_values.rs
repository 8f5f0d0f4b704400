//! Control flow whose value goes into expressions: jumps out of it, `?`, conditions with patterns, and references that it chooses.

mod support;

use support::one_line;

/// Each function has this body in CUDA.
fn bodies(cases: &[(&str, &str)]) {
    for (rust, cuda) in cases {
        assert_eq!(one_line(rust), *cuda, "{rust}");
    }
}

/// A block without a choice at its end moves in front of what it is an operand of.
#[test]
fn jumps_out_of_blocks_that_are_values() {
    bodies(&[
        (
            "fn f(c: bool, mut a: u32) -> u32 { let x: u32 = a + { if c { a += 1; } if a > 3 { return a; } a * 2 }; x }",
            "const auto value = a; if (c) { a += 1; } if (a > 3) { return a; } const u32 x = value + a * 2; return x;",
        ),
        (
            "fn f(c: bool, a: u32, s: &mut u32) -> u32 { let x: u32 = g(next(s), { if c { return next(s); } next(s) }); x }",
            "decltype(auto) value = next(s); if (c) { return next(s); } const u32 x = g(value, num::behind(num::keep(next(s)))); return x;",
        ),
        (
            "fn f(n: u32) -> u32 { let mut a = 0u32; for k in 0..n { a += { if k == 3 { continue; } if k > 5 { break; } k }; } a }",
            "auto a = 0_u32; for (const auto k : range(0, n)) { if (k == 3) { continue; } if (k > 5) { break; } a += k; } return a;",
        ),
    ]);
}

/// NVRTC must not see that both sides of a comparison are the same but for a number (docs/log/127-a-sum-that-leaves-a-loop.md).
#[test]
fn sums_beside_their_parts() {
    bodies(&[
        ("fn f(k: u32, v: u32) -> bool { k.wrapping_add(v) < k }", "return num::unseen_sum(k.wrapping_add(v)) < k;"),
        ("fn f(k: u32, v: u32) -> bool { k > v + k }", "return k > num::unseen_sum(v + k);"),
        ("fn f(k: u32, v: u32) -> bool { k + v >= k + 5 }", "return num::unseen_sum(k + v) >= k + 5;"),
        (
            "fn f(k: u32, v: u32) -> bool { let limit = k; let next = k.wrapping_sub(v); !next <= !limit }",
            "const auto limit = k; const auto next = k.wrapping_sub(v); return num::unseen_sum(!next) <= !limit;",
        ),
        ("fn f(p: &P, v: u32) -> bool { p.k + v < p.k }", "return num::unseen_sum(p.k + v) < p.k;"),
        // Nothing is on both sides.
        ("fn f(p: &P, v: u32) -> bool { p.k + v < p.n }", "return p.k + v < p.n;"),
        ("fn f(k: u32, v: u32) -> bool { k + 1 < v }", "return k + 1 < v;"),
        ("fn f(k: u32, v: u32) -> bool { k * v + 1 < k }", "return k * v + 1 < k;"),
        ("fn f(k: u32, mut v: u32) -> bool { v += k; v < k }", "v += k; return v < k;"),
    ]);
}

#[test]
fn jumps_out_of_choices_with_a_type() {
    bodies(&[
        (
            "fn f(c: bool) -> u32 { let x: u32 = if c { return 1 } else { 2 }; x }",
            "u32 x; if (c) { return 1; } else { x = 2_Answer0; } return x;",
        ),
        (
            "fn f(n: u32) -> u32 { let mut a = 0u32; for k in 0..n { let m: u32 = match k { 0 => break, 1 => continue, k => k }; a += m; } a }",
            "auto a = 0_u32; for (const auto k : range(0, n)) { u32 m; if (k == 0) { break; } else if (k == 1) { continue; } else { m = k; } a += m; } return a;",
        ),
        (
            "fn f(n: u32) -> u32 { let x: u32 = if n > 3 { let y: u32 = if n > 4 { g(); 1 } else { return 3; }; y + 1 } else { 2 }; x }",
            "u32 x; if (n > 3) { u32 y; if (n > 4) { g(); y = 1_Answer0; } else { return 3; } x = y + 1; } else { x = 2_Answer1; } return x;",
        ),
    ]);
}

#[test]
fn question_marks_beside_operands() {
    bodies(&[
        (
            "fn f(a: u32, s: &mut u32) -> Option<u32> { let x = next(s) + half(a)?; Some(x + third(x)?) }",
            "decltype(auto) value = next(s); const auto value_2 = half(a); if (value_2.is_none()) { return none; } const auto x = value + value_2.value; const auto value_3 = third(x); if (value_3.is_none()) { return none; } return some(x + value_3.value);",
        ),
        (
            "fn f(mut a: u32) -> Option<u32> { let x = a + bump(&mut a)? + a; Some(g(x, third(x)?)) }",
            "const auto value = a; decltype(auto) value_2 = bump(a); if (value_2.is_none()) { return none; } const auto value_3 = value + num::behind(value_2.value); const auto x = value_3 + a; const auto value_4 = third(x); if (value_4.is_none()) { return none; } return some(g(x, value_4.value));",
        ),
        (
            "fn f(a: [u32; 4], i: usize) -> Option<u32> { Some(a[i] + half(i)? + a[i + 1]) }",
            "const auto& value = a[i]; const auto value_2 = half(i); if (value_2.is_none()) { return none; } const auto value_3 = value + value_2.value; return some(value_3 + a[i + 1]);",
        ),
        (
            "fn f(a: [u32; 4]) -> Option<u32> { let y = a[a[0] as usize] + half(a[1])?; a[third(y)? as usize].checked_add(1) }",
            "const auto& value = a[cast<usize>(a[0])]; const auto value_2 = half(a[1]); if (value_2.is_none()) { return none; } const auto y = value + value_2.value; const auto value_3 = third(y); if (value_3.is_none()) { return none; } return a[cast<usize>(value_3.value)].checked_add(1);",
        ),
        (
            "fn f(a: u32) -> Option<u32> { g(half(a)?, a); half(a)?; let x = g(a)?.n + a; let _ = third(a)?; Some(h(x)? + x) }",
            "const auto value = half(a); if (value.is_none()) { return none; } g(value.value, a); const auto value_2 = half(a); if (value_2.is_none()) { return none; } const auto value_3 = g(a); if (value_3.is_none()) { return none; } const auto x = value_3.value.n + a; const auto value_4 = third(a); if (value_4.is_none()) { return none; } const auto value_5 = h(x); if (value_5.is_none()) { return none; } return some(value_5.value + x);",
        ),
    ]);
}

#[test]
fn question_marks_that_may_not_be_reached() {
    bodies(&[
        (
            "fn f(n: u32) -> Option<u32> { let y = n > 1 && g()?; if y { None } else { Some(n) } }",
            "bool holds = n > 1; if (holds) { const auto value = g(); if (value.is_none()) { return none; } holds = value.value; } const auto y = holds; return y ? none : some(n);",
        ),
        (
            "fn f(c: bool, a: u32) -> Option<u32> { let z = c || a > 2 && third(a)? > 1; if z && half(a)? > 1 { return None; } Some(a) }",
            "bool holds_2 = c; if (!holds_2) { bool holds = a > 2; if (holds) { const auto value = third(a); if (value.is_none()) { return none; } holds = value.value > 1; } holds_2 = holds; } const auto z = holds_2; bool holds_3 = z; if (holds_3) { const auto value_2 = half(a); if (value_2.is_none()) { return none; } holds_3 = value_2.value > 1; } if (holds_3) { return none; } return some(a);",
        ),
        (
            "fn f(o: Option<u32>, s: &mut u32) -> Option<u32> { if let Some(x) = o && half(x)? > 2 { return Some(x); } if half(3)? > 2 && let Some(y) = half(*s) { g(y); } None }",
            "if (o.is_some()) { const auto value = half(o.value); if (value.is_none()) { return none; } if (value.value > 2) { const auto x = o.value; return some(x); } } const auto value_2 = half(3_Answer0); if (value_2.is_none()) { return none; } if (value_2.value > 2) { const auto value_3 = half(s); if (value_3.is_some()) { const auto y = value_3.value; g(y); } } return none;",
        ),
    ]);
}

#[test]
fn loops_while_a_pattern_and_more_hold() {
    bodies(&[
        (
            "fn f(s: &mut u32) -> u32 { while let Some(x) = next(s) && x > 3 { g(x); } *s }",
            "while (true) { decltype(auto) value = next(s); if (!value.is_some()) { break; } if (!(num::behind(value.value) > 3)) { break; } decltype(auto) x = WHIPPLE_PART(value, value.value); g(x); } return s;",
        ),
        (
            "fn f(s: &mut u32, b: bool) -> u32 { 'outer: while let Some(x) = next(s) && b { for i in 0..x { if i == 3 { continue 'outer; } if i == 4 { break 'outer; } } } *s }",
            "while (true) { decltype(auto) value = next(s); if (!value.is_some()) { break; } if (!b) { break; } decltype(auto) x = WHIPPLE_PART(value, value.value); { for (const auto i : range(0, x)) { if (i == 3) { goto outer_continue; } if (i == 4) { goto outer_break; } } } outer_continue:; } outer_break:; return s;",
        ),
        (
            "fn f(o: Option<u32>, s: &mut u32) -> u32 { while let Some(x) = o && { *s += x; *s > 3 } && let Some(y) = half(x) { let x = x + y; g(x); } *s }",
            "while (true) { if (!o.is_some()) { break; } s += o.value; if (!(s > 3)) { break; } const auto value = half(o.value); if (!value.is_some()) { break; } const auto x = o.value; const auto y = value.value; const auto x_2 = x + y; g(x_2); } return s;",
        ),
        (
            "fn f(mut x: u32, s: &mut u32) -> u32 { while { *s += 1; *s < 9 } { x += *s; } while x > 3 && next(s) < next(s) { x -= 1; continue; } x }",
            "while (true) { s += 1; if (!(s < 9)) { break; } x += s; } while (true) { bool holds = x > 3; if (holds) { decltype(auto) value = next(s); holds = value < next(s); } if (!holds) { break; } x -= 1; continue; } return x;",
        ),
    ]);
}

#[test]
fn conditions_with_patterns_and_statements() {
    bodies(&[
        (
            "fn f(o: Option<u32>, s: &mut u32) -> u32 { if let Some(x) = o && let Some(y) = half(x) && { *s += y; *s > 3 } { let x = x + 1; g(x); } else { let x = 4u32; g(x); } let x = *s; x }",
            "{ if (o.is_some()) { const auto value = half(o.value); if (value.is_some()) { s += value.value; if (s > 3) { const auto x = o.value; const auto x_2 = x + 1; g(x_2); goto if_end; } } } { const auto x = 4_u32; g(x); } } if_end:; const auto x = s; return x;",
        ),
        (
            "fn f(o: Option<u32>, s: &mut u32) -> u32 { let r: u32 = if let Some(x) = o && let Some(y) = half(x) && { *s += y; *s > 3 } { x + y } else if let Some(z) = next(s) { z } else { *s }; r * 2 }",
            "u32 r; { if (o.is_some()) { const auto value = half(o.value); if (value.is_some()) { s += value.value; if (s > 3) { r = o.value + value.value; goto if_end; } } } { decltype(auto) value_2 = next(s); if (value_2.is_some()) { r = WHIPPLE_KEPT_PART(value_2, value_2.value); } else { r = s; } } } if_end:; return r * 2;",
        ),
        (
            "fn f(o: Option<u32>, s: &mut u32) -> u32 { g(if let Some(x) = o && let Some(y) = half(x) && { *s += y; *s > 3 } { x + y } else { *s }) }",
            "return g([&] { { if (o.is_some()) { const auto value = half(o.value); if (value.is_some()) { s += value.value; if (s > 3) { return o.value + value.value; } } } { return s; } } }());",
        ),
        (
            "fn f(mut o: Option<u32>) -> u32 { if let Some(x) = o && { o = None; x > 3 } { g(x); } 7 }",
            "if (o.is_some()) { const auto x = o.value; o = none; if (x > 3) { g(x); } } return 7;",
        ),
    ]);
}

#[test]
fn guards_with_statements() {
    bodies(&[(
        "fn f(n: u32, s: &mut u32) -> u32 { g(match n { k if next(s) < next(s) => k, 0 => n, k if { *s += k; *s > 3 } => 2 * k, _ => *s }) }",
        "return g([&] { { { decltype(auto) value = next(s); if (value < next(s)) { const auto k = n; return k; } } if (n == 0) { return n; } { s += n; if (s > 3) { const auto k = n; return 2 * k; } } { return s; } } }());",
    )]);
}

#[test]
fn methods_of_clones_change_the_clone() {
    bodies(&[
        (
            "fn f(mut x: Patch) -> u32 { x.clone().bump() + x.n }",
            "auto&& value = num::clone(x); decltype(auto) value_2 = value.bump_fn(); return value_2 + x.n;",
        ),
        (
            "fn f(mut x: Patch) -> u32 { x.clone().bump(); let y = x.inner.clone().bump(x.next()); y }",
            "num::clone(x).bump_fn(); auto&& value = num::clone(x.inner); decltype(auto) y = value.bump_fn(x.next_fn()); return y;",
        ),
        (
            "fn f(x: &mut Patch) -> u32 { x.clone().bump(); x.n.clone() + x.bump() }",
            "num::clone(x).bump_fn(); const auto value = num::clone(x.n); return value + x.bump_fn();",
        ),
        ("fn f(p: &mut Patch) -> u32 { { p.big }.bump(); p.n }", "auto value = p.big; value.bump_fn(); return p.n;"),
    ]);
}

/// Of values, the choice is a copy; of references, it is the place.
#[test]
fn chosen_places() {
    bodies(&[
        (
            "fn f(b: bool, mut c: Patch, mut d: Patch) -> u32 { (if b { c } else { d }).n += 1; c.n }",
            "auto value = b ? c : d; value.n += 1; return c.n;",
        ),
        (
            "fn f(b: bool, mut c: Patch, mut d: Patch) -> u32 { (if b { &mut c } else { &mut d }).n += 1; c.n + (if b { c } else { d }).bump() }",
            "(b ? c : d).n += 1; auto value = b ? c : d; return c.n + value.bump_fn();",
        ),
        ("fn f(b: bool, c: &mut Patch, d: &mut Patch) { (if b { c } else { d }).n += 1; }", "(b ? c : d).n += 1;"),
        (
            "fn f(b: bool, c: &mut Patch, d: &mut Patch, s: &mut u32) { (if b { g(s); c } else { d }).n = next(s); }",
            "[&] { if (b) { g(s); return num::address(c); } else { return num::address(d); } }()->n = next(s);",
        ),
    ]);
}

#[test]
fn references_out_of_statements() {
    bodies(&[
        (
            "fn f(c: bool, mut a: Patch, mut b: Patch) -> u32 { let r = if c { g(); &mut a } else { &mut b }; r.n += 1; a.n }",
            "auto& r = *[&] { if (c) { g(); return num::address(a); } else { return num::address(b); } }(); r.n += 1; return a.n;",
        ),
        (
            "fn f(c: bool, a: Patch, b: Patch) -> u32 { let r = if c { g(); &a } else { &b }; r.n }",
            "const auto& r = *[&] { if (c) { g(); return num::const_address(a); } else { return num::const_address(b); } }(); return r.n;",
        ),
        (
            "fn f(n: u32, p: &mut Patch) -> u32 { let r = if n > 1 { g(); &mut p.a } else { &mut p.b }; 0 }",
            "auto& r = *[&] { if (n > 1) { g(); return num::address(p.a); } else { return num::address(p.b); } }(); return 0;",
        ),
        (
            "fn f(c: bool, a: &mut Patch, b: &mut Patch) -> u32 { *if c { g(); &mut a.n } else { &mut b.n } += 2; next(match c { true => { g(); &mut a.n } false => &mut b.n }); a.n }",
            "*[&] { if (c) { g(); return num::address(a.n); } else { return num::address(b.n); } }() += 2; next(*[&] { if (c == true) { g(); return num::address(a.n); } else { return num::address(b.n); } }()); return a.n;",
        ),
    ]);
}

#[test]
fn labelled_blocks_in_loops() {
    bodies(&[
        (
            "fn f(n: u32) -> u32 { let mut s = 0u32; for i in 0..n { let k: u32 = 'found: { if i == 3 { break 'found 1; } if i > 4 { continue; } if i > 7 { break; } i * 2 }; s += k; } s }",
            "auto s = 0_u32; for (const auto i : range(0, n)) { u32 k; { if (i == 3) { k = 1_Answer0; goto found_break; } if (i > 4) { continue; } if (i > 7) { break; } k = i * 2; } found_break:; s += k; } return s;",
        ),
        (
            "fn f(n: u32) -> u32 { let mut s = 0u32; for i in 0..n { 'skip: { if i == 3 { break 'skip; } if i > 4 { continue; } g(i); } s += 1; } s }",
            "auto s = 0_u32; for (const auto i : range(0, n)) { { if (i == 3) { goto skip_break; } if (i > 4) { continue; } g(i); } skip_break:; s += 1; } return s;",
        ),
        (
            "fn f(n: u32) -> u32 { let mut s = 0u32; for i in 0..n { s += 'found: { for j in 0..i { if g(j) { break 'found j; } } i }; } s }",
            "auto s = 0_u32; for (const auto i : range(0, n)) { s += [&] { { for (const auto j : range(0, i)) { if (g(j)) { return j; } } return i; } }(); } return s;",
        ),
        (
            "fn f(n: u32) -> u32 { let k: u32 = 'a: { let t: u32 = 'b: { if n > 3 { break 'a 1u32; } if n > 2 { break 'b 2u32; } 3 }; t + 1 }; k }",
            "u32 k; { u32 t; { if (n > 3) { k = 1_u32; goto a_break; } if (n > 2) { t = 2_u32; goto b_break; } t = 3_Answer0; } b_break:; k = t + 1; } a_break:; return k;",
        ),
    ]);
}

#[test]
fn nested_loops_with_values() {
    bodies(&[
        (
            "fn f(n: u32) -> u32 { let x: u32 = loop { let y: u32 = loop { if g(n) { break n; } if h(n) { break 3; } }; if y > 2 { break y + 1; } }; x }",
            "u32 x; while (true) { u32 y; while (true) { if (g(n)) { y = n; break; } if (h(n)) { y = 3_Answer0; break; } } if (y > 2) { x = y + 1; break; } } return x;",
        ),
        (
            "fn f(n: u32) -> u32 { let x: u32 = 'outer: loop { let y: u32 = loop { if g(n) { break 'outer n; } if h(n) { break 3; } }; if y > 2 { break y + 1; } }; x }",
            "u32 x; while (true) { u32 y; while (true) { if (g(n)) { x = n; goto outer_break; } if (h(n)) { y = 3_Answer0; break; } } if (y > 2) { x = y + 1; break; } } outer_break:; return x;",
        ),
        (
            "fn f(n: u32) -> u32 { g('outer: loop { for i in 0..n { if g(i) { break 'outer i; } if h(i) { continue 'outer; } } }) }",
            "return g([&] { while (true) { { for (const auto i : range(0, n)) { if (g(i)) { return i; } if (h(i)) { goto outer_continue; } } } outer_continue:; } }());",
        ),
        (
            "fn f(n: u32) -> u32 { let mut x = 0u32; let y: u32 = loop { x += 1; if x == 3 { continue; } if x > n { break x; } for i in 0..x { if g(i) { continue; } if h(i) { break; } } }; y }",
            "auto x = 0_u32; u32 y; while (true) { x += 1; if (x == 3) { continue; } if (x > n) { y = x; break; } for (const auto i : range(0, x)) { if (g(i)) { continue; } if (h(i)) { break; } } } return y;",
        ),
        (
            "fn f(n: u32) -> u32 { 'a: for i in 0..n { for j in 0..i { if g(j) { continue 'a; } if h(j) { break 'a; } } let t = g(i); h(t); } 'a: for i in 0..n { for j in 0..i { if g(j) { continue 'a; } } h(i); } 1 }",
            "for (const auto i : range(0, n)) { { for (const auto j : range(0, i)) { if (g(j)) { goto a_continue; } if (h(j)) { goto a_break; } } const auto t = g(i); h(t); } a_continue:; } a_break:; for (const auto i : range(0, n)) { { for (const auto j : range(0, i)) { if (g(j)) { goto a_continue_2; } } h(i); } a_continue_2:; } return 1;",
        ),
    ]);
}

#[test]
fn names_that_leave_their_blocks() {
    bodies(&[
        (
            "fn f(n: u32) -> u32 { let a: u32 = { let t = n; g(t); t }; let b: u32 = { let t = a; h(t); t }; let t = n; a + b + t }",
            "const auto t = n; g(t); const u32 a = t; const auto t_2 = a; h(t_2); const u32 b = t_2; const auto t_3 = n; return a + b + t_3;",
        ),
        (
            "fn f(n: u32) -> u32 { let a: u32 = { let a = n; a + 1 }; let a: u32 = { let a = a; let b = a; a + b }; a }",
            "const auto a_2 = n; const u32 a = a_2 + 1; const auto a_4 = a; const auto b = a_4; const u32 a_3 = a_4 + b; return a_3;",
        ),
        (
            "fn f(s: &mut u32) -> u32 { while { let t = next(s); t > 3 } { let t = 4u32; g(t); } if { let t = next(s); t > 3 } { let t = 4u32; g(t); } let t = 5u32; t }",
            "while (true) { decltype(auto) t = next(s); if (!(t > 3)) { break; } const auto t_2 = 4_u32; g(t_2); } decltype(auto) t_2 = next(s); if (t_2 > 3) { const auto t_3 = 4_u32; g(t_3); } const auto t_3 = 5_u32; return t_3;",
        ),
    ]);
}

#[test]
fn panics_in_the_order_of_their_operands() {
    bodies(&[
        (
            "fn f(v: &mut [Patch; 4], a: [u32; 4], i: usize) -> u32 { v[i].bump(a[i + 1]); v[i] = v[a[i] as usize]; v[i].n += a[i]; g(a[i]) + a[i] / a[2] }",
            "auto&& place = v[i]; place.bump_fn(a[i + 1]); v[i] = v[cast<usize>(a[i])]; v[i].n += a[i]; const auto value = g(a[i]); return value + a[i] / a[2];",
        ),
        (
            "fn f(a: &[u32; 4], i: usize, j: usize) -> bool { a[i] < a[j] && a[i + 1] == a[j + 1] }",
            "const auto& value = a[i]; bool holds = value < a[j]; if (holds) { const auto& value_2 = a[i + 1]; holds = value_2 == a[j + 1]; } return holds;",
        ),
    ]);
}

/// What a jump leaves is no expression: its value goes to a variable of the type that one of its values has.
#[test]
fn jumps_out_of_choices_between_operands() {
    bodies(&[
        (
            "fn f(c: bool) -> u32 { let x = g(if c { return 1 } else { 2u32 }); x }",
            "Plain<decltype(2_u32)> chosen; if (c) { return 1; } else { chosen = 2_u32; } const auto x = g(chosen); return x;",
        ),
        (
            "fn f(n: u32) -> u32 { let mut a = 0u32; for k in 0..n { a += g(a, match k { 0 => continue, n => n }); } a }",
            "auto a = 0_u32; for (const auto k : range(0, n)) { Plain<decltype(k)> chosen; if (k == 0) { continue; } else { chosen = k; } a += g(a, chosen); } return a;",
        ),
        (
            "fn f(c: bool, a: u32) -> Option<u32> { Some(if c { let h = half(a)?; h + 1 } else { 5 }) }",
            "Plain<decltype(5_Answer0)> chosen; if (c) { const auto value = half(a); if (value.is_none()) { return none; } const auto h = value.value; chosen = h + 1; } else { chosen = 5_Answer0; } return some(chosen);",
        ),
        (
            "fn f(n: u32, p: &Patch, q: &Patch) -> u32 { 1 + (if n > 3 { g(n); return 2 } else if n > 2 { p } else { q }).a }",
            "Plain<decltype(num::const_address(p))> chosen; if (n > 3) { g(n); return 2; } else if (n > 2) { chosen = num::const_address(p); } else { chosen = num::const_address(q); } return 1 + chosen->a;",
        ),
    ]);
}
