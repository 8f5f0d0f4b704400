//! Calls of functions.

use super::{Lowerer, lir::Node, operands::Use};
use crate::{
    context,
    exchange::Exchange,
    hir::{Callee, ExprId},
    methods::{self, Associated, Spelling},
    names,
    piece::Pieces,
};

impl Lowerer<'_, '_, '_> {
    /// A call.
    pub fn call(&mut self, id: ExprId, callee: &Callee, arguments: &[ExprId]) -> Node {
        match callee {
            Callee::Vector(name) => {
                let name = name.clone();
                Node::call(name, self.operands(arguments))
            }
            Callee::Exchange(exchange) => {
                if let [place, value] = arguments {
                    self.check_exchanged(*place, *value, *exchange == Exchange::Swap);
                }
                let operands: Vec<(ExprId, Use)> = arguments
                    .iter()
                    .enumerate()
                    .map(|(index, argument)| {
                        let is_value = *exchange == Exchange::Replace && index == 1;
                        (*argument, if is_value { Use::Kept } else { Use::Value })
                    })
                    .collect();
                let exchanged = Node::call(format!("num::{}", exchange.name()), self.ordered(&operands));
                self.followed(id, exchanged)
            }
            Callee::Struct(path) => {
                let ty = self.translator.struct_type_of(path);
                Node::Braces(ty, self.braced(arguments))
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
                let nodes = self.braced(arguments);
                let Some(variant) = self.translator.variant_of(path) else { return Node::name("0") };
                let fields = Node::Braces(self.translator.variant_fields(&variant), nodes);
                Node::Call(self.translator.variant_owner(&variant), vec![fields])
            }
            Callee::Primitive(ty, name) => self.primitive_call(ty, name, arguments),
            Callee::Function(path) => {
                let mut numbered = arguments.iter().enumerate();
                if let Some((position, argument)) = numbered.find(|(_, argument)| self.is_no_copy(**argument)) {
                    let at = self.body.expr(*argument).first;
                    self.translator.require_not_deduced(path, position, at);
                }
                let nodes = self.operands(arguments);
                let nodes = self.told_function(id, path, nodes);
                Node::Call(self.translator.function_item(path), nodes)
            }
            Callee::Associated(path) => self.associated(id, path, arguments),
        }
    }

    fn primitive_call(&mut self, ty: &str, name: &str, arguments: &[ExprId]) -> Node {
        match methods::associated(ty, name) {
            Some(Associated::Function(_)) if name == "default" => Node::name(match ty {
                "bool" => "false".to_owned(),
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
                Node::Method(Box::new(receiver), Pieces::text(names::member(name)), nodes.collect())
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
