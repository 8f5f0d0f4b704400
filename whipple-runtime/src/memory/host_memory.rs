//! The memory of the host: how much is left, and room for much at once.

use crate::error::Error;

/// Where a control group's limit, its use and what that consists of are found: of the second version, and of the first.
const GROUPS: [[&str; 3]; 2] = [
    ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat"],
    [
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory/memory.usage_in_bytes",
        "/sys/fs/cgroup/memory/memory.stat",
    ],
];

/// Bytes that this process can still take before the machine, or the container that it runs in, is out of memory; `None` where nothing
/// says so.
pub fn free() -> Option<usize> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let of_groups = GROUPS.iter().filter_map(|[limit, used, parts]| {
        left_of_group(&read(limit)?, &read(used)?, &read(parts).unwrap_or_default())
    });
    let of_machine = read("/proc/meminfo").and_then(|text| available(&text));
    of_groups.chain(of_machine).min()
}

fn number(text: &str) -> Option<usize> {
    text.trim().parse().ok()
}

/// What is left of a control group's limit; `None` without one. Files in memory are used, but make room when it is needed.
fn left_of_group(limit: &str, used: &str, parts: &str) -> Option<usize> {
    let of_files = |line: &str| {
        let (name, bytes) = line.split_once(' ')?;
        matches!(name, "inactive_file" | "active_file").then(|| number(bytes))?
    };
    let files: usize = parts.lines().filter_map(of_files).sum();
    Some(number(limit)?.saturating_sub(number(used)?.saturating_sub(files)))
}

/// The bytes that a `/proc/meminfo` says are available.
fn available(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(number(line.trim().strip_suffix("kB")?)?.saturating_mul(1024))
}

/// From this size on it is asked whether the host has the memory: an allocation alone does not tell, and the system ends who uses more.
const ASKED: usize = 1 << 30;
/// From this size on large pages are asked for.
const LARGE: usize = 4 << 20;

/// An empty vector with room for `count` elements.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub(crate) fn room<T>(count: usize, purpose: &'static str) -> Result<Vec<T>, Error> {
    let bytes = count.saturating_mul(size_of::<T>());
    let lacking = || Error::OutOfMemory { device: "the host".to_owned(), bytes: bytes as u64, purpose };
    if bytes >= ASKED && free().is_some_and(|free| free < bytes) {
        return Err(lacking());
    }
    let mut room: Vec<T> = Vec::new();
    room.try_reserve_exact(count).map_err(|_| lacking())?;
    if bytes >= LARGE {
        ask_for_large_pages(room.as_mut_ptr().cast(), bytes);
    }
    Ok(room)
}

/// New memory comes page by page when it is written first, which takes longer than a copy; large pages come 512 times as much at once.
#[cfg(target_os = "linux")]
fn ask_for_large_pages(start: *mut u8, bytes: usize) {
    const PAGE: usize = 4096;
    let skipped = start.align_offset(PAGE);
    let length = bytes.saturating_sub(skipped) / PAGE * PAGE;
    if length > 0 {
        // SAFETY: whole pages within an allocation; the advice changes no contents. A system that does not take it loses nothing.
        unsafe { libc::madvise(start.add(skipped).cast(), length, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: *mut u8, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_read() {
        let text = "MemTotal:       16000000 kB\nMemFree:  1 kB\nMemAvailable:   12345678 kB\n";
        assert_eq!(available(text), Some(12_345_678 << 10));
        assert_eq!(available("MemTotal: 1 kB\n"), None);
    }

    #[test]
    fn what_a_group_may_still_take_is_read() {
        let parts = "anon 300\nfile 500\ninactive_file 200\nactive_file 250\nshmem 50\n";
        assert_eq!(left_of_group("1000\n", "900\n", parts), Some(550));
        assert_eq!(left_of_group("1000", "900", ""), Some(100));
        assert_eq!(left_of_group("100", "900", ""), Some(0));
        assert_eq!(left_of_group("max\n", "900\n", parts), None);
    }

    #[test]
    fn room_that_the_host_does_not_have_is_an_error() {
        assert!(room::<[u64; 2]>(1 << 22, "a test").is_ok_and(|room| room.capacity() >= 1 << 22));
        for count in [usize::MAX, isize::MAX as usize / 16] {
            let error = room::<[u64; 2]>(count, "a test").unwrap_err();
            assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
        }
    }
}
