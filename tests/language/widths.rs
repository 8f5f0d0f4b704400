//! Literals beside f64, under casts to it, and under casts to integers: the same digits as in plain Rust.

conformance! {
    program Widths;
    cases |input| {
        declared(input.u),
        operands(input.u, input.v),
        methods(input.u, input.v),
        assigned(input.u, input.k),
        branches(input.u, input.k),
        patterns(input.u, input.k),
        patterns_of_results(input.k),
        casts_of_handed_over(input.x),
        lengths_by_functions(input.k),
        fields(input.u, input.k),
        arguments(input.u, input.x),
        results(input.u, input.x),
        generic(input.u, input.x),
        constants(input.u),
        casts_of_literals(),
        casts_of_operations(),
        casts_of_variables(input.k),
        conversions(input.k),
        casts_to_integers(input.k),
        casts_of_shifts(input.k),
        casts_of_negations(),
        singles_beside_vectors(input.x, input.y),
        both_widths(input.u, input.x),
        counts_of_methods(input.a, input.k),
        strides(input.k),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct State {
        pub wide: f64,
        pub single: f32,
        pub place: Vec3,
        pub list: [f64; 2],
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Couple(pub f64, pub f32);

    #[device]
    impl State {
        pub const HALF: f64 = 0.1;

        pub fn new(wide: f64, single: f32) -> Self {
            Self { wide, single, place: Vec3::new(single, 0.5, 2.0), list: [wide, 0.3_f64] }
        }

        pub fn grown(&self) -> f64 {
            self.wide * 0.5 + 1.0
        }
    }

    #[device]
    pub const NODE: f64 = 0.774596669241483377 as f64;

    #[device]
    pub const THIRD: f64 = 1.0 / 3.0;

    #[device]
    pub const NODES: [f64; 3] = [0.1, 0.2, -0.3];

    #[device]
    pub const PAIR: (f64, f32) = (0.1, 0.1);

    #[device]
    pub fn tenth() -> f64 {
        0.1
    }

    #[device]
    pub fn early(k: f64) -> f64 {
        if k > 0.1 {
            return 0.7;
        }
        -0.3
    }

    #[device]
    pub fn twice(value: f64) -> f64 {
        value * 2.1
    }

    #[device]
    pub fn mixed(single: f32, wide: &f64, list: [f64; 2], pair: (f32, f64)) -> f64 {
        single as f64 * 3.1 + *wide + list[0] * list[1] + pair.0 as f64 - pair.1
    }

    #[device]
    pub fn chosen<T: Copy>(first: T, second: T, k: bool) -> T {
        if k { first } else { second }
    }

    #[device]
    pub fn declared(u: f64) -> u64 {
        let a: f64 = 0.1;
        let b: f64 = -0.2 * 0.3;
        let c: [f64; 2] = [0.1, 0.7];
        let (d, e): (f64, f32) = (0.1, 0.1);
        let mut f = 0.1;
        f = u;
        let g = 0.3;
        let h: f64 = g;
        mix(mix(long_bits(a), long_bits(b)), mix(long_bits(c[1]), long_bits(d) ^ bits(e)) ^ mix(long_bits(f), long_bits(g + h)))
    }

    #[device]
    pub fn operands(u: f64, v: f64) -> u64 {
        let a = u * 0.1 + 0.7;
        let b = 1.1 - v / 0.3;
        let c = (0.1 + 0.2) * u;
        let d = -0.1 * (u - 0.1 * v);
        let e = u > 0.1 || 0.7 <= v;
        mix(mix(long_bits(a), long_bits(b)), mix(long_bits(c), long_bits(d)) ^ e as u64)
    }

    #[device]
    pub fn methods(u: f64, v: f64) -> u64 {
        let a = u.max(0.1).min(0.7);
        let b = v.clamp(-0.1, 0.1);
        let c = u.mul_add(0.1, 0.3);
        let d = (u * 0.0).abs().max(0.3).sqrt() * 0.1;
        let e = f64::max(u, 0.1).midpoint(0.3);
        let (sine, cosine) = 0.0_f64.sin_cos();
        let f = 2.0_f64.powi(3) * 0.1 + sine * 0.1 + cosine * 0.7;
        mix(mix(long_bits(a), long_bits(b)), mix(long_bits(c), long_bits(d)) ^ mix(long_bits(e), long_bits(f)))
    }

    #[device]
    pub fn assigned(u: f64, k: u32) -> u64 {
        let mut y = u;
        y += 0.1;
        y *= 0.3;
        let mut sum = 0.1;
        for _ in 0..k {
            sum += 0.1;
            sum = sum * 1.1;
        }
        let late;
        if k > 3 {
            late = 0.1;
        } else {
            late = y;
        }
        let mut list = [0.1; 3];
        list[1] = u;
        list[2] -= 0.7;
        mix(mix(long_bits(y), long_bits(sum)), mix(long_bits(late), long_bits(list[0]) ^ long_bits(list[2])))
    }

    #[device]
    pub fn branches(u: f64, k: u32) -> u64 {
        let a = if k > 3 { 0.1 } else { u };
        let b = match k {
            0..=3 => 0.1,
            4..=7 => -u,
            _ => 0.7,
        };
        let c = loop {
            if k > 5 {
                break 0.3;
            }
            break u;
        };
        let (d, e) = if k > 3 { (u, 0.1_f32) } else { (0.1, 0.3) };
        let f = { 0.1 } + u;
        mix(mix(long_bits(a), long_bits(b)), mix(long_bits(c), long_bits(d)) ^ mix(bits(e), long_bits(f)))
    }

    #[device]
    pub fn patterns(u: f64, k: u32) -> u64 {
        let a = match u {
            0.1 => 1_u64,
            -0.75 => 2,
            3.5.. => 3,
            _ => 4,
        };
        let b = match State::new(u, 0.5).wide {
            0.5 => 1_u64,
            1.0..=4.0 => 2,
            _ => 3,
        };
        a * 10 + b + k as u64
    }

    #[device]
    pub fn single_of(k: u32) -> f32 {
        if k % 2 == 0 { 0.1 } else { 0.75 }
    }

    #[device]
    pub fn double_of(k: u32) -> f64 {
        if k % 2 == 0 { 0.3 } else { 0.75 }
    }

    #[device]
    pub fn patterns_of_results(k: u32) -> u64 {
        let a = match single_of(k) {
            0.1 => 1_u64,
            0.3..=0.8 => 2,
            _ => 3,
        };
        let wide = double_of(k);
        let b = match wide {
            0.3 => 1_u64,
            0.7..0.8 => 2,
            _ => 3,
        };
        a * 10 + b
    }

    #[device]
    pub fn casts_of_handed_over(x: f32) -> u64 {
        let a = 0.1;
        let place = Vec3::splat(a) + vec3(a, a, x);
        mix(long_bits(a as f64), bits(place.x))
    }

    pub const fn count() -> usize {
        4
    }

    #[device]
    pub const TENTHS: [f32; 4] = [0.1; count()];

    #[device]
    pub fn lengths_by_functions(k: u32) -> u64 {
        mix(bits(TENTHS[(k % 4) as usize]), TENTHS.len() as u64)
    }

    #[device]
    pub fn fields(u: f64, k: u32) -> u64 {
        let mut state = State::new(u, 0.1);
        state.wide = 0.5;
        state.wide += 0.25;
        let a = state.wide * 0.5 + 3.0 - -1.0;
        let b = (2.0 * state.wide).sqrt().max(1.5).min(2.0 * state.wide);
        let c = state.place * 0.1 + 0.3;
        let d = state.single * 0.1;
        let e = State { wide: 0.5, single: 0.1, place: 0.1 * state.place, list: [u, u] };
        let f = Couple(0.5, 0.1);
        let g = state.wide > 0.5 && 1.0 > state.single && state.wide.clamp(0.0, 1.0) < 0.875;
        let first = mix(mix(long_bits(a), long_bits(b)), mix(bits(c.y), bits(d)));
        mix(first, mix(long_bits(e.wide * f.0), bits(e.place.x + f.1)) ^ long_bits(state.grown()) ^ g as u64)
    }

    #[device]
    pub fn arguments(u: f64, x: f32) -> u64 {
        let a = twice(0.1);
        let b = twice(0.1 * 3.0 - -0.7);
        let c = mixed(0.1, &0.3, [0.1, 0.7], (0.1, 0.1));
        let late = 0.1;
        let d = twice(late);
        let e = late * 0.3;
        mix(mix(long_bits(a), long_bits(b)), mix(long_bits(c), long_bits(d)) ^ mix(long_bits(e), long_bits(u) ^ bits(x)))
    }

    #[device]
    pub fn results(u: f64, x: f32) -> u64 {
        let a = twice(u) * 0.1 + 0.7;
        let b = tenth().max(0.3);
        let c = 0.1 + early(u) * 0.7;
        let mut d = twice(u);
        d -= 0.1;
        mix(mix(long_bits(a), long_bits(b)), mix(long_bits(c), long_bits(d) ^ bits(x)))
    }

    #[device]
    pub fn generic(u: f64, x: f32) -> u64 {
        let a = chosen(u, 0.1_f64, u > 0.3);
        let b = chosen(0.1_f32, x, x > 0.3);
        mix(long_bits(a), bits(b))
    }

    #[device]
    pub fn constants(u: f64) -> u64 {
        let a = mix(mix(long_bits(NODE), long_bits(THIRD)), mix(long_bits(NODES[2]), long_bits(PAIR.0) ^ bits(PAIR.1)));
        let b = std::f64::consts::PI * 0.1 - f64::EPSILON * 0.3;
        mix(a, mix(long_bits(State::HALF), long_bits(b)) ^ long_bits(tenth()))
    }

    #[device]
    pub fn casts_of_literals() -> u64 {
        let a = 0.1 as f64;
        let b = -0.774596669241483377 as f64;
        let c = (0.1) as f32;
        let d = 0.1 as f32 as f64;
        let e = { 0.1 } as f64;
        mix(mix(long_bits(a), long_bits(b)), mix(bits(c), long_bits(d)) ^ long_bits(e))
    }

    #[device]
    pub fn casts_of_operations() -> u64 {
        let a = (1.0 / 3.0) as f64;
        let b = (0.1 + 0.2 * -0.3) as f64;
        let c = (16777217.0 * 1.0 + 1.0 - 16777216.0) as f32;
        let d = 16777217.0 as u32;
        let e = (16777216.0 + 1.0) as i64;
        mix(mix(long_bits(a), long_bits(b)), mix(bits(c), d as u64) ^ e as u64)
    }

    #[device]
    pub fn casts_of_variables(k: u32) -> u64 {
        let a = 0.1;
        let mut sum = 0.0;
        for _ in 0..k {
            sum += a;
        }
        let b = if k > 3 { 0.1 } else { 0.7 };
        mix(long_bits(sum as f64), long_bits((b * 0.3) as f64))
    }

    #[device]
    pub fn conversions(k: u32) -> u64 {
        let a = f64::from(0.1);
        let b = f64::from(1.0 / 3.0);
        let c = 0.3;
        let d = f64::from(c);
        let e = f64::from(0.1_f32);
        let f = f64::from(k) * 0.1;
        mix(mix(long_bits(a), long_bits(b)), mix(long_bits(d), long_bits(e)) ^ long_bits(f))
    }

    #[device]
    pub fn casts_to_integers(k: u32) -> u64 {
        let a = 5_000_000_000 as u64;
        let b = -3_000_000_000 as i64;
        let c = { 3_000_000_000 } as u64;
        let d = (if k > 3 { -1 } else { 2 }) as u64;
        let e = (200 + 100) as u8;
        let f = (1 - 2) as u32;
        let g = match k {
            0..=5 => 7,
            _ => -7,
        } as u64;
        mix(mix(a, b as u64), mix(c, d) ^ mix(e as u64, f as u64) ^ g)
    }

    #[device]
    pub fn casts_of_shifts(k: u32) -> u64 {
        let a = (1 << (k + 16)) as u64;
        let b = (-1 >> k) as u64;
        let c = (3 << (k * 2)) as u8;
        let d = (1_u64 << (k * 4)) as u32;
        mix(mix(a, b), mix(c as u64, d as u64))
    }

    #[device]
    pub fn casts_of_negations() -> u64 {
        let a = !0 as u64;
        let b = (!5) as i64;
        let c = !!7 as u8;
        let d = (!0 & 0xff) as u64;
        mix(mix(a, b as u64), mix(c as u64, d))
    }

    #[device]
    pub fn singles_beside_vectors(x: f32, y: f32) -> u64 {
        let v = Vec3::new(x, 0.1, y);
        let h = 0.1;
        let w = v * 0.1 + h * v - 0.7;
        let mut z = w.lerp(v, 0.3) * 2.0;
        z *= 0.1;
        let d = v.dot(w) * 0.1 + z.length() * 0.3;
        mix(mix(bits(w.x), bits(z.y)), mix(bits(d), bits(z.x * h)))
    }

    #[device]
    pub fn both_widths(u: f64, x: f32) -> u64 {
        let a = x * 0.1 + 0.3;
        let b = u * 0.1 + a as f64 * 0.3;
        let c = (u * 0.7) as f32 * 0.1;
        // What is compared here are truth values.
        let d = (u > 0.1) == (x > 0.1) || (u < 0.3) ^ (x < 0.3);
        mix(mix(bits(a), long_bits(b)), bits(c) ^ d as u64)
    }

    #[device]
    pub fn counts_of_methods(a: u32, k: u32) -> u64 {
        let d = k % 4;
        let b = a.rotate_left(1 << d);
        let c = 3_u64.wrapping_pow(1 << d);
        let e = a.wrapping_shl(1 << d) ^ a.wrapping_shr(!0 & 7);
        mix(mix(b as u64, c), e as u64)
    }

    #[device]
    pub fn strides(k: u32) -> u64 {
        let mut sum = 0_u64;
        for index in (0..40_u64).step_by(1 << (k % 4)) {
            sum = sum * 3 + index;
        }
        sum
    }
}
