//! Gives unsuffixed literals their types, on both sides at once: the host's Rust gets the suffix that the C++ has.
//!
//! An unsuffixed float is f32. An unsuffixed integer stays as it is where C++ converts it to what stands beside it (an
//! operand, an argument, a field); anywhere else it gets the type that local inference finds, by default `i32`. A wrong
//! guess is an error of rustc at the literal, never a different meaning.

mod classes;
mod walk;

use crate::errors::Errors;
use classes::Classes;
use syn::{
    Block, Expr, ExprRepeat, Lit, LitFloat, LitInt, Macro, Signature, Token, Type, parse::Parser,
    punctuated::Punctuated, visit_mut, visit_mut::VisitMut,
};

/// Types the literals of a body in place.
pub fn type_literals(signature: &Signature, block: &mut Block, errors: &mut Errors) {
    let mut walker = walk::Walker::new(signature);
    walker.function(signature, block);
    Writer { classes: walker.into_classes(), errors }.visit_block_mut(block);
}

/// A marked literal: its suffix is `w` and the number of its class.
fn mark(literal: &mut LitInt, class: usize) {
    *literal = LitInt::new(&format!("{literal}w{class}"), literal.span());
}

fn marked(literal: &LitInt) -> Option<usize> {
    literal.suffix().strip_prefix('w')?.parse().ok()
}

/// The arguments of a macro as expressions, if they are.
fn macro_arguments(call: &Macro) -> Option<Punctuated<Expr, Token![,]>> {
    Punctuated::parse_terminated.parse2(call.tokens.clone()).ok()
}

/// Replaces marks by suffixes, and adds `f32` to floats.
struct Writer<'a> {
    classes: Classes,
    errors: &'a mut Errors,
}

impl VisitMut for Writer<'_> {
    fn visit_lit_mut(&mut self, literal: &mut Lit) {
        match literal {
            Lit::Int(number) => {
                if let Some(class) = marked(number) {
                    let text = number.to_string();
                    let digits = text.strip_suffix(number.suffix()).unwrap_or(&text);
                    let suffix = self.classes.integer(class);
                    *number = LitInt::new(&format!("{digits}{suffix}"), number.span());
                    self.check_range(number);
                }
            }
            Lit::Float(number) if number.suffix().is_empty() => {
                let mut digits = number.to_string();
                if digits.ends_with('.') {
                    digits.push('0');
                }
                *number = LitFloat::new(&format!("{digits}f32"), number.span());
            }
            _ => {}
        }
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
