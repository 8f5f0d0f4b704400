//! Linking relocatable device code with a library.

use super::{
    Gpu, Module, call,
    module::{LOG_BYTES, OPTIONS, image, options_for, values, with_advice, with_log},
};
use crate::nvrtc::is_ptx;
use cudarc::driver::sys::{CUjitInputType, CUlinkState};
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
        if self.gpu.bind().is_ok() {
            // SAFETY: created in `Module::link`, destroyed once.
            let _ = unsafe { self.gpu.api.link_destroy(self.raw) };
        }
    }
}

impl Module {
    /// Links relocatable code (a cubin, or PTX that ends with a zero) with a static library of device code, and loads the result.
    ///
    /// # Errors
    /// [`Error::Driver`] with the linker's log, as when a symbol is in neither, and as [`Module::load`].
    pub fn link(gpu: &Arc<Gpu>, code: &[u8], library: &Path) -> Result<Self, Error> {
        gpu.bind()?;
        let path = CString::new(library.as_os_str().as_encoded_bytes())
            .map_err(|_| call::error("cuLinkAddFile", 0, format!("{} has a zero byte", library.display())))?;
        let mut log = vec![0_u8; LOG_BYTES];
        let mut options = OPTIONS;
        let mut values = values(&mut log);
        let count = options_for(code);
        let mut raw = std::ptr::null_mut();
        // SAFETY: `raw` is valid for writing; options and values have at least `count` elements each, and they and the log outlive the
        // link, which is dropped before them.
        gpu.check("cuLinkCreate", unsafe {
            gpu.api.link_create(count, options.as_mut_ptr(), values.as_mut_ptr(), &raw mut raw)
        })?;
        let linker = Linker { gpu, raw };
        let none: *mut c_void = std::ptr::null_mut();
        let mut image = image(code);
        let kind = if is_ptx(code) { CUjitInputType::CU_JIT_INPUT_PTX } else { CUjitInputType::CU_JIT_INPUT_CUBIN };
        let name = c"program";
        // SAFETY: the link lives; the image has `code.len()` bytes and outlives the call; the name ends with a zero.
        let added = unsafe {
            gpu.api.link_add_data(
                linker.raw,
                kind,
                image.as_mut_ptr().cast(),
                code.len(),
                name.as_ptr(),
                0,
                none.cast(),
                none.cast(),
            )
        };
        gpu.check("cuLinkAddData", added).map_err(|error| with_advice(with_log(error, &log)))?;
        // SAFETY: the link lives, and the path ends with a zero.
        let added = unsafe {
            let kind = CUjitInputType::CU_JIT_INPUT_LIBRARY;
            gpu.api.link_add_file(linker.raw, kind, path.as_ptr(), 0, none.cast(), none.cast())
        };
        gpu.check("cuLinkAddFile", added).map_err(|error| with_log(error, &log))?;
        let (mut linked, mut bytes) = (none, 0_usize);
        // SAFETY: both are valid for writing, and the link lives.
        let completed = unsafe { gpu.api.link_complete(linker.raw, &raw mut linked, &raw mut bytes) };
        gpu.check("cuLinkComplete", completed).map_err(|error| with_advice(with_log(error, &log)))?;
        // SAFETY: the linker owns `bytes` bytes at `linked` until it is dropped below.
        let linked = unsafe { std::slice::from_raw_parts(linked.cast::<u8>().cast_const(), bytes) };
        Self::load(gpu, linked)
    }
}
