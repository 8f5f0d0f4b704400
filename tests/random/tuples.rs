//! Random tuples and arrays with numbers that have no type: something beside each shows it.

use super::{
    Type::{self, Bool, F32, I32, I64, Nested, Tuple, U8, U32},
    Writer,
};

/// An element of a tuple: whether it says its type, and so that the macros can see it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    Nothing,
    ToRustc,
    ToMacros,
}

impl Writer<'_> {
    /// A tuple of this type by a choice, or by its elements.
    pub(super) fn tuple(&mut self, of: Type, fuel: u32) -> String {
        match self.random.below(9) {
            0 | 1 => {
                let (condition, arms) = (self.value(Bool, fuel.min(1)), self.alternatives(of, 2, Shows::ToRustc));
                format!("(if {condition} {{ {} }} else {{ {} }})", arms[0], arms[1])
            }
            2 | 3 => {
                let (scrutinee, arms) = (self.value(U32, fuel.min(1)), self.alternatives(of, 3, Shows::ToMacros));
                let (low, high) = (self.random.below(9), 9 + self.random.below(1 << 16));
                format!("(match {scrutinee} {{ {low} => {}, 9..={high} => {}, _ => {} }})", arms[0], arms[1], arms[2])
            }
            4 if self.still == 0 => {
                let (condition, arms) = (self.value(Bool, fuel.min(1)), self.alternatives(of, 2, Shows::ToMacros));
                let (name, value) = (format!("e{}", self.names), self.value(U32, fuel.min(1)));
                self.names += 1;
                format!(
                    "(if {condition} {{ let {name} = {value}; result = mix(result, {name} as u64); {} }} else {{ {} }})",
                    arms[0], arms[1]
                )
            }
            5 => {
                let (label, condition) = (format!("'v{}", self.names), self.value(Bool, fuel.min(1)));
                self.names += 1;
                let arms = self.alternatives(of, 2, Shows::ToMacros);
                format!("{label}: {{ if {condition} {{ break {label} {}; }} {} }}", arms[0], arms[1])
            }
            6 => {
                let (counter, limit) = (format!("c{}", self.names), 1 + self.random.below(4));
                self.names += 1;
                let (condition, arms) = (self.value(Bool, fuel.min(1)), self.alternatives(of, 2, Shows::ToMacros));
                format!(
                    "{{ let mut {counter} = 0_u32; loop {{ {counter} += 1; if {counter} > {limit} {{ break {}; }} if {condition} {{ break {}; }} }} }}",
                    arms[0], arms[1]
                )
            }
            _ => self.elements(of, fuel, &[Shows::ToRustc; 4]),
        }
    }

    /// A tuple whose numbers have a type or not: its place has one.
    pub(super) fn open_tuple(&mut self, of: Type, fuel: u32) -> String {
        let shows = [(); 4].map(|()| if self.random.one_in(2) { Shows::Nothing } else { Shows::ToRustc });
        self.elements(of, fuel, &shows)
    }

    /// Two tuples that are compared.
    pub(super) fn compared_tuples(&mut self) -> String {
        let of = self.random.of(&[Tuple, Nested]);
        let sides = self.without_effects(|writer| writer.alternatives(of, 2, Shows::ToRustc));
        format!("({} {} {})", sides[0], self.random.of(&["==", "!=", "<", "<=", ">", ">="]), sides[1])
    }

    /// An array of numbers, some of them without a type.
    pub(super) fn open_array(&mut self, fuel: u32) -> String {
        let typed = self.random.below(4);
        let parts: Vec<String> = (0..4)
            .map(|at| {
                let shows = if at == typed { Shows::ToRustc } else { Shows::Nothing };
                self.element(U32, fuel, shows)
            })
            .collect();
        format!("[{}]", parts.join(", "))
    }

    /// Tuples of this type: of each element at least one says its type.
    fn alternatives(&mut self, of: Type, count: usize, shown: Shows) -> Vec<String> {
        let typed = [(); 4].map(|()| self.random.below(count as u32) as usize);
        (0..count)
            .map(|arm| {
                let shows =
                    typed.map(|typed| if typed == arm || self.random.one_in(4) { shown } else { Shows::Nothing });
                self.elements(of, 1, &shows)
            })
            .collect()
    }

    /// A tuple by its elements.
    fn elements(&mut self, of: Type, fuel: u32, shows: &[Shows; 4]) -> String {
        let fuel = fuel.min(2);
        match of {
            Nested => {
                let first = self.element(F32, fuel.min(1), shows[0]);
                let (second, third) =
                    (self.element(U8, fuel.min(1), shows[1]), self.element(I64, fuel.min(1), shows[2]));
                let last = self.element(Bool, fuel.min(1), shows[3]);
                format!("({first}, ({second}, {third}), {last})")
            }
            _ => format!("({}, {})", self.element(U32, fuel, shows[0]), self.element(I32, fuel, shows[1])),
        }
    }

    fn element(&mut self, of: Type, fuel: u32, shows: Shows) -> String {
        match (shows, of) {
            (Shows::ToRustc, _) => self.value(of, fuel),
            (Shows::ToMacros, Bool) => self.value(Bool, fuel),
            (Shows::ToMacros, _) => format!("(({}) as {})", self.value(of, fuel), of.name()),
            (Shows::Nothing, F32) => self.random.of(&["1.5", "-0.25", "3e9", "0.1"]).to_owned(),
            (Shows::Nothing, Bool) => self.random.of(&["true", "false"]).to_owned(),
            (Shows::Nothing, _) => {
                let magnitude = self.random.below(if of == U8 { 256 } else { 1 << 20 });
                let is_negative = of.is_signed() && self.random.one_in(3);
                let wide = if of == I64 && self.random.one_in(3) { "00000000000" } else { "" };
                format!("{}{magnitude}{wide}", if is_negative { "-" } else { "" })
            }
        }
    }
}
