//! Statements and expressions: the C++ that they become.

mod support;

use support::{cuda, statements};

#[test]
fn shadowed_names_are_numbered() {
    let cuda = statements(
        r#"fn f(x: u32) -> u32 {
    let x = x + 1;
    let x = x * 2;
    x
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto x_2 = x + 1;
const auto x_3 = x_2 * 2;
return x_3;"#
    );
}

#[test]
fn a_sibling_scope_reuses_names() {
    let cuda = statements(
        r#"fn f(n: u32) -> u32 {
    {
        let t = n;
    }
    {
        let t = n + 1;
    }
    n
}"#,
    );
    assert_eq!(
        cuda,
        r#"{
    const auto t = n;
}
{
    const auto t = n + 1;
}
return n;"#
    );
}

#[test]
fn keywords_and_library_names_are_renamed() {
    let cuda = statements(
        r#"fn f(new: f32, range: f32, class: f32) -> f32 {
    let num = new + range;
    num * class
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto num_ = new_ + range_;
return num_ * class_;"#
    );
}

#[test]
fn a_local_does_not_hide_a_called_function() {
    let cuda = statements(
        r#"fn f(a: f32) -> f32 {
    let lerp = lerp(a, a, 0.5);
    lerp
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto lerp_2 = lerp(a, a, 0.5f);
return lerp_2;"#
    );
}

#[test]
fn mutable_and_typed_lets() {
    let cuda = statements(
        r#"fn f(n: u32) -> u32 {
    let mut a = n;
    let b: u32 = 5;
    let mut c: u32 = 6;
    let d: [f32; 3] = [0.0; 3];
    a += b;
    c -= a;
    c
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto a = n;
const u32 b = 5;
u32 c = 6;
const Array<f32, 3> d = filled<3>(0.0f);
a += b;
c -= a;
return c;"#
    );
}

#[test]
fn deferred_initialisation() {
    let cuda = statements(
        r#"fn f(n: u32) -> u32 {
    let x: u32;
    if n > 3 {
        x = 1;
    } else {
        x = 2;
    }
    x
}"#,
    );
    assert_eq!(
        cuda,
        r#"u32 x;
if (n > 3) {
    x = 1;
} else {
    x = 2;
}
return x;"#
    );
}

#[test]
fn references_become_cpp_references() {
    let cuda = statements(
        r#"fn f(p: &mut Patch, q: &Patch) -> f32 {
    let w = &mut p.weight;
    *w += 1.0;
    let v = w;
    *v *= 2.0;
    let d = &q.depth;
    let r = q;
    let t = &make();
    r.weight
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto& w = p.weight;
w += 1.0f;
auto& v = w;
v *= 2.0f;
const auto& d = q.depth;
const auto& r = q;
const auto& t = make();
return r.weight;"#
    );
}

#[test]
fn destructuring() {
    let cuda = statements(
        r#"fn f(p: (u32, f32), q: Pair) -> f32 {
    let (a, b) = p;
    let (c, mut d) = (a, b);
    let Pair(e, f) = q;
    let Patch { depth, weight: w, .. } = patch();
    let (g, (h, _)) = nested();
    d += e;
    d
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto [a, b] = p;
const auto c = a; auto d = b;
const auto e = q._0; const auto f_2 = q._1;
const auto value = patch(); const auto depth = value.depth; const auto w = value.weight;
const auto value_2 = nested(); const auto g = value_2._0; const auto h = value_2._1._0;
d += e;
return d;"#
    );
}

