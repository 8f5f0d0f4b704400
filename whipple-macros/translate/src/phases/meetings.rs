//! Where threads meet. A meeting inside of an expression is taken out in front of its statement, if what Rust evaluates before it does not depend
//! on when that happens.

use super::{
    Splitter,
    functions::Callers,
    lines::Line,
    phase,
    variables::{Kind, Variable},
};
use crate::{
    methods::{self, Effect},
    numbering,
};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::BTreeSet;
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprCall, ExprMethodCall, Macro, Stmt, UnOp, parse_quote,
    visit::{self, Visit},
};

/// What the threads of a body do together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Found {
    /// Nothing.
    Nothing,
    /// They meet.
    Meetings,
    /// The context goes where nothing is known of it.
    GivenAway,
}

/// What is found in a block.
pub fn in_block(block: &Block, callers: &Callers) -> Found {
    let mut finder = Finder { callers, found: Found::Nothing };
    finder.visit_block(block);
    finder.found
}

/// Whether threads meet in a statement.
pub fn in_statement(statement: &Stmt, callers: &Callers) -> bool {
    let mut finder = Finder { callers, found: Found::Nothing };
    finder.visit_stmt(statement);
    finder.found == Found::Meetings
}

/// Whether threads meet in an expression.
pub fn in_expr(expr: &Expr, callers: &Callers) -> bool {
    let mut finder = Finder { callers, found: Found::Nothing };
    finder.visit_expr(expr);
    finder.found == Found::Meetings
}

struct Finder<'c> {
    callers: &'c Callers,
    found: Found,
}

impl Finder<'_> {
    fn find(&mut self, found: Found) {
        self.found = self.found.max(found);
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if !is_name(&call.receiver, &self.callers.context) {
            return visit::visit_expr_method_call(self, call);
        }
        match methods::of_context(&call.method.to_string()) {
            Some(method) if matches!(method.effect, Effect::Meets { .. }) => self.find(Found::Meetings),
            Some(_) => {}
            None => self.find(Found::GivenAway),
        }
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if !self.callers.calls_together(call) {
            return visit::visit_expr_call(self, call);
        }
        self.find(Found::Meetings);
        let context = &self.callers.context;
        call.args.iter().filter(|argument| !is_name(argument, context)).for_each(|argument| self.visit_expr(argument));
    }

    fn visit_ident(&mut self, name: &'ast Ident) {
        if *name == self.callers.context {
            self.find(Found::GivenAway);
        }
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        match numbering::arguments(call) {
            Ok(arguments) => arguments.iter().for_each(|argument| self.visit_expr(argument)),
            Err(_) if crate::context::mentions(call.tokens.clone(), &self.callers.context) => {
                self.find(Found::GivenAway)
            }
            Err(_) => {}
        }
    }
}

/// Whether an expression is this name.
pub fn is_name(expr: &Expr, name: &Ident) -> bool {
    match expr {
        Expr::Path(path) => path.path.is_ident(name),
        Expr::Paren(inner) => is_name(&inner.expr, name),
        Expr::Group(inner) => is_name(&inner.expr, name),
        _ => false,
    }
}

/// What Rust evaluates before a meeting.
#[derive(Clone, Default)]
pub struct Before {
    /// Something whose value, or whose effects, depend on when it is evaluated.
    pub moves: bool,
    /// It reads these names.
    pub reads: BTreeSet<String>,
}

impl Before {
    fn has_read(&self, name: &Ident) -> bool {
        self.reads.contains(&name.to_string())
    }
}

impl Splitter {
    /// Takes the meetings of a statement out in front of it.
    pub fn meet(&mut self, statement: &mut Stmt, rest: &[Line], written: &mut TokenStream) {
        let expr = match statement {
            Stmt::Local(binding) => binding.init.as_mut().map(|init| &mut *init.expr),
            Stmt::Expr(expr, _) => Some(expr),
            _ => None,
        };
        match expr {
            Some(expr) => self.take_out(expr, &mut Before::default(), rest, written),
            None => self.fail(),
        }
        if in_statement(statement, &self.known.callers) {
            self.fail();
        }
    }

    /// Takes the meetings out of an expression. What it has left is the same for each thread by itself.
    pub fn take_out_of(&mut self, expr: &mut Expr, rest: &[Line], written: &mut TokenStream) {
        self.take_out(expr, &mut Before::default(), rest, written);
        if in_expr(expr, &self.known.callers) {
            self.fail();
        }
    }

