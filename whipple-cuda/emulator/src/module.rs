//! Modules of the emulated machine: shared libraries, their kernels, and running those.

use crate::{
    compiler::sanitizers,
    folder::Folder,
    handles::{DriverResult, lock},
    machine::{Launch, Machine},
};
use cudarc::driver::sys::CUresult;
use libloading::Library;
use std::{
    ffi::{CStr, CString, c_char, c_void},
    fmt,
    sync::{Arc, Mutex, atomic::AtomicU32},
};
use whipple_runtime::fault::{self, Fault, OnFault, Registers};

/// The name of a library's file.
const FILE: &str = "module.so";

/// Opens every module; its last digit is the version of the format.
const MAGIC: &[u8; 16] = b"whipple module1\n";

/// The bytes of a module with a shared library: what opens them, the library's length, the library.
pub fn encode(library: &[u8]) -> Vec<u8> {
    [MAGIC, &(library.len() as u64).to_ne_bytes()[..], library].concat()
}

/// The library of a module.
///
/// # Safety
/// `image` is a module as [`encode`] gave it, or has at least 16 bytes that differ from one.
unsafe fn decode<'a>(image: *const u8) -> DriverResult<&'a [u8]> {
    // SAFETY: there are 16 bytes.
    let magic = unsafe { std::slice::from_raw_parts(image, MAGIC.len()) };
    if magic != MAGIC {
        return Err(CUresult::CUDA_ERROR_INVALID_IMAGE);
    }
    // SAFETY: a module goes on with its length and so many bytes.
    unsafe {
        let length = image.add(MAGIC.len()).cast::<u64>().read_unaligned();
        Ok(std::slice::from_raw_parts(image.add(MAGIC.len() + 8), length as usize))
    }
}

/// `EntryPoint` of `machine.hpp`.
#[repr(C)]
struct Entry {
    enter: unsafe extern "C" fn(*mut c_void),
    count: u32,
    sizes: *const u32,
}

/// `whipple_emulation_launch` of `module.cpp`.
type RunKernel = unsafe extern "C" fn(*const Launch, *const Entry, *const *const c_void, *mut u64) -> *const c_char;

/// `GoOn` of `machine.hpp`.
#[repr(C)]
#[derive(Default)]
struct GoOn {
    program_counter: u64,
    stack_pointer: u64,
}

/// `whipple_emulation_overflowed` of `module.cpp`.
type Overflowed = unsafe extern "C" fn(usize, usize, *mut GoOn) -> bool;

/// A library that is loaded. Each has a machine of its own, and its kernels run in turn.
pub struct Code {
    run: RunKernel,
    overflowed: Overflowed,
    static_shared: usize,
    /// How often a kernel was launched; locked while one runs.
    launches: Mutex<u64>,
    /// Unloaded before the folder goes.
    library: Library,
    /// Where the library's file is: kept for sanitizers, which read it. Others need the file no more once it is loaded, and without it
    /// nothing stays behind, however the process ends.
    folder: Option<Folder>,
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// Why a module is not loaded: the driver's code, and words of its own where it has some.
pub type Refusal = (CUresult, Option<String>);

impl Code {
    /// Loads a module.
    ///
    /// # Safety
    /// `image` is one, and what it has was made by [`Compiler::compile_program`](crate::Compiler::compile_program).
    pub unsafe fn load(image: *const u8) -> Result<Arc<Self>, Refusal> {
        // SAFETY: the caller's contract.
        let library = unsafe { decode(image) }.map_err(|code| (code, None))?;
        // A name of its own: the loader would share a file's variables among all who load it.
        let written = Folder::new().and_then(|folder| folder.write(FILE, library).map(|()| folder));
        let folder = written.map_err(|error| (CUresult::CUDA_ERROR_OPERATING_SYSTEM, Some(format!("{error:?}"))))?;
        let file = folder.path().join(FILE);
        // SAFETY: the library was compiled from the C++ of this crate, whose initialisers reserve shared memory and no more.
        let loaded = unsafe { Library::new(&file) }.map_err(|error| {
            let words = format!(
                "cannot load a compiled program: {error}; set `TMPDIR` to a folder from which programs may run (not mounted with `noexec`)"
            );
            (CUresult::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, Some(words))
        })?;
        // SAFETY: the types are those of `module.cpp`.
        let (run, overflowed, static_shared) = unsafe {
            let run = loaded.get::<RunKernel>(c"whipple_emulation_launch").map(|symbol| *symbol);
            let overflowed = loaded.get::<Overflowed>(c"whipple_emulation_overflowed").map(|symbol| *symbol);
            let bytes = loaded.get::<unsafe extern "C" fn() -> usize>(c"whipple_emulation_static_shared");
            (run, overflowed, bytes.map(|symbol| symbol()))
        };
        let missing = |_| (CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, None);
        let (run, overflowed) = (run.map_err(missing)?, overflowed.map_err(missing)?);
        let static_shared = static_shared.map_err(missing)?;
        Ok(Arc::new(Self {
            run,
            overflowed,
            static_shared,
            launches: Mutex::new(0),
            library: loaded,
            folder: sanitizers().map(|_| folder),
        }))
    }
}

/// Stacks of the machine's threads that overflow.
impl OnFault for Code {
    fn on_fault(&self, fault: &Fault) -> Option<Registers> {
        let mut next = GoOn::default();
        // SAFETY: the library is loaded, and the function may run in a signal handler.
        unsafe { (self.overflowed)(fault.address, fault.program_counter, &raw mut next) }.then_some(Registers {
            program_counter: next.program_counter,
            stack_pointer: next.stack_pointer,
            frame_pointer: 0,
            link: 0,
            arguments: [0; 2],
        })
    }
}

/// A kernel.
#[derive(Debug)]
pub struct Function {
    code: Arc<Code>,
    entry: *const Entry,
    /// The most dynamic shared memory of a block.
    pub max_dynamic_shared: AtomicU32,
}

// SAFETY: the entry is a constant of the library, which `code` keeps loaded.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

impl Function {
    /// The kernel of this name.
    pub fn find(code: &Arc<Code>, name: &CStr) -> DriverResult<Self> {
        let symbol = CString::new([b"whipple_entry_", name.to_bytes()].concat());
        let symbol = symbol.map_err(|_| CUresult::CUDA_ERROR_NOT_FOUND)?;
        // SAFETY: WHIPPLE_ENTRY of `entry.hpp` defines functions of such names with this type.
        let entry = unsafe {
            let get = code.library.get::<unsafe extern "C" fn() -> *const Entry>(&*symbol);
            get.map_err(|_| CUresult::CUDA_ERROR_NOT_FOUND)?()
        };
        Ok(Self { code: code.clone(), entry, max_dynamic_shared: AtomicU32::new(48 << 10) })
    }

