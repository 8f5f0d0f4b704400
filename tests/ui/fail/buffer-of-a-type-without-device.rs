use whipple::prelude::*;

#[derive(Clone, Copy)]
pub struct Cell {
    pub value: f32,
}

#[procedure(level = 2)]
pub struct Double {
    pub cells: Buffer<Cell>,
}

#[execute]
impl Execute for Double {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, index: &u32) {
        let mut cell = self.cells.get(*index);
        cell.value *= 2.0;
        self.cells.set(*index, cell);
    }
}

#[program]
pub struct Cells {
    pub double: Double,
}

fn main() {}
