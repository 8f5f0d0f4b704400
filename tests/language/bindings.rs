//! `let`: patterns, shadowing in every position, deferred values; references to locals, fields and elements; names that
//! mean something in C++.

conformance! {
    program Bindings;
    cases |input| {
        shadowing(input.a, input.b),
        shadowing_changes_the_type(input.a, input.x),
        shadowing_in_blocks(input.a, input.b),
        shadowing_in_branches(input.k, input.l),
        shadowing_in_loops(input.k, input.l),
        shadowing_in_arms(input.k, input.l),
        shadowing_of_parameters(input.k, input.l),
        shadowing_by_patterns(input.k, input.l),
        shadowing_by_itself(input.k, input.l),
        shadowing_of_functions(input.k, input.l),
        shadowing_of_loop_variables(input.k),
        shadowing_inside_expressions(input.k, input.l),
        shadowing_of_a_deferred_variable(input.k, input.l),
        patterns_of_tuples(input.a, input.b, input.i),
        patterns_of_structs(input.a, input.i),
        patterns_of_arrays(input.a, input.b, input.i),
        patterns_nested(input.a, input.b, input.i),
        patterns_swap(input.a, input.b),
        patterns_see_old_names(input.a, input.b),
        patterns_of_parameters(input.a, input.b),
        underscore(input.k),
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
        raw_identifiers(input.a, input.b),
        unicode_free_names(input.a, input.b),
        annotated_types(input.a, input.i),
    }

    use crate::input::{bits, mix};

    #[device]
    pub fn shadowing(a: u32, b: u32) -> u64 {
        let x = a;
        let x = x.wrapping_add(b);
        let y = x;
        let x = x ^ y.wrapping_mul(3);
        let mut x = x as u64;
        x += 1;
        let x = x * 2;
        mix(x, y as u64)
    }

    #[device]
    pub fn shadowing_changes_the_type(a: u32, x: f32) -> u64 {
        let value = a;
        let value = value as f32 + x;
        let value = (value, value > 1.0);
        let value = if value.1 { value.0 } else { -value.0 };
        let value = [value; 2];
        bits(value[0] + value[1])
    }

    #[device]
    pub fn shadowing_in_blocks(a: u32, b: u32) -> u64 {
        let x = a;
        let mut seen = 0_u64;
        {
            let x = b;
            seen = mix(seen, x as u64);
            {
                let x = x ^ 1;
                seen = mix(seen, x as u64);
            }
            seen = mix(seen, x as u64);
        }
        mix(seen, x as u64)
    }

    #[device]
    pub fn shadowing_in_branches(k: u32, l: u32) -> u64 {
        let x = k;
        let y = if x > l {
            let x = l;
            x * 2
        } else {
            let x = x + 1;
            let l = x * l;
            l
        };
        if let (0..5, x) = (k, y) {
            let x = x + 7;
            return x as u64;
        }
        mix(x as u64, y as u64)
    }

    #[device]
    pub fn shadowing_in_loops(k: u32, l: u32) -> u64 {
        let x = k;
        let mut sum = 0;
        for step in 0..l {
            let x = x + step;
            sum += x;
            let x = x * 2;
            let sum_2 = x;
            sum += sum_2;
        }
        let mut rest = 3;
        while rest > 0 {
            let rest_of_it = rest;
            let x = rest_of_it + x;
            sum += x;
            rest -= 1;
        }
        mix(sum as u64, x as u64)
    }

    #[device]
    pub fn shadowing_in_arms(k: u32, l: u32) -> u64 {
        let x = 5;
        let y = match k {
            x @ 0..=3 => x + 1,
            x if x == l => {
                let x = x * 10;
                x
            }
            l => l + x,
        };
        mix(y as u64, (x + l) as u64)
    }

    #[device]
    pub fn shadowing_of_parameters(k: u32, l: u32) -> u64 {
        let k = k + 1;
        let (l, k) = (k, l);
        let l = l as u64;
        l * 100 + k as u64
    }

    #[device]
    pub fn shadowing_by_patterns(k: u32, l: u32) -> u64 {
        let x = k;
        let (x, y) = (x + 1, x + l);
        let (y, x) = (x, y);
        let [x, y] = [y + 1, x + 2];
        mix(x as u64, y as u64)
    }

    #[device]
    pub fn shadowing_by_itself(k: u32, l: u32) -> u64 {
        let x = {
            let x = k;
            let x = x + l;
            x * x
        };
        let x = match x {
            0 => 1,
            x => x / 2,
        };
        let x: u64 = if x > 3 { x as u64 } else { 17 };
        x
    }

    #[device]
    pub fn twice(x: u32) -> u32 {
        x * 2
    }

    #[device]
    pub fn shadowing_of_functions(k: u32, l: u32) -> u64 {
        let doubled = twice(k);
        let twice = doubled + l;
        let mix = twice + 1;
        crate::input::mix(mix as u64, twice as u64)
    }

    #[device]
    pub fn shadowing_of_loop_variables(k: u32) -> u64 {
        let mut result = 0;
        for x in 0..3_u32 {
            let x = x + k;
            for x in x..x + 3 {
                let x = x * 2;
                result = mix(result, x as u64);
            }
            result = mix(result, x as u64);
        }
        result
    }

    #[device]
    pub fn shadowing_inside_expressions(k: u32, l: u32) -> u64 {
        let x = k;
        let sum = x
            + {
                let x = l;
                let x = x + 1;
                x * 10
            }
            + x;
        sum as u64
    }

    #[device]
    pub fn shadowing_of_a_deferred_variable(k: u32, l: u32) -> u64 {
        let x = k;
        let y: u32;
        if x > l {
            let x: u32;
            x = l + 1;
            y = x;
        } else {
            y = x;
        }
        let x: u64;
        x = y as u64 * 3;
        x
    }

    #[device]
    pub fn patterns_of_tuples(a: u32, b: u32, i: i32) -> u64 {
        let triple = (a, b, i);
        let (x, y, z) = triple;
        let (first, ..) = triple;
        let (_, second, _) = triple;
        let (mut sum, other): (u64, i64) = (x as u64, z as i64);
        sum += y as u64 + first as u64;
        mix(mix(sum, other as u64), second as u64)
    }

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
    pub fn patterns_of_structs(a: u32, i: i32) -> u64 {
        let point = Point { x: a, y: a ^ 1, weight: Weight(i, 5) };
        let Point { x, y: other, weight } = point;
        let Weight(signed, unsigned) = weight;
        let Point { y, .. } = point;
        mix(mix(x as u64, other as u64), mix(signed as u64, (unsigned ^ y) as u64))
    }

    #[device]
    pub fn patterns_of_arrays(a: u32, b: u32, i: i32) -> u64 {
        let [first, second] = [a, b];
        let signed = [i, 1, 2, 3];
        let [x, _, y, ..] = signed;
        mix(mix(first as u64, second as u64), mix(x as u64, y as u64))
    }

    #[device]
    pub fn patterns_nested(a: u32, b: u32, i: i32) -> u64 {
        let ((x, y), [z, w]) = ((a, b), [i, 4]);
        let (Weight(p, q), _) = (Weight(i, a), b);
        let Point { weight: Weight(r, _), x: s, .. } = Point { x, y, weight: Weight(z, 8) };
        mix(mix(mix(x as u64, y as u64), mix(z as u64, w as u64)), mix(mix(p as u64, q as u64), mix(r as u64, s as u64)))
    }

    #[device]
    pub fn patterns_swap(a: u32, b: u32) -> u64 {
        let (a, b) = (b, a);
        let pair = (a, b);
        let (b, a) = pair;
        mix(a as u64, b as u64)
    }

    #[device]
    pub fn patterns_see_old_names(a: u32, b: u32) -> u64 {
        let x = a;
        let (x, y, z) = (b, x, x ^ b);
        mix(mix(x as u64, y as u64), z as u64)
    }

    #[device]
    pub fn patterns_of_parameters(a: u32, b: u32) -> u64 {
        changed(a, b) + ignored(a, b)
    }

    #[device]
    pub fn changed(mut a: u32, b: u32) -> u64 {
        a /= 2;
        a ^= b;
        a as u64
    }

    #[device]
    pub fn ignored(_: u32, _unused: u32) -> u64 {
        3
    }

    #[device]
    pub fn bump(counter: &mut u32) -> u32 {
        *counter += 1;
        *counter
    }

    #[device]
    pub fn underscore(k: u32) -> u64 {
        let mut counter = k;
        let _ = bump(&mut counter);
        let _unused = bump(&mut counter);
        let (_, kept) = (bump(&mut counter), bump(&mut counter));
        _ = bump(&mut counter);
        mix(counter as u64, kept as u64)
    }

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

    #[device]
    pub fn annotated_types(a: u32, i: i32) -> u64 {
        let small: u8 = 200;
        let long: i64 = -5;
        let size: usize = 3;
        let number: f32 = 2.0;
        let double: f64 = 3.5_f64;
        let flag: bool = a > 3;
        let pair: (u32, i32) = (a, i);
        let table: [u16; 3] = [1, 2, 3];
        let inferred: _ = a;
        let nested: [[u32; 2]; 2] = [[a, 1], [2, 3]];
        let mut result = mix(small as u64, long as u64);
        result = mix(result, table[size - 1] as u64 + number as u64 + double as u64 + flag as u64);
        result = mix(result, pair.0 as u64 ^ pair.1 as u64);
        mix(result, inferred as u64 + nested[1][0] as u64)
    }
}
