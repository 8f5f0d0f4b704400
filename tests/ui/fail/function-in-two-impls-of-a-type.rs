use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Item {
    value: f32,
}

#[device]
impl Item {
    fn scaled(&self) -> f32 {
        self.value * 2.0
    }
}

#[device]
impl Item {
    fn scaled(&self) -> f32 {
        self.value * 0.5
    }
}

fn main() {}
