//! A note of the user's place before methods of std that panic in its own: the CPU's error names the user's line then, as a GPU's does.

use crate::{context::replace_arguments, numbering};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::{
    Block, Expr, ExprConst, ExprRepeat, Ident, Item, Lit, Macro, Stmt, Type, UnOp,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

/// Methods that may panic in every build, without `#[track_caller]`.
const ALWAYS: &[&str] = &[
    "clamp",
    "next_multiple_of",
    "overflowing_div",
    "overflowing_div_euclid",
    "saturating_div",
    "step_by",
    "wrapping_div",
    "wrapping_div_euclid",
];

/// Those that do as statements: rotations of arrays. Rotations of numbers, which give a value, never panic.
const AS_STATEMENTS: &[&str] = &["rotate_left", "rotate_right"];

/// Those that do where overflow is checked.
const CHECKED: &[&str] = &["abs", "next_power_of_two", "pow", "product", "sum"];

/// Adds the notes to the body of a function that is not `const`.
pub fn note(host: &mut Block) {
    Notes.visit_block_mut(host);
}

struct Notes;

impl VisitMut for Notes {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut statement in std::mem::take(&mut block.stmts) {
            match &mut statement {
                // A statement of its own: what is in a tuple would be an operation without an effect.
                Stmt::Expr(call, _) => match noted(call, true) {
                    Some(note) => {
                        visit_mut::visit_expr_mut(self, call);
                        block.stmts.push(Stmt::Expr(Expr::Verbatim(note), Some(Default::default())));
                    }
                    None => self.visit_expr_mut(call),
                },
                _ => self.visit_stmt_mut(&mut statement),
            }
            block.stmts.push(statement);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Some(note) = noted(expr, false) {
            *expr = Expr::Verbatim(quote_spanned!(expr.span()=> (#note, #expr).1));
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        let Ok(written) = numbering::arguments(call) else { return };
        let mut arguments = written.clone();
        arguments.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
        replace_arguments(call, &written, arguments);
    }

    // What is evaluated while the program compiles panics there.
    fn visit_item_mut(&mut self, _: &mut Item) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_angle_bracketed_generic_arguments_mut(&mut self, _: &mut syn::AngleBracketedGenericArguments) {}
    fn visit_expr_const_mut(&mut self, _: &mut ExprConst) {}
    fn visit_expr_repeat_mut(&mut self, repeat: &mut ExprRepeat) {
        self.visit_expr_mut(&mut repeat.expr);
    }
}

/// What notes the place of a call, if that may panic in std's own.
fn noted(expr: &Expr, is_statement: bool) -> Option<TokenStream> {
    let name = called(expr)?;
    let here = quote_spanned!(name.span()=> ::whipple::private::panics_here());
    let is_rotation = is_statement && AS_STATEMENTS.iter().any(|method| name == method);
    if is_rotation || ALWAYS.iter().any(|method| name == method) {
        Some(here)
    } else {
        let is_checked = CHECKED.iter().any(|method| name == method);
        is_checked.then(|| quote_spanned!(name.span()=> if ::core::cfg!(debug_assertions) { #here }))
    }
}

/// The name of the method or of the associated function that is called, unless its arguments show that it does not panic.
fn called(expr: &Expr) -> Option<Ident> {
    match expr {
        Expr::MethodCall(call) => {
            let numbers: Option<Vec<f64>> = call.args.iter().map(number).collect();
            let is_fine = call.method == "clamp" && matches!(numbers.as_deref(), Some([low, high]) if low <= high);
            (!is_fine).then(|| call.method.clone())
        }
        Expr::Call(call) => match &*call.func {
            Expr::Path(function) if function.path.segments.len() > 1 || function.qself.is_some() => {
                function.path.segments.last().map(|last| last.ident.clone())
            }
            _ => None,
        },
        _ => None,
    }
}

/// The value of a literal, with its sign.
fn number(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Paren(inner) => number(&inner.expr),
        Expr::Group(inner) => number(&inner.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => number(&unary.expr).map(|value| -value),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse::<u64>().ok().map(|value| value as f64),
            Lit::Float(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
