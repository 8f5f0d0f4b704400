use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Part {
    pub n: u32,
}

#[device]
impl PartialEq for Part {
    fn eq(&self, other: &Part) -> bool {
        other.n < 2 || Whole { part: *self } == Whole { part: Part { n: other.n / 2 } }
    }
}

#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Whole {
    pub part: Part,
}

#[procedure(level = 2)]
struct Compare {
    equal: Buffer<u32>,
}

#[execute]
impl Execute for Compare {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, n: &u32) {
        self.equal.set(0, (Part { n: *n } == Part { n: 7 }) as u32);
    }
}

#[program]
struct Comparisons {
    compare: Compare,
}

fn main() {}
