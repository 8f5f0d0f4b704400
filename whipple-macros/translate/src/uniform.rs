//! Refuses barriers and warp operations in control flow that differs between the threads of a task.
//!
//! A value is *tainted* when threads can have different values of it: the thread index, what is read from memory at a
//! tainted place, came from other threads or from an atomic operation, and what was computed from those or assigned under a
//! tainted condition. Where a tainted condition decides whether a barrier is reached, some threads would wait for ever.

use crate::{
    context::constants_of,
    errors::Errors,
    iteration::{By, Iteration},
    methods::{self, Effect},
    operators::is_compound,
    places,
};
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};
use syn::{Block, Expr, ExprMethodCall, FnArg, Pat, Signature, Stmt, Type, spanned::Spanned, visit::Visit};

/// Checks a body. Nothing happens without a context parameter.
pub fn check(signature: &Signature, block: &Block, errors: &mut Errors) {
    let contexts: Vec<String> = signature.inputs.iter().filter_map(context_name).collect();
    if contexts.is_empty() {
        return;
    }
    let mut checker = Checker {
        contexts,
        scopes: vec![Vec::new()],
        taints: BTreeMap::new(),
        aliases: BTreeMap::new(),
        mutable: BTreeSet::new(),
        constant: Vec::new(),
        divergence: Vec::new(),
        escapes: Vec::new(),
        loops: Vec::new(),
        carried: Vec::new(),
        walked: 0,
        errors: None,
    };
    for input in &signature.inputs {
        if let FnArg::Typed(typed) = input {
            checker.pattern(&typed.pat, None, &[]);
            if let (Type::Reference(reference), Pat::Ident(name)) = (&*typed.ty, &*typed.pat)
                && reference.mutability.is_none()
                && name.mutability.is_none()
            {
                checker.constant.push(name.ident.to_string());
            }
            if matches!(&*typed.ty, Type::Reference(reference) if reference.mutability.is_some())
                && let Pat::Ident(name) = &*typed.pat
            {
                let declaration = checker.find(&name.ident.to_string());
                checker.mutable.extend(declaration);
                // What it refers to has no name here; a callee that gets it may change that.
                checker.aliases.extend(declaration.map(|declaration| (declaration, Vec::new())));
            }
        }
    }
    // Taint and early exits travel backwards around loops, so silent walks settle the variables and the loops first.
    loop {
        let before = checker.settled();
        checker.walk(block);
        if checker.settled() == before {
            break;
        }
    }
    checker.errors = Some(errors);
    checker.walk(block);
}

/// Where a taint or a divergence comes from.
#[derive(Clone, Copy, Debug)]
struct Origin(Span);

/// What can be left early: a loop or a labelled block.
struct Loop {
    label: Option<String>,
    is_block: bool,
    /// Why threads may leave it with different values.
    value: Option<Origin>,
}

/// Threads may have left early.
#[derive(Clone, Copy, Debug)]
struct Escape {
    /// The loop that they left, counted from the function (0).
    depth: usize,
    /// The condition.
    origin: Origin,
    /// Whether they come back in the next round.
    returns: bool,
}

/// A variable by where it is declared: line and column.
type Declaration = (usize, usize);

struct Checker<'a> {
    contexts: Vec<String>,
    /// The variables in scope.
    scopes: Vec<Vec<(String, Declaration)>>,
    /// The tainted variables; they stay from one walk to the next.
    taints: BTreeMap<Declaration, Origin>,
    /// What references and parts of patterns may change: the variables that they were made of.
    aliases: BTreeMap<Declaration, Vec<Declaration>>,
    /// Variables that can change, and references that can change others.
    mutable: BTreeSet<Declaration>,
    /// Parameters behind shared references, which no method changes.
    constant: Vec<String>,
    /// The tainted conditions around the current point.
    divergence: Vec<Origin>,
    escapes: Vec<Escape>,
    loops: Vec<Loop>,
    /// For each loop in the order of a walk: how threads may have left in a round before; it stays like the taints.
    carried: Vec<Vec<Escape>>,
    /// The loops met so far in this walk.
    walked: usize,
    errors: Option<&'a mut Errors>,
}

