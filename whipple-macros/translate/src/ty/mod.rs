//! The types of literals that Rust leaves open, on both sides at once.
//!
//! An integer stays as it is where C++ converts it to what stands beside it: an operand, a field. Where the body itself shows the type,
//! both sides get it as a suffix: if it is wrong, rustc says so at the literal, so that the meaning never differs. Of all others rustc
//! is asked ([`crate::ask`]). Directly under a cast or before a method nobody can be asked, and in functions over types there may be no
//! answer: there a literal is `i32` or `f64` if it only meets other literals, as in Rust, and else `i32` or `f32`, on both sides.

mod calls;
mod classes;
mod context;
mod control;
mod copies;
mod literals;
mod marks;
mod parts;
mod results;
mod walk;
mod write;

use crate::{
    ask::Asks,
    errors::Errors,
    hir::{Body, ExprId, ExprKind, LocalId},
    names,
};
use classes::{Classes, Known};
use marks::{Declared, Mark, Need};
use quote::ToTokens;
use results::Results;
use std::collections::BTreeMap;
use syn::{Lit, Signature};
use walk::Walker;
pub use write::{asked, host};

/// How a literal is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// As it stands, on both sides: C++ converts it.
    Plain,
    /// With a suffix, on both sides.
    Typed(String),
    /// As it stands for rustc, as `f32` in C++, which converts it and loses nothing.
    Exact,
    /// As it stands for rustc; in C++ with the type that is the answer to a question.
    Asked(usize),
    /// In C++ with the type that is the answer to a question, if there is one; else with this type on both sides.
    Guessed(usize, &'static str),
    /// As it stands for rustc, in a pattern; in C++ as wide as what it is compared with.
    Compared,
}

/// The type of a variable that C++ declares before it has a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Variable {
    /// It is seen, and written on both sides.
    Typed(String),
    /// It is the answer to a question.
    Asked(usize),
}

/// What was found about a body.
#[derive(Clone, Debug, Default)]
pub struct Types {
    literals: BTreeMap<ExprId, Written>,
    variables: BTreeMap<LocalId, Variable>,
    results: Results,
    /// How many questions there are.
    pub questions: usize,
    /// Whether rustc knows no impls of some types.
    pub is_over_types: bool,
}

impl Types {
    /// Finds them.
    pub fn of(body: &Body, signature: &Signature, asks: Asks, errors: &mut Errors) -> Self {
        let (may_ask, knows_types) = (asks == Asks::All, asks != Asks::Nothing);
        let mut walker = Walker::new(body, may_ask);
        walker.knows_types = knows_types;
        walker.function(signature);
        let Walker { mut classes, mut marks, mut variables, .. } = walker;
        copies::merge(body, &mut classes, &mut marks, &mut variables);
        let types = Self { is_over_types: asks == Asks::Types, ..Self::default() };
        let mut settler = Settler { body, classes, errors, types };
        for (id, mark) in marks {
            settler.literal(id, mark);
        }
        for (local, class, asks) in variables {
            settler.variable(local, class, asks);
        }
        let (calls, results) = Results::of(body, signature);
        settler.types.results = results;
        for call in copies::asked(body, calls.into_iter().map(|call| (call, false))).into_keys().filter(|_| knows_types)
        {
            let question = settler.ask();
            settler.types.results.asked.insert(call, question);
        }
        for (none, must_be_seen) in copies::asked(body, results::nones(body)).into_iter().filter(|_| knows_types) {
            let question = settler.ask();
            settler.types.results.nones.insert(none, (question, must_be_seen));
        }
        let made = results::made(body).into_iter().map(|id| (id, true));
        for made in copies::asked(body, made).into_keys().filter(|_| knows_types) {
            let question = settler.ask();
            settler.types.results.made.insert(made, question);
        }
        let outcomes = results::outcomes(body).into_iter().map(|id| (id, true));
        for outcome in copies::asked(body, outcomes).into_keys().filter(|_| knows_types) {
            let question = settler.ask();
            settler.types.results.outcomes.insert(outcome, question);
        }
        let foreign = results::foreign(body).into_iter().map(|id| (id, true));
        for call in copies::asked(body, foreign).into_keys().filter(|_| may_ask) {
            let question = settler.ask();
            settler.types.results.foreign.insert(call, question);
        }
        for (number, way) in body.ways.iter().filter(|_| knows_types) {
            let question = settler.ask();
            settler.types.results.ways.insert(*way, question);
            if let Some(Variable::Asked(question)) =
                body.results.get(number).and_then(|of| settler.types.variables.get(of))
            {
                settler.types.results.some.insert(*question);
            }
        }
        copies::spread(body, &mut settler.types);
        settler.types
    }

    /// Whether the type of a literal is guessed if rustc has no answer.
    pub fn has_guesses(&self) -> bool {
        self.literals.values().any(|written| matches!(written, Written::Guessed(..)))
    }

    /// What was found, a line for each literal and variable.
    pub fn dump(&self, body: &Body) -> String {
        let literal = |(id, written): (&ExprId, &Written)| match body.kind(*id) {
            ExprKind::Literal(literal) => format!("{}: {written:?}\n", literal.to_token_stream()),
            _ => String::new(),
        };
        let variable =
            |(local, found): (&LocalId, &Variable)| format!("{}#{}: {found:?}\n", body.local(*local).name, local.0);
        let literals = self.literals.iter().map(literal);
        literals.chain(self.variables.iter().map(variable)).collect()
    }

