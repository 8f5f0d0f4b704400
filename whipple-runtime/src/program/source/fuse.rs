//! Fusing the items of a program into one text.

use super::{
    Item, Namespace, Piece,
    calls::{check_methods, check_recursion},
    early::EarlyOrder,
    foreign::check_foreign,
    graph::{ItemSet, Reached},
    schedule::write_schedule,
    writer::{ConstWriter, Message, same},
};
use crate::{plan::Plan, program::ProcedureInfo};

/// Bytes of a text that is written while its length is counted. Longer ones are written once more: const evaluation makes an array of a
/// known length, and that is known at the end only.
const DRAFT: usize = 1 << 20;

/// The fused text, as far as it fits, and its length.
pub struct Draft {
    bytes: [u8; DRAFT],
    length: usize,
}

impl Draft {
    /// Length of the fused text in bytes.
    pub const fn length(&self) -> usize {
        self.length
    }
}

/// Checks a program, and writes its text.
#[track_caller]
pub const fn fuse(
    program: &str,
    namespace: &'static str,
    procedures: &[ProcedureInfo],
    plan: &Plan,
    reached: &Reached,
) -> Draft {
    check_fields(program, procedures);
    check_recursion(&reached.items);
    check_methods(program, &reached.items);
    check_foreign(&reached.items);
    let mut bytes = [0; DRAFT];
    let mut out = ConstWriter::new(&mut bytes);
    write(program, Namespace::of(namespace), procedures, plan, reached, &mut out);
    let length = out.length();
    Draft { bytes, length }
}

/// The most bytes that the fields of all procedures may take. A kernel has 32,764 bytes of parameters, of which the megakernel's own take
/// 1,264 with 32 procedures; other schedulers' take less.
const MOST_FIELDS: usize = 31_000;

/// Refuses a program whose fields are no parameters of a kernel.
#[track_caller]
const fn check_fields(program: &str, procedures: &[ProcedureInfo]) {
    let (mut size, mut largest) = (0_usize, 0);
    let mut p = 0;
    while p < procedures.len() {
        let (of_fields, align) = procedures[p].layout;
        size = size.next_multiple_of(align) + of_fields;
        if of_fields > procedures[largest].layout.0 {
            largest = p;
        }
        p += 1;
    }
    if size > MOST_FIELDS {
        let mut message = Message::new();
        message.text("the fields of all procedures of the program `");
        message.text(program);
        message.text("` take ");
        message.number(size as u64);
        message.text(" bytes, those of `");
        message.text(procedures[largest].name);
        message.text("` most; there is room for ");
        message.number(MOST_FIELDS as u64);
        message.text(": keep large arrays in a buffer (`Buffer<f32>`, 16 bytes as a field), or in a constant");
        message.fail();
    }
}

/// The text that [`fuse_text`] made.
pub struct Fused<const N: usize>([u8; N]);

impl<const N: usize> Fused<N> {
    /// The text.
    pub const fn as_str(&self) -> &str {
        // SAFETY: only `fuse_text` makes one, from writers that `N` bytes were written to: whole `str`s, decimal digits, and
        // parts of module paths, which it cuts at ASCII characters. Const evaluation would take seconds to check a large text.
        unsafe { core::str::from_utf8_unchecked(&self.0) }
    }
}

/// The fused text; `N` is the length of the draft.
#[track_caller]
pub const fn fuse_text<const N: usize>(
    program: &str,
    namespace: &'static str,
    procedures: &[ProcedureInfo],
    plan: &Plan,
    reached: &Reached,
    draft: &Draft,
) -> Fused<N> {
    let mut bytes = [0; N];
    let mut out = ConstWriter::new(&mut bytes);
    if N <= DRAFT {
        out.raw(draft.bytes.split_at(N).0);
    } else {
        write(program, Namespace::of(namespace), procedures, plan, reached, &mut out);
    }
    assert!(out.length() == N && draft.length == N, "the text has the length that was counted");
    Fused(bytes)
}

/// Which part of an item is written.
#[derive(Clone, Copy)]
enum Section {
    Forward,
    Definition,
    Prototype,
    Body,
}

const fn write(
    program: &str,
    namespace: Namespace,
    procedures: &[ProcedureInfo],
    plan: &Plan,
    reached: &Reached,
    out: &mut ConstWriter<'_>,
) {
    let Reached { items, defined } = reached;
    out.text("// The program `");
    out.text(program);
    out.text("`: CUDA C++ made from Rust.\n#include \"whipple.cuh\"\n\nusing namespace whipple;\n");
    write_section("Forward declarations", items, Section::Forward, out);
    write_section("Types, procedures, constants", defined, Section::Definition, out);
    write_printed(items, out);
    write_program(program, namespace, procedures, out);
    write_schedule(program, namespace, procedures, plan, out);
    write_section("Prototypes", items, Section::Prototype, out);
    write_early(items, out);
    write_section("Bodies", items, Section::Body, out);
    out.text("\n// The kernels, as the chosen scheduler has them.\n#include \"kernels.cuh\"\n");
}

