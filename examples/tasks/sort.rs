//! Merge sort: blocks sort short parts in shared memory, tasks merge them, and split merges that are long.

use super::{Row, Setting, expect};
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

/// The results `first..end` of merging the halves of a part.
#[device]
#[derive(Clone, Copy)]
pub struct Share {
    pub part: Part,
    pub first: u32,
    pub end: u32,
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

/// Sorts a short part in shared memory, by a bitonic network.
#[procedure(level = 1, threads = 256, shared = SharedArray<u32, 2048>)]
pub struct SortShort {
    pub numbers: Buffer<u32>,
    pub other: Buffer<u32>,
}

#[execute]
impl Execute for SortShort {
    type Item = Part;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, part: &Part) {
        let values = ctx.shared();
        for i in (ctx.thread()..SHORT).step_by(256) {
            values.set(i, if i < part.length { self.numbers.get(part.start + i) } else { u32::MAX });
        }
        let mut run = 2;
        while run <= SHORT {
            let mut distance = run / 2;
            while distance > 0 {
                ctx.barrier();
                for pair in (ctx.thread()..SHORT / 2).step_by(256) {
                    let low = 2 * pair - (pair & (distance - 1));
                    let (a, b) = (values.get(low), values.get(low + distance));
                    if (a > b) == (low & run == 0) {
                        values.set(low, b);
                        values.set(low + distance, a);
                    }
                }
                distance /= 2;
            }
            run *= 2;
        }
        ctx.barrier();
        for i in (ctx.thread()..part.length).step_by(256) {
            if part.swapped == 1 {
                self.other.set(part.start + i, values.get(i));
            } else {
                self.numbers.set(part.start + i, values.get(i));
            }
        }
        ctx.finish(());
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

/// Halves a share of a merge until it is short.
#[procedure(level = 2)]
pub struct Split;

#[execute]
impl Execute for Split {
    type Item = Share;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, share: &Share) {
        if share.end - share.first <= SHORT {
            return ctx.finish_with::<MergeShare>(*share);
        }
        let middle = share.first + (share.end - share.first) / 2;
        ctx.fork::<[Split; 2]>([Share { end: middle, ..*share }, Share { first: middle, ..*share }]).then::<Done>(());
    }
}

/// Merges a share: each thread finds where its part of the results begins in both halves.
#[procedure(level = 1, threads = 256)]
pub struct MergeShare {
    pub numbers: Buffer<u32>,
    pub other: Buffer<u32>,
}

#[execute]
impl Execute for MergeShare {
    type Item = Share;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, share: &Share) {
        let each = (share.end - share.first).div_ceil(ctx.threads());
        let first = (share.first + ctx.thread() * each).min(share.end);
        let own = Share { first, end: (first + each).min(share.end), ..*share };
        if share.part.swapped == 1 {
            merge(&self.numbers, &self.other, &own);
        } else {
            merge(&self.other, &self.numbers, &own);
        }
        ctx.finish(());
    }
}

/// Merges a share in one thread.
#[device]
pub fn merge(from: &Buffer<u32>, to: &Buffer<u32>, share: &Share) {
    let (start, half, rest) = (share.part.start, share.part.length / 2, share.part.length.div_ceil(2));
    let mut low = share.first.saturating_sub(rest);
    let mut high = share.first.min(half);
    while low < high {
        let middle = (low + high) / 2;
        if from.get(start + middle) <= from.get(start + half + share.first - middle - 1) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let mut left = low;
    let mut right = share.first - low;
    for place in share.first..share.end {
        if left < half && (right >= rest || from.get(start + left) <= from.get(start + half + right)) {
            to.set(start + place, from.get(start + left));
            left += 1;
        } else {
            to.set(start + place, from.get(start + half + right));
            right += 1;
        }
    }
}

/// Ends where two tasks have ended.
#[procedure(level = 2)]
pub struct Done;

#[execute]
impl Execute for Done {
    type Item = Joined<(), [(); 2]>;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, _joined: &Joined<(), [(); 2]>) {
        ctx.finish(());
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
