//! The Reyes example's scenes and options as its users run them: what it says, and its pictures, are those that are stored in
//! `tests/reyes/expected.txt`. `WHIPPLE_OVERWRITE=1` stores what is found.

use crate::reyes::{
    app::{cli, render},
    pipeline::{program, sampled, single},
};
use clap::Parser;
use image::imageops::FilterType;
use std::{env, fmt::Write, fs, path::Path};
use whipple::{
    backend::ProgramDescription,
    cuda::{compile_for, engine, nvrtc::Nvrtc},
    prelude::*,
};

/// Blocks of a picture that are compared: their mean colours.
const BLOCKS: (u32, u32) = (16, 9);

/// How far apart mean colours may be, of 255.
const TOLERANCE: u8 = 3;

const CASES: &[&str] = &[
    "--scene sphere",
    "--scene teapot",
    "--scene teapot --levels 2",
    "--scene teapot --samples 4 --filter tent",
    "--scene teapot --samples 16 --filter box --motion 0.6,0,0.2",
    "--scene teapot --samples 42 --opacity 0.5",
    "--scene teapots",
    "--scene grass:200 --layers 4",
    "--scene bubbles --samples 4 --motion 0,0,0.5",
    "--scene FOLDER/pair.rib",
    "--scene FOLDER/pair.txt",
];

/// Runs the example; gives what it says, without times and places.
pub fn run_example(arguments: &str, folder: &Path, out: &Path) -> String {
    let arguments = arguments.replace("FOLDER", folder.to_str().expect("the path is text"));
    let size = if arguments.contains("teapots") { "64x36" } else { "128x72" };
    let out = out.to_str().expect("the path is text");
    // An order that is always the same.
    let common = ["reyes", "--device", "cpu", "--replay", "1", "--size", size, "--out", out];
    let parsed = cli::Arguments::try_parse_from(common.into_iter().chain(arguments.split(' '))).expect("well-formed");
    let (mut said, mut notes) = (Vec::new(), Vec::new());
    render::run_with_notes(&parsed, &mut said, &mut notes).expect("the example renders");
    let said = String::from_utf8([notes, said].concat()).expect("it says text").replace(out, "OUT");
    let varies = [" ms", " workers", " worker,", "busy: ", "limited by: ", " rounds, "];
    let kept = |line: &&str| !varies.iter().any(|words| line.contains(words));
    said.lines().filter(kept).map(|line| format!("    {line}\n")).collect()
}

/// The mean colours of a picture's blocks, a row of them a line.
fn blocks(path: &Path) -> String {
    let picture = image::open(path).expect("the picture is a PNG file").to_rgb8();
    assert!(picture.dimensions().0 >= BLOCKS.0);
    let small = image::imageops::resize(&picture, BLOCKS.0, BLOCKS.1, FilterType::Triangle);
    let mut text = String::new();
    for row in 0..BLOCKS.1 {
        let colours = (0..BLOCKS.0).map(|column| {
            let [red, green, blue] = small.get_pixel(column, row).0;
            format!("{red:02x}{green:02x}{blue:02x}")
        });
        writeln!(text, "    | {}", colours.collect::<Vec<_>>().join(" ")).expect("a string takes all");
    }
    text
}

/// Whether two lines are the same, or mean colours of about the same pictures.
fn agree(found: &str, expected: &str) -> bool {
    let bytes = |line: &str| -> Option<Vec<u8>> {
        let colours = line.trim().strip_prefix("| ")?.replace(' ', "");
        (0..colours.len() / 2).map(|k| u8::from_str_radix(&colours[2 * k..2 * k + 2], 16).ok()).collect()
    };
    match (bytes(found), bytes(expected)) {
        (Some(found), Some(expected)) => {
            found.len() == expected.len() && found.iter().zip(&expected).all(|(a, b)| a.abs_diff(*b) <= TOLERANCE)
        }
        _ => found == expected,
    }
}

