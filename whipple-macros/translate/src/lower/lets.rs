//! `let`.

use super::{
    Dest, Lowerer,
    choices::resolve,
    facts::{Fact, reference_in},
    lir::{How, Node, Otherwise, StmtKind},
    patterns::Test,
};
use crate::{
    context::{Kind, Reference, Translator, UNSEEN_NONE, code::concat, strip_type},
    hir::{At, ExprId, ExprKind, Let, LocalId, Pat, PatKind, Shape},
    piece::Pieces,
    ty::Variable,
};
use syn::Type;

impl Lowerer<'_, '_, '_> {
    /// One `let`.
    pub fn let_statement(&mut self, binding: &Let) {
        self.line = binding.line;
        let Let { pattern, ty, value, other, .. } = binding;
        let Some(value) = *value else {
            if let PatKind::Bind(local, None) = pattern.kind {
                self.deferred(local, ty.as_ref());
            }
            return;
        };
        match other {
            Some(other) => self.let_else(pattern, value, *other),
            None => self.initialize(pattern, ty.as_ref(), value),
        }
    }

    /// `let x: T;`
    fn deferred(&mut self, local: LocalId, ty: Option<&Type>) {
        let name = self.fresh(local);
        let declaration = match ty {
            Some(ty) => self.kept_type(ty),
            None => self.undeclared(local).unwrap_or_else(|| {
                let hint = "a variable without a value needs a type; write `let x: Type;`";
                self.translator.errors.push(&self.body.local(local).name, hint);
                Pieces::text("auto ")
            }),
        };
        self.push(StmtKind::Declare(How::Typed(declaration), name.clone(), None));
        let kind = self.kind_of_local(local);
        match self.body.local(local).shape.is_unknown() {
            true => drop(self.facts.insert(local, Fact::regiven(name, kind))),
            false => self.declare(local, name, kind),
        }
    }

    /// A name in C++ for a variable.
    pub fn fresh(&mut self, local: LocalId) -> String {
        let rust = self.body.local(local).name.to_string();
        self.translator.scopes.fresh(&rust)
    }

    /// Makes a variable known that was declared by this name. A reference that may be pointed elsewhere is kept.
    pub fn declare(&mut self, local: LocalId, name: String, kind: Kind) {
        let known = self.body.local(local);
        let is_kept = known.mutable && known.shape.is_reference();
        self.facts.insert(local, if is_kept { Fact::kept(name, kind) } else { Fact::named(name, kind) });
    }

    /// `let pattern = value else { … };`, whose block never ends.
    fn let_else(&mut self, pattern: &Pat, value: ExprId, other: ExprId) {
        let line = self.line;
        let subject = self.subject(value, &[pattern], false);
        let mut test = Test::default();
        self.pattern(pattern, &subject, &mut test);
        if let Some(condition) = test.condition() {
            let (statements, ()) = self.collect(|lowerer| lowerer.inside(other, &Dest::Discard));
            let end = self.body.expr(other).end;
            let fails = Node::Prefix("!", Box::new(condition));
            self.push_at(line, StmtKind::If(fails, statements, Otherwise::Nothing, end));
        }
        self.line = line;
        self.bind(&test.bindings);
    }

    fn initialize(&mut self, pattern: &Pat, ty: Option<&Type>, value: ExprId) {
        let line = self.line;
        match (&pattern.kind, self.body.kind(value)) {
            (PatKind::Wild, _) => self.into(value, &Dest::Discard),
            (PatKind::Bind(local, None), _) if self.body.local(*local).by_ref.is_none() => {
                self.variable(*local, ty, value);
            }
            (PatKind::Tuple(elements, true), _) if elements.is_empty() => self.into(value, &Dest::Discard),
            // A `ref` borrows the tuple's element, which is a copy.
            (PatKind::Tuple(elements, true), ExprKind::Tuple(values))
                if elements.len() == values.len() && !self.borrows(pattern) =>
            {
                let types: Vec<Option<&Type>> = match ty.map(strip_type) {
                    Some(Type::Tuple(types)) if types.elems.len() == elements.len() => {
                        types.elems.iter().map(Some).collect()
                    }
                    _ => vec![None; elements.len()],
                };
                for (((_, element), value), ty) in elements.iter().zip(values).zip(types) {
                    self.line = line;
                    self.initialize(element, ty, *value);
                }
            }
            (PatKind::Tuple(elements, true), _)
                if let Some(names) = self.plain_names(elements)
                    && !self.body.shape(value).is_unknown() =>
            {
                self.structured_binding(&names, ty, value);
            }
            _ => {
                let subject = self.subject(value, &[pattern], false);
                let mut test = Test::default();
                self.pattern(pattern, &subject, &mut test);
                self.line = line;
                // rustc has checked that it always matches: the only variant of an enum is no condition.
                self.bind(&test.bindings);
            }
        }
    }

    /// `let name: T = value;`
    fn variable(&mut self, local: LocalId, ty: Option<&Type>, value: ExprId) {
        let line = self.line;
        if self.is_unit(value) {
            self.into(value, &Dest::Discard);
            let name = self.fresh(local);
            self.push_at(line, StmtKind::DeclareUnit(name.clone()));
            return self.declare(local, name, Kind::Value);
        }
        let undeclared = if ty.is_none() { self.undeclared(local) } else { None };
        if ty.is_none() && undeclared.is_none() && self.is_open_none(value) {
            self.error(value, UNSEEN_NONE);
        }
        let name = self.fresh(local);
        let shape = self.body.local(local).shape.clone();
        let reference = reference_in(&shape);
        let mutable = self.body.local(local).mutable;
        self.check_taken(&shape, value);
        self.check_new_values(value);
        if shape.may_refer() {
            self.keep_alive(value);
        }
        let kind = ty.map_or_else(|| self.kind_of(value), Translator::kind_of);
        if (mutable && shape.is_reference()) || (shape.is_view() && self.body.shape(value).is_reference()) {
            let node = self.kept(value);
            let how = ty.map_or(How::Auto, |ty| How::Typed(self.kept_type(ty)));
            self.push_at(line, StmtKind::Declare(how, name.clone(), Some(node)));
            return self.declare(local, name, kind);
        }
        if ty.is_none() && undeclared.is_none() && shape.is_unknown() && self.body.shape(value).is_unknown() {
            return self.given_variable(local, name, value, kind);
        }
        // What was written has references where the variable has copies.
        let is_copy = |ty: &&Type| Shape::of_type(ty).holds_reference() && !shape.holds_reference();
        let value_type = match ty {
            Some(_) => ty.filter(|ty| reference == Reference::None && !is_copy(ty)).map(|ty| self.kept_type(ty)),
            None => undeclared,
        };
        match self.body.kind(value) {
            ExprKind::Struct { path, fields, base }
                if (!fields.is_empty() || base.is_some()) && self.translator.variant_of(path).is_none() =>
            {
                self.struct_fields(value, &name);
            }
            // The variable itself is what the reference points to.
            ExprKind::Borrow { mutable: true, of }
                if !self.body.is_place(*of) && self.reference_of(*of) == Reference::None && !shape.is_view() =>
            {
                // What a function gave may be a reference already.
                let is_given = self.body.shape(*of).is_unknown();
                let node = if is_given { self.given(*of) } else { self.value(*of) };
                let how = if is_given { How::Given } else { How::Auto };
                self.push_at(line, StmtKind::Declare(how, name.clone(), Some(node)));
            }
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..)
                if let Some(ty) = value_type =>
            {
                self.chosen(&name, ty, value, mutable);
            }
            _ => {
                let node = self.value(value);
                let how = match (reference, value_type) {
                    (Reference::Mutable, _) => How::Reference,
                    (Reference::Shared, _) => How::ConstReference,
                    (Reference::None, Some(ty)) => How::Typed(typed(ty, mutable)),
                    (Reference::None, None) if mutable => How::Auto,
                    (Reference::None, None) => How::Const,
                };
                self.push_at(line, StmtKind::Declare(how, name.clone(), Some(node)));
            }
        }
        self.declare(local, name, kind);
    }

    /// A type in front of a variable of it.
    fn kept_type(&mut self, ty: &Type) -> Pieces {
        concat([self.translator.kept_type(ty), Pieces::text(" ")])
    }

    /// The type of a variable without one that C++ declares before its value, in front of it.
    fn undeclared(&mut self, local: LocalId) -> Option<Pieces> {
        let ty = match self.types.variable(local)? {
            Variable::Typed(ty) => Pieces::text(ty.as_str()),
            Variable::Asked(question) => self.type_of_variable(local, *question),
        };
        Some(concat([ty, Pieces::text(" ")]))
    }

    /// `let x: T = …` of a choice: declared before it, unless it is short.
    fn chosen(&mut self, name: &str, ty: Pieces, value: ExprId, mutable: bool) {
        let line = self.line;
        let choice = self.new_choice();
        let (mut statements, ()) = self.collect(|lowerer| lowerer.into(value, &Dest::Give(choice)));
        if let Some(node) = self.as_node((choice, value), &mut statements, true) {
            self.out.extend(statements);
            let how = How::Typed(typed(ty, mutable));
            return self.push_at(line, StmtKind::Declare(how, name.to_owned(), Some(node)));
        }
        self.push_at(line, StmtKind::Declare(How::Typed(ty), name.to_owned(), None));
        let place = Node::name(name);
        resolve(choice, &mut statements, &|node| StmtKind::Assign(place.clone(), node));
        self.move_out(statements);
    }

    /// The variables of a tuple pattern that has only names.
    fn plain_names(&self, elements: &[(At, Pat)]) -> Option<Vec<LocalId>> {
        let name = |(_, element): &(At, Pat)| match element.kind {
            PatKind::Bind(local, None) if self.body.local(local).by_ref.is_none() => Some(local),
            _ => None,
        };
        elements.iter().map(name).collect()
    }

    /// `const auto [a, b] = value;`
    fn structured_binding(&mut self, locals: &[LocalId], ty: Option<&Type>, value: ExprId) {
        let line = self.line;
        let kinds: Vec<Kind> = (0..locals.len()).map(|index| self.kind_of_part(ty, value, index)).collect();
        let reference = self.reference_of(value);
        self.keep_alive(value);
        let node = self.value(value);
        let mutable = locals.iter().any(|local| self.body.local(*local).mutable);
        let names: Vec<String> = locals.iter().map(|local| self.fresh(*local)).collect();
        let how = match reference {
            Reference::Mutable => How::Reference,
            Reference::Shared => How::ConstReference,
            Reference::None if mutable => How::Auto,
            Reference::None => How::Const,
        };
        self.push_at(line, StmtKind::DeclareParts(how, names.clone(), node));
        let whole = self.body.shape(value).clone();
        for (index, ((local, name), kind)) in locals.iter().zip(names).zip(kinds).enumerate() {
            let is_kept = whole.element(index).is_reference() && reference != Reference::Mutable;
            let fact = match whole.element(index) {
                _ if is_kept => Fact::kept(name, kind),
                Shape::Given(_) => Fact::regiven(name, kind),
                _ => Fact::named(name, kind),
            };
            self.facts.insert(*local, fact);
        }
    }

    /// What is known of an element of a tuple: of its declared type, or in one of the branches that it comes from.
    fn kind_of_part(&self, ty: Option<&Type>, value: ExprId, index: usize) -> Kind {
        if let Some(Type::Tuple(types)) = ty.map(strip_type)
            && let Some(ty) = types.elems.get(index)
        {
            return crate::context::Translator::kind_of(ty);
        }
        let mut tails = Vec::new();
        self.body.tails(value, &mut tails);
        let is_bool = |id: ExprId| match self.body.kind(id) {
            ExprKind::Tuple(elements) => elements.get(index).is_some_and(|element| self.is_bool(*element)),
            _ => false,
        };
        if tails.into_iter().any(is_bool) { Kind::Bool } else { Kind::Value }
    }
}

/// A type in front of a variable of it.
fn typed(ty: Pieces, mutable: bool) -> Pieces {
    if mutable { ty } else { concat([Pieces::text("const "), ty]) }
}
