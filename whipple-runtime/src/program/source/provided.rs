//! What a trait gives where an impl of it has none: functions with a body in the trait, and constants with a value.
//!
//! The expansion of a `#[device] trait` sees none of its impls, and that of an impl sees no trait. Beside the trait stands a constant of the
//! trait's name, so that each import of the trait brings it along. Its type [`Provides`] what the trait gives. An impl takes what it does not
//! have itself, in const evaluation: a member of the class that calls the function of the trait.

use super::{Piece, names_contain, seen::functions::Takes};

/// How many functions a trait may give: an impl says of each place whether a function is there.
pub const MOST_FUNCTIONS: usize = 12;

/// A function that a trait gives.
#[derive(Clone, Copy)]
pub struct ProvidedFunction {
    /// Its Rust name.
    pub name: &'static str,
    /// Its C++ name.
    pub member: &'static str,
    /// The hashes of its name by which rustc is asked of it, each where it is of that kind (`Kind`).
    pub hashes: [Option<u64>; Kind::COUNT],
    /// Whether it takes `self`.
    pub is_method: bool,
    /// The C++ names of what it calls of the type, as `Self::name`: that of a constant, and that of a function.
    pub needs: &'static [[&'static str; 2]],
    /// Its declaration in a class, in parts between which the name of the class stands.
    pub prototype: &'static [&'static [Piece]],
    /// Its definition after the class, from the result on, in the same way.
    pub definition: &'static [&'static [Piece]],
    /// The hash of its Rust name.
    pub hash: u64,
    /// The same two texts for a type of the library (`foreign.rs`); empty where such a type cannot have it.
    pub foreign: [&'static [&'static [Piece]]; 2],
    /// Whether std or glam may have a method of this name.
    pub is_of_std: bool,
}

/// What rustc is told of a function that takes `self`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Which trait it is of, and so that generic functions may call it.
    Found,
    /// That it has the name of a method of the library.
    Library,
}

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 2;
}

/// A constant that a trait gives.
#[derive(Clone, Copy)]
pub struct ProvidedConstant {
    /// Its C++ name.
    pub member: &'static str,
    /// Its C++ type.
    pub ty: &'static [Piece],
    /// The hash of its Rust name.
    pub hash: u64,
    /// Its value, if that is the same for all types.
    pub value: Option<&'static [Piece]>,
}

/// What a trait gives.
pub trait Provides {
    /// A number of its own.
    const ID: u64;
    /// Its functions.
    const FUNCTIONS: &'static [ProvidedFunction];
    /// Its constants.
    const CONSTANTS: &'static [ProvidedConstant];
}

/// The values of a trait's constants for a type.
pub trait ProvidesFor<T: ?Sized> {
    /// One for each of [`Provides::CONSTANTS`].
    const VALUES: &'static [&'static [Piece]];
}

/// Stands for a trait without `#[device]`.
#[derive(Clone, Copy, Debug)]
pub struct NothingProvided;

impl Provides for NothingProvided {
    const ID: u64 = 0;
    const FUNCTIONS: &'static [ProvidedFunction] = &[];
    const CONSTANTS: &'static [ProvidedConstant] = &[];
}

impl<T: ?Sized> ProvidesFor<T> for NothingProvided {
    const VALUES: &'static [&'static [Piece]] = &[];
}

impl<const POSITION: usize, T: ?Sized> Takes<POSITION, T> for NothingProvided {}

/// The number of a trait; 0 of one without `#[device]`.
pub const fn id<P: Provides>(_: &P) -> u64 {
    P::ID
}

/// The number of a trait; `otherwise` of one without `#[device]`.
pub const fn id_or<P: Provides>(_: &P, otherwise: u64) -> u64 {
    if P::ID == 0 { otherwise } else { P::ID }
}

/// A type whose impl of the `#[device] trait` of this number is under `#[device]`, too. Each such trait asks for it.
///
/// Of a type of the library the trait itself finds that out (`foreign.rs`).
#[diagnostic::on_unimplemented(
    message = "this impl of a `#[device]` trait has no `#[device]`, and functions with this bound would call it",
    label = "write `#[device]` on the impl for `{Self}`"
)]
pub trait UnderDevice<const TRAIT: u64> {}

