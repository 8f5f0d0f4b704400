use whipple::prelude::*;

pub trait Shape {
    type Area;
    fn area(self) -> Self::Area;
}

#[device]
pub fn area<T: Shape>(shape: T) -> T::Area {
    shape.area()
}

fn main() {}
