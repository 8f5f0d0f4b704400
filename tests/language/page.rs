//! docs/language.md and the tests agree: it names tests that exist, and what it lists, they use.

use crate::{
    any_type, arrays, asked, assembly, backwards, beside, bindings, borrowing, branches, buffers, callables, casts,
    characters, choices, closures, conversions, corners, cursors, data, defaults, doubles, elements, empty_structs,
    evaluated, floats, foreign_impls, fragments, functions, generic_types, given, given_iterators, harness::Group,
    idioms, impls, imported, indices, inner, integer_vectors, integers, iteration, iterators, jumps, kept, lent,
    literals, loops, made_from, masks, matches, meanings, methods, names, nones, operators, optional_fields, options,
    order, orderings, outcomes, over_types, overflow, own_iterators, own_macros, own_types, parts, places, pointed,
    quaternions, references, referring_errors, results, sizes, slices, traits, tuples, unit_values, vectors, wide,
    wide_items, widths, zeros,
};
use std::{collections::BTreeSet, fs, path::Path};

const PAGE: &str = include_str!("../../docs/language.md");

const GROUPS: [(&str, Group); 79] = [
    ("any_type", any_type::GROUP),
    ("arrays", arrays::GROUP),
    ("asked", asked::GROUP),
    ("assembly", assembly::GROUP),
    ("backwards", backwards::GROUP),
    ("beside", beside::GROUP),
    ("bindings", bindings::GROUP),
    ("borrowing", borrowing::GROUP),
    ("branches", branches::GROUP),
    ("buffers", buffers::GROUP),
    ("callables", callables::GROUP),
    ("casts", casts::GROUP),
    ("characters", characters::GROUP),
    ("choices", choices::GROUP),
    ("closures", closures::GROUP),
    ("conversions", conversions::GROUP),
    ("corners", corners::GROUP),
    ("cursors", cursors::GROUP),
    ("data", data::GROUP),
    ("defaults", defaults::GROUP),
    ("doubles", doubles::GROUP),
    ("elements", elements::GROUP),
    ("empty_structs", empty_structs::GROUP),
    ("evaluated", evaluated::GROUP),
    ("floats", floats::GROUP),
    ("fragments", fragments::GROUP),
    ("functions", functions::GROUP),
    ("generic_types", generic_types::GROUP),
    ("given", given::GROUP),
    ("given_iterators", given_iterators::GROUP),
    ("imported", imported::GROUP),
    ("impls", impls::GROUP),
    ("indices", indices::GROUP),
    ("inner", inner::GROUP),
    ("integer_vectors", integer_vectors::GROUP),
    ("integers", integers::GROUP),
    ("iteration", iteration::GROUP),
    ("iterators", iterators::GROUP),
    ("jumps", jumps::GROUP),
    ("kept", kept::GROUP),
    ("lent", lent::GROUP),
    ("literals", literals::GROUP),
    ("loops", loops::GROUP),
    ("made_from", made_from::GROUP),
    ("masks", masks::GROUP),
    ("matches", matches::GROUP),
    ("meanings", meanings::GROUP),
    ("methods", methods::GROUP),
    ("names", names::GROUP),
    ("nones", nones::GROUP),
    ("operators", operators::GROUP),
    ("optional_fields", optional_fields::GROUP),
    ("options", options::GROUP),
    ("order", order::GROUP),
    ("orderings", orderings::GROUP),
    ("outcomes", outcomes::GROUP),
    ("overflow", overflow::GROUP),
    ("over_types", over_types::GROUP),
    ("own_iterators", own_iterators::GROUP),
    ("own_macros", own_macros::GROUP),
    ("own_types", own_types::GROUP),
    ("parts", parts::GROUP),
    ("places", places::GROUP),
    ("pointed", pointed::GROUP),
    ("quaternions", quaternions::GROUP),
    ("references", references::GROUP),
    ("referring_errors", referring_errors::GROUP),
    ("results", results::GROUP),
    ("sizes", sizes::GROUP),
    ("slices", slices::GROUP),
    ("foreign_impls", foreign_impls::GROUP),
    ("traits", traits::GROUP),
    ("tuples", tuples::GROUP),
    ("unit_values", unit_values::GROUP),
    ("vectors", vectors::GROUP),
    ("wide", wide::GROUP),
    ("wide_items", wide_items::GROUP),
    ("widths", widths::GROUP),
    ("zeros", zeros::GROUP),
];

/// Whether `…` in a pattern can stand for what the name has there.
fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|start| name.strip_prefix(start)) else { return false };
    let mut last = None;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = Some(part);
    }
    rest.is_empty() || last == Some("")
}

