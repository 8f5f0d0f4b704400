//! What a translation knows beside the body: the function's signature, how C++ names what paths and types name, which names are taken, and
//! what rustc is to check.

mod arguments;
mod by_trait;
mod callable;
pub mod callables;
mod calls;
pub mod code;
mod constants;
mod evaluated;
mod generics;
mod given;
mod hidden;
mod hints;
pub mod items;
mod joined;
mod levels;
mod open;
mod paths;
mod pattern;
mod pretty;
mod result;
mod scope;
mod shape;
mod signature;
mod structs;
mod template;
mod types;
mod variant;

use crate::{errors::Errors, names, piece::Pieces};
pub use by_trait::{
    ITSELF, bounds_of_user, by_trait, foreign, is_trait_of_std, needs_device, of_trait, of_trait_for, of_user,
    of_user_trait, projections, without_projections,
};
pub use callable::Callable;
pub use calls::{lacking, operator_of};
pub use code::string_literal;
pub use constants::{among, constants_of, is_of_ordering, of_numbers};
pub use evaluated::{evaluated, is_for_cpp, number};
pub use generics::{
    Parameters, borrows, has_arguments, has_types, mentions_lifetime, parts_of, stays, with_self_named,
};
pub use hints::{UNSEEN, UNSEEN_NONE};
pub use joined::{field_types, is_joined, is_reverse, may_construct, may_renew, position};
pub use levels::level;
pub use open::{how, how_of_function, is_open, open_of_function, seen_open};
pub use paths::{is_none, signed_bits};
pub use pattern::{REST_AT_THE_END, mentions, mentions_placeholder, names_after_colons, no_constants};
pub use pretty::{pretty, replace_arguments};
use proc_macro2::LineColumn;
pub use result::{is_left_open, result, types_in};
pub use scope::{Kind, Reference, Scopes};
pub use shape::Shape;
pub use signature::{Targets, keeps_references};
use std::collections::BTreeMap;
pub use structs::{POINTED_ELSEWHERE, snake_case};
use syn::visit::Visit;
pub use template::{no_raw_constant, raw_constant};
pub use types::Generic;
pub use types::{
    EMPTY, LARGEST_TUPLE, TOO_LARGE, is_of_library, is_taken, is_zero, named as type_of_path, option,
    strip as strip_type, type_name as last_name, without_self,
};
pub use variant::{Variant, is_named_like_a_type, is_of_std};

/// What was refused of a body, of which rustc would complain, too.
#[derive(Clone, Debug, Default)]
pub struct Refused {
    /// A `?`.
    pub attempts: bool,
    /// A call that gives nothing, without the procedure that it names.
    pub unnamed: bool,
    /// Where there are macros that check or print.
    pub checks: Vec<LineColumn>,
}

/// How a function takes `self`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    /// Not at all: a free or an associated function.
    None,
    /// `&self`.
    Ref,
    /// `&mut self`.
    RefMut,
    /// `self` or `mut self`.
    Value {
        /// Whether it is `mut self`.
        mutable: bool,
    },
}

/// What C++ sees of the result of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returns {
    /// Nothing: the function is `execute`, or does not return.
    Nothing,
    /// `()`.
    Unit,
    /// A value of the type that is written, which may be another name of `()`.
    Value,
}

/// What the function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A free function.
    Function,
    /// A method or an associated function in an `impl` block.
    Method,
    /// `Execute::execute` of a procedure.
    Execute,
}

/// What [`translate`](crate::body::translate) works on. All references are to the user's tokens as they came.
#[derive(Clone, Copy, Debug)]
pub struct FunctionInput<'a> {
    /// The signature, with its generics.
    pub signature: &'a syn::Signature,
    /// The body.
    pub block: &'a syn::Block,
    /// What the function is.
    pub role: Role,
    /// The type of the `impl` block: what `Self` means. `None` for a free function.
    pub self_type: Option<&'a syn::Type>,
    /// What `Self::Item` means: the `type Item = …` of an `impl Execute`.
    pub item_type: Option<&'a syn::Type>,
    /// What `Self::Output` means there, where the `impl` says it.
    pub output_type: Option<&'a syn::Type>,
    /// What stands before the function's name where it is defined outside its class: `Patch::`, or nothing.
    pub qualifier: &'a Pieces,
    /// The parameters of the type of the `impl` block, if it has some. The signature has them, too, before its own.
    pub parameters: Option<&'a Parameters>,
    /// The C++ operator that it is, as `+`, in place of a name.
    pub operator: Option<&'static str>,
}

impl<'a> FunctionInput<'a> {
    /// A method of a type without parameters, which is no operator.
    pub fn of_method(
        signature: &'a syn::Signature,
        block: &'a syn::Block,
        self_type: &'a syn::Type,
        qualifier: &'a Pieces,
    ) -> Self {
        Self {
            signature,
            block,
            role: Role::Method,
            self_type: Some(self_type),
            item_type: None,
            output_type: None,
            qualifier,
            parameters: None,
            operator: None,
        }
    }
}

/// The C++ name of a type outside a body, as of a constant; `self_type` is what `Self` means.
pub fn type_name(ty: &syn::Type, self_type: Option<&syn::Type>, errors: &mut Errors) -> Pieces {
    let (signature, block) = (syn::parse_quote!(fn of()), syn::parse_quote!({}));
    let input = FunctionInput {
        signature: &signature,
        block: &block,
        role: Role::Function,
        self_type,
        item_type: None,
        output_type: None,
        qualifier: &Pieces::new(),
        parameters: None,
        operator: None,
    };
    Translator::new(&input, errors).type_pieces(ty)
}

