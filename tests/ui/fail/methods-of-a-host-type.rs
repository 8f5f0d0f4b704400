use whipple::prelude::*;

pub struct Host {
    pub value: f32,
}

#[device]
impl Host {
    pub fn twice(&self) -> f32 {
        self.value * 2.0
    }
}

fn main() {}
