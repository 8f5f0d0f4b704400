//! Fields of what functions of the user's gave. Whether they are references, no macro sees: rustc refuses them where it is not written.
//!
//! Behind each variable whose fields are named the copy hands it to `ask::fields`, which takes structs alone that do not borrow.

use crate::{
    ask,
    errors::Errors,
    hir::{Body, Expr as Known, ExprId, ExprKind, Holder},
};
use proc_macro2::{Ident, Span};
use quote::quote_spanned;
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Arm, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprWhile, Local, Member, Pat, PatIdent, Stmt,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

/// Where something is written: the line and the column of a name, or of the brace or the parenthesis that a value ends with.
type Place = (usize, usize);

/// What rustc looks at.
#[derive(Debug, Default)]
pub struct Fields {
    variables: BTreeSet<Place>,
    given: BTreeMap<Place, Span>,
    /// What may be a slice of a constant, which no macro sees, and goes into what borrows.
    kept: BTreeMap<Place, Span>,
    /// Choices of references, which may be to arrays of different lengths: Rust would make slices of them, and C++ would not.
    chosen: BTreeSet<Place>,
}

impl Fields {
    /// Of a body.
    pub fn of(body: &Body, asks: bool) -> Self {
        let mut found = Self::default();
        body.each_in_block(&body.root, &mut |id: ExprId| {
            if asks {
                for part in body.kept_constants(id) {
                    let known: &Known = body.expr(part);
                    found.kept.insert(place(known.last), known.first);
                }
            }
            if asks && body.is_made_of_given(id) {
                let known: &Known = body.expr(id);
                found.given.insert(place(known.last), known.first);
            }
            if asks && body.chooses_references(id) {
                found.chosen.insert(place(body.expr(id).last));
            }
            let ExprKind::Field(base, Member::Named(_)) = body.kind(id) else { return };
            if !body.is_looked_at(*base, asks) {
                return;
            }
            let known: &Known = body.expr(*base);
            match body.holder(*base) {
                Holder::Variable(local) => {
                    found.variables.insert(place(body.local(local).name.span()));
                }
                _ => drop(found.given.insert(place(known.last), known.first)),
            }
        });
        found
    }

    /// Puts the checks of variables into the copy of the body. Whether there are some.
    pub fn check_variables(&self, block: &mut Block) -> bool {
        if !self.variables.is_empty() {
            Checks(&self.variables).visit_block_mut(block);
        }
        !self.variables.is_empty()
    }

    /// Whether this is a value whose fields rustc looks at: what a function gives, or a literal.
    pub fn take(&mut self, value: &Expr) -> bool {
        if self.given.is_empty() {
            return false;
        }
        let last = match value {
            Expr::Call(call) => call.paren_token.span.close(),
            Expr::MethodCall(call) => call.paren_token.span.close(),
            Expr::Struct(literal) => literal.brace_token.span.close(),
            _ => return false,
        };
        self.given.remove(&place(last)).is_some()
    }

    /// Whether this may be a reference to a constant.
    pub fn take_kept(&mut self, value: &Expr) -> bool {
        if self.kept.is_empty() {
            return false;
        }
        let last = match value {
            Expr::Call(call) => call.paren_token.span.close(),
            Expr::MethodCall(call) => call.paren_token.span.close(),
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => name.span(),
                None => return false,
            },
            _ => return false,
        };
        self.kept.remove(&place(last)).is_some()
    }

    /// Whether this chooses among references, which must be of one type.
    pub fn take_chosen(&mut self, value: &Expr) -> bool {
        !self.chosen.is_empty() && end_of_choice(value).is_some_and(|last| self.chosen.remove(&place(last)))
    }

    /// Refuses those that rustc has not looked at.
    pub fn refuse_left(&self, errors: &mut Errors) {
        for span in self.given.values().chain(self.kept.values()) {
            errors.push_at(
                *span,
                "device code does not see whether this borrows: give it a variable of a written type before",
            );
        }
    }
}

