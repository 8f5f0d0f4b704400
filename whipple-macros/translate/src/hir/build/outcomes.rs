//! Methods of `Result` that are given functions.

use super::{Builder, closures::Function};
use crate::{
    context::result,
    hir::{ExprId, ExprKind, Origin, PatKind, Renewal, Stmt},
};
use syn::{Expr, Type};

impl Builder<'_, '_, '_> {
    /// Whether a function that a method is given for what has no value takes the error: then it is called on a `Result`. A closure shows
    /// it by its parameters. Of a function by its name it is known if what the method is called on shows it.
    pub fn takes_error(&mut self, function: Function<'_>, called_on: ExprId, whole: &Expr) -> bool {
        let takes = match function {
            Function::Closure(closure) => !closure.inputs.is_empty(),
            Function::Variable(local) => {
                self.closure_of(local).is_some_and(|variable| !variable.closure.inputs.is_empty())
            }
            Function::Named(_) => self.is_result(called_on),
        };
        if takes {
            self.body.of_results.extend(self.numbering.value(whole));
        }
        takes
    }

    /// Whether the body shows that a value is a `Result`.
    fn is_result(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Outcome { .. } | ExprKind::Renewed(Renewal::Succeeded | Renewal::Failed, ..) => true,
            ExprKind::Local(local) => match (&self.body.local(*local).ty, self.body.local(*local).origin) {
                (Some(ty), _) => names_result(ty),
                (None, Origin::Whole(value)) => self.is_result(value),
                _ => false,
            },
            ExprKind::Deref(of) | ExprKind::Borrow { of, .. } => self.is_result(*of),
            ExprKind::Method { name, .. } => name == "ok_or",
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) => {
                let mut tails = Vec::new();
                self.body.tails(id, &mut tails);
                tails.into_iter().any(|tail| tail != id && self.is_result(tail))
            }
            _ => false,
        }
    }

    /// A method of `Result` that is given a function, which it may call with the error.
    pub fn of_result(&mut self, whole: &Expr, result: ExprId, name: &str, function: Function<'_>) -> ExprId {
        let apply = |builder: &mut Self, value, _| builder.applied(function, &[value], whole);
        let succeeded = |builder: &mut Self, _, of| builder.renewed(Renewal::Succeeded, of, None, whole);
        match name {
            "map_err" => self.outcome(result, whole, succeeded, |builder, error, of| {
                let error = builder.applied(function, &[error], whole);
                builder.renewed(Renewal::Failed, of, Some(error), whole)
            }),
            "inspect_err" => self.outcome(
                result,
                whole,
                |builder, _, of| builder.again(of, whole),
                |builder, error, of| {
                    let lent = builder.lent(error, whole);
                    let seen = builder.applied(function, &[lent], whole);
                    builder.sequence(vec![Stmt::Expr(seen)], of, whole)
                },
            ),
            "is_ok_and" => self.chosen_of(result, whole, apply, |builder, _| builder.truth(false, whole)),
            "is_err_and" => self.outcome(result, whole, |builder, _, _| builder.truth(false, whole), apply),
            "or_else" => self.outcome(result, whole, succeeded, apply),
            _ => self.outcome(result, whole, |_, value, _| value, apply),
        }
    }

    /// `match result { of @ Ok(value) => ok, of @ Err(error) => err }`
    pub fn outcome(
        &mut self,
        result: ExprId,
        whole: &Expr,
        ok: impl FnOnce(&mut Self, ExprId, ExprId) -> ExprId,
        err: impl FnOnce(&mut Self, ExprId, ExprId) -> ExprId,
    ) -> ExprId {
        let result = self.behind(result, whole);
        let ok = self.arm(result, whole, |value| PatKind::Outcome(true, value), ok);
        let err = self.arm(result, whole, |error| PatKind::Outcome(false, error), err);
        self.add(ExprKind::Match(result, vec![ok, err]), whole)
    }
}

/// Whether a type that is written is a `Result`, behind references or not.
fn names_result(ty: &Type) -> bool {
    match ty {
        Type::Paren(inner) => names_result(&inner.elem),
        Type::Group(inner) => names_result(&inner.elem),
        Type::Reference(reference) => names_result(&reference.elem),
        Type::Path(path) => result(&path.path).is_some(),
        _ => false,
    }
}
