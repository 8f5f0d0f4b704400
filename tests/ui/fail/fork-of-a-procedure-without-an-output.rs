use whipple::prelude::*;

#[procedure(level = 2)]
struct Start;

#[execute]
impl Execute for Start {
    type Item = u32;

    fn execute(&self, ctx: &Context<Self>, n: &u32) {
        ctx.fork::<[Count; 2]>([*n, *n]).then::<End>(());
    }
}

#[procedure(level = 2)]
struct Count {
    counter: Buffer<u32>,
}

#[execute]
impl Execute for Count {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, n: &u32) {
        self.counter.fetch_add(0, *n);
    }
}

#[procedure(level = 2)]
struct End;

#[execute]
impl Execute for End {
    type Item = Joined<(), [(); 2]>;

    fn execute(&self, _ctx: &Context<Self>, _joined: &Joined<(), [(); 2]>) {}
}

#[program]
struct Counts {
    start: Start,
    count: Count,
    end: End,
}

fn main() {}
