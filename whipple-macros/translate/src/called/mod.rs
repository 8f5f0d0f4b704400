//! What a body calls: methods, operators and functions of types, for the graph of functions in which recursion is found.
//!
//! The type that a method is called on is often known to rustc alone. So the copy of the body that rustc is asked about gets a
//! question there (`ask.rs`). The same copy hands what is cloned, compared, converted or dereferenced to functions that take
//! only types whose impls device code sees (`whipple_runtime::source::seen`): rustc refuses the others at the user's line.

mod asker;
mod bounds;
mod fields;
mod foreign;
mod found;
mod handed;
mod numbers;
mod owner;

use crate::{
    ask::{self, Asked},
    context::{self, FunctionInput, mentions},
    errors::Errors,
    methods,
    names::{self, unraw},
    piece::{self, Named, Piece, Pieces},
    rooted,
};
use asker::{Asker, Unlooked};
pub use bounds::{hands_on, takes, takes_in_type};
pub use fields::Fields;
pub use foreign::hidden_method;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

/// What to write where a method that options have, too, is that of an iterator.
const OF_ITERATOR: &str =
    "give the iterator a variable before, as `let steps = self.steps;`, and go over it where this is called";

/// What to write where a method that arrays have, too, is taken for one of the user's.
const OF_ARRAYS: &str = "of an array whose type has a name of its own, write `values[..].iter()`";

/// A call in a body.
#[derive(Clone, Debug)]
pub struct Called {
    /// The Rust name of the function that makes it.
    pub caller: String,
    /// The other operand of that function, if it is an operator.
    pub caller_operand: Option<Type>,
    /// What is called, by its Rust name, where it is called first.
    pub name: Ident,
    /// How.
    pub callee: Callee,
    /// Whether rustc looks elsewhere whether device code has it.
    pub is_checked: bool,
    /// The answers to the questions of the function, if it has any.
    pub answers: Option<Ident>,
}

