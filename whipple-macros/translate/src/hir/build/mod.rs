//! From Rust's syntax to a [`Body`]: numbers expressions, resolves names, and refuses what device code does not have.

mod arrays;
mod asked;
mod beside;
mod calls;
mod chains;
mod checks;
mod closures;
mod compared;
mod consumed;
mod cursors;
mod cycles;
mod declared;
mod elements;
mod exprs;
mod extremes;
mod goes_on;
mod handed;
mod held;
mod hidden;
mod inlined;
mod items;
mod kept;
mod later;
mod loops;
mod outcomes;
mod patterns;
mod peeked;
mod pieces;
mod places;
mod ready;
mod runs;
mod searches;
mod slices;
mod sorts;
mod sources;
mod spans;
mod states;
mod tried;
mod turned;
mod views;
mod ways;

use super::{
    Block, Body, Constant, Expr, ExprId, ExprKind, Let, Local, LocalId, Origin, Pat, PatKind, Renewal, Shape, Stmt,
    Target, TargetId,
};
use crate::{
    context::{Translator, constants_of, items as given, strip_type},
    numbering::Numbering,
};
use proc_macro2::Span;
use quote::ToTokens;
use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};
use syn::{FnArg, Ident, Type};

/// Makes the body of a function. What it refuses goes to the translator's errors.
pub fn build<'b>(translator: &mut Translator<'_>, block: &'b syn::Block, numbering: &Numbering<'b>) -> Body {
    let (errors, mut shapes) = (translator.errors.count(), BTreeMap::new());
    for _ in 0..later::TRIES {
        let body = build_with(translator, block, numbering, &shapes);
        let found = later::shapes(&body);
        if found == shapes {
            return body;
        }
        // Its uses stood before what says what it is.
        translator.errors.forget_from(errors);
        shapes = found;
    }
    build_with(translator, block, numbering, &BTreeMap::new())
}

/// The same, where it is known of some variables where they will have references, by the numbers of their `let`s.
fn build_with<'b>(
    translator: &mut Translator<'_>,
    block: &'b syn::Block,
    numbering: &Numbering<'b>,
    later: &BTreeMap<usize, Shape>,
) -> Body {
    let signature = translator.input.signature;
    let asks = crate::ask::can_be_asked(translator.input);
    let mut builder = Builder {
        translator,
        numbering,
        later,
        body: Body::default(),
        scopes: vec![Vec::new()],
        targets: Vec::new(),
        may_fail: true,
        constants: BTreeSet::new(),
        closures: BTreeMap::new(),
        iterators: BTreeMap::new(),
        taken: BTreeMap::new(),
        gives_items: false,
        arrays: BTreeSet::new(),
        asked_for_next: asked::names(block),
        returns_from: None,
        left: BTreeSet::new(),
        redirected: BTreeMap::new(),
        in_place_before: 0,
        in_place_since: None,
        is_too_long: false,
        asks,
    };
    for input in &signature.inputs {
        if let FnArg::Typed(typed) = input {
            let parameter = match &*typed.pat {
                syn::Pat::Ident(name) => {
                    let is_function = crate::context::callables::of_type(&typed.ty).is_some();
                    let local = Local {
                        mutable: name.mutability.is_some() && !is_function,
                        ty: Some((*typed.ty).clone()),
                        shape: if is_function { Shape::Plain } else { Shape::of_type(&typed.ty) },
                        ..Local::new(name.ident.clone())
                    };
                    Some(builder.declare(local))
                }
                _ => None,
            };
            builder.body.parameters.push(parameter);
        }
    }
    hidden::refuse_hidden(builder.translator, block);
    builder.body.root = match given::given(signature) {
        Some(_) => builder.body_of_items(block),
        None => builder.block(block),
    };
    builder.results_become_views(&signature.output);
    builder.body
}

