use whipple::prelude::*;

#[device]
#[derive(Clone)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Drop for Point {
    fn drop(&mut self) {
        println!("gone");
    }
}

fn main() {}
