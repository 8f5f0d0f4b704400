//! Values used as places, changes inside expressions, and references that live for an expression only.

use super::{
    Type::{self, Array, Bool, F32, Figure, Grid, I32, I64, Maybe, Nested, Pair, Tuple, U32, Vec3},
    Writer,
};

impl Writer<'_> {
    fn fresh(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}", self.names - 1)
    }

    /// A copy of a pair, in no variable's place.
    fn copied_pair(&mut self, fuel: u32) -> String {
        let name = self.variable(Pair, false).filter(|_| !self.random.one_in(4));
        let Some(name) = name else { return format!("pair_of({})", self.value(U32, fuel)) };
        match self.random.below(9) {
            0 | 1 => format!("{name}.clone()"),
            2 => format!("{{ {name} }}"),
            3 => {
                let (condition, other) = (self.value(Bool, fuel), self.value(Pair, fuel));
                format!("(if {condition} {{ {name} }} else {{ {other} }})")
            }
            4 => {
                let (scrutinee, other) = (self.value(U32, fuel), self.value(Pair, fuel));
                format!("(match {scrutinee} {{ 0..=7 => {other}, odd if odd % 2 == 1 => {name}, _ => {{ {name} }} }})")
            }
            5 => format!("{name}.me()"),
            6 => format!("[{name}, {}][{}]", self.value(Pair, fuel), self.random.below(2)),
            7 => format!("({}, {name}).1", self.value(U32, fuel)),
            _ => format!("Some({name}).unwrap()"),
        }
    }

    /// A value by way of a temporary or a short reference; some change a variable besides.
    pub(super) fn temporary(&mut self, of: Type, fuel: u32) -> Option<String> {
        match (of, self.random.below(3)) {
            (U32, 0) => self.stepped_number(fuel),
            (U32, 1) => self.bumped(fuel),
            (U32, _) if self.random.one_in(2) => self.received(fuel),
            (I64, 0) => Some(format!("({}).right", self.copied_pair(fuel))),
            (F32, 0) => {
                let (whom, by) = (self.copied_pair(fuel), self.value(F32, fuel));
                Some(format!("({whom}.scale({by}))"))
            }
            (F32, 1) => Some(format!("(({}).scale(0.5))", self.changed(Pair)?)),
            (Pair, 0) => {
                let (name, value) = (self.fresh('t'), self.value(Pair, fuel));
                Some(format!("{{ let mut {name} = {value}; {name}.bump(); {name} }}"))
            }
            (Pair, 1) => Some(self.copied_pair(fuel)),
            (Array, 0) => {
                let (name, value) = (self.fresh('t'), self.value(Array, fuel));
                let (to, from) = (self.random.below(4), self.random.below(4));
                Some(format!("{{ let mut {name} = {value}; {name}[{to}] = stepped(&mut {name}[{from}]); {name} }}"))
            }
            (Array, 1) => Some(format!("row({})", self.value(U32, fuel))),
            (Figure, 0) => {
                let whom = self.variable(Figure, false)?;
                let copy = match self.random.below(3) {
                    0 => format!("{{ {whom} }}"),
                    1 => format!("{whom}.clone()"),
                    _ => format!("if {} {{ {whom} }} else {{ Figure::Nothing }}", self.value(Bool, fuel)),
                };
                Some(format!("grown(&mut {copy})"))
            }
            (Figure, 1) => {
                let (condition, one, other) =
                    (self.still_value(Bool, fuel), self.changed(Figure)?, self.changed(Figure)?);
                Some(format!("{{ (if {condition} {{ &mut {one} }} else {{ &mut {other} }}).grow(3); {one} }}"))
            }
            _ => self.borrowed(of, fuel),
        }
    }

    /// A number that is changed, or a copy of one.
    fn stepped_number(&mut self, fuel: u32) -> Option<String> {
        Some(match self.random.below(12) {
            0 | 1 => format!("stepped(&mut {})", self.changed(U32)?),
            2 => {
                let (name, operator) = (self.changed(U32)?, self.random.of(&["=", "+=", "^=", "-="]));
                let value = if name.starts_with('(') { self.literal(U32) } else { self.value(U32, fuel) };
                format!("{{ {name} {operator} {value}; {name} }}")
            }
            3 => format!("stepped(&mut {{ {} }})", self.variable(U32, false)?),
            4 => format!("stepped(&mut {}.clone())", self.variable(U32, false)?),
            5 => {
                let (one, other) = (self.changed(U32)?, self.changed(U32)?);
                let condition = self.still_value(Bool, fuel);
                let operator = self.random.of(&["=", "+=", "^="]);
                let value = if operator == "=" { self.value(U32, fuel) } else { self.literal(U32) };
                format!("{{ *(if {condition} {{ &mut {one} }} else {{ &mut {other} }}) {operator} {value}; {one} }}")
            }
            6 => {
                let (one, other) = (self.changed(U32)?, self.changed(U32)?);
                let scrutinee = self.still_value(U32, fuel);
                format!("stepped(match {scrutinee} {{ 0..=7 => &mut {one}, _ => &mut {other} }})")
            }
            7 => {
                let (whom, name) = (self.changed(U32)?, self.fresh('r'));
                format!("{{ let {name} = &mut {whom}; *{name} = (*{name}).rotate_left(3); *{name} }}")
            }
            8 => format!("std::mem::replace(&mut {}, {})", self.changed(U32)?, self.literal(U32)),
            9 => format!("stepped(&mut row({})[{}])", self.value(U32, fuel), self.random.below(4)),
            10 => format!("row({})[{}]", self.value(U32, fuel), self.random.below(4)),
            _ => format!("stepped(&mut {}[{}])", self.changed(Array)?, self.random.below(4)),
        })
    }

    /// What a method takes by value where an argument changes it, and several elements of an array in a guard.
    fn received(&mut self, fuel: u32) -> Option<String> {
        let name = self.fresh('r');
        Some(match self.random.below(10) {
            0 => {
                let whom = self.changed(U32)?;
                let method = self.random.of(&["wrapping_add", "wrapping_mul", "max", "abs_diff", "saturating_sub"]);
                format!("{whom}.{method}(stepped(&mut {whom}))")
            }
            1 => format!("{{ let {name} = &mut {}; {name}.wrapping_sub(stepped({name})) }}", self.changed(U32)?),
            2 => {
                let whom = self.changed(U32)?;
                format!(
                    "{{ let {name} = &mut {whom}; {name}.rotate_left(stepped({name}) % 32) ^ {name}.pow(2).wrapping_add(stepped({name})) }}"
                )
            }
            3 => {
                let whom = self.changed(Pair)?;
                let second = self.random.of(&["left", "bump()", "me().bump()"]);
                format!("{whom}.with({whom}.bump(), {whom}.{second})")
            }
            4 => {
                let (whom, second) = (self.changed(Pair)?, self.random.of(&["left", "bump()"]));
                format!("{{ let {name} = &mut {whom}; {name}.with(stepped(&mut {name}.left), {name}.{second}) }}")
            }
            5 => {
                let (whom, by) = (self.changed(Pair)?, self.literal(U32));
                format!("{whom}.with({{ turn(&mut {whom}, 3); {whom}.left }}, {by})")
            }
            6 => {
                let whom = self.changed(Pair)?;
                format!(
                    "{{ let {name} = &mut {whom}; {name}.me().with({name}.bump(), {name}.me().with(3, {name}.bump())) }}"
                )
            }
            7 => {
                let whom = self.changed(Maybe)?;
                format!(
                    "{{ let {name} = &mut {whom}; {name}.unwrap_or({{ *{name} = None; 7 }}) ^ {name}.is_some() as u32 }}"
                )
            }
            8 => {
                let (whom, at) = (self.changed(Array)?, self.random.below(4));
                format!("{{ let {name} = &mut {whom}; {name}[{at}].wrapping_add(stepped(&mut {name}[{at}])) }}")
            }
            _ => {
                let (value, least) = (self.value(Array, fuel), self.literal(U32));
                format!(
                    "(match {value} {{ [{name} @ .., _] if {name}[0] > {name}[1] || {name}[2] == {least} => {name}[2] ^ {name}[0], [_, {name} @ ..] => total(&{name}).wrapping_add({name}[1]) }})"
                )
            }
        })
    }

    /// A number out of a pair that is changed, or out of a copy.
    fn bumped(&mut self, fuel: u32) -> Option<String> {
        Some(match self.random.below(7) {
            0..=2 => format!("({}.bump())", self.copied_pair(fuel)),
            3 => format!("{}.bump()", self.changed(Pair)?),
            4 => format!("stepped(&mut {}.left)", self.changed(Pair)?),
            5 => format!("stepped(&mut {}.left)", self.copied_pair(fuel)),
            _ => {
                let (condition, one, other) = (self.value(Bool, fuel), self.changed(Pair)?, self.changed(Pair)?);
                let call = self.random.of(&["bump()", "left"]);
                format!("(if {condition} {{ &mut {one} }} else {{ &mut {other} }}).{call}")
            }
        })
    }

    /// A copy by way of a reference or of a new value.
    fn borrowed(&mut self, of: Type, fuel: u32) -> Option<String> {
        let (one, other) = (self.variable(of, false)?, self.variable(of, false)?);
        Some(match self.random.below(13) {
            0 => format!("(*&{one})"),
            1 => format!("(*&mut {{ {one} }})"),
            2 => format!("(*(if {} {{ &{one} }} else {{ &{other} }}))", self.value(Bool, fuel)),
            3 => format!("(*match {} {{ 0..=9 => &{one}, _ => &{other} }})", self.value(U32, fuel)),
            4 => format!("{one}.clone()"),
            5 => format!("[{one}, {other}][({} % 2) as usize]", self.value(U32, fuel)),
            6 => format!("(*[&{one}, &{other}][({} % 2) as usize])", self.still_value(U32, fuel)),
            7 => format!("({one}, {}).0", self.value(Bool, fuel)),
            8 => {
                let name = self.fresh('r');
                format!("{{ let {name} = &{one}; *{name} }}")
            }
            9 => {
                let (name, condition) = (self.fresh('r'), self.still_value(Bool, fuel));
                format!("{{ let mut {name} = &{one}; if {condition} {{ {name} = &{other}; }} *{name} }}")
            }
            10 => {
                let (name, condition) = (self.fresh('r'), self.value(Bool, fuel));
                let refers = format!("if {condition} {{ Some(&{one}) }} else {{ None }}");
                format!("(match {refers} {{ Some({name}) => *{name}, None => {other} }})")
            }
            11 => {
                let (name, condition) = (self.fresh('r'), self.value(Bool, fuel));
                let pairs = format!("if {condition} {{ (&{one}, &{other}) }} else {{ (&{other}, &{one}) }}");
                format!("{{ let {name} = {pairs}; *{name}.0 }}")
            }
            _ => {
                let (whom, name) = (self.changed(of)?, self.fresh('r'));
                let value = self.value(of, fuel);
                // The value comes first: it may read what is borrowed then.
                format!("{{ let {name}_ = {value}; let {name} = &mut {whom}; *{name} = {name}_; *{name} }}")
            }
        })
    }

    /// An assignment to a place that is a value, a choice, or chosen by a call.
    pub(super) fn place_statement(&mut self) {
        let written = match self.random.below(9) {
            0 | 1 => self.assigned_choice(),
            2 => self.changed_copy(),
            3 => self.changed(Array).map(|name| {
                let index = self.still_value(U32, 2);
                format!("{name}[(({index}) % 4) as usize] = {};", self.value(U32, 2))
            }),
            4 => self.changed(Array).map(|name| {
                let (index, operator) = (self.value(U32, 2), self.random.of(&["=", "-=", "|="]));
                format!("{name}[(({index}) % 4) as usize] {operator} {};", self.literal(U32))
            }),
            5 => self.changed(Grid).map(|name| {
                let (row, column, value) = (self.leaf(U32), self.random.below(3), self.before(I32));
                format!("{name}[(({row}) % 2) as usize][{column}] += {value};")
            }),
            6 => self.swapped(),
            7 => self.taken_apart(),
            _ => self.part_assigned(),
        };
        if let Some(written) = written {
            self.line(&written);
        }
    }

    fn assigned_choice(&mut self) -> Option<String> {
        let of = self.random.of(&[U32, U32, I64, F32, Pair, Array, Tuple, Maybe, Figure, Vec3]);
        let (one, other) = (self.changed(of)?, self.changed(of)?);
        let condition = self.still_value(Bool, 1);
        let chosen = match self.random.below(3) {
            0 => format!("(if {condition} {{ &mut {one} }} else {{ &mut {other} }})"),
            1 => format!("(match {condition} {{ true => &mut {one}, false => &mut {other} }})"),
            _ => {
                let label = format!("'p{}", self.names);
                self.names += 1;
                format!("({label}: {{ if {condition} {{ break {label} &mut {one}; }} &mut {other} }})")
            }
        };
        // Beside a choice the language asks for a simple value, or for one that comes before.
        Some(match of {
            Pair if self.random.one_in(2) => match self.random.below(3) {
                0 => format!("{chosen}.left += {};", self.before(U32)),
                1 => format!("{chosen}.bump();"),
                _ => format!("turn({chosen}, 5);"),
            },
            Array if self.random.one_in(2) => format!("{chosen}[{}] ^= {};", self.random.below(4), self.before(U32)),
            Tuple if self.random.one_in(2) => format!("{chosen}.1 -= {};", self.before(I32)),
            U32 | I64 if self.random.one_in(2) => format!("*{chosen} += {};", self.before(of)),
            F32 if self.random.one_in(2) => format!("*{chosen} *= {};", self.before(of)),
            _ => format!("*{chosen} = {};", self.value(of, 2)),
        })
    }

    /// The name of a value that is evaluated in a statement before.
    pub(super) fn before(&mut self, of: Type) -> String {
        let (name, value) = (self.fresh('t'), self.value(of, 2));
        self.line(&format!("let {name} = {value};"));
        name
    }

    /// A change of a copy that nobody reads; what is evaluated for it counts.
    fn changed_copy(&mut self) -> Option<String> {
        Some(match self.random.below(6) {
            0 => format!("({}).left += {};", self.copied_pair(1), self.before(U32)),
            1 => format!("({}).weight = {};", self.copied_pair(1), self.value(F32, 2)),
            2 => format!("*&mut {{ {} }} ^= {};", self.variable(U32, false)?, self.before(U32)),
            3 => format!("({{ {} }})[2] = {};", self.variable(Array, false)?, self.value(U32, 2)),
            4 => format!("({}).bump();", self.copied_pair(1)),
            _ => format!("{}.clone().0 += {};", self.variable(Tuple, false)?, self.before(U32)),
        })
    }

    fn swapped(&mut self) -> Option<String> {
        let of = self.random.of(&[U32, I64, F32, Pair, Array, Tuple, Maybe, Figure, Nested]);
        let (one, other) = (self.changed(of)?, self.changed(of)?);
        // Elements of one array cannot be borrowed at once.
        if one.split('[').next() == other.split('[').next() {
            return None;
        }
        Some(match self.random.below(3) {
            0 => format!("std::mem::swap(&mut {one}, &mut {other});"),
            _ => format!(
                "({one}, {other}) = ({other}, {});",
                if self.random.one_in(2) { one.clone() } else { self.value(of, 1) }
            ),
        })
    }

    fn taken_apart(&mut self) -> Option<String> {
        let (one, other) = (self.changed(U32)?, self.changed(U32)?);
        Some(match self.random.below(4) {
            0 => format!("[{one}, _, {other}, ..] = {};", self.value(Array, 2)),
            1 => format!("Pair {{ left: {one}, .. }} = {};", self.value(Pair, 1)),
            2 => format!("({one}, _) = {};", self.value(Tuple, 2)),
            _ => format!("({one}, {other}) = ({}, {});", self.value(U32, 2), self.value(U32, 2)),
        })
    }

    /// A part of a tuple, or of a tuple in it, changes.
    fn part_assigned(&mut self) -> Option<String> {
        Some(match self.random.below(4) {
            0 => self.operated(Tuple, ".0 ^=", U32)?,
            1 => self.operated(Nested, ".1.1 +=", I64)?,
            2 => self.operated(Nested, ".0 -=", F32)?,
            _ => self.operated(Vec3, ".y *=", F32)?,
        })
    }

    fn operated(&mut self, of: Type, part: &str, with: Type) -> Option<String> {
        let name = self.changed(of)?;
        let value = self.operand(&name, with);
        Some(format!("{name}{part} {value};"))
    }

    /// What an operator changes a variable by. Beside a kept reference the language asks for a simple value.
    pub(super) fn operand(&mut self, name: &str, of: Type) -> String {
        if name.starts_with('(') { self.before(of) } else { self.value(of, 2) }
    }
}
