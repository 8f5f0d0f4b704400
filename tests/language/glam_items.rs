//! glam's types as work items, in buffers, in shared memory and moved between threads: the same on all devices as computed here.

use crate::{devices, harness};
use whipple::{
    glam::{BVec3, BVec4A, IVec3, IVec4, Quat, UVec2, ivec3},
    prelude::*,
    program::Program,
};

/// A whole warp.
#[device]
pub const LANES: u32 = 32;

#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    pub cell: IVec3,
    pub turned: Quat,
    pub sides: BVec3,
    pub size: UVec2,
}

#[device]
pub struct Scratch {
    pub sizes: SharedArray<UVec2, 32>,
    pub sides: SharedArray<BVec4A, 4>,
    pub last: Shared<IVec4>,
}

/// What threads of a warp hand over, by shuffles and by shared memory.
#[procedure(level = 0, threads = LANES, shared = Scratch)]
pub struct Walk {
    pub cells: Buffer<IVec3>,
    pub sizes: Buffer<UVec2>,
    pub sides: Buffer<BVec4A>,
    pub steps: Buffer<Step>,
}

#[execute]
impl Execute for Walk {
    type Item = IVec3;

    fn execute(&self, ctx: &Context<Self>, start: &IVec3) {
        let lane = ctx.thread();
        let shared = ctx.shared();
        let cell = *start + ivec3(lane as i32, -(lane as i32), 7);
        let other = ctx.shuffle(cell, (lane + 5) % ctx.threads());
        shared.sizes.set(lane, UVec2::new(lane, other.x as u32));
        if lane < 4 {
            shared.sides.set(lane, Vec4::splat(lane as f32).cmpgt(Vec4::new(0.5, 1.5, 2.5, 3.5)));
        }
        if lane == 3 {
            shared.last.set(start.extend(9));
        }
        ctx.warp_barrier();
        let last = shared.last.get();
        let size = shared.sizes.get(31 - lane) + UVec2::splat(last.w as u32);
        let at = start.x as u32 * ctx.threads() + lane;
        self.cells.set(at, other - last.truncate());
        self.sizes.set(at, size);
        self.sides.set(at, shared.sides.get(lane % 4) ^ BVec4A::splat(lane > 15));
        if lane == 0 {
            let turned = Quat::from_xyzw(0.0, 0.6, 0.0, 0.8) * Quat::IDENTITY;
            ctx.spawn::<Leaf>(Step { cell, turned, sides: cell.cmplt(IVec3::ONE), size });
        }
    }
}

/// A struct of them as a work item.
#[procedure(level = 2)]
pub struct Leaf {
    pub steps: Buffer<Step>,
    pub by: Quat,
    pub corner: IVec3,
    pub unit: IVec3,
}

#[execute]
impl Execute for Leaf {
    type Item = Step;

    fn execute(&self, _ctx: &Context<Self>, step: &Step) {
        let turned = step.turned * self.by;
        let cell = IVec3::select(step.sides, self.corner, step.cell) / self.unit; // panics
        let at = step.cell.x as u32;
        let before = self.steps.get(at);
        self.steps.set(at, Step { cell, turned, size: before.size, ..*step });
    }
}

#[program]
pub struct GlamItems {
    #[schedule(seeded)]
    pub walk: Walk,
    pub leaf: Leaf,
}

const TASKS: u32 = 12;
const BY: Quat = Quat::from_xyzw(0.5, 0.5, 0.5, 0.5);
const CORNER: IVec3 = IVec3::new(-1, 100, -100);
const EMPTY: Step = Step { cell: IVec3::ZERO, turned: Quat::IDENTITY, sides: BVec3::TRUE, size: UVec2::new(3, 4) };

/// What lane `lane` of the task of `start` writes.
fn expected(start: IVec3, lane: u32) -> (IVec3, UVec2, BVec4A) {
    let cell = |lane: u32| start + ivec3(lane as i32, -(lane as i32), 7);
    let size = UVec2::new(31 - lane, cell((31 - lane + 5) % LANES).x as u32) + 9;
    let limit = (lane % 4) as f32;
    let side = |bound: f32| (limit > bound) != (lane > 15);
    (cell((lane + 5) % LANES) - start, size, BVec4A::new(side(0.5), side(1.5), side(2.5), side(3.5)))
}

fn starts() -> Vec<IVec3> {
    (0..TASKS as i32).map(|k| ivec3(k, 3 - k, k * k)).collect()
}

/// Runs the program with cells of a size.
fn run(device: &Device, unit: IVec3) -> Result<GlamItems, Error> {
    let count = (TASKS * LANES) as usize;
    let steps = device.buffer_filled(count, EMPTY)?;
    let walk = Walk {
        cells: device.buffer(count)?,
        sizes: device.buffer(count)?,
        sides: device.buffer(count)?,
        steps: steps.clone(),
    };
    let program = GlamItems { walk, leaf: Leaf { steps, by: BY, corner: CORNER, unit } };
    let options = Options::new().floating_point(FloatingPoint::Exact);
    Launcher::with_options(device, &program, options)?.seed::<Walk>(&starts())?.run()?;
    Ok(program)
}

fn check(device: &Device) -> Result<(), Error> {
    let unit = IVec3::new(1, 2, -3);
    let program = run(device, unit)?;
    let (cells, sizes, sides) = (program.walk.cells.read()?, program.walk.sizes.read()?, program.walk.sides.read()?);
    for (task, start) in starts().iter().enumerate() {
        for lane in 0..LANES {
            let at = task * LANES as usize + lane as usize;
            let got = (cells[at], sizes[at], sides[at]);
            assert_eq!(got, expected(*start, lane), "lane {lane} of task {task} on {device:?}");
        }
    }
    for (start, got) in starts().into_iter().zip(program.leaf.steps.read()?) {
        let cell = start + ivec3(0, 0, 7);
        let sides = cell.cmplt(IVec3::ONE);
        let turned = Quat::from_xyzw(0.0, 0.6, 0.0, 0.8) * BY;
        let expected = Step { cell: IVec3::select(sides, CORNER, cell) / unit, turned, sides, size: EMPTY.size };
        assert_eq!(got, expected, "the step from {start} on {device:?}");
    }

    // The CPU names the line in glam.
    let error = run(device, IVec3::new(1, 0, 1)).err().expect("a division by zero is an error");
    assert!(error.to_string().contains("attempt to divide by zero"), "{error} on {device:?}");
    let is_cpu = format!("{device:?}") == format!("{:?}", Device::cpu());
    let line = include_str!("glam_items.rs").lines().position(|line| line.ends_with("// panics")).expect("a line") + 1;
    assert!(is_cpu || error.to_string().contains(&format!("glam_items.rs:{line}")), "{error} on {device:?}");
    Ok(())
}

#[test]
fn cpu_equals_rust() {
    check(&Device::cpu()).expect("the program runs");
}

#[test]
fn compiles_for_architectures() {
    harness::compile(GlamItems::NAME, GlamItems::CUDA_SOURCE);
}

#[test]
fn emulation_equals_rust() {
    if let Some(device) = devices::emulated() {
        check(&device).expect("the program runs");
    }
}

#[test]
fn gpu_equals_rust() {
    if let Some(device) = devices::gpu() {
        check(&device).expect("the program runs");
    }
}
