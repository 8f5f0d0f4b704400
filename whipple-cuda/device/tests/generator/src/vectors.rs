//! glam's types: every operation made of + - * / and sqrt, on pseudorandom values.

use crate::Recorder;
use glam::{Mat3, Mat4, Vec2, Vec3, Vec4, swizzles::*};

/// The same numbers as `Random` in suite.hpp: multiples of 1/512 in -8..8, with some special values.
struct Random(u32);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let n = (self.0 >> 8) as i32 & 0x1fff;
        match n {
            0..64 => 0.0,
            64..128 => -0.0,
            128..192 => 0.5,
            192..256 => -1.5,
            _ => (n - 4096) as f32 / 512.0,
        }
    }
}

const ROUNDS: usize = 200;

macro_rules! vector {
    ($r:ident, $v:ident, $n:literal, $($c:ident)*) => {{
        let name = stringify!($v);
        let draw = |random: &mut Random| { let mut v = $v::ZERO; $(v.$c = random.next();)* v };
        macro_rules! run {
            ($operation:literal, |$a:ident, $b:ident, $s:ident| $e:expr, $add:expr) => {
                $r.begin(name, $operation);
                let mut random = Random(42);
                for _ in 0..ROUNDS {
                    #[allow(unused_variables)]
                    let ($a, $b, $s) = (draw(&mut random), draw(&mut random), random.next());
                    let add: fn(&mut Recorder, _) = $add;
                    add($r, $e);
                }
            };
        }
        let vector: fn(&mut Recorder, $v) = |r, v| { $(r.f32(v.$c);)* };
        let number: fn(&mut Recorder, f32) = |r, x| r.f32(x);
        let boolean: fn(&mut Recorder, bool) = |r, x| r.add(x as u64);
        let index: fn(&mut Recorder, usize) = |r, x| r.add(x as u64);
        run!("add", |a, b, s| a + b, vector);
        run!("sub", |a, b, s| a - b, vector);
        run!("mul", |a, b, s| a * b, vector);
        run!("div", |a, b, s| a / b, vector);
        run!("rem", |a, b, s| a % b, vector);
        run!("scalar_left", |a, b, s| s * a + (s - b) / (s + a) - s / b, vector);
        run!("scalar_right", |a, b, s| (a * s - s) / s + s, vector);
        run!("neg", |a, b, s| -a, vector);
        run!("equal", |a, b, s| a == b || a == a, boolean);
        run!("dot", |a, b, s| a.dot(b), number);
        run!("length", |a, b, s| a.length(), number);
        run!("length_recip", |a, b, s| a.length_recip(), number);
        run!("distance", |a, b, s| a.distance(b), number);
        run!("distance_squared", |a, b, s| a.distance_squared(b), number);
        run!("normalize", |a, b, s| (a + 0.25).normalize(), vector);
        run!("normalize_or_zero", |a, b, s| (a * s).normalize_or_zero(), vector);
        run!("normalize_and_length", |a, b, s| a.normalize_and_length().0 * a.normalize_and_length().1, vector);
        run!("project_onto", |a, b, s| a.project_onto(b), vector);
        run!("reject_from", |a, b, s| a.reject_from(b), vector);
        run!("reflect", |a, b, s| a.reflect(b), vector);
        run!("refract", |a, b, s| a.normalize().refract(b.normalize(), s), vector);
        run!("clamp_length", |a, b, s| a.clamp_length(3.0, 7.0), vector);
        run!("move_towards", |a, b, s| a.move_towards(b, s), vector);
        run!("min", |a, b, s| a.min(b), vector);
        run!("max", |a, b, s| a.max(b), vector);
        run!("clamp", |a, b, s| a.clamp(b.min($v::ZERO), b.max($v::ONE)), vector);
        run!("min_element", |a, b, s| a.min_element(), number);
        run!("max_element", |a, b, s| a.max_element(), number);
        run!("min_position", |a, b, s| a.min_position(), index);
        run!("max_position", |a, b, s| a.max_position(), index);
        run!("element_sum", |a, b, s| a.element_sum(), number);
        run!("element_product", |a, b, s| a.element_product(), number);
        run!("lerp", |a, b, s| a.lerp(b, s), vector);
        run!("lerp_monotonic", |a, b, s| a.lerp_monotonic(b, s), vector);
        run!("midpoint", |a, b, s| a.midpoint(b), vector);
        run!("step", |a, b, s| a.step(b), vector);
        run!("smoothstep", |a, b, s| a.smoothstep(b, b + 1.0), vector);
        run!("abs", |a, b, s| a.abs(), vector);
        run!("signum", |a, b, s| a.signum(), vector);
        run!("copysign", |a, b, s| a.copysign(b), vector);
        run!("floor", |a, b, s| a.floor(), vector);
        run!("ceil", |a, b, s| a.ceil(), vector);
        run!("round", |a, b, s| a.round(), vector);
        run!("trunc", |a, b, s| a.trunc(), vector);
        run!("fract", |a, b, s| a.fract(), vector);
        run!("fract_gl", |a, b, s| a.fract_gl(), vector);
        run!("sqrt", |a, b, s| a.abs().sqrt(), vector);
        run!("recip", |a, b, s| a.recip(), vector);
        run!("mul_add", |a, b, s| a.mul_add(b, a), vector);
        run!("rem_euclid", |a, b, s| a.rem_euclid(b), vector);
        run!("div_euclid", |a, b, s| a.div_euclid(b), vector);
        run!("is_finite", |a, b, s| (a / b).is_finite(), boolean);
        run!("is_nan", |a, b, s| (a / b).is_nan(), boolean);
        run!("is_normalized", |a, b, s| a.normalize().is_normalized(), boolean);
        run!("abs_diff_eq", |a, b, s| a.abs_diff_eq(b, 4.0), boolean);
        run!("is_negative_bitmask", |a, b, s| a.is_negative_bitmask() as usize, index);
        run!("index", |a, b, s| a[0] + 2.0 * a[$n - 1], number);
        run!("with_x", |a, b, s| a.with_x(s), vector);
        run!("array", |a, b, s| $v::from_array(a.to_array()), vector);
    }};
}