    /// How a literal is written.
    pub fn literal(&self, id: ExprId) -> &Written {
        self.literals.get(&id).unwrap_or(&Written::Plain)
    }

    /// The question about the type that a call gives.
    pub fn result(&self, call: ExprId) -> Option<usize> {
        self.results.asked.get(&call).copied()
    }

    /// The question about the trait that a method is of.
    pub fn foreign(&self, call: ExprId) -> Option<usize> {
        self.results.foreign.get(&call).copied()
    }

    /// The question about which of two meanings a call has.
    pub fn way(&self, condition: ExprId) -> Option<usize> {
        self.results.ways.get(&condition).copied()
    }

    /// Whether the answer to a question about a variable may be that its type has no name.
    pub fn may_have_no_name(&self, question: usize) -> bool {
        self.results.some.contains(&question)
    }

    /// The question about the type of a `None`, and whether C++ finds no type beside it.
    pub fn none(&self, none: ExprId) -> Option<(usize, bool)> {
        self.results.nones.get(&none).copied()
    }

    /// The question about the type of what an `Ok` or an `Err` makes.
    pub fn outcome(&self, id: ExprId) -> Option<usize> {
        self.results.outcomes.get(&id).copied()
    }

    /// The question about the type of a `Default::default()`.
    pub fn made_by(&self, call: ExprId) -> Option<usize> {
        self.results.made.get(&call).copied()
    }

    /// The questions about all of them.
    pub fn made(&self) -> impl Iterator<Item = (ExprId, usize)> {
        self.results.made.iter().map(|(call, question)| (*call, *question))
    }

    /// The type that is written where the value of a call goes.
    pub fn written_result(&self, call: ExprId) -> Option<&syn::Type> {
        self.results.written.get(&call)
    }

    /// The type of a variable that C++ declares before it has a value, where the user wrote none.
    pub fn variable(&self, local: LocalId) -> Option<&Variable> {
        self.variables.get(&local)
    }
}

/// Decides, when all is known.
struct Settler<'b, 'e> {
    body: &'b Body,
    classes: Classes,
    errors: &'e mut Errors,
    types: Types,
}

impl Settler<'_, '_> {
    fn ask(&mut self) -> usize {
        self.types.questions += 1;
        self.types.questions - 1
    }

    fn literal(&mut self, id: ExprId, mark: Mark) {
        let written = match self.body.kind(id) {
            ExprKind::Literal(Lit::Int(number)) => {
                let written = self.integer(mark);
                if let Written::Typed(ty) = &written {
                    self.check_range(id, number, ty);
                }
                written
            }
            ExprKind::Literal(Lit::Float(number)) => self.float(number.base10_digits(), mark),
            _ => return,
        };
        self.types.literals.insert(id, written);
    }

    fn integer(&mut self, mark: Mark) -> Written {
        if mark.need == Need::No {
            return Written::Plain;
        }
        if mark.asks {
            return Written::Asked(self.ask());
        }
        match (self.classes.known(mark.class), mark.need) {
            (Some(Known::Primitive(name)), _) if names::is_integer(&name) => Written::Typed(name),
            (_, Need::Must) if mark.guesses => Written::Guessed(self.ask(), "i32"),
            (_, Need::Must) => Written::Typed("i32".to_owned()),
            _ => Written::Plain,
        }
    }

    fn float(&mut self, digits: &str, mark: Mark) -> Written {
        match self.classes.width(mark.class) {
            Some(width) => Written::Typed(width.to_owned()),
            None if (mark.pinned || mark.compared) && is_exact(digits) => Written::Exact,
            None if mark.compared => Written::Compared,
            None if mark.asks => Written::Asked(self.ask()),
            None => {
                let guess = if self.classes.is_open(mark.class) { "f64" } else { "f32" };
                if mark.guesses { Written::Guessed(self.ask(), guess) } else { Written::Typed(guess.to_owned()) }
            }
        }
    }

    fn variable(&mut self, local: LocalId, class: usize, asks: Declared) {
        let found = match self.classes.number(class) {
            _ if asks == Declared::Asked => Variable::Asked(self.ask()),
            Some(name) => Variable::Typed(name),
            None if asks == Declared::AskedElse => Variable::Asked(self.ask()),
            None => return,
        };
        self.types.variables.insert(local, found);
    }

    fn check_range(&mut self, id: ExprId, number: &syn::LitInt, ty: &str) {
        let largest: u128 = match ty {
            "u8" => u8::MAX.into(),
            "u16" => u16::MAX.into(),
            "u32" => u32::MAX.into(),
            // One more for the negative number.
            "i8" => 1 << 7,
            "i16" => 1 << 15,
            "i32" => 1 << 31,
            "i64" | "isize" => 1 << 63,
            "i128" => 1 << 127,
            "u128" => u128::MAX,
            _ => u64::MAX.into(),
        };
        let digits = number.base10_digits().trim_start_matches('-');
        if digits.parse::<u128>().is_ok_and(|value| value > largest) {
            let message = format!("this number does not fit `{ty}`, the type found for it; write it with its type");
            self.errors.push_at(self.body.expr(id).first, message);
        }
    }
}

/// Whether f32 and f64 have the same number for these digits.
fn is_exact(digits: &str) -> bool {
    match (digits.parse::<f32>(), digits.parse::<f64>()) {
        (Ok(single), Ok(double)) => f64::from(single) == double,
        _ => false,
    }
}
