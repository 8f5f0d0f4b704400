//! The command line.

use crate::city::gltf::Nodes;
use crate::common::{
    arguments::{Choice, Size, any_schedulers, devices, policies, resolve, size},
    output::wanted,
};
use clap::{Parser, ValueEnum};
use std::path::PathBuf;
use whipple::prelude::*;

/// Derives a city from shape grammars, and writes it as binary glTF and as a picture.
#[derive(Parser, Debug)]
#[command(name = "city", version)]
pub struct Arguments {
    /// Buildings of the city; several numbers with --measure
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "256",
          value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub buildings: Vec<u32>,

    /// What to build
    #[arg(long, value_enum, default_value_t = Rules::Skyscraper)]
    pub rules: Rules,

    /// Another number gives another city
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u32,

    /// Where to derive and to render
    #[arg(long, default_value_t = DeviceChoice::Auto, value_parser = devices())]
    pub device: DeviceChoice,

    /// How tasks get their time on a GPU; several, or `all`, with --measure
    #[arg(long, alias = "schedulers", value_name = "NAME", value_delimiter = ',', default_value = "megakernel",
          value_parser = any_schedulers())]
    pub scheduler: Vec<Choice<Scheduler>>,

    /// Which procedure a worker turns to next
    #[arg(long, default_value_t = Policy::Plan, value_parser = policies())]
    pub policy: Policy,

    /// Use the operators' forms with one thread each
    #[arg(long)]
    pub one_thread: bool,

    /// Use the forms of the terminals with several threads each, one for each word that they write
    #[arg(long, conflicts_with_all = ["one_thread", "inverted"])]
    pub wide_terminals: bool,

    /// Invert the priorities of the procedures: begin everything before anything is finished
    #[arg(long, conflicts_with = "one_thread")]
    pub inverted: bool,

    /// Write no files: print the time of the derivation for each number of buildings and each scheduler, with several threads
    /// for an operator, with one for a terminal, and with one for each; or with those that another option asks for
    #[arg(long, conflicts_with_all = ["out", "nodes", "picture", "size", "samples", "statistics", "trace", "emit_cuda", "plan"])]
    pub measure: bool,

    /// Derivations to time; the median is printed [default: 1, with --measure 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65_535))]
    pub frames: Option<u32>,

    /// Derivations before those that are timed [default: 3 if more than one is timed]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=65_535))]
    pub warmup: Option<u32>,

    /// The glTF file to write; `-` for standard output, `none` for none
    #[arg(long, value_name = "FILE", default_value = "city.glb")]
    pub out: PathBuf,

    /// Which things get nodes of their own in the glTF file [default: building up to 1024 buildings, kind beyond]
    #[arg(long, value_enum)]
    pub nodes: Option<Nodes>,

    /// The PNG file to write; `-` for standard output, `none` for none
    #[arg(long, value_name = "FILE", default_value = "city.png")]
    pub picture: PathBuf,

    /// Size of the picture in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720", value_parser = size::<LARGEST_SIZE>)]
    pub size: Size,

    /// Rays along each axis of a pixel
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub samples: u32,

    /// Threads of the CPU executor [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,

    /// Threads of a worker block on a GPU [default: as planned]
    #[arg(long, value_name = "N")]
    pub block_threads: Option<u32>,

    /// The most memory that queues of tasks may use
    #[arg(long, value_name = "BYTES")]
    pub queue_memory: Option<usize>,

    /// Measure time per procedure, idle time and transfers between queues
    #[arg(long)]
    pub statistics: bool,

    /// Write when and where tasks ran in the last derivation, for https://ui.perfetto.dev; `-` for standard output, `none` for no file
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Print how many tasks waited in the queues at most, all together and of each procedure; plot over time, as SVG, how many
    /// did in the last derivation; `-` for standard output
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1, default_missing_value = "none")]
    pub queues: Option<PathBuf>,

    /// Print the CUDA source of the program and leave
    #[arg(long)]
    pub emit_cuda: bool,

    /// Print the plan of the program and its reasons, and leave
    #[arg(long)]
    pub plan: bool,
}

