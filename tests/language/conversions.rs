//! Conversions whose result alone says the type: `into`, `try_into`, `try_from`; and types with blanks.

conformance! {
    program Conversions;
    cases |input, log, at| {
        numbers(input.a, input.b, input.x),
        arguments_and_results(input.a, input.b),
        types_of_ones_own(input.a, input.b),
        by_way_of_another(input.a),
        in_methods(input.a),
        in_closures(input.a, input.b),
        in_options_and_errors(input.a, input.b),
        with_generic_constants(input.a),
        vectors(input.x, input.y),
        narrower(input.a, input.b, input.i),
        signs(input.i, input.j, input.m, input.n),
        same_and_wider(input.a, input.i),
        by_the_type(input.p, input.n),
        errors_compared(input.a, input.b),
        slices(input.p, input.k),
        slices_that_do_not_fit(input.p, input.k),
        blanks(input.a, input.b, input.x),
        blanks_of_options(input.a, input.p),
        blanks_filled_later(input.b, input.k),
    }

    use crate::input::{bits, mix};
    use std::num::TryFromIntError;

    #[device]
    fn wide(x: u64) -> u64 {
        x ^ 5
    }

    #[device]
    fn sum_of(a: u16, b: u32) -> u64 {
        u64::from(a) + u64::from(b)
    }

    #[device]
    fn numbers(a: u32, b: u32, x: f32) -> u64 {
        let whole: u64 = a.into();
        let real: f64 = x.into();
        let signed: i64 = b.into();
        let [first, second]: [u64; 2] = [a.into(), true.into()];
        mix(mix(whole ^ real.to_bits(), signed as u64), first + second)
    }

    #[device]
    fn arguments_and_results(a: u32, b: u32) -> u64 {
        wide(a.into()) ^ sum_of((b as u8).into(), (a % 2 == 0).into())
    }

    #[device]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Id(pub u32);

    #[device]
    #[derive(Clone, Copy)]
    pub struct Wide {
        value: u64,
    }

    #[device]
    impl From<u32> for Id {
        fn from(x: u32) -> Id {
            Id(x ^ 1)
        }
    }

    #[device]
    impl From<Id> for Wide {
        fn from(id: Id) -> Wide {
            Wide { value: u64::from(id.0) * 3 }
        }
    }

    #[device]
    impl Id {
        fn doubled(&self) -> u64 {
            let half: u64 = (self.0 / 2).into();
            half * 2
        }
    }

    #[device]
    fn number_of(id: Id) -> u32 {
        id.0
    }

    #[device]
    fn types_of_ones_own(a: u32, b: u32) -> u64 {
        let id: Id = a.into();
        let Id(number) = id;
        let wide: Wide = id.into();
        u64::from(number ^ number_of(b.into())) ^ wide.value << 20
    }

    #[device]
    fn by_way_of_another(a: u32) -> u64 {
        Wide::from(Id::from(a)).value ^ u64::from(a)
    }

    #[device]
    fn in_methods(a: u32) -> u64 {
        Id(a).doubled()
    }

    #[device]
    fn in_closures(a: u32, b: u32) -> u64 {
        let widened = |x: u32| -> u64 { x.into() };
        widened(a) + widened(b) + [a, b].iter().map(|x| -> u64 { (*x).into() }).max().unwrap_or(0)
    }

    #[device]
    fn perhaps(x: u32) -> Option<Id> {
        (x > 3).then_some(x.into())
    }

    #[device]
    fn small(x: u32) -> Result<u8, Id> {
        let byte: u8 = x.try_into().map_err(|_| Id(1))?;
        if byte > 100 {
            return Err(x.into());
        }
        Ok(byte)
    }

    #[device]
    fn in_options_and_errors(a: u32, b: u32) -> u64 {
        let small = match small(a) {
            Ok(byte) => byte.into(),
            Err(Id(number)) => u64::from(number) << 8,
        };
        small ^ perhaps(b).map_or(7, |id| u64::from(id.0))
    }

    #[device]
    fn times<const N: u32>(x: u32) -> u64 {
        let whole: u64 = x.into();
        whole * u64::from(N)
    }

    #[device]
    fn with_generic_constants(a: u32) -> u64 {
        times::<3>(a) ^ times::<5>(a)
    }

    #[device]
    fn vectors(x: f32, y: f32) -> u64 {
        let v: Vec3 = [x, y, 1.0].into();
        let w: Vec2 = (x, y).into();
        let array: [f32; 3] = v.into();
        mix(bits((v + Vec3::ONE).x), bits(w.y)) ^ bits(array[1])
    }

    #[device]
    fn narrower(a: u32, b: u32, i: i32) -> u64 {
        let byte: Result<u8, TryFromIntError> = a.try_into();
        let half: u16 = b.try_into().unwrap_or(7);
        let word: Option<u32> = i.try_into().ok();
        mix(byte.map_or(300, u64::from), half.into()) ^ word.map_or(9, u64::from)
    }

    #[device]
    fn signs(i: i32, j: i32, m: i64, n: i64) -> u64 {
        let a = u64::try_from(i).is_err();
        let b = i8::try_from(j).map_or(200, i64::from);
        let c = u32::try_from(m).map_or(9, |x| u64::from(x ^ 1));
        let d = i32::try_from(n).unwrap_or(-3);
        mix(u64::from(a) ^ b as u64, c) ^ d as u64
    }

    #[device]
    fn same_and_wider(a: u32, i: i32) -> u64 {
        let same = u32::try_from(a).unwrap_or(1);
        let wider: i64 = i.try_into().unwrap();
        let index: usize = a.try_into().unwrap();
        mix(same.into(), wider as u64) ^ index as u64
    }

    #[device]
    fn by_the_type(p: u64, n: i64) -> u64 {
        mix(usize::try_from(p).unwrap_or(5) as u64, isize::try_from(n).unwrap_or(6) as u64)
            ^ u64::from(u8::try_from(p).unwrap_or_default())
    }

    #[device]
    fn errors_compared(a: u32, b: u32) -> u64 {
        let (first, second) = (u8::try_from(a), u8::try_from(b));
        let same = match (first, second) {
            (Err(one), Err(other)) => one == other,
            (one, other) => one == other,
        };
        u64::from(same) * 2 + u64::from(first == Ok(3))
    }

    #[device]
    fn word_at(bytes: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
    }

    #[device]
    fn slices(p: u64, k: u32) -> u64 {
        let bytes = p.to_le_bytes();
        let at = (k % 4) as usize;
        let three: [u8; 3] = match bytes[at..].get(0) {
            Some(_) => bytes[at..at + 3].try_into().unwrap(),
            None => [1, 2, 3],
        };
        mix(word_at(&bytes, at).into(), three[1].into()) ^ u64::from(word_at(&bytes[1..], at / 2))
    }

    #[device]
    fn slices_that_do_not_fit(p: u64, k: u32) -> u64 {
        let bytes = p.to_le_bytes();
        let four: Result<[u8; 4], _> = bytes[..(k % 8) as usize].try_into();
        four.map_or(1, |four| u64::from(four[3]) + 2)
    }

    #[device]
    fn blanks(a: u32, b: u32, x: f32) -> u64 {
        let mut values: [_; 3] = [a, 2, 3];
        values[1] = b;
        let pair: (_, u8) = (x, 3);
        mix(mix(values[0].into(), values[1].into()), bits(pair.0)) ^ u64::from(pair.1)
    }

    #[device]
    fn blanks_of_options(a: u32, p: u64) -> u64 {
        let mut kept: Option<_> = None;
        if a > 7 {
            kept = Some(p);
        }
        let outcome: Result<_, u32> = if a > 4 { Ok(3) } else { Err(a) };
        let number: u64 = match outcome {
            Ok(value) => value,
            Err(error) => error.into(),
        };
        kept.unwrap_or(5) ^ number
    }

    #[device]
    fn blanks_filled_later(b: u32, k: u32) -> u64 {
        let mut pair: [_; 2];
        if b > 3 {
            pair = [1, 2];
        } else {
            pair = [k, 4];
        }
        pair[0] ^= 1;
        mix(pair[0].into(), pair[1].into())
    }
}
