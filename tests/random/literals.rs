//! Literals, many of them at an edge, and variables whose type is far from them.

use super::{
    INTEGERS, NUMBERS,
    Type::{
        self, Array, Bool, F32, F64, Figure, Gauss, Grid, I8, I16, I32, I64, Kind, Maybe, Nested, Pair, Tuple, U8, U16,
        U32, U64, Usize, Vec3, Wide,
    },
    Writer,
    scope::Variable,
};

/// Halfway between two numbers of 64 bits, just above and below, at the ends of their range, and subnormal.
const DOUBLES: [&str; 15] = [
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203125000001",
    "1.00000000000000033306690738754696212708950042724609375",
    "0.99999999999999994448884876874217",
    "9007199254740993.0",
    "9_007_199_254_740_993.000_000_000_1",
    "2.2250738585072011e-308",
    "2.2250738585072014e-308",
    "4.9406564584124654e-324",
    "2.4703282292062328e-324",
    "7.4109846876186981e-324",
    "1.7976931348623157e308",
    "179769313486231570000000000000000000000000000000000e258",
    "0.1000000000000000055511151231257827021181583404541015625",
    "1e23",
];

impl Writer<'_> {
    /// A number, a truth value, a variant or a vector, written with its type.
    pub(super) fn literal(&mut self, of: Type) -> String {
        match of {
            Bool => return self.random.of(&["true", "false"]).to_owned(),
            Kind => return self.random.of(&["Kind::Plain", "Kind::Dotted", "Kind::Striped"]).to_owned(),
            Vec3 => {
                let vectors = ["Vec3::X", "Vec3::ZERO", "Vec3::splat(0.5)", "vec3(1.0, -2.5, 1e30)"];
                return self.random.of(&vectors).to_owned();
            }
            Array | Pair | Tuple | Nested | Grid | Maybe | Wide | Gauss | Figure => {
                unreachable!("they have no literal of their own")
            }
            _ => {}
        }
        let name = of.name();
        if self.random.one_in(8) {
            let constants: &[&str] = match of {
                F32 | F64 => &["MAX", "MIN", "INFINITY", "NEG_INFINITY", "EPSILON", "MIN_POSITIVE"],
                _ => &["MAX", "MIN"],
            };
            return format!("{name}::{}", self.random.of(constants));
        }
        let (digits, is_negative) = self.digits(of);
        let sign = if is_negative { "-" } else { "" };
        if of.is_signed() || is_negative { format!("({sign}{digits}_{name})") } else { format!("{digits}_{name}") }
    }

    /// A number without a type, for a place that has one.
    pub(super) fn open_literal(&mut self, of: Type) -> String {
        if self.random.one_in(2) && of.is_integer() {
            return self.random.below(100).to_string();
        }
        let (digits, is_negative) = self.digits(of);
        let digits = if of.is_float() && !digits.contains(['.', 'e', 'E']) { format!("{digits}.0") } else { digits };
        if is_negative { format!("(-{digits})") } else { digits }
    }

    /// The digits of a number, and whether it is negative.
    fn digits(&mut self, of: Type) -> (String, bool) {
        match of {
            F32 => (self.short_float(), self.random.one_in(3)),
            F64 => (self.long_float(), self.random.one_in(3)),
            _ => self.whole(of),
        }
    }

    /// Digits of a whole number, in one of the notations.
    fn whole(&mut self, of: Type) -> (String, bool) {
        let width = of.width();
        let all = u64::MAX >> (64 - width);
        let largest = if of.is_signed() { all >> 1 } else { all };
        let is_negative = of.is_signed() && self.random.one_in(2);
        let bits = self.random.next() >> self.random.below(64);
        let number = match self.random.below(6) {
            // The least number has one more than the largest.
            0 => largest + u64::from(is_negative),
            1 => largest - u64::from(self.random.below(3)),
            2 => (1_u64 << self.random.below(width - 1)) - u64::from(self.random.below(2)),
            _ => bits & largest,
        };
        let digits = match self.random.below(8) {
            0 => format!("{number:#x}"),
            1 => format!("0x{}", grouped(&format!("{number:X}"), 4)),
            2 => format!("0b{}", grouped(&format!("{number:b}"), 4)),
            3 => format!("{number:#o}"),
            4 => grouped(&number.to_string(), 3),
            5 => format!("0{number}"),
            _ => number.to_string(),
        };
        (digits, is_negative)
    }

    /// Digits of a number of 32 bits: halfway between two, near that, subnormal, or with an exponent.
    fn short_float(&mut self) -> String {
        let bits = self.random.next() as u32 & 0x7fff_ffff;
        let bits = match self.random.below(4) {
            // Subnormal.
            0 => bits & 0x007f_ffff,
            // Not far from 1.
            1 => 0x3f80_0000 + bits % 0x0200_0000,
            _ => bits % 0x7f7f_ffff,
        };
        let (number, next) = (f64::from(f32::from_bits(bits)), f64::from(f32::from_bits(bits + 1)));
        let half = (number + next) / 2.0;
        match self.random.below(8) {
            0 | 1 => exact(half),
            2 => exact(f64::from_bits(half.to_bits() + 1)),
            3 => exact(f64::from_bits(half.to_bits() - 1)),
            4 => exact(number),
            5 => self
                .random
                .of(&["0.0", "1.5", "2.25", "1e-3", "3E9", "0.1", "16_777_217.0", "1e-45", "0.7e-45"])
                .to_owned(),
            6 => self
                .random
                .of(&["3.40282346638528859811704183484516925e38", "1.17549435e-38", "1.1754942e-38", "1_000.5e+2"])
                .to_owned(),
            _ => format!("{:e}", f32::from_bits(bits)),
        }
    }

    /// Digits of a number of 64 bits.
    fn long_float(&mut self) -> String {
        let bits = self.random.next() & 0x7fff_ffff_ffff_ffff;
        let number = f64::from_bits(match self.random.below(4) {
            0 => bits & 0x000f_ffff_ffff_ffff,
            1 => 0x3ff0_0000_0000_0000 + bits % 0x0040_0000_0000_0000,
            _ => bits % 0x7fef_ffff_ffff_ffff,
        });
        match self.random.below(6) {
            0 | 1 => self.random.of(&DOUBLES).to_owned(),
            2 => self.random.of(&["0.0", "0.5", "7.125", "1e-9", "1E+300", "5e-324", "1_0.2_5"]).to_owned(),
            3 => format!("{number:.30e}"),
            4 => exact(number),
            _ => format!("{number:e}"),
        }
    }

    /// A variable with a number without a type, which something further on decides.
    pub(super) fn open_variable(&mut self) {
        let name = format!("u{}", self.names);
        self.names += 1;
        let of =
            self.random.of(&[U8, U16, U32, U64, U64, Usize, I8, I16, I32, I64, I64, F32, F64, F64, Maybe, Wide, Array]);
        let first = match of {
            Maybe | Wide => "None".to_owned(),
            Array => self.random.of(&["[0; 4]", "[1, 2, 3, 4_000_000_000]"]).to_owned(),
            _ => self.open_literal(of),
        };
        self.line(&format!("let mut {name} = {first};"));
        let is_number = NUMBERS.contains(&of);
        if is_number && self.random.one_in(2) {
            let (operator, literal) = (self.random.of(&["+", "-", "*"]), if of.is_integer() { "3" } else { "0.7" });
            self.line(&format!("{name} = {name} {operator} {literal};"));
        }
        let loops = is_number && self.random.one_in(2);
        if loops {
            let steps = self.random.below(4);
            self.line(&format!("for _ in 0..{steps} {{"));
            self.depth += 1;
            // Names of the statement's end with it.
            self.line("{");
            self.block(1);
            self.line("}");
        } else if self.depth < 3 && self.random.one_in(2) {
            self.statement();
        }
        match of {
            Maybe | Wide => {
                let held = if of == Maybe { U32 } else { I64 };
                let (condition, value) = (self.value(Bool, 2), self.value(held, 2));
                self.line(&format!("if {condition} {{ {name} = Some({value}); }}"));
            }
            Array => {
                let (at, value) = (self.random.below(4), self.value(U32, 2));
                self.line(&format!("{name}[{at}] = {value};"));
            }
            _ => {
                let operator = self.random.of(if INTEGERS.contains(&of) {
                    &["=", "+=", "-=", "^=", "|="]
                } else {
                    &["=", "+=", "-=", "*=", "/="]
                });
                let value = self.value(of, 2);
                self.line(&format!("{name} {operator} {value};"));
            }
        }
        if loops {
            self.depth -= 1;
            self.line("}");
        }
        self.scope.push(Variable::new(name, of, true));
    }
}

/// Digits in groups.
fn grouped(digits: &str, size: usize) -> String {
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(size) {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    grouped
}

/// All decimal digits of a number.
fn exact(number: f64) -> String {
    let text = format!("{number:.800e}");
    let (digits, exponent) = text.split_once('e').expect("an exponent");
    let digits = digits.trim_end_matches('0');
    format!("{digits}{}e{exponent}", if digits.ends_with('.') { "0" } else { "" })
}