    fn take_out(&mut self, expr: &mut Expr, before: &mut Before, rest: &[Line], written: &mut TokenStream) {
        if self.failed {
            return;
        }
        if in_expr(expr, &self.known.callers) {
            self.take_out_inside(expr, before, rest, written);
        }
        if !self.failed {
            self.comes_before(expr, before);
        }
    }

    fn take_out_inside(&mut self, expr: &mut Expr, before: &mut Before, rest: &[Line], written: &mut TokenStream) {
        match expr {
            Expr::Paren(inner) => self.take_out(&mut inner.expr, before, rest, written),
            Expr::Group(inner) => self.take_out(&mut inner.expr, before, rest, written),
            Expr::Unary(unary) => self.take_out(&mut unary.expr, before, rest, written),
            Expr::Cast(cast) => self.take_out(&mut cast.expr, before, rest, written),
            Expr::Field(field) => self.take_out(&mut field.base, before, rest, written),
            Expr::Reference(reference) => self.take_out(&mut reference.expr, before, rest, written),
            Expr::If(choice) => self.take_out(&mut choice.cond, before, rest, written),
            Expr::Match(choice) => self.take_out(&mut choice.expr, before, rest, written),
            Expr::Assign(assignment) => self.take_out(&mut assignment.right, before, rest, written),
            Expr::Binary(binary) => {
                // The operand that is assigned to comes last, of numbers.
                if is_assignment(&binary.op) {
                    if !self.is_simple(&binary.left) {
                        return self.fail();
                    }
                    return self.take_out(&mut binary.right, before, rest, written);
                }
                let is_lazy = matches!(binary.op, BinOp::And(_) | BinOp::Or(_));
                if !is_lazy {
                    return self.operands([&mut *binary.left, &mut *binary.right], before, rest, written);
                }
                self.take_out(&mut binary.left, before, rest, written);
                if in_expr(&binary.right, &self.known.callers) {
                    *expr = self.lazily(binary, before, rest, written);
                }
            }
            Expr::Index(index) => {
                self.take_out(&mut index.expr, before, rest, written);
                self.take_out(&mut index.index, before, rest, written);
            }
            Expr::Tuple(tuple) => self.operands(&mut tuple.elems, before, rest, written),
            Expr::Array(array) => self.operands(&mut array.elems, before, rest, written),
            Expr::Call(call) if self.known.callers.calls_together(call) => {
                let (context, outside) = (self.known.callers.context.clone(), before.clone());
                let arguments = call.args.iter_mut().filter(|argument| !is_name(argument, &context));
                self.operands(arguments, before, rest, written);
                if !self.failed {
                    *before = outside;
                    *expr = self.called_together(call, before, rest, written);
                }
            }
            Expr::Call(call) => self.operands(&mut call.args, before, rest, written),
            Expr::Struct(made) => {
                self.operands(made.fields.iter_mut().map(|field| &mut field.expr), before, rest, written);
            }
            Expr::MethodCall(call) => {
                let meets = is_name(&call.receiver, &self.known.callers.context);
                if !meets {
                    self.take_out(&mut call.receiver, before, rest, written);
                }
                let outside = before.clone();
                self.operands(&mut call.args, before, rest, written);
                if meets && !self.failed {
                    *before = outside;
                    *expr = self.meeting(call, before, rest, written);
                }
            }
            _ => self.fail(),
        }
    }

