//! Rust's order of evaluation, kept where C++ leaves it open.

mod support;

use support::statements;
use whipple_translate::context::Role;

/// Any function of the user's may panic, and the first panic counts. The library's stay inline.
#[test]
fn calls_that_may_panic_are_ordered() {
    let cuda = statements(
        r#"fn f(a: f32, b: f32) -> f32 {
    lerp(a, b, 0.5) + lerp(b, a, 0.5) * a.max(b)
}"#,
    );
    assert_eq!(cuda, r#"const auto value = lerp(a, b, 0.5f); return value + lerp(b, a, 0.5f) * num::max(a, b);"#);
}

#[test]
fn calls_that_change_the_same_thing_are_ordered() {
    let cuda = statements(
        r#"fn f(s: &mut u32) -> u32 {
    next(s) - next(s)
}"#,
    );
    assert_eq!(cuda, r#"decltype(auto) value = next(s); return value - next(s);"#);
}

#[test]
fn a_read_before_a_change_is_taken_first() {
    let cuda = statements(
        r#"fn f() -> u32 {
    let mut s = 1u32;
    s + next(&mut s)
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto s = 1_u32;
const auto value = s; return value + next(s);"#
    );
}

#[test]
fn a_read_after_a_change() {
    let cuda = statements(
        r#"fn f() -> u32 {
    let mut s = 1u32;
    next(&mut s) + s
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto s = 1_u32;
decltype(auto) value = next(s); return value + s;"#
    );
}

#[test]
fn constants_need_no_order() {
    let cuda = statements(
        r#"fn f(k: u32) -> u32 {
    let mut s = 1u32;
    k + 3 + next(&mut s)
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto s = 1_u32;
return k + 3 + next(s);"#
    );
}

#[test]
fn arguments_are_ordered() {
    let cuda = statements(
        r#"fn f(s: &mut u32) -> u32 {
    three(next(s), 4, next(s))
}"#,
    );
    assert_eq!(cuda, r#"decltype(auto) value = next(s); return three(value, 4_Answer0, next(s));"#);
}

#[test]
fn in_a_condition_that_may_not_be_reached() {
    let cuda = statements(
        r#"fn f(s: &mut u32, c: bool) -> bool {
    c && next(s) < next(s)
}"#,
    );
    assert_eq!(
        cuda,
        r#"bool holds = c; if (holds) { decltype(auto) value = next(s); holds = value < next(s); }
return holds;"#
    );
}

#[test]
fn in_a_while_condition() {
    let cuda = statements(
        r#"fn f(s: &mut u32) {
    while next(s) < next(s) {
        step();
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"while (true) { decltype(auto) value = next(s); if (!(value < next(s))) { break; }
    step();
}"#
    );
}

#[test]
fn in_an_else_if() {
    let cuda = statements(
        r#"fn f(s: &mut u32) {
    if next(s) > 3 {
        step();
    } else if next(s) < next(s) {
        other();
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"if (next(s) > 3) {
    step();
} else { decltype(auto) value = next(s);
    if (value < next(s)) {
        other();
    }
}"#
    );
}

#[test]
fn short_circuits_stay() {
    let cuda = statements(
        r#"fn f(s: &mut u32) -> bool {
    next(s) > 1 && next(s) > 2 || next(s) > 3
}"#,
    );
    assert_eq!(cuda, r#"return (next(s) > 1 && next(s) > 2) || next(s) > 3;"#);
}

#[test]
fn the_right_side_of_an_assignment_comes_first() {
    let cuda = statements(
        r#"fn f(s: &mut u32, a: &mut [u32; 4]) {
    a[next(s) as usize] = next(s);
}"#,
    );
    assert_eq!(cuda, r#"a[cast<usize>(next(s))] = next(s);"#);
}

#[test]
fn array_elements_and_tuples() {
    let cuda = statements(
        r#"fn f(s: &mut u32) -> (u32, u32) {
    let a = [next(s), next(s)];
    (next(s), a[0])
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto value = num::keep(next(s)); const auto a = array(value, num::keep(next(s)));
const auto value_2 = num::keep(next(s)); return tuple(value_2, a[0]);"#
    );
}

#[test]
fn tuple_structs_are_ordered_by_braces() {
    let cuda = statements(
        r#"fn f(s: &mut f32) -> Pair {
    Pair(next(s), next(s))
}"#,
    );
    assert_eq!(cuda, r#"return Pair{next(s), next(s)};"#);
}

