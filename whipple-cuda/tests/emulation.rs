//! The megakernel under g++ on the CPU (`emulator/README.md`): exact results, deadlocks, data races, without a GPU.
//!
//! Without g++ 12 or newer the tests say so and pass, unless `WHIPPLE_REQUIRE_EMULATION=1`.

mod common;

use common::Scratch;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// A program compiled with some macros, and the arguments of its runs.
struct Case {
    program: &'static str,
    defines: &'static str,
    runs: &'static [&'static str],
    is_rare: bool,
}

const fn case(program: &'static str, defines: &'static str, runs: &'static [&'static str]) -> Case {
    Case { program, defines, runs, is_rare: false }
}

/// A case that `WHIPPLE_FULL=1` has besides: other cases have each of its macros.
const fn rare(program: &'static str, defines: &'static str, runs: &'static [&'static str]) -> Case {
    Case { is_rare: true, ..case(program, defines, runs) }
}

/// Many seeds, few seeds, deep and irregular trees, few chunks, few chunks for good, more blocks than fit at once, panics,
/// nodes that spawn more than they may.
const TREES: &[&str] = &[
    "roots=20 depth=7 blocks=4 queue_bytes=60000",
    "roots=1 depth=10 blocks=3 queue_bytes=60000 interleave=1",
    "roots=100 depth=18 shape=1 blocks=2 queue_bytes=60000",
    "roots=200 depth=20 shape=2 blocks=6 resident=3 queue_bytes=60000 interleave=4",
    "roots=40 depth=8 blocks=3 chunks=4 queue_bytes=16000 seed=3",
    "roots=40 depth=8 blocks=5 resident=2 chunks=4 chunk_limit=8 queue_bytes=16000",
    "roots=20 depth=7 blocks=3 queue_bytes=60000 faulty=95033 runs=2",
    "roots=20 depth=7 blocks=3 queue_bytes=60000 lies=1000 runs=2",
];
/// A second run of fewer blocks, which is suspended while the others keep chunks of the first.
const TREES_OF_FEWER_BLOCKS: &[&str] =
    &["roots=400 depth=11 blocks=6 later=2 runs=2 chunks=12 chunk_limit=12 queue_bytes=16000"];
