//! Patterns: what they test, and what they bind.

use super::{
    Dest, Lowerer,
    facts::Fact,
    lir::{How, Node, StmtKind},
    subjects::{Alias, Subject, Whole},
};
use crate::{
    context::{Kind, code, is_named_like_a_type},
    hir::{At, Block, ExprId, ExprKind, LocalId, Pat, PatKind, Shape},
    piece::Pieces,
    ty::Written,
};

/// A variable that a pattern binds to a part of what it looks at.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The variable.
    pub local: LocalId,
    /// The part.
    pub node: Node,
    /// How the variable stands to it.
    pub alias: Alias,
    /// What is known of the part's type.
    pub kind: Kind,
    /// Whether the part stays as it is.
    pub stays: bool,
    /// Whether the part is a new value, which needs a name of its own.
    pub is_new: bool,
    /// What says whether it is a reference, if only C++ knows, and the part as C++ keeps it.
    pub given: Option<(Node, Node)>,
}

impl Binding {
    /// What C++ makes of the part by one of the macros for what functions gave.
    pub fn given_as(&self, name: &str) -> Option<Node> {
        let (whole, part) = self.given.clone()?;
        Some(Node::call(name, vec![whole, part]))
    }
}

/// What a pattern demands and binds.
#[derive(Clone, Debug, Default)]
pub struct Test {
    /// All must hold.
    pub conditions: Vec<Node>,
    /// In source order.
    pub bindings: Vec<Binding>,
}

impl Test {
    /// The conditions joined by `&&`; `None` when the pattern always matches.
    pub fn condition(&self) -> Option<Node> {
        let all = self.conditions.iter().cloned();
        all.reduce(|left, right| Node::infix("&&", left, right, code::AND))
    }
}

