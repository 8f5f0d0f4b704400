//! Arrays whose elements a function gives: `array.map(…)` and `std::array::from_fn(…)`.

use super::{Builder, closures::Function, consumed::IN_GENERIC, spans};
use crate::{
    ask,
    context::strip_type,
    hir::{At, By, ExprId, ExprKind, Iterated, Let, Local, LocalId, Origin, Pat, PatKind, Range, Shape, Stmt},
};
use syn::{Expr, ExprCall, Ident, Type};

impl Builder<'_, '_, '_> {
    /// Whether an expression is an array, as far as the body shows.
    pub fn is_array(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Array(_) | ExprKind::Repeat(..) => true,
            ExprKind::Borrow { of, .. } | ExprKind::Deref(of) => self.is_array(*of),
            ExprKind::Local(local) => self.is_array_variable(*local),
            ExprKind::Block(None, block) => block.value.is_some_and(|value| self.is_array(value)),
            _ => false,
        }
    }

    /// The same of a variable.
    pub fn is_array_variable(&self, local: LocalId) -> bool {
        if self.arrays.contains(&local) {
            return true;
        }
        let local = self.body.local(local);
        let mut ty = local.ty.as_ref().map(strip_type);
        while let Some(Type::Reference(reference)) = ty {
            ty = Some(strip_type(&reference.elem));
        }
        match (ty, local.origin) {
            (Some(ty), _) => matches!(ty, Type::Array(_)),
            (None, Origin::Whole(value)) => self.is_array(value),
            _ => false,
        }
    }

    /// `array.map(|x| …)`
    pub fn array_map(&mut self, whole: &Expr, array: ExprId, function: Function<'_>) -> ExprId {
        if !ask::knows_types(self.translator.input) {
            return self.refuse(whole, IN_GENERIC);
        }
        let mut statements = Vec::new();
        let array = self.behind(array, whole);
        let elements = self.item("elements", array, whole, &mut statements);
        if let Function::Closure(closure) = function {
            self.take_closure(closure, whole, &mut statements);
        }
        let made = self.made(whole, &mut statements);
        let span = spans::first(whole);
        let ((index, first), (item, second)) = (self.hidden_name("index", span), self.hidden_name("item", span));
        let pair = PatKind::Tuple(vec![(At::Start(0), first), (At::Start(1), second)], true);
        let pattern = Pat { kind: pair, span };
        let array = self.use_of(elements, whole);
        let iterated = Iterated::Array { array, by: By::Value, reversed: false, enumerated: true };
        self.see_item(&pattern, &iterated);
        let value = self.use_of(item, whole);
        let value = self.applied(function, &[value], whole);
        self.fill(whole, (made, index, value), (pattern, iterated), statements)
    }

    /// `std::array::from_fn(|i| …)`; none if this is another function.
    pub fn array_from_function(&mut self, whole: &Expr, call: &ExprCall) -> Option<ExprId> {
        let Expr::Path(path) = &*call.func else { return None };
        let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let is_meant = matches!(names.as_slice(), [root, module, name]
            if (root == "std" || root == "core") && module == "array" && name == "from_fn");
        let function = call.args.first().filter(|_| is_meant && path.path.segments[2].arguments.is_none())?;
        if !ask::knows_types(self.translator.input) {
            return Some(self.refuse(whole, IN_GENERIC));
        }
        let mut statements = Vec::new();
        self.take_into(function, &mut statements);
        let made = self.made(whole, &mut statements);
        let (index, pattern) = self.hidden_name("index", spans::first(whole));
        let receiver = self.use_of(made, whole);
        let name = Ident::new("len", spans::first(whole));
        let length = ExprKind::Method { receiver, name, turbofish: None, arguments: Vec::new() };
        let (start, end) = (self.size(0, whole), self.add_unwritten(length, whole));
        let iterated = Iterated::Range(Range::Plain { start, end, closed: false });
        self.see_item(&pattern, &iterated);
        let value = self.use_of(index, whole);
        let value = self.apply(function, value, whole);
        self.body.chains.extend(self.numbering.value(whole));
        Some(self.fill(whole, (made, index, value), (pattern, iterated), statements))
    }

    /// A variable of the type that the whole has, which gets its elements one by one.
    fn made(&mut self, whole: &Expr, to: &mut Vec<Stmt>) -> LocalId {
        let span = spans::first(whole);
        let made = self.hidden(Local { mutable: true, ..Local::new(Ident::new("made", span)) });
        self.has_type_of(made, whole);
        self.arrays.insert(made);
        let pattern = Pat { kind: PatKind::Bind(made, None), span };
        let line = span.start().line;
        to.push(Stmt::Let(Box::new(Let { pattern, ty: None, value: None, other: None, line })));
        made
    }

    /// The loop that gives each element its value.
    fn fill(
        &mut self,
        whole: &Expr,
        (made, index, value): (LocalId, LocalId, ExprId),
        (pattern, iterated): (Pat, Iterated),
        mut statements: Vec<Stmt>,
    ) -> ExprId {
        self.body.locals[made.0 as usize].shape = Shape::array(self.body.shape(value).clone());
        let (of, at) = (self.use_of(made, whole), self.use_of(index, whole));
        let place = self.add_unwritten(ExprKind::Index(of, at), whole);
        let assign = self.add_unwritten(ExprKind::Assign(place, value), whole);
        let block = Box::new(self.statements(vec![Stmt::Expr(assign)], whole));
        let target = self.target(None, true);
        let looping = ExprKind::For(target, Box::new(pattern), iterated, block);
        statements.push(Stmt::Expr(self.add_unwritten(looping, whole)));
        let made = self.use_of(made, whole);
        self.sequence(statements, made, whole)
    }
}
