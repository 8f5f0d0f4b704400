//! Calls: functions, constructors, methods and the context.

use super::{
    Role, Translator,
    code::{self, Code, concat},
    control::first_line,
};
use crate::{
    exchange::{Exchange, names_within_mem},
    names,
    piece::{Piece, Pieces},
    places,
};
use syn::{
    Expr, Lit, PathArguments,
    visit::{self, Visit},
};

/// Methods of std that device code does not have, and what to write instead.
const REFUSED_METHODS: &[(&str, &str)] = &[
    ("iter", "iterators do not exist in device code; index the array: `for i in 0..N`"),
    ("iter_mut", "iterators do not exist in device code; index the array: `for i in 0..N`"),
    ("into_iter", "iterators do not exist in device code; index the array: `for i in 0..N`"),
    ("unwrap_or_default", "write the value out: `unwrap_or(0)`"),
    ("checked_pow", "use `pow` of a wider type, or `checked_mul`"),
    ("map", "iterators and closures do not exist in device code; write a `for` loop"),
    ("into", "the type that `into` converts to cannot be seen; write `x as T`, or `T::from(x)`"),
    ("try_into", "`Result` does not exist in device code; write `x as T`"),
    ("to_string", "strings do not exist in device code; report numbers through a buffer"),
    ("to_vec", "`Vec` does not exist in device code; copy the array"),
    ("as_slice", "slices do not exist in device code; pass the array"),
    ("overflowing_add", "use `wrapping_add` and compare in device code"),
    ("overflowing_sub", "use `wrapping_sub` and compare in device code"),
    ("overflowing_mul", "use `wrapping_mul` and compare in device code"),
    ("try_normalize", "device code has no `try_normalize`; use `normalize_or_zero`"),
];

/// Types of std that own memory, and what to use instead.
const COLLECTIONS: &[(&str, &str)] = &[
    ("Vec", "use an array and a length, or `ctx.spawn` for tasks"),
    ("VecDeque", "use an array and indices, or `ctx.spawn` for tasks"),
    ("String", "report numbers through a buffer"),
    ("HashMap", "use an array, or a `Buffer<T>` field of the procedure"),
    ("BTreeMap", "use an array, or a `Buffer<T>` field of the procedure"),
    ("HashSet", "use an array, or a `Buffer<T>` field of the procedure"),
    ("BTreeSet", "use an array, or a `Buffer<T>` field of the procedure"),
];

/// Whether an argument borrows the variable that a call's receiver is to change it, or assigns to it.
fn changes(argument: &Expr, root: &str) -> bool {
    struct Finder<'a> {
        root: &'a str,
        found: bool,
    }
    impl Finder<'_> {
        fn is_root(&self, expr: &Expr) -> bool {
            Translator::root(expr).is_some_and(|root| root == self.root)
        }
    }
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
            self.found |= reference.mutability.is_some() && self.is_root(&reference.expr);
            visit::visit_expr_reference(self, reference);
        }
        fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
            self.found |= places::of(&assign.left).into_iter().any(|place| self.is_root(place));
            visit::visit_expr_assign(self, assign);
        }
    }
    let mut finder = Finder { root, found: false };
    finder.visit_expr(argument);
    finder.found
}

/// Whether `Owner::name` is the method of a trait of operators.
fn operator_of(owner: &str, name: &str) -> bool {
    crate::items::OPERATORS.iter().any(|(of, method, _)| *of == owner && *method == name)
}

