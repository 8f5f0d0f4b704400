//! `#[device] impl` of a trait of one's own for numbers and glam's types.

conformance! {
    program ForeignImpls;
    cases |input, log, at| {
        real_direct_calls(input, log, at),
        real_given(input, log, at),
        real_generic_calls(input, log, at),
        real_vectors(input, log, at),
        real_own_types(input, log, at),
        real_constants(input, log, at),
        real_functions(input, log, at),
        real_references(input, log, at),
        real_chains(input, log, at),
        real_closures(input, log, at),
        real_loops(input, log, at),
        real_options(input, log, at),
        real_order(input, log, at),
        real_elements(input, log, at),
        real_fields(input, log, at),
        real_generic_structs(input, log, at),
        real_impl_parameters(input, log, at),
        real_where_clauses(input, log, at),
        real_nested_generics(input, log, at),
        real_generic_constants(input, log, at),
        real_values_that_change(input, log, at),
        real_named_by_traits(input, log, at),
        real_literals(input, log, at),
        real_arms(input, log, at),
        real_messages(input, log, at),
        bump_changes(input, log, at),
        bump_all_integers(input, log, at),
        bump_questions(input, log, at),
        bump_places(input, log, at),
        bump_numbers(input, log, at),
        bump_borrowed_twice(input, log, at),
        bump_generic_changes(input, log, at),
        acc_sums(input, log, at),
        float_methods_of_their_own(input, log, at),
        float_methods_of_others(input, log, at),
        modules_across_modules(input, log, at),
        bounds_bounds_of_traits(input, log, at),
        two_two_traits(input, log, at),
        types_all_types(input, log, at),
        results_all_results(input, log, at),
        itself_names_by_self(input, log, at),
        slots_generic_enums(input, log, at),
        folds_iterators(input, log, at),
        units_functions_without_self(input, log, at),
        counted_handed_on(input, log, at),
        counted_by_reference_handed_on_by_reference(input, log, at),
        aliases_by_another_name(input, log, at),
        out_of_scope_generic_calls_elsewhere(input, log, at),
        lengths_lengths(input, log, at),
        sines_sines(input, log, at),
    }

    pub mod real {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait Real: Copy {
            const ZERO: Self;
            const WEIGHT: u32 = 3;
            fn lerp_to(self, other: Self, t: f32) -> Self;
            fn half(self) -> Self {
                self.lerp_to(Self::ZERO, 0.5)
            }
            fn make(x: f32) -> Self;
            fn key(&self) -> u64;
            fn twice_key(&self) -> u64 {
                self.key().wrapping_mul(2).wrapping_add(Self::WEIGHT as u64)
            }
        }
        #[device]
        impl Real for f32 {
            const ZERO: Self = 0.0;
            fn lerp_to(self, other: Self, t: f32) -> Self {
                self + (other - self) * t
            }
            fn make(x: f32) -> Self {
                x * 2.0
            }
            fn key(&self) -> u64 {
                bits(*self)
            }
        }
        #[device]
        impl Real for Vec3 {
            const ZERO: Self = Vec3::ZERO;
            const WEIGHT: u32 = 7;
            fn lerp_to(self, other: Self, t: f32) -> Self {
                self + (other - self) * t
            }
            fn make(x: f32) -> Self {
                Vec3::new(x, 1.0, x + 1.0)
            }
            fn key(&self) -> u64 {
                mix(mix(bits(self.x), bits(self.y)), bits(self.z))
            }
        }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Own {
            v: f32,
        }
        #[device]
        impl Real for Own {
            const ZERO: Self = Own { v: 0.0 };
            fn lerp_to(self, other: Self, t: f32) -> Self {
                Own { v: self.v + (other.v - self.v) * t }
            }
            fn make(x: f32) -> Self {
                Own { v: x }
            }
            fn key(&self) -> u64 {
                bits(self.v)
            }
        }
        #[device]
        fn mean<T: Real>(a: T, b: T) -> T {
            a.lerp_to(b, 0.5)
        }
        pub mod direct_calls {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(r.x.lerp_to(r.y, 0.25))
            }
        }
        pub mod given {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(1.5_f32.half()) ^ bits(r.x.half())
            }
        }
        pub mod generic_calls {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(mean(r.x, r.y))
            }
        }
        pub mod vectors {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let v = Vec3::new(r.x, r.y, 1.0);
                v.lerp_to(Vec3::ONE, 0.5).key() ^ mean(v, Vec3::splat(2.0)).key()
            }
        }
        pub mod own_types {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let o = Own { v: r.x };
                mean(o, Own { v: r.y }).half().key()
            }
        }
        pub mod constants {
            use super::*;
            #[device]
            fn total<T: Real>(x: T) -> u64 {
                let z = T::ZERO;
                mix(x.key(), z.key()) + T::WEIGHT as u64
            }

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                total(r.x) ^ total(Vec3::splat(r.y)) ^ total(Own { v: r.x })
            }
        }
        pub mod functions {
            use super::*;
            #[device]
            fn both<T: Real>(x: f32) -> u64 {
                T::make(x).key() ^ T::key(&T::make(1.0)) ^ T::half(T::make(x)).twice_key()
            }

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                both::<f32>(r.x) ^ both::<Vec3>(r.y) ^ both::<Own>(r.x)
            }
        }
        pub mod references {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let x = r.x;
                let p = &x;
                p.key() ^ (&p).key() ^ r.y.key() ^ p.twice_key()
            }
        }
        pub mod chains {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(r.x.lerp_to(r.y, 0.5).half().lerp_to(r.x.half(), 0.25).half().half())
            }
        }
        pub mod closures {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let f = |a: f32| a.half();
                let g = |t: f32| r.x.lerp_to(r.y, t);
                bits(f(r.x)) ^ bits(g(0.1)).rotate_left(7)
            }
        }
        pub mod loops {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let v = [r.x, r.y, 1.0];
                let mut s = 0u64;
                for x in v.iter() {
                    s = mix(s, x.key());
                }
                v.iter().fold(s, |a, x| mix(a, x.twice_key()))
            }
        }
        pub mod options {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let o = if r.k > 3 { Some(r.x) } else { None };
                o.map(|x| x.half().key()).unwrap_or(5)
            }
        }
        pub mod order {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let mut n = r.x;
                let a = {
                    n += 1.0;
                    n
                }
                .lerp_to(
                    {
                        n *= 2.0;
                        n
                    },
                    {
                        n -= 3.0;
                        0.5
                    },
                );
                mix(bits(a), bits(n))
            }
        }
        pub mod elements {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let v = [r.x, r.y];
                let i = (r.k % 2) as usize;
                bits(v[i].half()) ^ bits(v[1 - i].lerp_to(v[i], 0.125)).rotate_left(3)
            }
        }
        pub mod fields {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let o = Own { v: r.x };
                bits(o.v.half()) ^ bits(o.half().v.half())
            }
        }
        pub mod generic_structs {
            use super::*;
            #[device]
            #[derive(Clone, Copy)]
            pub struct Pair<T> {
                a: T,
                b: T,
            }
            #[device]
            impl<T: Real> Pair<T> {
                fn mid(&self) -> T {
                    self.a.lerp_to(self.b, 0.5)
                }
                fn sum(&self) -> u64 {
                    mix(self.a.key(), self.b.half().key()) + T::WEIGHT as u64
                }
            }

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let p = Pair { a: r.x, b: r.y };
                let q = Pair { a: Vec3::splat(r.x), b: Vec3::ONE };
                bits(p.mid()) ^ q.mid().key() ^ p.sum() ^ q.sum()
            }
        }
        pub mod impl_parameters {
            use super::*;
            #[device]
            fn show(x: &impl Real) -> u64 {
                x.key() ^ x.half().twice_key()
            }

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                show(&r.x) ^ show(&Vec3::splat(r.y)) ^ show(&Own { v: r.x })
            }
        }
        pub mod where_clauses {
            use super::*;
            #[device]
            fn show<T>(x: T, y: T) -> u64
            where
                T: Real + PartialOrd,
            {
                if x < y { x.key() } else { y.half().key() }
            }

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                show(r.x, r.y)
            }
        }
        pub mod nested_generics {
            use super::*;
            #[device]
            fn outer<T: Real>(x: T) -> u64 {
                inner(&[x, x.half(), mean(x, T::ZERO)])
            }
            #[device]
            fn inner<T: Real>(x: &[T; 3]) -> u64 {
                let mut s = 0;
                for y in x {
                    s = mix(s, y.key());
                }
                s
            }

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                outer(r.x) ^ outer(Vec3::splat(r.y))
            }
        }
        pub mod generic_constants {
            use super::*;
            #[device]
            fn rep<const N: usize>(x: f32) -> f32 {
                let mut y = x;
                for _ in 0..N {
                    y = y.half();
                }
                y.lerp_to(x, 0.5)
            }

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let k = 3;
                bits(rep::<3>(r.x)) + k
            }
        }
        pub mod values_that_change {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let mut x = r.x;
                let y = x.lerp_to(
                    {
                        x = 2.0;
                        x
                    },
                    {
                        x += 1.0;
                        0.25
                    },
                );
                let z = x.lerp_to(x.half(), x);
                mix(mix(bits(y), bits(z)), bits(x))
            }
        }
        pub mod named_by_traits {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(<f32 as Real>::half(r.x))
                    ^ bits(<f32 as Real>::ZERO + <f32 as Real>::make(r.y))
                    ^ <Vec3 as Real>::WEIGHT as u64
                    ^ <f32 as Real>::WEIGHT as u64
                    ^ <Vec3 as Real>::twice_key(&<Vec3 as Real>::ZERO)
            }
        }
        pub mod literals {
            use super::*;
            #[device]
            fn g<T: Real>(x: T) -> T {
                x.lerp_to(T::make(0.5), 0.5).lerp_to(T::ZERO, 0.1)
            }

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let a = 3.0_f32.lerp_to(2.0, 0.5);
                let b = r.x.lerp_to(1.0, 1.0 / 3.0);
                let c = g(2.5_f32);
                mix(mix(bits(a), bits(b)), bits(c))
            }
        }
        pub mod arms {
            use super::*;
            #[device]
            const TABLE: [f32; 3] = [1.0, 2.0, 0.5];
            #[device]
            fn pick(k: u32) -> u64 {
                match k {
                    0 => 1.0_f32.key(),
                    1 => Vec3::ONE.half().key(),
                    _ => (k as f32).half().key(),
                }
            }

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                pick(r.k) ^ TABLE[(r.k % 3) as usize].key()
            }
        }
        pub mod messages {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                debug_assert!(r.x.half() < 1e30 || true);
                assert!(r.k < 16 || r.x.half() > 0.0, "{} {:?}", r.x.half(), r.y.half());
                r.x.half().key()
            }
        }
    }

    pub mod bump {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait Bump {
            fn bump(&mut self, by: u32) -> u32;
            fn twice(&mut self, by: u32) -> u32 {
                self.bump(by);
                self.bump(by)
            }
            fn is_big(self) -> bool;
        }
        #[device]
        impl Bump for u8 {
            fn bump(&mut self, by: u32) -> u32 {
                *self = self.wrapping_add(by as u8);
                *self as u32
            }
            fn is_big(self) -> bool {
                self > 100
            }
        }
        #[device]
        impl Bump for u16 {
            fn bump(&mut self, by: u32) -> u32 {
                *self = self.wrapping_add(by as u16);
                *self as u32
            }
            fn is_big(self) -> bool {
                self > 100
            }
        }
        #[device]
        impl Bump for u32 {
            fn bump(&mut self, by: u32) -> u32 {
                *self = self.wrapping_add(by as u32);
                *self as u32
            }
            fn is_big(self) -> bool {
                self > 100
            }
        }
        #[device]
        impl Bump for u64 {
            fn bump(&mut self, by: u32) -> u32 {
                *self = self.wrapping_add(by as u64);
                *self as u32
            }
            fn is_big(self) -> bool {
                self > 100
            }
        }
        #[device]
        impl Bump for usize {
            fn bump(&mut self, by: u32) -> u32 {
                *self = self.wrapping_add(by as usize);
                *self as u32
            }
            fn is_big(self) -> bool {
                self > 100
            }
        }
        #[device]
        impl Bump for i8 {
            fn bump(&mut self, by: u32) -> u32 {
                *self = self.wrapping_add(by as i8);
                *self as u32
            }
            fn is_big(self) -> bool {
                self > 100
            }
        }
        #[device]
        impl Bump for i16 {
            fn bump(&mut self, by: u32) -> u32 {
                *self = self.wrapping_add(by as i16);
                *self as u32
            }
            fn is_big(self) -> bool {
                self > 100
            }
        }
        #[device]
        impl Bump for i32 {
            fn bump(&mut self, by: u32) -> u32 {
                *self = self.wrapping_add(by as i32);
                *self as u32
            }
            fn is_big(self) -> bool {
                self > 100
            }
        }
        #[device]
        impl Bump for i64 {
            fn bump(&mut self, by: u32) -> u32 {
                *self = self.wrapping_add(by as i64);
                *self as u32
            }
            fn is_big(self) -> bool {
                self > 100
            }
        }
        #[device]
        impl Bump for isize {
            fn bump(&mut self, by: u32) -> u32 {
                *self = self.wrapping_add(by as isize);
                *self as u32
            }
            fn is_big(self) -> bool {
                self > 100
            }
        }
        #[device]
        impl Bump for bool {
            fn bump(&mut self, by: u32) -> u32 {
                *self = !*self;
                *self as u32 + by
            }
            fn is_big(self) -> bool {
                self
            }
        }
        #[device]
        fn all<T: Bump>(x: &mut T) -> u32 {
            x.bump(3).wrapping_add(x.twice(5))
        }
        #[device]
        fn big<T: Bump + Copy>(x: T, y: &T) -> bool {
            x.is_big() && y.is_big()
        }
        pub mod changes {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let mut a = r.a;
                let mut i = r.i;
                let s = a.bump(7);
                let t = i.twice(2);
                (s as u64) << 32 | t as u64 ^ a as u64 ^ i as u64
            }
        }
        pub mod all_integers {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let mut s = 0u64;
                let (mut a, mut b, mut c, mut d) = (r.a as u8, r.a as u16, r.p, r.p as usize);
                s = mix(s, all(&mut a) as u64);
                s = mix(s, all(&mut b) as u64);
                s = mix(s, all(&mut c) as u64);
                s = mix(s, all(&mut d) as u64);
                let (mut e, mut f, mut g, mut h) = (r.i as i8, r.i as i16, r.m, r.m as isize);
                s = mix(s, all(&mut e) as u64);
                s = mix(s, all(&mut f) as u64);
                s = mix(s, all(&mut g) as u64);
                s = mix(s, all(&mut h) as u64);
                let mut z = r.k > 3;
                s = mix(s, all(&mut z) as u64);
                mix(s, (a as u64) ^ c ^ (e as u64) ^ (h as u64) ^ z as u64)
            }
        }
        pub mod questions {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                (big(r.a, &r.b) as u64)
                    | (big(r.i as i8, &(r.j as i8)) as u64) << 1
                    | (r.p.is_big() as u64) << 2
                    | ((r.k > 2).is_big() as u64) << 3
            }
        }
        pub mod places {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let mut v = [r.a, r.b];
                let x = v[(r.k % 2) as usize].bump(r.l);
                let m = &mut v;
                let y = m[0].twice(x);
                let mut t = (r.a, 1u64);
                t.1.bump(y);
                mix(mix(x as u64, y as u64), t.1) ^ v[0] as u64 ^ (v[1] as u64) << 32
            }
        }
        pub mod numbers {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                (5u32.is_big() as u64) | (200u8.is_big() as u64) << 1 | ({ 300_i32 }.bump(1) as u64) << 8
            }
        }
        pub mod borrowed_twice {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let mut a = r.a;
                let m = &mut a;
                let x = m.bump(m.is_big() as u32 + 1);
                let y = m.twice(m.count_ones());
                let z = a.bump(a.is_big() as u32);
                mix(mix(x as u64, y as u64), z as u64) ^ a as u64
            }
        }
        pub mod generic_changes {
            use super::*;
            #[device]
            fn f<T: Bump + Copy>(x: &mut T) -> u32 {
                let m = x;
                let y = m.bump(m.is_big() as u32 + 1);
                y ^ m.twice(m.is_big() as u32)
            }

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let mut a = r.a;
                let s = f(&mut a);
                mix(s as u64, a as u64)
            }
        }
    }

    pub mod acc {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait Acc: Copy {
            fn add_to(&mut self, o: Self) -> Self;
            fn twice(self) -> Self;
        }
        #[device]
        impl Acc for f32 {
            fn add_to(&mut self, o: f32) -> f32 {
                *self += o;
                *self
            }
            fn twice(self) -> f32 {
                self * 2.0
            }
        }
        #[device]
        fn g<T: Acc>(x: &mut T, y: T) -> T {
            let mut z = *x;
            let a = z.add_to(y.twice());
            let b = z.twice().add_to(z.add_to(a));
            x.add_to(b);
            z.twice()
        }
        pub mod sums {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let mut x = r.x;
                mix(bits(g(&mut x, r.y)), bits(x))
            }
        }
    }

    pub mod float {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait Float: Copy + PartialOrd {
            fn sqrt(self) -> Self;
            fn abs(self) -> Self;
            fn max(self, o: Self) -> Self;
            fn dot(self, o: Self) -> Self;
            fn sq(self) -> Self {
                self.dot(self)
            }
            fn sign(self) -> i32;
        }
        #[device]
        impl Float for f32 {
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            fn abs(self) -> Self {
                f32::abs(self)
            }
            fn max(self, o: Self) -> Self {
                Self::max(self, o)
            }
            fn dot(self, o: f32) -> f32 {
                self * o
            }
            fn sign(self) -> i32 {
                if self < 0.0 { -1 } else { 1 }
            }
        }
        #[device]
        impl Float for f64 {
            fn sqrt(self) -> Self {
                self.sqrt()
            }
            fn abs(self) -> Self {
                self.abs()
            }
            fn max(self, o: Self) -> Self {
                f64::max(self, o)
            }
            fn dot(self, o: Self) -> Self {
                self * o
            }
            fn sign(self) -> i32 {
                if self < 0.0 { -1 } else { 1 }
            }
        }
        #[device]
        fn length<T: Float>(a: T, b: T) -> T {
            let m = a.abs().max(b.abs());
            m.sqrt()
        }
        pub mod methods_of_their_own {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(length(r.x, r.y))
                    ^ long_bits(length(r.u, r.v))
                    ^ bits(r.x.abs().sqrt())
                    ^ r.x.sign() as u64
                    ^ r.u.sign() as u64
            }
        }
        pub mod methods_of_others {
            use super::*;
            #[device]
            fn f<T: Float>(a: T, b: T) -> T {
                if a.dot(b) < a.sq() { a.dot(a) } else { b.sq() }
            }

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(f(r.x, r.y)) ^ long_bits(f(r.u, r.v))
            }
        }
    }

    pub mod modules {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        pub mod shapes {
            use whipple::prelude::*;
            #[device]
            pub trait Area {
                const SIDES: u32 = 4;
                fn area(self) -> f32;
                fn double(self) -> f32
                where
                    Self: Sized,
                {
                    helper(self.area())
                }
            }
            #[device]
            fn helper(x: f32) -> f32 {
                x * 2.0
            }
            pub mod impls {
                use super::Area as A;
                use whipple::prelude::*;
                #[device]
                impl A for f32 {
                    fn area(self) -> f32 {
                        self * self
                    }
                }
                #[device]
                impl super::Area for Vec2 {
                    const SIDES: u32 = 2;
                    fn area(self) -> f32 {
                        self.x * self.y
                    }
                }
            }
        }
        use shapes::Area;
        #[device]
        fn total(x: impl Area + Copy) -> f32 {
            x.area() + x.double()
        }
        #[device]
        fn sides<T: shapes::Area>(x: T) -> f32 {
            x.double() * T::SIDES as f32
        }
        pub mod across_modules {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(r.x.area())
                    ^ bits(total(r.x)).rotate_left(9)
                    ^ bits(sides(Vec2::new(r.x, r.y)))
                    ^ bits(sides(r.y)).rotate_left(5)
                    ^ bits(Vec2::new(r.x, 2.0).double())
            }
        }
    }

    pub mod bounds {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait Named {
            const ID: u32;
            fn id(&self) -> u32 {
                Self::ID
            }
        }
        #[device]
        pub trait Field: Named + Copy {
            fn plus(self, o: Self) -> Self;
            fn tagged(self) -> u64 {
                self.id() as u64 * 7 + Self::ID as u64
            }
        }
        #[device]
        impl Named for u32 {
            const ID: u32 = 5;
        }
        #[device]
        impl Field for u32 {
            fn plus(self, o: u32) -> u32 {
                self.wrapping_add(o)
            }
        }
        #[device]
        impl Named for f32 {
            const ID: u32 = 9;
            fn id(&self) -> u32 {
                77
            }
        }
        #[device]
        impl Field for f32 {
            fn plus(self, o: f32) -> f32 {
                self + o
            }
        }
        #[device]
        fn sum<T: Field>(v: &[T]) -> T {
            let mut s = v[0];
            for i in 1..v.len() {
                s = s.plus(v[i]);
            }
            s
        }
        #[device]
        fn only<T: Field>(x: T) -> u64 {
            x.id() as u64 + T::ID as u64 + x.plus(x).tagged()
        }
        pub mod bounds_of_traits {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                sum(&[r.a, r.b, 3]) as u64 ^ bits(sum(&[r.x, r.y])) ^ r.a.tagged() ^ r.x.tagged() ^ only(r.b) ^ only(r.y)
            }
        }
    }

    pub mod two {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait A {
            fn go(self) -> u32;
        }
        #[device]
        pub trait B {
            fn stop(self) -> u32;
        }
        #[device]
        impl A for u32 {
            fn go(self) -> u32 {
                self.wrapping_add(1)
            }
        }
        #[device]
        impl B for u32 {
            fn stop(self) -> u32 {
                self.go() / 2
            }
        }
        #[device]
        impl B for i32 {
            fn stop(self) -> u32 {
                (self as u32).stop().go()
            }
        }
        pub mod two_traits {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                r.a.go() as u64 ^ (r.b.stop() as u64) << 20 ^ r.i.stop() as u64
            }
        }
    }

    pub mod types {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        use whipple::glam::{BVec2, IVec2, Quat, UVec3};
        #[device]
        pub trait Code {
            fn code(self) -> u64;
        }
        #[device]
        impl Code for IVec2 {
            fn code(self) -> u64 {
                (self.x as u64) << 32 | self.y as u32 as u64
            }
        }
        #[device]
        impl Code for UVec3 {
            fn code(self) -> u64 {
                mix(mix(self.x as u64, self.y as u64), self.z as u64)
            }
        }
        #[device]
        impl Code for Quat {
            fn code(self) -> u64 {
                bits(self.w)
            }
        }
        #[device]
        impl Code for BVec2 {
            fn code(self) -> u64 {
                self.x as u64 | (self.y as u64) << 1
            }
        }
        #[device]
        impl Code for Mat3 {
            fn code(self) -> u64 {
                bits(self.x_axis.x)
            }
        }
        #[device]
        impl Code for char {
            fn code(self) -> u64 {
                self as u64
            }
        }
        #[device]
        impl Code for Vec4 {
            fn code(self) -> u64 {
                bits(self.w)
            }
        }
        #[device]
        fn g<T: Code>(x: T) -> u64 {
            x.code().wrapping_mul(3)
        }
        pub mod all_types {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                IVec2::new(r.i, r.j).code()
                    ^ g(UVec3::new(r.a, r.b, 1))
                    ^ g(Quat::IDENTITY)
                    ^ BVec2::new(r.k > 2, true).code()
                    ^ g('x')
                    ^ 'y'.code()
                    ^ g(Mat3::IDENTITY)
                    ^ Vec4::splat(r.x).code()
            }
        }
    }

    pub mod results {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait Visit {
            type Out;
            const LAST: u32;
            fn visit(&self, log: &Buffer<u32>, at: u32) -> Option<u32>;
            fn pair(self, k: u32) -> (u32, Self)
            where
                Self: Sized;
            fn out(self) -> Self::Out;
            fn arr(&self) -> [u32; 2];
            fn chk(self) -> Result<u32, u32>;
        }
        #[device]
        impl Visit for u32 {
            type Out = u64;
            const LAST: u32 = Self::MAX - 3;
            fn visit(&self, log: &Buffer<u32>, at: u32) -> Option<u32> {
                log.set(at, *self);
                if *self > 5 {
                    return None;
                }
                Some(log.get(at) + 1)
            }
            fn pair(self, k: u32) -> (u32, Self) {
                (k, self)
            }
            fn out(self) -> Self::Out {
                self as u64 * 3
            }
            fn arr(&self) -> [u32; 2] {
                [*self, Self::LAST]
            }
            fn chk(self) -> Result<u32, u32> {
                let x = self.checked_add(1).ok_or(7_u32)?;
                Ok(x)
            }
        }
        pub mod all_results {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let v = r.a.visit(log, at);
                let (p, q) = r.a.pair(9);
                let c = r.b.chk();
                v.unwrap_or(1) as u64 ^ p as u64 ^ q as u64 ^ r.b.out() ^ r.a.arr()[1] as u64 ^ c.unwrap_or(3) as u64
            }
        }
    }

    pub mod itself {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait Third: Copy {
            const K: Self;
            const N: usize = 3;
            fn base(self) -> Self;
            fn new(x: u32) -> Self;
            fn third(self) -> Self;
        }
        #[device]
        impl Third for f32 {
            const K: Self = Self::MAX;
            fn base(self) -> Self {
                self - 1.0
            }
            fn new(x: u32) -> Self {
                x as Self
            }
            fn third(self) -> Self {
                let a = [Self::new(3); Self::N];
                if self < Self::K { Self::base(self) / a[1] } else { Self::EPSILON }
            }
        }
        #[device]
        impl Third for u32 {
            const K: Self = Self::MAX / 2;
            fn base(self) -> Self {
                self.wrapping_sub(1)
            }
            fn new(x: u32) -> Self {
                x
            }
            fn third(self) -> Self {
                if self < Self::K { Self::base(self) / Self::new(Self::N as u32) } else { Self::BITS }
            }
        }
        pub mod names_by_self {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(r.x.third()) ^ r.a.third() as u64
            }
        }
    }

    pub mod slots {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait Hash: Copy {
            fn hash_of(&self, seed: u32) -> u64;
        }
        #[device]
        impl Hash for f32 {
            fn hash_of(&self, seed: u32) -> u64 {
                bits(*self) ^ seed as u64
            }
        }
        #[device]
        impl Hash for u32 {
            fn hash_of(&self, seed: u32) -> u64 {
                (*self ^ seed) as u64
            }
        }
        #[device]
        #[derive(Clone, Copy)]
        pub enum Slot<T> {
            Empty,
            Full(T),
        }
        #[device]
        impl<T: Hash> Slot<T> {
            fn get(&self, seed: u32) -> u64 {
                match self {
                    Slot::Empty => 3,
                    Slot::Full(x) => x.hash_of(seed),
                }
            }
        }
        #[device]
        impl<T: Hash> Hash for Slot<T> {
            fn hash_of(&self, seed: u32) -> u64 {
                self.get(seed)
            }
        }
        pub mod generic_enums {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                let s = Slot::Full(r.x);
                let t = Slot::<u32>::Empty;
                s.get(1) ^ t.get(2)
            }
        }
    }

    pub mod folds {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait Hash: Copy {
            fn number(self) -> u64;
        }
        #[device]
        impl Hash for f32 {
            fn number(self) -> u64 {
                bits(self)
            }
        }
        #[device]
        impl Hash for u32 {
            fn number(self) -> u64 {
                self as u64
            }
        }
        #[device]
        fn all<T: Hash>(v: &[T]) -> u64 {
            v.iter().fold(1u64, |s, x| mix(s, x.number())) ^ v.iter().map(|x| x.number()).fold(0, |a, b| a ^ b)
        }
        #[device]
        fn opt<T: Hash>(v: Option<T>) -> u64 {
            v.map_or(4u64, |x| x.number()) + if let Some(y) = v { y.number() & 7 } else { 1 }
        }
        pub mod iterators {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                all(&[r.x, r.y]) ^ all(&[r.a, r.b]) ^ opt(Some(r.x)) ^ opt::<u32>(None)
            }
        }
    }

    pub mod units {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait N {
            fn one() -> Self;
            fn two() -> Self
            where
                Self: Sized,
            {
                Self::one()
            }
        }
        #[device]
        impl N for u32 {
            fn one() -> u32 {
                1
            }
        }
        #[device]
        fn g<T: N>() -> T {
            T::two()
        }
        pub mod functions_without_self {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                g::<u32>() as u64 + <u32 as N>::two() as u64 + <u32 as N>::one() as u64
            }
        }
    }

    pub mod counted {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait N {
            fn count_ones(self) -> u32;
        }
        #[device]
        impl N for u32 {
            fn count_ones(self) -> u32 {
                self.count_ones()
            }
        }
        #[device]
        fn g<T: N>(x: T) -> u32 {
            x.count_ones()
        }
        pub mod handed_on {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                g(r.a) as u64 + r.a.count_ones() as u64
            }
        }
    }

    pub mod counted_by_reference {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait N {
            fn count_ones(&self) -> u32;
        }
        #[device]
        impl N for u32 {
            fn count_ones(&self) -> u32 {
                u32::count_ones(*self)
            }
        }
        #[device]
        fn g<T: N>(x: &T) -> u32 {
            x.count_ones()
        }
        pub mod handed_on_by_reference {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                g(&r.a) as u64 + r.a.count_ones() as u64
            }
        }
    }

    pub mod aliases {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        type Real = f32;
        #[device]
        pub trait Half {
            fn part(self) -> Self;
            fn part_of_part(self) -> Self
            where
                Self: Sized,
            {
                self.part().part()
            }
        }
        #[device]
        impl Half for f32 {
            fn part(self) -> Self {
                self * 0.5
            }
        }
        #[device]
        fn g(x: Real) -> Real {
            x.part().part_of_part()
        }
        pub mod by_another_name {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(g(r.x))
            }
        }
    }

    pub mod out_of_scope {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        mod m {
            use whipple::prelude::*;
            #[device]
            pub trait Half {
                fn cut(self) -> Self;
            }
            #[device]
            impl Half for f32 {
                fn cut(self) -> f32 {
                    self * 0.5
                }
            }
            #[device]
            pub fn g<T: Half>(x: T) -> T {
                x.cut()
            }
        }
        pub mod generic_calls_elsewhere {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(m::g(r.x))
            }
        }
    }

    pub mod lengths {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait L {
            fn length(self) -> f32;
        }
        #[device]
        impl L for Vec3 {
            fn length(self) -> f32 {
                self.length()
            }
        }
        #[device]
        impl L for f32 {
            fn length(self) -> f32 {
                self.abs()
            }
        }
        #[device]
        fn g<T: L>(x: T) -> f32 {
            x.length()
        }
        pub mod lengths {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(g(Vec3::new(r.x, r.y, 1.0))) ^ bits(g(r.x)).rotate_left(4)
            }
        }
    }

    pub mod sines {
        use super::*;
        use crate::input::{bits, long_bits, mix};
        #[device]
        pub trait S {
            fn sin(self) -> f32;
        }
        #[device]
        impl S for u32 {
            fn sin(self) -> f32 {
                self as f32 + 0.5
            }
        }
        #[device]
        fn g<T: S>(x: T) -> f32 {
            x.sin()
        }
        pub mod sines {
            use super::*;

            #[device]
            pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
                bits(g(r.a))
            }
        }
    }

    #[device]
    pub fn real_direct_calls(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::direct_calls::of(r, log, at)
    }

    #[device]
    pub fn real_given(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::given::of(r, log, at)
    }

    #[device]
    pub fn real_generic_calls(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::generic_calls::of(r, log, at)
    }

    #[device]
    pub fn real_vectors(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::vectors::of(r, log, at)
    }

    #[device]
    pub fn real_own_types(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::own_types::of(r, log, at)
    }

    #[device]
    pub fn real_constants(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::constants::of(r, log, at)
    }

    #[device]
    pub fn real_functions(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::functions::of(r, log, at)
    }

    #[device]
    pub fn real_references(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::references::of(r, log, at)
    }

    #[device]
    pub fn real_chains(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::chains::of(r, log, at)
    }

    #[device]
    pub fn real_closures(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::closures::of(r, log, at)
    }

    #[device]
    pub fn real_loops(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::loops::of(r, log, at)
    }

    #[device]
    pub fn real_options(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::options::of(r, log, at)
    }

    #[device]
    pub fn real_order(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::order::of(r, log, at)
    }

    #[device]
    pub fn real_elements(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::elements::of(r, log, at)
    }

    #[device]
    pub fn real_fields(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::fields::of(r, log, at)
    }

    #[device]
    pub fn real_generic_structs(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::generic_structs::of(r, log, at)
    }

    #[device]
    pub fn real_impl_parameters(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::impl_parameters::of(r, log, at)
    }

    #[device]
    pub fn real_where_clauses(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::where_clauses::of(r, log, at)
    }

    #[device]
    pub fn real_nested_generics(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::nested_generics::of(r, log, at)
    }

    #[device]
    pub fn real_generic_constants(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::generic_constants::of(r, log, at)
    }

    #[device]
    pub fn real_values_that_change(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::values_that_change::of(r, log, at)
    }

    #[device]
    pub fn real_named_by_traits(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::named_by_traits::of(r, log, at)
    }

    #[device]
    pub fn real_literals(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::literals::of(r, log, at)
    }

    #[device]
    pub fn real_arms(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::arms::of(r, log, at)
    }

    #[device]
    pub fn real_messages(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        real::messages::of(r, log, at)
    }

    #[device]
    pub fn bump_changes(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        bump::changes::of(r, log, at)
    }

    #[device]
    pub fn bump_all_integers(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        bump::all_integers::of(r, log, at)
    }

    #[device]
    pub fn bump_questions(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        bump::questions::of(r, log, at)
    }

    #[device]
    pub fn bump_places(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        bump::places::of(r, log, at)
    }

    #[device]
    pub fn bump_numbers(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        bump::numbers::of(r, log, at)
    }

    #[device]
    pub fn bump_borrowed_twice(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        bump::borrowed_twice::of(r, log, at)
    }

    #[device]
    pub fn bump_generic_changes(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        bump::generic_changes::of(r, log, at)
    }

    #[device]
    pub fn acc_sums(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        acc::sums::of(r, log, at)
    }

    #[device]
    pub fn float_methods_of_their_own(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        float::methods_of_their_own::of(r, log, at)
    }

    #[device]
    pub fn float_methods_of_others(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        float::methods_of_others::of(r, log, at)
    }

    #[device]
    pub fn modules_across_modules(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        modules::across_modules::of(r, log, at)
    }

    #[device]
    pub fn bounds_bounds_of_traits(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        bounds::bounds_of_traits::of(r, log, at)
    }

    #[device]
    pub fn two_two_traits(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        two::two_traits::of(r, log, at)
    }

    #[device]
    pub fn types_all_types(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        types::all_types::of(r, log, at)
    }

    #[device]
    pub fn results_all_results(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        results::all_results::of(r, log, at)
    }

    #[device]
    pub fn itself_names_by_self(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        itself::names_by_self::of(r, log, at)
    }

    #[device]
    pub fn slots_generic_enums(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        slots::generic_enums::of(r, log, at)
    }

    #[device]
    pub fn folds_iterators(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        folds::iterators::of(r, log, at)
    }

    #[device]
    pub fn units_functions_without_self(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        units::functions_without_self::of(r, log, at)
    }

    #[device]
    pub fn counted_handed_on(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        counted::handed_on::of(r, log, at)
    }

    #[device]
    pub fn counted_by_reference_handed_on_by_reference(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        counted_by_reference::handed_on_by_reference::of(r, log, at)
    }

    #[device]
    pub fn aliases_by_another_name(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        aliases::by_another_name::of(r, log, at)
    }

    #[device]
    pub fn out_of_scope_generic_calls_elsewhere(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        out_of_scope::generic_calls_elsewhere::of(r, log, at)
    }

    #[device]
    pub fn lengths_lengths(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        lengths::lengths::of(r, log, at)
    }

    #[device]
    pub fn sines_sines(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        sines::sines::of(r, log, at)
    }
}
