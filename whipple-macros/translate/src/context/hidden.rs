//! The C++ names of items that a function names: none of its variables must hide one.

use crate::{fragments, names};
use std::collections::BTreeSet;
use syn::{
    Block, Expr, Path, Signature, Type,
    visit::{self, Visit},
};

/// Those of functions that are called, and of types.
pub fn named(signature: &Signature, block: &Block, self_type: Option<&Type>) -> BTreeSet<String> {
    let mut finder = Finder(BTreeSet::new());
    finder.visit_signature(signature);
    finder.visit_block(block);
    self_type.into_iter().for_each(|ty| finder.visit_type(ty));
    finder.0
}

struct Finder(BTreeSet<String>);

impl Finder {
    /// The type at the end of a path.
    fn ty(&mut self, path: &Path) {
        let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if !names::is_primitive(&name) {
            self.0.insert(names::item(&name));
        }
    }

    /// The type whose function, constant or variant a path names.
    fn owner(&mut self, path: &Path) {
        let owner = path.segments.iter().rev().nth(1).map(|owner| owner.ident.to_string());
        self.0.extend(owner.filter(|owner| names::is_type_name(owner)).map(|owner| names::item(&owner)));
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(path) = &*call.func
            && let Some(last) = path.path.segments.last()
        {
            let name = last.ident.to_string();
            self.0.extend([names::method(&name), names::member(&name), names::item(&name)]);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.owner(&path.path);
        visit::visit_expr_path(self, path);
    }

    fn visit_expr_struct(&mut self, literal: &'ast syn::ExprStruct) {
        self.ty(&literal.path);
        self.owner(&literal.path);
        visit::visit_expr_struct(self, literal);
    }

    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        self.ty(&ty.path);
        visit::visit_type_path(self, ty);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        fragments::within_arguments(&mut call.clone(), |argument| {
            let mut inner = Finder(BTreeSet::new());
            inner.visit_expr(argument);
            self.0.append(&mut inner.0);
        });
    }
}
