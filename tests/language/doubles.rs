//! The functions of mathematics in f64, within units in the last place.

conformance! {
    program Doubles;
    cases |input| {
        cosine(input.u) ~ F64(4),
        tangent(input.u) ~ F64(4),
        sine_and_cosine(input.v) ~ F64(4),
        arc_sine(input.k) ~ F64(4),
        arc_cosine(input.k) ~ F64(4),
        arc_tangent(input.u) ~ F64(4),
        arc_tangent_2(input.u, input.v) ~ F64(4),
        hyperbolic_sine(input.u) ~ F64(4),
        hyperbolic_cosine(input.u) ~ F64(4),
        hyperbolic_tangent(input.u) ~ F64(4),
        exponential_of_2(input.u) ~ F64(4),
        exponential_minus_1(input.u) ~ F64(4),
        logarithm_plus_1(input.u) ~ F64(4),
        logarithms(input.u, input.l) ~ F64(5),
        cube_root(input.u) ~ F64(4),
        hypotenuse(input.u, input.v) ~ F64(4),
    }

    use crate::input::long_bits;

    #[device]
    pub fn cosine(u: f64) -> u64 {
        long_bits(u.cos())
    }

    #[device]
    pub fn tangent(u: f64) -> u64 {
        long_bits(u.tan())
    }

    #[device]
    pub fn sine_and_cosine(v: f64) -> u64 {
        let (sine, cosine) = v.sin_cos();
        if sine > cosine { long_bits(sine) } else { long_bits(cosine) }
    }

    #[device]
    pub fn arc_sine(k: u32) -> u64 {
        long_bits((k as f64 / 7.5_f64 - 1.0_f64).asin())
    }

    #[device]
    pub fn arc_cosine(k: u32) -> u64 {
        long_bits((k as f64 / 7.5_f64 - 1.0_f64).acos())
    }

    #[device]
    pub fn arc_tangent(u: f64) -> u64 {
        long_bits(u.atan())
    }

    #[device]
    pub fn arc_tangent_2(u: f64, v: f64) -> u64 {
        long_bits(u.atan2(v))
    }

    #[device]
    pub fn hyperbolic_sine(u: f64) -> u64 {
        long_bits(u.sinh())
    }

    #[device]
    pub fn hyperbolic_cosine(u: f64) -> u64 {
        long_bits(u.cosh())
    }

    #[device]
    pub fn hyperbolic_tangent(u: f64) -> u64 {
        long_bits(u.tanh())
    }

    #[device]
    pub fn exponential_of_2(u: f64) -> u64 {
        long_bits(u.exp2())
    }

    #[device]
    pub fn exponential_minus_1(u: f64) -> u64 {
        long_bits(u.exp_m1())
    }

    #[device]
    pub fn logarithm_plus_1(u: f64) -> u64 {
        long_bits(u.ln_1p())
    }

    #[device]
    pub fn logarithms(u: f64, l: u32) -> u64 {
        match l % 3 {
            0 => long_bits(u.log2()),
            1 => long_bits(u.log10()),
            _ => long_bits(u.log(3.0_f64)),
        }
    }

    #[device]
    pub fn cube_root(u: f64) -> u64 {
        long_bits(u.cbrt())
    }

    #[device]
    pub fn hypotenuse(u: f64, v: f64) -> u64 {
        long_bits(u.hypot(v))
    }
}
