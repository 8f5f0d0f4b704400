//! Functions as arguments, and closures: what is called stands in its place, with variables for its parameters.
//!
//! A closure sees the variables of where it is written, and so its body is built in the scopes of that place. Rust lends it what it names as
//! long as it may be called: between its definition and a call nobody else changes that. What a `move` closure takes is copied where it is
//! written.

use super::{Builder, calls::Made, exprs::strip, spans};
use crate::{
    context::types_in,
    hir::{Block, Callee, ExprId, ExprKind, Let, Local, LocalId, PatKind, Renewal, Stmt, TargetId},
    names,
};
use std::collections::BTreeSet;
use syn::{Expr, ExprCall, ExprClosure, ExprPath, Ident, Pat, Type, visit::Visit};

/// The most expressions that stand in place of calls: closures that call closures may make a body much longer than it is written.
const MOST: usize = 10_000;
const TOO_LONG: &str = "this body becomes too long: each call of a closure stands for its body, and `chain` for that of its loop twice; write a \
     `#[device]` function";
/// What is said of a closure that is neither called nor given to a method that takes one.
pub const AS_A_VALUE: &str = "in device code a closure can be a variable that is called, `let f = |x| …;`, or the argument of a method \
     of `Option`, `Result`, `bool` or an iterator, or of a function that takes `impl Fn`; for anything else write a `#[device]` function";

/// What a method is given to call.
#[derive(Clone, Copy)]
pub enum Function<'e> {
    /// A closure.
    Closure(&'e ExprClosure),
    /// A variable that is a closure.
    Variable(LocalId),
    /// A function by its name.
    Named(&'e ExprPath),
}

/// The scopes, the loops around, and what a `return` leaves.
pub type Seen = (Vec<Vec<(Ident, LocalId)>>, Vec<TargetId>, Option<TargetId>);

/// A variable that is a closure.
#[derive(Clone)]
pub struct Variable<'b> {
    /// Its text.
    pub closure: &'b ExprClosure,
    /// What its body sees.
    pub scopes: Vec<Vec<(Ident, LocalId)>>,
    /// The copies that it has.
    pub taken: Taken,
}

/// The copies that a `move` closure has taken, by the names of what they are copies of.
pub type Taken = Vec<(Ident, LocalId)>;

