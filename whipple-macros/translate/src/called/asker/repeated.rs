//! Closures of which Rust leaves open how often they run: those before `zip`, and those of sorts. They change nothing.
//!
//! The IR sees what a closure changes in its variables and by the methods of buffers. A struct of buffers is not seen there: a function that is
//! handed one may write. So rustc looks at what such a closure hands to functions.

use super::{Asker, arguments::is_value};
use crate::{
    methods::{self, Effect},
    names,
};
use syn::{Expr, visit_mut::VisitMut};

/// Where a closure stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeats {
    /// It runs as often as Rust says.
    No,
    /// In what stands before `zip`, or in the argument of a sort.
    Before,
    /// In the closure.
    Inside,
}

impl Asker<'_> {
    /// Goes through the receiver of `zip`, or the arguments of a sort.
    pub fn repeated(&mut self, expr: &mut Expr) {
        let outer = std::mem::replace(&mut self.repeats, Repeats::Before);
        self.visit_expr_mut(expr);
        self.repeats = outer;
    }

    /// Goes through a closure; false for another expression.
    pub fn repeated_closure(&mut self, expr: &mut Expr) -> bool {
        let is_one = self.repeats == Repeats::Before && matches!(expr, Expr::Closure(_));
        if is_one {
            self.repeats = Repeats::Inside;
            self.visit_expr_mut(expr);
            self.repeats = Repeats::Before;
        }
        is_one
    }

    /// Has rustc look at what a call hands over.
    pub fn hand_stored(&mut self, expr: &mut Expr) {
        if self.repeats != Repeats::Inside {
            return;
        }
        match expr {
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                if names::is_pure_method(&name) {
                    return;
                }
                let is_of_memory = methods::of_memory(&name) != Effect::None;
                self.hand(&mut call.receiver, if is_of_memory { "stored::memory" } else { "stored::value" });
                call.args.iter_mut().for_each(|argument| self.hand_argument(argument));
            }
            Expr::Call(call) => call.args.iter_mut().for_each(|argument| self.hand_argument(argument)),
            _ => {}
        }
    }

    fn hand_argument(&mut self, argument: &mut Expr) {
        if is_value(argument) {
            self.hand(argument, "stored::value");
        }
    }
}
