//! How deeply tokens nest. The parser and the translator recurse, and on the stack that rustc gives to macros a deep enough item
//! would end the compiler without a message, so such an item is refused before it is parsed.

use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
use std::iter::Peekable;

/// The most that tokens may weigh on any path from the outermost to the innermost. Without optimisation (as rustc builds macros
/// unless told otherwise) one unit takes up to 4 KiB of stack, and rustc has 8 MiB. It leaves room for about 100 blocks inside
/// one another, or 500 operators in one expression; rustc itself overflows its stack at 500 to 1,000 blocks.
const LIMIT: usize = 1024;

/// What a group weighs for the tokens in it: a block in a block passes through most functions.
const GROUP: usize = 9;
/// What a keyword weighs that takes an expression after it and is one: `return return 1`.
const JUMP: usize = 5;
/// What `<` weighs until its `>`: a path among the arguments of a path.
const ANGLE: usize = 14;
/// What `&`, `*` and `|` weigh before what they belong to, and `->`: a type in a type, or a closure in a closure.
const PREFIX: usize = 9;

/// Where tokens nest too deeply; `None` where they do not.
pub fn too_deep(tokens: &TokenStream) -> Option<Span> {
    // A stack of its own: to recurse here would be to fail here.
    let mut open = vec![Sequence::new(tokens.clone(), 0)];
    while let Some(sequence) = open.last_mut() {
        let Some(token) = sequence.tokens.next() else {
            open.pop();
            continue;
        };
        sequence.pass(&token);
        let weight = sequence.outside + sequence.chain;
        if weight > LIMIT {
            return Some(token.span());
        }
        if let TokenTree::Group(group) = token {
            open.push(Sequence::new(group.stream(), weight + GROUP));
        }
    }
    None
}

/// The tokens of a group, being counted.
struct Sequence {
    tokens: Peekable<proc_macro2::token_stream::IntoIter>,
    /// What the tokens weigh that this group is nested in.
    outside: usize,
    /// What the tokens weigh since the last one that ends a statement or an element: each can be one level of syntax.
    chain: usize,
    /// `<` that may be open: a comma among generic arguments ends nothing.
    angles: usize,
    /// Whether a `|` may be open: a comma among the parameters of a closure ends nothing.
    bar: bool,
    /// What the last token was.
    last: Last,
    /// What the token before it was.
    before: Last,
}

/// What a token was, for the one after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// None, a lifetime, a word that takes something after it, or an operator.
    Other,
    /// `else`, before an `if` of the same chain or a body.
    Else,
    /// A name, which a `<` may follow as the list of its arguments.
    Name,
    /// What else may be before a binary operator.
    Value,
    /// A body in braces, which ends a statement, an arm or an item.
    Body,
    /// Punctuation that is part of an operator with what follows it.
    Joint(char),
}

impl Sequence {
    fn new(tokens: TokenStream, outside: usize) -> Self {
        let tokens = tokens.into_iter().peekable();
        Self { tokens, outside, chain: 0, angles: 0, bar: false, last: Last::Other, before: Last::Other }
    }

    fn pass(&mut self, token: &TokenTree) {
        if self.last == Last::Body && begins(token) {
            self.end();
        }
        let last = self.last;
        self.last = match token {
            TokenTree::Ident(word) => {
                let word = word.to_string();
                let jumps = matches!(word.as_str(), "return" | "break" | "if" | "match") && last != Last::Else;
                self.chain += if jumps { JUMP } else { 1 };
                match word.as_str() {
                    "else" => Last::Else,
                    _ if last == Last::Joint('\'') => Last::Other,
                    word if takes_more(word) => Last::Other,
                    _ => Last::Name,
                }
            }
            TokenTree::Group(group) => {
                self.chain += 1;
                if group.delimiter() == Delimiter::Brace { Last::Body } else { Last::Value }
            }
            TokenTree::Literal(_) => {
                self.chain += 1;
                Last::Value
            }
            TokenTree::Punct(punct) => {
                self.chain += 1;
                self.punctuation(punct.as_char(), last);
                if punct.spacing() == Spacing::Joint { Last::Joint(punct.as_char()) } else { Last::Other }
            }
        };
        self.before = last;
    }

    fn punctuation(&mut self, mark: char, last: Last) {
        match mark {
            ';' => self.end(),
            ',' if self.angles == 0 && !self.bar => self.end(),
            // After a value they compare and shift; and what begins with `a << 3` is no path.
            '<' if last == Last::Value || last == Last::Joint('<') && self.before == Last::Value => {}
            '<' if last == Last::Joint('<') && self.shifts() => self.close(),
            '<' => {
                self.angles += 1;
                self.chain += ANGLE;
            }
            '>' if last == Last::Joint('-') => self.chain += PREFIX,
            '>' if last != Last::Joint('=') => self.close(),
            // Between two comparisons, as `&&` after a name is in no type.
            '&' | '|' if last == Last::Joint(mark) && self.before.is_operand() => {
                self.bar = false;
                while self.angles > 0 {
                    self.close();
                }
            }
            '|' => {
                self.bar = !self.bar;
                self.prefix(last);
            }
            '&' | '*' => self.prefix(last),
            _ => {}
        }
    }

    fn prefix(&mut self, last: Last) {
        if !last.is_operand() {
            self.chain += PREFIX;
        }
    }

    /// Whether the next token is none that a type begins with.
    fn shifts(&mut self) -> bool {
        matches!(self.tokens.peek(), Some(TokenTree::Literal(_) | TokenTree::Group(_)))
    }

    /// Closes an angle bracket, if there is one.
    fn close(&mut self) {
        if self.angles > 0 {
            self.angles -= 1;
            self.chain = self.chain.saturating_sub(ANGLE);
        }
    }

    fn end(&mut self) {
        (self.chain, self.angles, self.bar) = (0, 0, false);
    }
}

impl Last {
    fn is_operand(self) -> bool {
        matches!(self, Self::Name | Self::Value | Self::Body)
    }
}

/// Whether a word has a type, a pattern or an expression after it.
fn takes_more(word: &str) -> bool {
    matches!(
        word,
        "as" | "break"
            | "const"
            | "dyn"
            | "for"
            | "if"
            | "impl"
            | "in"
            | "let"
            | "match"
            | "move"
            | "mut"
            | "ref"
            | "return"
            | "static"
            | "unsafe"
            | "where"
            | "while"
    )
}

/// Whether a token after a body in braces begins something new.
fn begins(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => *word != "else" && *word != "as",
        TokenTree::Punct(punct) => matches!(punct.as_char(), '\'' | '#'),
        TokenTree::Group(_) | TokenTree::Literal(_) => true,
    }
}

#[cfg(test)]
mod tests;
