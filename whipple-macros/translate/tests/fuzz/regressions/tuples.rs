//! Tuples that would be their own elements, handed to a function.

#[device]
fn endless() -> u32 {
    let mut a = (0, 1, 2, 3, 4, 5);
    a = (a, a, a, a, a, a);
    taken(a);
    a = [a, (a, [a])];
    if a == (a, a) { (a, 0).1 } else { loop { break (a, 1).1 } }
}
