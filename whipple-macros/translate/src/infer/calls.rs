//! What calls and methods say about the types of their arguments and results.

use super::{
    Need,
    classes::Known,
    context::builds_aggregate,
    literals::{is_aggregate, is_literal},
    macro_arguments,
    walk::Walker,
};
use crate::{
    exchange::Exchange,
    methods::{self, Associated, Method, Owner, Ty},
    names,
};
use syn::{Expr, Token, punctuated::Punctuated};

impl Walker {
    /// A function call.
    pub fn call(&mut self, call: &mut syn::ExprCall) -> usize {
        if associated(&call.func).is_some_and(|(owner, name)| owner == "f64" && name == "from")
            && let Some(argument) = call.args.first_mut()
        {
            let target = self.classes.primitive("f64");
            self.cast(argument, true, target);
            return target;
        }
        if let Some(exchange) = Exchange::of(call) {
            return self.exchange(exchange, &mut call.args);
        }
        let function = plain_function(&call.func);
        let is_constructor = is_constructor(&call.func);
        if let Some((owner, name)) = associated(&call.func)
            && let Some(found) = methods::associated(&owner, &name)
        {
            return self.associated(&owner, found, &mut call.args);
        }
        for (index, argument) in call.args.iter_mut().enumerate() {
            // C++ sees no type of an array of literals.
            self.soft = if is_aggregate(referent(argument)) { Need::Little } else { Need::No };
            let class = self.expr(argument, true);
            if is_constructor {
                self.field(argument, class);
            } else if function.is_none() {
                self.classes.close(class);
            }
            if let Some(path) = &function {
                let parameter = self.classes.with(Known::Signature(path.clone(), index + 1));
                let number = self.classes.innermost(class);
                self.classes.unify(number, parameter);
            }
        }
        if let Some(path) = function {
            return self.classes.with(Known::Signature(path, 0));
        }
        self.classes.fresh()
    }

    /// `f32::from_bits(bits)`, or `u32::pow(2, k)`: a method whose receiver is the first argument.
    fn associated(&mut self, owner: &str, found: Associated, arguments: &mut Punctuated<Expr, Token![,]>) -> usize {
        let receiver = self.classes.primitive(owner);
        let (types, result, is_method) = match found {
            Associated::Method(method) => (method.arguments, method.result, true),
            Associated::Function(function) => (function.arguments, function.result, false),
            // rustc says that it is no function.
            Associated::Constant(_) => (&[][..], Ty::Unit, false),
        };
        for (index, argument) in arguments.iter_mut().enumerate() {
            let is_receiver = is_method && index == 0;
            // C++ calls a member of it.
            let class = self.expr(argument, !is_receiver);
            let ty =
                index.checked_sub(usize::from(is_method)).map_or(Some(Ty::Same), |index| types.get(index).copied());
            match ty.and_then(|ty| self.class_of(ty, receiver)) {
                Some(expected) => self.classes.unify(expected, class),
                None => self.classes.close(class),
            }
        }
        self.class_of(result, receiver).unwrap_or_else(|| self.classes.fresh())
    }