#[test]
fn what_is_said_and_drawn_is_what_is_stored() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    fs::write(folder.join("pair.rib"), include_str!("pair.rib")).expect("a file for the test");
    fs::write(folder.join("pair.txt"), include_str!("pair.txt")).expect("a file for the test");
    let out = folder.join("out.png");
    let mut found = String::new();
    for case in CASES {
        let said = run_example(case, folder, &out);
        write!(found, "{case}\n{said}{}", blocks(&out)).expect("a string takes all");
    }

    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reyes/expected.txt");
    if env::var_os("WHIPPLE_OVERWRITE").is_some_and(|value| value == "1") {
        fs::write(&stored, &found).expect("the expectation can be stored");
        return;
    }
    let expected = include_str!("expected.txt");
    let differing = found.lines().zip(expected.lines()).find(|(found, expected)| !agree(found, expected));
    assert_eq!(differing, None, "\n{found}");
    assert_eq!(found.lines().count(), expected.lines().count(), "\n{found}");
}

/// A turn is a numbered sequence; its pictures differ, and the first is the one without a turn.
#[test]
fn a_turn_is_a_numbered_sequence() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    let said = run_example("--turntable 3", folder, &folder.join("turn.png"));
    assert!(said.contains("turn-0000.png to ") && said.contains("turn-0002.png: 3 times 128 x 72 pixels"), "{said}");
    run_example("--scene teapot", folder, &folder.join("still.png"));
    let read = |name: &str| fs::read(folder.join(name)).expect("the picture is there");
    assert!(read("turn-0000.png") == read("still.png"));
    assert!(read("turn-0001.png") != read("still.png") && read("turn-0001.png") != read("turn-0002.png"));
}

/// What faces the light is bright, and not cut off at white.
#[test]
fn no_opaque_surface_is_white() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    // White, and bent towards all sides.
    let row =
        |j: f32| (0..4).map(|i| format!("{i} {j} {} ", if (1..3).contains(&i) { 3 } else { 0 })).collect::<String>();
    let patch = (0..4).map(|j| row(j as f32)).collect::<String>();
    fs::write(folder.join("white.rib"), format!("Patch \"bicubic\" \"P\" [{patch}]")).expect("a file for the test");
    let out = folder.join("out.png");
    for arguments in [
        "--scene sphere",
        "--scene teapot --samples 16",
        "--scene bubbles --opacity 1 --samples 4",
        "--scene FOLDER/white.rib",
    ] {
        run_example(arguments, folder, &out);
        let picture = image::open(&out).expect("the picture is a PNG file").to_rgb8();
        let brightest = picture.pixels().flat_map(|pixel| pixel.0).max().unwrap_or(0);
        assert!((200..255).contains(&brightest), "{arguments}: {brightest}");
    }
}

#[test]
fn traces_and_queues_are_written() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    run_example("--trace FOLDER/t.json --queues FOLDER/q.svg", folder, &folder.join("out.png"));
    let trace: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("t.json")).expect("the trace is there"))
            .expect("it is JSON");
    assert!(trace["traceEvents"].as_array().is_some_and(|events| events.len() > 10));
    let plot = fs::read_to_string(folder.join("q.svg")).expect("the plot is there");
    assert!(plot.contains("<svg") && plot.contains("Split"));
}

/// What the example says that it cannot do.
pub fn refusal(arguments: &str, folder: &Path) -> String {
    let arguments = arguments.replace("FOLDER", folder.to_str().expect("the path is text"));
    let common = ["reyes", "--device", "cpu", "--size", "64x48"];
    let parsed = cli::Arguments::try_parse_from(common.into_iter().chain(arguments.split(' '))).expect("well-formed");
    render::run(&parsed, &mut Vec::new()).expect_err("it cannot").to_string()
}

