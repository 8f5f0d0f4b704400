//! Compiling a program for several numbers of resident blocks, of which the first that does is taken.
//!
//! Variants with the same settings are one text, which is optimised once. They are assembled at the same time, since which one does is known
//! only afterwards.

use super::{Waiting, compile_cached, compiled, options, stored};
use crate::{
    cache::{Cache, CacheOutcome},
    driver::WITHOUT_NUMBER,
    headers::headers,
    nvrtc::{Nvrtc, Output, Request, Translation},
    settings::{Compiled, Settings},
};
use std::{
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::Instant,
};
use whipple_runtime::error::Error;

/// A program's text.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    pub program: &'a str,
    pub source: &'a str,
    pub architecture: &'a str,
}

/// One way to compile a text.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// All but the number of blocks.
    pub settings: Settings,
    /// Resident blocks of a multiprocessor that registers leave room for.
    pub blocks: u32,
}

impl Variant {
    /// The settings with the number of blocks.
    fn settings(&self) -> Settings {
        self.settings.clone().define("WHIPPLE_BLOCKS_PER_MULTIPROCESSOR", self.blocks)
    }
}

/// Compiles the first variant of which `does` holds, or the last one where it holds of none. Gives its place, too.
///
/// # Errors
/// As [`compile_cached`], of a variant that is not behind the first that does.
pub(crate) fn compile_first(
    text: Text<'_>,
    variants: &[Variant],
    cache: &Cache,
    does: impl Fn(&Compiled) -> bool + Sync,
) -> Result<(usize, Compiled), Error> {
    let mut last = None;
    let mut place = 0;
    while place < variants.len() {
        let alike = variants[place..].iter().take_while(|it| it.settings == variants[place].settings).count();
        for compiled in of_one_text(text, &variants[place..place + alike], cache, &does) {
            let compiled = compiled?;
            if does(&compiled) {
                return Ok((place, compiled));
            }
            last = Some((place, compiled));
            place += 1;
        }
    }
    last.ok_or_else(|| Error::other("a program was to be compiled in no way at all; please report this", None))
}

/// The variants, which have the same settings, up to the first of which `does` holds.
fn of_one_text(
    text: Text<'_>,
    variants: &[Variant],
    cache: &Cache,
    does: &(impl Fn(&Compiled) -> bool + Sync),
) -> Vec<Result<Compiled, Error>> {
    let nvrtc = match Nvrtc::get() {
        Ok(nvrtc) if variants.len() > 1 && text.architecture != WITHOUT_NUMBER => nvrtc,
        _ => return one_by_one(text, variants, cache, does),
    };
    let options: Vec<Vec<String>> =
        variants.iter().map(|variant| options(text.source, &variant.settings(), nvrtc)).collect();
    let Text { program, source, architecture } = text;
    let request =
        |place: usize| Request { program, source, architecture, options: &options[place], headers: headers() };

    let mut found = Vec::new();
    while found.len() < variants.len() {
        let begin = Instant::now();
        let Some(output) = cache.get(&request(found.len()), nvrtc.identity()) else { break };
        let compiled = compiled(output, CacheOutcome::Hit, begin);
        let done = does(&compiled);
        found.push(Ok(compiled));
        if done {
            return found;
        }
    }
    let first = found.len();
    if variants.len() - first < 2 {
        found.extend(one_by_one(text, &variants[first..], cache, does));
        return found;
    }
    let _waiting = Waiting::begin(program, architecture);
    match nvrtc.translate(&request(first)) {
        Err(error) => found.push(Err(error)),
        Ok(None) => found.extend(one_by_one(text, &variants[first..], cache, does)),
        Ok(Some(translation)) => {
            let assemble = |place: usize| {
                let (request, blocks) = (request(first + place), variants[first + place].blocks);
                stored(&request, nvrtc, cache, || assembled(nvrtc, &request, &translation, blocks))
            };
            found.extend(at_once(variants.len() - first, assemble, does));
        }
    }
    found
}

/// Assembles a translation. Another NVRTC may not take it as this one does; then its text is compiled.
fn assembled(nvrtc: &Nvrtc, request: &Request<'_>, translation: &Translation, blocks: u32) -> Result<Output, Error> {
    nvrtc.assemble(request, translation, blocks).or_else(|_| nvrtc.compile(request))
}

/// The variants one after another, up to the first of which `does` holds.
fn one_by_one(
    text: Text<'_>,
    variants: &[Variant],
    cache: &Cache,
    does: &impl Fn(&Compiled) -> bool,
) -> Vec<Result<Compiled, Error>> {
    let mut found = Vec::new();
    for variant in variants {
        let one = compile_cached(text.source, text.program, text.architecture, &variant.settings(), cache);
        let done = one.as_ref().map_or(true, does);
        found.push(one);
        if done {
            break;
        }
    }
    found
}

