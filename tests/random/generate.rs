//! Random device functions: well-typed, without panics, and the same in every run with the same seed.

use std::fmt::Write;

/// xorshift64*: small, and the same everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: u32) -> u32 {
        (((self.next() >> 32) * u64::from(limit)) >> 32) as u32
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    U8,
    U16,
    U32,
    U64,
    Usize,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
    Bool,
    /// `[u32; 4]`
    Array,
    /// `Pair { left: u32, right: i64, weight: f32 }`
    Pair,
    /// `(u32, i32)`
    Tuple,
    /// `[[i32; 3]; 2]`
    Grid,
    /// `enum Kind { Plain, Dotted, Striped }`
    Kind,
    /// glam's.
    Vec3,
}

use Type::{Array, Bool, F32, F64, Grid, I8, I16, I32, I64, Kind, Pair, Tuple, U8, U16, U32, U64, Usize, Vec3};

const INTEGERS: [Type; 9] = [U8, U16, U32, U64, Usize, I8, I16, I32, I64];
const NUMBERS: [Type; 11] = [U8, U16, U32, U64, Usize, I8, I16, I32, I64, F32, F64];
const SCALARS: [Type; 12] = [U8, U16, U32, U64, Usize, I8, I16, I32, I64, F32, F64, Bool];
const ALL: [Type; 18] =
    [U8, U16, U32, U64, Usize, I8, I16, I32, I64, F32, F64, Bool, Array, Pair, Tuple, Grid, Kind, Vec3];

impl Type {
    fn name(self) -> &'static str {
        match self {
            U8 => "u8",
            U16 => "u16",
            U32 => "u32",
            U64 => "u64",
            Usize => "usize",
            I8 => "i8",
            I16 => "i16",
            I32 => "i32",
            I64 => "i64",
            F32 => "f32",
            F64 => "f64",
            Bool => "bool",
            Array => "[u32; 4]",
            Pair => "Pair",
            Tuple => "(u32, i32)",
            Grid => "[[i32; 3]; 2]",
            Kind => "Kind",
            Vec3 => "Vec3",
        }
    }

    fn is_integer(self) -> bool {
        INTEGERS.contains(&self)
    }

    fn is_signed(self) -> bool {
        matches!(self, I8 | I16 | I32 | I64)
    }

    fn is_float(self) -> bool {
        matches!(self, F32 | F64)
    }

    fn width(self) -> u32 {
        match self {
            U8 | I8 => 8,
            U16 | I16 => 16,
            U32 | I32 => 32,
            _ => 64,
        }
    }
}

#[derive(Clone)]
struct Variable {
    name: String,
    of: Type,
    is_mutable: bool,
}

/// A function that is being written.
struct Writer<'r> {
    random: &'r mut Random,
    scope: Vec<Variable>,
    names: u32,
    /// Loops and branches around.
    depth: u32,
    /// Labels of loops around, innermost last.
    labels: Vec<String>,
    text: String,
    /// How many statements may still be written.
    budget: u32,
}

/// The functions of a batch: their Rust source.
pub fn function(random: &mut Random, name: &str) -> String {
    let parameters = [("a", U32), ("b", U32), ("i", I32), ("x", F32), ("p", U64), ("n", I64), ("u", F64), ("k", U32)];
    let scope = parameters.map(|(name, of)| Variable { name: name.to_owned(), of, is_mutable: false }).to_vec();
    let budget = 2 + random.below(5);
    let mut writer = Writer { random, scope, names: 0, depth: 0, labels: Vec::new(), text: String::new(), budget };
    writer.line("let mut result: u64 = 1;");
    writer.scope.push(Variable { name: "result".to_owned(), of: U64, is_mutable: true });
    while writer.budget > 0 {
        writer.statement();
    }
    // After the parameters and the result.
    writer.fold(parameters.len() + 1, 6);
    let list: Vec<String> = parameters.iter().map(|(name, of)| format!("{name}: {}", of.name())).collect();
    let text = writer.text;
    format!("    #[device]\n    pub fn {name}({}) -> u64 {{\n{text}        result\n    }}\n", list.join(", "))
}

