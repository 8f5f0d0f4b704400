use whipple::prelude::*;

pub struct Host {
    pub x: f32,
}

#[device]
pub enum Shape {
    Point,
    Of(Host),
}

fn main() {}