/// Makes `count` variants on as many threads as run at once, up to the first that fails or of which `does` holds.
fn at_once(
    count: usize,
    make: impl Fn(usize) -> Result<Compiled, Error> + Sync,
    does: &(impl Fn(&Compiled) -> bool + Sync),
) -> Vec<Result<Compiled, Error>> {
    let made: Vec<OnceLock<Result<Compiled, Error>>> = (0..count).map(|_| OnceLock::new()).collect();
    // Relaxed: each thread takes another number, and results pass by the locks. A late look at `end` only makes a variant more.
    let (next, end) = (AtomicUsize::new(0), AtomicUsize::new(count));
    let work = || {
        loop {
            let place = next.fetch_add(1, Relaxed);
            if place >= end.load(Relaxed) {
                return;
            }
            let one = make(place);
            if one.as_ref().map_or(true, does) {
                end.fetch_min(place + 1, Relaxed);
            }
            let is_first = made[place].set(one).is_ok();
            debug_assert!(is_first, "each number is taken once");
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(count);
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    // All before the end were begun, and so are made.
    made.into_iter().take(end.into_inner()).filter_map(OnceLock::into_inner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::Mutex, time::Duration};

    fn compiled(registers: u32) -> Compiled {
        let kernel = crate::nvrtc::KernelResources { registers, ..Default::default() };
        Compiled {
            code: vec![1],
            warnings: String::new(),
            kernels: vec![kernel],
            cache: CacheOutcome::Stored,
            time: Duration::ZERO,
        }
    }

    fn registers(one: &Result<Compiled, Error>) -> Option<u32> {
        one.as_ref().ok().map(|compiled| compiled.kernels[0].registers)
    }

    /// What is made of four variants where the third and the fourth do, or the third fails.
    #[test]
    fn the_first_that_does_ends_the_list() {
        for fails in [false, true] {
            let asked = Mutex::new(Vec::new());
            let make = |place: usize| {
                asked.lock().expect("nobody panicked").push(place);
                if fails && place == 2 { Err(Error::other("no", None)) } else { Ok(compiled(place as u32)) }
            };
            let made = at_once(4, make, &|compiled| compiled.kernels[0].registers >= 2);
            let expected = [Some(0), Some(1), (!fails).then_some(2)];
            assert_eq!(made.iter().map(registers).collect::<Vec<_>>(), expected);
            let mut asked = asked.into_inner().expect("nobody panicked");
            asked.sort_unstable();
            asked.dedup();
            assert!(asked.starts_with(&[0, 1, 2]), "{asked:?}");
        }
    }

    /// Many values live at once: with the registers of few threads they are kept, and otherwise spilled.
    const WIDE: &str =
        "extern \"C\" __global__ void __launch_bounds__(256, WHIPPLE_BLOCKS_PER_MULTIPROCESSOR) wide(float* x) {
        float kept[160];
        for (int i = 0; i < 160; i++) kept[i] = x[i * 256];
        __syncthreads();
        for (int i = 0; i < 160; i++) x[i * 256] = kept[i] * kept[159 - i] + PART;
    }";

    /// The first without spills is taken, with the code that it has when it is compiled alone, and comes from the cache the next time.
    #[test]
    fn the_first_variant_without_spills_is_taken() {
        if let Err(missing) = Nvrtc::get() {
            assert!(std::env::var_os("WHIPPLE_REQUIRE_NVRTC").is_none(), "WHIPPLE_REQUIRE_NVRTC is set: {missing}");
            return println!("skipped: {missing}");
        }
        let text = Text { program: "Wide", source: WIDE, architecture: "sm_90" };
        let folder = tempfile::tempdir().expect("a folder for the test");
        let cache = Cache::in_folder(folder.path().join("cache"));
        let fits = |compiled: &Compiled| compiled.kernels.iter().all(|kernel| kernel.spill_stores == 0);
        // Two texts: the second one comes once no variant of the first does.
        let variant =
            |(part, blocks): (u32, u32)| Variant { settings: Settings::default().define("PART", part), blocks };
        for (order, expected) in [([(0, 8), (0, 4), (0, 2), (0, 1)], 2), ([(0, 8), (0, 4), (1, 4), (1, 2)], 3)] {
            let variants = order.map(variant);
            let (place, first) = compile_first(text, &variants, &cache, fits).expect("it compiles");
            assert_eq!(place, expected);
            let settings = variants[place].settings();
            let alone = super::super::compile_for(WIDE, "Wide", "sm_90", &settings).expect("it compiles");
            assert_eq!((&first.kernels, &first.warnings), (&alone.kernels, &alone.warnings));
            let (again, second) = compile_first(text, &variants, &cache, fits).expect("it is there");
            assert_eq!((again, second.cache), (place, CacheOutcome::Hit));
            assert!(first.code == second.code);
        }
        let (place, _) = compile_first(text, &[(2, 8), (2, 4)].map(variant), &cache, fits).expect("it compiles");
        assert_eq!(place, 1, "the last where none fits");
    }

    #[test]
    fn a_text_that_is_rejected_is_an_error_of_all() {
        if Nvrtc::get().is_err() {
            return println!("skipped");
        }
        let text = Text { program: "Wrong", source: "int f() { return missing; }", architecture: "sm_90" };
        let variants = [4, 2].map(|blocks| Variant { settings: Settings::default(), blocks });
        let cache = Cache::disabled("it is a test");
        let error = compile_first(text, &variants, &cache, |_| true).expect_err("it is wrong");
        assert!(matches!(&error, Error::Compile { log, .. } if log.contains("missing")), "{error}");
    }

    #[test]
    fn none_that_does_gives_all() {
        let made = at_once(3, |place| Ok(compiled(place as u32)), &|_| false);
        assert_eq!(made.len(), 3);
    }
}
