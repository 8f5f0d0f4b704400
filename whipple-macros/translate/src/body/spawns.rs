//! Counts the spawns that one thread can make, and one task: one after another they add, branches take the larger, a loop over
//! literal bounds multiplies, any other loop makes it unbounded. Under a condition like `ctx.thread() < 3` only so many threads
//! spawn.

use super::{FunctionInput, SpawnUse, constants::constants_of, types::strip};
use crate::uniform::context_name;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::{BinOp, Block, Expr, GenericArgument, Lit, Local, Pat, RangeLimits, Stmt, Type};

/// What a body spawns.
#[derive(Clone, Debug)]
pub struct Spawns {
    /// The spawns, merged by procedure, in source order.
    pub uses: Vec<SpawnUse>,
    /// The most that one thread spawns in one task, of all procedures together; `None` when the body does not show it.
    pub of_thread: Option<u32>,
}

/// The key of what is counted of all procedures together; no type is written so.
const ALL: &str = "";

/// The spawns of a body.
pub fn spawns(input: &FunctionInput<'_>, block: &Block) -> Spawns {
    let contexts = input.signature.inputs.iter().filter_map(context_name).collect();
    let mut counter = Counter { input, contexts, found: Vec::new(), indices: Vec::new() };
    let counts = counter.block(block);
    let spawn = |(key, procedure, span)| {
        let Count { per_thread, by_all, by_few } = counts.get(&key).copied().unwrap_or(Count::UNBOUNDED);
        SpawnUse { per_thread, by_all, by_few, procedure, span }
    };
    let of_thread = counts.get(ALL).map_or(Some(0), |all| all.per_thread);
    Spawns { uses: counter.found.into_iter().map(spawn).collect(), of_thread }
}

/// How many of each procedure, and of all together.
type Counts = BTreeMap<String, Count>;

/// How many tasks of one procedure are spawned at most. `None` is unbounded.
#[derive(Clone, Copy)]
struct Count {
    /// By one thread.
    per_thread: Option<u32>,
    /// By each thread, where any may spawn.
    by_all: Option<u32>,
    /// By all threads together, where only some may spawn.
    by_few: u32,
}

impl Count {
    const UNBOUNDED: Self = Self { per_thread: None, by_all: None, by_few: 0 };
    const ONE: Self = Self { per_thread: Some(1), by_all: Some(1), by_few: 0 };

    fn add(self, more: Self) -> Self {
        let sum = |a: Option<u32>, b: Option<u32>| a.zip(b).and_then(|(a, b)| a.checked_add(b));
        match self.by_few.checked_add(more.by_few) {
            Some(by_few) => Self {
                per_thread: sum(self.per_thread, more.per_thread),
                by_all: sum(self.by_all, more.by_all),
                by_few,
            },
            None => Self::UNBOUNDED,
        }
    }

    /// Some threads spawn as this says, the others as that.
    fn or(self, other: Self) -> Self {
        let larger = |a: Option<u32>, b: Option<u32>| a.zip(b).map(|(a, b)| a.max(b));
        Self {
            per_thread: larger(self.per_thread, other.per_thread),
            by_all: larger(self.by_all, other.by_all),
            by_few: self.by_few.saturating_add(other.by_few),
        }
    }

    fn repeat(self, times: Option<u32>) -> Self {
        let product = |count: Option<u32>| count.zip(times).and_then(|(count, times)| count.checked_mul(times));
        match times.and_then(|times| self.by_few.checked_mul(times)) {
            Some(by_few) => Self { per_thread: product(self.per_thread), by_all: product(self.by_all), by_few },
            None => Self::UNBOUNDED,
        }
    }

    /// Only `threads` threads do it.
    fn limit(self, threads: u32) -> Self {
        let few = self.by_all.and_then(|each| each.checked_mul(threads)).and_then(|few| few.checked_add(self.by_few));
        few.map_or(self, |by_few| Self { by_all: Some(0), by_few, ..self })
    }
}

struct Counter<'a> {
    input: &'a FunctionInput<'a>,
    /// Names of the contexts among the parameters.
    contexts: Vec<String>,
    found: Vec<(String, Type, proc_macro2::Span)>,
    /// Variables in scope that hold the thread's index.
    indices: Vec<String>,
}

