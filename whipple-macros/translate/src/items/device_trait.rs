//! `#[device] trait`: the trait for the CPU, and what it gives to impls that do not have it themselves.
//!
//! Each function with a body becomes a function of its own, generic over the type that `Self` is. So it means what it means where the trait
//! is, wherever the impls are. Beside the trait stands a constant of its name, whose type says what there is
//! (`whipple_runtime::source::provided`). `provided.rs` is how an impl takes it.

pub mod foreign;
mod free;
mod stand_in;

use super::{
    constant,
    item::{member_name, method_name, reference},
    methods::has_template,
    reserved::check_library_name,
};
use crate::{
    ask::{self, Questions},
    body, called,
    context::{self, FunctionInput, ITSELF, Role, callables, evaluated, items, number},
    errors::Errors,
    names,
    piece::{Piece, Pieces},
};
use free::{Free, needs};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    FnArg, GenericParam, ItemTrait, Path, ReceiverKind, Signature, TraitItem, TraitItemConst, TraitItemFn, Type,
};

/// How many functions a trait may give, as in whipple's `provided` module.
pub const MOST_FUNCTIONS: usize = 12;

/// Checks a device trait, and adds what it gives.
pub fn expand(mut item: ItemTrait, errors: &mut Errors) -> TokenStream {
    check(&item, errors);
    if !errors.is_empty() {
        return quote! { #item };
    }
    let as_written = item.clone();
    let mut provided = Provided::new(&item);
    for member in &mut item.items {
        match member {
            TraitItem::Fn(method) if method.default.is_some() => provided.function(method, errors),
            TraitItem::Const(constant) if constant.default.is_some() => provided.constant(constant, errors),
            TraitItem::Fn(_) | TraitItem::Const(_) | TraitItem::Type(_) => {}
            other => {
                errors.push(other, "a `#[device]` trait holds functions, constants and types: move this out of it")
            }
        }
    }
    if !errors.is_empty() {
        return quote! { #as_written };
    }
    let beside = provided.written(&item);
    let stand_in = stand_in::of(&item);
    foreign::add_hidden(&mut item);
    ask_for_device(&mut item);
    quote! { #item #beside #stand_in }
}

/// Has rustc refuse an impl that is not under `#[device]`: generic device code would call functions that the device does not have.
fn ask_for_device(item: &mut ItemTrait) {
    let (name, span) = (&item.ident, item.ident.span());
    let provided = quote_spanned!(span=> ::whipple::private::provided);
    item.colon_token.get_or_insert_default();
    item.supertraits.push(syn::parse_quote_spanned!(span=> #provided::UnderDevice<{ #provided::id(&#name) }>));
}

fn check(item: &ItemTrait, errors: &mut Errors) {
    if !names::is_type_name(&names::unraw(&item.ident)) {
        errors.push(&item.ident, "begin the name of a device trait with a capital letter");
    }
    for parameter in &item.generics.params {
        let message = "a `#[device]` trait has no parameters: write one trait for each type, or leave out `#[device]` and the bodies of its functions";
        errors.push(parameter, message);
    }
    if let Some(clause) = &item.generics.where_clause {
        errors.push(clause, "a `#[device]` trait has no where clause: write `trait Name: Bound`");
    }
    if let Some(unsafety) = &item.unsafety {
        errors.push(unsafety, "`unsafe` does not exist in device code: leave it out, or `#[device]`");
    }
    let mut functions = item.items.iter().filter_map(|member| match member {
        TraitItem::Fn(method) => method.default.as_ref().map(|_| &method.sig),
        _ => None,
    });
    if let Some(function) = functions.nth(MOST_FUNCTIONS) {
        let message = format!(
            "a `#[device]` trait gives {MOST_FUNCTIONS} functions at most: write this in the impls, or as a `#[device] fn`"
        );
        errors.push(&function.ident, message);
    }
}

/// What a trait gives.
struct Provided {
    /// The trait.
    path: Path,
    /// The trait, and what it is bound by.
    bounds: TokenStream,
    name: Ident,
    questions: Questions,
    functions: Vec<TokenStream>,
    constants: Vec<TokenStream>,
    values: Vec<TokenStream>,
    /// Items that the others name.
    items: Vec<TokenStream>,
}

impl Provided {
    fn new(item: &ItemTrait) -> Self {
        let (ident, bounds) = (&item.ident, &item.supertraits);
        let plus = (!bounds.is_empty()).then(|| quote!(+));
        Self {
            path: ident.clone().into(),
            bounds: quote_spanned!(ident.span()=> #ident #plus #bounds),
            name: ident.clone(),
            questions: Questions::default(),
            functions: Vec::new(),
            constants: Vec::new(),
            values: Vec::new(),
            items: Vec::new(),
        }
    }

    fn function(&mut self, method: &mut TraitItemFn, errors: &mut Errors) {
        let before = errors.count();
        check_function(method, errors);
        if errors.count() > before {
            return;
        }
        let free = Free::of(method, &self.name, &self.bounds);
        let input = FunctionInput {
            signature: &free.signature,
            block: &free.block,
            role: Role::Function,
            self_type: None,
            item_type: None,
            output_type: None,
            qualifier: &Pieces::new(),
            parameters: None,
            operator: None,
        };
        let translated = body::translate(&input, errors);
        if errors.count() > before {
            return;
        }
        method.default = Some(free.host(&translated, method));
        for spawn in &translated.spawns.uses {
            errors.push(&spawn.procedure, "a method cannot spawn: spawn in a `#[device] fn` that takes the context");
        }
        let member = self.member(method, errors);
        let [declared, defined] = foreign::texts(method, &item_of(self.functions.len(), &method.sig.ident), errors);
        let signature = callables::with_pointers(&free.signature);
        self.questions.add(&signature, translated.asked.as_ref());
        let name = &method.sig.ident;
        let (index, rust, cpp) = (self.functions.len(), names::unraw(name), method_name(name));
        let (of_item, stands_for) = (item_of(index, name), format_ident!("Whipple{index}", span = name.span()));
        let item = free.item(&translated);
        let reference = reference();
        let takes = called::takes(&stands_for, &signature, &free.block);
        let marker = marker(&self.name);
        let taken = match method.sig.receiver() {
            Some(_) => quote! {
                enum #stands_for {}
                #takes
                impl<WhippleT: ?::core::marker::Sized> ::whipple::private::seen::functions::Takes<#index, WhippleT> for #marker
                where
                    #stands_for: ::whipple::private::seen::functions::Takes<0, WhippleT> {}
            },
            None => takes_all(&marker, index),
        };
        self.items.push(quote! {
            const #of_item: ::whipple::private::ItemRef = { #item #reference };
            #taken
        });
        let is_method = method.sig.receiver().is_some();
        let (hash, is_of_std) = (names::hash_of_method(&name.to_string()), is_method && names::may_be_of_std(&rust));
        let hashes = hashes(&method.sig);
        let needs = needs(&free.block).into_iter().map(|[constant, function]| quote!(#constant, #function));
        let (prototype, definition) = (&member[0], &member[1]);
        self.functions.push(quote! {
            ::whipple::private::provided::ProvidedFunction {
                name: #rust,
                member: #cpp,
                hashes: [#(#hashes),*],
                is_method: #is_method,
                needs: &[#([#needs]),*],
                prototype: &[#(#prototype),*],
                definition: &[#(#definition),*],
                hash: #hash,
                foreign: [&[#(#declared),*], &[#(#defined),*]],
                is_of_std: #is_of_std,
            }
        });
    }

    /// The declaration and the definition of the member of a class, which calls the function.
    fn member(&self, method: &TraitItemFn, errors: &mut Errors) -> [Vec<Pieces>; 2] {
        let itself = Type::Path(syn::parse_quote!(WhippleSelf));
        let mut signature = method.sig.clone();
        let mut arguments = Vec::new();
        for (index, input) in signature.inputs.iter_mut().enumerate() {
            match input {
                FnArg::Receiver(_) => arguments.push("*this".to_owned()),
                FnArg::Typed(typed) => {
                    let name = format_ident!("argument_{index}");
                    arguments.push(name.to_string());
                    *typed.pat = syn::parse_quote!(#name);
                }
            }
        }
        let mut qualifier = Pieces(vec![Piece::Item(syn::parse_quote!(WhippleSelf))]);
        qualifier.push_text("::");
        let empty = syn::parse_quote!({});
        let input = FunctionInput::of_method(&signature, &empty, &itself, &qualifier);
        let translated = body::translate(&input, errors);
        let mut prototype = Pieces::text("    ");
        prototype.append(translated.prototype);
        prototype.push_text(";\n");
        if translated.suffix == " const" && (has_template(&method.sig) || callables::has_some(&method.sig)) {
            let name = method_name(&method.sig.ident);
            prototype.push_text(&format!("    static constexpr bool {name}_unchanged_ = true;\n"));
        }
        let mut definition = translated.definition_head;
        let function = item_of(self.functions.len(), &method.sig.ident);
        definition.push_text("{\n    return ");
        definition.push(Piece::Tokens(quote!(::whipple::private::Piece::Item(#function))));
        definition.push_text("<");
        definition.push(Piece::Item(syn::parse_quote!(WhippleSelf)));
        definition.push_text(&format!(">({});\n}}\n", arguments.join(", ")));
        [parts(prototype), parts(definition)]
    }

    fn constant(&mut self, constant: &mut TraitItemConst, errors: &mut Errors) {
        let Some((_, value)) = constant.default.clone() else { return };
        let (ident, ty) = (&constant.ident, &constant.ty);
        let itself = Ident::new("Self", ident.span());
        let depends = context::mentions(value.to_token_stream(), &itself);
        let class = context::last_name(ty).filter(|name| names::is_primitive(name));
        if context::mentions(ty.to_token_stream(), &itself) || (depends && class.is_none()) {
            let message = "a constant that a `#[device]` trait gives is a number, or the same for all types: write it in the impls";
            return errors.push(constant, message);
        }
        let (path, name) = (&self.path, format_ident!("WHIPPLE_VALUE_{}", self.constants.len(), span = ident.span()));
        let of_type = |class: &str| number(class, &syn::parse_quote!(<WhippleT as #path>::#ident), "");
        let mut all = None;
        if !depends {
            let before = errors.count();
            let (translated, host) = constant::translate(ident, &value, ty, None, &mut self.questions, errors);
            let translated = evaluated(&value, ty, &syn::parse_quote!(#name), translated, errors);
            if errors.count() > before {
                return;
            }
            self.items.push(quote_spanned! {ident.span()=>
                #[allow(dead_code, clippy::all, clippy::pedantic)]
                const #name: #ty = #host;
            });
            constant.default = Some((Default::default(), host));
            all = Some(translated);
        }
        let ty = context::type_name(ty, None, errors);
        let for_type = match (&all, &class) {
            (Some(all), None) => all.clone(),
            (_, Some(class)) => of_type(class),
            (None, None) => return,
        };
        let (cpp, all) = (member_name(ident), all.iter());
        let all = match all.len() {
            0 => quote!(::core::option::Option::None),
            _ => quote!(::core::option::Option::Some(#(#all)*)),
        };
        let hash = names::hash(&names::unraw(ident));
        self.values.push(quote!(#for_type));
        self.constants.push(quote! {
            ::whipple::private::provided::ProvidedConstant { member: #cpp, ty: #ty, hash: #hash, value: #all }
        });
    }

    /// What stands beside the trait.
    fn written(self, item: &ItemTrait) -> TokenStream {
        let Self { path, questions, functions, constants, values, items, .. } = self;
        let (ident, vis) = (&item.ident, &item.vis);
        let (marker, name, start) = (marker(ident), names::unraw(ident), ident.span().start());
        let (line, column) = (start.line as u32, start.column as u32);
        let foreigners = foreign::of_types(&path, &marker, &item.supertraits);
        let others = (functions.len()..MOST_FUNCTIONS).map(|place| takes_all(&marker, place));
        let configuration: Vec<&syn::Attribute> =
            item.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")).collect();
        let text = quote! {
            const _: () = {
                #(#items)*
                #(#others)*
                impl ::whipple::private::provided::Provides for #marker {
                    const ID: u64 = ::whipple::private::hash(::core::module_path!(), #name, #line, #column);
                    const FUNCTIONS: &'static [::whipple::private::provided::ProvidedFunction] = &[#(#functions),*];
                    const CONSTANTS: &'static [::whipple::private::provided::ProvidedConstant] = &[#(#constants),*];
                }
                impl<WhippleT: #path> ::whipple::private::provided::ProvidesFor<WhippleT> for #marker {
                    const VALUES: &'static [&'static [::whipple::private::Piece]] = &[#(#values),*];
                }
                #foreigners
            };
        };
        let text = ask::within(&questions.items(None), text);
        quote_spanned! {ident.span()=>
            #(#configuration)*
            #[doc(hidden)]
            #[allow(missing_copy_implementations, missing_debug_implementations, dead_code, unreachable_pub, clippy::all)]
            #vis struct #marker;
            #(#configuration)*
            #[doc(hidden)]
            #[allow(non_upper_case_globals, dead_code, unreachable_pub, clippy::all)]
            #vis const #ident: #marker = #marker;
            #(#configuration)*
            #text
        }
    }
}

/// The constant that has the item of a function.
fn item_of(index: usize, name: &Ident) -> Ident {
    format_ident!("WHIPPLE_FUNCTION_{index}", span = name.span())
}

/// The type that says what a trait gives.
fn marker(name: &Ident) -> Ident {
    format_ident!("WhippleGives{}", names::unraw(name), span = name.span())
}

/// Says that nothing is asked of a type for the function at a place.
fn takes_all(marker: &Ident, place: usize) -> TokenStream {
    quote_spanned! {marker.span()=>
        impl<WhippleT: ?::core::marker::Sized> ::whipple::private::seen::functions::Takes<#place, WhippleT> for #marker {}
    }
}

/// The hashes by which rustc is asked of a function, in the order of `Kind` of whipple's `provided` module.
fn hashes(signature: &Signature) -> [TokenStream; 2] {
    let name = names::unraw(&signature.ident);
    let hash = names::hash(&name);
    let is_method = signature.receiver().is_some();
    [is_method, is_method && names::is_library_method(&name)].map(|is_there| match is_there {
        true => quote!(::core::option::Option::Some(#hash)),
        false => quote!(::core::option::Option::None),
    })
}

/// Whether a bound is of a parameter that is a function.
fn is_of_callable(predicate: &syn::WherePredicate, signature: &Signature) -> bool {
    let plain = callables::with_pointers(signature);
    let is_left = |name: &Ident| plain.generics.type_params().any(|left| left.ident == *name);
    let syn::WherePredicate::Type(of) = predicate else { return true };
    let mut parameters = signature.generics.type_params();
    parameters.any(|own| context::is_named(&of.bounded_ty, &own.ident.to_string()) && !is_left(&own.ident))
}

fn check_function(method: &TraitItemFn, errors: &mut Errors) {
    let (signature, name) = (&method.sig, names::unraw(&method.sig.ident));
    if let Some(attribute) = method.attrs.iter().find(|attribute| attribute.path().is_ident("device")) {
        errors.push(attribute, "the trait is `#[device]` already: write a `#[device] fn`, and call it here");
    }
    if name == "clone" && signature.receiver().is_some() {
        errors.push(&signature.ident, "device code takes `clone` for that of std: give this function another name");
    }
    check_library_name(signature, false, errors);
    items::refuse_in_traits(signature, errors);
    if let Some(receiver) = signature.receiver()
        && !matches!(receiver.kind, ReceiverKind::Value | ReceiverKind::Reference(..))
    {
        errors
            .push(receiver, "this kind of `self` does not exist in device code; write `self`, `&self` or `&mut self`");
    }
    for predicate in signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
        if predicate.to_token_stream().to_string() != "Self : Sized" && !is_of_callable(predicate, signature) {
            let message = "a function that a `#[device]` trait gives has no bound but `Self: Sized`: write it behind the name of the trait";
            errors.push(predicate, message);
        }
    }
    for parameter in &callables::with_pointers(signature).generics.params {
        let message = "a function that a `#[device]` trait gives has no types or constants as parameters, but those of functions: write it in the impls, or as a `#[device] fn` that takes `&impl Trait`";
        if !matches!(parameter, GenericParam::Lifetime(_)) {
            errors.push(parameter, message);
        }
    }
}

/// A text in parts, between which the name of the type stands.
pub(super) fn parts(text: Pieces) -> Vec<Pieces> {
    let is_itself = |ty: &Type| matches!(ty, Type::Path(path) if path.path.is_ident(ITSELF));
    let mut parts = vec![Pieces::new()];
    for piece in text.0 {
        match piece {
            Piece::Item(path) if path.is_ident(ITSELF) => parts.push(Pieces::new()),
            Piece::Type(ty) | Piece::Literal(ty) | Piece::Owner(ty) if is_itself(&ty) => parts.push(Pieces::new()),
            other => parts.last_mut().expect("there is one").push(other),
        }
    }
    parts
}
