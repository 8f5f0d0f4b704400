//! Loops, labelled blocks, and the jumps out of them.

use super::{
    Translator,
    code::{Code, concat},
    control::{Dest, first_line, last_line},
    pattern::{Binding, Subject, Test},
    scope::{Kind, Reference},
};
use crate::{
    iteration::{By, Iteration},
    names,
    piece::Pieces,
};
use syn::{Block, Expr, ExprWhile, Pat, RangeLimits, spanned::Spanned, visit::Visit};

/// Something that `break`, `continue` and `return` see around them.
#[derive(Clone, Debug)]
pub struct Frame {
    kind: FrameKind,
    label: Option<String>,
    dest: Dest,
    break_label: Option<String>,
    continue_label: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FrameKind {
    Loop,
    Block,
    Lambda,
}

const ESCAPE: &str =
    "control flow cannot leave an expression in device code; give the value a variable with a type: `let x: Type = …;`";

impl Frame {
    /// An immediately called lambda, which no jump can leave.
    pub fn lambda() -> Self {
        Self { kind: FrameKind::Lambda, label: None, dest: Dest::Return, break_label: None, continue_label: None }
    }
}

impl Translator<'_> {
    /// Whether what is being translated stands inside a lambda.
    pub fn is_in_lambda(&self) -> bool {
        self.frames.iter().any(|frame| frame.kind == FrameKind::Lambda)
    }

    /// A block with or without a label.
    pub fn labelled_block(&mut self, block: &syn::ExprBlock, dest: &Dest) {
        let line = block.span().start().line;
        let label = block.label.as_ref().map(|label| label.name.ident.to_string());
        self.push_frame(FrameKind::Block, label, dest.clone());
        self.out.open(line, last_line(block), Pieces::text("{"));
        self.block_into(&block.block, dest);
        self.out.close("");
        self.pop_frame();
    }

    /// `while`.
    pub fn while_loop(&mut self, looping: &syn::ExprWhile, line: usize) {
        if self.needs_a_statement(&looping.cond) {
            return self.endless_loop(looping, line);
        }
        self.scopes.push();
        self.hoist = false;
        let (condition, bindings) = self.condition(&looping.cond);
        let head = concat([Pieces::text("while ("), condition.pieces, Pieces::text(")")]);
        let label = looping.label.as_ref().map(|label| label.name.ident.to_string());
        self.looping(line, head, label, Dest::Discard, &looping.body, Some(&bindings));
        self.scopes.pop();
    }

