//! The example's command: its files and its text, and errors that say what to do.

use crate::{
    city::{cli, rules::skyscraper::Skyscraper, run},
    common::failure::with_causes,
    on_cpu,
};
use clap::Parser;
use std::fs;

/// Runs the example with these arguments and gives its error, causes included.
fn run_example(arguments: &[&str]) -> Result<(), String> {
    printed(arguments).map(|text| print!("{text}"))
}

/// Runs the example with these arguments and gives what it prints, or its error, causes included.
fn printed(arguments: &[&str]) -> Result<String, String> {
    let parsed = cli::Arguments::try_parse_from([&["city"], arguments].concat()).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    run::run(&parsed, &mut text).map_err(|error| with_causes(&*error))?;
    Ok(String::from_utf8(text).expect("text is printed"))
}

/// A folder for the files of a test, and the paths in it.
struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test"))
    }

    fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("the path is text").to_owned()
    }

    fn names(&self) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("a file").file_name().into_string();
        fs::read_dir(self.0.path()).expect("a folder").map(|entry| name(entry).expect("text")).collect()
    }
}

/// What all small runs here have in common.
const SMALL: [&str; 6] = ["--device", "cpu", "--buildings", "2", "--size", "32x18"];

/// As [`SMALL`], without files but those that are asked for.
fn small(more: &[&str]) -> Result<String, String> {
    let none = |option: &'static str| if more.contains(&option) { vec![] } else { vec![option, "none"] };
    printed(&[&SMALL[..], &none("--out"), &none("--picture"), more].concat())
}

/// The picture with more samples than device code can number overflowed, and the program panicked.
#[test]
fn pictures_that_are_too_large_are_refused_before_the_work() {
    let scratch = Scratch::new();
    let png = scratch.file("big.png");
    // A queue of this size would be refused, too, by the derivation.
    let error = printed(&[
        "--device",
        "cpu",
        "--buildings",
        "40",
        "--queue-memory",
        "100",
        "--out",
        "none",
        "--picture",
        &png,
        "--size",
        "8192x8192",
        "--samples",
        "8",
    ])
    .expect_err("must be refused");
    assert!(error.starts_with("8192x8192 pixels of 8x8 rays each are 4294967296 rays"), "{error}");
    assert!(error.ends_with("choose a smaller --size or fewer --samples; --samples 7 fits"), "{error}");
    assert_eq!(scratch.names(), [""; 0]);
    for size in ["8192x1", "1x8192", "1x1"] {
        let picture = ["--out", "none", "--picture", &png, "--size", size, "--samples", "8"];
        printed(&[&["--device", "cpu", "--buildings", "1"][..], &picture].concat()).expect("a thin picture");
    }
    // Without a picture its size does not matter.
    printed(&[
        "--device",
        "cpu",
        "--buildings",
        "1",
        "--out",
        "none",
        "--picture",
        "none",
        "--size",
        "8192x8192",
        "--samples",
        "8",
    ])
    .expect("there is no picture");
}

/// What a city would take is told before any of it is derived, and what to write instead.
#[test]
fn a_city_too_large_for_a_file_is_refused_before_the_work() {
    let scratch = Scratch::new();
    let glb = scratch.file("keep.glb");
    fs::write(&glb, "old").expect("a file");
    // A queue of this size would be refused, too, by the derivation.
    let many =
        ["--device", "cpu", "--buildings", "900000", "--queue-memory", "100", "--picture", "none", "--out", &glb];
    let error = printed(&many).expect_err("more than 4 GiB");
    assert!(
        error.contains("keep.glb would have about ") && error.contains("binary glTF holds at most 4 GiB"),
        "{error}"
    );
    assert!(error.contains("keep.gltf, which has its data in several files beside it"), "{error}");
    let fitting = error.split_once("use fewer --buildings, of which about ").expect("advice").1;
    let fitting: u32 =
        fitting.split_once(" fit, or write none with `--out none`").expect("advice").0.parse().expect("number");
    assert!((400_000..800_000).contains(&fitting), "{error}");
    assert_eq!(fs::read(&glb).expect("a file"), b"old");
    assert_eq!(scratch.names(), ["keep.glb"], "nothing is left beside the file");
    printed(&["--device", "cpu", "--buildings", "2", "--picture", "none", "--out", &glb]).expect("a small city");
    assert!(fs::metadata(&glb).expect("a file").len() > 1000);
    assert_eq!(scratch.names(), ["keep.glb"], "nothing is left beside the file");
}

