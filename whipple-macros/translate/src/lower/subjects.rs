//! What patterns look at: evaluated once, as a place or as a value, with the references in it.

use super::{
    Dest, Lowerer,
    lir::{How, Node},
};
use crate::{
    context::{Kind, Reference, code},
    hir::{ExprId, ExprKind, Pat, PatKind, Shape},
};

/// How a variable of a pattern stands to the part that it is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alias {
    /// It is a copy: the whole is a value.
    Copy,
    /// It is a reference: the whole is `&`.
    Shared,
    /// It is a mutable reference: the whole is `&mut`.
    Mutable,
    /// C++ knows whether it is a copy or a reference.
    Given,
}

impl Alias {
    /// A reference.
    pub fn of(mutable: bool) -> Self {
        if mutable { Self::Mutable } else { Self::Shared }
    }
}

/// What a pattern looks at.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A value or place.
    Whole(Box<Whole>),
    /// The elements of a tuple that is never built.
    Tuple(Vec<Subject>),
}

impl Subject {
    /// A value or place.
    pub fn whole(whole: Whole) -> Self {
        Self::Whole(Box::new(whole))
    }
}

/// A value or place that a pattern looks at.
#[derive(Clone, Debug)]
pub struct Whole {
    /// Its C++; of a reference, what that refers to.
    pub node: Node,
    /// Of a reference, the reference itself.
    pub kept: Node,
    /// Where it has references.
    pub shape: Shape,
    /// How variables stand to its parts.
    pub alias: Alias,
    /// Whether it is memory that threads share.
    pub kind: Kind,
    /// Whether it stays as it is, whatever else happens.
    pub stays: bool,
    /// Whether its C++ makes a new value each time: several elements of an array are a copy.
    pub is_new: bool,
    /// Whether only C++ knows if it is an array or a slice.
    pub may_be_slice: bool,
    /// The variable that says whether this is a part of what a reference refers to, if only C++ knows.
    pub given: Option<Node>,
}

impl Whole {
    /// A place as it is; a reference is kept there.
    pub fn part(&self, place: Node, shape: Shape) -> Self {
        let node = match shape {
            Shape::Reference(..) => place.clone().pointee(),
            Shape::Given(_) => Node::call("num::behind", vec![place.clone()]),
            _ => place.clone(),
        };
        // Of what a tuple, an array or an option keeps, C++ knows whether it is a reference.
        let given = match &shape {
            Shape::Given(_) if self.alias == Alias::Copy && !self.shape.is_unknown() => {
                Some(Node::call("num::given", vec![place.clone()]))
            }
            _ => self.given.clone(),
        };
        Self { node, kept: place, shape, given, ..self.clone() }
    }

    /// What says whether the parts of this are places, if only C++ knows.
    pub fn given_of_parts(&self) -> Option<Node> {
        let given = self.given.clone()?;
        let is_part = matches!(self.kept, Node::Member(..) | Node::Index(..)) && matches!(given, Node::Text(_));
        Some(if is_part { Node::call("WHIPPLE_PART", vec![given, self.kept.clone()]) } else { given })
    }

    /// An element of an array, which a loop borrows or takes.
    pub fn element(place: Node, by: Reference, held: &Shape) -> Self {
        let alias = match by {
            Reference::Mutable => Alias::Mutable,
            Reference::Shared => Alias::Shared,
            Reference::None => Alias::Copy,
        };
        let whole = Self {
            node: place.clone(),
            kept: place.clone(),
            shape: Shape::Plain,
            alias,
            kind: Kind::Value,
            stays: false,
            is_new: false,
            given: None,
            may_be_slice: false,
        };
        match by {
            Reference::None => whole.part(place, held.clone()),
            // As a reference to the element.
            by => {
                let mutable = by == Reference::Mutable;
                let node = if held.is_reference() && !mutable { place.clone().pointee() } else { place };
                let kept = node.clone().address(mutable);
                Self { node, kept, shape: Shape::reference(mutable, held.clone()), alias: Alias::Copy, ..whole }
            }
        }
    }

