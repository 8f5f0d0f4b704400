use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub struct Event {
    pub time: u32,
}

impl Ord for Event {
    fn cmp(&self, other: &Event) -> std::cmp::Ordering {
        other.time.cmp(&self.time)
    }
}

#[device]
pub fn later(a: Event, b: Event) -> Event {
    a.max(b)
}

#[device]
pub fn latest(a: (Event, u32), b: (Event, u32)) -> u32 {
    a.max(b).1
}

// Nothing in device code calls this order.
#[device]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub struct Unused {
    pub time: u32,
}

impl Ord for Unused {
    fn cmp(&self, other: &Unused) -> std::cmp::Ordering {
        other.time.cmp(&self.time)
    }
}

fn main() {}
