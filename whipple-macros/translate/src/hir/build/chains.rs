//! Iterators as they are written: what they go over, and what is done with each item.

use super::{Builder, exprs::strip};
use crate::{hir::LocalId, iteration::Iteration};
use syn::{Expr, ExprMethodCall};

/// A chain of iterators.
#[derive(Clone)]
pub struct Chain<'e> {
    pub source: Source<'e>,
    pub stages: Vec<Stage<'e>>,
}

/// What a chain goes over.
#[derive(Clone)]
pub enum Source<'e> {
    /// What one `for` loop goes over. `reversed`: from its end.
    Loop { of: &'e Expr, reversed: bool },
    /// `start..`
    From(&'e Expr),
    /// One chain after the other.
    Both(Box<(Chain<'e>, Chain<'e>)>),
    /// An iterator that a variable has, or a copy of it as it is then. `reversed`: from its end.
    Kept { of: LocalId, copy: bool, reversed: bool },
    /// Slices of an array or a slice.
    Slices { of: &'e Expr, cut: Cut, size: &'e Expr, mutable: bool, reversed: bool },
}

/// How slices are cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// One from each element on.
    Windows,
    /// One after the other.
    Chunks,
    /// The same, without a last one that is shorter.
    ExactChunks,
}

impl Cut {
    /// What a method cuts, and whether its slices may change.
    fn of(method: &str) -> Option<(Self, bool)> {
        Some(match method {
            "windows" => (Self::Windows, false),
            "chunks" => (Self::Chunks, false),
            "chunks_exact" => (Self::ExactChunks, false),
            "chunks_mut" => (Self::Chunks, true),
            "chunks_exact_mut" => (Self::ExactChunks, true),
            _ => return None,
        })
    }
}

