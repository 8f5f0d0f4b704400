//! Assignments that take a value apart: `(a, b) = (b, a);`.
//!
//! Rust evaluates the value first, and then assigns to the places from left to right; each place is found when its turn comes.

use super::{Translator, code::Code, control::Dest, expr::may_panic};
use crate::places::{is_rest, pairs};
use syn::{Expr, punctuated::Punctuated};

/// What a place gets.
type Part<'e> = (&'e Expr, Code);

impl Translator<'_> {
    /// `(a, b) = value;`
    pub fn take_apart(&mut self, left: &Expr, right: &Expr, line: usize) {
        let mut parts = Vec::new();
        self.values_of_parts(left, right, line, &mut parts);
        for (place, value) in parts {
            if self.is_reference_variable(place) {
                self.errors.push(place, super::stmt::POINTED_ELSEWHERE);
            }
            self.hoist = true;
            let place = self.place(place).pieces;
            self.deliver(line, value, &Dest::Assign(place));
        }
    }

    /// Evaluates the value in Rust's order, and gives its parts names. A tuple or an array that is written out is never built.
    fn values_of_parts<'e>(&mut self, left: &'e Expr, right: &'e Expr, line: usize, parts: &mut Vec<Part<'e>>) {
        if let Some(pairs) = pairs(left, right) {
            return pairs.into_iter().for_each(|(left, right)| self.values_of_parts(left, right, line, parts));
        }
        if matches!(left, Expr::Infer(_)) && !Self::is_place(right) {
            return self.expr_into(right, &Dest::Discard);
        }
        if matches!(left, Expr::Infer(_)) && !may_panic(right) {
            return;
        }
        self.hoist = true;
        let code = self.value(right);
        let value = self.name_value(right, code, line);
        self.parts(left, value, parts);
    }

    /// Adds the places on the left with the parts of the value that they get.
    fn parts<'e>(&mut self, left: &'e Expr, value: Code, parts: &mut Vec<Part<'e>>) {
        match left {
            Expr::Paren(inner) => self.parts(&inner.expr, value, parts),
            Expr::Group(inner) => self.parts(&inner.expr, value, parts),
            Expr::Infer(_) => {}
            Expr::Tuple(tuple) => {
                self.elements_of(&tuple.elems, parts, |index| value.clone().member(&format!("_{index}")))
            }
            Expr::Array(array) => {
                let element = |index: usize| value.clone().index(Code::primary(index.to_string()));
                self.elements_of(&array.elems, parts, element);
            }
            Expr::Call(call) => {
                if let Expr::Path(path) = &*call.func {
                    self.require_struct(&path.path);
                }
                self.elements_of(&call.args, parts, |index| value.clone().member(&format!("_{index}")));
            }
            Expr::Struct(literal) => {
                self.require_struct(&literal.path);
                for field in &literal.fields {
                    let member = self.member_name(&field.member);
                    self.parts(&field.expr, value.clone().member(&member), parts);
                }
            }
            place => parts.push((place, value)),
        }
    }

    fn elements_of<'e>(
        &mut self,
        elements: &'e Punctuated<Expr, syn::Token![,]>,
        parts: &mut Vec<Part<'e>>,
        part: impl Fn(usize) -> Code,
    ) {
        for (index, element) in elements.iter().enumerate() {
            if is_rest(element) {
                if index + 1 < elements.len() {
                    self.errors.push(element, super::pattern::REST_AT_THE_END);
                }
                return;
            }
            self.parts(element, part(index), parts);
        }
    }

    /// Refuses a variant of an enum on the left, here or by rustc.
    fn require_struct(&mut self, path: &syn::Path) {
        if self.variant_of(path).is_some() {
            let hint = "only structs, tuples and arrays are taken apart by an assignment in device code; write `let` or `match`";
            return self.errors.push(path, hint);
        }
        self.require_type(path);
    }
}
