//! Streams and events, destroyed when dropped.

use super::Gpu;
use cudarc::driver::sys::{CUevent, CUevent_flags, CUresult, CUstream, CUstream_flags};
use std::sync::Arc;
use whipple_runtime::error::Error;

/// A queue of work for a GPU, done in order.
#[derive(Debug)]
pub struct Stream {
    gpu: Arc<Gpu>,
    raw: CUstream,
}

// SAFETY: a stream handle may be used from any thread that has its context bound, and every use binds it.
unsafe impl Send for Stream {}
// SAFETY: as above; the driver synchronises calls on one stream.
unsafe impl Sync for Stream {}

impl Stream {
    /// A stream that is ordered with the synchronous copies of [`Memory`](super::Memory).
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn new(gpu: &Arc<Gpu>) -> Result<Self, Error> {
        Self::with_flags(gpu, CUstream_flags::CU_STREAM_DEFAULT)
    }

    /// A stream that the default stream never waits for.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn non_blocking(gpu: &Arc<Gpu>) -> Result<Self, Error> {
        Self::with_flags(gpu, CUstream_flags::CU_STREAM_NON_BLOCKING)
    }

    /// A stream for talking to a GPU while kernels run, of the highest priority.
    ///
    /// Streams share a few hardware queues. In one with a kernel that has no room yet, a word might wait until the kernel has ended that
    /// was to be told it. Copies may wait even so: see [`Memory::write_word_on`](super::Memory::write_word_on).
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn urgent(gpu: &Arc<Gpu>) -> Result<Self, Error> {
        gpu.bind()?;
        let (mut least, mut greatest) = (0, 0);
        // SAFETY: both are valid for writing, and a context is bound.
        let result = unsafe { gpu.api.ctx_get_stream_priority_range(&raw mut least, &raw mut greatest) };
        gpu.check("cuCtxGetStreamPriorityRange", result)?;
        let mut raw = std::ptr::null_mut();
        let flags = CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
        // SAFETY: as above.
        let result = unsafe { gpu.api.stream_create_with_priority(&raw mut raw, flags, greatest) };
        gpu.check("cuStreamCreateWithPriority", result)?;
        Ok(Self { gpu: gpu.clone(), raw })
    }

    fn with_flags(gpu: &Arc<Gpu>, flags: CUstream_flags) -> Result<Self, Error> {
        gpu.bind()?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: `raw` is valid for writing, and a context is bound.
        gpu.check("cuStreamCreate", unsafe { gpu.api.stream_create(&raw mut raw, flags as u32) })?;
        Ok(Self { gpu: gpu.clone(), raw })
    }

    /// The driver's handle.
    pub(crate) fn raw(&self) -> CUstream {
        self.raw
    }

    /// The GPU that it is on.
    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    /// Makes what is put into the stream from now on wait for what `event` marks.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn wait(&self, event: &Event) -> Result<(), Error> {
        self.gpu.bind()?;
        // SAFETY: both handles live until they are dropped, and the driver keeps what a stream still waits for.
        self.gpu.check("cuStreamWaitEvent", unsafe { self.gpu.api.stream_wait_event(self.raw, event.raw, 0) })
    }

    /// Waits until everything in the stream is done.
    ///
    /// # Errors
    /// [`Error::Driver`], also for kernels that failed.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.gpu.bind()?;
        // SAFETY: the handle lives until drop.
        self.gpu.check("cuStreamSynchronize", unsafe { self.gpu.api.stream_synchronize(self.raw) })
    }

    /// Whether everything in the stream is done.
    ///
    /// # Errors
    /// [`Error::Driver`], also for kernels that failed.
    pub fn is_done(&self) -> Result<bool, Error> {
        self.gpu.bind()?;
        // SAFETY: the handle lives until drop.
        match unsafe { self.gpu.api.stream_query(self.raw) } {
            CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            result => self.gpu.check("cuStreamQuery", result).map(|()| true),
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.gpu.bind().is_ok() {
            // SAFETY: created in `with_flags` or `urgent`, destroyed once; work that is still in it goes on.
            let _ = unsafe { self.gpu.api.stream_destroy(self.raw) };
        }
    }
}

/// A point in a stream whose time is taken.
#[derive(Debug)]
pub struct Event {
    gpu: Arc<Gpu>,
    raw: CUevent,
}

// SAFETY: as for `Stream`.
unsafe impl Send for Event {}
// SAFETY: as for `Stream`.
unsafe impl Sync for Event {}

impl Event {
    /// An event with timing.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn new(gpu: &Arc<Gpu>) -> Result<Self, Error> {
        gpu.bind()?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: `raw` is valid for writing, and a context is bound.
        gpu.check("cuEventCreate", unsafe {
            gpu.api.event_create(&raw mut raw, CUevent_flags::CU_EVENT_DEFAULT as u32)
        })?;
        Ok(Self { gpu: gpu.clone(), raw })
    }

    /// Marks the current end of a stream.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn record(&self, stream: &Stream) -> Result<(), Error> {
        self.gpu.bind()?;
        // SAFETY: both handles live until they are dropped.
        self.gpu.check("cuEventRecord", unsafe { self.gpu.api.event_record(self.raw, stream.raw()) })
    }

    /// Waits until the stream has passed the mark.
    ///
    /// # Errors
    /// [`Error::Driver`], also for kernels that failed.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.gpu.bind()?;
        // SAFETY: the handle lives until drop.
        self.gpu.check("cuEventSynchronize", unsafe { self.gpu.api.event_synchronize(self.raw) })
    }

    /// Whether the stream has passed the mark.
    ///
    /// # Errors
    /// [`Error::Driver`], also for kernels that failed.
    pub fn is_done(&self) -> Result<bool, Error> {
        self.gpu.bind()?;
        // SAFETY: the handle lives until drop.
        match unsafe { self.gpu.api.event_query(self.raw) } {
            CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            result => self.gpu.check("cuEventQuery", result).map(|()| true),
        }
    }

    /// Milliseconds of GPU time since `start`. Both marks must have been passed.
    ///
    /// # Errors
    /// [`Error::Driver`] when one of them was not recorded or not passed yet.
    pub fn milliseconds_since(&self, start: &Event) -> Result<f32, Error> {
        self.gpu.bind()?;
        let mut milliseconds = 0.0;
        // SAFETY: `milliseconds` is valid for writing, and both handles live until they are dropped.
        self.gpu.check("cuEventElapsedTime", unsafe {
            self.gpu.api.event_elapsed_time(&raw mut milliseconds, start.raw, self.raw)
        })?;
        Ok(milliseconds)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        if self.gpu.bind().is_ok() {
            // SAFETY: created in `new`, destroyed once.
            let _ = unsafe { self.gpu.api.event_destroy(self.raw) };
        }
    }
}