impl Lowerer<'_, '_, '_> {
    /// Adds what `pattern` demands of `subject` and binds.
    pub fn pattern(&mut self, pattern: &Pat, subject: &Subject, test: &mut Test) {
        match (&pattern.kind, subject) {
            (PatKind::Wild, _) => {}
            (PatKind::Or(cases), _) => self.alternatives(cases, subject, test),
            (PatKind::Tuple(elements, _), Subject::Tuple(subjects)) => {
                for (at, element) in elements {
                    let index = match at {
                        At::Start(index) => Some(*index),
                        At::End(after) => subjects.len().checked_sub(after + 1),
                        At::Rest(..) => None,
                    };
                    if let Some(subject) = index.and_then(|index| subjects.get(index)) {
                        self.pattern(element, subject, test);
                    }
                }
            }
            (_, Subject::Tuple(_)) => {}
            (PatKind::Bind(local, inner), Subject::Whole(whole)) => {
                if let Some(inner) = inner {
                    self.pattern(inner, subject, test);
                }
                self.bound(pattern, *local, whole, test);
            }
            (PatKind::Deref(inner), Subject::Whole(whole)) => {
                let target = match whole.shape {
                    Shape::Reference(..) | Shape::View(..) | Shape::Given(_) => whole.target(),
                    _ => Whole { alias: Alias::Copy, kind: Kind::Value, given: None, ..(**whole).clone() },
                };
                self.pattern(inner, &Subject::whole(target), test);
            }
            (_, Subject::Whole(whole)) => self.parts_of_pattern(pattern, &whole.behind(), test),
        }
    }

    /// As [`Self::pattern`], of a pattern that looks behind references.
    fn parts_of_pattern(&mut self, pattern: &Pat, whole: &Whole, test: &mut Test) {
        let node = whole.node.clone();
        // A slice or a reference in a tuple lends its own parts.
        let whole = &Whole { given: whole.given_of_parts(), ..whole.clone() };
        match &pattern.kind {
            PatKind::Equal(value) => {
                let condition = self.equal(*value, node);
                test.conditions.push(condition);
            }
            PatKind::Range { start, end, closed } => {
                if let Some(start) = start {
                    let start = self.compared(*start, &node);
                    test.conditions.push(Node::infix(">=", node.clone(), start, code::RELATION));
                }
                if let Some(end) = end {
                    let end = self.compared(*end, &node);
                    test.conditions.push(Node::infix(if *closed { "<=" } else { "<" }, node, end, code::RELATION));
                }
            }
            PatKind::None => test.conditions.push(node.ask("is_none")),
            PatKind::Some(inner) => {
                test.conditions.push(node.clone().ask("is_some"));
                let value = whole.part(node.member("value"), whole.shape.held());
                self.pattern(inner, &Subject::whole(value), test);
            }
            PatKind::Outcome(is_ok, inner) => {
                let (asks, member) = if *is_ok { ("is_ok", "value") } else { ("is_err", "error") };
                test.conditions.push(node.clone().ask(asks));
                // Where one of both may be a reference, C++ says which.
                let shape = match &whole.shape {
                    shape if *is_ok || shape.is_unknown() => shape.held(),
                    _ => Shape::Plain,
                };
                let value = whole.part(node.member(member), shape);
                self.pattern(inner, &Subject::whole(value), test);
            }
            PatKind::Variant(path, fields) => {
                let Some(variant) = self.translator.variant_of(path) else { return };
                test.conditions.push(self.is_variant(node.clone(), &variant));
                self.fields(fields, node.member("fields_").member(variant.member()), whole, test);
            }
            PatKind::Struct(fields) => self.fields(fields, node, whole, test),
            PatKind::Tuple(elements, _) => {
                for (at, element) in elements {
                    let place = match (at, &whole.shape) {
                        (At::Start(index), _) => node.clone().member(format!("_{index}")),
                        (At::End(after), _) => Node::call(format!("num::from_end<{after}>"), vec![node.clone()]),
                        (At::Rest(..), _) => continue,
                    };
                    self.pattern(element, &Subject::whole(whole.part(place, at.shape_in(&whole.shape))), test);
                }
            }
            PatKind::Array(elements, is_whole) => {
                let count = elements.iter().filter(|(at, _)| !matches!(at, At::Rest(..))).count();
                test.conditions.extend(whole.has_length(count, *is_whole));
                for (at, element) in elements {
                    let part = self.part_of_array(*at, element, whole);
                    self.pattern(element, &Subject::whole(part), test);
                }
            }
            PatKind::Wild | PatKind::Bind(..) | PatKind::Or(_) | PatKind::Deref(_) => {}
        }
    }

    /// An element of an array, or a copy of several.
    fn part_of_array(&mut self, at: At, element: &Pat, whole: &Whole) -> Whole {
        let node = whole.node.clone();
        match at {
            At::Start(index) => whole.part(node.index(Node::name(index.to_string())), whole.shape.held()),
            At::End(after) => {
                let place = Node::call(format!("num::from_end<{after}>"), vec![node]);
                whole.part(place, whole.shape.held())
            }
            At::Rest(before, after) if let Shape::Slice(of) = &whole.shape => {
                if self.borrows(element) {
                    let hint = "`ref` stands before no part of a slice in device code; match a reference: `match &mut *values`";
                    self.translator.errors.push_at(element.span, hint);
                }
                whole.middle(before, after, of)
            }
            At::Rest(before, after) if whole.may_be_slice && !self.borrows(element) => {
                // Of what was handed values alone, no array is lent.
                let given = whole.given.as_ref().map_or(Pieces::text("0"), |given| crate::emit::text(given, self.line));
                let start = Pieces::text(format!("num::rest_of_given<{before}, {after}, decltype("));
                let name = code::concat([start, given, Pieces::text(")>")]);
                let rest = Node::Call(name, vec![node]);
                Whole { alias: Alias::Copy, is_new: true, given: None, ..whole.part(rest, Shape::Plain) }
            }
            At::Rest(before, after) => {
                let rest = Node::call(format!("num::rest<{before}, {after}>"), vec![node]);
                if whole.alias == Alias::Mutable || self.borrows(element) {
                    let hint = "a part of an array is a copy in device code, which cannot be borrowed; change the elements by their indices";
                    self.translator.errors.push_at(element.span, hint);
                }
                Whole { alias: Alias::Copy, is_new: true, ..whole.part(rest, whole.shape.clone()) }
            }
        }
    }

    fn fields(&mut self, fields: &[(syn::Member, Pat)], of: Node, whole: &Whole, test: &mut Test) {
        for (member, field) in fields {
            let name = self.translator.member_name(member);
            let part = whole.part(of.clone().member(name), whole.shape.field());
            self.pattern(field, &Subject::whole(part), test);
        }
    }

    fn bound(&mut self, pattern: &Pat, local: LocalId, whole: &Whole, test: &mut Test) {
        let known = self.body.local(local);
        let (mutable, by_ref) = (known.mutable, known.by_ref);
        let Whole { node, kept, shape, alias, kind, stays, is_new, given, .. } = whole.clone();
        if let (Some(given), None) = (given, by_ref) {
            let (alias, given) = (Alias::Given, Some((given, kept)));
            return test.bindings.push(Binding { local, node, alias, kind, stays, is_new, given });
        }
        let borrowed = by_ref.map_or(alias, Alias::of);
        if mutable && borrowed != Alias::Copy {
            let hint = "a variable that is a reference cannot be assigned to here in device code; leave out `mut`, or match the value: `match *x`";
            self.translator.errors.push_at(pattern.span, hint);
        }
        let (node, alias) = match (borrowed, &shape) {
            (Alias::Mutable, Shape::Reference(..) | Shape::Given(_)) => (kept, Alias::Mutable),
            (Alias::Copy, Shape::Reference(..)) if mutable => (kept, Alias::Copy),
            (Alias::Copy, Shape::Reference(of_mutable, _)) => (node, Alias::of(*of_mutable)),
            (Alias::Shared | Alias::Mutable, _) if mutable => (node, Alias::Copy),
            (borrowed, _) => (node, borrowed),
        };
        test.bindings.push(Binding { local, node, alias, kind, stays, is_new, given: None });
    }

    /// That a value equals a literal or a constant, or is a variant without fields.
    fn equal(&mut self, value: ExprId, node: Node) -> Node {
        let variant = match self.body.kind(value) {
            ExprKind::Item(path) => self.translator.variant_of(path),
            _ => None,
        };
        let Some(variant) = variant else {
            // It may be a struct without fields, which C++ compares with nothing.
            if matches!(self.body.kind(value), ExprKind::Item(path) if is_named_like_a_type(path)) {
                return Node::call("num::is_named", vec![node, self.value(value)]);
            }
            let value = self.compared(value, &node);
            return Node::infix("==", node, value, code::EQUALITY);
        };
        let (condition, constant) = self.translator.variant_or_constant(&variant);
        let text = |pieces| Node::Text(code::Code::new(pieces, code::PRIMARY));
        let is_it = self.is_variant(node.clone(), &variant);
        let equals = Node::infix("==", node, text(constant), code::EQUALITY);
        Node::Either(condition, Box::new(is_it), Box::new(equals), code::EQUALITY)
    }

    /// What a part is compared with.
    fn compared(&mut self, value: ExprId, part: &Node) -> Node {
        let (literal, sign) = match self.body.kind(value) {
            ExprKind::Negate(of) => (*of, "-"),
            _ => (value, ""),
        };
        if *self.types.literal(literal) == Written::Compared
            && let ExprKind::Literal(number) = self.body.kind(literal)
            && let Some(widths) = self.both_widths(number)
        {
            let signed = |code| match sign {
                "" => Node::Text(code),
                sign => Node::Prefix(sign, Box::new(Node::Text(code))),
            };
            let [single, double] = widths.map(signed);
            return Node::call("detail::as_wide", vec![part.clone(), single, double]);
        }
        self.value(value)
    }

    fn alternatives(&mut self, cases: &[Pat], subject: &Subject, test: &mut Test) {
        let mut tests = Vec::new();
        for case in cases {
            let mut inner = Test::default();
            self.pattern(case, subject, &mut inner);
            let always = inner.conditions.is_empty();
            tests.push(inner);
            if always {
                break;
            }
        }
        let Some((last, before)) = tests.split_last() else { return };
        // A name is a part of the first alternative that matches.
        for binding in &last.bindings {
            let (mut node, mut is_new, mut given) = (binding.node.clone(), binding.is_new, binding.given.clone());
            for test in before.iter().rev() {
                let other = test.bindings.iter().find(|other| other.local == binding.local);
                if let (Some(other), Some(condition)) = (other, test.condition()) {
                    let choice = |node: Node, other: &Node| {
                        Node::Choice(Box::new(condition.clone()), Box::new(other.clone()), Box::new(node))
                    };
                    node = choice(node, &other.node);
                    if let (Some((_, part)), Some((_, other))) = (&mut given, &other.given) {
                        *part = choice(part.clone(), other);
                    }
                    is_new |= other.is_new;
                }
            }
            test.bindings.push(Binding { node, is_new, given, ..binding.clone() });
        }
        if last.conditions.is_empty() {
            return;
        }
        let conditions = tests.iter().filter_map(Test::condition);
        test.conditions.extend(conditions.reduce(|left, right| Node::infix("||", left, right, code::OR)));
    }

    /// Declares what a pattern binds.
    pub fn bind(&mut self, bindings: &[Binding]) {
        for binding in bindings {
            let local = self.body.local(binding.local);
            let line = local.name.span().start().line;
            let name = self.fresh(binding.local);
            let how = match binding.alias {
                Alias::Given => {
                    self.bind_given(binding, name, line);
                    continue;
                }
                Alias::Mutable => How::Reference,
                Alias::Shared => How::ConstReference,
                Alias::Copy if local.mutable => How::Auto,
                Alias::Copy => How::Const,
            };
            self.push_at(line, StmtKind::Declare(how, name.clone(), Some(binding.node.clone())));
            self.declare(binding.local, name, binding.kind);
        }
    }

    /// Declares what a block uses of these variables: the rest may have served a guard only.
    pub fn bind_used(&mut self, bindings: &[Binding], block: &Block, dest: &Dest) {
        let mut used = Vec::new();
        let mut changes = false;
        self.body.each_in_block(block, &mut |id| {
            self.body.uses(id, &mut used);
            changes |= self.effects(id).mutates || self.effects(id).writes;
        });
        self.bind_those(bindings, &used, changes, dest);
    }

    pub fn bind_used_by(&mut self, bindings: &[Binding], value: ExprId, dest: &Dest) {
        let mut used = Vec::new();
        self.body.each(value, &mut |id| self.body.uses(id, &mut used));
        let effects = self.effects(value);
        self.bind_those(bindings, &used, effects.mutates || effects.writes, dest);
    }

    fn bind_those(&mut self, bindings: &[Binding], used: &[LocalId], changes: bool, dest: &Dest) {
        let bindings: Vec<Binding> = bindings.iter().filter(|it| used.contains(&it.local)).cloned().collect();
        let is_mutable = bindings.iter().any(|binding| self.body.local(binding.local).mutable);
        // A value that may become an expression has no place for declarations.
        let stay = !changes || bindings.iter().all(|binding| binding.stays);
        let is_new = bindings.iter().any(|binding| binding.is_new);
        if matches!(dest, Dest::Give(_)) && stay && !is_new && !is_mutable {
            return self.stand_in(&bindings);
        }
        self.bind(&bindings);
    }

    /// Has the variables stand for the parts themselves. A part that is a new value has a name of its own.
    pub fn stand_in(&mut self, bindings: &[Binding]) {
        for binding in bindings {
            let part = binding.node.clone();
            let node = if binding.is_new { self.named("part", How::Const, part) } else { part };
            let fact = Fact { node, kept: binding.given_as("WHIPPLE_KEPT_PART"), kind: binding.kind };
            self.stand_for(binding.local, fact);
        }
    }
}
