//! Messages of panics and lines with values in them: `"node {id:#x} of {}"`. The device sends the values, and the host has Rust's `format!` write the
//! text (`whipple_runtime::source::message`).

use crate::{names, numbering};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::{Expr, ExprLit, ExprPath, Lit, LitStr, Macro, parse_quote_spanned};

/// The most values of a message.
pub const MAX_VALUES: usize = 16;

/// The macros whose messages may have values, and how many arguments stand before the message.
pub fn arguments_before(name: &str) -> Option<usize> {
    match name.trim_start_matches("debug_") {
        "assert" => Some(1),
        "assert_eq" | "assert_ne" => Some(2),
        "panic" | "unreachable" | "todo" | "unimplemented" => Some(0),
        _ if Printing::of(name).is_some() => Some(0),
        _ => None,
    }
}

/// A macro that prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Printing {
    /// Whether it prints to the standard error.
    to_error: bool,
    /// Whether it ends the line.
    ends_line: bool,
}

impl Printing {
    /// That of a name.
    pub fn of(name: &str) -> Option<Self> {
        let (to_error, ends_line) = match name {
            "print" => (false, false),
            "println" => (false, true),
            "eprint" => (true, false),
            "eprintln" => (true, true),
            _ => return None,
        };
        Some(Self { to_error, ends_line })
    }

    /// That of a macro, if it is std's, or what [`print_by_run`] makes of that.
    pub fn of_macro(path: &syn::Path) -> Option<Self> {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match names.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [name] | ["std", name] | ["whipple", "private", name] => Self::of(name),
            _ => None,
        }
    }
}

