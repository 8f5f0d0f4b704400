//! `#[device] fn`: the function for the CPU, and a hidden type of its name that carries the CUDA text.

use super::{
    attributes::{self, Device},
    given,
    item::{Item, item_name, reference},
};
use crate::context::callables;
use crate::{
    ask::{self, Questions},
    body, called,
    context::{self, FunctionInput, Returns, Role, items},
    errors::Errors,
    names, parameters, phases,
    piece::{self, Pieces},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{FnArg, GenericParam, Ident, ItemFn, LitStr, Receiver, Signature, Type, spanned::Spanned, visit::Visit};

/// Checks a device function and adds its translation.
pub fn expand(arguments: &Device, mut item: ItemFn, errors: &mut Errors) -> TokenStream {
    let name = names::unraw(&item.sig.ident);
    let is_like_a_struct = names::is_type_name(&name) && !names::is_primitive(&name);
    if is_like_a_struct {
        let message = format!("`{name}(…)` looks like a struct: begin the name of a function with a small letter");
        errors.push(&item.sig.ident, message);
    }
    if names::is_primitive(&name) || matches!(name.as_str(), "std" | "core" | "char" | "str") {
        // A type of its name would hide that from the whole module.
        let message =
            format!("device code has a type of each function's name, which would hide `{name}`: rename the function");
        errors.push(&item.sig.ident, message);
        return quote! { #item };
    }
    if let Some(place) = of_an_impl(&item) {
        let message = "a function of an `impl` or a `trait`: write `#[device]` above that, and not above the function";
        errors.push(&place, message);
        return quote! { #item };
    }
    let mut named = item.clone();
    callables::name_parameters(&mut named.sig);
    let input = FunctionInput {
        signature: &named.sig,
        block: &item.block,
        role: Role::Function,
        self_type: None,
        item_type: None,
        output_type: None,
        qualifier: &Pieces::new(),
        parameters: None,
        operator: None,
    };
    let translated = translate(&input, arguments, errors);
    *item.block = translated.checked_host();
    if errors.is_empty() {
        given::wrap_value(&item.sig, &mut item.block);
        given::wrap_result(&mut item.sig);
    }
    // With errors, the text may name what rustc would complain of again.
    let translated = errors.is_empty().then_some(translated);
    let mut questions = Questions::default();
    let signature = callables::with_pointers(&named.sig);
    questions.add(&signature, translated.as_ref().and_then(|translated| translated.asked.as_ref()));
    let carrier = carrier(&ItemFn { sig: named.sig, ..item.clone() }, translated.as_ref(), &questions.items(None));
    let stand_in = is_like_a_struct.then(|| as_struct(&item));
    quote! { #item #carrier #stand_in }
}

/// What only a function of an `impl` has: its receiver, or `Self`.
fn of_an_impl(item: &ItemFn) -> Option<Ident> {
    struct Itself(Option<Ident>);
    impl<'ast> Visit<'ast> for Itself {
        fn visit_ident(&mut self, ident: &'ast Ident) {
            if ident == "Self" {
                self.0.get_or_insert_with(|| ident.clone());
            }
        }
        fn visit_receiver(&mut self, receiver: &'ast Receiver) {
            self.0.get_or_insert_with(|| Ident::new("self", receiver.self_token.span));
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut itself = Itself(None);
    itself.visit_signature(&item.sig);
    itself.visit_block(&item.block);
    itself.0
}

/// Translates a function, or only its signature when its body is given by hand.
pub fn translate(input: &FunctionInput, arguments: &Device, errors: &mut Errors) -> body::Function {
    let Some(cuda) = &arguments.cuda else {
        return body::translate(input, errors);
    };
    if let Some(pattern) = input.signature.inputs.iter().find(|parameter| parameters::is_pattern(parameter)) {
        errors.push(pattern, "a parameter needs a name for the CUDA body; take it apart with `let` in the Rust body");
    }
    if let Some(of) = items::given(input.signature) {
        errors.push(of, "a CUDA body that is written by hand gives no iterator: write the body in Rust alone");
    }
    // The Rust body of such a function serves the CPU only and may be anything.
    let empty = syn::parse_quote!({});
    let mut translated = body::translate(&FunctionInput { block: &empty, ..*input }, errors);
    translated.body = by_hand(cuda, translated.returns);
    translated.host = input.block.clone();
    translated
}

/// The hidden type that shares the function's name, so that one `use` brings both.
fn carrier(function: &ItemFn, translated: Option<&body::Function>, questions: &TokenStream) -> TokenStream {
    let (ident, vis) = (&function.sig.ident, &function.vis);
    let mut item = Item::new("Function", item_name(ident), ident.span());
    if let Some(translated) = translated {
        item.prototype.push_text(&attributes::documentation(&function.attrs, ""));
        item.prototype.append(translated.prototype.clone());
        item.prototype.push_text(";\n");
        item.prototype.append(translated.given.clone());
        item.define(translated, ident);
        (item.spawns, item.spawns_of_thread) = spawns(translated);
        item.calls = translated.calls.clone();
        item.accesses = translated.accesses.clone();
        item.messages = translated.messages.clone();
    }
    let reference = reference();
    let hidden = quote_spanned!(ident.span()=> #vis enum #ident {});
    let signature = callables::with_pointers(&function.sig);
    let positions = [("WHIPPLE_DEDUCED", deduced(&signature)), ("WHIPPLE_DEDUCING", deducing(&signature))];
    let positions = positions.iter().filter(|(_, positions)| !positions.is_empty()).map(|(name, positions)| {
        let name = Ident::new(name, ident.span());
        quote!(impl #ident { #[allow(unreachable_pub)] pub const #name: &'static [usize] = &[#(#positions),*]; })
    });
    let open = context::open_of_function(&signature);
    let takes = called::takes(ident, &signature, &function.block);
    let hands_on = called::hands_on(ident, &signature, &deduced(&signature));
    let forms = translated.map(|translated| phases::forms(&function.sig, vis, &translated.phases));
    let configuration = function.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    let configuration: Vec<_> = configuration.collect();
    let text = quote! {
        const _: () = {
            #item
            #[diagnostic::do_not_recommend]
            impl ::whipple::private::DeviceItem for #ident {
                const ITEM: ::whipple::private::ItemRef = #reference;
                #open
            }
            #(#positions)*
            #takes
            #hands_on
            #forms
        };
    };
    let text = ask::within(questions, text);
    quote! {
        #(#configuration)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, missing_copy_implementations, missing_debug_implementations, dead_code, clippy::all)]
        #hidden
        #(#configuration)*
        #text
    }
}

/// What makes the hidden type of a function that is refused for its name a device type: calls take it for a struct, and nothing more is
/// said there.
fn as_struct(function: &ItemFn) -> TokenStream {
    let ident = &function.sig.ident;
    let configuration: Vec<&syn::Attribute> =
        function.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")).collect();
    quote_spanned! {ident.span()=>
        #(#configuration)*
        impl ::whipple::private::Typed for #ident {
            const WHIPPLE_TYPED: &'static [::whipple::private::Piece] =
                &[::whipple::private::Piece::Item(<#ident as ::whipple::private::DeviceItem>::ITEM)];
        }
        #(#configuration)*
        impl ::whipple::private::Encode for #ident {
            fn encode(&self, _: &mut ::whipple::private::ParameterWriter) {}
        }
        #(#configuration)*
        // SAFETY: the type has no values.
        unsafe impl ::whipple::private::Data for #ident {}
        #(#configuration)*
        // SAFETY: as above.
        unsafe impl ::whipple::private::DeviceType for #ident {
            const NO_PADDING: bool = true;
            const ANY_BITS: bool = true;
        }
    }
}

/// The parameters that are values of a type parameter.
fn deduced(signature: &Signature) -> Vec<usize> {
    let is_deduced = |input: &FnArg| match input {
        FnArg::Typed(typed) => signature.generics.type_params().any(|generic| has_value_of(&typed.ty, &generic.ident)),
        FnArg::Receiver(_) => false,
    };
    (0..).zip(&signature.inputs).filter(|(_, input)| is_deduced(input)).map(|(index, _)| index).collect()
}

/// The parameters of which C++ takes what a generic parameter is: those that name it first.
fn deducing(signature: &Signature) -> Vec<usize> {
    let mut said: Vec<&Ident> = Vec::new();
    let mut says = |input: &FnArg| {
        let FnArg::Typed(typed) = input else { return false };
        // What has references in it may be handed copies, and says nothing.
        if context::keeps_references(&typed.ty) || callables::of_type(&typed.ty).is_some() {
            return false;
        }
        let tokens = context::without_projections(&typed.ty).to_token_stream();
        let mentioned = signature.generics.params.iter().filter_map(|generic| match generic {
            GenericParam::Type(generic) => Some(&generic.ident),
            GenericParam::Const(generic) => Some(&generic.ident),
            GenericParam::Lifetime(_) => None,
        });
        let new: Vec<&Ident> =
            mentioned.filter(|name| !said.contains(name) && context::mentions(tokens.clone(), name)).collect();
        said.extend(&new);
        !new.is_empty()
    };
    (0..).zip(&signature.inputs).filter(|(_, input)| says(input)).map(|(index, _)| index).collect()
}

/// Whether a value of a type has one of a type parameter in it, not behind a reference.
fn has_value_of(ty: &Type, generic: &Ident) -> bool {
    match context::strip_type(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().any(|element| has_value_of(element, generic)),
        Type::Array(array) => has_value_of(&array.elem, generic),
        Type::Path(path) => match context::option(&path.path) {
            Some(value) => has_value_of(value, generic),
            None => path.path.is_ident(generic),
        },
        _ => false,
    }
}

/// The body of `#[device(cuda = "…")]`, indented as a body. A result `()` is given for it.
pub fn by_hand(cuda: &LitStr, returns: Returns) -> Pieces {
    let text = cuda.value();
    let lines: Vec<&str> = text.lines().collect();
    let indentation = |line: &&str| line.len() - line.trim_start().len();
    let common = lines.iter().skip(1).filter(|line| !line.trim().is_empty()).map(indentation).min().unwrap_or(0);
    let mut body = Pieces::new();
    let (head, indentation, end) = match returns {
        Returns::Unit => ("{\n    [&] {\n", "        ", "    }();\n    return Unit{};\n}\n"),
        Returns::Nothing | Returns::Value => ("{\n", "    ", "}\n"),
    };
    body.push_text(head);
    for (index, line) in lines.iter().enumerate() {
        let line = if index == 0 { line.trim_start() } else { line.get(common..).unwrap_or("") };
        if line.trim().is_empty() {
            if index > 0 && index + 1 < lines.len() {
                body.push_text("\n");
            }
        } else {
            body.push_text(&format!("{indentation}{}\n", line.trim_end()));
        }
    }
    body.push_text(end);
    body
}

/// The spawns of a body as `Spawn` expressions, and how many one thread makes at most, if it makes some.
pub fn spawns(translated: &body::Function) -> (Vec<TokenStream>, Option<TokenStream>) {
    let spawn = |spawn: &crate::check::spawns::SpawnUse| {
        let procedure = &spawn.procedure;
        let (per_thread, by_all, by_few) = (&spawn.per_thread, &spawn.by_all, &spawn.by_few);
        let named = piece::named_procedure(procedure);
        quote_spanned! {procedure.span()=>
            ::whipple::private::Spawn {
                procedure: #named,
                per_thread: #per_thread,
                by_all: #by_all,
                by_few: #by_few,
            }
        }
    };
    let most = (!translated.spawns.uses.is_empty()).then(|| translated.spawns.of_thread.to_token_stream());
    (translated.spawns.uses.iter().map(spawn).collect(), most)
}
