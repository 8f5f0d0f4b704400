//! Each kind of item once.

use whipple::prelude::*;

/// How a surface reflects.
#[device]
#[derive(Clone, Copy, PartialEq)]
pub enum Material {
    /// In all directions.
    Matte,
    /// Mostly in one.
    Glossy = 4,
}

/// How long a sample lives: an enum with methods.
#[device]
#[derive(Clone, Copy, PartialEq, PartialOrd)]
#[repr(u8)]
pub enum Age {
    /// Just made.
    New,
    Used = 2,
    Old,
}

#[device]
impl Age {
    pub const FIRST: Age = Age::New;

    /// The next age.
    pub fn next(self) -> Age {
        match self {
            Age::New => Age::Used,
            _ => Self::Old,
        }
    }

    /// As a number.
    pub fn number(&self) -> u32 {
        if *self > Age::New { *self as u32 } else { 0 }
    }
}

/// A point with a colour.
#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Sample {
    /// In pixels.
    pub position: Vec2,
    pub colour: [f32; 3],
    material: Material,
    /// A name that is a keyword in C++.
    pub new: u32,
}

/// Index and weight.
#[device]
#[derive(Clone, Copy)]
pub struct Weighted(pub u32, pub f32);

/// Samples that one task combines.
#[device]
pub const GROUP: u32 = 4;

#[device]
impl Sample {
    /// The least colour that is visible.
    pub const THRESHOLD: f32 = 1.0 / 255.0;
    /// Black, in the origin.
    pub const NONE: Sample = Sample { position: Vec2::ZERO, colour: [0.0; 3], material: Material::Matte, new: 0 };

    /// The brightness.
    pub fn luminance(&self) -> f32 {
        0.2126 * self.colour[0] + 0.7152 * self.colour[1] + 0.0722 * self.colour[2]
    }

    /// Whether it can be seen.
    pub fn is_visible(&self) -> bool {
        self.luminance() > Self::THRESHOLD
    }

    /// Makes it darker.
    pub fn dim(&mut self, factor: f32) {
        for channel in 0..3usize {
            self.colour[channel] *= factor;
        }
    }

    pub fn grey(level: f32) -> Self {
        Self { colour: [level; 3], ..Self::NONE }
    }
}

/// Functions in another module.
pub mod weights {
    use super::Weighted;
    use whipple::prelude::*;

    /// The larger weight.
    #[device]
    pub fn larger(a: Weighted, b: Weighted) -> Weighted {
        if a.1 < b.1 { b } else { a }
    }

    /// The first element.
    #[device]
    pub fn first<T: Copy, const N: usize>(values: &[T; N]) -> T {
        values[0]
    }
}

/// `a * b + c` with one rounding.
#[device(cuda = "return fmaf(a, b, c);")]
pub fn fused(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}

/// What the threads of [`Combine`] share.
#[device]
pub struct Sums {
    /// One for each thread.
    pub luminance: SharedArray<f32, 64>,
    pub visible: Shared<u32>,
}

/// Drops invisible samples.
#[procedure(level = 2)]
pub struct Cull;

#[execute]
impl Execute for Cull {
    type Item = Sample;

    fn execute(&self, ctx: &Context<Self>, sample: &Sample) {
        let mut dimmed = *sample;
        dimmed.dim(0.5);
        let age = Age::FIRST.next();
        if dimmed.is_visible() && age != Age::Old && age.number() == 2 && dimmed.material != Material::Glossy {
            ctx.spawn::<Choose>(Weighted(dimmed.new, dimmed.luminance()));
        }
    }
}

/// Chooses by weight.
#[procedure(level = 0, threads = GROUP)]
pub struct Choose {
    /// Scales the weights.
    pub scale: f32,
    pub limits: [u32; 2],
    /// How often each was chosen.
    pub counts: Buffer<u32>,
}

#[execute]
impl Execute for Choose {
    type Item = Weighted;

    fn execute(&self, ctx: &Context<Self>, item: &Weighted) {
        let own = Weighted(ctx.thread(), fused(item.1, self.scale, ctx.thread() as f32));
        let other = Weighted(ctx.shuffle_xor(own.0, 1), ctx.shuffle_xor(own.1, 1));
        let chosen = weights::larger(own, other);
        if ctx.thread() == 0 && chosen.0 < weights::first(&self.limits) {
            self.counts.fetch_add(chosen.0, 1);
            ctx.spawn::<Combine>(Sample::grey(chosen.1));
        }
    }
}

/// Adds up.
#[procedure(level = 1, threads = 64, shared = Sums)]
pub struct Combine {
    pub total: Buffer<f32>,
}

#[execute]
impl Execute for Combine {
    type Item = Sample;

    fn execute(&self, ctx: &Context<Self>, sample: &Sample) {
        let shared = ctx.shared();
        shared.luminance.set(ctx.thread(), sample.luminance());
        ctx.barrier();
        if ctx.thread() == 0 {
            let mut sum = 0.0;
            for thread in 0..ctx.threads() {
                sum += shared.luminance.get(thread);
            }
            self.total.fetch_add(0, sum);
        }
    }
}

/// The procedures above.
#[program]
pub struct Samples {
    pub cull: Cull,
    #[schedule(priority = 1, weight = 3)]
    pub choose: Choose,
    #[schedule(priority = 2)]
    pub combine: Combine,
}

#[allow(dead_code)]
pub fn main() {}
