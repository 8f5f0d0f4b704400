//! How rustc looks up what a text names: expressions for functions, constants, types and procedures of the user's.

use super::{Piece, Pieces, Told};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::BTreeMap;
use syn::spanned::Spanned;

/// How it is with the generic parameters of a function.
#[derive(Clone, Debug)]
pub enum How {
    /// Of a module: a field of what rustc knows of it.
    Function(syn::Path),
    /// Of a type: an expression.
    Expression(TokenStream),
}

impl How {
    /// An expression for it.
    pub fn expression(&self) -> TokenStream {
        match self {
            How::Function(path) => of_function(path, "open"),
            How::Expression(how) => how.clone(),
        }
    }
}

/// What an item names several times, as constants before it: rustc looks each up once.
#[derive(Default)]
pub struct Named {
    /// What is known of functions of modules, by their paths.
    functions: BTreeMap<String, (Ident, TokenStream)>,
    /// Types and constants, as pieces, by the tokens of these.
    pieces: BTreeMap<String, (Ident, TokenStream)>,
    /// The conditions of choices, by their tokens.
    conditions: BTreeMap<String, (Ident, TokenStream)>,
}

impl Named {
    /// What some texts name, and some other functions.
    pub fn of<'a>(texts: &[&'a Pieces], others: impl Iterator<Item = &'a syn::Path>) -> Self {
        let mut named = Self::default();
        texts.iter().flat_map(|text| &text.0).for_each(|piece| named.add(piece));
        others.for_each(|path| named.add_function(path));
        named
    }

    fn add(&mut self, piece: &Piece) {
        match piece {
            Piece::Item(path) | Piece::Told(Told { how: How::Function(path), .. }) => self.add_function(path),
            Piece::Type(_) | Piece::Literal(_) | Piece::Constant(_) => {
                let tokens = piece.with(&Self::default());
                add(&mut self.pieces, "WHIPPLE_WRITTEN", tokens.to_string(), || tokens);
            }
            Piece::Choice(condition, ..) => {
                add(&mut self.conditions, "WHIPPLE_CHOSEN", condition.to_string(), || condition.clone());
            }
            _ => {}
        }
    }

    fn add_function(&mut self, path: &syn::Path) {
        add(&mut self.functions, "WHIPPLE_NAMED", path.to_token_stream().to_string(), || known(path));
    }

    /// An expression for what rustc knows of a function.
    pub(super) fn known(&self, path: &syn::Path) -> TokenStream {
        match self.functions.get(&path.to_token_stream().to_string()) {
            Some((constant, _)) => constant.to_token_stream(),
            None => known(path),
        }
    }

    /// The constant that has the value of this expression for a piece, or the expression.
    pub(super) fn written(&self, piece: TokenStream) -> TokenStream {
        constant_for(&self.pieces, piece)
    }

    /// The same of the condition of a choice.
    pub(super) fn chosen(&self, condition: &TokenStream) -> TokenStream {
        constant_for(&self.conditions, condition.clone())
    }

    /// An expression for the item of a function.
    pub fn item(&self, path: &syn::Path) -> TokenStream {
        let known = self.known(path);
        quote_spanned!(path.span()=> #known.item)
    }
}

impl ToTokens for Named {
    /// The constants.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let of_kind = |constants: &BTreeMap<String, (Ident, TokenStream)>, ty: TokenStream| {
            let constants = constants.values().map(|(name, value)| quote!(const #name: #ty = #value;));
            constants.collect::<TokenStream>()
        };
        tokens.extend(of_kind(&self.functions, quote!(::whipple::private::named::Known)));
        tokens.extend(of_kind(&self.pieces, quote!(::whipple::private::Piece)));
        tokens.extend(of_kind(&self.conditions, quote!(bool)));
    }
}

/// Adds a constant for what has this key.
fn add(
    constants: &mut BTreeMap<String, (Ident, TokenStream)>,
    name: &str,
    key: String,
    value: impl FnOnce() -> TokenStream,
) {
    let number = constants.len();
    // What `$crate` stands for, its text does not tell.
    if !key.contains('$') {
        let constant = || (format_ident!("{name}_{number}", span = Span::call_site()), value());
        constants.entry(key).or_insert_with(constant);
    }
}

