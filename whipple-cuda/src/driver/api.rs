//! The driver's functions as an interface: CUDA's own driver has it, and the emulated one.

use super::interface_version;
use crate::nvrtc::Nvrtc;
use cudarc::driver::sys::{
    self, CUcontext, CUdevice, CUdevice_attribute, CUdeviceptr, CUevent, CUfunction, CUfunction_attribute, CUgraph,
    CUgraphConditionalHandle, CUgraphEdgeData, CUgraphExec, CUgraphNode, CUgraphNodeParams, CUjit_option,
    CUjitInputType, CUlinkState, CUmodule, CUresult, CUstream,
};
use std::{
    ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void},
    fmt::Debug,
};
use whipple_runtime::error::Error;

/// The table of the functions, those that all drivers have and those of NVIDIA's alone: a method, and the driver's function with the same
/// parameters.
macro_rules! driver_functions {
    (
        all { $($method:ident($($parameter:ident: $type:ty),* $(,)?) = $function:ident;)* }
        nvidia { $($own:ident($($own_parameter:ident: $own_type:ty),* $(,)?) = $own_function:ident;)* }
    ) => {
        /// A driver. What one does not have, it refuses with `CUDA_ERROR_NOT_SUPPORTED`.
        #[allow(clippy::too_many_arguments, reason = "the parameters are CUDA's")]
        pub(crate) trait Api: Debug + Send + Sync {
            $(
                /// # Safety
                /// As CUDA asks of the function of this name.
                unsafe fn $method(&self, $($parameter: $type),*) -> CUresult;
            )*
            $(
                /// # Safety
                /// As CUDA asks of the function of this name.
                unsafe fn $own(&self, $($own_parameter: $own_type),*) -> CUresult {
                    $(let _ = $own_parameter;)*
                    CUresult::CUDA_ERROR_NOT_SUPPORTED
                }
            )*

            /// The driver's own words for a result, as `CUDA_ERROR_NO_DEVICE: no CUDA-capable device is detected`.
            fn describe(&self, result: CUresult) -> String;

            /// The driver and the compiler in words, as `driver 13000, NVRTC 13.0`.
            ///
            /// # Errors
            /// A compiler that is missing, a driver that fails.
            fn toolchain(&self) -> Result<String, Error>;
        }

        /// NVIDIA's.
        #[derive(Debug)]
        pub(crate) struct Cuda;

        impl Api for Cuda {
            $(
                unsafe fn $method(&self, $($parameter: $type),*) -> CUresult {
                    // SAFETY: the caller's contract is the function's own; the driver is loaded, or nobody could ask.
                    unsafe { sys::$function($($parameter),*) }
                }
            )*
            $(
                unsafe fn $own(&self, $($own_parameter: $own_type),*) -> CUresult {
                    // SAFETY: as above.
                    unsafe { sys::$own_function($($own_parameter),*) }
                }
            )*

            fn describe(&self, result: CUresult) -> String {
                describe(result)
            }

            fn toolchain(&self) -> Result<String, Error> {
                let (major, minor) = Nvrtc::get()?.version();
                Ok(format!("driver {}, NVRTC {major}.{minor}", interface_version()?))
            }
        }

        /// That of an emulated device.
        #[cfg(feature = "emulation")]
        #[derive(Debug)]
        pub(crate) struct Emulated(pub whipple_emulator::Driver);

        #[cfg(feature = "emulation")]
        impl Api for Emulated {
            $(
                unsafe fn $method(&self, $($parameter: $type),*) -> CUresult {
                    // SAFETY: the caller's contract is that of CUDA's function, and so is that of this one.
                    unsafe { self.0.$method($($parameter),*) }
                }
            )*

            fn describe(&self, result: CUresult) -> String {
                self.0.describe(result)
            }

            fn toolchain(&self) -> Result<String, Error> {
                Ok(whipple_emulator::Compiler::get()?.in_words())
            }
        }
    };
}

