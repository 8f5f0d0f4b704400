//! Variables with what functions of the user's give.

use super::{Body, ExprId, ExprKind, Local, LocalId, Origin};

impl Body {
    /// Whether the value of an expression comes out of a function of the user's.
    pub fn is_given(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Call(callee, _) => callee.is_of_users(),
            ExprKind::Local(local) => match (&self.local(*local).ty, self.local(*local).origin) {
                (None, Origin::Whole(value) | Origin::Part(value)) => self.is_given(value),
                _ => false,
            },
            _ => self.shape(id).is_unknown(),
        }
    }

    /// Whether a variable gets what is no reference: a number that is computed or written.
    pub fn is_surely_value(&self, local: LocalId) -> bool {
        let is_it = |place: &ExprId| matches!(self.kind(*place), ExprKind::Local(of) if *of == local);
        let is_computed = |value: ExprId| {
            matches!(
                self.kind(value),
                ExprKind::Literal(_)
                    | ExprKind::Binary(..)
                    | ExprKind::Negate(_)
                    | ExprKind::Not(_)
                    | ExprKind::Cast(..)
                    | ExprKind::And(..)
                    | ExprKind::Or(..)
                    | ExprKind::Struct { .. }
            )
        };
        let mut found = false;
        self.each_in_block(&self.root, &mut |id| {
            found |= match self.kind(id) {
                ExprKind::Assign(place, value) => is_it(place) && is_computed(*value),
                ExprKind::Compound(_, place, _) => is_it(place),
                _ => false,
            };
        });
        found
    }

    /// Whether a variable itself is borrowed by `&mut` or `ref mut`, so that it may get another value by that.
    pub fn is_lent_to_change(&self, local: LocalId) -> bool {
        let is_it = |place: ExprId| matches!(self.kind(place), ExprKind::Local(of) if *of == local);
        let mut found = false;
        self.each_in_block(&self.root, &mut |id| {
            found |= matches!(*self.kind(id), ExprKind::Borrow { mutable: true, of } if is_it(of));
        });
        let by_ref = |other: &Local| match other.origin {
            Origin::Whole(value) | Origin::Part(value) => other.by_ref == Some(true) && is_it(value),
            _ => false,
        };
        found || self.locals.iter().any(by_ref)
    }

    /// Whether a variable gets another value as a whole.
    pub fn is_assigned(&self, local: LocalId) -> bool {
        let is_it = |place: &ExprId| matches!(self.kind(*place), ExprKind::Local(of) if *of == local);
        let mut found = false;
        self.each_in_block(&self.root, &mut |id| {
            found |= match self.kind(id) {
                ExprKind::Assign(place, _) => is_it(place),
                ExprKind::TakeApart(parts, _) => {
                    let mut places = Vec::new();
                    parts.places(&mut places);
                    places.iter().any(is_it)
                }
                _ => false,
            };
        });
        found
    }
}
