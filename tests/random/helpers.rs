use language::input::{bits, long_bits, mix};

#[device]
#[derive(Clone, Copy)]
pub struct Pair {
    pub left: u32,
    pub right: i64,
    pub weight: f32,
}

#[device]
pub fn helper(number: u32, shift: i32) -> u32 {
    if shift < 0 {
        return number.rotate_left(3);
    }
    (number ^ shift as u32).wrapping_mul(0x9e37_79b9)
}

#[device]
pub fn turn(pair: &mut Pair, by: u32) {
    pair.left = pair.left.rotate_right(by);
    pair.right -= by as i64;
}

#[device]
impl Pair {
    pub fn sum(&self, more: i64) -> i64 {
        self.right.wrapping_add(more) ^ self.left as i64
    }

    pub fn scale(&mut self, by: f32) -> f32 {
        self.weight *= by;
        self.left = self.left.wrapping_add(1);
        self.weight
    }
}

#[device]
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Plain,
    Dotted,
    Striped,
}

#[device]
pub fn kind(number: u32) -> Kind {
    match number % 3 {
        0 => Kind::Plain,
        1 => Kind::Dotted,
        _ => Kind::Striped,
    }
}

#[device]
pub fn choose<T: Copy>(first: bool, yes: T, no: T) -> T {
    if first { yes } else { no }
}

#[device]
pub fn total<const N: usize>(values: &[u32; N]) -> u32 {
    let mut sum = 0_u32;
    for i in 0..N {
        sum = sum.wrapping_mul(31).wrapping_add(values[i]);
    }
    sum
}
