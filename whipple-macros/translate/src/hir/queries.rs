//! What can be read off a body: which expressions are places, and what an expression does beside giving its value.

use super::{
    Base, Block, Body, ExprId, ExprKind, Iterated, LocalId, Origin, Parts, Pat, PatKind, Range, Renewal, Stmt,
};
use crate::context::{Shape, last_name, option, result, strip_type};
use std::collections::BTreeSet;
use syn::Type;

/// What a place is a part of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Root {
    /// A variable.
    Local(LocalId),
    /// `self`.
    This,
}

impl Body {
    /// The names of the variables that hold references, or are closures that do.
    pub fn names_of_references(&self) -> BTreeSet<String> {
        let holds = self.locals.iter().filter(|local| local.shape.holds_reference() || local.by_ref.is_some());
        holds.map(|local| local.name.to_string()).chain(self.referring.iter().cloned()).collect()
    }

    /// Whether an expression is a place: something that has an address in Rust. What a reference points to is one.
    pub fn is_place(&self, id: ExprId) -> bool {
        match self.kind(id) {
            // A constant is another value each time.
            ExprKind::Local(local) => !self.is_constant(*local),
            ExprKind::This | ExprKind::Deref(_) => true,
            // What a mutable reference refers to is a place, whatever gives the reference.
            ExprKind::Field(base, _) | ExprKind::Index(base, _) | ExprKind::Slice { of: base, .. } => {
                let is_behind =
                    |shape: &Shape| matches!(shape, Shape::Reference(true, _) | Shape::View(..) | Shape::Given(_));
                self.is_place(*base) || is_behind(self.shape(*base))
            }
            // The context hands out the shared memory itself.
            ExprKind::Method { receiver, name, arguments, .. } => {
                name == "shared" && arguments.is_empty() && self.is_context(*receiver)
            }
            _ => false,
        }
    }

    /// What an expression is a part of, or what it is called on.
    pub fn root(&self, id: ExprId) -> Option<Root> {
        match self.kind(id) {
            ExprKind::Local(local) => Some(Root::Local(*local)),
            ExprKind::This => Some(Root::This),
            ExprKind::Field(base, _) | ExprKind::Index(base, _) => self.root(*base),
            ExprKind::Slice { of, .. } => self.root(*of),
            ExprKind::Deref(of) | ExprKind::Borrow { of, .. } => self.root(*of),
            ExprKind::Method { receiver, .. } => self.root(*receiver),
            _ => None,
        }
    }

