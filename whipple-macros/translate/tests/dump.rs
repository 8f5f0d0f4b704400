//! What `WHIPPLE_DUMP_IR` leaves of a function, by the example of `docs/design/language.md`.

use std::{env, fs, path::Path, process::Command};

/// The folder is an environment variable's, so the function is translated by a process of its own: this test once more.
#[test]
fn the_page_shows_what_is_dumped() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/design/language.md");
    let Ok(page) = fs::read_to_string(&page) else { return println!("skipped: there is no {}", page.display()) };
    let function = block(&page, "rust").strip_prefix("#[device]\n").expect("a device function");
    if env::var_os("WHIPPLE_DUMP_IR").is_some() {
        let item = function.parse().expect("tokens");
        whipple_translate::items::device(Default::default(), item);
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dumped");
    let _ = fs::remove_dir_all(&folder);
    let child = Command::new(env::current_exe().expect("this test")).env("WHIPPLE_DUMP_IR", &folder).output();
    let child = child.expect("the test runs again");
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
    let dumped = fs::read_to_string(folder.join("shots.txt")).expect("a file of the function");
    let parts: Vec<&str> = dumped.split("---\n").collect();
    let [locals, body, types, statements, text] = parts[..] else { panic!("five parts are expected:\n{dumped}") };
    assert!(locals.contains("limit#1: Option<u32>\n"), "a variable is missing:\n{locals}");
    assert!(words(body).contains(&words(block(&page, "text"))), "the page has another IR than this:\n{body}");
    assert!(types.contains("0: Asked(0)"), "the literal is not asked for:\n{types}");
    assert!(statements.contains("return rest.pow(2)\n"), "a statement is missing:\n{statements}");
    // What rustc answers is known when the text is put together.
    let text = text.replace("Answer0", "u32");
    let lines: Vec<&str> = text.lines().skip(1).filter(|line| !line.starts_with("#line")).collect();
    let expected: Vec<&str> = block(&page, "cpp").lines().skip(1).collect();
    assert_eq!(words(&lines.join("\n")), words(&expected.join("\n")), "the page has another text");
}

/// The first block of code in this language.
fn block<'p>(page: &'p str, language: &str) -> &'p str {
    let (_, rest) = page.split_once(&format!("```{language}\n")).expect("a block of code");
    rest.split_once("```").expect("its end").0
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
