//! Expressions that the body was marked at, so that rustc is asked about them.

use super::Asker;
use crate::ask;
use syn::{Expr, visit_mut::VisitMut};

impl Asker<'_> {
    /// Asks about an expression, if it is marked.
    pub fn marked(&mut self, expr: &mut Expr) -> bool {
        if let Some(question) = ask::unmark(expr) {
            self.asked_call(expr, question);
        } else if let Some(question) = ask::unmark_converted(expr) {
            self.conversion(expr, question);
        } else if let Some(question) = ask::unmark_way(expr) {
            self.either_way(expr, question);
        } else if ask::unmark_chained(expr) {
            self.chained(expr);
        } else if ask::unmark_function(expr) {
            self.function_handed(expr);
        } else if let Some(of_result) = ask::unmark_in_place(expr) {
            self.in_place(expr, of_result);
        } else if let Some(question) = ask::unmark_absent(expr) {
            self.visit_expr_mut(expr);
            *expr = ask::none(expr, question);
        } else {
            return false;
        }
        true
    }
}
