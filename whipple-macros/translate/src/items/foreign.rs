//! `#[device] impl` of a trait for a type of std or glam, as `impl Real for f32` (`whipple_runtime::source::foreign`).
//!
//! Each function is one of its own, in a class that C++ finds by the name and by the type. The impl leaves its text in a hidden function of
//! the trait, which the trait and the calls ask for.

use super::{
    associated::{self, Associated},
    competing, constant,
    device_trait::{
        MOST_FUNCTIONS,
        foreign::{HIDDEN, called},
    },
    found, function,
    item::{Item, member_name, method_name, reference},
    methods::{arguments, has_template},
    provided,
    reserved::{check_library_name, refuse_root},
    traits::Trait,
};
use crate::{
    ask::Questions,
    body,
    context::{self, FunctionInput, Role, callables, evaluated, is_trait_of_std, items},
    errors::Errors,
    methods::{self, Associated as OfLibrary},
    names,
    piece::{Piece, Pieces},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Attribute, Expr, FnArg, ImplItem, ImplItemConst, ImplItemFn, ItemImpl, Pat, Path, ReceiverKind, Stmt, Type,
    visit_mut::VisitMut,
};

/// Whether an impl is of a trait of the user's for a type of std or glam.
pub fn is_foreign(implementation: &ItemImpl) -> bool {
    let Some((path, _)) = &implementation.trait_ else { return false };
    let of = Trait::of(path, &implementation.self_ty);
    let is_plain = path.segments.last().is_some_and(|last| last.arguments.is_none() && !is_trait_of_std(&last.ident));
    let ty = context::strip_type(&implementation.self_ty);
    let is_type = matches!(ty, Type::Path(path) if path.qself.is_none());
    let name = context::last_name(ty);
    is_plain
        && is_type
        && of.name != "Execute"
        && of.refusal(implementation).is_none()
        && implementation.generics.params.is_empty()
        && name.is_some_and(|name| names::FOREIGN.contains(&name.as_str()))
}

/// Checks the functions of the impl, and adds their translation.
pub fn expand(mut implementation: ItemImpl, errors: &mut Errors) -> TokenStream {
    *implementation.self_ty = context::strip_type(&implementation.self_ty).clone();
    if let Some(unsafety) = &implementation.unsafety {
        errors.push(
            unsafety,
            "`unsafe` does not exist in device code: write the impl without it, or without `#[device]`",
        );
    }
    let mut members = Members::new(&implementation);
    for item in &mut implementation.items {
        match item {
            ImplItem::Fn(method) => members.method(method, errors),
            ImplItem::Const(constant) => members.constant(constant, errors),
            ImplItem::Type(_) => {}
            other => errors.push(other, "a `#[device] impl` holds functions and constants: move this out of the impl"),
        }
    }
    if !errors.is_empty() {
        // Nothing more is said where it is used.
        let Members { item, .. } = &mut members;
        let mut empty = Item::new(item.kind, item.name.clone(), item.span);
        (empty.namespace, empty.members) = (item.namespace.clone(), item.members.clone());
        (*item, members.questions, members.is_refused) = (empty, Questions::default(), true);
    }
    members.written(implementation)
}

/// What the members of an impl become.
struct Members {
    self_type: Type,
    /// The name of the type.
    name: String,
    of_trait: Path,
    associated: Associated,
    item: Item,
    questions: Questions,
    /// Whether something is refused in it.
    is_refused: bool,
    /// The C++ names of its text.
    names: Vec<String>,
    /// The names of methods that only call the type's own method of the same name.
    own: Vec<Ident>,
}

impl Members {
    fn new(implementation: &ItemImpl) -> Self {
        let name = context::last_name(&implementation.self_ty).unwrap_or_default();
        let of = implementation.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        let of = of.map(|last| last.ident.to_string()).unwrap_or_default();
        let mut item = Item::new("Methods", format!("{of} for {name}"), implementation.impl_token.span);
        item.namespace = quote!(::whipple::private::Namespace::GLOBAL);
        item.members = Some(quote!(&[WHIPPLE_NAMES, WHIPPLE_TAKEN]));
        Self {
            self_type: (*implementation.self_ty).clone(),
            of_trait: implementation.trait_.as_ref().map_or_else(|| syn::parse_quote!(Trait), |(path, _)| path.clone()),
            name,
            associated: Associated::of(implementation),
            item,
            questions: Questions::default(),
            is_refused: false,
            names: Vec::new(),
            own: Vec::new(),
        }
    }

