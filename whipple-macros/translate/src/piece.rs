//! CUDA text interleaved with references that rustc resolves: the tokens of `whipple::private::Piece` constants.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;

/// One piece of CUDA text.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Literal text.
    Text(String),
    /// The name of a device item (function, constant, type, procedure).
    Item(syn::Path),
    /// A constant by its name: a device item, or a number of the host.
    Constant(syn::Path),
    /// The name of a procedure.
    Procedure(syn::Path),
    /// The C++ name of a device type.
    Type(syn::Type),
    /// The C++ name of a type whose functions or constants are named: of a procedure, too.
    Owner(syn::Type),
    /// A constant expression that only rustc can evaluate, in decimal.
    Number(syn::Expr),
    /// The Rust file that the macro was used in, for `#line`.
    File,
    /// One of two pieces, by a constant that only rustc can evaluate.
    Choice(TokenStream, Box<Piece>, Box<Piece>),
    /// The C++ name of the type that rustc finds: the answer to a question of the body whose answers have this name.
    Answer(syn::Ident, usize),
    /// An expression of type `Piece`, of a text that only few functions have.
    Told(TokenStream),
    /// Expressions of type `&'static [ItemRef]`: one for each set of members to splice in.
    Members(Vec<TokenStream>),
    /// Any other expression of type `Piece`.
    Tokens(TokenStream),
}

