//! Types, traits, operators, iterators and generic functions of the user's, and closures that change what they capture.

use super::{
    Type::{Array, Bool, I64, Pair, U32, U64},
    Writer,
    scope::Variable,
};

impl Writer<'_> {
    pub(super) fn own_statement(&mut self) {
        match self.random.below(9) {
            0 | 1 => self.stack(),
            2 => self.generic_enum(),
            3 => self.weighed(),
            4 | 5 => self.board(),
            6 => self.own_loop(),
            _ => self.changing_closure(),
        }
    }

    /// A generic struct with an index of its own.
    fn stack(&mut self) {
        let (name, seen, count) = (self.name_of("stack"), self.name_of("seen"), self.random.below(6));
        let of = self.random.of(&[U32, I64]);
        let (first, next) = (self.typed(of), self.typed(of));
        let room = 2 + self.random.below(3);
        let ty = format!("Stack<{}, {room}>", of.name());
        let line = if self.random.one_in(2) {
            format!("let mut {name}: {ty} = Stack::of({first});")
        } else {
            format!("let mut {name} = Stack::<{}, {room}>::of({first});", of.name())
        };
        self.line(&line);
        match self.random.below(4) {
            0 => {
                self.line(&format!("for {seen} in 0..{count} {{ {name}.push({next}).push({seen} as {}); }}", of.name()))
            }
            1 => self.line(&format!("{name}.push({next}); if let Some({seen}) = {name}.top() {{ *{seen} ^= 3; }}")),
            2 => self.line(&format!("{name}[{count}] ^= {next}; {name}[1] = {name}[0] ^ {name}[{count}];")),
            _ => self.line(&format!("for {seen} in {name}.push({next}).items_mut() {{ *{seen} += 2; }}")),
        }
        let line = match self.random.below(5) {
            0 => format!("while let Some({seen}) = {name}.pop() {{ result = mix(result, {seen} as u64); }}"),
            1 => format!(
                "result = mix(result, {name}.items().iter().map(|{seen}| *{seen} >> 1).fold(0, |a, b| a ^ b) as u64);"
            ),
            2 => format!("for {seen} in {name}.items() {{ result = mix(result, *{seen} as u64); }}"),
            3 => format!("result = mix(result, {name}.grown_by({count}).told() ^ {name}[{count}] as u64);"),
            _ => format!(
                "result = mix(result, {name}.top().map_or(3, |{seen}| *{seen}) as u64 ^ {name}.items().len() as u64);"
            ),
        };
        self.line(&line);
    }

    /// A generic enum.
    fn generic_enum(&mut self) {
        let (name, seen) = (self.name_of("either"), self.name_of("seen"));
        let (left, right, condition) = (self.typed(U32), self.typed(I64), self.value(Bool, 1));
        self.line(&format!(
            "let mut {name}: Either<u32, i64> = if {condition} {{ Either::Left({left}) }} else {{ Either::Right {{ of: {right}, count: 2 }} }};"
        ));
        let line = match self.random.below(4) {
            0 => format!("if let Some({seen}) = {name}.left_mut() {{ *{seen} ^= {left}; }}"),
            1 => format!("{name} = {name}.flipped(3).flipped(4);"),
            2 => format!(
                "match &mut {name} {{ Either::Left({seen}) => *{seen} += 1, Either::Right {{ count, .. }} => *count ^= 1 }}"
            ),
            _ => format!(
                "{name} = match {name} {{ Either::Left({seen}) if {seen} % 2 == 0 => Either::Right {{ of: {right}, count: {seen} }}, it => it }};"
            ),
        };
        self.line(&line);
        self.line(&format!(
            "result = mix(result, {name}.left_or({left} ^ 1) as u64 ^ {name}.count() as u64 ^ {name}.flipped(1).left_or(5) as u64);"
        ));
    }

    /// A trait with a type, a constant and functions that it gives.
    fn weighed(&mut self) {
        let (value, index) = (self.typed(U32), self.random.below(4));
        let pair = self.value(Pair, 1);
        let name = self.name_of("weighed");
        let line = match self.random.below(5) {
            0 => format!("let {name} = weighed(&({pair}), Stack::<u32, 3>::of({value}));"),
            1 => format!("let {name} = weighed(&Board {{ cells: [{value}, 2, {index}, k] }}, {pair});"),
            2 => format!("let {name} = ({pair}).grown_by({value}).told() ^ Pair::SCALE as u64;"),
            3 => format!(
                "let mut {name} = Board {{ cells: [{value}; 4] }}; {name}.grow_by({value} >> 3); let {name} = {name}.told() ^ <Board as Weighed>::SCALE as u64;"
            ),
            _ => format!("let {name} = <Pair as Weighed>::told(&({pair})) ^ Board::number({value}) as u64;"),
        };
        self.line(&line);
        self.scope.push(Variable::new(name, U64, false));
    }

    /// Operators of a type, and places by its indices.
    fn board(&mut self) {
        let (name, other, item) = (self.name_of("board"), self.name_of("board"), self.name_of("item"));
        let (value, index, cells) = (self.typed(U32), self.typed(U32), self.value(Array, 1));
        self.line(&format!("let mut {name} = Board {{ cells: {cells} }};"));
        for _ in 0..1 + self.random.below(2) {
            let line = match self.random.below(9) {
                0 => format!("{name}[{index}] ^= {value};"),
                1 => format!("{name}[({index}, 1)] = {name}[2_u32].wrapping_mul({value});"),
                2 => format!("{name} ^= {value};"),
                3 => format!("{name} = !{name} ^ ({name} << {index});"),
                4 => format!("*same(&mut {name}[{index}]) += {value};"),
                5 => format!("{{ let {other} = &mut {name}; {other}[(1, {index})] -= 1; *{other} ^= 7; }}"),
                6 => format!("{{ let {item} = &mut {name}[{index}]; *{item} = stepped({item}); }}"),
                7 => format!("changed_by(&mut {name}[{index}], |{item}: &mut u32| *{item} ^= {value});"),
                _ => format!("let {other} = {name}; {name} = {other} ^ !{other}; {name}[{index}] = {other}[(1, 0)];"),
            };
            self.line(&line);
        }
        self.line(&format!("result = mix(result, {name}.told() ^ {name}[{index}] as u64);"));
    }

    /// A loop over an iterator of the user's, or one that is asked for single items.
    fn own_loop(&mut self) {
        let (name, item, label) = (self.name_of("steps"), self.name_of("item"), self.new_label());
        let (first, by, count) = (self.typed(U32), self.typed(U32), 1 + self.random.below(6));
        if self.random.one_in(3) {
            self.line(&format!("let mut {name} = Steps::new({first}, {by}, {count});"));
            let line = match self.random.below(3) {
                0 => format!(
                    "while let Some({item}) = {name}.next() {{ result = mix(result, {item} as u64); if {item} % 5 == 0 {{ break; }} }}"
                ),
                1 => format!(
                    "result = mix(result, {name}.by_ref().take(2).map(|{item}| {item} >> 3).sum::<u32>() as u64);"
                ),
                _ => {
                    format!("result = mix(result, {name}.next().unwrap_or(3) as u64 ^ {name}.next().is_some() as u64);")
                }
            };
            self.line(&line);
            return self.line(&format!("for {item} in {name} {{ result = mix(result, {item} as u64); }}"));
        }
        let of = match self.random.below(4) {
            0 => format!("Steps::new({first}, {by}, {count}).filter(|{item}| *{item} % 3 != 0)"),
            1 => format!("Steps::new({first}, {by}, {count}).zip(0_u32..4).map(|(a, b)| a ^ b)"),
            _ => format!("Steps::new({first}, {by}, {count})"),
        };
        self.line(&format!("{label}: for {item} in {of} {{"));
        let outside = self.scope.len();
        self.scope.push(Variable::new(item, U32, false));
        self.labels.push(label);
        self.block(1);
        self.labels.pop();
        self.scope.truncate(outside);
        self.line("}");
    }

    /// A number of a chain over an iterator of the user's.
    pub(super) fn of_steps(&mut self, fuel: u32) -> String {
        let item = self.name_of("item");
        let (first, count) = (self.still_value(U32, fuel), self.random.below(8));
        let steps = format!("Steps::new({first}, {}, {count})", self.random.below(1 << 20));
        let body = self.body_with(&item, U32, fuel);
        match self.random.below(9) {
            0 => format!("{steps}.map(|{item}| {body}).fold(0_u32, |a, b| a.rotate_left(5) ^ b)"),
            1 => format!("({steps}.filter(|{item}| *{item} % 2 == 0).count() as u32)"),
            2 => format!("{steps}.enumerate().map(|(i, {item})| {item} ^ i as u32).max().unwrap_or({count})"),
            3 => format!("{steps}.zip(Steps::new(3, 7, 5)).map(|(a, b)| a & b).sum::<u32>()"),
            4 => format!("{steps}.take_while(|{item}| {item} % 7 != 3).last().unwrap_or(2)"),
            5 => format!("{steps}.skip(1).step_by(2).map(|{item}| {body}).min().unwrap_or(9)"),
            6 => format!("({steps}.chain(Steps::new(1, 2, 3)).any(|{item}| {item} > 77) as u32)"),
            7 => format!("{steps}.find(|{item}| {item} % 4 == 1).map_or(6, |{item}| {body})"),
            _ => format!(
                "{steps}.flat_map(|{item}| Steps::new({item}, 1, 2)).fold(1, |a: u32, b| a.wrapping_mul(3) ^ b)"
            ),
        }
    }

    /// A number of functions of the user's that are handed references, slices or closures.
    pub(super) fn of_own_call(&mut self, fuel: u32) -> String {
        let item = self.name_of("item");
        let (value, other) = (self.still_value(U32, fuel), self.random.below(999));
        match self.random.below(6) {
            0 => match (self.variable(U32, false), self.variable(Pair, false)) {
                (Some(number), Some(pair)) => format!("(*larger({pair}.seen(), &{number}))"),
                _ => format!("(*larger(&({value}), &{other}))"),
            },
            1 => format!("folded_slice(&[{value}, {other}])"),
            2 => format!("twice(|{item}| {}, {value})", self.body_with(&item, U32, fuel)),
            3 => format!(
                "(folded_by(&[{value}, {other}, 3], 5, |sum, {item}| sum.rotate_left(9) ^ {item} as u64) as u32)"
            ),
            4 => format!("(!Board {{ cells: [{value}, {other}, 7, 8] }} << 1)[{other}_u32]"),
            _ => format!("Either::<u32, u8>::Left({value}).left_or({other})"),
        }
    }

    /// A closure that changes what it captures: called, or handed over.
    fn changing_closure(&mut self) {
        let (name, item, count) = (self.name_of("change"), self.name_of("item"), self.name_of("count"));
        let (first, second, by) = (self.typed(U32), self.typed(U32), self.random.below(1 << 16));
        self.line(&format!("let mut {count}: u32 = {by};"));
        let changed = self.variable(U32, true).unwrap_or_else(|| count.clone());
        let outside = self.scope.len();
        // The closure has it to itself.
        self.scope.push(Variable::new(count.clone(), U32, true));
        match self.random.below(5) {
            0 => {
                self.line(&format!(
                    "let mut {name} = |{item}: u32| {{ {count} += 1; {changed} ^= {item} >> 1; {changed}.wrapping_add({count}) }};"
                ));
                self.line(&format!("let {first} = {name}({first}) ^ {name}({second}); result = mix(result, {first} as u64);"));
            }
            1 => self.line(&format!(
                "result = mix(result, twice(|{item}| {{ {count} ^= {item}; {changed} = {changed}.rotate_left(1); {item} ^ {changed} }}, {first}) as u64);"
            )),
            2 => self.line(&format!("each_below({by} % 5, |{item}| {{ {changed} += {item}; {count} ^= {changed}; }});")),
            3 => self.line(&format!(
                "changed_by(&mut {count}, |{item}: &mut u32| {{ *{item} ^= {second}; *{item} += 1; }});"
            )),
            _ => {
                self.line(&format!("let mut {name} = || {{ {count} = {count}.wrapping_mul(3); {changed} -= {first}; }};"));
                self.line(&format!("if k % 2 == 0 {{ {name}(); }} {name}();"));
            }
        }
        self.line(&format!("result = mix(result, {count} as u64);"));
        self.scope.truncate(outside + 1);
    }
}
