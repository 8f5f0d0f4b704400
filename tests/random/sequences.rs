//! Random iterators, in expressions and in variables, and slices. All items are of type `u32`, and closures change nothing but what is
//! theirs.

use super::{
    Type::{Array, Bool, Maybe, U32},
    Writer,
    scope::Variable,
};

impl Writer<'_> {
    /// A new name: `item12`.
    pub(super) fn name_of(&mut self, word: &str) -> String {
        self.names += 1;
        format!("{word}{}", self.names - 1)
    }

    /// The body of a closure, which sees a number: nothing changes in it.
    pub(super) fn body_with(&mut self, seen: &str, of: super::Type, fuel: u32) -> String {
        let outside = self.scope.len();
        self.scope.push(Variable::new(seen.to_owned(), U32, false));
        let body = self.still_value(of, fuel);
        self.scope.truncate(outside);
        body
    }

    /// What iterators begin with.
    fn source(&mut self, fuel: u32) -> String {
        let first = self.random.below(6);
        let (text, may_turn) = match self.random.below(6) {
            0 => (format!("({}).into_iter()", self.still_value(Array, fuel.min(1))), true),
            1 => (format!("(0_u32..({}) % 9)", self.still_value(U32, fuel.min(1))), true),
            2 => (format!("({first}_u32..={})", self.random.below(9)), true),
            3 => (format!("({}).into_iter()", self.still_value(Maybe, fuel.min(1))), false),
            _ => match self.variable(Array, false) {
                Some(name) => (format!("{name}.iter().copied()"), true),
                None => (format!("[{first}_u32, 7, {}].into_iter()", self.still_value(U32, 0)), true),
            },
        };
        if may_turn && self.random.one_in(4) { format!("{text}.rev()") } else { text }
    }

    /// One stage. `kept`: the iterator goes to a variable.
    fn stage(&mut self, kept: bool, fuel: u32) -> String {
        let (item, constant) = (self.name_of("item"), self.random.below(40));
        let behind = format!("(*{item})");
        // In a variable nothing counts behind these two.
        let drawn = self.random.below(if kept { 15 } else { 17 });
        match if kept && matches!(drawn, 12 | 14) { 0 } else { drawn } {
            0..=2 => format!(".map(|{item}| {})", self.body_with(&item, U32, fuel)),
            3 | 4 => format!(".filter(|{item}| {})", self.body_with(&behind, Bool, fuel)),
            5 => format!(".enumerate().map(|(n, {item})| {item}.rotate_left(n as u32))"),
            6 => format!(".skip({})", constant % 4),
            7 => format!(".take({})", constant % 5),
            8 => format!(".step_by({})", 1 + constant % 3),
            9 => format!(".take_while(|{item}| {})", self.body_with(&behind, Bool, fuel)),
            10 => format!(".skip_while(|{item}| {})", self.body_with(&behind, Bool, fuel)),
            11 => format!(".filter_map(|{item}| {item}.checked_sub({constant}))"),
            12 => format!(".map_while(|{item}| {item}.checked_mul({}))", 1 + constant),
            13 => format!(".zip({constant}_u32..).map(|({item}, d)| {item}.wrapping_mul(d))"),
            14 => format!(".scan({constant}_u32, |s, {item}| {{ *s = s.wrapping_mul(3) ^ {item}; Some(*s) }})"),
            15 => format!(".flat_map(|{item}| [{item}, {item} >> 1])"),
            _ => format!(".chain(0_u32..{})", constant % 4),
        }
    }

    fn items(&mut self, kept: bool, fuel: u32) -> String {
        let mut text = self.source(fuel);
        for _ in 0..self.random.below(4) {
            text += &self.stage(kept, fuel);
        }
        text
    }

    /// A number out of all items of a chain.
    fn gathered_of(&mut self, items: &str, fuel: u32) -> String {
        let (item, constant) = (self.name_of("item"), self.random.below(40));
        let behind = format!("(*{item})");
        match self.random.below(13) {
            0..=2 => format!("{items}.fold({constant}_u32, |s, {item}| s.wrapping_mul(31).wrapping_add({item}))"),
            3 => format!("({items}.count() as u32)"),
            4 => format!("{items}.max().unwrap_or({constant})"),
            5 => format!("{items}.min().unwrap_or({constant})"),
            6 => format!("{items}.last().unwrap_or({constant})"),
            7 => format!("{items}.map(|{item}| {item} % 999).sum::<u32>()"),
            8 => format!(
                "{items}.position(|{item}| {}).map_or({constant}, |n| n as u32)",
                self.body_with(&item, Bool, fuel)
            ),
            9 => format!("{items}.find(|{item}| {}).unwrap_or({constant})", self.body_with(&behind, Bool, fuel)),
            10 => format!("{items}.reduce(|s, {item}| s.wrapping_mul(5) ^ {item}).unwrap_or({constant})"),
            11 => format!("{items}.min_by_key(|{item}| *{item} % 7).unwrap_or({constant})"),
            _ => format!("{items}.nth({}).unwrap_or({constant})", constant % 4),
        }
    }

    /// A number out of an iterator.
    pub(super) fn gathered(&mut self, fuel: u32) -> String {
        let items = self.items(false, fuel);
        let gathered = self.gathered_of(&items, fuel);
        format!("({gathered})")
    }

    /// A truth value about all items of an iterator.
    pub(super) fn of_all(&mut self, fuel: u32) -> String {
        let (items, method, item) = (self.items(false, fuel), self.random.of(&["any", "all"]), self.name_of("item"));
        format!("({items}).{method}(|{item}| {})", self.body_with(&item, Bool, fuel))
    }

    /// An iterator in a variable, asked for single items, gone over, and asked for the rest.
    pub(super) fn kept_iterator(&mut self) {
        let (name, mut items) = (self.name_of("each"), self.items(true, 1));
        // A range with two steps is refused in a variable.
        while items.matches(".step_by(").count() > 1 {
            items = self.items(true, 1);
        }
        self.line(&format!("let mut {name} = {items};"));
        let mut numbers = Vec::new();
        for _ in 0..1 + self.random.below(4) {
            let (number, item, constant) = (self.name_of("told"), self.name_of("item"), self.random.below(40));
            match self.random.below(6) {
                0 | 1 => self.line(&format!("let {number} = {name}.next().unwrap_or({constant});")),
                2 => {
                    let of_some = self.gathered_of(&format!("{name}.by_ref().take({})", constant % 4), 1);
                    self.line(&format!("let {number} = {of_some};"));
                }
                3 => {
                    let of_copy = self.gathered_of(&format!("{name}.clone()"), 1);
                    self.line(&format!("let {number} = {of_copy};"));
                }
                4 => {
                    self.line(&format!("let mut {number} = {constant}_u32;"));
                    self.line(&format!("while let Some({item}) = {name}.next() {{"));
                    self.line(&format!("    {number} = {number}.wrapping_mul(31) ^ {item};"));
                    self.line(&format!("    if {item} % 5 == {} {{ break; }}", constant % 5));
                    self.line("}");
                }
                _ => {
                    self.line(&format!("let mut {number} = {constant}_u32;"));
                    self.line(&format!("for {item} in {name}.by_ref() {{"));
                    self.line(&format!("    if {item} % 7 == {} {{ break; }}", constant % 7));
                    self.line(&format!("    {number} = {number}.wrapping_add({item}).rotate_left(3);"));
                    self.line("}");
                }
            }
            numbers.push(number);
        }
        let (rest, of_rest) = (self.name_of("told"), self.gathered_of(&name, 1));
        self.line(&format!("let {rest} = {of_rest};"));
        numbers.push(rest);
        numbers.iter().for_each(|number| self.line(&format!("result = mix(result, {number} as u64);")));
    }

    /// A slice of an array, and what its methods give.
    pub(super) fn slice(&mut self) {
        let Some(array) = self.variable(Array, false) else { return };
        let (name, number, constant) = (self.name_of("slice"), self.name_of("told"), self.random.below(4));
        let range = match self.random.below(4) {
            0 => format!("{constant}.."),
            1 => format!("..{constant}"),
            2 => format!("{}..{}", constant / 2, 2 + constant / 2),
            _ => format!("({}) as usize % 4..", self.still_value(U32, 1)),
        };
        self.line(&format!("let {name} = &{array}[{range}];"));
        let value = match self.random.below(7) {
            0 => format!("{name}.first().copied().unwrap_or(5)"),
            1 => format!("{name}.windows(2).map(|w| w[0] ^ w[1].rotate_left(5)).fold(1, |s, w| w ^ s << 1)"),
            2 => format!("{name}.chunks({}).map(|w| w[0] ^ w.len() as u32).fold(1, |s, w| w ^ s << 1)", 1 + constant),
            3 => format!("{name}.split_at({name}.len() / 2).1.iter().fold(3, |s, w| s << 1 ^ *w)"),
            4 => format!("match {name} {{ [] => 3, [w] => *w, [w, .., v] => w ^ v << 1 }}"),
            5 => format!("({name}.contains(&7) as u32) ^ {name}.last().map_or(1, |w| *w)"),
            _ => {
                let items = format!("{name}.iter().copied()");
                self.gathered_of(&items, 1)
            }
        };
        self.line(&format!("let {number} = {value};"));
        self.line(&format!("result = mix(result, {number} as u64);"));
    }
}