/// Has rustc look at what a function gives.
pub fn looked_at(base: &Expr) -> Expr {
    let [first, _] = ask::ends(base);
    Expr::Verbatim(quote_spanned!(first=> ::whipple::private::ask::with_fields(#base)))
}

/// Has rustc look whether a value is a reference.
pub fn no_reference(value: &Expr) -> Expr {
    let [first, _] = ask::ends(value);
    Expr::Verbatim(quote_spanned!(first=> ::whipple::private::ask::no_reference(#value)))
}

/// The brace that a choice ends with.
fn end_of_choice(value: &Expr) -> Option<Span> {
    match value {
        Expr::If(choice) => choice.else_branch.as_ref().and_then(|(_, other)| end_of_choice(other)),
        Expr::Match(choice) => Some(choice.brace_token.span.close()),
        Expr::Block(block) => Some(block.block.brace_token.span.close()),
        _ => None,
    }
}

fn place(span: Span) -> Place {
    (span.start().line, span.start().column)
}

/// Puts a check behind each of these variables.
struct Checks<'a>(&'a BTreeSet<Place>);

impl Checks<'_> {
    fn of_patterns<'p>(&self, patterns: impl IntoIterator<Item = &'p Pat>) -> Vec<Stmt> {
        let mut names = Names(Vec::new());
        patterns.into_iter().for_each(|pattern| names.visit_pat(pattern));
        let is_meant = |name: &Ident| self.0.contains(&place(name.span()));
        let check = |name: Ident| {
            let check = quote_spanned!(name.span()=> ::whipple::private::ask::fields(&#name););
            Stmt::Expr(Expr::Verbatim(check), None)
        };
        names.0.into_iter().filter(is_meant).map(check).collect()
    }

    fn before(&self, checks: Vec<Stmt>, body: &mut Expr) {
        if !checks.is_empty() {
            let inner = std::mem::replace(body, Expr::Verbatim(Default::default()));
            let block: Block = syn::parse_quote!({ #(#checks)* });
            *body = Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block });
            if let Expr::Block(block) = body {
                block.block.stmts.push(Stmt::Expr(inner, None));
            }
        }
    }
}

impl VisitMut for Checks<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut statement in std::mem::take(&mut block.stmts) {
            let checks = match &statement {
                Stmt::Local(Local { pat, init: Some(_), .. }) => self.of_patterns([pat]),
                _ => Vec::new(),
            };
            self.visit_stmt_mut(&mut statement);
            block.stmts.push(statement);
            block.stmts.extend(checks);
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        let checks = self.of_patterns([&arm.pat]);
        visit_mut::visit_arm_mut(self, arm);
        self.before(checks, &mut arm.body);
    }

    fn visit_expr_if_mut(&mut self, choice: &mut ExprIf) {
        let checks = self.of_patterns(&patterns_of(&choice.cond));
        visit_mut::visit_expr_if_mut(self, choice);
        choice.then_branch.stmts.splice(0..0, checks);
    }

    fn visit_expr_while_mut(&mut self, looping: &mut ExprWhile) {
        let checks = self.of_patterns(&patterns_of(&looping.cond));
        visit_mut::visit_expr_while_mut(self, looping);
        looping.body.stmts.splice(0..0, checks);
    }

    fn visit_expr_for_loop_mut(&mut self, looping: &mut ExprForLoop) {
        let checks = self.of_patterns([&*looping.pat]);
        visit_mut::visit_expr_for_loop_mut(self, looping);
        looping.body.stmts.splice(0..0, checks);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        let checks = self.of_patterns(&closure.inputs);
        visit_mut::visit_expr_closure_mut(self, closure);
        self.before(checks, &mut closure.body);
    }
}

/// The names that patterns bind.
struct Names(Vec<Ident>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        self.0.push(name.ident.clone());
        visit::visit_pat_ident(self, name);
    }
    fn visit_expr(&mut self, _: &'ast Expr) {}
}

/// The patterns of a condition.
fn patterns_of(condition: &Expr) -> Vec<Pat> {
    match condition {
        Expr::Let(condition) => vec![(*condition.pat).clone()],
        Expr::Binary(both) => [patterns_of(&both.left), patterns_of(&both.right)].concat(),
        Expr::Paren(inner) => patterns_of(&inner.expr),
        Expr::Group(inner) => patterns_of(&inner.expr),
        _ => Vec::new(),
    }
}
