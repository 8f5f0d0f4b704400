//! Comparisons of a sum with what it is a sum of, as `start.wrapping_add(step) < start`.

use super::{Body, ExprId, ExprKind, LocalId, Operator};
use std::collections::BTreeSet;

/// A side of a comparison: the places that it is computed from, and whether there are sums or differences in it.
#[derive(Default)]
struct Side {
    places: Vec<ExprId>,
    has_sum: bool,
    /// Variables that change, with the places that their first values are computed from.
    growing: Vec<(LocalId, Vec<ExprId>)>,
    seen: BTreeSet<LocalId>,
}

impl Body {
    /// Which sides of a comparison are sums or differences, if a place is on both sides. The values of variables that keep theirs are
    /// looked into.
    pub fn sums_of_one_place(&self, left: ExprId, right: ExprId) -> [bool; 2] {
        let [left, right] = [left, right].map(|id| {
            let mut side = Side::default();
            self.gather(id, &mut side);
            side
        });
        let is_on_both = |place: &ExprId| right.places.iter().any(|other| self.is_same_place(*place, *other));
        let share = (left.has_sum || right.has_sum) && left.places.iter().any(is_on_both);
        if share {
            return [left.has_sum, right.has_sum];
        }
        [self.grows_from(&left, &right), self.grows_from(&right, &left)]
    }

    /// Whether a side is a variable that began as the other side is, but for numbers, and that sums have changed since.
    fn grows_from(&self, side: &Side, other: &Side) -> bool {
        let is_among = |place: &ExprId, among: &[ExprId]| among.iter().any(|one| self.is_same_place(*place, *one));
        side.growing.iter().any(|(local, first)| {
            let is_number =
                |place: &ExprId| matches!(self.kind(*place), ExprKind::Local(local) if self.local(*local).mutable);
            !first.is_empty()
                && first.iter().all(|place| is_number(place) || is_among(place, &other.places))
                && other.places.iter().all(|place| is_number(place) || is_among(place, first))
                && self.is_changed_by_sums(*local)
        })
    }

    fn is_changed_by_sums(&self, local: LocalId) -> bool {
        let is_it = |id: ExprId| matches!(self.kind(id), ExprKind::Local(other) if *other == local);
        let mut is_changed = false;
        self.each_in_block(&self.root, &mut |id| match self.kind(id) {
            ExprKind::Compound(Operator::Add | Operator::Sub, place, _) => is_changed |= is_it(*place),
            ExprKind::Assign(place, value) if is_it(*place) => {
                let mut side = Side::default();
                self.gather(*value, &mut side);
                is_changed |= side.has_sum && side.places.iter().any(|place| is_it(*place));
            }
            _ => {}
        });
        is_changed
    }

    fn gather(&self, id: ExprId, side: &mut Side) {
        match self.kind(id) {
            ExprKind::Local(local) if self.is_constant(*local) => {}
            ExprKind::Local(local) if self.local(*local).mutable => {
                side.places.push(id);
                if let Some(value) = self.value_of_local(*local)
                    && side.seen.insert(*local)
                {
                    let mut first = Side { seen: side.seen.clone(), ..Side::default() };
                    self.gather(value, &mut first);
                    side.growing.push((*local, first.places));
                }
            }
            ExprKind::Local(local) => match self.value_of_local(*local) {
                Some(value) if self.is_computed(value) => {
                    if side.seen.insert(*local) {
                        self.gather(value, side);
                    }
                }
                _ => side.places.push(id),
            },
            ExprKind::This | ExprKind::Field(..) | ExprKind::Index(..) => side.places.push(id),
            ExprKind::Deref(of)
            | ExprKind::Borrow { of, .. }
            | ExprKind::Not(of)
            | ExprKind::Negate(of)
            | ExprKind::Cast(of, _) => self.gather(*of, side),
            ExprKind::Binary(Operator::Add | Operator::Sub, left, right) => {
                side.has_sum = true;
                self.gather(*left, side);
                self.gather(*right, side);
            }
            ExprKind::Method { receiver, name, arguments, .. } if name == "wrapping_add" || name == "wrapping_sub" => {
                side.has_sum = true;
                self.gather(*receiver, side);
                arguments.iter().for_each(|argument| self.gather(*argument, side));
            }
            _ => {}
        }
    }

    /// Whether [`Self::gather`] looks into an expression, or takes it for a place.
    fn is_computed(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::This | ExprKind::Local(_) | ExprKind::Field(..) | ExprKind::Index(..) => true,
            ExprKind::Deref(_) | ExprKind::Borrow { .. } => true,
            ExprKind::Not(_) | ExprKind::Negate(_) | ExprKind::Cast(..) => true,
            ExprKind::Binary(operator, ..) => matches!(operator, Operator::Add | Operator::Sub),
            ExprKind::Method { name, .. } => name == "wrapping_add" || name == "wrapping_sub",
            _ => false,
        }
    }

    fn is_same_place(&self, one: ExprId, other: ExprId) -> bool {
        match (self.kind(one), self.kind(other)) {
            (ExprKind::Local(one), ExprKind::Local(other)) => one == other,
            (ExprKind::This, ExprKind::This) => true,
            (ExprKind::Field(one, member), ExprKind::Field(other, same)) => {
                member == same && self.is_same_place(*one, *other)
            }
            // Elements of one array are taken for one place.
            (ExprKind::Index(one, _), ExprKind::Index(other, _)) | (ExprKind::Deref(one), ExprKind::Deref(other)) => {
                self.is_same_place(*one, *other)
            }
            _ => false,
        }
    }
}
