use std::ops::Index;
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Heights {
    pub cells: [f32; 4],
}

#[device]
impl Heights {
    fn cell(&self, at: usize) -> &f32 {
        &self.cells[at]
    }
}

#[device]
impl Index<usize> for Heights {
    type Output = f32;
    fn index(&self, at: usize) -> &f32 {
        if at > 3 { &0.0 } else { &self.cells[at] }
    }
}

#[device]
impl Index<u8> for Heights {
    type Output = f32;
    fn index(&self, at: u8) -> &f32 {
        if at > 3 {
            return self.cells.last().unwrap();
        }
        self.cell(at as usize)
    }
}

fn main() {}
