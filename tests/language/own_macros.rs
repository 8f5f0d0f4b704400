//! Calls of `#[device] macro_rules!` in bodies.

conformance! {
    program OwnMacros;
    cases |input| {
        expressions(input.a, input.b, input.k),
        statements(input.a, input.k),
        variables_of_their_own(input.a, input.b, input.k),
        recursive(input.a, input.b),
        repeated(input.a, input.b, input.k),
        that_jump(input.a, input.k),
        of_other_modules(input.a, input.x),
        in_methods(input.x, input.k),
        in_closures_and_messages(input.a, input.k),
        of_patterns_and_types(input.a, input.k),
    }

    use crate::input::{bits, mix};
    use tools::{blended, lerp};

    #[device]
    macro_rules! rotated {
        ($x:expr, $n:expr) => {
            ($x << $n) | ($x >> (32 - $n))
        };
    }

    #[device]
    macro_rules! square {
        ($x:expr) => {
            $x * $x
        };
    }

    #[device]
    pub const NINE: u32 = square!(3);

    /// Operands stay operands, on both sides of a call.
    #[device]
    pub fn expressions(a: u32, b: u32, k: u32) -> u64 {
        let turned = rotated!(a ^ b, 7) ^ rotated!(rotated!(b, 3), 5);
        let small = k % 10;
        let squares = 2 * square!(small + 1) + square!(small) % 7;
        mix(turned as u64, (squares + NINE) as u64)
    }

    #[device]
    macro_rules! add_twice {
        ($to:ident, $x:expr) => {
            $to = $to.wrapping_add($x);
            let twice = $x;
            $to = $to.wrapping_add(twice);
        };
    }

    /// What is handed over is evaluated where the macro has it, and as often.
    #[device]
    pub fn statements(a: u32, k: u32) -> u64 {
        let mut sum = k;
        let twice = 9;
        add_twice!(sum, a);
        add_twice! { sum, twice + 1 }
        let mut calls = 0_u32;
        let product = square!({
            calls += 1;
            calls + k % 5
        });
        mix(sum as u64, mix(product as u64, (calls + twice) as u64))
    }

    #[device]
    macro_rules! swap_if {
        ($condition:expr, $a:ident, $b:ident) => {
            if $condition {
                let t = $a;
                $a = $b;
                $b = t;
            }
        };
    }

    #[device]
    macro_rules! sort {
        ($a:ident, $b:ident, $c:ident) => {
            swap_if!($a > $b, $a, $b);
            swap_if!($b > $c, $b, $c);
            swap_if!($a > $b, $a, $b);
        };
    }

    /// A variable that a macro declares is not the one of the same name around the call.
    #[device]
    pub fn variables_of_their_own(a: u32, b: u32, k: u32) -> u64 {
        let (mut first, mut second, mut t) = (a, b, k);
        sort!(first, second, t);
        mix(first as u64, mix(second as u64, t as u64))
    }

    #[device]
    macro_rules! largest {
        ($x:expr) => { $x };
        ($x:expr, $($rest:expr),+) => {{
            let a = $x;
            let b = largest!($($rest),+);
            if a > b { a } else { b }
        }};
    }

    #[device]
    macro_rules! count {
        () => { 0_u32 };
        ($head:tt $($tail:tt)*) => { 1 + count!($($tail)*) };
    }

    #[device]
    pub fn recursive(a: u32, b: u32) -> u64 {
        let a = a % 1000;
        largest!(a, b % 700, square!(b % 7 + 1)) as u64 * 10 + count!(one two three) as u64
    }

    #[device]
    macro_rules! each {
        ($name:ident in [$($value:expr),*] $body:block) => {
            $({
                let $name = $value;
                $body
            })*
        };
    }

    #[device]
    macro_rules! chosen {
        ($k:expr; $($pattern:pat => $value:expr),+ $(,)?) => {
            match $k {
                $($pattern => $value),+
            }
        };
    }

    #[device]
    pub fn repeated(a: u32, b: u32, k: u32) -> u64 {
        let mut result = 1;
        each!(value in [a, b, 7] {
            result = mix(result, value as u64);
        });
        let number = chosen!(k % 4; 0 => 5, 1 | 2 => 6, other => other + 10);
        mix(result, number as u64)
    }

    #[device]
    macro_rules! or_leave {
        ($option:expr) => {
            match $option {
                Some(value) => value,
                None => return 99,
            }
        };
    }

    #[device]
    macro_rules! until {
        ($i:ident below $n:expr, $goes_on:expr) => {
            for $i in 0..$n {
                if $goes_on {
                    continue;
                } else if $i > 5 {
                    break;
                }
            }
        };
    }

    #[device]
    pub fn that_jump(a: u32, k: u32) -> u64 {
        let left = or_leave!(a.checked_sub(2));
        let mut sum = 0;
        until!(i below k % 9, {
            sum += i;
            sum > 7
        });
        mix(left as u64, sum as u64)
    }

    pub mod tools {
        use whipple::prelude::*;

        #[device]
        macro_rules! lerp {
            ($a:expr, $b:expr, $t:expr) => {
                blended($a, $b, $t)
            };
        }
        pub(crate) use lerp;

        #[device]
        pub fn blended(a: f32, b: f32, t: f32) -> f32 {
            a + (b - a) * t
        }
    }

    #[device]
    pub fn of_other_modules(a: u32, x: f32) -> u64 {
        let half = lerp!(1.0, x, 0.5);
        mix(bits(tools::lerp!(half, (a % 9) as f32, 0.25)) as u64, 1)
    }

    #[device]
    macro_rules! field {
        ($self:ident . $field:ident) => {
            $self.$field
        };
    }

    #[device]
    macro_rules! moved {
        ($point:expr, $field:ident, $by:expr) => {
            $point.$field += $by;
            $point.y -= 1.0
        };
    }

    #[device]
    pub struct Point {
        pub x: f32,
        pub y: f32,
    }

    #[device]
    pub trait Shape {
        fn size(&self) -> f32;
        fn doubled(&self) -> f32 {
            square!(self.size()) * 2.0
        }
    }

    #[device]
    impl Point {
        const SIDES: u32 = square!(2);

        pub fn go(&mut self, k: u32) {
            for i in 0..k % 4 {
                if i == square!(1) {
                    continue;
                }
                moved!(self, x, i as f32);
            }
        }
    }

    #[device]
    impl Shape for Point {
        fn size(&self) -> f32 {
            field!(self.x) + field!(self.y)
        }
    }

    #[device]
    pub fn in_methods(x: f32, k: u32) -> u64 {
        let mut point = Point { x, y: 2.0 };
        point.go(k);
        mix(bits(point.doubled()) as u64, Point::SIDES as u64)
    }

    #[device]
    pub fn in_closures_and_messages(a: u32, k: u32) -> u64 {
        let kind = |number: u32| -> u32 { chosen!(number; 0..=9 => 1, _ => 2) };
        let values = [a % 100, 2, 3];
        let sum: u32 = values.iter().map(|value| square!(*value)).sum();
        assert!(square!(k % 10) < 100, "{}", square!(k % 10));
        assert_eq!(square!(2), 4);
        mix(kind(a) as u64, sum as u64)
    }

    #[device]
    macro_rules! as_number {
        ($value:expr, $ty:ty) => {
            $value as $ty as u64
        };
    }

    #[device]
    macro_rules! is_one_of {
        ($value:expr, $($literal:literal)|+) => {
            matches!($value, $($literal)|+)
        };
    }

    #[device]
    pub fn of_patterns_and_types(a: u32, k: u32) -> u64 {
        let narrow = mix(as_number!(a, u8), as_number!(a ^ k, i16));
        mix(narrow, is_one_of!(k % 8, 1 | 3 | 5) as u64)
    }
}
