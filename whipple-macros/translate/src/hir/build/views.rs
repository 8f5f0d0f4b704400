//! Arrays of which Rust makes slices.

use super::Builder;
use crate::{
    context::Shape,
    hir::{ExprId, ExprKind},
};
use syn::ReturnType;

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
        let Shape::View(mutable, _) = Shape::of_type(ty) else { return };
        let mut results: Vec<ExprId> = self.body.root.value.into_iter().collect();
        self.body.each_in_block(&self.body.root, &mut |id| {
            if let ExprKind::Return(Some(value)) = self.body.kind(id) {
                results.push(*value);
            }
        });
        results.into_iter().for_each(|result| self.becomes_view(result, mutable));
    }
}