#[test]
fn cases_exist() {
    let words = PAGE.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':' | '…')));
    let mut found = 0;
    for (group, case) in words.filter_map(|word| word.split_once("::")) {
        let Some((_, group)) = GROUPS.iter().find(|(name, _)| *name == group) else { continue };
        found += 1;
        assert!(group.cases.iter().any(|(name, _)| fits(case, name)), "{} has no case {case}", group.name);
    }
    assert!(found >= 40, "only {found} cases are named");
}

#[test]
fn refusals_exist() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/fail");
    let Ok(folder) = fs::read_dir(&folder) else {
        return println!("skipped: there is no {}", folder.display());
    };
    let names: Vec<String> = folder
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned))
        .collect();
    let lists =
        PAGE.lines().filter_map(|line| line.split_once("ui: ")).map(|(_, list)| list.trim_end_matches([' ', '|']));
    for pattern in lists.flat_map(|list| list.split(", ")) {
        assert!(names.iter().any(|name| fits(pattern, name)), "tests/ui/fail has no {pattern}");
    }
}

/// Tests of other kinds that rows name.
const OTHERS: [&str; 6] = ["contexts", "errors", "glam_items", "messages", "spawns", "wide_memory"];

/// The groups and other tests that a row of a table names in its last cell.
fn groups_of(row: &str) -> Vec<&'static str> {
    let last = row.trim_end_matches([' ', '|']).rsplit(" | ").next().unwrap_or_default();
    let words: Vec<&str> = last.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    GROUPS.iter().map(|(name, _)| *name).chain(OTHERS).filter(|name| words.contains(name)).collect()
}

/// The names in code that a row begins with; `wrapping_ add sub` is two.
fn names_of(row: &str) -> Vec<String> {
    let first = row.trim_start_matches(['|', ' ']).split(" | ").next().unwrap_or_default();
    let mut names = Vec::new();
    for code in first.split('`').skip(1).step_by(2) {
        if !code.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | ' ')) {
            continue;
        }
        let mut prefix = "";
        for word in code.split(' ') {
            if word.ends_with('_') {
                prefix = word;
            } else {
                names.push(format!("{prefix}{word}"));
            }
        }
    }
    names
}

#[test]
fn what_is_listed_is_used() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    if !folder.is_dir() {
        return println!("skipped: there is no {}", folder.display());
    }
    let source = |group: &str| fs::read_to_string(folder.join(format!("{group}.rs"))).expect("the source of a group");
    let (mut found, mut missing) = (0, Vec::new());
    for row in PAGE.lines().filter(|line| line.starts_with('|') && !line.contains("refused")) {
        let groups = groups_of(row);
        if groups.is_empty() {
            continue;
        }
        let text: String = groups.iter().map(|group| source(group)).collect();
        let words: BTreeSet<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
        for name in names_of(row) {
            found += 1;
            // Numbers stand for all that are written so.
            if !words.contains(name.as_str()) && !name.starts_with(|c: char| c.is_ascii_digit()) {
                missing.push(format!("`{name}` is listed, and no case of {} uses it", groups.join(", ")));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(found >= 200, "only {found} names are listed");
}

#[test]
fn groups_are_named() {
    let rows: Vec<&str> = PAGE.lines().filter(|line| line.starts_with('|')).collect();
    for (group, _) in GROUPS {
        // Single cases of it are named in the text.
        let named = rows.iter().any(|row| groups_of(row).contains(&group)) || PAGE.contains(&format!("{group}::"));
        assert!(named, "no row names the tests in {group}");
    }
}

/// Each block of docs/from-rust.md stands in the tests of the group, and each case in a block.
#[test]
fn idioms_are_those_of_the_tests() {
    let (page, tests) = (include_str!("../../docs/from-rust.md"), include_str!("idioms.rs"));
    let blocks = page.split("```rust\n").skip(1).filter_map(|part| part.split("```").next());
    let indented = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    let blocks: Vec<String> = blocks.map(|block| block.lines().map(indented).collect()).collect();
    assert!(blocks.len() >= 30, "only {} idioms", blocks.len());
    for block in &blocks {
        assert!(tests.contains(block.as_str()), "tests/language/idioms.rs has another text than\n{block}");
    }
    for (case, _) in idioms::GROUP.cases {
        let head = format!("fn {}(", case.trim_start_matches("of_"));
        assert!(blocks.iter().any(|block| block.contains(&head)), "docs/from-rust.md has no {case}");
    }
}
