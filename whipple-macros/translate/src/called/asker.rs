//! Goes through the copy of a body that rustc is asked about.

use super::{Callee, Owner, bounds, numbers::Numbers, owner::Variables};
use crate::{
    ask,
    context::{FunctionInput, Role},
    errors::Errors,
    fragments,
    iteration::Iteration,
    names,
    operators::OPERATORS,
};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    BinOp, Expr, ExprBinary, ExprCall, ExprMethodCall, ExprUnary, Macro, Type, UnOp,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

/// Methods of arrays and options that a trait of the user's may come before.
const HIDDEN: &[&str] = &["len", "is_empty", "swap", "fill", "is_some", "is_none", "take", "replace"];

/// Methods that floats have by glam's `FloatExt`.
const OF_GLAM: &[&str] = &["lerp", "inverse_lerp", "remap", "fract_gl", "step", "saturate"];

/// The visitor.
pub struct Asker<'a> {
    input: &'a FunctionInput<'a>,
    errors: &'a mut Errors,
    variables: Variables,
    numbers: Numbers,
    generic: BTreeSet<String>,
    may_ask: bool,
    /// How many questions there are.
    pub questions: usize,
    /// Whether rustc checks anything.
    pub is_asked: bool,
    /// What is called, each once, and whether rustc looks in the body whether device code has it.
    pub called: Vec<(Ident, Callee, bool)>,
    seen: BTreeMap<String, usize>,
    /// What rustc looks at already, by the types that it is of.
    looked_at: BTreeSet<String>,
}

impl<'a> Asker<'a> {
    /// For a function whose body has so many questions.
    pub fn new(input: &'a FunctionInput<'a>, questions: usize, errors: &'a mut Errors) -> Self {
        let generic = input.signature.generics.type_params().map(|parameter| parameter.ident.to_string());
        let variables = Variables::of(input);
        Self {
            input,
            errors,
            numbers: Numbers::of(input, &variables),
            variables,
            generic: generic.collect(),
            may_ask: ask::can_be_asked(input.signature),
            questions,
            is_asked: false,
            called: Vec::new(),
            seen: BTreeMap::new(),
            looked_at: BTreeSet::new(),
        }
    }

    fn add(&mut self, name: &Ident, callee: Callee, is_checked: bool) {
        let key = match &callee {
            Callee::Member(owner) | Callee::OwnOrLibrary(owner) => format!("{name} {}", owner.key()),
            Callee::Operator(operands) => format!("{name} {} {}", operands.0.key(), operands.1.key()),
            Callee::Function(_) => return,
        };
        // Each answer may be another type.
        if key.contains(|c: char| c.is_ascii_digit()) || self.seen.insert(key, self.called.len()).is_none() {
            self.called.push((name.clone(), callee, is_checked));
        }
    }

    /// Hands an expression to a function of `whipple_runtime::source::seen`.
    fn hand(&mut self, expr: &mut Expr, to: &str) {
        // That of the whole would be the macro's.
        let first = expr.to_token_stream().into_iter().next();
        self.hand_at(first.map_or_else(Span::call_site, |token| token.span()), expr, to);
    }

