use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Stack {
    values: [u32; 4],
}

#[device]
impl Stack {
    pub fn last_mut(&mut self) -> Option<u32> {
        self.values.last().copied()
    }
}

fn main() {}
