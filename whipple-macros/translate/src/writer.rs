//! Writes indented C++ and keeps its lines in step with the Rust lines, by blank lines and `#line`.

use crate::piece::{Piece, Pieces};

/// Text being written: statements, blocks, and which Rust line the compiler believes it is on.
#[derive(Debug)]
pub struct Writer {
    pieces: Pieces,
    indent: usize,
    line: Option<usize>,
    after_brace: bool,
}

impl Writer {
    /// Starts at an indentation, with the Rust line that the first written line would be attributed to.
    pub fn new(indent: usize, line: Option<usize>) -> Self {
        Self { pieces: Pieces::new(), indent, line, after_brace: true }
    }

    /// The current indentation level.
    pub fn indent(&self) -> usize {
        self.indent
    }

    /// The Rust line that the next written line would be attributed to.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The spaces at the start of a line at this level.
    pub fn margin(indent: usize) -> String {
        "    ".repeat(indent)
    }

    /// Writes one statement, which came from this Rust line.
    pub fn statement(&mut self, line: usize, code: Pieces) {
        self.synchronize(line);
        self.raw_line(code);
    }

    /// Writes a line that ends with `{` and goes one level deeper.
    pub fn open(&mut self, line: usize, head: Pieces) {
        self.statement(line, head);
        self.indent += 1;
        self.after_brace = true;
    }

    /// Closes a block and opens the next one on the same line, as `} else {`.
    pub fn reopen(&mut self, code: Pieces) {
        self.indent = self.indent.saturating_sub(1);
        self.raw_line(code);
        self.indent += 1;
        self.after_brace = true;
    }

    /// Closes a block: `}` and what follows it on the line.
    pub fn close(&mut self, suffix: &str) {
        self.indent = self.indent.saturating_sub(1);
        self.raw_line(Pieces::text(format!("}}{suffix}")));
    }

    /// Writes a preprocessor line at the left margin.
    pub fn directive(&mut self, text: &str) {
        self.pieces.push_text(text);
        self.pieces.push_text("\n");
        self.line = self.line.map(|line| line + 1);
        self.after_brace = false;
    }

    /// Writes a label one level out.
    pub fn label(&mut self, name: &str) {
        let margin = Self::margin(self.indent.saturating_sub(1));
        self.pieces.push_text(&format!("{margin}{name}:;\n"));
        self.line = self.line.map(|line| line + 1);
        self.after_brace = false;
    }

    /// What was written.
    pub fn finish(self) -> Pieces {
        self.pieces
    }

    fn synchronize(&mut self, line: usize) {
        match self.line {
            Some(current) if current == line => {}
            // A blank or comment line in the Rust source, or a closing brace that has no counterpart.
            Some(current) if current + 1 == line && !self.after_brace => self.pieces.push_text("\n"),
            _ => self.pieces.push_text(&format!("#line {line}\n")),
        }
        self.line = Some(line);
    }

    fn raw_line(&mut self, code: Pieces) {
        self.pieces.push_text(&Self::margin(self.indent));
        self.line = lines_after(&code, self.line).map(|line| line + 1);
        self.pieces.append(code);
        self.pieces.push_text("\n");
        self.after_brace = false;
    }
}

/// The Rust line that the end of `code` is attributed to when its start is attributed to `line`.
fn lines_after(code: &Pieces, mut line: Option<usize>) -> Option<usize> {
    for piece in &code.0 {
        let Piece::Text(text) = piece else { continue };
        for row in text.split('\n').skip(1) {
            line = match row.strip_prefix("#line ").and_then(|number| number.trim().parse::<usize>().ok()) {
                // The directive names the line after itself.
                Some(number) => number.checked_sub(1),
                None => line.map(|line| line + 1),
            };
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_lines_in_step() {
        let mut writer = Writer::new(1, Some(2));
        writer.statement(2, "a;".into());
        writer.statement(4, "b;".into());
        writer.statement(9, "c;".into());
        assert_eq!(writer.finish().preview(), "    a;\n\n    b;\n#line 9\n    c;\n");
    }

    #[test]
    fn counts_lines_inside_a_statement() {
        let mut writer = Writer::new(0, Some(1));
        writer.statement(1, "f([&] {\n#line 7\n    g();\n}());".into());
        assert_eq!(writer.line(), Some(9));
    }
}
