//! From a [`Body`] to statements of C++: the only place that thinks about when things happen.
//!
//! Rust evaluates operands from left to right; C++ leaves their order open. Where it matters ([`Effects`]), what comes first gets a name in
//! a statement of its own. A value in the place of a variable becomes a variable; a reference stays what it refers to. Control flow that
//! has a value becomes statements that end in [`StmtKind::Give`], and these `? :`, an assignment or a lambda (`choices.rs`).

mod arms;
mod associated;
mod calls;
mod checks;
mod choices;
mod conditions;
mod facts;
mod foreign;
mod given;
mod handed;
mod indices;
mod instances;
mod items;
mod lets;
mod literals;
mod loops;
mod methods;
mod operands;
mod outcomes;
mod patterns;
mod places;
mod references;
mod slots;
mod subjects;
mod told;
mod units;
mod values;
mod ways;

use crate::lir::{self, How, Node, Stmt, StmtKind};
use crate::{
    context::{Kind, Receiver, Returns, Translator, code},
    hir::{
        AllEffects, Block, Body, Constant, Effects, ExprId, ExprKind, LocalId, Shape, Stmt as HirStmt, Surroundings,
    },
    piece::Pieces,
    ty::Types,
};
use facts::Fact;
use loops::Frame;
use std::collections::{BTreeMap, BTreeSet};

/// Where a value goes.
#[derive(Clone, Debug)]
enum Dest {
    /// Nowhere.
    Discard,
    /// It is returned.
    Return,
    /// It is assigned to a place.
    Assign(Node),
    /// It is a reference, mutable or not, that is assigned to a variable that C++ keeps it in.
    Point(Node, bool),
    /// To what the statements become, see [`StmtKind::Give`].
    Give(u32),
}

/// The statements of a function, whose signature has been translated.
pub fn lower(translator: &mut Translator<'_>, body: &Body, types: &Types) -> Vec<Stmt> {
    let receiver = translator.receiver;
    let around = Surroundings {
        self_changes: matches!(receiver, Receiver::RefMut | Receiver::Value { mutable: true }),
        self_is_memory: translator.self_may_hold_buffers(),
    };
    let line = translator.line;
    let gives_place = translator.input.operator == Some("[]");
    let signature = translator.input.signature;
    let dest = if translator.returns == Returns::Value { Dest::Return } else { Dest::Discard };
    let mut lowerer = Lowerer {
        translator,
        body,
        types,
        effects: body.all_effects(around),
        out: Vec::new(),
        facts: BTreeMap::new(),
        frames: Vec::new(),
        labels: BTreeSet::new(),
        line,
        choices: 0,
        lasting: Vec::new(),
        keeps: false,
        looks: false,
        gives_place,
        returned: given::returned(body, signature),
        alive: BTreeSet::new(),
    };
    lowerer.begin();
    if let Some(value) = body.root.value {
        lowerer.check_given_place(value);
    }
    let (block, ()) = lowerer.collect(|lowerer| {
        lowerer.block(&body.root, &dest);
        lowerer.return_at_end();
    });
    let mut statements = lowerer.out;
    statements.append(&mut lowerer.lasting);
    statements.extend(block);
    choices::drop_unused_labels(&mut statements);
    statements
}

/// A call whose value is dropped: a `fetch_…` of memory then orders nothing. C++ knows whether it is one, or a method of the user's.
fn unanswered(call: Node) -> Node {
    match call {
        Node::Method(receiver, name, arguments) if is_fetch(&name.preview(), arguments.len()) => {
            let name = code::concat([Pieces::text("num::unanswered_"), name]);
            Node::Call(name, std::iter::once(*receiver).chain(arguments).collect())
        }
        other => other,
    }
}

/// Whether this is a method of memory that updates it by what was there.
fn is_fetch(name: &str, arguments: usize) -> bool {
    name.starts_with("fetch_") && !name.ends_with("_relaxed") && crate::methods::has(name, arguments)
}

