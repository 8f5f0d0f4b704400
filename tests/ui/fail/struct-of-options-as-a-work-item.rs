use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Hit {
    pub node: Option<u32>,
    pub depth: u32,
}

#[device]
#[derive(Clone, Copy)]
pub struct Path {
    pub hits: [Hit; 2],
}

#[procedure(level = 2)]
pub struct Walk {
    pub depth: u32,
}

#[execute]
impl Execute for Walk {
    type Item = Path;
    fn execute(&self, _ctx: &Context<Self>, _path: &Path) {}
}

fn main() {}
