use whipple::prelude::*;

mod own {
    macro_rules! println {
        ($value:expr) => {
            $value
        };
    }
    pub(crate) use println;
}

#[device]
pub fn f(n: u32) -> u32 {
    own::println!(n)
}

fn main() {}
