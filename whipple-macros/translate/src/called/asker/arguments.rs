//! Calls by paths, and what they are handed.

use super::{
    super::handed::{By, handed},
    Asker, Callee, Owner, bounds,
};
use crate::{
    ask,
    context::{Role, by_trait, foreign, is_named, is_reverse, may_construct, of_numbers},
    exchange::Exchange,
    methods, names, piece,
};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote_spanned};
use syn::{
    Expr, ExprCall, Member,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

/// What rustc is to see of the arguments of a call.
#[derive(Debug, Default)]
pub struct Seen {
    /// Which may be of a type of the user's.
    pub types: Vec<bool>,
    /// Which are, or may be, a `&mut`: a bit for each.
    pub lent: usize,
}

impl Seen {
    /// Whether there is nothing to see.
    pub fn is_empty(&self) -> bool {
        self.lent == 0 && !self.types.contains(&true)
    }
}

impl Asker<'_> {
    /// Which arguments of a call are looked at: those that may be of a type of the user's.
    pub fn handed(&mut self, expr: &Expr) -> Vec<bool> {
        let (function, receiver, arguments) = match expr {
            Expr::Call(call) if of_numbers(call).is_none() && !ask::is_of_literal(&call.func) => {
                (call.func.to_token_stream().to_string(), None, &call.args)
            }
            // Those of the context have bounds of rustc's.
            Expr::MethodCall(call) if methods::of_context(&call.method.to_string()).is_none() => {
                (call.method.to_string(), Some(&*call.receiver), &call.args)
            }
            _ => return Vec::new(),
        };
        if !self.may_ask {
            return Vec::new();
        }
        let is_in_module = matches!(expr, Expr::Call(call) if is_of_module(&call.func));
        let arguments = arguments.iter().enumerate().map(|(position, argument)| {
            let of: Vec<&Expr> = receiver.into_iter().chain([argument]).collect();
            let key = format!("{function} {position}");
            if self.numbers.has(argument, &self.variables) {
                // Of numbers one for each type that is said is enough. A call of a function of a module would be shown in errors without its
                // arguments.
                return !is_in_module
                    && number(argument).is_some_and(|ty| self.looked_at.insert(format!("{key} {ty}")));
            }
            is_value(argument) && !ask::is_function(argument) && !self.was_looked_at(&key, &of)
        });
        arguments.collect()
    }

    /// Which arguments of a call may be a `&mut` that a function gave: they are marked.
    pub fn given(&mut self, expr: &mut Expr) -> Vec<bool> {
        let Expr::Call(call) = expr else { return Vec::new() };
        let marked: Vec<bool> = call.args.iter_mut().map(ask::unmark_given).collect();
        if self.may_ask && is_of_module(&call.func) { marked } else { Vec::new() }
    }

    /// Has rustc look whether the function takes these arguments in device code.
    pub fn hand_over(&mut self, expr: &mut Expr, looked_at: &[bool], given: &[bool]) {
        let Expr::Call(call) = &mut *expr else { return };
        let Expr::Path(function) = &*call.func else { return };
        let has_looked_at = looked_at.contains(&true) && is_of_module(&call.func);
        if !has_looked_at && !given.contains(&true) {
            return;
        }
        self.is_asked = true;
        let path = function.path.clone();
        // The arguments and the path may be of a macro and of what it was handed.
        let of = |span: Span| self.own("function", span.resolved_at(Span::call_site()));
        for (position, argument) in call.args.iter_mut().enumerate() {
            let [first, _] = ask::ends(argument);
            let functions = quote_spanned!(first=> ::whipple::private::seen::functions);
            let is_looked_at = has_looked_at && looked_at.get(position) == Some(&true);
            if given.get(position) == Some(&true) {
                let name = Ident::new(if is_looked_at { "given_argument" } else { "given" }, first);
                let function = quote_spanned!(first=> #functions::#name::<_, #position, _, _>);
                *argument = handed(&function, Some(&of(first)), By::Value, argument);
                continue;
            }
            if !is_looked_at {
                continue;
            }
            let function = match self.variables.owner(argument) {
                // The signature has rustc look at the type.
                Owner::Itself(ty) | Owner::Named(ty) => {
                    quote_spanned!(first=> #functions::argument_of::<_, #position, #ty, _>)
                }
                _ => quote_spanned!(first=> #functions::argument::<_, #position, _>),
            };
            *argument = handed(&function, Some(&of(first)), By::Reference, argument);
        }
        let (of, found) = (of(path.span()), piece::found(&path));
        *expr = Expr::Verbatim(quote_spanned!(path.span()=> ({ let #of = #found; #call })));
    }

    /// Has rustc refuse an argument that is marked and has references.
    pub fn changed(&mut self, argument: &mut Expr) {
        if !ask::unmark_changed(argument) {
            return;
        }
        self.is_asked = true;
        let [first, _] = ask::ends(argument);
        let place = match &*argument {
            Expr::Reference(reference) => (*reference.expr).clone(),
            name => Expr::Verbatim(quote_spanned!(first=> *#name)),
        };
        let place = handed(&quote_spanned!(first=> ::whipple::private::ask::changed), None, By::Mutable, &place);
        *argument = Expr::Verbatim(quote_spanned!(first=> &mut #place));
    }

    /// Looks at the fields of what [`constructed`](Self::constructed) is to look at as a whole.
    pub fn parts_of_constructed(&mut self, expr: &mut Expr) {
        let parts: Vec<&mut Expr> = match expr {
            Expr::Struct(literal) => literal.fields.iter_mut().map(|field| &mut field.expr).collect(),
            Expr::Call(call) => call.args.iter_mut().collect(),
            _ => Vec::new(),
        };
        for part in parts {
            match constructs(part) {
                true => self.parts_of_constructed(part),
                false => self.visit_expr_mut(part),
            }
            super::of_one_type(part);
        }
    }

    /// Has rustc look whether a value of a struct with type parameters can be one in device code.
    pub fn constructed(&mut self, expr: &mut Expr) {
        if self.may_ask {
            self.is_asked = true;
            let [first, last] = ask::ends(expr);
            let mut value = proc_macro2::Group::new(proc_macro2::Delimiter::Parenthesis, expr.to_token_stream());
            value.set_span(last);
            *expr = Expr::Verbatim(quote_spanned!(first=> ::whipple::private::seen::functions::constructed #value));
        }
    }

    /// A function that a method is given by its name.
    pub fn function(&mut self, argument: &Expr) {
        if let Expr::Path(path) = argument {
            let func = Box::new(Expr::Path(path.clone()));
            let paren_token = Default::default();
            self.call(
                &mut ExprCall { attrs: Vec::new(), func, paren_token, args: Default::default() },
                &Seen::default(),
            );
        }
    }

    /// A function that a function is handed.
    pub fn function_handed(&mut self, argument: &mut Expr) {
        if !matches!(argument, Expr::Path(_)) {
            return visit_mut::visit_expr_mut(self, argument);
        }
        self.function(argument);
        if self.may_ask && !is_of_module(argument) {
            self.is_asked = true;
            let [first, _] = ask::ends(argument);
            *argument = Expr::Verbatim(quote_spanned!(first=> ::whipple::private::ask::function(#argument)));
        }
    }

    /// Has rustc look whether device code sees how `Type::from(value)` makes something.
    pub fn made(&mut self, expr: &mut Expr) {
        let Expr::Call(call) = &mut *expr else { return };
        let (Expr::Path(function), Some(argument)) = (&*call.func, call.args.first_mut()) else { return };
        let mut segments = function.path.segments.iter().rev();
        let is_from = segments.next().is_some_and(|name| name.ident == "from");
        let is_of_users = segments.next().is_some_and(|ty| {
            let name = ty.ident.to_string();
            ty.arguments.is_none() && !names::is_primitive(&name) && !is_no_type_of_users(&name)
        });
        let is_generic =
            function.path.segments.first().is_some_and(|first| self.generic.contains(&first.ident.to_string()));
        if !self.may_ask
            || function.qself.is_some()
            || !is_from
            || !is_of_users
            || is_generic
            || matches!(argument, Expr::Lit(_))
        {
            return;
        }
        self.is_asked = true;
        let span = ask::ends(argument)[0];
        let functions = quote_spanned!(span=> ::whipple::private::seen::functions);
        let [what, made] = ["what", "made"].map(|name| self.own(name, span.resolved_at(Span::call_site())));
        *argument = handed(&quote_spanned!(span=> #functions::of_from), Some(&what), By::Value, argument);
        *expr = Expr::Verbatim(quote_spanned! {span=> ({
            let #what = ::core::marker::PhantomData;
            let #made = #call;
            {
                #[allow(unused_imports)]
                use #functions::{MadeByImpl as _, MadeByItself as _};
                (&#functions::MadeFrom::of(&#what, &#made)).whipple_looks();
            }
            #made
        })});
    }

    /// The default of a type that is not known here: the program looks whether device code lacks that of one of its types.
    pub fn any_default(&mut self, at: Span) {
        self.add(&Ident::new("default", at), Callee::AnyDefault, true);
    }

    /// `Type::name(…)`.
    pub fn call(&mut self, call: &mut ExprCall, seen: &Seen) {
        if Exchange::of(call) == Some(Exchange::Take)
            && let Some(place) = call.args.first_mut()
        {
            if !self.may_ask {
                return self.any_default(ask::ends(place)[0]);
            }
            self.is_asked = true;
            let function = quote_spanned!(ask::ends(place)[0]=> ::whipple::private::seen::functions::emptied);
            *place = handed(&function, None, By::Value, place);
            return;
        }
        if of_numbers(call).is_some() {
            if let Some(argument) =
                call.args.iter_mut().find(|argument| !matches!(argument, Expr::Lit(_) | Expr::Cast(_)))
            {
                self.hand(argument, "chosen");
            }
            return;
        }
        let Expr::Path(function) = &*call.func else { return };
        if let Some((of_trait, ty, name)) = foreign(function) {
            return self.add(&name, Callee::OfTrait(Box::new((of_trait, ty))), true);
        }
        let mut path = match (&function.qself, by_trait(function)) {
            (None, _) => function.path.clone(),
            (_, Some((_, path))) => path,
            _ => return,
        };
        if path.segments.len() < 2 {
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
        if !self.may_ask
            && name == "default"
            && (last == "Default" || self.generic.contains(&first))
            && !(self.input.role == Role::Function && bounds::is_looked_at(self.input.signature))
        {
            return self.any_default(name.span());
        }
        let is_generic = path.segments.iter().any(|segment| !segment.arguments.is_none());
        let is_variant = names::is_type_name(&name.to_string());
        if is_generic || is_variant || self.generic.contains(&first) || is_no_type_of_users(&last) {
            return;
        }
        let owner = match self.input.self_type {
            Some(ty)
                if path.is_ident("Self") || path.get_ident().is_some_and(|name| is_named(ty, &name.to_string())) =>
            {
                Owner::Itself(ty.clone())
            }
            _ if first == "Self" => return,
            _ => Owner::Named(syn::parse_quote!(#path)),
        };
        self.hand_to_function_of(&name, &owner, &mut call.args, seen);
        // The type may be another name of one of the library's.
        self.add(&name, Callee::OwnOrLibrary(owner), true);
    }
}

/// What tells the type of a number from others, if the number is no literal without a type.
fn number(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Paren(inner) => number(&inner.expr),
        Expr::Reference(inner) => number(&inner.expr),
        Expr::Unary(inner) => number(&inner.expr),
        Expr::Cast(cast) => Some(cast.ty.to_token_stream().to_string()),
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(number) => Some(number.suffix().to_owned()),
            syn::Lit::Float(number) => Some(number.suffix().to_owned()),
            _ => None,
        }
        .filter(|suffix| !suffix.is_empty()),
        // As `u32::pow`, which is no number.
        Expr::Path(path) if path.path.segments.len() > 1 => None,
        _ => is_value(expr).then(|| "a number".to_owned()),
    }
}

/// Whether an expression may make one of the library's structs with type parameters.
pub fn constructs(expr: &Expr) -> bool {
    match expr {
        Expr::Struct(literal) => {
            literal.rest.is_none()
                && !is_reverse(&literal.path)
                && may_construct(&literal.path, literal.fields.iter().map(|field| &field.member))
        }
        Expr::Call(ExprCall { func, args, .. }) => {
            let members: Vec<Member> = (0..args.len()).map(Member::from).collect();
            matches!(&**func, Expr::Path(path)
                if path.qself.is_none() && !is_reverse(&path.path) && may_construct(&path.path, members.iter()))
        }
        _ => false,
    }
}

/// Whether this is a function of a module, by its path: neither of a type, nor one of std or glam, nor the module itself.
pub fn is_of_module(function: &Expr) -> bool {
    let Expr::Path(function) = function else { return false };
    let mut names = function.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (name, owner) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
    function.qself.is_none()
        && !names::is_type_name(&name)
        && !names::is_type_name(&owner)
        && owner != "char"
        && owner != "mem"
        && names::made_by(&name).is_none()
        && !matches!(name.as_str(), "crate" | "super" | "self")
}

/// Whether an expression may be a value of a type of the user's, and neither jumps nor takes its type from what it is handed to.
pub fn is_value(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_value(&inner.expr),
        Expr::Reference(inner) => is_value(&inner.expr),
        Expr::Unary(inner) => is_value(&inner.expr),
        Expr::Path(path) => path.path.segments.last().is_some_and(|last| last.ident != "None"),
        Expr::Field(_) | Expr::MethodCall(_) | Expr::Call(_) | Expr::Struct(_) | Expr::Index(_) | Expr::Binary(_) => {
            true
        }
        // Of these a generic function may ask for what only iterators of the user's have.
        Expr::Range(range) => range.start.is_some() && range.end.is_some(),
        Expr::Array(array) => array.elems.iter().all(is_value),
        Expr::Repeat(repeat) => is_value(&repeat.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_value),
        _ => false,
    }
}

/// Whether something before a function's name is no type, or one of the library's.
fn is_no_type_of_users(name: &str) -> bool {
    !names::is_type_name(name)
        || names::is_vector(name)
        || matches!(name, "Option" | "Result" | "Default" | "From" | "Clone")
        || matches!(name, "Context" | "Buffer" | "ReadOnly" | "Shared" | "SharedArray")
}
