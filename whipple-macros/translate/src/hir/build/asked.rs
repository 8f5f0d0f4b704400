//! Names that are asked for items: what they begin with is an iterator, also where options have methods of the same names.

use super::exprs::strip;
use std::collections::BTreeSet;
use syn::{
    Block, Expr, ExprForLoop, ExprMethodCall, Ident,
    visit::{self, Visit},
};

/// The names of a body on which methods of iterators alone are called, or over which a loop goes.
pub fn names(block: &Block) -> BTreeSet<Ident> {
    let mut found = Names(BTreeSet::new());
    found.visit_block(block);
    found.0
}

struct Names(BTreeSet<Ident>);

impl Names {
    fn see(&mut self, of: &Expr) {
        match strip(of) {
            Expr::Path(path) => self.0.extend(path.path.get_ident().cloned()),
            Expr::Reference(lent) if lent.mutability.is_some() => self.see(&lent.expr),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        const ASKED: [&str; 28] = [
            "next",
            "by_ref",
            "nth",
            "peek",
            "next_if",
            "next_if_eq",
            "enumerate",
            "peekable",
            "fold",
            "for_each",
            "sum",
            "product",
            "count",
            "any",
            "all",
            "position",
            "find",
            "find_map",
            "reduce",
            "min_by_key",
            "max_by_key",
            "take_while",
            "skip_while",
            "map_while",
            "filter_map",
            "flat_map",
            "step_by",
            "scan",
        ];
        if ASKED.iter().any(|name| call.method == name) {
            self.see(&call.receiver);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_for_loop(&mut self, looping: &'ast ExprForLoop) {
        self.see(&looping.expr);
        visit::visit_expr_for_loop(self, looping);
    }
}
