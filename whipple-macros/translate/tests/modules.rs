//! The modules of the translator depend on each other in one direction: each on those before it. The files of the CUDA engines are held to
//! the like.

#[path = "modules/engines.rs"]
mod engines;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The modules, each after those that it may use.
const ORDER: [&str; 34] = [
    // What all use.
    "errors",
    "piece",
    "writer",
    // What comes in becomes plain syntax.
    "depth",
    "fork",
    "numbering",
    "iteration",
    "places",
    "operators",
    // What there is in device code, and how C++ calls it.
    "methods",
    "names",
    "conversion",
    "exchange",
    "message",
    // What macros left becomes plain, too.
    "fragments",
    // What is known around a body, and what can be asked of rustc.
    "context",
    "matches",
    "rules",
    "inner",
    "parameters",
    "rooted",
    "refused",
    "ask",
    // The passes over it.
    "hir",
    "ty",
    "called",
    "check",
    "lir",
    "emit",
    "lower",
    "phases",
    "dump",
    // What is translated.
    "body",
    "items",
];

#[test]
fn modules_depend_in_one_direction() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules = BTreeSet::new();
    let mut back = BTreeSet::new();
    for file in files(&source) {
        let path = file.strip_prefix(&source).expect("a file of the crate").with_extension("");
        let mut module: Vec<String> = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        module.pop_if(|last| last == "mod");
        if module == ["lib"] || module.last().is_some_and(|last| last == "tests") {
            continue;
        }
        modules.insert(module[0].clone());
        let text = fs::read_to_string(&file).expect("a file that can be read");
        engines::is_short(&file, &text);
        let mut used = BTreeSet::new();
        named(without_tests(&text), module.len(), &mut used);
        let place = |name: &str| ORDER.iter().position(|known| *known == name);
        let reach_back = used.iter().filter(|name| place(name) > place(&module[0]));
        back.extend(reach_back.map(|name| (module[0].clone(), name.clone())));
    }
    let listed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
    assert_eq!(modules, listed(&ORDER), "`ORDER` has all modules");
    assert!(back.is_empty(), "these use modules that come after them: {back:?}");
}

/// The Rust files in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder that can be read");
    let paths = entries.map(|entry| entry.expect("an entry that can be read").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// A file without its tests.
fn without_tests(text: &str) -> TokenStream {
    let mut file = syn::parse_file(text).expect("the crate's Rust parses");
    file.items.retain(|item| !matches!(item, syn::Item::Mod(module) if module.ident == "tests"));
    file.into_token_stream()
}

/// Adds the modules that tokens name: `crate::name`, `crate::{name, …}`, and by as many `super` as lead out of this module.
fn named(tokens: TokenStream, depth: usize, found: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |index: usize, text: &str| tokens.get(index).is_some_and(|token: &TokenTree| token.to_string() == text);
    let is_step = |index: usize, name: &str| is(index, name) && is(index + 1, ":") && is(index + 2, ":");
    for (index, token) in tokens.iter().enumerate() {
        let after_root = if is_step(index, "crate") {
            Some(index + 3)
        } else {
            let starts = is(index, "super") && !(index >= 3 && is_step(index - 3, "super"));
            (starts && (0..depth).all(|step| is_step(index + 3 * step, "super"))).then_some(index + 3 * depth)
        };
        match after_root.and_then(|index| tokens.get(index)) {
            Some(TokenTree::Ident(name)) => found.extend([name.to_string()]),
            Some(TokenTree::Group(names)) => {
                let mut starts = true;
                for token in names.stream() {
                    if let (TokenTree::Ident(name), true) = (&token, starts) {
                        found.insert(name.to_string());
                    }
                    starts = token.to_string() == ",";
                }
            }
            _ => {}
        }
        if let TokenTree::Group(group) = token {
            named(group.stream(), depth, found);
        }
    }
}
