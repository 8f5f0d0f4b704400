//! `Index` and `IndexMut` of the user's types: what they give is a place, and Rust says which of them is called.

conformance! {
    program Indices;
    cases |input, log, at| {
        case_by_pairs(input, log, at),
        case_of_matrices(input, log, at),
        case_maps_that_count(input, log, at),
        case_by_enums_and_numbers_of_nodes(input, log, at),
        case_nested(input, log, at),
        case_borrowed_and_kept(input, log, at),
        case_order_of_evaluation(input, log, at),
        case_of_operators(input, log, at),
        case_in_generic_functions(input, log, at),
        case_without_changes(input, log, at),
        case_methods_of_elements(input, log, at),
        case_of_vectors_and_floats(input, log, at),
        case_beside_methods(input, log, at),
        case_of_enums(input, log, at),
        case_by_keys_of_any_type(input, log, at),
        case_taken_apart(input, log, at),
        case_of_slices_and_references(input, log, at),
        case_of_wrappers(input, log, at),
        case_of_products(input, log, at),
        case_beside_arguments(input, log, at),
    }

    mod by_pairs {
        use super::*;
        use crate::input::{bits, mix};
        use std::ops::{Index, IndexMut};
        #[device]
        #[derive(Clone, Copy)]
        pub struct Grid { cells: [f32; 16] }
        #[device]
        impl Index<(u32, u32)> for Grid {
            type Output = f32;
            fn index(&self, at: (u32, u32)) -> &f32 { &self.cells[(at.1 % 4 * 4 + at.0 % 4) as usize] }
        }
        #[device]
        impl IndexMut<(u32, u32)> for Grid {
            fn index_mut(&mut self, at: (u32, u32)) -> &mut f32 { &mut self.cells[(at.1 % 4 * 4 + at.0 % 4) as usize] }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut grid = Grid { cells: [0.5; 16] };
            grid[(r.k, r.l)] = r.x;
            grid[(r.l, r.k)] += r.y;
            let p = &mut grid[(1, 2)];
            *p *= 3.0;
            let s = grid[(0, 0)] + grid[(r.k, r.l)] - grid[(1, 2)];
            let mut total = 0.0;
            for y in 0..4 { for x in 0..4 { total += grid[(x, y)]; } }
            mix(bits(s), bits(total))
        }
    }

    #[device]
    pub fn case_by_pairs(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        by_pairs::of(r, log, at)
    }

    mod of_matrices {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        #[device]
        #[derive(Clone, Copy)]
        pub struct Matrix<T, const R: usize, const C: usize> { rows: [[T; C]; R] }
        #[device]
        impl<T: Copy, const R: usize, const C: usize> Index<usize> for Matrix<T, R, C> {
            type Output = [T; C];
            fn index(&self, r: usize) -> &Self::Output { &self.rows[r] }
        }
        #[device]
        impl<T: Copy, const R: usize, const C: usize> IndexMut<usize> for Matrix<T, R, C> {
            fn index_mut(&mut self, r: usize) -> &mut Self::Output { &mut self.rows[r] }
        }
        #[device]
        impl<T: Copy, const R: usize, const C: usize> Index<[usize; 2]> for Matrix<T, R, C> {
            type Output = T;
            fn index(&self, at: [usize; 2]) -> &T { &self.rows[at[0]][at[1]] }
        }
        #[device]
        impl<T: Copy, const R: usize, const C: usize> IndexMut<[usize; 2]> for Matrix<T, R, C> {
            fn index_mut(&mut self, at: [usize; 2]) -> &mut Self::Output { &mut self.rows[at[0]][at[1]] }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut m = Matrix { rows: [[r.a, r.b, 3], [4, r.k, r.l]] };
            let (i, j) = (r.k as usize % 2, r.l as usize % 3);
            m[i][j] = m[1 - i][2 - j] ^ 7;
            m[[1, 2]] = m[[0, j]].wrapping_add(m[0][1]);
            m[[i, j]] ^= 5;
            m[i][0] = m[i][0].wrapping_mul(3);
            let row = &mut m[1];
            row[0] = row[0].rotate_left(3);
            let row = m[0];
            let mut h = 0;
            for v in &m[1] { h = mix(h, *v as u64); }
            for v in m[0].iter() { h = mix(h, *v as u64); }
            for v in m[1].iter_mut() { *v = v.wrapping_add(1); }
            mix(h, (row[0] ^ m[[1, 1]]) as u64)
        }
    }

    #[device]
    pub fn case_of_matrices(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_matrices::of(r, log, at)
    }

    mod maps_that_count {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        #[device]
        #[derive(Clone, Copy, PartialEq)]
        pub struct Slot { key: u32, hits: u32 }
        #[device]
        impl Slot { fn bump(&mut self, by: u32) { self.hits = self.hits.wrapping_add(by); } fn get(&self) -> u32 { self.hits } fn both(self) -> u32 { self.key ^ self.hits } }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Map { slots: [Slot; 4], len: usize, changes: u32 }
        #[device]
        impl Index<u32> for Map {
            type Output = Slot;
            fn index(&self, key: u32) -> &Slot {
                for i in 0..self.len { if self.slots[i].key == key { return &self.slots[i]; } }
                &self.slots[3]
            }
        }
        #[device]
        impl IndexMut<u32> for Map {
            fn index_mut(&mut self, key: u32) -> &mut Slot {
                self.changes += 1;
                for i in 0..self.len { if self.slots[i].key == key { return &mut self.slots[i]; } }
                if self.len < 3 { self.slots[self.len] = Slot { key, hits: 0 }; self.len += 1; }
                &mut self.slots[self.len - 1]
            }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut m = Map { slots: [Slot { key: 0, hits: 0 }; 4], len: 0, changes: 0 };
            m[r.a].bump(3);
            m[r.b].hits = m[r.a].get() + 1;
            m[r.k].hits += m.changes;
            m[r.a] = Slot { key: r.a, hits: m[r.b].hits };
            let before = m.changes;
            let x = (m[r.a].get() + m[r.l].hits).wrapping_add(m[r.k].both());
            assert!(before == m.changes);
            if m[r.a] == m[r.b] { m[5].bump(1); }
            let s = &m[r.b];
            let y = s.hits;
            let e = &mut m[r.l];
            e.bump(9); e.key ^= 1;
            mix(mix(x as u64, y as u64), (m.changes as u64) << 8 | m.len as u64)
        }
    }

    #[device]
    pub fn case_maps_that_count(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        maps_that_count::of(r, log, at)
    }

    mod by_enums_and_numbers_of_nodes {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        #[device]
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub enum Color { Red, Green, Blue }
        #[device]
        #[derive(Clone, Copy)]
        pub struct NodeId(u32);
        #[device]
        #[derive(Clone, Copy)]
        pub enum Node { Leaf(u32), Pair { left: NodeId, right: NodeId } }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Tree { nodes: [Node; 8] }
        #[device]
        impl Index<NodeId> for Tree { type Output = Node; fn index(&self, id: NodeId) -> &Node { &self.nodes[id.0 as usize] } }
        #[device]
        impl IndexMut<NodeId> for Tree { fn index_mut(&mut self, id: NodeId) -> &mut Node { &mut self.nodes[id.0 as usize] } }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Table { red: u32, green: u32, blue: u32 }
        #[device]
        impl Index<Color> for Table {
            type Output = u32;
            fn index(&self, c: Color) -> &u32 { match c { Color::Red => &self.red, Color::Green => &self.green, Color::Blue => &self.blue } }
        }
        #[device]
        impl IndexMut<Color> for Table {
            fn index_mut(&mut self, c: Color) -> &mut u32 { match c { Color::Red => &mut self.red, Color::Green => &mut self.green, Color::Blue => &mut self.blue } }
        }
        #[device]
        fn sum(t: &Tree, id: NodeId) -> u32 {
            let mut stack = [NodeId(0); 8];
            let mut n = 1;
            stack[0] = id;
            let mut total = 0_u32;
            while n > 0 {
                n -= 1;
                match t[stack[n]] {
                    Node::Leaf(v) => total = total.wrapping_add(v),
                    Node::Pair { left, right } => { stack[n] = left; stack[n + 1] = right; n += 2; }
                }
            }
            total
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut t = Tree { nodes: [Node::Leaf(1); 8] };
            t[NodeId(0)] = Node::Pair { left: NodeId(1), right: NodeId(2) };
            t[NodeId(1)] = Node::Leaf(r.a);
            t[NodeId(2)] = Node::Pair { left: NodeId(3), right: NodeId(1) };
            if let Node::Leaf(v) = &mut t[NodeId(1)] { *v ^= r.b; }
            if let Node::Leaf(ref mut v) = t[NodeId(3)] { *v += 1; }
            let mut table = Table { red: 1, green: 2, blue: r.a };
            table[Color::Red] += table[Color::Blue] & 0xff;
            table[Color::Green] = sum(&t, NodeId(0));
            std::mem::swap(&mut table[Color::Blue], &mut t_dummy());
            mix(sum(&t, NodeId(0)) as u64, (table[Color::Red] ^ table[Color::Green] ^ table[Color::Blue]) as u64)
        }
        #[device]
        fn t_dummy() -> u32 { 9 }
    }

    #[device]
    pub fn case_by_enums_and_numbers_of_nodes(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        by_enums_and_numbers_of_nodes::of(r, log, at)
    }

    mod nested {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        #[device]
        #[derive(Clone, Copy)]
        pub struct Inner { v: [u32; 4] }
        #[device]
        impl Index<u8> for Inner { type Output = u32; fn index(&self, i: u8) -> &u32 { &self.v[i as usize & 3] } }
        #[device]
        impl IndexMut<u8> for Inner { fn index_mut(&mut self, i: u8) -> &mut u32 { self.v[0] = self.v[0].wrapping_add(1); &mut self.v[i as usize & 3] } }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Outer { inner: [Inner; 2], n: u32 }
        #[device]
        impl Outer {
            fn next(&mut self) -> u8 { self.n = self.n.wrapping_add(1); self.n as u8 }
            fn read(&mut self, i: u8) -> u32 { let a = self.inner[0][i]; self.n = self.n.wrapping_add(a); self.inner[1][i] }
            fn write(&mut self, i: u8, v: u32) { self.inner[1][i] = v; let k = self.next(); self.inner[0][k] ^= v; }
            fn total(&self) -> u32 { self.inner[0][0] ^ self.inner[1][1].rotate_left(3) ^ self.inner[1][2] }
        }
        #[device]
        impl Index<bool> for Outer { type Output = Inner; fn index(&self, b: bool) -> &Inner { if b { &self.inner[1] } else { &self.inner[0] } } }
        #[device]
        impl IndexMut<bool> for Outer { fn index_mut(&mut self, b: bool) -> &mut Inner { self.n ^= 0x100; if b { &mut self.inner[1] } else { &mut self.inner[0] } } }
        #[device]
        fn make(n: u32) -> Outer { Outer { inner: [Inner { v: [n, 1, 2, 3] }, Inner { v: [4, 5, n, 7] }], n: 0 } }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut o = make(r.k);
            o.write(r.l as u8, r.a);
            o[true][2] = o[false][r.k as u8] ^ 1;
            o[r.k > 3][1] |= 5;
            let x = o.read(1);
            let t = o[true].v[2] ^ o[false][3] ^ make(3)[true][2];
            let s = (o[true][0], o[false][1]);
            let a = [o[true][0], o[false][1], o.n];
            mix(mix(x as u64, t as u64 ^ (s.0 as u64) << 13 ^ (a[1] as u64) << 30), (o.n ^ o.total()) as u64)
        }
    }

    #[device]
    pub fn case_nested(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        nested::of(r, log, at)
    }

    mod borrowed_and_kept {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        // References into what an index gives, kept and pointed elsewhere.
        #[device]
        #[derive(Clone, Copy)]
        pub struct Row { values: [i32; 4] }
        #[device]
        impl Index<u32> for Row { type Output = i32; fn index(&self, i: u32) -> &i32 { &self.values[i as usize] } }
        #[device]
        impl IndexMut<u32> for Row { fn index_mut(&mut self, i: u32) -> &mut i32 { &mut self.values[i as usize] } }
        #[device]
        fn least(row: &Row) -> i32 {
            let mut best = &row[0];
            for i in 1..4 { let v = &row[i]; if v < best { best = v; } }
            *best
        }
        #[device]
        fn swap(a: &mut i32, b: &mut i32) { let t = *a; *a = *b; *b = t; }
        #[device]
        fn plus(a: &i32, b: &i32) -> i32 { a.wrapping_add(*b) }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut a = Row { values: [r.i, r.j, 3, -1] };
            let mut b = a;
            b[0] = 5;
            swap(&mut a[0], &mut b[1]);
            std::mem::swap(&mut a[2], &mut b[3]);
            let old = std::mem::replace(&mut a[1], 77);
            let k = plus(&a[0], &b[2]);
            let mut at = &mut a[3];
            *at = at.wrapping_sub(4);
            if r.k > 4 { at = &mut a[0]; }
            *at ^= 0x55;
            let some = Some(&b[1]);
            let pair = (&a[0], &b[0]);
            let s = some.map(|v| v.wrapping_mul(3)).unwrap_or(0);
            let c = |i: u32| a[i].wrapping_add(b[i]);
            let q = c(r.k % 4).wrapping_add(*pair.0).wrapping_add(s);
            mix(mix(least(&a) as u64, least(&b) as u64), (q ^ old ^ k) as u64)
        }
    }

    #[device]
    pub fn case_borrowed_and_kept(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        borrowed_and_kept::of(r, log, at)
    }

    mod order_of_evaluation {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        // Order: the index is evaluated before the call, values before places; index prints nothing but counts.
        #[device]
        #[derive(Clone, Copy)]
        pub struct Log { cells: [u32; 8], trace: u32 }
        #[device]
        impl Index<usize> for Log { type Output = u32; fn index(&self, i: usize) -> &u32 { assert!(i < 100, "read {i}"); &self.cells[i % 8] } }
        #[device]
        impl IndexMut<usize> for Log { fn index_mut(&mut self, i: usize) -> &mut u32 { self.trace = self.trace.wrapping_mul(31).wrapping_add(i as u32); &mut self.cells[i % 8] } }
        #[device]
        fn step(n: &mut usize) -> usize { *n = (*n * 5 + 3) % 16; *n }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut l = Log { cells: [r.a; 8], trace: 1 };
            let mut n = r.k as usize;
            l[step(&mut n)] = step(&mut n) as u32;
            l[n] = l[step(&mut n)].wrapping_add(n as u32);
            let x = l[step(&mut n)].wrapping_sub(l[step(&mut n)]);
            l[n] = { n += 1; l.trace };
            (l[n], n) = (l.trace, step(&mut n));
            let y = [l[step(&mut n)], n as u32, l[step(&mut n)]];
            l[2] ^= { l.trace };
            l[3] %= 7;
            l[4] = !l[3];
            l[5] <<= 3;
            let z = if l[n % 8] > 5 && l[step(&mut n)] != 3 { l[0] } else { l[1] };
            mix(mix(x as u64, l.trace as u64), (y[0] ^ y[1] ^ y[2].rotate_left(7) ^ z ^ l[4] ^ l[5]) as u64)
        }
    }

    #[device]
    pub fn case_order_of_evaluation(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        order_of_evaluation::of(r, log, at)
    }

    mod of_operators {
        use super::*;
        use crate::input::{bits, mix};
        use std::ops::{Index, IndexMut, Add, AddAssign, Neg};
        // Overloaded operators on what an index gives.
        #[device]
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct V { x: f32, y: f32 }
        #[device]
        impl Add for V { type Output = V; fn add(self, o: V) -> V { V { x: self.x + o.x, y: self.y + o.y } } }
        #[device]
        impl AddAssign for V { fn add_assign(&mut self, o: V) { self.x += o.x; self.y += o.y; } }
        #[device]
        impl Neg for V { type Output = V; fn neg(self) -> V { V { x: -self.x, y: -self.y } } }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Path { p: [V; 4] }
        #[device]
        impl Index<i32> for Path { type Output = V; fn index(&self, i: i32) -> &V { &self.p[i.rem_euclid(4) as usize] } }
        #[device]
        impl IndexMut<i32> for Path { fn index_mut(&mut self, i: i32) -> &mut V { &mut self.p[i.rem_euclid(4) as usize] } }
        #[device]
        impl Index<Char> for Path { type Output = f32; fn index(&self, c: Char) -> &f32 { if c.0 == b'x' { &self.p[0].x } else { &self.p[0].y } } }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Char(u8);
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut p = Path { p: [V { x: r.x, y: 1.0 }; 4] };
            p[-1] = V { x: 2.0, y: r.y };
            p[2] += V { x: 0.5, y: r.y };
            p[1] = -p[0] + p[3];
            p[5].x -= 1.0;
            p[-3].y = p[7].x.max(p[0].y);
            let same = p[1] == p[-1] || p[0] != p[4];
            mix(bits(p[1].x + p[1].y), bits(p[2].x - p[Char(b'y')]) ^ same as u64)
        }
    }

    #[device]
    pub fn case_of_operators(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_operators::of(r, log, at)
    }

    mod in_generic_functions {
        use super::*;
        use crate::input::{bits, mix};
        use std::ops::{Index, IndexMut};
        // Generic functions.
        #[device]
        #[derive(Clone, Copy)]
        pub struct Ring<T, const N: usize> { items: [T; N], start: usize }
        #[device]
        impl<T: Copy, const N: usize> Index<isize> for Ring<T, N> {
            type Output = T;
            fn index(&self, at: isize) -> &T { &self.items[(self.start as isize + at).rem_euclid(N as isize) as usize] }
        }
        #[device]
        impl<T: Copy, const N: usize> IndexMut<isize> for Ring<T, N> {
            fn index_mut(&mut self, at: isize) -> &mut T { let n = (self.start as isize + at).rem_euclid(N as isize) as usize; &mut self.items[n] }
        }
        #[device]
        fn rotate<T: Copy, const N: usize>(ring: &mut Ring<T, N>, by: isize) -> T {
            let first = ring[0];
            ring.start = (ring.start as isize + by).rem_euclid(N as isize) as usize;
            ring[-1] = first;
            ring[1]
        }
        #[device]
        fn pick<C: Index<isize, Output = u32>>(c: &C, i: isize) -> u32 { c[i] ^ c[i + 1] }
        #[device]
        fn put<C: IndexMut<isize, Output = u32>>(c: &mut C, i: isize, v: u32) { c[i] = v; c[i + 1] ^= v; let p = &mut c[i + 2]; *p = p.wrapping_add(v); }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut ring = Ring { items: [r.a, r.b, 3, 4, 5], start: r.k as usize % 5 };
            let x = rotate(&mut ring, r.i as isize % 7);
            put(&mut ring, r.l as isize, 9);
            let y = pick(&ring, -2);
            let mut small = Ring { items: [r.x, r.y], start: 0 };
            small[3] = small[0] * 2.0;
            mix(mix(x as u64, y as u64), bits(small[1]))
        }
    }

    #[device]
    pub fn case_in_generic_functions(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        in_generic_functions::of(r, log, at)
    }

    mod without_changes {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        // Only Index, mutable variables; constants of the type; closures; by value; Self as index.
        #[device]
        #[derive(Clone, Copy, PartialEq)]
        pub struct P { a: u32, b: u32 }
        #[device]
        impl Index<P> for P { type Output = P; fn index(&self, other: P) -> &P { if other.a > 2 { self } else { self } } }
        #[device]
        pub const TABLE: P = P { a: 3, b: 4 };
        #[device]
        #[derive(Clone, Copy)]
        pub struct Look { t: [u32; 4] }
        #[device]
        impl Index<usize> for Look { type Output = u32; fn index(&self, i: usize) -> &u32 { &self.t[i & 3] } }
        #[device]
        pub const LOOK: Look = Look { t: [9, 8, 7, 6] };
        #[device]
        fn through(l: Look, f: impl Fn(u32) -> u32) -> u32 { f(l[1]) + f(l[2]) }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut p = P { a: r.a, b: r.b };
            p.b ^= 1;
            let q = p[TABLE];
            let mut look = LOOK;
            look.t[0] = r.k;
            let f = |i: usize| look[i] + LOOK[i];
            let g = move |i: usize| look[i + 1];
            let s = through(look, |v| v.wrapping_mul(look[0]));
            let m = (0..4).map(|i| look[i]).sum::<u32>() + [0_usize, 1, 2].iter().map(|i| LOOK[*i]).max().unwrap();
            let n = if let 0..=5 = look[r.l as usize] { 1 } else { 2 };
            mix((q.b ^ f(r.l as usize) ^ g(1)) as u64, (s ^ m + n) as u64)
        }
    }

    #[device]
    pub fn case_without_changes(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        without_changes::of(r, log, at)
    }

    mod methods_of_elements {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        #[device]
        #[derive(Clone, Copy)]
        pub struct Bank<T> { cells: [T; 4], writes: u32 }
        #[device]
        impl<T: Copy> Index<usize> for Bank<T> { type Output = T; fn index(&self, i: usize) -> &T { &self.cells[i & 3] } }
        #[device]
        impl<T: Copy> IndexMut<usize> for Bank<T> { fn index_mut(&mut self, i: usize) -> &mut T { self.writes += 1; &mut self.cells[i & 3] } }
        #[device]
        fn bank<T: Copy>(of: T) -> Bank<T> { Bank { cells: [of; 4], writes: 0 } }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let k = r.k as usize;
            let mut o = bank(Some(r.a));
            let mut h = 0;
            let a = o[k].is_some() as u32 + o[k].unwrap() % 3;
            let b = o[1].take();
            let c = o[1].is_none();
            if let Some(x) = o[2] { h = mix(h, x as u64); }
            if let Some(ref x) = o[2] { h = mix(h, *x as u64); }
            if let Some(x) = &o[3] { h = mix(h, *x as u64); }
            if let Some(x) = &mut o[3] { *x ^= 1; }
            if let Some(x) = o[0].as_mut() { *x ^= 3; }
            h = mix(h, o[0].map(|v| v ^ 5).unwrap_or(0) as u64);
            h = mix(h, o[k].unwrap_or(9) as u64);
            o[1] = o[0].or(Some(2));
            o[3].replace(8);
            while let Some(x) = o[k] { if x & 1 == 0 { o[k] = None; } else { o[k] = Some(x >> 1); } }
            match (o[0], o[1]) { (Some(x), Some(y)) if x > y => h = mix(h, 1), (None, _) => h = mix(h, 2), _ => {} }
            h = mix(h, o.writes as u64);
            let mut m = bank([3_u32, r.b, 1, r.l]);
            m[1].swap(0, 1);
            m[2].sort();
            m[0][k & 3] = 7;
            m[0][1] ^= m[1][0] & 3;
            h = mix(h, m[3].iter().map(|v| v & 15).sum::<u32>() as u64);
            h = mix(h, m[k].len() as u64 + m[2].contains(&3) as u64 + m[1].first().copied().unwrap() as u64);
            for v in &mut m[2] { *v ^= 2; }
            for v in m[1].iter_mut() { *v >>= 1; }
            for v in &m[2] { h = mix(h, *v as u64); }
            for v in m[1] { h = mix(h, v as u64); }
            for (i, v) in m[k].iter().enumerate() { h = mix(h, i as u64 ^ *v as u64); }
            m[0].fill(6);
            h = mix(h, m[0].iter().max().copied().unwrap() as u64);
            mix(h, m.writes as u64 ^ (a as u64) << 9 ^ b.unwrap() as u64 ^ c as u64)
        }
    }

    #[device]
    pub fn case_methods_of_elements(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        methods_of_elements::of(r, log, at)
    }

    mod of_vectors_and_floats {
        use super::*;
        use crate::input::{bits, mix};
        use std::ops::{Index, IndexMut};
        #[device]
        #[derive(Clone, Copy)]
        pub struct Cloud { points: [Vec3; 4], writes: u32 }
        #[device]
        impl Index<u16> for Cloud { type Output = Vec3; fn index(&self, i: u16) -> &Vec3 { &self.points[(i & 3) as usize] } }
        #[device]
        impl IndexMut<u16> for Cloud { fn index_mut(&mut self, i: u16) -> &mut Vec3 { self.writes += 1; &mut self.points[(i & 3) as usize] } }
        #[device]
        #[derive(Clone, Copy)]
        pub struct Floats { v: [f32; 4], n: u32 }
        #[device]
        impl Index<u32> for Floats { type Output = f32; fn index(&self, i: u32) -> &f32 { &self.v[(i & 3) as usize] } }
        #[device]
        impl IndexMut<u32> for Floats { fn index_mut(&mut self, i: u32) -> &mut f32 { self.n += 1; &mut self.v[(i & 3) as usize] } }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut c = Cloud { points: [Vec3::new(r.x, r.y, 1.0); 4], writes: 0 };
            c[1].x = 2.0;
            c[2][1] = c[1].x + c[3][0];
            c[3] += c_one();
            c[0] = c[1] * 2.0 - c[2];
            let d = c[0].dot(c[1]).abs() + c[3].length_squared();
            let s = c[1].with_x(3.0).max(c[2]).min_element();
            let n = c[2].normalize_or_zero();
            let xy = c[0].x * c[0].y;
            let mut f = Floats { v: [r.x, r.y, 0.5, -1.5], n: 0 };
            f[0] = f[1].max(f[2]).mul_add(2.0, f[3]);
            f[1] *= f[3].abs().sqrt();
            f[2] -= -f[3];
            f[3] = f[r.k].floor().clamp(-4.0, 4.0);
            f[0] /= 3.0;
            let w = f[0].to_bits() & 1;
            let q = [f[0], f[1], f[2], f[3]].iter().fold(0, |h, v| mix(h, bits(*v)));
            mix(mix(q, bits(d + s + n.x + xy)), (c.writes * 100 + f.n) as u64)
        }
        #[device]
        fn c_one() -> Vec3 { Vec3::ONE }
    }

    #[device]
    pub fn case_of_vectors_and_floats(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_vectors_and_floats::of(r, log, at)
    }

    mod beside_methods {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        // A method of the type's own called `index`, and a field called so; the operator inside of its own type's methods; Self::Output.
        #[device]
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Own { v: [i64; 3] }
        #[device]
        impl Own {
            fn index(&self, i: usize) -> i64 { self.v[i] + 1 }
            fn both(&mut self, i: usize) -> i64 { self[i] = self[i] * 2; self[i] += 1; self[i] + self.index(i) }
            fn of(self) -> i64 { let mut me = self; me[0] = 3; me[0] - self[0] }
            const fn size() -> usize { 3 }
        }
        #[device]
        impl Index<usize> for Own { type Output = i64; fn index(&self, i: usize) -> &Self::Output { let at = i % Self::size(); &self.v[at] } }
        #[device]
        impl IndexMut<usize> for Own { fn index_mut(&mut self, i: usize) -> &mut Self::Output { let at = i % Own::size(); &mut self.v[at] } }
        #[device]
        fn three(o: &mut Own, f: impl Fn(i64) -> i64) { for i in 0..3 { o[i] = f(o[i]); } let mut g = |x: i64| { o[0] = o[0].wrapping_add(x); o[1] }; let z = g(4); g(z); }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut o = Own { v: [r.i as i64, r.j as i64, 5] };
            let b = o.both(r.k as usize % 3);
            three(&mut o, |v| v ^ 3);
            let mut list = [o; 3];
            list[1][2] = list[0][1] + 4;
            for item in list.iter_mut() { item[0] ^= 9; }
            for item in &list { if item[0] == 3 { o[1] = 4; } }
            let t = (o, 3_usize);
            let u = t.0[t.1];
            let opt = Some(o);
            let w = opt.map(|o| o[2]).unwrap_or(0) + opt.unwrap()[1];
            mix(mix(b as u64, list[1][2] as u64 ^ list[2][0] as u64), (u ^ w ^ o.of() ^ Own { v: [1, 2, 3] }[1]) as u64)
        }
    }

    #[device]
    pub fn case_beside_methods(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        beside_methods::of(r, log, at)
    }

    mod of_enums {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        // Enums with fields that are indexed; options of indices; consts inside; blocks as indices; casts.
        #[device]
        #[derive(Clone, Copy)]
        pub enum Shape { Line([u32; 2]), Tri { p: [u32; 3], tag: u32 }, Nothing { rest: u32 } }
        #[device]
        impl Index<usize> for Shape {
            type Output = u32;
            fn index(&self, i: usize) -> &u32 {
                match self {
                    Self::Line(p) => &p[i % 2],
                    Shape::Tri { p, .. } if i < 3 => &p[i],
                    Self::Tri { tag, .. } => tag,
                    Self::Nothing { rest } => rest,
                }
            }
        }
        #[device]
        impl IndexMut<usize> for Shape {
            fn index_mut(&mut self, i: usize) -> &mut u32 {
                match self {
                    Self::Line(p) => &mut p[i % 2],
                    Shape::Tri { p, tag } => if i < 3 { &mut p[i] } else { tag },
                    Self::Nothing { rest } => rest,
                }
            }
        }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut s = match r.k % 3 { 0 => Shape::Line([r.a, 2]), 1 => Shape::Tri { p: [1, 2, r.b], tag: 4 }, _ => Shape::Nothing { rest: 1 } };
            s[{ let q = r.l; q as usize }] = 9;
            s[if r.a > 4 { 1 } else { 0 }] ^= 1;
            s[r.l as usize & 1] = s[2].wrapping_add(s[match r.b { 0 => 3, _ => 0 }]);
            const K: usize = 2;
            let x = &s[K];
            let y = *x ^ 1;
            let z = *&s[K + 1];
            let at = (s[0] & 1) as usize;
            s[at] = s[at] & s[at + 1] | s[K];
            let f = |t: &Shape| t[1];
            mix(mix(y as u64, z as u64), (f(&s) ^ s[0]) as u64)
        }
    }

    #[device]
    pub fn case_of_enums(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_enums::of(r, log, at)
    }

    mod by_keys_of_any_type {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        #[device]
        #[derive(Clone, Copy)]
        pub struct Map<K, V, const N: usize> { keys: [K; N], values: [V; N], len: usize }
        #[device]
        impl<K: Copy + PartialEq, V: Copy, const N: usize> Index<K> for Map<K, V, N> {
            type Output = V;
            fn index(&self, key: K) -> &V {
                for i in 0..self.len { if self.keys[i] == key { return &self.values[i]; } }
                panic!("no such key");
            }
        }
        #[device]
        impl<K: Copy + PartialEq, V: Copy, const N: usize> IndexMut<K> for Map<K, V, N> {
            fn index_mut(&mut self, key: K) -> &mut Self::Output {
                let mut at = self.len;
                for i in 0..self.len { if self.keys[i] == key { at = i; } }
                if at == self.len { self.keys[at] = key; self.len += 1; }
                &mut self.values[at]
            }
        }
        #[device]
        #[derive(Clone, Copy, PartialEq)]
        pub enum Color { Red, Green(u32) }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut m = Map { keys: [Color::Red; 4], values: [0_u64; 4], len: 0 };
            m[Color::Red] = r.p;
            m[Color::Green(r.k)] = r.q;
            m[Color::Green(3)] |= 1;
            m[Color::Red] ^= m[Color::Green(3)] >> 3;
            let mut n = Map { keys: [(0_u32, 1_u8); 3], values: [[0_i32; 2]; 3], len: 0 };
            n[(r.k, 2)] = [r.i, r.j];
            n[(r.l, 2)][1] ^= 5;
            n[(r.k, 2)][0] = n[(r.l, 2)][1] ^ n[(r.k, 2)][1];
            let mut f = Map { keys: [0.0_f32; 3], values: [Some(1_u32); 3], len: 0 };
            f[0.5] = None;
            f[1.5] = Some(r.a);
            let x = if let Some(v) = f[1.5] { v } else { 0 } ^ f[0.5].unwrap_or(3);
            mix(m[Color::Red] ^ m[Color::Green(r.k)], mix(n[(r.k, 2)][0] as u64, x as u64 ^ n.len as u64 ^ f.len as u64))
        }
    }

    #[device]
    pub fn case_by_keys_of_any_type(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        by_keys_of_any_type::of(r, log, at)
    }

    mod taken_apart {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        #[device]
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct P { x: u32, y: u32, z: [u32; 2] }
        #[device]
        #[derive(Clone, Copy)]
        pub struct T { p: [P; 4], w: u32 }
        #[device]
        impl Index<u32> for T { type Output = P; fn index(&self, i: u32) -> &P { &self.p[(i % 4) as usize] } }
        #[device]
        impl IndexMut<u32> for T { fn index_mut(&mut self, i: u32) -> &mut P { self.w += 1; &mut self.p[(i % 4) as usize] } }
        #[device]
        fn add(a: &P, b: P) -> u32 { a.x.wrapping_add(b.y) }
        #[device]
        fn set(a: &mut P, v: u32) -> u32 { a.y = v; a.x }
        #[device]
        fn first(t: &T, k: u32) -> Option<u32> { let o = Some(t[k].x).filter(|x| *x > 3)?; Some(o ^ t[k + 1].y) }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut t = T { p: [P { x: r.a, y: r.b, z: [r.k, r.l] }; 4], w: 0 };
            t[1] = P { x: 7, ..t[0] };
            (t[0], t[2]) = (t[1], t[0]);
            (t[3].x, t[3].y) = (t[0].y, t[1].x);
            let P { x, y, .. } = t[1];
            let P { z: [a, b], .. } = t[2];
            let P { ref y, .. } = t[3];
            let h = mix(x as u64, *y as u64);
            if let P { x: 7, y, .. } = &mut t[1] { *y ^= 1; }
            let P { z, x: ref mut q, .. } = t[2];
            *q ^= z[1];
            let s = add(&t[0], t[3]) ^ set(&mut t[r.k], 5) ^ add(&t[r.k], t[r.l]);
            let same = t[0] == t[1] || t[2] != t[0] && t[3] == t[3].clone();
            let mut n = 0_u32;
            for i in 0..t[0].z[0] { n = n.wrapping_add(i ^ t[i].x); }
            while t[0].z[1] > 3 { t[0].z[1] -= 2; n ^= t[0].z[1]; }
            let c = |i: u32| { let p = &t[i]; (p.x as i64, -(p.y as i64), !p.z[0]) };
            let d = match t[r.l] { P { x: 0..=7, .. } => 1, p if p.y > t[1].x => 2, P { z: [_, b], .. } => b };
            assert_eq!(t[5], t[1], "at {} of {:?}", t.w, t[1]);
            let e = first(&t, r.k).unwrap_or(77);
            let arr = [t[0].x, t[1].y];
            let tup = (t[2], &t[3]);
            mix(mix(h, s as u64 ^ a as u64 ^ b as u64), (n ^ d ^ e ^ arr[1] ^ tup.0.x ^ tup.1.y) as u64 ^ c(r.k).0 as u64 ^ c(1).1 as u64 ^ c(2).2 as u64) ^ t.w as u64 ^ same as u64
        }
    }

    #[device]
    pub fn case_taken_apart(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        taken_apart::of(r, log, at)
    }

    mod of_slices_and_references {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        // By `mut self`, in closures within methods, through references to references, by parameters, in impls of traits.
        #[device]
        #[derive(Clone, Copy)]
        pub struct V { c: [i32; 3], n: u32 }
        #[device]
        impl Index<i8> for V { type Output = i32; fn index(&self, i: i8) -> &i32 { if i < 0 { &self.c[(3 + i) as usize] } else { &self.c[i as usize] } } }
        #[device]
        impl IndexMut<i8> for V { fn index_mut(&mut self, i: i8) -> &mut i32 { self.n += 1; let at = if i < 0 { 3 + i } else { i }; &mut self.c[at as usize] } }
        #[device]
        pub trait Norm { fn norm(&self) -> i32; fn halve(&mut self); fn at(self, i: i8) -> i32 where Self: Sized; }
        #[device]
        impl Norm for V {
            fn norm(&self) -> i32 { (0..3).map(|i| self[i as i8] & 0xff).sum::<i32>() ^ self[-1] }
            fn halve(&mut self) { for i in 0..3 { self[i] /= 2; } let mut up = |i: i8| { self[i] = self[i].wrapping_add(1); }; up(0); up(-1); }
            fn at(mut self, i: i8) -> i32 { self[i] ^= 3; self[i] }
        }
        #[device]
        fn deep(v: &&V, w: &mut &mut V) -> i32 { w[0] = v[1]; w[-2] ^= v[2]; w[2] }
        #[device]
        fn swap(list: &mut [V], i: usize) { let t = list[i][0]; list[i][0] = list[i + 1][2]; list[i + 1][2] = t; }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut v = V { c: [r.i, r.j, 5], n: 0 };
            let mut w = V { c: [r.j, r.k as i32, -4], n: 0 };
            let k = (r.k % 3) as i8;
            v.halve();
            let d = deep(&&v, &mut &mut w);
            let mut list = [v, w, v];
            swap(&mut list, (r.l % 2) as usize);
            swap(&mut list[1..], 0);
            let (a, b) = list.split_at_mut(1);
            a[0][k] = b[1][-1];
            b[0][0] ^= a[0][1];
            for v in list.iter_mut() { v[1] ^= 7; v.halve(); }
            let m = list.iter().map(|v| v[0] ^ v.n as i32).fold(0_i32, |a, b| a.wrapping_mul(31).wrapping_add(b));
            let z = list.iter().max_by_key(|v| v[1]).unwrap()[2];
            mix(mix(v.norm() as u64, w.at(k) as u64), (d ^ m ^ z) as u64)
        }
    }

    #[device]
    pub fn case_of_slices_and_references(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_slices_and_references::of(r, log, at)
    }

    mod of_wrappers {
        use super::*;
        use crate::input::{bits, mix};
        use std::ops::{Index, IndexMut};
        // Newtypes around arrays; an index of an index; a table of tables; constants; shadowing; blocks.
        #[device]
        #[derive(Clone, Copy)]
        pub struct Ids([u8; 4]);
        #[device]
        #[derive(Clone, Copy)]
        pub struct Id(u8);
        #[device]
        impl Index<Id> for Ids { type Output = u8; fn index(&self, Id(i): Id) -> &u8 { let Ids(all) = self; &all[(i & 3) as usize] } }
        #[device]
        impl IndexMut<Id> for Ids { fn index_mut(&mut self, id: Id) -> &mut u8 { let Id(i) = id; &mut self.0[usize::from(i & 3)] } }
        #[device]
        impl Index<u8> for Ids { type Output = Self; fn index(&self, _: u8) -> &Self { self } }
        #[device]
        pub const IDS: Ids = Ids([3, 1, 0, 2]);
        #[device]
        #[derive(Clone, Copy)]
        pub struct Wrap<T> { inner: T }
        #[device]
        impl<T> Index<()> for Wrap<T> { type Output = T; fn index(&self, _: ()) -> &T { &self.inner } }
        #[device]
        impl<T> IndexMut<()> for Wrap<T> { fn index_mut(&mut self, _: ()) -> &mut T { &mut self.inner } }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut ids = IDS;
            let k = Id(r.k as u8);
            ids[k] = ids[Id(ids[Id(ids[k])])];
            ids[Id(1)] ^= IDS[Id(IDS[k])] << 2;
            let x = ids[3][4][5][k];
            let mut w = Wrap { inner: Wrap { inner: ids } };
            w[()][()][Id(2)] = 9;
            w[()].inner[Id(0)] += 1;
            let ids = w[()][()];
            let y = { let ids = IDS; ids[Id(3)] };
            let z = Wrap { inner: [r.x, r.y] }[()][1];
            let mut u = Wrap { inner: r.i };
            u[()] = u[()].wrapping_add(1);
            let v = &mut u[()];
            *v = !*v & 0xfff;
            mix(mix(x as u64 + y as u64, bits(z)), u[()] as u64) ^ ids[Id(2)] as u64 ^ (ids[Id(0)] as u64) << 8
        }
    }

    #[device]
    pub fn case_of_wrappers(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_wrappers::of(r, log, at)
    }

    mod of_products {
        use super::*;
        use crate::input::{bits, mix};
        use std::ops::{Index, IndexMut};
        // In a struct with a buffer; results of functions; a table that is returned; matrices multiplied.
        #[device]
        #[derive(Clone, Copy)]
        pub struct M<const R: usize, const C: usize> { m: [[f32; C]; R] }
        #[device]
        impl<const R: usize, const C: usize> Index<(usize, usize)> for M<R, C> { type Output = f32; fn index(&self, at: (usize, usize)) -> &f32 { &self.m[at.0][at.1] } }
        #[device]
        impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for M<R, C> { fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut f32 { &mut self.m[r][c] } }
        #[device]
        fn zero<const R: usize, const C: usize>() -> M<R, C> { M { m: [[0.0; C]; R] } }
        #[device]
        fn times<const A: usize, const B: usize, const D: usize>(a: &M<A, B>, b: &M<B, D>) -> M<A, D> {
            let mut out = zero::<A, D>();
            for i in 0..A { for j in 0..D { for k in 0..B { out[(i, j)] += a[(i, k)] * b[(k, j)]; } } }
            out
        }
        #[device]
        fn transposed<const R: usize, const C: usize>(a: M<R, C>) -> M<C, R> {
            let mut out = M::<C, R> { m: [[0.0; R]; C] };
            for r in 0..R { for c in 0..C { out[(c, r)] = a[(r, c)]; } }
            out
        }
        #[device]
        pub struct Counted { log: Buffer<u32>, seen: [u32; 2] }
        #[device]
        impl Index<u32> for Counted { type Output = u32; fn index(&self, i: u32) -> &u32 { &self.seen[(self.log.len() + i) as usize % 2] } }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
            let mut a = zero::<2, 3>();
            for i in 0..2 { for j in 0..3 { a[(i, j)] = r.x * i as f32 + j as f32; } }
            let p = times(&a, &transposed(a));
            let q = times(&times(&a, &M { m: [[1.0], [r.y], [2.0]] }), &M { m: [[3.0]] });
            mix(bits(p[(0, 1)] + p[(1, 1)]), bits(q[(1, 0)]))
        }
    }

    #[device]
    pub fn case_of_products(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        of_products::of(r, log, at)
    }

    mod beside_arguments {
        use super::*;
        use crate::input::mix;
        use std::ops::{Index, IndexMut};
        // Methods whose arguments may panic or change things; constants; values without a name; references to references.
        #[device]
        #[derive(Clone, Copy)]
        pub struct Cell { v: u32 }
        #[device]
        impl Cell { fn plus(&self, x: u32) -> u32 { self.v.wrapping_add(x) } fn set(&mut self, x: u32) -> u32 { self.v ^= x; self.v } fn both(self, o: u32) -> u32 { self.v ^ o } }
        #[device]
        #[derive(Clone, Copy)]
        pub struct T { c: [Cell; 4], w: u32 }
        #[device]
        impl Index<u32> for T { type Output = Cell; fn index(&self, i: u32) -> &Cell { &self.c[(i % 4) as usize] } }
        #[device]
        impl IndexMut<u32> for T { fn index_mut(&mut self, i: u32) -> &mut Cell { self.w += 1; &mut self.c[(i % 4) as usize] } }
        #[device]
        pub const FIXED: T = T { c: [Cell { v: 9 }; 4], w: 3 };
        #[device]
        pub const LIST: [u32; 3] = [4, 5, 6];
        #[device]
        fn risky(n: &mut u32) -> u32 { *n = n.wrapping_mul(3) % 7; assert!(*n < 7); *n }
        #[device]
        fn make(v: u32) -> T { T { c: [Cell { v }, Cell { v: 1 }, Cell { v: v ^ 5 }, Cell { v: 2 }], w: 0 } }
        #[device]
        fn at<'a>(t: &mut &'a mut T, k: u32) -> u32 { let r = &t; r[k].plus(r[k + 1].v) }
        #[device]
        pub fn of(r: &Input, log: &Buffer<u32>, at_: u32) -> u64 {
            let mut t = make(r.a);
            let mut n = r.k;
            let mut h = mix(0, t[risky(&mut n)].plus(risky(&mut n)) as u64);
            h = mix(h, t[n].set(risky(&mut n)) as u64);
            h = mix(h, t[risky(&mut n)].both(risky(&mut n)) as u64);
            h = mix(h, t[1].plus(LIST[(risky(&mut n) % 3) as usize]) as u64 ^ FIXED[n].plus(n) as u64);
            h = mix(h, make(r.b)[n].plus(risky(&mut n)) as u64 ^ make(3)[2].v as u64);
            h = mix(h, make(r.b)[n].set(5) as u64 ^ { let mut f = FIXED; f[1].set(n) as u64 + f.w as u64 });
            let mut m = &mut t;
            h = mix(h, at(&mut m, r.l) as u64);
            m[2].set(1);
            let o = Some(&mut *m);
            if let Some(x) = o { x[3].set(2); h = mix(h, x[3].plus(x[0].v) as u64); }
            let pair = (&mut t, 5_u32);
            pair.0[1].set(pair.1);
            h = mix(h, pair.0[1].plus(pair.0[2].both(pair.1)) as u64);
            mix(h, t.w as u64 ^ n as u64)
        }
    }

    #[device]
    pub fn case_beside_arguments(r: &Input, log: &Buffer<u32>, at: u32) -> u64 {
        beside_arguments::of(r, log, at)
    }
}
