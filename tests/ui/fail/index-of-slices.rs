use std::ops::Index;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Heights {
    pub cells: [f32; 16],
}

#[device]
impl Index<usize> for Heights {
    type Output = [f32];
    fn index(&self, row: usize) -> &[f32] {
        &self.cells[row * 4..row * 4 + 4]
    }
}

fn main() {}