/// A city as text has its data beside it.
#[test]
fn a_city_may_be_written_as_text() {
    let scratch = Scratch::new();
    let text = small(&["--out", &scratch.file("city.gltf")]).expect("a city");
    assert!(text.contains(" bytes with 1 file of data"), "{text}");
    let mut names = scratch.names();
    names.sort();
    assert_eq!(names, ["city-0.bin", "city.gltf"]);
}

#[test]
fn two_outputs_are_not_one_file() {
    let scratch = Scratch::new();
    let same = scratch.file("same");
    let pairs = [("--out", "--picture"), ("--out", "--trace"), ("--picture", "--queues"), ("--trace", "--queues")];
    for (first, second) in pairs {
        let error = small(&[first, &same, second, &same]).expect_err("must be refused");
        assert!(error.contains(&format!("{first} and {second} both write to ")), "{error}");
        small(&[first, "none", second, "none"]).expect("`none` is no file");
    }
    // Whatever its name says.
    let glb = scratch.file("same.glb");
    let error = small(&["--out", &glb, "--picture", &glb]).expect_err("must be refused");
    assert!(error.contains("--out and --picture both write to "), "{error}");
    assert_eq!(scratch.names(), [""; 0]);
}

#[test]
fn names_of_other_formats_are_refused() {
    let scratch = Scratch::new();
    for (option, name, better) in [
        ("--picture", "x.jpg", "x.png"),
        ("--queues", "q.png", "q.svg"),
        ("--out", "city.obj", "city.glb"),
        ("--out", "city.usd", "city.glb"),
        ("--trace", "t.SVG", "t.json"),
    ] {
        let error = small(&[option, &scratch.file(name)]).expect_err("must be refused");
        assert!(error.starts_with(&format!("{option} writes ")) && error.contains(name), "{error}");
        assert!(error.ends_with(better), "{error}");
    }
    assert_eq!(scratch.names(), [""; 0]);
    small(&["--out", &scratch.file("city"), "--picture", &scratch.file("city.v2")]).expect("these names say nothing");
}

#[test]
fn measurements_have_a_line_for_each_number_and_form() {
    let table = |more: &[&str]| {
        let all = ["--device", "cpu", "--measure", "--buildings", "1,3", "--frames", "2", "--warmup", "1"];
        let text = printed(&[&all, more].concat()).expect("a table");
        let mut rows: Vec<Vec<String>> =
            text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
        assert!(text.contains(": median of 2 derivations, in ms"), "{text}");
        assert_eq!(rows[1][..4], ["buildings", "scheduler", "threads", "median"], "{text}");
        rows.drain(..2);
        rows
    };
    let terminals = |buildings| on_cpu::<Skyscraper>(buildings).len().to_string();
    let rows = table(&[]);
    let expected = ["1", "3"].map(|buildings| ["many", "mixed", "one"].map(|form| [buildings, "cpu", form]));
    assert_eq!(rows.len(), 6, "{rows:?}");
    for (row, expected) in rows.iter().zip(expected.as_flattened()) {
        assert_eq!(row[..3], *expected);
        let [median, fastest, slowest] = [3, 4, 5].map(|column: usize| row[column].parse::<f64>().expect("a time"));
        assert!(0.0 < fastest && fastest <= median && median <= slowest, "{row:?}");
        assert_eq!(row[7], terminals(row[0].parse().expect("a number")), "{row:?}");
    }
    let rows = table(&["--one-thread"]);
    assert_eq!(rows.iter().map(|row| &row[2]).collect::<Vec<_>>(), ["one"; 2]);
}

