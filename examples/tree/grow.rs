//! The program: branches that fork, and leaves.

use whipple::prelude::*;

/// A branch that is to grow.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Twig {
    /// Where it begins.
    pub from: Vec2,
    /// Its direction, in radians from upright, clockwise.
    pub angle: f32,
    /// Its length.
    pub length: f32,
    /// Where its random numbers come from.
    pub seed: u32,
    /// Forks below it.
    pub depth: u32,
}

/// Forks after which a tree counts as one that never ends.
#[device]
pub const DEEPEST: u32 = 24;

/// Well-mixed bits of a number (Wellons' `lowbias32`).
#[device]
fn mix(bits: u32) -> u32 {
    let a = (bits ^ (bits >> 16)).wrapping_mul(0x7feb_352d);
    let b = (a ^ (a >> 15)).wrapping_mul(0x846c_a68b);
    b ^ (b >> 16)
}

#[device]
impl Twig {
    /// Random number `n` of this branch, from `low` to `high`.
    pub fn vary(&self, n: u32, low: f32, high: f32) -> f32 {
        low + (high - low) * (mix(self.seed ^ mix(n)) >> 8) as f32 / 16777216.0
    }

    /// Where it ends.
    pub fn end(&self) -> Vec2 {
        self.from + Vec2::new(self.angle.sin(), self.angle.cos()) * self.length
    }

    /// Branch `k` of those that begin at its end.
    pub fn fork(&self, k: u32) -> Twig {
        let side = if k == 0 { -1.0 } else { 1.0 };
        Twig {
            from: self.end(),
            angle: self.angle + side * self.vary(2 * k + 1, 0.15, 0.6),
            length: self.length * self.vary(2 * k + 2, 0.65, 0.88),
            seed: mix(self.seed.wrapping_add(k + 1)),
            depth: self.depth + 1,
        }
    }
}

/// A line of the picture.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    /// One end.
    pub from: Vec2,
    /// The other.
    pub to: Vec2,
    /// Its width.
    pub width: f32,
    /// 1 for a leaf, 0 for a branch.
    pub leaf: u32,
}

/// Adds a line to the picture, if there is room; goes on counting where there is none.
#[device]
fn add(lines: &Buffer<Line>, count: &Buffer<u32>, line: Line) {
    let slot = count.fetch_add_relaxed(0, 1);
    if slot < lines.len() {
        lines.set(slot, line);
    }
}

/// Draws a branch and forks it, until branches are short.
#[procedure(level = 2)]
pub struct Branch {
    /// The lines, in no order.
    pub lines: Buffer<Line>,
    /// How many there are, in its first word.
    pub count: Buffer<u32>,
}

#[execute]
impl Execute for Branch {
    type Item = Twig;

    fn execute(&self, ctx: &Context<Self>, twig: &Twig) {
        assert!(twig.depth < DEEPEST, "24 forks follow each other: a tree that never ends");
        add(&self.lines, &self.count, Line { from: twig.from, to: twig.end(), width: twig.length * 0.12, leaf: 0 });
        if twig.length > 2.0 {
            ctx.spawn::<Branch>(twig.fork(0));
            ctx.spawn::<Branch>(twig.fork(1));
        } else {
            ctx.spawn::<Leaves>(*twig);
        }
    }
}

/// Draws a fan of eight leaves, one a thread.
#[procedure(level = 0, threads = 8)]
pub struct Leaves {
    /// The lines, in no order.
    pub lines: Buffer<Line>,
    /// How many there are, in its first word.
    pub count: Buffer<u32>,
}

#[execute]
impl Execute for Leaves {
    type Item = Twig;

    fn execute(&self, ctx: &Context<Self>, twig: &Twig) {
        let k = ctx.thread();
        let angle = twig.angle + (k as f32 - 3.5) * 0.35 + twig.vary(10 + k, -0.1, 0.1);
        let to = twig.end() + Vec2::new(angle.sin(), angle.cos()) * 1.2;
        add(&self.lines, &self.count, Line { from: twig.end(), to, width: 0.35, leaf: 1 });
    }
}

/// A tree.
#[program]
pub struct Tree {
    /// Branches.
    pub branch: Branch,
    /// Leaves.
    pub leaves: Leaves,
}

/// Grows the tree of a seed; gives its lines, and what the run says of itself.
pub fn grow(device: &Device, seed: u32) -> Result<(Vec<Line>, Report), Error> {
    let mut room = 4096;
    loop {
        let lines = device.buffer_filled(room, Line { from: Vec2::ZERO, to: Vec2::ZERO, width: 0.0, leaf: 0 })?;
        let count = device.buffer::<u32>(1)?;
        let program = Tree {
            branch: Branch { lines: lines.clone(), count: count.clone() },
            leaves: Leaves { lines: lines.clone(), count: count.clone() },
        };
        let trunk = Twig { from: Vec2::ZERO, angle: 0.0, length: 22.0, seed, depth: 0 };
        let report = Launcher::new(device, &program)?.seed::<Branch>(&[trunk])?.run()?;
        let wanted = count.read()?[0] as usize;
        if wanted <= room {
            let mut lines = lines.read()?;
            lines.truncate(wanted);
            return Ok((lines, report));
        }
        room = wanted;
    }
}
