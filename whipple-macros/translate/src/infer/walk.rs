//! Walks a body, finds which expressions have the same type, and marks the literals that need a suffix.

use super::{
    Need,
    classes::{Classes, Known},
    context::{Context, builds_aggregate},
    literals::{
        bound, cast_literal, float_literal, fold, is_aggregate, is_declared_first, is_float_literal, is_literal, strip,
    },
    mark, mark_float, mark_local, mark_matched, mark_pinned,
};
use crate::{iteration::Iteration, operators::is_compound};
use syn::{BinOp, Block, Expr, FnArg, Lit, Pat, ReturnType, Signature, Stmt, UnOp};

/// The state of the walk.
pub struct Walker {
    pub(super) classes: Classes,
    scopes: Vec<Vec<(String, usize)>>,
    loops: Vec<Target>,
    result: usize,
    /// How much a literal needs a suffix that is the next expression, where C++ converts it: it may be the value of a branch
    /// beside others, which a lambda may have to return, or in arrays and tuples of one.
    pub soft: Need,
}

/// What `break` leaves: a loop or a labelled block, and what is known of its value.
#[derive(Clone)]
struct Target {
    label: Option<String>,
    is_loop: bool,
    class: usize,
    context: Context,
    pub soft: Need,
}

impl Walker {
    /// Starts a function.
    pub fn new(signature: &Signature) -> Self {
        let mut classes = Classes::default();
        let result = match &signature.output {
            ReturnType::Default => classes.with(Known::Other),
            ReturnType::Type(_, ty) => classes.declared(ty),
        };
        Self { classes, scopes: vec![Vec::new()], loops: Vec::new(), result, soft: Need::No }
    }

    /// Walks the function.
    pub fn function(&mut self, signature: &Signature, block: &mut Block) {
        for parameter in &signature.generics.params {
            if let syn::GenericParam::Const(constant) = parameter {
                let class = self.classes.declared(&constant.ty);
                self.declare(&constant.ident.to_string(), class);
            }
        }
        for input in &signature.inputs {
            if let FnArg::Typed(typed) = input {
                let class = self.classes.declared(&typed.ty);
                self.pattern(&mut typed.pat.clone(), class);
            }
        }
        let result = self.result;
        let tail = self.block(block, &Context::Converts, Need::No);
        if let Some(Stmt::Expr(value, None)) = block.stmts.last_mut() {
            self.pin(value, result);
        }
        self.classes.unify(result, tail);
    }

    /// What was found.
    pub fn into_classes(self) -> Classes {
        self.classes
    }

