//! Random bodies of tasks of levels 0 and 1: well-typed, without panics and races, and the same in every run with the same seed. Where their
//! threads meet, all come.
//!
//! What they are made of, statements within statements and expressions within expressions:
//!
//! - variables that all threads agree on and variables of each thread, mutable or not, which may shadow each other: numbers, tuples, options,
//!   a struct that is not copied, with a method that changes it;
//! - meetings: votes, reductions, shuffles, barriers; inside expressions, conditions, assignments, and behind `&&` and `||`;
//! - functions that get the context, which all threads call together;
//! - shared memory, written and read between barriers;
//! - around meetings, by what all threads agree on: blocks, `if` and `else`, `for`, `while`, `loop`, with `break`, `continue` and labels, and an
//!   early `return`;
//! - of each thread by itself: branches that assign and add to numbers in memory, `continue` at the end of a loop, `return` at the end;
//! - children.

use super::{meetings, statements};
use crate::generate::Random;

/// The most spawns of one thread: those of all statements that spawn, each in one loop at most.
pub const MAX_SPAWNS: u32 = 24;

/// Who has a value: all threads of a task the same, or each its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    All,
    Each,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// `u32`
    Number,
    /// `(u32, u32)`
    Pair,
    /// `Option<u32>`
    Maybe,
    /// `Generator`
    Generator,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub is_mutable: bool,
    pub of: Of,
    pub has: Type,
}

/// A loop around the next statement.
#[derive(Clone, Debug)]
pub struct Around {
    pub label: Option<String>,
    /// Whether its next round comes nearer to its end by itself.
    pub may_continue: bool,
    /// How many variables there are outside.
    pub scope: usize,
}

/// Writes a body.
pub struct Writer<'r> {
    pub random: &'r mut Random,
    pub is_block: bool,
    /// The variables in scope, the last declared last.
    pub variables: Vec<Variable>,
    /// The loops around, the innermost last.
    pub loops: Vec<Around>,
    /// The blocks around.
    pub depth: u32,
    /// Statements that may still have blocks, or meet.
    pub budget: u32,
    /// Statements that may still spawn.
    pub spawns: u32,
    names: u32,
    text: String,
    indentation: usize,
}

/// A procedure of this name.
pub fn procedure(random: &mut Random, name: &str) -> String {
    let (is_block, spawns) = (random.one_in(4), if random.one_in(4) { 4 } else { 0 });
    let budget = 6 + random.below(11);
    let mut writer = Writer {
        random,
        is_block,
        variables: Vec::new(),
        loops: Vec::new(),
        depth: 0,
        budget,
        spawns,
        names: 0,
        text: String::new(),
        indentation: 2,
    };
    let (level, threads) = (u32::from(is_block), writer.threads());
    let spawns = if spawns > 0 { format!(", max_spawns = {MAX_SPAWNS}") } else { String::new() };
    writer.body();
    let text = writer.text;
    format!(
        "#[procedure(level = {level}, threads = {threads}, shared = SharedArray<u32, {threads}>{spawns})]\n\
         pub struct {name} {{\n    out: Buffer<u32>,\n    sink: Buffer<u32>,\n    scale: u32,\n}}\n\n\
         #[execute]\nimpl Execute for {name} {{\n    type Item = u32;\n\n    \
         fn execute(&self, ctx: &Context<Self>, item: &u32) {{\n{text}    }}\n}}\n"
    )
}

