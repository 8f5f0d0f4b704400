use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Row<T, const N: usize> {
    cells: [T; N],
}

#[device]
const LIMIT: usize = 3;

#[device]
const fn half(of: usize) -> usize {
    of / 2
}

#[device]
impl<T: Copy, const N: usize> Row<T, N> {
    const LAST: Option<Self> = None;
    const SCALE: f32 = N as f32 * 0.1;
    const HALF: usize = half(N);
}

#[device]
#[derive(Clone, Copy)]
pub struct Column<const N: usize> {
    cells: [u32; N],
}

impl<const N: usize> Column<N> {
    const OF_THE_HOST: usize = N;
    const OFTHEHOST: usize = N;
}

#[device]
impl<const N: usize> Column<N> {
    const TWICE: usize = Self::OF_THE_HOST * 2;
    const LIMITED: usize = N + LIMIT;
}

#[device]
pub fn missing() -> usize {
    Column::<3>::OFTHEHOST
}

fn main() {}
