//! References to locals, fields and elements, copies, and names that mean something in C++.

conformance! {
    program References;
    cases |input| {
        references_to_locals(input.a, input.b),
        references_to_fields(input.a, input.b),
        references_to_elements(input.a, input.k),
        references_through_functions(input.a, input.b, input.k),
        references_chosen(input.a, input.b),
        references_to_references(input.a, input.b),
        references_are_not_copies(input.a, input.b),
        copies_are_not_references(input.a, input.b),
        dereferenced_values(input.a, input.b),
        returned_references(input.a, input.k),
        keywords_as_locals(input.a, input.b),
        keywords_as_members(input.a, input.b),
        keywords_as_items(input.a, input.b),
        names_of_the_library(input.a, input.b, input.x),
        names_of_members(input.a, input.b),
        names_of_the_library_as_members(input.a, input.b),
        raw_identifiers(input.a, input.b),
        unicode_free_names(input.a, input.b),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy)]
    pub struct Point {
        pub x: u32,
        pub y: u32,
        pub weight: Weight,
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Weight(pub i32, pub u32);

    #[device]
    pub fn references_to_locals(a: u32, b: u32) -> u64 {
        let mut x = a;
        let mut y = b;
        {
            let r = &mut x;
            *r ^= 5;
            let s = &mut y;
            *s = *r;
            *r = *s / 2 + 1;
        }
        let r = &x;
        let s = &y;
        mix(*r as u64, *s as u64 + (r == s) as u64)
    }

    #[device]
    pub fn references_to_fields(a: u32, b: u32) -> u64 {
        let mut point = Point { x: a, y: b, weight: Weight(1, 2) };
        let x = &mut point.x;
        *x /= 3;
        let weight = &mut point.weight;
        weight.0 -= 7;
        weight.1 = 9;
        let inner = &mut point.weight.1;
        *inner += 1;
        let whole = &point;
        mix(mix(whole.x as u64, whole.y as u64), mix(whole.weight.0 as u64, whole.weight.1 as u64))
    }

    #[device]
    pub fn references_to_elements(a: u32, k: u32) -> u64 {
        let mut values = [a, 1, 2, 3];
        let index = k as usize % 4;
        let element = &mut values[index];
        *element ^= 0xff;
        let row = &values;
        let mut result = 0;
        for index in 0..4 {
            result = mix(result, row[index] as u64);
        }
        result
    }

    #[device]
    pub fn add_into(total: &mut u64, values: &[u32; 4], from: usize) {
        for index in from..4 {
            *total += values[index] as u64;
        }
    }

    #[device]
    pub fn exchange(a: &mut u32, b: &mut u32) {
        let old = *a;
        *a = *b;
        *b = old;
    }

    #[device]
    pub fn references_through_functions(a: u32, b: u32, k: u32) -> u64 {
        let mut values = [a, b, k, 9];
        let mut total = 1_u64;
        add_into(&mut total, &values, k as usize % 4);
        let (mut x, mut y) = (values[0], values[1]);
        exchange(&mut x, &mut y);
        exchange(&mut values[2], &mut x);
        add_into(&mut total, &values, 0);
        mix(total, (x ^ y) as u64)
    }

    #[device]
    pub fn references_chosen(a: u32, b: u32) -> u64 {
        let x = a;
        let y = b;
        let larger: &u32 = if x > y { &x } else { &y };
        let same = larger;
        *larger as u64 + *same as u64
    }

    #[device]
    pub fn references_to_references(a: u32, b: u32) -> u64 {
        let x = a;
        let r = &x;
        let s = &r;
        let sum = **s as u64 + b as u64;
        let mut y = b;
        let m = &mut y;
        *m ^= 3;
        exchange_with(m, 8);
        sum + y as u64
    }

    #[device]
    pub fn exchange_with(place: &mut u32, value: u32) {
        *place = value + *place % 2;
    }

    #[device]
    pub fn references_are_not_copies(a: u32, b: u32) -> u64 {
        let mut point = Point { x: a, y: b, weight: Weight(1, 2) };
        let alias = &mut point;
        alias.x = 1;
        alias.weight = Weight(3, 4);
        change(alias);
        mix(point.x as u64, point.weight.0 as u64)
    }

    #[device]
    pub fn change(point: &mut Point) {
        point.x += 10;
        point.weight.0 = -point.weight.0;
    }

    #[device]
    pub fn copies_are_not_references(a: u32, b: u32) -> u64 {
        let mut point = Point { x: a, y: b, weight: Weight(1, 2) };
        let copy = point;
        let weight = point.weight;
        let reference = &point;
        let second = *reference;
        point.x = 1;
        point.weight.1 = 8;
        let mut third = point;
        third.y = 2;
        mix(mix(copy.x as u64, weight.1 as u64), mix(second.weight.1 as u64, mix(third.x as u64, point.y as u64)))
    }

    #[device]
    pub fn dereferenced_values(a: u32, b: u32) -> u64 {
        let x = a;
        let r = &x;
        let mut y = *r;
        y ^= b;
        let z = *r ^ y;
        mix(*r as u64, mix(y as u64, z as u64))
    }

    #[device]
    pub fn pick(values: &[u32; 3], index: usize) -> &u32 {
        &values[index]
    }

    #[device]
    pub fn returned_references(a: u32, k: u32) -> u64 {
        let values = [a, k, 12];
        let picked = pick(&values, k as usize % 3);
        *picked as u64 * 3 + *pick(&values, 1) as u64
    }

    #[device]
    pub fn keywords_as_locals(a: u32, b: u32) -> u64 {
        let int = a;
        let class = b;
        let new = int ^ class;
        let double = new / 2;
        let template = [int, double];
        let this = template[1];
        let operator = this + 1;
        let mut register = operator as u64;
        for auto in 0..3 {
            register += auto;
        }
        let (short, long) = (register, class as u64);
        let null = 3;
        let and = long / 2 + null;
        let xor = short ^ and;
        let delete = { let namespace = xor; namespace };
        delete
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Union {
        pub class: u32,
        pub new: u32,
        pub default: bool,
        pub char: u64,
    }

    #[device]
    impl Union {
        pub const export: u32 = 3;

        pub fn delete(&self) -> u32 {
            self.class ^ self.new
        }

        pub fn friend(class: u32, new: u32) -> Self {
            Self { class, new, default: class > new, char: 5 }
        }

        pub fn this(&mut self, volatile: u32) {
            self.new = volatile / 2;
        }
    }

    #[device]
    pub fn keywords_as_members(a: u32, b: u32) -> u64 {
        let mut value = Union { class: a, new: b, default: true, char: 7 };
        let other = Union::friend(b, a);
        value.this(b);
        let Union { class, new: int, .. } = value;
        mix(mix(value.delete() as u64, other.delete() as u64), mix(class as u64 + other.default as u64, int as u64 + Union::export as u64))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    #[allow(non_camel_case_types)]
    pub enum Signed {
        int,
        NULL,
        private,
    }

    #[device]
    pub const REGISTER: u32 = 2;

    #[device]
    pub fn goto(short: u32) -> u32 {
        short / 2 + REGISTER
    }

    pub mod namespace {
        use whipple::prelude::*;

        #[device]
        pub fn delete(new: u32) -> u32 {
            new ^ 7
        }
    }

    #[device]
    pub fn keywords_as_items(a: u32, b: u32) -> u64 {
        let kind = if a > b { Signed::int } else { Signed::private };
        let name: u64 = match kind {
            Signed::int => 1,
            Signed::NULL => 2,
            Signed::private => 3,
        };
        mix(name, (goto(a) ^ namespace::delete(b)) as u64)
    }

    #[device]
    pub fn names_of_the_library(a: u32, b: u32, x: f32) -> u64 {
        let num = x.abs();
        let range = a;
        let array = [range, b];
        let tuple = (array, num);
        let cast = tuple.0[1] as u64;
        let check = cast > 5;
        let vec3 = Vec3::new(num, x, 1.0);
        let threadIdx = vec3.x;
        let filled = [b; 3];
        let mut sum = 0;
        for whipple in range..range.saturating_add(2) {
            sum += whipple as u64;
        }
        mix(mix(bits(threadIdx.max(num)), sum), filled[2] as u64 + check as u64)
    }

    #[device]
    pub fn names_of_members(a: u32, b: u32) -> u64 {
        let point = Point { x: a, y: b, weight: Weight(0, 1) };
        let x = point.y;
        let y = point.x;
        let weight = x ^ y;
        let point = Point { x: weight, y, ..point };
        mix(point.x as u64, point.y as u64 + x as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Library {
        pub range: u32,
        pub check: bool,
        pub array: u32,
        pub cast: u32,
        pub num: u32,
    }

    #[device]
    impl Library {
        pub fn tuple(&self, start: u32) -> u64 {
            assert!(self.check);
            let values = [self.array, self.cast];
            let mut sum = self.num.max(start) as u64;
            for i in 0..2_u32 {
                sum = sum.wrapping_mul(7) ^ (values[i as usize] as u64) ^ self.range as u64;
            }
            sum
        }
    }

    #[device]
    pub fn names_of_the_library_as_members(a: u32, b: u32) -> u64 {
        let library = Library { range: a, check: true, array: b, cast: a ^ b, num: 3 };
        library.tuple(b)
    }

    #[device]
    pub fn raw_identifiers(a: u32, b: u32) -> u64 {
        let r#type = a;
        let r#match = b;
        let r#union = r#type ^ r#match;
        r#union as u64
    }

    #[device]
    pub fn unicode_free_names(a: u32, b: u32) -> u64 {
        let a_ = a;
        let a__b = b;
        let _a = a_ ^ 1;
        let x_2 = _a;
        let x = a__b;
        let x = x ^ x_2;
        let x = x.wrapping_add(x_2);
        mix(x as u64, a__b as u64)
    }
}
