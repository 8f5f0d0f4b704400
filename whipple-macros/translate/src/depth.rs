//! How deeply tokens nest. The parser and the translator recurse, and on the stack that rustc gives to macros a deep enough item
//! would end the compiler without a message, so such an item is refused before it is parsed.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use std::iter::Peekable;

/// The most that tokens may weigh on any path from the outermost to the innermost. Without optimisation (as rustc builds macros
/// unless told otherwise) one unit takes up to 4 KiB of stack, and rustc has 8 MiB. It leaves room for about 100 blocks inside
/// one another, or 500 operators in one expression; rustc itself overflows its stack at 500 to 1,000 blocks.
const LIMIT: usize = 1024;

/// What a group weighs for the tokens in it: a block in a block passes through most functions.
const GROUP: usize = 9;
/// What a keyword weighs that takes an expression after it and is one: `return return 1`.
const JUMP: usize = 5;

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
    /// Whether the last token was `-` or `=`, which make an arrow with `>`.
    arrow: bool,
    /// Whether the last token was a body in braces, which ends a statement, an arm or an item.
    body: bool,
}

impl Sequence {
    fn new(tokens: TokenStream, outside: usize) -> Self {
        let tokens = tokens.into_iter().peekable();
        Self { tokens, outside, chain: 0, angles: 0, bar: false, arrow: false, body: false }
    }

    fn pass(&mut self, token: &TokenTree) {
        if self.body && begins(token) {
            self.end();
        }
        self.chain += match token {
            TokenTree::Ident(word) if *word == "return" || *word == "break" => JUMP,
            _ => 1,
        };
        self.body = matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let arrow = std::mem::replace(&mut self.arrow, false);
        let TokenTree::Punct(punct) = token else { return };
        match punct.as_char() {
            ';' => self.end(),
            ',' if self.angles == 0 && !self.bar => self.end(),
            '<' => self.angles += 1,
            '>' if !arrow => self.angles = self.angles.saturating_sub(1),
            '|' => self.bar = !self.bar,
            '-' | '=' => self.arrow = true,
            _ => {}
        }
    }

    fn end(&mut self) {
        (self.chain, self.angles, self.bar) = (0, 0, false);
    }
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
mod tests {
    use super::*;

    fn is_too_deep(text: &str) -> bool {
        too_deep(&text.parse().expect("the test's tokens parse")).is_some()
    }

    #[test]
    fn long_programs_are_not_deep() {
        assert!(!is_too_deep(&"a = b + 1; ".repeat(5000)));
        assert!(!is_too_deep(&format!("[{}]", "(1, -2.5), ".repeat(5000))));
        assert!(!is_too_deep(&format!("[{}]", "A | B, C << 3 > D, ".repeat(50))));
        assert!(!is_too_deep(&"if a > b { c } else { d } ".repeat(5000)));
        assert!(!is_too_deep(&format!("match a {{ {} }}", "(1, _) => {} 2 => { b } C => {}".repeat(5000))));
        assert!(!is_too_deep(&format!("{}1{}", "{".repeat(90), "}".repeat(90))));
        assert!(!is_too_deep(&format!("1{}", " + a".repeat(500))));
        assert!(!is_too_deep(&format!("{{ 1 }} {}", "else if a == 1 { 2 } ".repeat(120))));
    }

    #[test]
    fn what_would_overflow_the_stack_is_too_deep() {
        for (before, after) in [
            ("{", "}"),
            ("(a, ", ")"),
            ("!", ""),
            ("a + ", ""),
            ("return ", ""),
            ("|a, b| ", ""),
            ("V<A, V<", ""),
            ("f::<A, B>() + ", ""),
            ("if a {} else ", ""),
            ("x = P { a: 1, b: 2 } + ", ""),
            ("", ".f::<A, B>(a, b)"),
        ] {
            assert!(is_too_deep(&format!("{}1{}", before.repeat(2000), after.repeat(2000))), "{before} {after}");
        }
    }
}
