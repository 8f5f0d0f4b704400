//! Names of methods that calls would take for the library's.

use crate::{context::Shape, errors::Errors, methods, names, rooted};
use syn::{ReturnType, Signature};

/// Methods of arrays whose references the macros know by the name alone, with the numbers of their parameters.
const GIVE_REFERENCES: &[(&str, usize)] = &[
    ("get_mut", 2),
    ("first_mut", 1),
    ("last_mut", 1),
    ("split_first", 1),
    ("split_last", 1),
    ("split_first_mut", 1),
    ("split_last_mut", 1),
    ("split_at_checked", 2),
    ("strip_prefix", 2),
    ("strip_suffix", 2),
    ("as_flattened", 1),
    ("as_flattened_mut", 1),
    ("split_at_mut", 2),
    ("as_slice", 1),
    ("as_mut_slice", 1),
];

/// Refuses methods that calls would take for the library's: those change nothing, so that the order of their calls does not matter.
pub fn check_library_name(signature: &Signature, is_clone: bool, errors: &mut Errors) {
    let name = names::unraw(&signature.ident);
    let Some(receiver) = signature.receiver() else { return };
    let is_mutable = matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_)));
    let message = if ["into_iter", "copied", "cloned", "enumerate"].contains(&name.as_str())
        && signature.inputs.len() == 1
    {
        format!("loops take `{name}` for the method of iterators: give this method another name")
    } else if GIVE_REFERENCES.contains(&(name.as_str(), signature.inputs.len())) {
        format!(
            "device code takes `{name}` for the method of arrays, which gives references: give this method another name"
        )
    } else if name == "clone" && !is_clone {
        "device code takes `clone` for that of the trait: write `#[device] impl Clone`, or give this method another name".to_owned()
    } else if methods::is_of_values(&name) && gives_references(signature) {
        format!(
            "`{name}` is a method of numbers, vectors or arrays too, and calls of it are taken to give values: give this method another name"
        )
    } else if !names::is_pure_method(&name) {
        return;
    } else if is_mutable {
        format!(
            "`{name}` is a method of numbers, vectors or arrays too, and calls of it are taken to change nothing: give this method another name, or let it take `&self`"
        )
    } else if names::is_float_method(&name) && signature.inputs.len() > 3 {
        format!("`{name}` is a method of floats too, which has two arguments at most: give this method another name")
    } else {
        return;
    };
    errors.push(&signature.ident, message);
}

/// Refuses a method of a type of the library by which loops begin. Whether it does.
pub fn refuse_root(signature: &Signature, errors: &mut Errors) -> bool {
    let name = names::unraw(&signature.ident);
    let is_root = rooted::ROOTS.contains(&name.as_str());
    if is_root {
        let message = format!("loops take `{name}` for the method of arrays: give this method another name");
        errors.push(&signature.ident, message);
    }
    is_root
}

/// Whether a method gives references.
fn gives_references(signature: &Signature) -> bool {
    matches!(&signature.output, ReturnType::Type(_, ty) if Shape::of_type(ty).holds_reference())
}
