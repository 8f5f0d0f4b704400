//! Jumps out of what stands inside an expression: `return`, `break`, `continue` and `?` in operands, arguments, elements and indices.

conformance! {
    program Jumps;
    cases |input| {
        returns_beside_operands(input),
        continues_in_arguments(input),
        returns_from_blocks(input),
        question_marks_in_branches(input),
        jumps_to_outer_loops(input),
        jumps_beside_references(input),
        returns_beside_floats(input),
        returns_beside_options(input),
        returns_beside_vectors(input),
        returns_in_generic_functions(input),
        jumps_between_arguments(input),
        jumps_between_operands(input),
        jumps_beside_methods(input),
        jumps_in_indices(input),
        jumps_in_arrays(input),
        jumps_in_guards(input),
        jumps_in_ranges(input),
        numbers_of_open_type(input),
        variables_of_nothing(input),
        panics_beside_numbers(input),
        labelled_blocks_beside_numbers(input),
    }

    use crate::input::{Spot, bits, mix};

    #[device]
    pub fn returns_beside_operands(r: &Input) -> u64 {
        let mut n = r.a & 7;
        let v = r.b.wrapping_add(if r.k > 3 {
            n += 1;
            return 3;
        } else {
            5
        });
        mix(v as u64, n as u64)
    }

    #[device]
    pub fn continues_in_arguments(r: &Input) -> u64 {
        let v = [Some(r.a & 255), None, Some(r.k), None];
        let mut log_ = 0;
        let mut s = 0_u32;
        for i in 0..4 {
            s += id(match v[i] {
                Some(v) => v,
                None => {
                    log_ += 1;
                    continue;
                }
            }) * 2;
        }
        mix(s as u64, log_ as u64)
    }

    #[device]
    pub fn id(x: u32) -> u32 {
        x ^ 3
    }

    #[device]
    pub fn returns_from_blocks(r: &Input) -> u64 {
        let x = 3 + {
            let y = r.a & 7;
            if y > 4 {
                return y as u64;
            }
            let z = y * 2;
            z + 1
        };
        x as u64
    }

    #[device]
    pub fn question_marks_in_branches(r: &Input) -> u64 {
        fn_(r.a & 15, r.k).unwrap_or(77) as u64
    }

    #[device]
    pub fn half(a: u32) -> Option<u32> {
        if a % 2 == 0 { Some(a / 2) } else { None }
    }

    #[device]
    pub fn fn_(a: u32, k: u32) -> Option<u32> {
        Some(
            a + if k > 4 {
                let h = half(a)?;
                h * 3
            } else {
                1
            },
        )
    }

    #[device]
    pub fn jumps_to_outer_loops(r: &Input) -> u64 {
        let mut n = 0_u64;
        'o: for i in 0..4_u32 {
            n = mix(
                n,
                (i + loop {
                    if i == r.k {
                        continue 'o;
                    }
                    if i > 2 {
                        break 'o;
                    }
                    break i * 3;
                }) as u64,
            );
        }
        n
    }

    #[device]
    pub fn jumps_beside_references(r: &Input) -> u64 {
        let mut x = r.a & 255;
        let mut y = r.b & 255;
        *(if r.k > 9 {
            x += 1;
            return x as u64;
        } else if r.k > 4 {
            y += 1;
            &mut y
        } else {
            &mut x
        }) += 1;
        mix(x as u64, y as u64)
    }

    #[device]
    pub fn returns_beside_floats(r: &Input) -> u64 {
        let v = r.x
            + if r.k > 3 {
                if r.l > 3 {
                    return 1;
                }
                let q = r.y;
                q * 0.5
            } else {
                1.5
            };
        bits(v)
    }

    #[device]
    pub fn returns_beside_options(r: &Input) -> u64 {
        let o = pick(if r.k > 3 {
            if r.l > 3 {
                return 5;
            }
            None
        } else {
            Some(r.a)
        });
        o as u64
    }

    #[device]
    pub fn pick(o: Option<u32>) -> u32 {
        o.unwrap_or(3)
    }

    #[device]
    pub fn returns_beside_vectors(r: &Input) -> u64 {
        let v = Vec3::splat(1.0)
            + match r.k % 3 {
                0 => {
                    let q = vec3(1.0, 2.0, 3.0);
                    if r.l > 3 {
                        return 8;
                    }
                    q
                }
                1 => return 2,
                _ => Vec3::ZERO,
            };
        bits(v.y)
    }

    #[device]
    pub fn returns_in_generic_functions(r: &Input) -> u64 {
        g::<4>(r.k, r.l) as u64
    }

    #[device]
    pub fn g<const N: usize>(k: u32, l: u32) -> u32 {
        let a = [k; N];
        1 + if k > 3 {
            let b = a;
            if l > 3 {
                return 9;
            }
            b[N - 1]
        } else {
            a[0] ^ l
        }
    }

    #[device]
    pub fn jumps_between_arguments(r: &Input) -> u64 {
        let mut log_ = 0_u32;
        let mut t = 0_u64;
        for i in 0..5_u32 {
            t = mix(
                t,
                three(
                    {
                        log_ += 1;
                        i
                    },
                    match i % 3 {
                        0 => {
                            log_ += 10;
                            continue;
                        }
                        1 => {
                            if r.k < i {
                                break;
                            }
                            5
                        }
                        n => n,
                    },
                    {
                        log_ += 100;
                        log_
                    },
                ) as u64,
            );
        }
        mix(t, log_ as u64)
    }

    #[device]
    pub fn three(a: u32, b: u32, c: u32) -> u32 {
        a * 100 + b * 10 + c
    }

    #[device]
    pub fn jumps_between_operands(r: &Input) -> u64 {
        let mut n = r.a & 63;
        let s = (n + {
            n += 1;
            n
        }) * if n > 20 {
            n += 2;
            if r.k > 9 {
                return n as u64;
            }
            n
        } else {
            3
        } - n % 7;
        mix(s as u64, n as u64)
    }

    #[device]
    pub fn jumps_beside_methods(r: &Input) -> u64 {
        let mut p = Spot { x: r.a & 63, y: 2 };
        let v = p.sum()
            + p.bump()
                * match r.k {
                    0..=3 => {
                        p.bump();
                        p.x
                    }
                    4 => return p.x as u64,
                    _ => {
                        let q = p.sum();
                        q
                    }
                }
            + p.sum();
        mix(v as u64, p.x as u64)
    }

    #[device]
    pub fn jumps_in_indices(r: &Input) -> u64 {
        let mut v = [1_u32, 2, 3, 4];
        for i in 0..4_usize {
            v[i] = v[(i + 1) % 4]
                + v[if i == 2 {
                    v[0] += 1;
                    continue;
                } else {
                    i
                }];
        }
        let mut s = 0;
        for x in v {
            s = mix(s, x as u64);
        }
        s
    }

    #[device]
    pub fn jumps_in_arrays(r: &Input) -> u64 {
        let mut n = 1_u32;
        let a = [
            {
                n += 1;
                n
            },
            if r.k > 5 {
                n += 5;
                if r.l > 5 {
                    return n as u64;
                }
                n
            } else {
                n * 2
            },
            n,
        ];
        mix(a[0] as u64, a[1] as u64 + a[2] as u64)
    }

    #[device]
    pub fn jumps_in_guards(r: &Input) -> u64 {
        let mut n = r.k;
        match r.l {
            x if x > 3
                && (match n {
                    0 => return 9,
                    1..=3 => {
                        n += 1;
                        true
                    }
                    _ => false,
                }) =>
            {
                n as u64 + 100
            }
            _ => n as u64,
        }
    }

    #[device]
    pub fn jumps_in_ranges(r: &Input) -> u64 {
        let mut s = 0;
        for i in 0..(if r.k > 9 {
            s += 1;
            return s;
        } else {
            r.k
        }) {
            s = mix(s, i as u64);
        }
        s
    }

    #[device]
    pub fn numbers_beside_a_jump(k: u32, n: i64, p: u64) -> Option<u64> {
        let first = if k > 5 {
            1
        } else if k > 4 {
            return None;
        } else {
            2
        };
        let list: [u64; 3] = [7, p, first];
        let chosen = list[match k {
            0 => 1,
            1 => return Some(5),
            _ => 2,
        }];
        let shifted = p
            << (if k > 3 {
                1
            } else if k > 2 {
                return Some(n as u64);
            } else {
                2
            });
        let both = n
            ^ (if k > 6 {
                if k > 7 { 1 } else { return None }
            } else {
                match k {
                    0 => -2,
                    _ => !3,
                }
            });
        Some(mix(mix(chosen, shifted), both as u64))
    }

    #[device]
    pub fn numbers_of_open_type(r: &Input) -> u64 {
        numbers_beside_a_jump(r.k, r.n, r.p).unwrap_or(77)
    }

    #[device]
    pub fn nothing(value: &mut u32) {
        *value ^= 5;
    }

    /// Variables of `()`, which functions give.
    #[device]
    pub fn variables_of_nothing(r: &Input) -> u64 {
        let mut n = r.a & 255;
        let _unread = nothing(&mut n);
        let dropped = nothing(&mut n);
        let _ = dropped;
        let typed: () = nothing(&mut n);
        typed;
        let () = nothing(&mut n);
        let later;
        later = if r.k > 3 { nothing(&mut n) } else { n += 1 };
        later;
        let from_a_loop = loop {
            if r.l > 3 {
                break nothing(&mut n);
            }
            break n += 2;
        };
        from_a_loop;
        match nothing(&mut n) {
            () => n as u64,
        }
    }

    #[device]
    pub fn panics_beside_numbers(r: &Input) -> u64 {
        let n = r.k;
        let a = n
            + match n {
                0..=15 => 4,
                _ => unreachable!(),
            };
        let b = n + if n > 999 { panic!() } else { 4 };
        let c = [n, if n > 999 { panic!() } else { 4 }];
        let d = n.max(match n {
            0..=15 => 4,
            _ => unreachable!(),
        });
        let mut e = r.p;
        e ^= match n {
            0..=15 => 5_000_000_000,
            _ => unreachable!(),
        };
        let f = n
            == match n {
                0..=15 => 4,
                _ => unreachable!(),
            };
        mix(mix((a ^ b) as u64, c[1] as u64), mix(d as u64, mix(e, f as u64)))
    }

    #[device]
    pub fn labelled_blocks_beside_numbers(r: &Input) -> u64 {
        let w = r.k;
        let a = w + 'd: {
            if w > 8 {
                break 'd 1;
            }
            2
        };
        let b = 'd: {
            if w > 8 {
                break 'd 1;
            }
            2
        } + w;
        let mut c = r.l as u64;
        c += 'd: {
            if w > 8 {
                break 'd 1;
            }
            2
        };
        let d = w
            == 'd: {
                if w > 8 {
                    break 'd 9;
                }
                2
            };
        let e = [w, 'd: {
            if w > 8 {
                break 'd 1;
            }
            2
        }];
        let f = w.max('d: {
            if w > 8 {
                break 'd 1;
            }
            12
        });
        mix(mix(a as u64, b as u64), mix(c, mix(d as u64, mix(e[1] as u64, f as u64))))
    }
}
