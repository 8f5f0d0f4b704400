//! Parameters that are patterns: for the translation they get a name, and a `let` in the body takes them apart.

use crate::context;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Block, FnArg, Local, Pat, PatIdent, Signature, Stmt, parse_quote, spanned::Spanned};

/// What marks these `let`s. The host has the patterns themselves.
const MARK: &str = "whipple_parameter";

/// The signature and the body with names, if a parameter has none.
pub fn named(signature: &Signature, block: &Block) -> Option<(Signature, Block)> {
    if !signature.inputs.iter().any(is_pattern) {
        return None;
    }
    let (mut signature, mut block) = (signature.clone(), block.clone());
    let mark = Ident::new(MARK, proc_macro2::Span::call_site());
    let mut lets: Vec<Stmt> = Vec::new();
    for index in 0..signature.inputs.len() {
        let FnArg::Typed(parameter) = &signature.inputs[index] else { continue };
        if !is_pattern(&signature.inputs[index]) {
            continue;
        }
        let pattern = parameter.pat.clone();
        let name = name(&signature, &block, pattern.span());
        lets.push(parse_quote!(#[#mark] let #pattern = #name;));
        let FnArg::Typed(parameter) = &mut signature.inputs[index] else { continue };
        *parameter.pat =
            Pat::Ident(PatIdent { attrs: Vec::new(), by_ref: None, mutability: None, ident: name, subpat: None });
    }
    block.stmts.splice(0..0, lets);
    Some((signature, block))
}

/// Takes the `let`s out of a body.
pub fn take_lets(block: &mut Block) -> Vec<Local> {
    let mut taken = Vec::new();
    block.stmts.retain(|statement| match statement {
        Stmt::Local(binding) if binding.attrs.iter().any(|attribute| attribute.path().is_ident(MARK)) => {
            taken.push(binding.clone());
            false
        }
        _ => true,
    });
    taken
}

/// Takes the marks off the `let`s of a body.
pub fn without_marks(block: &mut Block) {
    for statement in &mut block.stmts {
        if let Stmt::Local(binding) = statement {
            binding.attrs.retain(|attribute| !attribute.path().is_ident(MARK));
        }
    }
}

/// Gives the parameters of a signature the names that these have.
pub fn name_as(signature: &mut Signature, named: &[FnArg]) {
    for (parameter, named) in signature.inputs.iter_mut().zip(named) {
        if let (FnArg::Typed(parameter), FnArg::Typed(named)) = (parameter, named) {
            parameter.pat = named.pat.clone();
        }
    }
}

/// A name that nothing in the function has.
fn name(signature: &Signature, block: &Block, span: proc_macro2::Span) -> Ident {
    let mut number = 1;
    loop {
        let text = if number == 1 { "item".to_owned() } else { format!("item_{number}") };
        let name = Ident::new(&text, span);
        let is_used =
            context::mentions(signature.to_token_stream(), &name) || context::mentions(block.to_token_stream(), &name);
        if !is_used {
            return name;
        }
        number += 1;
    }
}

/// Whether a parameter is more than a name.
pub fn is_pattern(parameter: &FnArg) -> bool {
    fn is_more(pattern: &Pat) -> bool {
        match pattern {
            Pat::Ident(name) => name.by_ref.is_some() || name.subpat.is_some(),
            Pat::Wild(_) => false,
            Pat::Paren(inner) => is_more(&inner.pat),
            _ => true,
        }
    }
    matches!(parameter, FnArg::Typed(parameter) if is_more(&parameter.pat))
}