impl Counter<'_> {
    fn block(&mut self, block: &Block) -> Counts {
        let outside = self.indices.clone();
        let mut counts = Counts::new();
        constants_of(block).for_each(|constant| self.shadow(constant.ident.to_token_stream()));
        for statement in &block.stmts {
            let more = match statement {
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(expr, _) => self.expr(expr),
                Stmt::Macro(call) => self.macro_call(&call.mac),
                Stmt::Item(_) => Counts::new(),
            };
            counts = add(counts, more);
        }
        self.indices = outside;
        counts
    }

    fn local(&mut self, local: &Local) -> Counts {
        let init = local.init.as_ref();
        let mut counts = init.map(|init| self.expr(&init.expr)).unwrap_or_default();
        if let Some((_, diverge)) = init.and_then(|init| init.diverge.as_ref()) {
            let other = self.expr(diverge);
            counts = add(counts, other);
        }
        let is_index = init.is_some_and(|init| self.is_index(&init.expr));
        self.shadow(local.pat.to_token_stream());
        let pattern = match &local.pat {
            Pat::Type(typed) => &*typed.pat,
            other => other,
        };
        if let (true, Pat::Ident(name)) = (is_index, pattern)
            && name.mutability.is_none()
            && name.by_ref.is_none()
        {
            self.indices.push(name.ident.to_string());
        }
        counts
    }

    /// Names in a pattern may stand for other values from now on.
    fn shadow(&mut self, pattern: TokenStream) {
        for token in pattern {
            match token {
                TokenTree::Ident(name) => self.indices.retain(|index| name != index.as_str()),
                TokenTree::Group(group) => self.shadow(group.stream()),
                _ => {}
            }
        }
    }

    /// What `count` gives where the names in a pattern stand for other values.
    fn within<R>(&mut self, pattern: TokenStream, count: impl FnOnce(&mut Self) -> R) -> R {
        let outside = self.indices.clone();
        self.shadow(pattern);
        let counts = count(self);
        self.indices = outside;
        counts
    }

    /// Whether an expression is the index of the thread in its task.
    fn is_index(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_index(&inner.expr),
            Expr::Group(inner) => self.is_index(&inner.expr),
            Expr::MethodCall(call) => {
                let receiver = call.receiver.to_token_stream().to_string();
                call.method == "thread" && call.args.is_empty() && self.contexts.contains(&receiver)
            }
            Expr::Path(path) => {
                path.path.get_ident().is_some_and(|name| self.indices.iter().any(|index| name == index))
            }
            _ => false,
        }
    }

    /// The most threads of a task for which a condition holds, if it shows that.
    fn threads(&self, condition: &Expr) -> Option<u32> {
        let bound = |expr: &Expr, more: u64| u32::try_from(literal(expr)?.checked_add(more)?).ok();
        match condition {
            Expr::Paren(inner) => self.threads(&inner.expr),
            Expr::Group(inner) => self.threads(&inner.expr),
            Expr::Binary(both) => match both.op {
                BinOp::And(_) => match (self.threads(&both.left), self.threads(&both.right)) {
                    (Some(left), Some(right)) => Some(left.min(right)),
                    (left, right) => left.or(right),
                },
                BinOp::Lt(_) if self.is_index(&both.left) => bound(&both.right, 0),
                BinOp::Le(_) if self.is_index(&both.left) => bound(&both.right, 1),
                BinOp::Gt(_) if self.is_index(&both.right) => bound(&both.left, 0),
                BinOp::Ge(_) if self.is_index(&both.right) => bound(&both.left, 1),
                BinOp::Eq(_) if self.is_index(&both.left) => literal(&both.right).map(|_| 1),
                BinOp::Eq(_) if self.is_index(&both.right) => literal(&both.left).map(|_| 1),
                _ => None,
            },
            _ => None,
        }
    }

    fn all<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Counts {
        exprs.into_iter().fold(Counts::new(), |counts, expr| {
            let more = self.expr(expr);
            add(counts, more)
        })
    }

    fn expr(&mut self, expr: &Expr) -> Counts {
        match expr {
            Expr::Paren(inner) => self.expr(&inner.expr),
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Reference(inner) => self.expr(&inner.expr),
            Expr::Unary(inner) => self.expr(&inner.expr),
            Expr::Cast(inner) => self.expr(&inner.expr),
            Expr::Try(inner) => self.expr(&inner.expr),
            Expr::Field(inner) => self.expr(&inner.base),
            Expr::Let(inner) => self.expr(&inner.expr),
            Expr::Return(inner) => self.all(inner.expr.as_deref()),
            Expr::Break(inner) => self.all(inner.expr.as_deref()),
            Expr::Binary(binary) => self.all([&*binary.left, &*binary.right]),
            Expr::Assign(assign) => self.all([&*assign.right, &*assign.left]),
            Expr::Index(index) => self.all([&*index.expr, &*index.index]),
            Expr::Tuple(tuple) => self.all(&tuple.elems),
            Expr::Array(array) => self.all(&array.elems),
            Expr::Repeat(repeat) => self.expr(&repeat.expr),
            Expr::Call(call) => self.all(&call.args),
            Expr::Struct(literal) => {
                let fields = self.all(literal.fields.iter().map(|field| &field.expr));
                let base = self.all(literal.rest.as_deref());
                add(fields, base)
            }
            Expr::MethodCall(call) => {
                let counts = self.expr(&call.receiver);
                let arguments = self.all(&call.args);
                add(add(counts, arguments), self.spawn(call))
            }
            Expr::If(choice) => {
                let condition = self.expr(&choice.cond);
                // Patterns of the condition itself may hide the index.
                let threads = self.within(names_of(&choice.cond), |counter| counter.threads(&choice.cond));
                let mut then = self.within(names_of(&choice.cond), |counter| counter.block(&choice.then_branch));
                if let Some(threads) = threads {
                    then.values_mut().for_each(|count| *count = count.limit(threads));
                }
                let other = choice.else_branch.as_ref().map(|(_, other)| self.expr(other)).unwrap_or_default();
                add(condition, larger(then, other))
            }
            Expr::Match(choice) => {
                let scrutinee = self.expr(&choice.expr);
                // Each guard may be asked.
                let mut guards = Counts::new();
                for arm in &choice.arms {
                    if let syn::Pat::Guard(guard) = &arm.pat {
                        let more = self.within(arm.pat.to_token_stream(), |counter| counter.expr(&guard.guard));
                        guards = add(guards, more);
                    }
                }
                let arms = choice.arms.iter().fold(Counts::new(), |counts, arm| {
                    let arm = self.within(arm.pat.to_token_stream(), |counter| counter.expr(&arm.body));
                    larger(counts, arm)
                });
                add(add(scrutinee, guards), arms)
            }
            Expr::Block(block) => self.block(&block.block),
            Expr::ForLoop(looping) => {
                let body = self.within(looping.pat.to_token_stream(), |counter| counter.block(&looping.body));
                let over = self.expr(&looping.expr);
                add(over, repeat(body, trips(&looping.expr)))
            }
            Expr::While(looping) => {
                let condition = self.expr(&looping.cond);
                let body = self.within(names_of(&looping.cond), |counter| counter.block(&looping.body));
                repeat(add(condition, body), None)
            }
            Expr::Loop(looping) => {
                let body = self.block(&looping.body);
                repeat(body, None)
            }
            Expr::Macro(call) => self.macro_call(&call.mac),
            Expr::Range(range) => {
                let start = self.all(range.start.as_deref());
                let end = self.all(range.end.as_deref());
                add(start, end)
            }
            _ => Counts::new(),
        }
    }

    /// The arguments of `assert!` and its relatives.
    fn macro_call(&mut self, call: &syn::Macro) -> Counts {
        let mut arguments = Vec::new();
        crate::fragments::within_arguments(&mut call.clone(), |argument| arguments.push(argument.clone()));
        self.all(&arguments)
    }

    fn spawn(&mut self, call: &syn::ExprMethodCall) -> Counts {
        let mut counts = Counts::new();
        if call.method != "spawn" {
            return counts;
        }
        let Some(GenericArgument::Type(procedure)) =
            call.turbofish.as_ref().and_then(|turbofish| turbofish.args.first())
        else {
            return counts;
        };
        let procedure = match (strip(procedure), self.input.self_type) {
            (Type::Path(path), Some(own)) if path.path.is_ident("Self") => own.clone(),
            (other, _) => other.clone(),
        };
        let key = procedure.to_token_stream().to_string();
        if !self.found.iter().any(|(known, ..)| *known == key) {
            self.found.push((key.clone(), procedure, call.method.span()));
        }
        counts.insert(key, Count::ONE);
        counts.insert(ALL.to_owned(), Count::ONE);
        counts
    }
}