    /// The test that a slice has this many elements, or at least as many. An array needs none.
    pub fn has_length(&self, count: usize, is_whole: bool) -> Option<Node> {
        if self.may_be_slice || matches!(self.shape, Shape::Given(_)) {
            let test = if is_whole { "has_length" } else { "has_elements" };
            return Some(Node::call(format!("num::{test}<{count}>"), vec![self.node.clone()]));
        }
        let length = self.node.clone().ask("len");
        let count = Node::name(format!("{count}_usize"));
        matches!(self.shape, Shape::Slice(_)).then(|| match is_whole {
            true => Node::infix("==", length, count, code::EQUALITY),
            false => Node::infix(">=", length, count, code::RELATION),
        })
    }

    /// The part of a slice without so many elements at its start and at its end.
    pub fn middle(&self, before: usize, after: usize, of: &Shape) -> Self {
        let is_mutable = self.alias == Alias::Mutable;
        let slice = Node::call(format!("num::middle<{before}, {after}>"), vec![self.node.clone()]);
        let slice = if is_mutable { slice } else { Node::call("num::shared", vec![slice]) };
        let shape = Shape::View(is_mutable, Box::new(of.clone()));
        Self { alias: Alias::Copy, is_new: true, ..self.part(slice, shape) }
    }

    /// What a reference refers to.
    pub fn target(&self) -> Self {
        if let Shape::View(mutable, of) = &self.shape {
            let (shape, stays) = (Shape::Slice(of.clone()), self.stays && !mutable);
            return Self { shape, alias: Alias::Copy, stays, ..self.clone() };
        }
        if let Shape::Given(_) = self.shape {
            return Self { shape: Shape::Plain, alias: Alias::Copy, stays: false, given: None, ..self.clone() };
        }
        let Shape::Reference(mutable, to) = &self.shape else { return self.clone() };
        let node = match (mutable, to.is_reference()) {
            (true, true) => self.node.clone().pointee(),
            _ if to.is_unknown() => Node::call("num::behind", vec![self.node.clone()]),
            _ => self.node.clone(),
        };
        let kept = self.node.clone();
        Self { node, kept, shape: (**to).clone(), alias: Alias::Copy, stays: self.stays && !mutable, ..self.clone() }
    }

    /// What a pattern for a value looks at: behind all references, which its variables become too.
    pub fn behind(&self) -> Self {
        let mut whole = self.clone();
        while let Shape::Reference(mutable, _) | Shape::View(mutable, _) = whole.shape {
            let alias = if mutable && whole.alias != Alias::Shared { Alias::Mutable } else { Alias::Shared };
            whole = Self { alias, ..whole.target() };
        }
        whole
    }
}

