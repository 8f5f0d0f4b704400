//! Functions that are handed to functions: closures, variables that are closures, parameters that are functions, and functions by their names.
//!
//! The function that gets one cannot be seen here, so a closure stays one. Its body is built where the closure is written, and what leaves it
//! leaves the block that it is.

use super::{
    Builder,
    closures::{Taken, Variable},
    exprs::strip,
    spans,
};
use crate::{
    context::Receiver,
    hir::{Block, Callee, ExprId, ExprKind, Local, LocalId, Origin, Shape, Stmt},
    methods::{self, Associated},
    names,
};
use quote::ToTokens;
use syn::{Expr, ExprClosure, ExprPath, ExprUnary, Ident, Pat, Type, UnOp};

/// What is said of a parameter that is a function, where it is neither called nor handed on.
pub const CALLABLE_AS_A_VALUE: &str =
    "in device code a function that is a parameter is called, or handed to another function: `f(x)`, `apply(x, &f)`";
const WITH_CONTEXT: &str = "a closure that is handed to a function has `spawn`, `spawn_after`, `fence`, `thread` and `threads` of the context in device \
     code, and nothing else; give what it needs a variable before it, or write in this function what the other one does";
/// What such a closure may call of the context: no thread waits in it for others, and nothing ends the task.
const WITHIN_CLOSURES: [&str; 5] = ["spawn", "spawn_after", "fence", "thread", "threads"];
const WITH_SELF: &str =
    "in device code a `move` closure cannot take `mut self`; copy it before, as `let this = self;`, and name that";
const UNTYPED: &str = "in a function with generic types, write the type of this parameter, as `|x: u32|` or `|x: &T|`: C++ must see whether it is a reference";
const OF_GENERIC: &str = "in device code a function of a generic type is handed on as a closure, as `|x| T::name(x)`";