#[test]
fn what_would_be_lost_or_misread_is_refused() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    for (name, place) in [("point", "1 1 1 "), ("origin", "0 0 0 ")] {
        let point = format!("patch {name}\n{}", format!("{}\n", place.repeat(4)).repeat(4));
        fs::write(folder.join(name).with_extension("txt"), point).expect("a file for the test");
    }
    fs::write(folder.join("pair.rib"), include_str!("pair.rib")).expect("a file for the test");
    for (arguments, words) in [
        ("--out FOLDER/a.png --trace FOLDER/a.png", "--out and --trace both write to"),
        ("--out FOLDER/a.png --trace FOLDER/b.png", "--trace writes JSON"),
        ("--out FOLDER/a.x --trace FOLDER/a.x", "--out and --trace both write to"),
        ("--trace FOLDER/b --queues FOLDER/./b --out FOLDER/a.png", "--trace and --queues both write to"),
        ("--turntable 2 --out FOLDER/turn.gif", "--out writes PNG"),
        ("--turntable 2 --out none", "--turntable writes pictures"),
        ("--queues FOLDER/q.png --out FOLDER/a.png", "--queues writes SVG"),
        ("--scene FOLDER/point.txt --out FOLDER/a.png", "all control points are one point"),
        ("--scene FOLDER/origin.txt --out FOLDER/a.png", "all control points are one point"),
        ("--scene tea-pot --out FOLDER/a.png", "no scene is called that: sphere, teapot"),
        ("--eye 1,2,3 --target 1,2,3 --out FOLDER/a.png", "the eye is where it looks at, 1,2,3"),
        ("--eye 5,0,0 --target 1,0,0 --up 1,0,0 --out FOLDER/a.png", "--up 1,0,0 is the direction of view"),
        ("--levels 2 --motion 1,0,0 --out FOLDER/a.png", "this scene moves"),
        ("--levels 2 --opacity 0.5 --out FOLDER/a.png", "this scene is transparent"),
        ("--levels 2 --scene bubbles --opacity 1 --out FOLDER/a.png", "this scene has several colours"),
        ("--levels 2 --samples 4 --out FOLDER/a.png", "--samples asks for more"),
        ("--filter tent --out FOLDER/a.png", "--filter is for several samples"),
        ("--samples 4 --layers 4 --out FOLDER/a.png", "--layers is for what is transparent"),
    ] {
        let said = refusal(arguments, folder);
        assert!(said.contains(words), "{arguments}: {said}");
    }
    assert!(!folder.join("a.png").exists(), "nothing was rendered");
}

/// What flies past the eye while the shutter is open takes no end of pieces near it: they are left out, and that is said.
#[test]
fn what_passes_the_eye_ends() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    for motion in ["0,-9.6,0", "0,-12,0", "100,0,0", "1e5,0,0"] {
        let out = scratch.path().join("out.png");
        let said = run_example(&format!("--samples 4 --motion {motion}"), scratch.path(), &out);
        assert!(said.contains(" pieces met a limit and are left out or drawn with gaps: "), "{motion}: {said}");
    }
}

#[test]
fn a_picture_may_be_rendered_and_not_written() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let said = run_example("--scene sphere", scratch.path(), Path::new("none"));
    assert!(said.contains("Split") && !said.contains("pixels"), "{said}");
    assert!(!Path::new("none").exists(), "`none` is no file");
}

#[test]
fn what_does_nothing_on_the_cpu_is_said() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let said = run_example("--scheduler time-sliced", scratch.path(), &scratch.path().join("out.png"));
    assert!(said.contains("--scheduler time-sliced is for GPUs"), "{said}");
}

