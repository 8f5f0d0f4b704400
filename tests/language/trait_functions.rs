//! Functions of device traits: called by the name of the trait, and given with parameters of their own.

conformance! {
    program TraitFunctions;
    cases |input, log, at| {
        case_by_the_name_of_the_trait(input, log, at),
        case_by_names_in_modules(input, log, at),
        case_given_with_parameters(input, log, at),
        case_given_over_lengths(input, log, at),
    }

    mod by_the_name_of_the_trait {
        use super::*;
        use crate::input::{bits, mix};
        #[device]
        pub trait Shape {
            const SIDES: u32;
            fn area(&self) -> f32;
            fn grow(&mut self, by: f32);
            fn doubled(self) -> Self where Self: Sized;
            fn unit() -> Self where Self: Sized;
            fn twice(&self) -> f32 { Shape::area(self) * 2.0 }
            fn sides(&self) -> u32 { Self::SIDES + 1 }
        }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Disc { r: f32, n: u32 }
        #[device]
        impl Shape for Disc {
            const SIDES: u32 = 1;
            fn area(&self) -> f32 { self.r * self.r * 3.0 }
            fn grow(&mut self, by: f32) { self.r += by; self.n += 1; }
            fn doubled(self) -> Self { Disc { r: self.r * 2.0, n: self.n } }
            fn unit() -> Self { Disc { r: 1.0, n: 0 } }
        }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Rect { w: f32, h: f32 }
        #[device]
        impl Shape for Rect {
            const SIDES: u32 = 4;
            fn area(&self) -> f32 { self.w * self.h }
            fn grow(&mut self, by: f32) { self.w += by; Shape::grow(&mut Disc { r: by, n: 0 }, 1.0); }
            fn doubled(self) -> Self { Rect { w: self.w + self.w, h: self.h } }
            fn unit() -> Self { Rect { w: 1.0, h: 1.0 } }
            fn twice(&self) -> f32 { Shape::area(self) + Shape::area(self) + 0.5 }
        }

        #[device]
        fn total<T: Shape>(t: &T) -> f32 { Shape::area(t) + Shape::twice(t) }
        #[device]
        fn bigger<T: Shape + Copy>(t: &mut T, by: f32) -> f32 { Shape::grow(t, by); let d = Shape::doubled(*t); Shape::area(&d) }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut d = Disc { r: r.x, n: r.k };
            let mut q = Rect { w: r.x, h: r.y };
            let a = Shape::area(&d) + Shape::area(&q);
            Shape::grow(&mut d, 1.5);
            Shape::grow(&mut q, Shape::area(&d));
            let e = Shape::doubled(Shape::doubled(d));
            let list = [q, Rect { w: 1.0, h: 2.0 }];
            let s: f32 = list.iter().map(|s| Shape::area(s)).sum();
            assert!(Shape::sides(&d) == 2, "sides {}", Shape::sides(&d));
            let m = &mut q;
            Shape::grow(m, 0.25);
            Shape::grow(m, 0.5);
            let n = Shape::sides(m) + Shape::sides(&list[1]);
            let t = total(&e) + total(&list[r.l as usize & 1]) + bigger(&mut d, 2.0) + Shape::area(&Shape::doubled(list[0]));
            mix(mix(bits(a + s), bits(t)), (n ^ d.n ^ e.n) as u64)
        }
    }

    #[device]
    pub fn case_by_the_name_of_the_trait(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        by_the_name_of_the_trait::of(r, log, at)
    }

    mod by_names_in_modules {
        use super::*;
        use crate::input::mix;
        pub mod shapes {
            use whipple::prelude::*;
            #[device]
            pub trait Weight { fn weight(&self) -> u32; fn heavy(&self, than: u32) -> bool { Weight::weight(self) > than } }
            #[device]
            #[derive(Clone, Copy)]
            pub enum Load { None, Some(u32) }
            #[device]
            impl Weight for Load { fn weight(&self) -> u32 { match self { Load::None => 0, Load::Some(n) => *n } } }
        }
        use shapes::{Load, Weight};
        #[device]
        #[derive(Clone, Copy)]
        pub struct Pack<T> { of: [T; 3] }
        #[device]
        impl<T: Weight + Copy> Weight for Pack<T> { fn weight(&self) -> u32 { let mut s = 0_u32; for l in &self.of { s = s.wrapping_add(Weight::weight(l)); } s } }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let p = Pack { of: [Load::None, Load::Some(r.a), Load::Some(r.b)] };
            let mut n = 3;
            let a = Weight::weight(&p.of[{ n -= 1; n }]) ^ n as u32;
            let b = Weight::heavy(&p, { n += 4; n as u32 }) as u32;
            let c = shapes::Weight::weight(&p).wrapping_mul(n as u32);
            let o = Some(p).map(|p| Weight::weight(&p)).unwrap_or(1);
            let f = |l: Load| Weight::heavy(&l, r.k);
            mix(mix(a as u64, b as u64), (c ^ o) as u64 + f(p.of[1]) as u64)
        }
    }

    #[device]
    pub fn case_by_names_in_modules(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        by_names_in_modules::of(r, log, at)
    }

    mod given_with_parameters {
        use super::*;
        use crate::input::{bits, mix};
        #[device]
        pub trait Shape {
            fn area(&self) -> f32;
            fn push(&mut self, by: f32);
            fn scaled<B: Shape>(&self, other: &B, by: f32) -> f32 { self.area() * by - other.area() }
            fn table<const N: usize>(&self) -> [f32; N] { let mut t = [0.0; N]; for i in 0..N { t[i] = self.area() * i as f32; } t }
            fn pushed<T: Shape>(&mut self, x: &T) where Self: Sized { self.push(x.area()); }
            fn choose<T: Copy>(&self, a: T, b: T) -> T { if self.area() > 1.0 { a } else { b } }
            fn gather<T, const N: usize>(&self, of: &[T; N], f: impl Fn(&T) -> f32) -> f32 { let mut s = self.area(); for x in of { s += f(x); } s }
            fn both<B>(self, other: B) -> (Self, B) where Self: Sized, B: Shape + Copy { (self, other) }
            fn of<T: Shape>(x: &T) -> f32 where Self: Sized { x.area() + 1.0 }
        }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Disc { r: f32 }
        #[device]
        impl Shape for Disc { fn area(&self) -> f32 { self.r * self.r } fn push(&mut self, by: f32) { self.r += by; } }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Pair<T> { a: T, b: f32 }
        #[device]
        impl<T: Shape + Copy> Shape for Pair<T> {
            fn area(&self) -> f32 { self.a.area() + self.b }
            fn push(&mut self, by: f32) { self.b += by; self.a.push(by); }
            fn choose<U: Copy>(&self, a: U, b: U) -> U { b }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut d = Disc { r: r.x };
            let mut p = Pair { a: d, b: r.y };
            let a = d.scaled(&p, 2.0) + p.scaled(&d, 0.5) + p.scaled(&p, 1.0);
            let t: [f32; 3] = d.table();
            let u = p.table::<4>();
            d.pushed(&p);
            p.pushed(&d);
            let c = d.choose(r.a, r.b) ^ p.choose(r.a, 3);
            let w = d.gather(&[1_u32, 2, 3], |x| *x as f32) + p.gather(&t, |x| x * 2.0);
            let (x, y) = d.both(p);
            let z = Disc::of(&y) + Pair::<Disc>::of(&x);
            mix(mix(bits(a + t[2] + u[3]), bits(w + z)), c as u64)
        }
    }

    #[device]
    pub fn case_given_with_parameters(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        given_with_parameters::of(r, log, at)
    }

    mod given_over_lengths {
        use super::*;
        use crate::input::mix;
        #[device]
        pub trait Store {
            fn get(&self, i: u32) -> u32;
            fn find<const N: usize>(&self, keys: [u32; N]) -> u32 { let mut h = 0_u32; for k in keys { h = h.rotate_left(3) ^ self.get(k); } h }
            fn mixed<T: Copy>(&self, a: T, b: T) -> T { if self.get(1) & 1 == 0 { a } else { b } }
        }
        #[device]
        #[derive(Clone, Copy)]
        pub struct A { x: u32 }
        #[device]
        impl Store for A { fn get(&self, i: u32) -> u32 { self.x.rotate_left(i) } }
        #[device]
        #[derive(Clone, Copy)]
        pub struct B { x: u32 }
        #[device]
        impl Store for B { fn get(&self, i: u32) -> u32 { self.x ^ i } fn find<const N: usize>(&self, keys: [u32; N]) -> u32 { keys[N - 1] ^ self.x } }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let (a, b) = (A { x: r.a }, B { x: r.b });
            let s = a.find([r.k, 2]) ^ b.find([1, 2, r.l]);
            let m = a.mixed(1_u64 << 40, 7) ^ b.mixed(3, 5_u8) as u64;
            mix(s as u64, m) ^ Store::find(&a, [9]) as u64 ^ Store::mixed(&b, true, r.k > 3) as u64
        }
    }

    #[device]
    pub fn case_given_over_lengths(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        given_over_lengths::of(r, log, at)
    }
}
