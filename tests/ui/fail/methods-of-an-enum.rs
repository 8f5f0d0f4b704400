use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub enum Material {
    Matte,
    Glossy,
}

#[device]
impl Material {
    fn shininess(&self) -> f32 {
        1.0
    }
}

fn main() {}
