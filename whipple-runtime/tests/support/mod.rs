//! Procedures and programs written by hand, as the macros would expand them, but without CUDA text.

#![allow(dead_code, unused_macros, unused_imports)]

pub use whipple_runtime::{
    DeviceType,
    buffer::Buffer,
    context::Context,
    device::Device,
    error::{DevicePanic, Error},
    join::{No, NoOutput},
    launcher::Launcher,
    options::{Options, Policy},
    parameter::{Parameter, ParameterWriter, extend_layout, finish_layout},
    plan::Plan,
    procedure::{Block, Execute, Procedure, Thread, Translated, Warp},
    program::{Contains, ProcedureInfo, Program},
    report::Report,
    shared::{Shared, SharedArray},
    source::{Item, ItemKind, ItemRef, Namespace, Piece, Spawn, hash},
};

/// Implements `Procedure` for a struct: its level, threads, shared memory, the procedures that it spawns.
macro_rules! procedure {
    ($name:ident { $($field:ident: $type:ty),* $(,)? }, $level:ty, $threads:expr, $shared:ty) => {
        struct $name { $($field: $type),* }

        impl Procedure for $name {
            type Level = $level;
            type Shared = $shared;
            const THREADS: u32 = $threads;
            const MAX_SPAWNS: Option<u32> = None;
            const NAME: &'static str = stringify!($name);
            const NAMESPACE: Namespace = Namespace::of(module_path!());
            const STRUCT: ItemRef = {
                static ITEM: Item = item(ItemKind::Procedure, stringify!($name), hash(module_path!(), stringify!($name), line!(), column!()), &[]);
                // SAFETY: a static.
                unsafe { ItemRef::new(&raw const ITEM) }
            };
            const LAYOUT: (usize, usize) = {
                let layout = (0, 1);
                $(let layout = extend_layout(layout, <$type as Parameter>::PARAMETER_LAYOUT);)*
                finish_layout(layout)
            };
            fn encode(&self, out: &mut ParameterWriter) {
                out.align(Self::LAYOUT.1);
                $(Parameter::encode(&self.$field, out);)*
                out.align(Self::LAYOUT.1);
            }
        }
    };
}

/// The body's item, with the procedures that it spawns.
macro_rules! spawns {
    ($name:ident => $($target:ident),*) => {
        impl Translated for $name {
            type Output = NoOutput;
            type Returns = No;
            const PLACE: (&'static str, u32) = (file!(), line!());
            const BODY: ItemRef = {
                static SPAWNS: &[Spawn] = &[$(Spawn::by_each_thread(<$target as Procedure>::STRUCT, 2)),*];
                static ITEM: Item = item(ItemKind::Methods, stringify!($name), hash(module_path!(), concat!(stringify!($name), "_body"), line!(), column!()), SPAWNS);
                // SAFETY: a static.
                unsafe { ItemRef::new(&raw const ITEM) }
            };
        }
    };
}

/// Implements `Program` and `Contains` for a struct of procedures.
macro_rules! program {
    ($name:ident { $($field:ident: $type:ident $(= $priority:expr)?),* $(,)? }) => {
        struct $name { $($field: $type),* }

        // SAFETY: each `locate` points to the field of its type.
        unsafe impl Program for $name {
            const NAME: &'static str = stringify!($name);
            const PROCEDURES: &'static [ProcedureInfo] = &[$(
                ProcedureInfo::new::<$type>(stringify!($field), { let priority: Option<u32> = None; $(let _ = priority; let priority = Some($priority);)? priority }, 1, {
                    unsafe fn locate(program: *const ()) -> *const () {
                        // SAFETY: called with a pointer to this program.
                        unsafe { (&raw const (*program.cast::<$name>()).$field).cast() }
                    }
                    locate
                })
            ),*];
            const CUDA_SOURCE: &'static str = "";
            const PLAN: Plan = Plan::new(Self::NAME, Self::PROCEDURES);
        }

        program!(@contains $name, 0usize, $($type)*);
    };
    (@contains $name:ident, $index:expr, $first:ident $($rest:ident)*) => {
        impl Contains<$first> for $name {
            const INDEX: usize = $index;
        }
        program!(@contains $name, $index + 1, $($rest)*);
    };
    (@contains $name:ident, $index:expr,) => {};
}

pub(crate) use {procedure, program, spawns};

/// An item without text.
pub const fn item(kind: ItemKind, name: &'static str, id: u64, spawns: &'static [Spawn]) -> Item {
    Item { id, kind, name, spawns, spawns_of_thread: Spawn::UNBOUNDED, meets: true, ..Item::EMPTY }
}
