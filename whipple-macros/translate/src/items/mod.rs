//! The annotated items: one file for each thing that is emitted. Each takes the user's item, checks it, and returns it
//! with its implementations and CUDA text beside it.

mod associated;
mod attributes;
mod bytes;
mod competing;
mod constant;
mod defaults;
mod device_trait;
mod ends;
mod enumeration;
mod execute;
mod foreign;
mod found;
mod function;
mod generic;
mod given;
mod index;
mod item;
mod iterator;
mod methods;
mod operands;
mod place;
mod procedure;
mod program;
mod provided;
mod refused;
mod registration;
mod reserved;
mod seen;
mod slots;
mod structure;
mod tagged;
mod taken;
mod traits;
mod types;

pub use slots::device_impls;

use crate::{depth, errors::Errors, fragments, matches, rules};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Item;

/// `#[device]`
pub fn device(arguments: TokenStream, tokens: TokenStream) -> TokenStream {
    expand("device", &arguments.clone(), tokens, |item, errors| {
        let arguments = attributes::device(arguments, errors);
        if let (Some(cuda), false) = (&arguments.cuda, matches!(item, Item::Fn(_))) {
            errors.push(cuda, "`cuda` gives the body of a function: remove it here");
        }
        taken::check(&item, errors);
        match item {
            Item::Struct(item) => structure::expand(item, errors),
            Item::Enum(item) => enumeration::expand(item, errors),
            Item::Fn(item) => function::expand(&arguments, item, errors),
            Item::Impl(item) => methods::expand(item, errors),
            Item::Const(item) => constant::expand(item, errors),
            Item::Static(item) => constant::expand_static(item, errors),
            Item::Trait(item) => device_trait::expand(item, errors),
            Item::Macro(item) => rules::define(item, errors),
            other => refuse(
                &other,
                "`#[device]` goes on a struct, an enum, a function, a trait, an impl block, a constant, a static or `macro_rules!`",
                errors,
            ),
        }
    })
}

/// `#[procedure]`
pub fn procedure(arguments: TokenStream, tokens: TokenStream) -> TokenStream {
    expand("procedure", &arguments.clone(), tokens, |item, errors| match item {
        Item::Struct(item) => procedure::expand(arguments, item, errors),
        other => refuse(
            &other,
            "a procedure is a struct, whose fields are its parameters: write `struct Name;` for none",
            errors,
        ),
    })
}

/// `#[execute]`
pub fn execute(arguments: TokenStream, tokens: TokenStream) -> TokenStream {
    expand("execute", &arguments, tokens, |item, errors| {
        attributes::none(&arguments, "execute", errors);
        match item {
            Item::Impl(item) => execute::expand(item, errors),
            other => refuse(&other, "`#[execute]` goes on `impl Execute for …`", errors),
        }
    })
}

/// `#[program]`
pub fn program(arguments: TokenStream, tokens: TokenStream) -> TokenStream {
    expand("program", &arguments, tokens, |item, errors| {
        attributes::none(&arguments, "program", errors);
        match item {
            Item::Struct(item) => program::expand(item, errors),
            other => refuse(&other, "a program is a struct whose fields are procedures", errors),
        }
    })
}

/// Parse, make plain what macros wrote, then check, lower and emit; the errors come after the item, which is there in any case.
fn expand(
    attribute: &str,
    arguments: &TokenStream,
    tokens: TokenStream,
    emit: impl FnOnce(Item, &mut Errors) -> TokenStream,
) -> TokenStream {
    let mut errors = Errors::default();
    if let Some(span) = depth::too_deep(arguments).or_else(|| depth::too_deep(&tokens)) {
        errors.push_at(
            span,
            "this is nested too deeply for the macros: give parts of it names, with `let` or in functions",
        );
        let errors = errors.into_tokens();
        return quote! { #tokens #errors };
    }
    let expansion = match syn::parse2::<Item>(tokens.clone()) {
        Ok(item) if let Some(call) = rules::call(attribute, arguments, &item) => call,
        Ok(mut item) => {
            attributes::refuse_configuration(&item, &mut errors);
            matches::write_out(&mut item);
            fragments::resolve(&mut item);
            emit(item, &mut errors)
        }
        Err(error) => {
            errors.push_error(error);
            tokens
        }
    };
    let errors = errors.into_tokens();
    quote! { #expansion #errors }
}

/// What a macro of the user's gives back: the item of the call, with the expansion, goes to its attribute again.
pub fn expanded(tokens: TokenStream) -> TokenStream {
    if let Some(span) = depth::too_deep(&tokens) {
        let mut errors = Errors::default();
        errors.push_at(span, "what macros write here is nested too deeply: write functions");
        return errors.into_tokens();
    }
    let expanded = match syn::parse2::<rules::Expanded>(tokens) {
        Ok(expanded) => expanded,
        Err(error) => return error.into_compile_error(),
    };
    let (attribute, arguments) = (expanded.attribute.to_string(), expanded.arguments.clone());
    let mut errors = Errors::default();
    let item = expanded.item(&mut errors).into_token_stream();
    let translated = match attribute.as_str() {
        "execute" => execute(arguments, item),
        _ => device(arguments, item),
    };
    let errors = errors.into_tokens();
    quote! { #translated #errors }
}

fn refuse(item: &impl ToTokens, message: &str, errors: &mut Errors) -> TokenStream {
    errors.push(item, message);
    item.to_token_stream()
}
