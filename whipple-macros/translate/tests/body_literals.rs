//! Literals: what each side gets. The host's suffix and the C++ type always agree.

mod support;

use support::{host, one_line};

#[test]
fn floats_are_f32() {
    let rust = r#"fn f(x: f32) -> f32 { let a = 1.0; let b = 2.; let c = 1e5; let d = 1.5_f64; x + a }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = 1.0f; const auto b = 2.0f; const auto c = 1e5f; const auto d = 1.5; return x + a;"#
    );
    assert_eq!(host(rust), r#"{ let a = 1.0f32 ; let b = 2. ; let c = 1e5 ; let d = 1.5_f64 ; x + a }"#);
}

#[test]
fn floats_beside_f64_are_f64() {
    let rust = r#"fn f(u: f64, x: f32) -> f64 { let a = 0.1; let b = u.max(0.2) + a; let c = x * 0.3; let (d, e): (f32, f64) = (1., 2.); if u > 1e5 { return -0.5; } b }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = 0.1; const auto b = num::max(u, 0.2) + a; const auto c = x * 0.3f; const f32 d = 1.0f; const f64 e = 2.0; if (u > 1e5) { return -0.5; } return b;"#
    );
    assert_eq!(
        host(rust),
        r#"{ let a = 0.1f64 ; let b = u . max (0.2f64) + a ; let c = x * 0.3f32 ; let (d , e) : (f32 , f64) = (1.0f32 , 2.0f64) ; if u > 1e5f64 { return - 0.5f64 ; } b }"#
    );
}

#[test]
fn floats_under_casts_are_those_of_rust() {
    let rust = r#"fn f() -> f64 { let a = 0.1 as f64; let b = (1.0 / 3.0) as f64; let c = 0.1 as f32; let d = 0.3; let e = d as f64; let g = f64::from(0.7); let h = 0.9; let i = h as f32; a + g }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = cast<f64>(0.1); const auto b = cast<f64>(1.0 / 3.0); const auto c = cast<f32>(0.1f); const auto d = 0.3; const auto e = cast<f64>(d); const auto g = cast<f64>(0.7); const auto h = 0.9f; const auto i = cast<f32>(h); return a + g;"#
    );
}

#[test]
fn floats_beside_types_that_only_rustc_sees() {
    let rust = r#"fn f(p: &P) -> bool { let a = p.x * 0.5; let b = p.x * 0.1; p.m(0.5); let c = P { x: -0.5, y: 0.1 }; p.x.max(0.0) > 1.0 }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = p.x * 0.5f; const auto b = p.x * 0.1f; p.m_fn(0.5f); P c; c.x = -0.5f; c.y = 0.1f; return num::max(p.x, 0.0f) > 1.0f;"#
    );
    assert_eq!(
        host(rust),
        r#"{ let a = p . x * 0.5 ; let b = p . x * 0.1 ; p . m (0.5) ; let c = P { x : - 0.5 , y : 0.1 } ; p . x . max (0.0) > 1.0 }"#
    );
}

#[test]
fn operations_of_literals_under_casts_are_i32() {
    let rust = r#"fn f(n: u32) -> u64 { let a = (1 << n) as u64; let b = (1 + 2) as u64; let c = (-5) as i64; let d = !0 as u64; a }"#;
    assert_eq!(
        host(rust),
        r#"{ let a = (1 << n) as u64 ; let b = (1 + 2) as u64 ; let c = (- 5i64) as i64 ; let d = ! 0u64 as u64 ; a }"#
    );
}