/// As `TREES`, fewer and smaller; of the threads of the task that panics one does, a warp, or more.
const FEW_TREES: &[&str] = &[
    "roots=10 depth=6 blocks=3 queue_bytes=60000",
    "roots=10 depth=6 blocks=3 chunks=4 queue_bytes=16000 interleave=2",
    "roots=5 depth=7 blocks=3 queue_bytes=60000 faulty=95033",
    "roots=5 depth=7 blocks=3 queue_bytes=60000 faulty=95033 dying=32",
    "roots=5 depth=7 blocks=3 queue_bytes=60000 faulty=95033 dying=1000",
    "roots=5 depth=7 blocks=3 queue_bytes=60000 lies=1000",
];
/// Nodes with at most one child: many and few chains, of one length and of many, few chunks, panics, too many spawns.
const CHAINS: &[&str] = &[
    "roots=300 depth=30 shape=3 blocks=3 queue_bytes=60000",
    "roots=40 depth=200 shape=1 blocks=2 queue_bytes=60000 interleave=2",
    "roots=500 depth=12 shape=3 blocks=6 resident=3 queue_bytes=60000",
    "roots=200 depth=20 shape=3 blocks=3 chunks=4 chunk_limit=8 queue_bytes=16000",
    "roots=60 depth=25 shape=3 blocks=3 queue_bytes=60000 faulty=79191 runs=2",
    "roots=60 depth=25 shape=3 blocks=3 queue_bytes=60000 faulty=79191 dying=32",
    "roots=60 depth=25 shape=3 blocks=3 queue_bytes=60000 faulty=79191 dying=1000",
    "roots=30 depth=7 shape=3 blocks=3 queue_bytes=60000 lies=1000",
];
const FEW_CHAINS: &[&str] = &[
    "roots=60 depth=25 shape=3 blocks=3 queue_bytes=60000",
    "roots=60 depth=25 shape=3 blocks=3 chunks=4 chunk_limit=8 queue_bytes=16000",
    "roots=40 depth=25 shape=3 blocks=3 queue_bytes=60000 faulty=79191 dying=32",
];
// Level-1 chains that are faster one after another: trials find single tasks better.
const CACHED: &str = "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=1 NODE_CHILDREN=1 NODE_LEVEL=1 NODE_THREADS=64 NODE_MEETS=0 NODE_CACHED=1 WHIPPLE_OVERFLOW=0";
const GROUPS_OF_CHAINS: &str = "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 NODE_CHILDREN=1 NODE_LEVEL=1 NODE_THREADS=64 NODE_MEETS=0 WHIPPLE_OVERFLOW=0";
// Chains of more than the initial tasks that all blocks take before a trial has ended.
const CACHED_CHAINS: &[&str] = &[
    "roots=300 depth=30 shape=3 blocks=3 queue_bytes=60000",
    "roots=500 depth=12 shape=3 blocks=6 resident=3 queue_bytes=60000",
    "roots=300 depth=20 shape=3 blocks=3 chunks=4 chunk_limit=8 queue_bytes=16000",
    // As after runs that have found single tasks better, or many.
    "roots=300 depth=30 shape=3 blocks=3 queue_bytes=60000 known=1",
    "roots=300 depth=20 shape=3 blocks=3 chunks=4 chunk_limit=8 queue_bytes=16000 known=1",
    "roots=300 depth=30 shape=3 blocks=3 queue_bytes=60000 known=2",
    "roots=300 depth=25 shape=3 blocks=3 queue_bytes=60000 faulty=791901 runs=2",
];
const RACING_CACHED_CHAINS: &[&str] = &[
    "roots=100 depth=25 shape=3 blocks=3 queue_bytes=60000",
    "roots=100 depth=25 shape=3 blocks=3 queue_bytes=60000 known=1",
    "roots=100 depth=25 shape=3 blocks=3 queue_bytes=60000 known=2",
];
/// More procedures than are described by code: those of a warp with large items and two successors, and a leaf that runs in place and so has
/// no room in local queues; those of a thread with two successors, and with all.
const MANY_KINDS: &str = "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 NODE_KINDS=8 NODE_SUCCESSORS=2 NODE_WORDS=10 NODE_LEAF=1 NODE_LEVEL=0 NODE_THREADS=4";
const MANY_SMALL_KINDS: &str =
    "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 NODE_KINDS=8 NODE_SUCCESSORS=2 NODE_WORDS=10 NODE_LEAF=1";
const MANY_KINDS_OF_ALL: &str = "WHIPPLE_BLOCK_THREADS=96 WHIPPLE_BARRIERS=0 NODE_KINDS=8";
const MANY_KINDS_COUNTED: &str =
    "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 NODE_KINDS=8 NODE_SUCCESSORS=3 WHIPPLE_COUNTED=1";
const MANY_KINDS_FILLED: &str = "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 NODE_KINDS=7 NODE_SUCCESSORS=1 NODE_WORDS=2 NODE_LEAF=1 NODE_LEVEL=0 NODE_THREADS=16 WHIPPLE_POLICY=FillFirst";
/// Enough room, little of it, few chunks for good, then fewer blocks, panics, and more spawns than may be.
const MANY_KINDS_OF: &[&str] = &[
    "roots=40 depth=8 blocks=3 queue_bytes=48000",
    "roots=1 depth=10 blocks=4 queue_bytes=33000 interleave=1",
    "roots=40 depth=8 blocks=5 resident=2 chunks=8 chunk_limit=16 queue_bytes=33000",
    "roots=20 depth=8 blocks=4 later=2 runs=2 chunks=8 chunk_limit=8 queue_bytes=33000",
    "roots=5 depth=7 blocks=3 queue_bytes=48000 faulty=95033",
    "roots=5 depth=7 blocks=3 queue_bytes=48000 lies=1000",
];
const RACING_MANY_KINDS: &[&str] = &[
    "roots=10 depth=6 blocks=3 queue_bytes=33000",
    "roots=20 depth=6 blocks=4 chunks=8 chunk_limit=16 queue_bytes=12000",
    "roots=5 depth=7 blocks=3 queue_bytes=33000 lies=1000",
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
    "roots=20 depth=7 blocks=3 queue_bytes=60000 lies=1000",
];
const RACING_LEVELS: &[&str] = &[
    "roots=8 blocks=3 queue_bytes=100000",
    "roots=8 blocks=3 chunks=4 queue_bytes=70000",
    "roots=6 blocks=3 queue_bytes=100000 fault=3",
];

