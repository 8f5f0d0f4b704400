//! Minima and maxima of three integers with negations, of which ptxas before CUDA 13.4 loses some.

conformance! {
    program Extremes as Negations;
    cases |input| {
        choices_of_a_negation(input.i, input.j),
        of_a_number_and_its_negation(input.i, input.j),
        of_two_numbers_and_a_negation(input.i, input.j),
        of_three_numbers(input.i, input.j, input.b),
        of_negations_otherwise_written(input.i, input.j, input.b),
        of_sixteen_and_eight_bits(input.i, input.j, input.b),
        of_longer_chains(input.i, input.j, input.b, input.k),
        of_unsigned_numbers(input.a, input.b, input.k),
        as_users_met_them(input.k),
    }

    use crate::input::mix;

    #[device]
    pub fn choices_of_a_negation(x: i32, y: i32) -> u64 {
        let n = x.wrapping_neg();
        let mut result = (if n > x { n } else { x }).max(y) as u64;
        result = mix(result, (if x > n { x } else { n }).max(y) as u64);
        result = mix(result, (if n < x { n } else { x }).min(y) as u64);
        result = mix(result, (if x <= n { x } else { n }).min(y) as u64);
        // Not of the least number: that a choice between it and `0 - x` is an absolute value, the language does not promise.
        let odd = x | 1;
        let m = 0_i32.wrapping_sub(odd);
        result = mix(result, (if m > odd { m } else { odd }).max(y) as u64);
        result = mix(result, (if odd >= m { odd } else { m }).max(y) as u64);
        mix(result, (if m < odd { m } else { odd }).min(y) as u64)
    }

    #[device]
    pub fn of_a_number_and_its_negation(x: i32, y: i32) -> u64 {
        let mut result = x.max(x.wrapping_neg()).max(y) as u64;
        result = mix(result, x.min(x.wrapping_neg()).min(y) as u64);
        result = mix(result, x.wrapping_neg().max(x).max(y) as u64);
        result = mix(result, y.max(x.wrapping_neg().max(x)) as u64);
        mix(result, y.min(x.min(x.wrapping_neg())) as u64)
    }

    #[device]
    pub fn of_two_numbers_and_a_negation(x: i32, y: i32) -> u64 {
        let mut result = x.max(y.wrapping_neg()).max(y) as u64;
        result = mix(result, x.min(y.wrapping_neg()).min(y) as u64);
        result = mix(result, x.wrapping_neg().max(y).max(x) as u64);
        result = mix(result, x.wrapping_neg().min(y).min(x) as u64);
        result = mix(result, 0_i32.wrapping_sub(x).max(y).max(x) as u64);
        mix(result, 0_i32.wrapping_sub(x).min(y).min(x) as u64)
    }

    #[device]
    pub fn of_three_numbers(x: i32, y: i32, b: u32) -> u64 {
        let z = b as i32;
        let mut result = x.wrapping_neg().max(y).max(z) as u64;
        result = mix(result, x.min(y.wrapping_neg()).min(z) as u64);
        result = mix(result, x.max(y).max(z.wrapping_neg()) as u64);
        result = mix(result, x.wrapping_neg().max(y.wrapping_neg()).max(z.wrapping_neg()) as u64);
        result = mix(result, z.min(y.min(x.wrapping_neg())) as u64);
        mix(result, x.wrapping_neg().max(y).min(z) as u64)
    }

    #[device]
    pub fn turned(x: i32) -> i32 {
        x.wrapping_neg()
    }

    #[device]
    pub fn greater(x: i32, y: i32) -> i32 {
        if x > y { x } else { y }
    }

    #[device]
    pub fn of_negations_otherwise_written(x: i32, y: i32, b: u32) -> u64 {
        let z = b as i32;
        let mut result = x.wrapping_mul(-1).max(y).max(z) as u64;
        result = mix(result, (!x).wrapping_add(1).max(y).max(z) as u64);
        result = mix(result, (!x.wrapping_sub(1)).min(y).min(z) as u64);
        result = mix(result, z.wrapping_sub(z.wrapping_add(x)).max(y).max(z) as u64);
        result = mix(result, (x >> 3).wrapping_neg().max(y).max(z) as u64);
        result = mix(result, x.wrapping_add(y).wrapping_neg().min(y).min(z) as u64);
        result = mix(result, x.wrapping_abs().wrapping_neg().max(y).max(z) as u64);
        result = mix(result, (x as i64).wrapping_neg() as i32 as u64);
        result = mix(result, ((x as i64).wrapping_neg() as i32).max(y).max(z) as u64);
        mix(result, greater(greater(turned(x), y), z) as u64)
    }

    #[device]
    pub fn of_sixteen_and_eight_bits(x: i32, y: i32, b: u32) -> u64 {
        let (p, q, r) = (x as i16, y as i16, b as i16);
        let mut result = p.wrapping_neg().max(q).max(r) as u64;
        result = mix(result, p.min(p.wrapping_neg()).min(q) as u64);
        result = mix(result, (p as i32).wrapping_neg().max(q as i32).max(r as i32) as u64);
        let (p, q, r) = (x as i8, y as i8, b as i8);
        result = mix(result, p.wrapping_neg().max(q).max(r) as u64);
        mix(result, (p as i32).wrapping_neg().min(q as i32).min(r as i32) as u64)
    }

    #[device]
    pub fn of_longer_chains(x: i32, y: i32, b: u32, k: u32) -> u64 {
        let z = b as i32;
        let mut greatest = i32::MIN;
        let mut least = y;
        let mut next = x;
        for step in 0..k % 7 {
            greatest = greatest.max(next.wrapping_neg());
            least = if next.wrapping_neg() < least { next.wrapping_neg() } else { least };
            next = next.wrapping_mul(31).wrapping_add(step as i32);
        }
        let mut fixed = i32::MIN;
        for step in 0..4 {
            fixed = fixed.max(x.wrapping_add(step).wrapping_neg());
        }
        let ends = x.max(y).max(z).max(x.wrapping_neg()).max(y.wrapping_neg()).max(z.wrapping_neg());
        mix(mix(greatest as u64, least as u64), mix(fixed as u64, ends as u64))
    }

    #[device]
    pub fn of_unsigned_numbers(a: u32, b: u32, k: u32) -> u64 {
        let first = a.wrapping_neg().max(b).max(k);
        mix(first as u64, mix(a.min(b.wrapping_neg()).min(k) as u64, (a & 255).wrapping_neg().max(b & 255).max(k) as u64))
    }

    #[device]
    pub fn as_users_met_them(k: u32) -> u64 {
        let x = [-5, -1000, 5, 0][(k % 4) as usize];
        let y = [1, 4, 1, -2][(k % 4) as usize];
        let n: i32 = -x;
        let greatest = (if n > x { n } else { x }).max(y);
        assert!(greatest == [5, 1000, 5, 0][(k % 4) as usize], "a negation is lost");
        greatest as u64
    }
}
