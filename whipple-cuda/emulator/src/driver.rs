//! The functions of the driver, on the emulated machine.

use super::{
    compile::toolchain,
    graph::{Bodies, Graph, Node},
    handles::{DriverResult, Handles, lock},
    machine::Machine,
    memory::{self, ALIGNMENT, Allocator, Place},
    module::{Code, Function, KernelCall},
    stream::{Command, Event, Stream},
};
use crate::driver::Api;
use cudarc::driver::sys::{
    CUcontext, CUdeviceptr, CUevent, CUfunction, CUfunction_attribute as Attribute, CUgraph, CUgraphConditionalHandle,
    CUgraphEdgeData, CUgraphExec, CUgraphNode, CUgraphNodeParams, CUgraphNodeType, CUjit_option, CUmodule, CUresult,
    CUstream, CUstream_flags,
};
use std::{
    ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void},
    process,
    ptr::without_provenance_mut,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};
use whipple_runtime::error::Error;

/// Alignment of pinned memory: a page.
const PAGE: usize = 4096;
/// Memory that must be left for a module or a stream: a GPU keeps code and commands there, too.
const LEAST_LEFT: usize = 64 << 10;
/// The most threads of a block.
const MOST_THREADS: u32 = 1024;

/// The emulated driver of one device.
#[derive(Debug)]
pub struct Driver {
    machine: Arc<Machine>,
    memory: Allocator,
    streams: Handles<Stream>,
    events: Handles<Event>,
    modules: Handles<Code>,
    functions: Handles<Function>,
    graphs: Handles<Graph>,
    /// The process that made it, where the threads of its streams are.
    process: u32,
    /// Why a module was not loaded, in words.
    not_loaded: Mutex<Option<String>>,
}

impl Driver {
    pub fn new(machine: Machine) -> Self {
        Self {
            machine: Arc::new(machine),
            memory: Allocator::default(),
            streams: Handles::default(),
            events: Handles::default(),
            modules: Handles::default(),
            functions: Handles::default(),
            graphs: Handles::default(),
            process: process::id(),
            not_loaded: Mutex::default(),
        }
    }

    /// Whether this is a child of the process that made the device. A fork takes no threads along, so nobody serves the streams here.
    fn is_forked(&self) -> bool {
        self.process != process::id()
    }

    /// What a kernel did wrong is everybody's error from then on.
    fn sound(&self) -> DriverResult {
        if self.is_forked() {
            return Err(CUresult::CUDA_ERROR_NOT_INITIALIZED);
        }
        self.machine.failure().map_or(Ok(()), Err)
    }

    /// Bytes of memory that are left.
    fn left(&self) -> usize {
        self.machine.total_memory().saturating_sub(self.memory.allocated())
    }

