//! What is known of variables and values: their C++, whether they are references, and what kind of value they are.

use super::{Lowerer, lir::Node};
use crate::{
    context::{Kind, Reference, last_name},
    hir::{Block, ExprId, ExprKind, LocalId, Operator, Root, Shape, Stmt},
    methods, names,
};
use syn::Lit;

/// What is known of a variable.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Its name; or, for what a pattern binds in a condition, the part that it stands for. Of a reference, what it refers to.
    pub node: Node,
    /// Of a reference that C++ keeps: the reference itself. Of what a function gave: what another variable gets.
    pub kept: Option<Node>,
    /// What is known of its type.
    pub kind: Kind,
}

impl Fact {
    /// A variable by its name.
    pub fn named(name: impl Into<String>, kind: Kind) -> Self {
        Self { node: Node::name(name), kept: None, kind }
    }

    /// A variable with what a function gave: a reference is one in C++, too.
    pub fn given(name: impl Into<String>, kind: Kind) -> Self {
        let node = Node::name(name);
        Self { kept: Some(Node::call("WHIPPLE_KEPT", vec![node.clone()])), node, kind }
    }

    /// The same of a variable that gets another value later: C++ keeps references in it.
    pub fn regiven(name: impl Into<String>, kind: Kind) -> Self {
        let kept = Node::name(name);
        Self { node: Node::call("num::behind", vec![kept.clone()]), kept: Some(kept), kind }
    }

    /// A variable that is a reference which C++ keeps by this name.
    pub fn kept(name: impl Into<String>, kind: Kind) -> Self {
        let kept = Node::name(name);
        Self { node: kept.clone().pointee(), kept: Some(kept), kind }
    }
}

