//! A package of random bodies of tasks: written, compiled by cargo, and run in all ways.

mod bodies;
mod meetings;
mod statements;

use super::{
    blame::{self, Lines},
    generate::Random,
    package::{Function, each},
    programs::{Programs, succeed},
};
use std::{fmt::Write, ops::Range, path::Path};

/// The most bodies of one program, which g++ compiles at once.
const BATCH: usize = 30;

/// What bodies share: written before them.
const HELPERS: &str = include_str!("helpers.rs");

/// Random bodies; `guarded` does not matter to them.
pub fn bodies(seed: u64, count: usize) -> Vec<Function> {
    let mut random = Random::new(seed);
    let named = |number| {
        let name = format!("Body{number}");
        Function { text: bodies::procedure(&mut random, &name), name, guarded: None }
    };
    (0..count).map(named).collect()
}

/// A program of bodies, and the lines of each.
struct Batch<'b> {
    number: usize,
    bodies: &'b [Function],
    lines: Vec<(Range<usize>, usize)>,
}

/// Runs bodies in all ways: a text for each that is refused, fails or differs. The error is what is not about a body.
pub fn compare(repository: &Path, bodies: &[Function], emulated: bool) -> Result<Vec<String>, String> {
    let programs =
        Programs::new(repository, &repository.join("target/tests"), "tasks", "tests/random/tasks/harness.rs")
            .map_err(|error| format!("the folder for the package: {error}"))?;
    let mut batches = Vec::new();
    // Two programs at least, one for each core of a small machine.
    for (number, bodies) in bodies.chunks(bodies.len().div_ceil(2).clamp(1, BATCH)).enumerate() {
        let (text, lines) = source(bodies);
        programs.write(number, &text)?;
        batches.push(Batch { number, bodies, lines });
    }
    if let Err(unbuilt) = programs.build(batches.len())? {
        let refused = |batch: &Batch| {
            let lines = Lines { file: programs.file(batch.number), functions: &batch.lines };
            let tell = |(body, said): (usize, String)| told(&batch.bodies[body], &format!("is refused:\n{said}"));
            lines.refused_by_rustc(&unbuilt.messages).into_iter().map(tell).collect::<Vec<_>>()
        };
        let refused: Vec<String> = batches.iter().flat_map(refused).collect();
        return if refused.is_empty() { Err(unbuilt.said + &blame::errors(&unbuilt.messages)) } else { Ok(refused) };
    }
    each(&batches, |batch| {
        let argument = if emulated { "emulated" } else { "" };
        let said = succeed(programs.program(batch.number).arg(argument))?;
        Ok(failures(batch.bodies, &said))
    })
}

/// The bodies that a program names, and what it says of each.
fn failures(bodies: &[Function], said: &str) -> Vec<String> {
    let of_body = |body: &Function| {
        let lines = said.lines().filter_map(|line| line.strip_prefix(&body.name)?.strip_prefix(' '));
        let what: Vec<&str> = lines.collect();
        (!what.is_empty()).then(|| told(body, &what.join("\n  ")))
    };
    bodies.iter().filter_map(of_body).collect()
}

fn told(body: &Function, what: &str) -> String {
    format!("{} {what}\n{}", body.name, body.text)
}

/// The source of a program, and the lines of each body.
fn source(bodies: &[Function]) -> (String, Vec<(Range<usize>, usize)>) {
    let mut text = format!(
        "#![recursion_limit = \"65536\"]\n#![allow(warnings, clippy::all)]\n\n\
         use whipple::prelude::*;\n\nfn main() {{\n    language::compare::<Bodies>();\n}}\n\n{HELPERS}\n"
    );
    let mut lines = Vec::new();
    let mut next = text.lines().count() + 1;
    for (number, body) in bodies.iter().enumerate() {
        let first = next;
        next += body.text.lines().count();
        lines.push((first..next, number));
        text.push_str(&body.text);
    }
    text.push_str("language::tasks! {\n");
    for Function { name, .. } in bodies {
        writeln!(text, "    {}: {name},", name.to_lowercase()).expect("a string grows");
    }
    text.push_str("}\n");
    (text, lines)
}
