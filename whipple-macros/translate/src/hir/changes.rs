//! What evaluating an expression may change, and which variable it names.

use super::{Body, Callee, ExprId, ExprKind, LocalId, Root, Shape};
use crate::names;

impl Body {
    /// Whether evaluating an expression changes anything, as far as its form shows.
    pub fn changes_something(&self, id: ExprId) -> bool {
        let mut changes = false;
        self.each(id, &mut |part| {
            changes |= match self.kind(part) {
                ExprKind::Assign(..) | ExprKind::Compound(..) | ExprKind::TakeApart(..) => true,
                ExprKind::Borrow { mutable, .. } => *mutable,
                ExprKind::Call(Callee::Parameter(_), _) | ExprKind::Function(Callee::Parameter(_)) => true,
                ExprKind::Method { receiver, name, .. } => {
                    let name = name.to_string();
                    let changes = match self.root(*receiver) {
                        Some(Root::Local(local)) => self.can_change(local),
                        _ => true,
                    };
                    changes && !names::is_pure_method(&name)
                }
                _ => false,
            };
        });
        changes
    }

    /// Whether an argument lets a function change a variable whose type is not written, and in which no references are seen.
    pub fn is_changed_unseen(&self, argument: ExprId) -> bool {
        let is_open = |root: Option<Root>| matches!(root, Some(Root::Local(local)) if self.local(local).ty.is_none());
        match (self.kind(argument), self.shape(argument)) {
            (ExprKind::Borrow { mutable: true, of }, _) => {
                !self.shape(*of).holds_reference() && is_open(self.root(*of))
            }
            (ExprKind::Local(_), Shape::Reference(true, of)) => !of.holds_reference() && is_open(self.root(argument)),
            _ => false,
        }
    }

    /// Whether evaluating an expression may change this variable, or what it refers to.
    pub fn may_change(&self, id: ExprId, root: Root) -> bool {
        let is_part = |place: ExprId| self.root(place) == Some(root);
        let is_lent =
            |value: &ExprId| is_part(*value) && (matches!(root, Root::This) || self.shape(*value).holds_reference());
        let mut changes = false;
        self.each(id, &mut |part| {
            changes |= match self.kind(part) {
                ExprKind::Assign(place, _) | ExprKind::Compound(_, place, _) => is_part(*place),
                ExprKind::Borrow { mutable, of } => *mutable && is_part(*of),
                ExprKind::Method { receiver, name, arguments, .. } => {
                    let is_pure = names::is_pure_method(&name.to_string());
                    is_part(*receiver) && !is_pure || arguments.iter().any(is_lent)
                }
                ExprKind::Call(_, arguments) => arguments.iter().any(is_lent),
                // Their patterns may borrow, and their places are many.
                ExprKind::If { .. }
                | ExprKind::Match(..)
                | ExprKind::Block(..)
                | ExprKind::Loop(..)
                | ExprKind::TakeApart(..) => true,
                _ => false,
            };
        });
        changes
    }

    /// Adds the variable that an expression itself names, if it is one.
    pub fn uses(&self, id: ExprId, found: &mut Vec<LocalId>) {
        if let ExprKind::Local(local) = self.kind(id) {
            found.push(*local);
        }
    }
}
