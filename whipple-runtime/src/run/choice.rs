//! How a scheduler was chosen by measuring: what was tried, what it took, where the choice comes from.

use crate::{options::Scheduler, report::milliseconds};
use std::{fmt, path::PathBuf, time::Duration};

/// How [`Scheduler::Auto`] came to its choice. Prints as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The scheduler that was chosen.
    pub scheduler: Scheduler,
    /// Threads of a worker block, where the choice names them.
    pub block_threads: Option<u32>,
    /// The choice in words, as `megakernel, blocks of 256 threads`.
    pub name: String,
    /// Where the choice comes from.
    pub origin: Origin,
    /// What was tried, in that order.
    pub trials: Vec<Trial>,
}

/// Where a [`Choice`] comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// It was measured in this launcher, and then the record was kept or, for the reason given, not.
    Measured {
        /// Why a later launcher will have to measure again; `None` when it will not.
        not_kept: Option<String>,
    },
    /// It was measured before, and this file says so.
    Recorded(PathBuf),
    /// Nothing could be measured, for this reason: it is the plan's.
    Planned(String),
}

/// One candidate for a [`Choice`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The candidate in words.
    pub name: String,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a [`Trial`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It ran.
    Measured {
        /// Median time of a run on the device.
        median: Duration,
        /// Runs that were measured. Where it is fewer than of the fastest, the candidate was clearly slower, or time was up.
        runs: u32,
    },
    /// It was not measured: for other work with as many initial tasks it took more than twice as long as the fastest.
    FarSlower,
    /// It was not measured, for this reason.
    LeftOut(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Measured { median, runs } => {
                let plural = if *runs == 1 { "" } else { "s" };
                write!(f, "{}, {runs} run{plural}", milliseconds(*median))
            }
            Self::FarSlower => write!(f, "not tried: more than twice as slow as the fastest for other work"),
            Self::LeftOut(reason) => write!(f, "left out: {reason}"),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.name)?;
        match &self.origin {
            Origin::Measured { not_kept: None } => write!(f, "chosen by measuring now")?,
            Origin::Measured { not_kept: Some(reason) } => {
                write!(f, "chosen by measuring now, which is not kept: {reason}")?;
            }
            Origin::Recorded(file) => write!(f, "chosen by measuring before ({})", file.display())?,
            Origin::Planned(reason) => write!(f, "the plan's, because nothing was measured: {reason}")?,
        }
        let width = self.trials.iter().map(|trial| trial.name.chars().count()).max().unwrap_or(0);
        for Trial { name, outcome } in &self.trials {
            write!(f, "\n    {name:<width$}  {outcome}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_what_was_tried() {
        let trial = |name: &str, outcome| Trial { name: name.to_owned(), outcome };
        let choice = Choice {
            scheduler: Scheduler::TimeSlicedGraph,
            block_threads: None,
            name: "time-sliced-graph".to_owned(),
            origin: Origin::Measured { not_kept: None },
            trials: vec![
                trial("megakernel", Outcome::Measured { median: Duration::from_micros(1500), runs: 1 }),
                trial("time-sliced-graph", Outcome::Measured { median: Duration::from_micros(250), runs: 3 }),
                trial("time-sliced", Outcome::LeftOut("time was up".to_owned())),
                trial("megakernel-global", Outcome::FarSlower),
            ],
        };
        let expected = "time-sliced-graph: chosen by measuring now
    megakernel         1.500 ms, 1 run
    time-sliced-graph  0.250 ms, 3 runs
    time-sliced        left out: time was up
    megakernel-global  not tried: more than twice as slow as the fastest for other work";
        assert_eq!(choice.to_string(), expected);
    }
}