impl Lowerer<'_, '_, '_> {
    /// Evaluates what patterns look at, once. `copies`: variables that may change are copied, as a guard may change them.
    pub fn subject(&mut self, value: ExprId, patterns: &[&Pat], copies: bool) -> Subject {
        let borrows = patterns.iter().any(|pattern| self.borrows(pattern));
        if let ExprKind::Tuple(elements) = self.body.kind(value)
            && patterns.iter().all(|pattern| is_tuple_pattern(pattern, elements.len()))
        {
            let effects: Vec<_> = elements.iter().map(|element| self.effects(*element)).collect();
            let mut subjects = Vec::new();
            for (index, element) in elements.iter().enumerate() {
                let matters =
                    (0..elements.len()).any(|other| other != index && effects[index].conflicts(effects[other]));
                // The tuple has copies.
                let named = match borrows && self.reference_of(*element) == Reference::None {
                    true => Named::Changeable,
                    false if matters || (copies && effects[index].reads) => Named::Copy,
                    false => Named::IfNeeded,
                };
                subjects.push(self.whole(*element, named));
            }
            return Subject::Tuple(subjects);
        }
        if patterns.iter().any(|pattern| matches!(&pattern.kind, PatKind::Tuple(parts, true) if parts.is_empty())) {
            self.into(value, &Dest::Discard);
            let unit = Node::name("Unit{}");
            let (shape, alias, kind) = (Shape::Plain, Alias::Copy, Kind::Value);
            return Subject::whole(Whole {
                node: unit.clone(),
                kept: unit,
                shape,
                alias,
                kind,
                stays: true,
                is_new: false,
                given: None,
                may_be_slice: false,
            });
        }
        let changes = patterns.iter().any(|pattern| self.borrows_by(pattern, Some(true)));
        self.whole(
            value,
            if changes {
                Named::Place
            } else if borrows {
                Named::Seen
            } else {
                Named::IfNeeded
            },
        )
    }

    /// Whether a pattern has a variable by `ref`.
    pub fn borrows(&self, pattern: &Pat) -> bool {
        self.borrows_by(pattern, None)
    }

    /// The same of one by `ref mut`, or not by that.
    fn borrows_by(&self, pattern: &Pat, mutable: Option<bool>) -> bool {
        let mut variables = Vec::new();
        pattern.variables(&mut variables);
        variables.into_iter().any(|local| match (self.body.local(local).by_ref, mutable) {
            (by_ref, None) => by_ref.is_some(),
            (by_ref, mutable) => by_ref == mutable,
        })
    }

    fn whole(&mut self, value: ExprId, named: Named) -> Subject {
        let kind = self.kind_of(value);
        let kind = if kind == Kind::Memory { kind } else { Kind::Value };
        let shape = self.body.shape(value).clone();
        if shape.is_unknown() {
            let is_copied = matches!(named, Named::Copy | Named::Changeable);
            return self.given_whole(value, kind, is_copied, named == Named::Place);
        }
        self.keep_alive(value);
        let reference = self.reference_of(value);
        let is_place = self.body.is_place(value) || reference != Reference::None;
        let is_direct = self.is_literal(value) || (is_place && self.address_effects(value).is_pure());
        let node = match named {
            Named::Place if is_place => self.place(value),
            Named::Seen if is_place => self.seen_place(value),
            _ => self.value(value),
        };
        let effects = self.effects(value);
        let is_copied = matches!(named, Named::Copy | Named::Changeable);
        let is_own = !is_place || (is_copied && reference == Reference::None);
        let stays = reference != Reference::Mutable && (is_own || !(effects.reads || effects.loads));
        let node = match named {
            Named::Changeable => self.named("value", How::Auto, node),
            Named::IfNeeded | Named::Place | Named::Seen if is_direct => node,
            Named::Place | Named::Seen if is_place => self.named_place(value, node),
            Named::Place | Named::Seen => self.named("value", How::Auto, node),
            Named::IfNeeded | Named::Copy => self.named_value(value, node),
        };
        let kept = match shape {
            Shape::Reference(mutable, _) => node.clone().address(mutable),
            _ => node.clone(),
        };
        let may_be_slice = shape == Shape::Plain && self.body.is_given(value);
        let (alias, is_new, given) = (Alias::Copy, false, None);
        Subject::whole(Whole { node, kept, shape, alias, kind, stays, is_new, given, may_be_slice })
    }
}

/// Whether what a pattern looks at gets a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    /// Where it would be evaluated several times.
    IfNeeded,
    /// In any case: a copy.
    Copy,
    /// In any case: a copy that may change.
    Changeable,
    /// As a place that is borrowed to change it.
    Place,
    /// As a place that is borrowed.
    Seen,
}

/// Whether the pattern takes a tuple of this many elements apart, or ignores it.
fn is_tuple_pattern(pattern: &Pat, count: usize) -> bool {
    match &pattern.kind {
        PatKind::Wild => true,
        PatKind::Tuple(elements, true) => elements.len() == count,
        PatKind::Tuple(elements, false) => elements.len() <= count,
        PatKind::Or(cases) => cases.iter().all(|case| is_tuple_pattern(case, count)),
        _ => false,
    }
}