/// Rounds of tasks that take three of eight warps, and of others: the local queues hold what they spawn, or chunks are lent for it.
const SEVERAL_WIDTHS: &str = "WHIPPLE_BLOCK_THREADS=256 WHIPPLE_BARRIERS=4 WHIPPLE_OVERFLOW=0";
const LOANS: &str =
    "WHIPPLE_BLOCK_THREADS=256 WHIPPLE_BARRIERS=4 WHIPPLE_COUNTED=1 STEM_LEAVES=512 STEM_TWIGS=64 TWIG_LEAVES=4";
/// Leaves of two warps.
const WIDE_LEAVES: &str =
    "WHIPPLE_BLOCK_THREADS=256 WHIPPLE_BARRIERS=4 WHIPPLE_COUNTED=1 STEM_LEAVES=64 BLADE_LEVEL=1 BLADE_THREADS=64";
const WIDE_LEAVES_OF: &[&str] = &["stems=6 twigs=300 depth=25 blocks=3 queue_bytes=28000 chunks=2000"];
/// Leaves as wide as the block whose threads meet, under two policies, and with all that is told of a run.
const BLOCK_LEAVES: &str = "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 WHIPPLE_COUNTED=1 STEM_LEAVES=64 STEM_TWIGS=8 BLADE_LEVEL=1 BLADE_THREADS=128 BLADE_MEETS=1";
const BLOCK_LEAVES_TOLD: &str = "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 WHIPPLE_COUNTED=1 STEM_LEAVES=64 STEM_TWIGS=8 BLADE_LEVEL=1 BLADE_THREADS=128 BLADE_MEETS=1 WHIPPLE_STATISTICS=1 WHIPPLE_TRACE=1 WHIPPLE_POLICY=FillFirst";
/// Many, some exported and imported, nearly all in one round, few chunks; and panics of leaves in batches: of the first thread, of some and of all of
/// the first warp, of the last warp, of all threads, before and after they have met.
const BLOCK_LEAVES_OF: &[&str] = &[
    "stems=6 twigs=100 depth=8 blocks=3 queue_bytes=100000 rounds=128 chunks=2000",
    "stems=3 twigs=100 depth=8 blocks=1 queue_bytes=28000 chunks=2000",
    "stems=6 twigs=50 depth=5 blocks=5 resident=2 queue_bytes=100000 rounds=128 chunks=2000 interleave=1",
    "stems=1 twigs=0 depth=0 blocks=1 queue_bytes=100000 rounds=128 chunks=2000",
    "stems=3 twigs=50 depth=8 blocks=3 queue_bytes=40000 rounds=128 chunks=4 chunk_limit=40",
    "stems=3 twigs=10 depth=6 blocks=2 queue_bytes=100000 rounds=128 chunks=2000 faulty=15983594 dying=1",
    "stems=3 twigs=10 depth=6 blocks=2 queue_bytes=100000 rounds=128 chunks=2000 faulty=15983611 dying=7 from=10",
    "stems=3 twigs=10 depth=6 blocks=2 queue_bytes=100000 rounds=128 chunks=2000 faulty=15983594 dying=32",
    "stems=3 twigs=10 depth=6 blocks=2 queue_bytes=100000 rounds=128 chunks=2000 faulty=15983611 dying=32 late=1",
    "stems=3 twigs=10 depth=6 blocks=2 queue_bytes=100000 rounds=128 chunks=2000 faulty=15983594 dying=32 from=96",
    "stems=3 twigs=10 depth=6 blocks=2 queue_bytes=100000 rounds=128 chunks=2000 faulty=15984613 dying=32 from=96",
    "stems=3 twigs=10 depth=6 blocks=2 queue_bytes=100000 rounds=128 chunks=2000 faulty=495490639 dying=32 from=96 late=1",
    "stems=3 twigs=10 depth=6 blocks=2 queue_bytes=100000 rounds=128 chunks=2000 faulty=15981611 dying=32 from=96",
    "stems=3 twigs=10 depth=6 blocks=2 queue_bytes=100000 rounds=128 chunks=2000 faulty=15982571 dying=1000",
];
const RACING_BLOCK_LEAVES: &[&str] = &[
    "stems=3 twigs=10 depth=4 blocks=2 queue_bytes=100000 rounds=128 chunks=2000",
    "stems=3 twigs=10 depth=6 blocks=2 queue_bytes=100000 rounds=128 chunks=2000 faulty=15983594 dying=1",
];

