//! Calls of methods.

use super::{
    Lowerer,
    calls::given_by,
    lir::{How, Node},
    operands::Use,
};
use crate::{
    context::{Reference, code},
    fork,
    hir::{Effects, ExprId, ExprKind, Root, Shape, gives_content, is_part_giver},
    methods, names,
    piece::Pieces,
};
use syn::PathArguments;

impl Lowerer<'_, '_, '_> {
    /// `x.method(arguments)`
    pub fn method(&mut self, id: ExprId) -> Node {
        let ExprKind::Method { receiver, name, turbofish, arguments } = self.body.kind(id) else {
            return Node::name("0");
        };
        let (receiver, called, name) = (*receiver, name, name.to_string());
        let receiver_id = receiver;
        let shape = self.body.shape(receiver).clone();
        if name == "clone" && arguments.is_empty() {
            let value = self.value(receiver);
            // The clone of a reference is that reference.
            return if self.reference_of(id) == Reference::None {
                Node::call("num::clone", vec![value])
            } else {
                value
            };
        }
        let pointee = shape.pointee();
        if let (Shape::Option(of), "copied" | "cloned") = (pointee, name.as_str())
            && let Shape::Reference(_, to) = &**of
        {
            let value = self.value(receiver);
            let option = self.behind(receiver, value);
            // A reference to what keeps references is no other in C++ than that.
            return if to.holds_reference() { option } else { Node::call(format!("num::{name}"), vec![option]) };
        }
        if shape.inner().holds_reference() {
            return self.method_of_kept(id, receiver, &name, arguments);
        }
        if names::is_float_method(&name) {
            let nodes = self.taken_and_arguments(receiver, arguments);
            return self.method_as_function(id, called, format!("num::{name}"), nodes);
        }
        let on_self = matches!(self.body.kind(receiver), ExprKind::This);
        let takes_reference = matches!(name.as_str(), "ok_or" | "and") && self.body.shape(id).may_refer();
        let mut nodes = if takes_reference || pointee.held().is_unknown() && is_part_giver(&name) {
            self.receiver_and_kept_arguments(receiver, &name, arguments)
        } else if self.body.shape(id).holds_view() && self.is_new(receiver) {
            // The slices that it gives show elements that last.
            let receiver = self.new_value(receiver, false);
            std::iter::once(receiver).chain(self.operands(arguments)).collect::<Vec<_>>()
        } else {
            self.receiver_and_arguments(receiver, &name, arguments)
        }
        .into_iter();
        let Some(receiver) = nodes.next() else { return Node::name("0") };
        // Floats have a method of this name, and so may types of the user's: C++ tells them apart.
        if turbofish.is_none() && !on_self && methods::is_function(&name, arguments.len()) {
            let nodes = std::iter::once(receiver).chain(nodes).collect();
            return self.method_as_function(id, called, format!("num::{name}"), nodes);
        }
        let mut method = Pieces::text(names::method(&name));
        if let Some(turbofish) = turbofish {
            if !self.translator.generics.is_empty() {
                method = Pieces::text(format!("template {}", names::method(&name)));
            }
            let of_context = self.body.is_context(receiver_id);
            let names_procedure = of_context && fork::of_context(&name).is_some();
            let template = if names_procedure || (name == "fork" && self.body.is_join(receiver_id)) || name == "spawn" {
                self.translator.spawn_argument(turbofish)
            } else if name == "fork" && of_context {
                self.translator.fork_arguments(turbofish)
            } else {
                self.translator.template_arguments(&PathArguments::AngleBracketed(turbofish.clone()))
            };
            method = code::concat([method, template]);
        }
        let nodes = match turbofish {
            Some(_) => nodes.collect(),
            None => self.told_method(id, receiver_id, called, nodes.collect()),
        };
        if turbofish.is_none() {
            self.note_literals(called, arguments);
        }
        let keeps = !methods::has(&name, arguments.len()) && self.keep_references(arguments);
        let given = given_by(keeps, self.own_method(id, called, receiver, method, nodes));
        match gives_content(&name) && self.body.shape(id).is_unknown() {
            true => Node::call("num::behind", vec![given]),
            false => given,
        }
    }

    /// What a method that gives a part of it is called on, and arguments that may take the place of that part: references that C++ keeps.
    fn receiver_and_kept_arguments(&mut self, receiver: ExprId, name: &str, arguments: &[ExprId]) -> Vec<Node> {
        let arguments: Vec<(ExprId, Use)> = arguments.iter().map(|argument| (*argument, Use::Kept)).collect();
        if self.has_own_index(receiver) {
            let later: Vec<Effects> = arguments.iter().map(|(argument, _)| self.effects(*argument)).collect();
            let place = self.called_on(receiver, name);
            let place = self.behind(receiver, place);
            let place = self.in_order(receiver, Use::Place, place, self.address_effects(receiver), &later);
            return std::iter::once(place).chain(self.ordered(&arguments)).collect();
        }
        let is_changed = methods::changes_receiver(name, arguments.len());
        let how = if is_changed { Use::Place } else { Use::Taken };
        let operands: Vec<(ExprId, Use)> = std::iter::once((receiver, how)).chain(arguments).collect();
        let mut nodes = self.ordered(&operands);
        if is_changed {
            nodes[0] = self.behind(receiver, nodes[0].clone());
        }
        nodes
    }

    /// A method of the library of what keeps references.
    fn method_of_kept(&mut self, id: ExprId, receiver: ExprId, name: &str, arguments: &[ExprId]) -> Node {
        let whole = self.body.shape(receiver).pointee().clone();
        let wanted = match name {
            "unwrap_or" | "replace" | "fill" => whole.held(),
            "contains" => Shape::reference(false, whole.held()),
            "cmp" | "partial_cmp" => Shape::reference(false, whole),
            "or" | "xor" | "max" | "min" | "clamp" => whole,
            _ => Shape::Plain,
        };
        for argument in arguments.iter().filter(|_| wanted.holds_reference()) {
            self.check_taken(&wanted, *argument);
        }
        let is_changed = methods::changes_receiver(name, arguments.len());
        let mut operands = vec![(receiver, if is_changed { Use::Place } else { Use::Taken })];
        operands.extend(arguments.iter().map(|argument| (*argument, Use::Kept)));
        let mut nodes = self.ordered(&operands).into_iter();
        let Some(place) = nodes.next() else { return Node::name("0") };
        let place = if is_changed { self.behind(receiver, place) } else { place };
        if methods::is_function(name, arguments.len()) {
            return Node::call(format!("num::{name}"), std::iter::once(place).chain(nodes).collect());
        }
        self.followed(id, Node::Method(Box::new(place), Pieces::text(names::method(name)), nodes.collect()))
    }

    /// The receiver of a method that changes nothing and the arguments, in Rust's order.
    fn taken_and_arguments(&mut self, receiver: ExprId, arguments: &[ExprId]) -> Vec<Node> {
        let mut operands = vec![(receiver, Use::Taken)];
        operands.extend(arguments.iter().map(|argument| (*argument, Use::Value)));
        self.ordered(&operands)
    }

    /// What a method is called on, behind all references, and the arguments, in Rust's order.
    fn receiver_and_arguments(&mut self, receiver: ExprId, name: &str, arguments: &[ExprId]) -> Vec<Node> {
        let on_self = matches!(self.body.kind(receiver), ExprKind::This);
        if names::is_pure_method(name) && !on_self {
            return self.taken_and_arguments(receiver, arguments);
        }
        if !self.body.is_place(receiver) || self.is_constant(receiver) {
            return self.new_receiver_and_arguments(receiver, name, arguments);
        }
        // A method may change its receiver, so the receiver must stay the place itself. Only where an argument changes that place
        // did Rust copy it first: borrowing both would not compile.
        let root = self.body.root(receiver);
        if arguments.iter().any(|argument| self.changes(*argument, root)) {
            let value = self.value(receiver);
            let value = self.behind(receiver, value);
            let mut nodes = vec![self.named("value", How::Const, value)];
            nodes.extend(self.operands(arguments));
            return nodes;
        }
        if arguments.iter().any(|argument| self.may_change_receiver(*argument, receiver)) {
            // C++ knows whether the method changes what it is called on. If it does not, Rust has copied that.
            let place = self.called_on(receiver, name);
            let place = self.behind(receiver, place);
            let changes = Node::name(format!("WHIPPLE_CHANGES({})", names::method(name)));
            let chosen = Node::call("num::receiver", vec![changes, place]);
            let mut nodes = vec![self.named("receiver", How::Any, chosen)];
            nodes.extend(self.operands(arguments));
            return nodes;
        }
        if self.has_own_index(receiver) {
            let later: Vec<Effects> = arguments.iter().map(|argument| self.effects(*argument)).collect();
            let place = self.called_on(receiver, name);
            let place = self.behind(receiver, place);
            let place = self.in_order(receiver, Use::Place, place, self.address_effects(receiver), &later);
            let mut nodes = vec![place];
            nodes.extend(self.operands(arguments));
            return nodes;
        }
        let mut operands = vec![(receiver, Use::Place)];
        operands.extend(arguments.iter().map(|argument| (*argument, Use::Value)));
        let mut nodes = self.ordered(&operands);
        nodes[0] = self.behind(receiver, nodes[0].clone());
        nodes
    }

    /// The same for what is no variable, or is another value each time.
    fn new_receiver_and_arguments(&mut self, receiver: ExprId, name: &str, arguments: &[ExprId]) -> Vec<Node> {
        let is_constant = self.is_constant(receiver);
        let changes_constant = is_constant && methods::may_change_constant(name, arguments.len());
        let is_of_library = methods::has(name, arguments.len()) && !self.has_own_index(receiver);
        if is_of_library && !changes_constant && !self.is_unnamed_copy(receiver) {
            let ids: Vec<ExprId> = std::iter::once(receiver).chain(arguments.iter().copied()).collect();
            let mut nodes = self.operands(&ids);
            nodes[0] = self.behind(receiver, nodes[0].clone());
            return nodes;
        }
        // The method may change what is another value each time.
        let place = if is_constant {
            let value = self.value(receiver);
            self.named("value", How::Auto, value)
        } else {
            let place = self.receiver(receiver);
            let place = self.alive(receiver, place);
            self.chosen_place(receiver, name, place)
        };
        let needs_name = arguments.iter().any(|it| self.effects(receiver).conflicts(self.effects(*it)));
        let place =
            if needs_name && !matches!(place, Node::Text(_)) { self.named("value", How::Any, place) } else { place };
        let mut nodes = vec![self.behind(receiver, place)];
        nodes.extend(self.operands(arguments));
        nodes
    }

    /// Whether an argument may change what a method is called on: it calls a method on the same variable or hands that on, or it
    /// changes anything, and the variable refers to another.
    fn may_change_receiver(&self, argument: ExprId, receiver: ExprId) -> bool {
        let root = self.body.root(receiver);
        let (can_change, refers) = match root {
            Some(Root::Local(local)) => {
                let is_parameter = self.body.parameters.contains(&Some(local));
                let refers = self.body.local(local).shape.holds_reference() || self.body.may_be_mutable(local);
                (self.body.can_change(local), refers && !is_parameter)
            }
            Some(Root::This) => (self.effects.self_changes(), false),
            None => (true, true),
        };
        if self.body.is_context(receiver) || !self.effects(argument).mutates {
            return false;
        }
        let mut found = refers;
        self.body.each(argument, &mut |id| {
            let lent = |value: &ExprId| {
                self.body.root(*value) == root
                    && (self.body.shape(*value).holds_mutable()
                        || matches!(self.body.kind(*value), ExprKind::Local(local) if self.body.may_be_mutable(*local)))
            };
            found |= can_change
                && match self.body.kind(id) {
                    ExprKind::Method { receiver, name, arguments, .. } => {
                        let is_called = self.body.root(*receiver) == root && self.body.is_place(*receiver);
                        is_called && !names::is_pure_method(&name.to_string()) || arguments.iter().any(lent)
                    }
                    ExprKind::Call(_, arguments) => arguments.iter().any(lent),
                    _ => false,
                };
        });
        found
    }

    /// Whether evaluating an expression changes a part of a variable, or borrows one to change it.
    fn changes(&self, id: ExprId, root: Option<Root>) -> bool {
        let Some(root) = root else { return false };
        let is_part = |place: ExprId| self.body.root(place) == Some(root);
        let mut found = false;
        self.body.each(id, &mut |id| {
            found |= match self.body.kind(id) {
                ExprKind::Borrow { mutable: true, of } => is_part(*of),
                ExprKind::Assign(place, _) | ExprKind::Compound(_, place, _) => is_part(*place),
                ExprKind::TakeApart(parts, _) => {
                    let mut places = Vec::new();
                    parts.places(&mut places);
                    places.into_iter().any(is_part)
                }
                _ => false,
            };
        });
        found
    }
}
