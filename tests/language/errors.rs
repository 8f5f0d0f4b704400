//! Panics of device code come back as errors that name the procedure, the Rust file and the line, on every device.

use crate::{devices, harness};
use whipple::{error::DevicePanic, prelude::*, program::Program};

/// A way to fail. Its line is marked with `panics:` and its name.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Way {
    Nothing,
    Explicit,
    WithoutMessage,
    Assertion,
    AssertionOfAMatch,
    AssertionOfAMacro,
    InAMacro,
    AssertionWithMessage,
    Equality,
    Unreachable,
    Index,
    IndexOfAnArrayOfArrays,
    IndexOfAVector,
    IndexOfABuffer,
    Division,
    Remainder,
    DivisionOverflow,
    Clamp,
    ClampOfAFloat,
    ClampOfATuple,
    Rotation,
    SliceEnd,
    SliceStart,
    SliceOrder,
    SliceThrough,
    SliceOfASlice,
    SliceCopied,
    SliceSplit,
    SlicesOfNothing,
    WrappingDivision,
    EuclideanDivision,
    OverflowingDivision,
    OverflowingEuclideanDivision,
    Multiple,
    Step,
    InAMethod,
    InAnOperatorFirst,
    InAComparisonFirst,
    InAMethodFirst,
    InACloneFirst,
    InAnArm,
    InAnotherFile,
}

const WAYS: [(Way, &str); 41] = [
    (Way::Explicit, "out of paper"),
    (Way::WithoutMessage, "explicit panic"),
    (Way::Assertion, "assertion failed: a < 3"),
    (Way::AssertionOfAMatch, "assertion failed: matches!(fragile, Fragile { number: 0..3 })"),
    (Way::AssertionOfAMacro, "assertion failed: element!(values, a % 3) == 9"),
    (Way::InAMacro, "index out of bounds: the len is 3 but the index is 7"),
    (Way::AssertionWithMessage, "a is small"),
    (Way::Equality, "assertion `left == right` failed"),
    (Way::Unreachable, "internal error: entered unreachable code: never here"),
    (Way::Index, "index out of bounds"),
    (Way::IndexOfAnArrayOfArrays, "index out of bounds"),
    (Way::IndexOfAVector, "index out of bounds"),
    (Way::IndexOfABuffer, "index out of bounds"),
    (Way::Division, "attempt to divide by zero"),
    (Way::Remainder, "attempt to calculate the remainder with a divisor of zero"),
    (Way::DivisionOverflow, "attempt to divide with overflow"),
    (Way::Clamp, "min"),
    (Way::ClampOfAFloat, "min > max, or either was NaN"),
    (Way::ClampOfATuple, "min <= max"),
    (Way::Rotation, "assertion failed: "),
    (Way::SliceEnd, "range end index 7 out of range for slice of length 3"),
    (Way::SliceStart, "range start index 7 out of range for slice of length 3"),
    (Way::SliceOrder, "slice index starts at 3 but ends at 2"),
    (Way::SliceThrough, "range end index 7 out of range for slice of length 3"),
    (Way::SliceOfASlice, "range end index 4 out of range for slice of length 2"),
    (Way::SliceCopied, "copy_from_slice: source slice length (2) does not match destination slice length (3)"),
    (Way::SliceSplit, "mid > len"),
    (Way::SlicesOfNothing, "chunk size must be non-zero"),
    (Way::WrappingDivision, "attempt to divide by zero"),
    (Way::EuclideanDivision, "attempt to divide by zero"),
    (Way::OverflowingDivision, "attempt to divide by zero"),
    (Way::OverflowingEuclideanDivision, "attempt to divide by zero"),
    (Way::Multiple, "attempt to calculate the remainder with a divisor of zero"),
    (Way::Step, "assertion failed: step != 0"),
    (Way::InAMethod, "in a method"),
    (Way::InAnOperatorFirst, "in an operator"),
    (Way::InAComparisonFirst, "in a comparison"),
    (Way::InAMethodFirst, "in a method of a name of the library's"),
    (Way::InACloneFirst, "in a clone"),
    (Way::InAnArm, "in an arm"),
    (Way::InAnotherFile, "a case of the table"),
];

/// What it writes fails where it is called.
#[device]
macro_rules! element {
    ($values:expr, $index:expr) => {
        $values[$index as usize]
    };
}

/// Numbers that fail.
#[device]
#[derive(Clone, Copy)]
pub struct Fragile {
    pub number: u32,
}

#[device]
impl Fragile {
    pub fn test(&self) -> u32 {
        assert!(self.number < 3, "in a method"); // panics: InAMethod
        self.number
    }
}

/// A number whose operators fail for large ones.
#[device]
pub struct Brittle {
    pub number: u32,
}

#[device]
impl std::ops::Add<u32> for Brittle {
    type Output = u32;
    fn add(self, other: u32) -> u32 {
        assert!(self.number < 3, "in an operator"); // panics: InAnOperatorFirst
        self.number + other
    }
}

