//! Takes the text of a RIB file apart.

use super::super::scene::Mistake;

/// A part of the text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Token<'t> {
    /// The name of a request, or a word that is nothing else.
    Request(&'t str),
    /// A string, without its quotes; what `\` escapes is as it was written.
    Text(&'t str),
    /// A number, as it is written.
    Number(&'t str),
    /// `[`
    Open,
    /// `]`
    Close,
}

/// A part of the text and where it begins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placed<'t> {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is there.
    pub token: Token<'t>,
}

impl Placed<'_> {
    /// A mistake in this place.
    pub fn mistake(&self, message: impl Into<String>) -> Mistake {
        Mistake { line: self.line, column: self.column, message: message.into() }
    }
}

/// Takes a text apart.
///
/// # Errors
/// The first part that is none.
pub fn tokens(text: &str) -> Result<Vec<Placed<'_>>, Mistake> {
    let mut tokens = Vec::new();
    // Some editors begin a file with this mark, which nobody sees.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (line, content) in (1..).zip(text.lines()) {
        let (mut column, mut rest) = (1, content);
        loop {
            let (blank, after) = rest.split_at(rest.len() - rest.trim_start().len());
            column += blank.chars().count();
            if after.is_empty() || after.starts_with('#') {
                break;
            }
            let read = token(after).map_err(|message| Mistake { line, column, message });
            let (token, length) = read?;
            tokens.push(Placed { line, column, token });
            column += after[..length].chars().count();
            rest = &after[length..];
        }
    }
    Ok(tokens)
}

/// The token at the beginning of a text, and its length in bytes.
fn token(text: &str) -> Result<(Token<'_>, usize), String> {
    if text.starts_with('[') {
        return Ok((Token::Open, 1));
    }
    if text.starts_with(']') {
        return Ok((Token::Close, 1));
    }
    if let Some(inside) = text.strip_prefix('"') {
        let length = length_of_string(inside).ok_or("this string has no end on its line")?;
        return Ok((Token::Text(&inside[..length]), length + 2));
    }
    let ends = |character: char| character.is_whitespace() || "[]\"#".contains(character);
    let word = &text[..text.find(ends).unwrap_or(text.len())];
    let token = if word.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first)) {
        if word.parse::<f64>().is_err() {
            return Err(format!("`{word}` is not a number"));
        }
        Token::Number(word)
    } else if word.starts_with(|first: char| first.is_ascii_alphabetic()) {
        Token::Request(word)
    } else {
        // Escaped, as it may be what a terminal acts on.
        return Err(format!("`{}` is neither a request nor a number", word.escape_debug()));
    };
    Ok((token, word.len()))
}

/// How many bytes come before the quote that ends a string.
fn length_of_string(text: &str) -> Option<usize> {
    let mut characters = text.char_indices();
    while let Some((index, character)) = characters.next() {
        match character {
            '"' => return Some(index),
            '\\' => _ = characters.next()?,
            _ => {}
        }
    }
    None
}

/// Why a file is not the text that it should be.
pub fn not_text(bytes: &[u8]) -> &'static str {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        "the file is compressed by gzip: uncompress it first, as by `gunzip < THIS > plain.rib`"
    } else {
        "this is not text in UTF-8: binary RIB cannot be read; write the file as text, as `catrib` does"
    }
}
