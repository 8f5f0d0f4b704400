//! Goes through the copy of a body that rustc is asked about.

mod arguments;
mod attempts;
mod chained;
mod choices;
mod conversions;
mod leads;
mod marked;
mod methods;
mod operators;
mod repeated;
mod unlooked;
mod ways;

use choices::{of_one_type, one_type};

use arguments::Seen;
pub use arguments::is_of_module;

use super::{
    Callee, Owner, bounds,
    fields::{Fields, looked_at, no_reference},
    found::Found,
    handed::{By, handed},
    numbers::Numbers,
    owner::Variables,
};
use crate::{
    ask::{self, Called},
    context::FunctionInput,
    errors::Errors,
    fragments,
    iteration::{self, Iteration},
    message, names,
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use repeated::Repeats;
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Expr, ExprMethodCall, Macro, Type,
    visit_mut::{self, VisitMut},
};
pub use unlooked::Unlooked;

/// The visitor.
pub struct Asker<'a> {
    input: &'a FunctionInput<'a>,
    pub errors: &'a mut Errors,
    variables: Variables,
    numbers: Numbers,
    generic: BTreeSet<String>,
    pub may_ask: bool,
    /// How many questions there are.
    pub questions: usize,
    /// Whether rustc checks anything.
    pub is_asked: bool,
    /// What is called, each once, and whether rustc looks in the body whether device code has it.
    pub called: Vec<(Ident, Callee, bool)>,
    seen: BTreeMap<String, usize>,
    /// The calls of which rustc looks where they lead, and the variables with the types of what some are called on.
    pub found: Vec<Found>,
    pub found_on: Vec<Ident>,
    /// The methods that may be of a trait for a type of the library: the variable with the type of what each is called on, and the question.
    pub foreign: Vec<(Ident, Ident, usize)>,
    /// Those of these variables that nothing else needs.
    pub foreign_on: Vec<Ident>,
    /// What else rustc looks at behind the copy, by variables that say types.
    pub behind: Vec<(Vec<Ident>, TokenStream)>,
    /// What rustc looks at already, by the types that it is of.
    looked_at: BTreeSet<String>,
    /// The type of the receiver of the last method of the user's.
    called_on: Option<Owner>,
    /// Whether this is in a closure, which `?` leaves.
    is_in_closure: bool,
    /// Whether this is the left side of an assignment, where what looks like a value takes one apart.
    is_left: bool,
    /// Whether this is a closure of which Rust leaves open how often it runs.
    repeats: Repeats,
    /// What variables of the copy begin with, and no name in the body has.
    prefix: String,
    /// What has fields that rustc looks at.
    pub fields: Fields,
}

impl<'a> Asker<'a> {
    /// For a function whose body has so many questions.
    pub fn new(input: &'a FunctionInput<'a>, questions: usize, errors: &'a mut Errors) -> Self {
        let generic = input.signature.generics.type_params().map(|parameter| parameter.ident.to_string());
        let variables = Variables::of(input);
        let text = input.block.to_token_stream().to_string();
        let mut prefix = "whipple_".to_owned();
        while text.contains(&prefix) {
            prefix.push('_');
        }
        Self {
            input,
            errors,
            numbers: Numbers::of(input, &variables),
            variables,
            generic: generic.collect(),
            may_ask: ask::can_be_asked(input),
            questions,
            is_asked: false,
            called: Vec::new(),
            seen: BTreeMap::new(),
            found: Vec::new(),
            found_on: Vec::new(),
            foreign: Vec::new(),
            foreign_on: Vec::new(),
            behind: Vec::new(),
            looked_at: BTreeSet::new(),
            called_on: None,
            is_in_closure: false,
            is_left: false,
            repeats: Repeats::No,
            prefix,
            fields: Fields::default(),
        }
    }

    /// A variable of the copy, which no variable of the body's is.
    fn own(&self, name: &str, span: Span) -> Ident {
        Ident::new(&format!("{}{name}", self.prefix), span)
    }

    fn add(&mut self, name: &Ident, callee: Callee, is_checked: bool) {
        let key = match &callee {
            Callee::Member(owner) | Callee::OwnOrLibrary(owner) => format!("{name} {}", owner.key()),
            Callee::Operator(operands) => format!("{name} {} {}", operands.0.key(), operands.1.key()),
            Callee::MemberOrForeign(owner @ Owner::Named(_), _) => format!("{name} {}", owner.key()),
            Callee::MemberOrForeign(_, question) | Callee::MemberOrWay { way: question, .. } => {
                format!("{name} {question}")
            }
            Callee::AnyDefault => "default".to_owned(),
            Callee::OfTrait(of) => format!("{name} {} {}", of.0.to_token_stream(), of.1.to_token_stream()),
            Callee::Function(_) | Callee::Literal => return,
        };
        // Each answer may be another type.
        if key.contains(|c: char| c.is_ascii_digit()) || self.seen.insert(key, self.called.len()).is_none() {
            self.called.push((name.clone(), callee, is_checked));
        }
    }

