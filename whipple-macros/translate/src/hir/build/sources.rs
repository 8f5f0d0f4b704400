//! What is asked for one item after the other: iterators of the user's, and what functions of `std::iter` make.

use super::{Builder, cursors::Cursor, exprs::strip, ready::Ready};
use crate::hir::{By, Callee, ExprId, ExprKind, Iterated, LocalId, Stmt};
use syn::{Expr, ExprCall};

/// A function of `std::iter` that makes an iterator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Maker {
    Successors,
    Repeat,
    RepeatWith,
    FromFn,
    Once,
    Empty,
}

impl Maker {
    /// The function that a call names: `std::iter::repeat`, or `iter::repeat`.
    pub fn of(call: &ExprCall) -> Option<Self> {
        let Expr::Path(syn::ExprPath { qself: None, path, .. }) = &*call.func else { return None };
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        let name = names.next()?;
        if names.next()? != "iter" || !matches!(names.next().as_deref(), None | Some("std" | "core")) {
            return None;
        }
        Some(match (name.as_str(), call.args.len()) {
            ("successors", 2) => Self::Successors,
            ("repeat", 1) => Self::Repeat,
            ("repeat_with", 1) => Self::RepeatWith,
            ("from_fn", 1) => Self::FromFn,
            ("once", 1) => Self::Once,
            ("empty", 0) => Self::Empty,
            _ => return None,
        })
    }
}

impl Builder<'_, '_, '_> {
    /// An iterator of the user's in a variable of its own, or a reference to it.
    pub fn own<'e>(&mut self, of: &Expr, lent: bool, whole: &Expr, before: &mut Vec<Stmt>) -> Cursor<'e> {
        let value = self.expr(of);
        if lent || self.body.shape(value).is_reference() {
            let place = self.array_lent(value, true, whole);
            return Cursor::Own(self.item("own", place, whole, before));
        }
        self.pulled(value, whole, before)
    }

    /// The same of what may also be an array or an option.
    pub fn pulled<'e>(&mut self, value: ExprId, whole: &Expr, before: &mut Vec<Stmt>) -> Cursor<'e> {
        let value = self.add_unwritten(ExprKind::Call(Callee::Pulled, vec![value]), whole);
        Cursor::Own(self.variable("own", value, whole, before))
    }

    /// Whether what a chain goes over as a whole may be an iterator of the user's.
    pub fn may_be_own(&self, of: &Expr, array: ExprId) -> bool {
        let is_root = matches!(strip(of), Expr::MethodCall(call) if call.method == "into_iter" && call.args.is_empty());
        !is_root && self.body.may_be_iterator(array)
    }

    /// What a function of `std::iter` makes.
    pub fn made_by_function<'e>(
        &mut self,
        maker: Maker,
        call: &'e ExprCall,
        whole: &Expr,
        before: &mut Vec<Stmt>,
    ) -> Cursor<'e> {
        let arguments: Vec<&'e Expr> = call.args.iter().collect();
        match (maker, arguments.as_slice()) {
            (Maker::Successors, [first, function]) => {
                let first = self.expr(first);
                let state = self.variable("state", first, whole, before);
                self.take_into(function, before);
                Cursor::Following { state, function }
            }
            (Maker::Repeat, [value]) => {
                let value = self.expr(value);
                Cursor::Repeated(self.item("repeated", value, whole, before))
            }
            (Maker::RepeatWith | Maker::FromFn, [function]) => {
                self.take_into(function, before);
                Cursor::Called { function, ends: maker == Maker::FromFn }
            }
            _ => Cursor::Refused,
        }
    }

    /// What a loop goes over once: the item of `once`, or none.
    pub fn at_most_one(&mut self, maker: Maker, call: &ExprCall, whole: &Expr) -> Option<Iterated> {
        let array = match (maker, call.args.first()) {
            (Maker::Once, Some(value)) => {
                let value = self.expr(value);
                self.some(value, whole)
            }
            (Maker::Empty, None) => {
                let Expr::Path(path) = &*call.func else { return None };
                let arguments = path.path.segments.last().map(|last| last.arguments.clone())?;
                if arguments.is_none() {
                    return None;
                }
                let mut none: syn::Path = syn::parse_quote!(None);
                none.segments[0].arguments = arguments;
                self.add_unwritten(ExprKind::None(none), whole)
            }
            _ => return None,
        };
        Some(Iterated::Array { array, by: By::Value, reversed: false, enumerated: false })
    }

    /// Asks for the next item; the loop is left where there is none.
    pub fn asked_for(&mut self, cursor: &Cursor<'_>, ready: &Ready<'_>, to: &mut Vec<Stmt>) -> LocalId {
        let whole = ready.whole;
        let option = match cursor {
            Cursor::Own(of) => self.method_of(*of, "next", Vec::new(), whole),
            Cursor::Following { state, function } => {
                let option = self.use_of(*state, whole);
                let jump = self.leave(ready.done, None, whole);
                let item = self.some_or(option, jump, whole, to);
                let lent = self.lent_local(item, whole);
                let following = self.apply(function, lent, whole);
                self.assign_to(*state, following, whole, to);
                return item;
            }
            Cursor::Repeated(value) => {
                let value = self.use_of(*value, whole);
                let value = if self.body.shape(value).is_reference() { value } else { self.clone_of(value, whole) };
                return self.item("repeated", value, whole, to);
            }
            Cursor::Called { function, ends } => {
                let value = self.apply_to(function, &[], whole);
                if !ends {
                    return self.item("called", value, whole, to);
                }
                value
            }
            _ => self.none(whole),
        };
        let mut end = Vec::new();
        self.at_the_end(ready, &mut end);
        self.some_or_else(option, end, whole, to)
    }
}
