//! Counts the spawns that one thread can make, and one task: one after another they add, branches take the larger, a loop over
//! constant bounds or an array multiplies, any other loop makes it unbounded. Under a condition like `ctx.thread() < 3` only so many
//! threads spawn.

mod count;
mod leaving;
mod shapes;
mod trips;

use super::Scope;
use crate::{
    context::strip_type,
    hir::{Arm, Block, Body, ExprId, ExprKind, Iterated, LocalId, Operator, Pat, Stmt, TargetId},
};
use count::Count;
pub use count::Most;
use leaving::Around;
use proc_macro2::Span;
use quote::ToTokens;
use shapes::Shape;
use std::collections::BTreeMap;
use syn::{AngleBracketedGenericArguments, GenericArgument, ItemConst, Type};

/// What a body spawns.
#[derive(Clone, Debug)]
pub struct Spawns {
    /// The spawns, merged by procedure, in source order.
    pub uses: Vec<SpawnUse>,
    /// The most that one thread spawns in one task, of all procedures together.
    pub of_thread: Most,
    /// The loop to show if there is no bound: the first that has none, or else the first that spawns.
    pub shown: Option<Span>,
    /// The procedures that are forked.
    pub joins: Vec<Join>,
    /// Whether tasks are spawned that are no children of a fork.
    pub apart: bool,
}

/// A procedure that is forked.
#[derive(Clone, Debug)]
pub struct Join {
    /// The procedure, with `Self` replaced.
    pub child: Type,
    /// What runs when all tasks of the fork have finished.
    pub continuation: Type,
    /// How many tasks of it.
    pub times: Most,
    /// The number of the fork in the body.
    pub fork: u32,
    /// Whether its output is that of the task, or is added to it: then there is no continuation, and it stands in both places.
    pub hands_over: bool,
    /// Whether its output is added to that of the task.
    pub adds: bool,
}

impl Join {
    /// One task of a fork.
    fn of(child: Type, continuation: Type) -> Self {
        Self { child, continuation, times: Most::Literal(1), fork: 0, hands_over: false, adds: false }
    }
}

/// A procedure that a body spawns.
#[derive(Clone, Debug)]
pub struct SpawnUse {
    /// The procedure, as the user wrote it, with `Self` replaced.
    pub procedure: Type,
    /// The most that one thread spawns in one task.
    pub per_thread: Most,
    /// The most that each thread spawns where any may.
    pub by_all: Most,
    /// The most that all threads of a task spawn together where only some may.
    pub by_few: Most,
}

/// The key of what is counted of all procedures together; no type is written so.
const ALL: &str = "";

/// The spawns of a body.
pub fn count(body: &Body, scope: Scope<'_>) -> Spawns {
    let mut counter = Counter {
        body,
        scope,
        found: Vec::new(),
        shapes: BTreeMap::new(),
        constants: Vec::new(),
        depth: 0,
        around: Vec::new(),
        unbounded: None,
        bounded: None,
        joins: Vec::new(),
        apart: false,
    };
    let counts = counter.block(&body.root);
    let spawn = |(key, procedure)| {
        let Count { per_thread, by_all, by_few } = counts.get(&key).cloned().unwrap_or(Count::UNBOUNDED);
        SpawnUse { per_thread, by_all, by_few, procedure }
    };
    let of_thread = counts.get(ALL).map_or(Most::Literal(0), |all| all.per_thread.clone());
    Spawns {
        uses: counter.found.into_iter().map(spawn).collect(),
        of_thread,
        shown: counter.unbounded.or(counter.bounded),
        joins: counter.joins,
        apart: counter.apart,
    }
}

/// How many of each procedure, and of all together.
type Counts = BTreeMap<String, Count>;

struct Counter<'a> {
    body: &'a Body,
    scope: Scope<'a>,
    found: Vec<(String, Type)>,
    /// What is known of the variables that patterns bind.
    shapes: BTreeMap<LocalId, Shape>,
    /// Constants in scope, with the depth of their block.
    constants: Vec<(usize, ItemConst)>,
    depth: usize,
    /// The loops around, the innermost last.
    around: Vec<Around>,
    /// The first loop without a bound.
    unbounded: Option<Span>,
    /// The first loop with one.
    bounded: Option<Span>,
    joins: Vec<Join>,
    apart: bool,
}

