//! The body of a function as the translator thinks of it: every expression, variable and label has a number, names are resolved, and
//! what Rust can write in several ways is written in one.
//!
//! What is gone: parentheses, `matches!`, macros that check, `while let`, `let` with several patterns at once, names. What stays is what
//! Rust's meaning depends on: places and values, blocks, the order of evaluation. [`build`] makes a [`Body`], `lower` takes it apart.

mod alternatives;
mod bounds;
mod build;
mod changes;
mod dump;
mod effects;
mod given;
mod message;
mod own;
mod parts;
mod queries;
mod shapes;
mod sums;

pub use crate::context::Shape;
use alternatives::Different;
pub use build::build;
pub use effects::{AllEffects, Effects, Surroundings};
pub use message::Message;
pub use parts::{At, Base, By, Callee, Foreign, Iterated, Parts, Pat, PatKind, Range, Renewal, Way};
pub use queries::Root;
pub use shapes::{Holder, gives_content, is_part_giver};

use crate::message::Writer;
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};
use syn::{Member, Path, Type};

/// An expression of a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ExprId(pub u32);

/// A variable of a body, a parameter too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocalId(pub u32);

/// A loop or a labelled block: what `break` and `continue` name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TargetId(pub u32);

/// A function's body.
#[derive(Clone, Debug, Default)]
pub struct Body {
    exprs: Vec<Expr>,
    locals: Vec<Local>,
    targets: Vec<Target>,
    /// The variables of the parameters, in their order; `None` for `_`. `self` is no variable, but [`ExprKind::This`].
    pub parameters: Vec<Option<LocalId>>,
    /// The statements.
    pub root: Block,
    /// The literals by their numbers in the text.
    pub literals: BTreeMap<usize, ExprId>,
    /// The variables of `let`s that declare one, by the numbers of these in the text.
    pub lets: BTreeMap<usize, LocalId>,
    /// The calls, the `None`s, and what `Ok` and `Err` make, by their numbers in the text.
    pub values: BTreeMap<usize, ExprId>,
    /// The calls of methods that are given functions and are taken for those of `Result`, by their numbers in the text.
    pub of_results: BTreeSet<usize>,
    /// The names of variables that are closures and refer to what they name.
    pub referring: BTreeSet<String>,
    /// The closures that are handed to functions, by their numbers in the text.
    pub handed: BTreeSet<usize>,
    /// The calls that iterators are made of, by their numbers in the text: they are loops here.
    pub chains: BTreeSet<usize>,
    /// The calls on variables that have iterators, or (`true`) that are given one, and the loops over these, by their numbers in the text.
    pub on_iterators: BTreeSet<(usize, bool)>,
    /// The calls of these that are on iterators of the user's, by their numbers in the text, and whether those are lent.
    pub own_iterators: BTreeMap<usize, bool>,
    /// The calls that rustc says the meaning of, by their numbers in the text: what stands for its answer.
    pub ways: BTreeMap<usize, ExprId>,
    /// Whether the function gives an iterator that a variable has.
    pub gives_variable: bool,
    /// Variables of the type that a call gives, by the number of the call.
    pub results: BTreeMap<usize, LocalId>,
    /// The variables with the keys of `min_by_key` and `max_by_key`, by the number of the call. The closure's value says their type.
    pub keys: BTreeMap<usize, LocalId>,
    /// The literals, calls and `None`s that stand in the text once and here again, as in closures that are called twice, and which they are.
    pub copies: BTreeMap<ExprId, ExprId>,
    /// The same of the variables of `let`s.
    pub copied_locals: BTreeMap<LocalId, LocalId>,
    /// What writes the messages that have values, by their numbers.
    pub messages: BTreeMap<u64, Writer>,
    /// The names in patterns that are taken for new variables, unless constants outside of the body have them.
    pub new_names: BTreeSet<syn::Ident>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where the user wrote its first token.
    pub first: Span,
    /// Where the user wrote its last token.
    pub last: Span,
    /// The Rust line of its first token.
    pub line: usize,
    /// The Rust line of its last token.
    pub end: usize,
    /// Where its value has references.
    pub shape: Shape,
    /// Whether copies take the place of its references: it is a value of a choice whose other values have copies.
    pub is_copied: bool,
    /// Whether it is a value of a choice of what functions gave: references come out of it as C++ keeps them.
    pub is_kept: bool,
    /// Whether the slice is `&mut` that Rust makes of the array it refers to, as another value of the choice is a slice; else nothing.
    pub viewed: Option<bool>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name in Rust.
    pub name: syn::Ident,
    /// Whether it is `mut`, or gets its value after its declaration.
    pub mutable: bool,
    /// Its type, where it is written: of a parameter, or of `let x: T`. Not of the parts of a pattern with a type.
    pub ty: Option<Type>,
    /// Whether it is a constant of the body.
    pub is_constant: bool,
    /// Where its value comes from.
    pub origin: Origin,
    /// Where it has references.
    pub shape: Shape,
    /// Whether a pattern borrows it by `ref`, and whether by `ref mut`.
    pub by_ref: Option<bool>,
}