/// A value as a number that says all of it.
fn folded(name: &str, of: Type) -> String {
    match of {
        F32 => format!("bits({name})"),
        F64 => format!("long_bits({name})"),
        Array => format!("mix(mix({name}[0] as u64, {name}[1] as u64), mix({name}[2] as u64, {name}[3] as u64))"),
        Pair => format!("mix(mix({name}.left as u64, {name}.right as u64), bits({name}.weight))"),
        Tuple => format!("mix({name}.0 as u64, {name}.1 as u64)"),
        Grid => {
            format!("mix(mix({name}[0][0] as u64, {name}[0][2] as u64), mix({name}[1][0] as u64, {name}[1][1] as u64))")
        }
        Vec3 => format!("mix(mix(bits({name}.x), bits({name}.y)), bits({name}.z))"),
        _ => format!("{name} as u64"),
    }
}

impl Writer<'_> {
    /// Folds the last visible variables of those declared after `outside` others into the result.
    fn fold(&mut self, outside: usize, most: usize) {
        let shown = (outside..self.scope.len()).rev().filter(|at| !self.is_hidden(*at));
        let last: Vec<Variable> = shown.take(most).map(|at| self.scope[at].clone()).collect();
        for Variable { name, of, .. } in last {
            self.line(&format!("result = mix(result, {});", folded(&name, of)));
        }
    }

    fn line(&mut self, line: &str) {
        let indentation = 8 + 4 * self.depth as usize;
        writeln!(self.text, "{:indentation$}{line}", "").expect("a string grows");
    }

    fn new_name(&mut self) -> String {
        // Shadowing is a part of the language.
        if self.random.one_in(6) && self.names > 0 {
            return format!("v{}", self.random.below(self.names));
        }
        self.names += 1;
        format!("v{}", self.names - 1)
    }

    /// Whether a later variable has the name of this one.
    fn is_hidden(&self, at: usize) -> bool {
        self.scope[at + 1..].iter().any(|later| later.name == self.scope[at].name)
    }

    /// The visible variables of a type.
    fn visible(&self, of: Type, mutable_only: bool) -> Vec<String> {
        let fits = |it: &Variable| it.of == of && (it.is_mutable || !mutable_only);
        let all = self.scope.iter().enumerate().filter(|(at, it)| fits(it) && !self.is_hidden(*at));
        all.map(|(_, it)| it.name.clone()).collect()
    }

    fn variable(&mut self, of: Type, mutable_only: bool) -> Option<String> {
        let names = self.visible(of, mutable_only);
        if names.is_empty() { None } else { Some(names[self.random.below(names.len() as u32) as usize].clone()) }
    }

    /// Statements in braces, with a scope of their own.
    fn block(&mut self, count: u32) {
        let outside = self.scope.len();
        self.depth += 1;
        for number in 0..count {
            if number == 0 || self.budget > 0 {
                self.statement();
            }
        }
        self.fold(outside, 1);
        self.depth -= 1;
        self.scope.truncate(outside);
    }

    fn statement(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        let nested = self.depth >= 3;
        match self.random.below(if nested { 8 } else { 23 }) {
            0..=2 => {
                let of = self.random.of(&ALL);
                let value = self.expression(of);
                let name = self.new_name();
                let is_mutable = self.random.one_in(2);
                let mutability = if is_mutable { "mut " } else { "" };
                self.line(&format!("let {mutability}{name}: {} = {value};", of.name()));
                self.scope.push(Variable { name, of, is_mutable });
            }
            3 => {
                let of = self.random.of(&SCALARS);
                let Some(name) = self.variable(of, true) else { return };
                let value = self.expression(of);
                if of == Bool {
                    let operator = self.random.of(&["=", "&=", "|=", "^="]);
                    self.line(&format!("{name} {operator} {value};"));
                } else if of.is_float() {
                    let operator = self.random.of(&["=", "+=", "-=", "*=", "/="]);
                    self.line(&format!("{name} {operator} {value};"));
                } else {
                    let operator = self.random.of(&["=", "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>="]);
                    let count = self.random.below(of.width());
                    let value = if operator.ends_with("<<=") || operator == ">>=" { count.to_string() } else { value };
                    self.line(&format!("{name} {operator} {value};"));
                }
            }
            4 => {
                let Some(name) = self.variable(Array, true) else { return };
                let index = self.value(U32, 2);
                // Where both have blocks, the language asks for one of them to come before.
                let place = format!("at{}", self.names);
                self.names += 1;
                self.line(&format!("let {place} = (({index}) % 4) as usize;"));
                let (operator, value) = (self.random.of(&["=", "+=", "^="]), self.value(U32, 2));
                self.line(&format!("{name}[{place}] {operator} {value};"));
            }
            5 => {
                let Some(name) = self.variable(Pair, true) else { return };
                match self.random.below(5) {
                    0 => {
                        let value = self.value(U32, 2);
                        self.line(&format!("{name}.left = {value};"));
                    }
                    1 => {
                        let value = self.value(I64, 2);
                        self.line(&format!("{name}.right ^= {value};"));
                    }
                    2 => {
                        let value = self.value(F32, 2);
                        self.line(&format!("{name}.weight += {value};"));
                    }
                    3 => {
                        let value = self.value(F32, 2);
                        self.line(&format!("result = mix(result, bits({name}.scale({value})));"));
                    }
                    _ => {
                        let value = self.value(U32, 2);
                        self.line(&format!("turn(&mut {name}, {value});"));
                    }
                }
            }
            6 => {
                let Some(name) = self.variable(Grid, true) else { return };
                let (row, column) = (format!("at{}", self.names), format!("at{}", self.names + 1));
                self.names += 2;
                let (first, second) = (self.value(U32, 1), self.value(U8, 1));
                self.line(&format!("let {row} = (({first}) % 2) as usize;"));
                self.line(&format!("let {column} = (({second}) % 3) as usize;"));
                let (operator, value) = (self.random.of(&["=", "-=", "|="]), self.value(I32, 2));
                self.line(&format!("{name}[{row}][{column}] {operator} {value};"));
            }
            7 => self.reference(),
            8 | 9 => {
                let condition = self.expression(Bool);
                self.line(&format!("if {condition} {{"));
                let count = 1 + self.random.below(3);
                self.block(count);
                if self.random.one_in(2) {
                    self.line("} else {");
                    let count = 1 + self.random.below(2);
                    self.block(count);
                }
                self.line("}");
            }
            10 | 11 => self.counted_loop(),
            12 => {
                let (name, label) = (self.new_name(), self.new_label());
                let steps = 1 + self.random.below(6);
                self.line(&format!("let mut {name}: u32 = 0;"));
                self.scope.push(Variable { name: name.clone(), of: U32, is_mutable: false });
                self.line(&format!("{label}: while {name} < {steps} {{"));
                self.depth += 1;
                self.line(&format!("{name} += 1;"));
                self.depth -= 1;
                self.labels.push(label);
                let count = 1 + self.random.below(3);
                self.block(count);
                self.labels.pop();
                self.line("}");
            }
            13 => {
                let of = self.random.of(&INTEGERS);
                let scrutinee = self.value(of, 2);
                self.line(&format!("match {scrutinee} {{"));
                self.depth += 1;
                let low = self.random.below(20);
                let guard = self.value(Bool, 2);
                for arm in [
                    format!("{low}"),
                    format!("{}..={}", low + 1, low + 40),
                    format!("other if {guard} && other > 3"),
                    "_".to_owned(),
                ] {
                    self.line(&format!("{arm} => {{"));
                    self.block(1);
                    self.line("}");
                }
                self.depth -= 1;
                self.line("}");
            }
            14 => {
                let value = self.value(Tuple, 2);
                let (left, right) = (self.new_name(), format!("w{}", self.names));
                self.line(&format!("let ({left}, {right}) = {value};"));
                self.scope.push(Variable { name: left, of: U32, is_mutable: false });
                self.scope.push(Variable { name: right, of: I32, is_mutable: false });
            }
            15 if !self.labels.is_empty() => {
                let label = self.labels[self.random.below(self.labels.len() as u32) as usize].clone();
                let (condition, leave) = (self.value(Bool, 2), self.random.of(&["break", "continue"]));
                self.line(&format!("if {condition} {{ {leave} {label}; }}"));
            }
            15 => {
                let (condition, value) = (self.value(Bool, 2), self.value(U64, 2));
                self.line(&format!("if {condition} && k == {} {{ return {value}; }}", self.names % 16));
            }
            16 => {
                // The values may not name what it hides.
                let (of, name) = (self.random.of(&ALL), format!("d{}", self.names));
                self.names += 1;
                let (condition, yes, no) = (self.value(Bool, 2), self.value(of, 2), self.value(of, 2));
                self.line(&format!("let {name}: {};", of.name()));
                self.line(&format!("if {condition} {{ {name} = {yes}; }} else {{ {name} = {no}; }}"));
                self.scope.push(Variable { name, of, is_mutable: false });
            }
            17 => {
                let label = format!("'b{}", self.names);
                self.names += 1;
                self.line(&format!("{label}: {{"));
                let outside = self.scope.len();
                self.depth += 1;
                self.statement();
                let condition = self.value(Bool, 2);
                self.line(&format!("if {condition} {{ break {label}; }}"));
                self.statement();
                self.fold(outside, 1);
                self.depth -= 1;
                self.scope.truncate(outside);
                self.line("}");
            }
            18 => {
                let (value, inner) = (self.value(Tuple, 2), self.new_name());
                let low = self.random.below(30);
                let high = low + 1 + self.random.below(1 << 20);
                self.line(&format!("if let ({low}..={high}, {inner}) = {value} {{"));
                let outside = self.scope.len();
                self.scope.push(Variable { name: inner, of: I32, is_mutable: false });
                self.block(1);
                self.scope.truncate(outside);
                self.line("}");
            }
            19 => {
                let (kind, value, at) = (self.value(Kind, 2), self.value(U64, 2), self.random.below(16));
                self.line(&format!("match {kind} {{"));
                self.depth += 1;
                self.line("Kind::Plain => {");
                self.block(1);
                self.line("}");
                self.line(&format!("Kind::Dotted if k == {at} => return {value},"));
                self.line("Kind::Dotted | Kind::Striped => {");
                self.block(1);
                self.line("}");
                self.depth -= 1;
                self.line("}");
            }
            20 => {
                let counter = format!("c{}", self.names);
                self.names += 1;
                let (label, steps) = (self.new_label(), self.random.below(5));
                self.line(&format!("let mut {counter}: u32 = 0;"));
                self.line(&format!("{label}: loop {{"));
                self.line(&format!("    if {counter} >= {steps} {{ break; }}"));
                self.line(&format!("    {counter} += 1;"));
                self.labels.push(label);
                self.block(1);
                self.labels.pop();
                self.line("}");
            }
            _ => {
                let of = self.random.of(&ALL);
                if let Some(name) = self.variable(of, false) {
                    self.line(&format!("result = mix(result, {});", folded(&name, of)));
                }
            }
        }
    }

    /// A reference to a variable, which is read or written through it.
    fn reference(&mut self) {
        let name = format!("r{}", self.names);
        self.names += 1;
        if let (Some(pair), true) = (self.variable(Pair, true), self.random.one_in(2)) {
            let value = self.value(U32, 2);
            self.line(&format!("let {name} = &mut {pair};"));
            self.line(&format!("{name}.left ^= {value};"));
            self.line(&format!("turn({name}, {name}.left);"));
            return;
        }
        let of = self.random.of(&[Array, Pair, Grid, U64, F32]);
        let Some(of_whom) = self.variable(of, false) else { return };
        let read = if matches!(of, U64 | F32) { format!("(*{name})") } else { name.clone() };
        self.line(&format!("let {name} = &{of_whom};"));
        self.line(&format!("result = mix(result, {});", folded(&read, of)));
    }

    fn new_label(&mut self) -> String {
        format!("'l{}", self.labels.len())
    }

    fn counted_loop(&mut self) {
        let of = self.random.of(&[U8, U32, I32, U64]);
        let (low, count) = (self.random.below(5), self.random.below(6));
        let type_name = of.name();
        let range = match self.random.below(4) {
            0 => format!("{low}_{type_name}..{}", low + count),
            1 => format!("{low}_{type_name}..={}", low + count),
            2 => format!("({low}_{type_name}..{}).rev()", low + count),
            _ => format!("({low}_{type_name}..{}).step_by({})", low + 2 * count, 1 + self.random.below(3)),
        };
        let (name, label) = (self.new_name(), self.new_label());
        self.line(&format!("{label}: for {name} in {range} {{"));
        let outside = self.scope.len();
        self.scope.push(Variable { name, of, is_mutable: false });
        self.labels.push(label);
        let count = 1 + self.random.below(3);
        self.block(count);
        self.labels.pop();
        self.scope.truncate(outside);
        self.line("}");
    }

    fn literal(&mut self, of: Type) -> String {
        let bits = self.random.next() >> self.random.below(64);
        if of.is_integer() && self.random.one_in(8) {
            return format!("{}::{}", of.name(), self.random.of(&["MAX", "MIN"]));
        }
        match of {
            U8 => format!("{}_u8", bits as u8),
            U16 => format!("{}_u16", bits as u16),
            U32 => format!("{}_u32", bits as u32),
            U64 => format!("{bits}_u64"),
            Usize => format!("{bits}_usize"),
            I8 => format!("({}_i8)", bits as i8 as i32 % 128),
            I16 => format!("({}_i16)", bits as i16 as i32 % 32768),
            I32 => format!("({}_i32)", bits as i32),
            I64 => format!("({}_i64)", bits as i64),
            F32 => self
                .random
                .of(&["0.0_f32", "1.5_f32", "(-2.25_f32)", "1e-3_f32", "3e9_f32", "0.1_f32", "f32::INFINITY"])
                .to_owned(),
            F64 => {
                self.random.of(&["0.0_f64", "0.5_f64", "(-7.125_f64)", "1e-9_f64", "1e300_f64", "f64::MAX"]).to_owned()
            }
            Bool => self.random.of(&["true", "false"]).to_owned(),
            Kind => self.random.of(&["Kind::Plain", "Kind::Dotted", "Kind::Striped"]).to_owned(),
            Vec3 => self.random.of(&["Vec3::X", "Vec3::ZERO", "Vec3::splat(0.5)", "vec3(1.0, -2.5, 1e30)"]).to_owned(),
            Array | Pair | Tuple | Grid => unreachable!("they have no literal of their own"),
        }
    }

    /// An expression of this type, of some depth.
    fn expression(&mut self, of: Type) -> String {
        let fuel = 1 + self.random.below(2) + u32::from(self.random.one_in(4));
        self.value(of, fuel)
    }

    /// A variable or a literal, or a conversion of a variable.
    fn leaf(&mut self, of: Type) -> String {
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
    fn value(&mut self, of: Type, fuel: u32) -> String {
        match of {
            Array => {
                if let (Some(name), false) = (self.variable(Array, false), self.random.one_in(2)) {
                    return name;
                }
                if self.random.one_in(3) {
                    return format!("[{}; 4]", self.value(U32, fuel.min(1)));
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
            Tuple => match self.variable(Tuple, false) {
                Some(name) if !self.random.one_in(2) => name,
                _ => format!("({}, {})", self.value(U32, fuel.min(2)), self.value(I32, fuel.min(2))),
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
            _ if fuel == 0 => self.leaf(of),
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
            Bool => match self.random.below(9) {
                0 => self.leaf(of),
                7 => format!(
                    "({}).{}()",
                    self.value(F32, fuel - 1),
                    self.random.of(&["is_nan", "is_finite", "is_infinite"])
                ),
                8 => {
                    let (left, right) = (self.value(Kind, fuel - 1), self.value(Kind, 0));
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
                self.scope.push(Variable { name: name.clone(), of, is_mutable: false });
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

    fn float(&mut self, of: Type, fuel: u32) -> String {
        let left = self.value(of, fuel - 1);
        match self.random.below(10) {
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

    fn integer(&mut self, of: Type, fuel: u32) -> String {
        let left = self.value(of, fuel - 1);
        match self.random.below(18) {
            16 if of == U32 => match self.variable(Array, false) {
                Some(name) => format!("total(&{name})"),
                None => left,
            },
            16 if of == I64 => match self.variable(Pair, false) {
                Some(name) => format!("{name}.sum({left})"),
                None => left,
            },
            16 if of == I32 => match self.variable(Grid, false) {
                Some(name) => {
                    format!("{name}[(({}) % 2) as usize][(({}) % 3) as usize]", self.value(U32, 1), self.value(U16, 1))
                }
                None => left,
            },
            // A literal that takes the type of its neighbour.
            16 | 17 => format!("({left} {} {})", self.random.of(&["+", "-", "&", "^"]), self.random.below(100)),
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
                Some(name) => format!("{name}[(({left}) % 4) as usize]"),
                None => left,
            },
            11 if of == I64 => match self.variable(Pair, false) {
                Some(name) => format!("{name}.right"),
                None => left,
            },
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