/// The state of a build.
struct Builder<'t, 'a, 'b> {
    translator: &'t mut Translator<'a>,
    numbering: &'t Numbering<'b>,
    /// Where variables have references that are given to them later, by the numbers of their `let`s.
    later: &'t BTreeMap<usize, Shape>,
    body: Body,
    /// The variables in scope by their Rust names, the innermost block last.
    scopes: Vec<Vec<(Ident, LocalId)>>,
    /// The loops and labelled blocks around, the innermost last.
    targets: Vec<TargetId>,
    /// Whether the pattern at hand may fail: only then can a name in it be a constant.
    may_fail: bool,
    /// The names in patterns that were taken for constants: where they are used again, rustc says nothing that it has said here.
    constants: BTreeSet<Ident>,
    /// The variables that are closures.
    closures: BTreeMap<LocalId, closures::Variable<'b>>,
    /// The variables that have iterators.
    iterators: BTreeMap<LocalId, Rc<kept::Kept<'b>>>,
    /// What the `move` closures have taken that are arguments.
    taken: BTreeMap<*const syn::ExprClosure, closures::Taken>,
    /// Whether the iterator at hand is the one that the function gives.
    gives_items: bool,
    /// Variables that get the elements of an array one by one.
    arrays: BTreeSet<LocalId>,
    /// The names of variables that are asked for items somewhere in the body.
    asked_for_next: BTreeSet<Ident>,
    /// What a `return` leaves in the body of a closure.
    returns_from: Option<TargetId>,
    /// What the bodies of closures are left by, so far.
    left: BTreeSet<TargetId>,
    /// The `for` loops that are several: what leaves them, and what goes on.
    redirected: BTreeMap<TargetId, (TargetId, runs::Next)>,
    /// How many expressions stand in place of calls of closures, how many there were where such a call began, and whether they are too many.
    in_place_before: usize,
    in_place_since: Option<usize>,
    is_too_long: bool,
    /// Whether rustc can be asked all about the body.
    asks: bool,
}

