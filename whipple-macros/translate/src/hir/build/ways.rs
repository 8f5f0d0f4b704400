//! Calls of which the body does not show what they mean: a method of iterators, or one of the user's own that is called like it. Both stand
//! in the IR, and rustc says which of them the text has.

use super::{
    Builder,
    chains::{Chain, Source},
};
use crate::{
    ask,
    hir::{Block, ExprId, ExprKind},
};
use std::collections::BTreeSet;
use syn::{
    Expr, ExprMethodCall, Pat, Type,
    visit::{self, Visit},
};

impl Builder<'_, '_, '_> {
    /// Whether a call that goes over a chain may be one of a method of the user's.
    pub fn may_be_own_method(&self, call: &ExprMethodCall, chain: &Chain<'_>) -> bool {
        const NAMES: [&str; 10] =
            ["any", "all", "find", "find_map", "position", "fold", "for_each", "reduce", "min_by", "max_by"];
        NAMES.iter().any(|name| call.method == name)
            && matches!(chain.source, Source::Own { .. })
            && chain.stages.is_empty()
            && ask::can_be_asked(self.translator.input)
            && !self.is_range_value(&call.receiver)
            && !leaves(call)
    }

    /// The call of a method of the user's beside what the same call means of an iterator. Before that was built there were so many
    /// errors. None if device code has nothing but that.
    pub fn own_method_or(
        &mut self,
        whole: &Expr,
        call: &ExprMethodCall,
        of_iterator: ExprId,
        before: usize,
    ) -> Option<ExprId> {
        let said = self.translator.errors.count();
        if said > before {
            return None;
        }
        let handed: BTreeSet<usize> = self.body.handed.clone();
        let receiver = self.expr(&call.receiver);
        let receiver = self.array_behind(receiver);
        let arguments = call.args.iter().map(|argument| self.argument(argument)).collect();
        let (name, turbofish) = (call.method.clone(), call.turbofish.clone());
        let own = self.add(ExprKind::Method { receiver, name, turbofish, arguments }, whole);
        if self.translator.errors.count() > said {
            self.translator.errors.forget_from(said);
            self.body.handed = handed;
            return None;
        }
        Some(self.either(whole, of_iterator, own))
    }

    /// One of two expressions, as rustc finds what a call is called on.
    fn either(&mut self, whole: &Expr, first: ExprId, second: ExprId) -> ExprId {
        let condition = self.add_unwritten(ExprKind::Way, whole);
        if let Some(number) = self.numbering.value(whole) {
            let known = *self.body.ways.entry(number).or_insert(condition);
            self.body.copies.extend((known != condition).then_some((condition, known)));
        }
        let then = Box::new(Block { value: Some(first), ..self.statements(Vec::new(), whole) });
        self.add_unwritten(ExprKind::If { condition, then, other: Some(second) }, whole)
    }
}

/// Whether a call has a closure that says that it is handed `&mut`: no iterator of the user's gives that.
pub fn is_handed_mutable(call: &ExprMethodCall) -> bool {
    let is_mutable = |parameter: &Pat| matches!(parameter, Pat::Type(typed) if matches!(&*typed.ty, Type::Reference(reference) if reference.mutability.is_some()));
    call.args.iter().any(|argument| match argument {
        Expr::Closure(closure) => closure.inputs.iter().any(is_mutable),
        _ => false,
    })
}

/// Whether a call has a jump out of it before it is made.
fn leaves(call: &ExprMethodCall) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Try(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => self.0 = true,
                Expr::Closure(_) => {}
                other => visit::visit_expr(self, other),
            }
        }
    }
    let mut finder = Finder(false);
    finder.visit_expr_method_call(call);
    finder.0
}
