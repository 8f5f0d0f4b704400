//! The table of methods, docs/language.md and the language tests agree.

use std::{collections::BTreeSet, fs, path::Path};
use whipple_translate::methods::{self, Meant, Owner, Panics, Refused};

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> Option<String> {
    let path = root().join("docs/language.md");
    let page = fs::read_to_string(&path).ok();
    if page.is_none() {
        println!("skipped: there is no {}", path.display());
    }
    page
}

/// The text of all language tests, and of those of forks.
fn tests() -> Option<String> {
    let folder = root().join("tests/language");
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("skipped: there is no {}", folder.display());
        return None;
    };
    let paths = entries
        .flatten()
        .map(|entry| entry.path())
        .chain(["forks.rs", "forks/gathered.rs", "forks/sums.rs"].map(|file| root().join("tests").join(file)));
    let sources = paths.map(|path| fs::read_to_string(path).expect("a test"));
    Some(sources.collect::<Vec<_>>().join("\n"))
}

/// The names that stand in a text after one of these, and before what follows a name that is used so.
fn used<'t>(text: &'t str, before: &str, is_end: impl Fn(&str) -> bool) -> BTreeSet<&'t str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let names = text.match_indices(before).map(|(at, _)| {
        let rest = &text[at + before.len()..];
        rest.split_at(rest.find(|c| !is_name(c)).unwrap_or(rest.len()))
    });
    names.filter(|(_, rest)| is_end(rest)).map(|(name, _)| name).collect()
}

#[test]
fn each_row_is_called_in_a_language_test() {
    let Some(text) = tests() else { return };
    let is_call = |rest: &str| rest.starts_with('(') || rest.starts_with("::<");
    let (methods, functions) = (used(&text, ".", is_call), used(&text, "::", is_call));
    let constants = used(&text, "::", |rest| !is_call(rest));
    let mut missing: BTreeSet<&str> = methods::all()
        .map(|row| row.name)
        .filter(|name| !methods.contains(name) && !functions.contains(name))
        .collect();
    missing.extend(methods::functions().map(|row| row.name).filter(|name| !functions.contains(name)));
    missing.extend(methods::constants().map(|row| row.name).filter(|name| !constants.contains(name)));
    assert!(missing.is_empty(), "no language test uses {missing:?}");
    assert!(methods::all().count() > 300, "{} rows", methods::all().count());
}

/// The sections of the page that list methods: whatever they name in code is a row, but for what is no method.
const SECTIONS: [&str; 4] = ["Integers", "Floats", "glam", "Contexts, buffers, shared memory"];

/// The lines of a section.
fn section<'p>(page: &'p str, title: &str) -> &'p str {
    let start = page.find(&format!("\n## {title}\n")).unwrap_or_else(|| panic!("no section {title}"));
    let rest = &page[start + 1..];
    &rest[..rest.find("\n## ").unwrap_or(rest.len())]
}

/// The names in code of a text: words of small letters, where `wrapping_ add sub` is two, `x.abs()` is one and `f32::MAX MIN` two.
fn names(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for code in text.split('`').skip(1).step_by(2) {
        let mut prefix = "";
        for word in code.split([' ', ',']).filter(|word| !word.is_empty()) {
            let word = word.split('(').next().unwrap_or_default().split("::<").next().unwrap_or_default();
            let word = word.rsplit(['.', ':']).next().unwrap_or_default();
            if word.ends_with('_') {
                prefix = word;
            } else if !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                found.push(format!("{prefix}{word}"));
            }
        }
    }
    found
}

#[test]
fn each_row_is_on_the_page() {
    let Some(page) = page() else { return };
    let lists = page.split("<!-- refused").next().unwrap_or_default().lines().filter(|line| line.starts_with('|'));
    let found: BTreeSet<String> = lists.flat_map(names).collect();
    let rows = methods::all().map(|row| row.name).chain(methods::functions().map(|row| row.name));
    let all = rows.chain(methods::constants().map(|row| row.name));
    let missing: BTreeSet<&str> = all.filter(|name| !found.contains(*name)).collect();
    assert!(missing.is_empty(), "docs/language.md does not name {missing:?}");
}

