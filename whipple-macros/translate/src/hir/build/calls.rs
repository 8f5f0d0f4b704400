//! Calls.

use super::{Builder, spans};
use crate::{
    context::{self, Role, is_of_ordering, is_of_std, is_reverse, may_construct, of_numbers},
    conversion::Conversion,
    exchange::{Exchange, names_within_mem},
    fork::{self, Forked},
    hir::{Callee, ExprId, ExprKind, Foreign, Origin},
    methods::{self, Effect, Meant},
    names,
};
use quote::ToTokens;
use syn::{Expr, Ident, Lit, Member};

const RECURSION: &str = "recursion is not possible in device code; write a loop, or `ctx.spawn` a task";
/// Functions of one name for several types are not told apart.
const RECURSION_IN_AN_IMPL: &str = "recursion is not possible in device code; write a loop, or `ctx.spawn` a task; \
     if this calls the function of another impl, move what they share into a function of another name";

const REVERSED: &str = "`Reverse` has values in device code: copy what these references are to";

/// What a call makes or calls.
pub enum Made {
    /// `Some`.
    Some,
    /// `Ok`, or else `Err`, by this path.
    Outcome(bool, syn::Path),
    /// What a function gives.
    Called(Callee),
}

impl Made {
    /// With these arguments.
    pub fn with(self, arguments: Vec<ExprId>) -> ExprKind {
        match self {
            Self::Some => arguments.first().map_or(ExprKind::Error, |value| ExprKind::Some(*value)),
            Self::Outcome(is_ok, path) => match arguments.first() {
                Some(value) => ExprKind::Outcome { is_ok, path, value: *value },
                None => ExprKind::Error,
            },
            Self::Called(callee) => ExprKind::Call(callee, arguments),
        }
    }
}