#[test]
fn if_as_value() {
    let cuda = statements(
        r#"fn f(n: u32) -> f32 {
    let a = if n > 3 { 1.0 } else { 2.0 };
    let b: f32 = if n > 3 {
        step();
        1.0
    } else {
        2.0
    };
    let c = if n > 3 {
        let t = a * b;
        t + 1.0
    } else {
        b
    };
    if n > 4 {
        a
    } else if n > 5 {
        b
    } else {
        c
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto a = n > 3 ? 1.0f : 2.0f;
f32 b; if (n > 3) {
    step();
    b = 1.0f;
} else {
    b = 2.0f;
}
Answer0 c; if (n > 3) {
    const auto t = a * b;
    c = t + 1.0f;
} else {
    c = b;
}
if (n > 4) {
    return a;
} else { return n > 5 ? b : c; }"#
    );
}

#[test]
fn early_returns_in_a_typed_let() {
    let cuda = statements(
        r#"fn f(n: u32) -> f32 {
    let a: f32 = if n > 3 {
        return 2.0;
    } else {
        1.0
    };
    a
}"#,
    );
    assert_eq!(
        cuda,
        r#"f32 a; if (n > 3) {
    return 2.0f;
} else {
    a = 1.0f;
}
return a;"#
    );
}

#[test]
fn match_on_integers() {
    let cuda = statements(
        r#"fn f(n: i32) -> u32 {
    match n {
        -5 => 1,
        -4..=0 => 2,
        1 | 3 | 10..20 => 3,
        LIMIT => 4,
        k @ 30..=40 if k % 2 == 0 => k as u32,
        21.. => 5,
        _ => 6,
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"if (n == -5) { return 1_Answer0; }
else if (n >= -4 && n <= 0) { return 2_Answer1; }
else if (n == 1 || n == 3 || (n >= 10 && n < 20)) { return 3_Answer2; }
else if (num::is_named(n, LIMIT)) { return 4_Answer3; }
else if (n >= 30 && n <= 40 && num::rem(n, 2) == 0) { const auto k = n; return cast<u32>(k); }
else if (n >= 21) { return 5_Answer4; }
else { return 6_Answer5; }"#
    );
}

#[test]
fn match_on_enums_needs_no_last_test() {
    let cuda = statements(
        r#"fn f(m: Material) -> f32 {
    match m {
        Material::Matte => 0.0,
        Material::Glossy => 0.5,
        Material::Glass => 1.0,
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"if (m == Material::Matte) { return 0.0f; }
else if (m == Material::Glossy) { return 0.5f; }
else { return 1.0f; }"#
    );
}

#[test]
fn variants_with_fields() {
    let cuda = statements(
        r#"fn f(s: Shape) -> Shape {
    match s {
        Shape::Ball(r) if r > 1.0 => Shape::Ball(r - 1.0),
        Shape::Box { width, .. } | Shape::Plane(_, width) => Shape::Box { height: 2.0, width },
        _ => Shape::Nothing,
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"if (s.variant_ == Shape::Of_::Ball && s.fields_.Ball._0 > 1.0f) { const auto r = s.fields_.Ball._0; return Shape(Shape::with_::Ball_{r - 1.0f}); }
else if (s.variant_ == Shape::Of_::Box || s.variant_ == Shape::Of_::Plane) {
    const auto width = s.variant_ == Shape::Of_::Box ? s.fields_.Box.width : s.fields_.Plane._1; Shape::with_::Box_ box; box.height = 2.0f;
    box.width = width; return Shape(box);
} else { return Shape::Nothing; }"#
    );
}

#[test]
fn match_on_tuples_builds_none() {
    let cuda = statements(
        r#"fn f(a: u32, b: u32) -> u32 {
    match (a, b) {
        (0, _) => 1,
        (x, 1) if x > 3 => x,
        (_, y) => y,
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"if (a == 0) { return 1_Answer0; }
else if (b == 1 && a > 3) { const auto x = a; return x; }
else { const auto y = b; return y; }"#
    );
}

#[test]
fn match_evaluates_its_scrutinee_once() {
    let cuda = statements(
        r#"fn f(a: u32) -> u32 {
    match next(a) {
        0 => 1,
        n => n + 1,
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto value = next(a);
if (value == 0) { return 1_Answer0; }
else { const auto n = value; return n + 1; }"#
    );
}

#[test]
fn match_on_structs() {
    let cuda = statements(
        r#"fn f(p: Patch) -> u32 {
    match p {
        Patch { depth: 0, .. } => 1,
        Patch { depth, weight } if weight > 1.0 => depth,
        _ => 2,
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"if (p.depth == 0) { return 1_Answer0; }
else if (p.weight > 1.0f) { const auto depth = p.depth; return depth; }
else { return 2_Answer1; }"#
    );
}

#[test]
fn match_in_an_expression() {
    let cuda = statements(
        r#"fn f(n: u32) -> f32 {
    1.0 + match n { 0 => 2.0, 1 => 3.0, _ => 4.0 }
}"#,
    );
    assert_eq!(cuda, r#"return 1.0f + (n == 0 ? 2.0f : n == 1 ? 3.0f : 4.0f);"#);
}

#[test]
fn if_let_and_while_let() {
    let cuda = statements(
        r#"fn f(n: u32) -> u32 {
    let mut k = n;
    if let 1..=3 = k {
        k = 4;
    }
    if let (0, m) = (k, n) && m > 2 {
        k = m;
    }
    while let 4..9 = k {
        k += 1;
    }
    k
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto k = n;
if (k >= 1 && k <= 3) {
    k = 4;
}
if (k == 0 && n > 2) { const auto m = n;
    k = m;
}
while (k >= 4 && k < 9) {
    k += 1;
}
return k;"#
    );
}

#[test]
fn ranges() {
    let cuda = statements(
        r#"fn f(n: u32) -> u32 {
    let mut s = 0u32;
    for i in 0..n {
        s += i;
    }
    for i in 1..=n {
        s += i;
    }
    for i in (0..n).rev() {
        s += i;
    }
    for mut i in (2..n).step_by(3) {
        i += 1;
        s += i;
    }
    for _ in 0..4 {
        s *= 2;
    }
    s
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto s = 0_u32;
for (const auto i : range(0, n)) {
    s += i;
}
for (const auto i : range_inclusive(1, n)) {
    s += i;
}
for (const auto i : reversed(range(0, n))) {
    s += i;
}
for (auto i : stepped(range(2, n), 3)) {
    i += 1;
    s += i;
}
for ([[maybe_unused]] const auto _ : range(0_Answer0, 4)) {
    s *= 2;
}
return s;"#
    );
}

#[test]
fn labelled_breaks() {
    let cuda = statements(
        r#"fn f(n: u32) -> u32 {
    let mut s = 0u32;
    'outer: for y in 0..n {
        for x in 0..n {
            if x == 3 {
                continue 'outer;
            }
            if y == 4 {
                break 'outer;
            }
        }
        s += y;
    }
    'outer: loop {
        while s > 0 {
            break 'outer;
        }
        continue 'outer;
    }
    s
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto s = 0_u32;
for (const auto y : range(0, n)) {
    {
        for (const auto x : range(0, n)) {
            if (x == 3) {
                goto outer_continue;
            }
            if (y == 4) {
                goto outer_break;
            }
        }
        s += y;
    }
outer_continue:;
}
outer_break:;
while (true) {
    while (s > 0) {
        goto outer_break_2;
    }
    continue;
}
outer_break_2:;
return s;"#
    );
}

#[test]
fn loop_with_a_value() {
    let cuda = statements(
        r#"fn f(n: u32) -> u32 {
    let mut i = n;
    let a: u32 = loop {
        i += 1;
        if i > 10 {
            break i * 2;
        }
    };
    i = loop {
        break a;
    };
    loop {
        if i > a {
            break i;
        }
        i += a;
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto i = n;
u32 a; while (true) {
    i += 1;
    if (i > 10) {
        a = i * 2; break;
    }
}
while (true) {
    i = a; break;
}
while (true) {
    if (i > a) {
        return i;
    }
    i += a;
}"#
    );
}

#[test]
fn labelled_block() {
    let cuda = statements(
        r#"fn f(n: u32) -> u32 {
    let a: u32 = 'found: {
        if n > 3 {
            break 'found 1;
        }
        2
    };
    a
}"#,
    );
    assert_eq!(
        cuda,
        r#"u32 a; {
    if (n > 3) {
        a = 1_Answer0; goto found_break;
    }
    a = 2_Answer1;
}
found_break:;
return a;"#
    );
}

#[test]
fn blocks_as_values() {
    let cuda = statements(
        r#"fn f(n: f32) -> f32 {
    let a = {
        let t = n * n;
        t + 1.0
    };
    let b: f32 = {
        let t = a;
        t * 2.0
    };
    { b }
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto t = n * n;
const Answer0 a = t + 1.0f;
const auto t_2 = a;
const f32 b = t_2 * 2.0f;
{ return b; }"#
    );
}

#[test]
fn unit_functions_return_unit() {
    let text = cuda(
        r#"fn f(p: &mut Patch) {
    if p.depth > 3 {
        return;
    }
    p.depth = 0;
    g(p)
}"#,
    )
    .expect("it is device code");
    assert_eq!(
        text,
        "__device__ Unit f(Patch& p) {\n    if (p.depth > 3) {\n        return Unit{};\n    }\n    p.depth = 0;\n    g(p); return Unit{};\n}"
    );
}

#[test]
fn struct_literals() {
    let cuda = statements(
        r#"fn f(p: &Patch) -> Patch {
    let a = Patch { depth: 3, weight: p.weight };
    let b = Patch { depth: 4, ..a };
    consume(Patch { weight: 2.0, ..b });
    Patch { depth: b.depth + 1, ..*p }
}"#,
    );
    assert_eq!(
        cuda,
        r#"Patch a; a.depth = 3; a.weight = p.weight;
Patch b = a; b.depth = 4;
Patch patch = b; patch.weight = 2.0f; consume(patch);
Patch patch_2 = p; patch_2.depth = b.depth + 1; return patch_2;"#
    );
}

