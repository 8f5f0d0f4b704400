//! Messages of panics have values, and say them on every device as Rust does.

use crate::{devices, errors, harness, input};
use std::panic::{AssertUnwindSafe, catch_unwind};
use whipple::{device::DeviceKind, prelude::*, program::Program};

/// The items as device code, and as plain Rust.
macro_rules! both {
    ($($items:tt)*) => {
        #[allow(unused, clippy::all)]
        mod device {
            use crate::input::Input;
            use whipple::prelude::*;

            $($items)*
        }

        #[allow(unused, clippy::all)]
        mod plain {
            use crate::input::Input;
            use whipple::prelude::*;

            plain_rust! { $($items)* }
        }
    };
}

both! {
    pub const CASES: u32 = 23;
    const LIMIT: u32 = 5;

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Way {
        Left,
        Right,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Point {
        pub x: f32,
        pub n: i32,
        pub way: Way,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Shape {
        Empty,
        Ball(f32),
        Box { at: Point, size: u8 },
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Id(pub u32);

    impl std::fmt::Display for Id {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "#{:04}", self.0)
        }
    }

    #[device]
    impl Id {
        pub fn check(&self) -> u32 {
            assert!(self.0 % 2 == 0, "the odd {} of {}", self, self.0);
            self.0
        }
    }

    #[device]
    fn next(state: &mut u32) -> u32 {
        *state = state.wrapping_mul(5).wrapping_add(1);
        *state
    }

    #[device]
    fn point(r: &Input) -> Point {
        Point { x: r.x, n: r.i, way: if r.k < 8 { Way::Left } else { Way::Right } }
    }

    #[device]
    fn smaller<T: Copy + PartialOrd + std::fmt::Debug>(a: T, b: T) -> T {
        assert!(a < b, "{a:?} is not less than {:?}: {} {}", (b, [a, b]), 5, 0.1);
        a
    }

    #[device]
    fn of_length<const N: usize>(values: [u32; N], at: usize) -> u32 {
        assert!(at < N, "{at} of {N}: {values:?}");
        values[at]
    }

    #[device]
    fn half(n: u32) -> Option<u32> {
        if n > 5 {
            panic!("{}", third(n)?);
        }
        Some(n)
    }

    #[device]
    fn third(n: u32) -> Option<u32> {
        if n > 9 { None } else { Some(n / 3) }
    }

    #[device]
    pub fn say(case: u32, r: &Input) -> u32 {
        match case {
            0 => {
                let x = r.a;
                assert!(x < r.b, "index {x} of {}: {:?}", r.b, r.i);
                x
            }
            1 => panic!("no node {:#x} {0:08b} {:>12} {:o} {:X}", r.p, r.i, r.m, r.a as u8),
            2 => panic!("{} {:?} {:.3} {:8.2} {:+e} {:E} {}", r.x, r.x, r.u, r.y, r.v, r.x, r.x < r.y),
            3 => {
                let (a, b, c, d) = (r.a as u8, r.i as i16, r.p as usize, r.m as isize);
                todo!("{a} {b} {c} {d} {{{a}}} {name:<5}|{:^7}|{:*>9}|{:$<4}|", r.k, r.l, b, name = r.j)
            }
            4 => unreachable!("state {}", r.k),
            5 => unimplemented!("{0} {1} {0}", r.k, r.n),
            6 => {
                assert_eq!(r.a, r.b, "at {} {}", r.k, r.l);
                assert_ne!(r.a, 7);
                assert_ne!(r.k, 3, "plain {{}}");
                0
            }
            7 => {
                let mut state = r.a;
                assert_eq!(next(&mut state), next(&mut state), "{} {} {state}", next(&mut state), next(&mut state) - 1);
                state
            }
            8 => {
                let mut state = r.a;
                assert!(state > 100, "{} {} {}", next(&mut state), next(&mut state) - 1, state + 1);
                state
            }
            9 => {
                let (t, v, o) = ((r.a, r.x, r.k < 3), [r.i, r.j, 3], if r.k < 8 { Some(r.p) } else { None });
                assert!(r.l < 5, "{t:?} {v:?} {o:?} {:?} {:.2?} {v:x?}", Some((r.a, [r.k; 2])), [r.x, r.y]);
                assert_eq!(v, [1, 2, 3]);
                0
            }
            10 => {
                let v = Vec3::new(r.x, 1.0, 2.5);
                assert!(r.l < 5, "{v} {v:?} {:#?} {:?}", v, Mat3::IDENTITY);
                assert_eq!(Some(r.k).filter(|k| *k < 2), None);
                0
            }
            11 => {
                let p = point(r);
                assert!(r.l < 5, "{p:?} {:#?} {:?} {:>8?}", p, Some(p), p.way);
                assert_eq!(p, Point { x: 2.0, n: 1, way: Way::Left }, "{:?}", [p.way; 2]);
                0
            }
            12 => {
                let shape = match r.k % 3 {
                    0 => Shape::Empty,
                    1 => Shape::Ball(r.y),
                    _ => Shape::Box { at: point(r), size: 7 },
                };
                panic!("{shape:?} {:?}", (shape, r.k))
            }
            13 => Id(r.a).check(),
            14 => smaller(r.a, r.b) + smaller(r.x, r.y) as u32 + smaller((r.m, true), (r.n, false)).1 as u32,
            15 => of_length([r.a, r.b, 3], r.k as usize),
            16 => {
                let (x, mut z) = (&r.a, r.b);
                let y = &x;
                let m = &mut z;
                *m /= 2;
                assert!(r.k < 5, "{x} {y} {m} {} {:?}", **y, Some(x));
                assert_eq!(x, &7, "{m}");
                0
            }
            17 => {
                let check = |x: u32, y: u32| {
                    assert!(x < y, "{x} {y} {}", r.k);
                    x
                };
                let sum: u32 = (0..3).map(|i| check(i, r.k)).sum();
                (0..r.l).map(|i| if i == 9 { panic!("i is {i} after {sum}") } else { i }).sum()
            }
            18 => half(r.k).unwrap_or(99),
            19 => {
                assert!(r.k < LIMIT, "{LIMIT} {} {:.3}", u32::MAX, std::f32::consts::PI);
                0
            }
            22 => {
                let letter = (r.k as u8 + b'0') as char;
                assert!(r.k != 3, "{letter} {letter:?} {:>4}| {:?} {:?}", '\n', [letter, '\''], Some('é'));
                assert_ne!(letter, '7');
                letter.to_digit(if r.l < 8 { 37 } else { 10 }).unwrap_or(5)
            }
            20 => {
                let point = point(r);
                let made: Result<(u32, f32), Point> = if r.k < 8 { Ok((r.k, r.x)) } else { Err(point) };
                let other: Result<[u8; 2], u32> = if r.l < 8 { Err(r.a) } else { Ok([r.l as u8, 1]) };
                assert!(r.k != 5, "{made:?} {:#?}", Some(other));
                assert_eq!(other.map(|pair| pair[1]), Ok(1));
                if r.l % 2 == 0 { made.unwrap().0 } else { made.unwrap_err().n as u32 }
            }
            _ => {
                let r#type = r.k;
                let x = r.k + 1;
                let x = {
                    let x = x + 1;
                    assert!(x < 5, "inner {x} {} {}", r#type, { let x = x * 2; x });
                    x
                };
                match (x, r.l) {
                    (4, l) => assert!(l > 7, "l is {l} beside {x}"),
                    (_, ref l) => assert_ne!(*l, 9, "l is {l}"),
                }
                x
            }
        }
    }
}

/// A case of a row.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Said {
    pub case: u32,
    pub row: u32,
}

#[procedure(level = 2)]
pub struct Say {
    pub inputs: Buffer<input::Input>,
    pub results: Buffer<u32>,
}

#[execute]
impl Execute for Say {
    type Item = Said;

    fn execute(&self, _ctx: &Context<Self>, said: &Said) {
        let row = self.inputs.get(said.row);
        self.results.set(0, device::say(said.case, &row));
    }
}

/// Panics in a task of several threads, which says what it captures across barriers.
#[procedure(level = 1, threads = 64, shared = Shared<u32>)]
pub struct Meet {
    pub limit: u32,
    pub results: Buffer<u32>,
}

#[execute]
impl Execute for Meet {
    type Item = Said;

    fn execute(&self, ctx: &Context<Self>, said: &Said) {
        let twice = said.row * 2;
        if ctx.thread() == 0 {
            ctx.shared().set(said.row + 1);
        }
        ctx.barrier();
        let sum = ctx.shared().get() + twice;
        ctx.barrier();
        if ctx.thread() == 37 {
            assert!(sum < self.limit, "{sum} {twice} {} of {:?}", ctx.shared().get(), said.case);
        }
        ctx.barrier();
        self.results.set(0, sum);
    }
}

#[program]
pub struct Sayings {
    #[schedule(seeded)]
    pub say: Say,
    #[schedule(seeded)]
    pub meet: Meet,
}

/// What plain Rust says; `None` where it does not panic.
fn expected(case: u32, row: &input::Input) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(|| plain::say(case, row))).err()?;
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
}

