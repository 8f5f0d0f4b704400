//! What the walk notes of literals and variables, for which it is decided afterwards how they are written.

/// How much an integer needs a type in C++.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Need {
    /// C++ converts it.
    No,
    /// It stands in a tuple or an array: C++ finds its type beside it if the macros do not see it.
    Little,
    /// C++ converts it, unless it ends up as the result of a lambda.
    May,
    /// C++ would take it for an int.
    Must,
}

/// What is known of a literal whose type Rust leaves open.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Its class.
    pub class: usize,
    /// How much it needs a type, if it is an integer.
    pub need: Need,
    /// Whether what stands beside it gives it its type, in Rust and in C++ alike, if it is a float.
    pub pinned: bool,
    /// Whether it stands in a pattern.
    pub compared: bool,
    /// Whether rustc can be asked.
    pub asks: bool,
    /// Whether rustc can be asked, and may not answer.
    pub guesses: bool,
}

/// Whether rustc is asked about a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Declared {
    /// It is not.
    Seen,
    /// Where nothing else says the type.
    AskedElse,
    /// It is.
    Asked,
}
