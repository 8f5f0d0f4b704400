//! Enums whose variants have fields as work items, parameters, shared memory and elements of buffers, under every scheduler.

use crate::{devices, harness};
use whipple::prelude::*;

/// What is left to do with some numbers. Its variants differ in size and alignment, and leave padding.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Work {
    Nothing,
    Divide { low: u32, high: u32 },
    Weigh { at: u8, weight: u64 },
    Move(Vec3, u16),
}

/// What all tasks add.
#[device]
#[derive(Clone, Copy, Debug)]
pub enum Bonus {
    None,
    Each(u64),
    Odd { odd: u64, even: u64 },
}

#[device]
impl Bonus {
    pub fn of(self, n: u64) -> u64 {
        match self {
            Bonus::None => 0,
            Bonus::Each(bonus) => bonus,
            Bonus::Odd { odd, .. } if n % 2 == 1 => odd,
            Bonus::Odd { even, .. } => even,
        }
    }
}

/// Halves what is to be divided, and hands over the rest.
#[procedure(level = 2)]
pub struct Halve {
    pub sums: Buffer<u64>,
    pub bonus: Bonus,
}

#[execute]
impl Execute for Halve {
    type Item = Work;

    fn execute(&self, ctx: &Context<Self>, work: &Work) {
        match *work {
            Work::Divide { low, high } if high - low > 1 => {
                let middle = low + (high - low) / 2;
                ctx.spawn::<Halve>(Work::Divide { low, high: middle });
                ctx.spawn::<Halve>(Work::Divide { low: middle, high });
            }
            Work::Divide { low, .. } => match low % 4 {
                0 => ctx.spawn::<Lanes>(Work::Weigh { at: (low % 256) as u8, weight: low as u64 * 3 }),
                1 => ctx.spawn::<Threads>(Work::Move(vec3(low as f32, 1.0, 2.0), 7)),
                2 => ctx.spawn::<Lanes>(Work::Nothing),
                _ => {
                    self.sums.fetch_add(0, low as u64 + self.bonus.of(low as u64));
                }
            },
            _ => panic!("nothing else is divided"),
        }
    }
}

/// By eight threads: each takes a share.
#[procedure(level = 0, threads = 8)]
pub struct Lanes {
    pub sums: Buffer<u64>,
}

#[execute]
impl Execute for Lanes {
    type Item = Work;

    fn execute(&self, ctx: &Context<Self>, work: &Work) {
        let share = match work {
            Work::Weigh { at, weight } => weight + *at as u64 * ctx.thread() as u64,
            Work::Nothing => 1,
            _ => 0,
        };
        self.sums.fetch_add(1, share);
    }
}

#[device]
pub struct Scratch {
    pub seen: Shared<Work>,
    pub each: SharedArray<Work, 32>,
}

/// By a block: through shared memory.
#[procedure(level = 1, threads = 32, shared = Scratch)]
pub struct Threads {
    pub sums: Buffer<u64>,
}

#[execute]
impl Execute for Threads {
    type Item = Work;

    fn execute(&self, ctx: &Context<Self>, work: &Work) {
        let thread = ctx.thread();
        let shared = ctx.shared();
        if thread == 0 {
            shared.seen.set(*work);
        }
        let own = if thread % 2 == 0 {
            Work::Weigh { at: thread as u8, weight: 1 }
        } else {
            Work::Divide { low: thread, high: 0 }
        };
        shared.each.set(thread, own);
        ctx.barrier();
        let mut sum = 0_u64;
        if let Work::Move(place, factor) = shared.seen.get() {
            sum += place.x as u64 * factor as u64;
        }
        match shared.each.get((thread + 1) % 32) {
            Work::Weigh { at, weight } => sum += at as u64 + weight,
            Work::Divide { low, high } => sum += low as u64 * 2 + high as u64,
            _ => sum = 0,
        }
        self.sums.fetch_add(2, sum);
    }
}

