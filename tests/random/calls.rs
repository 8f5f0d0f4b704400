//! Random closures, functions that are handed them, results, generic types and conversions.

use super::{
    Type::{Bool, Gauss, I32, U32, U64},
    Writer,
};

impl Writer<'_> {
    /// A closure in a variable that is called twice, or one that changes what it names.
    pub(super) fn closure(&mut self) {
        let (name, seen) = (self.name_of("call"), self.name_of("item"));
        let (first, second) = (self.name_of("told"), self.name_of("told"));
        let (one, other) = (self.still_value(U32, 1), self.still_value(U32, 0));
        if let (Some(changed), true) = (self.variable(U32, true), self.random.one_in(3)) {
            let by = self.random.below(99);
            self.line(&format!("let ({first}, {second}): (u32, u32) = ({one}, {other});"));
            self.line(&format!(
                "let mut {name} = |{seen}: u32| {{ {changed} = {changed}.wrapping_mul({by}) ^ {seen}; {changed} >> 1 }};"
            ));
            self.line(&format!("let {first} = {name}({first});"));
            self.line(&format!("let {second} = {name}({second});"));
        } else {
            let moves = self.random.one_in(3);
            let body = self.body_with(&seen, U32, 2);
            // What follows may use a mutable reference that the body goes through, which would be gone.
            let movement = if moves && !body.contains("(*") { "move " } else { "" };
            self.line(&format!("let {name} = {movement}|{seen}: u32| -> u32 {{ {body} }};"));
            self.line(&format!("let {first} = {name}({one});"));
            self.line(&format!("let {second} = {name}({other});"));
        }
        self.line(&format!("result = mix(result, mix({first} as u64, {second} as u64));"));
    }

    /// A number by a function that is handed another one, by a result, or by a generic type.
    pub(super) fn by_call(&mut self, fuel: u32) -> String {
        let (seen, constant) = (self.name_of("item"), self.random.below(99));
        match self.random.below(10) {
            0 | 1 => {
                let value = self.value(U32, fuel);
                format!("applied({value}, |{seen}: u32| {})", self.body_with(&seen, U32, fuel))
            }
            2 => {
                let function = self.random.of(&["u32::count_ones", "doubled", "u32::swap_bytes"]);
                format!("applied({}, {function})", self.value(U32, fuel))
            }
            3 => {
                let value = self.value(U32, fuel);
                let body = self.body_with(&seen, U32, fuel);
                format!("(match bounded({value}, {constant}) {{ Ok({seen}) => {body}, Err(e) => e as u32 }})")
            }
            4 => {
                let value = self.value(U32, fuel);
                format!(
                    "bounded({value}, {constant}).map(|{seen}| {}).unwrap_or_else(|e| e.unsigned_abs())",
                    self.body_with(&seen, U32, fuel)
                )
            }
            5 => format!(
                "bounded({}, {constant}).and_then(|{seen}| bounded({seen} / 2, 20)).map_err(|e| e ^ 1).ok().unwrap_or(3)",
                self.value(U32, fuel)
            ),
            6 => format!(
                "(Held {{ first: {}, second: {constant}_u32 }}).turned({}).first",
                self.value(U32, fuel),
                self.value(Bool, fuel)
            ),
            7 => format!("Ring::<u32, 3>::of({}).pushed({}).sum_by(|c| c >> 1)", self.value(U32, fuel), constant),
            8 => format!("u32::from(u8::try_from({}).unwrap_or({constant}))", self.value(I32, fuel)),
            _ => format!("number_of_held(Held {{ first: {}, second: {constant} }})", self.value(U32, fuel)),
        }
    }

    /// A change by a closure that is handed over, or a conversion.
    pub(super) fn handed_statement(&mut self) {
        let (name, seen) = (self.name_of("told"), self.name_of("item"));
        match self.random.below(3) {
            0 => {
                let value = self.still_value(U32, 1);
                self.line(&format!("let {name}: u64 = ({value}).into();"));
                self.line(&format!("result = mix(result, {name});"));
            }
            1 => {
                let value = self.still_value(I32, 1);
                self.line(&format!("let {name}: Gauss = ({value}).into();"));
                self.scope.push(super::scope::Variable::new(name, Gauss, false));
            }
            _ => {
                let (count, body) = (self.random.below(5), self.body_with(&seen, U32, 1));
                let start = self.still_value(U64, 1);
                self.line(&format!("let mut {name}: u64 = {start};"));
                self.line(&format!(
                    "each_below({count}, |{seen}: u32| {name} = {name}.rotate_left(7) ^ ({body}) as u64);"
                ));
                self.line(&format!("result = mix(result, {name});"));
            }
        }
    }
}
