//! Who takes the items of iterators: `for` loops, and the methods that give one value of them all.

use super::{
    Builder,
    chains::{Chain, Source},
    compared, extremes,
    ready::{Ready, ReadySource},
    runs::Next,
    spans,
};
use crate::{
    ask,
    hir::{Block, ExprId, ExprKind, Let, Local, LocalId, Operator, Shape, Stmt, TargetId},
};
use syn::{Expr, ExprForLoop, ExprMethodCall, Ident};

const AS_A_VALUE: &str = "in device code iterators are gone over where they are written: by `for`, or by a method as `sum`, `fold`, \
     `find` or `max` at their end";
const NO_NTH: &str = "of an iterator of yours in a variable that `take`, `step_by` or `enumerate` counts, device code has no `nth`; write a loop that \
     asks for `next`";
pub const NO_REV: &str = "`rev` stands before this in device code, or behind it where all of it has a length, as an array; or write a `for` loop over indices";
const NO_RPOSITION: &str = "device code has `rposition` of what has a length, as an array, and is not in a variable; write a `for` loop over indices";
pub const IN_GENERIC: &str = "in a function with type parameters the type of this is not seen; write a `for` loop";

impl<'t, 'a, 'b> Builder<'t, 'a, 'b> {
    /// A `for` loop over what is more than a range or an array.
    pub fn for_chain(&mut self, whole: &Expr, looping: &ExprForLoop, chain: &Chain<'_>) -> ExprId {
        let (of, target) = (&*looping.expr, self.target(looping.label.as_ref(), true));
        self.note_chain_among(of, true);
        self.note_iterator(whole, of);
        if let (Source::Own { .. }, Expr::Reference(_), Some(number)) = (&chain.source, of, self.numbering.value(whole))
        {
            self.body.own_iterators.insert(number, true);
        }
        let mut statements = Vec::new();
        let ready = Ready { by_next: true, ..self.ready(chain, of, &mut statements) };
        let done = ready.done;
        let loops = self.loops(&ready, &mut |builder, item, next| {
            builder.redirected.insert(target, (done, next));
            builder.scoped(|builder| {
                let (pattern, value) = (builder.sure_pattern(&looping.pat), builder.use_of(item, of));
                builder.bound(&pattern, None, Some(value));
                let line = pattern.span.start().line;
                let binding = Let { pattern, ty: None, value: Some(value), other: None, line };
                builder.targets.push(target);
                let body = Box::new(builder.block(&looping.body));
                builder.targets.pop();
                vec![
                    Stmt::Let(Box::new(binding)),
                    Stmt::Expr(builder.add_unwritten(ExprKind::Block(None, body), whole)),
                ]
            })
        });
        self.labelled(done, loops, whole, &mut statements);
        let block = Box::new(self.statements(statements, whole));
        self.add_unwritten(ExprKind::Block(None, block), whole)
    }

