//! Negations in minima and maxima of three integers, of which ptxas before CUDA 13.4 loses some: in the machine code of each form, for every
//! architecture.

mod common;

use common::{ARCHITECTURES, nvrtc};
use std::{collections::BTreeMap, fmt::Write as _};
use whipple_cuda::{Compiled, Settings, compile_for, nvrtc::loses_negations};
use whipple_runtime::options::FloatingPoint;

/// Ways to take the minimum or maximum of three numbers, one at least negated: how often, and what `r` is set to.
const FORMS: &[(usize, &str)] = &[
    (1, "{ const i32 n = -x; r = (n > x ? n : x).max(y); }"),
    (1, "{ const i32 n = -x; r = (x > n ? x : n).max(y); }"),
    (1, "{ const i32 n = 0_i32 - x; r = (n > x ? n : x).max(y); }"),
    (1, "{ const i32 n = -x; r = (n < x ? n : x).min(y); }"),
    (1, "r = x.max(x.wrapping_neg()).max(y);"),
    (1, "r = x.min(x.wrapping_neg()).min(y);"),
    (1, "r = x.max(y.wrapping_neg()).max(y);"),
    (1, "r = x.min(y.wrapping_neg()).min(y);"),
    (1, "r = x.wrapping_neg().max(y).max(x);"),
    (1, "r = x.wrapping_neg().min(y).min(x);"),
    (1, "r = (0_i32 - x).max(y).max(x);"),
    (1, "r = (-x).max(y).max(x);"),
    (1, "r = (-x).min(y).min(x);"),
    (1, "r = (-x).max(y).max(z);"),
    (1, "r = z.max(y.max(-x));"),
    (1, "r = z.min((-x).min(y));"),
    (1, "r = x.max(y).max(-z);"),
    (3, "r = (-x).max(-y).max(-z);"),
    (1, "r = (x * i32(-1)).max(y).max(z);"),
    (1, "r = ((!x).wrapping_add(1)).max(y).max(z);"),
    (1, "r = (-(x >> 3)).max(y).max(z);"),
    (1, "r = (-(x & z)).min(y).min(z);"),
    (1, "r = (z - (z + x)).max(y).max(z);"),
    (1, "r = (-x).max(5).max(z);"),
    (4, "{ i32 m = i32::MIN; for (int k = 0; k < 4; k += 1) m = m.max(-a[i + k]); r = m; }"),
    (1, "{ const i32 m = y.max(-x); r = m > z ? m : z; }"),
    (1, "r = negated(x).max(y).max(z);"),
    (1, "r = greatest(greatest(-x, y), z);"),
    (1, "r = cast<i32>(cast<i16>(x).wrapping_neg().max(cast<i16>(y)).max(cast<i16>(z)));"),
    (1, "r = cast<i32>(cast<i8>(x).wrapping_neg().max(cast<i8>(y)).max(cast<i8>(z)));"),
    (1, "r = cast<i32>(cast<u32>(x).wrapping_neg().max(cast<u32>(y)).max(cast<u32>(z)));"),
];

/// A kernel for each form. `negates` is whether negations are; without, they give the number itself.
fn source(negates: bool) -> String {
    let mut text = String::from(
        "#include <whipple/cast.cuh>\nusing namespace whipple;\n\
         __device__ i32 negated(i32 x) { return -x; }\n\
         __device__ i32 greatest(i32 x, i32 y) { return x > y ? x : y; }\n",
    );
    for (number, (_, form)) in FORMS.iter().enumerate() {
        writeln!(
            text,
            "extern \"C\" __global__ void form_{number}(const i32* a, const i32* b, const i32* c, i32* o) {{\n\
                 const unsigned i = threadIdx.x; const i32 x = a[i], y = b[i], z = c[i]; i32 r; {form} o[i] = r;\n}}"
        )
        .unwrap();
    }
    if negates { text } else { without_negations(&text) }
}

