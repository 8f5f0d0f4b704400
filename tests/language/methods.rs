//! Methods that no other group uses: each row of the table of methods is called somewhere. And methods by all ways to call them.

conformance! {
    program Methods;
    cases |input| {
        functions_of_integers(input.a, input.b, input.i, input.k, input.p),
        functions_of_floats(input.x, input.y, input.u, input.v),
        functions_with_literals(input.a, input.x, input.u, input.k),
        casts_of_signs(input.a, input.i, input.p, input.m),
        glams_methods_of_floats(input.x, input.y),
        glams_methods_of_doubles(input.u, input.v),
        inverse_hyperbolic(input.k, input.l) ~ F32(16),
        inverse_hyperbolic_double(input.k, input.l) ~ F64(16),
        own_methods_beside_those_of_floats(input.x, input.k),
        own_methods_on_copies(input.k, input.l),
        methods_of_copies(input.a, input.k),
        indices_without_a_type(input.a, input.b, input.k),
        literals_in_generic_functions(input.a, input.p, input.x),
        own_methods_named_like_those_of_integers(input.a, input.b),
        lengths_of_vectors(input.k, input.l),
        limits_of_vectors(input.k, input.l),
        positions_in_vectors(input.x, input.y),
        steps_of_vectors(input.k, input.l),
        projections_of_vectors(input.k, input.l),
        parts_of_vectors(input.x, input.y, input.k, input.l),
        bases(input.k, input.l),
        angles_of_vectors(input.k, input.l) ~ F32(64),
        turns_of_vectors(input.k, input.l) ~ F32(256),
        parts_of_matrices(input.k, input.l),
        sums_of_matrices(input.k, input.l),
        products_of_matrices(input.k, input.l),
        inverses_of_matrices(input.k, input.l),
        matrices_of_matrices(input.k, input.l),
        matrices_that_turn(input.k, input.l) ~ F32(256),
        remainders_of_vectors(input.k, input.l),
        powers_of_vectors(input.k, input.l) ~ F32(32),
        constants_of_all_types(input.k),
        constants_of_floats(input.k),
        bounds_of_methods(input.x, input.k),
        traits_called_like_generated_names(input.x),
    }

    use crate::input::{bits, long_bits, mix};
    use whipple::glam::FloatExt as _;

    #[device]
    pub fn of2(v: Vec2) -> u64 {
        mix(bits(v.x), bits(v.y))
    }

    #[device]
    pub fn of3(v: Vec3) -> u64 {
        mix(of2(v.truncate()), bits(v.z))
    }

    #[device]
    pub fn of4(v: Vec4) -> u64 {
        mix(of3(v.truncate()), bits(v.w))
    }

    #[device]
    pub fn of_mat3(m: Mat3) -> u64 {
        mix(mix(of3(m.x_axis), of3(m.y_axis)), of3(m.z_axis))
    }

    #[device]
    pub fn of_mat4(m: Mat4) -> u64 {
        mix(mix(of4(m.x_axis), of4(m.y_axis)), mix(of4(m.z_axis), of4(m.w_axis)))
    }

    #[device]
    pub fn point(k: u32, l: u32) -> Vec4 {
        let x = k as f32 * 0.37 - 2.3;
        let y = l as f32 * 0.41 - 3.1;
        Vec4::new(x, y, x * y - 0.7, x - y + 0.3)
    }

    #[device]
    pub fn matrix(k: u32, l: u32) -> Mat4 {
        Mat4::from_rows(point(k, l), point(l, k + 1), Vec4::new(0.3, 1.0, k as f32, 2.0), Vec4::new(1.0, 0.1, 0.2, 3.0))
    }

    #[device]
    pub fn functions_of_integers(a: u32, b: u32, i: i32, k: u32, p: u64) -> u64 {
        let mut result = mix(u32::isqrt(a) as u64, u64::from(u32::saturating_pow(a, k)));
        result = mix(result, mix(u32::ilog10(a | 1) as u64, u64::from(u32::is_multiple_of(a, b))));
        result = mix(result, mix(u32::next_multiple_of(a / 2, k + 1) as u64, u64::midpoint(p, 12)));
        result = mix(result, mix(i32::saturating_neg(i) as u64, i32::saturating_abs(i) as u64));
        mix(result, mix(u8::wrapping_pow(a as u8, k) as u64, u32::clamp(a, 3, b.max(3)) as u64))
    }

    #[device]
    pub fn functions_of_floats(x: f32, y: f32, u: f64, v: f64) -> u64 {
        // Which of 0 and -0 is the larger is open.
        let single = mix(bits(f32::max(x, y) + 0.0), bits(f32::mul_add(x, y, 0.5)));
        let double = mix(long_bits(f64::min(u, v) + 0.0), long_bits(f64::copysign(u, v)));
        let kinds = f32::is_nan(x) as u64 | (f64::is_sign_negative(u) as u64) << 1 | (f32::is_finite(x) as u64) << 2;
        mix(mix(single, double), mix(kinds, f64::to_bits(if u.is_nan() { 1.0 } else { u })))
    }

    #[device]
    pub fn functions_with_literals(a: u32, x: f32, u: f64, k: u32) -> u64 {
        let powers = mix(u32::pow(2, k) as u64, u64::pow(3, k) ^ i64::pow(-2, k) as u64);
        let turned = mix(u8::rotate_left(5, k) as u64, u32::wrapping_add(7, a) as u64);
        let floats = mix(bits(f32::max(0.5, x)), long_bits(f64::max(0.1, u)));
        let read = mix(bits(f32::from_bits(0x3fc0_0000)), long_bits(f64::from_bits(0x3ff8_0000_0000_0001)));
        mix(mix(powers, turned), mix(floats, mix(read, u32::default() as u64 + bool::default() as u64)))
    }

    #[device]
    pub fn casts_of_signs(a: u32, i: i32, p: u64, m: i64) -> u64 {
        let narrow = (a as u8).cast_signed() as i64 as u64 ^ ((i as i16).cast_unsigned() as u64) << 20;
        mix(narrow, mix(a.cast_signed() as i64 as u64 ^ i.cast_unsigned() as u64, p.cast_signed() as u64 ^ m.cast_unsigned()))
    }

    #[device]
    pub fn glams_methods_of_floats(x: f32, y: f32) -> u64 {
        let steps = mix(bits(x.step(y)), mix(bits(x.saturate() + 0.0), bits(x.smoothstep(-1.0, 3.0))));
        let ways = mix(bits(x.lerp(y, 0.3)), mix(bits(x.lerp_monotonic(y, 0.3)), bits(x.move_towards(y, 0.7))));
        mix(mix(steps, ways), mix(bits(x.fract_gl()), bits(f32::inverse_lerp(x, 2.0, y))))
    }

    #[device]
    pub fn glams_methods_of_doubles(u: f64, v: f64) -> u64 {
        let steps = mix(long_bits(u.step(v)), mix(long_bits(u.saturate() + 0.0), long_bits(u.smoothstep(-1.0, 3.1))));
        let ways = mix(long_bits(u.lerp_monotonic(v, 0.1)), long_bits(u.move_towards(v, 0.7)));
        mix(mix(steps, ways), mix(long_bits(u.fract_gl()), long_bits(f64::inverse_lerp(0.1, 0.7, v))))
    }

    #[device]
    pub fn inverse_hyperbolic(k: u32, l: u32) -> u64 {
        let (x, y) = (k as f32 * 0.41 + 0.2, l as f32 * 0.05 + 0.1);
        bits(x.asinh() + (x + 1.5).acosh() + y.atanh())
    }

    #[device]
    pub fn inverse_hyperbolic_double(k: u32, l: u32) -> u64 {
        let (x, y) = (k as f64 * 0.41 + 0.2, l as f64 * 0.05 + 0.1);
        long_bits(x.asinh() + (x + 1.5).acosh() + y.atanh())
    }

    /// Its methods have names that floats have methods of, too, and change it.
    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Walker {
        pub at: u32,
        pub sum: f32,
    }

    #[device]
    impl Walker {
        pub fn step(&mut self, by: f32) -> f32 {
            self.at = self.at * 3 + 1;
            self.sum += by;
            self.sum
        }

        pub fn saturate(&mut self) -> u32 {
            self.at = self.at.min(1000);
            self.at
        }

        pub fn move_towards(&mut self, to: f32, by: f32) {
            self.sum = self.sum.move_towards(to, by.step(self.sum));
        }

        pub fn add(&mut self, by: u32) -> u32 {
            self.at += by;
            self.at
        }
    }

    #[device]
    pub fn of_walker(walker: Walker) -> u64 {
        mix(walker.at as u64, bits(walker.sum))
    }

    #[device]
    pub fn own_methods_beside_those_of_floats(x: f32, k: u32) -> u64 {
        let mut walker = Walker { at: k, sum: 0.5 };
        let first = walker.step(0.5) * 100.0 + walker.step(0.25) + walker.sum;
        let second = walker.saturate() * 10 + walker.add(2) + walker.at;
        walker.move_towards(7.0, 0.5);
        walker.step(x.step(0.5) + x.saturate());
        mix(mix(bits(first), second as u64), of_walker(walker))
    }

    #[device]
    pub fn own_methods_on_copies(k: u32, l: u32) -> u64 {
        let walker = Walker { at: k, sum: 1.0 };
        let mut other = Walker { at: l, sum: 2.0 };
        let first = walker.clone().step(3.0) + other.clone().step(5.0);
        let second = { other }.add(l) + (if k > l { walker } else { other }).add(7) + other.clone().saturate();
        other.clone().move_towards(9.0, 9.0);
        mix(mix(bits(first), second as u64), mix(of_walker(walker), of_walker(other)))
    }

    #[device]
    pub fn methods_of_copies(a: u32, k: u32) -> u64 {
        let mut values = [a, k, 7];
        let mut some = if k > 3 { Some(a) } else { None };
        let first = some.clone().take().unwrap_or(1) as u64 + some.clone().replace(9).unwrap_or(2) as u64;
        values.clone().swap(0, 1);
        values.clone().fill(5);
        let second = mix(values[0] as u64, values[1] as u64);
        values.swap(1, 2);
        mix(mix(first, second), mix(some.replace(3).unwrap_or(8) as u64, values[1] as u64))
    }

    #[device]
    pub fn indices_without_a_type(a: u32, b: u32, k: u32) -> u64 {
        let mut values = [a, b, k, 9];
        let last = 3;
        let mut at = 0;
        values.swap(at, last);
        at += 1;
        values.swap(at, 2);
        mix(mix(values[0] as u64, values[1] as u64), mix(values[2] as u64, values[at] as u64))
    }

    #[device]
    pub fn with_literals<T: Copy>(_kind: T, a: u32, p: u64) -> u64 {
        let short = a.wrapping_div(5) ^ a.wrapping_rem(7) ^ a.midpoint(9) ^ (a / 2).next_multiple_of(3);
        let five = 5;
        let long = p.midpoint(1 << 40) ^ p.wrapping_rem(five) ^ p.isqrt().saturating_pow(3);
        mix(short as u64, long ^ u64::pow(2, 3) ^ p.checked_div(3).unwrap_or(4))
    }

    #[device]
    pub fn literals_in_generic_functions(a: u32, p: u64, x: f32) -> u64 {
        mix(with_literals(x, a, p), with_literals(a, a / 3, p / 3))
    }

    /// Words of bits.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Words {
        pub low: u32,
        pub high: u32,
    }

    #[device]
    impl Words {
        pub fn leading_set(&self) -> bool {
            self.high >> 31 == 1
        }

        pub fn count_even(&self) -> bool {
            (self.low.count_ones() + self.high.count_ones()) % 2 == 0
        }
    }

    #[device]
    pub fn own_methods_named_like_those_of_integers(a: u32, b: u32) -> u64 {
        let words = Words { low: a, high: b };
        let both = words.leading_set() & words.count_even();
        let either = Some(words.leading_set() | words.count_even());
        let pair = (words.leading_set() ^ words.count_even(), [both, !both]);
        let all = pair.1[0] | either.unwrap_or(false);
        both as u64 | (pair.0 as u64) << 1 | (all as u64) << 2 | (a.is_power_of_two() as u64) << 3
    }

    #[device]
    pub fn lengths_of_vectors(k: u32, l: u32) -> u64 {
        let v = point(k, l);
        let w = if k == l { Vec4::ZERO } else { v };
        let (two, size2) = w.truncate().truncate().normalize_and_length();
        let (three, size3) = w.truncate().normalize_and_length();
        let (four, size4) = w.normalize_and_length();
        let pairs = mix(mix(of2(two), bits(size2)), mix(mix(of3(three), bits(size3)), mix(of4(four), bits(size4))));
        let or = mix(of2(w.truncate().truncate().normalize_or(Vec2::Y)), of3(w.truncate().normalize_or(Vec3::Z)));
        mix(mix(pairs, or), mix(of4(w.normalize_or(Vec4::W)), of4(v.dot_into_vec(point(l, k)))))
    }

    #[device]
    pub fn limits_of_vectors(k: u32, l: u32) -> u64 {
        let v = point(k, l);
        let short = mix(of2(v.truncate().truncate().clamp_length(1.0, 2.0)), of3(v.truncate().clamp_length(1.0, 2.0)));
        let least = mix(of3(v.truncate().clamp_length_min(3.0)), of4(v.clamp_length_min(3.0)));
        mix(mix(short, least), mix(of4(v.clamp_length(1.0, 2.0)), of2(v.truncate().truncate().clamp_length_min(1.5))))
    }

    #[device]
    pub fn positions_in_vectors(x: f32, y: f32) -> u64 {
        let (two, three, four) = (Vec2::new(x, y), Vec3::new(x, y, 0.5), Vec4::new(0.5, x, y, -1.0));
        let most = two.max_position() * 100 + three.max_position() * 10 + four.max_position();
        let least = two.min_position() * 100 + three.min_position() * 10 + four.min_position();
        let signs = two.is_negative_bitmask() * 100 + three.is_negative_bitmask() * 10 + four.is_negative_bitmask();
        let is_near = two.abs_diff_eq(two, 0.1) as u64 | (four.abs_diff_eq(Vec4::ONE, 2.0) as u64) << 1;
        // Where a component is NaN, glam does not promise a position.
        let positions = if x.is_nan() || y.is_nan() { 0 } else { mix(most as u64, least as u64) };
        mix(positions, mix(if x.is_nan() || y.is_nan() { 0 } else { signs as u64 }, is_near))
    }

    #[device]
    pub fn steps_of_vectors(k: u32, l: u32) -> u64 {
        let (v, w) = (point(k, l), point(l, k));
        let (v3, w3, v2, w2) = (v.truncate(), w.truncate(), v.truncate().truncate(), w.truncate().truncate());
        let four = mix(mix(of4(v.step(w)), of4(v.saturate())), mix(of4(v.lerp_monotonic(w, 0.3)), of4(v.fract_gl())));
        let three = mix(of3(v3.step(w3)), mix(of3(v3.smoothstep(-w3.abs(), Vec3::ONE)), of3(v3.move_towards(w3, 0.5))));
        let two = mix(mix(of2(v2.saturate()), of2(v2.lerp_monotonic(w2, 0.7))), mix(of2(v2.move_towards(w2, 9.0)), of2(v2.fract_gl())));
        mix(mix(four, three), mix(two, of4(v.move_towards(w, 1.0))))
    }

    #[device]
    pub fn projections_of_vectors(k: u32, l: u32) -> u64 {
        let v = point(k, l);
        let axis = Vec4::new(0.6, 0.0, 0.8, 0.0);
        let onto = mix(of4(v.project_onto_normalized(axis)), of3(v.truncate().project_onto_normalized(axis.truncate())));
        let from = mix(of4(v.reject_from_normalized(axis)), of2(v.truncate().truncate().reject_from_normalized(Vec2::X)));
        let three = mix(of3(v.project()), of3(Vec3::from_homogeneous(v)));
        mix(mix(onto, from), mix(three, of4(v.truncate().to_homogeneous())))
    }

    #[device]
    pub fn remainders_of_vectors(k: u32, l: u32) -> u64 {
        let (v, w) = (point(k, l), point(l + 1, k));
        let euclid = mix(of4(v.rem_euclid(w)), of3(v.truncate().div_euclid(w.truncate())));
        let kinds = v.is_finite() as u64 | (w.is_nan() as u64) << 1 | ((v / Vec4::ZERO).is_finite() as u64) << 2;
        mix(mix(euclid, kinds), mix(of4(v.copysign(w)), of2(v.truncate().truncate().copysign(Vec2::NEG_X))))
    }

    #[device]
    pub fn powers_of_vectors(k: u32, l: u32) -> u64 {
        let v = point(k, l).truncate().abs() * 0.2 + 1.1;
        let (sine, cosine) = (v * 0.3).sin_cos();
        let waves = sine + cosine + (v * 0.2).sin() + (v * 0.2).cos();
        let powers = v.exp() + v.exp2() + v.powf(1.5) + v.ln() + v.log2();
        bits((waves + powers + v.sqrt()).element_sum())
    }

    #[device]
    pub fn parts_of_vectors(x: f32, y: f32, k: u32, l: u32) -> u64 {
        let v = point(k, l);
        let three = v.truncate().with_x(x).with_z(y);
        let turned = Vec2::new(x, y).rotate(Vec2::new(0.6, 0.8));
        mix(mix(of3(three), of4(v.with_w(x).with_z(y).with_y(0.5))), of2(turned.with_x(x)))
    }

    #[device]
    pub fn bases(k: u32, l: u32) -> u64 {
        let v = point(k, l).truncate();
        let (first, second) = v.normalize().any_orthonormal_pair();
        mix(mix(of3(first), of3(second)), of3(v.normalize().any_orthonormal_vector()))
    }

    #[device]
    pub fn angles_of_vectors(k: u32, l: u32) -> u64 {
        let v = point(k, l).truncate();
        let w = point(l + 1, k).truncate();
        bits(v.truncate().to_angle() + v.truncate().angle_to(w.truncate()) + v.angle_to(w, Vec3::Y) + 10.0)
    }

    #[device]
    pub fn turns_of_vectors(k: u32, l: u32) -> u64 {
        let v = Vec3::new(10.0, 11.0, 12.0);
        let angle = k as f32 * 0.1;
        let three = v.rotate_x(angle).rotate_y(0.3 - l as f32 * 0.1).rotate_z(angle * 0.5);
        let two = v.truncate().rotate_angle(angle) + Vec2::from_angle(angle);
        bits(three.length() + two.length() + 1.0)
    }

    #[device]
    pub fn parts_of_matrices(k: u32, l: u32) -> u64 {
        let four = matrix(k, l);
        let three = Mat3::from_mat4(four);
        let rows = three.to_cols_array_2d();
        let more = four.to_cols_array_2d();
        let elements = mix(bits(rows[0][1] + rows[2][0]), bits(more[3][2] + more[1][k as usize % 4]));
        let round = mix(of_mat3(Mat3::from_cols_array_2d(&rows)), of_mat4(Mat4::from_cols_array_2d(&more)));
        mix(mix(elements, round), mix(of3(three.diagonal()), of4(four.diagonal())))
    }

    #[device]
    pub fn sums_of_matrices(k: u32, l: u32) -> u64 {
        let (a, b) = (matrix(k, l), matrix(l, k));
        let (c, d) = (Mat3::from_mat4(a), Mat3::from_mat4(b));
        let sums = mix(of_mat4(a.add_mat4(&b)), of_mat3(c.add_mat3(&d)));
        let differences = mix(of_mat4(a.sub_mat4(&b)), of_mat3(c.sub_mat3(&d)));
        let scaled = mix(of_mat4(a.mul_scalar(0.3)), of_mat3(c.div_scalar(0.7)));
        mix(mix(sums, differences), mix(scaled, mix(of_mat4(a.div_scalar(3.0)), of_mat3(c.mul_scalar(0.1)))))
    }

    #[device]
    pub fn products_of_matrices(k: u32, l: u32) -> u64 {
        let (a, b) = (matrix(k, l), matrix(l, k));
        let (c, d) = (Mat3::from_mat4(a), Mat3::from_mat4(b));
        let products = mix(of_mat4(a.mul_mat4(&b)), of_mat3(c.mul_mat3(&d)));
        let vectors = mix(of4(a.transpose_mul_vec4(b.x_axis)), of3(c.transpose_mul_vec3(d.y_axis)));
        let scales = mix(of_mat4(a.mul_diagonal_scale(b.z_axis)), of_mat3(c.mul_diagonal_scale(d.z_axis)));
        mix(mix(products, vectors), mix(scales, mix(of4(a.mul_vec4(b.w_axis)), of3(c.mul_vec3(d.x_axis)))))
    }

    #[device]
    pub fn inverses_of_matrices(k: u32, l: u32) -> u64 {
        let four = if k == 0 { Mat4::ZERO } else { matrix(k, l) };
        let three = Mat3::from_mat4(four);
        let is_near = four.abs_diff_eq(Mat4::IDENTITY, 3.0) as u64 | (three.abs_diff_eq(three, 0.1) as u64) << 1;
        mix(mix(of_mat4(four.inverse_or_zero()), of_mat3(three.inverse_or_zero())), is_near)
    }

    #[device]
    pub fn matrices_of_matrices(k: u32, l: u32) -> u64 {
        let v = point(k, l).truncate();
        let three = Mat3::from_rows(v, v.any_orthogonal_vector(), Vec3::new(0.1, 0.2, 0.3));
        let four = mix(of_mat4(Mat4::from_mat3(three)), of_mat4(Mat4::from_mat3_translation(three, v)));
        mix(four, mix(of_mat3(three), of_mat3(Mat3::from_translation(v.truncate()) * Mat3::from_scale(Vec2::new(2.0, 0.1)))))
    }

    #[device]
    pub fn matrices_that_turn(k: u32, l: u32) -> u64 {
        let (angle, axis) = (k as f32 * 0.1, Vec3::new(0.6, 0.0, 0.8));
        let v = Vec3::new(10.0, 11.0, 12.0);
        let three = Mat3::from_axis_angle(axis, angle) * Mat3::from_rotation_z(l as f32 * 0.1) * v;
        let four = Mat4::from_axis_angle(axis, angle) * Mat4::from_rotation_x(angle) * Mat4::from_rotation_y(0.5);
        let plane = Mat3::from_angle(angle) * Mat3::from_scale_angle_translation(Vec2::ONE, 0.3, Vec2::ZERO);
        let turned = four.transform_vector3(v).length() + (Mat4::from_rotation_z(angle) * v.extend(1.0)).length();
        bits(three.length() + turned + plane.transform_vector2(v.truncate()).length())
    }

    #[device]
    pub fn constants_of_all_types(k: u32) -> u64 {
        let two = mix(of2(Vec2::NEG_ONE + Vec2::NEG_X), of2(Vec2::MIN.max(Vec2::MAX)));
        let three = mix(of3(Vec3::NEG_Y + Vec3::NEG_Z + Vec3::X), of3(Vec3::INFINITY.min(Vec3::NEG_INFINITY)));
        let four = mix(of4(Vec4::Z + Vec4::NEG_W + Vec4::ONE), of4(Vec4::NAN));
        mix(mix(two, three), mix(four, mix(k as u64, of_mat4(Mat4::IDENTITY))))
    }

    #[device]
    pub fn constants_of_floats(k: u32) -> u64 {
        let angles = std::f32::consts::FRAC_PI_2 + std::f32::consts::FRAC_PI_3 + std::f32::consts::FRAC_PI_4;
        let parts = std::f32::consts::FRAC_PI_6 + std::f32::consts::FRAC_PI_8 * k as f32;
        let roots = std::f32::consts::SQRT_2 + std::f32::consts::FRAC_1_SQRT_2 + std::f32::consts::FRAC_2_SQRT_PI;
        let logs = std::f64::consts::LN_2 + std::f64::consts::LN_10 + std::f64::consts::LOG2_E * k as f64;
        let more = std::f64::consts::LOG10_E + std::f64::consts::LOG2_10 + std::f64::consts::LOG10_2;
        let inverse = std::f64::consts::FRAC_1_PI + std::f64::consts::FRAC_2_PI;
        mix(mix(bits(angles), mix(bits(parts), bits(roots))), mix(long_bits(logs), mix(long_bits(more), long_bits(inverse))))
    }

    pub trait Area {
        fn area(&self) -> f32;
        fn side(&self, by: f32) -> f32;
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug, Default)]
    pub struct Disc {
        pub radius: f32,
    }

    #[device]
    impl Area for Disc {
        fn area(&self) -> f32 {
            self.radius * 3.0
        }
        fn side(&self, by: f32) -> f32 {
            self.radius + by
        }
    }

    #[device]
    impl std::ops::Add for Disc {
        type Output = Disc;
        fn add(self, other: Disc) -> Disc {
            Disc { radius: self.radius + other.radius }
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Measures<T> {
        pub scale: f32,
        pub other: T,
    }

    /// Methods whose bounds are looked at where they are called.
    #[device]
    impl<T: Copy> Measures<T> {
        pub fn of<S: Area>(&self, shape: &S) -> f32 {
            self.scale * shape.area()
        }
        pub fn twice<S>(&self, shape: &S) -> f32
        where
            S: Area,
        {
            self.of(shape) + Self::made(shape)
        }
        pub fn made<S: Area>(shape: &S) -> f32 {
            shape.side(0.5)
        }
        pub fn of_all<S: Area, const N: usize>(&self, shapes: &[S; N]) -> f32 {
            let mut sum = 0.0;
            for shape in shapes {
                sum += shape.area();
            }
            sum
        }
        pub fn sum<S: std::ops::Add<Output = S> + Copy>(&self, first: S, second: S) -> S {
            first + second
        }
        pub fn largest<S: PartialOrd + Copy>(&self, values: &[S]) -> S {
            let mut largest = values[0];
            for value in values {
                if *value > largest {
                    largest = *value;
                }
            }
            largest
        }
        pub fn ignores<S>(&self, _value: S) -> T {
            self.other
        }
        pub fn changed<S: Area>(&mut self, shape: &mut S) -> f32 {
            self.scale += 1.0;
            shape.area()
        }
    }

    #[device]
    pub fn measured<S: Area>(measures: &Measures<u8>, shape: &S) -> f32 {
        measures.of(shape)
    }

    #[device]
    pub fn bounds_of_methods(x: f32, k: u32) -> u64 {
        let mut measures = Measures { scale: 0.5, other: 3u8 };
        let mut disc = Disc { radius: x };
        let mut result = mix(bits(measures.of(&disc)), bits(measures.twice(&disc)));
        result = mix(result, bits(Measures::<u8>::made(&disc) + measures.of_all(&[disc, disc + disc])));
        result = mix(result, bits(measures.sum(disc, Disc::default()).radius + measures.sum(2.5, x)));
        result = mix(result, measures.largest(&[3, k as u16, 7]) as u64 + measures.largest(&[1.5, 2.5]) as u64);
        result = mix(result, measures.ignores(k) as u64 + measures.ignores(disc) as u64);
        result = mix(result, bits(measures.changed(&mut disc) + measured(&measures, &disc)));
        mix(result, [k, 4].iter().map(|number| measures.sum(*number, 1) as u64).sum::<u64>())
    }

    pub mod generated {
        #[allow(unused_imports)]
        use whipple::prelude::*;

        /// Their names are some that expansions might use.
        #[device]
        pub trait T: Copy {
            const SCALE: f32 = 0.5;
            fn half(self) -> f32;
            fn quarter(self) -> f32 {
                self.half() * Self::SCALE
            }
        }

        #[device]
        impl T for f32 {
            fn half(self) -> f32 {
                self * 0.5
            }
        }

        #[device]
        pub trait ITEM {
            fn number(&self) -> u32;
        }

        #[device]
        #[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
        pub struct Drop {
            pub number: u32,
        }

        #[device]
        impl ITEM for Drop {
            fn number(&self) -> u32 {
                self.number
            }
        }

        #[device]
        impl Drop {
            pub fn of(number: u32) -> Drop {
                Drop { number }
            }
        }

        #[device]
        #[derive(Clone, Copy)]
        #[allow(clippy::upper_case_acronyms)]
        pub struct POSITION {
            pub at: f32,
        }

        #[device]
        impl T for POSITION {
            fn half(self) -> f32 {
                self.at
            }
        }

        #[device]
        pub fn all<A: T>(first: A) -> f32 {
            first.half() + first.quarter() + A::SCALE
        }

        /// A method with the name of a generated one, for all types.
        pub trait Looks {
            fn looked_at(&self) {}
            fn method(&self) {}
        }
        impl<X: ?Sized> Looks for X {}

        #[device]
        pub fn drops(number: u32) -> u32 {
            Drop::of(number).number() + (Drop::of(3) < Drop::default()) as u32
        }
    }

    #[device]
    pub fn traits_called_like_generated_names(x: f32) -> u64 {
        use generated::{POSITION, all, drops};
        mix(bits(all(x) + all(POSITION { at: x })), drops(7) as u64)
    }
}
