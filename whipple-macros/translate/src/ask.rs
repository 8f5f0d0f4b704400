//! Asks rustc for the types of literals: beside a body stands a copy of it that is never called, and whose result has the types.
//!
//! `whipple_runtime::source::ask` says how the answers are read.

mod copies;
mod instances;
mod marks;

use crate::{
    context::{FunctionInput, Generic, ITSELF, Role},
    names::unraw,
};
pub use copies::{Asked, Asking, Questions, within};
pub use instances::{of_type as constants_of_type, with_known};
pub use marks::{
    is_chained, is_function, mark, mark_absent, mark_chained, mark_changed, mark_converted, mark_foreign,
    mark_function, mark_given, mark_in_place, mark_key, mark_lent, mark_made, mark_own, mark_result, mark_way, unmark,
    unmark_absent, unmark_chained, unmark_changed, unmark_converted, unmark_foreign, unmark_function, unmark_given,
    unmark_in_place, unmark_key, unmark_lent, unmark_own, unmark_result, unmark_way,
};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Block, Expr, ExprClosure, Lit, Pat, Signature, Stmt, Type, token::Minus};

/// The most parameters of a function that rustc is asked about: the longest row of `functions!` in `whipple_runtime::source::ask`.
const MAX_PARAMETERS: usize = 16;

/// How many answers the result has side by side.
const WIDTH: usize = 8;

/// What rustc is asked about a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// The types of literals and of all else, and which impls it uses.
    All,
    /// Types that device code cannot do without. There may be no answer.
    Types,
    /// Nothing.
    Nothing,
}

impl Asks {
    /// The body of a function.
    pub fn about(input: &FunctionInput<'_>) -> Self {
        match (can_be_asked(input), knows_types(input)) {
            (true, _) => Self::All,
            (_, true) => Self::Types,
            _ => Self::Nothing,
        }
    }
}

/// Whether rustc can be asked all about the body of a function: it finds one answer only where no type is generic but that of a context.
pub fn can_be_asked(input: &FunctionInput<'_>) -> bool {
    instances::of_contexts(input.signature) && input.signature.inputs.len() <= MAX_PARAMETERS
}

/// Whether rustc can be asked about types in the body of a function. Of one over types that is so, too: an answer may have a parameter in it.
/// But there may be none, where the bounds are not those of `whipple_runtime::source::stand_in`.
pub fn knows_types(input: &FunctionInput<'_>) -> bool {
    let list = input.parameters.iter().flat_map(|parameters| &parameters.list);
    let of_type = list.filter(|(_, generic, _)| matches!(generic, Generic::Type)).count();
    can_be_asked(input)
        || instances::is_over_types(input.signature, of_type)
            && matches!(input.role, Role::Function | Role::Method)
            && input.signature.inputs.len() <= MAX_PARAMETERS
}

/// The constant that has the answers of a function.
pub fn answers_name(function: &Ident) -> Ident {
    format_ident!("WHIPPLE_ANSWERS_{}", unraw(function))
}

