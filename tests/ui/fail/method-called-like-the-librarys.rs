use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
pub struct Path {
    pub length: u32,
}

#[device]
impl Path {
    pub fn extend(&mut self, by: u32) -> u32 {
        self.length += by;
        self.length
    }

    pub fn clone(&self) -> Path {
        Path { length: self.length + 1 }
    }

    pub fn round(&self, a: u32, b: u32, c: u32) -> u32 {
        a + b + c
    }

    pub fn enumerate(&self) -> [u32; 1] {
        [self.length]
    }

    // Changes nothing.
    pub fn length(&self) -> u32 {
        self.length
    }
}

fn main() {}
