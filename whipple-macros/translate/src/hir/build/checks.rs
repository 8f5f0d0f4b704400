//! The macros that check: `assert!`, `panic!` and their relatives.

use super::Builder;
use crate::{
    context::pretty,
    hir::{ExprKind, Operator},
    numbering,
};
use syn::{Expr, Lit};

impl Builder<'_, '_, '_> {
    /// A macro that device code has, or an error.
    pub fn check(&mut self, call: &syn::Macro) -> ExprKind {
        let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if name == "matches" {
            // `matches.rs` writes out those of std that can be read.
            let hint = "this is no `matches!(value, pattern)` of std, or one that cannot be read; write a `match`";
            self.error(&call.path, hint);
            return self.refused_check(call);
        }
        let debug = name.starts_with("debug_");
        let operands = match name.trim_start_matches("debug_") {
            "assert" => 1,
            "assert_eq" | "assert_ne" => 2,
            "panic" | "unreachable" | "todo" | "unimplemented" => 0,
            "vec" => {
                self.error(&call.path, "`vec!` does not exist in device code; write an array: `[value; N]`");
                return ExprKind::Error;
            }
            "print" | "println" | "eprint" | "eprintln" | "dbg" | "write" | "writeln" | "format" => {
                self.error(&call.path, "device code prints nothing and has no strings; write what you want to see to a `Buffer`, and print it on the host");
                return self.refused_check(call);
            }
            _ => {
                self.error(&call.path, "this macro does not exist in device code; use `assert!`, `debug_assert!`, `panic!`, or write out what it expands to");
                return ExprKind::Error;
            }
        };
        let numbering = self.numbering;
        let Some(arguments) = numbering.arguments(call) else {
            if let Err(error) = numbering::arguments(call) {
                let message = format!("the arguments of `{name}!` cannot be read: {error}");
                self.translator.errors.push_at(error.span(), message);
            }
            return self.refused_check(call);
        };
        if arguments.len() < operands {
            self.error(call, "an argument is missing");
            return self.refused_check(call);
        }
        let errors = self.translator.errors.count();
        let message = self.message(&arguments[operands..]);
        if self.translator.errors.count() > errors {
            self.refused_check(call);
        }
        let (condition, default) = match (operands, arguments) {
            (1, [condition, ..]) => {
                let text = format!("assertion failed: {}", pretty(condition));
                (Some(self.expr(condition)), text)
            }
            (2, [left, right, ..]) => {
                let (operator, sign) = if name.ends_with("ne") { (Operator::Ne, "!=") } else { (Operator::Eq, "==") };
                let text = format!("assertion `left {sign} right` failed: {} {sign} {}", pretty(left), pretty(right));
                let at = left;
                let (left, right) = (self.expr(left), self.expr(right));
                (Some(self.add(ExprKind::Binary(operator, left, right), at)), text)
            }
            _ => (None, said_by(&name).to_owned()),
        };
        let message = match (name.as_str(), message) {
            ("unreachable" | "todo" | "unimplemented", Some(text)) => format!("{default}: {text}"),
            (_, Some(text)) => text,
            (_, None) => default,
        };
        ExprKind::Check { condition, message, debug }
    }

    /// Says that a macro was refused, of whose arguments rustc may complain, too.
    fn refused_check(&mut self, call: &syn::Macro) -> ExprKind {
        self.translator.refused.checks.push(crate::refused::place(call));
        ExprKind::Error
    }

    fn message(&mut self, arguments: &[Expr]) -> Option<String> {
        let first = arguments.first()?;
        let text = match first {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        };
        let plain = text.as_ref().map(|text| text.replace("{{", "").replace("}}", ""));
        if arguments.len() > 1 || plain.is_none_or(|text| text.contains(['{', '}'])) {
            self.error(
                first,
                "messages of device code are plain text: there is no formatting on the GPU; leave out the `{}` and their arguments",
            );
            return None;
        }
        text.map(|text| text.replace("{{", "{").replace("}}", "}"))
    }
}

/// What a macro without a condition says.
fn said_by(name: &str) -> &'static str {
    match name {
        "unreachable" => "internal error: entered unreachable code",
        "todo" => "not yet implemented",
        "unimplemented" => "not implemented",
        _ => "explicit panic",
    }
}
