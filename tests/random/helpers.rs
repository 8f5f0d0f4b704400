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
pub fn pair_of(number: u32) -> Pair {
    Pair { left: number, right: number as i64 - 7, weight: number as f32 }
}

#[device]
pub fn row(number: u32) -> [u32; 4] {
    [number, 3, number / 3, !number]
}

/// Changes the number, and gives what it was.
#[device]
pub fn stepped(number: &mut u32) -> u32 {
    let old = *number;
    *number = old.wrapping_mul(3).wrapping_add(1);
    old
}

#[device]
impl Pair {
    pub fn bump(&mut self) -> u32 {
        self.left = self.left.wrapping_add(1);
        self.left
    }

    pub fn me(self) -> Pair {
        self
    }

    pub fn with(self, left: u32, right: u32) -> u32 {
        self.left.wrapping_mul(31) ^ left.rotate_left(5) ^ right.rotate_left(11)
    }

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
#[derive(Clone, Copy, PartialEq)]
pub enum Figure {
    Nothing,
    Dot(u32),
    Bar { length: i32, width: u8 },
    Leaf(Kind, i64),
    Row([u32; 4]),
}

#[device]
pub fn figure(number: u32) -> Figure {
    match number % 5 {
        0 => Figure::Nothing,
        1 => Figure::Dot(number),
        2 => Figure::Bar { width: number as u8, length: number as i32 },
        3 => Figure::Leaf(kind(number / 5), number as i64 - 9),
        _ => Figure::Row([number, 1, 2, number / 3]),
    }
}

/// What it was before.
#[device]
pub fn grown(figure: &mut Figure) -> Figure {
    let before = *figure;
    figure.grow(3);
    before
}

#[device]
impl Figure {
    pub fn size(&self) -> u64 {
        match *self {
            Figure::Nothing => 0,
            Figure::Dot(size) => size as u64 + 1,
            Figure::Bar { length, width } => mix(length as u64, width as u64),
            Figure::Leaf(kind, size) => mix(kind as u64, size as u64),
            Figure::Row([first, second, third, fourth]) => {
                mix(mix(first as u64, second as u64), mix(third as u64, fourth as u64))
            }
        }
    }

    pub fn turned(self) -> Self {
        match self {
            Self::Bar { length, width } => Self::Bar { length: width as i32, width: length as u8 },
            Self::Row([a, b, c, d]) => Self::Row([d, c, b, a]),
            Self::Leaf(Kind::Plain, _) => Self::Nothing,
            other => other,
        }
    }

    pub fn grow(&mut self, by: u32) {
        match self {
            Self::Dot(size) | Self::Row([size, ..]) => *size = size.wrapping_add(by),
            Self::Bar { length, .. } if *length > 1000 => *length -= 1000,
            Self::Bar { length, .. } => *length = length.wrapping_add(by as i32),
            Self::Leaf(_, size) => *size = size.wrapping_add(by as i64),
            Self::Nothing => *self = Self::Dot(by),
        }
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

#[device]
pub fn halved(number: u32) -> Option<u32> {
    if number % 2 == 0 { Some(number / 2) } else { None }
}

#[device]
pub fn quartered(number: u32) -> Option<u32> {
    let half = halved(number)?;
    Some(halved(half)?.checked_add(1)? ^ half)
}

#[device]
pub fn counted_down(number: &mut u32) -> Option<u32> {
    *number = number.checked_sub(1)?;
    Some(*number)
}

#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Gauss {
    pub re: i32,
    pub im: i32,
}

#[device]
impl Gauss {
    pub fn conjugated(self) -> Self {
        Self { im: self.im.wrapping_neg(), ..self }
    }
}

#[device]
impl std::ops::Add for Gauss {
    type Output = Gauss;
    fn add(self, other: Gauss) -> Gauss {
        Gauss { re: self.re.wrapping_add(other.re), im: self.im.wrapping_add(other.im) }
    }
}

#[device]
impl std::ops::Sub for Gauss {
    type Output = Self;
    fn sub(self, other: Self) -> Self::Output {
        self + -other
    }
}

#[device]
impl std::ops::Mul for Gauss {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let re = self.re.wrapping_mul(other.re).wrapping_sub(self.im.wrapping_mul(other.im));
        Self { re, im: self.re.wrapping_mul(other.im).wrapping_add(self.im.wrapping_mul(other.re)) }
    }
}

#[device]
impl std::ops::Mul<i32> for Gauss {
    type Output = Self;
    fn mul(self, by: i32) -> Self {
        Self { re: self.re.wrapping_mul(by), im: self.im.wrapping_mul(by) }
    }
}

#[device]
impl std::ops::Mul<Gauss> for i32 {
    type Output = Gauss;
    fn mul(self, number: Gauss) -> Gauss {
        number * self
    }
}

#[device]
impl std::ops::Neg for Gauss {
    type Output = Self;
    fn neg(self) -> Self {
        Gauss::default() * self.re + Self { re: self.re.wrapping_neg(), im: self.im.wrapping_neg() }
    }
}

#[device]
impl std::ops::AddAssign for Gauss {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

#[device]
impl From<i32> for Gauss {
    fn from(re: i32) -> Self {
        Gauss { re, im: 1 }
    }
}

#[device]
impl Default for Gauss {
    fn default() -> Self {
        Gauss { re: 0, im: 0 }
    }
}

#[device]
pub fn applied<F: Fn(u32) -> u32>(number: u32, function: F) -> u32 {
    function(number) ^ function(number / 3).rotate_left(1)
}

#[device]
pub fn doubled(number: u32) -> u32 {
    number.wrapping_mul(2)
}

#[device]
pub fn each_below(count: u32, mut visit: impl FnMut(u32)) {
    for i in 0..count {
        visit(i);
    }
}

#[device]
pub fn bounded(number: u32, limit: u32) -> Result<u32, i32> {
    if number < limit { Ok(limit - number) } else { Err(number as i32) }
}

#[device]
#[derive(Clone, Copy)]
pub struct Held<T> {
    pub first: T,
    pub second: T,
}

#[device]
impl<T: Copy> Held<T> {
    pub fn turned(self, is_turned: bool) -> Self {
        if is_turned { Self { first: self.second, second: self.first } } else { self }
    }
}

#[device]
pub fn number_of_held(held: Held<u32>) -> u32 {
    held.first ^ held.second.rotate_left(9)
}

/// The last numbers of a sequence.
#[device]
#[derive(Clone, Copy)]
pub struct Ring<T, const N: usize> {
    items: [T; N],
    count: usize,
}

#[device]
impl<T: Copy, const N: usize> Ring<T, N> {
    pub fn of(item: T) -> Self {
        Self { items: [item; N], count: 0 }
    }

    pub fn pushed(mut self, item: T) -> Self {
        self.items[self.count % N] = item;
        self.count += 1;
        self
    }

    pub fn sum_by(&self, number: impl Fn(T) -> u32) -> u32 {
        let mut sum = self.count as u32;
        for item in self.items {
            sum = sum.wrapping_mul(31).wrapping_add(number(item));
        }
        sum
    }
}
