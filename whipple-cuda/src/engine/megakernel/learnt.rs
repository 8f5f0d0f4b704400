//! What the runs of a launcher have shown, for its next one: whether level-1 tasks are better many at once or one by one.
//!
//! A run finds that by trial (`device/schedulers/megakernel/adapt/batches.cuh`), which takes a part of its time; the next runs begin with what it has found.
//! It is forgotten when the program's parameters change, and after some runs in any case, since what tasks do depends on the work items
//! too.

use super::abi::Known;

/// Runs that begin with what was found, before it is found anew.
const RUNS: u32 = 32;

/// What is known so far.
#[derive(Debug, Default)]
pub struct Learnt {
    /// The program's parameters in the runs that have shown it.
    parameters: Vec<u8>,
    known: Known,
    runs: u32,
}

impl Learnt {
    /// How a run with these parameters of the program should begin.
    pub fn begin(&mut self, parameters: &[u8]) -> Known {
        if self.parameters != parameters || self.runs >= RUNS {
            *self = Self { parameters: parameters.to_vec(), ..Self::default() };
        }
        self.known
    }

    /// Such a run has ended. `tried` are the cycles that its trials of batches and of single tasks took; 0 where there were none.
    pub fn end(&mut self, tried: [u64; 2]) {
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SINGLE: [u64; 2] = [1000, 800];
    const MANY: [u64; 2] = [1000, 990];
    const NONE: [u64; 2] = [0, 0];

    /// Lets a run begin and end; says how it began.
    fn run(learnt: &mut Learnt, parameters: &[u8], tried: [u64; 2]) -> Known {
        let known = learnt.begin(parameters);
        learnt.end(if known == Known::Nothing { tried } else { NONE });
        known
    }

    #[test]
    fn the_first_run_knows_nothing_and_the_next_what_it_found() {
        for (tried, found) in
            [(SINGLE, Known::Single), (MANY, Known::Many), (NONE, Known::Nothing), ([0, 7], Known::Nothing)]
        {
            let mut learnt = Learnt::default();
            assert_eq!(run(&mut learnt, b"a", tried), Known::Nothing);
            assert_eq!(run(&mut learnt, b"a", tried), found);
        }
    }

    #[test]
    fn other_parameters_and_many_runs_make_it_forget() {
        let mut learnt = Learnt::default();
        run(&mut learnt, b"a", SINGLE);
        for _ in 0..RUNS {
            assert_eq!(run(&mut learnt, b"a", SINGLE), Known::Single);
        }
        assert_eq!(run(&mut learnt, b"a", MANY), Known::Nothing);
        assert_eq!(run(&mut learnt, b"a", MANY), Known::Many);
        assert_eq!(run(&mut learnt, b"b", SINGLE), Known::Nothing);
        assert_eq!(run(&mut learnt, b"a", SINGLE), Known::Nothing);
    }

    #[test]
    fn a_later_trial_that_finds_otherwise_counts() {
        let mut learnt = Learnt::default();
        run(&mut learnt, b"a", SINGLE);
        assert_eq!(learnt.begin(b"a"), Known::Single);
        learnt.end(MANY);
        assert_eq!(learnt.begin(b"a"), Known::Many);
    }
}