/// A question around a literal, or around minus a literal. rustc reports an error in it at the literal.
pub fn literal(literal: &Lit, minus: Option<&Minus>, number: usize) -> Expr {
    let span = literal.span();
    let slot = slot(number, span);
    Expr::Verbatim(quote_spanned!(span=> (*::whipple::private::ask::like(&#slot, &#minus #literal))))
}

/// A literal, or minus a literal, for the host: of this type if rustc has no answers about the body (`answered`).
pub fn guessed(literal: &Lit, minus: Option<&Minus>, guess: &str) -> Expr {
    let span = literal.span();
    let guess = Ident::new(guess, span);
    Expr::Verbatim(quote_spanned! {span=>
        (::whipple::private::stand_in::guessed::<{ WHIPPLE_ANSWERED }, #guess, _>(#minus #literal))
    })
}

/// An item of a body over types: a constant that says whether rustc answers questions about it.
pub fn answered(signature: &Signature) -> Stmt {
    let types = instances::types(None, signature);
    let (names, declared): (Vec<_>, Vec<_>) = types.iter().map(|ty| (&ty.name, &ty.declared)).unzip();
    let stand_ins = types.iter().map(|ty| &ty.stand_in);
    let predicates = instances::predicates(None, signature);
    Stmt::Item(syn::Item::Verbatim(with_own_names(quote! {
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const WHIPPLE_ANSWERED: bool = {
            struct WhippleInstance<#(#names),*>(::core::marker::PhantomData<(#(#names,)*)>);
            trait WhippleUnanswered {
                const IS_ANSWERED: bool = false;
            }
            impl<#(#names),*> WhippleUnanswered for WhippleInstance<#(#names),*> {}
            impl<#(#declared),*> WhippleInstance<#(#names),*> where #(#predicates),* {
                const IS_ANSWERED: bool = true;
            }
            <WhippleInstance<#(#stand_ins),*>>::IS_ANSWERED
        };
    })))
}

/// Tokens where the parameter that is the `Self` of a trait has a name that stays when the host's body gets `Self` again.
fn with_own_names(tokens: TokenStream) -> TokenStream {
    let renamed = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(name) if name == ITSELF => Ident::new("WhippleOfTrait", name.span()).into(),
        TokenTree::Group(group) => {
            let mut renamed = Group::new(group.delimiter(), with_own_names(group.stream()));
            renamed.set_span(group.span());
            renamed.into()
        }
        other => other,
    });
    renamed.collect()
}

/// Has rustc look at the types of a closure in the copy alone: nothing calls it, and so it lends nothing.
pub fn never_called(closure: &mut ExprClosure) {
    let body = &closure.body;
    let [first, last] = ends(body);
    let mut value = body.to_token_stream();
    if !matches!(**body, Expr::Block(_)) && begins_with_block(&value) {
        // As a statement, `{ 1 } as u64` would end behind its block.
        value = Group::new(Delimiter::Parenthesis, value).into_token_stream();
    }
    let mut block = Group::new(Delimiter::Brace, quote_spanned!(first=> ::whipple::private::ask::never(); #value));
    block.set_span(last);
    *closure.body = Expr::Verbatim(block.into_token_stream());
}

/// Whether what begins here would end behind its first block as a statement.
fn begins_with_block(tokens: &TokenStream) -> bool {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(TokenTree::Ident(word)) => {
            ["if", "match", "loop", "while", "for", "unsafe", "const"].iter().any(|other| word == other)
        }
        // A label.
        Some(TokenTree::Punct(sign)) => sign.as_char() == '\'',
        _ => false,
    }
}

/// Has rustc refuse what a closure is handed without a type, unless that is a value or a shared reference to one.
pub fn without_types(closure: &mut ExprClosure) {
    let mut statements = Vec::new();
    for (number, parameter) in closure.inputs.iter_mut().enumerate() {
        let name = match parameter {
            Pat::Wild(_) | Pat::Type(_) => continue,
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => name.ident.clone(),
            other => {
                let [first, _] = ends(other);
                let name = Ident::new(&format!("whipple_handed_{number}"), first.resolved_at(Span::call_site()));
                let pattern = std::mem::replace(other, syn::parse_quote!(#name));
                statements.push(quote_spanned!(first=> let #pattern = #name;));
                name
            }
        };
        statements.insert(0, quote_spanned!(name.span()=> ::whipple::private::ask::untyped(&#name);));
    }
    if statements.is_empty() {
        return;
    }
    // Questions in the body stay what they are: nobody reads their tokens again.
    let mut block: Block = syn::parse_quote!({ #(#statements)* });
    let body = std::mem::replace(&mut *closure.body, Expr::PLACEHOLDER);
    block.stmts.push(Stmt::Expr(body, None));
    *closure.body = Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block });
}

/// What a question about a call says of the function.
pub enum Called<'a> {
    /// One of a module or of a type: the text says which.
    Function,
    /// A method by the hash of its name, of this type.
    Of(u64, &'a Type),
    /// The same, of the type that another question asks for.
    OfAnswer(u64, usize),
    /// One that wants nothing.
    Nothing,
}

/// A question around a call.
pub fn given(call: &Expr, called: &Called<'_>, number: usize) -> Expr {
    let [first, last] = ends(call);
    let number = slot(number, first);
    let function = match called {
        Called::Function => quote_spanned!(first=> given),
        Called::Of(hash, ty) => quote_spanned!(first=> given_by_type::<#hash, #ty, _>),
        Called::OfAnswer(hash, _) => quote_spanned!(first=> given_by::<#hash, _, _>),
        Called::Nothing => quote_spanned!(first=> nothing),
    };
    let of = match called {
        Called::OfAnswer(_, of) => Some(slot(*of, first)),
        _ => None,
    };
    let of = of.map(|of| quote_spanned!(first=> &#of,));
    let mut arguments = Group::new(Delimiter::Parenthesis, quote_spanned!(first=> &#number, #of &#call));
    arguments.set_span(last);
    Expr::Verbatim(quote_spanned!(first=> (*::whipple::private::given::#function #arguments)))
}

/// A question around a `None`.
pub fn none(none: &Expr, number: usize) -> Expr {
    let [first, _] = ends(none);
    let number = slot(number, first);
    Expr::Verbatim(quote_spanned!(first=> (*::whipple::private::given::absent(&#number, &#none))))
}

/// A call of a method at whose trait nobody looks, with the answer to the question about it.
pub fn of_no_trait(call: &Expr, number: usize) -> Expr {
    let [first, _] = ends(call);
    let number = slot(number, first);
    let foreign = quote_spanned!(first=> ::whipple::private::foreign);
    Expr::Verbatim(quote_spanned!(first=> ({ #foreign::answer(&#number, &#foreign::OfNoTrait); #call })))
}

/// A question around an `Ok` or an `Err`, as a function.
pub fn outcome(constructor: &Expr, number: usize) -> Expr {
    let [first, _] = ends(constructor);
    let number = slot(number, first);
    Expr::Verbatim(quote_spanned!(first=> ::whipple::private::given::outcome(&#number, #constructor)))
}

/// A question around a `Default::default()`.
pub fn default(call: &Expr, number: usize) -> Expr {
    let [first, _] = ends(call);
    let number = slot(number, first);
    Expr::Verbatim(quote_spanned!(first=> (*::whipple::private::ask::defaulted(&#number, &#call))))
}

/// A question around a conversion.
pub fn converted(call: &Expr, number: usize) -> Expr {
    let [first, _] = ends(call);
    let number = slot(number, first);
    Expr::Verbatim(quote_spanned!(first=> (*::whipple::private::ask::converted(&#number, &#call))))
}

/// Whether this is the question around a literal, an `Ok` or an `Err`, as it is read again where it stands in a macro.
pub fn is_of_literal(function: &Expr) -> bool {
    let tokens = function.to_token_stream().into_iter();
    let names = tokens.filter_map(|token| match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    });
    let names: Vec<String> = names.take(3).collect();
    names == ["whipple", "private", "ask"] || names == ["whipple", "private", "given"]
}

/// The places of the first and of the last token.
pub fn ends(tokens: &impl ToTokens) -> [Span; 2] {
    let tokens: Vec<TokenTree> = tokens.to_token_stream().into_iter().collect();
    let first = match tokens.first() {
        Some(TokenTree::Group(group)) => group.span_open(),
        Some(token) => token.span(),
        None => Span::call_site(),
    };
    let last = match tokens.last() {
        Some(TokenTree::Group(group)) => group.span_close(),
        Some(token) => token.span(),
        None => first,
    };
    [first, last]
}

/// What a method is called on, as a question.
pub fn about(expr: &Expr, number: usize) -> TokenStream {
    let first = expr.to_token_stream().into_iter().next();
    let span = first.map_or_else(Span::call_site, |token| token.span());
    let slot = slot(number, span);
    quote_spanned!(span=> (*::whipple::private::seen::receiver(&#slot, &(#expr))))
}

/// The question of a variable: a statement after it. `keeps`: it has references that C++ keeps.
pub fn variable(name: &Ident, number: usize, keeps: bool) -> Stmt {
    let slot = slot(number, name.span());
    let function = Ident::new(if keeps { "keeps" } else { "like" }, name.span());
    let question = quote_spanned!(name.span()=> ::whipple::private::ask::#function(&#slot, &#name););
    Stmt::Expr(Expr::Verbatim(question), None)
}

/// The variable that gets the type that is asked for.
pub fn slot(question: usize, span: Span) -> Ident {
    Ident::new(&format!("whipple_question_{question}"), span.resolved_at(Span::call_site()))
}
