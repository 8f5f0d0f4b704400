use whipple::prelude::*;

mod halves {
    use whipple::prelude::*;

    #[device]
    pub fn halved(a: u32) -> u32 {
        a / 2
    }
}

#[device]
pub fn more(a: u32) -> u32 {
    a + halves::hlaved(a)
}

fn main() {}