/// The names in the patterns of a condition; none where it has no `let`.
fn names_of(condition: &Expr) -> TokenStream {
    match condition {
        Expr::Let(binding) => binding.pat.to_token_stream(),
        Expr::Paren(inner) => names_of(&inner.expr),
        Expr::Group(inner) => names_of(&inner.expr),
        Expr::Binary(both) => names_of(&both.left).into_iter().chain(names_of(&both.right)).collect(),
        _ => TokenStream::new(),
    }
}

fn add(mut counts: Counts, more: Counts) -> Counts {
    for (key, count) in more {
        counts.entry(key).and_modify(|before| *before = before.add(count)).or_insert(count);
    }
    counts
}

fn larger(mut counts: Counts, other: Counts) -> Counts {
    for (key, count) in other {
        counts.entry(key).and_modify(|before| *before = before.or(count)).or_insert(count);
    }
    counts
}

fn repeat(mut counts: Counts, times: Option<u32>) -> Counts {
    counts.values_mut().for_each(|count| *count = count.repeat(times));
    counts
}

/// How often a `for` loop runs, if its bounds are literals.
fn trips(range: &Expr) -> Option<u32> {
    match range {
        Expr::Paren(inner) => trips(&inner.expr),
        Expr::Range(range) => {
            let (start, end) = (literal(range.start.as_deref()?)?, literal(range.end.as_deref()?)?);
            let closed = u64::from(matches!(range.limits, RangeLimits::Closed(_)));
            u32::try_from(end.checked_add(closed)?.saturating_sub(start)).ok()
        }
        Expr::Array(array) => u32::try_from(array.elems.len()).ok(),
        Expr::Reference(array) => trips(&array.expr),
        Expr::MethodCall(call)
            if ["rev", "iter", "into_iter", "enumerate", "copied", "cloned"].iter().any(|name| call.method == name) =>
        {
            trips(&call.receiver)
        }
        Expr::MethodCall(call) if call.method == "step_by" => {
            let step = u32::try_from(literal(call.args.first()?)?).ok().filter(|step| *step > 0)?;
            Some(trips(&call.receiver)?.div_ceil(step))
        }
        _ => None,
    }
}

