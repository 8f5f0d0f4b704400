//! docs/language.md names tests that exist.

use crate::{
    arrays, assembly, bindings, branches, casts, choices, corners, data, floats, functions, harness::Group, integers,
    loops, matches, order, references, vectors,
};
use std::{fs, path::Path};

const PAGE: &str = include_str!("../../docs/language.md");

const GROUPS: [(&str, Group); 16] = [
    ("arrays", arrays::GROUP),
    ("assembly", assembly::GROUP),
    ("bindings", bindings::GROUP),
    ("branches", branches::GROUP),
    ("casts", casts::GROUP),
    ("choices", choices::GROUP),
    ("corners", corners::GROUP),
    ("data", data::GROUP),
    ("floats", floats::GROUP),
    ("functions", functions::GROUP),
    ("integers", integers::GROUP),
    ("loops", loops::GROUP),
    ("matches", matches::GROUP),
    ("order", order::GROUP),
    ("references", references::GROUP),
    ("vectors", vectors::GROUP),
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