#[test]
fn tuple_structs_and_tuples() {
    let cuda = statements(
        r#"fn f(a: f32) -> (f32, u32) {
    let p = Pair(a, 2.0);
    let t = (p.0, 1u32);
    let u = t.0 + p.1;
    (u, 3)
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto p = Pair{a, 2.0f};
const auto t = tuple(p._0, 1_u32);
const auto u = t._0 + p._1;
return tuple(u, 3);"#
    );
}

#[test]
fn arrays() {
    let cuda = statements(
        r#"fn f(i: usize) -> f32 {
    let a = [1.0, 2.0, 3.0];
    let mut b = [[0.0; 4]; 2];
    b[1][i] = a[i + 1];
    b[0][3]
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto a = array(1.0f, 2.0f, 3.0f);
auto b = filled<2>(filled<4>(0.0f));
b[1][i] = a[i + 1];
return b[0][3];"#
    );
}

#[test]
fn paths() {
    let cuda = statements(
        r#"fn f(x: f32) -> f32 {
    geometry::half(x) + LIMIT + settings::SCALE + f32::MAX + Vec3::ZERO.x + Patch::unit(x) + std::f32::consts::PI + f32::from_bits(3)
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto value = geometry::half(x) + LIMIT + settings::SCALE + Float<f32>::MAX + Vec3::ZERO.x;
return value + Patch::unit_fn(x) + 3.14159265358979323846264338327950288f + num::from_bits<f32>(3);"#
    );
}

