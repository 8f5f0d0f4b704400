//! Casts with `as`: truncation, sign extension, saturation, NaN, rounding, and conversions by `from`.

conformance! {
    program Casts;
    cases |input| {
        float_to_unsigned(input.x),
        float_to_signed(input.x),
        double_to_unsigned(input.u),
        double_to_signed(input.u),
        float_to_pointer_sized(input.x, input.u),
        integer_to_float(input.a, input.i, input.p, input.m),
        integer_to_double(input.a, input.i, input.p, input.m),
        small_integer_to_float(input.a, input.i),
        float_to_double(input.x),
        double_to_float(input.u),
        narrowing(input.p, input.m),
        narrowing_unsigned_to_signed(input.a, input.p),
        widening(input.a, input.i),
        sign_changes(input.a, input.i, input.p, input.m),
        chains(input.p, input.x, input.i),
        chains_through_small_types(input.a, input.i),
        pointer_sized(input.p, input.m, input.a),
        booleans(input.a, input.b, input.i),
        enums(input.k),
        literals(input.a),
        conversions(input.a, input.i, input.x),
        in_expressions(input.a, input.b, input.x, input.i),
        edges_of_saturation(input.k),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    pub fn float_to_unsigned(x: f32) -> u64 {
        mix(mix(x as u8 as u64, x as u16 as u64), mix(x as u32 as u64, x as u64))
    }

    #[device]
    pub fn float_to_signed(x: f32) -> u64 {
        mix(mix(x as i8 as u64, x as i16 as u64), mix(x as i32 as u64, x as i64 as u64))
    }

    #[device]
    pub fn double_to_unsigned(u: f64) -> u64 {
        mix(mix(u as u8 as u64, u as u16 as u64), mix(u as u32 as u64, u as u64))
    }

    #[device]
    pub fn double_to_signed(u: f64) -> u64 {
        mix(mix(u as i8 as u64, u as i16 as u64), mix(u as i32 as u64, u as i64 as u64))
    }

    #[device]
    pub fn float_to_pointer_sized(x: f32, u: f64) -> u64 {
        mix(mix(x as usize as u64, x as isize as u64), mix(u as usize as u64, u as isize as u64))
    }

    #[device]
    pub fn integer_to_float(a: u32, i: i32, p: u64, m: i64) -> u64 {
        mix(mix(bits(a as f32), bits(i as f32)), mix(bits(p as f32), bits(m as f32)))
    }

    #[device]
    pub fn integer_to_double(a: u32, i: i32, p: u64, m: i64) -> u64 {
        mix(mix(long_bits(a as f64), long_bits(i as f64)), mix(long_bits(p as f64), long_bits(m as f64)))
    }

    #[device]
    pub fn small_integer_to_float(a: u32, i: i32) -> u64 {
        mix(mix(bits(a as u8 as f32), bits(i as i8 as f32)), mix(long_bits(a as u16 as f64), bits(i as i16 as f32)))
    }

    #[device]
    pub fn float_to_double(x: f32) -> u64 {
        long_bits(x as f64)
    }

    #[device]
    pub fn double_to_float(u: f64) -> u64 {
        bits(u as f32)
    }

    #[device]
    pub fn narrowing(p: u64, m: i64) -> u64 {
        let unsigned = mix(p as u32 as u64, mix(p as u16 as u64, p as u8 as u64));
        mix(unsigned, mix(m as i32 as u64, mix(m as i16 as u64, m as i8 as u64)))
    }

    #[device]
    pub fn narrowing_unsigned_to_signed(a: u32, p: u64) -> u64 {
        mix(mix(a as i8 as u64, a as i16 as u64), mix(p as i32 as u64, p as i8 as i64 as u64))
    }

    #[device]
    pub fn widening(a: u32, i: i32) -> u64 {
        // A signed number keeps its sign, whatever it becomes.
        mix(mix(a as u64, i as u64), mix(a as i64 as u64, i as i64 as u64))
    }

    #[device]
    pub fn sign_changes(a: u32, i: i32, p: u64, m: i64) -> u64 {
        let negative = (a as i32) < 0;
        let large = i as u32 > 0x7fff_ffff;
        mix(mix(negative as u64, large as u64), mix(((p as i64) < 0) as u64, (m as u64 > 1 << 63) as u64))
    }

    #[device]
    pub fn chains(p: u64, x: f32, i: i32) -> u64 {
        mix(mix(p as u8 as u32 as f32 as u64, x as u8 as u32 as u64), i as u8 as i8 as i64 as u64)
    }

    #[device]
    pub fn chains_through_small_types(a: u32, i: i32) -> u64 {
        let byte = a as u8;
        let back = byte as u32;
        let signed = i as i16 as u16 as u32;
        mix(back as u64, (signed + (a as u16 as i16 as i32 as u32 >> 16)) as u64)
    }

    #[device]
    pub fn pointer_sized(p: u64, m: i64, a: u32) -> u64 {
        mix(mix(p as usize as u32 as u64, m as isize as i32 as u64), mix(a as usize as u64, a as isize as u64))
    }

    #[device]
    pub fn booleans(a: u32, b: u32, i: i32) -> u64 {
        let less = a < b;
        let number = less as u32 + (i > 0) as u32 + true as u32;
        mix(number as u64, (less as u8 as u64) << 4 | (less as i64 as u64))
    }

    /// A size, with gaps.
    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Size {
        Small,
        Medium = 7,
        Large,
        Huge = 200,
    }

    #[device]
    pub fn enums(k: u32) -> u64 {
        let size = match k % 4 {
            0 => Size::Small,
            1 => Size::Medium,
            2 => Size::Large,
            _ => Size::Huge,
        };
        let constant = Size::Large as u32;
        mix(size as u64, (size as u32 + constant) as u64 | (size as u8 as u64) << 32 | (size as i8 as u64))
    }

    #[device]
    pub fn literals(a: u32) -> u64 {
        let byte = 300_u32 as u8 as u32;
        let negative = -1_i32 as u32;
        let saturated = 1e10 as u32;
        let nothing = -1.5_f32 as u8;
        mix(mix((a ^ byte) as u64, negative as u64), mix(saturated as u64, nothing as u64 + 3 as u64))
    }

    #[device]
    pub fn conversions(a: u32, i: i32, x: f32) -> u64 {
        let wide = u64::from(a) + u64::from(a as u8) + u64::from(a > 7);
        let signed = i64::from(i) + i64::from(i as i16) + i64::from(a);
        let double = f64::from(x) + f64::from(i) + f64::from(a);
        let single = f32::from(i as i16) + f32::from(a as u8);
        mix(mix(wide, signed as u64), mix(long_bits(double), bits(single)))
    }

    #[device]
    pub fn in_expressions(a: u32, b: u32, x: f32, i: i32) -> u64 {
        let fraction = a as f32 / (b as f32 + 1.0);
        let cell = (x * 16.0) as i32;
        let less = (i as i64) < b as i64;
        let index = (a as usize + b as usize) % 7;
        mix(mix(bits(fraction), cell as u64), mix(less as u64, index as u64))
    }

    #[device]
    pub fn edges_of_saturation(k: u32) -> u64 {
        let edges = [
            2_147_483_520.0, 2_147_483_648.0, -2_147_483_648.0, -2_147_483_904.0, 4_294_967_040.0, 4_294_967_296.0,
            9.223_371_5e18, 9.223_372e18, -9.223_372e18, 1.844_674_3e19, 1.844_674_4e19, 127.99, -128.99, 255.99, -0.99, 65536.0,
        ];
        let x: f32 = edges[k as usize];
        let double = x as f64;
        let short = mix(x as i32 as u64, x as u32 as u64);
        let long = mix(x as i64 as u64, x as u64);
        let small = mix(x as i8 as u64, mix(x as u8 as u64, x as u16 as u64));
        mix(mix(short, long), mix(small, mix(double as i32 as u64, double as u64)))
    }
}
