//! The product of two matrices by Strassen's seven products of half the size. Small ones are multiplied by blocks of threads.

use super::{Row, Setting, expect, known};
use whipple::prelude::*;

/// Multiplies the two matrices at the start of a room. It puts the product behind them, and seven smaller rooms if the room goes on.
#[procedure(level = 1, threads = 256, shared = SharedArray<f32, 512>)]
pub struct Multiply {
    pub rooms: Buffer<f32>,
}

#[execute]
impl Execute for Multiply {
    type Item = [u32; 3];
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, &[start, size, room]: &[u32; 3]) {
        let (m, tiles, thread, all, half) = (&self.rooms, ctx.shared(), ctx.thread(), size * size, size / 2);
        if room > 3 * all {
            let mut parts = [[start + 3 * all, half, (room - 3 * all) / 7]; 7];
            for k in 1..7 {
                parts[k][0] = parts[k - 1][0] + parts[k][2];
            }
            for i in (thread..half * half).step_by(ctx.threads() as usize) {
                let (p, below) = (start + i / half * size + i % half, half * size);
                let a = [m.get(p), m.get(p + half), m.get(p + below), m.get(p + below + half)];
                let b = [m.get(p + all), m.get(p + all + half), m.get(p + all + below), m.get(p + all + below + half)];
                let left = [a[0] + a[3], a[2] + a[3], a[0], a[3], a[0] + a[1], a[2] - a[0], a[1] - a[3]];
                let right = [b[0] + b[3], b[0], b[1] - b[3], b[2] - b[0], b[3], b[0] + b[1], b[2] + b[3]];
                for k in 0..7 {
                    m.set(parts[k][0] + i, left[k]);
                    m.set(parts[k][0] + half * half + i, right[k]);
                }
            }
            ctx.barrier(); // A fork hands on what its own thread wrote; by the barrier, what all wrote.
            return ctx.fork::<[Multiply; 7]>(parts).then::<Combine>([start, all, half, parts[0][2]]);
        }
        for tile in 0..all / 256 {
            let (row, column, mut sum) = (tile * 16 / size * 16 + thread / 16, tile * 16 % size + thread % 16, 0.0);
            for k in (0..size).step_by(16) {
                tiles.set(thread, m.get(start + row * size + k + thread % 16));
                tiles.set(256 + thread, m.get(start + all + (k + thread / 16) * size + column));
                ctx.barrier();
                for i in 0..16 {
                    sum += tiles.get(thread / 16 * 16 + i) * tiles.get(256 + i * 16 + thread % 16);
                }
                ctx.barrier();
            }
            m.set(start + 2 * all + row * size + column, sum);
        }
        ctx.finish(());
    }
}

/// Makes a product of the seven in the smaller rooms.
#[procedure(level = 1, threads = 256)]
pub struct Combine {
    pub rooms: Buffer<f32>,
}

#[execute]
impl Execute for Combine {
    type Item = Joined<[u32; 4], [(); 7]>;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, &Joined { state: [start, all, half, part], .. }: &Self::Item) {
        for i in (ctx.thread()..half * half).step_by(ctx.threads() as usize) {
            let mut m = [0.0; 7];
            for (k, m) in m.iter_mut().enumerate() {
                *m = self.rooms.get(start + 3 * all + k as u32 * part + 2 * half * half + i);
            }
            let to = start + 2 * all + i / half * 2 * half + i % half;
            self.rooms.set(to, m[0] + m[3] - m[4] + m[6]);
            self.rooms.set(to + half, m[2] + m[4]);
            self.rooms.set(to + all / 2, m[1] + m[3]);
            self.rooms.set(to + all / 2 + half, m[0] - m[1] + m[2] + m[5]);
        }
        ctx.finish(());
    }
}

/// The program.
#[program]
pub struct Strassen {
    multiply: Multiply,
    combine: Combine,
}

/// Multiplies whole numbers, which is exact.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let size = setting.size(4096, 128);
    let (numbers, product) = known::product(size);
    let rooms = setting.device.buffer_from(&numbers)?;
    let program = Strassen { multiply: Multiply { rooms: rooms.clone() }, combine: Combine { rooms: rooms.clone() } };
    let mut launcher = Launcher::with_options(setting.device, &program, setting.options.clone())?;
    launcher.seed::<Multiply>(&[[0, size, rooms.len()]])?;
    setting.measure(format!("product of size {size}"), &mut launcher, |_| {
        expect("the product", &(rooms.read_range(2 * product.len(), product.len())? == product), &true)?;
        rooms.write_range(2 * product.len(), &vec![0.0; product.len()])
    })
}
