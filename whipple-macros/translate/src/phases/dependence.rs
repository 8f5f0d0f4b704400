//! Expressions that are the same for all threads, or that each phase may compute again: what they are made of is known, and they do nothing.

use super::{Splitter, variables::Kind};
use syn::{BinOp, Expr, ExprBinary, ExprMethodCall, Member, UnOp};

/// What the value of a simple expression depends on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dependence {
    /// On the thread.
    pub on_thread: bool,
    /// On variables that change.
    pub on_changing: bool,
    /// Whether it may end in a panic.
    pub panics: bool,
}

impl Dependence {
    fn and(self, other: Self) -> Self {
        Self {
            on_thread: self.on_thread || other.on_thread,
            on_changing: self.on_changing || other.on_changing,
            panics: self.panics || other.panics,
        }
    }
}

impl Splitter {
    /// What an expression depends on, if it is a simple one.
    pub fn dependence(&self, expr: &Expr) -> Option<Dependence> {
        match expr {
            Expr::Lit(_) => Some(Dependence::default()),
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => self.of_name(name),
                None => Some(Dependence::default()),
            },
            Expr::Paren(inner) => self.dependence(&inner.expr),
            Expr::Group(inner) => self.dependence(&inner.expr),
            Expr::Cast(cast) => self.dependence(&cast.expr),
            Expr::Field(field) => match &field.member {
                Member::Named(_) | Member::Unnamed(_) => self.dependence(&field.base),
            },
            Expr::Reference(reference) if reference.mutability.is_none() => self.dependence(&reference.expr),
            Expr::Unary(unary) => {
                let operand = self.dependence(&unary.expr)?;
                Some(Dependence { panics: operand.panics || matches!(unary.op, UnOp::Neg(_)), ..operand })
            }
            Expr::Binary(binary) => self.of_binary(binary),
            Expr::Tuple(tuple) => tuple
                .elems
                .iter()
                .try_fold(Dependence::default(), |so_far, part| Some(so_far.and(self.dependence(part)?))),
            Expr::MethodCall(call) => self.of_call(call),
            _ => None,
        }
    }

    fn of_name(&self, name: &syn::Ident) -> Option<Dependence> {
        if *name == self.context {
            return None;
        }
        if self.is_pending(name) {
            return None;
        }
        match self.variable(name).map(|variable| &variable.kind) {
            // A constant, `self`, or the work item.
            None => Some(Dependence::default()),
            Some(Kind::Once { is_mutable, .. }) => {
                Some(Dependence { on_changing: *is_mutable, ..Dependence::default() })
            }
            Some(Kind::Again { is_same, .. }) => Some(Dependence { on_thread: !is_same, ..Dependence::default() }),
            Some(Kind::Kept { .. }) => None,
        }
    }

    fn of_binary(&self, binary: &ExprBinary) -> Option<Dependence> {
        let operands = self.dependence(&binary.left)?.and(self.dependence(&binary.right)?);
        let is_not_zero = || matches!(&*binary.right, Expr::Lit(literal) if is_positive(literal));
        let panics = match binary.op {
            BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Shl(_) | BinOp::Shr(_) => true,
            BinOp::Div(_) | BinOp::Rem(_) => !is_not_zero(),
            BinOp::And(_) | BinOp::Or(_) | BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => false,
            BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => false,
            _ => return None,
        };
        Some(Dependence { panics: operands.panics || panics, ..operands })
    }

    fn of_call(&self, call: &ExprMethodCall) -> Option<Dependence> {
        if !call.args.is_empty() || call.turbofish.is_some() {
            return None;
        }
        if !matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident(&self.context)) {
            return None;
        }
        match call.method.to_string().as_str() {
            "thread" => Some(Dependence { on_thread: true, ..Dependence::default() }),
            "threads" | "shared" => Some(Dependence::default()),
            _ => None,
        }
    }
}

/// Whether a literal is an integer above zero.
fn is_positive(literal: &syn::ExprLit) -> bool {
    matches!(&literal.lit, syn::Lit::Int(number) if number.base10_digits().bytes().any(|digit| digit != b'0'))
}
