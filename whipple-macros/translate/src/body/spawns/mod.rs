//! Counts the spawns that one thread can make, and one task: one after another they add, branches take the larger, a loop over
//! constant bounds or an array multiplies, any other loop makes it unbounded. Under a condition like `ctx.thread() < 3` only so many threads
//! spawn.

mod count;
mod trips;

use super::SpawnUse;
use crate::{
    context::{FunctionInput, constants_of, strip_type as strip},
    uniform::context_name,
};
use count::Count;
pub use count::Most;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::{BinOp, Block, Expr, FnArg, GenericArgument, ItemConst, Lit, Local, Pat, Stmt, Type, spanned::Spanned};

/// What a body spawns.
#[derive(Clone, Debug)]
pub struct Spawns {
    /// The spawns, merged by procedure, in source order.
    pub uses: Vec<SpawnUse>,
    /// The most that one thread spawns in one task, of all procedures together.
    pub of_thread: Most,
    /// The first loop that spawns nobody knows how often.
    pub unbounded: Option<Span>,
}

/// The key of what is counted of all procedures together; no type is written so.
const ALL: &str = "";

/// The spawns of a body.
pub fn spawns(input: &FunctionInput<'_>, block: &Block) -> Spawns {
    let contexts = input.signature.inputs.iter().filter_map(context_name).collect();
    let mut counter = Counter::new(input, contexts);
    let counts = counter.block(block);
    let spawn = |(key, procedure)| {
        let Count { per_thread, by_all, by_few } = counts.get(&key).cloned().unwrap_or(Count::UNBOUNDED);
        SpawnUse { per_thread, by_all, by_few, procedure }
    };
    let of_thread = counts.get(ALL).map_or(Most::Literal(0), |all| all.per_thread.clone());
    Spawns { uses: counter.found.into_iter().map(spawn).collect(), of_thread, unbounded: counter.unbounded }
}

/// How many of each procedure, and of all together.
type Counts = BTreeMap<String, Count>;

/// What a body shows of a variable.
#[derive(Clone)]
enum Shape {
    /// A place in a value of this type, as an expression of `whipple_place`, which refers to that value.
    Place(Box<Type>, TokenStream),
    /// An array with this many elements.
    Elements(Most),
    Unknown,
}

struct Counter<'a> {
    input: &'a FunctionInput<'a>,
    /// Names of the contexts among the parameters.
    contexts: Vec<String>,
    found: Vec<(String, Type)>,
    /// Variables in scope that hold the thread's index.
    indices: Vec<String>,
    /// Variables in scope, the last of a name last.
    shapes: Vec<(String, Shape)>,
    /// Constants in scope, with the depth of their block.
    constants: Vec<(usize, ItemConst)>,
    depth: usize,
    unbounded: Option<Span>,
}

impl<'a> Counter<'a> {
    fn new(input: &'a FunctionInput<'a>, contexts: Vec<String>) -> Self {
        let (found, indices, shapes, constants) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut counter = Self { input, contexts, found, indices, shapes, constants, depth: 0, unbounded: None };
        for argument in &input.signature.inputs {
            let (name, shape) = match argument {
                FnArg::Receiver(_) => {
                    let own = input.self_type.map_or(Shape::Unknown, |own| counter.declared(own));
                    ("self".to_owned(), own)
                }
                FnArg::Typed(typed) => match &*typed.pat {
                    Pat::Ident(name) => (name.ident.to_string(), counter.declared(&typed.ty)),
                    other => {
                        counter.shadow(other.to_token_stream());
                        continue;
                    }
                },
            };
            counter.shapes.push((name, shape));
        }
        counter
    }

    fn block(&mut self, block: &Block) -> Counts {
        let (indices, shapes, constants) = (self.indices.clone(), self.shapes.len(), self.constants.len());
        let mut counts = Counts::new();
        self.depth += 1;
        for constant in constants_of(block) {
            self.indices.retain(|index| constant.ident != index.as_str());
            self.constants.push((self.depth, constant.clone()));
        }
        for statement in &block.stmts {
            let more = match statement {
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(expr, _) => self.expr(expr),
                Stmt::Macro(call) => self.macro_call(&call.mac),
                Stmt::Item(_) => Counts::new(),
            };
            counts = add(counts, more);
        }
        self.depth -= 1;
        self.indices = indices;
        self.shapes.truncate(shapes);
        self.constants.truncate(constants);
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
        let (pattern, shape) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(self.declared(&typed.ty))),
            other => (other, init.and_then(|init| self.shape_of(&init.expr))),
        };
        self.shadow(local.pat.to_token_stream());
        if let (Some(shape), Pat::Ident(name)) = (shape, pattern) {
            self.shapes.push((name.ident.to_string(), shape));
        }
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
                TokenTree::Ident(name) => {
                    self.indices.retain(|index| name != index.as_str());
                    self.shapes.push((name.to_string(), Shape::Unknown));
                }
                TokenTree::Group(group) => self.shadow(group.stream()),
                _ => {}
            }
        }
    }

    /// What `count` gives where the names in a pattern stand for other values.
    fn within<R>(&mut self, pattern: TokenStream, count: impl FnOnce(&mut Self) -> R) -> R {
        let (indices, shapes) = (self.indices.clone(), self.shapes.len());
        self.shadow(pattern);
        let counts = count(self);
        self.indices = indices;
        self.shapes.truncate(shapes);
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
                let element = self.element_of(&looping.expr);
                let body = self.within(looping.pat.to_token_stream(), |counter| {
                    if let (Some(shape), Pat::Ident(name)) = (element, &*looping.pat) {
                        counter.shapes.push((name.ident.to_string(), shape));
                    }
                    counter.block(&looping.body)
                });
                let over = self.expr(&looping.expr);
                add(over, self.repeat(body, &looping.expr, |counter| counter.trips(&looping.expr)))
            }
            Expr::While(looping) => {
                let condition = self.expr(&looping.cond);
                let body = self.within(names_of(&looping.cond), |counter| counter.block(&looping.body));
                self.repeat(add(condition, body), &looping.cond, |_| Most::Unbounded)
            }
            Expr::Loop(looping) => {
                let body = self.block(&looping.body);
                self.repeat(body, &looping.loop_token, |_| Most::Unbounded)
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

    /// What a loop spawns that runs so often, and is shown by this.
    fn repeat(&mut self, mut counts: Counts, shown: &impl Spanned, trips: impl FnOnce(&Self) -> Most) -> Counts {
        if counts.is_empty() {
            return counts;
        }
        let times = trips(self);
        if matches!(times, Most::Unbounded) {
            self.unbounded.get_or_insert(shown.span());
        }
        counts.values_mut().for_each(|count| *count = count.repeat(&times));
        counts
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
            self.found.push((key.clone(), procedure));
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
        counts.entry(key).and_modify(|before| *before = before.add(&count)).or_insert(count);
    }
    counts
}

fn larger(mut counts: Counts, other: Counts) -> Counts {
    for (key, count) in other {
        counts.entry(key).and_modify(|before| *before = before.or(&count)).or_insert(count);
    }
    counts
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
mod tests;
