//! Calls of what belongs to a type: `Type::name(a, b)`.

use super::{Lowerer, lir::Node};
use crate::{
    context::{code, last_name},
    hir::{ExprId, ExprKind},
    methods::{self, Associated},
    names,
    piece::Pieces,
};
use proc_macro2::TokenStream;

impl Lowerer<'_, '_, '_> {
    /// `Type::name(a, b)`: C++ writes it as it is for an associated function and as `a.name(b)` for a method. Which one it
    /// is, only rustc knows: types list their methods. So does it know whether the type is an alias of a number's.
    pub fn associated(&mut self, id: ExprId, path: &syn::Path, arguments: &[ExprId]) -> Node {
        let Some((owner, name)) = self.translator.owner_of(path) else { return Node::name("0") };
        let ty = self.translator.owner_type(path);
        let is_self = path.segments.first().is_some_and(|first| first.ident == "Self");
        let owner = self.instance(id, (&ty, is_self), owner);
        let ty = if has_arguments(&ty) { self.translator.item_type(&ty) } else { ty };
        let nodes = self.operands(arguments);
        let last = path.segments.last().map(|last| last.arguments.clone()).unwrap_or_default();
        let template = self.translator.template_arguments(&last);
        let is_plain = template.0.is_empty();
        if self.translator.mentions_generic(&ty) {
            let function = generic_function(&name, &owner, arguments.len(), template);
            let is_of_std = matches!((name.as_str(), arguments.len()), ("default", 0) | ("from", _) | ("clone", 1));
            if self.translator.may_be_foreign(&ty) && is_plain && !is_of_std {
                let plain = || code::concat([owner.clone(), Pieces::text(format!("::{}", names::method(&name)))]);
                let hash = names::hash_of_method(&name);
                let head = code::concat([Pieces::text(format!("WHIPPLE_STATIC({hash}ull, ")), owner.clone()]);
                let function =
                    code::concat([head, Pieces::text(", "), function.unwrap_or_else(plain), Pieces::text(")")]);
                return Node::Call(function, nodes);
            }
            if let Some(function) = function {
                return Node::Call(function, nodes);
            }
        }
        let of_library = self.of_built_in(path, &name, &owner, (arguments, &nodes));
        let of_user = self.of_type(id, path, owner, &name, arguments, nodes);
        match of_library {
            Some((is_built_in, call)) => Node::Either(is_built_in, Box::new(call), Box::new(of_user), code::PRIMARY),
            None => of_user,
        }
    }

    /// A call of what an item of the user's has.
    fn of_type(
        &mut self,
        id: ExprId,
        path: &syn::Path,
        owner: Pieces,
        name: &str,
        arguments: &[ExprId],
        nodes: Vec<Node>,
    ) -> Node {
        let member = names::method(name);
        let last = path.segments.last().map(|last| last.arguments.clone()).unwrap_or_default();
        let template = self.translator.template_arguments(&last);
        if !self.may_be_method(path, arguments) {
            let is_generic = self.translator.mentions_generic(&self.translator.owner_type(path));
            let member =
                if is_generic && !last.is_none() { format!("::template {member}") } else { format!("::{member}") };
            let name = code::concat([owner, Pieces::text(member), template]);
            return Node::Call(name, self.told_associated(id, path, nodes));
        }
        let mut nodes = nodes.into_iter();
        let Some(receiver) = nodes.next() else { return Node::name("0") };
        let ty = self.translator.item_type(&self.translator.owner_type(path));
        let of = last_name(&ty).unwrap_or_default();
        if names::is_vector(&of) && matches!(methods::associated(&of, name), Some(Associated::Method(_))) {
            return Node::Method(Box::new(receiver), Pieces::text(member), nodes.collect());
        }
        let is_method = self.translator.has_receiver(&ty, name);
        let told = if last.is_none() { self.told_either(id, path, arguments.len() > 1) } else { Default::default() };
        Node::MethodOr {
            is_method,
            told,
            owner,
            name: member,
            template,
            receiver: Box::new(receiver),
            arguments: nodes.collect(),
        }
    }

    /// The call if the type is an alias of one of the library's, and the constant that says so. None where the call is written
    /// as that of an item, or cannot be one.
    fn of_built_in(
        &mut self,
        path: &syn::Path,
        name: &str,
        owner: &Pieces,
        (arguments, nodes): (&[ExprId], &[Node]),
    ) -> Option<(TokenStream, Node)> {
        let ty = self.translator.owner_type(path);
        if last_name(&ty).is_some_and(|last| names::is_vector(&last)) || !methods::is_of_built_in(name) {
            return None;
        }
        let mut nodes = nodes.to_vec();
        if let (Some(first), Some(receiver)) = (nodes.first_mut(), arguments.first())
            && self.plain_number(*receiver).is_some()
        {
            *first = Node::Call(owner.clone(), vec![first.clone()]);
        }
        let call = match (name, nodes.as_slice()) {
            ("default" | "from" | "from_bits", _) => Node::Call(function(name, owner), nodes.to_vec()),
            (_, [_, rest @ ..]) if methods::is_function(name, rest.len()) => {
                Node::call(format!("num::{name}"), nodes.to_vec())
            }
            (_, [receiver, rest @ ..]) => {
                Node::Method(Box::new(receiver.clone()), Pieces::text(names::method(name)), rest.to_vec())
            }
            _ => return None,
        };
        Some((self.translator.is_built_in(&ty, name), call))
    }

    /// Whether `Type::name(a, b)` could mean `a.name(b)`.
    fn may_be_method(&self, path: &syn::Path, arguments: &[ExprId]) -> bool {
        let is_plain = path.segments.iter().rev().skip(1).all(|segment| segment.arguments.is_none());
        let is_generic = self.translator.generics.contains_key(&path.segments[0].ident.to_string());
        let first = arguments.first().map(|first| self.body.kind(*first));
        is_plain && !is_generic && first.is_some_and(|first| !matches!(first, ExprKind::Literal(_)))
    }
}

