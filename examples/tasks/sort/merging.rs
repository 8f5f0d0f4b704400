//! Merges of two sorted halves. Long ones are split: each thread of a block has a share of the results.

use super::{Part, SHORT};
use whipple::prelude::*;

/// The results `first..end` of merging the halves of a part.
#[device]
#[derive(Clone, Copy)]
pub struct Share {
    pub part: Part,
    pub first: u32,
    pub end: u32,
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
