//! The static `Item` that carries one annotated Rust item's CUDA text, which every expansion contains.

use crate::{
    body,
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
    /// Bodies of functions that give iterators, by their Rust names: they stand before all others.
    pub early: Vec<(String, Pieces)>,
    /// An expression for the names of the members of a type, for its methods.
    pub members: Option<TokenStream>,
    /// Expressions of type `Spawn`.
    pub spawns: Vec<TokenStream>,
    /// An expression for the most tasks that one thread spawns, if it spawns some.
    pub spawns_of_thread: Option<TokenStream>,
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
            early: Vec::new(),
            members: None,
            spawns: Vec::new(),
            spawns_of_thread: None,
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

impl Item {
    /// Adds the definition of a function.
    pub fn define(&mut self, translated: &body::Function, name: &Ident) {
        let mut text = translated.definition_head.clone();
        text.append(translated.body.clone());
        if translated.is_early {
            return self.early.push((names::unraw(name), text));
        }
        if !self.body.is_empty() {
            self.body.push_text("\n");
        }
        self.body.append(text);
    }
}

/// A field with its value. Those that are as in `EMPTY` are left out: each would be an expression of its own to rustc.
fn field(name: &str, value: Option<TokenStream>) -> Option<TokenStream> {
    let name = Ident::new(name, Span::call_site());
    value.map(|value| quote!(#name: #value,))
}

/// The same of a list.
fn list(name: &str, elements: &[TokenStream]) -> Option<TokenStream> {
    field(name, (!elements.is_empty()).then(|| quote!(&[#(#elements),*])))
}

/// The same of a text.
fn text(name: &str, pieces: &Pieces, named: &Named) -> Option<TokenStream> {
    field(name, (!pieces.is_empty()).then(|| pieces.with(named)))
}

impl Item {
    /// The fields of the texts before all prototypes.
    fn declarations(&self) -> TokenStream {
        let named = Named::default();
        let (forward, definition) = match &self.alternative {
            None => (text("forward", &self.forward, &named), text("definition", &self.definition, &named)),
            Some(Alternative { condition, forward, definition }) => {
                let (own_forward, own_definition) = (&self.forward, &self.definition);
                (
                    field("forward", Some(quote!(if #condition { #forward } else { #own_forward }))),
                    field("definition", Some(quote!(if #condition { #definition } else { #own_definition }))),
                )
            }
        };
        quote!(#forward #definition)
    }

    /// The fields of the tasks that its bodies spawn.
    fn tasks(&self) -> TokenStream {
        let (spawns, joins) = (list("spawns", &self.spawns), list("joins", &self.joins));
        let (most, apart, meets) =
            (field("spawns_of_thread", self.spawns_of_thread.clone()), self.spawns_apart, self.meets);
        quote!(#spawns #joins #most spawns_apart: #apart, meets: #meets,)
    }

    /// How values of a type are printed.
    fn prints(&self) -> Option<TokenStream> {
        let prints = self.printed.as_ref().map(|ty| {
            quote!({
                use ::whipple::private::Unprinted as _;
                let debug = <::whipple::private::Printed<#ty>>::DEBUG;
                ::whipple::private::Prints::of::<#ty>(debug, <::whipple::private::Printed<#ty>>::DISPLAY)
            })
        });
        field("prints", prints)
    }

    /// The field of the functions that call others.
    fn callers(&self, named: &Named) -> Option<TokenStream> {
        let of_calls = || (!self.calls.is_empty()).then(|| called::callers(&self.calls, named));
        field("callers", self.callers_of_type.clone().or_else(of_calls))
    }
}

impl ToTokens for Item {
    /// `static WHIPPLE_ITEM: Item = …;`
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { kind, name, span, namespace, members, accesses, calls, .. } = self;
        let (mut prototype, mut body, mut early) = (self.prototype.clone(), self.body.clone(), self.early.clone());
        let mut texts = vec![&mut prototype];
        texts.extend(early.iter_mut().map(|(_, text)| text));
        texts.push(&mut body);
        Pieces::name_at_first_mention(&mut texts);
        let texts: Vec<&Pieces> =
            [&prototype].into_iter().chain(early.iter().map(|(_, text)| text)).chain([&body]).collect();
        let named = Named::of(&texts, Called::functions(calls));
        let uses = text("uses", &Pieces::references(&texts), &named);
        let early: Vec<TokenStream> = early
            .iter()
            .map(|(name, text)| {
                let text = text.with(&named);
                quote!(::whipple::private::Early { name: #name, body: #text })
            })
            .collect();
        let early = list("early", &early);
        let (prototype, body) = (text("prototype", &prototype, &named), text("body", &body, &named));
        let messages: Vec<TokenStream> = self.messages.values().map(ToTokens::to_token_stream).collect();
        let (members, messages) = (field("members", members.clone()), list("messages", &messages));
        let accesses = field("accesses", (!accesses.is_empty()).then(|| accesses.to_token_stream()));
        let (declarations, tasks, prints, callers) =
            (self.declarations(), self.tasks(), self.prints(), self.callers(&named));
        let checks = calls.iter().filter_map(Called::check);
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
                #declarations
                #prototype
                #early
                #body
                #uses
                #members
                #tasks
                #accesses
                #callers
                #messages
                #prints
                ..::whipple::private::Item::EMPTY
            };
            #(#checks)*
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
