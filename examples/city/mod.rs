//! A city from shape grammars (Steinberger et al. 2014, section 6.2).
//!
//! - A *shape* (`shape.rs`) is a box, quad or prism in a frame of its own: the work item of all tasks.
//! - *Operators* (`operators/`) make shapes of shapes. Each is a device function, and a template of procedures with parameters
//!   and successors (`operators/template.rs`).
//! - A *rule* is a procedure: one operator, or a sequence of them in one task. A *rule set* is a program of rules
//!   (`rules/`). Each rule is written once and has two forms: a thread for each successor, or one thread in all.
//! - `layout.rs`, `district.rs` and `plan.rs` give the initial shapes, of the city or of a piece of it. `derive.rs` runs a rule set on
//!   them. Terminals write *instances* (`instance.rs`), of which `gltf/` makes files.
//! - `run.rs` does what the command line asks for, and `outputs.rs` checks the files that it names.
//! - `preview/` traces rays through the instances: another program.

pub mod cli;
pub mod derive;
pub mod district;
pub mod gltf;
pub mod instance;
pub mod layout;
pub mod limit;
pub mod measure;
pub mod mesh;
pub mod operators;
pub mod outputs;
pub mod owners;
pub mod palette;
pub mod pieces;
pub mod plan;
pub mod preview;
pub mod rules;
pub mod run;
pub mod shape;
