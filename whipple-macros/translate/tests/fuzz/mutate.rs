//! Changes inputs at random: as tokens, which mostly die in the parser, and as syntax, which mostly does not.

use super::{
    bank::Bank,
    corpus::{Attribute, Input},
    random::Random,
    syntax,
    tokens::{Tree, at, count, tokens, trees},
};
use proc_macro2::{Delimiter, Punct, Spacing, Span, TokenStream, TokenTree};
use std::iter;

/// No item has more tokens by changes of tokens: each may take only so long.
const LARGEST: usize = 5_000;

/// Makes the input of a seed.
pub fn input(seed: u64, corpus: &[Input], bank: &Bank) -> Input {
    let mut random = Random::new(seed);
    let mut input = random.pick(corpus).cloned().expect("the corpus has items");
    // Parsing the item anew costs more than a change, so there are several at a time.
    if !random.once_in(4) {
        input.item = syntax::mutate(input.item, 1 + random.below(5), bank, &mut random);
    }
    if random.once_in(3) {
        input.item = mutate(input.item, 1 + random.below(3), bank, &mut random);
    }
    if random.once_in(12) {
        input.arguments = match random.pick(&bank.arguments) {
            Some(arguments) if !random.once_in(3) => arguments.clone(),
            _ => mutate(input.arguments, 1 + random.below(3), bank, &mut random),
        };
    }
    if random.once_in(50) {
        input.attribute = Attribute::ALL[random.below(Attribute::ALL.len())];
    }
    if random.once_in(8) {
        // As if a user had written it so: each token has a place of its own. Without this, tokens keep the places in the files
        // that they came from, as they do behind a macro.
        if let (Ok(item), Ok(arguments)) = (input.item.to_string().parse(), input.arguments.to_string().parse()) {
            (input.item, input.arguments) = (item, arguments);
        }
    }
    input
}

/// Changes tokens this often.
fn mutate(stream: TokenStream, times: usize, bank: &Bank, random: &mut Random) -> TokenStream {
    let mut all = trees(stream);
    for _ in 0..times {
        let before = all.clone();
        change(&mut all, bank, random);
        if count(&all) > LARGEST {
            all = before;
        }
    }
    tokens(&all)
}

fn change(all: &mut Vec<Tree>, bank: &Bank, random: &mut Random) {
    let nodes = count(all);
    if nodes == 0 {
        all.extend(bank.piece(random));
        return;
    }
    let number = random.below(nodes);
    let other = random.below(nodes);
    let kind = random.below(22);
    if kind == 0 {
        let taken = at(all, other, |trees, index| trees[index].clone());
        at(all, number, |trees, index| trees.extend_from_slice_at(index, taken));
        return;
    }
    if kind == 1 {
        swap(all, number, other);
        return;
    }
    at(all, number, |trees, index| match kind {
        2..=4 => {
            trees.remove(index);
        }
        5 | 6 => trees.insert(index, trees[index].clone()),
        7 | 8 => drop(trees.splice(index..=index, bank.piece(random))),
        9 | 10 => drop(trees.splice(index..index, bank.piece(random))),
        11 => trees.truncate(index),
        12 => {
            let end = (index + 1 + random.below(5)).min(trees.len());
            trees.drain(index..end);
        }
        13 => {
            if index + 1 < trees.len() {
                trees.swap(index, index + 1);
            }
        }
        14 | 15 => delimit(&mut trees[index], random),
        16 => {
            let end = (index + random.below(4)).min(trees.len());
            let inner = trees.drain(index..end).collect();
            trees.insert(index, Tree::Group(delimiter(random), inner, Span::call_site()));
        }
        17 => nest(trees, index, random),
        18 => {
            // A long run: operators, members, list elements.
            let end = (index + 1 + random.below(4)).min(trees.len());
            let run = trees[index..end].to_vec();
            let times = [2, 8, 40, 200, 1000][random.below(5)];
            let repeated: Vec<Tree> = iter::repeat_n(run, times).flatten().collect();
            trees.splice(index..end, repeated);
        }
        19 | 20 => leaf(trees, index, bank, random),
        _ => respan(&mut trees[index]),
    });
}

