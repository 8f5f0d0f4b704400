//! Calls of which the body does not show what they mean: a method of iterators, or one of the user's own that is called like it. Both stand
//! in the IR, and rustc says which of them the text has.

use super::{
    Builder,
    chains::{Chain, Source},
    closures::Function,
};
use crate::{
    ask,
    context::{self, strip_type},
    hir::{Block, ExprId, ExprKind, Origin, Way},
    names, operators,
};
use std::collections::BTreeSet;
use syn::{
    Expr, ExprMethodCall, Pat, Type,
    visit::{self, Visit},
};

impl Builder<'_, '_, '_> {
    /// Whether a call that goes over a chain may be one of a method of the user's.
    pub fn may_be_own_method(&self, call: &ExprMethodCall, chain: &Chain<'_>) -> bool {
        const NAMES: [&str; 11] = [
            "any", "all", "find", "find_map", "position", "fold", "try_fold", "for_each", "reduce", "min_by", "max_by",
        ];
        NAMES.iter().any(|name| call.method == name)
            && matches!(chain.source, Source::Own { .. })
            && chain.stages.is_empty()
            && ask::can_be_asked(self.translator.input)
            && !self.is_range_value(&call.receiver)
            && !leaves(call)
            && !names_function_of_type(call)
    }

    /// The call of a method of the user's beside what the same call means of an iterator. Before that was built there were so many
    /// errors. None if device code has nothing but that.
    pub fn own_method_or(
        &mut self,
        whole: &Expr,
        call: &ExprMethodCall,
        of_iterator: ExprId,
        before: usize,
    ) -> Option<ExprId> {
        let said = self.translator.errors.count();
        if said > before {
            return None;
        }
        let handed: BTreeSet<usize> = self.body.handed.clone();
        let receiver = self.expr(&call.receiver);
        let receiver = self.array_behind(receiver);
        let arguments = call.args.iter().map(|argument| self.argument(argument)).collect();
        let (name, turbofish) = (call.method.clone(), call.turbofish.clone());
        let own = self.add(ExprKind::Method { receiver, name, turbofish, arguments }, whole);
        if self.translator.errors.count() > said {
            self.translator.errors.forget_from(said);
            self.body.handed = handed;
            return None;
        }
        Some(self.either(whole, Way::Iterator, of_iterator, own))
    }

    /// `map` or `filter` of what the body does not show to be an `Option`, a `Result` or an array: of the user's types, too.
    pub fn mapped(
        &mut self,
        whole: &Expr,
        call: &ExprMethodCall,
        option: ExprId,
        function: Function<'_>,
    ) -> Option<ExprId> {
        let is_place = self.body.is_place(option) || matches!(self.body.kind(option), ExprKind::Borrow { .. });
        if !ask::knows_types(self.translator.input)
            || names_function_of_type(call)
            || self.shows_option(option)
            || !is_place && self.body.shape(option).holds_reference()
            // A closure that is handed `&mut` stands in the place of the call.
            || self.body.shape(option).may_mutate() && changes_what_it_is_handed(call)
        {
            return None;
        }
        let said = self.translator.errors.count();
        let mut statements = Vec::new();
        let local = (!is_place).then(|| self.variable("of", option, whole, &mut statements));
        let of = |builder: &mut Self| match local {
            Some(local) => builder.use_of(local, whole),
            None => builder.expr(&call.receiver),
        };
        let name = call.method.to_string();
        let first = local.map_or(option, |local| self.use_of(local, whole));
        let first = self.in_place_of_option(whole, &name, first, function);
        if self.translator.errors.count() > said {
            return Some(first);
        }
        let (handed, results) = (self.body.handed.clone(), self.body.results.clone());
        let array = (name == "map").then(|| {
            let array = of(self);
            self.array_map(whole, array, function)
        });
        let receiver = of(self);
        let receiver = self.array_behind(receiver);
        let arguments = call.args.iter().map(|argument| self.argument(argument)).collect();
        let own = ExprKind::Method { receiver, name: call.method.clone(), turbofish: None, arguments };
        let own = self.add(own, whole);
        let refers = |id: &ExprId| self.body.shape(*id).holds_reference();
        let either = if self.translator.errors.count() > said || refers(&first) || array.as_ref().is_some_and(refers) {
            self.translator.errors.forget_from(said);
            (self.body.handed, self.body.results) = (handed, results);
            first
        } else {
            let other = array.map_or(own, |array| self.either(whole, Way::Array, array, own));
            self.either(whole, Way::Option, first, other)
        };
        Some(self.sequence(statements, either, whole))
    }

    /// Whether a value is an `Option` or a `Result`, as far as the body shows.
    pub fn shows_option(&self, id: ExprId) -> bool {
        const OF_ARRAYS: [&str; 6] = ["get", "get_mut", "first", "last", "first_mut", "last_mut"];
        const OTHERS: [&str; 9] = [
            "ok",
            "err",
            "ok_or",
            "checked_add",
            "checked_sub",
            "checked_mul",
            "checked_div",
            "checked_rem",
            "to_digit",
        ];
        match self.body.kind(id) {
            ExprKind::Some(_) | ExprKind::None(_) | ExprKind::Outcome { .. } | ExprKind::Renewed(..) => true,
            ExprKind::Method { receiver, name, .. } => {
                let is_in = |names: &[&str]| names.iter().any(|known| name == known);
                is_in(&OTHERS)
                    || is_in(&OF_ARRAYS) && (self.is_array(*receiver) || self.body.shape(*receiver).is_view())
            }
            ExprKind::Borrow { of, .. } | ExprKind::Deref(of) => self.shows_option(*of),
            ExprKind::Local(local) => {
                let local = self.body.local(*local);
                let mut ty = local.ty.as_ref().map(strip_type);
                while let Some(Type::Reference(reference)) = ty {
                    ty = Some(strip_type(&reference.elem));
                }
                match (ty, local.origin) {
                    (Some(ty), _) => {
                        context::last_name(ty).is_some_and(|name| matches!(name.as_str(), "Option" | "Result"))
                    }
                    (None, Origin::Whole(value)) => self.shows_option(value),
                    _ => false,
                }
            }
            ExprKind::If { .. } | ExprKind::Match(..) | ExprKind::Block(..) => {
                let mut tails = Vec::new();
                self.body.tails(id, &mut tails);
                tails.into_iter().any(|tail| tail != id && self.shows_option(tail)) && !self.is_left_to_rustc(id)
            }
            _ => false,
        }
    }

    /// Whether rustc says which of the values this has.
    fn is_left_to_rustc(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::If { condition, .. } => matches!(self.body.kind(*condition), ExprKind::Way(_)),
            ExprKind::Block(_, block) => block.value.is_some_and(|value| self.is_left_to_rustc(value)),
            _ => false,
        }
    }

    /// One of two expressions, as rustc finds what a call is called on.
    fn either(&mut self, whole: &Expr, way: Way, first: ExprId, second: ExprId) -> ExprId {
        let condition = self.add_unwritten(ExprKind::Way(way), whole);
        if let Some(number) = self.numbering.value(whole) {
            let known = *self.body.ways.entry(number).or_insert(condition);
            self.body.copies.extend((known != condition).then_some((condition, known)));
        }
        let then = Box::new(Block { value: Some(first), ..self.statements(Vec::new(), whole) });
        self.add_unwritten(ExprKind::If { condition, then, other: Some(second) }, whole)
    }
}