    /// The class of what a method takes or gives, if the receiver's says it.
    fn class_of(&mut self, ty: Ty, receiver: usize) -> Option<usize> {
        Some(match ty {
            Ty::Same => receiver,
            Ty::U32 => self.classes.primitive("u32"),
            Ty::I32 => self.classes.primitive("i32"),
            Ty::Usize => self.classes.primitive("usize"),
            Ty::Bool => self.classes.primitive("bool"),
            Ty::Signed | Ty::Unsigned | Ty::Bits => {
                let number = self.classes.number(receiver)?;
                let width = number.trim_start_matches(char::is_alphabetic);
                let width = if width.is_empty() { "size" } else { width };
                self.classes.primitive(&format!("{}{width}", if ty == Ty::Signed { "i" } else { "u" }))
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
    fn exchange(&mut self, exchange: Exchange, arguments: &mut Punctuated<Expr, Token![,]>) -> usize {
        let is_assigned = exchange == Exchange::Replace;
        let mut arguments = arguments.iter_mut();
        let place = arguments.next().map(|place| self.expr(place, false));
        if let (Some(place), Some(value)) = (place, arguments.next()) {
            let class = self.expr(value, is_assigned);
            self.pin(value, place);
            self.classes.unify(place, class);
        }
        place.filter(|_| is_assigned).unwrap_or_else(|| self.classes.with(Known::Other))
    }

    /// A method call.
    pub fn method(&mut self, call: &mut syn::ExprMethodCall) -> usize {
        let name = call.method.to_string();
        let receiver = self.expr(&mut call.receiver, false);
        let row = methods::types_of(&name, call.args.len());
        let of_floats = methods::of_floats(&name).filter(|method| method.arguments.len() == call.args.len());
        let is_float = of_floats.is_some_and(keeps_width);
        // C++ deduces the type of what these move between threads from the argument.
        let is_moved = row.is_some_and(|method| method.result == Ty::First);
        let mut first = None;
        for (index, argument) in call.args.iter_mut().enumerate() {
            let class = self.expr(argument, !(is_moved && index == 0));
            first = first.or(Some(class));
            if is_float {
                self.classes.tie(receiver, class);
                self.pin(argument, receiver);
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
        if is_moved && let Some(class) = first {
            return class;
        }
        if let Some(Known::Tuple(values)) = self.classes.known(receiver)
            && let [value] = values[..]
            && let Some(method) = methods::of_options(&name)
        {
            return self.option_method(method, receiver, value, first);
        }
        if name == "fill"
            && let Some(argument) = first
        {
            let element = self.array_element(receiver);
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

    /// A class of what is as wide as a float, or a vector, of another.
    fn as_wide(&mut self, receiver: usize) -> usize {
        let result = self.classes.open();
        self.classes.tie(receiver, result);
        result
    }

    /// A method of an `Option`.
    fn option_method(&mut self, method: &Method, option: usize, value: usize, argument: Option<usize>) -> usize {
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

    /// The arguments of `assert!` and its relatives.
    pub fn macro_call(&mut self, call: &mut syn::Macro) {
        let Some(mut arguments) = macro_arguments(call) else { return };
        let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let compares = name.ends_with("_eq") || name.ends_with("_ne");
        let all_literal = arguments.iter().take(2).all(is_literal);
        let mut classes = Vec::new();
        if compares && arguments.iter().take(2).any(builds_aggregate) {
            let mut sides = arguments.iter_mut();
            if let (Some(left), Some(right)) = (sides.next(), sides.next()) {
                let (left, right) = self.compared(left, right);
                self.classes.unify(left, right);
            }
            call.tokens = quote::quote!(#arguments);
            return;
        }
        for (index, argument) in arguments.iter_mut().enumerate() {
            classes.push(self.expr(argument, compares && !(index == 0 && all_literal)));
        }
        if compares && classes.len() >= 2 {
            for (argument, beside) in arguments.iter_mut().zip([classes[1], classes[0]]) {
                self.pin(argument, beside);
            }
            self.classes.unify(classes[0], classes[1]);
        }
        call.tokens = quote::quote!(#arguments);
    }

    /// The class of a path that is not a variable.
    pub fn path_class(&mut self, path: &syn::ExprPath) -> usize {
        let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match segments.as_slice() {
            [.., owner, name] if names::is_primitive(owner) => match methods::associated(owner, name) {
                Some(Associated::Constant(constant)) if constant.ty == Ty::U32 => self.classes.primitive("u32"),
                _ => self.classes.primitive(owner),
            },
            [.., owner, module, _] if owner == "f64" && module == "consts" => self.classes.primitive(owner),
            _ => self.classes.fresh(),
        }
    }
}

/// The primitive type and the name of a function of it: `f64::sqrt`.
fn associated(function: &Expr) -> Option<(String, String)> {
    let Expr::Path(function) = function else { return None };
    let mut segments = function.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (name, owner) = (segments.next()?, segments.next()?);
    names::is_primitive(&owner).then_some((owner, name))
}

/// Whether this is the name of a struct, as a function of its fields.
fn is_constructor(function: &Expr) -> bool {
    let Expr::Path(function) = function else { return false };
    function.path.segments.last().is_some_and(|segment| names::is_type_name(&segment.ident.to_string()))
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

/// The path of a function whose signature rustc can be asked for: a free one, without generic arguments.
fn plain_function(function: &Expr) -> Option<syn::Path> {
    let Expr::Path(function) = function else { return None };
    let last = function.path.segments.last()?;
    let owner = function.path.segments.iter().rev().nth(1);
    let is_free = owner.is_none_or(|owner| !names::is_type_name(&owner.ident.to_string()));
    let name = last.ident.to_string();
    let is_plain = function.qself.is_none() && last.arguments.is_none() && !names::is_type_name(&name);
    (is_free && is_plain && !matches!(name.as_str(), "vec2" | "vec3" | "vec4")).then(|| function.path.clone())
}

/// What a reference refers to.
fn referent(mut expr: &Expr) -> &Expr {
    loop {
        expr = match expr {
            Expr::Reference(reference) => &reference.expr,
            Expr::Paren(inner) => &inner.expr,
            Expr::Group(inner) => &inner.expr,
            other => return other,
        };
    }
}
