//! What can be read off a body: which expressions are places, and what an expression does beside giving its value.

use super::{Base, Block, Body, Callee, ExprId, ExprKind, Iterated, LocalId, Origin, Parts, Pat, PatKind, Range, Stmt};
use crate::{
    body::{last_name, strip_type},
    exchange::Exchange,
    methods::{self, Effect, Panics},
    names,
};
use syn::Type;

/// What a place is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// A variable.
    Local(LocalId),
    /// `self`.
    This,
}

/// What an expression does beside giving its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Reads variables that can change.
    pub reads: bool,
    /// Changes variables, or what `&mut` references point to.
    pub mutates: bool,
    /// Reads memory that other code can change: buffers and shared memory.
    pub loads: bool,
    /// Writes such memory, spawns, or waits for other threads.
    pub writes: bool,
    /// May end in a panic.
    pub panics: bool,
    /// May leave the expression: `return`, `break`, `?`.
    pub leaves: bool,
}

impl Effects {
    /// Both, one after the other.
    pub fn and(self, other: Self) -> Self {
        Self {
            reads: self.reads || other.reads,
            mutates: self.mutates || other.mutates,
            loads: self.loads || other.loads,
            writes: self.writes || other.writes,
            panics: self.panics || other.panics,
            leaves: self.leaves || other.leaves,
        }
    }

    /// Whether their order matters.
    pub fn conflicts(self, other: Self) -> bool {
        let one_way = |a: Self, b: Self| {
            (a.mutates && (b.reads || b.mutates))
                || (a.writes && (b.loads || b.writes))
                || (a.leaves && (b.leaves || b.mutates || b.writes || b.panics))
        };
        one_way(self, other) || one_way(other, self) || (self.panics && other.panics)
    }

    /// Whether it does nothing beside reading variables that never change.
    pub fn is_pure(self) -> bool {
        self == Self::default()
    }

    const READS: Self = Self { reads: true, mutates: false, loads: false, writes: false, panics: false, leaves: false };
    const PANICS: Self =
        Self { reads: false, mutates: false, loads: false, writes: false, panics: true, leaves: false };
}

/// The effects of all expressions of a body.
pub struct AllEffects {
    values: Vec<Effects>,
    addresses: Vec<Effects>,
}

impl AllEffects {
    /// Of evaluating an expression to its value.
    pub fn of(&self, id: ExprId) -> Effects {
        self.values[id.0 as usize]
    }

    /// Of finding out where a place is, without reading it.
    pub fn of_address(&self, id: ExprId) -> Effects {
        self.addresses[id.0 as usize]
    }
}

/// What effects depend on beside the body.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// Whether `self` may change: `&mut self`, `mut self`.
    pub self_changes: bool,
    /// Whether methods of `self` may use buffers: those of procedures.
    pub self_is_memory: bool,
}

