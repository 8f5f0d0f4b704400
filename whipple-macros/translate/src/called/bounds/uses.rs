//! What the body of a generic function does with values of its type parameters.

use super::{Form, parameter};
use crate::context::{self, callables};
use crate::{iteration::Iteration, names};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Block, Expr, ExprMethodCall, FnArg, Ident, Pat, Path, Signature, Type,
    visit::{self, Visit},
};

/// What a body does with values of a type parameter.
#[derive(Default)]
pub struct Uses {
    /// The methods that it calls on them.
    pub methods: BTreeSet<String>,
    /// The functions that it hands them to, each with the position.
    pub functions: BTreeMap<(String, usize), Path>,
    /// The functions of types that it hands them to, by names and types, each with the position and the type.
    pub in_types: BTreeMap<(String, usize, String), (Ident, Type)>,
}

impl Uses {
    /// Whether it calls what iterators of the user's have in C++, and ranges do not.
    pub fn takes_items(&self) -> bool {
        ["sum", "product", "count", "last", "min", "max", "nth"].iter().any(|name| self.methods.contains(*name))
    }
}

/// What is done with parameters, their elements, and variables that are nothing but these, by the type parameter that they are of.
pub fn uses(signature: &Signature, block: &Block, itself: Option<&Type>) -> BTreeMap<String, Uses> {
    let mut finder = Finder::default();
    let mut bound = Bound::default();
    bound.visit_block(block);
    finder.bound = bound.0;
    finder.types.extend(itself.map(|itself| ("self".to_owned(), itself.clone())));
    for input in &signature.inputs {
        if let FnArg::Typed(typed) = input
            && let Pat::Ident(name) = &*typed.pat
            && callables::of_type(&typed.ty).is_some()
        {
            finder.callables.insert(name.ident.clone());
        }
        if let FnArg::Typed(typed) = input
            && let Pat::Ident(name) = &*typed.pat
            && let Some(parameter) = parameter(input, signature)
            && !finder.bound.contains_key(&name.ident.to_string())
        {
            let (parameter, form) = parameter;
            finder.variables.insert(name.ident.to_string(), (parameter, form != Form::Value));
        } else if let FnArg::Typed(typed) = input
            && let Pat::Ident(name) = &*typed.pat
            && !finder.bound.contains_key(&name.ident.to_string())
            && let Some(ty) = of_user(&typed.ty, signature)
        {
            finder.types.insert(name.ident.to_string(), ty.clone());
        }
    }
    finder.visit_block(block);
    finder.uses
}

/// The type behind references, if it seems to be one of the user's that has no parameters.
fn of_user<'t>(ty: &'t Type, signature: &Signature) -> Option<&'t Type> {
    let ty = match context::strip_type(ty) {
        Type::Reference(reference) => return of_user(&reference.elem, signature),
        ty => ty,
    };
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let name = last.ident.to_string();
    let is_parameter = signature.generics.type_params().any(|parameter| path.path.segments[0].ident == parameter.ident);
    let is_other = is_parameter
        || path.qself.is_some()
        || path.path.segments.iter().any(|segment| !segment.arguments.is_none())
        || names::is_primitive(&name)
        || names::is_vector(&name)
        || context::is_taken(&name);
    (!is_other).then_some(ty)
}

/// The names that patterns bind, and how often.
#[derive(Default)]
struct Bound(BTreeMap<String, usize>);

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        *self.0.entry(name.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, name);
    }
}

#[derive(Default)]
struct Finder {
    bound: BTreeMap<String, usize>,
    /// Variables whose names mean nothing else: the type parameter, and whether they are arrays or slices of that.
    variables: BTreeMap<String, (String, bool)>,
    /// The types of other parameters of which the functions may be the user's.
    types: BTreeMap<String, Type>,
    uses: BTreeMap<String, Uses>,
    /// The parameters that are functions.
    callables: BTreeSet<Ident>,
}

