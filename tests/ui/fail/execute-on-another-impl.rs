use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Item {
    pub value: f32,
}

#[execute]
impl Item {
    fn execute(&self) {}
}

fn main() {}
