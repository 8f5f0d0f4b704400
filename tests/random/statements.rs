//! Random statements.

use super::{
    ALL, INTEGERS, SCALARS,
    Type::{Array, Bool, F32, Grid, I32, I64, Kind, Nested, Pair, Tuple, U8, U32, U64},
    Writer, folded,
    scope::Variable,
};

impl Writer<'_> {
    pub(super) fn statement(&mut self) {
        self.budget = self.budget.saturating_sub(1);
        let nested = self.depth >= 3;
        match self.random.below(24) {
            0..=2 => return self.kept_reference(),
            3 => return self.place_statement(),
            4 => return self.pattern_statement(),
            5 => return self.open_variable(),
            6 => return self.kept_iterator(),
            7 => return self.slice(),
            8 => return self.closure(),
            9 => return self.handed_statement(),
            10 | 11 => return self.given_statement(),
            12 | 13 => return self.own_statement(),
            _ => {}
        }
        match self.random.below(if nested { 8 } else { 23 }) {
            0..=2 => {
                let of = self.random.of(&ALL);
                let is_tuple = matches!(of, Tuple | Nested);
                let is_open = is_tuple && self.random.one_in(3);
                let value = if is_open { self.open_tuple(of, 1) } else { self.expression(of) };
                let name = self.new_name();
                let is_mutable = self.random.one_in(2);
                let mutability = if is_mutable { "mut " } else { "" };
                let has_type = !is_tuple || is_open || self.random.one_in(2);
                let written = if has_type { format!(": {}", of.name()) } else { String::new() };
                self.line(&format!("let {mutability}{name}{written} = {value};"));
                self.scope.push(Variable::new(name, of, is_mutable));
            }
            3 => {
                let of = self.random.of(&SCALARS);
                let Some(name) = self.variable(of, true) else { return };
                let value = if name.starts_with('(') { self.before(of) } else { self.expression(of) };
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
                let (operator, value) = (self.random.of(&["=", "+=", "^="]), self.operand(&name, U32));
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
                        let value = self.operand(&name, I64);
                        self.line(&format!("{name}.right ^= {value};"));
                    }
                    2 => {
                        let value = self.operand(&name, F32);
                        self.line(&format!("{name}.weight += {value};"));
                    }
                    3 => {
                        let value = self.still_value(F32, 2);
                        self.line(&format!("result = mix(result, bits({name}.scale({value})));"));
                    }
                    _ => {
                        // The value may read what is borrowed.
                        let (value, by) = (self.value(U32, 2), format!("t{}", self.names));
                        self.names += 1;
                        self.line(&format!("let {by} = {value};"));
                        self.line(&format!("turn(&mut {name}, {by});"));
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
                let (operator, value) = (self.random.of(&["=", "-=", "|="]), self.operand(&name, I32));
                self.line(&format!("{name}[{row}][{column}] {operator} {value};"));
            }
            7 => self.reference(),
            _ if !nested && self.random.one_in(4) => self.newer_statement(),
            _ if !nested && self.random.one_in(5) => self.figure_statement(),
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
                self.scope.push(Variable::new(name.clone(), U32, false));
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
                let guard = self.still_value(Bool, 2);
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
                self.scope.push(Variable::new(left, U32, false));
                self.scope.push(Variable::new(right, I32, false));
            }
            15 if !self.labels.is_empty() => {
                let label = self.labels[self.random.below(self.labels.len() as u32) as usize].clone();
                let (condition, leave) = (self.value(Bool, 2), self.random.of(&["break", "continue"]));
                self.line(&format!("if {condition} {{ {leave} {label}; }}"));
            }
            15 => {
                let (condition, value) = (self.value(Bool, 2), self.result(2));
                self.line(&format!("if {condition} && k == {} {{ return {value}; }}", self.names % 16));
            }
            16 => {
                // The values may not name what it hides.
                let (of, name) = (self.random.of(&ALL), format!("d{}", self.names));
                self.names += 1;
                let (condition, yes, no) = (self.value(Bool, 2), self.value(of, 2), self.value(of, 2));
                self.line(&format!("let {name}: {};", of.name()));
                self.line(&format!("if {condition} {{ {name} = {yes}; }} else {{ {name} = {no}; }}"));
                self.scope.push(Variable::new(name, of, false));
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
                self.scope.push(Variable::new(inner, I32, false));
                self.block(1);
                self.scope.truncate(outside);
                self.line("}");
            }
            19 => {
                let (kind, value, at) = (self.value(Kind, 2), self.result(2), self.random.below(16));
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
    pub(super) fn reference(&mut self) {
        let name = format!("r{}", self.names);
        self.names += 1;
        if let (Some(pair), true) = (self.variable(Pair, true), self.random.one_in(2)) {
            // The value may read what is borrowed.
            let (value, by) = (self.value(U32, 2), format!("t{}", self.names));
            self.names += 1;
            self.line(&format!("let {by} = {value};"));
            self.line(&format!("let {name} = &mut {pair};"));
            self.line(&format!("{name}.left ^= {by};"));
            self.line(&format!("turn({name}, {name}.left);"));
            return;
        }
        let of = self.random.of(&[Array, Pair, Grid, U64, F32]);
        let Some(of_whom) = self.variable(of, false) else { return };
        let read = if matches!(of, U64 | F32) { format!("(*{name})") } else { name.clone() };
        self.line(&format!("let {name} = &{of_whom};"));
        self.line(&format!("result = mix(result, {});", folded(&read, of)));
    }

    pub(super) fn new_label(&mut self) -> String {
        format!("'l{}", self.labels.len())
    }

    pub(super) fn counted_loop(&mut self) {
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
        self.scope.push(Variable::new(name, of, false));
        self.labels.push(label);
        let count = 1 + self.random.below(3);
        self.block(count);
        self.labels.pop();
        self.scope.truncate(outside);
        self.line("}");
    }
}
