//! Random values of an enum whose variants have fields, and what is done with them.

use super::{
    Type::{Array, Bool, Figure, I32, I64, Kind, U8, U32},
    Writer,
    scope::Variable,
};

impl Writer<'_> {
    /// A value of the enum.
    pub(super) fn figure(&mut self, fuel: u32) -> String {
        if fuel == 0 {
            return match self.variable(Figure, false) {
                Some(name) if !self.random.one_in(3) => name,
                _ if self.random.one_in(4) => "Figure::Nothing".to_owned(),
                _ => format!("Figure::Dot({})", self.leaf(U32)),
            };
        }
        let fuel = fuel - 1;
        match self.random.below(11) {
            0 => format!("Figure::Dot({})", self.value(U32, fuel)),
            1 | 2 => {
                let (length, width) = (self.value(I32, fuel), self.value(U8, fuel));
                match self.random.below(2) {
                    0 => format!("(Figure::Bar {{ length: {length}, width: {width} }})"),
                    _ => format!("(Figure::Bar {{ width: {width}, length: {length} }})"),
                }
            }
            3 => format!("Figure::Leaf({}, {})", self.value(Kind, fuel), self.value(I64, fuel)),
            4 => format!("Figure::Row({})", self.value(Array, fuel)),
            5 => {
                let (condition, yes, no) = (self.value(Bool, fuel), self.figure(fuel), self.figure(fuel));
                format!("(if {condition} {{ {yes} }} else {{ {no} }})")
            }
            6 => {
                let (scrutinee, one, other) = (self.value(U32, fuel), self.figure(fuel), self.figure(fuel));
                format!("(match {scrutinee} {{ 0..=9 => {one}, n if n % 2 == 0 => Figure::Dot(n), _ => {other} }})")
            }
            7 => format!("figure({})", self.value(U32, fuel)),
            8 => format!("({}).turned()", self.figure(fuel)),
            9 => match self.changed(Figure) {
                Some(name) => format!("grown(&mut {name})"),
                None => self.figure(fuel),
            },
            _ => {
                let (of_whom, name, other) = (self.figure(fuel), format!("f{}", self.names), self.figure(fuel));
                self.names += 1;
                match self.random.below(2) {
                    0 => format!("(match {of_whom} {{ {name} @ Figure::Bar {{ .. }} => {name}, _ => {other} }})"),
                    _ => format!(
                        "(match {of_whom} {{ Figure::Leaf(_, {name}) => Figure::Dot({name} as u32), {name} => {name} }})"
                    ),
                }
            }
        }
    }

    /// A number out of one: `u32` or `i64`.
    pub(super) fn figure_number(&mut self, of: super::Type, fuel: u32) -> String {
        let (whom, other, name) = (self.figure(fuel), self.value(of, fuel), format!("f{}", self.names));
        self.names += 1;
        if of == I64 {
            return match self.random.below(3) {
                0 => format!(
                    "(match {whom} {{ Figure::Leaf(Kind::Plain | Kind::Striped, {name}) => {name}, _ => {other} }})"
                ),
                1 => format!(
                    "(match {whom} {{ Figure::Bar {{ length: {name}, .. }} if {name} > 7 => {name} as i64, Figure::Leaf(_, {name} @ 0..) => {name}, _ => {other} }})"
                ),
                _ => format!("(if let Figure::Leaf(Kind::Dotted, {name}) = {whom} {{ {name} }} else {{ {other} }})"),
            };
        }
        match self.random.below(4) {
            0 => format!(
                "(match {whom} {{ Figure::Dot({name}) | Figure::Row([_, {name}, ..]) => {name}, _ => {other} }})"
            ),
            1 => format!(
                "(match {whom} {{ Figure::Nothing => {other}, Figure::Row([first, second, ..]) if first > second => second, Figure::Dot({name}) => {name}, Figure::Bar {{ width, .. }} => width as u32, _ => 5_u32 }})"
            ),
            2 => format!("(if let Figure::Row({name}) = {whom} {{ {name}[2] }} else {{ {other} }})"),
            _ => format!("(({whom}).size() as u32)"),
        }
    }

    /// A truth value about them.
    pub(super) fn figure_asked(&mut self, fuel: u32) -> String {
        let (whom, name) = (self.figure(fuel), format!("f{}", self.names));
        self.names += 1;
        match self.random.below(5) {
            0 => format!("matches!({whom}, Figure::Dot(_) | Figure::Nothing)"),
            1 => format!("matches!({whom}, Figure::Bar {{ length: {name}, width: 0..=99 }} if {name} < 9)"),
            2 => format!(
                "matches!(({whom}, {}), (Figure::Row(_), Kind::Plain) | (Figure::Leaf(..), _))",
                self.value(Kind, fuel)
            ),
            3 => format!("(({whom}) == ({}))", self.without_effects(|writer| writer.figure(fuel))),
            _ => format!("(({whom}) != ({}))", self.without_effects(|writer| writer.figure(fuel))),
        }
    }

    /// A change of one, or statements by its variant.
    pub(super) fn figure_statement(&mut self) {
        match self.random.below(5) {
            0 => {
                let Some(name) = self.variable(Figure, true) else { return };
                let value = self.figure(2);
                self.line(&format!("{name} = {value};"));
            }
            1 => {
                let Some(name) = self.variable(Figure, true) else { return };
                let (value, by) = (self.value(U32, 2), format!("t{}", self.names));
                self.names += 1;
                self.line(&format!("let {by} = {value};"));
                match self.random.below(3) {
                    0 => self.line(&format!(
                        "if let Figure::Dot(inner) | Figure::Row([_, inner, ..]) = &mut {name} {{ *inner ^= {by}; }}"
                    )),
                    1 => {
                        self.line(&format!("match &mut {name} {{"));
                        self.line(&format!(
                            "    Figure::Bar {{ length, width }} => {{ *length ^= {by} as i32; *width = 3; }}"
                        ));
                        self.line(&format!(
                            "    Figure::Leaf(kind, by) if *by > 4 => {{ *kind = Kind::Dotted; *by = {by} as i64; }}"
                        ));
                        self.line(&format!("    other => *other = Figure::Dot({by}),"));
                        self.line("}");
                    }
                    _ => self.line(&format!("{name}.grow({by});")),
                }
            }
            2 => {
                let (value, leave) = (self.figure(2), self.leave());
                let name = self.new_name();
                self.line(&format!(
                    "let (Figure::Dot({name}) | Figure::Row([{name}, ..])) = {value} else {{ {leave}; }};"
                ));
                self.scope.push(Variable::new(name, U32, false));
            }
            3 => {
                let (value, name) = (self.figure(2), self.new_name());
                self.line(&format!("if let Figure::Bar {{ length: {name}, .. }} = {value} {{"));
                self.inside(&[(name, I32, false)]);
                let (value, name) = (self.figure(1), self.new_name());
                self.line(&format!("}} else if let Figure::Leaf(_, mut {name}) = {value} && {name} < 100 {{"));
                self.depth += 1;
                self.line(&format!("{name} = {name}.wrapping_sub(1);"));
                self.depth -= 1;
                self.inside(&[(name, I64, true)]);
                self.line("}");
            }
            _ => {
                let (value, name) = (self.figure(2), self.new_name());
                self.line(&format!("match {value} {{"));
                self.depth += 1;
                self.line(&format!("Figure::Dot({name}) | Figure::Row([_, _, {name}, _]) => {{"));
                self.inside(&[(name, U32, false)]);
                let name = self.new_name();
                self.line(&format!("}} Figure::Leaf({name}, 0..) => {{"));
                self.inside(&[(name, Kind, false)]);
                let name = self.new_name();
                self.line(&format!("}} {name} => {{"));
                self.inside(&[(name, Figure, false)]);
                self.line("}");
                self.depth -= 1;
                self.line("}");
            }
        }
    }
}