/// What these sections name beside methods.
const NO_METHODS: [&str; 18] = [
    "if", "else", "bool", "vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "uvec2", "uvec3", "uvec4", "bvec2",
    "bvec3", "bvec4", "bvec4a", "quat", "look_at",
];

#[test]
fn what_the_page_lists_is_a_row() {
    let Some(page) = page() else { return };
    let mut wrong = BTreeSet::new();
    for title in SECTIONS {
        let rows = section(&page, title).lines().filter(|line| line.starts_with('|') && !line.contains("refused"));
        for name in rows.flat_map(|line| names(line.split(" | ").next().unwrap_or_default())) {
            let is_word = name.len() > 1 && name.starts_with(|c: char| c.is_ascii_lowercase());
            let is_row = methods::by_name(&name).next().is_some() || methods::functions().any(|row| row.name == name);
            if is_word && !is_row && !NO_METHODS.contains(&name.as_str()) {
                wrong.insert(format!("{title}: {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "docs/language.md lists what is no row: {wrong:?}");
}

/// The table of what is refused, as the page has it.
fn table(rows: &[Refused]) -> String {
    let mut text = String::from("| of | methods | instead |\n|---|---|---|\n");
    for row in rows {
        let when = match row.meant {
            Meant::Always | Meant::Alone => "",
            Meant::WithFunction => " with a closure or a function",
            Meant::Unclaimed => " †",
        };
        text.push_str(&format!("| {} | `{}`{when} | {} |\n", owners(row.of), row.names.join(" "), row.instead));
    }
    text
}

/// What the page calls a set of owners.
fn owners(of: &[Owner]) -> &'static str {
    match of {
        [Owner::Signed, Owner::Unsigned] => "integers",
        [Owner::Float] => "floats",
        [Owner::Bool] => "`bool`",
        [Owner::Char] => "`char`",
        [Owner::Option] => "`Option`",
        [Owner::Array] => "arrays, iterators",
        [Owner::Range] => "ranges",
        [first, ..] if first.is_glam() => "glam",
        _ => "values",
    }
}

#[test]
fn the_page_says_what_is_refused() {
    let Some(page) = page() else { return };
    let (start, end) = ("<!-- refused methods: written from the table of methods -->\n", "<!-- end -->");
    let from = page.find(start).expect("the mark before the table") + start.len();
    let to = from + page[from..].find(end).expect("the mark after the table");
    let expected = table(methods::REFUSED);
    if page[from..to] != expected && std::env::var_os("WHIPPLE_WRITE_PAGE").is_some() {
        let text = format!("{}{expected}{}", &page[..from], &page[to..]);
        return fs::write(root().join("docs/language.md"), text).expect("the page can be written");
    }
    assert_eq!(&page[from..to], expected, "write it with WHIPPLE_WRITE_PAGE=1 cargo test -p whipple-translate");
}

type Call = Box<dyn Fn() + std::panic::UnwindSafe>;

/// A type whose default panics.
struct Fatal;

impl Default for Fatal {
    fn default() -> Self {
        panic!("there is none")
    }
}

/// Calls of std's methods that panic, by name.
#[rustfmt::skip]
fn fatal_calls() -> Vec<(&'static str, Call)> {
    use std::hint::black_box as given;
    fn call<T>(f: impl Fn() -> T + std::panic::UnwindSafe + 'static) -> Call {
        Box::new(move || drop(given(f())))
    }
    vec![
        ("clamp", call(|| given(5_u32).clamp(given(3), 2))),
        ("clamp", call(|| given(5_f32).clamp(given(3.0), 2.0))),
        ("wrapping_div", call(|| given(5_i32).wrapping_div(given(0)))),
        ("wrapping_rem", call(|| given(5_u8).wrapping_rem(given(0)))),
        ("wrapping_div_euclid", call(|| given(5_i32).wrapping_div_euclid(given(0)))),
        ("wrapping_rem_euclid", call(|| given(5_u8).wrapping_rem_euclid(given(0)))),
        ("saturating_div", call(|| given(5_i32).saturating_div(given(0)))),
        ("overflowing_div", call(|| given(5_i32).overflowing_div(given(0)))),
        ("overflowing_rem", call(|| given(5_u8).overflowing_rem(given(0)))),
        ("overflowing_div_euclid", call(|| given(5_i32).overflowing_div_euclid(given(0)))),
        ("overflowing_rem_euclid", call(|| given(5_u8).overflowing_rem_euclid(given(0)))),
        ("div_euclid", call(|| given(i32::MIN).div_euclid(given(-1)))),
        ("rem_euclid", call(|| given(5_u32).rem_euclid(given(0)))),
        ("div_ceil", call(|| given(5_u32).div_ceil(given(0)))),
        ("next_multiple_of", call(|| given(5_u32).next_multiple_of(given(0)))),
        ("ilog2", call(|| given(0_u32).ilog2())),
        ("ilog10", call(|| given(-1_i32).ilog10())),
        ("ilog", call(|| given(5_u32).ilog(given(1)))),
        ("isqrt", call(|| given(-1_i32).isqrt())),
        ("to_digit", call(|| given('a').to_digit(given(37)))),
        ("is_digit", call(|| given('a').is_digit(given(1)))),
        ("swap", call(|| given([1, 2]).swap(given(0), 2))),
        ("rotate_left", call(|| given([1, 2]).rotate_left(given(3)))),
        ("rotate_right", call(|| given([1, 2]).rotate_right(given(3)))),
        ("copy_from_slice", call(|| given([1, 2]).copy_from_slice(&given([3])))),
        ("clone_from_slice", call(|| given([1, 2]).clone_from_slice(&given([3])))),
        ("swap_with_slice", call(|| given([1, 2]).swap_with_slice(&mut given([3])))),
        ("split_at", call(|| given([1, 2]).split_at(given(3)).0.len())),
        ("split_at_mut", call(|| given([1, 2]).split_at_mut(given(3)).0.len())),
        ("copy_within", call(|| given([1, 2]).copy_within(0..1, given(2)))),
        ("step_by", call(|| (0..given(3)).step_by(given(0)))),
        ("unwrap", call(|| given(None::<u32>).unwrap())),
        ("expect", call(|| given(None::<u32>).expect("a number"))),
        ("unwrap", call(|| given(Err::<u32, u32>(3)).unwrap())),
        ("unwrap_err", call(|| given(Ok::<u32, u32>(3)).unwrap_err())),
        ("expect_err", call(|| given(Ok::<u32, u32>(3)).expect_err("an error"))),
        ("unwrap_or_default", call(|| given(None::<Fatal>).unwrap_or_default())),
        ("abs", call(|| given(i32::MIN).abs())),
        ("pow", call(|| given(9_u8).pow(given(9)))),
        ("next_power_of_two", call(|| given(129_u8).next_power_of_two())),
    ]
}

#[test]
fn what_may_panic_does_so_in_rust() {
    let calls = fatal_calls();
    let of_std = |method: &&methods::Method| {
        !method.of.iter().any(|owner| {
            owner.is_glam() || matches!(owner, Owner::Context | Owner::Join | Owner::Buffer | Owner::Shared)
        })
    };
    for method in methods::all().filter(of_std).filter(|method| method.panics != Panics::Never) {
        assert!(calls.iter().any(|(name, _)| *name == method.name), "no call of {} panics", method.name);
    }
    for (name, call) in calls {
        let has_panicked = std::panic::catch_unwind(call).is_err();
        let panics = methods::all().filter(of_std).filter(|method| method.name == name).map(|method| method.panics);
        let expected = panics.max_by_key(|panics| *panics == Panics::Sometimes).expect("a row");
        let is_checked = expected == Panics::Sometimes || cfg!(debug_assertions);
        assert_eq!(has_panicked, is_checked, "{name} {expected:?}");
    }
}
