//! Asks rustc for the types of literals: beside a body stands a copy of it that is never called, and whose result has the types.
//!
//! `whipple_runtime::source::ask` says how the answers are read.

use crate::names::unraw;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Block, Expr, FnArg, GenericParam, Lit, Path, ReturnType, Signature, Stmt, Type, token::Minus};

/// The most parameters of a function that rustc is asked about: the longest row of `functions!` in `whipple_runtime::source::ask`.
const MAX_PARAMETERS: usize = 16;

/// How many answers the result has side by side.
const WIDTH: usize = 8;

/// Whether rustc can be asked about the body of a function: it finds one answer only where no type is generic.
pub fn can_be_asked(signature: &Signature) -> bool {
    let is_type = |parameter: &GenericParam| matches!(parameter, GenericParam::Type(_));
    !signature.generics.params.iter().any(is_type) && signature.inputs.len() <= MAX_PARAMETERS
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

/// What a method is called on, as a question.
pub fn about(expr: &Expr, number: usize) -> TokenStream {
    let first = expr.to_token_stream().into_iter().next();
    let span = first.map_or_else(Span::call_site, |token| token.span());
    let slot = slot(number, span);
    quote_spanned!(span=> (*::whipple::private::seen::receiver(&#slot, &(#expr))))
}

/// The question of a variable: a statement after it.
pub fn variable(name: &Ident, number: usize) -> Stmt {
    let slot = slot(number, name.span());
    let question = quote_spanned!(name.span()=> ::whipple::private::ask::like(&#slot, &#name););
    Stmt::Expr(Expr::Verbatim(question), None)
}

/// The variable that gets the type that is asked for.
fn slot(question: usize, span: Span) -> Ident {
    Ident::new(&format!("whipple_question_{question}"), span.resolved_at(Span::call_site()))
}

/// What is asked of the functions of one item.
#[derive(Default)]
pub struct Questions {
    functions: Vec<Copy>,
}

/// The copy of one function.
struct Copy {
    signature: Signature,
    body: Block,
    questions: usize,
}

impl Questions {
    /// Adds a function, if anything is asked about it.
    pub fn add(&mut self, signature: &Signature, asked: Option<&(Block, usize)>) {
        if let Some((body, questions)) = asked {
            self.functions.push(Copy { signature: signature.clone(), body: body.clone(), questions: *questions });
        }
    }

    /// The copies and their answers, to stand around what uses them: functions where there is no `Self`, else those of a trait
    /// of their own for this type, under the trait whose functions they are.
    pub fn items(&self, of: Option<(&Type, Option<&Path>)>) -> TokenStream {
        if self.functions.is_empty() {
            return TokenStream::new();
        }
        let answers = self
            .functions
            .iter()
            .filter(|copy| copy.questions > 0)
            .map(|copy| copy.answers(of.map(|(itself, _)| itself)));
        let copies = self.functions.iter().map(Copy::function);
        let Some((itself, over)) = of else { return quote!(#(#copies)* #(#answers)*) };
        let over = over.map(|over| quote!(+ #over));
        let heads = self.functions.iter().map(Copy::declaration);
        quote! {
            #[allow(dead_code)]
            trait WhippleAsks: ::core::marker::Sized #over { #(#heads;)* }
            impl WhippleAsks for #itself { #(#copies)* }
            #(#answers)*
        }
    }
}

/// What uses the answers, within the questions.
pub fn within(questions: &TokenStream, inside: TokenStream) -> TokenStream {
    if questions.is_empty() {
        return inside;
    }
    // A block of its own: what the copies name is not what stands inside.
    quote! {
        const _: () = {
            #questions
            #inside
        };
    }
}

impl Copy {
    fn name(&self) -> Ident {
        format_ident!("whipple_asks_{}", unraw(&self.signature.ident))
    }

    /// The signature: the user's, but for its name and its result.
    fn head(&self) -> TokenStream {
        let mut signature = self.signature.clone();
        signature.ident = self.name();
        signature.constness = None;
        signature.output = syn::parse_quote!(-> impl ::whipple::private::ask::Answers);
        quote! {
            #[allow(
                warnings, unused, unreachable_code, unused_qualifications, unused_results, unused_lifetimes, single_use_lifetimes,
                elided_lifetimes_in_paths, let_underscore_drop, trivial_casts, trivial_numeric_casts, unit_bindings,
                non_snake_case, overflowing_literals, arithmetic_overflow, unconditional_panic, refining_impl_trait,
                dependency_on_unit_never_type_fallback, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction
            )]
            #signature
        }
    }

    /// The same without a body, which takes no patterns.
    fn declaration(&self) -> TokenStream {
        let mut copy = Self { signature: self.signature.clone(), body: syn::parse_quote!({}), questions: 0 };
        for input in &mut copy.signature.inputs {
            match input {
                FnArg::Receiver(receiver) => receiver.mutability = None,
                FnArg::Typed(typed) => typed.pat = syn::parse_quote!(_),
            }
        }
        copy.head()
    }

    fn function(&self) -> TokenStream {
        let head = self.head();
        let variables: Vec<Ident> = (0..self.questions).map(|number| slot(number, Span::call_site())).collect();
        let result = match &self.signature.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, ty) => ty.to_token_stream(),
        };
        let body = &self.body;
        let tree = tree(variables.iter().map(ToTokens::to_token_stream).collect());
        let variables = (self.questions > 0).then(|| quote!(let (#(#variables,)*);));
        quote! {
            #head {
                #variables
                ::whipple::private::ask::never();
                let _ = || -> #result { ::whipple::private::ask::never(); #body };
                #tree
            }
        }
    }

    /// The constant with the answers.
    fn answers(&self, of: Option<&Type>) -> TokenStream {
        let (constant, name, questions) = (answers_name(&self.signature.ident), self.name(), self.questions);
        let parameters = self.signature.inputs.iter().map(|_: &FnArg| quote!(_));
        // Numbers have the same types whatever the constants are.
        let constants = self.signature.generics.const_params().map(|parameter| match &parameter.ty {
            Type::Path(ty) if ty.path.is_ident("bool") => quote!(true),
            _ => quote!(1),
        });
        let constants: Vec<TokenStream> = constants.collect();
        let constants = (!constants.is_empty()).then(|| quote!(::<#(#constants),*>));
        let copy = match of {
            Some(itself) => quote!(<#itself as WhippleAsks>::#name),
            None => quote!(#name),
        };
        quote! {
            const #constant: [&'static [::whipple::private::Piece]; #questions] =
                ::whipple::private::ask::answers(#copy #constants as fn(#(#parameters),*) -> _);
        }
    }
}

/// The variables in a tree.
fn tree(mut nodes: Vec<TokenStream>) -> TokenStream {
    while nodes.len() > 1 {
        nodes = nodes.chunks(WIDTH).map(|part| quote!(::whipple::private::ask::Node((#(#part,)*)))).collect();
    }
    nodes.pop().unwrap_or_else(|| quote!(()))
}