fn check(device: &Device) {
    let rows = input::rows();
    let buffer = |length| device.buffer(length).expect("there is memory");
    let inputs = device.buffer_from(&rows).expect("there is memory");
    let program = Sayings { say: Say { inputs, results: buffer(1) }, meet: Meet { limit: 10, results: buffer(1) } };
    let mut launcher = Launcher::new(device, &program).expect("the program is prepared");
    let mut wrong = Vec::new();
    for case in 0..plain::CASES {
        let mut panics = 0;
        for row in (0..rows.len()).step_by(13) {
            let said = Said { case, row: row as u32 };
            let result = launcher.clear_seeds().seed::<Say>(&[said]).expect("a seed").run();
            let expected = expected(case, &rows[row]);
            let got = result.err().map(|error| errors::panic_of(Err(error), "a case").message);
            panics += usize::from(expected.is_some());
            if got != expected {
                wrong.push(format!("{case} of row {row} says {got:?}, and plain Rust {expected:?}"));
            }
        }
        assert!(panics > 0, "case {case} says nothing");
    }
    assert!(wrong.is_empty(), "on {device:?}:\n{}", wrong.join("\n"));
    let said = Said { case: 1, row: 5 };
    let result = launcher.clear_seeds().seed::<Meet>(&[said]).expect("a seed").run();
    let panic = errors::panic_of(result, "a task with barriers");
    assert_eq!((panic.message.as_str(), panic.thread), ("16 10 6 of 1", 37));
}

