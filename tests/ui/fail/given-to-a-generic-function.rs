//! A `&mut` that a function gave, as a value of a type parameter: C++ would take a copy.

use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Row {
    cells: [u32; 4],
}

#[device]
impl Row {
    pub fn cell_mut(&mut self, x: usize) -> &mut u32 {
        &mut self.cells[x]
    }

    pub fn count(&mut self) -> u32 {
        self.cells[0] += 1;
        self.cells[0]
    }
}

#[device]
pub fn same<T>(value: T) -> T {
    value
}

#[device]
pub fn set(row: &mut Row) -> u32 {
    let count = same(row.count());
    *same(row.cell_mut(1)) = count;
    let cell = row.cell_mut(2);
    *same(cell) = 3;
    count
}

fn main() {}