impl ToTokens for Piece {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Piece::Text(text) => quote!(::whipple::private::Piece::Text(#text)),
            Piece::Item(path) => {
                let item = item(path);
                quote!(::whipple::private::Piece::Item(#item))
            }
            Piece::Constant(path) => {
                let pieces = constant(path);
                quote_spanned! {path.span()=>
                    ::whipple::private::Piece::Type({
                        const PIECES: &[::whipple::private::Piece] = &#pieces;
                        PIECES
                    })
                }
            }
            Piece::Procedure(path) => {
                let procedure = named_procedure(path);
                quote_spanned!(path.span()=> ::whipple::private::Piece::Item(#procedure))
            }
            Piece::Type(ty) => quote_spanned! { ty.span() =>
                ::whipple::private::Piece::Type(<#ty as ::whipple::private::Typed>::TYPE)
            },
            Piece::Number(number) => quote_spanned! { number.span() =>
                ::whipple::private::Piece::Number((#number) as u64)
            },
            Piece::Owner(ty) => {
                let name = owner(ty);
                quote_spanned!(ty.span()=> ::whipple::private::Piece::Type(#name))
            }
            Piece::File => quote!(::whipple::private::Piece::Text(::core::file!())),
            Piece::Choice(condition, yes, no) => quote!(if #condition { #yes } else { #no }),
            Piece::Answer(answers, question) => quote!(::whipple::private::Piece::Type(#answers[#question])),
            Piece::Members(lists) => quote!(#(::whipple::private::Piece::Members(#lists)),*),
            Piece::Tokens(expression) | Piece::Told(expression) => expression.clone(),
        });
    }
}

impl Piece {
    fn name_at_first_mention(&mut self, first: &mut BTreeMap<String, Piece>) {
        let name = match self {
            Piece::Item(path) => format!("item {}", path.to_token_stream()),
            Piece::Constant(path) => format!("constant {}", path.to_token_stream()),
            Piece::Procedure(path) => format!("procedure {}", path.to_token_stream()),
            Piece::Type(ty) => format!("type {}", ty.to_token_stream()),
            Piece::Owner(ty) => format!("owner {}", ty.to_token_stream()),
            Piece::Choice(_, yes, no) => {
                yes.name_at_first_mention(first);
                return no.name_at_first_mention(first);
            }
            _ => return,
        };
        // What `$crate` stands for, its text does not tell.
        if !name.contains('$') {
            *self = first.entry(name).or_insert_with(|| self.clone()).clone();
        }
    }
}

/// An expression for the item of a device function.
pub fn item(path: &syn::Path) -> TokenStream {
    of_function(path, "item")
}

/// An expression for what rustc knows of a device function: a field of `whipple_runtime::source::named::Known`. One without `#[device]` has no
/// type of its name: the import from `unmarked` stands for that then, and rustc says in whipple's words that it is no item.
///
/// Of a name that does not exist rustc says so where the body has it, and here it is to say nothing. So a number is handed over. As a
/// pattern, the name of the import gives it a type where there is no function, and is a new variable where there is one.
pub fn of_function(path: &syn::Path, field: &str) -> TokenStream {
    let (span, itself, field) = (path.span(), itself(path), Ident::new(field, path.span()));
    let known = quote_spanned!(span=> ::whipple::private::named::known(::core::marker::PhantomData::<#itself>, &whipple_name).#field);
    let may_be_pattern = !is_capital(path) && (alone(path).is_some() || module(path).is_some());
    let name = match may_be_pattern {
        true => quote_spanned! {span=>
            match 0 {
                whipple_name @ #itself => whipple_name,
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
fn constant(path: &syn::Path) -> TokenStream {
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
    if path.segments.len() < 2 || first.ident == "Self" || first.ident == last.ident {
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

/// The name that is all of a path, and that an import can have.
fn alone(path: &syn::Path) -> Option<&Ident> {
    let name = path.segments.first().filter(|_| path.segments.len() == 1 && path.leading_colon.is_none())?;
    let is_one_of = |names: &[&str]| names.iter().any(|other| name.ident == other);
    (!is_one_of(&OF_PRELUDE) && !is_one_of(&["Self", "self", "super", "crate"])).then_some(&name.ident)
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
    if is_self || named.get_ident().is_some_and(|name| OF_PRELUDE.iter().any(|function| name == function)) {
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

/// Functions of std's prelude. An import of one that a macro wrote could mean either, as rustc has it.
const OF_PRELUDE: [&str; 5] = ["drop", "size_of", "size_of_val", "align_of", "align_of_val"];

/// A sequence of pieces, as tokens a `&[Piece]` expression.
#[derive(Clone, Debug, Default)]
pub struct Pieces(pub Vec<Piece>);

impl Pieces {
    /// Nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Only text.
    pub fn text(text: impl Into<String>) -> Self {
        let mut pieces = Self::new();
        pieces.push_text(&text.into());
        pieces
    }

    /// Whether there is no piece.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends text, merged with text before it.
    pub fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.0.push(Piece::Text(text.to_owned())),
        }
    }

    /// Appends a piece.
    pub fn push(&mut self, piece: Piece) {
        match piece {
            Piece::Text(text) => self.push_text(&text),
            other => self.0.push(other),
        }
    }

    /// Appends all pieces of another sequence.
    pub fn append(&mut self, other: Pieces) {
        for piece in other.0 {
            self.push(piece);
        }
    }

    /// The references of these texts, in their order, each once.
    pub fn references(texts: &[&Pieces]) -> Self {
        let mut seen = BTreeSet::new();
        // What `$crate` stands for, its text does not tell.
        let mut add = |text: String| text.contains('$') || seen.insert(text);
        let is_new = |piece: &&Piece| match piece {
            Piece::Text(_) | Piece::Number(_) | Piece::File => false,
            Piece::Answer(answers, question) => add(format!("{answers}[{question}]")),
            Piece::Choice(_, yes, no) if matches!((&**yes, &**no), (Piece::Text(_), Piece::Text(_))) => false,
            Piece::Item(path) | Piece::Procedure(path) | Piece::Constant(path) => {
                add(path.to_token_stream().to_string())
            }
            Piece::Type(ty) => add(format!(": {}", ty.to_token_stream())),
            Piece::Owner(ty) => add(format!("owner {}", ty.to_token_stream())),
            Piece::Tokens(tokens) | Piece::Told(tokens) => add(tokens.to_string()),
            Piece::Choice(..) | Piece::Members(_) => true,
        };
        Self(texts.iter().flat_map(|text| &text.0).filter(is_new).cloned().collect())
    }

    /// Gives each reference the place of the first one of this name in the texts, so that rustc says once what is wrong with it.
    pub fn name_at_first_mention(texts: &mut [&mut Pieces]) {
        let mut first = BTreeMap::new();
        texts.iter_mut().flat_map(|text| &mut text.0).for_each(|piece| piece.name_at_first_mention(&mut first));
    }

    /// Without trailing spaces.
    pub fn trimmed(mut self) -> Self {
        if let Some(Piece::Text(text)) = self.0.last_mut() {
            text.truncate(text.trim_end().len());
        }
        self
    }

    /// Whether the text starts with this one.
    pub fn starts_with_text(&self, start: &str) -> bool {
        matches!(self.0.first(), Some(Piece::Text(text)) if text.starts_with(start))
    }

    /// Whether the text starts with this character.
    pub fn starts_with(&self, character: char) -> bool {
        matches!(self.0.first(), Some(Piece::Text(text)) if text.starts_with(character))
    }

    /// The text as a reader would see it before rustc resolved the references: for tests and messages.
    pub fn preview(&self) -> String {
        let mut out = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Item(path) | Piece::Procedure(path) | Piece::Constant(path) => {
                    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                    out.push_str(&names.join("::"));
                }
                Piece::Type(ty) | Piece::Owner(ty) => {
                    out.push_str(&ty.to_token_stream().to_string().replace(' ', ""));
                }
                Piece::Number(number) => out.push_str(&number.to_token_stream().to_string()),
                Piece::File => out.push_str("FILE"),
                Piece::Choice(_, _, no) => out.push_str(&Pieces(vec![(**no).clone()]).preview()),
                Piece::Answer(_, question) => out.push_str(&format!("Answer{question}")),
                Piece::Members(_) => out.push_str("MEMBERS"),
                Piece::Tokens(_) => out.push_str("TOKENS"),
                Piece::Told(_) => {}
            }
        }
        out
    }
}

impl From<&str> for Pieces {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl ToTokens for Pieces {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        // A `Members` piece with no list has no tokens, so it must not leave a comma behind.
        let pieces = self.0.iter().filter(|piece| !matches!(piece, Piece::Members(lists) if lists.is_empty()));
        tokens.extend(quote!(&[#(#pieces),*]));
    }
}
