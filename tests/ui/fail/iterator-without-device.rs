use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Countdown {
    pub left: u32,
}

impl Iterator for Countdown {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        Some(self.left)
    }
}

#[device]
pub fn has_three(mut countdown: Countdown) -> bool {
    countdown.any(|x| x == 3)
}

#[device]
pub fn mixed(countdown: Countdown) -> u32 {
    countdown.fold(0, |sum, x| sum ^ x)
}

fn main() {}
