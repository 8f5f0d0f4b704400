//! glam's vectors of integers.

conformance! {
    program IntegerVectors;
    cases |input| {
        sums_and_products(input.i, input.j, input.k),
        quotients(input.i, input.j, input.k),
        bits_and_shifts(input.i, input.a, input.k),
        numbers_on_the_left(input.j, input.b, input.k),
        compound_operators(input.i, input.b, input.k),
        references_to_vectors(input.i, input.b),
        construction(input.i, input.b),
        conversions(input.x, input.y, input.i, input.a),
        elements(input.i, input.a, input.k),
        dot_products(input.k, input.l),
        distances(input.i, input.j, input.a, input.b),
        order_of_elements(input.i, input.j, input.a, input.b),
        wrapping_and_saturating(input.i, input.j, input.a, input.b),
        checked(input.i, input.j, input.a, input.b),
        swizzles_of_integers(input.i, input.a),
        axes(input.k),
        generic_functions(input.i, input.a),
        iterated(input.i, input.b, input.k),
        in_items(input.i, input.a, input.k),
        matched(input.i, input.k, input.l),
        in_order(input.k),
        of_alias(input.i),
        as_functions(input.i, input.b),
        cells_of_a_grid(input.x, input.y),
    }

    use crate::input::{bits, mix};
    use whipple::glam::{
        IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Vec2Swizzles as _, Vec3Swizzles as _, Vec4Swizzles as _, ivec2, ivec3, ivec4, uvec2,
        uvec3, uvec4,
    };

    #[device]
    pub fn of2(v: IVec2) -> u64 {
        mix(v.x as u64, v.y as u64)
    }

    #[device]
    pub fn of3(v: IVec3) -> u64 {
        mix(of2(v.truncate()), v.z as u64)
    }

    #[device]
    pub fn of4(v: IVec4) -> u64 {
        mix(of3(v.truncate()), v.w as u64)
    }

    #[device]
    pub fn u2(v: UVec2) -> u64 {
        mix(v.x as u64, v.y as u64)
    }

    #[device]
    pub fn u3(v: UVec3) -> u64 {
        mix(u2(v.truncate()), v.z as u64)
    }

    #[device]
    pub fn u4(v: UVec4) -> u64 {
        mix(u3(v.truncate()), v.w as u64)
    }

    /// Small enough that no sum and no product overflows.
    #[device]
    pub fn small(i: i32, k: u32) -> IVec3 {
        IVec3::new(i & 0xff, -(i & 0x7f), k as i32)
    }

    #[device]
    pub fn sums_and_products(i: i32, j: i32, k: u32) -> u64 {
        let (a, b) = (small(i, k), small(j, 3));
        let (c, d) = (UVec2::new(k, 7), uvec2(300, k));
        let (e, f) = (a.extend(5), ivec4(1, -2, 3, k as i32));
        mix(mix(of3(a + b), of3(a - b * 2)), mix(u2(c * d + 1), mix(of4(e * f - 3), of3(-a))))
    }

    #[device]
    pub fn quotients(i: i32, j: i32, k: u32) -> u64 {
        let (a, b) = (IVec3::new(i, j, 100), ivec3(3, -7, k as i32 + 1));
        let (c, d) = (uvec4(k, 70, j as u32, 9), uvec4(2, k + 1, 5, 7));
        let signed = mix(mix(of3(a / b), of3(a % b)), mix(of3(a / 7), of3(a % -5)));
        let unsigned = mix(mix(u4(c / d), u4(c % d)), mix(u4(c / 3), u4(c % 3)));
        mix(mix(signed, unsigned), mix(of3(a.div_euclid(b)), of3(a.rem_euclid(b))))
    }

    #[device]
    pub fn bits_and_shifts(i: i32, a: u32, k: u32) -> u64 {
        let (v, w) = (ivec2(i, -1), IVec2::splat(k as i32));
        let u = UVec3::new(a, 0xffff, 1);
        let joined = mix(mix(of2(v & w), of2(v | 12)), mix(of2(v ^ w), of2(!v)));
        let shifted = mix(mix(of2(v << 3_u8), of2(v >> k)), mix(of2(v << w), of2(v >> uvec2(k, 31))));
        let more = mix(mix(u3(u << 1_i64), u3(u >> ivec3(1, 2, 3))), mix(u3(u >> k as u16), u3(!u & 0xff00 | u)));
        mix(mix(joined, shifted), more)
    }

    #[device]
    pub fn numbers_on_the_left(j: i32, b: u32, k: u32) -> u64 {
        let v = small(j, k) + 300;
        let u = uvec2(b & 0xffff, k) + 1;
        let first = mix(mix(of3(2 + v), of3(1000 - v)), mix(of3(-3 * v), of3(100_000 / v)));
        mix(first, mix(mix(of3(100_000 % v), u2(7 * u)), mix(u2(b / u), u2(b % u))))
    }

    #[device]
    pub fn compound_operators(i: i32, b: u32, k: u32) -> u64 {
        let mut v = small(i, k);
        v += ivec3(1, 2, 3);
        v -= 4;
        v *= ivec3(3, 4, 5);
        v *= -2;
        v /= 3;
        v %= ivec3(100, 200, 300);
        v &= 0xff;
        v |= ivec3(1, 0, 256);
        v ^= 7;
        v <<= 2_u8;
        v >>= k;
        let mut u = UVec4::new(b, k, 1, 2);
        u &= UVec4::splat(0xffff);
        u += 1;
        u /= uvec4(1, 2, 3, 4);
        u.w += 3;
        u[1] = u[0] + 2;
        mix(of3(v), u4(u))
    }

    #[device]
    pub fn references_to_vectors(i: i32, b: u32) -> u64 {
        let (v, u) = (ivec2(i, 3), uvec2(b % 32, 4));
        let (r, s) = (&v, &u);
        let shifted = *r << s;
        let joined = r ^ &v.yx();
        let (number, other) = (5, &7_u32);
        let mut sum = r & number;
        sum |= &IVec2::X;
        mix(mix(of2(shifted), of2(joined)), mix(of2(sum), u2(s / other)))
    }

    #[device]
    pub fn construction(i: i32, b: u32) -> u64 {
        let struct_literal = IVec3 { x: i, y: 2, z: -3 };
        let from_base = IVec3 { y: 9, ..struct_literal };
        let array = IVec4::from_array([1, 2, i, 4]);
        let more = mix(of4(IVec4::from([i, 2, 3, 4])), of4(IVec4::from((1, i, 2, 3))));
        let parts = mix(of4(IVec4::from((struct_literal, 4))), of4(IVec4::from((4, struct_literal))));
        let pairs = mix(of4(IVec4::from((ivec2(1, i), 2, 3))), of4(IVec4::from((ivec2(1, i), ivec2(3, 4)))));
        let unsigned = mix(u3(UVec3::from((uvec2(b, 1), 2))), u2(UVec2::from((3, b))));
        let with = mix(of4(array.with_x(5).with_y(6)), of4(array.with_z(7).with_w(8)));
        let zero: UVec2 = Default::default();
        let out = array.to_array();
        mix(mix(mix(more, parts), mix(pairs, unsigned)), mix(mix(with, of3(from_base)), mix(u2(zero), out[2] as u64)))
    }

    #[device]
    pub fn conversions(x: f32, y: f32, i: i32, a: u32) -> u64 {
        let (two, three, four) = (vec2(x, y), vec3(y, x, 1.5), vec4(x, -y, 0.5, -1.5));
        let signed = mix(mix(of2(two.as_ivec2()), of3(three.as_ivec3())), of4(four.as_ivec4()));
        let unsigned = mix(mix(u2(two.as_uvec2()), u3(three.as_uvec3())), u4(four.as_uvec4()));
        let (v, u) = (ivec4(i, 1, -2, 3), uvec4(a, 1, 2, 3));
        let floats = mix(bits(v.as_vec4().x), bits(u.as_vec4().x));
        let fewer = mix(bits(v.xy().as_vec2().x + 0.5), bits(u.xyz().as_vec3().x));
        let turned = mix(mix(u4(v.as_uvec4()), of4(u.as_ivec4())), mix(u3(v.xyz().as_uvec3()), of3(u.xyz().as_ivec3())));
        mix(mix(mix(signed, unsigned), mix(floats, fewer)), mix(turned, mix(u2(v.xy().as_uvec2()), of2(u.xy().as_ivec2()))))
    }

    #[device]
    pub fn elements(i: i32, a: u32, k: u32) -> u64 {
        let mut v = ivec4(i, 2, 3, 4);
        v[(k % 4) as usize] ^= 1;
        v.z = v[3] - 9;
        let mut u = uvec2(a, 1);
        u[k as usize % 2] = 7;
        let u = u.extend(8).extend(9);
        mix(of4(v), u[(k % 4) as usize] as u64) ^ u3(u.truncate())
    }

    #[device]
    pub fn dot_products(k: u32, l: u32) -> u64 {
        let (a, b) = (ivec3(k as i32, -7, 3), ivec3(2, l as i32, -5));
        let (c, d) = (ivec2(k as i32, 3), ivec2(-2, l as i32));
        let (e, f) = (uvec3(k, 7, 3), uvec3(2, l, 5));
        let products = mix(a.dot(b) as u64, mix(e.dot(f) as u64, of3(a.dot_into_vec(b))));
        let crosses = mix(mix(of3(a.cross(b)), u3(uvec3(0, 0, k).cross(uvec3(l, 0, 1)))), of2(c.perp()));
        let plane = mix(c.perp_dot(d) as u64, of2(c.rotate(d)));
        let lengths = mix(a.length_squared() as u64, mix(e.length_squared() as u64, a.distance_squared(b) as u64));
        let totals = mix(a.element_sum() as u64, mix(b.element_product() as u64, ivec4(1, 2, k as i32, l as i32).element_sum() as u64));
        mix(mix(products, crosses), mix(mix(plane, lengths), totals))
    }

    #[device]
    pub fn distances(i: i32, j: i32, a: u32, b: u32) -> u64 {
        let (v, w) = (ivec3(i >> 2, 3, j >> 2), ivec3(j >> 2, i >> 3, -1));
        let (t, u) = (uvec4(a >> 3, b >> 3, 1, 2), uvec4(b >> 3, 7, a >> 3, 9));
        let signed = mix(v.manhattan_distance(w) as u64, v.chebyshev_distance(w) as u64);
        let unsigned = mix(t.manhattan_distance(u) as u64, t.chebyshev_distance(u) as u64);
        let far = ivec2(i, j).checked_manhattan_distance(ivec2(j, i));
        let farther = uvec3(a, b, 1).checked_manhattan_distance(uvec3(b, 0, a));
        let checked = mix(far.map_or(1, |d| d as u64), farther.map_or(2, |d| d as u64));
        mix(mix(signed, unsigned), checked)
    }

    #[device]
    pub fn order_of_elements(i: i32, j: i32, a: u32, b: u32) -> u64 {
        let (v, w) = (ivec4(i, j, 3, -3), ivec4(j, 5, i, -4));
        let (t, u) = (uvec3(a, b, 3), uvec3(b, 5, a));
        let both = mix(mix(of4(v.min(w)), of4(v.max(w))), mix(u3(t.min(u)), u3(t.max(u))));
        let clamped = mix(of4(v.clamp(IVec4::splat(-5), ivec4(5, 6, 7, 8))), u3(t.clamp(UVec3::ONE, uvec3(7, 8, 9))));
        let least = mix(mix(v.min_element() as u64, t.min_element() as u64), mix(v.max_element() as u64, u.max_element() as u64));
        let first = mix(
            (v.min_position() + v.max_position() * 8) as u64,
            (t.min_position() + t.max_position() * 8 + ivec2(i, j).min_position() * 64) as u64,
        );
        let signs = mix(of4(v.signum()), v.is_negative_bitmask() as u64 + ivec2(i, j).is_negative_bitmask() as u64 * 16);
        let size = of3(ivec3(i >> 1, j >> 1, -4).abs());
        let equal = (v == w) as u64 + (t != u) as u64 * 2;
        mix(mix(mix(both, clamped), mix(least, first)), mix(mix(signs, size), equal))
    }

    #[device]
    pub fn wrapping_and_saturating(i: i32, j: i32, a: u32, b: u32) -> u64 {
        let (v, w) = (ivec3(i, j, i32::MAX), ivec3(j, i, -2));
        let (t, u) = (uvec2(a, b), uvec2(b, 3));
        let divisor = ivec3(j | 1, -1, 2);
        let wrapped = mix(mix(of3(v.wrapping_add(w)), of3(v.wrapping_sub(w))), mix(of3(v.wrapping_mul(w)), of3(v.wrapping_div(divisor))));
        let saturated =
            mix(mix(of3(v.saturating_add(w)), of3(v.saturating_sub(w))), mix(of3(v.saturating_mul(w)), of3(v.saturating_div(divisor))));
        let unsigned = mix(
            mix(u2(t.wrapping_add(u)), u2(t.wrapping_sub(u))),
            mix(u2(t.saturating_sub(u)), mix(u2(t.saturating_mul(u)), u2(t.wrapping_mul(u)))),
        );
        let more = mix(of3(v.wrapping_add_unsigned(uvec3(a, b, 9))), of3(v.wrapping_sub_unsigned(uvec3(a, b, 9))));
        let most = mix(of3(v.saturating_add_unsigned(uvec3(a, b, 9))), of3(v.saturating_sub_unsigned(uvec3(a, b, 9))));
        let signed = mix(u2(t.wrapping_add_signed(ivec2(i, j))), u2(t.saturating_add_signed(ivec2(i, j))));
        mix(mix(mix(wrapped, saturated), unsigned), mix(mix(more, most), signed))
    }

    #[device]
    pub fn checked(i: i32, j: i32, a: u32, b: u32) -> u64 {
        let (v, w) = (ivec2(i, 5), ivec2(j, -1));
        let (t, u) = (uvec4(a, b, 1, 2), uvec4(b, 1, 0, 2));
        let signed = mix(
            mix(v.checked_add(w).map_or(1, of2), v.checked_sub(w).map_or(2, of2)),
            mix(v.checked_mul(w).map_or(3, of2), v.checked_div(w).map_or(4, of2)),
        );
        let unsigned = mix(
            mix(t.checked_add(u).map_or(1, u4), t.checked_sub(u).map_or(2, u4)),
            mix(t.checked_mul(u).map_or(3, u4), t.checked_div(u).map_or(4, u4)),
        );
        let other = mix(
            mix(v.checked_add_unsigned(uvec2(a, b)).map_or(5, of2), v.checked_sub_unsigned(uvec2(a, b)).map_or(6, of2)),
            uvec2(a, b).checked_add_signed(v).map_or(7, u2),
        );
        mix(mix(signed, unsigned), other)
    }

    #[device]
    pub fn swizzles_of_integers(i: i32, a: u32) -> u64 {
        let v = ivec4(i, 2, 3, 4);
        let u = uvec3(a, 6, 7);
        let of_four = mix(mix(of2(v.wx()), of3(v.zzy())), mix(of4(v.wzyx()), of4(v.yyyy())));
        mix(of_four, mix(mix(u2(u.zx()), u3(u.yxz())), of2(v.xy().yx())))
    }

    #[device]
    pub fn axes(k: u32) -> u64 {
        let scale = k as i32;
        let two = IVec2::X * scale + IVec2::Y - IVec2::NEG_X + IVec2::NEG_Y * 3;
        let three = IVec3::Z * scale + IVec3::NEG_Z * 2 + IVec3::ONE - IVec3::NEG_ONE;
        let four = IVec4::W * scale + IVec4::NEG_W * 5 + IVec4::X;
        let unsigned = mix(u2(UVec2::MAX - UVec2::Y), mix(u3(UVec3::Z + UVec3::ONE), u4(UVec4::W + UVec4::MIN + UVec4::X)));
        let limits = mix(mix(of2(IVec2::MAX), of3(IVec3::MIN)), mix(of4(IVec4::ZERO), u2(UVec2::ZERO)));
        mix(mix(of2(two), of3(three)), mix(mix(of4(four), unsigned), limits))
    }

    #[device]
    pub const CORNER: IVec2 = ivec2(-3, 4);
    #[device]
    pub const SIDES: [IVec2; 4] = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::new(0, -1)];

    #[device]
    pub fn chosen<T: Copy + Default + PartialEq>(a: T, b: T) -> (T, u64) {
        if a == T::default() { (b, 1) } else if a == b { (b, 2) } else { (a, 3) }
    }

    #[device]
    pub fn scaled<T: Copy>(v: IVec3, u: UVec2, with: T) -> (IVec3, UVec2, T) {
        let a = (v & 0xff) * 2 + 1;
        (7 - a / 3, (u >> 4_u8) / 3 % 11, with)
    }

    #[device]
    pub fn summed<const N: usize>(values: [UVec2; N]) -> UVec2 {
        let mut sum = UVec2::ZERO;
        for v in values {
            sum = (sum.wrapping_add(v) & 0xffff) + N as u32;
        }
        sum
    }

    #[device]
    pub fn generic_functions(i: i32, a: u32) -> u64 {
        let (v, by) = chosen(ivec2(i, i), IVec2::ONE);
        let (w, other) = chosen(UVec3::splat(a), UVec3::MAX);
        let (s, t, n) = scaled(ivec3(i, 2, 3), uvec2(a, 7), 5_u8);
        mix(mix(of2(v), by), mix(u3(w), other)) ^ mix(mix(of3(s), u2(t)), u2(summed([uvec2(a, 1), UVec2::ONE])) ^ n as u64)
    }

    #[device]
    pub fn iterated(i: i32, b: u32, k: u32) -> u64 {
        let sum: IVec2 = SIDES.iter().map(|side| *side * k as i32).sum();
        let product: UVec3 = [uvec3(1, 2, 3), uvec3(k, 5, 6)].iter().product();
        let none: IVec3 = [IVec3::ONE].iter().skip(1).product();
        let mut list = [IVec2::ZERO; 4];
        for (at, v) in list.iter_mut().enumerate() {
            *v = SIDES[at].wrapping_add(ivec2(i, at as i32));
            v[1] ^= 5;
        }
        let least = list.iter().copied().min_by_key(|v| v.y).unwrap_or(CORNER);
        let met = list.contains(&CORNER) || list.iter().any(|v| *v == ivec2(i, 4));
        mix(mix(of2(sum), u3(product)), mix(of2(least), of3(none) ^ met as u64)) ^ u2(uvec2(b, b))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Default, Debug)]
    pub struct Cell {
        pub at: IVec2,
        pub size: UVec3,
        pub tags: [IVec4; 2],
    }

    #[device]
    impl Cell {
        pub const START: UVec3 = uvec3(1, 2, 3);

        pub fn grow(&mut self, by: u32) {
            self.size = self.size.wrapping_add(UVec3::splat(by));
            self.tags[1].w = by as i32;
        }

        pub fn moved(self, by: IVec2) -> Self {
            Cell { at: self.at.wrapping_add(by), ..self }
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Step {
        Walk(IVec2),
        Grow { by: UVec3, times: u32 },
        Stay,
    }

    #[device]
    pub fn in_items(i: i32, a: u32, k: u32) -> u64 {
        let mut cell = Cell { at: CORNER, size: Cell::START, tags: [IVec4::splat(i); 2] };
        cell.grow(a);
        cell.grow(k);
        let cell = cell.moved(ivec2(i, 1));
        let Cell { at: IVec2 { x, y }, size, tags: [_, last] } = cell;
        let fresh = cell == Cell::default();
        mix(mix(x as u64, y as u64), mix(u3(size), of4(last) ^ fresh as u64))
    }

    #[device]
    pub fn matched(i: i32, k: u32, l: u32) -> u64 {
        let step = match k % 3 {
            0 => Step::Walk(ivec2(i, l as i32)),
            1 => Step::Grow { by: uvec3(k, l, 1), times: l },
            _ => Step::Stay,
        };
        let far = match step {
            Step::Walk(IVec2 { x: 0..=100, y }) => y as u64,
            Step::Walk(v) if v == ivec2(-1, 3) => 5,
            Step::Walk(v) => of2(v),
            Step::Grow { by, times } => u3(by * times),
            Step::Stay => 7,
        };
        let maybe = if l > 7 { Some(ivec3(1, 2, k as i32)) } else { None };
        far ^ maybe.map(|v| v * 2).unwrap_or(IVec3::NEG_ONE).z as u64
    }

    #[device]
    pub fn next(state: &mut i32) -> i32 {
        *state = *state * 3 % 101 + 1;
        *state
    }

    #[device]
    pub fn set(v: &mut IVec3, at: usize, to: i32) -> i32 {
        v[at] = to;
        *v *= 2;
        v.x
    }

    #[device]
    pub fn in_order(k: u32) -> u64 {
        let mut state = k as i32 + 1;
        let v = ivec2(next(&mut state), next(&mut state)) * next(&mut state) - IVec2::new(next(&mut state), state);
        let mut w = ivec3(1, 2, 3);
        let x = w * set(&mut w, 1, next(&mut state)) + w;
        mix(of2(v), mix(of3(w), of3(x)))
    }

    pub type Place = IVec3;

    #[device]
    pub fn of_alias(i: i32) -> u64 {
        let place = Place::new(i, 1, 2);
        let other: Place = Place::splat(7) & Place::ONE;
        mix(of3(place.wrapping_add(other)), of3(Place::Z))
    }

    #[device]
    pub fn as_functions(i: i32, b: u32) -> u64 {
        let v = IVec2::wrapping_add(ivec2(i, 1), IVec2::ONE);
        let u = UVec3::max(uvec3(b, 1, 2), UVec3::ONE);
        mix(mix(of2(v), u3(u)), IVec2::perp_dot(IVec2::signum(v), IVec2::Y) as u64)
    }

    /// The cell of a point, by a hash, as grids of particles have it.
    #[device]
    pub fn cells_of_a_grid(x: f32, y: f32) -> u64 {
        let cell = (vec3(x, y, x * 0.5) / 0.25).floor().as_ivec3();
        let mut sum = 0_u64;
        for z in -1..=1 {
            let near = cell.wrapping_add(ivec3(0, 0, z)).wrapping_mul(ivec3(73_856_093, 19_349_663, 83_492_791));
            sum = mix(sum, ((near.x ^ near.y ^ near.z) as u32 % 1024) as u64);
        }
        sum
    }
}
