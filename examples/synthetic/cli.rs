//! The command line.

use super::suite::Size;
use crate::common::{
    arguments::{Choice, any_policies, any_schedulers, devices, resolve},
    output::{self, Output, is_standard_output, wanted},
};
use clap::Parser;
use std::path::PathBuf;
use whipple::prelude::*;

/// The synthetic tests of Steinberger et al. 2014, section 5, and two more, under every scheduler.
#[derive(Parser, Debug)]
#[command(name = "synthetic", version)]
pub struct Arguments {
    /// Where to run
    #[arg(long, default_value_t = DeviceChoice::Auto, value_parser = devices())]
    pub device: DeviceChoice,

    /// Tests to run: their names, or how names begin, as `recursion2` [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub tests: Vec<String>,

    /// Schedulers, or `all`; the CPU executor has one of its own
    #[arg(long, alias = "scheduler", value_name = "NAMES", value_delimiter = ',', default_value = "all",
          value_parser = any_schedulers())]
    pub schedulers: Vec<Choice<Scheduler>>,

    /// Policies, or `all`
    #[arg(long, alias = "policy", value_name = "NAMES", value_delimiter = ',', default_value = "plan",
          value_parser = any_policies())]
    pub policies: Vec<Choice<Policy>>,

    /// Depths of the expanding tree [default: 10 to 24; 6 and 9 with --quick]
    #[arg(long, value_name = "DEPTHS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=28))]
    pub depths: Vec<u32>,

    /// Timed runs [default: 20; 2 with --quick]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub runs: Option<u16>,

    /// Runs before those that are timed [default: 3; 1 with --quick]
    #[arg(long, value_name = "N")]
    pub warmup: Option<u16>,

    /// Threads of the CPU executor [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,

    /// Threads of a worker block on a GPU [default: the plan's choice]
    #[arg(long, value_name = "N")]
    pub block_threads: Option<u32>,

    /// The most memory that queues of tasks may use
    #[arg(long, value_name = "BYTES")]
    pub queue_memory: Option<usize>,

    /// Do not check indices on a GPU
    #[arg(long)]
    pub unchecked: bool,

    /// Small sizes, for the CPU, continuous integration and sanitizers
    #[arg(long)]
    pub quick: bool,

    /// Write the measurements to this file; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write plots into this folder
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,

    /// Trace one more run, of the first test under the first scheduler and policy, and write it to this file for
    /// https://ui.perfetto.dev; with --svg also as plots; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Print the CUDA source of the tests' programs, and leave
    #[arg(long)]
    pub emit_cuda: bool,

    /// Print the names of the tests, schedulers and policies, and leave
    #[arg(long)]
    pub list: bool,
}

impl Arguments {
    /// How large the tests are.
    pub fn size(&self) -> Size {
        if self.quick { Size::Quick } else { Size::Full }
    }

    /// Depths of the expanding tree.
    pub fn depths(&self) -> Vec<u32> {
        match (self.depths.is_empty(), self.quick) {
            (false, _) => self.depths.clone(),
            (true, false) => (10..=24).collect(),
            (true, true) => vec![6, 9],
        }
    }

    /// Timed runs.
    pub fn runs(&self) -> usize {
        self.runs.unwrap_or(if self.quick { 2 } else { 20 }).into()
    }

    /// Runs before those.
    pub fn warmup(&self) -> usize {
        self.warmup.unwrap_or(if self.quick { 1 } else { 3 }).into()
    }

    /// The schedulers that were asked for.
    pub fn schedulers(&self) -> Vec<Scheduler> {
        resolve(&self.schedulers, Scheduler::ALL)
    }

    /// The policies that were asked for.
    pub fn policies(&self) -> Vec<Policy> {
        resolve(&self.policies, Policy::ALL)
    }

    /// The options of a launch.
    pub fn options(&self, scheduler: Scheduler, policy: Policy) -> Options {
        let mut options = Options::new().scheduler(scheduler).policy(policy).statistics(false);
        options = options.bounds_checks(!self.unchecked);
        if let Some(threads) = self.threads {
            options = options.workers(threads as usize);
        }
        if let Some(threads) = self.block_threads {
            options = options.block_threads(threads);
        }
        if let Some(bytes) = self.queue_memory {
            options = options.queue_memory(bytes);
        }
        options
    }

    /// The files that are written, but for those in the folder of plots.
    fn outputs(&self) -> Vec<Output<'_>> {
        let files = [("--json", &self.json), ("--trace", &self.trace)];
        let wanted = files.into_iter().filter_map(|(option, path)| Some((option, wanted(path.as_deref()?)?)));
        wanted.map(|(option, path)| Output { option, path, format: "JSON", extension: "json" }).collect()
    }

    /// Whether one of the files is standard output, so that what is printed must go elsewhere.
    pub fn takes_standard_output(&self) -> bool {
        let writes = !(self.list || self.emit_cuda);
        writes && self.outputs().iter().any(|output| is_standard_output(output.path))
    }

    /// Checks the files before any work is spent, and makes the folder of plots.
    ///
    /// # Errors
    /// In words, with the option and the path.
    pub fn check_outputs(&self) -> Result<(), String> {
        // Other files may lie in the folder.
        self.svg.as_deref().map_or(Ok(()), |folder| output::make_folder("--svg", folder))?;
        output::check(&self.outputs())
    }

    /// Whether a test was asked for.
    pub fn wants(&self, test: &str) -> bool {
        self.tests.is_empty() || self.tests.iter().any(|start| test.starts_with(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn standard_output_has_one_writer() {
        let takes = |arguments: &[&str]| {
            let read = Arguments::try_parse_from(["synthetic"].iter().chain(arguments));
            read.expect("good arguments").takes_standard_output()
        };
        assert!(takes(&["--json", "-"]) && takes(&["--trace", "/dev/stdout"]));
        assert!(!takes(&[]) && !takes(&["--json", "none"]) && !takes(&["--list", "--json", "-"]));
    }

    #[test]
    fn lists_are_read_or_refused() {
        let read = |arguments: &[&str]| Arguments::try_parse_from(["synthetic"].iter().chain(arguments));
        let arguments = read(&["--policies", "random,quota", "--depths", "1,20", "--quick"]).expect("good arguments");
        assert_eq!(arguments.policies(), [Policy::Random, Policy::Quota]);
        assert_eq!((arguments.depths(), arguments.schedulers()), (vec![1, 20], Scheduler::ALL.to_vec()));
        for bad in [["--policies", "best"], ["--depths", "0"], ["--depths", "29"], ["--runs", "0"], ["--runs", "x"]] {
            assert!(read(&bad).is_err(), "{bad:?}");
        }
    }
}
