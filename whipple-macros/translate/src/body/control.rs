//! Control flow by destination passing: the value of an `if`, `match`, block or loop goes where it is wanted.

use super::{
    Translator,
    code::{self, Code, concat},
    loops::Frame,
    pattern::Binding,
    scope::{Reference, Variable},
    stmt::is_unit,
};
use crate::{
    infer::{Context, tails},
    operators::is_compound,
    piece::Pieces,
    writer::Writer,
};
use syn::{Block, Expr, Stmt, spanned::Spanned, visit::Visit};

/// The hint for a number that C++ cannot give a type to.
pub const UNSEEN: &str = "the type of this number cannot be seen here; write it with its type, as `0u32`, or give the variable one: `let x: Type = …;`";

/// The hint for a `None` that C++ cannot give a type to.
pub const UNSEEN_NONE: &str =
    "the type of this `None` cannot be seen in device code; give the variable one: `let x: Option<Type> = …;`";

/// Where the value of an expression goes.
#[derive(Clone, Debug)]
pub enum Dest {
    /// Nowhere.
    Discard,
    /// It is returned.
    Return,
    /// It is assigned to a place.
    Assign(Pieces),
}

impl Translator<'_> {
    /// Translates an expression whose value goes to `dest`, as statements.
    pub fn expr_into(&mut self, expr: &Expr, dest: &Dest) {
        let line = expr.span().start().line;
        self.line = line;
        self.span = expr.span();
        match expr {
            Expr::Paren(inner) => self.expr_into(&inner.expr, dest),
            Expr::Group(inner) => self.expr_into(&inner.expr, dest),
            // A single `? :` reads well; a chain of them does not.
            Expr::If(choice) if matches!(dest, Dest::Discard) || is_chain(choice) || !self.is_simple(expr) => {
                self.if_into(choice, dest);
            }
            Expr::Match(choice) => self.match_into(choice, dest),
            Expr::Block(block) => self.labelled_block(block, dest),
            Expr::Loop(looping) => {
                let label = looping.label.as_ref().map(|label| label.name.ident.to_string());
                self.looping(line, Pieces::text("while (true)"), label, dest.clone(), &looping.body, None);
            }
            Expr::While(looping) => self.while_loop(looping, line),
            Expr::ForLoop(looping) => self.for_loop(looping, line),
            Expr::Return(value) => self.return_statement(value, line),
            Expr::Break(jump) => self.break_statement(jump, line),
            Expr::Continue(jump) => self.continue_statement(jump, line),
            Expr::Macro(call) => self.macro_statement(&call.mac, line),
            Expr::Assign(assign) => self.assignment(assign, line),
            Expr::Binary(binary) if is_compound(&binary.op) => self.compound(binary, line),
            Expr::Struct(literal) if !literal.fields.is_empty() || literal.rest.is_some() => {
                let code = self.struct_variable(literal, false);
                // `Shape(ball);` would declare a variable.
                let is_discarded = matches!(dest, Dest::Discard);
                let code = if is_discarded { Code::call(Pieces::text("static_cast<void>"), vec![code]) } else { code };
                self.deliver(line, code, dest);
            }
            Expr::Tuple(tuple) if tuple.elems.is_empty() => {}
            _ => {
                self.hoist = true;
                let code = self.value(expr);
                // The test alone is what `value?;` is for.
                if !(matches!(dest, Dest::Discard) && matches!(expr, Expr::Try(_))) {
                    self.deliver(line, code, dest);
                }
            }
        }
    }

    /// Writes the statement that takes a value to its destination.
    pub fn deliver(&mut self, line: usize, code: Code, dest: &Dest) {
        let in_lambda = self.is_in_lambda();
        if in_lambda && self.errors.is_empty() && matches!(dest, Dest::Return) && is_plain_number(&code) {
            // Other branches may return a class; C++ would refuse the mix, far from the user's text.
            self.errors.push_at(self.span, UNSEEN);
        }
        if in_lambda && self.errors.is_empty() && matches!(dest, Dest::Return) && code.pieces.preview() == "none" {
            self.errors.push_at(self.span, UNSEEN_NONE);
        }
        let is_nothing = code.is_text("true") || code.is_text("false") || is_plain_number(&code);
        if matches!(dest, Dest::Discard) && is_nothing {
            return;
        }
        let mut statement = match dest {
            Dest::Discard => Pieces::new(),
            Dest::Return => Pieces::text("return "),
            Dest::Assign(place) => concat([place.clone(), Pieces::text(" = ")]),
        };
        statement.append(code.pieces);
        statement.push_text(";");
        self.out.statement(line, statement);
    }

    /// The statements of a block, in a scope of their own, without braces.
    pub fn block_into(&mut self, block: &Block, dest: &Dest) {
        self.scopes.push();
        self.constants(block);
        let count = block.stmts.len();
        for (index, statement) in block.stmts.iter().enumerate() {
            self.statement(statement, index + 1 == count, dest);
        }
        self.scopes.pop();
    }

    /// Whether an `if`, `match` or block can be one C++ expression.
    pub fn is_simple(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_simple(&inner.expr),
            Expr::Group(inner) => self.is_simple(&inner.expr),
            Expr::If(choice) => {
                let Some((_, other)) = &choice.else_branch else { return false };
                !contains_let(&choice.cond)
                    && is_single(&choice.then_branch).is_some_and(|tail| self.is_simple(tail))
                    && self.is_simple(other)
            }
            Expr::Match(choice) => {
                choice.arms.iter().all(|arm| self.is_simple(&arm.body) && self.keeps_what_is_bound(arm, true))
            }
            Expr::Block(block) => {
                block.label.is_none() && is_single(&block.block).is_some_and(|tail| self.is_simple(tail))
            }
            Expr::Binary(binary) => !is_compound(&binary.op) && !attempts(expr),
            Expr::Macro(_)
            | Expr::Return(_)
            | Expr::Break(_)
            | Expr::Continue(_)
            | Expr::Loop(_)
            | Expr::While(_)
            | Expr::ForLoop(_)
            | Expr::Assign(_)
            | Expr::Struct(_)
            | Expr::Let(_) => false,
            Expr::Tuple(tuple) => !tuple.elems.is_empty() && !attempts(expr),
            _ => !attempts(expr),
        }
    }

    /// Whether what an arm's pattern binds may stand for parts of the scrutinee, which may change or not: no name is `mut`, so that it would
    /// be a copy, and the arm changes nothing that may be the scrutinee.
    fn keeps_what_is_bound(&self, arm: &syn::Arm, may_change: bool) -> bool {
        let changes = binds_mutably(&arm.pat) || (may_change && self.effects(&arm.body).mutates);
        !(binds(&arm.pat) && changes)
    }

    /// Whether a `match` can be a chain of `? :` after its scrutinee has a name: what its patterns bind stands for parts of that, which
    /// must stay as it is.
    fn is_chain_of_values(&self, expr: &Expr) -> bool {
        let Expr::Match(choice) = expr else { return false };
        let may_change = self.looks_at_what_changes(&choice.expr);
        choice.arms.iter().all(|arm| self.is_simple(&arm.body) && self.keeps_what_is_bound(arm, may_change))
    }

    /// An `if`, `match` or block inside an expression: `? :` where possible, else a lambda.
    pub fn choice_value(&mut self, expr: &Expr) -> Code {
        if !self.is_simple(expr) {
            // A number finds its type in `? :`, and not in the returns of a lambda.
            let chain = as_match(expr).filter(|choice| gives_number(choice) && self.is_chain_of_values(choice));
            if let Some(Expr::Match(choice)) = chain
                && self.hoist
                && let Some(code) = self.match_value(&choice, merges_numbers(expr))
            {
                return code;
            }
            return self.lambda(expr);
        }
        match expr {
            Expr::Block(block) => match is_single(&block.block) {
                Some(tail) => self.value(tail),
                None => self.lambda(expr),
            },
            Expr::If(choice) => {
                let merges = merges_numbers(expr);
                let condition = self.value(&choice.cond);
                let hoist = std::mem::replace(&mut self.hoist, false);
                let then = is_single(&choice.then_branch).map(|tail| self.value(tail));
                let other = choice.else_branch.as_ref().map(|(_, other)| self.value(other));
                self.hoist = hoist;
                match (then, other) {
                    (Some(then), Some(other)) if merges => either(condition, then, other),
                    (Some(then), Some(other)) => ternary(condition, then, other),
                    _ => self.lambda(expr),
                }
            }
            Expr::Match(choice) => self.match_value(choice, merges_numbers(expr)).unwrap_or_else(|| self.lambda(expr)),
            _ => self.lambda(expr),
        }
    }

    /// `[&] { …; return value; }()`: statements inside an expression.
    pub fn lambda(&mut self, expr: &Expr) -> Code {
        if merges_numbers(expr) {
            // Each `return` would give another type.
            match first_number(expr) {
                Some(number) => self.errors.push_at(number, UNSEEN),
                None => self.errors.push_at(expr.span(), UNSEEN_NONE),
            }
        }
        let inner = Writer::inside_row(self.out.indent(), self.line, "[&] {");
        let line = self.line;
        let outer = std::mem::replace(&mut self.out, inner);
        let hoist = std::mem::replace(&mut self.hoist, true);
        self.in_place = false;
        self.frames.push(Frame::lambda());
        self.scopes.push();
        let dest = if is_unit(expr) { Dest::Discard } else { Dest::Return };
        let merged =
            gives_none(expr).then(|| as_match(expr)).flatten().filter(|choice| self.is_chain_of_values(choice));
        let code = match &merged {
            Some(Expr::Match(choice)) => self.match_value(choice, false),
            _ => None,
        };
        match (code, expr) {
            (Some(code), _) => self.deliver(self.line, code, &dest),
            (None, Expr::Block(block)) if block.label.is_none() => self.block_into(&block.block, &dest),
            (None, _) => self.expr_into(expr, &dest),
        }
        if matches!(dest, Dest::Discard) {
            self.out.statement(self.line, Pieces::text("return Unit{};"));
        }
        self.scopes.pop();
        self.frames.pop();
        self.hoist = hoist;
        self.line = line;
        self.out.close("()");
        Code::new(std::mem::replace(&mut self.out, outer).finish(), code::PRIMARY)
    }

    /// Declares what a pattern binds, or makes the names stand for the parts of the scrutinee.
    pub fn bind(&mut self, bindings: &[Binding], declare: bool) {
        for binding in bindings {
            if !declare {
                self.scopes.add(Variable {
                    rust: binding.name.to_string(),
                    code: binding.code.pieces.clone(),
                    precedence: binding.code.precedence,
                    mutable: true,
                    reference: binding.reference,
                    kind: binding.kind,
                });
                continue;
            }
            let name = self.scopes.fresh(&binding.name.to_string());
            let qualifier = match binding.reference {
                Reference::Mutable => "auto&",
                Reference::Shared => "const auto&",
                Reference::None if binding.mutable => "auto",
                Reference::None => "const auto",
            };
            let mut statement = Pieces::text(format!("{qualifier} {name} = "));
            statement.append(binding.code.pieces.clone());
            statement.push_text(";");
            self.out.statement(binding.name.span().start().line, statement);
            self.declare(&binding.name.to_string(), name, binding.mutable, binding.reference, binding.kind);
        }
    }

    fn if_into(&mut self, choice: &syn::ExprIf, dest: &Dest) {
        self.hoist = true;
        let mut choice = choice;
        let mut first = true;
        let end = last_line(choice);
        loop {
            let line = choice.if_token.span.start().line;
            self.scopes.push();
            let (condition, bindings) = self.condition(&choice.cond);
            let head = concat([Pieces::text("if ("), condition.pieces, Pieces::text(") {")]);
            if first {
                self.out.open(line, end, head);
            } else {
                self.out.reopen(line, concat([Pieces::text("else "), head]));
            }
            self.bind(&super::pattern::used(&bindings, &choice.then_branch), true);
            self.block_into(&choice.then_branch, dest);
            self.scopes.pop();
            first = false;
            match choice.else_branch.as_ref().map(|(token, other)| (token.span.start().line, &**other)) {
                None => break,
                Some((_, Expr::If(next))) if !self.needs_a_statement(&next.cond) => {
                    choice = next;
                    // Nothing can run between `else` and `if`.
                    self.hoist = false;
                }
                Some((line, other)) => {
                    if !matches!(other, Expr::Block(block) if block.block.stmts.is_empty()) {
                        self.out.reopen(line, Pieces::text("else {"));
                        match other {
                            Expr::Block(block) if block.label.is_none() => self.block_into(&block.block, dest),
                            other => self.expr_into(other, dest),
                        }
                    }
                    break;
                }
            }
        }
        self.out.close("");
    }
}

