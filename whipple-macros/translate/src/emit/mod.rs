//! Writes the statements of a function as C++: precedence, rows and `#line`, and nothing else.

use crate::{
    context::code::{self, Code, concat},
    lir::{Head, How, Node, Otherwise, Stmt, StmtKind},
    piece::{Piece, Pieces},
    writer::Writer,
};
use quote::quote;

/// Writes the body of a function whose head is on a Rust line: `{\n    …\n}\n`.
pub fn body(statements: &[Stmt], line: usize) -> Pieces {
    let mut emitter = Emitter { out: Writer::inside_block(line), line };
    emitter.all(statements);
    emitter.out.close("\n");
    emitter.out.finish()
}

/// The text of an expression in a statement of a Rust line.
pub fn text(node: &Node, line: usize) -> Pieces {
    self::node(node, line).pieces
}

/// An expression as text.
pub fn node(node: &Node, line: usize) -> Code {
    Emitter { out: Writer::new(1, Some(line)), line }.code(node)
}

struct Emitter {
    out: Writer,
    /// The Rust line of the statement being written.
    line: usize,
}

impl Emitter {
    fn all(&mut self, statements: &[Stmt]) {
        statements.iter().for_each(|statement| self.statement(statement));
    }

    /// What may only be there with debug assertions.
    fn checked(&mut self, debug: bool, write: impl FnOnce(&mut Self)) {
        if debug {
            self.out.directive("#if WHIPPLE_DEBUG_ASSERTIONS");
        }
        write(self);
        if debug {
            self.out.directive("#endif");
        }
    }

    fn statement(&mut self, Stmt { line, kind }: &Stmt) {
        let line = *line;
        self.line = line;
        match kind {
            StmtKind::Declare(how, name, value) => {
                let declaration = concat([head(how), Pieces::text(name.as_str())]);
                self.assigned(line, declaration, value.as_ref());
            }
            StmtKind::DeclareParts(how, names, value) => {
                let declaration = concat([head(how), Pieces::text(format!("[{}]", names.join(", ")))]);
                self.assigned(line, declaration, Some(value));
            }
            StmtKind::Constant(ty, name, value) => {
                let start = Pieces::text("[[maybe_unused]] static constexpr ");
                let name = Pieces::text(format!(" {name} = "));
                self.end(line, concat([start, ty.clone(), name, value.clone()]));
            }
            StmtKind::Assign(place, value) => {
                let place = self.code(place).at(code::UNARY);
                self.assigned(line, place, Some(value));
            }
            StmtKind::Compound(operator, place, value) => {
                let place = self.code(place).at(code::UNARY);
                let operator = Pieces::text(format!(" {operator}= "));
                let value = self.code(value).pieces;
                self.end(line, concat([place, operator, value]));
            }
            StmtKind::Do(value) => {
                let value = self.code(value).pieces;
                self.end(line, value);
            }
            StmtKind::Return(None) => self.end(line, Pieces::text("return")),
            StmtKind::Return(Some(value)) => {
                let value = self.code(value).pieces;
                self.end(line, concat([Pieces::text("return "), value]));
            }
            StmtKind::If(..) => {
                self.choice(line, kind, true);
                self.out.close("");
            }
            StmtKind::Loop(head, body, end) => {
                let head = self.loop_head(head);
                self.out.open(line, *end, head);
                self.all(body);
                self.out.close("");
            }
            StmtKind::Block(body, end) => {
                self.out.open(line, *end, Pieces::text("{"));
                self.all(body);
                self.out.close("");
            }
            StmtKind::Inner(body) => {
                self.out.open_here(Pieces::text("{"));
                self.all(body);
                self.out.close("");
            }
            StmtKind::Break => self.end(line, Pieces::text("break")),
            StmtKind::Continue => self.end(line, Pieces::text("continue")),
            StmtKind::Goto(label) => self.end(line, Pieces::text(format!("goto {label}"))),
            StmtKind::Label(label) => self.out.label(label),
            StmtKind::Check(call, debug) => self.checked(*debug, |emitter| {
                let call = emitter.code(call).pieces;
                emitter.end(line, call);
            }),
            StmtKind::Debug(statements) => self.checked(true, |emitter| emitter.all(statements)),
            StmtKind::Extra(text) => self.out.extra(text.clone()),
            StmtKind::DeclareUnit(name) => self.end(line, Pieces::text(format!("[[maybe_unused]] Unit {name}{{}}"))),
            // A jump that was refused.
            StmtKind::Give { .. } => {}
        }
    }

