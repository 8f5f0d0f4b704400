//! Variables without a type that get references after they were declared: as `None`, or without a value.

use super::Builder;
use crate::hir::{Body, ExprKind, LocalId, Shape, Stmt};
use std::collections::BTreeMap;

/// How often a body is built at most: a variable may get what another one got later.
pub const TRIES: usize = 4;

/// Where such variables have references, by the numbers of their `let`s.
pub fn shapes(body: &Body) -> BTreeMap<usize, Shape> {
    let mut begun: BTreeMap<LocalId, Shape> = BTreeMap::new();
    for statement in body.blocks().into_iter().flat_map(|block| &block.statements) {
        if let Stmt::Let(binding) = statement
            && let (super::PatKind::Bind(local, None), None) = (&binding.pattern.kind, &binding.ty)
            && binding.value.is_none_or(|value| body.is_open_none(value))
        {
            begun.insert(*local, binding.value.map_or(Shape::Open, |value| body.shape(value).clone()));
        }
    }
    body.each_in_block(&body.root, &mut |id| {
        if let ExprKind::Assign(place, value) = body.kind(id)
            && let ExprKind::Local(local) = body.kind(*place)
            && let Some(shape) = begun.get_mut(local)
        {
            *shape = std::mem::take(shape).merged(body.shape(*value).clone());
        }
    });
    // What functions gave is plain, and no longer open.
    let is_known = |shape: &&Shape| shape.may_refer() || **shape == Shape::Plain;
    let shape_of = |(number, local): (&usize, &LocalId)| Some((*number, begun.get(local).filter(is_known)?.clone()));
    body.lets.iter().filter_map(shape_of).collect()
}

impl Builder<'_, '_, '_> {
    /// Gives a variable the shape of what it gets later.
    pub fn see_later(&mut self, local: &syn::Local, id: LocalId) {
        if let Some(shape) = self.numbering.binding(local).and_then(|number| self.later.get(&number)) {
            self.body.locals[id.0 as usize].shape = shape.clone();
        }
    }
}
