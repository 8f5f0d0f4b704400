//! Expressions as expressions of C++.

use super::{
    Lowerer,
    lir::{How, Node, StmtKind},
    operands::Use,
};
use crate::{
    context::{Reference, code, code::Code, last_name, signed_bits},
    hir::{Base, Callee, ExprId, ExprKind, Operator, Shape},
    piece::Pieces,
    ty::Written,
};
use syn::Lit;

impl Lowerer<'_, '_, '_> {
    /// The value of an expression. Statements that must run before go to the current block.
    ///
    /// Nothing but calls: what this has on the stack, it has for each level of an expression.
    pub fn value(&mut self, id: ExprId) -> Node {
        match self.body.kind(id) {
            ExprKind::Field(base, member) => self.field(id, *base, member),
            ExprKind::Index(base, index) => self.element(id, *base, *index),
            ExprKind::Slice { .. } => self.slice(id),
            ExprKind::Deref(of) => self.dereferenced(*of),
            ExprKind::Borrow { mutable, of } => self.borrowed(*of, *mutable),
            ExprKind::Not(of) => self.not(*of),
            ExprKind::Negate(of) => self.negated(*of),
            ExprKind::Binary(operator, left, right) => self.binary(id, *operator, *left, *right),
            ExprKind::And(left, right) => self.short_circuit(*left, *right, true),
            ExprKind::Or(left, right) => self.short_circuit(*left, *right, false),
            ExprKind::Cast(of, ty) => self.cast(*of, ty),
            ExprKind::Tuple(elements) => Node::call("tuple", self.kept_values(elements)),
            ExprKind::Array(elements) => {
                let nodes = self.kept_values(elements);
                array(nodes)
            }
            ExprKind::Some(value) => Node::call("some", self.kept_values(std::slice::from_ref(value))),
            ExprKind::Outcome { is_ok, path, value } => self.outcome(id, *is_ok, path, *value),
            ExprKind::Renewed(renewal, of, value) => self.renewed(id, *renewal, *of, *value),
            ExprKind::Repeat(value, length) => self.repeated(*value, length),
            ExprKind::Struct { .. } => self.struct_value(id),
            ExprKind::Call(callee, arguments) => self.call(id, callee, arguments),
            ExprKind::Method { .. } => self.method(id),
            ExprKind::Closure { before, parameters, body } => self.closure(before, parameters, *body),
            ExprKind::Function(callee) => self.function(id, callee),
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) | ExprKind::Loop(..) => {
                self.choice_value(id)
            }
            ExprKind::Try(of) => self.attempt(id, *of),
            _ => self.leaf(id),
        }
    }

    /// The value of an expression without parts, or of a statement.
    fn leaf(&mut self, id: ExprId) -> Node {
        match self.body.kind(id) {
            ExprKind::Literal(literal) => Node::Text(self.literal(literal, self.types.literal(id))),
            ExprKind::Local(local) => self.fact(*local).node,
            ExprKind::This => {
                let span = self.body.expr(id).first;
                Node::Text(self.translator.this(span))
            }
            ExprKind::Item(path) => self.item(id, path),
            ExprKind::None(path) => match self.types.none(id) {
                Some(question) => self.asked_none(id, question),
                None => Node::Text(self.translator.none(path)),
            },
            ExprKind::Unit => Node::name("Unit{}"),
            ExprKind::Neutral { is_sum: true } => Node::name("num::EmptySum{}"),
            ExprKind::Neutral { is_sum: false } => Node::name("num::EmptyProduct{}"),
            ExprKind::Text(text) => Node::name(crate::context::string_literal(text)),
            ExprKind::Let(..) => {
                self.error(id, "`let` is only possible in the condition of `if` and `while`");
                Node::name("true")
            }
            ExprKind::Error => Node::name("0"),
            _ => {
                self.statement(id);
                if self.never_ends(id) { self.never() } else { Node::name("Unit{}") }
            }
        }
    }

    fn field(&mut self, id: ExprId, base: ExprId, member: &syn::Member) -> Node {
        let name = self.translator.member_name(member);
        let value = self.value(base);
        self.followed(id, self.behind(base, value).member(name))
    }

    fn not(&mut self, of: ExprId) -> Node {
        Node::Prefix("!", Box::new(self.value(of)))
    }

    fn cast(&mut self, of: ExprId, ty: &syn::Type) -> Node {
        let mut name = Pieces::text("cast<");
        name.append(self.translator.type_pieces(ty));
        name.push_text(">");
        Node::Call(name, vec![self.value(of)])
    }

    fn repeated(&mut self, value: ExprId, length: &syn::Expr) -> Node {
        let length = self.translator.length_pieces(length);
        let value = self.kept(value);
        Node::Call(code::concat([Pieces::text("filled<"), length, Pieces::text(">")]), vec![value])
    }

    fn struct_value(&mut self, id: ExprId) -> Node {
        match self.body.kind(id) {
            ExprKind::Struct { path, fields, base: None } if fields.is_empty() => {
                Node::Braces(self.struct_type(id, path), Vec::new())
            }
            _ => self.struct_variable(id, true),
        }
    }

    /// `base[index]`: the base is found, then the index evaluated, then both are used.
    fn element(&mut self, id: ExprId, base: ExprId, index: ExprId) -> Node {
        let how = if self.body.is_place(base) { Use::Place } else { Use::Value };
        let looks = self.has_own_index(id);
        let outer = std::mem::replace(&mut self.looks, looks);
        let mut nodes = self.ordered(&[(base, how), (index, Use::Value)]).into_iter();
        self.looks = outer;
        let (Some(array), Some(index)) = (nodes.next(), nodes.next()) else { return Node::name("0") };
        let array = self.seen_base(base, self.behind(base, array));
        self.followed(id, array.index(index))
    }

    /// `base[start..end]`: where the elements are, and how many.
    pub fn slice(&mut self, id: ExprId) -> Node {
        let ExprKind::Slice { of, start, end, closed } = *self.body.kind(id) else { return Node::name("0") };
        let is_value = self.body.is_place(of) && self.body.shape(of).is_view();
        // A function may give a part of it, which lasts as long as in Rust.
        let lasts = !self.returned.is_empty() && self.is_new(of) && self.is_promoted(of) && !self.is_of_module(of);
        let is_value = is_value || self.is_constant(of) || lasts;
        let mut operands = vec![(of, if is_value { Use::Value } else { Use::Place })];
        operands.extend(start.iter().chain(&end).map(|bound| (*bound, Use::Value)));
        let mut nodes = self.ordered(&operands);
        nodes[0] = match lasts || self.is_constant(of) && !self.is_of_module(of) {
            true => self.new_value(of, false),
            false => self.behind(of, nodes[0].clone()),
        };
        let name = match (start, end) {
            (Some(_), None) => "num::slice_from",
            _ if closed => "num::slice_through",
            (None, Some(_)) => "num::slice_to",
            _ => "num::slice",
        };
        Node::call(name, nodes)
    }

    /// Whether an expression is a constant of a module, which C++ has in memory.
    fn is_of_module(&self, id: ExprId) -> bool {
        let ExprKind::Item(path) = self.body.kind(id) else { return false };
        let owner = path.segments.iter().rev().nth(1).map(|owner| owner.ident.to_string());
        owner.is_none_or(|owner| owner.starts_with(char::is_lowercase))
    }

    fn is_part_of_constant(&self, slice: ExprId) -> bool {
        matches!(self.body.kind(slice), ExprKind::Slice { of, .. } if self.is_constant(*of))
    }

    /// `&place`: C++ has the place itself. `&value`: a new variable.
    fn borrowed(&mut self, of: ExprId, mutable: bool) -> Node {
        let is_constant = self.is_constant(of);
        if matches!(self.body.shape(of), Shape::Slice(_)) {
            if mutable && self.is_part_of_constant(of) {
                self.error(of, "a constant is another value each time it is named: change a variable, as `let mut values = TABLE;`");
            }
            let slice = self.value(of);
            return if mutable { slice } else { Node::call("num::shared", vec![slice]) };
        }
        if mutable && self.body.shape(of).is_reference() {
            // The reference itself, which may be pointed elsewhere.
            return if self.body.is_place(of) { self.keeper(of) } else { self.new_value(of, true) };
        }
        if mutable
            && self.body.is_place(of)
            && let Some(kept) = self.keeper_of_given(of)
        {
            return kept;
        }
        // A function that gives references may give this one.
        let lasts = self.keeps || !self.returned.is_empty();
        if lasts && (!self.body.is_place(of) || is_constant) && self.reference_of(of) == Reference::None {
            return self.new_value(of, mutable);
        }
        if !mutable && is_constant {
            return self.value(of);
        }
        if (self.body.is_place(of) && !is_constant) || self.reference_of(of) != Reference::None {
            return if mutable { self.place(of) } else { self.seen_place(of) };
        }
        if mutable || self.is_unnamed_copy(of) || self.is_element_of_value(of) {
            let value = self.value(of);
            let how = if mutable { How::Auto } else { How::Const };
            return self.named("value", how, value);
        }
        self.value(of)
    }

    /// Whether something is an element of an array that is no place: C++ forgets the array.
    fn is_element_of_value(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Index(base, _) => !self.body.is_place(*base) && self.reference_of(*base) == Reference::None,
            ExprKind::Field(base, _) => self.is_element_of_value(*base),
            _ => false,
        }
    }

    fn negated(&mut self, of: ExprId) -> Node {
        if let ExprKind::Literal(Lit::Int(number)) = self.body.kind(of) {
            let written = self.types.literal(of);
            let suffix = match written {
                Written::Typed(ty) => ty.as_str(),
                _ => number.suffix(),
            };
            // The smallest integers: their digits alone do not fit their type.
            if let Some(bits) = signed_bits(suffix)
                && number.base10_parse::<u128>().is_ok_and(|value| value == 1 << (bits - 1))
            {
                return Node::name(format!("{suffix}::MIN"));
            }
            if !matches!(number.suffix(), "f32" | "f64") {
                return Node::Text(self.negative(&number.clone(), &written.clone()));
            }
        }
        let operand = self.value(of);
        // As a constant expression, so that NVVM knows its value, which it does not of the device library's negations.
        if self.names_constant(of) {
            let code = crate::emit::node(&operand, self.line).at(code::UNARY);
            let late = code::concat([Pieces::text("[] { return "), code, Pieces::text("; }")]);
            return Node::call("num::negated", vec![Node::Text(Code::new(late, code::PRIMARY))]);
        }
        Node::Prefix("-", Box::new(operand))
    }

    /// Whether an expression is the name of a constant that may be an integer, or a cast of one.
    fn names_constant(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Cast(of, _) => self.names_constant(*of),
            ExprKind::Local(local) => self.body.is_constant(*local),
            ExprKind::Item(path) => {
                let owner = path.segments.iter().rev().nth(1).map(|owner| owner.ident.to_string());
                owner.is_none_or(|owner| !matches!(owner.as_str(), "f32" | "f64" | "consts"))
            }
            _ => false,
        }
    }

    fn binary(&mut self, whole: ExprId, operator: Operator, left: ExprId, right: ExprId) -> Node {
        let (sign, precedence) = sign(operator);
        let mut nodes = self.operands(&[left, right]).into_iter();
        let (Some(mut left_node), Some(mut right_node)) = (nodes.next(), nodes.next()) else { return Node::name("0") };
        if matches!(operator, Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge) {
            let [is_left, is_right] = self.body.sums_of_one_place(left, right);
            if is_left {
                left_node = Node::call("num::unseen_sum", vec![left_node]);
            } else if is_right {
                right_node = Node::call("num::unseen_sum", vec![right_node]);
            }
        }
        if operator == Operator::Rem {
            return Node::call("num::rem", vec![left_node, right_node]);
        }
        let joins = matches!(operator, Operator::BitAnd | Operator::BitOr | Operator::BitXor);
        if joins && self.is_bool(whole) {
            // C++ would promote to int.
            return if operator == Operator::BitXor {
                Node::infix("!=", left_node, right_node, code::EQUALITY)
            } else {
                Node::call("bool", vec![Node::infix(sign, left_node, right_node, precedence)])
            };
        }
        let node = Node::infix(sign, left_node, right_node, precedence);
        let is_seen = !joins || self.is_integer(left) || self.is_integer(right);
        if is_seen { node } else { Node::call("num::joined", vec![node]) }
    }

    /// `left && right`, `left || right`: the right side is evaluated only where it decides.
    fn short_circuit(&mut self, left: ExprId, right: ExprId, is_and: bool) -> Node {
        let left = self.value(left);
        let line = self.line;
        let (statements, right) = self.collect(|lowerer| lowerer.value(right));
        if statements.is_empty() {
            let (operator, precedence) = if is_and { ("&&", code::AND) } else { ("||", code::OR) };
            return Node::infix(operator, left, right, precedence);
        }
        let holds = self.named("holds", How::Typed(Pieces::text("bool ")), left);
        let mut inner = statements;
        inner.push(super::Stmt { line, kind: StmtKind::Assign(holds.clone(), right) });
        let condition = if is_and { holds.clone() } else { Node::Prefix("!", Box::new(holds.clone())) };
        self.push_at(line, StmtKind::If(condition, inner, super::lir::Otherwise::Nothing, line));
        holds
    }

    /// Values that C++ copies, in Rust's order.
    fn kept_values(&mut self, values: &[ExprId]) -> Vec<Node> {
        let operands: Vec<(ExprId, Use)> = values.iter().map(|value| (*value, Use::Kept)).collect();
        self.ordered(&operands)
    }

    /// `value?`: leaves the function where there is none.
    fn attempt(&mut self, id: ExprId, of: ExprId) -> Node {
        self.leaves_function(id);
        let line = self.line;
        self.keep_alive(of);
        let value = self.value(of);
        let value = self.named_value(of, value);
        let (asks, left) = self.left_by(&value);
        let leave = super::Stmt { line, kind: StmtKind::Return(Some(left)) };
        let is_none = value.clone().ask(asks);
        self.push_at(line, StmtKind::If(is_none, vec![leave], super::lir::Otherwise::Nothing, line));
        self.followed(id, value.member("value"))
    }

    /// Builds a struct literal in a new variable; gives the value.
    pub fn struct_variable(&mut self, id: ExprId, is_part: bool) -> Node {
        let ExprKind::Struct { path, .. } = self.body.kind(id) else { return Node::name("0") };
        let ty = path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let own = self.translator.input.self_type.and_then(last_name);
        let base = crate::context::snake_case(if ty == "Self" { own.as_deref().unwrap_or("value") } else { &ty });
        let scopes = &mut self.translator.scopes;
        let name = if is_part { scopes.temporary(&base) } else { scopes.fresh(&base) };
        self.struct_fields(id, &name);
        let built = Node::name(name);
        let Some(variant) = self.translator.variant_of(path) else { return built };
        let owner = self.owner_of_variant(id, &variant);
        Node::Call(owner, vec![built])
    }

    /// Declares a variable with the fields of a struct literal.
    pub fn struct_fields(&mut self, id: ExprId, name: &str) {
        let ExprKind::Struct { path, fields, base } = self.body.kind(id) else { return };
        let line = self.line;
        let borrows = self.body.shape(id).holds_borrowing();
        let mut declaration = self.struct_type(id, path);
        declaration.push_text(" ");
        let mut values: Vec<Option<Node>> = fields.iter().map(|_| None).collect();
        let base = match base {
            None => None,
            Some(Base::Default) => {
                let mut function = path.clone();
                function.segments.push(syn::Ident::new("default", syn::spanned::Spanned::span(path)).into());
                Some(self.call(id, &Callee::Associated(function), &[]))
            }
            Some(Base::Value(base)) => {
                // The fields come first in Rust, and the base does in C++.
                let of_base = self.effects(*base);
                let matters = fields.iter().any(|(_, value)| self.effects(*value).conflicts(of_base));
                for (value, (_, field)) in values.iter_mut().zip(fields) {
                    if matters && !self.effects(*field).is_pure() {
                        *value = Some(match borrows && self.body.shape(*field).may_refer() {
                            true => {
                                let node = self.kept_field(*field);
                                self.named("value", How::Const, node)
                            }
                            false => {
                                let node = self.value(*field);
                                self.named_value(*field, node)
                            }
                        });
                    }
                }
                Some(self.value(*base))
            }
        };
        self.push_at(line, StmtKind::Declare(How::Typed(declaration), name.to_owned(), base));
        for ((member, field), value) in fields.iter().zip(values) {
            let place = Node::name(name).member(self.translator.member_name(member));
            match value {
                Some(value) => self.push_at(line, StmtKind::Assign(place, value)),
                None if borrows && self.body.shape(*field).may_refer() => {
                    let value = self.kept_field(*field);
                    self.push_at(line, StmtKind::Assign(place, value));
                }
                None => self.into(*field, &super::Dest::Assign(place)),
            }
        }
    }
}

