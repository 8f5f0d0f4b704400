use whipple::prelude::*;

#[device]
pub struct Cell {
    pub value: u32,
}

#[device]
impl Cell {
    #[cfg(debug_assertions)]
    fn checked(&self) -> u32 {
        self.value
    }

    #[cfg(not(debug_assertions))]
    fn checked(&self) -> u32 {
        self.value + 1
    }
}

#[device]
pub fn read(cell: Cell) -> u32 {
    cell.checked()
}

fn main() {}