fn literal(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Paren(inner) => literal(&inner.expr),
        Expr::Group(inner) => literal(&inner.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> Spawns {
        let function: syn::ItemFn =
            syn::parse_str(&format!("fn f(ctx: &Context<A>) {{ {body} }}")).expect("the test's Rust parses");
        let input = FunctionInput {
            signature: &function.sig,
            block: &function.block,
            role: super::super::Role::Function,
            self_type: None,
            item_type: None,
            qualifier: &crate::piece::Pieces::new(),
            operator: None,
        };
        spawns(&input, &function.block)
    }

    fn counted(body: &str) -> Vec<(String, Option<u32>)> {
        found(body)
            .uses
            .into_iter()
            .map(|spawn| (spawn.procedure.to_token_stream().to_string(), spawn.per_thread))
            .collect()
    }

    /// By each thread, and by few together.
    fn divided(body: &str) -> Vec<(Option<u32>, u32)> {
        found(body).uses.into_iter().map(|spawn| (spawn.by_all, spawn.by_few)).collect()
    }

    #[test]
    fn conditions_on_the_thread_limit_spawns() {
        let spawn = "ctx.spawn::<A>(x);";
        for condition in
            ["ctx.thread() < 3", "3 > ctx.thread()", "(ctx.thread() <= 2) && more", "more && ctx.thread() < 3"]
        {
            assert_eq!(divided(&format!("if {condition} {{ {spawn} }}")), [(Some(0), 3)], "{condition}");
        }
        assert_eq!(divided(&format!("let t = ctx.thread(); if t == 0 {{ {spawn} {spawn} }} {spawn}")), [(Some(1), 2)]);
        assert_eq!(
            divided(&format!("let t: u32 = ctx.thread(); if 7 == t {{ for i in 0..4 {{ {spawn} }} }}")),
            [(Some(0), 4)]
        );
        assert_eq!(divided(&format!("for i in 0..5 {{ if ctx.thread() == 1 {{ {spawn} }} }}")), [(Some(0), 5)]);
        assert_eq!(
            divided(&format!(
                "let t = ctx.thread(); if t < 2 {{ {spawn} }} else if t < 6 {{ {spawn} }} else {{ {spawn} }}"
            )),
            [(Some(1), 8)]
        );
    }

    /// Other conditions, and names that stand for something else, limit nothing.
    #[test]
    fn other_conditions_limit_nothing() {
        let spawn = "ctx.spawn::<A>(x);";
        for body in [
            "if ctx.thread() < n { SPAWN }",
            "if ctx.thread() == n { SPAWN }",
            "if other.thread() == 0 { SPAWN }",
            "if ctx.thread() < 3 || more { SPAWN }",
            "if ctx.thread() >= 3 { SPAWN }",
            "if ctx.thread() != 3 { SPAWN }",
            "if thread < 3 { SPAWN }",
            "let t = ctx.thread() / 2; if t == 0 { SPAWN }",
            "let mut t = ctx.thread(); if t == 0 { SPAWN }",
            "let t = ctx.thread(); let t = 0; if t == 0 { SPAWN }",
            "let t = ctx.thread(); let (t, u) = pair; if t == 0 { SPAWN }",
            "let t = ctx.thread(); if let Some(t) = option { if t == 0 { SPAWN } }",
            "let t = ctx.thread(); if let Some(t) = option && t == 0 { SPAWN }",
            "let t = ctx.thread(); match option { Some(t) => if t == 0 { SPAWN }, None => {} }",
            "let t = ctx.thread(); for t in 0..1 { if t == 0 { SPAWN } }",
            "let T = ctx.thread(); { if T == 0 { SPAWN } const T: u32 = 0; }",
            "{ let t = ctx.thread(); } if t == 0 { SPAWN }",
        ] {
            assert_eq!(divided(&body.replace("SPAWN", spawn)), [(Some(1), 0)], "{body}");
        }
        assert_eq!(divided(&format!("if ctx.thread() == 0 {{ for i in 0..n {{ {spawn} }} }}")), [(None, 0)]);
        assert_eq!(divided(&format!("for i in 0..n {{ if ctx.thread() == 0 {{ {spawn} }} }}")), [(None, 0)]);
    }

    #[test]
    fn what_a_thread_spawns_is_counted_over_all_procedures() {
        for (body, most) in [
            ("", Some(0)),
            ("if c { ctx.spawn::<A>(x); } else { ctx.spawn::<B>(x); }", Some(1)),
            ("match k { 0 => ctx.spawn::<A>(x), 1 => { ctx.spawn::<A>(x); ctx.spawn::<B>(x); } _ => {} }", Some(2)),
            ("if ctx.thread() == 0 { ctx.spawn::<A>(x); } ctx.spawn::<B>(x);", Some(2)),
            ("for i in 0..3 { if c { ctx.spawn::<A>(x); } else { ctx.spawn::<B>(x); } }", Some(3)),
            ("for i in 0..n { ctx.spawn::<A>(x); }", None),
        ] {
            assert_eq!(found(body).of_thread, most, "{body}");
        }
    }

    #[test]
    fn counts() {
        assert_eq!(counted("ctx.spawn::<A>(x); ctx.spawn::<A>(y);"), [("A".into(), Some(2))]);
        assert_eq!(
            counted("if c { ctx.spawn::<A>(x); } else { ctx.spawn::<A>(y); ctx.spawn::<B>(y); }"),
            [("A".into(), Some(1)), ("B".into(), Some(1))]
        );
        assert_eq!(
            counted("for i in 0..4 { for j in (0..=6).step_by(2) { ctx.spawn::<A>(x) } }"),
            [("A".into(), Some(16))]
        );
        assert_eq!(counted("for i in 0..n { ctx.spawn::<A>(x); }"), [("A".into(), None)]);
        assert_eq!(
            counted("for (i, x) in [a, b, c].iter().enumerate() { ctx.spawn::<A>(x); }"),
            [("A".into(), Some(3))]
        );
        assert_eq!(counted("for x in points { ctx.spawn::<A>(x); }"), [("A".into(), None)]);
        assert_eq!(counted("let Some(x) = y else { ctx.spawn::<A>(z); return };"), [("A".into(), Some(1))]);
        assert_eq!(
            counted("while c { ctx.spawn::<A>(x); } ctx.spawn::<B>(x)"),
            [("A".into(), None), ("B".into(), Some(1))]
        );
        assert_eq!(counted("P { x: { ctx.spawn::<A>(x); 1 }, ..{ ctx.spawn::<A>(y); q } };"), [("A".into(), Some(2))]);
        assert_eq!(
            counted("(a, _, v[{ ctx.spawn::<A>(x); 1 }]) = ({ ctx.spawn::<A>(x); 1 }, ctx.spawn::<B>(y), 2);"),
            [("A".into(), Some(2)), ("B".into(), Some(1))]
        );
        assert_eq!(counted("match k { 0 => ctx.spawn::<A>(x), _ => {} }"), [("A".into(), Some(1))]);
    }
}
