//! Task programs that fork and join: one file holds one program, `known.rs` what the larger ones are checked against.

pub mod fib;
mod known;
pub mod mandelbrot;
mod matrix_market;
pub mod quadrature;
pub mod quadtree;
pub mod queens;
mod sha1;
pub mod solve;
pub mod sort;
pub mod strassen;
pub mod tree;
pub mod unbalanced;
pub mod uts;

use crate::common::{arguments::devices, command::Outcome};
use clap::Parser;
use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};
use whipple::prelude::*;

/// Measures task programs that fork and join. Each run is checked against the result that is known.
#[derive(Parser, Debug)]
#[command(name = "tasks", version)]
pub struct Arguments {
    /// Where to run
    #[arg(long, default_value_t = DeviceChoice::Auto, value_parser = devices())]
    device: DeviceChoice,

    /// Tests whose names begin so, with commas between; all if it is not said
    #[arg(long, value_delimiter = ',')]
    tests: Vec<String>,

    /// Small sizes, for a look
    #[arg(long)]
    quick: bool,

    /// Runs of which the median is shown
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: u32,

    /// Threads of a GPU run the children of their tasks themselves, as the CPU always does
    #[arg(long)]
    depth_first: bool,

    /// Megabytes for tasks that wait for others
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..=65536))]
    join_memory: u32,

    /// A matrix of Matrix Market, whose lower triangle `solve` takes
    #[arg(long, value_name = "FILE")]
    matrix: Option<PathBuf>,
}

/// What a test needs to run.
pub struct Setting<'a> {
    device: &'a Device,
    quick: bool,
    runs: u32,
    options: Options,
    /// A file with the matrix of `solve`.
    matrix: Option<&'a Path>,
}

/// What a test has measured.
pub struct Row {
    /// The test, with its size.
    name: String,
    /// The median of the time on the device, or of the whole run on the CPU.
    time: Duration,
    tasks: u64,
    join_bytes: u64,
}

impl Setting<'_> {
    /// The size for a real run, or for a look.
    fn size(&self, real: u32, quick: u32) -> u32 {
        if self.quick { quick } else { real }
    }

    /// Runs a launcher again and again, after one run that warms up; `check` looks at each result. Gives one row.
    fn measure<P: Program>(
        &self,
        name: String,
        launcher: &mut Launcher<'_, P>,
        mut check: impl FnMut(&Launcher<'_, P>) -> Result<(), Error>,
    ) -> Result<Vec<Row>, Error> {
        let mut reports = Vec::new();
        for _ in 0..=self.runs {
            reports.push(launcher.run()?);
            check(launcher)?;
        }
        reports.remove(0);
        reports.sort_by_key(time);
        let report = &reports[reports.len() / 2];
        Ok(vec![Row { name, time: time(report), tasks: report.total_tasks(), join_bytes: report.join_bytes }])
    }
}

fn time(report: &Report) -> Duration {
    report.device_time.unwrap_or(report.total_time)
}

/// Refuses a result that is not the one that is known.
fn expect<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, known: &T) -> Result<(), Error> {
    if found == known {
        return Ok(());
    }
    Err(Error::other(format!("{what} gives {found:?}, and {known:?} is right"), None))
}

pub type Test = fn(&Setting<'_>) -> Result<Vec<Row>, Error>;

pub const TESTS: [(&str, Test); 11] = [
    ("fib", fib::measure),
    ("tree", tree::measure),
    ("unbalanced", unbalanced::measure),
    ("quadrature", quadrature::measure),
    ("sort", sort::measure),
    ("mandelbrot", mandelbrot::measure),
    ("quadtree", quadtree::measure),
    ("strassen", strassen::measure),
    ("queens", queens::measure),
    ("uts", uts::measure),
    ("solve", solve::measure),
];

/// Runs the tests that the command line names. Their table goes to `out`.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> Outcome {
    if let Some(start) = arguments.tests.iter().find(|start| !TESTS.iter().any(|(name, _)| name.starts_with(*start))) {
        return Err(format!("no test is named `{start}…`: there are {}", TESTS.map(|(name, _)| name).join(", ")).into());
    }
    let device = arguments.device.open()?;
    let options = Options::new().join_memory((arguments.join_memory as usize) << 20);
    let options = if arguments.depth_first { options.depth_first(true) } else { options };
    let matrix = arguments.matrix.as_deref();
    let setting = Setting { device: &device, quick: arguments.quick, runs: arguments.runs, options, matrix };
    writeln!(out, "{device:?}: median of {} runs", arguments.runs)?;
    writeln!(out, "{:<28} {:>12} {:>14} {:>12} {:>12}", "test", "ms", "tasks", "M tasks/s", "joins, KiB")?;
    let is_wanted =
        |name: &str| arguments.tests.is_empty() || arguments.tests.iter().any(|start| name.starts_with(start));
    for (_, test) in TESTS.iter().filter(|(name, _)| is_wanted(name)) {
        for Row { name, time, tasks, join_bytes } in test(&setting)? {
            let milliseconds = time.as_secs_f64() * 1e3;
            let rate = tasks as f64 / time.as_secs_f64() / 1e6;
            writeln!(
                out,
                "{name:<28} {milliseconds:>12.3} {tasks:>14} {rate:>12.1} {:>12}",
                join_bytes.div_ceil(1024)
            )?;
        }
    }
    Ok(())
}
