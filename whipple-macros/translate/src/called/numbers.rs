//! Expressions that are numbers, or vectors of glam, as their form shows: no operator of theirs is the user's.

use super::{Owner, owner::Variables};
use crate::{context::FunctionInput, names};
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    BinOp, Expr, Local, Pat, PatIdent, Type, UnOp,
    visit::{self, Visit},
};

/// The variables of a function that are numbers, all of their name.
#[derive(Default)]
pub struct Numbers {
    numbers: BTreeSet<String>,
    others: BTreeSet<String>,
    /// Variables that are arrays.
    arrays: BTreeSet<String>,
    /// How many bindings have a name.
    bindings: BTreeMap<String, usize>,
}

impl Numbers {
    /// Those of a function.
    pub fn of(input: &FunctionInput<'_>, variables: &Variables) -> Self {
        let mut finder = Finder { variables, found: Self::default() };
        for parameter in &input.signature.inputs {
            if let syn::FnArg::Typed(typed) = parameter {
                finder.visit_pat(&typed.pat);
                finder.note_array(&typed.pat, is_array_type(&typed.ty));
            }
        }
        // Parameters that are numbers are known by their types, where nothing else has their name.
        finder.visit_block(input.block);
        finder.found
    }

    /// Whether an expression is one.
    pub fn has(&self, expr: &Expr, variables: &Variables) -> bool {
        match expr {
            Expr::Lit(_) | Expr::Cast(_) => true,
            Expr::Paren(inner) => self.has(&inner.expr, variables),
            Expr::Group(inner) => self.has(&inner.expr, variables),
            Expr::Array(array) => array.elems.iter().all(|element| self.has(element, variables)),
            Expr::Repeat(repeat) => self.has(&repeat.expr, variables),
            Expr::Field(inner) => self.has(&inner.base, variables),
            Expr::Unary(inner) if !matches!(inner.op, UnOp::Deref(_)) => self.has(&inner.expr, variables),
            Expr::Binary(inner) if is_comparison(&inner.op) => true,
            Expr::Binary(inner) => self.has(&inner.left, variables) && self.has(&inner.right, variables),
            Expr::MethodCall(call) => self.has(&call.receiver, variables),
            Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if is_of_number(path)),
            Expr::Path(path) => {
                let known = path.path.get_ident().is_some_and(|name| {
                    let name = name.to_string();
                    self.numbers.contains(&name) && !self.others.contains(&name)
                });
                known || is_of_number(path) || matches!(variables.owner(expr), Owner::OfLibrary)
            }
            _ => matches!(variables.owner(expr), Owner::OfLibrary),
        }
    }
}

impl Numbers {
    /// Whether an expression is an array, as its form shows.
    pub fn is_array(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_array(&inner.expr),
            Expr::Array(_) | Expr::Repeat(_) => true,
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                let name = name.to_string();
                self.arrays.contains(&name) && self.bindings.get(&name) == Some(&1)
            }),
            _ => false,
        }
    }

    /// What stands for the type of an expression: two of one function that have the same are of the same type.
    pub fn type_key(&self, expr: &Expr) -> Option<String> {
        Some(match expr {
            Expr::Paren(inner) => self.type_key(&inner.expr)?,
            Expr::Group(inner) => self.type_key(&inner.expr)?,
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                match self.bindings.get(&name) {
                    Some(1) => name,
                    None if name == "self" => name,
                    _ => return None,
                }
            }
            Expr::Field(field) => {
                let member = &field.member;
                format!("{}.{}", self.type_key(&field.base)?, quote!(#member))
            }
            Expr::Index(index) => format!("{}[]", self.type_key(&index.expr)?),
            Expr::Reference(inner) => format!("&{}", self.type_key(&inner.expr)?),
            Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => format!("*{}", self.type_key(&inner.expr)?),
            _ => return None,
        })
    }
}

/// `f32::name`.
fn is_of_number(path: &syn::ExprPath) -> bool {
    let mut names = path.path.segments.iter().rev().skip(1).map(|segment| segment.ident.to_string());
    names.next().is_some_and(|owner| names::is_primitive(&owner))
}

fn is_comparison(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Gt(_)
            | BinOp::Ge(_)
            | BinOp::And(_)
            | BinOp::Or(_)
    )
}

fn is_number_type(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|name| names::is_primitive(&name.to_string())))
}

/// Goes through a body in its order.
struct Finder<'a> {
    variables: &'a Variables,
    found: Numbers,
}

fn is_array_type(ty: &Type) -> bool {
    match ty {
        Type::Array(_) => true,
        Type::Reference(inner) => is_array_type(&inner.elem),
        _ => false,
    }
}

impl Finder<'_> {
    fn note_array(&mut self, pattern: &Pat, is_array: bool) {
        if let (Pat::Ident(name), true) = (pattern, is_array) {
            self.found.arrays.insert(name.ident.to_string());
        }
    }

    fn bind(&mut self, name: &PatIdent, is_number: bool) {
        *self.found.bindings.entry(name.ident.to_string()).or_default() += 1;
        let names = if is_number { &mut self.found.numbers } else { &mut self.found.others };
        names.insert(name.ident.to_string());
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        self.bind(name, false);
        visit::visit_pat_ident(self, name);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        match &local.pat {
            Pat::Type(typed) => self.note_array(&typed.pat, is_array_type(&typed.ty)),
            name => {
                let is_array = local.init.as_ref().is_some_and(|init| self.found.is_array(&init.expr));
                self.note_array(name, is_array);
            }
        }
        if let Some(init) = &local.init {
            self.visit_expr(&init.expr);
            if let Some((_, other)) = &init.diverge {
                self.visit_expr(other);
            }
        }
        let is_number = local.init.as_ref().is_some_and(|init| self.found.has(&init.expr, self.variables));
        match &local.pat {
            Pat::Ident(name) if name.subpat.is_none() => self.bind(name, is_number),
            Pat::Type(typed) => match &*typed.pat {
                Pat::Ident(name) if name.subpat.is_none() => self.bind(name, is_number_type(&typed.ty)),
                other => self.visit_pat(other),
            },
            other => self.visit_pat(other),
        }
    }

    fn visit_expr_for_loop(&mut self, looping: &'ast syn::ExprForLoop) {
        self.visit_expr(&looping.expr);
        match &*looping.pat {
            Pat::Ident(name) if is_range(&looping.expr) => self.bind(name, true),
            other => self.visit_pat(other),
        }
        self.visit_block(&looping.body);
    }
}

/// Whether a loop goes over a range of numbers: std lets no other type be one's bound.
fn is_range(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_range(&inner.expr),
        Expr::MethodCall(call) if call.method == "rev" || call.method == "step_by" => is_range(&call.receiver),
        Expr::Range(_) => true,
        _ => false,
    }
}
