//! Iterators in variables that may give an item after they gave none.

use super::{
    chains::Stage,
    cursors::Cursor,
    ready::{Ready, ReadySource, State},
};

/// Whether a stage counts behind one that may go on after its end: that of std does not wait for more.
pub fn counts_behind_what_goes_on(ready: &Ready<'_>) -> bool {
    let counts =
        |(stage, _): &(Stage<'_>, State<'_>)| matches!(stage, Stage::Skip(_) | Stage::Take(_) | Stage::StepBy(_));
    let first = match source_goes_on(&ready.source) {
        true => Some(0),
        false => ready.stages.iter().position(goes_on),
    };
    first.is_some_and(|first| ready.stages[first..].iter().any(counts))
}

fn goes_on((stage, _): &(Stage<'_>, State<'_>)) -> bool {
    matches!(stage, Stage::MapWhile(_) | Stage::Scan(..))
}

fn source_goes_on(source: &ReadySource<'_>) -> bool {
    let within = |ready: &Ready<'_>| ready.stages.iter().any(goes_on) || source_goes_on(&ready.source);
    match source {
        ReadySource::Kept(kept) => within(&kept.ready),
        ReadySource::Both(parts, _) => within(&parts.0) || within(&parts.1),
        _ => false,
    }
}

/// Whether what is gone over may give an item after it gave none: an iterator of the user's.
pub fn may_go_on(source: &ReadySource<'_>) -> bool {
    match source {
        ReadySource::Pulled(Cursor::Own(_) | Cursor::Called { ends: true, .. }) => true,
        ReadySource::Kept(kept) | ReadySource::Pulled(Cursor::Peekable { inner: kept, .. }) => kept.ready.goes_on,
        ReadySource::Both(parts, _) => parts.0.goes_on || parts.1.goes_on,
        _ => false,
    }
}

/// Whether stages that count stand one behind the other, of what may go on.
pub fn counts_twice(ready: &Ready<'_>) -> bool {
    let mut counts = 0;
    let mut numbers = false;
    for (stage, _) in ready.stages.iter().filter(|_| ready.goes_on) {
        match stage {
            Stage::Take(_) => counts += 1,
            Stage::Skip(_) | Stage::StepBy(_) => counts += if numbers { 2 } else { 1 },
            Stage::Enumerate => numbers = true,
            _ => {}
        }
    }
    let within = match &ready.source {
        ReadySource::Kept(kept) | ReadySource::Pulled(Cursor::Peekable { inner: kept, .. }) => {
            kept.counts_what_goes_on()
        }
        _ => false,
    };
    counts > 1 || within && counts > 0
}