/// What changes nothing, or shows nothing, is said once, and nothing else is.
#[test]
fn what_is_asked_for_in_vain_is_said() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    fs::write(folder.join("pair.txt"), include_str!("pair.txt")).expect("a file for the test");
    for (arguments, expected) in [
        ("--scene sphere", ""),
        ("--scene sphere --motion 0.1,0,0 --samples 4", ""),
        (
            "--scene sphere --motion 0.1,0,0 --samples 1",
            "one sample a pixel shows one moment of what moves, and no blur",
        ),
        ("--scene FOLDER/pair.txt --samples 1", "one sample a pixel shows one moment of what moves, and no blur"),
        ("--scene sphere --motion 0,0,0", "--motion 0,0,0 changes nothing"),
        ("--scene sphere --opacity 1", "--opacity 1 changes nothing"),
        ("--scene bubbles --opacity 0.3 --samples 1", "--opacity 0.3 changes nothing"),
        (
            "--scene sphere --opacity 0 --samples 1",
            "so the picture shows the background alone: choose a larger --opacity",
        ),
        ("--scene sphere --opacity 0.001 --samples 1", "so the picture shows the background alone"),
        ("--scene sphere --floats fast", "--floats fast is for GPUs"),
        ("--scene sphere --eye 0,-9,0 --target 0,-20,0", "nothing is seen: all patches face away"),
        (
            "--scene sphere --opacity 0.5 --eye 0,-9,0 --target 0,-20,0",
            "nothing is seen: all patches lie outside of the view",
        ),
        ("--scene sphere --eye 0,-99999,0", "nothing is seen: what is in the view is too small"),
        ("--scene sphere --turntable 2 --eye 0,-9,0 --target 0,-20,0", "nothing is seen in 1 of 2 pictures: "),
    ] {
        let said = run_example(arguments, folder, &folder.join("out.png"));
        let notes: Vec<&str> = said.lines().filter(|line| line.contains("note: ")).collect();
        assert_eq!(notes.len(), usize::from(!expected.is_empty()), "{arguments}: {said}");
        assert!(notes.iter().all(|note| note.contains(expected)), "{arguments}: {said}");
    }
}

#[test]
fn it_is_said_that_nothing_is_seen() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    // A patch as it is, and from behind, small ones, too.
    for size in [1.0, 1e-3, 1e-5] {
        let row =
            |j: u32| -> String { (0..4).map(|i| format!("{} 0 {}  ", i as f32 * size, j as f32 * size)).collect() };
        let patch = |rows: [u32; 4]| format!("patch flat\n{}\n", rows.map(row).join("\n"));
        fs::write(folder.join("front.txt"), patch([0, 1, 2, 3])).expect("a file for the test");
        fs::write(folder.join("back.txt"), patch([3, 2, 1, 0])).expect("a file for the test");
        let [front, back] = ["front", "back"]
            .map(|name| run_example(&format!("--scene FOLDER/{name}.txt"), folder, &folder.join("out.png")));
        assert!(!front.contains("nothing is seen") && !front.contains(" became 0 diced"), "{size}: {front}");
        assert!(
            back.contains("note: nothing is seen: all patches face away (backs are seen with --opacity below 1), or"),
            "{size}: {back}"
        );
    }
}

/// A program without its type.
fn described<P: Program>() -> ProgramDescription {
    let (name, cuda_source) = (P::NAME, P::CUDA_SOURCE);
    ProgramDescription { name, procedures: P::PROCEDURES, cuda_source, plan: const { &P::PLAN } }
}

#[test]
fn every_program_compiles_to_a_cubin() {
    if let Err(error) = Nvrtc::get() {
        let required = env::var_os("WHIPPLE_REQUIRE_NVRTC").is_some_and(|value| value == "1");
        assert!(!required, "WHIPPLE_REQUIRE_NVRTC is set: {error}");
        return println!("skipped: {error}");
    }
    let programs = [
        described::<program::Reyes>(),
        described::<single::program::SingleThreaded>(),
        described::<sampled::program::Sampled>(),
        described::<sampled::program::Develop>(),
    ];
    for program in programs {
        let settings = engine::settings(program, &Options::new()).expect("options that fit");
        let cubin = compile_for(program.cuda_source, program.name, "sm_90", &settings).expect("it compiles");
        assert_eq!((cubin.warnings.as_str(), cubin.is_ptx()), ("", false), "{}", program.name);
        for kernel in &cubin.kernels {
            let (registers, spilled) = (kernel.registers, kernel.spill_stores);
            println!("{}: {registers} registers, {spilled} bytes spilled, {} of stack", program.name, kernel.stack);
        }
    }
}
