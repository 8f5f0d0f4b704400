//! Collects what is wrong with the user's code, so that one build shows all of it.

use proc_macro2::TokenStream;
use quote::ToTokens;

/// Errors found so far. A message states the problem, then what to write instead, without a full stop.
#[derive(Debug, Default)]
pub struct Errors {
    list: Vec<syn::Error>,
    left_to_rustc: bool,
}

impl Errors {
    /// No errors yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an error shown at `tokens`. Use [`Errors::push_at`] for a bare span. That a type of std's does not exist is said once.
    pub fn push(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        let message = message.to_string();
        let missing = |message: &str| {
            Some(message.split_once("` does not exist in device code")?.0.replace('!', "").to_lowercase())
        };
        let is_said = missing(&message)
            .is_some_and(|name| self.messages().iter().any(|said| missing(said).as_ref() == Some(&name)));
        if !is_said {
            self.list.push(syn::Error::new_spanned(tokens, message));
        }
    }

    /// Adds an error shown at a span.
    pub fn push_at(&mut self, span: proc_macro2::Span, message: impl std::fmt::Display) {
        self.list.push(syn::Error::new(span, message));
    }

    /// Adds an error shown from one token to another.
    pub fn push_between(&mut self, first: proc_macro2::Span, last: proc_macro2::Span, message: impl std::fmt::Display) {
        let ends = [first, last].map(|span| proc_macro2::TokenTree::Ident(proc_macro2::Ident::new("x", span)));
        self.push(TokenStream::from_iter(ends), message);
    }

    /// Adds an error that syn made.
    pub fn push_error(&mut self, error: syn::Error) {
        self.list.push(error);
    }

    /// Something is wrong that rustc says of the item as it stands, in the same place: nothing is translated, and nothing said twice.
    pub fn leave_to_rustc(&mut self) {
        self.left_to_rustc = true;
    }

    /// Whether something is wrong at exactly this span.
    pub fn messages_at(&self, span: proc_macro2::Span) -> bool {
        let at = |span: proc_macro2::Span| (span.start(), span.end());
        self.list.iter().any(|error| at(error.span()) == at(span))
    }

    /// How many errors there are.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// Forgets all errors but the first ones: of what was only tried.
    pub fn forget_from(&mut self, count: usize) {
        self.list.truncate(count);
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && !self.left_to_rustc
    }

    /// The messages, in the order in which they were found.
    pub fn messages(&self) -> Vec<String> {
        self.list.iter().map(ToString::to_string).collect()
    }

    /// One `compile_error!` for each error; nothing when there is none.
    pub fn into_tokens(self) -> TokenStream {
        self.list.iter().map(syn::Error::to_compile_error).collect()
    }
}
