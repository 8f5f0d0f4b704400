//! Names that C++ cannot have, and values that it cannot keep: what Rust tells apart stays apart.

conformance! {
    program Names;
    cases |input| {
        names_that_are_not_ascii(input.a, input.k),
        names_that_differ_by_underscores(input.a, input.b),
        functions_that_differ_by_underscores(input.a, input.b),
        generic_parameters(input.a, input.b),
        names_of_types_as_members(input.a, input.k),
        macros_of_c_headers(input.a),
        constants_by_functions(input.a),
        constants_by_functions_of_the_library(input.a),
        values_of_statements(input.a, input.k),
        new_names_in_patterns(input.a, input.k),
        variables_in_capitals(input.a, input.k),
        constants_in_small_letters(input.a, input.k),
        called_like_types(input.a, input.k),
        functions_beside_those_of_modules(input.a, input.k),
        functions_of_the_library_inside(input.a, input.k),
    }

    use crate::input::mix;

    /// What the device library does with these, it does with functions of such names.
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug, Default)]
    pub struct Grain {
        pub size: u32,
    }

    #[device]
    pub fn seen<T: Copy>(x: T) -> T {
        x
    }
    #[device]
    pub fn all<T: Copy>(x: T) -> T {
        x
    }
    #[device]
    pub fn slice<T: Copy>(x: T) -> T {
        x
    }
    #[device]
    pub fn replace<T: Copy>(x: &mut T, y: T) {
        *x = y;
    }
    #[device]
    pub fn send<T: Copy>(x: T, _to: u32) -> T {
        x
    }
    #[device]
    pub fn store<T: Copy>(x: T) -> T {
        x
    }
    #[device]
    pub fn middle<T: Copy>(x: T) -> T {
        x
    }
    #[device]
    pub fn part(x: &mut Grain) -> &mut Grain {
        x
    }

    #[device]
    pub fn functions_of_the_library_inside(a: u32, k: u32) -> u64 {
        let mut grains = [Grain { size: a }, Grain { size: k }, store(Grain { size: 3 })];
        let taken = std::mem::take(&mut grains[0]);
        replace(&mut grains[0], send(taken, 1));
        let sum = seen(grains).iter().map(|grain| grain.size & 7).sum::<u32>();
        let [first, rest @ ..] = all(grains);
        let changes = first.size ^ middle(rest)[1].size;
        part(&mut grains[1]).size ^= changes;
        let last = &mut grains[1..];
        last[0].size ^= slice(last.len() as u32);
        assert!(grains[2].size == 3, "{} of {:?}", grains[2].size, slice(grains[0].size));
        mix(mix(sum as u64, grains[0].size as u64), grains[1].size as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Maß {
        pub größe: u32,
        pub größe_: u32,
        pub u128_x: u32,
    }

    #[device]
    impl Maß {
        const Ä: u32 = 3;

        fn übrig(&self) -> u32 {
            self.größe ^ Self::Ä
        }
    }

    #[device]
    pub fn né(x: u32) -> u32 {
        x ^ 9
    }

    pub mod räume {
        use super::*;

        #[device]
        pub fn zähle(x: u32) -> u32 {
            x ^ 77
        }
    }

    #[device]
    pub fn names_that_are_not_ascii(a: u32, k: u32) -> u64 {
        let ü = né(a);
        let u0fc_ = ü ^ 1;
        let ü = ü ^ u0fc_.rotate_left(3);
        let maß = Maß { größe: ü, größe_: k, u128_x: u0fc_ };
        let mut größe = 0_u64;
        'ö: for i in 0..4_u32 {
            for j in 0..4_u32 {
                if i * j > 3 {
                    break 'ö;
                }
                größe = mix(größe, (i * j) as u64);
            }
        }
        mix(größe, (maß.übrig() ^ maß.größe_ ^ maß.u128_x ^ räume::zähle(k)) as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Close {
        pub new: u32,
        pub new_: u32,
        pub a__b: u32,
        pub a_b: u32,
        pub _x: u32,
        pub __x: u32,
    }

    #[device]
    pub fn names_that_differ_by_underscores(a: u32, b: u32) -> u64 {
        let (int, int_) = (a, b);
        let x__y = a ^ 3;
        let x_y = b ^ 5;
        let close = Close { new: int, new_: int_, a__b: x__y, a_b: x_y, _x: a.rotate_left(5), __x: b.rotate_left(7) };
        let first = mix(close.new as u64, close.new_ as u64);
        let second = mix(close.a__b as u64, close.a_b as u64);
        mix(mix(first, second), mix(close._x as u64, close.__x as u64))
    }

    #[device]
    pub fn double(x: u32) -> u32 {
        x ^ 1
    }

    #[device]
    pub fn double_(x: u32) -> u32 {
        x ^ 2
    }

    #[device]
    pub fn f__x(x: u32) -> u32 {
        x ^ 4
    }

    #[device]
    pub fn f_x(x: u32) -> u32 {
        x ^ 8
    }

    #[device]
    pub fn functions_that_differ_by_underscores(a: u32, b: u32) -> u64 {
        mix(mix(double(a) as u64, double_(a) as u64), mix(f__x(b) as u64, f_x(b) as u64))
    }

    #[device]
    pub fn pick<int: Copy, größe: Copy>(first: int, second: int, other: größe, which: bool) -> int {
        let kept: int = first;
        let _other: größe = other;
        if which { kept } else { second }
    }

    #[device]
    pub fn last<const short: usize, const ß: u32, const bool_: bool>(values: [u32; short]) -> u32 {
        let copy: [u32; short] = values;
        if bool_ { copy[short - 1] ^ ß } else { copy[0] ^ short as u32 }
    }

    #[device]
    pub fn generic_parameters(a: u32, b: u32) -> u64 {
        let picked = pick(a, b, 1.0_f32, a > b);
        mix(picked as u64, (last::<2, 3, true>([a, b]) ^ last::<2, 4, false>([a, b])) as u64)
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct In {
        pub In: u32,
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Item {
        pub In: In,
        pub other: In,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Wall {
        Roof,
        Wall,
        class,
    }

    pub type Alias = Wall;

    #[device]
    impl Wall {
        const TOP: Wall = Wall::Wall;

        fn next(self) -> Self {
            match self {
                Self::Roof => Alias::Wall,
                Wall::Wall => Self::class,
                Wall::class => Self::TOP,
            }
        }
    }

    #[device]
    pub fn names_of_types_as_members(a: u32, k: u32) -> u64 {
        let item = Item { In: In { In: a }, other: In { In: k } };
        let wall = if k > 3 { Wall::Roof } else { Wall::Wall };
        mix((item.In.In ^ item.other.In) as u64, wall.next() as u64)
    }

    #[device]
    pub const M_PI: u32 = 7;
    #[device]
    pub const UINT32_MAX: u32 = 8;
    #[device]
    pub const HUGE_VAL: u32 = 9;

    /// Its documentation ends as a trigraph of C would: what??/
    #[device]
    pub fn macros_of_c_headers(a: u32) -> u64 {
        let errno = a;
        mix((errno ^ M_PI) as u64, (UINT32_MAX ^ HUGE_VAL) as u64)
    }

    #[device]
    pub const fn square(x: u32) -> u32 {
        x * x
    }

    #[device]
    pub const fn half(x: f32) -> f32 {
        x * 0.5
    }

    #[device]
    pub const SQUARE: u32 = square(4) + 1;
    #[device]
    pub const BELOW: i32 = -(square(3) as i32);
    #[device]
    pub const HALF: f32 = half(-3.0);
    #[device]
    pub const IS_LARGE: bool = square(4) > 15;

    #[device]
    pub fn constants_by_functions(a: u32) -> u64 {
        let number = if IS_LARGE { SQUARE } else { 0 };
        mix((number ^ a) as u64, mix(BELOW as u64, HALF.to_bits() as u64))
    }

    pub type Position = Vec3;

    #[device]
    pub const CORNER: Position = Position::new(1.0, 2.0, 3.0);

    #[device]
    pub fn constants_by_functions_of_the_library(a: u32) -> u64 {
        mix(a as u64, CORNER.y.to_bits() as u64)
    }

    #[device]
    pub fn values_of_statements(a: u32, k: u32) -> u64 {
        let mut y = a;
        let u = {
            y ^= 1;
        };
        let v = if k > 3 {
            y ^= 2;
        };
        let w = y ^= 4;
        let (nothing, three) = (y ^= 8, 3_u32);
        let pair = (y ^= 16, y);
        mix((y ^ three) as u64, (pair.1 ^ u32::from(u == v)) as u64)
    }

    #[device]
    pub fn new_names_in_patterns(a: u32, k: u32) -> u64 {
        let first = match (a, k) {
            (0, l) => l,
            (n, 0..3) => n,
            (n, m) if n > m => n ^ m,
            (_, other) => other,
        };
        let second = if let (n, 0..9) = (a, k) { n } else { 5 };
        mix(first as u64, second as u64)
    }

    /// Where a variable is seen, a name in a pattern is a new variable, whatever its letters.
    #[device]
    #[allow(non_snake_case)]
    pub fn variables_in_capitals(A: u32, K: u32) -> u64 {
        let first = match (A, K) {
            (3, K) => K,
            (A, 0..3) => A,
            (A, K) if A > K => A ^ K,
            (_, A) => A + 7,
        };
        let second = if let Some(K) = A.checked_sub(K)
            && K > 1
        {
            K
        } else {
            K * 3
        };
        let Some(A) = K.checked_sub(2) else { return mix(first as u64, A as u64) };
        let third = matches!(second, A if A > 5);
        mix(first as u64, mix(second as u64, (A + u32::from(third)) as u64))
    }

    /// A name in a pattern is a constant of the body where that is seen, and else a variable.
    #[device]
    #[allow(non_upper_case_globals)]
    pub fn constants_in_small_letters(a: u32, k: u32) -> u64 {
        let first = {
            const few: u32 = 3;
            match (a, k) {
                (few, n) | (n, few) => n + few,
                (_, 0..few) => 1,
                (n, _) => n,
            }
        };
        let second = match k {
            few if few > 3 => few,
            _ => 2,
        };
        mix(first as u64, second as u64)
    }

    pub mod inner {
        use whipple::prelude::*;

        #[device]
        #[derive(Clone, Copy)]
        pub struct Of {
            pub short: u32,
        }
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Of {
        pub long: u64,
    }

    #[device]
    impl Of {
        fn double(long: u64) -> Self {
            Self { long: long.wrapping_mul(2) }
        }
    }

    /// In the impl of one type, the name alone is the other.
    #[device]
    impl inner::Of {
        fn with(&self, other: Of) -> u64 {
            let double: Of = Of::double(other.long);
            self.short as u64 ^ double.long
        }
    }

    #[device]
    pub fn types_of_one_name(a: u32, p: u64) -> u64 {
        inner::Of { short: a }.with(Of { long: p })
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct node {
        pub x: u32,
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Edge {
        pub node: node,
        pub to: node,
    }

    #[device]
    impl Edge {
        pub fn ends(&self, node: node, other: node) -> Edge {
            Edge { node: node { x: self.node.x ^ node.x }, to: other }
        }
    }

    #[device]
    pub fn distance(node: &node, other: &node) -> u32 {
        let Edge = Edge { node: *node, to: *other };
        let turned = Edge { node: Edge.to, to: Edge.node };
        let node = node { x: turned.node.x.rotate_left(3) };
        let other: node = turned.to;
        node.x ^ other.x
    }

    /// C++ would look for functions in the module of an argument's type, too.
    pub mod shapes {
        use whipple::prelude::*;

        #[device]
        #[derive(Clone, Copy, PartialEq)]
        pub struct Square {
            pub side: u32,
        }

        #[device]
        pub fn area(square: &Square) -> u32 {
            square.side ^ 1
        }

        #[device]
        pub fn grown(square: &mut Square) -> u32 {
            square.side ^= 0x55;
            1
        }

        #[device]
        pub fn sides(_square: Square) -> u32 {
            4
        }
    }

    use shapes::Square;

    #[device]
    pub fn area(square: &Square) -> u32 {
        shapes::area(square).rotate_left(7)
    }

    #[device]
    pub fn grown(square: &Square) -> u32 {
        square.side.rotate_left(3)
    }

    #[device]
    pub fn sides<T: Copy>(_shape: T) -> u32 {
        2
    }

    #[device]
    pub fn twice<T: Copy>(shape: T) -> u32 {
        sides(shape) * 100 + sides(shape)
    }

    /// Names of C++, with and without an underscore.
    pub mod int {
        use whipple::prelude::*;

        #[device]
        pub const WIDTH: u32 = 5;

        #[device]
        pub fn width<T: Copy>(_value: T) -> u32 {
            1
        }
    }

    pub mod int_ {
        use whipple::prelude::*;

        #[device]
        pub const WIDTH: u32 = 6;

        #[device]
        pub fn width(_value: u32) -> u32 {
            2
        }
    }

    #[device]
    pub fn functions_beside_those_of_modules(a: u32, k: u32) -> u64 {
        let mut square = Square { side: a };
        let mut sum = area(&square) ^ grown(&square);
        sum ^= shapes::grown(&mut square) ^ grown(&square).rotate_left(1);
        sum ^= twice(square) ^ shapes::sides(square) << 20;
        sum ^= (int::width(k) ^ int_::width(k) << 2) << 10 ^ (int::WIDTH * 10 + int_::WIDTH) << 24;
        mix(sum as u64, square.side as u64)
    }

    /// Variants that are called like what they hold, and methods like types.
    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Part {
        Square(Square),
        Edge(Edge),
        Nothing,
    }

    #[device]
    impl Part {
        pub fn node(&self) -> node {
            node { x: self.square().side }
        }

        pub fn square(&self) -> Square {
            match *self {
                Part::Square(square) => square,
                Part::Edge(edge) => Square { side: edge.to.x ^ edge.node.x },
                Part::Nothing => Square { side: 9 },
            }
        }

        pub fn same(part: Part, square: Square) -> Square {
            if part == Part::Nothing { square } else { part.square() }
        }
    }

    #[device]
    pub fn parts(a: u32, k: u32) -> u32 {
        let node = node { x: k ^ a };
        let parts = [Part::Square(Square { side: node.x ^ 3 }), Part::Edge(Edge { node, to: node }), Part::Nothing];
        let part = parts[k as usize % 3];
        part.node().x ^ Part::same(part, Square { side: a }).side.rotate_left(4)
    }

    /// Variables, parameters and fields that are called like types.
    #[device]
    pub fn called_like_types(a: u32, k: u32) -> u64 {
        let Edge = Edge { node: node { x: a }, to: node { x: k } };
        let edges = [Edge; 2];
        let both: [Edge; 2] = [edges[0].ends(Edge.to, Edge.node), Edge { node: node { x: 7 }, ..Edge }];
        mix((distance(&both[0].node, &both[1].node) ^ parts(a, k)) as u64, both[0].to.x as u64 ^ both[1].to.x as u64)
    }
}

/// A procedure with functions and constants of its own, some called like those that it has in C++.
mod procedures {
    use whipple::prelude::*;

    #[device]
    const LEVEL: u32 = 5;

    #[procedure(level = 2)]
    pub struct Add {
        pub out: Buffer<u32>,
    }

    #[device]
    impl Add {
        const STEP: u32 = 70;
        const THREADS: u32 = 600;

        fn step(&self) -> u32 {
            Self::STEP + Add::THREADS
        }

        fn sum(a: u32, b: u32) -> u32 {
            a + b
        }

        fn sums() -> u32 {
            Add::sum(3, 4) + Self::sum(5, 6)
        }
    }

    #[execute]
    impl Execute for Add {
        type Item = u32;

        fn execute(&self, _ctx: &Context<Self>, item: &u32) {
            self.out.set(0, *item + self.step() + LEVEL + Self::STEP + Add::THREADS + Add::sum(1, Add::sums()));
        }
    }

    #[allow(non_camel_case_types)]
    #[program]
    pub struct template {
        pub größe: Add,
    }
}

#[test]
fn procedures_have_functions_and_constants() {
    use whipple::prelude::*;
    for device in [Some(Device::cpu()), crate::devices::emulated()].into_iter().flatten() {
        let out = device.buffer_from(&[0_u32]).expect("a device has memory");
        let program = procedures::template { größe: procedures::Add { out: out.clone() } };
        let mut launcher = Launcher::new(&device, &program).expect("the program compiles");
        launcher.seed::<procedures::Add>(&[1]).expect("an item").run().expect("it runs");
        assert_eq!(out.read().expect("what was written"), [1 + 670 + 5 + 670 + 1 + 18]);
    }
    let source = <procedures::template as whipple::program::Program>::CUDA_SOURCE;
    crate::harness::compile("template", source);
}