#[test]
fn numeric_methods() {
    let cuda = statements(
        r#"fn f(x: f32, n: u32) -> f32 {
    let a = x.max(1.0).sqrt().mul_add(2.0, 3.0);
    let b = f32::min(a, x);
    let c = n.count_ones() + n.rotate_left(3) + n.wrapping_add(4) + n.max(5);
    let d = (a + b).abs() as u32 + u32::from(n > 3);
    -x.powi(2) + (-x).powi(2) + (c + d) as f32
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto a = num::mul_add(num::sqrt(num::max(x, 1.0f)), 2.0f, 3.0f);
const auto b = num::min(a, x);
const auto c = n.count_ones() + n.rotate_left(3) + n.wrapping_add(4) + num::max(n, 5);
const auto d = cast<u32>(num::abs(a + b)) + cast<u32>(n > 3);
return -num::powi(x, 2) + num::powi(-x, 2) + cast<f32>(c + d);"#
    );
}

#[test]
fn operators_keep_rusts_precedence() {
    let cuda = statements(
        r#"fn f(a: u32, b: u32) -> bool {
    let c = a & b == 0 || a | 3 > 2;
    let d = (a + b) * 2 - (a - (b - 1));
    let e = a << 2 + b & !a ^ 7;
    let g = (a % 3) + -1i32 as u32;
    c && !(d > e)
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto c = (a & b) == 0 || (a | 3) > 2;
const auto d = (a + b) * 2 - (a - (b - 1));
const auto e = ((a << 2 + b) & !a) ^ 7;
const auto g = num::rem(a, 3) + cast<u32>(i32(-1));
return c && !(d > e);"#
    );
}

