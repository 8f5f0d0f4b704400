//! Merge sort: tasks of one thread sort short parts, blocks merge them.

use super::{Row, Setting, expect};
use whipple::prelude::*;

/// A part of the numbers.
#[device]
#[derive(Clone, Copy)]
pub struct Part {
    pub start: u32,
    pub length: u32,
    /// Whether the sorted numbers are to lie in the second buffer.
    pub swapped: u32,
}

/// The longest part that one thread sorts.
#[device]
const SHORT: u32 = 32;

/// Sorts a part: the halves first, into the other buffer.
#[procedure(level = 2)]
pub struct Sort {
    pub numbers: Buffer<u32>,
    pub other: Buffer<u32>,
}

#[execute]
impl Execute for Sort {
    type Item = Part;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, part: &Part) {
        if part.length > SHORT {
            let half = part.length / 2;
            let left = Part { length: half, swapped: 1 - part.swapped, ..*part };
            let right = Part { start: part.start + half, length: part.length - half, ..left };
            return ctx.fork::<[Sort; 2]>([left, right]).then::<Merge>(*part);
        }
        let mut values = [0_u32; SHORT as usize];
        for i in 0..part.length {
            let value = self.numbers.get(part.start + i);
            let mut place = i;
            while place > 0 && values[(place - 1) as usize] > value {
                values[place as usize] = values[(place - 1) as usize];
                place -= 1;
            }
            values[place as usize] = value;
        }
        for i in 0..part.length {
            if part.swapped == 1 {
                self.other.set(part.start + i, values[i as usize]);
            } else {
                self.numbers.set(part.start + i, values[i as usize]);
            }
        }
        ctx.finish(());
    }
}

/// Merges two sorted halves: each thread finds where its share of the result begins in both.
#[procedure(level = 1, threads = 128)]
pub struct Merge {
    pub numbers: Buffer<u32>,
    pub other: Buffer<u32>,
}

#[execute]
impl Execute for Merge {
    type Item = Joined<Part, [(); 2]>;
    type Output = ();
    fn execute(&self, ctx: &Context<Self>, joined: &Joined<Part, [(); 2]>) {
        let part = joined.state;
        let half = part.length / 2;
        let share = part.length.div_ceil(ctx.threads());
        let first = (ctx.thread() * share).min(part.length);
        let end = (first + share).min(part.length);
        if first < end {
            if part.swapped == 1 {
                merge(&self.numbers, &self.other, part.start, half, part.length, first, end);
            } else {
                merge(&self.other, &self.numbers, part.start, half, part.length, first, end);
            }
        }
        ctx.finish(());
    }
}

/// Writes the results `first..end` of merging the first `half` numbers of a part and the rest.
#[device]
pub fn merge(from: &Buffer<u32>, to: &Buffer<u32>, start: u32, half: u32, length: u32, first: u32, end: u32) {
    let rest = length - half;
    let mut low = first.saturating_sub(rest);
    let mut high = first.min(half);
    while low < high {
        let middle = (low + high) / 2;
        if from.get(start + middle) <= from.get(start + half + first - middle - 1) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let mut left = low;
    let mut right = first - low;
    for place in first..end {
        let take_left = left < half && (right >= rest || from.get(start + left) <= from.get(start + half + right));
        if take_left {
            to.set(start + place, from.get(start + left));
            left += 1;
        } else {
            to.set(start + place, from.get(start + half + right));
            right += 1;
        }
    }
}

/// The program.
#[program]
pub struct MergeSort {
    sort: Sort,
    merge: Merge,
}

/// Sorts numbers that look random.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let length = setting.size(10_000_000, 3_000);
    let unsorted: Vec<u32> = (0..length).map(|i| i.wrapping_mul(2_654_435_761) ^ i >> 3).collect();
    let mut sorted = unsorted.clone();
    sorted.sort_unstable();
    let (numbers, other) = (setting.device.buffer_from(&unsorted)?, setting.device.buffer::<u32>(length as usize)?);
    let program = MergeSort {
        sort: Sort { numbers: numbers.clone(), other: other.clone() },
        merge: Merge { numbers: numbers.clone(), other },
    };
    let mut launcher = Launcher::with_options(setting.device, &program, setting.options.clone())?;
    launcher.seed::<Sort>(&[Part { start: 0, length, swapped: 0 }])?;
    let row = setting.measure(format!("sort of {length}"), &mut launcher, |_| {
        expect("the sort", &(numbers.read()? == sorted), &true)?;
        numbers.write(&unsorted)
    })?;
    Ok(vec![row])
}
