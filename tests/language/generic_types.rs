//! Structs and enums with types and constants as parameters.

conformance! {
    program GenericTypes;
    cases |input| {
        stacks(input.a, input.b, input.k),
        heaps_of_tuples(input.a, input.k),
        pairs_of_any_types(input.a, input.x, input.k),
        matrices(input.x, input.y),
        grids_and_functions(input.a, input.b),
        variants_of_any_types(input.a, input.x, input.k),
        variants_without_their_arguments(input.a, input.b, input.k),
        variants_in_patterns(input.a, input.b, input.k),
        tuple_structs(input.a, input.x),
        order_of_fields(input.a, input.b),
        types_in_types(input.a, input.x),
        operators_and_defaults(input.x, input.a),
        traits_of_generic_types(input.x, input.y),
        methods_that_change(input.u, input.k),
        parameters_by_other_names(input.a, input.k),
        aliases_and_defaults(input.a, input.x),
        constants_of_all_kinds(input.i),
        references_in_them(input.a, input.k),
        values_in_iterators(input.a, input.b, input.x),
        constants_of_modules(input.k),
        functions_of_options(input.a, input.k),
        polynomials(input.x, input.y),
        clones_by_fields(input.a, input.b),
        in_messages(input.a, input.k),
        constants_of_generic_types(input.p, input.k, input.l),
        constants_of_parameters(input.i, input.k),
        constants_that_call(input.a, input.b, input.k),
    }

    use crate::input::{bits, mix};
    use std::ops::{Add, AddAssign, Mul, Neg, Sub};

    #[device]
    #[derive(Clone, Copy)]
    pub struct Stack<T, const N: usize> {
        items: [T; N],
        count: usize,
    }

    #[device]
    impl<T: Copy, const N: usize> Stack<T, N> {
        pub fn new(zero: T) -> Self {
            Self { items: [zero; N], count: 0 }
        }

        pub fn push(&mut self, value: T) -> bool {
            if self.count == N {
                return false;
            }
            self.items[self.count] = value;
            self.count += 1;
            true
        }

        pub fn pop(&mut self) -> Option<T> {
            if self.count == 0 {
                return None;
            }
            self.count -= 1;
            Some(self.items[self.count])
        }

        pub fn capacity(&self) -> usize {
            N
        }
    }

    #[device]
    pub fn stacks(a: u32, b: u32, k: u32) -> u64 {
        let mut numbers: Stack<u32, 16> = Stack::new(0);
        let mut wide = Stack::<u64, 4>::new(7);
        let mut nested = Stack::new(Stack::<u8, 2>::new(1));
        for i in 0..k % 20 {
            numbers.push(a.wrapping_mul(i));
        }
        let mut sum = wide.push(b as u64) as u64;
        sum += wide.push(a as u64) as u64;
        while let Some(x) = numbers.pop() {
            sum = mix(sum, x as u64);
        }
        while let Some(x) = wide.pop() {
            sum = mix(sum, x);
        }
        let mut inner = Stack::new(0_u8);
        inner.push(a as u8);
        nested = if nested.capacity() < 3 { Stack::<Stack<u8, 2>, 3>::new(inner) } else { nested };
        nested.push(inner);
        let last = nested.pop().and_then(|mut stack| stack.pop());
        mix(sum, last.map_or(300, |x| x as u64) + numbers.capacity() as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Heap<T, const N: usize> {
        items: [T; N],
        count: usize,
    }

    #[device]
    impl<T: Copy + PartialOrd + Default, const N: usize> Heap<T, N> {
        pub fn new() -> Self {
            Heap { items: [T::default(); N], count: 0 }
        }

        pub fn push(&mut self, value: T) -> bool {
            if self.count == N {
                return false;
            }
            let mut i = self.count;
            self.items[i] = value;
            self.count += 1;
            while i > 0 {
                let parent = (i - 1) / 2;
                if !(self.items[i] < self.items[parent]) {
                    break;
                }
                self.items.swap(i, parent);
                i = parent;
            }
            true
        }

        pub fn pop(&mut self) -> Option<T> {
            if self.count == 0 {
                return None;
            }
            let top = self.items[0];
            self.count -= 1;
            self.items[0] = self.items[self.count];
            let mut i = 0;
            loop {
                let (left, right) = (2 * i + 1, 2 * i + 2);
                let mut least = i;
                if left < self.count && self.items[left] < self.items[least] {
                    least = left;
                }
                if right < self.count && self.items[right] < self.items[least] {
                    least = right;
                }
                if least == i {
                    break;
                }
                self.items.swap(i, least);
                i = least;
            }
            Some(top)
        }
    }

    #[device]
    pub fn heaps_of_tuples(a: u32, k: u32) -> u64 {
        let mut heap = Heap::<(u32, u32), 8>::new();
        let mut seed = a;
        for i in 0..k % 10 {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            heap.push((seed >> 24, i));
        }
        let mut floats: Heap<f32, 3> = Heap::new();
        let mut out = (floats.push(2.5) && floats.push(-1.0)) as u64;
        while let Some((key, value)) = heap.pop() {
            out = mix(out, key as u64 * 8 + value as u64);
        }
        mix(out, floats.pop().map_or(0, bits))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Pair<A, B> {
        a: A,
        b: B,
    }

    #[device]
    impl<X: Copy, Y: Copy> Pair<X, Y> {
        pub fn of(a: X, b: Y) -> Self {
            Pair { a, b }
        }

        pub fn swapped(self) -> Pair<Y, X> {
            Pair::<Y, X> { a: self.b, b: self.a }
        }

        pub fn with_a(self, a: X) -> Self {
            Self { a, b: self.b }
        }

        pub fn first(&self) -> X {
            self.a
        }
    }

    #[device]
    pub fn pairs_of_any_types(a: u32, x: f32, k: u32) -> u64 {
        let p = Pair { a, b: x };
        let q = p.swapped();
        let s = q.with_a(1.5);
        let same = q == Pair { a: 1.5, b: a };
        let odd = if k % 2 == 0 { Pair::of([k; 2], true) } else { Pair { a: [1, 2], b: false } };
        let nested = (Some(Pair::of(k as u8, (k, x))), Pair::first(&p));
        let seen = nested.0.map_or(0, |pair| pair.b.0 as u64 + pair.a as u64);
        let one = mix(bits(q.a), q.b as u64 + s.a as u64 + same as u64);
        mix(one, mix(odd.a[1] as u64 + odd.b as u64, seen + nested.1 as u64))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Matrix<const R: usize, const C: usize> {
        m: [[f32; C]; R],
    }

    #[device]
    impl<const R: usize, const C: usize> Matrix<R, C> {
        pub fn zero() -> Self {
            Self { m: [[0.0; C]; R] }
        }

        pub fn times<const K: usize>(&self, other: &Matrix<C, K>) -> Matrix<R, K> {
            let mut out = Matrix::<R, K>::zero();
            for i in 0..R {
                for j in 0..K {
                    for k in 0..C {
                        out.m[i][j] = self.m[i][k].mul_add(other.m[k][j], out.m[i][j]);
                    }
                }
            }
            out
        }
    }

    #[device]
    impl<const R: usize, const C: usize> Add for Matrix<R, C> {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            let mut out = self;
            for i in 0..R {
                for j in 0..C {
                    out.m[i][j] += other.m[i][j];
                }
            }
            out
        }
    }

    #[device]
    pub fn matrices(x: f32, y: f32) -> u64 {
        let mut a = Matrix::<2, 3>::zero();
        let mut b: Matrix<3, 2> = Matrix::zero();
        for i in 0..2 {
            for j in 0..3 {
                a.m[i][j] = x + (i * 3 + j) as f32;
                b.m[j][i] = y - (i + j) as f32;
            }
        }
        let c = a.times(&b);
        let d = c + c;
        mix(mix(bits(d.m[0][0]), bits(d.m[1][1])), bits(d.m[0][1]))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Grid<T, const W: usize, const H: usize> {
        cells: [[T; W]; H],
    }

    #[device]
    impl<T: Copy, const W: usize, const H: usize> Grid<T, W, H> {
        pub fn filled(x: T) -> Self {
            Grid { cells: [[x; W]; H] }
        }

        pub fn at(&self, x: usize, y: usize) -> T {
            self.cells[y][x]
        }

        pub fn write(&mut self, x: usize, y: usize, value: T) {
            self.cells[y][x] = value;
        }

        pub fn transposed(&self) -> Grid<T, H, W> {
            let mut out = Grid::<T, H, W>::filled(self.cells[0][0]);
            for y in 0..H {
                for x in 0..W {
                    out.write(y, x, self.at(x, y));
                }
            }
            out
        }
    }

    #[device]
    fn folded<const W: usize, const H: usize>(grid: &Grid<u32, W, H>) -> u64 {
        let mut sum = 0;
        for row in grid.cells.iter() {
            for cell in row {
                sum = mix(sum, *cell as u64);
            }
        }
        sum
    }

    #[device]
    fn mapped<T: Copy + Mul<Output = T>, const W: usize, const H: usize>(grid: &Grid<T, W, H>, by: T) -> Grid<T, W, H> {
        let mut out = *grid;
        for y in 0..H {
            for x in 0..W {
                out.write(x, y, grid.at(x, y) * by);
            }
        }
        out
    }

    #[device]
    pub fn grids_and_functions(a: u32, b: u32) -> u64 {
        let mut grid: Grid<u32, 3, 2> = Grid::filled(1);
        for y in 0..2 {
            for x in 0..3 {
                grid.write(x, y, (a % 1000).wrapping_add((y * 3 + x) as u32));
            }
        }
        mix(folded(&grid), mix(folded(&grid.transposed()), folded(&mapped(&grid, b % 1000))))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
    pub enum Either<L, R> {
        Neither,
        Left(L),
        Right(R),
        Both { l: L, r: R },
    }

    #[device]
    impl<L: Copy, R: Copy> Either<L, R> {
        pub fn left(self) -> Option<L> {
            match self {
                Either::Left(l) => Some(l),
                Self::Both { l, .. } => Some(l),
                _ => None,
            }
        }

        pub fn flipped(self) -> Either<R, L> {
            match self {
                Self::Neither => Either::<R, L>::Neither,
                Self::Left(l) => Either::<R, L>::Right(l),
                Self::Right(r) => Either::<R, L>::Left(r),
                Self::Both { l, r } => Either::<R, L>::Both { l: r, r: l },
            }
        }

        pub fn is_left(&self) -> bool {
            matches!(self, Self::Left(..))
        }
    }

    #[device]
    fn made(n: u32, x: f32) -> Either<u32, f32> {
        match n % 4 {
            0 => Either::Neither,
            1 => Either::Left(n),
            2 => Either::Right(x),
            _ => Either::Both { l: n, r: x },
        }
    }

    #[device]
    fn number(either: &Either<f32, u32>) -> u64 {
        match either {
            Either::Left(x) => bits(*x),
            Either::Right(x) => 10 + *x as u64,
            Either::Neither => 1,
            Either::Both { l, r } => mix(bits(*l), *r as u64),
        }
    }

    #[device]
    pub fn variants_of_any_types(a: u32, x: f32, k: u32) -> u64 {
        let either = made(k, x);
        let flipped = either.flipped();
        let is_one = either == Either::Left(1);
        let is_none = flipped == Either::Neither;
        let left = either.left().map_or(7, |l| l as u64);
        mix(number(&flipped), left + is_one as u64 * 100 + is_none as u64 * 200 + a as u64)
    }

    #[device]
    pub fn variants_without_their_arguments(a: u32, b: u32, k: u32) -> u64 {
        let mut either: Either<u32, u64> = Either::Neither;
        let mut sum = 0;
        for i in 0..k % 8 {
            either = match either {
                Either::Neither => Either::Left(a.wrapping_add(i)),
                Either::Left(x) => Either::Right(x as u64 + 1),
                Either::Right(y) if y % 3 == 0 => Either::Neither,
                Either::Right(y) => Either::Both { l: i, r: y },
                Either::Both { l, r } => Either::Left(l ^ r as u32),
            };
            if let Either::Left(ref mut x) = either {
                *x = x.wrapping_add(1);
            }
            sum = mix(sum, either.is_left() as u64);
        }
        let (x, y) = if a > b { (Either::Left(1_u8), Either::Neither) } else { (Either::Right(2_i8), Either::Left(3)) };
        let last = loop {
            if k % 2 == 0 {
                break Either::Left(k);
            }
            break Either::Right(false);
        };
        mix(sum, (x == y) as u64 + (x < y) as u64 * 2 + last.is_left() as u64 * 4 + either.left().unwrap_or(5) as u64 * 8)
    }

    #[device]
    pub enum Node<V, const K: usize> {
        Leaf { value: V },
        Inner { kids: [u32; K], turned: bool },
        Gone,
    }

    #[device]
    pub fn variants_in_patterns(a: u32, b: u32, k: u32) -> u64 {
        let arena = [
            Node::Inner { kids: [1, 2], turned: k % 2 == 0 },
            Node::Leaf { value: a },
            Node::Inner { kids: [1, 3], turned: true },
            Node::Leaf { value: b },
            Node::Gone,
        ];
        let (mut stack, mut count, mut sum) = ([0_u32; 8], 1, 0);
        while count > 0 {
            count -= 1;
            match arena[stack[count] as usize] {
                Node::Leaf { value } => sum = mix(sum, value as u64),
                Node::Inner { kids: [left, right], turned: false } => {
                    stack[count] = left;
                    stack[count + 1] = right;
                    count += 2;
                }
                Node::Inner { kids, .. } => {
                    stack[count] = kids[1];
                    count += 1;
                }
                Node::Gone => {}
            }
        }
        let Node::Leaf { value } = arena[1] else { return 0 };
        mix(sum, value as u64 + matches!(arena[4], Node::Gone) as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
    pub struct Wrapper<T>(T);

    #[device]
    impl<T: Copy> Wrapper<T> {
        pub fn of(x: T) -> Self {
            Self(x)
        }

        pub fn get(&self) -> T {
            self.0
        }

        pub fn maybe(x: T, yes: bool) -> Option<Self> {
            if yes { Some(Wrapper(x)) } else { None }
        }
    }

    #[device]
    fn largest<T: Copy + PartialOrd>(a: Wrapper<T>, b: Wrapper<T>) -> Wrapper<T> {
        if a < b { b } else { a }
    }

    #[device]
    pub fn tuple_structs(a: u32, x: f32) -> u64 {
        let one = Wrapper(a);
        let two: Wrapper<u32> = Wrapper::of(900);
        let three = Wrapper::maybe(a as u16, a % 2 == 0);
        let four = Wrapper(Pair::of(a, [x; 2]));
        let Wrapper(Pair { a: five, b: [six, _] }) = four;
        let seven = match four {
            Wrapper(Pair { a: 0..=9, .. }) => 1,
            Wrapper(Pair { b: [left, right], .. }) if left == right => 2,
            _ => 3,
        };
        let mut eight = four;
        eight.0.b[1] = 4.0;
        let nine = &mut eight.0;
        nine.a = nine.a.wrapping_add(1);
        let all = mix(largest(one, two).get() as u64, three.map_or(1, |w| w.0 as u64 + 2));
        mix(all, mix(five as u64 + seven, mix(bits(six), bits(eight.0.b[0]) + eight.0.a as u64)))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug, Default)]
    pub struct Settings<T> {
        first: T,
        second: u32,
        third: T,
    }

    #[device]
    fn noted(notes: &mut u64, value: u32) -> u32 {
        *notes = mix(*notes, value as u64);
        value
    }

    #[device]
    pub fn order_of_fields(a: u32, b: u32) -> u64 {
        let mut notes = 0;
        let x = Settings { third: noted(&mut notes, a), first: noted(&mut notes, b), second: noted(&mut notes, 3) };
        let y = Settings { first: 9, ..x };
        let z: Settings<f32> = Settings { second: 4, ..Default::default() };
        let w = Settings::<u8> { first: 1, ..Settings::default() };
        let Settings { first, second, .. } = y;
        mix(notes, mix(first as u64 + second as u64 + y.third as u64, z.second as u64 + w.first as u64 + bits(z.first)))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Segment<T> {
        from: Pair<T, T>,
        to: Pair<T, T>,
    }

    #[device]
    impl<T: Copy + Add<Output = T> + Mul<Output = T> + Sub<Output = T>> Segment<T> {
        pub fn length2(&self) -> T {
            let (dx, dy) = (self.to.a - self.from.a, self.to.b - self.from.b);
            dx * dx + dy * dy
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Job {
        whole: Segment<i64>,
        parts: [Segment<f32>; 2],
        either: Either<u8, Wrapper<u32>>,
    }

    #[device]
    pub fn types_in_types(a: u32, x: f32) -> u64 {
        let corner = Pair { a: x, b: 0.0 };
        let job = Job {
            whole: Segment { from: Pair { a: 1, b: (a & 0xffff) as i64 }, to: Pair { a: -5, b: 2 } },
            parts: [Segment { from: corner, to: Pair { a: 1.0, b: x } }; 2],
            either: Either::Right(Wrapper(a)),
        };
        let same = job.parts[0] == Segment { from: corner, to: corner };
        let inner = if let Either::Right(Wrapper(x)) = job.either { x as u64 } else { 1 };
        mix(job.whole.length2() as u64, mix(bits(job.parts[1].length2()), inner + same as u64))
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Sum<T> {
        total: T,
    }

    #[device]
    impl<T: Copy + Add<Output = T>> AddAssign<T> for Sum<T> {
        fn add_assign(&mut self, x: T) {
            self.total = self.total + x;
        }
    }

    #[device]
    impl<T: Copy + Mul<Output = T>> Mul<T> for Sum<T> {
        type Output = Sum<T>;
        fn mul(self, by: T) -> Sum<T> {
            Sum { total: self.total * by }
        }
    }

    #[device]
    impl<T: Copy + Neg<Output = T>> Neg for Sum<T> {
        type Output = Self;
        fn neg(self) -> Self {
            Self { total: -self.total }
        }
    }

    #[device]
    impl<T: Copy + PartialEq> PartialEq for Sum<T> {
        fn eq(&self, other: &Self) -> bool {
            self.total == other.total
        }
    }

    #[device]
    impl<T: Copy + Default> Default for Sum<T> {
        fn default() -> Self {
            Sum { total: T::default() }
        }
    }

    #[device]
    pub fn operators_and_defaults(x: f32, a: u32) -> u64 {
        let mut sum = Sum::<f32>::default();
        sum += x;
        let twice = sum * 2.0;
        let other = -twice;
        let mut whole: Sum<u32> = Default::default();
        whole += a;
        let is_same = twice == Sum { total: 5.0 };
        mix(bits(twice.total), mix(bits(other.total), whole.total as u64 + is_same as u64))
    }

    pub trait Shape {
        fn area(&self) -> f32;
        fn grow(&mut self, by: f32);
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Square {
        side: f32,
    }

    #[device]
    impl Shape for Square {
        fn area(&self) -> f32 {
            self.side * self.side
        }

        fn grow(&mut self, by: f32) {
            self.side += by;
        }
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Scaled<S> {
        inner: S,
        scale: f32,
    }

    #[device]
    impl<S: Shape> Shape for Scaled<S> {
        fn area(&self) -> f32 {
            self.inner.area() * self.scale
        }

        fn grow(&mut self, by: f32) {
            self.inner.grow(by * self.scale);
        }
    }

    #[device]
    impl<S: Shape + Copy> Scaled<S> {
        pub fn of(inner: S, scale: f32) -> Self {
            Scaled { inner, scale }
        }

        pub fn again(self) -> Scaled<Scaled<S>> {
            Scaled::<Scaled<S>>::of(self, 0.5)
        }
    }

    #[device]
    fn total<A: Shape, B: Shape>(a: &A, b: &B) -> u64 {
        mix(bits(a.area()), bits(b.area()))
    }

    #[device]
    pub fn traits_of_generic_types(x: f32, y: f32) -> u64 {
        let square = Square { side: x };
        let mut scaled = Scaled::of(square, y);
        scaled.grow(0.5);
        let again = scaled.again();
        mix(total(&square, &scaled), total(&again, &scaled))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug, Default)]
    pub struct Tally<T> {
        sum: T,
        n: u32,
    }

    #[device]
    impl<T: Copy + AddAssign + Default> Tally<T> {
        pub fn add(&mut self, x: T) {
            self.sum += x;
            self.n += 1;
        }

        pub fn emptied(&mut self) -> Self {
            std::mem::take(self)
        }

        pub fn merge(&mut self, other: &Self) {
            self.sum += other.sum;
            self.n += other.n;
        }

        pub fn both(a: &Tally<T>, b: &Tally<T>) -> Tally<T> {
            let mut both = *a;
            both.merge(b);
            both
        }
    }

    #[device]
    fn feed(tally: &mut Tally<f64>, x: f64) {
        tally.add(x);
        tally.add(x * 2.0);
    }

    #[device]
    pub fn methods_that_change(d: f64, k: u32) -> u64 {
        let mut a = Tally::default();
        feed(&mut a, d);
        let mut b = Tally::<f64>::default();
        b.add(4.0);
        let both = Tally::both(&a, &b);
        let old = a.emptied();
        std::mem::swap(&mut a, &mut b);
        let lent = &mut a;
        lent.add(k as f64);
        mix(mix(both.sum.to_bits(), old.sum.to_bits()), mix(a.sum.to_bits(), (b.n * 8 + both.n) as u64))
    }

    /// Called like a parameter of other types.
    #[device]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct T {
        x: u32,
    }

    #[device]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Holder<U> {
        held: U,
        own: T,
    }

    #[device]
    impl<V: Copy> Holder<V> {
        pub fn of(held: V, k: u32) -> Holder<V> {
            let own = T { x: k };
            Holder { held, own }
        }

        pub fn with<T: Copy>(&self, held: T) -> Holder<T> {
            Holder::<T> { held, own: self.own }
        }
    }

    #[device]
    pub fn parameters_by_other_names(a: u32, k: u32) -> u64 {
        let holder = Holder::of(a as u8, k);
        let other = holder.with(2.5_f32);
        mix(holder.held as u64 + holder.own.x as u64, mix(bits(other.held), other.own.x as u64))
    }

    #[device]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Row<T = u32, const N: usize = 3> {
        v: [T; N],
    }

    type Small = Row<u16, 4>;

    #[device]
    impl<T: Copy, const N: usize> Row<T, N> {
        pub fn of(x: T) -> Self {
            Self { v: [x; N] }
        }

        pub fn width(&self) -> usize {
            N
        }
    }

    #[device]
    pub fn aliases_and_defaults(a: u32, x: f32) -> u64 {
        let small = Small::of(a as u16);
        let plain: Row = Row::of(a);
        let floats = Row::<f32>::of(x);
        let widths = small.width() * 100 + plain.width() * 10 + floats.width();
        mix(small.v[3] as u64 + plain.v[2] as u64, mix(bits(floats.v[0]), widths as u64))
    }

    #[device]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Turned<const YES: bool, const BY: i32, const LETTER: u8> {
        n: i32,
    }

    #[device]
    impl<const YES: bool, const BY: i32, const LETTER: u8> Turned<YES, BY, LETTER> {
        pub fn go(&self) -> i32 {
            if YES { self.n.wrapping_add(BY) } else { self.n.wrapping_sub(BY) ^ LETTER as i32 }
        }
    }

    #[device]
    pub fn constants_of_all_kinds(i: i32) -> u64 {
        let one = Turned::<true, -3, b'a'> { n: i };
        let two: Turned<false, { i32::MIN }, 255> = Turned { n: i };
        mix(one.go() as u64, two.go() as u64)
    }

    #[device]
    pub fn references_in_them(a: u32, k: u32) -> u64 {
        let values = [a, k];
        let pair = Pair { a: &a, b: &values };
        mix(*pair.a as u64, pair.b[1] as u64 + pair.b.len() as u64)
    }

    #[device]
    pub fn values_in_iterators(a: u32, b: u32, x: f32) -> u64 {
        let pairs = [Pair::of(a, 1.5_f32), Pair::of(b, x), Pair::of(2, 0.5)];
        let best = pairs.iter().filter(|p| !p.b.is_nan()).max_by(|p, q| p.b.total_cmp(&q.b)).map_or(0, |p| p.a);
        let sum = pairs.iter().map(|p| p.a).fold(0_u64, |sum, a| mix(sum, a as u64));
        let least = pairs.iter().min_by_key(|p| p.a).map_or(0, |p| bits(p.b));
        let mut sorted = pairs;
        sorted.sort_by(|p, q| p.a.cmp(&q.a));
        let made: [Pair<u32, u8>; 4] = std::array::from_fn(|i| Pair::of(i as u32, i as u8));
        mix(sum, mix(best as u64 + least, sorted[2].a as u64 + made[3].b as u64))
    }

    #[device]
    const NEITHER: Either<u32, f32> = Either::Neither;
    #[device]
    const NOTHING: [Either<u8, i64>; 2] = [Either::<u8, i64>::Neither, Either::Left(9)];
    #[device]
    const START: Pair<u32, u8> = Pair { a: 7, b: 1 };
    #[device]
    const TABLE: [Wrapper<u16>; 3] = [Wrapper(1), Wrapper(20), Wrapper(300)];

    #[device]
    pub fn constants_of_modules(k: u32) -> u64 {
        let is_neither = made(k, 1.0) == NEITHER;
        let nothing = NOTHING[k as usize % 2] == Either::Neither;
        mix(is_neither as u64 + START.a as u64 + nothing as u64, TABLE[k as usize % 3].0 as u64)
    }

    #[device]
    pub fn functions_of_options(a: u32, k: u32) -> u64 {
        let some = if k % 2 == 0 { Some(a) } else { None };
        let one = some.map(Wrapper::<u32>);
        let two = some.map(Wrapper::<u32>::of);
        let three = some.map(|x| Pair::of(x, Wrapper(k as u8)));
        let four: Option<Wrapper<u8>> = None;
        let same = (one == two) as u64 + four.is_none() as u64 * 2;
        mix(one.map_or(1, |w| w.get() as u64), three.map_or(same, |pair| pair.b.0 as u64 + pair.a as u64))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Polynomial<const N: usize> {
        c: [f32; N],
    }

    #[device]
    impl<const N: usize> Polynomial<N> {
        pub fn at(&self, x: f32) -> f32 {
            self.c.iter().rev().fold(0.0, |sum, c| x.mul_add(sum, *c))
        }

        pub fn scaled(&self, by: f32) -> Polynomial<N> {
            let mut c = self.c;
            for x in c.iter_mut() {
                *x *= by;
            }
            Polynomial { c }
        }

        pub fn cut<const M: usize>(&self) -> Polynomial<M> {
            let mut c = [0.0; M];
            for i in 0..M.min(N) {
                c[i] = self.c[i];
            }
            Polynomial::<M> { c }
        }
    }

    #[device]
    pub fn polynomials(x: f32, y: f32) -> u64 {
        let p = Polynomial { c: [1.0, y, 3.0] };
        let q = p.scaled(2.0);
        let shorter: Polynomial<2> = p.cut();
        let longer = p.cut::<5>();
        mix(mix(bits(p.at(x)), bits(q.at(x))), mix(bits(shorter.at(x)), bits(longer.c[2])))
    }

    /// Its clone is another.
    #[device]
    #[derive(Debug)]
    pub struct Counted {
        copies: u32,
    }

    #[device]
    impl Clone for Counted {
        fn clone(&self) -> Self {
            Counted { copies: self.copies.wrapping_add(1) }
        }
    }

    #[device]
    pub fn clones_by_fields(a: u32, b: u32) -> u64 {
        let pair = Pair { a: Counted { copies: a }, b: Counted { copies: b } };
        let cloned = pair.clone();
        let either: Either<Counted, u8> = Either::Left(Counted { copies: a });
        let again = either.clone();
        let left = if let Either::Left(counted) = again { counted.copies } else { 0 };
        mix(cloned.a.copies as u64 + pair.b.copies as u64, cloned.b.copies as u64 + left as u64)
    }

    #[device]
    pub fn in_messages(a: u32, k: u32) -> u64 {
        let pair = Pair::of(a, k as u8);
        assert!(pair.a == a, "the pair has {} and {}", pair.a, pair.b);
        assert_eq!(pair.first(), a, "of {k}");
        pair.b as u64
    }

    /// Constants that are made of the parameters.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Wheel<T, const N: usize> {
        items: [T; N],
        head: usize,
    }

    #[device]
    impl<T: Copy + Default, const N: usize> Wheel<T, N> {
        const MASK: usize = N - 1;
        const CAPACITY: u32 = N as u32;
        const HALF: usize = Self::MASK / 2 + 1;
        const IS_LARGE: bool = N > 4;
        const SCALE: f32 = 0.5;
        const SHIFT: u32 = N.trailing_zeros();
        const BELOW: i32 = -(N as i32) * 3;

        fn new() -> Self {
            Self { items: [T::default(); N], head: 0 }
        }

        fn push(&mut self, value: T) {
            self.items[self.head & Self::MASK] = value;
            self.head += 1;
        }

        fn last(&self) -> T {
            self.items[(self.head + Self::MASK) & Self::MASK]
        }

        fn sum(&self) -> u32 {
            let mut sum = 0;
            for _ in 0..Self::HALF {
                sum += Self::CAPACITY << Self::SHIFT;
            }
            if Self::IS_LARGE { sum + 1 } else { sum }
        }
    }

    #[device]
    pub fn constants_of_generic_types(p: u64, k: u32, l: u32) -> u64 {
        let mut a = Wheel::<u32, 8>::new();
        for i in 0..k {
            a.push(i * 3);
        }
        let mut b: Wheel<u64, 4> = Wheel::new();
        for i in 0..l {
            b.push(i as u64 ^ p);
        }
        let by_name = Wheel::<u32, 16>::MASK * 100 + Wheel::<f32, 4>::HALF;
        let scaled = bits(Wheel::<u8, 2>::SCALE) + Wheel::<u8, 8>::BELOW as u32 as u64;
        mix(mix(a.last() as u64 + a.sum() as u64 * 100, b.last() ^ b.sum() as u64), by_name as u64 ^ scaled)
    }

    pub trait Wide {
        const BYTES: usize;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Brick {
        a: u32,
    }

    #[device]
    impl Wide for Brick {
        const BYTES: usize = 4;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Packed<T, const N: usize> {
        first: T,
    }

    #[device]
    impl<T: Wide + Copy, const N: usize> Packed<T, N> {
        const ALL: usize = T::BYTES * N;
        const TWICE: usize = Self::ALL * 2;

        fn all(self) -> usize {
            Self::ALL + Self::TWICE
        }
    }

    #[device]
    impl<T: Wide + Copy, const N: usize> Wide for Packed<T, N> {
        const BYTES: usize = N + T::BYTES;
    }

    #[device]
    fn bytes_of<T: Wide>(_of: T) -> usize {
        T::BYTES
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum Stepped<const K: i32> {
        By(i32),
        Once,
    }

    #[device]
    impl<const K: i32> Stepped<K> {
        const STEP: i32 = K * -2;
        const LIMIT: u64 = if K > 0 { 3 } else { 77 };

        fn stepped(self) -> i32 {
            match self {
                Stepped::By(from) => from.wrapping_add(Self::STEP),
                Stepped::Once => Self::STEP,
            }
        }
    }

    #[device]
    pub fn constants_of_parameters(i: i32, k: u32) -> u64 {
        let packed = Packed::<Brick, 3> { first: Brick { a: k } };
        let sizes = packed.all() + bytes_of(packed) * 100 + Packed::<Brick, 5>::BYTES * 10_000;
        let steps = (Stepped::<5>::By(i).stepped(), Stepped::<-3>::Once.stepped());
        let steps = mix(steps.0 as u32 as u64, steps.1 as u32 as u64);
        mix(mix(sizes as u64, packed.first.a as u64), steps + Stepped::<2>::LIMIT + Stepped::<-1>::LIMIT * 10)
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Ring<const N: usize> {
        items: [u32; N],
        len: usize,
        turn: i8,
    }

    #[device]
    impl<const N: usize> Ring<N> {
        const EMPTY: Self = Self::new(5);
        const HALF: usize = Self::half(N);
        const TWICE: usize = Self::HALF * 2;
        const BOTH: (u64, u8) = (Self::mask(), Self::inverse(44));

        const fn new(item: u32) -> Self {
            Self::turned(item, -3)
        }

        const fn turned(item: u32, turn: i8) -> Self {
            Ring { items: [item; N], len: N / 2, turn }
        }

        const fn half(of: usize) -> usize {
            of / 2 + 1
        }

        const fn mask() -> u64 {
            !0 << 33
        }

        const fn inverse(of: u8) -> u8 {
            !of
        }
    }

    #[device]
    pub trait Blank {
        const BLANK: Self;
    }

    #[device]
    impl Blank for u32 {
        const BLANK: u32 = 4;
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Shelf<T, const N: usize> {
        items: [T; N],
        top: Option<T>,
    }

    #[device]
    impl<T: Copy + Blank, const N: usize> Shelf<T, N> {
        const EMPTY: Self = Self::new();
        const FULL: Self = Self::filled(T::BLANK);

        const fn new() -> Self {
            Self { items: [T::BLANK; N], top: None }
        }

        const fn filled(item: T) -> Self {
            Self { items: [item; N], top: Some(item) }
        }
    }

    #[device]
    fn of_any_ring<const N: usize>(ring: &Ring<N>) -> u64 {
        let empty = Ring::<N>::EMPTY;
        mix(empty.len as u64 ^ u64::from(ring.items[0]), ring.turn as u8 as u64 + Ring::<N>::TWICE as u64)
    }

    #[device]
    fn constants_that_call(a: u32, b: u32, k: u32) -> u64 {
        let mut ring = Ring::<4>::EMPTY;
        ring.items[k as usize % 4] = a;
        let (mask, inverse) = Ring::<3>::BOTH;
        let rings = mix(mix(of_any_ring(&ring), of_any_ring(&Ring::<9>::EMPTY)), mask ^ u64::from(inverse));
        let mut shelf = Shelf::<u32, 2>::FULL;
        shelf.items[1] = b;
        let shelves = [Shelf::<u32, 2>::EMPTY, shelf].map(|shelf| mix(shelf.items[1].into(), shelf.top.unwrap_or(9).into()));
        mix(rings, mix(shelves[0], shelves[1]))
    }
}