/// What a surface is made of.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Material {
    Black,
    Diffuse(Vec3),
    Metal { colour: Vec3, rough: f32 },
    Wide(u64),
    Table([u16; 3]),
}

/// An element with padding inside, at its end, and in its enum.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    pub id: u8,
    pub material: Material,
    pub flag: bool,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Small {
    Long(u32),
    Byte(u8),
}

/// An instruction of a small machine, with an operand of its own kind.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Instruction {
    Halt,
    Move { to: u8, from: Operand },
    Jump { back: bool, by: u16 },
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operand {
    Register(u8),
    Number(i64),
}

/// Runs a program from an instruction on, one task an instruction.
#[procedure(level = 2)]
pub struct Step {
    pub program: Buffer<Instruction>,
    pub registers: Buffer<i64>,
}

#[execute]
impl Execute for Step {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, at: &u32) {
        match self.program.get(*at) {
            Instruction::Halt => {}
            Instruction::Move { to, from } => {
                let value = match from {
                    Operand::Register(register) => self.registers.get(register as u32),
                    Operand::Number(number) => number,
                };
                self.registers.fetch_add(to as u32, value);
                ctx.spawn::<Step>(*at + 1);
            }
            Instruction::Jump { back, by } => {
                // Once: what it has jumped over is the end.
                self.program.set(*at, Instruction::Halt);
                ctx.spawn::<Step>(if back { *at - by as u32 } else { *at + by as u32 });
            }
        }
    }
}

#[program]
pub struct Machine {
    step: Step,
}

fn compute(device: &Device, options: Options) -> Result<(), Error> {
    use Instruction::{Halt, Jump, Move};
    let code = [
        Move { to: 0, from: Operand::Number(1 << 40) },
        Move { to: 1, from: Operand::Register(0) },
        Jump { back: false, by: 2 },
        Halt,
        Move { to: 1, from: Operand::Register(1) },
        Jump { back: true, by: 5 },
        Halt,
    ];
    let (program, registers) = (device.buffer_from(&code)?, device.buffer::<i64>(2)?);
    let machine = Machine { step: Step { program: program.clone(), registers: registers.clone() } };
    Launcher::with_options(device, &machine, options)?.seed::<Step>(&[0])?.run()?;
    assert_eq!(registers.read()?, [1 << 41, 1 << 42], "{device:?}");
    let mut expected = code;
    (expected[2], expected[5]) = (Halt, Halt);
    assert_eq!(program.read()?, expected, "{device:?}");
    Ok(())
}

/// Truth values, or numbers that are none.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bits {
    Flags([bool; 64]),
    Long([u64; 8]),
}

/// Who reads while another writes sees no flags made of the number.
#[test]
fn what_is_read_while_it_is_written_is_a_value() {
    let buffer = Device::cpu().buffer_from(&[Bits::Long([u64::MAX; 8])]).expect("a buffer");
    let is_done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for turn in 0..1_000_000 {
                let flags = [turn % 4 < 2; 64];
                buffer.set(0, if turn % 2 == 0 { Bits::Flags(flags) } else { Bits::Long([u64::MAX; 8]) });
            }
            is_done.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        while !is_done.load(std::sync::atomic::Ordering::Relaxed) {
            match buffer.get(0) {
                Bits::Flags(flags) => {
                    let numbers = std::hint::black_box(flags.map(u8::from));
                    assert!(numbers.iter().all(|number| *number <= 1), "{numbers:?}");
                }
                // Of the other half, too.
                Bits::Long(_) => {}
            }
        }
    });
}

/// What no Rust makes: a `bool` of 7.
#[device(cuda = "const unsigned char seven = 7;\nbool flag;\nmemcpy(&flag, &seven, 1);\nreturn flag;")]
fn seven() -> bool {
    true
}

#[procedure(level = 2)]
pub struct Spoil {
    pub flags: Buffer<bool>,
}

#[execute]
impl Execute for Spoil {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, at: &u32) {
        self.flags.set(*at, seven());
    }
}

#[program]
pub struct Spoiling {
    spoil: Spoil,
}