/// The same of a type that may name the parameters of a device type.
pub fn type_among(ty: &syn::Type, parameters: &Parameters, errors: &mut Errors) -> Pieces {
    let (signature, block) = (syn::parse_quote!(fn of()), syn::parse_quote!({}));
    let input = FunctionInput {
        signature: &signature,
        block: &block,
        role: Role::Function,
        self_type: None,
        item_type: None,
        output_type: None,
        qualifier: &Pieces::new(),
        parameters: Some(parameters),
        operator: None,
    };
    Translator::new(&input, errors).kept_type(ty)
}

/// Whether a type is written as this name alone.
pub fn is_named(ty: &syn::Type, name: &str) -> bool {
    matches!(strip_type(ty), syn::Type::Path(path) if path.qself.is_none() && path.path.is_ident(name))
}

/// The state of one translation.
pub(crate) struct Translator<'a> {
    pub(crate) input: &'a FunctionInput<'a>,
    pub(crate) errors: &'a mut Errors,
    pub(crate) generics: BTreeMap<String, Generic>,
    /// The parameters that are functions, by their names.
    pub(crate) callables: BTreeMap<String, Callable>,
    pub(crate) scopes: Scopes,
    /// The Rust line of the statement being translated.
    pub(crate) line: usize,
    /// What only rustc can check, by what it says: items of the host's body.
    pub(crate) checks: BTreeMap<String, proc_macro2::TokenStream>,
    /// What was refused, of which rustc would complain, too.
    pub(crate) refused: Refused,
    /// The functions of modules, each by the path that names it first: there rustc says what is wrong with it.
    pub(crate) functions: BTreeMap<String, syn::Path>,
    /// The names of methods, and of functions of types, that are handed literals whose types C++ would choose.
    pub(crate) literals: Vec<syn::Ident>,
    pub(crate) receiver: Receiver,
    pub(crate) returns: Returns,
}

impl<'a> Translator<'a> {
    pub fn new(input: &'a FunctionInput<'a>, errors: &'a mut Errors) -> Self {
        let line = input.signature.fn_token.span.start().line;
        let mut scopes = Scopes::default();
        scopes.items = hidden::named(input.signature, input.block, input.self_type);
        scopes.items.extend(constants::named_beside_constants(input.block));
        let name = input.signature.ident.to_string();
        scopes.items.extend([names::member(&name), names::item(&name)]);
        scopes.push();
        Self {
            input,
            errors,
            generics: input
                .parameters
                .iter()
                .flat_map(|parameters| &parameters.list)
                .map(|(name, generic, _)| (name.to_string(), generic.clone()))
                .collect(),
            callables: BTreeMap::new(),
            scopes,
            line,
            checks: BTreeMap::new(),
            refused: Refused::default(),
            functions: BTreeMap::new(),
            literals: Vec::new(),
            receiver: Receiver::None,
            returns: Returns::Unit,
        }
    }

    /// What C++ calls a generic parameter of the function or of its type.
    pub(crate) fn generic_name(&self, name: &str) -> String {
        let of_type = self.input.parameters.and_then(|parameters| parameters.list.iter().find(|(own, ..)| own == name));
        of_type.map_or_else(|| names::item(name), |(.., cpp)| cpp.clone())
    }

    /// The path that names this function first.
    pub(crate) fn first_mention(&mut self, path: &syn::Path) -> syn::Path {
        let text = quote::ToTokens::to_token_stream(path).to_string();
        // What `$crate` stands for, its text does not tell.
        if text.contains('$') {
            path.clone()
        } else {
            self.functions.entry(text).or_insert_with(|| path.clone()).clone()
        }
    }

    /// What C++ checks of the types that it deduces.
    pub(crate) fn checks_of_generics(&self) -> Vec<Pieces> {
        let of_type = |name: &str| {
            self.input.parameters.is_some_and(|parameters| parameters.list.iter().any(|(own, ..)| own == name))
        };
        let types =
            self.generics.iter().filter(|(name, generic)| matches!(generic, Generic::Type) && !of_type(name.as_str()));
        let check = |(name, _): (&String, &Generic)| {
            let function = &self.input.signature.ident;
            let message = format!("write the type of the number given to `{function}`, as 5_u32");
            let (name, message) = (self.generic_name(name), code::string_literal(&message));
            Pieces::text(format!("static_assert(!BuiltinInteger<{name}>, {message});"))
        };
        types.map(check).collect()
    }

    /// Refuses what would be another body on each side.
    pub fn refuse_cfg(&mut self, block: &syn::Block) {
        if let Some(statement) = cfg_attribute(block) {
            self.errors.push(
                statement,
                "`#[cfg]` cannot change device code: both sides must be the same; use a `#[device] const` and `if`",
            );
        }
    }
}

/// The first `#[cfg]` or `#[cfg_attr]` in a body.
fn cfg_attribute(block: &syn::Block) -> Option<syn::Attribute> {
    struct Finder(Option<syn::Attribute>);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
            if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
                self.0.get_or_insert_with(|| attribute.clone());
            }
        }
    }
    let mut finder = Finder(None);
    finder.visit_block(block);
    finder.0
}
