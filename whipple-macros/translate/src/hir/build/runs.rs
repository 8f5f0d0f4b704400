//! Iterators as the loops that they are: each item goes through the stages of its chain, and then to who takes it.
//!
//! ```text
//! 'done: {
//!     let mut left = 3;                      // what `take(3)` remembers
//!     for item in values {                   // the source
//!         if !(…) { continue }               // `filter`
//!         let mapped = …;                    // `map`
//!         left -= 1;
//!         'rest: { … }                       // who takes the item
//!         if left == 0 { break 'done }
//!     }
//! }
//! ```

use super::{
    Builder,
    chains::Stage,
    cursors::Cursor,
    exprs::strip,
    ready::{self, Ready, ReadySource, State},
    spans,
};
use crate::hir::{At, Block, By, ExprKind, Iterated, LocalId, Operator, Pat, PatKind, Stmt, TargetId};
use syn::Expr;

const NO_INNER: &str = "device code sees what this goes over where the closure is written here and ends in an array, a range or iterators over them";

const CHANGED_BEFORE_ZIP: &str = "what stands before `zip` here changes something for each item, and Rust leaves open for how many; write a `for` \
     loop";

/// Whether std knows no length of what is asked for one item after the other: then `zip` asks as it is written. Numbers without an end are
/// never the first to end.
fn is_without_length(cursor: &Cursor<'_>) -> bool {
    matches!(
        cursor,
        Cursor::Own(_)
            | Cursor::Following { .. }
            | Cursor::Called { ends: true, .. }
            | Cursor::Numbers { end: None, .. }
    )
}

/// The same of what a chain goes over.
fn has_no_length(source: &ReadySource<'_>) -> bool {
    matches!(source, ReadySource::Pulled(cursor) if is_without_length(cursor))
}

/// How the next item is come to.
#[derive(Clone, Copy)]
pub enum Next {
    /// By the next round of a loop.
    Continue(TargetId),
    /// By the end of a block.
    Leave(TargetId),
}

/// Who takes the items, and how each goes on.
pub type Each<'c, 't, 'a, 'b> = &'c mut dyn FnMut(&mut Builder<'t, 'a, 'b>, LocalId, Next) -> Vec<Stmt>;

impl<'t, 'a, 'b> Builder<'t, 'a, 'b> {
    /// The loops of a chain, as statements.
    pub fn loops(&mut self, ready: &Ready<'_>, each: Each<'_, 't, 'a, 'b>) -> Vec<Stmt> {
        let (whole, mut statements) = (ready.whole, Vec::new());
        for (position, (stage, state)) in ready.stages.iter().enumerate() {
            match (stage, state) {
                (Stage::Take(_), State::Variable(left)) => {
                    self.leave_after_the_last(*left, ready, &mut statements);
                    if self.counts_requests(ready, position) {
                        self.step(*left, Operator::Sub, whole, &mut statements);
                    }
                }
                (Stage::TakeWhile(_), State::Variable(ended)) => {
                    let (test, jump) = (self.use_of(*ended, whole), self.leave(ready.done, None, whole));
                    self.when(test, vec![jump], whole, &mut statements);
                }
                _ => {}
            }
        }
        match &ready.source {
            ReadySource::Loop(iterated) => {
                let iterated = iterated.clone();
                let target = self.target(None, true);
                let mut inner = Vec::new();
                let (pattern, item) = self.source_item(&iterated, whole, &mut inner);
                inner.extend(self.stages(ready, 0, item, Next::Continue(target), each));
                let block = Box::new(self.statements(inner, whole));
                let looping = ExprKind::For(target, Box::new(pattern), iterated, block);
                statements.push(Stmt::Expr(self.add_unwritten(looping, whole)));
            }
            ReadySource::Slices(slices) => {
                let iterated = Iterated::Range(slices.starts.clone());
                let target = self.target(None, true);
                let mut inner = Vec::new();
                let (pattern, start) = self.source_item(&iterated, whole, &mut inner);
                let slice = self.next_slice(slices, start, whole);
                let item = self.item("slice", slice, whole, &mut inner);
                inner.extend(self.stages(ready, 0, item, Next::Continue(target), each));
                let block = Box::new(self.statements(inner, whole));
                let looping = ExprKind::For(target, Box::new(pattern), iterated, block);
                statements.push(Stmt::Expr(self.add_unwritten(looping, whole)));
            }
            ReadySource::From(number) => {
                let target = self.target(None, true);
                let mut inner = Vec::new();
                let value = self.use_of(*number, whole);
                let item = self.item("counted", value, whole, &mut inner);
                self.step(*number, Operator::Add, whole, &mut inner);
                inner.extend(self.stages(ready, 0, item, Next::Continue(target), each));
                let block = Box::new(self.statements(inner, whole));
                statements.push(Stmt::Expr(self.add_unwritten(ExprKind::Loop(target, block), whole)));
            }
            ReadySource::Pulled(cursor) => {
                let target = self.target(None, true);
                let (mut inner, since) = (Vec::new(), self.body.locals.len());
                let item = self.next_of(cursor, ready, &mut inner);
                if matches!(cursor, Cursor::Called { ends: false, .. }) && self.change_something(&inner, since) {
                    ready.changes.set(true);
                }
                if let Some(item) = item {
                    inner.extend(self.stages(ready, 0, item, Next::Continue(target), each));
                }
                let block = Box::new(self.statements(inner, whole));
                statements.push(Stmt::Expr(self.add_unwritten(ExprKind::Loop(target, block), whole)));
            }
            ReadySource::Kept(kept) => {
                let loops = self.counted(whole, |builder| builder.loops_of_kept(kept, ready, each));
                statements.push(Stmt::Expr(loops));
            }
            ReadySource::Cycled(cycle) => {
                let looping = self.counted(whole, |builder| {
                    let looping = builder.loops_of_cycle(cycle, ready, each);
                    let block = Box::new(builder.statements(looping, whole));
                    builder.add_unwritten(ExprKind::Block(None, block), whole)
                });
                statements.push(Stmt::Expr(looping));
            }
            ReadySource::Both(parts, over) => self.loops_of_both(ready, parts, *over, each, &mut statements),
        }
        statements
    }