macro_rules! looked_at_by_the_trait {
    ($($ty:ty),* $(,)?) => {
        $(#[diagnostic::do_not_recommend]
        impl<const TRAIT: u64> UnderDevice<TRAIT> for $ty {})*
    };
}
looked_at_by_the_trait!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64, bool, char);
looked_at_by_the_trait!(glam::Vec2, glam::Vec3, glam::Vec4, glam::IVec2, glam::IVec3, glam::IVec4, glam::UVec2);
looked_at_by_the_trait!(glam::UVec3, glam::UVec4, glam::BVec2, glam::BVec3, glam::BVec4, glam::BVec4A, glam::Quat);
looked_at_by_the_trait!(glam::Mat3, glam::Mat4);
// An impl for references stands beside one for the type itself, and the trait checks both.
#[diagnostic::do_not_recommend]
impl<const TRAIT: u64, T: ?Sized> UnderDevice<TRAIT> for &T {}
#[diagnostic::do_not_recommend]
impl<const TRAIT: u64, T: ?Sized> UnderDevice<TRAIT> for &mut T {}

/// The functions that a trait gives.
pub const fn functions<P: Provides>(_: &P) -> &'static [ProvidedFunction] {
    P::FUNCTIONS
}

/// The constants that a trait gives.
pub const fn constants<P: Provides>(_: &P) -> &'static [ProvidedConstant] {
    P::CONSTANTS
}

/// Their values for a type.
pub const fn values<T: ?Sized, P: ProvidesFor<T>>(_: &P) -> &'static [&'static [Piece]] {
    P::VALUES
}

/// Has rustc check that device code has what a function of the trait calls on a value of this type.
pub const fn must_take<const POSITION: usize, T: ?Sized, P: Takes<POSITION, T>>(_: &P) {}

/// By which hash an impl says that a type has the function at this place; `otherwise` where the trait has none there, or the impl its own.
pub const fn hash_of(
    functions: &[ProvidedFunction],
    own: &[&str],
    (place, kind): (usize, Kind),
    otherwise: u64,
) -> u64 {
    if place < functions.len()
        && !names_contain(own, functions[place].member)
        && let Some(hash) = functions[place].hashes[kind as usize]
    {
        return hash;
    }
    otherwise
}

/// How many names an impl has, with those that it takes from its trait. `of_methods`: only of functions that take `self`.
pub const fn count_names(
    (functions, constants): (&[ProvidedFunction], &[ProvidedConstant]),
    own: &[&str],
    of_methods: bool,
) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < functions.len() {
        if is_taken(functions[index].member, own) && (functions[index].is_method || !of_methods) {
            count += 1;
        }
        index += 1;
    }
    index = 0;
    while index < constants.len() && !of_methods {
        if is_taken(constants[index].member, own) {
            count += 1;
        }
        index += 1;
    }
    count
}

/// The names of an impl in `listed`, and behind them the C++ names of what it takes from its trait, of which there are all in all `N`.
/// `of_methods`: the Rust names of functions that take `self`.
pub const fn names<const N: usize>(
    (functions, constants): (&'static [ProvidedFunction], &'static [ProvidedConstant]),
    own: &[&str],
    listed: &[&'static str],
    of_methods: bool,
) -> [&'static str; N] {
    let mut names = [""; N];
    let mut count = 0;
    while count < listed.len() {
        names[count] = listed[count];
        count += 1;
    }
    let mut index = 0;
    while index < functions.len() {
        let function = &functions[index];
        if is_taken(function.member, own) && (function.is_method || !of_methods) {
            names[count] = if of_methods { function.name } else { function.member };
            count += 1;
        }
        index += 1;
    }
    index = 0;
    while index < constants.len() && !of_methods {
        if is_taken(constants[index].member, own) {
            names[count] = constants[index].member;
            count += 1;
        }
        index += 1;
    }
    names
}

/// Whether an impl takes what has this name from its trait.
const fn is_taken(member: &str, own: &[&str]) -> bool {
    !names_contain(own, member)
}

/// How many pieces [`prototypes`], [`definitions`] or [`constant_definitions`] have at most.
pub const fn count_pieces(functions: &[ProvidedFunction], constants: &[ProvidedConstant]) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < functions.len() {
        count += 2 + 2 * (functions[index].prototype.len() + functions[index].definition.len());
        index += 1;
    }
    count + 10 * constants.len()
}

/// Pieces one after the other.
pub(super) struct Row<const N: usize> {
    pub pieces: [Piece; N],
    len: usize,
}

impl<const N: usize> Row<N> {
    pub const fn new() -> Self {
        Self { pieces: [const { Piece::Text("") }; N], len: 0 }
    }

    pub const fn push(mut self, piece: &'static [Piece]) -> Self {
        self.pieces[self.len] = Piece::Type(piece);
        self.len += 1;
        self
    }

