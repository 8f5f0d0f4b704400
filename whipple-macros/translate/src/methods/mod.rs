//! The one table of methods: what device code has of std, glam and whipple, and what to write instead of what it lacks.
//!
//! A row says whose method it is, what it does beside giving its value, what it takes and gives, and how C++ calls it. The files
//! hold the rows by owner; a test compares them with the device library, another with docs/language.md.

mod arrays;
mod chars;
mod constants;
mod context;
mod floats;
mod functions;
mod integer_vectors;
mod integers;
mod masks;
mod matrices;
mod memory;
mod options;
mod orders;
mod quaternions;
mod refused;
mod row;
mod ty;
mod vectors;

pub use constants::{Constant, constant};
pub use functions::Function;
pub use refused::{COLLECTIONS, Meant, REFUSED, Refused, refused};
pub use row::{Effect, Method, Panics, Receiver, Spelling};
pub use ty::{Owner, Ty};

use std::collections::HashMap;
use std::sync::LazyLock;

/// The rows, by owner.
const TABLES: &[&[Method]] = &[
    integers::METHODS,
    floats::METHODS,
    arrays::METHODS,
    options::METHODS,
    orders::METHODS,
    chars::METHODS,
    vectors::METHODS,
    integer_vectors::METHODS,
    masks::METHODS,
    quaternions::METHODS,
    matrices::METHODS,
    context::METHODS,
    memory::METHODS,
];

/// All rows; swizzles have none of their own.
pub fn all() -> impl Iterator<Item = &'static Method> {
    TABLES.iter().copied().flatten()
}

/// The rows of a name. All swizzles share some.
pub fn by_name(name: &str) -> impl Iterator<Item = &'static Method> {
    static ROWS: LazyLock<HashMap<&str, Vec<&Method>>> = LazyLock::new(|| {
        let mut rows = HashMap::<_, Vec<_>>::new();
        all().for_each(|method| rows.entry(method.name).or_default().push(method));
        rows
    });
    ROWS.get(name).into_iter().flatten().copied().chain(vectors::swizzle(name))
}

/// What `owner::name` is, as the method of `u32::pow(2, k)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Associated {
    /// A method, whose receiver is the first argument.
    Method(&'static Method),
    /// A function without a receiver.
    Function(&'static Function),
    /// A constant.
    Constant(&'static Constant),
}

/// What device code has by `owner::name`, where the owner is a primitive type or one of glam's.
pub fn associated(owner: &str, name: &str) -> Option<Associated> {
    let of = Owner::of_type(owner)?;
    let method = || by_name(name).find(|method| method.of.contains(&of) && method.receiver == Receiver::Value);
    let function = || functions::FUNCTIONS.iter().find(|function| function.name == name && function.of.contains(&of));
    let constant = || constants::CONSTANTS.iter().find(|row| row.name == name && row.of.contains(&of));
    let found = function().map(Associated::Function).or_else(|| constant().map(Associated::Constant));
    found.or_else(|| method().map(Associated::Method))
}

/// The C++ names of the library's types that have this name as a function, a method or a constant, for those that an alias
/// may stand for. No name stands for arrays, tuples and options.
pub fn built_in_owners(name: &str) -> Vec<&'static str> {
    let named = Owner::NAMES.iter().map(|(name, _)| *name);
    let other = |owner: &Owner| matches!(owner, Owner::Array | Owner::Tuple | Owner::Option | Owner::Result);
    let of_others = || by_name(name).any(|method| method.receiver == Receiver::Value && method.of.iter().any(other));
    if name == "default" {
        return named.chain(["", "Unit"]).collect();
    }
    let unnamed = of_others().then_some("");
    named.filter(|owner| associated(owner, name).is_some()).chain(unnamed).collect()
}

/// Whether a call of `Type::name` is written in another way if the type is one of the library's.
pub fn is_of_built_in(name: &str) -> bool {
    let is_written_so = |owner: &str| match associated(owner, name) {
        Some(Associated::Function(function)) => function.cpp != "T::",
        Some(Associated::Method(_)) => true,
        Some(Associated::Constant(_)) | None => false,
    };
    built_in_owners(name).into_iter().any(|owner| owner.is_empty() || is_written_so(owner))
}

/// All associated functions.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    functions::FUNCTIONS.iter()
}

/// All associated constants, and those of `std::f32::consts`.
pub fn constants() -> impl Iterator<Item = &'static Constant> {
    constants::CONSTANTS.iter().chain(constants::CONSTS)
}