/// Has a macro that prints do so where the run prints, on the host: whipple has some of the same names.
pub fn print_by_run(call: &mut Macro) {
    if let (Some(_), Some(last)) = (Printing::of_macro(&call.path), call.path.segments.last()) {
        // All of it at the user's place: errors show it, and it tells one call from another.
        let name = &last.ident;
        call.path = parse_quote_spanned!(name.span()=> ::whipple::private::#name);
    }
}

/// Writes out what the text of a message captures: `"{x}"` becomes `"{x}", x = x`. All that looks for variables finds it there.
pub fn write_captures(call: &mut Macro) {
    let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
    let (Some(before), Ok(mut arguments)) = (arguments_before(&name), numbering::arguments(call)) else { return };
    let Some(Expr::Lit(text)) = arguments.iter().nth(before) else { return };
    let Lit::Str(text) = &text.lit else { return };
    let Some(format) = Format::of(&text.value()) else { return };
    let named: BTreeSet<String> =
        arguments.iter().filter_map(|argument| named(argument).map(|(name, _)| names::unraw(name))).collect();
    let captured: Vec<Ident> = format
        .names()
        .filter(|name| !named.contains(*name))
        .filter_map(|name| Some(Ident::new(syn::parse_str::<Ident>(name).ok()?.to_string().as_str(), text.span())))
        .collect();
    if captured.is_empty() {
        return;
    }
    for value in captured {
        // As the compiler marks what a macro wrote, so that it is no variable that is renamed, and no lint speaks of it.
        let at = Span::mixed_site().located_at(value.span());
        let name = Ident::new(&value.to_string(), at);
        arguments.push(parse_quote_spanned!(at=> #name = #value));
    }
    call.tokens = arguments.to_token_stream();
}

/// The name and the value of `name = value`.
pub fn named(argument: &Expr) -> Option<(&Ident, &Expr)> {
    match argument {
        Expr::Assign(assign) => match &*assign.left {
            Expr::Path(ExprPath { path, qself: None, .. }) => Some((path.get_ident()?, &*assign.right)),
            _ => None,
        },
        _ => None,
    }
}

/// Takes the text out of a message in the copy of a body, so that rustc speaks of that in the body alone. The values stay, as they are given
/// back. Of each it is said whether it is printed as only numbers are.
pub fn leave_values(call: &mut Macro, mut change: impl FnMut(&mut Expr, bool)) {
    let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
    let (Some(before), Ok(arguments)) = (arguments_before(&name), numbering::arguments(call)) else { return };
    let mut arguments = arguments.into_iter();
    let operands: Vec<Expr> = arguments.by_ref().take(before).collect();
    let Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) = arguments.next() else { return };
    let values: Vec<Expr> = arguments.collect();
    let names: Vec<Option<String>> =
        values.iter().map(|value| named(value).map(|(name, _)| names::unraw(name))).collect();
    let format = Format::of(&text.value());
    let values = values.into_iter().enumerate().map(|(index, value)| {
        let mut value = match value {
            Expr::Assign(assign) if names[index].is_some() => *assign.right,
            value => value,
        };
        let name = names[index].as_deref();
        change(&mut value, format.as_ref().is_some_and(|format| format.has_as_number(index, name)));
        value
    });
    call.tokens = quote!(#(#operands,)* "{}", { #(let _ = &#values;)* 0 });
}

/// The text of a message, as `format!` reads it.
pub struct Format {
    /// What stands in braces, one after the other.
    placeholders: Vec<Placeholder>,
}

/// What stands in braces.
struct Placeholder {
    value: Value,
    /// Whether the width or the precision is another value.
    takes_size: bool,
    /// The letter that says how: `""`, `"?"`, `"x"`.
    how: String,
}

/// Which value is meant.
#[derive(PartialEq)]
enum Value {
    At(usize),
    Named(String),
}

impl Format {
    /// Reads a text; `None` if it cannot be read, of which rustc speaks.
    pub fn of(text: &str) -> Option<Self> {
        let (mut placeholders, mut next) = (Vec::new(), 0);
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (brace, after) = (&rest[at..=at], &rest[at + 1..]);
            if let Some(after) = after.strip_prefix(brace) {
                rest = after;
                continue;
            }
            let end = after.find('}').filter(|_| brace == "{")?;
            placeholders.push(Placeholder::of(&after[..end], &mut next)?);
            rest = &after[end + 1..];
        }
        Some(Self { placeholders })
    }

    /// The names in it.
    fn names(&self) -> impl Iterator<Item = &str> {
        let mut seen = BTreeSet::new();
        let names = self.placeholders.iter().filter_map(|placeholder| match &placeholder.value {
            Value::Named(name) => Some(name.as_str()),
            Value::At(_) => None,
        });
        names.filter(move |name| seen.insert(*name))
    }

    /// Whether it has no values.
    pub fn is_plain(&self) -> bool {
        self.placeholders.is_empty()
    }

    /// What prints the value at this place, which may have a name.
    fn placeholders_of<'f>(&'f self, index: usize, name: Option<&'f str>) -> impl Iterator<Item = &'f Placeholder> {
        self.placeholders.iter().filter(move |placeholder| match &placeholder.value {
            Value::At(at) => *at == index,
            Value::Named(of) => name.is_some_and(|name| name == of),
        })
    }

    /// Whether the value at this place is printed as only numbers are.
    fn has_as_number(&self, index: usize, name: Option<&str>) -> bool {
        self.placeholders_of(index, name).any(|placeholder| !matches!(placeholder.how.as_str(), "" | "?" | "x?" | "X?"))
    }

    /// Whether rustc takes it, with so many values, the last of which have names.
    pub fn is_accepted(&self, values: usize, named: &[String]) -> bool {
        let is_there = |placeholder: &Placeholder| match &placeholder.value {
            Value::At(index) => *index < values,
            Value::Named(_) => true,
        };
        let first = values - named.len();
        let is_used = |index: usize| {
            let name = index.checked_sub(first).and_then(|index| named.get(index));
            self.placeholders_of(index, name.map(String::as_str)).next().is_some()
        };
        self.placeholders.iter().all(is_there) && (0..values).all(is_used)
    }

    /// What devices do not have of it, with values of these names.
    pub fn refused(&self, named: &[String]) -> Option<String> {
        if self.placeholders.iter().any(|placeholder| placeholder.takes_size) {
            return Some(
                "a width or a precision is a number in the messages of device code: write `{:8.3}`".to_owned(),
            );
        }
        if self.placeholders.iter().any(|placeholder| placeholder.how == "p") {
            return Some("device code has no addresses to print; leave `:p` out".to_owned());
        }
        let unknown = self.names().find(|name| !named.iter().any(|known| known == name))?;
        Some(format!("a text cannot capture `{unknown}` in device code; write `{{}}`, and `{unknown}` behind the text"))
    }
}

impl Placeholder {
    /// Reads `name:spec`; `None` if there is no such thing.
    fn of(text: &str, next: &mut usize) -> Option<Self> {
        let (value, spec) = text.split_once(':').unwrap_or((text, ""));
        let value = match value.trim() {
            "" => {
                *next += 1;
                Value::At(*next - 1)
            }
            index if index.starts_with(|c: char| c.is_ascii_digit()) => Value::At(index.parse().ok()?),
            name => Value::Named(name.to_owned()),
        };
        let spec = spec.trim_end();
        let mut chars = spec.chars();
        let (fill, align) = (chars.next(), chars.next());
        // What fills may be any character.
        let spec = match (fill, align) {
            (Some(_), Some('<' | '^' | '>')) => chars.as_str(),
            _ => spec,
        };
        let takes_size = spec.contains(['$', '*']);
        let how = spec.rsplit(|c: char| c.is_ascii_digit() || "<^>+-#.$*".contains(c)).next().unwrap_or_default();
        let is_known = matches!(how, "" | "?" | "x?" | "X?" | "x" | "X" | "o" | "b" | "e" | "E" | "p");
        (is_known || takes_size).then(|| Self { value, takes_size, how: how.to_owned() })
    }
}

/// What writes a message or a line on the host.
#[derive(Clone, Debug)]
pub struct Writer {
    /// The number by which the device names it: that of the text of the function.
    pub number: u64,
    /// The function.
    function: TokenStream,
    /// For a line: what prints it.
    prints: Option<Printing>,
}

impl Writer {
    /// Of what these pieces write from `values`.
    fn of(text: &TokenStream) -> Self {
        Self {
            number: names::hash(&text.to_string()),
            function: quote!(|values| ::std::string::ToString::to_string(&#text)),
            prints: None,
        }
    }

    /// What is printed: no text where there is nothing but the end of a line.
    pub fn of_line(printing: Printing, text: Option<&LitStr>, names: &[Option<Ident>]) -> Self {
        let end = if printing.ends_line { "\n" } else { "" };
        let text = match text {
            Some(text) => {
                let (message, with_end) = (message(text, names, 0), format!("{{}}{end}"));
                quote!(::core::format_args!(#with_end, #message))
            }
            None => quote!(::core::format_args!(#end)),
        };
        let values = if names.is_empty() { quote!(_) } else { quote!(values) };
        Self {
            // The same text may be a panic's, too, or go elsewhere.
            number: names::hash(&format!("{printing:?} {text}")),
            function: quote!(|#values| ::std::string::ToString::to_string(&#text)),
            prints: Some(printing),
        }
    }

    /// The message of `assert!`, `panic!` and their relatives. `said`: what the macro itself says in front of it.
    pub fn of_message(said: Option<&str>, text: &LitStr, names: &[Option<Ident>]) -> Self {
        let message = message(text, names, 0);
        Self::of(&match said {
            Some(said) => {
                let said = format!("{said}: {{}}");
                quote!(::core::format_args!(#said, #message))
            }
            None => message,
        })
    }

    /// The message of `assert_eq!` or `assert_ne!`. The first two values are the operands, and those of the user's text follow.
    pub fn of_comparison(sign: &str, text: Option<(&LitStr, &[Option<Ident>])>) -> Self {
        let values = "\n  left: {:?}\n right: {:?}";
        Self::of(&match text {
            Some((text, names)) => {
                let message = message(text, names, 2);
                let said = format!("assertion `left {sign} right` failed: {{}}{values}");
                quote!(::core::format_args!(#said, #message, values[0], values[1]))
            }
            None => {
                let said = format!("assertion `left {sign} right` failed{values}");
                quote!(::core::format_args!(#said, values[0], values[1]))
            }
        })
    }
}

/// The text with its values from this one on.
fn message(text: &LitStr, names: &[Option<Ident>], first: usize) -> TokenStream {
    let values = names.iter().enumerate().map(|(index, name)| {
        let (index, name) = (index + first, name.iter());
        quote!(, #(#name =)* values[#index])
    });
    quote!(::core::format_args!(#text #(#values)*))
}

impl ToTokens for Writer {
    /// A `Message`.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { number, function, prints } = self;
        let prints = match prints {
            None => quote!(::core::option::Option::None),
            Some(Printing { to_error, .. }) => {
                let stream = if *to_error { quote!(Error) } else { quote!(Output) };
                quote!(::core::option::Option::Some(::whipple::private::StandardStream::#stream))
            }
        };
        tokens.extend(quote!(::whipple::private::Message { number: #number, says: #function, prints: #prints }));
    }
}
