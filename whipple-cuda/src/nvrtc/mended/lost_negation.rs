//! A minimum or maximum of three signed integers loses a negation.
//!
//! GPUs from sm_90 have `VIMNMX3`, which ptxas makes of `max.s32 %r3, %r2, %r1` and `max.s32 %r5, %r4, %r3`. Where `%r1` is a negation,
//! ptxas before CUDA 13.4 takes that into the instruction, which has no place for it ([`loses_negations`]). So it does with the minimum and with
//! integers of 16 bits; it makes a maximum of `setp` and `selp`, too. An operand of a chain that may be a negation is hidden: zero from
//! constant memory is added to it by `xor`, which ptxas makes nothing else of.
//!
//! What is a negation, ptxas works out by algebra (`linear.rs`). Copies of a value (`mov`, `cvt`, `selp`, and what branches bring to one
//! register) count as one.

use super::{
    Instruction,
    copies::{Copies, copied},
    linear::Sums,
    sm, variable,
};
use std::collections::HashSet;

/// The constant that hides operands.
pub const HIDING: u32 = 0;
/// The first CUDA whose ptxas is right.
const FIRST_RIGHT: (u32, u32) = (13, 4);
/// Architectures whose code is wrong before that, sm_90 to sm_103; later ones are right.
const WRONG: std::ops::Range<u32> = 90..110;

/// Whether the assembler of this version of NVRTC may lose a negation in a minimum or maximum of three integers, in machine code for this
/// architecture, as `sm_90a`. Programs with one are loaded as PTX, in which they are hidden.
pub fn loses_negations(version: (u32, u32), architecture: &str) -> bool {
    version < FIRST_RIGHT && sm(architecture).is_none_or(|number| WRONG.contains(&number))
}