#[test]
fn traces_are_valid_json() {
    let scratch = Scratch::new();
    let path = scratch.file("trace.json");
    small(&["--trace", &path]).expect("a trace");
    let text = fs::read_to_string(&path).expect("a file");
    let trace: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("events");
    let has = |name: &str| events.iter().any(|event| event["name"] == name && event["dur"].as_f64().is_some());
    assert!(has("Lot") && has("BoxTerminal"), "{text:.500}");

    let here = std::path::Path::new("none");
    assert!(!here.exists());
    small(&["--trace", "none", "--queues", "none"]).expect("`none` is no file");
    assert!(!here.exists(), "`none` is a file");
}

/// The same file is the same set of terminals.
#[test]
fn the_form_of_the_operators_does_not_change_the_file() {
    let scratch = Scratch::new();
    for rules in ["skyscraper", "suburb", "tower", "tower-fused"] {
        let file = |more: &[&str]| {
            let glb = scratch.file("city.glb");
            small(&[&["--rules", rules, "--out", &glb], more].concat()).expect("a city");
            fs::read(&glb).expect("a file")
        };
        let expected = file(&[]);
        for form in ["--one-thread", "--wide-terminals", "--inverted"] {
            assert!(file(&[form]) == expected, "{rules} with {form} are another city");
        }
    }
}

/// As `city --plan | head -1`.
#[test]
fn nobody_reads_what_is_printed() {
    use std::io::{Error, ErrorKind, Result, Write};

    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }
    for option in ["--plan", "--emit-cuda"] {
        let arguments = cli::Arguments::parse_from(["city", option]);
        let error = run::run(&arguments, &mut Closed).expect_err("it cannot print");
        assert_eq!(error.downcast_ref::<Error>().expect("an error of I/O").kind(), ErrorKind::BrokenPipe);
    }
}

#[test]
fn bad_input_is_refused_with_a_clear_message() {
    let scratch = Scratch::new();
    let file = |name: &str| scratch.file(name);
    let (glb, png) = (file("city.glb"), file("city.png"));
    let check = |arguments: &[&str], expected: &str| {
        let all = [&["--device", "cpu", "--out", &glb, "--picture", &png, "--size", "32x18"], arguments].concat();
        let error = run_example(&all).expect_err(&format!("{arguments:?} must be refused"));
        assert!(error.contains(expected), "{arguments:?} gave: {error}");
    };
    check(&["--buildings", "0"], "0 is not in 1..=");
    check(&["--buildings", "2,3"], "several numbers of buildings or schedulers are for --measure");
    check(&["--rules", "village"], "--rules");
    check(&["--scheduler", "none"], "--scheduler");
    let error = printed(&["--device", "cpu", "--measure", "--queues", "queues.svg"]).expect_err("must be refused");
    assert!(error.contains("leave out the file or --measure"), "{error}");
    check(&["--queues", "/no/such/folder/q.svg"], "make the folder /no/such/folder first, or name another file");
    check(&["--buildings", "40", "--queue-memory", "100"], "queue");
    let refused = |more: &[&str]| run_example(&[&SMALL, more].concat()).expect_err("must be refused");
    let error = refused(&["--out", "/no/such/folder/city.glb", "--picture", &png]);
    assert!(error.contains("cannot write to /no/such/folder/city.glb: No such file"), "{error}");
    let error = refused(&["--out", &glb, "--picture", "/no/such/folder/city.png"]);
    assert!(error.contains("cannot write to /no/such/folder/city.png: No such file"), "{error}");
    assert!(!std::path::Path::new(&glb).exists(), "a refused run leaves no file");

    for rules in ["skyscraper", "suburb", "tower", "tower-fused"] {
        let arguments = [&SMALL[..], &["--rules", rules, "--out", &glb, "--picture", &png]].concat();
        run_example(&arguments).expect("good input is derived");
        assert!(fs::metadata(&glb).expect("a file").len() > 1000 && fs::metadata(&png).expect("a file").len() > 100);
    }
    let svg = file("queues.svg");
    let arguments =
        [&SMALL[..], &["--out", "none", "--picture", "none", "--rules", "tower", "--inverted", "--queues", &svg]];
    run_example(&arguments.concat()).expect("queues are plotted");
    let plot = fs::read_to_string(&svg).expect("a file");
    assert!(plot.contains("2 buildings by the rules tower, inverted: ") && plot.contains("all others"), "{plot:.500}");
}
