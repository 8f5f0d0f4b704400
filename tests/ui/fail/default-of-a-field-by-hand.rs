use whipple::prelude::*;

#[device]
#[derive(Clone, Copy)]
struct Weight {
    grams: u32,
}

impl Default for Weight {
    fn default() -> Self {
        Weight { grams: 70 }
    }
}

#[device]
#[derive(Clone, Copy, Default)]
struct Parcel {
    weight: Weight,
    count: u32,
}

#[device]
fn by_trait() -> Parcel {
    Default::default()
}

#[device]
fn as_base(count: u32) -> Parcel {
    Parcel { count, ..Default::default() }
}

#[device]
fn taken(parcel: &mut Parcel) -> Parcel {
    std::mem::take(parcel)
}

#[device]
fn unwrapped(parcel: Option<Parcel>) -> Parcel {
    parcel.unwrap_or_default()
}

fn main() {}
