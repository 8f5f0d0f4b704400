//! A minimum or maximum of 16 bits that is compared with what it was made of.
//!
//! GPUs from sm_90 have `VIMNMX.U16x2`, which takes the greater of both halves of two registers, and says of each half which one it was. ptxas
//! makes it of `max.u16 %rs3, %rs1, %rs2` and `setp.eq.s16 %p1, %rs3, %rs1`, and writes both answers to one predicate. The one that stays is
//! that of the upper half, which holds nothing. The minimum and signed numbers are as wrong, with the ptxas of CUDA 13.0 and of 13.5. The
//! result is hidden here: zero from constant memory is added to it by `xor`, which ptxas makes nothing else of.

use super::{Instruction, copies::Copies, lost_negation::HIDING, sm, variable};
use std::collections::HashSet;

/// Architectures whose code is wrong, sm_90 to sm_103; later ones are right.
const WRONG: std::ops::Range<u32> = 90..110;

/// Whether ptxas may get such a comparison wrong for this architecture, as `sm_90a`.
pub fn confuses_halves(architecture: &str) -> bool {
    sm(architecture).is_none_or(|number| WRONG.contains(&number))
}

/// What comes after these instructions of one function, by their lines.
pub fn additions(instructions: &[(usize, Instruction<'_>)]) -> Vec<(usize, String)> {
    if !instructions.iter().any(|(_, instruction)| is_extreme(instruction)) {
        return Vec::new();
    }
    let copies = Copies::of(instructions);
    // ptxas may turn a comparison round and exchange the branches.
    let compared: HashSet<usize> = instructions
        .iter()
        .filter(|(_, instruction)| ["setp.eq", "setp.ne"].iter().any(|opcode| instruction.opcode.starts_with(opcode)))
        .flat_map(|(_, instruction)| instruction.operands.iter().filter_map(|operand| copies.class(operand)))
        .collect();
    let is_compared = |instruction: &Instruction<'_>| {
        copies.class(instruction.operands[0]).is_some_and(|class| compared.contains(&class))
    };
    instructions
        .iter()
        .filter(|(_, instruction)| is_extreme(instruction) && is_compared(instruction))
        .map(|(line, instruction)| (*line, hiding(instruction.operands[0])))
        .collect()
}

/// Whether it gives the lesser or greater of two numbers of 16 bits.
fn is_extreme(instruction: &Instruction<'_>) -> bool {
    matches!(instruction.name(), "min" | "max") && ["u16", "s16"].iter().any(|ty| instruction.opcode.ends_with(ty))
}

/// Hides the value of a register.
fn hiding(register: &str) -> String {
    format!(
        " {{ .reg .b16 %whipple_zero; ld.const.b16 %whipple_zero, [{}]; xor.b16 {register}, {register}, %whipple_zero; }}",
        variable(HIDING)
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::last_mended_for;
    use super::confuses_halves;

    /// What becomes of a maximum in front of these lines, for an NVRTC that keeps negations.
    fn mended(maximum: &str, rest: &str) -> Option<String> {
        let text = format!(".address_size 64\n.entry k(\n{maximum}\n{rest}\n\tret;\n");
        let mended = super::super::mended(&text, (13, 5), "sm_90")?;
        let changed = mended.lines().nth(3).expect("it is there").to_owned();
        assert!(mended.ends_with(&format!("\n{rest}\n\tret;\n")), "{mended}");
        assert!(mended.contains("whipple_constant_00000000 = 0x00000000;"), "{mended}");
        Some(changed)
    }

    const HIDDEN: &str = " { .reg .b16 %whipple_zero; ld.const.b16 %whipple_zero, [whipple_constant_00000000]; \
        xor.b16 %rs3, %rs3, %whipple_zero; }";

    #[test]
    fn what_is_compared_is_hidden() {
        for maximum in [
            "max.u16 %rs3, %rs1, %rs2;",
            "\tmin.u16 \t%rs3, %rs1, %rs2;",
            "max.s16 %rs3, %rs1, 5;",
            "min.s16 %rs3, %rs1, 0;",
        ] {
            for rest in [
                "setp.eq.s16 %p1, %rs3, %rs1;",
                "setp.eq.s16 %p1, %rs1, %rs3;",
                "setp.ne.b16 %p1, %rs3, 0;",
                "setp.eq.and.u16 %p1, %rs3, %rs1, %p2;",
                "mov.u16 %rs4, %rs3;\nsetp.eq.s16 %p1, %rs4, %rs1;",
                "cvt.s32.s16 %r1, %rs3;\nsetp.eq.s32 %p1, %r1, %r2;",
                "max.u16 %rs4, %rs2, %rs5;\nsetp.eq.s16 %p1, %rs3, %rs6;",
            ] {
                assert_eq!(mended(maximum, rest), Some(format!("{maximum}{HIDDEN}")), "{rest}");
            }
        }
    }

    #[test]
    fn others_are_left_alone() {
        let maximum = "max.u16 %rs3, %rs1, %rs2;";
        for (maximum, rest) in [
            (maximum, "setp.gt.u16 %p1, %rs3, %rs1;"),
            (maximum, "setp.eq.s16 %p1, %rs1, %rs2;"),
            (maximum, ".entry other(\nsetp.eq.s16 %p1, %rs3, %rs1;"),
            ("max.u32 %r3, %r1, %r2;", "setp.eq.s32 %p1, %r3, %r1;"),
            ("max.f16 %rs3, %rs1, %rs2;", "setp.eq.s16 %p1, %rs3, %rs1;"),
            ("add.u16 %rs3, %rs1, %rs2;", "setp.eq.s16 %p1, %rs3, %rs1;"),
        ] {
            assert_eq!(mended(maximum, rest), None, "{maximum} {rest}");
        }
    }

    /// The operand of a chain that is a negation, and its result.
    #[test]
    fn both_faults_of_one_instruction_are_mended() {
        let lines =
            "neg.s16 %rs2, %rs9;\nmin.s16 %rs4, %rs6, %rs5;\nsetp.eq.s16 %p1, %rs3, %rs1;\nmin.s16 %rs3, %rs4, %rs2;";
        let mended = last_mended_for(lines, (13, 0), "sm_90").expect("it has two faults");
        assert!(mended.starts_with("\t{ .reg .b16 %whipple_right;"), "{mended}");
        assert!(mended.ends_with(&format!("min.s16 %rs3, %rs4, %whipple_right; }}{HIDDEN}")), "{mended}");
    }

    #[test]
    fn only_some_architectures_have_the_fault() {
        for (architecture, wrong) in
            [("sm_80", false), ("sm_89", false), ("sm_90", true), ("sm_90a", true), ("sm_103", true), ("sm_120", false)]
        {
            assert_eq!(confuses_halves(architecture), wrong, "{architecture}");
        }
    }
}
