use whipple::prelude::*;

#[device]
#[derive(Clone, Copy, Debug)]
pub struct Id(pub u32);

#[device]
impl Id {
    pub fn test(&self) {
        assert!(self.0 > 0, "{self:?}");
    }
}

fn main() {}
