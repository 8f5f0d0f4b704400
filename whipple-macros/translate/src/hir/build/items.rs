//! Functions that give `impl Iterator`: the value at the end of the body is a chain that remembers where it is, and what asks it for the next
//! item.
//!
//! ```text
//! fn odd(n: u32) -> impl Iterator<Item = u32> { (0..n).filter(|x| x % 2 == 1) }
//!
//! let start = 0; let end = n;
//! items(|| 'found: { loop { …; break 'found Some(item) } None })
//! ```
//!
//! In C++ the closure holds copies of all that it names: that is what the iterator remembers (`lower/items.rs`).

use super::{
    Builder,
    exprs::strip,
    kept::Kept,
    ready::{Ready, ReadySource},
};
use crate::hir::{Block, Callee, ExprId, ExprKind, Stmt};
use std::{cell::Cell, rc::Rc};
use syn::Expr;

const NO_TAIL: &str = "in device code a function that gives `impl Iterator` ends in it: a chain of stages over a range, an array or a slice, an \
     iterator in a variable, or what another function gives; for anything else write a type with `#[device] impl Iterator`";
/// What is said of `return` in such a function.
pub const NO_RETURN: &str = "in device code a function that gives `impl Iterator` has no `return`: it ends in the iterator; leave items out by `filter`, \
     `take_while` or `take`";
const WITH_CONTEXT: &str = "an iterator that a function gives has no context in device code: who asks it for items is not known here; give what it \
     needs of that a variable before it";

impl<'b> Builder<'_, '_, 'b> {
    /// The body of such a function.
    pub fn body_of_items(&mut self, block: &'b syn::Block) -> Block {
        self.scoped(|builder| {
            let mut built = Block { end: block.brace_token.span.close().start().line, ..Block::default() };
            built.constants = builder.constants(block);
            let Some((syn::Stmt::Expr(tail, None), before)) = block.stmts.split_last() else {
                // rustc says that there is no value.
                builder.error(block, NO_TAIL);
                return built;
            };
            before.iter().for_each(|statement| builder.statement(statement, false, &mut built));
            built.value = Some(match strip(tail) {
                Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Loop(_) => builder.refuse(tail, NO_TAIL),
                _ => builder.items(tail, &mut built.statements),
            });
            built
        })
    }

    fn items(&mut self, tail: &'b Expr, before: &mut Vec<Stmt>) -> ExprId {
        self.body.gives_variable = self.iterator_of(tail).is_some();
        let chain = self.chain_or_array(tail);
        self.note_chain_among(tail, true);
        let mut ready = self.ready(&chain, tail, before);
        self.gives_items = true;
        self.keep(&mut ready, tail, before);
        self.gives_items = false;
        let kept = Rc::new(Kept { ready, scopes: self.scopes.clone() });
        let (done, found) = (self.target(None, false), self.target(None, false));
        let asked = Ready {
            source: ReadySource::Kept(kept),
            stages: Vec::new(),
            done,
            whole: tail,
            changes: Cell::new(false),
            goes_on: false,
            may_be_own: false,
            by_next: true,
        };
        let loops = self.loops(&asked, &mut |builder, item, _| {
            let value = builder.use_of(item, tail);
            vec![builder.leave_with(found, value, tail)]
        });
        let mut statements = Vec::new();
        self.labelled(done, loops, tail, &mut statements);
        let none = self.none_unwritten(tail);
        let is_left = self.left.remove(&found);
        let block = Block { value: Some(none), ..self.statements(statements, tail) };
        let body = self.add_unwritten(ExprKind::Block(is_left.then_some(found), Box::new(block)), tail);
        self.refuse_context(body);
        let closure = ExprKind::Closure { before: Box::default(), parameters: Vec::new(), body };
        let closure = self.add_unwritten(closure, tail);
        self.add_unwritten(ExprKind::Call(Callee::Items, vec![closure]), tail)
    }

    /// Refuses what an iterator does that remembers where it is.
    pub fn refuse_kept(&mut self, whole: &Expr, message: &str) -> ExprId {
        if !self.gives_items {
            return self.refuse(whole, message);
        }
        let message = message.replace("in a variable", "that a function gives");
        let (problem, _) = message.split_once("; ").unwrap_or((&message, ""));
        self.refuse(
            whole,
            &format!("{problem}; write a type with `#[device] impl Iterator`, or the loop where it is gone over"),
        )
    }

    /// Refuses what such an iterator would do in the task that asks it.
    fn refuse_context(&mut self, body: ExprId) {
        let mut found = None;
        self.body.each(body, &mut |id| {
            if self.body.is_context(id) || self.body.is_join(id) {
                found.get_or_insert(id);
            }
        });
        if let Some(found) = found {
            let (first, last) = (self.body.expr(found).first, self.body.expr(found).last);
            self.translator.errors.push_between(first, last, WITH_CONTEXT);
        }
    }
}