impl Finder {
    /// The type parameter that an expression is of, behind references, and whether it is an array or a slice of that.
    fn of(&self, expr: &Expr) -> Option<(String, bool)> {
        match expr {
            Expr::Paren(inner) => self.of(&inner.expr),
            Expr::Group(inner) => self.of(&inner.expr),
            Expr::Reference(inner) => self.of(&inner.expr),
            Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)) => self.of(&inner.expr),
            Expr::Path(path) => self.variables.get(&path.path.get_ident()?.to_string()).cloned(),
            Expr::Index(index) => match self.of(&index.expr)? {
                // A part of a slice is one.
                (parameter, true) => Some((parameter, matches!(&*index.index, Expr::Range(_)))),
                _ => None,
            },
            Expr::MethodCall(call) if call.method == "clone" => self.of(&call.receiver),
            _ => None,
        }
    }

    /// The type of what a method is called on, if a parameter says it.
    fn type_of(&self, expr: &Expr) -> Option<&Type> {
        match expr {
            Expr::Paren(inner) => self.type_of(&inner.expr),
            Expr::Group(inner) => self.type_of(&inner.expr),
            Expr::Path(path) => self.types.get(&path.path.get_ident()?.to_string()),
            _ => None,
        }
    }

    /// Arguments of a function of a type, from this position on.
    fn handed_in_type<'e>(&mut self, ty: &Type, name: &Ident, first: usize, arguments: impl Iterator<Item = &'e Expr>) {
        for (position, argument) in (first..).zip(arguments) {
            if let Some((parameter, false)) = self.of(argument) {
                let key = (names::unraw(name), position, ty.to_token_stream().to_string());
                self.uses.entry(parameter).or_default().in_types.insert(key, (name.clone(), ty.clone()));
            }
        }
    }

    /// A variable that is nothing but a value, or an element.
    fn bind(&mut self, pattern: &Pat, value: Option<(String, bool)>) {
        let mut pattern = pattern;
        while let Pat::Reference(inner) = pattern {
            pattern = &inner.pat;
        }
        if let (Pat::Ident(name), Some(value)) = (pattern, value)
            && self.bound.get(&name.ident.to_string()) == Some(&1)
        {
            self.variables.insert(name.ident.to_string(), value);
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        let value = local.init.as_ref().and_then(|init| self.of(&init.expr));
        match &local.pat {
            Pat::Type(typed) => self.bind(&typed.pat, value),
            pattern => self.bind(pattern, value),
        }
    }

    fn visit_expr_for_loop(&mut self, looping: &'ast syn::ExprForLoop) {
        if let Some(iteration) = Iteration::of(&looping.expr)
            && let Some((parameter, true)) = self.of(iteration.array)
        {
            match &*looping.pat {
                Pat::Tuple(both) if iteration.enumerated && both.elems.len() == 2 => {
                    self.bind(&both.elems[1], Some((parameter, false)));
                }
                pattern => self.bind(pattern, Some((parameter, false))),
            }
        }
        visit::visit_expr_for_loop(self, looping);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let name = names::unraw(&call.method);
        if name != "clone"
            && let Some((parameter, false)) = self.of(&call.receiver)
        {
            let name = if call.turbofish.is_some() { names::with_turbofish(&name) } else { name };
            self.uses.entry(parameter).or_default().methods.insert(name);
        }
        if let Some(ty) = self.type_of(&call.receiver).cloned() {
            self.handed_in_type(&ty, &call.method, 1, call.args.iter());
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(function) = &*call.func
            && super::super::asker::is_of_module(&call.func)
            && !function.path.get_ident().is_some_and(|name| self.callables.contains(name))
        {
            for (position, argument) in call.args.iter().enumerate() {
                if let Some((parameter, false)) = self.of(argument) {
                    let key = (function.path.to_token_stream().to_string(), position);
                    self.uses.entry(parameter).or_default().functions.insert(key, function.path.clone());
                }
            }
        }
        if let (Expr::Path(function), Some(ty)) = (&*call.func, self.types.get("self").cloned())
            && let [owner, name] = &*function.path.segments.iter().collect::<Vec<_>>()
            && owner.ident == "Self"
            && function.qself.is_none()
            && !names::is_type_name(&name.ident.to_string())
        {
            self.handed_in_type(&ty, &name.ident, 0, call.args.iter());
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let mut found = Vec::new();
        crate::fragments::within_arguments(&mut call.clone(), |argument| found.push(argument.clone()));
        for argument in found {
            let (bound, variables) = (self.bound.clone(), self.variables.clone());
            let (callables, types) = (self.callables.clone(), self.types.clone());
            let mut inner = Finder { bound, variables, types, uses: BTreeMap::new(), callables };
            inner.visit_expr(&argument);
            for (parameter, uses) in inner.uses {
                let all = self.uses.entry(parameter).or_default();
                all.methods.extend(uses.methods);
                all.functions.extend(uses.functions);
                all.in_types.extend(uses.in_types);
            }
        }
    }
}
