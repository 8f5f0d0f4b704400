//! What evaluating an expression reads and writes. Rust evaluates operands from left to right; C++ leaves their order
//! open. Where two operands conflict, the translator evaluates them into named values in Rust's order.

use super::{
    Translator,
    scope::{Kind, Reference},
    stmt::strip_paren,
};
use crate::{
    methods::{self, Effect},
    names,
    operators::is_compound,
    places,
};
use syn::{
    Expr, Lit, Stmt, UnOp,
    visit::{self, Visit},
};

/// What an expression does beside giving its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Reads locals that can change.
    pub reads: bool,
    /// Changes locals, or what `&mut` references point to.
    pub mutates: bool,
    /// Reads memory that other code can change: buffers and shared memory.
    pub loads: bool,
    /// Writes such memory, spawns, synchronises, or leaves the expression.
    pub writes: bool,
}

impl Effects {
    /// Everything.
    const ANY: Self = Self { reads: true, mutates: true, loads: true, writes: true };

    /// Both, one after the other.
    pub fn and(self, other: Self) -> Self {
        Self {
            reads: self.reads || other.reads,
            mutates: self.mutates || other.mutates,
            loads: self.loads || other.loads,
            writes: self.writes || other.writes,
        }
    }

    /// Whether their order matters.
    pub fn conflicts(self, other: Self) -> bool {
        (self.mutates && (other.reads || other.mutates))
            || (other.mutates && self.reads)
            || (self.writes && (other.loads || other.writes))
            || (other.writes && self.loads)
    }
}

