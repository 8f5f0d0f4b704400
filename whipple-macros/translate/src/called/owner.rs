//! The types of expressions, as far as syntax tells.

use super::Owner;
use crate::{context::FunctionInput, names};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Expr, FnArg, GenericParam, Pat, PatIdent, ReceiverKind, Type, UnOp,
    visit::{self, Visit},
};

/// What is known of the variables of a function.
pub struct Variables {
    /// The types of parameters that no other variable is called like, without `&`.
    types: BTreeMap<String, Owner>,
    /// Variables that are references.
    references: BTreeSet<String>,
}

impl Variables {
    /// Those of a function.
    pub fn of(input: &FunctionInput<'_>) -> Self {
        let mut bound = Bound::default();
        bound.visit_block(input.block);
        let mut variables = Self { types: BTreeMap::new(), references: bound.references };
        let generic: BTreeSet<String> = input.signature.generics.params.iter().map(name_of).collect();
        for parameter in &input.signature.inputs {
            match parameter {
                FnArg::Receiver(receiver) => {
                    if let Some(ty) = input.self_type {
                        variables.types.insert("self".to_owned(), Owner::Itself(ty.clone()));
                    }
                    if !matches!(receiver.kind, ReceiverKind::Value) {
                        variables.references.insert("self".to_owned());
                    }
                }
                FnArg::Typed(typed) => {
                    let Pat::Ident(name) = &*typed.pat else { continue };
                    let name = name.ident.to_string();
                    if bound.names.contains(&name) {
                        continue;
                    }
                    if matches!(&*typed.ty, Type::Reference(_)) {
                        variables.references.insert(name.clone());
                    }
                    variables.types.insert(name, owner(&typed.ty, input.self_type, &generic));
                }
            }
        }
        variables
    }

    /// The type of an expression, behind references.
    pub fn owner(&self, expr: &Expr) -> Owner {
        match expr {
            Expr::Paren(inner) => self.owner(&inner.expr),
            Expr::Group(inner) => self.owner(&inner.expr),
            Expr::Reference(inner) => self.owner(&inner.expr),
            Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) && self.is_reference(&inner.expr) => {
                self.owner(&inner.expr)
            }
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                name.and_then(|name| self.types.get(&name).cloned()).unwrap_or(Owner::Unknown)
            }
            Expr::Lit(_) => Owner::OfLibrary,
            Expr::Cast(_) => Owner::OfLibrary,
            Expr::Struct(literal) if literal.path.is_ident("Self") => self.of_self(),
            _ => Owner::Unknown,
        }
    }

    /// The type of the impl, if it is known.
    fn of_self(&self) -> Owner {
        self.types.get("self").cloned().unwrap_or(Owner::Unknown)
    }

    /// Whether an expression is a reference, as its form shows.
    pub fn is_reference(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_reference(&inner.expr),
            Expr::Group(inner) => self.is_reference(&inner.expr),
            Expr::Reference(_) => true,
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.references.contains(&name.to_string())),
            _ => false,
        }
    }
}

fn name_of(parameter: &GenericParam) -> String {
    match parameter {
        GenericParam::Type(parameter) => parameter.ident.to_string(),
        GenericParam::Const(parameter) => parameter.ident.to_string(),
        GenericParam::Lifetime(_) => String::new(),
    }
}

/// What a type is behind references. Arrays, tuples, options and generic ones have no methods of the user's that could be told here.
fn owner(ty: &Type, self_type: Option<&Type>, generic: &BTreeSet<String>) -> Owner {
    match ty {
        Type::Paren(inner) => owner(&inner.elem, self_type, generic),
        Type::Group(inner) => owner(&inner.elem, self_type, generic),
        Type::Reference(inner) => owner(&inner.elem, self_type, generic),
        Type::Path(path) if path.qself.is_none() => {
            let first = path.path.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
            match path.path.get_ident().map(ToString::to_string) {
                Some(name) if name == "Self" => self_type.cloned().map_or(Owner::Unknown, Owner::Itself),
                Some(name) if names::is_primitive(&name) || names::is_vector(&name) => Owner::OfLibrary,
                Some(name) if generic.contains(&name) => Owner::Unknown,
                _ if first == "Self" || generic.contains(&first) => Owner::Unknown,
                _ if path.path.segments.iter().any(|segment| !segment.arguments.is_none()) => Owner::Unknown,
                _ => Owner::Named(ty.clone()),
            }
        }
        _ => Owner::Unknown,
    }
}

/// The names that patterns bind, and which of them are references.
#[derive(Default)]
struct Bound {
    names: BTreeSet<String>,
    references: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        self.names.insert(name.ident.to_string());
        visit::visit_pat_ident(self, name);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let (Pat::Ident(name), Some(value)) = (&local.pat, &local.init)
            && matches!(&*value.expr, Expr::Reference(_))
        {
            self.references.insert(name.ident.to_string());
        }
        visit::visit_local(self, local);
    }
}
