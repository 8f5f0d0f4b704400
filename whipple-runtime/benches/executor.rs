//! Tasks per second of the CPU executor, on one worker and on all cores.

#[path = "../tests/support/mod.rs"]
mod support;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;
use support::*;

procedure!(Node {}, Thread, 1, ());
spawns!(Node => Node);

impl Execute for Node {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &depth: &u32) {
        if depth > 0 {
            ctx.spawn::<Node>(depth - 1);
            ctx.spawn::<Node>(depth - 1);
        }
    }
}
program!(Tree { node: Node });

procedure!(Group {}, Block, 256, ());
spawns!(Group =>);

impl Execute for Group {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, _: &u32) {
        ctx.barrier();
    }
}
program!(Groups { group: Group });

procedure!(Six {}, Warp, 6, ());
spawns!(Six =>);

impl Execute for Six {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, &item: &u32) {
        std::hint::black_box(ctx.shuffle(item + ctx.thread(), 0));
    }
}
program!(Sixes { six: Six });

const DEPTH: u32 = 19;

fn benchmark<P, Q>(criterion: &mut Criterion, name: &str, program: &P, items: &[Q::Item], tasks: u64)
where
    P: Program + Contains<Q>,
    Q: Execute,
{
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(tasks));
    for (workers, options) in [("one worker", Options::new().workers(1)), ("all cores", Options::new())] {
        let mut launcher = Launcher::with_options(&Device::cpu(), program, options).expect("a launcher");
        launcher.seed::<Q>(items).expect("seeds");
        group.bench_function(workers, |bencher| {
            bencher.iter(|| assert_eq!(launcher.run().expect("a run").total_tasks(), tasks));
        });
    }
    group.finish();
}

fn executor(criterion: &mut Criterion) {
    let tree = Tree { node: Node {} };
    benchmark::<_, Node>(criterion, "empty level-2 tasks in a binary tree", &tree, &[DEPTH], (2 << DEPTH) - 1);
    let seeds = vec![0; 2000];
    let groups = Groups { group: Group {} };
    benchmark::<_, Group>(criterion, "level-1 tasks of 256 threads with a barrier", &groups, &seeds, 2000);
    let sixes = Sixes { six: Six {} };
    benchmark::<_, Six>(criterion, "level-0 tasks of 6 threads with a shuffle", &sixes, &vec![0; 20_000], 20_000);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(2));
    targets = executor
}
criterion_main!(benches);