    /// `if (…) { …` up to the last `}`, which is left open.
    fn choice(&mut self, line: usize, choice: &StmtKind, is_first: bool) {
        let StmtKind::If(condition, then, otherwise, end) = choice else { return };
        let condition = self.code(condition).pieces;
        let head = concat([Pieces::text("if ("), condition, Pieces::text(") {")]);
        if is_first {
            self.out.open(line, *end, head);
        } else {
            self.out.reopen(line, concat([Pieces::text("else "), head]));
        }
        self.all(then);
        match otherwise {
            Otherwise::Nothing => {}
            Otherwise::Else(statements, line) => {
                self.out.reopen(*line, Pieces::text("else {"));
                self.all(statements);
            }
            Otherwise::ElseIf(next) => self.choice(next.line, &next.kind, false),
        }
    }

    fn loop_head(&mut self, head_of: &Head) -> Pieces {
        match head_of {
            Head::While(condition) => {
                let condition = self.code(condition).pieces;
                concat([Pieces::text("while ("), condition, Pieces::text(") {")])
            }
            Head::For(how, name, range) => {
                let range = self.code(range).pieces;
                let variable = concat([head(how), Pieces::text(name.as_str())]);
                concat([Pieces::text("for ("), variable, Pieces::text(" : "), range, Pieces::text(") {")])
            }
        }
    }

    fn assigned(&mut self, line: usize, place: Pieces, value: Option<&Node>) {
        let statement = match value {
            Some(value) => {
                let value = self.code(value).pieces;
                concat([place, Pieces::text(" = "), value])
            }
            None => place,
        };
        self.end(line, statement);
    }

    fn end(&mut self, line: usize, mut statement: Pieces) {
        statement.push_text(";");
        self.out.statement(line, statement);
    }

    /// An expression as text.
    ///
    /// Nothing but calls: what this has on the stack, it has for each level of an expression.
    fn code(&mut self, node: &Node) -> Code {
        match node {
            Node::Prefix(sign, value) => self.prefix(sign, value),
            Node::Infix(operator, left, right, precedence) => self.infix(operator, left, right, *precedence),
            Node::Member(object, name) => self.member(object, name),
            Node::Index(object, index) => self.index(object, index),
            Node::Call(name, arguments) => self.call(name, arguments),
            Node::Method(object, name, arguments) => self.method(object, name, arguments),
            Node::Choice(condition, yes, no) => self.conditional(condition, yes, no),
            Node::Foreign { .. } => self.foreign(node),
            Node::Lambda(statements) => self.lambda("[&] {", statements, "()"),
            Node::Uncalled(statements) => self.lambda("[&] {", statements, ""),
            Node::Items(head, statements) => self.lambda(head, statements, ""),
            Node::Closure(parameters, statements) => self.closure(parameters, statements),
            other => self.other(other),
        }
    }

    fn member(&mut self, object: &Node, name: &str) -> Code {
        match object {
            Node::Prefix("*", kept) => self.code(kept).arrow(name),
            _ => self.code(object).member(name),
        }
    }

    fn index(&mut self, object: &Node, index: &Node) -> Code {
        let (object, index) = (self.code(object), self.code(index));
        object.index(index)
    }

