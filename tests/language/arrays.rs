//! Arrays, arrays of arrays, tuples, and constants of them.

conformance! {
    program Arrays;
    cases |input| {
        arrays(input.a, input.b, input.k),
        arrays_repeated(input.a, input.k),
        arrays_of_arrays(input.a, input.k, input.l),
        arrays_of_structs(input.a, input.k),
        arrays_of_floats(input.x, input.y, input.k),
        arrays_of_small_types(input.a, input.k),
        arrays_copied(input.a, input.k),
        arrays_compared(input.a, input.b),
        arrays_by_value(input.a, input.k),
        arrays_returned(input.a, input.k),
        arrays_of_constant_length(input.k),
        array_methods(input.a, input.b, input.k),
        tuples(input.a, input.i, input.x),
        tuples_nested(input.a, input.b),
        tuples_changed(input.a, input.b),
        tuples_returned(input.a, input.b),
        tuples_compared(input.k, input.l),
        constants_of_arrays(input.k),
        matrix_product(input.k, input.l),
    }

    use crate::input::{bits, mix};

    #[device]
    pub fn arrays(a: u32, b: u32, k: u32) -> u64 {
        let mut values = [a, b, 3, 4, 5];
        values[2] = values[0] ^ values[1];
        values[k as usize % 5] /= 2;
        let index = values.len() - 1;
        values[index] += 7;
        let mut result = values.len() as u64;
        for index in 0..values.len() {
            result = mix(result, values[index] as u64);
        }
        result
    }

    #[device]
    pub fn arrays_repeated(a: u32, k: u32) -> u64 {
        let mut values = [a; 8];
        let zeros = [0; 4];
        let flags = [true; 3];
        values[k as usize / 2] = 1;
        let mut sum: u64 = zeros[k as usize % 4];
        for index in 0..8 {
            sum = mix(sum, values[index] as u64);
        }
        sum + flags[2] as u64
    }

    #[device]
    pub fn arrays_of_arrays(a: u32, k: u32, l: u32) -> u64 {
        let mut rows = [[0_u32; 4]; 3];
        for row in 0..3 {
            for column in 0..4 {
                rows[row][column] = a ^ (row * 4 + column) as u32;
            }
        }
        rows[k as usize % 3][l as usize % 4] = 1;
        let row = rows[k as usize % 3];
        rows[0] = [1, 2, 3, 4];
        let reference = &rows[2];
        let table = [[1, 2], [k, 4]];
        mix(mix(row[1] as u64, rows[0][3] as u64), mix(reference[3] as u64, table[1][0] as u64))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Particle {
        pub mass: f32,
        pub kind: u32,
        pub position: [f32; 2],
    }

    #[device]
    pub fn arrays_of_structs(a: u32, k: u32) -> u64 {
        let mut particles = [Particle { mass: 1.0, kind: a, position: [0.0, 1.0] }; 3];
        particles[1].kind = k;
        particles[1].position[1] = 2.5;
        particles[2] = Particle { mass: 4.0, ..particles[1] };
        let heaviest = particles[2];
        let mut result = bits(heaviest.mass + heaviest.position[1]);
        for index in 0..3 {
            result = mix(result, particles[index].kind as u64 + bits(particles[index].position[1]));
        }
        result
    }

    #[device]
    pub fn arrays_of_floats(x: f32, y: f32, k: u32) -> u64 {
        let weights = [0.5, 0.25, 0.125];
        let mut values: [f32; 3] = [x, y, 1.0];
        let mut sum = 0.0;
        for index in 0..3 {
            sum += values[index] * weights[index];
            values[index] = sum;
        }
        bits(values[k as usize % 3])
    }

    #[device]
    pub fn arrays_of_small_types(a: u32, k: u32) -> u64 {
        let bytes = [a as u8, (a >> 8) as u8, (a >> 16) as u8, 255];
        let words: [i16; 3] = [-1, a as i16, 300];
        let flags = [a > 5, k > 5, true];
        let count = flags[0] as u32 + flags[1] as u32 + flags[2] as u32;
        mix(bytes[k as usize % 4] as u64, words[k as usize % 3] as u64 ^ count as u64)
    }

    #[device]
    pub fn arrays_copied(a: u32, k: u32) -> u64 {
        let mut first = [a, k];
        let second = first;
        first[0] = 1;
        let mut third = first.clone();
        third[1] = 2;
        mix(mix(first[0] as u64, first[1] as u64), mix(second[0] as u64, third[1] as u64))
    }

    #[device]
    pub fn arrays_compared(a: u32, b: u32) -> u64 {
        let first = [a, 1];
        let second = [b, 1];
        (first == second) as u64 | ((first != [a, 2]) as u64) << 1 | ((first == [a, 1]) as u64) << 2
    }

    #[device]
    pub fn doubled(mut values: [u32; 3]) -> [u32; 3] {
        for index in 0..3 {
            values[index] = values[index].wrapping_mul(2);
        }
        values
    }

    #[device]
    pub fn arrays_by_value(a: u32, k: u32) -> u64 {
        let values = [a, k, 3];
        let twice = doubled(values);
        mix(values[0] as u64 + twice[0] as u64, doubled([k, 1, 2])[k as usize % 3] as u64)
    }

    #[device]
    pub fn digits(a: u32) -> [u8; 4] {
        [a as u8, (a >> 8) as u8, (a >> 16) as u8, (a >> 24) as u8]
    }

    #[device]
    pub fn zeros() -> [[u32; 2]; 2] {
        [[0; 2]; 2]
    }

    #[device]
    pub fn arrays_returned(a: u32, k: u32) -> u64 {
        let parts = digits(a);
        parts[k as usize % 4] as u64 + digits(k)[0] as u64 * 1000 + zeros()[1][0] as u64
    }

    #[device]
    pub const ROWS: usize = 3;

    #[device]
    pub const COLUMNS: usize = 2 * ROWS - 2;

    #[device]
    pub fn arrays_of_constant_length(k: u32) -> u64 {
        let mut table = [[k; COLUMNS]; ROWS];
        table[ROWS - 1][COLUMNS - 1] = 9;
        let mut sum = 0;
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                sum += table[row][column] * (row * COLUMNS + column) as u32;
            }
        }
        let flat = [1_u8; ROWS * COLUMNS];
        sum as u64 + flat.len() as u64
    }

    #[device]
    pub fn array_methods(a: u32, b: u32, k: u32) -> u64 {
        let mut values = [a, b, k, 4];
        values.swap(0, k as usize % 4);
        let mut filled = [0_u32; 3];
        filled.fill(k);
        let mut result = values.is_empty() as u64 + filled[1] as u64;
        for index in 0..4 {
            result = mix(result, values[index] as u64);
        }
        result
    }

    #[device]
    pub fn tuples(a: u32, i: i32, x: f32) -> u64 {
        let triple = (a, i, x);
        let pair: (u64, bool) = (triple.0 as u64, triple.1 > 0);
        let single = (triple.2,);
        mix(mix(pair.0, pair.1 as u64), bits(single.0))
    }

    #[device]
    pub fn tuples_nested(a: u32, b: u32) -> u64 {
        let nested = ((a, b), [(a, 1), (b, 2)], (3, (4, 5)));
        let inner = nested.0;
        let (_, (_, last)) = ((), nested.2);
        mix(mix(inner.1 as u64, nested.1[1].0 as u64), (nested.2.1.0 + last.1) as u64)
    }

    #[device]
    pub fn tuples_changed(a: u32, b: u32) -> u64 {
        let mut pair = (a, b);
        pair.0 ^= 3;
        let second = &mut pair.1;
        *second /= 2;
        pair.0 = pair.1;
        let copy = pair;
        pair = (1, 2);
        mix(mix(pair.0 as u64, pair.1 as u64), mix(copy.0 as u64, copy.1 as u64))
    }

    #[device]
    pub fn split(a: u32, b: u32) -> (u32, u32) {
        if a > b {
            return (a / 2, b);
        }
        (b % 7, a)
    }

    #[device]
    pub fn tuples_returned(a: u32, b: u32) -> u64 {
        let (x, y) = split(a, b);
        let pair = split(b, a);
        mix(mix(x as u64, y as u64), pair.0 as u64 + split(3, 4).1 as u64)
    }

    #[device]
    pub fn tuples_compared(k: u32, l: u32) -> u64 {
        let pair = (k, l);
        (pair == (l, k)) as u64 | ((pair != (3, 4)) as u64) << 1
    }

    #[device]
    pub const SCALE: u32 = 1 << 5 | 3;

    #[device]
    pub const HALF: f32 = 0.5;

    #[device]
    pub const PRIMES: [u32; 6] = [2, 3, 5, 7, 11, 13];

    #[device]
    pub const TABLE: [[f32; 2]; 2] = [[1.0, 2.0], [HALF, -4.0]];

    #[device]
    pub const EDGES: [(u32, u32); 2] = [(1, 2), (3, SCALE)];

    #[device]
    pub fn constants_of_arrays(k: u32) -> u64 {
        let prime = PRIMES[k as usize % PRIMES.len()];
        let entry = TABLE[k as usize % 2][1];
        let mut sum = 0;
        for index in 0..PRIMES.len() {
            sum += PRIMES[index] * k;
        }
        mix(prime as u64 + sum as u64, bits(entry) + EDGES[k as usize % 2].1 as u64)
    }

    #[device]
    pub fn matrix_product(k: u32, l: u32) -> u64 {
        let a = [[k, 1, 2], [3, l, 5], [6, 7, 8]];
        let b = [[1, 0, 2], [0, k, 3], [l, 4, 5]];
        let mut c = [[0; 3]; 3];
        for row in 0..3 {
            for column in 0..3 {
                for inner in 0..3 {
                    c[row][column] += a[row][inner] * b[inner][column];
                }
            }
        }
        mix(mix(c[0][0] as u64, c[1][1] as u64), mix(c[2][0] as u64, c[1][2] as u64))
    }
}
