//! Linking relocatable device code with a library.

use super::{Gpu, Module, call, module::with_log};
use cudarc::driver::sys::{CUjit_option, CUjitInputType, CUlinkState};
use std::{
    ffi::{CString, c_void},
    path::Path,
    sync::Arc,
};
use whipple_runtime::error::Error;

/// A link in the making; destroyed when dropped.
struct Linker<'a> {
    gpu: &'a Gpu,
    raw: CUlinkState,
}

impl Drop for Linker<'_> {
    fn drop(&mut self) {
        // SAFETY: created in `Module::link`, destroyed once.
        let _ = unsafe { self.gpu.api.link_destroy(self.raw) };
    }
}

impl Module {
    /// Links relocatable code (a cubin) with a static library of device code, and loads the result.
    ///
    /// # Errors
    /// [`Error::Driver`] with the linker's log, as when a symbol is in neither, and as [`Module::load`].
    pub fn link(gpu: &Arc<Gpu>, cubin: &[u8], library: &Path) -> Result<Self, Error> {
        const LOG_BYTES: usize = 8192;
        gpu.bind()?;
        let path = CString::new(library.as_os_str().as_encoded_bytes())
            .map_err(|_| call::error("cuLinkAddFile", 0, format!("{} has a zero byte", library.display())))?;
        let mut log = vec![0_u8; LOG_BYTES];
        let mut options = [CUjit_option::CU_JIT_ERROR_LOG_BUFFER, CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
        // The driver takes the size by value, in the place of a pointer.
        let mut values = [log.as_mut_ptr().cast(), std::ptr::without_provenance_mut(LOG_BYTES)];
        let mut raw = std::ptr::null_mut();
        // SAFETY: `raw` is valid for writing; options and values have two elements each, and they and the log outlive the
        // link, which is dropped before them.
        gpu.check("cuLinkCreate", unsafe {
            gpu.api.link_create(options.len() as u32, options.as_mut_ptr(), values.as_mut_ptr(), &raw mut raw)
        })?;
        let linker = Linker { gpu, raw };
        let none: *mut c_void = std::ptr::null_mut();
        // The driver reads headers from the image in words: copy it to an aligned place.
        let mut image = vec![0_u64; cubin.len().div_ceil(8) + 1];
        // SAFETY: the vector has at least `cubin.len()` bytes and was just made, so the two do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(cubin.as_ptr(), image.as_mut_ptr().cast::<u8>(), cubin.len()) };
        // SAFETY: the link lives; the image has `cubin.len()` bytes and outlives the call; the name ends with a zero.
        let added = unsafe {
            let (kind, name) = (CUjitInputType::CU_JIT_INPUT_CUBIN, c"program");
            gpu.api.link_add_data(
                linker.raw,
                kind,
                image.as_mut_ptr().cast(),
                cubin.len(),
                name.as_ptr(),
                0,
                none.cast(),
                none.cast(),
            )
        };
        gpu.check("cuLinkAddData", added).map_err(|error| with_log(error, &log))?;
        // SAFETY: the link lives, and the path ends with a zero.
        let added = unsafe {
            let kind = CUjitInputType::CU_JIT_INPUT_LIBRARY;
            gpu.api.link_add_file(linker.raw, kind, path.as_ptr(), 0, none.cast(), none.cast())
        };
        gpu.check("cuLinkAddFile", added).map_err(|error| with_log(error, &log))?;
        let (mut code, mut bytes) = (none, 0_usize);
        // SAFETY: both are valid for writing, and the link lives.
        let linked = unsafe { gpu.api.link_complete(linker.raw, &raw mut code, &raw mut bytes) };
        gpu.check("cuLinkComplete", linked).map_err(|error| with_log(error, &log))?;
        // SAFETY: the linker owns `bytes` bytes at `code` until it is dropped below.
        let linked = unsafe { std::slice::from_raw_parts(code.cast::<u8>().cast_const(), bytes) };
        Self::load(gpu, linked)
    }
}