/// What these instructions of one function become, by their lines.
pub fn changes(instructions: &[(usize, Instruction<'_>)]) -> Vec<(usize, String)> {
    if !instructions.iter().any(|(_, instruction)| extreme(instruction).is_some()) {
        return Vec::new();
    }
    let copies = Copies::of(instructions);
    let negations = negations(instructions, &copies);
    if negations.is_empty() {
        return Vec::new();
    }
    let chains = Chains::of(instructions, &copies);
    let mut changes = Vec::new();
    for (line, instruction) in instructions {
        if extreme(instruction).is_some_and(|extreme| chains.contain(extreme, instruction, &copies)) {
            let hidden = |operand: &&str| copies.class(operand).is_some_and(|class| negations.contains(&class));
            let places: Vec<_> =
                (1..instruction.operands.len()).filter(|place| hidden(&instruction.operands[*place])).collect();
            if !places.is_empty() {
                changes.push((*line, with_hidden(instruction, &places)));
            }
        }
    }
    changes
}

/// Which of two a `min` or `max` of integers gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Extreme {
    Least,
    Greatest,
}

fn extreme(instruction: &Instruction<'_>) -> Option<Extreme> {
    let extreme = match instruction.name() {
        "min" => Extreme::Least,
        "max" => Extreme::Greatest,
        _ => return None,
    };
    of_signed(instruction).then_some(extreme)
}

/// Whether it compares signed integers of at most 32 bits. ptxas is right about others, of which 64 bits are no one instruction.
fn of_signed(instruction: &Instruction<'_>) -> bool {
    instruction.opcode.split('.').any(|part| matches!(part, "s16" | "s32" | "s16x2"))
}

/// The classes that have a negation.
fn negations(instructions: &[(usize, Instruction<'_>)], copies: &Copies<'_>) -> HashSet<usize> {
    let zeros: HashSet<usize> = instructions
        .iter()
        .filter(|(_, instruction)| copied(instruction).contains(&"0"))
        .filter_map(|(_, instruction)| copies.class(instruction.operands[0]))
        .collect();
    let may_be_zero = |register: &str| copies.class(register).is_some_and(|class| zeros.contains(&class));
    let mut sums = Sums::new(instructions);
    let negating = instructions.iter().filter(|(_, instruction)| sums.follow(instruction, may_be_zero));
    negating.filter_map(|(_, instruction)| copies.class(instruction.operands[0])).collect()
}

/// Where minima and maxima meet: classes that come out of some, and classes that go into some.
#[derive(Default)]
struct Chains {
    results: HashSet<(Extreme, usize)>,
    operands: HashSet<(Extreme, usize)>,
}

impl Chains {
    fn of(instructions: &[(usize, Instruction<'_>)], copies: &Copies<'_>) -> Self {
        let mut chains = Self::default();
        for (_, instruction) in instructions {
            let operands = instruction.operands[1..].iter().filter_map(|operand| copies.class(operand));
            if let Some(extreme) = extreme(instruction) {
                chains.operands.extend(operands.map(|class| (extreme, class)));
                chains.results.extend(copies.class(instruction.operands[0]).map(|class| (extreme, class)));
            } else if instruction.name() == "setp" && of_signed(instruction) {
                // Of one class are the two only where one of them is chosen.
                if let [left, right] = operands.collect::<Vec<_>>()[..]
                    && left == right
                {
                    for extreme in [Extreme::Least, Extreme::Greatest] {
                        chains.operands.insert((extreme, left));
                        chains.results.insert((extreme, left));
                    }
                }
            }
        }
        chains
    }

    /// Whether the instruction has a neighbour of its kind.
    fn contain(&self, extreme: Extreme, instruction: &Instruction<'_>, copies: &Copies<'_>) -> bool {
        let class = |operand: &&str| copies.class(operand).map(|class| (extreme, class));
        let result = class(&instruction.operands[0]).is_some_and(|class| self.operands.contains(&class));
        result || instruction.operands[1..].iter().filter_map(class).any(|class| self.results.contains(&class))
    }
}

/// The instruction with the operands at `places` hidden.
fn with_hidden(instruction: &Instruction<'_>, places: &[usize]) -> String {
    let width = if instruction.opcode.ends_with("16") { "b16" } else { "b32" };
    let mut text = String::from("\t{ ");
    let mut operands = instruction.operands.clone();
    let copies = ["", "%whipple_left", "%whipple_right", "%whipple_third"];
    for &place in places {
        let (copy, operand) = (copies[place], instruction.operands[place]);
        text += &format!(".reg .{width} {copy}; ld.const.{width} {copy}, [{}]; ", variable(HIDING));
        text += &format!("xor.{width} {copy}, {copy}, {operand}; ");
        operands[place] = copy;
    }
    text + &format!("{} {}; }}", instruction.opcode, operands.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::{mended, tests::last_mended_for};
    use super::loses_negations;

    /// What becomes of a maximum of `%r2` and `%r10`, of which a greater one is made; all before must stay.
    fn inner(lines: &str) -> Option<String> {
        let text = format!(".entry k(\n{lines}\n\tmax.s32 \t%r11, %r2, %r10;\n\tmax.s32 \t%r12, %r11, %r3;\n\tret;\n");
        let mended = mended(&format!(".address_size 64\n{text}"), (13, 0), "sm_90")?;
        let (before, after): (Vec<_>, Vec<_>) = (text.lines().collect(), mended.lines().skip(2).collect());
        assert_eq!(before.len(), after.len(), "{mended}");
        let place = before.len() - 3;
        for (line, (before, after)) in before.iter().zip(&after).enumerate() {
            assert!(line == place || before == after, "{before} becomes {after}");
        }
        Some(after[place].to_owned())
    }

    const MENDED: &str = "\t{ .reg .b32 %whipple_right; ld.const.b32 %whipple_right, [whipple_constant_00000000]; \
        xor.b32 %whipple_right, %whipple_right, %r10; max.s32 %r11, %r2, %whipple_right; }";

    /// Each of these ptxas 13.0 takes to be a negation.
    #[test]
    fn negations_are_hidden_however_they_are_written() {
        for lines in [
            "neg.s32 %r10, %r1;",
            "\tneg.s32 \t%r10, %r1;",
            "sub.s32 %r10, 0, %r1;",
            "mov.u32 %r9, 0;\nsub.s32 %r10, %r9, %r1;",
            "mul.lo.s32 %r10, %r1, -1;",
            "mul.lo.s32 %r10, %r1, 4294967295;",
            "mad.lo.s32 %r10, %r1, -1, 0;",
            "add.s32 %r9, %r4, %r1;\nsub.s32 %r10, %r4, %r9;",
            "sub.s32 %r9, %r4, %r1;\nsub.s32 %r10, %r9, %r4;",
            "add.s32 %r9, %r1, 5;\nsub.s32 %r10, 5, %r9;",
            "neg.s32 %r8, %r1;\nadd.s32 %r9, %r4, %r8;\nsub.s32 %r10, %r9, %r4;",
            "add.s32 %r9, %r1, %r4;\nmul.lo.s32 %r10, %r9, -1;",
            "neg.s32 %r9, %r1;\nneg.s32 %r10, %r9;",
            "shr.s32 %r9, %r1, 3;\nneg.s32 %r10, %r9;",
            "abs.s32 %r9, %r1;\nneg.s32 %r10, %r9;",
            "not.b32 %r9, %r1;\nadd.s32 %r10, %r9, 1;",
            "xor.b32 %r9, %r1, -1;\nsub.s32 %r10, %r9, -1;",
            "shl.b32 %r9, %r1, 1;\nsub.s32 %r10, %r1, %r9;",
            "cvt.s64.s32 %rd1, %r1;\nneg.s64 %rd2, %rd1;\ncvt.u32.u64 %r10, %rd2;",
            "neg.s16 %rs2, %rs1;\ncvt.s32.s16 %r10, %rs2;",
        ] {
            assert_eq!(inner(lines).as_deref(), Some(MENDED), "{lines}");
        }
    }

    #[test]
    fn copies_of_negations_are_hidden() {
        for lines in [
            "neg.s32 %r9, %r1;\nmov.b32 %r10, %r9;",
            "neg.s32 %r9, %r1;\nmov.b32 %r8, %r9;\nmov.b32 %r10, %r8;",
            "neg.s32 %r9, %r1;\nselp.b32 %r10, %r1, %r9, %p1;",
            "mov.u32 %r10, %r1;\n@%p1 bra $L1;\nneg.s32 %r10, %r1;\n$L1:",
            "mov.u32 %r9, %r4;\n@%p1 bra $L1;\nmov.u32 %r9, 0;\n$L1:\nsub.s32 %r10, %r9, %r1;",
        ] {
            assert_eq!(inner(lines).as_deref(), Some(MENDED), "{lines}");
        }
    }

    #[test]
    fn what_is_no_negation_stays() {
        for lines in [
            "ld.global.u32 %r10, [%rd1];",
            "sub.s32 %r10, %r1, %r4;",
            "add.s32 %r10, %r1, -5;",
            "mul.lo.s32 %r10, %r1, -3;\nadd.s32 %r10, %r10, %r4;",
            "mad.lo.s32 %r10, %r1, -1, %r4;",
            "not.b32 %r10, %r1;",
            "abs.s32 %r10, %r1;",
            "neg.f32 %f2, %f1;\ncvt.rzi.s32.f32 %r10, %f2;",
            // In another function, whose registers are others.
            "neg.s32 %r10, %r1;\n.entry other(\nld.global.u32 %r10, [%rd1];",
        ] {
            assert_eq!(inner(lines), None, "{lines}");
        }
    }

    /// What becomes of the last of these lines.
    fn last(lines: &str) -> Option<String> {
        last_mended_for(lines, (13, 0), "sm_90")
    }

    #[test]
    fn the_other_operand_both_and_other_types_are_hidden() {
        let end = "\nmin.s32 %r12, %r11, %r3;";
        for (operation, after) in [
            ("min.s32 %r11, %r10, %r2", "min.s32 %r11, %whipple_left, %r2; }"),
            ("min.s32 %r11, %r10, %r10", "min.s32 %r11, %whipple_left, %whipple_right; }"),
            ("min.relu.s32 %r11, %r2, %r10", "min.relu.s32 %r11, %r2, %whipple_right; }"),
        ] {
            let text = format!(".address_size 64\nneg.s32 %r10, %r1;\n{operation};{end}");
            let mended = mended(&text, (13, 0), "sm_90").unwrap_or_else(|| panic!("{operation}"));
            assert!(mended.contains(after), "{mended}");
        }
        let short = last("min.s16 %rs4, %rs3, %rs1;\nneg.s16 %rs5, %rs2;\nmin.s16 %rs6, %rs4, %rs5;").unwrap();
        assert!(short.contains(".reg .b16 %whipple_right; ld.const.b16 %whipple_right,"), "{short}");
    }

    /// Of these ptxas is right.
    #[test]
    fn unsigned_and_longer_ones_stay() {
        for of in ["u32", "u16", "s64", "f32"] {
            let chain = format!("max.{of} %r11, %r2, %r10;\nmax.{of} %r12, %r11, %r3;");
            assert_eq!(last(&format!("neg.s32 %r10, %r1;\n{chain}")), None, "{of}");
        }
    }

    /// ptxas makes a minimum or maximum of these, too.
    #[test]
    fn comparisons_with_choices_are_links_of_chains() {
        let negation = "neg.s32 %r10, %r1;\nmax.s32 %r11, %r2, %r10;";
        for rest in [
            "setp.gt.s32 %p1, %r11, %r3;\nselp.b32 %r12, %r11, %r3, %p1;",
            "mov.u32 %r12, %r11;\nsetp.gt.s32 %p1, %r11, %r3;\n@%p1 bra $L1;\nmov.u32 %r12, %r3;\n$L1:",
        ] {
            let text = format!(".address_size 64\n{negation}\n{rest}\n");
            assert!(
                mended(&text, (13, 0), "sm_90").is_some_and(|mended| mended.contains("%whipple_right; }")),
                "{rest}"
            );
        }
        for rest in [
            "setp.gt.s32 %p1, %r11, %r3;\nselp.b32 %r12, %r4, %r5, %p1;",
            "min.s32 %r12, %r11, %r3;",
            "add.s32 %r12, %r11, %r3;",
        ] {
            assert_eq!(mended(&format!(".address_size 64\n{negation}\n{rest}\n"), (13, 0), "sm_90"), None, "{rest}");
        }
    }

    /// A loop that goes on with its maximum is a chain when it is unrolled.
    #[test]
    fn a_loop_is_a_chain() {
        let lines = "mov.u32 %r5, 0;\n$L1:\nld.global.u32 %r1, [%rd1];\nneg.s32 %r2, %r1;\nmax.s32 %r5, %r5, %r2;";
        assert!(last(lines).is_some());
        assert_eq!(last(&lines.replace("neg.s32", "not.b32")), None);
    }

    #[test]
    fn only_what_has_the_fault_is_mended() {
        for version in [(12, 0), (12, 6), (12, 9), (13, 0), (13, 3)] {
            for architecture in ["sm_90", "sm_90a", "sm_100", "sm_100f", "sm_103"] {
                assert!(loses_negations(version, architecture), "{version:?} {architecture}");
            }
            for architecture in ["sm_75", "sm_80", "sm_89", "sm_110", "sm_120", "sm_121"] {
                assert!(!loses_negations(version, architecture), "{version:?} {architecture}");
            }
        }
        for version in [(13, 4), (13, 5), (14, 0)] {
            assert!(!loses_negations(version, "sm_90") && !loses_negations(version, "sm_100"), "{version:?}");
        }
    }
}