/// A fault planted in a header, which `case` must find.
struct Fault {
    header: &'static str,
    /// What the header has once, and the fault in its place.
    text: &'static str,
    planted: &'static str,
    sanitizer: Option<&'static str>,
    case: Case,
}

/// The headers of the C++ library that programs and their hosts include, compiled once: they are a fifth of what a program takes.
const STANDARD: &[&str] = &[
    "algorithm",
    "array",
    "cmath",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "map",
    "memory",
    "new",
    "optional",
    "source_location",
    "sstream",
    "string",
    "utility",
    "vector",
];

/// Where the programs are compiled.
struct Workplace {
    folder: Scratch,
    device: PathBuf,
    emulator: PathBuf,
    /// The programs.
    programs: PathBuf,
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
        let [device, emulator, programs] =
            ["device", "emulator", "tests/emulation"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
        let folder = Scratch::new("emulation");
        fs::create_dir_all(folder.path()).expect("a scratch folder");
        std::os::unix::fs::symlink(&device, folder.path().join("whipple")).expect("a link to the headers");
        let workplace = Self { folder, device, emulator, programs };
        let machine = workplace.emulator.join("machine/machine.cpp");
        let mut command = workplace.compiler("-O2");
        command.args(["-Wall", "-Wextra", "-c", "-o", "machine.o"]).arg(machine);
        succeed(&mut command).unwrap_or_else(|error| panic!("{error}"));
        let standard: String = STANDARD.iter().map(|header| format!("#include <{header}>\n")).collect();
        fs::write(workplace.folder.path().join("standard.hpp"), standard).expect("a file in the scratch folder");
        // g++ looks for one that was compiled as the program is, in the folder of this name.
        fs::create_dir(workplace.folder.path().join("standard.hpp.gch")).expect("a scratch folder");
        for sanitizer in [None, Some("thread")] {
            let mut command = workplace.program_compiler(sanitizer);
            let compiled = format!("standard.hpp.gch/{}", sanitizer.unwrap_or("plain"));
            command.args(["-x", "c++-header", "standard.hpp", "-o", &compiled]);
            succeed(&mut command).unwrap_or_else(|error| panic!("{error}"));
        }
        Some(workplace)
    }

    /// The compiler with the options that all programs have, under a sanitizer or without.
    fn program_compiler(&self, sanitizer: Option<&str>) -> Command {
        let mut command = self.compiler("-O1");
        command.args(["-Wno-unknown-pragmas", "-Wno-tsan"]);
        command.args(sanitizer.map(|sanitizer| format!("-fsanitize={sanitizer}")));
        command
    }

    fn compiler(&self, optimisation: &str) -> Command {
        let mut command = Command::new("g++");
        command.current_dir(self.folder.path()).args(["-std=c++20", "-g1", optimisation]);
        command.arg("-I").arg(self.emulator.join("include"));
        command
    }

