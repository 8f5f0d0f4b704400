//! What calls and methods say about the types of their arguments and results.

use super::{
    Need,
    classes::Known,
    context::builds_aggregate,
    literals::{is_aggregate, is_literal},
    macro_arguments,
    walk::Walker,
};
use crate::{exchange::Exchange, names};
use syn::{Expr, Token, punctuated::Punctuated};

/// Methods whose result and arguments have the type of their receiver.
const SAME_TYPE: &[&str] = &[
    "min",
    "max",
    "clamp",
    "abs",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "saturating_add",
    "saturating_sub",
    "saturating_mul",
    "rem_euclid",
    "div_euclid",
    "signum",
    "div_ceil",
    "clone",
];

/// Methods whose result has the type of their receiver and whose argument is an u32.
const SAME_RESULT: &[&str] = &[
    "pow",
    "wrapping_pow",
    "wrapping_shl",
    "wrapping_shr",
    "rotate_left",
    "rotate_right",
    "wrapping_neg",
    "wrapping_abs",
    "swap_bytes",
    "reverse_bits",
    "next_power_of_two",
];

/// Methods whose result is an u32.
const COUNTS: &[&str] = &[
    "count_ones",
    "count_zeros",
    "leading_zeros",
    "leading_ones",
    "trailing_zeros",
    "trailing_ones",
    "ilog2",
    "thread",
    "threads",
    "ballot",
];

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
        let owner = float_function(&call.func).map(|owner| self.classes.primitive(&owner));
        let integer = integer_function(&call.func).map(|owner| self.classes.primitive(&owner));
        for (index, argument) in call.args.iter_mut().enumerate() {
            let receiver = integer.filter(|_| index == 0);
            // C++ calls no method of a literal, and sees no type of an array of them.
            self.soft = if receiver.is_some() || is_aggregate(referent(argument)) { Need::Little } else { Need::No };
            let class = self.expr(argument, true);
            if let Some(integer) = receiver {
                self.classes.unify(class, integer);
            }
            if let Some(owner) = owner {
                self.classes.tie(owner, class);
            }
            if is_constructor {
                self.field(argument, class);
            } else if owner.is_none() && function.is_none() {
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
        let Expr::Path(path) = &*call.func else { return self.classes.fresh() };
        let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match segments.as_slice() {
            [.., owner, name] if names::is_primitive(owner) && name == "from" => self.classes.primitive(owner),
            [.., owner, name] if names::is_primitive(owner) && SAME_TYPE.contains(&name.as_str()) => {
                self.classes.primitive(owner)
            }
            _ => {
                let result = self.classes.fresh();
                if let Some(owner) = owner {
                    self.classes.tie(owner, result);
                }
                result
            }
        }
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
        let is_indexed = match name.as_str() {
            "get" => call.args.len() == 1,
            "set" | "exchange" | "swap" => call.args.len() >= 2,
            "compare_exchange" => call.args.len() >= 3,
            _ => name.starts_with("fetch_") && call.args.len() >= 2,
        };
        let is_float = keeps_width(&name);
        let (mut moved, mut first) = (None, None);
        for (index, argument) in call.args.iter_mut().enumerate() {
            // C++ deduces the type of what these move between threads from the argument.
            let deduced = index == 0 && (name.starts_with("shuffle") || name.starts_with("reduce_"));
            let argument_class = self.expr(argument, !deduced);
            first = first.or(Some(argument_class));
            if is_float {
                self.classes.tie(receiver, argument_class);
                self.pin(argument, receiver);
            } else {
                self.classes.close(argument_class);
            }
            let argument = argument_class;
            if deduced {
                moved = Some(argument);
            } else if let Some(integer) = parameter(&name, index, is_indexed) {
                let class = self.classes.primitive(integer);
                self.classes.unify(argument, class);
            } else if (SAME_TYPE.contains(&name.as_str()) || name.starts_with("checked_"))
                && !self.mixes(receiver, argument)
            {
                self.classes.unify(receiver, argument);
            }
        }
        if SAME_TYPE.contains(&name.as_str())
            || SAME_RESULT.contains(&name.as_str())
            || matches!(name.as_str(), "rev" | "step_by")
        {
            return receiver;
        }
        if let Some(class) = moved {
            return class;
        }
        if name.starts_with("checked_") {
            return self.classes.with(Known::Tuple(vec![receiver]));
        }
        if let Some(Known::Tuple(values)) = self.classes.known(receiver)
            && let [value] = values[..]
        {
            return self.option_method(&name, receiver, value, first);
        }
        if COUNTS.contains(&name.as_str()) {
            return self.classes.primitive("u32");
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
        if is_float || matches!(name.as_str(), "powi" | "sin_cos") {
            let mut result = || {
                let result = self.classes.open();
                self.classes.tie(receiver, result);
                result
            };
            if name != "sin_cos" {
                return result();
            }
            let both = vec![result(), result()];
            return self.classes.with(Known::Tuple(both));
        }
        self.classes.fresh()
    }

    /// A method of an `Option`.
    fn option_method(&mut self, name: &str, option: usize, value: usize, argument: Option<usize>) -> usize {
        match (name, argument) {
            ("unwrap_or", Some(argument)) => self.classes.unify(value, argument),
            ("replace", Some(argument)) => self.classes.unify(value, argument),
            ("or" | "xor", Some(argument)) => self.classes.unify(option, argument),
            _ => {}
        }
        match name {
            "unwrap" | "expect" | "unwrap_or" => value,
            "or" | "xor" | "take" | "replace" => option,
            "and" => argument.unwrap_or(option),
            "is_some" | "is_none" => self.classes.primitive("bool"),
            _ => self.classes.fresh(),
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
            [.., owner, name] if names::is_primitive(owner) && name == "BITS" => self.classes.primitive("u32"),
            [.., owner, _] if names::is_primitive(owner) => self.classes.primitive(owner),
            [.., owner, module, _] if owner == "f64" && module == "consts" => self.classes.primitive(owner),
            _ => self.classes.fresh(),
        }
    }
}

/// The float type whose function this is, if what it takes and gives is as wide.
fn float_function(function: &Expr) -> Option<String> {
    let (owner, name) = associated(function)?;
    (matches!(owner.as_str(), "f32" | "f64") && keeps_width(&name)).then_some(owner)
}

/// The integer type whose method this is, as a function: `u32::pow`.
fn integer_function(function: &Expr) -> Option<String> {
    let (owner, name) = associated(function)?;
    (names::is_integer(&owner) && names::is_pure_method(&name)).then_some(owner)
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

/// The integer type that a method of the library takes in a place.
fn parameter(method: &str, index: usize, is_indexed: bool) -> Option<&'static str> {
    match (method, index) {
        (_, 0) if is_indexed => Some("u32"),
        ("shuffle" | "shuffle_xor" | "shuffle_up" | "shuffle_down", 1) => Some("u32"),
        ("pow" | "wrapping_pow" | "saturating_pow", 0) => Some("u32"),
        ("wrapping_shl" | "wrapping_shr" | "rotate_left" | "rotate_right", 0) => Some("u32"),
        ("step_by", 0) => Some("usize"),
        _ => None,
    }
}

/// Whether what a method of floats takes and gives is as wide as its receiver. `powi` takes an integer, which ties nothing.
fn keeps_width(name: &str) -> bool {
    names::is_float_method(name) && !name.starts_with("is_") && !matches!(name, "powi" | "sin_cos" | "to_bits")
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