/// `condition ? then : other`.
pub fn ternary(condition: Code, then: Code, other: Code) -> Code {
    let pieces = concat([
        condition.at(code::TERNARY + 1),
        Pieces::text(" ? "),
        then.at(code::TERNARY + 1),
        Pieces::text(" : "),
        other.at(code::TERNARY),
    ]);
    Code::new(pieces, code::TERNARY)
}

/// `either(condition, [&] { return then; }, [&] { return other; })`: for values of different types, because plain integers
/// stand in different places of their tuples.
pub fn either(condition: Code, then: Code, other: Code) -> Code {
    let branch = |value: Code| {
        let pieces = concat([Pieces::text("[&] { return "), value.pieces, Pieces::text("; }")]);
        Code::new(pieces, code::PRIMARY)
    };
    Code::call(Pieces::text("either"), vec![condition, branch(then), branch(other)])
}

/// Whether the values of a choice have different types in C++, because plain integers stand in different places of them.
fn merges_numbers(expr: &Expr) -> bool {
    let mut values = Vec::new();
    tails(expr, &mut values);
    if values.iter().any(|value| holds_none(value)) {
        return true;
    }
    let mut contexts = values.into_iter().map(|value| Context::of([value]));
    let Some(first) = contexts.next() else { return false };
    let (mut leaves, mut differ) = (first.leaves_numbers(), false);
    for context in contexts {
        leaves |= context.leaves_numbers();
        differ |= context != first;
    }
    leaves && differ
}

