use whipple::prelude::*;

pub struct Host {
    value: f32,
}

#[device]
pub struct Item {
    host: Host,
}

fn main() {}
