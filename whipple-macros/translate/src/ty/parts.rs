//! Patterns and assignments: what is taken apart, and what its parts go to.

use super::{
    classes::Known,
    literals::{has_array, is_declared_first, unsigned},
    marks::Declared,
    walk::Walker,
};
use crate::hir::{At, ExprId, ExprKind, LocalId, Parts, Pat, PatKind};
use syn::Lit;

impl Walker<'_> {
    /// `base[position]`
    pub(super) fn index(&mut self, base: ExprId, position: ExprId) -> usize {
        let is_of_elements = self.body.is_of_elements(base);
        let base = self.expr(base, false);
        let position = self.expr(position, true);
        let may_be_own = match self.classes.known(base) {
            Some(Known::Array(_)) => false,
            Some(_) => !is_of_elements,
            // Where rustc is not asked, the index of an array must have a type.
            None => !is_of_elements && self.asks,
        };
        if may_be_own {
            return self.classes.fresh();
        }
        let number = self.classes.primitive("usize");
        self.classes.unify(position, number);
        self.classes.element(base)
    }

    /// Says of what a pattern binds which class it has; its float literals are as wide as what it looks at.
    pub(super) fn pattern(&mut self, pattern: &Pat, class: usize) {
        match &pattern.kind {
            PatKind::Wild | PatKind::None => {}
            PatKind::Bind(local, inner) => {
                match self.locals.get(local) {
                    Some(known) => self.classes.unify(*known, class),
                    None => {
                        self.locals.insert(*local, class);
                    }
                }
                inner.iter().for_each(|inner| self.pattern(inner, class));
            }
            PatKind::Deref(inner) => self.pattern(inner, class),
            PatKind::Or(cases) => cases.iter().for_each(|case| self.pattern(case, class)),
            PatKind::Tuple(elements, _) => {
                for (at, element) in elements {
                    let class = match at {
                        At::Start(index) => self.classes.tuple_element(class, *index),
                        At::End(after) => self.classes.element_from_end(class, *after),
                        At::Rest(..) => self.classes.fresh(),
                    };
                    self.pattern(element, class);
                }
            }
            PatKind::Array(elements, _) => {
                let class = self.classes.element(class);
                for (at, element) in elements {
                    let class = match at {
                        At::Rest(..) => self.classes.with(Known::Array(class)),
                        _ => class,
                    };
                    self.pattern(element, class);
                }
            }
            PatKind::Some(inner) => {
                let class = self.classes.value_in(class);
                self.pattern(inner, class);
            }
            PatKind::Outcome(is_ok, inner) => {
                let class = self.classes.outcome(class, *is_ok);
                self.pattern(inner, class);
            }
            PatKind::Variant(_, fields) => {
                for (_, field) in fields {
                    let class = self.classes.fresh();
                    self.pattern(field, class);
                }
            }
            PatKind::Struct(fields) => {
                for (member, field) in fields {
                    let class = self.classes.field(class, member);
                    self.pattern(field, class);
                }
            }
            PatKind::Equal(value) => self.pattern_value(*value, class),
            PatKind::Range { start, end, .. } => {
                start.iter().chain(end).for_each(|value| self.pattern_value(*value, class));
            }
        }
    }

    pub(super) fn pattern_value(&mut self, value: ExprId, class: usize) {
        let value = unsigned(self.body, value);
        if matches!(self.body.kind(value), ExprKind::Literal(Lit::Float(_))) {
            let number = self.expr(value, false);
            self.classes.unify_floats(class, number);
            if let Some(mark) = self.marks.get_mut(&value) {
                mark.compared = true;
            }
        }
    }

    pub(super) fn assign(&mut self, place: ExprId, value: ExprId) -> usize {
        let class = self.expr(place, false);
        // What a reference refers to has a type of its own.
        let found = self.expr(value, !self.body.shape(value).holds_reference());
        self.pin(value, class);
        self.classes.unify(class, found);
        self.classes.with(Known::Other)
    }

    /// `(a, b.x) = value`. C++ converts plain integers where it assigns each.
    pub(super) fn take_apart(&mut self, parts: &Parts, value: ExprId) -> usize {
        let body = self.body;
        match (parts, body.kind(value)) {
            (Parts::Place(place), _) => {
                self.assign(*place, value);
            }
            (Parts::Fields(None, fields), ExprKind::Tuple(values)) if fields.len() == values.len() => {
                for ((_, part), value) in fields.iter().zip(values) {
                    self.take_apart(part, *value);
                }
            }
            (Parts::Elements(elements), ExprKind::Array(values)) if elements.len() == values.len() => {
                for ((_, part), value) in elements.iter().zip(values) {
                    self.take_apart(part, *value);
                }
            }
            _ => {
                let class = self.expr(value, false);
                self.parts(parts, class);
            }
        }
        self.classes.with(Known::Other)
    }

    pub(super) fn parts(&mut self, parts: &Parts, class: usize) {
        match parts {
            Parts::Nothing => {}
            Parts::Place(place) => {
                let place = self.expr(*place, false);
                self.classes.unify(place, class);
            }
            Parts::Fields(path, fields) => {
                for (member, part) in fields {
                    let class = match (path, member) {
                        (None, syn::Member::Unnamed(index)) => self.classes.tuple_element(class, index.index as usize),
                        _ => self.classes.fresh(),
                    };
                    self.parts(part, class);
                }
            }
            Parts::Elements(elements) => {
                let class = self.classes.element(class);
                elements.iter().for_each(|(_, part)| self.parts(part, class));
            }
        }
    }

    /// Whether a variable is given references alone, or none, as the form shows.
    pub(super) fn gets_one_kind(&self, local: LocalId) -> bool {
        if self.body.local(local).shape.holds_reference() {
            return true;
        }
        let mut gets = false;
        self.body.each_in_block(&self.body.root, &mut |id| {
            if let ExprKind::Assign(place, value) = self.body.kind(id)
                && matches!(self.body.kind(*place), ExprKind::Local(found) if *found == local)
            {
                gets |= self.body.shape(*value).holds_reference();
            }
        });
        !gets
    }

    /// A variable without a type. C++ must know it before the value where that takes statements, or comes later.
    pub(super) fn undeclared(&mut self, local: LocalId, value: Option<ExprId>, class: usize) {
        let is_number = self.classes.number(class).is_some();
        let first = self.body.copied_locals.get(&local).unwrap_or(&local);
        let mut asked = self.body.results.values().chain(self.body.keys.values());
        let is_result = asked.any(|result| result == first);
        if !is_result && !self.body.lets.values().any(|known| known == first) {
            // Of what the text does not have nobody can be asked.
            return;
        }
        let asks = match value {
            _ if is_result => true,
            // Copies of what references refer to have another name than rustc's. An array of options is asked about by its `None`s.
            None => self.gets_one_kind(local),
            Some(value) if self.body.is_open_none(value) => !has_array(self.body, value) && self.gets_one_kind(local),
            // C++ takes what functions give as it comes.
            Some(_) if self.body.local(local).shape.is_unknown() => return,
            Some(value) if is_declared_first(self.body, value) => is_number,
            Some(_) => return,
        };
        let declared = match asks {
            true if self.asks || (is_result && self.knows_types) => Declared::Asked,
            true if self.knows_types => Declared::AskedElse,
            _ => Declared::Seen,
        };
        self.variables.push((local, class, declared));
    }
}
