//! The device and its context.

use super::{Driver, code, give, kernels::MOST_THREADS};
use crate::machine::{
    BLOCKS_PER_MULTIPROCESSOR, SHARED_PER_BLOCK, SHARED_PER_MULTIPROCESSOR, SHARED_RESERVED_PER_BLOCK,
};
use cudarc::driver::sys::{CUcontext, CUdevice, CUdevice_attribute as Attribute, CUresult};
use std::ffi::{c_char, c_int};

/// Its name.
const NAME: &[u8] = b"emulated\0";

/// A small GPU: few threads, so that a run has few turns.
const REGISTERS_PER_MULTIPROCESSOR: u32 = 1 << 16;
const L2_CACHE: u32 = 1 << 20;

impl Driver {
    /// What the device has of an attribute that GPUs have, as far as it is known here.
    fn attribute(&self, attribute: Attribute) -> Option<u32> {
        let options = self.machine.options();
        Some(match attribute {
            // No GPU has these numbers.
            Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
            | Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR => 0,
            Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT => options.multiprocessors,
            Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR => SHARED_PER_MULTIPROCESSOR,
            Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN => SHARED_PER_BLOCK,
            Attribute::CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK => SHARED_RESERVED_PER_BLOCK,
            Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR => options.threads,
            Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK => MOST_THREADS,
            Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR => BLOCKS_PER_MULTIPROCESSOR,
            Attribute::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR => REGISTERS_PER_MULTIPROCESSOR,
            Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE => L2_CACHE,
            _ => return None,
        })
    }
}

#[expect(clippy::missing_safety_doc, reason = "each asks what CUDA asks of the function that it names")]
impl Driver {
    /// `cuDeviceGetAttribute`.
    pub unsafe fn device_get_attribute(&self, value: *mut c_int, attribute: Attribute, _: CUdevice) -> CUresult {
        let found = self.attribute(attribute).ok_or(CUresult::CUDA_ERROR_NOT_SUPPORTED);
        // SAFETY: the caller's contract, here and below.
        unsafe { give(value, found.map(|found| found as c_int)) }
    }

    /// `cuDeviceGetName`.
    pub unsafe fn device_get_name(&self, name: *mut c_char, length: c_int, _: CUdevice) -> CUresult {
        if usize::try_from(length).is_ok_and(|length| length >= NAME.len()) {
            // SAFETY: there are `length` characters, by the caller's contract.
            unsafe { name.cast::<u8>().copy_from_nonoverlapping(NAME.as_ptr(), NAME.len()) };
            CUresult::CUDA_SUCCESS
        } else {
            CUresult::CUDA_ERROR_INVALID_VALUE
        }
    }

    /// `cuDeviceTotalMem`.
    pub unsafe fn device_total_mem(&self, bytes: *mut usize, _: CUdevice) -> CUresult {
        // SAFETY: as above.
        unsafe { give(bytes, Ok(self.machine.total_memory())) }
    }

    /// `cuCtxSetCurrent`.
    pub unsafe fn ctx_set_current(&self, _: CUcontext) -> CUresult {
        CUresult::CUDA_SUCCESS
    }

    /// `cuCtxGetStreamPriorityRange`.
    pub unsafe fn ctx_get_stream_priority_range(&self, least: *mut c_int, greatest: *mut c_int) -> CUresult {
        // SAFETY: as above.
        unsafe {
            give(least, Ok(0));
            give(greatest, Ok(0))
        }
    }

    /// `cuCtxSynchronize`.
    pub unsafe fn ctx_synchronize(&self) -> CUresult {
        code(self.wait_for_all())
    }
}
