//! The attribute macros of whipple. Each is one call into the translator, which parses, checks, lowers and emits;
//! the facade crate `whipple` re-exports them and documents them with runnable examples.

use proc_macro::TokenStream;
use whipple_translate::items;

/// Makes a Rust item mean the same on the device: a struct, an enum, a function, an `impl` block or a constant.
///
/// The item stays as it is, for the CPU, and its translation to CUDA C++ is kept beside it. Write `#[device]` before
/// `#[derive(…)]`, so that it sees the derives.
///
/// - **Structs** (named or tuple, also with type and constant parameters) get `#[repr(C)]`; every field must be a device type. A struct that
///   derives `PartialEq` can be compared in device code. One with buffers in it is no device type: it is a field of a procedure, a
///   parameter or a variable, and stored nowhere. One with an `Option`, a `Result` or a tuple in it stays within a task: it is a
///   parameter, a result or a variable.
/// - **Enums** get `#[repr(u32)]` unless they say `u8`, `u16`, `u32` or `i32`, and `#[repr(C)]` if variants have fields, whose types
///   must be device types, or options, results and tuples of them, as those of a struct. One without fields that is stored needs a variant of value 0, because device memory starts as zeroes; the
///   variants of others are numbered from 0.
/// - **Functions** may be generic over types and constants. A hidden type of the function's name travels with it through
///   `use`, so a module and a device function of the same scope cannot share a name. Where rustc says "expected type,
///   found function `f`" (or constant) in device code, `f` lacks `#[device]`.
/// - **`impl` blocks** hold methods, associated functions and constants of a struct, enum or procedure; a type has at
///   most one `#[device] impl` without a trait, and others of operators and of traits of your own.
/// - **Constants** may use literals, operators and other device constants.
/// - **`macro_rules!`**: its calls in device code are expanded before the translation, on both sides.
///
/// `#[device(cuda = "…")]` on a function gives its CUDA body by hand (inline PTX, an intrinsic). The signature stays
/// typed, and the Rust body serves the CPU.
#[proc_macro_attribute]
pub fn device(arguments: TokenStream, item: TokenStream) -> TokenStream {
    items::device(arguments.into(), item.into()).into()
}

/// Makes a struct a procedure. Its fields are the uniform parameters of all its tasks: device types, `Buffer<T>` and
/// `ReadOnly<T>`, and structs and arrays of these.
///
/// - `level = 0` (threads of one warp), `1` (threads of one block) or `2` (one thread)
/// - `threads = N`: 2 to 32 at level 0, 32 to 1024 at level 1; at level 2 it is 1 and may be left out
/// - `shared = Type` (levels 0 and 1): a `#[device]` type that each task has in shared memory
/// - `max_spawns = N`: the most tasks that one thread spawns in one task; needed only when the body spawns in a loop
///   whose length is not a literal, or through a device function that it calls. A thread that spawns more panics
#[proc_macro_attribute]
pub fn procedure(arguments: TokenStream, item: TokenStream) -> TokenStream {
    items::procedure(arguments.into(), item.into()).into()
}

/// Translates the body of a procedure: goes on `impl Execute for …`, with `type Item` and `fn execute`.
#[proc_macro_attribute]
pub fn execute(arguments: TokenStream, item: TokenStream) -> TokenStream {
    items::execute(arguments.into(), item.into()).into()
}

/// Makes a struct a program: its fields are the procedures. The CUDA source and the plan are computed while it compiles.
///
/// `#[schedule(priority = N)]` on a field makes its tasks run earlier than those of fields with smaller numbers.
/// `#[schedule(weight = N)]` (1 to 1,000,000; 1 where it is not given) sets its part of the turns under the random policy and
/// its share of the execution time under the quota policy.
/// The compiler warns of a procedure that is not reached from the first field by spawns; `#[schedule(seeded)]` says that
/// the host seeds it.
#[proc_macro_attribute]
pub fn program(arguments: TokenStream, item: TokenStream) -> TokenStream {
    items::program(arguments.into(), item.into()).into()
}

/// What a `#[device] macro_rules!` of the user's hands an item back to.
#[doc(hidden)]
#[proc_macro]
pub fn expanded(tokens: TokenStream) -> TokenStream {
    items::expanded(tokens.into()).into()
}

/// The trait with the slots in which a `#[device] impl` leaves its text: for the facade crate alone.
#[doc(hidden)]
#[proc_macro]
pub fn device_impls(_: TokenStream) -> TokenStream {
    items::device_impls().into()
}