    /// `while let Some(x) = next()`: the value needs a statement in each round, so it is a loop that a test leaves.
    fn endless_loop(&mut self, looping: &syn::ExprWhile, line: usize) {
        let ExprWhile { label, cond, body, .. } = looping;
        let leave: Expr = match label {
            Some(label) => {
                let name = &label.name;
                syn::parse_quote_spanned!(cond.span()=> break #name)
            }
            None => syn::parse_quote_spanned!(cond.span()=> break),
        };
        let mut choice: Expr = syn::parse_quote_spanned!(cond.span()=> if #cond #body else { #leave });
        if let Expr::If(choice) = &mut choice {
            choice.then_branch = body.clone();
        }
        let mut round = body.clone();
        round.stmts = vec![syn::Stmt::Expr(choice, Some(Default::default()))];
        let label = label.as_ref().map(|label| label.name.ident.to_string());
        self.looping(line, Pieces::text("while (true)"), label, Dest::Discard, &round, None);
    }

    /// `for` over a range.
    pub fn for_loop(&mut self, looping: &syn::ExprForLoop, line: usize) {
        self.hoist = true;
        if let Some(iteration) = Iteration::of(&looping.expr) {
            return self.array_loop(looping, iteration, line);
        }
        let Some(range) = self.range(&looping.expr) else { return };
        self.scopes.push();
        let mut pattern = &*looping.pat;
        while let syn::Pat::Paren(inner) = pattern {
            pattern = &inner.pat;
        }
        let variable = match pattern {
            syn::Pat::Wild(_) => "[[maybe_unused]] const auto _".to_owned(),
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let mutable = name.mutability.is_some();
                let rust = name.ident.to_string();
                let cpp = self.scopes.fresh(&rust);
                self.declare(&rust, cpp.clone(), mutable, Reference::None, Kind::Integer);
                format!("{}auto {cpp}", if mutable { "" } else { "const " })
            }
            other => {
                self.errors.push(other, "a range gives one number at a time; write `for i in …`");
                "const auto _".to_owned()
            }
        };
        let head = concat([Pieces::text(format!("for ({variable} : ")), range.pieces, Pieces::text(")")]);
        let label = looping.label.as_ref().map(|label| label.name.ident.to_string());
        self.looping(line, head, label, Dest::Discard, &looping.body, None);
        self.scopes.pop();
    }

    /// `for` over the elements of an array.
    fn array_loop(&mut self, looping: &syn::ExprForLoop, iteration: Iteration, line: usize) {
        let Iteration { array, by, copied, cloned, reversed, enumerated } = iteration;
        let reference = match by {
            By::Reference => Reference::Shared,
            By::Mutable => Reference::Mutable,
            By::Value if copied => Reference::None,
            By::Value => self.reference_of(array),
        };
        let is_borrowed = copied || reference != Reference::None;
        let is_direct = self.is_direct(array) && (is_borrowed || !self.changes(array));
        let code = if reference == Reference::Mutable { self.place(array) } else { self.value(array) };
        let elements = if is_direct {
            code
        } else {
            let name = self.scopes.temporary("elements");
            let qualifier = match reference {
                Reference::Mutable if Self::is_place(array) => "auto&",
                Reference::Mutable => "auto",
                _ if is_borrowed && Self::is_place(array) => "const auto&",
                _ => "const auto",
            };
            let statement = concat([Pieces::text(format!("{qualifier} {name} = ")), code.pieces, Pieces::text(";")]);
            self.out.statement(line, statement);
            Code::primary(name)
        };
        let (index, pattern) = match (enumerated, strip_pattern(&looping.pat)) {
            (true, Pat::Tuple(pair)) if pair.elems.len() == 2 => (Some(strip_pattern(&pair.elems[0])), &pair.elems[1]),
            (true, other) => {
                self.errors.push(other, "take index and element apart here: `for (i, x) in …`");
                return;
            }
            (false, pattern) => (None, pattern),
        };
        self.scopes.push();
        let qualifier = match reference {
            Reference::Mutable => "auto&",
            // The array may change after the last use of the iterator.
            _ if copied => "const auto",
            _ => "const auto&",
        };
        let (head, element) = if enumerated || reversed {
            let index = self.loop_variable(index);
            let length = elements.clone().member("len").pieces;
            let range = concat([Pieces::text("range(0_usize, "), length, Pieces::text("())")]);
            let range = if reversed { concat([Pieces::text("reversed("), range, Pieces::text(")")]) } else { range };
            let head = concat([Pieces::text(format!("for (const auto {index} : ")), range, Pieces::text(")")]);
            (head, elements.index(Code::primary(index)))
        } else {
            let name = match strip_pattern(pattern) {
                Pat::Ident(name)
                    if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() && !cloned =>
                {
                    let cpp = self.scopes.fresh(&name.ident.to_string());
                    self.declare(&name.ident.to_string(), cpp.clone(), false, reference, Kind::Value);
                    cpp
                }
                _ => self.scopes.temporary("element"),
            };
            let head =
                concat([Pieces::text(format!("for ({qualifier} {name} : ")), elements.pieces, Pieces::text(")")]);
            (head, Code::primary(name))
        };
        let mut test = Test::default();
        let element = if cloned { Code::call(Pieces::text("num::clone"), vec![element]) } else { element };
        let is_declared = !(enumerated || reversed || cloned)
            && matches!(strip_pattern(pattern), Pat::Ident(name) if name.mutability.is_none() && name.subpat.is_none());
        if !is_declared {
            let subject = Subject::Whole { code: element, reference, kind: Kind::Value };
            self.pattern(pattern, &subject, &mut test);
        }
        let label = looping.label.as_ref().map(|label| label.name.ident.to_string());
        self.looping(line, head, label, Dest::Discard, &looping.body, Some(&test.bindings));
        self.scopes.pop();
    }

    /// Declares the index of a loop; gives its C++ name.
    fn loop_variable(&mut self, pattern: Option<&Pat>) -> String {
        match pattern {
            Some(Pat::Ident(name)) if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() => {
                let rust = name.ident.to_string();
                let cpp = self.scopes.fresh(&rust);
                self.declare(&rust, cpp.clone(), false, Reference::None, Kind::Integer);
                cpp
            }
            None | Some(Pat::Wild(_)) => self.scopes.temporary("index"),
            Some(other) => {
                self.errors.push(other, "the index of an element needs a plain name in device code");
                "index".to_owned()
            }
        }
    }

    /// Whether what a loop goes over may change while it runs; Rust has copied it.
    fn changes(&self, array: &Expr) -> bool {
        let variable = Self::root(array).and_then(|root| self.scopes.find(&root));
        variable.is_none_or(|variable| variable.mutable || variable.reference == Reference::Mutable)
    }

    /// The range of a `for` loop.
    fn range(&mut self, expr: &Expr) -> Option<Code> {
        match expr {
            Expr::Paren(inner) => self.range(&inner.expr),
            Expr::Group(inner) => self.range(&inner.expr),
            Expr::Range(range) => {
                let (Some(start), Some(end)) = (&range.start, &range.end) else {
                    self.errors
                        .push(range, "a loop needs both ends of its range; use `loop` and `break` for an endless one");
                    return None;
                };
                let name = if matches!(range.limits, RangeLimits::Closed(_)) { "range_inclusive" } else { "range" };
                Some(self.call_named(expr, Pieces::text(name), &[start, end]))
            }
            Expr::MethodCall(call) if call.method == "rev" => {
                let inner = self.range(&call.receiver)?;
                Some(Code::call(Pieces::text("reversed"), vec![inner]))
            }
            Expr::MethodCall(call) if call.method == "step_by" && call.args.len() == 1 => {
                let mut inner = self.range(&call.receiver)?;
                if self.effects(&call.receiver).conflicts(self.effects(&call.args[0])) {
                    inner = self.name_value(&call.receiver, inner, first_line(expr));
                }
                let step = self.value(&call.args[0]);
                Some(Code::call(Pieces::text("stepped"), vec![inner, step]))
            }
            other => {
                self.errors.push(other, "device code loops over ranges and arrays, by `iter()` or `iter_mut()`, then `enumerate()`, then `rev()`; index the array: `for i in 0..N`");
                None
            }
        }
    }

    /// A loop: its head, its body, and the labels that jumps to it need.
    pub fn looping(
        &mut self,
        line: usize,
        head: Pieces,
        label: Option<String>,
        dest: Dest,
        body: &Block,
        bindings: Option<&[Binding]>,
    ) {
        self.push_frame(FrameKind::Loop, label.clone(), dest);
        self.out.open(line, body.brace_token.span.close().start().line, concat([head, Pieces::text(" {")]));
        self.bind(&super::pattern::used(bindings.unwrap_or_default(), body), true);
        if label.as_ref().is_some_and(|label| continues_from_inside(body, label)) {
            // A jump to the end of the body must not pass declarations, so the body has a block of its own.
            self.out.open_here(Pieces::text("{"));
            self.block_into(body, &Dest::Discard);
            self.out.close("");
            if let Some(name) = self.frames.last().and_then(|frame| frame.continue_label.clone()) {
                self.out.label(&name);
            }
        } else {
            self.block_into(body, &Dest::Discard);
        }
        self.out.close("");
        self.pop_frame();
    }

    fn push_frame(&mut self, kind: FrameKind, label: Option<String>, dest: Dest) {
        self.frames.push(Frame { kind, label, dest, break_label: None, continue_label: None });
    }

    fn pop_frame(&mut self) {
        if let Some(name) = self.frames.pop().and_then(|frame| frame.break_label) {
            self.out.label(&name);
        }
    }

    /// `return`.
    pub fn return_statement(&mut self, value: &syn::ExprReturn, line: usize) {
        if self.is_in_lambda() {
            self.errors.push(value, ESCAPE);
            return;
        }
        match &value.expr {
            Some(value) if !self.returns_unit => self.expr_into(value, &Dest::Return),
            Some(value) => {
                self.expr_into(value, &Dest::Discard);
                self.out.statement(line, Pieces::text("return;"));
            }
            None => self.out.statement(line, Pieces::text("return;")),
        }
    }

    /// `break`.
    pub fn break_statement(&mut self, jump: &syn::ExprBreak, line: usize) {
        let label = jump.label.as_ref().map(|label| label.ident.to_string());
        let Some((index, innermost)) = self.find_frame(label.as_deref(), jump) else { return };
        if let Some(value) = &jump.expr {
            let dest = self.frames[index].dest.clone();
            self.expr_into(value, &dest);
            if matches!(dest, Dest::Return) {
                return;
            }
        }
        if innermost {
            self.out.statement(line, Pieces::text("break;"));
            return;
        }
        let name = match self.frames[index].break_label.clone() {
            Some(name) => name,
            None => self.jump_label(label.as_deref().unwrap_or("loop"), "break"),
        };
        self.frames[index].break_label = Some(name.clone());
        self.out.statement(line, Pieces::text(format!("goto {name};")));
    }

    /// `continue`.
    pub fn continue_statement(&mut self, jump: &syn::ExprContinue, line: usize) {
        let label = jump.label.as_ref().map(|label| label.ident.to_string());
        let Some((index, innermost)) = self.find_frame(label.as_deref(), jump) else { return };
        if innermost {
            self.out.statement(line, Pieces::text("continue;"));
            return;
        }
        let name = match self.frames[index].continue_label.clone() {
            Some(name) => name,
            None => self.jump_label(label.as_deref().unwrap_or("loop"), "continue"),
        };
        self.frames[index].continue_label = Some(name.clone());
        self.out.statement(line, Pieces::text(format!("goto {name};")));
    }

    /// The frame that a jump leaves, and whether it is the innermost C++ loop.
    fn find_frame(&mut self, label: Option<&str>, jump: &impl quote::ToTokens) -> Option<(usize, bool)> {
        let mut innermost = true;
        for (index, frame) in self.frames.iter().enumerate().rev() {
            if frame.kind == FrameKind::Lambda {
                self.errors.push(jump, ESCAPE);
                return None;
            }
            let found = match label {
                Some(label) => frame.label.as_deref() == Some(label),
                None => frame.kind == FrameKind::Loop,
            };
            if found {
                return Some((index, innermost && frame.kind == FrameKind::Loop));
            }
            innermost &= frame.kind != FrameKind::Loop;
        }
        // rustc reports the missing loop.
        None
    }

    fn jump_label(&mut self, label: &str, what: &str) -> String {
        let base = names::label(&format!("{}_{what}", label.trim_start_matches("r#")));
        let mut name = base.clone();
        let mut number = 2;
        while !self.labels.insert(name.clone()) {
            name = format!("{base}_{number}");
            number += 1;
        }
        name
    }
}

fn strip_pattern(mut pattern: &Pat) -> &Pat {
    while let Pat::Paren(inner) = pattern {
        pattern = &inner.pat;
    }
    pattern
}

/// Whether a loop inside `body` continues the loop of this label.
fn continues_from_inside(body: &Block, label: &str) -> bool {
    struct Finder<'a> {
        label: &'a str,
        depth: usize,
        found: bool,
    }
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let nested = matches!(expr, Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_));
            if let Expr::Continue(jump) = expr {
                self.found |= self.depth > 0 && jump.label.as_ref().is_some_and(|label| label.ident == self.label);
            }
            self.depth += usize::from(nested);
            syn::visit::visit_expr(self, expr);
            self.depth -= usize::from(nested);
        }
    }
    let mut finder = Finder { label, depth: 0, found: false };
    finder.visit_block(body);
    finder.found
}
