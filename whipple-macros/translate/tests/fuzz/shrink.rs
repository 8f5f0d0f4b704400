//! Makes an input that fails small.

use super::{
    check::check,
    corpus::Input,
    tokens::{Tree, at, count, tokens, trees},
};
use std::time::{Duration, Instant};

/// Gives up looking for a smaller input after this time.
const PATIENCE: Duration = Duration::from_secs(30);

/// Removes tokens, and groups around tokens, while the input still fails in the same way.
pub fn shrink(input: Input) -> Input {
    let begin = Instant::now();
    let Some(wanted) = kind(&input) else { return input };
    let mut best = input;
    loop {
        let mut smaller = false;
        let mut step = count(&trees(best.item.clone())).max(1);
        while step > 0 {
            let mut number = 0;
            while number < count(&trees(best.item.clone())) {
                if begin.elapsed() > PATIENCE {
                    return best;
                }
                let found =
                    candidates(&best, number, step).into_iter().find(|next| kind(next).as_ref() == Some(&wanted));
                match found {
                    Some(next) => {
                        best = next;
                        smaller = true;
                    }
                    None => number += 1,
                }
            }
            step /= 2;
        }
        let bare = Input { arguments: Default::default(), ..best.clone() };
        if !best.arguments.is_empty() && kind(&bare).as_ref() == Some(&wanted) {
            best = bare;
            smaller = true;
        }
        if !smaller {
            return best;
        }
    }
}

/// The beginning of what is wrong, which tells one failure from another.
fn kind(input: &Input) -> Option<String> {
    let message = check(input).err()?;
    Some(message.split_once(": ").map_or(message.as_str(), |(kind, _)| kind).chars().take(24).collect())
}

/// The input without a run of tokens, and without the delimiters of a group.
fn candidates(input: &Input, number: usize, step: usize) -> Vec<Input> {
    let all = trees(input.item.clone());
    let mut found = Vec::new();
    let mut change = |edit: &dyn Fn(&mut Vec<Tree>, usize)| {
        let mut changed = all.clone();
        at(&mut changed, number, |trees, index| edit(trees, index));
        if count(&changed) < count(&all) {
            found.push(Input { item: tokens(&changed), ..input.clone() });
        }
    };
    change(&|trees, index| drop(trees.drain(index..(index + step).min(trees.len()))));
    if step == 1 {
        change(&|trees, index| {
            if let Tree::Group(_, inner, _) = &trees[index] {
                let inner = inner.clone();
                trees.splice(index..=index, inner);
            }
        });
    }
    found
}
