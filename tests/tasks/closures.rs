//! Closures that use the context, in functions that are handed them: they spawn, and know which thread they run in.

use crate::devices;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Cell {
    x: u32,
    y: u32,
    size: u32,
}

#[device]
impl Cell {
    fn each_part(&self, mut visit: impl FnMut(Cell)) {
        let half = self.size / 2;
        for i in 0..4 {
            visit(Cell { x: self.x + i % 2 * half, y: self.y + i / 2 * half, size: half });
        }
    }

    fn is_kept(&self) -> bool {
        self.x % 3 != 1
    }
}

#[device]
fn each_below<F: Fn(u32, u32)>(number: u32, visit: F) {
    for i in 0..number {
        visit(i, number);
    }
}

#[procedure(level = 2, max_spawns = 4)]
struct Split {
    sums: Buffer<u32>,
}

#[execute]
impl Execute for Split {
    type Item = Cell;

    fn execute(&self, ctx: &Context<Self>, cell: &Cell) {
        self.sums.fetch_add(0, cell.x ^ (cell.y * 3));
        if cell.size > 1 {
            cell.each_part(|part| {
                if part.is_kept() {
                    ctx.spawn::<Split>(part);
                }
            });
        } else {
            each_below(2, |i, number| ctx.spawn::<Block>(cell.x + i * number));
        }
    }
}

#[procedure(level = 1, threads = 32, max_spawns = 4)]
struct Block {
    sums: Buffer<u32>,
}

#[execute]
impl Execute for Block {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, number: &u32) {
        each_below(*number % 3, |i, number| {
            if ctx.thread() < 2 {
                ctx.spawn::<Leaf>(i + number + ctx.thread());
            }
            self.sums.fetch_add(1, ctx.threads());
        });
        ctx.barrier();
    }
}

#[procedure(level = 2)]
struct Leaf {
    sums: Buffer<u32>,
}

#[execute]
impl Execute for Leaf {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, number: &u32) {
        self.sums.fetch_add(2, *number + 1);
    }
}

#[program]
struct Cells {
    split: Split,
    block: Block,
    leaf: Leaf,
}

const WHOLE: Cell = Cell { x: 0, y: 0, size: 16 };

fn run(device: &Device) -> Result<Vec<u32>, Error> {
    let sums = device.buffer::<u32>(3)?;
    let [split, block, leaf] = [(); 3].map(|()| sums.clone());
    let program = Cells { split: Split { sums: split }, block: Block { sums: block }, leaf: Leaf { sums: leaf } };
    Launcher::new(device, &program)?.seed::<Split>(&[WHOLE])?.run()?;
    sums.read()
}

fn expected() -> Vec<u32> {
    let mut sums = vec![0; 3];
    split(WHOLE, &mut sums);
    sums
}

fn split(cell: Cell, sums: &mut [u32]) {
    sums[0] += cell.x ^ (cell.y * 3);
    if cell.size > 1 {
        let half = cell.size / 2;
        let parts = (0..4).map(|i| Cell { x: cell.x + i % 2 * half, y: cell.y + i / 2 * half, size: half });
        return parts.filter(Cell::is_kept).for_each(|part| split(part, sums));
    }
    for block in [cell.x, cell.x + 2] {
        let number = block % 3;
        sums[1] += 32 * 32 * number;
        sums[2] += (0..number).flat_map(|i| [0, 1].map(|thread| i + number + thread + 1)).sum::<u32>();
    }
}

equal_plain_rust!(run, expected, Cells);