/// The largest width and height of a picture.
const LARGEST_SIZE: u32 = 8192;

/// The rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Rules {
    /// High buildings of four styles
    Skyscraper,
    /// Houses with gardens
    Suburb,
    /// Towers, by a procedure for each operator
    Tower,
    /// The same towers, by rules that apply several operators each
    TowerFused,
}

/// The [forms](crate::city::operators::form) of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Several threads for an operator.
    Many,
    /// The same, but one for a terminal.
    Mixed,
    /// One thread for each operator.
    One,
    /// As mixed, with the priorities inverted.
    Inverted,
}

impl Arguments {
    /// The schedulers that were asked for; of all of them not the one that chooses among the others.
    pub fn schedulers(&self) -> Vec<Scheduler> {
        let all: Vec<Scheduler> =
            Scheduler::ALL.iter().copied().filter(|scheduler| *scheduler != Scheduler::Auto).collect();
        resolve(&self.scheduler, &all)
    }

    /// The form of the rules that was asked for.
    pub fn form(&self) -> Form {
        match (self.one_thread, self.wide_terminals, self.inverted) {
            (true, ..) => Form::One,
            (_, true, _) => Form::Many,
            (_, _, true) => Form::Inverted,
            _ => Form::Mixed,
        }
    }

    /// The rules as the command line names them, and their form where it is not the usual one.
    pub fn rules_in_words(&self) -> String {
        let rules = self.rules.to_possible_value().map_or(String::new(), |rules| rules.get_name().to_owned());
        let form = match self.form() {
            Form::Mixed => "",
            Form::Many => ", wide terminals",
            Form::One => ", one thread each",
            Form::Inverted => ", inverted",
        };
        rules + form
    }

    /// Derivations to time.
    pub fn timed(&self) -> u32 {
        self.frames.unwrap_or(if self.measure { 20 } else { 1 })
    }

    /// Derivations before the timed ones.
    pub fn warmup(&self) -> u32 {
        self.warmup.unwrap_or(if self.timed() > 1 { 3 } else { 0 })
    }

    /// The options of a derivation.
    pub fn options(&self, scheduler: Scheduler) -> Options {
        // Each operation rounds by itself, so that the city is the same to the bit wherever it is derived.
        let mut options = Options::new().scheduler(scheduler).policy(self.policy).floating_point(FloatingPoint::Exact);
        let traced = self.trace.as_deref().and_then(wanted).is_some() || self.queues.is_some();
        options = options.statistics(self.statistics).trace(traced);
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
    fn no_buildings_are_refused() {
        let error = Arguments::try_parse_from(["city", "--buildings", "0"]).unwrap_err().to_string();
        assert!(error.contains("0 is not in 1..="), "{error}");
    }

    #[test]
    fn a_measurement_takes_no_options_that_it_would_ignore() {
        let refused = |more: &[&str]| {
            let all = [&["city", "--measure"], more].concat();
            Arguments::try_parse_from(all).expect_err("must be refused").to_string()
        };
        for (option, value) in [
            ("--out", Some("a")),
            ("--nodes", Some("kind")),
            ("--picture", Some("a")),
            ("--size", Some("8x8")),
            ("--samples", Some("1")),
            ("--trace", Some("a")),
            ("--statistics", None),
            ("--plan", None),
            ("--emit-cuda", None),
        ] {
            let error = refused(&[&[option][..], value.as_slice()].concat());
            assert!(error.contains("'--measure' cannot be used with '") && error.contains(option), "{error}");
        }
        Arguments::try_parse_from(["city", "--measure"]).expect("files have names by default");
    }

    #[test]
    fn schedulers_are_read() {
        let arguments = |text: &str| Arguments::try_parse_from(["city", "--schedulers", text]);
        assert_eq!(arguments("all").expect("is a choice").schedulers().len(), Scheduler::ALL.len() - 1);
        assert_eq!(arguments("time-sliced,megakernel").expect("are two").schedulers().len(), 2);
        assert!(arguments("none").is_err());
    }
}
