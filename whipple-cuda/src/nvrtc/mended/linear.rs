//! Integers in registers as sums of multiples of others, as ptxas works them out: so that a negation is seen however it is written.

use super::Instruction;
use std::collections::{BTreeMap, HashMap};

/// Sums of more terms than this count as numbers of which nothing is known.
const MOST_TERMS: usize = 8;

/// A sum modulo 2^32 of registers times numbers, and a number. Narrower and wider registers count by their low bits.
#[derive(Clone, Debug, Default, PartialEq)]
struct Sum<'a> {
    terms: BTreeMap<&'a str, u32>,
    number: u32,
}

impl<'a> Sum<'a> {
    fn number(number: u32) -> Self {
        Self { terms: BTreeMap::new(), number }
    }

    fn register(register: &'a str) -> Self {
        Self { terms: BTreeMap::from([(register, 1)]), number: 0 }
    }

    fn is(&self, number: u32) -> bool {
        self.terms.is_empty() && self.number == number
    }

    /// Whether it is `-(…)` of a sum of registers.
    fn is_negation(&self) -> bool {
        self.number == 0 && !self.terms.is_empty() && self.terms.values().all(|factor| factor.cast_signed() < 0)
    }

    fn times(mut self, factor: u32) -> Self {
        self.number = self.number.wrapping_mul(factor);
        self.terms.values_mut().for_each(|own| *own = own.wrapping_mul(factor));
        self.terms.retain(|_, own| *own != 0);
        self
    }

    fn plus(mut self, other: &Self) -> Self {
        self.number = self.number.wrapping_add(other.number);
        for (register, factor) in &other.terms {
            let own = self.terms.entry(register).or_default();
            *own = own.wrapping_add(*factor);
        }
        self.terms.retain(|_, own| *own != 0);
        self
    }
}

/// The sums that the registers of one function are.
#[derive(Default)]
pub struct Sums<'a> {
    /// Of registers that one instruction defines; any other stands for itself.
    known: HashMap<&'a str, Sum<'a>>,
    definitions: HashMap<&'a str, u32>,
}

impl<'a> Sums<'a> {
    /// Of the registers that these instructions define.
    pub fn new(instructions: &[(usize, Instruction<'a>)]) -> Self {
        let mut sums = Self::default();
        for (_, instruction) in instructions {
            *sums.definitions.entry(instruction.operands[0]).or_default() += 1;
        }
        sums
    }

    /// Follows an instruction; gives whether it may be a negation. `may_be_zero` tells of a register whether a copy of zero may be in it.
    pub fn follow(&mut self, instruction: &Instruction<'a>, may_be_zero: impl Fn(&str) -> bool) -> bool {
        let Some((sum, negates)) = self.evaluate(instruction, may_be_zero) else { return false };
        // A product with a negative number other than -1 is an instruction of its own.
        let negation = negates || (matches!(instruction.name(), "add" | "sub" | "mad") && sum.is_negation());
        let target = instruction.operands[0];
        if self.definitions.get(target) == Some(&1) && sum.terms.len() <= MOST_TERMS {
            self.known.insert(target, sum);
        }
        negation
    }

    /// The sum, and whether the instruction itself negates.
    fn evaluate(&self, instruction: &Instruction<'a>, may_be_zero: impl Fn(&str) -> bool) -> Option<(Sum<'a>, bool)> {
        const MINUS_ONE: u32 = u32::MAX;
        // Of upper halves and of what is cut to a range no sum is known.
        if instruction.of_floats() || instruction.opcode.split('.').any(|part| matches!(part, "hi" | "sat")) {
            return None;
        }
        let name = instruction.name();
        let sums = instruction.operands[1..].iter().map(|operand| self.of(operand)).collect::<Option<Vec<_>>>()?;
        Some(match (name, sums.as_slice()) {
            ("mov" | "cvt", [value]) => (value.clone(), false),
            ("neg", [value]) => (value.clone().times(MINUS_ONE), true),
            ("not", [value]) => (value.clone().times(MINUS_ONE).plus(&Sum::number(MINUS_ONE)), false),
            ("add", [left, right]) => (left.clone().plus(right), false),
            ("sub", [left, right]) => {
                let negates = left.is(0) || may_be_zero(instruction.operands[1]);
                (left.clone().plus(&right.clone().times(MINUS_ONE)), negates)
            }
            ("xor", [value, ones]) if ones.is(MINUS_ONE) => {
                (value.clone().times(MINUS_ONE).plus(&Sum::number(MINUS_ONE)), false)
            }
            ("shl", [value, count]) if count.terms.is_empty() && count.number < 32 => {
                (value.clone().times(1 << count.number), false)
            }
            ("mul", [left, right]) => product(left, right)?,
            ("mad", [left, right, more]) => {
                let (product, negates) = product(left, right)?;
                (product.plus(more), negates && more.is(0))
            }
            _ => return None,
        })
    }

    /// What an operand is.
    fn of(&self, operand: &'a str) -> Option<Sum<'a>> {
        if operand.starts_with('%') {
            return Some(self.known.get(operand).cloned().unwrap_or_else(|| Sum::register(operand)));
        }
        // By its low bits, as everything.
        operand.parse::<i64>().ok().map(|number| Sum::number(number as u32))
    }
}

/// A product with a number, and whether that is -1.
fn product<'a>(left: &Sum<'a>, right: &Sum<'a>) -> Option<(Sum<'a>, bool)> {
    let (number, other) = if right.terms.is_empty() { (right.number, left) } else { (left.number, right) };
    (left.terms.is_empty() || right.terms.is_empty()).then(|| (other.clone().times(number), number == u32::MAX))
}
