//! The megakernel under g++ on the CPU (`device/emulation/README.md`): exact results, deadlocks, data races, without a GPU.
//!
//! Without g++ 12 or newer the tests say so and pass, unless `WHIPPLE_REQUIRE_EMULATION=1`.

mod common;

use common::Scratch;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// A program compiled with some macros, and the arguments of its runs.
struct Case {
    program: &'static str,
    defines: &'static str,
    runs: &'static [&'static str],
}

const fn case(program: &'static str, defines: &'static str, runs: &'static [&'static str]) -> Case {
    Case { program, defines, runs }
}

/// Many seeds, few seeds, deep and irregular trees, few chunks, few chunks for good, more blocks than fit at once, panics.
const TREES: &[&str] = &[
    "roots=20 depth=7 blocks=4 queue_bytes=60000",
    "roots=1 depth=10 blocks=3 queue_bytes=60000 interleave=1",
    "roots=100 depth=18 shape=1 blocks=2 queue_bytes=60000",
    "roots=200 depth=20 shape=2 blocks=6 resident=3 queue_bytes=60000 interleave=4",
    "roots=40 depth=8 blocks=3 chunks=4 queue_bytes=16000 seed=3",
    "roots=40 depth=8 blocks=5 resident=2 chunks=4 chunk_limit=8 queue_bytes=16000",
    "roots=20 depth=7 blocks=3 queue_bytes=60000 faulty=95033 runs=2",
];
const FEW_TREES: &[&str] = &[
    "roots=10 depth=6 blocks=3 queue_bytes=60000",
    "roots=10 depth=6 blocks=3 chunks=4 queue_bytes=16000 interleave=2",
    "roots=10 depth=7 blocks=3 queue_bytes=60000 faulty=95033",
];
const LEVELS: &[&str] = &[
    "roots=12 blocks=3 queue_bytes=150000",
    "roots=1 blocks=4 queue_bytes=150000 interleave=1",
    "roots=20 blocks=5 resident=2 chunks=4 queue_bytes=100000",
    "roots=12 blocks=3 chunks=4 chunk_limit=40 queue_bytes=100000",
    "roots=6 blocks=3 queue_bytes=150000 fault=1",
    "roots=6 blocks=2 queue_bytes=150000 fault=2",
    "roots=6 blocks=3 queue_bytes=150000 fault=3 runs=2",
];
const RACING_TREES: &[&str] = &[
    "roots=20 depth=7 blocks=3 queue_bytes=60000",
    "roots=20 depth=8 blocks=4 chunks=2 chunk_limit=8 queue_bytes=16000",
    "roots=20 depth=7 blocks=3 queue_bytes=60000 faulty=95033",
];
const RACING_LEVELS: &[&str] = &[
    "roots=8 blocks=3 queue_bytes=100000",
    "roots=8 blocks=3 chunks=4 queue_bytes=70000",
    "roots=6 blocks=3 queue_bytes=100000 fault=3",
];

/// Where the programs are compiled.
struct Workplace {
    folder: Scratch,
    device: PathBuf,
}

impl Workplace {
    /// A folder with the compiled machine, or `None` after saying that the test is skipped.
    fn new() -> Option<Self> {
        let required = env::var_os("WHIPPLE_REQUIRE_EMULATION").is_some_and(|value| value == "1");
        let version = Command::new("g++").arg("-dumpversion").output().ok();
        let version = version.and_then(|output| String::from_utf8(output.stdout).ok());
        let major = version.and_then(|version| version.trim().split('.').next().and_then(|major| major.parse().ok()));
        if major.is_none_or(|major: u32| major < 12) {
            assert!(
                !required,
                "WHIPPLE_REQUIRE_EMULATION is set: g++ 12 or newer is needed, and `g++ -dumpversion` names {major:?}"
            );
            println!("skipped: g++ 12 or newer is needed");
            return None;
        }
        let device = Path::new(env!("CARGO_MANIFEST_DIR")).join("device");
        let folder = Scratch::new("emulation");
        fs::create_dir_all(folder.path()).expect("a scratch folder");
        std::os::unix::fs::symlink(&device, folder.path().join("whipple")).expect("a link to the headers");
        let workplace = Self { folder, device };
        let machine = workplace.device.join("emulation/machine.cpp");
        let mut command = workplace.compiler("-O2");
        command.args(["-Wall", "-Wextra", "-c", "-o", "machine.o"]).arg(machine);
        succeed(&mut command).unwrap_or_else(|error| panic!("{error}"));
        Some(workplace)
    }

    fn compiler(&self, optimisation: &str) -> Command {
        let mut command = Command::new("g++");
        command.current_dir(self.folder.path()).args(["-std=c++20", "-g1", optimisation]);
        command
    }

    /// Compiles and runs a case; an error says how to repeat what failed.
    fn check(&self, index: usize, case: &Case, sanitizer: Option<&str>) -> Result<(), String> {
        let binary = format!("{}{index}{}", case.program, sanitizer.unwrap_or_default());
        let mut command = self.compiler("-O1");
        command.args(["-Wno-unknown-pragmas", "-Wno-tsan", "-I.", "-Iwhipple"]);
        command.args(sanitizer.map(|sanitizer| format!("-fsanitize={sanitizer}")));
        command.args(case.defines.split_whitespace().map(|define| format!("-D{define}")));
        command.arg(format!("whipple/emulation/programs/{}.cpp", case.program)).args(["machine.o", "-o", &binary]);
        succeed(&mut command)?;
        for run in case.runs {
            let mut command = Command::new(self.folder.path().join(&binary));
            command.args(run.split_whitespace());
            let output =
                succeed(&mut command).map_err(|error| format!("{}, {}:\n{error}", case.program, case.defines))?;
            println!("{}, {}: {run}\n{output}", case.program, case.defines);
        }
        Ok(())
    }