    /// Whether there is memory for a module or a stream.
    fn has_room(&self) -> DriverResult {
        self.sound()?;
        if self.left() < LEAST_LEFT { Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY) } else { Ok(()) }
    }

    /// Waits for the streams that synchronous copies wait for.
    fn wait_for_blocking(&self) -> DriverResult {
        self.sound()?;
        self.streams.all().iter().filter(|stream| stream.is_blocking).for_each(|stream| stream.wait());
        self.sound()
    }

    fn wait_for_all(&self) -> DriverResult {
        if self.is_forked() {
            return self.sound();
        }
        self.streams.all().iter().for_each(|stream| stream.wait());
        self.sound()
    }

    fn put(&self, stream: CUstream, work: Command) -> DriverResult {
        self.sound()?;
        self.streams.get(stream)?.put(work);
        Ok(())
    }

    fn on_device(&self, address: CUdeviceptr, bytes: usize) -> DriverResult<Place> {
        self.memory.range(address, bytes).map(Place::Device)
    }

    /// # Safety
    /// As [`memory::copy`].
    unsafe fn copy_now(&self, to: Place, from: Place, bytes: usize) -> DriverResult {
        self.wait_for_blocking()?;
        // SAFETY: the caller's contract.
        unsafe { memory::copy(to, from, bytes) };
        Ok(())
    }

    /// # Safety
    /// As [`memory::copy`], until the stream has passed it.
    unsafe fn copy_later(&self, stream: CUstream, to: Place, from: Place, bytes: usize) -> DriverResult {
        let copy = move || {
            // Whole: a place may go to another thread, and the address in it may not.
            let (to, from): (Place, Place) = (to, from);
            // SAFETY: the caller's contract.
            unsafe { memory::copy(to, from, bytes) };
        };
        self.put(stream, Box::new(copy))
    }

    fn fill_now(&self, address: CUdeviceptr, word: [u8; 4], size: usize, count: usize) -> DriverResult {
        let bytes = size.checked_mul(count).ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        let to = self.memory.range(address, bytes)?;
        self.wait_for_blocking()?;
        // SAFETY: the range is in an allocation.
        unsafe { memory::fill(to, word, size, bytes) };
        Ok(())
    }

    /// A call whose shape the device has.
    ///
    /// # Safety
    /// As [`KernelCall::new`].
    unsafe fn call(
        &self,
        function: CUfunction,
        (blocks, threads, dynamic_shared): (u32, u32, u32),
        parameters: *const *mut c_void,
    ) -> DriverResult<KernelCall> {
        let function = self.functions.get(function)?;
        let fits = (1..=MOST_THREADS).contains(&threads) && threads.is_multiple_of(32) && blocks > 0;
        let shared = function.static_shared() + dynamic_shared as usize;
        if !fits
            || dynamic_shared > function.max_dynamic_shared.load(Relaxed)
            || shared > self.machine.shared_per_block()
        {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        // SAFETY: the caller's contract.
        Ok(unsafe { KernelCall::new(function, (blocks, threads, dynamic_shared), parameters) })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.is_forked() {
            return;
        }
        let streams = self.streams.all();
        streams.iter().for_each(|stream| stream.close());
        // Before the memory goes.
        streams.iter().for_each(|stream| stream.wait());
    }
}

/// As the driver gives it.
fn code(outcome: DriverResult) -> CUresult {
    outcome.err().unwrap_or(CUresult::CUDA_SUCCESS)
}

/// Gives a result to where the caller wants it.
///
/// # Safety
/// `to` is valid for writing.
unsafe fn give<T>(to: *mut T, outcome: DriverResult<T>) -> CUresult {
    // SAFETY: the caller's contract.
    code(outcome.map(|value| unsafe { to.write(value) }))
}

impl Api for Driver {
    unsafe fn ctx_set_current(&self, _: CUcontext) -> CUresult {
        CUresult::CUDA_SUCCESS
    }

    unsafe fn ctx_get_stream_priority_range(&self, least: *mut c_int, greatest: *mut c_int) -> CUresult {
        // SAFETY: the caller's contract.
        unsafe {
            give(least, Ok(0));
            give(greatest, Ok(0))
        }
    }

    unsafe fn ctx_synchronize(&self) -> CUresult {
        code(self.wait_for_all())
    }

    unsafe fn mem_alloc(&self, address: *mut CUdeviceptr, bytes: usize) -> CUresult {
        let allocated = self.sound().and_then(|()| self.memory.allocate(bytes, ALIGNMENT, self.machine.total_memory()));
        // SAFETY: the caller's contract, here and below.
        unsafe { give(address, allocated.map(|address| address.addr() as CUdeviceptr)) }
    }

    unsafe fn mem_free(&self, address: CUdeviceptr) -> CUresult {
        let waited = self.wait_for_all();
        code(self.memory.free(address as usize).and(waited))
    }

    unsafe fn mem_get_info(&self, free: *mut usize, total: *mut usize) -> CUresult {
        // SAFETY: as above.
        unsafe {
            free.write(self.left());
            total.write(self.machine.total_memory());
        }
        CUresult::CUDA_SUCCESS
    }

    unsafe fn mem_host_alloc(&self, host: *mut *mut c_void, bytes: usize, _: c_uint) -> CUresult {
        let allocated = self.sound().and_then(|()| self.memory.allocate(bytes, PAGE, self.machine.total_memory()));
        // SAFETY: as above.
        unsafe { give(host, allocated.map(<*mut u8>::cast)) }
    }

