use whipple::prelude::*;

mod shapes {
    use whipple::prelude::*;

    #[device]
    pub fn area(side: f32) -> f32 {
        side * side
    }
}

#[device]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Level {
    of: u32,
}

#[device]
fn all_of_a_module(side: f32) -> f32 {
    use shapes::*;
    area(side)
}

#[device]
fn called_like_a_closure(side: f32) -> f32 {
    use shapes::area;
    let area = |side: f32| side * 2.0;
    area(side)
}

#[device]
fn of_ones_own(a: u32, b: u32) -> u32 {
    use std::cmp::max;
    max(Level { of: a }, Level { of: b }).of
}

#[device]
fn of_references(a: u32, b: u32) -> u32 {
    use std::cmp::min;
    *min(&a, &b)
}

fn main() {
    assert!(all_of_a_module(1.0) + called_like_a_closure(2.0) < 7.0);
    assert_eq!(of_ones_own(1, 2) + of_references(3, 4), 5);
}
