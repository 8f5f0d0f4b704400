//! Arrays of which Rust makes slices.

use super::Builder;
use crate::{
    context::{Shape, result, strip_type},
    hir::{ExprId, ExprKind},
};
use syn::{ReturnType, Type};

const PARTS: &str = "values of a choice have no arrays in device code where slices are wanted: write `&values[..]`";

impl Builder<'_, '_, '_> {
    /// Notes the arrays of which Rust makes slices: the values of a choice that goes where a slice is wanted.
    pub fn becomes_view(&mut self, id: ExprId, mutable: bool) {
        let mut tails = Vec::new();
        self.body.tails(id, &mut tails);
        for tail in tails.into_iter().filter(|tail| *tail != id) {
            if self.body.shape(tail).is_reference() {
                self.body.exprs[tail.0 as usize].viewed = Some(mutable);
            }
        }
    }

    /// The same of what a function gives, if its type says that it is a slice.
    pub fn results_become_views(&mut self, output: &ReturnType) {
        let ReturnType::Type(_, ty) = output else { return };
        let wanted = match ty_of_result(ty) {
            Some((value, error)) => Shape::Tuple(vec![Shape::of_type(value), Shape::of_type(error)]),
            None => Shape::of_type(ty),
        };
        let mut results: Vec<ExprId> = self.body.root.value.into_iter().collect();
        self.body.each_in_block(&self.body.root, &mut |id| {
            if let ExprKind::Return(Some(value)) = self.body.kind(id) {
                results.push(*value);
            }
        });
        results.into_iter().for_each(|result| self.goes_where(result, &wanted));
    }

    /// Notes that a value goes where slices are wanted.
    pub fn goes_where(&mut self, id: ExprId, wanted: &Shape) {
        match wanted {
            Shape::View(mutable, _) => self.becomes_view(id, *mutable),
            wanted if wanted.holds_view() => self.refuse_chosen_parts(id, wanted),
            _ => {}
        }
    }

    /// Refuses a choice of values with arrays of which Rust makes slices: C++ would need them to have one length.
    fn refuse_chosen_parts(&mut self, result: ExprId, wanted: &Shape) {
        let mut tails = Vec::new();
        self.body.tails(result, &mut tails);
        tails.retain(|tail| match (self.body.kind(*tail), wanted) {
            (ExprKind::Outcome { value, .. }, Shape::Tuple(wanted)) => {
                wanted.iter().any(|wanted| has_array_for_slice(self.body.shape(*value), wanted))
            }
            _ => has_array_for_slice(self.body.shape(*tail), wanted),
        });
        if let [_, second, ..] = *tails {
            self.translator.errors.push_at(self.body.expr(second).first, PARTS);
        }
    }
}

/// Whether there is an array where a slice is wanted.
fn has_array_for_slice(shape: &Shape, wanted: &Shape) -> bool {
    match (shape, wanted) {
        (of, Shape::View(..)) => of.is_reference(),
        (Shape::Tuple(parts), Shape::Tuple(wanted)) => {
            parts.iter().zip(wanted).any(|(part, wanted)| has_array_for_slice(part, wanted))
        }
        (Shape::Option(of), Shape::Option(wanted)) => has_array_for_slice(of, wanted),
        _ => false,
    }
}

/// The types of a `Result`.
fn ty_of_result(ty: &Type) -> Option<(&Type, &Type)> {
    match strip_type(ty) {
        Type::Path(path) => result(&path.path),
        _ => None,
    }
}
