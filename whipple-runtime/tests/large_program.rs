//! A program of 32 procedures and 260 other items is planned and fused in const evaluation, without rustc's lint against
//! long evaluation, which is an error in the user's crate.

mod support;

use support::*;
use whipple_runtime::source::{Draft, Fused, Reached, fuse, fuse_text};

/// A reference to an item, as a piece of text.
macro_rules! reference {
    ($($item:tt)*) => {
        // SAFETY: a static.
        unsafe { ItemRef::new(&raw const $($item)*) }
    };
}

/// An item whose definition or body names others, each in four lines of text.
macro_rules! item {
    ($name:ident, $kind:ident, $field:ident, [$($named:path),*]) => {
        item!($name, stringify!($name), $kind, $field, [$($named),*]);
    };
    ($name:ident, $text:expr, $kind:ident, $field:ident, [$($named:path),*]) => {
        pub static $name: Item = Item {
            namespace: Namespace::of(module_path!()),
            forward: &[Piece::Text("struct "), Piece::Text($text), Piece::Text(";\n")],
            $field: &[
                Piece::Text($text),
                Piece::Text(" {\n"),
                $(
                    Piece::Text("    an expression of the usual length, with "), Piece::Item(reference!($named)),
                    Piece::Text(" in it;\n    "), Piece::Item(reference!($named)), Piece::Text("(one, two, "),
                    Piece::Number(12345), Piece::Text(");\n    return "), Piece::Item(reference!($named)),
                    Piece::Text("(another, three);\n"), Piece::Text("    // and a comment about it\n"),
                )*
                Piece::Text("}\n"),
            ],
            uses: &[$(Piece::Item(reference!($named))),*],
            ..item(ItemKind::$kind, $text, hash(module_path!(), $text, line!(), column!()), &[])
        };
    };
}

/// Modules of 13 items, each of which uses the module before it.
macro_rules! modules {
    ($previous:ident; $($module:ident)*) => { modules!(@ $previous $($module)*); };
    (@ $previous:ident $module:ident $($rest:ident)*) => {
        mod $module {
            use super::{$previous as previous, *};
            item!(A, Type, definition, []);
            item!(B, Type, definition, [A, previous::A]);
            item!(C, Type, definition, [A, B, previous::A]);
            item!(D, Constant, definition, [A, B, C]);
            item!(E, Function, body, [A, B, C, D, previous::B]);
            item!(F, Function, body, [A, B, D, E, previous::C]);
            item!(G, Function, body, [A, B, D, E, F, previous::E]);
            item!(H, Function, body, [A, B, D, E, F, G]);
            item!(I, Function, body, [A, B, D, E, G, H]);
            item!(J, Function, body, [A, B, D, E, H, I, previous::E]);
            item!(K, Function, body, [A, B, D, E, I, J]);
            item!(L, Function, body, [A, B, D, E, J, K]);
            item!(M, Function, body, [A, B, D, E, K, L]);
        }
        modules!(@ $module $($rest)*);
    };
    (@ $previous:ident) => {};
}

mod first {
    use super::*;
    item!(A, Type, definition, []);
    item!(B, Type, definition, [A]);
    item!(C, Type, definition, [B]);
    item!(E, Function, body, [C]);
}
modules!(first; m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12 m13 m14 m15 m16 m17 m18 m19 m20);

/// Procedures that each spawn the next one and call a function of some module.
macro_rules! procedures {
    ($($name:ident $module:ident $next:ident)*) => {
        $(
            struct $name;

            impl Procedure for $name {
                type Level = Thread;
                type Shared = ();
                const THREADS: u32 = 1;
                const MAX_SPAWNS: Option<u32> = None;
                const NAME: &'static str = stringify!($name);
                const NAMESPACE: Namespace = Namespace::of(module_path!());
                const STRUCT: ItemRef = {
                    static STRUCT: Item = Item {
                        namespace: Namespace::of(module_path!()),
                        definition: &[Piece::Item(reference!($module::A)), Piece::Members(&[<$name as Translated>::BODY])],
                        ..item(ItemKind::Procedure, stringify!($name), hash(module_path!(), stringify!($name), 0, 0), &[])
                    };
                    reference!(STRUCT)
                };
                const LAYOUT: (usize, usize) = (1, 1);
                fn encode(&self, out: &mut ParameterWriter) {
                    0_u8.encode(out);
                }
            }

            impl Translated for $name {
                type Output = NoOutput;
                type Returns = No;
                const PLACE: (&'static str, u32) = (file!(), line!());
                const BODY: ItemRef = {
                    static SPAWNS: &[Spawn] = &[Spawn::by_each_thread(<$next as Procedure>::STRUCT, 2)];
                    item!(CALLS, concat!(stringify!($name), "_calls"), Function, body, [$module::M, $module::L, $module::B]);
                    static SOURCE: Item = Item {
                        spawns: SPAWNS,
                        body: &[Piece::Item(reference!(CALLS)), Piece::Item(<$next as Procedure>::STRUCT)],
                        uses: &[Piece::Item(reference!(CALLS)), Piece::Item(<$next as Procedure>::STRUCT)],
                        ..item(ItemKind::Methods, "execute", hash(module_path!(), stringify!($name), line!(), 0), &[])
                    };
                    reference!(SOURCE)
                };
            }

            impl Execute for $name {
                type Item = u32;
                fn execute(&self, _: &Context<Self>, _: &u32) {}
            }
        )*

        const PROCEDURES: &[ProcedureInfo] = &[$(ProcedureInfo::new::<$name>(stringify!($name), None, 1, locate)),*];
    };
}

unsafe fn locate(program: *const ()) -> *const () {
    program
}

procedures! {
    P1 m1 P2 P2 m2 P3 P3 m3 P4 P4 m4 P5 P5 m5 P6 P6 m6 P7 P7 m7 P8 P8 m8 P9 P9 m9 P10 P10 m10 P11 P11 m11 P12
    P12 m12 P13 P13 m13 P14 P14 m14 P15 P15 m15 P16 P16 m16 P17 P17 m17 P18 P18 m18 P19 P19 m19 P20 P20 m20 P21
    P21 m1 P22 P22 m2 P23 P23 m3 P24 P24 m4 P25 P25 m5 P26 P26 m6 P27 P27 m7 P28 P28 m8 P29 P29 m9 P30 P30 m10
    P31 P31 m11 P32 P32 m12 P32
}

const ITEMS: &Reached = &Reached::of(PROCEDURES);
const PLAN: Plan = Plan::of("Large", PROCEDURES, ITEMS);
const DRAFT: &Draft = &fuse("Large", module_path!(), PROCEDURES, &PLAN, ITEMS);
static TEXT: Fused<{ DRAFT.length() }> = fuse_text("Large", module_path!(), PROCEDURES, &PLAN, ITEMS, DRAFT);

#[test]
fn is_fused() {
    let text = TEXT.as_str();
    for module in 1..=20 {
        assert!(text.contains(&format!("namespace large_program_::m{module} {{")), "module {module} is missing");
    }
    assert!(text.contains("unsigned PROCEDURES = 32;"));
    // All 32 bits.
    assert!(text.contains("unsigned SEEDABLE = 4294967295;"));
    assert!(text.len() > 150_000, "{} bytes", text.len());
}

#[test]
fn is_planned() {
    assert_eq!((PLAN.facts.spawns[0][1], PLAN.facts.spawns[30][31], PLAN.facts.spawns[31][31]), (2, 2, 2));
    assert_eq!((PLAN.facts.ranked[0], PLAN.facts.ranked[31]), (31, 0), "later stages first");
}
