//! Functions that are handed to functions.

use super::{
    Lowerer,
    lir::{Node, StmtKind},
    loops::Frame,
};
use crate::{
    context::code::{self, Code},
    hir::{Block, Callee, ExprId, LocalId, Stmt},
    names,
    piece::{self, Pieces},
};
use quote::quote_spanned;
use syn::spanned::Spanned;

/// What a callable object does with all that it is handed.
const HANDED_ON: &str = "(static_cast<decltype(handed)&&>(handed)...); }";

impl Lowerer<'_, '_, '_> {
    /// `|a, b| …`, after the copies that it takes: all of them stand in the function that has the closure.
    pub fn closure(&mut self, before: &Block, parameters: &[Option<LocalId>], body: ExprId) -> Node {
        for statement in &before.statements {
            if let Stmt::Let(binding) = statement {
                self.let_statement(binding);
            }
        }
        let line = self.line;
        self.translator.scopes.push();
        let names = parameters.iter().map(|parameter| match parameter {
            Some(local) => {
                let name = self.fresh(*local);
                self.declare(*local, name.clone(), self.kind_of_local(*local));
                format!(" {name}")
            }
            None => String::new(),
        });
        let names: Vec<String> = names.collect();
        self.frames.push(Frame::lambda());
        let (mut statements, value) = self.collect(|lowerer| lowerer.value(body));
        self.frames.pop();
        self.translator.scopes.pop();
        let value =
            if self.body.shape(body).holds_reference() { Node::call("num::unreferenced", vec![value]) } else { value };
        statements.push(super::Stmt { line: self.line, kind: StmtKind::Return(Some(value)) });
        super::choices::drop_unused_labels(&mut statements);
        self.line = line;
        Node::Closure(names, statements)
    }

    /// A parameter that is a function, or a function by its name.
    pub fn function(&mut self, id: ExprId, callee: &Callee) -> Node {
        match callee {
            Callee::Parameter(local) => self.fact(*local).node,
            Callee::Function(path) => self.function_of_module(path),
            Callee::Associated(path) => self.function_of_type(path),
            _ => {
                self.error(id, "this cannot be handed to a function in device code; write a closure, as `|x| …`");
                Node::name("0")
            }
        }
    }

    /// A function of a module, or a constant with a small letter.
    fn function_of_module(&mut self, path: &syn::Path) -> Node {
        self.translator.require_not_open(path);
        let item = piece::of_function(&self.translator.first_mention(path), "item");
        let is_constant = quote_spanned!(path.span()=> #item.is_constant());
        let name = self.translator.function_item(path);
        let function = code::concat([Pieces::text("[](auto&&... handed) { return "), name, Pieces::text(HANDED_ON)]);
        let value = self.translator.item_pieces(path);
        let [value, function] = [value, function].map(|text| Box::new(Node::Text(Code::new(text, code::PRIMARY))));
        Node::Either(is_constant, value, function, code::PRIMARY)
    }

    /// `Type::name`, which may be a method.
    fn function_of_type(&mut self, path: &syn::Path) -> Node {
        let Some((owner, name)) = self.translator.owner_of(path) else { return Node::name("0") };
        self.translator.require_own(path, &name);
        let ty = self.translator.owner_type(path);
        let is_method = self.translator.has_receiver(&ty, &name);
        let last = path.segments.last().map(|last| last.arguments.clone()).unwrap_or_default();
        let template = self.translator.template_arguments(&last);
        let member = Pieces::text(names::method(&name));
        let method = code::concat([
            Pieces::text("[](auto&& first, auto&&... handed) { return first."),
            member.clone(),
            template.clone(),
            Pieces::text(HANDED_ON),
        ]);
        let function = code::concat([
            Pieces::text("[](auto&&... handed) { return "),
            owner,
            Pieces::text("::"),
            member,
            template,
            Pieces::text(HANDED_ON),
        ]);
        let [method, function] = [method, function].map(|text| Box::new(Node::Text(Code::new(text, code::PRIMARY))));
        Node::Either(is_method, method, function, code::PRIMARY)
    }

    /// `f(x)` of a parameter: what it is handed has the types that the parameter's says.
    pub fn call_of_parameter(&mut self, local: LocalId, arguments: &[ExprId]) -> Node {
        let nodes = self.operands(arguments);
        let name = self.body.local(local).name.to_string();
        let Some(callable) = self.translator.callables.get(&name).cloned() else { return Node::name("0") };
        let handed = nodes.into_iter().zip(callable.handed).map(|(node, ty)| {
            Node::Call(code::concat([Pieces::text("static_cast<"), ty, Pieces::text(">")]), vec![node])
        });
        let function = self.fact(local).node;
        let called = code::concat([Pieces::text("num::called<"), callable.gives, Pieces::text(">")]);
        Node::Call(called, std::iter::once(function).chain(handed).collect())
    }
}
