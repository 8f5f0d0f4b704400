//! Loops, and the jumps out of them.

use super::{
    Dest, Lowerer,
    facts::Fact,
    lir::{Head, How, Node, StmtKind},
    patterns::Test,
    subjects::{Subject, Whole},
};
use crate::{
    context::{Kind, Reference, Returns},
    hir::{At, Block, By, ExprId, ExprKind, Iterated, LocalId, Pat, PatKind, Range, Shape, TargetId},
    names,
    piece::Pieces,
};

/// Something that `break`, `continue` and `return` see around them.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What may be left; `None` for a lambda, or what may become one.
    target: Option<TargetId>,
    is_loop: bool,
    is_lambda: bool,
    dest: Dest,
    break_label: Option<String>,
    continue_label: Option<String>,
    /// A jump that leaves what may become a lambda.
    pub left: Option<ExprId>,
}

impl Frame {
    /// Statements that may become a lambda, which no jump can leave.
    pub fn lambda() -> Self {
        Self { is_lambda: true, ..Self::of(None, false, &Dest::Discard) }
    }

    /// A loop or a block.
    pub fn of(target: Option<TargetId>, is_loop: bool, dest: &Dest) -> Self {
        let dest = dest.clone();
        Self { target, is_loop, is_lambda: false, dest, break_label: None, continue_label: None, left: None }
    }
}