/// Whether a call has a closure that says that it is handed `&mut`: no iterator of the user's gives that.
pub fn is_handed_mutable(call: &ExprMethodCall) -> bool {
    let is_mutable = |parameter: &Pat| matches!(parameter, Pat::Type(typed) if matches!(&*typed.ty, Type::Reference(reference) if reference.mutability.is_some()));
    call.args.iter().any(|argument| match argument {
        Expr::Closure(closure) => closure.inputs.iter().any(is_mutable),
        _ => false,
    })
}

/// Whether a call has a closure that changes what it is handed, or hands that on.
fn changes_what_it_is_handed(call: &ExprMethodCall) -> bool {
    struct Finder<'a>(&'a syn::Ident, bool);
    impl Finder<'_> {
        fn is_part(&self, expr: &Expr) -> bool {
            match expr {
                Expr::Path(path) => path.path.is_ident(self.0),
                Expr::Paren(inner) => self.is_part(&inner.expr),
                Expr::Unary(inner) => self.is_part(&inner.expr),
                Expr::Reference(inner) => self.is_part(&inner.expr),
                Expr::Field(field) => self.is_part(&field.base),
                Expr::Index(index) => self.is_part(&index.expr),
                _ => false,
            }
        }
    }
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.1 |= match expr {
                Expr::Assign(assign) => self.is_part(&assign.left),
                Expr::Binary(binary) => operators::is_compound(&binary.op) && self.is_part(&binary.left),
                Expr::MethodCall(call) => {
                    let is_pure = names::is_pure_method(&call.method.to_string());
                    !is_pure && self.is_part(&call.receiver) || call.args.iter().any(|argument| self.is_part(argument))
                }
                Expr::Call(call) => call.args.iter().any(|argument| self.is_part(argument)),
                _ => false,
            };
            visit::visit_expr(self, expr);
        }
    }
    call.args.iter().any(|argument| match argument {
        Expr::Closure(closure) => closure.inputs.iter().any(|parameter| match parameter {
            Pat::Ident(name) => {
                let mut finder = Finder(&name.ident, false);
                finder.visit_expr(&closure.body);
                finder.1
            }
            _ => false,
        }),
        _ => false,
    })
}

/// Whether a call is given a function of a type, as `Ordering::reverse`: which one that is, is not known where a method is handed it.
fn names_function_of_type(call: &ExprMethodCall) -> bool {
    let is_one =
        |argument: &Expr| matches!(argument, Expr::Path(path) if path.qself.is_some() || path.path.segments.len() > 1);
    call.args.iter().any(is_one)
}

/// Whether a call has a jump out of it before it is made.
fn leaves(call: &ExprMethodCall) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Try(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => self.0 = true,
                Expr::Closure(_) => {}
                other => visit::visit_expr(self, other),
            }
        }
    }
    let mut finder = Finder(false);
    finder.visit_expr_method_call(call);
    finder.0
}