/// The constant for an expression, if there is one.
fn constant_for(constants: &BTreeMap<String, (Ident, TokenStream)>, expression: TokenStream) -> TokenStream {
    constants.get(&expression.to_string()).map_or(expression, |(constant, _)| constant.to_token_stream())
}

/// An expression for a field of what rustc knows of a device function.
pub fn of_function(path: &syn::Path, field: &str) -> TokenStream {
    let (known, field) = (known(path), Ident::new(field, path.span()));
    quote_spanned!(path.span()=> #known.#field)
}

/// An expression for what rustc knows of a device function: a `whipple_runtime::source::named::Known`. One without `#[device]` has no type of its
/// name: the import from `unmarked` stands for that then, and rustc says in whipple's words that it is no item.
///
/// Of a name that does not exist rustc says so where the body has it, and here it is to say nothing. So a number is handed over. As a
/// pattern, the name of the import gives it a type where there is no function, and is a new variable where there is one. That is used: else
/// rustc would look through the crate for what else may have been meant.
fn known(path: &syn::Path) -> TokenStream {
    let (span, itself) = (path.span(), itself(path));
    let known =
        quote_spanned!(span=> ::whipple::private::named::known(::core::marker::PhantomData::<#itself>, &whipple_name));
    let may_be_pattern = !is_capital(path) && (alone(path).is_some() || module(path).is_some());
    let name = match may_be_pattern {
        true => quote_spanned! {span=>
            match 0 {
                whipple_name @ #itself => {
                    let _ = &#itself;
                    whipple_name
                }
                whipple_name => whipple_name,
            }
        },
        false => quote_spanned!(span=> 0),
    };
    within(
        path,
        "unmarked_function",
        quote_spanned! {span=>
            #[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
            let whipple_name = #name;
            #known
        },
    )
}

/// An expression for the pieces of a constant. rustc says where the body has the name that it does not exist, and what may be meant. Of another
/// mention it could not tell what variables there are. So the import mentions the value. A name in capitals may be a variable of a pattern
/// that is taken for a constant: then there is no value of the name here, and rustc is to say so.
pub(super) fn constant(path: &syn::Path) -> TokenStream {
    let itself = itself(path);
    let pieces = quote_spanned!(path.span()=> ::whipple::private::named::pieces);
    if alone(path).is_some() && !is_capital(path) {
        return within(path, "unmarked_value", quote_spanned!(path.span()=> #pieces(&#itself {}, &#itself)));
    }
    let of = as_type(path, quote_spanned!(path.span()=> &#itself {}));
    quote_spanned!(path.span()=> #pieces(#of, &#path))
}

/// An expression for the C++ name of a type whose functions or constants are named.
pub fn owner(ty: &syn::Type) -> TokenStream {
    quote_spanned! {ty.span()=> {
        #[allow(unused_imports)]
        use ::whipple::private::NotCompared as _;
        <::whipple::private::NamedOwner<{ ::whipple::private::Probe::<#ty>::PROCEDURE.is_some() }> as
            ::whipple::private::OwnerName<#ty>>::NAME
    } }
}

/// An expression for the C++ struct of a procedure that a body names.
pub fn named_procedure(procedure: &impl ToTokens) -> TokenStream {
    quote_spanned! {procedure.span()=> {
        #[allow(unused_imports)]
        use ::whipple::private::NotCompared as _;
        ::whipple::private::named_struct(::whipple::private::Probe::<#procedure>::PROCEDURE)
    } }
}

/// What stands for the type of a name that begins with a capital letter.
const OF_VARIANT: &str = "WithoutDeviceAlone";

/// What stands for the type of a device function or constant.
fn itself(path: &syn::Path) -> Ident {
    match path.segments.last() {
        Some(last) if module(path).is_some() => {
            let mut name = last.ident.clone();
            name.set_span(path.span());
            name
        }
        _ => Ident::new(if is_capital(path) { OF_VARIANT } else { "WithoutDevice" }, path.span()),
    }
}

/// Whether the last name begins with a capital letter, as that of a variant or a constant does.
fn is_capital(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase))
}

/// The module before the last name of a path. That name says nothing else there.
fn module(path: &syn::Path) -> Option<syn::Path> {
    let (first, last) = (path.segments.first()?, path.segments.last()?);
    if path.segments.len() < 2 || first.ident == "Self" || first.ident == last.ident || is_keyword(&last.ident) {
        return None;
    }
    let mut module = path.clone();
    module.segments.pop();
    module.segments.pop_punct();
    module.segments.iter().all(|segment| segment.arguments.is_none()).then_some(module)
}

/// An expression in which [`itself`] is the type of a device function or constant, and its value where it has one. It cannot have the path
/// itself: a macro may have that name here.
fn as_type(path: &syn::Path, value: TokenStream) -> TokenStream {
    within(path, "unmarked", value)
}

/// The same, with a module that has what stands for the type and the value where there are none. Of a module with names, all are imported:
/// then rustc says nothing of one that is not there.
fn within(path: &syn::Path, unmarked: &str, value: TokenStream) -> TokenStream {
    let (itself, unmarked) = (itself(path), Ident::new(unmarked, path.span()));
    let (otherwise, import) = match module(path) {
        Some(module) => (
            quote_spanned!(path.span()=> WithoutDevice as #itself),
            quote_spanned!(path.span()=> #[allow(unused_imports)] use #module::*;),
        ),
        None => (quote_spanned!(path.span()=> *), import(path, &itself)),
    };
    quote_spanned! {path.span()=> {
        #[allow(unused_imports)]
        use ::whipple::private::#unmarked::#otherwise;
        {
            #import
            #value
        }
    }}
}

/// An expression of a type that has the type of a device function or constant as a parameter.
pub fn found(path: &syn::Path) -> TokenStream {
    let itself = itself(path);
    as_type(path, quote_spanned!(path.span()=> ::core::marker::PhantomData::<#itself>))
}

/// An associated constant of the type of a device function.
pub fn associated(path: &syn::Path, constant: &Ident) -> TokenStream {
    let itself = itself(path);
    as_type(path, quote_spanned!(path.span()=> #itself::#constant))
}

/// An expression with the type of a device function.
pub fn with_type(path: &syn::Path, value: impl FnOnce(&Ident) -> TokenStream) -> TokenStream {
    as_type(path, value(&itself(path)))
}

/// The name that is all of a path, and that an import can have.
fn alone(path: &syn::Path) -> Option<&Ident> {
    let name = path.segments.first().filter(|_| path.segments.len() == 1 && path.leading_colon.is_none())?;
    let is_one_of = |names: &[&str]| names.iter().any(|other| name.ident == other);
    (!is_one_of(&OF_PRELUDE) && !is_keyword(&name.ident)).then_some(&name.ident)
}

/// Whether a name in a path is none that an item can have.
fn is_keyword(name: &Ident) -> bool {
    ["Self", "self", "super", "crate"].iter().any(|keyword| name == keyword)
}

/// A device function or constant as a type of this name; where it is none, the name is left to a scope outside.
///
/// A name that does not exist has a macro here, which is imported then: rustc says where the body has the name that it does not exist, and
/// would say it again of the import.
pub fn import(path: &syn::Path, itself: &Ident) -> TokenStream {
    let mut named = path.clone();
    named.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
    // No import has `Self`; rustc says so of an impl of `Self`.
    let is_self = named.segments.first().is_some_and(|first| first.ident == "Self");
    if is_self || named.get_ident().is_some_and(|name| OF_PRELUDE.iter().any(|other| name == other)) {
        return quote_spanned!(path.span()=> type #itself = #named;);
    }
    let or = alone(path);
    let or = or.map(|name| quote_spanned!(path.span()=> #[allow(unused_macros)] macro_rules! #name { () => {}; }));
    quote_spanned! {path.span()=>
        #or
        #[allow(unused_imports)]
        use #named as #itself;
    }
}

/// Names of std's prelude. An import of one that a macro wrote could mean either, as rustc has it.
#[rustfmt::skip]
const OF_PRELUDE: [&str; 36] = [
    "drop", "size_of", "size_of_val", "align_of", "align_of_val",
    "Option", "Result", "Box", "String", "Vec",
    "Send", "Sync", "Sized", "Unpin", "Copy", "Clone", "Drop", "Fn", "FnMut", "FnOnce", "Default", "PartialEq", "Eq", "PartialOrd", "Ord",
    "AsRef", "AsMut", "Into", "From", "TryInto", "ToOwned", "ToString", "Extend", "Iterator", "IntoIterator", "TryFrom",
];