    /// The loops of two chains one after the other; `over` remembers that the first has ended, if it may go on.
    fn loops_of_both(
        &mut self,
        ready: &Ready<'_>,
        parts: &(Ready<'_>, Ready<'_>),
        over: Option<LocalId>,
        each: Each<'_, 't, 'a, 'b>,
        statements: &mut Vec<Stmt>,
    ) {
        let whole = ready.whole;
        for (part, over) in [(&parts.0, over), (&parts.1, None)] {
            let loops = self.counted(whole, |builder| {
                let inner = builder.loops(part, &mut |builder, item, next| builder.stages(ready, 0, item, next, each));
                builder.left_block(part.done, inner, whole)
            });
            let Some(over) = over else {
                statements.push(Stmt::Expr(loops));
                continue;
            };
            let (is_over, yes) = (self.use_of(over, whole), self.truth(true, whole));
            let goes_on = self.add_unwritten(ExprKind::Not(is_over), whole);
            let mut first = vec![Stmt::Expr(loops)];
            self.assign_to(over, yes, whole, &mut first);
            self.when(goes_on, first, whole, statements);
        }
    }

    /// The pattern of a loop over a source, and the variable with its item.
    fn source_item(&mut self, iterated: &Iterated, whole: &Expr, to: &mut Vec<Stmt>) -> (Pat, LocalId) {
        let (item, pattern) = self.hidden_name("item", spans::first(whole));
        let Iterated::Array { enumerated: true, .. } = iterated else {
            self.see_item(&pattern, iterated);
            return (pattern, item);
        };
        let (index, first) = self.hidden_name("index", pattern.span);
        let pair = vec![(At::Start(0), first), (At::Start(1), pattern)];
        let pattern = Pat { kind: PatKind::Tuple(pair, true), span: spans::first(whole) };
        self.see_item(&pattern, iterated);
        (pattern, self.pair([index, item], whole, to))
    }

    pub fn pair(&mut self, of: [LocalId; 2], whole: &Expr, to: &mut Vec<Stmt>) -> LocalId {
        let parts = of.map(|local| self.use_of(local, whole)).to_vec();
        let pair = self.add_unwritten(ExprKind::Tuple(parts), whole);
        self.item("pair", pair, whole, to)
    }

