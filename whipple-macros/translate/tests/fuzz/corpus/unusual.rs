//! Ordinary Rust that the repository's own programs have little of.

#[device]
pub const fn choose(a: u32, b: u32) -> u32 {
    let x = match (a, b) {
        (0, y) | (y, 0) => y,
        (x @ 1..=9, _) if x < b => x,
        _ => 'found: {
            for i in (0..b).rev().step_by(2) {
                if i % 3 == 1 {
                    break 'found i;
                }
            }
            if let 7..=9 = a && b > 3 { 1 } else { loop { break 2; } }
        }
    };
    debug_assert_ne!(x, 99, "never {{this}}");
    x
}

#[device]
pub fn exchange<T: Copy, const N: usize>(values: &mut [T; N], (i, j): (usize, usize)) -> T
where
    T: PartialEq,
{
    let first = values[i];
    values[i] = values[j];
    values[j] = first;
    values[{ N - 1 }]
}

#[device(cuda = "
    unsigned lane;
    asm(\"mov.u32 %0, %laneid;\" : \"=r\"(lane));
    return lane;
")]
pub(crate) fn lane() -> u32 {
    unimplemented!("only on the device")
}

#[device]
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Phase {
    Idle = 0,
    Busy = 1 << 3,
    Done = Phase::Busy as u8 + 1,
}

#[device]
const TABLE: [[f32; 2]; 2] = [[1.0, -2.5e-3], [f32::MAX, 0.5 * std::f32::consts::PI]];

#[procedure(level = 1, threads = { 32 * 4 }, shared = SharedArray<Cell, { 4 * 8 }>, max_spawns = 2 + 3)]
struct Relax {
    grid: Buffer<f32>,
    #[allow(dead_code)]
    bound: [u32; 2],
}

#[execute]
impl Execute for Relax {
    type Item = (u32, [f32; 4]);

    fn execute(&self, ctx: &Context<Self>, item: &Self::Item) {
        let shared = ctx.shared();
        let (index, weights) = (item.0, item.1);
        for round in 0..4 {
            shared.set(ctx.thread(), weights[round]);
            ctx.barrier();
            if ctx.barrier_any(self.grid.get(index) > 0.5) {
                continue;
            }
        }
        if ctx.thread() < 2 && index > 0 {
            ctx.spawn::<Relax>((index - 1, weights));
        }
        self.grid.fetch_add(index, 1.0);
    }
}

#[program]
struct Solver {
    #[schedule(priority = 3)]
    relax: Relax,
    #[schedule(weight = 10, seeded)]
    r#final: other::Gather,
}
