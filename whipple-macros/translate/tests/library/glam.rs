//! glam's types: each row is in their headers, and what these declare has a row.

use super::{Declared, between, compare, declared, expect_none, header, ty};
use std::collections::BTreeSet;
use whipple_translate::methods::{self, Owner};

#[test]
fn vectors_and_matrices() {
    let mut wrong = Vec::new();
    for owner in Owner::VECTORS.iter().chain(Owner::MATRICES).chain(&[Owner::Quat]) {
        let name = format!("{owner:?}");
        let text = header(&format!("math/{}.cuh", name.to_lowercase()));
        let start = if text.contains(&format!("\nstruct {name} {{")) { "" } else { "alignas(16) " };
        let class = between(&text, &format!("\nstruct {start}{name} {{"), "\n};");
        let public = class.split("private:").next().unwrap_or_default();
        wrong.extend(compare_of_glam(*owner, &name, &declared(public), &constants_of(class, &name)));
    }
    expect_none(&wrong);
}

/// The vectors of integers have one template, and masks have one.
#[test]
fn templates_of_vectors() {
    let mut wrong = templates("math/integers.cuh", "IntegerVector", Owner::INTEGER_VECTORS);
    wrong.extend(templates("math/masks.cuh", "MaskVector", Owner::MASKS));
    expect_none(&wrong);
}

/// What differs from the rows of these owners, which are instances of a template.
fn templates(file: &str, template: &str, owners: &[Owner]) -> Vec<String> {
    let text = header(file);
    let class = between(&text, "    static const", "\n};");
    let all = declared(class.split("private:").next().unwrap_or_default());
    let mut wrong = Vec::new();
    for owner in owners {
        let name = format!("{owner:?}");
        let count = name.as_bytes()[4] - b'0';
        let of_owner: Vec<Declared> = all
            .iter()
            .filter(|it| is_met(&it.suffix, count, name.starts_with('I')))
            .map(|it| it.counted(template, count))
            .collect();
        wrong.extend(compare_of_glam(*owner, template, &of_owner, &constants_of_instance(&text, &name)));
    }
    wrong
}

/// Whether the condition behind a declaration holds for so many components, which may have a sign.
fn is_met(suffix: &str, count: u8, is_signed: bool) -> bool {
    let words: Vec<&str> = suffix.split_once("(N ").map_or("", |(_, rest)| rest).split([')', ' ']).collect();
    let number = words.get(1).map_or(0, |number| number.parse().expect("a number"));
    let count_is_right = match words[0] {
        "" => true,
        "==" => count == number,
        "<" => count < number,
        ">" => count > number,
        ">=" => count >= number,
        other => panic!("`{other}` is no comparison that this test knows"),
    };
    let fits_signs = !(suffix.contains("!SIGNED") && is_signed) && (is_signed || !suffix.contains("bool(SIGNED)"));
    count_is_right && fits_signs
}

impl Declared {
    /// The same with numbers in place of `N`.
    fn counted(&self, template: &str, count: u8) -> Self {
        let counted = |ty: &String| {
            let ty = ty.replace("N + 1", &(count + 1).to_string()).replace("N - 1", &(count - 1).to_string());
            let ty = ty.replace("MaskVector<bool, N>", &format!("BVec{count}"));
            if ty == format!("{template}<T, {count}>") { template.to_owned() } else { ty }
        };
        let parameters = self.parameters.iter().map(counted).collect();
        Self { result: counted(&self.result), parameters, ..self.clone() }
    }
}

/// The constants of an instance of a template: some are written in lists.
fn constants_of_instance<'t>(text: &'t str, name: &str) -> BTreeSet<&'t str> {
    let after = |pattern: &str| -> Vec<&'t str> {
        let found = text.match_indices(pattern).map(|(at, _)| &text[at + pattern.len()..]);
        found.filter_map(|rest| rest.split([',', ' ']).next()).collect()
    };
    let mut constants: BTreeSet<&str> = after(&format!("WHIPPLE_CONSTANT({name}, ")).into_iter().collect();
    for list in ["CONSTANTS", "NEGATIVE"] {
        if text.contains(&format!("\nWHIPPLE_{list}({name}")) {
            let lines = text[text.find(&format!("#define WHIPPLE_{list}(")).expect("the list")..].lines().skip(1);
            let lines = lines.take_while(|line| line.starts_with("    "));
            let names = lines.filter_map(|line| {
                line.split_once("WHIPPLE_CONSTANT(Vector, ").or_else(|| line.split_once("Vector Vector::"))
            });
            constants.extend(names.filter_map(|(_, rest)| rest.split([',', ' ']).next()));
        }
    }
    constants
}

/// The constants that a class declares.
fn constants_of<'t>(class: &'t str, name: &str) -> BTreeSet<&'t str> {
    let lists = class.lines().filter_map(|line| line.trim().strip_prefix("static const ")?.strip_prefix(name));
    let constants = lists.flat_map(|list| list.trim_end_matches(';').split(',')).map(str::trim);
    constants.filter(|constant| !constant.ends_with('_')).collect()
}

/// Whether a type of glam's has in its header what it has by its rows.
fn compare_of_glam(owner: Owner, name: &str, all: &[Declared], constants: &BTreeSet<&str>) -> Vec<String> {
    assert!(all.len() >= 9, "only {} functions of {name}", all.len());
    let mut wrong = compare(owner, name, all, &["rem", "Operand"]);
    let statics = |of: &str| all.iter().filter(|f| f.is_static && f.name.trim_end_matches('_') == of).count();
    for function in all.iter().filter(|function| function.is_static) {
        let rust = function.name.trim_end_matches('_');
        if !methods::functions().any(|row| row.name == rust && row.of.contains(&owner)) {
            wrong.push(format!("{owner:?}::{rust} has no row"));
        }
    }
    for row in methods::functions().filter(|row| row.of.contains(&owner)) {
        let is_same = |function: &Declared| {
            let parameters: Vec<String> = function.parameters.iter().map(|cpp| ty(cpp, name)).collect();
            let expected: Vec<String> = row.arguments.iter().map(|ty| format!("{ty:?}")).collect();
            function.name.trim_end_matches('_') == row.name && (parameters == expected || row.name == "from")
        };
        if statics(row.name) == 0 || !all.iter().any(is_same) {
            wrong.push(format!("the device library has no {owner:?}::{} as in its row", row.name));
        }
    }
    let rows: BTreeSet<&str> = methods::constants().filter(|row| row.of.contains(&owner)).map(|row| row.name).collect();
    if *constants != rows {
        wrong.push(format!("{owner:?} has the constants {constants:?}, and by their rows {rows:?}"));
    }
    wrong
}

#[test]
fn swizzles() {
    let text = header("math/vec4.cuh");
    let found: BTreeSet<String> = text
        .match_indices("WHIPPLE_SWIZZLE(")
        .filter_map(|(at, start)| text[at + start.len()..].split(')').next())
        .map(|letters| letters.replace(", ", ""))
        .filter(|letters| letters.chars().all(|letter| "xyzw".contains(letter)))
        .collect();
    let mut expected = BTreeSet::from([String::new()]);
    let mut all = BTreeSet::new();
    for _ in 0..4 {
        expected =
            expected.iter().flat_map(|start| ["x", "y", "z", "w"].map(|next| format!("{start}{next}"))).collect();
        all.extend(expected.iter().filter(|name| methods::has(name, 0)).cloned());
    }
    assert_eq!(found, all);
}
