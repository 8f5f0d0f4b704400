//! Writes indented C++ laid out as the Rust it came from: what was on one line stays on one line, and blank lines and
//! `#line` keep the two in step, so that messages of the compiler and debuggers name Rust lines.

use crate::piece::{Piece, Pieces};

/// Rows longer than this are not joined.
const WIDTH: usize = 150;

/// Text being written: statements, blocks, and which Rust line the compiler believes it is on.
#[derive(Debug)]
pub struct Writer {
    pieces: Pieces,
    indent: usize,
    /// The Rust line of the row being written, or of the next row when none is open.
    line: Option<usize>,
    row: Row,
    /// For each open block: whether it was opened on the row being written.
    blocks: Vec<bool>,
    after_brace: bool,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    open: bool,
    joinable: bool,
    length: usize,
}

const NO_ROW: Row = Row { open: false, joinable: false, length: 0 };

impl Writer {
    /// Starts at an indentation, with the Rust line that the first written row would be attributed to.
    pub fn new(indent: usize, line: Option<usize>) -> Self {
        Self { pieces: Pieces::new(), indent, line, row: NO_ROW, blocks: Vec::new(), after_brace: true }
    }

    /// Starts after the head of a function, at this Rust line. Its body begins on a new row.
    pub fn inside_block(line: usize) -> Self {
        let mut writer = Self::inside_row(0, line, "{");
        writer.end_row();
        writer
    }

    /// Starts in the middle of a row: for the body of a lambda, after its head.
    pub fn inside_row(indent: usize, line: usize, head: &str) -> Self {
        let mut writer = Self::new(indent, Some(line));
        writer.row = Row { open: true, joinable: true, length: 4 * indent };
        writer.put(Pieces::text(head));
        writer.blocks.push(true);
        writer.indent += 1;
        writer
    }

    /// The current indentation level.
    pub fn indent(&self) -> usize {
        self.indent
    }

    /// Writes one statement, which came from this Rust line.
    pub fn statement(&mut self, line: usize, code: Pieces) {
        let text = code.preview();
        let joins = self.row.open
            && self.row.joinable
            && self.line == Some(line)
            && !breaks_row(&code)
            && self.row.length + text.len() < WIDTH;
        if joins {
            self.put(Pieces::text(" "));
        } else {
            self.end_row();
            self.synchronize(line);
            self.begin_row();
        }
        self.put(code);
    }

    /// Writes a statement that ends with `{` and goes one level deeper. `end` is the Rust line where the block ends.
    pub fn open(&mut self, line: usize, end: usize, head: Pieces) {
        if end != line && self.blocks.last() == Some(&true) {
            // Two blocks that begin on one row would end on two.
            self.end_row();
        }
        self.statement(line, head);
        self.enter(true);
    }

    /// Writes a statement that Rust does not have, on a row of its own.
    pub fn extra(&mut self, code: Pieces) {
        self.end_row();
        self.begin_row();
        self.put(code);
        self.row.joinable = false;
    }

    /// As [`Writer::open`], for a block that Rust does not have: no line to keep in step with.
    pub fn open_here(&mut self, head: Pieces) {
        self.end_row();
        self.begin_row();
        self.put(head);
        self.row.joinable = false;
        self.enter(false);
    }

    /// Closes a block and opens the next one, as `} else {` or `} else if (…) {`. The line matters to the latter.
    pub fn reopen(&mut self, line: usize, head: Pieces) {
        let conditional = head.preview().starts_with("else if");
        self.indent = self.indent.saturating_sub(1);
        if self.blocks.pop() == Some(true) {
            self.put(Pieces::text(" }"));
            if self.line == Some(line) && self.row.length + head.preview().len() < WIDTH {
                self.put(Pieces::text(" "));
            } else {
                self.end_row();
                self.synchronize(line);
                self.begin_row();
            }
        } else {
            self.end_row();
            self.begin_row();
            self.put(Pieces::text("}"));
            if self.line == Some(line) || !conditional {
                self.put(Pieces::text(" "));
            } else {
                self.end_row();
                self.synchronize(line);
                self.begin_row();
            }
        }
        self.put(head);
        self.row.joinable = true;
        self.enter(true);
    }

    /// Closes a block: `}` and what follows it on the row.
    pub fn close(&mut self, suffix: &str) {
        self.indent = self.indent.saturating_sub(1);
        if self.blocks.pop() == Some(true) {
            self.put(Pieces::text(format!(" }}{suffix}")));
        } else {
            self.end_row();
            self.begin_row();
            self.put(Pieces::text(format!("}}{suffix}")));
        }
        self.row.joinable = false;
    }

