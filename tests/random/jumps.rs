//! Jumps inside operands: `return`, `break` and `continue` where a value is asked for.

use super::{
    Type::{self, Bool, I64, Maybe, U8, U32, U64, Wide},
    Writer,
};

impl Writer<'_> {
    /// What leaves, of type `!`: a loop or a block around, or the function.
    pub(super) fn jump(&mut self) -> String {
        match self.random.below(3) {
            0 if !self.labels.is_empty() => {
                let label = self.random.below(self.labels.len() as u32) as usize;
                format!("{} {}", self.random.of(&["break", "continue"]), self.labels[label])
            }
            1 if !self.blocks.is_empty() => {
                let at = self.random.below(self.blocks.len() as u32) as usize;
                let (label, of) = self.blocks[at].clone();
                format!("break {label} {}", self.leaf_of(of))
            }
            _ => format!("return {}", self.result(0)),
        }
    }

    /// What the function gives when it is left.
    pub(super) fn result(&mut self, fuel: u32) -> String {
        match self.gives {
            None => self.value(U64, fuel),
            Some(_) if self.random.one_in(3) => "None".to_owned(),
            Some(of) => self.option(of, fuel),
        }
    }

    /// `option?`, of what it holds or before a value.
    fn asked_for(&mut self, of: Type, fuel: u32) -> String {
        let option = self.random.of(&[Maybe, Wide]);
        let held = if option == Maybe { U32 } else { I64 };
        let value = format!("({})?", self.option(option, fuel + 1));
        if of == held {
            return value;
        }
        match self.random.below(2) {
            0 => format!("({value}, {}).1", self.value(of, fuel)),
            _ => format!("(if {value} > 7 {{ {} }} else {{ {} }})", self.value(of, fuel), self.value(of, fuel)),
        }
    }

    /// A value without depth, of any type.
    fn leaf_of(&mut self, of: Type) -> String {
        self.value(of, 0)
    }

    /// A condition that rarely holds, so that most of a function is run.
    pub(super) fn rarely(&mut self, fuel: u32) -> String {
        let row = self.random.below(16);
        if self.random.one_in(3) {
            format!("(k == {row})")
        } else {
            format!("({} && k == {row})", self.value(Bool, fuel))
        }
    }

    /// A value, or a jump in its place.
    pub(super) fn jumping(&mut self, of: Type, fuel: u32) -> Option<String> {
        if self.still > 0 {
            return None;
        }
        if self.gives.is_some() && self.random.one_in(2) {
            return Some(self.asked_for(of, fuel));
        }
        Some(match self.random.below(8) {
            0 => format!("(if {} {{ {} }} else {{ {} }})", self.rarely(fuel), self.jump(), self.value(of, fuel)),
            1 => format!("(if !{} {{ {} }} else {{ {} }})", self.rarely(fuel), self.value(of, fuel), self.jump()),
            2 => format!("{{ if {} {{ {}; }} {} }}", self.rarely(fuel), self.jump(), self.value(of, fuel)),
            3 => {
                let (scrutinee, jump, value) = (self.value(U8, fuel), self.jump(), self.value(of, fuel));
                let low = self.random.below(200);
                format!("(match {scrutinee} {{ {low}..={} => {jump}, _ => {value} }})", low + 9)
            }
            4 => {
                let (of_whom, held) = (self.random.of(&[Maybe, Wide]), format!("o{}", self.names));
                self.names += 1;
                let (option, jump) = (self.option(of_whom, fuel.max(1)), self.jump());
                let name = if of_whom == Maybe { U32 } else { I64 };
                let value = if of == name { held.clone() } else { self.value(of, fuel) };
                match self.random.below(2) {
                    0 => format!("(match {option} {{ Some({held}) => {value}, None => {jump} }})"),
                    _ => format!("{{ let Some({held}) = {option} else {{ {jump} }}; {value} }}"),
                }
            }
            5 => {
                // Beside an operand that was evaluated before.
                let (first, second) = (self.value(U32, fuel), self.value(U32, fuel));
                let (condition, jump, value) = (self.rarely(fuel), self.jump(), self.value(of, fuel));
                format!(
                    "(if {first} >= (if {condition} {{ {jump} }} else {{ {second} }}) {{ {value} }} else {{ {} }})",
                    self.value(of, fuel)
                )
            }
            6 => {
                let (value, condition, jump) = (self.value(of, fuel), self.rarely(fuel), self.jump());
                format!("({value}, if {condition} {{ {jump} }} else {{ 7_u32 }}).0")
            }
            _ => {
                let label = format!("'j{}", self.names);
                self.names += 1;
                self.blocks.push((label.clone(), of));
                let value = self.value(of, fuel + 1);
                self.blocks.pop();
                let (condition, early) = (self.rarely(fuel), self.value(of, fuel));
                format!("{label}: {{ if {condition} {{ break {label} {early}; }} {value} }}")
            }
        })
    }
}
