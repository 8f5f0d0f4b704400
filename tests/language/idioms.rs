//! The idioms of docs/from-rust.md, whose code is this.

conformance! {
    program Idioms;
    cases |input| {
        of_sum_of_squares(input),
        of_dot(input),
        of_first_over(input),
        of_nearest(input),
        of_counts(input),
        of_pairs_that_sum_to(input),
        of_neighbours_in_order(input),
        of_checksum(input),
        of_reciprocal_sum(input),
        of_shared_out(input),
        of_quotient(input),
        of_area_of(input),
        of_collatz(input),
        of_found(input),
        of_sorted(input),
        of_butterfly(input),
        of_noise(input),
        of_largest_of(input),
        of_reversed(input),
        of_mixed_words(input),
        of_total_area(input),
        of_rotated(input),
        of_weight(input),
        of_mixed_up(input),
        of_morton(input),
        of_clamped(input),
        of_first_pair(input),
        of_fibonacci(input),
        of_digits(input),
        of_depth_first(input),
        of_taken(input),
        of_polar(input),
        of_checked(input),
    }

    use crate::input::bits;

    #[device]
    fn sum_of_squares(values: [u32; 3]) -> u32 {
        values.iter().map(|x| x.wrapping_mul(*x)).fold(0, u32::wrapping_add)
    }

    #[device]
    fn dot(a: &[f32], b: &[f32]) -> f32 {
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }

    #[device]
    fn first_over(values: &[u32], limit: u32) -> u32 {
        values.iter().copied().find(|x| *x > limit).unwrap_or(limit)
    }

    #[device]
    fn nearest(places: &[f32], x: f32) -> usize {
        let distance = |place: &f32| (place - x).abs();
        let best = places.iter().map(distance).enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
        best.map_or(0, |(index, _)| index)
    }

    #[device]
    fn counts(values: [u32; 4]) -> u32 {
        let mut count = [0u32; 4];
        for value in values {
            count[value as usize % 4] += 1;
        }
        count.iter().rev().fold(0, |all, count| all * 5 + count)
    }

    #[device]
    fn pairs_that_sum_to(values: &[u32], sum: u32) -> usize {
        let pairs =
            |i: usize| values[i + 1..].iter().filter(|other| values[i] + **other == sum).count();
        (0..values.len()).map(pairs).sum()
    }

    #[device]
    fn neighbours_in_order(values: &[u32]) -> bool {
        values.windows(2).all(|pair| pair[0] <= pair[1])
    }

    #[device]
    fn checksum(values: &[u32]) -> u32 {
        values
            .chunks(2)
            .map(|chunk| chunk.iter().fold(7u32, |sum, x| sum.rotate_left(5) ^ x))
            .fold(0, u32::wrapping_add)
    }

    #[device]
    fn reciprocal(x: f32) -> Option<f32> {
        (x != 0.0).then(|| 1.0 / x)
    }

    #[device]
    fn reciprocals(x: f32, y: f32) -> Option<f32> {
        Some(reciprocal(x)? + reciprocal(y)?)
    }

    #[device]
    fn reciprocal_sum(x: f32, y: f32) -> f32 {
        reciprocals(x, y).unwrap_or(-1.0)
    }

    #[device]
    #[derive(Clone, Copy)]
    enum Fault {
        Empty,
        TooLarge(u32),
    }

    #[device]
    fn share(sum: u32, count: u32) -> Result<u32, Fault> {
        let each = sum.checked_div(count).ok_or(Fault::Empty)?;
        if each > 1000 { Err(Fault::TooLarge(each)) } else { Ok(each) }
    }

    #[device]
    fn shared_out(sum: u32, count: u32) -> u32 {
        match share(sum, count) {
            Ok(each) => each,
            Err(Fault::Empty) => 0,
            Err(Fault::TooLarge(each)) => each % 1000,
        }
    }

    #[device]
    fn quotient(a: u32, b: u32) -> u32 {
        let Some(quotient) = a.checked_div(b) else { return u32::MAX };
        quotient
    }

    #[device]
    #[derive(Clone, Copy)]
    enum Shape {
        Ball(f32),
        Block { width: f32, height: f32 },
        Nothing,
    }

    #[device]
    impl Shape {
        fn area(self) -> f32 {
            match self {
                Self::Ball(radius) => 3.0 * radius * radius,
                Self::Block { width, height } => width * height,
                Self::Nothing => 0.0,
            }
        }
    }

    #[device]
    fn area_of(kind: u32, size: f32) -> f32 {
        let shape = match kind % 3 {
            0 => Shape::Ball(size),
            1 => Shape::Block { width: size, height: 2.0 },
            _ => Shape::Nothing,
        };
        shape.area()
    }

    #[device]
    fn collatz(start: u32) -> u32 {
        let (mut n, mut steps) = (start.max(1), 0);
        while n != 1 {
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            steps += 1;
        }
        steps
    }

    #[device]
    fn found(sorted: &[u32], wanted: u32) -> bool {
        let mut rest = sorted;
        while let Some(middle) = rest.get(rest.len() / 2).copied() {
            if middle == wanted {
                return true;
            }
            let (left, right) = rest.split_at(rest.len() / 2);
            rest = if wanted < middle { left } else { &right[1..] };
        }
        false
    }

    #[device]
    fn sorted(mut values: [u32; 4]) -> u32 {
        values.sort_unstable();
        values[1..3].iter().fold(0, |mixed, x| mixed.rotate_left(9) ^ x)
    }

    #[device]
    fn butterfly(mut values: [f32; 4]) -> f32 {
        let (left, right) = values.split_at_mut(2);
        for (a, b) in left.iter_mut().zip(right.iter_mut()) {
            (*a, *b) = (*a + *b, *a - *b);
        }
        values[0] - values[3]
    }

    #[device]
    fn noise(seed: u32) -> u32 {
        let mut state = seed | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        (0..4).map(|_| next() % 100).sum()
    }

    #[device]
    fn larger<T: PartialOrd>(a: T, b: T) -> T {
        if b > a { b } else { a }
    }

    #[device]
    fn largest_of(i: i32, x: f32) -> i32 {
        larger(i / 2, 7) ^ i32::from(larger(x, 0.5) > 1.0)
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Stack<T, const N: usize> {
        items: [T; N],
        len: usize,
    }

    #[device]
    impl<T: Copy, const N: usize> Stack<T, N> {
        fn push(&mut self, item: T) {
            self.items[self.len] = item;
            self.len += 1;
        }

        fn pop(&mut self) -> Option<T> {
            self.len = self.len.checked_sub(1)?;
            Some(self.items[self.len])
        }
    }

    #[device]
    fn reversed(digits: [u32; 4]) -> u32 {
        let mut stack = Stack::<u32, 4> { items: [0; 4], len: 0 };
        for digit in digits {
            stack.push(digit);
        }
        let mut number = 0;
        while let Some(digit) = stack.pop() {
            number = number * 10 + digit % 10;
        }
        number
    }

    #[device]
    struct Reader<'a> {
        words: &'a [u32],
        at: usize,
    }

    #[device]
    impl<'a> Reader<'a> {
        fn new(words: &'a [u32]) -> Self {
            Reader { words, at: 0 }
        }

        fn next(&mut self) -> Option<u32> {
            let word = *self.words.get(self.at)?;
            self.at += 1;
            Some(word)
        }
    }

    #[device]
    fn mixed_words(words: [u32; 4]) -> u32 {
        let mut reader = Reader::new(&words[1..]);
        let mut sum = words[0];
        while let Some(word) = reader.next() {
            sum = sum.rotate_left(5) ^ word;
        }
        sum
    }

    #[device]
    struct Square(f32);

    trait Area {
        fn area(&self) -> f32;
    }

    #[device]
    impl Area for Square {
        fn area(&self) -> f32 {
            self.0 * self.0
        }
    }

    #[device]
    fn sum_of_areas<A: Area>(a: &A, b: &A) -> f32 {
        a.area() + b.area()
    }

    #[device]
    fn total_area(x: f32, y: f32) -> f32 {
        sum_of_areas(&Square(x), &Square(y))
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Complex {
        re: f32,
        im: f32,
    }

    #[device]
    impl std::ops::Mul for Complex {
        type Output = Self;
        fn mul(self, other: Self) -> Self {
            let Self { re, im } = other;
            Self { re: self.re * re - self.im * im, im: self.re * im + self.im * re }
        }
    }

    #[device]
    fn rotated(re: f32, im: f32) -> f32 {
        let turned = Complex { re, im } * Complex { re: 0.0, im: 1.0 };
        turned.re - turned.im
    }

    #[device]
    const WEIGHTS: [u32; 5] = [1, 4, 6, 4, 1];

    #[device]
    fn weight(index: u32) -> u32 {
        WEIGHTS.get(index as usize).copied().unwrap_or_default()
    }

    #[device]
    fn mixed_up(a: u32, b: u32) -> u32 {
        let low = a.wrapping_mul(0x9e37_79b9).rotate_left(7);
        low.saturating_add(b).checked_sub(3).unwrap_or(0)
    }

    #[device]
    fn spread(x: u32) -> u32 {
        let x = (x | x << 8) & 0x00ff_00ff;
        let x = (x | x << 4) & 0x0f0f_0f0f;
        let x = (x | x << 2) & 0x3333_3333;
        (x | x << 1) & 0x5555_5555
    }

    #[device]
    fn morton(x: u32, y: u32) -> u32 {
        let code = spread(x) | spread(y) << 1;
        code ^ (code.count_ones() + code.leading_zeros())
    }

    #[device]
    fn clamped(x: f32, y: f32) -> f32 {
        x.clamp(-1.0, 1.0).mul_add(2.0, y.min(4.0).max(-4.0))
    }

    #[device]
    fn first_pair(product: u32) -> u32 {
        'search: {
            for a in 2..10 {
                for b in a..10 {
                    if a * b == product {
                        break 'search a * 10 + b;
                    }
                }
            }
            0
        }
    }

    #[device]
    fn fibonacci(count: u32) -> u32 {
        let (mut last, mut next) = (0u32, 1u32);
        for _ in 0..count {
            (last, next) = (next, last.wrapping_add(next));
        }
        last
    }

    #[device]
    fn digits(text: &[u8]) -> u32 {
        let (mut rest, mut number) = (text, 0);
        while let [digit @ b'0'..=b'9', others @ ..] = rest {
            number = number * 10 + (*digit - b'0') as u32;
            rest = others;
        }
        number
    }

    #[device]
    fn depth_first(root: u32) -> u32 {
        let (mut stack, mut top, mut visited) = ([0u32; 16], 1, 0);
        stack[0] = root;
        while top > 0 {
            top -= 1;
            let node = stack[top];
            visited += 1;
            for child in [2 * node + 1, 2 * node + 2] {
                if child < 40 {
                    stack[top] = child;
                    top += 1;
                }
            }
        }
        visited
    }

    #[device]
    fn taken(a: u32, b: u32) -> u32 {
        let (mut best, mut waiting) = (a, Some(b));
        if let Some(other) = waiting.take() {
            best = std::mem::replace(&mut best, other) ^ best;
        }
        best ^ u32::from(waiting.is_none())
    }

    #[device]
    fn length_and_angle(x: f32, y: f32) -> (f32, bool) {
        ((x * x + y * y).sqrt(), y > x)
    }

    #[device]
    fn polar(x: f32, y: f32) -> f32 {
        let (length, above) = length_and_angle(x, y);
        if above { -length } else { length }
    }

    #[device]
    fn checked(index: u32) -> u32 {
        let values = [3, 1, 4, 1];
        assert!(index < 16, "index {index} of {}", values.len());
        values[index as usize % values.len()]
    }

    // What the cases ask of them.

    #[device]
    fn of_sum_of_squares(input: &Input) -> u64 {
        u64::from(sum_of_squares([input.a, input.b, input.k]))
    }

    #[device]
    fn of_dot(input: &Input) -> u64 {
        bits(dot(&[input.x, 2.0, 0.5], &[input.y, 1.0, -1.0])) as u64
    }

    #[device]
    fn of_first_over(input: &Input) -> u64 {
        u64::from(first_over(&[input.a, input.b, input.k, input.l], 100))
    }

    #[device]
    fn of_nearest(input: &Input) -> u64 {
        nearest(&[input.x, input.y, 0.25], 1.0) as u64
    }

    #[device]
    fn of_counts(input: &Input) -> u64 {
        u64::from(counts([input.a, input.b, input.k, input.l]))
    }

    #[device]
    fn of_pairs_that_sum_to(input: &Input) -> u64 {
        pairs_that_sum_to(&[input.k, input.l, 3, 7], 10) as u64
    }

    #[device]
    fn of_neighbours_in_order(input: &Input) -> u64 {
        u64::from(neighbours_in_order(&[input.k, input.l, 3, 7]))
    }

    #[device]
    fn of_checksum(input: &Input) -> u64 {
        u64::from(checksum(&[input.a, input.b, input.k, input.l, 5]))
    }

    #[device]
    fn of_reciprocal_sum(input: &Input) -> u64 {
        bits(reciprocal_sum(input.x, input.y)) as u64
    }

    #[device]
    fn of_quotient(input: &Input) -> u64 {
        u64::from(quotient(input.k, input.l))
    }

    #[device]
    fn of_area_of(input: &Input) -> u64 {
        bits(area_of(input.k, input.x)) as u64
    }

    #[device]
    fn of_collatz(input: &Input) -> u64 {
        u64::from(collatz(input.k))
    }

    #[device]
    fn of_found(input: &Input) -> u64 {
        u64::from(found(&[2, 3, 5, 7, 11, 13], input.k))
    }

    #[device]
    fn of_sorted(input: &Input) -> u64 {
        u64::from(sorted([input.a, input.b, input.k, input.l]))
    }

    #[device]
    fn of_butterfly(input: &Input) -> u64 {
        bits(butterfly([input.x, input.y, 1.0, 2.0])) as u64
    }

    #[device]
    fn of_noise(input: &Input) -> u64 {
        u64::from(noise(input.a))
    }

    #[device]
    fn of_shared_out(input: &Input) -> u64 {
        shared_out(input.a, input.k) as u64
    }

    #[device]
    fn of_reversed(input: &Input) -> u64 {
        reversed([input.a, input.b, input.k, input.l]) as u64
    }

    #[device]
    fn of_mixed_words(input: &Input) -> u64 {
        mixed_words([input.a, input.b, input.k, input.l]) as u64
    }

    #[device]
    fn of_largest_of(input: &Input) -> u64 {
        largest_of(input.i, input.x) as u64
    }

    #[device]
    fn of_total_area(input: &Input) -> u64 {
        bits(total_area(input.x, input.y)) as u64
    }

    #[device]
    fn of_rotated(input: &Input) -> u64 {
        bits(rotated(input.x, input.y)) as u64
    }

    #[device]
    fn of_weight(input: &Input) -> u64 {
        u64::from(weight(input.k))
    }

    #[device]
    fn of_mixed_up(input: &Input) -> u64 {
        u64::from(mixed_up(input.a, input.b))
    }

    #[device]
    fn of_morton(input: &Input) -> u64 {
        u64::from(morton(input.k, input.l))
    }

    #[device]
    fn of_clamped(input: &Input) -> u64 {
        bits(clamped(input.x, input.y)) as u64
    }

    #[device]
    fn of_first_pair(input: &Input) -> u64 {
        u64::from(first_pair(input.k))
    }

    #[device]
    fn of_fibonacci(input: &Input) -> u64 {
        u64::from(fibonacci(input.k))
    }

    #[device]
    fn of_digits(input: &Input) -> u64 {
        u64::from(digits(&[b'0' + (input.k as u8), b'7', b'a']))
    }

    #[device]
    fn of_depth_first(input: &Input) -> u64 {
        u64::from(depth_first(input.k))
    }

    #[device]
    fn of_taken(input: &Input) -> u64 {
        u64::from(taken(input.a, input.b))
    }

    #[device]
    fn of_polar(input: &Input) -> u64 {
        bits(polar(input.x, input.y)) as u64
    }

    #[device]
    fn of_checked(input: &Input) -> u64 {
        u64::from(checked(input.k))
    }
}
