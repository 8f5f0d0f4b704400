//! `Option`: values, patterns, `?`, `let … else`, methods, and what checks overflow.

conformance! {
    program Maybes;
    cases |input| {
        made_and_matched(input.a, input.k),
        returned(input.k, input.l),
        chosen(input.a, input.k),
        chosen_by_match(input.a, input.k),
        variables_with_types(input.a, input.k),
        best_of_several(input.a, input.k),
        early_return(input.k, input.l),
        early_return_in_order(input.a, input.k),
        let_else(input.k, input.l),
        let_else_in_a_loop(input.a),
        while_let_with_a_call(input.a, input.k),
        while_let_with_labels(input.a, input.k),
        chains_of_if_let(input.k, input.l),
        conditions_with_let(input.k, input.l),
        nested_patterns(input.a, input.k),
        literals_in_patterns(input.k),
        guards(input.a, input.k),
        references(input.a, input.k),
        changed_through_patterns(input.a, input.k),
        tuples_of_options(input.k, input.l),
        options_of_tuples(input.k, input.l),
        options_of_options(input.k, input.l),
        arrays_of_options(input.a, input.k),
        options_of_structs(input.x, input.y),
        compared(input.k, input.l),
        methods(input.a, input.k),
        methods_that_change(input.a, input.k),
        widths(input.p, input.u),
        checked_unsigned(input.a, input.b),
        checked_signed(input.i, input.j),
        checked_long(input.m, input.n),
        checked_chains(input.a, input.b),
        handed_over(input.k, input.l),
        in_expressions(input.k, input.l),
        generic(input.k, input.x),
        names_like_them(input.k),
        some_of_none(input.k, input.l),
        changed_by_later_conditions(input.k, input.l),
        changed_by_guards(input.k, input.l),
        changed_by_arguments(input.k, input.l),
        attempts_after_panics(input.k, input.l),
        attempts_in_conditions(input.k, input.l),
        in_constants(input.k),
        ordered(input.k, input.l),
        merged_in_tuples(input.a, input.k),
        generic_with_none(input.k, input.n),
        attempts_in_branches(input.k, input.l),
        attempts_in_constructors(input.k, input.l),
        attempts_as_statements(input.k),
        indices_by_blocks(input.k, input.l),
        compared_with_references(input.a, input.k, input.x),
    }

    use crate::input::{bits, mix};

    #[device]
    pub fn made_and_matched(a: u32, k: u32) -> u64 {
        let some = Some(a);
        let other: Option<u32> = None;
        let first = match some {
            Some(value) => value as u64 + 1,
            None => 0,
        };
        let second = match other {
            None => k as u64,
            Some(value) => value as u64 + 100,
        };
        mix(first, second)
    }

    /// None for odd numbers.
    #[device]
    pub fn half(n: u32) -> Option<u32> {
        if n % 2 == 0 { Some(n / 2) } else { None }
    }

    #[device]
    pub fn third(n: u32) -> Option<u32> {
        match n % 3 {
            0 => {
                let third = n / 3;
                Some(third)
            }
            1 => return None,
            _ => None,
        }
    }

    #[device]
    pub fn returned(k: u32, l: u32) -> u64 {
        let mut result = 0;
        if let Some(half) = half(k) {
            result += half as u64 + 1;
        }
        if let Some(third) = third(l) {
            result += 100 * (third as u64 + 1);
        } else {
            result += 7;
        }
        result
    }

    #[device]
    pub fn chosen(a: u32, k: u32) -> u64 {
        let choice = if k > 7 { Some(a) } else { None };
        let other = if k > 3 { None } else if k > 1 { Some(a ^ 1) } else { None };
        mix(choice.unwrap_or(5) as u64, other.unwrap_or(6) as u64)
    }

    #[device]
    pub fn chosen_by_match(a: u32, k: u32) -> u64 {
        let choice: Option<u32> = match k % 4 {
            0 => None,
            1 => Some(a),
            2 => {
                let twice = a.wrapping_mul(2);
                Some(twice)
            }
            _ => half(a),
        };
        choice.unwrap_or(9) as u64
    }

    #[device]
    pub fn variables_with_types(a: u32, k: u32) -> u64 {
        let later: Option<u32>;
        if k % 2 == 0 {
            later = Some(a);
        } else {
            later = None;
        }
        let mut now: Option<u64> = Some(3);
        if k > 9 {
            now = None;
        }
        mix(later.is_some() as u64, now.unwrap_or(k as u64))
    }

    #[device]
    pub fn best_of_several(a: u32, k: u32) -> u64 {
        let mut best: Option<(u32, u32)> = None;
        let mut state = a;
        for index in 0..k {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            let value = state >> 16;
            match best {
                Some((least, _)) if least <= value => {}
                _ => best = Some((value, index)),
            }
        }
        match best {
            Some((value, index)) => mix(value as u64, index as u64),
            None => 1,
        }
    }

    #[device]
    pub fn sixth(n: u32) -> Option<u32> {
        let half = half(n)?;
        let sixth = third(half)? + 1;
        Some(sixth)
    }

    #[device]
    pub fn early_return(k: u32, l: u32) -> u64 {
        mix(sixth(k).unwrap_or(100) as u64, sixth(l * 6).unwrap_or(100) as u64)
    }

    #[device]
    pub fn take_one(left: &mut u32) -> Option<u32> {
        if *left == 0 {
            return None;
        }
        *left -= 1;
        Some(*left)
    }

    #[device]
    pub fn three(left: &mut u32) -> Option<u32> {
        Some(take_one(left)? * 100 + take_one(left)? * 10 + take_one(left)?)
    }

    #[device]
    pub fn early_return_in_order(a: u32, k: u32) -> u64 {
        let mut left = k % 5;
        let all = three(&mut left);
        mix(all.unwrap_or(a) as u64, left as u64)
    }

    #[device]
    pub fn let_else(k: u32, l: u32) -> u64 {
        let Some(half) = half(k) else {
            return 1000 + l as u64;
        };
        let (Some(third), false) = (third(l), l == 0) else { return half as u64 };
        mix(half as u64, third as u64)
    }

    #[device]
    pub fn let_else_in_a_loop(a: u32) -> u64 {
        let mut sum = 0;
        for n in 0..10_u32 {
            let Some(half) = half(n ^ a) else { continue };
            if half == 3 {
                break;
            }
            sum = mix(sum, half as u64);
        }
        sum
    }

    #[device]
    pub fn while_let_with_a_call(a: u32, k: u32) -> u64 {
        let mut left = k;
        let mut sum = a as u64;
        while let Some(one) = take_one(&mut left) {
            if one == 7 {
                continue;
            }
            sum = mix(sum, one as u64);
            if one == 2 {
                break;
            }
        }
        mix(sum, left as u64)
    }

    #[device]
    pub fn while_let_with_labels(a: u32, k: u32) -> u64 {
        let mut left = k;
        let mut sum = a as u64;
        'outer: while let Some(one) = take_one(&mut left) {
            let mut inner = one;
            while let Some(two) = take_one(&mut inner) {
                if two == 5 {
                    continue 'outer;
                }
                sum = mix(sum, two as u64);
                if sum % 11 == 0 {
                    break 'outer;
                }
            }
            sum += 1;
        }
        sum
    }

    #[device]
    pub fn chains_of_if_let(k: u32, l: u32) -> u64 {
        if let Some(half) = half(k) {
            half as u64
        } else if let Some(third) = third(l) {
            100 + third as u64
        } else if k == l {
            1
        } else if let Some(half) = half(k + l) {
            200 + half as u64
        } else {
            2
        }
    }

    #[device]
    pub fn conditions_with_let(k: u32, l: u32) -> u64 {
        let first = half(k);
        if k > 2
            && let Some(half) = first
            && half < l
        {
            return half as u64;
        }
        if let Some(third) = third(l) && third == k { 50 } else { 60 }
    }

    #[device]
    pub fn nested_patterns(a: u32, k: u32) -> u64 {
        let value = if k % 3 == 0 { None } else { Some((a, half(k))) };
        match value {
            Some((_, Some(half))) if half > 4 => half as u64,
            Some((0..=9, None)) => 1,
            Some((b, Some(_))) => 100 + b as u64,
            Some((b, None)) => 200 + b as u64,
            None => 3,
        }
    }

    #[device]
    pub fn literals_in_patterns(k: u32) -> u64 {
        match half(k) {
            Some(0) => 10,
            Some(1 | 2) => 11,
            Some(3..=5) => 12,
            None => 13,
            Some(n @ 6..) => n as u64,
        }
    }

    #[device]
    pub fn guards(a: u32, k: u32) -> u64 {
        match half(a ^ k) {
            Some(n) if n % 5 == 0 => n as u64,
            Some(n) if n % 7 == 0 => n as u64 + 1,
            None if k > 3 => 2,
            Some(_) => 3,
            None => 4,
        }
    }

    #[device]
    pub fn references(a: u32, k: u32) -> u64 {
        let option = if k > 5 { Some([a, k]) } else { None };
        let borrowed = &option;
        let first = match borrowed {
            Some(pair) => pair[0] as u64,
            None => 1,
        };
        let second = match *borrowed {
            Some([_, second]) => second as u64,
            None => 2,
        };
        mix(first, second)
    }

    #[device]
    pub fn changed_through_patterns(a: u32, k: u32) -> u64 {
        let mut option = if k > 5 { Some([a, k]) } else { None };
        if let Some(pair) = &mut option {
            pair[1] = pair[0] ^ 3;
        }
        match &mut option {
            Some(pair) => pair[0] = 1,
            None => {}
        }
        option.unwrap_or([4, 5])[1] as u64 * 3 + option.unwrap_or([4, 5])[0] as u64
    }

    #[device]
    pub fn tuples_of_options(k: u32, l: u32) -> u64 {
        match (half(k), third(l)) {
            (Some(a), Some(b)) => mix(a as u64, b as u64),
            (Some(a), None) => a as u64 + 500,
            (None, Some(b)) => b as u64 + 600,
            (None, None) => 700,
        }
    }

    #[device]
    pub fn divided(n: u32, by: u32) -> Option<(u32, u32)> {
        if by == 0 {
            return None;
        }
        Some((n / by, n % by))
    }

    #[device]
    pub fn options_of_tuples(k: u32, l: u32) -> u64 {
        let Some((quotient, rest)) = divided(k, l) else { return 99 };
        mix(quotient as u64, rest as u64)
    }

    #[device]
    pub fn options_of_options(k: u32, l: u32) -> u64 {
        let nested: Option<Option<u32>> = if k > l { Some(half(k)) } else { None };
        match nested {
            Some(Some(n)) => n as u64,
            Some(None) => 1000,
            None => 2000,
        }
    }

    #[device]
    pub fn arrays_of_options(a: u32, k: u32) -> u64 {
        let mut slots: [Option<u32>; 4] = [None; 4];
        slots[(k % 4) as usize] = Some(a);
        slots[1] = half(k);
        let mut sum = 0;
        for index in 0..4 {
            if let Some(value) = slots[index] {
                sum = mix(sum, value as u64 + index as u64);
            }
        }
        sum
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Hit {
        pub distance: f32,
        pub normal: Vec3,
    }

    #[device]
    impl Hit {
        /// Of the unit sphere, from this far away along an axis that passes by it.
        pub fn of_sphere(from: f32, beside: f32) -> Option<Self> {
            let square = 1.0 - beside * beside;
            if !(square >= 0.0) || !(from > 1.0) {
                return None;
            }
            let depth = square.sqrt();
            Some(Hit { distance: from - depth, normal: Vec3::new(beside, 0.0, depth) })
        }

        pub fn nearer(self, other: Option<Hit>) -> Hit {
            match other {
                Some(hit) if hit.distance < self.distance => hit,
                _ => self,
            }
        }
    }

    #[device]
    pub fn options_of_structs(x: f32, y: f32) -> u64 {
        let first = Hit::of_sphere(x, 0.5);
        let Some(hit) = first else { return 1 };
        let hit = hit.nearer(Hit::of_sphere(x, y));
        mix(bits(hit.distance), bits(hit.normal.x))
    }

    #[device]
    pub fn compared(k: u32, l: u32) -> u64 {
        let (first, second) = (half(k), half(l));
        let with_values = first == Some(3) || Some(l) == second;
        (first == second) as u64 + 2 * (first != None) as u64 + 4 * with_values as u64
    }

    #[device]
    pub fn methods(a: u32, k: u32) -> u64 {
        let option = half(k);
        let both = option.is_some() && !option.is_none();
        let or = option.or(Some(a)).unwrap();
        let xor = option.xor(half(k + 1)).expect("one of two is even");
        let and = option.and(Some(2.5_f32)).unwrap_or(0.5);
        mix(mix(or as u64, xor as u64), mix(bits(and), both as u64))
    }

    #[device]
    pub fn methods_that_change(a: u32, k: u32) -> u64 {
        let mut slot = half(k);
        let taken = slot.take();
        let replaced = slot.replace(a);
        let last = slot.replace(7);
        mix(taken.unwrap_or(1) as u64, mix(replaced.unwrap_or(2) as u64, last.unwrap_or(3) as u64 + slot.unwrap() as u64))
    }

    #[device]
    pub fn long(p: u64) -> Option<u64> {
        if p % 2 == 0 { Some(5) } else { None }
    }

    #[device]
    pub fn double(u: f64) -> Option<f64> {
        if u > 0.1 { Some(0.1) } else { None }
    }

    #[device]
    pub fn widths(p: u64, u: f64) -> u64 {
        let mut best: Option<f64> = Some(0.3);
        if let Some(value) = double(u) {
            best = Some(value + 0.7);
        }
        let small = Some(200_u8);
        mix(long(p).unwrap_or(6), mix(best.unwrap_or(0.2).to_bits(), small.unwrap_or(1) as u64))
    }

    #[device]
    pub fn checked_unsigned(a: u32, b: u32) -> u64 {
        let sum = a.checked_add(b);
        let difference = a.checked_sub(b);
        let product = a.checked_mul(b);
        let quotient = a.checked_div(b);
        let rest = a.checked_rem(b);
        let first = mix(sum.unwrap_or(1) as u64, difference.unwrap_or(2) as u64);
        let second = mix(product.unwrap_or(3) as u64, quotient.unwrap_or(4) as u64);
        mix(mix(first, second), mix(rest.unwrap_or(5) as u64, a.checked_neg().is_some() as u64))
    }

    #[device]
    pub fn checked_signed(i: i32, j: i32) -> u64 {
        let sum = i.checked_add(j);
        let difference = i.checked_sub(j);
        let product = i.checked_mul(j);
        let quotient = i.checked_div(j);
        let rest = i.checked_rem(j);
        let first = mix(sum.unwrap_or(1) as u64, difference.unwrap_or(2) as u64);
        let second = mix(product.unwrap_or(3) as u64, quotient.unwrap_or(4) as u64);
        mix(mix(first, second), mix(rest.unwrap_or(5) as u64, i.checked_neg().unwrap_or(6) as u64))
    }

    #[device]
    pub fn checked_long(m: i64, n: i64) -> u64 {
        let small = (m as i8).checked_add(n as i8);
        let product = m.checked_mul(n);
        mix(small.unwrap_or(1) as u64, mix(product.unwrap_or(2) as u64, m.checked_sub(n).unwrap_or(3) as u64))
    }

    #[device]
    pub fn area(a: u32, b: u32) -> Option<u32> {
        a.checked_mul(b)?.checked_add(1)?.checked_sub(a)
    }

    #[device]
    pub fn checked_chains(a: u32, b: u32) -> u64 {
        match area(a, b) {
            Some(area) => area as u64,
            None => u64::MAX,
        }
    }

    #[device]
    pub fn or_zero(value: Option<u64>) -> u64 {
        value.unwrap_or(0)
    }

    #[device]
    pub fn set(target: &mut Option<u32>, value: u32) {
        *target = Some(value);
    }

    #[device]
    pub fn handed_over(k: u32, l: u32) -> u64 {
        let mut target = None::<u32>.or(half(k));
        if l > 8 {
            set(&mut target, l);
        }
        mix(or_zero(Some(5)), mix(or_zero(None), target.unwrap_or(77) as u64))
    }

    #[device]
    pub fn in_expressions(k: u32, l: u32) -> u64 {
        let sum = half(k).unwrap_or(1) + third(l).unwrap_or(2);
        let product = 3 * match half(l) {
            Some(n) => n,
            None => 4,
        };
        let inside = 1 + if let Some(n) = half(k) { n } else { 5_u32 };
        mix(sum as u64, mix(product as u64, inside as u64))
    }

    #[device]
    pub fn first_or<T: Copy>(first: Option<T>, other: T) -> T {
        match first {
            Some(first) => first,
            None => other,
        }
    }

    #[device]
    pub fn generic(k: u32, x: f32) -> u64 {
        let number = first_or(half(k), 3_u32);
        let float = first_or(if k > 3 { Some(x) } else { None }, 1.5_f32);
        mix(number as u64, bits(float))
    }

    #[device]
    pub fn bump(option: &mut Option<u32>) -> bool {
        *option = Some(option.unwrap_or(40) + 1);
        true
    }

    #[device]
    pub fn changed_by_later_conditions(k: u32, l: u32) -> u64 {
        let (mut first, mut second) = (half(k), half(l));
        let mut sum = 0;
        if let Some(x) = first
            && first.replace(9) != None
        {
            sum = mix(sum, x as u64);
        }
        if let Some(x) = first
            && bump(&mut first)
            && x == 9
        {
            sum = mix(sum, x as u64 + 1);
        } else if let Some(y) = second
            && bump(&mut second)
            && let Some(z) = second
        {
            sum = mix(sum, y as u64 * 100 + z as u64);
        }
        let mut rounds = 0;
        while let Some(x) = second
            && bump(&mut second)
            && rounds < 4
        {
            rounds += 1;
            sum = mix(sum, x as u64);
        }
        mix(sum, second.unwrap_or(5) as u64)
    }

    #[device]
    pub fn changed_by_guards(k: u32, l: u32) -> u64 {
        let (mut a, b) = (half(k), half(l));
        let found = match (a, b) {
            (Some(x), _) if a.replace(9).is_some() && x > 3 => x,
            (Some(x), Some(y)) => 100 * x + y,
            (None, Some(y)) => y,
            (_, None) => 7,
        };
        mix(found as u64, a.unwrap_or(1) as u64)
    }

    #[device]
    pub fn moved(option: &mut Option<u32>) -> u32 {
        option.take().unwrap_or(50) + 1
    }

    #[device]
    pub fn changed_by_arguments(k: u32, l: u32) -> u64 {
        let mut o = half(k);
        let first = o.unwrap_or(moved(&mut o));
        let mut p = half(l);
        let second = p.xor(p.take());
        let mut q = half(k + l);
        let third = q.or(q.replace(9)).unwrap_or(3);
        let mut both = Both(k, l);
        let fourth = both.plus(grow(&mut both) + 1);
        mix(mix(first as u64, second.unwrap_or(4) as u64), mix(third as u64, mix(fourth as u64, both.0 as u64)))
    }

    #[device]
    pub fn grow(both: &mut Both) -> u32 {
        both.0 += 10;
        both.0
    }

    #[device]
    pub fn shared_out(k: u32, l: u32) -> Option<u32> {
        let by = if l == 0 { 1 } else { l };
        Some(100 / by + half(k)? + [k, l][(k % 2) as usize] * third(l)?)
    }

    #[device]
    pub fn attempts_after_panics(k: u32, l: u32) -> u64 {
        shared_out(k, l).unwrap_or(77) as u64
    }

    #[device]
    pub fn counted(k: u32, l: u32) -> Option<u32> {
        let mut left = k;
        let mut rounds = 0;
        while take_one(&mut left)? > 3 {
            rounds += 1;
        }
        if l == 0 {
            rounds += 100;
        } else if half(l)? > 3 {
            rounds += 200;
        }
        Some(rounds)
    }

    #[device]
    pub fn attempts_in_conditions(k: u32, l: u32) -> u64 {
        counted(k, l).unwrap_or(88) as u64
    }

    #[device]
    pub fn deep(k: u32, l: u32) -> Option<Option<u32>> {
        if k > 9 {
            return Some(None);
        }
        if k > l { Some(Some(k)) } else if k == l { Some(None) } else { None }
    }

    #[device]
    pub fn some_of_none(k: u32, l: u32) -> u64 {
        let fixed: Option<Option<u32>> = Some(None);
        let found = deep(k, l);
        let same = found == Some(None) || found == fixed;
        match found {
            Some(Some(value)) => value as u64,
            Some(None) => 100 + same as u64,
            None => 200 + same as u64,
        }
    }

    #[device]
    pub const NOTHING: Option<u32> = None;

    #[device]
    #[derive(Clone, Copy)]
    pub struct Table {
        pub scale: u32,
    }

    #[device]
    impl Table {
        pub const ENTRIES: [Option<u32>; 3] = [Some(4), None, Some(6)];
    }

    #[device]
    pub fn in_constants(k: u32) -> u64 {
        let entry = Table::ENTRIES[(k % 3) as usize];
        mix(entry.unwrap_or(9) as u64, NOTHING.is_none() as u64)
    }

    #[device]
    pub fn ordered(k: u32, l: u32) -> u64 {
        let (first, second) = (half(k), third(l));
        (first < second) as u64
            + 2 * (first <= second) as u64
            + 4 * (first > Some(3)) as u64
            + 8 * (second >= None) as u64
    }

    #[device]
    pub fn merged_in_tuples(a: u32, k: u32) -> u64 {
        let (first, second) = if k > 5 { (Some(a), None) } else { (None, Some(0.5_f32)) };
        let pair = if k > 7 { [Some(k), None] } else { [None, Some(a)] };
        mix(mix(first.unwrap_or(1) as u64, bits(second.unwrap_or(2.0))), pair[0].or(pair[1]).unwrap() as u64)
    }

    #[device]
    pub fn pick<T: Copy>(first: bool, one: T, other: Option<T>) -> T {
        if first { one } else { other.unwrap_or(one) }
    }

    #[device]
    pub fn generic_with_none(k: u32, n: i64) -> u64 {
        let nothing = half(k).and(None).unwrap_or(3_u8);
        mix(pick(k > 3, 5_i64, None) as u64, mix(pick(k > 3, n, Some(4_i64)) as u64, nothing as u64))
    }

    #[device]
    pub fn attempted(k: u32, l: u32) -> Option<u32> {
        let first: u32 = if k > l { half(k)? } else { 2 };
        let second: u32 = match l % 3 {
            0 => third(l)?,
            1 => 7,
            _ => half(l)? + 1,
        };
        Some(first * 100 + second)
    }

    #[device]
    pub fn attempts_in_branches(k: u32, l: u32) -> u64 {
        attempted(k, l).unwrap_or(77) as u64
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Both(pub u32, pub u32);

    #[device]
    impl Both {
        pub fn minus(self, other: Both) -> Option<Both> {
            Some(Both(self.0.checked_sub(other.0)?, self.1.checked_sub(other.1)?))
        }

        pub fn plus(self, more: u32) -> u32 {
            self.0 * 1000 + self.1 + more
        }

        pub fn down(left: &mut u32) -> Option<Self> {
            Some(Self(take_one(left)?, take_one(left)?))
        }
    }

    #[device]
    pub fn attempts_in_constructors(k: u32, l: u32) -> u64 {
        let mut left = k;
        let down = Both::down(&mut left).unwrap_or(Both(50, 60));
        let Some(Both(first, second)) = Both(k, l).minus(Both(l, 3)) else { return mix(down.0 as u64, down.1 as u64) };
        mix(first as u64, mix(second as u64, left as u64))
    }

    #[device]
    pub fn both_even(left: &mut u32) -> Option<u32> {
        take_one(left)?;
        half(*left)?;
        Some(*left)
    }

    #[device]
    pub fn attempts_as_statements(k: u32) -> u64 {
        let mut left = k;
        let found = both_even(&mut left);
        mix(found.unwrap_or(99) as u64, left as u64)
    }

    #[device]
    pub fn indexed(k: u32, values: [u32; 4]) -> Option<u32> {
        let at = half(k)?;
        Some(
            values[{
                let j = at % 4;
                j as usize
            }],
        )
    }

    #[device]
    pub fn indices_by_blocks(k: u32, l: u32) -> u64 {
        indexed(k, [k, l, 3, 4]).unwrap_or(5) as u64
    }

    #[device]
    pub fn names_like_them(k: u32) -> u64 {
        let none = k;
        let some = none + 1;
        let present = half(some);
        let value = present.unwrap_or(none);
        value as u64
    }

    #[device]
    pub struct Slots {
        pub values: [u32; 3],
    }

    #[device]
    impl Slots {
        pub fn slot(&self, index: u32) -> Option<&u32> {
            if index < 3 { Some(&self.values[index as usize]) } else { None }
        }
    }

    /// An option of a reference from an array, a function and `Some(&x)`, on either side.
    #[device]
    pub fn compared_with_references(a: u32, k: u32, x: f32) -> u64 {
        let slots = Slots { values: [a, 3, k] };
        let index = k % 4;
        let mut sum = (slots.values.get(index as usize) == Some(&3)) as u64;
        sum = sum * 2 + (Some(&a) == slots.slot(index)) as u64;
        sum = sum * 2 + (slots.slot(index) != slots.values.last()) as u64;
        sum = sum * 2 + (slots.slot(index) < Some(&k)) as u64;
        sum = sum * 2 + (Some(&3) >= slots.values.get(index as usize)) as u64;
        let kept: Option<&u32> = Some(&slots.values[0]);
        sum = sum * 2 + (kept == slots.slot(index)) as u64;
        assert_eq!(slots.values.first(), Some(&a));
        let (pairs, unknown) = ([(a, Some(x)), (k, None)], None);
        sum = sum * 2 + (pairs.get(index as usize) == Some(&(k, None))) as u64;
        let options = [Some(x), unknown];
        sum * 2 + (options.get(index as usize) == Some(&None)) as u64
    }
}
