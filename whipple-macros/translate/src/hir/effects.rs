//! What expressions do beside giving their values. Rust evaluates operands from left to right; where that matters, `lower` keeps it.

use super::{Block, Body, By, Callee, ExprId, ExprKind, Iterated, LocalId, Root, Stmt};
use crate::{
    exchange::Exchange,
    methods::{self, Effect, Panics},
    names,
};

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
    /// Of what is not seen.
    const ANY: Self = Self { reads: true, mutates: true, loads: true, writes: true, panics: true, leaves: false };
    const PANICS: Self =
        Self { reads: false, mutates: false, loads: false, writes: false, panics: true, leaves: false };
}

/// The effects of all expressions of a body.
pub struct AllEffects {
    self_changes: bool,
    values: Vec<Effects>,
    addresses: Vec<Effects>,
}

impl AllEffects {
    /// Whether `self` may change.
    pub fn self_changes(&self) -> bool {
        self.self_changes
    }

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
    /// Whether `self` may hold buffers, which its methods and its fields' methods may use.
    pub self_is_memory: bool,
}

impl Body {
    /// What all expressions do beside giving their values.
    pub fn all_effects(&self, around: Surroundings) -> AllEffects {
        let changing = self.changing_variables(around.self_changes);
        let mut walk =
            Walk { body: self, around, changing, values: Vec::new(), addresses: Vec::new(), own: Vec::new() };
        // An expression comes after all of its parts.
        for id in (0..self.exprs.len() as u32).map(ExprId) {
            walk.own.push(self.may_be_own(id, &walk.own));
            let (value, address) = (walk.find(id), walk.find_address(id));
            walk.values.push(value);
            walk.addresses.push(address);
        }
        AllEffects { self_changes: around.self_changes, values: walk.values, addresses: walk.addresses }
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

/// Finds the effects of expressions.
struct Walk<'b> {
    body: &'b Body,
    around: Surroundings,
    /// Which variables may give other values at other times.
    changing: Vec<bool>,
    /// Those of the expressions so far.
    values: Vec<Effects>,
    addresses: Vec<Effects>,
    /// Whether they may be of a type of the user's, whose operators may panic.
    own: Vec<bool>,
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
            ExprKind::Local(local) if self.changing[local.0 as usize] => Effects::READS,
            ExprKind::This if self.around.self_changes => Effects::READS,
            ExprKind::Borrow { mutable: true, of } => self.address(*of),
            ExprKind::Borrow { mutable: false, of } => self.borrowed(*of),
            ExprKind::Index(base, index) => self.taking(*base, *index).and(self.value(*base)).and(self.value(*index)),
            ExprKind::Slice { .. } => Effects { panics: true, ..self.inside(id) },
            ExprKind::Binary(operator, left, right) => {
                let both = self.value(*left).and(self.value(*right));
                // A literal divisor is no zero.
                let panics = operator.may_panic() && !self.is_number(*right);
                let panics = panics || self.is_own(*left) || self.is_own(*right);
                Effects { panics: both.panics || panics, ..both }
            }
            ExprKind::Not(of) | ExprKind::Negate(of) => {
                let value = self.value(*of);
                Effects { panics: value.panics || self.is_own(*of), ..value }
            }
            ExprKind::Assign(place, value) => Effects { mutates: true, ..self.address(*place).and(self.value(*value)) },
            ExprKind::Compound(operator, place, value) => {
                let parts = self.address(*place).and(self.value(*value));
                let panics = parts.panics || (operator.may_panic() && !self.is_number(*value)) || self.is_own(*place);
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
            ExprKind::Function(Callee::Parameter(_)) => Effects::ANY,
            // A callee may run it, any number of times. What it leaves is itself.
            ExprKind::Closure { .. } => Effects { leaves: false, ..self.inside(id) },
            ExprKind::Try(value) => Effects { leaves: true, ..self.value(*value) },
            ExprKind::Return(_) | ExprKind::Break(..) | ExprKind::Continue(_) => {
                Effects { leaves: true, ..self.inside(id) }
            }
            ExprKind::Check { .. } => Effects { panics: true, ..self.inside(id) },
            // Whatever may panic may also print, as a call: the order of lines is that of panics. Barriers order them, too.
            ExprKind::For(_, _, Iterated::Array { array, by: By::Value, .. }, _)
                if self.body.may_be_iterator(*array) =>
            {
                // `next` of an iterator of the user's.
                let memory = self.is_memory(*array);
                self.inside(id).and(Effects { panics: true, loads: memory, writes: memory, ..Effects::default() })
            }
            ExprKind::Print(_) => Effects { writes: true, panics: true, ..self.inside(id) },
            _ => self.inside(id),
        }
    }

    /// Where a place is.
    fn find_address(&self, id: ExprId) -> Effects {
        if self.body.is_pointed_to(id) {
            return self.find(id);
        }
        match self.body.kind(id) {
            ExprKind::Local(_) | ExprKind::This => Effects::default(),
            ExprKind::Field(base, _) => self.address(*base),
            ExprKind::Index(base, index) => self.taking(*base, *index).and(self.address(*base)).and(self.value(*index)),
            ExprKind::Slice { of, start, end, .. } => {
                let bounds = start.iter().chain(end).map(|bound| self.value(*bound));
                bounds.fold(Effects { panics: true, ..self.address(*of) }, Effects::and)
            }
            ExprKind::Deref(of) => self.address(*of),
            _ => self.find(id),
        }
    }

    /// Of a shared reference to a place: whoever gets it may read the place, which an operand that comes later may change.
    fn borrowed(&self, of: ExprId) -> Effects {
        let changes = match self.body.root(of) {
            Some(Root::Local(local)) => self.changing[local.0 as usize],
            Some(Root::This) => self.around.self_changes,
            None => false,
        };
        let address = self.address(of);
        Effects { reads: address.reads || changes, ..address }
    }