impl Checker<'_> {
    fn walk(&mut self, block: &Block) {
        self.escapes.clear();
        self.walked = 0;
        self.block(block);
    }

    /// How much is known; it only grows from one walk to the next.
    fn settled(&self) -> (usize, usize) {
        (self.taints.len(), self.carried.iter().map(|escapes| escapes.len() + 1).sum())
    }

    fn declare(&mut self, name: &syn::Ident, origin: Option<Origin>) {
        let start = name.span().start();
        let declaration = (start.line, start.column);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name.to_string(), declaration));
        }
        if let Some(origin) = origin {
            self.taints.entry(declaration).or_insert(origin);
        }
    }

    fn find(&self, name: &str) -> Option<Declaration> {
        let mut variables = self.scopes.iter().rev().flat_map(|scope| scope.iter().rev());
        variables.find(|(known, _)| known == name).map(|(_, declaration)| *declaration)
    }

    fn variable(&self, name: &str) -> Option<Origin> {
        self.find(name).and_then(|declaration| self.taints.get(&declaration)).copied()
    }

    /// A variable has become tainted; `through` it what it is a reference to may have changed, too.
    fn taint(&mut self, name: &str, origin: Origin, through: bool) {
        let Some(declaration) = self.find(name).filter(|_| !self.is_constant(name)) else { return };
        let mut changed = vec![declaration];
        let mut seen = BTreeSet::new();
        while let Some(declaration) = changed.pop() {
            if seen.insert(declaration) {
                self.taints.entry(declaration).or_insert(origin);
                changed.extend(self.aliases.get(&declaration).into_iter().flatten().filter(|_| through));
            }
        }
    }

    /// The variables that may change through what a pattern makes of a value.
    fn aliased(&self, value: &Expr) -> Vec<Declaration> {
        struct References(Vec<String>);
        impl<'ast> Visit<'ast> for References {
            fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
                if reference.mutability.is_some() {
                    self.0.extend(root(&reference.expr));
                }
                syn::visit::visit_expr_reference(self, reference);
            }
        }
        let mut references = References(Vec::new());
        references.visit_expr(value);
        let made = references.0.iter().filter_map(|name| self.find(name));
        // Another reference to the same.
        let moved = root(value).and_then(|name| self.find(&name)).filter(|name| self.aliases.contains_key(name));
        made.chain(moved).collect()
    }

    /// Whether a name means such a parameter, and not a variable that hides it.
    fn is_constant(&self, name: &str) -> bool {
        let is_hidden = self.scopes.iter().skip(1).flatten().any(|(known, _)| known == name);
        !is_hidden && self.constant.iter().any(|known| known == name)
    }

    fn block(&mut self, block: &Block) -> Option<Origin> {
        let count = block.stmts.len();
        let mut value = None;
        self.scopes.push(Vec::new());
        for constant in constants_of(block) {
            self.declare(&constant.ident, None);
        }
        for (index, statement) in block.stmts.iter().enumerate() {
            match statement {
                Stmt::Local(local) => {
                    let origin = local.init.as_ref().and_then(|init| self.expr(&init.expr));
                    if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
                        && self.is_context(&init.expr)
                        && !self.contexts.contains(&name.ident.to_string())
                    {
                        self.contexts.push(name.ident.to_string());
                    }
                    if let Some((_, diverge)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) {
                        self.under(origin, |checker| checker.expr(diverge));
                    }
                    let aliased = local.init.as_ref().map(|init| self.aliased(&init.expr)).unwrap_or_default();
                    self.pattern(&local.pat, origin, &aliased);
                }
                Stmt::Expr(expr, semicolon) => {
                    let origin = self.expr(expr);
                    if index + 1 == count && semicolon.is_none() {
                        value = origin;
                    }
                }
                Stmt::Macro(_) | Stmt::Item(_) => {}
            }
        }
        self.scopes.pop();
        value
    }

    /// Declares what a pattern makes of a value, where these variables may change through it.
    fn pattern(&mut self, pattern: &Pat, origin: Option<Origin>, aliased: &[Declaration]) {
        struct Names(Vec<(syn::Ident, bool)>);
        impl<'ast> syn::visit::Visit<'ast> for Names {
            fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
                self.0.push((name.ident.clone(), name.mutability.is_some()));
                if let Some((_, inner)) = &name.subpat {
                    self.visit_pat(inner);
                }
            }
        }
        let mut names = Names(Vec::new());
        syn::visit::Visit::visit_pat(&mut names, pattern);
        for (name, is_mutable) in names.0 {
            self.declare(&name, origin);
            let Some(declaration) = self.find(&name.to_string()) else { continue };
            if is_mutable || !aliased.is_empty() {
                self.mutable.insert(declaration);
            }
            if !aliased.is_empty() {
                self.aliases.entry(declaration).or_insert_with(|| aliased.to_vec());
            }
        }
    }

    /// Walks an expression; gives where its value's taint comes from.
    fn expr(&mut self, expr: &Expr) -> Option<Origin> {
        match expr {
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Reference(inner) => self.expr(&inner.expr),
            Expr::Unary(inner) => self.expr(&inner.expr),
            Expr::Cast(inner) => self.expr(&inner.expr),
            Expr::Try(attempt) => {
                let origin = self.expr(&attempt.expr);
                self.under(origin, |checker| checker.escape(0, false));
                origin
            }
            Expr::Field(inner) => self.expr(&inner.base),
            Expr::Repeat(inner) => self.expr(&inner.expr),
            Expr::Path(path) => path.path.get_ident().and_then(|name| self.variable(&name.to_string())),
            Expr::Tuple(tuple) => self.all(&tuple.elems),
            Expr::Array(array) => self.all(&array.elems),
            Expr::Index(index) => self.all([&*index.expr, &*index.index]),
            Expr::Range(range) => {
                let start = self.all(range.start.as_deref());
                start.or(self.all(range.end.as_deref()))
            }
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => {
                let origin = self.expr(&assign.right);
                for place in places::of(&assign.left) {
                    self.expr(place);
                    self.assigned(place, origin);
                }
                None
            }
            Expr::Struct(literal) => {
                let fields = self.all(literal.fields.iter().map(|field| &field.expr));
                fields.or(self.all(literal.rest.as_deref()))
            }
            Expr::Call(call) => {
                let mut origin = self.all(&call.args);
                for argument in &call.args {
                    if self.is_context(argument) {
                        self.collective(call.func.span(), "a function that gets the context");
                        origin = origin.or(Some(Origin(call.func.span())));
                    }
                    self.handed_over(argument, origin);
                }
                origin
            }
            Expr::MethodCall(call) => self.method(call),
            Expr::If(choice) => self.branch(choice),
            Expr::Let(condition) => {
                let origin = self.expr(&condition.expr);
                let aliased = self.aliased(&condition.expr);
                self.pattern(&condition.pat, origin, &aliased);
                origin
            }
            Expr::Match(choice) => {
                let scrutinee = self.expr(&choice.expr);
                let mut value = scrutinee;
                let aliased = self.aliased(&choice.expr);
                // Who comes to an arm depends on the guards before it, too.
                let mut condition = scrutinee;
                for arm in &choice.arms {
                    self.scopes.push(Vec::new());
                    self.pattern(&arm.pat, scrutinee, &aliased);
                    if let Pat::Guard(guard) = &arm.pat {
                        let guard = self.under(condition, |checker| checker.expr(&guard.guard));
                        condition = condition.or(guard);
                    }
                    let body = self.under(condition, |checker| checker.expr(&arm.body));
                    value = value.or(body);
                    self.scopes.pop();
                }
                value
            }
            Expr::Block(block) => {
                let Some(label) = &block.label else { return self.block(&block.block) };
                self.loops.push(Loop { label: Some(label.name.ident.to_string()), is_block: true, value: None });
                let value = self.block(&block.block);
                let left = self.leave_loop();
                value.or(left)
            }
            Expr::Loop(looping) => self.repeat(looping.label.as_ref(), None, &looping.body),
            Expr::While(looping) => {
                self.scopes.push(Vec::new());
                let condition = self.expr(&looping.cond);
                let value = self.repeat(looping.label.as_ref(), condition, &looping.body);
                self.scopes.pop();
                value
            }
            Expr::ForLoop(looping) => {
                let range = self.expr(&looping.expr);
                // References to the elements change the array.
                let array = Iteration::of(&looping.expr).filter(|iteration| iteration.by != By::Reference);
                let array = array.and_then(|iteration| root(iteration.array)).and_then(|name| self.find(&name));
                let aliased: Vec<_> = array.filter(|name| self.mutable.contains(name)).into_iter().collect();
                self.scopes.push(Vec::new());
                match (Iteration::of(&looping.expr), &*looping.pat) {
                    (Some(Iteration { enumerated: true, .. }), Pat::Tuple(pair)) if pair.elems.len() == 2 => {
                        self.pattern(&pair.elems[0], None, &[]);
                        self.pattern(&pair.elems[1], range, &aliased);
                    }
                    (_, pattern) => self.pattern(pattern, range, &aliased),
                }
                // All threads go over as many elements, whatever these are.
                let range = range.filter(|_| Iteration::of(&looping.expr).is_none());
                let value = self.repeat(looping.label.as_ref(), range, &looping.body);
                self.scopes.pop();
                value
            }
            Expr::Return(value) => {
                self.all(value.expr.as_deref());
                self.escape(0, false);
                None
            }
            Expr::Break(jump) => {
                let origin = self.all(jump.expr.as_deref());
                let depth = self.depth_of(jump.label.as_ref());
                self.escape(depth, false);
                // Others may leave with another value.
                let origin = origin.or(self.divergence.last().copied()).filter(|_| jump.expr.is_some());
                if let Some(left) = depth.checked_sub(1).and_then(|index| self.loops.get_mut(index)) {
                    left.value = left.value.or(origin);
                }
                None
            }
            Expr::Continue(jump) => {
                let depth = self.depth_of(jump.label.as_ref());
                self.escape(depth, true);
                None
            }
            _ => None,
        }
    }

    fn all<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Option<Origin> {
        let mut origin = None;
        for expr in exprs {
            let next = self.expr(expr);
            origin = origin.or(next);
        }
        origin
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Option<Origin> {
        let left = self.expr(&binary.left);
        let short = matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_));
        let right = self.under(left.filter(|_| short), |checker| checker.expr(&binary.right));
        let origin = left.or(right);
        if is_compound(&binary.op) {
            self.assigned(&binary.left, right);
            return None;
        }
        origin
    }

    fn branch(&mut self, choice: &syn::ExprIf) -> Option<Origin> {
        self.scopes.push(Vec::new());
        let condition = self.expr(&choice.cond);
        let then = self.under(condition, |checker| checker.block(&choice.then_branch));
        self.scopes.pop();
        let other = match &choice.else_branch {
            Some((_, other)) => self.under(condition, |checker| checker.expr(other)),
            None => None,
        };
        condition.or(then).or(other)
    }

    fn method(&mut self, call: &ExprMethodCall) -> Option<Origin> {
        let name = call.method.to_string();
        let receiver = self.expr(&call.receiver);
        let origins: Vec<Option<Origin>> = call.args.iter().map(|argument| self.expr(argument)).collect();
        if self.is_context(&call.receiver) {
            if name == "thread" {
                return Some(Origin(call.method.span()));
            }
            if let Some(Effect::Meets { agreed }) = methods::of_context(&name).map(|method| method.effect) {
                self.collective(call.method.span(), &format!("`{name}`"));
                // A shuffle from a lane that all threads agree on gives all of them the same.
                let lane = name == "shuffle" && origins.get(1).is_some_and(Option::is_none);
                return if agreed || lane { None } else { Some(Origin(call.method.span())) };
            }
            return None;
        }
        for argument in &call.args {
            if self.is_context(argument) {
                self.collective(call.method.span(), "a method that gets the context");
            }
        }
        // What atomics return depends on who comes first.
        let memory = methods::of_memory(&name);
        if memory == Effect::Updates {
            return Some(Origin(call.method.span()));
        }
        let origin = receiver.or(origins.into_iter().flatten().next());
        // Memory is taken to hold the same for all threads. It is in no variable that can change.
        let is_memory = memory != Effect::None && !self.can_change(&call.receiver);
        if !crate::names::is_pure_method(&name) && !is_memory {
            self.changed(&call.receiver, origin, true);
        }
        call.args.iter().for_each(|argument| self.handed_over(argument, origin));
        origin
    }

    /// Something was written to a place.
    fn assigned(&mut self, place: &Expr, origin: Option<Origin>) {
        self.changed(place, origin, !matches!(place, Expr::Path(_)));
    }

    /// A callee may change what it gets a reference to.
    fn handed_over(&mut self, argument: &Expr, origin: Option<Origin>) {
        match argument {
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.changed(&reference.expr, origin, true);
            }
            Expr::Path(path) => {
                let declaration = path.path.get_ident().and_then(|name| self.find(&name.to_string()));
                if declaration.is_some_and(|declaration| self.aliases.contains_key(&declaration)) {
                    self.changed(argument, origin, true);
                }
            }
            _ => {}
        }
    }

    /// A place may have changed: under a tainted condition, or with a tainted value, it becomes tainted; and what it refers to, if the
    /// change was made `through` it.
    fn changed(&mut self, place: &Expr, origin: Option<Origin>, through: bool) {
        let escaped = self.escapes.last().map(|escape| escape.origin);
        let which = self.index(place);
        let Some(origin) = origin.or(which).or(self.divergence.last().copied()).or(escaped) else { return };
        if let Some(name) = root(place) {
            self.taint(&name, origin, through);
        }
    }

    /// Why threads may mean different elements by a place.
    fn index(&mut self, place: &Expr) -> Option<Origin> {
        match place {
            Expr::Paren(inner) => self.index(&inner.expr),
            Expr::Field(field) => self.index(&field.base),
            Expr::Unary(unary) => self.index(&unary.expr),
            Expr::Reference(reference) => self.index(&reference.expr),
            Expr::Index(index) => {
                let outer = self.index(&index.expr);
                // It has been walked: nothing is reported twice.
                let errors = self.errors.take();
                let here = self.expr(&index.index);
                self.errors = errors;
                outer.or(here)
            }
            _ => None,
        }
    }

    /// Whether a method may change a variable through this receiver.
    fn can_change(&self, receiver: &Expr) -> bool {
        let declaration = root(receiver).and_then(|name| self.find(&name));
        declaration.is_some_and(|declaration| self.mutable.contains(&declaration))
    }

    /// Walks something that only the threads reach for which a condition holds.
    fn under<T>(&mut self, condition: Option<Origin>, walk: impl FnOnce(&mut Self) -> T) -> T {
        let Some(condition) = condition else { return walk(self) };
        self.divergence.push(condition);
        let result = walk(self);
        self.divergence.pop();
        result
    }

    fn repeat(&mut self, label: Option<&syn::Label>, condition: Option<Origin>, body: &Block) -> Option<Origin> {
        let label = label.map(|label| label.name.ident.to_string());
        self.loops.push(Loop { label, is_block: false, value: None });
        let depth = self.loops.len();
        let number = self.walked;
        self.walked += 1;
        if number == self.carried.len() {
            self.carried.push(Vec::new());
        }
        // An early exit at the end of the body matters to a barrier at its start.
        self.escapes.splice(0..0, self.carried[number].clone());
        let before = self.escapes.len();
        let value = self.under(condition, |checker| checker.block(body));
        for escape in self.escapes.split_off(before) {
            if !(escape.returns && escape.depth == depth) {
                let carried = &mut self.carried[number];
                carried.retain(|known| (known.depth, known.returns) != (escape.depth, escape.returns));
                carried.push(escape);
            }
            self.escapes.push(escape);
        }
        let left = self.leave_loop();
        value.or(left)
    }

    /// Ends a loop; gives why threads may have left it with different values.
    fn leave_loop(&mut self) -> Option<Origin> {
        let depth = self.loops.len();
        self.escapes.retain(|escape| escape.depth < depth);
        self.loops.pop().and_then(|left| left.value)
    }

    /// Some threads may leave here, up to a depth of loops.
    fn escape(&mut self, depth: usize, returns: bool) {
        if let Some(origin) = self.divergence.last().copied() {
            self.escapes.push(Escape { depth, origin, returns });
        }
    }

    fn depth_of(&self, label: Option<&syn::Lifetime>) -> usize {
        let position = match label {
            Some(label) => {
                let label = label.ident.to_string();
                self.loops.iter().rposition(|inner| inner.label.as_deref() == Some(label.as_str()))
            }
            None => self.loops.iter().rposition(|inner| !inner.is_block),
        };
        position.map_or(0, |position| position + 1)
    }

    /// All threads must be here.
    fn collective(&mut self, span: Span, what: &str) {
        let (origin, why) = match (self.divergence.last(), self.escapes.last()) {
            (Some(origin), _) => (*origin, "threads may disagree on this condition"),
            (None, Some(escape)) => (escape.origin, "some threads may have left early because of this condition"),
            (None, None) => return,
        };
        let Some(errors) = self.errors.as_deref_mut() else { return };
        let mut error = syn::Error::new(
            span,
            format!(
                "all threads of a task must reach {what} together, and here control flow depends on the thread; move it out of the condition, or make the condition the same for all threads with a vote or a shuffle"
            ),
        );
        error.combine(syn::Error::new(origin.0, format!("{why}: it depends on the thread through this value")));
        // What a macro made may have one place for all.
        if !errors.messages_at(span) {
            errors.push_error(error);
        }
    }

    fn is_context(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_context(&inner.expr),
            Expr::Reference(inner) => self.is_context(&inner.expr),
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.contexts.contains(&name.to_string())),
            _ => false,
        }
    }
}

/// The name of a parameter of type `&Context<_>`.
pub fn context_name(input: &FnArg) -> Option<String> {
    let FnArg::Typed(typed) = input else { return None };
    let (Type::Reference(reference), Pat::Ident(name)) = (&*typed.ty, &*typed.pat) else { return None };
    let Type::Path(path) = &*reference.elem else { return None };
    let last = path.path.segments.last()?;
    (last.ident == "Context").then(|| name.ident.to_string())
}

/// The variable that a place belongs to.
fn root(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Paren(inner) => root(&inner.expr),
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Field(field) => root(&field.base),
        Expr::Index(index) => root(&index.expr),
        Expr::Unary(unary) => root(&unary.expr),
        Expr::Reference(reference) => root(&reference.expr),
        _ => None,
    }
}
