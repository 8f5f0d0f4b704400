//! Literals.

use super::Lowerer;
use crate::{
    ask,
    context::code::{self, Code, concat},
    hir::LocalId,
    names,
    piece::{Piece, Pieces},
    ty::Written,
};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Lit;

/// What is said of a variable of a function over types, if rustc does not say its type.
const UNSEEN_VARIABLE: &str = "in a function with these type parameters the type of this is not seen in device code: write it at a `let`, or use a `for` loop; bounds of traits without `#[device]` hide it";

impl Lowerer<'_, '_, '_> {
    /// A literal.
    pub fn literal(&mut self, literal: &Lit, written: &Written) -> Code {
        match literal {
            Lit::Int(number) if matches!(number.suffix(), "f32" | "f64") => {
                Code::primary(float_text(number.base10_digits(), number.suffix()))
            }
            // The literals of patterns bring their sign with them.
            Lit::Int(number) if number.base10_digits().starts_with('-') => {
                let positive = syn::LitInt::new(number.to_string().trim_start_matches('-'), number.span());
                self.negative(&positive, written)
            }
            Lit::Int(number) => self.integer(number, written),
            Lit::Float(number) => self.float(number, written),
            Lit::Bool(value) => Code::primary(value.value.to_string()),
            Lit::Byte(value) => Code::primary(format!("{}_u8", value.value())),
            Lit::Char(value) => Code::primary(format!("Char({}u)", u32::from(value.value()))),
            // The IR has no others.
            _ => Code::primary("0"),
        }
    }

    /// A float literal of a pattern in both widths: as f32, and as f64.
    pub fn both_widths(&self, literal: &Lit) -> Option<[Code; 2]> {
        match literal {
            Lit::Float(number) => {
                Some(["f32", "f64"].map(|width| Code::primary(float_text(number.base10_digits(), width))))
            }
            _ => None,
        }
    }

    fn integer(&mut self, number: &syn::LitInt, written: &Written) -> Code {
        let text = integer_text(number);
        let ty = self.integer_type(number, written);
        match (number.base10_parse::<u128>(), ty) {
            (Ok(value), ty) if value > u64::MAX.into() => wide(value, ty),
            (_, Some(ty)) => Code::new(concat([Pieces::text(format!("{text}_")), ty]), code::PRIMARY),
            (Ok(value), None) if value <= i64::MAX as u128 => Code::primary(text),
            (Ok(_), None) => Code::primary(format!("{text}ull")),
            // rustc says that it is too large.
            (Err(_), None) => {
                self.translator.errors.leave_to_rustc();
                Code::primary("0")
            }
        }
    }

    fn float(&self, number: &syn::LitFloat, written: &Written) -> Code {
        let digits = number.base10_digits();
        match written {
            Written::Asked(question) => {
                let texts = ["f64", "f32"].map(|width| Box::new(Piece::Text(float_text(digits, width))));
                let [double, single] = texts;
                let choice = Piece::Choice(self.is_double(*question), double, single);
                Code::new(Pieces(vec![choice]), code::PRIMARY)
            }
            Written::Guessed(question, guess) => {
                let [double, single] = ["f64", "f32"].map(|width| Box::new(Piece::Text(float_text(digits, width))));
                let (answers, is_guess) = (ask::answers_name(&self.translator.input.signature.ident), *guess == "f64");
                let is_double = quote!(::whipple::private::stand_in::is_double(#answers[#question], #is_guess));
                Code::new(Pieces(vec![Piece::Choice(is_double, double, single)]), code::PRIMARY)
            }
            Written::Typed(ty) => Code::primary(float_text(digits, ty)),
            Written::Plain | Written::Exact | Written::Compared => Code::primary(float_text(digits, number.suffix())),
        }
    }

    /// Minus an integer literal. With a type it is made of a built-in number, so that NVVM knows its value, which it does not of the
    /// device library's negations.
    pub fn negative(&mut self, number: &syn::LitInt, written: &Written) -> Code {
        let ty = self.integer_type(number, written);
        let digits = match negative_text(number) {
            Some(text) => Code::new(Pieces::text(text), code::UNARY),
            // The most that C++ has without a sign is too little of it with one.
            None => match number.base10_parse::<u128>() {
                Ok(value) if value <= u64::MAX.into() => {
                    Code::call(Pieces::text("num::minus"), vec![Code::primary(format!("{}ull", integer_text(number)))])
                }
                Ok(value) => Code::call(Pieces::text("num::minus"), halves(value)),
                // It says that it is too large.
                Err(_) => self.integer(number, &Written::Plain),
            },
        };
        match ty {
            Some(ty) => Code::call(ty, vec![digits]),
            None => digits,
        }
    }

    /// The type of an integer literal, if C++ must have it.
    fn integer_type(&self, number: &syn::LitInt, written: &Written) -> Option<Pieces> {
        match written {
            Written::Typed(ty) => Some(Pieces::text(ty.as_str())),
            Written::Asked(question) => Some(self.answer_to(*question)),
            Written::Guessed(question, guess) => {
                let answers = ask::answers_name(&self.translator.input.signature.ident);
                let is_answered = quote!(!#answers[#question].is_empty());
                let answer = Box::new(Piece::Answer(answers, *question));
                Some(Pieces(vec![Piece::Choice(is_answered, answer, Box::new(Piece::Text((*guess).to_owned())))]))
            }
            Written::Plain | Written::Exact | Written::Compared => {
                names::is_integer(number.suffix()).then(|| Pieces::text(number.suffix()))
            }
        }
    }

    /// Whether a float literal is f64, which only rustc can tell.
    fn is_double(&self, question: usize) -> TokenStream {
        let answers = ask::answers_name(&self.translator.input.signature.ident);
        quote!(::whipple::private::ask::is_double(#answers[#question]))
    }

    /// The type that rustc answers with for a variable. Where constants of the function are parameters, it holds for all of them.
    pub fn type_of_variable(&self, local: LocalId, question: usize) -> Pieces {
        let signature = self.translator.input.signature;
        let is_generic = self.translator.has_untold_constants();
        let answers = ask::answers_name(&signature.ident);
        if self.types.may_have_no_name(question) {
            let ty = quote_spanned! {self.body.local(local).name.span()=>
                ::whipple::private::Piece::Type(::whipple::private::given::type_made(#answers[#question], #is_generic))
            };
            return Pieces(vec![Piece::Tokens(ty)]);
        }
        if self.translator.is_over_types() {
            let at = self.body.local(local).name.span();
            return self.answer_over_types(question, UNSEEN_VARIABLE, at);
        }
        if !is_generic {
            return self.answer_to(question);
        }
        let ty = quote_spanned! {self.body.local(local).name.span()=>
            ::whipple::private::Piece::Type(::whipple::private::ask::without_arrays(#answers[#question]))
        };
        Pieces(vec![Piece::Tokens(ty)])
    }

    /// The type that rustc answers with.
    pub fn answer_to(&self, question: usize) -> Pieces {
        Pieces(vec![Piece::Answer(ask::answers_name(&self.translator.input.signature.ident), question)])
    }
}

/// The digits of an integer literal as C++ writes them.
fn integer_text(number: &syn::LitInt) -> String {
    let text = number.to_string();
    let digits = text.strip_suffix(number.suffix()).unwrap_or(&text);
    let (prefix, rest) = match digits.get(..2) {
        Some(prefix @ ("0x" | "0b")) => (prefix, &digits[2..]),
        // C++ writes octal numbers with a leading zero.
        Some("0o") => ("0", &digits[2..]),
        _ => ("", digits),
    };
    let mut out = String::from(prefix);
    for part in rest.split('_').filter(|part| !part.is_empty()) {
        if out.len() > prefix.len() {
            out.push('\'');
        }
        out.push_str(part);
    }
    if prefix.is_empty() {
        // A leading zero would make it octal.
        let trimmed = out.trim_start_matches(['0', '\'']);
        return if trimmed.is_empty() { "0".to_owned() } else { trimmed.to_owned() };
    }
    out
}

/// A literal of more than 64 bits, which C++ has not: its halves.
fn wide(value: u128, ty: Option<Pieces>) -> Code {
    let ty = ty.map_or_else(Pieces::new, |ty| concat([Pieces::text("<"), ty, Pieces::text(">")]));
    Code::call(concat([Pieces::text("num::wide"), ty]), halves(value))
}

fn halves(value: u128) -> Vec<Code> {
    [(value >> 64) as u64, value as u64].map(|half| Code::primary(format!("{half:#x}ull"))).to_vec()
}

/// Minus an integer literal as C++ writes it, where its digits have a type with a sign.
fn negative_text(number: &syn::LitInt) -> Option<String> {
    let text = integer_text(number);
    let value = number.base10_parse::<u128>().ok().filter(|value| *value <= i64::MAX as u128)?;
    let end = if value > i32::MAX as u128 && text.starts_with('0') {
        // C++ has such digits as an unsigned number of 32 bits, unless they are decimal.
        "ll"
    } else {
        ""
    };
    Some(format!("-{text}{end}"))
}

/// A float literal: `1.0f`, `1e5f`, `0.5`; in hexadecimal where a compiler might round the digits twice, or otherwise than Rust.
fn float_text(digits: &str, suffix: &str) -> String {
    // The literals of patterns bring their sign with them.
    let (sign, positive) = digits.strip_prefix('-').map_or(("", digits), |positive| ("-", positive));
    let text = limit(positive, suffix != "f64").or_else(|| hexadecimal(positive, suffix != "f64"));
    if let Some(text) = text {
        return format!("{sign}{text}");
    }
    let mut text = digits.to_owned();
    if text.ends_with('.') {
        text.push('0');
    }
    if !text.contains(['.', 'e', 'E']) {
        text.push_str(".0");
    }
    if suffix != "f64" {
        text.push('f');
    }
    text
}

/// A float that its type has as zero or as infinity: NVRTC takes no digits for these.
fn limit(digits: &str, is_single: bool) -> Option<String> {
    let (value, zero, infinity) = if is_single {
        (f64::from(digits.parse::<f32>().ok()?), "0.0f", "detail::bit_cast<f32>(0x7f800000u)")
    } else {
        (digits.parse::<f64>().ok()?, "0.0", "detail::bit_cast<f64>(0x7ff0000000000000ull)")
    };
    let has_digits = digits.split(['e', 'E']).next()?.contains(|digit: char| ('1'..='9').contains(&digit));
    match value {
        0.0 if has_digits => Some(zero.to_owned()),
        value if value.is_infinite() => Some(infinity.to_owned()),
        _ => None,
    }
}

/// A float that has more digits than its type keeps, or that is smaller than what the type has with all digits. These NVRTC rounds to
/// f64 first. `None` for any other.
fn hexadecimal(digits: &str, is_single: bool) -> Option<String> {
    let (value, least, kept) = if is_single {
        (f64::from(digits.parse::<f32>().ok()?), f64::from(f32::MIN_POSITIVE), 7)
    } else {
        (digits.parse::<f64>().ok()?, f64::MIN_POSITIVE, 15)
    };
    let mantissa = digits.split(['e', 'E']).next().unwrap_or_default();
    let significant = mantissa.chars().filter(char::is_ascii_digit).collect::<String>();
    let is_short = significant.trim_start_matches('0').trim_end_matches('0').len() <= kept;
    if !value.is_finite() || value == 0.0 || (is_short && value >= least) {
        return None;
    }
    let (fraction, exponent) = (value.to_bits() & ((1 << 52) - 1), (value.to_bits() >> 52) as i64);
    let (lead, exponent) = if exponent == 0 { (0, -1022) } else { (1, exponent - 1023) };
    Some(format!("0x{lead}.{fraction:013x}p{exponent}{}", if is_single { "f" } else { "" }))
}
