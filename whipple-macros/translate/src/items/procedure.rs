//! `#[procedure] struct`: level, threads, shared memory and uniform parameters.

use super::{
    attributes::{self, Procedure},
    item::{Item, item_name, reference},
    structure::{field_name, fields, member, refuse_generics},
    traits, types,
};
use crate::{
    context::Parameters,
    errors::Errors,
    names,
    piece::{Piece, Pieces},
};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprLit, Fields, Ident, ItemStruct, Lit, LitInt, Type, spanned::Spanned};

/// What the attribute says, checked.
struct Declaration {
    level: u32,
    threads: Expr,
    shared: Option<Type>,
    max_spawns: Option<Expr>,
}

/// Checks a procedure and adds its implementation of `Procedure`.
pub fn expand(arguments: TokenStream, item: ItemStruct, errors: &mut Errors) -> TokenStream {
    let arguments = attributes::procedure(arguments, errors);
    refuse_generics(&item.generics, "a procedure", errors);
    if let Fields::Unnamed(unnamed) = &item.fields {
        errors.push(unnamed, "the parameters of a procedure have names: write `struct Name { field: Type }`");
    }
    types::check_fields(&item.fields, types::Stays::Nowhere, errors);
    for field in &item.fields {
        if let Some(name) = field.ident.as_ref().filter(|name| *name == "execute") {
            errors.push(name, "`execute` is the name of the procedure's body: give the field another name");
        }
    }
    let declaration = arguments.and_then(|arguments| check(arguments, &item.ident, errors));
    if !item.generics.params.is_empty() {
        return quote! { #item };
    }
    let emitted = match declaration {
        Some(declaration) if errors.is_empty() => emit(&item, &declaration, definition(&item, &declaration)),
        declaration => emit_placeholder(&item, declaration),
    };
    quote! { #item #emitted }
}

/// A procedure with errors is still a procedure, only without its fields: no errors follow where it is used.
fn emit_placeholder(item: &ItemStruct, declaration: Option<Declaration>) -> TokenStream {
    let (level, shared) = declaration.map_or((0, None), |declaration| (declaration.level, declaration.shared));
    let threads = literal(range(level).0);
    let max_spawns = Some(syn::parse_quote!(1));
    let declaration = Declaration { level, threads, shared: shared.filter(|_| level < 2), max_spawns };
    emit(&ItemStruct { fields: Fields::Unit, ..item.clone() }, &declaration, Pieces::new())
}

fn check(arguments: Procedure, ident: &Ident, errors: &mut Errors) -> Option<Declaration> {
    let Some(literal) = arguments.level else {
        errors.push(
            ident,
            "a procedure states its level: write `#[procedure(level = 0, threads = 4)]` for threads of one warp, \
             `#[procedure(level = 1, threads = 256)]` for threads of one block, or `#[procedure(level = 2)]` for one thread",
        );
        return None;
    };
    let level = literal.base10_parse::<u32>().ok().filter(|level| *level <= 2);
    let Some(level) = level else {
        errors.push(&literal, "a level is 0 (threads of one warp), 1 (threads of one block) or 2 (one thread)");
        return None;
    };
    if let (2, Some(shared)) = (level, &arguments.shared) {
        errors.push(
            shared,
            "a level-2 task has one thread and no shared memory: use local variables, or write `level = 0` or `level = 1`",
        );
    }
    if let Some(shared) = &arguments.shared
        && !types::is_path(shared)
        && !matches!(shared, Type::Array(_))
    {
        errors.push(shared, "shared memory is a `#[device]` type, an array, a `Shared<T>` or a `SharedArray<T, N>`");
    }
    let threads = match (arguments.threads, level) {
        (Some(threads), _) => threads,
        (None, 2) => syn::parse_quote!(1),
        (None, _) => {
            let example = if level == 0 { "level = 0, threads = 4" } else { "level = 1, threads = 256" };
            errors.push(&literal, format!("a procedure of this level states its threads: write `{example}`"));
            return None;
        }
    };
    if let Some(number) = literal_number(&threads)
        && !(range(level).0..=range(level).1).contains(&number)
    {
        errors.push(&threads, threads_message(level));
    }
    Some(Declaration { level, threads, shared: arguments.shared, max_spawns: arguments.max_spawns })
}

fn literal_number(expression: &Expr) -> Option<u64> {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) => literal.base10_parse().ok(),
        _ => None,
    }
}

