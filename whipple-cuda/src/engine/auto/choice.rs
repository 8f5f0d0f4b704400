//! Choices on disk: one entry of the kernel cache for each class of runs.

use super::candidates::Candidate;
use crate::{
    cache::{Cache, Key},
    headers::headers,
};
use std::{fmt::Write, path::PathBuf, time::Duration};
use whipple_runtime::{
    backend::{ProgramDescription, Seeds},
    choice::{Outcome, Trial},
    options::Options,
};

/// The first line of every entry; its last digit is the version of the format.
const MAGIC: &str = "whipple choice 3";

/// The words for outcomes.
const MEASURED: &str = "measured";
const FAR_SLOWER: &str = "far slower";
const LEFT_OUT: &str = "left out";

/// Runs that should take the same choice, as far as can be told before.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Class {
    /// The bits of the number of initial tasks of each procedure.
    pub seeds: Vec<u32>,
    /// The parameters, without addresses.
    pub scalars: Vec<u8>,
}

impl Class {
    /// The class of a run with these initial tasks and scalars, in a program of `procedures` procedures.
    pub fn of(seeds: &[Seeds], scalars: &[u8], procedures: usize) -> Self {
        let mut counts = vec![0_usize; procedures];
        for part in seeds {
            counts[part.procedure] = counts[part.procedure].saturating_add(part.count);
        }
        let bits = counts.into_iter().map(|count| usize::BITS - count.leading_zeros()).collect();
        Self { seeds: bits, scalars: scalars.to_vec() }
    }

    /// Whether its runs have no initial tasks.
    pub fn is_empty(&self) -> bool {
        self.seeds.iter().all(|bits| *bits == 0)
    }
}

/// What is kept of a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Tasks of a run.
    pub tasks: u64,
    pub trials: Vec<Trial>,
}

/// The choices of one program on one device, in a cache.
pub struct Records {
    pub(super) cache: Cache,
    pub(super) key: Key,
}

impl Records {
    /// Those of a program. The key has all that the times depend on: the program and how it is compiled, the device library,
    /// what can be chosen, and `device`, which names the GPU and the versions of driver and compiler.
    pub fn new(
        cache: Cache,
        program: ProgramDescription,
        options: &Options,
        device: &str,
        candidates: &[Candidate],
    ) -> Self {
        let mut key = Key::default();
        for part in [MAGIC, device, program.name, program.cuda_source] {
            key.add(part);
        }
        // These say nothing about the speed of a GPU.
        let mut options = options.clone();
        (options.time_limit, options.workers, options.replay, options.thread_stack) = (None, None, None, 0);
        options.host_memory = None;
        key.add(&format!("{options:?}, {:?}", program.plan));
        program.procedures.iter().for_each(|procedure| key.add(&procedure.weight.to_string()));
        candidates.iter().for_each(|candidate| key.add(&candidate.to_string()));
        for (name, text) in headers() {
            key.add(name);
            key.add(text);
        }
        Self { cache, key }
    }

    /// The name of the entry for a class.
    fn entry(&self, class: &Class) -> String {
        let mut key = self.key.clone();
        key.add(&format!("{class:?}"));
        format!("{}.choice", key.finish())
    }

    /// The index of the candidate that was chosen for a class before, what is kept of that, and the file that says so; `None`
    /// when no whole entry does.
    pub fn read(&self, class: &Class, candidates: &[Candidate]) -> Option<(usize, Record, PathBuf)> {
        let entry = self.entry(class);
        let text = String::from_utf8(self.cache.read(&entry)?).ok()?;
        let (chosen, record) = decode(&text)?;
        let index = candidates.iter().position(|candidate| candidate.to_string() == chosen)?;
        Some((index, record, self.cache.folder()?.join(entry)))
    }

    /// Keeps a choice; the reason when that is not possible.
    pub fn write(&self, class: &Class, chosen: &Candidate, record: &Record) -> Result<(), String> {
        self.cache.write(&self.entry(class), encode(&chosen.to_string(), record).into_bytes())
    }
}

