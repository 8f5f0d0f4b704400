//! What calls and methods say about the types of their arguments and results.

use super::{
    classes::Known,
    context::Context,
    literals::{builds_aggregate, is_aggregate, unsigned},
    marks::Need,
    walk::Walker,
};
use crate::context::callables;
use crate::{
    context,
    exchange::Exchange,
    hir::{Callee, ExprId, ExprKind, Renewal},
    methods::{self, Associated, Method, Owner, Ty},
    names,
};

impl Walker<'_> {
    /// A function call.
    pub(super) fn call(&mut self, callee: &Callee, arguments: &[ExprId]) -> usize {
        match callee {
            Callee::Exchange(exchange) => self.exchange(*exchange, arguments),
            Callee::Primitive(owner, name) => self.associated(owner, name, arguments),
            Callee::Associated(path) if let Some((owner, name)) = of_vector(path) => {
                self.associated(&owner, &name, arguments)
            }
            Callee::Vector(name) => {
                let component = names::made_by(name).and_then(names::component);
                let number = self.classes.primitive(component.unwrap_or("f32"));
                for argument in arguments {
                    let class = self.expr(*argument, true);
                    self.classes.unify(number, class);
                }
                self.classes.with(Known::Other)
            }
            // C++ finds the parameters by the arguments.
            Callee::Joined(_, members) => {
                let classes: Vec<usize> = arguments.iter().map(|argument| self.argument(*argument, false)).collect();
                if let (Some(base), [own], [member]) = (classes.get(1), &classes[..1], &members[..]) {
                    let field = self.classes.field(*base, member);
                    self.classes.unify(field, *own);
                    return *base;
                }
                let mut fields: Vec<_> = members.iter().map(context::position).zip(classes).collect();
                fields.sort_unstable();
                self.classes.with(Known::Tuple(fields.into_iter().map(|(_, class)| class).collect()))
            }
            Callee::Struct(_) | Callee::Variant(_) => {
                for argument in arguments {
                    let class = self.argument(*argument, !self.body.shape(*argument).holds_reference());
                    self.meets_hidden(*argument, class);
                }
                self.classes.fresh()
            }
            Callee::Parameter(local) => {
                let function = self.body.local(*local).ty.as_ref().and_then(callables::of_type);
                for (argument, handed) in arguments.iter().zip(function.iter().flat_map(|function| &function.inputs)) {
                    let class = self.argument(*argument, false);
                    let declared = self.classes.declared(&handed.ty);
                    self.classes.unify(declared, class);
                }
                match function.map(|function| &function.output) {
                    Some(syn::ReturnType::Type(_, ty)) => self.classes.declared(ty),
                    _ => self.classes.with(Known::Other),
                }
            }
            // Both ends are of one type.
            Callee::Ranged(_) => {
                let class = self.classes.fresh();
                for argument in arguments {
                    let end = self.expr(*argument, false);
                    self.classes.unify(class, end);
                }
                self.classes.fresh()
            }
            Callee::Function(_)
            | Callee::Associated(_)
            | Callee::Measured(..)
            | Callee::Foreign(_)
            | Callee::Default
            | Callee::Pulled
            | Callee::Items
            | Callee::Converted(_) => {
                for argument in arguments {
                    // A generic function takes the type of what it is given.
                    let class = self.argument(*argument, !self.asks);
                    self.classes.close(class);
                }
                self.classes.fresh()
            }
        }
    }

    fn argument(&mut self, argument: ExprId, converts: bool) -> usize {
        let referent = match self.body.kind(argument) {
            ExprKind::Borrow { of, .. } => *of,
            _ => argument,
        };
        // C++ sees no type of an array of literals.
        let need = if is_aggregate(self.body, referent) { Need::Little } else { Need::No };
        self.value(argument, &Context::from(converts), need)
    }

    /// `f32::from_bits(bits)`, or `u32::pow(2, k)`: a method whose receiver is the first argument.
    fn associated(&mut self, owner: &str, name: &str, arguments: &[ExprId]) -> usize {
        let receiver =
            if names::is_primitive(owner) { self.classes.primitive(owner) } else { self.classes.with(Known::Other) };
        if (owner, name) == ("f64", "from")
            && let [argument] = arguments
        {
            self.cast(*argument, true, receiver);
            return receiver;
        }
        let (types, result, is_method) = match methods::associated(owner, name) {
            Some(Associated::Method(method)) => (method.arguments, method.result, true),
            Some(Associated::Function(function)) => (function.arguments, function.result, false),
            // rustc says that it is no function.
            _ => (&[][..], Ty::Unit, false),
        };
        for (index, argument) in arguments.iter().enumerate() {
            let is_receiver = is_method && index == 0;
            // C++ calls a member of it.
            let class = self.expr(*argument, !is_receiver);
            let ty =
                index.checked_sub(usize::from(is_method)).map_or(Some(Ty::Same), |index| types.get(index).copied());
            match ty.and_then(|ty| self.class_for(ty, owner, receiver)) {
                Some(expected) => self.classes.unify(expected, class),
                None => self.classes.close(class),
            }
        }
        self.class_of(result, receiver).unwrap_or_else(|| self.classes.fresh())
    }

    /// The class of what a function of a type takes, if the type says it.
    fn class_for(&mut self, ty: Ty, owner: &str, receiver: usize) -> Option<usize> {
        match (ty, names::component(owner)) {
            (Ty::Element, Some(component)) => Some(self.classes.primitive(component)),
            (Ty::Array(element), Some(_)) => {
                let element = self.class_for(*element, owner, receiver)?;
                Some(self.classes.with(Known::Array(element)))
            }
            _ => self.class_of(ty, receiver),
        }
    }

    /// The class of what a method takes or gives, if the receiver's says it.
    fn class_of(&mut self, ty: Ty, receiver: usize) -> Option<usize> {
        Some(match ty {
            Ty::Same => receiver,
            Ty::U32 => self.classes.primitive("u32"),
            Ty::I32 => self.classes.primitive("i32"),
            Ty::F32 => self.classes.primitive("f32"),
            Ty::Usize => self.classes.primitive("usize"),
            Ty::Bool => self.classes.primitive("bool"),
            Ty::Signed | Ty::Unsigned | Ty::Bits => {
                let number = self.classes.number(receiver)?;
                let width = number.trim_start_matches(char::is_alphabetic);
                let width = if width.is_empty() { "size" } else { width };
                self.classes.primitive(&format!("{}{width}", if ty == Ty::Signed { "i" } else { "u" }))
            }
            Ty::Bytes => {
                let element = self.classes.primitive("u8");
                self.classes.with(Known::Array(element))
            }
            Ty::Array(element) => {
                let element = self.class_of(*element, receiver)?;
                self.classes.with(Known::Array(element))
            }
            Ty::Option(value) => {
                let value = self.class_of(*value, receiver)?;
                self.classes.with(Known::Tuple(vec![value]))
            }
            Ty::Pair(first, second) => {
                let both = vec![self.class_of(*first, receiver)?, self.class_of(*second, receiver)?];
                self.classes.with(Known::Tuple(both))
            }
            _ => return None,
        })
    }

    /// `mem::swap(&mut a, &mut b)`, or `mem::replace(&mut place, value)`, which gives what was there.
    fn exchange(&mut self, exchange: Exchange, arguments: &[ExprId]) -> usize {
        let is_assigned = exchange == Exchange::Replace;
        if let (Exchange::Take, [place]) = (exchange, arguments) {
            return self.expr(*place, false);
        }
        let [place, value] = arguments else { return self.classes.fresh() };
        let place = self.expr(*place, false);
        let class = self.expr(*value, is_assigned);
        self.pin(*value, place);
        self.classes.unify(place, class);
        if is_assigned { place } else { self.classes.with(Known::Other) }
    }

    /// A method call.
    pub(super) fn method(&mut self, receiver: ExprId, name: &str, arguments: &[ExprId]) -> usize {
        // A literal before a method has a type of its own, or rustc does not know which method is meant.
        let is_literal = matches!(self.body.kind(unsigned(self.body, receiver)), ExprKind::Literal(_));
        let receiver = self.silently(is_literal, |walker| walker.expr(receiver, false));
        let row = methods::types_of(name, arguments.len());
        let of_floats = methods::of_floats(name).filter(|method| method.arguments.len() == arguments.len());
        let first = self.arguments(receiver, name, arguments);
        if row.is_some_and(|method| method.result == Ty::First)
            && let Some(class) = first
        {
            return class;
        }
        if let Some(Known::Tuple(values)) = self.classes.known(receiver)
            && let [value] = values[..]
            && let Some(method) = methods::of_options(name)
        {
            return self.option_method(method, receiver, value, first);
        }
        if matches!(self.classes.known(receiver), Some(Known::Outcome(..))) && methods::of_results(name).is_some() {
            return self.result_method(name, receiver, first);
        }
        if name == "fill"
            && let Some(argument) = first
        {
            let element = self.classes.element(receiver);
            self.classes.unify(element, argument);
        }
        if name == "len" && matches!(self.classes.known(receiver), Some(Known::Array(_))) {
            return self.classes.primitive("usize");
        }
        if let Some(row) = row.filter(|row| gives_number(row))
            && let Some(result) = self.class_of(row.result, receiver)
        {
            return result;
        }
        match of_floats.map(|method| method.result) {
            Some(Ty::Same) => self.as_wide(receiver),
            Some(Ty::Pair(Ty::Same, Ty::Same)) => {
                let both = vec![self.as_wide(receiver), self.as_wide(receiver)];
                self.classes.with(Known::Tuple(both))
            }
            _ => self.classes.fresh(),
        }
    }

    /// The arguments of a method; the class of the first.
    fn arguments(&mut self, receiver: usize, name: &str, arguments: &[ExprId]) -> Option<usize> {
        let row = methods::types_of(name, arguments.len());
        let of_floats = methods::of_floats(name).filter(|method| method.arguments.len() == arguments.len());
        let is_float = of_floats.is_some_and(keeps_width);
        // C++ deduces the type of what these move between threads from the argument.
        let is_moved = row.is_some_and(|method| method.result == Ty::First);
        // A method of the user's may be generic.
        let is_own = self.asks && !methods::has(name, arguments.len());
        let mut first = None;
        for (index, argument) in arguments.iter().enumerate() {
            // C++ makes no slice of an array of plain integers.
            let is_slice = row.is_some_and(|method| method.arguments[index] == Ty::Slice);
            let is_lent = self.asks
                && matches!(self.body.kind(*argument), ExprKind::Borrow { of, .. } if builds_aggregate(self.body, *of));
            // So it finds the error of a `Result`.
            let is_error = name == "ok_or";
            let class = self.expr(*argument, !(is_own || is_error || is_slice || is_lent || is_moved && index == 0));
            first = first.or(Some(class));
            if is_float {
                self.classes.unify_floats(receiver, class);
                self.pin(*argument, receiver);
            } else {
                self.classes.close(class);
            }
            match row.map(|method| method.arguments[index]) {
                Some(Ty::Same) if row.is_some_and(is_of_integers) && !self.mixes(receiver, class) => {
                    self.classes.unify(receiver, class);
                }
                Some(ty @ (Ty::U32 | Ty::Usize)) => {
                    if let Some(expected) = self.class_of(ty, receiver) {
                        self.classes.unify(class, expected);
                    }
                }
                _ => {}
            }
        }
        first
    }

    /// The class of what is as wide as a float, or a vector.
    fn as_wide(&mut self, receiver: usize) -> usize {
        if self.classes.is_float(receiver) { receiver } else { self.classes.fresh() }
    }

    /// What a method that is given functions makes of an `Option` or a `Result`.
    pub(super) fn renewed(&mut self, renewal: Renewal, of: ExprId, value: Option<ExprId>) -> usize {
        let of = self.expr(of, false);
        let value = value.map(|value| self.expr(value, false));
        match (renewal, self.classes.known(of), value) {
            (Renewal::Mapped, Some(Known::Outcome(_, error)), Some(value)) => {
                self.classes.with(Known::Outcome(value, error))
            }
            (Renewal::Mapped, _, Some(value)) => self.classes.with(Known::Tuple(vec![value])),
            (Renewal::Absent, Some(Known::Outcome(_, error)), _) => {
                let value = self.classes.fresh();
                self.classes.with(Known::Outcome(value, error))
            }
            (Renewal::Left | Renewal::Raised, ..) => {
                let value = self.classes.fresh();
                self.classes.with(Known::Outcome(value, of))
            }
            (Renewal::Succeeded | Renewal::Failed, ..) => {
                let error = value.unwrap_or_else(|| self.classes.fresh());
                let value = self.classes.value_in(of);
                self.classes.with(Known::Outcome(value, error))
            }
            _ => self.classes.fresh(),
        }
    }

    /// A method of a `Result`.
    fn result_method(&mut self, name: &str, result: usize, argument: Option<usize>) -> usize {
        let value = self.classes.outcome(result, true);
        match name {
            "unwrap" | "expect" | "unwrap_or_default" => value,
            "unwrap_or" => {
                argument.into_iter().for_each(|argument| self.classes.unify(value, argument));
                value
            }
            "unwrap_err" | "expect_err" => self.classes.outcome(result, false),
            "ok" => self.classes.with(Known::Tuple(vec![value])),
            "err" => {
                let error = self.classes.outcome(result, false);
                self.classes.with(Known::Tuple(vec![error]))
            }
            "as_ref" | "copied" | "cloned" => result,
            _ => self.classes.fresh(),
        }
    }

    /// A method of an `Option`.
    fn option_method(&mut self, method: &Method, option: usize, value: usize, argument: Option<usize>) -> usize {
        match method.name {
            "ok_or" => {
                let error = argument.unwrap_or_else(|| self.classes.fresh());
                return self.classes.with(Known::Outcome(value, error));
            }
            "zip" | "unzip" | "transpose" | "as_mut" => return self.classes.fresh(),
            _ => {}
        }
        if let (Some(argument), Some(ty)) = (argument, method.arguments.first()) {
            match ty {
                Ty::Element => self.classes.unify(value, argument),
                Ty::Same => self.classes.unify(option, argument),
                _ => {}
            }
        }
        match method.result {
            Ty::Element => value,
            Ty::First => argument.unwrap_or(option),
            result => self.class_of(result, option).unwrap_or_else(|| self.classes.fresh()),
        }
    }
}

/// The type of glam and the name of a function of it: `Vec3::splat`.
fn of_vector(path: &syn::Path) -> Option<(String, String)> {
    let mut segments = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (name, owner) = (segments.next()?, segments.next()?);
    methods::associated(&owner, &name).is_some().then_some((owner, name))
}

/// Whether what a method of floats takes and gives is as wide as its receiver. `powi` takes an integer, which ties nothing.
fn keeps_width(method: &Method) -> bool {
    method.result == Ty::Same && method.arguments.iter().all(|ty| *ty == Ty::Same)
}

/// Whether integers have a method: floats and vectors mix, where that is all that has it.
fn is_of_integers(method: &Method) -> bool {
    method.of.iter().any(|owner| Owner::INTEGERS.contains(owner))
}

/// Whether the type of what a method gives is known by its name alone: methods of the user's are seldom called so.
fn gives_number(method: &Method) -> bool {
    let has_name = |owner: &Owner| matches!(owner, Owner::Context | Owner::Range) || Owner::INTEGERS.contains(owner);
    method.of.iter().any(has_name) && matches!(method.result, Ty::Same | Ty::U32 | Ty::Option(_))
}