    /// Compiles and runs a case with the headers in `headers`; an error says how to repeat what failed.
    fn check(&self, headers: &str, index: usize, case: &Case, sanitizer: Option<&str>) -> Result<(), String> {
        let binary = format!("{}{index}{headers}{}", case.program, sanitizer.unwrap_or_default()).replace('/', "");
        let mut command = self.program_compiler(sanitizer);
        command.args(["-include", "standard.hpp"]);
        command.args([format!("-I{headers}"), format!("-I{headers}/whipple")]);
        command.args(case.defines.split_whitespace().map(|define| format!("-D{define}")));
        command.arg(self.programs.join(case.program).with_extension("cpp"));
        command.args(["machine.o", "-o", &binary]);
        succeed(&mut command).unwrap_or_else(|error| panic!("{error}"));
        for run in case.runs {
            let mut command = Command::new(self.folder.path().join(&binary));
            command.args(run.split_whitespace());
            let output =
                succeed(&mut command).map_err(|error| format!("{}, {}:\n{error}", case.program, case.defines))?;
            println!("{}, {}: {run}\n{output}", case.program, case.defines);
        }
        Ok(())
    }

    /// Checks all cases.
    fn check_all(&self, cases: Vec<Case>, sanitizer: Option<&str>) {
        let is_full = env::var_os("WHIPPLE_FULL").is_some_and(|value| value == "1");
        let cases: Vec<Case> = cases.into_iter().filter(|case| is_full || !case.is_rare).collect();
        let errors = two_at_a_time(&cases, |index, case| self.check(".", index, case, sanitizer).err());
        assert!(errors.is_empty(), "{}", errors.join("\n\n"));
    }

    /// A folder with headers like `device/`, one of which has the fault.
    fn plant(&self, index: usize, fault: &Fault) -> String {
        let folder = format!("fault{index}");
        let whipple = self.folder.path().join(&folder).join("whipple");
        copy_folder(&self.device, &whipple);
        let header = whipple.join(fault.header);
        let text = fs::read_to_string(&header).expect("a header to plant a fault in");
        assert_eq!(text.matches(fault.text).count(), 1, "{} has this once:\n{}", fault.header, fault.text);
        fs::write(&header, text.replace(fault.text, fault.planted)).expect("a faulty header");
        folder
    }
}

/// What `work` gives for the items and their indices, on two threads.
fn two_at_a_time<T: Sync>(items: &[T], work: impl Fn(usize, &T) -> Option<String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let indices = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let items = indices.map_while(|index| items.get(index).map(|item| (index, item)));
        items.filter_map(|(index, item)| work(index, item)).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let workers = [scope.spawn(worker), scope.spawn(worker)];
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker ends")).collect()
    })
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a scratch folder");
    for entry in fs::read_dir(from).expect("the headers can be listed") {
        let path = entry.expect("the headers can be listed").path();
        let target = to.join(path.file_name().expect("a listed file has a name"));
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a header can be copied");
        }
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

/// The one that the tests which run now share; removed with the last of them.
fn workplace() -> Option<Arc<Workplace>> {
    static SHARED: Mutex<Weak<Workplace>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    shared.upgrade().or_else(|| {
        let made = Arc::new(Workplace::new()?);
        *shared = Arc::downgrade(&made);
        Some(made)
    })
}

