use whipple::prelude::*;

#[device]
#[derive(Clone)]
pub struct Graph {
    pub edges: Buffer<u32>,
}

#[device]
#[derive(Clone)]
pub struct Scene {
    pub graph: Graph,
    pub depth: u32,
}

#[procedure(level = 2)]
pub struct Walk {
    pub scene: Scene,
}

#[execute]
impl Execute for Walk {
    type Item = Scene;
    fn execute(&self, _ctx: &Context<Self>, _scene: &Scene) {}
}

fn main() {}
