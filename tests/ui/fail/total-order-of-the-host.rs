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

fn main() {}
