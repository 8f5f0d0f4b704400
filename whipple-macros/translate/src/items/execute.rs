//! `#[execute] impl Execute for …`: the body of a procedure.

use super::{
    associated::Associated,
    ends,
    item::{Item, reference},
    methods, traits, types,
};
use crate::{
    ask::{self, Asking, Questions},
    body,
    check::spawns::Join,
    context::{self, FunctionInput, Role},
    errors::Errors,
    phases::{self, Phases},
    piece::{self, Piece, Pieces},
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    FnArg, ImplItem, ImplItemFn, ItemImpl, Pat, Receiver, ReceiverKind, Type,
    spanned::Spanned,
    visit::{self, Visit},
};

const SHAPE: &str = "`#[execute] impl Execute for Name { type Item = Type; fn execute(&self, ctx: &Context<Self>, item: &Type) { … } }`";

/// The largest work item that queues hold, in bytes.
const ITEM_LIMIT: usize = 4096;

/// Checks a procedure's body and adds its translation.
pub fn expand(mut item: ItemImpl, errors: &mut Errors) -> TokenStream {
    check_head(&item, errors);
    let item_type = item_type(&item, errors);
    let mut associated = Associated::of(&item);
    if !errors.is_empty() {
        return fallback(item, None);
    }
    let output_type = output_type(&mut item, errors);
    let Ok((item_type, output_type)) = without_self(&item.self_ty, item_type, output_type, errors) else {
        return nameless(item);
    };
    associated.set("Item", item_type.as_ref());
    associated.set("Output", output_type.as_ref());
    let position = function(&item);
    let (Some(item_type), Some(position), false) = (item_type, position, !errors.is_empty()) else {
        return fallback(item, output_type.as_ref());
    };
    let self_type = (*item.self_ty).clone();
    let ImplItem::Fn(function) = &mut item.items[position] else { return fallback(item, output_type.as_ref()) };
    check_signature(function, errors);
    if !errors.is_empty() {
        // As it should be, of which rustc has nothing to say.
        *function = syn::parse_quote! {
            fn execute(&self, _: &::whipple::prelude::Context<Self>, _: &Self::Item) {}
        };
        return fallback(item, output_type.as_ref());
    }
    let refused = ends::refuse(function, &methods::cpp_type_name(&self_type), output_type.is_some(), errors);
    let qualifier = qualifier(&self_type);
    let input = FunctionInput {
        signature: &function.sig,
        block: &function.block,
        role: Role::Execute,
        self_type: Some(&self_type),
        item_type: Some(&item_type),
        output_type: output_type.as_ref(),
        qualifier: &qualifier,
        parameters: None,
        operator: None,
    };
    let translated = body::translate(&input, errors);
    function.block = translated.checked_host();
    let in_loops = phases::in_loops(function, &translated.phases);
    if matches!(translated.phases, Phases::One) && asks_for_its_thread(function) {
        // It is the body of the loop over the threads of a task, and no call in there.
        function.attrs.push(syn::parse_quote!(#[inline(always)]));
    }
    let mut questions = Questions::default();
    // Without `Self::Item` they need not be of a procedure, of which rustc would say twice that it is none.
    let resolved = associated.resolved(function);
    let asked = translated.asked.as_ref().filter(|_| errors.is_empty());
    let needs_trait = asked.is_some_and(|asked| names_associated(asked.body.to_token_stream()));
    questions.add(&resolved.sig, asked);
    let (source, checks) = emit(&self_type, (&item_type, output_type.as_ref()), function, &translated, &refused);
    item.items.extend(in_loops);
    let over = item.trait_.as_ref().map(|(path, _)| path).filter(|_| needs_trait);
    let source = ask::within(&questions.items(Some(&Asking::of(&self_type, over))), source);
    quote! { #item #source #checks }
}

/// Whether tokens have `Self::`.
fn names_associated(tokens: TokenStream) -> bool {
    let mut before = false;
    tokens.into_iter().any(|token| {
        let follows = std::mem::replace(&mut before, matches!(&token, TokenTree::Ident(name) if name == "Self"));
        match token {
            TokenTree::Group(group) => names_associated(group.stream()),
            TokenTree::Punct(punct) => follows && punct.as_char() == ':',
            _ => false,
        }
    })
}

/// What stands before the name of the body.
fn qualifier(self_type: &Type) -> Pieces {
    let mut pieces = Pieces::new();
    if let Type::Path(path) = self_type {
        pieces.push(Piece::Procedure(path.path.clone()));
    }
    pieces.push_text("::");
    pieces
}

/// The user's item with an empty translation, so that rustc does not add errors about one that nobody writes.
fn fallback(implementation: ItemImpl, output_type: Option<&Type>) -> TokenStream {
    if !implementation.generics.params.is_empty() {
        // Of a struct that is no procedure rustc would say so here, too.
        return TokenStream::new();
    }
    let span = implementation.impl_token.span;
    let item = Item::new("Methods", methods::cpp_type_name(&implementation.self_ty), span);
    let source = implementation.trait_.is_some().then(|| source(&implementation.self_ty, output_type, &item));
    quote! { #implementation #source }
}

fn source(self_type: &Type, output_type: Option<&Type>, item: &Item) -> TokenStream {
    let reference = reference();
    let line = item.span.start().line as u32;
    let output = match output_type {
        Some(ty) => quote_spanned! {ty.span()=>
            type Output = #ty;
            type Returns = ::whipple::private::Yes;
        },
        None => quote! {
            type Output = ::whipple::private::NoOutput;
            type Returns = ::whipple::private::No;
        },
    };
    quote! {
        const _: () = {
            #item
            impl ::whipple::private::Translated for #self_type {
                #output
                const BODY: ::whipple::private::ItemRef = #reference;
                const PLACE: (&'static str, u32) = (::core::file!(), #line);
            }
        };
    }
}

fn check_head(item: &ItemImpl, errors: &mut Errors) {
    let is_execute = item
        .trait_
        .as_ref()
        .is_some_and(|(path, _)| path.segments.last().is_some_and(|segment| segment.ident == "Execute"));
    if !is_execute {
        errors.push(&item.self_ty, format!("`#[execute]` goes on the body of a procedure: write {SHAPE}"));
    }
    for parameter in &item.generics.params {
        errors.push(parameter, "a procedure cannot be generic: write one for each type that you need");
    }
}

// A missing `type Item` or `fn execute` is left to rustc, which names it and how it is written; and so is one that holds itself.
fn item_type(item: &ItemImpl, errors: &mut Errors) -> Option<Type> {
    let mut found = None;
    for member in &item.items {
        match member {
            ImplItem::Type(associated) if associated.ident == "Item" => {
                if mentions(&associated.ty, "Item") {
                    errors.leave_to_rustc();
                }
                // `Work +` of older editions is no type between `<` and `as`.
                if matches!(associated.ty, Type::TraitObject(_) | Type::ImplTrait(_)) {
                    types::check(&associated.ty, types::Stays::Nowhere, errors);
                }
                found = Some(associated.ty.clone());
            }
            ImplItem::Type(associated) if associated.ident == "Output" => {
                if matches!(associated.ty, Type::TraitObject(_) | Type::ImplTrait(_)) {
                    types::check(&associated.ty, types::Stays::Nowhere, errors);
                }
            }
            ImplItem::Fn(function) if function.sig.ident == "execute" => {}
            ImplItem::Fn(function) => errors.push(
                &function.sig.ident,
                format!("`Execute` has one function, `execute`: move `{}` to a `#[device] impl`", function.sig.ident),
            ),
            other => errors
                .push(other, "`Execute` has `type Item`, `type Output` and `fn execute`: move this out of the impl"),
        }
    }
    found
}

/// Takes the type of the output out of the impl: `Translated` has it.
fn output_type(item: &mut ItemImpl, errors: &mut Errors) -> Option<Type> {
    let mut found = None;
    item.items.retain(|member| match member {
        ImplItem::Type(associated) if associated.ident == "Output" => {
            if found.is_some() {
                errors.push(&associated.ident, "`type Output` stands here twice: leave one out");
            } else {
                found = Some(associated.ty.clone());
            }
            false
        }
        _ => true,
    });
    found
}

/// The types of the item and of the output, as they can be named outside of the impl. Each may name the other one.
fn without_self(
    own: &Type,
    item: Option<Type>,
    output: Option<Type>,
    errors: &mut Errors,
) -> Result<(Option<Type>, Option<Type>), ()> {
    let mut refuse = |ty: &Type, message: &str| {
        errors.push(ty, message);
        Err(())
    };
    match (&item, &output) {
        (_, Some(output)) if mentions(output, "Output") => {
            return refuse(output, "`type Output` names itself: write the type that tasks finish with");
        }
        (Some(item), Some(output)) if mentions(item, "Output") && mentions(output, "Item") => {
            return refuse(output, "`Item` and `Output` name each other: write the type of one of them");
        }
        (Some(item), None) if mentions(item, "Output") => {
            return refuse(item, "there is no `type Output` that this names: write one, or the type itself");
        }
        _ => {}
    }
    let plain = |ty: Option<Type>, item, output| ty.map(|ty| context::without_self(&ty, own, item, output));
    if output.as_ref().is_some_and(|output| mentions(output, "Item")) {
        let item = plain(item, None, None);
        let output = plain(output, item.as_ref(), None);
        return Ok((item, output));
    }
    let output = plain(output, None, None);
    let item = plain(item, None, output.as_ref());
    Ok((item, output))
}

/// An item whose types name nothing, without its body: rustc would say more of each place that has to do with them.
fn nameless(mut item: ItemImpl) -> TokenStream {
    if let Some(position) = function(&item)
        && let ImplItem::Fn(function) = &mut item.items[position]
    {
        let names = function.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(parameter) => match &*parameter.pat {
                Pat::Ident(name) => Some(&name.ident),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        });
        function.block = syn::parse_quote!({ #(let _ = #names;)* });
    }
    fallback(item, Some(&syn::parse_quote!(())))
}

/// Whether a type names `Self::Name`.
fn mentions(ty: &Type, name: &str) -> bool {
    struct Finder<'n>(&'n str, bool);
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            let mut segments = path.segments.iter().map(|segment| &segment.ident);
            self.1 |= segments.next().is_some_and(|first| first == "Self")
                && segments.next().is_some_and(|second| second == self.0);
            visit::visit_path(self, path);
        }
    }
    let mut finder = Finder(name, false);
    finder.visit_type(ty);
    finder.1
}

fn function(item: &ItemImpl) -> Option<usize> {
    let is_execute = |member: &ImplItem| matches!(member, ImplItem::Fn(function) if function.sig.ident == "execute");
    item.items.iter().position(is_execute)
}

fn check_signature(function: &ImplItemFn, errors: &mut Errors) {
    let inputs: Vec<&FnArg> = function.sig.inputs.iter().collect();
    let takes_self =
        matches!(inputs.first(), Some(FnArg::Receiver(Receiver { kind: ReceiverKind::Reference(_, _, None), .. })));
    let references = inputs.iter().skip(1).all(|input| match input {
        FnArg::Typed(typed) => matches!(&*typed.ty, Type::Reference(reference) if reference.mutability.is_none()),
        FnArg::Receiver(_) => false,
    });
    if inputs.len() != 3 || !takes_self || !references {
        errors.push(
            &function.sig,
            "the body of a procedure is `fn execute(&self, ctx: &Context<Self>, item: &Self::Item)`: its results are the tasks that it spawns and the buffers that it writes",
        );
    }
    if !matches!(function.sig.output, syn::ReturnType::Default) {
        errors
            .push(&function.sig.output, "the body of a procedure returns nothing: spawn a task, or write to a buffer");
    }
}

/// Whether a body asks which of a task's threads runs it: it is of level 0 or 1, then.
fn asks_for_its_thread(function: &ImplItemFn) -> bool {
    context::mentions(function.block.to_token_stream(), &Ident::new("thread", Span::call_site()))
}

fn emit(
    self_type: &Type,
    (item_type, output_type): (&Type, Option<&Type>),
    function: &ImplItemFn,
    translated: &body::Function,
    refused: &[Type],
) -> (TokenStream, TokenStream) {
    let mut item = Item::new("Methods", methods::cpp_type_name(self_type), function.sig.ident.span());
    item.prototype.push_text("    using Item = ");
    item.prototype.push(Piece::Type(item_type.clone()));
    item.prototype.push_text(";\n");
    if let Some(output) = output_type {
        item.prototype.push_text("    using Output = ");
        // Only what an output is, is asked of it, in these words.
        item.prototype.push(Piece::Tokens(quote_spanned! {output.span()=>
            ::whipple::private::Piece::Type(::whipple::private::output_type_of::<#self_type>())
        }));
        item.prototype.push_text(";\n");
    }
    methods::declare(&[], translated, false, &mut item.prototype);
    item.define(translated, &function.sig.ident);
    (item.spawns, item.spawns_of_thread) = super::function::spawns(translated);
    // So that nothing is said of procedures that no other spawn leads to.
    item.spawns.extend(refused.iter().map(|procedure| {
        quote_spanned! {procedure.span()=>
            {
                #[allow(unused_imports)]
                use ::whipple::private::NotCompared as _;
                let procedure = ::whipple::private::Probe::<#procedure>::PROCEDURE;
                let own = ::whipple::private::struct_of::<#self_type>();
                ::whipple::private::Spawn::by_each_thread(if let Some(procedure) = procedure { procedure } else { own }, 1)
            }
        }
    }));
    item.joins = joins(translated);
    item.spawns_apart = translated.spawns.apart;
    item.meets = may_meet(function);
    item.accesses = translated.accesses.clone();
    item.messages = translated.messages.clone();
    item.calls = translated.calls.clone();
    item.namespace = quote_spanned!(self_type.span()=> ::whipple::private::namespace_of::<#self_type>());
    item.members = Some(traits::names_of(self_type));
    (source(self_type, output_type, &item), checks(self_type, item_type, translated))
}

/// The forks of a body as `Join` expressions.
fn joins(translated: &body::Function) -> Vec<TokenStream> {
    let join = |Join { child, continuation, times, fork, hands_over, adds }: &Join| {
        let (child, next) = (piece::named_procedure(child), piece::named_procedure(continuation));
        quote_spanned! {continuation.span()=>
            ::whipple::private::Join {
                child: #child,
                continuation: #next,
                times: #times,
                fork: #fork,
                hands_over: #hands_over,
                adds: #adds,
            }
        }
    };
    translated.spawns.joins.iter().map(join).collect()
}

/// Whether the threads of a task may meet at a barrier: the body names one, finishes or forks, or gives its context away.
fn may_meet(function: &ImplItemFn) -> bool {
    let Some(FnArg::Typed(context)) = function.sig.inputs.get(1) else { return true };
    let Pat::Ident(context) = &*context.pat else { return true };
    names_barrier(function.block.to_token_stream(), &context.ident)
}

fn names_barrier(tokens: TokenStream, context: &Ident) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let found = match token {
            TokenTree::Group(group) => names_barrier(group.stream(), context),
            TokenTree::Ident(ident) if ident == *context => {
                !matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '.')
            }
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                name.starts_with("barrier")
                    || matches!(name.as_str(), "finish" | "finish_with" | "finish_with_sum" | "fork" | "join")
            }
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

/// What only rustc knows: the size of the item, and whether the procedure bounds its spawns.
fn checks(self_type: &Type, item_type: &Type, translated: &body::Function) -> TokenStream {
    let name = methods::cpp_type_name(self_type);
    let message = format!(
        "the work item of `{name}` is too large for any queue, which holds items of up to {ITEM_LIMIT} bytes: keep the data in a `Buffer<T>` and pass an index"
    );
    let mut checks = quote_spanned! {item_type.span()=>
        const _: () = ::core::assert!(::core::mem::size_of::<#item_type>() <= #ITEM_LIMIT, #message);
    };
    let message = format!(
        "`{name}` spawns in this loop or closure, and no constant says how often it runs: say how many tasks one thread spawns at most with `#[procedure(…, max_spawns = N)]`"
    );
    let of_thread = &translated.spawns.of_thread;
    if let (Some(span), None) = (translated.spawns.shown, of_thread.literal()) {
        checks.extend(quote_spanned! {span=>
            const _: () = ::core::assert!(
                ::whipple::private::max_spawns_of::<#self_type>().is_some()
                    || #of_thread != ::whipple::private::Spawn::UNBOUNDED,
                #message
            );
        });
    }
    checks
}