/// Where the value of a variable comes from.
#[derive(Clone, Copy, Debug)]
pub enum Origin {
    /// It is that of an expression.
    Whole(ExprId),
    /// It is a part of that of an expression: a pattern takes that apart.
    Part(ExprId),
    /// It is a number of a range.
    Counted {
        /// The first number.
        start: ExprId,
        /// The last one, or the one after it.
        end: ExprId,
        /// Whether `end` belongs to it.
        closed: bool,
    },
    /// It is a constant, or comes later.
    Elsewhere,
    /// It is an element by `iter_mut`.
    Changeable,
    /// It is what a function hands to a closure.
    Handed,
}

impl Local {
    fn new(name: syn::Ident) -> Self {
        let (origin, shape) = (Origin::Elsewhere, Shape::Plain);
        Self { name, mutable: false, ty: None, is_constant: false, origin, shape, by_ref: None }
    }
}

/// What `break` leaves.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its label, without `'`.
    pub label: Option<String>,
    /// Whether it is a loop.
    pub is_loop: bool,
}

/// Statements and the value after them.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Stmt>,
    /// The value, if the last expression has no semicolon.
    pub value: Option<ExprId>,
    /// The constants inside, which are seen in all of it. In the order of their needs: none needs a later one.
    pub constants: Vec<Constant>,
    /// The Rust line of its closing brace.
    pub end: usize,
}

/// A `const` in a body.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its variable.
    pub local: LocalId,
    /// Its declaration, for CUDA.
    pub item: syn::ItemConst,
    /// Its value.
    pub value: ExprId,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// `let pattern: ty = value else { … };`
    Let(Box<Let>),
    /// An expression whose value is dropped.
    Expr(ExprId),
}

