//! CUDA text interleaved with references that rustc resolves: the tokens of `whipple::private::Piece` constants.

mod lifetimes;
mod named;

pub use lifetimes::{has_lifetime, without_lifetimes};
pub use named::{How, Named, associated, found, import, named_procedure, of_function, owner, with_type};

use named::constant;
use proc_macro2::{Span, TokenStream};
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
    /// The same of a literal, where nobody writes lifetimes.
    Literal(syn::Type),
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
    /// What a function is told of what it gives, where it wants to know.
    Told(Told),
    /// Expressions of type `&'static [ItemRef]`: one for each set of members to splice in.
    Members(Vec<TokenStream>),
    /// An expression of type `Piece`, of a text that only few functions have.
    Unsaid(TokenStream),
    /// Any other expression of type `Piece`.
    Tokens(TokenStream),
}

/// What the text has where a function is called whose generic parameters only its result shows: the answer to a question.
#[derive(Clone, Debug)]
pub struct Told {
    /// Which function.
    pub how: How,
    /// The answers of the body, and the number of the question.
    pub answer: (syn::Ident, usize),
    /// Whether the function has no other arguments.
    pub is_alone: bool,
    /// Whether the body may give other answers for other constants.
    pub is_generic: bool,
    /// Where it is called.
    pub at: Span,
}

impl ToTokens for Piece {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.with(&Named::default()));
    }
}

