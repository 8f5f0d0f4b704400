use std::cmp::Ordering;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Event {
    pub time: u32,
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Event) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Event {
    fn cmp(&self, other: &Event) -> Ordering {
        other.time.cmp(&self.time)
    }
}

#[device]
pub fn of_two(a: Event, b: Event) -> bool {
    a.cmp(&b) == Ordering::Less
}

#[device]
pub fn of_parts(a: Event, b: Event) -> bool {
    (a, 1).partial_cmp(&(b, 2)).is_some()
}

#[device]
pub fn of_keys(times: [u32; 4]) -> Option<u32> {
    times.into_iter().max_by_key(|time| Event { time: *time })
}

fn main() {}
