//! What a function gives that has references: in C++ these are references, too.

use super::{Shape, Translator, code::concat, last_name, signature::Targets, types::strip};
use crate::piece::Pieces;
use syn::{
    Type, TypeImplTrait, TypeReference,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

impl Translator<'_> {
    /// The type of a result with references, which C++ has as such.
    pub(super) fn references_given(&mut self, ty: &Type) -> Pieces {
        if !gives_references(&Shape::of_type(ty)) {
            self.errors
                .push(ty, "a function cannot give a `&mut` to references in device code; give the value, or an index");
            return Pieces::text("void");
        }
        let mut targets = Targets::default();
        targets.visit_type(ty);
        targets.0.iter().filter(|target| !matches!(target, Type::Slice(_))).for_each(|it| self.require_no_memory(it));
        match strip(ty) {
            Type::Reference(reference) if !Shape::of_type(ty).is_view() => {
                let before = if reference.mutability.is_some() { "" } else { "const " };
                concat([Pieces::text(before), self.kept_type(Self::behind(&reference.elem)), Pieces::text("&")])
            }
            _ => self.kept_type(ty),
        }
    }
}

/// Whether a type has a reference that is none to a slice.
pub(super) fn refers_to_one(ty: &Type) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_reference(&mut self, reference: &'ast TypeReference) {
            let of = strip(&reference.elem);
            self.0 |= !matches!(of, Type::Slice(_)) && last_name(of).is_none_or(|name| name != "str");
            visit::visit_type_reference(self, reference);
        }
        fn visit_type_impl_trait(&mut self, _: &'ast TypeImplTrait) {}
    }
    let mut finder = Finder(false);
    finder.visit_type(ty);
    finder.0
}

/// Takes references to constants for the constants.
pub(super) struct Constants;

impl VisitMut for Constants {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        while let Type::Reference(reference) = strip(ty)
            && reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static")
            && !matches!(strip(&reference.elem), Type::Slice(_))
        {
            *ty = (*reference.elem).clone();
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Whether a function can give what has references there.
fn gives_references(shape: &Shape) -> bool {
    match shape {
        Shape::Reference(true, of) | Shape::View(true, of) => **of == Shape::Plain,
        Shape::Option(of) | Shape::Array(of) | Shape::Reference(false, of) | Shape::View(false, of) => {
            gives_references(of)
        }
        Shape::Tuple(elements) => elements.iter().all(gives_references),
        _ => true,
    }
}
