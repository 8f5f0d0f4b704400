//! What waited for its children when a run stopped.

use crate::{error::Error, program::ProcedureInfo};
use std::fmt;

/// The continuations that waited for their children when a run stopped: for each procedure that had some its name, and how many. Those that
/// wait on stacks of threads ([`Options::depth_first`](crate::options::Options#structfield.depth_first)) are not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waiting(pub Box<[(&'static str, u64)]>);

/// As `, while 12 Sum and 1 Mean waited for their children`; nothing where none waited.
impl fmt::Display for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (procedure, count)) in self.0.iter().enumerate() {
            let before = match index {
                0 => ", while",
                _ if index + 1 == self.0.len() => " and",
                _ => ",",
            };
            write!(f, "{before} {count} `{procedure}`")?;
        }
        if self.0.is_empty() { Ok(()) } else { f.write_str(" waited for their children") }
    }
}

/// The error of a run that left so many continuations of each procedure.
#[doc(hidden)] // For the back ends.
pub fn add_waiting(mut error: Error, procedures: &[ProcedureInfo], counts: &[u64]) -> Error {
    let all = procedures.iter().map(|info| info.name).zip(counts.iter().copied());
    let found = Waiting(all.filter(|(_, count)| *count > 0).collect());
    match &mut error {
        Error::DevicePanic(panic) => panic.waiting = found,
        Error::QueueMemory { waiting, .. } | Error::Cancelled { waiting, .. } | Error::TimeLimit { waiting, .. } => {
            *waiting = found
        }
        _ => {}
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_continuations_are_listed() {
        let text = |waiting: &[_]| Waiting(waiting.into()).to_string();
        assert_eq!(text(&[]), "");
        assert_eq!(text(&[("Sum", 12)]), ", while 12 `Sum` waited for their children");
        assert_eq!(text(&[("A", 1), ("B", 2), ("C", 3)]), ", while 1 `A`, 2 `B` and 3 `C` waited for their children");
    }
}
