//! Walks a body, finds which expressions have the same type, and marks the literals whose type Rust leaves open.

use super::{
    classes::{Classes, Known},
    context::Context,
    control::Target,
    literals::{cast_literal, fits_int, is_aggregate, is_float_literal, is_literal, unsigned},
    marks::{Declared, Mark, Need},
};
use crate::{
    hir::{Base, Block, Body, ExprId, ExprKind, Let, LocalId, Operator, PatKind, Shape, Stmt, TargetId},
    methods::{self, Associated, Ty},
    names,
};
use std::collections::BTreeMap;
use syn::{Lit, Path, ReturnType, Signature};

/// The state of the walk.
pub struct Walker<'b> {
    pub(super) body: &'b Body,
    pub classes: Classes,
    pub(super) locals: BTreeMap<LocalId, usize>,
    pub(super) targets: BTreeMap<TargetId, Target>,
    result: usize,
    /// Whether rustc can be asked about what is walked.
    pub(super) asks: bool,
    /// The literals.
    pub marks: BTreeMap<ExprId, Mark>,
    /// The variables whose type C++ must know before their values, with their classes, and whether rustc is asked.
    pub variables: Vec<(LocalId, usize, Declared)>,
    /// Whether rustc can be asked about types, if not about literals.
    pub knows_types: bool,
}

impl<'b> Walker<'b> {
    /// Starts a function.
    pub fn new(body: &'b Body, asks: bool) -> Self {
        let mut classes = Classes::default();
        let result = classes.fresh();
        Self {
            body,
            classes,
            locals: BTreeMap::new(),
            targets: BTreeMap::new(),
            result,
            asks,
            marks: BTreeMap::new(),
            variables: Vec::new(),
            knows_types: asks,
        }
    }

    /// Walks the function.
    pub fn function(&mut self, signature: &Signature) {
        self.result = match &signature.output {
            ReturnType::Default => self.classes.with(Known::Other),
            ReturnType::Type(_, ty) => self.classes.declared(ty),
        };
        for local in self.body.parameters.iter().flatten() {
            self.local(*local);
        }
        let body = self.body;
        let tail = self.block(&body.root, &Context::Converts, Need::No);
        if let Some(value) = body.root.value {
            self.pin(value, self.result);
        }
        self.classes.unify(self.result, tail);
    }

    /// The class of a variable.
    pub(super) fn local(&mut self, id: LocalId) -> usize {
        if let Some(class) = self.locals.get(&id) {
            return *class;
        }
        let class = match &self.body.local(id).ty {
            Some(ty) => self.classes.declared(ty),
            None => self.classes.fresh(),
        };
        self.locals.insert(id, class);
        class
    }

    pub(super) fn block(&mut self, block: &Block, context: &Context, need: Need) -> usize {
        self.silently(true, |walker| {
            for constant in &block.constants {
                let class = walker.local(constant.local);
                let value = walker.value(constant.value, &Context::Converts, Need::No);
                walker.pin(constant.value, class);
                walker.classes.unify(class, value);
            }
        });
        for statement in &block.statements {
            match statement {
                Stmt::Let(binding) => self.binding(binding),
                Stmt::Expr(id) => {
                    self.expr(*id, false);
                }
            }
        }
        match block.value {
            Some(value) => self.value(value, context, need),
            None => self.classes.with(Known::Other),
        }
    }

    /// Goes on where rustc cannot be asked, if that is so.
    pub(super) fn silently<R>(&mut self, is_so: bool, go_on: impl FnOnce(&mut Self) -> R) -> R {
        let (asks, knows_types) = (self.asks, self.knows_types);
        self.asks &= !is_so;
        self.knows_types &= !is_so;
        let result = go_on(self);
        self.asks = asks;
        self.knows_types = knows_types;
        result
    }

