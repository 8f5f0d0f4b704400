//! Random device functions: well-typed, without panics, and the same in every run with the same seed.
//!
//! What they are made of, each kind drawn at random, statements within statements and expressions within expressions:
//!
//! - types: `u8 u16 u32 u64 usize i8 i16 i32 i64 f32 f64 bool`, an array, an array of arrays, a struct, a tuple, a tuple in a tuple, an
//!   enum, an enum whose variants have fields, `Vec3`, two options, a struct with operators;
//! - statements, with those further down: `let` and `let mut` (which may shadow), without a value that branches give later, of a tuple's parts;
//!   assignment and compound assignment to a variable, an element, an element of an element and a field; calls that change what
//!   they get by `&mut`, methods by `&mut self`; references to read and to change by; `if`, `if` and `else`, `if let` of a tuple with
//!   a range; `for` over a range, an inclusive one, a reversed one, one in steps; `while`; `loop`; `match` of numbers with
//!   ranges and guards, `match` of an enum; blocks with a label; `break` and `continue` with a label; `return` from branches, and
//!   from arms; `if let`, `else if let`, `let … else`, `while let` of options, changes of them; loops over arrays, by value, by reference, with
//!   indices, backwards; `match`, `if let`, `let … else` of an enum with fields, with names in alternatives, changes through them;
//! - expressions, with those further down: literals with a type and without, limits of types, variables, conversions, `+ - *`, `/ %`, `& | ^`,
//!   shifts, `!` and `-`, wrapping and saturating methods, rotations, counts of bits, absolute values, minima and maxima of
//!   several numbers and negations, comparisons, `&& ||`, choices by
//!   `if`, by `match`, by a block with a variable, by a block with a label, by a `loop`; arrays by elements and by repetition,
//!   structs, tuples, enums; arrays and tuples with numbers that have no type, by themselves, in choices, and compared; fields, elements, elements of elements; calls, generic ones with and without types, by reference with a
//!   constant, methods; rounding and roots of floats, products with a sum, classes, floats from bits; operators and methods of `Vec3`;
//!   options by themselves, in choices, by checked arithmetic, by functions that leave early, their methods, numbers out of them; operators
//!   of a struct with itself and with numbers on either side; variants with fields in parentheses and in braces, numbers out of them, `matches!`;
//! - kept references (`references.rs`): chosen by `if`, `match`, blocks, loops; in tuples, arrays and options; taken apart; assigned
//!   again and swapped; to fields, elements and new values; by `ref` and `ref mut`. What is borrowed is not named as long as they live;
//! - values as places and changes inside expressions (`temporaries.rs`): methods by `&mut self` of copies, assignments to choices,
//!   calls that change an operand, `mem::swap`, `mem::replace`, `(x, y) = (y, x)`;
//! - references that functions give (`given.rs`): as places, in variables, tuples, arrays and options, chosen, exchanged, pointed
//!   elsewhere by themselves and through others; slices that are handed over and given;
//! - types of the user's (`own.rs`): generic structs and enums with methods, traits with types, constants and functions that they give,
//!   operators and indices, iterators and chains over them, closures that change what they capture;
//! - iterators (`sequences.rs`): over arrays, ranges and options, with stages, in expressions, and in variables that are asked for single
//!   items, gone over and copied; slices;
//! - calls (`calls.rs`): closures in variables and handed to functions, results, generic types, conversions;
//! - jumps in operands (`jumps.rs`): `return`, `break` with a value, `continue`, and `?` in functions that give an option;
//! - patterns (`patterns.rs`): ends and rests of arrays, `name @`, constants of the body, names in capitals, parts of tuples and options;
//! - literals (`literals.rs`): all notations, limits, decimals halfway between two floats and beside that, subnormal ones; variables
//!   of numbers, of arrays and of `None` whose type something further on decides.

mod calls;
mod expressions;
mod figures;
mod given;
mod jumps;
mod literals;
mod options;
mod own;
mod patterns;
mod references;
mod scope;
mod sequences;
mod statements;
mod temporaries;
mod tuples;

use scope::{Borrow, Lent, Variable};
use std::fmt::Write;

