//! Floats: exact operations bit for bit, also with infinities, NaN, negative zero and subnormal numbers; transcendental
//! functions within a bound.

conformance! {
    program Floats;
    cases |input| {
        arithmetic(input.x, input.y),
        arithmetic_64(input.u, input.v),
        no_contraction(input.x, input.y),
        no_contraction_64(input.u, input.v),
        sums_keep_their_order(input.x, input.y, input.k),
        remainders(input.x, input.y),
        remainders_64(input.u, input.v),
        euclidean(input.k, input.l),
        roots(input.x, input.u),
        fused_multiplication(input.x, input.y, input.u, input.v),
        rounding(input.x),
        rounding_64(input.u),
        halves(input.k),
        midpoints(input.x, input.y, input.u, input.v),
        signs(input.x, input.y),
        signs_64(input.u, input.v),
        comparisons(input.x, input.y),
        classes(input.x, input.u),
        least_and_greatest(input.x, input.y),
        clamping(input.x, input.y, input.u),
        bits_and_back(input.a, input.p, input.x, input.u),
        bytes_and_back(input.x, input.u),
        reciprocals_and_angles(input.x, input.u),
        integer_powers(input.k, input.i),
        constants(input.k),
        literals(input.x, input.u),
        as_functions(input.x, input.y),
        sine(input.x) ~ F32(3),
        cosine(input.x) ~ F32(3),
        tangent(input.x) ~ F32(5),
        sine_and_cosine(input.k) ~ F32(4),
        arc_sine(input.k) ~ F32(5),
        arc_cosine(input.k) ~ F32(4),
        arc_tangent(input.x) ~ F32(4),
        arc_tangent_2(input.x, input.y) ~ F32(5),
        hyperbolic_sine(input.x) ~ F32(5),
        hyperbolic_cosine(input.x) ~ F32(4),
        hyperbolic_tangent(input.x) ~ F32(4),
        exponential(input.x) ~ F32(4),
        exponential_of_2(input.x) ~ F32(4),
        exponential_minus_1(input.x) ~ F32(3),
        logarithm(input.x) ~ F32(3),
        logarithm_plus_1(input.x) ~ F32(3),
        logarithms(input.x, input.k) ~ F32(5),
        power(input.x, input.y) ~ F32(8),
        cube_root(input.x) ~ F32(3),
        hypotenuse(input.x, input.y) ~ F32(4),
        sine_64(input.u) ~ F64(3),
        exponential_64(input.u) ~ F64(3),
        logarithm_64(input.u) ~ F64(3),
        power_64(input.u, input.v) ~ F64(4),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    pub fn arithmetic(x: f32, y: f32) -> u64 {
        mix(mix(bits(x + y), bits(x - y)), mix(bits(x * y), bits(x / y)))
    }

    #[device]
    pub fn arithmetic_64(u: f64, v: f64) -> u64 {
        mix(mix(long_bits(u + v), long_bits(u - v)), mix(long_bits(u * v), long_bits(u / v)))
    }

    #[device]
    pub fn no_contraction(x: f32, y: f32) -> u64 {
        let square = x * 1.1 + y * 0.3;
        mix(bits(square), bits(x * x - y * y))
    }

    #[device]
    pub fn no_contraction_64(u: f64, v: f64) -> u64 {
        mix(long_bits(u * 1.1_f64 + v * 0.3_f64), long_bits(u * u - v * v))
    }

    #[device]
    pub fn sums_keep_their_order(x: f32, y: f32, k: u32) -> u64 {
        let mut sum = x;
        for step in 0..k {
            sum += y * 0.1 + step as f32;
        }
        mix(bits(sum), bits(x + y + 0.1 + 0.7 + (x - (y - 1e-3))))
    }

    #[device]
    pub fn remainders(x: f32, y: f32) -> u64 {
        let mut z = x;
        z %= 0.7;
        mix(bits(x % y), bits(z))
    }

    #[device]
    pub fn remainders_64(u: f64, v: f64) -> u64 {
        long_bits(u % v)
    }

    #[device]
    pub fn euclidean(k: u32, l: u32) -> u64 {
        let x = k as f32 * 0.75 - 5.0;
        let y = l as f32 * 0.5 - 3.25;
        mix(bits(x.rem_euclid(y)), bits(x.div_euclid(y)))
    }

    #[device]
    pub fn roots(x: f32, u: f64) -> u64 {
        mix(bits(x.sqrt()), long_bits(u.sqrt()))
    }

    #[device]
    pub fn fused_multiplication(x: f32, y: f32, u: f64, v: f64) -> u64 {
        mix(bits(x.mul_add(y, 0.1)), long_bits(u.mul_add(v, x as f64)))
    }

    #[device]
    pub fn rounding(x: f32) -> u64 {
        let down = mix(bits(x.floor()), bits(x.trunc()));
        let up = mix(bits(x.ceil()), bits(x.fract()));
        mix(mix(down, up), mix(bits(x.round()), bits(x.round_ties_even())))
    }

    #[device]
    pub fn rounding_64(u: f64) -> u64 {
        let down = mix(long_bits(u.floor()), long_bits(u.trunc()));
        let up = mix(long_bits(u.ceil()), long_bits(u.fract()));
        mix(mix(down, up), mix(long_bits(u.round()), long_bits(u.round_ties_even())))
    }

    #[device]
    pub fn halves(k: u32) -> u64 {
        let x = k as f32 * 0.5 - 3.0;
        mix(mix(bits(x.round()), bits(x.round_ties_even())), mix(bits(x.floor()), bits(x.ceil())))
    }

    #[device]
    pub fn midpoints(x: f32, y: f32, u: f64, v: f64) -> u64 {
        mix(bits(x.midpoint(y)), long_bits(u.midpoint(v)))
    }

    #[device]
    pub fn signs(x: f32, y: f32) -> u64 {
        let sign = mix(bits(x.signum()), bits(x.abs()));
        let copied = if y.is_nan() { 0 } else { bits(x.copysign(y)) };
        let negative = if x.is_nan() { 0 } else { (x.is_sign_negative() as u64) << 1 | x.is_sign_positive() as u64 };
        mix(mix(sign, copied), mix(negative, bits(-x)))
    }

    #[device]
    pub fn signs_64(u: f64, v: f64) -> u64 {
        let copied = if v.is_nan() { 0 } else { long_bits(u.copysign(v)) };
        mix(mix(long_bits(u.signum()), long_bits(u.abs())), mix(copied, long_bits(-u)))
    }

    #[device]
    pub fn comparisons(x: f32, y: f32) -> u64 {
        let mut result = (x < y) as u64;
        result |= ((x <= y) as u64) << 1 | ((x > y) as u64) << 2 | ((x >= y) as u64) << 3;
        result |= ((x == y) as u64) << 4 | ((x != y) as u64) << 5;
        // Not the same as `x >= y` where one is NaN.
        result |= (!(x < y) as u64) << 6;
        result
    }

    #[device]
    pub fn classes(x: f32, u: f64) -> u64 {
        let short = x.is_nan() as u64 | (x.is_finite() as u64) << 1 | (x.is_infinite() as u64) << 2 | (x.is_normal() as u64) << 3;
        let long = u.is_nan() as u64 | (u.is_finite() as u64) << 1 | (u.is_infinite() as u64) << 2 | (u.is_subnormal() as u64) << 3;
        short | long << 8 | (x.is_subnormal() as u64) << 16
    }

    #[device]
    pub fn least_and_greatest(x: f32, y: f32) -> u64 {
        // Which zero is the smaller one is open in Rust.
        let x = if x == 0.0 { 0.0 } else { x };
        let y = if y == 0.0 { 0.0 } else { y };
        let pair = mix(bits(x.min(y)), bits(x.max(y)));
        mix(pair, mix(bits(f32::min(x, 0.25)), bits(x.max(-1.0).min(1.0))))
    }

    #[device]
    pub fn clamping(x: f32, y: f32, u: f64) -> u64 {
        let high = if y > 0.5 { y } else { 0.75 };
        mix(bits(x.clamp(0.5, high)), long_bits(u.clamp(-1.0_f64, 1.0_f64)))
    }

    #[device]
    pub fn bits_and_back(a: u32, p: u64, x: f32, u: f64) -> u64 {
        let short = f32::from_bits(a);
        let long = f64::from_bits(p);
        let halved = if x.is_finite() { f32::from_bits(x.to_bits() ^ 1) } else { 0.0 };
        mix(mix(bits(short), long_bits(long)), mix(bits(halved), long_bits(u + long)))
    }

    #[device]
    pub fn bytes_and_back(x: f32, u: f64) -> u64 {
        let [first, .., last] = x.to_be_bytes();
        let turned = f32::from_le_bytes(x.to_be_bytes()).to_bits();
        let same = f64::from_ne_bytes(u.to_ne_bytes());
        mix(mix(u64::from(first), u64::from(last)), mix(u64::from(turned), same.to_bits()))
    }

    #[device]
    pub fn reciprocals_and_angles(x: f32, u: f64) -> u64 {
        let short = mix(bits(x.recip()), mix(bits(x.to_radians()), bits(x.to_degrees())));
        mix(short, mix(long_bits(u.recip()), mix(long_bits(u.to_radians()), long_bits(u.to_degrees()))))
    }

    #[device]
    pub fn integer_powers(k: u32, i: i32) -> u64 {
        let x = 0.7 + k as f32 * 0.2;
        let exponent = i % 9;
        let square = x.powi(2);
        mix(bits(x.powi(exponent)), bits(square))
    }

    #[device]
    pub fn constants(k: u32) -> u64 {
        let mut result = mix(bits(f32::MAX), bits(f32::MIN));
        result = mix(result, mix(bits(f32::EPSILON), bits(f32::MIN_POSITIVE)));
        result = mix(result, mix(bits(f32::INFINITY), bits(f32::NEG_INFINITY)));
        result = mix(result, bits(f32::NAN));
        result = mix(result, mix(bits(std::f32::consts::PI), long_bits(std::f64::consts::TAU)));
        result = mix(result, mix(bits(core::f32::consts::FRAC_1_SQRT_2), long_bits(std::f64::consts::E)));
        result = mix(result, mix(long_bits(f64::MAX), long_bits(f64::EPSILON)));
        mix(result, k as u64)
    }

    #[device]
    pub fn literals(x: f32, u: f64) -> u64 {
        let short = x + 1e3 + 1.5E-3 + 2. + 1_000.25 + 3f32;
        let long = u + 1e300_f64 + 0.1f64 + 7f64;
        let single: f32 = 0.1;
        let double: f64 = 0.1_f64;
        mix(mix(bits(short), long_bits(long)), mix(bits(single), long_bits(double)))
    }

    #[device]
    pub fn as_functions(x: f32, y: f32) -> u64 {
        let root = f32::sqrt(x);
        let fused = f32::mul_add(x, y, 1.0);
        mix(mix(bits(root), bits(fused)), mix(bits(f32::abs(x)), bits(f32::floor(y))))
    }

    #[device]
    pub fn sine(x: f32) -> u64 {
        bits(x.sin())
    }

    #[device]
    pub fn cosine(x: f32) -> u64 {
        bits(x.cos())
    }

    #[device]
    pub fn tangent(x: f32) -> u64 {
        bits(x.tan())
    }

    #[device]
    pub fn sine_and_cosine(k: u32) -> u64 {
        let (sine, cosine) = (k as f32 * 0.3 - 2.0).sin_cos();
        bits(sine.abs() + cosine.abs())
    }

    #[device]
    pub fn arc_sine(k: u32) -> u64 {
        bits((k as f32 / 7.5 - 1.0).asin())
    }

    #[device]
    pub fn arc_cosine(k: u32) -> u64 {
        bits((k as f32 / 7.5 - 1.0).acos())
    }

    #[device]
    pub fn arc_tangent(x: f32) -> u64 {
        bits(x.atan())
    }

    #[device]
    pub fn arc_tangent_2(x: f32, y: f32) -> u64 {
        bits(y.atan2(x))
    }

    #[device]
    pub fn hyperbolic_sine(x: f32) -> u64 {
        bits(x.sinh())
    }

    #[device]
    pub fn hyperbolic_cosine(x: f32) -> u64 {
        bits(x.cosh())
    }

    #[device]
    pub fn hyperbolic_tangent(x: f32) -> u64 {
        bits(x.tanh())
    }

    #[device]
    pub fn exponential(x: f32) -> u64 {
        bits(x.exp())
    }

    #[device]
    pub fn exponential_of_2(x: f32) -> u64 {
        bits(x.exp2())
    }

    #[device]
    pub fn exponential_minus_1(x: f32) -> u64 {
        bits(x.exp_m1())
    }

    #[device]
    pub fn logarithm(x: f32) -> u64 {
        bits(x.ln())
    }

    #[device]
    pub fn logarithm_plus_1(x: f32) -> u64 {
        bits(x.ln_1p())
    }

    #[device]
    pub fn logarithms(x: f32, k: u32) -> u64 {
        match k % 3 {
            0 => bits(x.log2()),
            1 => bits(x.log10()),
            _ => bits(x.log(3.0)),
        }
    }

    #[device]
    pub fn power(x: f32, y: f32) -> u64 {
        bits(x.powf(y))
    }

    #[device]
    pub fn cube_root(x: f32) -> u64 {
        bits(x.cbrt())
    }

    #[device]
    pub fn hypotenuse(x: f32, y: f32) -> u64 {
        bits(x.hypot(y))
    }

    #[device]
    pub fn sine_64(u: f64) -> u64 {
        long_bits(u.sin())
    }

    #[device]
    pub fn exponential_64(u: f64) -> u64 {
        long_bits(u.exp())
    }

    #[device]
    pub fn logarithm_64(u: f64) -> u64 {
        long_bits(u.ln())
    }

    #[device]
    pub fn power_64(u: f64, v: f64) -> u64 {
        long_bits(u.powf(v))
    }
}
