//! What the runs of a launcher have shown, for its next one: whether level-1 tasks are better many at once or one by one, and in the latter case
//! how many worker blocks are.
//!
//! A run finds the first by trial (`device/scheduler/batches.cuh`), which takes a part of its time; the next runs begin with what it has found.
//! Where single tasks are better that is for the cache, which the worker blocks of a multiprocessor share. Then fewer of them may be faster, so the
//! next runs take turns with all and with two thirds, and those after them what was faster. All of it is forgotten when the program's
//! parameters change, and after some runs in any case, since what tasks do depends on the work items too.

use super::layout::Known;

/// Runs that begin with what was found, before it is found anew.
const RUNS: u32 = 32;
/// Runs with all and with fewer blocks that are compared by their fastest.
const COMPARED: u32 = 2;
/// Fewer blocks must take less than this part of the time: the fastest of a few runs varies by half a percent.
const CLEARLY: f64 = 0.99;

/// Worker blocks of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blocks {
    /// As many as are resident.
    All,
    /// Two thirds of them.
    Fewer,
}

/// What is known so far.
#[derive(Debug, Default)]
pub struct Learnt {
    /// The program's parameters in the runs that have shown it.
    parameters: Vec<u8>,
    known: Known,
    runs: u32,
    all: Fastest,
    fewer: Fastest,
}

/// The fastest of some runs.
#[derive(Debug, Default)]
struct Fastest {
    runs: u32,
    seconds_a_task: f64,
}

impl Fastest {
    fn add(&mut self, seconds_a_task: f64) {
        self.seconds_a_task = if self.runs == 0 { seconds_a_task } else { self.seconds_a_task.min(seconds_a_task) };
        self.runs += 1;
    }
}

impl Learnt {
    /// How a run with these parameters of the program should begin.
    pub fn begin(&mut self, parameters: &[u8]) -> (Known, Blocks) {
        if self.parameters != parameters || self.runs >= RUNS {
            *self = Self { parameters: parameters.to_vec(), ..Self::default() };
        }
        (self.known, self.blocks())
    }

    fn blocks(&self) -> Blocks {
        let (all, fewer) = (&self.all, &self.fewer);
        if self.known != Known::Single || all.runs < COMPARED.min(fewer.runs + 1) {
            Blocks::All
        } else if fewer.runs < COMPARED || fewer.seconds_a_task < CLEARLY * all.seconds_a_task {
            Blocks::Fewer
        } else {
            Blocks::All
        }
    }

    /// Such a run has ended, of so many tasks. `tried` are the cycles that its trials of batches and of single tasks took; 0 where there
    /// were none.
    pub fn end(&mut self, blocks: Blocks, tried: [u64; 2], seconds: f64, tasks: u64) {
        let [many, single] = tried;
        let found = match (many, single) {
            (0, _) | (_, 0) => self.known,
            // As the device decides: `Batches::better`.
            _ if single < many - many / 16 => Known::Single,
            _ => Known::Many,
        };
        if found != self.known {
            let parameters = std::mem::take(&mut self.parameters);
            *self = Self { parameters, known: found, ..Self::default() };
        } else if found != Known::Nothing {
            self.runs += 1;
            let fastest = if blocks == Blocks::All { &mut self.all } else { &mut self.fewer };
            if fastest.runs < COMPARED && tasks > 0 {
                fastest.add(seconds / tasks as f64);
            }
        }
    }
}

impl Blocks {
    /// How many that are on a multiprocessor that holds `resident`.
    pub fn of(self, resident: u32) -> u32 {
        match self {
            Self::All => resident,
            Self::Fewer => resident - resident / 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SINGLE: [u64; 2] = [1000, 800];
    const MANY: [u64; 2] = [1000, 990];
    const NONE: [u64; 2] = [0, 0];

    /// Lets a run begin and end that takes `all` or `fewer` seconds; says how it began.
    fn run(learnt: &mut Learnt, parameters: &[u8], tried: [u64; 2], all: f64, fewer: f64) -> (Known, Blocks) {
        let (known, blocks) = learnt.begin(parameters);
        let seconds = if blocks == Blocks::All { all } else { fewer };
        learnt.end(blocks, if known == Known::Nothing { tried } else { NONE }, seconds, 10);
        (known, blocks)
    }

    #[test]
    fn the_first_run_knows_nothing_and_the_next_what_it_found() {
        for (tried, found) in
            [(SINGLE, Known::Single), (MANY, Known::Many), (NONE, Known::Nothing), ([0, 7], Known::Nothing)]
        {
            let mut learnt = Learnt::default();
            assert_eq!(run(&mut learnt, b"a", tried, 1.0, 1.0), (Known::Nothing, Blocks::All));
            assert_eq!(run(&mut learnt, b"a", tried, 1.0, 1.0), (found, Blocks::All));
        }
    }

    #[test]
    fn fewer_blocks_are_kept_where_they_are_faster() {
        for (fewer, kept) in [(0.9, Blocks::Fewer), (0.995, Blocks::All), (1.1, Blocks::All)] {
            let mut learnt = Learnt::default();
            let mut began: Vec<Blocks> = (0..12).map(|_| run(&mut learnt, b"a", SINGLE, 1.0, fewer).1).collect();
            let rest = began.split_off(5);
            assert_eq!(began, [Blocks::All, Blocks::All, Blocks::Fewer, Blocks::All, Blocks::Fewer], "{fewer}");
            assert!(rest.iter().all(|blocks| *blocks == kept), "{fewer}: {rest:?}");
        }
    }

    #[test]
    fn where_many_are_better_all_blocks_run() {
        let mut learnt = Learnt::default();
        for _ in 0..10 {
            assert_eq!(run(&mut learnt, b"a", MANY, 1.0, 0.1).1, Blocks::All);
        }
    }

    #[test]
    fn other_parameters_and_many_runs_make_it_forget() {
        let mut learnt = Learnt::default();
        run(&mut learnt, b"a", SINGLE, 1.0, 0.9);
        for _ in 0..RUNS {
            assert_eq!(run(&mut learnt, b"a", SINGLE, 1.0, 0.9).0, Known::Single);
        }
        assert_eq!(run(&mut learnt, b"a", MANY, 1.0, 0.9), (Known::Nothing, Blocks::All));
        assert_eq!(run(&mut learnt, b"a", MANY, 1.0, 0.9).0, Known::Many);
        assert_eq!(run(&mut learnt, b"b", SINGLE, 1.0, 0.9).0, Known::Nothing);
        assert_eq!(run(&mut learnt, b"a", SINGLE, 1.0, 0.9).0, Known::Nothing);
    }

    #[test]
    fn a_later_trial_that_finds_otherwise_counts() {
        let mut learnt = Learnt::default();
        run(&mut learnt, b"a", SINGLE, 1.0, 0.9);
        let (known, blocks) = learnt.begin(b"a");
        assert_eq!(known, Known::Single);
        learnt.end(blocks, MANY, 1.0, 10);
        assert_eq!(learnt.begin(b"a"), (Known::Many, Blocks::All));
    }

    #[test]
    fn fewer_is_two_thirds_and_at_least_one() {
        assert_eq!([1, 2, 3, 4, 5, 6, 8].map(|all| Blocks::Fewer.of(all)), [1, 2, 2, 3, 4, 4, 6]);
        assert_eq!(Blocks::All.of(6), 6);
    }
}
