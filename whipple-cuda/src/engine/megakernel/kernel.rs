//! The compiled kernel: how many of its worker blocks are resident, and how their shared memory is laid out.

use super::{
    layout::{Layout, Split, fitting_shape, static_shared},
    settings::{Rooms, for_blocks},
    shape::{Multiprocessor, Shape},
    spawns::Spawns,
};
use crate::{
    cache::Cache,
    compile::{Text, Variant, compile_first},
    driver::{Function, FunctionAttributes, Gpu, Module},
    engine::common::blocks::no_block_fits,
};
use std::{iter, sync::Arc};
use whipple_runtime::{backend::ProgramDescription, error::Error, options::Options};

/// Bytes of registers that a thread may spill before fewer threads with more registers are preferred. The scheduler's rare paths
/// spill a little in small kernels, which costs nothing.
const MOST_SPILLS: u32 = 128;

/// The kernel of a program on a GPU.
pub struct Kernel {
    pub function: Function,
    pub block_threads: u32,
    /// Worker blocks of the whole GPU.
    pub grid: u32,
    pub layout: Layout,
    pub rooms: Rooms,
}

/// What is compiled, for which shape.
struct Compiled {
    function: Function,
    attributes: FunctionAttributes,
    shape: Shape,
    rooms: Rooms,
}

impl Kernel {
    /// Compiles a program (cached on disk), chooses how many worker blocks are resident, and lays out their shared memory.
    ///
    /// # Errors
    /// A missing compiler, a rejected source, options that do not fit.
    pub fn new(
        gpu: &Arc<Gpu>,
        program: ProgramDescription,
        options: &Options,
        spawns: &Spawns,
        split: Split,
    ) -> Result<Self, Error> {
        let compiled = compile(gpu, program, options, spawns, split)?;
        let layout = lay_out(gpu, program, &compiled, spawns, split)?;
        let Compiled { function, attributes, shape: Shape { block_threads, .. }, rooms } = compiled;
        function.set_max_dynamic_shared(layout.dynamic_shared)?;
        // What local queues do not need is cache.
        let multiprocessor = Multiprocessor::of(gpu.properties());
        let of_block =
            layout.dynamic_shared as usize + attributes.static_shared as usize + multiprocessor.reserved_per_block;
        let carveout = (of_block * layout.blocks as usize * 100).div_ceil(multiprocessor.shared).min(100);
        function.set_shared_carveout(carveout as u32)?;
        let blocks = function.occupancy(block_threads, layout.dynamic_shared)?.min(layout.blocks);
        if blocks == 0 {
            return Err(no_block_fits(gpu, options, block_threads));
        }
        Ok(Self { function, block_threads, grid: blocks * gpu.properties().multiprocessors, layout, rooms })
    }
}

/// Compiles a program for the most resident threads whose registers suffice.
fn compile(
    gpu: &Arc<Gpu>,
    program: ProgramDescription,
    options: &Options,
    spawns: &Spawns,
    split: Split,
) -> Result<Compiled, Error> {
    let procedures = program.procedures;
    let properties = gpu.properties();
    let fitting = fitting_shape(program, options, split, properties)?;
    let block_threads = fitting.block_threads;
    let shapes: Vec<Shape> = iter::successors(Some(fitting), Shape::with_more_registers).collect();
    // How large the local queues will be decides whether spawns need a way past them, and so what is compiled.
    let expected = |shape: Shape| {
        let of_block = static_shared(procedures.len());
        let layout = Layout::new(procedures, spawns, shape, split, of_block, Multiprocessor::of(properties))?;
        Ok(Rooms::of(&layout, procedures, spawns, block_threads))
    };
    let rooms = shapes.iter().map(|shape| expected(*shape)).collect::<Result<Vec<Rooms>, Error>>()?;
    let variant = |(shape, rooms): (&Shape, &Rooms)| Variant {
        settings: for_blocks(program, options, block_threads, *rooms),
        blocks: shape.blocks,
    };
    let variants: Vec<Variant> = shapes.iter().zip(&rooms).map(variant).collect();
    let architecture = properties.architecture();
    let text = Text { program: program.name, source: program.cuda_source, architecture: &architecture };
    let (chosen, compiled) = compile_first(text, &variants, &Cache::from_environment(), |compiled| {
        compiled.kernels.iter().all(|kernel| kernel.spill_stores <= MOST_SPILLS)
    })?;
    let function = Module::load(gpu, &compiled.code)?.function("whipple_megakernel")?;
    Ok(Compiled { attributes: function.attributes()?, function, shape: shapes[chosen], rooms: rooms[chosen] })
}

/// Lays out worker blocks for as many as the registers leave resident.
fn lay_out(
    gpu: &Gpu,
    program: ProgramDescription,
    compiled: &Compiled,
    spawns: &Spawns,
    split: Split,
) -> Result<Layout, Error> {
    let procedures = program.procedures;
    let shape = compiled.shape;
    let static_shared = compiled.attributes.static_shared;
    let blocks = compiled.function.occupancy(shape.block_threads, 0)?.clamp(1, shape.blocks);
    let layout = Layout::new(
        procedures,
        spawns,
        Shape { blocks, ..shape },
        split,
        static_shared as usize,
        Multiprocessor::of(gpu.properties()),
    )?;
    if !compiled.rooms.overflow && !layout.holds_rounds(procedures, shape.block_threads, spawns) {
        let message = format!(
            "the megakernel of `{}` has {static_shared} bytes of static shared memory, more than expected, which leaves too little for its local queues; please report this",
            program.name
        );
        return Err(Error::other(message, None));
    }
    layout.check_spawns(procedures, spawns)?;
    Ok(layout)
}
