//! Values of constants that C++ may not compute: rustc evaluates them.

use super::code::concat;
use crate::{
    errors::Errors,
    names,
    piece::{Piece, Pieces},
};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{
    BinOp, Expr, Ident, ItemConst, Type,
    spanned::Spanned,
    visit::{self, Visit},
};

/// What the value of a constant has that C++ cannot have there.
#[derive(Default)]
struct Finder<'a> {
    functions: Vec<&'a syn::ExprPath>,
    /// Methods and macros that constant expressions of C++ do not have.
    others: bool,
    /// What a constant of no number is not written with in C++: methods, macros, statements and parts of other constants.
    steps: Vec<&'a Expr>,
    constants: Vec<&'a Ident>,
    /// Whether anything is computed. Of floats that may give infinity, or what is not a number, which C++ refuses to compute.
    computes: bool,
    /// What of floats C++ does not have as a constant expression, in words.
    inexact: Vec<(&'a Expr, String)>,
}

/// Methods of floats that C++ has no constant expression for; of integers there is none of these names.
const INEXACT: &[&str] = &["ceil", "floor", "fract", "mul_add", "round", "round_ties_even", "trunc"];

impl<'ast> Visit<'ast> for Finder<'ast> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Binary(binary) => {
                self.computes = true;
                let (left, right) = (literal_of_float(&binary.left), literal_of_float(&binary.right));
                match binary.op {
                    BinOp::Div(_) if right == Some(0.0) => self.inexact.push((expr, "a division by zero".to_owned())),
                    BinOp::Rem(_) if left.or(right).is_some() => {
                        self.inexact.push((expr, "a remainder of floats".to_owned()));
                    }
                    _ => {}
                }
            }
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                self.computes = true;
                self.steps.push(expr);
                self.others |= !names::is_pure_method(&name);
                if INEXACT.contains(&name.as_str()) {
                    self.inexact.push((expr, format!("`{name}`")));
                }
            }
            Expr::Block(_) | Expr::If(_) | Expr::Match(_) | Expr::Loop(_) | Expr::While(_) => self.steps.push(expr),
            Expr::Macro(_) | Expr::Index(_) | Expr::Field(_) | Expr::Const(_) | Expr::Unsafe(_) => {
                self.steps.push(expr)
            }
            // C++ has the constants of one class before those of another, which may need each other in Rust.
            Expr::Path(path) => self.others |= is_of_own_type(&path.path),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(path) = &*call.func {
            let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
            let (last, owner) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
            let is_library = names::is_type_name(&last)
                || names::made_by(&last).is_some()
                || names::is_primitive(&owner)
                || names::is_vector(&owner);
            if !is_library {
                self.functions.push(path);
            }
        }
        visit::visit_expr_call(self, call);
    }
    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.others = true;
    }
    fn visit_item_const(&mut self, constant: &'ast ItemConst) {
        self.constants.push(&constant.ident);
        visit::visit_item_const(self, constant);
    }
    // Lengths and generic arguments are evaluated by rustc.
    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
}

const CALL: &str = "only constants of numbers, of enums without fields, and of structs and arrays of those can call functions in device code: write the value out, or call this in the function that needs it";

const CONSTANT: &str =
    "a constant inside the value of another, which is no number, does not exist in device code; write it beside that";

/// Whether a path names a constant of a type of the user's.
fn is_of_own_type(path: &syn::Path) -> bool {
    let owner = path.segments.iter().rev().nth(1).map(|owner| owner.ident.to_string()).unwrap_or_default();
    names::is_type_name(&owner) && !names::is_primitive(&owner) && !names::is_vector(&owner)
}

/// The value of a float's literal.
fn literal_of_float(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(lit), .. }) => lit.base10_parse().ok(),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            literal_of_float(&unary.expr).map(|value| -value)
        }
        Expr::Paren(inner) => literal_of_float(&inner.expr),
        Expr::Group(inner) => literal_of_float(&inner.expr),
        _ => None,
    }
}

/// The value of a constant that calls a function of the user's, or that C++ may not compute: rustc evaluates it, which it
/// can write only if it is made of numbers. C++ has constants before functions.
pub fn evaluated(value: &Expr, ty: &Type, constant: &Expr, translated: Pieces, errors: &mut Errors) -> Pieces {
    let mut finder = Finder::default();
    finder.visit_expr(value);
    let name = match ty {
        Type::Path(path) => path.path.get_ident().map(ToString::to_string).unwrap_or_default(),
        _ => String::new(),
    };
    if !names::is_primitive(&name) {
        let problem = finder.problem();
        return match (problem, may_have_numbers(ty)) {
            (Some((at, message)), true) => written(ty, constant, at, Some(&message)),
            (None, true) if !finder.steps.is_empty() => either(ty, constant, value.span(), translated),
            (_, true) => translated,
            (_, false) => without_numbers(finder, translated, errors),
        };
    }
    let computes = finder.computes && matches!(name.as_str(), "f32" | "f64");
    let is_expression = finder.functions.is_empty() && finder.constants.is_empty() && finder.inexact.is_empty();
    if is_expression && !finder.others && !computes {
        return translated;
    }
    // For who reads the text.
    let written = value.to_token_stream().to_string();
    let is_plain = written.len() < 60 && written.is_ascii() && !written.contains("*/") && !written.contains('\\');
    let comment = if is_plain { format!(" /* {written} */") } else { String::new() };
    number(&name, constant, &comment)
}

