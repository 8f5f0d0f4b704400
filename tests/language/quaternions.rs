//! glam's quaternions. What has no sine in it gives glam's bits; glam's own approximations of the sine and the arc cosine do, too.

conformance! {
    program Quaternions;
    cases |input| {
        products_of_quaternions(input.k, input.l),
        products_of_any_quaternions(input.x, input.y, input.k),
        turned_vectors(input.k, input.l),
        sums_of_quaternions(input.x, input.y, input.k),
        parts_of_quaternions(input.x, input.y, input.k),
        lengths_of_quaternions(input.k, input.l),
        mixed_quaternions(input.k, input.l),
        interpolated_quaternions(input.k, input.l),
        quaternions_of_matrices(input.k, input.l),
        matrices_of_quaternions(input.k, input.l),
        shortest_ways(input.k, input.l),
        towards_others(input.k, input.l),
        quaternions_in_items(input.k, input.l),
        made_of_angles(input.k, input.l) ~ F32(16),
        made_of_axes(input.k, input.l) ~ F32(16),
        angles_of_quaternions(input.k, input.l) ~ F32(16),
        turned_by_angles(input.k, input.l) ~ F32(64),
        turned_about_axes(input.k, input.l) ~ F32(64),
        interpolated_vectors(input.k, input.l) ~ F32(64),
    }

    use crate::input::{bits, mix};
    use whipple::glam::{Quat, quat};

    #[device]
    pub fn of(q: Quat) -> u64 {
        mix(mix(bits(q.x), bits(q.y)), mix(bits(q.z), bits(q.w)))
    }

    #[device]
    pub fn of3(v: Vec3) -> u64 {
        mix(mix(bits(v.x), bits(v.y)), bits(v.z))
    }

    #[device]
    pub fn of4(v: Vec4) -> u64 {
        mix(mix(bits(v.x), bits(v.y)), mix(bits(v.z), bits(v.w)))
    }

    #[device]
    pub fn direction(k: u32, l: u32) -> Vec3 {
        let (x, y) = (k as f32 * 0.37 - 2.3, l as f32 * 0.41 - 3.1);
        Vec3::new(x, y, x * y - 0.7).normalize()
    }

    #[device]
    pub fn rotation(k: u32, l: u32) -> Quat {
        let v = Vec4::new(k as f32 - 7.3, l as f32 - 6.1, 0.4 - k as f32 * l as f32 * 0.1, 1.3 - l as f32 * 0.3);
        Quat::from_vec4(v.normalize())
    }

    #[device]
    pub fn products_of_quaternions(k: u32, l: u32) -> u64 {
        let (a, b) = (rotation(k, l), rotation(l, k + 3));
        let mut c = a;
        c *= b;
        c *= 0.5;
        mix(mix(of(a * b), of(b.mul_quat(a))), of(c * &a))
    }

    #[device]
    pub fn products_of_any_quaternions(x: f32, y: f32, k: u32) -> u64 {
        let (a, b) = (Quat::from_xyzw(x, y, 0.5, -1.0), quat(y, k as f32, x, 2.0));
        mix(of(a * b), of(b * a))
    }

    #[device]
    pub fn turned_vectors(k: u32, l: u32) -> u64 {
        let (a, b, v) = (rotation(k, l), rotation(l, k), direction(k + 1, l));
        mix(of3(a * v), mix(of3(b.mul_vec3(v)), of3(a.inverse() * (a * v))))
    }

    #[device]
    pub fn sums_of_quaternions(x: f32, y: f32, k: u32) -> u64 {
        let (a, b) = (Quat::from_array([x, y, 0.5, -1.0]), quat(y, k as f32, x, 2.0));
        let mut c = a;
        c += b;
        c -= a * 0.5;
        c /= 3.0;
        c.x += 1.0;
        let equal = (a == b) as u64 | (a != Quat::IDENTITY) as u64 * 2 | (b == b.conjugate().conjugate()) as u64 * 4;
        mix(mix(mix(of(a + b), of(a - b)), mix(of(a * y), of(b / x))), mix(mix(of(-a), of(c)), equal))
    }

    #[device]
    pub fn parts_of_quaternions(x: f32, y: f32, k: u32) -> u64 {
        let q = Quat::from_xyzw(x, y, k as f32, 1.0);
        let array = q.to_array();
        let near = q.is_finite() as u64 | (q.is_nan() as u64) << 1 | (q.is_near_identity() as u64) << 2;
        let default: Quat = Default::default();
        let odd = Quat::NAN.is_nan() as u64 | (default == Quat::IDENTITY) as u64 * 2 | q.abs_diff_eq(default, 1.5) as u64 * 4;
        mix(mix(of3(q.xyz()), bits(array[3] + array[2])), mix(of(q.conjugate()), near * 8 + odd))
    }

    #[device]
    pub fn lengths_of_quaternions(k: u32, l: u32) -> u64 {
        let (a, b) = (rotation(k, l), rotation(l, k + 1) * 3.0);
        let lengths = mix(mix(bits(b.length()), bits(b.length_squared())), bits(b.length_recip()));
        let is_one = a.is_normalized() as u64 + b.is_normalized() as u64 * 2;
        mix(mix(lengths, is_one), mix(of(b.normalize()), mix(bits(a.dot(b)), bits(a.angle_between(b.normalize())))))
    }

    #[device]
    pub fn mixed_quaternions(k: u32, l: u32) -> u64 {
        let (a, b, s) = (rotation(k, l), rotation(l, k + 5), k as f32 / 16.0);
        mix(of(a.lerp(b, s)), mix(of(b.lerp(a, 0.25)), of(a.lerp(-a, s))))
    }

    #[device]
    pub fn interpolated_quaternions(k: u32, l: u32) -> u64 {
        let (a, b, s) = (rotation(k, l), rotation(l, k + 5), k as f32 / 16.0);
        mix(mix(of(a.slerp(b, s)), of(a.slerp(a, s))), mix(of(a.slerp_long(b, s)), of(b.slerp(-a, 0.75))))
    }

    #[device]
    pub fn quaternions_of_matrices(k: u32, l: u32) -> u64 {
        let (a, b) = (Mat3::from_quat(rotation(k, l)), Mat4::from_quat(rotation(l, k + 2)));
        let axes = Quat::from_rotation_axes(a.y_axis, a.z_axis, a.x_axis);
        mix(mix(of(Quat::from_mat3(&a)), of(Quat::from_mat4(&b))), of(axes))
    }

    #[device]
    pub fn matrices_of_quaternions(k: u32, l: u32) -> u64 {
        let (q, t) = (rotation(k, l), Vec3::new(1.5, k as f32, -2.0));
        let moved = Mat4::from_rotation_translation(q, t);
        let scaled = Mat4::from_scale_rotation_translation(Vec3::new(0.5, 2.0, l as f32), q, t);
        let m = Mat3::from_quat(q);
        let columns = mix(of4(scaled.x_axis), mix(of4(scaled.z_axis), of4(moved.w_axis)));
        mix(mix(of3(m.x_axis), of3(m * Vec3::ONE)), mix(columns, of3(moved.transform_point3(t))))
    }

    #[device]
    pub fn shortest_ways(k: u32, l: u32) -> u64 {
        let (a, b) = (direction(k, l), direction(l + 1, k));
        let flat = Quat::from_rotation_arc_2d(a.truncate().normalize(), b.truncate().normalize());
        let same = Quat::from_rotation_arc(Vec3::Y, Vec3::Y);
        let back = Quat::from_rotation_arc_2d(Vec2::X, Vec2::NEG_X);
        let arcs = mix(of(Quat::from_rotation_arc(a, b)), of(Quat::from_rotation_arc_colinear(a, b)));
        mix(arcs, mix(of(flat), mix(of(same), of(back))))
    }

    #[device]
    pub fn towards_others(k: u32, l: u32) -> u64 {
        let (a, b) = (rotation(k, l), rotation(l, k + 5));
        mix(of(a.rotate_towards(b, 0.1 * k as f32)), mix(of(a.rotate_towards(b, -0.3)), of(a.rotate_towards(a, 1.0))))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Default, Debug)]
    pub struct Pose {
        pub at: Vec3,
        pub turned: Quat,
    }

    #[device]
    impl Pose {
        pub const START: Quat = Quat::IDENTITY;

        pub fn then(self, other: Pose) -> Pose {
            Pose { at: other.at + other.turned * self.at, turned: other.turned * self.turned }
        }

        pub fn place(&self, v: Vec3) -> Vec3 {
            self.at + self.turned * v
        }
    }

    #[device]
    pub fn blended<const N: usize>(poses: [Pose; N]) -> Quat {
        let mut sum = Pose::START * 0.0;
        for pose in poses {
            sum += if pose.turned.dot(poses[0].turned) < 0.0 { -pose.turned } else { pose.turned };
        }
        sum.normalize()
    }

    #[device]
    pub fn quaternions_in_items(k: u32, l: u32) -> u64 {
        let pose = Pose { at: direction(k, l), turned: rotation(k, l) };
        let other = Pose { turned: rotation(l, k), ..pose };
        let both = pose.then(other);
        let maybe = if k > 4 { Some(both.turned) } else { None };
        let mut last = maybe.unwrap_or(Quat::IDENTITY);
        last.w = 0.5;
        let fresh = (both == Pose::default()) as u64;
        mix(mix(of3(both.place(Vec3::ONE)), of(last)), mix(of(blended([pose, other, both])), fresh))
    }

    #[device]
    pub fn made_of_angles(k: u32, l: u32) -> u64 {
        let angle = k as f32 * 0.4 - 2.0;
        let q = match l % 3 {
            0 => Quat::from_rotation_x(angle),
            1 => Quat::from_rotation_y(angle),
            _ => Quat::from_rotation_z(angle),
        };
        bits(q.x + q.y + q.z + q.w + 3.0)
    }

    #[device]
    pub fn made_of_axes(k: u32, l: u32) -> u64 {
        let (axis, angle) = (direction(k, l), l as f32 * 0.3);
        let (a, b) = (Quat::from_axis_angle(axis, angle), Quat::from_scaled_axis(axis * angle));
        bits(a.x + a.w * 0.5 + b.y + 3.0 + Quat::from_scaled_axis(Vec3::ZERO).w)
    }

    #[device]
    pub fn angles_of_quaternions(k: u32, l: u32) -> u64 {
        let (axis, angle) = rotation(k, l).to_axis_angle();
        let (_, none) = Quat::IDENTITY.to_axis_angle();
        let scaled = rotation(l, k).to_scaled_axis();
        bits(axis.x + angle + none + 10.0 + scaled.y)
    }

    #[device]
    pub fn turned_by_angles(k: u32, l: u32) -> u64 {
        let (v, w) = (direction(k, l), direction(l + 1, k));
        let three = v.rotate_towards(w, k as f32 * 0.1) + v.rotate_axis(w, 0.5);
        let two = v.truncate().rotate_towards(w.truncate(), l as f32 * 0.1);
        bits(three.x + two.y + 5.0)
    }

    #[device]
    pub fn turned_about_axes(k: u32, l: u32) -> u64 {
        let q = Quat::from_axis_angle(direction(k, l), 1.5) * Quat::from_rotation_x(0.3);
        let v = q * Vec3::new(1.0, 2.0, 3.0);
        bits(v.x + v.y * 0.5 + 8.0)
    }

    #[device]
    pub fn interpolated_vectors(k: u32, l: u32) -> u64 {
        let (v, w) = (direction(k, l) * 2.0, direction(l + 1, k));
        let turned = v.slerp(w, k as f32 / 16.0);
        let (same, back) = (v.slerp(v, 0.5), v.slerp(-v, 0.25));
        bits(turned.x + same.y + back.length() + 9.0)
    }
}