    fn call(&mut self, name: &Pieces, arguments: &[Node]) -> Code {
        let arguments = self.codes(arguments);
        Code::call(name.clone(), arguments)
    }

    fn method(&mut self, object: &Node, name: &Pieces, arguments: &[Node]) -> Code {
        let callee = self.member(object, "").pieces;
        let arguments = self.codes(arguments);
        Code::call(concat([callee, name.clone()]), arguments)
    }

    fn prefix(&mut self, sign: &'static str, value: &Node) -> Code {
        let operand = self.code(value).at(code::UNARY);
        prefixed(sign, operand)
    }

    fn infix(&mut self, operator: &str, left: &Node, right: &Node, precedence: u8) -> Code {
        let (left, right) = (self.code(left), self.code(right));
        Code::binary(left, operator, right, precedence)
    }

    fn conditional(&mut self, condition: &Node, yes: &Node, no: &Node) -> Code {
        let (condition, yes, no) = (self.code(condition), self.code(yes), self.code(no));
        chosen(condition, yes, no)
    }

    fn closure(&mut self, parameters: &[String], statements: &[Stmt]) -> Code {
        let parameters: Vec<String> = parameters.iter().map(|name| format!("auto&&{name}")).collect();
        self.lambda(&format!("[&]({}) {{", parameters.join(", ")), statements, "")
    }

    fn lambda(&mut self, head: &str, statements: &[Stmt], call: &str) -> Code {
        let line = self.line;
        let inner = Writer::inside_row(self.out.indent(), line, head);
        let outer = std::mem::replace(&mut self.out, inner);
        self.all(statements);
        self.line = line;
        self.out.close(call);
        let pieces = std::mem::replace(&mut self.out, outer).finish();
        Code::new(pieces, code::PRIMARY)
    }

    fn other(&mut self, node: &Node) -> Code {
        match node {
            Node::Text(code) => code.clone(),
            Node::Told(told, argument) => {
                let argument = self.code(argument).at(code::TERNARY);
                Code::new(concat([told.clone(), argument]), code::TERNARY)
            }
            Node::Braces(ty, arguments) => {
                let arguments = code::list(self.codes(arguments));
                let pieces = concat([ty.clone(), Pieces::text("{"), arguments, Pieces::text("}")]);
                Code::new(pieces, code::PRIMARY)
            }
            Node::Late(value) => {
                let value = self.code(value).pieces;
                let pieces = concat([Pieces::text("[&] { return "), value, Pieces::text("; }")]);
                Code::new(pieces, code::PRIMARY)
            }
            Node::MethodOr { is_method, told: [of_type, of_value], owner, name, template, receiver, arguments } => {
                let choose = |yes: &str, no: Piece| {
                    Piece::Choice(is_method.clone(), Box::new(Piece::Text(yes.to_owned())), Box::new(no))
                };
                let receiver = self.code(receiver);
                let arguments = self.codes(arguments);
                let mut pieces = Pieces::new();
                for piece in &owner.0 {
                    pieces.push(choose("", piece.clone()));
                }
                pieces.push(choose("", Piece::Text(format!("::{name}"))));
                for piece in &template.0 {
                    pieces.push(choose("", piece.clone()));
                }
                pieces.push(choose("", Piece::Text("(".to_owned())));
                for piece in &of_type.0 {
                    pieces.push(choose("", piece.clone()));
                }
                pieces.append(receiver.object());
                let separator = if arguments.is_empty() { "" } else { ", " };
                let nothing = || Box::new(Piece::Text(String::new()));
                pieces.push(choose(&format!(".{name}"), Piece::Text(separator.to_owned())));
                for piece in &template.0 {
                    pieces.push(Piece::Choice(is_method.clone(), Box::new(piece.clone()), nothing()));
                }
                pieces.push(choose("(", Piece::Text(String::new())));
                for piece in &of_value.0 {
                    pieces.push(Piece::Choice(is_method.clone(), Box::new(piece.clone()), nothing()));
                }
                pieces.append(code::list(arguments));
                pieces.push_text(")");
                Code::new(pieces, code::PRIMARY)
            }
            Node::Either(condition, yes, no, precedence) => {
                let nothing = || Box::new(Piece::Text(String::new()));
                let (yes, no) = (self.code(yes).at(*precedence), self.code(no).at(*precedence));
                let mut pieces = Pieces::new();
                for piece in yes.0 {
                    pieces.push(Piece::Choice(condition.clone(), Box::new(piece), nothing()));
                }
                for piece in no.0 {
                    pieces.push(Piece::Choice(condition.clone(), nothing(), Box::new(piece)));
                }
                Code::new(pieces, *precedence)
            }
            _ => self.code(node),
        }
    }

