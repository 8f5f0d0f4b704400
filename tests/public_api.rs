//! The public interface of `whipple`, as its pages show it, against a stored list.
//!
//! The sources are read as they stand. What a macro writes is listed by the text of its definition and of its calls.

use quote::ToTokens;
use std::{collections::BTreeMap, collections::BTreeSet, env, fs, path::Path};
use syn::{Attribute, Block, ImplItem, Item, UseTree, visit_mut::VisitMut};

/// After an intended change, rewrite the list with `SNAPSHOT=overwrite cargo test --test public_api` and read the difference.
#[test]
fn the_public_interface_is_as_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let of = |name, source: &str| (name, module(name, items(&root.join(source).join("lib.rs")), &root.join(source)));
    let [runtime, cuda] = [of("whipple_runtime", "whipple-runtime/src"), of("whipple_cuda", "whipple-cuda/src")];
    let emulator = of("whipple_emulator", "whipple-cuda/emulator/src");
    let crates =
        Crates::from([of("whipple", "src"), of("whipple_macros", "whipple-macros/src"), runtime, cuda, emulator]);
    let mut lines = Vec::new();
    add(&crates, (&crates["whipple"], None), "whipple", &mut lines);
    lines.sort();
    let list = lines.join("\n") + "\n";
    let path = root.join("tests/public-api.txt");
    if env::var_os("SNAPSHOT").is_some_and(|mode| mode == "overwrite") {
        fs::write(&path, &list).expect("the list can be written");
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let [old, new] = [&stored, &list].map(|list| list.lines().collect::<BTreeSet<_>>());
    let (gone, come) = (&old - &new, &new - &old);
    let advice = "if this is meant, run `SNAPSHOT=overwrite cargo test --test public_api`";
    assert!(list == stored, "not as in {}: gone are {gone:#?}, new are {come:#?}; {advice}", path.display());
}

/// A module: its items, and by name the modules inside.
struct Module {
    krate: &'static str,
    items: Vec<Item>,
    modules: BTreeMap<String, Module>,
}

type Crates = BTreeMap<&'static str, Module>;

/// A module whose modules have their files in `folder`. Tests are left out.
fn module(krate: &'static str, mut all: Vec<Item>, folder: &Path) -> Module {
    let mut modules = BTreeMap::new();
    for item in &mut all {
        let Item::Mod(inner) = item else { continue };
        let (name, content, attributes) = (inner.ident.to_string(), inner.content.take(), parts(inner).0);
        if !attributes.contains("cfg(test)") {
            // The one path that is given is the empty one.
            let own = if attributes.contains("path =") { folder.to_owned() } else { folder.join(&name) };
            let file = Some(own.with_extension("rs")).filter(|file| file.exists());
            let read = || items(&file.unwrap_or_else(|| own.join("mod.rs")));
            modules.insert(name, module(krate, content.map_or_else(read, |(_, items)| items), &own));
        }
    }
    Module { krate, items: all, modules }
}

/// Lists a module, or an item of one, that users see at a path.
fn add(crates: &Crates, (module, item): (&Module, Option<&Item>), path: &str, lines: &mut Vec<String>) {
    let mut inside = match item {
        None => {
            lines.push(format!("{path}: pub mod"));
            return module.items.iter().for_each(|item| add_of(crates, module, item, path, lines));
        }
        Some(item) if !is_public(item) => return,
        Some(Item::Mod(item)) => return add(crates, (&module.modules[&item.ident.to_string()], None), path, lines),
        Some(Item::Struct(item)) => item.fields.iter().filter(is_public).map(signature).collect(),
        Some(Item::Enum(item)) => item.variants.iter().map(|variant| parts(variant).1).collect(),
        Some(Item::Trait(item)) => {
            item.items.iter().filter(|of| !parts(of).0.contains("(hidden)")).map(signature).collect()
        }
        _ => Vec::new(),
    };
    inside.push(parts(&item).0 + &signature(&item));
    lines.extend(inside.iter().map(|part| format!("{path}: {part}")));
    add_impls(&crates[module.krate], &name(&item), path, lines);
}

/// Lists an item of a module that users see at a path.
fn add_of(crates: &Crates, module: &Module, item: &Item, path: &str, lines: &mut Vec<String>) {
    match item {
        Item::Macro(found) => {
            let (_, text) = parts(item);
            let written = text.split("pub ").skip(1).filter_map(|item| item.split(['{', ';', '=']).next());
            lines.extend(written.map(|item| format!("{path}: a macro writes pub {}", item.trim())));
            if found.ident.is_none() {
                let of = name(&found.mac.tokens);
                add_impls(&crates[module.krate], &of, &format!("{path}::{of}"), lines);
                lines.push(format!("{path}: {text}"));
            }
        }
        Item::Use(found) if is_public(item) => {
            names(&found.tree).into_iter().for_each(|(target, name)| {
                match resolve(crates, module, &target).filter(|_| !parts(item).0.contains("no_inline")) {
                    Some(found) => add(crates, found, &format!("{path}::{name}"), lines),
                    None => lines.push(format!("{path}::{name}: pub use {}", target.join("::"))),
                }
            })
        }
        _ => add(crates, (module, Some(item)), &format!("{path}::{}", name(item)), lines),
    }
}