fn spoil(device: &Device) {
    let flags = device.buffer::<bool>(9).expect("a buffer");
    let program = Spoiling { spoil: Spoil { flags: flags.clone() } };
    let mut launcher = Launcher::new(device, &program).expect("it compiles");
    launcher.seed::<Spoil>(&[5]).and_then(|launcher| launcher.run()).expect("it ends");
    assert_eq!(flags.read_range(0, 5).expect("these are values"), [false; 5]);
    let error = flags.read_range(3, 4).expect_err("7 is no bool");
    assert!(matches!(error, Error::InvalidElement { index: 5, of: "bool" }), "{error}");
}

#[test]
fn emulated_elements_that_are_no_values_are_told() {
    if let Some(device) = devices::emulated() {
        spoil(&device);
    }
}

#[test]
fn elements_of_a_gpu_that_are_no_values_are_told() {
    if let Some(device) = devices::gpu() {
        spoil(&device);
    }
}

/// Changes each element into the next kind.
#[procedure(level = 2)]
pub struct Repaint {
    pub materials: Buffer<Material>,
    pub surfaces: Buffer<Surface>,
}

#[execute]
impl Execute for Repaint {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, at: &u32) {
        let old = self.materials.get(*at);
        let new = match old {
            Material::Black => Material::Diffuse(vec3(*at as f32, 2.0, 3.0)),
            Material::Diffuse(colour) => Material::Metal { colour, rough: 0.25 },
            Material::Metal { colour, rough } => Material::Wide((colour.x + rough) as u64 + (1 << 40)),
            Material::Wide(wide) => Material::Table([wide as u16, *at as u16, 9]),
            Material::Table(_) => Material::Black,
        };
        self.materials.set(*at, new);
        let mut surface = self.surfaces.get(*at);
        surface.material = old;
        surface.id += 1;
        surface.flag = !surface.flag;
        self.surfaces.set(*at, surface);
        if *at > 0 && *at % 2 == 0 {
            ctx.spawn::<Repaint>(*at - 1);
        }
    }
}

#[program]
pub struct Painting {
    repaint: Repaint,
}

fn paint(device: &Device, options: Options) -> Result<(), Error> {
    let mut expected: Vec<Material> = (0..100)
        .map(|n| match n % 5 {
            0 => Material::Black,
            1 => Material::Diffuse(vec3(1.0, 0.5, n as f32)),
            2 => Material::Metal { colour: vec3(n as f32, 0.0, 1.0), rough: 0.5 },
            3 => Material::Wide(u64::MAX - n),
            _ => Material::Table([1, 2, n as u16]),
        })
        .collect();
    let materials = device.buffer_from(&expected)?;
    // As large as a power of two, and filled in another way.
    let small = device.buffer_filled(3, Small::Byte(7))?;
    small.write_range(1, &[Small::Long(1 << 30)])?;
    let expected_small = vec![Small::Byte(7), Small::Long(1 << 30), Small::Byte(7)];
    assert_eq!((size_of::<Small>(), small.read()?), (8, expected_small), "{device:?}");
    let surfaces = device.buffer::<Surface>(100)?;
    assert_eq!(materials.read()?, expected, "{device:?}");
    assert_eq!(surfaces.read()?[7], Surface { id: 0, material: Material::Black, flag: false }, "{device:?}");
    surfaces.fill(Surface { id: 3, material: Material::Wide(7), flag: true })?;
    let program = Painting { repaint: Repaint { materials: materials.clone(), surfaces: surfaces.clone() } };
    let mut launcher = Launcher::with_options(device, &program, options)?;
    let seeds: Vec<u32> = (0..50).map(|n| 2 * n).collect();
    let report = launcher.seed::<Repaint>(&seeds)?.run()?;
    assert_eq!(report.total_tasks(), 99);
    let before = surfaces.read()?;
    for at in 0..99 {
        assert_eq!(before[at], Surface { id: 4, material: expected[at], flag: false }, "{at} on {device:?}");
        expected[at] = match expected[at] {
            Material::Black => Material::Diffuse(vec3(at as f32, 2.0, 3.0)),
            Material::Diffuse(colour) => Material::Metal { colour, rough: 0.25 },
            Material::Metal { colour, rough } => Material::Wide((colour.x + rough) as u64 + (1 << 40)),
            Material::Wide(wide) => Material::Table([wide as u16, at as u16, 9]),
            Material::Table(_) => Material::Black,
        };
    }
    assert_eq!(before[99], Surface { id: 3, material: Material::Wide(7), flag: true });
    assert_eq!(materials.read()?, expected, "{device:?}");
    Ok(())
}

