//! `Result`: values, patterns, `?`, methods, and what options and results make of each other.

conformance! {
    program Outcomes;
    cases |input| {
        made_and_matched(input.a, input.k),
        returned(input.k, input.l),
        types_that_rustc_finds(input.a, input.x),
        types_by_paths(input.a, input.k),
        variables_with_types(input.a, input.k),
        in_arrays_tuples_and_options(input.a, input.m),
        nested_patterns(input.k, input.l),
        guards_and_alternatives(input.a, input.l),
        let_else_and_loops(input.a, input.k),
        changed_through_patterns(input.a, input.k),
        borrowed_patterns(input.x, input.k),
        attempts(input.a, input.k),
        attempts_in_order(input.a, input.k),
        attempts_of_errors(input.k, input.l),
        attempts_that_convert(input.k, input.b),
        attempts_in_closures(input.a, input.k),
        units(input.k, input.l),
        asked_and_taken(input.a, input.k),
        mapped(input.a, input.k),
        chained(input.a, input.k),
        functions_by_name(input.a, input.k),
        constructors_by_name(input.a, input.k),
        inspected(input.a, input.k),
        arguments_in_order(input.a, input.k),
        hidden_names(input.a, input.k),
        of_options(input.a, input.b),
        turned_inside_out(input.a, input.k),
        changed_options(input.a, input.k),
        references(input.a, input.k),
        compared(input.a, input.i),
        ordered(input.a, input.i),
        generic(input.a, input.x),
        generic_over_lengths(input.a, input.k),
        in_iterators(input.a, input.k),
        in_constants(input.k),
        methods_of_ones_own(input.x, input.y),
        names_of_ones_own(input.a, input.k),
        checked(input.k, input.l),
        changes_by_closures(input.a, input.k),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    pub enum Fault {
        Odd,
        Large(u32),
    }

    #[device]
    impl From<u32> for Fault {
        fn from(number: u32) -> Fault {
            Fault::Large(number ^ 5)
        }
    }

    #[device]
    pub fn code(fault: Fault) -> u64 {
        match fault {
            Fault::Odd => 5,
            Fault::Large(number) => number as u64 ^ 99,
        }
    }

    #[device]
    pub fn half(n: u32) -> Result<u32, Fault> {
        if n % 2 == 0 { Ok(n / 2) } else { Err(Fault::Odd) }
    }

    #[device]
    pub fn small(n: u32) -> Result<u32, u32> {
        match n {
            0..300 => Ok(n + 1),
            _ => {
                let error = n.rotate_left(3);
                Err(error)
            }
        }
    }

    #[device]
    pub fn number(result: Result<u32, Fault>) -> u64 {
        match result {
            Ok(number) => number as u64 + 1000,
            Err(fault) => code(fault),
        }
    }

    #[device]
    pub fn made_and_matched(a: u32, k: u32) -> u64 {
        let made: Result<u32, i32> = if k > 7 { Ok(a) } else { Err(-3) };
        match made {
            Ok(number) => number as u64,
            Err(error) => error as u64,
        }
    }

    #[device]
    pub fn returned(k: u32, l: u32) -> u64 {
        let first = match half(k) {
            Ok(number) => number as u64,
            Err(fault) => code(fault),
        };
        let second = if let Err(error) = small(l * 40) { error } else { 7 };
        mix(first, second as u64)
    }

    #[device]
    pub fn types_that_rustc_finds(a: u32, x: f32) -> u64 {
        let mut late = Ok(5);
        if a > 100 {
            late = Err(a);
        }
        let chosen = if a > 3 { Ok(x) } else { Err(1.5) };
        let wide: u64 = match late {
            Ok(number) => number,
            Err(error) => error as u64,
        };
        let unseen;
        if a % 3 == 0 {
            unseen = Err((a, 0.5));
        } else {
            unseen = Ok([a, 3]);
        }
        let part: f64 = match unseen {
            Ok([first, second]) => (first ^ second) as f64,
            Err((number, rest)) => number as f64 + rest,
        };
        let float: f32 = match chosen {
            Ok(number) => number,
            Err(other) => other,
        };
        mix(mix(wide, bits(float) as u64), part as u64)
    }

    #[device]
    pub fn by_paths(a: u32) -> std::result::Result<u32, core::result::Result<u8, Fault>> {
        if a > 3 { Result::Ok(a) } else { std::result::Result::Err(core::result::Result::Err(Fault::Odd)) }
    }

    #[device]
    pub fn types_by_paths(a: u32, k: u32) -> u64 {
        let first = match by_paths(a) {
            Result::Ok(number) => number as u64,
            std::result::Result::Err(Result::Err(fault)) => code(fault),
            Err(Ok(_)) => 3,
        };
        let (ok, err) = (Ok::<u32, Fault>(k), Result::<u8, u64>::Err(9));
        mix(first, ok.unwrap_or(1) as u64 + err.unwrap_or(2) as u64)
    }

    #[device]
    pub fn variables_with_types(a: u32, k: u32) -> u64 {
        let chosen: Result<u64, Fault> = match k % 4 {
            0 => Err(Fault::Odd),
            1 => Ok(a as u64),
            2 => {
                let twice = a.wrapping_mul(2);
                Err(Fault::Large(twice))
            }
            _ => Ok(4),
        };
        let partly: Result<u32, u8> = if a > 5 { Ok(k) } else { Err(2) };
        mix(chosen.map_or_else(code, |number| number), partly.map_or_else(|error| error as u64, |k| k as u64))
    }

    #[device]
    pub fn in_arrays_tuples_and_options(a: u32, m: i64) -> u64 {
        let list = [Ok(a), Err(m), Ok(3)];
        let (option, pair) = (Some(Err::<u32, _>(m)), (Ok::<u32, u32>(1), Err::<f32, i64>(m)));
        let mut sum = 0;
        for result in list {
            match result {
                Ok(number) if number > 5 => sum = mix(sum, number as u64),
                Ok(number) => sum = mix(sum, number as u64 + 9),
                Err(error) => sum = mix(sum, error as u64),
            }
        }
        if let Some(Err(error)) = option {
            sum = mix(sum, error as u64);
        }
        if let (Ok(one), Err(error)) = pair {
            sum = mix(sum, one as u64 ^ error as u64);
        }
        sum
    }

    #[device]
    pub fn nested_patterns(k: u32, l: u32) -> u64 {
        match (half(k), small(l * 40)) {
            (Ok(first), Ok(second)) => mix(first as u64, second as u64),
            (Err(_), Ok(second)) => second as u64 + 1,
            (Ok(number), Err(error)) | (Err(Fault::Large(number)), Err(error)) => mix(number as u64 + 2, error as u64),
            (Err(Fault::Odd), Err(_)) => 3,
        }
    }

    #[device]
    pub fn guards_and_alternatives(a: u32, l: u32) -> u64 {
        let first = match small(a) {
            Ok(2..=64) | Err(3) => 1,
            Ok(number) if number > l => number as u64,
            Ok(_) | Err(256..) => 4,
            Err(error) => error as u64 ^ 7,
        };
        let named = match half(l) {
            whole @ (Ok(_) | Err(Fault::Odd)) => number(whole),
            Err(Fault::Large(_)) => 8,
        };
        mix(first, named + matches!(half(a), Ok(number) if number > 9) as u64)
    }

    #[device]
    pub fn let_else_and_loops(a: u32, k: u32) -> u64 {
        let (mut number, mut steps) = (a, 0);
        loop {
            let Ok(next) = half(number) else { break };
            number = next;
            steps += 1;
            if steps > 40 {
                break;
            }
        }
        let found = loop {
            match small(number) {
                Ok(next) if next > 100 => break next,
                Ok(next) => number = next * 3,
                Err(error) => break error / 2,
            }
        };
        let mut left: Result<u32, u32> = Ok(k);
        let mut rounds = 0;
        while let Ok(number) = left {
            rounds += 1;
            left = if number > 3 { Ok(number / 2) } else { Err(number + rounds) };
        }
        mix(mix(found as u64, steps), left.unwrap_err() as u64)
    }

    #[device]
    pub fn changed_through_patterns(a: u32, k: u32) -> u64 {
        let mut result = half(a);
        match &mut result {
            Ok(number) => *number = number.wrapping_add(k),
            Err(fault) => *fault = Fault::Large(k),
        }
        if let Ok(ref mut number) = result {
            *number ^= 5;
        }
        let copy = result;
        if let Err(Fault::Large(number)) = &mut result {
            *number += 1;
        }
        mix(number(copy), number(result))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug, Default)]
    pub struct Ball {
        pub x: f32,
        pub y: f32,
    }

    #[device]
    impl Ball {
        pub fn moved(&self, by: f32) -> Result<Ball, f32> {
            let x = self.x * by;
            if x.is_finite() { Ok(Ball { x, y: self.y }) } else { Err(by) }
        }

        pub fn moved_twice(self, by: f32) -> Result<f32, f32> {
            let ball = self.moved(by)?.moved(by)?;
            Ok(ball.x + ball.y)
        }
    }

    #[device]
    pub fn borrowed_patterns(x: f32, k: u32) -> u64 {
        let moved = Ball { x, y: 2.0 }.moved(k as f32);
        let first = match &moved {
            Ok(Ball { x, .. }) => bits(*x) as u64,
            Err(by) => bits(*by) as u64 + 1,
        };
        let Ok(ref ball) = moved else { return first };
        mix(first, bits(ball.y) as u64)
    }

    #[device]
    pub fn eighth(n: u32) -> Result<u32, Fault> {
        let quarter = half(half(n)?)?;
        if quarter > 1000 {
            return Err(Fault::Large(quarter));
        }
        Ok(half(quarter)? + 1)
    }

    #[device]
    pub fn attempts(a: u32, k: u32) -> u64 {
        mix(number(eighth(a)), number(eighth(k * 4)))
    }

    #[device]
    pub fn step(state: &mut u32, n: u32) -> Result<u32, u32> {
        *state = state.wrapping_mul(31).wrapping_add(n);
        if n % 2 == 0 { Ok(*state) } else { Err(*state) }
    }

    #[device]
    pub fn two_steps(state: &mut u32, a: u32, k: u32) -> Result<u32, u32> {
        Ok(step(state, a)?.wrapping_sub(step(state, k)?) ^ *state)
    }

    #[device]
    pub fn attempts_in_order(a: u32, k: u32) -> u64 {
        let mut state = 1;
        let result = two_steps(&mut state, a, k);
        mix(state as u64, result.unwrap_or_else(|error| error ^ 1) as u64)
    }

    #[device]
    pub fn refused(k: u32, l: u32) -> Result<u32, Fault> {
        if k > 9 {
            Err(Fault::Odd)?;
        }
        if l == 2 {
            return Err(l)?;
        }
        let number = match small(l * 40) {
            Ok(number) => number,
            Err(error) => Err(error / 2)?,
        };
        Ok(if number > 3 { number } else { return Err(Fault::Large(k)) })
    }

    #[device]
    pub fn attempts_of_errors(k: u32, l: u32) -> u64 {
        number(refused(k, l))
    }

    #[device]
    pub fn converted(k: u32, b: u32) -> Result<u64, Fault> {
        let first = half(k)?;
        let second = small(b)?;
        Ok(first as u64 + second as u64)
    }

    #[device]
    pub fn widened(b: u32) -> Result<u64, u64> {
        Ok(small(b)? as u64)
    }

    #[device]
    pub fn attempts_that_convert(k: u32, b: u32) -> u64 {
        mix(converted(k, b).unwrap_or_else(|fault| code(fault)), widened(b).unwrap_or_else(|error| error + 1))
    }

    #[device]
    pub fn attempts_in_closures(a: u32, k: u32) -> u64 {
        let quarter = |n: u32| -> Result<u64, Fault> {
            let number = half(half(n)?)?;
            if number == 4 {
                Err(Fault::Large(1))?
            }
            Ok(number as u64 + 1)
        };
        let both = quarter(a).and_then(|first| quarter(k).map(|second| first ^ second));
        let checked = half(k).and_then(|n| {
            let number = half(n)?;
            if number > 2 {
                return Err(Fault::Large(number));
            }
            Ok(number)
        });
        let option = a.checked_sub(3).and_then(|n| {
            let number = n.checked_sub(k)?;
            Some(number / 2)
        });
        mix(mix(both.unwrap_or_else(|fault| code(fault)), number(checked)), option.unwrap_or(77) as u64)
    }

    #[device]
    pub fn at_most(n: u32, most: u32) -> Result<(), Fault> {
        if n > most {
            return Err(Fault::Large(n));
        }
        Ok(())
    }

    #[device]
    pub fn both_at_most(k: u32, l: u32) -> Result<(), Fault> {
        at_most(k, 12)?;
        at_most(l, 9)
    }

    #[device]
    pub fn without_a_reason(k: u32) -> Result<u32, ()> {
        if k > 5 { Err(()) } else { Ok(k) }
    }

    #[device]
    pub fn units(k: u32, l: u32) -> u64 {
        let first = match both_at_most(k, l) {
            Ok(()) => 1,
            Err(fault) => code(fault),
        };
        let second = if let Err(()) = without_a_reason(l) { 4 } else { 5 };
        let third = without_a_reason(k).map_err(|()| 3_u8);
        mix(first, second + third.map_or_else(|error| error as u64 * 100, |k| k as u64))
    }

    #[device]
    pub fn asked_and_taken(a: u32, k: u32) -> u64 {
        let result = half(a);
        let mut sum = result.is_ok() as u64 + 2 * result.is_err() as u64;
        sum = mix(sum, result.ok().unwrap_or(3) as u64);
        sum = mix(sum, result.err().map_or(9, code));
        sum = mix(sum, result.unwrap_or(k) as u64);
        sum = mix(sum, result.unwrap_or_default() as u64);
        sum = mix(sum, bits(Ball { x: 3.0, y: 1.0 }.moved(k as f32).unwrap_or_default().x) as u64);
        sum = mix(sum, result.is_ok_and(|number| number > 10) as u64);
        sum = mix(sum, result.is_err_and(|fault| fault == Fault::Odd) as u64);
        if result.is_ok() {
            sum = mix(sum, result.unwrap() as u64 + result.expect("an even number") as u64);
        } else {
            sum = mix(sum, code(result.unwrap_err()) + code(result.expect_err("an odd number")));
        }
        sum
    }

    #[device]
    pub fn mapped(a: u32, k: u32) -> u64 {
        let result = half(a);
        let mut sum = result.map(|number| number as u64 + 1).unwrap_or(4);
        sum = mix(sum, result.map_err(|fault| code(fault) * 2).unwrap_or_else(|error| error as u32) as u64);
        sum = mix(sum, result.map_or(1, |number| number as u64 ^ 7));
        sum = mix(sum, result.map_or_else(|fault| code(fault), |number| number as u64));
        let wide: Result<(u32, f64), u8> = result.map(|number| (number, 0.5)).map_err(|_| 3);
        if let Ok((number, half)) = wide {
            sum = mix(sum, number as u64 + (half * k as f64) as u64);
        }
        sum
    }

    #[device]
    pub fn chained(a: u32, k: u32) -> u64 {
        let result = half(a);
        let mut sum = number(result.and_then(|number| if number > 5 { Ok(number ^ k) } else { Err(Fault::Large(k)) }));
        let other: Result<u32, u8> = result.or_else(|fault| if fault == Fault::Odd { Ok(k) } else { Err(1) });
        sum = mix(sum, other.unwrap_or(8) as u64);
        sum = mix(sum, number(result.and(half(k))) + number(result.or(half(k))));
        sum = mix(sum, number(half(k).or(Err(Fault::Large(4)))));
        let flat: Result<Result<u32, Fault>, Fault> = result.map(half);
        mix(sum, number(flat.flatten()))
    }

    #[device]
    pub fn low(fault: Fault) -> u32 {
        code(fault) as u32
    }

    #[device]
    pub fn seven() -> u32 {
        7
    }

    #[device]
    pub fn again(fault: Fault) -> Result<u32, u64> {
        if code(fault) > 50 { Ok(1) } else { Err(code(fault)) }
    }

    #[device]
    pub fn functions_by_name(a: u32, k: u32) -> u64 {
        let result: Result<u32, Fault> = half(a);
        let mut sum = result.unwrap_or_else(low) as u64;
        sum = mix(sum, result.map(small).is_ok() as u64);
        sum = mix(sum, result.map_err(code).unwrap_or(4) as u64);
        sum = mix(sum, result.or_else(again).unwrap_or(3) as u64);
        sum = mix(sum, result.map_or_else(low, f_of) as u64);
        sum = mix(sum, a.checked_sub(k).unwrap_or_else(seven) as u64);
        mix(sum, result.and_then(half).is_err_and(is_odd) as u64)
    }

    #[device]
    pub fn f_of(n: u32) -> u32 {
        n ^ 0xff
    }

    #[device]
    pub fn is_odd(fault: Fault) -> bool {
        fault == Fault::Odd
    }

    #[device]
    pub fn constructors_by_name(a: u32, k: u32) -> u64 {
        let option = a.checked_sub(k);
        let mut sum = match option.map(Ok::<u32, u8>) {
            Some(Ok(number)) => number as u64,
            Some(Err(error)) => error as u64,
            None => 5,
        };
        let or_three: Result<u32, u64> = option.map_or(Err(3), Ok);
        let or_nine: Result<u32, u8> = option.map_or_else(|| Err(9), Ok);
        let some: Result<Option<u32>, u8> = or_nine.map(Some);
        sum = mix(sum, or_three.unwrap_or_else(|error| error as u32) as u64);
        sum = mix(sum, some.is_ok_and(|option| option.is_some()) as u64);
        mix(sum, match half(a).map(Fault::Large) {
            Ok(fault) | Err(fault) => code(fault),
        })
    }

    #[device]
    pub fn inspected(a: u32, k: u32) -> u64 {
        let (mut seen, mut failed) = (0, 0);
        let result = half(a).inspect(|number| seen = *number ^ k).inspect_err(|fault| failed = code(*fault));
        mix(mix(seen as u64, failed), number(result))
    }

    #[device]
    pub fn arguments_in_order(a: u32, k: u32) -> u64 {
        let mut state = a;
        let or = step(&mut state, 3).or(step(&mut state, 4));
        let and = step(&mut state, 2).and(step(&mut state, k));
        let mapped = step(&mut state, k).map_or(state as u64, |number| number as u64 ^ state as u64);
        let taken = step(&mut state, k).unwrap_or(state);
        let both = step(&mut state, a)
            .map(|number| {
                state ^= number & 7;
                number
            })
            .map_err(|error| {
                state = state.wrapping_add(error);
                state
            });
        let made: Result<u32, (u32, u32)> = if k > 7 { Ok(state) } else { Err((state, { state = 1; state })) };
        let mut sum = mix(state as u64, mapped + taken as u64);
        for result in [or, and, both, made.map_err(|(first, second)| first ^ second)] {
            sum = mix(sum, result.unwrap_or_else(|error| error / 3) as u64);
        }
        sum
    }

    #[device]
    pub fn hidden_names(a: u32, k: u32) -> u64 {
        let (value, of, error, good) = (k, 3, 9, 4);
        let first = half(a).map(|n| n ^ value ^ of).map_err(|fault| low(fault) ^ value ^ error ^ of ^ good);
        let second = first.and_then(|value| first.map(|of| value ^ of ^ error));
        mix(second.unwrap_or_else(|error| error * 3) as u64, first.is_ok() as u64)
    }

    #[device]
    pub fn of_options(a: u32, b: u32) -> u64 {
        let option = a.checked_sub(b);
        let mut sum = option.ok_or(7_u8).map_or_else(|error| error as u64, |number| number as u64);
        sum = mix(sum, option.ok_or_else(|| b ^ 1).unwrap_or_else(|error| error) as u64);
        let error: Result<u32, u64> = option.ok_or(5);
        sum = mix(sum, error.err().unwrap_or(1));
        let pair = option.zip(b.checked_sub(5));
        sum = mix(sum, pair.map_or(1, |(first, second)| mix(first as u64, second as u64)));
        mix(sum, Some(option).flatten().unwrap_or(6) as u64)
    }

    #[device]
    pub fn turned_inside_out(a: u32, k: u32) -> u64 {
        let inside: Result<Option<u32>, Fault> = half(a).map(|number| number.checked_sub(k));
        let outside = inside.transpose();
        let mut sum = (outside.transpose() == inside) as u64 + 2 * outside.is_some() as u64;
        sum = mix(sum, match a.checked_sub(7).map(half).transpose() {
            Ok(Some(number)) => number as u64,
            Ok(None) => 8,
            Err(fault) => code(fault),
        });
        mix(sum, outside.map_or(4, number))
    }

    #[device]
    pub fn changed_options(a: u32, k: u32) -> u64 {
        let mut option = a.checked_sub(k);
        if let Some(number) = option.as_mut() {
            *number ^= 3;
        }
        let before = option.as_ref().map_or(2, |number| *number);
        if k > 7 {
            option.as_mut().map(|number| *number = number.wrapping_add(k));
        }
        mix(before as u64, option.unwrap_or(9) as u64)
    }

    #[device]
    pub fn above<'n>(numbers: &'n [u32; 4], n: u32) -> Result<&'n u32, Fault> {
        for number in numbers {
            if *number > n {
                return Ok(number);
            }
        }
        Err(Fault::Odd)
    }

    #[device]
    pub fn references(a: u32, k: u32) -> u64 {
        let numbers = [a, k, 7, 1000];
        let found = above(&numbers, k);
        let mut sum = match found {
            Ok(number) => *number as u64,
            Err(fault) => code(fault),
        };
        sum = mix(sum, number(found.copied()) + (found.cloned() == above(&numbers, 7).copied()) as u64);
        sum = mix(sum, above(&numbers, a).map(|number| *number ^ 1).unwrap_or(3) as u64);
        let chosen: Result<&u32, u32> = if a > 5 { Ok(&numbers[2]) } else { Err(k) };
        sum = mix(sum, chosen.map_or(6, |number| *number) as u64);
        let kept = Ok::<&u32, Fault>(&numbers[1]);
        mix(sum, half(a).as_ref().map(|number| *number).unwrap_or(4) as u64 + *kept.unwrap() as u64)
    }

    #[device]
    pub fn parity(a: u32, i: i32) -> Result<u32, i32> {
        if a % 2 == 0 { Ok(a) } else { Err(i) }
    }

    #[device]
    pub fn compared(a: u32, i: i32) -> u64 {
        let (first, second) = (parity(a, i), parity(a ^ 2, i));
        let mut sum = (first == second) as u64 + 2 * (first != second) as u64;
        sum = sum * 4 + (first == Ok(0)) as u64 + 2 * (Err(-1) == second) as u64;
        sum * 4 + (Some(first) == Some(Err(7))) as u64 + 2 * ([first, second] == [second, first]) as u64
    }

    #[device]
    pub fn ordered(a: u32, i: i32) -> u64 {
        let (first, second) = (parity(a, i), parity(a.wrapping_mul(5) >> 1, i ^ 3));
        let mut sum = (first < second) as u64 + 2 * (first <= second) as u64;
        sum = sum * 4 + (first > second) as u64 + 2 * (first >= second) as u64;
        sum = mix(mix(sum, first.cmp(&second) as u64), first.max(second).is_ok() as u64);
        mix(sum, first.min(second).unwrap_or_else(|error| error as u32) as u64)
    }

    #[device]
    pub fn chosen<T: Copy>(choice: bool, value: T) -> Result<T, u32> {
        if choice { Ok(value) } else { Err(4) }
    }

    #[device]
    pub fn doubled<T: Copy, E: Copy>(result: Result<T, E>) -> Result<(T, T), E> {
        let value = result?;
        Ok((value, value))
    }

    #[device]
    pub fn exchanged<T: Copy, E: Copy>(result: Result<T, E>) -> Result<E, T> {
        match result {
            Ok(value) => Err(value),
            Err(error) => Ok(error),
        }
    }

    #[device]
    pub fn equal<T: Copy + PartialEq>(result: Result<T, u32>, value: T) -> Result<bool, u64> {
        result.map(|other| other == value).map_err(|error| error as u64 + 1)
    }

    #[device]
    pub fn otherwise<T: Copy>(option: Option<T>, result: Result<T, u32>) -> T {
        let error: Result<T, u32> = Err(3);
        let typed = Ok::<T, u32>(option.ok_or(4_u32).or(error).unwrap_or_else(|_| result.unwrap()));
        typed.unwrap()
    }

    #[device]
    pub fn generic(a: u32, x: f32) -> u64 {
        let number = chosen(a > 5, a);
        let first = match doubled(number) {
            Ok((first, second)) => first as u64 ^ second as u64 ^ 1,
            Err(error) => error as u64,
        };
        let second = doubled(chosen(a > 300, x)).map_or(2, |(first, second)| bits(first + second) as u64);
        let third = exchanged(number).unwrap_or(9) as u64 + equal(number, 7).map_or_else(|error| error, |is| is as u64);
        mix(mix(first, second), third + otherwise(a.checked_sub(8), Ok(3)) as u64)
    }

    #[device]
    pub fn first_above<const N: usize>(numbers: [u32; N], k: u32) -> Result<[u32; N], u32> {
        if numbers[0] > k { Ok(numbers) } else { Err(numbers[N - 1]) }
    }

    #[device]
    pub fn generic_over_lengths(a: u32, k: u32) -> u64 {
        first_above([a, k, 3], k * 100).map_or_else(|last| last as u64, |numbers| numbers[1] as u64 + 7)
    }

    #[device]
    pub fn in_iterators(a: u32, k: u32) -> u64 {
        let list = [a, k, 6, 9];
        let sum = list.iter().map(|n| half(*n)).fold(0, |sum, result| mix(sum, number(result)));
        let count = list.iter().filter(|n| half(**n).is_ok()).count();
        let all = list.iter().filter_map(|n| half(*n).ok()).fold(0, |sum, number| sum ^ number);
        let found = list.iter().map(|n| half(*n)).find(|result| result.is_err());
        let is_large = list.iter().any(|n| half(*n).is_ok_and(|number| number > 10));
        mix(mix(sum, count as u64), mix(all as u64, found.map_or(3, number) + is_large as u64))
    }

    #[device]
    pub const FIVE: Result<u32, u8> = Ok(5);

    #[device]
    pub fn in_constants(k: u32) -> u64 {
        const SIX: Result<u32, u64> = Err(6);
        match (FIVE, SIX) {
            (Ok(five), Err(six)) => five as u64 * six + k as u64,
            _ => 3,
        }
    }

    #[device]
    pub fn methods_of_ones_own(x: f32, y: f32) -> u64 {
        let ball = Ball { x, y };
        match ball.moved_twice(y) {
            Ok(sum) if !sum.is_nan() => bits(sum) as u64,
            Ok(_) => 2,
            Err(_) => 9,
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Word {
        pub number: u32,
    }

    #[device]
    impl Word {
        pub fn ok(self) -> u32 {
            self.number
        }

        pub fn err(&mut self) -> u32 {
            self.number ^= 1;
            self.number
        }

        pub fn map_err(self, k: u32) -> u32 {
            k + self.number % 3
        }

        pub fn zip(self, other: Word) -> Word {
            Word { number: self.number ^ other.number }
        }

        pub fn flatten(self) -> u32 {
            self.number / 2
        }
    }

    #[device]
    pub fn names_of_ones_own(a: u32, k: u32) -> u64 {
        let mut word = Word { number: a };
        let sum = word.err().wrapping_add(word.ok()).wrapping_mul(word.err());
        mix(sum as u64, word.map_err(k) as u64 + word.zip(Word { number: k }).flatten() as u64)
    }

    #[device]
    pub fn checked(k: u32, l: u32) -> u64 {
        let result = half(k);
        assert!(matches!(result, Ok(_) | Err(Fault::Odd)), "{result:?} of {k}");
        assert_eq!(half(4), Ok(2));
        assert_ne!(small(l), Err(1));
        number(result)
    }

    #[device]
    pub fn changes_by_closures(a: u32, k: u32) -> u64 {
        let mut kept = [0; 4];
        let mut store = |index: u32, number: u32| -> Result<u32, u32> {
            if index < 4 {
                kept[index as usize] = number;
                Ok(number ^ 1)
            } else {
                Err(index)
            }
        };
        let first = store(k, a).unwrap_or_else(|index| index * 2);
        let second = store(k % 3, first);
        mix(first as u64, second.unwrap_or(9) as u64 + kept[1] as u64)
    }
}