    /// The stages from this one on, and then who takes the item.
    pub fn stages(
        &mut self,
        ready: &Ready<'_>,
        position: usize,
        item: LocalId,
        next: Next,
        each: Each<'_, 't, 'a, 'b>,
    ) -> Vec<Stmt> {
        let Some((stage, state)) = ready.stages.get(position) else { return each(self, item, next) };
        let (whole, mut to) = (ready.whole, Vec::new());
        let mut following = item;
        match (stage, state) {
            (Stage::Take(_), State::Variable(left)) => {
                let by_request = self.counts_requests(ready, position);
                if !by_request {
                    self.step(*left, Operator::Sub, whole, &mut to);
                }
                // Whatever becomes of this item, after the last one nobody asks for another.
                let rest = self.target(None, false);
                let inner = self.stages(ready, position + 1, item, Next::Leave(rest), each);
                self.labelled(rest, inner, whole, &mut to);
                self.leave_after_the_last(*left, ready, &mut to);
                if by_request {
                    self.step(*left, Operator::Sub, whole, &mut to);
                }
                return to;
            }
            (Stage::FlatMap(function), _) => {
                return self.flat_map(function, item, whole, &mut |builder, item, next| {
                    builder.stages(ready, position + 1, item, next, each)
                });
            }
            (Stage::Flatten, _) => {
                return self.flattened(item, whole, &mut |builder, item, next| {
                    builder.stages(ready, position + 1, item, next, each)
                });
            }
            (Stage::Scan(_, function), State::Variable(state)) => {
                let of = self.use_of(*state, whole);
                let lent = self.add_unwritten(ExprKind::Borrow { mutable: true, of }, whole);
                let value = self.use_of(item, whole);
                let value = self.apply_to(function, &[lent, value], whole);
                let jump = self.leave(ready.done, None, whole);
                following = self.some_or(value, jump, whole, &mut to);
            }
            (Stage::FilterMap(function) | Stage::MapWhile(function), _) => {
                let value = self.use_of(item, whole);
                let value = self.apply(function, value, whole);
                let jump = match stage {
                    Stage::FilterMap(_) => self.go_on(next, whole),
                    _ => self.leave(ready.done, None, whole),
                };
                following = self.some_or(value, jump, whole, &mut to);
            }
            (Stage::Enumerate, State::Variable(index)) => {
                following = self.pair([*index, item], whole, &mut to);
                self.step(*index, Operator::Add, whole, &mut to);
            }
            (Stage::Zip(other), State::Beside(beside, stages)) => {
                if ready.changes.get() && !has_no_length(&ready.source) && !is_without_length(beside) {
                    self.refuse(other, CHANGED_BEFORE_ZIP);
                }
                let Some(mut second) = self.next_of(beside, ready, &mut to) else { return to };
                for stage in stages {
                    second = self.simple_stage(stage, second, whole, &mut to);
                }
                following = self.pair([item, second], whole, &mut to);
            }
            (Stage::Enumerate, State::Down(index)) => following = self.numbered_down(*index, item, whole, &mut to),
            (Stage::Zip(other), State::Chain(kept)) => {
                if ready.changes.get() && !has_no_length(&ready.source) {
                    self.refuse(other, CHANGED_BEFORE_ZIP);
                }
                return self.zipped(kept, ready, position, item, next, each);
            }
            (Stage::Peekable(_), _) => {}
            (Stage::Map(_) | Stage::Inspect(_) | Stage::Copied | Stage::Cloned, _) => {
                let since = self.body.locals.len();
                following = self.simple_stage(stage, item, whole, &mut to);
                if self.change_something(&to, since) {
                    ready.changes.set(true);
                }
            }
            _ => self.sifted((stage, state), item, next, ready, &mut to),
        }
        to.extend(self.stages(ready, position + 1, following, next, each));
        to
    }

    /// An item with the index before the last one.
    fn numbered_down(&mut self, index: LocalId, item: LocalId, whole: &Expr, to: &mut Vec<Stmt>) -> LocalId {
        self.step(index, Operator::Sub, whole, to);
        self.pair([index, item], whole, to)
    }

    /// A stage that leaves items out.
    fn sifted(
        &mut self,
        (stage, state): (&Stage<'_>, &State<'_>),
        item: LocalId,
        next: Next,
        ready: &Ready<'_>,
        to: &mut Vec<Stmt>,
    ) {
        let whole = ready.whole;
        match (stage, state) {
            (Stage::Filter(function), _) => {
                let fails = self.fails(function, item, whole);
                let jump = self.go_on(next, whole);
                self.when(fails, vec![jump], whole, to);
            }
            (Stage::TakeWhile(function), state) => {
                let fails = self.fails(function, item, whole);
                let mut last = Vec::new();
                if let State::Variable(ended) = state {
                    let yes = self.truth(true, whole);
                    self.assign_to(*ended, yes, whole, &mut last);
                }
                last.push(self.leave(ready.done, None, whole));
                self.when(fails, last, whole, to);
            }
            (Stage::SkipWhile(function), State::Variable(skips)) => {
                let mut inner = Vec::new();
                let lent = self.lent_local(item, whole);
                let test = self.apply(function, lent, whole);
                let jump = self.go_on(next, whole);
                self.when(test, vec![jump], whole, &mut inner);
                let no = self.truth(false, whole);
                self.assign_to(*skips, no, whole, &mut inner);
                let test = self.use_of(*skips, whole);
                self.when(test, inner, whole, to);
            }
            (Stage::Skip(_), State::Variable(left)) => self.left_out(*left, next, whole, to),
            (Stage::StepBy(_), State::Step(step, left)) => {
                self.left_out(*left, next, whole, to);
                let (step, one) = (self.use_of(*step, whole), self.size(1, whole));
                let others = self.add_unwritten(ExprKind::Binary(Operator::Sub, step, one), whole);
                self.assign_to(*left, others, whole, to);
            }
            _ => {}
        }
    }

