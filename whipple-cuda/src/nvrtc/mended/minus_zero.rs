//! Chosen between by a comparison of floats, 1.0 and -0.0 become 1.0 and +0.0.
//!
//! ptxas (of CUDA 13.0, for sm_75 to sm_120) makes one instruction, `FSET.BF`, of `setp.lt.f32 %p1, …` and
//! `selp.f32 %f3, 0f3F800000, 0f80000000, %p1`, and that one gives 1.0 or +0.0. NVVM writes such a `selp` also where the CUDA text has
//! none, after constant folding. `selp.b32` of the same words is mended as well, though ptxas 13.0 makes no `FSET` of it.

use super::{Instruction, bits};

/// The bits of 1.0.
const ONE: u32 = 0x3f80_0000;
/// The bits of -0.0.
const MINUS_ZERO: u32 = 0x8000_0000;

/// Where the -0.0 is among the operands of a choice between the two.
pub fn place(instruction: &Instruction<'_>) -> Option<usize> {
    if !matches!(instruction.opcode, "selp.f32" | "selp.b32" | "selp.u32" | "selp.s32") {
        return None;
    }
    let &[_, first, second, _] = instruction.operands.as_slice() else { return None };
    match (bits(first)?, bits(second)?) {
        (ONE, MINUS_ZERO) => Some(2),
        (MINUS_ZERO, ONE) => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::last_mended;

    const LOAD: &str = "\t{ .reg .b32 %whipple_constant; ld.const.b32 %whipple_constant, [whipple_constant_80000000]; ";

    #[test]
    fn both_orders_of_both_types_are_mended() {
        for (before, after) in [
            ("\tselp.f32 \t%f3, 0f3F800000, 0f80000000, %p1;", "selp.f32 %f3, 0f3F800000, %whipple_constant, %p1; }"),
            ("\tselp.f32 \t%f3, 0f80000000, 0f3F800000, %p1;", "selp.f32 %f3, %whipple_constant, 0f3F800000, %p1; }"),
            ("\tselp.b32 \t%r3, 1065353216, -2147483648, %p1;", "selp.b32 %r3, 1065353216, %whipple_constant, %p1; }"),
            ("\tselp.b32 \t%r3, -2147483648, 1065353216, %p1;", "selp.b32 %r3, %whipple_constant, 1065353216, %p1; }"),
            ("selp.u32 %r3,0x80000000,0x3F800000,%p12;", "selp.u32 %r3, %whipple_constant, 0x3F800000, %p12; }"),
            ("  selp.s32 %r3, 1065353216, 2147483648, %p1;", "selp.s32 %r3, 1065353216, %whipple_constant, %p1; }"),
        ] {
            assert_eq!(last_mended(before), Some(format!("{LOAD}{after}")), "{before}");
        }
    }

    #[test]
    fn other_choices_are_left_alone() {
        for line in [
            "\tselp.f32 \t%f3, 0f3F800000, 0f00000000, %p1;",
            "\tselp.f32 \t%f3, 0fBF800000, 0f80000000, %p1;",
            "\tselp.f32 \t%f3, 0f3F800000, 0f3F800000, %p1;",
            "\tselp.f32 \t%f3, 0f80000000, 0f80000000, %p1;",
            "\tselp.f32 \t%f3, 0f3F800000, %f4, %p1;",
            "\tselp.f32 \t%f3, %f4, 0f80000000, %p1;",
            "\tselp.f32 \t%f3, %f4, %f5, %p1;",
            "\tselp.b32 \t%r3, 1065353216, 0, %p1;",
            "\tselp.b32 \t%r3, 1, -2147483648, %p1;",
            "\tselp.b32 \t%r3, %r1, %r2, %p1;",
            "\tselp.f64 \t%fd3, 0d3FF0000000000000, 0d8000000000000000, %p1;",
            "\tselp.b64 \t%rd3, 1065353216, -2147483648, %p1;",
            "\tselp.b16 \t%rs3, 1, 0, %p1;",
            "\t// selp.f32 %f3, 0f3F800000, 0f80000000, %p1;",
        ] {
            assert_eq!(last_mended(line), None, "{line}");
        }
    }
}
