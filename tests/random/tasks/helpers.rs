/// A generator of numbers, which each thread has to itself: it is not copied.
#[device]
#[derive(Clone)]
pub struct Generator {
    pub state: u32,
}

#[device]
impl Generator {
    pub fn next(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.state >> 7
    }
}

#[device]
pub fn mixed(a: u32, b: u32) -> u32 {
    (a ^ b.wrapping_mul(0x9e37_79b9)).rotate_left(5).wrapping_mul(0x85eb_ca6b)
}

/// A child of the bodies that spawn.
#[procedure(level = 2)]
pub struct Leaf {
    pub sums: Buffer<u32>,
}

#[execute]
impl Execute for Leaf {
    type Item = u32;

    fn execute(&self, _: &Context<Self>, item: &u32) {
        self.sums.fetch_add(*item % language::SUMS, mixed(*item, 7));
    }
}
