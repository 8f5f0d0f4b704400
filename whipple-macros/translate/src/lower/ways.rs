//! Calls of which rustc says what they mean: both texts, of which const evaluation leaves one.

use super::{Lowerer, lir::Node};
use crate::{
    ask,
    context::code,
    hir::{ExprId, ExprKind, Way},
};
use quote::quote_spanned;

impl Lowerer<'_, '_, '_> {
    /// An `if` whose condition is such an answer.
    pub fn either_way(&mut self, id: ExprId) -> Option<Node> {
        let ExprKind::If { condition, then, other: Some(other) } = self.body.kind(id) else { return None };
        let (ExprKind::Way(way), Some(value)) = (self.body.kind(*condition), then.value) else { return None };
        let (condition, other, span) = (*condition, *other, self.body.expr(id).first);
        let Some(question) = self.types.way(condition) else { return Some(Node::name("0")) };
        let answers = ask::answers_name(&self.translator.input.signature.ident);
        let [first, second] = [value, other].map(|value| Box::new(self.apart(value)));
        let answer = match way {
            Way::Array => 0_u64,
            Way::Iterator | Way::Option => 1,
        };
        let is_first = quote_spanned!(span=> ::whipple::private::given::is_way(#answers[#question], #answer));
        // Over types there may be no answer. Then it is taken for one of options, as elsewhere.
        let is_first = match way {
            Way::Option if self.translator.is_over_types() => {
                quote_spanned!(span=> (#is_first || #answers[#question].is_empty()))
            }
            _ => is_first,
        };
        Some(Node::Either(is_first, first, second, code::PRIMARY))
    }

    /// A value with its statements in it.
    fn apart(&mut self, id: ExprId) -> Node {
        let line = self.line;
        let (statements, value) = self.collect(|lowerer| lowerer.value(id));
        self.line = line;
        if statements.is_empty() { value } else { self.lambda_of(statements, value) }
    }
}