/// The first line, the choice, the tasks, and a line for each trial: its name, a word for the outcome, and what that has: nanoseconds and
/// runs, or a reason.
fn encode(chosen: &str, Record { tasks, trials }: &Record) -> String {
    let mut text = format!("{MAGIC}\n{chosen}\n{tasks}\n");
    for Trial { name, outcome } in trials {
        // Writing to a string cannot fail.
        let _ = match outcome {
            Outcome::Measured { median, runs } => {
                writeln!(text, "{name}\t{MEASURED}\t{}\t{runs}", median.as_nanos())
            }
            Outcome::FarSlower => writeln!(text, "{name}\t{FAR_SLOWER}"),
            Outcome::LeftOut(reason) => {
                writeln!(text, "{name}\t{LEFT_OUT}\t{}", reason.replace(['\t', '\n', '\r'], " "))
            }
        };
    }
    text
}

/// The reverse; `None` for anything else.
fn decode(text: &str) -> Option<(&str, Record)> {
    let mut lines = text.strip_prefix(MAGIC)?.strip_prefix('\n')?.lines();
    let chosen = lines.next()?;
    let tasks = lines.next()?.parse().ok()?;
    let trial = |line: &str| {
        let parts: Vec<&str> = line.split('\t').collect();
        let (name, outcome) = match parts[..] {
            [name, MEASURED, median, runs] => {
                let median = Duration::from_nanos(median.parse().ok()?);
                (name, Outcome::Measured { median, runs: runs.parse().ok()? })
            }
            [name, FAR_SLOWER] => (name, Outcome::FarSlower),
            [name, LEFT_OUT, reason] => (name, Outcome::LeftOut(reason.to_owned())),
            _ => return None,
        };
        Some(Trial { name: name.to_owned(), outcome })
    };
    Some((chosen, Record { tasks, trials: lines.map(trial).collect::<Option<_>>()? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let trials = vec![
            Trial { name: "A, b".into(), outcome: Outcome::Measured { median: Duration::from_nanos(12_345), runs: 3 } },
            Trial { name: "C".into(), outcome: Outcome::LeftOut("no room: free some".into()) },
            Trial { name: "D".into(), outcome: Outcome::FarSlower },
            Trial { name: "E".into(), outcome: Outcome::LeftOut(FAR_SLOWER.into()) },
            Trial { name: "F".into(), outcome: Outcome::LeftOut(String::new()) },
        ];
        let record = Record { tasks: 1 << 40, trials };
        assert_eq!(decode(&encode("A, b", &record)), Some(("A, b", record)));
    }

    #[test]
    fn reasons_stay_on_their_line() {
        let trials = vec![Trial { name: "A".into(), outcome: Outcome::LeftOut("two\nlines\tand a tab".into()) }];
        let text = encode("B", &Record { tasks: 1, trials });
        let (_, record) = decode(&text).expect("it comes back");
        assert_eq!(record.trials[0].outcome, Outcome::LeftOut("two lines and a tab".into()));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            MAGIC,
            "whipple choice 2\nA\n5\n",
            "whipple choice 3\nA\n",
            "whipple choice 3\nA\nB\n",
            "whipple choice 3\nA\n5\nB\n",
            "whipple choice 3\nA\n5\nB\tmeasured\tx\t3\n",
            "whipple choice 3\nA\n5\nB\tmeasured\t3\n",
            "whipple choice 3\nA\n5\nB\tfar slower\t3\n",
            "whipple choice 3\nA\n5\nB\tsome other word\n",
        ] {
            assert_eq!(decode(text), None, "{text:?}");
        }
    }

    #[test]
    fn classes_are_powers_of_two_of_each_procedure() {
        let class = |counts: &[(usize, usize)]| {
            let seeds = counts.iter().map(|&(procedure, count)| Seeds { procedure, count, items: Box::new([]) });
            Class::of(&seeds.collect::<Vec<_>>(), b"scalars", 2)
        };
        assert_eq!(class(&[(0, 1000)]), class(&[(0, 512), (0, 400)]));
        assert_ne!(class(&[(0, 1000)]), class(&[(0, 1024)]));
        assert_ne!(class(&[(0, 1000)]), class(&[(1, 1000)]));
        assert_ne!(class(&[(0, 1)]), class(&[]));
        assert_ne!(Class::of(&[], b"other", 2), Class::of(&[], b"scalars", 2));
        assert!(class(&[(1, 0)]).is_empty() && !class(&[(1, 1)]).is_empty());
    }
}