    fn declare(&mut self, name: &str, class: usize) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name.to_owned(), class));
        }
    }

    fn block(&mut self, block: &mut Block, context: &Context, soft: Need) -> usize {
        self.scopes.push(Vec::new());
        let count = block.stmts.len();
        let mut tail = self.classes.with(Known::Other);
        self.constants(block);
        for (index, statement) in block.stmts.iter_mut().enumerate() {
            match statement {
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(expr, None) if index + 1 == count => {
                    self.soft = soft;
                    tail = self.value(expr, context);
                }
                Stmt::Expr(expr, _) => {
                    self.expr(expr, false);
                }
                Stmt::Macro(call) => self.macro_call(&mut call.mac),
                Stmt::Item(_) => {}
            }
        }
        self.scopes.pop();
        tail
    }

    /// The constants of a block, which are seen in all of it.
    fn constants(&mut self, block: &mut Block) {
        for constant in crate::body::constants_of(block) {
            let class = self.classes.declared(&constant.ty);
            self.declare(&constant.ident.to_string(), class);
        }
        for statement in &mut block.stmts {
            if let Stmt::Item(syn::Item::Const(constant)) = statement {
                let class = self.classes.declared(&constant.ty);
                let value = self.value(&mut constant.expr, &Context::Converts);
                self.pin(&mut constant.expr, class);
                self.classes.unify(class, value);
            }
        }
    }

    fn local(&mut self, local: &mut syn::Local) {
        let ty = match &local.pat {
            Pat::Type(typed) if !matches!(*typed.ty, syn::Type::Infer(_)) => Some(&*typed.ty),
            _ => None,
        };
        let class = ty.map(|ty| self.classes.declared(ty));
        let value = match &mut local.init {
            Some(init) => {
                let context = if class.is_some() { Context::declared(&local.pat, &init.expr) } else { Context::Alone };
                let value = self.value(&mut init.expr, &context);
                if let Some((_, diverge)) = &mut init.diverge {
                    self.expr(diverge, false);
                }
                value
            }
            None => self.classes.open(),
        };
        match class {
            Some(class) => {
                if let Some(init) = &mut local.init {
                    self.pin(&mut init.expr, class);
                }
                self.classes.unify(class, value);
            }
            // C++ must know these types before the values.
            None if local.init.as_ref().is_none_or(|init| is_declared_first(&init.expr))
                && matches!(local.pat, Pat::Ident(_)) =>
            {
                mark_local(local, value);
            }
            None => {}
        }
        self.pattern(&mut local.pat, class.unwrap_or(value));
    }

    /// Declares what a pattern binds; its float literals are as wide as what it looks at.
    fn pattern(&mut self, pattern: &mut Pat, class: usize) {
        match pattern {
            Pat::Ident(name) => {
                self.declare(&name.ident.to_string(), class);
                if let Some((_, inner)) = &mut name.subpat {
                    self.pattern(inner, class);
                }
            }
            Pat::Type(typed) => self.pattern(&mut typed.pat, class),
            Pat::Paren(inner) => self.pattern(&mut inner.pat, class),
            Pat::Reference(inner) => self.pattern(&mut inner.pat, class),
            Pat::Guard(guard) => self.pattern(&mut guard.pat, class),
            Pat::Or(alternatives) => self.alternatives(alternatives, class),
            Pat::Tuple(tuple) => {
                for (index, element) in tuple.elems.iter_mut().enumerate() {
                    let class = self.classes.tuple_element(class, index);
                    self.pattern(element, class);
                }
            }
            Pat::Slice(slice) => {
                let class = self.classes.element(class);
                slice.elems.iter_mut().for_each(|element| self.pattern(element, class));
            }
            Pat::TupleStruct(tuple) => {
                let is_some = is_some_path(&tuple.path);
                for element in &mut tuple.elems {
                    let class = if is_some { self.classes.tuple_element(class, 0) } else { self.classes.fresh() };
                    self.pattern(element, class);
                }
            }
            Pat::Struct(fields) => {
                for field in &mut fields.fields {
                    let class = self.classes.fresh();
                    self.pattern(&mut field.pat, class);
                }
            }
            Pat::Lit(literal) => self.pattern_literal(&mut literal.lit, class),
            Pat::Range(range) => {
                for end in [&mut range.start, &mut range.end].into_iter().flatten() {
                    if let Some(literal) = bound(end) {
                        self.pattern_literal(literal, class);
                    }
                }
            }
            _ => {}
        }
    }

    /// Alternatives bind the same names, each to a part of its own.
    fn alternatives(&mut self, alternatives: &mut syn::PatOr, class: usize) {
        let mut first: Option<Vec<(String, usize)>> = None;
        for case in &mut alternatives.cases {
            self.scopes.push(Vec::new());
            self.pattern(case, class);
            let bound = self.scopes.pop().unwrap_or_default();
            match &first {
                None => first = Some(bound),
                Some(first) => {
                    for (name, class) in bound {
                        if let Some((_, same)) = first.iter().find(|(first, _)| *first == name) {
                            self.classes.unify(*same, class);
                        }
                    }
                }
            }
        }
        for (name, class) in first.unwrap_or_default() {
            self.declare(&name, class);
        }
    }

    fn pattern_literal(&mut self, literal: &mut Lit, class: usize) {
        if matches!(literal, Lit::Float(_)) {
            let number = self.literal(literal, false, Need::No);
            self.classes.tie(class, number);
            if let Lit::Float(number) = literal {
                match self.classes.known(class) {
                    Some(Known::Signature(..)) => mark_matched(number),
                    _ if self.classes.is_hidden(class) => mark_pinned(number),
                    _ => mark_matched(number),
                }
            }
        }
    }

    /// Walks an expression. `converts` says that C++ converts a plain integer here.
    pub fn expr(&mut self, expr: &mut Expr, converts: bool) -> usize {
        self.value(expr, &Context::from(converts))
    }

    /// Walks two expressions that are compared; gives their classes.
    pub fn compared(&mut self, left: &mut Expr, right: &mut Expr) -> (usize, usize) {
        let context = Context::of([&*left, &*right]);
        self.soft = Need::Little;
        let first = self.value(left, &context);
        self.soft = Need::Little;
        (first, self.value(right, &context))
    }

    /// Walks an expression whose context may differ between the elements of a tuple or an array.
    pub fn value(&mut self, expr: &mut Expr, within: &Context) -> usize {
        let soft = std::mem::replace(&mut self.soft, Need::No);
        let context = *within == Context::Converts;
        // `1 + 2` is as good as a literal if C++'s int can hold all of it.
        if context && is_literal(expr) && !matches!(strip(expr), Expr::Lit(_)) && fold(expr).is_none() {
            return self.expr(expr, false);
        }
        match expr {
            Expr::Paren(inner) => {
                self.soft = soft;
                self.value(&mut inner.expr, within)
            }
            Expr::Group(inner) => {
                self.soft = soft;
                self.value(&mut inner.expr, within)
            }
            Expr::Lit(literal) => self.literal(&mut literal.lit, context, soft),
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                let found = name.and_then(|name| {
                    self.scopes
                        .iter()
                        .rev()
                        .flat_map(|scope| scope.iter().rev())
                        .find(|(known, _)| *known == name)
                        .map(|(_, class)| *class)
                });
                found.unwrap_or_else(|| self.path_class(path))
            }
            Expr::Reference(reference) => {
                self.soft = soft;
                self.value(&mut reference.expr, within)
            }
            Expr::Unary(unary) => match unary.op {
                UnOp::Neg(_) => {
                    self.soft = soft;
                    self.expr(&mut unary.expr, context)
                }
                // `!0` of a C++ int would be a bool.
                UnOp::Not(_) => self.expr(&mut unary.expr, false),
                _ => self.expr(&mut unary.expr, context),
            },
            Expr::Binary(binary) => self.binary(binary, context),
            Expr::Assign(assign) => {
                self.assign(&mut assign.left, &mut assign.right);
                self.classes.with(Known::Other)
            }
            Expr::Cast(cast) => {
                let target = self.classes.declared(&cast.ty);
                self.cast(&mut cast.expr, false, target);
                target
            }
            Expr::Field(field) => {
                let base = self.expr(&mut field.base, false);
                match &field.member {
                    syn::Member::Unnamed(index) => self.classes.tuple_element(base, index.index as usize),
                    syn::Member::Named(_) => self.classes.fresh(),
                }
            }
            Expr::Index(index) => {
                let base = self.expr(&mut index.expr, false);
                let position = self.expr(&mut index.index, true);
                let usize_class = self.classes.primitive("usize");
                self.classes.unify(position, usize_class);
                self.array_element(base)
            }
            Expr::Tuple(tuple) => {
                let mut elements = Vec::new();
                for (index, element) in tuple.elems.iter_mut().enumerate() {
                    self.soft = if is_aggregate(element) { soft.max(Need::Little) } else { soft };
                    elements.push(self.value(element, &within.field(index)));
                }
                self.classes.with(Known::Tuple(elements))
            }
            Expr::Array(array) => {
                let class = self.classes.open();
                let within = if *within == Context::Alone { Context::of(&array.elems) } else { within.element() };
                for element in &mut array.elems {
                    self.soft = if is_aggregate(element) { soft.max(Need::Little) } else { soft };
                    let element = self.value(element, &within);
                    self.classes.unify(class, element);
                }
                self.classes.with(Known::Array(class))
            }
            Expr::Repeat(repeat) => {
                self.soft = if is_aggregate(&repeat.expr) { soft.max(Need::Little) } else { soft };
                let element = self.value(&mut repeat.expr, &within.element());
                self.classes.with(Known::Array(element))
            }
            Expr::Struct(literal) => {
                for field in &mut literal.fields {
                    let class = self.expr(&mut field.expr, true);
                    self.field(&mut field.expr, class);
                }
                if let Some(base) = &mut literal.rest {
                    self.expr(base, false);
                }
                self.classes.with(Known::Other)
            }
            // An `Option` counts as a tuple of one element.
            Expr::Call(call) if is_some(&call.func) => {
                let values: Vec<usize> = call.args.iter_mut().map(|value| self.expr(value, false)).collect();
                self.classes.with(Known::Tuple(values))
            }
            Expr::Try(attempt) => {
                let option = self.expr(&mut attempt.expr, false);
                self.classes.tuple_element(option, 0)
            }
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method(call),
            Expr::If(_)
            | Expr::Match(_)
            | Expr::Block(_)
            | Expr::Loop(_)
            | Expr::While(_)
            | Expr::ForLoop(_)
            | Expr::Let(_) => self.control(expr, within, soft),
            Expr::Return(value) => {
                if let Some(value) = &mut value.expr {
                    let class = self.expr(value, true);
                    self.pin(value, self.result);
                    self.classes.unify(self.result, class);
                }
                self.classes.fresh()
            }
            Expr::Break(jump) => {
                if let Some(value) = &mut jump.expr {
                    let label = jump.label.as_ref().map(|label| label.ident.to_string());
                    let is_meant = |target: &&Target| match &label {
                        Some(_) => target.label == label,
                        None => target.is_loop,
                    };
                    if let Some(target) = self.loops.iter().rev().find(is_meant).cloned() {
                        self.soft = target.soft;
                        let value = self.value(value, &target.context);
                        self.classes.unify(target.class, value);
                    } else {
                        self.expr(value, true);
                    }
                }
                self.classes.fresh()
            }
            Expr::Macro(call) => {
                self.macro_call(&mut call.mac);
                self.classes.fresh()
            }
            Expr::Range(range) => self.range(range),
            _ => self.classes.fresh(),
        }
    }

    fn control(&mut self, expr: &mut Expr, context: &Context, soft: Need) -> usize {
        // C++ may need statements for it, as the order of its parts matters.
        let soft = if !is_literal(expr) {
            Need::May
        } else if builds_aggregate(expr) {
            soft.max(Need::Little)
        } else {
            soft
        };
        // Beside a branch whose type is visible, C++ converts plain literals of the other branches.
        let context = if *context == Context::Alone { Context::of([&*expr]) } else { context.clone() };
        self.branches(expr, &context, soft)
    }

    fn branches(&mut self, expr: &mut Expr, context: &Context, soft: Need) -> usize {
        match expr {
            Expr::If(choice) => {
                self.scopes.push(Vec::new());
                self.expr(&mut choice.cond, false);
                let then = self.block(&mut choice.then_branch, context, soft);
                self.scopes.pop();
                if let Some((_, other)) = &mut choice.else_branch {
                    self.soft = soft;
                    let other = self.value(other, context);
                    self.classes.unify(then, other);
                }
                then
            }
            Expr::Match(choice) => {
                let scrutinee = self.expr(&mut choice.expr, false);
                let result = self.classes.open();
                for arm in &mut choice.arms {
                    self.scopes.push(Vec::new());
                    self.pattern(&mut arm.pat, scrutinee);
                    if let Pat::Guard(guard) = &mut arm.pat {
                        self.expr(&mut guard.guard, false);
                    }
                    self.soft = soft;
                    let value = self.value(&mut arm.body, context);
                    self.classes.unify(result, value);
                    self.scopes.pop();
                }
                result
            }
            Expr::Block(block) => {
                let label = block.label.as_ref().map(|label| label.name.ident.to_string());
                let class = self.classes.open();
                if label.is_some() {
                    let (label, context) = (label.clone(), context.clone());
                    self.loops.push(Target { label, is_loop: false, class, context, soft });
                }
                let value = self.block(&mut block.block, context, soft);
                self.classes.unify(class, value);
                if label.is_some() {
                    self.loops.pop();
                }
                class
            }
            Expr::Loop(looping) => {
                let label = looping.label.as_ref().map(|label| label.name.ident.to_string());
                let class = self.classes.open();
                self.loops.push(Target { label, is_loop: true, class, context: context.clone(), soft });
                self.block(&mut looping.body, &Context::Alone, Need::No);
                self.loops.pop();
                class
            }
            Expr::While(looping) => {
                let label = looping.label.as_ref().map(|label| label.name.ident.to_string());
                let class = self.classes.with(Known::Other);
                self.scopes.push(Vec::new());
                self.expr(&mut looping.cond, false);
                self.loops.push(Target { label, is_loop: true, class, context: Context::Alone, soft: Need::No });
                self.block(&mut looping.body, &Context::Alone, Need::No);
                self.loops.pop();
                self.scopes.pop();
                class
            }
            Expr::ForLoop(looping) => {
                let label = looping.label.as_ref().map(|label| label.name.ident.to_string());
                let item = self.iterated(&mut looping.expr);
                let class = self.classes.with(Known::Other);
                self.scopes.push(Vec::new());
                self.pattern(&mut looping.pat, item);
                self.loops.push(Target { label, is_loop: true, class, context: Context::Alone, soft: Need::No });
                self.block(&mut looping.body, &Context::Alone, Need::No);
                self.loops.pop();
                self.scopes.pop();
                class
            }
            Expr::Let(condition) => {
                let value = self.expr(&mut condition.expr, false);
                self.pattern(&mut condition.pat, value);
                self.classes.primitive("bool")
            }
            _ => self.classes.fresh(),
        }
    }

    /// The operand of a cast. As in Rust, it has the target's type only where it is a literal itself; what floats are made of
    /// literals only are f64, as Rust's are.
    pub fn cast(&mut self, operand: &mut Expr, converts: bool, target: usize) {
        let is_float = is_float_literal(operand);
        let literal = cast_literal(operand).cloned();
        let value = self.expr(operand, converts);
        let Some(Known::Primitive(name)) = self.classes.known(target) else { return };
        match literal {
            Some(Lit::Int(number)) if number.suffix().is_empty() && crate::names::is_integer(&name) => {
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

    fn literal(&mut self, literal: &mut Lit, context: bool, soft: Need) -> usize {
        match literal {
            Lit::Int(number) if number.suffix().is_empty() => {
                let class = self.classes.fresh();
                mark(number, class, if context { soft } else { Need::Must });
                class
            }
            Lit::Int(number) => self.classes.primitive(number.suffix()),
            Lit::Float(number) if number.suffix().is_empty() => {
                let class = self.classes.float();
                mark_float(number, class);
                class
            }
            Lit::Float(number) => self.classes.primitive(number.suffix()),
            Lit::Bool(_) => self.classes.primitive("bool"),
            Lit::Byte(_) => self.classes.primitive("u8"),
            _ => self.classes.fresh(),
        }
    }

    fn binary(&mut self, binary: &mut syn::ExprBinary, context: bool) -> usize {
        let (left_literal, right_literal) = (is_literal(&binary.left), is_literal(&binary.right));
        match binary.op {
            BinOp::And(_) | BinOp::Or(_) => {
                self.expr(&mut binary.left, false);
                self.expr(&mut binary.right, false);
                self.classes.primitive("bool")
            }
            BinOp::Shl(_) | BinOp::Shr(_) => {
                let left = self.expr(&mut binary.left, context && right_literal);
                self.expr(&mut binary.right, right_literal);
                left
            }
            BinOp::ShlAssign(_) | BinOp::ShrAssign(_) => {
                self.expr(&mut binary.left, false);
                self.expr(&mut binary.right, right_literal);
                self.classes.with(Known::Other)
            }
            _ => {
                let both = left_literal && right_literal;
                let comparison = matches!(
                    binary.op,
                    BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_)
                );
                if comparison && (builds_aggregate(&binary.left) || builds_aggregate(&binary.right)) {
                    let (left, right) = self.compared(&mut binary.left, &mut binary.right);
                    self.classes.tie(left, right);
                    if !self.mixes(left, right) {
                        self.classes.unify(left, right);
                    }
                    return self.classes.primitive("bool");
                }
                // Of two literals the left one carries the type.
                let left_context = if both { context && !comparison } else { left_literal };
                let left = self.expr(&mut binary.left, left_context);
                let right = self.expr(&mut binary.right, right_literal);
                self.pin(&mut binary.left, right);
                self.pin(&mut binary.right, left);
                self.classes.tie(left, right);
                if self.mixes(left, right) {
                    if comparison {
                        return self.classes.primitive("bool");
                    }
                    let result = self.classes.open();
                    self.classes.tie(left, result);
                    return result;
                }
                self.classes.unify(left, right);
                if comparison {
                    return self.classes.primitive("bool");
                }
                if is_compound(&binary.op) { self.classes.with(Known::Other) } else { left }
            }
        }
    }

    /// Where a float literal stands beside a type that rustc knows and the walk does not, it may have that.
    pub fn pin(&mut self, literal: &mut Expr, beside: usize) {
        if self.classes.is_hidden(beside)
            && let Some(number) = float_literal(literal)
        {
            mark_pinned(number);
        }
    }

    /// The value of a field, whose type only rustc knows.
    pub fn field(&mut self, value: &mut Expr, class: usize) {
        let hidden = self.classes.fresh();
        self.pin(value, hidden);
        self.classes.close(class);
    }

    /// Vectors and scalars mix in arithmetic; anything else has one type.
    pub fn mixes(&mut self, left: usize, right: usize) -> bool {
        let mut is_float_or_other = |class: usize| match self.classes.known(class) {
            Some(Known::Primitive(name)) => matches!(name.as_str(), "f32" | "f64"),
            Some(Known::Float | Known::Other) => true,
            _ => false,
        };
        is_float_or_other(left) || is_float_or_other(right)
    }

    pub fn array_element(&mut self, base: usize) -> usize {
        match self.classes.known(base) {
            Some(Known::Array(element)) => element,
            None => {
                let element = self.classes.fresh();
                let array = self.classes.with(Known::Array(element));
                self.classes.unify(base, array);
                element
            }
            _ => self.classes.fresh(),
        }
    }

    /// What a `for` loop over an expression gives.
    fn iterated(&mut self, expr: &mut Expr) -> usize {
        let is_array = Iteration::of(expr).is_some();
        match expr {
            Expr::Paren(inner) => self.iterated(&mut inner.expr),
            Expr::Group(inner) => self.iterated(&mut inner.expr),
            Expr::MethodCall(call) if is_array && call.method == "enumerate" => {
                let element = self.iterated(&mut call.receiver);
                let index = self.classes.primitive("usize");
                self.classes.with(Known::Tuple(vec![index, element]))
            }
            Expr::MethodCall(call)
                if is_array && ["rev", "copied", "cloned"].iter().any(|name| call.method == name) =>
            {
                self.iterated(&mut call.receiver)
            }
            Expr::MethodCall(call)
                if is_array && ["iter", "iter_mut", "into_iter"].iter().any(|name| call.method == name) =>
            {
                let array = self.expr(&mut call.receiver, false);
                self.array_element(array)
            }
            _ => {
                let class = self.expr(expr, false);
                if is_array { self.array_element(class) } else { class }
            }
        }
    }

    fn range(&mut self, range: &mut syn::ExprRange) -> usize {
        let class = self.classes.fresh();
        let literal = |end: &Option<Box<Expr>>| end.as_ref().is_none_or(|end| is_literal(end));
        let (start_literal, end_literal) = (literal(&range.start), literal(&range.end));
        if let Some(start) = &mut range.start {
            let start = self.expr(start, start_literal && !end_literal);
            self.classes.unify(class, start);
        }
        if let Some(end) = &mut range.end {
            let end = self.expr(end, end_literal);
            self.classes.unify(class, end);
        }
        class
    }
}

/// Whether a function is `Some`.
fn is_some(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if is_some_path(&path.path))
}

fn is_some_path(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == "Some") && crate::body::is_of_std(path)
}