impl Piece {
    /// The tokens, in an item that names these functions.
    fn with(&self, named: &Named) -> TokenStream {
        match self {
            Piece::Text(text) => quote!(::whipple::private::Piece::Text(#text)),
            Piece::Item(path) => {
                let item = named.item(path);
                quote!(::whipple::private::Piece::Item(#item))
            }
            Piece::Told(Told { how, answer: (answers, question), is_alone, is_generic, at }) => {
                let how = match how {
                    How::Function(path) => {
                        let known = named.known(path);
                        quote_spanned!(path.span()=> #known.open)
                    }
                    How::Expression(how) => how.clone(),
                };
                quote_spanned! {*at=>
                    ::whipple::private::Piece::Type(
                        ::whipple::private::given::told(#how, #answers[#question], #is_alone, #is_generic)
                    )
                }
            }
            Piece::Constant(path) => {
                let pieces = constant(path);
                named.written(quote_spanned! {path.span()=>
                    ::whipple::private::Piece::Type({
                        const PIECES: &[::whipple::private::Piece] = &#pieces;
                        PIECES
                    })
                })
            }
            Piece::Procedure(path) => {
                let procedure = named_procedure(path);
                quote_spanned!(path.span()=> ::whipple::private::Piece::Item(#procedure))
            }
            Piece::Type(ty) => {
                let name = typed(ty);
                named.written(quote_spanned!(ty.span()=> ::whipple::private::Piece::Type(#name)))
            }
            Piece::Literal(ty) => {
                let ty = without_lifetimes(ty);
                named.written(quote_spanned! { ty.span() =>
                    ::whipple::private::Piece::Type(<#ty as ::whipple::private::Typed>::WHIPPLE_BORROWING)
                })
            }
            Piece::Number(number) => quote_spanned! { number.span() =>
                ::whipple::private::Piece::Number((#number) as u64)
            },
            Piece::Owner(ty) => {
                let name = owner(&without_lifetimes(ty));
                quote_spanned!(ty.span()=> ::whipple::private::Piece::Type(#name))
            }
            Piece::File => quote!(::whipple::private::Piece::Text(::core::file!())),
            Piece::Choice(condition, yes, no) => {
                let (condition, yes, no) = (named.chosen(condition), yes.with(named), no.with(named));
                quote!(if #condition { #yes } else { #no })
            }
            Piece::Answer(answers, question) => quote!(::whipple::private::Piece::Type(#answers[#question])),
            Piece::Members(lists) => quote!(#(::whipple::private::Piece::Members(#lists)),*),
            Piece::Tokens(expression) | Piece::Unsaid(expression) => expression.clone(),
        }
    }

    fn name_at_first_mention(&mut self, first: &mut BTreeMap<String, Piece>) {
        let name = match self {
            Piece::Item(path) => format!("item {}", path.to_token_stream()),
            Piece::Constant(path) => format!("constant {}", path.to_token_stream()),
            Piece::Procedure(path) => format!("procedure {}", path.to_token_stream()),
            Piece::Type(ty) => format!("type {}", ty.to_token_stream()),
            Piece::Literal(ty) => format!("literal {}", ty.to_token_stream()),
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

/// The C++ name of a type, as a constant.
pub fn typed(ty: &syn::Type) -> TokenStream {
    let name = if has_lifetime(ty) { "WHIPPLE_BORROWING" } else { "WHIPPLE_TYPED" };
    let (name, ty) = (syn::Ident::new(name, ty.span()), without_lifetimes(ty));
    quote_spanned!(ty.span()=> <#ty as ::whipple::private::Typed>::#name)
}

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
            Piece::Choice(condition, yes, no) => self.push_choice(condition, *yes, *no),
            other => self.0.push(other),
        }
    }

    /// Appends a choice. One of texts behind another one with the same condition is merged with it.
    fn push_choice(&mut self, condition: TokenStream, yes: Piece, no: Piece) {
        if let (Piece::Text(more_yes), Piece::Text(more_no)) = (&yes, &no)
            && let Some(Piece::Choice(last, last_yes, last_no)) = self.0.last_mut()
            && let (Piece::Text(last_yes), Piece::Text(last_no)) = (&mut **last_yes, &mut **last_no)
            && last.to_string() == condition.to_string()
        {
            last_yes.push_str(more_yes);
            last_no.push_str(more_no);
            return;
        }
        self.0.push(Piece::Choice(condition, Box::new(yes), Box::new(no)));
    }

    /// Whether something of it depends on what rustc answers.
    pub fn has_answers(&self) -> bool {
        let is_answer =
            |piece: &Piece| matches!(piece, Piece::Answer(..) | Piece::Tokens(_) | Piece::Choice(..) | Piece::Told(_));
        self.0.iter().any(is_answer)
    }

    /// Puts text behind the brace that a block begins with.
    pub fn begin_block(&mut self, text: &str) {
        if let Some(Piece::Text(first)) = self.0.first_mut()
            && !text.is_empty()
        {
            first.insert_str(1, &format!(" {}", text.trim_end()));
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
            Piece::Answer(answers, question) | Piece::Told(Told { answer: (answers, question), .. }) => {
                add(format!("{answers}[{question}]"))
            }
            Piece::Choice(_, yes, no) if matches!((&**yes, &**no), (Piece::Text(_), Piece::Text(_))) => false,
            Piece::Item(path) | Piece::Procedure(path) | Piece::Constant(path) => {
                add(path.to_token_stream().to_string())
            }
            Piece::Type(ty) | Piece::Literal(ty) => add(format!(": {}", ty.to_token_stream())),
            Piece::Owner(ty) => add(format!("owner {}", ty.to_token_stream())),
            Piece::Tokens(tokens) | Piece::Unsaid(tokens) => add(tokens.to_string()),
            Piece::Choice(..) | Piece::Members(_) => true,
        };
        let reference = |piece: &Piece| match piece {
            Piece::Told(Told { answer: (answers, question), .. }) => Piece::Answer(answers.clone(), *question),
            piece => piece.clone(),
        };
        Self(texts.iter().flat_map(|text| &text.0).filter(is_new).map(reference).collect())
    }

    /// Gives each reference the place of the first one of this name in the texts, so that rustc says once what is wrong with it.
    pub fn name_at_first_mention(texts: &mut [&mut Pieces]) {
        let mut first = BTreeMap::new();
        texts.iter_mut().flat_map(|text| &mut text.0).for_each(|piece| piece.name_at_first_mention(&mut first));
    }

    /// The tokens, in an item that names these functions.
    pub fn with(&self, named: &Named) -> TokenStream {
        // A `Members` piece with no list has no tokens, so it must not leave a comma behind.
        let pieces = self.0.iter().filter(|piece| !matches!(piece, Piece::Members(lists) if lists.is_empty()));
        let pieces = pieces.map(|piece| piece.with(named));
        quote!(&[#(#pieces),*])
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
                Piece::Type(ty) | Piece::Literal(ty) | Piece::Owner(ty) => {
                    out.push_str(&ty.to_token_stream().to_string().replace(' ', ""));
                }
                Piece::Number(number) => out.push_str(&number.to_token_stream().to_string()),
                Piece::File => out.push_str("FILE"),
                Piece::Choice(_, _, no) => out.push_str(&Pieces(vec![(**no).clone()]).preview()),
                Piece::Answer(_, question) => out.push_str(&format!("Answer{question}")),
                Piece::Members(_) => out.push_str("MEMBERS"),
                Piece::Tokens(_) => out.push_str("TOKENS"),
                Piece::Told(_) | Piece::Unsaid(_) => {}
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
        tokens.extend(self.with(&Named::default()));
    }
}