impl Translator<'_> {
    /// A call of a function, associated function or tuple-struct constructor.
    pub fn call(&mut self, whole: &Expr, call: &syn::ExprCall) -> Code {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let function = match &*call.func {
            Expr::Path(path) if path.qself.is_none() => &path.path,
            Expr::Path(_) => {
                return self
                    .refuse(&call.func, "`<T as Trait>::name` does not exist in device code; write `Type::name`");
            }
            _ => return self.refuse(&call.func, "only functions can be called in device code; call one by its name"),
        };
        let Some(last) = function.segments.last() else { return Code::primary("0") };
        let name = last.ident.to_string();
        if function.segments.len() == 1 && self.scopes.find(&name).is_some() {
            return self.refuse(&call.func, "closures do not exist in device code; write a `#[device]` function");
        }
        let of_std = super::variant::is_of_std(function);
        if name == "Some" && of_std {
            if self.stores_reference(arguments.iter().copied()) {
                return Code::primary("0");
            }
            return self.call_named(whole, Pieces::text("some"), &arguments);
        }
        if matches!(name.as_str(), "Ok" | "Err") && of_std {
            return self.refuse(
                &call.func,
                "`Result` does not exist in device code; use an `Option`, or a `bool` beside the value",
            );
        }
        if matches!(name.as_str(), "vec2" | "vec3" | "vec4") {
            return self.call_named(whole, Pieces::text(name), &arguments);
        }
        let owner = function.segments.iter().rev().nth(1).map(|owner| owner.ident.to_string()).unwrap_or_default();
        if let Some((_, instead)) = COLLECTIONS.iter().find(|(name, _)| *name == owner) {
            return self.refuse(&call.func, &format!("`{owner}` does not exist in device code; {instead}"));
        }
        if let Some(exchange) = Exchange::of(call) {
            self.require_exchange(exchange, function);
            return self.call_named(whole, Pieces::text(format!("num::{}", exchange.name())), &arguments);
        }
        let root = function.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let primitive = function.segments.len() > 1
            && function.segments.iter().rev().nth(1).is_some_and(|owner| names::is_primitive(&owner.ident.to_string()));
        if matches!(root.as_str(), "std" | "core" | "alloc") && !primitive {
            let message = match (name.as_str(), arguments.len()) {
                _ if names_within_mem(function).is_some() => {
                    "of `std::mem` device code has `swap` and `replace`; write `std::mem::replace(&mut place, value)`"
                        .to_owned()
                }
                ("min" | "max", 2) => {
                    format!("the standard library does not exist in device code; write the method: `a.{name}(b)`")
                }
                _ => "the standard library does not exist in device code; write a `#[device]` function".to_owned(),
            };
            return self.refuse(&call.func, &message);
        }
        let of_trait = [("Default", "default"), ("From", "from"), ("Into", "into"), ("Clone", "clone")];
        if of_trait.contains(&(owner.as_str(), name.as_str())) || operator_of(&owner, &name) {
            let instead = if arguments.len() > 1 { "use the operator" } else { "write `Type::name`" };
            return self.refuse(&call.func, &format!("`{owner}::{name}` does not say of which type; {instead}"));
        }
        if names::is_vector(&owner) && name == "default" {
            let constant = if owner.starts_with("Mat") { "IDENTITY" } else { "ZERO" };
            return self.refuse(
                &call.func,
                &format!("`{owner}::default` does not exist in device code; write `{owner}::{constant}`"),
            );
        }
        if self.is_own_name(function) {
            return self
                .refuse(&call.func, "recursion is not possible in device code; write a loop, or `ctx.spawn` a task");
        }
        if let Some(variant) = self.variant_of(function) {
            self.require_variant(&variant);
            let fields = self.variant_fields(&variant);
            let fields = self.braces(fields, &arguments);
            return self.variant_value(&variant, fields);
        }
        if let Some((prefix, primitive)) = self.type_prefix(function) {
            if primitive.is_none() {
                self.require_member(function);
            }
            return match primitive {
                Some(primitive) => self.primitive_call(whole, call, &primitive, &name),
                None if self.may_be_method(function, &arguments) => {
                    self.method_or_function(whole, function, prefix, &arguments)
                }
                None => {
                    let mut pieces = prefix;
                    pieces.push_text(&format!("::{}", names::member(&name)));
                    pieces.append(self.template_arguments(&last.arguments));
                    self.call_named(whole, pieces, &arguments)
                }
            };
        }
        if names::is_type_name(&name) {
            let ty = self.type_pieces(&super::types::named(function.clone()));
            return self.braces(ty, &arguments);
        }
        let item = self.function_item(function);
        self.call_named(whole, item, &arguments)
    }

    /// Has rustc refuse `Type::name(…)` where no `#[device] impl` of the type has it: it may be the host's only.
    fn require_member(&mut self, function: &syn::Path) {
        self.require_of_type(function, None, |last, name| match name {
            "default" => {
                format!("`{last}::default` does not exist in device code: write `#[device] impl Default for {last}`")
            }
            method if crate::items::OPERATORS.iter().any(|(_, of, _)| *of == method) => {
                format!("`{last}::{name}` does not exist in device code: use the operator")
            }
            _ => format!(
                "`{last}::{name}` does not exist in device code: write `#[device]` on the `impl` of `{last}` that has it, and the function in that `impl` if only its trait has it"
            ),
        });
    }

    /// Has rustc refuse `Type::NAME` where no `#[device] impl` of the type has this constant.
    pub fn require_constant(&mut self, path: &syn::Path) {
        // rustc says first whether it exists at all, and evaluates nothing then.
        let constant = self.without_self_type(&super::types::named(path.clone()));
        self.require_of_type(path, Some(syn::parse_quote!(let _ = #constant;)), |last, name| {
            format!(
                "`{last}::{name}` does not exist in device code: write `#[device]` on the `impl` of `{last}` that has it, and its value in that `impl` if only its trait has it"
            )
        });
    }

    /// Has rustc refuse `Type::name`, in these words, where the type has no member of this name.
    fn require_of_type(
        &mut self,
        path: &syn::Path,
        before: Option<syn::Stmt>,
        message: impl FnOnce(&str, &str) -> String,
    ) {
        let mut owner = path.clone();
        let Some(name) = owner.segments.pop().map(|last| last.ident) else { return };
        owner.segments.pop_punct();
        let is_plain = owner.segments.iter().all(|segment| segment.arguments.is_none());
        let first = owner.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let last = owner.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if !is_plain
            || self.generics.contains_key(&first)
            || names::is_vector(&last)
            || names::is_primitive(&last)
            || (first == "Self" && self.input.self_type.is_none())
        {
            return;
        }
        let message = message(&last, &name.to_string());
        // An item inside the body cannot name `Self`.
        let (member, ty) = (names::member(&name.to_string()), self.without_self_type(&super::types::named(owner)));
        let check: syn::Stmt = syn::parse_quote_spanned! {name.span()=>
            const _: () = {
                #[allow(unused_imports)]
                use ::whipple::private::{HasNoMembers as _, NotCompared as _};
                #before
                ::core::assert!(
                    ::whipple::private::Probe::<#ty>::IS_OF_LIBRARY
                        || <#ty>::WHIPPLE_MEMBERS.has(#member),
                    #message
                )
            };
        };
        self.checks.entry(message).or_insert(check);
    }

    /// Has rustc refuse a function that is called as one of `std::mem` and is another.
    fn require_exchange(&mut self, exchange: Exchange, function: &syn::Path) {
        let (mut found, meant) = (function.clone(), syn::Ident::new(exchange.name(), proc_macro2::Span::call_site()));
        found.segments.iter_mut().for_each(|segment| segment.arguments = PathArguments::None);
        let check = syn::parse_quote_spanned! {syn::spanned::Spanned::span(function)=>
            const _: () = ::whipple::private::must_be_of_std(&::core::mem::#meant::<u8>, &#found);
        };
        self.checks.entry(quote::quote!(#found).to_string()).or_insert(check);
    }

    /// Has rustc refuse a `Default` that is not the one of std.
    pub fn require_default(&mut self, owner: syn::Path) {
        let check = syn::parse_quote_spanned! {syn::spanned::Spanned::span(&owner)=>
            const _: fn() -> ::whipple::private::OfStd = <::whipple::private::OfStd as #owner>::default;
        };
        self.checks.entry(quote::quote!(#owner).to_string()).or_insert(check);
    }

    /// Whether `Type::name(a, b)` could mean `a.name(b)`.
    fn may_be_method(&self, function: &syn::Path, arguments: &[&Expr]) -> bool {
        let plain = function.segments.iter().all(|segment| segment.arguments.is_none());
        let generic = self.generics.contains_key(&function.segments[0].ident.to_string());
        plain && !generic && arguments.first().is_some_and(|first| !matches!(first, Expr::Lit(_)))
    }

    /// `Type::name(a, b)`: C++ writes it as it is for an associated function and as `a.name(b)` for a method. Which one it
    /// is, only rustc knows: types list their methods.
    fn method_or_function(&mut self, whole: &Expr, function: &syn::Path, owner: Pieces, arguments: &[&Expr]) -> Code {
        let Some(mut codes) = self.operands(whole, arguments) else { return self.lambda(whole) };
        let mut path = function.clone();
        let name = path.segments.pop().map(|last| last.ident.to_string()).unwrap_or_default();
        path.segments.pop_punct();
        let member = names::member(&name);
        let ty = self.without_self_type(&super::types::named(path));
        let condition = quote::quote_spanned! { syn::spanned::Spanned::span(&ty) => {
            #[allow(unused_imports)]
            use ::whipple::private::HasNoMembers as _;
            <#ty>::WHIPPLE_MEMBERS.has_receiver(#name)
        } };
        let choose = |yes: &str, no: Piece| {
            Piece::Choice(condition.clone(), Box::new(Piece::Text(yes.to_owned())), Box::new(no))
        };
        let receiver = codes.remove(0);
        let is_glam = super::types::type_name(&ty).is_some_and(|name| names::is_vector(&name));
        if is_glam && names::is_pure_method(&name) {
            return Code::call(receiver.member(&member).pieces, codes);
        }
        let mut pieces = Pieces::new();
        for piece in owner.0 {
            pieces.push(choose("", piece));
        }
        pieces.push(choose("", Piece::Text(format!("::{member}("))));
        pieces.append(receiver.object());
        let separator = if codes.is_empty() { "" } else { ", " };
        pieces.push(choose(&format!(".{member}("), Piece::Text(separator.to_owned())));
        pieces.append(code::list(codes));
        pieces.push_text(")");
        Code::new(pieces, code::PRIMARY)
    }

    /// `x.method(arguments)`.
    pub fn method_call(&mut self, whole: &Expr, call: &syn::ExprMethodCall) -> Code {
        let name = call.method.to_string();
        if let Some((_, message)) = REFUSED_METHODS.iter().find(|(refused, _)| *refused == name)
            && Self::may_be_of_std(call)
        {
            return self.refuse(whole, message);
        }
        if matches!(name.as_str(), "rev" | "step_by") {
            return self.refuse(whole, "a range as a value does not exist in device code; write it in the `for` loop");
        }
        if name == "clone" && call.args.is_empty() {
            return self.value(&call.receiver);
        }
        if self.is_context(&call.receiver) && name == "spawn" && call.turbofish.is_none() {
            return self.refuse(whole, "the spawned procedure must be named; write `ctx.spawn::<P>(item)`");
        }
        let own = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self"));
        if own && self.input.role != Role::Function && call.method == self.input.signature.ident {
            return self.refuse(whole, "recursion is not possible in device code; write a loop, or `ctx.spawn` a task");
        }
        if names::is_float_method(&name) {
            let operands: Vec<&Expr> = std::iter::once(&*call.receiver).chain(call.args.iter()).collect();
            return self.call_named(whole, Pieces::text(format!("num::{name}")), &operands);
        }
        if name == "expect"
            && let [Expr::Lit(text)] = call.args.iter().collect::<Vec<_>>().as_slice()
            && let Lit::Str(text) = &text.lit
        {
            let receiver = self.value(&call.receiver);
            let message = Code::primary(code::string_literal(&text.value()));
            return Code::call(receiver.member("expect").pieces, vec![message]);
        }
        let Some((receiver, arguments)) = self.receiver_and_arguments(whole, call) else {
            return self.lambda(whole);
        };
        // A method of the user's may change what it is called on.
        let receiver = if !names::is_library_method(&name) && self.is_unnamed_copy(&call.receiver) {
            Code::call(Pieces::text("num::copy_of"), vec![receiver])
        } else {
            receiver
        };
        let mut method = names::member(&name);
        let mut template = Pieces::new();
        if let Some(turbofish) = &call.turbofish {
            if self.has_type_generics() {
                method = format!("template {method}");
            }
            template = if name == "spawn" {
                self.spawn_argument(turbofish)
            } else {
                self.template_arguments(&PathArguments::AngleBracketed(turbofish.clone()))
            };
        }
        let callee = concat([receiver.member(&method).pieces, template]);
        Code::call(callee, arguments)
    }

    /// Whether a call by one of [`REFUSED_METHODS`] can mean that, and no method of the user's own.
    fn may_be_of_std(call: &syn::ExprMethodCall) -> bool {
        let fits = match call.method.to_string().as_str() {
            "map" => call.args.iter().any(|argument| matches!(argument, Expr::Closure(_) | Expr::Path(_))),
            _ => true,
        };
        fits && !Self::is_self(&call.receiver)
    }

    /// The receiver and the arguments, in Rust's order; `None` when that needs a lambda.
    fn receiver_and_arguments(&mut self, whole: &Expr, call: &syn::ExprMethodCall) -> Option<(Code, Vec<Code>)> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let is_variant = matches!(&*call.receiver, Expr::Path(path) if self.is_unit_variant(&path.path));
        if is_variant && !names::is_library_method(&call.method.to_string()) {
            // The method may change what is another value each time.
            if !self.hoist {
                return None;
            }
            let code = self.value(&call.receiver);
            let name = self.scopes.temporary("value");
            let statement = concat([Pieces::text(format!("auto {name} = ")), code.pieces, Pieces::text(";")]);
            self.out.statement(first_line(whole), statement);
            return Some((Code::primary(name), self.operands(whole, &arguments)?));
        }
        if Self::is_pure_call(call) || !Self::is_place(&call.receiver) {
            let operands: Vec<&Expr> = std::iter::once(&*call.receiver).chain(arguments).collect();
            let mut codes = self.operands(whole, &operands)?;
            let receiver = codes.remove(0);
            return Some((receiver, codes));
        }
        // A method may change its receiver, so the receiver must stay the place itself. Only where an argument borrows
        // that place mutably did Rust copy it first: borrowing both would not compile.
        let root = Self::root(&call.receiver);
        let borrowed = root.as_ref().is_some_and(|root| arguments.iter().any(|argument| changes(argument, root)));
        let address = self.address_effects(&call.receiver);
        let effects: Vec<_> = arguments.iter().map(|argument| self.effects(argument)).collect();
        if borrowed || effects.iter().any(|effect| address.conflicts(*effect)) {
            if !self.hoist {
                return None;
            }
            if !borrowed {
                self.errors.push(
                    &call.receiver,
                    "the index and the arguments depend on their order here; evaluate the index first: `let i = …;`",
                );
            }
            let code = self.value(&call.receiver);
            let receiver = self.name_value(&call.receiver, code, first_line(whole));
            return Some((receiver, self.operands(whole, &arguments)?));
        }
        if Self::any_conflict(&effects) && !self.hoist {
            return None;
        }
        let receiver = self.place(&call.receiver);
        Some((receiver, self.operands(whole, &arguments)?))
    }

    fn primitive_call(&mut self, whole: &Expr, call: &syn::ExprCall, primitive: &str, name: &str) -> Code {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match name {
            "from" => self.call_named(whole, Pieces::text(format!("cast<{primitive}>")), &arguments),
            "from_bits" => self.call_named(whole, Pieces::text(format!("num::from_bits<{primitive}>")), &arguments),
            "default" => Code::primary(match primitive {
                "bool" => "false".to_owned(),
                "f32" => "0.0f".to_owned(),
                "f64" => "0.0".to_owned(),
                integer => format!("0_{integer}"),
            }),
            _ if names::is_float_method(name) => {
                self.call_named(whole, Pieces::text(format!("num::{name}")), &arguments)
            }
            _ if names::is_integer(primitive) && names::is_pure_method(name) && !arguments.is_empty() => {
                let Some(mut codes) = self.operands(whole, &arguments) else { return self.lambda(whole) };
                let receiver = codes.remove(0);
                Code::call(receiver.member(&names::member(name)).pieces, codes)
            }
            _ => self.refuse(
                &call.func,
                "this function does not exist in device code; see docs/language.md for those that do",
            ),
        }
    }

    fn spawn_argument(&mut self, turbofish: &syn::AngleBracketedGenericArguments) -> Pieces {
        match turbofish.args.first() {
            Some(syn::GenericArgument::Type(ty)) if turbofish.args.len() == 1 => {
                concat([Pieces::text("<"), self.procedure_pieces(ty), Pieces::text(">")])
            }
            _ => {
                self.errors.push(turbofish, "a spawn names one procedure; write `ctx.spawn::<P>(item)`");
                Pieces::new()
            }
        }
    }

    fn has_type_generics(&self) -> bool {
        self.generics.values().any(|generic| matches!(generic, super::types::Generic::Type))
    }

    /// Whether the path names the function that is being translated.
    fn is_own_name(&self, path: &syn::Path) -> bool {
        let own = &self.input.signature.ident;
        match self.input.role {
            Role::Function => path.is_ident(own) || is_self_module(path, own),
            Role::Method | Role::Execute => {
                path.segments.len() == 2
                    && path.segments[1].ident == *own
                    && (path.segments[0].ident == "Self"
                        || self
                            .input
                            .self_type
                            .and_then(super::types::type_name)
                            .is_some_and(|name| path.segments[0].ident == name))
            }
        }
    }

    /// A struct literal inside an expression.
    pub fn struct_value(&mut self, whole: &Expr, literal: &syn::ExprStruct) -> Code {
        if literal.fields.is_empty() && literal.rest.is_none() {
            if self.variant_of(&literal.path).is_some() {
                let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: literal.path.clone() };
                return self.value(&Expr::Path(path));
            }
            let ty = self.struct_type(literal);
            return Code::new(concat([ty, Pieces::text("{}")]), code::PRIMARY);
        }
        if !self.hoist {
            return self.lambda(whole);
        }
        self.struct_variable(literal, true)
    }
}

/// `self::name` and `crate::…::name` can only be checked for the former: the module path is not known.
fn is_self_module(path: &syn::Path, own: &syn::Ident) -> bool {
    path.segments.len() == 2 && path.segments[0].ident == "self" && path.segments[1].ident == *own
}