    /// The same for values that Rust evaluates one after the other. Those before a meeting get a name, where it matters when they are evaluated.
    fn operands<'e>(
        &mut self,
        operands: impl IntoIterator<Item = &'e mut Expr>,
        before: &mut Before,
        rest: &[Line],
        written: &mut TokenStream,
    ) {
        let mut operands: Vec<&mut Expr> = operands.into_iter().collect();
        let last = operands.iter().rposition(|operand| in_expr(operand, &self.known.callers)).unwrap_or(0);
        for (index, operand) in operands.iter_mut().enumerate() {
            let outside = before.clone();
            if in_expr(operand, &self.known.callers) {
                self.take_out_inside(operand, before, rest, written);
            }
            if self.failed {
                return;
            }
            let is_named = index < last && !self.is_simple(operand);
            if is_named && !outside.moves && self.is_plain_value(operand) {
                // What an earlier operand reads stays where it is.
                if phase::changed_by(operand).iter().any(|name| self.may_change(name) && outside.has_read(name)) {
                    return self.fail();
                }
                *before = outside;
                let (name, value) = (self.name("operand"), &**operand);
                self.wait(parse_quote!(let #name = #value;));
                self.operands.insert(name.to_string());
                **operand = parse_quote!(#name);
            }
            self.comes_before(operand, before);
        }
    }

    /// Whether an operand is a value without references, which may have a name of its own.
    pub fn is_plain_value(&self, operand: &Expr) -> bool {
        match operand {
            Expr::Paren(inner) => self.is_plain_value(&inner.expr),
            Expr::Group(inner) => self.is_plain_value(&inner.expr),
            Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)),
            Expr::Call(_) | Expr::MethodCall(_) => {
                !self.known.calls_that_refer.contains(&operand.to_token_stream().to_string())
            }
            Expr::Binary(_) | Expr::Cast(_) | Expr::Lit(_) => true,
            _ => false,
        }
    }

    /// `&&` and `||` whose right operand has a meeting: all threads come to it, or none.
    fn lazily(&mut self, binary: &ExprBinary, before: &Before, rest: &[Line], written: &mut TokenStream) -> Expr {
        if before.moves {
            return self.refused();
        }
        self.end_phase(rest, written);
        let result = self.name("met");
        let left = self.agreed(&binary.left, rest);
        let (mut right, mut inside, scope) = ((*binary.right).clone(), TokenStream::new(), self.variables.len());
        self.take_out_of(&mut right, rest, &mut inside);
        let right = self.agreed(&right, rest);
        self.variables.truncate(scope);
        let goes_on = match binary.op {
            BinOp::And(_) => quote!(#result),
            _ => quote!(!#result),
        };
        written.extend(quote!(let mut #result = #left; if #goes_on { #inside #result = #right; }));
        let kind = Kind::Once { is_mutable: false, number: usize::MAX };
        self.variables.push(Variable::new(result.clone(), kind, self.depth));
        parse_quote!(#result)
    }

    /// An expression without a meeting, which Rust evaluates before one that may follow.
    fn comes_before(&self, expr: &Expr, before: &mut Before) {
        before.moves |= !self.is_simple(expr);
        names(expr.to_token_stream(), &mut before.reads);
    }

    /// Whether it does not matter when an expression is evaluated, if the variables in it stay as they are.
    fn is_simple(&self, expr: &Expr) -> bool {
        match self.dependence(expr) {
            Some(depends) => !depends.panics,
            None => is_part(expr),
        }
    }

    /// Writes a meeting, and gives what stands for its result.
    fn meeting(&mut self, call: &ExprMethodCall, before: &Before, rest: &[Line], written: &mut TokenStream) -> Expr {
        let name = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let takes = methods::of_context(&name).map_or(0, |method| method.arguments.len());
        if takes != arguments.len() || call.turbofish.is_some() {
            return self.refused();
        }
        let part: Expr = match arguments[..] {
            [] => parse_quote!(()),
            [part] => part.clone(),
            _ => parse_quote!((#(#arguments),*)),
        };
        // What is evaluated before stays where it is, and so comes after the arguments.
        let changes = phase::changed_by(&part).iter().any(|name| before.reads.contains(&name.to_string()));
        if before.moves || changes {
            return self.refused();
        }
        if arguments.is_empty() {
            self.end_phase(rest, written);
            return parse_quote!(());
        }
        let (waiting, again) = self.end_phase_before(&part, rest, written);
        let Some(Effect::Meets { agreed }) = methods::of_context(&name).map(|method| method.effect) else {
            return self.refused();
        };
        let (result, method, threads) = (self.name("met"), &call.method, super::threads());
        let phase = self.phase(&waiting, Some(&part), rest);
        let (values, kind) = if agreed {
            (result.clone(), Kind::Once { is_mutable: false, number: usize::MAX })
        } else {
            let values = self.name("values");
            (values.clone(), Kind::Kept { values, is_mutable: false })
        };
        written.extend(quote!(let #values = #threads.parts(#phase).#method();));
        self.variables.extend(again);
        self.variables.push(Variable::new(result.clone(), kind, self.depth));
        parse_quote!(#result)
    }

    pub fn refused(&mut self) -> Expr {
        self.fail();
        parse_quote!(())
    }
}

/// Whether an expression is a variable, a part of one, or another form of that.
fn is_part(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Paren(inner) => is_part(&inner.expr),
        Expr::Group(inner) => is_part(&inner.expr),
        Expr::Cast(cast) => is_part(&cast.expr),
        Expr::Field(field) => is_part(&field.base),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Not(_)) && is_part(&unary.expr),
        _ => false,
    }
}

pub fn is_assignment(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

/// The names in tokens.
fn names(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                found.insert(name.to_string());
            }
            TokenTree::Group(group) => names(group.stream(), found),
            _ => {}
        }
    }
}
