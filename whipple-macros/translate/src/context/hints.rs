//! What is said of values whose type C++ cannot see.

/// The hint for a number that C++ cannot give a type to.
pub const UNSEEN: &str = "the type of this number cannot be seen here; write it with its type, as `0u32`, or give the variable one: `let x: Type = …;`";

/// The hint for a `None` that C++ cannot give a type to.
pub const UNSEEN_NONE: &str =
    "the type of this `None` cannot be seen in device code; give the variable one: `let x: Option<Type> = …;`";
