//! `loop`, `while` and `for`: ranges of all kinds, also empty and reversed ones; break with a value; labels.

conformance! {
    program Loops;
    cases |input| {
        for_range(input.k, input.l),
        for_inclusive(input.k, input.l),
        for_reversed(input.k, input.l),
        for_reversed_inclusive(input.k, input.l),
        for_stepped(input.k, input.l),
        for_stepped_inclusive(input.k, input.l),
        for_reversed_and_stepped(input.k, input.l),
        for_stepped_and_reversed(input.k, input.l),
        for_signed(input.k, input.l),
        for_small_types(input.k, input.l),
        for_at_the_limits(input.k),
        for_bounds_once(input.k),
        for_with_a_mutable_variable(input.k),
        for_unused(input.k, input.l),
        for_nested(input.k, input.l),
        for_over_an_index(input.k),
        while_loop(input.a),
        while_with_effects(input.k),
        while_with_a_block(input.k),
        endless_loop(input.a),
        loop_with_a_value(input.k, input.l),
        loop_with_several_values(input.k, input.l),
        loop_as_the_result(input.k),
        loop_inside_an_expression(input.k, input.l),
        loop_with_a_labelled_value(input.k, input.l),
        breaks(input.k, input.l),
        continues(input.k, input.l),
        labelled_break(input.k, input.l),
        labelled_continue(input.k, input.l),
        labelled_continue_of_a_while(input.k, input.l),
        labels_three_deep(input.k, input.l),
        break_out_of_a_match(input.k, input.l),
        continue_out_of_a_match(input.k, input.l),
        return_out_of_loops(input.k, input.l),
        declarations_in_loops(input.k),
        collatz(input.a),
        greatest_common_divisor(input.a, input.b),
        sieve(input.k),
        sorting(input.a, input.b),
        sums_that_leave_a_loop(input),
        sums_beside_their_parts(input),
    }

    use crate::input::mix;

    #[device]
    pub fn for_range(k: u32, l: u32) -> u64 {
        let mut result = 1;
        for step in k..l {
            result = mix(result, step as u64);
        }
        for step in 0..k {
            result = mix(result, step as u64 + 100);
        }
        result
    }

    #[device]
    pub fn for_inclusive(k: u32, l: u32) -> u64 {
        let mut result = 1;
        for step in k..=l {
            result = mix(result, step as u64);
        }
        for step in 3..=3_u32 {
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn for_reversed(k: u32, l: u32) -> u64 {
        let mut result = 1;
        for step in (k..l).rev() {
            result = mix(result, step as u64);
        }
        for step in (0..3).rev() {
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn for_reversed_inclusive(k: u32, l: u32) -> u64 {
        let mut result = 1;
        for step in (k..=l).rev() {
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn for_stepped(k: u32, l: u32) -> u64 {
        let mut result = 1;
        for step in (k..l).step_by(3) {
            result = mix(result, step as u64);
        }
        for step in (0..k).step_by(l as usize + 1) {
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn for_stepped_inclusive(k: u32, l: u32) -> u64 {
        let mut result = 1;
        for step in (k..=l).step_by(2) {
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn for_reversed_and_stepped(k: u32, l: u32) -> u64 {
        let mut result = 1;
        for step in (k..l).rev().step_by(4) {
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn for_stepped_and_reversed(k: u32, l: u32) -> u64 {
        let mut result = 1;
        for step in (k..l).step_by(4).rev() {
            result = mix(result, step as u64);
        }
        for step in (k as u8..=l as u8).step_by(3).rev() {
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn for_signed(k: u32, l: u32) -> u64 {
        let start = k as i32 - 8;
        let end = l as i32 - 4;
        let mut result = 1;
        for step in start..end {
            result = mix(result, step as u64);
        }
        for step in (-3..=end).rev() {
            result = mix(result, step as u64);
        }
        for step in (start..=5).step_by(5) {
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn for_small_types(k: u32, l: u32) -> u64 {
        let mut result = 1;
        for step in k as u8..l as u8 {
            result = mix(result, step as u64);
        }
        for step in -(k as i16)..=l as i16 {
            result = mix(result, step as u64);
        }
        for step in k as u64..l as u64 + 2 {
            result = mix(result, step);
        }
        for step in 0..l as usize {
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn for_at_the_limits(k: u32) -> u64 {
        let mut result = 1;
        for step in u32::MAX - k..=u32::MAX {
            result = mix(result, step as u64);
        }
        for step in (0..=k as u8).rev() {
            result = mix(result, step as u64);
        }
        for step in (250..=255_u8).step_by(3) {
            result = mix(result, step as u64);
        }
        for step in (i8::MIN..i8::MIN + 5).rev() {
            result = mix(result, step as u64);
        }
        for step in (0..=255_u8).rev().step_by(100) {
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn next(counter: &mut u32) -> u32 {
        *counter += 1;
        *counter
    }

    #[device]
    pub fn for_bounds_once(k: u32) -> u64 {
        let mut counter = k;
        let mut end = k + 5;
        let mut result = 1_u64;
        for step in next(&mut counter)..next(&mut counter) + 6 {
            result = mix(result, step as u64);
        }
        for step in 0..end {
            end = 2;
            result = mix(result, step as u64);
        }
        mix(result, counter as u64 + end as u64)
    }

    #[device]
    pub fn for_with_a_mutable_variable(k: u32) -> u64 {
        let mut result = 1;
        for mut step in 0..k {
            step *= 3;
            result = mix(result, step as u64);
        }
        result
    }

    #[device]
    pub fn for_unused(k: u32, l: u32) -> u64 {
        let mut result = 0;
        for _ in 0..k {
            for _step in 0..l {
                result += 1;
            }
        }
        result
    }

    #[device]
    pub fn for_nested(k: u32, l: u32) -> u64 {
        let mut result = 0;
        for row in 0..k {
            for column in row..l {
                for step in (column..=l).rev() {
                    result = mix(result, (row * 10_000 + column * 100 + step) as u64);
                }
            }
        }
        result
    }

    #[device]
    pub fn for_over_an_index(k: u32) -> u64 {
        let mut squares = [0; 16];
        for index in 0..squares.len() {
            squares[index] = (index * index) as u32 + k;
        }
        let mut result = 0;
        for index in (0..16).rev() {
            result = mix(result, squares[index] as u64);
        }
        result
    }

    #[device]
    pub fn while_loop(a: u32) -> u64 {
        let mut rest = a;
        let mut digits = 0;
        while rest > 0 {
            rest /= 10;
            digits += 1;
        }
        digits
    }

    #[device]
    pub fn while_with_effects(k: u32) -> u64 {
        let mut counter = k;
        let mut turns = 0;
        while next(&mut counter) < 10 {
            turns += 1;
        }
        turns * 100 + counter as u64
    }

    #[device]
    pub fn while_with_a_block(k: u32) -> u64 {
        let mut counter = k;
        let mut turns = 0;
        while {
            counter += 2;
            counter < 20
        } {
            turns += 1;
        }
        turns * 100 + counter as u64
    }

    #[device]
    pub fn endless_loop(a: u32) -> u64 {
        let mut rest = a;
        let mut steps = 0;
        loop {
            if rest == 0 {
                break;
            }
            rest &= rest - 1;
            steps += 1;
        }
        steps
    }

    #[device]
    pub fn loop_with_a_value(k: u32, l: u32) -> u64 {
        let mut step = k;
        let found: u32 = loop {
            step += 3;
            if step > l * 2 {
                break step * 10;
            }
        };
        found as u64
    }

    #[device]
    pub fn loop_with_several_values(k: u32, l: u32) -> u64 {
        let mut step = 0;
        let found: u64 = loop {
            if step * step > k {
                break step as u64;
            }
            if step == l {
                break 1000;
            }
            step += 1;
        };
        found
    }

    #[device]
    pub fn loop_as_the_result(k: u32) -> u64 {
        let mut step = k as u64;
        loop {
            step = step * 2 + 1;
            if step > 100 {
                break step;
            }
        }
    }

    #[device]
    pub fn loop_inside_an_expression(k: u32, l: u32) -> u64 {
        let mut step = k;
        let sum = l + loop {
            step += 5;
            if step % 3 == 0 {
                break step;
            }
        };
        sum as u64
    }

    #[device]
    pub fn loop_with_a_labelled_value(k: u32, l: u32) -> u64 {
        let mut rounds = 0;
        let found: u32 = 'outer: loop {
            rounds += 1;
            for step in 0..l {
                if step * rounds > k + 3 {
                    break 'outer step * 100 + rounds;
                }
            }
            if rounds > 6 {
                break 7;
            }
        };
        found as u64
    }

    #[device]
    #[allow(while_true)]
    pub fn breaks(k: u32, l: u32) -> u64 {
        let mut result = 0;
        for step in 0..20 {
            if step == k {
                break;
            }
            result += step;
        }
        let mut other = 0;
        while true {
            other += 1;
            if other > l {
                break;
            }
        }
        result as u64 * 100 + other as u64
    }

    #[device]
    pub fn continues(k: u32, l: u32) -> u64 {
        let mut result = 0_u64;
        for step in 0..20 {
            if step % (k + 1) == 1 {
                continue;
            }
            result = mix(result, step as u64);
        }
        let mut count = 0;
        while count < 10 {
            count += 1;
            if count == l {
                continue;
            }
            result = mix(result, count as u64);
        }
        loop {
            count += 1;
            if count < 15 {
                continue;
            }
            break;
        }
        mix(result, count as u64)
    }

    #[device]
    pub fn labelled_break(k: u32, l: u32) -> u64 {
        let mut result = 0;
        'rows: for row in 0..10 {
            for column in 0..10 {
                if row * column > k + l {
                    break 'rows;
                }
                if column > row {
                    break;
                }
                result = mix(result, (row * 16 + column) as u64);
            }
        }
        result
    }

    #[device]
    pub fn labelled_continue(k: u32, l: u32) -> u64 {
        let mut result = 0;
        'rows: for row in 0..8 {
            let base = row * l;
            for column in 0..8 {
                if (base + column) % 7 == k % 7 {
                    continue 'rows;
                }
                result = mix(result, (row * 16 + column) as u64);
            }
            result = mix(result, 1000 + row as u64);
        }
        result
    }

    #[device]
    pub fn labelled_continue_of_a_while(k: u32, l: u32) -> u64 {
        let mut result = 0;
        let mut row = 0;
        'rows: while row < 8 {
            row += 1;
            let mut column = 0;
            loop {
                column += 1;
                if column == k {
                    continue 'rows;
                }
                if column > l {
                    break;
                }
                result = mix(result, (row * 16 + column) as u64);
            }
            result = mix(result, 5);
        }
        result
    }

    #[device]
    pub fn labels_three_deep(k: u32, l: u32) -> u64 {
        let mut result = 0;
        'a: for x in 0..4 {
            'b: for y in 0..4 {
                for z in 0..4 {
                    let number = x * 16 + y * 4 + z;
                    if number == k * 3 {
                        continue 'b;
                    }
                    if number == l * 4 + 1 {
                        continue 'a;
                    }
                    if number == k * l {
                        break 'b;
                    }
                    if number > 50 + k {
                        break 'a;
                    }
                    result = mix(result, number as u64);
                }
                result = mix(result, 100);
            }
            result = mix(result, 200);
        }
        result
    }

    #[device]
    pub fn break_out_of_a_match(k: u32, l: u32) -> u64 {
        let mut result = 0;
        for step in 0..12_u32 {
            match step {
                0 => continue,
                n if n == k => break,
                n if n == l => {
                    result += 100;
                    break;
                }
                _ => result += 1,
            }
        }
        result
    }

    #[device]
    pub fn continue_out_of_a_match(k: u32, l: u32) -> u64 {
        let mut result = 0;
        'outer: for step in 0..6_u32 {
            for inner in 0..6_u32 {
                let value: u32 = match step + inner {
                    n if n == k => continue,
                    n if n == l => continue 'outer,
                    9 => break 'outer,
                    n => n * 2,
                };
                result = mix(result, value as u64);
            }
        }
        result
    }

    #[device]
    pub fn return_out_of_loops(k: u32, l: u32) -> u64 {
        for step in 0..10 {
            let mut inner = 0;
            while inner < 10 {
                if step * inner == k + 20 {
                    return step as u64 * 100 + inner as u64;
                }
                inner += 1;
            }
            loop {
                if inner > l {
                    return 5000 + step as u64;
                }
                break;
            }
        }
        9999
    }

    #[device]
    pub fn declarations_in_loops(k: u32) -> u64 {
        let mut result = 0;
        for step in 0..k {
            let mut fresh = [0_u32; 3];
            fresh[step as usize % 3] += step;
            let sum = fresh[0] + fresh[1] * 10 + fresh[2] * 100;
            result = mix(result, sum as u64);
        }
        result
    }

    #[device]
    pub fn collatz(a: u32) -> u64 {
        let mut number = a as u64 % 1000 + 1;
        let mut steps = 0;
        while number != 1 {
            number = if number % 2 == 0 { number / 2 } else { 3 * number + 1 };
            steps += 1;
        }
        steps
    }

    #[device]
    pub fn greatest_common_divisor(a: u32, b: u32) -> u64 {
        let (mut x, mut y) = (a, b);
        while y != 0 {
            let rest = x % y;
            x = y;
            y = rest;
        }
        x as u64
    }

    #[device]
    pub fn sieve(k: u32) -> u64 {
        let mut composite = [false; 64];
        let mut sum = 0;
        for number in 2..64_usize {
            if composite[number] {
                continue;
            }
            sum += number * (k as usize + 1);
            for multiple in (number * number..64).step_by(number) {
                composite[multiple] = true;
            }
        }
        sum as u64
    }

    #[device]
    pub fn sorting(a: u32, b: u32) -> u64 {
        let mut values = [a, b, a ^ b, a / 3, b / 5, 7, a.wrapping_mul(b), 100];
        for end in (1..values.len()).rev() {
            let mut swapped = false;
            for index in 0..end {
                if values[index] > values[index + 1] {
                    let old = values[index];
                    values[index] = values[index + 1];
                    values[index + 1] = old;
                    swapped = true;
                }
            }
            if !swapped {
                break;
            }
        }
        let mut result = 0;
        for index in 0..8 {
            result = mix(result, values[index] as u64);
        }
        result
    }

    /// The loop is left where a sum overflows. NVRTC took it that this happens in the first round.
    #[device]
    fn rounds(start: u32) -> Option<u32> {
        let mut round = 0_u32;
        while round < 3 {
            round += 1;
            start.checked_add(round)?;
        }
        Some(round * 1000)
    }

    /// As `rounds`, as a user writes it who looks for the overflow himself.
    #[device]
    fn own_rounds(start: u32) -> u32 {
        let mut round = 0_u32;
        while round < 3 {
            round += 1;
            if start.wrapping_add(round) < start {
                return 7;
            }
        }
        round * 1000
    }

    /// The sum has a name, and is compared with another sum.
    #[device]
    fn named_rounds(start: u32, seed: u32) -> u32 {
        let (mut round, mut seed) = (0_u32, seed);
        let limit = start.wrapping_add(5);
        while round < 3 {
            round += 1;
            let next = start.wrapping_add(round);
            if limit <= next {
                return seed;
            }
            seed = seed.wrapping_mul(77);
        }
        round * 1000
    }

    /// The other direction, in a field, signed.
    #[device]
    fn signed_rounds(r: &Input) -> i32 {
        let mut round = 0_i32;
        loop {
            round += 1;
            if r.i < r.i.wrapping_sub(round) {
                return 7;
            }
            if round == 3 {
                return round * 1000;
            }
        }
    }

    #[device]
    pub fn sums_beside_their_parts(r: &Input) -> u64 {
        let one = mix(own_rounds(r.a) as u64, own_rounds(u32::MAX - r.a % 4) as u64);
        let other = mix(named_rounds(r.b, r.k) as u64, named_rounds(u32::MAX - r.b % 8, r.k) as u64);
        let grown = mix(grown_rounds(r.a) as u64, grown_rounds(u32::MAX - r.a % 4) as u64);
        mix(mix(mix(one, other), signed_rounds(r) as u64), grown)
    }

    /// The side that grows has a variable of its own.
    #[device]
    fn grown_rounds(start: u32) -> u32 {
        let (mut sum, mut doubled) = (7, 0);
        let mut step = start;
        let mut other = start;
        let mut round = 0;
        while round < 3 {
            round += 1;
            step = step.wrapping_add(1);
            if step < start {
                return sum;
            }
            sum *= 77;
        }
        let begin = start;
        loop {
            other = 1_u32.wrapping_add(other);
            if begin > other || doubled == 3 {
                break;
            }
            doubled += 1;
            sum = sum.wrapping_mul(3);
        }
        1000 * round + doubled + sum % 1000
    }

    #[device]
    pub fn sums_that_leave_a_loop(r: &Input) -> u64 {
        let mut sum = 1_u64;
        let mut round = 0_u32;
        while round < 3 {
            round += 1;
            sum = match r.k.checked_add(round) {
                Some(next) => mix(sum, next as u64),
                None => return sum,
            };
        }
        let rest = mix(rounds(r.a).unwrap_or(7) as u64, rounds(u32::MAX - r.a % 4).unwrap_or(7) as u64);
        mix(mix(sum, round as u64), rest)
    }
}
