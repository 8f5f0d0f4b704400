//! Forks and `finish` of a body that no types could make right: each is told once, and taken out of the body. rustc would say of its types
//! what follows from that.

use crate::{
    errors::Errors,
    fork::{self, bare},
};
use quote::{ToTokens, quote};
use syn::{
    Expr, ExprMethodCall, FnArg, GenericArgument, Ident, ImplItemFn, Pat, Type, parse_quote,
    visit_mut::{self, VisitMut},
};

/// Takes them out of the body of a procedure, which has an output or none. Gives the procedures that they name: their tasks would run.
pub fn refuse(function: &mut ImplItemFn, name: &str, has_output: bool, errors: &mut Errors) -> Vec<Type> {
    let Some(FnArg::Typed(parameter)) = function.sig.inputs.get(1) else { return Vec::new() };
    let Pat::Ident(context) = &*parameter.pat else { return Vec::new() };
    let context = context.ident.clone();
    let mut refusing = Refusing {
        context,
        name,
        has_output,
        errors,
        is_kept: false,
        finishes: false,
        is_joined: false,
        named: Vec::new(),
    };
    refusing.visit_block_mut(&mut function.block);
    refusing.named
}

struct Refusing<'a> {
    /// The context's name.
    context: Ident,
    /// The procedure's name.
    name: &'a str,
    has_output: bool,
    errors: &'a mut Errors,
    /// Whether there is a fork without `then` behind it: a `then` elsewhere is meant for it.
    is_kept: bool,
    /// Whether a `finish` was refused.
    finishes: bool,
    /// Whether a join was refused: a `fork` elsewhere is meant for it.
    is_joined: bool,
    /// The procedures of what was refused.
    named: Vec<Type>,
}

impl VisitMut for Refusing<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::MethodCall(call) = expr {
            match self.refused(call) {
                Found::Refused(parts) => *expr = without(parts),
                Found::Fork => return self.visit_parts(call),
                Found::Other => {}
            }
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// What a call is.
enum Found {
    /// It is refused. These are its parts.
    Refused(Vec<Expr>),
    /// A fork that is right as far as its form shows, with its `then`.
    Fork,
    /// Anything else.
    Other,
}

impl Refusing<'_> {
    /// Visits the arguments of a fork and of its `then`.
    fn visit_parts(&mut self, then: &mut ExprMethodCall) {
        let mut receiver = &mut *then.receiver;
        while let Expr::Paren(syn::ExprParen { expr, .. }) | Expr::Group(syn::ExprGroup { expr, .. }) = receiver {
            receiver = expr;
        }
        if let Expr::MethodCall(fork) = receiver {
            fork.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
        }
        then.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
    }

    fn refused(&mut self, call: &ExprMethodCall) -> Found {
        let gives = ["finish", "finish_with", "finish_with_sum", "join"].into_iter().find(|name| call.method == name);
        if let Some(name) = gives.filter(|_| self.is_context(&call.receiver) && !self.has_output) {
            if !std::mem::replace(&mut self.finishes, true) {
                let instead = match name {
                    "finish" => ", or leave `finish` out",
                    "finish_with" => ", or `ctx.spawn` the task",
                    "finish_with_sum" => "",
                    _ => "; `type Output = ();` where there is nothing to give",
                };
                let message = format!(
                    "`{}` has no output that `{name}` could give: write `type Output = …;` beside `type Item`{instead}",
                    self.name
                );
                self.errors.push(&call.method, message);
            }
            self.is_joined |= matches!(name, "join" | "finish_with_sum");
            self.named.extend(one_type(call).cloned());
            return Found::Refused(parts(call));
        }
        if call.method == "fork" && self.is_joined && !self.is_context(&call.receiver) && call.turbofish.is_some() {
            self.named.extend(one_type(call).cloned());
            return Found::Refused(parts(call));
        }
        if call.method == "then" {
            if let Expr::MethodCall(fork) = bare(&call.receiver)
                && self.is_fork(fork)
            {
                return self.refused_fork(fork, Some(call));
            }
            if self.is_kept && call.turbofish.is_some() {
                self.named.extend(one_type(call).cloned());
                return Found::Refused(parts(call));
            }
            if let Expr::MethodCall(spawn) = bare(&call.receiver)
                && spawn.method == "spawn"
                && self.is_context(&spawn.receiver)
            {
                let message = "nobody waits for tasks that are spawned: fork them, as `ctx.fork::<[P; 1]>([item]).then::<C>(state)`";
                self.errors.push(&call.method, message);
                self.named.extend(one_type(spawn).into_iter().chain(one_type(call)).cloned());
                return Found::Refused(spawn.args.iter().chain(&call.args).cloned().collect());
            }
            return Found::Other;
        }
        if self.is_fork(call) {
            self.is_kept = true;
            return self.refused_fork(call, None);
        }
        Found::Other
    }

