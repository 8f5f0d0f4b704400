//! Assignments.

use super::Builder;
use crate::{
    context::REST_AT_THE_END,
    hir::{ExprId, ExprKind, Operator, Parts, Shape},
    methods::{self, Effect},
    places::{is_rest, takes_apart},
};
use syn::{Expr, Index, Member, Token, punctuated::Punctuated};

impl Builder<'_, '_, '_> {
    /// `place = value`
    pub fn assign(&mut self, whole: &Expr, assign: &syn::ExprAssign) -> ExprId {
        // Rust evaluates the value first.
        let value = self.expr(&assign.right);
        let kind = match super::exprs::strip(&assign.left) {
            Expr::Infer(_) => ExprKind::TakeApart(Parts::Nothing, value),
            left if takes_apart(left) => ExprKind::TakeApart(self.parts(left), value),
            left => {
                let place = self.expr(left);
                if let Some(hint) = self.lost_change(place) {
                    return self.refuse(left, &hint);
                }
                if let Shape::View(mutable, _) = *self.body.shape(place) {
                    self.becomes_view(value, mutable);
                }
                // No variable has this name, and constants cannot be assigned to: rustc says so.
                let is_unknown = matches!(self.body.kind(place), ExprKind::Item(path) if path.get_ident().is_some());
                if is_unknown { ExprKind::Error } else { ExprKind::Assign(place, value) }
            }
        };
        self.add(kind, whole)
    }

    /// What is said of an assignment to a part of what memory gave: it would change a copy.
    fn lost_change(&self, place: ExprId) -> Option<String> {
        let mut of = place;
        while let ExprKind::Field(base, _) | ExprKind::Index(base, _) = self.body.kind(of) {
            of = *base;
        }
        match self.body.kind(of) {
            ExprKind::Method { name, arguments, .. }
                if of != place && arguments.len() == 1 && methods::of_memory(&name.to_string()) == Effect::Loads =>
            {
                Some(format!(
                    "`{name}` gives a copy, and this changes nothing else; write `let mut x = memory.{name}(i);`, change `x`, and `set` it"
                ))
            }
            _ => None,
        }
    }

    /// `place += value`
    pub fn compound(&mut self, whole: &Expr, binary: &syn::ExprBinary, operator: Operator) -> ExprId {
        let place = self.expr(&binary.left);
        let value = self.expr(&binary.right);
        if let Some(hint) = self.lost_change(place) {
            return self.refuse(&binary.left, &hint);
        }
        self.add(ExprKind::Compound(operator, place, value), whole)
    }

    fn parts(&mut self, left: &Expr) -> Parts {
        match left {
            Expr::Paren(inner) => self.parts(&inner.expr),
            Expr::Group(inner) => self.parts(&inner.expr),
            Expr::Infer(_) => Parts::Nothing,
            Expr::Tuple(tuple) => Parts::Fields(None, self.unnamed(&tuple.elems)),
            Expr::Array(array) => {
                let mut elements = Vec::new();
                for (index, element) in array.elems.iter().enumerate() {
                    if is_rest(element) {
                        self.check_rest(element, index + 1 == array.elems.len());
                        break;
                    }
                    elements.push((index, self.parts(element)));
                }
                Parts::Elements(elements)
            }
            Expr::Call(call) => {
                let path = match &*call.func {
                    Expr::Path(path) => Some(path.path.clone()),
                    _ => None,
                };
                let members: Vec<Member> = (0..call.args.len()).map(Member::from).collect();
                self.require_struct(path.as_ref(), members.iter());
                Parts::Fields(path, self.unnamed(&call.args))
            }
            Expr::Struct(literal) => {
                self.require_struct(Some(&literal.path), literal.fields.iter().map(|field| &field.member));
                let fields = literal.fields.iter().map(|field| (field.member.clone(), self.parts(&field.expr)));
                Parts::Fields(Some(literal.path.clone()), fields.collect())
            }
            place => Parts::Place(self.expr(place)),
        }
    }

    fn unnamed(&mut self, elements: &Punctuated<Expr, Token![,]>) -> Vec<(Member, Parts)> {
        let mut fields = Vec::new();
        for (index, element) in elements.iter().enumerate() {
            if is_rest(element) {
                self.check_rest(element, index + 1 == elements.len());
                break;
            }
            fields.push((Member::Unnamed(Index::from(index)), self.parts(element)));
        }
        fields
    }

    fn check_rest(&mut self, rest: &Expr, is_last: bool) {
        if !is_last {
            self.error(rest, REST_AT_THE_END);
        }
    }

    /// Refuses a variant of an enum on the left, here or by rustc.
    fn require_struct<'m>(&mut self, path: Option<&syn::Path>, members: impl Iterator<Item = &'m Member>) {
        let Some(path) = path else { return };
        if self.translator.variant_of(path).is_some() {
            let hint = "only structs, tuples and arrays are taken apart by an assignment in device code; write `let` or `match`";
            return self.error(path, hint);
        }
        self.translator.require_type(path, members);
    }
}

/// `Default` of `Default::default()`.
pub fn default_of_trait(call: &syn::ExprCall) -> Option<syn::Path> {
    let Expr::Path(syn::ExprPath { qself: None, path, .. }) = &*call.func else { return None };
    let mut owner = path.clone();
    let name = owner.segments.pop()?.ident;
    owner.segments.pop_punct();
    let is_default = name == "default" && owner.segments.last()?.ident == "Default" && call.args.is_empty();
    is_default.then_some(owner)
}
