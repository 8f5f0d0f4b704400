//! Gives unsuffixed literals their types, on both sides at once: the host's Rust gets the suffix that the C++ has.
//!
//! An unsuffixed float is f32. An unsuffixed integer stays as it is where C++ converts it to what stands beside it (an
//! operand, an argument, a field); anywhere else it gets the type that local inference finds, by default `i32`. A wrong
//! guess is an error of rustc at the literal, never a different meaning.

mod calls;
mod classes;
mod context;
mod literals;
mod walk;

use crate::{errors::Errors, names};
pub use classes::part;
use classes::{Classes, Known, Width};
pub use context::{Context, tails};
pub use literals::is_literal;
use std::collections::BTreeMap;
use syn::{
    Block, Expr, ExprRepeat, Lit, LitFloat, LitInt, Macro, Pat, PatType, Signature, Token, Type, parse::Parser,
    punctuated::Punctuated, spanned::Spanned, visit_mut, visit_mut::VisitMut,
};

/// A body whose literals are typed.
#[derive(Clone, Debug)]
pub struct Typed {
    /// For the host: with suffixes, and with types on variables that C++ must declare first.
    pub host: Block,
    /// For CUDA: the same, but literals whose type only rustc can look up have the suffix `w` and a number.
    pub cuda: Block,
    /// The types of those.
    pub numbers: BTreeMap<usize, Type>,
}

/// Types the literals of a body.
pub fn type_literals(signature: &Signature, block: &Block, errors: &mut Errors) -> Typed {
    let mut cuda = block.clone();
    Unmarked { errors: &mut *errors }.visit_block_mut(&mut cuda);
    let mut walker = walk::Walker::new(signature);
    walker.function(signature, &mut cuda);
    let mut host = cuda.clone();
    let mut writer = Writer { classes: walker.into_classes(), errors, for_host: false, numbers: BTreeMap::new() };
    writer.visit_block_mut(&mut cuda);
    let numbers = std::mem::take(&mut writer.numbers);
    // What was wrong has been said.
    let mut silent = Errors::new();
    Writer { classes: writer.classes, errors: &mut silent, for_host: true, numbers: BTreeMap::new() }
        .visit_block_mut(&mut host);
    Typed { host, cuda, numbers }
}

/// How much a literal needs a suffix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Need {
    /// C++ converts it.
    No,
    /// It stands in a tuple or an array: C++ finds its type beside it if the macros do not see it.
    Little,
    /// C++ converts it, unless it ends up as the result of a lambda.
    May,
    /// C++ would take it for an int.
    Must,
}

/// Marks a literal with its class, `5w3` if it must have a suffix, `5v3` if it may be left out, `5t3` if it need not be looked up.
fn mark(literal: &mut LitInt, class: usize, need: Need) {
    let letter = match need {
        Need::No => return,
        Need::Little => 't',
        Need::May => 'v',
        Need::Must => 'w',
    };
    *literal = LitInt::new(&format!("{literal}{letter}{class}"), literal.span());
}

/// Marks a float literal with its class, `0.5w3`.
fn mark_float(literal: &mut LitFloat, class: usize) {
    let mut digits = literal.to_string();
    if digits.ends_with('.') {
        digits.push('0');
    }
    *literal = LitFloat::new(&format!("{digits}w{class}"), literal.span());
}

fn marked_float(literal: &LitFloat) -> Option<usize> {
    literal.suffix().strip_prefix('w')?.parse().ok()
}

fn marked(literal: &LitInt) -> Option<(usize, Need)> {
    let suffix = literal.suffix();
    let letters = [('w', Need::Must), ('v', Need::May), ('t', Need::Little)];
    let (number, need) = letters.iter().find_map(|(letter, need)| Some((suffix.strip_prefix(*letter)?, *need)))?;
    Some((number.parse().ok()?, need))
}

/// The attribute of such a variable.
const MARK: &str = "whipple_class";

/// Marks a variable whose type C++ must know before its value, by an attribute.
fn mark_local(local: &mut syn::Local, class: usize) {
    let number = syn::Index::from(class);
    let mark = syn::Ident::new(MARK, proc_macro2::Span::call_site());
    local.attrs.push(syn::parse_quote!(#[#mark(#number)]));
}

/// Takes the mark away again.
fn marked_local(local: &mut syn::Local) -> Option<usize> {
    let position = local.attrs.iter().position(|attribute| attribute.path().is_ident(MARK))?;
    let attribute = local.attrs.remove(position);
    attribute.parse_args::<LitInt>().ok()?.base10_parse().ok()
}

/// Refuses what a user wrote that looks like a mark, and takes it away.
struct Unmarked<'a> {
    errors: &'a mut Errors,
}

impl Unmarked<'_> {
    /// Reports a suffix that names no number of the device.
    fn refuse(&mut self, literal: &Lit, suffix: &str) {
        if !matches!(suffix, "i128" | "u128" | "f16" | "f128") {
            return self.errors.leave_to_rustc();
        }
        let message = format!("`{suffix}` is not the type of a number; write one that is, as `1_u32` or `1.0_f32`");
        self.errors.push(literal, message);
    }
}

