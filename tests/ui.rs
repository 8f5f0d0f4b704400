//! What the macros and rustc refuse, one case named after each rule, and how they say it.

use std::{
    fs,
    path::Path,
    process::{ExitCode, Termination},
};

/// What is not refused: programs that compile, each of which has a `main` that runs. They are modules of this test and no cases of trybuild,
/// which would build all that the examples use for them, where it checks that for others.
macro_rules! passing {
    ($($module:ident $path:literal $file:literal),+ $(,)?) => {
        $(
            #[path = $path]
            #[allow(warnings, clippy::all)]
            mod $module;
        )+

        /// The name of each file, and its `main`.
        const PASSING: &[(&str, fn() -> ExitCode)] = &[$(($file, || $module::main().report())),+];
    };
}

passing! {
    everything "ui/pass/everything.rs" "everything.rs",
    float_literals "ui/pass/float-literals-of-f64-fields.rs" "float-literals-of-f64-fields.rs",
    in_a_function "ui/pass/items-inside-a-function.rs" "items-inside-a-function.rs",
    methods "ui/pass/methods-named-like-the-librarys.rs" "methods-named-like-the-librarys.rs",
    names "ui/pass/names.rs" "names.rs",
    nested_deeply "ui/pass/nested-deeply.rs" "nested-deeply.rs",
    in_tuples "ui/pass/numbers-in-tuples.rs" "numbers-in-tuples.rs",
    seeded "ui/pass/seeded-procedures.rs" "seeded-procedures.rs",
    later "ui/pass/variable-that-gets-its-value-later.rs" "variable-that-gets-its-value-later.rs",
}

#[test]
fn programs_pass() {
    for (name, main) in PASSING {
        assert_eq!(main(), ExitCode::SUCCESS, "{name}");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/pass");
    let Ok(entries) = fs::read_dir(&folder) else {
        return println!("skipped: there is no {}", folder.display());
    };
    let names = entries.map(|entry| entry.expect("a file").file_name().into_string().expect("text"));
    let forgotten: Vec<String> = names.filter(|name| PASSING.iter().all(|(known, _)| known != name)).collect();
    assert!(forgotten.is_empty(), "tests/ui.rs does not name {forgotten:?} of tests/ui/pass");
}

/// Rewrite the expected messages with `TRYBUILD=overwrite cargo test --test ui`, then read each of them.
#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/fail/*.rs");
}

/// Cases with more than one error: how many.
const SEVERAL: [(&str, usize); 98] = [
    // More than one mistake, or one in two places.
    ("closure", 5),
    ("integer-of-128-bits", 2),
    ("device-above-a-method", 2),
    ("given-to-a-generic-function", 2),
    ("conversions-that-devices-lack", 4),
    ("vectors-that-devices-lack", 8),
    ("constant-of-a-procedure", 3),
    ("bound-of-a-method-met-on-the-host-only", 3),
    ("print-to-a-string", 2),
    ("print-without-a-text", 3),
    ("slices", 3),
    ("impl-for-an-array", 2),
    ("attempts-that-convert-by-hand", 2),
    ("iterators-that-devices-lack", 8),
    ("iterator-given-by-a-function", 9),
    ("iterator-of-ones-own", 6),
    ("constant-that-refers", 3),
    ("macro-without-device", 4),
    ("enum-without-zero", 2),
    ("mistakes-around-meetings", 9),
    ("method-of-a-trait-out-of-scope", 3),
    ("rustc-unknown-variables", 5),
    ("rustc-unknown-functions", 4),
    ("generic-procedure-with-a-body", 2),
    ("generic-device-struct", 6),
    ("reference-as-a-value-of-a-generic-method", 2),
    ("generic-device-type-called-like-stds", 2),
    ("index-of-a-buffer", 2),
    ("order-and-deref-by-hand", 2),
    ("alias-of-what-devices-lack", 3),
    ("barrier-after-divergent-return", 2),
    ("change-of-what-memory-gave", 3),
    ("reference-into-shared-memory-as-a-result", 5),
    ("item-hidden-by-a-parameter", 2),
    ("generic-argument-that-cannot-be-seen", 3),
    ("barrier-after-a-method-with-the-context", 2),
    ("barrier-after-a-question-mark", 2),
    ("barrier-in-a-check", 2),
    ("barrier-in-divergent-branch", 2),
    ("barrier-in-divergent-loop", 2),
    ("barrier-in-the-condition-of-a-loop", 2),
    ("clone-by-hand", 4),
    ("default-in-a-generic-function", 2),
    ("default-of-a-field-by-hand", 4),
    ("function-of-std-mem", 2),
    ("size-of-what-has-no-layout", 2),
    ("empty-device-struct", 2),
    ("character", 3),
    ("iterator-without-device", 2),
    ("iterator-handed-to-a-function", 2),
    ("loop-over-an-iterator-of-ones-own", 2),
    ("cmp-by-hand", 3),
    ("sort-by-a-closure-that-changes", 3),
    ("comparison-by-hand", 3),
    ("comparison-derived-above-device", 2),
    ("enum-compared-by-hand", 5),
    ("function-of-glam-that-devices-lack", 2),
    ("method-called-like-the-librarys", 5),
    ("method-hidden-by-one-without-device", 2),
    ("method-of-the-context-as-a-function", 2),
    ("method-of-integers-that-devices-lack", 2),
    ("operator-of-references", 2),
    ("output-that-is-no-device-type", 2),
    ("recursion-of-an-operator", 2),
    ("total-order-of-the-host", 2),
    ("method-that-a-trait-hides", 2),
    ("bound-met-on-the-host-only", 3),
    ("operator-without-device", 5),
    ("method-with-a-name-of-the-librarys-without-device", 4),
    ("index-by-hand", 2),
    ("constant-of-a-generic-type", 6),
    ("join-by-another-name-of-the-context", 2),
    ("join-handed-to-a-function", 3),
    ("join-of-outputs-in-an-array", 2),
    ("join-with-a-total-of-floats", 2),
    ("join-without-its-continuation", 3),
    ("warp-operation-in-divergent-branch", 2),
    ("weight-out-of-range", 2),
    ("trait-that-devices-lack", 4),
    ("check-without-its-arguments", 7),
    ("function-as-a-parameter", 9),
    ("function-inside-a-function", 4),
    ("use-inside-a-body", 4),
    ("struct-of-buffers-in-a-closure-before-zip", 3),
    // What is stored is `Copy` and a device type: one for each.
    ("struct-of-buffers-as-a-work-item", 2),
    ("procedure-field-that-is-an-option", 3),
    ("field-that-is-a-tuple-of-seven", 3),
    // As in plain Rust, an operand of another type is said as what it is and as what there is no operator for.
    ("rustc-sum-of-two-types", 2),
    // As in plain Rust, a type that is called like a module, as a device function has one: one for the name, and one for each use of it.
    ("function-called-like-a-module", 2),
    // As in plain Rust, a type without a trait: one for each item that names it and needs the trait.
    ("argument-of-a-type-without-device", 2),
    // As in plain Rust, a field with methods that need a trait of its parameter, as those of `HashMap`: one where the struct needs the trait,
    // and one for each call.
    ("buffer-of-a-type-without-device", 3),
    // As in plain Rust, a constructor and a method that need a trait of their parameter, as those of `BufReader`: one for each call.
    ("program-without-its-attribute", 2),
    ("choice-of-arrays-for-slices", 3),
    ("field-that-is-a-mutable-reference", 3),
    ("reference-that-a-function-gives-of-nothing", 3),
    ("reference-to-a-constant-in-a-struct-that-borrows", 2),
    ("struct-that-borrows-of-nothing", 2),
    ("struct-that-borrows-unseen", 3),
];

