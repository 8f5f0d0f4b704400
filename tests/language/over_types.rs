//! Functions and types over types, as users write them: what rustc says of types there, and of literals.

conformance! {
    program OverTypes;
    cases |input| {
        stacks(input),
        shapes(input),
        maps(input),
        numbers(input),
        heaps(input),
        functions(input),
        pairs(input),
        rings(input),
        materials(input),
        visitors(input),
        matrices(input),
        trees(input),
        operations(input),
        searches(input),
        distances(input),
        fields(input),
        guesses(input),
        indices_by_methods(input),
        constants_of_bounds(input),
        grids(input),
        parameters_of_a_trait(input),
        comparisons_of_items(input),
        slices_of_parameters(input),
        heaps_that_are_compared(input),
    }

    use crate::input::{bits, long_bits, mix};

    #[device]
    #[derive(Clone, Copy)]
    pub struct Stack<T, const N: usize> {
        items: [Option<T>; N],
        len: usize,
    }
    #[device]
    impl<T: Copy, const N: usize> Stack<T, N> {
        fn new() -> Self {
            Self { items: [None; N], len: 0 }
        }
        fn push(&mut self, item: T) -> Result<(), T> {
            if self.len == N {
                return Err(item);
            }
            self.items[self.len] = Some(item);
            self.len += 1;
            Ok(())
        }
        fn pop(&mut self) -> Option<T> {
            if self.len == 0 {
                None
            } else {
                self.len -= 1;
                self.items[self.len].take()
            }
        }
        fn peek(&self) -> Option<&T> {
            self.len.checked_sub(1).and_then(|i| self.items[i].as_ref())
        }
        fn iter_len(&self) -> usize {
            self.items.iter().filter(|i| i.is_some()).count()
        }
    }

    #[device]
    pub fn stacks(r: &Input) -> u64 {
        let mut s: Stack<u32, 8> = Stack::new();
        let mut lost = 0;
        for k in 0..r.k {
            if s.push(r.a ^ k).is_err() {
                lost += 1;
            }
        }
        let p = s.peek().copied().unwrap_or(5);
        let a = s.pop().unwrap_or(3);
        mix(a as u64 + lost, p as u64 + s.iter_len() as u64)
    }

    #[device]
    pub trait Shape {
        fn distance(&self, p: Vec3) -> f32;
        fn id(&self) -> u32 {
            0
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Sphere {
        c: Vec3,
        r: f32,
    }
    #[device]
    impl Shape for Sphere {
        fn distance(&self, p: Vec3) -> f32 {
            (p - self.c).length() - self.r
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Union<A, B> {
        a: A,
        b: B,
    }
    #[device]
    impl<A: Shape, B: Shape> Shape for Union<A, B> {
        fn distance(&self, p: Vec3) -> f32 {
            self.a.distance(p).min(self.b.distance(p))
        }
    }
    #[device]
    fn march<S: Shape>(s: &S, o: Vec3, d: Vec3) -> Option<(f32, u32)> {
        let mut t = 0.0;
        let (eps, far) = (1e-3, 100.0);
        let mut steps = 0;
        while t < far && steps < 64 {
            let dist = s.distance(o + d * t);
            if dist < eps {
                return Some((t, steps));
            }
            t += dist;
            steps += 1;
        }
        None
    }
    #[device]
    fn normal<S: Shape>(s: &S, p: Vec3) -> Vec3 {
        let e = 1e-3;
        let d = |v: Vec3| s.distance(p + v) - s.distance(p - v);
        Vec3::new(d(Vec3::X * e), d(Vec3::Y * e), d(Vec3::Z * e)).normalize_or_zero()
    }

    #[device]
    pub fn shapes(r: &Input) -> u64 {
        let u =
            Union { a: Sphere { c: Vec3::new(0.0, 0.0, 5.0), r: 1.0 }, b: Sphere { c: Vec3::new(1.0, 0.0, 4.0), r: 0.5 } };
        let o = Vec3::new((r.k as f32) * 0.1 - 0.8, (r.l as f32) * 0.1 - 0.8, 0.0);
        match march(&u, o, Vec3::Z) {
            Some((t, n)) => {
                let m = normal(&u, o + Vec3::Z * t);
                mix(bits((t * 100.0).round()), n as u64) ^ bits((m.x * 10.0).round())
            }
            None => 7,
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Slot<K, V> {
        Empty,
        Full { key: K, value: V },
        Gone,
    }
    #[device]
    pub trait Key: Copy + PartialEq {
        fn hash(&self) -> u32;
    }
    #[device]
    impl Key for u32 {
        fn hash(&self) -> u32 {
            self.wrapping_mul(0x9e3779b9) >> 7
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Map<K, V, const N: usize> {
        slots: [Slot<K, V>; N],
        used: usize,
    }
    #[device]
    impl<K: Key, V: Copy, const N: usize> Map<K, V, N> {
        fn new() -> Self {
            Map { slots: [Slot::Empty; N], used: 0 }
        }
        fn insert(&mut self, key: K, value: V) -> bool {
            let mut at = key.hash() as usize % N;
            for _ in 0..N {
                match self.slots[at] {
                    Slot::Full { key: k, .. } if k != key => at = (at + 1) % N,
                    _ => {
                        self.slots[at] = Slot::Full { key, value };
                        self.used += 1;
                        return true;
                    }
                }
            }
            false
        }
        fn get(&self, key: &K) -> Option<V> {
            let start = key.hash() as usize % N;
            (0..N).map(|i| (start + i) % N).find_map(|i| match self.slots[i] {
                Slot::Full { key: k, value } if k == *key => Some(value),
                _ => None,
            })
        }
    }

    #[device]
    pub fn maps(r: &Input) -> u64 {
        let mut m = Map::<u32, f32, 16>::new();
        for k in 0..r.k {
            m.insert(r.a.wrapping_add(k), k as f32);
        }
        let f = m.get(&r.a.wrapping_add(3)).unwrap_or(-1.0);
        mix(bits(f), m.used as u64)
    }

    #[device]
    pub trait Num: Copy + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> + PartialOrd {
        const ZERO: Self;
        const ONE: Self;
    }
    #[device]
    impl Num for f32 {
        const ZERO: f32 = 0.0;
        const ONE: f32 = 1.0;
    }
    #[device]
    impl Num for i64 {
        const ZERO: i64 = 0;
        const ONE: i64 = 1;
    }
    #[device]
    fn dot<T: Num, const N: usize>(a: &[T; N], b: &[T; N]) -> T {
        let mut s = T::ZERO;
        for i in 0..N {
            s = s + a[i] * b[i];
        }
        s
    }
    #[device]
    fn power<T: Num>(x: T, n: u32) -> T {
        let mut r = T::ONE;
        let mut b = x;
        let mut n = n;
        while n > 0 {
            if n & 1 == 1 {
                r = r * b;
            }
            b = b * b;
            n >>= 1;
        }
        r
    }
    #[device]
    fn largest<T: Num>(a: &[T]) -> Option<T> {
        let mut best = None;
        for &x in a {
            best = match best {
                None => Some(x),
                Some(b) if x > b => Some(x),
                other => other,
            };
        }
        best
    }
    #[device]
    fn poly<T: Num>(c: &[T], x: T) -> T {
        c.iter().rev().fold(T::ZERO, |acc, &c| acc * x + c)
    }

    #[device]
    pub fn numbers(r: &Input) -> u64 {
        let a = [r.x, 1.0, 2.0];
        let d = dot(&a, &[0.5, r.y, 3.0]);
        let p = power(3_i64, r.k % 8);
        let l = largest(&a).unwrap_or(0.0);
        let q = poly(&[1_i64, 2, 3], r.k as i64);
        mix(bits(d), p as u64) ^ bits(l) ^ q as u64
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Heap<T, const N: usize> {
        data: [T; N],
        len: usize,
    }
    #[device]
    impl<T: Copy + PartialOrd + Default, const N: usize> Heap<T, N> {
        fn new() -> Self {
            Self { data: [T::default(); N], len: 0 }
        }
        fn push(&mut self, v: T) {
            if self.len >= N {
                return;
            }
            let mut i = self.len;
            self.data[i] = v;
            self.len += 1;
            while i > 0 {
                let p = (i - 1) / 2;
                if self.data[p] <= self.data[i] {
                    break;
                }
                self.data.swap(p, i);
                i = p;
            }
        }
        fn pop(&mut self) -> Option<T> {
            if self.len == 0 {
                return None;
            }
            let top = self.data[0];
            self.len -= 1;
            self.data[0] = self.data[self.len];
            let mut i = 0;
            loop {
                let (l, r) = (2 * i + 1, 2 * i + 2);
                let mut m = i;
                if l < self.len && self.data[l] < self.data[m] {
                    m = l;
                }
                if r < self.len && self.data[r] < self.data[m] {
                    m = r;
                }
                if m == i {
                    break;
                }
                self.data.swap(m, i);
                i = m;
            }
            Some(top)
        }
    }

    #[device]
    pub fn heaps(r: &Input) -> u64 {
        let mut h = Heap::<u32, 12>::new();
        for k in 0..r.k {
            h.push((r.a ^ (k * 7919)) % 1000);
        }
        let mut m = 1;
        while let Some(x) = h.pop() {
            m = mix(m, x as u64);
        }
        m
    }

    #[device]
    fn bisect<F: Fn(f32) -> f32>(f: F, mut lo: f32, mut hi: f32) -> f32 {
        for _ in 0..40 {
            let mid = 0.5 * (lo + hi);
            if f(mid) * f(lo) <= 0.0 {
                hi = mid;
            } else {
                lo = mid;
            }
        }
        0.5 * (lo + hi)
    }
    #[device]
    fn apply<T: Copy, U, F: Fn(T) -> U>(x: T, f: F) -> U {
        f(x)
    }
    #[device]
    fn reduce<T: Copy, F: Fn(T, T) -> T>(a: &[T], init: T, f: F) -> T {
        let mut acc = init;
        for x in a {
            acc = f(acc, *x);
        }
        acc
    }
    #[device]
    fn argmax<T: Copy + PartialOrd>(a: &[T]) -> usize {
        let mut best = 0;
        for i in 1..a.len() {
            if a[i] > a[best] {
                best = i;
            }
        }
        best
    }
    #[device]
    fn count_if<T, P: Fn(&T) -> bool>(a: &[T], p: P) -> usize {
        a.iter().filter(|x| p(x)).count()
    }

    #[device]
    pub fn functions(r: &Input) -> u64 {
        let k = r.k as f32 + 1.0;
        let root = bisect(|x| x * x - k, 0.0, 20.0);
        let a = [r.a, r.b, r.k, r.l];
        let m = reduce(&a, 0, |x, y| x.max(y));
        let i = argmax(&a);
        let c = count_if(&a, |&x| x > 10);
        let z = apply(r.a, |v| v as u64 + 1);
        mix(bits((root * 100.0).round()), m as u64) ^ ((i + c) as u64 + z)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct V2<T> {
        x: T,
        y: T,
    }
    #[device]
    impl<T: std::ops::Add<Output = T>> std::ops::Add for V2<T> {
        type Output = Self;
        fn add(self, o: Self) -> Self {
            V2 { x: self.x + o.x, y: self.y + o.y }
        }
    }
    #[device]
    impl<T: Copy + std::ops::Mul<Output = T>> std::ops::Mul<T> for V2<T> {
        type Output = Self;
        fn mul(self, k: T) -> Self {
            V2 { x: self.x * k, y: self.y * k }
        }
    }
    #[device]
    impl<T: Copy + std::ops::Mul<Output = T> + std::ops::Add<Output = T>> V2<T> {
        fn dot(&self, o: &Self) -> T {
            self.x * o.x + self.y * o.y
        }
        fn map<U>(self, f: impl Fn(T) -> U) -> V2<U> {
            V2 { x: f(self.x), y: f(self.y) }
        }
        fn swap(self) -> Self {
            let V2 { x, y } = self;
            V2 { x: y, y: x }
        }
    }

    #[device]
    pub fn pairs(r: &Input) -> u64 {
        let a = V2 { x: r.x, y: r.y };
        let b = V2 { x: 1.5, y: -2.0 };
        let c = (a + b) * 0.5;
        let d = c.dot(&b);
        let e = V2 { x: r.i as i64, y: 3 }.map(|v| v * 2).swap();
        mix(bits(d), (e.x + e.y) as u64) ^ (c.map(|v| bits(v)).x)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Ring<T, const N: usize> {
        buf: [T; N],
        head: usize,
        len: usize,
    }
    #[device]
    impl<T: Copy + Default, const N: usize> Ring<T, N> {
        fn new() -> Self {
            Ring { buf: [T::default(); N], head: 0, len: 0 }
        }
        fn push(&mut self, v: T) -> Option<T> {
            if self.len < N {
                let at = (self.head + self.len) % N;
                self.buf[at] = v;
                self.len += 1;
                None
            } else {
                let old = self.buf[self.head];
                self.buf[self.head] = v;
                self.head = (self.head + 1) % N;
                Some(old)
            }
        }
        fn get(&self, i: usize) -> Option<&T> {
            if i < self.len { Some(&self.buf[(self.head + i) % N]) } else { None }
        }
        fn fold<A>(&self, init: A, f: impl Fn(A, T) -> A) -> A {
            let mut acc = init;
            for i in 0..self.len {
                acc = f(acc, self.buf[(self.head + i) % N]);
            }
            acc
        }
        fn map_all<U: Copy + Default>(&self, f: impl Fn(T) -> U) -> Ring<U, N> {
            let mut out = Ring::new();
            for i in 0..self.len {
                out.push(f(self.buf[(self.head + i) % N]));
            }
            out
        }
    }

    #[device]
    pub fn rings(r: &Input) -> u64 {
        let mut q = Ring::<u32, 4>::new();
        let mut dropped = 0;
        for k in 0..r.k {
            if let Some(o) = q.push(r.a ^ k) {
                dropped += o as u64;
            }
        }
        let s = q.fold(0_u64, |a, b| a * 31 + b as u64);
        let h = q.map_all(|x| x as f32 * 0.5);
        mix(s, dropped) ^ bits(h.get(1).copied().unwrap_or(0.25))
    }

    #[device]
    pub trait Material {
        fn scatter(&self, rng: &mut Rng, n: Vec3) -> Option<(Vec3, f32)>;
        fn emitted(&self) -> f32 {
            0.0
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Rng {
        s: u32,
    }
    #[device]
    impl Rng {
        fn next(&mut self) -> f32 {
            self.s = self.s.wrapping_mul(747796405).wrapping_add(2891336453);
            (self.s >> 8) as f32 / 16777216.0
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Matte {
        a: f32,
    }
    #[device]
    impl Material for Matte {
        fn scatter(&self, rng: &mut Rng, n: Vec3) -> Option<(Vec3, f32)> {
            let u = rng.next();
            if u < self.a { Some((n + Vec3::new(u, rng.next(), 0.5), self.a)) } else { None }
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Lamp {
        e: f32,
    }
    #[device]
    impl Material for Lamp {
        fn scatter(&self, _: &mut Rng, _: Vec3) -> Option<(Vec3, f32)> {
            None
        }
        fn emitted(&self) -> f32 {
            self.e
        }
    }
    #[device]
    fn shade<M: Material>(m: &M, rng: &mut Rng) -> f32 {
        let mut w = 1.0;
        let mut sum = 0.0;
        let mut n = Vec3::Z;
        for depth in 0..8 {
            sum += w * m.emitted();
            match m.scatter(rng, n) {
                Some((d, k)) => {
                    w *= k;
                    n = d;
                }
                None => break,
            }
            if depth > 2 && w < 0.1 {
                break;
            }
        }
        sum + w * n.x
    }

    #[device]
    pub fn materials(r: &Input) -> u64 {
        let mut g = Rng { s: r.a };
        let x = shade(&Matte { a: 0.7 }, &mut g);
        let y = shade(&Lamp { e: r.k as f32 }, &mut g);
        mix(bits(x), bits(y)) ^ (g.s as u64)
    }

    #[device]
    pub trait Visitor {
        fn visit(&mut self, node: u32, depth: u32) -> bool;
    }
    #[device]
    #[derive(Clone, Copy, Default)]
    pub struct Count {
        n: u32,
        max: u32,
    }
    #[device]
    impl Visitor for Count {
        fn visit(&mut self, _node: u32, depth: u32) -> bool {
            self.n += 1;
            self.max = self.max.max(depth);
            true
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Find {
        want: u32,
        at: Option<u32>,
    }
    #[device]
    impl Visitor for Find {
        fn visit(&mut self, node: u32, depth: u32) -> bool {
            if node == self.want {
                self.at = Some(depth);
            }
            self.at.is_none()
        }
    }
    #[device]
    fn walk<V: Visitor>(v: &mut V, root: u32, limit: u32) -> u32 {
        let mut stack = [(0, 0); 32];
        let mut top = 1;
        stack[0] = (root, 0);
        let mut seen = 0;
        while top > 0 {
            top -= 1;
            let (node, depth) = stack[top];
            if node >= limit {
                continue;
            }
            seen += 1;
            if !v.visit(node, depth) {
                break;
            }
            for child in [2 * node + 1, 2 * node + 2] {
                if top < stack.len() {
                    stack[top] = (child, depth + 1);
                    top += 1;
                }
            }
        }
        seen
    }

    #[device]
    pub fn visitors(r: &Input) -> u64 {
        let mut c = Count::default();
        let s = walk(&mut c, 0, r.k * 3);
        let mut f = Find { want: r.l, at: None };
        walk(&mut f, 0, 40);
        mix((c.n + s) as u64, c.max as u64) ^ (f.at.unwrap_or(99) as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Matrix<T, const R: usize, const C: usize> {
        m: [[T; C]; R],
    }
    #[device]
    impl<T: Copy + Default + std::ops::Add<Output = T> + std::ops::Mul<Output = T>, const R: usize, const C: usize>
        Matrix<T, R, C>
    {
        fn zero() -> Self {
            Self { m: [[T::default(); C]; R] }
        }
        fn transpose(&self) -> Matrix<T, C, R> {
            let mut t = Matrix::<T, C, R>::zero();
            for i in 0..R {
                for j in 0..C {
                    t.m[j][i] = self.m[i][j];
                }
            }
            t
        }
        fn mul<const K: usize>(&self, o: &Matrix<T, C, K>) -> Matrix<T, R, K> {
            let mut out = Matrix::zero();
            for i in 0..R {
                for j in 0..K {
                    let mut s = T::default();
                    for k in 0..C {
                        s = s + self.m[i][k] * o.m[k][j];
                    }
                    out.m[i][j] = s;
                }
            }
            out
        }
        fn trace(&self) -> T {
            let mut s = T::default();
            for i in 0..R.min(C) {
                s = s + self.m[i][i];
            }
            s
        }
        fn row_sum(&self, r: usize) -> T {
            self.m[r].iter().fold(T::default(), |a, b| a + *b)
        }
    }

    #[device]
    pub fn matrices(r: &Input) -> u64 {
        let a = Matrix { m: [[r.x, 1.0, 2.0], [0.5, r.y, 3.0]] };
        let b = a.mul(&a.transpose());
        mix(bits(b.trace()), bits(a.row_sum(1)))
    }

    #[device]
    #[derive(Clone, Copy)]
    pub enum Tree<T> {
        Leaf(T),
        Pair(T, T),
        Nil,
    }
    #[device]
    impl<T: Copy + PartialOrd> Tree<T> {
        fn max(&self) -> Option<T> {
            match *self {
                Tree::Leaf(x) => Some(x),
                Tree::Pair(a, b) => Some(if a > b { a } else { b }),
                Tree::Nil => None,
            }
        }
        fn map<U>(self, f: impl Fn(T) -> U) -> Tree<U> {
            match self {
                Tree::Leaf(x) => Tree::Leaf(f(x)),
                Tree::Pair(a, b) => Tree::Pair(f(a), f(b)),
                Tree::Nil => Tree::Nil,
            }
        }
        fn len(&self) -> usize {
            match self {
                Tree::Leaf(_) => 1,
                Tree::Pair(..) => 2,
                Tree::Nil => 0,
            }
        }
    }
    #[device]
    fn sort3<T: PartialOrd + Copy>(a: &mut [T; 3]) {
        if a[0] > a[1] {
            a.swap(0, 1);
        }
        if a[1] > a[2] {
            a.swap(1, 2);
        }
        if a[0] > a[1] {
            a.swap(0, 1);
        }
    }
    #[device]
    fn clamp_all<T: PartialOrd + Copy>(a: &mut [T], lo: T, hi: T) -> u32 {
        let mut n = 0;
        for x in a.iter_mut() {
            if *x < lo {
                *x = lo;
                n += 1;
            } else if *x > hi {
                *x = hi;
                n += 1;
            }
        }
        n
    }
    #[device]
    fn pick<T: Copy>(a: &[T], i: usize, or: T) -> T {
        *a.get(i).unwrap_or(&or)
    }

    #[device]
    pub fn trees(r: &Input) -> u64 {
        let t = if r.k % 3 == 0 {
            Tree::Nil
        } else if r.k % 3 == 1 {
            Tree::Leaf(r.a)
        } else {
            Tree::Pair(r.a, r.b)
        };
        let u = t.map(|x| x as f64 * 0.5);
        let mut s = [r.a, r.b, r.k];
        sort3(&mut s);
        let n = clamp_all(&mut s, 3, 1000);
        let p = pick(&s, r.l as usize, 77);
        mix(long_bits(u.max().unwrap_or(-1.0)), s[1] as u64) ^ ((n + p) as u64 + t.len() as u64)
    }

    #[device]
    pub trait Ops {
        type Value: Copy;
        fn unit(&self) -> Self::Value;
        fn join(&self, a: Self::Value, b: Self::Value) -> Self::Value;
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Sum;
    #[device]
    impl Ops for Sum {
        type Value = u32;
        fn unit(&self) -> u32 {
            0
        }
        fn join(&self, a: u32, b: u32) -> u32 {
            a.wrapping_add(b)
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Max;
    #[device]
    impl Ops for Max {
        type Value = f32;
        fn unit(&self) -> f32 {
            f32::NEG_INFINITY
        }
        fn join(&self, a: f32, b: f32) -> f32 {
            if a > b { a } else { b }
        }
    }
    #[device]
    fn scan<O: Ops>(o: &O, a: &mut [O::Value]) -> O::Value {
        let mut acc = o.unit();
        for x in a.iter_mut() {
            acc = o.join(acc, *x);
            *x = acc;
        }
        acc
    }

    #[device]
    pub fn operations(r: &Input) -> u64 {
        let mut a = [r.a, r.b, r.k];
        let s = scan(&Sum, &mut a);
        let mut b = [r.x, r.y];
        let m = scan(&Max, &mut b);
        mix(s as u64 + a[1] as u64, bits(m))
    }

    #[device]
    fn median<T: Copy + PartialOrd, const N: usize>(mut a: [T; N]) -> T {
        for i in 1..N {
            let x = a[i];
            let mut j = i;
            while j > 0 && a[j - 1] > x {
                a[j] = a[j - 1];
                j -= 1;
            }
            a[j] = x;
        }
        a[N / 2]
    }
    #[device]
    fn min_max<T: Copy + PartialOrd>(a: &[T]) -> Option<(T, T)> {
        let first = *a.first()?;
        Some(a.iter().fold((first, first), |(lo, hi), &x| (if x < lo { x } else { lo }, if x > hi { x } else { hi })))
    }
    #[device]
    fn lower_bound<T: PartialOrd>(a: &[T], x: &T) -> usize {
        let (mut lo, mut hi) = (0, a.len());
        while lo < hi {
            let mid = lo + (hi - lo) / 2;
            if a[mid] < *x {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        lo
    }
    #[device]
    fn rle<T: Copy + PartialEq, const N: usize>(a: &[T; N], out: &mut [(T, u32); N]) -> usize {
        let mut n = 0;
        for &x in a {
            if n > 0 && out[n - 1].0 == x {
                out[n - 1].1 += 1;
            } else {
                out[n] = (x, 1);
                n += 1;
            }
        }
        n
    }
    #[device]
    fn contains<T: PartialEq>(a: &[T], x: &T) -> bool {
        a.iter().any(|y| y == x)
    }
    #[device]
    fn position<T: PartialEq>(a: &[T], x: T) -> Option<usize> {
        a.iter().position(|y| *y == x)
    }
    #[device]
    fn rotate<T: Copy>(a: &mut [T], k: usize) {
        let n = a.len();
        if n > 0 {
            a.rotate_left(k % n);
        }
    }

    #[device]
    pub fn searches(r: &Input) -> u64 {
        let a = [r.a, r.b, r.k, r.l, 7];
        let m = median(a);
        let (lo, hi) = min_max(&a).unwrap_or((1, 2));
        let s = [1, 5, 9, r.k + 10];
        let l = lower_bound(&s, &r.l);
        let mut out = [(0, 0); 4];
        let n = rle(&[r.k, r.k, r.l, r.l], &mut out);
        let mut z = a;
        rotate(&mut z, r.k as usize);
        mix(m as u64 + lo as u64, hi as u64)
            ^ ((l + n) as u64
                + out[0].1 as u64
                + contains(&a, &7) as u64
                + position(&a, r.l).unwrap_or(50) as u64
                + z[0] as u64)
    }

    #[device]
    pub trait Dist {
        fn between(&self, a: &[f32; 3], b: &[f32; 3]) -> f32;
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct L1;
    #[device]
    impl Dist for L1 {
        fn between(&self, a: &[f32; 3], b: &[f32; 3]) -> f32 {
            a.iter().zip(b).map(|(x, y)| (x - y).abs()).sum()
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct L2;
    #[device]
    impl Dist for L2 {
        fn between(&self, a: &[f32; 3], b: &[f32; 3]) -> f32 {
            a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f32>().sqrt()
        }
    }
    #[device]
    fn nearest<D: Dist, const N: usize>(d: &D, points: &[[f32; 3]; N], q: &[f32; 3]) -> (usize, f32) {
        let mut best = (0, f32::MAX);
        for (i, p) in points.iter().enumerate() {
            let k = d.between(p, q);
            if k < best.1 {
                best = (i, k);
            }
        }
        best
    }
    #[device]
    fn mean<D: Dist>(d: &D, points: &[[f32; 3]], q: &[f32; 3]) -> f32 {
        let total: f32 = points.iter().map(|p| d.between(p, q)).sum();
        total / points.len() as f32
    }
    #[device]
    fn within<D: Dist>(d: &D, points: &[[f32; 3]], q: &[f32; 3], r: f32) -> usize {
        points.iter().filter(|p| d.between(p, q) < r).count()
    }
    #[device]
    fn farthest<D: Dist>(d: &D, points: &[[f32; 3]], q: &[f32; 3]) -> Option<usize> {
        (0..points.len()).max_by_key(|&i| (d.between(&points[i], q) * 100.0) as u32)
    }

    #[device]
    pub fn distances(r: &Input) -> u64 {
        let p = [[r.k as f32, 1.0, 2.0], [0.0, r.l as f32, 3.0], [4.0, 4.0, r.k as f32]];
        let q = [1.0, 2.0, 3.0];
        let (i, k) = nearest(&L1, &p, &q);
        let m = mean(&L2, &p, &q);
        let w = within(&L2, &p, &q, 5.0);
        let f = farthest(&L1, &p, &q).unwrap_or(9);
        mix(bits(k) + i as u64, bits(m)) ^ ((w + f) as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Complex<T> {
        re: T,
        im: T,
    }
    #[device]
    impl<T: Copy + std::ops::Add<Output = T> + std::ops::Sub<Output = T> + std::ops::Mul<Output = T>> Complex<T> {
        fn new(re: T, im: T) -> Self {
            Self { re, im }
        }
        fn sq(self) -> Self {
            let two = self.re * self.im;
            Self::new(self.re * self.re - self.im * self.im, two + two)
        }
        fn norm(self) -> T {
            self.re * self.re + self.im * self.im
        }
    }
    #[device]
    impl<T: Copy + std::ops::Add<Output = T>> std::ops::AddAssign for Complex<T> {
        fn add_assign(&mut self, o: Self) {
            self.re = self.re + o.re;
            self.im = self.im + o.im;
        }
    }
    #[device]
    fn escape<T: Copy + PartialOrd + std::ops::Add<Output = T> + std::ops::Sub<Output = T> + std::ops::Mul<Output = T>>(
        c: Complex<T>,
        limit: T,
        most: u32,
    ) -> u32 {
        let mut z = c;
        for n in 0..most {
            if z.norm() > limit {
                return n;
            }
            z = z.sq();
            z += c;
        }
        most
    }
    #[device]
    fn lerp<T>(a: T, b: T, t: f32) -> T
    where
        T: std::ops::Mul<f32, Output = T> + std::ops::Add<Output = T>,
    {
        a * (1.0 - t) + b * t
    }
    #[device]
    fn average<T: Into<f64> + Copy>(a: &[T]) -> f64 {
        let mut s = 0.0;
        for &x in a {
            s += x.into();
        }
        s / a.len() as f64
    }

    #[device]
    pub fn fields(r: &Input) -> u64 {
        let n = escape(Complex::new(r.k as f64 * 0.1 - 1.0, r.l as f64 * 0.1 - 1.0), 4.0, 50);
        let m = escape(Complex { re: r.k as f32 * 0.1, im: 0.1 }, 4.0, 20);
        let v = lerp(Vec2::new(r.k as f32, 1.0), Vec2::ZERO, 0.25);
        let a = average(&[r.a, r.b, 3]);
        mix((n + m) as u64, bits(v.x)) ^ long_bits(a)
    }

    pub trait Counted {
        fn v(&self) -> u32;
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Point {
        x: u32,
    }
    #[device]
    impl Counted for Point {
        fn v(&self) -> u32 {
            self.x
        }
    }
    #[device]
    fn counted<T: Counted>(t: &T) -> i32 {
        let mut n = 0;
        for i in 0..5 {
            if t.v() > 7 {
                n += 1;
            }
        }
        let f = 0.5;
        let g = -1.5;
        if f > g {
            n += -3;
        }
        n
    }
    #[device]
    pub trait Measured {
        fn w(&self) -> u64;
    }
    #[device]
    impl Measured for Point {
        fn w(&self) -> u64 {
            self.x as u64
        }
    }
    #[device]
    fn stride<T: Measured>(t: &T, k: usize) -> u64 {
        let mut n = 0;
        let mut m = 0;
        let a = [5, 6, 7];
        let mut z = (0, -1);
        for i in 0..k {
            n += t.w();
            m += i;
            z = (z.0 + 1, z.1 - 200);
        }
        let w: u8 = z.0;
        let q: i16 = z.1;
        (n + m as u64 + a[0] + w as u64) ^ q as u64
    }
    #[device]
    fn floats<T: Measured>(t: &T) -> f64 {
        let s = 0.1;
        let mut acc = 0.0;
        acc += s * t.w() as f64;
        let z = (1e-3, 1.0);
        let y: f32 = z.1;
        acc + z.0 + y as f64
    }

    #[device]
    pub fn guesses(r: &Input) -> u64 {
        let p = Point { x: r.k };
        mix(counted(&p) as u64, stride(&p, r.l as usize)) ^ long_bits(floats(&p))
    }

    #[device]
    pub trait Form {
        fn area(&self) -> f32;
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Square {
        s: f32,
    }
    #[device]
    impl Form for Square {
        fn area(&self) -> f32 {
            self.s * self.s
        }
    }
    #[device]
    #[derive(Clone, Copy)]
    pub struct Areas {
        t: f32,
    }
    #[device]
    impl Areas {
        fn add(&mut self, x: &impl Form) {
            self.t += x.area();
        }
        fn of(x: impl Form) -> Areas {
            Areas { t: x.area() }
        }
        fn both(&self, a: &impl Form, b: &mut impl Form) -> f32 {
            a.area() + b.area()
        }
    }

    #[device]
    pub fn parameters_of_a_trait(r: &Input) -> u64 {
        let mut s = Areas::of(Square { s: r.x });
        s.add(&Square { s: r.y });
        let mut q = Square { s: 2.0 };
        bits(s.t + s.both(&Square { s: 1.0 }, &mut q))
    }

    #[device]
    pub trait Walks {
        fn step(&self, from: Place) -> Place;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Place {
        x: u32,
        y: u32,
    }

    #[device]
    impl Place {
        fn index(self) -> usize {
            (self.y % 3 * 3 + self.x % 3) as usize
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Knight;

    #[device]
    impl Walks for Knight {
        fn step(&self, from: Place) -> Place {
            Place { x: from.x + 2, y: from.y + 1 }
        }
    }

    #[device]
    fn visits<W: Walks>(walk: &W, from: Place, steps: u32) -> [Option<u32>; 9] {
        let mut seen = [None; 9];
        let mut at = from;
        for step in 0..steps {
            if seen[at.index()].is_none_or(|before| before + 2 < step) {
                seen[at.index()] = Some(step);
            }
            at = walk.step(at);
        }
        seen
    }

    #[device]
    pub fn indices_by_methods(r: &Input) -> u64 {
        let seen = visits(&Knight, Place { x: r.k, y: r.l }, r.k);
        seen.iter().flatten().fold(1, |all, step| mix(all, *step as u64))
    }

    /// Constants and types with names that the macros have for others.
    #[device]
    pub trait Frame {
        const WIDTH: usize;
        const NAME: u8 = 7;
        const TYPE: u8;
        type Pixel: Copy + Default;
        fn pixel(&self, at: usize) -> Self::Pixel;
        fn light(pixel: Self::Pixel) -> f32;
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Gray {
        value: u32,
    }

    #[device]
    impl Frame for Gray {
        const WIDTH: usize = 4;
        const TYPE: u8 = 3;
        type Pixel = u8;
        fn pixel(&self, at: usize) -> u8 {
            (self.value >> (at * 8 % 32)) as u8
        }
        fn light(pixel: u8) -> f32 {
            pixel as f32 / 255.0
        }
    }

    #[device]
    fn brightest<F: Frame>(frame: &F) -> usize {
        let (mut at, mut best, mut sum) = (0, -1.0, 0.0);
        for i in 0..F::WIDTH {
            let light = F::light(frame.pixel(i));
            sum += light;
            if light > best {
                (best, at) = (light, i);
            }
        }
        at + F::NAME as usize + F::TYPE as usize + (sum * 100.0) as usize
    }

    #[device]
    fn line<F: Frame>(frame: &F) -> [F::Pixel; 4] {
        let mut all = [F::Pixel::default(); 4];
        for i in 0..4 {
            all[i] = frame.pixel(i);
        }
        all
    }

    #[device]
    pub fn constants_of_bounds(r: &Input) -> u64 {
        let gray = Gray { value: r.a };
        mix(brightest(&gray) as u64, line(&gray)[2] as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Grid<T, const W: usize, const H: usize> {
        c: [[T; W]; H],
    }
    #[device]
    impl<T: Copy, const W: usize, const H: usize> Grid<T, W, H> {
        fn from_fn(f: impl Fn(usize, usize) -> T) -> Self {
            Self { c: std::array::from_fn(|y| std::array::from_fn(|x| f(x, y))) }
        }
        fn map<U: Copy>(&self, f: impl Fn(T) -> U) -> Grid<U, W, H> {
            Grid { c: self.c.map(|row| row.map(|v| f(v))) }
        }
        fn row(&self, y: usize) -> [T; W] {
            self.c[y]
        }
        fn transposed(&self) -> Grid<T, H, W> {
            Grid::from_fn(|x, y| self.c[x][y])
        }
        fn column(&self, x: usize) -> [T; H] {
            std::array::from_fn(|y| self.c[y][x])
        }
    }
    #[device]
    fn squares<T: Copy + std::ops::Mul<Output = T>, const N: usize>(a: [T; N]) -> [T; N] {
        a.map(|x| x * x)
    }
    #[device]
    fn indexed<T: Copy, const N: usize>(a: &[T; N]) -> [(usize, T); N] {
        std::array::from_fn(|i| (i, a[N - 1 - i]))
    }

    #[device]
    pub fn grids(r: &Input) -> u64 {
        let k = r.k;
        let g = Grid::<u32, 3, 2>::from_fn(|x, y| (x * 10 + y) as u32 + k);
        let h = g.map(|v| v as f32 * 0.5);
        let t = h.transposed();
        let s = squares([r.x, 2.0]);
        let i = indexed(&[r.a, r.b, 3]);
        mix(bits(t.c[2][1]) ^ g.column(1)[1] as u64, bits(s[0])) ^ (i[0].0 as u64 + i[2].1 as u64) ^ g.row(1)[2] as u64
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Keyed {
        key: u32,
        value: u32,
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Near {
        at: u32,
    }

    #[device]
    impl PartialEq for Near {
        fn eq(&self, other: &Near) -> bool {
            self.at % 8 == other.at % 8
        }
    }

    #[device]
    fn are_same<T: PartialEq>(a: &[T], b: &[T]) -> u64 {
        let (same, turned) = (a.iter().eq(b), a.iter().rev().eq(b.iter().rev()));
        u64::from(same) + 2 * u64::from(a.iter().ne(b.iter())) + 4 * u64::from(turned)
    }

    #[device]
    fn order_of<T>(a: &[T], b: &[T]) -> u64
    where
        T: Ord,
    {
        let order = (a.iter().cmp(b.iter()) as i8 + 1) as u64;
        order + 4 * u64::from(a.iter().skip(1).lt(b.iter())) + 8 * u64::from(a.iter().partial_cmp(b.iter()).is_some())
    }

    #[device]
    fn extremes_of<T: Copy + Ord + Into<u64>>(a: &[T], b: &[T]) -> u64 {
        match (a.iter().max(), b.iter().copied().min()) {
            (Some(most), Some(least)) => {
                let (most, least): (u64, u64) = ((*most).into(), least.into());
                most ^ least
            }
            _ => 3,
        }
    }

    #[device]
    fn comparisons_of_items(input: &Input) -> u64 {
        let (a, b) = ([input.a, input.b, input.k], [input.a, input.l]);
        let of = |key: u32, other: u32| [Keyed { key, value: 1 }, Keyed { key: other, value: key }];
        let (c, d) = (of(input.a, input.b), of(input.a, input.k));
        let (near, far) = ([Near { at: input.a }, Near { at: input.b }], [Near { at: input.k }, Near { at: input.l }]);
        let same = mix(are_same(&a, &b), mix(are_same(&c, &d), are_same(&near, &far)));
        mix(mix(same, extremes_of(&a, &b)), mix(order_of(&a, &b), order_of(&c, &d)))
    }

    #[device]
    fn sorted_down<T: Copy + Ord>(values: &mut [T], least: T) {
        values.sort_by(|a, b| b.cmp(a));
        let count = values.partition_point(|x| *x > least);
        values[count..].sort_by_key(|x| *x == least);
    }

    #[device]
    fn parts_of<T: Copy + Into<u64>>(values: &[T], start: usize) -> u64 {
        match values.get(start..start + 2) {
            Some([a, b]) => {
                let (a, b): (u64, u64) = ((*a).into(), (*b).into());
                a ^ b
            }
            _ => values.get(..=start).map_or(5, |part| part.len() as u64),
        }
    }

    #[device]
    fn filled<T: Copy>(values: &mut [T], first: T, second: T) -> u32 {
        let mut count = 0;
        values.fill_with(|| {
            count += 1;
            if count % 2 == 0 { second } else { first }
        });
        if let Some(part) = values.get_mut(1..2) {
            part[0] = first;
        }
        count
    }

    #[device]
    fn searched<T: Copy + Ord>(values: &[T], sought: T) -> u64 {
        let by_order = values.binary_search_by(|x| x.cmp(&sought));
        let by_key = values.binary_search_by_key(&true, |x| *x >= sought);
        mix(by_order.unwrap_or_else(|at| at + 90) as u64, by_key.unwrap_or_else(|at| at + 90) as u64)
    }

    #[device]
    fn how_sorted<T: Copy + PartialOrd>(values: &[T]) -> u64 {
        let down = values.is_sorted_by(|a, b| a > b);
        let by_key = values.is_sorted_by_key(|x| *x > values[0]);
        u64::from(down) + 2 * u64::from(by_key) + 4 * u64::from(values.iter().is_sorted_by(|a, b| a < b))
    }

    #[device]
    fn slices_of_parameters(input: &Input) -> u64 {
        let mut values = [input.a, input.b, input.k, input.l];
        sorted_down(&mut values, input.k);
        let mut keyed = [input.a, input.b, input.l].map(|key| Keyed { key, value: key ^ 5 });
        let least = keyed[1];
        sorted_down(&mut keyed, least);
        let mut bytes = [1_u8, 2, 3];
        let count = filled(&mut bytes, input.k as u8, 9);
        let sum = values.iter().fold(bytes[1].into(), |sum, x| mix(sum, (*x).into()));
        let sum = keyed.iter().fold(sum, |sum, x| mix(sum, x.key as u64 ^ x.value as u64));
        let parts = mix(parts_of(&values, input.l as usize % 5), count.into());
        mix(mix(sum, parts), mix(searched(&values, input.l), mix(how_sorted(&values), how_sorted(&keyed))))
    }

    #[device]
    #[derive(Clone, Copy, Debug)]
    pub struct Bag<T, const N: usize> {
        items: [T; N],
        len: usize,
    }

    #[device]
    impl<T: Copy + Ord + Default, const N: usize> Bag<T, N> {
        fn new() -> Self {
            Self { items: [T::default(); N], len: 0 }
        }

        fn push(&mut self, item: T) {
            self.items[self.len] = item;
            self.len += 1;
        }

        fn most(&self) -> Option<T> {
            self.items[..self.len].iter().copied().max()
        }

        fn sort(&mut self) {
            let len = self.len;
            self.items[..len].sort_by(|a, b| b.cmp(a));
        }

        fn orders(&self, other: &Self) -> u64 {
            let before = self.items[..self.len].iter().lt(other.items.iter());
            u64::from(self.items.iter().eq(other.items.iter())) + 2 * u64::from(before)
        }

        fn rest(&self, from: usize) -> Option<&[T]> {
            self.items.get(from..self.len)
        }

        fn clear(&mut self) {
            self.items.fill_with(T::default);
        }
    }

    #[device]
    fn heaps_that_are_compared(input: &Input) -> u64 {
        let mut bag = Bag::<u32, 6>::new();
        for x in [input.a, input.b, input.k] {
            bag.push(x);
        }
        let mut sorted = bag;
        sorted.sort();
        let rest = sorted.rest(1).map_or(3, |rest| rest[0]);
        let sum = mix(mix(bag.most().unwrap_or(3).into(), bag.orders(&sorted)), rest.into());
        let sum = sorted.items.iter().fold(sum, |sum, x| mix(sum, (*x).into()));
        sorted.clear();
        mix(sum, sorted.items[0].into())
    }
}
