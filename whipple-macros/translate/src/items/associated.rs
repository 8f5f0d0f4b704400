//! Impls of traits made plain: `Self::Output` becomes the type that it is, and `self` the left side of an operator.

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::{
    Block, Fields, FnArg, Ident, ImplItem, ImplItemFn, ItemImpl, Macro, Path, ReceiverKind, Type,
    visit_mut::{self, VisitMut},
};

/// The associated types of an impl, which a static outside of it could not name.
#[derive(Default)]
pub struct Associated(BTreeMap<String, Type>);

impl Associated {
    /// Those of this impl.
    pub fn of(implementation: &ItemImpl) -> Self {
        let types = implementation.items.iter().filter_map(|item| match item {
            ImplItem::Type(item) => Some((item.ident.to_string(), item.ty.clone())),
            _ => None,
        });
        Self(types.collect())
    }

    /// With `Output`, which an `IndexMut` has from `Index`.
    pub fn with_output(mut self, output: Type) -> Self {
        self.0.insert("Output".to_owned(), output);
        self
    }

    /// What one of them is outside of the impl.
    pub fn set(&mut self, name: &str, ty: Option<&Type>) {
        if let Some(ty) = ty {
            self.0.insert(name.to_owned(), ty.clone());
        }
    }

    /// The method with what they are in place of `Self::Name`.
    pub fn resolved(&self, method: &ImplItemFn) -> ImplItemFn {
        let mut method = method.clone();
        if !self.0.is_empty() {
            Resolver(&self.0).visit_impl_item_fn_mut(&mut method);
        }
        method
    }
}

struct Resolver<'a>(&'a BTreeMap<String, Type>);

impl VisitMut for Resolver<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.path.segments.len() == 2
            && path.path.segments[0].ident == "Self"
            && let Some(known) = self.0.get(&path.path.segments[1].ident.to_string())
        {
            *ty = known.clone();
        }
        visit_mut::visit_type_mut(self, ty);
    }

    // `Self::Output { … }`, as a value and as a pattern. With parentheses it is a variant.
    fn visit_expr_struct_mut(&mut self, literal: &mut syn::ExprStruct) {
        self.path(&mut literal.path);
        visit_mut::visit_expr_struct_mut(self, literal);
    }

    fn visit_pat_struct_mut(&mut self, fields: &mut syn::PatStruct) {
        self.path(&mut fields.path);
        visit_mut::visit_pat_struct_mut(self, fields);
    }
}

impl Resolver<'_> {
    fn path(&self, path: &mut Path) {
        if path.segments.len() == 2
            && path.segments[0].ident == "Self"
            && let Some(Type::Path(known)) = self.0.get(&path.segments[1].ident.to_string())
            && known.qself.is_none()
        {
            *path = known.path.clone();
        }
    }
}

/// The method as a function whose first parameter is what `self` was, and the name of that.
pub fn without_self(method: &ImplItemFn, self_type: &Type) -> (ImplItemFn, String) {
    let text = method.to_token_stream().to_string();
    let mut left = "left".to_owned();
    while text.contains(&left) {
        left.push('_');
    }
    let mut function = method.clone();
    for input in &mut function.sig.inputs {
        if let FnArg::Receiver(receiver) = input {
            let name = Ident::new(&left, receiver.self_token.span);
            let mutability = receiver.mutability.filter(|_| matches!(receiver.kind, ReceiverKind::Value));
            *input = match receiver.kind {
                ReceiverKind::Value => syn::parse_quote!(#mutability #name: #self_type),
                ReceiverKind::Reference(_, _, Some(_)) => syn::parse_quote!(#name: &mut #self_type),
                _ => syn::parse_quote!(#name: &#self_type),
            };
        }
    }
    rename(&mut function.block, "self", &left);
    if let Type::Path(of) = self_type {
        Itself(&of.path).visit_impl_item_fn_mut(&mut function);
    }
    (function, left)
}

/// Writes out what `Self` is in the types of fields, as in lengths of arrays: other items have these types, too.
pub fn without_self_in(fields: &mut Fields, ident: &Ident) {
    let itself = ident.clone().into();
    fields.iter_mut().for_each(|field| Itself(&itself).visit_type_mut(&mut field.ty));
}

/// Writes out what `Self` is.
struct Itself<'a>(&'a Path);

impl VisitMut for Itself<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        if path.segments.first().is_some_and(|first| first.ident == "Self") {
            let rest = path.segments.iter().skip(1).cloned();
            path.segments = self.0.segments.iter().cloned().chain(rest).collect();
            path.leading_colon = self.0.leading_colon;
        }
        visit_mut::visit_path_mut(self, path);
    }
}

/// Gives each name in a body that reads `from` another.
pub fn rename(block: &mut Block, from: &str, to: &str) {
    struct Renamer<'a> {
        from: &'a str,
        to: &'a str,
    }
    impl VisitMut for Renamer<'_> {
        fn visit_ident_mut(&mut self, ident: &mut Ident) {
            if ident == self.from {
                *ident = Ident::new(self.to, ident.span());
            }
        }
        fn visit_macro_mut(&mut self, call: &mut Macro) {
            call.tokens = renamed(call.tokens.clone(), self.from, self.to);
        }
    }
    Renamer { from, to }.visit_block_mut(block);
}

/// Gives each name in tokens that reads `from` another.
pub fn renamed(tokens: TokenStream, from: &str, to: &str) -> TokenStream {
    use proc_macro2::{Group, TokenTree};
    let rename = |token| match token {
        TokenTree::Ident(ident) if ident == from => TokenTree::Ident(Ident::new(to, ident.span())),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), renamed(group.stream(), from, to));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    };
    tokens.into_iter().map(rename).collect()
}
