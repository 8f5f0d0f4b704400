//! Expressions.

use super::{Builder, calls::by_trait};
use crate::{
    context::{
        EMPTY, LARGEST_TUPLE, Receiver, TOO_LARGE, has_arguments, is_joined, is_none, is_reverse, is_zero, items,
        may_construct, may_renew, types_in,
    },
    hir::{Arm, Base, Callee, ExprId, ExprKind, Operator, Renewal},
    names,
    operators::is_compound,
    refused,
};
use quote::ToTokens;
use syn::{BinOp, Expr, Lit, UnOp, spanned::Spanned};

impl Builder<'_, '_, '_> {
    /// Adds an expression.
    ///
    /// Nothing but calls: what this has on the stack, it has for each level of an expression.
    pub fn expr(&mut self, expr: &Expr) -> ExprId {
        match expr {
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Unary(unary) => self.unary(expr, unary),
            Expr::Binary(binary) => self.binary(expr, binary),
            Expr::Assign(assign) => self.assign(expr, assign),
            Expr::Call(call) => self.call(expr, call),
            Expr::MethodCall(call) => self.method_call(expr, call),
            Expr::If(choice) => self.choice(expr, choice),
            Expr::Match(choice) => self.match_of(expr, choice),
            Expr::Block(block) => self.labelled_block(expr, block),
            Expr::Loop(looping) => self.endless(expr, looping),
            Expr::While(looping) => self.while_loop(expr, looping),
            Expr::ForLoop(looping) => self.for_loop(expr, looping),
            Expr::Break(jump) => self.break_out(expr, jump),
            Expr::Struct(literal) => self.struct_literal(expr, literal),
            Expr::Reference(reference) => self.borrow(expr, reference),
            Expr::Cast(cast) => self.cast(expr, cast),
            Expr::Field(field) => self.end_of_range(expr, field).unwrap_or_else(|| self.field(expr, field)),
            Expr::Index(index) => self.index(expr, index),
            Expr::Tuple(tuple) => self.tuple(expr, tuple),
            Expr::Array(array) => self.array(expr, array),
            Expr::Repeat(repeat) => self.repeat(expr, repeat),
            Expr::Return(value) => self.return_of(expr, value),
            Expr::Try(attempt) => self.attempt(expr, attempt),
            other => self.leaf(other),
        }
    }

    /// An expression without parts, or one that device code does not have.
    fn leaf(&mut self, expr: &Expr) -> ExprId {
        match expr {
            Expr::Lit(literal) => self.literal(expr, &literal.lit),
            Expr::Path(path) => self.path(expr, path),
            Expr::Macro(call) => {
                let kind = self.check(&call.mac);
                self.add(kind, expr)
            }
            Expr::Continue(jump) => self.continue_with(expr, jump),
            Expr::Range(range) if range.start.is_some() && range.end.is_some() => self.range_value(expr, range),
            other => self.refuse(other, refused(other)),
        }
    }

    fn borrow(&mut self, whole: &Expr, reference: &syn::ExprReference) -> ExprId {
        if reference.mutability.is_some() && self.iterator_of(&reference.expr).is_some() {
            return self.iterator_as_a_value(&reference.expr);
        }
        let of = self.expr(&reference.expr);
        self.add(ExprKind::Borrow { mutable: reference.mutability.is_some(), of }, whole)
    }

    fn cast(&mut self, whole: &Expr, cast: &syn::ExprCast) -> ExprId {
        let value = self.expr(&cast.expr);
        self.add(ExprKind::Cast(value, (*cast.ty).clone()), whole)
    }

    fn field(&mut self, whole: &Expr, field: &syn::ExprField) -> ExprId {
        let base = self.expr(&field.base);
        self.add(ExprKind::Field(base, field.member.clone()), whole)
    }

    fn index(&mut self, whole: &Expr, index: &syn::ExprIndex) -> ExprId {
        if let Expr::Range(range) = strip(&index.index) {
            let of = self.expr(&index.expr);
            let of = self.array_behind(of);
            let [start, end] = [&range.start, &range.end].map(|bound| bound.as_ref().map(|bound| self.expr(bound)));
            let closed = matches!(range.limits, syn::RangeLimits::Closed(_));
            return self.add(ExprKind::Slice { of, start, end, closed }, whole);
        }
        let (base, position) = (self.expr(&index.expr), self.expr(&index.index));
        let base = self.array_behind(base);
        self.add(ExprKind::Index(base, position), whole)
    }

    fn tuple(&mut self, whole: &Expr, tuple: &syn::ExprTuple) -> ExprId {
        if tuple.elems.len() > LARGEST_TUPLE {
            return self.refuse(whole, TOO_LARGE);
        }
        if tuple.elems.is_empty() {
            return self.add(ExprKind::Unit, whole);
        }
        let elements = tuple.elems.iter().map(|element| self.expr(element)).collect();
        self.add(ExprKind::Tuple(elements), whole)
    }

    fn array(&mut self, whole: &Expr, array: &syn::ExprArray) -> ExprId {
        if array.elems.is_empty() {
            return self.refuse(whole, EMPTY);
        }
        let elements = array.elems.iter().map(|element| self.expr(element)).collect();
        self.add(ExprKind::Array(elements), whole)
    }

    fn repeat(&mut self, whole: &Expr, repeat: &syn::ExprRepeat) -> ExprId {
        if is_zero(&repeat.len) {
            return self.refuse(whole, EMPTY);
        }
        let element = self.expr(&repeat.expr);
        self.add(ExprKind::Repeat(element, (*repeat.len).clone()), whole)
    }

    fn return_of(&mut self, whole: &Expr, value: &syn::ExprReturn) -> ExprId {
        let value = value.expr.as_ref().map(|value| self.expr(value));
        let kind = match self.leaves_closure() {
            Some(closure) => ExprKind::Break(closure, value),
            None if items::given(self.translator.input.signature).is_some() => {
                return self.refuse(whole, super::items::NO_RETURN);
            }
            None => ExprKind::Return(value),
        };
        self.add(kind, whole)
    }

    fn attempt(&mut self, whole: &Expr, attempt: &syn::ExprTry) -> ExprId {
        if self.returns_from.is_some() {
            return self.attempt_in_closure(whole, attempt);
        }
        let output = &self.translator.input.signature.output;
        if !refused::may_attempt(output) {
            let (gives, leaves) = match output {
                syn::ReturnType::Default => ("nothing".to_owned(), "return"),
                syn::ReturnType::Type(_, ty) => {
                    (format!("`{}`", ty.to_token_stream().to_string().replace(' ', "")), "return …")
                }
            };
            let other_name = match output {
                // As another name of a `Result` may have.
                syn::ReturnType::Type(_, ty) if has_arguments(ty) => {
                    "; if that is another name for one of both, write that"
                }
                _ => "",
            };
            let hint = format!(
                "`?` leaves a function that returns an `Option` or a `Result`, and this one returns {gives}{other_name}; write `let Some(x) = value else {{ {leaves} }};`, or `let Ok(x)` of a `Result`"
            );
            self.translator.errors.push_at(attempt.question_token.span(), hint);
            self.translator.refused.attempts = true;
        }
        let value = self.expr(&attempt.expr);
        let left = match self.body.kind(value) {
            ExprKind::None(path) if path.is_ident("None") => Some(value),
            ExprKind::Outcome { is_ok: false, value: error, path } if types_in(path).is_none() => {
                let error = *error;
                Some(self.renewed(Renewal::Left, error, None, whole))
            }
            _ => None,
        };
        self.add(left.map_or(ExprKind::Try(value), |left| ExprKind::Return(Some(left))), whole)
    }

    fn literal(&mut self, at: &Expr, literal: &Lit) -> ExprId {
        match literal {
            Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) | Lit::Byte(_) | Lit::Char(_) => {
                let id = self.add(ExprKind::Literal(literal.clone()), at);
                self.see_literal(literal, id);
                id
            }
            Lit::ByteStr(text) => self.bytes(at, text),
            _ => self.refuse(at, "strings do not exist in device code; use numbers or a `#[device]` enum"),
        }
    }

    /// Remembers which literal of the text this is, and refuses one with a suffix that names no number of the device.
    pub fn see_literal(&mut self, literal: &Lit, id: ExprId) {
        if let Some(number) = self.numbering.literal(literal) {
            let first = *self.body.literals.entry(number).or_insert(id);
            self.body.copies.extend((first != id).then_some((id, first)));
        }
        let message = match literal.suffix() {
            "" => return,
            suffix @ ("f16" | "f128") => {
                format!("`{suffix}` does not exist in device code; use `f32` or `f64`")
            }
            suffix if names::is_number(suffix) => return,
            // rustc does not know it either.
            _ => return self.translator.errors.leave_to_rustc(),
        };
        self.error(literal, message);
    }

    fn path(&mut self, at: &Expr, path: &syn::ExprPath) -> ExprId {
        if path.qself.is_some() {
            if let Some(constant) = super::calls::foreign(path, true) {
                return self.add(ExprKind::Call(constant, Vec::new()), at);
            }
            let Some((by, named)) = crate::context::by_trait(path) else { return self.refuse(at, &by_trait(path)) };
            self.translator.require_by_trait(&by, &named);
            return self.add(ExprKind::Item(named), at);
        }
        if let Some(name) = path.path.get_ident() {
            if name == "self" {
                if self.translator.receiver == Receiver::None {
                    return self.refuse(at, "`self` does not exist in this function; add a `self` parameter");
                }
                return self.add(ExprKind::This, at);
            }
            if let Some(local) = self.find(name) {
                if self.is_closure(local) {
                    return self.as_a_value(at);
                }
                if self.iterators.contains_key(&local) {
                    return self.range_in(local, at).unwrap_or_else(|| self.iterator_as_a_value(at));
                }
                if self.is_callable(local) {
                    return self.refuse(at, super::handed::CALLABLE_AS_A_VALUE);
                }
                return self.add(ExprKind::Local(local), at);
            }
            if let Some(constant) = self.constants.get(name) {
                return self.add(ExprKind::Item(constant.clone().into()), at);
            }
        }
        if let Some(last) = path.path.segments.last()
            && (last.ident == "Self" || !last.arguments.is_none() && names::is_type_name(&last.ident.to_string()))
            && self.translator.variant_of(&path.path).is_none()
            && !is_none(&path.path)
        {
            // A struct without fields.
            return self.add(ExprKind::Struct { path: path.path.clone(), fields: Vec::new(), base: None }, at);
        }
        let kind =
            if is_none(&path.path) { ExprKind::None(path.path.clone()) } else { ExprKind::Item(path.path.clone()) };
        self.add(kind, at)
    }

    fn unary(&mut self, whole: &Expr, unary: &syn::ExprUnary) -> ExprId {
        let operand = self.expr(&unary.expr);
        let kind = match unary.op {
            UnOp::Deref(_) => ExprKind::Deref(operand),
            UnOp::Not(_) => ExprKind::Not(operand),
            UnOp::Neg(_) => ExprKind::Negate(operand),
            _ => {
                return self.refuse(&unary.expr, "this operator does not exist in device code; use `-`, `!` or `*`");
            }
        };
        self.add(kind, whole)
    }

    fn binary(&mut self, whole: &Expr, binary: &syn::ExprBinary) -> ExprId {
        let Some(operator) = operator(&binary.op) else {
            let (left, right) = (self.expr(&binary.left), self.expr(&binary.right));
            let kind = match binary.op {
                BinOp::And(_) => ExprKind::And(left, right),
                BinOp::Or(_) => ExprKind::Or(left, right),
                _ => return self.refuse(&binary.left, "this operator does not exist in device code"),
            };
            return self.add(kind, whole);
        };
        if is_compound(&binary.op) {
            return self.compound(whole, binary, operator);
        }
        let (left, right) = (self.expr(&binary.left), self.expr(&binary.right));
        self.add(ExprKind::Binary(operator, left, right), whole)
    }

    fn struct_literal(&mut self, whole: &Expr, literal: &syn::ExprStruct) -> ExprId {
        if literal.fields.is_empty() && literal.rest.is_none() && self.translator.variant_of(&literal.path).is_some() {
            return self.add(ExprKind::Item(literal.path.clone()), whole);
        }
        let members = literal.fields.iter().map(|field| &field.member);
        if literal.rest.is_none() && may_construct(&literal.path, members.clone()) {
            let callee = Callee::Joined(literal.path.clone(), members.cloned().collect());
            let values = literal.fields.iter().map(|field| self.expr(&field.expr)).collect();
            return self.add(ExprKind::Call(callee, values), whole);
        }
        if let Some(base) = &literal.rest
            && is_joined(&literal.path)
            && !is_reverse(&literal.path)
        {
            return match literal.fields.iter().collect::<Vec<_>>()[..] {
                [] => self.expr(base),
                [field] if may_renew(&literal.path, &field.member) => {
                    let callee = Callee::Joined(literal.path.clone(), vec![field.member.clone()]);
                    let values = [&field.expr, &**base].map(|value| self.expr(value)).to_vec();
                    self.add(ExprKind::Call(callee, values), whole)
                }
                _ => self.refuse(whole, "`..` does not exist here in device code; write all the fields"),
            };
        }
        let fields = literal.fields.iter().map(|field| (field.member.clone(), self.expr(&field.expr))).collect();
        let of_trait = |base: &Expr| match strip(base) {
            Expr::Call(call) => super::places::default_of_trait(call),
            _ => None,
        };
        let base = literal.rest.as_ref().map(|base| match of_trait(base) {
            Some(owner) => {
                if let Some(message) = super::calls::default_of_vector(&literal.path) {
                    self.error(base, message);
                }
                self.translator.require_default(owner);
                let path = &literal.path;
                self.translator.require_seen_default(&syn::parse_quote!(#path));
                Base::Default
            }
            None => Base::Value(self.expr(base)),
        });
        self.add(ExprKind::Struct { path: literal.path.clone(), fields, base }, whole)
    }

    fn choice(&mut self, whole: &Expr, choice: &syn::ExprIf) -> ExprId {
        let (condition, then) = self.scoped(|builder| {
            let condition = builder.condition(&choice.cond);
            (condition, Box::new(builder.block(&choice.then_branch)))
        });
        let other = choice.else_branch.as_ref().map(|(_, other)| self.expr(other));
        self.add(ExprKind::If { condition, then, other }, whole)
    }

    /// A condition, whose patterns bind in the current scope.
    pub fn condition(&mut self, expr: &Expr) -> ExprId {
        match expr {
            Expr::Paren(inner) => self.condition(&inner.expr),
            Expr::Group(inner) => self.condition(&inner.expr),
            Expr::Let(condition) => {
                let value = self.expr(&condition.expr);
                let pattern = self.pattern(&condition.pat);
                self.comes_from(&pattern, Some(value));
                self.add(ExprKind::Let(Box::new(pattern), value), expr)
            }
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
                let (left, right) = (self.condition(&binary.left), self.condition(&binary.right));
                self.add(ExprKind::And(left, right), expr)
            }
            Expr::Binary(binary) if contains_let(expr) => {
                self.refuse(&Expr::Binary(binary.clone()), "`let` in a condition can only be joined by `&&`")
            }
            other => self.expr(other),
        }
    }

    fn match_of(&mut self, whole: &Expr, choice: &syn::ExprMatch) -> ExprId {
        let value = self.expr(&choice.expr);
        let mut arms = Vec::new();
        for arm in &choice.arms {
            let line = arm.pat.span().start().line;
            let arm = self.scoped(|builder| {
                let (pattern, guard) = split_guard(&arm.pat);
                let built = builder.pattern(pattern);
                builder.comes_from(&built, Some(value));
                let guard = guard.map(|guard| {
                    let guard = builder.condition(guard);
                    builder.check_alternatives(&built, guard);
                    guard
                });
                Arm { pattern: built, guard, value: builder.expr(&arm.body), line }
            });
            arms.push(arm);
        }
        self.add(ExprKind::Match(value, arms), whole)
    }
}