#[test]
fn struct_fields_are_in_source_order() {
    let cuda = statements(
        r#"fn f(s: &mut u32) -> Patch {
    Patch { weight: next(s), depth: next(s) }
}"#,
    );
    assert_eq!(cuda, r#"Patch patch; patch.weight = next(s); patch.depth = next(s); return patch;"#);
}

#[test]
fn fields_come_before_their_base() {
    let cuda = statements(
        r#"fn f(s: &mut u32, p: Patch) -> Patch {
    let q = Patch { weight: next(s), depth: 3, ..with(s) };
    Patch { depth: next(s), ..q }
}"#,
    );
    assert_eq!(
        cuda,
        r#"decltype(auto) value = next(s); Patch q = with(s); q.weight = value; q.depth = 3;
Patch patch = q; patch.depth = next(s); return patch;"#
    );
}

/// A field that may panic does so before the base leaves the function, and the other way round.
#[test]
fn fields_come_before_a_base_that_leaves() {
    let cuda = statements(
        r#"fn f(a: [u32; 3], i: usize, p: Patch) -> Option<Patch> {
    let q = Patch { weight: 0.5, depth: a[i], ..half(p)? };
    Some(Patch { depth: third(i)?, ..a[i] })
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto value = a[i]; const auto value_2 = half(p); if (value_2.is_none()) { return none; }
Patch q = value_2.value; q.weight = 0.5f; q.depth = value;
const auto value_3 = third(i); if (value_3.is_none()) { return none; }
const auto value_4 = value_3.value; Patch patch = a[i]; patch.depth = value_4; return some(patch);"#
    );
}

#[test]
fn values_that_are_taken_apart_come_first() {
    let cuda = statements(
        r#"fn f(a: &mut [u32; 4], p: &mut Patch) {
    let (mut i, mut j) = (0_usize, 1_usize);
    (i, j) = (j, i);
    (a[i], (_, p.depth), i) = (next(p), step(p), 2);
    [a[0], _, a[1], ..] = *a;
    (i, Patch { depth: a[i], .. }, _) = (3, *p, next(p));
    Pair(i, j) = pair(i);
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto i = 0_usize; auto j = 1_usize;
const auto value = j; const auto value_2 = i; i = value; j = value_2;
const auto value_3 = num::keep(next(p)); decltype(auto) value_4 = num::keep(step(p)); const auto value_5 = 2; a[i] = value_3;
p.depth = value_4._1; i = value_5;
const auto value_6 = a; a[0] = value_6[0]; a[1] = value_6[2];
const auto value_7 = 3; const auto value_8 = p; next(p); i = value_7; a[i] = value_8.depth;
const auto value_9 = pair(i); i = value_9._0; j = value_9._1;"#
    );
}

#[test]
fn places_with_effects_are_found_in_turn() {
    let cuda = statements(
        r#"fn f(a: &mut [u32; 4], s: &mut u32) -> u32 {
    (a[next(s) as usize], *s) = (next(s), 7);
    1 + { (*s, _) = (next(s), a[9]); next(s) }
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto value = num::keep(next(s)); const auto value_2 = 7; a[cast<usize>(next(s))] = value; s = value_2;
const auto value_3 = num::keep(next(s)); static_cast<void>(a[9]); s = value_3; return 1 + num::behind(num::keep(next(s)));"#
    );
}

#[test]
fn places_that_are_exchanged() {
    let cuda = statements(
        r#"fn f(p: &mut Patch, q: &mut Patch, a: &mut [u32; 4], s: &mut u32) -> u32 {
    std::mem::swap(p, q);
    mem::swap(&mut p.weight, &mut q.weight);
    ::core::mem::swap(&mut a[next(s) as usize], s);
    let old = mem::replace(&mut a[0], 7) + mem::replace(s, a[1]);
    mem::swap(&mut old, &mut 5);
    old
}"#,
    );
    assert_eq!(
        cuda,
        r#"num::swap(p, q);
num::swap(p.weight, q.weight);
auto& value = a[cast<usize>(next(s))]; num::swap(value, s);
const auto value_2 = num::replace(a[0], 7); const auto old = value_2 + num::replace(s, a[1]);
auto value_3 = 5_Answer0; num::swap(old, value_3);
return old;"#
    );
}

