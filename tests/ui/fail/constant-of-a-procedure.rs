use whipple::{
    prelude::*,
    procedure::{SharedLevel, WarpLevel},
};

#[device]
pub fn share<P: WarpLevel>(ctx: &Context<P>, length: u32) -> u32 {
    let first = ctx.thread() * length / P::THREADS;
    if first > 3 { first } else { P::MAX_SPAWNS.is_some() as u32 }
}

#[device]
pub fn number<P: SharedLevel>(_ctx: &Context<P>, _shared: &P::Shared) -> u32 {
    3
}

fn main() {}
