use whipple::prelude::*;

#[device]
fn twice<F: FnMut() -> u32 + Copy>(mut f: F) -> u32 {
    f() + f()
}

#[device]
fn both<F: Fn(u32) -> u32>(f: [F; 2]) -> u32 {
    f[0](1) + f[1](2)
}

#[device]
fn with_memory(memory: &Buffer<u32>, f: impl Fn(&Buffer<u32>) -> u32) -> u32 {
    f(memory)
}

#[device]
fn made(n: u32) -> impl Fn(u32) -> u32 {
    move |x| x + n
}

#[device]
fn put(values: &mut [u32; 4], f: impl Fn(&mut [u32; 4]) -> &mut u32) {
    *f(values) = 3;
}

#[device]
fn by_pointer(x: u32, y: f32, f: fn(u32, f32) -> u32) -> u32 {
    f(x, y)
}

fn host(x: u32) -> u32 {
    x + 1
}

#[device]
fn apply(x: u32, f: impl Fn(u32) -> u32) -> u32 {
    f(x)
}

#[device]
fn applied(x: u32) -> u32 {
    apply(x, host)
}

#[device]
#[derive(Clone, Copy)]
struct Scale {
    by: u32,
}

#[allow(non_upper_case_globals)]
#[device]
impl Scale {
    const small: u32 = 7;

    fn scaled(self, by: u32, f: impl Fn(u32) -> u32) -> u32 {
        f(self.by * by)
    }

    fn a_little(self) -> u32 {
        self.scaled(Self::small, u32::count_ones)
    }
}

fn main() {
    assert_eq!(applied(1), 2);
    assert_eq!(Scale { by: 3 }.a_little(), 3);
}