impl Translator<'_> {
    /// The effects of evaluating an expression to its value.
    pub fn effects(&self, expr: &Expr) -> Effects {
        match expr {
            Expr::Paren(inner) => self.effects(&inner.expr),
            Expr::Group(inner) => self.effects(&inner.expr),
            Expr::Lit(_) => Effects::default(),
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) if name == "self" => self.self_effects(),
                Some(name) => match self.scopes.find(&name.to_string()) {
                    Some(variable) => Effects {
                        reads: variable.mutable || variable.reference == Reference::Mutable,
                        ..Effects::default()
                    },
                    None => Effects::default(),
                },
                None => Effects::default(),
            },
            Expr::Field(field) => self.effects(&field.base),
            Expr::Index(index) => self.effects(&index.expr).and(self.effects(&index.index)),
            Expr::Reference(reference) => self.address_effects(&reference.expr),
            Expr::Unary(unary) => self.effects(&unary.expr),
            Expr::Binary(binary) => {
                let both = self.effects(&binary.left).and(self.effects(&binary.right));
                Effects { mutates: both.mutates || is_compound(&binary.op), ..both }
            }
            Expr::Assign(assign) => {
                let places = places::of(&assign.left).into_iter().map(|place| self.address_effects(place));
                Effects { mutates: true, ..places.fold(self.effects(&assign.right), Effects::and) }
            }
            Expr::Cast(cast) => self.effects(&cast.expr),
            Expr::Tuple(tuple) => self.all(tuple.elems.iter()),
            Expr::Array(array) => self.all(array.elems.iter()),
            Expr::Repeat(repeat) => self.effects(&repeat.expr),
            Expr::Struct(literal) => {
                let fields = self.all(literal.fields.iter().map(|field| &field.expr));
                literal.rest.as_ref().map_or(fields, |base| fields.and(self.effects(base)))
            }
            Expr::Call(call) => {
                let arguments = self.all(call.args.iter());
                call.args.iter().map(|argument| self.handed_over(argument)).fold(arguments, Effects::and)
            }
            Expr::MethodCall(call) => self.method_effects(call),
            Expr::If(choice) => {
                let mut effects = self.effects(&choice.cond).and(self.block_effects(&choice.then_branch));
                if let Some((_, other)) = &choice.else_branch {
                    effects = effects.and(self.effects(other));
                }
                effects
            }
            Expr::Range(range) => self.all(range.start.as_deref()).and(self.all(range.end.as_deref())),
            Expr::Let(condition) => self.effects(&condition.expr),
            Expr::Match(choice) => {
                let arms = choice.arms.iter().map(|arm| {
                    let body = self.effects(&arm.body);
                    match &arm.pat {
                        syn::Pat::Guard(guard) => body.and(self.effects(&guard.guard)),
                        _ => body,
                    }
                });
                arms.fold(self.effects(&choice.expr), Effects::and)
            }
            Expr::Block(block) if block.label.is_none() => self.block_effects(&block.block),
            _ => Effects::ANY,
        }
    }

    /// The effects of finding out where a place is, without reading it.
    pub fn address_effects(&self, expr: &Expr) -> Effects {
        match expr {
            Expr::Paren(inner) => self.address_effects(&inner.expr),
            Expr::Group(inner) => self.address_effects(&inner.expr),
            Expr::Path(_) => Effects::default(),
            Expr::Field(field) => self.address_effects(&field.base),
            Expr::Index(index) => self.address_effects(&index.expr).and(self.effects(&index.index)),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.address_effects(&unary.expr),
            other => self.effects(other),
        }
    }

    /// Whether any two of these conflict.
    pub fn any_conflict(effects: &[Effects]) -> bool {
        effects
            .iter()
            .enumerate()
            .any(|(index, first)| effects[index + 1..].iter().any(|second| first.conflicts(*second)))
    }

    /// Whether an expression is clearly a `bool`: C++ would make an `int` of `a & b`.
    pub fn is_bool(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_bool(&inner.expr),
            Expr::Group(inner) => self.is_bool(&inner.expr),
            Expr::Lit(literal) => matches!(literal.lit, Lit::Bool(_)),
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                self.scopes.find(&name.to_string()).is_some_and(|variable| variable.kind == Kind::Bool)
            }),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Not(_) | UnOp::Deref(_)) && self.is_bool(&unary.expr),
            Expr::Cast(cast) => super::types::type_name(&cast.ty).is_some_and(|name| name == "bool"),
            Expr::Binary(binary) => {
                use syn::BinOp::{And, BitAnd, BitOr, BitXor, Eq, Ge, Gt, Le, Lt, Ne, Or};
                match binary.op {
                    Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) | And(_) | Or(_) => true,
                    BitAnd(_) | BitOr(_) | BitXor(_) => self.is_bool(&binary.left) || self.is_bool(&binary.right),
                    _ => false,
                }
            }
            Expr::MethodCall(call) => methods::gives_bool(&call.method.to_string()),
            Expr::Block(block) => self.ends_with_bool(&block.block),
            Expr::If(choice) => {
                self.ends_with_bool(&choice.then_branch)
                    || choice.else_branch.as_ref().is_some_and(|(_, other)| self.is_bool(other))
            }
            Expr::Match(choice) => choice.arms.iter().any(|arm| Self::is_evidently_bool(&arm.body)),
            _ => false,
        }
    }

    /// Whether an expression is clearly an integer, so that C++ makes nothing else of `a & b`.
    pub fn is_integer(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_integer(&inner.expr),
            Expr::Group(inner) => self.is_integer(&inner.expr),
            Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Byte(_)),
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                self.scopes.find(&name.to_string()).is_some_and(|variable| variable.kind == Kind::Integer)
            }),
            Expr::Unary(unary) => self.is_integer(&unary.expr),
            Expr::Cast(cast) => super::types::type_name(&cast.ty).is_some_and(|name| names::is_integer(&name)),
            Expr::Binary(binary) => {
                use syn::BinOp::{BitAnd, BitOr, BitXor, Shl, Shr};
                match binary.op {
                    Shl(_) | Shr(_) => true,
                    BitAnd(_) | BitOr(_) | BitXor(_) => self.is_integer(&binary.left) || self.is_integer(&binary.right),
                    _ => false,
                }
            }
            Expr::MethodCall(call) => names::is_integer_method(&call.method.to_string()),
            _ => false,
        }
    }

    /// Whether the value of a block is a `bool`. What it declares itself is not known yet.
    fn ends_with_bool(&self, block: &syn::Block) -> bool {
        let declares = block.stmts.iter().any(|statement| matches!(statement, Stmt::Local(_) | Stmt::Item(_)));
        match block.stmts.last() {
            Some(Stmt::Expr(last, None)) if declares => Self::is_evidently_bool(last),
            Some(Stmt::Expr(last, None)) => self.is_bool(last),
            _ => false,
        }
    }

    /// Whether an expression is a `bool` whatever its names stand for.
    pub fn is_evidently_bool(expr: &Expr) -> bool {
        use syn::BinOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        match expr {
            Expr::Paren(inner) => Self::is_evidently_bool(&inner.expr),
            Expr::Lit(literal) => matches!(literal.lit, Lit::Bool(_)),
            Expr::Binary(binary) => {
                matches!(binary.op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) | And(_) | Or(_))
            }
            _ => false,
        }
    }

    /// Whether an expression names a place: something that has an address in Rust.
    pub fn is_place(expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => Self::is_place(&inner.expr),
            Expr::Group(inner) => Self::is_place(&inner.expr),
            Expr::Path(_) => true,
            Expr::Field(field) => Self::is_place(&field.base),
            Expr::Index(index) => Self::is_place(&index.expr),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && Self::is_place(&unary.expr),
            // The context hands out the shared memory itself.
            Expr::MethodCall(call) => call.method == "shared" && call.args.is_empty() && Self::is_place(&call.receiver),
            _ => false,
        }
    }

    /// Whether an expression is a value, a copy, whose C++ text names what it was copied from: `x.clone()`, `{ x }`, a choice of
    /// variables, and their fields and elements.
    pub fn is_unnamed_copy(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_unnamed_copy(&inner.expr),
            Expr::Group(inner) => self.is_unnamed_copy(&inner.expr),
            Expr::Field(field) => self.is_unnamed_copy(&field.base),
            Expr::Index(index) => self.is_unnamed_copy(&index.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => match strip_paren(&unary.expr) {
                Expr::Reference(reference) => self.is_unnamed_copy(&reference.expr),
                _ => false,
            },
            Expr::MethodCall(call) => call.method == "clone" && call.args.is_empty(),
            Expr::Block(_) | Expr::If(_) | Expr::Match(_) | Expr::Loop(_) => {
                self.reference_of(expr) == Reference::None && !self.gives_mutable_reference(expr)
            }
            _ => false,
        }
    }

    /// Whether one of the values that an expression may have is a mutable reference to what stays.
    pub fn gives_mutable_reference(&self, expr: &Expr) -> bool {
        let of_block = |block: &syn::Block| match block.stmts.last() {
            Some(Stmt::Expr(tail, None)) => match own_value(block, tail) {
                Some(value) => self.gives_mutable_reference(value),
                None => self.gives_mutable_reference(tail),
            },
            _ => false,
        };
        match expr {
            Expr::Paren(inner) => self.gives_mutable_reference(&inner.expr),
            Expr::Group(inner) => self.gives_mutable_reference(&inner.expr),
            Expr::If(choice) => {
                of_block(&choice.then_branch)
                    || choice.else_branch.as_ref().is_some_and(|(_, other)| self.gives_mutable_reference(other))
            }
            Expr::Match(choice) => choice.arms.iter().any(|arm| self.gives_mutable_reference(&arm.body)),
            Expr::Block(block) => of_block(&block.block) || self.breaks_with_mutable_reference(&block.block),
            Expr::Loop(looping) => self.breaks_with_mutable_reference(&looping.body),
            other => self.reference_of(other) == Reference::Mutable,
        }
    }

    /// The same of the values that jumps take along.
    fn breaks_with_mutable_reference(&self, block: &syn::Block) -> bool {
        struct Finder<'ast>(Vec<&'ast Expr>);
        impl<'ast> Visit<'ast> for Finder<'ast> {
            fn visit_expr_break(&mut self, jump: &'ast syn::ExprBreak) {
                self.0.extend(jump.expr.as_deref());
                visit::visit_expr_break(self, jump);
            }
        }
        let mut finder = Finder(Vec::new());
        finder.visit_block(block);
        finder.0.into_iter().any(|value| self.gives_mutable_reference(value))
    }

    /// The variable that a place belongs to.
    pub fn root(expr: &Expr) -> Option<String> {
        match expr {
            Expr::Paren(inner) => Self::root(&inner.expr),
            Expr::Group(inner) => Self::root(&inner.expr),
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            Expr::Field(field) => Self::root(&field.base),
            Expr::Index(index) => Self::root(&index.expr),
            Expr::Unary(unary) => Self::root(&unary.expr),
            Expr::Reference(reference) => Self::root(&reference.expr),
            Expr::MethodCall(call) => Self::root(&call.receiver),
            _ => None,
        }
    }

    /// Whether an expression's value depends on memory: it is rooted at the context, a buffer or shared memory.
    fn is_memory(&self, expr: &Expr) -> bool {
        let Some(root) = Self::root(expr) else { return false };
        if root == "self" {
            // Only procedures hold buffers.
            return self.input.role == super::Role::Execute || self.self_may_be_procedure();
        }
        self.scopes.find(&root).is_some_and(|variable| matches!(variable.kind, Kind::Context | Kind::Memory))
    }

    pub fn self_may_be_procedure(&self) -> bool {
        self.input.role == super::Role::Method && self.receiver == super::Receiver::Ref
    }

    fn self_effects(&self) -> Effects {
        let reads = matches!(self.receiver, super::Receiver::RefMut | super::Receiver::Value { mutable: true });
        Effects { reads, ..Effects::default() }
    }

    fn all<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Effects {
        exprs.into_iter().map(|expr| self.effects(expr)).fold(Effects::default(), Effects::and)
    }

    /// What a callee can do with an argument.
    fn handed_over(&self, argument: &Expr) -> Effects {
        match argument {
            Expr::Paren(inner) => self.handed_over(&inner.expr),
            Expr::Group(inner) => self.handed_over(&inner.expr),
            Expr::Reference(reference) => {
                let memory = self.is_memory(&reference.expr);
                Effects { reads: true, mutates: reference.mutability.is_some(), loads: memory, writes: memory }
            }
            Expr::Path(path) => {
                let Some(name) = path.path.get_ident().map(ToString::to_string) else { return Effects::default() };
                if name == "self" {
                    let memory = self.is_memory(argument);
                    let mutates = self.receiver == super::Receiver::RefMut;
                    return Effects { loads: memory, writes: memory, mutates, ..self.self_effects() };
                }
                match self.scopes.find(&name) {
                    Some(variable) => {
                        let memory = matches!(variable.kind, Kind::Context | Kind::Memory);
                        let mutates = variable.reference == Reference::Mutable;
                        Effects { reads: mutates, mutates, loads: memory, writes: memory }
                    }
                    None => Effects::default(),
                }
            }
            // Blocks with statements have all effects as it is.
            Expr::If(choice) => {
                let other = choice.else_branch.as_ref().map(|(_, other)| self.handed_over(other));
                self.handed_over_by(&choice.then_branch).and(other.unwrap_or_default())
            }
            Expr::Match(choice) => {
                choice.arms.iter().map(|arm| self.handed_over(&arm.body)).fold(Effects::default(), Effects::and)
            }
            Expr::Block(block) => self.handed_over_by(&block.block),
            _ => Effects::default(),
        }
    }

    fn handed_over_by(&self, block: &syn::Block) -> Effects {
        match block.stmts.last() {
            Some(Stmt::Expr(value, None)) => self.handed_over(value),
            _ => Effects::default(),
        }
    }

    fn method_effects(&self, call: &syn::ExprMethodCall) -> Effects {
        let name = call.method.to_string();
        let operands = self.effects(&call.receiver).and(self.all(call.args.iter()));
        // The library's take values; a method of the same name may be handed a buffer or a variable to change.
        let operands = call.args.iter().map(|argument| self.handed_over(argument)).fold(operands, Effects::and);
        if Self::is_pure_call(call) {
            return operands;
        }
        let memory = if Self::is_self(&call.receiver) { Effect::None } else { methods::of_memory(&name) };
        if memory == Effect::Loads {
            // Buffers and shared memory are not in variables that can change; what is may have such a method that changes it.
            let mutates = self.can_change(&call.receiver);
            return Effects {
                reads: operands.reads || mutates,
                mutates: operands.mutates || mutates,
                loads: true,
                ..operands
            };
        }
        if self.is_context(&call.receiver) {
            return match methods::of_context(&name).map(|method| method.effect) {
                Some(Effect::None) => operands,
                _ => Effects { loads: true, writes: true, ..operands },
            };
        }
        if memory != Effect::None {
            let mutates = self.can_change(&call.receiver);
            return Effects {
                reads: operands.reads || mutates,
                mutates: operands.mutates || mutates,
                loads: true,
                writes: true,
            };
        }
        // The fields of `self` are device types or buffers, and the methods of buffers were handled above.
        let own_field =
            Self::root(&call.receiver).is_some_and(|root| root == "self") && !matches!(&*call.receiver, Expr::Path(_));
        let memory = !own_field && self.is_memory(&call.receiver);
        let mutates = Self::is_place(&call.receiver) && self.can_change(&call.receiver);
        operands.and(Effects { reads: mutates, mutates, loads: memory, writes: memory })
    }

    /// Whether a call changes nothing and reads no memory, by its name: the library's methods of that name do not, and `#[device] impl`
    /// refuses them for methods that change their receiver. Those of `self` are the user's, who may read memory in them.
    pub fn is_pure_call(call: &syn::ExprMethodCall) -> bool {
        names::is_pure_method(&call.method.to_string()) && !Self::is_self(&call.receiver)
    }

    /// Whether an expression is `self`, whose methods are the user's.
    pub fn is_self(expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => Self::is_self(&inner.expr),
            Expr::Path(path) => path.path.is_ident("self"),
            _ => false,
        }
    }

    /// Whether a method could change this receiver.
    fn can_change(&self, receiver: &Expr) -> bool {
        match Self::root(receiver) {
            Some(root) if root == "self" => {
                matches!(self.receiver, super::Receiver::RefMut | super::Receiver::Value { mutable: true })
            }
            Some(root) => self
                .scopes
                .find(&root)
                .is_some_and(|variable| variable.mutable || variable.reference == Reference::Mutable),
            None => false,
        }
    }

    /// Whether the expression is the context itself.
    pub fn is_context(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_context(&inner.expr),
            Expr::Reference(inner) => self.is_context(&inner.expr),
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                self.scopes.find(&name.to_string()).is_some_and(|variable| variable.kind == Kind::Context)
            }),
            _ => false,
        }
    }

    fn block_effects(&self, block: &syn::Block) -> Effects {
        match block.stmts.as_slice() {
            [] => Effects::default(),
            [Stmt::Expr(expr, None)] => self.effects(expr),
            // Statements declare names that are not in scope here.
            _ => Effects::ANY,
        }
    }
}

/// What a variable of a block begins with, if its value is such a variable.
fn own_value<'b>(block: &'b syn::Block, tail: &Expr) -> Option<&'b Expr> {
    let Expr::Path(path) = tail else { return None };
    let name = path.path.get_ident()?;
    block.stmts.iter().rev().find_map(|statement| match statement {
        Stmt::Local(syn::Local { pat: syn::Pat::Ident(own), init: Some(init), .. }) if own.ident == *name => {
            Some(&*init.expr)
        }
        _ => None,
    })
}
