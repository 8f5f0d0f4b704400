//! A quadtree over points: a block of threads deals the points of a node to its four quarters, which are nodes again.

use super::{Row, Setting, expect, known};
use whipple::prelude::*;

/// Builds the tree below a node, given by its first point, the end of its points, and its depth. Its output is the number of leaves, and
/// the depths of all points added up.
#[procedure(level = 1, threads = 256, shared = SharedArray<u32, 4>)]
pub struct Build {
    /// The points of nodes at even depths; coordinates are fractions of 2^32.
    pub even: Buffer<[u32; 2]>,
    /// The points of nodes at odd depths.
    pub odd: Buffer<[u32; 2]>,
    /// The most points of a leaf, unless they are all the same.
    pub most: u32,
}

#[execute]
impl Execute for Build {
    type Item = [u32; 3];
    type Output = [u64; 2];
    fn execute(&self, ctx: &Context<Self>, &[first, end, depth]: &[u32; 3]) {
        if end - first <= self.most || depth == 32 {
            return ctx.finish([1, (end - first) as u64 * depth as u64]);
        }
        let (from, to) = if depth % 2 == 0 { (&self.even, &self.odd) } else { (&self.odd, &self.even) };
        let (counts, thread, step) = (ctx.shared(), ctx.thread(), ctx.threads() as usize);
        if thread < 4 {
            counts.set(thread, 0);
        }
        // How many points of this thread lie in each quarter, and then where the next of them goes.
        let mut places = [0; 4];
        for i in (first + thread..end).step_by(step) {
            places[quarter(from.get(i), depth)] += 1;
        }
        ctx.barrier();
        for (i, place) in places.iter_mut().enumerate() {
            *place = counts.fetch_add(i as u32, *place);
        }
        ctx.barrier();
        let (mut children, mut start) = ([[0; 3]; 4], first);
        for (i, child) in children.iter_mut().enumerate() {
            *child = [start, start + counts.get(i as u32), depth + 1];
            places[i] += start;
            start = child[1];
        }
        for i in (first + thread..end).step_by(step) {
            let place = &mut places[quarter(from.get(i), depth)];
            to.set(*place, from.get(i));
            *place += 1;
        }
        // A fork hands on what its own thread wrote. By the barrier, that is what all threads wrote.
        ctx.barrier();
        ctx.fork::<[Build; 4]>(children).then::<Sum>(());
    }
}

/// Which quarter of a node a point lies in.
#[device]
pub fn quarter([x, y]: [u32; 2], depth: u32) -> usize {
    ((x << depth >> 31) + 2 * (y << depth >> 31)) as usize
}

/// Adds the outputs of four quarters.
#[procedure(level = 2)]
pub struct Sum;

#[execute]
impl Execute for Sum {
    type Item = Joined<(), [[u64; 2]; 4]>;
    type Output = [u64; 2];
    fn execute(&self, ctx: &Context<Self>, &Joined { outputs: [a, b, c, d], .. }: &Self::Item) {
        ctx.finish([a[0] + b[0] + c[0] + d[0], a[1] + b[1] + c[1] + d[1]]);
    }
}

/// The program.
#[program]
pub struct Quadtree {
    build: Build,
    sum: Sum,
}

/// Points that are dense near two sides.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let (end, most) = (setting.size(10_000_000, 10_000), 32);
    let near = |i: u32| (u64::from(i.wrapping_mul(2_654_435_761)).pow(2) >> 32) as u32;
    let points: Vec<_> = (0..end).map(|i| [near(i), near(i ^ i << 7 ^ 0x5a5a)]).collect();
    let (even, odd) = (setting.device.buffer_from(&points)?, setting.device.buffer(points.len())?);
    let program = Quadtree { build: Build { even: even.clone(), odd, most }, sum: Sum };
    let mut launcher = Launcher::with_options(setting.device, &program, setting.options.clone())?;
    launcher.seed::<Build>(&[[0, end, 0]])?;
    let known = known::quadtree(&mut points.clone(), 0, most);
    setting.measure(format!("quadtree of {end} points"), &mut launcher, |launcher| {
        expect("the tree", &launcher.outputs::<Build>()?, &vec![known])?;
        even.write(&points)
    })
}