/// Whether a value of an expression is a number without a type.
fn gives_number(expr: &Expr) -> bool {
    let mut values = Vec::new();
    tails(expr, &mut values);
    values.iter().any(|value| crate::infer::is_literal(value))
}

/// Whether a value of an expression is `None`, whose type C++ finds beside it in `? :`, but not in the returns of a lambda.
fn gives_none(expr: &Expr) -> bool {
    let mut values = Vec::new();
    tails(expr, &mut values);
    values.iter().any(|value| matches!(value, Expr::Path(path) if path.path.is_ident("None")))
}

/// Whether an expression may leave the function by `?`.
pub fn attempts(expr: &Expr) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_expr(expr);
    finder.0
}

/// Whether C++ finds no type in a value for the `None` that it has.
pub fn is_open_none(value: &Expr) -> bool {
    match value {
        Expr::Path(path) => path.path.is_ident("None"),
        Expr::Paren(inner) => is_open_none(&inner.expr),
        Expr::Repeat(repeat) => is_open_none(&repeat.expr),
        Expr::Array(array) => array.elems.iter().all(is_open_none),
        Expr::Tuple(tuple) => tuple.elems.iter().any(is_open_none),
        _ => false,
    }
}

/// Whether a tuple or an array has a `None`, for which another branch may have a type.
fn holds_none(value: &Expr) -> bool {
    match value {
        Expr::Array(array) => array.elems.iter().any(|element| is_open_none(element) || holds_none(element)),
        Expr::Tuple(tuple) => tuple.elems.iter().any(|element| is_open_none(element) || holds_none(element)),
        Expr::Repeat(repeat) => is_open_none(&repeat.expr) || holds_none(&repeat.expr),
        _ => false,
    }
}

