//! What a generic function asks of the types that it is called with: the operators, comparisons and clones of its bounds, and the
//! methods that it calls. C++ sees no bounds, and takes what a type has by that name.

use crate::context::callables;
use crate::{context, iteration::Iteration, names, operators::OPERATORS, piece};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Block, Expr, ExprMethodCall, FnArg, GenericArgument, Ident, Pat, Path, PathArguments, ReturnType, Signature,
    TraitBound, Type, TypeParamBound, WherePredicate,
    spanned::Spanned,
    visit::{self, Visit},
};

/// The impls of `Takes` for the type that stands for a function of this name.
pub fn takes(name: &Ident, signature: &Signature, block: &Block) -> TokenStream {
    let span = name.span();
    let takes = quote_spanned!(span=> ::whipple::private::seen::functions::Takes);
    let bounds = bounds(signature);
    if bounds.is_empty() {
        let of_all = quote_spanned!(span=> impl<const POSITION: usize, T: ?::core::marker::Sized>);
        return quote_spanned!(span=> #of_all #takes<POSITION, T> for #name {});
    }
    let uses = uses(signature, block);
    let mentions = |name| context::mentions(block.to_token_stream(), &Ident::new(name, Span::call_site()));
    let named =
        Named { clone: mentions("clone"), default: ["default", "unwrap_or_default", "take"].into_iter().any(mentions) };
    let projected = projected(signature, block);
    let (mut imports, mut fallbacks, mut count) = (TokenStream::new(), TokenStream::new(), 0_usize);
    let mut devices = TokenStream::new();
    let positions: TokenStream = signature
        .inputs
        .iter()
        .enumerate()
        .map(|(position, input)| {
            let Some((parameter, form)) = parameter(input, signature) else {
                return quote_spanned!(span=> impl<T: ?::core::marker::Sized> #takes<#position, T> for #name {});
            };
            let asked = bounds.get(&parameter).into_iter().flatten();
            let asked = asked.filter_map(|bound| demand(bound, &parameter, &bounds, named));
            // Which type a trait with parameters is for, a method's name does not tell.
            let any_type = bounds.get(&parameter).into_iter().flatten().any(is_generic_trait);
            let methods = uses.get(&parameter).into_iter().flat_map(|uses| &uses.methods);
            let methods = methods.filter(|method| !any_type || names::is_library_method(method));
            let is_iterator = bounds.get(&parameter).is_some_and(|bounds| bounds.iter().any(is_of_iterators));
            // These are loops that call `next`.
            let methods = methods.filter(|method| !is_iterator || !matches!(method.as_str(), "any" | "all"));
            let is_taken = is_iterator && uses.get(&parameter).is_some_and(Uses::takes_items);
            let of_user: Vec<&Path> =
                bounds.get(&parameter).into_iter().flatten().filter_map(context::of_user_trait).collect();
            let is_device = format_ident!("WHIPPLE_IS_DEVICE_{position}", span = span);
            let methods: Vec<TokenStream> = methods.map(|method| of_method(method, &is_device)).collect();
            if !methods.is_empty() {
                devices.extend(are_device(&is_device, &of_user));
            }
            let asked = asked.chain(methods);
            let types = projected.iter().filter(|((of, _), _)| *of == parameter).map(|(_, name)| of_type(name));
            let asked = asked.chain(types);
            let copied = is_borrowed_from(&signature.output, &parameter)
                .then(|| quote_spanned!(span=> ::whipple::private::seen::functions::SeenCopied<WhippleT>));
            let asked = asked.chain(copied);
            let taken =
                is_taken.then(|| quote_spanned!(span=> ::whipple::private::seen::iterators::SeenLent<WhippleT>));
            let asked = asked.chain(taken);
            let asked = asked.map(|asked| quote_spanned!(span=> ::whipple::private::seen::DeviceCode: #asked));
            let functions = uses.get(&parameter).into_iter().flat_map(|uses| &uses.functions);
            let handed = functions.map(|((_, position), path)| {
                let function = format_ident!("Called{count}", span = path.span());
                count += 1;
                fallbacks.extend(quote_spanned! {path.span()=>
                    #[allow(unused_imports)]
                    use ::whipple::private::unmarked::WithoutDevice as #function;
                });
                imports.extend(piece::import(path, &function));
                quote_spanned!(path.span()=> #function: #takes<#position, WhippleT>)
            });
            let asked: Vec<TokenStream> = asked.chain(handed).collect();
            let of_array =
                quote_spanned!(span=> impl<WhippleT, const WHIPPLE_N: usize> #takes<#position, [WhippleT; WHIPPLE_N]>);
            let heads = match form {
                Form::Value => {
                    vec![quote_spanned!(span=> impl<WhippleT: ?::core::marker::Sized> #takes<#position, WhippleT>)]
                }
                Form::Array => vec![of_array],
                // Rust makes slices of arrays.
                Form::Slice => vec![quote_spanned!(span=> impl<WhippleT> #takes<#position, [WhippleT]>), of_array],
            };
            let asked = quote_spanned!(span=> where #(#asked),*);
            quote_spanned!(span=> #(#heads for #name #asked {})*)
        })
        .collect();
    quote_spanned!(span=> const _: () = { #devices #fallbacks { #imports #positions } };)
}

/// Whether what a function asks of all its types is looked at where it is called.
pub fn is_looked_at(signature: &Signature) -> bool {
    let found: BTreeSet<String> =
        signature.inputs.iter().filter_map(|input| Some(parameter(input, signature)?.0)).collect();
    signature.generics.type_params().all(|parameter| found.contains(&parameter.ident.to_string()))
}

/// The bounds of each type parameter.
fn bounds(signature: &Signature) -> BTreeMap<String, Vec<TraitBound>> {
    let of_traits = |bounds: &mut dyn Iterator<Item = &TypeParamBound>| -> Vec<TraitBound> {
        let of_trait = |bound: &TypeParamBound| match bound {
            TypeParamBound::Trait(bound) => Some(bound.clone()),
            _ => None,
        };
        bounds.filter_map(of_trait).collect()
    };
    let parameters = signature.generics.type_params();
    let mut found: BTreeMap<String, Vec<TraitBound>> =
        parameters.map(|parameter| (parameter.ident.to_string(), of_traits(&mut parameter.bounds.iter()))).collect();
    for predicate in signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if let WherePredicate::Type(predicate) = predicate
            && let Some(name) = simple(&predicate.bounded_ty)
            && let Some(bounds) = found.get_mut(&name)
        {
            bounds.extend(of_traits(&mut predicate.bounds.iter()));
        }
    }
    found
}

/// Whether a function gives references to values of a type parameter, which are copies in device code.
fn is_borrowed_from(output: &ReturnType, parameter: &str) -> bool {
    let ReturnType::Type(_, ty) = output else { return false };
    let mut targets = context::Targets::default();
    targets.visit_type(ty);
    let name = Ident::new(parameter, Span::call_site());
    targets.0.iter().any(|target| context::mentions(target.to_token_stream(), &name))
}

/// Whether a bound is of a trait of the user's with parameters.
fn is_generic_trait(bound: &TraitBound) -> bool {
    let Some(last) = bound.path.segments.last() else { return false };
    let of_std = |name: &str| {
        matches!(name, "PartialEq" | "PartialOrd" | "From" | "Into" | "Rem" | "RemAssign")
            || OPERATORS.iter().any(|(of, ..)| *of == name)
    };
    !last.arguments.is_none() && !of_std(&last.ident.to_string())
}

/// Whether a bound is that of iterators.
fn is_of_iterators(bound: &TraitBound) -> bool {
    bound.path.segments.last().is_some_and(|last| last.ident == "Iterator")
}

/// A type that is one name.
fn simple(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// What of a type parameter a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Value,
    Array,
    Slice,
}

/// The type parameter that a parameter is of behind references, and what of it.
fn parameter(input: &FnArg, signature: &Signature) -> Option<(String, Form)> {
    let FnArg::Typed(typed) = input else { return None };
    let mut ty = context::strip_type(&typed.ty);
    while let Type::Reference(reference) = ty {
        ty = context::strip_type(&reference.elem);
    }
    let (name, form) = match ty {
        Type::Array(array) => (simple(&array.elem)?, Form::Array),
        Type::Slice(slice) => (simple(&slice.elem)?, Form::Slice),
        other => (simple(other)?, Form::Value),
    };
    signature.generics.type_params().any(|parameter| parameter.ident == name).then_some((name, form))
}

/// What a body names.
#[derive(Clone, Copy)]
struct Named {
    clone: bool,
    default: bool,
}

/// What a bound asks of `WhippleT`, if it is one of std's whose impl device code may not see.
fn demand(
    bound: &TraitBound,
    parameter: &str,
    generic: &BTreeMap<String, Vec<TraitBound>>,
    named: Named,
) -> Option<TokenStream> {
    let last = bound.path.segments.last()?;
    let (name, span) = (last.ident.to_string(), last.ident.span());
    let seen = quote_spanned!(span=> ::whipple::private::seen);
    let other = match &last.arguments {
        PathArguments::AngleBracketed(list) => list.args.iter().find_map(|argument| match argument {
            GenericArgument::Type(ty) if simple(ty).as_deref() != Some(parameter) => Some(ty.clone()),
            _ => None,
        }),
        _ => None,
    };
    let is_generic = |ty: &Type| {
        generic.keys().any(|name| context::mentions(ty.to_token_stream(), &Ident::new(name, Span::call_site())))
    };
    if other.as_ref().is_some_and(is_generic) {
        return None;
    }
    match name.as_str() {
        "Clone" | "PartialEq" | "PartialOrd" | "Ord" if other.is_none() => {
            let name = format_ident!("Seen{name}", span = span);
            Some(quote_spanned!(span=> #seen::#name<WhippleT, ()>))
        }
        "Iterator" => Some(quote_spanned!(span=> #seen::iterators::SeenOwn<WhippleT>)),
        "Default" if named.default => Some(quote_spanned!(span=> #seen::functions::SeenDefault<WhippleT, ()>)),
        // What can be copied can be cloned, in another way.
        "Copy" if named.clone => Some(quote_spanned!(span=> #seen::SeenClone<WhippleT, ()>)),
        "Neg" | "Not" => {
            let operator = format_ident!("Of{name}", span = span);
            Some(quote_spanned!(span=> #seen::operators::SeenOperator<#seen::operators::#operator, WhippleT, ()>))
        }
        "Index" | "IndexMut" => {
            let (seen_index, index) = (format_ident!("Seen{}", name.replace("Index", "Indexed"), span = span), other?);
            Some(quote_spanned!(span=> #seen::operators::#seen_index<WhippleT, #index>))
        }
        _ if name == "Rem"
            || name == "RemAssign"
            || OPERATORS.iter().any(|(of, ..)| *of == name && name != "PartialEq") =>
        {
            let (operator, right) = (
                format_ident!("Of{name}", span = span),
                other.map_or_else(|| quote_spanned!(span=> WhippleT), ToTokens::into_token_stream),
            );
            Some(quote_spanned!(span=> #seen::operators::SeenOperator<#seen::operators::#operator, WhippleT, #right>))
        }
        _ => None,
    }
}

/// A constant: whether there are traits of the user's among the bounds of a parameter, and all of them have `#[device]`.
fn are_device(name: &Ident, of_user: &[&Path]) -> TokenStream {
    let span = name.span();
    let each = of_user.iter().filter(|path| context::needs_device(path)).map(|path| {
        context::of_trait(path, &quote_spanned!(span=> ::whipple::private::foreign::is_device(&WhippleTrait)))
    });
    let any = !of_user.is_empty();
    quote_spanned!(span=> const #name: bool = #any #(&& #each)*;)
}

/// What the call of a method asks of `WhippleT`.
fn of_method(name: &str, is_device: &Ident) -> TokenStream {
    let (hash, span) = (names::hash(name), is_device.span());
    if names::is_library_method(name) {
        let owners = names::owners_or(name, is_device);
        quote_spanned!(span=> ::whipple::private::seen::methods::SeenMethod<#hash, WhippleT, #owners>)
    } else {
        quote_spanned!(span=> ::whipple::private::seen::functions::SeenTraitMethod<#hash, WhippleT, #is_device>)
    }
}

/// What a type of a trait asks of `WhippleT`.
fn of_type(name: &Ident) -> TokenStream {
    let hash = names::hash(&names::associated(&name.to_string()));
    quote_spanned!(name.span()=> ::whipple::private::seen::functions::SeenTraitType<#hash, WhippleT>)
}

/// The types of traits that a function names, each with its type parameter.
fn projected(signature: &Signature, block: &Block) -> BTreeMap<(String, String), Ident> {
    struct Finder(BTreeMap<(String, String), Ident>);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type(&mut self, ty: &'ast Type) {
            for (parameter, name) in context::projections(ty) {
                self.0.insert((parameter.to_string(), name.to_string()), name);
            }
            visit::visit_type(self, ty);
        }
    }
    let mut finder = Finder(BTreeMap::new());
    finder.visit_signature(signature);
    finder.visit_block(block);
    finder.0
}

/// What a body does with values of a type parameter.
#[derive(Default)]
struct Uses {
    /// The methods that it calls on them.
    methods: BTreeSet<String>,
    /// The functions that it hands them to, each with the position.
    functions: BTreeMap<(String, usize), Path>,
}

impl Uses {
    /// Whether it calls what iterators of the user's have in C++, and ranges do not.
    fn takes_items(&self) -> bool {
        ["sum", "product", "count", "last", "min", "max", "nth"].iter().any(|name| self.methods.contains(*name))
    }
}

/// What is done with parameters, their elements, and variables that are nothing but these, by the type parameter that they are of.
fn uses(signature: &Signature, block: &Block) -> BTreeMap<String, Uses> {
    let mut finder = Finder::default();
    let mut bound = Bound::default();
    bound.visit_block(block);
    finder.bound = bound.0;
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
        }
    }
    finder.visit_block(block);
    finder.uses
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
                (parameter, true) => Some((parameter, false)),
                _ => None,
            },
            Expr::MethodCall(call) if call.method == "clone" => self.of(&call.receiver),
            _ => None,
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
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(function) = &*call.func
            && super::asker::is_of_module(&call.func)
            && !function.path.get_ident().is_some_and(|name| self.callables.contains(name))
        {
            for (position, argument) in call.args.iter().enumerate() {
                if let Some((parameter, false)) = self.of(argument) {
                    let key = (function.path.to_token_stream().to_string(), position);
                    self.uses.entry(parameter).or_default().functions.insert(key, function.path.clone());
                }
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let mut found = Vec::new();
        crate::fragments::within_arguments(&mut call.clone(), |argument| found.push(argument.clone()));
        for argument in found {
            let (bound, variables) = (self.bound.clone(), self.variables.clone());
            let callables = self.callables.clone();
            let mut inner = Finder { bound, variables, uses: BTreeMap::new(), callables };
            inner.visit_expr(&argument);
            for (parameter, uses) in inner.uses {
                let all = self.uses.entry(parameter).or_default();
                all.methods.extend(uses.methods);
                all.functions.extend(uses.functions);
            }
        }
    }
}
