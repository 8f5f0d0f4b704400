//! glam's vectors of truth values, comparisons of vectors that give them, and choices by them.

conformance! {
    program Masks;
    cases |input| {
        comparisons_of_floats(input.x, input.y, input.k),
        comparisons_of_integers(input.i, input.j, input.a, input.b),
        kinds_of_floats(input.x, input.y, input.i),
        joined_masks(input.x, input.y, input.k),
        questions(input.x, input.y, input.k, input.l),
        changes_of_masks(input.k, input.l, input.a),
        choices_of_vectors(input.x, input.y, input.i, input.a),
        made_masks(input.k, input.l),
        numbers_of_masks(input.k, input.l),
        masks_in_items(input.x, input.y, input.k),
        masks_in_generic_functions(input.x, input.k),
        masks_in_patterns(input.x, input.y, input.k),
        masks_gone_over(input.x, input.y, input.l),
        sorted_by_choices(input.x, input.y),
    }

    use crate::input::{bits, mix};
    use whipple::glam::{
        BVec2, BVec3, BVec4, BVec4A, IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, bvec2, bvec3, bvec4, bvec4a, ivec2, ivec3, ivec4, uvec2,
        uvec3,
    };

    #[device]
    pub fn of(a: BVec2, b: BVec3, c: BVec4, d: BVec4A) -> u64 {
        (a.bitmask() | b.bitmask() << 4 | c.bitmask() << 8 | d.bitmask() << 12) as u64
    }

    #[device]
    pub fn comparisons_of_floats(x: f32, y: f32, k: u32) -> u64 {
        let (a, b) = (vec2(x, 1.0), vec2(y, k as f32));
        let (c, d) = (vec3(x, y, 2.0), vec3(y, x, k as f32));
        let (e, f) = (vec4(x, y, 2.0, -1.0), vec4(y, y, k as f32, f32::NAN));
        let none = BVec4::FALSE;
        let equal = mix(of(a.cmpeq(b), c.cmpeq(d), none, e.cmpeq(f)), of(a.cmpne(b), c.cmpne(d), none, e.cmpne(f)));
        let less = mix(of(a.cmplt(b), c.cmplt(d), none, e.cmplt(f)), of(a.cmple(b), c.cmple(d), none, e.cmple(f)));
        let more = mix(of(a.cmpgt(b), c.cmpgt(d), none, e.cmpgt(f)), of(a.cmpge(b), c.cmpge(d), none, e.cmpge(f)));
        mix(equal, mix(less, more))
    }

    #[device]
    pub fn comparisons_of_integers(i: i32, j: i32, a: u32, b: u32) -> u64 {
        let (v, w) = (ivec4(i, j, 3, -3), ivec4(j, 5, 3, i));
        let (t, u) = (uvec3(a, b, 3), uvec3(b, 5, a));
        let (p, q) = (ivec2(i, 7), IVec2::splat(j));
        let none = BVec4A::FALSE;
        let equal = mix(of(p.cmpeq(q), t.cmpeq(u), v.cmpeq(w), none), of(p.cmpne(q), t.cmpne(u), v.cmpne(w), none));
        let less = mix(of(p.cmplt(q), t.cmplt(u), v.cmplt(w), none), of(p.cmple(q), t.cmple(u), v.cmple(w), none));
        let more = mix(of(p.cmpgt(q), t.cmpgt(u), v.cmpgt(w), none), of(p.cmpge(q), t.cmpge(u), v.cmpge(w), none));
        mix(equal, mix(less, more))
    }

    #[device]
    pub fn kinds_of_floats(x: f32, y: f32, i: i32) -> u64 {
        let (a, b, c) = (vec2(x, y), vec3(x, y / x, 1.0), vec4(y, x / y, 0.0, f32::INFINITY));
        let none = BVec4::FALSE;
        let nan = of(a.is_nan_mask(), b.is_nan_mask(), none, c.is_nan_mask());
        let finite = of(a.is_finite_mask(), b.is_finite_mask(), none, c.is_finite_mask());
        let (d, e, f) = (ivec2(i, 1), ivec3(-1, i, 0), ivec4(i, -1, 0, 2));
        let negative = of(d.is_negative_mask(), e.is_negative_mask(), f.is_negative_mask(), BVec4A::TRUE);
        // The sign of a NaN may differ.
        let signs = of(vec2(1.0, -0.0).is_negative_mask(), Vec3::NEG_Y.is_negative_mask(), none, Vec4::NEG_W.is_negative_mask());
        mix(mix(nan, finite), mix(negative, signs))
    }

    #[device]
    pub fn joined_masks(x: f32, y: f32, k: u32) -> u64 {
        let (a, b) = (vec3(x, y, 1.0).cmplt(Vec3::ONE), bvec3(k > 3, k > 7, true));
        let (c, d) = (vec4(x, y, 1.0, 2.0).cmpge(Vec4::splat(y)), bvec4a(k > 2, true, false, k > 9));
        let mut e = a;
        e &= b;
        e |= BVec3 { y: true, ..a };
        e ^= !b;
        let mut f = c & d ^ BVec4A::TRUE;
        f |= &c;
        let joined = mix(of(BVec2::TRUE, a & b, bvec4(true, k > 1, false, true), c | d), of(BVec2::FALSE, a ^ b, BVec4::TRUE, c ^ d));
        let equal = (a == b) as u64 | ((c != d) as u64) << 1 | ((e == !!e) as u64) << 2;
        mix(joined, mix(of(BVec2::FALSE, e, !BVec4::FALSE, !f), equal))
    }

    #[device]
    pub fn questions(x: f32, y: f32, k: u32, l: u32) -> u64 {
        let (a, b) = (vec2(x, y).cmplt(Vec2::ONE), Vec4::splat(x).cmple(vec4(y, 1.0, k as f32, 2.0)));
        let is_inside = a.all() && !b.any() || b.test(l as usize % 4);
        let both = a.any() & b.all() | a.test((k % 2) as usize);
        let count = if a.any() { 5 } else if b.all() { 6 } else { 7 };
        is_inside as u64 | (both as u64) << 1 | count << 4
    }

    #[device]
    pub fn flip(mask: &mut BVec4A, at: usize) -> bool {
        mask.set(at, !mask.test(at));
        mask.test(0)
    }

    #[device]
    pub fn changes_of_masks(k: u32, l: u32, a: u32) -> u64 {
        let mut two = BVec2::FALSE;
        two.set((k % 2) as usize, a > 7);
        let mut three = BVec3::new(k > 4, true, l > 4);
        three.x = !three.x;
        three.set((l % 3) as usize, three.test((k % 3) as usize));
        let mut four = BVec4::splat(l > 8);
        four.set((k % 4) as usize, true);
        four.w ^= true;
        let mut wide = BVec4A::from_array([k > 1, l > 1, true, false]);
        let first = flip(&mut wide, (k % 4) as usize) as u64;
        mix(of(two, three, four, wide), first)
    }

    #[device]
    pub fn choices_of_vectors(x: f32, y: f32, i: i32, a: u32) -> u64 {
        let (v, w) = (vec3(x, y, 1.0), vec3(y, 0.5, x));
        let three = Vec3::select(v.cmplt(w), v, w);
        let four = Vec4::select(v.extend(x).cmpgt(w.extend(y)), Vec4::ONE, w.extend(2.0));
        let two = Vec2::select(bvec2(a > 7, i > 7), Vec2::X, vec2(x, y));
        let whole = IVec4::select(ivec4(i, 1, 2, 3).cmpne(IVec4::ONE), IVec4::NEG_ONE, ivec4(4, i, 5, 6));
        let other = UVec2::select(uvec2(a, 3).cmpeq(UVec2::splat(3)), UVec2::MAX, uvec2(7, a));
        let last = IVec3::select(!BVec3::TRUE, IVec3::ZERO, ivec3(i, 1, 2)).x as u64;
        let floats = mix(mix(bits(three.x), bits(three.z)), mix(bits(four.w), mix(bits(four.x), bits(two.y))));
        mix(floats, mix(mix(whole.x as u64, whole.y as u64), mix(other.x as u64, mix(other.y as u64, last))))
    }

    #[device]
    pub const EDGES: BVec3 = bvec3(true, false, true);
    #[device]
    pub const WIDE: [BVec4A; 2] = [BVec4A::TRUE, bvec4a(false, true, false, true)];

    #[device]
    pub fn made_masks(k: u32, l: u32) -> u64 {
        let two: BVec2 = Default::default();
        let three = BVec3::from([k > 3, l > 3, k == l]) ^ EDGES;
        let four = BVec4::new(k > l, true, false, l > 7);
        let wide = BVec4A::new(k > 9, false, l > 9, true) & WIDE[(k % 2) as usize];
        mix(of(two, three, four, wide), of(BVec2::from([true, k > 2]), BVec3::from_array([false; 3]), BVec4::from([l > 5; 4]), WIDE[1]))
    }

    #[device]
    pub fn numbers_of_masks(k: u32, l: u32) -> u64 {
        let (two, three, four) = (bvec2(k > 3, true), bvec3(l > 3, k > 9, true), bvec4(k > 1, l > 9, false, true));
        let wide = bvec4a(k > 2, l > 5, true, false);
        let floats = mix(bits(Vec2::from(two).x), mix(bits(Vec3::from(three).element_sum()), bits(Vec4::from(wide).y)));
        let whole = IVec2::from(two) * 3 + IVec3::from(three).truncate() * 7 + UVec4::from(four).as_ivec4().truncate().truncate();
        mix(floats, mix(whole.x as u64, whole.y as u64 ^ (IVec4::from(wide).z as u64) << 9 ^ bits(Vec4::from(four).x)))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Default, Debug)]
    pub struct Hit {
        pub sides: BVec3,
        pub corners: BVec4A,
        pub pairs: [BVec2; 3],
        pub t: f32,
    }

    #[device]
    impl Hit {
        pub const NONE: BVec3 = BVec3::FALSE;

        pub fn is_any(&self) -> bool {
            self.sides.any() || self.corners.all()
        }

        pub fn mark(&mut self, at: usize) {
            self.pairs[at].set(at % 2, true);
            self.sides.set(at, false);
        }
    }

    #[device]
    pub fn masks_in_items(x: f32, y: f32, k: u32) -> u64 {
        let sides = vec3(x, y, 1.0).cmple(Vec3::ONE);
        let corners = Vec4::splat(x).cmpeq(vec4(y, 1.0, x, 2.0));
        let mut hit = Hit { sides, corners, pairs: [BVec2::FALSE; 3], t: x };
        hit.mark((k % 3) as usize);
        let other = Hit { sides: Hit::NONE, ..hit };
        let found = hit.is_any() as u64 | ((hit == other) as u64) << 1 | ((hit == Hit::default()) as u64) << 2;
        mix(of(hit.pairs[1], hit.sides, BVec4::FALSE, hit.corners), found)
    }

    #[device]
    pub fn chosen<T: Copy + PartialEq + Default>(a: T, b: T) -> T {
        if a == T::default() { b } else { a }
    }

    #[device]
    pub fn masks_in_generic_functions(x: f32, k: u32) -> u64 {
        let wide = chosen(Vec4::splat(x).cmpgt(vec4(1.0, 2.0, k as f32, 0.0)), BVec4A::TRUE);
        let three = chosen(bvec3(k > 3, k > 5, false), BVec3::TRUE);
        of(chosen(BVec2::FALSE, bvec2(true, k > 2)), three, chosen(BVec4::TRUE, BVec4::FALSE), wide)
    }

    #[device]
    pub fn masks_in_patterns(x: f32, y: f32, k: u32) -> u64 {
        let mask = vec3(x, y, 1.0).cmpgt(vec3(y, 1.0, k as f32));
        let case = match mask {
            BVec3 { x: true, y: false, .. } => 1,
            BVec3 { z: true, .. } => 2,
            _ => 3,
        };
        let BVec3 { x: first, .. } = mask;
        let maybe = if k > 3 { Some(mask) } else { None };
        let masked = maybe.map(|mask| mask & BVec3::splat(first)).unwrap_or_default();
        mix(case, masked.bitmask() as u64)
    }

    #[device]
    pub fn masks_gone_over(x: f32, y: f32, l: u32) -> u64 {
        let masks = [vec3(x, y, 1.0).cmplt(Vec3::ZERO), bvec3(l > 3, false, true), BVec3::FALSE];
        let count = masks.iter().filter(|mask| mask.any()).count() as u64;
        let found = masks.iter().position(|mask| mask.all() || mask.test(1)).map_or(7, |at| at as u64);
        let mut all = BVec3::FALSE;
        for mask in masks {
            all |= mask;
        }
        mix(mix(count, found), all.bitmask() as u64 ^ masks.contains(&BVec3::TRUE) as u64 * 16)
    }

    /// The nearer and the farther of two planes, axis by axis, as tests of boxes have it.
    #[device]
    pub fn sorted_by_choices(x: f32, y: f32) -> u64 {
        let (low, high) = (vec3(x, 1.0, -2.0), vec3(y, x, 3.0));
        let is_turned = low.cmpgt(high);
        let (near, far) = (Vec3::select(is_turned, high, low), Vec3::select(is_turned, low, high));
        mix(mix(bits(near.x), bits(near.y)), mix(bits(far.z), near.cmple(far).all() as u64))
    }
}