#[test]
fn numbers_beside_typed_operands_stay_plain() {
    let rust = r#"fn f(n: u32) -> u32 { (n + 1) * 2 - 3 % n }"#;
    assert_eq!(one_line(rust), r#"return (n + 1) * 2 - num::rem(3, n);"#);
    assert_eq!(host(rust), r#"{ (n + 1) * 2 - 3 % n }"#);
}

#[test]
fn lets_take_the_type_of_their_uses() {
    let rust = r#"fn f(n: u32) -> u32 { let mut a = 0; a += n; let mut b = 0; b = a; let c = 7; c.max(n) }"#;
    assert_eq!(
        one_line(rust),
        r#"auto a = 0_Answer0; a += n; auto b = 0_Answer1; b = a; const auto c = 7_Answer2; return num::max(c, n);"#
    );
    assert_eq!(host(rust), r#"{ let mut a = 0 ; a += n ; let mut b = 0 ; b = a ; let c = 7 ; c . max (n) }"#);
}

#[test]
fn the_default_is_i32() {
    let rust = r#"fn f() -> u32 { let a = 5; let b = -3; let c = 1 << 4; 0 }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = 5_Answer0; const auto b = Answer1(-3); const auto c = 1_Answer2 << 4; return 0;"#
    );
    assert_eq!(host(rust), r#"{ let a = 5 ; let b = - 3 ; let c = 1 << 4 ; 0 }"#);
}

#[test]
fn indices_are_usize() {
    let rust =
        r#"fn f(v: &[f32; 8]) -> f32 { let i = 3; let mut k = 0; k += 1; for j in 0..4 { g(v[j * 2]); } v[i] + v[k] }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto i = 3_Answer0; auto k = 0_Answer1; k += 1; for (const auto j : range(0_Answer2, 4)) { g(v[j * 2]); } return v[i] + v[k];"#
    );
    assert_eq!(
        host(rust),
        r#"{ let i = 3 ; let mut k = 0 ; k += 1 ; for j in 0 .. 4 { g (v [j * 2]) ; } v [i] + v [k] }"#
    );
}

#[test]
fn buffer_indices_are_u32() {
    let rust = r#"fn f(b: &Buffer<f32>) -> f32 { let i = 3; for j in 0..4 { b.set(j, 1.0); } b.get(i) }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto i = 3_Answer0; for (const auto j : range(0_Answer1, 4)) { b.set(j, 1.0f); } return b.get(i);"#
    );
    assert_eq!(host(rust), r#"{ let i = 3 ; for j in 0 .. 4 { b . set (j , 1.0) ; } b . get (i) }"#);
}

#[test]
fn casts_type_their_literals() {
    let rust = r#"fn f() -> u64 { let a = 5 as u64; let b = 5 as f32; let c = 0xFFFF_FFFF as u32; a }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = cast<u64>(5_u64); const auto b = cast<f32>(5_i32); const auto c = cast<u32>(0xFFFF'FFFF_u32); return a;"#
    );
    assert_eq!(host(rust), r#"{ let a = 5u64 as u64 ; let b = 5i32 as f32 ; let c = 0xFFFF_FFFFu32 as u32 ; a }"#);
}

#[test]
fn casts_tell_the_type() {
    let rust = r#"fn f(x: f32) -> u32 { let mut a = 0; a += x as u8; let b = a; 1 }"#;
    assert_eq!(one_line(rust), r#"auto a = 0_Answer0; a += cast<u8>(x); const auto b = a; return 1;"#);
    assert_eq!(host(rust), r#"{ let mut a = 0 ; a += x as u8 ; let b = a ; 1 }"#);
}

#[test]
fn not_needs_a_type() {
    let rust = r#"fn f(n: u32) -> u32 { let a = !0; g(!0); n & !0 }"#;
    assert_eq!(one_line(rust), r#"const auto a = !0_Answer0; g(!0_Answer1); return n & !0_Answer2;"#);
    assert_eq!(host(rust), r#"{ let a = ! 0 ; g (! 0) ; n & ! 0 }"#);
}

#[test]
fn declared_types_win() {
    let rust = r#"fn f() -> u32 { let a: u8 = 5; let b: u64 = 1 << 40; let c: [u32; 2] = [1, 2]; let d: (u8, f32) = (1, 2.0); 7 }"#;
    assert_eq!(
        one_line(rust),
        r#"const u8 a = 5; const u64 b = 1_Answer0 << 40; const Array<u32, 2> c = array(1, 2); const Tuple<u8, f32> d = tuple(1, 2.0f); return 7;"#
    );
    assert_eq!(
        host(rust),
        r#"{ let a : u8 = 5 ; let b : u64 = 1 << 40 ; let c : [u32 ; 2] = [1 , 2] ; let d : (u8 , f32) = (1 , 2.0f32) ; 7 }"#
    );
}

#[test]
fn arrays_share_a_type() {
    let rust = r#"fn f(n: u32) -> u32 { let mut h = [0; 4]; h[1] = n; let k = [n, 1, 2]; let m = [1, 2]; h[0] }"#;
    assert_eq!(
        one_line(rust),
        r#"auto h = filled<4>(0_Answer0); h[1] = n; const auto k = array(n, 1, 2); const auto m = array(1_Answer1, 2_Answer2); return h[0];"#
    );
    assert_eq!(host(rust), r#"{ let mut h = [0 ; 4] ; h [1] = n ; let k = [n , 1 , 2] ; let m = [1 , 2] ; h [0] }"#);
}

#[test]
fn tuples_keep_their_elements_apart() {
    let rust = r#"fn f(n: u32) -> u32 { let (mut a, mut b) = (0, 1); a += n; let t = (2, 3); t.0 + n }"#;
    assert_eq!(
        one_line(rust),
        r#"auto a = 0_Answer0; auto b = 1_Answer1; a += n; const auto t = tuple(2_Answer2, 3_Answer3); return t._0 + n;"#
    );
    assert_eq!(host(rust), r#"{ let (mut a , mut b) = (0 , 1) ; a += n ; let t = (2 , 3) ; t . 0 + n }"#);
}

#[test]
fn branches_share_a_type() {
    let rust = r#"fn f(n: u32) -> u32 { let a = if n > 3 { 1 } else { 2 }; let b = if n > 3 { n } else { 2 }; let c = match n { 0 => 1, _ => 2 }; c + n }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = n > 3 ? 1_Answer0 : 2_Answer1; const auto b = n > 3 ? n : 2_Answer2; const auto c = n == 0 ? 1_Answer3 : 2_Answer4; return c + n;"#
    );
    assert_eq!(
        host(rust),
        r#"{ let a = if n > 3 { 1 } else { 2 } ; let b = if n > 3 { n } else { 2 } ; let c = match n { 0 => 1 , _ => 2 } ; c + n }"#
    );
}

#[test]
fn tuples_in_branches_share_their_types_element_by_element() {
    let rust = r#"fn f(n: u32, t: u32) -> u32 { let (a, b) = match n { 0 => (t, 0), 1 => (15, t), _ => (t, t) }; let c = if n > 3 { ((0, 1), t) } else { ((t, -1), 0) }; a }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto [a, b] = n == 0 ? tuple(t, 0_Answer0) : n == 1 ? tuple(15_Answer1, t) : tuple(t, t); const auto c = n > 3 ? tuple(tuple(0_Answer2, 1_Answer3), t) : tuple(tuple(t, Answer4(-1)), 0_Answer5); return a;"#
    );
    assert_eq!(
        host(rust),
        r#"{ let (a , b) = match n { 0 => (t , 0) , 1 => (15 , t) , _ => (t , t) } ; let c = if n > 3 { ((0 , 1) , t) } else { ((t , - 1) , 0) } ; a }"#
    );
}

#[test]
fn numbers_in_all_branches_have_a_type() {
    let rust = r#"fn f(n: u32) -> u32 { let (mut a, b) = if n > 3 { (0, 1) } else { (1, 0) }; a += n; let c = if n > 3 { [0; 4] } else { [1; 4] }; let d = { g(); (n, 5) }; let e = loop { break 5; }; a }"#;
    assert_eq!(
        one_line(rust),
        r#"auto [a, b] = n > 3 ? tuple(0_Answer0, 1_Answer1) : tuple(1_Answer2, 0_Answer3); a += n; const auto c = n > 3 ? filled<4>(0_Answer4) : filled<4>(1_Answer5); g(); const auto d = tuple(n, 5_Answer6); const auto e = [&] { while (true) { return 5_Answer7; } }(); return a;"#
    );
    assert_eq!(
        host(rust),
        r#"{ let (mut a , b) = if n > 3 { (0 , 1) } else { (1 , 0) } ; a += n ; let c = if n > 3 { [0 ; 4] } else { [1 ; 4] } ; let d = { g () ; (n , 5) } ; let e = loop { break 5 ; } ; a }"#
    );
}

#[test]
fn tuples_that_jumps_take_along() {
    let rust = r#"fn f(n: u32) -> (u32, u64) { if n > 9 { return (n, 0); } let a = loop { if n > 3 { break (n, 0); } break (0, n); }; let b = 'found: { if n > 3 { break 'found [n, 1]; } [2, 3] }; (0, 1) }"#;
    assert_eq!(
        one_line(rust),
        r#"if (n > 9) { return tuple(n, 0); } const auto a = [&] { while (true) { if (n > 3) { return tuple(n, 0_Answer0); } return tuple(0_Answer1, n); } }(); const auto b = [&] { { if (n > 3) { return array(n, 1_Answer2); } return array(2_Answer3, 3_Answer4); } }(); return tuple(0, 1);"#
    );
}

#[test]
fn tuples_taken_apart_have_the_declared_types() {
    let rust = r#"fn f(n: u32) -> u32 { let (a, b): (u32, u64) = if n > 3 { (n, 2) } else { (3, 4) }; let [c, d]: [u8; 2] = [1, 2]; let (e, g): (Index, u8) = (1, 2); a }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto [a, b] = n > 3 ? tuple(n, 2_Answer0) : tuple(3_Answer1, 4_Answer2); const auto value = array(1_Answer3, 2_Answer4); const auto c = value[0]; const auto d = value[1]; const Index e = 1; const u8 g = 2; return a;"#
    );
}

#[test]
fn tuples_of_types_that_cannot_be_seen_meet_in_cuda() {
    let rust = r#"fn f(n: u32, p: &Pair) -> u32 { let (a, b) = if n > 3 { (p.a, 0) } else { (0, p.b) }; g(match n { 0 => (p.a, 0), 1 => (2, 3), _ => (4, p.b) }); let c = if n > 3 { (p.a, 0) } else { (p.a, 1) }; n }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto [a, b] = n > 3 ? tuple(p.a, 0_Answer0) : tuple(0_Answer1, p.b); g(n == 0 ? tuple(p.a, 0_Answer2) : n == 1 ? tuple(2_Answer3, 3_Answer4) : tuple(4_Answer5, p.b)); const auto c = n > 3 ? tuple(p.a, 0_Answer6) : tuple(p.a, 1_Answer7); return n;"#
    );
    assert_eq!(
        host(rust),
        r#"{ let (a , b) = if n > 3 { (p . a , 0) } else { (0 , p . b) } ; g (match n { 0 => (p . a , 0) , 1 => (2 , 3) , _ => (4 , p . b) }) ; let c = if n > 3 { (p . a , 0) } else { (p . a , 1) } ; n }"#
    );
}

#[test]
fn tuples_are_compared_element_by_element() {
    let rust = r#"fn f(n: u32, p: &Pair) -> bool { let a = (n, 1) == (2, 3); let b = (p.a, 0) < (1, p.b); a & (g(n) == (4, 5)) }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = tuple(n, 1_Answer0) == tuple(2_Answer1, 3_Answer2); const auto b = tuple(p.a, 0_Answer3) < tuple(1_Answer4, p.b); return bool(a & (g(n) == tuple(4_Answer5, 5_Answer6)));"#
    );
}

#[test]
fn tuples_handed_over_have_the_types_of_the_signature() {
    let rust = r#"fn f(n: u32) -> u32 { let a = (n, 0); let b = [(1, 2); 2]; g(a); h(n, b); n }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = tuple(n, 0_Answer0); const auto b = filled<2>(tuple(1_Answer1, 2_Answer2)); g(a); h(n, b); return n;"#
    );
    assert_eq!(host(rust), r#"{ let a = (n , 0) ; let b = [(1 , 2) ; 2] ; g (a) ; h (n , b) ; n }"#);
}

#[test]
fn arguments_and_fields_stay_plain() {
    let rust = r#"fn f(n: u32) -> u32 { g(1, -2, 3 + 4, [0; 4]); let p = P { a: 1, b: -2 }; p.h(5) }"#;
    assert_eq!(
        one_line(rust),
        r#"g(1_Answer0, Answer1(-2), 3_Answer2 + 4, filled<4>(0_Answer3)); P p; p.a = 1; p.b = -2; return p.h_fn(5_Answer4);"#
    );
    assert_eq!(host(rust), r#"{ g (1 , - 2 , 3 + 4 , [0 ; 4]) ; let p = P { a : 1 , b : - 2 } ; p . h (5) }"#);
}

#[test]
fn numbers_moved_between_threads_are_typed() {
    let rust =
        r#"fn f(ctx: &Context<P>) -> u32 { let a = ctx.shuffle(1, 0); ctx.reduce_add(if a > 2 { 1 } else { 0 }) }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = ctx.shuffle(1_Answer0, 0); return ctx.reduce_add(a > 2 ? 1_Answer1 : 0_Answer2);"#
    );
    assert_eq!(host(rust), r#"{ let a = ctx . shuffle (1 , 0) ; ctx . reduce_add (if a > 2 { 1 } else { 0 }) }"#);
}

#[test]
fn shifts_keep_their_left_type() {
    let rust = r#"fn f(n: u32) -> u32 { let a = 1 << n; let b = n >> 3; let mut c = 1; c <<= 2; c |= n; a }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = 1_Answer0 << n; const auto b = n >> 3; auto c = 1_Answer1; c <<= 2; c |= n; return a;"#
    );
    assert_eq!(host(rust), r#"{ let a = 1 << n ; let b = n >> 3 ; let mut c = 1 ; c <<= 2 ; c |= n ; a }"#);
}

#[test]
fn thread_indices_are_u32() {
    let rust =
        r#"fn f(ctx: &Context<P>) { let mut a = 0; a += ctx.thread(); let b = 4; if ctx.threads() > b { g(a); } }"#;
    assert_eq!(
        one_line(rust),
        r#"auto a = 0_Answer0; a += ctx.thread(); const auto b = 4_Answer1; if (ctx.threads() > b) { g(a); }"#
    );
    assert_eq!(
        host(rust),
        r#"{ let mut a = 0 ; a += ctx . thread () ; let b = 4 ; if ctx . threads () > b { g (a) ; } }"#
    );
}

#[test]
fn loops_over_literals_are_i32_unless_used() {
    let rust = r#"fn f(n: u32) -> u32 { for i in 0..4 { g(i); } for j in 0..4 { h(j + n); } for k in (0..8).rev() { g(k as f32); } n }"#;
    assert_eq!(
        one_line(rust),
        r#"for (const auto i : range(0_Answer0, 4)) { g(i); } for (const auto j : range(0_Answer1, 4)) { h(j + n); } for (const auto k : reversed(range(0_Answer2, 8))) { g(cast<f32>(k)); } return n;"#
    );
    assert_eq!(
        host(rust),
        r#"{ for i in 0 .. 4 { g (i) ; } for j in 0 .. 4 { h (j + n) ; } for k in (0 .. 8) . rev () { g (k as f32) ; } n }"#
    );
}

#[test]
fn patterns_stay_plain() {
    let rust = r#"fn f(n: u32, x: f32) -> u32 { let a = match n { 0 => 1, 1..=5 => 2, _ => 3 }; let b = match x { 0.0 => 1, _ => n }; a + b }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = n == 0 ? 1_Answer0 : n >= 1 && n <= 5 ? 2_Answer1 : 3_Answer2; const auto b = x == 0.0f ? 1_Answer3 : n; return a + b;"#
    );
    assert_eq!(
        host(rust),
        r#"{ let a = match n { 0 => 1 , 1 ..= 5 => 2 , _ => 3 } ; let b = match x { 0.0f32 => 1 , _ => n } ; a + b }"#
    );
}

#[test]
fn hexadecimal_octal_and_binary() {
    let rust = r#"fn f(n: u32) -> u32 { let a = 0xFF_u8; n & 0xFFFF_0000 | 0b1010_1010 | 0o17 | 007 | 1_000_000 }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = 0xFF_u8; return (n & 0xFFFF'0000) | 0b1010'1010 | 017 | 7 | 1'000'000;"#
    );
    assert_eq!(host(rust), r#"{ let a = 0xFF_u8 ; n & 0xFFFF_0000 | 0b1010_1010 | 0o17 | 007 | 1_000_000 }"#);
}

#[test]
fn large_numbers() {
    let rust = r#"fn f(n: u64) -> u64 { n ^ 0xFFFF_FFFF_FFFF_FFFF ^ 18446744073709551615 }"#;
    assert_eq!(one_line(rust), r#"return n ^ 0xFFFF'FFFF'FFFF'FFFFull ^ 18446744073709551615ull;"#);
    assert_eq!(host(rust), r#"{ n ^ 0xFFFF_FFFF_FFFF_FFFF ^ 18446744073709551615 }"#);
}

#[test]
fn numbers_of_more_than_64_bits() {
    let rust = r#"fn f(n: u128, m: i128) -> u128 { let a = 0x1_0000_0000_0000_0000_u128; let b = 18446744073709551617; let c = m & -18446744073709551617 & -9223372036854775809; n ^ a ^ b ^ 5 ^ 0x1_0000_0000_0000_0002 }"#;
    assert_eq!(
        one_line(rust),
        "const auto a = num::wide<u128>(0x1ull, 0x0ull); const auto b = num::wide<Answer0>(0x1ull, 0x1ull); \
         const auto c = m & num::minus(0x1ull, 0x1ull) & num::minus(9223372036854775809ull); \
         return n ^ a ^ b ^ 5 ^ num::wide(0x1ull, 0x2ull);"
    );
}

#[test]
fn the_smallest_integers() {
    let rust = r#"fn f() -> i64 { let a = -128i8; let b = -2147483648; let c: i64 = -9223372036854775808; c }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = i8::MIN; const auto b = Answer0(-2147483648); const i64 c = num::minus(9223372036854775808ull); return c;"#
    );
    assert_eq!(host(rust), r#"{ let a = - 128i8 ; let b = - 2147483648 ; let c : i64 = - 9223372036854775808 ; c }"#);
}

#[test]
fn negative_constants_are_known_to_the_compiler() {
    let rust = r#"fn f(n: i32) -> i32 { let a = -N; let b = -(Disc::N as i32); let c = -f32::MAX; if n == -3_i32 { -0x7f_i32 } else { -n } }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = num::negated([] { return N; }); const auto b = num::negated([] { return cast<i32>(Disc::N); }); const auto c = -Float<f32>::MAX; return n == i32(-3) ? i32(-0x7f) : -n;"#
    );
}

#[test]
fn bytes_are_u8() {
    let rust = r#"fn f() -> u8 { let a = b'a'; a }"#;
    assert_eq!(one_line(rust), r#"const auto a = 97_u8; return a;"#);
    assert_eq!(host(rust), r#"{ let a = b'a' ; a }"#);
}

#[test]
fn inside_macros() {
    let rust = r#"fn f(n: u32) { let a = 5; assert!(a == 3 && n > 1); assert_eq!(a, 2); debug_assert!(1.5 > g(2)); }"#;
    assert_eq!(
        one_line(rust),
        r#"const auto a = 5_Answer0; check(a == 3 && n > 1, "assertion failed: a == 3 && n > 1"); if (!(a == 2)) { num::panic(num::Message(0x713175099baed393ull), a, 2); } #if WHIPPLE_DEBUG_ASSERTIONS check(1.5f > g(2_Answer1), "assertion failed: 1.5 > g(2)"); #endif"#
    );
    assert_eq!(
        host(rust),
        r#"{ let a = 5 ; assert ! (a == 3 && n > 1) ; assert_eq ! (a , 2) ; debug_assert ! (1.5 > g (2)) ; }"#
    );
}
