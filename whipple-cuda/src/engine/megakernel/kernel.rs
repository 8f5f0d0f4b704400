//! The compiled kernel: how many of its worker blocks are resident, and how their shared memory is laid out.

use super::{
    fitting::fitting_shape,
    layout::{Layout, Split, static_shared},
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

/// What is to be prepared.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    pub gpu: &'a Arc<Gpu>,
    pub program: ProgramDescription,
    pub options: &'a Options,
    pub spawns: &'a Spawns,
    pub split: Split,
}

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
    pub fn new(wanted: Wanted<'_>) -> Result<Self, Error> {
        let compiled = wanted.compile()?;
        let layout = wanted.lay_out(&compiled)?;
        let Compiled { function, attributes, shape: Shape { block_threads, .. }, rooms } = compiled;
        function.set_max_dynamic_shared(layout.dynamic_shared)?;
        // What local queues do not need is cache.
        let properties = wanted.gpu.properties();
        let multiprocessor = Multiprocessor::of(properties);
        let of_block =
            layout.dynamic_shared as usize + attributes.static_shared as usize + multiprocessor.reserved_per_block;
        let carveout = (of_block * layout.blocks as usize * 100).div_ceil(multiprocessor.shared).min(100);
        function.set_shared_carveout(carveout as u32)?;
        let blocks = function.occupancy(block_threads, layout.dynamic_shared)?.min(layout.blocks);
        if blocks == 0 {
            return Err(no_block_fits(wanted.gpu, wanted.options, block_threads));
        }
        Ok(Self { function, block_threads, grid: blocks * properties.multiprocessors, layout, rooms })
    }
}

impl Wanted<'_> {
    /// Compiles the program for the most resident threads whose registers suffice.
    fn compile(&self) -> Result<Compiled, Error> {
        let Self { gpu, program, options, spawns, split } = *self;
        let procedures = program.procedures;
        let properties = gpu.properties();
        let fitting = fitting_shape(program, options, split, properties)?;
        let block_threads = fitting.block_threads;
        let shapes: Vec<Shape> = iter::successors(Some(fitting), Shape::with_more_registers).collect();
        // How large the local queues will be decides whether spawns need a way past them, and so what is compiled.
        let expected = |shape: &Shape| {
            let layout = self.layout(*shape, static_shared(&program, spawns))?;
            Ok(Rooms::of(&layout, procedures, spawns, block_threads))
        };
        let rooms = shapes.iter().map(expected).collect::<Result<Vec<Rooms>, Error>>()?;
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

    /// Lays out as many worker blocks as the registers leave resident.
    fn lay_out(&self, compiled: &Compiled) -> Result<Layout, Error> {
        let Compiled { function, shape, rooms, .. } = compiled;
        let procedures = self.program.procedures;
        let static_shared = compiled.attributes.static_shared;
        let blocks = function.occupancy(shape.block_threads, 0)?.clamp(1, shape.blocks);
        let shape_of_blocks = Shape { blocks, ..*shape };
        let mut layout = self.layout(shape_of_blocks, static_shared as usize)?;
        if !rooms.overflow && !layout.holds_rounds(procedures, shape.block_threads, self.spawns) {
            // With more memory the queues may have been divided otherwise: then as the rooms were worked out.
            let expected = super::layout::static_shared(&self.program, self.spawns).max(static_shared as usize);
            layout = self.layout(*shape, expected)?;
        }
        if !rooms.overflow && !layout.holds_rounds(procedures, shape.block_threads, self.spawns) {
            let message = format!(
                "the megakernel of `{}` has {static_shared} bytes of static shared memory, more than expected, which leaves too little for its local queues; please report this",
                self.program.name
            );
            return Err(Error::other(message, None));
        }
        layout.check_spawns(procedures, self.spawns)?;
        Ok(layout)
    }

    fn layout(&self, shape: Shape, static_shared: usize) -> Result<Layout, Error> {
        let multiprocessor = Multiprocessor::of(self.gpu.properties());
        Layout::new(self.program.procedures, self.spawns, shape, self.split, static_shared, multiprocessor)
    }
}