impl Builder<'_, '_, '_> {
    /// A call of a function or of a constructor.
    pub fn call(&mut self, whole: &Expr, call: &syn::ExprCall) -> ExprId {
        let variable = match &*call.func {
            Expr::Path(path) => path.path.get_ident().and_then(|name| self.find(name)),
            Expr::Paren(closure) => match super::exprs::strip(&closure.expr) {
                Expr::Closure(closure) => return self.call_of_closure(whole, call, closure),
                // What a reference to a function refers to.
                Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => match &**expr {
                    Expr::Path(path) => path.path.get_ident().and_then(|name| self.find(name)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        if let Some(local) = variable {
            if self.is_callable(local) {
                let arguments = call.args.iter().map(|argument| self.expr(argument)).collect();
                return self.add(ExprKind::Call(Callee::Parameter(local), arguments), whole);
            }
            if self.is_closure(local) {
                return self.call_of_variable(whole, call, local);
            }
            // The closure itself has been refused.
            if let Origin::Whole(value) = self.body.local(local).origin
                && matches!(self.body.kind(value), ExprKind::Error)
            {
                return self.add(ExprKind::Error, whole);
            }
            let hint = "a variable can only be called in device code where it is a closure: `let f = |x| …;`; call a `#[device]` function by its name";
            return self.refuse(&call.func, hint);
        }
        if let Some(array) = self.array_from_function(whole, call) {
            return array;
        }
        if let Some(chosen) = self.least_or_greatest(whole, call) {
            return chosen;
        }
        match self.constructed_or_called(call) {
            Ok(called) => {
                let takes = matches!(&called, Made::Called(Callee::Function(_) | Callee::Associated(_)));
                let one = |argument| if takes { self.argument(argument) } else { self.expr(argument) };
                let arguments: Vec<ExprId> = call.args.iter().map(one).collect();
                if let (Made::Called(Callee::Joined(path, _)), [of]) = (&called, &arguments[..])
                    && is_reverse(path)
                    && self.body.shape(*of).pointee().holds_reference()
                {
                    return self.refuse(whole, REVERSED);
                }
                let made = self.add(called.with(arguments), whole);
                self.see_outcome(self.numbering.value(&call.func), made);
                made
            }
            Err(message) if message.is_empty() => self.add(ExprKind::Error, whole),
            Err(message) => self.refuse(&call.func, &message),
        }
    }

    /// `std::cmp::min(a, b)` or `max` of numbers: what the method gives.
    fn least_or_greatest(&mut self, whole: &Expr, call: &syn::ExprCall) -> Option<ExprId> {
        let name = of_numbers(call)?;
        let [mut receiver, mut argument] = [0, 1].map(|position| self.expr(&call.args[position]));
        let name = Ident::new(&name, spans::first(&call.func));
        let [is_unclear, other] = [1, 0].map(|position| is_literal(&call.args[position]));
        if other {
            // The other one says its type.
            std::mem::swap(&mut receiver, &mut argument);
        }
        let is_unclear = is_unclear && other;
        if is_unclear || [receiver, argument].iter().any(|id| self.body.shape(*id).holds_reference()) {
            return Some(self.refuse(whole, &format!("write the method in device code: `a.{name}(b)`")));
        }
        Some(self.add(ExprKind::Method { receiver, name, turbofish: None, arguments: vec![argument] }, whole))
    }

    /// Remembers which `Ok` or `Err` of the text made a value, if one did.
    pub fn see_outcome(&mut self, number: Option<usize>, made: ExprId) {
        if let ExprKind::Outcome { .. } = self.body.kind(made) {
            self.see_value(number, made);
        }
    }

    /// What a call makes or calls, or why it is refused: with an empty reason where rustc does.
    pub fn constructed_or_called(&mut self, call: &syn::ExprCall) -> Result<Made, String> {
        let of_trait;
        let function = match &*call.func {
            Expr::Path(path) if path.qself.is_none() => &path.path,
            Expr::Path(path) => match context::by_trait(path) {
                Some((by, named)) => {
                    self.translator.require_by_trait(&by, &named);
                    of_trait = named;
                    &of_trait
                }
                None => return foreign(path, false).map(Made::Called).ok_or_else(|| by_trait(path)),
            },
            _ => return Err("only functions can be called in device code; call one by its name".to_owned()),
        };
        let Some(last) = function.segments.last() else { return Err(String::new()) };
        let name = last.ident.to_string();
        let of_std = is_of_std(function);
        if name == "Some" && of_std {
            return Ok(Made::Some);
        }
        if matches!(name.as_str(), "Ok" | "Err") && of_std {
            return Ok(Made::Outcome(name == "Ok", function.clone()));
        }
        self.callee(call, function, &name).map(Made::Called)
    }

    /// What a path names as a function, or why it is refused.
    fn callee(&mut self, call: &syn::ExprCall, function: &syn::Path, name: &str) -> Result<Callee, String> {
        if names::made_by(name).is_some() {
            return Ok(Callee::Vector(name.to_owned()));
        }
        let owner = function.segments.iter().rev().nth(1).map(|owner| owner.ident.to_string()).unwrap_or_default();
        if let Some((_, instead)) = methods::COLLECTIONS.iter().find(|(name, _)| *name == owner) {
            return Err(format!("`{owner}` does not exist in device code; {instead}"));
        }
        if let Some(owner) = super::places::default_of_trait(call) {
            self.translator.require_default(owner);
            return Ok(Callee::Default);
        }
        if let Some(conversion) = Conversion::of_function(call) {
            return Ok(Callee::Converted(conversion));
        }
        if let Some((function, ty)) = measured(call) {
            return Ok(Callee::Measured(function.clone(), Box::new(ty.clone())));
        }
        if let Some(exchange) = Exchange::of(call) {
            self.translator.require_exchange(exchange, function);
            return Ok(Callee::Exchange(exchange));
        }
        if let Some(message) = self.of_library_or_trait(function, &owner, name, call.args.len()) {
            return Err(message);
        }
        if self.translator.is_own_name(function) {
            let of_impl = self.translator.input.role != Role::Function;
            return Err(if of_impl { RECURSION_IN_AN_IMPL } else { RECURSION }.to_owned());
        }
        if let Some(variant) = self.translator.variant_of(function) {
            self.translator.require_variant(&variant);
            return Ok(Callee::Variant(function.clone()));
        }
        if function.segments.len() == 2 && owner == "char" {
            return Ok(Callee::Primitive(owner, name.to_owned()));
        }
        if function.segments.len() > 1 && names::is_type_name(&owner) {
            if names::is_primitive(&owner) {
                return Ok(Callee::Primitive(owner, name.to_owned()));
            }
            self.translator.require_member(function);
            return Ok(Callee::Associated(function.clone()));
        }
        if names::is_type_name(name) {
            let members: Vec<Member> = (0..call.args.len()).map(Member::from).collect();
            if may_construct(function, members.iter()) {
                return Ok(Callee::Joined(function.clone(), members));
            }
            return Ok(Callee::Struct(function.clone()));
        }
        Ok(Callee::Function(function.clone()))
    }

    /// What is said of functions of std, and of traits that do not say of which type.
    fn of_library_or_trait(&self, function: &syn::Path, owner: &str, name: &str, arguments: usize) -> Option<String> {
        let root = function.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let is_primitive = function.segments.len() > 1 && names::is_primitive(owner);
        let is_there = is_primitive || is_of_ordering(function) || is_reverse(function) && owner == "cmp";
        if matches!(root.as_str(), "std" | "core" | "alloc") && !is_there {
            return Some(match (name, arguments) {
                ("size_of_val" | "align_of_val", _) => {
                    let of_type = name.trim_end_matches("_val");
                    format!("`{name}` does not exist in device code; write the type: `{of_type}::<u32>()`")
                }
                _ if names_within_mem(function).is_some() => {
                    "of `std::mem` device code has `swap`, `replace` and `take`; write `std::mem::replace(&mut place, value)`"
                        .to_owned()
                }
                ("min" | "max", 2) => {
                    format!("the standard library does not exist in device code; write the method: `a.{name}(b)`")
                }
                _ => "the standard library does not exist in device code; write a `#[device]` function".to_owned(),
            });
        }
        let of_trait = [("Default", "default"), ("From", "from"), ("Into", "into"), ("Clone", "clone")];
        if of_trait.contains(&(owner, name)) || crate::context::operator_of(owner, name) {
            let instead = if arguments > 1 { "use the operator" } else { "write `Type::name`" };
            return Some(format!("`{owner}::{name}` does not say of which type; {instead}"));
        }
        if let ("Ord", "cmp") | ("PartialOrd", "partial_cmp") = (owner, name) {
            return Some(format!("`{owner}::{name}` does not say of which type; write the method: `a.{name}(b)`"));
        }
        let of_library = match owner {
            "Context" => methods::of_context(name).is_some(),
            "Buffer" | "ReadOnly" | "Shared" | "SharedArray" => methods::of_memory(name) != Effect::None,
            "Option" => methods::of_options(name).is_some(),
            "Result" => methods::of_results(name).is_some(),
            _ => false,
        };
        if of_library {
            return Some(format!("in device code this is called as a method; write `x.{name}(…)`"));
        }
        if name == "default" { default_of(owner) } else { None }
    }

    /// Whether a call by the name of a method that is refused means that, and no method of the user's own.
    fn is_meant(&self, meant: Meant, call: &syn::ExprMethodCall) -> bool {
        let is_function = |argument: &Expr| match argument {
            Expr::Closure(_) => true,
            Expr::Path(path) => path
                .path
                .get_ident()
                .is_none_or(|name| self.find(name).is_none() && name.to_string().contains(char::is_lowercase)),
            _ => false,
        };
        let fits = match meant {
            Meant::Always => true,
            Meant::Alone => call.args.is_empty(),
            Meant::WithFunction => call.args.iter().any(is_function),
            Meant::Unclaimed => false,
        };
        fits && !crate::context::Translator::is_self(&call.receiver)
    }

    /// `x.method(arguments)`
    pub fn method_call(&mut self, whole: &Expr, call: &syn::ExprMethodCall) -> ExprId {
        let name = call.method.to_string();
        if let Some(given) = self
            .consumed(whole, call)
            .or_else(|| self.with_functions(whole, call))
            .or_else(|| self.sorted(whole, call))
            .or_else(|| self.searched(whole, call))
            .or_else(|| self.of_elements(whole, call))
            .or_else(|| self.of_held(whole, call))
        {
            return given;
        }
        let on_self = crate::context::Translator::is_self(&call.receiver);
        if let Some(fork) = Forked::of(call) {
            return self.fork(whole, &fork);
        }
        if let Some(conversion) = Conversion::of_method(call) {
            let receiver = self.expr(&call.receiver);
            let receiver = self.array_behind(receiver);
            return self.add(ExprKind::Call(Callee::Converted(conversion), vec![receiver]), whole);
        }
        if let Some(refused) = methods::refused(&name).find(|refused| self.is_meant(refused.meant, call)) {
            return self.refuse(whole, refused.instead);
        }
        if on_self
            && self.translator.input.role != Role::Function
            && names::unraw(&call.method) == names::unraw(&self.translator.input.signature.ident)
        {
            return self.refuse(whole, RECURSION_IN_AN_IMPL);
        }
        let receiver = self.expr(&call.receiver);
        let receiver = self.array_behind(receiver);
        if name == "then" && call.turbofish.is_some() && matches!(self.body.kind(receiver), ExprKind::Error) {
            // That of a fork that was refused.
            return self.add(ExprKind::Error, whole);
        }
        if name == "fork" && self.body.is_context(receiver) {
            return self.refuse(whole, fork::HOW);
        }
        let hint = if self.body.is_context(receiver) {
            fork::of_context(&name)
        } else if name == "fork" && self.body.is_join(receiver) {
            Some(if self.body.is_sum(receiver) { fork::OF_SUM } else { fork::OF_JOIN })
        } else {
            None
        };
        if let Some(hint) = hint {
            let names_one = call.turbofish.as_ref().is_some_and(|turbofish| turbofish.args.len() == 1);
            if !names_one {
                self.translator.refused.unnamed |= fork::gives_nothing(&call.method);
                return self.refuse(whole, hint);
            }
        }
        let ends =
            matches!(name.as_str(), "join" | "finish_with" | "finish_with_sum") && self.body.is_context(receiver);
        if ends && self.translator.input.role != Role::Execute {
            let message = format!("only `execute` has `{name}`; return what it needs from this function");
            return self.refuse(whole, &message);
        }
        let said = self.translator.errors.count();
        let arguments: Vec<ExprId> = match (name.as_str(), call.args.first()) {
            ("expect" | "expect_err", Some(Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. })))
                if call.args.len() == 1 =>
            {
                vec![self.add(ExprKind::Text(text.value()), whole)]
            }
            _ => call.args.iter().map(|argument| self.argument(argument)).collect(),
        };
        if matches!(self.body.kind(receiver), ExprKind::Error) {
            // What it is called on has been refused: that is enough.
            self.translator.errors.forget_from(said);
        }
        let (name, turbofish) = (call.method.clone(), call.turbofish.clone());
        self.add(ExprKind::Method { receiver, name, turbofish, arguments }, whole)
    }
}

impl Builder<'_, '_, '_> {
    /// A fork is one method of the context, with the tasks and the continuation, the items and the state.
    fn fork(&mut self, whole: &Expr, forked: &Forked<'_>) -> ExprId {
        let receiver = self.expr(forked.receiver);
        let Some(turbofish) = forked.types() else { return self.refuse(whole, fork::HOW) };
        if self.translator.input.role != Role::Execute {
            return self.refuse(whole, "only `execute` forks; return what it needs from this function");
        }
        let arguments = [&forked.fork.args[0], &forked.then.args[0]].map(|argument| self.expr(argument)).to_vec();
        let name = forked.fork.method.clone();
        self.add(ExprKind::Method { receiver, name, turbofish: Some(turbofish), arguments }, whole)
    }
}

