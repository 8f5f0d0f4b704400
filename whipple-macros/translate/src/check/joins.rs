//! Refuses joins that are stored or handed on. What a task forks is counted where `fork` is called on a variable of the join.

use crate::{
    errors::Errors,
    hir::{Body, ExprId, ExprKind, Stmt},
};
use std::collections::BTreeSet;

const HOW: &str =
    "a join is only called: write `let join = ctx.join::<C>(state);`, and `join.fork::<P>(item)` for each child";

const HOW_SUM: &str =
    "a sum is only called: write `let sum = ctx.finish_with_sum(own);`, and `sum.fork::<P>(item)` for each child";

/// Checks a body.
pub fn check(body: &Body, errors: &mut Errors) {
    let mut found = Vec::new();
    let mut called = BTreeSet::new();
    body.each_in_block(&body.root, &mut |id| {
        if let ExprKind::Method { receiver, name, .. } = body.kind(id)
            && name == "fork"
        {
            called.insert(*receiver);
        }
        if body.is_join(id) {
            found.push(id);
        }
    });
    if found.is_empty() {
        return;
    }
    let is_opened = |id: &ExprId| matches!(body.kind(*id), ExprKind::Method { .. });
    for statement in body.blocks().into_iter().flat_map(|block| &block.statements) {
        match statement {
            Stmt::Let(binding) if binding.ty.is_none() && binding.other.is_none() => {
                // The whole value must get a name.
                let mut variables = Vec::new();
                binding.pattern.variables(&mut variables);
                let is_named = variables.len() == 1 && body.value_of_local(variables[0]) == binding.value;
                called.extend(binding.value.filter(|_| is_named));
            }
            Stmt::Expr(id) if is_opened(id) => drop(called.insert(*id)),
            _ => {}
        }
    }
    if let Some(other) = found.into_iter().find(|id| !called.contains(id)) {
        errors.push_at(body.expr(other).first, if body.is_sum(other) { HOW_SUM } else { HOW });
    }
}
