//! Refuses barriers and warp operations in control flow that differs between the threads of a task.
//!
//! A value *differs* when threads can have different ones: the thread index, what is read from memory at a place that differs, came
//! from other threads or from an atomic operation, and what was computed from those or assigned under a condition that differs. Where
//! such a condition decides whether a barrier is reached, some threads would wait for ever.

mod calls;
mod jumps;
mod value;

use crate::{
    errors::Errors,
    hir::{
        Arm, Block, Body, By, Callee, ExprId, ExprKind, Iterated, LocalId, Parts, Pat, PatKind, Root, Stmt, TargetId,
    },
};
use jumps::Jumps;
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};
use syn::{Member, ReceiverKind, Signature};
use value::Value;

/// Checks a body. Nothing happens without a context parameter.
pub fn check(body: &Body, signature: &Signature, errors: &mut Errors) {
    let parameters = body.parameters.iter().flatten().copied();
    let contexts: BTreeSet<LocalId> = parameters.filter(|local| body.has_type_named(*local, &["Context"])).collect();
    if contexts.is_empty() {
        return;
    }
    let self_changes = signature.receiver().is_some_and(|receiver| {
        receiver.mutability.is_some() || matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_)))
    });
    let mut checker = Checker {
        body,
        self_changes,
        contexts,
        differing: BTreeMap::new(),
        referents: BTreeMap::new(),
        conditions: Vec::new(),
        jumps: Jumps::default(),
        errors: None,
    };
    // What differs travels backwards around loops, and so do jumps: silent walks settle them first.
    loop {
        let before = checker.known();
        checker.walk();
        if checker.known() == before {
            break;
        }
    }
    checker.errors = Some(errors);
    checker.walk();
}

struct Checker<'a> {
    body: &'a Body,
    /// Whether `self` can change.
    self_changes: bool,
    /// The variables that hold the context.
    contexts: BTreeSet<LocalId>,
    /// Why variables differ; it stays from one walk to the next.
    differing: BTreeMap<Root, Span>,
    /// What changes with a variable: what the `&mut` in it were made of.
    referents: BTreeMap<LocalId, BTreeSet<Root>>,
    /// The conditions that differ around the current point.
    conditions: Vec<Span>,
    jumps: Jumps,
    errors: Option<&'a mut Errors>,
}

