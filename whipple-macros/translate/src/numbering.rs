//! Numbers the literals, the `let`s, and the calls, `None`s, `Ok`s and `Err`s of a body in the order of its text.
//!
//! The IR has their numbers, so that what is found there can be written into a copy of the text: the order of a visit is the same
//! for each copy. The arguments of macros, which syntax has as tokens, are read here once.

use std::collections::HashMap;
use syn::{
    Block, Expr, ExprClosure, ExprPath, Lit, Local, Macro, Pat, PatGuard, Token,
    parse::Parser,
    punctuated::Punctuated,
    visit::{self, Visit},
};

/// The numbers of a body, by the addresses of its parts: it stays where it is as long as this is used.
#[derive(Debug, Default)]
pub struct Numbering<'b> {
    literals: HashMap<*const Lit, usize>,
    lets: HashMap<*const Local, usize>,
    values: HashMap<*const Expr, usize>,
    constructors: HashMap<*const ExprPath, usize>,
    macros: HashMap<*const Macro, Vec<Expr>>,
    closures: HashMap<*const ExprClosure, &'b ExprClosure>,
    inits: HashMap<*const Expr, &'b Expr>,
    /// Whether this is a pattern, in which no value is made.
    in_pattern: bool,
    closure_numbers: HashMap<*const ExprClosure, usize>,
}

impl<'b> Numbering<'b> {
    /// Numbers a body.
    pub fn of(block: &'b Block) -> Self {
        let mut numbering = Self::default();
        numbering.visit_block(block);
        let mut kept = Kept { closures: HashMap::new(), inits: HashMap::new() };
        kept.visit_block(block);
        (numbering.closures, numbering.inits) = (kept.closures, kept.inits);
        numbering
    }

    /// A closure of the body, which stands in no macro.
    pub fn closure(&self, closure: &ExprClosure) -> Option<&'b ExprClosure> {
        self.closures.get(&std::ptr::from_ref(closure)).copied()
    }

    /// What a `let` of the body begins with, which stands in no macro.
    pub fn init(&self, init: &Expr) -> Option<&'b Expr> {
        self.inits.get(&std::ptr::from_ref(init)).copied()
    }

    /// The number of a closure.
    pub fn closure_number(&self, closure: &ExprClosure) -> Option<usize> {
        self.closure_numbers.get(&std::ptr::from_ref(closure)).copied()
    }

    /// The number of a literal.
    pub fn literal(&self, literal: &Lit) -> Option<usize> {
        self.literals.get(&std::ptr::from_ref(literal)).copied()
    }

    /// The number of a `let`.
    pub fn binding(&self, local: &Local) -> Option<usize> {
        self.lets.get(&std::ptr::from_ref(local)).copied()
    }

    /// The number of an `Ok` or an `Err`.
    pub fn constructor(&self, path: &ExprPath) -> Option<usize> {
        self.constructors.get(&std::ptr::from_ref(path)).copied()
    }

    /// The number of a call, a `None`, an `Ok` or an `Err`.
    pub fn value(&self, expr: &Expr) -> Option<usize> {
        self.values.get(&std::ptr::from_ref(expr)).copied()
    }

    /// The arguments of a macro, if they are expressions.
    pub fn arguments(&self, call: &Macro) -> Option<&[Expr]> {
        self.macros.get(&std::ptr::from_ref(call)).map(Vec::as_slice)
    }
}

impl<'ast> Visit<'ast> for Numbering<'_> {
    fn visit_lit(&mut self, literal: &'ast Lit) {
        self.literals.insert(literal, self.literals.len());
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if is_numbered(expr) && !self.in_pattern {
            self.values.insert(expr, self.values.len());
            if let Expr::Path(path) = expr {
                self.constructors.insert(path, self.values.len() - 1);
            }
        }
        visit::visit_expr(self, expr);
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        let outer = std::mem::replace(&mut self.in_pattern, true);
        visit::visit_pat(self, pattern);
        self.in_pattern = outer;
    }

    fn visit_pat_guard(&mut self, guard: &'ast PatGuard) {
        self.visit_pat(&guard.pat);
        let outer = std::mem::replace(&mut self.in_pattern, false);
        self.visit_expr(&guard.guard);
        self.in_pattern = outer;
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.closure_numbers.insert(closure, self.closure_numbers.len());
        visit::visit_expr_closure(self, closure);
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_local(&mut self, local: &'ast Local) {
        self.lets.insert(local, self.lets.len());
        visit::visit_local(self, local);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        if let Ok(arguments) = arguments(call) {
            // They stay where they are on the heap.
            let arguments: Vec<Expr> = arguments.into_iter().collect();
            arguments.iter().for_each(|argument| self.visit_expr(argument));
            self.macros.insert(call, arguments);
        }
    }
}

/// What variables of a body may keep, by addresses.
struct Kept<'b> {
    closures: HashMap<*const ExprClosure, &'b ExprClosure>,
    inits: HashMap<*const Expr, &'b Expr>,
}

impl<'b> Visit<'b> for Kept<'b> {
    fn visit_expr_closure(&mut self, closure: &'b ExprClosure) {
        self.closures.insert(closure, closure);
        visit::visit_expr_closure(self, closure);
    }

    fn visit_local(&mut self, local: &'b Local) {
        if let Some(init) = &local.init {
            self.inits.insert(&*init.expr, &*init.expr);
        }
        visit::visit_local(self, local);
    }
}

/// Whether an expression is a call, a `for` loop, a `None` without its type, `Ok` or `Err`, or may be another value of a generic type whose arguments are
/// not written.
pub fn is_numbered(expr: &Expr) -> bool {
    match expr {
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Struct(_) | Expr::ForLoop(_) => true,
        Expr::Path(path) => {
            let is_one = |name| path.path.segments.last().is_some_and(|last| last.ident == name);
            path.path.segments.len() > 1 || ["None", "Ok", "Err"].into_iter().any(is_one)
        }
        _ => false,
    }
}

/// The arguments of a macro as expressions.
pub fn arguments(call: &Macro) -> syn::Result<Punctuated<Expr, Token![,]>> {
    Punctuated::parse_terminated.parse2(call.tokens.clone())
}
