use whipple::prelude::*;

#[device]
pub fn f(n: u32) -> u32 {
    println!(concat!("a", "{}"), n);
    n
}

#[device]
pub fn g(n: u32, width: usize) -> u32 {
    eprintln!("{:1$}", n, width);
    n
}

#[device]
pub fn h(n: u32) -> u32 {
    print!("{}");
    n
}

fn main() {}
