//! What the expansions of the macros name. Not part of the public interface: it changes without notice.

mod impls;
mod printed;
mod quotient;

use std::marker::PhantomData;

pub use glam::FloatExt;
pub use impls::{
    DeviceImpls, check_impls, count_impls, count_items, impls_of, items_of, names_of, receivers_of, traits_of,
};
pub use quotient::{AnyQuotient, Quotient};
pub use whipple_macros::expanded;
pub use whipple_runtime::{
    cpu::{
        Handed, NoForm, NotKept, OfAny, OfNone, OfPlain, Refused, RefusedExchange, Threads, WhetherKept, With,
        panics_here,
    },
    device_type::{
        AStructWithoutFields, AsAValue, Data, DeviceConstant, DeviceImpl, DeviceItem, DeviceType, Encode, Members,
        Typed, Unwritten,
    },
    join::{Constructed, IsType, No, NoOutput, OptionalOutput, Yes},
    parameter::{Parameter, ParameterWriter, extend_layout, field_offset, finish_layout},
    plan::Plan,
    print::{StandardStream, print as print_by_run},
    procedure::{Block, Execute, Procedure, Thread, Translated, Warp},
    program::{Contains, ProcedureInfo, Program},
    source::{
        Accesses, Call, Callee, Caller, Draft, Early, Fused, Item, ItemKind, ItemRef, Items, Join, Message, Namespace,
        Piece, Printed, Prints, Reached, Spawn, Unprinted, ask, foreign, fuse, fuse_text, given, hash, must_have,
        named, names_contain, provided, seen, stand_in, unordered, written,
    },
};

pub use crate::{
    __whipple_eprint as eprint, __whipple_eprintln as eprintln, __whipple_print as print, __whipple_println as println,
};

/// What a function or a constant without `#[device]` is taken for: an import of its name finds no type, and this instead.
pub mod unmarked {
    pub use whipple_runtime::source::named::{WithoutDevice, WithoutDevice as WithoutDeviceAlone};
}

/// The same of a function, with what stands for it in a pattern where there is none of the name.
pub mod unmarked_function {
    pub use super::unmarked::*;
    pub use whipple_runtime::source::named::no_function::*;
}

/// The same of a constant, with its value where there is none of the name.
pub mod unmarked_value {
    pub use super::unmarked::*;
    pub use whipple_runtime::source::named::no_value::*;
}

/// A device struct, device enum or procedure: what can have methods.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot have a `#[device] impl`",
    label = "not a `#[device]` struct, enum or procedure",
    note = "add `#[device]` to the definition of `{Self}`, or write a `#[device] fn` that takes it"
)]
pub trait HasMembers {
    /// The module that defines it: the C++ namespace of its methods.
    const NAMESPACE: Namespace;
    /// Its name, for the definitions of its methods.
    const ITSELF: ItemRef;
    /// The C++ names of its fields or variants.
    const FIELDS: &'static [&'static str];
    /// The C++ names of the variants of an enum that has some with fields.
    const VARIANTS: &'static [&'static str] = &[];
}

/// The translated body of a procedure: one without any says that first.
pub const fn body_of<P: Execute>() -> ItemRef {
    <P as Translated>::BODY
}

/// Whether a type is the device library's, and not of a `#[device]` item.
pub const fn is_of_library<T: Typed>() -> bool {
    !matches!(T::WHIPPLE_BORROWING, [Piece::Item(_), ..])
}

/// Size and alignment in bytes that C++ must find of a type: those that Rust has, and those that the host writes where it holds buffers.
pub const fn layout_of<T: Encode>() -> (usize, usize) {
    if T::HOLDS_BUFFERS { T::LAYOUT } else { (size_of::<T>(), align_of::<T>()) }
}

/// What implements traits of std, and none of the user's.
#[derive(Default)]
pub struct OfStd;

/// Has rustc refuse a function that is not the one of std that device code takes it for: each function has a type of its own.
pub const fn must_be_of_std<Function>(_meant: &Function, _found: &Function) {}

/// Which parameters of a generic device function are values of a type parameter, counted from 0: none, unless an inherent constant of the
/// same name shadows it. C++ takes references that are handed over there for what they refer to.
pub trait Deduced {
    /// The positions.
    const WHIPPLE_DEDUCED: &'static [usize] = &[];
    /// Those of the parameters whose arguments say what a generic parameter is.
    const WHIPPLE_DEDUCING: &'static [usize] = &[];
}
impl<T> Deduced for T {}

/// Whether a list of positions has this one.
pub const fn contains(positions: &[usize], position: usize) -> bool {
    let mut index = 0;
    while index < positions.len() {
        if positions[index] == position {
            return true;
        }
        index += 1;
    }
    false
}

/// Whether this is one of some names.
pub const fn is_one_of(found: Option<&str>, names: &[&str]) -> bool {
    match found {
        Some(found) => names_contain(names, found),
        None => false,
    }
}