    /// Writes out what `Self` is.
    fn itself(&self) -> Itself<'_> {
        Itself { ty: &self.self_type, name: &self.name, of_trait: &self.of_trait }
    }

    fn method(&mut self, method: &mut ImplItemFn, errors: &mut Errors) {
        let before = errors.count();
        let device = arguments(&mut method.attrs, errors);
        self.check(method, errors);
        items::refuse_in_traits(&method.sig, errors);
        if errors.count() > before || self.own.contains(&method.sig.ident) {
            return;
        }
        let resolved = self.associated.resolved(method);
        let mut resolved = resolved;
        self.itself().visit_impl_item_fn_mut(&mut resolved);
        let (free, left) = associated::without_self(&resolved, &self.self_type);

        let hash = names::hash_of_method(&method.sig.ident.to_string());
        let mut qualifier = Pieces::text(format!("whipple::ForeignMethod<{hash}ull, "));
        qualifier.push(Piece::Type(self.self_type.clone()));
        qualifier.push_text(">::");
        let input = FunctionInput {
            signature: &free.sig,
            block: &free.block,
            role: Role::Function,
            self_type: None,
            item_type: None,
            output_type: None,
            qualifier: &qualifier,
            parameters: None,
            operator: None,
        };
        let mut translated = function::translate(&input, &device, errors);
        associated::rename(&mut translated.host, &left, "self");
        method.block = translated.checked_host();
        self.questions.add(&callables::with_pointers(&free.sig), translated.asked.as_ref());
        let cpp = names::item(&method.sig.ident.to_string());
        self.names.push(method_name(&method.sig.ident));
        self.declare(hash, &translated, &cpp);
        translated.definition_head = called(translated.definition_head, &cpp);
        self.item.define(&translated, &method.sig.ident);
        self.item.calls.extend(translated.calls.iter().cloned());
        self.item.accesses.extend(&translated.accesses);
        self.item.messages.extend(translated.messages.clone());
        for spawn in &translated.spawns.uses {
            errors.push(
                &spawn.procedure,
                "a method cannot spawn: spawn in `execute`, or in a `#[device] fn` that takes the context",
            );
        }
    }

    /// The class of a function.
    fn declare(&mut self, hash: u64, translated: &body::Function, cpp: &str) {
        let text = &mut self.item.definition;
        text.push_text(&format!("template <>\nstruct whipple::ForeignMethod<{hash}ull, "));
        text.push(Piece::Type(self.self_type.clone()));
        text.push_text("> {\n    static ");
        text.append(called(translated.prototype.clone(), cpp));
        text.push_text(";\n};\n");
    }

    fn check(&mut self, method: &ImplItemFn, errors: &mut Errors) {
        let name = names::unraw(&method.sig.ident);
        let generic =
            method.sig.generics.params.iter().find(|parameter| !matches!(parameter, syn::GenericParam::Lifetime(_)));
        if let Some(generic) = generic.map(ToTokens::to_token_stream) {
            errors.push(generic, "a method of a type of std or glam has no types or constants as parameters in device code: write a `#[device] fn`");
        } else if has_template(&method.sig) || callables::has_some(&method.sig) {
            errors.push(
                &method.sig.inputs,
                "a method of a type of std or glam takes no functions in device code: write a `#[device] fn`",
            );
        }
        if name == "clone" && method.sig.receiver().is_some() {
            let message = "device code takes `clone` for that of std: give this function another name";
            errors.push(&method.sig.ident, message);
            return;
        }
        if refuse_root(&method.sig, errors) {
            return;
        }
        check_library_name(&method.sig, false, errors);
        let of_type = matches!(methods::associated(&self.name, &name), Some(OfLibrary::Method(_)));
        if method.sig.receiver().is_some() && of_type {
            if is_handed_on(method, &self.name) {
                self.own.push(method.sig.ident.clone());
            } else {
                let ty = &self.name;
                let message = format!(
                    "`{ty}` has a method `{name}` itself, for which device code would take this one: let its body be `{ty}::{name}(…)` of its parameters, or give it another name"
                );
                errors.push(&method.sig.ident, message);
            }
        }
    }

    fn constant(&mut self, constant: &mut ImplItemConst, errors: &mut Errors) {
        let mut plain = constant.clone();
        self.itself().visit_impl_item_const_mut(&mut plain);
        let (ident, ty, self_type) = (&constant.ident, &plain.ty, &self.self_type);
        let (value, host) = constant::translate(ident, &plain.expr, ty, None, &mut self.questions, errors);
        let value = evaluated(&plain.expr, ty, &syn::parse_quote!(<#self_type>::#ident), value, errors);
        let ty = context::type_name(ty, None, errors);
        constant.expr = host;
        let text = &mut self.item.definition;
        let hash = names::hash(&names::unraw(ident));
        self.names.push(member_name(ident));
        text.push_text(&format!("template <>\nstruct whipple::ForeignConstant<{hash}ull, "));
        text.push(Piece::Type(self_type.clone()));
        text.push_text("> {\n    static __device__ constexpr ");
        text.append(ty);
        text.push_text(" value() { return ");
        text.append(value);
        text.push_text("; }\n};\n");
    }

    /// The impl, and what rustc is to see beside it.
    fn written(self, mut implementation: ItemImpl) -> TokenStream {
        let Self { self_type: ty, mut item, questions, own, names, is_refused, .. } = self;
        let Some((path, _)) = implementation.trait_.clone() else { return implementation.into_token_stream() };
        let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        let foreign = quote_spanned!(span=> ::whipple::private::foreign);
        for (text, name) in [(&mut item.definition, "DECLARED"), (&mut item.body, "DEFINED")] {
            let name = Ident::new(&format!("WHIPPLE_{name}"), span);
            text.push(Piece::Tokens(quote_spanned!(span=> ::whipple::private::Piece::Type(#name))));
        }
        let known = known(&implementation, &path);
        let values = context::of_trait(
            &path,
            &quote_spanned!(span=> ::whipple::private::provided::values::<#ty, _>(&WhippleTrait)),
        );
        let (hidden, reference, asked) = (Ident::new(HIDDEN, span), reference(), questions.items(None));
        let with_text = quote_spanned! {span=>
            #[doc(hidden)]
            #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            fn #hidden() -> impl #foreign::ForeignImpl {
                #asked
                #known
                const WHIPPLE_ITSELF: &[::whipple::private::Piece] = &[::whipple::private::Piece::Type(<#ty as ::whipple::private::Typed>::WHIPPLE_TYPED)];
                const WHIPPLE_NAMES: &[&str] = &[#(#names),*];
                const WHIPPLE_TAKEN: &[&str] = &::whipple::private::provided::names::<
                    { ::whipple::private::provided::count_names((WHIPPLE_FUNCTIONS, WHIPPLE_CONSTANTS), WHIPPLE_OWN, false) }
                >((WHIPPLE_FUNCTIONS, WHIPPLE_CONSTANTS), WHIPPLE_OWN, &[], false);
                const WHIPPLE_PIECES: usize = #foreign::count_pieces(WHIPPLE_FUNCTIONS, WHIPPLE_CONSTANTS);
                const WHIPPLE_DECLARED: &[::whipple::private::Piece] = &#foreign::declarations::<WHIPPLE_PIECES>(
                    (WHIPPLE_FUNCTIONS, WHIPPLE_CONSTANTS), WHIPPLE_OWN, WHIPPLE_ITSELF, #values,
                );
                const WHIPPLE_DEFINED: &[::whipple::private::Piece] =
                    &#foreign::definitions::<WHIPPLE_PIECES>(WHIPPLE_FUNCTIONS, WHIPPLE_OWN, WHIPPLE_ITSELF);
                #item
                struct WhippleImpl;
                impl #foreign::ForeignImpl for WhippleImpl {
                    const ITEMS: &'static [::whipple::private::ItemRef] = &[#reference];
                }
                WhippleImpl
            }
        };
        let checks = (!is_refused).then(|| checks(&implementation, &path, &own));
        implementation.items.push(ImplItem::Verbatim(with_text));
        quote! {
            #implementation
            #checks
        }
    }
}

/// What the impl has itself, by the C++ names, and what its trait gives.
fn known(implementation: &ItemImpl, path: &Path) -> TokenStream {
    provided::known(implementation, path)
}

/// What rustc is to refuse of the impl.
fn checks(implementation: &ItemImpl, path: &Path, own: &[Ident]) -> TokenStream {
    let (ty, span) =
        (&implementation.self_ty, path.segments.last().map_or_else(Span::call_site, |last| last.ident.span()));
    let mut others = implementation.clone();
    others.items.retain(|item| !matches!(item, ImplItem::Fn(method) if own.contains(&method.sig.ident)));
    let competing = competing::nothing_competes(&others);
    let nothing_hides = found::nothing_hides(&others);
    let known = known(implementation, path);
    let foreign = quote_spanned!(span=> ::whipple::private::foreign);
    let are_device =
        context::of_trait(path, &quote_spanned!(span=> #foreign::bounds_are_device::<#ty, _>(&WhippleTrait)));
    let taken = (0..MOST_FUNCTIONS)
        .map(|index| quote_spanned!(span=> ::whipple::private::provided::must_take::<#index, #ty, _>(&WhippleTrait);));
    let taken = context::of_trait(path, &quote!(#(#taken)*));
    let of_references = not_for_references(ty, path, span);
    let configuration: Vec<&Attribute> =
        implementation.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")).collect();
    quote_spanned! {span=>
        #(#configuration)*
        #[allow(dead_code, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            #competing
            #nothing_hides
            #known
            const _: () = ::whipple::private::foreign::must_be_taken(
                WHIPPLE_FUNCTIONS,
                WHIPPLE_OWN,
                #are_device,
                ::whipple::private::is_of_library::<#ty>(),
            );
            fn whipple_takes() #taken
            #of_references
        };
    }
}

/// Has rustc refuse a trait that references to the type have, too: a method by value of a reference is that of the reference.
fn not_for_references(ty: &Type, path: &Path, span: Span) -> TokenStream {
    const MESSAGE: &str = "the trait has an impl for references to this type, too, whose methods a call may mean: write `*x`, and leave that impl out";
    quote_spanned! {span=>
        struct WhippleProbe<WhippleT>(::core::marker::PhantomData<WhippleT>);
        trait WhippleHasNone {
            const WHIPPLE_HAS_IT: bool = false;
        }
        impl<WhippleT> WhippleHasNone for WhippleProbe<WhippleT> {}
        impl<WhippleT: #path> WhippleProbe<WhippleT> {
            const WHIPPLE_HAS_IT: bool = true;
        }
        const _: () = ::core::assert!(
            !WhippleProbe::<&'static #ty>::WHIPPLE_HAS_IT && !WhippleProbe::<&'static mut #ty>::WHIPPLE_HAS_IT,
            #MESSAGE
        );
    }
}

/// Whether a method is nothing but the method of this name that the type has itself.
fn is_handed_on(method: &ImplItemFn, ty: &str) -> bool {
    let [Stmt::Expr(value, None)] = method.block.stmts.as_slice() else { return false };
    let name = &method.sig.ident;
    let by_value = method.sig.receiver().is_some_and(|receiver| matches!(receiver.kind, ReceiverKind::Value));
    let parameters: Vec<Option<&Ident>> = method.sig.inputs.iter().skip(1).map(parameter).collect();
    let are_handed = |arguments: &mut dyn Iterator<Item = &Expr>| {
        let handed: Vec<Option<&Ident>> = arguments.map(variable).collect();
        handed == parameters && handed.iter().all(Option::is_some)
    };
    let is_self = |expr: &Expr| match strip(expr) {
        Expr::Path(path) => by_value && path.path.is_ident("self"),
        Expr::Unary(of) => {
            !by_value
                && matches!(of.op, syn::UnOp::Deref(_))
                && matches!(strip(&of.expr), Expr::Path(path) if path.path.is_ident("self"))
        }
        _ => false,
    };
    match strip(value) {
        Expr::MethodCall(call) => call.method == *name && is_self(&call.receiver) && are_handed(&mut call.args.iter()),
        Expr::Call(call) => {
            let Expr::Path(function) = &*call.func else { return false };
            let segments: Vec<String> =
                function.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let is_meant =
                matches!(segments.as_slice(), [.., owner, last] if (owner == ty || owner == "Self") && name == last);
            is_meant
                && function.qself.is_none()
                && call.args.first().is_some_and(is_self)
                && are_handed(&mut call.args.iter().skip(1))
        }
        _ => false,
    }
}

fn parameter(input: &FnArg) -> Option<&Ident> {
    match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) if name.subpat.is_none() => Some(&name.ident),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    }
}

fn variable(expr: &Expr) -> Option<&Ident> {
    match strip(expr) {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => strip(&inner.expr),
        Expr::Group(inner) => strip(&inner.expr),
        other => other,
    }
}

/// Writes out what `Self` is. What the type does not have itself is of the trait.
struct Itself<'a> {
    ty: &'a Type,
    name: &'a str,
    of_trait: &'a Path,
}

impl VisitMut for Itself<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.path.is_ident("Self") => *ty = self.ty.clone(),
            _ => syn::visit_mut::visit_type_mut(self, ty),
        }
    }

    fn visit_expr_path_mut(&mut self, expr: &mut syn::ExprPath) {
        let segments = &expr.path.segments;
        let is_member = expr.qself.is_none() && segments.len() == 2 && segments[0].ident == "Self";
        if is_member && methods::associated(self.name, &names::unraw(&segments[1].ident)).is_none() {
            let (ty, of_trait, last) = (self.ty, self.of_trait, &segments[1]);
            *expr = syn::parse_quote!(<#ty as #of_trait>::#last);
            return;
        }
        syn::visit_mut::visit_expr_path_mut(self, expr);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        if let (Some(first), Type::Path(own)) = (path.segments.first(), self.ty)
            && first.ident == "Self"
        {
            let rest = path.segments.iter().skip(1).cloned();
            path.segments = own.path.segments.iter().cloned().chain(rest).collect();
            path.leading_colon = own.path.leading_colon;
        }
        syn::visit_mut::visit_path_mut(self, path);
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        crate::fragments::within_arguments(call, |argument| self.visit_expr_mut(argument));
    }
}