    fn binding(&mut self, binding: &Let) {
        let Let { pattern, ty, value, other, .. } = binding;
        let declared = ty.as_ref().map(|ty| self.classes.declared(ty));
        let class = match value {
            Some(value) => {
                let context = match declared {
                    // C++ makes no slice of an array of plain integers.
                    Some(_) if ty.as_ref().is_some_and(|ty| Shape::of_type(ty).holds_view()) => Context::Alone,
                    Some(_) => Context::declared(self.body, pattern, *value),
                    None => Context::Alone,
                };
                self.value(*value, &context, Need::No)
            }
            None => self.classes.open(),
        };
        if let Some(other) = other {
            self.expr(*other, false);
        }
        if let Some(declared) = declared {
            value.iter().for_each(|value| self.pin(*value, declared));
            self.classes.unify(declared, class);
        } else if let PatKind::Bind(local, None) = pattern.kind {
            self.undeclared(local, *value, class);
        }
        self.pattern(pattern, declared.unwrap_or(class));
    }

    /// Walks an expression. `converts` says that C++ converts a plain integer here.
    pub(super) fn expr(&mut self, id: ExprId, converts: bool) -> usize {
        self.value(id, &Context::from(converts), Need::No)
    }

    /// Walks two expressions that are compared; gives their classes.
    pub(super) fn compared(&mut self, left: ExprId, right: ExprId) -> (usize, usize) {
        let context = Context::of(self.body, &[left, right]);
        (self.value(left, &context, Need::Little), self.value(right, &context, Need::Little))
    }