#[device]
impl PartialEq for Brittle {
    fn eq(&self, other: &Brittle) -> bool {
        assert!(self.number < 3, "in a comparison"); // panics: InAComparisonFirst
        self.number == other.number
    }
}

#[device]
impl Clone for Brittle {
    fn clone(&self) -> Brittle {
        assert!(self.number < 3, "in a clone"); // panics: InACloneFirst
        Brittle { number: self.number }
    }
}

#[device]
impl Brittle {
    pub fn length(&self) -> u32 {
        assert!(self.number < 3, "in a method of a name of the library's"); // panics: InAMethodFirst
        self.number
    }
}

#[device]
pub fn sum(a: u32, b: u32) -> u32 {
    a + b
}

#[device]
pub fn sum_of_clone(brittle: Brittle, b: u32) -> u32 {
    brittle.number + b
}

#[device]
pub fn vector(a: u32) -> f32 {
    let v = Vec3::ONE;
    v[a as usize] // panics: IndexOfAVector
}

/// `a` is 7, `i` the least i32.
#[device]
pub fn fail(way: Way, a: u32, i: i32, buffer: &Buffer<u32>) -> u32 {
    let values = [1, 2, 3];
    let rows = [[1_u32, 2], [3, 4]];
    match way {
        Way::Nothing => a,
        Way::Explicit => {
            panic!("out of paper"); // panics: Explicit
        }
        Way::WithoutMessage => panic!(), // panics: WithoutMessage
        Way::Assertion => {
            assert!(a < 3); // panics: Assertion
            1
        }
        Way::AssertionOfAMatch => {
            let fragile = Fragile { number: a };
            assert!(matches!(fragile, Fragile { number: 0..3 })); // panics: AssertionOfAMatch
            1
        }
        Way::AssertionWithMessage => {
            let b = a + 1;
            assert!(b < 3, "a is small"); // panics: AssertionWithMessage
            b
        }
        Way::Equality => {
            assert_eq!(a, 3); // panics: Equality
            1
        }
        Way::Unreachable => unreachable!("never here"), // panics: Unreachable
        Way::AssertionOfAMacro => {
            assert!(element!(values, a % 3) == 9); // panics: AssertionOfAMacro
            0
        }
        // The next line panics: InAMacro
        Way::InAMacro => element!(values, a),
        Way::Index => values[a as usize], // panics: Index
        Way::IndexOfAnArrayOfArrays => {
            let row = a as usize - 6;
            rows[row][a as usize] // panics: IndexOfAnArrayOfArrays
        }
        Way::IndexOfAVector => vector(a) as u32,
        Way::IndexOfABuffer => buffer.get(a), // panics: IndexOfABuffer
        Way::Division => 5 / (a - 7),         // panics: Division
        Way::Remainder => {
            let b = a - 7;
            a % b // panics: Remainder
        }
        Way::DivisionOverflow => (i / (6 - a as i32)) as u32, // panics: DivisionOverflow
        Way::Clamp => a.clamp(9, a),                          // panics: Clamp
        Way::ClampOfAFloat => (a as f32).clamp(9.0, a as f32) as u32, // panics: ClampOfAFloat
        Way::ClampOfATuple => (a, a).clamp((9, a), (a, 9)).0, // panics: ClampOfATuple
        Way::Rotation => {
            let mut turned = values;
            turned.rotate_left(a as usize); // panics: Rotation
            turned[0]
        }
        Way::SliceEnd => values[1..a as usize][0],  // panics: SliceEnd
        Way::SliceStart => values[a as usize..][0], // panics: SliceStart
        Way::SliceOrder => values[a as usize - 4..2].len() as u32, // panics: SliceOrder
        Way::SliceThrough => values[..=a as usize].len() as u32, // panics: SliceThrough
        Way::SliceOfASlice => {
            let inner = &values[1..];
            inner[2..a as usize - 3].len() as u32 // panics: SliceOfASlice
        }
        Way::SliceCopied => {
            let mut copied = values;
            copied.copy_from_slice(&values[..a as usize - 5]); // panics: SliceCopied
            copied[0]
        }
        Way::SliceSplit => values.split_at(a as usize).0.len() as u32, // panics: SliceSplit
        Way::SlicesOfNothing => values.chunks(a as usize - 7).count() as u32, // panics: SlicesOfNothing
        Way::WrappingDivision => i.wrapping_div(a as i32 - 7) as u32,  // panics: WrappingDivision
        Way::EuclideanDivision => i.wrapping_div_euclid(a as i32 - 7) as u32, // panics: EuclideanDivision
        Way::OverflowingDivision => i.overflowing_div(a as i32 - 7).0 as u32, // panics: OverflowingDivision
        Way::OverflowingEuclideanDivision => {
            i.overflowing_div_euclid(a as i32 - 7).0 as u32 // panics: OverflowingEuclideanDivision
        }
        Way::Multiple => a.next_multiple_of(a - 7), // panics: Multiple
        Way::Step => {
            let mut sum = 0;
            // The next line panics: Step
            for step in (0..a).step_by(a as usize - 7) {
                sum += step;
            }
            sum
        }
        Way::InAMethod => Fragile { number: a }.test(),
        Way::InAnOperatorFirst => sum(Brittle { number: a } + 1, values[a as usize]),
        Way::InAComparisonFirst => sum((Brittle { number: a } == Brittle { number: 7 }) as u32, values[a as usize]),
        Way::InAMethodFirst => {
            let brittle = Brittle { number: a };
            sum(brittle.length(), values[a as usize])
        }
        Way::InACloneFirst => {
            let brittle = Brittle { number: a };
            sum_of_clone(brittle.clone(), values[a as usize])
        }
        Way::InAnArm => match a {
            0 => 1,
            7 => panic!("in an arm"), // panics: InAnArm
            _ => 2,
        },
        Way::InAnotherFile => crate::input::refuse(a),
    }
}

