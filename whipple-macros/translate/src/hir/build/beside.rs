//! Chains that are asked for one item after the other beside another chain: what takes an item stands inside of the loop that comes to it.
//!
//! ```text
//! 'got: {
//!     for second in … {         // goes on from where it is
//!         …                     // who takes `first` and `second`
//!         break 'got
//!     }
//!     break 'done               // the second chain has no more items
//! }
//! ```

use super::{
    Builder,
    chains::Chain,
    kept::Kept,
    ready::{Ready, ReadySource},
    runs::{Each, Next},
};
use crate::hir::{LocalId, Stmt};
use std::{cell::Cell, rc::Rc};
use syn::Expr;

impl<'t, 'a, 'b> Builder<'t, 'a, 'b> {
    /// A chain that remembers where it is.
    pub fn chain_beside<'e>(&mut self, chain: &Chain<'e>, whole: &'e Expr, before: &mut Vec<Stmt>) -> Rc<Kept<'e>>
    where
        'b: 'e,
    {
        let mut ready = self.ready(chain, whole, before);
        self.keep(&mut ready, whole, before);
        Rc::new(Kept { ready, scopes: self.scopes.clone() })
    }

    /// The next item of a chain in the hands of who takes it, and `end` where there is none.
    pub fn asked_beside(
        &mut self,
        kept: &Rc<Kept<'_>>,
        whole: &Expr,
        each: &mut dyn FnMut(&mut Self, LocalId) -> Vec<Stmt>,
        end: impl FnOnce(&mut Self) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        let (got, over) = (self.target(None, false), self.target(None, false));
        let asked = Ready {
            source: ReadySource::Kept(kept.clone()),
            stages: Vec::new(),
            done: over,
            whole,
            changes: Cell::new(false),
            goes_on: false,
            may_be_own: false,
            by_next: true,
        };
        let loops = self.loops(&asked, &mut |builder, item, _| {
            let mut statements = each(builder, item);
            statements.push(builder.leave(got, None, whole));
            statements
        });
        let (mut inner, mut to) = (Vec::new(), Vec::new());
        self.labelled(over, loops, whole, &mut inner);
        inner.extend(end(self));
        self.labelled(got, inner, whole, &mut to);
        to
    }

    /// The stages behind a `zip` with such a chain.
    pub fn zipped(
        &mut self,
        kept: &Rc<Kept<'_>>,
        ready: &Ready<'_>,
        position: usize,
        item: LocalId,
        next: Next,
        each: Each<'_, 't, 'a, 'b>,
    ) -> Vec<Stmt> {
        let whole = ready.whole;
        let taken = &mut |builder: &mut Self, second: LocalId| {
            let mut to = Vec::new();
            let both = builder.pair([item, second], whole, &mut to);
            to.extend(builder.stages(ready, position + 1, both, next, each));
            to
        };
        self.asked_beside(kept, whole, taken, |builder| vec![builder.leave(ready.done, None, whole)])
    }
}
