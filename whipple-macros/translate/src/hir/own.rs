//! Values that may be of a type of the user's, whose operators and methods are the user's too, as far as the body shows.

use super::{Body, Callee, ExprId, ExprKind, LocalId, Origin};
use crate::{
    context::{option, strip_type as strip},
    names,
};
use syn::{GenericArgument, PathArguments, Type};

impl Body {
    /// Whether a variable has a type of the user's that is written, or one that has some in it, and is no work item.
    pub(super) fn has_own_type(&self, local: LocalId) -> bool {
        let is_item = |ty: &Type| match strip(ty) {
            Type::Reference(reference) => *reference.elem == syn::parse_quote!(Self::Item),
            ty => *ty == syn::parse_quote!(Self::Item),
        };
        self.local(local).ty.as_ref().is_some_and(|ty| names_own(ty) && !is_item(ty))
    }

    /// Whether what a loop goes over may be an iterator of the user's, as far as the body shows.
    pub fn may_be_iterator(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Array(_)
            | ExprKind::Repeat(..)
            | ExprKind::Some(_)
            | ExprKind::None(_)
            | ExprKind::Slice { .. }
            | ExprKind::Borrow { .. }
            | ExprKind::Renewed(..)
            | ExprKind::Error => false,
            ExprKind::Local(local) => match (self.local(*local).ty.as_ref().map(strip), self.local(*local).origin) {
                (Some(Type::Path(ty)), _) => option(&ty.path).is_none(),
                (Some(_), _) => false,
                (None, Origin::Whole(value)) => self.may_be_iterator(value),
                _ => true,
            },
            _ => !self.shape(id).holds_reference() && !self.shape(id).is_view(),
        }
    }

    /// Whether an expression may be of a type of the user's, or hold one. `found`: that of all expressions before it. The type of a field is
    /// not seen, and taken to be the library's.
    pub(super) fn may_be_own(&self, id: ExprId, found: &[bool]) -> bool {
        let is = |id: ExprId| found.get(id.0 as usize).copied().unwrap_or_default();
        match self.kind(id) {
            ExprKind::This | ExprKind::Struct { .. } => true,
            ExprKind::Local(local) => match (&self.local(*local).ty, self.local(*local).origin) {
                (Some(ty), _) => names_own(ty),
                (None, Origin::Whole(value) | Origin::Part(value)) => is(value),
                (None, Origin::Handed) => true,
                _ => false,
            },
            ExprKind::Call(
                Callee::Struct(_) | Callee::Variant(_) | Callee::Associated(_) | Callee::Parameter(_),
                _,
            ) => true,
            ExprKind::Index(of, _)
            | ExprKind::Slice { of, .. }
            | ExprKind::Deref(of)
            | ExprKind::Borrow { of, .. }
            | ExprKind::Not(of)
            | ExprKind::Negate(of)
            | ExprKind::Repeat(of, _)
            | ExprKind::Some(of)
            | ExprKind::Outcome { value: of, .. }
            | ExprKind::Try(of) => is(*of),
            ExprKind::Renewed(_, of, value) => is(*of) || value.is_some_and(is),
            ExprKind::Method { receiver, .. } => is(*receiver),
            ExprKind::Binary(operator, left, right) => !operator.is_comparison() && (is(*left) || is(*right)),
            ExprKind::Tuple(elements) | ExprKind::Array(elements) => elements.iter().any(|element| is(*element)),
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..) => {
                let mut tails = Vec::new();
                self.tails(id, &mut tails);
                tails.into_iter().any(|tail| tail != id && is(tail))
            }
            _ => false,
        }
    }
}

/// Whether a type that is written is one of the user's or has one in it.
fn names_own(ty: &Type) -> bool {
    match ty {
        Type::Paren(inner) => names_own(&inner.elem),
        Type::Group(inner) => names_own(&inner.elem),
        Type::Reference(reference) => names_own(&reference.elem),
        Type::Array(array) => names_own(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().any(names_own),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            match &last.arguments {
                PathArguments::AngleBracketed(list) => {
                    let of_argument =
                        |argument: &GenericArgument| matches!(argument, GenericArgument::Type(ty) if names_own(ty));
                    matches!(name.as_str(), "Option" | "Result") && list.args.iter().any(of_argument)
                }
                _ => !names::is_primitive(&name) && !names::is_vector(&name),
            }
        }),
        _ => false,
    }
}