#[test]
fn joined_values_that_may_be_truths_are_told_apart_in_cpp() {
    let rust = r#"fn f(p: Flags, k: u32) -> bool {
        let any = p.a | p.b;
        let bits = p.word >> k & 3;
        let mask = (k | p.mask) ^ p.word;
        any & pick(p.a)
    }"#;
    assert_eq!(
        support::one_line(rust),
        r#"const auto any = num::joined(p.a | p.b); const auto bits = (p.word >> k) & 3; const auto mask = (k | p.mask) ^ p.word; return num::joined(any & pick(p.a));"#
    );
}

#[test]
fn bool_operators_stay_bool() {
    let cuda = statements(
        r#"fn f(a: bool, b: bool) -> bool {
    let c = a & b;
    let d = c | (1 > 2);
    let e = d ^ a;
    !e
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto c = bool(a & b);
const auto d = bool(c | (1_Answer0 > 2));
const auto e = d != a;
return !e;"#
    );
}

#[test]
fn compound_assignments() {
    let cuda = statements(
        r#"fn f(mut x: f32, p: &mut Patch) -> f32 {
    x %= 2.0;
    p.weight *= x;
    p.depth <<= 2;
    p.points[1].x -= 1.0;
    x
}"#,
    );
    assert_eq!(
        cuda,
        r#"x = num::rem(x, 2.0f);
p.weight *= x;
p.depth <<= 2;
p.points[1].x -= 1.0f;
return x;"#
    );
}

#[test]
fn operands_of_assertions_are_evaluated_once() {
    let cuda = support::one_line("fn f(a: u32, b: u32) { assert_eq!(a & 1, b | 2); assert_ne!(a < b, true); }");
    assert_eq!(
        cuda,
        concat!(
            "const auto value = a & 1; const auto value_2 = b | 2; ",
            "if (!(value == value_2)) { num::panic(num::Message(0x713175099baed393ull), value, value_2); } ",
            "const auto value_3 = a < b; ",
            "if (!(value_3 != true)) { num::panic(num::Message(0x4af8151c24dcc93full), value_3, true); }"
        )
    );
}

#[test]
fn assertions() {
    let cuda = statements(
        r#"fn f(x: f32) {
    assert!(x > 0.0, "x must be \"positive\"");
    assert!(x < g(1.0));
    assert_eq!(x, 1.0);
    debug_assert!(x != 2.0, "no {{two}}");
    if x > 3.0 {
        panic!("too large");
    }
    unreachable!()
}"#,
    );
    assert_eq!(
        cuda,
        r#"check(x > 0.0f, "x must be \"positive\"");
check(x < g(1.0f), "assertion failed: x < g(1.0)");
if (!(x == 1.0f)) { num::panic(num::Message(0x713175099baed393ull), x, 1.0f); }
#if WHIPPLE_DEBUG_ASSERTIONS
check(x != 2.0f, "no {two}");
#endif
if (x > 3.0f) {
    panic("too large");
}
panic("internal error: entered unreachable code");"#
    );
}

