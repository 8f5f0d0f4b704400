//! Types that a field cannot have, refused by name with what to write instead. What remains, rustc checks.

use crate::{context, errors::Errors};
use syn::{Fields, GenericArgument, PathArguments, Type};

/// Whether what is checked may stay within a task, where it needs no layout that the host shares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stays {
    /// As a value of a `#[device]` struct or enum may.
    Within,
    /// The same, with references.
    Borrowing,
    /// As what is stored or handed over may not.
    Nowhere,
}

/// Refuses the fields whose types no device has.
pub fn check_fields(fields: &Fields, stays: Stays, errors: &mut Errors) {
    check_names(fields, errors);
    for field in fields {
        check(&field.ty, stays, errors);
    }
}

/// Refuses fields called `_`, which nothing can name. syn parses them; rustc does not have them.
pub fn check_names(fields: &Fields, errors: &mut Errors) {
    for name in fields.iter().filter_map(|field| field.ident.as_ref()).filter(|name| *name == "_") {
        errors.push(name, "a field has a name: write one instead of `_`");
    }
}

/// Refuses a type that device code cannot have there.
pub fn check(ty: &Type, stays: Stays, errors: &mut Errors) {
    let message = match ty {
        Type::Array(array) if context::is_zero(&array.len) => context::EMPTY.to_owned(),
        Type::Array(array) => return check(&array.elem, stays, errors),
        Type::Paren(inner) => return check(&inner.elem, stays, errors),
        Type::Group(inner) => return check(&inner.elem, stays, errors),
        Type::Path(path) => {
            let Some(segment) = path.path.segments.last() else { return };
            let name = segment.ident.to_string();
            if let PathArguments::AngleBracketed(arguments) = &segment.arguments {
                for argument in &arguments.args {
                    match argument {
                        GenericArgument::Type(argument) if context::is_of_library(&segment.ident) => {
                            check(argument, Stays::Nowhere, errors);
                        }
                        GenericArgument::Type(argument) if matches!(name.as_str(), "Option" | "Result") => {
                            check_part(argument, stays, errors);
                        }
                        GenericArgument::Type(argument) => check(argument, stays, errors),
                        GenericArgument::Const(length)
                            if segment.ident == "SharedArray" && context::is_zero(length) =>
                        {
                            errors.push(length, context::EMPTY);
                        }
                        _ => {}
                    }
                }
            }
            // A device type of the user's may be called `Box`, but not with parameters.
            let is_std = !segment.arguments.is_none() || matches!(name.as_str(), "String" | "str");
            match hint(&name).filter(|_| is_std) {
                Some(_) if stays != Stays::Nowhere && matches!(name.as_str(), "Option" | "Result") => return,
                Some(hint) if matches!(name.as_str(), "Option" | "Result") => {
                    format!("`{name}` cannot be stored: {hint}")
                }
                Some(hint) => format!("`{name}` does not exist on the device: {hint}"),
                None => return,
            }
        }
        Type::Reference(reference) if stays == Stays::Borrowing => return check_reference(reference, errors),
        Type::Reference(_) => {
            "a field cannot be a reference: store the value, or an index into a `Buffer<T>`".to_owned()
        }
        Type::Ptr(_) => "a field cannot be a pointer: store the value, or an index into a `Buffer<T>`".to_owned(),
        Type::Tuple(tuple) if tuple.elems.is_empty() => "`()` has no bytes: leave the field out".to_owned(),
        Type::Tuple(tuple) if stays != Stays::Nowhere && tuple.elems.len() <= context::LARGEST_TUPLE => {
            return tuple.elems.iter().for_each(|element| check_part(element, stays, errors));
        }
        Type::Tuple(_) if stays != Stays::Nowhere => context::TOO_LARGE.to_owned(),
        Type::Tuple(_) => "the layout of a tuple is Rust's secret: write a `#[device]` struct".to_owned(),
        Type::Slice(_) => "a slice has no fixed size: write an array `[T; N]`, or use a `Buffer<T>`".to_owned(),
        Type::FnPtr(_) => "the device has no function pointers: write a `#[device]` enum and `match` on it".to_owned(),
        Type::TraitObject(_) | Type::ImplTrait(_) => {
            "the device has no trait objects: write a `#[device]` enum and `match` on it".to_owned()
        }
        _ => return,
    };
    errors.push(ty, message);
}

/// Checks what a field refers to.
fn check_reference(reference: &syn::TypeReference, errors: &mut Errors) {
    if let Some(mutability) = &reference.mutability {
        errors.push(
            mutability,
            "a field is no `&mut` in device code: hand it to the methods that change what it refers to",
        );
    }
    if reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static") {
        errors.push(
            &reference.lifetime,
            "a field that borrows has a lifetime of its struct in device code: write `struct Name<'a>` and `&'a T`",
        );
    }
    match context::strip_type(&reference.elem) {
        Type::Reference(_) => {
            errors.push(&reference.elem, "a field refers to no reference in device code: write one `&`");
        }
        Type::Slice(slice) => check(&slice.elem, Stays::Borrowing, errors),
        to => check(to, Stays::Borrowing, errors),
    }
}

/// The same of a part of what stays, which may be nothing.
fn check_part(ty: &Type, stays: Stays, errors: &mut Errors) {
    let is_nothing = matches!(context::strip_type(ty), Type::Tuple(tuple) if tuple.elems.is_empty());
    if stays == Stays::Nowhere || !is_nothing {
        check(ty, stays, errors);
    }
}

/// Whether a type may be the name of a struct. Others, as `Work +` of older editions, are no types
/// between `<` and `as`.
pub fn is_path(ty: &Type) -> bool {
    match ty {
        Type::Path(_) | Type::Macro(_) => true,
        Type::Group(inner) => is_path(&inner.elem),
        Type::Paren(inner) => is_path(&inner.elem),
        _ => false,
    }
}

/// What to write instead of a type of the standard library.
fn hint(name: &str) -> Option<&'static str> {
    Some(match name {
        "Box" | "Rc" | "Arc" => "store the value itself",
        "Vec" | "VecDeque" => "write an array `[T; N]`, or use a `Buffer<T>`",
        "String" | "str" => "write a `#[device]` enum or a number, and keep texts on the host",
        "Option" => "it has no fixed layout; write the value and a `bool` beside it, or a value that means none",
        "Result" => "it has no fixed layout; write the value and a `#[device]` enum beside it, or an enum with both",
        "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" => "use a `Buffer<T>`",
        "RefCell" | "Mutex" => "use a `Buffer<T>`, or `Shared<T>` in shared memory",
        _ => return None,
    })
}