    /// Walks an expression. An integer where C++ converts it has this need.
    pub(super) fn value(&mut self, id: ExprId, within: &Context, need: Need) -> usize {
        let body = self.body;
        let kind = body.kind(id);
        let converts = *within == Context::Converts;
        // `1 + 2` is as good as a literal if C++'s int can hold all of it.
        let is_sum = !matches!(body.kind(unsigned(body, id)), ExprKind::Literal(_));
        if converts && is_sum && is_literal(body, id) && !fits_int(body, id) {
            return self.expr(id, false);
        }
        match kind {
            ExprKind::Literal(literal) => self.literal(id, literal, if converts { need } else { Need::Must }),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Item(path) => self.item(path),
            // A reference that is kept refers to a number of its own type.
            ExprKind::Borrow { of, .. } if self.asks && is_literal(body, *of) => self.expr(*of, false),
            ExprKind::Borrow { of, .. } => self.value(*of, within, need),
            ExprKind::Negate(of) => self.value(*of, &Context::from(converts), need),
            // `!0` of a C++ int would be a bool.
            ExprKind::Not(of) => self.expr(*of, false),
            ExprKind::Deref(of) => self.expr(*of, converts),
            ExprKind::Tuple(elements) => {
                let mut classes = Vec::new();
                for (index, element) in elements.iter().enumerate() {
                    classes.push(self.value(*element, &within.field(index), self.need_of_part(*element, need)));
                }
                self.classes.with(Known::Tuple(classes))
            }
            ExprKind::Array(elements) => {
                let class = self.classes.open();
                let within = if *within == Context::Alone { Context::of(body, elements) } else { within.element() };
                for element in elements {
                    let element = self.value(*element, &within, self.need_of_part(*element, need));
                    self.classes.unify(class, element);
                }
                self.classes.with(Known::Array(class))
            }
            ExprKind::Repeat(element, _) => {
                let element = self.value(*element, &within.element(), self.need_of_part(*element, need));
                self.classes.with(Known::Array(element))
            }
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..) => {
                self.choice(id, within, need)
            }
            _ => self.operation(id, converts),
        }
    }

    /// The need of an element: C++ sees no type of an array of literals.
    fn need_of_part(&self, element: ExprId, need: Need) -> Need {
        if is_aggregate(self.body, element) { need.max(Need::Little) } else { need }
    }

    fn operation(&mut self, id: ExprId, converts: bool) -> usize {
        let body = self.body;
        match body.kind(id) {
            ExprKind::Binary(operator, left, right) => self.binary(*operator, *left, *right, converts),
            ExprKind::Compound(operator, place, value) => {
                self.binary(*operator, *place, *value, false);
                self.classes.with(Known::Other)
            }
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.expr(*left, false);
                self.expr(*right, false);
                self.classes.primitive("bool")
            }
            ExprKind::Assign(place, value) => self.assign(*place, *value),
            ExprKind::TakeApart(parts, value) => self.take_apart(parts, *value),
            ExprKind::Cast(value, ty) => {
                let target = self.classes.declared(ty);
                self.cast(*value, false, target);
                target
            }
            ExprKind::Field(base, member) => {
                let base = self.expr(*base, false);
                self.classes.field(base, member)
            }
            ExprKind::Index(base, position) => self.index(*base, *position),
            ExprKind::Slice { of, start, end, .. } => {
                for bound in start.iter().chain(end) {
                    let bound = self.expr(*bound, true);
                    let number = self.classes.primitive("usize");
                    self.classes.unify(bound, number);
                }
                self.expr(*of, false)
            }
            ExprKind::Struct { fields, base, .. } => {
                for (_, value) in fields {
                    // What a reference refers to has a type of its own.
                    let class = self.expr(*value, !body.shape(*value).holds_reference());
                    self.meets_hidden(*value, class);
                }
                if let Some(Base::Value(base)) = base {
                    self.expr(*base, false);
                }
                self.classes.with(Known::Other)
            }
            ExprKind::Some(value) => {
                let value = self.expr(*value, false);
                self.classes.with(Known::Tuple(vec![value]))
            }
            ExprKind::Try(option) => {
                let option = self.expr(*option, false);
                self.classes.value_in(option)
            }
            ExprKind::Outcome { is_ok, value, .. } => {
                let (value, other) = (self.expr(*value, false), self.classes.fresh());
                self.classes.with(if *is_ok { Known::Outcome(value, other) } else { Known::Outcome(other, value) })
            }
            ExprKind::Renewed(renewal, of, value) => self.renewed(*renewal, *of, *value),
            ExprKind::Call(callee, arguments) => self.call(callee, arguments),
            ExprKind::Method { receiver, name, arguments, .. } => self.method(*receiver, &name.to_string(), arguments),
            ExprKind::Closure { before, parameters, body } => self.closure(before, parameters, *body),
            ExprKind::Function(_) => self.classes.with(Known::Other),
            _ => self.statement(id),
        }
    }

    /// What has no value, or the value of which nobody sees.
    fn statement(&mut self, id: ExprId) -> usize {
        let body = self.body;
        match body.kind(id) {
            ExprKind::Let(pattern, value) => {
                let value = self.expr(*value, false);
                self.pattern(pattern, value);
                return self.classes.primitive("bool");
            }
            ExprKind::While(target, condition, block) => {
                self.expr(*condition, false);
                self.looping(*target, block);
            }
            ExprKind::For(target, pattern, iterated, block) => {
                let item = self.iterated(iterated);
                self.pattern(pattern, item);
                self.looping(*target, block);
            }
            ExprKind::Check { condition, message, .. } => {
                for part in condition.iter().chain(&message.values) {
                    self.expr(*part, false);
                }
            }
            ExprKind::Print(message) => message.values.iter().for_each(|value| _ = self.expr(*value, false)),
            ExprKind::Return(Some(value)) => {
                let class = self.expr(*value, true);
                self.pin(*value, self.result);
                self.classes.unify(self.result, class);
            }
            ExprKind::Break(target, Some(value)) => {
                self.break_with(*target, *value);
            }
            ExprKind::Way(_) => return self.classes.primitive("bool"),
            ExprKind::Unit => return self.classes.with(Known::Other),
            _ => {}
        }
        self.classes.fresh()
    }

    /// The operand of a cast. As in Rust, it has the target's type only where it is a literal itself; what floats are made of
    /// literals only are f64, as Rust's are.
    pub(super) fn cast(&mut self, operand: ExprId, converts: bool, target: usize) {
        let is_float = is_float_literal(self.body, operand);
        let literal = cast_literal(self.body, operand);
        let value = self.silently(literal.is_some(), |walker| walker.expr(operand, converts));
        let Some(Known::Primitive(name)) = self.classes.known(target) else { return };
        match literal {
            Some(Lit::Int(number)) if number.suffix().is_empty() && names::is_integer(&name) => {
                self.classes.unify(target, value);
            }
            Some(Lit::Float(_)) if is_float && name == "f32" => self.classes.unify(target, value),
            _ if is_float => {
                let double = self.classes.primitive("f64");
                self.classes.unify(double, value);
            }
            _ if name == "f64" => self.classes.widen(value),
            _ => {}
        }
    }

    fn literal(&mut self, id: ExprId, literal: &Lit, need: Need) -> usize {
        let class = match literal {
            Lit::Int(number) if number.suffix().is_empty() => self.classes.fresh(),
            Lit::Float(number) if number.suffix().is_empty() => self.classes.float(),
            Lit::Int(number) => return self.classes.primitive(number.suffix()),
            Lit::Float(number) => return self.classes.primitive(number.suffix()),
            Lit::Bool(_) => return self.classes.primitive("bool"),
            Lit::Byte(_) => return self.classes.primitive("u8"),
            _ => return self.classes.fresh(),
        };
        self.marks.insert(
            id,
            Mark { class, need, pinned: false, compared: false, asks: self.asks, guesses: self.knows_types },
        );
        class
    }

    /// A constant by its path.
    fn item(&mut self, path: &Path) -> usize {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match segments.as_slice() {
            [.., owner, name] if names::is_primitive(owner) => match methods::associated(owner, name) {
                Some(Associated::Constant(constant)) if constant.ty == Ty::U32 => self.classes.primitive("u32"),
                _ => self.classes.primitive(owner),
            },
            [.., owner, module, _] if names::is_primitive(owner) && module == "consts" => self.classes.primitive(owner),
            _ => self.classes.fresh(),
        }
    }

    fn binary(&mut self, operator: Operator, left: ExprId, right: ExprId, converts: bool) -> usize {
        let body = self.body;
        let (left_literal, right_literal) = (is_literal(body, left), is_literal(body, right));
        if matches!(operator, Operator::Shl | Operator::Shr) {
            let left = self.expr(left, converts && right_literal);
            self.expr(right, right_literal);
            return left;
        }
        let comparison = operator.is_comparison();
        let (first, second) = if comparison && Context::meets_by_element(body, left, right) {
            self.compared(left, right)
        } else {
            // Of two literals the left one carries the type.
            let left_converts = if right_literal { left_literal && converts && !comparison } else { left_literal };
            let classes = (self.expr(left, left_converts), self.expr(right, right_literal));
            self.pin(left, classes.1);
            self.pin(right, classes.0);
            classes
        };
        let may_be_own = !comparison && self.asks && self.may_be_own(first, second);
        let same = self.classes.unify_floats(first, second) || !(self.mixes(first, second) || may_be_own);
        if same {
            self.classes.unify(first, second);
        } else {
            self.classes.close(first);
            self.classes.close(second);
        }
        match (comparison, same) {
            (true, _) => self.classes.primitive("bool"),
            (false, true) => first,
            (false, false) => self.classes.fresh(),
        }
    }

    /// Where a float literal stands beside a type that rustc knows and the walk does not, it may have that.
    pub(super) fn pin(&mut self, literal: ExprId, beside: usize) {
        let literal = unsigned(self.body, literal);
        if self.classes.is_hidden(beside)
            && let Some(mark) = self.marks.get_mut(&literal)
        {
            mark.pinned = true;
        }
    }

    /// A value that goes where only rustc knows the type.
    pub(super) fn meets_hidden(&mut self, value: ExprId, class: usize) {
        let hidden = self.classes.fresh();
        self.pin(value, hidden);
        self.classes.close(class);
    }

    /// Whether one operand has a type that only rustc knows, and the other is a number: an operator of the user's may take both.
    fn may_be_own(&mut self, left: usize, right: usize) -> bool {
        let mut is_number = |class: usize| matches!(self.classes.known(class), Some(Known::Primitive(_)));
        let (left_number, right_number) = (is_number(left), is_number(right));
        left_number && self.classes.is_hidden(right) || right_number && self.classes.is_hidden(left)
    }

    /// Vectors and scalars mix in arithmetic; anything else has one type.
    pub(super) fn mixes(&mut self, left: usize, right: usize) -> bool {
        let mut is_float_or_other =
            |class: usize| self.classes.is_float(class) || matches!(self.classes.known(class), Some(Known::Other));
        is_float_or_other(left) || is_float_or_other(right)
    }
}
