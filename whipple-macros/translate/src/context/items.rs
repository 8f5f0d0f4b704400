//! `impl Iterator<Item = T>` as what a function gives. C++ has no name for it, and finds the type of the result by the body.

use super::{
    Shape, Translator, callables,
    code::concat,
    given::Constants,
    open::{Open, open},
    types::strip,
};
use crate::{errors::Errors, piece::Pieces};
use syn::{
    AngleBracketedGenericArguments, FnArg, GenericArgument, PathArguments, PathSegment, ReceiverKind, ReturnType,
    Signature, Type, TypeImplTrait, TypeParamBound, visit_mut::VisitMut,
};

const NO_BOUND: &str = "device code gives `impl Iterator<Item = T>`, perhaps with `Clone`, lifetimes and `use<…>`; leave this bound out, and write \
     a type with `#[device] impl Iterator` for more";
const NO_ITEM: &str = "device code must see what the items are; write their type, as in `impl Iterator<Item = u32>`";
const NO_FUNCTIONS: &str = "a function that gives an iterator takes no functions in device code; let the caller write `map` or `filter` behind the call";
const NO_SOURCE: &str = "no parameter says what these references are to; write `&'static` of constants, or give copies";
const NOT_SAID: &str = "of a function that gives an iterator, parameters say what the types and constants are in device code; add one, or write the \
     type where it stands";
const IN_TRAITS: &str = "a function of a trait gives no `impl Iterator` in device code; give a type of yours with `#[device] impl Iterator`, or write \
     the function in an `impl` without a trait";

/// What a function gives, if that is `impl Iterator`.
pub fn given(signature: &Signature) -> Option<&TypeImplTrait> {
    let ReturnType::Type(_, ty) = &signature.output else { return None };
    match strip(ty) {
        Type::ImplTrait(of) => of.bounds.iter().any(|bound| is_iterator(bound).is_some()).then_some(of),
        _ => None,
    }
}

/// The type of the items that a function gives, if it gives some and says it.
pub fn item_given(signature: &Signature) -> Option<&Type> {
    item_of(given(signature)?)
}

/// Refuses an iterator as what a function of a trait gives.
pub fn refuse_in_traits(signature: &Signature, errors: &mut Errors) {
    if let Some(of) = given(signature) {
        errors.push(of, IN_TRAITS);
    }
}

/// The part of a bound that names an iterator.
fn is_iterator(bound: &TypeParamBound) -> Option<&PathSegment> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    const NAMES: [&str; 4] = ["Iterator", "DoubleEndedIterator", "ExactSizeIterator", "FusedIterator"];
    bound.path.segments.last().filter(|last| NAMES.iter().any(|name| last.ident == name))
}

fn item_of(of: &TypeImplTrait) -> Option<&Type> {
    let mut arguments = of.bounds.iter().filter_map(is_iterator).map(|last| &last.arguments);
    arguments.find_map(|arguments| match arguments {
        PathArguments::AngleBracketed(AngleBracketedGenericArguments { args, .. }) => {
            args.iter().find_map(|argument| match argument {
                GenericArgument::AssocType(item) if item.ident == "Item" => Some(&item.ty),
                _ => None,
            })
        }
        _ => None,
    })
}

impl Translator<'_> {
    /// The C++ of such a result.
    pub(super) fn items_given(&mut self, of: &TypeImplTrait) -> Pieces {
        for bound in &of.bounds {
            let is_known = match bound {
                TypeParamBound::Trait(bound) => {
                    bound.path.segments.last().is_some_and(|last| last.ident == "Iterator" || last.ident == "Clone")
                }
                _ => true,
            };
            if !is_known {
                self.errors.push(bound, NO_BOUND);
            }
        }
        match item_of(of) {
            Some(Type::ImplTrait(_)) | None => self.errors.push(of, NO_ITEM),
            Some(item) => self.check_item(item),
        }
        for input in &self.input.signature.inputs {
            if let FnArg::Typed(typed) = input
                && callables::of_type(&typed.ty).is_some()
            {
                self.errors.push(&typed.pat, NO_FUNCTIONS);
            }
        }
        if open(self.input.signature) == Some(Open::ByResult) {
            self.errors.push(of, NOT_SAID);
        }
        Pieces::text("auto")
    }

    fn check_item(&mut self, item: &Type) {
        let mut copied = item.clone();
        Constants.visit_type_mut(&mut copied);
        if !Shape::of_type(&copied).may_refer() {
            return;
        }
        let refers = |input: &FnArg| match input {
            FnArg::Typed(typed) => Shape::of_type(&typed.ty).may_refer(),
            FnArg::Receiver(receiver) => !matches!(receiver.kind, ReceiverKind::Value),
        };
        if self.sees_memory(item) {
            self.errors.push(item, super::signature::NO_MEMORY);
        } else if !self.input.signature.inputs.iter().any(refers) {
            self.errors.push(item, NO_SOURCE);
        } else {
            self.references_given(&copied);
        }
    }

    /// `Option<T>` of these items, as C++ keeps it.
    pub fn option_of_items(&mut self) -> Pieces {
        let item = match item_given(self.input.signature) {
            Some(Type::ImplTrait(_)) | None => Pieces::text("Unit"),
            Some(item) => {
                let mut copied = item.clone();
                Constants.visit_type_mut(&mut copied);
                self.kept_type(&copied)
            }
        };
        concat([Pieces::text("Option<"), item, Pieces::text(">")])
    }
}
