//! Two tasks that write one element may mix the number of one variant and the fields of another.
use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub enum Light {
    Off,
    Lamp { watts: f32 },
    Sign { blinks: bool },
}

fn main() {
    let _lights: Buffer<Light> = Device::cpu().buffer(1).unwrap();
}
