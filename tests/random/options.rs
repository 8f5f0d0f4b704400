//! Random options, numbers of a struct with operators, and loops over arrays.

use super::{
    Type::{self, Array, Bool, Gauss, Grid, I32, I64, Maybe, U32, Usize, Wide},
    Writer,
    scope::{Borrow, Variable},
};

impl Writer<'_> {
    /// What an option holds.
    fn held(of: Type) -> Type {
        if of == Maybe { U32 } else { I64 }
    }

    /// An option; by itself it shows its type.
    pub(super) fn option(&mut self, of: Type, fuel: u32) -> String {
        let held = Self::held(of);
        if fuel == 0 {
            return match self.variable(of, false) {
                Some(name) if !self.random.one_in(3) => name,
                _ if self.random.one_in(4) => format!("None::<{}>", held.name()),
                _ => format!("Some({})", self.leaf(held)),
            };
        }
        let fuel = fuel - 1;
        match self.random.below(10) {
            0 => format!("Some({})", self.value(held, fuel)),
            1 => {
                let (condition, value) = (self.value(Bool, fuel), self.value(held, fuel));
                match self.random.below(2) {
                    0 => format!("(if {condition} {{ Some({value}) }} else {{ None }})"),
                    _ => format!("(if {condition} {{ None }} else {{ Some({value}) }})"),
                }
            }
            2 => {
                let (scrutinee, value) = (self.value(U32, fuel), self.value(held, fuel));
                format!("(match {scrutinee} {{ 0 => None, 1..=9 => Some({value}), _ => {} }})", self.option(of, fuel))
            }
            3 | 4 => {
                let method =
                    self.random.of(&["checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem"]);
                format!("({}).{method}({})", self.value(held, fuel), self.value(held, fuel))
            }
            5 => {
                let method = self.random.of(&["or", "xor"]);
                format!("({}).{method}({})", self.option(of, fuel), self.option(of, fuel))
            }
            6 if of == Maybe => format!("halved({})", self.value(U32, fuel)),
            6 => format!("({}).and({})", self.option(Maybe, fuel), self.option(Wide, fuel)),
            7 if of == Maybe => match self.changed(U32) {
                Some(name) => format!("counted_down(&mut {name})"),
                None => self.option(of, fuel),
            },
            8 if of == Maybe => format!("quartered({})", self.value(U32, fuel)),
            _ => {
                let (of_whom, name) = (self.option(of, fuel), format!("o{}", self.names));
                self.names += 1;
                let outside = self.scope.len();
                self.scope.push(Variable::new(name.clone(), held, false));
                let value = self.value(held, fuel);
                self.scope.truncate(outside);
                format!("(match {of_whom} {{ Some({name}) => Some({value}), None => None }})")
            }
        }
    }

    /// A number out of an option.
    pub(super) fn held_number(&mut self, of: Type, fuel: u32) -> String {
        let (option, other) = (if of == U32 { Maybe } else { Wide }, self.value(of, fuel));
        let whom = self.option(option, fuel);
        let name = format!("o{}", self.names);
        self.names += 1;
        match self.random.below(5) {
            0 => format!("({whom}).unwrap_or({other})"),
            1 => format!("({whom}).or(Some({other})).unwrap()"),
            2 => format!("(match {whom} {{ None => {other}, Some({name}) => {name} }})"),
            3 => format!(
                "(match {whom} {{ Some({name}) if {name} > 9 => {name}, Some(7) => {other}, _ => 5_{} }})",
                of.name()
            ),
            _ => format!("({whom}).xor(None).or(Some({other})).expect(\"there is a number\")"),
        }
    }

    /// A truth value about options, or about numbers with operators.
    pub(super) fn asked(&mut self, fuel: u32) -> String {
        let of = self.random.of(&[Maybe, Wide]);
        let option = self.option(of, fuel);
        match self.random.below(5) {
            0 => format!("({option}).is_some()"),
            1 => format!("({option}).is_none()"),
            2 => format!("(({option}) == {})", self.without_effects(|writer| writer.option(of, fuel))),
            3 => format!("(({option}) != Some({}))", self.still_value(Self::held(of), fuel)),
            _ => format!("(({}) == {})", self.gauss(fuel), self.without_effects(|writer| writer.gauss(fuel))),
        }
    }

    /// A whole complex number.
    pub(super) fn gauss(&mut self, fuel: u32) -> String {
        if fuel == 0 {
            return match self.variable(Gauss, false) {
                Some(name) if !self.random.one_in(3) => name,
                _ if self.random.one_in(3) => "Gauss::default()".to_owned(),
                _ => format!("Gauss::from({})", self.leaf(I32)),
            };
        }
        let fuel = fuel - 1;
        match self.random.below(8) {
            0 => format!("Gauss {{ re: {}, im: {} }}", self.value(I32, fuel), self.value(I32, fuel)),
            1..=3 => {
                let operator = self.random.of(&["+", "-", "*", "+"]);
                format!("({} {operator} {})", self.gauss(fuel), self.gauss(fuel))
            }
            4 => format!("({} * {})", self.gauss(fuel), self.value(I32, fuel)),
            5 => format!("({} * {})", self.value(I32, fuel), self.gauss(fuel)),
            6 => format!("(-{})", self.gauss(fuel)),
            _ => format!("({}).conjugated()", self.gauss(fuel)),
        }
    }

    /// A change of a complex number, a test of an option that binds, or a loop over an array.
    pub(super) fn newer_statement(&mut self) {
        match self.random.below(9) {
            0 => {
                let Some(name) = self.variable(Gauss, true) else { return };
                let operator = self.random.of(&["=", "+="]);
                let value = if name.starts_with('(') { self.before(Gauss) } else { self.gauss(2) };
                self.line(&format!("{name} {operator} {value};"));
            }
            1 => {
                let Some(name) = self.variable(Maybe, true) else { return };
                match self.random.below(3) {
                    0 => {
                        let value = self.option(Maybe, 1);
                        self.line(&format!("{name} = {value};"));
                    }
                    1 => self.line(&format!("result = mix(result, {name}.take().unwrap_or(3) as u64);")),
                    _ => {
                        let value = self.value(U32, 1);
                        let by = format!("t{}", self.names);
                        self.names += 1;
                        self.line(&format!("let {by} = {value};"));
                        self.line(&format!("if let Some(inner) = &mut {name} {{ *inner ^= {by}; }}"));
                    }
                }
            }
            2 | 3 => {
                let of = self.random.of(&[Maybe, Wide]);
                let (value, name) = (self.option(of, 2), self.new_name());
                let is_mutable = self.random.one_in(4);
                let mutability = if is_mutable { "mut " } else { "" };
                self.line(&format!("if let Some({mutability}{name}) = {value} {{"));
                self.inside(&[(name, Self::held(of), is_mutable)]);
                if self.random.one_in(2) {
                    let (of, name) = (self.random.of(&[Maybe, Wide]), self.new_name());
                    let value = self.option(of, 1);
                    self.line(&format!("}} else if let Some({name}) = {value} {{"));
                    self.inside(&[(name, Self::held(of), false)]);
                }
                self.line("}");
            }
            4 => {
                let of = self.random.of(&[Maybe, Wide]);
                let (value, name) = (self.option(of, 2), self.new_name());
                let leave = self.leave();
                self.line(&format!("let Some({name}) = {value} else {{ {leave}; }};"));
                self.scope.push(Variable::new(name, Self::held(of), false));
            }
            5 => {
                let (counter, name, label) = (format!("c{}", self.names), format!("o{}", self.names), self.new_label());
                self.names += 1;
                let steps = self.random.below(6);
                self.line(&format!("let mut {counter} = {steps}_u32;"));
                self.line(&format!("{label}: while let Some({name}) = counted_down(&mut {counter}) {{"));
                self.labels.push(label);
                self.inside(&[(name, U32, false)]);
                self.labels.pop();
                self.line("}");
            }
            _ => self.array_loop(),
        }
    }

    /// What ends the block of a `let … else`.
    pub(super) fn leave(&mut self) -> String {
        match self.labels.last() {
            Some(label) => format!("{} {label}", self.random.of(&["break", "continue"])),
            None => format!("return {}", self.result(1)),
        }
    }

    fn array_loop(&mut self) {
        let grid = if self.random.one_in(3) { self.variable(Grid, false) } else { None };
        let has_rows = grid.is_some();
        let array = match (grid, self.variable(Array, false)) {
            (Some(grid), _) => grid,
            (None, Some(array)) if !self.random.one_in(4) => array,
            _ => self.value(Array, 1),
        };
        // All that the array is chosen from.
        let named: Vec<&str> = array.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let is_borrowed = |at: &usize| named.contains(&self.scope[*at].root());
        let borrowed: Vec<Borrow> = (0..self.scope.len()).filter(is_borrowed).map(|at| (at, false)).collect();
        // A block or a choice reads as a loop's body there.
        let array = if array.starts_with(['[', 'v', 'd', 'w']) { array } else { format!("({array})") };
        let (name, label) = (format!("e{}", self.names), self.new_label());
        self.names += 1;
        let index = format!("i{}", self.names);
        let form = self.random.below(7);
        let (head, is_reference, has_index) = match form {
            0 => (format!("{name} in {array}"), false, false),
            1 => (format!("{name} in &{array}"), true, false),
            2 => (format!("{name} in {array}.iter()"), true, false),
            3 => (format!("{name} in {array}.iter().copied().rev()"), false, false),
            4 => (format!("({index}, {name}) in {array}.into_iter().enumerate()"), false, true),
            5 => (format!("({index}, {name}) in {array}.iter().enumerate().rev()"), true, true),
            _ => (format!("&{name} in {array}.iter()"), false, false),
        };
        self.line(&format!("{label}: for {head} {{"));
        let mut bound = Vec::new();
        if has_index {
            bound.push((index, Usize, false));
        }
        let read = if is_reference { format!("(*{name})") } else { name.clone() };
        let value = if has_rows { format!("{name}[1] as u64") } else { format!("{read} as u64") };
        if !has_rows && !is_reference {
            bound.push((name, U32, false));
        }
        self.depth += 1;
        self.line(&format!("result = mix(result, {value});"));
        self.depth -= 1;
        let walked = self.walked.len();
        // The others go through a copy, which the body may change the array of.
        if !matches!(form, 0 | 4) {
            self.walked.extend(borrowed);
        }
        self.labels.push(label);
        self.inside(&bound);
        self.labels.pop();
        self.walked.truncate(walked);
        self.line("}");
    }

    /// A block that sees these variables.
    pub(super) fn inside(&mut self, bound: &[(String, Type, bool)]) {
        let outside = self.scope.len();
        for (name, of, is_mutable) in bound {
            self.scope.push(Variable::new(name.clone(), *of, *is_mutable));
        }
        let count = 1 + self.random.below(2);
        self.block(count);
        self.scope.truncate(outside);
    }
}