macro_rules! matrix {
    ($r:ident, $m:ident, $v:ident, [$($axis:ident)*], [$($c:ident)*]) => {{
        let name = stringify!($m);
        let draw = |random: &mut Random| {
            let mut m = $m::ZERO;
            macro_rules! axis { ($a:ident) => { let mut v = $v::ZERO; $(v.$c = random.next();)* m.$a = v; }; }
            $(axis!($axis);)*
            m
        };
        macro_rules! run {
            ($operation:literal, |$a:ident, $b:ident, $w:ident, $s:ident| $e:expr, $add:expr) => {
                $r.begin(name, $operation);
                let mut random = Random(7);
                for _ in 0..ROUNDS {
                    #[allow(unused_variables)]
                    let ($a, $b, $w, $s) = {
                        let (a, b) = (draw(&mut random), draw(&mut random));
                        let mut w = $v::ZERO;
                        $(w.$c = random.next();)*
                        (a, b, w, random.next())
                    };
                    let add: fn(&mut Recorder, _) = $add;
                    add($r, $e);
                }
            };
        }
        let vector: fn(&mut Recorder, $v) = |r, v| { $(r.f32(v.$c);)* };
        let number: fn(&mut Recorder, f32) = |r, x| r.f32(x);
        let matrix: fn(&mut Recorder, $m) = |r, m| m.to_cols_array().into_iter().for_each(|x| r.f32(x));
        run!("add", |a, b, w, s| a + b, matrix);
        run!("sub", |a, b, w, s| a - b, matrix);
        run!("mul", |a, b, w, s| a * b, matrix);
        run!("mul_vector", |a, b, w, s| a * w, vector);
        run!("scalar", |a, b, w, s| s * a - (a * s) / (s + 9.0), matrix);
        run!("neg", |a, b, w, s| -a, matrix);
        run!("transpose", |a, b, w, s| a.transpose(), matrix);
        run!("determinant", |a, b, w, s| a.determinant(), number);
        run!("inverse", |a, b, w, s| a.inverse(), matrix);
        run!("row", |a, b, w, s| a.row(0) + a.row(2) * a.col(1) + a.diagonal(), vector);
        run!("from_rows_array", |a, b, w, s| $m::from_cols_array(&a.to_cols_array()) + $m::from_diagonal(w), matrix);
    }};
}

