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

/// What lanes find together: they may all leave early, and each by itself behind the last meeting.
#[device]
pub fn among_lanes<P: whipple::procedure::WarpLevel>(ctx: &Context<P>, value: u32, (turns, early): (u32, bool)) -> u32 {
    let most = ctx.reduce_max(value % 1000);
    if early {
        return most ^ value;
    }
    let mut sum = value;
    for turn in 0..turns % 3 {
        sum = mixed(sum, ctx.shuffle_xor(sum, turn + 1)) ^ most;
    }
    if ctx.thread() % 3 == value % 2 {
        return sum;
    }
    mixed(sum, turns)
}

/// The same of lanes and of their options, by a function that they call in turn.
#[device]
pub fn of_some_lanes<P: whipple::procedure::WarpLevel>(ctx: &Context<P>, value: Option<u32>, turns: u32) -> Option<u32> {
    let mut found = among_lanes(ctx, value.unwrap_or(turns), (turns, turns % 5 == 1));
    if ctx.ballot(found % 2 == 0) % 4 == 1 {
        found = among_lanes(ctx, found, (2, false));
    }
    let value = value?;
    Some(value ^ found)
}

/// What the threads of a block find together.
#[device]
pub fn among_block<P: whipple::procedure::BlockLevel>(ctx: &Context<P>, mut value: u32, turns: u32) -> (u32, u32) {
    let few = ctx.barrier_count(value % 3 == 0);
    match turns % 4 {
        0 => (value, few),
        1 if few % 2 == 0 => (value ^ 1, ctx.barrier_count(value % 2 == 0)),
        other => {
            value = mixed(value, ctx.barrier_any(value % 32 == other) as u32);
            if value % 4 == 0 {
                return (value, other);
            }
            (few, value)
        }
    }
}
