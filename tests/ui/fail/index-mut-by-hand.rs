use std::ops::{Index, IndexMut};
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
        &self.cells[at]
    }
}

impl IndexMut<usize> for Heights {
    fn index_mut(&mut self, at: usize) -> &mut f32 {
        &mut self.cells[at]
    }
}

#[device]
pub fn raised(heights: Heights, at: usize) -> Heights {
    let mut heights = heights;
    heights[at] += 1.0;
    heights
}

fn main() {}
