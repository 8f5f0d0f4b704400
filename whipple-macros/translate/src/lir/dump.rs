//! Statements as a tree, for readers: each with its Rust line, its kind and the nodes below it.

use super::{Head, How, Node, Otherwise, Stmt, StmtKind};
use crate::{context::code, piece::Pieces};

/// One statement a line, what is inside it below it.
pub fn dump(statements: &[Stmt]) -> String {
    let mut out = String::new();
    all(statements, 0, &mut out);
    out
}

fn all(statements: &[Stmt], depth: usize, out: &mut String) {
    statements.iter().for_each(|statement| one(statement, depth, out));
}

/// A row of a statement.
fn row(line: usize, depth: usize, what: &str, out: &mut String) {
    out.push_str(&format!("{line:4} {}{what}\n", "    ".repeat(depth)));
}

fn one(Stmt { line, kind }: &Stmt, depth: usize, out: &mut String) {
    let (what, inner): (String, &[Stmt]) = match kind {
        StmtKind::Declare(how, name, Some(value)) => (format!("declare {} {name} = {}", head(how), node(value)), &[]),
        StmtKind::Declare(how, name, None) => (format!("declare {} {name}", head(how)), &[]),
        StmtKind::DeclareUnit(name) => (format!("declare Unit {name}"), &[]),
        StmtKind::DeclareParts(how, names, value) => {
            (format!("declare {} [{}] = {}", head(how), names.join(", "), node(value)), &[])
        }
        StmtKind::Constant(ty, name, value) => (format!("constant {} {name} = {}", ty.preview(), value.preview()), &[]),
        StmtKind::Assign(place, value) => (format!("assign {} = {}", node(place), node(value)), &[]),
        StmtKind::Compound(operator, place, value) => {
            (format!("assign {} {operator}= {}", node(place), node(value)), &[])
        }
        StmtKind::Do(value) => (format!("do {}", node(value)), &[]),
        StmtKind::Return(value) => (format!("return {}", value.as_ref().map(node).unwrap_or_default()), &[]),
        StmtKind::If(condition, then, ..) => (format!("if {}", node(condition)), then),
        StmtKind::Loop(Head::While(condition), body, _) => (format!("while {}", node(condition)), body),
        StmtKind::Loop(Head::For(how, name, range), body, _) => {
            (format!("for {} {name} in {}", head(how), node(range)), body)
        }
        StmtKind::Block(body, _) => ("block".to_owned(), body),
        StmtKind::Inner(body) => ("inner block".to_owned(), body),
        StmtKind::Break => ("break".to_owned(), &[]),
        StmtKind::Continue => ("continue".to_owned(), &[]),
        StmtKind::Goto(label) => (format!("goto {label}"), &[]),
        StmtKind::Label(label) => (format!("label {label}"), &[]),
        StmtKind::Check(call, debug) => {
            (format!("check{} {}", if *debug { " in debug builds" } else { "" }, node(call)), &[])
        }
        StmtKind::Debug(body) => ("in debug builds".to_owned(), body),
        StmtKind::Extra(text) => (format!("text {}", text.preview()), &[]),
        StmtKind::Give { choice, value, is_open } => {
            (format!("give{} {} to choice {choice}", if *is_open { " untyped" } else { "" }, node(value)), &[])
        }
    };
    row(*line, depth, what.trim_end(), out);
    all(inner, depth + 1, out);
    if let StmtKind::If(_, _, otherwise, _) = kind {
        match otherwise {
            Otherwise::Nothing => {}
            Otherwise::Else(statements, line) => {
                row(*line, depth, "else", out);
                all(statements, depth + 1, out);
            }
            Otherwise::ElseIf(next) => {
                row(next.line, depth, "else", out);
                one(next, depth + 1, out);
            }
        }
    }
}

fn head(how: &How) -> String {
    match how {
        How::Auto => "auto".to_owned(),
        How::Const => "const auto".to_owned(),
        How::Reference => "auto&".to_owned(),
        How::ConstReference => "const auto&".to_owned(),
        How::Any => "auto&&".to_owned(),
        How::Given => "decltype(auto)".to_owned(),
        How::Typed(ty) => ty.preview().trim_end().to_owned(),
    }
}

/// A node with its parts: operators in parentheses, and what C++ has no short form for by its name.
fn node(node: &Node) -> String {
    let list = |nodes: &[Node]| nodes.iter().map(self::node).collect::<Vec<_>>().join(", ");
    let shown = |pieces: &Pieces| pieces.preview();
    match node {
        Node::Text(text) => text.clone().at(code::TERNARY).preview(),
        Node::Member(object, name) => format!("{}.{name}", self::node(object)),
        Node::Index(object, index) => format!("{}[{}]", self::node(object), self::node(index)),
        Node::Call(name, arguments) => format!("{}({})", shown(name), list(arguments)),
        Node::Method(object, name, arguments) => format!("{}.{}({})", self::node(object), shown(name), list(arguments)),
        Node::Told(_, value) => format!("told({})", self::node(value)),
        Node::Braces(ty, arguments) => format!("{}{{{}}}", shown(ty), list(arguments)),
        Node::Prefix(sign, value) => format!("{sign}({})", self::node(value)),
        Node::Infix(operator, left, right, _) => format!("({} {operator} {})", self::node(left), self::node(right)),
        Node::Choice(condition, yes, no) => {
            format!("choice({}, {}, {})", self::node(condition), self::node(yes), self::node(no))
        }
        Node::Late(value) => format!("late({})", self::node(value)),
        Node::Lambda(body) => format!("lambda({})", inside(body)),
        Node::Uncalled(body) => format!("uncalled({})", inside(body)),
        Node::Closure(parameters, body) => format!("closure({}; {})", parameters.join(","), inside(body)),
        Node::Items(_, body) => format!("items({})", inside(body)),
        Node::MethodOr { owner, name, receiver, arguments, .. } => {
            let arguments = list(arguments);
            format!("method-or-function({}, {}::{name}, [{arguments}])", self::node(receiver), shown(owner))
        }
        Node::Foreign { receiver, name, arguments, .. } => {
            format!("foreign-or-method({}, {}, [{}])", self::node(receiver), shown(name), list(arguments))
        }
        Node::Either(_, yes, no, _) => format!("either({}, {})", self::node(yes), self::node(no)),
    }
}

/// The statements of a lambda in a row.
fn inside(body: &[Stmt]) -> String {
    let rows = dump(body);
    rows.lines().map(|row| row[5.min(row.len())..].trim()).collect::<Vec<_>>().join("; ")
}