    /// Of finding an element whose array and index are there.
    fn taking(&self, base: ExprId, index: ExprId) -> Effects {
        if self.body.is_in_range(base, index) { Effects::default() } else { Effects::PANICS }
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

    /// Whether an operator or a method of this value may be the user's.
    fn is_own(&self, id: ExprId) -> bool {
        self.own.get(id.0 as usize).copied().unwrap_or_default()
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
            Callee::Measured(..)
            | Callee::Vector(_)
            | Callee::Struct(_)
            | Callee::Joined(..)
            | Callee::Variant(_)
            | Callee::Primitive(..)
            | Callee::Ranged(_)
            | Callee::Pulled
            | Callee::Items => operands,
            Callee::Exchange(Exchange::Swap | Exchange::Replace) => Effects { mutates: true, reads: true, ..operands },
            Callee::Exchange(Exchange::Take) => Effects { mutates: true, reads: true, panics: true, ..operands },
            Callee::Foreign(foreign) if foreign.is_constant => operands,
            Callee::Function(_)
            | Callee::Associated(_)
            | Callee::Foreign(_)
            | Callee::Default
            | Callee::Converted(_) => Effects { panics: true, ..operands },
            Callee::Parameter(_) => operands.and(Effects::ANY),
        }
    }

    /// What a callee can do with an argument.
    fn handed_over(&self, argument: ExprId) -> Effects {
        match self.body.kind(argument) {
            ExprKind::Borrow { mutable, of } => {
                let memory = self.is_memory(*of) && !(*mutable && self.is_held(*of));
                Effects { reads: true, mutates: *mutable, loads: memory, writes: memory, ..Effects::default() }
            }
            ExprKind::This => {
                let memory = self.around.self_is_memory;
                let changes = self.around.self_changes;
                Effects { reads: changes, mutates: changes, loads: memory, writes: memory, ..Effects::default() }
            }
            ExprKind::Local(local) => {
                let known = self.body.local(*local);
                let memory = self.may_be_memory(*local) || (known.ty.is_none() && known.shape.may_refer());
                let mutates = self.body.may_be_mutable(*local);
                Effects { reads: mutates, mutates, loads: memory, writes: memory, ..Effects::default() }
            }
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) => {
                let mut tails = Vec::new();
                self.body.tails(argument, &mut tails);
                let tails = tails.into_iter().filter(|tail| *tail != argument);
                tails.map(|tail| self.handed_over(tail)).fold(Effects::default(), Effects::and)
            }
            ExprKind::Tuple(elements) | ExprKind::Array(elements) => {
                elements.iter().map(|element| self.handed_over(*element)).fold(Effects::default(), Effects::and)
            }
            ExprKind::Some(of) | ExprKind::Outcome { value: of, .. } | ExprKind::Repeat(of, _) => self.handed_over(*of),
            _ => {
                let shape = self.body.shape(argument);
                let (reads, mutates) = (shape.may_refer(), shape.may_mutate());
                let memory = reads && self.is_memory(argument);
                Effects { reads, mutates, loads: memory, writes: memory, ..Effects::default() }
            }
        }
    }

    /// Whether what is at a place depends on other threads: it is rooted at the context, a buffer or shared memory.
    fn is_memory(&self, id: ExprId) -> bool {
        match self.body.root(id) {
            Some(Root::This) => self.around.self_is_memory,
            Some(Root::Local(local)) => self.may_be_memory(local) || self.body.local(local).ty.is_none(),
            None => false,
        }
    }

    /// Whether a variable has a type that is written and may hold memory that threads share, as a struct of buffers does.
    fn may_be_memory(&self, local: LocalId) -> bool {
        self.body.has_type_with(local, MEMORY) || self.body.has_own_type(local)
    }

    /// Whether a place is a variable of the body, or a part of one, that holds its value itself: memory that threads share is only
    /// referred to by variables, and its fields by `self`.
    fn is_held(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Local(local) => {
                let known = self.body.local(*local);
                known.ty.is_none() && known.mutable && !known.shape.may_refer()
            }
            ExprKind::Field(base, _) | ExprKind::Index(base, _) | ExprKind::Slice { of: base, .. } => {
                self.is_held(*base)
            }
            _ => false,
        }
    }

    /// Whether a method could change what it is called on.
    fn receiver_can_change(&self, receiver: ExprId) -> bool {
        match self.body.root(receiver) {
            Some(Root::This) => self.around.self_changes,
            Some(Root::Local(local)) => self.body.can_change(local),
            None => self.is_behind_mutable(receiver),
        }
    }

    /// Whether a place is what a `&mut` refers to, or a part of it.
    fn is_behind_mutable(&self, id: ExprId) -> bool {
        self.body.shape(id).may_mutate()
            || match self.body.kind(id) {
                ExprKind::Field(of, _) | ExprKind::Index(of, _) | ExprKind::Deref(of) | ExprKind::Slice { of, .. } => {
                    self.is_behind_mutable(*of)
                }
                _ => false,
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
        // Those of iterators of the user's call `next`.
        let may_ask =
            arguments.is_empty() && (matches!(name.as_str(), "min" | "max") || name == "last" && self.is_own(receiver));
        if names::is_pure_method(&name) && !on_self && !may_ask {
            return Effects { panics: operands.panics || may_panic || self.is_own(receiver), ..operands };
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
        let memory = self.is_memory(receiver);
        operands.and(Effects { loads: memory, writes: memory, ..Effects::default() })
    }
}

/// Types of memory that threads share, and of what gives it.
const MEMORY: &[&str] = &["Buffer", "ReadOnly", "Shared", "SharedArray", "Context"];
