//! Merge sort: a task for each part halves it, and merges the halves when both are sorted.

mod merging;
mod short;

use super::{Row, Setting, expect};
use merging::{Done, MergeShare, Share, Split};
use short::SortShort;
use whipple::prelude::*;

/// A part of the numbers.
#[device]
#[derive(Clone, Copy)]
pub struct Part {
    pub start: u32,
    pub length: u32,
    /// 1 where the sorted numbers are to lie in the second buffer.
    pub swapped: u32,
}

/// The longest part that a block sorts, and the longest share that one merges.
#[device]
const SHORT: u32 = 2048;

/// Sorts a part: the halves first, into the other buffer.
#[procedure(level = 2)]
pub struct Sort;

#[execute]
impl Execute for Sort {
    type Item = Part;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, part: &Part) {
        if part.length <= SHORT {
            return ctx.finish_with::<SortShort>(*part);
        }
        let half = part.length / 2;
        let left = Part { length: half, swapped: 1 - part.swapped, ..*part };
        let right = Part { start: part.start + half, length: part.length - half, ..left };
        ctx.fork::<[Sort; 2]>([left, right]).then::<Merge>(*part);
    }
}

/// Merges two sorted halves.
#[procedure(level = 2)]
pub struct Merge;

#[execute]
impl Execute for Merge {
    type Item = Joined<Part, [(); 2]>;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, joined: &Joined<Part, [(); 2]>) {
        let part = joined.state;
        ctx.finish_with::<Split>(Share { part, first: 0, end: part.length });
    }
}

/// The program.
#[program]
pub struct MergeSort {
    sort: Sort,
    sort_short: SortShort,
    merge: Merge,
    split: Split,
    merge_share: MergeShare,
    done: Done,
}

/// Sorts numbers that look random.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let length = setting.size(100_000_000, 10_000);
    let unsorted: Vec<u32> = (0..length).map(|i| i.wrapping_mul(2_654_435_761) ^ i >> 3).collect();
    let mut sorted = unsorted.clone();
    sorted.sort_unstable();
    let (numbers, other) = (setting.device.buffer_from(&unsorted)?, setting.device.buffer::<u32>(length as usize)?);
    let (a, b) = (|| numbers.clone(), || other.clone());
    let program = MergeSort {
        sort: Sort,
        sort_short: SortShort { numbers: a(), other: b() },
        merge: Merge,
        split: Split,
        merge_share: MergeShare { numbers: a(), other: b() },
        done: Done,
    };
    let mut launcher = Launcher::with_options(setting.device, &program, setting.options.clone())?;
    launcher.seed::<Sort>(&[Part { start: 0, length, swapped: 0 }])?;
    setting.measure(format!("sort of {length}"), &mut launcher, |_| {
        expect("the sort", &(numbers.read()? == sorted), &true)?;
        numbers.write(&unsorted)
    })
}
