//! Iterators as they are written: what they go over, and what is done with each item.

use super::{Builder, exprs::strip, slices::Cut, sources::Maker, ways};
use crate::{
    context::{self, Translator, strip_type},
    hir::{Callee, ExprKind, LocalId, Origin},
    iteration::{Iteration, takes_some},
};
use syn::{Expr, ExprCall, ExprMethodCall};

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
    /// A chain that begins anew after its end.
    Cycled(Box<Chain<'e>>),
    /// A chain of which the number of items is known, from its end.
    Turned(Box<Chain<'e>>),
    /// One chain after the other.
    Both(Box<(Chain<'e>, Chain<'e>)>),
    /// An iterator that a variable has, or a copy of it as it is then. `reversed`: from its end.
    Kept { of: LocalId, copy: bool, reversed: bool },
    /// An iterator of the user's; `lent`: by `by_ref` or `&mut`, so that what is left of it stays.
    Own { of: &'e Expr, lent: bool },
    /// What a function of `std::iter` makes of its arguments.
    Made(Maker, &'e ExprCall),
    /// Slices of an array or a slice.
    Slices { of: &'e Expr, cut: Cut, size: &'e Expr, mutable: bool, reversed: bool },
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
    Peekable(&'e Expr),
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
            Source::From(_) | Source::Own { .. } | Source::Made(..) | Source::Cycled(_) | Source::Turned(_) => {
                return None;
            }
            Source::Kept { of, copy, reversed } => Source::Kept { of, copy, reversed: !reversed },
            Source::Slices { of, cut, size, mutable, reversed } => {
                Source::Slices { of, cut, size, mutable, reversed: !reversed }
            }
            Source::Both(parts) => Source::Both(Box::new((parts.1.turned_round()?, parts.0.turned_round()?))),
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
        let is_own = matches!(self.source, Source::Own { .. } | Source::Made(..));
        let is_other = matches!(
            self.source,
            Source::Both(_) | Source::Slices { .. } | Source::Kept { .. } | Source::Cycled(_) | Source::Turned(_)
        );
        let is_left_out = is_own && begins > 0;
        !is_other && !is_left_out && self.stages[begins..].iter().all(is_simple)
    }
}

impl Builder<'_, '_, '_> {
    /// The chain that an expression is.
    pub fn chain<'e>(&self, expr: &'e Expr) -> Option<Chain<'e>> {
        self.chain_among(expr, false)
    }

    /// The same, where it is gone over, if `is_seen`: then a method that options have, too, is that of an iterator of the user's.
    pub fn chain_among<'e>(&self, expr: &'e Expr, is_seen: bool) -> Option<Chain<'e>> {
        match strip(expr) {
            Expr::Range(range) => match (&range.start, &range.end) {
                (Some(_), Some(_)) => Some(Chain::of(Source::Loop { of: expr, reversed: false })),
                (Some(start), None) => Some(Chain::of(Source::From(start))),
                _ => None,
            },
            Expr::MethodCall(call) => self.chain_of_call(expr, call, is_seen),
            Expr::Call(call) => Maker::of(call).map(|maker| Chain::of(Source::Made(maker, call))),
            variable => {
                self.iterator_of(variable).map(|of| Chain::of(Source::Kept { of, copy: false, reversed: false }))
            }
        }
    }

    fn chain_of_call<'e>(&self, whole: &'e Expr, call: &'e ExprMethodCall, is_seen: bool) -> Option<Chain<'e>> {
        let name = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let is_root = matches!(name.as_str(), "iter" | "iter_mut" | "into_iter") && arguments.is_empty();
        let is_seen = !is_root && (is_seen || self.is_of_iterators_alone(&name, &arguments));
        let inner = match self.chain_among(&call.receiver, is_seen) {
            Some(inner) if is_root => return (name == "into_iter").then_some(inner),
            Some(inner) => inner,
            None if let (Some((cut, mutable)), [size]) = (Cut::of(&name), arguments.as_slice()) => {
                return Some(Chain::of(Source::Slices { of: &call.receiver, cut, size, mutable, reversed: false }));
            }
            None if is_root => return Some(Chain::of(Source::Loop { of: whole, reversed: false })),
            None if name == "by_ref" && arguments.is_empty() && !Translator::is_self(&call.receiver) => {
                return Some(Chain::of(Source::Own { of: &call.receiver, lent: true }));
            }
            None if is_seen => own(&call.receiver)?,
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
        if let (Source::Own { lent: true, .. }, "by_ref", []) = (&inner.source, name.as_str(), arguments.as_slice())
            && inner.stages.is_empty()
        {
            return Some(inner);
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
            ("rev", []) => return inner.turned_round(),
            // A type of the user's may have a method of this name.
            ("cycle", []) if matches!(inner.source, Source::Own { .. }) && inner.stages.is_empty() => return None,
            ("cycle", []) => return Some(Chain::of(Source::Cycled(Box::new(inner)))),
            ("chain", [other]) => {
                let other = self.chain_or_array(other);
                return Some(Chain::of(Source::Both(Box::new((inner, other)))));
            }
            ("enumerate", []) => Stage::Enumerate,
            ("peekable", []) => Stage::Peekable(whole),
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

    /// Whether nothing but iterators has a method of this name with these arguments, as far as device code is concerned.
    fn is_of_iterators_alone(&self, name: &str, arguments: &[&Expr]) -> bool {
        let is_function = |argument: &&&Expr| self.function(argument).is_some();
        match name {
            "enumerate" | "by_ref" | "peekable" => arguments.is_empty(),
            "step_by" | "chain" => arguments.len() == 1,
            "take_while" | "skip_while" | "map_while" | "filter_map" | "flat_map" => {
                arguments.len() == 1 && arguments.iter().any(|argument| is_function(&argument))
            }
            "scan" => arguments.get(1).is_some_and(|argument| is_function(&argument)),
            _ => false,
        }
    }

    /// What takes the items of an iterator, and what it is called on as a chain. Without stages only a name that no method of the user's has
    /// says that this is one.
    pub fn chain_before<'e>(&self, call: &'e ExprMethodCall) -> Option<Chain<'e>> {
        if let Some(chain) = self.chain(&call.receiver) {
            return Some(chain);
        }
        let is_function = |at: usize| call.args.get(at).is_some_and(|argument| self.function(argument).is_some());
        let (name, count) = (call.method.to_string(), call.args.len());
        let is_clear = match name.as_str() {
            "fold" | "try_fold" => count == 2 && is_function(1),
            "for_each" | "position" | "find" | "any" | "all" | "find_map" | "reduce" | "min_by" | "max_by"
            | "min_by_key" | "max_by_key" => count == 1 && is_function(0),
            "sum" | "product" => count == 0 && call.turbofish.is_some(),
            _ => false,
        };
        let is_clear = is_clear && !ways::is_handed_mutable(call);
        let takes = is_clear
            || matches!(
                (name.as_str(), count),
                ("sum" | "product" | "count" | "min" | "max" | "last" | "next", 0) | ("nth", 1)
            );
        // A type of the user's may have methods of its own that are called like those without functions.
        let is_meant = |chain: &Chain<'_>| match &chain.source {
            Source::Own { of, .. } => {
                let is_called = matches!(strip(of), Expr::Call(_) | Expr::MethodCall(_)) && !chain.stages.is_empty();
                is_clear || is_called || is_new(of) || chain.stages.iter().any(|stage| stage.function().is_some())
            }
            _ => true,
        };
        let stages = self.chain_among(&call.receiver, takes).filter(is_meant);
        stages.or_else(|| match strip(&call.receiver) {
            // After `nth` std leaves a range otherwise than after as many `next`.
            of if takes && name != "nth" && self.is_range_value(of) => {
                Some(Chain::of(Source::Own { of, lent: takes_some(&name) && matches!(of, Expr::Path(_)) }))
            }
            of if is_clear => own(&call.receiver).map(|chain| match chain.source {
                Source::Own { of: written, lent: false } if takes_some(&name) && !is_new(of) => {
                    Chain::of(Source::Own { of: written, lent: true })
                }
                _ => chain,
            }),
            _ => None,
        })
    }

    /// Whether a variable is a range, as its type says that is written.
    pub fn is_range_value(&self, of: &Expr) -> bool {
        let path = match strip(of) {
            Expr::Path(path) => path,
            Expr::MethodCall(call) if call.method == "clone" => return self.is_range_value(&call.receiver),
            _ => return false,
        };
        let local = path.path.get_ident().and_then(|name| self.find(name));
        let Some(ty) = local.and_then(|local| self.body.local(local).ty.as_ref()) else { return false };
        let ty = match strip_type(ty) {
            syn::Type::Reference(lent) => strip_type(&lent.elem),
            ty => ty,
        };
        context::last_name(ty).is_some_and(|name| name == "Range" || name == "RangeInclusive")
    }

    /// What a `for` loop goes over, if it is a chain.
    pub fn chain_of_loop<'e>(&self, expr: &'e Expr) -> Option<Chain<'e>> {
        if let Expr::Reference(lent) = expr
            && lent.mutability.is_some()
            && self.is_made_by_new(&lent.expr)
        {
            return Some(Chain::of(Source::Own { of: &lent.expr, lent: true }));
        }
        self.chain(expr).or_else(|| if self.shows_array(expr) { None } else { self.chain_among(expr, true) })
    }

    /// Whether a variable begins with a struct, as its `let` shows, and so is no array.
    fn is_made_by_new(&self, of: &Expr) -> bool {
        let Expr::Path(path) = strip(of) else { return false };
        let Some(local) = path.path.get_ident().and_then(|name| self.find(name)) else { return false };
        let Origin::Whole(value) = self.body.local(local).origin else { return false };
        match self.body.kind(value) {
            ExprKind::Struct { .. } => true,
            ExprKind::Call(Callee::Associated(path), _) => path.segments.last().is_some_and(|last| last.ident == "new"),
            _ => false,
        }
    }

    /// Whether `map` is called on what is shown to be an array, or on a part of something, which is one more often than an iterator: it gives
    /// a whole one then.
    pub fn shows_array(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::MethodCall(call) if call.method == "map" => {
                matches!(strip(&call.receiver), Expr::Field(_) | Expr::Index(_)) || self.shows_array(&call.receiver)
            }
            Expr::Array(_) | Expr::Repeat(_) => true,
            Expr::Reference(of) => self.shows_array(&of.expr),
            Expr::Path(path) => {
                let local = path.path.get_ident().and_then(|name| self.find(name));
                local.is_some_and(|local| self.is_array_variable(local))
            }
            _ => false,
        }
    }

    /// What `chain` and `zip` are given: a chain, or what becomes one.
    pub fn chain_or_array<'e>(&self, expr: &'e Expr) -> Chain<'e> {
        self.chain_of_loop(expr).unwrap_or_else(|| Chain::of(Source::Loop { of: expr, reversed: false }))
    }

    /// Notes the calls that a chain is made of: they are no calls in the IR.
    pub fn note_chain(&mut self, expr: &Expr) {
        self.note_chain_among(expr, false);
    }

    /// The same of one that is gone over.
    pub fn note_chain_among(&mut self, expr: &Expr, is_seen: bool) {
        match expr {
            Expr::Paren(inner) => self.note_chain_among(&inner.expr, is_seen),
            Expr::Group(inner) => self.note_chain_among(&inner.expr, is_seen),
            Expr::Call(call) if Maker::of(call).is_some() => self.body.chains.extend(self.numbering.value(expr)),
            Expr::MethodCall(call) if self.chain_among(expr, is_seen).is_some() => {
                self.body.chains.extend(self.numbering.value(expr));
                self.note_iterator(expr, &call.receiver);
                let (name, arguments) = (call.method.to_string(), call.args.iter().collect::<Vec<_>>());
                let is_root = matches!(name.as_str(), "iter" | "iter_mut" | "into_iter") && arguments.is_empty();
                let is_seen = !is_root && (is_seen || self.is_of_iterators_alone(&name, &arguments));
                self.note_own(expr, call, is_root || Cut::of(&name).is_some(), is_seen);
                self.note_chain_among(&call.receiver, is_seen);
                if call.method == "zip" || call.method == "chain" {
                    call.args.iter().for_each(|argument| self.note_chain_among(argument, true));
                }
            }
            _ => {}
        }
    }
}

