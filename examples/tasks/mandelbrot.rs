//! The Mandelbrot set as Mariani and Silver draw it: a square with one value along its border is filled, others are split in four.

use super::{Row, Setting, expect, known};
use whipple::{options::FloatingPoint, prelude::*};

/// Draws a square, given by its first pixel and its size. Its output is the number of pixels whose steps were counted.
#[procedure(level = 1, threads = 64, max_spawns = 4)]
pub struct Draw {
    pub picture: Buffer<u32>,
    pub width: u32,
    /// Squares up to this size are not split.
    pub small: u32,
}

#[execute]
impl Execute for Draw {
    type Item = [u32; 3];
    type Output = u32;
    fn execute(&self, ctx: &Context<Self>, square: &[u32; 3]) {
        let [left, top, size] = *square;
        let first = steps(left, top, self.width);
        let mut is_even = true;
        for i in (ctx.thread()..4 * (size - 1)).step_by(ctx.threads() as usize) {
            let [x, y] = border(square, i);
            is_even &= steps(x, y, self.width) == first;
        }
        // From here on the threads of the block agree, and so go the same way.
        let is_even = ctx.barrier_all(is_even);
        if !is_even && size > self.small {
            let counted = ctx.finish_with_sum(4 * (size - 1));
            for quarter in quarters(square) {
                counted.fork::<Draw>(quarter);
            }
            return;
        }
        for i in (ctx.thread()..size * size).step_by(ctx.threads() as usize) {
            let (x, y) = (left + i % size, top + i / size);
            self.picture.set(y * self.width + x, if is_even { first } else { steps(x, y, self.width) });
        }
        ctx.finish(4 * (size - 1) + if is_even { 0 } else { size * size });
    }
}

/// Pixel `i` of the `4 * (size - 1)` along the border of a square.
#[device]
pub fn border([x, y, size]: &[u32; 3], i: u32) -> [u32; 2] {
    let (last, k) = (size - 1, i / 4);
    [[x + k, *y], [x + last, y + k], [x + last - k, y + last], [*x, y + last - k]][(i % 4) as usize]
}

/// The four squares that a square is split into.
#[device]
pub fn quarters([x, y, size]: &[u32; 3]) -> [[u32; 3]; 4] {
    let half = size / 2;
    [[*x, *y, half], [x + half, *y, half], [*x, y + half, half], [x + half, y + half, half]]
}

/// After how many steps a pixel has left; at most 512.
#[device]
pub fn steps(x: u32, y: u32, width: u32) -> u32 {
    let (start_x, start_y) = (x as f32 * 2.5 / width as f32 - 2.0, y as f32 * 2.5 / width as f32 - 1.25);
    let (mut x, mut y, mut steps) = (0.0, 0.0, 0);
    while x * x + y * y < 4.0 && steps < 512 {
        (x, y) = (x * x - y * y + start_x, 2.0 * x * y + start_y);
        steps += 1;
    }
    steps
}

/// The program.
#[program]
pub struct Mandelbrot {
    draw: Draw,
}

/// Draws the set. Steps are the same on all devices if each operation is rounded by itself.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let (width, small) = (setting.size(8192, 128), 16);
    let (count, known) = known::mandelbrot(width, small);
    let picture = setting.device.buffer(known.len())?;
    let program = Mandelbrot { draw: Draw { picture: picture.clone(), width, small } };
    let options = setting.options.clone().floating_point(FloatingPoint::Exact);
    let mut launcher = Launcher::with_options(setting.device, &program, options)?;
    launcher.seed::<Draw>(&[[0, 0, width]])?;
    setting.measure(format!("mandelbrot of {width} x {width}"), &mut launcher, |launcher| {
        expect("the picture", &(launcher.outputs::<Draw>()?[0], picture.read()? == known), &(count, true))?;
        picture.fill(0)
    })
}