/// What rustc finds when it instantiates a generic function or constant of the host, and shows there.
const INSTANTIATED: [&str; 1] = ["empty-array-of-a-constant"];

/// The expected messages are about the user's code: each error shows a place in it and not a whole attribute, none originates in an
/// expansion, and one mistake gives one error.
#[test]
fn errors_are_about_the_users_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/fail");
    let Ok(entries) = fs::read_dir(&folder) else {
        return println!("skipped: there is no {}", folder.display());
    };
    let mut wrong = Vec::new();
    let (mut cases, mut of_rustc) = (0, 0);
    for path in entries.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == "rs"))
    {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let source = fs::read_to_string(&path).expect("a case");
        let messages = fs::read_to_string(path.with_extension("stderr")).expect("its messages");
        cases += 1;
        of_rustc += usize::from(name.starts_with("rustc-"));
        let errors: Vec<&str> = messages.split("\n\n").filter(|part| part.starts_with("error")).collect();
        let allowed = SEVERAL.iter().find(|(case, _)| *case == name).map_or(1, |(_, count)| *count);
        if errors.len() != allowed {
            wrong.push(format!("{name} gives {} errors, and {allowed} are expected", errors.len()));
        }
        wrong.extend(errors.iter().filter_map(|error| Some(format!("{name}: {}", misplaced(error, &name, &source)?))));
    }
    assert!(
        cases >= 200 && of_rustc >= 15,
        "only {cases} cases, {of_rustc} of them mistakes that rustc finds in bodies"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the place of an error.
fn misplaced(error: &str, name: &str, source: &str) -> Option<String> {
    let first = error.lines().next().unwrap_or_default();
    if error.contains("originates in the attribute macro") {
        return Some(format!("this points into an expansion: {first}"));
    }
    if INSTANTIATED.contains(&name) {
        return None;
    }
    let place = error.lines().find_map(|line| line.trim_start().strip_prefix("--> "))?;
    let mut numbers = place.rsplitn(3, ':').map_while(|number| number.parse::<usize>().ok());
    let (Some(column), Some(line), true) = (numbers.next(), numbers.next(), place.contains(name)) else {
        return Some(format!("this is elsewhere, at {place}: {first}"));
    };
    let line = source.lines().nth(line - 1).unwrap_or_default();
    let whole = line.trim_start().starts_with("#[") && line.find('#') == Some(column - 1);
    whole.then(|| format!("this shows a whole attribute, {line}: {first}"))
}
