//! Calls whose functions may have generic parameters that only the result shows.

use super::literals::{has_array, values};
use crate::{
    context,
    hir::{Block, Body, Callee, ExprId, ExprKind, Pat, PatKind, Renewal, Stmt},
    names,
};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Path, ReturnType, Signature, Type};

/// What is known of the types of their values.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The questions about them.
    pub asked: BTreeMap<ExprId, usize>,
    /// The questions about `None`s, and whether C++ finds no type beside one.
    pub nones: BTreeMap<ExprId, (usize, bool)>,
    /// The questions about what `Ok` and `Err` make.
    pub outcomes: BTreeMap<ExprId, usize>,
    /// The questions about `Default::default()` and about conversions.
    pub made: BTreeMap<ExprId, usize>,
    /// The questions about the traits that methods are of.
    pub foreign: BTreeMap<ExprId, usize>,
    /// The questions about the types of variables that only some meaning of a call needs.
    pub some: BTreeSet<usize>,
    /// The questions about what calls mean.
    pub ways: BTreeMap<ExprId, usize>,
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

    /// The questions that rustc may leave without a name.
    pub fn tolerant(&self) -> impl Iterator<Item = usize> {
        self.asked
            .values()
            .copied()
            .chain(self.nones.values().map(|(question, _)| *question))
            .chain(self.outcomes.values().copied())
            .chain(self.ways.values().copied())
            .chain(self.some.iter().copied())
    }

    fn write(&mut self, body: &Body, value: Option<ExprId>, ty: &Type) {
        let mut tails = Vec::new();
        value.into_iter().for_each(|value| body.tails(value, &mut tails));
        self.written.extend(tails.into_iter().map(|tail| (tail, ty.clone())));
    }
}

/// The calls in a body of which only the result says what they make: `Default::default`, and conversions.
pub fn made(body: &Body) -> Vec<ExprId> {
    let mut found = Vec::new();
    body.each_in_block(&body.root, &mut |id| {
        if matches!(body.kind(id), ExprKind::Call(Callee::Default | Callee::Converted(_), _)) {
            found.push(id);
        }
    });
    found
}

/// The calls of methods that may be of a trait for a type of the library.
pub fn foreign(body: &Body) -> Vec<ExprId> {
    let mut found = Vec::new();
    body.each_in_block(&body.root, &mut |id| {
        if let ExprKind::Method { receiver, name, turbofish: None, .. } = body.kind(id)
            && !names::is_library_method(&names::unraw(name))
            && !body.is_context(*receiver)
            && !matches!(body.kind(*receiver), ExprKind::This)
        {
            found.push(id);
        }
    });
    found
}

/// The `Ok`s and `Err`s of a body that do not say their types.
pub fn outcomes(body: &Body) -> Vec<ExprId> {
    let mut found = Vec::new();
    // `Err(error)?` is not in the IR, but for the error.
    body.each_in_block(&body.root, &mut |id| {
        if let ExprKind::Outcome { path, .. } = body.kind(id)
            && context::types_in(path).is_none()
        {
            found.push(id);
        }
    });
    found
}

/// The `None`s of a body to which C++ gives no type where they stand, and whether none stands beside them.
pub fn nones(body: &Body) -> BTreeMap<ExprId, bool> {
    let mut found = BTreeMap::new();
    let mut add = |of: &[ExprId], must_be_seen: bool| {
        let mut nones = Vec::new();
        of.iter().for_each(|id| nones_of(body, *id, &mut nones));
        nones.into_iter().for_each(|none| *found.entry(none).or_default() |= must_be_seen);
    };
    body.each_in_block(&body.root, &mut |id| match body.kind(id) {
        ExprKind::Call(Callee::Function(_) | Callee::Associated(_), arguments) => add(arguments, false),
        ExprKind::Call(Callee::Parameter(_), arguments) => add(arguments, false),
        ExprKind::Closure { body, .. } => add(&[*body], false),
        ExprKind::Call(Callee::Joined(..), arguments) => add(arguments, true),
        ExprKind::Method { receiver, name, arguments, .. } => {
            if !names::is_library_method(&names::unraw(name)) {
                add(arguments, false);
            }
            if is_open(body, *receiver) {
                add(&[*receiver], true);
            }
        }
        _ => {}
    });
    for statement in body.blocks().into_iter().flat_map(|block| &block.statements) {
        if let Stmt::Let(binding) = statement
            && let (None, Some(value)) = (&binding.ty, binding.value)
            && is_open(body, value)
            && !is_asked_about(body, &binding.pattern, value)
        {
            add(&[value], true);
        }
    }
    found
}