/// Whether calls by this name are taken to change nothing and to read no memory, whatever their receiver: `#[device] impl` refuses
/// methods with `&mut self` that have it.
pub fn only_reads(name: &str) -> bool {
    let mut rows = by_name(name).peekable();
    rows.peek().is_some() && rows.all(|method| method.reserved)
}

/// Whether calls by this name give values, whatever their receiver: one that only reads, but for matrices, whose names say what parts are.
/// `#[device] impl` refuses methods that give references and have it.
pub fn is_of_values(name: &str) -> bool {
    let is_of_matrices = |method: &Method| method.of.iter().all(|owner| matches!(owner, Owner::Mat3 | Owner::Mat4));
    only_reads(name) && !by_name(name).all(is_of_matrices)
}

/// Whether device code has a method that a call can mean, by its name and the number of its arguments.
pub fn has(name: &str, arguments: usize) -> bool {
    with_arguments(name, arguments).next().is_some()
}

/// Whether a method of device code that a call can mean changes its receiver.
pub fn changes_receiver(name: &str, arguments: usize) -> bool {
    with_arguments(name, arguments).any(|method| method.receiver == Receiver::Changed)
}

/// Whether a call on a constant has a copy of it, which the method may change: one of the user's, where the library has the name for
/// types of glam's alone. Others may be of long arrays.
pub fn may_change_constant(name: &str, arguments: usize) -> bool {
    let is_of_glam = |method: &Method| !method.reserved && method.of.iter().all(|owner| owner.is_glam());
    changes_receiver(name, arguments) || with_arguments(name, arguments).all(is_of_glam)
}

/// The method of floats of this name, if calls by it need no look at the receiver.
pub fn of_floats(name: &str) -> Option<&'static Method> {
    by_name(name).find(|method| method.of.contains(&Owner::Float) && method.cpp == Spelling::Num && method.reserved)
}

/// Whether a call is written as a function of `num::`, which calls the member of whatever has one.
pub fn is_function(name: &str, arguments: usize) -> bool {
    with_arguments(name, arguments).any(|method| method.cpp == Spelling::Num)
}

/// Whether a call that is given functions may be written as the control flow that it is.
pub fn is_in_place(name: &str) -> bool {
    by_name(name).any(|method| method.cpp == Spelling::InPlace)
}

/// The method of the context of this name.
pub fn of_context(name: &str) -> Option<&'static Method> {
    by_name(name).find(|method| method.of.contains(&Owner::Context))
}

/// The method of options of this name.
pub fn of_options(name: &str) -> Option<&'static Method> {
    by_name(name).find(|method| method.of == [Owner::Option])
}

/// The method of results of this name.
pub fn of_results(name: &str) -> Option<&'static Method> {
    by_name(name).find(|method| method.of == [Owner::Result])
}

/// What a call does with memory if its receiver is a buffer or shared memory.
pub fn of_memory(name: &str) -> Effect {
    let effects = by_name(name).map(|method| method.effect);
    effects
        .into_iter()
        .find(|effect| matches!(effect, Effect::Loads | Effect::Stores | Effect::Updates))
        .unwrap_or(Effect::None)
}

/// Whether a method of this name gives an integer or a vector of integers, whatever it is called on.
pub fn gives_integer(name: &str) -> bool {
    let is_whole = |owner: &Owner| Owner::INTEGERS.contains(owner) || Owner::INTEGER_VECTORS.contains(owner);
    only_reads(name)
        && by_name(name).all(|method| match method.result {
            Ty::Same | Ty::Element => method.of.iter().all(is_whole),
            Ty::Signed | Ty::Unsigned | Ty::UnsignedElement | Ty::Bits | Ty::U32 | Ty::Usize => true,
            _ => false,
        })
}

/// Whether a method of this name gives a `bool`, whatever it is called on.
pub fn gives_bool(name: &str) -> bool {
    only_reads(name) && by_name(name).all(|method| method.result == Ty::Bool)
}

/// What a call takes and gives, whose receiver may be a number, an array, a context or memory: the row in which those agree that
/// have a method of this name.
pub fn types_of(name: &str, arguments: usize) -> Option<&'static Method> {
    let is_plain = |owner: &Owner| !owner.is_glam() && !matches!(owner, Owner::Option | Owner::Result);
    let mut rows = with_arguments(name, arguments).filter(|method| method.of.iter().any(is_plain));
    let first = rows.next()?;
    rows.all(|other| (other.arguments, other.result) == (first.arguments, first.result)).then_some(first)
}

fn with_arguments(name: &str, arguments: usize) -> impl Iterator<Item = &'static Method> {
    by_name(name).filter(move |method| method.arguments.len() == arguments)
}
