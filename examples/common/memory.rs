//! Memory of the host, of which large pictures and cities take gigabytes: how much is free, and vectors that may find none.

use std::fs;
use whipple::prelude::*;

/// Bytes that are free, where the system says so.
pub fn available() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok()?.checked_mul(1024)
}

/// An empty vector with room for `count` elements.
///
/// # Errors
/// [`Error::OutOfMemory`], for `purpose`.
pub fn room<T>(count: usize, purpose: &'static str) -> Result<Vec<T>, Error> {
    let mut vector = Vec::new();
    match vector.try_reserve_exact(count) {
        Ok(()) => Ok(vector),
        Err(_) => Err(Error::OutOfMemory {
            device: "the host".to_owned(),
            bytes: (count as u64).saturating_mul(size_of::<T>() as u64),
            purpose,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_an_error_with_its_purpose() {
        assert!(room::<u64>(1000, "a test").expect("a little").capacity() >= 1000);
        let error = room::<u64>(usize::MAX / 16, "a test").expect_err("half of all addresses").to_string();
        assert!(error.contains("the host has no ") && error.contains(" bytes for a test"), "{error}");
    }
}
