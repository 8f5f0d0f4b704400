//! C++ expressions as text with a precedence, so that parentheses appear only where C++ needs them.

use crate::piece::{Piece, Pieces};

/// Names, literals, calls, members, indexing.
pub const PRIMARY: u8 = 16;
/// `-x`, `!x`, `*x`.
pub const UNARY: u8 = 15;
/// `* / %`.
pub const PRODUCT: u8 = 13;
/// `+ -`.
pub const SUM: u8 = 12;
/// `<< >>`.
pub const SHIFT: u8 = 11;
/// `< <= > >=`.
pub const RELATION: u8 = 9;
/// `== !=`.
pub const EQUALITY: u8 = 8;
/// `&`.
pub const BIT_AND: u8 = 7;
/// `^`.
pub const BIT_XOR: u8 = 6;
/// `|`.
pub const BIT_OR: u8 = 5;
/// `&&`.
pub const AND: u8 = 4;
/// `||`.
pub const OR: u8 = 3;
/// `? :` and assignment.
pub const TERNARY: u8 = 2;

/// An expression.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its text.
    pub pieces: Pieces,
    /// How tightly its outermost operator binds.
    pub precedence: u8,
}

impl Code {
    /// An expression whose outermost operator has this precedence.
    pub fn new(pieces: Pieces, precedence: u8) -> Self {
        Self { pieces, precedence }
    }

    /// A name, literal or call.
    pub fn primary(text: impl Into<String>) -> Self {
        Self::new(Pieces::text(text), PRIMARY)
    }

    /// The text, in parentheses if it binds less tightly than `precedence`.
    pub fn at(self, precedence: u8) -> Pieces {
        if self.precedence >= precedence {
            return self.pieces;
        }
        let mut pieces = Pieces::text("(");
        pieces.append(self.pieces);
        pieces.push_text(")");
        pieces
    }

    /// `left operator right`, left-associative.
    pub fn binary(left: Code, operator: &str, right: Code, precedence: u8) -> Self {
        // `a || (b && c)`, `(a < b) == c` and mixed bit operators keep parentheses that C++ could do without: readers
        // could not.
        let mixed = |code: &Code| match precedence {
            OR => code.precedence == AND,
            EQUALITY => (BIT_OR..=RELATION).contains(&code.precedence),
            BIT_OR..=BIT_AND => code.precedence != precedence && code.precedence < UNARY,
            _ => false,
        };
        let left_minimum = if mixed(&left) { UNARY } else { precedence };
        let right_minimum = if mixed(&right) { UNARY } else { precedence + 1 };
        let mut pieces = left.at(left_minimum);
        pieces.push_text(&format!(" {operator} "));
        pieces.append(right.at(right_minimum));
        Self::new(pieces, precedence)
    }

    /// Whether this is nothing but a text.
    pub fn is_text(&self, text: &str) -> bool {
        matches!(&self.pieces.0[..], [Piece::Text(own)] if own == text)
    }

    /// `name(arguments)`.
    pub fn call(name: Pieces, arguments: Vec<Code>) -> Self {
        let mut pieces = name;
        pieces.push_text("(");
        pieces.append(list(arguments));
        pieces.push_text(")");
        Self::new(pieces, PRIMARY)
    }

    /// `object.member`, or `this->member`.
    pub fn member(self, member: &str) -> Self {
        let through_this = self.precedence == UNARY && self.pieces.preview() == "*this";
        let mut pieces = if through_this { Pieces::text("this->") } else { self.object() };
        if !through_this {
            pieces.push_text(".");
        }
        pieces.push_text(member);
        Self::new(pieces, PRIMARY)
    }

    /// `self->member`
    pub fn arrow(self, member: &str) -> Self {
        let mut pieces = self.object();
        pieces.push_text("->");
        pieces.push_text(member);
        Self::new(pieces, PRIMARY)
    }

    /// The text, as what stands before a dot. C++ takes `5_u32.count` for one number.
    pub fn object(self) -> Pieces {
        let is_number = self.pieces.preview().starts_with(|first: char| first.is_ascii_digit());
        self.at(if is_number { u8::MAX } else { PRIMARY })
    }

    /// `object[index]`.
    pub fn index(self, index: Code) -> Self {
        let mut pieces = self.at(PRIMARY);
        // C++ takes `[[` for an attribute. Macros become lambdas, and one of two texts may begin with either.
        let is_choice = matches!(index.pieces.0.first(), Some(Piece::Choice(..)));
        let is_lambda = is_choice || index.pieces.starts_with('[') || index.pieces.starts_with_text("WHIPPLE_");
        pieces.push_text(if is_lambda { "[(" } else { "[" });
        pieces.append(index.pieces);
        pieces.push_text(if is_lambda { ")]" } else { "]" });
        Self::new(pieces, PRIMARY)
    }
}

/// `a, b, c`.
pub fn list(arguments: Vec<Code>) -> Pieces {
    let mut pieces = Pieces::new();
    for (index, argument) in arguments.into_iter().enumerate() {
        if index > 0 {
            pieces.push_text(", ");
        }
        pieces.append(argument.at(TERNARY));
    }
    pieces
}

/// Concatenates text and pieces.
pub fn concat(parts: impl IntoIterator<Item = Pieces>) -> Pieces {
    let mut pieces = Pieces::new();
    for part in parts {
        pieces.append(part);
    }
    pieces
}

/// A C string literal.
pub fn string_literal(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.push_str(&format!("\\{:03o}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
