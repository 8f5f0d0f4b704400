use whipple::prelude::*;

#[device]
pub fn tested(n: u32) -> u32 {
    let (mut a, mut b) = (n, 2);
    let (x, y) = if n > 3 { (&mut a, &mut b) } else { (&mut b, &mut a) };
    *x += 1;
    *y += 2;
    a + b
}

fn main() {}
