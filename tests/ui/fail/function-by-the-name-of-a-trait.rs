use whipple::prelude::*;

#[device]
pub trait Shape {
    fn area(&self) -> f32;
    fn unit() -> Self;
}

#[device]
#[derive(Clone, Copy)]
pub struct Disc {
    pub radius: f32,
}

#[device]
impl Shape for Disc {
    fn area(&self) -> f32 {
        3.0 * self.radius * self.radius
    }
    fn unit() -> Self {
        Disc { radius: 1.0 }
    }
}

#[device]
pub fn areas(discs: [Disc; 2]) -> f32 {
    let one: Disc = Shape::unit();
    discs.iter().map(Shape::area).sum::<f32>() + Shape::area(&one)
}

fn main() {}
