use whipple::prelude::*;

#[device]
pub fn chosen(a: u32) -> u32 {
    let twice = |x: u32| x * 2;
    let same = twice;
    let either = if a > 3 { |x: u32| x + 1 } else { |x: u32| x + 2 };
    same(a) + either(a)
}

#[device]
pub fn of_an_array(values: [u32; 4]) -> u32 {
    values.map(|x| x + 1)[2]
}

#[device]
#[derive(Clone, Copy)]
pub struct Own {
    number: u32,
}

impl Own {
    fn map(&self, f: impl Fn(u32) -> u32) -> u32 {
        f(self.number)
    }
}

#[device]
pub fn of_a_type_of_ones_own(own: Own) -> u32 {
    own.map(|x| x + 1)
}

fn main() {}