    unsafe fn mem_host_get_device_pointer(&self, address: *mut CUdeviceptr, host: *mut c_void, _: c_uint) -> CUresult {
        // SAFETY: as above.
        unsafe { give(address, Ok(host.addr() as CUdeviceptr)) }
    }

    unsafe fn mem_free_host(&self, host: *mut c_void) -> CUresult {
        let waited = self.wait_for_all();
        code(self.memory.free(host.addr()).and(waited))
    }

    unsafe fn memcpy_htod(&self, to: CUdeviceptr, from: *const c_void, bytes: usize) -> CUresult {
        let from = Place::Host(from.cast_mut().cast());
        // SAFETY: the device's range is in an allocation; the host's is the caller's contract. So below.
        code(self.on_device(to, bytes).and_then(|to| unsafe { self.copy_now(to, from, bytes) }))
    }

    unsafe fn memcpy_dtoh(&self, to: *mut c_void, from: CUdeviceptr, bytes: usize) -> CUresult {
        let to = Place::Host(to.cast());
        // SAFETY: as above.
        code(self.on_device(from, bytes).and_then(|from| unsafe { self.copy_now(to, from, bytes) }))
    }

    unsafe fn memcpy_dtod(&self, to: CUdeviceptr, from: CUdeviceptr, bytes: usize) -> CUresult {
        let ends = self.on_device(to, bytes).and_then(|to| Ok((to, self.on_device(from, bytes)?)));
        // SAFETY: as above.
        code(ends.and_then(|(to, from)| unsafe { self.copy_now(to, from, bytes) }))
    }

    unsafe fn memcpy_dtoh_async(&self, to: *mut c_void, from: CUdeviceptr, bytes: usize, stream: CUstream) -> CUresult {
        let to = Place::Host(to.cast());
        // SAFETY: as above.
        code(self.on_device(from, bytes).and_then(|from| unsafe { self.copy_later(stream, to, from, bytes) }))
    }

    unsafe fn memcpy_htod_async(
        &self,
        to: CUdeviceptr,
        from: *const c_void,
        bytes: usize,
        stream: CUstream,
    ) -> CUresult {
        let from = Place::Host(from.cast_mut().cast());
        // SAFETY: as above.
        code(self.on_device(to, bytes).and_then(|to| unsafe { self.copy_later(stream, to, from, bytes) }))
    }

    unsafe fn memcpy_dtod_async(&self, to: CUdeviceptr, from: CUdeviceptr, bytes: usize, stream: CUstream) -> CUresult {
        let ends = self.on_device(to, bytes).and_then(|to| Ok((to, self.on_device(from, bytes)?)));
        // SAFETY: as above.
        code(ends.and_then(|(to, from)| unsafe { self.copy_later(stream, to, from, bytes) }))
    }

    unsafe fn memset_d8(&self, to: CUdeviceptr, value: c_uchar, count: usize) -> CUresult {
        code(self.fill_now(to, [value; 4], 1, count))
    }

    unsafe fn memset_d16(&self, to: CUdeviceptr, value: c_ushort, count: usize) -> CUresult {
        let [a, b] = value.to_ne_bytes();
        code(self.fill_now(to, [a, b, a, b], 2, count))
    }

    unsafe fn memset_d32(&self, to: CUdeviceptr, value: c_uint, count: usize) -> CUresult {
        code(self.fill_now(to, value.to_ne_bytes(), 4, count))
    }

    unsafe fn memset_d8_async(&self, to: CUdeviceptr, value: c_uchar, count: usize, stream: CUstream) -> CUresult {
        code(self.on_device(to, count).and_then(|to| {
            self.put(
                stream,
                Box::new(move || {
                    let to: Place = to;
                    // SAFETY: the range was in an allocation, which lives until the stream has passed this.
                    unsafe { memory::fill(to.address(), [value; 4], 1, count) };
                }),
            )
        }))
    }

