//! Each `&` doubled the time that it took to follow what references refer to.

#[device]
fn far() -> u32 {
    let value = if first() == 1 { &(None,) } else { & & & & & & & & & & & & & & & & & & & & & & & & & & & & & & & & & & & & & & & &((None,)) };
    1
}
