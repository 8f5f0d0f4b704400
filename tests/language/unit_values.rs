//! `()` as a value: of functions, methods and statements, in what holds values, and by another name.

conformance! {
    program UnitValues;
    cases |input, log, at| {
        in_tuples_and_arrays(input),
        in_options(input),
        in_arguments(input),
        compared(input),
        of_methods(input),
        of_std(input, log, at),
        by_another_name(input),
        in_branches(input),
        in_one_branch(input),
        out_of_blocks_and_loops(input),
        beside_what_never_ends(input),
        through_generic_functions(input),
        written_in_cuda(input, log, at),
    }

    use crate::input::mix;

    pub type Nothing = ();

    #[device]
    pub fn step(x: &mut u32) {
        *x = x.wrapping_mul(3).wrapping_add(1);
    }

    #[device]
    pub fn in_tuples_and_arrays(r: &Input) -> u64 {
        let (mut x, mut y) = (r.a, r.b);
        let (nothing, n, ()) = (step(&mut x), 5u32, step(&mut y));
        let () = nothing;
        let several = [step(&mut x), nothing, step(&mut y)];
        mix(mix(x as u64, y as u64), several.len() as u64 + n as u64)
    }

    #[device]
    pub fn step_below(x: &mut u32) -> Option<()> {
        if *x > 1000 {
            return None;
        }
        Some(step(x))
    }

    #[device]
    pub fn steps(x: &mut u32, n: u32) -> Option<()> {
        step_below(x)?;
        let nothing = step_below(x)?;
        if n > 3 {
            return Some(nothing);
        }
        Some(step(x))
    }

    #[device]
    pub fn in_options(r: &Input) -> u64 {
        let mut x = r.a % 2000;
        let is_there = steps(&mut x, r.k).is_some();
        while let Some(()) = step_below(&mut x) {}
        mix(x as u64, is_there as u64)
    }

    #[device]
    pub fn step_after(nothing: (), x: &mut u32) -> () {
        let () = nothing;
        *x ^= 5;
        nothing
    }

    #[device]
    pub fn in_arguments(r: &Input) -> u64 {
        let (mut x, mut y) = (r.a, r.b);
        step_after(step_after(step(&mut x), &mut y), &mut x);
        mix(x as u64, y as u64)
    }

    #[device]
    pub fn compared(r: &Input) -> u64 {
        let (mut x, mut y) = (r.a, r.b);
        let is_same = step(&mut x) == step(&mut y);
        let is_less = Some(step(&mut x)) < Some(()) || (step(&mut y), r.a) < ((), r.b);
        mix(mix(x as u64, y as u64), is_same as u64 + 2 * is_less as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Counter {
        pub n: u32,
    }

    #[device]
    impl Counter {
        pub fn bump(&mut self) {
            self.n = self.n.wrapping_mul(7).wrapping_add(1);
        }

        pub fn bump_below(&mut self, n: u32) {
            for _ in 0..n {
                if self.n > 100_000 {
                    return;
                }
                self.bump();
            }
            loop {
                if self.n % 3 == 0 {
                    return self.bump();
                }
                self.n /= 2;
            }
        }
    }

    #[device]
    pub fn of_methods(r: &Input) -> u64 {
        let mut counter = Counter { n: r.a };
        let (_, first, nothing) = (counter.bump(), counter.n, counter.bump_below(r.k));
        let again = [nothing; 3];
        mix(mix(first as u64, counter.n as u64), again.len() as u64)
    }

    #[device]
    pub fn of_std(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        let mut values = [r.a, r.b, 3];
        let (_, second) = (values.swap(0, 1), values[1]);
        let several = (values.reverse(), values.rotate_left(1), log.set(at, values[0]));
        let (_, _, nothing) = several;
        let filled = Some(values.fill(r.k));
        let () = nothing;
        mix(mix(second as u64, values[2] as u64), log.get(at) as u64 + filled.is_some() as u64)
    }

    #[device]
    pub fn step_by(x: &mut u32, n: u32) -> Nothing {
        match n % 5 {
            0 => step(x),
            1 => *x = 7,
            2 => {}
            3 => return step(x),
            _ => {
                if n > 7 {
                    return;
                }
                *x ^= n;
            }
        }
    }

    #[device]
    pub fn by_another_name(r: &Input) -> u64 {
        let mut x = r.a;
        let (nothing, n): (Nothing, u32) = (step_by(&mut x, r.k), x);
        step_by(&mut x, r.b);
        let () = nothing;
        mix(x as u64, n as u64)
    }

    #[device]
    pub fn in_branches(r: &Input) -> u64 {
        let mut x = r.a;
        let nothing = if r.b > 4 { step(&mut x) } else { x ^= 3 };
        let n = match r.k {
            0 => step(&mut x),
            1 => (),
            2 => return 5,
            3 => {
                step(&mut x);
            }
            _ => {
                let y = x / 2;
                x -= y;
            }
        };
        let of_match = [nothing, n];
        mix(x as u64, of_match.len() as u64)
    }

    /// What the branch without a value ends with is known, and the other has the same type.
    #[device]
    pub fn in_one_branch(r: &Input) -> u64 {
        let mut x = r.a;
        let one = Some(if r.k > 2 {
            step(&mut x)
        } else {
            x ^= 3;
        });
        let other = (
            match r.l {
                0 => {}
                _ => step(&mut x),
            },
            x,
        );
        mix(x as u64, one.is_some() as u64 + other.1 as u64)
    }

    #[device]
    pub fn out_of_blocks_and_loops(r: &Input) -> u64 {
        let mut x = r.a % 9;
        let by_loop = loop {
            if x % 5 == 0 {
                break step(&mut x);
            }
            x += 1;
        };
        let by_jump = loop {
            if x > 5 {
                break;
            }
            x += 1;
        };
        let by_block = 'found: {
            if x > 9 {
                break 'found step(&mut x);
            }
        };
        let by_label = 'other: {
            if r.k > 2 {
                break 'other;
            }
            step(&mut x);
        };
        let several = [by_loop, by_jump, by_block, by_label];
        mix(x as u64, several.len() as u64)
    }

    #[device]
    pub fn left_by_statements(r: &Input) -> u32 {
        let mut x = r.a;
        if r.l == 0 {
            x = if r.k > 2 {
                5
            } else {
                x = return 9;
            };
        } else if r.l == 1 {
            x = if r.k > 2 {
                6
            } else {
                let _nothing: u32 = return 8;
            };
        } else {
            x = 'found: {
                if r.k > 2 {
                    break 'found 7;
                }
                x = return 4;
            };
        }
        x
    }

    /// A block that never comes to its end has any type, not `()`.
    #[device]
    #[allow(unreachable_code)]
    pub fn beside_what_never_ends(r: &Input) -> u64 {
        let mut x = left_by_statements(r);
        let nothing = if r.k > 2 { x ^= 1 } else { return x as u64 };
        let pair = (nothing, x);
        pair.1 as u64 + 1
    }

    #[device]
    pub fn same<T: Copy>(value: T) -> T {
        value
    }

    #[device]
    pub fn through_generic_functions(r: &Input) -> u64 {
        let mut x = r.a;
        let nothing = same(step(&mut x));
        let () = same(nothing);
        same(x) as u64
    }

    #[device(cuda = "if (value == 7u) return;\nlog.set(at, value);")]
    pub fn put(log: &Buffer<u32>, at: u32, value: u32) {
        if value != 7 {
            log.set(at, value);
        }
    }

    #[device]
    pub fn written_in_cuda(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        log.set(at, 3);
        let (nothing, n) = (put(log, at, r.k + 5), 3u32);
        let () = nothing;
        mix(log.get(at) as u64, n as u64)
    }
}