#[test]
fn generics() {
    let cuda = statements(
        r#"fn f<T: Copy, const N: usize>(values: &[T; N], k: T) -> [T; N] {
    let mut out = [k; N];
    for i in 0..N {
        out[i] = values[N - 1 - i];
    }
    g::<T, N>(out, k, 4)
}"#,
    );
    assert_eq!(
        cuda,
        r#"static_assert(!BuiltinInteger<T>, "write the type of the number given to `f`, as 5_u32");
auto out = filled<N>(k);
for (const auto i : range(0, usize(N))) {
    out[i] = values[usize(N) - 1 - i];
}
return g<T, N>(out, k, 4);"#
    );
}

#[test]
fn generic_calls() {
    let cuda = statements(
        r#"fn f(x: f32) -> f32 {
    first::<4>(x) + second::<f32, { 2 + 2 }>(x) + third::<{ SIZE }>(x)
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto value = first<4>(x); const auto value_2 = value + second<f32, :: whipple :: private :: of_type :: < i128 > (2 + 2)>(x);
return value_2 + third<SIZE>(x);"#
    );
}

#[test]
fn lines_are_named_where_they_drift() {
    let cuda = statements(
        r#"fn f(x: f32) -> f32 {
    let a = x
        + 1.0
        + 2.0;



    let b = a;
    b
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto a = x + 1.0f + 2.0f;
const auto b = a;
return b;"#
    );
}

#[test]
fn shared_memory_is_never_copied() {
    let cuda = statements(
        r#"fn f(ctx: &Context<P>) -> f32 {
    let a = ctx.shared();
    let b = &ctx.shared().values;
    let c = &a.values;
    let Scratch { values, .. } = ctx.shared();
    let d = b;
    values.get(0) + c.get(1) + d.get(2)
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto& a = ctx.shared();
const auto& b = ctx.shared().values;
const auto& c = a.values;
const auto& values = ctx.shared().values;
const auto& d = b;
decltype(auto) value = values.get(0); const auto value_2 = value + c.get(1); return value_2 + d.get(2);"#
    );
}

#[test]
fn patterns_on_references_bind_references() {
    let cuda = statements(
        r#"fn f(p: &mut Patch, q: &Patch) -> f32 {
    let Patch { depth, .. } = p;
    *depth += 1;
    let Pair(a, b) = &mut p.pair;
    *a += *b;
    let Patch { weight, .. } = q;
    let Patch { depth: copied, .. } = *p;
    match p {
        Patch { depth: 0, weight } => *weight = 1.0,
        _ => {}
    }
    *weight
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto& depth = p.depth;
depth += 1;
auto& a = p.pair._0; auto& b = p.pair._1;
a += b;
const auto& weight = q.weight;
const auto copied = p.depth;
if (p.depth == 0) { auto& weight_2 = p.weight; weight_2 = 1.0f; }
return weight;"#
    );
}

#[test]
fn references_chosen_by_a_condition() {
    let cuda = statements(
        r#"fn f(a: &mut f32, b: &mut f32, n: u32) {
    let r = if n > 3 { &mut *a } else { &mut *b };
    *r += 1.0;
    let s = if n > 3 { &*a } else { &*b };
    g(*s);
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto& r = n > 3 ? a : b;
r += 1.0f;
const auto& s = n > 3 ? a : b;
g(s);"#
    );
}

#[test]
fn self_in_methods_of_the_body() {
    let cuda = statements(
        r#"fn f(n: u32) -> u32 {
    let value = n;
    h(value) + value
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto value = n;
return h(value) + value;"#
    );
}

