use std::ops::Index;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Heights {
    pub cells: [f32; 4],
}

#[device]
impl Index<usize> for Heights {
    type Output = f32;
    fn index(&self, at: usize) -> &f32 {
        if at > 3 { &0.0 } else { &self.cells[at] }
    }
}

fn main() {}
