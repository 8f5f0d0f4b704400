//! Which expressions are made of unsuffixed literals only.

use syn::{
    BinOp, Block, Expr, ExprLit, Lit, LitFloat, Stmt, UnOp,
    visit::{self, Visit},
};

pub fn strip(mut expr: &Expr) -> &Expr {
    loop {
        expr = match expr {
            Expr::Paren(inner) => &inner.expr,
            Expr::Group(inner) => &inner.expr,
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => &unary.expr,
            other => return other,
        };
    }
}

/// Whether an expression consists of unsuffixed integer literals only.
pub fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_literal(&inner.expr),
        Expr::Group(inner) => is_literal(&inner.expr),
        Expr::Lit(literal) => matches!(&literal.lit, Lit::Int(number) if number.suffix().is_empty()),
        Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)) && is_literal(&unary.expr),
        Expr::Binary(binary) => match binary.op {
            BinOp::Add(_)
            | BinOp::Sub(_)
            | BinOp::Mul(_)
            | BinOp::Div(_)
            | BinOp::Rem(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_)
            | BinOp::BitXor(_) => is_literal(&binary.left) && is_literal(&binary.right),
            BinOp::Shl(_) | BinOp::Shr(_) => is_literal(&binary.left),
            _ => false,
        },
        Expr::If(choice) => {
            block_is_literal(&choice.then_branch)
                && choice.else_branch.as_ref().is_some_and(|(_, other)| is_literal(other))
        }
        Expr::Match(choice) => choice.arms.iter().all(|arm| is_literal(&arm.body) || diverges(&arm.body)),
        Expr::Block(block) => block_is_literal(&block.block),
        _ => false,
    }
}

/// Whether an expression is made of unsuffixed float literals only.
pub fn is_float_literal(expr: &Expr) -> bool {
    let tail = |block: &Block| matches!(block.stmts.last(), Some(Stmt::Expr(tail, None)) if is_float_literal(tail));
    match expr {
        Expr::Paren(inner) => is_float_literal(&inner.expr),
        Expr::Group(inner) => is_float_literal(&inner.expr),
        Expr::Lit(literal) => matches!(&literal.lit, Lit::Float(number) if number.suffix().is_empty()),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_float_literal(&unary.expr),
        Expr::Binary(binary) => is_float_literal(&binary.left) && is_float_literal(&binary.right),
        Expr::If(choice) => {
            tail(&choice.then_branch) && choice.else_branch.as_ref().is_some_and(|(_, other)| is_float_literal(other))
        }
        Expr::Match(choice) => choice.arms.iter().all(|arm| is_float_literal(&arm.body) || diverges(&arm.body)),
        Expr::Block(block) => tail(&block.block),
        _ => false,
    }
}

/// The literal that a cast gives its type to in Rust: its operand, also behind signs and as the tail of a block, but not in a
/// branch or an operation.
pub fn cast_literal(expr: &Expr) -> Option<&Lit> {
    match expr {
        Expr::Paren(inner) => cast_literal(&inner.expr),
        Expr::Group(inner) => cast_literal(&inner.expr),
        Expr::Unary(unary) if !matches!(unary.op, UnOp::Deref(_)) => cast_literal(&unary.expr),
        Expr::Block(block) if block.label.is_none() => match block.block.stmts.last() {
            Some(Stmt::Expr(tail, None)) => cast_literal(tail),
            _ => None,
        },
        Expr::Lit(literal) => Some(&literal.lit),
        _ => None,
    }
}

/// A float literal that has nothing but a sign.
pub fn float_literal(expr: &mut Expr) -> Option<&mut LitFloat> {
    match expr {
        Expr::Paren(inner) => float_literal(&mut inner.expr),
        Expr::Group(inner) => float_literal(&mut inner.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => float_literal(&mut unary.expr),
        Expr::Lit(ExprLit { lit: Lit::Float(number), .. }) => Some(number),
        _ => None,
    }
}

/// The literal at an end of a range in a pattern, behind a sign.
pub fn bound(end: &mut Expr) -> Option<&mut Lit> {
    match end {
        Expr::Lit(literal) => Some(&mut literal.lit),
        Expr::Unary(unary) => bound(&mut unary.expr),
        _ => None,
    }
}

fn block_is_literal(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(expr, None)) => is_literal(expr) || diverges(expr),
        _ => false,
    }
}

fn diverges(expr: &Expr) -> bool {
    matches!(expr, Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Macro(_))
}

/// The value of an expression of literals, if all of it fits C++'s int.
pub fn fold(expr: &Expr) -> Option<i128> {
    let value = match expr {
        Expr::Paren(inner) => fold(&inner.expr)?,
        Expr::Group(inner) => fold(&inner.expr)?,
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse::<i128>().ok()?,
            _ => return None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => -fold(&unary.expr)?,
        Expr::Binary(binary) => {
            let (left, right) = (fold(&binary.left)?, fold(&binary.right)?);
            match binary.op {
                BinOp::Add(_) => left + right,
                BinOp::Sub(_) => left - right,
                BinOp::Mul(_) => left * right,
                BinOp::Div(_) if right > 0 => left / right,
                BinOp::Shl(_) if (0..31).contains(&right) => left << right,
                _ => return None,
            }
        }
        // Branches are literals of their own.
        Expr::If(_) | Expr::Match(_) | Expr::Block(_) => return Some(0),
        _ => return None,
    };
    (i128::from(i32::MIN)..=i128::from(i32::MAX)).contains(&value).then_some(value)
}