#[program]
pub struct Dividing {
    halve: Halve,
    lanes: Lanes,
    threads: Threads,
}

const HIGH: u32 = 2000;

fn expected(bonus: u64) -> Vec<u64> {
    let mut sums = [0, 0, 0];
    // What the threads of a block add beside the item: even neighbours their number and one, odd ones twice theirs.
    let around: u64 = (0..32).map(|n| if n % 2 == 0 { n + 1 } else { 2 * n }).sum();
    for n in 0..u64::from(HIGH) {
        match n % 4 {
            0 => sums[1] += 8 * 3 * n + (n % 256) * 28,
            1 => sums[2] += 32 * 7 * n + around,
            2 => sums[1] += 8,
            _ => sums[0] += n + bonus,
        }
    }
    sums.to_vec()
}

fn divide(device: &Device, options: Options) -> Result<(), Error> {
    for (bonus, each) in [(Bonus::None, 0), (Bonus::Each(5), 5), (Bonus::Odd { odd: 1 << 40, even: 0 }, 1 << 40)] {
        let sums = device.buffer::<u64>(3)?;
        let program = Dividing {
            halve: Halve { sums: sums.clone(), bonus },
            lanes: Lanes { sums: sums.clone() },
            threads: Threads { sums: sums.clone() },
        };
        let mut launcher = Launcher::with_options(device, &program, options.clone())?;
        let report = launcher.seed::<Halve>(&[Work::Divide { low: 0, high: HIGH }])?.run()?;
        assert_eq!(sums.read()?, expected(each), "{bonus:?} on {device:?}");
        assert_eq!(report.total_tasks(), u64::from(HIGH) * 2 - 1 + u64::from(HIGH) / 4 * 3, "{bonus:?} on {device:?}");
    }
    Ok(())
}

fn divide_under_every_scheduler(device: &Device) {
    for scheduler in devices::schedulers() {
        let options = Options::new().scheduler(scheduler);
        let all = divide(device, options.clone())
            .and_then(|()| paint(device, options.clone()))
            .and_then(|()| compute(device, options));
        match all {
            Err(error @ Error::DeviceRuntimeMissing { .. }) => println!("skipped: {error}"),
            result => result.unwrap_or_else(|error| panic!("{scheduler}: {error}")),
        }
    }
}

#[test]
fn compiles_for_architectures() {
    harness::compile(Dividing::NAME, Dividing::CUDA_SOURCE);
    harness::compile(Painting::NAME, Painting::CUDA_SOURCE);
    harness::compile(Machine::NAME, Machine::CUDA_SOURCE);
}

#[test]
fn cpu_hands_them_over() {
    for policy in [Policy::RoundRobin, Policy::FullestFirst, Policy::FixedPriority] {
        let options = Options::new().policy(policy);
        let all = divide(&Device::cpu(), options.clone())
            .and_then(|()| paint(&Device::cpu(), options.clone()))
            .and_then(|()| compute(&Device::cpu(), options));
        all.unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn emulation_hands_them_over_under_every_scheduler() {
    if let Some(device) = devices::emulated() {
        divide_under_every_scheduler(&device);
    }
}

#[test]
fn gpu_hands_them_over_under_every_scheduler() {
    if let Some(device) = devices::gpu() {
        divide_under_every_scheduler(&device);
    }
}
