//! Closures: variables that are called, and the arguments of methods of `Option` and `bool`, where functions may stand, too.

conformance! {
    program Closures;
    cases |input| {
        mapped(input),
        mapped_to_other_types(input),
        values_for_none(input),
        chains(input),
        filtered(input),
        tested(input),
        other_options(input),
        made_by_then(input),
        inspected(input),
        functions_by_name(input),
        left_by_return_and_by_none(input),
        left_with_the_function(input),
        variables(input),
        variables_called_twice(input),
        calls_in_calls(input),
        hidden_names(input),
        changing_what_they_see(input),
        moved_copies(input),
        references(input),
        patterns(input),
        orders(input),
        changed_receivers(input),
        behind_references(input),
        in_conditions_and_arguments(input),
        with_literals_of_any_type(input),
        loops_in_closures(input),
        generic(input),
        on_methods_of_ones_own(input),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    fn half(x: u32) -> u32 {
        x / 2
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Pair {
        x: u32,
        y: u32,
    }

    #[device]
    impl Pair {
        fn turned(self) -> Pair {
            Pair { x: self.y, y: self.x ^ 1 }
        }

        // Names of methods that take functions elsewhere.
        fn map(&self, k: u32) -> u32 {
            self.x ^ k
        }

        fn filter(self, k: u32) -> u32 {
            self.y ^ (k & 7)
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Wrapped(f32);

    #[device]
    #[derive(Clone, Copy)]
    enum Shape {
        Ball(u32),
        Cube,
    }

    #[device]
    pub fn mapped(r: &Input) -> u64 {
        let sum = r.a.checked_add(r.b);
        let float = if r.k > 3 { Some(r.x) } else { None };
        let number = float.map(|_| 3).unwrap_or(9);
        let discarded = sum.map(|_| ());
        mix(
            mix(sum.map(|x| x / 2).unwrap_or(7) as u64, sum.map(|x| x / 2).is_some() as u64),
            mix(bits(float.map(|x| x * 2.0 + 1.0).unwrap_or(0.5)) as u64, number as u64 + discarded.is_some() as u64),
        )
    }

    #[device]
    pub fn mapped_to_other_types(r: &Input) -> u64 {
        let pair = r.p.checked_add(r.q).map(|x| (x as u32, x > 5));
        let pair = match pair {
            Some((a, true)) => a as u64,
            Some((a, false)) => mix(1, a as u64),
            None => 3,
        };
        let half = Some(vec2(r.x, r.y)).map(|v| v * 0.5);
        mix(pair, bits(half.map_or(0.0, |v| v.x + v.y)) as u64)
    }

    #[device]
    pub fn values_for_none(r: &Input) -> u64 {
        let product = r.a.checked_mul(r.b);
        let difference = r.a.checked_sub(r.b);
        let first = mix(product.map_or(0, |x| x ^ 1) as u64, product.map_or(r.q, |x| x as u64));
        let second = difference.map_or_else(|| r.b as u64 * 3, |d| d as u64);
        let mut n = 0;
        let third = difference.unwrap_or_else(|| {
            n += 1;
            r.k
        });
        mix(mix(first, second), mix(third as u64, n as u64))
    }

    #[device]
    pub fn chains(r: &Input) -> u64 {
        let sum = r.a.checked_add(r.b).and_then(|x| x.checked_mul(3));
        let large = sum.and_then(|y| if y > 100 { Some(y) } else { None });
        let deep = Some(r.k).map(|a| {
            Some(a).map(|b| Some(b).map(|c| a ^ b ^ c ^ 1).unwrap_or(2)).filter(|x| *x != 7).unwrap_or(3)
        });
        mix(large.unwrap_or(4) as u64, deep.unwrap_or(4) as u64)
    }

    #[device]
    pub fn filtered(r: &Input) -> u64 {
        let odd = Some(r.a).filter(|x| *x > 5).filter(|&x| x % 2 == 1);
        let mut pair = Some((r.a, r.k));
        let ordered = pair.filter(|(a, k)| *a > *k);
        pair = None;
        mix(odd.unwrap_or(4) as u64, mix(ordered.map_or(1, |(a, k)| a ^ k) as u64, pair.is_some() as u64))
    }

    #[device]
    pub fn tested(r: &Input) -> u64 {
        let difference = r.a.checked_sub(r.b);
        difference.is_some_and(|d| d > 3) as u64 * 2 + difference.is_none_or(|d| d < 9) as u64
    }

    #[device]
    pub fn other_options(r: &Input) -> u64 {
        let either = r.a.checked_sub(r.b).or_else(|| r.b.checked_sub(r.a));
        let chosen = Some(r.k).filter(|k| k % 2 == 0).xor(Some(r.a).filter(|a| a > &5));
        mix(either.unwrap_or_else(|| 3) as u64, chosen.unwrap_or(9) as u64)
    }

    #[device]
    pub fn made_by_then(r: &Input) -> u64 {
        let difference = (r.a > r.b).then(|| r.a - r.b);
        let number = (r.k > 3).then(|| 5);
        let mut n = r.k;
        let mut next = || {
            n += 1;
            n
        };
        let even = (next() % 2 == 0).then_some(next()).unwrap_or(3);
        mix(mix(even as u64, n as u64), mix(difference.unwrap_or(8) as u64, number.unwrap_or(7) as u64))
    }

    #[device]
    pub fn inspected(r: &Input) -> u64 {
        let mut seen = 0;
        let value = Some(r.a).filter(|a| a % 3 != 0).inspect(|x| seen += *x as u64 % 7);
        mix(value.unwrap_or(1) as u64, seen)
    }

    #[device]
    pub fn functions_by_name(r: &Input) -> u64 {
        let number = r.a.checked_sub(r.b).map(half).map(u64::from);
        let float = match Some(r.x).map(f32::abs).map(Wrapped).map(Some) {
            Some(Some(Wrapped(x))) => bits(x) as u64,
            _ => 1,
        };
        let pair = Some(Pair { x: r.a, y: r.k }).map(Pair::turned).map_or(1, |pair| pair.x ^ pair.y);
        let shape = match Some(r.k).filter(|k| *k > 3).map(Shape::Ball).unwrap_or(Shape::Cube) {
            Shape::Ball(k) => k,
            Shape::Cube => 99,
        };
        mix(mix(number.unwrap_or(4), float), mix(pair as u64, shape as u64))
    }

    #[device]
    pub fn left_by_return_and_by_none(r: &Input) -> u64 {
        let early = r.a.checked_add(r.b).map(|x| {
            if x > 77 {
                return 1;
            }
            if x == 3 {
                return 9;
            }
            x * 2
        });
        let tried = r.a.checked_add(r.b).and_then(|x| {
            let y = x.checked_mul(3)?;
            y.checked_add(r.b)
        });
        let step = |x: u32| -> Option<u32> {
            let y = x.checked_sub(3)?;
            if y == 7 {
                return None;
            }
            Some(y)
        };
        let steps = mix(step(r.k).unwrap_or(50) as u64, step(r.a).is_some() as u64);
        mix(mix(early.unwrap_or(4) as u64, tried.unwrap_or(4) as u64), steps)
    }

    #[device]
    pub fn left_with_the_function(r: &Input) -> u64 {
        attempted(r).unwrap_or(5) as u64
    }

    #[device]
    fn attempted(r: &Input) -> Option<u32> {
        let difference = r.a.checked_sub(r.b).map(|x| x / 2)?;
        let larger = Some(difference).and_then(|x| Some(x.checked_add(1)? ^ 5))?;
        let chosen = (r.k > 3).then(|| larger)?;
        Some(chosen ^ 1).filter(|x| *x != 4)
    }

    #[device]
    pub fn variables(r: &Input) -> u64 {
        let double = |x: u32| x.wrapping_mul(2) ^ r.b;
        let scaled = |x| x * 2.0 + r.x;
        let _unused = |x: u32| x + 1;
        let called = (|x: u32| x ^ 5)(r.a);
        mix(mix(double(r.a) as u64, double(double(r.k)) as u64), mix(bits(scaled(r.y)) as u64, called as u64))
    }

    #[device]
    pub fn variables_called_twice(r: &Input) -> u64 {
        let sum = |x: u64| {
            let mut sum = 0;
            for i in 0..3 {
                sum += x >> i & 7;
            }
            sum
        };
        let large = |x: u32| {
            let mut found = None;
            if x > 3 {
                found = Some(x);
            }
            found
        };
        let options = mix(large(r.k).unwrap_or(1) as u64, large(r.l).unwrap_or(2) as u64);
        mix(mix(sum(r.p), sum(5)), options)
    }

    #[device]
    pub fn calls_in_calls(r: &Input) -> u64 {
        let first = |x: u32| x ^ r.a;
        let second = |x: u32| first(x).wrapping_add(first(1));
        let third = |x: u32| second(second(x));
        let even = |x: &u32| *x % 2 == 0;
        mix(third(r.k) as u64, Some(r.a).filter(even).map(third).filter(&even).unwrap_or(1) as u64)
    }

    #[device]
    pub fn hidden_names(r: &Input) -> u64 {
        let k = r.k;
        let first = |x: u32| x ^ k;
        let k = 99;
        let second = |k: u32| {
            let r = k ^ 5;
            r * 2
        };
        // Those that the translator might take.
        let (value, option, other) = (r.b, 3, 4);
        let mapped = Some(r.a).map(|x| x ^ value).map_or(option, |x| x ^ option ^ other);
        mix(mix(first(r.a) as u64, k), mix(second(r.l) as u64, mapped as u64))
    }

    #[device]
    pub fn changing_what_they_see(r: &Input) -> u64 {
        let mut n = 0;
        let mut add = |by: u32| {
            n += by;
            n
        };
        let (a, b) = (add(r.k), add(3));
        let mut tick = || n += 1;
        tick();
        tick();
        Some(r.l).map(|l| n += l);
        mix(mix(a as u64, b as u64), n as u64)
    }

    #[device]
    pub fn moved_copies(r: &Input) -> u64 {
        let mut n = r.k;
        let first = move |x: u32| x ^ n;
        let mut second = move |x: u32| {
            n += x;
            n
        };
        n += 7;
        let mut values = [r.a, r.b];
        let mut third = move |i: usize| {
            values[i] ^= 9;
            values[i]
        };
        let thirds = third(0) ^ third(0).rotate_left(3);
        values[0] ^= 1;
        let firsts = mix(first(1) as u64, n as u64);
        mix(mix(firsts, second(1) as u64), mix(second(2) as u64, mix(thirds as u64, values[0] as u64)))
    }

    #[device]
    pub fn references(r: &Input) -> u64 {
        let mut values = [r.a, r.b];
        let put = |values: &mut [u32; 2], i: usize| values[i] ^= 5;
        put(&mut values, 0);
        put(&mut values, 1);
        let mut change = |i: usize, x: u32| values[i] ^= x;
        change(0, 3);
        change(1, r.k);
        let place = &mut values;
        let mut moved = move |i: usize| {
            place[i] ^= 9;
            place[i]
        };
        let sum = moved(0) ^ moved(1);
        let read = |i: usize| &values[i];
        mix(sum as u64, (*read(0) ^ read(1).rotate_left(1)) as u64)
    }

    #[device]
    pub fn patterns(r: &Input) -> u64 {
        let four = |(a, b): (u32, u32), [c, d]: [u32; 2]| a ^ b ^ c ^ d;
        let changed = |mut x: u32| {
            x += 1;
            x * 2
        };
        let referred = |&x: &u32| x ^ 1;
        let field = Some(Pair { x: r.k, y: 3 }).map(|Pair { x, .. }| x ^ 1).unwrap_or(3);
        let first = mix(four((r.a, r.b), [r.k, 3]) as u64, changed(r.k) as u64);
        mix(first, mix(referred(&r.k) as u64, field as u64))
    }

    #[device]
    pub fn orders(r: &Input) -> u64 {
        let mut n = r.k;
        let value = r.a.checked_add(r.b).map_or(
            {
                n += 1;
                n
            },
            |x| x ^ 5,
        );
        let pair = |a: u32, b: u32| a * 10 + b;
        let ordered = pair(
            {
                n += 1;
                n
            },
            {
                n += 1;
                n
            },
        );
        let mut next = || {
            n += 1;
            n
        };
        let all = (next(), next(), next() * 100 + next());
        mix(mix(value as u64, ordered as u64), mix(all.0 as u64, mix(all.1 as u64, all.2 as u64)))
    }

    #[device]
    pub fn changed_receivers(r: &Input) -> u64 {
        let mut first = Some(r.k);
        let a = first.map(|x| {
            first = None;
            x + 1
        });
        let mut second = Some((r.k, r.a));
        let b = second.filter(|pair| pair.0 > 3).map(|(k, a)| {
            second = Some((0, 0));
            k ^ a
        });
        let mut third = Some(r.k);
        let c = third.map(|x| {
            if let Some(y) = &mut third {
                *y += 3;
            }
            x + 1
        });
        let firsts = mix(a.unwrap_or(7) as u64, first.is_some() as u64);
        let seconds = mix(b.unwrap_or(4) as u64, second.map_or(1, |pair| pair.0) as u64);
        mix(mix(firsts, seconds), mix(c.unwrap_or(7) as u64, third.unwrap_or(8) as u64))
    }

    #[device]
    fn bump(option: &mut Option<u32>) {
        let next = option.map(|x| x + 1);
        *option = next.map(|x| x * 2);
    }

    #[device]
    pub fn behind_references(r: &Input) -> u64 {
        let mut option = Some(r.k);
        bump(&mut option);
        let lent = &mut option;
        let before = lent.map(|x| {
            *lent = Some(99);
            x
        });
        let mut values = [r.a, r.b];
        let element = if r.k > 5 { Some(&values[1]) } else { None };
        let read = element.map(|x| *x ^ 1).unwrap_or(2);
        let place = if r.k > 5 { Some(&mut values[1]) } else { None };
        place.map(|x| *x ^= 1);
        let mut other = Some(r.l);
        let lent = &mut other;
        let taken = lent.map_or(
            {
                *lent = None;
                3
            },
            |x| x + 1,
        );
        let options = mix(before.unwrap_or(3) as u64, option.unwrap_or(7) as u64);
        let options = mix(options, mix(taken as u64, other.is_some() as u64));
        mix(options, mix(read as u64, values[1] as u64))
    }

    #[device]
    fn twice(option: Option<u32>) -> u64 {
        option.unwrap_or(5) as u64 * 2
    }

    #[device]
    pub fn in_conditions_and_arguments(r: &Input) -> u64 {
        let mut sum = 0;
        if Some(r.k).is_some_and(|k| k > 4) && (r.a > 3).then(|| 3).map_or(false, |x| x == 3) {
            sum = 1;
        }
        while Some(sum).is_some_and(|sum| sum < 9) {
            sum += 2;
        }
        let arguments = mix(twice(Some(r.a).map(|x| x ^ 1)), twice(None::<u32>.map(|x| x)));
        let parts = [Some(r.a).map(|x| x ^ 1), None, Some(r.b).filter(|b| *b > 6)];
        let parts = mix(parts[0].unwrap_or(1) as u64, parts[2].unwrap_or(parts[1].unwrap_or(3)) as u64);
        assert!(Some(r.k).is_some_and(|k| k < 16), "k is small");
        mix(sum, mix(arguments, parts))
    }

    #[device]
    pub fn with_literals_of_any_type(r: &Input) -> u64 {
        let double = Some(r.u).map(|x| x * 0.1).unwrap_or(0.25);
        let long = Some(r.m).map(|x| x.wrapping_mul(-3)).unwrap_or(-1);
        let open = Some(r.a).and_then(|_| None).unwrap_or(r.p);
        let changed = |x, y| x ^ y ^ 7;
        let half = |x| x * 0.5;
        let floats = bits(half(r.x) + half(1.0)) as u64;
        mix(mix(long_bits(double), long as u64), mix(open, mix(changed(r.q, 3), floats)))
    }

    #[device]
    pub fn loops_in_closures(r: &Input) -> u64 {
        let sum = |n: u32| {
            let mut sum = 0;
            for i in 0..n {
                if i == 5 {
                    break;
                }
                sum += i;
            }
            sum
        };
        let mut all = 0;
        for k in 0..r.k {
            all += sum(k);
        }
        loop {
            let Some(next) = Some(all).filter(|all| *all < r.l) else { break };
            all = next + 1;
        }
        all as u64
    }

    #[device]
    fn is_there<T: Copy>(option: Option<T>) -> u64 {
        option.map(|_| 3_u64).unwrap_or(5)
    }

    #[device]
    fn or_other<T: Copy>(option: Option<T>, other: T) -> T {
        option.map_or(other, |value| value)
    }

    #[device]
    pub fn generic(r: &Input) -> u64 {
        let some = r.a.checked_add(r.b);
        mix(mix(is_there(some), is_there(Some(r.x))), mix(or_other(some, r.k) as u64, or_other(None, r.p)))
    }

    #[device]
    pub fn on_methods_of_ones_own(r: &Input) -> u64 {
        let pair = Pair { x: r.a, y: r.b };
        mix(pair.map(3) as u64, pair.filter(r.k) as u64)
    }
}
