//! rustc is asked about one length, which meets the bound, and the answer must hold for all.
use whipple::prelude::*;

#[device]
pub fn first_row<const N: usize>(rows: [[u32; N]; 2], takes: bool) -> u32
where
    [u32; N]: Default,
{
    let mut row = None;
    if takes {
        row = Some(rows[0]);
    }
    match row {
        Some(row) => row[0],
        None => 0,
    }
}

#[procedure(level = 2)]
pub struct Work {
    pub results: Buffer<u32>,
}

#[execute]
impl Execute for Work {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, item: &u32) {
        self.results.set(0, first_row([[*item, 1], [2, 3]], *item > 3));
    }
}

#[program]
pub struct All {
    pub work: Work,
}

fn main() {}
