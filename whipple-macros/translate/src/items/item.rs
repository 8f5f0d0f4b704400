//! The static `Item` that carries one annotated Rust item's CUDA text, which every expansion contains.

use crate::{
    called::{self, Called},
    check::accesses::Accesses,
    message::Writer,
    names,
    piece::{Named, Pieces},
};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::BTreeMap;
use syn::Ident;

/// One `::whipple::private::Item`, before it is written out.
pub struct Item {
    /// A variant of `ItemKind`.
    pub kind: &'static str,
    /// The C++ name; for methods that of their type.
    pub name: String,
    /// Where the user names it, which tells it from an item of the same name elsewhere.
    pub span: Span,
    /// An expression for the C++ namespace, the module's unless stated.
    pub namespace: TokenStream,
    /// Forward declaration.
    pub forward: Pieces,
    /// Definition.
    pub definition: Pieces,
    /// What stands for the two above when rustc finds that a condition holds.
    pub alternative: Option<Alternative>,
    /// Prototype, or member declarations.
    pub prototype: Pieces,
    /// Bodies.
    pub body: Pieces,
    /// An expression for the names of the members of a type, for its methods.
    pub members: TokenStream,
    /// Expressions of type `Spawn`.
    pub spawns: Vec<TokenStream>,
    /// An expression for the most tasks that one thread spawns.
    pub spawns_of_thread: TokenStream,
    /// Expressions of type `Join`.
    pub joins: Vec<TokenStream>,
    /// Whether its body spawns tasks that are no children of a fork.
    pub spawns_apart: bool,
    /// Whether the threads of a task may meet at a barrier.
    pub meets: bool,
    /// How its bodies use buffers.
    pub accesses: Accesses,
    /// What its bodies call.
    pub calls: Vec<Called>,
    /// What writes the messages of panics in its bodies that have values.
    pub messages: BTreeMap<u64, Writer>,
    /// The type whose values may be printed, if this is one.
    pub printed: Option<Ident>,
    /// An expression for the functions of a type that call others: it has no bodies.
    pub callers_of_type: Option<TokenStream>,
}

/// Another forward declaration and definition, and the expression that selects them.
pub struct Alternative {
    pub condition: TokenStream,
    pub forward: Pieces,
    pub definition: Pieces,
}

impl Item {
    /// An item without text.
    pub fn new(kind: &'static str, name: String, span: Span) -> Self {
        Self {
            kind,
            name,
            span,
            namespace: quote!(::whipple::private::Namespace::of(::core::module_path!())),
            forward: Pieces::new(),
            definition: Pieces::new(),
            alternative: None,
            prototype: Pieces::new(),
            body: Pieces::new(),
            members: quote!(&[]),
            spawns: Vec::new(),
            spawns_of_thread: quote!(0),
            joins: Vec::new(),
            spawns_apart: false,
            meets: false,
            accesses: Accesses::default(),
            calls: Vec::new(),
            messages: BTreeMap::new(),
            printed: None,
            callers_of_type: None,
        }
    }
}

impl ToTokens for Item {
    /// `static WHIPPLE_ITEM: Item = …;`
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self {
            kind,
            name,
            span,
            namespace,
            forward,
            definition,
            alternative,
            prototype,
            body,
            members,
            spawns,
            spawns_of_thread,
            joins,
            spawns_apart,
            meets,
            accesses,
            calls,
            messages,
            printed,
            callers_of_type,
        } = self;
        let messages = messages.values();
        let prints = match printed {
            None => quote!(::whipple::private::Item::EMPTY.prints),
            Some(ty) => quote!({
                use ::whipple::private::Unprinted as _;
                let debug = <::whipple::private::Printed<#ty>>::DEBUG;
                ::whipple::private::Prints::of::<#ty>(debug, <::whipple::private::Printed<#ty>>::DISPLAY)
            }),
        };
        let checks = calls.iter().filter_map(Called::check);
        let checks = quote!(#(#checks)*);
        let (mut prototype, mut body) = (prototype.clone(), body.clone());
        Pieces::name_at_first_mention(&mut [&mut prototype, &mut body]);
        let named = Named::of(&[&prototype, &body], Called::functions(calls));
        let callers = callers_of_type.clone().unwrap_or_else(|| called::callers(calls, &named));
        let (forward, definition) = match alternative {
            None => (quote!(#forward), quote!(#definition)),
            Some(Alternative { condition, forward: other_forward, definition: other_definition }) => (
                quote!(if #condition { #other_forward } else { #forward }),
                quote!(if #condition { #other_definition } else { #definition }),
            ),
        };
        let uses = Pieces::references(&[&prototype, &body]);
        let (prototype, body, uses) = (prototype.with(&named), body.with(&named), uses.with(&named));
        let kind = Ident::new(kind, Span::call_site());
        let start = span.start();
        let (line, column) = (start.line as u32, start.column as u32);
        tokens.extend(quote! {
            #named
            static WHIPPLE_ITEM: ::whipple::private::Item = ::whipple::private::Item {
                id: ::whipple::private::hash(::core::module_path!(), #name, #line, #column),
                kind: ::whipple::private::ItemKind::#kind,
                namespace: #namespace,
                name: #name,
                forward: #forward,
                definition: #definition,
                prototype: #prototype,
                body: #body,
                uses: #uses,
                members: #members,
                spawns: &[#(#spawns),*],
                spawns_of_thread: #spawns_of_thread,
                joins: &[#(#joins),*],
                spawns_apart: #spawns_apart,
                meets: #meets,
                accesses: #accesses,
                callers: #callers,
                messages: &[#(#messages),*],
                prints: #prints,
            };
            #checks
        });
    }
}

/// `ItemRef` to the `WHIPPLE_ITEM` in scope.
pub fn reference() -> TokenStream {
    quote! {
        // SAFETY: `WHIPPLE_ITEM` is a static.
        unsafe { ::whipple::private::ItemRef::new(&raw const WHIPPLE_ITEM) }
    }
}

/// The C++ name of a field.
pub fn field_name(ident: &Ident) -> String {
    names::field(&ident.to_string())
}

/// The C++ name of a method or a function of a type.
pub fn method_name(ident: &Ident) -> String {
    names::method(&ident.to_string())
}

/// The C++ name of a variant or a constant.
pub fn member_name(ident: &Ident) -> String {
    names::member(&ident.to_string())
}

/// The C++ name of an item of a module.
pub fn item_name(ident: &Ident) -> String {
    names::item(&ident.to_string())
}
