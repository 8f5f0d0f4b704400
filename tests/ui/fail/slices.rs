use whipple::prelude::*;

#[device]
const TABLE: [u32; 3] = [1, 2, 3];

#[device]
pub fn taken(values: [f32]) -> u32 {
    1
}

#[device]
pub fn borrowed_by_ref(values: &mut [u32]) {
    if let [_, ref mut others @ ..] = *values {
        others[0] = 1;
    }
}

#[device]
#[allow(const_item_mutation)]
pub fn of_a_constant() {
    let values = &mut TABLE[1..];
    values[0] = 5;
}

fn main() {}
