//! Evaluation order: operands, arguments, fields and elements from left to right, the value of an assignment before its
//! place; effects on `&mut` variables and on buffers.

conformance! {
    program Order;
    cases |input, log, at| {
        operands(input.k),
        operands_of_comparisons(input.k),
        operands_read_before_changes(input.k),
        operands_with_blocks(input.k),
        arguments(input.k),
        arguments_read_before_changes(input.k, input.l),
        arguments_nested(input.k),
        arguments_chosen(input.k, input.l),
        arguments_of_methods(input.k),
        receivers(input.k),
        receivers_read_before_changes(input.k),
        fields_of_structs(input.k),
        fields_of_tuple_structs(input.k),
        fields_with_a_base(input.k),
        fields_that_change_the_base(input.k),
        fields_before_a_base_that_changes(input.k),
        fields_before_a_base_that_leaves(input.k, input.l),
        atomic_bases(log, at, input.k),
        elements_of_arrays(input.k),
        elements_of_tuples(input.k),
        elements_repeated(input.k),
        vectors(input.k),
        indices(input.k),
        indices_of_two_dimensions(input.k),
        assignment_value_before_place(input.k),
        assignment_of_fields(input.k),
        compound_assignment(input.k),
        compound_assignment_beside_its_index(input.a, input.k),
        compound_assignment_in_a_loop(input.k),
        short_circuits(input.k, input.l),
        conditions(input.k, input.l),
        scrutinees(input.k, input.l),
        ranges(input.k, input.l),
        casts_and_signs(input.k),
        returned_values(input.k),
        let_patterns(input.k),
        conditional_operands(input.k, input.l),
        atomic_operands(log, at, input.k),
        atomic_arguments(log, at, input.k),
        atomic_elements(log, at, input.k),
        atomic_fields(log, at, input.k),
        atomic_indices(log, at, input.k),
        atomic_conditions(log, at, input.k),
        atomic_values(log, at, input.k),
        loads_and_stores(log, at, input.k),
        loads_through_functions(log, at, input.k),
        methods_called_like_the_librarys(input.k),
        methods_of_memory_called_like_the_librarys(log, at, input.k),
        reads_behind_references(input.a, input.k),
        ordered_operations(log, at, input.k),
        relaxed_operations(log, at, input.k),
        methods_called_like_atomic_operations(input.k),
    }

    use crate::input::mix;

    /// What an atomic operation found is used, or not.
    #[device]
    pub fn ordered_operations(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        log.set_release(at, k);
        log.fetch_add(at, 5);
        let _ = log.fetch_sub(at, 2);
        if k > 3 {
            log.fetch_xor(at, 9);
        }
        match k {
            0 => log.fetch_or(at, 1),
            _ => log.fetch_and(at, 0xffff),
        };
        let found = log.fetch_max(at, 4);
        mix(found as u64, log.get_acquire(at) as u64)
    }

    #[device]
    pub fn relaxed_operations(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        log.set(at, k);
        let mut sum = log.fetch_add_relaxed(at, 7) as u64;
        sum = mix(sum, log.fetch_sub_relaxed(at, 2) as u64);
        sum = mix(sum, log.fetch_min_relaxed(at, 40) as u64);
        sum = mix(sum, log.fetch_max_relaxed(at, 6) as u64);
        sum = mix(sum, log.fetch_and_relaxed(at, 0xfe) as u64);
        sum = mix(sum, log.fetch_or_relaxed(at, 16) as u64);
        sum = mix(sum, log.fetch_xor_relaxed(at, 5) as u64);
        sum = mix(sum, log.compare_exchange_relaxed(at, 3, 8) as u64);
        log.fetch_add_relaxed(at, 1);
        sum = mix(sum, log.exchange_relaxed(at, 2) as u64);
        mix(sum, log.get(at) as u64)
    }

    /// Has methods of the names of atomic operations.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Tally {
        pub count: u32,
    }

    #[device]
    impl Tally {
        pub fn fetch_add(&mut self, index: u32, by: u32) -> u32 {
            self.count += by * index;
            self.count
        }

        pub fn fetch_sub(&mut self, by: u32) {
            self.count = self.count.wrapping_sub(by);
        }

        pub fn fetch_or(&self) -> u32 {
            self.count | 1
        }
    }

    #[device]
    pub fn methods_called_like_atomic_operations(k: u32) -> u64 {
        let mut tally = Tally { count: k };
        tally.fetch_add(3, 2);
        tally.fetch_sub(1);
        tally.fetch_or();
        mix(tally.count as u64, tally.fetch_add(2, tally.count) as u64)
    }

    /// What is read behind a reference is read before a later operand changes it.
    #[device]
    pub fn reads_behind_references(a: u32, k: u32) -> u64 {
        let (mut v, mut w, other) = (a, [a, k], k);
        let first = (*&v).wrapping_add({
            let r = &mut v;
            *r = 3;
            *r
        });
        let chosen = [*if k > 7 { &v } else { &other }, std::mem::replace(&mut v, 9)];
        let element = (*[&v, &other][(k % 2) as usize], {
            v += 1;
            v
        });
        let part = (if k > 3 { &w } else { &[1, 2] })[1].wrapping_mul({
            w[1] = 5;
            w[1]
        });
        let all = [first, chosen[0], chosen[1], element.0, element.1, part, w[1]];
        let mut sum = 0;
        for one in all {
            sum = mix(sum, one as u64);
        }
        sum
    }

    /// Adds to the counter, and gives its old value.
    #[device]
    pub fn next(counter: &mut u32) -> u32 {
        let old = *counter;
        *counter = old * 3 + 1;
        old
    }

    #[device]
    pub fn three(a: u32, b: u32, c: u32) -> u64 {
        mix(mix(a as u64, b as u64), c as u64)
    }

    #[device]
    pub fn operands(k: u32) -> u64 {
        let mut n = k;
        let first = next(&mut n) as u64 * 10_000 + next(&mut n) as u64 * 100 - next(&mut n) as u64;
        let second = (next(&mut n) as u64) << (next(&mut n) % 7) | next(&mut n) as u64;
        mix(first, second)
    }

    #[device]
    pub fn operands_of_comparisons(k: u32) -> u64 {
        let mut n = k;
        let less = next(&mut n) < next(&mut n);
        let equal = next(&mut n) * 3 + 1 == next(&mut n);
        let remainder = next(&mut n) % (next(&mut n) + 1);
        less as u64 | (equal as u64) << 1 | (remainder as u64) << 2
    }

    #[device]
    pub fn operands_read_before_changes(k: u32) -> u64 {
        let mut n = k;
        let sum = n * 1000 + next(&mut n) + n;
        let other = n + { n += 5; n } * 2 + n;
        mix(sum as u64, other as u64)
    }

    #[device]
    pub fn operands_with_blocks(k: u32) -> u64 {
        let mut n = k;
        let value = { n += 1; n } * 100 + { n *= 2; n } * 10 + { n -= 1; n };
        mix(value as u64, n as u64)
    }

    #[device]
    pub fn arguments(k: u32) -> u64 {
        let mut n = k;
        three(next(&mut n), next(&mut n), next(&mut n))
    }

    #[device]
    pub fn arguments_read_before_changes(k: u32, l: u32) -> u64 {
        let mut n = k;
        let mut m = l;
        let first = three(n, next(&mut n), n);
        let second = three(m + n, next(&mut m), { m += 1; next(&mut m) });
        mix(first, second)
    }

    #[device]
    pub fn arguments_nested(k: u32) -> u64 {
        let mut n = k;
        mix(three(next(&mut n), n, next(&mut n)), three(n, next(&mut n), next(&mut n)) + next(&mut n) as u64)
    }

    #[device]
    pub fn arguments_chosen(k: u32, l: u32) -> u64 {
        let mut m = k;
        let mut n = l;
        let first = three(m, next(if k > l { &mut m } else { &mut n }), m);
        let second = n as u64 * 1000 + next(match k % 2 { 0 => &mut m, _ => &mut n }) as u64 + n as u64;
        mix(first, second)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Counter {
        pub count: u32,
        pub step: u32,
    }

    #[device]
    impl Counter {
        pub fn advance(&mut self) -> u32 {
            self.count += self.step;
            self.count
        }

        pub fn advance_by(&mut self, first: u32, second: u32) -> u32 {
            self.count = self.count * 2 + first;
            self.step += second;
            self.count ^ second
        }

        pub fn read(&self, offset: u32) -> u32 {
            self.count * 10 + offset
        }
    }

    #[device]
    pub fn arguments_of_methods(k: u32) -> u64 {
        let mut counter = Counter { count: k, step: 3 };
        let mut n = k;
        let first = counter.advance_by(next(&mut n), next(&mut n));
        let second = counter.advance() * 100 + counter.advance();
        let third = n.wrapping_add(next(&mut n)).wrapping_mul(next(&mut n));
        mix(three(first, second, third), counter.count as u64)
    }

    #[device]
    pub fn receivers(k: u32) -> u64 {
        let mut counter = Counter { count: k, step: 2 };
        let sum = counter.advance() + counter.read(1) + counter.advance() * counter.read(counter.step);
        sum as u64
    }

    #[device]
    pub fn receivers_read_before_changes(k: u32) -> u64 {
        let mut n = k;
        let first = n.max(next(&mut n));
        let second = n.wrapping_sub(next(&mut n));
        let third = next(&mut n).min(n);
        three(first, second, third)
    }

    #[device]
    pub fn fields_of_structs(k: u32) -> u64 {
        let mut n = k;
        // In the order that they are written in, not declared in.
        let counter = Counter { step: next(&mut n), count: next(&mut n) };
        let other = Counter { count: n, step: next(&mut n) };
        mix(three(counter.count, counter.step, n), three(other.count, other.step, 0))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Triple(pub u32, pub u32, pub u32);

    #[device]
    pub fn fields_of_tuple_structs(k: u32) -> u64 {
        let mut n = k;
        let triple = Triple(next(&mut n), n, next(&mut n));
        mix(three(triple.0, triple.1, triple.2), n as u64)
    }

    #[device]
    pub fn fields_with_a_base(k: u32) -> u64 {
        let mut n = k;
        let base = Counter { count: 1, step: 2 };
        let counter = Counter { step: next(&mut n), ..base };
        three(counter.count, counter.step, n)
    }

    #[device]
    pub fn fields_that_change_the_base(k: u32) -> u64 {
        let mut base = Counter { count: k % 9, step: 4 };
        let counter = Counter { step: next(&mut base.count), ..base };
        let other = Counter { count: next(&mut base.step) + base.count, ..base };
        mix(three(counter.count, counter.step, base.count), three(other.count, other.step, base.step))
    }

    #[device]
    pub fn counted(counter: &mut u32) -> Counter {
        Counter { count: next(counter), step: next(counter) }
    }

    #[device]
    pub fn fields_before_a_base_that_changes(k: u32) -> u64 {
        let mut n = k;
        let first = Counter { step: next(&mut n) * 10, ..counted(&mut n) };
        let second = Counter { count: n, ..{ n += 5; counted(&mut n) } };
        let third = Counter { count: if n > 20 { next(&mut n) } else { 3 }, ..Counter { step: n, ..counted(&mut n) } };
        n = n.wrapping_add(Counter { step: n, ..counted(&mut n) }.step) % 1000;
        mix(mix(three(first.count, first.step, n), three(second.count, second.step, n)), three(third.count, third.step, n))
    }

    #[device]
    pub fn small(counter: &mut u32, limit: u32) -> Option<Counter> {
        if next(counter) > limit { None } else { Some(counted(counter)) }
    }

    #[device]
    pub fn updated(counter: &mut u32, limit: u32) -> Option<Counter> {
        let first = Counter { step: next(counter), ..small(counter, limit)? };
        let second = Counter { count: small(counter, limit)?.step, ..counted(counter) };
        Some(Counter { step: first.step ^ second.step, ..second })
    }

    #[device]
    pub fn fields_before_a_base_that_leaves(k: u32, l: u32) -> u64 {
        let mut n = k % 100;
        match updated(&mut n, l % 100) {
            Some(counter) => three(counter.count, counter.step, n),
            None => n as u64,
        }
    }

    #[device]
    pub fn elements_of_arrays(k: u32) -> u64 {
        let mut n = k;
        let values = [next(&mut n), n, next(&mut n), next(&mut n)];
        let rows = [[next(&mut n), 1], [next(&mut n), n]];
        mix(three(values[0], values[1], values[2] ^ values[3]), three(rows[0][0], rows[1][0], rows[1][1]))
    }

    #[device]
    pub fn elements_of_tuples(k: u32) -> u64 {
        let mut n = k;
        let pair = (next(&mut n), (n, next(&mut n)));
        three(pair.0, pair.1.0, pair.1.1)
    }

    #[device]
    pub fn elements_repeated(k: u32) -> u64 {
        let mut n = k;
        let values = [next(&mut n); 3];
        three(values[0], values[2], n)
    }

    #[device]
    pub fn vectors(k: u32) -> u64 {
        let mut n = k;
        let vector = Vec3::new(next(&mut n) as f32, next(&mut n) as f32, next(&mut n) as f32);
        let other = vec2(n as f32, next(&mut n) as f32);
        three(vector.x as u32, vector.y as u32, vector.z as u32) + other.x as u64 + other.y as u64
    }

    #[device]
    pub fn indices(k: u32) -> u64 {
        let mut values = [5_u32, 6, 7, 8];
        let mut n = k;
        let first = values[next(&mut n) as usize % 4] * 10 + values[next(&mut n) as usize % 4];
        values[next(&mut n) as usize % 4] = 9;
        let second = values[n as usize % 4] + values[{ n += 1; n } as usize % 4];
        three(first, second, n)
    }

    #[device]
    pub fn indices_of_two_dimensions(k: u32) -> u64 {
        let rows = [[1, 2, 3], [4, 5, 6], [7, 8, 9]];
        let mut n = k;
        let row = rows[next(&mut n) as usize % 3];
        let value = row[next(&mut n) as usize % 3] * 10 + rows[n as usize % 3][next(&mut n) as usize % 3];
        value as u64 + n as u64 * 10
    }

    #[device]
    pub fn assignment_value_before_place(k: u32) -> u64 {
        let mut values = [1, 2, 3, 4];
        let mut n = k % 4;
        // The value is evaluated first, then the index.
        values[n as usize % 4] = { n += 1; n * 10 };
        values[next(&mut n) as usize % 4] = next(&mut n);
        values[1] = values[1] + values[2];
        let mut result = n as u64;
        for index in 0..4 {
            result = mix(result, values[index] as u64);
        }
        result
    }

    /// The value looks at the array that is assigned to, and at the index, and changes neither.
    #[device]
    pub fn compound_assignment_beside_its_index(a: u32, k: u32) -> u64 {
        let mut values = [a, 2, 3, 4, 5, 6, 7, 8];
        let mut n = k as usize % 6;
        values[n] ^= values[n + 1].rotate_left(7);
        n += 1;
        values[n] += values[n - 1].swap_bytes() & 0xff;
        values[n + 1] |= values[n].count_ones();
        let mut result = n as u64;
        for value in values {
            result = mix(result, value as u64);
        }
        result
    }

    #[device]
    pub fn assignment_of_fields(k: u32) -> u64 {
        let mut counter = Counter { count: k, step: 1 };
        counter.count = counter.advance() * 100 + counter.count;
        counter.step = { counter.count += 1; counter.count };
        three(counter.count, counter.step, 0)
    }

    #[device]
    pub fn compound_assignment(k: u32) -> u64 {
        let mut n = k;
        let mut sum = 1_u32;
        sum += next(&mut n);
        sum *= next(&mut n) + sum;
        sum ^= sum / 2 + next(&mut n);
        n += { n *= 2; n };
        three(sum, n, 0)
    }

    #[device]
    pub fn compound_assignment_in_a_loop(k: u32) -> u64 {
        let mut values = [0_u32; 4];
        let mut n = k;
        for step in 0..6_u32 {
            let index = next(&mut n) as usize % 4;
            values[index] += step * next(&mut n) % 1000;
            values[step as usize % 4] %= 77;
            n %= 100;
        }
        three(values[0] ^ values[3], values[1], values[2])
    }

    #[device]
    pub fn is_odd(counter: &mut u32) -> bool {
        next(counter) % 2 == 1
    }

    #[device]
    pub fn short_circuits(k: u32, l: u32) -> u64 {
        let mut n = k;
        let both = is_odd(&mut n) && is_odd(&mut n) || l > 7 && is_odd(&mut n);
        let all = (is_odd(&mut n) & is_odd(&mut n)) | is_odd(&mut n);
        let negated = !is_odd(&mut n) || both != all;
        three(n, both as u32 + 2 * all as u32, negated as u32)
    }

    #[device]
    pub fn conditions(k: u32, l: u32) -> u64 {
        let mut n = k;
        let mut result = 0_u32;
        if next(&mut n) > l {
            result += 1;
        } else if next(&mut n) > l {
            result += 2;
        } else if { n += 1; next(&mut n) } > l {
            result += 3;
        } else {
            result += 4;
        }
        while next(&mut n) < 1000 && n != 3 {
            result += 10;
        }
        three(result, n, 0)
    }

    #[device]
    pub fn scrutinees(k: u32, l: u32) -> u64 {
        let mut n = k;
        let value: u32 = match next(&mut n) + n {
            0..=9 => next(&mut n),
            v if v % 2 == 0 => v + next(&mut n) + l,
            v => n + v,
        };
        let pair: u32 = match (n, next(&mut n), n) {
            (a, b, c) if a == b => c,
            (a, b, c) => a + b + c,
        };
        three(value, pair, n)
    }

    #[device]
    pub fn ranges(k: u32, l: u32) -> u64 {
        let mut n = k;
        let mut result = 0_u64;
        for step in (next(&mut n)..=next(&mut n) + l).step_by(next(&mut n) as usize + 1) {
            result = mix(result, step as u64);
        }
        mix(result, n as u64)
    }

    #[device]
    pub fn casts_and_signs(k: u32) -> u64 {
        let mut n = k;
        let difference = next(&mut n) as i64 - next(&mut n) as i64 * -(next(&mut n) as i64);
        let bits = !next(&mut n) ^ n;
        mix(difference as u64, bits as u64)
    }

    #[device]
    pub fn returned(counter: &mut u32) -> u32 {
        if *counter > 5 {
            return next(counter) + *counter;
        }
        next(counter) * 100 + next(counter)
    }

    #[device]
    pub fn returned_values(k: u32) -> u64 {
        let mut n = k;
        returned(&mut n) as u64 * 1000 + returned(&mut n) as u64
    }

    #[device]
    pub fn let_patterns(k: u32) -> u64 {
        let mut n = k;
        let (a, b, c) = (next(&mut n), n, next(&mut n));
        let [d, e] = [next(&mut n), n];
        let Counter { count, step } = Counter { count: next(&mut n), step: n };
        mix(three(a, b, c), three(d ^ e, count, step))
    }

    #[device]
    pub fn conditional_operands(k: u32, l: u32) -> u64 {
        let mut n = k;
        let sum = n + if l > 7 { next(&mut n) } else { n * 2 } * 10 + n * 100;
        let product = next(&mut n) ^ match l {
            0..=3 => next(&mut n),
            _ => { n += 1; n }
        } ^ n;
        three(sum, product, n)
    }

    #[device]
    pub fn ticket(log: &Buffer<u32>, at: u32) -> u32 {
        log.fetch_add(at, 1)
    }

    #[device]
    pub fn atomic_operands(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let first = log.fetch_add(at, k + 1) * 10_000 + log.fetch_add(at, 2) * 100 + log.get(at);
        let second = ticket(log, at + 1) * 100 + ticket(log, at + 1) * 10 + ticket(log, at + 1);
        three(first, second, log.get(at) - log.fetch_add(at, 5))
    }

    #[device]
    pub fn atomic_arguments(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let first = three(ticket(log, at), log.get(at), ticket(log, at));
        let second = three(log.fetch_max(at, k), log.exchange(at, 3), log.fetch_xor(at, k));
        mix(first, mix(second, log.get(at) as u64))
    }

    #[device]
    pub fn atomic_elements(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let values = [ticket(log, at), ticket(log, at) + k, log.get(at)];
        let pair = (ticket(log, at), ticket(log, at));
        mix(three(values[0], values[1], values[2]), three(pair.0, pair.1, 0))
    }

    #[device]
    pub fn atomic_fields(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let counter = Counter { step: ticket(log, at), count: ticket(log, at) + k };
        let triple = Triple(ticket(log, at), log.get(at), ticket(log, at));
        mix(three(counter.count, counter.step, 0), three(triple.0, triple.1, triple.2))
    }

    #[device]
    pub fn drawn(log: &Buffer<u32>, at: u32) -> Counter {
        Counter { count: ticket(log, at), step: ticket(log, at) }
    }

    #[device]
    pub fn atomic_bases(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let first = Counter { step: ticket(log, at) + k, ..drawn(log, at) };
        let second = Counter { count: log.get(at), ..drawn(log, at) };
        mix(three(first.count, first.step, 0), three(second.count, second.step, log.get(at)))
    }

    #[device]
    pub fn atomic_indices(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let mut values = [k, 1, 2, 3];
        values[ticket(log, at) as usize] = 10 + ticket(log, at);
        let index = ticket(log, at) as usize;
        values[index] += ticket(log, at);
        mix(three(values[0], values[1], values[2]), values[3] as u64)
    }

    #[device]
    pub fn atomic_conditions(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        let mut turns = 0_u32;
        while ticket(log, at) < k {
            turns += 1;
        }
        let both = ticket(log, at) > 5 && ticket(log, at) > 9 || ticket(log, at) > 8;
        if ticket(log, at) % 2 == 0 && both {
            turns += 100;
        }
        three(turns, log.get(at), both as u32)
    }

    #[device]
    pub fn atomic_values(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        log.set(at, k);
        let before = log.fetch_min(at, 4) as u64;
        let and = log.fetch_and(at, 6) as u64;
        let or = log.fetch_or(at, 9) as u64;
        let minus = log.fetch_sub(at, 1) as u64;
        let lost = log.compare_exchange(at, 100, 7) as u64;
        let won = log.compare_exchange(at, log.get(at), 70) as u64;
        let longer = mix(mix(before, and), mix(or, minus));
        mix(longer, mix(mix(lost, won), log.get(at) as u64))
    }

    #[device]
    pub fn loads_and_stores(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        log.set(at, k);
        let old = log.get(at);
        log.set(at, old + 1);
        let between = log.get(at);
        log.set(at + 1, between * 2);
        log.set(at, log.get(at + 1) + log.get(at));
        let last = log.get(at);
        mix(three(old, between, last), (log.get(at + 2) + log.get(at)) as u64)
    }

    #[device]
    pub fn store_and_load(log: &Buffer<u32>, at: u32, value: u32) -> u32 {
        let old = log.get(at);
        log.set(at, value);
        old
    }

    #[device]
    pub fn loads_through_functions(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        log.set(at, 3);
        let sum = log.get(at) * 1000 + store_and_load(log, at, k) * 100 + log.get(at) * 10 + store_and_load(log, at, 7);
        mix(sum as u64, log.get(at) as u64)
    }

    /// Its methods are called as the library's that change nothing, or that change buffers.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Bits {
        pub at: u32,
    }

    #[device]
    impl Bits {
        pub fn get(&mut self, count: u32) -> u32 {
            self.at = self.at * 3 + count;
            self.at % 100
        }

        pub fn load(&mut self) -> u32 {
            self.at += 7;
            self.at % 10
        }

        pub fn store(&mut self, at: u32) -> u32 {
            self.at = at;
            self.at % 10
        }

        /// How long it is: what a buffer says, which it counts up.
        pub fn len(&self, log: &Buffer<u32>, at: u32) -> u32 {
            log.fetch_add(at, 1) + self.at
        }
    }

    #[device]
    pub fn methods_called_like_the_librarys(k: u32) -> u64 {
        let mut bits = Bits { at: k % 50 };
        let first = bits.load() * 100 + bits.load();
        let second = bits.at * 100 + bits.get(3) * 10 + bits.at;
        let third = [bits.at, bits.get(k % 7), bits.at];
        let fourth = bits.get(1) + bits.store(k % 9) * 10 + bits.at * 100;
        mix(mix(first as u64, second as u64), mix(three(third[0], third[1], third[2]), fourth as u64))
    }

    #[device]
    pub fn methods_of_memory_called_like_the_librarys(log: &Buffer<u32>, at: u32, k: u32) -> u64 {
        log.set(at, k % 100);
        let bits = Bits { at: 0 };
        let sum = bits.len(log, at) * 1000 + bits.len(log, at) * 10 + log.get(at);
        mix(sum as u64, log.get(at) as u64)
    }
}
