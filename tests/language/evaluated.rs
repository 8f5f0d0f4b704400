//! Constants that rustc evaluates: structs, arrays, glam's types and enums, made by functions of the user's and of the host.

conformance! {
    program Evaluated;
    cases |input| {
        by_functions(input),
        of_enums(input),
        by_methods(input),
        by_statements(input),
        by_an_alias(input),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Angle(f32);
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Rgb {
        r: u8,
        g: u8,
        b: u8,
        a: f32,
        on: bool,
        v: Vec3,
    }
    #[device]
    impl Rgb {
        const fn new(hex: u32) -> Self {
            Rgb {
                r: (hex >> 16) as u8,
                g: (hex >> 8) as u8,
                b: hex as u8,
                a: 0.1 + 0.2,
                on: hex > 5,
                v: Vec3::new(0.1, -0.0, 1e-42),
            }
        }
        const RED: Self = Self::new(0xff0000);
        const BOTH: [Self; 2] = [Self::new(0x123456), Self::RED];
        fn sum(&self) -> u64 {
            mix(
                mix(self.r as u64, self.g as u64),
                mix(
                    self.b as u64,
                    mix(bits(self.a), mix(self.on as u64, mix(bits(self.v.x), mix(bits(self.v.y), bits(self.v.z))))),
                ),
            )
        }
    }
    #[device]
    const PALETTE: [Rgb; 3] = [Rgb::new(1), Rgb::new(0xabcdef), Rgb::RED];
    #[device]
    static TABLE: [[Angle; 2]; 2] = {
        let mut t = [[Angle(0.0); 2]; 2];
        let mut i = 0;
        while i < 4 {
            t[i / 2][i % 2] = Angle(half(i as f32));
            i += 1;
        }
        t
    };
    #[device]
    const fn half(x: f32) -> f32 {
        x * 0.5
    }
    const fn host_only(x: u32) -> Vec4 {
        Vec4::new(x as f32, 1.0, 2.0, f32::NAN)
    }
    #[device]
    const V: Vec4 = host_only(7);
    #[device]
    const M: Mat3 = Mat3::from_cols(Vec3::X, V3, Vec3::Z);
    #[device]
    const V3: Vec3 = three(2.5);
    const fn three(x: f32) -> Vec3 {
        Vec3::new(x, f32::INFINITY, -x)
    }
    #[device]
    const C: [char; 2] = [letter(0), letter(25)];
    const fn letter(k: u8) -> char {
        (b'a' + k) as char
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Gen<T, const N: usize> {
        x: [T; N],
        wide: u128,
    }
    #[device]
    const G: Gen<u16, 3> = make();
    const fn make() -> Gen<u16, 3> {
        Gen { x: [1, 2, 65535], wide: u128::MAX - 5 }
    }
    #[device]
    impl Angle {
        const RIGHT: Self = Self::new(90.0);
        pub const ZERO: Angle = Angle::new(0.0);
        const fn new(d: f32) -> Self {
            Angle(d)
        }
        fn rad(self) -> f32 {
            self.0.to_radians()
        }
        const PAIRS: [Angle; 2] = [Angle::RIGHT, Self::new(-0.0)];
    }

    #[device]
    pub fn by_functions(r: &Input) -> u64 {
        let mut h = mix(bits(Angle::RIGHT.rad()), bits((if r.k > 3 { Angle::ZERO } else { Angle::new(r.k as f32) }).0));
        h = mix(h, PALETTE[(r.k % 3) as usize].sum());
        h = mix(h, Rgb::BOTH[(r.l % 2) as usize].sum());
        h = mix(h, bits(TABLE[(r.k % 2) as usize][(r.l % 2) as usize].0));
        h = mix(h, bits(V.x + V.y));
        h = mix(h, bits(M.col((r.k % 3) as usize).y));
        h = mix(h, C[1] as u64);
        let red = &Rgb::RED;
        h = mix(h, red.sum());
        let Rgb { g, .. } = Rgb::RED;
        h = mix(h, g as u64);
        h = mix(h, mix(G.x.iter().map(|&x| x as u64).sum(), G.wide as u64));
        h = mix(h, Angle::PAIRS.iter().map(|a| bits(a.0)).sum());
        match r.k {
            0 => mix(h, V.w.is_nan() as u64),
            _ => mix(h, (PALETTE.len() as u64) ^ (G.wide >> 64) as u64),
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Kind {
        A = 3,
        B = 0,
        C,
    }
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    #[repr(u8)]
    pub enum Size {
        X,
        Y = 200,
    }
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Event {
        P(u32),
        Q { v: Kind },
        R,
    }
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Sized {
        p: Kind,
        s: [Size; 2],
        n: i64,
    }
    const fn pick(k: u32) -> Kind {
        if k % 2 == 1 { Kind::A } else { Kind::C }
    }
    #[device]
    const SIZED: Sized = sized(5);
    const fn sized(k: u32) -> Sized {
        Sized { p: pick(k), s: [Size::Y, Size::X], n: -7 }
    }
    #[device]
    const KINDS: [Kind; 3] = [pick(1), Kind::B, pick(2)];
    #[device]
    impl Size {
        const LAST: Self = Self::of(9);
        const fn of(k: u32) -> Self {
            if k > 3 { Size::Y } else { Size::X }
        }
        fn is(self) -> bool {
            self == Self::LAST
        }
    }

    #[device]
    pub fn of_enums(r: &Input) -> u64 {
        let b = match SIZED.p {
            Kind::A => 1,
            Kind::B => 2,
            Kind::C => 3,
        };
        let m = match KINDS[(r.k % 3) as usize] {
            Kind::A => 1u64,
            Kind::B => 2,
            Kind::C => 3,
        };
        mix(mix(b, m), mix(SIZED.s[0].is() as u64, mix(SIZED.n as u64, (SIZED.s[1] as u8 as u64) ^ Size::LAST as u64)))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Setting {
        w: u32,
        h: f32,
    }
    #[device]
    impl Setting {
        const fn with_w(self, w: u32) -> Self {
            Setting { w, ..self }
        }
        const BASE: Setting = Setting { w: 1, h: 2.0 };
        const WIDE: Setting = Setting::BASE.with_w(9);
    }

    #[device]
    pub fn by_methods(r: &Input) -> u64 {
        const LOCAL: Setting = Setting::WIDE.with_w(11);
        const ARR: [Setting; 2] = [LOCAL, Setting::BASE.with_w(4)];
        mix(Setting::WIDE.w as u64 + r.a as u64, mix(LOCAL.w as u64, mix(ARR[1].w as u64, bits(ARR[0].h))))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Grid {
        w: u32,
        h: [u32; 3],
    }
    #[device]
    const BASIS: Grid = Grid { w: 1, h: [1, 2, 3] };
    #[device]
    const GROWN: Grid = {
        let mut c = BASIS;
        let mut i = 0;
        while i < 3 {
            c.h[i] *= 5;
            i += 1;
        }
        if c.w > 3 {
            c.w = 2;
        } else {
            c.w = 7;
        }
        c
    };
    #[device]
    const THREE: [u32; 3] = GROWN.h;
    #[device]
    const SINGLE: [Grid; 1] = [match GROWN.w {
        7 => Grid { w: GROWN.h[2], ..BASIS },
        _ => BASIS,
    }];
    #[device]
    const AXIS: Vec3 = if BASIS.w == 1 { Vec3::X } else { Vec3::Y };
    #[device]
    const COUPLE: (u32, f32) = (BASIS.w, 0.5);
    #[device]
    const SOME: Option<u32> = Some(BASIS.h[1]);
    #[device]
    const CHECKED: Option<u32> = 7u32.checked_sub(3);

    #[device]
    pub fn by_statements(r: &Input) -> u64 {
        mix(
            GROWN.w as u64 + r.a as u64,
            mix(
                GROWN.h[2] as u64,
                mix(
                    THREE[1] as u64,
                    mix(
                        SINGLE[0].w as u64,
                        mix(bits(AXIS.x), mix(COUPLE.0 as u64, SOME.unwrap_or(9) as u64 + CHECKED.unwrap_or(1) as u64)),
                    ),
                ),
            ),
        )
    }

    use glam::Vec3 as Point;
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Ray {
        o: Point,
        d: Point,
    }
    #[device]
    impl Ray {
        const AHEAD: Ray = Ray { o: Point::new(0.0, 1.0, 2.0), d: Point::splat(0.5) };
        const UP: Ray = Ray { o: Point::ZERO, d: Point::Y };
    }

    #[device]
    pub fn by_an_alias(r: &Input) -> u64 {
        mix(bits(Ray::AHEAD.o.dot(Ray::AHEAD.d) + r.x), bits(Ray::UP.d.y))
    }
}
