//! Fields, and fields of variants, that are options, results or tuples: of values that stay within a task.

conformance! {
    program OptionalFields;
    cases |input| {
        options(input.a, input.b, input.k),
        methods_of_fields(input.a, input.b, input.k),
        references_to_fields(input.a, input.b, input.k),
        patterns_of_fields(input.a, input.b, input.k, input.l),
        results(input.a, input.b, input.x, input.k),
        attempts_on_fields(input.a, input.x, input.k),
        tuples(input.a, input.x, input.k, input.l),
        options_in_options(input.a, input.k, input.l),
        arrays_of_options(input.a, input.b, input.k, input.l),
        variants(input.a, input.b, input.k, input.l),
        variants_that_change(input.a, input.b, input.k, input.l),
        equality(input),
        order(input),
        total_order(input.a, input.i, input.k, input.l),
        defaults(input.a, input.k),
        clones(input.a, input.b, input.k),
        constants(input.a, input.k, input.l),
        the_rest_of_another(input.a, input.b, input.k),
        operands_in_their_order(input.a, input.b),
        generic_structs(input.a, input.x, input.k),
        generic_variants(input.a, input.b, input.k, input.l),
        generic_types_in_fields(input.a, input.b, input.k),
        traits(input.a, input.k),
        closures(input.a, input.b, input.x, input.k),
        names_of_the_librarys(input.a, input.b, input.k),
    }

    use crate::input::{bits, long_bits, mix};
    use std::cmp::Ordering;

    /// What a ray has met.
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug, Default)]
    pub struct Hit {
        pub node: Option<u32>,
        pub depth: u32,
        pub normal: Option<(f32, Option<u8>)>,
    }

    #[device]
    impl Hit {
        pub fn at(node: u32) -> Self {
            Self { node: Some(node), depth: 1, normal: None }
        }

        pub fn leave(&mut self) -> Option<u32> {
            let node = self.node.take();
            self.depth += node.is_some() as u32;
            node
        }

        pub fn enter(&mut self, node: u32) -> bool {
            let old = self.node.replace(node);
            self.normal = if old == self.node { None } else { Some((0.5, old.map(|old| old as u8))) };
            old.is_none()
        }
    }

    #[device]
    fn number(hit: &Hit) -> u64 {
        let normal = match hit.normal {
            None => 1,
            Some((x, None)) => bits(x),
            Some((x, Some(y))) => bits(x) ^ u64::from(y),
        };
        mix(mix(hit.node.map_or(7, u64::from), hit.depth as u64), normal)
    }

    #[device]
    pub fn options(a: u32, b: u32, k: u32) -> u64 {
        let hit = Hit { node: if k > 3 { Some(a) } else { None }, depth: k, normal: None };
        let other = Hit { normal: Some((2.0, Some(3))), ..hit };
        let mut third = other;
        third.node = Some(b);
        third.normal = None;
        mix(mix(number(&hit), number(&other)), number(&third))
    }

    #[device]
    pub fn methods_of_fields(a: u32, b: u32, k: u32) -> u64 {
        let mut hit = Hit::at(a);
        let mut h = hit.enter(b) as u64;
        h = mix(h, number(&hit));
        h = mix(h, hit.leave().unwrap_or(3) as u64);
        h = mix(h, hit.leave().map_or(4, u64::from));
        h = mix(h, hit.enter(k) as u64);
        h = mix(h, hit.node.is_some_and(|node| node > 7) as u64);
        h = mix(
            h,
            hit.node.filter(|node| node % 2 == 0).or(hit.normal.and_then(|(_, y)| y).map(u32::from)).unwrap_or(9)
                as u64,
        );
        h = mix(h, hit.node.zip(hit.normal).map_or(1, |(node, (x, _))| node as u64 + bits(x)));
        mix(h, number(&hit))
    }

    #[device]
    fn turn(first: &mut Option<u32>, second: &mut Option<u32>) {
        std::mem::swap(first, second);
        if let Some(x) = first.as_mut() {
            *x ^= 3;
        }
    }

    #[device]
    fn deepen(hit: Option<&mut Hit>, by: u32) -> bool {
        let Some(hit) = hit else { return false };
        hit.depth += by;
        hit.node = hit.node.map(|node| node ^ by).or(Some(by));
        true
    }

    #[device]
    pub fn references_to_fields(a: u32, b: u32, k: u32) -> u64 {
        let (mut first, mut second) = (Hit::at(a), Hit::at(b));
        if k > 9 {
            second.node = None;
        }
        turn(&mut first.node, &mut second.node);
        let mut h = mix(number(&first), number(&second));
        if let Some(node) = &mut first.node {
            *node = node.wrapping_add(5);
        }
        for node in first.node.iter_mut() {
            *node ^= 1;
        }
        let normal = &mut first.normal;
        *normal = Some((1.5, None));
        if let Some((x, y)) = normal {
            *x += 1.0;
            *y = Some(k as u8);
        }
        h = mix(h, number(&first));
        let mut kept = if k > 5 { Some(first) } else { None };
        h = mix(h, deepen(kept.as_mut(), 2) as u64 + deepen(Some(&mut second), 3) as u64);
        mix(mix(h, kept.map_or(1, |hit| number(&hit))), number(&second))
    }

    #[device]
    pub fn patterns_of_fields(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let hit = Hit {
            node: if k % 3 == 0 { None } else { Some(a) },
            depth: b,
            normal: if l % 3 == 0 { None } else { Some((l as f32, if l % 3 == 1 { None } else { Some(k as u8) })) },
        };
        let mut h = match hit {
            Hit { node: Some(node), normal: Some((x, Some(y))), .. } if x > 4.0 => node as u64 + u64::from(y),
            Hit { node: Some(node @ 0..=99), .. } => 1000 + node as u64,
            Hit { node: Some(node), depth, normal: None } => mix(node as u64, depth as u64),
            Hit { node: None, normal: Some((_, None)), .. } => 3,
            Hit { depth, .. } => depth as u64,
        };
        let Hit { node, depth: _, normal } = hit;
        if let (Some(node), Some((x, _))) = (node, normal) {
            h = mix(h, node as u64 ^ bits(x));
        }
        let Some(node) = hit.node else { return h };
        if matches!(hit, Hit { normal: Some((_, Some(7..))), .. }) { mix(h, node as u64) } else { h + 1 }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Fault {
        Low(Option<u32>),
        High { by: (u32, u32) },
        Lost,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct State {
        last: Result<u32, Fault>,
        pair: (u32, Option<f32>),
        next: Option<u32>,
    }

    #[device]
    impl State {
        const LOST: Self = Self { last: Err(Fault::Lost), pair: (0, None), next: None };

        fn start(a: u32) -> Self {
            Self { last: if a > 40 { Err(Fault::Low(Some(a))) } else { Ok(a) }, next: Some(a), ..Self::LOST }
        }

        fn sum(&self) -> Result<u32, Fault> {
            let last = self.last?;
            let next = self.next.ok_or(Fault::High { by: (1, last) })?;
            Ok(last.wrapping_add(next))
        }

        fn twice(&self) -> Option<u32> {
            let next = self.next?;
            Some(next.wrapping_add(self.pair.1? as u32))
        }

        fn clear(&mut self) {
            self.next = None;
            self.last = Err(Fault::High { by: self.pair.1.map_or((1, 2), |_| (3, 4)) });
        }
    }

    #[device]
    fn code(of: Result<u32, Fault>) -> u64 {
        match of {
            Ok(x) => x as u64,
            Err(Fault::Low(Some(x))) => x as u64 + 1,
            Err(Fault::Low(None)) => 2,
            Err(Fault::High { by: (x, y) }) => mix(x as u64, y as u64),
            Err(Fault::Lost) => 3,
        }
    }

    #[device]
    pub fn results(a: u32, b: u32, x: f32, k: u32) -> u64 {
        let mut state = State::start(a);
        state.pair = (b, if k > 3 { Some(x) } else { None });
        let old = state;
        if k > 6 {
            state.clear();
        }
        if let Ok(last) = &mut state.last {
            *last = last.wrapping_mul(3);
        }
        let mut h = mix(code(state.last), code(old.last.or_else(|_| Err(Fault::Low(None)))));
        h = mix(h, (state == old) as u64 + 2 * (state.last == old.last) as u64 + 4 * state.last.is_err() as u64);
        h = mix(h, state.last.map(|x| x ^ b).map_err(|fault| code(Err(fault))).map_or_else(|fault| fault, u64::from));
        mix(h, state.last.ok().or(state.next).unwrap_or(5) as u64)
    }

    #[device]
    pub fn attempts_on_fields(a: u32, x: f32, k: u32) -> u64 {
        let mut state = State::start(a);
        let mut h = mix(code(state.sum()), state.twice().map_or(6, u64::from));
        state.pair.1 = if k > 4 { Some(x) } else { None };
        if k > 8 {
            state.next = None;
        }
        h = mix(h, mix(code(state.sum()), state.twice().map_or(6, u64::from)));
        mix(h, code(State::LOST.sum()))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
    pub struct Span(pub (u32, u32), pub (f32, (u8, Option<bool>)));

    #[device]
    fn widen(span: &mut Span, (low, high): (u32, u32)) -> (u32, u32) {
        let old = span.0;
        span.0 = (old.0.min(low), old.1.max(high));
        span.1.1.0 = span.1.1.0.wrapping_add(1);
        old
    }

    #[device]
    pub fn tuples(a: u32, x: f32, k: u32, l: u32) -> u64 {
        let mut span = Span((a, a), (x, (k as u8, if l > 3 { Some(l > 7) } else { None })));
        let old = widen(&mut span, (k, l));
        let Span((low, high), (y, (count, flag))) = span;
        let mut h = mix(mix(old.0 as u64, low as u64), mix(high as u64, bits(y)));
        h = mix(h, count as u64 + flag.map_or(2, u64::from));
        span.1 = (1.0, (3, None));
        std::mem::swap(&mut span.0.0, &mut span.0.1);
        mix(h, (span < Span(old, (1.0, (3, Some(false))))) as u64 + 2 * (span.0 == old) as u64 + span.0.0 as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug, Default)]
    pub struct Deep {
        value: Option<Option<Option<u32>>>,
        pair: (Option<Option<u8>>, u8),
    }

    #[device]
    fn depth_of(value: Option<Option<Option<u32>>>) -> u64 {
        match value {
            None => 0,
            Some(None) => 1,
            Some(Some(None)) => 2,
            Some(Some(Some(x))) => 3 + x as u64,
        }
    }

    #[device]
    fn deep<T: Copy>(x: T, k: u32) -> Option<Option<Option<T>>> {
        if k % 3 == 0 {
            Some(Some(None))
        } else if k % 3 == 1 {
            Some(None)
        } else {
            Some(Some(Some(x)))
        }
    }

    #[device]
    pub fn options_in_options(a: u32, k: u32, l: u32) -> u64 {
        let mut it = Deep { value: Some(Some(None)), pair: (Some(None), 1) };
        let mut h =
            depth_of(it.value) + 10 * (it.value == Some(Some(None))) as u64 + 20 * (it.value == Some(None)) as u64;
        h = mix(h, (it.pair.0 == Some(None)) as u64 + 2 * (it.pair.0 == None) as u64);
        it.value = match k % 4 {
            0 => Some(Some(None)),
            1 => Some(None),
            2 => Some(Some(Some(a))),
            _ => None,
        };
        h = mix(h, depth_of(it.value));
        if let Some(Some(inner)) = &mut it.value {
            *inner = inner.xor(Some(2));
        }
        h = mix(h, depth_of(it.value));
        let other: Option<Option<Option<u32>>> = if l > 3 { Some(Some(None)) } else { Some(None) };
        it.value = other;
        h = mix(h, depth_of(it.value) + depth_of(deep(a, l)));
        it.value = deep(k, k);
        mix(h, depth_of(it.value.take()) + depth_of(it.value))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Node {
        next: Option<usize>,
        value: (u32, Option<u32>),
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct List {
        nodes: [Option<Node>; 4],
        free: [Option<usize>; 4],
        head: Option<usize>,
        fault: Result<(), u8>,
    }

    #[device]
    impl List {
        fn new() -> Self {
            Self { nodes: [None; 4], free: [Some(0), Some(1), Some(2), Some(3)], head: None, fault: Ok(()) }
        }

        fn reserve(&mut self) -> Option<usize> {
            for slot in self.free.iter_mut() {
                if let Some(index) = slot.take() {
                    return Some(index);
                }
            }
            None
        }

        fn push(&mut self, x: u32) -> bool {
            let Some(index) = self.reserve() else {
                self.fault = Err(x as u8);
                return false;
            };
            self.nodes[index] = Some(Node { next: self.head, value: (x, x.checked_add(1)) });
            self.head = Some(index);
            true
        }

        fn pop(&mut self) -> Option<(u32, Option<u32>)> {
            let index = self.head?;
            let node = self.nodes[index].take()?;
            self.head = node.next;
            self.free[index] = Some(index);
            Some(node.value)
        }

        fn sum(&self) -> u64 {
            let (mut h, mut at) = (0, self.head);
            while let Some(index) = at {
                let Some(node) = self.nodes[index] else { break };
                h = mix(h, node.value.0 as u64);
                at = node.next;
            }
            h
        }

        fn has(&self, x: u32) -> bool {
            self.nodes.iter().any(|node| matches!(node, Some(Node { value: (y, _), .. }) if *y == x))
        }
    }

    #[device]
    pub fn arrays_of_options(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let mut list = List::new();
        let mut h = 0;
        for i in 0..k % 7 {
            h = mix(h, list.push(a.wrapping_mul(i)) as u64);
        }
        h = mix(h, list.sum() ^ list.has(b) as u64 ^ list.nodes.iter().filter(|node| node.is_some()).count() as u64);
        if let Err(fault) = list.fault {
            h = mix(h, u64::from(fault));
        }
        for _ in 0..l % 5 {
            match list.pop() {
                Some((x, Some(y))) => h = mix(h, (x ^ y) as u64),
                Some((x, None)) => h = mix(h, x as u64),
                None => list.fault = Err(1),
            }
        }
        let old = list;
        list.push(7);
        mix(mix(h, list.sum()), (list == old) as u64 ^ list.fault.is_err() as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    pub enum Event {
        Met(Option<u32>),
        Kept(Span),
        Both { first: Result<u8, ()>, second: (u64, Option<u8>) },
        Many([Option<u8>; 2]),
        Nothing,
    }

    #[device]
    fn event(a: u32, b: u32, k: u32, l: u32) -> Event {
        match k % 5 {
            0 => Event::Met(if l > 5 { Some(a) } else { None }),
            1 => Event::Kept(Span((a, b), (0.5, (1, Some(l > 5))))),
            2 => Event::Both { first: if l > 8 { Ok(a as u8) } else { Err(()) }, second: (b as u64, Some(k as u8)) },
            3 => Event::Many([None, Some(b as u8)]),
            _ => Event::Nothing,
        }
    }

    #[device]
    fn code_of(event: &Event) -> u64 {
        match event {
            Event::Met(Some(x)) => *x as u64,
            Event::Met(None) => 1,
            Event::Kept(Span((a, b), (x, (y, Some(true))))) => mix((*a ^ *b) as u64, bits(*x)) + u64::from(*y),
            Event::Kept(Span(pair, _)) => pair.0 as u64,
            Event::Both { first: Ok(x), second: (y, _) } => u64::from(*x) ^ *y,
            Event::Both { second: (_, z), .. } => z.map_or(2, u64::from),
            Event::Many([Some(x), _] | [None, Some(x)]) => 300 + u64::from(*x),
            Event::Many(_) => 3,
            Event::Nothing => 77,
        }
    }

    #[device]
    pub fn variants(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (first, second) = (event(a, b, k, l), event(b, a, l, k));
        let h = mix(code_of(&first), code_of(&second));
        let kept = (Some(first), [second, first]);
        let h = mix(h, kept.0.map_or(1, |event| code_of(&event)) ^ code_of(&kept.1[(k % 2) as usize]));
        mix(h, (first == second) as u64 + 2 * (first < second) as u64 + 4 * (first == kept.1[1]) as u64)
    }

    #[device]
    fn change(event: &mut Event) -> Option<u32> {
        match event {
            Event::Met(x) => x.take(),
            Event::Both { first, second: (x, y) } => {
                *x += 1;
                *y = None;
                let old = first.ok();
                *first = Err(());
                old.map(u32::from)
            }
            Event::Many([x, y]) => {
                std::mem::swap(x, y);
                x.replace(4).map(u32::from)
            }
            Event::Kept(span) => {
                span.1.1.1 = None;
                Some(span.0.0)
            }
            Event::Nothing => None,
        }
    }

    #[device]
    pub fn variants_that_change(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let mut it = event(a, b, k, l);
        let mut h = change(&mut it).map_or(5, u64::from);
        h = mix(h, code_of(&it));
        h = mix(h, change(&mut it).map_or(5, u64::from));
        it = match it {
            Event::Met(None) => Event::Nothing,
            Event::Many(all) => Event::Many([all[1], all[0].xor(Some(4))]),
            other => other,
        };
        mix(h, code_of(&it))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    pub struct Floats {
        x: Option<f32>,
        pair: (Option<f64>, f32),
        y: Result<f32, u8>,
    }

    #[device]
    fn floats(input: &Input, turned: bool) -> Floats {
        let (x, y) = if turned { (input.y, input.x) } else { (input.x, input.y) };
        Floats {
            x: if input.k > 8 { Some(x) } else { None },
            pair: (if input.l > 8 { Some(input.u) } else { None }, y),
            y: if input.k == input.l { Ok(x) } else { Err(input.k as u8) },
        }
    }

    #[device]
    pub fn equality(input: &Input) -> u64 {
        let (first, second) = (floats(input, false), floats(input, true));
        let others = [first, Floats { x: None, ..first }, Floats { pair: second.pair, ..first }, second];
        let equal = others.iter().map(|other| (first == *other) as u64 + 2 * (second != *other) as u64).sum::<u64>();
        mix(equal, first.pair.0.map_or(1, long_bits)) ^ others.contains(&second) as u64
    }

    #[device]
    fn compared<T: PartialOrd>(a: T, b: T) -> u64 {
        (a < b) as u64 + 2 * (a <= b) as u64 + 4 * (a > b) as u64 + 8 * (a >= b) as u64 + 16 * (a == b) as u64
    }

    #[device]
    pub fn order(input: &Input) -> u64 {
        let (first, second) = (floats(input, false), floats(input, true));
        let mut h = mix(compared(first, second), compared(first, first));
        h = mix(h, compared(second, Floats { x: None, ..second }));
        h = mix(
            h,
            match first.partial_cmp(&second) {
                None => 0,
                Some(Ordering::Less) => 1,
                Some(Ordering::Equal) => 2,
                Some(Ordering::Greater) => 3,
            },
        );
        let (one, other) = (event(input.a, input.b, input.k, input.l), event(input.a, input.b, input.l, input.k));
        mix(h, compared(one, other) + compared(Some(first), None))
    }

    #[device]
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
    pub struct Key {
        number: Option<u32>,
        pair: (u8, bool),
        bounds: Option<Bounds>,
    }

    #[device]
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
    pub struct Bounds {
        low: (i32, i32),
        high: Option<(i32, i32)>,
    }

    #[device]
    fn key(a: u32, i: i32, k: u32, l: u32) -> Key {
        let high = if k > 9 { Some((1, i)) } else { None };
        Key {
            number: if k > 3 { Some(a) } else { None },
            pair: (l as u8, l > 3),
            bounds: if l > 6 { Some(Bounds { low: (i, 2), high }) } else { None },
        }
    }

    #[device]
    fn number_of(key: &Key) -> u64 {
        let bounds =
            key.bounds.as_ref().map_or(9, |it| mix(it.low.0 as u64, it.high.map_or(1, |(x, y)| (x ^ y) as u64)));
        mix(key.number.map_or(4, u64::from) + key.pair.1 as u64, bounds)
    }

    #[device]
    pub fn total_order(a: u32, i: i32, k: u32, l: u32) -> u64 {
        let (first, second) = (key(a, i, k, l), key(a, i, l, k));
        let mut h = mix(compared(first.clone(), second.clone()), compared(first.clone(), Key::default()));
        h = mix(
            h,
            match first.cmp(&second) {
                Ordering::Less => 1,
                Ordering::Equal => 2,
                Ordering::Greater => 3,
            },
        );
        h = mix(h, number_of(&first.clone().max(second.clone())) ^ number_of(&first.clone().min(second.clone())));
        let mut keys = [first, second, Key::default()];
        keys.sort();
        keys.iter().fold(h, |h, key| mix(h, number_of(key)))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug, Default)]
    pub struct Ray(Option<Vec3>, Option<f64>, (f32, [Option<bool>; 2]), Hit);

    #[device]
    pub fn defaults(a: u32, k: u32) -> u64 {
        let mut ray = Ray::default();
        let mut h = number(&ray.3) ^ (ray == Ray(None, None, (0.0, [None; 2]), Hit::default())) as u64;
        ray.0 = Some(Vec3::splat(k as f32));
        ray.2.1[1] = Some(true);
        ray.3 = Hit { node: Some(a), ..Default::default() };
        h = mix(h, bits(ray.0.unwrap_or_default().y) ^ number(&ray.3));
        let other: Option<Ray> = if k > 3 { Some(ray) } else { None };
        let other = other.unwrap_or_default();
        mix(h, number(&other.3) ^ other.2.1[1].unwrap_or_default() as u64 ^ long_bits(other.1.unwrap_or_default()))
    }

    #[device]
    pub fn clones(a: u32, b: u32, k: u32) -> u64 {
        let mut first = key(a, k as i32, k, 8);
        let second = first.clone();
        if let Some(bounds) = &mut first.bounds {
            bounds.low.1 = b as i32;
            bounds.high = bounds.high.take().or(Some((k as i32, 3)));
        }
        let Key { number, bounds, .. } = first.clone();
        let h = mix(number.map_or(1, u64::from), bounds.map_or(2, |it| it.low.1 as u64));
        let taken = first.bounds.take();
        mix(h, (first == second) as u64 ^ 2 * (taken == second.bounds) as u64 ^ number_of(&first) ^ number_of(&second))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Rule {
        limit: Option<u32>,
        next: Option<(u8, bool)>,
        out: Result<u8, i16>,
    }

    #[device]
    const OPEN: Rule = Rule { limit: None, next: None, out: Err(-5) };

    #[device]
    const RULES: [Rule; 3] =
        [OPEN, Rule { limit: Some(9), ..OPEN }, Rule { limit: Some(u32::MAX), next: Some((3, true)), out: Ok(7) }];

    #[device]
    impl Rule {
        const FIRST: Self = RULES[1];
        const LIMITS: [Option<u32>; 2] = [Some(4), None];

        fn allows(&self, x: u32) -> bool {
            self.limit.is_none_or(|limit| x <= limit)
        }
    }

    #[device]
    pub fn constants(a: u32, k: u32, l: u32) -> u64 {
        const INNER: Rule = Rule { next: Some((1_u8, false)), ..Rule::FIRST };
        let rule = RULES[(k % 3) as usize];
        let mut h = rule.allows(a) as u64 + 2 * Rule::FIRST.allows(k) as u64 + 4 * (rule == OPEN) as u64;
        h = mix(h, rule.out.map_or_else(|fault| fault as u64, u64::from));
        h = mix(h, rule.next.map_or(2, |(x, y)| u64::from(x) + y as u64));
        mix(
            h,
            Rule::LIMITS[(l % 2) as usize].map_or(1, u64::from)
                + INNER.limit.map_or(3, u64::from)
                + INNER.next.map_or(9, |(x, _)| u64::from(x)),
        )
    }

    #[device]
    pub fn the_rest_of_another(a: u32, b: u32, k: u32) -> u64 {
        let first = Hit { node: Some(a), depth: 2, normal: Some((1.0, None)) };
        let second = Hit { depth: b, ..first };
        let third = Hit { node: if k > 3 { None } else { second.node.map(|node| node ^ 1) }, ..second };
        let list = List { head: Some(1), ..List::new() };
        mix(mix(number(&second), number(&third)), list.head.map_or(0, |head| list.free[head].unwrap_or(5) as u64))
    }

    #[device]
    fn next(seed: &mut u32) -> u32 {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *seed >> 7
    }

    #[device]
    fn put(hit: &mut Hit, node: u32) -> u32 {
        hit.node = Some(node);
        node
    }

    #[device]
    fn product(x: Option<u32>, y: u32) -> u32 {
        x.unwrap_or(1).wrapping_mul(y | 1)
    }

    #[device]
    pub fn operands_in_their_order(a: u32, b: u32) -> u64 {
        let mut seed = a;
        let mut hit = Hit {
            depth: next(&mut seed),
            normal: Some((next(&mut seed) as f32, Some(next(&mut seed) as u8))),
            node: if next(&mut seed) % 2 == 0 { None } else { Some(next(&mut seed)) },
        };
        let mut h = number(&hit);
        h = mix(h, product(hit.node, put(&mut hit, b)) as u64);
        let three = (hit.node, put(&mut hit, 9), hit.node);
        h = mix(h, (three.0 == Some(b)) as u64 + three.2.map_or(1, u64::from));
        h = mix(
            h,
            hit.node.take().unwrap_or(3).wrapping_add({
                hit.depth = next(&mut seed);
                hit.depth
            }) as u64,
        );
        h = mix(h, hit.node.or(Some(put(&mut hit, 4))).map_or(0, u64::from));
        mix(h, number(&hit))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug, Default)]
    pub struct Best<T> {
        value: Option<T>,
        two: (Option<T>, u32),
    }

    #[device]
    impl<T: Copy + PartialOrd> Best<T> {
        fn offer(&mut self, x: T) -> bool {
            self.two = (self.value, self.two.1 + 1);
            match self.value {
                Some(value) if value >= x => false,
                _ => {
                    self.value = Some(x);
                    true
                }
            }
        }

        fn or(self, x: T) -> T {
            self.value.or(self.two.0).unwrap_or(x)
        }
    }

    #[device]
    fn best_of<T: Copy + PartialOrd>(all: &[T]) -> Best<T> {
        let mut best = Best::<T> { value: None, two: (None, 0) };
        for x in all {
            best.offer(*x);
        }
        best
    }

    #[device]
    fn without_best<T: Copy>(best: Best<T>) -> (Best<T>, Option<T>) {
        (Best::<T> { value: None, ..best }, best.value)
    }

    #[device]
    pub fn generic_structs(a: u32, x: f32, k: u32) -> u64 {
        let best = best_of(&[a, k, 17]);
        let mut h = best.or(3) as u64 + best.two.1 as u64 + best.two.0.map_or(2, u64::from);
        h = mix(h, bits(best_of(&[x, 2.0]).or(1.0)));
        let (rest, value) = without_best(best);
        h = mix(h, (rest == best) as u64 + 2 * (value == best.value) as u64 + rest.or(5) as u64);
        let found = Best { value: Some(k as u8), two: (None, a) };
        h = mix(h, u64::from(found.or(6)) + (found == Best::default()) as u64);
        let none = Best::<Hit>::default();
        mix(h, none.value.map_or(8, |hit| number(&hit)))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Tree<T, const N: usize> {
        Leaf(Option<T>),
        Pair { first: T, second: Option<(T, u32)> },
        Many([Option<T>; N]),
        Empty,
    }

    #[device]
    impl<T: Copy, const N: usize> Tree<T, N> {
        fn first(&self) -> Option<T> {
            match self {
                Self::Leaf(x) => *x,
                Self::Pair { second: Some((x, _)), .. } => Some(*x),
                Self::Pair { first, .. } => Some(*first),
                Self::Many(all) => {
                    for x in all {
                        if x.is_some() {
                            return *x;
                        }
                    }
                    None
                }
                Self::Empty => None,
            }
        }
    }

    #[device]
    pub fn generic_variants(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let tree: Tree<u32, 3> = match k % 5 {
            0 => Tree::Leaf(None),
            1 => Tree::Leaf(Some(a)),
            2 => Tree::Pair { first: b, second: if l > 4 { Some((a, 1)) } else { None } },
            3 => Tree::Many([None, if l > 4 { Some(b) } else { None }, Some(k)]),
            _ => Tree::Empty,
        };
        let h = tree.first().map_or(3, u64::from);
        mix(h, (tree == Tree::Leaf(Some(b))) as u64 + 2 * (tree == Tree::Leaf(None)) as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Stack<T, const N: usize> {
        items: [Option<T>; N],
        len: usize,
    }

    #[device]
    impl<T: Copy, const N: usize> Stack<T, N> {
        fn new() -> Self {
            Self { items: [None; N], len: 0 }
        }

        fn push(&mut self, x: T) -> Result<(), T> {
            if self.len == N {
                return Err(x);
            }
            self.items[self.len] = Some(x);
            self.len += 1;
            Ok(())
        }

        fn pop(&mut self) -> Option<T> {
            self.len = self.len.checked_sub(1)?;
            self.items[self.len].take()
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Stacks<const M: usize> {
        plain: Stack<u32, 2>,
        pairs: Stack<(u8, u32), 2>,
        options: Option<Stack<Option<u8>, M>>,
        all: [Option<Stack<u8, M>>; M],
    }

    #[device]
    pub fn generic_types_in_fields(a: u32, b: u32, k: u32) -> u64 {
        let mut stacks = Stacks::<2> {
            plain: Stack::<u32, 2>::new(),
            pairs: Stack::<(u8, u32), 2>::new(),
            options: if k > 3 { Some(Stack::<Option<u8>, 2>::new()) } else { None },
            all: [None, Some(Stack::<u8, 2>::new())],
        };
        let mut h = 0;
        for i in 0..k % 4 {
            h = mix(
                h,
                match stacks.plain.push(a.wrapping_add(i)) {
                    Ok(()) => 1,
                    Err(x) => x as u64,
                },
            );
        }
        h = mix(h, stacks.pairs.push((3, b)).is_ok() as u64);
        if let Some(options) = &mut stacks.options {
            h = mix(h, options.push(None).is_ok() as u64 + options.push(Some(b as u8)).is_ok() as u64);
            h = mix(h, options.push(Some(1)).is_err() as u64 + options.pop().map_or(7, |x| x.map_or(8, u64::from)));
            h = mix(h, options.pop().map_or(7, |x| x.map_or(8, u64::from)));
        }
        while let Some(x) = stacks.plain.pop() {
            h = mix(h, x as u64);
        }
        let old = stacks;
        h = mix(h, stacks.pairs.pop().map_or(2, |(x, y)| u64::from(x) + y as u64) + (stacks == old) as u64);
        mix(h, stacks.all[1].map_or(4, |stack| stack.len as u64) + (stacks.all[0] == None) as u64)
    }

    pub trait Visit {
        fn visit(&mut self, x: u32) -> Option<u32>;
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Last {
        seen: Option<u32>,
        two: (Option<u32>, Option<u32>),
    }

    #[device]
    impl Visit for Last {
        fn visit(&mut self, x: u32) -> Option<u32> {
            self.two = (self.seen, Some(x));
            self.seen.replace(x)
        }
    }

    #[device]
    impl Default for Last {
        fn default() -> Self {
            Self { seen: None, two: (None, None) }
        }
    }

    #[device]
    fn visit_all<V: Visit>(visitor: &mut V, n: u32) -> u64 {
        let mut h = 0;
        for i in 0..n % 4 {
            h = mix(h, visitor.visit(i ^ n).map_or(11, u64::from));
        }
        h
    }

    #[device]
    pub fn traits(a: u32, k: u32) -> u64 {
        let mut last = Last::default();
        let h = visit_all(&mut last, k);
        mix(h, last.two.0.map_or(1, u64::from) ^ last.two.1.map_or(2, u64::from) ^ last.visit(a).map_or(3, u64::from))
    }

    #[device]
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Sums {
        best: Option<Hit>,
        count: u32,
        last: Option<(u32, u32)>,
    }

    #[device]
    pub fn closures(a: u32, b: u32, x: f32, k: u32) -> u64 {
        let hits: [Hit; 4] = std::array::from_fn(|i| Hit {
            node: if i as u32 % 3 == k % 3 { None } else { Some(a.wrapping_mul(i as u32)) },
            depth: i as u32,
            normal: if i as u32 > k { Some((x, None)) } else { None },
        });
        let sums = hits.iter().fold(Sums::default(), |sums, hit| Sums {
            best: match sums.best {
                Some(best) if best.node >= hit.node => Some(best),
                _ => Some(*hit),
            },
            count: sums.count + hit.node.is_some() as u32,
            last: hit.node.zip(Some(sums.count)),
        });
        let mut h = sums.count as u64 + sums.best.and_then(|best| best.node).map_or(4, u64::from);
        h = mix(h, sums.last.map_or(1, |(x, y)| mix(x as u64, y as u64)));
        let mut sorted = hits;
        sorted.sort_by_key(|hit| hit.node);
        h = sorted.iter().fold(h, |h, hit| mix(h, number(hit)));
        h = mix(h, hits.iter().filter_map(|hit| hit.normal).map(|(x, _)| bits(x)).sum::<u64>());
        h = mix(h, hits.iter().position(|hit| hit.node == Some(b)).unwrap_or(7) as u64);
        h = mix(h, hits.iter().max_by_key(|hit| hit.node).map_or(3, |hit| hit.depth as u64));
        let mut best = sums;
        let mut change = |hit: Hit| {
            best.best = Some(hit);
            best.count += 1;
            best.best.and_then(|hit| hit.node)
        };
        mix(h, change(hits[1]).map_or(5, u64::from) ^ change(hits[2]).map_or(6, u64::from))
    }

    /// Members that the device library's `Option` and `Result` have, too.
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Odd {
        value: Option<u32>,
        present: Option<bool>,
        good: Result<u8, u8>,
        error: Option<u32>,
        none: Option<u32>,
        _0: (u32, u8),
        clone: Option<u8>,
        int: (u8, u8),
    }

    #[device]
    impl Odd {
        fn take(&mut self) -> u32 {
            self.value.take().unwrap_or(3)
        }

        fn map(&self, x: u32) -> u32 {
            x ^ self.error.unwrap_or(1)
        }

        fn unwrap(&self) -> Option<u32> {
            self.none
        }
    }

    #[device]
    pub fn names_of_the_librarys(a: u32, b: u32, k: u32) -> u64 {
        let good = if k > 5 { Ok(1) } else { Err(2) };
        let mut odd = Odd {
            value: Some(a),
            present: Some(k > 3),
            good,
            error: Some(b),
            none: None,
            _0: (a, 3),
            clone: Some(8),
            int: (1, 2),
        };
        let copy = odd.clone();
        let mut h = mix(odd.take() as u64, odd.map(b) as u64 + odd.unwrap().is_none() as u64);
        h = mix(h, (odd == copy) as u64 + odd.present.unwrap_or(true) as u64 + u64::from(odd.good.unwrap_or(3)));
        mix(h, u64::from(copy.clone.unwrap_or(4)) + u64::from(odd.int.1) + odd._0.0 as u64)
    }
}
