//! What the form of patterns shows: which names are constants, and which alternatives exclude each other.

use crate::fragments;
use proc_macro2::Span;
use syn::{
    Expr, Pat,
    spanned::Spanned,
    visit::{self, Visit},
};

/// The hint for a `..` before other elements.
pub const REST_AT_THE_END: &str = "`..` must stand at the end in device code; write `_` for each element";

/// Where alternatives stand of which more than one may match, and that matters to a guard: it changes something, or they bind names.
pub fn overlapping_alternatives(pattern: &Pat, changes: bool) -> Option<Span> {
    struct Finder {
        changes: bool,
        found: Option<Span>,
    }
    impl<'ast> Visit<'ast> for Finder {
        fn visit_pat_or(&mut self, alternatives: &'ast syn::PatOr) {
            let cases: Vec<&Pat> = alternatives.cases.iter().collect();
            let meet = |index: usize| cases[index + 1..].iter().any(|other| !exclude(cases[index], other));
            let matters = self.changes || cases.iter().any(|case| binds(case));
            if matters && (0..cases.len()).any(meet) {
                self.found = Some(alternatives.span());
            }
            visit::visit_pat_or(self, alternatives);
        }
    }
    let mut finder = Finder { changes, found: None };
    finder.visit_pat(pattern);
    finder.found
}

/// Whether an identifier pattern names a constant: by Rust's convention, which `rustc` also warns about.
pub fn is_constant(name: &syn::PatIdent) -> bool {
    let text = name.ident.to_string();
    name.by_ref.is_none()
        && name.mutability.is_none()
        && name.subpat.is_none()
        && text.chars().next().is_some_and(char::is_uppercase)
}

/// An item that rustc refuses where a binding of a body is a constant's name: in C++ it would be a new variable. Only
/// patterns that may fail can name constants, and `n @ _` never does. The patterns themselves stay as the user's lints
/// know them.
pub fn no_constants(block: &syn::Block) -> Option<syn::Stmt> {
    struct Finder {
        may_fail: bool,
        names: Vec<syn::Ident>,
    }
    impl<'ast> Visit<'ast> for Finder {
        fn visit_arm(&mut self, arm: &'ast syn::Arm) {
            self.may_fail = true;
            self.visit_pat(&arm.pat);
            self.may_fail = false;
            self.visit_expr(&arm.body);
        }
        fn visit_expr_let(&mut self, condition: &'ast syn::ExprLet) {
            self.may_fail = true;
            self.visit_pat(&condition.pat);
            self.may_fail = false;
            self.visit_expr(&condition.expr);
        }
        // A guard is a part of its pattern.
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let outer = std::mem::replace(&mut self.may_fail, false);
            visit::visit_expr(self, expr);
            self.may_fail = outer;
        }
        fn visit_macro(&mut self, call: &'ast syn::Macro) {
            fragments::within_arguments(&mut call.clone(), |argument| {
                let mut inner = Finder { may_fail: false, names: std::mem::take(&mut self.names) };
                inner.visit_expr(argument);
                self.names = inner.names;
            });
        }
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            visit::visit_pat_ident(self, name);
            let is_new = name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none();
            if self.may_fail && is_new && !is_constant(name) && !self.names.contains(&name.ident) {
                self.names.push(name.ident.clone());
            }
        }
    }
    let mut finder = Finder { may_fail: false, names: Vec::new() };
    finder.visit_block(block);
    let names = finder.names;
    (!names.is_empty()).then(|| {
        syn::parse_quote! {
            #[allow(unused_variables, clippy::all, clippy::pedantic, clippy::restriction)]
            const _: fn() = || { #(let #names @ _ = ();)* };
        }
    })
}

/// Whether two patterns evidently never match the same value: different variants, or parts that are.
fn exclude(one: &Pat, other: &Pat) -> bool {
    // The last name of a path that is a variant's for sure.
    fn name(pattern: &Pat) -> Option<String> {
        let (path, may_be_constant) = match pattern {
            Pat::Path(path) => (&path.path, true),
            Pat::TupleStruct(tuple) => (&tuple.path, false),
            Pat::Struct(fields) => (&fields.path, false),
            Pat::Ident(name) if name.ident == "None" => return Some("None".to_owned()),
            _ => return None,
        };
        let last = path.segments.last()?.ident.to_string();
        let is_variant = match path.segments.len() {
            1 => matches!(last.as_str(), "Some" | "None"),
            // `Kind::FIRST` may be a constant that equals a variant.
            _ => !may_be_constant || last.contains(char::is_lowercase),
        };
        is_variant.then_some(last)
    }
    let parts = |pattern: &Pat| -> Vec<Pat> {
        match pattern {
            Pat::Tuple(tuple) => tuple.elems.iter().cloned().collect(),
            Pat::TupleStruct(tuple) => tuple.elems.iter().cloned().collect(),
            _ => Vec::new(),
        }
    };
    match (one, other) {
        (Pat::Paren(inner), _) => exclude(&inner.pat, other),
        (_, Pat::Paren(inner)) => exclude(one, &inner.pat),
        (Pat::Or(cases), _) => cases.cases.iter().all(|case| exclude(case, other)),
        (_, Pat::Or(cases)) => cases.cases.iter().all(|case| exclude(one, case)),
        (Pat::Ident(syn::PatIdent { subpat: Some((_, inner)), .. }), _) => exclude(inner, other),
        (_, Pat::Ident(syn::PatIdent { subpat: Some((_, inner)), .. })) => exclude(one, inner),
        (Pat::Reference(one), Pat::Reference(other)) => exclude(&one.pat, &other.pat),
        (Pat::Lit(one), Pat::Lit(other)) => match (&one.lit, &other.lit) {
            (syn::Lit::Int(one), syn::Lit::Int(other)) => one.base10_digits() != other.base10_digits(),
            (syn::Lit::Bool(one), syn::Lit::Bool(other)) => one.value != other.value,
            _ => false,
        },
        _ => {
            let differ = matches!((name(one), name(other)), (Some(one), Some(other)) if one != other);
            let (one, other) = (parts(one), parts(other));
            let rest = |parts: &[Pat]| parts.iter().any(|part| matches!(part, Pat::Rest(_)));
            let aligned = !rest(&one) && !rest(&other);
            differ || (aligned && one.iter().zip(&other).any(|(one, other)| exclude(one, other)))
        }
    }
}

/// Whether tokens mention a name.
pub fn mentions(tokens: proc_macro2::TokenStream, name: &syn::Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => ident == *name,
        proc_macro2::TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}

/// Whether a pattern binds names.
pub fn binds(pattern: &syn::Pat) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0 |= !super::pattern::is_constant(name);
        }
    }
    let mut finder = Finder(false);
    finder.visit_pat(pattern);
    finder.0
}
