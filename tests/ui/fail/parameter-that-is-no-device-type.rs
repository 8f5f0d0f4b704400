use whipple::prelude::*;

pub struct Host {
    pub value: f32,
}

#[device]
pub fn f(host: &Host) -> f32 {
    host.value
}

fn main() {}
