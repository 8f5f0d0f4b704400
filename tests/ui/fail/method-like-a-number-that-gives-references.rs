//! Methods called like those of numbers, of which calls are taken to give values.

use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Row {
    cells: [u32; 4],
}

#[device]
impl Row {
    pub fn max(&self) -> &u32 {
        &self.cells[3]
    }

    pub fn row(&self, n: usize) -> &[u32] {
        &self.cells[..n]
    }
}

fn main() {}
