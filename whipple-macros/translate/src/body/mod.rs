//! Translates one Rust function into CUDA C++, and types the literals of its Rust body.

use crate::{errors::Errors, piece::Pieces};

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

/// What [`translate`] works on. All references are to the user's tokens as they came.
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
    /// What stands before the function's name where it is defined outside its class: `"Patch::"`, or `""`.
    pub qualifier: &'a str,
}

/// One translated function.
#[derive(Clone, Debug)]
pub struct Function {
    /// How it takes `self`.
    pub receiver: Receiver,
    /// The complete declaration without `;`, as `__device__ f32 longest_edge(const Patch& patch)` or, in a class,
    /// `static __device__ Patch flat()`, `__device__ f32 area() const`, `template <class T> __device__ T first(…)`.
    /// One line, not indented.
    pub prototype: Pieces,
    /// `" const"` where the C++ member function is const, else `""`. Already part of `prototype` and
    /// `definition_head`.
    pub suffix: &'static str,
    /// Whether this is an associated function without `self`. `static` is already part of `prototype`.
    pub is_static: bool,
    /// What stands before the body at the definition: a `#line N "file"` line, then the declaration with the qualified
    /// name, then a space. A template's parameters have a line of their own.
    pub definition_head: Pieces,
    /// `{\n    …\n}\n`, with `#line` directives.
    pub body: Pieces,
    /// The Rust body with typed literals; the user's body as it was when there were errors.
    pub host: syn::Block,
    /// The spawns in the body, merged by procedure.
    pub spawns: Vec<SpawnUse>,
}

/// A procedure that a body spawns.
#[derive(Clone, Debug)]
pub struct SpawnUse {
    /// The procedure, as the user wrote it, with `Self` replaced.
    pub procedure: syn::Type,
    /// The most that one thread spawns in one task; `None` when the body does not show it.
    pub per_thread: Option<u32>,
    /// Where the (first) spawn is.
    pub span: proc_macro2::Span,
}

/// Translates a function. On errors the result is still complete, so that the user's item can be emitted beside them.
pub fn translate(input: &FunctionInput<'_>, errors: &mut Errors) -> Function {
    let _ = errors;
    Function {
        receiver: Receiver::None,
        prototype: Pieces::new(),
        suffix: "",
        is_static: false,
        definition_head: Pieces::new(),
        body: Pieces::new(),
        host: input.block.clone(),
        spawns: Vec::new(),
    }
}
