//! Functions of a trait as functions of their own.

use super::super::{
    associated::renamed,
    function,
    item::{Item, item_name, member_name, method_name},
};
use crate::{
    body,
    context::{ITSELF, replace_arguments},
    names,
};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::{
    Expr, FnArg, Macro, Path, ReceiverKind, Signature, Token, TraitItemFn,
    parse::Parser,
    punctuated::Punctuated,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

/// A function of a trait as one of its own: `self` is its first parameter, and what `Self` is a generic one.
pub struct Free {
    pub signature: Signature,
    pub block: syn::Block,
    /// What `self` is called.
    left: String,
}

impl Free {
    /// A function of the trait with this name; `bounds` is the trait, and what it is bound by.
    pub fn of(method: &TraitItemFn, of_trait: &Ident, bounds: &TokenStream) -> Self {
        let text = method.to_token_stream().to_string();
        let mut left = "left".to_owned();
        while text.contains(&left) {
            left.push('_');
        }
        let mut signature = method.sig.clone();
        let itself = Ident::new(ITSELF, method.sig.ident.span());
        for input in &mut signature.inputs {
            if let FnArg::Receiver(receiver) = input {
                let name = Ident::new(&left, receiver.self_token.span);
                *input = match &receiver.kind {
                    ReceiverKind::Reference(_, _, Some(_)) => syn::parse_quote!(#name: &mut #itself),
                    ReceiverKind::Reference(..) => syn::parse_quote!(#name: &#itself),
                    _ => {
                        let mutability = receiver.mutability;
                        syn::parse_quote!(#mutability #name: #itself)
                    }
                };
            }
        }
        let mut block = method.default.clone().unwrap_or_else(|| syn::parse_quote!({}));
        let mut renamer = Renamer { left: &left };
        renamer.visit_signature_mut(&mut signature);
        renamer.visit_block_mut(&mut block);
        let generics = &mut signature.generics;
        generics.params.insert(0, syn::parse_quote!(#itself: #bounds));
        generics.lt_token.get_or_insert_default();
        generics.gt_token.get_or_insert_default();
        // Two traits of a module may have a function of one name.
        let name = format!("whipple_{}__{}", names::unraw(of_trait), names::unraw(&method.sig.ident));
        signature.ident = Ident::new(&name, method.sig.ident.span());
        Self { signature, block, left }
    }

    /// The body for the CPU.
    pub fn host(&self, translated: &body::Function, method: &TraitItemFn) -> syn::Block {
        let tokens = renamed(translated.checked_host().to_token_stream(), &self.left, "self");
        let plain = || method.default.clone().unwrap_or_else(|| syn::parse_quote!({}));
        syn::parse2(renamed(tokens, ITSELF, "Self")).unwrap_or_else(|_| plain())
    }

    /// Its text.
    pub fn item(&self, translated: &body::Function) -> Item {
        let ident = &self.signature.ident;
        let mut item = Item::new("Function", item_name(ident), ident.span());
        item.prototype.append(translated.prototype.clone());
        item.prototype.push_text(";\n");
        item.prototype.append(translated.given.clone());
        item.body.append(translated.definition_head.clone());
        item.body.append(translated.body.clone());
        (item.spawns, item.spawns_of_thread) = function::spawns(translated);
        item.calls = translated.calls.clone();
        item.accesses = translated.accesses.clone();
        item.messages = translated.messages.clone();
        item
    }
}

/// Gives `self` and `Self` their names.
struct Renamer<'a> {
    left: &'a str,
}

impl VisitMut for Renamer<'_> {
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        let name = match ident.to_string().as_str() {
            "self" => self.left,
            "Self" => ITSELF,
            _ => return,
        };
        *ident = Ident::new(name, ident.span());
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        // `self::name` is a path into the module.
        if path.segments.len() > 1 && path.segments[0].ident == "self" {
            path.segments.iter_mut().skip(1).for_each(|segment| self.visit_path_segment_mut(segment));
        } else {
            visit_mut::visit_path_mut(self, path);
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(call.tokens.clone());
        if let Ok(written) = arguments {
            let mut arguments = written.clone();
            arguments.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
            replace_arguments(call, &written, arguments);
        }
    }
}

/// The C++ names of what a body calls of the type by its name: that of a constant, and that of a function.
pub fn needs(block: &syn::Block) -> BTreeSet<[String; 2]> {
    struct Finder(BTreeSet<[String; 2]>);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            let segments = &path.path.segments;
            if path.qself.is_none() && segments.len() == 2 && segments[0].ident == ITSELF {
                let name = &segments[1].ident;
                self.0.insert([member_name(name), method_name(name)]);
            }
            visit::visit_expr_path(self, path);
        }
        fn visit_macro(&mut self, call: &'ast Macro) {
            crate::fragments::within_arguments(&mut call.clone(), |argument| {
                let mut inner = Finder(BTreeSet::new());
                inner.visit_expr(argument);
                self.0.append(&mut inner.0);
            });
        }
    }
    let mut finder = Finder(BTreeSet::new());
    finder.visit_block(block);
    // What all types of the library have by other names, no class has.
    finder.0.retain(|[_, function]| !matches!(function.as_str(), "default_" | "from"));
    finder.0
}