    unsafe fn stream_create(&self, stream: *mut CUstream, flags: c_uint) -> CUresult {
        let is_blocking = flags & CUstream_flags::CU_STREAM_NON_BLOCKING as u32 == 0;
        let start = |()| Stream::start(is_blocking).map_err(|_| CUresult::CUDA_ERROR_OPERATING_SYSTEM);
        let started = self.has_room().and_then(start);
        // SAFETY: as above.
        unsafe { give(stream, started.map(|started| without_provenance_mut(self.streams.insert(started)))) }
    }

    // One thread serves each stream, so that none waits for another: priorities change nothing.
    unsafe fn stream_create_with_priority(&self, stream: *mut CUstream, flags: c_uint, _priority: c_int) -> CUresult {
        // SAFETY: the caller's contract is that of `stream_create`.
        unsafe { self.stream_create(stream, flags) }
    }

    unsafe fn stream_destroy(&self, stream: CUstream) -> CUresult {
        code(self.streams.remove(stream).map(|stream| stream.close()))
    }

    unsafe fn stream_query(&self, stream: CUstream) -> CUresult {
        code(self.sound().and_then(|()| {
            if self.streams.get(stream)?.is_idle() { self.sound() } else { Err(CUresult::CUDA_ERROR_NOT_READY) }
        }))
    }

    unsafe fn stream_synchronize(&self, stream: CUstream) -> CUresult {
        if stream.is_null() {
            return code(self.wait_for_blocking());
        }
        code(self.sound().and(self.streams.get(stream)).and_then(|stream| {
            stream.wait();
            self.sound()
        }))
    }

    unsafe fn stream_wait_event(&self, stream: CUstream, event: CUevent, _: c_uint) -> CUresult {
        code(self.events.get(event).and_then(|event| {
            let record = event.recorded();
            self.put(stream, Box::new(move || event.wait(record)))
        }))
    }

    unsafe fn stream_write_value_32(&self, stream: CUstream, to: CUdeviceptr, value: u32, _: c_uint) -> CUresult {
        if !to.is_multiple_of(4) {
            return CUresult::CUDA_ERROR_INVALID_VALUE;
        }
        code(self.on_device(to, 4).and_then(|to| {
            self.put(
                stream,
                Box::new(move || {
                    let to: Place = to;
                    // SAFETY: the word was in an allocation, which lives until the stream has passed this, and is aligned.
                    unsafe { AtomicU32::from_ptr(to.address().cast()) }.store(value, Relaxed);
                }),
            )
        }))
    }

    unsafe fn event_create(&self, event: *mut CUevent, _: c_uint) -> CUresult {
        // SAFETY: as above.
        unsafe { give(event, Ok(without_provenance_mut(self.events.insert(Arc::default())))) }
    }

    unsafe fn event_destroy(&self, event: CUevent) -> CUresult {
        code(self.events.remove(event).map(drop))
    }

    unsafe fn event_record(&self, event: CUevent, stream: CUstream) -> CUresult {
        code(self.events.get(event).and_then(|event| {
            let (machine, record) = (self.machine.clone(), event.record());
            let passed = event.clone();
            let put = self.put(stream, Box::new(move || passed.pass(record, machine.nanoseconds())));
            if put.is_err() {
                // Nobody else would.
                event.pass(record, 0);
            }
            put
        }))
    }

    unsafe fn event_query(&self, event: CUevent) -> CUresult {
        code(self.sound().and_then(|()| {
            if self.events.get(event)?.is_passed() { self.sound() } else { Err(CUresult::CUDA_ERROR_NOT_READY) }
        }))
    }

    unsafe fn event_synchronize(&self, event: CUevent) -> CUresult {
        code(self.sound().and(self.events.get(event)).and_then(|event| {
            event.wait(event.recorded());
            self.sound()
        }))
    }

