//! `try_fold` and `try_for_each`: what goes over items as long as a function gives `Some` or `Ok`.
//!
//! ```text
//! 'found: {
//!     let tried;
//!     let mut state = first;
//!     for item in … {
//!         tried = …;                        // of `state` and `item`
//!         let Some(next) = tried else { break 'found tried };
//!         state = next;
//!     }
//!     Some(state)
//! }
//! ```

use super::{Builder, chains::Chain, spans};
use crate::hir::{Block, ExprId, ExprKind, Let, Local, LocalId, Pat, PatKind, Renewal, Shape, Stmt};
use syn::{Expr, Ident};

impl Builder<'_, '_, '_> {
    /// `try_fold(first, |state, item| …)`, and `try_for_each(|item| …)` without what it begins with.
    pub fn tried(&mut self, whole: &Expr, chain: &Chain<'_>, first: Option<&Expr>, function: &Expr) -> ExprId {
        let (mut statements, ready) = self.begun(whole, chain);
        let state = first.map(|first| {
            let first = self.expr(first);
            let state = self.variable("state", first, whole, &mut statements);
            self.take_into(function, &mut statements);
            state
        });
        let tried = self.undetermined(whole, &mut statements);
        let found = self.target(None, false);
        let loops = self.loops(&ready, &mut |builder, item, _| {
            let values: Vec<ExprId> =
                state.into_iter().chain([item]).map(|local| builder.use_of(local, whole)).collect();
            let value = builder.apply_to(function, &values, whole);
            builder.body.locals[tried.0 as usize].shape = builder.body.shape(value).clone();
            let mut to = Vec::new();
            builder.assign_to(tried, value, whole, &mut to);
            let (option, given) = (builder.use_of(tried, whole), builder.use_of(tried, whole));
            let jump = builder.leave(found, Some(given), whole);
            let next = builder.some_or(option, jump, whole, &mut to);
            if let Some(state) = state {
                let next = builder.use_of(next, whole);
                builder.assign_to(state, next, whole, &mut to);
            }
            to
        });
        self.labelled(ready.done, loops, whole, &mut statements);
        let value = match state {
            Some(state) => self.use_of(state, whole),
            None => self.add_unwritten(ExprKind::Unit, whole),
        };
        let of = self.use_of(tried, whole);
        let value = self.add_unwritten(ExprKind::Renewed(Renewal::Mapped, of, Some(value)), whole);
        let is_left = self.left.remove(&found);
        let block = Block { value: Some(value), ..self.statements(statements, whole) };
        self.add_unwritten(ExprKind::Block(is_left.then_some(found), Box::new(block)), whole)
    }

    /// A variable of the type that the whole has, which gets its value later.
    fn undetermined(&mut self, whole: &Expr, to: &mut Vec<Stmt>) -> LocalId {
        let span = spans::first(whole);
        let local = self.hidden(Local {
            mutable: true,
            shape: Shape::option(Shape::Plain),
            ..Local::new(Ident::new("tried", span))
        });
        self.has_type_of(local, whole);
        let pattern = Pat { kind: PatKind::Bind(local, None), span };
        let line = span.start().line;
        to.push(Stmt::Let(Box::new(Let { pattern, ty: None, value: None, other: None, line })));
        local
    }
}