/// What is said of an expression that device code does not have.
fn refused(expr: &Expr) -> &'static str {
    match expr {
        Expr::Range(_) => {
            "a range as a value has both ends in device code: `start..end`; write others in the `for` loop or pattern"
        }
        Expr::Closure(_) => super::closures::AS_A_VALUE,
        Expr::Async(_) | Expr::Await(_) => {
            "`async` does not exist in device code; spawn a task with `ctx.spawn` instead"
        }
        Expr::Unsafe(_) => {
            "`unsafe` does not exist in device code; write the CUDA body by hand with `#[device(cuda = \"…\")]`"
        }
        Expr::RawAddr(_) => "raw pointers do not exist in device code; use references, arrays or buffers",
        Expr::Let(_) => "`let` is only possible in the condition of `if` and `while`",
        Expr::Const(_) => "`const` blocks do not exist in device code; write a `#[device] const`",
        _ => "this expression does not exist in device code; use plain operators, calls and control flow",
    }
}

/// An operator that takes both of its operands, with or without `=`.
fn operator(op: &BinOp) -> Option<Operator> {
    Some(match op {
        BinOp::Add(_) | BinOp::AddAssign(_) => Operator::Add,
        BinOp::Sub(_) | BinOp::SubAssign(_) => Operator::Sub,
        BinOp::Mul(_) | BinOp::MulAssign(_) => Operator::Mul,
        BinOp::Div(_) | BinOp::DivAssign(_) => Operator::Div,
        BinOp::Rem(_) | BinOp::RemAssign(_) => Operator::Rem,
        BinOp::Shl(_) | BinOp::ShlAssign(_) => Operator::Shl,
        BinOp::Shr(_) | BinOp::ShrAssign(_) => Operator::Shr,
        BinOp::BitAnd(_) | BinOp::BitAndAssign(_) => Operator::BitAnd,
        BinOp::BitOr(_) | BinOp::BitOrAssign(_) => Operator::BitOr,
        BinOp::BitXor(_) | BinOp::BitXorAssign(_) => Operator::BitXor,
        BinOp::Eq(_) => Operator::Eq,
        BinOp::Ne(_) => Operator::Ne,
        BinOp::Lt(_) => Operator::Lt,
        BinOp::Le(_) => Operator::Le,
        BinOp::Gt(_) => Operator::Gt,
        BinOp::Ge(_) => Operator::Ge,
        _ => return None,
    })
}

/// An expression without its parentheses.
pub fn strip(mut expr: &Expr) -> &Expr {
    loop {
        expr = match expr {
            Expr::Paren(inner) => &inner.expr,
            Expr::Group(inner) => &inner.expr,
            other => return other,
        };
    }
}

/// Whether a condition has `let` in it.
fn contains_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        Expr::Paren(inner) => contains_let(&inner.expr),
        _ => false,
    }
}

/// The pattern of an arm and its guard.
fn split_guard(pattern: &syn::Pat) -> (&syn::Pat, Option<&Expr>) {
    match pattern {
        syn::Pat::Guard(guard) => (&guard.pat, Some(&guard.guard)),
        syn::Pat::Paren(inner) => split_guard(&inner.pat),
        other => (other, None),
    }
}