#[test]
fn generic_parameters_are_deduced_from_one_argument() {
    let cuda = statements(
        r#"fn f<T: Copy, const N: usize>(values: &[T; N], first: T, second: &T, third: &mut T, other: u32) -> T {
    first
}"#,
    );
    assert_eq!(
        cuda,
        r#"static_assert(!BuiltinInteger<T>, "write the type of the number given to `f`, as 5_u32");
return first;"#
    );
}

#[test]
fn bindings_for_guards_only() {
    let cuda = statements(
        r#"fn f(k: u32, l: u32) -> u32 {
    match k {
        n if n == l => 1,
        n if n > 3 => n,
        _ => 2,
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"if (k == l) { return 1_Answer0; }
else if (k > 3) { const auto n = k; return n; }
else { return 2_Answer1; }"#
    );
}

#[test]
fn mixed_branches_with_statements() {
    let cuda = statements(
        r#"fn f(k: u32, l: u32) -> u32 {
    let sum = k + match l {
        0..=5 => {
            let square = l * l;
            square + 1
        }
        6 => 60,
        other => other,
    } * 2;
    let y;
    if sum > 3 {
        y = sum;
    } else {
        y = 0;
    }
    y
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto sum = k + [&] {
    if (l >= 0 && l <= 5) {
        const auto square = l * l;
        return square + 1;
    }
    else if (l == 6) { return 60_Answer0; }
    else { return l; }
}() * 2;
Answer1 y;
if (sum > 3) {
    y = sum;
} else {
    y = 0;
}
return y;"#
    );
}

#[test]
fn nested_indices_are_ordered() {
    let cuda = statements(
        r#"fn f(rows: &mut [[u32; 3]; 3], n: &mut u32) -> u32 {
    rows[next(n) as usize][next(n) as usize] = 5;
    rows[next(n) as usize][next(n) as usize]
}"#,
    );
    assert_eq!(
        cuda,
        r#"auto&& place = rows[cast<usize>(next(n))]; place[cast<usize>(next(n))] = 5;
auto&& place_2 = rows[cast<usize>(next(n))]; return place_2[cast<usize>(next(n))];"#
    );
}

#[test]
fn nested_arrays() {
    let cuda = statements(
        r#"fn f(k: u32) -> [[u32; 2]; 2] {
    if k > 3 {
        return [[1, 2], [3, 4]];
    }
    [[0; 2]; 2]
}"#,
    );
    assert_eq!(
        cuda,
        r#"if (k > 3) {
    return array(array(1_Answer0, 2_Answer1), array(3_Answer2, 4_Answer3));
}
return filled<2>(filled<2>(0_Answer4));"#
    );
}

#[test]
fn numbers_beside_others_in_a_nested_match() {
    let cuda = statements(
        r#"fn f(k: u32, l: u32) -> u32 {
    match l {
        n if n > k => n * match n % 3 {
            0 => 5,
            m => m,
        },
        _ => k,
    }
}"#,
    );
    assert_eq!(
        cuda,
        r#"if (l > k) { const auto n = l; const auto value = num::rem(n, 3); return n * (value == 0 ? 5_Answer0 : value); }
else { return k; }"#
    );
}

#[test]
fn references_to_temporaries() {
    let cuda = statements(
        r#"fn f(k: u32, l: u32) -> u32 {
    let r = &(k + l);
    let s = &mut (k * 2);
    *s += 1;
    raise(&mut (l + 1)) + *r + read(&5) + *s
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto& r = k + l;
auto s = k * 2;
s += 1;
auto value = l + 1; const auto value_2 = raise(value) + r; const auto value_3 = value_2 + read(5_Answer0); return value_3 + s;"#
    );
}

