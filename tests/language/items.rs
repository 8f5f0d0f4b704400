//! Items as people write them: what the macros accept compiles for a device, and means the same there.

conformance! {
    program Items;
    cases |input| {
        the_larger_of_all_kinds(input.a, input.b, input.k, input.l),
        the_larger_of_own_types(input.a, input.b, input.k, input.l),
        clamped(input.k, input.l),
        methods_of_arrays(input.a, input.b, input.k, input.l),
        literals_for_generic_arrays(input.a, input.k),
        methods_called_by_their_type(input.k, input.l),
        constants_that_are_no_numbers(input.a),
        functions_that_do_not_return(input.a, input.k, input.x),
        words_of_other_languages(input.a, input.b, input.k),
        words_of_headers(input.a, input.b, input.k),
        functions_of_the_library_by_name(input.a, input.b),
        types_of_the_library_by_name(input.a, input.b),
        own_types_of_std(input.a, input.k),
        negative_arguments(input.a),
        constants_of_types(input.a, input.k),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Pair {
        first: u32,
        second: u32,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Level {
        Low,
        Middle,
        High,
    }

    #[device]
    pub fn level(number: u32) -> Level {
        match number % 3 {
            0 => Level::Low,
            1 => Level::Middle,
            _ => Level::High,
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Step {
        Rest,
        Walk(u32),
        Jump { far: u32 },
    }

    #[device]
    impl Step {
        const FARTHEST: Step = Step::Jump { far: 7 };
        const STEPS: [u32; 2] = [Self::FIRST, Self::FIRST + 1];
        const FIRST: u32 = 5;

        fn of(kind: u32, far: u32) -> Self {
            match kind % 3 {
                0 => Self::Rest,
                1 => Self::Walk(far),
                _ => Self::Jump { far },
            }
        }

        fn length(self) -> u32 {
            match self {
                Self::Rest => Self::STEPS[1],
                Self::Walk(far) => far,
                Self::Jump { far } => far ^ 1,
            }
        }
    }

    #[device]
    pub fn the_larger_of_all_kinds(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (one, two) = ((k % 2, a), (l % 2, b));
        let (low, high) = ([k % 2, b].min([l % 2, a]), [k % 2, b].max([l % 2, a]));
        let (some, other) = (if k > 3 { Some(a) } else { None }, if l > 5 { Some(b) } else { None });
        let result = mix(one.max(two).1 as u64, one.min(two).1 as u64);
        let result = mix(result, (low[1] ^ high[1].rotate_left(3)) as u64);
        let result = mix(result, some.max(other).unwrap_or(7) as u64 + some.min(other).unwrap_or(9) as u64);
        mix(result, (k > 3).max(l > 5) as u64 + 2 * ((k > 3).min(l > 5) as u64))
    }

    #[device]
    pub fn the_larger_of_own_types(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let one = Pair { first: k % 2, second: a };
        let two = Pair { first: l % 2, second: b };
        let result = mix(one.max(two).second as u64, one.min(two).second as u64);
        let result = mix(result, level(a).max(level(b)) as u64 + level(k).min(level(l)) as u64 * 8);
        let (one, two) = (Step::of(k, a), Step::of(l, b));
        mix(result, (one.max(two).length() ^ one.min(two).length().rotate_left(7)) as u64)
    }

    #[device]
    pub fn clamped(k: u32, l: u32) -> u64 {
        let result = mix(level(k).clamp(Level::Low, Level::Middle) as u64, (k > 3).clamp(false, l > 2) as u64);
        let pair = (k, l).clamp((3, 4), (9, 2));
        mix(result, Step::of(k, l).clamp(Step::Rest, Step::Walk(3)).length() as u64 + (pair.0 * 16 + pair.1) as u64)
    }

    #[device]
    pub fn methods_of_arrays(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let mut values = [a, b, k, l];
        let found = match values.get((k % 6) as usize) {
            Some(value) => *value,
            None => 77,
        };
        let ends = *values.first().unwrap() ^ *values.last().unwrap() ^ values.get(l as usize).copied().unwrap_or(5);
        values.rotate_left((k % 5) as usize);
        let result = mix(found as u64, ends as u64 + values.contains(&l) as u64);
        let result = mix(result, (values[0] ^ values[3].rotate_left(5)) as u64);
        values.reverse();
        values.rotate_right(1);
        mix(result, (values[0] ^ values[1].rotate_left(9)) as u64)
    }

    #[device]
    pub fn sum<const N: usize>(values: &[u32; N]) -> u32 {
        let mut sum = 0;
        for value in values {
            sum ^= *value;
        }
        sum
    }

    #[device]
    pub fn first<T: Copy, const N: usize>(values: [T; N]) -> T {
        values[0]
    }

    #[device]
    pub fn literals_for_generic_arrays(a: u32, k: u32) -> u64 {
        let result = mix(sum(&[1, 2, 3]) as u64, sum(&[a, 7]) as u64);
        let wide: u64 = first([0x1_0000_0001, 2]);
        mix(result, wide + first([[1_u8; 2]; 3])[1] as u64 + first([k; 2]) as u64)
    }

    #[device]
    pub fn methods_called_by_their_type(k: u32, l: u32) -> u64 {
        let result = mix(u32::pow(2, k) as u64, u64::rotate_left(3, l));
        mix(result, i32::wrapping_abs(-3) as u64 + u8::count_ones(0xf7) as u64)
    }

    #[device]
    const INFINITE: f32 = f32::INFINITY;
    #[device]
    const QUOTIENT: f32 = 1.0 / 0.0;
    #[device]
    const NEGATIVE: f64 = -1.0 / 0.0;
    #[device]
    const UNDEFINED: f64 = 0.0 / 0.0;
    #[device]
    const TOO_LARGE: f32 = 1e30 * 1e30;
    #[device]
    const REMAINDER: f32 = -7.5 % 2.0;
    #[device]
    const LESSER: [f32; 2] = [f32::NAN.min(3.0), f32::MAX.max(QUOTIENT)];

    #[device]
    pub fn constants_that_are_no_numbers(a: u32) -> u64 {
        const INSIDE: f32 = -1.0 / 0.0;
        let result = mix(bits(INFINITE) ^ bits(INSIDE) ^ a as u64, bits(QUOTIENT) + bits(REMAINDER));
        let result = mix(result, long_bits(NEGATIVE) ^ long_bits(UNDEFINED) ^ bits(TOO_LARGE));
        mix(result, bits(LESSER[0]) ^ bits(LESSER[1]).rotate_left(9))
    }

    #[device]
    pub fn fail(code: u32) -> ! {
        if code > 3 {
            panic!("it is large");
        }
        fail_quietly()
    }

    #[device]
    pub fn fail_quietly() -> ! {
        panic!("it is small")
    }

    #[device]
    pub fn taken<T: Copy>(value: Option<T>) -> T {
        match value {
            Some(value) => value,
            None => fail_quietly(),
        }
    }

    #[device]
    pub fn functions_that_do_not_return(a: u32, k: u32, x: f32) -> u64 {
        let Some(number) = (if k < 20 { Some(a) } else { None }) else { fail(k) };
        let chosen = match k {
            0..=7 => x,
            99 => fail(1),
            _ => 1.5,
        };
        let is_fine = k < 20 || fail_quietly();
        if k > 30 {
            fail(k)
        }
        mix(number as u64 + is_fine as u64, bits(chosen) + taken(Some(k)) as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    #[allow(non_camel_case_types)]
    pub struct _Complex {
        _Bool: u32,
        __half: u32,
        _Atomic: u32,
    }

    #[device]
    #[allow(non_snake_case)]
    pub fn _Generic<_Imaginary: Copy>(_Float16: _Imaginary) -> _Imaginary {
        _Float16
    }

    #[device]
    #[allow(non_snake_case)]
    pub fn words_of_other_languages(a: u32, b: u32, k: u32) -> u64 {
        let _Noreturn = _Complex { _Bool: a, __half: b, _Atomic: k };
        let _Static_assert = _Generic(_Noreturn._Bool ^ _Noreturn.__half);
        let mut _Pragma = _Noreturn._Atomic;
        '_Thread_local: loop {
            _Pragma += 1;
            if _Pragma > 3 {
                break '_Thread_local;
            }
        }
        mix(_Static_assert as u64, _Pragma as u64)
    }

    #[device]
    const BIG_ENDIAN: u32 = 3;
    #[device]
    const WHIPPLE_TRACE: u32 = 4;
    #[device]
    const M_PIf64x: u32 = 5;
    #[device]
    const UINT_FAST8_MAX: u32 = 6;

    #[device]
    #[derive(Clone, Copy)]
    #[allow(non_snake_case)]
    pub struct Words {
        offsetof: u32,
        WHIPPLE_SCHEDULER: u32,
        cudaStreamDefault: u32,
    }

    #[device]
    pub fn alloca(va_arg: u32) -> u32 {
        let htobe16 = va_arg ^ 1;
        htobe16.rotate_left(1)
    }

    #[device]
    pub fn words_of_headers(a: u32, b: u32, k: u32) -> u64 {
        let words = Words { offsetof: a, WHIPPLE_SCHEDULER: b, cudaStreamDefault: k };
        let result = mix(words.offsetof as u64, words.WHIPPLE_SCHEDULER as u64 ^ words.cudaStreamDefault as u64);
        mix(result, (BIG_ENDIAN ^ WHIPPLE_TRACE ^ M_PIf64x ^ UINT_FAST8_MAX ^ alloca(a)) as u64)
    }

    #[device]
    pub fn range(number: u32) -> u32 {
        number ^ 1
    }

    #[device]
    pub fn max(number: u32) -> u32 {
        number.max(range(number))
    }

    #[device]
    pub fn drop(number: u32) -> u32 {
        number ^ 3
    }

    #[device]
    pub fn functions_of_the_library_by_name(a: u32, b: u32) -> u64 {
        let some = Some(a);
        let mut array = [a, b];
        for index in 0..range(3) {
            array[(index % 2) as usize] ^= index;
        }
        mix((range(a) ^ max(b)) as u64, (drop(array[0]) ^ some.unwrap_or(3)) as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Never {
        literal: u32,
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Index {
        location: Never,
    }

    #[device]
    pub fn types_of_the_library_by_name(a: u32, b: u32) -> u64 {
        let index = Index { location: Never { literal: a } };
        mix(index.location.literal as u64, [b, a][(a % 2) as usize] as u64)
    }

    pub mod own {
        #[allow(unused_imports)]
        use whipple::prelude::*;

        #[device]
        #[derive(Clone, Copy)]
        pub struct Option {
            pub number: u32,
        }

        #[device]
        #[derive(Clone, Copy, PartialEq)]
        pub enum Result {
            Ok,
            Err,
        }
    }

    #[device]
    pub fn own_types_of_std(a: u32, k: u32) -> u64 {
        let option = own::Option { number: a };
        let result = if k > 3 { own::Result::Ok } else { own::Result::Err };
        mix(option.number as u64, (result == own::Result::Ok) as u64)
    }

    #[device]
    pub fn shifted<const BY: i32, const WIDE: i64, const LETTER: u8>(number: u32) -> u64 {
        number.wrapping_add(BY as u32) as u64 ^ WIDE as u64 ^ LETTER as u64
    }

    #[device]
    const BACK: i32 = 3;

    #[device]
    pub fn negative_arguments(a: u32) -> u64 {
        let result = mix(shifted::<-3, { i64::MIN }, b'x'>(a), shifted::<{ -BACK }, -1, 255>(a));
        mix(result, shifted::<{ BACK - 5 }, 7, 0>(a))
    }

    #[device]
    pub fn constants_of_types(a: u32, k: u32) -> u64 {
        mix(a as u64 ^ Step::STEPS[(k % 2) as usize] as u64, Step::FARTHEST.length() as u64 + u32::BITS as u64)
    }
}
