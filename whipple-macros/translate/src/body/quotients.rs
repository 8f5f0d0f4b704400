//! A note where a quotient is cast to an integer: with `FloatingPoint::Approximate` it may be just below a whole number, which the cast
//! cuts off.
//!
//! Which types the operands have, rustc finds out: the quotient goes through a method of the host's that is deprecated for `f32` alone.

use quote::quote_spanned;
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprCast, ExprConst, ExprRepeat, Item, Lit, Type, parse_quote_spanned,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

/// Adds the notes to the body of a function that is not `const`.
pub fn note(host: &mut Block) {
    Notes.visit_block_mut(host);
}

struct Notes;

impl VisitMut for Notes {
    fn visit_expr_cast_mut(&mut self, cast: &mut ExprCast) {
        visit_mut::visit_expr_cast_mut(self, cast);
        let to_integer = crate::context::last_name(&cast.ty).is_some_and(|name| crate::names::is_integer(&name));
        if let (true, Some(quotient)) = (to_integer, quotient(&cast.expr)) {
            let noted = quote_spanned! {quotient.span()=> ({
                #[allow(unused_imports)]
                use ::whipple::private::AnyQuotient as _;
                ::whipple::private::Quotient(#quotient).cast_to_an_integer()
            })};
            cast.expr = parse_quote_spanned!(quotient.span()=> #noted);
        }
    }

    // What is evaluated while the program compiles is not approximate, and calls no methods.
    fn visit_item_mut(&mut self, _: &mut Item) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_expr_const_mut(&mut self, _: &mut ExprConst) {}
    fn visit_expr_repeat_mut(&mut self, repeat: &mut ExprRepeat) {
        self.visit_expr_mut(&mut repeat.expr);
    }
}

/// The division that an expression is. One by a power of two is exact, and one of whole numbers has none of the signs of floats.
fn quotient(expr: &Expr) -> Option<&ExprBinary> {
    match expr {
        Expr::Paren(inner) => quotient(&inner.expr),
        Expr::Group(inner) => quotient(&inner.expr),
        Expr::Binary(binary) if matches!(binary.op, BinOp::Div(_)) && !is_exact_divisor(&binary.right) => Some(binary),
        _ => None,
    }
}

/// Whether a divisor is a whole number, or a power of two.
fn is_exact_divisor(divisor: &Expr) -> bool {
    let Expr::Lit(literal) = divisor else { return false };
    match &literal.lit {
        Lit::Int(_) => true,
        Lit::Float(float) => {
            const MANTISSA: u64 = (1 << 52) - 1;
            float.base10_parse::<f64>().is_ok_and(|value| value.is_normal() && value.to_bits() & MANTISSA == 0)
        }
        _ => false,
    }
}
