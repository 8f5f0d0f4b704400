//! References that outlive what they refer to in C++.
//!
//! A reference that a function or a method gives is a copy in device code, and the body does not show it. In Rust, what is borrowed of
//! it may be kept for longer than the variable of the reference is there, and after that has become another. In C++ it would then lie in
//! a variable that is gone, or has another value. Rust itself refuses the same of values.

use crate::{
    errors::Errors,
    exchange::Exchange,
    hir::{Arm, Block, Body, Callee, ExprId, ExprKind, Iterated, LocalId, Pat, Stmt, TargetId},
};
use std::collections::{BTreeMap, BTreeSet};

const HOW: &str = "a reference that a function or a method gives is a copy in device code, and what is borrowed of it ends with its variable; borrow of the place itself: `&values[i].field`";

/// Checks a body.
pub fn check(body: &Body, errors: &mut Errors) {
    let mut gives = false;
    let mut borrows = false;
    body.each_in_block(&body.root, &mut |id| {
        gives |= matches!(body.kind(id), ExprKind::Method { .. } | ExprKind::Call(..));
        borrows |= body.shape(id).holds_reference();
    });
    if !(gives && borrows) {
        return;
    }
    let mut checker = Checker {
        body,
        errors,
        depth: 0,
        declared: BTreeMap::new(),
        held: BTreeMap::new(),
        stale: BTreeSet::new(),
        targets: BTreeMap::new(),
        changes: 0,
        refused: BTreeSet::new(),
    };
    checker.block(&body.root);
}

/// What a reference may refer to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Referent {
    /// A variable, or a part of it.
    Local(LocalId),
    /// A value without a name, in a scope of this depth.
    Value(usize),
}

type Referents = BTreeSet<Referent>;

struct Checker<'a> {
    body: &'a Body,
    errors: &'a mut Errors,
    /// How many scopes are open.
    depth: usize,
    /// The scopes of variables; parameters are in none.
    declared: BTreeMap<LocalId, usize>,
    /// What the references in variables refer to.
    held: BTreeMap<LocalId, Referents>,
    /// Variables with references to what has another value now.
    stale: BTreeSet<LocalId>,
    /// The scopes around what `break` leaves.
    targets: BTreeMap<TargetId, usize>,
    /// How much became known that an earlier part of a loop would see.
    changes: usize,
    /// The expressions with errors.
    refused: BTreeSet<ExprId>,
}

