//! Loops over the elements of arrays.

conformance! {
    program Iteration;
    cases |input| {
        by_value(input.a, input.k),
        by_reference(input.a, input.k),
        by_mutable_reference(input.a, input.k),
        by_iter(input.a, input.k),
        by_iter_mut(input.a, input.k),
        by_into_iter(input.a, input.k),
        copied(input.a, input.k),
        copied_before_a_change(input.a, input.k),
        parameters(input.a, input.k),
        with_indices(input.a, input.k),
        with_indices_changed(input.a, input.k),
        backwards(input.a, input.k),
        backwards_with_indices(input.a, input.k),
        literals(input.k),
        literals_of_other_types(input.k, input.x),
        calls(input.a, input.k),
        evaluated_once(input.a, input.k),
        arrays_that_change_in_the_loop(input.a, input.k),
        tuples_taken_apart(input.a, input.k),
        structs_taken_apart(input.a, input.x),
        arrays_of_arrays(input.a, input.k),
        fields(input.a, input.x),
        jumps(input.a, input.k),
        labels(input.a, input.k),
        values_changed_as_copies(input.a, input.k),
        constants_and_vectors(input.x, input.y),
        widths(input.u),
        options_in_arrays(input.k, input.l),
        options_counted(input.a, input.k),
        results_changed(input.a, input.k),
        borrowed_copies(input.a, input.k),
        borrowed_references(input.a, input.k),
        indices_changed(input.a, input.k),
        what_is_made_there(input.a, input.k),
        pairs(input.a, input.k),
        pairs_kept(input.a, input.k),
        pairs_that_jump(input.a, input.k),
        pairs_of_a_zip(input.a, input.k),
        results_before_a_zip(input.a, input.k),
        pairs_in_closures(input.a, input.k),
    }

    use crate::input::{bits, mix};

    #[device]
    pub fn numbers(a: u32, k: u32) -> [u32; 4] {
        [a, a ^ k, k, a.wrapping_mul(k)]
    }

    #[device]
    pub fn by_value(a: u32, k: u32) -> u64 {
        let values = numbers(a, k);
        let mut sum = 0;
        for value in values {
            sum = mix(sum, value as u64);
        }
        sum
    }

    #[device]
    pub fn by_reference(a: u32, k: u32) -> u64 {
        let values = numbers(a, k);
        let mut sum = 0;
        for value in &values {
            sum = mix(sum, *value as u64);
        }
        for &value in &values {
            sum = mix(sum, value as u64);
        }
        sum
    }

    #[device]
    pub fn by_mutable_reference(a: u32, k: u32) -> u64 {
        let mut values = numbers(a, k);
        for value in &mut values {
            *value = *value / 2;
            *value += 1;
        }
        mix(values[0] as u64, mix(values[1] as u64, values[3] as u64))
    }

    #[device]
    pub fn by_iter(a: u32, k: u32) -> u64 {
        let values = numbers(a, k);
        let mut sum = 0;
        for value in values.iter() {
            sum = mix(sum, *value as u64);
        }
        for &value in values.iter() {
            sum = mix(sum, value as u64);
        }
        sum
    }

    #[device]
    pub fn by_iter_mut(a: u32, k: u32) -> u64 {
        let mut values = numbers(a, k);
        for value in values.iter_mut() {
            *value ^= 5;
        }
        mix(values[0] as u64, values[3] as u64)
    }

    #[device]
    pub fn by_into_iter(a: u32, k: u32) -> u64 {
        let mut sum = 0;
        for value in numbers(a, k).into_iter() {
            sum = mix(sum, value as u64);
        }
        sum
    }

    #[device]
    pub fn copied(a: u32, k: u32) -> u64 {
        let values = numbers(a, k);
        let mut sum = 0;
        for value in values.iter().copied() {
            sum = mix(sum, value as u64);
        }
        for (index, value) in values.iter().cloned().enumerate() {
            sum = mix(sum, value as u64 ^ index as u64);
        }
        sum
    }

    #[device]
    pub fn taken(values: &mut [u32; 4]) -> u32 {
        for (i, x) in values.iter().copied().enumerate() {
            if x % 3 == 1 {
                values[i] = 0;
                return x;
            }
        }
        for x in values.iter().copied() {
            if x % 5 == 1 {
                values[3] = 0;
                values[0] = 0;
                return x;
            }
        }
        for mut x in values.iter().copied() {
            x /= 2;
            let mut y = x;
            y += 1;
            if y % 7 == 3 {
                return x ^ y;
            }
        }
        1
    }

    #[device]
    pub fn copied_before_a_change(a: u32, k: u32) -> u64 {
        let mut values = numbers(a, k);
        let first = taken(&mut values);
        mix(first as u64, mix(values[0] as u64, values[3] as u64))
    }

    #[device]
    pub fn total<const N: usize>(values: &[u32; N]) -> u32 {
        let mut sum = 0_u32;
        for value in values {
            sum = sum.wrapping_add(*value);
        }
        sum
    }

    #[device]
    pub fn double_all(values: &mut [u32; 4]) {
        for value in values {
            *value = value.wrapping_mul(2);
        }
    }

    #[device]
    pub fn parameters(a: u32, k: u32) -> u64 {
        let mut values = numbers(a, k);
        let before = total(&values);
        double_all(&mut values);
        mix(before as u64, total(&values) as u64)
    }

    #[device]
    pub fn with_indices(a: u32, k: u32) -> u64 {
        let values = numbers(a, k);
        let mut sum = 0;
        for (index, value) in values.iter().enumerate() {
            sum = mix(sum, *value as u64 + index as u64);
        }
        for (i, &value) in values.iter().enumerate() {
            if i == 2 {
                continue;
            }
            sum = mix(sum, value as u64 ^ values[3 - i] as u64);
        }
        for (_, value) in values.into_iter().enumerate() {
            sum = mix(sum, value as u64);
        }
        sum
    }

    #[device]
    pub fn with_indices_changed(a: u32, k: u32) -> u64 {
        let mut values = numbers(a, k);
        for (index, value) in values.iter_mut().enumerate() {
            *value ^= index as u32;
            if index > 1 {
                *value /= 3;
            }
        }
        mix(values[1] as u64, values[3] as u64)
    }

    #[device]
    pub fn backwards(a: u32, k: u32) -> u64 {
        let values = numbers(a, k);
        let mut sum = 0;
        for value in values.iter().rev() {
            sum = mix(sum, *value as u64);
        }
        for value in values.into_iter().rev() {
            sum = mix(sum, value as u64);
        }
        sum
    }

    #[device]
    pub fn backwards_with_indices(a: u32, k: u32) -> u64 {
        let mut values = numbers(a, k);
        let mut sum = 0;
        for (index, value) in values.iter_mut().enumerate().rev() {
            *value ^= 1_u32 << index;
            sum = mix(sum, *value as u64);
        }
        sum
    }

    #[device]
    pub fn literals(k: u32) -> u64 {
        let mut sum = 0;
        for factor in [2, 3, 5, 7] {
            if k % factor == 0 {
                sum += factor as u64;
            }
        }
        for (index, weight) in [1_u64, 10, 100].iter().enumerate() {
            sum += *weight * (k as u64 + index as u64);
        }
        sum
    }

    #[device]
    pub fn literals_of_other_types(k: u32, x: f32) -> u64 {
        let mut sum = 0.0;
        for weight in [0.25, 0.5, 0.25] {
            sum += weight * x;
        }
        let mut all = true;
        for flag in [k > 1, k > 2, k != 9] {
            all &= flag;
        }
        mix(bits(sum), all as u64)
    }

    #[device]
    pub fn calls(a: u32, k: u32) -> u64 {
        let mut sum = 0;
        for value in numbers(a, k) {
            sum = mix(sum, value as u64);
        }
        for value in numbers(k, a).iter() {
            sum = mix(sum, *value as u64);
        }
        sum
    }

    #[device]
    pub fn next(state: &mut u32) -> [u32; 3] {
        *state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        [*state, *state >> 8, *state >> 16]
    }

    #[device]
    pub fn evaluated_once(a: u32, k: u32) -> u64 {
        let mut state = a ^ k;
        let mut sum = 0;
        for value in next(&mut state) {
            sum = mix(sum, value as u64 ^ state as u64);
        }
        let rows = [[a, k], [k, a]];
        for value in rows[(next(&mut state)[0] % 2) as usize] {
            sum = mix(sum, value as u64);
        }
        mix(sum, state as u64)
    }

    #[device]
    pub fn arrays_that_change_in_the_loop(a: u32, k: u32) -> u64 {
        let mut values = numbers(a, k);
        let mut sum = 0;
        for value in values {
            values[3] ^= value;
            values[1] = 0;
            sum = mix(sum, value as u64);
        }
        mix(sum, values[3] as u64)
    }

    #[device]
    pub fn tuples_taken_apart(a: u32, k: u32) -> u64 {
        let pairs = [(a, k), (k, 1), (3, a)];
        let mut sum = 0;
        for (first, second) in pairs {
            sum = mix(sum, first as u64 * 3 + second as u64);
        }
        for (index, (first, _)) in pairs.iter().enumerate() {
            sum = mix(sum, *first as u64 + index as u64);
        }
        for &(_, mut second) in &pairs {
            second /= 2;
            sum = mix(sum, second as u64);
        }
        sum
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Mass {
        pub at: Vec2,
        pub kilograms: f32,
    }

    #[device]
    pub struct Cloud {
        pub masses: [Mass; 3],
        pub weights: [f32; 3],
    }

    #[device]
    impl Cloud {
        pub fn new(a: u32, x: f32) -> Self {
            let mass = Mass { at: Vec2::new(x, 1.0), kilograms: (a % 5) as f32 };
            Cloud { masses: [mass, Mass { at: Vec2::Y, kilograms: x }, mass], weights: [0.5, x, 2.0] }
        }

        pub fn total(&self) -> f32 {
            let mut total = 0.0;
            for Mass { at, kilograms } in &self.masses {
                total += *kilograms * at.x;
            }
            for (mass, weight) in [(self.masses[0], 1.5), (self.masses[1], 2.5)] {
                total += mass.kilograms * weight;
            }
            total
        }

        pub fn scale(&mut self, by: f32) {
            for weight in &mut self.weights {
                *weight *= by;
            }
            for (index, mass) in self.masses.iter_mut().enumerate() {
                mass.at *= self.weights[index];
            }
        }
    }

    #[device]
    pub fn structs_taken_apart(a: u32, x: f32) -> u64 {
        bits(Cloud::new(a, x).total())
    }

    #[device]
    pub fn arrays_of_arrays(a: u32, k: u32) -> u64 {
        let mut rows = [[a, k, 1], [k, a, 2]];
        for row in rows.iter_mut() {
            for cell in row.iter_mut() {
                *cell ^= 3;
            }
            row[0] += k & 1;
        }
        let mut sum = 0;
        for row in rows {
            for cell in row {
                sum = mix(sum, cell as u64);
            }
        }
        for [first, second, ..] in [rows[1], rows[0]] {
            sum = mix(sum, first as u64 ^ second as u64);
        }
        sum
    }

    #[device]
    pub fn fields(a: u32, x: f32) -> u64 {
        let mut cloud = Cloud::new(a, x);
        cloud.scale(0.5);
        let mut sum = bits(cloud.total());
        for weight in cloud.weights {
            sum = mix(sum, bits(weight));
        }
        sum
    }

    #[device]
    pub fn first_above(values: &[u32; 4], limit: u32) -> u32 {
        for &value in values {
            if value > limit {
                return value;
            }
        }
        0
    }

    #[device]
    pub fn jumps(a: u32, k: u32) -> u64 {
        let values = numbers(a, k);
        let mut sum = first_above(&values, 9) as u64;
        for value in values {
            if value == k {
                continue;
            }
            if value > 1000 {
                break;
            }
            sum = mix(sum, value as u64);
        }
        sum
    }

    #[device]
    pub fn labels(a: u32, k: u32) -> u64 {
        let rows = [numbers(a, k), numbers(k, 3)];
        let mut sum = 0;
        'rows: for row in &rows {
            for value in row {
                if *value % 7 == 3 {
                    continue 'rows;
                }
                if *value % 13 == 5 {
                    break 'rows;
                }
                sum = mix(sum, *value as u64);
            }
            sum += 1;
        }
        sum
    }

    #[device]
    pub fn values_changed_as_copies(a: u32, k: u32) -> u64 {
        let values = numbers(a, k);
        let mut sum = 0;
        for mut value in values {
            value /= 2;
            sum = mix(sum, value as u64);
        }
        mix(sum, values[0] as u64)
    }

    #[device]
    pub const WEIGHTS: [f32; 3] = [1.0, 2.0, 1.0];

    #[device]
    pub fn constants_and_vectors(x: f32, y: f32) -> u64 {
        let mut sum = 0.0;
        for weight in WEIGHTS {
            sum += weight * x;
        }
        for (index, part) in Vec3::new(x, y, 2.0).to_array().iter().enumerate() {
            sum += part * WEIGHTS[index];
        }
        bits(sum)
    }

    #[device]
    pub fn widths(u: f64) -> u64 {
        let nodes = [0.1_f64, 0.7];
        let mut sum = 0.3;
        for node in nodes {
            sum += node * u * 0.1;
        }
        for (_, node) in nodes.iter().enumerate() {
            sum += *node * 0.3;
        }
        sum.to_bits()
    }

    #[device]
    pub fn results_changed(a: u32, k: u32) -> u64 {
        let mut sum = 0;
        for value in numbers(a, k).iter_mut() {
            *value ^= 3;
            sum = mix(sum, *value as u64);
        }
        sum
    }

    /// An option is gone over as an array of one element, or of none.
    #[device]
    pub fn options_counted(a: u32, k: u32) -> u64 {
        let mut found = if k > 7 { Some(k) } else { None };
        let mut sum = 1_u32;
        for (i, x) in found.iter_mut().enumerate() {
            *x += 1;
            sum += i as u32 + *x;
        }
        for (i, &x) in found.iter().enumerate().rev() {
            sum = sum * 3 + x + i as u32;
        }
        for (i, x) in a.checked_add(1).into_iter().enumerate() {
            sum = (sum ^ x).wrapping_add(i as u32);
        }
        for x in found.iter().rev() {
            sum ^= *x << 8;
        }
        mix(sum as u64, found.unwrap_or(0) as u64)
    }

    #[device]
    pub fn options_in_arrays(k: u32, l: u32) -> u64 {
        let slots = [Some(k), None, k.checked_sub(l)];
        let mut sum = 0;
        for slot in slots {
            let Some(value) = slot else { continue };
            sum = mix(sum, value as u64);
        }
        for slot in &slots {
            if let Some(value) = slot {
                sum = mix(sum, *value as u64);
            }
        }
        sum
    }

    /// What a loop takes by value is a copy, also where its pattern borrows from it.
    #[device]
    pub fn borrowed_copies(a: u32, k: u32) -> u64 {
        let mut values = [a, 2, k];
        let mut sum = 0_u32;
        for ref mut value in values {
            *value ^= 5;
            sum = sum.rotate_left(3) ^ *value;
        }
        for (index, ref mut value) in values.into_iter().enumerate() {
            *value ^= index as u32;
            values[2] ^= *value;
            sum = sum.rotate_left(3) ^ *value;
        }
        for (ref mut left, right) in [(1, a), (k, 3)] {
            *left ^= right;
            sum = sum.rotate_left(3) ^ *left;
        }
        for ref mut number in 0..k % 5 {
            *number ^= 9;
            sum = sum.rotate_left(3) ^ *number;
        }
        mix(sum as u64, (values[0] ^ values[2]) as u64)
    }

    #[device]
    pub fn borrowed_references(a: u32, k: u32) -> u64 {
        let mut values = [a, 2, k];
        let mut sum = 0_u32;
        for ref mut value in values.iter_mut() {
            **value ^= 5;
            sum = sum.rotate_left(3) ^ **value;
        }
        for ref mut value in values.iter() {
            sum = sum.rotate_left(3) ^ **value;
            *value = &7;
            sum ^= **value;
        }
        mix(sum as u64, values[2] as u64)
    }

    #[device]
    pub fn indices_changed(a: u32, k: u32) -> u64 {
        let values = [a, 2, k];
        let mut sum = 0_u32;
        for (mut index, value) in values.iter().enumerate() {
            index ^= 2;
            sum = sum.rotate_left(3) ^ index as u32 ^ *value;
        }
        for (ref mut index, mut value) in values.into_iter().enumerate() {
            *index ^= 1;
            value ^= *index as u32;
            sum = sum.rotate_left(3) ^ value;
        }
        sum as u64
    }

    #[device]
    pub fn folded<T: Copy>(values: &[T; 3], number: impl Fn(T) -> u32) -> u32 {
        let mut sum = 0_u32;
        for pair in values.iter().enumerate() {
            sum = sum.wrapping_mul(3) ^ number(*pair.1) ^ pair.0 as u32;
        }
        sum
    }

    #[device]
    pub fn pairs(a: u32, k: u32) -> u64 {
        let mut values = [a, 2, k];
        let mut sum = folded(&values, |x| x ^ 1);
        for pair in values.iter_mut().enumerate() {
            *pair.1 = pair.1.wrapping_add(pair.0 as u32);
        }
        for mut pair in values.into_iter().enumerate().rev() {
            pair.0 += 1;
            pair.1 ^= 1;
            sum = sum.rotate_left(3) ^ pair.0 as u32 ^ pair.1;
        }
        for pair @ (index, _) in values[1..].iter().enumerate() {
            sum = sum.rotate_left(3) ^ *pair.1 << index;
        }
        sum as u64
    }

    #[device]
    pub fn pairs_kept(a: u32, k: u32) -> u64 {
        let values = [a, 2, k];
        let mut best = (0, 0);
        let mut last = None;
        for pair in values.iter().copied().enumerate() {
            if pair.1 > best.1 {
                best = pair;
            }
        }
        for pair in values.iter().enumerate() {
            last = Some(pair);
        }
        let mut sum = best.0 as u32 ^ best.1;
        if let Some((index, value)) = last {
            sum ^= *value << index;
        }
        for pair in [[1, 2], [3, a]].iter().enumerate() {
            sum ^= pair.1[pair.0];
        }
        sum as u64
    }

    #[device]
    pub fn pairs_that_jump(a: u32, k: u32) -> u64 {
        let values = [a, 2, k];
        let mut sum = 0_u32;
        'outer: for pair in values.into_iter().enumerate() {
            for other in values.iter().enumerate().rev() {
                if other.0 > pair.0 && *other.1 > 5 {
                    continue 'outer;
                }
                if *other.1 == 3 {
                    break;
                }
                sum ^= *other.1;
            }
            sum = sum.rotate_left(3);
        }
        for pair in values.iter().enumerate() {
            if *pair.1 == a ^ 7 {
                return pair.0 as u64;
            }
        }
        sum as u64
    }

    #[device]
    pub fn pairs_of_a_zip(a: u32, k: u32) -> u64 {
        let mut values = [a, 2, k];
        let mut sum = 0_u32;
        for pair in values.iter().zip([1_u64, 2, 3]) {
            sum = sum.rotate_left(3) ^ *pair.0 ^ pair.1 as u32;
        }
        for pair in values.iter_mut().zip([1, 2, k]) {
            *pair.0 ^= pair.1;
        }
        for pair in values.iter().zip(&[a, k, 9]).enumerate() {
            sum = sum.rotate_left(3) ^ *pair.1.0 ^ *pair.1.1 << pair.0;
        }
        for pair in (0..k % 4).zip(values) {
            sum = sum.rotate_left(3) ^ pair.0 ^ pair.1;
        }
        sum as u64
    }

    #[device]
    fn below(value: u32, limit: u32) -> Result<u32, i32> {
        if value < limit { Ok(value) } else { Err(-3) }
    }

    #[device]
    fn told(result: Option<Result<u32, i32>>) -> u32 {
        match result {
            Some(Ok(value)) => value ^ 5,
            Some(Err(error)) => error as u32,
            None => 9,
        }
    }

    #[device]
    pub fn results_before_a_zip(a: u32, k: u32) -> u64 {
        let small = |item| below(item, 69).and_then(|item| below(item / 2, 20)).map_err(|error| error ^ 1);
        let kept = [3, 7, a].into_iter().map(|item| small(item).unwrap_or(3)).zip(k % 100..);
        let first = kept.fold(0_u32, |sum, (x, y)| sum.rotate_left(3) ^ x ^ y);
        let others = [3, 7, k].into_iter().map(|item| told(Some(below(item, 5)))).zip(a % 100..);
        let other = others.fold(0_u32, |sum, (x, y)| sum.rotate_left(5) ^ x & y);
        first as u64 ^ (other as u64) << 20
    }

    #[device]
    pub fn pairs_in_closures(a: u32, k: u32) -> u64 {
        let values = [a, 2, k];
        let first: u32 = values.iter().enumerate().map(|pair| pair.0 as u32 ^ *pair.1 >> 2).sum();
        let count = values.iter().zip([1, 2, 3]).filter(|pair| *pair.0 > pair.1).count();
        let most = values.into_iter().enumerate().max_by_key(|pair| pair.1).map_or(0, |pair| pair.0);
        let mut rest = values.iter().enumerate();
        let mut sum = 0_u32;
        while let Some(pair) = rest.next() {
            sum = sum.rotate_left(3) ^ *pair.1 << pair.0;
        }
        mix(mix(first as u64, count as u64), mix(most as u64, sum as u64))
    }

    /// What a loop goes over is made once, also behind a reference.
    #[device]
    pub fn what_is_made_there(a: u32, k: u32) -> u64 {
        let mut sum = 0_u64;
        for (i, letter) in b"xyz".iter().enumerate() {
            sum = mix(sum, *letter as u64 * i as u64);
        }
        for letter in b"uvw".iter().rev() {
            sum = mix(sum, *letter as u64);
        }
        for letter in *b"a0 _Z" {
            sum = mix(sum, letter as u64);
        }
        for (i, number) in (&[a, 8]).iter().enumerate() {
            sum = mix(sum, *number as u64 * i as u64);
        }
        for (i, number) in (&&[1_u32, 2]).iter().enumerate() {
            sum = mix(sum, *number as u64 * i as u64);
        }
        for (i, number) in (if k > 3 { &[1_u32, 2] } else { &[3, 4] }).iter().enumerate() {
            sum = mix(sum, *number as u64 * i as u64);
        }
        for (i, byte) in (&a.to_le_bytes()).iter().enumerate().rev() {
            sum = mix(sum, *byte as u64 + i as u64);
        }
        for (i, number) in (&mut [a, 2]).iter_mut().enumerate() {
            *number ^= 1;
            sum = mix(sum, *number as u64 + i as u64);
        }
        sum
    }
}
