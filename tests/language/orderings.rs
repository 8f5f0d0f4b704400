//! `std::cmp::Ordering`: what comparing gives, by `cmp`, `partial_cmp` and `total_cmp`, and what is done with it.

conformance! {
    program Orderings;
    cases |input, log, at| {
        numbers(input),
        unordered(input),
        total_orders(input),
        edges_of_total_orders(input),
        of_several(input),
        of_ones_own(input),
        of_ones_own_by_floats(input),
        through_references(input),
        literals(input),
        methods(input),
        one_after_the_other(input),
        methods_by_their_names(input),
        values(input),
        patterns(input),
        fields(input),
        evaluated_in_order(input, log, at),
        in_generic_functions(input),
        searches(input),
        the_least_and_the_greatest(input),
        of_equal_ones(input),
        by_keys(input),
        what_is_asked_how_often(input),
        changed_through_references(input),
        orders_in_chains(input),
        names_of_ones_own(input),
        an_enum_of_ones_own(input),
        of_a_method_of_ones_own(input),
        sorted(input),
        sorted_by_functions(input),
        sorted_by_keys(input),
        sorted_parts(input),
        sorted_elements(input),
        many_sorted(input),
        methods_called_sort(input),
        searched(input),
        searched_by_functions(input),
        searched_in_generic_functions(input),
        reversed_keys(input),
        reversed_values(input),
        reversed_references(input),
        reversed_in_generic_functions(input),
    }

    use crate::input::{bits, long_bits, mix};
    use std::cmp::{self, Ordering, Reverse};

    #[device]
    fn number(order: Option<Ordering>) -> u64 {
        match order {
            Some(Ordering::Less) => 1,
            Some(Ordering::Equal) => 2,
            Some(Ordering::Greater) => 3,
            None => 4,
        }
    }

    #[device]
    pub fn numbers(r: &Input) -> u64 {
        let mut s = r.a.cmp(&r.b) as u64;
        s = mix(s, r.i.cmp(&r.j) as u64);
        s = mix(s, r.p.cmp(&r.q) as i32 as u64);
        s = mix(s, r.m.cmp(&r.n) as i8 as u8 as u64);
        s = mix(s, (r.a as u8).cmp(&(r.b as u8)) as u64);
        s = mix(s, (r.i as i16).cmp(&(r.j as i16)) as u64);
        s = mix(s, (r.p as usize).cmp(&(r.q as usize)) as u64);
        s = mix(s, (r.a > r.b).cmp(&(r.i > r.j)) as u64);
        mix(s, number(r.i.partial_cmp(&r.j)))
    }

    #[device]
    pub fn unordered(r: &Input) -> u64 {
        let mut s = number(r.x.partial_cmp(&r.y));
        s = mix(s, number(r.u.partial_cmp(&r.v)));
        s = mix(s, number((r.x, r.a).partial_cmp(&(r.y, r.b))));
        s = mix(s, number((r.a, r.x).partial_cmp(&(r.b, r.y))));
        s = mix(s, number([r.x, r.y].partial_cmp(&[r.y, r.x])));
        s = mix(s, number([r.x, r.y].partial_cmp(&[r.x, r.y])));
        s = mix(s, number((r.a > 3).then_some(r.x).partial_cmp(&(r.b > 3).then_some(r.y))));
        mix(s, number(r.x.partial_cmp(&-0.0)))
    }

    // A GPU may give a NaN that it negates another sign.
    #[device]
    fn opposite(x: f32) -> f32 {
        if x.is_nan() { x } else { -x }
    }

    #[device]
    pub fn total_orders(r: &Input) -> u64 {
        let x = opposite(r.x);
        let v = if r.v.is_nan() { r.v } else { -r.v };
        let all = [r.x.total_cmp(&r.y), r.u.total_cmp(&r.v), x.total_cmp(&r.y), f64::total_cmp(&r.u, &v)];
        all.iter().fold(0, |s, order| mix(s, *order as u64))
    }

    #[device]
    pub fn edges_of_total_orders(r: &Input) -> u64 {
        let all = [0.0_f32, -0.0, f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e-40, -1e-40, r.x, r.y];
        let mut s = 0;
        for a in all {
            for b in all {
                s = mix(mix(s, a.total_cmp(&b) as u64), number(a.partial_cmp(&b)));
            }
        }
        s
    }

    #[device]
    pub fn of_several(r: &Input) -> u64 {
        let (a, b) = ((r.k / 4, r.i), (r.l / 4, r.j));
        let mut s = a.cmp(&b) as u64;
        s = mix(s, [a, b].cmp(&[b, a]) as u64);
        s = mix(s, [[r.k, 1], [2, r.l]].cmp(&[[r.l, 1], [2, r.k]]) as u64);
        s = mix(s, Some(a).cmp(&Some(b)) as u64);
        s = mix(s, (r.k > 2).then_some(r.a).cmp(&(r.l > 2).then_some(r.b)) as u64);
        mix(s, (r.a.cmp(&r.b), r.k).cmp(&(r.i.cmp(&r.j), r.l)) as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct Pair {
        a: u32,
        b: i32,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Plain {
        A,
        B,
        C,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Data {
        A,
        B(u32),
        C { x: i32 },
    }

    #[device]
    fn plain(k: u32) -> Plain {
        if k < 5 { Plain::A } else if k < 9 { Plain::B } else { Plain::C }
    }

    #[device]
    fn data(k: u32, a: u32, i: i32) -> Data {
        if k < 3 { Data::A } else if k < 9 { Data::B(a) } else { Data::C { x: i } }
    }

    #[device]
    pub fn of_ones_own(r: &Input) -> u64 {
        let (p, q) = (Pair { a: r.k / 4, b: r.i }, Pair { a: r.l / 4, b: r.j });
        let (e, f) = (plain(r.k), plain(r.l));
        let (g, h) = (data(r.k, r.a, r.i), data(r.l, r.b, r.j));
        let mut s = p.cmp(&q) as u64;
        s = mix(s, e.cmp(&f) as u64);
        s = mix(s, g.cmp(&h) as u64);
        s = mix(s, number(p.partial_cmp(&q)));
        s = mix(s, number(e.partial_cmp(&f)));
        s = mix(s, number(g.partial_cmp(&h)));
        s = mix(s, (p, e).cmp(&(q, f)) as u64);
        s = mix(s, [p, q].cmp(&[q, p]) as u64);
        mix(s, (r.k > 2).then_some(g).cmp(&(r.l > 2).then_some(h)) as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    struct Measured {
        x: f32,
        n: u32,
    }

    #[device]
    pub fn of_ones_own_by_floats(r: &Input) -> u64 {
        let (a, b) = (Measured { x: r.x, n: r.a }, Measured { x: r.y, n: r.b });
        mix(number(a.partial_cmp(&b)), number([a, b].partial_cmp(&[a, a])))
    }

    #[device]
    fn lent(a: &Ordering, b: &mut Ordering) -> u64 {
        *b = b.reverse();
        let both = a.then(*b);
        let chosen = if a == b { a } else { &both };
        mix(*chosen as u64, (*a < *b) as u64 + (a.max(b) == &both) as u64 * 2 + chosen.is_ge() as u64 * 4)
    }

    #[device]
    pub fn through_references(r: &Input) -> u64 {
        let (a, b) = ((r.k, r.i), (r.l, r.j));
        let (at_a, at_b) = (&a, &b);
        let further = &at_a;
        let mut s = at_a.cmp(at_b) as u64;
        s = mix(s, at_a.cmp(&at_b) as u64);
        s = mix(s, further.cmp(&&&b) as u64);
        s = mix(s, (*at_a).cmp(at_b) as u64);
        let (kept, others) = ((&a, &r.x), (&b, &r.y));
        s = mix(s, number(kept.partial_cmp(&others)));
        let (one, perhaps) = (Some(&a), if r.k > 4 { Some(&b) } else { None });
        s = mix(s, one.cmp(&perhaps) as u64);
        let (forth, back) = ([&r.a, &r.b], [&r.b, &r.a]);
        let mut chosen = &forth;
        if r.l > 7 {
            chosen = &back;
        }
        s = mix(s, chosen.cmp(&forth).reverse() as u64);
        s = mix(s, forth[0].cmp(forth[1]) as u64);
        mix(s, lent(&r.a.cmp(&r.b), &mut r.i.cmp(&r.j)))
    }

    #[device]
    pub fn literals(r: &Input) -> u64 {
        let mut s = r.a.cmp(&7) as u64;
        s = mix(s, r.p.cmp(&0xffff_ffff) as u64);
        s = mix(s, 7_u32.cmp(&r.a) as u64);
        s = mix(s, r.x.total_cmp(&0.1) as u64);
        s = mix(s, (r.a, 1).cmp(&(7, 2)) as u64);
        s = mix(s, [r.i, -1].cmp(&[-1, r.j]) as u64);
        s = mix(s, Some(3).cmp(&Some(r.a)) as u64);
        s = mix(s, None.cmp(&Some(r.a)) as u64);
        s = mix(s, number(Some((r.a, 0.1)).partial_cmp(&Some((3, 0.2)))));
        s = mix(s, (0.1 + r.x).total_cmp(&(0.2 * 0.5)) as u64);
        mix(s, (r.i as i64).cmp(&-1) as u64)
    }

    #[device]
    pub fn methods(r: &Input) -> u64 {
        let (o, p) = (r.a.cmp(&r.b), r.i.cmp(&r.j));
        let all = [
            o.is_eq(),
            o.is_ne(),
            o.is_lt(),
            o.is_gt(),
            o.is_le(),
            o.is_ge(),
            o == p,
            o != p,
            o < p,
            o <= p,
            o > p,
            o >= p,
            o.reverse() == p,
            o.then(p) == Ordering::Less,
            o.then(Ordering::Less).is_lt(),
            Ordering::Equal.then(o).is_eq(),
            Ordering::Greater.reverse().is_lt(),
        ];
        let mut s = all.iter().fold(0, |s, holds| mix(s, *holds as u64));
        s = mix(s, o.max(p) as u64);
        s = mix(s, o.min(p) as u64);
        s = mix(s, o.clamp(Ordering::Less, Ordering::Equal) as u64);
        s = mix(s, o.cmp(&p) as u64);
        mix(s, number(o.partial_cmp(&p)))
    }

    #[device]
    fn always_less() -> Ordering {
        Ordering::Less
    }

    #[device]
    pub fn one_after_the_other(r: &Input) -> u64 {
        let mut calls = 0;
        let o = r.a.cmp(&r.b).then_with(|| {
            calls += 1;
            r.i.cmp(&r.j)
        });
        let p = o.then_with(|| {
            calls += 10;
            if r.k > 3 {
                return Ordering::Greater;
            }
            r.p.cmp(&r.q)
        });
        let later = || r.l.cmp(&r.k);
        let q = o.reverse().then_with(later).then_with(always_less);
        let flag = r.a > r.b;
        let chosen = flag.then(|| Ordering::Less).unwrap_or(Ordering::Greater).then(q);
        mix(mix(o as u64, p as u64), mix(mix(q as u64, chosen as u64), calls))
    }

    #[device]
    pub fn methods_by_their_names(r: &Input) -> u64 {
        let less = r.x.partial_cmp(&r.y).is_some_and(Ordering::is_lt);
        let not_greater = r.x.partial_cmp(&r.y).map_or(false, Ordering::is_le);
        let reversed = r.x.partial_cmp(&r.y).map(Ordering::reverse).unwrap_or_else(|| r.a.cmp(&r.b));
        let both = Ordering::then(reversed, std::cmp::Ordering::Less);
        let plain = u32::cmp(&r.a, &r.b).then(f32::total_cmp(&r.x, &r.y));
        mix(mix(less as u64, not_greater as u64), mix(mix(reversed as u64, both as u64), plain as u64))
    }

    #[device]
    const FIRST: Ordering = Ordering::Less;
    #[device]
    const ALL: [Ordering; 2] = [Ordering::Greater, cmp::Ordering::Equal];
    type Order = Ordering;

    #[device]
    fn both(order: Order) -> (core::cmp::Ordering, [cmp::Ordering; 2]) {
        (order.reverse(), [order, FIRST])
    }

    #[device]
    pub fn values(r: &Input) -> u64 {
        let later: Ordering;
        if r.a > r.b {
            later = Ordering::Less
        } else {
            later = ALL[(r.k % 2) as usize]
        }
        let mut best = None;
        for k in [r.a, r.b, 7] {
            let order = k.cmp(&r.k);
            if best.is_none_or(|best| order < best) {
                best = Some(order);
            }
        }
        let (first, [second, third]) = both(later);
        let mut all = [first, second, third];
        all.reverse();
        all[2] = all[2].reverse();
        let mut old = std::mem::replace(&mut all[0], Order::Equal);
        std::mem::swap(&mut old, &mut all[1]);
        let made: [Ordering; 3] = std::array::from_fn(|i| all[i].reverse());
        let s = made.iter().fold(old as u64, |s, order| mix(s, *order as u64));
        mix(mix(s, number(best)), all.contains(&FIRST) as u64 + (all < made) as u64 * 2)
    }

    #[device]
    pub fn patterns(r: &Input) -> u64 {
        let pair = (r.a.cmp(&r.b), r.x.partial_cmp(&r.y));
        let Some(Ordering::Less | Ordering::Equal) = r.i.partial_cmp(&r.j) else {
            return 5 + matches!(pair.0, std::cmp::Ordering::Less) as u64;
        };
        match (pair, [pair.0; 2]) {
            ((FIRST, None), _) => 1,
            ((o @ (Ordering::Less | Ordering::Equal), Some(p)), [a, _]) if a == o => mix(p as u64, o as u64),
            ((_, Some(Ordering::Greater)), _) => 3,
            ((Ordering::Greater, q), [_, b]) => mix(b as u64, q.is_none() as u64),
            _ => 9,
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct Held {
        order: Ordering,
        n: u32,
        all: [Ordering; 3],
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    enum Either {
        One(Ordering),
        Two { order: Ordering, n: u64 },
    }

    #[device]
    impl Held {
        const BASE: Self = Self { order: Ordering::Greater, n: 1, all: [Ordering::Equal; 3] };

        fn flip(&mut self, by: Ordering) {
            self.order = self.order.reverse().then(by);
        }
    }

    #[device]
    pub fn fields(r: &Input) -> u64 {
        let mut held = Held { order: r.a.cmp(&r.b), all: [r.i.cmp(&r.j), FIRST, ALL[0]], ..Held::BASE };
        held.flip(r.x.total_cmp(&r.y));
        let order = held.all[0].reverse();
        let either = if r.k > 4 { Either::One(held.order) } else { Either::Two { order, n: r.p } };
        let n = match either {
            Either::One(Ordering::Less) => 1,
            Either::One(order) => 5 + order as u64,
            Either::Two { order: Ordering::Equal, n } => n,
            Either::Two { order, .. } => order.reverse() as u64,
        };
        mix(n, mix(held.cmp(&Held::BASE) as u64, (held.clone() == held) as u64))
    }

    #[device]
    fn bump(n: &mut u32) -> u32 {
        *n = n.wrapping_mul(3).wrapping_add(1);
        *n
    }

    #[device]
    pub fn evaluated_in_order(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        let mut n = r.a;
        let o = bump(&mut n).cmp(&bump(&mut n));
        let p = (n, bump(&mut n)).cmp(&(bump(&mut n), n));
        let q = bump(&mut n).cmp(&5).then(bump(&mut n).cmp(&r.b)).then_with(|| bump(&mut n).cmp(&r.k)).reverse();
        let t = o
            .then({
                n += 1;
                p
            })
            .then_with(|| {
                n += 2;
                q
            });
        log.set(at, 0);
        let u = log.fetch_add(at, r.a).cmp(&log.fetch_add(at, r.b)).then(log.get(at).cmp(&log.fetch_add(at, 1)));
        mix(mix(o as u64, p as u64), mix(mix(q as u64, t as u64), mix(u as u64, n as u64)))
    }

    #[device]
    fn first_of<T: PartialOrd + Copy>(v: [T; 3]) -> T {
        let mut best = v[0];
        for x in v {
            if x.partial_cmp(&best) == Some(Ordering::Less) {
                best = x;
            }
        }
        best
    }

    #[device]
    fn of_three<T: Ord + Copy, F: PartialOrd>(a: T, b: T, x: F, y: F) -> Ordering {
        a.cmp(&b).then(x.partial_cmp(&y).unwrap_or(Ordering::Equal)).then_with(|| b.cmp(&a))
    }

    #[device]
    pub fn in_generic_functions(r: &Input) -> u64 {
        let s = mix(bits(first_of([r.x, r.y, 0.5])), first_of([(r.a, r.i), (r.b, r.j), (5, 5)]).0 as u64);
        let s = mix(s, of_three(r.a, r.b, r.x, r.y) as u64);
        mix(s, of_three([r.i, r.j], [r.j, r.i], Some(r.u), None) as u64)
    }

    #[device]
    fn place_of<const N: usize>(v: &[u32; N], x: u32) -> Option<usize> {
        let (mut low, mut high) = (0, N);
        while low < high {
            let middle = low + (high - low) / 2;
            match v[middle].cmp(&x) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    #[device]
    pub fn searches(r: &Input) -> u64 {
        let v = [0, 1, 2, 3, 7, 31, 33, 64, 256];
        mix(place_of(&v, r.a).map_or(99, |i| i as u64), place_of(&[r.a], r.b).is_some() as u64)
    }

    #[device]
    fn best_of(v: &[(u32, f32); 4]) -> Option<&(u32, f32)> {
        v.iter().max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| b.0.cmp(&a.0)))
    }

    #[device]
    fn by_second(x: &Pair, y: &Pair) -> Ordering {
        x.b.cmp(&y.b).then_with(|| y.a.cmp(&x.a))
    }

    #[device]
    pub fn the_least_and_the_greatest(r: &Input) -> u64 {
        let v = [r.x, r.y, 1.0, opposite(r.x)];
        let a = v.iter().copied().min_by(|a, b| a.total_cmp(b)).unwrap();
        let b = v.iter().copied().max_by(f32::total_cmp).unwrap();
        let c = v.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
        let d = v.iter().min_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Greater)).unwrap();
        let all = [(r.a, r.x), (r.b, r.y), (3, r.x), (2, 0.0)];
        let e = best_of(&all).unwrap();
        let pairs = [Pair { a: r.a, b: r.i }, Pair { a: r.b, b: r.j }, Pair { a: 1, b: r.i }, Pair { a: 2, b: 0 }];
        let f = pairs.into_iter().min_by(by_second).unwrap();
        let g = pairs.iter().max_by(|a, b| a.cmp(b)).unwrap();
        let h = (0..r.k).max_by(|a, b| (a % 3).cmp(&(b % 3)));
        let s = mix(mix(bits(a), bits(b)), mix(bits(*c), bits(*d)));
        mix(mix(s, mix(e.0 as u64, bits(e.1))), mix(mix(f.a as u64, g.b as u64), h.map_or(99, |h| h as u64)))
    }

    #[device]
    pub fn of_equal_ones(r: &Input) -> u64 {
        let v = [(r.a, 0.5_f32), (r.b, 0.25), (3, 0.5), (9, 0.25)];
        let a = v.iter().min_by(|a, b| a.1.partial_cmp(&b.1).unwrap()).unwrap();
        let b = v.iter().max_by(|a, b| a.1.partial_cmp(&b.1).unwrap()).unwrap();
        let c = v.iter().enumerate().max_by(|(_, a), (_, b)| (a.0 % 2).cmp(&(b.0 % 2))).unwrap().0;
        let d = v.iter().enumerate().min_by(|a, b| (a.1.0 % 2).cmp(&(b.1.0 % 2)).then(b.0.cmp(&a.0))).unwrap().0;
        let e = v.iter().enumerate().max_by_key(|(_, a)| a.0 % 2).unwrap().0;
        let f = v.iter().enumerate().min_by_key(|(_, a)| a.0 % 2).unwrap().0;
        mix(mix(a.0 as u64, b.0 as u64), mix(mix(c as u64, d as u64), mix(e as u64, f as u64)))
    }

    #[device]
    fn key(x: &Pair) -> (i32, u32) {
        (x.b % 3, x.a)
    }

    #[device]
    fn place_of_most<const N: usize>(v: &[u32; N]) -> Option<usize> {
        (0..N).max_by_key(|i| v[*i])
    }

    #[device]
    pub fn by_keys(r: &Input) -> u64 {
        let v = [r.a, r.b, 7, 3, 7];
        let a = v.iter().min_by_key(|x| **x % 5).unwrap();
        let b = (0..r.k).min_by_key(|x| (x % 3, r.l.abs_diff(*x)));
        let c = (0..r.k).max_by_key(|&x| Some(x % 4).filter(|y| *y > 1));
        let pairs = [Pair { a: r.a, b: r.i }, Pair { a: r.b, b: r.j }, Pair { a: 1, b: r.i }];
        let d = pairs.into_iter().max_by_key(key).unwrap();
        let e = pairs.iter().min_by_key(|&p| p).unwrap();
        let rows = [[r.a, r.b], [r.k, r.l], [5, 6]];
        let f = rows.iter().max_by_key(|row| row.iter().min_by_key(|x| x.count_ones()).unwrap().leading_zeros());
        let g = place_of_most(&[r.a, r.b, r.k]).unwrap();
        let h = v.iter().min_by_key(|x| x.cmp(&&r.k)).unwrap();
        let s = mix(mix(*a as u64, b.unwrap_or(99) as u64), mix(c.unwrap_or(77) as u64, d.a as u64));
        mix(s, mix(mix(e.b as u64, f.unwrap()[0] as u64), mix(g as u64, *h as u64)))
    }

    #[device]
    pub fn what_is_asked_how_often(r: &Input) -> u64 {
        let v = [r.a, r.b, 7, 3, 7];
        let mut asked = 0_u64;
        let a = v.iter().min_by_key(|x| {
            asked = mix(asked, **x as u64);
            **x % 2 == 0
        });
        let b = v.iter().copied().max_by(|x, y| {
            asked = mix(asked, (*x ^ (*y << 1)) as u64);
            (x % 4).cmp(&(y % 4))
        });
        let c = v.iter().min_by_key(|x| {
            let Some(y) = (**x > 3).then_some(**x) else { return 100 };
            y
        });
        mix(asked, mix(*a.unwrap() as u64, mix(b.unwrap() as u64, *c.unwrap() as u64)))
    }

    #[device]
    pub fn changed_through_references(r: &Input) -> u64 {
        let mut v = [r.x, r.y, 3.0];
        if let Some(most) = v.iter_mut().max_by(|a, b| a.total_cmp(b)) {
            *most = 11.0;
        }
        let mut w = [r.a, r.b, 5];
        if let Some(least) = w.iter_mut().min_by_key(|x| **x) {
            *least += 100;
        }
        w.iter().fold(mix(bits(v[0]), bits(v[1])), |s, x| mix(s, *x as u64))
    }

    #[device]
    pub fn orders_in_chains(r: &Input) -> u64 {
        let all = [r.a, r.b, 5, 7];
        let falls = (1..all.len()).filter(|i| all[*i - 1].cmp(&all[*i]) == Ordering::Greater).count();
        let first = all.iter().zip([1, 2, 3, 4].iter()).map(|(a, b)| a.cmp(b)).find(|order| order.is_ne());
        let last = all.iter().map(|a| a.cmp(&r.k)).fold(Ordering::Equal, |s, order| s.then(order));
        let most = all.iter().map(|a| a.cmp(&r.k)).max().unwrap();
        let every_second = all.iter().skip(1).step_by(2).max_by_key(|x| x.reverse_bits()).unwrap();
        let some = [Some(r.x), None, Some(r.y)].iter().filter_map(|x| *x).max_by(|a, b| b.total_cmp(a)).unwrap();
        let s = mix(mix(falls as u64, number(first)), mix(last as u64, most as u64));
        mix(s, mix(*every_second as u64, bits(some)))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    struct Named {
        n: u32,
    }

    #[device]
    impl Named {
        fn cmp(&mut self, by: u32) -> u32 {
            self.n = self.n.wrapping_add(by);
            self.n
        }
        fn partial_cmp(&self, a: u32, b: u32) -> u32 {
            self.n ^ a ^ b
        }
        fn is_lt(&mut self) -> bool {
            self.n = self.n.wrapping_add(1);
            self.n % 2 == 0
        }
        fn reverse(self) -> u32 {
            self.n.reverse_bits()
        }
        fn then(&self, other: u32) -> u32 {
            self.n | other
        }
        fn total_cmp(&self, other: Named) -> u32 {
            self.n & other.n
        }
    }

    #[device]
    pub fn names_of_ones_own(r: &Input) -> u64 {
        let mut v = Named { n: r.a };
        let mut s = v.cmp(r.b) as u64;
        s = mix(s, (v.cmp(1) ^ v.cmp(2)) as u64);
        s = mix(s, v.partial_cmp(1, v.n) as u64);
        s = mix(s, v.is_lt() as u64);
        s = mix(s, v.reverse() as u64);
        s = mix(s, v.then(9) as u64);
        s = mix(s, v.total_cmp(Named { n: r.b }) as u64);
        mix(s, Named::cmp(&mut v, 3) as u64)
    }

    pub mod other {
        use whipple::prelude::*;

        #[device]
        #[derive(Clone, Copy, PartialEq)]
        pub enum Ordering {
            First,
            Less,
            Equal,
        }

        #[device]
        impl Ordering {
            pub fn is_lt(&self) -> bool {
                *self == Ordering::First
            }
            pub fn then(self, other: Ordering) -> Ordering {
                if self == Ordering::Equal { Ordering::First } else { other }
            }
        }
    }

    #[device]
    pub fn an_enum_of_ones_own(r: &Input) -> u64 {
        let own = if r.a < r.b { other::Ordering::Less } else { other::Ordering::Equal };
        let both = own.then(other::Ordering::Less);
        let of_std = match r.i.cmp(&r.j) {
            Ordering::Less => other::Ordering::First,
            _ => own,
        };
        mix(mix(own as u64, both as u64), mix(of_std as u64, of_std.is_lt() as u64))
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Ranked {
        x: f32,
    }

    #[device]
    impl Ranked {
        const TOP: Ordering = Ordering::Greater;

        fn cmp(&self, other: &Ranked) -> Ordering {
            self.x.total_cmp(&other.x).reverse()
        }
    }

    #[device]
    pub fn of_a_method_of_ones_own(r: &Input) -> u64 {
        let v = [Ranked { x: r.x }, Ranked { x: r.y }, Ranked { x: 2.0 }];
        let a = v.iter().max_by(|a, b| a.cmp(b)).unwrap();
        let b = v.into_iter().min_by(Ranked::cmp).unwrap();
        mix(mix(bits(a.x), bits(b.x)), (v[0].cmp(&v[1]) == Ranked::TOP) as u64)
    }

    #[device]
    pub fn sorted(r: &Input) -> u64 {
        let mut v = [r.a, r.b, 7, r.k, r.l, 3];
        v.sort();
        let mut w = [r.i, r.j, -1, 0];
        w.sort_unstable();
        let mut t = [(r.k, r.i), (r.l, r.j), (3, 1)];
        t.sort();
        let mut o = [r.a.cmp(&r.b), r.i.cmp(&r.j), Ordering::Equal];
        o.sort();
        let s = v.iter().fold(0, |s, x| mix(s, *x as u64));
        let s = w.iter().fold(s, |s, x| mix(s, *x as u64));
        let s = o.iter().fold(s, |s, x| mix(s, *x as u64));
        t.iter().fold(s, |s, x| mix(mix(s, x.0 as u64), x.1 as u64))
    }

    #[device]
    pub fn sorted_by_functions(r: &Input) -> u64 {
        let mut v = [r.x, r.y, 1.0, opposite(r.x), 0.0];
        v.sort_by(|a, b| a.total_cmp(b));
        let mut w = v;
        w.sort_by(|a, b| b.total_cmp(a));
        let mut p = [(r.a, 0.5_f32), (r.b, 0.25), (3, 0.5), (9, 0.25)];
        p.sort_by(|a, b| a.1.partial_cmp(&b.1).unwrap());
        let mut q = p;
        q.sort_by(|a, b| (b.0 % 2).cmp(&(a.0 % 2)).then_with(|| a.1.total_cmp(&b.1)));
        let mut z = [r.x, r.y, 2.5];
        z.sort_by(f32::total_cmp);
        let backwards = |a: &u32, b: &u32| b.cmp(a);
        let mut u = [r.a, r.b, 5];
        u.sort_by(backwards);
        u.sort_by(|a, b| backwards(b, a));
        let s = v.iter().chain(&w).chain(&z).fold(0, |s, x| mix(s, bits(*x)));
        let s = p.iter().chain(&q).fold(s, |s, x| mix(mix(s, x.0 as u64), bits(x.1)));
        u.iter().fold(s, |s, x| mix(s, *x as u64))
    }

    #[device]
    fn by_remainder(v: &mut [Pair; 4]) {
        v.sort_by_key(|pair| pair.a % 2);
    }

    #[device]
    fn sorted_often<const N: usize>(v: &mut [u32; N], k: u32) {
        v.sort_by_key(|x| (*x % k, *x));
        let first = v[0];
        v.sort();
        v.sort_by(|a, b| b.cmp(a));
        v[0] ^= first;
    }

    #[device]
    pub fn sorted_by_keys(r: &Input) -> u64 {
        let mut v = [Pair { a: r.a, b: r.i }, Pair { a: r.b, b: r.j }, Pair { a: 1, b: r.i }, Pair { a: 2, b: 0 }];
        v.sort_by_key(key);
        let mut w = v;
        by_remainder(&mut w);
        let mut u = w;
        u.sort_by_key(|pair| *pair);
        let mut n = [r.a, r.b, r.k, 6, 5];
        sorted_often(&mut n, r.l + 1);
        let s = v.iter().chain(&w).chain(&u).fold(0, |s, pair| mix(mix(s, pair.a as u64), pair.b as u64));
        n.iter().fold(s, |s, x| mix(s, *x as u64))
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Rows {
        v: [u32; 4],
        rows: [[u32; 3]; 2],
    }

    #[device]
    impl Rows {
        fn sort_all(&mut self, k: u32) {
            self.v.sort_by(|a, b| (a % k).cmp(&(b % k)));
            self.rows[(k % 2) as usize].sort_by_key(|x| x.count_ones());
            self.rows.sort();
        }
    }

    #[device]
    fn next_row(n: &mut usize) -> usize {
        *n += 1;
        *n % 2
    }

    #[device]
    pub fn sorted_parts(r: &Input) -> u64 {
        let mut all = Rows { v: [r.a, r.b, 7, 3], rows: [[r.k, r.l, 3], [r.a, 4, 9]] };
        all.sort_all(r.k + 1);
        let mut n = 0;
        all.rows[next_row(&mut n)].sort_by_key(|x| *x);
        let mut lent = [&all.v[0], &all.v[1], &all.rows[1][2]];
        lent.sort();
        let (least, last) = (*lent[0], *lent[2]);
        lent.sort_by(|a, b| b.cmp(a));
        let s = mix(mix(least as u64, last as u64), mix(*lent[1] as u64, n as u64));
        let s = all.v.iter().fold(s, |s, x| mix(s, *x as u64));
        all.rows.iter().flat_map(|row| row.iter()).fold(s, |s, x| mix(s, *x as u64))
    }

    #[device]
    pub fn sorted_elements(r: &Input) -> u64 {
        let mut v = [Some(r.x), None, Some(r.y)];
        v.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let mut b = [r.a > 3, r.b > 3, true, false];
        b.sort();
        let mut k = 3 + r.k;
        let mut w = v;
        w.sort_by(move |a, b| {
            let (a, b) = (a.map_or(k, |x| x as u32), b.map_or(1, |x| x as u32));
            if a > 9 {
                return Ordering::Less.max(b.cmp(&a));
            }
            a.cmp(&b)
        });
        k += 1;
        let s = v.iter().chain(&w).fold(k as u64, |s, x| mix(s, x.map_or(4, bits)));
        b.iter().fold(s, |s, x| mix(s, *x as u64))
    }

    #[device]
    pub fn many_sorted(r: &Input) -> u64 {
        let mut v: [u64; 40] = std::array::from_fn(|i| mix(r.p, i as u64) % 10 + (i as u64) * 100);
        v.sort_by_key(|x| x % 10);
        let s = v.iter().fold(0, |s, x| mix(s, *x));
        v.sort_by(|a, b| (b % 100).cmp(&(a % 100)));
        let mut one = [r.a];
        one.sort();
        v.iter().fold(mix(s, one[0] as u64), |s, x| mix(s, *x))
    }

    #[device]
    #[derive(Clone, Copy)]
    struct Sorter {
        n: u32,
    }

    #[device]
    impl Sorter {
        fn sort(&mut self) -> u32 {
            self.n += 1;
            self.n
        }
        fn sort_unstable(&self, k: u32) -> u32 {
            self.n ^ k
        }
        fn sort_by(&mut self, k: u32) -> u32 {
            self.n += k;
            self.n
        }
    }

    #[device]
    pub fn methods_called_sort(r: &Input) -> u64 {
        let (mut own, k) = (Sorter { n: r.k }, 3);
        let s = mix(own.sort() as u64, own.sort_unstable(4) as u64);
        mix(s, own.sort_by(k) as u64 + own.sort_by(4) as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    struct Place {
        a: u32,
        b: i32,
    }

    #[device]
    fn found(v: &[u32], x: u32) -> u64 {
        match v.binary_search(&x) {
            Ok(index) => index as u64,
            Err(index) => 100 + index as u64,
        }
    }

    /// Among equal elements, too, and in slices of all lengths.
    #[device]
    pub fn searched(r: &Input) -> u64 {
        let mut v = [r.a, r.b, r.k, r.l, 5, r.a, r.a / 2];
        v.sort_unstable();
        let mut s = 0_u64;
        for n in 1..=7 {
            for x in [r.a, r.b, 5, 6, r.k + 1, u32::MAX, 0] {
                s = mix(s, found(&v[..n], x));
            }
        }
        let places =
            [Place { a: 0, b: 3 }, Place { a: r.k, b: -1 }, Place { a: r.k, b: r.l as i32 }, Place { a: 40, b: 2 }];
        let pairs = [(r.k, 7), (20, 3)];
        let none = &v[7..];
        s = mix(s, places.binary_search(&Place { a: r.l, b: 0 }).unwrap_or_else(|at| at + 10) as u64);
        mix(s, pairs.binary_search(&(r.l, 4)).is_ok() as u64 + none.binary_search(&3).unwrap_err() as u64)
    }

    #[device]
    fn beside_eight(x: &u32) -> Ordering {
        x.cmp(&8)
    }

    #[device]
    fn is_small(x: &u32) -> bool {
        *x < 6
    }

    #[device]
    struct Tree {
        keys: [u32; 6],
    }

    #[device]
    impl Tree {
        fn binary_search(&self, k: u32) -> u64 {
            self.keys.partition_point(|x| *x <= k) as u64
        }

        fn child(&self, k: u32) -> Option<usize> {
            let at = self.keys.binary_search_by(|key| key.cmp(&k)).ok()?;
            Some(at * 2)
        }
    }

    #[device]
    pub fn searched_by_functions(r: &Input) -> u64 {
        let v = [1_u32, 3, 3, 3, 8, 8, 12, 15];
        let part = &v[r.k as usize % 4..4 + r.l as usize % 5];
        let tree = Tree { keys: [1, 2, 5, 5, 9, 14] };
        let bound = r.k;
        let in_front = |x: &u32| *x < bound;
        let floats = [1.0_f32, 2.5, 3.0, 9.0];
        let float = floats.binary_search_by(|x| x.total_cmp(&(r.l as f32)));
        let nested = v.partition_point(|x| part.partition_point(|y| y < x) < 2);
        let by_key = part.binary_search_by_key(&(r.k % 3), |x| x % 3);
        let points = part.partition_point(is_small) + part.partition_point(in_front) * 10 + nested * 100;
        let ends = part.partition_point(|_| true) + part.partition_point(|_| false) * 10;
        let s = mix(part.binary_search_by(beside_eight).unwrap_or_else(|at| 50 + at) as u64, points as u64);
        let s = mix(s, tree.binary_search(r.k) + tree.child(r.l).unwrap_or(99) as u64 * 10);
        let by_key = by_key.map_or_else(|at| at + 77, |at| at);
        mix(mix(s, (ends + by_key * 10) as u64), float.map_or_else(|at| at + 70, |at| at) as u64)
    }

    #[device]
    fn sought_in<T: Copy + Ord>(v: &[T], x: &T) -> usize {
        match v.binary_search(x) {
            Ok(at) | Err(at) => at,
        }
    }

    #[device]
    pub fn searched_in_generic_functions(r: &Input) -> u64 {
        mix(sought_in(&[1, 5, 9], &r.k) as u64, sought_in(&[(1, 2), (3, 4)], &(r.k as u8, 3_u8)) as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Level {
        Low,
        Of(u32),
        At { height: i32 },
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Leveled {
        key: u32,
        level: Level,
    }

    #[device]
    impl Leveled {
        fn key(&self) -> u32 {
            self.key
        }
    }

    #[device]
    fn by_level(items: &mut [Leveled], n: u32) {
        items.sort_by_key(|item| (Reverse(item.level), item.key() ^ n));
        items.sort_by_key(|item| Reverse(item.key() & 3));
    }

    #[device]
    pub fn reversed_keys(r: &Input) -> u64 {
        let mut items = [
            Leveled { key: r.a, level: Level::Of(r.k) },
            Leveled { key: r.b, level: Level::Low },
            Leveled { key: r.k, level: Level::At { height: r.i } },
            Leveled { key: r.l, level: Level::Of(r.l) },
        ];
        by_level(&mut items, r.k);
        let mut s = items.iter().fold(0, |s, item| mix(s, item.key.into()));
        let is_low = |level: Level| level == Level::Low;
        let most = items.iter().max_by_key(|x| (Reverse(x.level), Reverse(x.key), is_low(x.level))).map_or(3, |x| x.key);
        let least = items.iter().min_by_key(|x| (Reverse(x.key & 7), x.level)).map_or(4, |x| x.key);
        let place = items.iter().enumerate().max_by_key(|(i, x)| (x.key & 1, Reverse(*i))).map_or(9, |(i, _)| i);
        s = mix(s, mix(most.into(), mix(least.into(), place as u64)));
        let mut values = [r.a, r.b, r.k, 9];
        values.sort_by_key(|x| Reverse(*x));
        let found = values.binary_search_by_key(&Reverse(r.k), |x| Reverse(*x)).is_ok();
        mix(s, u64::from(values.is_sorted_by_key(|x| Reverse(*x))) + 2 * u64::from(found))
    }

    #[device]
    pub fn reversed_values(r: &Input) -> u64 {
        let (x, y) = (Reverse(r.i), Reverse(r.j));
        let compared = [x < y, x <= y, x > y, x >= y, x == y, x != y];
        let mut s = compared.iter().fold(x.cmp(&y) as u64, |s, is| mix(s, (*is).into()));
        let (greater, Reverse(less)) = (x.max(y).0, x.min(y));
        s = mix(s, mix(greater as u64, less as u64));
        let first = match Reverse((r.k, r.l)) {
            Reverse((a, b)) if a > b => a,
            Reverse((_, b)) => b + 1,
        };
        let floats = [Reverse((r.x, 1)), std::cmp::Reverse((r.y, 2))];
        s = mix(s, mix(first.into(), number(floats[0].partial_cmp(&floats[1]))));
        let mut changed = Reverse { 0: r.a };
        changed.0 ^= 5;
        s = mix(s, u64::from(changed.0) + u64::from(Reverse(5) < Reverse(3)));
        let twice = cmp::Reverse(Reverse(r.a)) < cmp::Reverse(Reverse(r.b));
        let options = Some(Reverse(r.k)) < Some(Reverse(r.l));
        let mut sorted = [Reverse(r.a), Reverse(r.b), Reverse(r.k)];
        sorted.sort();
        let best = [r.a, r.b].map(Reverse).iter().max().map_or(1, |x| x.0);
        s = mix(s, u64::from(twice) + 2 * u64::from(options));
        mix(s, mix(sorted[0].0.into(), mix(best.into(), Reverse(r.k).clamp(Reverse(10), Reverse(3)).0.into())))
    }

    /// Of what a reference is to, a `Reverse` has a copy.
    #[device]
    pub fn reversed_references(r: &Input) -> u64 {
        let values = [r.a, r.b, 9];
        let least = values.iter().min_by_key(|x| Reverse(*x)).map_or(1, |x| *x);
        let place = values.iter().enumerate().max_by_key(|pair| (Reverse(pair.1), pair.0)).map_or(7, |pair| pair.0);
        let paired = values.iter().map(|x| (Reverse(x), 3)).min().map_or(7, |pair| *pair.0.0);
        let mapped = values.iter().map(Reverse).min().map_or(3, |x| *x.0);
        let (x, y) = (&values[0], &values[1]);
        let order = Reverse(x).cmp(&Reverse(y)) as u64;
        let mut best = None;
        for x in values {
            let key = Some(Reverse(x ^ 3));
            if best.is_none() || key < best {
                best = key;
            }
        }
        let sum = mix(mix(least.into(), place as u64), mix(paired.into(), mapped.into()));
        mix(sum, mix(order, best.map_or(4, |best| best.0.into())))
    }

    #[device]
    fn least_in<T: Copy + Ord>(values: &[T]) -> T {
        let mut least = values[0];
        for x in values {
            if Reverse(*x) > Reverse(least) {
                least = *x;
            }
        }
        least
    }

    #[device]
    pub fn reversed_in_generic_functions(r: &Input) -> u64 {
        mix(least_in(&[r.a, r.b, r.k]).into(), least_in(&[r.i, r.j]) as u64)
    }
}
