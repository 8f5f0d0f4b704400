use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub value: f32,
    pub large: u64,
}

fn main() {
    let _items: Buffer<Item> = Device::cpu().buffer(1).unwrap();
}