    /// A method that takes all items of a chain.
    pub fn consumed(&mut self, whole: &Expr, call: &ExprMethodCall) -> Option<ExprId> {
        let chain = self.chain_before(call)?;
        let before = self.translator.errors.count();
        let name = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let has_its_type =
            matches!(name.as_str(), "sum" | "product" | "last" | "reduce") || extremes::NAMES.contains(&name.as_str());
        let is_asked = has_its_type || name.starts_with("try_") || name.starts_with("is_sorted");
        let is_asked = is_asked || compared::NAMES.contains(&name.as_str());
        if is_asked && !ask::knows_types(self.translator.input) {
            return Some(self.refuse(whole, IN_GENERIC));
        }
        let id = match (name.as_str(), arguments.as_slice()) {
            ("peek" | "peek_mut" | "next_if" | "next_if_eq", _) if let Some(answer) = self.peeked(whole, call) => {
                answer
            }
            ("contains" | "is_empty" | "len" | "remainder", _)
                if let Some(answer) = self.asked_of_range(whole, call) =>
            {
                return Some(answer);
            }
            ("contains", [value]) if chain.is_plain() => return self.contained(whole, &call.receiver, value),
            ("sum" | "product", []) => self.added(whole, &chain, name == "sum"),
            ("count", []) => self.number_of(whole, &chain),
            ("last", []) => self.kept(whole, &chain, |_, _, item, _| (Vec::new(), item)),
            ("min" | "max", []) => self.extreme(whole, &chain, name == "max"),
            ("min_by" | "max_by", [function]) => self.extreme_by(whole, &chain, function, name == "max_by"),
            ("min_by_key" | "max_by_key", [function]) => {
                self.extreme_by_key(whole, &chain, function, name == "max_by_key")
            }
            ("reduce", [function]) => self.reduced(whole, &chain, function),
            ("fold", [first, function]) => self.folded(whole, &chain, first, function),
            ("for_each", [function]) => self.for_each(whole, &chain, function),
            ("any" | "all" | "position" | "find" | "find_map", [function]) => {
                self.found(whole, &chain, &name, function)
            }
            ("nth", [number]) => self.found(whole, &chain, &name, number),
            ("next", []) => self.found(whole, &chain, "next", whole),
            ("next_back" | "nth_back" | "rfind" | "rfold" | "rposition", _) => {
                self.found_backwards(whole, &chain, &name, &arguments)
            }
            ("try_fold", [first, function]) => self.tried(whole, &chain, Some(first), function),
            ("try_for_each", [function]) => self.tried(whole, &chain, None, function),
            ("is_sorted", []) => self.items_sorted(whole, &chain, &name, None),
            ("is_sorted_by" | "is_sorted_by_key", [function]) => {
                self.items_sorted(whole, &chain, &name, Some(function))
            }
            (_, [other]) if compared::NAMES.contains(&name.as_str()) => {
                self.chains_compared(whole, &chain, &name, other)
            }
            ("clone", [])
                if let Some(local) = self.iterator_of(&call.receiver)
                    && let Some(range) = self.range_in(local, whole) =>
            {
                range
            }
            _ if self.chain(whole).is_some() => return Some(self.refuse(whole, AS_A_VALUE)),
            _ if name == "rev" => return Some(self.refuse(whole, NO_REV)),
            _ => {
                let hint = format!("device code has no `{name}` of iterators; write `fold`, or a `for` loop");
                return Some(self.refuse(whole, &hint));
            }
        };
        if self.may_be_own_method(call, &chain)
            && let Some(either) = self.own_method_or(whole, call, id, before)
        {
            return Some(either);
        }
        self.body.chains.extend(self.numbering.value(whole));
        self.note_iterator(whole, &call.receiver);
        self.note_own(whole, call, false, true);
        self.note_chain_among(&call.receiver, true);
        Some(id)
    }

    /// `reduce`
    fn reduced(&mut self, whole: &Expr, chain: &Chain<'_>, function: &Expr) -> ExprId {
        self.kept(whole, chain, |builder, best, item, _| {
            let best = builder.use_of(best, whole);
            let both = |builder: &mut Self, known| {
                let item = builder.use_of(item, whole);
                builder.apply_to(function, &[known, item], whole)
            };
            let value = builder.chosen(best, whole, both, |builder| builder.use_of(item, whole));
            let mut to = Vec::new();
            let value = builder.item("reduced", value, whole, &mut to);
            (to, value)
        })
    }

    /// `for_each`
    fn for_each(&mut self, whole: &Expr, chain: &Chain<'_>, function: &Expr) -> ExprId {
        let (mut statements, ready) = self.begun(whole, chain);
        let loops = self.loops(&ready, &mut |builder, item, _| {
            let value = builder.use_of(item, whole);
            vec![Stmt::Expr(builder.apply(function, value, whole))]
        });
        self.labelled(ready.done, loops, whole, &mut statements);
        let block = Box::new(self.statements(statements, whole));
        self.add_unwritten(ExprKind::Block(None, block), whole)
    }