impl VisitMut for Unmarked<'_> {
    fn visit_lit_mut(&mut self, literal: &mut Lit) {
        let (text, suffix) = match literal {
            Lit::Int(number) => (number.to_string(), number.suffix().to_owned()),
            Lit::Float(number) => (number.to_string(), number.suffix().to_owned()),
            _ => return,
        };
        if suffix.is_empty() || names::is_number(&suffix) {
            return;
        }
        self.refuse(literal, &suffix);
        let digits = text.strip_suffix(&suffix).unwrap_or("0");
        match literal {
            Lit::Int(number) => *number = LitInt::new(digits, number.span()),
            Lit::Float(number) => *number = LitFloat::new(digits, number.span()),
            _ => {}
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        local.attrs.retain(|attribute| {
            let is_mark = attribute.path().is_ident(MARK);
            if is_mark {
                self.errors.push(attribute, "this attribute does not exist; remove it");
            }
            !is_mark
        });
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if let Some(mut arguments) = macro_arguments(call) {
            arguments.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
            call.tokens = quote::quote!(#arguments);
        }
    }
}

/// The arguments of a macro as expressions, if they are.
fn macro_arguments(call: &Macro) -> Option<Punctuated<Expr, Token![,]>> {
    Punctuated::parse_terminated.parse2(call.tokens.clone()).ok()
}

/// Replaces marks by suffixes, and adds `f32` to floats.
struct Writer<'a> {
    classes: Classes,
    errors: &'a mut Errors,
    for_host: bool,
    numbers: BTreeMap<usize, Type>,
}

impl VisitMut for Writer<'_> {
    fn visit_lit_mut(&mut self, literal: &mut Lit) {
        match literal {
            Lit::Int(number) => {
                if let Some((class, need)) = marked(number) {
                    self.settle(number, class, need);
                }
            }
            Lit::Float(number) => {
                if let Some(class) = marked_float(number) {
                    self.settle_float(number, class);
                }
            }
            _ => {}
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Some(class) = marked_local(local)
            && let Some(name) = self.classes.number(class)
        {
            let pattern = &local.pat;
            let ty = syn::Ident::new(&name, pattern.span());
            local.pat = Pat::Type(PatType {
                attrs: Vec::new(),
                pat: Box::new(pattern.clone()),
                colon_token: Default::default(),
                ty: Box::new(Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path: ty.into() })),
            });
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if let Some(mut arguments) = macro_arguments(call) {
            for argument in &mut arguments {
                self.visit_expr_mut(argument);
            }
            call.tokens = quote::quote!(#arguments);
        }
    }

    fn visit_expr_repeat_mut(&mut self, repeat: &mut ExprRepeat) {
        self.visit_expr_mut(&mut repeat.expr);
    }

    // Literals in types and generic arguments are constants of declared types.
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
    }
}

impl Writer<'_> {
    fn settle(&mut self, number: &mut LitInt, class: usize, need: Need) {
        let text = number.to_string();
        let digits = text.strip_suffix(number.suffix()).unwrap_or(&text).to_owned();
        let suffix = match (self.classes.known(class), need) {
            (Some(Known::Primitive(name)), _) if names::is_integer(&name) => name,
            // Generic functions, and types under other names, say nothing.
            (Some(Known::Signature(..)), Need::Little) => String::new(),
            (Some(Known::Signature(path, position)), _) => {
                if self.for_host {
                    String::new()
                } else {
                    let root = self.classes.find(class);
                    let ty = quote::quote_spanned!(path.span() => <#path as ::whipple::private::DeviceSignature<#position>>::Number);
                    self.numbers.entry(root).or_insert_with(|| Type::Verbatim(ty));
                    format!("w{root}")
                }
            }
            (_, Need::Must) => "i32".to_owned(),
            (_, Need::No | Need::Little | Need::May) => String::new(),
        };
        *number = LitInt::new(&format!("{digits}{suffix}"), number.span());
        if names::is_integer(&suffix) {
            self.check_range(number);
        }
    }

    fn settle_float(&mut self, number: &mut LitFloat, class: usize) {
        let text = number.to_string();
        let digits = text.strip_suffix(number.suffix()).unwrap_or(&text);
        let suffix = match self.classes.width(class) {
            Width::Double => "f64",
            Width::Single | Width::Signature(..) | Width::Unknown => "f32",
        };
        *number = LitFloat::new(&format!("{digits}{suffix}"), number.span());
    }

    fn check_range(&mut self, number: &LitInt) {
        let largest: u128 = match number.suffix() {
            "u8" => u8::MAX.into(),
            "u16" => u16::MAX.into(),
            "u32" => u32::MAX.into(),
            // One more for the negative number.
            "i8" => 1 << 7,
            "i16" => 1 << 15,
            "i32" => 1 << 31,
            "i64" | "isize" => 1 << 63,
            _ => u64::MAX.into(),
        };
        let digits = number.base10_digits().trim_start_matches('-').to_owned();
        if digits.parse::<u128>().is_ok_and(|value| value > largest) {
            let message = format!(
                "this number does not fit `{}`, the type found for it; write it with its type",
                number.suffix()
            );
            self.errors.push(number, message);
        }
    }
}
