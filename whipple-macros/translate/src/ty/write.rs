//! Writes what was found into copies of the body: the host's, and the one that rustc is asked about.

use super::{Types, Variable, Written};
use crate::{
    ask::{self, Asked},
    context::replace_arguments,
    hir::{Body, Callee, ExprId, ExprKind},
    methods, numbering,
};
use syn::{
    Block, Expr, ExprLit, Lit, LitFloat, LitInt, Local, Macro, Pat, PatType, Stmt, Type, UnOp,
    visit_mut::{self, VisitMut},
};

/// The body for the host: with suffixes, and with types on variables that C++ must declare first.
pub fn host(block: &Block, body: &Body, types: &Types) -> Block {
    write(block, body, types, false)
}

/// The body with a question around each literal and after each variable of which rustc is asked.
pub fn asked(block: &Block, body: &Body, types: &Types) -> Asked {
    let calls = types.results.tolerant().collect();
    let mut asked = write(block, body, types, true);
    if let (true, Some(Stmt::Expr(given, None))) = (body.gives_variable, asked.stmts.last_mut()) {
        mark_name(given);
    }
    Asked::of(asked, types.questions, calls)
}

fn write(block: &Block, body: &Body, types: &Types, asks: bool) -> Block {
    let mut block = block.clone();
    let mut writer =
        Writer { body, types, asks, literals: 0, lets: 0, values: 0, in_pattern: false, closures: 0, after: None };
    writer.visit_block_mut(&mut block);
    block
}

struct Writer<'b> {
    body: &'b Body,
    types: &'b Types,
    asks: bool,
    /// How many literals, `let`s, and calls and `None`s came so far: as in [`numbering`].
    literals: usize,
    lets: usize,
    values: usize,
    in_pattern: bool,
    closures: usize,
    /// A statement that follows the one that is visited.
    after: Option<Stmt>,
}

