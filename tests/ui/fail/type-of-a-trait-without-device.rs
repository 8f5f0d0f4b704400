use whipple::prelude::*;

pub trait Shape {
    type Area;
    fn area(self) -> Self::Area;
}

#[device]
#[derive(Clone, Copy)]
pub struct Square {
    pub side: f32,
}

impl Shape for Square {
    type Area = f32;
    fn area(self) -> f32 {
        self.side * self.side
    }
}

#[device]
pub fn kept<T: Shape>(_shape: &T, area: T::Area) -> T::Area {
    area
}

#[device]
pub fn of_square(square: &Square) -> f32 {
    kept(square, 2.0)
}

fn main() {}
