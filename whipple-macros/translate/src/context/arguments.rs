//! Constant arguments and lengths of arrays: `f::<{ N - 1 }>()`, `[u32; 2 * N]`.

use super::Translator;
use crate::piece::{Piece, Pieces};
use quote::quote_spanned;
use syn::{BinOp, Block, Expr, ExprLit, ExprUnary, Ident, Lit, Stmt, UnOp, spanned::Spanned, visit_mut::VisitMut};

impl Translator<'_> {
    /// A constant expression in a type or in template arguments.
    pub fn constant_pieces(&mut self, value: &Expr) -> Pieces {
        match value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => Pieces::text(number.base10_digits().to_owned()),
                Lit::Byte(byte) => Pieces::text(byte.value().to_string()),
                Lit::Bool(value) => Pieces::text(value.value.to_string()),
                _ => {
                    self.errors.push(value, "only integers and `bool` can be constant arguments in device code");
                    Pieces::text("0")
                }
            },
            Expr::Unary(unary) if let Some(digits) = negated_digits(unary) => {
                // The least number of 64 bits has digits that C++ takes for no signed number.
                Pieces::text(format!("static_cast<long long>(-{digits}ull)"))
            }
            Expr::Path(path)
                if path.path.get_ident().is_some_and(|name| {
                    let name = name.to_string();
                    self.generics.contains_key(&name) && !self.scopes.is_constant(&name)
                }) =>
            {
                Pieces::text(path.path.get_ident().map(|name| self.generic_name(&name.to_string())).unwrap_or_default())
            }
            Expr::Block(block) if block.block.stmts.len() == 1 => match &block.block.stmts[0] {
                Stmt::Expr(inner, None) => self.constant_pieces(inner),
                _ => self.evaluated_argument(value),
            },
            _ => self.evaluated_argument(value),
        }
    }

    /// The size or the alignment of a type, which rustc evaluates where they are the same on a device.
    pub fn measured(&mut self, function: &syn::Path, ty: &syn::Type) -> Pieces {
        if self.mentions_generic(ty) || super::is_named(ty, "Self") && self.input.parameters.is_some() {
            let message = "the type must be known here; measure it where it is, and hand the number over";
            self.errors.push(ty, message);
            return Pieces::text("0_usize");
        }
        let of = self.without_self_type(ty);
        let mut function = function.clone();
        if let Some(last) = function.segments.last_mut() {
            last.arguments = syn::PathArguments::AngleBracketed(syn::parse_quote_spanned!(ty.span()=> ::<#of>));
        }
        let value = Expr::Verbatim(
            quote_spanned!(function.span()=> ::whipple::private::named::size_of_stored::<#of>(#function())),
        );
        let value = self.scopes.with_constants(value);
        Pieces(vec![Piece::Text("cast<usize>(".to_owned()), Piece::Number(value), Piece::Text("_u64)".to_owned())])
    }

    /// A constant argument that rustc evaluates.
    fn evaluated_argument(&mut self, value: &Expr) -> Pieces {
        match Seen::of(value) {
            Seen::Typed => self.evaluated_number(value, None),
            Seen::Plain => self.evaluated_number(value, Some("i128")),
            Seen::Open => {
                let message = "the type of this number cannot be seen here; write it at a number, as in `1_u64 << 40`";
                self.errors.push(value, message);
                Pieces::text("0")
            }
        }
    }

    /// A number that rustc evaluates; what has no type in it has this one.
    fn evaluated_number(&mut self, value: &Expr, ty: Option<&str>) -> Pieces {
        let mut value = value.clone();
        self.substitute(|visitor| visitor.visit_expr_mut(&mut value));
        let value = self.scopes.with_constants(value);
        let Some(ty) = ty.map(|ty| Ident::new(ty, value.span())) else { return number(value) };
        number(Expr::Verbatim(quote_spanned!(value.span()=> ::whipple::private::of_type::<#ty>(#value))))
    }

    /// The length of an array.
    pub fn length_pieces(&mut self, length: &Expr) -> Pieces {
        match length {
            Expr::Lit(_) => self.constant_pieces(length),
            _ if Seen::of(length) == Seen::Typed => self.constant_pieces(length),
            _ => self.evaluated_number(length, Some("usize")),
        }
    }
}

/// A constant that rustc evaluates, with its sign: what takes it may be signed.
pub fn number(value: Expr) -> Pieces {
    let is_negative = quote_spanned!(value.span()=> ((#value) as i128) < 0);
    let where_negative = |text: &str| {
        let (yes, no) = (Piece::Text(text.to_owned()), Piece::Text(String::new()));
        Piece::Choice(is_negative.clone(), Box::new(yes), Box::new(no))
    };
    Pieces(vec![where_negative("static_cast<long long>("), Piece::Number(value.clone()), where_negative("ull)")])
}

/// What a constant expression shows of its type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// A part has a type, which is that of the whole.
    Typed,
    /// No part has a type, and the value is the same in all types that hold it.
    Plain,
    /// No part has a type, and the value depends on it.
    Open,
}

impl Seen {
    /// Of what has the type of both.
    fn beside(self, other: Self) -> Self {
        match (self, other) {
            (Self::Typed, _) | (_, Self::Typed) => Self::Typed,
            (Self::Open, _) | (_, Self::Open) => Self::Open,
            _ => Self::Plain,
        }
    }

    fn of(value: &Expr) -> Self {
        match value {
            Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) if number.suffix().is_empty() => Self::Plain,
            Expr::Paren(inner) => Self::of(&inner.expr),
            Expr::Group(inner) => Self::of(&inner.expr),
            Expr::Unary(unary) => match (&unary.op, Self::of(&unary.expr)) {
                // It is as wide as its type.
                (UnOp::Not(_), Self::Plain) => Self::Open,
                (_, of) => of,
            },
            Expr::Binary(binary) => match (binary.op, Self::of(&binary.left)) {
                // Bits may be shifted out of the type.
                (BinOp::Shl(_), Self::Plain) => Self::Open,
                (BinOp::Shl(_) | BinOp::Shr(_), left) => left,
                (BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_), left)
                | (BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_), left) => left.beside(Self::of(&binary.right)),
                // An answer, which is a `bool`.
                _ => Self::Typed,
            },
            Expr::Block(block) => Self::of_block(&block.block),
            Expr::If(choice) => {
                let other = choice.else_branch.as_ref().map_or(Self::Typed, |(_, other)| Self::of(other));
                Self::of_block(&choice.then_branch).beside(other)
            }
            Expr::Match(choice) => Self::of_all(choice.arms.iter().map(|arm| &*arm.body)),
            Expr::Index(element) => Self::of(&element.expr),
            Expr::Field(field) => Self::of(&field.base),
            Expr::Array(array) => Self::of_all(&array.elems),
            Expr::Tuple(tuple) => Self::of_all(&tuple.elems),
            Expr::Repeat(array) => Self::of(&array.expr),
            Expr::MethodCall(call) => Self::of(&call.receiver),
            _ => Self::Typed,
        }
    }

    fn of_block(block: &Block) -> Self {
        match &block.stmts[..] {
            [items @ .., Stmt::Expr(value, None)] if items.iter().all(|item| matches!(item, Stmt::Item(_))) => {
                Self::of(value)
            }
            // Variables may have the type of the whole.
            _ => Self::Open,
        }
    }

    fn of_all<'a>(values: impl IntoIterator<Item = &'a Expr>) -> Self {
        values.into_iter().map(Self::of).fold(Self::Plain, Self::beside)
    }
}

/// The digits of a negative literal.
pub fn negated_digits(unary: &ExprUnary) -> Option<&str> {
    match (&unary.op, &*unary.expr) {
        (UnOp::Neg(_), Expr::Lit(ExprLit { lit: Lit::Int(number), .. })) => Some(number.base10_digits()),
        _ => None,
    }
}