    fn hand_at(&mut self, span: Span, expr: &mut Expr, to: &str) {
        if self.may_ask {
            self.is_asked = true;
            let inner = &*expr;
            let to = to.split("::").map(|name| Ident::new(name, span));
            *expr = Expr::Verbatim(quote_spanned!(span=> (*::whipple::private::seen::#(#to)::*(&(#inner)))));
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

    fn method(&mut self, call: &mut ExprMethodCall, is_known: bool) {
        let name = call.method.to_string();
        if name == "clone" && call.args.is_empty() {
            return;
        }
        if !names::is_library_method(&name) {
            let owner = self.owner(&mut call.receiver);
            self.add(&call.method, Callee::Member(owner), false);
        } else {
            let owner = self.variables.owner(&call.receiver);
            if owner.is_seen() {
                self.add(&call.method, Callee::OwnOrLibrary(owner), self.may_ask);
            }
            self.with_name_of_library(&name, call, is_known);
        }
    }

    /// Has rustc look for a method with the name of one of the library's.
    fn with_name_of_library(&mut self, name: &str, call: &mut ExprMethodCall, is_known: bool) {
        if is_known || !self.may_ask || matches!(&*call.receiver, Expr::Lit(_)) {
            return;
        }
        self.is_asked = true;
        if let Some(parts) = of_parts(name) {
            self.hand_at(call.method.span(), &mut call.receiver, parts);
        }
        let (span, receiver) = (call.method.span(), &*call.receiver);
        let owners = names::owners(name, span);
        let mut hash = Literal::u64_suffixed(names::hash(name));
        hash.set_span(span);
        *call.receiver = Expr::Verbatim(
            quote_spanned!(span=> (*::whipple::private::seen::methods::called::<#hash, #owners, _>(&(#receiver)))),
        );
    }

    /// `x.clone()`, of which the result tells the type: methods see through references, and clones do not.
    fn clone(&mut self, name: &Ident, expr: &mut Expr) {
        if !self.may_ask {
            if self.input.role != Role::Function || !bounds::is_looked_at(self.input.signature) {
                self.add(name, Callee::Member(Owner::Unknown), true);
            }
            return;
        }
        let span = name.span();
        self.hand_at(span, expr, "cloned");
        let mut value = Expr::Verbatim(quote_spanned!(span=> whipple_clone));
        let owner = self.owner(&mut value);
        *expr = Expr::Verbatim(quote_spanned!(span=> ({ let whipple_clone = #expr; #value; whipple_clone })));
        self.add(name, Callee::Member(owner), true);
    }

    /// A second call, with traits in scope that come into question where one of the user's does.
    fn competing(&mut self, call: &ExprMethodCall) -> TokenStream {
        let name = call.method.to_string();
        if !self.may_ask || !is_simple(&call.receiver) {
            return TokenStream::new();
        }
        let span = call.method.span();
        let with =
            |traits: TokenStream| quote_spanned! {span=> { #[allow(unused_imports)] use #traits; let _ = #call; } };
        let seen = quote!(::whipple::private::seen);
        match name.as_str() {
            "clone" if call.args.is_empty() => with(quote!(#seen::by_value::DeviceCodeTakesThisForClone as _)),
            name if HIDDEN.contains(&name) => {
                let (by_value, by_reference) = (with(quote!(#seen::by_value::*)), with(quote!(#seen::by_reference::*)));
                quote!(#by_value #by_reference)
            }
            name if OF_GLAM.contains(&name) => with(quote!(::whipple::private::FloatExt as _)),
            _ => TokenStream::new(),
        }
    }

    fn operator(&mut self, method: &str, span: Span, left: &mut Expr, right: Option<&mut Expr>) {
        let within = self.input.operator.is_some() || self.input.signature.ident == "rem";
        let mut owner = |expr: &mut Expr| if within { self.owner(expr) } else { self.variables.owner(expr) };
        let left = owner(left);
        let right = right.map(owner);
        self.refuse_itself(method, span, &left, right.as_ref());
        if left.is_seen() || right.as_ref().is_some_and(Owner::is_seen) {
            let callee = Callee::Operator(Box::new((left, right.unwrap_or(Owner::OfLibrary))));
            self.add(&Ident::new(method, span), callee, true);
        }
    }

    /// Refuses an operator that uses itself, where syntax tells.
    fn refuse_itself(&mut self, method: &str, span: Span, left: &Owner, right: Option<&Owner>) {
        let signature = &self.input.signature;
        let of_impl = self.input.operator.is_some() && self.input.role == Role::Method && signature.ident == method;
        let is_itself = |owner: &Owner| matches!(owner, Owner::Itself(_));
        let parameter = signature.inputs.iter().find_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(&*typed.ty),
            syn::FnArg::Receiver(_) => None,
        });
        let is_own = |ty: &Type| match ty {
            Type::Reference(reference) => self.is_self_type(&reference.elem),
            other => self.is_self_type(other),
        };
        let fits = match (right, parameter) {
            (Some(right), Some(parameter)) => is_own(parameter) && self.is_self(right),
            (None, None) => true,
            _ => false,
        };
        if of_impl && is_itself(left) && fits {
            let message = format!(
                "the operator calls itself: recursion is not possible in device code; write `{method}` with the fields, or a loop"
            );
            self.errors.push_at(span, message);
        }
    }

    fn is_self(&self, owner: &Owner) -> bool {
        match owner {
            Owner::Itself(_) => true,
            Owner::Named(ty) => self.is_self_type(ty),
            _ => false,
        }
    }

    fn is_self_type(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(path) if path.path.is_ident("Self")) || Some(ty) == self.input.self_type
    }

    /// Whether the operator of an expression is the library's, as its operands show.
    fn is_of_numbers(&self, expr: &Expr) -> bool {
        let has = |expr: &Expr| self.numbers.has(expr, &self.variables);
        match expr {
            Expr::Binary(binary) => has(&binary.left) && has(&binary.right),
            Expr::Unary(unary) => has(&unary.expr),
            Expr::Index(index) => self.numbers.is_array(&index.expr),
            _ => false,
        }
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

    /// Whether the operator of an expression need not be looked at.
    fn is_known(&mut self, expr: &Expr) -> bool {
        let what = |op: &dyn ToTokens| op.to_token_stream().to_string();
        self.is_of_numbers(expr)
            || match expr {
                Expr::Binary(binary) => self.was_looked_at(&what(&binary.op), &[&binary.left, &binary.right]),
                Expr::Unary(unary) => self.was_looked_at(&what(&unary.op), &[&unary.expr]),
                Expr::Index(index) => self.was_looked_at("[]", &[&index.expr]),
                Expr::MethodCall(call) => self.was_looked_at(&what(&call.method), &[&call.receiver]),
                _ => false,
            }
    }

    /// Has rustc look for the impl of an operator, after its operands, whose types that must not decide.
    fn operated(&mut self, expr: &mut Expr, is_known: bool) {
        if is_known || !self.may_ask {
            return;
        }
        let span = match &*expr {
            Expr::Binary(binary) => binary.op.span(),
            Expr::Unary(unary) => unary.op.span(),
            _ => return,
        };
        let seen = quote_spanned!(span=> ::whipple::private::seen::operators);
        let of = |name: &str| Ident::new(&format!("Of{name}"), span);
        let operands = quote_spanned!(span=> &whipple_operands);
        let (name, both, operation) = match &*expr {
            Expr::Binary(ExprBinary { left, op, right, .. }) => {
                let Some(name) = trait_of(op) else { return };
                let both =
                    (may_stand_again(left) && may_stand_again(right)).then(|| quote_spanned!(span=> &#left, &#right));
                let right = quote_spanned!(span=> *#seen::right(#operands, &(#right)));
                let operation = if crate::operators::is_compound(op) {
                    quote_spanned!(span=> *#seen::place(#operands, &mut (#left)) #op #right)
                } else {
                    quote_spanned!(span=> (*#seen::left(#operands, &(#left))) #op (#right))
                };
                (of(name), both, operation)
            }
            Expr::Unary(ExprUnary { op: op @ (UnOp::Neg(_) | UnOp::Not(_)), expr, .. }) => {
                let name = if matches!(op, UnOp::Neg(_)) { "Neg" } else { "Not" };
                let both = may_stand_again(expr).then(|| quote_spanned!(span=> &#expr, &()));
                (of(name), both, quote_spanned!(span=> #op (*#seen::left::<_, _, ()>(#operands, &(#expr)))))
            }
            _ => return,
        };
        self.is_asked = true;
        let tokens = match both {
            // As it stands: what rustc says of the operator, it says once.
            Some(both) => quote_spanned! {span=> ({
                let whipple_result = #expr;
                #seen::both::<#seen::#name, _, _>(#both).look();
                whipple_result
            })},
            None => quote_spanned! {span=> ({
                let whipple_operands = #seen::operands::<#seen::#name, _, _>();
                let whipple_result = #operation;
                whipple_operands.look();
                whipple_result
            })},
        };
        *expr = Expr::Verbatim(tokens);
    }

    fn binary(&mut self, binary: &mut ExprBinary) {
        let is_plain = |expr: &Expr| matches!(expr, Expr::Lit(_) | Expr::Cast(_));
        let is_number = is_plain(&binary.left) || is_plain(&binary.right);
        let of_library = matches!(self.variables.owner(&binary.left), Owner::OfLibrary);
        let span = binary.op.span();
        match &binary.op {
            BinOp::And(_) | BinOp::Or(_) => {}
            BinOp::Eq(_) | BinOp::Ne(_) => {
                self.operator("eq", span, &mut binary.left, Some(&mut binary.right));
                if !is_number && !of_library {
                    self.hand(&mut binary.left, "compared");
                }
            }
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                if !is_number && !of_library {
                    self.hand(&mut binary.left, "ordered");
                }
            }
            op => {
                if let Some(method) = method_of(op) {
                    self.operator(method, span, &mut binary.left, Some(&mut binary.right));
                }
            }
        }
    }

    fn unary(&mut self, unary: &mut ExprUnary) {
        let span = unary.op.span();
        match unary.op {
            UnOp::Neg(_) | UnOp::Not(_) if !matches!(&*unary.expr, Expr::Lit(_)) => {
                let method = if matches!(unary.op, UnOp::Neg(_)) { "neg" } else { "not" };
                self.operator(method, span, &mut unary.expr, None);
            }
            _ => {}
        }
    }

    /// Which arguments of a call of a function of a module are looked at: those that may be of a type of the user's.
    fn handed(&mut self, expr: &Expr) -> Vec<bool> {
        let Expr::Call(call) = expr else { return Vec::new() };
        if !self.may_ask || !is_of_module(&call.func) {
            return Vec::new();
        }
        let function = call.func.to_token_stream().to_string();
        let arguments = call.args.iter().enumerate().map(|(position, argument)| {
            is_value(argument)
                && !self.numbers.has(argument, &self.variables)
                && !self.was_looked_at(&format!("{function} {position}"), &[argument])
        });
        arguments.collect()
    }

    /// Has rustc look whether the function takes these arguments in device code.
    fn hand_over(&mut self, expr: &mut Expr, handed: &[bool]) {
        let Expr::Call(call) = &mut *expr else { return };
        let Expr::Path(function) = &*call.func else { return };
        if !handed.contains(&true) {
            return;
        }
        self.is_asked = true;
        let path = function.path.clone();
        for (position, argument) in call.args.iter_mut().enumerate().filter(|(position, _)| handed[*position]) {
            let span = argument.to_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span());
            let inner = &*argument;
            *argument = Expr::Verbatim(quote_spanned! {span=>
                (*::whipple::private::seen::functions::argument::<WithoutDevice, #position, _>(&(#inner)))
            });
        }
        let call = crate::piece::as_type(&path, call.to_token_stream());
        *expr = Expr::Verbatim(quote_spanned!(path.span()=> (#call)));
    }

    /// `Type::name(…)`.
    fn call(&mut self, call: &mut ExprCall) {
        let Expr::Path(function) = &*call.func else { return };
        let mut path = function.path.clone();
        if function.qself.is_some() || path.segments.len() < 2 {
            return;
        }
        let Some(name) = path.segments.pop().map(|last| last.ident) else { return };
        path.segments.pop_punct();
        let first = path.segments.first().map(|first| first.ident.to_string()).unwrap_or_default();
        let last = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        if names::is_primitive(&last) {
            if name == "from"
                && let Some(argument) = call.args.first_mut()
                && !matches!(argument, Expr::Lit(_) | Expr::Cast(_))
            {
                self.hand(argument, "number");
            }
            return;
        }
        let is_other = !names::is_type_name(&last)
            || names::is_type_name(&name.to_string())
            || names::is_vector(&last)
            || self.generic.contains(&first)
            || path.segments.iter().any(|segment| !segment.arguments.is_none())
            || matches!(last.as_str(), "Option" | "Result" | "Default" | "From" | "Clone")
            || matches!(last.as_str(), "Context" | "Buffer" | "Shared" | "SharedArray");
        if is_other {
            return;
        }
        let owner = match self.input.self_type {
            Some(ty) if path.is_ident("Self") => Owner::Itself(ty.clone()),
            _ if first == "Self" => return,
            _ => Owner::Named(syn::parse_quote!(#path)),
        };
        if let (true, Owner::Itself(ty) | Owner::Named(ty), Some(argument)) =
            (name == "from", &owner, call.args.first_mut())
            && self.may_ask
            && !matches!(argument, Expr::Lit(_))
        {
            self.is_asked = true;
            let (span, inner) = (name.span(), &*argument);
            *argument = Expr::Verbatim(
                quote_spanned!(span=> (*::whipple::private::seen::functions::converted::<#ty, _>(&(#inner)))),
            );
        }
        // The type may be another name of one of the library's.
        self.add(&name, Callee::OwnOrLibrary(owner), true);
    }
}

impl VisitMut for Asker<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::ForLoop(looping) = expr {
            let is_cloned = is_cloned(&looping.expr);
            match Iteration::of(&looping.expr).is_some() {
                true => visit_array(&mut looping.expr, self),
                false => self.visit_expr_mut(&mut looping.expr),
            }
            if is_cloned {
                self.hand(&mut looping.expr, "cloned_each");
            }
            visit_mut::visit_pat_mut(self, &mut looping.pat);
            return self.visit_block_mut(&mut looping.body);
        }
        let is_known = self.is_known(expr);
        let handed = self.handed(expr);
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::MethodCall(call) => {
                let (is_clone, name) = (call.method == "clone" && call.args.is_empty(), call.method.clone());
                let competing = self.competing(call);
                self.method(call, is_known);
                if !competing.is_empty() {
                    self.is_asked = true;
                    *expr = Expr::Verbatim(quote_spanned!(name.span()=> ({ #competing #call })));
                }
                if is_clone {
                    self.clone(&name, expr);
                }
            }
            Expr::Binary(binary) => {
                self.binary(binary);
                self.operated(expr, is_known);
            }
            Expr::Unary(unary) => {
                self.unary(unary);
                self.operated(expr, is_known);
            }
            Expr::Index(index) if !is_known => self.hand(&mut index.expr, "operators::indexed"),
            Expr::Call(call) => {
                self.call(call);
                self.hand_over(expr, &handed);
            }
            _ => {}
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        // What debug builds check on the CPU.
        let name = call.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
        if name.starts_with("debug_assert") {
            return;
        }
        let is_comparison = matches!(name.as_str(), "assert_eq" | "assert_ne");
        let mut is_first = true;
        fragments::within_arguments(call, |argument| {
            self.visit_expr_mut(argument);
            if std::mem::take(&mut is_first) && is_comparison && !matches!(argument, Expr::Lit(_) | Expr::Cast(_)) {
                self.hand(argument, "compared");
            }
        });
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
}

/// The trait of an operator, but for comparisons.
fn trait_of(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Rem(_) => "Rem",
        BinOp::RemAssign(_) => "RemAssign",
        BinOp::Eq(_) | BinOp::Ne(_) => return None,
        op => {
            let text = quote!(#op).to_string();
            OPERATORS.iter().find(|(.., operator)| *operator == text).map(|(name, ..)| *name)?
        }
    })
}

/// The method of an operator.
fn method_of(op: &BinOp) -> Option<&'static str> {
    let text = quote!(#op).to_string();
    if text == "%" {
        return Some("rem");
    }
    // Those of one operand come later in the list.
    OPERATORS.iter().find(|(.., operator)| *operator == text).map(|(_, method, _)| *method)
}

/// What looks for the impls that a method of the library calls for the parts of a value.
fn of_parts(name: &str) -> Option<&'static str> {
    match name {
        "max" | "min" | "clamp" => Some("parts_ordered"),
        "contains" => Some("parts_compared"),
        "fill" => Some("parts_cloned"),
        _ => None,
    }
}

/// Whether this is a function of a module, by its path: neither of a type, nor one of std or glam.
fn is_of_module(function: &Expr) -> bool {
    let Expr::Path(function) = function else { return false };
    let mut names = function.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (name, owner) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
    function.qself.is_none()
        && !names::is_type_name(&name)
        && !names::is_type_name(&owner)
        && owner != "mem"
        && !matches!(name.as_str(), "vec2" | "vec3" | "vec4")
}

/// Whether an expression may be a value of a type of the user's, and neither jumps nor takes its type from what it is handed to.
fn is_value(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_value(&inner.expr),
        Expr::Reference(inner) => is_value(&inner.expr),
        Expr::Unary(inner) => is_value(&inner.expr),
        Expr::Path(path) => path.path.segments.last().is_some_and(|last| last.ident != "None"),
        Expr::Field(_) | Expr::MethodCall(_) | Expr::Call(_) | Expr::Struct(_) | Expr::Index(_) | Expr::Binary(_) => {
            true
        }
        Expr::Array(array) => array.elems.iter().all(is_value),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_value),
        _ => false,
    }
}

/// Whether an expression may stand twice, and costs little.
fn may_stand_again(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => may_stand_again(&inner.expr),
        Expr::Field(inner) => may_stand_again(&inner.base),
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => may_stand_again(&inner.expr),
        _ => false,
    }
}

/// Whether an expression may stand twice.
fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_simple(&inner.expr),
        Expr::Field(inner) => is_simple(&inner.base),
        Expr::Reference(inner) => is_simple(&inner.expr),
        Expr::Unary(inner) => is_simple(&inner.expr),
        Expr::Index(inner) => is_simple(&inner.expr) && is_simple(&inner.index),
        Expr::Path(_) | Expr::Lit(_) => true,
        _ => false,
    }
}

/// Whether a loop goes over clones.
fn is_cloned(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_cloned(&inner.expr),
        Expr::MethodCall(call) => call.method == "cloned" || is_cloned(&call.receiver),
        _ => false,
    }
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