impl Body {
    /// Whether an expression is a place: something that has an address in Rust. What a reference points to is one.
    pub fn is_place(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Local(_) | ExprKind::This | ExprKind::Deref(_) => true,
            ExprKind::Field(base, _) | ExprKind::Index(base, _) => self.is_place(*base),
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
            ExprKind::Deref(of) | ExprKind::Borrow { of, .. } => self.root(*of),
            ExprKind::Method { receiver, .. } => self.root(*receiver),
            _ => None,
        }
    }

    /// Whether an expression is the context.
    pub fn is_context(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Local(local) => self.has_type_named(*local, &["Context"]),
            ExprKind::Borrow { of, .. } => self.is_context(*of),
            _ => false,
        }
    }

    /// Whether a variable has a type of one of these names that is written, behind references or not.
    pub fn has_type_named(&self, local: LocalId, among: &[&str]) -> bool {
        let name = self.local(local).ty.as_ref().and_then(last_name);
        name.is_some_and(|name| among.contains(&name.as_str()))
    }

    /// Whether a variable has a type that is written, and is a reference: mutable or not.
    pub fn written_reference(&self, local: LocalId) -> Option<bool> {
        match self.local(local).ty.as_ref().map(strip_type) {
            Some(Type::Reference(reference)) => Some(reference.mutability.is_some()),
            _ => None,
        }
    }

    /// Whether a variable can change after its declaration, itself or what it points to.
    fn can_change(&self, local: LocalId) -> bool {
        self.local(local).mutable || self.may_be_mutable(local)
    }

    /// Whether a variable may be a mutable reference.
    fn may_be_mutable(&self, local: LocalId) -> bool {
        let known = self.local(local);
        match (&known.ty, known.origin) {
            (Some(_), _) => self.written_reference(local) == Some(true),
            (None, Origin::Whole(value)) => self.may_be_mutable_reference(value),
            (None, Origin::Part(of)) => match self.kind(of) {
                ExprKind::Tuple(elements) => elements.iter().any(|element| self.may_be_mutable_reference(*element)),
                _ => self.may_be_mutable_reference(of),
            },
            (None, Origin::Changeable) => true,
            (None, Origin::Elsewhere) => false,
        }
    }

    /// Whether the value of an expression may be a mutable reference, as far as its form shows.
    fn may_be_mutable_reference(&self, id: ExprId) -> bool {
        match self.kind(id) {
            ExprKind::Borrow { mutable, .. } => *mutable,
            ExprKind::Local(local) => self.may_be_mutable(*local),
            ExprKind::This => true,
            ExprKind::Call(Callee::Function(_) | Callee::Associated(_), arguments) => {
                arguments.iter().any(|argument| self.may_be_mutable_reference(*argument))
            }
            ExprKind::Method { name, .. } => !names::is_library_method(&name.to_string()),
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..) => {
                let mut tails = Vec::new();
                self.tails(id, &mut tails);
                tails.into_iter().any(|tail| tail != id && self.may_be_mutable_reference(tail))
            }
            _ => false,
        }
    }

    /// Whether evaluating an expression changes anything, as far as its form shows.
    pub fn changes_something(&self, id: ExprId) -> bool {
        let mut changes = false;
        self.each(id, &mut |part| {
            changes |= match self.kind(part) {
                ExprKind::Assign(..) | ExprKind::Compound(..) | ExprKind::TakeApart(..) => true,
                ExprKind::Borrow { mutable, .. } => *mutable,
                ExprKind::Method { receiver, name, .. } => {
                    let name = name.to_string();
                    let changes = match self.root(*receiver) {
                        Some(Root::Local(local)) => self.can_change(local),
                        _ => true,
                    };
                    changes && !names::is_pure_method(&name)
                }
                _ => false,
            };
        });
        changes
    }

    /// What all expressions do beside giving their values.
    pub fn all_effects(&self, around: Surroundings) -> AllEffects {
        let mut walk = Walk { body: self, around, values: Vec::new(), addresses: Vec::new() };
        // An expression comes after all of its parts.
        for id in (0..self.exprs.len() as u32).map(ExprId) {
            let (value, address) = (walk.find(id), walk.find_address(id));
            walk.values.push(value);
            walk.addresses.push(address);
        }
        AllEffects { values: walk.values, addresses: walk.addresses }
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

    fn values_of_breaks(&self, target: super::TargetId, block: &Block, found: &mut Vec<ExprId>) {
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
            ExprKind::Field(of, _) | ExprKind::Deref(of) | ExprKind::Borrow { of, .. } | ExprKind::Not(of) => {
                exprs.push(*of);
            }
            ExprKind::Negate(of) | ExprKind::Cast(of, _) | ExprKind::Repeat(of, _) | ExprKind::Some(of) => {
                exprs.push(*of);
            }
            ExprKind::Try(of) => exprs.push(*of),
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
            ExprKind::Check { condition, .. } => exprs.extend(condition),
        }
        (exprs, blocks)
    }
}

impl super::Operator {
    /// Whether it compares.
    pub fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }

    /// Whether the operator panics for some integers.
    fn may_panic(self) -> bool {
        matches!(self, Self::Div | Self::Rem)
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
    /// The expressions in a pattern.
    fn exprs(&self, found: &mut Vec<ExprId>) {
        match &self.kind {
            PatKind::Wild | PatKind::None => {}
            PatKind::Bind(_, inner) => inner.iter().for_each(|inner| inner.exprs(found)),
            PatKind::Equal(value) => found.push(*value),
            PatKind::Range { start, end, .. } => found.extend(start.iter().chain(end)),
            PatKind::Some(inner) | PatKind::Deref(inner) => inner.exprs(found),
            PatKind::Variant(_, fields) | PatKind::Struct(_, fields) => {
                fields.iter().for_each(|(_, field)| field.exprs(found));
            }
            PatKind::Tuple(elements, _) | PatKind::Array(elements) => {
                elements.iter().for_each(|(_, element)| element.exprs(found));
            }
            PatKind::Or(cases) => cases.iter().for_each(|case| case.exprs(found)),
        }
    }

    /// The variables that a pattern binds.
    pub fn variables(&self, found: &mut Vec<LocalId>) {
        match &self.kind {
            PatKind::Wild | PatKind::None | PatKind::Equal(_) | PatKind::Range { .. } => {}
            PatKind::Bind(local, inner) => {
                found.push(*local);
                inner.iter().for_each(|inner| inner.variables(found));
            }
            PatKind::Some(inner) | PatKind::Deref(inner) => inner.variables(found),
            PatKind::Variant(_, fields) | PatKind::Struct(_, fields) => {
                fields.iter().for_each(|(_, field)| field.variables(found));
            }
            PatKind::Tuple(elements, _) | PatKind::Array(elements) => {
                elements.iter().for_each(|(_, element)| element.variables(found));
            }
            // All bind the same.
            PatKind::Or(cases) => cases.first().into_iter().for_each(|case| case.variables(found)),
        }
    }
}

