//! Assignments: a place and its value have one type, and so have the parts of both where a value is taken apart.

use super::{context::Context, walk::Walker};
use crate::places::{is_rest, pairs, takes_apart};
use syn::{Expr, Token, punctuated::Punctuated};

impl Walker {
    /// `left = right`.
    pub fn assign(&mut self, left: &mut Expr, right: &mut Expr) {
        match (left, right) {
            (Expr::Paren(inner), right) => self.assign(&mut inner.expr, right),
            (Expr::Group(inner), right) => self.assign(&mut inner.expr, right),
            (left, right) if pairs(left, right).is_some() => self.assign_pairs(left, right),
            (left, right) if takes_apart(left) => {
                let value = self.value(right, &Context::Alone);
                self.assign_parts(left, value);
            }
            (Expr::Infer(_), right) => {
                self.expr(right, false);
            }
            (left, right) => {
                let place = self.expr(left, false);
                let value = self.expr(right, true);
                self.pin(right, place);
                self.classes.unify(place, value);
            }
        }
    }

    /// Two tuples or arrays of one length: C++ converts plain integers when it assigns each.
    fn assign_pairs(&mut self, left: &mut Expr, right: &mut Expr) {
        match (left, right) {
            (left, Expr::Paren(inner)) => self.assign_pairs(left, &mut inner.expr),
            (left, Expr::Group(inner)) => self.assign_pairs(left, &mut inner.expr),
            (Expr::Tuple(left), Expr::Tuple(right)) => {
                left.elems.iter_mut().zip(&mut right.elems).for_each(|(left, right)| self.assign(left, right));
            }
            (Expr::Array(left), Expr::Array(right)) => {
                left.elems.iter_mut().zip(&mut right.elems).for_each(|(left, right)| self.assign(left, right));
            }
            _ => {}
        }
    }

    /// The places of a value that is taken apart.
    fn assign_parts(&mut self, left: &mut Expr, value: usize) {
        match left {
            Expr::Paren(inner) => self.assign_parts(&mut inner.expr, value),
            Expr::Group(inner) => self.assign_parts(&mut inner.expr, value),
            Expr::Infer(_) => {}
            Expr::Tuple(tuple) => {
                for (index, part) in parts(&mut tuple.elems).enumerate() {
                    let element = self.classes.tuple_element(value, index);
                    self.assign_parts(part, element);
                }
            }
            Expr::Array(array) => {
                let element = self.array_element(value);
                parts(&mut array.elems).for_each(|part| self.assign_parts(part, element));
            }
            Expr::Call(call) => {
                for part in parts(&mut call.args) {
                    let field = self.classes.fresh();
                    self.assign_parts(part, field);
                }
            }
            Expr::Struct(literal) => {
                for part in &mut literal.fields {
                    let field = self.classes.fresh();
                    self.assign_parts(&mut part.expr, field);
                }
            }
            place => {
                let place = self.expr(place, false);
                self.classes.unify(place, value);
            }
        }
    }
}

/// The parts before `..`.
fn parts(elements: &mut Punctuated<Expr, Token![,]>) -> impl Iterator<Item = &mut Expr> {
    elements.iter_mut().take_while(|part| !is_rest(part))
}
