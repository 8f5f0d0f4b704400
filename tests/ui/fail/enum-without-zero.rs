use whipple::prelude::*;

#[device]
pub enum Material {
    Matte = 1,
    Glossy = 2,
}

fn main() {}