impl Writer<'_> {
    /// How the next literal is written.
    fn next_literal(&mut self) -> Written {
        let number = self.literals;
        self.literals += 1;
        self.body.literals.get(&number).map_or(Written::Plain, |id| self.types.literal(*id).clone())
    }

    /// The next call or `None`.
    fn next_value(&mut self) -> Option<ExprId> {
        self.values += 1;
        self.body.values.get(&(self.values - 1)).copied()
    }

    /// Marks a call in whose place the IR has the control flow that it is. `values` counts it already.
    fn mark_in_place(&self, expr: &mut Expr, value: Option<ExprId>) {
        let number = self.values.wrapping_sub(1);
        if let Some(local) = self.body.results.get(&number)
            && let Some(Variable::Asked(question)) = self.types.variable(*local)
        {
            match self.body.ways.contains_key(&number) {
                true => ask::mark_made(expr, *question),
                false => ask::mark_result(expr, *question, self.body.local(*local).shape.may_refer()),
            }
        }
        if let Some(local) = self.body.keys.get(&number)
            && let Some(Variable::Asked(question)) = self.types.variable(*local)
        {
            ask::mark_key(expr, *question, self.body.local(*local).shape.may_refer());
        }
        if let Some(is_lent) = self.body.own_iterators.get(&number) {
            ask::mark_own(expr, *is_lent);
        }
        if let Some(question) = self.body.ways.get(&number).and_then(|way| self.types.way(*way)) {
            ask::mark_way(expr, question);
        } else if self.body.chains.contains(&number) {
            ask::mark_chained(expr);
        } else if self.is_in_place(expr, value) {
            ask::mark_in_place(expr, self.body.of_results.contains(&number));
        }
    }

    /// Marks a variable that has an iterator, where it is gone over. `values` counts the call or the loop already.
    fn mark_iterator(&self, expr: &mut Expr) {
        if let Expr::ForLoop(looping) = expr
            && let Expr::Reference(lent) = &mut *looping.expr
            && self.body.own_iterators.contains_key(&self.values.wrapping_sub(1))
        {
            return ask::mark_own(&mut lent.expr, true);
        }
        if self.body.on_iterators.contains(&(self.values.wrapping_sub(1), true))
            && let Expr::MethodCall(call) = expr
        {
            call.args.iter_mut().for_each(mark_name);
        }
        if self.body.on_iterators.contains(&(self.values.wrapping_sub(1), false)) {
            match expr {
                Expr::MethodCall(call) => mark_name(&mut call.receiver),
                Expr::ForLoop(looping) => mark_name(&mut looping.expr),
                _ => {}
            }
        }
    }

    /// Whether the IR has the control flow that a call is, and no call: of a closure, or of a method that is given one.
    fn is_in_place(&self, expr: &Expr, value: Option<ExprId>) -> bool {
        match expr {
            Expr::MethodCall(call) => {
                methods::is_in_place(&call.method.to_string())
                    && !value.is_some_and(|value| matches!(self.body.kind(value), ExprKind::Method { .. }))
            }
            Expr::Call(_)
                if value
                    .is_some_and(|value| matches!(self.body.kind(value), ExprKind::Call(Callee::Parameter(_), _))) =>
            {
                true
            }
            Expr::Call(call) => {
                let is_name = matches!(&*call.func, Expr::Path(path) if path.path.get_ident().is_some_and(|name| !["Some", "Ok", "Err"].iter().any(|it| name == it)));
                value.is_none() && is_name
            }
            _ => false,
        }
    }

    /// Marks what a call may change, where the body shows neither references in it nor its type.
    fn mark_changed(&self, call: &mut Expr, id: ExprId) {
        let (ExprKind::Call(Callee::Function(_) | Callee::Associated(_), arguments)
        | ExprKind::Method { arguments, .. }) = self.body.kind(id)
        else {
            return;
        };
        let is_function = matches!(self.body.kind(id), ExprKind::Call(Callee::Function(_), _));
        let is_lent = |argument: &ExprId| {
            let shape = self.body.shape(*argument);
            (shape.is_reference() || shape.is_unknown()) && shape.may_mutate()
        };
        let lent = (0..usize::BITS).zip(arguments).filter(|(_, argument)| !is_function && is_lent(argument));
        let lent = lent.fold(0, |lent, (position, _)| lent | 1_usize << position);
        if lent != 0 {
            ask::mark_lent(call, lent);
        }
        let written: Vec<&mut Expr> = match call {
            Expr::Call(call) => call.args.iter_mut().collect(),
            Expr::MethodCall(call) => call.args.iter_mut().collect(),
            _ => return,
        };
        for (written, argument) in written.into_iter().zip(arguments) {
            if self.body.is_changed_unseen(*argument) {
                ask::mark_changed(written);
            }
            if is_function && self.body.shape(*argument).is_unknown() && self.body.shape(*argument).may_mutate() {
                ask::mark_given(written);
            }
            if matches!(self.body.kind(*argument), ExprKind::Function(_) | ExprKind::Closure { .. }) {
                ask::mark_function(written);
            }
        }
    }

    /// Gives a literal its suffix. If rustc is asked about it, the result is the question, with the sign in it.
    fn literal(&mut self, literal: &mut ExprLit, minus: Option<&syn::token::Minus>) -> Option<Expr> {
        match self.next_literal() {
            Written::Typed(suffix) => add_suffix(&mut literal.lit, &suffix),
            Written::Asked(question) if self.asks => return Some(ask::literal(&literal.lit, minus, question)),
            Written::Guessed(question, _) if self.asks => return Some(ask::literal(&literal.lit, minus, question)),
            Written::Guessed(_, guess) => return Some(ask::guessed(&literal.lit, minus, guess)),
            _ => {}
        }
        None
    }
}

