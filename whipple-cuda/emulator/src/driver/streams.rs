//! Streams and events.

use super::{Driver, code, give};
use crate::{memory::Place, stream::Stream};
use cudarc::driver::sys::{CUdeviceptr, CUevent, CUresult, CUstream, CUstream_flags};
use std::{
    ffi::{c_int, c_uint},
    ptr::without_provenance_mut,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

#[expect(clippy::missing_safety_doc, reason = "each asks what CUDA asks of the function that it names")]
impl Driver {
    /// `cuStreamCreate`.
    pub unsafe fn stream_create(&self, stream: *mut CUstream, flags: c_uint) -> CUresult {
        let is_blocking = flags & CUstream_flags::CU_STREAM_NON_BLOCKING as u32 == 0;
        let start = |()| Stream::start(is_blocking).map_err(|_| CUresult::CUDA_ERROR_OPERATING_SYSTEM);
        let started = self.has_room().and_then(start);
        // SAFETY: the caller's contract, here and below.
        unsafe { give(stream, started.map(|started| without_provenance_mut(self.streams.insert(started)))) }
    }

    // One thread serves each stream, so that none waits for another: priorities change nothing.
    /// `cuStreamCreateWithPriority`.
    pub unsafe fn stream_create_with_priority(
        &self,
        stream: *mut CUstream,
        flags: c_uint,
        _priority: c_int,
    ) -> CUresult {
        // SAFETY: the caller's contract is that of `stream_create`.
        unsafe { self.stream_create(stream, flags) }
    }

    /// `cuStreamDestroy_v2`.
    pub unsafe fn stream_destroy(&self, stream: CUstream) -> CUresult {
        code(self.streams.remove(stream).map(|stream| stream.close()))
    }

    /// `cuStreamQuery`.
    pub unsafe fn stream_query(&self, stream: CUstream) -> CUresult {
        code(self.sound().and_then(|()| {
            if self.streams.get(stream)?.is_idle() { self.sound() } else { Err(CUresult::CUDA_ERROR_NOT_READY) }
        }))
    }

    /// `cuStreamSynchronize`.
    pub unsafe fn stream_synchronize(&self, stream: CUstream) -> CUresult {
        if stream.is_null() {
            return code(self.wait_for_blocking());
        }
        code(self.sound().and(self.streams.get(stream)).and_then(|stream| {
            stream.wait();
            self.sound()
        }))
    }

    /// `cuStreamWaitEvent`.
    pub unsafe fn stream_wait_event(&self, stream: CUstream, event: CUevent, _: c_uint) -> CUresult {
        code(self.events.get(event).and_then(|event| {
            let record = event.recorded();
            self.put(stream, Box::new(move || event.wait(record)))
        }))
    }

    /// `cuStreamWriteValue32_v2`.
    pub unsafe fn stream_write_value_32(&self, stream: CUstream, to: CUdeviceptr, value: u32, _: c_uint) -> CUresult {
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

    /// `cuEventCreate`.
    pub unsafe fn event_create(&self, event: *mut CUevent, _: c_uint) -> CUresult {
        // SAFETY: as above.
        unsafe { give(event, Ok(without_provenance_mut(self.events.insert(Arc::default())))) }
    }

    /// `cuEventDestroy_v2`.
    pub unsafe fn event_destroy(&self, event: CUevent) -> CUresult {
        code(self.events.remove(event).map(drop))
    }

    /// `cuEventRecord`.
    pub unsafe fn event_record(&self, event: CUevent, stream: CUstream) -> CUresult {
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

    /// `cuEventQuery`.
    pub unsafe fn event_query(&self, event: CUevent) -> CUresult {
        code(self.sound().and_then(|()| {
            if self.events.get(event)?.is_passed() { self.sound() } else { Err(CUresult::CUDA_ERROR_NOT_READY) }
        }))
    }

    /// `cuEventSynchronize`.
    pub unsafe fn event_synchronize(&self, event: CUevent) -> CUresult {
        code(self.sound().and(self.events.get(event)).and_then(|event| {
            event.wait(event.recorded());
            self.sound()
        }))
    }

    /// `cuEventElapsedTime_v2`.
    pub unsafe fn event_elapsed_time(&self, milliseconds: *mut f32, start: CUevent, end: CUevent) -> CUresult {
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
}
