//! Modules, functions and launches.

use super::{Driver, code, give};
use crate::{
    handles::{DriverResult, lock},
    machine::SHARED_PER_BLOCK,
    module::{Code, Function, KernelCall},
};
use cudarc::driver::sys::{CUfunction, CUfunction_attribute as Attribute, CUjit_option, CUmodule, CUresult, CUstream};
use std::{
    ffi::{CStr, c_char, c_int, c_uint, c_void},
    ptr::without_provenance_mut,
    sync::{Arc, atomic::Ordering::Relaxed},
};

/// The most threads of a block.
pub const MOST_THREADS: u32 = 1024;

impl Driver {
    /// A call whose shape the device has.
    ///
    /// # Safety
    /// As [`KernelCall::new`].
    pub(super) unsafe fn call(
        &self,
        function: CUfunction,
        (blocks, threads, dynamic_shared): (u32, u32, u32),
        parameters: *const *mut c_void,
    ) -> DriverResult<KernelCall> {
        let function = self.functions.get(function)?;
        let fits = (1..=MOST_THREADS).contains(&threads) && threads.is_multiple_of(32) && blocks > 0;
        let shared = function.static_shared() + dynamic_shared as usize;
        if !fits || dynamic_shared > function.max_dynamic_shared.load(Relaxed) || shared > SHARED_PER_BLOCK as usize {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        // SAFETY: the caller's contract.
        Ok(unsafe { KernelCall::new(function, (blocks, threads, dynamic_shared), parameters) })
    }
}

#[expect(clippy::missing_safety_doc, reason = "each asks what CUDA asks of the function that it names")]
impl Driver {
    /// `cuModuleLoadDataEx`.
    pub unsafe fn module_load_data(
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
        // SAFETY: the caller's contract, here and below.
        unsafe { give(module, loaded.map(|code| without_provenance_mut(self.modules.insert(code)))) }
    }

    /// `cuModuleUnload`.
    pub unsafe fn module_unload(&self, module: CUmodule) -> CUresult {
        code(self.modules.remove(module).map(|code| self.functions.retain(|function| !function.is_of(&code))))
    }

    /// `cuModuleGetFunction`.
    pub unsafe fn module_get_function(
        &self,
        function: *mut CUfunction,
        module: CUmodule,
        name: *const c_char,
    ) -> CUresult {
        // SAFETY: a name that ends with a zero, by the caller's contract.
        let name = unsafe { CStr::from_ptr(name) };
        let found = self.modules.get(module).and_then(|code| Function::find(&code, name));
        let handle = found.map(|found| without_provenance_mut(self.functions.insert(Arc::new(found))));
        // SAFETY: as above.
        unsafe { give(function, handle) }
    }

    /// `cuFuncGetAttribute`.
    pub unsafe fn func_get_attribute(&self, value: *mut c_int, attribute: Attribute, function: CUfunction) -> CUresult {
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

    /// `cuFuncSetAttribute`.
    pub unsafe fn func_set_attribute(&self, function: CUfunction, attribute: Attribute, value: c_int) -> CUresult {
        code(self.functions.get(function).and_then(|function| {
            if attribute == Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES {
                let bytes = u32::try_from(value).map_err(|_| CUresult::CUDA_ERROR_INVALID_VALUE)?;
                if bytes as usize + function.static_shared() > SHARED_PER_BLOCK as usize {
                    return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
                }
                function.max_dynamic_shared.store(bytes, Relaxed);
            }
            Ok(())
        }))
    }

    /// `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
    pub unsafe fn occupancy_max_active_blocks(
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

    /// `cuLaunchKernel`.
    #[expect(clippy::too_many_arguments, reason = "the parameters are CUDA's")]
    pub unsafe fn launch_kernel(
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
}
