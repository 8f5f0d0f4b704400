//! Random expressions.

use super::{
    INTEGERS, NUMBERS, SCALARS,
    Type::{
        self, Array, Bool, F32, F64, Figure, Gauss, Grid, I32, I64, Kind, Maybe, Nested, Pair, Tuple, U16, U32, U64,
        Vec3, Wide,
    },
    Writer,
    scope::Variable,
};

impl Writer<'_> {
    /// An expression of this type, of some depth.
    pub(super) fn expression(&mut self, of: Type) -> String {
        let fuel = 1 + self.random.below(2) + u32::from(self.random.one_in(4));
        self.value(of, fuel)
    }

    /// A variable or a literal, or a conversion of a variable.
    pub(super) fn leaf(&mut self, of: Type) -> String {
        if let (Some(name), false) = (self.variable(of, false), self.random.one_in(5)) {
            return name;
        }
        let from = self.random.of(&[U32, I32, U64, I64, F32]);
        match self.variable(from, false) {
            Some(name) if of == Bool && !self.random.one_in(4) => {
                format!("({name} > {})", if from == F32 { "0.5" } else { "7" })
            }
            Some(name) if NUMBERS.contains(&of) && self.random.one_in(2) => format!("({name} as {})", of.name()),
            _ => self.literal(of),
        }
    }

    /// An expression of this type; `fuel` bounds its depth.
    pub(super) fn value(&mut self, of: Type, fuel: u32) -> String {
        if fuel > 0 && self.random.one_in(6) {
            let written = if self.random.one_in(3) { self.jumping(of, fuel - 1) } else { self.temporary(of, fuel - 1) };
            if let Some(written) = written {
                return written;
            }
        }
        match of {
            Array => {
                if let (Some(name), false) = (self.variable(Array, false), self.random.one_in(2)) {
                    return name;
                }
                if self.random.one_in(3) {
                    return format!("[{}; 4]", self.value(U32, fuel.min(1)));
                }
                if self.random.one_in(3) {
                    return self.open_array(fuel.min(1));
                }
                if self.random.one_in(4) {
                    let (condition, yes) = (self.value(Bool, fuel.min(1)), self.open_array(fuel.min(1)));
                    return format!("(if {condition} {{ {yes} }} else {{ [{}, 2, 3, 4] }})", self.random.below(99));
                }
                let parts: Vec<String> = (0..4).map(|_| self.value(U32, fuel.min(1))).collect();
                format!("[{}]", parts.join(", "))
            }
            Pair => match self.variable(Pair, false) {
                Some(name) if !self.random.one_in(2) => name,
                _ => {
                    let (left, right, weight) =
                        (self.value(U32, fuel.min(2)), self.value(I64, fuel.min(2)), self.value(F32, fuel.min(1)));
                    format!("Pair {{ left: {left}, right: {right}, weight: {weight} }}")
                }
            },
            Tuple | Nested => match self.variable(of, false) {
                Some(name) if !self.random.one_in(2) => name,
                _ => self.tuple(of, fuel),
            },
            Grid => match self.variable(Grid, false) {
                Some(name) if !self.random.one_in(3) => name,
                _ => {
                    let row =
                        format!("[{}, {}, {}]", self.value(I32, 0), self.value(I32, fuel.min(1)), self.value(I32, 0));
                    if self.random.one_in(2) {
                        format!("[{row}; 2]")
                    } else {
                        format!("[{row}, [{}; 3]]", self.value(I32, 0))
                    }
                }
            },
            Maybe | Wide => self.option(of, fuel),
            Gauss => self.gauss(fuel),
            Figure => self.figure(fuel),
            _ if fuel == 0 => self.leaf(of),
            U32 if self.random.one_in(9) => self.gathered(fuel - 1),
            U32 if self.random.one_in(9) => self.by_call(fuel - 1),
            U32 if self.random.one_in(16) => self.of_steps(fuel - 1),
            U32 if self.random.one_in(16) => self.of_own_call(fuel - 1),
            Bool if self.random.one_in(14) => self.of_all(fuel - 1),
            U32 | I64 if self.random.one_in(8) => self.held_number(of, fuel - 1),
            U32 | I64 if self.random.one_in(10) => self.figure_number(of, fuel - 1),
            _ if self.random.one_in(12) => {
                let (condition, yes, no) =
                    (self.value(Bool, fuel - 1), self.value(of, fuel - 1), self.value(of, fuel - 1));
                let turbofish = if self.random.one_in(2) { format!("::<{}>", of.name()) } else { String::new() };
                // A number without a type cannot decide a type; all of these have one.
                format!("choose{turbofish}({condition}, {yes}, {no})")
            }
            _ if self.random.one_in(14) => {
                let label = format!("'v{}", self.names);
                self.names += 1;
                let (condition, early, late) =
                    (self.value(Bool, fuel - 1), self.value(of, fuel - 1), self.value(of, fuel - 1));
                format!("{label}: {{ if {condition} {{ break {label} {early}; }} {late} }}")
            }
            Kind => match self.random.below(3) {
                0 => self.leaf(of),
                1 => format!("kind({})", self.value(U32, fuel - 1)),
                _ => {
                    let (of, yes, no) = (self.value(Kind, fuel - 1), self.value(Kind, 0), self.value(Kind, 0));
                    format!("(match {of} {{ Kind::Dotted => {yes}, Kind::Plain | Kind::Striped => {no} }})")
                }
            },
            Vec3 => match self.random.below(7) {
                0 => self.leaf(of),
                1 => format!(
                    "vec3({}, {}, {})",
                    self.value(F32, fuel - 1),
                    self.value(F32, fuel - 1),
                    self.value(F32, 0)
                ),
                2 | 3 => format!(
                    "({} {} {})",
                    self.value(Vec3, fuel - 1),
                    self.random.of(&["+", "-", "*", "/"]),
                    self.value(Vec3, fuel - 1)
                ),
                4 => format!("({} * {})", self.value(Vec3, fuel - 1), self.value(F32, fuel - 1)),
                5 => format!("({}).{}()", self.value(Vec3, fuel - 1), self.random.of(&["abs", "floor", "ceil"])),
                _ => format!("({}).cross({})", self.value(Vec3, fuel - 1), self.value(Vec3, fuel - 1)),
            },
            Bool => match self.random.below(13) {
                0 => self.leaf(of),
                11 => self.asked(fuel - 1),
                12 => self.figure_asked(fuel - 1),
                9 => self.compared_tuples(),
                10 => match self.variable(Nested, false) {
                    Some(name) => format!("{name}.2"),
                    None => self.leaf(of),
                },
                7 => format!(
                    "({}).{}()",
                    self.value(F32, fuel - 1),
                    self.random.of(&["is_nan", "is_finite", "is_infinite"])
                ),
                8 => {
                    let (left, right) = (self.value(Kind, fuel - 1), self.still_value(Kind, 0));
                    format!("({left} {} {right})", self.random.of(&["==", "!="]))
                }
                1 => format!("!({})", self.value(Bool, fuel - 1)),
                2 | 3 => {
                    let (left, right) = (self.value(Bool, fuel - 1), self.value(Bool, fuel - 1));
                    format!("({left} {} {right})", self.random.of(&["&&", "||", "&", "|", "^", "==", "!="]))
                }
                _ => {
                    let compared = self.random.of(&NUMBERS);
                    let (left, right) = (self.value(compared, fuel - 1), self.value(compared, fuel - 1));
                    format!("({left} {} {right})", self.random.of(&["<", "<=", ">", ">=", "==", "!="]))
                }
            },
            _ if self.random.one_in(6) => self.leaf(of),
            _ if self.random.one_in(7) => {
                let condition = self.value(Bool, fuel - 1);
                let (yes, no) = (self.value(of, fuel - 1), self.value(of, fuel - 1));
                format!("(if {condition} {{ {yes} }} else {{ {no} }})")
            }
            _ if self.random.one_in(9) => {
                let name = self.new_name();
                let (inner, outside) = (self.value(of, fuel - 1), self.scope.len());
                self.scope.push(Variable::new(name.clone(), of, false));
                let outer = self.value(of, fuel - 1);
                self.scope.truncate(outside);
                format!("{{ let {name}: {} = {inner}; {outer} }}", of.name())
            }
            _ if self.random.one_in(5) => {
                // From integers to floats and back, between widths, from truth values.
                let from = self.random.of(if of.is_float() { &NUMBERS } else { &SCALARS });
                let value = self.value(from, fuel - 1);
                format!("(({value}) as {})", of.name())
            }
            F32 | F64 => self.float(of, fuel),
            _ => self.integer(of, fuel),
        }
    }

    pub(super) fn float(&mut self, of: Type, fuel: u32) -> String {
        let left = self.value(of, fuel - 1);
        match self.random.below(11) {
            10 => format!("({left} {} {})", self.random.of(&["+", "-", "*"]), self.open_literal(of)),
            9 if of == F32 => match self.variable(Vec3, false) {
                Some(name) => format!("{name}{}", self.random.of(&[".x", ".y", "[2]"])),
                None => left,
            },
            0..=3 => format!("({left} {} {})", self.random.of(&["+", "-", "*", "/"]), self.value(of, fuel - 1)),
            4 => format!("(-({left}))"),
            5 => format!("({left}).{}()", self.random.of(&["abs", "floor", "ceil", "trunc", "round"])),
            6 => format!("({left}).abs().sqrt()"),
            7 => format!("({left}).mul_add({}, {})", self.value(of, fuel - 1), self.value(of, fuel - 1)),
            _ => match (of, self.variable(Pair, false)) {
                (F32, Some(name)) => format!("{name}.weight"),
                (F32, None) if self.random.one_in(2) => format!("f32::from_bits({})", self.value(U32, fuel - 1)),
                (F32, None) => format!("({}).dot({})", self.value(Vec3, fuel - 1), self.value(Vec3, 0)),
                _ => left,
            },
        }
    }

    /// The minimum or maximum of three or four numbers, some of them negated in one of the ways to write that.
    fn chain(&mut self, of: Type, first: String, fuel: u32) -> String {
        let extreme = self.random.of(&["min", "max"]);
        let mut chain = first;
        for _ in 0..2 + self.random.below(2) {
            let (name, value) = (self.new_name(), self.value(of, fuel));
            let next = match self.random.below(6) {
                0 => value,
                1 => format!("(!({value})).wrapping_add(1)"),
                2 => format!("(0_{}).wrapping_sub({value})", of.name()),
                3 if of.is_signed() => format!("({value}).wrapping_mul(-1)"),
                _ => format!("({value}).wrapping_neg()"),
            };
            let relation = if extreme == "min" { "<" } else { ">" };
            chain = match self.random.below(4) {
                0 => format!(
                    "{{ let {name} = ({next}, {chain}); if {name}.0 {relation} {name}.1 {{ {name}.0 }} else {{ {name}.1 }} }}"
                ),
                1 => format!("({next}).{extreme}({chain})"),
                _ => format!("({chain}).{extreme}({next})"),
            };
        }
        chain
    }

    pub(super) fn integer(&mut self, of: Type, fuel: u32) -> String {
        let left = self.value(of, fuel - 1);
        match self.random.below(19) {
            18 => self.chain(of, left, fuel - 1),
            16 if of == U32 => match self.variable(Array, false) {
                Some(name) => format!("total(&{name})"),
                None => left,
            },
            16 if of == I64 => match self.variable(Pair, false) {
                Some(name) => format!("{name}.sum({})", self.still_value(I64, fuel - 1)),
                None => left,
            },
            16 if of == I32 => match self.variable(Grid, false) {
                Some(name) => {
                    let (row, column) = (self.still_value(U32, 1), self.still_value(U16, 1));
                    format!("{name}[(({row}) % 2) as usize][(({column}) % 3) as usize]")
                }
                None => left,
            },
            // A literal that takes the type of its neighbour.
            16 | 17 => {
                let (operator, literal) = (self.random.of(&["+", "-", "&", "^"]), self.open_literal(of));
                format!("({left} {operator} {literal})")
            }
            0..=2 => format!("({left} {} {})", self.random.of(&["+", "-", "*"]), self.value(of, fuel - 1)),
            3 | 4 => format!("({left} {} {})", self.random.of(&["&", "|", "^"]), self.value(of, fuel - 1)),
            5 => format!("({left} {} {})", self.random.of(&["<<", ">>"]), self.random.below(of.width())),
            6 if of.is_signed() => format!("({left}).wrapping_div({} | 1)", self.value(of, fuel - 1)),
            7 if of.is_signed() => format!("({left}).wrapping_rem({} | 1)", self.value(of, fuel - 1)),
            6 | 7 => format!("({left} {} ({} | 1))", self.random.of(&["/", "%"]), self.value(of, fuel - 1)),
            8 => {
                let method = self.random.of(&[
                    "wrapping_add",
                    "wrapping_sub",
                    "wrapping_mul",
                    "saturating_add",
                    "saturating_sub",
                    "min",
                    "max",
                ]);
                format!("({left}).{method}({})", self.value(of, fuel - 1))
            }
            9 => {
                let (method, count) = (
                    self.random.of(&["rotate_left", "rotate_right", "wrapping_shl", "wrapping_shr"]),
                    self.value(U32, fuel - 1),
                );
                format!("({left}).{method}({count})")
            }
            10 if of == U32 => {
                let method = self.random.of(&["count_ones", "count_zeros", "leading_zeros", "trailing_zeros"]);
                let counted = self.random.of(&INTEGERS);
                format!("({}).{method}()", self.value(counted, fuel - 1))
            }
            10 => format!("(!({left}))"),
            11 if of == U32 => match self.variable(Array, false) {
                Some(name) => format!("{name}[(({}) % 4) as usize]", self.still_value(U32, fuel - 1)),
                None => left,
            },
            11 if of == I64 => match self.variable(Pair, false) {
                Some(name) => format!("{name}.right"),
                None => left,
            },
            12 if of == U32 && self.random.one_in(2) => format!("({}).0", self.value(Tuple, 1)),
            12 if of == U32 => format!("helper({left}, {})", self.value(I32, fuel - 1)),
            12 if of == U64 => format!("mix({left}, {})", self.value(U64, fuel - 1)),
            13 => {
                let (low, yes, no) = (self.random.below(50), self.value(of, fuel - 1), self.value(of, fuel - 1));
                let suffix = of.name();
                format!(
                    "(match {left} {{ 0_{suffix} => {yes}, {}_{suffix}..={}_{suffix} => {no}, other => other }})",
                    low + 1,
                    low + 60
                )
            }
            14 => {
                let (step, limit) = (self.value(of, fuel.min(1)), 1 + self.random.below(5));
                let (counter, sum) = (format!("c{}", self.names), format!("s{}", self.names));
                self.names += 1;
                format!(
                    "{{ let mut {counter} = 0_u32; let mut {sum}: {} = {left}; loop {{ {counter} += 1; if {counter} > {limit} {{ break {sum}; }} {sum} ^= {step}; }} }}",
                    of.name()
                )
            }
            _ if of.is_signed() => format!("({left}).wrapping_abs()"),
            _ if of.is_integer() => format!("({left}).wrapping_neg()"),
            _ => left,
        }
    }
}
