//! What is not negative, or NaN, counts as greater than a negative number.
//!
//! ptxas (of CUDA 13.0) works out that `abs.f32`, `mul.f32` of a number by itself and `ex2.f32` are at least 0, and what sums of such numbers
//! and of constants are at least. A comparison by `setp.gt.f32` or `setp.ge.f32` with a constant below that it takes to hold, but for
//! NaN it does not. Other comparisons, numbers of 64 bits and other operations are right.

use super::{Instruction, bits};
use std::collections::HashMap;

/// What numbers in registers are at least, unless they are NaN, as ptxas works it out.
#[derive(Default)]
pub struct Bounds<'a>(HashMap<&'a str, f32>);

impl<'a> Bounds<'a> {
    /// Forgets the registers where a line begins another function: each has its own.
    pub fn leave(&mut self, line: &str) {
        if super::begins_function(line) {
            self.0.clear();
        }
    }

    /// Follows an instruction; gives where the constant is among the operands of a comparison that ptxas gets wrong.
    pub fn follow(&mut self, instruction: &Instruction<'a>) -> Option<usize> {
        let mut parts = instruction.opcode.split('.');
        let (name, operands) = (parts.next()?, instruction.operands.as_slice());
        if !instruction.opcode.ends_with(".f32") {
            self.define(operands[0], None);
            return None;
        }
        match (name, operands) {
            ("setp", &[_, left, right]) => return self.compare(parts.next()?, left, right),
            ("abs" | "ex2", &[to, _]) => self.define(to, Some(0.0)),
            ("mul", &[to, left, right]) => self.define(to, (left == right).then_some(0.0)),
            ("add", &[to, left, right]) => {
                let sum = self.least(left).zip(self.least(right)).map(|(left, right)| left + right);
                self.define(to, sum);
            }
            _ => self.define(operands[0], None),
        }
        None
    }

    fn compare(&self, relation: &str, left: &str, right: &str) -> Option<usize> {
        let (least, constant, place) = match relation {
            "gt" | "ge" => (self.0.get(left)?, bits(right)?, 2),
            "lt" | "le" => (self.0.get(right)?, bits(left)?, 1),
            _ => return None,
        };
        let constant = f32::from_bits(constant);
        let holds = if matches!(relation, "gt" | "lt") { *least > constant } else { *least >= constant };
        holds.then_some(place)
    }

    fn define(&mut self, register: &'a str, least: Option<f32>) {
        match least {
            Some(least) => self.0.insert(register, least),
            None => self.0.remove(register),
        };
    }

    /// What a register or a constant is at least.
    fn least(&self, operand: &str) -> Option<f32> {
        self.0
            .get(operand)
            .copied()
            .or_else(|| operand.starts_with("0f").then(|| bits(operand)).flatten().map(f32::from_bits))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::last_mended;

    #[test]
    fn comparisons_that_hold_but_for_nan_are_mended() {
        for (lines, constant) in [
            ("\tabs.f32 \t%f2, %f1;\n\tsetp.gt.f32 \t%p1, %f2, 0fC0100000;", "c0100000"),
            ("\tabs.ftz.f32 \t%f2, %f1;\n\tsetp.ge.f32 \t%p1, %f2, 0f00000000;", "00000000"),
            ("\tabs.f32 \t%f2, %f1;\n\tsetp.ge.f32 \t%p1, %f2, 0f80000000;", "80000000"),
            ("\tmul.rn.f32 \t%f2, %f1, %f1;\n\tsetp.ge.f32 \t%p1, %f2, 0f00000000;", "00000000"),
            ("\tmul.f32 \t%f2, %f1, %f1;\n\tsetp.le.f32 \t%p1, 0fBF800000, %f2;", "bf800000"),
            ("\tex2.approx.f32 \t%f2, %f1;\n\tsetp.gt.f32 \t%p1, %f2, 0fBF800000;", "bf800000"),
            (
                "\tabs.f32 \t%f2, %f1;\n\tadd.f32 \t%f3, %f2, 0f3F800000;\n\tsetp.gt.f32 \t%p1, %f3, 0f3F000000;",
                "3f000000",
            ),
            (
                "\tmul.f32 \t%f2, %f1, %f1;\n\tadd.f32 \t%f3, %f2, %f2;\n\tsetp.ge.f32 \t%p1, %f3, 0f00000000;",
                "00000000",
            ),
        ] {
            let mended = last_mended(lines).unwrap_or_else(|| panic!("nothing is mended:\n{lines}"));
            assert!(mended.contains(&format!("[whipple_constant_{constant}]; setp.")), "{mended}");
            assert!(
                mended.ends_with("%whipple_constant; }") || mended.contains(", %whipple_constant, %f2; }"),
                "{mended}"
            );
        }
    }

    #[test]
    fn others_are_left_alone() {
        for lines in [
            "\tabs.f32 \t%f2, %f1;\n\tsetp.gt.f32 \t%p1, %f2, 0f00000000;",
            "\tabs.f32 \t%f2, %f1;\n\tsetp.ge.f32 \t%p1, %f2, 0f3F800000;",
            "\tabs.f32 \t%f2, %f1;\n\tsetp.gt.f32 \t%p1, %f2, 0fFFC00000;",
            "\tabs.f32 \t%f2, %f1;\n\tsetp.gt.f32 \t%p1, %f2, %f3;",
            "\tabs.f32 \t%f2, %f1;\n\tsetp.lt.f32 \t%p1, %f2, 0fC0100000;",
            "\tabs.f32 \t%f2, %f1;\n\tsetp.gtu.f32 \t%p1, %f2, 0fC0100000;",
            "\tabs.f32 \t%f2, %f1;\n\tsetp.gt.f32 \t%p1, %f1, 0fC0100000;",
            "\tabs.f64 \t%fd2, %fd1;\n\tsetp.gt.f64 \t%p1, %fd2, 0dC002000000000000;",
            "\tmul.f32 \t%f2, %f1, %f3;\n\tsetp.ge.f32 \t%p1, %f2, 0f00000000;",
            "\tadd.f32 \t%f2, %f1, 0f3F800000;\n\tsetp.ge.f32 \t%p1, %f2, 0f00000000;",
            // Defined anew, in between or in another function.
            "\tabs.f32 \t%f2, %f1;\n\tmov.f32 \t%f2, %f3;\n\tsetp.ge.f32 \t%p1, %f2, 0f00000000;",
            "\tabs.f32 \t%f2, %f1;\n.visible .entry other(\n\tsetp.ge.f32 \t%p1, %f2, 0f00000000;",
        ] {
            assert_eq!(last_mended(lines), None, "{lines}");
        }
    }
}
