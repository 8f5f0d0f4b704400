use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, Default)]
struct Item {
    value: f32,
}

#[device]
impl Item {
    fn default() -> Item {
        Item { value: 1.0 }
    }
}

fn main() {}
