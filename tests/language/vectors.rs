//! glam's vectors and matrices, in the same order of operations as on the CPU.

conformance! {
    program Vectors;
    cases |input| {
        vec2_operators(input.x, input.y, input.k),
        vec3_operators(input.x, input.y, input.k),
        vec4_operators(input.x, input.y, input.k),
        scalar_operators(input.x, input.y),
        compound_operators(input.x, input.y),
        negation_and_equality(input.x, input.y),
        products(input.k, input.l),
        products_of_edges(input.x, input.y),
        lengths(input.k, input.l),
        normals(input.k, input.l),
        normals_of_edges(input.x, input.y),
        distances(input.k, input.l),
        least_and_greatest(input.x, input.y),
        clamping(input.k, input.l),
        elements(input.x, input.y),
        rounding(input.x, input.y),
        signs(input.x, input.y),
        interpolation(input.k, input.l),
        reflection(input.k, input.l),
        projection(input.k, input.l),
        perpendiculars(input.k, input.l),
        construction(input.x, input.y),
        conversions(input.x, input.y),
        swizzles(input.x, input.y),
        components(input.x, input.k),
        constants(input.k),
        mat3_products(input.k, input.l),
        mat3_transforms(input.k, input.l),
        mat3_inverse(input.k, input.l),
        mat4_products(input.k, input.l),
        mat4_times_vector(input.k, input.l),
        mat4_transforms(input.k, input.l),
        mat4_inverse(input.k, input.l),
        mat4_parts(input.k, input.l),
        transposition(input.k, input.l),
        arrays_of_vectors(input.k, input.l),
        structs_of_vectors(input.k, input.l),
        functions_of_vectors(input.k, input.l),
        methods_as_functions(input.k, input.l),
        bezier(input.k, input.l),
        ray_and_sphere(input.k, input.l),
        shading(input.k, input.l),
        bounding_box(input.k, input.l),
        frustum(input.k, input.l),
        rotation(input.k, input.l) ~ F32(64),
        angles(input.k, input.l) ~ F32(16),
    }

    use crate::input::{bits, mix};
    use whipple::glam::{Vec2Swizzles as _, Vec3Swizzles as _, Vec4Swizzles as _};

    #[device]
    pub fn of2(v: Vec2) -> u64 {
        mix(bits(v.x), bits(v.y))
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
    pub fn point(k: u32, l: u32) -> Vec3 {
        let x = k as f32 * 0.37 - 2.3;
        let y = l as f32 * 0.41 - 3.1;
        Vec3::new(x, y, x * y - 0.7)
    }

    #[device]
    pub fn other_point(k: u32, l: u32) -> Vec3 {
        point(l, k + 3) * 0.3 + Vec3::new(0.1, -1.7, 2.3)
    }

    #[device]
    pub fn vec2_operators(x: f32, y: f32, k: u32) -> u64 {
        let a = Vec2::new(x, y);
        let b = Vec2::new(k as f32, 0.1);
        mix(mix(of2(a + b), of2(a - b)), mix(of2(a * b), of2(a / b)))
    }

    #[device]
    pub fn vec3_operators(x: f32, y: f32, k: u32) -> u64 {
        let a = Vec3::new(x, y, 0.3);
        let b = Vec3::new(k as f32, 0.1, x);
        mix(mix(of3(a + b), of3(a - b)), mix(of3(a * b), of3(a / b)))
    }

    #[device]
    pub fn vec4_operators(x: f32, y: f32, k: u32) -> u64 {
        let a = Vec4::new(x, y, 0.3, -1.0);
        let b = Vec4::new(k as f32, 0.1, x, y);
        mix(mix(of4(a + b), of4(a - b)), mix(of4(a * b), of4(a / b)))
    }

    #[device]
    pub fn scalar_operators(x: f32, y: f32) -> u64 {
        let a = Vec3::new(x, 2.0, 0.3);
        let b = Vec4::new(x, 2.0, 0.3, y);
        let c = Vec2::new(x, 0.1);
        let right = mix(mix(of3(a * y), of3(a / y)), mix(of4(b * 3.0), of4(b / 3.0)));
        let left = mix(mix(of3(y * a), of3(2.0 * a)), mix(of2(y / c), of2(1.0 - c)));
        let rests = mix(mix(of3(7.0 % a), of4(x % b)), mix(of2(y % c), of3(a % 0.7)));
        let mut d = b % Vec4::new(0.3, y, 2.0, x);
        d %= 0.2;
        mix(mix(mix(right, left), mix(rests, of4(d))), mix(of3(a + 1.0), of2(c - y)))
    }

    #[device]
    pub fn compound_operators(x: f32, y: f32) -> u64 {
        let mut a = Vec3::new(x, y, 1.0);
        let b = Vec3::new(0.1, x, 3.0);
        a += b;
        a *= 1.1;
        a -= b * 0.3;
        a *= b;
        a /= 7.0;
        let mut c = Vec4::ONE;
        c *= x;
        c += Vec4::splat(y);
        let mut d = Vec2::ONE;
        d -= 0.3;
        d /= Vec2::new(x, y);
        mix(of3(a), mix(of4(c), of2(d)))
    }

    #[device]
    pub fn negation_and_equality(x: f32, y: f32) -> u64 {
        let a = Vec3::new(x, y, 1.0);
        let b = Vec3::new(y, x, 1.0);
        let equal = (a == b) as u64 | ((a != b) as u64) << 1 | ((a == a) as u64) << 2 | ((Vec2::new(x, y) == Vec2::ZERO) as u64) << 3;
        mix(mix(of3(-a), of4(-a.extend(x))), mix(of2(-Vec2::new(x, y)), equal))
    }

    #[device]
    pub fn products(k: u32, l: u32) -> u64 {
        let a = point(k, l);
        let b = other_point(k, l);
        let dots = mix(bits(a.dot(b)), bits(a.extend(0.7).dot(b.extend(-0.9))));
        mix(mix(dots, bits(a.truncate().dot(b.truncate()))), of3(a.cross(b)))
    }

    #[device]
    pub fn products_of_edges(x: f32, y: f32) -> u64 {
        let a = Vec4::new(x, y, 0.1, 0.2);
        let b = Vec4::new(y, 0.3, x, 1e-3);
        mix(bits(a.dot(b)), of3(a.truncate().cross(b.truncate())))
    }

    #[device]
    pub fn lengths(k: u32, l: u32) -> u64 {
        let a = point(k, l);
        let b = a.extend(0.3);
        let c = a.truncate();
        let lengths = mix(mix(bits(a.length()), bits(b.length())), bits(c.length()));
        let squares = mix(mix(bits(a.length_squared()), bits(b.length_squared())), bits(c.length_squared()));
        mix(mix(lengths, squares), bits(a.length_recip()))
    }

    #[device]
    pub fn normals(k: u32, l: u32) -> u64 {
        let a = point(k, l);
        let normal = a.normalize();
        let zero = (a * 0.0).normalize_or_zero();
        let flags = normal.is_normalized() as u64;
        mix(mix(of3(normal), of4(a.extend(1.0).normalize())), mix(of2(a.truncate().normalize()), mix(of3(zero), flags)))
    }

    #[device]
    pub fn normals_of_edges(x: f32, y: f32) -> u64 {
        let a = Vec3::new(x, y, 0.0);
        mix(of3(a.normalize_or_zero()), of2(Vec2::new(x, y).normalize_or_zero()))
    }

    #[device]
    pub fn distances(k: u32, l: u32) -> u64 {
        let a = point(k, l);
        let b = other_point(k, l);
        mix(bits(a.distance(b)), mix(bits(a.distance_squared(b)), bits(a.truncate().distance(b.truncate()))))
    }

    #[device]
    pub fn least_and_greatest(x: f32, y: f32) -> u64 {
        let a = Vec3::new(x, y, 1.0);
        let b = Vec3::new(y, 0.25, x);
        let pair = mix(of3(a.min(b)), of3(a.max(b)));
        let wide = mix(of4(a.extend(x).min(b.extend(y))), of4(a.extend(x).max(b.extend(y))));
        mix(mix(pair, wide), mix(bits(a.min_element()), bits(b.max_element())))
    }

    #[device]
    pub fn clamping(k: u32, l: u32) -> u64 {
        let a = point(k, l);
        let clamped = a.clamp(Vec3::splat(-1.0), Vec3::new(0.5, 1.0, 1.5));
        mix(of3(clamped), of3(a.clamp_length_max(1.25)))
    }

    #[device]
    pub fn elements(x: f32, y: f32) -> u64 {
        let a = Vec3::new(x, y, 0.1);
        let b = a.extend(0.7);
        let sums = mix(bits(a.element_sum()), bits(b.element_sum()));
        mix(sums, mix(bits(a.element_product()), bits(b.element_product())))
    }

    #[device]
    pub fn rounding(x: f32, y: f32) -> u64 {
        let a = Vec3::new(x, y, -0.5);
        let down = mix(of3(a.floor()), of3(a.trunc()));
        let up = mix(of3(a.ceil()), of3(a.fract()));
        mix(mix(down, up), mix(of3(a.round()), of4(a.extend(2.5).floor())))
    }

    #[device]
    pub fn signs(x: f32, y: f32) -> u64 {
        let a = Vec3::new(x, y, -0.5);
        mix(mix(of3(a.abs()), of3(a.signum())), mix(of3(a.recip()), of2(a.truncate().abs())))
    }

    #[device]
    pub fn interpolation(k: u32, l: u32) -> u64 {
        let a = point(k, l);
        let b = other_point(k, l);
        let s = l as f32 * 0.07;
        let lerped = mix(of3(a.lerp(b, s)), of4(a.extend(1.0).lerp(b.extend(0.0), s)));
        mix(mix(lerped, of2(a.truncate().lerp(b.truncate(), s))), mix(of3(a.midpoint(b)), of3(a.mul_add(b, a))))
    }

    #[device]
    pub fn reflection(k: u32, l: u32) -> u64 {
        let a = point(k, l);
        let normal = other_point(k, l).normalize();
        mix(of3(a.reflect(normal)), of3(a.normalize().refract(normal, 0.75)))
    }

    #[device]
    pub fn projection(k: u32, l: u32) -> u64 {
        let a = point(k, l);
        let b = other_point(k, l);
        mix(of3(a.project_onto(b)), of3(a.reject_from(b)))
    }

    #[device]
    pub fn perpendiculars(k: u32, l: u32) -> u64 {
        let a = point(k, l).truncate();
        let b = other_point(k, l).truncate();
        mix(mix(of2(a.perp()), bits(a.perp_dot(b))), of3(point(k, l).any_orthogonal_vector()))
    }

    #[device]
    pub fn construction(x: f32, y: f32) -> u64 {
        let a = vec3(x, y, 3.0);
        let b = vec4(1.0, x, 2.0, y);
        let c = vec2(x, 1.0);
        let d = Vec3 { x: y, y: x, z: 1.0 };
        let e = Vec3::splat(x).with_y(2.0).with_x(x - 1.0);
        mix(mix(of3(a), of4(b)), mix(of2(c), mix(of3(d), of3(e))))
    }

    #[device]
    pub fn conversions(x: f32, y: f32) -> u64 {
        let a = Vec3::from_array([x, y, 1.0]);
        let b = a.extend(2.0).to_array();
        let c = b[1] + Vec4::from_array(b).w;
        let d = Vec2::from([x, y]).extend(5.0);
        mix(mix(of3(a), bits(c)), of3(d))
    }

    #[device]
    pub fn swizzles(x: f32, y: f32) -> u64 {
        let a = Vec3::new(x, y, 3.0);
        let b = a.extend(4.0);
        mix(mix(of2(a.xy()), of3(a.zyx())), mix(of3(b.xyz()), mix(of2(b.zw()), of2(a.xy().yx()))))
    }

    #[device]
    pub fn components(x: f32, k: u32) -> u64 {
        let mut a = Vec3::new(x, 2.0, 3.0);
        a.y = 5.0;
        a.z += 1.0;
        a[0] = a[2] * 0.5;
        let index = k as usize % 3;
        let element = a[index];
        a[index] = 7.0;
        let y = &mut a.y;
        *y -= 1.0;
        let b = a.extend(element)[k as usize % 4];
        mix(of3(a), bits(b))
    }

    #[device]
    pub fn constants(k: u32) -> u64 {
        let axes = mix(of3(Vec3::X), mix(of3(Vec3::NEG_Y), of4(Vec4::W)));
        let wholes = mix(mix(of3(Vec3::ZERO), of4(Vec4::ONE)), mix(of2(Vec2::NEG_ONE), of3(Vec3::MAX)));
        let matrices = mix(of3(Mat3::IDENTITY.y_axis), of4(Mat4::ZERO.x_axis + Mat4::IDENTITY.w_axis));
        mix(mix(axes, wholes), matrices + k as u64)
    }

    #[device]
    pub fn matrix3(k: u32, l: u32) -> Mat3 {
        Mat3::from_cols(point(k, l), other_point(k, l), Vec3::new(0.3, 1.0, k as f32))
    }

    #[device]
    pub fn matrix4(k: u32, l: u32) -> Mat4 {
        let a = point(k, l);
        let b = other_point(k, l);
        Mat4::from_cols(a.extend(0.5), b.extend(-1.0), Vec4::new(0.3, 1.0, k as f32, 2.0), Vec4::new(1.0, 0.1, 0.2, 3.0))
    }

    #[device]
    pub fn of_mat3(m: &Mat3) -> u64 {
        mix(mix(of3(m.x_axis), of3(m.y_axis)), of3(m.z_axis))
    }

    #[device]
    pub fn of_mat4(m: &Mat4) -> u64 {
        mix(mix(of4(m.x_axis), of4(m.y_axis)), mix(of4(m.z_axis), of4(m.w_axis)))
    }

    #[device]
    pub fn mat3_products(k: u32, l: u32) -> u64 {
        let a = matrix3(k, l);
        let b = matrix3(l, k);
        mix(mix(of_mat3(&(a * b)), of_mat3(&(a + b))), mix(of_mat3(&(a - b)), of_mat3(&(a * 0.3))))
    }

    #[device]
    pub fn mat3_transforms(k: u32, l: u32) -> u64 {
        let a = matrix3(k, l);
        let p = point(l, k);
        mix(mix(of3(a * p), of3(a.mul_vec3(p))), mix(of2(a.transform_point2(p.truncate())), of2(a.transform_vector2(p.truncate()))))
    }

    #[device]
    pub fn mat3_inverse(k: u32, l: u32) -> u64 {
        let a = matrix3(k, l);
        let determinant = a.determinant();
        let inverse = if determinant.abs() > 1e-3 { of_mat3(&a.inverse()) } else { 0 };
        mix(bits(determinant), inverse)
    }

    #[device]
    pub fn mat4_products(k: u32, l: u32) -> u64 {
        let a = matrix4(k, l);
        let b = matrix4(l, k);
        let mut c = a;
        c *= b;
        mix(mix(of_mat4(&(a * b)), of_mat4(&(a + b))), mix(of_mat4(&c), of_mat4(&(a * 0.3))))
    }

    #[device]
    pub fn mat4_times_vector(k: u32, l: u32) -> u64 {
        let a = matrix4(k, l);
        let p = point(l, k).extend(0.7);
        mix(of4(a * p), of4(a.mul_vec4(p)))
    }

    #[device]
    pub fn mat4_transforms(k: u32, l: u32) -> u64 {
        let a = matrix4(k, l);
        let affine = Mat4::from_translation(Vec3::new(1.0, 2.0, 3.0)) * Mat4::from_scale(Vec3::new(0.5, 2.0, 1.1));
        let p = point(l, k);
        mix(of3(a.project_point3(p)), mix(of3(affine.transform_point3(p)), of3(affine.transform_vector3(p))))
    }

    #[device]
    pub fn mat4_inverse(k: u32, l: u32) -> u64 {
        let a = matrix4(k, l);
        let determinant = a.determinant();
        let inverse = if determinant.abs() > 1e-3 { of_mat4(&a.inverse()) } else { 0 };
        mix(bits(determinant), inverse)
    }

    #[device]
    pub fn mat4_parts(k: u32, l: u32) -> u64 {
        let mut a = matrix4(k, l);
        a.z_axis = Vec4::new(1.0, 2.0, 3.0, 4.0);
        a.w_axis.x += 1.0;
        let column = a.col(l as usize % 4);
        let row = a.row(k as usize % 4);
        let inner = Mat3::from_mat4(a);
        mix(mix(of4(column), of4(row)), mix(of_mat3(&inner), of_mat4(&Mat4::from_diagonal(column))))
    }

    #[device]
    pub fn transposition(k: u32, l: u32) -> u64 {
        let values = Mat4::from_cols_array(&matrix4(k, l).to_cols_array()).to_cols_array();
        mix(mix(of_mat3(&matrix3(k, l).transpose()), of_mat4(&matrix4(k, l).transpose())), bits(values[k as usize]))
    }

    #[device]
    pub fn arrays_of_vectors(k: u32, l: u32) -> u64 {
        let mut points = [Vec3::ZERO; 4];
        for index in 0..4 {
            points[index] = point(k, l + index as u32) * (index as f32 + 1.0);
        }
        points[1].y = 2.0;
        let mut sum = Vec3::ZERO;
        for index in 0..4 {
            sum += points[index];
        }
        let grid = [[Vec2::X, Vec2::Y], [sum.truncate(), Vec2::ONE]];
        mix(of3(sum / 4.0), of2(grid[1][0] + grid[0][1]))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Ray {
        pub origin: Vec3,
        pub direction: Vec3,
        pub frame: Mat4,
    }

    #[device]
    impl Ray {
        pub fn at(&self, t: f32) -> Vec3 {
            self.origin + self.direction * t
        }

        pub fn moved(&self) -> Ray {
            Ray { origin: self.frame.transform_point3(self.origin), ..*self }
        }
    }

    #[device]
    pub fn structs_of_vectors(k: u32, l: u32) -> u64 {
        let frame = Mat4::from_translation(Vec3::new(0.1, 0.2, 0.3));
        let mut ray = Ray { origin: point(k, l), direction: other_point(k, l).normalize(), frame };
        ray.origin.x += 1.0;
        let moved = ray.moved();
        mix(of3(ray.at(1.5)), of3(moved.at(-2.0)) + (moved == ray) as u64)
    }

    #[device]
    pub fn blend(a: Vec3, b: Vec3, t: f32) -> Vec3 {
        a * (1.0 - t) + b * t
    }

    #[device]
    pub fn functions_of_vectors(k: u32, l: u32) -> u64 {
        of3(blend(point(k, l), other_point(k, l), 0.3))
    }

    #[device]
    pub fn methods_as_functions(k: u32, l: u32) -> u64 {
        let a = point(k, l);
        let b = other_point(k, l);
        let lengths = mix(bits(Vec3::dot(a, b)), bits(Vec3::length(a)));
        mix(lengths, mix(of3(Vec3::min(a, b)), of3(Vec3::lerp(a, b, 0.25))))
    }

    #[device]
    pub fn bezier(k: u32, l: u32) -> u64 {
        let mut points = [point(k, l), other_point(k, l), point(l, k), other_point(l, k)];
        let t = k as f32 / 15.0;
        for round in 1..4 {
            for index in 0..4 - round {
                points[index] = points[index].lerp(points[index + 1], t);
            }
        }
        of3(points[0])
    }

    #[device]
    pub fn ray_and_sphere(k: u32, l: u32) -> u64 {
        let origin = point(k, l);
        let direction = other_point(k, l).normalize();
        let b = origin.dot(direction);
        let c = origin.length_squared() - 4.0;
        let discriminant = b * b - c;
        if discriminant < 0.0 {
            return 1;
        }
        let root = discriminant.sqrt();
        let near = -b - root;
        let t = if near > 0.0 { near } else { -b + root };
        of3(origin + t * direction)
    }

    #[device]
    pub fn shading(k: u32, l: u32) -> u64 {
        let normal = point(k, l).normalize();
        let light = Vec3::new(0.3, 0.8, -0.5).normalize();
        let view = other_point(k, l).normalize();
        let half = (light + view).normalize_or_zero();
        let diffuse = normal.dot(light).max(0.0);
        let specular = normal.dot(half).clamp(0.0, 1.0).powi(24);
        let colour = Vec3::new(0.8, 0.4, 0.2) * diffuse + Vec3::splat(specular);
        let byte = (colour.min(Vec3::ONE) * 255.0 + 0.5).floor();
        (byte.x as u64) << 16 | (byte.y as u64) << 8 | byte.z as u64
    }

    #[device]
    pub fn bounding_box(k: u32, l: u32) -> u64 {
        let mut low = Vec3::splat(f32::INFINITY);
        let mut high = Vec3::NEG_INFINITY;
        for index in 0..6_u32 {
            let corner = point(k + index, l) - other_point(l, index);
            low = low.min(corner);
            high = high.max(corner);
        }
        let size = high - low;
        mix(mix(of3(low), of3(high)), bits(size.max_element()))
    }

    #[device]
    pub fn frustum(k: u32, l: u32) -> u64 {
        let clip = matrix4(k, l) * point(l, k).extend(1.0);
        let mut outside = 0;
        for axis in 0..3 {
            if clip[axis] < -clip.w {
                outside |= 1 << (2 * axis);
            }
            if clip[axis] > clip.w {
                outside |= 2 << (2 * axis);
            }
        }
        outside
    }

    #[device]
    pub fn rotation(k: u32, l: u32) -> u64 {
        let turn = Mat3::from_rotation_y(k as f32 * 0.1) * Mat3::from_rotation_x(l as f32 * 0.2 - 1.0);
        bits((turn * Vec3::new(10.0, 11.0, 12.0)).length())
    }

    #[device]
    pub fn angles(k: u32, l: u32) -> u64 {
        let a = point(k, l);
        bits(a.angle_between(other_point(k, l)) + 1.0)
    }
}
