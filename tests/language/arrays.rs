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
        long_tables(input.a, input.k),
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

    /// More elements than C++ looks at together.
    #[device]
    #[rustfmt::skip]
    pub const LONG_TABLE: [u16; 1000] = [
        0, 20, 54, 102, 164, 240, 330, 434, 552, 684, 830, 990, 155, 343, 545, 761, 991, 226, 484, 756, 33,
        333, 647, 975, 308, 664, 25, 409, 807, 210, 636, 67, 521, 989, 462, 958, 459, 983, 512, 55, 621,
        192, 786, 385, 1007, 634, 275, 939, 608, 291, 997, 708, 433, 172, 934, 701, 482, 277, 86, 918, 755,
        606, 471, 350, 243, 150, 71, 6, 964, 927, 904, 895, 900, 919, 952, 999, 51, 126, 215, 318, 435,
        566, 711, 870, 34, 221, 422, 637, 866, 100, 357, 628, 913, 203, 516, 843, 175, 530, 899, 273, 670,
        72, 497, 936, 380, 847, 319, 814, 314, 837, 365, 916, 472, 42, 635, 233, 854, 480, 120, 783, 451,
        133, 838, 548, 272, 10, 771, 537, 317, 111, 928, 750, 586, 436, 300, 178, 70, 985, 905, 839, 787,
        749, 725, 715, 719, 737, 769, 815, 875, 949, 28, 130, 246, 376, 520, 678, 850, 27, 227, 441, 669,
        911, 158, 428, 712, 1, 313, 639, 979, 324, 692, 65, 461, 871, 286, 724, 167, 633, 104, 598, 97,
        619, 146, 696, 251, 829, 412, 9, 629, 254, 902, 555, 222, 912, 607, 316, 39, 785, 536, 301, 80,
        882, 689, 510, 345, 194, 57, 943, 834, 739, 658, 591, 538, 499, 474, 463, 466, 483, 514, 559, 618,
        691, 778, 879, 994, 114, 257, 414, 585, 770, 969, 173, 400, 641, 896, 156, 439, 736, 38, 363, 702,
        46, 413, 794, 180, 589, 3, 440, 891, 347, 826, 310, 817, 329, 864, 404, 967, 535, 117, 722, 332,
        965, 603, 255, 930, 610, 304, 12, 743, 479, 229, 1002, 780, 572, 378, 198, 32, 889, 751, 627, 517,
        421, 339, 271, 217, 177, 151, 139, 141, 157, 187, 231, 289, 361, 447, 547, 661, 789, 931, 78, 248,
        432, 630, 842, 59, 299, 553, 821, 94, 390, 700, 15, 353, 705, 62, 442, 836, 235, 657, 84, 534, 998,
        467, 959, 456, 976, 501, 40, 602, 169, 759, 354, 972, 595, 232, 892, 557, 236, 938, 645, 366, 101,
        859, 622, 399, 190, 1004, 823, 656, 503, 364, 239, 128, 31, 957, 888, 833, 792, 765, 752, 753, 768,
        797, 840, 897, 968, 44, 143, 256, 383, 524, 679, 848, 22, 219, 430, 655, 894, 138, 405, 686, 981,
        281, 604, 941, 283, 648, 18, 411, 818, 230, 665, 105, 568, 36, 527, 23, 542, 66, 613, 165, 740,
        320, 923, 531, 153, 798, 448, 112, 799, 491, 197, 926, 660, 408, 170, 955, 745, 549, 367, 199, 45,
        914, 788, 676, 578, 494, 424, 368, 326, 298, 284, 284, 298, 326, 368, 424, 494, 578, 676, 788, 914,
        45, 199, 367, 549, 745, 955, 170, 408, 660, 926, 197, 491, 799, 112, 448, 798, 153, 531, 923, 320,
        740, 165, 613, 66, 542, 23, 527, 36, 568, 105, 665, 230, 818, 411, 18, 648, 283, 941, 604, 281,
        981, 686, 405, 138, 894, 655, 430, 219, 22, 848, 679, 524, 383, 256, 143, 44, 968, 897, 840, 797,
        768, 753, 752, 765, 792, 833, 888, 957, 31, 128, 239, 364, 503, 656, 823, 1004, 190, 399, 622, 859,
        101, 366, 645, 938, 236, 557, 892, 232, 595, 972, 354, 759, 169, 602, 40, 501, 976, 456, 959, 467,
        998, 534, 84, 657, 235, 836, 442, 62, 705, 353, 15, 700, 390, 94, 821, 553, 299, 59, 842, 630, 432,
        248, 78, 931, 789, 661, 547, 447, 361, 289, 231, 187, 157, 141, 139, 151, 177, 217, 271, 339, 421,
        517, 627, 751, 889, 32, 198, 378, 572, 780, 1002, 229, 479, 743, 12, 304, 610, 930, 255, 603, 965,
        332, 722, 117, 535, 967, 404, 864, 329, 817, 310, 826, 347, 891, 440, 3, 589, 180, 794, 413, 46,
        702, 363, 38, 736, 439, 156, 896, 641, 400, 173, 969, 770, 585, 414, 257, 114, 994, 879, 778, 691,
        618, 559, 514, 483, 466, 463, 474, 499, 538, 591, 658, 739, 834, 943, 57, 194, 345, 510, 689, 882,
        80, 301, 536, 785, 39, 316, 607, 912, 222, 555, 902, 254, 629, 9, 412, 829, 251, 696, 146, 619, 97,
        598, 104, 633, 167, 724, 286, 871, 461, 65, 692, 324, 979, 639, 313, 1, 712, 428, 158, 911, 669,
        441, 227, 27, 850, 678, 520, 376, 246, 130, 28, 949, 875, 815, 769, 737, 719, 715, 725, 749, 787,
        839, 905, 985, 70, 178, 300, 436, 586, 750, 928, 111, 317, 537, 771, 10, 272, 548, 838, 133, 451,
        783, 120, 480, 854, 233, 635, 42, 472, 916, 365, 837, 314, 814, 319, 847, 380, 936, 497, 72, 670,
        273, 899, 530, 175, 843, 516, 203, 913, 628, 357, 100, 866, 637, 422, 221, 34, 870, 711, 566, 435,
        318, 215, 126, 51, 999, 952, 919, 900, 895, 904, 927, 964, 6, 71, 150, 243, 350, 471, 606, 755,
        918, 86, 277, 482, 701, 934, 172, 433, 708, 997, 291, 608, 939, 275, 634, 1007, 385, 786, 192, 621,
        55, 512, 983, 459, 958, 462, 989, 521, 67, 636, 210, 807, 409, 25, 664, 308, 975, 647, 333, 33,
        756, 484, 226, 991, 761, 545, 343, 155, 990, 830, 684, 552, 434, 330, 240, 164, 102, 54, 20, 0,
        1003, 2, 24, 60, 110, 174, 252, 344, 450, 570, 704, 852, 5, 181, 371, 575, 793, 16, 262, 522, 796,
        75, 377, 693, 14, 358, 716, 79, 465, 865, 270, 698, 131, 587, 48, 532, 21, 533, 50, 590, 135, 703,
        276, 872, 473, 88, 726, 369, 26, 706, 391, 90, 812, 539, 280, 35, 813, 596, 393, 204, 29, 877, 730,
        597, 478, 373, 282, 205, 142, 93, 58, 37, 30, 37, 58, 93, 142, 205, 282, 373, 478, 597, 730, 877,
        29, 204, 393, 596, 813, 35, 280, 539, 812, 90, 391, 706, 26, 369, 726, 88, 473, 872, 276, 703, 135,
        590, 50, 533, 21, 532, 48, 587, 131, 698, 270, 865, 465, 79, 716, 358, 14, 693, 377, 75, 796, 522,
        262, 16, 793, 575, 371, 181, 5, 852, 704, 570,
    ];

    #[device]
    pub fn long_tables(a: u32, k: u32) -> u64 {
        let mut sum = LONG_TABLE[(a % 1000) as usize] as u64;
        for value in LONG_TABLE {
            sum = mix(sum, value as u64);
        }
        sum ^ LONG_TABLE[(k * 53) as usize % 1000] as u64
    }
}