    fn refused_fork(&mut self, fork: &ExprMethodCall, then: Option<&ExprMethodCall>) -> Found {
        let all = |then: Option<&ExprMethodCall>| {
            let mut all = parts(fork);
            all.extend(then.into_iter().flat_map(|then| then.args.iter().cloned()));
            Found::Refused(all)
        };
        let named = one_type(fork).into_iter().flat_map(|children| match bare_type(children) {
            Type::Array(array) => vec![(*array.elem).clone()],
            Type::Tuple(tuple) => tuple.elems.iter().cloned().collect(),
            other => vec![other.clone()],
        });
        let named: Vec<Type> = named.chain(then.and_then(one_type).cloned()).collect();
        let Some((then, children)) = then.filter(|then| one_type(then).is_some()).zip(one_type(fork)) else {
            self.errors.push(fork, fork::HOW);
            self.named.extend(named);
            return all(then);
        };
        let message = match bare_type(children) {
            Type::Array(_) => return Found::Fork,
            Type::Tuple(tuple) => match tuple.elems.len() {
                2..=4 => return Found::Fork,
                1 => {
                    let only = &tuple.elems[0].to_token_stream().to_string();
                    format!("a fork of one task names it as an array: write `ctx.fork::<[{only}; 1]>([item])`")
                }
                0 => fork::HOW.to_owned(),
                _ => "a fork has tasks of at most four procedures: fork `[P; N]` for more of one, or a task that forks some of them".to_owned(),
            },
            _ => "a fork names its tasks as `[P; N]` or `(A, B)`; write `ctx.fork::<[P; 2]>([a, b]).then::<C>(state)`"
                .to_owned(),
        };
        self.errors.push(children, message);
        self.named.extend(named);
        all(Some(then))
    }

    fn is_fork(&self, call: &ExprMethodCall) -> bool {
        call.method == "fork" && self.is_context(&call.receiver)
    }

    fn is_context(&self, expr: &Expr) -> bool {
        matches!(bare(expr), Expr::Path(path) if path.path.is_ident(&self.context))
    }
}

/// The only type that a call names.
fn one_type(call: &ExprMethodCall) -> Option<&Type> {
    let arguments = &call.turbofish.as_ref()?.args;
    match arguments.first()? {
        GenericArgument::Type(ty) if arguments.len() == 1 && call.args.len() == 1 => Some(ty),
        _ => None,
    }
}

fn bare_type(ty: &Type) -> &Type {
    match ty {
        Type::Paren(inner) => bare_type(&inner.elem),
        Type::Group(inner) => bare_type(&inner.elem),
        other => other,
    }
}

/// What a call is made of.
fn parts(call: &ExprMethodCall) -> Vec<Expr> {
    std::iter::once(&*call.receiver).chain(&call.args).cloned().collect()
}

/// An expression that has these parts, so that rustc knows them to be used.
fn without(parts: Vec<Expr>) -> Expr {
    let statements = parts.iter().map(|part| quote!(let _ = #part;));
    parse_quote!({ #(#statements)* })
}
