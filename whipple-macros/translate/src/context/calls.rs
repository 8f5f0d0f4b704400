//! What calls demand of what they name, which rustc checks.

use super::{Role, Translator, code::concat, strip_type};
use crate::{
    exchange::Exchange,
    methods, names,
    operators::OPERATORS,
    piece::{self, Piece, Pieces},
};
use proc_macro2::Span;
use syn::{Expr, PathArguments, visit_mut::VisitMut as _};

/// Whether `Owner::name` is the method of a trait of operators.
pub fn operator_of(owner: &str, name: &str) -> bool {
    OPERATORS.iter().any(|(of, method, _)| *of == owner && *method == name)
}

/// `self::name` and `crate::…::name` can only be checked for the former: the module path is not known.
fn is_self_module(path: &syn::Path, own: &syn::Ident) -> bool {
    path.segments.len() == 2 && path.segments[0].ident == "self" && path.segments[1].ident == *own
}

/// What is said of what a type of std or glam has and devices lack.
pub fn lacking(owner: &str, name: &str) -> String {
    let instead = methods::refused(name).next().map_or("docs/language.md lists what does", |refused| refused.instead);
    format!("`{owner}::{name}` does not exist in device code; {instead}")
}

impl Translator<'_> {
    /// Has rustc refuse `Type::name(…)` where no `#[device] impl` of the type has it: it may be the host's only.
    pub fn require_member(&mut self, function: &syn::Path) {
        self.require_of_type(function, None, |last, name| match name {
            "default" => {
                format!(
                    "`{last}::default` does not exist in device code: write `#[derive(Default)]` below `#[device]`, of its fields' types, too, or `#[device] impl Default for {last}`"
                )
            }
            method if OPERATORS.iter().any(|(_, of, _)| *of == method) => {
                format!("`{last}::{name}` does not exist in device code: use the operator")
            }
            _ => format!(
                "`{last}::{name}` does not exist in device code: write `#[device]` on the `impl` of `{last}` that has it, and on the trait, too, if only that has its body"
            ),
        });
    }

    /// Has rustc refuse `Type::NAME` where no `#[device] impl` of the type has this constant.
    pub fn require_constant(&mut self, path: &syn::Path) {
        // rustc says first whether it exists at all, and evaluates nothing then.
        let mut owner = path.clone();
        let Some(name) = owner.segments.pop().map(|last| last.ident) else { return };
        owner.segments.pop_punct();
        let ty = self.without_self_type(&super::types::named(owner));
        let seen = quote::quote_spanned!(name.span()=> let _ = <#ty>::#name;);
        self.require_of_type(path, Some(seen), |last, name| {
            format!(
                "`{last}::{name}` does not exist in device code: write `#[device]` on the `impl` of `{last}` that has it, and on the trait, too, if only that has its value"
            )
        });
    }

    /// Has rustc refuse `Type::name`, in these words, where the type has no member of this name.
    fn require_of_type(
        &mut self,
        path: &syn::Path,
        before: Option<proc_macro2::TokenStream>,
        message: impl FnOnce(&str, &str) -> String,
    ) {
        let mut owner = path.clone();
        let Some(name) = owner.segments.pop().map(|last| last.ident) else { return };
        owner.segments.pop_punct();
        let is_plain = owner.segments.iter().all(|segment| segment.arguments.is_none());
        let first = owner.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let last = owner.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if !is_plain
            || self.generics.contains_key(&first)
            || self.require_of_glam(path)
            || names::is_primitive(&last)
            || (first == "Self" && self.input.self_type.is_none())
        {
            return;
        }
        let message = message(&last, &name.to_string());
        // An item inside the body cannot name `Self`.
        // A variant stands beside the fields.
        let has = syn::Ident::new(if before.is_some() { "has" } else { "has_in_impls" }, Span::call_site());
        // The bounds of a generic type may not hold for the arguments that it has without others.
        let before = before.filter(|_| self.input.parameters.is_none());
        let named = name.to_string();
        // A function may also be handed on by its path.
        let (member, method) = (names::member(&named), names::method(&named));
        let ty = self.without_self_type(&super::types::named(owner));
        let has_built_in = self.is_built_in(&ty, &name.to_string());
        let lacking = lacking(&last, &name.to_string());
        let check = quote::quote_spanned! {name.span()=>
            const _: () = {
                #[allow(unused_imports)]
                use ::whipple::private::{HasNoMembers as _, NotCompared as _};
                #before
                match ::whipple::private::Probe::<#ty>::BUILT_IN {
                    Some(_) => ::core::assert!(#has_built_in, #lacking),
                    None => ::core::assert!(
                        ::whipple::private::Probe::<#ty>::IS_OF_LIBRARY
                            || <#ty>::WHIPPLE_MEMBERS.#has(#member)
                            || <#ty>::WHIPPLE_MEMBERS.has_in_impls(#method),
                        #message
                    ),
                }
            };
        };
        self.checks.entry(message).or_insert(check);
    }

    /// Has rustc refuse a function that is called as one of `std::mem` and is another.
    pub fn require_exchange(&mut self, exchange: Exchange, function: &syn::Path) {
        let (mut found, meant) = (function.clone(), syn::Ident::new(exchange.name(), Span::call_site()));
        found.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
        let check = quote::quote_spanned! {syn::spanned::Spanned::span(function)=>
            const _: () = ::whipple::private::must_be_of_std(&::core::mem::#meant::<u8>, &#found);
        };
        self.checks.entry(quote::quote!(#found).to_string()).or_insert(check);
    }

    /// Has rustc refuse a generic function that would get a reference as a value of a type parameter, unless it refuses an argument before.
    pub fn require_not_deduced(&mut self, function: &syn::Path, position: usize, before: &[usize], at: Span) {
        const MESSAGE: &str = "a generic function cannot take this reference as a value in device code; write its parameter as `&T` or `&mut T`";
        self.require_elsewhere(function, "WHIPPLE_DEDUCED", position, before, (MESSAGE, at));
    }

    /// Has rustc refuse a generic function of which this argument would have to say a type, and does not.
    pub fn require_said(&mut self, function: &syn::Path, position: usize, at: Span) {
        const MESSAGE: &str = "C++ cannot see the type of this argument in a function with generic types; write it, as `5_u32`, `None::<T>`, or in a variable with its type";
        self.require_elsewhere(function, "WHIPPLE_DEDUCING", position, &[], (MESSAGE, at));
    }

    /// Has rustc refuse a function that is handed to another one, and of which no argument says all generic parameters.
    pub fn require_not_open(&mut self, function: &syn::Path) {
        const MESSAGE: &str =
            "C++ cannot see what the generic parameters of this function are; write a closure, as `|x| name::<u32>(x)`";
        if function.segments.iter().any(|segment| !segment.arguments.is_none()) {
            return;
        }
        let how = super::how_of_function(&self.first_mention(function));
        let check = quote::quote_spanned! {syn::spanned::Spanned::span(function)=>
            const _: () = ::core::assert!(::core::matches!(#how, ::whipple::private::given::Open::Not), #MESSAGE);
        };
        self.checks.entry(format!("{} handed", quote::quote!(#function))).or_insert(check);
    }

    /// Has rustc refuse a function of a type that is handed to another one, where the type is another name of one of the library's.
    pub fn require_own(&mut self, function: &syn::Path, name: &str) {
        const MESSAGE: &str = "this is a function of a number or a vector by another name of the type; write a closure, as `|x| Real::sqrt(x)`";
        if !methods::is_of_built_in(name) {
            return;
        }
        let is_built_in = self.is_built_in(&self.owner_type(function), name);
        let check = quote::quote_spanned! {syn::spanned::Spanned::span(function)=>
            const _: () = ::core::assert!(!#is_built_in, #MESSAGE);
        };
        self.checks.entry(format!("{} handed", quote::quote!(#function))).or_insert(check);
    }

    /// Has rustc refuse a function that has a position in a list, unless an earlier one is in it.
    fn require_elsewhere(
        &mut self,
        function: &syn::Path,
        list: &str,
        position: usize,
        before: &[usize],
        (message, at): (&str, Span),
    ) {
        let list_of = piece::associated(function, &syn::Ident::new(list, Span::call_site()));
        let check = quote::quote_spanned! {at=>
            const _: () = {
                #[allow(unused_imports)]
                use ::whipple::private::Deduced as _;
                ::core::assert!(
                    !::whipple::private::contains(#list_of, #position)
                        #(|| ::whipple::private::contains(#list_of, #before))*,
                    #message
                )
            };
        };
        self.checks.entry(format!("{} {list} {position}", quote::quote!(#function))).or_insert(check);
    }

    /// Has rustc refuse a `Default` that is not the one of std.
    pub fn require_default(&mut self, owner: syn::Path) {
        let check = quote::quote_spanned! {syn::spanned::Spanned::span(&owner)=>
            const _: fn() -> ::whipple::private::OfStd = <::whipple::private::OfStd as #owner>::default;
        };
        self.checks.entry(quote::quote!(#owner).to_string()).or_insert(check);
    }

    /// Has rustc look for the default of a type.
    pub fn require_seen_default(&mut self, ty: &syn::Type) {
        let ty = self.without_self_type(ty);
        let check = quote::quote_spanned! {syn::spanned::Spanned::span(&ty)=>
            const _: () = ::whipple::private::seen::functions::must_have_default::<#ty>();
        };
        self.checks.entry(format!("default {}", quote::quote!(#ty))).or_insert(check);
    }

    pub fn spawn_argument(&mut self, turbofish: &syn::AngleBracketedGenericArguments) -> Pieces {
        match turbofish.args.first() {
            Some(syn::GenericArgument::Type(ty)) if turbofish.args.len() == 1 => {
                concat([Pieces::text("<"), self.procedure_pieces(ty), Pieces::text(">")])
            }
            _ => {
                self.errors.push(turbofish, "a spawn names one procedure; write `ctx.spawn::<P>(item)`");
                Pieces::new()
            }
        }
    }

    /// `<Children<A, B>, C>` or `<Repeated<P, N>, C>`, for a fork of `(A, B)` or `[P; N]` and its continuation.
    pub fn fork_arguments(&mut self, turbofish: &syn::AngleBracketedGenericArguments) -> Pieces {
        let mut types = turbofish.args.iter().filter_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
        let (Some(children), Some(continuation)) = (types.next(), types.next()) else {
            self.errors.push(turbofish, "a fork names procedures; write `ctx.fork::<[P; 2]>([a, b]).then::<C>(state)`");
            return Pieces::new();
        };
        let children = match strip_type(children) {
            syn::Type::Array(array) => {
                let mut length = array.len.clone();
                self.substitute(|replacer| replacer.visit_expr_mut(&mut length));
                let length = self.scopes.with_constants(length);
                let number =
                    Pieces(vec![Piece::Number(syn::parse_quote!(::core::convert::identity::<usize>(#length) as u64))]);
                let own = self.procedure_pieces(&array.elem);
                concat([Pieces::text("Repeated<"), own, Pieces::text(", "), number])
            }
            syn::Type::Tuple(tuple) if !tuple.elems.is_empty() => {
                let mut parts = vec![Pieces::text("Children<")];
                for (index, procedure) in tuple.elems.iter().enumerate() {
                    parts.push(Pieces::text(if index == 0 { "" } else { ", " }));
                    parts.push(self.procedure_pieces(procedure));
                }
                concat(parts)
            }
            other => {
                self.errors.push(
                    other,
                    "a fork names its tasks as `[P; N]` or `(A, B)`; write `ctx.fork::<[P; 2]>([a, b]).then::<C>(state)`",
                );
                return Pieces::new();
            }
        };
        concat([
            Pieces::text("<"),
            children,
            Pieces::text(">, "),
            self.procedure_pieces(continuation),
            Pieces::text(">"),
        ])
    }

    /// Whether the path names the function that is being translated.
    pub fn is_own_name(&self, path: &syn::Path) -> bool {
        let own = &self.input.signature.ident;
        match self.input.role {
            Role::Function => path.is_ident(own) || is_self_module(path, own),
            Role::Method | Role::Execute => {
                path.segments.len() == 2
                    && path.segments[1].ident == *own
                    && (path.segments[0].ident == "Self"
                        || self
                            .input
                            .self_type
                            .and_then(super::types::type_name)
                            .is_some_and(|name| path.segments[0].ident == name))
            }
        }
    }

    /// Whether a path names what belongs to a type called like one of glam's. Has rustc refuse what glam has there and devices lack;
    /// it may be a type of the user's.
    pub fn require_of_glam(&mut self, path: &syn::Path) -> bool {
        let mut owner = path.clone();
        let Some(name) = owner.segments.pop().map(|last| last.ident) else { return false };
        owner.segments.pop_punct();
        let of = owner.segments.last().map(|of| of.ident.to_string()).unwrap_or_default();
        if !names::is_vector(&of) {
            return false;
        }
        if methods::associated(&of, &name.to_string()).is_none() {
            let ty = super::types::named(owner);
            let message = lacking(&of, &name.to_string());
            let check = quote::quote_spanned! {name.span()=>
                const _: () = ::core::assert!(!::whipple::private::is_of_library::<#ty>(), #message);
            };
            self.checks.entry(message).or_insert(check);
        }
        true
    }

    /// Whether an expression is `self`, whose methods are the user's.
    pub fn is_self(expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => Self::is_self(&inner.expr),
            Expr::Path(path) => path.path.is_ident("self"),
            _ => false,
        }
    }

    /// Whether `self` may hold buffers, which tasks share: it is a procedure, or may be one or a struct of buffers.
    pub fn self_may_hold_buffers(&self) -> bool {
        self.input.role == super::Role::Execute || self.receiver != super::Receiver::None
    }
}
