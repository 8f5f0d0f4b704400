//! Parameters that are patterns: they get a name, and a `let` in the body takes them apart.

use crate::context;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Block, FnArg, ImplItem, Item, Pat, PatIdent, Signature, parse_quote, spanned::Spanned};

/// Names the parameters of all functions of an item that have a body here.
pub fn name(item: &mut Item) {
    match item {
        Item::Fn(function) => of_function(&mut function.sig, &mut function.block),
        Item::Impl(implementation) => {
            for member in &mut implementation.items {
                if let ImplItem::Fn(function) = member {
                    of_function(&mut function.sig, &mut function.block);
                }
            }
        }
        _ => {}
    }
}

fn of_function(signature: &mut Signature, block: &mut Block) {
    let mut lets = Vec::new();
    for index in 0..signature.inputs.len() {
        let FnArg::Typed(parameter) = &signature.inputs[index] else { continue };
        if !is_taken_apart(&parameter.pat) {
            continue;
        }
        let pattern = parameter.pat.clone();
        let mut text = "item".to_owned();
        let mut number = 2;
        let is_used = |text: &str, signature: &Signature, block: &Block| {
            let name = Ident::new(text, pattern.span());
            context::mentions(signature.to_token_stream(), &name) || context::mentions(block.to_token_stream(), &name)
        };
        while is_used(&text, signature, block) {
            text = format!("item_{number}");
            number += 1;
        }
        let name = Ident::new(&text, pattern.span());
        let FnArg::Typed(parameter) = &mut signature.inputs[index] else { continue };
        let plain = PatIdent { attrs: Vec::new(), by_ref: None, mutability: None, ident: name.clone(), subpat: None };
        *parameter.pat = Pat::Ident(plain);
        lets.push(parse_quote!(let #pattern = #name;));
    }
    block.stmts.splice(0..0, lets);
}

/// Whether a parameter is more than a name.
fn is_taken_apart(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(name) => name.by_ref.is_some() || name.subpat.is_some(),
        Pat::Wild(_) => false,
        Pat::Paren(inner) => is_taken_apart(&inner.pat),
        _ => true,
    }
}