impl Counter<'_> {
    fn block(&mut self, block: &Block) -> Counts {
        self.of_block(block, |counter| counter.content(block))
    }

    fn content(&mut self, block: &Block) -> Counts {
        let outer = self.constants.len();
        self.depth += 1;
        self.constants.extend(block.constants.iter().map(|constant| (self.depth, constant.item.clone())));
        let mut counts = Counts::new();
        for statement in &block.statements {
            let more = match statement {
                Stmt::Let(binding) => {
                    let counts = self.all(binding.value.into_iter().chain(binding.other));
                    let declared = binding.ty.as_ref().and_then(|ty| self.declared(ty));
                    let shape = declared.or_else(|| self.shape_of(binding.value?));
                    self.bind(&binding.pattern, shape.as_ref());
                    counts
                }
                Stmt::Expr(expr) => self.expr(*expr),
            };
            counts = add(counts, more);
        }
        let value = self.all(block.value);
        self.depth -= 1;
        self.constants.truncate(outer);
        add(counts, value)
    }

    fn all(&mut self, ids: impl IntoIterator<Item = ExprId>) -> Counts {
        ids.into_iter().fold(Counts::new(), |counts, id| add(counts, self.expr(id)))
    }

    fn expr(&mut self, id: ExprId) -> Counts {
        match self.body.kind(id) {
            ExprKind::Method { name, turbofish: Some(turbofish), .. } if name == "spawn" => {
                let operands = self.parts(id);
                add(operands, self.spawn(turbofish))
            }
            ExprKind::Method { receiver, name, turbofish: Some(turbofish), .. } if self.body.is_context(*receiver) => {
                let operands = self.parts(id);
                let more = match name.to_string().as_str() {
                    "spawn_after" => self.spawn(turbofish),
                    "fork" => self.fork(turbofish),
                    "join" => self.open(turbofish),
                    "finish_with" => self.hand_over(turbofish),
                    _ => Counts::new(),
                };
                add(operands, more)
            }
            ExprKind::Method { receiver, name, turbofish: Some(turbofish), .. }
                if name == "fork" && self.body.is_join(*receiver) =>
            {
                let operands = self.parts(id);
                add(operands, self.child(*receiver, turbofish))
            }
            ExprKind::Let(pattern, value) => {
                let counts = self.expr(*value);
                self.bind(pattern, self.shape_of(*value).as_ref());
                counts
            }
            ExprKind::If { condition, then, other } => self.choice(*condition, then, *other),
            ExprKind::Match(value, arms) => self.choose(*value, arms),
            ExprKind::For(target, pattern, iterated, block) => self.for_loop(*target, pattern, iterated, block),
            ExprKind::While(target, condition, _) => {
                let counts = self.round(*target, |counter| counter.parts(id));
                self.repeat(counts, &Most::Unbounded, self.body.expr(*condition).first)
            }
            ExprKind::Loop(target, _) => {
                let counts = self.round(*target, |counter| counter.parts(id));
                self.repeat(counts, &Most::Unbounded, self.body.expr(id).first)
            }
            ExprKind::Closure { body, .. } => {
                // The function calls it as often as it likes.
                let counts = self.parts(id);
                self.repeat((counts, Counts::new()), &Most::Unbounded, self.body.expr(*body).first)
            }
            _ => self.parts(id),
        }
    }

    /// What all parts of an expression spawn, one after the other.
    fn parts(&mut self, id: ExprId) -> Counts {
        let (exprs, blocks) = self.body.parts(id);
        let counts = self.all(exprs);
        blocks.into_iter().fold(counts, |counts, block| add(counts, self.block(block)))
    }

    fn choice(&mut self, condition: ExprId, then: &Block, other: Option<ExprId>) -> Counts {
        let asked = self.expr(condition);
        let then = self.limited(self.threads(condition), |counter| counter.block(then));
        let other = self.all(other);
        add(asked, larger(then, other))
    }

    fn choose(&mut self, value: ExprId, arms: &[Arm]) -> Counts {
        let mut counts = self.expr(value);
        let shape = self.shape_of(value);
        let mut chosen = Counts::new();
        for arm in arms {
            self.bind(&arm.pattern, shape.as_ref());
            // Each guard may be asked.
            counts = add(counts, self.all(arm.guard));
            chosen = larger(chosen, self.expr(arm.value));
        }
        add(counts, chosen)
    }

    fn for_loop(&mut self, target: TargetId, pattern: &Pat, iterated: &Iterated, block: &Block) -> Counts {
        let mut over = Vec::new();
        iterated.exprs(&mut over);
        let counts = self.all(over.iter().copied());
        self.bind_item(pattern, iterated);
        let round = self.round(target, |counter| counter.block(block));
        let span = over.first().map_or_else(Span::call_site, |first| self.body.expr(*first).first);
        let trips = self.trips(iterated);
        add(counts, self.repeat(round, &trips, span))
    }

    /// What a loop spawns that runs so often, by what it spawns in a round and where it is left.
    fn repeat(&mut self, (mut round, once): (Counts, Counts), times: &Most, shown: Span) -> Counts {
        if !round.is_empty() {
            let first = if matches!(times, Most::Unbounded) { &mut self.unbounded } else { &mut self.bounded };
            first.get_or_insert(shown);
        }
        round.values_mut().for_each(|count| *count = count.repeat(times));
        add(round, once)
    }

    /// Whether an expression is the index of the thread in its task.
    fn is_index(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Method { receiver, name, arguments, .. } => {
                name == "thread" && arguments.is_empty() && self.body.is_context(*receiver)
            }
            ExprKind::Local(local) if !self.body.local(*local).mutable => {
                self.body.value_of_local(*local).is_some_and(|value| self.is_index(value))
            }
            _ => false,
        }
    }

    /// The most threads of a task for which a condition holds, if it shows that.
    fn threads(&self, condition: ExprId) -> Option<u32> {
        let bound = |id: ExprId, more: u64| u32::try_from(self.literal(id)?.checked_add(more)?).ok();
        match self.body.kind(condition) {
            ExprKind::And(left, right) => match (self.threads(*left), self.threads(*right)) {
                (Some(left), Some(right)) => Some(left.min(right)),
                (left, right) => left.or(right),
            },
            ExprKind::Binary(operator, left, right) => match operator {
                Operator::Lt if self.is_index(*left) => bound(*right, 0),
                Operator::Le if self.is_index(*left) => bound(*right, 1),
                Operator::Gt if self.is_index(*right) => bound(*left, 0),
                Operator::Ge if self.is_index(*right) => bound(*left, 1),
                Operator::Eq if self.is_index(*left) => self.literal(*right).map(|_| 1),
                Operator::Eq if self.is_index(*right) => self.literal(*left).map(|_| 1),
                _ => None,
            },
            _ => None,
        }
    }

    fn spawn(&mut self, turbofish: &AngleBracketedGenericArguments) -> Counts {
        let Some(GenericArgument::Type(procedure)) = turbofish.args.first() else { return Counts::new() };
        self.apart = true;
        self.spawn_of(procedure)
    }

    fn spawn_of(&mut self, procedure: &Type) -> Counts {
        let procedure = self.without_self(procedure);
        let key = procedure.to_token_stream().to_string();
        if !self.found.iter().any(|(known, ..)| *known == key) {
            self.found.push((key.clone(), procedure));
        }
        Counts::from([(key, Count::ONE), (ALL.to_owned(), Count::ONE)])
    }

    fn without_self(&self, procedure: &Type) -> Type {
        match (strip_type(procedure), self.scope.self_type) {
            (Type::Path(path), Some(own)) if path.path.is_ident("Self") => own.clone(),
            (other, _) => other.clone(),
        }
    }

    /// A join is opened. The task counts as one of the children.
    fn open(&mut self, turbofish: &AngleBracketedGenericArguments) -> Counts {
        if let (Some(own), Some(continuation)) = (self.scope.self_type.cloned(), self.only(turbofish)) {
            self.add_join(Join::of(own, continuation));
        }
        Counts::new()
    }

    /// A child of a join, or of a sum. The first thread makes it.
    fn child(&mut self, join: ExprId, turbofish: &AngleBracketedGenericArguments) -> Counts {
        if self.body.is_sum(join) {
            let Some(child) = self.only(turbofish) else { return Counts::new() };
            let counts = self.spawn_of(&child);
            self.add_join(Join { hands_over: true, adds: true, ..Join::of(child.clone(), child) });
            return by_first(counts);
        }
        let opened = self.opened(join).and_then(|of_join| self.only(of_join));
        let (Some(continuation), Some(child)) = (opened, self.only(turbofish)) else { return Counts::new() };
        let counts = self.spawn_of(&child);
        self.add_join(Join::of(child, continuation));
        by_first(counts)
    }

    /// A task that finishes for this one. The first thread makes it.
    fn hand_over(&mut self, turbofish: &AngleBracketedGenericArguments) -> Counts {
        let Some(other) = self.only(turbofish) else { return Counts::new() };
        let counts = self.spawn_of(&other);
        self.add_join(Join { hands_over: true, ..Join::of(other.clone(), other) });
        by_first(counts)
    }

    fn add_join(&mut self, join: Join) {
        self.apart = true;
        let fork = self.joins.last().map_or(0, |before| before.fork + 1);
        self.joins.push(Join { fork, ..join });
    }

    /// What a join names that is opened by this expression, or by what a variable is declared with.
    fn opened(&self, join: ExprId) -> Option<&AngleBracketedGenericArguments> {
        match self.body.kind(join) {
            ExprKind::Local(local) => self.opened(self.body.value_of_local(*local)?),
            ExprKind::Method { turbofish, .. } => turbofish.as_ref(),
            _ => None,
        }
    }

    /// The only type that is named.
    fn only(&self, turbofish: &AngleBracketedGenericArguments) -> Option<Type> {
        match turbofish.args.first()? {
            GenericArgument::Type(ty) => Some(self.without_self(ty)),
            _ => None,
        }
    }

    /// The tasks of a fork. Of a task with an output the first thread spawns them.
    fn fork(&mut self, turbofish: &AngleBracketedGenericArguments) -> Counts {
        let mut types = turbofish.args.iter().filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
        let (Some(children), Some(continuation)) = (types.next(), types.next()) else { return Counts::new() };
        let continuation = self.without_self(continuation);
        let (children, times) = match strip_type(children) {
            Type::Array(array) => {
                let times = self.repeated(&array.len);
                (vec![&*array.elem], times)
            }
            Type::Tuple(tuple) => (tuple.elems.iter().collect(), Most::Literal(1)),
            _ => return Counts::new(),
        };
        let mut counts = Counts::new();
        let fork = self.joins.last().map_or(0, |before| before.fork + 1);
        for child in children {
            let child_type = self.without_self(child);
            let continuation = continuation.clone();
            self.joins.push(Join { times: times.clone(), fork, ..Join::of(child_type, continuation) });
            counts = add(counts, self.spawn_of(child));
        }
        let forked = |count: &Count| {
            let all = count.repeat(&times);
            if self.scope.returns { all.limit(1) } else { all }
        };
        counts.values_mut().for_each(|count| *count = forked(count));
        counts
    }
}

/// What the first thread of a task spawns.
fn by_first(mut counts: Counts) -> Counts {
    counts.values_mut().for_each(|count| *count = count.limit(1));
    counts
}

fn add(mut counts: Counts, more: Counts) -> Counts {
    for (key, count) in more {
        counts.entry(key).and_modify(|before| *before = before.add(&count)).or_insert(count);
    }
    counts
}

fn larger(mut counts: Counts, other: Counts) -> Counts {
    for (key, count) in other {
        counts.entry(key).and_modify(|before| *before = before.or(&count)).or_insert(count);
    }
    counts
}

#[cfg(test)]
mod tests;
