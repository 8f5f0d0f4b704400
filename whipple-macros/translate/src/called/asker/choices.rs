//! Choices of references, which C++ wants to be of one type.

use crate::ask;
use quote::quote_spanned;
use syn::Expr;

/// Has rustc refuse a choice of references to arrays of different lengths, of which it would make slices where an argument wants them: C++
/// would not.
pub fn of_one_type(argument: &mut Expr) {
    let mut count = 0;
    count_references(argument, &mut count);
    if count > 1 {
        *argument = one_type(argument);
    }
}

/// A value that rustc gives a type before it is used.
pub fn one_type(value: &Expr) -> Expr {
    let [first, _] = ask::ends(value);
    Expr::Verbatim(quote_spanned!(first=> ({ let one = #value; one })))
}

/// How many values of a choice are references.
fn count_references(expr: &Expr, count: &mut usize) {
    let mut of_block = |block: &syn::Block| {
        if let Some(syn::Stmt::Expr(value, None)) = block.stmts.last() {
            count_references(value, count);
        }
    };
    match expr {
        Expr::If(choice) => {
            of_block(&choice.then_branch);
            if let Some((_, other)) = &choice.else_branch {
                count_references(other, count);
            }
        }
        Expr::Block(block) => of_block(&block.block),
        Expr::Match(choice) => choice.arms.iter().for_each(|arm| count_references(&arm.body, count)),
        Expr::Paren(inner) => count_references(&inner.expr, count),
        Expr::Reference(_) => *count += 1,
        _ => {}
    }
}
