//! Calls in constants of generic types: the value that the body of the function is stands in their place, with what it is handed. C++ computes
//! such a constant for each of its parameters, and calls no functions there.
//!
//! What stands there has the type that the call has: it is the whole value, or a part of what is built. So its literals have the types that they
//! have in the function.

use crate::{context, names};
use std::collections::BTreeMap;
use syn::{
    Expr, FnArg, Ident, ImplItemFn, Lit, Member, Pat, Stmt, Type,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

/// How many calls are within each other at most: rustc says of a circle that it is one.
const DEEPEST: usize = 16;

/// A value without the calls of these functions, if it has such calls.
pub fn without(value: &Expr, of: &[String; 2], functions: &[ImplItemFn]) -> Option<Expr> {
    let mut written = value.clone();
    let mut calls = Calls { of, functions, depth: DEEPEST, some: false };
    calls.within(&mut written);
    calls.some.then_some(written)
}

struct Calls<'o> {
    /// The names of the type.
    of: &'o [String; 2],
    functions: &'o [ImplItemFn],
    depth: usize,
    some: bool,
}

impl Calls<'_> {
    /// What is built, and the calls in it.
    fn within(&mut self, value: &mut Expr) {
        match value {
            Expr::Paren(inner) => self.within(&mut inner.expr),
            Expr::Group(inner) => self.within(&mut inner.expr),
            Expr::Tuple(tuple) => tuple.elems.iter_mut().for_each(|part| self.within(part)),
            Expr::Array(array) => array.elems.iter_mut().for_each(|part| self.within(part)),
            Expr::Repeat(repeat) => self.within(&mut repeat.expr),
            Expr::Struct(built) => built.fields.iter_mut().for_each(|field| self.within(&mut field.expr)),
            Expr::Call(call) => match self.body(call) {
                Some(mut body) => {
                    self.some = true;
                    if self.depth > 0 {
                        self.depth -= 1;
                        self.within(&mut body);
                        self.depth += 1;
                    }
                    *value = syn::parse_quote!((#body));
                }
                None => call.args.iter_mut().for_each(|part| self.within(part)),
            },
            _ => {}
        }
    }

    /// What the function that is called gives, if its body is one value.
    fn body(&self, call: &syn::ExprCall) -> Option<Expr> {
        let Expr::Path(syn::ExprPath { qself: None, path, .. }) = &*call.func else { return None };
        let [owner, name] = path.segments.iter().collect::<Vec<_>>()[..] else { return None };
        let is_plain =
            owner.arguments.is_none() && name.arguments.is_none() && self.of.iter().any(|of| owner.ident == of);
        let function = self.functions.iter().find(|function| function.sig.ident == name.ident)?;
        let signature = &function.sig;
        let has_parameters = !signature.generics.params.is_empty();
        if !is_plain || has_parameters || signature.constness.is_none() || signature.inputs.len() != call.args.len() {
            return None;
        }
        let [Stmt::Expr(value, None)] = &function.block.stmts[..] else { return None };
        if binds(value) {
            return None;
        }
        let mut handed = BTreeMap::new();
        for (parameter, argument) in signature.inputs.iter().zip(&call.args) {
            let FnArg::Typed(typed) = parameter else { return None };
            let Pat::Ident(name) = &*typed.pat else { return None };
            handed.insert(name.ident.to_string(), argument_as(argument, &typed.ty)?);
        }
        let mut value = value.clone();
        Handed(handed).visit_expr_mut(&mut value);
        Some(value)
    }
}

/// What a function is handed, where its type cannot be another one elsewhere: a name, or a literal, which gets the type.
fn argument_as(argument: &Expr, ty: &Type) -> Option<Expr> {
    match argument {
        Expr::Paren(inner) => argument_as(&inner.expr, ty),
        Expr::Group(inner) => argument_as(&inner.expr, ty),
        Expr::Path(_) => Some(argument.clone()),
        Expr::Unary(negated) if matches!(negated.op, syn::UnOp::Neg(_)) => {
            let literal = argument_as(&negated.expr, ty).filter(|literal| matches!(literal, Expr::Lit(_)))?;
            Some(syn::parse_quote!((-#literal)))
        }
        Expr::Lit(literal) => {
            let name = match ty {
                Type::Path(_) => context::last_name(ty).filter(|name| names::is_primitive(name))?,
                _ => return None,
            };
            let typed = match &literal.lit {
                Lit::Int(number) if number.suffix().is_empty() => {
                    Lit::new(format!("{}_{name}", number.token()).parse().ok()?)
                }
                Lit::Float(number) if number.suffix().is_empty() => {
                    Lit::new(format!("{}_{name}", number.token()).parse().ok()?)
                }
                other => other.clone(),
            };
            let mut typed = typed;
            typed.set_span(literal.lit.span());
            Some(Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit: typed }))
        }
        _ => None,
    }
}

/// Whether names mean something in a value that is only there.
fn binds(value: &Expr) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_pat(&mut self, _: &'ast Pat) {
            self.0 = true;
        }
        fn visit_block(&mut self, _: &'ast syn::Block) {
            self.0 = true;
        }
        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    visit::visit_expr(&mut finder, value);
    finder.0
}

/// Puts what a function is handed in the place of its parameters.
struct Handed(BTreeMap<String, Expr>);

impl VisitMut for Handed {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let name = match &*expr {
            Expr::Path(path) => path.path.get_ident().map(Ident::to_string),
            _ => None,
        };
        match name.and_then(|name| self.0.get(&name)) {
            Some(handed) => *expr = handed.clone(),
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        if field.colon_token.is_none() && matches!(field.member, Member::Named(_)) {
            field.colon_token = Some(Default::default());
        }
        visit_mut::visit_field_value_mut(self, field);
    }
}
