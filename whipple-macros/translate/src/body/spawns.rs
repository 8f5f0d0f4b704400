//! Counts the spawns that one thread can make: one after another they add, branches take the larger, a loop over
//! literal bounds multiplies, any other loop makes it unbounded.

use super::{FunctionInput, SpawnUse, types::strip};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::{Block, Expr, GenericArgument, Lit, RangeLimits, Stmt, Type};

/// The spawns of a body, merged by procedure, in source order.
pub fn spawns(input: &FunctionInput<'_>, block: &Block) -> Vec<SpawnUse> {
    let mut counter = Counter { input, found: Vec::new() };
    let counts = counter.block(block);
    counter
        .found
        .into_iter()
        .map(|(key, procedure, span)| SpawnUse { per_thread: counts.get(&key).copied().flatten(), procedure, span })
        .collect()
}

/// How many of each procedure; `None` is unbounded.
type Counts = BTreeMap<String, Option<u32>>;

struct Counter<'a> {
    input: &'a FunctionInput<'a>,
    found: Vec<(String, Type, proc_macro2::Span)>,
}

impl Counter<'_> {
    fn block(&mut self, block: &Block) -> Counts {
        let mut counts = Counts::new();
        for statement in &block.stmts {
            let more = match statement {
                Stmt::Local(local) => local.init.as_ref().map(|init| self.expr(&init.expr)).unwrap_or_default(),
                Stmt::Expr(expr, _) => self.expr(expr),
                Stmt::Macro(_) | Stmt::Item(_) => Counts::new(),
            };
            counts = add(counts, more);
        }
        counts
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
                let then = self.block(&choice.then_branch);
                let other = choice.else_branch.as_ref().map(|(_, other)| self.expr(other)).unwrap_or_default();
                add(condition, larger(then, other))
            }
            Expr::Match(choice) => {
                let scrutinee = self.expr(&choice.expr);
                let arms = choice.arms.iter().fold(Counts::new(), |counts, arm| {
                    let arm = self.expr(&arm.body);
                    larger(counts, arm)
                });
                add(scrutinee, arms)
            }
            Expr::Block(block) => self.block(&block.block),
            Expr::ForLoop(looping) => {
                let body = self.block(&looping.body);
                repeat(body, trips(&looping.expr))
            }
            Expr::While(looping) => {
                let condition = self.expr(&looping.cond);
                let body = self.block(&looping.body);
                repeat(add(condition, body), None)
            }
            Expr::Loop(looping) => {
                let body = self.block(&looping.body);
                repeat(body, None)
            }
            _ => Counts::new(),
        }
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
        counts.insert(key, Some(1));
        counts
    }
}

fn add(mut counts: Counts, more: Counts) -> Counts {
    for (key, count) in more {
        let sum = match counts.get(&key) {
            Some(before) => before.zip(count).and_then(|(before, count)| before.checked_add(count)),
            None => count,
        };
        counts.insert(key, sum);
    }
    counts
}

fn larger(mut counts: Counts, other: Counts) -> Counts {
    for (key, count) in other {
        let larger = match counts.get(&key) {
            Some(before) => before.zip(count).map(|(before, count)| before.max(count)),
            None => count,
        };
        counts.insert(key, larger);
    }
    counts
}

fn repeat(counts: Counts, times: Option<u32>) -> Counts {
    counts
        .into_iter()
        .map(|(key, count)| (key, count.zip(times).and_then(|(count, times)| count.checked_mul(times))))
        .collect()
}

/// How often a `for` loop runs, if its bounds are literals.
fn trips(range: &Expr) -> Option<u32> {
    match range {
        Expr::Paren(inner) => trips(&inner.expr),
        Expr::Range(range) => {
            let (start, end) = (literal(range.start.as_deref()?)?, literal(range.end.as_deref()?)?);
            let closed = u64::from(matches!(range.limits, RangeLimits::Closed(_)));
            u32::try_from((end + closed).saturating_sub(start)).ok()
        }
        Expr::MethodCall(call) if call.method == "rev" => trips(&call.receiver),
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

    fn counted(body: &str) -> Vec<(String, Option<u32>)> {
        let function: syn::ItemFn = syn::parse_str(&format!("fn f() {{ {body} }}")).expect("the test's Rust parses");
        let input = FunctionInput {
            signature: &function.sig,
            block: &function.block,
            role: super::super::Role::Function,
            self_type: None,
            item_type: None,
            qualifier: "",
        };
        spawns(&input, &function.block)
            .into_iter()
            .map(|spawn| (spawn.procedure.to_token_stream().to_string(), spawn.per_thread))
            .collect()
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
            counted("while c { ctx.spawn::<A>(x); } ctx.spawn::<B>(x)"),
            [("A".into(), None), ("B".into(), Some(1))]
        );
        assert_eq!(counted("match k { 0 => ctx.spawn::<A>(x), _ => {} }"), [("A".into(), Some(1))]);
    }
}
