//! Levels 0 and 1: barriers, votes, shuffles, reductions and shared memory behave as on a GPU.

mod support;
use support::*;

const N: u32 = 6;

procedure!(Lanes { out: Buffer<u32> }, Warp, N, Shared<u32>);
spawns!(Lanes =>);

impl Execute for Lanes {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &task: &u32) {
        let lane = ctx.thread();
        let value = 10 * lane + task;
        let mut column = 0;
        let mut put = |value: u32| {
            self.out.set((task * 32 + column) * N + lane, value);
            column += 1;
        };
        put(ctx.shuffle(value, 2));
        put(ctx.shuffle(value, (lane + 1) % N));
        put(ctx.shuffle(value, 6));
        put(ctx.shuffle_xor(value, 1));
        put(ctx.shuffle_xor(value, 4));
        put(ctx.shuffle_up(value, 2));
        put(ctx.shuffle_down(value, 2));
        put(ctx.ballot(lane % 2 == 1));
        put(ctx.any(lane == 5).into());
        put(ctx.any(false).into());
        put(ctx.all(lane < 6).into());
        put(ctx.all(lane < 5).into());
        put(ctx.reduce_add(value));
        put(ctx.reduce_min(value));
        put(ctx.reduce_max(value));
        put(ctx.reduce_add(0.5 * lane as f32) as u32);
        put(ctx.shared().fetch_add(1));
        ctx.warp_barrier();
        put(ctx.shared().get());
        put(ctx.shuffle([u64::from(lane), 7], 3)[0] as u32);
        put(ctx.threads());
        // Rounds differently in another order.
        put(ctx.reduce_add(if lane == 0 { 16_777_216.0 } else { 1.0_f32 }) as u32);
    }
}

procedure!(Rows { out: Buffer<u32> }, Block, 256, Scratch);
spawns!(Rows => Lanes);

impl Execute for Rows {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &task: &u32) {
        let thread = ctx.thread();
        let shared = ctx.shared();
        shared.row.set(thread, thread + task);
        ctx.barrier();
        // An inclusive prefix sum.
        let mut distance = 1;
        while distance < 256 {
            let own = shared.row.get(thread);
            let other = if thread >= distance { shared.row.get(thread - distance) } else { 0 };
            ctx.barrier();
            shared.row.set(thread, own + other);
            ctx.barrier();
            distance *= 2;
        }
        let odd = ctx.barrier_count(thread % 2 == 1);
        let any = ctx.barrier_any(thread == 77);
        let all = ctx.barrier_all(thread != 77);
        shared.most.fetch_max(odd + u32::from(any) + u32::from(all));
        ctx.barrier();
        self.out.set(task * 256 + thread, shared.row.get(thread) + 1000 * shared.most.get());
        if thread == 200 {
            ctx.spawn::<Lanes>(task);
        }
    }
}

struct Scratch {
    row: SharedArray<u32, 256>,
    most: Shared<u32>,
}
impl whipple_runtime::Typed for Scratch {
    const WHIPPLE_TYPED: &'static [Piece] = &[];
}
impl whipple_runtime::Encode for Scratch {
    fn encode(&self, _: &mut ParameterWriter) {}
}
// SAFETY: it holds cells of numbers alone.
unsafe impl whipple_runtime::Data for Scratch {}
// SAFETY: two shared fields of equal alignment; nothing runs it on a GPU.
unsafe impl DeviceType for Scratch {
    const NO_PADDING: bool = true;
}

program!(Cooperation { lanes: Lanes, rows: Rows });

#[test]
fn warps_and_blocks_cooperate() {
    for options in (1..=3).map(|n| Options::new().workers(n)).chain((0..3).map(|seed| Options::new().replay(seed))) {
        println!("{options:?}");
        let device = Device::cpu();
        let lanes = device.buffer::<u32>(50 * 32 * N as usize).unwrap();
        let rows = device.buffer::<u32>(50 * 256).unwrap();
        let program = Cooperation { lanes: Lanes { out: lanes.clone() }, rows: Rows { out: rows.clone() } };
        let mut launcher = Launcher::with_options(&device, &program, options).unwrap();
        let tasks: Vec<u32> = (0..50).collect();
        let report = launcher.seed::<Rows>(&tasks).unwrap().run().unwrap();
        assert_eq!((report.tasks::<Rows>(), report.tasks::<Lanes>()), (50, 50));
        for task in 0..50 {
            check_rows(&rows, task);
            check_lanes(&lanes, task);
        }
    }
}

fn check_rows(rows: &Buffer<u32>, task: u32) {
    let mut sum = 0;
    for thread in 0..256 {
        sum += thread + task;
        assert_eq!(rows.get(task * 256 + thread), sum + 1000 * 129, "task {task}, thread {thread}");
    }
}

fn check_lanes(lanes: &Buffer<u32>, task: u32) {
    let row =
        |column: u32| -> [u32; 6] { std::array::from_fn(|lane| lanes.get((task * 32 + column) * N + lane as u32)) };
    let values = |sources: [u32; 6]| sources.map(|source| 10 * source + task);
    assert_eq!(row(0), values([2; 6]));
    assert_eq!(row(1), values([1, 2, 3, 4, 5, 0]));
    assert_eq!(row(2), values([0, 1, 2, 3, 4, 5]), "no such thread: the own value");
    assert_eq!(row(3), values([1, 0, 3, 2, 5, 4]));
    assert_eq!(row(4), values([4, 5, 2, 3, 0, 1]));
    assert_eq!(row(5), values([0, 1, 0, 1, 2, 3]));
    assert_eq!(row(6), values([2, 3, 4, 5, 4, 5]));
    assert_eq!(row(7), [0b10_1010; 6]);
    assert_eq!([row(8), row(9), row(10), row(11)], [[1; 6], [0; 6], [1; 6], [0; 6]]);
    assert_eq!(row(12), [150 + 6 * task; 6]);
    assert_eq!(row(13), [task; 6]);
    assert_eq!(row(14), [50 + task; 6]);
    assert_eq!(row(15), [7; 6]);
    let mut tickets = row(16);
    tickets.sort_unstable();
    assert_eq!(tickets, [0, 1, 2, 3, 4, 5]);
    assert_eq!([row(17), row(18), row(19)], [[6; 6], [3; 6], [6; 6]]);
    assert_eq!(row(20), [16_777_216; 6], "summed in the order of the threads");
}