/// Whether rustc is asked about a variable, and not about the `None` that it begins with.
fn is_asked_about(body: &Body, pattern: &Pat, value: ExprId) -> bool {
    matches!(pattern.kind, PatKind::Bind(_, None)) && body.is_open_none(value) && !has_array(body, value)
}

/// Whether all ways in which an expression may end give a `None` without its type, or what has nothing else in it. Of different ways, one may
/// have a type for the other.
fn is_open(body: &Body, id: ExprId) -> bool {
    let values = values(body, id);
    let is_alone = values.len() == 1;
    let is_open = |value: ExprId| if is_alone { body.is_open_none(value) } else { is_nothing_else(body, value) };
    !values.is_empty() && values.into_iter().all(is_open)
}

fn is_nothing_else(body: &Body, id: ExprId) -> bool {
    match body.kind(id) {
        ExprKind::None(path) => path.is_ident("None"),
        ExprKind::Renewed(Renewal::Absent, ..) => true,
        ExprKind::Repeat(of, _) | ExprKind::Some(of) => is_nothing_else(body, *of),
        ExprKind::Array(elements) | ExprKind::Tuple(elements) => elements.iter().all(|it| is_nothing_else(body, *it)),
        _ => false,
    }
}

/// The `None`s that a value has in it, as it stands.
fn nones_of(body: &Body, id: ExprId, found: &mut Vec<ExprId>) {
    for value in values(body, id) {
        match body.kind(value) {
            ExprKind::None(path) if path.is_ident("None") => found.push(value),
            ExprKind::Renewed(Renewal::Absent, ..) => found.push(value),
            ExprKind::Repeat(of, _) | ExprKind::Some(of) => nones_of(body, *of, found),
            ExprKind::Tuple(elements) | ExprKind::Array(elements) => {
                elements.iter().for_each(|element| nones_of(body, *element, found));
            }
            _ => {}
        }
    }
}

struct Finder<'b> {
    body: &'b Body,
    calls: Vec<ExprId>,
    /// Values that nobody sees: rustc takes their types from elsewhere, or does not know them.
    dropped: BTreeSet<ExprId>,
}

impl<'b> Finder<'b> {
    fn block(&mut self, block: &Block) {
        let body = self.body;
        body.each_in_block(block, &mut |id| {
            if may_be_open(body, id) {
                self.calls.push(id);
            }
        });
        for block in body.blocks() {
            self.dropped.extend(block.statements.iter().filter_map(|statement| match statement {
                Stmt::Expr(id) => Some(*id),
                Stmt::Let(_) => None,
            }));
        }
    }

    fn lets(&self, each: &mut impl FnMut(ExprId, &Type)) {
        for constant in self.body.blocks().into_iter().flat_map(|block| &block.constants) {
            each(constant.value, &constant.item.ty);
        }
        for statement in self.body.blocks().into_iter().flat_map(|block| &block.statements) {
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
        ExprKind::Call(Callee::Struct(path) | Callee::Variant(path), _) | ExprKind::Struct { path, .. } => {
            may_be_generic(path)
        }
        ExprKind::Item(path) => may_be_generic(path) && is_variant(path),
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

/// Whether the type of a value may be a generic one whose arguments are not written.
fn may_be_generic(path: &Path) -> bool {
    has_no_arguments(path) && !path.is_ident("Self") && path.segments.first().is_none_or(|first| first.ident != "Self")
}

/// Whether a path looks like that of a variant.
fn is_variant(path: &Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (name, owner) = (names.next(), names.next());
    let is_type = |name: Option<String>| {
        name.is_some_and(|name| names::is_type_name(&name) && !names::is_primitive(&name) && !names::is_vector(&name))
    };
    is_type(name) && is_type(owner)
}

fn has_no_arguments(path: &Path) -> bool {
    path.segments.iter().all(|segment| segment.arguments.is_none())
}
