use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Bins {
    of: [u32; 4],
}

#[device]
impl Bins {
    pub fn map(&self, function: impl Fn(u32) -> u32) -> Self {
        let mut other = *self;
        other.of[2] = function(other.of[2]);
        other
    }

    pub fn count(&self) -> u32 {
        self.of[2]
    }
}

#[device]
pub fn mapped(bins: Bins) -> u32 {
    bins.map(|x| x + 3).count()
}

fn main() {}