/// What `<Type as Trait>::name` names of a type of the library, if that may have a trait of the user's.
pub fn foreign(path: &syn::ExprPath, is_constant: bool) -> Option<Callee> {
    let (of_trait, ty, name) = context::foreign(path)?;
    Some(Callee::Foreign(Box::new(Foreign { of_trait, ty, name, is_constant })))
}

/// What is said of a path that begins with `<`.
pub fn by_trait(path: &syn::ExprPath) -> String {
    let last = path.path.segments.last().map_or_else(String::new, |last| last.ident.to_string());
    match &path.qself {
        Some(of) if of.position == 0 => {
            let ty = of.ty.to_token_stream().to_string().replace(' ', "");
            // Arguments stand behind `::` there.
            let instead = ty.replacen('<', "::<", 1);
            format!("`<{ty}>::{last}` does not exist in device code; write `{instead}::{last}`")
        }
        Some(of) if of_trait_of_users(path) => {
            let ty = of.ty.to_token_stream().to_string().replace(' ', "");
            format!(
                "by a trait, device code names what types of your own have, and type parameters, without arguments: write a method for `{ty}`, or a `#[device] fn`"
            )
        }
        _ => format!("`<T as Trait>::{last}` does not exist in device code; write `Type::{last}`"),
    }
}

