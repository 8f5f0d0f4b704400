//! Operands of operators under `#[device]`.

use super::{methods::cpp_type_name, place::Place};
use crate::{context, errors::Errors, names};
use syn::{FnArg, ImplItemFn, Type};

/// An overload for numbers without a type, which C++ would rather make floats of than integers: rustc takes them for the integer that
/// the impl is for.
pub fn for_plain_numbers(method: &ImplItemFn, self_type: &Type, place: &Place) -> String {
    let integer =
        |ty: &Type| context::last_name(ty).filter(|name| names::is_integer(name) && !matches!(ty, Type::Reference(_)));
    let argument = method.sig.inputs.iter().find_map(|input| match input {
        FnArg::Typed(typed) => integer(&typed.ty),
        FnArg::Receiver(_) => None,
    });
    // The condition tells the overloads of several integers apart.
    let head = |name: &str| {
        format!("    template <BuiltinInteger I>\n        requires SameAs<{name}, {name}>\n    __device__ ")
    };
    match (place.operator(method), argument) {
        (Some(operator), _) if place.is_right => integer(self_type).map_or_else(String::new, |name| {
            let owner = cpp_type_name(&place.owner);
            let head = head(&name);
            format!("{head}friend auto operator{operator}(I left, {owner} right) {{ return {name}(left) {operator} right; }}\n")
        }),
        (Some("[]"), Some(name)) => {
            let suffix = if method.sig.ident == "index" { " const" } else { "" };
            format!("{}auto& operator[](I index){suffix} {{ return (*this)[{name}(index)]; }}\n", head(&name))
        }
        (Some(operator), Some(name)) if operator.ends_with('=') => {
            format!("{}void operator{operator}(I right) {{ *this {operator} {name}(right); }}\n", head(&name))
        }
        (Some(operator), Some(name)) => {
            format!("{}auto operator{operator}(I right) const {{ return *this {operator} {name}(right); }}\n", head(&name))
        }
        (None, Some(name)) if place.of.as_ref().is_some_and(|of| of.name == "From") => {
            format!("{}static auto from(I number) {{ return from({name}(number)); }}\n", head(&name))
        }
        _ => String::new(),
    }
}

/// Operators take values, but for `==`.
pub fn check_operands(method: &ImplItemFn, errors: &mut Errors) {
    for input in method.sig.inputs.iter().skip(1) {
        if let FnArg::Typed(typed) = input
            && matches!(&*typed.ty, Type::Reference(_))
            && method.sig.ident != "eq"
        {
            errors.push(
                &typed.ty,
                "write the operator for the value: device code copies, and `Copy` types need no references",
            );
        }
    }
}