    pub const fn text(mut self, text: &'static str) -> Self {
        self.pieces[self.len] = Piece::Text(text);
        self.len += 1;
        self
    }

    pub const fn number(mut self, number: u64) -> Self {
        self.pieces[self.len] = Piece::Number(number);
        self.len += 1;
        self
    }

    /// Parts, with the name of the class between them.
    pub const fn joined(mut self, parts: &'static [&'static [Piece]], itself: &'static [Piece]) -> Self {
        let mut index = 0;
        while index < parts.len() {
            if index > 0 {
                self = self.push(itself);
            }
            self = self.push(parts[index]);
            index += 1;
        }
        self
    }
}

/// What the class declares. `itself` is its name.
pub const fn prototypes<const N: usize>(
    (functions, constants): (&'static [ProvidedFunction], &'static [ProvidedConstant]),
    own: &[&str],
    itself: &'static [Piece],
) -> [Piece; N] {
    let mut row = Row::<N>::new();
    let mut index = 0;
    while index < functions.len() {
        if is_taken(functions[index].member, own) {
            row = row.joined(functions[index].prototype, itself);
        }
        index += 1;
    }
    index = 0;
    while index < constants.len() {
        let constant = &constants[index];
        if is_taken(constant.member, own) {
            row = row.text("    static const ").push(constant.ty).text(" ").text(constant.member).text(";\n");
        }
        index += 1;
    }
    row.pieces
}

/// The functions as they are defined after the class. `template` is what stands before a member of a class with parameters.
pub const fn definitions<const N: usize>(
    functions: &'static [ProvidedFunction],
    own: &[&str],
    (itself, template): (&'static [Piece], &'static str),
) -> [Piece; N] {
    let mut row = Row::<N>::new();
    let mut index = 0;
    while index < functions.len() {
        if is_taken(functions[index].member, own) {
            row = row.text("\n").text(template).joined(functions[index].definition, itself);
        }
        index += 1;
    }
    row.pieces
}

/// The constants as they are defined after the class, with their values for a type; without those, with what is the same for all types.
#[track_caller]
pub const fn constant_definitions<const N: usize>(
    constants: &'static [ProvidedConstant],
    own: &[&str],
    (itself, template): (&'static [Piece], &'static str),
    values: Option<&'static [&'static [Piece]]>,
) -> [Piece; N] {
    let mut row = Row::<N>::new();
    let mut index = 0;
    while index < constants.len() {
        let constant = &constants[index];
        if is_taken(constant.member, own) {
            let value = match (values, constant.value) {
                (Some(values), _) => values[index],
                (None, Some(value)) => value,
                (None, None) => panic!(
                    "a constant of this trait has another value for each type, which a generic type cannot have in device code: write a function in the trait instead"
                ),
            };
            row = row.text(template).text("constexpr ").push(constant.ty).text(" ").push(itself).text("::");
            row = row.text(constant.member).text(" = ").push(value).text(";\n");
        }
        index += 1;
    }
    row.pieces
}

/// Refuses what a trait gives to a type that has something else of the name, by the C++ names of its fields or variants and of itself.
#[track_caller]
pub const fn must_be_free(
    (functions, constants): (&[ProvidedFunction], &[ProvidedConstant]),
    own: &[&str],
    fields: &[&str],
    itself: &str,
) {
    let mut index = 0;
    while index < functions.len() + constants.len() {
        let member =
            if index < functions.len() { functions[index].member } else { constants[index - functions.len()].member };
        let is_free = !names_contain(fields, member) && !names_contain(&[itself], member);
        assert!(
            is_free || !is_taken(member, own),
            "the trait gives this type a function or a constant that is called like a field, a variant or the type itself in C++, where functions have `_fn` behind their names: rename one of them"
        );
        index += 1;
    }
}

/// Refuses an impl of a trait whose functions call what device code does not have of the type, by the names of what it has.
#[track_caller]
pub const fn must_have_needs(functions: &[ProvidedFunction], own: &[&str], members: &[&[&str]]) {
    let mut index = 0;
    while index < functions.len() {
        let needs = functions[index].needs;
        let mut need = 0;
        while is_taken(functions[index].member, own) && need < needs.len() {
            let (mut found, mut list) = (false, 0);
            while list < members.len() {
                let [constant, function] = needs[need];
                found |= names_contain(members[list], constant) || names_contain(members[list], function);
                list += 1;
            }
            assert!(
                found,
                "a function that the trait gives calls a function or names a constant of this type that has no `#[device]`: write `#[device]` on its impl"
            );
            need += 1;
        }
        index += 1;
    }
}
