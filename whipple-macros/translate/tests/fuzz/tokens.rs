//! Token trees that can be changed in place.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// A token, or a delimited sequence.
#[derive(Clone, Debug)]
pub enum Tree {
    /// An identifier, a punctuation character or a literal.
    Leaf(TokenTree),
    /// A group with its delimiter and the span of both of its ends.
    Group(Delimiter, Vec<Tree>, Span),
}

/// Takes tokens apart.
pub fn trees(tokens: TokenStream) -> Vec<Tree> {
    let tree = |token| match token {
        TokenTree::Group(group) => Tree::Group(group.delimiter(), trees(group.stream()), group.span()),
        leaf => Tree::Leaf(leaf),
    };
    tokens.into_iter().map(tree).collect()
}

/// Puts tokens together.
pub fn tokens(trees: &[Tree]) -> TokenStream {
    let token = |tree: &Tree| match tree {
        Tree::Leaf(leaf) => leaf.clone(),
        Tree::Group(delimiter, inner, span) => {
            let mut group = Group::new(*delimiter, tokens(inner));
            group.set_span(*span);
            TokenTree::Group(group)
        }
    };
    trees.iter().map(token).collect()
}

/// How many nodes there are, groups counted once.
pub fn count(trees: &[Tree]) -> usize {
    let nodes = |tree: &Tree| match tree {
        Tree::Leaf(_) => 1,
        Tree::Group(_, inner, _) => 1 + count(inner),
    };
    trees.iter().map(nodes).sum()
}

/// Calls `change` with the sequence that holds the node of this number, and its position there.
pub fn at<T>(trees: &mut Vec<Tree>, number: usize, change: impl FnOnce(&mut Vec<Tree>, usize) -> T) -> Option<T> {
    let mut left = number;
    for index in 0..trees.len() {
        if left == 0 {
            return Some(change(trees, index));
        }
        left -= 1;
        if let Tree::Group(_, inner, _) = &mut trees[index] {
            let nodes = count(inner);
            if left < nodes {
                return at(inner, left, change);
            }
            left -= nodes;
        }
    }
    None
}
