//! Files of patches as users of the Reyes example have them: how they are read, how they are seen, and what of them is left out.

use crate::{
    reyes::app::{cli, render},
    scenes::{refusal, run_example},
};
use clap::Parser;
use std::{
    env, fs,
    io::{self, Write},
    process, thread,
};

/// What of a RIB file is not drawn, and why, stands before the summary.
#[test]
fn what_a_file_loses_is_said() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    let row = |y: f32| (0..4).map(|x| format!("{x} {y} 4 ")).collect::<String>();
    let patch = format!("Patch \"bicubic\" \"P\" [{}]", (0..4).map(|y| row(y as f32)).collect::<String>());
    let text = format!("WorldBegin\nSphere 1 -1 1 360\n{patch}\nSphere 1 -1 1 360\nWorldEnd\n");
    fs::write(folder.join("mixed.rib"), text).expect("a file for the test");
    let said = run_example("--scene FOLDER/mixed.rib", folder, &folder.join("out.png"));
    assert!(said.contains("note: Sphere: 2 left out, first at line 2 (only bicubic patches are drawn)"), "{said}");
}

/// The patches of a file are found in what it says, whatever it is called.
#[test]
fn files_are_known_by_their_content() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    let with_latin_1 = [b"# caf\xe9\n", include_bytes!("pair.rib").as_slice()].concat();
    let with_carriage_returns = include_str!("pair.txt").replace('\n', "\r");
    for (name, content, expected) in [
        ("rib", include_bytes!("pair.rib").as_slice(), Ok("2 patches")),
        ("rib.txt", include_bytes!("pair.rib"), Ok("2 patches")),
        ("latin-1", &with_latin_1, Ok("2 patches")),
        ("text.rib", include_bytes!("pair.txt"), Ok("2 patches")),
        ("returns", with_carriage_returns.as_bytes(), Ok("2 patches")),
        ("gzip.txt", b"\x1f\x8b\x08\0", Err("1:1: the file is compressed by gzip: uncompress it first")),
        ("utf-16", b"\xff\xfe#\0", Err("1:1: this is text in UTF-16: write it in UTF-8")),
        ("binary", b"\xa6\x40\x01 \x8b", Err("1:1: this is not text: binary RIB cannot be read")),
        (
            "empty.rib",
            b"",
            Err("1:1: there is nothing in it: expected patches, as RIB or as examples/reyes/teapot.txt"),
        ),
        ("comments", b"# a\n\n # b", Err("1:1: there is nothing in it")),
        ("lower", b"patch \"bicubic\" \"P\" [1]", Err("1:1: `patch` is no request: did you mean `Patch`?")),
        ("misspelt", b"ptch a", Err("1:1: expected `patch NAME`, found `ptch`")),
    ] {
        fs::write(folder.join(name), content).expect("a file for the test");
        match expected {
            Ok(words) => {
                let said = run_example(&format!("--scene FOLDER/{name}"), folder, &folder.join("out.png"));
                assert!(said.contains(words), "{name}: {said}");
            }
            Err(words) => {
                let said = refusal(&format!("--scene FOLDER/{name} --out none"), folder);
                assert!(said.contains(words), "{name}: {said}");
            }
        }
    }
}

/// A pipe has its content once.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_once() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let pipe = scratch.path().join("pipe");
    let made = process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    let writer = pipe.clone();
    thread::spawn(move || {
        fs::write(&writer, include_bytes!("pair.rib")).expect("the pipe is read");
        // Whoever opens it again finds nothing, and does not wait.
        while fs::write(&writer, b"").is_ok() {}
    });
    let said = run_example("--scene FOLDER/pipe", scratch.path(), &scratch.path().join("out.png"));
    assert!(said.contains("2 patches"), "{said}");
}

