//! `cycle`: a chain that begins anew after its end.
//!
//! ```text
//! loop {
//!     for item in … { is_new = false; … }     // goes on from where it is
//!     if is_new { break 'done }               // it has no items
//!     …                                       // it is where it began
//!     is_new = true;
//! }
//! ```

use super::{
    Builder,
    chains::Chain,
    kept::Kept,
    ready::{Ready, ReadySource},
    runs::Each,
};
use crate::hir::{ExprKind, LocalId, PatKind, Stmt};
use std::{cell::Cell, rc::Rc};
use syn::Expr;

const NO_CYCLE: &str = "in device code `cycle` goes over ranges, arrays and slices; of an iterator of yours, write a loop around the one over it";

/// A chain that begins anew.
#[derive(Clone)]
pub struct Cycle<'e> {
    /// What is left of it.
    kept: Rc<Kept<'e>>,
    /// What it remembers, beside what it began with.
    began: Vec<(LocalId, LocalId)>,
    /// Whether it has given nothing since it began.
    is_new: LocalId,
}

impl<'t, 'a, 'b> Builder<'t, 'a, 'b> {
    /// A chain that is to begin anew after its end.
    pub fn cycle<'e>(&mut self, chain: &Chain<'e>, whole: &'e Expr, before: &mut Vec<Stmt>) -> Cycle<'e>
    where
        'b: 'e,
    {
        let first = self.chain_beside(chain, whole, before);
        if first.ready.goes_on {
            self.refuse(whole, NO_CYCLE);
        }
        let mut copies = Vec::new();
        let kept = self.copy_of_kept(&first, whole, &mut copies);
        let began = self.copied(&copies);
        before.extend(copies);
        let yes = self.truth(true, whole);
        Cycle { kept, began, is_new: self.variable("is_new", yes, whole, before) }
    }

    /// The loop over all that it gives.
    pub fn loops_of_cycle(&mut self, cycle: &Cycle<'_>, ready: &Ready<'_>, each: Each<'_, 't, 'a, 'b>) -> Vec<Stmt> {
        let (whole, over) = (ready.whole, self.target(None, false));
        let asked = Ready {
            source: ReadySource::Kept(cycle.kept.clone()),
            stages: Vec::new(),
            done: over,
            whole,
            changes: Cell::new(false),
            goes_on: false,
            may_be_own: false,
            by_next: true,
        };
        let loops = self.loops(&asked, &mut |builder, item, next| {
            let (no, mut to) = (builder.truth(false, whole), Vec::new());
            builder.assign_to(cycle.is_new, no, whole, &mut to);
            to.extend(builder.stages(ready, 0, item, next, each));
            to
        });
        let mut inner = Vec::new();
        self.labelled(over, loops, whole, &mut inner);
        let (is_new, jump) = (self.use_of(cycle.is_new, whole), self.leave(ready.done, None, whole));
        self.when(is_new, vec![jump], whole, &mut inner);
        for (now, first) in &cycle.began {
            let first = self.use_of(*first, whole);
            self.assign_to(*now, first, whole, &mut inner);
        }
        let yes = self.truth(true, whole);
        self.assign_to(cycle.is_new, yes, whole, &mut inner);
        let block = Box::new(self.statements(inner, whole));
        let target = self.target(None, true);
        vec![Stmt::Expr(self.add_unwritten(ExprKind::Loop(target, block), whole))]
    }

    /// The same where it is now.
    pub fn copy_of_cycle<'e>(&mut self, cycle: &Cycle<'e>, whole: &Expr, before: &mut Vec<Stmt>) -> Cycle<'e> {
        let mut copies = Vec::new();
        let kept = self.copy_of_kept(&cycle.kept, whole, &mut copies);
        let copied = self.copied(&copies);
        before.extend(copies);
        let now = |local: LocalId| copied.iter().find(|(_, of)| *of == local).map_or(local, |(copy, _)| *copy);
        let began = cycle.began.iter().map(|(of, first)| (now(*of), *first)).collect();
        let (is_new, statement) = self.copy_of(cycle.is_new, whole);
        before.push(statement);
        Cycle { kept, began, is_new }
    }

    /// Copies and what they are of, as their statements say.
    fn copied(&self, copies: &[Stmt]) -> Vec<(LocalId, LocalId)> {
        let each = |statement: &Stmt| match statement {
            Stmt::Let(binding) => match (&binding.pattern.kind, self.body.kind(binding.value?)) {
                (PatKind::Bind(copy, None), ExprKind::Local(of)) => Some((*copy, *of)),
                _ => None,
            },
            Stmt::Expr(_) => None,
        };
        copies.iter().filter_map(each).collect()
    }
}
