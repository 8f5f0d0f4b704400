//! Registers that hold the same value, as far as ptxas sees it.

use super::Instruction;
use std::collections::HashMap;

/// Classes of registers among which values are copied.
pub struct Copies<'a>(HashMap<&'a str, usize>);

impl<'a> Copies<'a> {
    pub fn of(instructions: &[(usize, Instruction<'a>)]) -> Self {
        let mut numbers = HashMap::new();
        let mut parents = Vec::new();
        for (_, instruction) in instructions {
            for operand in instruction.operands.iter().filter(|operand| operand.starts_with('%')) {
                numbers.entry(*operand).or_insert_with(|| {
                    parents.push(parents.len());
                    parents.len() - 1
                });
            }
            for source in copied(instruction) {
                if let (Some(&to), Some(&from)) = (numbers.get(instruction.operands[0]), numbers.get(source)) {
                    let (to, from) = (root(&mut parents, to), root(&mut parents, from));
                    parents[from] = to;
                }
            }
        }
        numbers.values_mut().for_each(|number| *number = root(&mut parents, *number));
        Self(numbers)
    }

    /// The class of a register; `None` for other operands.
    pub fn class(&self, register: &str) -> Option<usize> {
        self.0.get(register).copied()
    }
}

/// The first of a class, to which all on the way there lead more directly afterwards.
fn root(parents: &mut [usize], mut number: usize) -> usize {
    while parents[number] != number {
        parents[number] = parents[parents[number]];
        number = parents[number];
    }
    number
}

/// The operands that an instruction may copy to its first.
pub fn copied<'b, 'a>(instruction: &'b Instruction<'a>) -> &'b [&'a str] {
    match (instruction.name(), instruction.operands.as_slice()) {
        ("mov" | "cvt", [_, sources @ ..]) if !instruction.of_floats() => sources,
        ("selp", [_, sources @ .., _]) => sources,
        _ => &[],
    }
}