    unsafe fn event_elapsed_time(&self, milliseconds: *mut f32, start: CUevent, end: CUevent) -> CUresult {
        let elapsed = || {
            let (start, end) = (self.events.get(start)?, self.events.get(end)?);
            if !start.is_passed() || !end.is_passed() {
                return Err(CUresult::CUDA_ERROR_NOT_READY);
            }
            let times = start.time().zip(end.time()).ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)?;
            Ok((times.1 as f64 - times.0 as f64) as f32 / 1e6)
        };
        // SAFETY: as above.
        unsafe { give(milliseconds, elapsed()) }
    }

    unsafe fn module_load_data(
        &self,
        module: *mut CUmodule,
        image: *const c_void,
        _: c_uint,
        _: *mut CUjit_option,
        _: *mut *mut c_void,
    ) -> CUresult {
        // SAFETY: the caller's contract: an image that was compiled for this device, or something longer than 16 bytes.
        let loaded = self.has_room().and_then(|()| unsafe {
            Code::load(image.cast()).map_err(|(code, words)| {
                *lock(&self.not_loaded) = words;
                code
            })
        });
        // SAFETY: as above.
        unsafe { give(module, loaded.map(|code| without_provenance_mut(self.modules.insert(code)))) }
    }

    unsafe fn module_unload(&self, module: CUmodule) -> CUresult {
        code(self.modules.remove(module).map(|code| self.functions.retain(|function| !function.is_of(&code))))
    }

    unsafe fn module_get_function(&self, function: *mut CUfunction, module: CUmodule, name: *const c_char) -> CUresult {
        // SAFETY: a name that ends with a zero, by the caller's contract.
        let name = unsafe { CStr::from_ptr(name) };
        let found = self.modules.get(module).and_then(|code| Function::find(&code, name));
        let handle = found.map(|found| without_provenance_mut(self.functions.insert(Arc::new(found))));
        // SAFETY: as above.
        unsafe { give(function, handle) }
    }

    unsafe fn func_get_attribute(&self, value: *mut c_int, attribute: Attribute, function: CUfunction) -> CUresult {
        let found = self.functions.get(function).map(|function| match attribute {
            Attribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES => function.static_shared() as c_int,
            Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES => {
                function.max_dynamic_shared.load(Relaxed) as c_int
            }
            Attribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK => MOST_THREADS as c_int,
            // Registers, local and constant memory: nobody counts them here.
            _ => 0,
        });
        // SAFETY: as above.
        unsafe { give(value, found) }
    }

    unsafe fn func_set_attribute(&self, function: CUfunction, attribute: Attribute, value: c_int) -> CUresult {
        code(self.functions.get(function).and_then(|function| {
            if attribute == Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES {
                let bytes = u32::try_from(value).map_err(|_| CUresult::CUDA_ERROR_INVALID_VALUE)?;
                if bytes as usize + function.static_shared() > self.machine.shared_per_block() {
                    return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
                }
                function.max_dynamic_shared.store(bytes, Relaxed);
            }
            Ok(())
        }))
    }

    unsafe fn occupancy_max_active_blocks(
        &self,
        blocks: *mut c_int,
        function: CUfunction,
        threads: c_int,
        dynamic_shared: usize,
    ) -> CUresult {
        let fits = self.functions.get(function).map(|function| {
            self.machine.blocks_per_multiprocessor(&function, threads.unsigned_abs(), dynamic_shared as u32) as c_int
        });
        // SAFETY: as above.
        unsafe { give(blocks, fits) }
    }

    unsafe fn launch_kernel(
        &self,
        function: CUfunction,
        grid_dim_x: c_uint,
        grid_dim_y: c_uint,
        grid_dim_z: c_uint,
        block_dim_x: c_uint,
        block_dim_y: c_uint,
        block_dim_z: c_uint,
        dynamic_shared: c_uint,
        stream: CUstream,
        parameters: *mut *mut c_void,
        _: *mut *mut c_void,
    ) -> CUresult {
        if [grid_dim_y, grid_dim_z, block_dim_y, block_dim_z] != [1; 4] {
            return CUresult::CUDA_ERROR_NOT_SUPPORTED;
        }
        // SAFETY: the caller's contract.
        let call = unsafe { self.call(function, (grid_dim_x, block_dim_x, dynamic_shared), parameters) };
        code(call.and_then(|call| {
            let machine = self.machine.clone();
            self.put(stream, Box::new(move || _ = call.run(&machine)))
        }))
    }

    unsafe fn graph_create(&self, graph: *mut CUgraph, _: c_uint) -> CUresult {
        // SAFETY: as above.
        unsafe { give(graph, Ok(without_provenance_mut(self.graphs.insert(Arc::default())))) }
    }

    unsafe fn graph_destroy(&self, graph: CUgraph) -> CUresult {
        code(self.graphs.remove(graph).map(|graph| {
            graph.bodies().into_iter().for_each(|body| drop(self.graphs.remove(body)));
        }))
    }

    unsafe fn graph_condition_create(
        &self,
        handle: *mut CUgraphConditionalHandle,
        graph: CUgraph,
        _: CUcontext,
        default: c_uint,
        _: c_uint,
    ) -> CUresult {
        // SAFETY: as above.
        unsafe { give(handle, self.graphs.get(graph).map(|graph| graph.condition(default))) }
    }

    unsafe fn graph_add_node(
        &self,
        node: *mut CUgraphNode,
        graph: CUgraph,
        _: *const CUgraphNode,
        _: *const CUgraphEdgeData,
        _: usize,
        parameters: *mut CUgraphNodeParams,
    ) -> CUresult {
        let add = || {
            let graph = self.graphs.get(graph)?;
            // SAFETY: the caller's contract: parameters of the type that they name.
            let it = unsafe { &mut *parameters };
            let added = match it.type_ {
                CUgraphNodeType::CU_GRAPH_NODE_TYPE_KERNEL => {
                    // SAFETY: as above.
                    let kernel = unsafe { it.__bindgen_anon_1.kernel };
                    let shape = (kernel.gridDimX, kernel.blockDimX, kernel.sharedMemBytes);
                    // SAFETY: as above.
                    Node::Kernel(unsafe { self.call(kernel.func, shape, kernel.kernelParams)? })
                }
                CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL => {
                    // SAFETY: as above.
                    let conditional = unsafe { &mut it.__bindgen_anon_1.conditional };
                    let condition = graph.find(conditional.handle).ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
                    let body = Arc::<Graph>::default();
                    let handle = without_provenance_mut(self.graphs.insert(body.clone()));
                    let mut bodies = Box::new(Bodies([handle]));
                    conditional.phGraph_out = bodies.0.as_mut_ptr();
                    Node::Loop(condition, body, bodies)
                }
                _ => return Err(CUresult::CUDA_ERROR_NOT_SUPPORTED),
            };
            Ok(without_provenance_mut(graph.add(added)))
        };
        // SAFETY: as above.
        unsafe { give(node, add()) }
    }

    unsafe fn graph_instantiate(&self, executable: *mut CUgraphExec, graph: CUgraph, _: c_ulonglong) -> CUresult {
        let graph = self.graphs.get(graph).map(|graph| without_provenance_mut(self.graphs.insert(graph)));
        // SAFETY: as above.
        unsafe { give(executable, graph) }
    }

    unsafe fn graph_exec_destroy(&self, executable: CUgraphExec) -> CUresult {
        code(self.graphs.remove(executable).map(drop))
    }

    unsafe fn graph_launch(&self, executable: CUgraphExec, stream: CUstream) -> CUresult {
        code(self.graphs.get(executable).and_then(|graph| {
            let machine = self.machine.clone();
            self.put(stream, Box::new(move || _ = graph.run(&machine)))
        }))
    }

    fn describe(&self, result: CUresult) -> String {
        match self.machine.found_fault() {
            Some((failure, words)) if result == failure => words,
            _ if self.is_forked() => format!(
                "the emulated device belongs to process {}, of which this one is a fork; call `Device::emulated()` in this process",
                self.process
            ),
            _ => lock(&self.not_loaded).take().unwrap_or_else(|| format!("{result:?}")),
        }
    }

    fn toolchain(&self) -> Result<String, Error> {
        toolchain()
    }
}