impl Builder<'_, '_, '_> {
    /// Notes a call of a chain if it is on an iterator of the user's.
    pub fn note_own(&mut self, expr: &Expr, call: &ExprMethodCall, is_of_array: bool, is_seen: bool) {
        if is_of_array || self.chain_among(&call.receiver, is_seen).is_some() {
            return;
        }
        let name = call.method.to_string();
        let is_lent = name == "by_ref"
            || name == "nth"
            || takes_some(&name)
            || matches!(strip(&call.receiver), Expr::Reference(_));
        if let Some(number) = self.numbering.value(expr) {
            self.body.own_iterators.insert(number, is_lent);
        }
    }
}

/// The chain of an iterator of the user's, which this may be.
fn own(expr: &Expr) -> Option<Chain<'_>> {
    match strip(expr) {
        Expr::Reference(lent) if lent.mutability.is_some() => {
            Some(Chain::of(Source::Own { of: &lent.expr, lent: true }))
        }
        Expr::Lit(_) | Expr::Array(_) | Expr::Repeat(_) | Expr::Closure(_) | Expr::Tuple(_) | Expr::Reference(_) => {
            None
        }
        other => (!Translator::is_self(other)).then(|| Chain::of(Source::Own { of: other, lent: false })),
    }
}

/// Whether a value is made where it is: `Type::new(…)`, `Type { … }`.
fn is_new(of: &Expr) -> bool {
    match strip(of) {
        Expr::Struct(_) => true,
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if path.path.segments.len() > 1),
        _ => false,
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