impl Writer<'_> {
    pub fn threads(&self) -> u32 {
        if self.is_block { 40 } else { 8 }
    }

    fn body(&mut self) {
        self.line("let mem = ctx.shared();");
        if !self.random.one_in(3) {
            self.line("let t = ctx.thread();");
            self.declare("t".to_owned(), false, Of::Each, Type::Number);
        }
        while self.budget > 0 {
            statements::statement(self);
        }
        if self.random.one_in(5) {
            let (condition, value) = (self.condition(Of::Each), self.number(Of::Each, 0));
            self.open(&format!("if {condition} {{"));
            self.write(&format!("mixed({value}, {})", self.all_variables()));
            self.line("return;");
            self.close("}");
        }
        let value = self.all_variables();
        self.write(&value);
    }

    pub fn line(&mut self, line: &str) {
        self.text.push_str(&"    ".repeat(self.indentation));
        self.text.push_str(line);
        self.text.push('\n');
    }

    pub fn open(&mut self, line: &str) {
        self.line(line);
        self.indentation += 1;
    }

    pub fn close(&mut self, line: &str) {
        self.indentation -= 1;
        self.line(line);
    }

    pub fn otherwise(&mut self) {
        self.close("} else {");
        self.indentation += 1;
    }

    /// Writes what a thread gives.
    pub fn write(&mut self, value: &str) {
        let threads = self.threads();
        self.line(&format!("self.out.set(*item * {threads} + ctx.thread(), {value});"));
    }

    /// A name, which may shadow another.
    pub fn name(&mut self) -> String {
        if self.random.one_in(3) {
            return format!("{}{}", self.random.of(&["a", "b", "c", "x"]), self.random.below(3));
        }
        self.new_name("v")
    }

    /// A name that no other variable has.
    pub fn new_name(&mut self, start: &str) -> String {
        self.names += 1;
        format!("{start}{}", 10 + self.names)
    }

    pub fn declare(&mut self, name: String, is_mutable: bool, of: Of, has: Type) {
        self.variables.push(Variable { name, is_mutable, of, has });
    }

    /// The variables that are not shadowed, the last declared first.
    fn visible(&self) -> impl Iterator<Item = &Variable> {
        let is_last = |at: &usize| self.variables[at + 1..].iter().all(|later| later.name != self.variables[*at].name);
        (0..self.variables.len()).rev().filter(is_last).map(|at| &self.variables[at])
    }

    /// A visible variable that is as asked.
    pub fn variable(&mut self, is_fit: impl Fn(&Variable) -> bool) -> Option<Variable> {
        let fit: Vec<Variable> = self.visible().filter(|variable| is_fit(variable)).cloned().collect();
        (!fit.is_empty()).then(|| fit[self.random.below(fit.len() as u32) as usize].clone())
    }

    /// A number that each thread makes of what it has.
    pub fn all_variables(&self) -> String {
        let of_type = |has: Type, most: usize| self.visible().filter(move |variable| variable.has == has).take(most);
        let numbers = of_type(Type::Number, 10).map(|variable| variable.name.clone());
        let pairs = of_type(Type::Pair, 2).map(|Variable { name, .. }| format!("{name}.0 ^ {name}.1"));
        let states = of_type(Type::Generator, 2).map(|variable| format!("{}.state", variable.name));
        let options = of_type(Type::Maybe, 2).map(|variable| format!("{}.unwrap_or(77)", variable.name));
        let all = numbers.chain(pairs).chain(states).chain(options);
        all.fold("1_u32".to_owned(), |value, part| format!("mixed({value}, {part})"))
    }

    /// A number without a meeting.
    pub fn number(&mut self, of: Of, depth: u32) -> String {
        if depth > 2 || self.random.below(5) < 2 {
            return self.leaf(of);
        }
        let (a, b) = (self.number(of, depth + 1), self.number(of, depth + 1));
        match self.random.below(10) {
            0 => format!("{a}.wrapping_add({b})"),
            1 => format!("{a}.wrapping_mul({b})"),
            2 => format!("({a} ^ {b})"),
            3 => format!("({a} & {b})"),
            4 => format!("({a} % {})", 1 + self.random.below(9)),
            5 => format!("(if {a} < {b} {{ {} }} else {{ {a} }})", self.number(of, depth + 1)),
            6 => format!("mixed({a}, {b})"),
            7 => format!("({a} | {b})"),
            8 => format!("({a} >> {})", self.random.below(6)),
            _ => format!("({a} as u64 as u32)"),
        }
    }

    fn leaf(&mut self, of: Of) -> String {
        let choice = self.random.below(if of == Of::All { 8 } else { 11 });
        match choice {
            0 => format!("{}_u32", self.random.below(41)),
            1 => "(*item)".to_owned(),
            2 => "self.scale".to_owned(),
            3..8 => {
                let is_fit =
                    |variable: &Variable| variable.has == Type::Number && (of == Of::Each || variable.of == Of::All);
                match self.variable(is_fit) {
                    Some(variable) => variable.name,
                    None => format!("{}_u32", self.random.below(41)),
                }
            }
            _ => "ctx.thread()".to_owned(),
        }
    }

    /// A condition without a meeting.
    pub fn condition(&mut self, of: Of) -> String {
        let (a, b) = (self.number(of, 1), self.number(of, 1));
        let condition = format!("{a} {} {b}", self.random.of(&["<", ">", "==", "!=", "<=", ">="]));
        if !self.random.one_in(5) {
            return condition;
        }
        let (operator, c) = (self.random.of(&["&&", "||"]), self.number(of, 1));
        format!("({condition}) {operator} {c} % 3 {} 1", self.random.of(&["==", "!="]))
    }

    /// A condition that all threads agree on, with a meeting or without.
    pub fn agreed(&mut self) -> String {
        match self.random.below(10) {
            0 | 1 => format!("({}) % 3 == {}", meetings::agreed(self), self.random.below(3)),
            2 => meetings::behind_a_condition(self),
            _ => self.condition(Of::All),
        }
    }
}
