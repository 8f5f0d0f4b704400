//! Structs, tuple structs, enums; methods, associated functions and constants.

conformance! {
    program Data;
    cases |input| {
        structs(input.a, input.i, input.x),
        structs_nested(input.a, input.b),
        structs_changed(input.a, input.b),
        structs_updated(input.a, input.b),
        structs_updated_from_places(input.a, input.b),
        structs_inside_expressions(input.a, input.b),
        structs_copied(input.a, input.b),
        structs_compared(input.k, input.l),
        structs_returned(input.a, input.k),
        tuple_structs(input.a, input.i),
        tuple_structs_with_one_field(input.a, input.b),
        padding(input.a, input.p, input.x),
        methods(input.k, input.l),
        methods_that_change(input.k, input.l),
        methods_that_consume(input.k, input.l),
        methods_chained(input.k, input.l),
        methods_of_elements(input.k, input.l),
        methods_of_fields(input.k, input.l),
        methods_that_call_methods(input.k, input.l),
        associated_functions(input.k, input.l),
        associated_constants(input.k),
        constants(input.k),
        enums(input.k, input.l),
        enums_in_structs(input.k, input.l),
        enums_compared(input.k, input.l),
        enums_with_representation(input.k),
        stack_machine(input.a, input.k),
    }

    use crate::input::{bits, mix};

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Particle {
        pub mass: f32,
        pub kind: u32,
        pub position: [f32; 2],
    }

    #[device]
    pub fn structs(a: u32, i: i32, x: f32) -> u64 {
        let particle = Particle { mass: x, kind: a, position: [1.0, i as f32] };
        let kind = particle.kind;
        let same = Particle { kind, mass: 2.0, position: particle.position };
        mix(mix(bits(particle.mass), bits(particle.position[1])), mix(same.kind as u64, bits(same.position[0])))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Pair {
        pub first: Particle,
        pub second: Particle,
        pub distances: [[f32; 2]; 2],
    }

    #[device]
    pub fn structs_nested(a: u32, b: u32) -> u64 {
        let first = Particle { mass: 1.5, kind: a, position: [0.0; 2] };
        let pair = Pair {
            first,
            second: Particle { mass: 2.5, kind: b, position: [3.0, 4.0] },
            distances: [[first.mass; 2], [0.0, 5.0]],
        };
        let kinds = mix(pair.first.kind as u64, pair.second.kind as u64);
        mix(kinds, bits(pair.second.position[1] + pair.distances[1][1] + pair.distances[0][0]))
    }

    #[device]
    pub fn structs_changed(a: u32, b: u32) -> u64 {
        let particle = Particle { mass: 1.5, kind: a, position: [0.0; 2] };
        let mut pair = Pair { first: particle, second: particle, distances: [[0.0; 2]; 2] };
        pair.first.kind = b;
        pair.second.position[1] += 2.0;
        pair.distances[1] = pair.second.position;
        pair.second = pair.first;
        pair.second.kind += pair.first.kind % 3;
        mix(mix(pair.first.kind as u64, pair.second.kind as u64), bits(pair.distances[1][1] + pair.second.position[1]))
    }

    #[device]
    pub fn structs_updated(a: u32, b: u32) -> u64 {
        let base = Particle { mass: 1.5, kind: a, position: [7.0, 8.0] };
        let changed = Particle { kind: b, ..base };
        let all = Particle { ..changed };
        let mut last = Particle { position: [1.0, 2.0], mass: all.mass + 1.0, ..all };
        last = Particle { kind: last.kind ^ 1, ..last };
        mix(mix(changed.kind as u64, bits(changed.position[1])), mix(last.kind as u64, bits(last.mass + last.position[0])))
    }

    #[device]
    pub const RESTING: Particle = Particle { mass: 0.25, kind: 3, position: [0.5, 2.0] };

    #[device]
    impl Particle {
        pub fn heavier(&self, mass: f32) -> Self {
            Self { mass: mass + self.mass, ..*self }
        }

        pub fn become_kind(&mut self, kind: u32) -> u32 {
            let before = self.kind;
            *self = Self { kind, mass: self.mass * 2.0, ..*self };
            before
        }
    }

    #[device]
    pub fn structs_updated_from_places(a: u32, b: u32) -> u64 {
        let mut first = Particle { kind: a, ..RESTING };
        let before = first.become_kind(b);
        let mut all = [first.heavier(1.0), RESTING];
        all[0] = Particle { position: [3.0; 2], ..all[(a % 2) as usize] };
        let weighted = Weighted { 1: -5, ..Weighted(before, 7, [a, 1]) };
        let chosen = Particle { mass: 1.0, ..if a > b { all[0] } else { first } };
        let numbers = mix(all[0].kind as u64, weighted.0 as u64) ^ mix(weighted.1 as u64, weighted.2[0] as u64);
        mix(mix(numbers, bits(all[0].mass)), mix(bits(chosen.position[0]), chosen.kind as u64))
    }

    #[device]
    pub fn weight(particle: &Particle, factor: f32) -> f32 {
        particle.mass * factor + particle.position[0]
    }

    #[device]
    pub fn weight_by_value(particle: Particle) -> f32 {
        particle.mass
    }

    #[device]
    pub fn structs_inside_expressions(a: u32, b: u32) -> u64 {
        let sum = weight(&Particle { mass: 3.0, kind: a, position: [1.0; 2] }, 2.0)
            + weight_by_value(Particle { mass: 5.0, kind: b, position: [0.0; 2] });
        let kind = Particle { mass: 3.0, kind: a ^ b, position: [1.0; 2] }.kind;
        let chosen = if a > b {
            Particle { mass: 1.0, kind: 1, position: [0.0; 2] }
        } else {
            Particle { mass: 2.0, kind: 2, position: [0.5; 2] }
        };
        mix(mix(bits(sum), kind as u64), bits(chosen.mass + chosen.position[0]))
    }

    #[device]
    pub fn structs_copied(a: u32, b: u32) -> u64 {
        let mut particle = Particle { mass: 1.0, kind: a, position: [0.0; 2] };
        let copy = particle;
        let copies = [particle, copy];
        particle.kind = b;
        let reference = &mut particle;
        let snapshot = *reference;
        reference.kind = 1;
        mix(mix(copy.kind as u64, copies[1].kind as u64), mix(snapshot.kind as u64, particle.kind as u64))
    }

    #[device]
    pub fn structs_compared(k: u32, l: u32) -> u64 {
        let first = Particle { mass: 1.0, kind: k, position: [0.0, l as f32] };
        let second = Particle { mass: 1.0, kind: l, position: [-0.0, k as f32] };
        (first == second) as u64 | ((first != second) as u64) << 1 | ((first == first) as u64) << 2
    }

    #[device]
    pub fn make(kind: u32) -> Particle {
        if kind == 3 {
            return Particle { mass: 9.0, kind: 0, position: [1.0; 2] };
        }
        match kind {
            0..=5 => Particle { mass: 2.0, kind, position: [kind as f32; 2] },
            _ => Particle { kind, ..make_heavy() },
        }
    }

    #[device]
    pub fn make_heavy() -> Particle {
        Particle { mass: 100.0, kind: 7, position: [0.0, 1.0] }
    }

    #[device]
    pub fn structs_returned(a: u32, k: u32) -> u64 {
        let particle = make(k);
        mix(mix(bits(particle.mass), particle.kind as u64), bits(make(a).position[1]) + make(k).kind as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Weighted(pub u32, pub i32, pub [u32; 2]);

    #[device]
    pub fn tuple_structs(a: u32, i: i32) -> u64 {
        let mut weighted = Weighted(a, i, [1, 2]);
        weighted.0 ^= 1;
        weighted.2[1] = 5;
        let other = Weighted(7, weighted.1, weighted.2);
        let Weighted(x, ..) = other;
        mix(mix(weighted.0 as u64, other.1 as u64), (other.2[1] + x) as u64 + (weighted == other) as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Metres(pub f32);

    #[device]
    impl Metres {
        pub fn plus(self, other: Metres) -> Metres {
            Metres(self.0 + other.0)
        }
    }

    #[device]
    pub fn tuple_structs_with_one_field(a: u32, b: u32) -> u64 {
        let sum = Metres(a as f32).plus(Metres(b as f32)).plus(Metres(0.5));
        bits(sum.0) + (sum == Metres(0.5)) as u64
    }

    /// Fields of different sizes: C++ must have them where Rust has.
    #[device]
    #[derive(Clone, Copy)]
    pub struct Mixed {
        pub byte: u8,
        pub long: u64,
        pub word: i16,
        pub flag: bool,
        pub float: f32,
        pub last: u8,
        pub vector: Vec4,
        pub tail: [u8; 3],
    }

    #[device]
    pub fn padding(a: u32, p: u64, x: f32) -> u64 {
        let mut mixed = Mixed {
            byte: a as u8,
            long: p,
            word: a as i16,
            flag: a > 5,
            float: x,
            last: 3,
            vector: Vec4::new(1.0, x, 2.0, 3.0),
            tail: [1, a as u8, 3],
        };
        mixed.tail[2] = mixed.byte;
        mixed.long ^= mixed.word as u64;
        let array = [mixed, mixed];
        let copy = array[1];
        mix(mix(copy.long, bits(copy.float)), mix(bits(copy.vector.y), copy.tail[2] as u64 + copy.flag as u64 + copy.last as u64))
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Rectangle {
        pub width: u32,
        pub height: u32,
    }

    #[device]
    impl Rectangle {
        pub const UNIT: Rectangle = Rectangle { width: 1, height: 1 };
        pub const SIDES: u32 = 4;
        pub const LIMITS: [u32; 2] = [Self::SIDES, 2 * Self::SIDES + 1];
        pub const RATIO: f32 = 16.0 / 9.0;

        pub fn new(width: u32, height: u32) -> Self {
            Self { width, height }
        }

        pub fn square(side: u32) -> Self {
            Self::new(side, side)
        }

        pub fn area(&self) -> u32 {
            self.width * self.height
        }

        pub fn is_square(&self) -> bool {
            self.width == self.height
        }

        pub fn is_larger(&self, other: &Rectangle) -> bool {
            self.area() > other.area()
        }

        pub fn grow(&mut self, by: u32) {
            self.width += by;
            self.height += self.width % 3;
        }

        pub fn take_width(&mut self) -> u32 {
            let width = self.width;
            self.width = 0;
            width
        }

        pub fn turned(self) -> Rectangle {
            Rectangle { width: self.height, height: self.width }
        }

        pub fn halved(mut self) -> Self {
            self.width /= 2;
            self.height /= 2;
            self
        }

        pub fn grown_area(&mut self, by: u32) -> u32 {
            self.grow(by);
            self.grow(self.width % 5);
            self.area() * Self::SIDES
        }

        pub fn copy(&self) -> Self {
            *self
        }

        pub fn replace(&mut self, with: Self) -> Self {
            let old = *self;
            *self = with;
            old
        }
    }

    #[device]
    pub fn methods(k: u32, l: u32) -> u64 {
        let rectangle = Rectangle::new(k, l);
        let reference = &rectangle;
        let flags = rectangle.is_square() as u64 | (reference.is_larger(&Rectangle::square(6)) as u64) << 1;
        mix(rectangle.area() as u64, flags)
    }

    #[device]
    pub fn methods_that_change(k: u32, l: u32) -> u64 {
        let mut rectangle = Rectangle { width: k, height: l };
        rectangle.grow(2);
        let width = rectangle.take_width();
        let area = rectangle.grown_area(3);
        let old = rectangle.replace(Rectangle::UNIT);
        mix(mix(width as u64, area as u64), mix(old.area() as u64, rectangle.area() as u64))
    }

    #[device]
    pub fn methods_that_consume(k: u32, l: u32) -> u64 {
        let rectangle = Rectangle::new(k, l);
        let turned = rectangle.turned();
        let halved = rectangle.halved();
        mix(mix(turned.width as u64, halved.width as u64), rectangle.height as u64)
    }

    #[device]
    pub fn methods_chained(k: u32, l: u32) -> u64 {
        let area = Rectangle::new(k, l).turned().halved().copy().area();
        let width = Rectangle { width: k, height: l }.turned().width.max(3).wrapping_sub(l);
        mix(area as u64, width as u64)
    }

    #[device]
    pub fn methods_of_elements(k: u32, l: u32) -> u64 {
        let mut rectangles = [Rectangle::UNIT, Rectangle::new(k, l), Rectangle::square(l)];
        rectangles[k as usize % 3].grow(l);
        let taken = rectangles[1].take_width();
        let mut area = taken;
        for index in 0..3 {
            area = area * 3 + rectangles[index].area();
        }
        area as u64
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Room {
        pub floor: Rectangle,
        pub height: u32,
    }

    #[device]
    impl Room {
        pub fn volume(&self) -> u32 {
            self.floor.area() * self.height
        }

        pub fn raise(&mut self) {
            self.floor.grow(1);
            self.height += 1;
        }
    }

    #[device]
    pub fn methods_of_fields(k: u32, l: u32) -> u64 {
        let mut room = Room { floor: Rectangle::new(k, l), height: 3 };
        room.floor.grow(4);
        let before = room.volume();
        let floor = &mut room.floor;
        floor.grow(1);
        room.raise();
        mix(before as u64, room.volume() as u64)
    }

    #[device]
    pub fn methods_that_call_methods(k: u32, l: u32) -> u64 {
        let mut rectangle = Rectangle::new(k, l);
        let area = rectangle.grown_area(1);
        let larger = rectangle.is_larger(&rectangle.halved());
        mix(area as u64, larger as u64)
    }

    #[device]
    pub fn associated_functions(k: u32, l: u32) -> u64 {
        let area = Rectangle::area(&Rectangle::square(k));
        let turned = Rectangle::turned(Rectangle::new(k, l));
        let mut grown = turned;
        Rectangle::grow(&mut grown, 5);
        mix(area as u64, turned.width as u64 * 100 + grown.area() as u64)
    }

    #[device]
    pub fn associated_constants(k: u32) -> u64 {
        let unit = Rectangle::UNIT;
        let limit = Rectangle::LIMITS[k as usize % 2];
        mix((unit.area() + Rectangle::UNIT.width + Rectangle::SIDES) as u64, limit as u64 + bits(Rectangle::RATIO))
    }

    #[device]
    pub const SCALE: u32 = 1 << 5 | 3;

    #[device]
    pub const HALF: f32 = 0.5;

    #[device]
    pub const NEGATIVE: i64 = -(SCALE as i64) * 3;

    #[device]
    pub const LARGEST: u32 = u32::MAX - SCALE;

    #[device]
    pub const IS_LARGE: bool = SCALE > 30 && LARGEST != 0;

    #[device]
    pub const ORIGIN: Vec3 = Vec3::new(0.0, HALF, 1.0);

    #[device]
    pub const START: Rectangle = Rectangle { width: SCALE, height: 2 };

    #[device]
    pub fn constants(k: u32) -> u64 {
        let scaled = k * SCALE;
        let flag = IS_LARGE && k > 3;
        mix(mix(scaled as u64, NEGATIVE as u64), mix(LARGEST as u64 + flag as u64, bits(HALF * ORIGIN.y) + START.area() as u64))
    }

    /// Directions, in order.
    #[device]
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum Direction {
        North,
        East,
        South,
        West,
    }

    #[device]
    pub fn turn(direction: Direction) -> Direction {
        match direction {
            Direction::North => Direction::East,
            Direction::East => Direction::South,
            Direction::South => Direction::West,
            Direction::West => Direction::North,
        }
    }

    #[device]
    pub fn enums(k: u32, l: u32) -> u64 {
        let mut direction = Direction::North;
        for _ in 0..k {
            direction = turn(direction);
        }
        let other = if l > 7 { Direction::West } else { direction };
        let directions = [direction, other, Direction::South];
        mix(direction as u64, directions[l as usize % 3] as u64)
    }

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Robot {
        pub direction: Direction,
        pub x: i32,
        pub y: i32,
    }

    #[device]
    impl Robot {
        pub fn step(&mut self) {
            match self.direction {
                Direction::North => self.y += 1,
                Direction::East => self.x += 1,
                Direction::South => self.y -= 1,
                Direction::West => self.x -= 1,
            }
        }

        pub fn turn(&mut self) {
            self.direction = turn(self.direction);
        }
    }

    #[device]
    pub fn enums_in_structs(k: u32, l: u32) -> u64 {
        let mut robot = Robot { direction: Direction::East, x: 0, y: 0 };
        for step in 0..k + l {
            robot.step();
            if step % 3 == 2 || robot.x > 2 {
                robot.turn();
            }
        }
        mix(mix(robot.x as u64, robot.y as u64), robot.direction as u64)
    }

    #[device]
    pub fn enums_compared(k: u32, l: u32) -> u64 {
        let first = if k > 5 { Direction::North } else { Direction::South };
        let second = if l > 5 { Direction::North } else { Direction::South };
        (first == second) as u64 | ((first != Direction::North) as u64) << 1
    }

    #[device]
    #[repr(u8)]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Small {
        None = 0,
        Some = 200,
        More,
    }

    #[device]
    #[repr(i32)]
    #[derive(Clone, Copy, PartialEq)]
    pub enum Wide {
        Zero,
        Large = 70_000,
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Tags {
        pub small: Small,
        pub tail: u8,
        pub wide: Wide,
    }

    #[device]
    pub fn enums_with_representation(k: u32) -> u64 {
        let small = match k % 3 {
            0 => Small::None,
            1 => Small::Some,
            _ => Small::More,
        };
        let wide = if k > 7 { Wide::Large } else { Wide::Zero };
        let tags = Tags { small, tail: 7, wide };
        tags.small as u64 + (tags.small as u8 as u64) * 1000 + (tags.wide as i32 as u64) * 1_000_000 + tags.tail as u64
    }

    #[device]
    #[derive(Clone, Copy)]
    pub struct Stack {
        pub values: [u32; 8],
        pub length: usize,
    }

    #[device]
    impl Stack {
        pub const EMPTY: Stack = Stack { values: [0; 8], length: 0 };

        pub fn push(&mut self, value: u32) {
            self.values[self.length] = value;
            self.length += 1;
        }

        pub fn pop(&mut self) -> u32 {
            self.length -= 1;
            self.values[self.length]
        }
    }

    #[device]
    pub fn stack_machine(a: u32, k: u32) -> u64 {
        let mut stack = Stack::EMPTY;
        stack.push(a);
        for step in 0..20_u32 {
            match (step * k + a % 5) % 4 {
                0 if stack.length < 8 => stack.push(step ^ a),
                1 if stack.length > 1 => {
                    let sum = stack.pop().wrapping_sub(stack.pop().wrapping_mul(3));
                    stack.push(sum);
                }
                2 if stack.length < 8 => {
                    let top = stack.pop();
                    stack.push(top);
                    stack.push(top / 2);
                }
                _ => stack.values[0] ^= 1,
            }
        }
        mix(stack.pop() as u64, stack.length as u64)
    }
}
