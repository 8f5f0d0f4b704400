//! Memory of the device and pinned memory, copies and fills.

use super::{Driver, code, give};
use crate::{
    handles::DriverResult,
    memory::{self, ALIGNMENT, Place},
};
use cudarc::driver::sys::{CUdeviceptr, CUresult, CUstream};
use std::ffi::{c_uchar, c_uint, c_ushort, c_void};

/// Alignment of pinned memory: a page.
const PAGE: usize = 4096;

impl Driver {
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
}

#[expect(clippy::missing_safety_doc, reason = "each asks what CUDA asks of the function that it names")]
impl Driver {
    /// `cuMemAlloc_v2`.
    pub unsafe fn mem_alloc(&self, address: *mut CUdeviceptr, bytes: usize) -> CUresult {
        let allocated = self.sound().and_then(|()| self.memory.allocate(bytes, ALIGNMENT, self.machine.total_memory()));
        // SAFETY: the caller's contract, here and below.
        unsafe { give(address, allocated.map(|address| address.addr() as CUdeviceptr)) }
    }

    /// `cuMemFree_v2`.
    pub unsafe fn mem_free(&self, address: CUdeviceptr) -> CUresult {
        let waited = self.wait_for_all();
        code(self.memory.free(address as usize).and(waited))
    }

    /// `cuMemGetInfo_v2`.
    pub unsafe fn mem_get_info(&self, free: *mut usize, total: *mut usize) -> CUresult {
        // SAFETY: as above.
        unsafe {
            free.write(self.left());
            total.write(self.machine.total_memory());
        }
        CUresult::CUDA_SUCCESS
    }

    /// `cuMemHostAlloc`.
    pub unsafe fn mem_host_alloc(&self, host: *mut *mut c_void, bytes: usize, _: c_uint) -> CUresult {
        let allocated = self.sound().and_then(|()| self.memory.allocate(bytes, PAGE, self.machine.total_memory()));
        // SAFETY: as above.
        unsafe { give(host, allocated.map(<*mut u8>::cast)) }
    }

    /// `cuMemHostGetDevicePointer_v2`.
    pub unsafe fn mem_host_get_device_pointer(
        &self,
        address: *mut CUdeviceptr,
        host: *mut c_void,
        _: c_uint,
    ) -> CUresult {
        // SAFETY: as above.
        unsafe { give(address, Ok(host.addr() as CUdeviceptr)) }
    }

    /// `cuMemFreeHost`.
    pub unsafe fn mem_free_host(&self, host: *mut c_void) -> CUresult {
        let waited = self.wait_for_all();
        code(self.memory.free(host.addr()).and(waited))
    }

    /// `cuMemcpyHtoD_v2`.
    pub unsafe fn memcpy_htod(&self, to: CUdeviceptr, from: *const c_void, bytes: usize) -> CUresult {
        let from = Place::Host(from.cast_mut().cast());
        // SAFETY: the device's range is in an allocation; the host's is the caller's contract. So below.
        code(self.on_device(to, bytes).and_then(|to| unsafe { self.copy_now(to, from, bytes) }))
    }

    /// `cuMemcpyDtoH_v2`.
    pub unsafe fn memcpy_dtoh(&self, to: *mut c_void, from: CUdeviceptr, bytes: usize) -> CUresult {
        let to = Place::Host(to.cast());
        // SAFETY: as above.
        code(self.on_device(from, bytes).and_then(|from| unsafe { self.copy_now(to, from, bytes) }))
    }

    /// `cuMemcpyDtoD_v2`.
    pub unsafe fn memcpy_dtod(&self, to: CUdeviceptr, from: CUdeviceptr, bytes: usize) -> CUresult {
        let ends = self.on_device(to, bytes).and_then(|to| Ok((to, self.on_device(from, bytes)?)));
        // SAFETY: as above.
        code(ends.and_then(|(to, from)| unsafe { self.copy_now(to, from, bytes) }))
    }

    /// `cuMemcpyDtoHAsync_v2`.
    pub unsafe fn memcpy_dtoh_async(
        &self,
        to: *mut c_void,
        from: CUdeviceptr,
        bytes: usize,
        stream: CUstream,
    ) -> CUresult {
        let to = Place::Host(to.cast());
        // SAFETY: as above.
        code(self.on_device(from, bytes).and_then(|from| unsafe { self.copy_later(stream, to, from, bytes) }))
    }

    /// `cuMemcpyHtoDAsync_v2`.
    pub unsafe fn memcpy_htod_async(
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

    /// `cuMemcpyDtoDAsync_v2`.
    pub unsafe fn memcpy_dtod_async(
        &self,
        to: CUdeviceptr,
        from: CUdeviceptr,
        bytes: usize,
        stream: CUstream,
    ) -> CUresult {
        let ends = self.on_device(to, bytes).and_then(|to| Ok((to, self.on_device(from, bytes)?)));
        // SAFETY: as above.
        code(ends.and_then(|(to, from)| unsafe { self.copy_later(stream, to, from, bytes) }))
    }

    /// `cuMemsetD8_v2`.
    pub unsafe fn memset_d8(&self, to: CUdeviceptr, value: c_uchar, count: usize) -> CUresult {
        code(self.fill_now(to, [value; 4], 1, count))
    }

    /// `cuMemsetD16_v2`.
    pub unsafe fn memset_d16(&self, to: CUdeviceptr, value: c_ushort, count: usize) -> CUresult {
        let [a, b] = value.to_ne_bytes();
        code(self.fill_now(to, [a, b, a, b], 2, count))
    }

    /// `cuMemsetD32_v2`.
    pub unsafe fn memset_d32(&self, to: CUdeviceptr, value: c_uint, count: usize) -> CUresult {
        code(self.fill_now(to, value.to_ne_bytes(), 4, count))
    }

    /// `cuMemsetD8Async`.
    pub unsafe fn memset_d8_async(&self, to: CUdeviceptr, value: c_uchar, count: usize, stream: CUstream) -> CUresult {
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
}