impl Called {
    /// A check that the type has the method, where the type is known.
    pub fn check(&self) -> Option<TokenStream> {
        let (owner, of_library) = match &self.callee {
            Callee::Member(owner) | Callee::MemberOrForeign(owner, _) | Callee::MemberOrWay { owner, .. } => {
                (owner, false)
            }
            Callee::OwnOrLibrary(owner) => (owner, true),
            _ => return None,
        };
        if self.is_checked || matches!(owner, Owner::Unknown) || self.name == "clone" {
            return None;
        }
        let name = unraw(&self.name);
        let member = names::method(&self.name.to_string());
        let instead = match &self.callee {
            Callee::MemberOrWay { .. } if name == "map" || name == "filter" => OF_ITERATOR,
            _ if rooted::is_raw(&self.name) => OF_ARRAYS,
            _ => methods::refused(&name).next().map_or("", |refused| refused.instead),
        };
        // What rustc does not understand has no answers and no text, and then nothing more is said.
        let answers = self.answers.iter();
        let is_foreign = match (&self.callee, &self.answers) {
            (Callee::MemberOrForeign(_, question), Some(answers)) => quote!(!#answers[#question].is_empty()),
            (Callee::MemberOrWay { foreign, way, .. }, Some(answers)) => {
                let questions = foreign.iter().chain([way]);
                quote!((#(!#answers[#questions].is_empty())||*))
            }
            _ => quote!(false),
        };
        Some(quote_spanned! {self.name.span()=>
            const _: () = {
                #(let _ = #answers.len();)*
                let _text = WHIPPLE_ITEM.meets;
                if !#is_foreign {
                    ::whipple::private::must_have(#owner, #name, #member, #of_library, #instead)
                }
            };
        })
    }
}

/// What is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A method of a value of this type, or a function of the type.
    Member(Owner),
    /// The same, or a method of a trait for a type of the library, as the answer to a question says.
    MemberOrForeign(Owner, usize),
    /// The same, or one of iterators, as the answer to a question says.
    MemberOrWay {
        /// The type.
        owner: Owner,
        /// The question about a trait for a type of the library.
        foreign: Option<usize>,
        /// The question about what it means.
        way: usize,
    },
    /// The same as `Member`, with the name of one of the device library.
    OwnOrLibrary(Owner),
    /// A function that a type of the library has by a trait.
    OfTrait(Box<(syn::Path, Type)>),
    /// An operator between two.
    Operator(Box<(Owner, Owner)>),
    /// A function by its path.
    Function(syn::Path),
    /// The default of a type that is not known.
    AnyDefault,
    /// A method or a function of a type, with a literal whose type C++ would choose.
    Literal,
}

/// A type, as far as it is known.
#[derive(Clone, Debug)]
pub enum Owner {
    /// Not at all.
    Unknown,
    /// A number, a vector, or nothing.
    OfLibrary,
    /// The type of the impl.
    Itself(Type),
    /// Another that the body names.
    Named(Type),
    /// The answer to a question of this function.
    Answer(Ident, usize),
}

impl Owner {
    /// Whether it may be a type of the user's.
    fn is_seen(&self) -> bool {
        matches!(self, Owner::Itself(_) | Owner::Named(_) | Owner::Answer(..))
    }

    /// What tells it from others, as text.
    fn key(&self) -> String {
        match self {
            Owner::Unknown => "?".to_owned(),
            Owner::OfLibrary => "-".to_owned(),
            Owner::Itself(_) => "Self".to_owned(),
            Owner::Named(ty) => ty.to_token_stream().to_string(),
            Owner::Answer(_, question) => question.to_string(),
        }
    }
}

impl ToTokens for Owner {
    /// An expression for the pieces of its C++ name; none where it is not known.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Owner::Unknown | Owner::OfLibrary => quote!(&[]),
            Owner::Itself(ty) => quote_spanned! {syn::spanned::Spanned::span(ty)=>
                &[::whipple::private::Piece::Item(<#ty as ::whipple::private::HasMembers>::ITSELF)]
            },
            Owner::Named(ty) => piece::owner(ty),
            Owner::Answer(answers, question) => quote!(#answers[#question]),
        });
    }
}

/// A list of the functions that make calls, each a `Caller`: its calls stand beside each other.
pub fn callers(calls: &[Called], named: &Named) -> TokenStream {
    let of_one = |a: &Called, b: &Called| a.caller == b.caller && a.caller_operand == b.caller_operand;
    let callers = calls.chunk_by(of_one).map(|calls| {
        let name = &calls[0].caller;
        let operand = calls[0].caller_operand.as_ref().map_or_else(
            || quote!(&[]),
            |ty| {
                let span = syn::spanned::Spanned::span(ty);
                // What stays within a task has no name that `Typed` gives.
                match crate::context::stays(ty) {
                    true => quote_spanned!(span=> <#ty as ::whipple::private::ask::Named>::WHIPPLE_NAME),
                    false => piece::typed(ty),
                }
            },
        );
        let calls = calls.iter().map(|call| call.with(named));
        quote! {
            ::whipple::private::Caller { name: #name, operand: #operand, calls: &[#(#calls),*] }
        }
    });
    quote!(&[#(#callers),*])
}

impl Called {
    /// The functions of modules among what is called.
    pub fn functions(calls: &[Called]) -> impl Iterator<Item = &syn::Path> {
        calls.iter().filter_map(|call| match &call.callee {
            Callee::Function(path) => Some(path),
            _ => None,
        })
    }

    /// A `Call`, in an item that names these functions.
    fn with(&self, named: &Named) -> TokenStream {
        let (name, line) = (unraw(&self.name), self.name.span().start().line);
        let member = names::method(&self.name.to_string());
        let instead = methods::refused(&name).next().map_or("", |refused| refused.instead);
        let callee = match &self.callee {
            Callee::Member(Owner::Unknown) | Callee::MemberOrForeign(Owner::Unknown, _) => quote!(AnyMember),
            Callee::Member(owner) => quote!(Member(#owner)),
            Callee::MemberOrWay { owner, foreign, way } => {
                let answers = self.answers.iter();
                let foreign = match (foreign, &self.answers) {
                    (Some(question), Some(answers)) => quote!(#answers[#question]),
                    _ => quote!(&[]),
                };
                quote!(of_way_or(#(#answers[#way])*, #foreign, ::whipple::private::Callee::Member(#owner)))
            }
            Callee::MemberOrForeign(owner, question) => {
                let answers = self.answers.iter();
                quote!(of_trait_or(#(#answers[#question])*, ::whipple::private::Callee::Member(#owner)))
            }
            Callee::OwnOrLibrary(owner) => quote!(OwnOrLibrary(#owner)),
            Callee::Operator(operands) => {
                let (left, right) = &**operands;
                quote!(Operator(#left, #right))
            }
            Callee::Function(path) => {
                let item = named.item(path);
                quote!(Function(#item))
            }
            Callee::OfTrait(of) => {
                let texts = crate::context::of_trait_for(&of.0, &of.1);
                quote!(Foreign(#texts))
            }
            Callee::AnyDefault => quote!(AnyDefault),
            Callee::Literal => quote!(Literal),
        };
        quote! {
            ::whipple::private::Call {
                name: #name,
                member: #member,
                place: ::core::concat!(::core::file!(), ":", #line),
                instead: #instead,
                callee: ::whipple::private::Callee::#callee,
            }
        }
    }
}

/// Finds what a body calls, and puts the questions about it into its copy, which has some already. The copy, if rustc is to
/// look at it.
pub fn find(
    input: &FunctionInput<'_>,
    mut asked: Asked,
    fields: Fields,
    errors: &mut Errors,
) -> (Vec<Called>, Option<Asked>) {
    let mut unlooked = asked.body.clone();
    let mut asker = Asker::new(input, asked.questions, errors);
    asker.is_asked |= fields.check_variables(&mut asked.body);
    asker.fields = fields;
    let items = context::items::given(input.signature).and_then(|_| asked.body.stmts.pop());
    syn::visit_mut::VisitMut::visit_block_mut(&mut asker, &mut asked.body);
    if let Some(mut items) = items {
        match &mut items {
            syn::Stmt::Expr(items, None) => asker.iterated(items),
            other => syn::visit_mut::VisitMut::visit_stmt_mut(&mut asker, other),
        }
        asked.body.stmts.push(items);
    }
    let (called, mut questions, mut is_asked) = (asker.called, asker.questions, asker.is_asked);
    let (found, mut variables) = (asker.found, asker.found_on);
    if asker.may_ask {
        asker.fields.refuse_left(asker.errors);
    }
    let of_traits = asker.foreign;
    variables.extend(asker.foreign_on);
    let (of_others, looks): (Vec<Vec<Ident>>, Vec<TokenStream>) = asker.behind.into_iter().unzip();
    variables.extend(of_others.into_iter().flatten());
    let needs_answers = called.iter().any(|(_, callee, is_checked)| {
        !is_checked && matches!(callee, Callee::Member(_) | Callee::MemberOrForeign(..) | Callee::MemberOrWay { .. })
    });
    let may_ask = ask::can_be_asked(input);
    if ask::Asks::about(input) == ask::Asks::Types {
        // Which impls a type has, nobody knows here.
        let mut over_types = Unlooked::OverTypes { looks: false };
        syn::visit_mut::VisitMut::visit_block_mut(&mut over_types, &mut unlooked);
        is_asked |= matches!(over_types, Unlooked::OverTypes { looks: true });
        asked.body = unlooked;
    }
    if may_ask && needs_answers && questions == 0 {
        // About nothing: whether there is an answer says whether rustc understands the body.
        let question = syn::Expr::Verbatim(ask::about(&syn::parse_quote!(()), 0));
        asked.body.stmts.insert(0, syn::Stmt::Expr(question, Some(Default::default())));
        questions = 1;
    }
    // In a function over types a closure may be handed what rustc is to look at.
    let is_untyped = mentions(asked.body.to_token_stream(), &Ident::new("untyped", Span::call_site()));
    let is_asked = questions > 0 || is_asked || is_untyped || !found.is_empty();
    let answers = (may_ask && questions > 0).then(|| ask::answers_name(&input.signature.ident));
    let called = called.into_iter().map(|(name, callee, is_checked)| Called {
        caller: unraw(&input.signature.ident),
        caller_operand: None,
        name,
        callee,
        is_checked,
        answers: answers.clone(),
    });
    let behind = found::behind(&found);
    let of_traits = foreign::behind(&of_traits);
    let behind = quote!(#(#looks)* #behind #of_traits);
    (called.collect(), is_asked.then(|| Asked { questions, variables, behind, ..asked }))
}

/// The functions that the text of a body names.
pub fn functions(input: &FunctionInput<'_>, body: &Pieces) -> Vec<Called> {
    let mut paths = Vec::new();
    Pieces::references(&[body]).0.into_iter().for_each(|piece| items(piece, &mut paths));
    let call = |path: syn::Path| {
        let name = path.segments.last()?.ident.clone();
        Some(checked(input, name, Callee::Function(path)))
    };
    paths.into_iter().filter_map(call).collect()
}

/// The items that a piece may name.
fn items(piece: Piece, found: &mut Vec<syn::Path>) {
    match piece {
        Piece::Item(path) => found.push(path),
        Piece::Choice(_, yes, no) => [yes, no].into_iter().for_each(|piece| items(*piece, found)),
        _ => {}
    }
}

/// Calls of methods and functions of types with literals whose types C++ would choose, by their names.
pub fn with_literals(input: &FunctionInput<'_>, names: Vec<Ident>) -> impl Iterator<Item = Called> {
    names.into_iter().map(|name| checked(input, name, Callee::Literal))
}

/// Calls of `Default::default` and of `into`, with the questions about the types that have the functions.
pub fn of_made(input: &FunctionInput<'_>, found: impl Iterator<Item = (&'static str, Span, usize)>) -> Vec<Called> {
    let answers = ask::answers_name(&input.signature.ident);
    let called = found.map(|(name, at, question)| {
        let owner = Owner::Answer(answers.clone(), question);
        checked(input, Ident::new(name, at), Callee::OwnOrLibrary(owner))
    });
    called.collect()
}

/// A call of which rustc asks nothing.
fn checked(input: &FunctionInput<'_>, name: Ident, callee: Callee) -> Called {
    let caller = unraw(&input.signature.ident);
    Called { caller, caller_operand: None, name, callee, is_checked: true, answers: None }
}