#[test]
fn results_are_exact_and_nothing_hangs() {
    let Some(workplace) = workplace() else { return };
    let cases = vec![
        case("tree", "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0", TREES),
        case("tree", "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0", TREES_OF_FEWER_BLOCKS),
        case("tree", "WHIPPLE_BLOCK_THREADS=96 WHIPPLE_BARRIERS=0 NODE_KINDS=2 WHIPPLE_SCARCE=1", TREES),
        rare("tree", "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=0 NODE_KINDS=4 WHIPPLE_POLICY=RoundRobin", TREES),
        rare("tree", "WHIPPLE_BLOCK_THREADS=96 WHIPPLE_BARRIERS=0 NODE_KINDS=4 WHIPPLE_POLICY=FullestFirst", TREES),
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
        rare(
            "tree",
            "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=1 NODE_LEVEL=1 NODE_THREADS=128 NODE_MEETS=0",
            FEW_TREES,
        ),
        case(
            "tree",
            "WHIPPLE_BLOCK_THREADS=192 WHIPPLE_BARRIERS=2 NODE_KINDS=3 NODE_LEVEL=1 NODE_THREADS=50 NODE_MEETS=0 WHIPPLE_STATISTICS=1 WHIPPLE_TRACE=1",
            FEW_TREES,
        ),
        rare("tree", "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=0 WHIPPLE_OVERFLOW=0", TREES),
        rare("tree", "WHIPPLE_BLOCK_THREADS=96 WHIPPLE_BARRIERS=0 NODE_LEVEL=0 NODE_THREADS=16", FEW_TREES),
        case("widths", SEVERAL_WIDTHS, &["stems=2 twigs=640 depth=30 blocks=1 queue_bytes=40000"]),
        case("widths", WIDE_LEAVES, WIDE_LEAVES_OF),
        case("widths", BLOCK_LEAVES, BLOCK_LEAVES_OF),
        rare("widths", BLOCK_LEAVES_TOLD, BLOCK_LEAVES_OF),
        case("widths", LOANS, &["stems=6 twigs=300 depth=25 blocks=3 queue_bytes=28000 chunks=2000"]),
        case("tree", "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 NODE_CHILDREN=1", CHAINS),
        rare(
            "tree",
            "WHIPPLE_BLOCK_THREADS=96 WHIPPLE_BARRIERS=0 NODE_CHILDREN=1 WHIPPLE_OVERFLOW=0 WHIPPLE_STATISTICS=1 WHIPPLE_TRACE=1",
            CHAINS,
        ),
        rare(
            "tree",
            "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=1 NODE_CHILDREN=1 NODE_LEVEL=1 NODE_THREADS=64 NODE_MEETS=0 WHIPPLE_OVERFLOW=0",
            CHAINS,
        ),
        case(
            "tree",
            "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 NODE_CHILDREN=1 NODE_LEVEL=1 NODE_THREADS=64 NODE_MEETS=0 WHIPPLE_STATISTICS=1 WHIPPLE_TRACE=1",
            CHAINS,
        ),
        rare(
            "tree",
            "WHIPPLE_BLOCK_THREADS=96 WHIPPLE_BARRIERS=0 NODE_CHILDREN=1 NODE_LEVEL=1 NODE_THREADS=32 NODE_MEETS=0 WHIPPLE_OVERFLOW=0",
            CHAINS,
        ),
        case("tree", CACHED, CACHED_CHAINS),
        case("tree", "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 NODE_KINDS=4 WHIPPLE_COUNTED=1", TREES),
        rare(
            "tree",
            "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 NODE_LEVEL=1 NODE_THREADS=64 WHIPPLE_COUNTED=1",
            FEW_TREES,
        ),
        case("tree", MANY_KINDS, MANY_KINDS_OF),
        rare("tree", MANY_KINDS, &["roots=40 depth=8 blocks=3 queue_bytes=12000"]),
        case("tree", MANY_SMALL_KINDS, MANY_KINDS_OF),
        rare("tree", MANY_KINDS_OF_ALL, MANY_KINDS_OF),
        rare("tree", MANY_KINDS_COUNTED, MANY_KINDS_OF),
        case("tree", MANY_KINDS_FILLED, MANY_KINDS_OF),
        case("levels", "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 PAIR_THREADS=4 CROWD_THREADS=64", LEVELS),
        rare(
            "levels",
            "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 PAIR_THREADS=4 CROWD_THREADS=64 WHIPPLE_COUNTED=1",
            LEVELS,
        ),
        case(
            "levels",
            "WHIPPLE_BLOCK_THREADS=192 WHIPPLE_BARRIERS=2 PAIR_THREADS=17 CROWD_THREADS=100 WHIPPLE_POLICY=FullestFirst WHIPPLE_STATISTICS=1 WHIPPLE_TRACE=1",
            LEVELS,
        ),
        rare(
            "levels",
            "WHIPPLE_BLOCK_THREADS=160 WHIPPLE_BARRIERS=2 PAIR_THREADS=2 CROWD_THREADS=96 WHIPPLE_POLICY=Quota",
            LEVELS,
        ),
        case(
            "levels",
            "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 PAIR_THREADS=32 CROWD_THREADS=32 WHIPPLE_POLICY=RoundRobin",
            LEVELS,
        ),
        case(
            "levels",
            "WHIPPLE_BLOCK_THREADS=96 WHIPPLE_BARRIERS=1 PAIR_THREADS=8 CROWD_THREADS=64 WHIPPLE_QUICK=0",
            LEVELS,
        ),
    ];
    workplace.check_all(cases, None);
}

