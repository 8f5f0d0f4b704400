//! What the host names by handles.

use cudarc::driver::sys::CUresult;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// What a function of the driver comes to.
pub type DriverResult<T = ()> = Result<T, CUresult>;

/// Values by handle. A handle is never given out twice, and none is null.
#[derive(Debug)]
pub struct Handles<T>(Mutex<(usize, BTreeMap<usize, Arc<T>>)>);

impl<T> Default for Handles<T> {
    fn default() -> Self {
        Self(Mutex::new((0, BTreeMap::new())))
    }
}

impl<T> Handles<T> {
    /// Keeps a value under a new handle.
    pub fn insert(&self, value: Arc<T>) -> usize {
        let (last, values) = &mut *lock(&self.0);
        *last += 1;
        values.insert(*last, value);
        *last
    }

    /// The value of a handle.
    pub fn get<H>(&self, handle: *mut H) -> DriverResult<Arc<T>> {
        lock(&self.0).1.get(&handle.addr()).cloned().ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)
    }

    /// The same, and the handle is gone.
    pub fn remove<H>(&self, handle: *mut H) -> DriverResult<Arc<T>> {
        lock(&self.0).1.remove(&handle.addr()).ok_or(CUresult::CUDA_ERROR_INVALID_HANDLE)
    }

    /// Drops the values that `keep` does not want, and their handles.
    pub fn retain(&self, keep: impl Fn(&T) -> bool) {
        lock(&self.0).1.retain(|_, value| keep(value));
    }

    /// All values.
    pub fn all(&self) -> Vec<Arc<T>> {
        lock(&self.0).1.values().cloned().collect()
    }
}

/// Locks what no panic leaves half done.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
