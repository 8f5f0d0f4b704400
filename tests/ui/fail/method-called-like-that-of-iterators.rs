use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Bins {
    of: [u32; 4],
}

#[device]
impl Bins {
    pub fn any(&self, test: impl Fn(u32) -> bool) -> bool {
        test(self.of[2])
    }
}

#[device]
pub fn is_large(bins: Bins) -> bool {
    bins.any(|x| x > 3)
}

fn main() {}