impl<'b> Builder<'_, '_, 'b> {
    /// What an argument is, if it is a function.
    pub fn function<'e>(&self, argument: &'e Expr) -> Option<Function<'e>> {
        match strip(argument) {
            Expr::Closure(closure) => Some(Function::Closure(closure)),
            Expr::Reference(lent) => {
                self.function(&lent.expr).filter(|function| matches!(function, Function::Variable(_)))
            }
            Expr::Path(path) => {
                let variable = path.path.get_ident().and_then(|name| self.find(name));
                match variable {
                    Some(local) => {
                        (self.is_closure(local) || self.is_callable(local)).then_some(Function::Variable(local))
                    }
                    None => names_a_function(path).then_some(Function::Named(path)),
                }
            }
            _ => None,
        }
    }

    /// The statements of `let name = |…| …;`.
    pub fn closure_variable(&mut self, local: &syn::Local) -> Option<Vec<Stmt>> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let (Pat::Ident(name), Expr::Closure(closure)) = (&local.pat, strip(&init.expr)) else { return None };
        let closure = self.numbering.closure(closure)?;
        let mut copies = Vec::new();
        let taken = self.copied_into(closure, &init.expr, &mut copies);
        let scopes = self.scopes.clone();
        if closure.capture.is_none() {
            self.body.referring.insert(name.ident.to_string());
        }
        let variable = self.declare(Local::new(name.ident.clone()));
        self.closures.insert(variable, Variable { closure, scopes, taken });
        Some(copies)
    }

    /// Copies what an argument takes if it is a `move` closure, which is called later.
    pub fn take_into(&mut self, argument: &Expr, to: &mut Vec<Stmt>) {
        if let Expr::Closure(closure) = strip(argument) {
            self.take_closure(closure, argument, to);
        }
    }

    /// The same for a closure. What an earlier copy of its text has taken is not its own.
    pub fn take_closure(&mut self, closure: &ExprClosure, whole: &Expr, to: &mut Vec<Stmt>) {
        let taken = self.copied_into(closure, whole, to);
        self.taken.insert(closure, taken);
    }

    /// Copies of the variables that a `move` closure takes and that may change after it was written.
    fn copied_into(&mut self, closure: &ExprClosure, whole: &Expr, to: &mut Vec<Stmt>) -> Taken {
        let mut taken = Vec::new();
        if closure.capture.is_some() {
            for (name, local) in self.changing_names_in(closure) {
                let (copy, statement) = self.copy_of(local, whole);
                taken.push((name, copy));
                to.push(statement);
            }
        }
        taken
    }

    /// What a closure that is an argument sees of its own.
    pub fn taken_by(&mut self, closure: &ExprClosure, whole: &Expr, to: &mut Vec<Stmt>) -> Taken {
        match self.taken.get(&std::ptr::from_ref(closure)) {
            Some(taken) => taken.clone(),
            None => self.copied_into(closure, whole, to),
        }
    }

    /// The variables that a closure names and that may change after it was written.
    fn changing_names_in(&self, closure: &ExprClosure) -> Vec<(Ident, LocalId)> {
        struct Found(BTreeSet<Ident>);
        impl<'ast> Visit<'ast> for Found {
            fn visit_expr_path(&mut self, path: &'ast ExprPath) {
                self.0.extend(path.path.get_ident().cloned());
            }
            fn visit_macro(&mut self, call: &'ast syn::Macro) {
                for argument in crate::numbering::arguments(call).into_iter().flatten() {
                    self.visit_expr(&argument);
                }
            }
        }
        let mut found = Found(BTreeSet::new());
        found.visit_expr(&closure.body);
        let changing = found.0.into_iter().filter_map(|name| {
            let local = self.find(&name).filter(|local| self.body.local(*local).mutable)?;
            Some((name, local))
        });
        changing.collect()
    }

    /// The closure that a variable is, and what its body sees.
    pub fn closure_of(&self, local: LocalId) -> Option<Variable<'b>> {
        self.closures.get(&local).cloned()
    }

    pub fn copy_of(&mut self, local: LocalId, at: &Expr) -> (LocalId, Stmt) {
        let known = self.body.local(local).clone();
        let value = self.add(ExprKind::Local(local), at);
        let copy = self.hidden(known);
        let pattern = crate::hir::Pat { kind: PatKind::Bind(copy, None), span: spans::first(at) };
        self.body.locals[copy.0 as usize].origin = crate::hir::Origin::Whole(value);
        let line = spans::first(at).start().line;
        (copy, Stmt::Let(Box::new(Let { pattern, ty: None, value: Some(value), other: None, line })))
    }

    /// Whether a variable is a closure.
    pub fn is_closure(&self, local: LocalId) -> bool {
        self.closures.contains_key(&local)
    }

    /// `(|…| …)(arguments)`
    pub fn call_of_closure(&mut self, whole: &Expr, call: &ExprCall, closure: &ExprClosure) -> ExprId {
        let arguments: Vec<ExprId> = call.args.iter().map(|argument| self.expr(argument)).collect();
        self.applied(Function::Closure(closure), &arguments, whole)
    }

    /// A call of a variable: what the closure gives.
    pub fn call_of_variable(&mut self, whole: &Expr, call: &ExprCall, variable: LocalId) -> ExprId {
        let arguments: Vec<ExprId> = call.args.iter().map(|argument| self.expr(argument)).collect();
        self.applied(Function::Variable(variable), &arguments, whole)
    }

    /// What is said of a closure that is no argument and is not called.
    pub fn as_a_value(&mut self, at: &Expr) -> ExprId {
        self.refuse(at, AS_A_VALUE)
    }

    /// What a function gives for these values.
    pub fn applied(&mut self, function: Function<'_>, arguments: &[ExprId], whole: &Expr) -> ExprId {
        match function {
            Function::Named(path) => self.call_by_name(path, arguments, whole),
            Function::Closure(closure) => {
                let mut before = Vec::new();
                let taken = self.taken_by(closure, whole, &mut before);
                let value = self.in_place(closure, taken, arguments, whole);
                if before.is_empty() { value } else { self.sequence(before, value, whole) }
            }
            Function::Variable(local) if self.is_callable(local) => {
                self.add_unwritten(ExprKind::Call(Callee::Parameter(local), arguments.to_vec()), whole)
            }
            Function::Variable(local) => self.counted(whole, |builder| builder.of_variable(local, arguments, whole)),
        }
    }

    /// Counts what is added in place of calls, and refuses it where it becomes too much.
    pub fn counted(&mut self, whole: &Expr, go_on: impl FnOnce(&mut Self) -> ExprId) -> ExprId {
        let (before, outside) = (self.body.exprs.len(), self.in_place_since);
        let since = *self.in_place_since.get_or_insert(before);
        if self.in_place_before + (before - since) > MOST {
            self.in_place_since = outside;
            let is_said = std::mem::replace(&mut self.is_too_long, true);
            return if is_said { self.add(ExprKind::Error, whole) } else { self.refuse(whole, TOO_LONG) };
        }
        let result = go_on(self);
        self.in_place_since = outside;
        if outside.is_none() {
            self.in_place_before += self.body.exprs.len() - before;
        }
        result
    }

    fn of_variable(&mut self, variable: LocalId, arguments: &[ExprId], whole: &Expr) -> ExprId {
        let Some(Variable { closure, scopes, taken }) = self.closures.get(&variable).cloned() else {
            return self.add(ExprKind::Error, whole);
        };
        let outside = std::mem::replace(&mut self.scopes, scopes);
        let result = self.in_place(closure, taken, arguments, whole);
        self.scopes = outside;
        result
    }

    /// `{ let parameter = argument; … body }`, which a `return` leaves.
    fn in_place(&mut self, closure: &ExprClosure, taken: Taken, arguments: &[ExprId], whole: &Expr) -> ExprId {
        let target = self.target(None, false);
        let targets = std::mem::take(&mut self.targets);
        let around = self.returns_from.replace(target);
        let mut block = Block { end: spans::last(whole).start().line, ..Block::default() };
        self.scopes.push(taken);
        block = self.scoped(|builder| {
            block.statements = builder.parameters(closure, arguments);
            block.value = Some(builder.expr(&closure.body));
            block
        });
        self.scopes.pop();
        self.targets = targets;
        self.returns_from = around;
        let is_left = self.left.remove(&target);
        self.add(ExprKind::Block(is_left.then_some(target), Box::new(block)), whole)
    }

    /// `let parameter = argument;` for each.
    pub fn parameters(&mut self, closure: &ExprClosure, arguments: &[ExprId]) -> Vec<Stmt> {
        let parameters = closure.inputs.iter().zip(arguments);
        parameters.map(|(parameter, argument)| self.parameter(parameter, *argument)).collect()
    }

    /// The value of a closure, and what stands before it. None if it has no value.
    pub fn before_the_value<'e>(&mut self, body: &'e Expr, to: &mut Block) -> Option<&'e Expr> {
        let block = match strip(body) {
            Expr::Block(block) if block.label.is_none() => &block.block,
            other => return Some(other),
        };
        let (last, before) = block.stmts.split_last()?;
        let syn::Stmt::Expr(value, None) = last else { return None };
        to.constants = self.constants(block);
        before.iter().for_each(|statement| self.statement(statement, false, to));
        Some(value)
    }

    /// Goes on with what is seen elsewhere.
    pub fn exchange_scopes(&mut self, other: &mut Seen) {
        std::mem::swap(&mut self.scopes, &mut other.0);
        std::mem::swap(&mut self.targets, &mut other.1);
        std::mem::swap(&mut self.returns_from, &mut other.2);
    }

    pub fn parameter(&mut self, parameter: &Pat, argument: ExprId) -> Stmt {
        let (pattern, ty): (&Pat, Option<&Type>) = match parameter {
            Pat::Type(typed) => (&typed.pat, (!matches!(&*typed.ty, Type::Infer(_))).then_some(&*typed.ty)),
            other => (other, None),
        };
        let built = self.sure_pattern(pattern);
        let line = built.span.start().line;
        self.bound(&built, ty, Some(argument));
        Stmt::Let(Box::new(Let { pattern: built, ty: ty.cloned(), value: Some(argument), other: None, line }))
    }

    /// A call of a function by its name. Its result has no question: the text has no place for one.
    fn call_by_name(&mut self, path: &ExprPath, arguments: &[ExprId], whole: &Expr) -> ExprId {
        let (first, last) = (spans::first(whole), spans::last(whole));
        match self.named_for(path, arguments.len()) {
            Ok(called) => {
                let made = self.add_between(called.with(arguments.to_vec()), first, last);
                self.see_outcome(self.numbering.constructor(path), made);
                made
            }
            Err(message) => {
                if !message.is_empty() {
                    self.translator.errors.push(path, message);
                }
                self.add(ExprKind::Error, whole)
            }
        }
    }

    /// What a name calls that is handed over.
    pub fn made_by(&mut self, path: &ExprPath) -> Result<Made, String> {
        self.named_for(path, 1)
    }

    fn named_for(&mut self, path: &ExprPath, arguments: usize) -> Result<Made, String> {
        let call = ExprCall {
            attrs: Vec::new(),
            func: Box::new(Expr::Path(path.clone())),
            paren_token: Default::default(),
            args: (0..arguments).map(|_| Expr::PLACEHOLDER).collect(),
        };
        self.constructed_or_called(&call)
    }

    /// `value?` in a closure, which a `None` or an `Err` leaves.
    pub fn attempt_in_closure(&mut self, whole: &Expr, attempt: &syn::ExprTry) -> ExprId {
        let option = self.expr(&attempt.expr);
        if let ExprKind::Outcome { is_ok: false, value: error, path } = self.body.kind(option)
            && types_in(path).is_none()
        {
            let error = *error;
            let raised = self.renewed(Renewal::Raised, error, None, whole);
            let closure = self.leaves_closure();
            return closure.map_or(raised, |closure| self.add(ExprKind::Break(closure, Some(raised)), whole));
        }
        let none = |builder: &mut Self, of| {
            let none = builder.absent(of, whole);
            match builder.leaves_closure() {
                Some(closure) => builder.add(ExprKind::Break(closure, Some(none)), whole),
                None => none,
            }
        };
        self.chosen_of(option, whole, |_, value, _| value, none)
    }

    /// `return value` in a closure leaves that.
    pub fn leaves_closure(&mut self) -> Option<TargetId> {
        let target = self.returns_from?;
        self.left.insert(target);
        Some(target)
    }
}

/// Whether a path that is no variable names a function, a struct or a variant, and no constant.
fn names_a_function(path: &ExprPath) -> bool {
    let last = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    path.qself.is_none() && (last.contains(char::is_lowercase) || names::is_type_name(&last))
}
