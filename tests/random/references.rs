//! References that are kept: chosen, in tuples, arrays and options, assigned again, to parts, by `ref` in patterns.

use super::{
    ALL,
    Type::{self, Array, Bool, F32, F64, Figure, Grid, I32, I64, Maybe, Nested, Pair, Tuple, U8, U32, Wide},
    Writer,
    scope::{Lent, Variable},
};

impl Writer<'_> {
    /// The variables of a type that a kept reference may borrow. The result changes everywhere.
    fn candidates(&self, of: Type, to_change: bool) -> Vec<usize> {
        let mut numbers = self.numbers(of, to_change);
        numbers.retain(|at| self.scope[*at].name != "result");
        numbers
    }

    /// A variable that a kept reference may borrow; there is a new one where there is none.
    pub(super) fn candidate(&mut self, of: Type, to_change: bool) -> usize {
        let mut numbers = self.candidates(of, to_change);
        if numbers.is_empty() || self.random.one_in(6) {
            numbers.push(self.declare(of));
        }
        self.random.of(&numbers)
    }

    /// Declares a variable that may be changed, and gives its number.
    pub(super) fn declare(&mut self, of: Type) -> usize {
        let (value, name) = (self.value(of, 1), format!("v{}", self.names));
        self.names += 1;
        self.line(&format!("let mut {name}: {} = {value};", of.name()));
        self.scope.push(Variable::new(name, of, true));
        self.scope.len() - 1
    }

    /// Two variables of a type, which may be one unless both are borrowed at once to change them.
    fn two(&mut self, of: Type, to_change: bool, at_once: bool) -> [usize; 2] {
        let both = [(); 2].map(|()| self.candidate(of, to_change));
        let groups = both.map(|at| self.scope[at].group);
        let is_one = both[0] == both[1] || groups[0].is_some() && groups[0] == groups[1];
        if is_one && to_change && at_once { [both[0], self.declare(of)] } else { both }
    }

    fn borrow(&self, at: usize, to_change: bool) -> String {
        format!("&{}{}", if to_change { "mut " } else { "" }, self.scope[at].name)
    }

    fn reference_name(&mut self) -> String {
        self.names += 1;
        format!("r{}", self.names - 1)
    }

    /// A kept reference, or a change of where one points.
    pub(super) fn kept_reference(&mut self) {
        match self.random.below(14) {
            0..=2 => self.chosen_reference(),
            3 => self.reference_to_assign(),
            4 | 5 => self.pointed_elsewhere(),
            6 => self.references_in_a_tuple(),
            7 => self.references_in_an_array(),
            8 => self.references_taken_apart(),
            9 | 10 => self.reference_to_a_part(),
            11 => self.references_by_pattern(),
            12 => self.reference_to_a_temporary(),
            _ => self.reference_in_an_option(),
        }
    }

    /// `let r = if … { &a } else { &b };` and its relatives.
    fn chosen_reference(&mut self) {
        let (of, to_change) = (self.random.of(&ALL), self.random.one_in(2));
        let both = self.two(of, to_change, false);
        let [one, other] = both.map(|at| self.borrow(at, to_change));
        let (name, condition) = (self.reference_name(), self.value(Bool, 2));
        let value = match self.random.below(8) {
            0 | 1 => format!("if {condition} {{ {one} }} else {{ {other} }}"),
            2 => {
                let scrutinee = self.value(U32, 2);
                format!("match {scrutinee} {{ 0..=7 => {one}, odd if odd % 2 == 1 => {other}, _ => {one} }}")
            }
            3 => format!("{{ result = mix(result, {condition} as u64); {one} }}"),
            4 => {
                let label = format!("'p{name}");
                format!("{label}: {{ if {condition} {{ break {label} {one}; }} {other} }}")
            }
            5 => {
                let (counter, limit) = (format!("c{}", self.names), 1 + self.random.below(4));
                self.names += 1;
                format!(
                    "{{ let mut {counter} = 0; loop {{ {counter} += 1; if {counter} > {limit} {{ break {one}; }} if {condition} {{ break {other}; }} }} }}"
                )
            }
            6 => {
                let jump = self.jump();
                format!("if {condition} && k == 3 {{ {jump} }} else {{ {one} }}")
            }
            _ => one,
        };
        let reference = if to_change { "&mut " } else { "&" };
        let written = if self.random.one_in(3) { format!(": {reference}{}", of.name()) } else { String::new() };
        self.line(&format!("let {name}{written} = {value};"));
        let borrows = both.map(|at| (at, to_change)).to_vec();
        self.scope.push(Variable::new(format!("(*{name})"), of, to_change).borrowing(borrows));
    }

    /// `let mut r = &a;`, or two at once that are swapped later.
    fn reference_to_assign(&mut self) {
        let (of, to_change) = (self.random.of(&ALL), self.random.one_in(3));
        let both = self.two(of, to_change, true);
        let borrows = both.map(|at| (at, to_change)).to_vec();
        let [one, other] = both.map(|at| self.borrow(at, to_change));
        let name = self.reference_name();
        let kept = |name: &str| Variable {
            pointer: Some(name.to_owned()),
            ..Variable::new(format!("(*{name})"), of, to_change).borrowing(borrows.clone())
        };
        if self.random.one_in(2) {
            self.line(&format!("let mut {name} = {one};"));
            self.scope.push(kept(&name));
            return;
        }
        let second = self.reference_name();
        self.line(&format!("let (mut {name}, mut {second}) = ({one}, {other});"));
        let group = Some(self.names);
        // Both lend both from now on: neither is assigned again.
        let pointers = [&name, &second].map(|name| Variable { pointer: None, group, ..kept(name) });
        self.scope.extend(pointers);
        let (condition, label) = (self.still_value(Bool, 2), self.random.below(3));
        let swap = match label {
            0 => format!("std::mem::swap(&mut {name}, &mut {second});"),
            1 => format!("({name}, {second}) = ({second}, {name});"),
            _ => format!("{name} = {second};"),
        };
        // One reference to change with cannot be in two places.
        let is_swap = label < 2 || !to_change;
        self.line(&if is_swap {
            format!("if {condition} {{ {swap} }}")
        } else {
            format!("std::mem::swap({name}, {second});")
        });
    }

    /// `r = &b;`, for one that may be assigned.
    fn pointed_elsewhere(&mut self) {
        let all: Vec<usize> = (0..self.scope.len())
            .filter(|at| self.scope[*at].pointer.is_some() && self.lent(*at) == Lent::No)
            .collect();
        if all.is_empty() {
            return self.reference_to_assign();
        }
        let at = self.random.of(&all);
        let holder = self.scope[at].clone();
        let (whom, to_change) = self.random.of(&holder.borrows);
        if self.is_hidden(whom) {
            return;
        }
        let (name, target) = (holder.pointer.expect("it may be assigned"), self.borrow(whom, to_change));
        let condition = self.without_effects(|writer| writer.expression(Bool));
        let written = match self.random.below(3) {
            0 => format!("{name} = {target};"),
            1 if !to_change => format!("{name} = if {condition} {{ {target} }} else {{ {name} }};"),
            _ => format!("if {condition} {{ {name} = {target}; }}"),
        };
        self.line(&written);
    }

    /// `let t = (&a, &mut b);`
    fn references_in_a_tuple(&mut self) {
        let types = [self.random.of(&ALL), self.random.of(&ALL)];
        let to_change = [self.random.one_in(2), self.random.one_in(2)];
        let (one, other) = (self.candidate(types[0], to_change[0]), self.candidate(types[1], to_change[1]));
        if one == other || self.scope[one].group.is_some() && self.scope[one].group == self.scope[other].group {
            return;
        }
        let (name, group) = (self.reference_name(), Some(self.names));
        let (first, second) = (self.borrow(one, to_change[0]), self.borrow(other, to_change[1]));
        let value = match self.random.below(3) {
            0 => format!("({first}, {second})"),
            _ if to_change[0] || to_change[1] => format!("({first}, {second})"),
            _ => {
                let condition = self.value(Bool, 2);
                format!("if {condition} {{ ({first}, {second}) }} else {{ ({first}, {second}) }}")
            }
        };
        self.line(&format!("let {name} = {value};"));
        for (part, whom) in [one, other].into_iter().enumerate() {
            let it = Variable::new(format!("(*{name}.{part})"), types[part], to_change[part]);
            let it = it.borrowing(vec![(whom, to_change[part])]);
            self.scope.push(Variable { group, ..it });
        }
    }

    /// `let v = [&a, &b];`
    fn references_in_an_array(&mut self) {
        let (of, to_change) = (self.random.of(&ALL), self.random.one_in(3));
        let both = self.two(of, to_change, true);
        let [one, other] = both.map(|at| self.borrow(at, to_change));
        let (name, group) = (self.reference_name(), Some(self.names));
        let (index, at) =
            (self.value(U32, 1), if self.random.one_in(2) { format!("at{name}") } else { "0".to_owned() });
        if at != "0" {
            self.line(&format!("let {at} = (({index}) % 2) as usize;"));
        }
        self.line(&format!("let {name} = [{one}, {other}];"));
        for at in [at.as_str(), "1"] {
            let it = Variable::new(format!("(*{name}[{at}])"), of, to_change);
            let it = it.borrowing(both.map(|whom| (whom, to_change)).to_vec());
            self.scope.push(Variable { group, ..it });
        }
    }

    /// `let (r, s) = if … { (&mut a, &mut b) } else { (&mut b, &mut a) };`
    fn references_taken_apart(&mut self) {
        let (of, to_change) = (self.random.of(&ALL), !self.random.one_in(3));
        let both = self.two(of, to_change, true);
        let [one, other] = both.map(|at| self.borrow(at, to_change));
        let (first, second, condition) = (self.reference_name(), self.reference_name(), self.value(Bool, 2));
        let (pattern, open, close) = if self.random.one_in(3) { ("[", "[", "]") } else { ("(", "(", ")") };
        let (straight, crossed) = (format!("{open}{one}, {other}{close}"), format!("{open}{other}, {one}{close}"));
        let value = match self.random.below(3) {
            0 => straight,
            1 => format!("if {condition} {{ {straight} }} else {{ {crossed} }}"),
            _ => format!("match {condition} {{ true => {straight}, false => {crossed} }}"),
        };
        self.line(&format!("let {pattern}{first}, {second}{close} = {value};"));
        let group = Some(self.names);
        for name in [first, second] {
            let it = Variable::new(format!("(*{name})"), of, to_change);
            let it = it.borrowing(both.map(|whom| (whom, to_change)).to_vec());
            self.scope.push(Variable { group, ..it });
        }
    }

    /// The parts of a value of some type: how they are written after it, and their types.
    fn part(&mut self, of: Type) -> (String, Type) {
        let (part, of) = match of {
            Pair => self.random.of(&[(".left", U32), (".right", I64), (".weight", F32)]),
            Array => {
                let index = self.still_value(U32, 1);
                return if self.random.one_in(2) {
                    (format!("[(({index}) % 4) as usize]"), U32)
                } else {
                    (format!("[{}]", self.random.below(4)), U32)
                };
            }
            Grid => self.random.of(&[("[0][2]", I32), ("[1][0]", I32)]),
            Tuple => self.random.of(&[(".0", U32), (".1", I32)]),
            _ => self.random.of(&[(".0", F32), (".1.0", U8), (".1.1", I64), (".2", Bool)]),
        };
        (part.to_owned(), of)
    }

    /// `let r = &mut p.left;`
    fn reference_to_a_part(&mut self) {
        let (of, to_change) = (self.random.of(&[Pair, Array, Grid, Tuple, Nested]), self.random.one_in(2));
        let whom = self.candidate(of, to_change);
        let (part, of) = self.part(of);
        let (name, target) = (self.reference_name(), self.borrow(whom, to_change));
        self.line(&format!("let {name} = {target}{part};"));
        self.scope.push(Variable::new(format!("(*{name})"), of, to_change).borrowing(vec![(whom, to_change)]));
    }

    /// `let Pair { ref mut left, ref right, .. } = p;`
    fn references_by_pattern(&mut self) {
        let of = self.random.of(&[Pair, Array, Tuple, Nested]);
        let whom = self.candidate(of, true);
        let (first, second) = (self.reference_name(), self.reference_name());
        let (pattern, types) = match of {
            Pair => (format!("Pair {{ left: ref mut {first}, right: ref {second}, .. }}"), [U32, I64]),
            Array => (format!("[ref mut {first}, .., ref {second}]"), [U32, U32]),
            Tuple => (format!("(ref mut {first}, ref {second})"), [U32, I32]),
            _ => (format!("(ref mut {first}, (_, ref {second}), _)"), [F32, I64]),
        };
        self.line(&format!("let {pattern} = {};", self.scope[whom].name.clone()));
        for (name, of, to_change) in [(first, types[0], true), (second, types[1], false)] {
            self.scope.push(Variable::new(format!("(*{name})"), of, to_change).borrowing(vec![(whom, true)]));
        }
    }

    /// `let r = &mut { x };`
    fn reference_to_a_temporary(&mut self) {
        let of = self.random.of(&[U32, I64, F32, F64, Pair, Array, Tuple, Figure]);
        let (name, whom) = (self.reference_name(), self.candidate(of, false));
        let whom = self.scope[whom].name.clone();
        let value = match self.random.below(3) {
            0 => format!("{{ {whom} }}"),
            1 => format!("{whom}.clone()"),
            _ => format!("{{ {} }}", self.value(of, 1)),
        };
        self.line(&format!("let {name} = &mut {value};"));
        self.scope.push(Variable::new(format!("(*{name})"), of, true));
    }

    /// The last one that holds, or the one to change, in an option.
    fn reference_in_an_option(&mut self) {
        let (name, seen) = (self.reference_name(), self.reference_name());
        match self.random.below(5) {
            0 => {
                let array = self.candidate(Array, false);
                let (array, limit) = (self.scope[array].name.clone(), self.still_value(U32, 1));
                self.line(&format!("let mut {name}: Option<&u32> = None;"));
                self.line(&format!(
                    "for {seen} in {array}.iter() {{ if *{seen} > {limit} {{ {name} = Some({seen}); }} }}"
                ));
                self.line(&format!(
                    "result = mix(result, match {name} {{ Some({seen}) => *{seen} as u64, None => 7 }});"
                ));
            }
            1 => {
                let array = self.candidate(Array, true);
                let (array, by) = (self.scope[array].name.clone(), self.random.below(1 << 16));
                self.line(&format!("let mut {name}: Option<&mut u32> = None;"));
                self.line(&format!(
                    "for {seen} in {array}.iter_mut() {{ if *{seen} % 2 == 1 {{ {name} = Some({seen}); }} }}"
                ));
                self.line(&format!("if let Some({seen}) = {name} {{ *{seen} ^= {by:#x}; }}"));
            }
            2 => {
                let of = self.random.of(&[Maybe, Wide]);
                let whom = self.candidate(of, true);
                let (whom, by) = (self.scope[whom].name.clone(), self.random.below(99));
                self.line(&format!("if let Some(ref mut {name}) = {whom} {{ *{name} += {by}; }}"));
            }
            3 => {
                let of = self.random.of(&[U32, I64, F32, F64]);
                let (whom, condition) = (self.candidate(of, true), self.value(Bool, 2));
                let target = self.borrow(whom, true);
                self.line(&format!("let {name} = if {condition} {{ Some({target}) }} else {{ None }};"));
                let value = self.literal(of);
                self.line(&format!("if let Some({seen}) = {name} {{ *{seen} = {value}; }}"));
            }
            _ => {
                let of = self.random.of(&ALL);
                let [one, other] = self.two(of, false, false);
                let condition = self.value(Bool, 2);
                let (borrowed, default) = (self.borrow(one, false), self.borrow(other, false));
                self.line(&format!("let {seen} = if {condition} {{ Some({borrowed}) }} else {{ None }};"));
                self.line(&format!("let {name} = {seen}.unwrap_or({default});"));
                let borrows = vec![(one, false), (other, false)];
                self.scope.push(Variable::new(format!("(*{name})"), of, false).borrowing(borrows));
            }
        }
    }
}
