use whipple::prelude::*;

#[procedure(level = 2)]
pub struct Fill<T> {
    values: Buffer<T>,
}

#[execute]
impl<T: Element> Execute for Fill<T> {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, at: &u32) {
        self.values.set(*at, self.values.get(0));
    }
}

fn main() {}