/// `Vec::splice` of one optional element, by name.
trait ExtendAt {
    fn extend_from_slice_at(&mut self, index: usize, tree: Option<Tree>);
}

impl ExtendAt for Vec<Tree> {
    fn extend_from_slice_at(&mut self, index: usize, tree: Option<Tree>) {
        self.splice(index..index, tree);
    }
}

fn swap(all: &mut Vec<Tree>, first: usize, second: usize) {
    let one = at(all, first, |trees, index| trees[index].clone());
    let two = at(all, second, |trees, index| trees[index].clone());
    if let (Some(one), Some(two)) = (one, two) {
        at(all, second, |trees, index| trees[index] = one);
        at(all, first, |trees, index| trees[index] = two);
    }
}

fn delimiter(random: &mut Random) -> Delimiter {
    [Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket, Delimiter::None][random.below(4)]
}

fn delimit(tree: &mut Tree, random: &mut Random) {
    if let Tree::Group(delimited, ..) = tree {
        *delimited = delimiter(random);
    }
}

/// Wraps a node in many groups, or puts many prefixes before it.
fn nest(trees: &mut Vec<Tree>, index: usize, random: &mut Random) {
    let times = [1, 3, 20, 60, 120, 130, 400, 2000][random.below(8)];
    let prefix = ["!", "-", "&", "*", "if a {} else ", "return ", "a = ", "f::<A, B>() + ", "|a, b| ", "V<A, V<"];
    if random.once_in(3) {
        let prefix = prefix[random.below(prefix.len())].parse().map(super::tokens::trees).unwrap_or_default();
        let repeated: Vec<Tree> = iter::repeat_n(prefix, times).flatten().collect();
        trees.splice(index..index, repeated);
        return;
    }
    let delimiter = delimiter(random);
    let before = match delimiter {
        Delimiter::Brace => ["", "loop", "if a", "match a", "while a", "for i in 0..n"][random.below(6)],
        Delimiter::Parenthesis => ["", "f", "a.min", "assert!", "Some"][random.below(5)],
        Delimiter::Bracket => ["", "a", "#"][random.below(3)],
        Delimiter::None => "",
    };
    let before = before.parse().map(super::tokens::trees).unwrap_or_default();
    for _ in 0..times {
        let inner = trees.remove(index);
        let group =
            Tree::Group(delimiter, if times == 1 { vec![inner] } else { unwrapped(inner, &before) }, Span::call_site());
        trees.insert(index, group);
    }
    trees.splice(index..index, before);
}

/// A group inside another, with what stands before it.
fn unwrapped(inner: Tree, before: &[Tree]) -> Vec<Tree> {
    match inner {
        Tree::Leaf(_) => vec![inner],
        Tree::Group(..) => before.iter().cloned().chain([inner]).collect(),
    }
}

/// Puts another token of the same kind in.
fn leaf(trees: &mut [Tree], index: usize, bank: &Bank, random: &mut Random) {
    let Tree::Leaf(token) = &mut trees[index] else { return };
    let span = token.span();
    let mut other = match token {
        TokenTree::Literal(_) => random.pick(&bank.literals).cloned().unwrap_or_else(|| token.clone()),
        TokenTree::Ident(_) => random.pick(&bank.words).cloned().unwrap_or_else(|| token.clone()),
        _ => {
            let characters: Vec<char> = "=<>!~+-*/%^&|@.,;:#$?'".chars().collect();
            let spacing = if random.once_in(2) { Spacing::Joint } else { Spacing::Alone };
            TokenTree::Punct(Punct::new(characters[random.below(characters.len())], spacing))
        }
    };
    other.set_span(span);
    *token = other;
}

/// Takes a token's place away, as behind a macro.
fn respan(tree: &mut Tree) {
    match tree {
        Tree::Leaf(token) => token.set_span(Span::call_site()),
        Tree::Group(_, inner, span) => {
            *span = Span::call_site();
            inner.iter_mut().for_each(respan);
        }
    }
}