impl Iterated {
    fn exprs(&self, found: &mut Vec<ExprId>) {
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

/// Finds the effects of expressions.
struct Walk<'b> {
    body: &'b Body,
    around: Surroundings,
    /// Those of the expressions so far.
    values: Vec<Effects>,
    addresses: Vec<Effects>,
}

impl Walk<'_> {
    fn value(&self, id: ExprId) -> Effects {
        self.values.get(id.0 as usize).copied().unwrap_or_default()
    }

    fn address(&self, id: ExprId) -> Effects {
        self.addresses.get(id.0 as usize).copied().unwrap_or_default()
    }

    fn find(&self, id: ExprId) -> Effects {
        match self.body.kind(id) {
            ExprKind::Local(local) if self.body.can_change(*local) => Effects::READS,
            ExprKind::This if self.around.self_changes => Effects::READS,
            ExprKind::Borrow { of, .. } => self.address(*of),
            ExprKind::Index(base, index) => Effects::PANICS.and(self.value(*base)).and(self.value(*index)),
            ExprKind::Binary(operator, left, right) => {
                let both = self.value(*left).and(self.value(*right));
                // A literal divisor is no zero.
                let panics = operator.may_panic() && !self.is_number(*right);
                Effects { panics: both.panics || panics, ..both }
            }
            ExprKind::Assign(place, value) => Effects { mutates: true, ..self.address(*place).and(self.value(*value)) },
            ExprKind::Compound(operator, place, value) => {
                let parts = self.address(*place).and(self.value(*value));
                let panics = parts.panics || (operator.may_panic() && !self.is_number(*value));
                Effects { mutates: true, reads: true, panics, ..parts }
            }
            ExprKind::TakeApart(parts, value) => {
                let mut places = Vec::new();
                parts.places(&mut places);
                let places = places.into_iter().map(|place| self.address(place));
                Effects { mutates: true, ..places.fold(self.value(*value), Effects::and) }
            }
            ExprKind::Call(callee, arguments) => self.call(callee, arguments),
            ExprKind::Method { .. } => self.method(id),
            ExprKind::Try(value) => Effects { leaves: true, ..self.value(*value) },
            ExprKind::Return(_) | ExprKind::Break(..) | ExprKind::Continue(_) => {
                Effects { leaves: true, ..self.inside(id) }
            }
            ExprKind::Check { .. } => Effects { panics: true, ..self.inside(id) },
            _ => self.inside(id),
        }
    }

    /// Where a place is.
    fn find_address(&self, id: ExprId) -> Effects {
        match self.body.kind(id) {
            ExprKind::Local(_) | ExprKind::This => Effects::default(),
            ExprKind::Field(base, _) => self.address(*base),
            ExprKind::Index(base, index) => Effects::PANICS.and(self.address(*base)).and(self.value(*index)),
            ExprKind::Deref(of) => self.address(*of),
            _ => self.find(id),
        }
    }

    /// The effects of all parts.
    fn inside(&self, id: ExprId) -> Effects {
        let (exprs, blocks) = self.body.parts(id);
        let exprs = exprs.into_iter().map(|part| self.value(part));
        let all = exprs.fold(Effects::default(), Effects::and);
        blocks.into_iter().fold(all, |all, block| all.and(self.block(block)))
    }

    fn block(&self, block: &Block) -> Effects {
        let mut all = Effects::default();
        for statement in &block.statements {
            let more = match statement {
                Stmt::Let(binding) => {
                    let exprs = binding.value.into_iter().chain(binding.other);
                    exprs.map(|id| self.value(id)).fold(Effects::default(), Effects::and)
                }
                Stmt::Expr(id) => self.value(*id),
            };
            all = all.and(more);
        }
        block.value.map_or(all, |value| all.and(self.value(value)))
    }