impl Builder<'_, '_, '_> {
    /// An argument of a function that may take functions.
    pub fn argument(&mut self, argument: &Expr) -> ExprId {
        self.function_handed(argument, true).unwrap_or_else(|| self.expr(argument))
    }

    /// What is handed over as a function, if it is one.
    fn function_handed(&mut self, argument: &Expr, is_value: bool) -> Option<ExprId> {
        match strip(argument) {
            Expr::Reference(lent) => match strip(&lent.expr) {
                Expr::Path(_) | Expr::Closure(_) => self.function_handed(&lent.expr, false),
                // What a reference to a function refers to.
                Expr::Unary(ExprUnary { op: UnOp::Deref(_), expr, .. }) => match strip(expr) {
                    Expr::Path(path) if path.path.get_ident().is_some_and(|name| self.find(name).is_some()) => {
                        self.function_handed(expr, false)
                    }
                    _ => None,
                },
                _ => None,
            },
            Expr::Closure(closure) => {
                let mut before = Vec::new();
                let taken = self.taken_by(closure, argument, &mut before);
                Some(self.closure_handed(closure, taken, before, argument))
            }
            Expr::Path(path) => match path.path.get_ident().and_then(|name| self.find(name)) {
                Some(local) if self.is_callable(local) => {
                    Some(self.add_unwritten(ExprKind::Function(Callee::Parameter(local)), argument))
                }
                Some(local) if self.is_closure(local) => {
                    Some(self.counted(argument, |builder| builder.variable_handed(local, argument, is_value)))
                }
                Some(_) => None,
                None if path.path.get_ident().is_some_and(|name| self.is_constant_name(name)) => None,
                None => is_function(path).then(|| self.named_handed(path, argument)),
            },
            _ => None,
        }
    }

    /// Whether a name is that of a constant, and of no item.
    fn is_constant_name(&self, name: &Ident) -> bool {
        self.constants.contains(name) || self.translator.generics.contains_key(&name.to_string())
    }

    /// Whether a variable is a parameter that is a function.
    pub fn is_callable(&self, local: LocalId) -> bool {
        self.body.parameters.contains(&Some(local))
            && self.body.local(local).ty.as_ref().is_some_and(|ty| crate::context::callables::of_type(ty).is_some())
    }

    /// A variable that is a closure. As a value, it has copies of its own of what it took.
    fn variable_handed(&mut self, variable: LocalId, whole: &Expr, is_value: bool) -> ExprId {
        let Some(Variable { closure, scopes, mut taken }) = self.closure_of(variable) else {
            return self.add_unwritten(ExprKind::Error, whole);
        };
        let outside = std::mem::replace(&mut self.scopes, scopes);
        let mut before = Vec::new();
        if is_value {
            for (_, local) in &mut taken {
                let (copy, statement) = self.copy_of(*local, whole);
                *local = copy;
                before.push(statement);
            }
        }
        let result = self.closure_handed(closure, taken, before, whole);
        self.scopes = outside;
        result
    }

    fn closure_handed(&mut self, closure: &ExprClosure, taken: Taken, before: Vec<Stmt>, whole: &Expr) -> ExprId {
        let target = self.target(None, false);
        let targets = std::mem::take(&mut self.targets);
        let around = self.returns_from.replace(target);
        let end = spans::last(whole).start().line;
        let mut parameters = Vec::new();
        self.scopes.push(taken);
        let block = self.scoped(|builder| {
            let mut block = Block { end, ..Block::default() };
            for parameter in &closure.inputs {
                let (local, statement) = builder.handed_parameter(parameter);
                parameters.push(local);
                block.statements.extend(statement);
            }
            block.value = Some(builder.expr(&closure.body));
            block
        });
        self.scopes.pop();
        self.targets = targets;
        self.returns_from = around;
        let is_left = self.left.remove(&target);
        let body = self.add_unwritten(ExprKind::Block(is_left.then_some(target), Box::new(block)), whole);
        self.check_handed(closure, body);
        let before = Box::new(Block { statements: before, end, ..Block::default() });
        self.add_unwritten(ExprKind::Closure { before, parameters, body }, whole)
    }

    /// The variable of a parameter, and the statement that takes it apart.
    fn handed_parameter(&mut self, parameter: &Pat) -> (Option<LocalId>, Option<Stmt>) {
        let (pattern, ty): (&Pat, Option<&Type>) = match parameter {
            Pat::Type(typed) => (&typed.pat, (!matches!(&*typed.ty, Type::Infer(_))).then_some(&*typed.ty)),
            other => (other, None),
        };
        let is_known = ty.is_some() || matches!(pattern, Pat::Wild(_) | Pat::Reference(_));
        if !is_known && !crate::ask::knows_types(self.translator.input) {
            self.error(parameter, UNTYPED);
        }
        let shape = match (ty, pattern) {
            (Some(ty), _) => Shape::of_type(ty),
            (None, Pat::Reference(reference)) => Shape::reference(reference.mutability.is_some(), Shape::Plain),
            _ => Shape::Plain,
        };
        let ty = ty.filter(|ty| !crate::context::mentions_placeholder(ty)).cloned();
        let local = |name: Ident| Local { ty: ty.clone(), shape, origin: Origin::Handed, ..Local::new(name) };
        match pattern {
            Pat::Wild(_) => (None, None),
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() => {
                (Some(self.declare(local(name.ident.clone()))), None)
            }
            other => {
                let span = syn::spanned::Spanned::span(other);
                let hidden = self.hidden(local(Ident::new("handed", span)));
                let value = self.add_between(ExprKind::Local(hidden), span, span);
                (Some(hidden), Some(self.parameter(parameter, value)))
            }
        }
    }

    /// Refuses what a closure cannot do elsewhere, and notes that rustc is asked about its parameters.
    fn check_handed(&mut self, closure: &ExprClosure, body: ExprId) {
        // What is called of the context comes behind it.
        let mut found = Vec::new();
        self.body.each(body, &mut |id| {
            if self.body.is_context(id) || self.body.is_join(id) {
                found.push(id);
            }
            if let ExprKind::Method { receiver, name, .. } = self.body.kind(id)
                && WITHIN_CLOSURES.iter().any(|method| name == method)
                && self.body.is_context(*receiver)
            {
                found.retain(|found| found != receiver);
            }
        });
        let found = found.first().copied();
        if let Some(found) = found {
            let (first, last) = (self.body.expr(found).first, self.body.expr(found).last);
            self.translator.errors.push_between(first, last, WITH_CONTEXT);
        }
        let takes_self = closure.capture.is_some()
            && self.translator.receiver == (Receiver::Value { mutable: true })
            && crate::context::mentions(
                closure.body.to_token_stream(),
                &Ident::new("self", proc_macro2::Span::call_site()),
            );
        if takes_self {
            self.error(closure, WITH_SELF);
        }
        self.body.handed.extend(self.numbering.closure_number(closure));
    }

    /// A function by its name.
    fn named_handed(&mut self, path: &ExprPath, whole: &Expr) -> ExprId {
        let made = match self.made_by(path) {
            Ok(made) => made,
            Err(message) => {
                if !message.is_empty() {
                    self.translator.errors.push(path, message);
                }
                return self.add_unwritten(ExprKind::Error, whole);
            }
        };
        let arguments = match &made {
            super::calls::Made::Some | super::calls::Made::Outcome(..) => 1,
            super::calls::Made::Called(callee) => match arguments_of(callee) {
                Some(arguments) => arguments,
                None => return self.function_of_ones_own(callee.clone(), whole),
            },
        };
        // As a closure: how many arguments it has is known.
        let mut parameters = Vec::new();
        let values = (0..arguments).map(|_| {
            let name = Ident::new("handed", spans::first(whole));
            let parameter = self.hidden(Local { origin: Origin::Handed, ..Local::new(name) });
            parameters.push(Some(parameter));
            self.use_of(parameter, whole)
        });
        let values = values.collect();
        let body = self.add_unwritten(made.with(values), whole);
        let before = Box::default();
        self.add_unwritten(ExprKind::Closure { before, parameters, body }, whole)
    }

    fn function_of_ones_own(&mut self, callee: Callee, whole: &Expr) -> ExprId {
        if let Callee::Associated(path) = &callee {
            let owner = self.translator.owner_type(path);
            if self.translator.mentions_generic(&owner) {
                return self.refuse(whole, OF_GENERIC);
            }
        }
        self.add_unwritten(ExprKind::Function(callee), whole)
    }
}

