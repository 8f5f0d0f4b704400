//! A module that is called was imported and called in a block of its own, which does not parse.

#[device]
fn called(values: u32) -> u64 {
    (crate(values))
}

#[device]
fn called_self(values: u32) -> u64 {
    self(values) + super(values)
}
