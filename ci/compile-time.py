#!/usr/bin/env python3
"""How much longer `cargo check` takes with the macros: the procedures of examples/reyes, and the same as plain Rust.

    ci/compile-time.py [RUNS]      medians of so many runs (5), by the clock and by the processor; fails above two seconds

The plain Rust has no attributes, and a `Context` and an `Execute` whose functions only have their signatures, as have buffers
and shared memory; glam is the same. Both are checked in turn, and what they depend on is there before.
"""

import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
# By folder.
MODULES = {
    "geometry": ["camera", "cell", "coverage", "grid", "patch"],
    "scene": ["surface"],
    "pipeline": ["bound", "dice", "program", "progress", "shade", "split"],
}
LIMIT = 2.0

MANIFEST = """[workspace]

[package]
name = "{name}"
version = "0.0.0"
edition = "2024"

[lib]
path = "lib.rs"

[dependencies]
whipple = {{ path = "{repository}" }}
"""

PLAIN = """
/// What procedures see of a run, without a run.
pub mod plain {
    pub use whipple::prelude::{Error, Mat3, Mat4, Vec2, Vec3, Vec4, vec2, vec3, vec4};

    pub struct Context<P>(std::marker::PhantomData<P>);

    pub struct Device;

    impl Device {
        pub fn buffer<T>(&self, _: usize) -> Result<Buffer<T>, Error> { todo!() }
        pub fn buffer_filled<T>(&self, _: usize, _: T) -> Result<Buffer<T>, Error> { todo!() }
    }

    #[derive(Clone)]
    pub struct Buffer<T>(std::marker::PhantomData<T>);

    #[allow(unused_variables)]
    impl<T> Buffer<T> {
        pub fn get(&self, index: u32) -> T { todo!() }
        pub fn fetch_add(&self, index: u32, value: T) -> T { todo!() }
        pub fn fetch_min(&self, index: u32, value: T) -> T { todo!() }
        pub fn fill(&self, value: T) -> Result<(), Error> { todo!() }
    }

    #[derive(Clone)]
    pub struct ReadOnly<T>(std::marker::PhantomData<T>);

    #[allow(unused_variables)]
    impl<T> ReadOnly<T> {
        pub fn get(&self, index: u32) -> T { todo!() }
    }

    pub struct Shared<T>(std::marker::PhantomData<T>);

    #[allow(unused_variables)]
    impl<T> Shared<T> {
        pub fn get(&self) -> T { todo!() }
        pub fn set(&self, value: T) { todo!() }
    }

    pub struct SharedArray<T, const N: usize>(std::marker::PhantomData<T>);

    #[allow(unused_variables)]
    impl<T, const N: usize> SharedArray<T, N> {
        pub fn len(&self) -> u32 { todo!() }
        pub fn get(&self, index: u32) -> T { todo!() }
        pub fn set(&self, index: u32, value: T) { todo!() }
        pub fn fetch_add(&self, index: u32, value: T) -> T { todo!() }
    }

    pub trait Scratch {
        type Type: 'static;
    }

    pub trait WarpLevel {}
    impl<P> WarpLevel for P {}

    pub trait Execute: Sized {
        type Item: Copy;
        fn execute(&self, ctx: &Context<Self>, item: &Self::Item);
    }

    #[allow(unused_variables)]
    impl<P> Context<P> {
        pub fn thread(&self) -> u32 { todo!() }
        pub fn threads(&self) -> u32 { todo!() }
        pub fn shared(&self) -> &P::Type where P: Scratch { todo!() }
        pub fn spawn<Q: Execute>(&self, item: Q::Item) { todo!() }
        pub fn all(&self, it: bool) -> bool { todo!() }
        pub fn any(&self, it: bool) -> bool { todo!() }
        pub fn ballot(&self, it: bool) -> u32 { todo!() }
        pub fn barrier(&self) { todo!() }
        pub fn shuffle_xor<T>(&self, it: T, lanes: u32) -> T { todo!() }
        pub fn warp_barrier(&self) { todo!() }
        pub fn reduce_add<T>(&self, it: T) -> T { todo!() }
        pub fn reduce_min<T>(&self, it: T) -> T { todo!() }
        pub fn reduce_max<T>(&self, it: T) -> T { todo!() }
    }
}
"""


def plain(text):
    """A module without the attributes of whipple."""
    scratch = re.findall(r"#\[procedure\([^\]]*shared = (\w+)[^\]]*\)\]\npub struct (\w+)", text)
    text = re.sub(r"(?m)^\s*#\[(device|procedure|execute|program|schedule)(\([^\]]*\))?\]\n", "", text)
    text = re.sub(r"use whipple::(prelude::\*|\{prelude::\*, .*\});", "use crate::plain::*;", text)
    return text + "".join(f"\nimpl Scratch for {procedure} {{\n    type Type = {shared};\n}}\n" for shared, procedure in scratch)


def package(folder, name, change, more):
    """Writes a package of the example's procedures."""
    folder = folder / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Cargo.toml").write_text(MANIFEST.format(name=name, repository=REPOSITORY))
    (folder / "Cargo.lock").write_text((REPOSITORY / "Cargo.lock").read_text())
    declared = ""
    for room, modules in MODULES.items():
        place = folder / "reyes" / room
        place.mkdir(parents=True, exist_ok=True)
        for module in modules:
            text = (REPOSITORY / "examples" / "reyes" / room / f"{module}.rs").read_text()
            (place / f"{module}.rs").write_text(change(text))
        declared += f"pub mod {room} {{" + "".join(f" pub mod {module};" for module in modules) + " }\n"
    (folder / "lib.rs").write_text(f"#![allow(dead_code, unused_imports)]\npub mod reyes {{\n{declared}}}\n{more}")
    return folder


def check(folder, target):
    """Checks a package anew: the seconds by the clock and by the processor."""
    (folder / "lib.rs").touch()
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = {**os.environ, "CARGO_TARGET_DIR": str(target), "CARGO_INCREMENTAL": "0"}
    subprocess.run(["cargo", "check", "--quiet", "--offline"], cwd=folder, env=environment, check=True)
    seconds, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    folder = REPOSITORY / "target" / "tests" / "compile-time"
    packages = [package(folder, "annotated", lambda text: text, ""), package(folder, "plain", plain, PLAIN)]
    times = [[], []]
    for run in range(runs + 1):
        for place, kind in zip(packages, times):
            measured = check(place, folder / "target")
            if run > 0:  # the first also checks what both depend on
                kind.append(measured)
    clock, processor = ([statistics.median(run[unit] for run in kind) for kind in times] for unit in (0, 1))
    more = processor[0] - processor[1]
    print(f"with the macros {clock[0]:.2f} s ({processor[0]:.2f} s of a processor), plain Rust {clock[1]:.2f} s ({processor[1]:.2f} s)")
    print(f"the macros take {clock[0] - clock[1]:.2f} s by the clock, {more:.2f} s of a processor; medians of {runs}")
    # By the processor: other work on the machine does not count.
    return 1 if more > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
