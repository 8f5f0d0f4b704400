//! The emulated machine: g++ compiles the CUDA text of a group with the megakernel and the device library, and runs it.

use crate::input::{Input, LOG_WORDS};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

/// Evaluates cases `0..cases` of the program of this name and CUDA text on all rows: the results, case by case. `None` after saying
/// why the test is skipped.
pub fn run(name: &str, source: &str, cases: usize, rows: &[Input]) -> Option<Vec<u64>> {
    static WORKPLACE: OnceLock<Option<Workplace>> = OnceLock::new();
    let workplace = WORKPLACE.get_or_init(Workplace::new).as_ref()?;
    Some(workplace.run(name, source, cases, rows))
}

/// Where programs are compiled.
struct Workplace {
    folder: PathBuf,
    device: PathBuf,
}

impl Workplace {
    /// A folder with the compiled machine.
    fn new() -> Option<Self> {
        let device = Path::new(env!("CARGO_MANIFEST_DIR")).join("whipple-cuda/device");
        let missing =
            if device.is_dir() { missing_compiler() } else { Some(format!("no folder {}", device.display())) };
        if let Some(reason) = missing {
            let required = env::var_os("WHIPPLE_REQUIRE_EMULATION").is_some_and(|value| value == "1");
            assert!(!required, "WHIPPLE_REQUIRE_EMULATION is set: {reason}");
            println!("skipped: {reason}");
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("language");
        fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
        let workplace = Self { folder, device };
        let machine = workplace.device.join("emulation/machine.cpp");
        succeed(workplace.compiler("-O2").arg("-c").arg(machine).args(["-o", "machine.o"]));
        Some(workplace)
    }

    fn compiler(&self, optimisation: &str) -> Command {
        let mut command = Command::new("g++");
        command.current_dir(&self.folder).args(["-std=c++20", "-g1", optimisation]);
        command
    }

    fn run(&self, name: &str, source: &str, cases: usize, rows: &[Input]) -> Vec<u64> {
        let file = |extension: &str| self.folder.join(format!("{name}.{extension}"));
        fs::write(file("cu"), source).expect("a text can be written");
        fs::write(file("rows"), rows.iter().flat_map(bytes).collect::<Vec<_>>()).expect("rows can be written");
        // The text names its headers as under NVRTC: `whipple.cuh`, `<whipple/scheduler/plan.cuh>`.
        let headers = self.folder.join("headers");
        if !headers.join("whipple").exists() {
            fs::create_dir_all(&headers).expect("a folder for a link");
            // Another test may have been faster.
            drop(std::os::unix::fs::symlink(&self.device, headers.join("whipple")));
        }
        let mut command = self.compiler("-O1");
        // Each product is rounded, as on the GPU in exact mode.
        command.args(["-ffp-contract=off", "-Wno-unknown-pragmas", "-DWHIPPLE_BARRIERS=0"]);
        command.arg(format!("-I{}", headers.display())).arg(format!("-I{}", self.device.display()));
        command.arg(format!("-DTEXT=\"{}\"", file("cu").display()));
        command.arg(self.device.join("emulation/programs/language.cpp")).arg("machine.o").arg("-o").arg(file("exe"));
        succeed(&mut command);
        let mut command = Command::new(file("exe"));
        command.arg(file("rows")).arg(cases.to_string()).arg(LOG_WORDS.to_string()).arg(file("results"));
        succeed(&mut command);
        let results = fs::read(file("results")).expect("the results can be read");
        results.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().expect("eight bytes"))).collect()
    }
}

/// Why there is no compiler.
fn missing_compiler() -> Option<String> {
    let version = Command::new("g++").arg("-dumpversion").output().ok();
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    let major = version.trim().split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_some_and(|major| major >= 12) {
        None
    } else {
        Some(format!("g++ 12 or newer is needed, and `g++ -dumpversion` says {:?}", version.trim()))
    }
}

/// A row as it lies in memory.
fn bytes(row: &Input) -> Vec<u8> {
    let Input { p, q, m, n, u, v, a, b, i, j, x, y, k, l } = *row;
    let long = [p, q, m.cast_unsigned(), n.cast_unsigned(), u.to_bits(), v.to_bits()];
    let short = [a, b, i.cast_unsigned(), j.cast_unsigned(), x.to_bits(), y.to_bits(), k, l];
    let bytes = long.iter().flat_map(|word| word.to_ne_bytes());
    bytes.chain(short.iter().flat_map(|word| word.to_ne_bytes())).collect()
}

/// Runs a command; panics with all that it said if it fails.
fn succeed(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed ({}):\n{said}", output.status);
}