    fn is_number(&self, id: ExprId) -> bool {
        matches!(self.body.kind(id), ExprKind::Literal(_))
    }

    fn all(&self, ids: &[ExprId]) -> Effects {
        ids.iter().map(|id| self.value(*id)).fold(Effects::default(), Effects::and)
    }

    fn call(&self, callee: &Callee, arguments: &[ExprId]) -> Effects {
        let operands = arguments.iter().map(|argument| self.handed_over(*argument));
        let operands = operands.fold(self.all(arguments), Effects::and);
        match callee {
            Callee::Vector(_) | Callee::Struct(_) | Callee::Variant(_) | Callee::Primitive(..) => operands,
            Callee::Exchange(Exchange::Swap | Exchange::Replace) => Effects { mutates: true, reads: true, ..operands },
            Callee::Function(_) | Callee::Associated(_) => Effects { panics: true, ..operands },
        }
    }

    /// What a callee can do with an argument.
    fn handed_over(&self, argument: ExprId) -> Effects {
        match self.body.kind(argument) {
            ExprKind::Borrow { mutable, of } => {
                let memory = self.is_memory(*of);
                Effects { reads: true, mutates: *mutable, loads: memory, writes: memory, ..Effects::default() }
            }
            ExprKind::This => {
                let memory = self.around.self_is_memory;
                let changes = self.around.self_changes;
                Effects { reads: changes, mutates: changes, loads: memory, writes: memory, ..Effects::default() }
            }
            ExprKind::Local(local) => {
                let memory = self.body.has_type_named(*local, MEMORY);
                let mutates = self.body.may_be_mutable(*local);
                Effects { reads: mutates, mutates, loads: memory, writes: memory, ..Effects::default() }
            }
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) => {
                let mut tails = Vec::new();
                self.body.tails(argument, &mut tails);
                let tails = tails.into_iter().filter(|tail| *tail != argument);
                tails.map(|tail| self.handed_over(tail)).fold(Effects::default(), Effects::and)
            }
            _ => Effects::default(),
        }
    }

    /// Whether what is at a place depends on other threads: it is rooted at the context, a buffer or shared memory.
    fn is_memory(&self, id: ExprId) -> bool {
        match self.body.root(id) {
            Some(Root::This) => self.around.self_is_memory,
            Some(Root::Local(local)) => self.body.has_type_named(local, MEMORY) || self.body.local(local).ty.is_none(),
            None => false,
        }
    }

    /// Whether a method could change what it is called on.
    fn receiver_can_change(&self, receiver: ExprId) -> bool {
        match self.body.root(receiver) {
            Some(Root::This) => self.around.self_changes,
            Some(Root::Local(local)) => self.body.can_change(local),
            None => false,
        }
    }

    fn method(&self, id: ExprId) -> Effects {
        let ExprKind::Method { receiver, name, arguments, .. } = self.body.kind(id) else { return Effects::default() };
        let (receiver, name) = (*receiver, name.to_string());
        let operands = self.value(receiver).and(self.all(arguments));
        let on_self = matches!(self.body.kind(receiver), ExprKind::This);
        // The library's take values; a method of the same name may be handed a buffer or a variable to change.
        let operands = arguments.iter().map(|it| self.handed_over(*it)).fold(operands, Effects::and);
        let may_panic = methods::by_name(&name).any(|method| method.panics == Panics::Sometimes);
        if names::is_pure_method(&name) && !on_self {
            return Effects { panics: operands.panics || may_panic, ..operands };
        }
        if self.body.is_context(receiver) {
            return match methods::of_context(&name).map(|method| method.effect) {
                Some(Effect::None) => operands,
                _ => Effects { loads: true, writes: true, panics: true, ..operands },
            };
        }
        let mutates = self.receiver_can_change(receiver);
        let operands = Effects {
            reads: operands.reads || mutates,
            mutates: operands.mutates || mutates,
            panics: true,
            ..operands
        };
        let memory = if on_self { Effect::None } else { methods::of_memory(&name) };
        if memory != Effect::None {
            return Effects { loads: true, writes: operands.writes || memory != Effect::Loads, ..operands };
        }
        // The fields of `self` are device types or buffers, and the methods of buffers were handled above.
        let own_field = !on_self && self.body.root(receiver) == Some(Root::This);
        let memory = !own_field && self.is_memory(receiver);
        operands.and(Effects { loads: memory, writes: memory, ..Effects::default() })
    }
}

/// Types of memory that threads share, and of what gives it.
const MEMORY: &[&str] = &["Buffer", "Shared", "SharedArray", "Context"];