/// xorshift64*: small, and the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: u32) -> u32 {
        (((self.next() >> 32) * u64::from(limit)) >> 32) as u32
    }

    pub fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    U8,
    U16,
    U32,
    U64,
    Usize,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
    Bool,
    /// `[u32; 4]`
    Array,
    /// `Pair { left: u32, right: i64, weight: f32 }`
    Pair,
    /// `(u32, i32)`
    Tuple,
    /// `(f32, (u8, i64), bool)`
    Nested,
    /// `[[i32; 3]; 2]`
    Grid,
    /// `enum Kind { Plain, Dotted, Striped }`
    Kind,
    /// glam's.
    Vec3,
    /// `Option<u32>`
    Maybe,
    /// `Option<i64>`
    Wide,
    /// `Gauss { re: i32, im: i32 }`, with operators.
    Gauss,
    /// `enum Figure`, whose variants have fields.
    Figure,
}

use Type::{
    Array, Bool, F32, F64, Figure, Gauss, Grid, I8, I16, I32, I64, Kind, Maybe, Nested, Pair, Tuple, U8, U16, U32, U64,
    Usize, Vec3, Wide,
};

const INTEGERS: [Type; 9] = [U8, U16, U32, U64, Usize, I8, I16, I32, I64];
const NUMBERS: [Type; 11] = [U8, U16, U32, U64, Usize, I8, I16, I32, I64, F32, F64];
const SCALARS: [Type; 12] = [U8, U16, U32, U64, Usize, I8, I16, I32, I64, F32, F64, Bool];
const ALL: [Type; 23] = [
    U8, U16, U32, U64, Usize, I8, I16, I32, I64, F32, F64, Bool, Array, Pair, Tuple, Nested, Grid, Kind, Vec3, Maybe,
    Wide, Gauss, Figure,
];

impl Type {
    fn name(self) -> &'static str {
        match self {
            U8 => "u8",
            U16 => "u16",
            U32 => "u32",
            U64 => "u64",
            Usize => "usize",
            I8 => "i8",
            I16 => "i16",
            I32 => "i32",
            I64 => "i64",
            F32 => "f32",
            F64 => "f64",
            Bool => "bool",
            Array => "[u32; 4]",
            Pair => "Pair",
            Tuple => "(u32, i32)",
            Nested => "(f32, (u8, i64), bool)",
            Grid => "[[i32; 3]; 2]",
            Kind => "Kind",
            Vec3 => "Vec3",
            Maybe => "Option<u32>",
            Wide => "Option<i64>",
            Gauss => "Gauss",
            Figure => "Figure",
        }
    }

    fn is_integer(self) -> bool {
        INTEGERS.contains(&self)
    }

    fn is_signed(self) -> bool {
        matches!(self, I8 | I16 | I32 | I64)
    }

    fn is_float(self) -> bool {
        matches!(self, F32 | F64)
    }

    fn width(self) -> u32 {
        match self {
            U8 | I8 => 8,
            U16 | I16 => 16,
            U32 | I32 => 32,
            _ => 64,
        }
    }
}

/// A function that is being written.
struct Writer<'r> {
    random: &'r mut Random,
    scope: Vec<Variable>,
    /// What the loops around borrow, which go through arrays.
    walked: Vec<Borrow>,
    names: u32,
    /// Loops and branches around.
    depth: u32,
    /// Labels of loops around, innermost last.
    labels: Vec<String>,
    /// Blocks around that `break` gives a value: their labels, and the types of these values.
    blocks: Vec<(String, Type)>,
    /// Above 0, expressions change nothing and do not leave: something around is borrowed.
    still: u32,
    /// The option that the function gives, unless it is a number.
    gives: Option<Type>,
    text: String,
    /// How many statements may still be written.
    budget: u32,
}

const PARAMETERS: [(&str, Type); 8] =
    [("a", U32), ("b", U32), ("i", I32), ("x", F32), ("p", U64), ("n", I64), ("u", F64), ("k", U32)];

/// A function of a batch: its Rust source. Some call one that gives an option, which `?` leaves.
pub fn function(random: &mut Random, name: &str) -> String {
    if !random.one_in(3) {
        return written(random, name, None, None);
    }
    let (inner, gives) = (format!("{name}_held"), random.of(&[Maybe, Wide]));
    let before = written(random, &inner, Some(gives), None);
    before + &written(random, name, None, Some((inner, gives)))
}

