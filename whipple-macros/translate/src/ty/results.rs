//! Calls whose functions may have generic parameters that only the result shows.

use crate::{
    hir::{Block, Body, Callee, ExprId, ExprKind, PatKind, Stmt},
    names,
};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Path, ReturnType, Signature, Type};

/// What is known of the types of their values.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The questions about them.
    pub asked: BTreeMap<ExprId, usize>,
    /// Types that are written where the values go.
    pub written: BTreeMap<ExprId, Type>,
}

impl Results {
    /// Finds the calls of a body, and those whose types are written.
    pub fn of(body: &Body, signature: &Signature) -> (Vec<ExprId>, Self) {
        let mut found = Self::default();
        let mut finder = Finder { body, calls: Vec::new(), dropped: BTreeSet::new() };
        finder.block(&body.root);
        if let ReturnType::Type(_, ty) = &signature.output {
            found.write(body, body.root.value, ty);
        }
        body.each_in_block(&body.root, &mut |id| {
            if let (ExprKind::Return(value), ReturnType::Type(_, ty)) = (body.kind(id), &signature.output) {
                found.write(body, *value, ty);
            }
        });
        finder.lets(&mut |value, ty| found.write(body, Some(value), ty));
        let Finder { calls, dropped, .. } = finder;
        (calls.into_iter().filter(|call| !dropped.contains(call)).collect(), found)
    }

    fn write(&mut self, body: &Body, value: Option<ExprId>, ty: &Type) {
        let mut tails = Vec::new();
        value.into_iter().for_each(|value| body.tails(value, &mut tails));
        self.written.extend(tails.into_iter().map(|tail| (tail, ty.clone())));
    }
}

struct Finder<'b> {
    body: &'b Body,
    calls: Vec<ExprId>,
    /// Values that nobody sees: rustc takes their types from elsewhere, or does not know them.
    dropped: BTreeSet<ExprId>,
}

impl<'b> Finder<'b> {
    /// All blocks of a body.
    fn blocks(&self) -> Vec<&'b Block> {
        let body = self.body;
        let mut blocks = vec![&body.root];
        body.each_in_block(&body.root, &mut |id| blocks.extend(body.parts(id).1));
        blocks
    }

    fn block(&mut self, block: &Block) {
        let body = self.body;
        body.each_in_block(block, &mut |id| {
            if may_be_open(body, id) {
                self.calls.push(id);
            }
        });
        for block in self.blocks() {
            self.dropped.extend(block.statements.iter().filter_map(|statement| match statement {
                Stmt::Expr(id) => Some(*id),
                Stmt::Let(_) => None,
            }));
        }
    }

    fn lets(&self, each: &mut impl FnMut(ExprId, &Type)) {
        for statement in self.blocks().into_iter().flat_map(|block| &block.statements) {
            if let Stmt::Let(binding) = statement
                && let (PatKind::Bind(_, None), Some(ty), Some(value)) =
                    (&binding.pattern.kind, &binding.ty, binding.value)
            {
                each(value, ty);
            }
        }
    }
}

/// Whether the function of a call may have generic parameters of which C++ would have to know more than the arguments.
fn may_be_open(body: &Body, id: ExprId) -> bool {
    match body.kind(id) {
        ExprKind::Call(Callee::Function(path), _) => has_no_arguments(path),
        ExprKind::Call(Callee::Associated(path), _) => {
            let owner = path.segments.iter().rev().nth(1).map(|owner| owner.ident.to_string()).unwrap_or_default();
            has_no_arguments(path) && !names::is_vector(&owner)
        }
        ExprKind::Method { receiver, name, turbofish: None, .. } => {
            !names::is_library_method(&names::unraw(name)) && !body.is_context(*receiver)
        }
        _ => false,
    }
}

fn has_no_arguments(path: &Path) -> bool {
    path.segments.iter().all(|segment| segment.arguments.is_none())
}
