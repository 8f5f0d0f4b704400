//! Calls by the name of one of the library's methods are not asked about: matrices have `row`.
use whipple::prelude::*;

#[device]
impl Other {
    pub fn row<const N: usize>(&self) -> [u32; N] {
        [self.n; N]
    }
}

#[device]
#[derive(Clone, Copy)]
pub struct Other {
    pub n: u32,
}

#[device]
pub fn named_like_the_librarys(other: Other) -> u32 {
    let (seen, unseen): ([u32; 3], [u32; 3]) = (other.row::<3>(), other.row());
    seen[0] + unseen[1]
}

fn main() {}
