use whipple::prelude::*;

#[device]
#[derive(Copy)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Clone for Point {
    fn clone(&self) -> Self {
        Point { x: self.y, y: self.x }
    }
}

#[device]
pub fn one(point: &Point) -> f32 {
    point.clone().x
}

#[device]
pub fn several(point: Point) -> f32 {
    let mut sum = [point, point].clone()[1].x + Some(point).clone().unwrap().y;
    for point in [point, point].iter().cloned() {
        sum += point.x;
    }
    sum
}

fn main() {}