/// A function that gives a number, or an option, and calls another one.
fn written(random: &mut Random, name: &str, gives: Option<Type>, calls: Option<(String, Type)>) -> String {
    let scope = PARAMETERS.map(|(name, of)| Variable::new(name.to_owned(), of, false)).to_vec();
    let budget = 2 + random.below(if gives.is_some() { 2 } else { 5 });
    let (walked, labels, blocks, text) = (Vec::new(), Vec::new(), Vec::new(), String::new());
    let mut writer =
        Writer { random, scope, walked, names: 0, depth: 0, labels, blocks, still: 0, gives, text, budget };
    writer.line("let mut result: u64 = 1;");
    writer.scope.push(Variable::new("result".to_owned(), U64, true));
    for _ in 0..writer.random.below(4) {
        let of = writer.random.of(&[U32, U32, Pair, Array, Tuple, Figure, I64, Maybe, Grid, Nested, F32]);
        writer.declare(of);
    }
    if let Some((called, of)) = calls {
        let arguments = PARAMETERS.map(|(_, of)| writer.leaf(of)).join(", ");
        writer.line(&format!("let mut held: {} = {called}({arguments});", of.name()));
        writer.scope.push(Variable::new("held".to_owned(), of, true));
    }
    while writer.budget > 0 {
        writer.statement();
    }
    // After the parameters and the result.
    let outside = PARAMETERS.len() + 1;
    writer.fold(outside, 6);
    writer.forget_references(outside);
    writer.fold(outside, 6);
    let list: Vec<String> = PARAMETERS.iter().map(|(name, of)| format!("{name}: {}", of.name())).collect();
    let (type_name, value) = match gives {
        None => ("u64", "result"),
        Some(Maybe) => (Maybe.name(), "Some(result as u32)"),
        Some(_) => (Wide.name(), "if result % 2 == 0 { None } else { Some(result as i64) }"),
    };
    let text = writer.text;
    format!("    #[device]\n    pub fn {name}({}) -> {type_name} {{\n{text}        {value}\n    }}\n", list.join(", "))
}

/// A value as a number that says all of it.
fn folded(name: &str, of: Type) -> String {
    match of {
        F32 => format!("bits({name})"),
        F64 => format!("long_bits({name})"),
        Array => format!("mix(mix({name}[0] as u64, {name}[1] as u64), mix({name}[2] as u64, {name}[3] as u64))"),
        Pair => format!("mix(mix({name}.left as u64, {name}.right as u64), bits({name}.weight))"),
        Tuple => format!("mix({name}.0 as u64, {name}.1 as u64)"),
        Nested => {
            format!("mix(mix(bits({name}.0), {name}.1.0 as u64), mix({name}.1.1 as u64, {name}.2 as u64))")
        }
        Grid => {
            format!("mix(mix({name}[0][0] as u64, {name}[0][2] as u64), mix({name}[1][0] as u64, {name}[1][1] as u64))")
        }
        Maybe | Wide => format!("mix({name}.unwrap_or(77) as u64, {name}.is_some() as u64)"),
        Figure => format!("{name}.size()"),
        Gauss => format!("mix({name}.re as u64, {name}.im as u64)"),
        Vec3 => format!("mix(mix(bits({name}.x), bits({name}.y)), bits({name}.z))"),
        _ => format!("{name} as u64"),
    }
}

impl Writer<'_> {
    /// Folds the last visible variables of those declared after `outside` others into the result.
    fn fold(&mut self, outside: usize, most: usize) {
        let shown =
            (outside..self.scope.len()).rev().filter(|at| !self.is_hidden(*at) && self.lent(*at) < Lent::ToChange);
        let last: Vec<Variable> = shown.take(most).map(|at| self.scope[at].clone()).collect();
        for Variable { name, of, .. } in last {
            self.line(&format!("result = mix(result, {});", folded(&name, of)));
        }
    }

    fn line(&mut self, line: &str) {
        let indentation = 8 + 4 * self.depth as usize;
        writeln!(self.text, "{:indentation$}{line}", "").expect("a string grows");
    }

    fn new_name(&mut self) -> String {
        // Shadowing is a part of the language.
        if self.random.one_in(6) && self.names > 0 {
            return format!("v{}", self.random.below(self.names));
        }
        self.names += 1;
        format!("v{}", self.names - 1)
    }

    /// Statements in braces, with a scope of their own.
    fn block(&mut self, count: u32) {
        let outside = self.scope.len();
        self.depth += 1;
        for number in 0..count {
            if number == 0 || self.budget > 0 {
                self.statement();
            }
        }
        if self.random.one_in(2) {
            self.forget_references(outside);
        }
        self.fold(outside, 1);
        self.depth -= 1;
        self.scope.truncate(outside);
    }
}
