use whipple::prelude::*;

pub mod inner {
    use whipple::prelude::*;

    #[device]
    #[derive(Clone, Copy)]
    pub struct Hidden {
        value: u32,
    }

    #[device]
    impl Hidden {
        pub fn new(value: u32) -> Self {
            Hidden { value }
        }
    }
}

#[device]
pub fn broken(a: u32) -> u32 {
    let hidden = inner::Hidden::new(a);
    hidden.value
}

#[device]
pub fn user(a: u32) -> u32 {
    broken(a) + 1
}

fn main() {
    let _ = user(1);
}