impl Checker<'_> {
    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        self.depth += 1;
        inside(self);
        self.depth -= 1;
    }

    fn refuse(&mut self, id: ExprId) {
        if self.refused.insert(id) {
            self.errors.push_at(self.body.expr(id).first, HOW);
        }
    }

    /// The depth of the scope that something is in.
    fn depth_of(&self, referent: Referent) -> usize {
        match referent {
            Referent::Local(local) => self.declared.get(&local).copied().unwrap_or(0),
            Referent::Value(depth) => depth,
        }
    }

    /// A value that goes to where it is in scopes up to this depth.
    fn leaves_to(&mut self, value: ExprId, depth: usize) {
        if self.held(value).into_iter().any(|referent| self.depth_of(referent) > depth) {
            self.refuse(value);
        }
    }

    fn block(&mut self, block: &Block) {
        self.scoped(|checker| {
            for statement in &block.statements {
                match statement {
                    Stmt::Let(binding) => {
                        binding.value.into_iter().chain(binding.other).for_each(|id| checker.expr(id));
                        let held = binding.value.map(|value| checker.held(value)).unwrap_or_default();
                        checker.declare(&binding.pattern, &held);
                    }
                    Stmt::Expr(id) => checker.expr(*id),
                }
            }
            if let Some(value) = block.value {
                checker.expr(value);
                checker.leaves_to(value, checker.depth - 1);
            }
        });
    }

    fn declare(&mut self, pattern: &Pat, held: &Referents) {
        let mut variables = Vec::new();
        pattern.variables(&mut variables);
        for local in variables {
            self.declared.insert(local, self.depth);
            // A variable without references in it has a copy of its part.
            let holds = self.body.local(local).shape.holds_reference();
            self.held.insert(local, if holds { held.clone() } else { Referents::new() });
            self.stale.remove(&local);
        }
    }

    fn expr(&mut self, id: ExprId) {
        match self.body.kind(id) {
            ExprKind::Local(local) => {
                if self.stale.contains(local) {
                    self.refuse(id);
                }
            }
            ExprKind::If { condition, then, other } => self.scoped(|checker| {
                checker.expr(*condition);
                checker.block(then);
                then.value.into_iter().for_each(|value| checker.leaves_to(value, checker.depth - 1));
                other.iter().for_each(|other| checker.expr(*other));
            }),
            ExprKind::Match(subject, arms) => {
                self.expr(*subject);
                let held = self.of_subject(*subject);
                arms.iter().for_each(|arm| self.arm(arm, &held));
            }
            ExprKind::Let(pattern, value) => {
                self.expr(*value);
                let held = self.of_subject(*value);
                self.declare(pattern, &held);
            }
            ExprKind::Block(target, block) => {
                self.targets.extend(target.iter().map(|target| (*target, self.depth)));
                self.block(block);
            }
            ExprKind::Loop(target, block) => {
                self.targets.insert(*target, self.depth);
                self.repeated(|checker| checker.block(block));
            }
            ExprKind::While(_, condition, block) => self.repeated(|checker| {
                checker.scoped(|checker| {
                    checker.expr(*condition);
                    checker.block(block);
                });
            }),
            ExprKind::For(_, pattern, iterated, block) => self.for_loop(id, pattern, iterated, block),
            ExprKind::Break(target, Some(value)) => {
                self.expr(*value);
                if let Some(depth) = self.targets.get(target).copied() {
                    self.leaves_to(*value, depth);
                }
            }
            ExprKind::Assign(place, value) => {
                self.expr(*value);
                self.assign(*place, *value);
            }
            ExprKind::Call(Callee::Exchange(Exchange::Replace), arguments) => {
                arguments.iter().for_each(|argument| self.expr(*argument));
                if let [place, value] = **arguments
                    && let ExprKind::Borrow { of, .. } = *self.body.kind(place)
                {
                    self.assign(of, value);
                }
            }
            ExprKind::Method { receiver, name, arguments, .. } => {
                self.expr(*receiver);
                arguments.iter().for_each(|argument| self.expr(*argument));
                if let ("replace" | "insert" | "get_or_insert" | "fill", [value]) = (&*name.to_string(), &**arguments) {
                    self.keep(*receiver, *value);
                }
            }
            _ => {
                let (parts, blocks) = self.body.parts(id);
                parts.into_iter().for_each(|part| self.expr(part));
                blocks.into_iter().for_each(|block| self.block(block));
            }
        }
    }

    /// What runs again may see what it left.
    fn repeated(&mut self, mut body: impl FnMut(&mut Self)) {
        let before = self.changes;
        body(self);
        if self.changes > before {
            body(self);
        }
    }

    fn for_loop(&mut self, id: ExprId, pattern: &Pat, iterated: &Iterated, block: &Block) {
        let (parts, _) = self.body.parts(id);
        parts.into_iter().for_each(|part| self.expr(part));
        let held = match iterated {
            Iterated::Array { array, .. } => {
                let (place, held) = self.place_and_held(*array);
                place.union(&held).copied().collect()
            }
            Iterated::Range(_) => Referents::new(),
        };
        self.repeated(|checker| {
            checker.scoped(|checker| {
                checker.declare(pattern, &held);
                checker.block(block);
            });
        });
    }

    fn arm(&mut self, arm: &Arm, held: &Referents) {
        self.scoped(|checker| {
            checker.declare(&arm.pattern, held);
            arm.guard.iter().for_each(|guard| checker.expr(*guard));
            checker.expr(arm.value);
            checker.leaves_to(arm.value, checker.depth - 1);
        });
    }

    fn assign(&mut self, place: ExprId, value: ExprId) {
        let (parts, _) = self.body.parts(place);
        parts.into_iter().for_each(|part| self.expr(part));
        if let ExprKind::Local(local) = self.body.kind(place) {
            if !self.body.local(*local).shape.holds_reference() {
                let changed = Referent::Local(*local);
                let stale = self.held.iter().filter(|(holder, held)| *holder != local && held.contains(&changed));
                let before = self.stale.len();
                self.stale.extend(stale.map(|(holder, _)| *holder));
                self.changes += self.stale.len() - before;
            }
            self.stale.remove(local);
        }
        self.keep(place, value);
    }

    /// A place keeps the references of a value.
    fn keep(&mut self, place: ExprId, value: ExprId) {
        let held = self.held(value);
        if held.is_empty() {
            return;
        }
        match self.root(place) {
            Some(local) => {
                self.leaves_to(value, self.depth_of(Referent::Local(local)));
                let known = self.held.entry(local).or_default();
                let before = known.len();
                known.extend(held);
                self.changes += known.len() - before;
            }
            None => self.leaves_to(value, 0),
        }
    }

    /// The variable that a place is a part of.
    fn root(&self, place: ExprId) -> Option<LocalId> {
        match self.body.kind(place) {
            ExprKind::Local(local) => Some(*local),
            ExprKind::Field(of, _) | ExprKind::Index(of, _) | ExprKind::Borrow { of, .. } | ExprKind::Deref(of) => {
                self.root(*of)
            }
            _ => None,
        }
    }

    /// What the variables of a pattern refer to: parts of what it looks at, or what is referred to there.
    fn of_subject(&self, subject: ExprId) -> Referents {
        let (place, held) = self.place_and_held(subject);
        if held.is_empty() { place } else { held }
    }

    /// What the references in a value refer to.
    fn held(&self, id: ExprId) -> Referents {
        self.place_and_held(id).1
    }

    /// Where a place is, and what the references in it refer to. Both at once: each needs both of what the expression is about, and so
    /// one after the other would take twice the time at each level.
    fn place_and_held(&self, id: ExprId) -> (Referents, Referents) {
        let (kind, shape) = (self.body.kind(id), self.body.shape(id));
        let (place_of, held_of) = match kind {
            ExprKind::Field(of, _)
            | ExprKind::Index(of, _)
            | ExprKind::Slice { of, .. }
            | ExprKind::Deref(of)
            | ExprKind::Borrow { of, .. } => self.place_and_held(*of),
            _ => Default::default(),
        };
        let held = match kind {
            _ if !shape.holds_reference() => Referents::new(),
            ExprKind::Borrow { .. } => place_of.union(&held_of).copied().collect(),
            ExprKind::Field(of, _) | ExprKind::Index(of, _) | ExprKind::Slice { of, .. } | ExprKind::Deref(of) => {
                let of = self.body.shape(*of);
                if of.is_reference() || of.is_view() { self.held_there(&held_of) } else { held_of.clone() }
            }
            _ => self.held_by_value(id),
        };
        let place = match kind {
            _ if shape.is_reference() || shape.is_view() => held.clone(),
            ExprKind::Local(local) if self.body.is_constant(*local) => Referents::new(),
            ExprKind::Local(local) => Referents::from([Referent::Local(*local)]),
            ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::Slice { .. } => place_of,
            ExprKind::Deref(of) if self.body.shape(*of).holds_reference() => held_of,
            ExprKind::Deref(_) => place_of,
            ExprKind::Method { .. } | ExprKind::Call(..) => Referents::from([Referent::Value(self.depth)]),
            _ => Referents::new(),
        };
        (place, held)
    }

    /// What the references refer to that are kept in these.
    fn held_there(&self, referents: &Referents) -> Referents {
        let held = referents.iter().flat_map(|referent| match referent {
            Referent::Local(local) => self.held.get(local).cloned().unwrap_or_default(),
            value @ Referent::Value(_) => Referents::from([*value]),
        });
        held.collect()
    }

    /// What the references in a value refer to that is no part of a place.
    fn held_by_value(&self, id: ExprId) -> Referents {
        let all = |ids: &[ExprId]| ids.iter().flat_map(|id| self.held(*id)).collect();
        match self.body.kind(id) {
            ExprKind::Local(local) => self.held.get(local).cloned().unwrap_or_default(),
            ExprKind::Method { receiver, arguments, .. } => {
                let (place, held) = self.place_and_held(*receiver);
                let own = if self.body.shape(*receiver).holds_reference() { held } else { place };
                own.union(&all(arguments)).copied().collect()
            }
            ExprKind::Call(_, arguments) => all(arguments),
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..) => {
                let mut tails = Vec::new();
                self.body.tails(id, &mut tails);
                all(&tails)
            }
            _ => all(&self.body.parts(id).0),
        }
    }
}