impl Lowerer<'_, '_, '_> {
    /// What is known of a variable.
    pub fn fact(&self, local: LocalId) -> Fact {
        self.facts.get(&local).cloned().unwrap_or_else(|| Fact::named("0", Kind::Value))
    }

    /// Whether the value of an expression is a reference, which C++ has as what it refers to.
    pub fn reference_of(&self, id: ExprId) -> Reference {
        reference_in(self.body.shape(id))
    }

    /// Whether an expression is no place, and its C++ may be a variable all the same: a copy of it.
    pub fn is_unnamed_copy(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Field(base, _) | ExprKind::Index(base, _) => self.is_unnamed_copy(*base),
            ExprKind::Deref(of) => match self.body.kind(*of) {
                ExprKind::Borrow { of, .. } => self.is_unnamed_copy(*of),
                _ => false,
            },
            ExprKind::Block(..) | ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Loop(..) => {
                self.reference_of(id) == Reference::None
            }
            _ => false,
        }
    }

    /// Whether an expression never has a value.
    pub fn never_ends(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Return(_) | ExprKind::Break(..) | ExprKind::Continue(_) => true,
            ExprKind::Check { condition: None, .. } => true,
            ExprKind::Block(None, block) => match block.value {
                Some(value) => self.never_ends(value),
                None => {
                    block.statements.iter().any(|statement| matches!(statement, Stmt::Expr(id) if self.never_ends(*id)))
                }
            },
            ExprKind::If { then, other: Some(other), .. } => self.block_never_ends(then) && self.never_ends(*other),
            ExprKind::Match(_, arms) => !arms.is_empty() && arms.iter().all(|arm| self.never_ends(arm.value)),
            _ => false,
        }
    }

    fn block_never_ends(&self, block: &Block) -> bool {
        let ends = |statement: &Stmt| matches!(statement, Stmt::Expr(id) if self.never_ends(*id));
        block.statements.iter().any(ends) || block.value.is_some_and(|value| self.never_ends(value))
    }

    /// What is known of the value of an expression.
    pub fn kind_of(&self, id: ExprId) -> Kind {
        match self.body.kind(id) {
            ExprKind::Borrow { of, .. } => self.kind_of(*of),
            ExprKind::Local(local) => self.fact(*local).kind,
            ExprKind::Method { receiver, name, .. } if name == "shared" && self.body.is_context(*receiver) => {
                Kind::Memory
            }
            ExprKind::Field(..) if self.is_memory_place(id) => Kind::Memory,
            _ if self.is_bool(id) => Kind::Bool,
            _ if self.is_integer(id) => Kind::Integer,
            _ => Kind::Value,
        }
    }

    fn is_memory_place(&self, id: ExprId) -> bool {
        match self.body.root(id) {
            Some(Root::This) => self.translator.input.role == crate::context::Role::Execute,
            Some(Root::Local(local)) => matches!(self.fact(local).kind, Kind::Memory | Kind::Context),
            None => false,
        }
    }

    /// Whether an expression is clearly a `bool`: C++ would make an `int` of `a & b`.
    pub fn is_bool(&self, id: ExprId) -> bool {
        use Operator::{BitAnd, BitOr, BitXor, Eq, Ge, Gt, Le, Lt, Ne};
        match self.body.kind(id) {
            ExprKind::Literal(literal) => matches!(literal, Lit::Bool(_)),
            ExprKind::Local(local) => self.fact(*local).kind == Kind::Bool,
            ExprKind::And(..) | ExprKind::Or(..) => true,
            ExprKind::Not(of) | ExprKind::Deref(of) => self.is_bool(*of),
            ExprKind::Cast(_, ty) => last_name(ty).is_some_and(|name| name == "bool"),
            ExprKind::Binary(Eq | Ne | Lt | Le | Gt | Ge, ..) => true,
            // An operator of the user's may take a `bool` on one side.
            ExprKind::Binary(BitAnd | BitOr | BitXor, left, right) => self.is_bool(*left) && self.is_bool(*right),
            ExprKind::Method { name, .. } => methods::gives_bool(&name.to_string()),
            ExprKind::Block(..) | ExprKind::If { .. } | ExprKind::Match(..) => {
                let mut tails = Vec::new();
                self.body.tails(id, &mut tails);
                tails.into_iter().any(|tail| tail != id && self.is_bool(tail))
            }
            _ => false,
        }
    }

    /// Whether an expression is clearly an integer, so that C++ makes nothing else of `a & b`.
    pub fn is_integer(&self, id: ExprId) -> bool {
        use Operator::{BitAnd, BitOr, BitXor, Shl, Shr};
        match self.body.kind(id) {
            ExprKind::Literal(literal) => matches!(literal, Lit::Int(_) | Lit::Byte(_)),
            ExprKind::Local(local) => self.fact(*local).kind == Kind::Integer,
            ExprKind::Not(of) | ExprKind::Negate(of) | ExprKind::Deref(of) => self.is_integer(*of),
            ExprKind::Cast(_, ty) => last_name(ty).is_some_and(|name| names::is_integer(&name)),
            ExprKind::Binary(Shl | Shr, ..) => true,
            ExprKind::Binary(BitAnd | BitOr | BitXor, left, right) => self.is_integer(*left) || self.is_integer(*right),
            ExprKind::Method { name, .. } => names::is_integer_method(&name.to_string()),
            _ => false,
        }
    }

    /// Whether a value is or holds a `None` for which nobody has a type.
    pub fn is_open_none(&self, id: ExprId) -> bool {
        self.body.is_open_none(id) && !self.is_told_none(id)
    }

    /// Whether all `None`s of a value have been asked about.
    fn is_told_none(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::None(_) | ExprKind::Renewed(..) => self.types.none(id).is_some(),
            ExprKind::Repeat(of, _) | ExprKind::Some(of) => self.is_told_none(*of),
            ExprKind::Array(elements) | ExprKind::Tuple(elements) => elements.iter().all(|it| self.is_told_none(*it)),
            _ => true,
        }
    }

    /// Whether C++ sees no type in a value: a `None`, a number without a type, or what is made of them.
    pub fn is_open(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Tuple(elements) | ExprKind::Array(elements) => elements.iter().any(|it| self.is_open(*it)),
            ExprKind::Repeat(of, _) | ExprKind::Some(of) | ExprKind::Negate(of) | ExprKind::Not(of) => {
                self.is_open(*of)
            }
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) => {
                let mut tails = Vec::new();
                self.body.tails(id, &mut tails);
                !tails.is_empty() && tails.into_iter().all(|tail| tail != id && self.is_open(tail))
            }
            _ => self.is_open_none(id) || self.plain_number(id).is_some(),
        }
    }

    /// Whether a tuple, an array or an option has a `None`, for which another branch may have a type.
    pub fn holds_none(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Tuple(elements) | ExprKind::Array(elements) => {
                elements.iter().any(|element| self.is_open_none(*element) || self.holds_none(*element))
            }
            ExprKind::Repeat(value, _) | ExprKind::Some(value) => self.is_open_none(*value) || self.holds_none(*value),
            _ => false,
        }
    }
}

/// Whether something of a shape is a reference.
pub fn reference_in(shape: &Shape) -> Reference {
    match shape {
        Shape::Reference(true, _) => Reference::Mutable,
        Shape::Reference(false, _) => Reference::Shared,
        _ => Reference::None,
    }
}
