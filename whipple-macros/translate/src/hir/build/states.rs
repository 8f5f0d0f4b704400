//! Closures that remember something between their calls: `move |x| { n += 1; x + n }`. A copy of an iterator has a copy of that.

use super::{Builder, chains::Stage, closures::Function, ready::Ready};
use crate::{names, operators};
use syn::{
    Expr, Ident,
    visit::{self, Visit},
};

const STATE: &str = "this closure remembers what it changes, and the iterator that it is in is copied here; write a loop, or give `scan` what it remembers";

impl Builder<'_, '_, '_> {
    /// Refuses closures in a chain that is copied if they change what they have taken.
    pub fn refuse_states(&mut self, ready: &Ready<'_>) {
        for function in ready.stages.iter().filter_map(|(stage, _)| Stage::function(stage)) {
            if self.remembers(function) {
                self.refuse(function, STATE);
            }
        }
    }

    fn remembers(&self, function: &Expr) -> bool {
        let (closure, taken) = match self.function(function) {
            Some(Function::Closure(closure)) => (closure, self.taken.get(&std::ptr::from_ref(closure)).cloned()),
            Some(Function::Variable(local)) => match self.closure_of(local) {
                Some(variable) => (variable.closure, Some(variable.taken)),
                None => return false,
            },
            _ => return false,
        };
        taken.is_some_and(|taken| taken.iter().any(|(name, _)| changes(&closure.body, name)))
    }
}

/// Whether an expression may change a variable.
fn changes(expr: &Expr, name: &Ident) -> bool {
    struct Finder<'a>(&'a Ident, bool);
    impl Finder<'_> {
        fn is_part(&self, expr: &Expr) -> bool {
            match expr {
                Expr::Path(path) => path.path.is_ident(self.0),
                Expr::Paren(inner) => self.is_part(&inner.expr),
                Expr::Unary(inner) => self.is_part(&inner.expr),
                Expr::Field(field) => self.is_part(&field.base),
                Expr::Index(index) => self.is_part(&index.expr),
                _ => false,
            }
        }
    }
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.1 |= match expr {
                Expr::Assign(assign) => self.is_part(&assign.left),
                Expr::Binary(binary) => operators::is_compound(&binary.op) && self.is_part(&binary.left),
                Expr::Reference(lent) => lent.mutability.is_some() && self.is_part(&lent.expr),
                Expr::MethodCall(call) => {
                    self.is_part(&call.receiver) && !names::is_pure_method(&call.method.to_string())
                }
                _ => false,
            };
            visit::visit_expr(self, expr);
        }
    }
    let mut finder = Finder(name, false);
    finder.visit_expr(expr);
    finder.1
}