/// Whether control flow has branches that are more than an expression.
pub fn has_statements(expr: &Expr) -> bool {
    let block_has = |block: &Block| match block.stmts.as_slice() {
        [Stmt::Expr(tail, None)] => has_statements(tail),
        _ => true,
    };
    match expr {
        Expr::Paren(inner) => has_statements(&inner.expr),
        Expr::Group(inner) => has_statements(&inner.expr),
        Expr::If(choice) => {
            has_let(&choice.cond)
                || block_has(&choice.then_branch)
                || choice.else_branch.as_ref().is_none_or(|(_, other)| has_statements(other))
        }
        Expr::Match(choice) => !is_place(&choice.expr) || choice.arms.iter().any(|arm| has_statements(&arm.body)),
        Expr::Block(block) => block.label.is_some() || block_has(&block.block),
        Expr::Loop(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Macro(_) | Expr::Struct(_) => true,
        other => {
            let mut parts = Parts(false);
            visit::visit_expr(&mut parts, other);
            parts.0
        }
    }
}

/// Whether control flow in an expression has branches that are more than an expression.
struct Parts(bool);

impl<'ast> Visit<'ast> for Parts {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.0 = self.0 || has_statements(expr);
    }
}

/// Whether an expression builds an array or a tuple.
pub fn is_aggregate(expr: &Expr) -> bool {
    matches!(expr, Expr::Array(_) | Expr::Repeat(_) | Expr::Tuple(_))
}

fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

/// Whether patterns can look at an expression where it is, without a variable for it.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_place(&inner.expr),
        Expr::Group(inner) => is_place(&inner.expr),
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_place(&unary.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_place),
        _ => false,
    }
}

/// Whether C++ declares a variable before what gives it its value: control flow with statements, of values.
pub fn is_declared_first(value: &Expr) -> bool {
    let value = match value {
        Expr::Paren(inner) => return is_declared_first(&inner.expr),
        Expr::Group(inner) => return is_declared_first(&inner.expr),
        other => other,
    };
    let is_control = matches!(value, Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Loop(_));
    is_control && (has_statements(value) || tests_with_effects(value)) && !gives_reference(value)
}

/// Whether a value of control flow is a reference.
fn gives_reference(expr: &Expr) -> bool {
    let of_block = |block: &Block| matches!(block.stmts.last(), Some(Stmt::Expr(tail, None)) if gives_reference(tail));
    match expr {
        Expr::Paren(inner) => gives_reference(&inner.expr),
        Expr::Group(inner) => gives_reference(&inner.expr),
        Expr::Reference(_) => true,
        Expr::If(choice) => {
            of_block(&choice.then_branch)
                || choice.else_branch.as_ref().is_some_and(|(_, other)| gives_reference(other))
        }
        Expr::Match(choice) => choice.arms.iter().any(|arm| gives_reference(&arm.body)),
        Expr::Block(block) => of_block(&block.block) || breaks_with_reference(&block.block),
        Expr::Loop(looping) => breaks_with_reference(&looping.body),
        _ => false,
    }
}

/// Whether a jump in a block takes a reference along.
fn breaks_with_reference(block: &Block) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_break(&mut self, jump: &'ast syn::ExprBreak) {
            self.0 |= jump.expr.as_ref().is_some_and(|value| gives_reference(value));
            visit::visit_expr_break(self, jump);
        }
    }
    let mut finder = Finder(false);
    finder.visit_block(block);
    finder.0
}

/// Whether the guards or conditions of control flow may need statements of their own: their order matters.
pub fn tests_with_effects(expr: &Expr) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let acts = matches!(
                expr,
                Expr::Call(_) | Expr::MethodCall(_) | Expr::Index(_) | Expr::Assign(_) | Expr::Block(_) | Expr::Try(_)
            );
            self.0 |= acts;
            visit::visit_expr(self, expr);
        }
    }
    let acts = |expr: &Expr| {
        let mut finder = Finder(false);
        finder.visit_expr(expr);
        finder.0
    };
    match expr {
        Expr::Paren(inner) => tests_with_effects(&inner.expr),
        Expr::Group(inner) => tests_with_effects(&inner.expr),
        Expr::If(choice) => {
            acts(&choice.cond) || choice.else_branch.as_ref().is_some_and(|(_, other)| tests_with_effects(other))
        }
        Expr::Match(choice) => choice.arms.iter().any(|arm| match &arm.pat {
            syn::Pat::Guard(guard) => acts(&guard.guard),
            _ => false,
        }),
        _ => false,
    }
}