/// How many arguments a function of the library takes; none if it is one of the user's.
fn arguments_of(callee: &Callee) -> Option<usize> {
    let of_type = |owner: &str, name: &str| match methods::associated(owner, name) {
        Some(Associated::Method(method)) => Some(method.arguments.len() + 1),
        Some(Associated::Function(function)) => Some(function.arguments.len()),
        _ => None,
    };
    match callee {
        Callee::Vector(name) if name == "quat" => Some(4),
        Callee::Vector(name) => name.trim_matches(char::is_alphabetic).parse().ok(),
        Callee::Primitive(owner, name) => Some(of_type(owner, name).unwrap_or(1)),
        Callee::Associated(path) => {
            let mut segments = path.segments.iter().rev().map(|segment| segment.ident.to_string());
            let (name, owner) = (segments.next()?, segments.next()?);
            if names::is_vector(&owner) { of_type(&owner, &name) } else { None }
        }
        _ => None,
    }
}

/// Whether a path that is no variable names a function, as its last name begins with a small letter, or is `Some`.
fn is_function(path: &ExprPath) -> bool {
    let Some(last) = path.path.segments.last() else { return false };
    let name = names::unraw(&last.ident);
    path.qself.is_none()
        && (name == "Some" || name.starts_with(|first: char| first.is_lowercase() || first == '_'))
        && !path.path.is_ident("self")
}
