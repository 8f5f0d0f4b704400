#[device]
impl Pair {
    pub fn lent(&mut self) -> &mut u32 {
        &mut self.left
    }

    pub fn wide(&mut self) -> &mut i64 {
        &mut self.right
    }

    pub fn itself(&mut self) -> &mut Pair {
        self.right ^= 1;
        self
    }

    pub fn seen(&self) -> &u32 {
        &self.left
    }

    pub fn lent_if(&mut self, is: bool) -> Option<&mut u32> {
        if is { Some(&mut self.left) } else { None }
    }

    pub fn both(&mut self) -> (&mut u32, &mut i64) {
        (&mut self.left, &mut self.right)
    }
}

#[device]
pub fn lent(pair: &mut Pair) -> &mut u32 {
    pair.left ^= 5;
    &mut pair.left
}

#[device]
pub fn same(number: &mut u32) -> &mut u32 {
    number
}

#[device]
pub fn at(values: &mut [u32; 4], index: u32) -> &mut u32 {
    &mut values[index as usize % 4]
}

#[device]
pub fn heavier<'a>(one: &'a mut Pair, other: &'a mut Pair) -> &'a mut Pair {
    if one.left > other.left { one } else { other }
}

#[device]
pub fn larger<'a>(one: &'a u32, other: &'a u32) -> &'a u32 {
    if one > other { one } else { other }
}

#[device]
pub fn two<'a>(one: &'a mut u32, other: &'a mut u32, is_turned: bool) -> [&'a mut u32; 2] {
    if is_turned { [other, one] } else { [one, other] }
}

#[device]
pub fn halves(values: &mut [u32; 4]) -> (&mut [u32], &mut [u32]) {
    values.split_at_mut(2)
}

#[device]
pub fn row_of(grid: &mut [[i32; 3]; 2], index: usize) -> &mut [i32; 3] {
    &mut grid[index % 2]
}

/// The first odd number.
#[device]
pub fn odd(values: &mut [u32]) -> Option<&mut u32> {
    for value in values {
        if *value % 2 == 1 {
            return Some(value);
        }
    }
    None
}

#[device]
pub fn folded_slice(values: &[u32]) -> u32 {
    let mut sum = values.len() as u32;
    for value in values {
        sum = sum.wrapping_mul(31) ^ *value;
    }
    sum
}

#[device]
pub fn all_changed(values: &mut [u32], by: u32) {
    for (index, value) in values.iter_mut().enumerate() {
        *value = value.wrapping_add(by) ^ index as u32;
    }
}

/// Numbers on top of each other: those that have no room are dropped.
#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Stack<T, const N: usize> {
    items: [T; N],
    len: usize,
}

#[device]
impl<T: Copy, const N: usize> Stack<T, N> {
    pub const ROOM: usize = N;

    pub fn of(item: T) -> Self {
        Self { items: [item; N], len: 1 }
    }

    pub fn push(&mut self, item: T) -> &mut Self {
        if self.len < Self::ROOM {
            self.items[self.len] = item;
            self.len += 1;
        }
        self
    }

    pub fn pop(&mut self) -> Option<T> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        Some(self.items[self.len])
    }

    pub fn top(&mut self) -> Option<&mut T> {
        if self.len == 0 { None } else { Some(&mut self.items[self.len - 1]) }
    }

    pub fn items(&self) -> &[T] {
        &self.items[..self.len]
    }

    pub fn items_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }
}

#[device]
impl<T: Copy, const N: usize> std::ops::Index<usize> for Stack<T, N> {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        &self.items[index % N]
    }
}

#[device]
impl<T: Copy, const N: usize> std::ops::IndexMut<usize> for Stack<T, N> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.items[index % N]
    }
}

#[device]
#[derive(Clone, Copy, PartialEq)]
pub enum Either<A, B> {
    Left(A),
    Right { of: B, count: u32 },
}

#[device]
impl<A: Copy, B: Copy> Either<A, B> {
    pub fn flipped(self, count: u32) -> Either<B, A> {
        match self {
            Self::Left(of) => Either::<B, A>::Right { of, count },
            Self::Right { of, .. } => Either::<B, A>::Left(of),
        }
    }

    pub fn left_or(self, other: A) -> A {
        if let Self::Left(of) = self { of } else { other }
    }

    pub fn left_mut(&mut self) -> Option<&mut A> {
        match self {
            Self::Left(of) => Some(of),
            Self::Right { count, .. } => {
                *count += 1;
                None
            }
        }
    }

    pub fn count(&self) -> u32 {
        match self {
            Self::Left(_) => 77,
            Self::Right { count, .. } => *count,
        }
    }
}

#[device]
pub trait Weighed: Copy {
    type Unit: Copy;
    const SCALE: u32;

    fn number(of: Self::Unit) -> i64;