/// The state of the lowering of a function.
struct Lowerer<'t, 'a, 'b> {
    translator: &'t mut Translator<'a>,
    body: &'b Body,
    types: &'b Types,
    effects: AllEffects,
    /// The statements of the current block so far.
    out: Vec<Stmt>,
    /// What is known of the variables that are declared.
    facts: BTreeMap<LocalId, Fact>,
    /// The loops, labelled blocks and lambdas around.
    frames: Vec<Frame>,
    /// The labels of C++ that are taken.
    labels: BTreeSet<String>,
    /// The Rust line of the statement being lowered.
    line: usize,
    /// How many choices there were so far.
    choices: u32,
    /// Declarations before all statements, of borrowed constants: these last as long as the program.
    lasting: Vec<Stmt>,
    /// Whether a reference is lowered that C++ keeps, so that it must be to what lasts.
    keeps: bool,
    /// Whether a place is lowered that is only looked at, with an `Index` of the user's on the way to it.
    looks: bool,
    /// Whether the function gives a place: it is an `Index` of the user's.
    gives_place: bool,
    /// The values that it returns, if these may have references.
    returned: BTreeSet<ExprId>,
    /// The new values that what a function gives may refer to, see [`Self::keep_alive`].
    alive: BTreeSet<ExprId>,
}

