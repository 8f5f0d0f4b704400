use whipple::prelude::*;

#[device]
pub trait Named {
    fn id(&self) -> u32;
    fn label(&self) -> u32 {
        self.id() + 1
    }
}

#[device]
#[derive(Clone, Copy)]
pub struct Node {
    pub number: u32,
}

#[device]
impl Named for Node {
    fn id(&self) -> u32 {
        self.number
    }
}

impl Node {
    pub fn label(&self) -> u32 {
        77
    }
}

fn main() {}
