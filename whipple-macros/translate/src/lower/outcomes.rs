//! `Ok` and `Err`, and what methods make of an `Option` or a `Result`.

use super::{Lowerer, lir::Node, operands::Use};
use crate::{
    ask,
    context::{code, is_left_open, result, strip_type, types_in},
    hir::{ExprId, Renewal},
    piece::{Piece, Pieces},
};
use quote::quote_spanned;
use syn::{Path, ReturnType, Type};

impl Lowerer<'_, '_, '_> {
    /// `Ok(value)`, `Err(value)`: C++ has its type.
    pub fn outcome(&mut self, id: ExprId, is_ok: bool, path: &Path, value: ExprId) -> Node {
        let ty = self.type_of_outcome(id, path);
        let made = code::concat([Pieces::text(if is_ok { "num::ok<" } else { "num::err<" }), ty, Pieces::text(">")]);
        let value = self.kept(value);
        Node::Call(made, vec![value])
    }

    /// As the path says it, as it is written where the value goes, or as rustc finds it.
    fn type_of_outcome(&mut self, id: ExprId, path: &Path) -> Pieces {
        if let Some(arguments) = types_in(path) {
            return self.translator.result_of(arguments);
        }
        let written = self.types.written_result(id).cloned();
        if let Some(written) = written.filter(is_result) {
            return self.translator.type_pieces(strip_type(&written));
        }
        let Some(question) = self.types.outcome(id) else {
            self.error(id, "in a function with generic types, device code does not see the type of this `Result`: write it, as `Ok::<u32, Fault>(x)`, or at a `let`");
            return Pieces::text("Unit");
        };
        let signature = self.translator.input.signature;
        let is_generic = self.translator.has_untold_constants();
        let answers = ask::answers_name(&signature.ident);
        let piece = quote_spanned! {self.body.expr(id).first=>
            ::whipple::private::Piece::Type(
                ::whipple::private::given::type_of_outcome(#answers[#question], #is_generic)
            )
        };
        Pieces(vec![Piece::Tokens(piece)])
    }

    /// What a method makes of what it is called on.
    pub fn renewed(&mut self, id: ExprId, renewal: Renewal, of: ExprId, value: Option<ExprId>) -> Node {
        let name = match renewal {
            Renewal::Mapped => "num::mapped",
            Renewal::Absent => "num::absent",
            Renewal::Succeeded => "num::succeeded",
            Renewal::Failed => "num::failed",
            Renewal::Raised => "num::raised",
            Renewal::Left => {
                let error = self.value(of);
                return Node::Call(self.leaving("num::left_with<"), vec![error]);
            }
        };
        let how = if matches!(renewal, Renewal::Mapped | Renewal::Failed) { Use::Kept } else { Use::Value };
        let operands: Vec<(ExprId, Use)> =
            std::iter::once((of, Use::Value)).chain(value.map(|value| (value, how))).collect();
        let made = Node::call(name, self.ordered(&operands));
        match self.types.none(id) {
            Some((question, must_be_seen)) => {
                let ty = self.asked_none_type(id, (question, must_be_seen));
                Node::Call(ty, vec![made])
            }
            None => made,
        }
    }

    /// What `?` asks, and what it leaves the function with.
    pub fn left_by(&mut self, value: &Node) -> (&'static str, Node) {
        match &self.translator.input.signature.output {
            ReturnType::Type(_, ty) if is_result(ty) => {
                ("is_err", Node::Call(self.leaving("num::left<"), vec![value.clone()]))
            }
            _ => ("is_none", Node::name("none")),
        }
    }

    /// A function that gives what the function around returns, which is a `Result`.
    fn leaving(&mut self, function: &str) -> Pieces {
        let whole = match &self.translator.input.signature.output {
            ReturnType::Type(_, ty) => self.translator.type_pieces(strip_type(ty)),
            ReturnType::Default => Pieces::new(),
        };
        code::concat([Pieces::text(function), whole, Pieces::text(">")])
    }
}

/// Whether a type is a `Result` of two types that are written.
fn is_result(ty: &Type) -> bool {
    let Type::Path(path) = strip_type(ty) else { return false };
    result(&path.path).is_some_and(|(value, error)| !is_left_open(value) && !is_left_open(error))
}
