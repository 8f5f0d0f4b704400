use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub value: f32,
}

#[device]
impl Default for Item {
    fn default() -> Self {
        Item { value: 0.0 }
    }
}

fn main() {}