    /// Whether an expression is the context.
    pub fn is_context(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Local(local) => match self.local(*local).ty {
                Some(_) => self.has_type_named(*local, &["Context"]),
                None => self.value_of_local(*local).is_some_and(|value| self.is_context(value)),
            },
            ExprKind::Borrow { of, .. } | ExprKind::Deref(of) => self.is_context(*of),
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) => {
                let mut tails = Vec::new();
                self.tails(id, &mut tails);
                tails.into_iter().any(|tail| tail != id && self.is_context(tail))
            }
            _ => false,
        }
    }

    /// Whether an expression is a join that the task opens, or a sum that it finishes with, or a variable of one.
    pub fn is_join(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Local(local) => self.value_of_local(*local).is_some_and(|value| self.is_join(value)),
            ExprKind::Method { receiver, name, turbofish: Some(_), .. } => name == "join" && self.is_context(*receiver),
            _ => self.is_sum(id),
        }
    }

    /// Whether an expression is a sum that the task finishes with, or a variable of one.
    pub fn is_sum(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Local(local) => self.value_of_local(*local).is_some_and(|value| self.is_sum(value)),
            ExprKind::Method { receiver, name, .. } => name == "finish_with_sum" && self.is_context(*receiver),
            _ => false,
        }
    }

    /// Whether a variable has a type of one of these names that is written, behind references or not.
    pub fn has_type_named(&self, local: LocalId, among: &[&str]) -> bool {
        let name = self.local(local).ty.as_ref().and_then(last_name);
        name.is_some_and(|name| among.contains(&name.as_str()))
    }

    /// Whether a type that is written for a variable has one of these names in it anywhere.
    pub fn has_type_with(&self, local: LocalId, among: &[&str]) -> bool {
        self.local(local).ty.as_ref().is_some_and(|ty| mentions(ty, among))
    }

    /// Whether a variable has a type that is written, and is a reference: mutable or not.
    pub fn written_reference(&self, local: LocalId) -> Option<bool> {
        match self.local(local).ty.as_ref().map(strip_type) {
            Some(Type::Reference(reference)) => Some(reference.mutability.is_some()),
            _ => None,
        }
    }

    /// Whether a variable can change after its declaration, itself or what it points to.
    pub fn can_change(&self, local: LocalId) -> bool {
        self.local(local).mutable || self.may_be_mutable(local)
    }

    /// Which variables may give other values at other times: they may change, or refer to something that may. Rust allows that change
    /// as soon as the reference was read for the last time, in the same expression too: `*r + { x = 1; x }`.
    pub fn changing_variables(&self, self_changes: bool) -> Vec<bool> {
        let mut changing = Vec::new();
        // A variable comes after all that its value names.
        for local in (0..self.locals.len()).map(|index| LocalId(index as u32)) {
            changing.push(self.reads_what_changes(local, self_changes, &changing));
        }
        changing
    }

    fn reads_what_changes(&self, local: LocalId, self_changes: bool, changing: &[bool]) -> bool {
        if self.can_change(local) {
            return true;
        }
        let is_parameter = self.parameters.contains(&Some(local));
        match self.local(local).origin {
            _ if is_parameter => false,
            Origin::Whole(value) => {
                self.local(local).shape.may_refer() && self.refers_to_what_changes(value, self_changes, changing)
            }
            Origin::Part(value) => self.refers_to_what_changes(value, self_changes, changing),
            Origin::Elsewhere | Origin::Handed => self.local(local).shape.may_refer(),
            Origin::Counted { .. } | Origin::Changeable => false,
        }
    }

    /// Whether a value may be, or hold, a reference to something that may change, as these variables may.
    fn refers_to_what_changes(&self, id: ExprId, self_changes: bool, changing: &[bool]) -> bool {
        match self.root(id) {
            Some(Root::Local(local)) => return changing.get(local.0 as usize).is_none_or(|changes| *changes),
            Some(Root::This) => return self_changes,
            None => {}
        }
        let mut tails = Vec::new();
        match self.kind(id) {
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..) => {
                self.tails(id, &mut tails);
                tails.retain(|tail| *tail != id);
            }
            ExprKind::Tuple(elements) | ExprKind::Array(elements) => tails.extend(elements),
            ExprKind::Some(of) | ExprKind::Repeat(of, _) | ExprKind::Try(of) => tails.push(*of),
            ExprKind::Renewed(_, of, value) => tails.extend(std::iter::once(of).chain(value)),
            ExprKind::Call(_, arguments) => tails.extend(arguments.iter().filter(|it| self.shape(**it).may_refer())),
            ExprKind::Struct { fields, base, .. } => {
                tails.extend(fields.iter().map(|(_, field)| field).filter(|it| self.shape(**it).may_refer()));
                tails.extend(if let Some(Base::Value(base)) = base { Some(base) } else { None });
            }
            _ => {}
        }
        tails.into_iter().any(|tail| self.refers_to_what_changes(tail, self_changes, changing))
    }

    /// Whether a variable may be a mutable reference.
    pub fn may_be_mutable(&self, local: LocalId) -> bool {
        let known = self.local(local);
        if known.shape.may_mutate() || matches!(known.shape, Shape::Reference(..) | Shape::Given(_)) {
            return known.shape.may_mutate();
        }
        match (&known.ty, known.origin) {
            (Some(_), _) => self.written_reference(local) == Some(true),
            (None, Origin::Whole(value)) => self.may_be_mutable_reference(value),
            (None, Origin::Part(of)) => match self.kind(of) {
                ExprKind::Tuple(elements) => elements.iter().any(|element| self.may_be_mutable_reference(*element)),
                _ => self.may_be_mutable_reference(of),
            },
            (None, Origin::Changeable) => true,
            (None, Origin::Elsewhere | Origin::Counted { .. } | Origin::Handed) => false,
        }
    }

    /// Whether the value of an expression may be a mutable reference, as far as its form shows.
    fn may_be_mutable_reference(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Borrow { mutable, .. } => *mutable,
            ExprKind::Local(local) => self.may_be_mutable(*local),
            ExprKind::This => true,
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..) => {
                let mut tails = Vec::new();
                self.tails(id, &mut tails);
                tails.into_iter().any(|tail| tail != id && self.may_be_mutable_reference(tail))
            }
            _ => false,
        }
    }

    /// Whether an expression is a `None` without a type, or an array, a tuple or an option with one; or what a method leaves as it is.
    pub fn is_open_none(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::None(path) => path.is_ident("None"),
            ExprKind::Renewed(renewal, ..) => matches!(renewal, Renewal::Absent | Renewal::Succeeded | Renewal::Raised),
            ExprKind::Repeat(value, _) | ExprKind::Some(value) => self.is_open_none(*value),
            ExprKind::Array(elements) => elements.iter().all(|element| self.is_open_none(*element)),
            ExprKind::Tuple(elements) => elements.iter().any(|element| self.is_open_none(*element)),
            _ => false,
        }
    }

    /// The ways in which an expression may end: the values of its branches, of jumps out of it too.
    pub fn tails(&self, id: ExprId, found: &mut Vec<ExprId>) {
        match self.kind(id) {
            ExprKind::If { then, other, .. } => {
                self.block_tails(then, found);
                if let Some(other) = other {
                    self.tails(*other, found);
                }
            }
            ExprKind::Match(_, arms) => arms.iter().for_each(|arm| self.tails(arm.value, found)),
            ExprKind::Block(target, block) => {
                if let Some(target) = target {
                    self.values_of_breaks(*target, block, found);
                }
                self.block_tails(block, found);
            }
            ExprKind::Loop(target, block) => self.values_of_breaks(*target, block, found),
            ExprKind::Return(_) | ExprKind::Break(..) | ExprKind::Continue(_) => {}
            ExprKind::Check { condition: None, .. } => {}
            _ => found.push(id),
        }
    }

    fn block_tails(&self, block: &Block, found: &mut Vec<ExprId>) {
        if let Some(value) = block.value {
            self.tails(value, found);
        }
    }

    /// The values with which a labelled block or a loop is left.
    pub fn values_of_breaks(&self, target: super::TargetId, block: &Block, found: &mut Vec<ExprId>) {
        self.each_in_block(block, &mut |id| {
            if let ExprKind::Break(to, Some(value)) = self.kind(id)
                && *to == target
            {
                self.tails(*value, found);
            }
        });
    }

    /// Calls `each` for all expressions of a block, in the order of evaluation.
    pub fn each_in_block(&self, block: &Block, each: &mut impl FnMut(ExprId)) {
        for statement in &block.statements {
            match statement {
                Stmt::Let(binding) => {
                    binding.value.into_iter().chain(binding.other).for_each(|id| self.each(id, each));
                }
                Stmt::Expr(id) => self.each(*id, each),
            }
        }
        block.value.into_iter().for_each(|id| self.each(id, each));
    }

    /// All blocks.
    pub fn blocks(&self) -> Vec<&Block> {
        let mut blocks = vec![&self.root];
        self.each_in_block(&self.root, &mut |id| blocks.extend(self.parts(id).1));
        blocks
    }

    /// Calls `each` for an expression after all expressions in it.
    pub fn each(&self, id: ExprId, each: &mut impl FnMut(ExprId)) {
        let (parts, blocks) = self.parts(id);
        parts.into_iter().for_each(|part| self.each(part, each));
        blocks.into_iter().for_each(|block| self.each_in_block(block, each));
        each(id);
    }

    /// The expressions and the blocks that an expression is made of.
    pub fn parts(&self, id: ExprId) -> (Vec<ExprId>, Vec<&Block>) {
        let (mut exprs, mut blocks) = (Vec::new(), Vec::new());
        match self.kind(id) {
            ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::This | ExprKind::Item(_) | ExprKind::None(_) => {}
            ExprKind::Unit | ExprKind::Text(_) | ExprKind::Continue(_) | ExprKind::Error => {}
            ExprKind::Neutral { .. } | ExprKind::Function(_) | ExprKind::Way(_) => {}
            ExprKind::Closure { before, body, .. } => {
                exprs.push(*body);
                blocks.push(&**before);
            }
            ExprKind::Field(of, _) | ExprKind::Deref(of) | ExprKind::Borrow { of, .. } | ExprKind::Not(of) => {
                exprs.push(*of);
            }
            ExprKind::Negate(of) | ExprKind::Cast(of, _) | ExprKind::Repeat(of, _) | ExprKind::Some(of) => {
                exprs.push(*of);
            }
            ExprKind::Try(of) | ExprKind::Outcome { value: of, .. } => exprs.push(*of),
            ExprKind::Renewed(_, of, value) => exprs.extend(std::iter::once(of).chain(value)),
            ExprKind::Slice { of, start, end, .. } => {
                exprs.push(*of);
                exprs.extend(start.iter().chain(end));
            }
            ExprKind::Index(left, right) | ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                exprs.extend([*left, *right]);
            }
            ExprKind::Binary(_, left, right) | ExprKind::Compound(_, left, right) => exprs.extend([*left, *right]),
            ExprKind::Assign(place, value) => exprs.extend([*value, *place]),
            ExprKind::TakeApart(parts, value) => {
                exprs.push(*value);
                parts.places(&mut exprs);
            }
            ExprKind::Tuple(elements) | ExprKind::Array(elements) | ExprKind::Call(_, elements) => {
                exprs.extend(elements);
            }
            ExprKind::Struct { fields, base, .. } => {
                exprs.extend(fields.iter().map(|(_, value)| *value));
                if let Some(Base::Value(base)) = base {
                    exprs.push(*base);
                }
            }
            ExprKind::Method { receiver, arguments, .. } => {
                exprs.push(*receiver);
                exprs.extend(arguments);
            }
            ExprKind::Let(pattern, value) => {
                exprs.push(*value);
                pattern.exprs(&mut exprs);
            }
            ExprKind::If { condition, then, other } => {
                exprs.push(*condition);
                exprs.extend(other);
                blocks.push(&**then);
            }
            ExprKind::Match(value, arms) => {
                exprs.push(*value);
                for arm in arms {
                    arm.pattern.exprs(&mut exprs);
                    exprs.extend(arm.guard);
                    exprs.push(arm.value);
                }
            }
            ExprKind::Block(_, block) | ExprKind::Loop(_, block) => blocks.push(block),
            ExprKind::While(_, condition, block) => {
                exprs.push(*condition);
                blocks.push(block);
            }
            ExprKind::For(_, pattern, iterated, block) => {
                iterated.exprs(&mut exprs);
                pattern.exprs(&mut exprs);
                blocks.push(block);
            }
            ExprKind::Break(_, value) | ExprKind::Return(value) => exprs.extend(value),
            ExprKind::Check { condition, message, .. } => exprs.extend(condition.iter().chain(&message.values)),
            ExprKind::Print(message) => exprs.extend(&message.values),
        }
        (exprs, blocks)
    }
}