/// Whether a type is named with arguments.
fn has_arguments(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| !last.arguments.is_none()))
}

/// `T::name(a, b)` of a generic parameter. Numbers have no member `default` or `from`; of others C++ finds out whether it is a
/// method.
fn generic_function(name: &str, owner: &Pieces, arguments: usize, template: Pieces) -> Option<Pieces> {
    let member = names::method(name);
    let keyword = if template.0.is_empty() { "" } else { "template " };
    let named = |before: &str, after: &str| {
        let name = Pieces::text(format!("{before}{keyword}{member}"));
        code::concat([name, template.clone(), Pieces::text(after)])
    };
    let member_call = named("first.", "(rest...)");
    let is_method = code::concat([Pieces::text("requires { "), member_call.clone(), Pieces::text("; }")]);
    let (is_method, method) = match (name, arguments) {
        ("default", 0) | ("from", _) => return Some(function(name, owner)),
        (_, 0) => return None,
        ("clone", 1) => (Pieces::text("requires { num::clone(first); }"), Pieces::text("num::clone(first)")),
        // Numbers have no members.
        _ if template.0.is_empty() && methods::is_function(name, arguments - 1) => (
            code::concat([Pieces::text("(!ClassType<Of> || "), is_method, Pieces::text(")")]),
            Pieces::text(format!("num::{name}(first, rest...)")),
        ),
        _ => (is_method, member_call),
    };
    Some(code::concat([
        Pieces::text(
            "[&]<class Of>(auto&& first, auto&&... rest) -> decltype(auto) { \
             if constexpr (SameAs<Plain<decltype(first)>, Of> && ",
        ),
        is_method,
        Pieces::text(") return "),
        method,
        Pieces::text("; else return "),
        named("Of::", "(first, rest...); }.template operator()<"),
        owner.clone(),
        Pieces::text(">"),
    ]))
}

/// The library's function of this name for any type.
fn function(name: &str, owner: &Pieces) -> Pieces {
    code::concat([Pieces::text(format!("num::{}<", names::method(name))), owner.clone(), Pieces::text(">")])
}