/// Whether all of these hold.
pub const fn all(conditions: &[bool]) -> bool {
    let mut index = 0;
    while index < conditions.len() {
        if !conditions[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// A type with a `#[device] impl Deref`, which is refused there: nothing more is said of it.
pub trait RefusedDeref {}

/// Whether zeroes are a value of an enum without fields.
pub struct WriteVariantEqualsZeroForOneOfItsVariants<const ANSWER: bool>;

/// Memory of a device starts as zeroes. So an enum without this is not stored.
#[diagnostic::on_unimplemented(
    message = "device memory starts as zeroes, and this enum has no variant of value 0",
    label = "device code cannot store this",
    note = "write `Variant = 0` for one of the variants; without it, values of the enum stay within a task: in variables, parameters, results, constants and structs that are not stored"
)]
pub trait Zeroes {}
impl Zeroes for WriteVariantEqualsZeroForOneOfItsVariants<true> {}

/// Asks of a type what it has: constants of its own shadow those of [`NotCompared`] where their bounds hold.
pub struct Probe<T>(PhantomData<T>);

impl<T: PartialEq> Probe<T> {
    /// Whether it has `==`.
    pub const IS_COMPARED: bool = true;
}

impl<T: PartialOrd> Probe<T> {
    /// Whether it has `<`.
    pub const IS_ORDERED: bool = true;
}

impl<T: Ord> Probe<T> {
    /// Whether it has `cmp`.
    pub const IS_TOTALLY_ORDERED: bool = true;
}

impl<T: Clone> Probe<T> {
    /// Whether it has `clone`.
    pub const IS_CLONED: bool = true;
}

impl<T: Sync> Probe<T> {
    /// Whether threads of several tasks may see it: shared memory is the only thing in device code that is not `Sync`.
    pub const IS_SYNC: bool = true;
}

impl<T: std::ops::Deref> Probe<T> {
    /// Whether `*` follows it.
    pub const IS_FOLLOWED: bool = true;
}

#[allow(drop_bounds, reason = "it asks whether there is an impl by hand")]
impl<T: Drop> Probe<T> {
    /// Whether it has a `Drop` of its own.
    pub const IS_DROPPED: bool = true;
}

impl<T: RefusedDeref> Probe<T> {
    /// Whether its `Deref` is refused where it is implemented.
    pub const HAS_REFUSED_DEREF: bool = true;
}

impl<T> Probe<T>
where
    seen::DeviceCode: seen::functions::SeenDefault<T, ()>,
{
    /// Whether device code has its default.
    pub const HAS_DEFAULT: bool = true;
}

impl<T: Default> Probe<T> {
    /// Whether it has a default.
    pub const IS_DEFAULT: bool = true;
}

impl<T: Typed> Probe<T> {
    /// Whether device code has a name for it.
    pub const IS_TYPED: bool = true;
    /// Whether there is nothing of the user's to look for in it.
    pub const IS_OF_LIBRARY: bool = is_of_library::<T>();
    /// The C++ name of a type of the device library: none of an item, and an empty one of a type that has parameters.
    pub const BUILT_IN: Option<&'static str> = match T::WHIPPLE_BORROWING {
        [Piece::Item(_), ..] => None,
        [Piece::Text(name)] => Some(name),
        _ => Some(""),
    };
}

impl<T: Data> Probe<T> {
    /// Whether it holds no buffers.
    pub const IS_DATA: bool = true;
}

impl<T: Encode> Probe<T> {
    /// What C++ checks of its layout.
    pub const CHECKS: &'static [Piece] = T::CHECKS;
}

impl<T: HasMembers> Probe<T> {
    /// Its item.
    pub const ITSELF: Option<ItemRef> = Some(T::ITSELF);
}

impl<P: Execute> Probe<P> {
    /// The C++ struct, if it is a procedure.
    pub const PROCEDURE: Option<ItemRef> = Some(P::STRUCT);
}

/// What [`Probe`] says of types that have none of that.
pub trait NotCompared {
    /// Whether it has `==`.
    const IS_COMPARED: bool = false;
    /// Whether it has `<`.
    const IS_ORDERED: bool = false;
    /// Whether it has `cmp`.
    const IS_TOTALLY_ORDERED: bool = false;
    /// Whether it has `clone`.
    const IS_CLONED: bool = false;
    /// Whether threads of several tasks may see it.
    const IS_SYNC: bool = false;
    /// Whether `*` follows it.
    const IS_FOLLOWED: bool = false;
    /// Whether it has a `Drop` of its own.
    const IS_DROPPED: bool = false;
    /// Whether its `Deref` is refused where it is implemented.
    const HAS_REFUSED_DEREF: bool = false;
    /// Whether device code has its default.
    const HAS_DEFAULT: bool = false;
    /// Whether it has a default.
    const IS_DEFAULT: bool = false;
    /// None.
    const PROCEDURE: Option<ItemRef> = None;
    /// None.
    const BUILT_IN: Option<&'static str> = None;
    /// None.
    const ITSELF: Option<ItemRef> = None;
    /// Whether device code has a name for it.
    const IS_TYPED: bool = false;
    /// Whether it holds no buffers.
    const IS_DATA: bool = false;
    /// It has no layout that is the host's, too.
    const CHECKS: &'static [Piece] = &[];
    /// Procedures have a text of their own; rustc refuses others where they are named.
    const IS_OF_LIBRARY: bool = true;
}
impl<T> NotCompared for Probe<T> {}

