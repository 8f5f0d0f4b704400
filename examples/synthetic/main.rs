//! The synthetic tests of Steinberger et al. 2014, section 5, for every scheduler.

mod load;
mod recursion;
mod tree;

use clap::Parser;
use load::Load;
use recursion::{Blocks, Link, Threads};
use std::time::Duration;
use tree::{Node, Tree};
use whipple::prelude::*;

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value_t = 20)]
    runs: usize,
    #[arg(long)]
    block_threads: Option<u32>,
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    #[arg(long)]
    emit: Option<String>,
    #[arg(long)]
    policy: Option<u32>,
    #[arg(long)]
    report: bool,
    #[arg(long)]
    unchecked: bool,
    #[arg(long)]
    cpu: bool,
}

fn chains(count: u32) -> (Vec<Link>, u64) {
    let seeds: Vec<Link> = (0..count).map(|id| Link { id, depth: 0 }).collect();
    let mut tasks = 0;
    for seed in &seeds {
        let mut link = *seed;
        tasks += 1;
        while recursion::goes_on(&link) {
            link.depth += 1;
            tasks += 1;
        }
    }
    (seeds, tasks)
}

fn time<P: Program, Q: Execute>(
    name: &str,
    arguments: &Arguments,
    device: &Device,
    program: &P,
    seeds: &[Q::Item],
    expect: u64,
) -> Result<(), Error>
where
    P: whipple::program::Contains<Q>,
{
    if !arguments.only.is_empty() && !arguments.only.iter().any(|o| name.starts_with(o)) {
        return Ok(());
    }
    let mut options = Options::new().bounds_checks(!arguments.unchecked);
    if let Some(b) = arguments.block_threads {
        options = options.block_threads(b);
    }
    match arguments.policy {
        Some(1) => options = options.policy(Policy::RoundRobin),
        Some(2) => options = options.policy(Policy::FullestFirst),
        Some(3) => options = options.policy(Policy::FixedPriority),
        _ => {}
    }
    let mut launcher = Launcher::with_options(device, program, options)?;
    launcher.seed::<Q>(seeds)?;
    let mut times = Vec::new();
    let mut last = None;
    for run in 0..arguments.runs + 3 {
        let report = launcher.run()?;
        if report.total_tasks() != expect {
            println!("{name}: {} tasks, not {expect}", report.total_tasks());
        }
        if run >= 3 {
            times.push(report.device_time.unwrap_or(report.total_time));
        }
        last = Some(report);
    }
    times.sort();
    let ms = |t: Duration| t.as_secs_f64() * 1e3;
    let report = last.unwrap();
    println!(
        "{name:24} {:8.4} ms (min {:.4}, max {:.4})  {} tasks, {} rounds, {} workers x {}, {} chunks",
        ms(times[times.len() / 2]),
        ms(times[0]),
        ms(times[times.len() - 1]),
        expect,
        report.rounds,
        report.workers,
        report.block_threads,
        report.chunks
    );
    if arguments.report {
        println!("{report}");
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    let arguments = Arguments::parse();
    match arguments.emit.as_deref() {
        Some("threads") => {
            print!("{}", Threads::CUDA_SOURCE);
            return Ok(());
        }
        Some("blocks") => {
            print!("{}", Blocks::CUDA_SOURCE);
            return Ok(());
        }
        Some(_) => {
            print!("{}", Tree::CUDA_SOURCE);
            return Ok(());
        }
        None => {}
    }
    let device = if arguments.cpu { Device::cpu() } else { Device::best()? };
    let checks = device.buffer(256)?;
    let memory = device.buffer(load::MEMORY as usize)?;
    let loads = [("none", Load::None), ("fma", Load::Fma), ("memory", Load::Memory)];
    let (seeds, tasks) = chains(38_000);
    for (name, load) in loads {
        let program = Threads {
            thread: recursion::Thread { load, verify: false, checks: checks.clone(), memory: memory.clone() },
        };
        time::<_, recursion::Thread>(&format!("rec2-{name}"), &arguments, &device, &program, &seeds, tasks)?;
    }
    for (name, load) in loads {
        let program =
            Blocks { block: recursion::Block { load, verify: false, checks: checks.clone(), memory: memory.clone() } };
        time::<_, recursion::Block>(&format!("rec1-{name}"), &arguments, &device, &program, &seeds, tasks)?;
    }
    let (seeds, tasks) = chains(1_000_000);
    let program = Threads {
        thread: recursion::Thread { load: Load::None, verify: false, checks: checks.clone(), memory: memory.clone() },
    };
    time::<_, recursion::Thread>("rec2-million", &arguments, &device, &program, &seeds, tasks)?;
    for depth in [12, 16, 20, 23] {
        let (verify, c) = (false, &checks);
        let program = Tree {
            oak: tree::Oak { verify, checks: c.clone() },
            ash: tree::Ash { verify, checks: c.clone() },
            elm: tree::Elm { verify, checks: c.clone() },
            fir: tree::Fir { verify, checks: c.clone() },
        };
        let seeds = [Node { id: 1, below: depth - 1 }];
        time::<_, tree::Oak>(&format!("tree-{depth}"), &arguments, &device, &program, &seeds, (1 << depth) - 1)?;
    }
    Ok(())
}