/// A `match`, or an `if let` with an `else` as one.
fn as_match(expr: &Expr) -> Option<Expr> {
    match expr {
        Expr::Match(_) => Some(expr.clone()),
        Expr::Paren(inner) => as_match(&inner.expr),
        Expr::If(choice) => {
            let (Expr::Let(condition), Some((_, other))) = (&*choice.cond, &choice.else_branch) else { return None };
            let (pattern, value, then) = (&condition.pat, &condition.expr, &choice.then_branch);
            Some(syn::parse_quote_spanned!(expr.span()=> match #value { #pattern => #then, _ => #other }))
        }
        _ => None,
    }
}

/// Where the first plain integer of a tuple or an array among the values of an expression is.
fn first_number(expr: &Expr) -> Option<proc_macro2::Span> {
    struct Finder(Option<proc_macro2::Span>);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_lit(&mut self, literal: &'ast syn::ExprLit) {
            let is_plain = matches!(&literal.lit, syn::Lit::Int(number) if number.suffix().is_empty());
            if is_plain && self.0.is_none() {
                self.0 = Some(literal.span());
            }
        }
        // What these are made of has its type from elsewhere.
        fn visit_expr_call(&mut self, _: &'ast syn::ExprCall) {}
        fn visit_expr_method_call(&mut self, _: &'ast syn::ExprMethodCall) {}
        fn visit_expr_index(&mut self, _: &'ast syn::ExprIndex) {}
        fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
            if crate::infer::is_literal(&binary.left) && crate::infer::is_literal(&binary.right) {
                self.visit_expr(&binary.left);
            }
        }
    }
    let mut values = Vec::new();
    tails(expr, &mut values);
    let mut finder = Finder(None);
    values
        .into_iter()
        .filter(|value| Context::of([*value]).leaves_numbers())
        .for_each(|value| finder.visit_expr(value));
    finder.0
}

/// The Rust line of the first token. The span of an expression is found from all of its tokens, which takes long where each part
/// of a long expression asks for its own.
pub fn first_line(mut expr: &Expr) -> usize {
    loop {
        expr = match expr {
            Expr::Binary(binary) if binary.attrs.is_empty() => &binary.left,
            Expr::Call(call) if call.attrs.is_empty() => &call.func,
            Expr::MethodCall(call) if call.attrs.is_empty() => &call.receiver,
            other => return other.span().start().line,
        };
    }
}

/// The Rust line of the last token.
pub fn last_line(tokens: &impl quote::ToTokens) -> usize {
    let last = tokens.to_token_stream().into_iter().last();
    last.map_or(0, |token| match token {
        proc_macro2::TokenTree::Group(group) => group.span_close().start().line,
        other => other.span().start().line,
    })
}

/// Whether the text is a number without a type.
fn is_plain_number(code: &Code) -> bool {
    let text = code.pieces.preview();
    let digits = text.strip_prefix('-').unwrap_or(&text);
    // `1e300` has an exponent, `0xe` a digit.
    let is_float = digits.contains(['e', 'E', 'f']) && !digits.starts_with("0x");
    let is_digit = |c: char| c.is_ascii_hexdigit() || matches!(c, '\'' | 'x');
    digits.starts_with(|c: char| c.is_ascii_digit()) && digits.chars().all(is_digit) && !is_float
}

/// Whether there is an `else if`.
fn is_chain(choice: &syn::ExprIf) -> bool {
    matches!(&choice.else_branch, Some((_, other)) if matches!(**other, Expr::If(_)))
}

/// The only expression of a block without other statements.
pub fn is_single(block: &Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}

/// The last expression of a block.
pub fn is_tail(block: &Block) -> Option<&Expr> {
    match block.stmts.last() {
        Some(Stmt::Expr(expr, None)) => Some(expr),
        _ => None,
    }
}

/// Whether a condition has `let` in it.
pub fn contains_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        Expr::Paren(inner) => contains_let(&inner.expr),
        _ => false,
    }
}

/// Whether a pattern binds a name that is `mut`.
fn binds_mutably(pattern: &syn::Pat) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0 |= name.mutability.is_some();
            syn::visit::visit_pat_ident(self, name);
        }
    }
    let mut finder = Finder(false);
    finder.visit_pat(pattern);
    finder.0
}

/// Whether a pattern binds names.
pub fn binds(pattern: &syn::Pat) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0 |= !super::pattern::is_constant(name);
        }
    }
    let mut finder = Finder(false);
    finder.visit_pat(pattern);
    finder.0
}
