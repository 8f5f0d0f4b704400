use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Grid {
    pub cells: [u32; 4],
}

#[device]
impl Grid {
    pub fn iter(&self) -> impl Iterator<Item = &u32> {
        self.cells.iter()
    }
}

#[device]
#[derive(Clone, Copy)]
pub struct World {
    pub grid: Grid,
}

#[device]
pub fn total(world: &World) -> u32 {
    let mut sum = 0;
    for cell in world.grid.iter() {
        sum += *cell;
    }
    sum
}

fn main() {}
