//! Each kind of item once.
use whipple::prelude::*;


/// How glossy a surface is.
#[device]
#[derive(Clone, Copy, PartialEq)]
pub enum Material {
    /// Not at all.
    Matte,
    Glossy = 4,
}

/// A patch.
#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Patch {
    /// Control points.
    pub points: [Vec3; 16],
    pub depth: u32,
    material: Material,
}

#[device]
pub struct Pair(u32, f32);

#[device]
const LIMIT: u32 = 3;

#[device]
pub struct Scratch {
    sums: SharedArray<f32, 16>,
    best: Shared<u32>,
}

mod geometry {
    use whipple::prelude::*;
    #[device]
    pub fn middle(a: f32, b: f32) -> f32 {
        (a + b) * 0.5
    }
    #[device]
    impl super::Patch {
        pub const EPS: f32 = 1.0;
        pub fn x_of(&self) -> f32 {
            self.points[0].x
        }
    }
}

/// Splits.
#[procedure(level = 0, threads = 4, shared = Scratch)]
pub struct Split {
    /// How deep.
    max_depth: u32,
    counts: Buffer<u32>,
}

#[execute]
impl Execute for Split {
    type Item = Patch;
    fn execute(&self, ctx: &Context<Self>, patch: &Patch) {
        let x = ctx.shuffle(patch.depth, 0);
        if x < self.max_depth {
            ctx.spawn::<Dice>(*patch);
        }
    }
}

#[procedure(level = 2)]
pub struct Dice;

#[execute]
impl Execute for Dice {
    type Item = Patch;
    fn execute(&self, ctx: &Context<Self>, patch: &Self::Item) {
        let _ = patch.x_of();
    }
}

#[program]
pub struct Reyes {
    split: Split,
    #[schedule(priority = 2)]
    dice: Dice,
}

fn main() {
    println!("{}", <Reyes as whipple::program::Program>::CUDA_SOURCE);
}