    /// A stage that gives an item for each.
    fn simple_stage(&mut self, stage: &Stage<'_>, item: LocalId, whole: &Expr, to: &mut Vec<Stmt>) -> LocalId {
        match stage {
            Stage::Map(function) => {
                let value = self.use_of(item, whole);
                let value = self.apply(function, value, whole);
                self.item("mapped", value, whole, to)
            }
            Stage::Copied => {
                let value = self.use_of(item, whole);
                let value = self.add_unwritten(ExprKind::Deref(value), whole);
                self.item("copied", value, whole, to)
            }
            Stage::Cloned => {
                let value = self.use_of(item, whole);
                let value = self.clone_of(value, whole);
                self.item("cloned", value, whole, to)
            }
            Stage::Inspect(function) => {
                let lent = self.lent_local(item, whole);
                let seen = self.apply(function, lent, whole);
                to.push(Stmt::Expr(seen));
                item
            }
            _ => item,
        }
    }

    /// The loops over what a closure gives for an item. Those who take its items see what is seen outside of the closure.
    fn flat_map(&mut self, function: &Expr, item: LocalId, whole: &Expr, each: Each<'_, 't, 'a, 'b>) -> Vec<Stmt> {
        let Expr::Closure(closure) = strip(function) else {
            return vec![Stmt::Expr(self.refuse(function, NO_INNER))];
        };
        let leaves = self.target(None, false);
        let mut outside = (self.scopes.clone(), std::mem::take(&mut self.targets), self.returns_from.replace(leaves));
        let mut block = Block::default();
        let taken = self.taken_by(closure, whole, &mut block.statements);
        self.scopes.extend([taken, Vec::new()]);
        let value = self.use_of(item, whole);
        block.statements.extend(self.parameters(closure, &[value]));
        match self.before_the_value(&closure.body, &mut block) {
            Some(tail) => {
                let chain = self.chain_or_array(tail);
                self.note_chain_among(tail, true);
                let ready = self.ready(&chain, tail, &mut block.statements);
                let inner = self.loops(&ready, &mut |builder, item, next| {
                    builder.exchange_scopes(&mut outside);
                    let statements = each(builder, item, next);
                    builder.exchange_scopes(&mut outside);
                    statements
                });
                self.labelled(ready.done, inner, whole, &mut block.statements);
            }
            None => _ = self.refuse(function, NO_INNER),
        }
        self.exchange_scopes(&mut outside);
        if self.left.remove(&leaves) {
            self.refuse(function, NO_INNER);
        }
        vec![Stmt::Expr(self.add_unwritten(ExprKind::Block(None, Box::new(block)), whole))]
    }

    /// The loop over an item that is an array, a slice or an option.
    fn flattened(&mut self, item: LocalId, whole: &Expr, each: Each<'_, 't, 'a, 'b>) -> Vec<Stmt> {
        let array = self.use_of(item, whole);
        let iterated = Iterated::Array { array, by: By::Value, reversed: false, enumerated: false };
        let (target, mut inner) = (self.target(None, true), Vec::new());
        let (pattern, part) = self.source_item(&iterated, whole, &mut inner);
        inner.extend(each(self, part, Next::Continue(target)));
        let block = Box::new(self.statements(inner, whole));
        vec![Stmt::Expr(self.add_unwritten(ExprKind::For(target, Box::new(pattern), iterated, block), whole))]
    }

    /// Whether a `take` counts how often it is asked, as std's `next` does, and not the items, as its `fold`: of what may go on it matters.
    fn counts_requests(&self, ready: &Ready<'_>, position: usize) -> bool {
        ready.goes_on && ready::asks_by_next(&ready.stages[position + 1..], ready.by_next)
    }

    /// Leaves a chain if no more items are to come.
    fn leave_after_the_last(&mut self, left: LocalId, ready: &Ready<'_>, to: &mut Vec<Stmt>) {
        let (value, zero) = (self.use_of(left, ready.whole), self.size(0, ready.whole));
        let test = self.add_unwritten(ExprKind::Binary(Operator::Eq, value, zero), ready.whole);
        let jump = self.leave(ready.done, None, ready.whole);
        self.when(test, vec![jump], ready.whole, to);
    }

    /// Leaves an item out, as long as some are to be.
    fn left_out(&mut self, left: LocalId, next: Next, whole: &Expr, to: &mut Vec<Stmt>) {
        let mut inner = Vec::new();
        self.step(left, Operator::Sub, whole, &mut inner);
        inner.push(self.go_on(next, whole));
        let (value, zero) = (self.use_of(left, whole), self.size(0, whole));
        let test = self.add_unwritten(ExprKind::Binary(Operator::Gt, value, zero), whole);
        self.when(test, inner, whole, to);
    }
}