/// Functions of other modules of this name are the user's.
#[test]
fn functions_called_like_those_of_std() {
    let cuda = statements(
        "fn f(p: &mut u32, q: &mut u32) { self::mem::swap(p, q); swap(p, q); Pair::swap(p, q); crate::mem::replace(p, 3); mem::load(p); }",
    );
    assert_eq!(
        cuda,
        "self::mem::swap(p, q); swap(p, q); Pair::swap(p, q); crate::mem::replace(p, 3_Answer0); mem::load(p);"
    );
}

/// Each may panic.
#[test]
fn buffer_reads_and_writes_are_ordered() {
    let cuda = statements(
        r#"fn f(b: &Buffer<u32>) -> u32 {
    let x = b.get(0) + b.get(1);
    let y = b.fetch_add(0, 1) + b.get(1);
    let z = b.get_acquire(2) + b.get(1);
    b.fetch_sub(3, 1);
    x + y + z
}"#,
    );
    assert_eq!(
        cuda,
        r#"decltype(auto) value = b.get(0); const auto x = value + b.get(1);
decltype(auto) value_2 = b.fetch_add(0, 1); const auto y = value_2 + b.get(1);
decltype(auto) value_3 = b.get_acquire(2); const auto z = value_3 + b.get(1);
num::unanswered_fetch_sub(b, 3, 1);
return x + y + z;"#
    );
}

#[test]
fn a_receiver_that_is_also_borrowed_was_copied() {
    let cuda = statements(
        r#"fn f(mut p: Patch) -> u32 {
    p.merge(&mut p)
}"#,
    );
    assert_eq!(cuda, r#"const auto value = p; return value.merge_fn(p);"#);
}

#[test]
fn a_changing_method_keeps_its_receiver() {
    let cuda = statements(
        r#"fn f(mut p: Patch) -> u32 {
    let mut s = 1u32;
    p.advance(next(&mut s))
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto s = 1_u32;
return p.advance_fn(next(s));"#
    );
}

/// It changes nothing, and may panic all the same.
#[test]
fn methods_on_what_cannot_change_are_ordered() {
    let cuda = statements(
        r#"fn f(p: &Patch) -> f32 {
    p.area() * p.area()
}"#,
    );
    assert_eq!(cuda, r#"decltype(auto) value = p.area_fn(); return value * p.area_fn();"#);
}

#[test]
fn a_changing_method_on_both_sides() {
    let cuda = statements(
        r#"fn f(mut p: Patch) -> f32 {
    p.advance() - p.advance()
}"#,
    );
    assert_eq!(cuda, r#"decltype(auto) value = p.advance_fn(); return value - p.advance_fn();"#);
}

#[test]
fn bounds_and_step_of_a_range() {
    let cuda = statements(
        r#"fn f(s: &mut u32) {
    for i in (next(s)..next(s)).step_by(next(s) as usize) {
        step(i);
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"decltype(auto) value = next(s); decltype(auto) value_2 = next(s); for (const auto i : stepped(range(value, value_2), cast<usize>(next(s)))) {
    step(i);
}"#
    );
}

/// A procedure's own method may read and write its buffers, whatever it is called.
#[test]
fn methods_of_self_are_no_methods_of_the_library() {
    let method = "impl Walk { fn twice(&self) -> u32 { self.len() * 100 + self.len() + self.get(1) * self.load() } }";
    let cuda = support::method(method, Role::Method).expect("translates");
    let ordered = ["value = this->len()", "value_2 = value + this->len();", "value_3 = this->get(1);"];
    assert!(ordered.iter().all(|line| cuda.contains(line)), "{cuda}");
}

#[test]
fn references_that_are_chosen_change_what_they_refer_to() {
    for argument in ["if c { &mut a } else { &mut b }", "match c { true => &mut a, false => &mut b }"] {
        let source = format!("fn f(c: bool) -> u32 {{ let mut a = 1u32; let mut b = 2u32; a + next({argument}) }}");
        let cuda = statements(&source);
        println!("{cuda}");
        assert!(cuda.contains("const auto value = a;"), "{cuda}");
    }
}

#[test]
fn what_references_refer_to_is_found_once() {
    // Each is one of two references, and both are the one before it.
    let chosen: String =
        (1..100).map(|n| format!("let p{n} = if a > {n} {{ p{} }} else {{ p{} }};", n - 1, n - 1)).collect();
    let text = support::statements(&format!("fn f(a: u32) -> u32 {{ let p0 = &a; {chosen} *p99 }}"));
    assert!(text.contains("p99"), "{text}");
}
