//! The copies of bodies that rustc is asked about, and their answers.

use super::{WIDTH, answers_name, instances, instances::names_one, slot};
use crate::{context, names::unraw, parameters};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::BTreeSet;
use syn::{
    Block, FnArg, Generics, Path, ReturnType, Signature, Type,
    visit_mut::{self, VisitMut},
};

/// A body as rustc is asked about it.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The copy.
    pub body: Block,
    /// How many questions it has.
    pub questions: usize,
    /// Those of calls and of `None`s, whose types may have no names.
    pub calls: BTreeSet<usize>,
    /// The parameters, where the body needs names for them that the function does not have; else nothing.
    pub parameters: Vec<FnArg>,
    /// Variables that the copy gives types, and what stands behind it.
    pub variables: Vec<Ident>,
    pub behind: TokenStream,
}

impl Asked {
    /// A copy with these questions.
    pub fn of(body: Block, questions: usize, calls: BTreeSet<usize>) -> Self {
        Self { body, questions, calls, parameters: Vec::new(), variables: Vec::new(), behind: TokenStream::new() }
    }
}

/// What is asked of the functions of one item.
#[derive(Default)]
pub struct Questions {
    functions: Vec<Copy>,
}

/// The impl whose functions rustc is asked about.
pub struct Asking<'a> {
    /// Its type.
    pub itself: &'a Type,
    /// Its trait.
    pub over: Option<&'a Path>,
    /// The parameters that it declares, as another impl declares them, with its where clause, and as arguments.
    pub declared: TokenStream,
    pub bounds: TokenStream,
    pub arguments: TokenStream,
    /// The type with numbers for its constants, and its arguments: such as answers tell apart, and such as meet what functions ask of them.
    pub told: (Type, TokenStream),
    pub plain: (Type, TokenStream),
    /// The parameters.
    pub generics: Option<&'a Generics>,
}

impl<'a> Asking<'a> {
    /// Of an impl without parameters.
    pub fn of(itself: &'a Type, over: Option<&'a Path>) -> Self {
        let (declared, bounds, arguments) = Default::default();
        let alone = || (itself.clone(), TokenStream::new());
        Self { itself, over, declared, bounds, arguments, told: alone(), plain: alone(), generics: None }
    }
}

/// The copy of one function.
struct Copy {
    signature: Signature,
    asked: Asked,
}

impl Questions {
    /// Adds a function, if anything is asked about it.
    pub fn add(&mut self, signature: &Signature, asked: Option<&Asked>) {
        if let Some(asked) = asked {
            let mut signature = signature.clone();
            parameters::name_as(&mut signature, &asked.parameters);
            self.functions.push(Copy { signature, asked: asked.clone() });
        }
    }

