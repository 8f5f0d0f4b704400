//! Methods, functions and constants that types of the library may have by traits of the user's (`foreign.cuh`).
//!
//! Where rustc says of which type a method is, the text is one or the other. In a function with generic types C++ finds out, and then a bound
//! may be met by a type of the library.

use super::{Lowerer, lir::Node};
use crate::{
    ask,
    context::{self, strip_type},
    hir::{ExprId, ExprKind, Foreign},
    names,
    piece::Pieces,
};
use quote::quote_spanned;
use syn::Ident;

impl Lowerer<'_, '_, '_> {
    /// The call of a method that the library does not have, on what is behind all references.
    pub fn own_method(&mut self, id: ExprId, called: &Ident, receiver: Node, name: Pieces, nodes: Vec<Node>) -> Node {
        if let Some(question) = self.types.foreign(id) {
            let answers = ask::answers_name(&self.translator.input.signature.ident);
            let answer = quote_spanned!(called.span()=> #answers[#question]);
            let hash = names::hash_of_method(&called.to_string());
            let has_arguments =
                matches!(self.body.kind(id), ExprKind::Method { arguments, .. } if !arguments.is_empty());
            let receiver = Box::new(receiver);
            return Node::Foreign { answer, hash, receiver, name, arguments: nodes, has_arguments };
        }
        if !self.may_be_foreign(id) {
            return Node::Method(Box::new(receiver), name, nodes);
        }
        let callee = macro_of("WHIPPLE_METHOD", called, name);
        Node::Call(callee, std::iter::once(receiver).chain(nodes).collect())
    }

    /// The call of a function of the library for a method of this name, with what it is called on.
    pub fn method_as_function(&mut self, id: ExprId, called: &Ident, function: String, nodes: Vec<Node>) -> Node {
        if !self.may_be_foreign(id) {
            return Node::call(function, nodes);
        }
        Node::Call(macro_of("WHIPPLE_FUNCTION", called, Pieces::text(function)), nodes)
    }

    /// A function or a constant that a type of the library has by a trait, as a function.
    pub fn named_foreign(&mut self, foreign: &Foreign) -> Pieces {
        let Foreign { of_trait, ty, name, is_constant } = foreign;
        self.translator.named_foreign((of_trait, ty, name, *is_constant))
    }

    /// Whether C++ finds out whether a method is one of a trait for a type of the library.
    fn may_be_foreign(&self, id: ExprId) -> bool {
        let ExprKind::Method { receiver, .. } = self.body.kind(id) else { return false };
        let receiver = *receiver;
        if !self.translator.has_bounds_of_user() || self.body.is_context(receiver) {
            return false;
        }
        match self.body.kind(receiver) {
            ExprKind::This | ExprKind::Literal(_) => false,
            ExprKind::Local(local) => match &self.body.local(*local).ty {
                Some(ty) => {
                    let mut ty = strip_type(ty);
                    while let syn::Type::Reference(reference) = ty {
                        ty = strip_type(&reference.elem);
                    }
                    self.translator.mentions_generic(ty) || context::last_name(ty).is_some_and(|name| name == "Self")
                }
                None => true,
            },
            _ => true,
        }
    }
}

/// `MACRO(hash, callee)`
fn macro_of(name: &str, called: &Ident, callee: Pieces) -> Pieces {
    let hash = names::hash_of_method(&called.to_string());
    let mut pieces = Pieces::text(format!("{name}({hash}ull, "));
    pieces.append(callee);
    pieces.push_text(")");
    pieces
}
