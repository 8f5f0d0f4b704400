//! `char`: literals, patterns, ranges, casts, and the methods that need no tables of Unicode.

conformance! {
    program Characters;
    cases |input| {
        classes(input.a, input.b, input.k),
        casts_and_conversions(input.a, input.b, input.k),
        compared(input.a, input.b, input.k),
        of_ascii(input.k),
        digits(input.k),
        codes(input.a, input.b),
        loops_over_ranges(input.k),
        loops_around_surrogates(),
        chains_of_ranges(input.k),
        ranges_that_are_kept(input.k),
        in_generic_items(input.a, input.k),
        in_variables(input.a, input.b),
        parsed(input.k),
    }

    use crate::input::mix;

    #[device]
    pub const SEPARATOR: char = ';';

    pub const OF_THE_HOST: char = 'é';

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
    pub struct Token {
        kind: char,
        number: u32,
    }

    #[device]
    pub fn class(c: char) -> u32 {
        match c {
            'a'..='z' => 1,
            'A'..='M' | 'O'..='Z' => 2,
            'N' => 3,
            '0'..='9' if c != '7' => 4,
            SEPARATOR => 5,
            OF_THE_HOST => 6,
            '\n' | '\t' | ' ' | '\'' | '\\' => 7,
            '\u{1f600}'.. => 8,
            _ => 9,
        }
    }

    #[device]
    pub fn at(code: u32) -> char {
        char::from_u32(code).unwrap_or('?')
    }

    #[device]
    pub fn classes(a: u32, b: u32, k: u32) -> u64 {
        let mut result = class(at(a)) as u64;
        for c in [(b as u8) as char, char::from(k as u8 + b'a'), 'N', '7', ';', 'é', '\'', '\\', '\u{1f601}'] {
            result = result * 10 + class(c) as u64;
        }
        result
    }

    #[device]
    pub fn casts_and_conversions(a: u32, b: u32, k: u32) -> u64 {
        let (c, d) = (at(a), b as u8 as char);
        let e: char = (k as u8 + b'0').into();
        let code: u32 = e.into();
        let first = mix(c as u64, (c as u8) as u64 ^ (d as i32) as u64 ^ (d as u16) as u64);
        mix(first, u32::from(c) as u64 ^ u64::from(d) ^ code as u64 ^ char::default() as u64)
    }

    #[device]
    pub fn smaller<T: Copy + PartialOrd>(a: T, b: T) -> T {
        if a < b { a } else { b }
    }

    #[device]
    pub fn compared(a: u32, b: u32, k: u32) -> u64 {
        let (c, d, e) = (at(a), b as u8 as char, char::from(k as u8 + b'a'));
        let token = Token { kind: e, number: 1 };
        let other = Token { kind: d, ..token };
        let mut result = token.max(other).kind as u64 ^ Token::default().kind as u64;
        result = result * 4 + (token < other) as u64 + 2 * (token == other) as u64;
        result = mix(result, c.cmp(&d) as i32 as u64 ^ c.max(d) as u64 ^ c.min(e) as u64);
        result = mix(result, c.clamp('b', 'y') as u64 ^ smaller(c, e) as u64 ^ smaller('x', d) as u64);
        if ('a'..='f').contains(&e) || (c, e) == ('a', 'b') {
            result ^= 1;
        }
        if ['a', c, d].contains(&'z') || Some(c) == Some('@') {
            result ^= 2;
        }
        result
    }

    #[device]
    pub fn properties(c: char) -> u64 {
        let mut bits = c.is_ascii() as u64;
        for is_one in [
            c.is_ascii_alphabetic(),
            c.is_ascii_uppercase(),
            c.is_ascii_lowercase(),
            c.is_ascii_digit(),
            c.is_ascii_hexdigit(),
            c.is_ascii_alphanumeric(),
            c.is_ascii_graphic(),
            c.is_ascii_punctuation(),
            c.is_ascii_control(),
            c.is_ascii_whitespace(),
            c.eq_ignore_ascii_case(&'K'),
            c.is_digit(16),
        ] {
            bits = bits * 2 + is_one as u64;
        }
        let cases = (c.to_ascii_uppercase() as u64) << 32 | c.to_ascii_lowercase() as u64;
        mix(bits, cases ^ c.len_utf8() as u64)
    }

    #[device]
    pub fn of_ascii(k: u32) -> u64 {
        let mut result = 0;
        for code in 20 * k..20 * k + 20 {
            result = mix(result, properties(at(code)));
        }
        result
    }

    #[device]
    pub fn digits(k: u32) -> u64 {
        let mut result = 0;
        for code in 0..256 {
            let of_radix = at(code).to_digit(k + 2).map_or(99, |digit| digit as u64);
            result = mix(result, of_radix ^ at(code).to_digit(36).unwrap_or(77) as u64);
        }
        for number in 0..40 {
            let digit = char::from_digit(number, k + 20);
            result = mix(result, match digit {
                Some(c) => c as u64,
                None => 5,
            });
        }
        result
    }

    #[device]
    pub fn codes(a: u32, b: u32) -> u64 {
        let mut result = char::is_ascii(&'a') as u64;
        for code in [0xd7ff, 0xd800, 0xdfff, 0xe000, 0x10_ffff, 0x11_0000, a, b] {
            result = mix(result, char::from_u32(code).map_or(0, |c| properties(c)));
        }
        result
    }

    #[device]
    pub fn loops_over_ranges(k: u32) -> u64 {
        let top = at(k + 100);
        let mut result = 0;
        for c in 'a'..='z' {
            result = mix(result, c as u64);
            if c == 'q' {
                break;
            }
        }
        for c in 'a'..top {
            result = mix(result, c as u64);
        }
        for c in ('a'..='f').rev().step_by(2) {
            result = mix(result, c as u64);
        }
        for c in top..='\u{10ffff}' {
            if c > 'x' {
                break;
            }
            result ^= c as u64;
        }
        result
    }

    #[device]
    pub fn loops_around_surrogates() -> u64 {
        let mut result = 0;
        for c in ('\u{d7fe}'..='\u{e001}').step_by(2) {
            result = mix(result, c as u64);
        }
        for c in ('\u{d7f0}'..'\u{e003}').rev() {
            result = mix(result, c as u64);
        }
        for c in '\u{10fffe}'..='\u{10ffff}' {
            result = mix(result, c as u64);
        }
        result
    }

    #[device]
    pub fn chains_of_ranges(k: u32) -> u64 {
        let low = char::from(k as u8 + b'a');
        let mut result = ('a'..='z').skip(3).step_by(2).take(4).map(|c| c as u64).sum::<u64>();
        for (i, c) in ('a'..='e').enumerate() {
            result = mix(result, c as u64 ^ i as u64);
        }
        for (number, c) in [1_u64, 2, 3].iter().zip(low..'n') {
            result = mix(result, *number ^ c as u64);
        }
        for (number, c) in [1_u64, 2, 3].iter().zip(low..) {
            result = mix(result, *number ^ c as u64);
        }
        let last = ('a'..low).last().map_or(3, |c| c as u64);
        let count = ('A'..='Z').filter(|c| *c as u32 > 70 + k).count() as u64;
        let at = ('a'..='z').position(|c| c == low).unwrap_or(50) as u64;
        mix(result, mix(last, count) ^ at ^ ('a'..'z').nth(4).unwrap() as u64)
    }

    #[device]
    pub fn ranges_that_are_kept(k: u32) -> u64 {
        let low = char::from(k as u8 + b'a');
        let mut each = low..'k';
        let mut back = '\u{d7fe}'..='\u{e002}';
        let mut result = 0;
        while let Some(c) = each.next() {
            result = mix(result, c as u64);
        }
        while let Some(c) = back.next_back() {
            result = mix(result, c as u64);
        }
        let mut last = '\u{10fffd}'..='\u{10ffff}';
        while let Some(c) = last.next() {
            result = mix(result, c as u64);
        }
        let mut both = 'a'..'h';
        result ^= both.next().unwrap() as u64 ^ both.next_back().unwrap() as u64;
        for c in both {
            result = mix(result, c as u64);
        }
        result
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Stack<T, const N: usize> {
        items: [T; N],
        count: usize,
    }

    #[device]
    impl<T: Copy, const N: usize> Stack<T, N> {
        pub fn push(&mut self, item: T) {
            self.items[self.count] = item;
            self.count += 1;
        }
    }

    #[device]
    pub fn default_of<T: Default>(_: T) -> T {
        T::default()
    }

    #[device]
    pub fn counted<T: PartialEq + Copy>(values: &[T], wanted: T) -> u32 {
        let mut count = 0_u32;
        for value in values {
            if *value == wanted {
                count += 1;
            }
        }
        count
    }

    #[device]
    pub fn in_generic_items(a: u32, k: u32) -> u64 {
        let mut stack = Stack::<char, 3> { items: ['\0'; 3], count: 0 };
        for c in ['1', at(a), char::from(k as u8 + b'0')] {
            stack.push(c);
        }
        let position = stack.items.iter().position(|c| *c == '7').unwrap_or(5);
        mix(counted(&stack.items, '1') as u64 ^ default_of('r') as u64, position as u64 ^ stack.items[1] as u64)
    }

    #[device]
    pub fn in_variables(a: u32, b: u32) -> u64 {
        let mut c;
        if a > 5 {
            c = 'a';
        } else {
            c = 'b';
        }
        let before = std::mem::replace(&mut c, 'c');
        let is_digit = |c: char| c.is_ascii_digit();
        let found = loop {
            if b > 3 {
                break '8';
            }
            break 'z';
        };
        let mut sorted = ['d', before, c, found];
        sorted.sort();
        let bytes = [b'a', b'7'].map(|byte| byte as char);
        let most = sorted.iter().max().unwrap();
        mix(sorted[1] as u64 ^ is_digit(found) as u64, bytes[1] as u64 ^ *most as u64)
    }

    #[device]
    pub fn number(text: &[char]) -> Option<u32> {
        let mut number = 0_u32;
        for c in text {
            number = number.checked_mul(10)?.checked_add(c.to_digit(10)?)?;
        }
        Some(number)
    }

    #[device]
    pub fn parsed(k: u32) -> u64 {
        let text = ['1', '0', char::from_digit(k % 10, 10).unwrap(), 'x'];
        mix(number(&text[..3]).unwrap_or(7) as u64, number(&text).unwrap_or(9) as u64)
    }
}
