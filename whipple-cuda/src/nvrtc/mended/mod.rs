//! Faults of ptxas, mended in PTX. Of each, ptxas concludes too much from a constant or an operand. In a mended text that comes from, or with,
//! a variable in constant memory, of which ptxas cannot know the value.
//!
//! | fault | file |
//! |---|---|
//! | chosen between by a comparison of floats, 1.0 and -0.0 become 1.0 and +0.0 | `minus_zero.rs` |
//! | what is not negative, or NaN, counts as greater than a negative number | `nan.rs` |
//! | a minimum or maximum of three integers loses a negation | `lost_negation.rs`, `linear.rs` |
//! | a minimum or maximum of 16 bits is compared with what it was made of | `halves.rs` |
//!
//! NVVM writes an instruction to a line, and constants in place. PTX by hand may not; it is not looked for there.

mod copies;
mod halves;
mod linear;
mod lost_negation;
mod minus_zero;
mod nan;

pub use lost_negation::loses_negations;

use nan::Bounds;
use std::collections::{BTreeMap, BTreeSet};

/// A text of NVVM's with all that is faulty mended; `None` when a cubin of this NVRTC's for this architecture is right.
///
/// Negations are lost by some versions of ptxas only ([`lost_negation::loses_negations`]). Where the text is loaded for another fault, they are
/// mended too: it is the driver's ptxas that compiles it.
pub(super) fn mended(ptx: &str, version: (u32, u32), architecture: &str) -> Option<String> {
    let (mut changes, mut constants) = constants(ptx);
    let functions = functions(ptx);
    let hidden: Vec<_> = if halves::confuses_halves(architecture) {
        functions.iter().flat_map(|function| halves::additions(function)).collect()
    } else {
        Vec::new()
    };
    if changes.is_empty() && hidden.is_empty() && !lost_negation::loses_negations(version, architecture) {
        return None;
    }
    let lost: Vec<_> = functions.iter().flat_map(|function| lost_negation::changes(function)).collect();
    if !lost.is_empty() || !hidden.is_empty() {
        constants.insert(lost_negation::HIDING);
    }
    // What was changed above is of floats.
    changes.extend(lost);
    for (number, addition) in hidden {
        let line = ptx.lines().nth(number).expect("the line was seen");
        *changes.entry(number).or_insert_with(|| line.to_owned()) += &addition;
    }
    (!changes.is_empty()).then(|| rewritten(ptx, &changes, &constants))
}

/// Lines with what they become, in which constants are hidden, and those constants.
fn constants(ptx: &str) -> (BTreeMap<usize, String>, BTreeSet<u32>) {
    let mut bounds = Bounds::default();
    let mut constants = BTreeSet::new();
    let mut changes = BTreeMap::new();
    for (number, line) in ptx.lines().enumerate() {
        let Some(instruction) = Instruction::of(line) else {
            bounds.leave(line);
            continue;
        };
        // Both looks are wanted: bounds follow all instructions.
        let compared = bounds.follow(&instruction);
        if let Some(place) = compared.or_else(|| minus_zero::place(&instruction)) {
            let constant = bits(instruction.operands[place]).expect("it is a constant");
            constants.insert(constant);
            changes.insert(number, instruction.with_variable(place, constant));
        }
    }
    (changes, constants)
}

/// The number of an architecture, as 90 of `sm_90a`.
fn sm(architecture: &str) -> Option<u32> {
    let digits: String =
        architecture.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The instructions of each function with their lines.
fn functions(ptx: &str) -> Vec<Vec<(usize, Instruction<'_>)>> {
    let mut functions = vec![Vec::new()];
    for (number, line) in ptx.lines().enumerate() {
        match Instruction::of(line) {
            Some(instruction) => functions.last_mut().expect("there is one from the start").push((number, instruction)),
            None if begins_function(line) => functions.push(Vec::new()),
            None => {}
        }
    }
    functions
}

/// Whether a line begins a function: each has registers of its own.
fn begins_function(line: &str) -> bool {
    line.contains(".entry") || line.contains(".func")
}

/// The text with changed lines, and with the variables of constants.
fn rewritten(ptx: &str, changes: &BTreeMap<usize, String>, constants: &BTreeSet<u32>) -> String {
    let mut text = String::with_capacity(ptx.len() + 4096);
    for (number, line) in ptx.lines().enumerate() {
        text.push_str(changes.get(&number).map_or(line, String::as_str));
        text.push('\n');
        // The last line of a module's head.
        if line.starts_with(".address_size") {
            for constant in constants {
                text.push_str(&declaration(*constant));
                text.push('\n');
            }
        }
    }
    text
}

/// The variable of a constant. The host may see it (`.visible`), and so may have changed it before a kernel runs.
fn declaration(constant: u32) -> String {
    format!(".visible .const .align 4 .b32 {} = 0x{constant:08x};", variable(constant))
}

/// Its name.
fn variable(constant: u32) -> String {
    format!("whipple_constant_{constant:08x}")
}

/// An instruction with operands.
struct Instruction<'a> {
    opcode: &'a str,
    operands: Vec<&'a str>,
}

