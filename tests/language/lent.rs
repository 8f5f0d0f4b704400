//! What is read through a reference beside a change of what it refers to: Rust lets a reference be read last in the same expression.

conformance! {
    program Lent;
    cases |input| {
        variables(input),
        fields(input),
        elements(input),
        chosen(input),
        kept(input),
        in_aggregates(input),
        conditions(input),
        methods(input),
        patterns(input),
        rows(input),
    }

    use crate::input::mix;

    #[device]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: u32,
        pub y: u32,
    }

    #[device]
    impl Pair {
        pub fn joined(&self) -> u32 {
            self.x ^ self.y
        }

        pub fn bump(&mut self) -> u32 {
            let old = &self.x;
            let before = *old ^ {
                self.x = self.x.wrapping_add(1);
                3
            };
            before ^ self.x
        }
    }

    #[device]
    pub fn read(number: &u32) -> u32 {
        *number
    }

    #[device]
    pub fn changed(number: &mut u32) -> u32 {
        *number ^= 77;
        *number
    }

    #[device]
    pub fn variables(r: &Input) -> u64 {
        let mut x = r.a;
        let p = &x;
        let s = (*p).wrapping_sub({
            x = r.b;
            2
        });
        let q = &x;
        let t = *q ^ {
            x = 9;
            3
        };
        let p = &x;
        let u = read(p) ^ changed(&mut x) ^ x;
        mix(mix(s as u64, t as u64), u as u64)
    }

    #[device]
    pub fn fields(r: &Input) -> u64 {
        let mut pair = Pair { x: r.a, y: r.b };
        let p = &pair;
        let s = p.x ^ {
            pair.x = 5;
            2
        };
        let p = &pair;
        let t = p.joined() ^ {
            pair.y = 7;
            pair.joined()
        };
        let p = &pair.x;
        let u = [
            *p,
            {
                pair.x = 8;
                1
            },
            pair.x,
        ];
        mix(mix(s as u64, t as u64), (u[0] ^ u[2]) as u64)
    }

    #[device]
    pub fn elements(r: &Input) -> u64 {
        let mut a = [r.a, r.b, 3];
        let p = &a[0];
        let s = *p ^ {
            a[0] = 9;
            a[0]
        };
        let q = &a;
        let t = q[1] ^ {
            a[1] = 4;
            1
        };
        let z = &mut a;
        let u = {
            z[2] = 6;
            1
        } ^ a[2];
        mix(mix(s as u64, t as u64), u as u64)
    }

    #[device]
    pub fn chosen(r: &Input) -> u64 {
        let mut x = r.a;
        let mut y = r.b;
        let p = if r.k > 3 { &x } else { &y };
        let s = *p ^ {
            x = 1;
            y = 2;
            4
        };
        mix(s as u64, (x ^ y) as u64)
    }

    #[device]
    pub fn kept(r: &Input) -> u64 {
        let mut x = r.a;
        let mut y = r.b;
        let option = Some(&x);
        let t = *option.unwrap() ^ {
            x = 6;
            x
        };
        let pair = (&x, &y);
        let u = (*pair.0 ^ *pair.1) ^ {
            x = 3;
            y = 5;
            x ^ y
        };
        mix(t as u64, u as u64)
    }

    #[device]
    pub fn in_aggregates(r: &Input) -> u64 {
        let mut x = r.a;
        let p = &x;
        let tuple = (*p, {
            x = 4;
            x
        });
        let p = &x;
        let pair = Pair {
            x: *p,
            y: {
                x = 9;
                x
            },
        };
        let p = &x;
        let mixed = mix(
            *p as u64,
            {
                x = 2;
                x
            } as u64,
        );
        mix(mix(tuple.0 as u64, tuple.1 as u64), mix(pair.x as u64, pair.y as u64)) ^ mixed
    }

    #[device]
    pub fn conditions(r: &Input) -> u64 {
        let mut x = r.a;
        let p = &x;
        let is_so = *p
            > {
                x = 5;
                x
            }
            && x == 5;
        let p = &x;
        let chosen = match (*p, {
            x = 6;
            x
        }) {
            (5, n) => n,
            (m, n) => m ^ n,
        };
        let p = &x;
        let last = if *p
            == {
                x = 7;
                6
            } {
            x
        } else {
            1
        };
        mix(is_so as u64, (chosen ^ last) as u64)
    }

    #[device]
    pub fn methods(r: &Input) -> u64 {
        let mut pair = Pair { x: r.a, y: r.b };
        let s = pair.joined() ^ pair.bump() ^ pair.joined();
        let p = &mut pair;
        let t = p.bump()
            ^ {
                p.x = 3;
                p.joined()
            }
            ^ p.x;
        let q = &pair;
        let u = q.x
            ^ {
                pair.x = 1;
                0
            }
            ^ pair.x;
        mix(mix(s as u64, t as u64), u as u64)
    }

    #[device]
    pub fn patterns(r: &Input) -> u64 {
        let mut pair = Pair { x: r.a, y: r.b };
        let Pair { x, .. } = &pair;
        let s = *x ^ {
            pair.x = 5;
            2
        };
        let mut option = Some(r.a);
        let t = if let Some(value) = &option {
            *value ^ {
                option = None;
                3
            }
        } else {
            1
        };
        let mut tuple = (r.a, r.b);
        let (ref first, _) = tuple;
        let u = *first ^ {
            tuple.0 = 8;
            tuple.0
        };
        mix(mix(s as u64, t as u64), (u ^ option.is_none() as u32) as u64)
    }

    #[device]
    pub fn rows(r: &Input) -> u64 {
        let mut a = [[r.a, r.b], [3, 4]];
        let row = &a[0];
        let s = row[0] ^ {
            a[0][0] = 5;
            1
        };
        for row in &mut a {
            let t = row[0];
            row[1] ^= {
                row[0] = 9;
                t
            };
        }
        let [x, y] = &mut a;
        let u = x[0]
            ^ {
                y[0] = 1;
                x[0] = 2;
                7
            }
            ^ x[0];
        mix(mix(s as u64, u as u64), (a[0][1] ^ a[1][1]) as u64)
    }
}
