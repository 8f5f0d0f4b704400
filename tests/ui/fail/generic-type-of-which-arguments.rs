use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Pair<A, B> {
    a: A,
    b: B,
}

#[device]
impl<A: Copy, B: Copy> Pair<A, B> {
    fn swapped(self) -> Pair<B, A> {
        Pair { a: self.b, b: self.a }
    }

    fn with<C: Copy>(self, b: C) -> Pair<A, C> {
        let Pair { a, .. } = self;
        Pair::<A, C> { a, b }
    }
}

#[device]
fn difference(a: u32, b: i32) -> u32 {
    Pair { a, b }.swapped().with(1).b
}

fn main() {
    assert_eq!(difference(1, 2), 1);
}