/// A `let`.
#[derive(Clone, Debug)]
pub struct Let {
    /// What the value is taken apart into.
    pub pattern: Pat,
    /// The type that is written.
    pub ty: Option<Type>,
    /// The value; without it the pattern is one variable.
    pub value: Option<ExprId>,
    /// The `else`, which never ends.
    pub other: Option<ExprId>,
    /// The Rust line of `let`.
    pub line: usize,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number or a `bool`, with the suffix that the user wrote.
    Literal(syn::Lit),
    /// A variable.
    Local(LocalId),
    /// `self`.
    This,
    /// A constant, a variant without fields, or a generic parameter.
    Item(Path),
    /// `None`, perhaps with its type: `None::<T>`.
    None(Path),
    /// `()`.
    Unit,
    /// What a sum or a product of numbers begins with.
    Neutral {
        /// Whether it is a sum.
        is_sum: bool,
    },
    /// `base.member`
    Field(ExprId, Member),
    /// `base[index]`
    Index(ExprId, ExprId),
    /// `base[start..end]`, `base[start..=end]`: a place whose elements are those of `base`.
    Slice {
        /// What has the elements.
        of: ExprId,
        /// The first index; 0 without one.
        start: Option<ExprId>,
        /// The last index, or the one after it; without one all up to the end.
        end: Option<ExprId>,
        /// Whether the element at `end` belongs to it.
        closed: bool,
    },
    /// `*reference`
    Deref(ExprId),
    /// `&place`, `&mut place`; of a value, a temporary.
    Borrow {
        /// Whether it is `&mut`.
        mutable: bool,
        /// What is borrowed.
        of: ExprId,
    },
    /// `!value`
    Not(ExprId),
    /// `-value`
    Negate(ExprId),
    /// An operator that takes both operands, a comparison too.
    Binary(Operator, ExprId, ExprId),
    /// `left && right`
    And(ExprId, ExprId),
    /// `left || right`
    Or(ExprId, ExprId),
    /// `place = value`
    Assign(ExprId, ExprId),
    /// `place += value`
    Compound(Operator, ExprId, ExprId),
    /// `(a, b.x, _) = value`
    TakeApart(Parts, ExprId),
    /// `value as T`
    Cast(ExprId, Type),
    /// `(a, b)`, of one to six elements.
    Tuple(Vec<ExprId>),
    /// `[a, b]`
    Array(Vec<ExprId>),
    /// `[value; length]`
    Repeat(ExprId, syn::Expr),
    /// `Some(value)`
    Some(ExprId),
    /// `Ok(value)`, `Err(value)`; the path may say the type.
    Outcome {
        /// Whether it is `Ok`.
        is_ok: bool,
        /// `Ok` or `Err`, perhaps with the types of both.
        path: Path,
        /// What it holds.
        value: ExprId,
    },
    /// What a method that is given functions makes of an `Option` or a `Result`, and the new value in it.
    Renewed(Renewal, ExprId, Option<ExprId>),
    /// `Type { field: value, ..base }`, of a struct or a variant. Without fields and base, `Type {}`.
    Struct {
        /// The type, or the variant.
        path: Path,
        /// The fields, in the order in which they are written.
        fields: Vec<(Member, ExprId)>,
        /// Where the other fields are copied from.
        base: Option<Base>,
    },
    /// A call of a function.
    Call(Callee, Vec<ExprId>),
    /// A function that is handed to another one.
    Function(Callee),
    /// A closure that is handed to a function.
    Closure {
        /// The copies of what it takes, which are made where it is written.
        before: Box<Block>,
        /// The variables of its parameters; `None` for `_`.
        parameters: Vec<Option<LocalId>>,
        /// What it gives.
        body: ExprId,
    },
    /// `receiver.name::<…>(arguments)`
    Method {
        /// What it is called on.
        receiver: ExprId,
        /// Its name.
        name: syn::Ident,
        /// Its generic arguments.
        turbofish: Option<syn::AngleBracketedGenericArguments>,
        /// Its arguments. The message of `expect` is [`ExprKind::Text`].
        arguments: Vec<ExprId>,
    },
    /// The message of `expect`.
    Text(String),
    /// `let pattern = value`, in the condition of an `if`, a `while` or a guard, or beside `&&` there.
    Let(Box<Pat>, ExprId),
    /// `if condition { … } else other`; `other` is a block or another `if`.
    If {
        /// The condition, which may have [`ExprKind::Let`].
        condition: ExprId,
        /// What runs if it holds.
        then: Box<Block>,
        /// What runs if not.
        other: Option<ExprId>,
    },
    /// `match value { arms }`
    Match(ExprId, Vec<Arm>),
    /// `'target: { … }`
    Block(Option<TargetId>, Box<Block>),
    /// `loop { … }`
    Loop(TargetId, Box<Block>),
    /// `while condition { … }`
    While(TargetId, ExprId, Box<Block>),
    /// `for pattern in … { … }`
    For(TargetId, Box<Pat>, Iterated, Box<Block>),
    /// `break 'target value`
    Break(TargetId, Option<ExprId>),
    /// `continue 'target`
    Continue(TargetId),
    /// `return value`
    Return(Option<ExprId>),
    /// `value?`, of an `Option` or a `Result`.
    Try(ExprId),
    /// `assert!(condition, "message")`, `panic!("message")` (no condition).
    Check {
        /// What must hold.
        condition: Option<ExprId>,
        /// What is said otherwise.
        message: Message,
        /// Whether it is only checked with debug assertions.
        debug: bool,
    },
    /// `println!("{}", value)`
    Print(Message),
    /// Whether rustc finds that a call has this meaning: the condition of an `if` of which the text has one branch.
    Way(Way),
    /// What was refused.
    Error,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// An arm of a `match`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The pattern.
    pub pattern: Pat,
    /// The guard, which may have [`ExprKind::Let`].
    pub guard: Option<ExprId>,
    /// The value.
    pub value: ExprId,
    /// The Rust line of its first token.
    pub line: usize,
}

impl Body {
    /// An expression.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// What an expression is.
    pub fn kind(&self, id: ExprId) -> &ExprKind {
        &self.expr(id).kind
    }

    /// A variable.
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }

    /// A loop or a labelled block.
    pub fn target(&self, id: TargetId) -> &Target {
        &self.targets[id.0 as usize]
    }

    /// What a variable is declared with, if it is the whole of that.
    pub fn value_of_local(&self, id: LocalId) -> Option<ExprId> {
        if let Origin::Whole(value) = self.local(id).origin { Some(value) } else { None }
    }

    /// Whether a variable is a constant of the body.
    pub fn is_constant(&self, id: LocalId) -> bool {
        self.local(id).is_constant
    }
}
