use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Cell {
    pub count: u32,
}

#[device]
impl Cell {
    pub fn handed<T>(&self, value: T) -> T {
        value
    }

    pub fn given<T>(value: T) -> T {
        value
    }

    pub fn lent(&mut self) -> &mut u32 {
        &mut self.count
    }
}

#[device]
pub fn counted(mut a: u32, cell: Cell) -> u32 {
    let mut other = cell;
    *cell.handed(&mut a) += 1;
    let lent = other.lent();
    *Cell::given(lent) += 2;
    a + other.count + cell.handed(&5)
}

fn main() {}
