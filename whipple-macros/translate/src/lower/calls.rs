//! Calls of functions.

use super::{Lowerer, lir::Node, operands::Use};
use crate::{
    context,
    exchange::Exchange,
    hir::{Callee, ExprId, ExprKind},
    methods::{self, Associated, Spelling},
    names,
    piece::Pieces,
};

impl Lowerer<'_, '_, '_> {
    /// A function of `std::mem`.
    fn exchanged(&mut self, id: ExprId, exchange: Exchange, arguments: &[ExprId]) -> Node {
        if let [place, value] = arguments {
            self.check_exchanged(*place, *value, exchange == Exchange::Swap);
        }
        let operands = arguments.iter().enumerate().map(|(index, argument)| {
            let is_value = exchange == Exchange::Replace && index == 1;
            (*argument, if is_value { Use::Kept } else { Use::Value })
        });
        let operands: Vec<(ExprId, Use)> = operands.collect();
        let exchanged = Node::call(format!("num::{}", exchange.name()), self.ordered(&operands));
        self.followed(id, exchanged)
    }

    /// A call.
    pub fn call(&mut self, id: ExprId, callee: &Callee, arguments: &[ExprId]) -> Node {
        match callee {
            Callee::Vector(name) => {
                let name = name.clone();
                Node::call(name, self.operands(arguments))
            }
            Callee::Exchange(exchange) => self.exchanged(id, *exchange, arguments),
            Callee::Converted(conversion) => {
                let ty = self.type_of_converted(id, conversion);
                let function = format!("{}<", conversion.function());
                Node::Call(
                    context::code::concat([Pieces::text(function), ty, Pieces::text(">")]),
                    self.operands(arguments),
                )
            }
            Callee::Measured(path, ty) => {
                Node::Text(context::code::Code::new(self.translator.measured(path, ty), context::code::PRIMARY))
            }
            Callee::Ranged(closed) => {
                let function = if *closed { "num::range_inclusive_of" } else { "num::range_of" };
                Node::call(function, self.operands(arguments))
            }
            Callee::Items => arguments.first().map_or_else(|| Node::name("0"), |closure| self.items(*closure)),
            Callee::Pulled => {
                // What an iterator refers to lasts as long as the loop.
                arguments.iter().for_each(|argument| self.keep_alive(*argument));
                Node::call("num::pulled", self.operands(arguments))
            }
            Callee::Foreign(foreign) => {
                let nodes = self.operands(arguments);
                Node::Call(self.named_foreign(foreign), nodes)
            }
            Callee::Default => {
                let ty = self.type_of_default(id);
                Node::Call(context::code::concat([Pieces::text("num::default_<"), ty, Pieces::text(">")]), Vec::new())
            }
            Callee::Struct(path) => {
                let ty = self.struct_type(id, path);
                let borrows = self.body.shape(id).holds_borrowing();
                Node::Braces(ty, self.braced(arguments, borrows))
            }
            Callee::Joined(path, members) => {
                let operands: Vec<(ExprId, Use)> = arguments.iter().map(|argument| (*argument, Use::Kept)).collect();
                let mut nodes = self.ordered(&operands);
                let base = nodes.split_off(members.len());
                let mut nodes: Vec<(Option<usize>, Node)> = members.iter().map(context::position).zip(nodes).collect();
                nodes.sort_by_key(|(position, _)| *position);
                let constructor = self.translator.constructor(path, members, !base.is_empty());
                Node::Call(constructor, nodes.into_iter().map(|(_, node)| node).chain(base).collect())
            }
            Callee::Variant(path) => {
                let nodes = self.braced(arguments, false);
                let Some(variant) = self.translator.variant_of(path) else { return Node::name("0") };
                let owner = self.owner_of_variant(id, &variant);
                let fields = Node::Braces(self.translator.variant_fields(owner.clone(), &variant), nodes);
                Node::Call(owner, vec![fields])
            }
            Callee::Primitive(ty, name) => self.primitive_call(ty, name, arguments),
            Callee::Parameter(local) => self.call_of_parameter(*local, arguments),
            Callee::Function(path) => self.function_call(id, path, arguments),
            Callee::Associated(path) => {
                if let Some(last) = path.segments.last().filter(|_| !has_arguments(path)) {
                    self.note_literals(&last.ident, arguments);
                }
                let keeps = self.keep_references(arguments);
                given_by(keeps, self.associated(id, path, arguments))
            }
        }
    }

    /// A call of a function of a module.
    fn function_call(&mut self, id: ExprId, path: &syn::Path, arguments: &[ExprId]) -> Node {
        let keeps = self.keep_references(arguments);
        let mut refused = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            // Beside references that are kept, a generic function would take a copy of another one.
            let shape = self.body.shape(*argument);
            // Where rustc is asked, it looks at what a function gave.
            let is_unseen = !self.may_ask() && shape.is_unknown() && shape.may_mutate();
            if self.is_no_copy(*argument) || is_unseen || keeps && shape.is_reference() {
                let at = self.body.expr(*argument).first;
                self.translator.require_not_deduced(path, position, &refused, at);
                refused.push(position);
            }
        }
        if !self.may_ask() && !has_arguments(path) {
            for (position, argument) in arguments.iter().enumerate() {
                if let Some(open) = self.says_nothing(*argument) {
                    self.translator.require_said(path, position, self.body.expr(open).first);
                }
            }
        }
        let nodes = self.operands(arguments);
        let nodes = self.told_function(id, path, nodes);
        given_by(keeps, Node::Call(self.translator.function_item(path), nodes))
    }

    /// Whether arguments keep references in what they are or refer to.
    pub fn keep_references(&self, arguments: &[ExprId]) -> bool {
        arguments.iter().any(|argument| self.body.shape(*argument).inner().holds_reference())
    }

    /// Whether rustc is asked about the types of this body.
    fn may_ask(&self) -> bool {
        crate::ask::can_be_asked(self.translator.input)
    }

    /// Notes a call by which C++ would choose the type of a literal: the program knows whether there is a choice.
    pub fn note_literals(&mut self, name: &syn::Ident, arguments: &[ExprId]) {
        if !self.may_ask() && arguments.iter().any(|argument| self.says_nothing(*argument).is_some()) {
            self.translator.literals.push(name.clone());
        }
    }

    /// The number or the `None` that leaves the type of an argument open in C++.
    fn says_nothing(&self, id: ExprId) -> Option<ExprId> {
        match self.body.kind(id) {
            ExprKind::Borrow { of, .. } | ExprKind::Some(of) | ExprKind::Repeat(of, _) => self.says_nothing(*of),
            ExprKind::Tuple(elements) => elements.iter().find_map(|element| self.says_nothing(*element)),
            ExprKind::Array(elements) => {
                let all: Option<Vec<ExprId>> = elements.iter().map(|element| self.says_nothing(*element)).collect();
                all?.first().copied()
            }
            ExprKind::None(path) => path.is_ident("None").then_some(id),
            _ => self.plain_number(id),
        }
    }

    fn primitive_call(&mut self, ty: &str, name: &str, arguments: &[ExprId]) -> Node {
        match methods::associated(ty, name) {
            Some(Associated::Function(_)) if name == "default" => Node::name(match ty {
                "bool" => "false".to_owned(),
                "char" => "Char(0u)".to_owned(),
                "f32" => "0.0f".to_owned(),
                "f64" => "0.0".to_owned(),
                integer => format!("0_{integer}"),
            }),
            Some(Associated::Function(function)) => {
                Node::call(function.cpp.replace("<T>", &format!("<{ty}>")), self.operands(arguments))
            }
            Some(Associated::Method(method)) if method.cpp == Spelling::Num => {
                Node::call(format!("num::{name}"), self.operands(arguments))
            }
            Some(Associated::Method(method)) if method.cpp == Spelling::Member && !arguments.is_empty() => {
                let mut nodes = self.operands(arguments).into_iter();
                let Some(receiver) = nodes.next() else { return Node::name("0") };
                Node::Method(Box::new(receiver), Pieces::text(names::method(name)), nodes.collect())
            }
            _ => {
                let hint = context::lacking(ty, name);
                match arguments.first() {
                    Some(first) => self.error(*first, &hint),
                    None => self.translator.errors.push_at(proc_macro2::Span::call_site(), &hint),
                }
                Node::name("0")
            }
        }
    }
}

/// What a function of the user's gives. A generic one gives the references that it was handed; as a value they are what they refer to.
pub fn given_by(keeps: bool, call: Node) -> Node {
    if keeps { Node::call("num::unreferenced", vec![call]) } else { call }
}

/// Whether a path says generic arguments of what it names.
fn has_arguments(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| !last.arguments.is_none())
}
