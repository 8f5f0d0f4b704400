//! The macros that check, `assert!`, `panic!` and their relatives, and those that print.

use super::Builder;
use crate::{
    context::pretty,
    hir::{ExprKind, Message, Operator},
    message::{self, Format, MAX_VALUES, Printing, Writer},
    names, numbering,
};
use syn::{Expr, Ident, Lit, LitStr};

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
            "dbg" | "write" | "writeln" | "format" => {
                self.error(
                    &call.path,
                    "device code has no strings to keep; print what you want to see: `println!(\"{value:?}\")`",
                );
                return self.refused_check(call);
            }
            _ if Printing::of_macro(&call.path).is_some() => 0,
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
        if let Some(printing) = Printing::of_macro(&call.path) {
            return self.print(printing, call, arguments);
        }
        let sign = if name.ends_with("ne") { "!=" } else { "==" };
        let condition = match &arguments[..operands] {
            [condition] => Some(self.expr(condition)),
            [left, right] => {
                let operator = if sign == "!=" { Operator::Ne } else { Operator::Eq };
                let (at, left, right) = (left, self.expr(left), self.expr(right));
                Some(self.add(ExprKind::Binary(operator, left, right), at))
            }
            _ => None,
        };
        let errors = self.translator.errors.count();
        let said = self.said("the message of a check or a panic", &arguments[operands..]);
        let message = match &arguments[..operands] {
            [condition] => self.assertion(condition, said),
            [_, _] => self.comparison(sign, said),
            _ => self.panic(&name, said),
        };
        if self.translator.errors.count() > errors {
            self.refused_check(call);
        }
        ExprKind::Check { condition, message, debug }
    }

    /// `println!(…)` and its relatives.
    fn print(&mut self, printing: Printing, call: &syn::Macro, arguments: &[Expr]) -> ExprKind {
        let errors = self.translator.errors.count();
        let message = match self.said("what is printed", arguments) {
            Said::Nothing => self.written_by(Writer::of_line(printing, None, &[])),
            Said::Plain(text) => {
                let message = self.written_by(Writer::of_line(printing, Some(text), &[]));
                Message { text: plain(text), ..message }
            }
            Said::Values(values) => {
                let writer = Writer::of_line(printing, Some(values.text), &values.names());
                self.with_values(writer, &values)
            }
        };
        if self.translator.errors.count() > errors {
            return self.refused_check(call);
        }
        ExprKind::Print(message)
    }

    /// `assert!(condition, …)`
    fn assertion(&mut self, asserted: &Expr, said: Said<'_>) -> Message {
        match said {
            Said::Nothing => Message::plain(format!("assertion failed: {}", pretty(asserted))),
            Said::Plain(text) => Message::plain(plain(text)),
            Said::Values(values) => self.with_values(Writer::of_message(None, values.text, &values.names()), &values),
        }
    }

    /// `assert_eq!(left, right, …)`
    fn comparison(&mut self, sign: &str, said: Said<'_>) -> Message {
        let message = match &said {
            Said::Nothing => self.written_by(Writer::of_comparison(sign, None)),
            Said::Plain(text) => self.written_by(Writer::of_comparison(sign, Some((text, &[])))),
            Said::Values(values) => {
                let writer = Writer::of_comparison(sign, Some((values.text, &values.names())));
                self.with_values(writer, values)
            }
        };
        Message { has_operands: true, ..message }
    }

    /// `panic!(…)` and its relatives.
    fn panic(&mut self, name: &str, said: Said<'_>) -> Message {
        let default = said_by(name);
        let is_said_too = matches!(name, "unreachable" | "todo" | "unimplemented");
        match said {
            Said::Nothing => Message::plain(default),
            Said::Plain(text) if is_said_too => Message::plain(format!("{default}: {}", plain(text))),
            Said::Plain(text) => Message::plain(plain(text)),
            Said::Values(values) => {
                let writer = Writer::of_message(is_said_too.then_some(default), values.text, &values.names());
                self.with_values(writer, &values)
            }
        }
    }

    /// A message that this writes.
    fn written_by(&mut self, writer: Writer) -> Message {
        let number = writer.number;
        self.body.messages.insert(number, writer);
        Message { number: Some(number), ..Message::default() }
    }

    fn with_values(&mut self, writer: Writer, values: &Values<'_>) -> Message {
        let message = self.written_by(writer);
        let given = values.all().map(|value| self.expr(value)).collect();
        Message { text: values.text.value(), values: given, ..message }
    }

    /// Says that a macro was refused, of whose arguments rustc may complain, too.
    fn refused_check(&mut self, call: &syn::Macro) -> ExprKind {
        self.translator.refused.checks.push(crate::refused::place(call));
        ExprKind::Error
    }

    /// What stands behind what is checked, or is printed. `of`: whose text it is, in words.
    fn said<'e>(&mut self, of: &str, arguments: &'e [Expr]) -> Said<'e> {
        let Some(first) = arguments.first() else { return Said::Nothing };
        let text = match first {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text),
                _ => None,
            },
            _ => None,
        };
        let Some(text) = text else {
            self.error(first, format!("{of} begins with a text in quotes; write `\"{{}}\"`, and the value behind it"));
            return Said::Nothing;
        };
        // What cannot be read, rustc refuses.
        let Some(format) = Format::of(&text.value()) else { return Said::Nothing };
        let (named, positional): (Vec<&Expr>, Vec<&Expr>) =
            arguments[1..].iter().partition(|argument| message::named(argument).is_some());
        let named: Vec<(&Ident, &Expr)> = named.into_iter().filter_map(message::named).collect();
        let names: Vec<String> = named.iter().map(|(name, _)| names::unraw(name)).collect();
        if let Some(refused) = format.refused(&names) {
            self.error(first, refused);
            return Said::Nothing;
        }
        if !format.is_accepted(arguments.len() - 1, &names) {
            return Said::Nothing;
        }
        if arguments.len() > 1 + MAX_VALUES {
            let refused = format!("a message of device code has at most {MAX_VALUES} values; leave some out");
            self.error(&arguments[1 + MAX_VALUES], refused);
            return Said::Nothing;
        }
        if format.is_plain() {
            return Said::Plain(text);
        }
        Said::Values(Values { text, positional, named })
    }
}

/// What stands behind what a macro checks.
enum Said<'e> {
    Nothing,
    /// A text.
    Plain(&'e LitStr),
    Values(Values<'e>),
}

/// A text, and what stands in it.
struct Values<'e> {
    text: &'e LitStr,
    positional: Vec<&'e Expr>,
    named: Vec<(&'e Ident, &'e Expr)>,
}

impl<'e> Values<'e> {
    /// The values in their order, in which all named ones come last.
    fn all(&self) -> impl Iterator<Item = &'e Expr> {
        self.positional.iter().copied().chain(self.named.iter().map(|(_, value)| *value))
    }

    /// Their names, where they have some.
    fn names(&self) -> Vec<Option<Ident>> {
        let positional = self.positional.iter().map(|_| None);
        positional.chain(self.named.iter().map(|(name, _)| Some((*name).clone()))).collect()
    }
}

/// A text without values, as it is said.
fn plain(text: &LitStr) -> String {
    text.value().replace("{{", "{").replace("}}", "}")
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