    /// The copies and their answers, to stand around what uses them: functions of a trait of their own, for this type and under the trait
    /// whose functions they are, or for none. Nothing of a copy is reached, so nothing uses its variables. For each such variable rustc would
    /// look through the crate for what else may have been meant; it leaves derived impls out.
    pub fn items(&self, of: Option<&Asking<'_>>) -> TokenStream {
        if self.functions.is_empty() {
            return TokenStream::new();
        }
        let answers = self.functions.iter().filter(|copy| copy.asked.questions > 0).map(|copy| copy.answers(of));
        let Some(Asking { itself, over, declared, bounds, arguments, .. }) = of else {
            let copies = self.functions.iter().map(|copy| copy.function(None));
            let heads = self.functions.iter().map(Copy::declaration);
            return quote! {
                #[allow(dead_code)]
                trait WhippleAsks { #(#heads;)* }
                #[automatically_derived]
                impl WhippleAsks for () { #(#copies)* }
                #(#answers)*
            };
        };
        let over = over.map(|over| quote!(+ #over));
        let functions: Vec<Copy> = self.functions.iter().map(|copy| copy.with_lengths_of(itself)).collect();
        let copies = functions.iter().map(|copy| copy.function(of.and_then(|of| of.generics)));
        let heads = functions.iter().map(Copy::declaration);
        quote! {
            #[allow(dead_code)]
            trait WhippleAsks<#declared>: ::core::marker::Sized #over #bounds { #(#heads;)* }
            #[automatically_derived]
            impl<#declared> WhippleAsks #arguments for #itself #bounds { #(#copies)* }
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
        signature.generics = instances::with_known_of(&signature);
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

    /// The same with the type in the place of `Self` where its parameters have constants in their types: a trait knows none of them.
    fn with_lengths_of(&self, itself: &Type) -> Self {
        let (mut signature, asked) = (self.signature.clone(), self.asked.clone());
        signature.inputs.iter_mut().for_each(|input| Lengths(itself).visit_fn_arg_mut(input));
        Self { signature, asked }
    }

    /// The same without a body, which takes no patterns.
    fn declaration(&self) -> TokenStream {
        let asked = Asked::of(syn::parse_quote!({}), 0, BTreeSet::new());
        let mut copy = Self { signature: self.signature.clone(), asked };
        for input in &mut copy.signature.inputs {
            match input {
                FnArg::Receiver(receiver) => receiver.mutability = None,
                FnArg::Typed(typed) => typed.pat = syn::parse_quote!(_),
            }
        }
        copy.head()
    }

    fn function(&self, of_type: Option<&Generics>) -> TokenStream {
        let head = self.head();
        let Asked { body, questions, calls, variables: others, behind, .. } = &self.asked;
        let variables: Vec<Ident> = (0..*questions).map(|number| slot(number, Span::call_site())).collect();
        let (result, body) = match (&self.signature.output, context::items::item_given(&self.signature)) {
            (ReturnType::Default, _) => (quote!(-> ()), body.to_token_stream()),
            // A closure has no `impl Trait` as its result.
            (_, Some(item)) => (quote!(), quote!(::whipple::private::Items::of::<#item>(#body))),
            (ReturnType::Type(_, ty), None) => (quote!(-> #ty), body.to_token_stream()),
        };
        let is_over_types = !instances::types(of_type, &self.signature).is_empty();
        let answer = |(number, variable): (usize, &Ident)| match calls.contains(&number) {
            true => quote!((&&&#variable).whipple_answer()),
            false if is_over_types => {
                quote!((&&&::whipple::private::stand_in::perhaps(&#variable)).whipple_answer())
            }
            false => variable.to_token_stream(),
        };
        let tree = tree(variables.iter().enumerate().map(answer).collect());
        let over_types = is_over_types.then(|| {
            quote!(
                use ::whipple::private::stand_in::UserAnswer as _;
            )
        });
        let traits = (!calls.is_empty() || is_over_types).then(|| {
            quote! {
                use ::whipple::private::given::{SeenAnswer as _, UnaskedAnswer as _, UnseenAnswer as _};
                #over_types
            }
        });
        let variables: Vec<&Ident> = variables.iter().chain(others).collect();
        let variables = (!variables.is_empty()).then(|| quote!(let (#(#variables,)*);));
        quote! {
            #head {
                #traits
                #variables
                ::whipple::private::ask::never();
                let _ = || #result { ::whipple::private::ask::never(); #body };
                #behind
                #tree
            }
        }
    }

    /// The constant with the answers.
    fn answers(&self, of: Option<&Asking<'_>>) -> TokenStream {
        let (constant, name, questions) = (answers_name(&self.signature.ident), self.name(), self.asked.questions);
        let parameters = self.signature.inputs.iter().map(|_: &FnArg| quote!(_));
        let instance = instances::arguments(&self.signature);
        let copy = match of {
            Some(Asking { told, plain, generics, .. }) => {
                let clause = &self.signature.generics.where_clause;
                let is_bound = generics.is_some_and(|generics| names_one(generics, clause));
                let (instance, numbers) = if is_bound { plain } else { told };
                quote!(<#instance as WhippleAsks #numbers>::#name)
            }
            None => quote!(<() as WhippleAsks>::#name),
        };
        let read = quote!(::whipple::private::ask::answers(#copy #instance as fn(#(#parameters),*) -> _));
        let of_type = of.and_then(|of| of.generics);
        let types = instances::types(of_type, &self.signature);
        if types.is_empty() {
            return quote!(const #constant: [&'static [::whipple::private::Piece]; #questions] = #read;);
        }
        let (names, declared): (Vec<_>, Vec<_>) = types.iter().map(|ty| (&ty.name, &ty.declared)).unzip();
        let stand_ins = types.iter().map(|ty| &ty.stand_in);
        let predicates = instances::predicates(of_type, &self.signature);
        // Of bounds that nothing here meets, there is no answer.
        quote! {
            const #constant: [&'static [::whipple::private::Piece]; #questions] = {
                struct WhippleInstance<#(#names),*>(::core::marker::PhantomData<(#(#names,)*)>);
                trait WhippleUnanswered {
                    const ANSWERS: [&'static [::whipple::private::Piece]; #questions] = [&[]; #questions];
                }
                impl<#(#names),*> WhippleUnanswered for WhippleInstance<#(#names),*> {}
                impl<#(#declared),*> WhippleInstance<#(#names),*> where #(#predicates),* {
                    const ANSWERS: [&'static [::whipple::private::Piece]; #questions] = #read;
                }
                <WhippleInstance<#(#stand_ins),*>>::ANSWERS
            };
        }
    }
}

/// Puts a type in the place of `Self::` in expressions.
struct Lengths<'t>(&'t Type);

impl VisitMut for Lengths<'_> {
    fn visit_expr_path_mut(&mut self, expr: &mut syn::ExprPath) {
        let of_self = expr.qself.is_none() && expr.path.segments.len() > 1 && expr.path.segments[0].ident == "Self";
        if of_self {
            let (itself, rest) = (self.0, expr.path.segments.iter().skip(1));
            *expr = syn::parse_quote!(<#itself>::#(#rest)::*);
        }
        visit_mut::visit_expr_path_mut(self, expr);
    }
}

/// The variables in a tree.
fn tree(mut nodes: Vec<TokenStream>) -> TokenStream {
    while nodes.len() > 1 {
        nodes = nodes.chunks(WIDTH).map(|part| quote!(::whipple::private::ask::Node((#(#part,)*)))).collect();
    }
    nodes.pop().unwrap_or_else(|| quote!(()))
}