impl Checker<'_> {
    fn walk(&mut self) {
        self.jumps.start();
        self.block(&self.body.root);
    }

    /// How much is known; it only grows from one walk to the next.
    fn known(&self) -> (usize, usize, usize, usize) {
        let referents = self.referents.values().map(BTreeSet::len).sum();
        (self.differing.len(), referents, self.contexts.len(), self.jumps.known())
    }

    /// Why not all threads may be here, and how to say so.
    fn divergence(&self) -> Option<(Span, &'static str)> {
        let condition = self.conditions.last().map(|at| (*at, "threads may disagree on this condition"));
        let left = "some threads may have left early because of this condition";
        condition.or_else(|| self.jumps.last().map(|at| (at, left)))
    }

    fn block(&mut self, block: &Block) -> Value {
        for statement in &block.statements {
            match statement {
                Stmt::Let(binding) => {
                    let value = binding.value.map(|value| self.expr(value)).unwrap_or_default();
                    if let Some(other) = binding.other {
                        self.under(value.differs, |checker| checker.expr(other));
                    }
                    self.bind(&binding.pattern, &value);
                }
                Stmt::Expr(expr) => {
                    self.expr(*expr);
                }
            }
        }
        block.value.map(|value| self.expr(value).moved()).unwrap_or_default()
    }

    /// Gives the variables of a pattern what is known of a value.
    fn bind(&mut self, pattern: &Pat, value: &Value) {
        match &pattern.kind {
            PatKind::Wild | PatKind::None | PatKind::Equal(_) | PatKind::Range { .. } => {}
            PatKind::Bind(local, inner) => {
                if let Some(origin) = value.differs {
                    self.differing.entry(Root::Local(*local)).or_insert(origin);
                }
                if value.is_context {
                    self.contexts.insert(*local);
                }
                if !value.reaches.is_empty() {
                    self.referents.entry(*local).or_default().extend(&value.reaches);
                }
                inner.iter().for_each(|inner| self.bind(inner, value));
            }
            PatKind::Some(inner) | PatKind::Outcome(_, inner) | PatKind::Deref(inner) => self.bind(inner, value),
            PatKind::Variant(_, fields) | PatKind::Struct(fields) => {
                fields.iter().for_each(|(_, field)| self.bind(field, value));
            }
            PatKind::Tuple(elements, _) | PatKind::Array(elements, _) => {
                elements.iter().for_each(|(at, element)| self.bind(element, value.part_at(*at)));
            }
            PatKind::Or(cases) => cases.iter().for_each(|case| self.bind(case, value)),
        }
    }

    /// Walks an expression.
    ///
    /// Little but calls: what this has on the stack, it has for each level of an expression.
    fn expr(&mut self, id: ExprId) -> Value {
        match self.body.kind(id) {
            ExprKind::Local(local) => self.local(*local),
            ExprKind::This => self.this(),
            ExprKind::Field(base, _) | ExprKind::Deref(base) => self.expr(*base).inside(),
            ExprKind::Index(base, index) => self.index(*base, *index),
            ExprKind::Slice { of, start, end, .. } => {
                let bounds: Vec<ExprId> = start.iter().chain(end).copied().collect();
                self.slice(*of, &bounds)
            }
            ExprKind::Borrow { mutable, of } => self.expr(*of).borrowed(*mutable),
            ExprKind::And(left, right) | ExprKind::Or(left, right) => self.short_circuit(*left, *right),
            ExprKind::Assign(place, value) | ExprKind::Compound(_, place, value) => self.assign(*place, *value),
            ExprKind::TakeApart(parts, value) => self.take_apart(parts, *value),
            ExprKind::Tuple(elements) => Value::tuple(self.all(elements)),
            ExprKind::Call(callee, arguments) => self.call(callee, arguments),
            ExprKind::Method { receiver, name, arguments, .. } => self.method(*receiver, name, arguments),
            ExprKind::Function(Callee::Parameter(local)) => {
                Value::default().differing(Some(self.body.local(*local).name.span()))
            }
            ExprKind::Closure { .. } => self.closure(id, Some(self.body.expr(id).first)),
            ExprKind::Let(pattern, value) => self.condition(pattern, *value),
            ExprKind::If { condition, then, other } => self.choice(*condition, then, *other),
            ExprKind::Match(value, arms) => self.choose(*value, arms),
            ExprKind::Block(target, block) => self.labelled(*target, block),
            ExprKind::Loop(target, block) => self.repeat(*target, |checker| checker.block(block)),
            ExprKind::While(target, condition, block) => self.while_loop(*target, *condition, block),
            ExprKind::For(target, pattern, iterated, block) => self.for_loop(*target, pattern, iterated, block),
            ExprKind::Break(target, value) => self.break_out(*target, *value),
            ExprKind::Continue(target) => self.jump(Some(*target), true),
            ExprKind::Return(value) => self.return_of(*value),
            ExprKind::Try(value) => self.attempt(*value),
            ExprKind::Check { condition: Some(condition), message, .. } => {
                let condition = self.expr(*condition);
                self.under(condition.differs, |checker| Value::joined(&checker.all(&message.values)))
            }
            _ => self.computed(id),
        }
    }

    fn all(&mut self, ids: &[ExprId]) -> Vec<Value> {
        ids.iter().map(|id| self.expr(*id)).collect()
    }

    /// The value of an expression that computes it from all of its parts, one after the other.
    fn computed(&mut self, id: ExprId) -> Value {
        let (parts, _) = self.body.parts(id);
        Value::joined(&self.all(&parts))
    }

    fn local(&self, local: LocalId) -> Value {
        let root = Root::Local(local);
        // Who gets a reference can change what it refers to.
        let referents = self.referents.get(&local).cloned().unwrap_or_default();
        Value {
            differs: self.differing.get(&root).copied(),
            places: BTreeSet::from([root]),
            reaches: if self.body.may_be_mutable(local) { BTreeSet::from([root]) } else { referents },
            is_context: self.contexts.contains(&local),
            parts: Vec::new(),
        }
    }

    fn this(&self) -> Value {
        let places = BTreeSet::from([Root::This]);
        let reaches = if self.self_changes { places.clone() } else { BTreeSet::new() };
        Value { differs: self.differing.get(&Root::This).copied(), places, reaches, ..Value::default() }
    }

    fn index(&mut self, base: ExprId, index: ExprId) -> Value {
        let element = self.expr(base).inside();
        let index = self.expr(index);
        element.differing(index.differs)
    }

    /// A part of an array. Threads with different bounds have different elements.
    fn slice(&mut self, of: ExprId, bounds: &[ExprId]) -> Value {
        let slice = self.expr(of).inside();
        bounds.iter().fold(slice, |slice, bound| slice.differing(self.expr(*bound).differs))
    }

    fn short_circuit(&mut self, left: ExprId, right: ExprId) -> Value {
        let left = self.expr(left);
        let right = self.under(left.differs, |checker| checker.expr(right));
        Value::default().differing(left.differs).differing(right.differs)
    }

    fn assign(&mut self, place: ExprId, value: ExprId) -> Value {
        let value = self.expr(value);
        self.assign_to(place, value.differs);
        Value::default()
    }

    fn assign_to(&mut self, place: ExprId, differs: Option<Span>) {
        let written = self.expr(place);
        // A variable itself, or what it refers to.
        let through = !matches!(self.body.kind(place), ExprKind::Local(_));
        self.changed(&written.places, differs.or(written.differs), through);
    }

    fn take_apart(&mut self, parts: &Parts, value: ExprId) -> Value {
        let value = self.expr(value);
        self.give(parts, &value);
        Value::default()
    }

    fn give(&mut self, parts: &Parts, value: &Value) {
        match parts {
            Parts::Nothing => {}
            Parts::Place(place) => self.assign_to(*place, value.differs),
            Parts::Fields(_, fields) => {
                for (member, part) in fields {
                    match member {
                        Member::Unnamed(index) => self.give(part, value.part(index.index as usize)),
                        Member::Named(_) => self.give(part, value),
                    }
                }
            }
            Parts::Elements(elements) => elements.iter().for_each(|(index, part)| self.give(part, value.part(*index))),
        }
    }

    /// Places may have changed: under a condition that differs, or by a value that does, they differ; and what they refer to does, if
    /// the change was made `through` them.
    fn changed(&mut self, places: &BTreeSet<Root>, differs: Option<Span>, through: bool) {
        let Some(origin) = differs.or_else(|| self.divergence().map(|(origin, _)| origin)) else { return };
        let mut left: Vec<Root> = places.iter().copied().collect();
        let mut seen = BTreeSet::new();
        while let Some(root) = left.pop() {
            if !seen.insert(root) {
                continue;
            }
            if self.can_change(root) {
                self.differing.entry(root).or_insert(origin);
            }
            if let (Root::Local(local), true) = (root, through) {
                left.extend(self.referents.get(&local).into_iter().flatten());
            }
        }
    }

    fn can_change(&self, root: Root) -> bool {
        match root {
            Root::This => self.self_changes,
            Root::Local(local) => self.body.can_change(local) || self.referents.contains_key(&local),
        }
    }

    /// Walks what only the threads reach for which a condition holds.
    fn under<T>(&mut self, condition: Option<Span>, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.conditions.extend(condition);
        let result = walk(self);
        if condition.is_some() {
            self.conditions.pop();
        }
        result
    }

    fn condition(&mut self, pattern: &Pat, value: ExprId) -> Value {
        let value = self.expr(value);
        self.bind(pattern, &value);
        Value::default().differing(value.differs)
    }

    fn choice(&mut self, condition: ExprId, then: &Block, other: Option<ExprId>) -> Value {
        let differs = self.expr(condition).differs;
        let then = self.under(differs, |checker| checker.block(then));
        let other = self.under(differs, |checker| other.map(|other| checker.expr(other)));
        Value::joined(&[then, other.unwrap_or_default()]).differing(differs)
    }

    fn choose(&mut self, value: ExprId, arms: &[Arm]) -> Value {
        let value = self.expr(value);
        let mut result = Value::default().differing(value.differs);
        // Who comes to an arm depends on the guards before it, too.
        let mut condition = value.differs;
        for arm in arms {
            self.bind(&arm.pattern, &value);
            if let Some(guard) = arm.guard {
                let guard = self.under(condition, |checker| checker.expr(guard));
                condition = condition.or(guard.differs);
            }
            let value = self.under(condition, |checker| checker.expr(arm.value));
            result = Value::joined(&[result, value]);
        }
        result
    }

    fn for_loop(&mut self, target: TargetId, pattern: &Pat, iterated: &Iterated, block: &Block) -> Value {
        let (item, condition) = match iterated {
            Iterated::Range(range) => {
                let mut ends = Vec::new();
                range.exprs(&mut ends);
                let number = Value::joined(&self.all(&ends));
                let differs = number.differs;
                (number, differs)
            }
            // All threads go over as many elements of an array, whatever these are.
            Iterated::Array { array, by, enumerated, .. } => {
                let may_be_iterator = *by == By::Value && self.body.may_be_iterator(*array);
                let array = self.expr(*array);
                let condition = array.differs.filter(|_| may_be_iterator);
                let element = match by {
                    By::Mutable => array.borrowed(true),
                    By::Value => array.moved(),
                    By::Copy | By::Clone | By::Reference => array.borrowed(false),
                };
                let item = if *enumerated { Value::tuple(vec![Value::default(), element]) } else { element };
                (item, condition)
            }
        };
        self.bind(pattern, &item);
        self.repeat(target, |checker| checker.under(condition, |checker| checker.block(block)))
    }
}
