//! What leaves a statement: `return`, and `break` and `continue` of loops around it.

use proc_macro2::Span;
use syn::{
    Expr, ExprBreak, ExprClosure, ExprContinue, ExprForLoop, ExprLoop, ExprReturn, ExprTry, ExprWhile, Item, Label,
    Lifetime, Stmt,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

/// What leaves a statement.
#[derive(Debug, Default)]
pub struct Jumps {
    /// Whether the function is left.
    pub returns: bool,
    /// The labels of the loops that are left.
    pub breaks: Vec<Option<String>>,
    /// The labels of the loops that go on with their next round.
    pub continues: Vec<Option<String>>,
    /// The loops and labelled blocks inside, the innermost last.
    inside: Vec<(Option<String>, bool)>,
}

impl Jumps {
    /// Those of a statement.
    pub fn of(statement: &Stmt) -> Self {
        let mut jumps = Self::default();
        jumps.visit_stmt(statement);
        jumps
    }

    fn within(&mut self, label: Option<&Label>, is_loop: bool, walk: impl FnOnce(&mut Self)) {
        self.inside.push((label.map(|label| name(&label.name)), is_loop));
        walk(self);
        self.inside.pop();
    }

    /// The label that a jump names, if it leaves the statement.
    fn leaving(&self, label: Option<&Lifetime>) -> Option<Option<String>> {
        let label = label.map(name);
        let stays = match &label {
            Some(label) => self.inside.iter().any(|(inside, _)| inside.as_ref() == Some(label)),
            None => self.inside.iter().any(|(_, is_loop)| *is_loop),
        };
        (!stays).then_some(label)
    }
}

/// The name of the label of a phase that threads leave at the end of their round.
pub const ROUND: &str = "whipple_round";

/// That label.
pub fn round() -> Lifetime {
    Lifetime::new(&format!("'{ROUND}"), Span::mixed_site())
}

/// Has a thread leave the phase where a statement continues the loop around it, of this label.
pub fn end_round(statement: &mut Stmt, label: Option<&str>) {
    struct Rounds<'l> {
        /// How many loops are around, inside of the statement.
        loops: usize,
        label: Option<&'l str>,
    }
    impl VisitMut for Rounds<'_> {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            let is_loop = matches!(expr, Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_));
            self.loops += usize::from(is_loop);
            visit_mut::visit_expr_mut(self, expr);
            self.loops -= usize::from(is_loop);
            if let Expr::Continue(jump) = expr
                && jump.label.as_ref().map_or(self.loops == 0, |label| self.label == Some(name(label).as_str()))
            {
                let round = round();
                *expr = syn::parse_quote!(break #round);
            }
        }
        fn visit_item_mut(&mut self, _: &mut Item) {}
        fn visit_expr_closure_mut(&mut self, _: &mut ExprClosure) {}
    }
    Rounds { loops: 0, label }.visit_stmt_mut(statement);
}

/// A label as text.
pub fn name(label: &Lifetime) -> String {
    label.ident.to_string()
}

impl<'ast> Visit<'ast> for Jumps {
    fn visit_expr_return(&mut self, jump: &'ast ExprReturn) {
        self.returns = true;
        visit::visit_expr_return(self, jump);
    }
    fn visit_expr_try(&mut self, jump: &'ast ExprTry) {
        self.returns = true;
        visit::visit_expr_try(self, jump);
    }
    fn visit_expr_break(&mut self, jump: &'ast ExprBreak) {
        self.breaks.extend(self.leaving(jump.label.as_ref()));
        visit::visit_expr_break(self, jump);
    }
    fn visit_expr_continue(&mut self, jump: &'ast ExprContinue) {
        self.continues.extend(self.leaving(jump.label.as_ref()));
    }
    fn visit_expr_loop(&mut self, around: &'ast ExprLoop) {
        self.within(around.label.as_ref(), true, |jumps| visit::visit_expr_loop(jumps, around));
    }
    fn visit_expr_while(&mut self, around: &'ast ExprWhile) {
        self.within(around.label.as_ref(), true, |jumps| visit::visit_expr_while(jumps, around));
    }
    fn visit_expr_for_loop(&mut self, around: &'ast ExprForLoop) {
        self.within(around.label.as_ref(), true, |jumps| visit::visit_expr_for_loop(jumps, around));
    }
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Block(block) if block.label.is_some() => {
                self.within(block.label.as_ref(), false, |jumps| visit::visit_expr(jumps, expr));
            }
            _ => visit::visit_expr(self, expr),
        }
    }
    fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
    fn visit_item(&mut self, _: &'ast Item) {}
}
