//! Which functions of a program the errors of rustc and of g++ are about.

use serde_json::Value;
use std::ops::Range;

/// The source of a program: its file name, and the lines of each function, by the function's number. A function may be there twice.
pub struct Lines<'p> {
    pub file: String,
    pub functions: &'p [(Range<usize>, usize)],
}

impl Lines<'_> {
    /// The functions that cargo's messages in JSON have errors about, and the first error of each as rustc renders it.
    pub fn refused_by_rustc(&self, messages: &str) -> Vec<(usize, String)> {
        let mut blamed = Vec::new();
        for message in messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let message = &message["message"];
            if message["level"] != "error" {
                continue;
            }
            let spans = || message["spans"].as_array().into_iter().flatten();
            // Where the error is comes before what it has to do with.
            let primary = spans().filter(|span| span["is_primary"] == true);
            let other = spans().filter(|span| span["is_primary"] != true);
            let function = primary.chain(other).find_map(|span| self.function_of(span));
            let rendered = message["rendered"].as_str().unwrap_or_default();
            self.blame(&mut blamed, function, rendered);
        }
        blamed
    }

    /// The function that a span is in, or the use of a macro which it is in the expansion of.
    fn function_of(&self, span: &Value) -> Option<usize> {
        let line = span["line_start"].as_u64().filter(|_| span["file_name"] == self.file.as_str());
        let function = line.and_then(|line| self.function_on(line as usize));
        function.or_else(|| span.get("expansion")?.get("span").and_then(|outer| self.function_of(outer)))
    }

    /// The functions that g++'s errors are about, and the first error of each.
    pub fn refused_by_gcc(&self, said: &str) -> Vec<(usize, String)> {
        let mut blamed = Vec::new();
        // An error in a header is about the function that the lines before it come from, or else the notes behind it.
        let mut required_by = None;
        let mut unplaced: Option<&str> = None;
        for line in said.lines() {
            let is_error = line.contains(": error: ") || line.contains(": fatal error: ");
            let is_other = line.contains(": warning: ");
            let place = self.place(line);
            if is_error {
                let function = place.or(required_by);
                self.blame(&mut blamed, function, line);
                unplaced = function.is_none().then_some(line);
            } else if is_other {
                unplaced = None;
            } else if let (Some(_), Some(error)) = (place, unplaced) {
                self.blame(&mut blamed, place, &format!("{error}\n{line}"));
                unplaced = None;
            } else if place.is_some() {
                required_by = place;
            }
            if is_error || is_other || line.contains(": In ") {
                required_by = None;
            }
        }
        blamed
    }

    /// The function that a line of g++'s names a place in.
    fn place(&self, line: &str) -> Option<usize> {
        let (_, place) = line.split_once(&format!("{}:", self.file))?;
        self.function_on(place.split(':').next()?.parse().ok()?)
    }

    fn function_on(&self, line: usize) -> Option<usize> {
        self.functions.iter().find(|(lines, _)| lines.contains(&line)).map(|(_, function)| *function)
    }

    fn blame(&self, blamed: &mut Vec<(usize, String)>, function: Option<usize>, what: &str) {
        let Some(function) = function else { return };
        if blamed.iter().all(|(known, _)| *known != function) {
            blamed.push((function, what.trim_end().to_owned()));
        }
    }
}

/// What cargo's messages in JSON say as text: errors, with those that are not about a function.
pub fn errors(messages: &str) -> String {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let errors = messages.filter(|message| message["message"]["level"] == "error");
    errors.filter_map(|message| message["message"]["rendered"].as_str().map(str::to_owned)).collect()
}

/// What cargo says of three functions, `said/rustc.jsonl`: a warning about the first one, an error about the second one, and one about
/// a macro that the third one uses. The fields that are not read are left out.
#[test]
fn errors_of_rustc_blame_their_functions_and_warnings_none() {
    let functions = [(4..8, 10), (8..17, 11), (17..21, 12)];
    let messages = include_str!("said/rustc.jsonl");
    let lines = Lines { file: "random0.rs".to_owned(), functions: &functions };
    let blamed = lines.refused_by_rustc(messages);
    let [(11, first), (12, second)] = blamed.as_slice() else { panic!("{blamed:?}") };
    assert!(first.starts_with("error[E0506]: cannot assign to `r[_][_]` because it is borrowed"), "{first}");
    assert!(second.starts_with("error[E0384]: cannot assign to immutable argument `a`"), "{second}");
    // Errors of another program are not about this one.
    let other = Lines { file: "random1.rs".to_owned(), functions: &functions };
    assert_eq!(other.refused_by_rustc(messages), []);
    // What cargo says besides is nobody's.
    let summary = "error: could not compile `whipple-random` (bin \"random0\") due to 2 previous errors; 1 warning emitted\n \
                   --> random0.rs:5:13\n";
    assert_eq!(lines.refused_by_rustc(summary), []);
    let errors = errors(messages);
    assert!(errors.contains("E0506") && errors.contains("E0384") && !errors.contains("unused"), "{errors}");
}

/// What g++ says of four functions, `said/g++.txt`: a warning, an error, one in a header with a note behind it, one in a template of
/// that header.
#[test]
fn errors_of_gcc_blame_their_functions_and_warnings_none() {
    let functions = [(4..8, 10), (8..17, 11), (17..21, 12), (21..28, 13)];
    let lines = Lines { file: "random0.rs".to_owned(), functions: &functions };
    let blamed = lines.refused_by_gcc(include_str!("said/g++.txt"));
    let [(11, first), (13, second), (12, third)] = blamed.as_slice() else { panic!("{blamed:?}") };
    assert!(first.contains("‘missing’ was not declared"), "{first}");
    assert!(second.contains("cannot convert ‘double’"), "{second}");
    assert!(third.contains("request for member ‘bits’"), "{third}");
}
