//! What the table of methods says of a call: what is refused, what may change a copy, and functions of primitive types.

use super::{Translator, code::Code};
use crate::{
    methods::{self, Associated, Effect, Meant, Spelling},
    names,
    piece::Pieces,
};
use syn::Expr;

impl Translator<'_> {
    /// Whether a call by the name of a method that is refused means that, and no method of the user's own.
    pub fn is_meant(&self, meant: Meant, call: &syn::ExprMethodCall) -> bool {
        let is_function = |argument: &Expr| match argument {
            Expr::Closure(_) => true,
            Expr::Path(path) => path.path.get_ident().is_none_or(|name| {
                let name = name.to_string();
                self.scopes.find(&name).is_none() && name.contains(char::is_lowercase)
            }),
            _ => false,
        };
        let fits = match meant {
            Meant::Always => true,
            Meant::Alone => call.args.is_empty(),
            Meant::WithFunction => call.args.iter().any(is_function),
            Meant::Unclaimed => false,
        };
        fits && !Self::is_self(&call.receiver)
    }

    /// Whether a method may change its receiver, which is a copy whose C++ text names what it was copied from.
    pub fn may_change_a_copy(&self, method: &str, receiver: &Expr) -> bool {
        // Buffers and shared memory are not copied where they are chosen.
        let is_copied = methods::of_memory(method) == Effect::None || Self::is_clone(receiver);
        is_copied && !names::is_pure_method(method) && self.is_unnamed_copy(receiver)
    }

    fn is_clone(expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => Self::is_clone(&inner.expr),
            Expr::Field(field) => Self::is_clone(&field.base),
            Expr::MethodCall(call) => call.method == "clone",
            _ => false,
        }
    }

    /// Whether a path names what belongs to a type called like one of glam's. Has rustc refuse what glam has there and devices lack;
    /// it may be a type of the user's.
    pub fn require_of_glam(&mut self, path: &syn::Path) -> bool {
        let mut owner = path.clone();
        let Some(name) = owner.segments.pop().map(|last| last.ident) else { return false };
        owner.segments.pop_punct();
        let of = owner.segments.last().map(|of| of.ident.to_string()).unwrap_or_default();
        if !names::is_vector(&of) {
            return false;
        }
        if methods::associated(&of, &name.to_string()).is_none() {
            let ty = super::types::named(owner);
            let message = format!("`{of}::{name}` does not exist in device code; docs/language.md lists what does");
            let check: syn::Stmt = syn::parse_quote_spanned! {name.span()=>
                const _: () = ::core::assert!(!::whipple::private::is_of_library::<#ty>(), #message);
            };
            self.checks.entry(message).or_insert(check);
        }
        true
    }

    /// `u32::name(…)`.
    pub fn primitive_call(&mut self, whole: &Expr, call: &syn::ExprCall, primitive: &str, name: &str) -> Code {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match methods::associated(primitive, name) {
            Some(Associated::Function(_)) if name == "default" => Code::primary(match primitive {
                "bool" => "false".to_owned(),
                "f32" => "0.0f".to_owned(),
                "f64" => "0.0".to_owned(),
                integer => format!("0_{integer}"),
            }),
            Some(Associated::Function(function)) => {
                self.call_named(whole, Pieces::text(function.cpp.replace("<T>", &format!("<{primitive}>"))), &arguments)
            }
            Some(Associated::Method(method)) if method.cpp == Spelling::Num => {
                self.call_named(whole, Pieces::text(format!("num::{name}")), &arguments)
            }
            Some(Associated::Method(method)) if method.cpp == Spelling::Member && !arguments.is_empty() => {
                let Some(mut codes) = self.operands(whole, &arguments) else { return self.lambda(whole) };
                let receiver = codes.remove(0);
                Code::call(receiver.member(&names::member(name)).pieces, codes)
            }
            _ => self.refuse(
                &call.func,
                "this function does not exist in device code; see docs/language.md for those that do",
            ),
        }
    }
}