    /// Hands an expression to a function of `whipple_runtime::source::seen`.
    fn hand(&mut self, expr: &mut Expr, to: &str) {
        let [first, _] = ask::ends(expr);
        self.hand_at(first, expr, to);
    }

    fn hand_at(&mut self, span: Span, expr: &mut Expr, to: &str) {
        if self.may_ask {
            self.is_asked = true;
            let to = to.split("::").map(|name| Ident::new(name, span));
            let function = quote_spanned!(span=> ::whipple::private::seen::#(#to)::*);
            *expr = handed(&function, None, By::Reference, expr);
        }
    }

    /// The type of an expression; rustc is asked where syntax does not tell.
    fn owner(&mut self, expr: &mut Expr) -> Owner {
        let owner = self.variables.owner(expr);
        if !matches!(owner, Owner::Unknown) || !self.may_ask {
            return owner;
        }
        let question = self.questions;
        self.questions += 1;
        let inner = &*expr;
        let asked = ask::about(inner, question);
        *expr = Expr::Verbatim(asked);
        Owner::Answer(ask::answers_name(&self.input.signature.ident), question)
    }

    /// Whether rustc looked at the same already: `what`, of the types that these expressions have.
    fn was_looked_at(&mut self, what: &str, of: &[&Expr]) -> bool {
        let mut key = what.to_owned();
        for expr in of {
            let Some(ty) = self.numbers.type_key(expr) else { return false };
            key += " ";
            key += &ty;
        }
        !self.looked_at.insert(key)
    }

    /// A call about whose value rustc is asked. Of a method it is asked of which type it is, too.
    fn asked_call(&mut self, expr: &mut Expr, question: usize) {
        self.called_on = None;
        // What these put around the call hides it.
        let (absent, result) = (ask::unmark_absent(expr), ask::unmark_result(expr));
        self.visit_expr_mut(expr);
        let owner = self.called_on.take();
        let called = match &*expr {
            Expr::MethodCall(call) => {
                let hash = names::hash(&names::unraw(&call.method));
                match &owner {
                    Some(Owner::Itself(ty) | Owner::Named(ty)) => Called::Of(hash, ty),
                    Some(Owner::Answer(_, of)) => Called::OfAnswer(hash, *of),
                    _ => Called::Nothing,
                }
            }
            _ => Called::Function,
        };
        *expr = ask::given(expr, &called, question);
        if let Some(result) = result {
            *expr = result(expr);
        }
        if let Some(question) = absent {
            *expr = ask::none(expr, question);
        }
    }

    /// What a `for` loop goes over.
    pub fn iterated(&mut self, expr: &mut Expr) {
        if ask::is_chained(expr) {
            return self.visit_expr_mut(expr);
        }
        if let Expr::Reference(lent) = expr
            && ask::unmark_own(&mut lent.expr).is_some()
        {
            return self.own_iterator(&mut lent.expr, true, false);
        }
        let Some(iteration) = Iteration::of(expr) else { return self.visit_expr_mut(expr) };
        let (is_cloned, is_array) = (iteration.cloned, self.numbers.is_array(iteration.array));
        let is_whole = iteration.by == iteration::By::Value && std::ptr::eq(iteration.array, iteration::within(expr));
        let is_rooted = matches!(iteration::within(expr), Expr::MethodCall(_));
        visit_array(expr, self);
        if is_whole && !is_array {
            return self.gone_over(expr);
        }
        if is_cloned {
            self.hand(expr, "cloned_each");
        }
        if !is_array {
            self.hand_value(
                ask::ends(expr)[0],
                expr,
                if is_rooted { "roots::elements" } else { "operators::iterated" },
            );
        }
    }

    /// A call of a closure, or of a method that is given one: of that it is looked whose it is.
    fn in_place(&mut self, expr: &mut Expr, of_result: bool) {
        let absent = ask::unmark_absent(expr);
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = &mut *expr {
            for argument in &call.args {
                self.function(argument);
            }
            let of = match call.method.to_string().as_str() {
                "then" | "then_some" => "methods::of_bool",
                "then_with" => "methods::of_ordering",
                "map_err" | "inspect_err" | "is_ok_and" | "is_err_and" => "methods::of_result",
                "or_else" | "unwrap_or_else" | "map_or_else" if of_result => "methods::of_result",
                "or_else" | "unwrap_or_else" | "map_or_else" if matches!(call.args.first(), Some(Expr::Path(_))) => {
                    "methods::of_option_alone"
                }
                "map" | "map_or" | "and_then" | "inspect" => "methods::of_either",
                _ => "methods::of_option",
            };
            self.hand_at(call.method.span(), &mut call.receiver, of);
        }
        if let Some(question) = absent {
            *expr = ask::none(expr, question);
        }
    }

    /// A choice of references, which are of one type.
    fn chosen(&mut self, expr: &mut Expr) {
        self.visit_expr_mut(expr);
        *expr = one_type(expr);
        self.is_asked = true;
    }

    fn method_call(&mut self, expr: &mut Expr, is_known: bool, seen: &Seen) {
        let question = ask::unmark_foreign(expr);
        let Expr::MethodCall(call) = &mut *expr else { return };
        let (is_clone, name) = (call.method == "clone" && call.args.is_empty(), call.method.clone());
        let competing = self.competing(call);
        self.method(call, is_known, question, seen);
        if !competing.is_empty() {
            self.is_asked = true;
            *expr = Expr::Verbatim(quote_spanned!(name.span()=> ({ #competing #call })));
        }
        if is_clone {
            self.clone(&name, expr);
        }
    }
}

impl VisitMut for Asker<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.fields.take_chosen(expr) {
            return self.chosen(expr);
        }
        if self.fields.take_kept(expr) {
            self.visit_expr_mut(expr);
            *expr = no_reference(expr);
            self.is_asked = true;
            return;
        }
        if let Expr::Struct(literal) = expr {
            literal.fields.iter_mut().for_each(|field| _ = field.colon_token.get_or_insert_default());
        }
        if self.fields.take(expr) {
            self.visit_expr_mut(expr);
            *expr = looked_at(expr);
            self.is_asked = true;
            return;
        }
        if self.marked(expr) {
            return;
        }
        if self.repeated_closure(expr) {
            return;
        }
        if let Expr::ForLoop(looping) = expr {
            self.iterated(&mut looping.expr);
            visit_mut::visit_pat_mut(self, &mut looping.pat);
            return self.visit_block_mut(&mut looping.body);
        }
        match expr {
            Expr::Try(_) => return self.attempt(expr),
            Expr::Closure(closure) => return self.closure(closure),
            Expr::Binary(binary) if operators::is_arithmetic(&binary.op) => return self.arithmetic(expr),
            Expr::Binary(binary) if crate::operators::is_compound(&binary.op) => return self.assignment(expr),
            Expr::Binary(binary) => return self.comparison(binary),
            Expr::Unary(_) => return self.negation(expr),
            Expr::Struct(_) | Expr::Call(_) if !self.is_left && arguments::constructs(expr) => {
                self.parts_of_constructed(expr);
                return self.constructed(expr);
            }
            Expr::Assign(assign) => {
                let outer = std::mem::replace(&mut self.is_left, true);
                self.visit_expr_mut(&mut assign.left);
                self.is_left = outer;
                return self.visit_expr_mut(&mut assign.right);
            }
            _ => {}
        }
        let is_known = self.is_known(expr);
        let lent = ask::unmark_lent(expr).unwrap_or(0);
        let (seen, given) = (Seen { types: self.handed(expr), lent }, self.given(expr));
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Call(syn::ExprCall { args, .. }) | Expr::MethodCall(ExprMethodCall { args, .. }) => {
                args.iter_mut().for_each(of_one_type);
            }
            Expr::Struct(literal) => literal.fields.iter_mut().for_each(|field| of_one_type(&mut field.expr)),
            _ => {}
        }
        self.hand_stored(expr);
        match expr {
            Expr::MethodCall(_) => self.method_call(expr, is_known, &seen),
            Expr::Index(index) => self.index(index, is_known),
            Expr::Call(call) => {
                self.call(call, &seen);
                self.hand_over(expr, &seen.types, &given);
                self.made(expr);
            }
            Expr::Path(_) | Expr::Reference(_) => self.changed(expr),
            _ => {}
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        // What debug builds check on the CPU.
        let name = call.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
        if name.starts_with("debug_assert") {
            fragments::within_arguments(call, |argument| Unlooked::InChecks.visit_expr_mut(argument));
            return message::leave_values(call, |_, _| {});
        }
        let is_comparison = matches!(name.as_str(), "assert_eq" | "assert_ne");
        let mut is_first = true;
        fragments::within_arguments(call, |argument| {
            self.visit_expr_mut(argument);
            if std::mem::take(&mut is_first) && is_comparison && !matches!(argument, Expr::Lit(_) | Expr::Cast(_)) {
                self.hand(argument, "compared");
            }
        });
        message::leave_values(call, |value, as_number| {
            self.hand(value, if as_number { "said::as_number" } else { "said::value" })
        });
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
}

/// Visits the array of a loop, and not the methods that go over it.
fn visit_array(expr: &mut Expr, asker: &mut Asker<'_>) {
    match expr {
        Expr::Paren(inner) => visit_array(&mut inner.expr, asker),
        Expr::Group(inner) => visit_array(&mut inner.expr, asker),
        Expr::Reference(inner) => asker.visit_expr_mut(&mut inner.expr),
        Expr::MethodCall(call)
            if call.args.is_empty()
                && ["iter", "iter_mut", "into_iter", "copied", "cloned", "enumerate", "rev"]
                    .iter()
                    .any(|name| call.method == name) =>
        {
            visit_array(&mut call.receiver, asker);
        }
        other => asker.visit_expr_mut(other),
    }
}
