//! Lifetimes in types. C++ has none. An item that a macro writes beside a function cannot name the function's.

use syn::{Lifetime, Type, visit::Visit, visit_mut::VisitMut};

/// The type with lifetimes that have no names, which an item beside the function does not have.
pub fn without_lifetimes(ty: &Type) -> Type {
    struct Unnamed;
    impl VisitMut for Unnamed {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if lifetime.ident != "static" {
                *lifetime = Lifetime::new("'_", lifetime.span());
            }
        }
    }
    let mut ty = ty.clone();
    Unnamed.visit_type_mut(&mut ty);
    ty
}

/// Whether a type is written with a lifetime.
pub fn has_lifetime(ty: &Type) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_lifetime(&mut self, _: &'ast Lifetime) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_type(ty);
    finder.0
}