/// A value for which a message has no room is left out, and only where it is not the CPU that says it.
fn check_room(device: &Device) {
    let program = Large { long: Long };
    let mut launcher = Launcher::new(device, &program).expect("the program is prepared");
    let panic = errors::panic_of(launcher.seed::<Long>(&[7]).expect("a seed").run(), "a long message");
    let expected = match device.kind() {
        DeviceKind::Cpu => format!("{:?} then 7 and {:?}", [7; 20], [1; 30]),
        _ => format!("{:?} then 7 and …", [7; 20]),
    };
    assert_eq!(panic.message, expected);
}

#[procedure(level = 2)]
pub struct Long;

#[execute]
impl Execute for Long {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, number: &u32) {
        panic!("{:?} then {number} and {:?}", [*number; 20], [1_u8; 30]);
    }
}

#[program]
pub struct Large {
    #[schedule(seeded)]
    pub long: Long,
}

#[test]
fn cpu_says_values() {
    check(&Device::cpu());
    check_room(&Device::cpu());
}

#[test]
fn compiles_for_architectures() {
    harness::compile(Sayings::NAME, Sayings::CUDA_SOURCE);
}

#[test]
fn emulation_says_values() {
    if let Some(device) = devices::emulated() {
        check(&device);
        check_room(&device);
    }
}

#[test]
fn gpu_says_values() {
    if let Some(device) = devices::gpu() {
        check(&device);
        check_room(&device);
    }
}
