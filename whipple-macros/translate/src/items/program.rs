//! `#[program] struct`: a closed set of procedures, fused and planned while it compiles.

use super::{
    attributes,
    item::{field_name, item_name},
    structure::refuse_generics,
    types,
};
use crate::{errors::Errors, names};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::BTreeMap;
use syn::{Fields, Ident, ItemStruct, Type, spanned::Spanned};

/// The most procedures of a program: schedulers keep a set of them in one 32-bit word.
const LIMIT: usize = 32;

/// A field of a program.
struct Procedure<'a> {
    field: &'a Ident,
    ty: &'a Type,
    priority: Option<u32>,
    weight: u32,
    /// Whether the host may seed it: the first field, and fields marked `#[schedule(seeded)]`.
    seeded: bool,
}

/// Checks a program and adds its implementation of `Program`.
pub fn expand(mut item: ItemStruct, errors: &mut Errors) -> TokenStream {
    let schedules: Vec<_> =
        item.fields.iter_mut().map(|field| attributes::schedule(&mut field.attrs, errors)).collect();
    check(&item, errors);
    if !errors.is_empty() {
        return quote! { #item };
    }
    let procedures: Vec<Procedure> = (item.fields.iter().zip(schedules).enumerate())
        .filter_map(|(index, (field, schedule))| {
            Some(Procedure {
                field: field.ident.as_ref()?,
                ty: &field.ty,
                priority: schedule.priority,
                weight: schedule.weight.map_or(1, |weight| *weight),
                seeded: schedule.seeded.is_present() || index == 0,
            })
        })
        .collect();
    let emitted = emit(&item, &procedures);
    quote! { #item #emitted }
}

fn check(item: &ItemStruct, errors: &mut Errors) {
    refuse_generics(&item.generics, "a program", errors);
    match &item.fields {
        Fields::Named(fields) if !fields.named.is_empty() => {}
        Fields::Unnamed(fields) => {
            errors.push(fields, "the procedures of a program have names: write `struct Name { field: Procedure }`");
        }
        _ => errors.push(&item.ident, "a program has at least one procedure: write `struct Name { field: Procedure }`"),
    }
    types::check_names(&item.fields, errors);
    for field in &item.fields {
        if !types::is_path(&field.ty) {
            errors.push(&field.ty, "the fields of a program are procedures: write the name of a `#[procedure]` struct");
        }
    }
    if let Some(field) = item.fields.iter().nth(LIMIT) {
        errors.push(
            field,
            "a program has at most 32 procedures: make one procedure of several, told apart by their items",
        );
    }
    let mut seen = BTreeMap::new();
    for field in &item.fields {
        let tokens = field.ty.to_token_stream().to_string();
        if let Some(first) = seen.insert(tokens.clone(), field.ident.clone()).flatten() {
            errors.push(
                &field.ty,
                format!("`{tokens}` is already the field `{first}`: a program has each procedure once, so remove one of them"),
            );
        }
    }
}

fn emit(item: &ItemStruct, procedures: &[Procedure]) -> TokenStream {
    let ident = &item.ident;
    let name = names::unraw(ident);
    let infos = procedures.iter().map(|procedure| info(ident, procedure));
    let contains = procedures.iter().enumerate().map(|(index, Procedure { ty, .. })| {
        quote_spanned! {ty.span()=>
            impl ::whipple::private::Contains<#ty> for #ident {
                const INDEX: usize = #index;
            }
        }
    });
    let warnings = warnings(ident, procedures);
    let evaluate = quote_spanned! {ident.span()=>
        // Evaluated here, so that `cargo check` shows what is wrong with the program.
        const _: () = {
            let _ = <#ident as ::whipple::private::Program>::CUDA_SOURCE.len();
            let _ = <#ident as ::whipple::private::Program>::PLAN;
        };
    };
    let source = source(&item_name(ident), ident.span());
    let plan = quote_spanned! {ident.span()=>
        // Large programs take const evaluation long; it ends.
        #[allow(long_running_const_eval)]
        const ITEMS: &::whipple::private::Reached = &::whipple::private::Reached::of(PROCEDURES);
        #[allow(long_running_const_eval)]
        const PLAN: ::whipple::private::Plan = ::whipple::private::Plan::of(#name, PROCEDURES, ITEMS);
    };
    quote! {
        const _: () = {
            #(#contains)*
            const PROCEDURES: &[::whipple::private::ProcedureInfo] = &[#(#infos),*];
            #plan
            // SAFETY: each `locate` returns the address of the field whose type its `ProcedureInfo` was made for.
            unsafe impl ::whipple::private::Program for #ident {
                const NAME: &'static str = #name;
                const PROCEDURES: &'static [::whipple::private::ProcedureInfo] = PROCEDURES;
                const CUDA_SOURCE: &'static str = #source;
                const PLAN: ::whipple::private::Plan = PLAN;
            }
            #evaluate
            #warnings
        };
    }
}

fn info(program: &Ident, Procedure { field, ty, priority, weight, .. }: &Procedure) -> TokenStream {
    let field_name = field_name(field);
    let priority = match priority {
        Some(priority) => quote!(::core::option::Option::Some(#priority)),
        None => quote!(::core::option::Option::None),
    };
    let new = quote_spanned!(ty.span()=> ::whipple::private::ProcedureInfo::new::<#ty>);
    quote! {
        #new(#field_name, #priority, #weight, {
            unsafe fn locate(program: *const ()) -> *const () {
                // SAFETY: the scheduler passes a pointer to a live program of this type.
                unsafe { (&raw const (*program.cast::<#program>()).#field).cast::<()>() }
            }
            locate
        })
    }
}

/// The fused text: a draft, whose length is known then, and its bytes. What is wrong with the program shows at `span`.
fn source(name: &str, span: Span) -> TokenStream {
    quote_spanned! {span=> {
        #[allow(long_running_const_eval)]
        const DRAFT: &::whipple::private::Draft =
            &::whipple::private::fuse(#name, ::core::module_path!(), PROCEDURES, &PLAN, ITEMS);
        #[allow(long_running_const_eval)]
        const TEXT: &::whipple::private::Fused<{ DRAFT.length() }> =
            &::whipple::private::fuse_text(#name, ::core::module_path!(), PROCEDURES, &PLAN, ITEMS, DRAFT);
        TEXT.as_str()
    }}
}

/// Warnings about each procedure that no seed leads to, and about each that reads what nothing orders.
fn warnings(program: &Ident, procedures: &[Procedure]) -> TokenStream {
    let count = procedures.len();
    let mut emitted = TokenStream::new();
    for (index, procedure) in procedures.iter().enumerate() {
        let field = names::unraw(procedure.field);
        if !procedure.seeded {
            let note = format!(
                "no spawn leads from `{program}`'s first field to `{field}`, so its tasks never run: spawn it, remove it, \
                 or write `#[schedule(seeded)]` on it when the host seeds it"
            );
            emitted.extend(warning(program, procedure.field, &quote!(REACHED[#index]), &note));
        }
        if count > 1 {
            let note = format!(
                "`{field}` reads by `get` a buffer that another procedure writes by `set`, and nothing orders the two, so that \
                 it may read old values: spawn it after the write, or use `set_release` and `get_acquire`"
            );
            emitted.extend(warning(program, procedure.field, &quote!(!UNORDERED[#index]), &note));
        }
    }
    let seeded = procedures.iter().map(|procedure| procedure.seeded);
    quote! {
        #[allow(dead_code)]
        const REACHED: [bool; #count] = ::whipple::private::reached(&PLAN, [#(#seeded),*]);
        #[allow(dead_code)]
        const UNORDERED: [bool; #count] = ::whipple::private::unordered(&PLAN, PROCEDURES);
        #emitted
    }
}

/// A warning where a constant expression is false. That is known only to const evaluation, whose value selects one of two impls, and the
/// function of the one is deprecated with the text of the warning.
fn warning(program: &Ident, field: &Ident, holds: &TokenStream, note: &str) -> TokenStream {
    let mut name = program.clone();
    name.set_span(Span::call_site());
    quote! {
        const _: () = {
            // The compiler names it in the warning, so it is called like the program.
            #[allow(dead_code)]
            struct #name<const HOLDS: bool>;
            #[allow(dead_code)]
            impl #name<false> {
                #[deprecated(note = #note)]
                const fn #field() {}
            }
            #[allow(dead_code)]
            impl #name<true> {
                const fn #field() {}
            }
            // Where the constant has no value, because of another mistake.
            trait Unknown {
                #[allow(dead_code)]
                fn #field() {}
            }
            impl<const HOLDS: bool> Unknown for #name<HOLDS> {}
            #[allow(dead_code)]
            fn warn() {
                #name::<{ #holds }>::#field();
            }
        };
    }
}