    /// Writes a preprocessor line at the left margin.
    pub fn directive(&mut self, text: &str) {
        self.end_row();
        self.pieces.push_text(text);
        self.pieces.push_text("\n");
        self.line = self.line.map(|line| line + 1);
        self.after_brace = false;
    }

    /// Writes a label one level out.
    pub fn label(&mut self, name: &str) {
        self.end_row();
        self.indent = self.indent.saturating_sub(1);
        self.begin_row();
        self.indent += 1;
        self.put(Pieces::text(format!("{name}:;")));
        self.row.joinable = false;
    }

    /// What was written, up to the end of the last row without its line break.
    pub fn finish(self) -> Pieces {
        self.pieces
    }

    fn enter(&mut self, inline: bool) {
        self.blocks.push(inline);
        self.indent += 1;
        self.after_brace = true;
    }

    fn synchronize(&mut self, line: usize) {
        match self.line {
            Some(current) if current == line => {}
            // Blank and comment lines in the Rust source, or a closing brace that has no counterpart.
            Some(current) if (current + 1..=current + 2).contains(&line) && !self.after_brace => {
                self.pieces.push_text(&"\n".repeat(line - current));
            }
            _ => self.pieces.push_text(&format!("#line {line}\n")),
        }
        self.line = Some(line);
    }

    fn begin_row(&mut self) {
        let margin = "    ".repeat(self.indent);
        self.row = Row { open: true, joinable: true, length: margin.len() };
        self.pieces.push_text(&margin);
        self.after_brace = false;
    }

    fn end_row(&mut self) {
        if self.row.open {
            self.pieces.push_text("\n");
            self.line = self.line.map(|line| line + 1);
            self.row = NO_ROW;
            self.blocks.iter_mut().for_each(|inline| *inline = false);
        }
    }

    fn put(&mut self, code: Pieces) {
        let text = code.preview();
        if breaks_row(&code) {
            self.line = lines_after(&code, self.line);
            self.row.joinable = false;
            self.blocks.iter_mut().for_each(|inline| *inline = false);
        }
        self.row.length += text.len();
        self.pieces.append(code);
    }
}

/// Whether a text has several rows, or may have.
fn breaks_row(code: &Pieces) -> bool {
    code.0.iter().any(has_rows)
}

fn has_rows(piece: &Piece) -> bool {
    match piece {
        Piece::Text(text) => text.contains('\n'),
        Piece::Choice(_, yes, no) => has_rows(yes) || has_rows(no),
        _ => false,
    }
}

/// The Rust line that the end of `code` is attributed to when its start is attributed to `line`. None where rustc says how many rows it has.
fn lines_after(code: &Pieces, mut line: Option<usize>) -> Option<usize> {
    if code.0.iter().any(|piece| matches!(piece, Piece::Choice(..)) && has_rows(piece)) {
        return None;
    }
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
        writer.statement(4, "c;".into());
        writer.statement(9, "d;".into());
        assert_eq!(writer.finish().preview(), "    a;\n\n    b; c;\n#line 9\n    d;");
    }

    #[test]
    fn blocks_keep_their_layout() {
        let mut writer = Writer::new(0, Some(1));
        writer.open(1, 1, "if (a) {".into());
        writer.statement(1, "b;".into());
        writer.reopen(1, "else {".into());
        writer.statement(1, "c;".into());
        writer.close("");
        writer.open(2, 6, "if (d) {".into());
        writer.statement(3, "e;".into());
        writer.reopen(4, "else if (f) {".into());
        writer.statement(5, "g;".into());
        writer.close("");
        let expected = "if (a) { b; } else { c; }\nif (d) {\n    e;\n} else if (f) {\n    g;\n}";
        assert_eq!(writer.finish().preview(), expected);
    }

    #[test]
    fn says_the_line_behind_a_choice_with_rows() {
        let rows =
            Piece::Choice(Default::default(), Box::new(Piece::Text("g(\n)".into())), Box::new(Piece::Text("h".into())));
        let mut writer = Writer::new(0, Some(1));
        writer.statement(1, Pieces(vec![rows]));
        writer.statement(2, "i;".into());
        assert_eq!(writer.finish().preview(), "h\n#line 2\ni;");
    }

    #[test]
    fn counts_lines_inside_a_statement() {
        let mut writer = Writer::new(0, Some(1));
        writer.statement(1, "f([&] {\n#line 7\n    g();\n}());".into());
        writer.statement(9, "h;".into());
        assert_eq!(writer.finish().preview(), "f([&] {\n#line 7\n    g();\n}());\nh;");
    }
}