/// What a type that is no `#[device]` item has: an inherent constant of the same name shadows it.
pub trait HasNoMembers {
    /// Nothing.
    const WHIPPLE_MEMBERS: Members = Members::NONE;
    /// It is not a generic type without its arguments.
    const WHIPPLE_IS_UNWRITTEN: bool = false;
}
impl<T> HasNoMembers for T {}

/// The C++ type of a procedure's output.
pub const fn output_type_of<P: Translated>() -> &'static [Piece] {
    P::Output::WHIPPLE_TYPED
}

/// The C++ type of a procedure's shared memory.
pub const fn shared_type_of<P: Procedure>() -> &'static [Piece] {
    P::Shared::WHIPPLE_TYPED
}

/// The C++ struct of a procedure that a body names. Where that is none, the call that names it says so, and nothing else does.
pub const fn named_struct(procedure: Option<ItemRef>) -> ItemRef {
    match procedure {
        Some(procedure) => procedure,
        None => ItemRef::NONE,
    }
}

/// The C++ name of a type that has functions and constants. Procedures have them, too, and are no device types.
#[diagnostic::on_unimplemented(
    message = "`{T}` is not a device type",
    label = "device code has no functions and no constants of it",
    note = "write `#[device]` above the definition of a struct or an enum of your own; of glam, device code has the types of f32, i32, u32 and bool that docs/language.md lists"
)]
pub trait OwnerName<T> {
    /// The name.
    const NAME: &'static [Piece];
}

/// What has functions and constants: a procedure or not.
pub struct NamedOwner<const IS_PROCEDURE: bool>;

#[diagnostic::do_not_recommend]
impl<T: Typed> OwnerName<T> for NamedOwner<false> {
    const NAME: &'static [Piece] = T::WHIPPLE_BORROWING;
}

#[diagnostic::do_not_recommend]
impl<P: Execute> OwnerName<P> for NamedOwner<true> {
    const NAME: &'static [Piece] = &[Piece::Item(P::STRUCT)];
}

/// The C++ struct of a procedure with a body. This asks for the body: where `#[procedure]` is missing, the body says so, and nothing
/// else does.
pub const fn struct_of<P: Execute>() -> ItemRef {
    P::STRUCT
}

/// The module that defines a procedure.
pub const fn namespace_of<P: Execute>() -> Namespace {
    P::NAMESPACE
}

/// The most tasks that one thread of a procedure spawns, if it says so.
pub const fn max_spawns_of<P: Execute>() -> Option<u32> {
    P::MAX_SPAWNS
}

/// How often a loop over such a range runs.
pub const fn trips(start: i128, end: i128, is_closed: bool) -> u32 {
    let trips = end.saturating_sub(start).saturating_add(is_closed as i128);
    if trips < 0 {
        0
    } else if trips < Spawn::UNBOUNDED as i128 {
        trips as u32
    } else {
        Spawn::UNBOUNDED
    }
}

/// The end of a range as i128. One of 128 bits that looks negative may be beyond all of these.
pub const fn last<T: Copy>(number: i128, _value: &T) -> i128 {
    if number < 0 && size_of::<T>() == size_of::<i128>() { i128::MAX } else { number }
}

/// A number of a type that the numbers in its expression get from it.
pub const fn of_type<T: Copy>(value: T) -> T {
    value
}

/// The larger number.
pub const fn larger(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

/// What a `for` loop of device code goes over.
pub trait Elements {
    /// Each of them.
    type Element;
    /// How many there are at most.
    const COUNT: usize;
}
impl<T, const N: usize> Elements for [T; N] {
    type Element = T;
    const COUNT: usize = N;
}
impl<T> Elements for Option<T> {
    type Element = T;
    const COUNT: usize = 1;
}

/// Stands for an element where only its type counts; never called.
pub fn element<Whole: Elements>(_whole: &Whole) -> &Whole::Element {
    unreachable!("nothing runs where spawns are counted")
}

/// How often a loop over a part of a value runs. The function that says which part is never called.
pub const fn elements_of<Whole, Part: Elements>(_part: fn(&Whole) -> &Part) -> u32 {
    trips(0, Part::COUNT as i128, false)
}

/// Which procedures of a program the seeded ones lead to by spawns, themselves included.
pub const fn reached<const N: usize>(plan: &Plan, seeded: [bool; N]) -> [bool; N] {
    let mut reached = seeded;
    // Paths are at most N - 1 spawns long.
    let mut round = 1;
    while round < N {
        let mut from = 0;
        while from < N {
            let mut to = 0;
            while to < N {
                reached[to] |= reached[from] && plan.facts.spawns[from][to] > 0;
                to += 1;
            }
            from += 1;
        }
        round += 1;
    }
    reached
}
