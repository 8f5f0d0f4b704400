//! The macros that check: `assert!`, `panic!` and their relatives.

use super::{
    Translator,
    code::{Code, string_literal},
};
use crate::piece::Pieces;
use syn::{Expr, Lit, Token, parse::Parser, punctuated::Punctuated};

impl Translator<'_> {
    /// `assert!`, `panic!` and their relatives.
    pub fn macro_statement(&mut self, call: &syn::Macro, line: usize) {
        self.line = line;
        let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if name == "matches" {
            // `matches.rs` writes out those of std that can be read.
            let hint = "this is no `matches!(value, pattern)` of std, or one that cannot be read; write a `match`";
            return self.errors.push(&call.path, hint);
        }
        let arguments = match Punctuated::<Expr, Token![,]>::parse_terminated.parse2(call.tokens.clone()) {
            Ok(arguments) => arguments.into_iter().collect::<Vec<_>>(),
            Err(error) => return self.errors.push_error(error),
        };
        let debug = name.starts_with("debug_");
        let operands = match name.trim_start_matches("debug_") {
            "assert" => 1,
            "assert_eq" | "assert_ne" => 2,
            "panic" | "unreachable" | "todo" | "unimplemented" => 0,
            _ => {
                self.errors.push(&call.path, "this macro does not exist in device code; use `assert!`, `debug_assert!`, `panic!`, or write out what it expands to");
                return;
            }
        };
        if arguments.len() < operands {
            return self.errors.push(call, "an argument is missing");
        }
        let message = self.message(&arguments[operands..]);
        if debug {
            self.out.directive("#if WHIPPLE_DEBUG_ASSERTIONS");
        }
        self.hoist = true;
        let (function, condition, default) = match (operands, arguments.as_slice()) {
            (1, [condition, ..]) => {
                let text = format!("assertion failed: {}", pretty(condition));
                ("check", Some(self.value(condition)), text)
            }
            (2, [left, right, ..]) => {
                let (op, sign) = match name.ends_with("ne") {
                    true => (syn::BinOp::Ne(Default::default()), "!="),
                    false => (syn::BinOp::Eq(Default::default()), "=="),
                };
                let (left_operand, right_operand) = (Box::new(left.clone()), Box::new(right.clone()));
                let comparison =
                    Expr::Binary(syn::ExprBinary { attrs: Vec::new(), left: left_operand, op, right: right_operand });
                (
                    "check",
                    Some(self.value(&comparison)),
                    format!("assertion `left {sign} right` failed: {} {sign} {}", pretty(left), pretty(right)),
                )
            }
            _ => (
                "panic",
                None,
                match name.as_str() {
                    "unreachable" => "internal error: entered unreachable code",
                    "todo" => "not yet implemented",
                    "unimplemented" => "not implemented",
                    _ => "explicit panic",
                }
                .to_owned(),
            ),
        };
        let message = match (name.as_str(), message) {
            ("unreachable" | "todo" | "unimplemented", Some(text)) => format!("{default}: {text}"),
            (_, Some(text)) => text,
            (_, None) => default,
        };
        let mut codes: Vec<Code> = condition.into_iter().collect();
        codes.push(Code::primary(string_literal(&message)));
        let mut statement = Code::call(Pieces::text(function), codes).pieces;
        statement.push_text(";");
        self.out.statement(line, statement);
        if debug {
            self.out.directive("#endif");
        }
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
            self.errors.push(
                first,
                "messages of device code are plain text: there is no formatting on the GPU; leave out the `{}` and their arguments",
            );
            return None;
        }
        text.map(|text| text.replace("{{", "{").replace("}}", "}"))
    }
}

/// Rust tokens with nearly the usual spacing, for messages.
pub fn pretty(expr: &Expr) -> String {
    let mut text = quote::ToTokens::to_token_stream(expr).to_string();
    for (from, to) in [
        (" . ", "."),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" [", "["),
        ("[ ", "["),
        (" ]", "]"),
        (" ,", ","),
        (" :: ", "::"),
        ("matches !", "matches!"),
    ] {
        text = text.replace(from, to);
    }
    // The suffixes and marks that the typing pass added.
    let mut out = String::new();
    for word in text.split_inclusive(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_'))) {
        let (body, end) =
            word.split_at(word.trim_end_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_'))).len());
        let is_number = body.starts_with(|c: char| c.is_ascii_digit()) && !body.starts_with("0x");
        let suffix = body.find("f32").or_else(|| body.find(['w', 'q'])).filter(|_| is_number);
        out.push_str(suffix.map_or(body, |position| &body[..position]));
        out.push_str(end);
    }
    out
}
