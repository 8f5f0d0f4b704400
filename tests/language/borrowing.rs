//! Structs that borrow: references and slices in fields.

conformance! {
    program Borrowing;
    cases |input| {
        machines(input.a, input.b, input.k),
        slices_as_fields(input.a, input.b, input.k),
        references_as_fields(input.a, input.b),
        pointed_elsewhere(input.a, input.b, input.k),
        chosen_and_exchanged(input.a, input.b, input.k),
        handed_on(input.a, input.b, input.k),
        in_other_values(input.a, input.b, input.k),
        patterns_and_updates(input.a, input.b),
        order_of_effects(input.a, input.b),
        references_to_constants(input.a, input.k),
        functions_that_give_constants(input.a, input.b, input.k),
        slices_chosen_by_functions(input.a, input.b, input.k),
        over_types(input.a, input.x, input.k),
        traits_of_them(input.a, input.k),
        iterators_that_borrow(input.a, input.b, input.k),
        derives(input.a, input.b),
        borrowers_in_borrowers(input.a, input.b, input.k),
        closures_with_them(input.a, input.b, input.k),
        walks(input.a, input.b, input.k),
    }

    use crate::input::{bits, mix};

    #[device]
    pub struct Machine<'a> {
        code: &'a [u32],
        at: usize,
        stack: [u32; 8],
        depth: usize,
    }

    #[device]
    impl<'a> Machine<'a> {
        pub fn new(code: &'a [u32]) -> Self {
            Machine { code, at: 0, stack: [0; 8], depth: 0 }
        }

        fn push(&mut self, value: u32) {
            self.stack[self.depth & 7] = value;
            self.depth += 1;
        }

        fn pop(&mut self) -> u32 {
            if self.depth == 0 {
                return 7;
            }
            self.depth -= 1;
            self.stack[self.depth & 7]
        }

        pub fn step(&mut self) -> Option<u32> {
            let op = *self.code.get(self.at)?;
            self.at += 1;
            match op & 3 {
                0 => self.push(op),
                1 => {
                    let (a, b) = (self.pop(), self.pop());
                    self.push(a.wrapping_add(b));
                }
                2 => {
                    let a = self.pop();
                    self.push(a.wrapping_mul(3));
                }
                _ => self.push(self.code[op as usize % self.code.len()]),
            }
            Some(self.depth as u32)
        }

        pub fn left(&self) -> &'a [u32] {
            &self.code[self.at.min(self.code.len())..]
        }

        pub fn skip(&mut self, count: usize) {
            self.code = &self.code[count..];
        }

        pub fn halves(&self, at: usize) -> (Machine<'a>, Machine<'a>) {
            let (first, second) = self.code.split_at(at);
            (Machine { code: first, at: 0, ..*self }, Self { code: second, ..*self })
        }

        pub fn total(&self) -> u32 {
            let mut sum = 0_u32;
            for x in self.code {
                sum = sum.wrapping_add(*x);
            }
            for &x in self.code.iter() {
                sum ^= x;
            }
            sum
        }
    }

    #[device]
    fn run_all(machine: &mut Machine<'_>) -> u32 {
        let mut sum = 0_u32;
        while let Some(depth) = machine.step() {
            sum = sum.wrapping_mul(31).wrapping_add(depth);
        }
        sum.wrapping_add(machine.pop())
    }

    #[device]
    pub fn machines(a: u32, b: u32, k: u32) -> u64 {
        let code = [a, b, 4, 3, 2, k, 1, 1];
        let mut machine = Machine::new(&code);
        let first = run_all(&mut machine);
        let mut other = Machine::new(&[4, 8, 3, 1, 5]);
        other.step();
        other.step();
        let mut sum = mix(first as u64, machine.at as u64);
        for x in other.left() {
            sum = mix(sum, *x as u64);
        }
        mix(sum, (other.total() ^ machine.total()) as u64)
    }

    #[device]
    pub fn slices_as_fields(a: u32, b: u32, k: u32) -> u64 {
        let code = [a, b, k, 4, 5, 6];
        let mut machine = Machine { code: &code[1..], at: 1, stack: [k; 8], depth: 2 };
        machine.skip(1);
        let (mut first, mut second) = machine.halves((k % 4) as usize);
        let largest = machine.code.iter().copied().max().unwrap_or(3);
        let above = machine.code.iter().filter(|x| **x > 4).count();
        let sums = mix(run_all(&mut first) as u64, run_all(&mut second) as u64);
        let is_same = machine.code == &code[2..];
        mix(mix(sums, largest as u64), above as u64 * 2 + is_same as u64)
    }

    #[device]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Node {
        value: u32,
        next: usize,
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Pair<'a> {
        left: &'a Node,
        right: &'a Node,
        tag: u32,
    }

    #[device]
    impl<'a> Pair<'a> {
        pub fn new(left: &'a Node, right: &'a Node) -> Self {
            Pair { left, right, tag: 3 }
        }

        pub fn left(&self) -> &'a Node {
            self.left
        }

        pub fn larger(self) -> &'a Node {
            if self.left.value > self.right.value { self.left } else { self.right }
        }

        pub fn swapped(self) -> Self {
            let (left, right) = (self.left, self.right);
            Self { left: right, right: left, ..self }
        }

        pub fn sum(&self) -> u32 {
            self.left.value.wrapping_mul(3).wrapping_add(self.right.value)
        }

        pub fn set(&mut self, node: &'a Node) {
            self.right = self.left;
            self.left = node;
            self.tag += 1;
        }
    }

    #[device]
    pub fn references_as_fields(a: u32, b: u32) -> u64 {
        let nodes = [Node { value: a, next: 1 }, Node { value: b, next: 0 }];
        let pair = Pair { left: &nodes[0], right: &nodes[1], tag: 1 };
        let other = pair.swapped();
        let copy = *pair.left;
        let first = pair.left;
        let is_same = pair.left == other.right && *pair.left == copy && first.next == 1;
        let sums = mix(pair.sum() as u64, other.sum() as u64);
        mix(mix(sums, pair.larger().value as u64), is_same as u64 + other.left().next as u64 + pair.tag as u64)
    }

    #[device]
    pub fn pointed_elsewhere(a: u32, b: u32, k: u32) -> u64 {
        let nodes = [Node { value: a, next: 1 }, Node { value: b, next: 2 }, Node { value: k, next: 0 }];
        let mut pair = Pair::new(&nodes[0], &nodes[2]);
        let mut sum = 0;
        for round in 0..5_u32 {
            let before = pair;
            pair.set(&nodes[pair.left.next]);
            sum = mix(sum, before.sum() as u64);
            if round == 2 {
                pair = Pair { left: pair.right, right: before.left, tag: pair.tag + 1 };
            }
        }
        mix(sum, pair.sum() as u64 + pair.tag as u64)
    }

    #[device]
    pub fn chosen_and_exchanged(a: u32, b: u32, k: u32) -> u64 {
        let (first, second) = (Node { value: a, next: 1 }, Node { value: b, next: 2 });
        let mut x = if a > b { Pair::new(&first, &second) } else { Pair { left: &second, right: &first, tag: 1 } };
        let mut y = match k % 3 {
            0 => x,
            1 => x.swapped(),
            _ => Pair::new(&second, &second),
        };
        std::mem::swap(&mut x, &mut y);
        let old = std::mem::replace(&mut x, Pair::new(&first, &first));
        mix(mix(old.sum() as u64, x.sum() as u64), mix(y.sum() as u64, y.left().next as u64))
    }

    #[device]
    fn totals(pair: &Pair<'_>) -> u32 {
        pair.left.value.wrapping_add(pair.right.next as u32) ^ pair.tag
    }

    #[device]
    fn change<'a>(pair: &mut Pair<'a>, node: &'a Node) {
        pair.right = pair.left;
        pair.left = node;
        pair.tag += 1;
    }

    #[device]
    fn make<'a>(left: &'a Node, right: &'a Node) -> Pair<'a> {
        Pair { left, right, tag: 9 }
    }

    #[device]
    pub fn handed_on(a: u32, b: u32, k: u32) -> u64 {
        let (first, second) = (Node { value: a, next: 1 }, Node { value: b, next: k as usize });
        let mut pair: Pair<'_> = make(&first, &second);
        let before = totals(&pair);
        change(&mut pair, &second);
        let last = make(&second, &first).left().value;
        mix(mix(before as u64, totals(&pair) as u64), mix(last as u64, pair.left.next as u64))
    }

    #[device]
    pub fn in_other_values(a: u32, b: u32, k: u32) -> u64 {
        let (first, second) = (Node { value: a, next: 1 }, Node { value: b, next: 2 });
        let pairs = [Pair::new(&first, &second), Pair::new(&second, &first)];
        let mut sum = 0;
        for pair in &pairs {
            sum = mix(sum, pair.sum() as u64);
        }
        let chosen = if k > 5 { Some(pairs[(k % 2) as usize]) } else { None };
        if let Some(pair) = chosen {
            sum = mix(sum, pair.left().value as u64);
        }
        let both = (Pair::new(&first, &first), k);
        let value = chosen.map(|pair: Pair<'_>| pair.left.value).unwrap_or(2);
        mix(sum, mix(both.0.sum() as u64 + both.1 as u64, value as u64))
    }

    #[device]
    pub fn patterns_and_updates(a: u32, b: u32) -> u64 {
        let (first, second) = (Node { value: a, next: 1 }, Node { value: b, next: 2 });
        let pair = Pair { left: &first, right: &second, tag: 2 };
        let Pair { left, tag, .. } = pair;
        let Pair { right: &Node { value, .. }, .. } = pair;
        let next = match pair {
            Pair { left: Node { next: 1, .. }, right, .. } => right.next,
            Pair { left, .. } => left.next,
        };
        let other = Pair { left: pair.right, tag: tag + 1, ..pair };
        mix(mix(left.value as u64, value as u64), mix(next as u64, other.sum() as u64 + other.tag as u64))
    }

    #[device]
    pub fn order_of_effects(a: u32, b: u32) -> u64 {
        let mut first = Node { value: a, next: 1 };
        let mut code = [a, b, 5, 6];
        let pair = Pair::new(&first, &first);
        let x = pair.sum() ^ {
            first.value = 5;
            first.value
        };
        let y = Machine::new(&code).total() ^ {
            code[0] = 4;
            code[0]
        };
        let mut machine = Machine { code: &code, at: 0, stack: [1; 8], depth: 3 };
        let z = (machine.step(), machine.pop(), machine.left().len(), machine.step());
        let w = machine.pop() ^ {
            code[1] = 9;
            code[1]
        };
        mix(mix(x as u64, y as u64), mix(z.0.unwrap_or(1) as u64 + z.1 as u64, (z.2 + z.3.unwrap_or(2) as usize) as u64 + w as u64))
    }

    #[device]
    const TABLE: [u32; 4] = [3, 1, 4, 1];

    #[device]
    fn with_constants(node: &Node) -> Pair<'_> {
        Pair { left: &Node { value: 4, next: 2 }, ..Pair::new(node, &Node { value: 9, next: 3 }) }
    }

    #[device]
    pub fn references_to_constants(a: u32, k: u32) -> u64 {
        let node = Node { value: a, next: 1 };
        let pair = with_constants(&node);
        let machine: Machine<'_> = if k > 3 { Machine::new(&TABLE) } else { Machine::new(&[7, 8]) };
        let sum: u32 = machine.code.iter().fold(k, |sum, x| sum ^ x);
        mix(mix(pair.sum() as u64, pair.swapped().sum() as u64), sum as u64 + machine.code.len() as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum Kind {
        Small,
        Large,
        Odd,
    }

    #[device]
    const NODES: [Node; 3] = [Node { value: 3, next: 1 }, Node { value: 5, next: 2 }, Node { value: 8, next: 0 }];

    #[device]
    impl Kind {
        pub fn costs(&self) -> &'static [u32; 4] {
            match self {
                Kind::Small => &TABLE,
                Kind::Large => &[5, 6, 7, 8],
                Kind::Odd => &[9, 9, 1, 2],
            }
        }

        pub fn first(&self, at: usize) -> Option<&'static u32> {
            match self {
                Kind::Small => None,
                Kind::Large => TABLE.get(at),
                Kind::Odd => Some(&77),
            }
        }

        pub fn node(&self, at: u32) -> &'static Node {
            &NODES[at as usize % 3]
        }

        pub fn slice(&self) -> &'static [u32] {
            match self {
                Kind::Small => &TABLE,
                Kind::Large => &[5, 6],
                Kind::Odd => &TABLE[1..3],
            }
        }
    }

    #[device]
    fn one_of<'a>(first: &'a [u32; 4], second: &'a [u32; 4], k: u32) -> &'a [u32; 4] {
        if k > 7 { first } else { second }
    }

    #[device]
    fn or_constant<'a>(node: &'a Node, k: u32) -> &'a Node {
        if k > 9 { node } else { &NODES[k as usize % 3] }
    }

    #[device]
    fn part_or_constant<'a>(node: &'a Node, k: u32) -> &'a u32 {
        if k > 5 { &node.value } else { &NODES[k as usize % 3].value }
    }

    #[device]
    fn overwritten(k: u32) -> u32 {
        let mut values = [k; 16];
        for i in 0..16 {
            values[i] = values[(i + 3) & 15].wrapping_mul(7) ^ i as u32;
        }
        values[5]
    }

    #[device]
    pub fn functions_that_give_constants(a: u32, b: u32, k: u32) -> u64 {
        let values = [a, b, 7, 8];
        let kind = match k % 3 {
            0 => Kind::Small,
            1 => Kind::Large,
            _ => Kind::Odd,
        };
        let kept = {
            let costs = kind.costs();
            one_of(&values, costs, k)
        };
        let chosen = one_of(kind.costs(), &values, k);
        let node = Node { value: a, next: 7 };
        let mut pair = Pair::<'_> { left: kind.node(k), right: &NODES[(k % 2) as usize], tag: 1 };
        if k > 3 {
            pair.left = kind.node(b % 5);
        }
        let (other, part) = (or_constant(&node, k), part_or_constant(&node, k));
        let last = overwritten(k);
        let first = kind.first(k as usize).copied().unwrap_or(5);
        let sum = kind.costs().iter().sum::<u32>() + kind.costs()[2];
        let sums = mix(mix(kept[0] as u64, chosen[1] as u64), mix(pair.sum() as u64, first as u64));
        mix(mix(sums, other.value as u64 + *part as u64), (last ^ sum) as u64)
    }

    #[device]
    fn chosen_table(k: u32) -> &'static [u32] {
        if k > 9 {
            return if k > 12 { &TABLE } else { &[1, 2, 3, 5, 6] };
        }
        if k % 2 == 0 { &[1, 2, 3] } else { &[4, 5] }
    }

    #[device]
    fn left_by<'a>(three: &'a [u32; 3], four: &'a [u32; 4], k: u32) -> &'a [u32] {
        let mut i = 0;
        loop {
            if i == k % 5 {
                break three;
            }
            if i == 3 {
                break four;
            }
            i += 1;
        }
    }

    #[device]
    pub fn slices_chosen_by_functions(a: u32, b: u32, k: u32) -> u64 {
        let kind = if a > b { Kind::Small } else { Kind::Large };
        let (table, slice) = (chosen_table(k), kind.slice());
        let three = [a, 2, 3];
        let left = left_by(&three, &TABLE, k);
        let mut machine = Machine::new(slice);
        let steps = run_all(&mut machine) as u64;
        let sum = mix(table.len() as u64 * 10 + table[1] as u64, left.len() as u64 * 10 + left[0] as u64);
        mix(mix(sum, slice.len() as u64), steps)
    }

    #[device]
    pub struct Cursor<'a, T> {
        items: &'a [T],
        at: usize,
    }

    #[device]
    impl<'a, T: Copy> Cursor<'a, T> {
        pub fn new(items: &'a [T]) -> Self {
            Cursor { items, at: 0 }
        }

        pub fn peek(&self) -> Option<&'a T> {
            self.items.get(self.at)
        }

        pub fn take(&mut self) -> Option<T> {
            let item = *self.items.get(self.at)?;
            self.at += 1;
            Some(item)
        }
    }

    #[device]
    fn last<T: Copy>(cursor: &mut Cursor<'_, T>, other: T) -> T {
        let mut found = other;
        while let Some(item) = cursor.take() {
            found = item;
        }
        found
    }

    #[device]
    pub fn over_types(a: u32, x: f32, k: u32) -> u64 {
        let (whole, real) = ([a, k, 5], [x, 2.5]);
        let mut numbers = Cursor::new(&whole);
        let mut floats: Cursor<'_, f32> = Cursor { items: &real, at: (k % 2) as usize };
        let first = numbers.take().unwrap_or(1);
        let next = numbers.peek().copied().unwrap_or(2);
        let found = mix(last(&mut numbers, 3) as u64, bits(last(&mut floats, 1.0)));
        mix(mix(first as u64, next as u64), mix(found, floats.items.len() as u64 + numbers.at as u64))
    }

    #[device]
    pub trait Source {
        fn give(&mut self) -> Option<u32>;

        fn sum(&mut self) -> u32 {
            let mut sum = 1_u32;
            while let Some(x) = self.give() {
                sum = sum.wrapping_mul(7) ^ x;
            }
            sum
        }
    }

    #[device]
    impl Source for Machine<'_> {
        fn give(&mut self) -> Option<u32> {
            self.step()
        }
    }

    #[device]
    fn sum_of<S: Source>(source: &mut S) -> u32 {
        let first = source.give().unwrap_or(9);
        first.wrapping_add(source.sum())
    }

    #[device]
    pub fn traits_of_them(a: u32, k: u32) -> u64 {
        let code = [a, 4, k, 8, 1];
        let (mut one, mut two) = (Machine::new(&code), Machine::new(&code[2..]));
        mix(sum_of(&mut one) as u64, two.sum() as u64)
    }

    #[device]
    pub struct Steps<'a> {
        items: &'a [u32],
        at: usize,
    }

    #[device]
    impl<'a> Iterator for Steps<'a> {
        type Item = &'a u32;

        fn next(&mut self) -> Option<&'a u32> {
            let item = self.items.get(self.at)?;
            self.at += 2;
            Some(item)
        }
    }

    #[device]
    pub struct Doubled<'a> {
        items: &'a [u32],
        at: usize,
    }

    #[device]
    impl Iterator for Doubled<'_> {
        type Item = u32;

        fn next(&mut self) -> Option<u32> {
            let item = *self.items.get(self.at)?;
            self.at += 1;
            Some(item.wrapping_mul(2))
        }
    }

    #[device]
    fn steps(items: &[u32]) -> Steps<'_> {
        Steps { items, at: 0 }
    }

    #[device]
    fn doubled(items: &[u32]) -> Doubled<'_> {
        Doubled { items, at: 0 }
    }

    #[device]
    pub fn iterators_that_borrow(a: u32, b: u32, k: u32) -> u64 {
        let items = [a, b, k, 4, 5];
        let mut sum = 0;
        for item in steps(&items) {
            sum = mix(sum, *item as u64);
        }
        for item in doubled(&items) {
            sum = mix(sum, item as u64);
        }
        let folded = doubled(&items).filter(|x| *x > 3).fold(0, |sum, x| sum ^ x);
        let least = steps(&items[1..]).copied().min().unwrap_or(2);
        let mut left = Steps { items: &items, at: 1 };
        let next = left.next().copied().unwrap_or(3);
        mix(mix(sum, folded as u64), mix(least as u64, next as u64 + left.count() as u64))
    }

    #[device]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Seen<'a> {
        node: &'a Node,
        code: &'a [u32],
        row: &'a [u32; 3],
        other: Option<&'a Node>,
    }

    #[device]
    #[derive(Clone, PartialEq, PartialOrd)]
    pub struct Key<'a> {
        first: &'a u32,
        second: u32,
    }

    #[device]
    pub fn derives(a: u32, b: u32) -> u64 {
        let (node, other) = (Node { value: a, next: 1 }, Node { value: b, next: 1 });
        let (row, code) = ([1, 2, b], [a, b]);
        let mut seen = Seen { node: &node, code: &code, row: &row, other: Some(&other) };
        let next = Seen { node: &other, other: None, ..seen };
        let same = (seen == next) as u64 * 2 + (seen.clone() == seen) as u64;
        let value = seen.other.map(|node| node.value).unwrap_or(3);
        seen.row = &[4, 5, 6];
        seen.code = seen.row;
        seen.other = Some(next.node);
        let [first, _, last] = seen.row;
        let found = match seen.other {
            Some(node) => node.next,
            None => 7,
        };
        let (x, y) = (Key { first: &a, second: 4 }, Key { first: &b, second: 2 });
        let order = (x < y) as u64 * 8 + (x <= x.clone()) as u64 * 4 + (x > y) as u64 * 2 + (x == y) as u64;
        mix(mix(same, value as u64), mix((first + last) as u64 + seen.code[1] as u64 + found as u64, order))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Inner<'a> {
        code: &'a [u32],
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Outer<'a, 'b> {
        inner: Inner<'a>,
        other: &'b Inner<'a>,
        kept: Option<Inner<'a>>,
        pair: (&'b u32, u32),
        many: [&'a u32; 2],
    }

    #[device]
    impl<'a, 'b> Outer<'a, 'b> {
        pub fn new(inner: &'b Inner<'a>, x: &'b u32, y: &'a u32) -> Self {
            Outer { inner: *inner, other: inner, kept: Some(*inner), pair: (x, 3), many: [y, &inner.code[0]] }
        }

        pub fn sum(&self) -> u32 {
            let kept = self.kept.map(|inner| inner.code[1] % 5).unwrap_or(2);
            let pair = *self.pair.0 % 3 + self.pair.1;
            self.inner.code.len() as u32 + self.other.code[0] % 7 + kept + pair + *self.many[0] % 11 + self.many[1] % 2
        }
    }

    #[device]
    pub fn borrowers_in_borrowers(a: u32, b: u32, k: u32) -> u64 {
        let code = [a, b, k, 4];
        let inner = Inner { code: &code };
        let outer = Outer::new(&inner, &a, &code[2]);
        let copy: Outer<'_, '_> = outer;
        mix(outer.sum() as u64, copy.inner.code[3] as u64 + copy.other.code.len() as u64)
    }

    #[device]
    pub fn closures_with_them(a: u32, b: u32, k: u32) -> u64 {
        let code = [a, b, k, 4, 5];
        let make = |from: usize| Machine::new(&code[from..]);
        let (mut first, mut second) = (make(1), make((k % 4) as usize));
        let pair = Inner { code: &code };
        let taken = |at: usize| pair.code[at] ^ k;
        mix(mix(run_all(&mut first) as u64, run_all(&mut second) as u64), taken(2) as u64)
    }

    #[device]
    fn largest<'a>(nodes: &'a [Node]) -> Option<Pair<'a>> {
        let mut best: Option<Pair<'a>> = None;
        for node in nodes {
            best = match best {
                None => Some(Pair { left: node, right: node, tag: 0 }),
                Some(pair) if node.value > pair.left.value => Some(Pair { left: node, right: pair.left, ..pair }),
                Some(pair) => Some(pair),
            };
        }
        best
    }

    #[device]
    fn walk(nodes: &[Node], steps: u32) -> &Node {
        let mut pair = Pair::new(&nodes[0], &nodes[0]);
        for _ in 0..steps {
            let next = &nodes[pair.left.next];
            pair.right = pair.left;
            pair.left = next;
        }
        pair.right
    }

    #[device]
    pub fn walks(a: u32, b: u32, k: u32) -> u64 {
        let nodes = [Node { value: a, next: 2 }, Node { value: b, next: 0 }, Node { value: k, next: 1 }];
        let found = largest(&nodes).map(|pair| pair.sum()).unwrap_or(1);
        mix(found as u64, walk(&nodes, k).value as u64)
    }
}
