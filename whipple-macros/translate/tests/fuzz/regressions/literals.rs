//! Suffixes that look like the translator's own marks, and suffixes that are keywords.

#[device]
fn marked() -> u32 {
    let a = 5w3;
    let b = 0x1fv99999;
    a + b + 1w0
}

#[device]
fn keywords(a: bool) -> u32 {
    let x = if a {
        let y = 5self;
        y
    } else {
        6fn
    };
    x
}

#[device]
fn classes() -> u32 {
    #[whipple_class(7)]
    let x = 1;
    #[whipple_class(0)]
    let y = if x > 1 { 2 } else { 3 };
    y
}
