use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Event {
    pub time: u32,
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Event) -> Option<std::cmp::Ordering> {
        other.time.partial_cmp(&self.time)
    }
}

fn main() {}