impl Lowerer<'_, '_, '_> {
    /// Marks everything that may become a lambda as left by this jump.
    pub fn leaves_function(&mut self, jump: ExprId) {
        self.frames.iter_mut().filter(|frame| frame.is_lambda).for_each(|frame| frame.left = Some(jump));
    }

    /// Leaves a frame; writes the label that jumps out of it need.
    pub fn pop_frame(&mut self) {
        if let Some(label) = self.frames.pop().and_then(|frame| frame.break_label) {
            self.push(StmtKind::Label(label));
        }
    }

    /// `loop`
    pub fn endless(&mut self, id: ExprId, target: TargetId, block: &Block, dest: &Dest) {
        let head = Head::While(Node::name("true"));
        self.looping(id, target, head, dest, |lowerer| lowerer.body_of(target, block));
    }

    /// `while`
    pub fn while_loop(&mut self, id: ExprId, target: TargetId, condition: ExprId, block: &Block) {
        let line = self.line;
        self.translator.scopes.push();
        let condition = self.condition(condition);
        let bindings = condition.bindings();
        match condition.as_node() {
            Some(node) => self.looping(id, target, Head::While(node), &Dest::Discard, |lowerer| {
                lowerer.bind_used(&bindings, block, &Dest::Discard);
                lowerer.body_of(target, block);
            }),
            None => self.looping(id, target, Head::While(Node::name("true")), &Dest::Discard, |lowerer| {
                lowerer.out.extend(condition.or_break(line));
                lowerer.bind_used(&bindings, block, &Dest::Discard);
                lowerer.body_of(target, block);
            }),
        }
        self.translator.scopes.pop();
    }

    /// `for`
    pub fn for_loop(&mut self, id: ExprId, target: TargetId, pattern: &Pat, iterated: &Iterated, block: &Block) {
        match iterated {
            Iterated::Range(range) => self.range_loop(id, target, pattern, range, block),
            Iterated::Array { array, by, reversed, enumerated } => {
                self.array_loop(id, target, pattern, (*array, *by, *reversed, *enumerated), block);
            }
        }
    }

    fn range_loop(&mut self, id: ExprId, target: TargetId, pattern: &Pat, range: &Range, block: &Block) {
        let mut ends = Vec::new();
        range.exprs(&mut ends);
        let mut nodes = self.operands(&ends).into_iter();
        let range = range_node(range, &mut nodes);
        self.translator.scopes.push();
        let (how, name) = match pattern.kind {
            PatKind::Bind(local, None) => {
                let name = self.fresh(local);
                self.declare(local, name.clone(), Kind::Integer);
                (if self.is_changeable(local) { How::Auto } else { How::Const }, name)
            }
            _ => (How::Typed(Pieces::text("[[maybe_unused]] const auto ")), "_".to_owned()),
        };
        self.looping(id, target, Head::For(how, name, range), &Dest::Discard, |lowerer| {
            lowerer.body_of(target, block);
        });
        self.translator.scopes.pop();
    }

    /// `for` over the elements of an array.
    fn array_loop(
        &mut self,
        id: ExprId,
        target: TargetId,
        pattern: &Pat,
        (array, by, reversed, enumerated): (ExprId, By, bool, bool),
        block: &Block,
    ) {
        let reference = self.reference_of_element(array, by);
        let held = self.body.shape(array).pointee().held();
        let elements = self.elements(array, by, reference);
        let given = (by == By::Value && self.body.shape(array).is_unknown()).then(|| elements.clone());
        self.translator.scopes.push();
        let (index, pattern) = match (enumerated, &pattern.kind) {
            (true, PatKind::Tuple(pair, _)) => {
                let part =
                    |wanted: usize| pair.iter().find(|(index, _)| *index == At::Start(wanted)).map(|(_, part)| part);
                (part(0), part(1))
            }
            (true, _) => (None, None),
            (false, _) => (None, Some(pattern)),
        };
        let plain = pattern.and_then(|pattern| match pattern.kind {
            PatKind::Bind(local, None) if !self.is_changeable(local) && by != By::Clone && given.is_none() => {
                Some(local)
            }
            _ => None,
        });
        let mut test = Test::default();
        let mut own = Vec::new();
        let (head, element) = if enumerated || reversed {
            let index = self.loop_index(index, &mut own);
            let length = elements.clone().ask("len");
            let range = Node::call("range", vec![Node::name("0_usize"), length]);
            let range = if reversed { Node::call("reversed", vec![range]) } else { range };
            let element = elements.index(Node::name(index.clone()));
            (Head::For(How::Const, index, range), Some(element))
        } else {
            let how = match reference {
                Reference::Mutable => How::Reference,
                // The array may change after the last use of the iterator.
                Reference::None if matches!(by, By::Copy | By::Clone) => How::Const,
                _ if given.is_some() => How::Any,
                _ => How::ConstReference,
            };
            let (name, element) = match plain {
                Some(local) => {
                    let name = self.fresh(local);
                    let is_kept = held.is_reference() && reference != Reference::Mutable;
                    let fact = match held {
                        _ if is_kept => Fact::kept(name.as_str(), Kind::Value),
                        Shape::Given(_) if reference == Reference::None => Fact::regiven(name.as_str(), Kind::Value),
                        _ => Fact::named(name.as_str(), Kind::Value),
                    };
                    self.facts.insert(local, fact);
                    (name, None)
                }
                None => {
                    let name = self.translator.scopes.temporary("element");
                    (name.clone(), Some(Node::name(name)))
                }
            };
            let may_be_own = by == By::Value && reference == Reference::None && self.body.may_be_iterator(array);
            let elements = if may_be_own { Node::call("num::gone_over", vec![elements]) } else { elements };
            (Head::For(how, name, elements), element)
        };
        if let (Some(element), Some(pattern)) = (element, pattern) {
            let element = if by == By::Clone { Node::call("num::clone", vec![element]) } else { element };
            let whole = match given {
                Some(_) => Whole { given, ..Whole::element(element, reference, &self.body.shape(array).clone()) },
                None => Whole::element(element, reference, &held),
            };
            let whole = if self.borrows(pattern) { self.own_element(whole, &mut own) } else { whole };
            self.pattern(pattern, &Subject::whole(whole), &mut test);
        }
        self.looping(id, target, head, &Dest::Discard, |lowerer| {
            for (name, value) in own {
                lowerer.push(StmtKind::Declare(How::Auto, name, Some(value)));
            }
            lowerer.bind_used(&test.bindings, block, &Dest::Discard);
            lowerer.body_of(target, block);
        });
        self.translator.scopes.pop();
    }

    /// How the elements are referred to that a loop gives.
    fn reference_of_element(&self, array: ExprId, by: By) -> Reference {
        match by {
            By::Reference => Reference::Shared,
            By::Mutable => Reference::Mutable,
            By::Copy | By::Clone => Reference::None,
            By::Value => match self.body.shape(array) {
                Shape::View(true, _) => Reference::Mutable,
                Shape::View(false, _) => Reference::Shared,
                _ => self.reference_of(array),
            },
        }
    }

    /// The array that a loop goes over, found once.
    fn elements(&mut self, array: ExprId, by: By, reference: Reference) -> Node {
        self.keep_alive(array);
        let is_borrowed = matches!(by, By::Copy | By::Clone) || reference != Reference::None;
        let is_place = self.body.is_place(array) || self.reference_of(array) != Reference::None;
        let is_direct = is_place && self.is_there(array) && self.address_effects(array).is_pure();
        // What is taken as a value may change while the loop runs; Rust has copied it.
        let stays = is_borrowed || !self.effects(array).reads;
        let node = match reference {
            _ if !is_place => self.value(array),
            Reference::Mutable => self.place(array),
            _ => self.seen_place(array),
        };
        let node = self.behind(array, node);
        if self.body.shape(array).is_unknown() && by == By::Mutable {
            return self.named("elements", How::Any, node);
        }
        if self.body.shape(array).is_unknown() && by == By::Value {
            return match self.name_of_given(array) {
                Some(name) if stays => name,
                _ => {
                    let node = self.as_given(array, node);
                    self.named("elements", How::Given, node)
                }
            };
        }
        if is_direct && stays {
            return node;
        }
        let how = match reference {
            _ if matches!(self.body.shape(array).pointee(), Shape::View(..) | Shape::Slice(_)) => How::Const,
            Reference::Mutable if is_place => How::Reference,
            Reference::Mutable => How::Auto,
            _ if is_borrowed && is_place => How::ConstReference,
            _ => How::Const,
        };
        self.named("elements", how, node)
    }

    /// Whether an array lies where it is named, before and after that. What is made or chosen there is named once.
    fn is_there(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Borrow { of, .. } => !self.is_new(*of) && self.is_there(*of),
            ExprKind::Deref(of) | ExprKind::Field(of, _) | ExprKind::Index(of, _) => self.is_there(*of),
            ExprKind::Local(_) | ExprKind::This | ExprKind::Item(_) => true,
            _ => false,
        }
    }

    /// Declares the index of a loop; gives its C++ name. What the loop's body may change is a variable of its `own`.
    fn loop_index(&mut self, pattern: Option<&Pat>, own: &mut Vec<(String, Node)>) -> String {
        let Some(PatKind::Bind(local, None)) = pattern.map(|pattern| &pattern.kind) else {
            return self.translator.scopes.temporary("index");
        };
        let name = self.fresh(*local);
        self.declare(*local, name.clone(), Kind::Integer);
        if !self.is_changeable(*local) {
            return name;
        }
        let index = self.translator.scopes.temporary("index");
        own.push((name, Node::name(index.as_str())));
        index
    }

    /// An element that a pattern borrows by `ref`: a copy of the element, or of the reference to it.
    fn own_element(&mut self, whole: Whole, own: &mut Vec<(String, Node)>) -> Whole {
        let name = self.translator.scopes.temporary("element");
        own.push((name.clone(), whole.kept.clone()));
        let shape = whole.shape.clone();
        whole.part(Node::name(name), shape)
    }

    /// Whether what a variable is bound to may change: the variable, or what it borrows.
    fn is_changeable(&self, local: LocalId) -> bool {
        let known = self.body.local(local);
        known.mutable || known.by_ref == Some(true)
    }

    /// A loop: its head and its body, and the labels that jumps to it need.
    fn looping(&mut self, id: ExprId, target: TargetId, head: Head, dest: &Dest, body: impl FnOnce(&mut Self)) {
        let line = self.body.expr(id).line;
        let end = self.body.expr(id).end;
        self.frames.push(Frame::of(Some(target), true, dest));
        let (statements, ()) = self.collect(body);
        self.push_at(line, StmtKind::Loop(head, statements, end));
        self.line = line;
        self.pop_frame();
    }

    /// The user's statements in a loop. A jump to their end must not pass declarations, so they may have a block of their own.
    fn body_of(&mut self, target: TargetId, block: &Block) {
        let (statements, ()) = self.collect(|lowerer| lowerer.block(block, &Dest::Discard));
        let label = self.frames.iter().rev().find(|frame| frame.target == Some(target));
        match label.and_then(|frame| frame.continue_label.clone()) {
            Some(label) => {
                self.push(StmtKind::Inner(statements));
                self.push(StmtKind::Label(label));
            }
            None => self.out.extend(statements),
        }
    }

    /// `return`
    pub fn return_with(&mut self, id: ExprId, value: Option<ExprId>) {
        self.leaves_function(id);
        let line = self.line;
        match value {
            Some(value) if self.translator.returns == Returns::Value => {
                self.check_given_place(value);
                self.into(value, &Dest::Return);
            }
            Some(value) => {
                self.into(value, &Dest::Discard);
                self.return_unit(line);
            }
            None => self.return_unit(line),
        }
    }

    /// `break`
    pub fn break_out(&mut self, id: ExprId, target: TargetId, value: Option<ExprId>) {
        let line = self.line;
        let Some((index, innermost)) = self.frame_of(target, id) else { return };
        if let Some(value) = value {
            let dest = self.frames[index].dest.clone();
            self.into(value, &dest);
            if matches!(dest, Dest::Return) {
                return;
            }
        }
        self.line = line;
        if innermost {
            return self.push(StmtKind::Break);
        }
        let label = match self.frames[index].break_label.clone() {
            Some(label) => label,
            None => self.jump_label(target, "break"),
        };
        self.frames[index].break_label = Some(label.clone());
        self.push(StmtKind::Goto(label));
    }

    /// `continue`
    pub fn continue_with(&mut self, id: ExprId, target: TargetId) {
        let Some((index, innermost)) = self.frame_of(target, id) else { return };
        if innermost {
            return self.push(StmtKind::Continue);
        }
        let label = match self.frames[index].continue_label.clone() {
            Some(label) => label,
            None => self.jump_label(target, "continue"),
        };
        self.frames[index].continue_label = Some(label.clone());
        self.push(StmtKind::Goto(label));
    }

    /// The frame that a jump leaves, and whether it is the innermost loop of C++.
    fn frame_of(&mut self, target: TargetId, jump: ExprId) -> Option<(usize, bool)> {
        let index = self.frames.iter().rposition(|frame| frame.target == Some(target))?;
        let mut innermost = self.frames[index].is_loop;
        for frame in &mut self.frames[index + 1..] {
            innermost &= !frame.is_loop;
            if frame.is_lambda {
                frame.left = Some(jump);
            }
        }
        Some((index, innermost))
    }

    /// A label of C++ that nothing else has.
    pub fn jump_label(&mut self, target: TargetId, what: &str) -> String {
        let label = self.body.target(target).label.clone().unwrap_or_else(|| "loop".to_owned());
        self.new_label(label.trim_start_matches("r#"), what)
    }

    /// A label of C++ that nothing else has.
    pub fn new_label(&mut self, base: &str, what: &str) -> String {
        let base = names::label(&format!("{base}_{what}"));
        let mut name = base.clone();
        let mut number = 2;
        while !self.labels.insert(name.clone()) {
            name = format!("{base}_{number}");
            number += 1;
        }
        name
    }

    /// What a variable is known as: for patterns that stand for parts in conditions.
    pub fn stand_for(&mut self, local: LocalId, fact: Fact) {
        self.facts.insert(local, fact);
    }

    /// Whether an expression is a literal.
    pub fn is_literal(&self, id: ExprId) -> bool {
        matches!(self.body.kind(id), ExprKind::Literal(_))
    }
}

/// A range, of ends that have been evaluated.
fn range_node(range: &Range, ends: &mut impl Iterator<Item = Node>) -> Node {
    match range {
        Range::Plain { closed, .. } => {
            let name = if *closed { "range_inclusive" } else { "range" };
            Node::call(name, ends.take(2).collect())
        }
        Range::Reversed(range) => Node::call("reversed", vec![range_node(range, ends)]),
        Range::Stepped(range, _) => {
            let range = range_node(range, ends);
            Node::call("stepped", std::iter::once(range).chain(ends.take(1)).collect())
        }
    }
}