    /// Whether it is of this module.
    pub fn is_of(&self, code: &Arc<Code>) -> bool {
        Arc::ptr_eq(&self.code, code)
    }

    /// Static shared memory of a block, in bytes.
    pub fn static_shared(&self) -> usize {
        self.code.static_shared
    }
}

/// A kernel with its parameters.
#[derive(Debug)]
pub struct KernelCall {
    function: Arc<Function>,
    blocks: u32,
    threads: u32,
    dynamic_shared: u32,
    parameters: Vec<Box<[u128]>>,
}

impl KernelCall {
    /// A call with copies of the parameters.
    ///
    /// # Safety
    /// `parameters` are as many addresses of valid values as the kernel has parameters.
    pub unsafe fn new(
        function: Arc<Function>,
        (blocks, threads, dynamic_shared): (u32, u32, u32),
        parameters: *const *mut c_void,
    ) -> Self {
        // SAFETY: the library has a constant with so many sizes.
        let sizes = unsafe {
            let entry = &*function.entry;
            std::slice::from_raw_parts(entry.sizes, entry.count as usize)
        };
        let copy = |(index, size): (usize, &u32)| {
            let mut words = vec![0_u128; size.div_ceil(16) as usize].into_boxed_slice();
            // SAFETY: the caller's contract; there is room for the value.
            unsafe {
                let from = (*parameters.add(index)).cast::<u8>();
                from.copy_to_nonoverlapping(words.as_mut_ptr().cast(), *size as usize);
            }
            words
        };
        let parameters = sizes.iter().enumerate().map(copy).collect();
        Self { function, blocks, threads, dynamic_shared, parameters }
    }

    /// Runs the kernel to its end; `false` when it failed, now or one before it.
    pub fn run(&self, machine: &Machine) -> bool {
        let mut launches = lock(&self.function.code.launches);
        if machine.failure().is_some() {
            return false;
        }
        let resident = machine.resident(&self.function, self.threads, self.dynamic_shared);
        let launch = machine.launch(*launches, (self.blocks, self.threads, self.dynamic_shared), resident);
        *launches += 1;
        let addresses: Vec<*const c_void> = self.parameters.iter().map(|words| words.as_ptr().cast()).collect();
        let mut took = 0;
        // SAFETY: `launch`, the entry and the parameters are what the kernel takes, and live; what the kernel accesses is
        // its launcher's promise. The lock keeps the machine to this thread.
        let error = fault::watch(&*self.function.code, || unsafe {
            (self.function.code.run)(&raw const launch, self.function.entry, addresses.as_ptr(), &raw mut took)
        });
        machine.advance(launch.clock + took);
        if !error.is_null() {
            // SAFETY: a text of the library, valid until the next launch, which waits for the lock.
            let text = unsafe { CStr::from_ptr(error) }.to_string_lossy();
            machine.fault(&text, took);
        }
        error.is_null()
    }
}
