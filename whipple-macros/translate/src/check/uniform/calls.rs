//! Calls: what the context does, and what callees may change.

use super::{Checker, Value};
use crate::{
    hir::{Callee, ExprId, ExprKind, Root},
    methods::{self, Effect},
    names,
};
use proc_macro2::Span;
use syn::{Ident, spanned::Spanned};

impl Checker<'_> {
    pub fn call(&mut self, callee: &Callee, arguments: &[ExprId]) -> Value {
        let arguments = self.arguments(arguments, None);
        let given = Value::joined(&arguments);
        let context = match callee {
            Callee::Function(path) | Callee::Associated(path) => {
                self.context_given(&given, path.span(), "a function that gets the context")
            }
            Callee::Foreign(foreign) => {
                self.context_given(&given, foreign.name.span(), "a function that gets the context")
            }
            Callee::Exchange(_) | Callee::Default | Callee::Converted(_) => None,
            // It may know which thread it is.
            Callee::Parameter(local) => Some(self.body.local(*local).name.span()),
            Callee::Struct(_)
            | Callee::Joined(..)
            | Callee::Measured(..)
            | Callee::Variant(_)
            | Callee::Vector(_)
            | Callee::Pulled
            | Callee::Items
            | Callee::Ranged(_)
            | Callee::Primitive(..) => {
                return given;
            }
        };
        self.handed_over(&given, given.differs.or(context))
    }

    /// The arguments of a call. A callee may hand closures whatever it has, and run them as often as that says.
    fn arguments(&mut self, ids: &[ExprId], receiver: Option<Span>) -> Vec<Value> {
        let is_closure = |id: ExprId| matches!(self.body.kind(id), ExprKind::Closure { .. });
        if !ids.iter().any(|id| is_closure(*id)) {
            return self.all(ids);
        }
        let closures: Vec<bool> = ids.iter().map(|id| is_closure(*id)).collect();
        let mut differs = receiver;
        let mut values: Vec<Value> = Vec::new();
        for (id, is_closure) in ids.iter().zip(&closures) {
            let value = if *is_closure { Value::default() } else { self.expr(*id) };
            differs = differs.or(value.differs).or(value.is_context.then(|| self.body.expr(*id).first));
            values.push(value);
        }
        // What one of them gives, the callee may hand another.
        for _ in 0..2 {
            for (index, id) in ids.iter().enumerate().filter(|(index, _)| closures[*index]) {
                values[index] = self.closure(*id, differs);
                differs = differs.or(values[index].differs);
            }
        }
        values
    }

    /// A closure that a callee runs, under a condition that may differ.
    pub fn closure(&mut self, id: ExprId, differs: Option<Span>) -> Value {
        let ExprKind::Closure { before, parameters, body } = self.body.kind(id) else { return Value::default() };
        self.block(before);
        if let Some(origin) = differs {
            for parameter in parameters.iter().flatten() {
                self.differing.entry(Root::Local(*parameter)).or_insert(origin);
            }
        }
        let value = self.under(differs, |checker| checker.expr(*body));
        Value::default().differing(value.differs)
    }

    pub fn method(&mut self, receiver: ExprId, name: &Ident, arguments: &[ExprId]) -> Value {
        let receiver = self.expr(receiver);
        let arguments = self.arguments(arguments, receiver.differs);
        let (method, span) = (name.to_string(), name.span());
        if receiver.is_context
            && let Some(of_context) = methods::of_context(&method)
        {
            return self.of_context(&method, span, of_context.effect, &arguments);
        }
        // What atomics return depends on who comes first.
        let memory = methods::of_memory(&method);
        let updates = (memory == Effect::Updates).then_some(span);
        let given = Value::joined(&arguments);
        let context = self.context_given(&given, span, "a method that gets the context");
        let differs = updates.or(receiver.differs).or(given.differs).or(context);
        let result = self.handed_over(&given, differs);
        // Memory is taken to hold the same for all threads. It is in no variable that can change.
        let is_memory = memory != Effect::None && !receiver.places.iter().any(|root| self.can_change(*root));
        if !names::is_pure_method(&method) && !is_memory {
            let changed = receiver.places.union(&receiver.reaches).copied().collect();
            self.changed(&changed, result.differs, true);
        }
        Value { is_context: receiver.is_context, ..result }
    }

    fn of_context(&mut self, name: &str, span: Span, effect: Effect, arguments: &[Value]) -> Value {
        let differs = match effect {
            _ if name == "thread" => Some(span),
            Effect::Meets { agreed } => {
                self.collective(span, &format!("`{name}`"));
                // A shuffle from a lane that all threads agree on gives all of them the same.
                let same_lane = name == "shuffle" && arguments.get(1).is_some_and(|lane| lane.differs.is_none());
                (!agreed && !same_lane).then_some(span)
            }
            _ => None,
        };
        Value::default().differing(differs)
    }

    /// What gets the context may meet the other threads, and know which thread it is.
    fn context_given(&mut self, given: &Value, callee: Span, what: &str) -> Option<Span> {
        given.is_context.then(|| {
            self.collective(callee, what);
            callee
        })
    }

    /// A callee may change what it can reach. Gives its result, which holds no references.
    fn handed_over(&mut self, given: &Value, differs: Option<Span>) -> Value {
        self.changed(&given.reaches, differs, true);
        Value::default().differing(differs)
    }

    /// All threads must be here.
    fn collective(&mut self, span: Span, what: &str) {
        let Some((origin, why)) = self.divergence() else { return };
        let Some(errors) = self.errors.as_deref_mut() else { return };
        let mut error = syn::Error::new(
            span,
            format!(
                "all threads of a task must reach {what} together, and here control flow depends on the thread; move it out of the condition, or make the condition the same for all threads with a vote or a shuffle"
            ),
        );
        error.combine(syn::Error::new(origin, format!("{why}: it depends on the thread through this value")));
        // What a macro made may have one place for all.
        if !errors.messages_at(span) {
            errors.push_error(error);
        }
    }
}