impl Parts {
    /// The places, in the order in which Rust assigns to them.
    pub fn places(&self, found: &mut Vec<ExprId>) {
        match self {
            Self::Nothing => {}
            Self::Place(place) => found.push(*place),
            Self::Fields(_, fields) => fields.iter().for_each(|(_, part)| part.places(found)),
            Self::Elements(elements) => elements.iter().for_each(|(_, part)| part.places(found)),
        }
    }
}

impl Pat {
    /// The patterns inside.
    pub fn parts(&self) -> Vec<&Pat> {
        match &self.kind {
            PatKind::Wild | PatKind::None | PatKind::Equal(_) | PatKind::Range { .. } => Vec::new(),
            PatKind::Bind(_, inner) => inner.iter().map(|inner| &**inner).collect(),
            PatKind::Some(inner) | PatKind::Deref(inner) | PatKind::Outcome(_, inner) => vec![&**inner],
            PatKind::Variant(_, fields) | PatKind::Struct(fields) => fields.iter().map(|(_, field)| field).collect(),
            PatKind::Tuple(elements, _) | PatKind::Array(elements, _) => {
                elements.iter().map(|(_, element)| element).collect()
            }
            PatKind::Or(cases) => cases.iter().collect(),
        }
    }

    /// The expressions in a pattern.
    fn exprs(&self, found: &mut Vec<ExprId>) {
        match &self.kind {
            PatKind::Equal(value) => found.push(*value),
            PatKind::Range { start, end, .. } => found.extend(start.iter().chain(end)),
            _ => self.parts().into_iter().for_each(|part| part.exprs(found)),
        }
    }