#[test]
fn threads_do_not_race() {
    let Some(workplace) = workplace() else { return };
    let cases = vec![
        case("tree", "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 NODE_KINDS=4 WHIPPLE_SCARCE=1", RACING_TREES),
        case(
            "tree",
            "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=1 NODE_LEVEL=1 NODE_THREADS=33 NODE_MEETS=0",
            RACING_TREES,
        ),
        rare(
            "tree",
            "WHIPPLE_BLOCK_THREADS=96 WHIPPLE_BARRIERS=0 NODE_KINDS=2 WHIPPLE_STATISTICS=1 WHIPPLE_TRACE=1",
            RACING_TREES,
        ),
        case("tree", "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 NODE_CHILDREN=1 WHIPPLE_OVERFLOW=0", FEW_CHAINS),
        rare(
            "tree",
            "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 NODE_CHILDREN=1 NODE_LEVEL=1 NODE_THREADS=64 NODE_MEETS=0 WHIPPLE_OVERFLOW=0",
            FEW_CHAINS,
        ),
        case("tree", CACHED, RACING_CACHED_CHAINS),
        case(
            "levels",
            "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 PAIR_THREADS=5 CROWD_THREADS=50 WHIPPLE_POLICY=Quota WHIPPLE_STATISTICS=1",
            RACING_LEVELS,
        ),
        case("widths", BLOCK_LEAVES_TOLD, RACING_BLOCK_LEAVES),
        case("tree", MANY_KINDS, RACING_MANY_KINDS),
    ];
    workplace.check_all(cases, Some("thread"));
}

