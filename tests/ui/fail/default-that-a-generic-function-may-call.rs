use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Point {
    x: u32,
}

impl Default for Point {
    fn default() -> Self {
        Point { x: 4 }
    }
}

#[device]
fn or_default<T: Default + Copy>(value: Option<T>) -> T {
    value.unwrap_or_default()
}

#[procedure(level = 2)]
struct Write {
    values: Buffer<u32>,
}

#[execute]
impl Execute for Write {
    type Item = u32;
    fn execute(&self, _ctx: &Context<Self>, index: &u32) {
        let point = if *index > 3 { Some(Point { x: *index }) } else { None };
        self.values.set(*index, or_default(point).x);
    }
}

#[program]
struct Points {
    write: Write,
}

fn main() {}
