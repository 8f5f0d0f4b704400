//! Checks of outputs before they are written, and writing them.

use super::{names::check_extension, *};
use std::io::Write;

fn output<'a>(option: &'static str, path: &'a Path) -> Output<'a> {
    Output { option, path, format: "PNG", extension: "png" }
}

#[test]
fn who_names_a_file_in_a_missing_folder_hears_of_the_folder() {
    let error = check_writable(&output("--x", Path::new("/no/such/folder/picture.png"))).unwrap_err();
    assert!(error.starts_with("cannot write to /no/such/folder/picture.png: "), "{error}");
    assert!(error.ends_with("; make the folder /no/such/folder first, or name another file"), "{error}");
}

#[test]
fn one_file_has_one_writer() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (file, other) = (folder.path().join("a"), folder.path().join("b"));
    let roundabout = folder.path().join(".").join("a");
    let check_two = |first: &Path, second: &Path| check_distinct(&[output("--x", first), output("--y", second)]);
    for _ in 0..2 {
        let all = [output("--x", &file), output("--y", &other), output("--z", &roundabout)];
        let error = check_distinct(&all).unwrap_err();
        assert!(error.starts_with("--x and --z both write to ") && error.contains("name another"), "{error}");
        assert_eq!(check_two(&file, &other), Ok(()));
        // The same for a file that is there.
        fs::write(&file, "old").expect("a file");
    }
    #[cfg(unix)]
    {
        // A link to the same, also before the file is there.
        for _ in 0..2 {
            std::os::unix::fs::symlink(&file, &other).expect("a link");
            check_two(&file, &other).expect_err("a link to the same");
            fs::remove_file(&file).expect("the file was there");
            check_two(&file, &other).expect_err("a link to the same");
            fs::remove_file(&other).expect("the link was there");
            fs::write(&file, "old").expect("a file");
        }
        assert_eq!(check_two(Path::new("/dev/null"), Path::new("/dev/null")), Ok(()));
        for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            let error = check_two(Path::new("-"), Path::new(name)).unwrap_err();
            assert_eq!(error, "--x and --y both write to standard output: name another file for one of them");
        }
    }
}

#[test]
fn names_say_what_is_in_a_file_or_nothing() {
    let check = |name: &str| check_extension(&output("--picture", Path::new(name)));
    for good in ["a.png", "a.PNG", "a", "a.b", "folder.jpg/a", "v1.2", "-"] {
        assert_eq!(check(good), Ok(()), "{good}");
    }
    let error = check("folder/a.JPG").unwrap_err();
    assert_eq!(error, "--picture writes PNG, and folder/a.JPG is the name of a file of JPEG: name it folder/a.png");
}

/// Writes text, and then fails.
fn fail(sink: &mut Sink) -> io::Result<()> {
    sink.write_all(b"half")?;
    Err(io::Error::other("no more"))
}

#[test]
fn a_file_is_replaced_as_a_whole_or_not() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("a");
    let error = write(&file, fail).expect_err("what the function says").to_string();
    assert_eq!(error, "no more", "the file is not to blame");
    assert!(!file.exists());
    write(&file, |sink| sink.write_all(b"old")).expect("a new file");
    write(&file, fail).expect_err("what the function says");
    assert_eq!(fs::read(&file).expect("a file"), b"old");
    write(&file, |sink| sink.write_all(b"new")).expect("another file");
    assert_eq!(fs::read(&file).expect("a file"), b"new");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
}

/// Libraries that write formats drop the errors of their last bytes.
#[cfg(unix)]
#[test]
fn errors_that_a_writer_drops_are_told() {
    for bytes in [1, 100_000] {
        let careless = |sink: &mut Sink| {
            let _ = sink.write_all(&vec![0; bytes]);
            Ok::<_, io::Error>(())
        };
        let error = write(Path::new("/dev/full"), careless).expect_err("there is no room").to_string();
        assert!(error.starts_with("cannot write to /dev/full: No space left"), "{bytes}: {error}");
        write(Path::new("/dev/null"), careless).expect("a device that takes all");
    }
}

/// A link leads to a file in another folder, which is written there, whether it is there already or not.
#[cfg(unix)]
#[test]
fn links_stay_links() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("far")).expect("a folder");
    symlink("far/target", path("link")).expect("a link");
    symlink(path("link"), path("chain")).expect("a link");
    for text in ["one", "two"] {
        check_writable(&output("--x", &path("chain"))).expect("it can be written");
        assert_eq!(path("far/target").exists(), text == "two", "a check leaves no file");
        write(&path("chain"), |sink| sink.write_all(text.as_bytes())).expect("it is written");
        assert_eq!(fs::read_to_string(path("far/target")).expect("the target"), text);
        assert_eq!(fs::read_link(path("link")).expect("a link"), Path::new("far/target"));
        assert_eq!(fs::read_link(path("chain")).expect("a link"), path("link"));
    }
    symlink("loop", path("loop")).expect("a link");
    let error = check_writable(&output("--x", &path("loop"))).expect_err("it leads nowhere");
    assert!(error.contains("cannot write to "), "{error}");
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("a");
    write(&file, |sink| sink.write_all(b"new")).expect("a file");
    fs::write(folder.path().join("plain"), "new").expect("a file");
    let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o7777;
    assert_eq!(mode(&file), mode(&folder.path().join("plain")), "a new file is as all others");
    for wanted in [0o600, 0o666, 0o640, 0o777] {
        fs::set_permissions(&file, fs::Permissions::from_mode(wanted)).expect("it is ours");
        write(&file, |sink| sink.write_all(b"newer")).expect("a file");
        assert_eq!(mode(&file), wanted);
    }
}