#[test]
fn options() {
    let cuda = statements(
        r#"fn f(a: u32, b: u32) -> Option<u32> {
    let Some(x) = half(a) else {
        return None;
    };
    let y = third(b)? + x;
    while let Some(z) = next(y) {
        g(z);
    }
    if let Some(z) = half(b) {
        g(z);
    } else if let Some(z) = half(x) {
        g(z);
    }
    Some(y)
}"#,
    );
    assert_eq!(
        cuda,
        r#"const auto value = half(a); if (!value.is_some()) {
    return none;
}
const auto x = value.value;
const auto value_2 = third(b); if (value_2.is_none()) { return none; }
const auto y = value_2.value + x;
while (true) { const auto value_3 = next(y); if (!value_3.is_some()) { break; }
    const auto z = value_3.value;
    g(z);
}
const auto value_4 = half(b); if (value_4.is_some()) { const auto z = value_4.value;
    g(z);
} else { const auto value_5 = half(x);
    if (value_5.is_some()) { const auto z = value_5.value;
        g(z);
    }
}
return some(y);"#
    );
}

#[test]
fn loops_over_arrays() {
    let cuda = statements(
        r#"fn f(a: &[u32; 4], b: &mut [u32; 4], c: [u32; 4]) -> u32 {
    for x in a {
        g(*x);
    }
    for x in b.iter_mut() {
        *x += 1;
    }
    for x in c {
        g(x);
    }
    for (i, x) in a.iter().enumerate() {
        b[i] = *x;
    }
    for &x in a.iter().rev() {
        g(x);
    }
    for (x, y) in pairs(c) {
        g(x + y);
    }
    0
}"#,
    );
    assert_eq!(
        cuda,
        r#"for (const auto& x : a) {
    g(x);
}
for (auto& x : b) {
    x += 1;
}
for (const auto& x : c) {
    g(x);
}
for (const auto i : range(0_usize, a.len())) { const auto& x = a[i];
    b[i] = x;
}
for (const auto index : reversed(range(0_usize, a.len()))) { const auto x = a[index];
    g(x);
}
const auto elements = pairs(c); for (const auto& element : num::gone_over(elements)) { const auto x = element._0; const auto y = element._1;
    g(x + y);
}
return 0;"#
    );
}

/// They are seen in all of their block, and come in the order in which they need each other.
#[test]
fn constants_stand_at_the_start_of_their_block() {
    let cuda = statements(
        r#"fn f(n: u32) -> u32 {
    let a = n + COUNT;
    const TABLE: [f64; 2] = [STEP, 0.1];
    const STEP: f64 = 1.5;
    const COUNT: u32 = 2 * 3;
    if n > 3 {
        const COUNT: u32 = super::COUNT - 1;
        return -COUNT;
    }
    const _: () = assert!(COUNT > 2);
    a
}"#,
    );
    assert_eq!(
        cuda,
        r#"[[maybe_unused]] static constexpr f64 STEP = 1.5;
[[maybe_unused]] static constexpr Array<f64, 2> TABLE = array(STEP, 0.1);
[[maybe_unused]] static constexpr u32 COUNT_2 = 2 * 3;
const auto a = n + COUNT_2;
if (n > 3) {
    [[maybe_unused]] static constexpr u32 COUNT_3 = super::COUNT - 1;
    return num::negated([] { return COUNT_3; });
}
return a;"#
    );
}

/// rustc evaluates lengths and what calls functions, among the constants that are seen there.
#[test]
fn constants_that_rustc_evaluates() {
    let cuda = statements(
        r#"fn f(n: u32) -> u32 {
    const COUNT: usize = 4;
    {
        const COUNT: u32 = first(1);
        [n; COUNT as usize + 1][COUNT]
    }
}"#,
    );
    let allowed = "# [allow (dead_code , clippy :: all)]";
    let outer = format!("{{ {allowed} const COUNT : usize = 4 ;");
    let inner = format!("{{ {allowed} const COUNT : u32 = first (1) ;");
    assert!(cuda.contains(&format!("COUNT_3 = cast<u32>({outer} {inner} COUNT }} }}_u64);")), "{cuda}");
    assert!(cuda.contains(&format!("filled<{outer} {inner} COUNT as usize + 1 }} }}>(n)[COUNT_3];")), "{cuda}");
}
