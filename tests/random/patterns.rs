//! Patterns of arrays and tuples with ends and rests, names with `@`, constants, names in capitals.

use super::{
    INTEGERS,
    Type::{Array, Figure, Grid, I32, I64, Kind, Maybe, Nested, Pair, Tuple, U8, U32, U64, Wide},
    Writer, folded,
    scope::Variable,
};

impl Writer<'_> {
    fn bound(&mut self) -> String {
        self.names += 1;
        format!("n{}", self.names - 1)
    }

    /// A value that is taken apart, or statements by its pattern.
    pub(super) fn pattern_statement(&mut self) {
        match self.random.below(if self.depth >= 3 { 6 } else { 11 }) {
            0 => self.ends_of_an_array(),
            1 => self.rest_of_an_array(),
            2 => self.parts_of_a_grid(),
            3 => self.parts_of_a_tuple(),
            4 => self.borrowed_parts_of_copies(),
            5 => self.compared_references(),
            6 => self.match_of_a_number(),
            7 => self.match_of_a_pair(),
            8 => self.match_of_an_array(),
            9 => self.match_of_options(),
            _ => self.match_in_capitals(),
        }
    }

    fn ends_of_an_array(&mut self) {
        let (value, first, last) = (self.value(Array, 2), self.new_name(), self.bound());
        let is_mutable = self.random.one_in(2);
        let mutability = if is_mutable { "mut " } else { "" };
        let pattern = match self.random.below(3) {
            0 => format!("[{mutability}{first}, .., {last}]"),
            1 => format!("[_, {mutability}{first}, {last}, ..]"),
            _ => format!("[.., {last}, {mutability}{first}]"),
        };
        self.line(&format!("let {pattern} = {value};"));
        self.scope.push(Variable::new(first, U32, is_mutable));
        self.scope.push(Variable::new(last, U32, false));
    }

    fn rest_of_an_array(&mut self) {
        let (value, rest, other) = (self.value(Array, 2), self.bound(), self.bound());
        let pattern = match self.random.below(4) {
            0 => format!("[{other}, {rest} @ ..]"),
            1 => format!("[{rest} @ .., {other}]"),
            2 => format!("[_, {rest} @ .., {other}]"),
            _ => format!("[{other}, mut {rest} @ ..]"),
        };
        self.line(&format!("let {pattern} = {value};"));
        if pattern.contains("mut") {
            let value = self.value(U32, 1);
            self.line(&format!("{rest}[1] ^= {value};"));
        }
        self.line(&format!("result = mix(result, {rest}[1] as u64 ^ {rest}.len() as u64);"));
        self.scope.push(Variable::new(other, U32, false));
    }

    fn parts_of_a_grid(&mut self) {
        let (value, first, last) = (self.value(Grid, 2), self.bound(), self.bound());
        let pattern = self.random.of(&["[[A, ..], [.., B]]", "[_, [A, B, _]]", "[.., [A, _, B]]", "[[_, A, B], ..]"]);
        let pattern = pattern.replace('A', &first).replace('B', &last);
        self.line(&format!("let {pattern} = {value};"));
        self.scope.push(Variable::new(first, I32, false));
        self.scope.push(Variable::new(last, I32, false));
    }

    fn parts_of_a_tuple(&mut self) {
        let (value, first, last) = (self.value(Nested, 2), self.bound(), self.bound());
        let pattern = self.random.of(&["(_, (A, B), ..)", "(.., (A, mut B), _)", "(_, (A, B), _)"]);
        let is_mutable = pattern.contains("mut");
        self.line(&format!("let {} = {value};", pattern.replace('A', &first).replace('B', &last)));
        self.scope.push(Variable::new(first, U8, false));
        self.scope.push(Variable::new(last, I64, is_mutable));
    }

    /// `ref mut` in the pattern of a tuple or a loop: what it changes is a copy.
    fn borrowed_parts_of_copies(&mut self) {
        let (first, second) = (self.bound(), self.bound());
        let Some(array) = self.variable(Array, true) else { return };
        match self.random.below(4) {
            0 => {
                let Some(place) = self.variable(U32, false) else { return };
                let (value, by) = (self.value(I64, 2), self.value(U32, 1));
                self.line(&format!("let (ref mut {first}, {second}) = ({place}, {value});"));
                self.line(&format!("*{first} ^= {by};"));
                self.line(&format!("result = mix(result, *{first} as u64 ^ {second} as u64);"));
            }
            1 => {
                let value = self.value(U32, 2);
                self.line(&format!("let ([ref mut {first}, .., ref {second}], _) = ({array}, {value});"));
                self.line(&format!("{array}[0] ^= 9;"));
                self.line(&format!("*{first} ^= *{second};"));
                self.line(&format!("result = mix(result, *{first} as u64);"));
            }
            2 => {
                self.line(&format!("for ref mut {first} in {array} {{"));
                self.line(&format!("    *{first} ^= 5;"));
                self.line(&format!("    {array}[2] ^= *{first};"));
                self.line(&format!("    result = mix(result, *{first} as u64);"));
                self.line("}");
            }
            _ => {
                let backwards = if self.random.one_in(2) { ".rev()" } else { "" };
                self.line(&format!(
                    "for (mut {first}, ref mut {second}) in {array}.into_iter().enumerate(){backwards} {{"
                ));
                self.line(&format!("    {first} ^= 2;"));
                self.line(&format!("    *{second} ^= {first} as u32;"));
                self.line(&format!("    {array}[1] ^= *{second};"));
                self.line(&format!("    result = mix(result, *{second} as u64);"));
                self.line("}");
            }
        }
    }

    /// Options of references, to elements and to values of their own.
    fn compared_references(&mut self) {
        let Some(array) = self.variable(Array, false) else { return };
        let (index, value) = (self.still_value(U32, 1), self.still_value(U32, 1));
        let element = format!("{array}.get((({index}) % 5) as usize)");
        let operator = self.random.of(&["==", "!=", "<", "<=", ">", ">="]);
        let compared = match self.random.below(3) {
            0 => format!("{element} {operator} Some(&({value}))"),
            1 => format!("Some(&({value})) {operator} {element}"),
            _ => format!("{array}.last() {operator} {element}"),
        };
        self.line(&format!("result = mix(result, ({compared}) as u64);"));
    }

    /// `match n { n @ 1..=9 => …, LIMIT => …, … }`
    fn match_of_a_number(&mut self) {
        let of = self.random.of(&INTEGERS);
        let (scrutinee, name, other) = (self.value(of, 2), self.bound(), self.bound());
        let (limit, type_name) = (format!("LIMIT_{}", self.names), of.name());
        let low = self.random.below(20);
        self.line(&format!("const {limit}: {type_name} = {};", low + 50));
        self.line(&format!("match {scrutinee} {{"));
        self.depth += 1;
        self.line(&format!("{name} @ {low}..={} => {{", low + 30));
        self.inside(&[(name.clone(), of, false)]);
        self.line("}");
        let arm = match self.random.below(4) {
            0 => format!("{limit} => {{"),
            1 => format!("{limit} | {type_name}::MAX => {{"),
            2 => format!("..={limit} => {{"),
            _ => format!("{type_name}::MIN | {limit}.. => {{"),
        };
        self.line(&arm);
        self.block(1);
        self.line("}");
        let guard = self.still_value(super::Type::Bool, 1);
        self.arm(&format!("{name} @ (81 | 82 | 100..=120)"), &[(name.clone(), of, false)]);
        self.arm(&format!("{name} if {guard} && {name} > 9"), &[(name, of, false)]);
        self.arm(&format!("mut {other}"), &[(other, of, true)]);
        self.depth -= 1;
        self.line("}");
    }

    /// An arm of a `match`, with a block in which these variables are.
    fn arm(&mut self, head: &str, bound: &[(String, super::Type, bool)]) {
        self.line(&format!("{head} => {{"));
        self.inside(bound);
        self.line("}");
    }

    fn match_of_a_pair(&mut self) {
        let (value, kind) = (self.value(Pair, 2), self.value(Kind, 1));
        let (first, second) = (self.bound(), self.bound());
        self.line(&format!("match ({value}, {kind}) {{"));
        self.depth += 1;
        self.arm(
            &format!("(Pair {{ left: {first} @ 0..=255, right: mut {second}, .. }}, Kind::Plain)"),
            &[(first.clone(), U32, false), (second.clone(), I64, true)],
        );
        self.arm(&format!("(Pair {{ left: 0x100.., right: {second} @ ..0, weight: _ }}, _)"), &[(second, I64, false)]);
        self.arm(&format!("({first}, Kind::Dotted | Kind::Striped) if {first}.left > 7"), &[(first, Pair, false)]);
        self.line("_ => {");
        self.block(1);
        self.line("}");
        self.depth -= 1;
        self.line("}");
    }

    fn match_of_an_array(&mut self) {
        let value = match self.variable(Array, false) {
            Some(name) if self.random.one_in(2) => format!("&{name}"),
            _ => self.value(Array, 2),
        };
        let is_reference = value.starts_with('&');
        let (first, last) = (self.bound(), self.bound());
        self.line(&format!("match {value} {{"));
        self.depth += 1;
        let deref = |name: &str| if is_reference { format!("*{name}") } else { name.to_owned() };
        self.line(&format!("[0 | 1, .., {last} @ 1..=9] => result = mix(result, {} as u64),", deref(&last)));
        self.line(&format!(
            "[{first}, .., {last}] if {first} > {last} => result = mix(result, {} as u64),",
            deref(&first)
        ));
        self.line(&format!("[_, {first} @ .., 0..=9] => result = mix(result, {first}[1] as u64),"));
        self.line(&format!("[.., {last}] => result = mix(result, {} as u64 + 3),", deref(&last)));
        self.depth -= 1;
        self.line("}");
    }

    fn match_of_options(&mut self) {
        let (one, other) = (self.option(Maybe, 2), self.option(Wide, 1));
        let (first, second) = (self.bound(), self.bound());
        self.line(&format!("match ({one}, {other}) {{"));
        self.depth += 1;
        self.arm(
            &format!("(Some({first} @ 1..=99), Some({second}))"),
            &[(first.clone(), U32, false), (second.clone(), I64, false)],
        );
        self.arm(
            &format!("(Some({first}), {second} @ (None | Some(0..)))"),
            &[(first, U32, false), (second.clone(), Wide, false)],
        );
        self.arm(&format!("(None, Some({second})) | (Some(_), Some({second}))"), &[(second, I64, false)]);
        self.line("(None, None) => {");
        self.block(1);
        self.line("}");
        self.depth -= 1;
        self.line("}");
    }

    /// A variable in capitals, which patterns bind again.
    fn match_in_capitals(&mut self) {
        let of = self.random.of(&[U32, I64, U64, Tuple, Figure]);
        let value = self.value(of, 2);
        let name = format!("N{}", self.names);
        self.names += 1;
        self.line(&format!("let {name}: {} = {value};", of.name()));
        let scrutinee = self.value(of, 1);
        let binds = match of {
            U32 | I64 | U64 => format!("{name} if {name} > 3"),
            Tuple => format!("{name} if {name}.0 > 3"),
            _ => format!("{name} if {name} != Figure::Nothing"),
        };
        let (bound, outer) = (folded(&name, of), folded(&name, of));
        self.line(&format!(
            "match {scrutinee} {{ {binds} => result = mix(result, {bound}), _ => result = mix(result, {outer}) }}"
        ));
        self.scope.push(Variable::new(name, of, false));
    }
}
