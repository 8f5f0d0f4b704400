//! The grammar of RIB: requests with their arguments, arrays in brackets, parameters.

use super::{
    super::file::{Mistake, coordinate},
    names,
    tokens::{Placed, Token},
};

/// A request and its arguments, whose brackets match.
#[derive(Clone, Copy)]
pub struct Request<'a, 't> {
    /// Its name, a known one.
    pub name: &'t str,
    /// Where its name is.
    pub at: Placed<'t>,
    /// What follows.
    pub arguments: &'a [Placed<'t>],
}

/// A parameter and its value: an array, numbers or a string.
pub struct Parameter<'a, 't> {
    /// The last word of its name, without class and type.
    pub name: &'t str,
    /// Where its name is.
    pub at: Placed<'t>,
    /// What follows.
    pub value: &'a [Placed<'t>],
}

/// Takes the first request off.
///
/// # Errors
/// Where none stands, where it is not known, and where brackets do not match.
pub fn first<'a, 't>(tokens: &mut &'a [Placed<'t>]) -> Option<Result<Request<'a, 't>, Mistake>> {
    let (at, after) = tokens.split_first()?;
    let Token::Request(name) = at.token else {
        return Some(Err(at.mistake("expected a request, as `Patch \"bicubic\" \"P\" [ … ]`")));
    };
    let length = match check_name(at, name).and_then(|()| length_of_arguments(after)) {
        Ok(length) => length,
        Err(mistake) => return Some(Err(mistake)),
    };
    let (arguments, rest) = after.split_at(length);
    *tokens = rest;
    Some(Ok(Request { name, at: *at, arguments }))
}

