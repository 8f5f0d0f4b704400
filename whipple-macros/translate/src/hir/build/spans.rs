//! Where expressions stand, found without going over all of their tokens.

use proc_macro2::Span;
use syn::{Expr, spanned::Spanned};

/// The span of an expression's first token.
pub fn first(mut expr: &Expr) -> Span {
    loop {
        expr = match expr {
            Expr::Assign(assign) => &assign.left,
            Expr::Binary(binary) => &binary.left,
            Expr::Call(call) => &call.func,
            Expr::Cast(cast) => &cast.expr,
            Expr::Field(field) => &field.base,
            Expr::Group(inner) => &inner.expr,
            Expr::Index(index) => &index.expr,
            Expr::MethodCall(call) => &call.receiver,
            Expr::Try(attempt) => &attempt.expr,
            Expr::Array(array) => return array.bracket_token.span.open(),
            Expr::Block(block) => match &block.label {
                Some(label) => return label.name.apostrophe,
                None => return block.block.brace_token.span.open(),
            },
            Expr::Break(jump) => return jump.break_token.span,
            Expr::Continue(jump) => return jump.continue_token.span,
            Expr::ForLoop(looping) => {
                return looping.label.as_ref().map_or(looping.for_token.span, |label| label.name.apostrophe);
            }
            Expr::If(choice) => return choice.if_token.span,
            Expr::Let(condition) => return condition.let_token.span,
            Expr::Lit(literal) => return literal.lit.span(),
            Expr::Loop(looping) => {
                return looping.label.as_ref().map_or(looping.loop_token.span, |label| label.name.apostrophe);
            }
            Expr::Match(choice) => return choice.match_token.span,
            Expr::Paren(inner) => return inner.paren_token.span.open(),
            Expr::Reference(reference) => return reference.and_token.span,
            Expr::Repeat(repeat) => return repeat.bracket_token.span.open(),
            Expr::Return(value) => return value.return_token.span,
            Expr::Tuple(tuple) => return tuple.paren_token.span.open(),
            Expr::While(looping) => {
                return looping.label.as_ref().map_or(looping.while_token.span, |label| label.name.apostrophe);
            }
            other => return other.span(),
        };
    }
}

/// The span of an expression's last token.
pub fn last(mut expr: &Expr) -> Span {
    loop {
        expr = match expr {
            Expr::Assign(assign) => &assign.right,
            Expr::Binary(binary) => &binary.right,
            Expr::Group(inner) => &inner.expr,
            Expr::Reference(reference) => &reference.expr,
            Expr::Unary(unary) => &unary.expr,
            Expr::Let(condition) => &condition.expr,
            Expr::Return(syn::ExprReturn { expr: Some(value), .. }) => value,
            Expr::Break(syn::ExprBreak { expr: Some(value), .. }) => value,
            Expr::Array(array) => return array.bracket_token.span.close(),
            Expr::Call(call) => return call.paren_token.span.close(),
            Expr::Field(field) => return field.member.span(),
            Expr::Index(index) => return index.bracket_token.span.close(),
            Expr::MethodCall(call) => return call.paren_token.span.close(),
            Expr::Paren(inner) => return inner.paren_token.span.close(),
            Expr::Repeat(repeat) => return repeat.bracket_token.span.close(),
            Expr::Struct(literal) => return literal.brace_token.span.close(),
            Expr::Try(attempt) => return attempt.question_token.span,
            Expr::Tuple(tuple) => return tuple.paren_token.span.close(),
            Expr::Lit(literal) => return literal.lit.span(),
            Expr::Path(path) => {
                let last = path.path.segments.last();
                return last.map_or_else(|| path.span(), |last| last.ident.span());
            }
            Expr::If(choice) => match &choice.else_branch {
                Some((_, other)) => other,
                None => return choice.then_branch.brace_token.span.close(),
            },
            Expr::Match(choice) => return choice.brace_token.span.close(),
            Expr::Block(block) => return block.block.brace_token.span.close(),
            Expr::Loop(looping) => return looping.body.brace_token.span.close(),
            Expr::While(looping) => return looping.body.brace_token.span.close(),
            Expr::ForLoop(looping) => return looping.body.brace_token.span.close(),
            other => return first(other),
        };
    }
}