fn literal(number: u64) -> Expr {
    let number = LitInt::new(&number.to_string(), Span::call_site());
    syn::parse_quote!(#number)
}

const fn range(level: u32) -> (u64, u64) {
    match level {
        0 => (2, 32),
        1 => (32, 1024),
        _ => (1, 1),
    }
}

fn threads_message(level: u32) -> &'static str {
    match level {
        0 => {
            "a level-0 task has 2 to 32 threads, all of one warp: write a number in that range, `level = 2` for one thread, or `level = 1` for more than 32"
        }
        1 => {
            "a level-1 task has 32 to 1024 threads, all of one block: write a number in that range, or `level = 0` for fewer"
        }
        _ => {
            "a level-2 task has one thread: leave `threads` out, or write `level = 0` for 2 to 32 threads and `level = 1` for 32 to 1024"
        }
    }
}

fn emit(structure: &ItemStruct, declaration: &Declaration, definition: Pieces) -> TokenStream {
    let ident = &structure.ident;
    let name = names::unraw(ident);
    let mut item = Item::new("Procedure", item_name(ident), ident.span());
    item.members = Some(traits::names_of(&syn::parse_quote!(#ident)));
    item.forward.push_text(&format!("struct {};\n", item_name(ident)));
    item.definition = definition;
    let reference = reference();
    let level = Ident::new(["Warp", "Block", "Thread"][declaration.level as usize], Span::call_site());
    let threads = &declaration.threads;
    let shared = match &declaration.shared {
        Some(shared) => quote_spanned!(shared.span()=> type Shared = #shared;),
        None => quote!(
            type Shared = ();
        ),
    };
    let max_spawns = match &declaration.max_spawns {
        Some(number) => quote!(::core::option::Option::Some(#number)),
        None => quote!(::core::option::Option::None),
    };
    let types: Vec<&Type> = structure.fields.iter().map(|field| &field.ty).collect();
    let members = structure.fields.iter().enumerate().map(|(index, field)| member(index, field));
    let names: Vec<_> = structure.fields.iter().enumerate().map(|(index, field)| field_name(index, field)).collect();
    let encode = members.zip(&types).zip(&names).map(|((member, ty), name)| {
        let encode = quote_spanned!(ty.span()=> <#ty as ::whipple::private::Parameter>::encode);
        quote! {
            out.field(#name);
            #encode(&self.#member, out);
        }
    });
    // An empty C++ struct has one byte.
    let encode_empty = types.is_empty().then(|| quote!(::whipple::private::Parameter::encode(&0_u8, out);));
    let layout = types.iter().fold(quote!((0, 1)), |layout, ty| {
        let field = quote_spanned!(ty.span()=> <#ty as ::whipple::private::Parameter>::PARAMETER_LAYOUT);
        quote!(::whipple::private::extend_layout(#layout, #field))
    });
    let checks = checks(structure, declaration);
    let names = names.iter().cloned().chain(names::OF_PROCEDURES.map(str::to_owned));
    let contents = quote! {
        type Level = ::whipple::private::#level;
        #shared
        const THREADS: u32 = #threads;
        const MAX_SPAWNS: ::core::option::Option<u32> = #max_spawns;
        const NAME: &'static str = #name;
        const STRUCT: ::whipple::private::ItemRef = <#ident as ::whipple::private::DeviceItem>::ITEM;
        const NAMESPACE: ::whipple::private::Namespace = ::whipple::private::Namespace::of(::core::module_path!());
        const LAYOUT: (usize, usize) = ::whipple::private::finish_layout(#layout);
        fn encode(&self, out: &mut ::whipple::private::ParameterWriter) {
            out.align(<#ident as ::whipple::private::Procedure>::LAYOUT.1);
            #(#encode)*
            #encode_empty
            out.align(<#ident as ::whipple::private::Procedure>::LAYOUT.1);
        }
    };
    // rustc shows it where it tells which types are procedures.
    let implementation = quote_spanned!(ident.span()=> impl ::whipple::private::Procedure for #ident { #contents });
    let impls = traits::members(ident, &Parameters::default());
    quote! {
        const _: () = {
            #[allow(unused_imports)]
            use ::whipple::private::DeviceImpls as _;
            #item
            #implementation
            #[diagnostic::do_not_recommend]
            impl ::whipple::private::DeviceItem for #ident {
                const ITEM: ::whipple::private::ItemRef = #reference;
            }
            impl ::whipple::private::seen::SeenReceiver<#ident> for ::whipple::private::seen::DeviceCode {
                type Of = ();
                type Parts = ();
                type Value = #ident;
            }
            impl ::whipple::private::HasMembers for #ident {
                const NAMESPACE: ::whipple::private::Namespace = ::whipple::private::Namespace::of(::core::module_path!());
                const ITSELF: ::whipple::private::ItemRef = <#ident as ::whipple::private::DeviceItem>::ITEM;
                const FIELDS: &'static [&'static str] = &[#(#names),*];
            }
            #impls
            #checks
        };
    }
}

/// What only rustc knows: the value of `threads`, and the size of the shared memory.
fn checks(structure: &ItemStruct, declaration: &Declaration) -> TokenStream {
    let ident = &structure.ident;
    let threads = &declaration.threads;
    let (low, high) = range(declaration.level);
    let message = threads_message(declaration.level);
    let in_range = quote!(<#ident as ::whipple::private::Procedure>::THREADS as u64);
    let mut checks = quote_spanned! {threads.span()=>
        const _: () = ::core::assert!(#low <= #in_range && #in_range <= #high, #message);
    };
    if let Some(shared) = &declaration.shared {
        let message = format!(
            "the shared memory of `{}` is over the limit of 48 KiB (49152 bytes) a task: make its arrays smaller, or keep the data in a `Buffer<T>`",
            names::unraw(ident)
        );
        checks.extend(quote_spanned! {shared.span()=>
            const _: () = ::core::assert!(::core::mem::size_of::<#shared>() <= 49152, #message);
        });
    }
    checks
}

fn definition(structure: &ItemStruct, declaration: &Declaration) -> Pieces {
    let ident = &structure.ident;
    let name = item_name(ident);
    let mut text = Pieces::new();
    text.push_text(&attributes::documentation(&structure.attrs, ""));
    text.push_text(&format!("struct {name} {{\n    using Shared = "));
    match &declaration.shared {
        Some(shared) => text.push(Piece::Tokens(quote_spanned! {shared.span()=>
            ::whipple::private::Piece::Type(::whipple::private::shared_type_of::<#ident>())
        })),
        None => text.push_text("NoShared"),
    }
    text.push_text(&format!(";\n    static constexpr unsigned LEVEL = {}, THREADS = ", declaration.level));
    text.push(Piece::Number(syn::parse_quote!(<#ident as ::whipple::private::Procedure>::THREADS)));
    text.push_text(";\n");
    let parameter = |ty: &Type| {
        Pieces(vec![Piece::Tokens(quote_spanned! {ty.span()=>
            ::whipple::private::Piece::Type(<#ty as ::whipple::private::Parameter>::PARAMETER_TYPE)
        })])
    };
    if !structure.fields.is_empty() {
        text.push_text("\n");
        fields(&structure.fields, "    ", parameter, &mut text);
    }
    text.push(Piece::Members(vec![
        quote!(&[::whipple::private::body_of::<#ident>()]),
        quote_spanned!(ident.span()=> <#ident>::WHIPPLE_MEMBERS.items),
    ]));
    text.push_text(&format!("}};\nstatic_assert(sizeof({name}) == "));
    text.push(Piece::Number(syn::parse_quote!(<#ident as ::whipple::private::Procedure>::LAYOUT.0)));
    text.push_text(&format!(", \"{name} has the size that the host writes\");\n"));
    text
}
