use whipple::prelude::*;

mod mem {
    use whipple::prelude::*;

    #[device]
    pub fn swap(a: &mut u32, b: &mut u32) {
        *a += *b;
    }
}

#[device]
fn f(a: &mut u32, b: &mut u32) {
    mem::swap(a, b);
}

fn main() {}
