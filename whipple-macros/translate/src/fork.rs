//! How calls are written that create tasks, and `receiver.fork::<F>(items).then::<C>(state)`: two calls that are one operation of device code.

use syn::{AngleBracketedGenericArguments, Expr, ExprMethodCall, GenericArgument};

/// How a fork is written.
pub const HOW: &str = "a fork names its tasks, and `then` right behind it what runs when they have finished; write `ctx.fork::<[P; 2]>([a, b]).then::<C>(state)`";

/// How a child of a join is written.
pub const OF_JOIN: &str = "a join names the procedure of each child; write `join.fork::<P>(item)`";

/// How a child of a sum is written.
pub const OF_SUM: &str = "a sum names the procedure of each child; write `sum.fork::<P>(item)`";

/// How a method of the context is written that names one procedure.
pub fn of_context(name: &str) -> Option<&'static str> {
    match name {
        "spawn" => Some("a spawn names one procedure; write `ctx.spawn::<P>(item)`"),
        "spawn_after" => {
            Some("it names the procedure that is spawned; write `ctx.spawn_after::<P>(&counter, index, item)`")
        }
        "finish_with" => Some("it names the procedure that finishes for this one; write `ctx.finish_with::<P>(item)`"),
        "join" => {
            Some("a join names what runs when its children have finished; write `let join = ctx.join::<C>(state);`")
        }
        _ => None,
    }
}

/// Whether a call of this name creates a task and gives nothing.
pub fn gives_nothing(method: &syn::Ident) -> bool {
    ["spawn", "spawn_after", "finish_with", "fork"].iter().any(|name| method == name)
}

/// An expression without the parentheses around it.
pub fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => bare(&inner.expr),
        Expr::Group(inner) => bare(&inner.expr),
        other => other,
    }
}

/// A fork.
pub struct Forked<'e> {
    /// What it is called on: the context.
    pub receiver: &'e Expr,
    /// The first call.
    pub fork: &'e ExprMethodCall,
    /// The second.
    pub then: &'e ExprMethodCall,
}

impl<'e> Forked<'e> {
    /// The fork that ends with this call, if it is one.
    pub fn of(then: &'e ExprMethodCall) -> Option<Self> {
        let Expr::MethodCall(fork) = bare(&then.receiver) else { return None };
        let named = fork.turbofish.is_some() && then.turbofish.is_some();
        (named && then.method == "then" && fork.method == "fork").then_some(Self {
            receiver: &fork.receiver,
            fork,
            then,
        })
    }

    /// The types of the tasks, and the continuation, where each call names one and has one argument.
    pub fn types(&self) -> Option<AngleBracketedGenericArguments> {
        let one = |call: &ExprMethodCall| {
            let arguments = call.turbofish.as_ref().map(|turbofish| &turbofish.args)?;
            let only = arguments.first().filter(|_| arguments.len() == 1 && call.args.len() == 1)?;
            matches!(only, GenericArgument::Type(_)).then(|| only.clone())
        };
        let (children, continuation) = (one(self.fork)?, one(self.then)?);
        Some(syn::parse_quote!(::<#children, #continuation>))
    }
}
