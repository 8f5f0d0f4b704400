use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Scale {
    pub values: Buffer<f32>,
    pub factor: f32,
}

#[device]
impl Scale {
    fn scaled(&self, value: f32) -> f32 {
        value * self.factor
    }
}

#[device]
impl Scale {
    fn is_kept(&self, value: f32) -> bool {
        value > 0.0
    }
}

#[execute]
impl Execute for Scale {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, index: &u32) {
        let value = self.values.get(*index);
        if self.is_kept(value) {
            self.values.set(*index, self.scaled(value));
        }
    }
}

#[program]
pub struct Values {
    pub scale: Scale,
}

fn main() {}