    /// Checks all cases, two at a time.
    fn check_all(&self, cases: &[Case], sanitizer: Option<&str>) {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut errors = Vec::new();
            while let Some((index, case)) = {
                let index = next.fetch_add(1, Ordering::Relaxed);
                cases.get(index).map(|case| (index, case))
            } {
                errors.extend(self.check(index, case, sanitizer).err());
            }
            errors
        };
        let errors: Vec<String> = thread::scope(|scope| {
            let workers = [scope.spawn(work), scope.spawn(work)];
            workers.into_iter().flat_map(|worker| worker.join().expect("a worker ends")).collect()
        });
        assert!(errors.is_empty(), "{}", errors.join("\n\n"));
    }
}

/// Runs a command; gives its output, or all it said and how it was called.
fn succeed(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        Ok(said)
    } else {
        Err(format!("{command:?} failed ({}):\n{said}{}", output.status, String::from_utf8_lossy(&output.stderr)))
    }
}

static WORKPLACE: LazyLock<Option<Workplace>> = LazyLock::new(Workplace::new);

#[test]
fn results_are_exact_and_nothing_hangs() {
    let Some(workplace) = &*WORKPLACE else { return };
    let cases = [
        case("tree", "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0", TREES),
        case("tree", "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=0 NODE_KINDS=4 WHIPPLE_POLICY=RoundRobin", TREES),
        case("tree", "WHIPPLE_BLOCK_THREADS=96 WHIPPLE_BARRIERS=0 NODE_KINDS=4 WHIPPLE_POLICY=FullestFirst", TREES),
        case(
            "tree",
            "WHIPPLE_BLOCK_THREADS=256 WHIPPLE_BARRIERS=0 NODE_KINDS=3 WHIPPLE_POLICY=Quota WHIPPLE_STATISTICS=1",
            FEW_TREES,
        ),
        case(
            "tree",
            "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 NODE_KINDS=2 WHIPPLE_OVERFLOW=0 WHIPPLE_POLICY=Random WHIPPLE_TRACE=1",
            TREES,
        ),
        case(
            "tree",
            "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=0 NODE_KINDS=2 NODE_LEVEL=0 NODE_THREADS=5",
            FEW_TREES,
        ),
        case("tree", "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=1 NODE_LEVEL=1 NODE_THREADS=128", FEW_TREES),
        case(
            "tree",
            "WHIPPLE_BLOCK_THREADS=256 WHIPPLE_BARRIERS=4 NODE_KINDS=2 NODE_LEVEL=1 NODE_THREADS=33",
            FEW_TREES,
        ),
        case("tree", "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=0 WHIPPLE_WARP_CREWS=1", TREES),
        case("tree", "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 WHIPPLE_WARP_CREWS=1 WHIPPLE_OVERFLOW=0", TREES),
        case(
            "tree",
            "WHIPPLE_BLOCK_THREADS=192 WHIPPLE_BARRIERS=0 WHIPPLE_WARP_CREWS=1 NODE_KINDS=3 WHIPPLE_POLICY=Quota WHIPPLE_STATISTICS=1 WHIPPLE_TRACE=1",
            FEW_TREES,
        ),
        case(
            "tree",
            "WHIPPLE_BLOCK_THREADS=96 WHIPPLE_BARRIERS=0 WHIPPLE_WARP_CREWS=1 NODE_LEVEL=0 NODE_THREADS=16",
            FEW_TREES,
        ),
        case("levels", "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 PAIR_THREADS=4 CROWD_THREADS=64", LEVELS),
        case(
            "levels",
            "WHIPPLE_BLOCK_THREADS=192 WHIPPLE_BARRIERS=2 PAIR_THREADS=17 CROWD_THREADS=100 WHIPPLE_POLICY=FullestFirst WHIPPLE_STATISTICS=1 WHIPPLE_TRACE=1",
            LEVELS,
        ),
        case(
            "levels",
            "WHIPPLE_BLOCK_THREADS=160 WHIPPLE_BARRIERS=2 PAIR_THREADS=2 CROWD_THREADS=96 WHIPPLE_POLICY=Quota",
            LEVELS,
        ),
        case(
            "levels",
            "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 PAIR_THREADS=32 CROWD_THREADS=32 WHIPPLE_POLICY=RoundRobin",
            LEVELS,
        ),
    ];
    workplace.check_all(&cases, None);
}

#[test]
fn threads_do_not_race() {
    let Some(workplace) = &*WORKPLACE else { return };
    let cases = [
        case("tree", "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 NODE_KINDS=4", RACING_TREES),
        case(
            "tree",
            "WHIPPLE_BLOCK_THREADS=96 WHIPPLE_BARRIERS=0 NODE_KINDS=2 WHIPPLE_WARP_CREWS=1 WHIPPLE_STATISTICS=1 WHIPPLE_TRACE=1",
            RACING_TREES,
        ),
        case(
            "levels",
            "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 PAIR_THREADS=5 CROWD_THREADS=50 WHIPPLE_POLICY=Quota WHIPPLE_STATISTICS=1",
            RACING_LEVELS,
        ),
    ];
    workplace.check_all(&cases, Some("thread"));
}
