use whipple::prelude::*;

#[device]
pub fn tested(n: u32) -> u32 {
    let (mut a, mut b) = (n, 2);
    let x = loop {
        if n > 3 {
            break &mut a;
        }
        break &mut b;
    };
    *x += 1;
    a + b
}

fn main() {}