    fn weight(&self) -> Self::Unit;
    fn grow_by(&mut self, by: u32);

    fn told(&self) -> u64 {
        mix(Self::number(self.weight()) as u64, Self::SCALE as u64)
    }

    fn grown_by(mut self, by: u32) -> Self {
        self.grow_by(by.wrapping_mul(Self::SCALE));
        self
    }
}

#[device]
impl Weighed for Pair {
    type Unit = i64;
    const SCALE: u32 = 3;

    fn number(of: i64) -> i64 {
        of
    }

    fn weight(&self) -> i64 {
        self.right ^ self.left as i64
    }

    fn grow_by(&mut self, by: u32) {
        self.left ^= by;
    }
}

#[device]
impl<T: Copy, const N: usize> Weighed for Stack<T, N> {
    type Unit = i64;
    const SCALE: u32 = N as u32 + 1;

    fn number(of: i64) -> i64 {
        of
    }

    fn weight(&self) -> i64 {
        self.items().len() as i64 * 5 - 1
    }

    fn grow_by(&mut self, by: u32) {
        self.items.rotate_left(by as usize % N);
    }

    fn told(&self) -> u64 {
        self.weight() as u64 ^ 9
    }
}

#[device]
impl Weighed for Board {
    type Unit = u32;
    const SCALE: u32 = 7;

    fn number(of: u32) -> i64 {
        of as i64
    }

    fn weight(&self) -> u32 {
        self[0] ^ self[(1, 1)].rotate_left(3)
    }

    fn grow_by(&mut self, by: u32) {
        self[3] ^= by;
    }
}

#[device]
pub fn weighed<A: Weighed, B: Weighed<Unit = i64>>(one: &A, mut other: B) -> u64 {
    other.grow_by(A::SCALE);
    mix(one.told(), other.weight() as u64 ^ B::SCALE as u64)
}

/// Four numbers by one index or by two, with operators.
#[device]
#[derive(Clone, Copy, PartialEq)]
pub struct Board {
    pub cells: [u32; 4],
}

#[device]
impl std::ops::Index<u32> for Board {
    type Output = u32;
    fn index(&self, index: u32) -> &u32 {
        &self.cells[index as usize % 4]
    }
}

#[device]
impl std::ops::IndexMut<u32> for Board {
    fn index_mut(&mut self, index: u32) -> &mut u32 {
        &mut self.cells[index as usize % 4]
    }
}

#[device]
impl std::ops::Index<(u32, u32)> for Board {
    type Output = u32;
    fn index(&self, (row, column): (u32, u32)) -> &u32 {
        &self.cells[(row % 2 * 2 + column % 2) as usize]
    }
}

#[device]
impl std::ops::IndexMut<(u32, u32)> for Board {
    fn index_mut(&mut self, (row, column): (u32, u32)) -> &mut u32 {
        &mut self.cells[(row % 2 * 2 + column % 2) as usize]
    }
}

#[device]
impl std::ops::BitXor for Board {
    type Output = Board;
    fn bitxor(self, other: Board) -> Board {
        Board { cells: std::array::from_fn(|index| self.cells[index] ^ other.cells[index]) }
    }
}

#[device]
impl std::ops::BitXorAssign<u32> for Board {
    fn bitxor_assign(&mut self, by: u32) {
        for cell in &mut self.cells {
            *cell ^= by;
        }
    }
}

#[device]
impl std::ops::Not for Board {
    type Output = Board;
    fn not(mut self) -> Board {
        self.cells.reverse();
        self
    }
}

#[device]
impl std::ops::Shl<u32> for Board {
    type Output = Board;
    fn shl(mut self, by: u32) -> Board {
        self.cells.rotate_left(by as usize % 4);
        self
    }
}

/// Some numbers, each by a rule from the one before.
#[device]
#[derive(Clone, Copy)]
pub struct Steps {
    pub now: u32,
    pub by: u32,
    pub left: u32,
}

#[device]
impl Steps {
    pub fn new(now: u32, by: u32, left: u32) -> Self {
        Steps { now, by, left: left % 8 }
    }
}

#[device]
impl Iterator for Steps {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        let now = self.now;
        self.now = now.rotate_left(3).wrapping_add(self.by);
        Some(now)
    }
}

#[device]
pub fn twice<F: FnMut(u32) -> u32>(mut change: F, number: u32) -> u32 {
    let first = change(number);
    change(first)
}

#[device]
pub fn changed_by(number: &mut u32, change: impl Fn(&mut u32)) {
    change(number);
    *number = number.rotate_left(1);
}

#[device]
pub fn folded_by(values: &[u32], first: u64, fold: impl Fn(u64, u32) -> u64) -> u64 {
    let mut sum = first;
    for value in values {
        sum = fold(sum, *value);
    }
    sum
}