impl Builder<'_, '_, '_> {
    /// Adds an expression.
    fn add(&mut self, kind: ExprKind, at: &syn::Expr) -> ExprId {
        let is_absent = matches!(kind, ExprKind::None(_) | ExprKind::Renewed(Renewal::Absent, ..));
        let is_called = matches!(kind, ExprKind::Call(..) | ExprKind::Method { .. });
        let is_numbered = is_absent || is_called || matches!(kind, ExprKind::Struct { .. } | ExprKind::Item(_));
        let id = self.add_between(kind, spans::first(at), spans::last(at));
        if is_numbered {
            let number = self.numbering.value(at);
            self.see_value(number, id);
        }
        id
    }

    /// Remembers which call, `None`, `Ok` or `Err` of the text this is.
    fn see_value(&mut self, number: Option<usize>, id: ExprId) {
        if let Some(number) = number {
            let first = *self.body.values.entry(number).or_insert(id);
            self.body.copies.extend((first != id).then_some((id, first)));
        }
    }

    fn add_between(&mut self, kind: ExprKind, first: Span, last: Span) -> ExprId {
        let id = ExprId(self.body.exprs.len() as u32);
        let (line, end) = (first.start().line, last.start().line);
        self.body.exprs.push(Expr {
            kind,
            first,
            last,
            line,
            end,
            shape: Shape::Plain,
            is_copied: false,
            is_kept: false,
            viewed: None,
        });
        let itself = self.translator.input.self_type;
        self.body.exprs[id.0 as usize].shape = self.body.find_shape(id, (self.translator.receiver, itself), self.asks);
        for tail in self.body.tails_beside_copies(id) {
            self.body.exprs[tail.0 as usize].is_copied = true;
        }
        if let Shape::View(mutable, _) = *self.body.shape(id) {
            self.becomes_view(id, mutable);
        }
        self.keep_given(id);
        id
    }

    /// Notes the values of a choice that may be references, if none of them shows what they are.
    fn keep_given(&mut self, id: ExprId) {
        let mut tails = Vec::new();
        self.body.tails(id, &mut tails);
        let is_unknown = self.body.shape(id).is_unknown();
        for tail in tails.into_iter().filter(|tail| *tail != id) {
            self.body.exprs[tail.0 as usize].is_kept = is_unknown;
        }
    }

    /// Reports what device code does not have; the result stands for the expression.
    fn refuse(&mut self, at: &syn::Expr, message: &str) -> ExprId {
        self.translator.errors.push(at, message);
        self.add(ExprKind::Error, at)
    }

    fn error(&mut self, at: impl ToTokens, message: impl std::fmt::Display) {
        self.translator.errors.push(at, message);
    }

    /// Adds a variable to the current scope.
    fn declare(&mut self, local: Local) -> LocalId {
        let id = LocalId(self.body.locals.len() as u32);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((local.name.clone(), id));
        }
        self.body.locals.push(local);
        id
    }

    /// The variable that a name means here.
    fn find(&self, name: &Ident) -> Option<LocalId> {
        let mut names = self.scopes.iter().rev().flat_map(|scope| scope.iter().rev());
        names.find_map(|(known, id)| (known == name).then_some(*id))
    }

    /// Goes on in a scope of its own.
    fn scoped<R>(&mut self, go_on: impl FnOnce(&mut Self) -> R) -> R {
        self.scopes.push(Vec::new());
        let result = go_on(self);
        self.scopes.pop();
        result
    }

    fn target(&mut self, label: Option<&syn::Label>, is_loop: bool) -> TargetId {
        let id = TargetId(self.body.targets.len() as u32);
        let label = label.map(|label| label.name.ident.to_string());
        self.body.targets.push(Target { label, is_loop });
        id
    }

    /// A block, in a scope of its own.
    fn block(&mut self, block: &syn::Block) -> Block {
        self.scoped(|builder| builder.block_here(block))
    }

    /// A block whose variables belong to the current scope.
    fn block_here(&mut self, block: &syn::Block) -> Block {
        let mut built = Block { end: block.brace_token.span.close().start().line, ..Block::default() };
        built.constants = self.constants(block);
        let count = block.stmts.len();
        for (index, statement) in block.stmts.iter().enumerate() {
            self.statement(statement, index + 1 == count, &mut built);
        }
        built
    }

    /// A statement of a block. The last one may be its value.
    fn statement(&mut self, statement: &syn::Stmt, is_last: bool, built: &mut Block) {
        match statement {
            syn::Stmt::Local(local) => match self.closure_variable(local).or_else(|| self.iterator_variable(local)) {
                Some(statements) => built.statements.extend(statements),
                None => built.statements.push(self.local(local)),
            },
            // A semicolon too many.
            syn::Stmt::Expr(syn::Expr::Verbatim(tokens), _) if tokens.is_empty() => {}
            syn::Stmt::Expr(expr, None) if is_last => built.value = Some(self.expr(expr)),
            syn::Stmt::Expr(expr, _) => {
                let expr = self.expr(expr);
                built.statements.push(Stmt::Expr(expr));
            }
            syn::Stmt::Macro(call) => {
                let kind = self.check(&call.mac);
                let name = call.mac.path.segments[0].ident.span();
                let expr = self.add_between(kind, name, name);
                if call.semi_token.is_none() && is_last {
                    built.value = Some(expr);
                } else {
                    built.statements.push(Stmt::Expr(expr));
                }
            }
            // What a `use` brings in is written in full, but for the methods of traits.
            syn::Stmt::Item(syn::Item::Const(_) | syn::Item::Use(_)) => {}
            syn::Stmt::Item(item) => self.error(
                item,
                match item {
                    syn::Item::Type(_) => "items cannot stand inside device code; move this out of the function",
                    syn::Item::Static(_) => "statics do not exist in device code; write a `const`",
                    _ => "items cannot stand inside device code; move this out of the function, with `#[device]`",
                },
            ),
        }
    }

    /// The constants of a block, those that others need first.
    fn constants(&mut self, block: &syn::Block) -> Vec<Constant> {
        let mut left = Vec::new();
        for constant in constants_of(block) {
            let ty = Some((*constant.ty).clone());
            let local = Local { ty, is_constant: true, ..Local::new(constant.ident.clone()) };
            left.push((constant, self.declare(local)));
        }
        let mut constants = Vec::new();
        while !left.is_empty() {
            let needs_none = |(constant, _): &(&syn::ItemConst, LocalId)| {
                let tokens = || constant.expr.to_token_stream();
                let needs = |other: &syn::ItemConst| crate::context::mentions(tokens(), &other.ident);
                !left.iter().any(|(other, _)| other.ident != constant.ident && needs(other))
            };
            // rustc refuses those that need themselves.
            let next = left.iter().position(needs_none).unwrap_or(0);
            let (constant, local) = left.remove(next);
            // A reference is refused, whatever it refers to.
            let value = match strip_type(&constant.ty) {
                Type::Reference(_) => self.add(ExprKind::Error, &constant.expr),
                _ => self.expr(&constant.expr),
            };
            constants.push(Constant { local, item: constant.clone(), value });
        }
        constants
    }

    fn local(&mut self, local: &syn::Local) -> Stmt {
        let (pattern, ty) = match &local.pat {
            syn::Pat::Type(typed) if !declared::is_left_open(&typed.ty) => (&*typed.pat, Some(&*typed.ty)),
            syn::Pat::Type(typed) => (&*typed.pat, None),
            other => (other, None),
        };
        let line = local.let_token.span.start().line;
        let Some(init) = &local.init else { return self.deferred(local, pattern, ty, line) };
        let value = Some(self.expr(&init.expr));
        // The `else` does not see what the pattern binds.
        let other = init.diverge.as_ref().map(|(_, diverge)| self.expr(diverge));
        let pattern = match other {
            Some(_) => self.pattern(pattern),
            None => self.sure_pattern(pattern),
        };
        self.bound(&pattern, ty, value);
        if let PatKind::Bind(id, None) = &pattern.kind {
            self.number(local, *id);
            self.see_later(local, *id);
        }
        Stmt::Let(Box::new(Let { pattern, ty: ty.cloned(), value, other, line }))
    }

    /// Says what a pattern's variables are that begin with a value.
    fn bound(&mut self, pattern: &Pat, ty: Option<&Type>, value: Option<ExprId>) {
        self.comes_from(pattern, value);
        let PatKind::Bind(id, None) = pattern.kind else { return };
        self.body.locals[id.0 as usize].ty = ty.cloned();
        if let (Some(ty), Some(value)) = (ty, value)
            && self.body.local(id).by_ref.is_none()
        {
            let shape = declared::shape(ty, self.body.shape(value));
            self.goes_where(value, &shape);
            self.body.locals[id.0 as usize].shape = shape;
        }
    }

    /// Says where the values of a pattern's variables come from.
    fn comes_from(&mut self, pattern: &Pat, value: Option<ExprId>) {
        let Some(value) = value else { return };
        let shape = self.body.shape(value).clone();
        self.shape_of_parts(pattern, &shape, None);
        if let PatKind::Bind(id, None) = pattern.kind {
            self.body.locals[id.0 as usize].origin = Origin::Whole(value);
            return;
        }
        self.set_origins(pattern, Origin::Part(value));
    }

    fn set_origins(&mut self, pattern: &Pat, origin: Origin) {
        let mut variables = Vec::new();
        pattern.variables(&mut variables);
        variables.into_iter().for_each(|id| self.body.locals[id.0 as usize].origin = origin);
    }

    /// `let x: T;`, or `let x;`
    fn deferred(&mut self, local: &syn::Local, pattern: &syn::Pat, ty: Option<&Type>, line: usize) -> Stmt {
        let none = |pattern| Stmt::Let(Box::new(Let { pattern, ty: None, value: None, other: None, line }));
        let syn::Pat::Ident(name) = pattern else {
            self.error(local, "a pattern without a value needs a name for each part; write `let x: Type;` for each");
            let mut names = patterns::Names(Vec::new());
            syn::visit::Visit::visit_pat(&mut names, pattern);
            names.0.into_iter().for_each(|name| _ = self.declare(Local::new(name)));
            return none(Pat { kind: PatKind::Wild, span: local.let_token.span });
        };
        let span = name.ident.span();
        let shape = ty.map(Shape::of_type).unwrap_or_default();
        let variable = Local { mutable: true, ty: ty.cloned(), shape, ..Local::new(name.ident.clone()) };
        let id = self.declare(variable);
        self.number(local, id);
        self.see_later(local, id);
        let pattern = Pat { kind: PatKind::Bind(id, None), span };
        Stmt::Let(Box::new(Let { pattern, ty: ty.cloned(), value: None, other: None, line }))
    }

    /// Remembers which variable a `let` declares.
    fn number(&mut self, local: &syn::Local, id: LocalId) {
        if let Some(number) = self.numbering.binding(local) {
            let first = *self.body.lets.entry(number).or_insert(id);
            self.body.copied_locals.extend((first != id).then_some((id, first)));
        }
    }
}
