//! Prints `expected.hpp`: one hash per operation, over all results on a grid of edge cases, as Rust computes them.
//!
//! suite.hpp does the same operations on the same grids in C++. `cargo run --release -- i32.rem_euclid` prints the
//! single results of an operation, as `./num i32.rem_euclid` does.

mod floats;
mod integers;
mod vectors;

use std::collections::BTreeMap;

/// Collects the results of the operations.
pub struct Recorder {
    rows: BTreeMap<String, u64>,
    current: String,
    dump: Option<String>,
}

impl Recorder {
    /// The results that follow are of this operation.
    pub fn begin(&mut self, group: &str, operation: &str) {
        self.current = format!("{group}.{operation}");
        self.rows.insert(self.current.clone(), 0xcbf29ce484222325);
    }

    /// One result.
    pub fn add(&mut self, bits: u64) {
        if self.dump.as_ref() == Some(&self.current) {
            println!("{bits:#x}");
        }
        let hash = self.rows.get_mut(&self.current).unwrap();
        *hash = (*hash ^ bits).wrapping_mul(0x100000001b3);
        *hash ^= *hash >> 29;
    }

    /// One result; all NaNs are the same.
    pub fn f32(&mut self, x: f32) {
        self.add(if x.is_nan() { 0x7fc00000 } else { u64::from(x.to_bits()) });
    }

    /// One result; all NaNs are the same.
    pub fn f64(&mut self, x: f64) {
        self.add(if x.is_nan() { 0x7ff8000000000000 } else { x.to_bits() });
    }
}

fn main() {
    let dump = std::env::args().nth(1);
    let mut recorder = Recorder { rows: BTreeMap::new(), current: String::new(), dump };
    integers::record(&mut recorder);
    floats::record(&mut recorder);
    vectors::record(&mut recorder);
    if recorder.dump.is_none() {
        println!("// What Rust and glam 0.34.2 compute on the grids of suite.hpp: written by generator/, not by hand.");
        println!("#pragma once\n");
        println!("struct Expected {{\n    const char* name;\n    unsigned long long hash;\n}};\n");
        println!("constexpr Expected EXPECTED[] = {{");
        for (name, hash) in &recorder.rows {
            println!("    {{\"{name}\", {hash:#018x}ull}},");
        }
        println!("}};");
    }
}
