//! Names in patterns.

use std::collections::BTreeSet;

/// The hint for a `..` before other elements.
pub const REST_AT_THE_END: &str = "`..` must stand at the end in device code; write `_` for each element";

/// An item that rustc refuses where one of these names is that of a constant: in C++ it would be a new variable. The patterns
/// themselves stay as the user's lints know them.
pub fn no_constants(names: &BTreeSet<syn::Ident>) -> Option<syn::Stmt> {
    let names = names.iter();
    (names.len() > 0).then(|| {
        syn::parse_quote! {
            #[allow(unused_variables, clippy::all, clippy::pedantic, clippy::restriction)]
            const _: fn() = || { #(let #names @ _ = ();)* };
        }
    })
}

/// Whether tokens mention a name.
pub fn mentions(tokens: proc_macro2::TokenStream, name: &syn::Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => ident == *name,
        proc_macro2::TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}

/// Whether a type has a `_` in it.
pub fn mentions_placeholder(ty: &syn::Type) -> bool {
    mentions(quote::ToTokens::to_token_stream(ty), &syn::Ident::new("_", proc_macro2::Span::call_site()))
}

/// The names that follow `::` in a piece of text, each once.
pub fn names_after_colons(tokens: proc_macro2::TokenStream) -> Vec<String> {
    fn find(tokens: proc_macro2::TokenStream, names: &mut std::collections::BTreeSet<String>) {
        let mut follows = false;
        for token in tokens {
            match &token {
                proc_macro2::TokenTree::Ident(ident) if follows => {
                    names.insert(crate::names::unraw(ident));
                }
                proc_macro2::TokenTree::Group(group) => find(group.stream(), names),
                _ => {}
            }
            follows = matches!(&token, proc_macro2::TokenTree::Punct(punct) if punct.as_char() == ':');
        }
    }
    let mut names = std::collections::BTreeSet::new();
    find(tokens, &mut names);
    names.into_iter().collect()
}
