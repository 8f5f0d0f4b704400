//! Takes the text of a RIB file apart.

use super::super::file::Mistake;

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
    let (mut line, mut column) = (1, 1);
    // The last string of several lines, which may be one that should have ended.
    let mut long = None;
    // Some editors begin a file with this mark, which nobody sees.
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    loop {
        let blank = rest.len() - rest.trim_start().len();
        let comment =
            if rest[blank..].starts_with('#') { rest[blank..].find('\n').unwrap_or(rest.len() - blank) } else { 0 };
        let passed;
        (passed, rest) = rest.split_at(blank + comment);
        (line, column) = moved((line, column), passed);
        if rest.is_empty() {
            return Ok(tokens);
        }
        if comment > 0 {
            continue;
        }
        let (token, length) = token(rest).map_err(|message| {
            let hint = long.map(|(from, to)| format!("; a string goes from line {from} to line {to}: is that right?"));
            Mistake { line, column, message: message + &hint.unwrap_or_default() }
        })?;
        tokens.push(Placed { line, column, token });
        let from = line;
        (line, column) = moved((line, column), &rest[..length]);
        long = if line > from { Some((from, line)) } else { long };
        rest = &rest[length..];
    }
}

/// The line and the column behind a text that begins in these.
fn moved((line, column): (usize, usize), text: &str) -> (usize, usize) {
    match text.rsplit_once('\n') {
        Some((before, last)) => (line + 1 + before.matches('\n').count(), 1 + last.chars().count()),
        None => (line, column + text.chars().count()),
    }
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
        let length = length_of_string(inside).ok_or("this string has no end")?;
        return Ok((Token::Text(&inside[..length]), length + 2));
    }
    let ends = |character: char| character.is_whitespace() || "[]\"#".contains(character);
    let word = &text[..text.find(ends).unwrap_or(text.len())];
    if word.contains(char::REPLACEMENT_CHARACTER) {
        return Err(NOT_TEXT.into());
    }
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

/// What is said of a file that has bytes which are no text outside of strings and comments.
const NOT_TEXT: &str = "this is not text: binary RIB cannot be read; write the file as text, as `catrib` does";
