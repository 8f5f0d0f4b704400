//! Small parts of control flow that the user did not write as such: for closures and iterators.

use super::{Builder, runs::Next, spans};
use crate::{
    context::Receiver,
    hir::{Block, ExprId, ExprKind, Let, Local, LocalId, Operator, Pat, PatKind, Root, Shape, Stmt, TargetId},
    methods::{self, Effect},
    names,
};
use proc_macro2::Span;
use syn::{Expr, Ident, Lit, LitBool, LitInt, Type};

const NO_FUNCTION: &str =
    "in device code this takes a closure that is written here, a variable that is one, or a function by its name";

impl Builder<'_, '_, '_> {
    /// Adds an expression that is not in the text.
    pub fn add_unwritten(&mut self, kind: ExprKind, whole: &Expr) -> ExprId {
        self.add_between(kind, spans::first(whole), spans::last(whole))
    }

    /// A variable that no name means.
    pub fn hidden(&mut self, local: Local) -> LocalId {
        let id = LocalId(self.body.locals.len() as u32);
        self.body.locals.push(local);
        id
    }

    /// A variable that no name means, and the pattern that binds it.
    pub fn hidden_name(&mut self, name: &str, span: Span) -> (LocalId, Pat) {
        let local = self.hidden(Local::new(Ident::new(name, span)));
        (local, Pat { kind: PatKind::Bind(local, None), span })
    }

    /// `let local: ty = value;`
    pub fn let_hidden(&mut self, local: LocalId, ty: Option<Type>, value: ExprId, whole: &Expr, to: &mut Vec<Stmt>) {
        let span = spans::first(whole);
        let pattern = Pat { kind: PatKind::Bind(local, None), span };
        self.bound(&pattern, ty.as_ref(), Some(value));
        let line = span.start().line;
        to.push(Stmt::Let(Box::new(Let { pattern, ty, value: Some(value), other: None, line })));
    }

    /// A value in a variable that stays as it is.
    pub fn item(&mut self, name: &str, value: ExprId, whole: &Expr, to: &mut Vec<Stmt>) -> LocalId {
        let (local, _) = self.hidden_name(name, spans::first(whole));
        self.let_hidden(local, None, value, whole, to);
        local
    }

    /// A variable.
    pub fn use_of(&mut self, local: LocalId, whole: &Expr) -> ExprId {
        self.add_unwritten(ExprKind::Local(local), whole)
    }

    /// What stands for a value that stays as it is, again.
    pub fn once_more(&mut self, value: ExprId, whole: &Expr) -> ExprId {
        let id = self.add_unwritten(self.body.kind(value).clone(), whole);
        if self.body.literals.values().any(|literal| *literal == value) {
            self.body.copies.insert(id, value);
        }
        id
    }

    /// `&local`
    pub fn lent_local(&mut self, local: LocalId, whole: &Expr) -> ExprId {
        let of = self.use_of(local, whole);
        self.lent(of, whole)
    }

    pub fn lent(&mut self, of: ExprId, whole: &Expr) -> ExprId {
        self.add_unwritten(ExprKind::Borrow { mutable: false, of }, whole)
    }

    /// `value.clone()`
    pub fn clone_of(&mut self, receiver: ExprId, whole: &Expr) -> ExprId {
        let name = Ident::new("clone", spans::first(whole));
        let clone = ExprKind::Method { receiver, name, turbofish: None, arguments: Vec::new() };
        self.add_unwritten(clone, whole)
    }

    /// A `usize`.
    pub fn size(&mut self, value: usize, whole: &Expr) -> ExprId {
        let literal = LitInt::new(&format!("{value}usize"), spans::first(whole));
        self.add_unwritten(ExprKind::Literal(Lit::Int(literal)), whole)
    }

    pub fn truth(&mut self, value: bool, whole: &Expr) -> ExprId {
        let literal = Lit::Bool(LitBool::new(value, spans::first(whole)));
        self.add_unwritten(ExprKind::Literal(literal), whole)
    }

    /// A new array that an index or a method looks at, be it borrowed for that.
    pub fn array_behind(&self, id: ExprId) -> ExprId {
        match *self.body.kind(id) {
            ExprKind::Borrow { mutable: false, of }
                if matches!(self.body.kind(of), ExprKind::Array(_) | ExprKind::Repeat(..)) =>
            {
                of
            }
            _ => id,
        }
    }

    /// `b"abc"`: a reference to an array.
    pub fn bytes(&mut self, at: &Expr, text: &syn::LitByteStr) -> ExprId {
        let bytes = text.value();
        if bytes.is_empty() {
            return self.refuse(at, crate::context::EMPTY);
        }
        let literal = |byte: &u8| Lit::Byte(syn::LitByte::new(*byte, text.span()));
        let bytes = bytes.iter().map(|byte| self.add_unwritten(ExprKind::Literal(literal(byte)), at));
        let bytes = bytes.collect();
        let of = self.add_unwritten(ExprKind::Array(bytes), at);
        self.add(ExprKind::Borrow { mutable: false, of }, at)
    }

    /// Whether statements change what others see: neither their own variables, nor those declared since there were so many.
    pub fn change_something(&self, statements: &[Stmt], since: usize) -> bool {
        let mut changes = false;
        for statement in statements {
            let value = match statement {
                Stmt::Let(binding) => binding.value,
                Stmt::Expr(value) => Some(*value),
            };
            value.into_iter().for_each(|value| self.body.each(value, &mut |part| changes |= self.changes(part, since)));
        }
        changes
    }

    fn changes(&self, id: ExprId, since: usize) -> bool {
        let is_seen = |place: ExprId| match self.body.root(place) {
            Some(Root::Local(local)) => (local.0 as usize) < since,
            _ => true,
        };
        match self.body.kind(id) {
            ExprKind::Assign(place, _) | ExprKind::Compound(_, place, _) => is_seen(*place),
            ExprKind::Borrow { mutable: true, of } => is_seen(*of),
            ExprKind::TakeApart(..) => true,
            ExprKind::Method { receiver, name, arguments, .. } => {
                let name = name.to_string();
                let of_others = matches!(methods::of_memory(&name), Effect::Stores | Effect::Updates)
                    || self.body.is_context(*receiver);
                let may_change = self.body.is_place(*receiver) && is_seen(*receiver) && !self.is_lent(*receiver);
                of_others
                    || may_change && !names::is_pure_method(&name)
                    || arguments.iter().any(|argument| is_seen(*argument) && self.lends_changeable(*argument))
            }
            ExprKind::Call(_, arguments) => {
                arguments.iter().any(|argument| is_seen(*argument) && self.lends_changeable(*argument))
            }
            _ => false,
        }
    }

    /// Whether a place is of a variable that does not change, or behind one that is `&T`: no method changes it.
    fn is_lent(&self, place: ExprId) -> bool {
        match self.body.kind(place) {
            ExprKind::Field(of, _) | ExprKind::Index(of, _) | ExprKind::Deref(of) | ExprKind::Slice { of, .. } => {
                self.is_lent(*of)
            }
            ExprKind::Local(local) => {
                let shape = &self.body.local(*local).shape;
                matches!(shape, Shape::Reference(false, _)) || !shape.holds_mutable() && !self.body.can_change(*local)
            }
            ExprKind::This => self.translator.receiver == Receiver::Ref && !self.this_has_memory(),
            _ => false,
        }
    }

    /// Whether `self` may hold buffers, which tasks share.
    fn this_has_memory(&self) -> bool {
        self.translator.self_may_hold_buffers()
    }

    /// Whether a function that is handed this may change what others see: it is `&mut T`, or memory that tasks share.
    fn lends_changeable(&self, argument: ExprId) -> bool {
        self.body.shape(argument).holds_mutable() || self.is_memory(argument)
    }

    fn is_memory(&self, id: ExprId) -> bool {
        const SHARED: [&str; 4] = ["Buffer", "Shared", "SharedArray", "Context"];
        match self.body.root(id) {
            Some(Root::This) => self.this_has_memory(),
            Some(Root::Local(local)) => match self.body.value_of_local(local) {
                Some(value) if self.body.local(local).ty.is_none() => self.is_memory(value),
                _ => self.body.has_type_named(local, &SHARED),
            },
            None => false,
        }
    }

    /// What a function gives for a value.
    pub fn apply(&mut self, function: &Expr, value: ExprId, whole: &Expr) -> ExprId {
        self.apply_to(function, &[value], whole)
    }

    /// What a function gives for values.
    pub fn apply_to(&mut self, function: &Expr, values: &[ExprId], whole: &Expr) -> ExprId {
        match self.function(function) {
            Some(function) => self.applied(function, values, whole),
            None => self.refuse(function, NO_FUNCTION),
        }
    }

    /// Whether what a function says of an item is not so.
    pub fn fails(&mut self, function: &Expr, item: LocalId, whole: &Expr) -> ExprId {
        let lent = self.lent_local(item, whole);
        let test = self.apply(function, lent, whole);
        self.add_unwritten(ExprKind::Not(test), whole)
    }

    /// `{ statements }`
    pub fn statements(&mut self, statements: Vec<Stmt>, whole: &Expr) -> Block {
        Block { statements, end: spans::last(whole).start().line, ..Block::default() }
    }

    /// `{ statements value }`
    pub fn sequence(&mut self, statements: Vec<Stmt>, value: ExprId, whole: &Expr) -> ExprId {
        let block = Block { value: Some(value), ..self.statements(statements, whole) };
        self.add_unwritten(ExprKind::Block(None, Box::new(block)), whole)
    }

    /// `if condition { then } else { other }`
    pub fn branch(&mut self, condition: ExprId, then: ExprId, other: ExprId, whole: &Expr) -> ExprId {
        let then = Box::new(Block { value: Some(then), ..self.statements(Vec::new(), whole) });
        self.add_unwritten(ExprKind::If { condition, then, other: Some(other) }, whole)
    }

    /// `if condition { statements }`
    pub fn when(&mut self, condition: ExprId, statements: Vec<Stmt>, whole: &Expr, to: &mut Vec<Stmt>) {
        let then = Box::new(self.statements(statements, whole));
        to.push(Stmt::Expr(self.add_unwritten(ExprKind::If { condition, then, other: None }, whole)));
    }

    /// `let Some(item) = option else { jump };`
    pub fn some_or(&mut self, option: ExprId, jump: Stmt, whole: &Expr, to: &mut Vec<Stmt>) -> LocalId {
        self.some_or_else(option, vec![jump], whole, to)
    }

    /// `let Some(item) = option else { statements };`, which leave.
    pub fn some_or_else(&mut self, option: ExprId, other: Vec<Stmt>, whole: &Expr, to: &mut Vec<Stmt>) -> LocalId {
        let span = spans::first(whole);
        let (local, inner) = self.hidden_name("mapped", span);
        let pattern = Pat { kind: PatKind::Some(Box::new(inner)), span };
        self.comes_from(&pattern, Some(option));
        let other = Box::new(self.statements(other, whole));
        let other = Some(self.add_unwritten(ExprKind::Block(None, other), whole));
        let line = span.start().line;
        to.push(Stmt::Let(Box::new(Let { pattern, ty: None, value: Some(option), other, line })));
        local
    }

    /// `local += 1`, `local -= 1`; of any integer.
    pub fn step(&mut self, local: LocalId, by: Operator, whole: &Expr, to: &mut Vec<Stmt>) {
        let is_counter = self.body.local(local).ty.is_some();
        let one = if is_counter { "1usize" } else { "1" };
        let one = Lit::Int(LitInt::new(one, spans::first(whole)));
        let (place, one) = (self.use_of(local, whole), self.add_unwritten(ExprKind::Literal(one), whole));
        to.push(Stmt::Expr(self.add_unwritten(ExprKind::Compound(by, place, one), whole)));
    }

    /// `local = value`
    pub fn assign_to(&mut self, local: LocalId, value: ExprId, whole: &Expr, to: &mut Vec<Stmt>) {
        let place = self.use_of(local, whole);
        to.push(Stmt::Expr(self.add_unwritten(ExprKind::Assign(place, value), whole)));
    }

    /// `break 'target value`
    pub fn leave(&mut self, target: TargetId, value: Option<ExprId>, whole: &Expr) -> Stmt {
        self.left.insert(target);
        Stmt::Expr(self.add_unwritten(ExprKind::Break(target, value), whole))
    }

    /// On to the next item.
    pub fn go_on(&mut self, next: Next, whole: &Expr) -> Stmt {
        match next {
            Next::Continue(target) => Stmt::Expr(self.add_unwritten(ExprKind::Continue(target), whole)),
            Next::Leave(target) => self.leave(target, None, whole),
        }
    }

    /// `'target: { statements }`
    pub fn labelled(&mut self, target: TargetId, statements: Vec<Stmt>, whole: &Expr, to: &mut Vec<Stmt>) {
        to.push(Stmt::Expr(self.left_block(target, statements, whole)));
    }

    /// The same as an expression.
    pub fn left_block(&mut self, target: TargetId, statements: Vec<Stmt>, whole: &Expr) -> ExprId {
        let is_left = self.left.remove(&target);
        let block = Box::new(self.statements(statements, whole));
        self.add_unwritten(ExprKind::Block(is_left.then_some(target), block), whole)
    }
}
