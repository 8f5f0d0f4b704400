//! The files of the CUDA engines: none uses, in a circle, a file that uses it, and none is long.

use super::{files, without_tests};
use proc_macro2::{TokenStream, TokenTree};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Lines of a file at most.
const MOST_LINES: usize = 450;

/// A module by its path, as `["engine", "common", "abi"]`.
type Module = Vec<String>;

/// Fails for a file of too many lines.
pub fn is_short(file: &Path, text: &str) {
    let lines = text.lines().count();
    assert!(lines <= MOST_LINES, "{} has {lines} lines, more than {MOST_LINES}", file.display());
}

#[test]
fn files_of_engines_are_short_and_have_no_circles() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../whipple-cuda/src");
    let mut texts = BTreeMap::new();
    for file in files(&source.join("engine")) {
        let path = file.strip_prefix(&source).expect("a file of the crate").with_extension("");
        let mut module: Module = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        module.pop_if(|last| last == "mod");
        let text = fs::read_to_string(&file).expect("a file that can be read");
        is_short(&file, &text);
        if module.last().is_some_and(|last| last != "tests") {
            texts.insert(module, without_tests(&text));
        }
    }
    assert!(texts.len() > 20, "{:?}", texts.keys());
    let known: BTreeSet<Module> = texts.keys().cloned().collect();
    let uses: Uses = texts.into_iter().map(|(module, text)| (module.clone(), used(text, &module, &known))).collect();
    assert_eq!(circle(&uses), None);
}

#[test]
fn a_planted_circle_is_found() {
    let module = |name: &str| vec!["engine".to_owned(), name.to_owned()];
    let known: BTreeSet<Module> = [vec!["engine".to_owned()], module("a"), module("b"), module("c")].into();
    let with = |texts: [&str; 4]| {
        let texts = known.iter().zip(texts);
        let uses =
            |(module, text): (&Module, &str)| (module.clone(), used(text.parse().expect("tokens"), module, &known));
        circle(&texts.map(uses).collect())
    };
    let straight = ["mod a; use a::A;", "use super::b::{B, C};", "fn f() { super::c::g() }", "crate::driver::Gpu"];
    assert_eq!(with(straight), None);
    let [engine, a, b, c] = [vec!["engine".to_owned()], module("a"), module("b"), module("c")];
    let siblings = with(["mod a;", "use super::b::B;", "use crate::engine::{c::{D}};", "use super::{a, b::E};"]);
    assert_eq!(siblings, Some(vec![a.clone(), b.clone(), c, a]));
    let parent = with(["use b::B;", "", "pub(super) use super::Parent;", ""]);
    assert_eq!(parent, Some(vec![engine.clone(), b, engine]));
}

/// The modules that each module uses.
type Uses = BTreeMap<Module, BTreeSet<Module>>;

/// A way from a module back to it.
fn circle(uses: &Uses) -> Option<Vec<Module>> {
    /// Goes on from the end of `way`. `done` lead to no circle.
    fn search(uses: &Uses, way: &mut Vec<Module>, done: &mut BTreeSet<Module>) -> bool {
        let last = way.last().expect("a way has a start").clone();
        for next in uses.get(&last).into_iter().flatten().filter(|next| uses.contains_key(*next)) {
            let met = way.iter().position(|module| module == next);
            way.push(next.clone());
            if let Some(start) = met {
                way.drain(..start);
                return true;
            }
            if !done.contains(next) && search(uses, way, done) {
                return true;
            }
            way.pop();
        }
        done.insert(last);
        false
    }
    let mut done = BTreeSet::new();
    uses.keys().find_map(|start| {
        let mut way = vec![start.clone()];
        search(uses, &mut way, &mut done).then_some(way)
    })
}

/// The known modules that the text of `module` names, by paths from `crate`, from `super`, or from its own modules.
fn used(text: TokenStream, module: &Module, known: &BTreeSet<Module>) -> BTreeSet<Module> {
    let mut found = BTreeSet::new();
    scan(text, module, known, &mut found);
    found.remove(module);
    found
}

fn scan(tokens: TokenStream, module: &Module, known: &BTreeSet<Module>, found: &mut BTreeSet<Module>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            // `pub(super)` uses nothing.
            TokenTree::Group(_) if index > 0 && tokens[index - 1].to_string() == "pub" => {}
            TokenTree::Group(group) => scan(group.stream(), module, known, found),
            TokenTree::Ident(name) if index == 0 || tokens[index - 1].to_string() != ":" => {
                let child = [module.as_slice(), &[name.to_string()]].concat();
                if name == "crate" || name == "super" || known.contains(&child) {
                    follow(&tokens[index..], module.clone(), known, found);
                }
            }
            _ => {}
        }
    }
}

/// Adds the modules to which a path leads that begins in `at`.
fn follow(path: &[TokenTree], mut at: Module, known: &BTreeSet<Module>, found: &mut BTreeSet<Module>) {
    match path {
        [TokenTree::Group(names), ..] => {
            let names: Vec<TokenTree> = names.stream().into_iter().collect();
            for name in names.split(|token| token.to_string() == ",").filter(|name| !name.is_empty()) {
                follow(name, at.clone(), known, found);
            }
        }
        [TokenTree::Ident(name), rest @ ..] => {
            match name.to_string().as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                "self" => {}
                name => {
                    at.push(name.to_owned());
                    if !known.contains(&at) {
                        at.pop();
                        found.insert(at);
                        return;
                    }
                }
            }
            match rest {
                [first, second, rest @ ..] if first.to_string() == ":" && second.to_string() == ":" => {
                    follow(rest, at, known, found);
                }
                _ => drop(found.insert(at)),
            }
        }
        _ => drop(found.insert(at)),
    }
}