/// Whether C++ computes this value of a number type as Rust does, whatever the parameters are that it names.
pub fn is_for_cpp(value: &Expr, class: &str) -> bool {
    let mut finder = Finder::default();
    finder.visit_expr(value);
    let is_expression = finder.functions.is_empty() && finder.constants.is_empty() && finder.inexact.is_empty();
    is_expression && !(finder.computes && matches!(class, "f32" | "f64"))
}

/// A constant of this number type, as rustc knows it.
pub fn number(name: &str, constant: &Expr, comment: &str) -> Pieces {
    let pieces = |before: String, number: Piece, after: &str| {
        Pieces(vec![Piece::Text(before), number, Piece::Text(after.to_owned())])
    };
    match name {
        "f32" | "f64" => {
            let suffix = if name == "f32" { "u)" } else { "ull)" };
            let bits = Piece::Number(syn::parse_quote!(#constant.to_bits()));
            pieces(format!("num::from_bits<{name}>("), bits, &format!("{suffix}{comment}"))
        }
        "bool" => pieces(String::new(), Piece::Number(constant.clone()), " != 0"),
        "u128" | "i128" => {
            let (high, low) = (syn::parse_quote!((#constant) >> 64), Piece::Number(constant.clone()));
            let high = pieces(format!("num::wide<{name}>("), Piece::Number(high), "ull, ");
            concat([high, pieces(String::new(), low, &format!("ull){comment}"))])
        }
        _ => pieces(format!("cast<{name}>("), Piece::Number(constant.clone()), "_u64)"),
    }
}

/// Whether a type may be made of numbers alone: an array, or one of a name, but for those that stay within a task.
fn may_have_numbers(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => may_have_numbers(&array.elem),
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|last| last.ident != "Option" && last.ident != "Result")
        }
        _ => false,
    }
}

/// What rustc knows of the values of a type.
fn known(ty: &Type, at: Span) -> TokenStream {
    quote_spanned! {at=> {
        #[allow(unused_imports)]
        use ::whipple::private::written::NotWritten as _;
        <::whipple::private::written::Written<#ty>>::KNOWN
    } }
}

/// A value as rustc knows it. Where it does not, that is an error with this message, or there is no text.
fn written(ty: &Type, constant: &Expr, at: Span, message: Option<&str>) -> Pieces {
    let known = known(ty, at);
    let check = message.map(|message| quote_spanned!(at=> ::core::assert!(#known.is_known(), #message);));
    let pieces = quote_spanned! {at=>
        ::whipple::private::Piece::Type({
            const LENGTH: usize = {
                #check
                #known.length()
            };
            const PIECES: &[::whipple::private::Piece] = &#known.pieces::<LENGTH>(&#constant);
            PIECES
        })
    };
    Pieces(vec![Piece::Tokens(pieces)])
}

/// A value as rustc knows it, and where it does not, as it is written.
fn either(ty: &Type, constant: &Expr, at: Span, translated: Pieces) -> Pieces {
    let (known, nothing) = (known(ty, at), || Box::new(Piece::Text(String::new())));
    let is_known = quote_spanned!(at=> #known.is_known());
    let mut pieces = written(ty, constant, at, None);
    for piece in translated.0 {
        pieces.push(Piece::Choice(is_known.clone(), nothing(), Box::new(piece)));
    }
    pieces
}

/// A value of a type that stays within a task: constant expressions of C++ alone.
fn without_numbers(finder: Finder<'_>, translated: Pieces, errors: &mut Errors) -> Pieces {
    for constant in finder.constants {
        errors.push(constant, CONSTANT);
    }
    for (inexact, what) in finder.inexact {
        errors.push(inexact, inexact_message(&what));
    }
    for method in finder.steps.iter().filter_map(|step| impure_method(step)) {
        errors.push(method, CALL);
    }
    checked(&finder.functions, translated, errors)
}

/// The name of a method that constant expressions of C++ may not have.
fn impure_method(step: &Expr) -> Option<&Ident> {
    match step {
        Expr::MethodCall(call) => Some(&call.method).filter(|method| !names::is_pure_method(&method.to_string())),
        _ => None,
    }
}

impl Finder<'_> {
    /// Why C++ cannot have the value as it is written: the first reason.
    fn problem(&self) -> Option<(Span, String)> {
        let function = self.functions.first().map(|function| (function.span(), CALL.to_owned()));
        let method = || self.steps.iter().find_map(|step| impure_method(step)).map(|it| (it.span(), CALL.to_owned()));
        let constant = || self.constants.first().map(|constant| (constant.span(), CONSTANT.to_owned()));
        let inexact = || self.inexact.first().map(|(at, what)| (at.span(), inexact_message(what)));
        function.or_else(method).or_else(constant).or_else(inexact)
    }
}

fn inexact_message(what: &str) -> String {
    format!(
        "{what} inside a constant that is no number does not exist in device code: C++ has no constant expression for it. Give it a constant of its own, of a number type, and name that here"
    )
}

/// A value of a type that stays within a task calls only functions of the library's types, which rustc knows by all their names.
fn checked(functions: &[&syn::ExprPath], translated: Pieces, errors: &mut Errors) -> Pieces {
    let mut pieces = Pieces::new();
    for function in functions {
        let mut owner = function.path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        let is_type = |last: &syn::PathSegment| last.ident != "Self" && names::is_type_name(&last.ident.to_string());
        if !owner.segments.last().is_some_and(is_type) {
            errors.push(function, CALL);
            continue;
        }
        let check = quote_spanned! {function.span()=> {
            ::core::assert!(::whipple::private::is_of_library::<#owner>(), #CALL);
            true
        }};
        let nothing = || Box::new(Piece::Text(String::new()));
        pieces.push(Piece::Choice(check, nothing(), nothing()));
    }
    pieces.append(translated);
    pieces
}