/// What is done with each item.
#[derive(Clone, Copy)]
pub enum Stage<'e> {
    Map(&'e Expr),
    Filter(&'e Expr),
    FilterMap(&'e Expr),
    FlatMap(&'e Expr),
    Flatten,
    Scan(&'e Expr, &'e Expr),
    Inspect(&'e Expr),
    TakeWhile(&'e Expr),
    SkipWhile(&'e Expr),
    MapWhile(&'e Expr),
    Skip(&'e Expr),
    Take(&'e Expr),
    StepBy(&'e Expr),
    Zip(&'e Expr),
    Enumerate,
    Copied,
    Cloned,
}

impl<'e> Stage<'e> {
    /// The function that it is given.
    pub fn function(&self) -> Option<&'e Expr> {
        match self {
            Self::Map(function)
            | Self::Filter(function)
            | Self::FilterMap(function)
            | Self::FlatMap(function)
            | Self::Inspect(function)
            | Self::TakeWhile(function)
            | Self::SkipWhile(function)
            | Self::MapWhile(function)
            | Self::Scan(_, function) => Some(function),
            _ => None,
        }
    }

    /// Whether the items come in the opposite order from the other end.
    pub fn may_be_reversed(&self) -> bool {
        matches!(
            self,
            Self::Map(_) | Self::Filter(_) | Self::FilterMap(_) | Self::Inspect(_) | Self::Copied | Self::Cloned
        )
    }
}

impl<'e> Chain<'e> {
    fn of(source: Source<'e>) -> Self {
        Self { source, stages: Vec::new() }
    }

    fn then(mut self, stage: Stage<'e>) -> Self {
        self.stages.push(stage);
        self
    }

    pub fn reversed(mut self) -> Option<Self> {
        if !self.stages.iter().all(Stage::may_be_reversed) {
            return None;
        }
        self.source = match self.source {
            Source::Loop { of, reversed } => Source::Loop { of, reversed: !reversed },
            Source::From(_) => return None,
            Source::Kept { of, copy, reversed } => Source::Kept { of, copy, reversed: !reversed },
            Source::Slices { of, cut, size, mutable, reversed } => {
                Source::Slices { of, cut, size, mutable, reversed: !reversed }
            }
            Source::Both(parts) => Source::Both(Box::new((parts.1.reversed()?, parts.0.reversed()?))),
        };
        Some(self)
    }

    /// Whether one `for` loop has this text.
    pub fn is_plain(&self) -> bool {
        self.stages.is_empty() && matches!(self.source, Source::Loop { reversed: false, .. })
    }

    /// Whether items are given one by one by an index or a number: what `zip` can go over beside another chain.
    pub fn may_be_beside(&self) -> bool {
        let begins = usize::from(matches!(self.stages.first(), Some(Stage::Skip(_))));
        let is_simple =
            |stage: &Stage<'_>| matches!(stage, Stage::Map(_) | Stage::Inspect(_) | Stage::Copied | Stage::Cloned);
        !matches!(self.source, Source::Both(_) | Source::Slices { .. } | Source::Kept { .. })
            && self.stages[begins..].iter().all(is_simple)
    }
}

impl Builder<'_, '_, '_> {
    /// The chain that an expression is.
    pub fn chain<'e>(&self, expr: &'e Expr) -> Option<Chain<'e>> {
        match strip(expr) {
            Expr::Range(range) => match (&range.start, &range.end) {
                (Some(_), Some(_)) => Some(Chain::of(Source::Loop { of: expr, reversed: false })),
                (Some(start), None) => Some(Chain::of(Source::From(start))),
                _ => None,
            },
            Expr::MethodCall(call) => self.chain_of_call(expr, call),
            variable => {
                self.iterator_of(variable).map(|of| Chain::of(Source::Kept { of, copy: false, reversed: false }))
            }
        }
    }

    fn chain_of_call<'e>(&self, whole: &'e Expr, call: &'e ExprMethodCall) -> Option<Chain<'e>> {
        let name = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let is_root = matches!(name.as_str(), "iter" | "iter_mut" | "into_iter") && arguments.is_empty();
        let inner = match self.chain(&call.receiver) {
            Some(inner) if is_root => return (name == "into_iter").then_some(inner),
            Some(inner) => inner,
            None if let (Some((cut, mutable)), [size]) = (Cut::of(&name), arguments.as_slice()) => {
                return Some(Chain::of(Source::Slices { of: &call.receiver, cut, size, mutable, reversed: false }));
            }
            None if is_root => return Some(Chain::of(Source::Loop { of: whole, reversed: false })),
            None => return None,
        };
        // What a `for` loop has by itself.
        let is_direct = match name.as_str() {
            "enumerate" | "copied" | "cloned" if arguments.is_empty() => Iteration::of(whole).is_some(),
            "rev" if arguments.is_empty() => is_range(&call.receiver) || Iteration::of(whole).is_some(),
            "step_by" => is_range(&call.receiver),
            _ => false,
        };
        if is_direct && inner.is_plain() {
            return Some(Chain::of(Source::Loop { of: whole, reversed: false }));
        }
        if let (Source::Kept { of, reversed, .. }, true) =
            (&inner.source, inner.stages.is_empty() && arguments.is_empty())
        {
            match name.as_str() {
                "by_ref" => return Some(inner),
                "clone" => return Some(Chain::of(Source::Kept { of: *of, copy: true, reversed: *reversed })),
                _ => {}
            }
        }
        let stage = match (name.as_str(), arguments.as_slice()) {
            ("rev", []) => return inner.reversed(),
            ("chain", [other]) => {
                let other = self.chain_or_array(other);
                return Some(Chain::of(Source::Both(Box::new((inner, other)))));
            }
            ("enumerate", []) => Stage::Enumerate,
            ("copied", []) => Stage::Copied,
            ("cloned", []) => Stage::Cloned,
            ("map", [function]) => Stage::Map(function),
            ("filter", [function]) => Stage::Filter(function),
            ("filter_map", [function]) => Stage::FilterMap(function),
            ("flat_map", [function]) => Stage::FlatMap(function),
            ("flatten", []) => Stage::Flatten,
            ("scan", [first, function]) => Stage::Scan(first, function),
            ("inspect", [function]) => Stage::Inspect(function),
            ("take_while", [function]) => Stage::TakeWhile(function),
            ("skip_while", [function]) => Stage::SkipWhile(function),
            ("map_while", [function]) => Stage::MapWhile(function),
            ("skip", [number]) => Stage::Skip(number),
            ("take", [number]) => Stage::Take(number),
            ("step_by", [number]) => Stage::StepBy(number),
            ("zip", [other]) => Stage::Zip(other),
            _ => return None,
        };
        Some(inner.then(stage))
    }

    /// What `chain` and `zip` are given: a chain, or what becomes one.
    pub fn chain_or_array<'e>(&self, expr: &'e Expr) -> Chain<'e> {
        self.chain(expr).unwrap_or_else(|| Chain::of(Source::Loop { of: expr, reversed: false }))
    }

    /// Notes the calls that a chain is made of: they are no calls in the IR.
    pub fn note_chain(&mut self, expr: &Expr) {
        match expr {
            Expr::Paren(inner) => self.note_chain(&inner.expr),
            Expr::Group(inner) => self.note_chain(&inner.expr),
            Expr::MethodCall(call) if self.chain(expr).is_some() => {
                self.body.chains.extend(self.numbering.value(expr));
                self.note_iterator(expr, &call.receiver);
                self.note_chain(&call.receiver);
                if call.method == "zip" || call.method == "chain" {
                    call.args.iter().for_each(|argument| self.note_chain(argument));
                }
            }
            _ => {}
        }
    }
}

/// A range, or what `rev` and `step_by` make of it.
fn is_range(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Range(_) => true,
        Expr::MethodCall(call) if call.method == "rev" || call.method == "step_by" => is_range(&call.receiver),
        _ => false,
    }
}