driver_functions! {
    all {
        ctx_get_stream_priority_range(least: *mut c_int, greatest: *mut c_int) = cuCtxGetStreamPriorityRange;
        ctx_set_current(context: CUcontext) = cuCtxSetCurrent;
        ctx_synchronize() = cuCtxSynchronize;
        device_get_attribute(value: *mut c_int, attribute: CUdevice_attribute, device: CUdevice) = cuDeviceGetAttribute;
        device_get_name(name: *mut c_char, length: c_int, device: CUdevice) = cuDeviceGetName;
        device_total_mem(bytes: *mut usize, device: CUdevice) = cuDeviceTotalMem_v2;
        event_create(event: *mut CUevent, flags: c_uint) = cuEventCreate;
        event_destroy(event: CUevent) = cuEventDestroy_v2;
        event_elapsed_time(milliseconds: *mut f32, start: CUevent, end: CUevent) = cuEventElapsedTime_v2;
        event_query(event: CUevent) = cuEventQuery;
        event_record(event: CUevent, stream: CUstream) = cuEventRecord;
        event_synchronize(event: CUevent) = cuEventSynchronize;
        func_get_attribute(value: *mut c_int, attribute: CUfunction_attribute, function: CUfunction) = cuFuncGetAttribute;
        func_set_attribute(function: CUfunction, attribute: CUfunction_attribute, value: c_int) = cuFuncSetAttribute;
        graph_add_node(node: *mut CUgraphNode, graph: CUgraph, dependencies: *const CUgraphNode, edges: *const CUgraphEdgeData, count: usize, parameters: *mut CUgraphNodeParams) = cuGraphAddNode_v2;
        graph_condition_create(handle: *mut CUgraphConditionalHandle, graph: CUgraph, context: CUcontext, default: c_uint, flags: c_uint) = cuGraphConditionalHandleCreate;
        graph_create(graph: *mut CUgraph, flags: c_uint) = cuGraphCreate;
        graph_destroy(graph: CUgraph) = cuGraphDestroy;
        graph_exec_destroy(executable: CUgraphExec) = cuGraphExecDestroy;
        graph_instantiate(executable: *mut CUgraphExec, graph: CUgraph, flags: c_ulonglong) = cuGraphInstantiateWithFlags;
        graph_launch(executable: CUgraphExec, stream: CUstream) = cuGraphLaunch;
        launch_kernel(function: CUfunction, grid_dim_x: c_uint, grid_dim_y: c_uint, grid_dim_z: c_uint, block_dim_x: c_uint, block_dim_y: c_uint, block_dim_z: c_uint, dynamic_shared: c_uint, stream: CUstream, parameters: *mut *mut c_void, extra: *mut *mut c_void) = cuLaunchKernel;
        mem_alloc(address: *mut CUdeviceptr, bytes: usize) = cuMemAlloc_v2;
        mem_free(address: CUdeviceptr) = cuMemFree_v2;
        mem_free_host(host: *mut c_void) = cuMemFreeHost;
        mem_get_info(free: *mut usize, total: *mut usize) = cuMemGetInfo_v2;
        mem_host_alloc(host: *mut *mut c_void, bytes: usize, flags: c_uint) = cuMemHostAlloc;
        mem_host_get_device_pointer(address: *mut CUdeviceptr, host: *mut c_void, flags: c_uint) = cuMemHostGetDevicePointer_v2;
        memcpy_dtod(to: CUdeviceptr, from: CUdeviceptr, bytes: usize) = cuMemcpyDtoD_v2;
        memcpy_dtod_async(to: CUdeviceptr, from: CUdeviceptr, bytes: usize, stream: CUstream) = cuMemcpyDtoDAsync_v2;
        memcpy_dtoh(to: *mut c_void, from: CUdeviceptr, bytes: usize) = cuMemcpyDtoH_v2;
        memcpy_dtoh_async(to: *mut c_void, from: CUdeviceptr, bytes: usize, stream: CUstream) = cuMemcpyDtoHAsync_v2;
        memcpy_htod(to: CUdeviceptr, from: *const c_void, bytes: usize) = cuMemcpyHtoD_v2;
        memcpy_htod_async(to: CUdeviceptr, from: *const c_void, bytes: usize, stream: CUstream) = cuMemcpyHtoDAsync_v2;
        memset_d16(to: CUdeviceptr, value: c_ushort, count: usize) = cuMemsetD16_v2;
        memset_d32(to: CUdeviceptr, value: c_uint, count: usize) = cuMemsetD32_v2;
        memset_d8(to: CUdeviceptr, value: c_uchar, count: usize) = cuMemsetD8_v2;
        memset_d8_async(to: CUdeviceptr, value: c_uchar, count: usize, stream: CUstream) = cuMemsetD8Async;
        module_get_function(function: *mut CUfunction, module: CUmodule, name: *const c_char) = cuModuleGetFunction;
        module_load_data(module: *mut CUmodule, image: *const c_void, count: c_uint, options: *mut CUjit_option, values: *mut *mut c_void) = cuModuleLoadDataEx;
        module_unload(module: CUmodule) = cuModuleUnload;
        occupancy_max_active_blocks(blocks: *mut c_int, function: CUfunction, threads: c_int, dynamic_shared: usize) = cuOccupancyMaxActiveBlocksPerMultiprocessor;
        stream_create(stream: *mut CUstream, flags: c_uint) = cuStreamCreate;
        stream_create_with_priority(stream: *mut CUstream, flags: c_uint, priority: c_int) = cuStreamCreateWithPriority;
        stream_destroy(stream: CUstream) = cuStreamDestroy_v2;
        stream_query(stream: CUstream) = cuStreamQuery;
        stream_synchronize(stream: CUstream) = cuStreamSynchronize;
        stream_wait_event(stream: CUstream, event: CUevent, flags: c_uint) = cuStreamWaitEvent;
        stream_write_value_32(stream: CUstream, to: CUdeviceptr, value: u32, flags: c_uint) = cuStreamWriteValue32_v2;
    }
    nvidia {
        primary_ctx_release(device: CUdevice) = cuDevicePrimaryCtxRelease_v2;
        link_add_data(state: CUlinkState, kind: CUjitInputType, data: *mut c_void, size: usize, name: *const c_char, count: c_uint, options: *mut CUjit_option, values: *mut *mut c_void) = cuLinkAddData_v2;
        link_add_file(state: CUlinkState, kind: CUjitInputType, path: *const c_char, count: c_uint, options: *mut CUjit_option, values: *mut *mut c_void) = cuLinkAddFile_v2;
        link_complete(state: CUlinkState, image: *mut *mut c_void, bytes: *mut usize) = cuLinkComplete;
        link_create(count: c_uint, options: *mut CUjit_option, values: *mut *mut c_void, state: *mut CUlinkState) = cuLinkCreate_v2;
        link_destroy(state: CUlinkState) = cuLinkDestroy;
        module_get_global(address: *mut CUdeviceptr, bytes: *mut usize, module: CUmodule, name: *const c_char) = cuModuleGetGlobal_v2;
    }
}

/// What NVIDIA's driver, which must be loaded, says of a result.
pub(super) fn describe(result: CUresult) -> String {
    let mut name = std::ptr::null();
    let mut text = std::ptr::null();
    // SAFETY: both are valid for writing; the driver is loaded, since a result came from it.
    unsafe {
        let _ = sys::cuGetErrorName(result, &raw mut name);
        let _ = sys::cuGetErrorString(result, &raw mut text);
    }
    let read = |pointer: *const c_char, fallback: &str| {
        if pointer.is_null() {
            fallback.to_owned()
        } else {
            // SAFETY: the driver hands out zero-terminated strings that live as long as it does.
            unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
        }
    };
    format!("{}: {}", read(name, "unknown error"), read(text, "the driver does not know this code"))
}
