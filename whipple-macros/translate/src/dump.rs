//! For whoever works on the translator: with `WHIPPLE_DUMP_IR=FOLDER` at compile time, each function leaves a file there with its
//! variables, its [`Body`](crate::hir::Body), the types of its literals, its [statements](crate::lir), its CUDA text, and how the CPU runs the
//! threads of its tasks.

use crate::{
    context::{FunctionInput, Role, last_name},
    hir::Body,
    lir::{self, Stmt},
    phases::Phases,
    piece::Pieces,
    ty::Types,
};
use std::path::Path;

/// Writes the file of a function, if asked for.
pub fn write(
    input: &FunctionInput<'_>,
    (body, types): (&Body, &Types),
    statements: &[Stmt],
    text: &Pieces,
    phases: &Phases,
) {
    let Some(folder) = std::env::var_os("WHIPPLE_DUMP_IR") else { return };
    let of = input.self_type.and_then(last_name).map(|of| format!("{of}.")).unwrap_or_default();
    let file = Path::new(&folder).join(format!("{of}{}.txt", input.signature.ident));
    let is_shown = matches!(input.role, Role::Execute) || !matches!(phases, Phases::Coroutines);
    let phases = is_shown.then(|| phases.dump());
    let parts = [body.dump(), types.dump(body), lir::dump(statements), text.preview()].into_iter().chain(phases);
    let content = parts.collect::<Vec<_>>().join("---\n");
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, content));
    if let Err(error) = written {
        eprintln!("WHIPPLE_DUMP_IR: {} cannot be written: {error}", file.display());
    }
}