/// How many tokens come before the next request.
///
/// What ends them must be a request that is known: else it is more likely a number or a string, ill-written.
fn length_of_arguments(tokens: &[Placed<'_>]) -> Result<usize, Mistake> {
    let mut open: Option<&Placed<'_>> = None;
    for (index, placed) in tokens.iter().enumerate() {
        match (placed.token, open) {
            (Token::Request(name), None) => return check_name(placed, name).map(|()| index),
            (Token::Request(name), Some(open)) if names::known().any(|known| known == name) => {
                let message = format!("this `[` is not closed before `{name}` in line {}: expected `]`", placed.line);
                return Err(open.mistake(message));
            }
            (Token::Request(word), Some(_)) => return Err(placed.mistake(not_a_number(word))),
            (Token::Open, Some(_)) => return Err(placed.mistake("arrays have no arrays in them: delete this `[`")),
            (Token::Open, None) => open = Some(placed),
            (Token::Close, None) => return Err(placed.mistake("this `]` closes nothing: its `[` is missing")),
            (Token::Close, Some(_)) => open = None,
            (Token::Number(_) | Token::Text(_), _) => {}
        }
    }
    match open {
        Some(open) => Err(open.mistake("this `[` is never closed: expected `]`")),
        None => Ok(tokens.len()),
    }
}

/// Refuses words that are no requests.
fn check_name(at: &Placed<'_>, word: &str) -> Result<(), Mistake> {
    if names::known().any(|known| known == word) {
        return Ok(());
    }
    // `nan` and `inf`
    if word.parse::<f32>().is_ok() {
        return Err(at.mistake(not_a_number(word)));
    }
    Err(at.mistake(match names::nearest(word) {
        Some(name) => format!("`{word}` is no request: did you mean `{name}`?"),
        None => format!("`{word}` is neither a number nor a request that is known: write it right, or delete it"),
    }))
}

/// What is wrong with a word where a number must stand.
fn not_a_number(word: &str) -> String {
    coordinate(word).err().unwrap_or_else(|| format!("`{word}` is not a number"))
}

impl<'a, 't> Request<'a, 't> {
    /// Refuses arguments.
    pub fn no_arguments(&self) -> Result<(), Mistake> {
        match self.arguments.first() {
            Some(surplus) => Err(surplus.mistake(format!("`{}` has no arguments: expected a request", self.name))),
            None => Ok(()),
        }
    }

    /// Its arguments, if they are so many numbers.
    pub fn numbers<const N: usize>(&self) -> Result<[f32; N], Mistake> {
        self.numbers_by(coordinate)
    }

    /// The same where something else than a coordinate is read.
    pub fn numbers_by<const N: usize>(&self, read: fn(&str) -> Result<f32, String>) -> Result<[f32; N], Mistake> {
        numbers_by(&self.at, self.name, self.arguments, read)
    }

    /// Its argument, if it is one of these strings.
    pub fn one_of(&self, strings: &[&'static str]) -> Result<&'static str, Mistake> {
        let found = self.arguments.first().unwrap_or(&self.at);
        let chosen = strings.iter().find(|string| found.token == Token::Text(string));
        let expected = || strings.iter().map(|string| format!("\"{string}\"")).collect::<Vec<_>>().join(", ");
        match (chosen, self.arguments.get(1)) {
            (Some(chosen), None) => Ok(chosen),
            (Some(_), Some(surplus)) => {
                Err(surplus.mistake(format!("`{}` has one argument: expected a request", self.name)))
            }
            (None, _) => Err(found.mistake(format!("expected one of {} for `{}`", expected(), self.name))),
        }
    }
}

/// Takes a list of parameters apart, of which these are declared, beside those that need not be.
pub fn parameters<'a, 't>(mut tokens: &'a [Placed<'t>], declared: &[&str]) -> Result<Vec<Parameter<'a, 't>>, Mistake> {
    let mut parameters = Vec::new();
    while let Some((at, after)) = tokens.split_first() {
        let Token::Text(full_name) = at.token else {
            return Err(at.mistake("expected the name of a parameter, as \"P\", or a request"));
        };
        let length = length_of_value(after);
        if length == 0 {
            return Err(at.mistake(format!("the parameter \"{full_name}\" has no value")));
        }
        let name = full_name.split_whitespace().last().unwrap_or("");
        let is_known = name != full_name || names::PARAMETERS.contains(&name) || declared.contains(&name);
        // An array is surely meant as a value, but a number or a string may have been left behind by what was deleted.
        if !is_known && after[0].token != Token::Open {
            let message = format!("expected a request: as a parameter, \"{full_name}\" needs `[ … ]` or a `Declare`");
            return Err(at.mistake(message));
        }
        let (value, rest) = after.split_at(length);
        parameters.push(Parameter { name, at: *at, value });
        tokens = rest;
    }
    Ok(parameters)
}

/// How many of the tokens after its name are the value of a parameter.
fn length_of_value(tokens: &[Placed<'_>]) -> usize {
    let is_text = |placed: Option<&Placed<'_>>| placed.is_some_and(|placed| matches!(placed.token, Token::Text(_)));
    match tokens.first().map(|first| first.token) {
        Some(Token::Open) => tokens.iter().position(|placed| placed.token == Token::Close).map_or(0, |end| end + 1),
        // A string that has a value itself is the name of the next parameter.
        Some(Token::Text(_)) => usize::from(tokens.len() == 1 || is_text(tokens.get(1))),
        _ => tokens.iter().take_while(|placed| matches!(placed.token, Token::Number(_))).count(),
    }
}

/// The numbers that something is to have, in brackets or without.
pub fn numbers<const N: usize>(at: &Placed<'_>, name: &str, arguments: &[Placed<'_>]) -> Result<[f32; N], Mistake> {
    numbers_by(at, name, arguments, coordinate)
}

/// The same where something else than a coordinate is read.
fn numbers_by<const N: usize>(
    at: &Placed<'_>,
    name: &str,
    arguments: &[Placed<'_>],
    read: fn(&str) -> Result<f32, String>,
) -> Result<[f32; N], Mistake> {
    let (values, surplus) = match arguments.split_first() {
        Some((Placed { token: Token::Open, .. }, after)) => {
            let end = after.iter().position(|placed| placed.token == Token::Close).unwrap_or(after.len());
            (&after[..end], after.get(end + 1))
        }
        _ => (arguments, None),
    };
    let mut numbers = [0.0; N];
    for (index, value) in values.iter().enumerate() {
        let Token::Number(word) = value.token else {
            return Err(value.mistake(format!("expected number {} of the {N} of {name}", index + 1)));
        };
        let Some(number) = numbers.get_mut(index) else {
            return Err(value.mistake(format!("{name} has {N} numbers; this is one more")));
        };
        *number = read(word).map_err(|message| value.mistake(message))?;
    }
    if values.len() < N {
        return Err(at.mistake(format!("{name} has {N} numbers; here are only {}", values.len())));
    }
    match surplus {
        Some(surplus) => Err(surplus.mistake(format!("{name} ends with its `]`: expected a request"))),
        None => Ok(numbers),
    }
}