impl Lowerer<'_, '_, '_> {
    /// The value of a field that may have references.
    pub fn kept_field(&mut self, id: ExprId) -> Node {
        self.check_new_values(id);
        self.keep_alive(id);
        self.kept(id)
    }
}

/// How C++ writes an operator, and how tightly it binds.
pub fn sign(operator: Operator) -> (&'static str, u8) {
    match operator {
        Operator::Add => ("+", code::SUM),
        Operator::Sub => ("-", code::SUM),
        Operator::Mul => ("*", code::PRODUCT),
        Operator::Div => ("/", code::PRODUCT),
        Operator::Rem => ("%", code::PRODUCT),
        Operator::Shl => ("<<", code::SHIFT),
        Operator::Shr => (">>", code::SHIFT),
        Operator::BitAnd => ("&", code::BIT_AND),
        Operator::BitOr => ("|", code::BIT_OR),
        Operator::BitXor => ("^", code::BIT_XOR),
        Operator::Eq => ("==", code::EQUALITY),
        Operator::Ne => ("!=", code::EQUALITY),
        Operator::Lt => ("<", code::RELATION),
        Operator::Le => ("<=", code::RELATION),
        Operator::Gt => (">", code::RELATION),
        Operator::Ge => (">=", code::RELATION),
    }
}

/// `array(elements)`; of many, the parts of an array that are put together: C++ finds the type of so many elements at once.
fn array(mut elements: Vec<Node>) -> Node {
    const MOST: usize = 64;
    if elements.len() <= MOST {
        return Node::call("array", elements);
    }
    let length = elements.len().div_ceil(MOST).next_multiple_of(MOST);
    let mut parts = Vec::new();
    while !elements.is_empty() {
        let rest = elements.split_off(length.min(elements.len()));
        parts.push(array(std::mem::replace(&mut elements, rest)));
    }
    Node::call("num::joined", parts)
}