/// Lists what the `impl` blocks of a type give it, in a module and inside.
fn add_impls(module: &Module, name: &str, path: &str, lines: &mut Vec<String>) {
    module.modules.values().for_each(|module| add_impls(module, name, path, lines));
    let blocks = module.items.iter().filter_map(|item| if let Item::Impl(block) = item { Some(block) } else { None });
    for block in blocks.filter(|block| parts(&block.self_ty).1.split('<').next() == Some(name)) {
        let of = format!("{path}: {}", signature(block));
        let shown = block.items.iter().filter(|item| is_public(item) || matches!(item, ImplItem::Macro(_)));
        lines.extend(shown.map(|item| format!("{of}: {}", signature(item))));
        lines.extend(block.trait_.iter().map(|_| of.clone()));
    }
}

/// What a path names in a module: another one, or an item of one.
fn resolve<'a>(crates: &'a Crates, module: &'a Module, path: &[String]) -> Option<(&'a Module, Option<&'a Item>)> {
    let Some((first, rest)) = path.split_first() else { return Some((module, None)) };
    let root = if first == "crate" { module.krate } else { first };
    if let Some(module) = crates.get(root).or_else(|| module.modules.get(first)) {
        return resolve(crates, module, rest);
    }
    let uses = module.items.iter().flat_map(|item| if let Item::Use(of) = item { names(&of.tree) } else { vec![] });
    match uses.into_iter().find(|(target, name)| name == first && target != path) {
        Some((target, _)) => resolve(crates, module, &[&target, rest].concat()),
        None => module.items.iter().find(|item| name(item) == *first).map(|item| (module, Some(item))),
    }
}

/// The paths that a `use` has, and the names that it gives them.
fn names(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    match tree {
        UseTree::Path(path) => {
            let longer = |(rest, name)| ([vec![path.ident.to_string()], rest].concat(), name);
            names(&path.tree).into_iter().map(longer).collect()
        }
        UseTree::Group(group) => group.items.iter().flat_map(names).collect(),
        UseTree::Rename(name) => vec![(vec![name.ident.to_string()], name.rename.to_string())],
        UseTree::Name(_) | UseTree::Glob(_) => vec![(vec![parts(tree).1], parts(tree).1)],
    }
}

/// The items of a file without what the list does not need.
fn items(file: &Path) -> Vec<Item> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut file = syn::parse_file(&text).expect("the sources compile");
    Bare.visit_file_mut(&mut file);
    file.items
}

/// Takes out bodies, documentation, and advice for errors.
struct Bare;

impl VisitMut for Bare {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        let known = ["cfg", "derive", "doc", "non_exhaustive", "path", "proc_macro_attribute"];
        attributes.retain(|it| known.iter().any(|name| it.path().is_ident(name)) && !parts(it).0.contains("doc ="));
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.clear();
    }
}

/// The name in the head of an item.
fn name(item: &impl ToTokens) -> String {
    let before = ["", "pub", "crate", "const", "unsafe", "static", "fn", "struct", "enum", "trait", "type", "mod"];
    let text = signature(item);
    let mut words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
    words.find(|word| !before.contains(word)).unwrap_or_default().to_owned()
}

fn is_public(item: &impl ToTokens) -> bool {
    let (attributes, code) = parts(item);
    code.starts_with("pub ") && !attributes.contains("(hidden)")
}

/// What stands before the body, and before the fields of a tuple struct.
fn signature(item: &impl ToTokens) -> String {
    let (_, text) = parts(item);
    let ends: &[_] = if text.starts_with("pub struct") { &['(', '{'] } else { &['{'] };
    if text.contains("! {") { text } else { text.split(ends).next().unwrap_or_default().trim_end().to_owned() }
}

/// The attributes of an item, and its text without these and those inside; with blanks about where rustfmt has them.
fn parts(item: &impl ToTokens) -> (String, String) {
    let (mut text, mut attributes, tokens) = (String::new(), String::new(), item.to_token_stream().to_string());
    for (index, sign) in tokens.char_indices() {
        let closes = tokens[index + sign.len_utf8()..].starts_with([')', '>', ']', ',', ';', ':', '(', '<', '?', '!']);
        let opens = text.ends_with(['(', '<', '[', '&', '$', '#']) || text.ends_with("::");
        text.extend(Some(sign).filter(|sign| *sign != ' ' || !(closes || opens)));
    }
    while let Some(start) = text.find("#[") {
        let end = if text[start..].starts_with("#[doc = \"") { "\"]" } else { "]" };
        let length = text[start..].find(end).expect("an attribute ends") + end.len();
        let attribute = text.drain(start..start + length).collect::<String>() + " ";
        attributes += if text[..start].trim().is_empty() { &attribute } else { "" };
    }
    (attributes, text.split_whitespace().collect::<Vec<_>>().join(" ").replace(",)", ")"))
}
