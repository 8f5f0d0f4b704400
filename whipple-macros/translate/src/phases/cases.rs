//! `match` and `if let` around meetings: written as `if`s, whose conditions all threads agree on.

use super::{Splitter, flow::statements_of, lines::Line, meetings, phase};
use proc_macro2::TokenStream;
use syn::{
    Arm, Block, Expr, ExprIf, ExprLet, ExprMatch, FieldPat, Pat, PatWild, parse_quote,
    visit_mut::{self, VisitMut},
};

impl Splitter {
    /// Writes a `match` whose arms have meetings, or leave what lies around.
    pub fn cases(&mut self, choice: &ExprMatch, rest: &[Line], written: &mut TokenStream) {
        let Some(value) = self.matched(&choice.expr, rest, written) else { return self.fail() };
        let mut cases: Option<Expr> = None;
        for arm in choice.arms.iter().rev() {
            let Some(block) = self.case(arm, &value) else { return self.fail() };
            let (pattern, guard) = guarded(&arm.pat);
            let (pattern, guard) = (without_names(pattern), guard.map(|guard| quote::quote!(if #guard)));
            cases = Some(match cases {
                // One of the arms fits.
                None => parse_quote!(#block),
                Some(other) => parse_quote!(if ::core::matches!(#value, #pattern #guard) #block else #other),
            });
        }
        self.written_cases(cases, rest, written);
    }

    /// Writes an `if let`.
    pub fn if_let(&mut self, condition: &ExprLet, choice: &ExprIf, rest: &[Line], written: &mut TokenStream) {
        let Some(value) = self.matched(&condition.expr, rest, written) else { return self.fail() };
        let (pattern, block) = (without_names(&condition.pat), bound_in(&condition.pat, &value, &choice.then_branch));
        let other = choice.else_branch.as_ref().map(|(token, other)| quote::quote!(#token #other));
        let cases = parse_quote!(if ::core::matches!(#value, #pattern) #block #other);
        self.written_cases(Some(cases), rest, written);
    }

    fn written_cases(&mut self, cases: Option<Expr>, rest: &[Line], written: &mut TokenStream) {
        match cases {
            Some(Expr::If(choice)) => self.choice(&choice, rest, written),
            Some(Expr::Block(block)) => {
                self.end_phase(rest, written);
                let inside = self.block(&block.block.stmts);
                written.extend(quote::quote!({ #inside }));
            }
            _ => self.fail(),
        }
    }

    /// What is matched, as something that may be looked at several times: a place, or else a name of its value.
    fn matched(&mut self, value: &Expr, rest: &[Line], written: &mut TokenStream) -> Option<Expr> {
        let mut value = value.clone();
        self.take_out_of(&mut value, rest, written);
        match value {
            Expr::Tuple(mut tuple) => {
                for part in &mut tuple.elems {
                    // A part that changes something may come before one that is looked at later.
                    if !is_place(part) && !phase::changed_by(part).is_empty() {
                        return None;
                    }
                    *part = self.looked_at(part.clone())?;
                }
                Some(Expr::Tuple(tuple))
            }
            value => self.looked_at(value),
        }
    }

    fn looked_at(&mut self, value: Expr) -> Option<Expr> {
        if is_place(&value) {
            return Some(value);
        }
        if !self.is_plain_value(&value) {
            return None;
        }
        let name = self.name("matched");
        self.wait(parse_quote!(let #name = #value;));
        self.operands.insert(name.to_string());
        Some(parse_quote!(#name))
    }

    /// The block of an arm, in which its pattern binds. With a guard it binds nothing: names there might move what is matched.
    fn case(&self, arm: &Arm, value: &Expr) -> Option<Block> {
        let (pattern, guard) = guarded(&arm.pat);
        let binds = !super::variables::bound(pattern).is_empty();
        if !arm.attrs.is_empty() || guard.is_some_and(|guard| binds || meetings::in_expr(guard, &self.known.callers)) {
            return None;
        }
        let statements = statements_of(&arm.body);
        Some(bound_in(pattern, value, &parse_quote!({ #(#statements)* })))
    }
}

/// The pattern of an arm, and its guard.
fn guarded(pattern: &Pat) -> (&Pat, Option<&Expr>) {
    match pattern {
        Pat::Guard(guarded) => (&guarded.pat, Some(&guarded.guard)),
        pattern => (pattern, None),
    }
}

/// A block behind what a pattern binds. A name in it may be a constant, which does not fit every value.
fn bound_in(pattern: &Pat, value: &Expr, block: &Block) -> Block {
    if super::variables::bound(pattern).is_empty() {
        return block.clone();
    }
    let statements = &block.stmts;
    parse_quote!({ let (#pattern) = #value else { ::core::unreachable!() }; #(#statements)* })
}

/// Whether an expression is a place, or several in a tuple: to look at it does nothing.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && is_place(&unary.expr),
        Expr::Paren(inner) => is_place(&inner.expr),
        Expr::Group(inner) => is_place(&inner.expr),
        Expr::Reference(reference) => reference.mutability.is_none() && is_place(&reference.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_place),
        _ => false,
    }
}

/// A pattern that fits the same values, and binds no variables.
fn without_names(pattern: &Pat) -> Pat {
    struct WithoutNames;
    impl VisitMut for WithoutNames {
        fn visit_field_pat_mut(&mut self, field: &mut FieldPat) {
            visit_mut::visit_field_pat_mut(self, field);
            field.colon_token.get_or_insert_default();
        }
        fn visit_pat_mut(&mut self, pattern: &mut Pat) {
            visit_mut::visit_pat_mut(self, pattern);
            if let Pat::Ident(name) = pattern
                && name.ident.to_string().starts_with(|first: char| first.is_lowercase() || first == '_')
            {
                *pattern = match name.subpat.take() {
                    Some((_, inner)) => *inner,
                    None => Pat::Wild(PatWild { attrs: Vec::new(), underscore_token: Default::default() }),
                };
            }
        }
        fn visit_expr_mut(&mut self, _: &mut Expr) {}
    }
    let mut pattern = pattern.clone();
    WithoutNames.visit_pat_mut(&mut pattern);
    pattern
}
