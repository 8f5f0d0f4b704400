//! Types that are written for variables.

use crate::context::Shape;
use syn::Type;

/// Where a variable of a written type has references that begins with a value. One that begins with a copy has copies.
pub fn shape(ty: &Type, value: &Shape) -> Shape {
    let written = Shape::of_type(ty);
    let is_copy = !written.holds_mutable() && !written.takes(value);
    match value {
        // The type says what a function gave.
        Shape::Given(_) if is_left_open(ty) => value.clone(),
        Shape::Given(_) => written,
        _ if written.holds_borrowing() => written,
        _ if is_copy || !written.holds_reference() => value.clone(),
        _ => written,
    }
}

/// Whether a type leaves something to rustc, which is asked for all of it then. What it says of references has to be seen.
pub fn is_left_open(ty: &Type) -> bool {
    struct Finder {
        is_open: bool,
        refers: bool,
    }
    impl<'ast> syn::visit::Visit<'ast> for Finder {
        fn visit_type_infer(&mut self, _: &'ast syn::TypeInfer) {
            self.is_open = true;
        }
        fn visit_type_reference(&mut self, _: &'ast syn::TypeReference) {
            self.refers = true;
        }
    }
    let mut finder = Finder { is_open: false, refers: false };
    syn::visit::Visit::visit_type(&mut finder, ty);
    finder.is_open && !finder.refers
}
