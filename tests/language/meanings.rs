//! Calls of which the type says what they mean: `any`, `fold` and the like of iterators or of types of the user's, and `map` and `filter` of
//! options, arrays or types of the user's.

conformance! {
    program Meanings;
    cases |input, log, at| {
        own_methods(input.a, input.b, input.k, input.l),
        own_methods_that_change(input.a, input.b, input.k),
        own_methods_with_references(input.a, input.k, input.l),
        both_in_one_body(input.a, input.b, input.k, input.l),
        of_what_others_give(input.a, input.k, input.l),
        closures_in_closures(input.a, input.b, input.k, input.l),
        functions_and_variables(input.a, input.k, input.l),
        in_conditions(input.a, input.b, input.k),
        in_operands(input.a, input.k, log, at),
        in_generic_types(input.a, input.x, input.y, input.k),
        by_traits(input.k, input.l),
        mapped_fields(input.a, input.b, input.k, input.l),
        mapped_results(input.a, input.b, input.k, input.l),
        mapped_one_after_the_other(input.a, input.b, input.k),
        mapped_to_others(input.a, input.b, input.k, input.x),
        mapped_with_effects(input.a, input.b, input.k, log, at),
        mapped_where_they_stand(input.a, input.b, input.k),
        mapped_and_gone_over(input.a, input.b, input.k),
        own_maps(input.a, input.b, input.k),
        maps_beside_references(input.a, input.b, input.k),
        maps_in_generic_types(input.a, input.k, input.x, input.y),
        own_reverse(input.k, input.l),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Steps {
        at: u32,
        left: u32,
    }

    #[device]
    impl Steps {
        pub fn new(left: u32) -> Self {
            Self { at: 0, left }
        }
    }

    #[device]
    impl Iterator for Steps {
        type Item = u32;

        fn next(&mut self) -> Option<u32> {
            if self.left == 0 {
                return None;
            }
            self.left -= 1;
            let now = self.at;
            self.at = now.wrapping_mul(3).wrapping_add(1);
            Some(now)
        }
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Grid {
        of: [u32; 4],
        hits: u32,
    }

    #[device]
    impl Grid {
        pub fn new(of: [u32; 4]) -> Self {
            Self { of, hits: 0 }
        }

        pub fn any(&self, test: impl Fn(u32) -> bool) -> bool {
            test(self.of[2]) || test(self.of[0])
        }

        pub fn all(&self, test: impl Fn(u32) -> bool) -> bool {
            test(self.of[1]) && test(self.of[3])
        }

        pub fn find(&self, test: impl Fn(u32) -> bool) -> Option<u32> {
            if test(self.of[1]) { Some(self.of[1]) } else { None }
        }

        pub fn find_map(&self, function: impl Fn(u32) -> Option<u32>) -> Option<u32> {
            function(self.of[3])
        }

        pub fn position(&mut self, test: impl Fn(u32) -> bool) -> u32 {
            self.hits += 1;
            if test(self.of[3]) { 3 } else { 7 }
        }

        pub fn fold(&self, first: u64, function: impl Fn(u64, u32) -> u64) -> u64 {
            function(function(first, self.of[0]), self.of[1])
        }

        pub fn for_each(&self, mut function: impl FnMut(u32)) {
            function(self.of[0]);
            function(self.of[3]);
        }

        pub fn reduce(&self, function: impl Fn(u32, u32) -> u32) -> u32 {
            function(self.of[0], self.of[1])
        }

        pub fn min_by(&self, key: impl Fn(u32) -> u32) -> u32 {
            key(self.of[0]).min(key(self.of[1]))
        }

        pub fn max_by(&self, compare: impl Fn(&u32, &u32) -> std::cmp::Ordering) -> u32 {
            if compare(&self.of[0], &self.of[1]).is_lt() { 1 } else { 2 }
        }
    }

    #[device]
    fn own_methods(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let grid = Grid::new([a, b, k, l]);
        let tests = u64::from(grid.any(|x| x > 3)) + 2 * u64::from(grid.all(|x| x > 3));
        let found = grid.find(|x| x > 3).unwrap_or(2);
        let made = grid.find_map(|x| if x > 3 { Some(x / 2) } else { None });
        let folded = grid.fold(0, |sum, x| mix(sum, x.into()));
        let (reduced, least) = (grid.reduce(|x, y| x ^ y), grid.min_by(|x| x % 7));
        let most = grid.max_by(|x, y| x.cmp(y));
        let sum = mix(mix(tests, found.into()), mix(made.unwrap_or(1).into(), folded));
        mix(sum, mix(reduced.into(), mix(least.into(), most.into())))
    }

    #[device]
    fn own_methods_that_change(a: u32, b: u32, k: u32) -> u64 {
        let mut grid = Grid::new([a, b, 1, k]);
        let (mut sum, mut count) = (0, 0);
        grid.for_each(|x| {
            sum = mix(sum, x.into());
            count += 1;
        });
        let place = grid.position(|x| x > 3);
        mix(mix(sum, count), mix(place.into(), grid.hits.into()))
    }

    #[device]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Point {
        x: u32,
        y: u32,
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Points {
        of: [Point; 3],
        changes: u32,
    }

    #[device]
    impl Points {
        pub fn find(&self, test: impl Fn(&Point) -> bool) -> Option<&Point> {
            if test(&self.of[0]) { Some(&self.of[0]) } else { None }
        }

        pub fn min_by(&self, is_less: impl Fn(&Point, &Point) -> bool) -> &Point {
            if is_less(&self.of[0], &self.of[1]) { &self.of[0] } else { &self.of[1] }
        }

        pub fn fold<A: Default>(&self, function: impl Fn(A, Point) -> A) -> A {
            function(function(A::default(), self.of[0]), self.of[1])
        }

        pub fn for_each(&mut self, function: impl Fn(&mut Point)) {
            function(&mut self.of[0]);
            function(&mut self.of[1]);
            self.changes += 1;
        }
    }

    #[device]
    fn own_methods_with_references(a: u32, k: u32, l: u32) -> u64 {
        let mut points = Points { of: [Point { x: a, y: k }, Point { x: k, y: l }, Point { x: 1, y: 2 }], changes: 0 };
        let found = points.find(|point| point.x > 3).map_or(7, |point| point.y);
        let other = match points.find(|point| point.y > 3) {
            Some(point) => point.x,
            None => 3,
        };
        let least = points.min_by(|p, q| p.x < q.x).y ^ points.min_by(|p, q| p.x < q.y).x;
        let folded: u64 = points.fold(|sum: u64, point| mix(sum, point.x.into()));
        points.for_each(|point: &mut Point| point.x ^= 5);
        let changed = mix(points.of[1].x.into(), points.changes.into());
        mix(mix(found.into(), other.into()), mix(least.into(), mix(folded, changed)))
    }

    #[device]
    fn both_in_one_body(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let (grid, mut steps) = (Grid::new([a, b, k, l]), Steps::new(k));
        let tests = u64::from(grid.any(|x| x == 4)) + 2 * u64::from(steps.any(|x| x == 4));
        let (reference, lent) = (&grid, &mut steps);
        let more = u64::from(reference.all(|x| x > 3)) + 2 * u64::from(lent.all(|x| x < 40));
        let values = [1_u32, 3, 9, 27];
        let of_values = steps.find_map(|x| values.get(x as usize & 7));
        let sum = mix(mix(tests, more), mix(of_values.map_or(5, |x| u64::from(*x)), steps.left.into()));
        let several = [grid, Grid::new([l, k, b, a])];
        let mut count = 0;
        for grid in several {
            count += u64::from(grid.any(|x| x % 2 == 1));
        }
        let pair = (grid, Steps::new(l));
        let (first, second) = pair;
        let folded = first.fold(1, |sum, x| mix(sum, x.into()));
        mix(mix(sum, count), mix(folded, second.fold(1, |sum, x| mix(sum, x.into()))))
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct World {
        grid: Grid,
        steps: Steps,
    }

    #[device]
    impl World {
        fn grid(&self) -> Grid {
            self.grid
        }

        fn steps(&self) -> Steps {
            self.steps
        }

        fn both(&self, k: u32) -> u32 {
            let steps = self.steps;
            u32::from(self.grid.any(|x| x > k)) + 2 * steps.fold(0, |sum, x| sum ^ x)
        }

        fn places(&mut self) -> u32 {
            self.grid.position(|x| x < 3) + self.steps.find(|x| *x > 3).unwrap_or(2)
        }
    }

    #[device]
    fn of_what_others_give(a: u32, k: u32, l: u32) -> u64 {
        let mut world = World { grid: Grid::new([a, l, k, 3]), steps: Steps::new(k) };
        let (both, places) = (world.both(l), world.places());
        let tests = world.grid().any(|x| x == 3) && world.steps().any(|x| x == 4);
        let folded = world.grid().fold(l.into(), |sum, x| mix(sum, x.into()));
        let made = Grid::new([k, 2, l, 5]).reduce(|x, y| x * 2 + y);
        let left = mix(world.steps.left.into(), world.grid.hits.into());
        mix(mix(mix(both.into(), places.into()), mix(tests.into(), folded)), mix(made.into(), left))
    }

    #[device]
    fn closures_in_closures(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let grid = Grid::new([a, b, k, l]);
        let nested = grid.any(|x| grid.all(|y| grid.any(|z| y >= x && z != y)));
        let mut count = 0;
        Steps::new(k).for_each(|x| {
            if grid.any(|y| y == x) {
                count += 1;
            }
        });
        let folded = grid.fold(0, |sum, x| sum + u64::from(Steps::new(x & 7).fold(0, |sum, y| sum ^ y)));
        let kept: u32 = (0..k).filter(|i| grid.any(|x| x == *i)).map(|i| Steps::new(i).fold(0, |sum, x| sum ^ x)).sum();
        let option = Some(k).filter(|k| grid.any(|x| x == *k)).map(|k| grid.fold(0, |sum, x| sum + u64::from(x ^ k)));
        mix(mix(u64::from(nested) + 2 * count, folded), mix(kept.into(), option.unwrap_or(9)))
    }

    #[device]
    fn is_odd(x: u32) -> bool {
        x % 2 == 1
    }

    #[device]
    fn functions_and_variables(a: u32, k: u32, l: u32) -> u64 {
        let (grid, mut steps, mut calls) = (Grid::new([a, l, k, 7]), Steps::new(k), 3);
        let test = |x: u32| x > l;
        let of_grid = grid.any(test) ^ grid.any(&test) ^ grid.any(is_odd) ^ grid.any(move |x| x > l + 1);
        let of_steps = steps.any(is_odd) ^ steps.any(test) ^ steps.all(move |x| x > l + 1);
        let mut counts = move |x: u32| {
            calls += 1;
            x > calls
        };
        let counted = Steps::new(l).any(&mut counts);
        u64::from(of_grid) + 2 * u64::from(of_steps) + 4 * u64::from(counted) + 8 * u64::from(calls)
    }

    #[device]
    fn in_conditions(a: u32, b: u32, k: u32) -> u64 {
        let mut grid = Grid::new([a, b, 0, k]);
        if let Some(x) = grid.find(|x| x > 90) {
            return x.into();
        }
        let mut rounds = 0;
        while !grid.any(|x| x > 4) && rounds < 9 {
            grid.of[2] += 1;
            rounds += 1;
        }
        let Some(y) = Steps::new(k).find(|y| *y > 3) else { return rounds };
        let reduced: Option<u32> = Steps::new(k & 3).reduce(|x, y| x ^ y);
        let chosen = match k {
            k if grid.all(|x| x > k) => 3,
            _ if grid.any(|x| x > 100) => 4,
            _ => 5,
        };
        mix(mix(y.into(), rounds), mix(chosen, reduced.unwrap_or(4).into()))
    }

    #[device]
    fn in_operands(a: u32, k: u32, log: &Buffer<u32>, at: u32) -> u64 {
        let (mut grid, mut steps, mut count) = (Grid::new([a & 7, k, 3, 9]), Steps::new(k & 7), 0);
        let sum = { count += 1; count } + grid.position(|x| x > 3) * 2 + { count += grid.hits; count }
            + steps.find(|x| x % 2 == 0).unwrap_or(5) + steps.left;
        log.set(at, 3);
        let first = u64::from(log.get(at)) + grid.fold(0, |sum, x| { log.set(at, x); sum + u64::from(x) });
        let second = steps.fold(log.get(at), |sum, x| { log.set(at, x % 9); sum ^ log.get(at) }) + log.get(at);
        mix(mix(sum.into(), count.into()), mix(first, second.into()))
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Bag<T, const N: usize> {
        of: [T; N],
        one: Option<T>,
    }

    #[device]
    impl<T: Copy, const N: usize> Bag<T, N> {
        pub fn any(&self, test: impl Fn(T) -> bool) -> bool {
            for x in self.of {
                if test(x) {
                    return true;
                }
            }
            false
        }

        pub fn fold<A>(&self, first: A, function: impl Fn(A, T) -> A) -> A {
            let mut state = first;
            for x in self.of {
                state = function(state, x);
            }
            state
        }

    pub fn first(&self) -> [T; N] {
            self.of
        }
    }

    #[device]
    fn of_any_size<const N: usize>(bag: &Bag<u32, N>, k: u32) -> u64 {
        bag.fold(0_u64, |sum, x| mix(sum, x.into())) + u64::from(bag.any(|x| x == k))
    }

    #[device]
    fn in_generic_types(a: u32, x: f32, y: f32, k: u32) -> u64 {
        let (bag, floats) = (Bag { of: [a, k, 3], one: None }, Bag { of: [x, y], one: Some(x) });
        let tests = u64::from(bag.any(|x| x > 3)) + 2 * u64::from(floats.any(|x| x > 0.5));
        let pair = bag.fold((0, 1.5), |pair, _| (pair.0 + 1, pair.1 * 0.5));
        let largest = floats.fold(0.0, |sum: f32, x| if x.is_nan() { sum } else { sum.max(x) });
        let sum = mix(bag.fold(0, |sum, x| sum ^ x).into(), mix(pair.0, bits(pair.1)));
        mix(mix(tests, sum), mix(bits(largest), of_any_size(&bag, k)))
    }

    #[device]
    pub trait Cells {
        fn at(&self, index: u32) -> u32;

        fn any(&self, test: impl Fn(u32) -> bool) -> bool {
            test(self.at(0)) || test(self.at(1))
        }
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Pair {
        x: u32,
        y: u32,
    }

    #[device]
    impl Cells for Pair {
        fn at(&self, index: u32) -> u32 {
            if index == 0 { self.x } else { self.y }
        }
    }

    #[device]
    fn by_traits(k: u32, l: u32) -> u64 {
        let pair = Pair { x: k, y: l };
        u64::from(pair.any(|x| x == 3)) + 2 * u64::from(pair.any(|x| x > 9))
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Net {
        weights: [u32; 3],
        points: [Point; 2],
        rows: [[u32; 3]; 2],
        best: Option<u32>,
        tried: Result<u32, u8>,
    }

    #[device]
    impl Net {
        fn new(a: u32, b: u32, k: u32) -> Self {
            let points = [Point { x: a, y: k }, Point { x: b, y: 3 }];
            let best = if k > 3 { Some(a) } else { None };
            let tried = if k > 4 { Ok(b) } else { Err(k as u8) };
            Self { weights: [a, b, k], points, rows: [[a, 1, k], [b, k, 3]], best, tried }
        }

        fn row(&self, y: u32) -> [u32; 3] {
            self.rows[y as usize & 1]
        }

        fn row_of(&self, y: u32) -> &[u32; 3] {
            &self.rows[y as usize & 1]
        }

        fn best(&self, least: u32) -> Option<u32> {
            if least > 3 { self.best } else { None }
        }

        fn tried(&self, least: u32) -> Result<u32, u8> {
            if least > 3 { self.tried } else { Err(9) }
        }

        fn doubled(&self) -> [u32; 3] {
            self.weights.map(|w| w.wrapping_mul(2))
        }

        fn halved(&self) -> Option<u32> {
            self.best.map(|w| w / 2)
        }

        fn moved(mut self, by: u32) -> Self {
            self.weights = self.weights.map(|w| w ^ by);
            self.points = self.points.map(|point| Point { x: point.x ^ by, ..point });
            self
        }
    }

    #[device]
    fn all_of(values: [u32; 3]) -> u64 {
        mix(mix(values[0].into(), values[1].into()), values[2].into())
    }

    #[device]
    fn twice(x: u32) -> u32 {
        x.wrapping_mul(2)
    }

    #[device]
    fn mapped_fields(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let net = Net::new(a, b, k);
        let moved = net.moved(l);
        let triple = |w: u32| w.wrapping_mul(3);
        let arrays = mix(all_of(net.weights.map(triple)), all_of(net.weights.map(twice)));
        let options = mix(net.best.map(triple).unwrap_or(3).into(), net.best.map(twice).unwrap_or(5).into());
        let own = mix(all_of(net.doubled()), net.halved().unwrap_or(3).into());
        mix(mix(arrays, options), mix(own, mix(all_of(moved.weights), moved.points[1].x.into())))
    }

    #[device]
    fn mapped_results(a: u32, b: u32, k: u32, l: u32) -> u64 {
        let net = Net::new(a, b, k);
        let rows = mix(all_of(net.row(k).map(|v| v ^ 1)), all_of(net.row_of(l).map(|v| v ^ 2)));
        let best = net.best(l).map(|v| v ^ 1).unwrap_or(4);
        let tried = match net.tried(l).map(|v| v ^ 1) {
            Ok(value) => value,
            Err(error) => error.into(),
        };
        let bag = Bag { of: [a, b, k], one: Some(k) };
        let pair = (net.weights, net.best);
        let parts = mix(all_of(pair.0.map(|w| w ^ 7)), pair.1.map(|w| w ^ 7).unwrap_or(1).into());
        mix(mix(rows, best.into()), mix(mix(tried.into(), parts), all_of(bag.first().map(|x| x & 3))))
    }

    #[device]
    fn mapped_one_after_the_other(a: u32, b: u32, k: u32) -> u64 {
        let net = Net::new(a, b, k);
        let arrays = net.weights.map(|w| w / 3).map(|w| w + 1).map(twice);
        let options = net.best.map(|w| w / 3).map(|w| w + 1).map(twice);
        let rows = net.rows.map(|row| row.map(|v| v ^ 3));
        let sum: u32 = net.row(0).map(|x| x & 7).iter().sum();
        let mut mixed = 0;
        for x in net.weights.map(|w| w / 2).iter() {
            mixed = mix(mixed, (*x).into());
        }
        let sums = mix(sum.into(), mixed);
        mix(mix(all_of(arrays), options.unwrap_or(2).into()), mix(mix(all_of(rows[0]), all_of(rows[1])), sums))
    }

    #[device]
    fn mapped_to_others(a: u32, b: u32, k: u32, x: f32) -> u64 {
        let net = Net::new(a, b, k);
        let floats = net.weights.map(|w| if x.is_nan() { 0.5 } else { w as f32 * 0.5 });
        let pairs = net.weights.map(|w| (w & 7, w > 3));
        let some = net.weights.map(|w| if w > 3 { Some(w) } else { None });
        let typed: [u64; 3] = net.weights.map(|w| w.into());
        let option: Option<u64> = net.best.map(|w| w.into());
        let firsts = net.rows.map(|row| row[0] ^ row[2]);
        let first = mix(bits(floats[1]), mix(pairs[0].0.into(), pairs[2].1.into()));
        let second = mix(some[2].unwrap_or(1).into(), mix(typed[1], option.unwrap_or(2)));
        mix(mix(first, second), mix(firsts[1].into(), net.points.map(|point| point.y)[0].into()))
    }

    #[device]
    fn mapped_with_effects(a: u32, b: u32, k: u32, log: &Buffer<u32>, at: u32) -> u64 {
        let net = Net::new(a, b, k);
        let (mut count, mut other) = (0, 1);
        let counted = net.weights.map(|w| {
            count += 1;
            w ^ count
        });
        let moved = net.best.map(move |w| {
            other += 2;
            w ^ other
        });
        log.set(at, 0);
        net.weights.map(|w| log.set(at, log.get(at) ^ w));
        net.best.map(|w| log.set(at, log.get(at) ^ w / 2));
        mix(mix(all_of(counted), count.into()), mix(mix(moved.unwrap_or(2).into(), other.into()), log.get(at).into()))
    }

    #[device]
    fn mapped_where_they_stand(a: u32, b: u32, k: u32) -> u64 {
        let nets = [Net::new(a, b, k), Net::new(k, a, b)];
        let one = if nets[0].best.map(|w| w > 3).unwrap_or(false) { 1 } else { 2 };
        let two = match nets[1].best.map(|w| w / 2) {
            Some(3) => 4,
            Some(w) if w > 9 => w,
            _ => 8,
        };
        let [first, _, third] = nets[k as usize & 1].weights.map(|w| w / 2);
        let at = nets[0].weights.map(|w| w ^ 5)[1];
        let mut sum = mix(mix(one, two.into()), mix(mix(first.into(), third.into()), at.into()));
        for net in nets {
            sum = mix(sum, all_of(net.weights.map(|w| w ^ 7)));
            if let Some(w) = net.best.map(|w| w ^ 1) {
                sum = mix(sum, w.into());
            }
        }
        let of = |net: Net| net.weights.map(|w| w ^ 4);
        mix(sum, all_of(of(nets[1])))
    }

    #[device]
    fn mapped_and_gone_over(a: u32, b: u32, k: u32) -> u64 {
        let (net, steps) = (Net::new(a, b, k), Steps::new(k));
        let (mut sum, mut count) = (0, 0);
        for x in net.weights.map(|w| w / 2) {
            sum = mix(sum, x.into());
        }
        for x in net.rows[1].map(|x| { count += 1; x ^ count }) {
            sum = mix(sum, u64::from(x ^ count));
        }
        if let Some(x) = net.best.map(|x| x / 2) {
            sum = mix(sum, x.into());
        }
        let thirds = net.weights.map(|w| w / 3);
        for x in thirds {
            sum = mix(sum, x.into());
        }
        for (i, x) in thirds.iter().enumerate() {
            sum = mix(sum, u64::from(*x) + i as u64);
        }
        for x in steps.map(|x| x ^ 3) {
            sum = mix(sum, x.into());
        }
        mix(sum, thirds[1].into())
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Field {
        values: [u32; 2],
        calls: u32,
    }

    #[device]
    impl Field {
        pub fn map(&self, function: impl Fn(u32) -> u32) -> Field {
            Field { values: [function(self.values[0]), function(self.values[1])], calls: self.calls + 1 }
        }

        pub fn filter(&mut self, test: impl Fn(u32) -> bool) -> u32 {
            self.calls += 3;
            if test(self.values[0]) { 1 } else { 2 }
        }
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Fields {
        field: Field,
    }

    #[device]
    impl Fields {
        fn field(&self) -> Field {
            self.field
        }

        fn mapped(&self) -> Field {
            self.field.map(|x| x ^ 9)
        }

        fn filtered(&mut self) -> u32 {
            self.field.filter(|x| x > 3)
        }
    }

    #[device]
    fn own_maps(a: u32, b: u32, k: u32) -> u64 {
        let net = Net::new(a, b, k);
        let mut fields = Fields { field: Field { values: [a, k], calls: 0 } };
        let mut field = fields.field;
        let halves = field.map(|x| x / 2);
        let filtered = field.filter(|x| x > 3) + field.calls;
        let twice = fields.field().map(|x| x ^ 1).map(|x| x ^ 2);
        let given = fields.field().filter(|x| x > 9);
        let (mapped, inside) = (fields.mapped(), fields.filtered() + fields.field.calls);
        let option = net.best.filter(|x| *x > 3).map(|x| x / 2);
        let nested = field.map(|x| net.weights.map(|w| w ^ x)[0]);
        let first = mix(mix(halves.values[0].into(), filtered.into()), mix(twice.values[1].into(), given.into()));
        let second = mix(mapped.values[0].into(), mix(inside.into(), twice.calls.into()));
        mix(mix(first, second), mix(option.unwrap_or(3).into(), nested.values[1].into()))
    }

    #[device]
    fn maps_beside_references(a: u32, b: u32, k: u32) -> u64 {
        let mut net = Net::new(a, b, k);
        let values = [a, b, k, 3];
        let index = net.best.map(|x| x as usize & 3);
        let lent = index.map(|i| &values[i]).map_or(3, |x| *x);
        let inner = net.best.map(|x| values.get(x as usize & 7)).unwrap_or(None);
        let behind = net.best.as_ref().map(|x| *x).unwrap_or(1);
        if let Some(x) = net.best.as_mut().map(|x| { *x ^= 1; x }) {
            *x ^= 6;
        }
        let of_reference = Some(&net).map(|net| net.weights.map(|w| w ^ 1)[0]).unwrap_or(2);
        let first = mix(lent.into(), inner.map_or(9, |x| u64::from(*x)));
        mix(first, mix(mix(behind.into(), net.best.unwrap_or(3).into()), of_reference.into()))
    }

    #[device]
    fn one_of_any_size<const N: usize>(bag: &Bag<u32, N>) -> u64 {
        bag.one.map(|x| x ^ 3).unwrap_or(4).into()
    }

    #[device]
    fn maps_in_generic_types(a: u32, k: u32, x: f32, y: f32) -> u64 {
        let (bag, floats) = (Bag { of: [a, k, 3], one: Some(k) }, Bag { of: [x, y], one: None });
        let arrays = all_of(bag.of.map(|x| x ^ 1));
        let halves = floats.of.map(|x| if x.is_nan() { 0.0 } else { x * 0.5 });
        let options = mix(bag.one.map(|x| x ^ 1).unwrap_or(2).into(), bits(floats.one.map(|x| x * 2.0).unwrap_or(0.5)));
        mix(mix(arrays, bits(halves[1])), mix(options, one_of_any_size(&bag)))
    }

    /// Another one than that of std.
    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    pub struct Reverse(u32);

    #[device]
    impl Reverse {
        fn get(&self) -> u32 {
            self.0 + 1
        }
    }

    #[device]
    fn own_reverse(k: u32, l: u32) -> u64 {
        let (own, Reverse(other)) = (Reverse(k), Reverse(l));
        let made = [k, l].map(Reverse);
        mix(mix(own.get().into(), other.into()), u64::from(own < Reverse(l)) + u64::from(made[1].0))
    }
}
