//! References that functions give: as places, in variables, tuples, arrays and options; chosen, exchanged and pointed elsewhere.

use super::{
    Type::{self, Array, Bool, Grid, I32, I64, Pair, U32},
    Writer,
    scope::{Borrow, Variable},
};

impl Writer<'_> {
    /// A call that gives a `&mut u32`, and whom it borrows: none of `others`.
    fn lender(&mut self, others: &[usize]) -> (String, usize) {
        let of = self.random.of(&[Pair, Pair, Array, U32]);
        let whom = self.another(of, others);
        let place = self.scope[whom].name.clone();
        let call = match (of, self.random.below(4)) {
            (Pair, 0) => format!("lent(&mut {place})"),
            (Pair, 1) => format!("{place}.itself().lent()"),
            (Pair, _) => format!("{place}.lent()"),
            (Array, _) => {
                let index = self.typed(U32);
                format!("at(&mut {place}, {index})")
            }
            (_, 0) => format!("same(same(&mut {place}))"),
            _ => format!("same(&mut {place})"),
        };
        (call, whom)
    }

    /// The name of a value that is evaluated in a statement before, with its type.
    pub(super) fn typed(&mut self, of: Type) -> String {
        let (name, value) = (self.name_of("t"), self.value(of, 2));
        self.line(&format!("let {name}: {} = {value};", of.name()));
        name
    }

    /// A variable to borrow to change it, none of `others`.
    fn another(&mut self, of: Type, others: &[usize]) -> usize {
        let whom = self.candidate(of, true);
        let group = |at: usize| self.scope[at].group;
        let is_one = |other: &usize| *other == whom || group(whom).is_some() && group(*other) == group(whom);
        if others.iter().any(is_one) { self.declare(of) } else { whom }
    }

    /// Two calls that borrow different variables, in two lists of what they borrow.
    fn lenders(&mut self) -> ([String; 2], Vec<Borrow>) {
        let (one, first) = self.lender(&[]);
        let (other, second) = self.lender(&[first]);
        ([one, other], vec![(first, true), (second, true)])
    }

    /// Has places of one group, which borrow the same.
    fn keep(&mut self, places: &[String], of: Type, borrows: &[Borrow]) {
        let group = (places.len() > 1).then_some(self.names);
        self.names += 1;
        for place in places {
            let it = Variable::new(place.clone(), of, true).borrowing(borrows.to_vec());
            self.scope.push(Variable { group, ..it });
        }
    }

    pub(super) fn given_statement(&mut self) {
        match self.random.below(13) {
            0 | 1 => self.given_place(),
            2 | 3 => self.given_variable(),
            4 => self.given_choice(),
            5 | 6 => self.given_exchanged(),
            7 => self.given_through(),
            8 => self.given_in_a_tuple(),
            9 => self.given_in_an_array(),
            10 | 11 => self.given_in_an_option(),
            _ => self.given_slice(),
        }
    }

    /// `*p.lent() ^= 3;` and its relatives.
    fn given_place(&mut self) {
        let value = self.typed(U32);
        match self.random.below(8) {
            0 => {
                let ([one, other], _) = self.lenders();
                self.line(&format!("std::mem::swap({one}, {other});"));
            }
            1 => {
                let (one, other) = (self.another(Pair, &[]), self.random.one_in(2));
                let second = self.another(Pair, &[one]);
                let [one, second] = [one, second].map(|at| self.scope[at].name.clone());
                self.line(&if other {
                    format!("heavier(&mut {one}, &mut {second}).left ^= {value};")
                } else {
                    format!("turn(heavier(&mut {one}, &mut {second}), {value});")
                });
            }
            2 => {
                let whom = self.another(Pair, &[]);
                let place = self.scope[whom].name.clone();
                self.line(&format!("*{place}.wide() += {value} as i64;"));
            }
            3 => {
                let (place, _) = self.lender(&[]);
                self.line(&format!("result = mix(result, stepped({place}) as u64);"));
            }
            4 => {
                let (place, _) = self.lender(&[]);
                self.line(&format!("result = mix(result, std::mem::replace({place}, {value}) as u64);"));
            }
            _ => {
                let (place, _) = self.lender(&[]);
                let operator = self.random.of(&["=", "+=", "^=", "-=", "*=", "|="]);
                self.line(&format!("*{place} {operator} {value};"));
            }
        }
    }

    /// `let r = p.lent();`, of several types.
    fn given_variable(&mut self) {
        let name = self.name_of("r");
        let mutability = if self.random.one_in(3) { "mut " } else { "" };
        let (call, of, borrows, to_change) = match self.random.below(7) {
            0 => {
                let one = self.another(Pair, &[]);
                let other = self.another(Pair, &[one]);
                let [first, second] = [one, other].map(|at| self.scope[at].name.clone());
                (format!("heavier(&mut {first}, &mut {second})"), Pair, vec![(one, true), (other, true)], true)
            }
            1 => {
                let one = self.another(Pair, &[]);
                let place = self.scope[one].name.clone();
                let (call, of) = self.random.of(&[("wide()", I64), ("itself()", Pair)]);
                (format!("{place}.{call}"), of, vec![(one, true)], true)
            }
            2 => {
                let (one, other) = (self.candidate(U32, false), self.candidate(U32, false));
                let [first, second] = [one, other].map(|at| self.scope[at].name.clone());
                (format!("larger(&{first}, &{second})"), U32, vec![(one, false), (other, false)], false)
            }
            3 => {
                let one = self.candidate(Pair, false);
                let place = self.scope[one].name.clone();
                (format!("{place}.seen()"), U32, vec![(one, false)], false)
            }
            4 => {
                let one = self.another(Grid, &[]);
                let place = self.scope[one].name.clone();
                (format!("&mut row_of(&mut {place}, {})[1]", self.random.below(3)), I32, vec![(one, true)], true)
            }
            _ => {
                let (call, whom) = self.lender(&[]);
                (call, U32, vec![(whom, true)], true)
            }
        };
        self.line(&format!("let {mutability}{name} = {call};"));
        let it = Variable::new(format!("(*{name})"), of, to_change).borrowing(borrows);
        self.scope.push(it);
    }

    /// `let r = if … { p.lent() } else { at(&mut a, 1) };` and its relatives; one may be borrowed as it stands.
    fn given_choice(&mut self) {
        let ([one, mut other], mut borrows) = self.lenders();
        if self.random.one_in(3) {
            let whom = self.another(U32, &[borrows[0].0]);
            borrows[1] = (whom, true);
            other = format!("&mut {}", self.scope[whom].name);
        }
        let name = self.name_of("r");
        let condition = self.still_value(Bool, 2);
        let value = match self.random.below(6) {
            0 | 1 => format!("if {condition} {{ {one} }} else {{ {other} }}"),
            2 => format!("match {condition} {{ true => {one}, false => {other} }}"),
            3 => format!("{{ result = mix(result, {condition} as u64); {one} }}"),
            4 => format!("'p{name}: {{ if {condition} {{ break 'p{name} {one}; }} {other} }}"),
            _ => format!("if {condition} && k == 3 {{ {} }} else {{ {one} }}", self.jump()),
        };
        let written = if self.random.one_in(4) { ": &mut u32" } else { "" };
        self.line(&format!("let {name}{written} = {value};"));
        self.keep(&[format!("(*{name})")], U32, &borrows);
    }

    /// Two references that change places.
    fn given_exchanged(&mut self) {
        let ([one, other], borrows) = self.lenders();
        let (first, second) = (self.name_of("r"), self.name_of("r"));
        let line = if self.random.one_in(2) {
            format!("let (mut {first}, mut {second}) = ({one}, {other});")
        } else {
            format!("let mut {first} = {one}; let mut {second} = {other};")
        };
        self.line(&line);
        self.keep(&[format!("(*{first})"), format!("(*{second})")], U32, &borrows);
        let condition = self.still_value(Bool, 2);
        let exchange = match self.random.below(6) {
            0 | 1 => format!("std::mem::swap(&mut {first}, &mut {second});"),
            2 => format!("({first}, {second}) = ({second}, {first});"),
            3 => format!("[{first}, {second}] = [{second}, {first}];"),
            4 => format!("std::mem::swap({first}, {second});"),
            _ => format!("({first}, {second}) = {{ *{first} ^= 1; ({second}, {first}) }};"),
        };
        self.line(&format!("if {condition} {{ {exchange} }}"));
    }

    /// A reference that is pointed elsewhere, by itself or through another one.
    fn given_through(&mut self) {
        let ([one, other], borrows) = self.lenders();
        let (name, through) = (self.name_of("r"), self.name_of("z"));
        let by = self.random.below(1 << 16);
        self.line(&format!("let mut {name} = {one};"));
        let line = match self.random.below(5) {
            0 => format!(
                "{{ let {through} = &mut {name}; **{through} ^= {by}; *{through} = {other}; **{through} += 3; }}"
            ),
            1 => format!(
                "{{ let {through} = &mut {name}; if k % 2 == 0 {{ *{through} = {other}; }} **{through} ^= {by}; }}"
            ),
            2 => format!("*{name} ^= {by}; if k % 3 != 0 {{ {name} = {other}; }}"),
            3 => format!("let {through} = std::mem::replace(&mut {name}, {other}); *{through} ^= {by};"),
            _ => format!("{name} = if k % 2 == 0 {{ {other} }} else {{ {name} }};"),
        };
        self.line(&line);
        self.keep(&[format!("(*{name})")], U32, &borrows);
    }

    /// `let t = (p.lent(), at(&mut a, 1));`
    fn given_in_a_tuple(&mut self) {
        let ([one, other], mut borrows) = self.lenders();
        let name = self.name_of("t");
        let (third, whom) = self.lender(&[borrows[0].0, borrows[1].0]);
        let (first, second) = (format!("{name}.0"), format!("{name}.1"));
        let line = match self.random.below(3) {
            0 => format!("let mut {name} = if k % 2 == 0 {{ ({one}, {other}) }} else {{ ({other}, {one}) }};"),
            _ => format!("let mut {name} = ({one}, {other});"),
        };
        self.line(&line);
        match self.random.below(5) {
            0 => self.line(&format!("std::mem::swap(&mut {first}, &mut {second});")),
            1 => {
                borrows.push((whom, true));
                self.line(&format!("if k % 2 == 1 {{ {first} = {third}; }}"));
            }
            2 => {
                borrows.push((whom, true));
                let through = self.name_of("z");
                self.line(&format!("{{ let {through} = &mut {second}; *{through} = {third}; **{through} ^= 6; }}"));
            }
            3 => {
                let parts = [self.name_of("r"), self.name_of("r")];
                self.line(&format!("let ({}, {}) = {name};", parts[0], parts[1]));
                return self.keep(&parts.map(|part| format!("(*{part})")), U32, &borrows);
            }
            _ => self.line(&format!("({first}, {second}) = ({second}, {first});")),
        }
        self.keep(&[format!("(*{first})"), format!("(*{second})")], U32, &borrows);
    }

    /// `let v = [p.lent(), at(&mut a, 1)];`
    fn given_in_an_array(&mut self) {
        let by = self.typed(U32);
        let ([one, other], mut borrows) = self.lenders();
        let (name, item) = (self.name_of("v"), self.name_of("item"));
        let name = format!("kept_{name}");
        let (third, whom) = self.lender(&[borrows[0].0, borrows[1].0]);
        let array = match self.random.below(3) {
            0 => format!("two({one}, {other}, k % 2 == 0)"),
            _ => format!("[{one}, {other}]"),
        };
        self.line(&format!("let mut {name} = {array};"));
        match self.random.below(6) {
            0 => self.line(&format!("{name}.swap(0, 1);")),
            1 => {
                borrows.push((whom, true));
                self.line(&format!("{name}[(k % 2) as usize] = {third};"));
            }
            2 => self.line(&format!("for {item} in {name}.iter_mut() {{ **{item} ^= {by}; }}")),
            3 => return self.line(&format!("for {item} in {name} {{ *{item} ^= {by}; }}")),
            4 => {
                let parts = [self.name_of("r"), self.name_of("r")];
                self.line(&format!("let [{}, {}] = {name};", parts[0], parts[1]));
                return self.keep(&parts.map(|part| format!("(*{part})")), U32, &borrows);
            }
            _ => {
                let (half, rest) = (self.name_of("half"), self.name_of("rest"));
                self.line(&format!(
                    "{{ let ({half}, {rest}) = {name}.split_at_mut(1); std::mem::swap(&mut {half}[0], &mut {rest}[0]); }}"
                ));
            }
        }
        self.keep(&[format!("(*{name}[0])"), format!("(*{name}[1])")], U32, &borrows);
    }

    /// An option of a reference: chosen, looked into, changed.
    fn given_in_an_option(&mut self) {
        let (by, condition) = (self.typed(U32), self.typed(Bool));
        let ([one, other], borrows) = self.lenders();
        let (name, seen) = (self.name_of("option"), self.name_of("seen"));
        let whom = self.another(Pair, &[borrows[0].0, borrows[1].0]);
        let pair = self.scope[whom].name.clone();
        let line = match self.random.below(5) {
            0 => format!("let mut {name} = if {condition} {{ Some({one}) }} else {{ None }};"),
            1 => format!(
                "let mut {name} = match k % 3 {{ 0 => Some({one}), 1 => {pair}.lent_if({condition}), _ => None }};"
            ),
            2 => format!("let mut {name} = None; if {condition} {{ {name} = Some({one}); }}"),
            3 => format!("let mut {name} = Some({one}); if {condition} {{ {name} = None; }}"),
            _ => format!("let mut {name} = {pair}.lent_if({condition});"),
        };
        self.line(&line);
        match self.random.below(7) {
            0 => self.line(&format!("if let Some({seen}) = &mut {name} {{ **{seen} ^= 5; *{seen} = {other}; }}")),
            1 => self.line(&format!("if let Some({seen}) = {name}.as_mut() {{ **{seen} += 5; }}")),
            2 => self.line(&format!("if let Some(ref mut {seen}) = {name} {{ *{seen} = {other}; }}")),
            3 => self.line(&format!("if let Some({seen}) = {name}.take() {{ *{seen} ^= 3; {name} = Some({other}); }}")),
            4 => self.line(&format!("{name} = {name}.or(Some({other}));")),
            _ => {}
        }
        match self.random.below(5) {
            0 => self.line(&format!("while let Some({seen}) = {name}.take() {{ *{seen} ^= {by}; }}")),
            1 => {
                self.line(&format!("let {seen} = {name}.map(|{seen}| {{ *{seen} ^= {by}; *{seen} }}).unwrap_or(7);"));
                self.scope.push(Variable::new(seen, U32, false));
            }
            2 => self.line(&format!("match {name} {{ Some({seen}) if *{seen} > {by} => *{seen} -= 1, Some({seen}) => *{seen} = {by}, None => result ^= 4 }}")),
            _ => self.line(&format!("if let Some({seen}) = {name} {{ *{seen} ^= {by}; }} else {{ result += 3; }}")),
        }
    }

    /// Slices of an array, handed over and given.
    fn given_slice(&mut self) {
        let (by, whom) = (self.typed(U32), self.another(Array, &[]));
        let array = self.scope[whom].name.clone();
        let (one, other, item) = (self.name_of("part"), self.name_of("part"), self.name_of("item"));
        let (start, end) = (self.random.below(3), 2 + self.random.below(3));
        let line = match self.random.below(7) {
            0 => format!("all_changed(&mut {array}[{start}..{}], {by});", end.max(start)),
            1 => format!("result = mix(result, folded_slice(&{array}[..{end}]) as u64);"),
            2 => format!(
                "{{ let ({one}, {other}) = halves(&mut {array}); for {item} in {one} {{ *{item} ^= {by}; }} {other}[1] = {other}[0]; }}"
            ),
            3 => format!(
                "{{ let (mut {one}, mut {other}) = halves(&mut {array}); std::mem::swap(&mut {one}, &mut {other}); {one}[0] ^= {by}; }}"
            ),
            4 => format!("if let Some({item}) = odd(&mut {array}[{start}..]) {{ *{item} = {by}; }}"),
            5 => format!("{{ let ({one}, {other}) = halves(&mut {array}); {one}.swap_with_slice({other}); }}"),
            _ => format!(
                "match halves(&mut {array}) {{ ([{one}, ..], [.., {other}]) => std::mem::swap({one}, {other}), _ => result ^= 1 }}"
            ),
        };
        self.line(&line);
    }
}