#[procedure(level = 2)]
pub struct Fail {
    pub i: i32,
    pub buffer: Buffer<u32>,
}

#[execute]
impl Execute for Fail {
    type Item = Way;

    fn execute(&self, _ctx: &Context<Self>, way: &Way) {
        let result = fail(*way, 7, self.i, &self.buffer);
        self.buffer.set(0, result);
    }
}

/// Fails in its own body.
#[procedure(level = 0, threads = 8)]
pub struct Body {
    pub buffer: Buffer<u32>,
}

#[execute]
impl Execute for Body {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        assert!(ctx.thread() + number < 12, "a body"); // panics: Body
        self.buffer.fetch_add(1, 1);
    }
}

#[program]
pub struct Failures {
    pub fail: Fail,
    #[schedule(seeded)]
    pub body: Body,
}

/// The line that a mark names: its own, or the next.
pub fn line_of(source: &str, mark: &str) -> u32 {
    let find = |text: String| source.lines().position(|line| line.trim_end().ends_with(&text));
    let own = find(format!("// panics: {mark}")).map(|line| line + 1);
    let line = own.or_else(|| find(format!("// The next line panics: {mark}")).map(|line| line + 2));
    line.unwrap_or_else(|| panic!("no line is marked {mark}")) as u32
}

fn failures(device: &Device) -> Failures {
    let buffer = device.buffer(4).expect("there is memory");
    Failures { fail: Fail { i: i32::MIN, buffer: buffer.clone() }, body: Body { buffer } }
}

/// The panic that a run must end with.
pub fn panic_of(result: Result<whipple::prelude::Report, Error>, what: &str) -> DevicePanic {
    match result {
        Err(Error::DevicePanic(panic)) => panic,
        other => panic!("{what} gives {other:?}"),
    }
}

/// Everything about each panic, and that the launcher works again after it.
fn check(device: &Device) {
    let program = failures(device);
    let mut launcher = Launcher::new(device, &program).expect("the program is prepared");
    let mut wrong = Vec::new();
    let mut expect = |panic: &DevicePanic, name: &str, procedure: &str, file: &str, line: u32, message: &str| {
        let right = panic.procedure == procedure
            && panic.file.ends_with(file)
            && panic.line == line
            && panic.message.contains(message);
        if !right {
            wrong.push(format!("{name}: expected {procedure} at {file}:{line} with {message:?}, got {panic:?}"));
        }
    };
    for (way, message) in WAYS {
        let name = format!("{way:?}");
        let (file, line) = match way {
            Way::InAnotherFile => ("tests/language/input.rs", line_of(include_str!("input.rs"), &name)),
            // On the CPU, glam names its own place.
            Way::IndexOfAVector if device.kind() == whipple::device::DeviceKind::Cpu => ("", 0),
            _ => ("tests/language/errors.rs", line_of(include_str!("errors.rs"), &name)),
        };
        let panic = panic_of(launcher.clear_seeds().seed::<Fail>(&[way]).expect("a seed").run(), &name);
        let line = if file.is_empty() { panic.line } else { line };
        expect(&panic, &name, "Fail", file, line, message);
    }
    let panic = panic_of(launcher.clear_seeds().seed::<Body>(&[6]).expect("a seed").run(), "the body");
    expect(
        &panic,
        "the body",
        "Body",
        "tests/language/errors.rs",
        line_of(include_str!("errors.rs"), "Body"),
        "a body",
    );
    assert!(matches!(panic.thread, 6 | 7), "{panic:?}");
    let report =
        launcher.clear_seeds().seed::<Fail>(&[Way::Nothing; 100]).expect("seeds").run().expect("nothing fails");
    assert_eq!(report.tasks::<Fail>(), 100);
    assert!(wrong.is_empty(), "on {device:?}:\n{}", wrong.join("\n"));
}

#[test]
fn cpu_names_the_place() {
    check(&Device::cpu());
}

#[test]
fn compiles_for_architectures() {
    harness::compile(Failures::NAME, Failures::CUDA_SOURCE);
}

#[test]
fn emulation_names_the_place() {
    if let Some(device) = devices::emulated() {
        check(&device);
    }
}

#[test]
fn gpu_names_the_place() {
    if let Some(device) = devices::gpu() {
        check(&device);
    }
}