    /// What goes over the items from the last one on.
    fn found_backwards<'e>(&mut self, whole: &'e Expr, chain: &Chain<'e>, name: &str, arguments: &[&'e Expr]) -> ExprId
    where
        'b: 'e,
    {
        if let ("rposition", [function]) = (name, arguments) {
            return self.position_from_the_end(whole, chain, function);
        }
        let Some(reversed) = chain.clone().turned_round() else { return self.refuse(whole, NO_REV) };
        match (name, arguments) {
            ("next_back", []) => self.found(whole, &reversed, "next", whole),
            ("nth_back", [number]) => self.found(whole, &reversed, "nth", number),
            ("rfind", [function]) => self.found(whole, &reversed, "find", function),
            ("rfold", [first, function]) => self.folded(whole, &reversed, first, function),
            _ => self.refuse(whole, NO_REV),
        }
    }

    /// `rposition`
    fn position_from_the_end<'e>(&mut self, whole: &'e Expr, chain: &Chain<'e>, function: &Expr) -> ExprId
    where
        'b: 'e,
    {
        let mut statements = Vec::new();
        let Some((ready, length)) = self.turned(chain, whole, &mut statements) else {
            return self.refuse(whole, NO_RPOSITION);
        };
        self.take_into(function, &mut statements);
        let length = self.use_of(length, whole);
        let left = self.counter("left", length, whole, &mut statements);
        let found = self.target(None, false);
        let loops = self.loops(&ready, &mut |builder, item, _| {
            let mut to = Vec::new();
            builder.step(left, Operator::Sub, whole, &mut to);
            let value = builder.use_of(item, whole);
            let test = builder.apply(function, value, whole);
            let at = builder.use_of(left, whole);
            let jump = builder.leave_with(found, at, whole);
            builder.when(test, vec![jump], whole, &mut to);
            to
        });
        self.labelled(ready.done, loops, whole, &mut statements);
        let value = self.none(whole);
        let is_left = self.left.remove(&found);
        let block = Block { value: Some(value), ..self.statements(statements, whole) };
        self.add_unwritten(ExprKind::Block(is_left.then_some(found), Box::new(block)), whole)
    }

    /// The statements before the loops, and what these go over.
    pub(super) fn begun<'e>(&mut self, whole: &'e Expr, chain: &Chain<'e>) -> (Vec<Stmt>, Ready<'e>)
    where
        'b: 'e,
    {
        let mut statements = Vec::new();
        let ready = self.ready(chain, whole, &mut statements);
        // That of `fold` is written behind what it begins with.
        if let Expr::MethodCall(call) = whole
            && call.args.len() == 1
        {
            call.args.iter().for_each(|argument| self.take_into(argument, &mut statements));
        }
        (statements, ready)
    }

    /// `(start..end).contains(&value)`
    fn contained(&mut self, whole: &Expr, range: &Expr, value: &Expr) -> Option<ExprId> {
        let Expr::Range(range) = super::exprs::strip(range) else { return None };
        let (Some(start), Some(end)) = (&range.start, &range.end) else { return None };
        let mut statements = Vec::new();
        let mut part = |builder: &mut Self, expr: &Expr| {
            let value = builder.expr(expr);
            if matches!(builder.body.kind(value), ExprKind::Literal(_) | ExprKind::Item(_)) {
                return value;
            }
            let local = builder.item("number", value, whole, &mut statements);
            builder.use_of(local, whole)
        };
        let (start, end) = (part(self, start), part(self, end));
        let value = match super::exprs::strip(value) {
            Expr::Reference(lent) => part(self, &lent.expr),
            value => {
                let value = part(self, value);
                self.add_unwritten(ExprKind::Deref(value), whole)
            }
        };
        let again = self.once_more(value, whole);
        let last = if matches!(range.limits, syn::RangeLimits::Closed(_)) { Operator::Le } else { Operator::Lt };
        let low = self.add_unwritten(ExprKind::Binary(Operator::Le, start, value), whole);
        let high = self.add_unwritten(ExprKind::Binary(last, again, end), whole);
        let both = self.add_unwritten(ExprKind::And(low, high), whole);
        self.body.chains.extend(self.numbering.value(whole));
        Some(self.sequence(statements, both, whole))
    }

    /// `sum`, `product`
    fn added(&mut self, whole: &Expr, chain: &Chain<'_>, is_sum: bool) -> ExprId {
        let (mut statements, ready) = self.begun(whole, chain);
        let first = self.add_unwritten(ExprKind::Neutral { is_sum }, whole);
        let sum = self.result("sum", Shape::Plain, first, whole, &mut statements);
        let loops = self.loops(&ready, &mut |builder, item, _| {
            let mut value = builder.use_of(item, whole);
            while builder.body.shape(value).is_reference() {
                value = builder.add_unwritten(ExprKind::Deref(value), whole);
            }
            let (place, by) = (builder.use_of(sum, whole), if is_sum { Operator::Add } else { Operator::Mul });
            vec![Stmt::Expr(builder.add_unwritten(ExprKind::Compound(by, place, value), whole))]
        });
        self.labelled(ready.done, loops, whole, &mut statements);
        let sum = self.use_of(sum, whole);
        self.sequence(statements, sum, whole)
    }

    fn number_of(&mut self, whole: &Expr, chain: &Chain<'_>) -> ExprId {
        let (mut statements, ready) = self.begun(whole, chain);
        let zero = self.size(0, whole);
        let count = self.counter("count", zero, whole, &mut statements);
        let loops = self.loops(&ready, &mut |builder, _, _| {
            let mut to = Vec::new();
            builder.step(count, Operator::Add, whole, &mut to);
            to
        });
        self.labelled(ready.done, loops, whole, &mut statements);
        let count = self.use_of(count, whole);
        self.sequence(statements, count, whole)
    }

    /// `fold(first, |state, item| …)`
    fn folded(&mut self, whole: &Expr, chain: &Chain<'_>, first: &Expr, function: &Expr) -> ExprId {
        let (mut statements, ready) = self.begun(whole, chain);
        let first = self.expr(first);
        let state = if self.body.is_open_none(first) {
            let shape = self.body.shape(first).clone();
            self.result("state", shape, first, whole, &mut statements)
        } else {
            self.variable("state", first, whole, &mut statements)
        };
        self.take_into(function, &mut statements);
        let loops = self.loops(&ready, &mut |builder, item, _| {
            let values = [state, item].map(|local| builder.use_of(local, whole));
            let value = builder.apply_to(function, &values, whole);
            let mut to = Vec::new();
            builder.assign_to(state, value, whole, &mut to);
            to
        });
        self.labelled(ready.done, loops, whole, &mut statements);
        let state = self.use_of(state, whole);
        self.sequence(statements, state, whole)
    }

    /// What keeps one item, or what is made of some: none if there is none. `choose` gives what is kept after an item.
    pub(super) fn kept(
        &mut self,
        whole: &Expr,
        chain: &Chain<'_>,
        mut choose: impl FnMut(&mut Self, LocalId, LocalId, Next) -> (Vec<Stmt>, LocalId),
    ) -> ExprId {
        let (mut statements, ready) = self.begun(whole, chain);
        let none = self.none_unwritten(whole);
        // The items say which references it holds.
        let best = self.result("best", Shape::Plain, none, whole, &mut statements);
        let loops = self.loops(&ready, &mut |builder, item, next| {
            let shape = Shape::option(builder.body.local(item).shape.clone());
            builder.body.locals[best.0 as usize].shape = shape;
            let (mut to, value) = choose(builder, best, item, next);
            let value = builder.use_of(value, whole);
            let some = builder.add_unwritten(ExprKind::Some(value), whole);
            builder.assign_to(best, some, whole, &mut to);
            to
        });
        self.labelled(ready.done, loops, whole, &mut statements);
        let best = self.use_of(best, whole);
        self.sequence(statements, best, whole)
    }

    /// What leaves the chain with the first item that fits.
    fn found(&mut self, whole: &Expr, chain: &Chain<'_>, name: &str, argument: &Expr) -> ExprId {
        let (mut statements, ready) = self.begun(whole, chain);
        if let ("nth", ReadySource::Kept(kept)) = (name, &ready.source)
            && kept.counts_what_goes_on()
        {
            return self.refuse(whole, NO_NTH);
        }
        let found = self.target(None, false);
        let ready = Ready { by_next: name == "next", ..ready };
        let counter = matches!(name, "position" | "nth").then(|| {
            let first = if name == "nth" { self.expr(argument) } else { self.size(0, whole) };
            self.counter("left", first, whole, &mut statements)
        });
        let loops = self.loops(&ready, &mut |builder, item, next| {
            let mut to = Vec::new();
            let value = builder.use_of(item, whole);
            match (name, counter) {
                ("any" | "all", _) => {
                    let mut test = builder.apply(argument, value, whole);
                    if name == "all" {
                        test = builder.add_unwritten(ExprKind::Not(test), whole);
                    }
                    let answer = builder.truth(name == "any", whole);
                    let jump = builder.leave(found, Some(answer), whole);
                    builder.when(test, vec![jump], whole, &mut to);
                }
                ("find", _) => {
                    let lent = builder.lent(value, whole);
                    let test = builder.apply(argument, lent, whole);
                    let value = builder.use_of(item, whole);
                    let jump = builder.leave_with(found, value, whole);
                    builder.when(test, vec![jump], whole, &mut to);
                }
                ("find_map", _) => {
                    let value = builder.apply(argument, value, whole);
                    let jump = builder.go_on(next, whole);
                    let value = builder.some_or(value, jump, whole, &mut to);
                    let value = builder.use_of(value, whole);
                    to.push(builder.leave_with(found, value, whole));
                }
                ("position", Some(index)) => {
                    let test = builder.apply(argument, value, whole);
                    let at = builder.use_of(index, whole);
                    let jump = builder.leave_with(found, at, whole);
                    builder.when(test, vec![jump], whole, &mut to);
                    builder.step(index, Operator::Add, whole, &mut to);
                }
                ("next", _) => to.push(builder.leave_with(found, value, whole)),
                (_, Some(left)) => {
                    let (number, zero) = (builder.use_of(left, whole), builder.size(0, whole));
                    let test = builder.add_unwritten(ExprKind::Binary(Operator::Eq, number, zero), whole);
                    let jump = builder.leave_with(found, value, whole);
                    builder.when(test, vec![jump], whole, &mut to);
                    builder.step(left, Operator::Sub, whole, &mut to);
                }
                _ => {}
            }
            to
        });
        self.labelled(ready.done, loops, whole, &mut statements);
        let value = match name {
            "any" | "all" => self.truth(name == "all", whole),
            _ => self.none(whole),
        };
        let is_left = self.left.remove(&found);
        let block = Block { value: Some(value), ..self.statements(statements, whole) };
        self.add_unwritten(ExprKind::Block(is_left.then_some(found), Box::new(block)), whole)
    }

    /// `break 'found Some(value)`
    pub(super) fn leave_with(&mut self, found: TargetId, value: ExprId, whole: &Expr) -> Stmt {
        let some = self.add_unwritten(ExprKind::Some(value), whole);
        self.leave(found, Some(some), whole)
    }

    /// A variable of the type that the whole has.
    pub(super) fn result(
        &mut self,
        name: &str,
        shape: Shape,
        first: ExprId,
        whole: &Expr,
        to: &mut Vec<Stmt>,
    ) -> LocalId {
        let local = self.hidden(Local { mutable: true, ..Local::new(Ident::new(name, spans::first(whole))) });
        self.let_hidden(local, None, first, whole, to);
        self.has_type_of(local, whole);
        self.body.locals[local.0 as usize].shape = shape;
        local
    }

    /// Has rustc asked for the type of a variable, which is that of a whole call.
    pub fn has_type_of(&mut self, local: LocalId, whole: &Expr) {
        if let Some(number) = self.numbering.value(whole) {
            let first = *self.body.results.entry(number).or_insert(local);
            self.body.copied_locals.extend((first != local).then_some((local, first)));
        }
    }
}
