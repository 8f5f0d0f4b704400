//! What the name of a method says, answered from the table of methods.

use super::words::OF_TRAITS;
use crate::methods::{self, Owner};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::LitBool;

/// Whether calls by this name are taken to change nothing and to read no memory, whatever the type: they are not ordered against
/// other operands. A `&mut self` method must not have one of these names, and `#[device] impl` refuses it.
pub fn is_pure_method(name: &str) -> bool {
    methods::only_reads(name)
}

/// Whether the device library has a method of this name.
pub fn is_library_method(name: &str) -> bool {
    methods::by_name(name).next().is_some()
}

/// Whether a type of the device library has a function of this name, or the device library calls the user's by it.
pub fn is_library_function(name: &str) -> bool {
    OF_TRAITS.contains(&name) || methods::functions().any(|function| function.name == name)
}

/// Whether a method of this name gives an integer, whatever it is called on.
pub fn is_integer_method(name: &str) -> bool {
    methods::gives_integer(name)
}

/// Whether f32 has a method of this name that no method of the user's stands for.
pub fn is_float_method(name: &str) -> bool {
    methods::of_floats(name).is_some()
}

/// What stands for a name in the types of `whipple_runtime::source::seen::methods`: FNV-1a.
pub fn hash(name: &str) -> u64 {
    let step = |state: u64, byte: u8| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The types of the library that have a method of this name, as `whipple_runtime::source::seen::methods::Of`.
pub fn owners(name: &str, span: Span) -> TokenStream {
    let owners = owners_of(name).map(|(_, is_one)| LitBool::new(is_one, span));
    quote_spanned!(span=> ::whipple::private::seen::methods::Of<#(#owners),*>)
}

/// The same, where a constant says that all that can have a trait of the user's may have it by that.
pub fn owners_or(name: &str, is_device: &Ident) -> TokenStream {
    let span = is_device.span();
    let owners = owners_of(name).map(|(owner, is_one)| match owner {
        _ if is_one => quote_spanned!(span=> true),
        Owner::Array | Owner::Tuple | Owner::Option | Owner::Ordering | Owner::Result => quote_spanned!(span=> false),
        _ => quote_spanned!(span=> #is_device),
    });
    quote_spanned!(span=> ::whipple::private::seen::methods::Of<#(#owners),*>)
}

/// All types of the library, and whether each has a method of this name.
fn owners_of(name: &str) -> impl Iterator<Item = (Owner, bool)> {
    // As in the macro `of_library` there.
    const ORDER: [Owner; 26] = [
        Owner::Signed,
        Owner::Unsigned,
        Owner::Float,
        Owner::Bool,
        Owner::Array,
        Owner::Tuple,
        Owner::Option,
        Owner::Ordering,
        Owner::Result,
        Owner::Vec2,
        Owner::Vec3,
        Owner::Vec4,
        Owner::IVec2,
        Owner::IVec3,
        Owner::IVec4,
        Owner::UVec2,
        Owner::UVec3,
        Owner::UVec4,
        Owner::Mat3,
        Owner::Mat4,
        Owner::BVec2,
        Owner::BVec3,
        Owner::BVec4,
        Owner::BVec4A,
        Owner::Quat,
        Owner::Char,
    ];
    // The order of values is no row of the table: all that can be copied has one, if its parts have.
    let is_order = matches!(name, "max" | "min" | "clamp" | "cmp" | "partial_cmp");
    let of_parts =
        [Owner::Bool, Owner::Char, Owner::Array, Owner::Tuple, Owner::Option, Owner::Ordering, Owner::Result];
    let has = move |owner| methods::by_name(name).any(|method| method.of.contains(owner));
    ORDER.iter().map(move |owner| (*owner, has(owner) || (is_order && of_parts.contains(owner))))
}
