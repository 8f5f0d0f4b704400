use whipple::prelude::*;

#[device]
pub struct Item {
    value_fn: f32,
}

#[device]
impl Item {
    fn value(&self) -> f32 {
        self.value_fn
    }
}

fn main() {}
