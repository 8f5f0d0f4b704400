use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Blur {
    pub weights: [f32; 8000],
    pub out: Buffer<f32>,
}

#[execute]
impl Execute for Blur {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, i: &u32) {
        self.out.set(*i, self.weights[*i as usize % 8000]);
    }
}

#[program]
pub struct Image {
    pub blur: Blur,
}

fn main() {}