impl<'a> Instruction<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let (opcode, operands) = line.trim().strip_suffix(';')?.split_once(char::is_whitespace)?;
        Some(Self { opcode, operands: operands.split(',').map(str::trim).collect() })
    }

    /// The first part of its opcode.
    fn name(&self) -> &'a str {
        self.opcode.split('.').next().unwrap_or_default()
    }

    /// Whether one of its types is of floats.
    fn of_floats(&self) -> bool {
        let mut types = self.opcode.split('.').skip(1);
        types.any(|part| {
            ["f16", "f32", "f64", "bf16", "e4m3", "e5m2", "tf32"].iter().any(|float| part.starts_with(float))
        })
    }

    /// The instruction with a constant, at `place` among its operands, from its variable.
    fn with_variable(&self, place: usize, constant: u32) -> String {
        let mut operands = self.operands.clone();
        operands[place] = "%whipple_constant";
        format!(
            "\t{{ .reg .b32 %whipple_constant; ld.const.b32 %whipple_constant, [{}]; {} {}; }}",
            variable(constant),
            self.opcode,
            operands.join(", ")
        )
    }
}

/// The bits of an operand of 32 bits that is a constant, as `0f3F800000`, `0x3f800000` or `-2147483648`.
fn bits(operand: &str) -> Option<u32> {
    let hexadecimal = ["0f", "0F", "0x", "0X"].iter().find_map(|prefix| operand.strip_prefix(prefix));
    match hexadecimal {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => operand.parse::<i32>().map(i32::cast_unsigned).or_else(|_| operand.parse::<u32>()).ok(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::declaration;

    const HEAD: &str =
        "//\n// Generated by NVIDIA NVVM Compiler\n//\n\n.version 9.0\n.target sm_90\n.address_size 64\n";

    /// A text mended for an NVRTC that keeps negations.
    fn mended(ptx: &str) -> Option<String> {
        super::mended(ptx, (13, 5), "sm_90")
    }

    /// What becomes of the last of these lines, which stand in a text; the others must stay.
    pub fn last_mended(lines: &str) -> Option<String> {
        last_mended_for(lines, (13, 5), "sm_90")
    }

    /// The same for a version of NVRTC and an architecture.
    pub fn last_mended_for(lines: &str, version: (u32, u32), architecture: &str) -> Option<String> {
        let text = format!("{HEAD}\n{lines}\n\tret;\n");
        let mended = super::mended(&text, version, architecture)?;
        let mut before: Vec<&str> = text.lines().collect();
        let changed = before.len() - 2;
        let after: Vec<&str> = mended.lines().filter(|line| !line.starts_with(".visible .const")).collect();
        assert_eq!(after.len(), before.len());
        before[changed] = after[changed];
        assert_eq!(before, after);
        Some(after[changed].to_owned())
    }

    #[test]
    fn a_text_without_any_stays() {
        assert_eq!(mended(HEAD), None);
        assert_eq!(mended(""), None);
        assert_eq!(mended(&format!("{HEAD}\tmov.f32 \t%f3, 0f80000000;\n")), None);
    }

    #[test]
    fn each_is_mended_and_a_variable_comes_once_for_each_constant() {
        let choice = "\tselp.f32 \t%f3, 0f3F800000, 0f80000000, %p1;";
        let comparison = "\tabs.f32 \t%f2, %f1;\n\tsetp.ge.f32 \t%p1, %f2, 0fC0100000;";
        let text = format!("{HEAD}\n{choice}\n{comparison}\n{choice}\n");
        let mended = mended(&text).expect("there are three");
        let variables = format!("{}\n{}\n", declaration(0x8000_0000), declaration(0xc010_0000));
        assert!(mended.starts_with(&format!("{HEAD}{variables}\n\t{{ .reg")), "{mended}");
        assert_eq!(mended.matches("[whipple_constant_80000000]").count(), 2);
        assert_eq!(mended.matches("[whipple_constant_c0100000]").count(), 1);
        assert_eq!(mended.matches(".visible .const").count(), 2);
    }
    /// The driver's ptxas compiles what is loaded as PTX, whatever NVRTC's does.
    #[test]
    fn a_text_with_another_fault_has_negations_mended_too() {
        let chain = "\tneg.s32 \t%r2, %r1;\n\tmax.s32 \t%r3, %r1, %r2;\n\tmax.s32 \t%r5, %r4, %r3;";
        let choice = "\tselp.f32 \t%f3, 0f3F800000, 0f80000000, %p1;";
        assert_eq!(mended(&format!("{HEAD}\n{chain}\n")), None);
        let text = mended(&format!("{HEAD}\n{chain}\n{choice}\n")).expect("there is a choice");
        assert!(
            text.contains("xor.b32 %whipple_right, %whipple_right, %r2; max.s32 %r3, %r1, %whipple_right; }"),
            "{text}"
        );
        assert_eq!(text.matches(".visible .const").count(), 2, "{text}");
    }
}
