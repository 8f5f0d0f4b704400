use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub value: f32,
}

#[device]
impl Item {
    pub fn twice(&self) -> f32 {
        self.value * 2.0
    }
}

#[device]
impl Item {
    pub fn half(&self) -> f32 {
        self.value * 0.5
    }
}

fn main() {}