/// The bodies by which C++ finds the types of functions, each before those that call it.
const fn write_early(items: &ItemSet, out: &mut ConstWriter<'_>) {
    let order = EarlyOrder::of(items);
    if order.len > 0 {
        out.text("\n// ---- Iterators that functions give ----\n");
    }
    let mut index = 0;
    while index < order.len {
        let (item, early) = order.get(index);
        if !item.namespace.is_global() {
            out.text("\nnamespace ");
            out.namespace(item.namespace);
            out.text(" {\n");
        }
        out.text("\n");
        write_pieces(early.body, item, out);
        close(item.namespace, out);
        index += 1;
    }
}

const fn write_section(title: &str, items: &ItemSet, section: Section, out: &mut ConstWriter<'_>) {
    let mut open: Option<Namespace> = None;
    let mut titled = false;
    let mut index = 0;
    while index < items.len {
        let item = items.get(index);
        index += 1;
        let pieces = match section {
            Section::Forward => item.forward,
            Section::Definition => item.definition,
            // Those of methods are spliced into their type.
            Section::Prototype if matches!(item.kind, super::ItemKind::Methods) => &[],
            Section::Prototype => item.prototype,
            Section::Body => item.body,
        };
        if pieces.is_empty() {
            continue;
        }
        if !titled {
            out.text("\n// ---- ");
            out.text(title);
            out.text(" ----\n");
            titled = true;
        }
        let stays = match open {
            Some(namespace) => namespace.is(item.namespace),
            None => false,
        };
        if !stays {
            if let Some(namespace) = open {
                close(namespace, out);
            }
            if !item.namespace.is_global() {
                out.text("\nnamespace ");
                out.namespace(item.namespace);
                out.text(" {\n");
            }
            open = Some(item.namespace);
        }
        if !matches!(section, Section::Forward | Section::Prototype) {
            out.text("\n");
        }
        write_pieces(pieces, item, out);
    }
    if let Some(namespace) = open {
        close(namespace, out);
    }
}

const fn close(namespace: Namespace, out: &mut ConstWriter<'_>) {
    if namespace.is_global() {
        return;
    }
    out.text("\n}  // namespace ");
    out.namespace(namespace);
    out.text("\n");
}

const fn write_pieces(pieces: &[Piece], within: &Item, out: &mut ConstWriter<'_>) {
    let mut index = 0;
    while index < pieces.len() {
        match &pieces[index] {
            Piece::Text(text) => out.text(text),
            Piece::Unwritten => {
                let mut message = Message::new();
                message.text("`");
                message.text(within.name);
                message.text("` names a generic device type without its arguments: write them, as `Stack<u32, 16>`");
                message.fail();
            }
            Piece::Number(number) => out.number(*number),
            Piece::Type(pieces) => write_pieces(pieces, within, out),
            Piece::Item(item) => {
                // In the class and in the body of a method, C++ finds a member of the same name first. It looks for a function that has
                // no namespace in front also in the namespaces of the types of its arguments.
                let item = item.get();
                if !item.namespace.is(within.namespace)
                    || matches!(item.kind, super::ItemKind::Function)
                    || has(within.members, item.name)
                {
                    write_qualified(item, out);
                } else {
                    out.text(item.name);
                }
            }
            Piece::Members(items) => {
                let mut member = 0;
                while member < items.len() {
                    let prototype = items[member].get().prototype;
                    if !prototype.is_empty() {
                        out.text("\n");
                        write_pieces(prototype, within, out);
                    }
                    member += 1;
                }
            }
        }
        index += 1;
    }
}

/// Whether one of the lists has this name.
const fn has(lists: &[&[&str]], name: &str) -> bool {
    let mut list = 0;
    while list < lists.len() {
        let names = lists[list];
        let mut index = 0;
        while index < names.len() {
            if same(names[index], name) {
                return true;
            }
            index += 1;
        }
        list += 1;
    }
    false
}

pub(super) const fn write_qualified(item: &Item, out: &mut ConstWriter<'_>) {
    out.text("::");
    out.namespace(item.namespace);
    out.text("::");
    out.text(item.name);
}

/// Names the items of the types that a message may have.
const fn write_printed(items: &ItemSet, out: &mut ConstWriter<'_>) {
    let (mut index, mut are_said) = (0, false);
    while index < items.len {
        are_said |= !items.get(index).messages.is_empty();
        index += 1;
    }
    if !are_said {
        return;
    }
    out.text("\n// ---- Types in messages ----\n\n");
    index = 0;
    while index < items.len {
        let item = items.get(index);
        if item.prints.is_some() {
            out.text("template <>\nstruct whipple::detail::OwnType<");
            write_qualified(item, out);
            out.text("> {\n    enum : unsigned long long { ITEM = ");
            out.number(item.id);
            out.text("ull };\n};\n");
        }
        index += 1;
    }
}

/// The struct of all parameters.
const fn write_program(program: &str, namespace: Namespace, procedures: &[ProcedureInfo], out: &mut ConstWriter<'_>) {
    out.text("\n// ---- The program: the parameters of all procedures ----\n\nnamespace ");
    out.namespace(namespace);
    out.text(" {\n\nstruct ");
    out.text(program);
    out.text(" {\n");
    let mut p = 0;
    while p < procedures.len() {
        out.text("    ");
        write_qualified(procedures[p].structure.get(), out);
        out.text(" ");
        out.text(procedures[p].field);
        out.text(";\n");
        p += 1;
    }
    out.text("};\n");
    close(namespace, out);
}
