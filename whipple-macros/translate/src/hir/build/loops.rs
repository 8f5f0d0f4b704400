//! Loops, and the jumps out of them.

use super::{Builder, runs::Next};
use crate::{
    hir::{At, By, ExprId, ExprKind, Iterated, Origin, Pat, PatKind, Range, Shape, TargetId},
    iteration::{self, Iteration},
};
use syn::{Expr, RangeLimits};

const NO_REV_OF_A_VALUE: &str = "device code has `rev` of what is written there: of a range, `(range.start..range.end).rev()`, and of `iter()`; \
     an iterator of yours has no other end";

impl Builder<'_, '_, '_> {
    /// `'label: { … }`
    pub fn labelled_block(&mut self, whole: &Expr, block: &syn::ExprBlock) -> ExprId {
        let target = block.label.as_ref().map(|label| self.target(Some(label), false));
        self.targets.extend(target);
        let built = self.block(&block.block);
        if target.is_some() {
            self.targets.pop();
        }
        self.add(ExprKind::Block(target, Box::new(built)), whole)
    }

    /// `loop`
    pub fn endless(&mut self, whole: &Expr, looping: &syn::ExprLoop) -> ExprId {
        let target = self.target(looping.label.as_ref(), true);
        let body = self.body_of(target, &looping.body);
        self.add(ExprKind::Loop(target, body), whole)
    }

    /// `while`
    pub fn while_loop(&mut self, whole: &Expr, looping: &syn::ExprWhile) -> ExprId {
        let target = self.target(looping.label.as_ref(), true);
        let (condition, body) = self.scoped(|builder| {
            let condition = builder.condition(&looping.cond);
            (condition, builder.body_of(target, &looping.body))
        });
        self.add(ExprKind::While(target, condition, body), whole)
    }

    /// `for`
    pub fn for_loop(&mut self, whole: &Expr, looping: &syn::ExprForLoop) -> ExprId {
        let has_pairs = Iteration::of(&looping.expr).is_some_and(|iteration| iteration.enumerated);
        let is_whole = has_pairs && !takes_apart(&looping.pat);
        if let Some(chain) = self.chain_of_loop(&looping.expr).filter(|chain| is_whole || !chain.is_plain()) {
            return self.for_chain(whole, looping, &chain);
        }
        let Some(iterated) = self.iterated(&looping.expr) else {
            return self.add(ExprKind::Error, whole);
        };
        let target = self.target(looping.label.as_ref(), true);
        let (pattern, body) = self.scoped(|builder| {
            let pattern = builder.sure_pattern(&looping.pat);
            builder.check_item(&pattern, &looping.pat, &iterated);
            builder.see_item(&pattern, &iterated);
            (pattern, builder.body_of(target, &looping.body))
        });
        self.add(ExprKind::For(target, Box::new(pattern), iterated, body), whole)
    }

    /// Says where the variables of a loop's pattern come from.
    pub fn see_item(&mut self, pattern: &Pat, iterated: &Iterated) {
        let origin = match iterated {
            Iterated::Range(range) => counted(range),
            Iterated::Array { by: By::Copy | By::Clone | By::Reference, .. } => Origin::Elsewhere,
            Iterated::Array { by: By::Mutable, .. } => Origin::Changeable,
            Iterated::Array { array, by: By::Value, .. } => Origin::Part(*array),
        };
        self.set_origins(pattern, origin);
        if let Iterated::Array { array, by, enumerated, .. } = iterated {
            let item = self.item_shape(*array, *by);
            let item = if *enumerated { Shape::Tuple(vec![Shape::Plain, item]) } else { item };
            self.shape_of_parts(pattern, &item, None);
        }
    }

    /// Where an element that a loop gives has references.
    fn item_shape(&self, array: ExprId, by: By) -> Shape {
        let whole = self.body.shape(array);
        match (by, whole) {
            (By::Value, Shape::Reference(mutable, _) | Shape::View(mutable, _)) => {
                Shape::reference(*mutable, whole.held())
            }
            (By::Value, Shape::Given(mutable)) => Shape::Given(*mutable),
            (By::Value | By::Copy | By::Clone, _) => whole.held(),
            (By::Reference, _) => Shape::reference(false, whole.held()),
            (By::Mutable, _) => Shape::reference(true, whole.held()),
        }
    }

    fn body_of(&mut self, target: TargetId, block: &syn::Block) -> Box<crate::hir::Block> {
        self.targets.push(target);
        let body = self.block(block);
        self.targets.pop();
        Box::new(body)
    }

    /// Refuses patterns for the items of a loop that these do not have.
    fn check_item(&mut self, pattern: &Pat, at: &syn::Pat, iterated: &Iterated) {
        match (iterated, &pattern.kind) {
            (Iterated::Range(_), PatKind::Wild | PatKind::Bind(_, None)) => {}
            (Iterated::Range(_), _) => self.error(at, "a range gives one number at a time; write `for i in …`"),
            (Iterated::Array { enumerated: true, .. }, PatKind::Tuple(pair, _)) if has_plain_index(pair) => {}
            (Iterated::Array { enumerated: true, .. }, PatKind::Tuple(..)) => {
                self.error(at, "the index of an element needs a plain name in device code");
            }
            (Iterated::Array { enumerated: true, .. }, PatKind::Wild) => {}
            (Iterated::Array { enumerated: true, .. }, _) => {
                self.error(at, "take index and element apart here: `for (i, x) in …`");
            }
            _ => {}
        }
    }

    /// What one loop goes over.
    pub fn iterated(&mut self, expr: &Expr) -> Option<Iterated> {
        if let Expr::MethodCall(call) = super::exprs::strip(expr)
            && self.chain(expr).is_none()
            && self.chain(&call.receiver).is_some()
        {
            // It says what iterators there are, or gives an option or a slice.
            let said = self.translator.errors.count();
            let array = self.expr(expr);
            let is_given = self.translator.errors.count() == said;
            return is_given.then_some(Iterated::Array { array, by: By::Value, reversed: false, enumerated: false });
        }
        if let Expr::MethodCall(call) = super::exprs::strip(expr)
            && call.method == "rev"
            && Iteration::of(&call.receiver).is_some_and(|whole| is_whole(&whole, &call.receiver))
        {
            self.refuse(expr, NO_REV_OF_A_VALUE);
            return None;
        }
        if let Some(Iteration { array, by, copied, cloned, reversed, enumerated }) = Iteration::of(expr) {
            let by = match by {
                iteration::By::Reference => By::Reference,
                iteration::By::Mutable => By::Mutable,
                iteration::By::Value if cloned => By::Clone,
                iteration::By::Value if copied => By::Copy,
                iteration::By::Value => By::Value,
            };
            let array = self.expr(array);
            return Some(Iterated::Array { array, by, reversed, enumerated });
        }
        self.range(expr).map(Iterated::Range)
    }

    fn range(&mut self, expr: &Expr) -> Option<Range> {
        match expr {
            Expr::Paren(inner) => self.range(&inner.expr),
            Expr::Group(inner) => self.range(&inner.expr),
            Expr::Range(range) => {
                let (Some(start), Some(end)) = (&range.start, &range.end) else {
                    self.error(range, "a loop needs both ends of its range; use `loop` and `break` for an endless one");
                    return None;
                };
                let (start, end) = (self.expr(start), self.expr(end));
                Some(Range::Plain { start, end, closed: matches!(range.limits, RangeLimits::Closed(_)) })
            }
            Expr::MethodCall(call) if call.method == "rev" => {
                Some(Range::Reversed(Box::new(self.range(&call.receiver)?)))
            }
            Expr::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 => {
                let range = self.range(&call.receiver)?;
                let step = self.expr(&call.args[0]);
                Some(Range::Stepped(Box::new(range), step))
            }
            other => {
                self.error(other, "device code loops over ranges and arrays, by `iter()` or `iter_mut()`, then `enumerate()`, then `rev()`; index the array: `for i in 0..N`");
                None
            }
        }
    }

    /// `break`
    pub fn break_out(&mut self, whole: &Expr, jump: &syn::ExprBreak) -> ExprId {
        let value = jump.expr.as_ref().map(|value| self.expr(value));
        let kind = match self.left_by(jump.label.as_ref()) {
            Some(target) => match self.redirected.get(&target).copied() {
                Some((done, _)) => {
                    self.left.insert(done);
                    ExprKind::Break(done, None)
                }
                None => ExprKind::Break(target, value),
            },
            None => ExprKind::Error,
        };
        self.add(kind, whole)
    }

    /// `continue`
    pub fn continue_with(&mut self, whole: &Expr, jump: &syn::ExprContinue) -> ExprId {
        let target = self.left_by(jump.label.as_ref());
        let next = target.map(|target| match self.redirected.get(&target) {
            Some((_, next)) => *next,
            None => Next::Continue(target),
        });
        let kind = match next {
            Some(Next::Continue(target)) => ExprKind::Continue(target),
            Some(Next::Leave(target)) => {
                self.left.insert(target);
                ExprKind::Break(target, None)
            }
            None => ExprKind::Error,
        };
        self.add(kind, whole)
    }

    /// What a jump leaves. rustc reports a missing loop.
    fn left_by(&self, label: Option<&syn::Lifetime>) -> Option<TargetId> {
        let is_meant = |target: &&TargetId| {
            let target = self.body.target(**target);
            match label {
                Some(label) => target.label.as_ref().is_some_and(|own| label.ident == own),
                None => target.is_loop,
            }
        };
        self.targets.iter().rev().find(is_meant).copied()
    }
}

/// Whether it is over a value as it is written, and not over what `iter` or the like gives.
fn is_whole(of: &Iteration<'_>, expr: &Expr) -> bool {
    of.by == iteration::By::Value && std::ptr::eq(of.array, super::exprs::strip(expr))
}

/// Where the numbers of a range come from.
fn counted(range: &Range) -> Origin {
    match range {
        Range::Plain { start, end, closed } => Origin::Counted { start: *start, end: *end, closed: *closed },
        Range::Reversed(range) | Range::Stepped(range, _) => counted(range),
    }
}

/// Whether a pattern takes a pair apart, or does without it.
fn takes_apart(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Paren(inner) => takes_apart(&inner.pat),
        syn::Pat::Tuple(_) | syn::Pat::Wild(_) => true,
        _ => false,
    }
}

/// Whether the first of a pair is a name, or nothing.
fn has_plain_index(pair: &[(At, Pat)]) -> bool {
    let first = pair.iter().find(|(at, _)| *at == At::Start(0));
    first.is_none_or(|(_, pattern)| matches!(pattern.kind, PatKind::Wild | PatKind::Bind(_, None)))
}