    /// The variables that a pattern binds.
    pub fn variables(&self, found: &mut Vec<LocalId>) {
        if let PatKind::Bind(local, _) = &self.kind {
            found.push(*local);
        }
        // All alternatives bind the same.
        let count = if matches!(self.kind, PatKind::Or(_)) { 1 } else { usize::MAX };
        self.parts().into_iter().take(count).for_each(|part| part.variables(found));
    }
}

impl Iterated {
    /// The expressions in what a loop goes over, in their order.
    pub fn exprs(&self, found: &mut Vec<ExprId>) {
        match self {
            Self::Range(range) => range.exprs(found),
            Self::Array { array, .. } => found.push(*array),
        }
    }
}

impl Range {
    /// The expressions in a range, in their order.
    pub fn exprs(&self, found: &mut Vec<ExprId>) {
        match self {
            Self::Plain { start, end, .. } => found.extend([start, end]),
            Self::Reversed(range) => range.exprs(found),
            Self::Stepped(range, step) => {
                range.exprs(found);
                found.push(*step);
            }
        }
    }
}

/// Whether a type has one of these names in it.
fn mentions(ty: &Type, among: &[&str]) -> bool {
    match strip_type(ty) {
        Type::Reference(reference) => mentions(&reference.elem, among),
        Type::Array(array) => mentions(&array.elem, among),
        Type::Tuple(tuple) => tuple.elems.iter().any(|element| mentions(element, among)),
        Type::Path(path) if let Some((value, error)) = result(&path.path) => {
            mentions(value, among) || mentions(error, among)
        }
        Type::Path(path) => match option(&path.path) {
            Some(value) => mentions(value, among),
            None => last_name(ty).is_some_and(|name| among.contains(&name.as_str())),
        },
        _ => false,
    }
}