/// `-` is standard input: of a process of its own, which is the next test.
#[test]
fn a_scene_may_come_from_standard_input() {
    let run = |scene: &[u8]| {
        let mut child = process::Command::new(env::current_exe().expect("the test has a path"))
            .args(["files::render_standard_input", "--exact", "--nocapture"])
            .env("WHIPPLE_TEST_INPUT", "1")
            .stdin(process::Stdio::piped())
            .stdout(process::Stdio::piped())
            .stderr(process::Stdio::piped())
            .spawn()
            .expect("the test runs");
        child.stdin.take().expect("a pipe").write_all(scene).expect("the scene is read");
        let output = child.wait_with_output().expect("the test ends");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let said = run(include_bytes!("pair.rib"));
    assert!(said.contains("2 patches became"), "{said}");
    let said = run(b"");
    assert!(said.contains("standard input:1:1: there is nothing in it"), "{said}");
}

#[test]
fn render_standard_input() {
    if env::var_os("WHIPPLE_TEST_INPUT").is_some() {
        let common = ["reyes", "--device", "cpu", "--size", "32x18", "--out", "none", "--scene", "-"];
        let parsed = cli::Arguments::try_parse_from(common).expect("well-formed");
        render::run(&parsed, &mut io::stdout()).unwrap_or_else(|error| println!("{error}"));
    }
}

/// The camera and the size of a file are used where no option says otherwise.
#[test]
fn files_say_how_they_are_seen_and_options_say_otherwise() {
    let scratch = tempfile::tempdir().expect("a folder for the test");
    let folder = scratch.path();
    // A patch that is 2 wide and 1 high, at (10, 0, 0); the camera sees a square of 4 around it. The world is left-handed.
    let row =
        |j: u32| (0..4).map(|i| format!("{} {} 0 ", 9.0 + i as f32 * 2.0 / 3.0, j as f32 / 3.0)).collect::<String>();
    let text = format!(
        "Format 40 40 1 Projection \"perspective\" \"fov\" 90 Translate -10 0 2 WorldBegin Color 1 0 0\n\
         Patch \"bicubic\" \"P\" [{}] WorldEnd",
        (0..4).map(row).collect::<String>()
    );
    fs::write(folder.join("a.rib"), text).expect("a file for the test");
    // The size, and the columns and rows that are red.
    let seen = |options: &str| {
        let out = folder.join("out.png");
        let arguments = format!(
            "reyes --device cpu --samples 4 --filter box --scene {}/a.rib --out {} {options}",
            folder.display(),
            out.display()
        );
        let parsed = cli::Arguments::try_parse_from(arguments.split_whitespace()).expect("well-formed");
        render::run(&parsed, &mut io::sink()).expect("the example renders");
        let picture = image::open(out).expect("the picture is a PNG file").to_rgb8();
        let red = picture.enumerate_pixels().filter(|(_, _, pixel)| pixel[0] > pixel[1].saturating_add(40));
        let (mut x, mut y) = ([u32::MAX, 0], [u32::MAX, 0]);
        for (column, line, _) in red {
            x = [x[0].min(column), x[1].max(column)];
            y = [y[0].min(line), y[1].max(line)];
        }
        (picture.dimensions(), x, y)
    };
    assert_eq!(seen(""), ((40, 40), [10, 29], [10, 19]));
    assert_eq!(seen("--size 80x40"), ((80, 40), [30, 49], [10, 19]));
    assert_eq!(seen("--fov 53.1301"), ((40, 40), [0, 39], [0, 19]));
    assert_eq!(seen("--eye 11,0,-2 --target 11,0,0"), ((40, 40), [0, 19], [10, 19]));
    assert_eq!(seen("--target 10,0,5 --up 1,0,0"), ((40, 40), [10, 19], [10, 29]));
    assert_eq!(seen("--up 0,-1,0"), ((40, 40), [10, 29], [20, 29]));
    // From behind, right is left.
    assert_eq!(seen("--eye 11,0,2 --target 11,0,0"), ((40, 40), [20, 39], [10, 19]));
}