fn record_special(r: &mut Recorder) {
    let mut random = Random(3);
    let mut v3 = || Vec3::new(random.next(), random.next(), random.next());
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        a.push(v3());
        b.push(v3());
    }
    let pairs: Vec<_> = a.into_iter().zip(b).collect();
    let vector = |r: &mut Recorder, v: Vec3| v.to_array().into_iter().for_each(|x| r.f32(x));

    r.begin("Vec2", "perp");
    for (a, b) in &pairs {
        r.f32(a.xy().perp_dot(b.yz()));
        r.f32(a.xy().perp().x);
        r.f32(a.xy().rotate(b.yx()).y);
    }
    r.begin("Vec3", "cross");
    pairs.iter().for_each(|(a, b)| vector(r, a.cross(*b)));
    r.begin("Vec3", "angle_between");
    pairs.iter().for_each(|(a, b)| r.f32(a.angle_between(*b)));
    r.begin("Vec2", "angle_to");
    pairs.iter().for_each(|(a, b)| r.f32(a.xy().angle_to(b.xy())));
    r.begin("Vec3", "any_orthonormal_pair");
    for (a, b) in &pairs {
        vector(r, a.any_orthogonal_vector());
        let (x, y) = b.normalize().any_orthonormal_pair();
        vector(r, x + y);
        vector(r, b.normalize().any_orthonormal_vector());
    }
    r.begin("Vec3", "swizzles");
    for (a, b) in &pairs {
        vector(r, a.zyx() + b.xxz());
        vector(r, a.extend(2.0).wzx() + b.xyz().extend(1.0).wzyx().truncate());
        r.f32(a.zz().y + b.yx().x);
    }
    r.begin("Mat4", "points");
    for (i, (a, b)) in pairs.iter().enumerate().skip(1) {
        let (c, d) = pairs[i - 1];
        let m = Mat4::from_cols(a.extend(c.x), b.extend(c.y), c.extend(d.z), d.extend(a.x + 3.0));
        vector(r, m.project_point3(*b));
        // Affine, as transform_point3 expects.
        let m = Mat4::from_mat3_translation(Mat3::from_mat4(m), d);
        vector(r, m.transform_point3(*a));
        vector(r, m.transform_vector3(*a));
        vector(r, (m * Mat4::from_translation(c) * Mat4::from_scale(d)).w_axis.truncate());
    }
    r.begin("Mat3", "points");
    for (i, (a, b)) in pairs.iter().enumerate().skip(1) {
        let m = Mat3::from_cols(a.with_z(0.0), b.with_z(0.0), pairs[i - 1].0.with_z(1.0));
        r.f32(m.transform_point2(b.xy()).x);
        r.f32(m.transform_vector2(b.yz()).y);
        vector(r, m.transpose().mul_vec3(*b));
    }
}

/// Records all operations.
pub fn record(r: &mut Recorder) {
    vector!(r, Vec2, 2, x y);
    vector!(r, Vec3, 3, x y z);
    vector!(r, Vec4, 4, x y z w);
    matrix!(r, Mat3, Vec3, [x_axis y_axis z_axis], [x y z]);
    matrix!(r, Mat4, Vec4, [x_axis y_axis z_axis w_axis], [x y z w]);
    record_special(r);
}