impl VisitMut for Writer<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let is_numbered = numbering::is_numbered(expr) && !self.in_pattern;
        let value = is_numbered.then(|| self.next_value()).flatten();
        if self.asks && is_numbered {
            self.mark_iterator(expr);
            self.mark_in_place(expr, value);
        }
        let question = match expr {
            Expr::Lit(literal) => self.literal(literal, None),
            Expr::Unary(unary) => match (&unary.op, &mut *unary.expr) {
                (UnOp::Neg(minus), Expr::Lit(literal)) => self.literal(literal, Some(minus)),
                _ => {
                    visit_mut::visit_expr_mut(self, expr);
                    None
                }
            },
            _ => {
                visit_mut::visit_expr_mut(self, expr);
                None
            }
        };
        if let Some(question) = question {
            *expr = question;
        }
        if let Some((question, _)) = value.filter(|_| self.asks).and_then(|value| self.types.none(value)) {
            if matches!(expr, Expr::MethodCall(_)) {
                ask::mark_absent(expr, question);
            } else {
                *expr = ask::none(expr, question);
            }
        }
        if let Some(question) = value.filter(|_| self.asks).and_then(|value| self.types.outcome(value)) {
            *expr = ask::outcome(expr, question);
        }
        if let Some(question) = value.filter(|_| self.asks).and_then(|value| self.types.made_by(value)) {
            match value.map(|value| self.body.kind(value)) {
                Some(ExprKind::Call(Callee::Converted(_), _)) => ask::mark_converted(expr, question),
                _ if self.types.is_over_types => *expr = ask::converted(expr, question),
                _ => *expr = ask::default(expr, question),
            }
        }
        if let Some(value) = value.filter(|_| self.asks) {
            self.mark_changed(expr, value);
        }
        if let Some(question) = value.filter(|_| self.asks).and_then(|value| self.types.foreign(value)) {
            ask::mark_foreign(expr, question);
        }
        if let Some(question) = value.filter(|_| self.asks).and_then(|value| self.types.result(value)) {
            ask::mark(expr, question);
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let number = self.closures;
        self.closures += 1;
        visit_mut::visit_expr_closure_mut(self, closure);
        if self.asks && self.body.handed.contains(&number) {
            ask::without_types(closure);
        }
    }

    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        let outer = std::mem::replace(&mut self.in_pattern, true);
        visit_mut::visit_pat_mut(self, pattern);
        self.in_pattern = outer;
    }

    fn visit_pat_guard_mut(&mut self, guard: &mut syn::PatGuard) {
        self.visit_pat_mut(&mut guard.pat);
        let outer = std::mem::replace(&mut self.in_pattern, false);
        self.visit_expr_mut(&mut guard.guard);
        self.in_pattern = outer;
    }

    // Those of patterns and types.
    fn visit_lit_mut(&mut self, literal: &mut Lit) {
        if let Written::Typed(suffix) = self.next_literal() {
            add_suffix(literal, &suffix);
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        let number = self.lets;
        self.lets += 1;
        visit_mut::visit_local_mut(self, local);
        let local_id = self.body.lets.get(&number).copied();
        let variable = local_id.and_then(|local| self.types.variable(local));
        let pattern = match &local.pat {
            Pat::Type(typed) => &*typed.pat,
            other => other,
        };
        match (variable, pattern) {
            (Some(Variable::Typed(ty)), _) => {
                let ty = syn::Ident::new(ty, syn::spanned::Spanned::span(&local.pat));
                let pattern = match &local.pat {
                    Pat::Type(open) => open.pat.clone(),
                    other => Box::new(other.clone()),
                };
                local.pat = Pat::Type(PatType {
                    attrs: Vec::new(),
                    pat: pattern,
                    colon_token: Default::default(),
                    ty: Box::new(Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path: ty.into() })),
                });
            }
            (Some(Variable::Asked(question)), Pat::Ident(name)) if self.asks => {
                let keeps = local_id.is_some_and(|local| self.body.local(local).shape.may_refer());
                self.after = Some(ask::variable(&name.ident, *question, keeps));
            }
            _ => {}
        }
    }

    // The question of a variable is a statement after the variable.
    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut statement in std::mem::take(&mut block.stmts) {
            self.visit_stmt_mut(&mut statement);
            block.stmts.push(statement);
            block.stmts.extend(self.after.take());
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        let Ok(mut arguments) = numbering::arguments(call) else { return };
        let written = arguments.clone();
        arguments.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
        replace_arguments(call, &written, arguments);
    }
}

/// Marks the name of an iterator.
fn mark_name(of: &mut Expr) {
    match of {
        Expr::Paren(inner) => mark_name(&mut inner.expr),
        Expr::Group(inner) => mark_name(&mut inner.expr),
        Expr::Reference(inner) => mark_name(&mut inner.expr),
        _ => ask::mark_chained(of),
    }
}

/// Gives a literal a type.
fn add_suffix(literal: &mut Lit, suffix: &str) {
    match literal {
        Lit::Int(number) => *number = LitInt::new(&format!("{number}{suffix}"), number.span()),
        Lit::Float(number) => {
            let mut digits = number.to_string();
            if digits.ends_with('.') {
                digits.push('0');
            }
            *number = LitFloat::new(&format!("{digits}{suffix}"), number.span());
        }
        _ => {}
    }
}