/// Whether a path is by a trait that is none of std's, as far as its name tells.
fn of_trait_of_users(path: &syn::ExprPath) -> bool {
    let of_trait = path.path.segments.iter().rev().nth(1);
    of_trait.is_some_and(|of| !context::is_trait_of_std(&of.ident))
}

/// What is said of `Default::default()` as one of glam's types.
pub fn default_of_vector(ty: &syn::Path) -> Option<String> {
    default_of(&ty.segments.last()?.ident.to_string())
}

fn default_of(owner: &str) -> Option<String> {
    let constant = match owner {
        "Quat" | "Mat3" | "Mat4" => "IDENTITY",
        _ if names::component(owner) == Some("bool") => "FALSE",
        _ => "ZERO",
    };
    let message = || format!("`{owner}::default` does not exist in device code; write `{owner}::{constant}`");
    names::is_vector(owner).then(message)
}

/// Whether an expression has nothing but literals, and is of any type of numbers.
fn is_literal(expr: &Expr) -> bool {
    match super::exprs::strip(expr) {
        Expr::Lit(literal) => matches!(&literal.lit, Lit::Int(number) if number.suffix().is_empty()),
        Expr::Unary(unary) => is_literal(&unary.expr),
        Expr::Binary(binary) => is_literal(&binary.left) && is_literal(&binary.right),
        _ => false,
    }
}

/// `size_of::<T>()` or `align_of::<T>()`: the path, and the type.
fn measured(call: &syn::ExprCall) -> Option<(&syn::Path, &syn::Type)> {
    let Expr::Path(syn::ExprPath { qself: None, path, .. }) = &*call.func else { return None };
    let last = path.segments.last()?;
    let is_meant = path.segments.len() == 1 || names_within_mem(path).is_some_and(|names| names.len() == 1);
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.iter().collect::<Vec<_>>()[..] {
        [syn::GenericArgument::Type(ty)]
            if is_meant && call.args.is_empty() && (last.ident == "size_of" || last.ident == "align_of") =>
        {
            Some((path, ty))
        }
        _ => None,
    }
}