    /// A method that may be of a trait for a type of the library.
    fn foreign(&mut self, node: &Node) -> Code {
        let Node::Foreign { receiver, arguments, .. } = node else { return self.other(node) };
        let object = match &**receiver {
            Node::Prefix("*", kept) => self.code(kept),
            other => self.code(other),
        };
        let arguments = self.codes(arguments);
        foreign(node, object, arguments)
    }

    fn codes(&mut self, nodes: &[Node]) -> Vec<Code> {
        nodes.iter().map(|node| self.code(node)).collect()
    }
}

/// The text of such a method, by those of what it is called on and of the arguments.
fn foreign(node: &Node, object: Code, arguments: Vec<Code>) -> Code {
    let Node::Foreign { answer, hash, receiver, name, has_arguments, .. } = node else { return object };
    let is_foreign = quote!(!#answer.is_empty());
    let choose = |yes: String, no: Piece| Piece::Choice(is_foreign.clone(), Box::new(Piece::Text(yes)), Box::new(no));
    let (star, access) = if matches!(**receiver, Node::Prefix("*", _)) { ("*", "->") } else { ("", ".") };
    let separator = if *has_arguments { ", " } else { "" };
    let mut pieces = Pieces::new();
    pieces.push(choose(format!("num::foreign<{hash}ull>({star}"), Piece::Text(String::new())));
    pieces.append(object.object());
    pieces.push(choose(separator.to_owned(), Piece::Text(access.to_owned())));
    for piece in &name.0 {
        pieces.push(choose(String::new(), piece.clone()));
    }
    pieces.push(choose(String::new(), Piece::Text("(".to_owned())));
    pieces.append(code::list(arguments));
    pieces.push_text(")");
    // The texts that the call needs. They write nothing here.
    pieces.push(Piece::Unsaid(quote!(::whipple::private::Piece::Type(#answer))));
    Code::new(pieces, code::PRIMARY)
}

/// What stands before the name of a variable.
fn head(how: &How) -> Pieces {
    match how {
        How::Auto => Pieces::text("auto "),
        How::Const => Pieces::text("const auto "),
        How::Reference => Pieces::text("auto& "),
        How::ConstReference => Pieces::text("const auto& "),
        How::Any => Pieces::text("auto&& "),
        How::Given => Pieces::text("decltype(auto) "),
        How::Typed(ty) => ty.clone(),
    }
}

/// `-operand`, `!operand`
fn prefixed(sign: &str, operand: Pieces) -> Code {
    let is_sign_again = sign == "-" && operand.starts_with('-');
    let (open, close) = if is_sign_again { ("(", ")") } else { ("", "") };
    let parts = [Pieces::text(sign), Pieces::text(open), operand, Pieces::text(close)];
    Code::new(concat(parts), code::UNARY)
}

/// `condition ? yes : no`
fn chosen(condition: Code, yes: Code, no: Code) -> Code {
    let parts = [
        condition.at(code::TERNARY + 1),
        Pieces::text(" ? "),
        yes.at(code::TERNARY + 1),
        Pieces::text(" : "),
        no.at(code::TERNARY),
    ];
    Code::new(concat(parts), code::TERNARY)
}
