use whipple::prelude::*;

#[device]
pub struct Item {
    value: f32,
}

#[device]
impl Item {
    fn value(&self) -> f32 {
        self.value
    }
}

fn main() {}