/// The emulation is only worth what it finds.
#[test]
fn planted_faults_are_found() {
    let Some(workplace) = workplace() else { return };
    const KINDS: &str = "WHIPPLE_BLOCK_THREADS=64 WHIPPLE_BARRIERS=0 NODE_KINDS=4";
    const GROUPS: &str = "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 PAIR_THREADS=4 CROWD_THREADS=64";
    let faults = [
        // A warp barrier is missing: shuffles do not order memory.
        Fault {
            header: "schedulers/megakernel/round/compose.cuh",
            text: "block_.rank[ranked] = sync::lane();\n        sync::warp_barrier();",
            planted: "block_.rank[ranked] = sync::lane();",
            sanitizer: Some("thread"),
            case: case("tree", KINDS, &["roots=20 depth=7 blocks=3"]),
        },
        // A hand-over is published without release.
        Fault {
            header: "schedulers/megakernel/exchange/exchange.cuh",
            text: "sync::store_release_gpu(slot, chunk + 1);",
            planted: "sync::store_relaxed_gpu(slot, chunk + 1);",
            sanitizer: Some("thread"),
            case: case("tree", KINDS, &["roots=1 depth=10 blocks=4"]),
        },
        // And read without having acquired them: the look that found the chunk has not.
        Fault {
            header: "schedulers/megakernel/exchange/exchange.cuh",
            text: "chunk = sync::load_acquire_gpu(slot);",
            planted: "",
            sanitizer: Some("thread"),
            case: case("tree", KINDS, &["roots=1 depth=10 blocks=4"]),
        },
        // Where trials find single tasks better, no initial ones are taken.
        Fault {
            header: "schedulers/megakernel/round/seeds.cuh",
            text: "? min(grain, max(1u, B / state.block.shape[p].threads)) :",
            planted: "? 0u :",
            sanitizer: None,
            case: case("tree", CACHED, CACHED_CHAINS),
        },
        // The first thread of a group looks how long its chains may last while warp 0 decides.
        Fault {
            header: "schedulers/megakernel/tasks/level1.cuh",
            text: "sync::load_relaxed_cta(&block_state<S>().longest)",
            planted: "block_state<S>().longest",
            sanitizer: Some("thread"),
            case: case("tree", GROUPS_OF_CHAINS, RACING_CACHED_CHAINS),
        },
        // Children overwrite the items of tasks that have not read them.
        Fault {
            header: "schedulers/megakernel/worker.cuh",
            text: "overwrite them.\n            sync::block_barrier();",
            planted: "overwrite them.",
            sanitizer: None,
            case: case("tree", KINDS, &["roots=20 depth=7 blocks=3"]),
        },
        // What a round may spawn, as if warps that are too few for a wide task had none.
        Fault {
            header: "schedulers/megakernel/round/shape.cuh",
            text: "S::BLOCK_THREADS / sync::WARP * facts.tasks_per_warp",
            planted: "S::BLOCK_THREADS / sync::WARP / facts.warps_per_task * facts.warps_per_task * facts.tasks_per_warp",
            sanitizer: None,
            case: case("widths", SEVERAL_WIDTHS, &["stems=2 twigs=640 depth=30 blocks=1 queue_bytes=40000"]),
        },
        // Half of the lanes leave out a shuffle.
        Fault {
            header: "schedulers/megakernel/round/round.cuh",
            text: "start = each > 1 ? grouped - groups : start - (grouped - groups) + all;",
            planted: "start = each > 1 ? grouped - groups : start - (grouped - groups) + L::sum(groups);",
            sanitizer: None,
            case: case("levels", GROUPS, &["roots=8 blocks=3 queue_bytes=100000"]),
        },
        // A group of warps counts its children where some still read how many tasks they have.
        Fault {
            header: "schedulers/megakernel/tasks/level1.cuh",
            text: "const unsigned after = next == 2 ? 0 : next + 1;",
            planted: "const unsigned after = 1 - next;",
            sanitizer: None,
            case: case(
                "tree",
                "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 NODE_CHILDREN=1 NODE_LEVEL=1 NODE_THREADS=64 NODE_MEETS=0",
                &["roots=100 depth=30 shape=3 blocks=3 queue_bytes=60000"],
            ),
        },
        // The program ends before the last block has starved.
        Fault {
            header: "schedulers/megakernel/exchange/exchange.cuh",
            text: "if (ticket + 1 - others ==",
            planted: "if (ticket + 2 - others ==",
            sanitizer: None,
            case: case(
                "tree",
                KINDS,
                &["roots=20 depth=8 blocks=3", "roots=1 depth=10 blocks=4", "roots=1 depth=9 blocks=6 interleave=1"],
            ),
        },
        // Nobody arrives at a barrier for a warp whose lanes have all panicked.
        Fault {
            header: "schedulers/common/panic.cuh",
            text: "sync::add_relaxed_cta(&here.gone[warp], 1) + 1 == sync::WARP)",
            planted: "false)",
            sanitizer: None,
            case: case(
                "tree",
                "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 NODE_LEVEL=1 NODE_THREADS=64",
                &["roots=5 depth=7 blocks=3 faulty=95033 dying=32"],
            ),
        },
        // After a panic a group of warps goes on to its next task of the round.
        Fault {
            header: "schedulers/megakernel/tasks/level1.cuh",
            text: "if (!ended) break;",
            planted: "",
            sanitizer: None,
            case: case(
                "tree",
                "WHIPPLE_BLOCK_THREADS=128 WHIPPLE_BARRIERS=2 NODE_LEVEL=1 NODE_THREADS=64",
                &[
                    "roots=40 depth=7 blocks=1 faulty=380114 dying=32 late=1",
                    "roots=40 depth=7 blocks=1 faulty=570183 dying=32 late=1",
                    "roots=40 depth=7 blocks=1 faulty=1330404 dying=32 late=1",
                    "roots=40 depth=7 blocks=1 faulty=2027344 dying=32 late=1",
                ],
            ),
        },
    ];
    let missed = two_at_a_time(&faults, |index, fault| {
        let headers = workplace.plant(index, fault);
        match workplace.check(&headers, index, &fault.case, fault.sanitizer) {
            Ok(()) => Some(format!("{}: {}", fault.header, fault.planted)),
            Err(found) => {
                println!("{}:\n{found}", fault.header);
                None
            }
        }
    });
    assert!(missed.is_empty(), "not found:\n{}", missed.join("\n"));
}