/// The same text where each negation gives its operand.
fn without_negations(text: &str) -> String {
    let changes = [
        (".wrapping_neg()", ""),
        ("0_i32 - x", "x"),
        ("x * i32(-1)", "x"),
        ("(!x).wrapping_add(1)", "x"),
        ("z - (z + x)", "x"),
        ("-(", "("),
        ("-x", "x"),
        ("-y", "y"),
        ("-z", "z"),
        ("-a[", "a["),
    ];
    changes.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// A negation is an instruction more than the form has without it, besides those that compare.
#[test]
fn no_negation_is_lost() {
    let Some(nvrtc) = nvrtc() else { return };
    let known = nvrtc.architectures();
    let settings = Settings { floating_point: FloatingPoint::Exact, ..Settings::default() };
    let mut lost = Vec::new();
    for architecture in ARCHITECTURES.into_iter().chain(["sm_103"]) {
        if !known.contains(&architecture[3..].parse().unwrap()) {
            println!("{architecture}: NVRTC {:?} does not have it", nvrtc.version());
            continue;
        }
        let compile =
            |text: &str| compile_for(text, "Negations", architecture, &settings).unwrap_or_else(|e| panic!("{e}"));
        let (negating, plain) = (compile(&source(true)), compile(&source(false)));
        let concerned = loses_negations(nvrtc.version(), architecture);
        assert_eq!((negating.is_ptx(), plain.is_ptx()), (concerned, false), "{architecture}");
        let (negating, plain) = (instructions(&assembled(&negating, architecture)), instructions(&plain.code));
        assert_eq!((negating.len(), plain.len()), (FORMS.len(), FORMS.len()), "{architecture}");
        for (number, (negations, form)) in FORMS.iter().enumerate() {
            let name = format!(".text.form_{number}");
            if negating[&name] < plain[&name] + negations {
                lost.push(format!("{architecture}: {form}"));
            }
        }
        println!("{architecture}: {} forms, as PTX: {concerned}", FORMS.len());
    }
    assert!(lost.is_empty(), "negations are lost:\n{}", lost.join("\n"));
}

/// Programs without a chain that has a negation stay cubins.
#[test]
fn other_extremes_are_cubins() {
    let Some(_) = nvrtc() else { return };
    let forms = [
        "r = x.max(y).max(z);",
        "r = (x - y).max(y - z).max(z - x);",
        "r = (x + y).min(!y).min(z * 3);",
        "r = x.max(-x) + y;",
        "r = (-x).max(y).min(z);",
        "r = x.min(y).max(z);",
        "{ const u32 u = cast<u32>(x); r = cast<i32>(u.wrapping_neg().max(cast<u32>(y)).max(cast<u32>(z))); }",
        "r = x.max(-y).min(y);",
    ];
    for form in forms {
        let source = format!(
            "#include <whipple/cast.cuh>\nusing namespace whipple;\n\
             extern \"C\" __global__ void form(const i32* a, i32* o) {{\n\
             const i32 x = a[0], y = a[1], z = a[2]; i32 r; {form} o[0] = r; }}\n"
        );
        let compiled = compile_for(&source, "Others", "sm_90", &Settings::default()).unwrap_or_else(|e| panic!("{e}"));
        assert!(!compiled.is_ptx(), "{form}");
    }
}

/// The machine code of a program. Where that is PTX, NVRTC's assembler makes it: each kernel is the PTX of its body.
fn assembled(compiled: &Compiled, architecture: &str) -> Vec<u8> {
    if !compiled.is_ptx() {
        return compiled.code.clone();
    }
    let ptx = std::str::from_utf8(&compiled.code).unwrap().trim_end_matches('\0');
    let mut source = String::from("extern \"C\" { __constant__ unsigned whipple_constant_00000000 = 0; }\n");
    for kernel in ptx.split(".visible .entry ").skip(1) {
        let name = kernel.split('(').next().unwrap();
        let body = kernel.split_once("\n{").expect("a kernel has a body").1.split_once("\n}").expect("which ends").0;
        let lines = body.lines().filter(|line| !line.trim_start().starts_with(".loc"));
        let text: String = lines.map(|line| format!("{}\\n", line.replace('"', "\\\""))).collect();
        writeln!(
            source,
            "extern \"C\" __global__ void {name}(void*, void*, void*, void*) {{ asm volatile(\"{{{text}}}\"); }}"
        )
        .unwrap();
    }
    let settings = Settings::default();
    // What is assembled again is PTX by hand, in which nothing is looked for.
    let again =
        compile_for(&source, "Assembled", architecture, &settings).unwrap_or_else(|error| panic!("{error}\n{source}"));
    assert!(!again.is_ptx());
    again.code
}

/// How many instructions each section of machine code has that are no minimum or maximum.
fn instructions(cubin: &[u8]) -> BTreeMap<String, usize> {
    let number = |at: usize, bytes: usize| {
        let mut word = [0; 8];
        word[..bytes].copy_from_slice(&cubin[at..at + bytes]);
        u64::from_le_bytes(word) as usize
    };
    // The fields of ELF's header and of section headers for 64 bits.
    let (sections, size, count, names) = (number(0x28, 8), number(0x3a, 2), number(0x3c, 2), number(0x3e, 2));
    let section = |index: usize| {
        let at = sections + index * size;
        (number(at, 4), number(at + 0x18, 8), number(at + 0x20, 8))
    };
    let names = section(names).1;
    (0..count)
        .map(section)
        .map(|(name, offset, bytes)| {
            let name = cubin[names + name..].split(|byte| *byte == 0).next().unwrap();
            (String::from_utf8_lossy(name).into_owned(), offset, bytes)
        })
        .filter(|(name, ..)| name.starts_with(".text."))
        .map(|(name, offset, bytes)| (name, operations(&cubin[offset..offset + bytes])))
        .collect()
}

/// Instructions of 16 bytes, before the jump to itself that ends a kernel.
fn operations(code: &[u8]) -> usize {
    const BRANCH: u16 = 0x947;
    // `IMNMX`, `VIMNMX` and `VIMNMX3` of registers, without the bits that say where an operand is.
    const EXTREMES: [u16; 3] = [0x017, 0x048, 0x00f];
    let opcodes = code.chunks_exact(16).map(|instruction| u16::from_le_bytes([instruction[0], instruction[1]]) & 0xfff);
    opcodes.take_while(|opcode| *opcode != BRANCH).filter(|opcode| !EXTREMES.contains(&(opcode & 0x1ff))).count()
}