impl Lowerer<'_, '_, '_> {
    /// What comes before the user's statements.
    fn begin(&mut self) {
        if self.translator.receiver == (Receiver::Value { mutable: true }) {
            self.translator.scopes.fresh("self_");
            let copy = Node::Text(crate::context::code::Code::new(Pieces::text("*this"), crate::context::code::UNARY));
            self.push(StmtKind::Declare(How::Auto, "self_".to_owned(), Some(copy)));
        }
        for check in self.translator.checks_of_generics() {
            self.push(StmtKind::Extra(check));
        }
        for local in self.body.parameters.iter().flatten() {
            let name = self.body.local(*local).name.to_string();
            let Some(code) = self.translator.scopes.parameters.get(&name).cloned() else { continue };
            let kind = self.kind_of_local(*local);
            let known = self.body.local(*local);
            let fact = match &known.shape {
                Shape::Reference(mutable, _) if known.mutable => {
                    let kept = self.fresh(*local);
                    let value = Node::name(code).address(*mutable);
                    self.push(StmtKind::Declare(How::Auto, kept.clone(), Some(value)));
                    Fact::kept(kept, kind)
                }
                Shape::Given(_) => Fact::given(code, kind),
                _ => Fact::named(code, kind),
            };
            self.facts.insert(*local, fact);
        }
    }

    /// Adds a statement that belongs to the current line.
    fn push(&mut self, kind: StmtKind) {
        self.out.push(Stmt { line: self.line, kind });
    }

    fn push_at(&mut self, line: usize, kind: StmtKind) {
        self.out.push(Stmt { line, kind });
    }

    /// What `go_on` adds, apart from the current statements.
    fn collect<R>(&mut self, go_on: impl FnOnce(&mut Self) -> R) -> (Vec<Stmt>, R) {
        let outer = std::mem::take(&mut self.out);
        let result = go_on(self);
        (std::mem::replace(&mut self.out, outer), result)
    }

    /// Returns `()`.
    fn return_unit(&mut self, line: usize) {
        let value = match self.translator.returns {
            Returns::Nothing => None,
            Returns::Unit => Some(Node::name("Unit{}")),
            Returns::Value => Some(self.never()),
        };
        self.push_at(line, StmtKind::Return(value));
    }

    /// What the body comes to at its end.
    fn return_at_end(&mut self) {
        let ends = match (self.translator.returns, self.body.root.value) {
            (Returns::Nothing, _) => true,
            (Returns::Unit, _) | (Returns::Value, None) => self.block_diverges(&self.body.root),
            (Returns::Value, Some(value)) => !self.is_unit(value),
        };
        if !ends {
            self.return_unit(self.line);
        }
    }

    fn effects(&self, id: ExprId) -> Effects {
        self.effects.of(id)
    }

    fn address_effects(&self, id: ExprId) -> Effects {
        self.effects.of_address(id)
    }

    fn error(&mut self, id: ExprId, message: &str) {
        let (first, last) = (self.body.expr(id).first, self.body.expr(id).last);
        self.translator.errors.push_between(first, last, message);
    }

    /// The statements of a block, in a scope of their own, without braces.
    fn block(&mut self, block: &Block, dest: &Dest) {
        self.translator.scopes.push();
        for constant in &block.constants {
            self.see_constant(constant);
        }
        for constant in &block.constants {
            self.constant(constant);
        }
        for statement in &block.statements {
            match statement {
                HirStmt::Let(binding) => self.let_statement(binding),
                HirStmt::Expr(id) => self.into(*id, &Dest::Discard),
            }
        }
        if let Some(value) = block.value {
            self.into(value, dest);
        }
        self.translator.scopes.pop();
    }

    /// Makes the name of a constant known: those of a block may need each other.
    fn see_constant(&mut self, Constant { local, item, .. }: &Constant) {
        let name = self.translator.add_constant(item);
        let kind = Translator::kind_of(&item.ty);
        self.facts.insert(*local, Fact::named(name, kind));
    }

    fn constant(&mut self, Constant { local, item, value }: &Constant) {
        self.line = item.const_token.span.start().line;
        let ty = self.translator.type_pieces(&item.ty);
        if matches!(crate::context::strip_type(&item.ty), syn::Type::Reference(_)) {
            // That has been refused, whatever it refers to.
            return;
        }
        let (statements, value) = self.collect(|lowerer| lowerer.value(*value));
        let value = if statements.is_empty() { value } else { self.lambda_of(statements, value) };
        let text = crate::emit::text(&value, self.line);
        let text = self.translator.evaluated_constant(item, text);
        let Some(Fact { node: Node::Text(name), .. }) = self.facts.get(local) else { return };
        let name = name.pieces.preview();
        self.push(StmtKind::Constant(ty, name, text));
    }

    /// An expression whose value goes to `dest`.
    fn into(&mut self, id: ExprId, dest: &Dest) {
        self.line = self.body.expr(id).line;
        match self.body.kind(id) {
            ExprKind::If { .. } => self.if_into(id, dest),
            ExprKind::Match(..) => self.match_into(id, dest),
            ExprKind::Block(target, block) => self.labelled_block(id, *target, block, dest),
            ExprKind::Loop(target, block) => self.endless(id, *target, block, dest),
            ExprKind::Struct { fields, base, .. } if !fields.is_empty() || base.is_some() => {
                let value = self.struct_variable(id, false);
                // `Shape(ball);` would declare a variable.
                let is_discarded = matches!(dest, Dest::Discard);
                let value = if is_discarded { Node::call("static_cast<void>", vec![value]) } else { value };
                self.deliver(id, value, dest);
            }
            ExprKind::Unit | ExprKind::Error => {}
            _ if self.statement(id) => {}
            // The test alone is what `value?;` is for.
            ExprKind::Try(_) if matches!(dest, Dest::Discard) => {
                self.value(id);
            }
            _ => {
                let value = self.tail(id);
                self.deliver(id, value, dest);
            }
        }
    }

    /// An expression that is a statement in C++, if it is one: its value is `()`, or it has none.
    fn statement(&mut self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Assign(place, value) => self.assign(*place, *value),
            ExprKind::Compound(operator, place, value) => self.compound(*operator, *place, *value),
            ExprKind::TakeApart(parts, value) => self.take_apart(parts, *value),
            ExprKind::While(target, condition, block) => self.while_loop(id, *target, *condition, block),
            ExprKind::For(target, pattern, iterated, block) => self.for_loop(id, *target, pattern, iterated, block),
            ExprKind::Return(value) => self.return_with(id, *value),
            ExprKind::Break(target, value) => self.break_out(id, *target, *value),
            ExprKind::Continue(target) => self.continue_with(id, *target),
            ExprKind::Check { condition, message, debug } => self.check(*condition, message, *debug),
            ExprKind::Print(message) => self.print(message),
            _ => return false,
        }
        true
    }

    /// Takes a value to where it goes.
    fn deliver(&mut self, id: ExprId, value: Node, dest: &Dest) {
        let kind = match dest {
            Dest::Discard => {
                let effects = self.effects(id);
                if !(effects.mutates || effects.writes || effects.panics || effects.leaves) {
                    return;
                }
                let value = unanswered(value);
                let is_call =
                    matches!(value, Node::Call(..) | Node::Method(..) | Node::MethodOr { .. } | Node::Foreign { .. });
                StmtKind::Do(if is_call { value } else { Node::call("static_cast<void>", vec![value]) })
            }
            Dest::Return => StmtKind::Return(Some(value)),
            Dest::Assign(place) => StmtKind::Assign(place.clone(), value),
            Dest::Point(place, mutable) => StmtKind::Assign(place.clone(), value.address(*mutable)),
            Dest::Give(choice) => StmtKind::Give { choice: *choice, value, is_open: self.is_open(id) },
        };
        self.push(kind);
    }

    /// A value that nothing needs, since what comes before never ends.
    fn never(&self) -> Node {
        Node::name("Never{}")
    }

    /// What a declared type says about a variable.
    fn kind_of_local(&self, local: LocalId) -> Kind {
        self.body.local(local).ty.as_ref().map_or(Kind::Value, Translator::kind_of)
    }
}
