use whipple::prelude::*;

#[device]
pub trait Inner {
    fn size(self) -> u32;
}

#[device]
pub trait Outer {
    fn size(self) -> u32;
}

#[device]
impl Inner for u32 {
    fn size(self) -> u32 {
        self
    }
}

#[device]
impl Outer for u32 {
    fn size(self) -> u32 {
        self / 2
    }
}

#[device]
fn inner<T: Inner>(x: T) -> u32 {
    x.size()
}

#[device]
fn outer<T: Outer>(x: T) -> u32 {
    x.size()
}

#[procedure(level = 2)]
pub struct Work {
    pub results: Buffer<u32>,
}

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, item: &u32) {
        self.results.set(0, inner(*item) + outer(*item));
    }
}

#[program]
pub struct Works {
    pub work: Work,
}

fn main() {}
