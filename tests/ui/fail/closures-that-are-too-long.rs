use whipple::prelude::*;

#[device]
pub fn power(a: u32) -> u32 {
    let once = |x: u32| x.wrapping_mul(a) ^ x;
    let four = |x: u32| once(once(once(once(x))));
    let sixteen = |x: u32| four(four(four(four(x))));
    let more = |x: u32| sixteen(sixteen(sixteen(sixteen(x))));
    let many = |x: u32| more(more(more(more(x))));
    let too_many = |x: u32| many(many(many(many(x))));
    let all = |x: u32| too_many(too_many(too_many(too_many(x))));
    let more_than_all = |x: u32| all(all(all(all(x))));
    more_than_all(a)
}

fn main() {}
