//! Statements and expressions as C++ has them: what `lower` makes and `emit` writes.
//!
//! Evaluation order is explicit: the parts of an expression may be evaluated in any order, and what must come first is a statement.

mod dump;

use crate::{context::code::Code, piece::Pieces};
use proc_macro2::TokenStream;

pub use dump::dump;

/// A statement, with the Rust line that it came from.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The Rust line.
    pub line: usize,
    /// What it is.
    pub kind: StmtKind,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `how name = value;`
    Declare(How, String, Option<Node>),
    /// `[[maybe_unused]] Unit name{};`
    DeclareUnit(String),
    /// `const auto [a, b] = value;`
    DeclareParts(How, Vec<String>, Node),
    /// `static constexpr T NAME = value;`
    Constant(Pieces, String, Pieces),
    /// `place = value;`
    Assign(Node, Node),
    /// `place += value;`
    Compound(&'static str, Node, Node),
    /// `value;`
    Do(Node),
    /// `return value;`
    Return(Option<Node>),
    /// `if (condition) { … } else { … }`
    If(Node, Vec<Stmt>, Otherwise, usize),
    /// `head { … }`, a loop.
    Loop(Head, Vec<Stmt>, usize),
    /// `{ … }`, up to this Rust line.
    Block(Vec<Stmt>, usize),
    /// `{ … }`, which Rust does not have.
    Inner(Vec<Stmt>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `goto label;`
    Goto(String),
    /// `label:;`
    Label(String),
    /// `check(condition, "message");`, in debug builds only or always.
    Check(Node, bool),
    /// Statements in debug builds only.
    Debug(Vec<Stmt>),
    /// A statement that Rust does not have, on a row of its own.
    Extra(Pieces),
    /// The value of a choice, which these statements are a part of: where it goes, is not known yet.
    Give {
        /// The number of the choice.
        choice: u32,
        /// The value.
        value: Node,
        /// Whether C++ sees no type in it.
        is_open: bool,
    },
}

/// What stands after the first branch of an `if`.
#[derive(Clone, Debug)]
pub enum Otherwise {
    /// Nothing.
    Nothing,
    /// `else { … }`
    Else(Vec<Stmt>, usize),
    /// `else if`, an [`StmtKind::If`].
    ElseIf(Box<Stmt>),
}

/// The head of a loop.
#[derive(Clone, Debug)]
pub enum Head {
    /// `while (condition)`
    While(Node),
    /// `for (how name : range)`
    For(How, String, Node),
}

/// How a variable is declared.
#[derive(Clone, Debug)]
pub enum How {
    /// `auto`
    Auto,
    /// `const auto`
    Const,
    /// `auto&`
    Reference,
    /// `const auto&`
    ConstReference,
    /// `auto&&`: what a function gives, a reference or a value.
    Any,
    /// `decltype(auto)`: what a function gives, a reference as such.
    Given,
    /// A type, in front of the name.
    Typed(Pieces),
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Node {
    /// A text of its own.
    Text(Code),
    /// `object.member`
    Member(Box<Node>, String),
    /// `object[index]`
    Index(Box<Node>, Box<Node>),
    /// `name(arguments)`
    Call(Pieces, Vec<Node>),
    /// `object.name(arguments)`, the name with its template arguments.
    Method(Box<Node>, Pieces, Vec<Node>),
    /// An argument, before it what says what the function gives, if that wants it.
    Told(Pieces, Box<Node>),
    /// `Type{arguments}`
    Braces(Pieces, Vec<Node>),
    /// `-value`, `!value`
    Prefix(&'static str, Box<Node>),
    /// `left + right`, with the precedence of the operator.
    Infix(&'static str, Box<Node>, Box<Node>, u8),
    /// `condition ? yes : no`
    Choice(Box<Node>, Box<Node>, Box<Node>),
    /// `[&] { return value; }`
    Late(Box<Node>),
    /// `[&] { …; return value; }()`
    Lambda(Vec<Stmt>),
    /// `[&] { …; return value; }`
    Uncalled(Vec<Stmt>),
    /// `[&](auto&& a, auto&& b) { …; return value; }`
    Closure(Vec<String>, Vec<Stmt>),
    /// A lambda that begins with this text, up to its statements.
    Items(String, Vec<Stmt>),
    /// `receiver.name(arguments)` where rustc says that the type has a method of this name, else `owner::name(receiver, arguments)`.
    MethodOr {
        /// A constant expression of rustc's: whether it is a method.
        is_method: TokenStream,
        /// What it is told as a function, and as a method.
        told: [Pieces; 2],
        /// The type in C++.
        owner: Pieces,
        /// The name in C++.
        name: String,
        /// Its generic arguments.
        template: Pieces,
        /// What stands before the dot, or is the first argument.
        receiver: Box<Node>,
        /// The other arguments.
        arguments: Vec<Node>,
    },
    /// `num::foreign<hash>(receiver, arguments)` where rustc says that the type has the method by a trait, as the answer to a question has it,
    /// else `receiver.name(arguments)`.
    Foreign {
        /// The answer: an expression.
        answer: TokenStream,
        /// The hash of the method's name.
        hash: u64,
        /// What it is called on.
        receiver: Box<Node>,
        /// The name in C++.
        name: Pieces,
        /// The other arguments, and before them what they are told.
        arguments: Vec<Node>,
        /// Whether there are others.
        has_arguments: bool,
    },
    /// One of two, by a constant expression of rustc's. To be kept small: both are written.
    Either(TokenStream, Box<Node>, Box<Node>, u8),
}

impl Node {
    /// A name, or another text that binds as tightly.
    pub fn name(text: impl Into<String>) -> Self {
        Self::Text(Code::primary(text))
    }

    /// `self.name`
    pub fn member(self, name: impl Into<String>) -> Self {
        Self::Member(Box::new(self), name.into())
    }

    /// `self.name()`
    pub fn ask(self, name: &str) -> Self {
        Self::Method(Box::new(self), Pieces::text(name), Vec::new())
    }

    /// `self[index]`
    pub fn index(self, index: Self) -> Self {
        Self::Index(Box::new(self), Box::new(index))
    }

    /// `name(arguments)`
    pub fn call(name: impl Into<String>, arguments: Vec<Self>) -> Self {
        Self::Call(Pieces::text(name), arguments)
    }

    /// `left operator right`
    pub fn infix(operator: &'static str, left: Self, right: Self, precedence: u8) -> Self {
        Self::Infix(operator, Box::new(left), Box::new(right), precedence)
    }

    /// `*self`: what a reference that C++ keeps refers to.
    pub fn pointee(self) -> Self {
        Self::Prefix("*", Box::new(self))
    }

    /// The reference to a place that stays, for C++ to keep.
    pub fn address(self, mutable: bool) -> Self {
        match self {
            Self::Prefix("*", kept) => *kept,
            place => Self::call(if mutable { "num::address" } else { "num::const_address" }, vec![place]),
        }
    }

    /// Whether this is nothing but a text.
    pub fn is_text(&self, text: &str) -> bool {
        matches!(self, Self::Text(code) if code.is_text(text))
    }
}
