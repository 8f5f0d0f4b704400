//! References to shared memory that change places: what is written through them is written there.

use crate::devices;
use whipple::prelude::*;

#[device]
pub struct Memory {
    pub x: SharedArray<u32, 8>,
    pub y: SharedArray<u32, 8>,
    pub count: Shared<u32>,
}

#[procedure(level = 0, threads = 8, shared = Memory)]
pub struct PingPong {
    pub results: Buffer<u32>,
}

#[device]
pub fn put(array: &SharedArray<u32, 8>, index: u32, value: u32) {
    array.set(index, value);
}

#[device]
pub fn both(arrays: (&SharedArray<u32, 8>, &SharedArray<u32, 8>), index: u32) -> u32 {
    arrays.0.get(index) + 10 * arrays.1.get(7 - index)
}

#[execute]
impl Execute for PingPong {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, item: &u32) {
        let memory = ctx.shared();
        let thread = ctx.thread();
        memory.x.set(thread, thread * 3 + *item);
        memory.y.set(thread, 100);
        memory.count.set(1);
        ctx.warp_barrier();
        for round in 0..3_u32 {
            let (from, to) = if round % 2 == 1 { (&memory.y, &memory.x) } else { (&memory.x, &memory.y) };
            to.set(thread, from.get((thread + 1) % 8) + to.get(thread));
            ctx.warp_barrier();
        }
        let mut from = &memory.x;
        let mut to = &memory.y;
        for round in 0..3_u32 {
            to.set(thread, from.get(7 - thread) + round);
            ctx.warp_barrier();
            std::mem::swap(&mut from, &mut to);
        }
        // Without a type: rustc is asked which references these variables keep.
        let other;
        if thread > 3 {
            other = &memory.x
        } else {
            other = &memory.y
        }
        let mut found = None;
        for array in [&memory.x, &memory.y] {
            if found.is_none() || array.get(thread) > 200 {
                found = Some(array);
            }
        }
        if let Some(array) = found {
            array.set(thread, array.get(thread) ^ other.get(thread));
        }
        ctx.warp_barrier();
        put([from, to][(thread % 2) as usize], thread, 5 + from.get(thread));
        let counted = if *item > 1 { Some(&memory.count) } else { None };
        if let Some(count) = counted {
            count.fetch_add(thread);
        }
        ctx.warp_barrier();
        let places = (&self.results, &memory.count);
        places.0.set(*item * 8 + thread, both((from, to), thread) * 100 + places.1.get());
    }
}

#[program]
pub struct Program {
    pub ping_pong: PingPong,
}

fn run(device: &Device) -> Vec<u32> {
    let results = device.buffer_filled(32, 0_u32).expect("a buffer");
    let program = Program { ping_pong: PingPong { results: results.clone() } };
    let mut launcher = Launcher::new(device, &program).expect("a launcher");
    launcher.seed::<PingPong>(&[0, 1, 2, 3]).expect("tasks").run().expect("a run");
    results.read().expect("results")
}

/// The same by plain Rust, for all threads of a task at once.
fn expected() -> Vec<u32> {
    let mut results = Vec::new();
    for item in 0..4 {
        let mut x: [u32; 8] = std::array::from_fn(|thread| thread as u32 * 3 + item);
        let mut y = [100_u32; 8];
        for round in 0..3 {
            let (from, to) = if round % 2 == 1 { (y, &mut x) } else { (x, &mut y) };
            (0..8).for_each(|thread| to[thread] += from[(thread + 1) % 8]);
        }
        let (mut from, mut to) = (x, y);
        for round in 0..3 {
            (0..8).for_each(|thread| to[thread] = from[7 - thread] + round);
            std::mem::swap(&mut from, &mut to);
        }
        for thread in 0..8 {
            let (x, y) = (to[thread], from[thread]);
            let other = if thread > 3 { x } else { y };
            let found = if y > 200 { &mut from } else { &mut to };
            found[thread] ^= other;
        }
        let before = from;
        for thread in 0..8 {
            let put = if thread % 2 == 0 { &mut from } else { &mut to };
            put[thread] = 5 + before[thread];
        }
        let count = if item > 1 { 1 + 28 } else { 1 };
        results.extend((0..8).map(|thread| (from[thread] + 10 * to[7 - thread]) * 100 + count));
    }
    results
}

#[test]
fn cpu_equals_rust() {
    assert_eq!(run(&Device::cpu()), expected());
}

#[test]
fn emulation_equals_rust() {
    if let Some(device) = devices::emulated() {
        assert_eq!(run(&device), expected());
    }
}

#[test]
fn gpu_equals_rust() {
    if let Some(device) = devices::gpu() {
        assert_eq!(run(&device), expected());
    }
}
