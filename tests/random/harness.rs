//! What the package of random functions shares: a batch of functions becomes a program; its results and its CUDA text go to files.

#[path = "../language/evaluator.rs"]
mod evaluator;
/// The table of inputs of the language tests.
#[path = "../language/input.rs"]
pub mod input;

use input::Input;
use std::{
    cell::Cell,
    env, fs, panic,
    path::Path,
};
use whipple::prelude::*;

/// A function as plain Rust.
pub type Plain = fn(u32, u32, i32, f32, u64, i64, f64, u32) -> u64;

/// A batch of functions.
pub struct Batch {
    /// The functions as plain Rust.
    pub plain: &'static [Plain],
    /// The text of the program that evaluates the functions on a device.
    pub source: &'static str,
    /// Evaluates the functions on all rows on a device: the results, function by function.
    pub run: fn(&Device, &[Input]) -> Result<Vec<u64>, Error>,
}

impl Batch {
    /// Writes to files of the name that the first argument says: the text (`.cu`), the rows (`.rows`), plain Rust's results
    /// (`.rust`), those of the CPU executor (`.cpu`), and, where `gpu` is the second argument, those of a GPU (`.gpu`). Where it is
    /// `guarded`, only a byte for each function: whether it ends, without a panic (`.ended`).
    pub fn write(&self) {
        let arguments: Vec<String> = env::args().collect();
        let write = |extension: &str, bytes: &[u8]| {
            let path = Path::new(&arguments[1]).with_extension(extension);
            fs::write(&path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        };
        let rows = input::rows();
        let argument = arguments.get(2).map(String::as_str);
        if argument == Some("guarded") {
            panic::set_hook(Box::new(|_| {}));
            let ends = |function: &Plain| rows.iter().all(|row| ends(*function, row));
            return write("ended", &self.plain.iter().map(|function| ends(function).into()).collect::<Vec<u8>>());
        }
        let evaluate = |function: &'static Plain| rows.iter().map(|row| plain(*function, row));
        write("cu", self.source.as_bytes());
        write("rows", &rows.iter().flat_map(bytes).collect::<Vec<u8>>());
        write("rust", &words(self.plain.iter().flat_map(evaluate)));
        let on = |device: Device| (self.run)(&device, &rows).unwrap_or_else(|error| panic!("{device:?}: {error}"));
        write("cpu", &words(on(Device::cpu())));
        if argument == Some("gpu") {
            let device = Device::cuda().unwrap_or_else(|error| panic!("no GPU: {error}"));
            write("gpu", &words(on(device)));
        }
    }
}

thread_local! {
    static TICKS: Cell<u32> = const { Cell::new(0) };
}

/// Panics in a loop that does not seem to end.
pub fn tick() {
    TICKS.set(TICKS.get() + 1);
    assert!(TICKS.get() < 100_000, "a loop does not end");
}

/// Whether a function comes to its end.
fn ends(function: Plain, row: &Input) -> bool {
    panic::catch_unwind(|| plain(function, row)).is_ok()
}

fn plain(function: Plain, row: &Input) -> u64 {
    TICKS.set(0);
    let &Input { a, b, i, x, p, n, u, k, .. } = row;
    function(a, b, i, x, p, n, u, k)
}

fn words(words: impl IntoIterator<Item = u64>) -> Vec<u8> {
    words.into_iter().flat_map(u64::to_le_bytes).collect()
}

/// A row as it lies in memory.
fn bytes(row: &Input) -> Vec<u8> {
    let Input { p, q, m, n, u, v, a, b, i, j, x, y, k, l } = *row;
    let long = [p, q, m.cast_unsigned(), n.cast_unsigned(), u.to_bits(), v.to_bits()];
    let short = [a, b, i.cast_unsigned(), j.cast_unsigned(), x.to_bits(), y.to_bits(), k, l];
    long.iter().flat_map(|word| word.to_le_bytes()).chain(short.iter().flat_map(|word| word.to_le_bytes())).collect()
}

/// Makes a program of device functions, and `BATCH` of it and of the module `plain`.
#[macro_export]
macro_rules! batch {
    ($($name:ident)* { $($items:item)* }) => {
        /// The functions as device code, and a program that evaluates them.
        pub mod device {
            use whipple::prelude::*;

            $($items)*

            $crate::evaluator! {
                program Functions;
                cases |it, _log, _at| { $($name(it.a, it.b, it.i, it.x, it.p, it.n, it.u, it.k)),* }
            }
        }

        const BATCH: $crate::Batch = $crate::Batch {
            plain: plain::FUNCTIONS,
            source: <device::Functions as whipple::program::Program>::CUDA_SOURCE,
            run: device::run,
        };
    };
}
