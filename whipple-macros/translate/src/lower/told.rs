//! What a function is told that has generic parameters which only its result shows.

use super::{Lowerer, lir::Node};
use crate::{
    ask,
    context::{
        self,
        code::{self, Code},
    },
    conversion::Conversion,
    hir::{ExprId, ExprKind},
    names,
    piece::{How, Piece, Pieces, Told},
};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{Ident, Path, Type};

/// What is said of a default of which nothing says the type.
const OPEN_DEFAULT: &str = "in a function with generic types, `Default::default()` does not say of which type; write `T::default()`, or the type at a `let`";

impl Lowerer<'_, '_, '_> {
    /// The arguments of a function of a module, which may be told what it gives.
    pub fn told_function(&mut self, call: ExprId, path: &Path, nodes: Vec<Node>) -> Vec<Node> {
        if path.segments.iter().any(|segment| !segment.arguments.is_none()) {
            return nodes;
        }
        let at = self.body.expr(call).first;
        let how = How::Function(self.translator.first_mention(path));
        self.told(call, how, at, nodes)
    }

    /// The same for a function of a type.
    pub fn told_associated(&mut self, call: ExprId, path: &Path, nodes: Vec<Node>) -> Vec<Node> {
        let owner = self.translator.owner_type(path);
        let is_generic = self.translator.mentions_generic(&owner);
        let is_plain = !is_generic && path.segments.iter().all(|segment| segment.arguments.is_none());
        match path.segments.last() {
            Some(name) if is_plain => self.told_by_type(call, &owner, &name.ident, nodes),
            _ => nodes,
        }
    }

    /// The same for a method.
    pub fn told_method(&mut self, call: ExprId, receiver: ExprId, name: &Ident, nodes: Vec<Node>) -> Vec<Node> {
        let name_text = names::unraw(name);
        if names::is_library_method(&name_text) || self.body.is_context(receiver) {
            return nodes;
        }
        if let (Some(question), false) = (self.types.result(call), self.translator.is_over_types()) {
            let answers = ask::answers_name(&self.translator.input.signature.ident);
            let how = quote_spanned!(name.span()=> ::whipple::private::given::how(#answers[#question]));
            return self.told(call, How::Expression(how), name.span(), nodes);
        }
        match self.type_of_receiver(receiver) {
            Some(owner) => self.told_by_type(call, &owner, name, nodes),
            None => nodes,
        }
    }

    /// What `Type::name(receiver, arguments)` is told: as a function of the type, and as a method of the receiver.
    pub fn told_either(&mut self, call: ExprId, path: &Path, has_arguments: bool) -> [Pieces; 2] {
        let Some(name) = path.segments.last().map(|last| last.ident.clone()) else { return Default::default() };
        let owner = self.translator.owner_type(path);
        let how = How::Expression(context::how(names::hash(&names::unraw(&name)), &owner, name.span()));
        [false, !has_arguments].map(|is_alone| self.told_as(call, &how, name.span(), is_alone).unwrap_or_default())
    }

    /// A `None` whose type rustc finds.
    pub fn asked_none(&self, id: ExprId, (question, must_be_seen): (usize, bool)) -> Node {
        let signature = self.translator.input.signature;
        let (answers, is_generic) = (ask::answers_name(&signature.ident), self.translator.has_untold_constants());
        let piece = quote_spanned! {self.body.expr(id).first=>
            ::whipple::private::Piece::Type(
                ::whipple::private::given::none(#answers[#question], #is_generic, #must_be_seen)
            )
        };
        Node::Text(Code::new(Pieces(vec![Piece::Tokens(piece)]), code::PRIMARY))
    }

    /// The type of what stands for a `None` or an `Err`, if rustc finds it and C++ does not.
    pub fn asked_none_type(&self, id: ExprId, (question, must_be_seen): (usize, bool)) -> Pieces {
        let signature = self.translator.input.signature;
        let (answers, is_generic) = (ask::answers_name(&signature.ident), self.translator.has_untold_constants());
        let piece = quote_spanned! {self.body.expr(id).first=>
            ::whipple::private::Piece::Type(
                ::whipple::private::given::type_of_none(#answers[#question], #is_generic, #must_be_seen)
            )
        };
        Pieces(vec![Piece::Tokens(piece)])
    }

    /// The type of a `Default::default()`: as it is written where the value goes, if rustc is not asked about it in each instance of the function.
    pub fn type_of_default(&mut self, id: ExprId) -> Pieces {
        let signature = self.translator.input.signature;
        let is_generic = self.translator.has_untold_constants();
        let question = self.types.made_by(id);
        let written = self.types.written_result(id).cloned();
        let at = self.body.expr(id).first;
        match (question, written) {
            (Some(question), None) if self.translator.is_over_types() => {
                self.answer_over_types(question, OPEN_DEFAULT, at)
            }
            (_, Some(ty)) if self.translator.is_over_types() => self.translator.kept_type(&ty),
            (Some(question), None) if is_generic => {
                let answers = ask::answers_name(&signature.ident);
                let piece = quote_spanned! {at=>
                    ::whipple::private::Piece::Type(::whipple::private::given::default(#answers[#question]))
                };
                Pieces(vec![Piece::Tokens(piece)])
            }
            (Some(question), _) if !is_generic => {
                Pieces(vec![Piece::Answer(ask::answers_name(&signature.ident), question)])
            }
            (_, Some(ty)) => {
                if !self.translator.mentions_generic(&ty) {
                    self.translator.require_seen_default(&ty);
                }
                self.translator.kept_type(&ty)
            }
            _ => {
                self.error(id, OPEN_DEFAULT);
                Pieces::new()
            }
        }
    }

    /// The type that a conversion gives.
    pub fn type_of_converted(&mut self, id: ExprId, conversion: &Conversion) -> Pieces {
        let signature = self.translator.input.signature;
        let Some(question) = self.types.made_by(id) else {
            let instead = match conversion {
                Conversion::Into => "write `Type::from(value)`",
                Conversion::TryInto | Conversion::TryFrom(_) => {
                    "write `value as Type`, and compare with its limits before"
                }
            };
            let written = conversion.written();
            self.error(
                id,
                &format!("in a function with generic types, `{written}` does not say what it makes; {instead}"),
            );
            return Pieces::new();
        };
        if self.translator.is_over_types() {
            let written = conversion.written();
            let message = format!(
                "in a function with generic types, `{written}` does not say what it makes; write the type at a `let` before"
            );
            return self.answer_over_types(question, &message, self.body.expr(id).first);
        }
        Pieces(vec![Piece::Answer(ask::answers_name(&signature.ident), question)])
    }

    /// An answer to a question of a function over types; what is said where there is none.
    pub fn answer_over_types(&self, question: usize, message: &str, at: Span) -> Pieces {
        let answers = ask::answers_name(&self.translator.input.signature.ident);
        let piece = quote_spanned! {at=>
            ::whipple::private::Piece::Type(::whipple::private::stand_in::answered(#answers[#question], #message))
        };
        Pieces(vec![Piece::Tokens(piece)])
    }

    fn told_by_type(&mut self, call: ExprId, owner: &Type, name: &Ident, nodes: Vec<Node>) -> Vec<Node> {
        let hash = names::hash(&names::unraw(name));
        let how = How::Expression(context::how(hash, owner, name.span()));
        self.told(call, how, name.span(), nodes)
    }

    /// The type of a receiver, as far as the body shows it.
    fn type_of_receiver(&self, receiver: ExprId) -> Option<Type> {
        match self.body.kind(receiver) {
            ExprKind::This => self.translator.input.self_type.cloned(),
            ExprKind::Borrow { of, .. } | ExprKind::Deref(of) => self.type_of_receiver(*of),
            ExprKind::Local(local) => {
                let mut ty = context::strip_type(self.body.local(*local).ty.as_ref()?);
                while let Type::Reference(reference) = ty {
                    ty = context::strip_type(&reference.elem);
                }
                let is_named = matches!(ty, Type::Path(path) if path.qself.is_none());
                (is_named && !self.translator.mentions_generic(ty)).then(|| self.translator.without_self_type(ty))
            }
            _ => None,
        }
    }

    fn told(&mut self, call: ExprId, how: How, at: Span, mut nodes: Vec<Node>) -> Vec<Node> {
        let is_alone = nodes.is_empty();
        let Some(told) = self.told_as(call, &how, at, is_alone) else { return nodes };
        if is_alone {
            return vec![Node::Text(Code::new(told, code::PRIMARY))];
        }
        let first = nodes.remove(0);
        nodes.insert(0, Node::Told(told, Box::new(first)));
        nodes
    }

    /// The first argument with its comma, unless it is alone. None where rustc has to refuse functions that want it.
    fn told_as(&mut self, call: ExprId, how: &How, at: Span, is_alone: bool) -> Option<Pieces> {
        let signature = self.translator.input.signature;
        let is_generic = self.translator.has_untold_constants();
        let written = self.types.written_result(call).cloned();
        Some(match (self.types.result(call), written) {
            (_, Some(ty)) if self.translator.is_over_types() => self.written(&ty, &how.expression(), is_alone),
            (Some(question), None) => asked(signature, how, question, [is_alone, is_generic], at),
            (Some(question), Some(_)) if !is_generic => asked(signature, how, question, [is_alone, false], at),
            (_, Some(ty)) => self.written(&ty, &how.expression(), is_alone),
            (None, None) => {
                let how = how.expression();
                let check = quote_spanned!(at=> const _: () = ::whipple::private::given::must_not_want(#how););
                self.translator.checks.insert(format!("told {}", call.0), check);
                return None;
            }
        })
    }

    /// By a type that is written.
    fn written(&mut self, ty: &Type, how: &TokenStream, is_alone: bool) -> Pieces {
        let wants = quote_spanned!(syn::spanned::Spanned::span(ty)=> ::whipple::private::given::wants(#how));
        let if_wanted = |piece: Piece| {
            let nothing = Box::new(Piece::Text(String::new()));
            Piece::Choice(wants.clone(), Box::new(piece), nothing)
        };
        let ty = self.translator.kept_type(ty);
        let mut pieces = Pieces::new();
        pieces.push(if_wanted(Piece::Text("num::Given<".to_owned())));
        ty.0.into_iter().for_each(|piece| pieces.push(if_wanted(piece)));
        pieces.push(if_wanted(Piece::Text(if is_alone { ">{}" } else { ">{}, " }.to_owned())));
        pieces
    }
}

/// By the answer to a question.
fn asked(
    signature: &syn::Signature,
    how: &How,
    question: usize,
    [is_alone, is_generic]: [bool; 2],
    at: Span,
) -> Pieces {
    let answer = (ask::answers_name(&signature.ident), question);
    Pieces(vec![Piece::Told(Told { how: how.clone(), answer, is_alone, is_generic, at })])
}
