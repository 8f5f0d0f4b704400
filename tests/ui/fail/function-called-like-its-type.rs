use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct N {
    pub n: u32,
}

#[device]
#[allow(non_snake_case)]
impl N {
    pub fn N(&self) -> u32 {
        self.n
    }
}

fn main() {}
