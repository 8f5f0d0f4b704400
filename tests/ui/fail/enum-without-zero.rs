use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub enum Material {
    Matte = 1,
    Glossy = 2,
}

#[device]
#[derive(Clone, Copy)]
pub struct Surface {
    material: Material,
}

#[device]
pub fn first(surfaces: &Buffer<Surface>) -> Material {
    surfaces.get(0).material
}

#[procedure(level = 2)]
pub struct Paint;

#[execute]
impl Execute for Paint {
    type Item = Material;

    fn execute(&self, _ctx: &Context<Self>, _item: &Material) {}
}

fn main() {}
