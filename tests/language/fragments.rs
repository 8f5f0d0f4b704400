//! Items that `macro_rules!` writes: expressions that are handed over stay one operand, and variables of one name are told apart by who
//! wrote them.

conformance! {
    program Fragments;
    cases |input| {
        operands_of_constants(input.k),
        operands(input.a, input.b),
        operands_under_a_sign(input.a, input.i),
        operands_as_receivers(input.a, input.b),
        conditions(input.a, input.b),
        assertions(input.a),
        own_variables(input.a, input.b),
        own_variables_of_loops(input.k),
        own_variables_of_patterns(input.a, input.b),
        own_variables_in_capitals(input.a, input.b),
        own_variables_in_fields(input.a, input.b),
        own_variables_in_assertions(input.a),
        functions_of_the_name(input.a, input.b),
        parameters_of_the_name(input.a, input.b),
        methods_by_a_macro(input.a),
    }

    use crate::input::mix;

    macro_rules! doubled {
        ($name:ident, $value:expr) => {
            on_devices! {
                pub const $name: u32 = $value * 2;
            }
        };
    }

    doubled!(FOURTEEN, 3 + 4);

    #[device]
    pub fn operands_of_constants(k: u32) -> u64 {
        (FOURTEEN + k % 7) as u64
    }

    macro_rules! function {
        ($name:ident($first:ident: $ty:ty, $second:ident: $other:ty) => $value:expr) => {
            on_devices! {
                pub fn $name($first: $ty, $second: $other) -> u64 {
                    let t = 7_u32;
                    let product = $first.wrapping_mul(3) & $value as u32;
                    let factor = 2 * ($second as u32 % 1000) + $value as u32 % 1000;
                    mix(product as u64, (factor ^ t) as u64)
                }
            }
        };
    }

    function!(operands(a: u32, b: u32) => a % 1000 ^ b % 1000);

    macro_rules! negated {
        ($name:ident($first:ident, $second:ident) => $value:expr) => {
            on_devices! {
                pub fn $name($first: u32, $second: i32) -> u64 {
                    mix((-$value) as u64, (!$value) as u64)
                }
            }
        };
    }

    negated!(operands_under_a_sign(a, i) => i % 100 + (a % 100) as i32);

    macro_rules! bits {
        ($name:ident($first:ident, $second:ident) => $value:expr) => {
            on_devices! {
                pub fn $name($first: u32, $second: u32) -> u64 {
                    mix($value.count_ones() as u64, $value as u64)
                }
            }
        };
    }

    bits!(operands_as_receivers(a, b) => a ^ b);

    macro_rules! decided {
        ($name:ident($first:ident, $second:ident) => $condition:expr) => {
            on_devices! {
                pub fn $name($first: u32, $second: u32) -> u64 {
                    if !$condition && $first != $second { 1 } else { 2 }
                }
            }
        };
    }

    decided!(conditions(a, b) => a > 5 || b > 7);

    macro_rules! asserted {
        ($name:ident($first:ident) => $value:expr) => {
            on_devices! {
                pub fn $name($first: u32) -> u64 {
                    assert!($value * 2 % 2 == 0);
                    assert_eq!($value * 0, 0);
                    $value as u64
                }
            }
        };
    }

    asserted!(assertions(a) => a % 1000 + 1);

    // `t` is the caller's parameter, and the macro's variable.
    function!(own_variables(t: u32, u: u32) => t.wrapping_mul(10).wrapping_add(u));

    macro_rules! summed {
        ($name:ident($count:ident) => $value:expr) => {
            on_devices! {
                pub fn $name($count: u32) -> u64 {
                    let mut sum = 0_u64;
                    for i in 0..$count % 5 {
                        let j = i * 2;
                        sum = mix(sum, ($value + i + j) as u64);
                    }
                    sum
                }
            }
        };
    }

    summed!(own_variables_of_loops(i) => i % 100);

    macro_rules! split {
        ($name:ident($first:ident, $second:ident) => $value:expr) => {
            on_devices! {
                pub fn $name($first: u32, $second: u32) -> u64 {
                    let (x, y) = ($first / 2, $second / 3);
                    let z = match x % 3 {
                        0 => y,
                        n if n > 1 => n,
                        n => n + 1,
                    };
                    mix(mix(x as u64, y as u64), mix(z as u64, $value as u64))
                }
            }
        };
    }

    split!(own_variables_of_patterns(n, x) => n ^ x);

    macro_rules! in_capitals {
        ($name:ident($first:ident, $second:ident) => $value:expr) => {
            on_devices! {
                #[allow(non_snake_case)]
                pub fn $name($first: u32, $second: u32) -> u64 {
                    let N = $second / 3;
                    let M = match $first {
                        N if N > 9 => N ^ $value,
                        other => other + 1,
                    };
                    mix(mix(N as u64, M as u64), $value as u64)
                }
            }
        };
    }

    in_capitals!(own_variables_in_capitals(N, M) => N ^ (M / 2));

    #[device]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: u32,
        pub y: u32,
    }

    macro_rules! paired {
        ($name:ident($first:ident, $second:ident)) => {
            on_devices! {
                pub fn $name($first: u32, $second: u32) -> u64 {
                    let x = $first / 2;
                    let pair = Pair { x, y: $first };
                    let Pair { x, y } = Pair { x: pair.x ^ $second, ..pair };
                    mix(mix(x as u64, y as u64), $first as u64)
                }
            }
        };
    }

    paired!(own_variables_in_fields(x, y));

    macro_rules! checked {
        ($name:ident($first:ident) => $value:expr) => {
            on_devices! {
                pub fn $name($first: u32) -> u64 {
                    let t = $first / 2;
                    assert!($value >= t);
                    assert_ne!(t, $value.wrapping_add(1));
                    t as u64
                }
            }
        };
    }

    checked!(own_variables_in_assertions(t) => t);

    #[device]
    pub fn area(a: u32, b: u32) -> u32 {
        (a % 1000) * (b % 1000)
    }

    macro_rules! with_area {
        ($name:ident($first:ident, $second:ident) => $value:expr) => {
            on_devices! {
                pub fn $name($first: u32, $second: u32) -> u64 {
                    let area = $first / 2;
                    mix($value as u64, area as u64)
                }
            }
        };
    }

    with_area!(functions_of_the_name(a, b) => area(a, b));

    macro_rules! of_area {
        ($name:ident($first:ident, $second:ident)) => {
            on_devices! {
                pub fn $name($first: u32, $second: u32) -> u64 {
                    mix(area($first, $second) as u64, $first as u64)
                }
            }
        };
    }

    of_area!(parameters_of_the_name(area, b));

    macro_rules! counter {
        ($name:ident, $method:ident($step:ident) => $value:expr) => {
            on_devices! {
                #[derive(Clone, Copy)]
                pub struct $name {
                    pub count: u32,
                }
            }

            on_devices! {
                impl $name {
                    pub fn $method(&mut self, $step: u32) -> u32 {
                        let count = self.count;
                        self.count = count.wrapping_add($value);
                        count
                    }
                }
            }
        };
    }

    counter!(Steps, step(count) => count % 10 + 1);

    #[device]
    pub fn methods_by_a_macro(a: u32) -> u64 {
        let mut steps = Steps { count: a };
        let first = steps.step(a);
        mix(first as u64, steps.step(3) as u64)
    }
}
