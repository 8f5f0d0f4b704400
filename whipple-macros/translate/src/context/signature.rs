//! Signatures: receivers, parameters, generics and results.

use super::callables;
use super::{
    Parameters, Receiver, Returns, Role, Shape, Translator,
    code::concat,
    given::refers_to_one,
    items,
    scope::{Kind, Reference},
    types::{Generic, LARGEST_TUPLE, is_zero, option, strip},
};
use crate::{
    names,
    piece::{Piece, Pieces},
};
use quote::ToTokens as _;
use syn::{
    FnArg, Pat, ReceiverKind, ReturnType, Type,
    spanned::Spanned as _,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

/// The result of a function that does not return: a value of any type where one is asked for.
const NEVER: &str = "__attribute__((noreturn)) Never";

/// What stays where it is, so that a copy of it means something else.
pub(super) const NO_MEMORY: &str =
    "a function cannot return a reference into shared memory or buffers in device code; return the value, or an index";

/// Only what calls are handed shows where they give references.
const NO_LASTING: &str = "a function that is handed no reference gives none to one value in device code: give the value, a slice as `&'static [T]`, or take `&self`";

/// A translated signature.
pub struct Signature {
    /// See [`Function::receiver`](crate::body::Function::receiver).
    pub receiver: Receiver,
    /// See [`Function::prototype`](crate::body::Function::prototype).
    pub prototype: Pieces,
    /// See [`Function::given`](crate::body::Function::given).
    pub given: Pieces,
    /// See [`Function::suffix`](crate::body::Function::suffix).
    pub suffix: &'static str,
    /// See [`Function::is_static`](crate::body::Function::is_static).
    pub is_static: bool,
    /// See [`Function::definition_head`](crate::body::Function::definition_head).
    pub definition_head: Pieces,
}

impl Translator<'_> {
    /// Translates the signature, and declares its parameters.
    pub fn signature(&mut self) -> Signature {
        let signature = self.input.signature;
        self.refuse_qualifiers();
        let (template, defined) = self.template();
        let mut parameters = Vec::new();
        let (mut deduced, mut parameters_of_functions) = (Vec::new(), 0);
        for input in &signature.inputs {
            match input {
                FnArg::Receiver(receiver) => self.receiver = self.translate_receiver(receiver),
                FnArg::Typed(typed) if callables::of_type(&typed.ty).is_some() => {
                    let position = parameters_of_functions;
                    parameters_of_functions += 1;
                    parameters.push(self.callable_parameter(typed, position));
                }
                FnArg::Typed(typed) => {
                    let parameter = self.parameter(typed);
                    parameters.push(self.exactly(parameter, &typed.ty, &mut deduced));
                }
            }
        }
        self.check_kept(&deduced);
        self.refuse_lasting();
        let result = match &signature.output {
            ReturnType::Default => Pieces::text(self.unit()),
            ReturnType::Type(_, ty) if self.input.operator == Some("[]") => self.place_given(ty),
            ReturnType::Type(_, ty) => self.result(ty),
        };
        self.returns = match &signature.output {
            ReturnType::Type(_, ty) if matches!(strip(ty), Type::Never(_)) => Returns::Nothing,
            ReturnType::Type(_, ty) if !is_unit(ty) => Returns::Value,
            _ if self.input.role == Role::Execute => Returns::Nothing,
            _ => Returns::Unit,
        };
        let is_static = self.receiver == Receiver::None && self.input.role != Role::Function;
        let suffix = match self.receiver {
            Receiver::Ref | Receiver::Value { .. } => " const",
            Receiver::RefMut | Receiver::None => "",
        };
        let rust = signature.ident.to_string();
        let name = match self.input.operator {
            Some(operator) => format!("operator{operator}"),
            None if self.input.role == super::Role::Function => names::item(&rust),
            None => names::method(&rust),
        };
        let prefix = template.map(|template| concat([template, Pieces::text(" ")])).unwrap_or_default();
        let keyword = if is_static { "static " } else { "" };
        let before = concat([prefix.clone(), Pieces::text(format!("{keyword}__device__ "))]);
        let mut given = self.given([before, result.clone()], &name, parameters.clone(), suffix);
        given.push_text(&self.sliced(&name, [keyword, suffix]));
        let mut list = Pieces::text("(");
        for (index, parameter) in parameters.into_iter().enumerate() {
            list.push_text(if index > 0 { ", " } else { "" });
            list.append(parameter);
        }
        list.push_text(&format!("){suffix}"));
        let declaration = |qualifier: &Pieces| {
            let name = concat([Pieces::text(" "), qualifier.clone(), Pieces::text(name.as_str())]);
            concat([Pieces::text("__device__ "), result.clone(), name, list.clone()])
        };
        let prototype = concat([prefix, Pieces::text(keyword), declaration(&Pieces::new())]);
        let mut head = Pieces::text(format!("#line {} \"", signature.fn_token.span.start().line));
        head.push(Piece::File);
        head.push_text("\"\n");
        head.push_text(&self.input.parameters.map_or_else(String::new, Parameters::template));
        if let Some(template) = defined {
            // The directive names the line of the template's parameters, so these stay on the declaration's line.
            head.append(template);
            head.push_text(" ");
        }
        head.append(declaration(self.input.qualifier));
        head.push_text(" ");
        Signature { receiver: self.receiver, prototype, given, suffix, is_static, definition_head: head }
    }

    /// Refuses a function that gives what borrows, or a reference to one value, and is handed nothing that refers: at its calls no macro sees
    /// that it gives one.
    fn refuse_lasting(&mut self) {
        let (signature, itself) = (self.input.signature, self.input.self_type);
        let ReturnType::Type(_, ty) = &signature.output else { return };
        let takes = |input: &FnArg| match input {
            FnArg::Receiver(_) => true,
            FnArg::Typed(typed) => Shape::of_type(&typed.ty).may_refer(),
        };
        let refers = |input: &FnArg| match input {
            FnArg::Receiver(receiver) if matches!(receiver.kind, ReceiverKind::Value) => {
                itself.is_some_and(|ty| Shape::of_type(ty).may_refer())
            }
            input => takes(input),
        };
        if Shape::of_type(ty).holds_borrowing() && !signature.inputs.iter().any(takes) {
            self.errors.push(ty, "what borrows is made of references that are handed over in device code: write a function that takes one");
        } else if refers_to_one(ty) && !signature.inputs.iter().any(refers) {
            self.errors.push(ty, NO_LASTING);
        }
    }

    fn translate_receiver(&mut self, receiver: &syn::Receiver) -> Receiver {
        match &receiver.kind {
            ReceiverKind::Value => Receiver::Value { mutable: receiver.mutability.is_some() },
            ReceiverKind::Reference(_, _, Some(_)) => Receiver::RefMut,
            ReceiverKind::Reference(..) => Receiver::Ref,
            _ => {
                self.errors.push(
                    receiver,
                    "this kind of `self` does not exist in device code; write `self`, `&self` or `&mut self`",
                );
                Receiver::Ref
            }
        }
    }

    fn parameter(&mut self, typed: &syn::PatType) -> Pieces {
        let ty = strip(&typed.ty);
        let rust = match &*typed.pat {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => name.ident.to_string(),
            Pat::Wild(_) => return self.declaration(ty, "").trimmed(),
            other => {
                self.errors
                    .push(other, "a parameter needs a name in device code; take it apart with `let` in the body");
                return Pieces::new();
            }
        };
        let reference = match ty {
            Type::Reference(reference) if reference.mutability.is_some() => Reference::Mutable,
            Type::Reference(_) => Reference::Shared,
            _ => Reference::None,
        };
        let kind = Self::kind_of(ty);
        if kind == Kind::Context && reference != Reference::Shared {
            self.errors.push(ty, "a context is passed by reference; write `&Context<P>`");
        }
        let name = self.scopes.fresh(&rust);
        let declaration = self.declaration(ty, &name);
        self.scopes.parameters.insert(rust, name);
        declaration
    }

    /// C++ deduces a generic parameter from each argument and wants the same type from all, so that a literal among them
    /// fails. Only the first argument decides: rustc has checked that they agree.
    fn exactly(&self, parameter: Pieces, ty: &Type, deduced: &mut Vec<String>) -> Pieces {
        // What the type of the impl has, no argument says.
        if self.keeps_generic(ty) || !self.mentions_own(&super::without_projections(ty)) {
            return parameter;
        }
        let (target, prefix) = match strip(ty) {
            Type::Reference(reference) => {
                (strip(&reference.elem), if reference.mutability.is_some() { "" } else { "const " })
            }
            other => (other, ""),
        };
        if let Type::Path(path) = target
            && let Some(value) = super::types::option(&path.path)
            && let Some(name) = super::types::type_name(value).filter(|name| deduced.contains(name))
        {
            // What a `None` is of, another argument says.
            let (text, name) = (parameter.preview(), self.generic_name(&name));
            let rest = text.strip_prefix(&format!("{prefix}Option<{name}>")).unwrap_or_default();
            return Pieces::text(format!("{prefix}Option<Exactly<{name}>>{rest}"));
        }
        let name = super::types::type_name(target).filter(|_| matches!(target, Type::Path(_)));
        let Some(name) =
            name.filter(|name| matches!(self.generics.get(name), Some(Generic::Type)) && self.is_own(name))
        else {
            let own = self.own_generics().filter(|name| self.mentions_one(ty, name));
            let mentioned: Vec<String> = own.cloned().collect();
            deduced.extend(mentioned);
            return parameter;
        };
        if !deduced.contains(&name) {
            deduced.push(name);
            return parameter;
        }
        let (text, name) = (parameter.preview(), self.generic_name(&name));
        let rest = text.strip_prefix(&format!("{prefix}{name}")).unwrap_or_default();
        Pieces::text(format!("{prefix}Exactly<{name}>{rest}"))
    }

    /// Whether a parameter of this type has references in an `Option`, a tuple or an array, and a generic parameter behind them. An argument may
    /// have copies in their place, so that it cannot say what that is.
    pub fn keeps_generic(&self, ty: &Type) -> bool {
        keeps_references(ty) && self.mentions_own(ty)
    }

    /// The generic parameters that are not those of the type of the impl.
    fn own_generics(&self) -> impl Iterator<Item = &String> {
        self.generics.keys().filter(|name| self.is_own(name))
    }

    fn is_own(&self, name: &str) -> bool {
        !self.input.parameters.is_some_and(|parameters| parameters.list.iter().any(|(of_type, ..)| of_type == name))
    }

    fn mentions_own(&self, ty: &Type) -> bool {
        self.own_generics().any(|name| self.mentions_one(ty, name))
    }

    /// Has what such parameters need said by others.
    fn check_kept(&mut self, deduced: &[String]) {
        for input in &self.input.signature.inputs {
            let FnArg::Typed(typed) = input else { continue };
            let is_said = |name: &String| deduced.contains(name) || !self.mentions_one(&typed.ty, name);
            if self.keeps_generic(&typed.ty) && !self.own_generics().all(is_said) {
                let hint = "what these references are of, and how many there are, another parameter must say in device code; take copies, as `Option<T>` or `[T; N]`";
                self.errors.push(&typed.ty, hint);
            }
        }
    }

    /// The C++ name of a type whose references are kept: those in a tuple, an array or an `Option`.
    pub fn kept_type(&mut self, ty: &Type) -> Pieces {
        match strip(ty) {
            Type::Reference(reference) if let Type::Slice(slice) = strip(&reference.elem) => {
                let start = if reference.mutability.is_some() { "View<" } else { "View<const " };
                concat([Pieces::text(start), self.kept_type(&slice.elem), Pieces::text(">")])
            }
            Type::Reference(reference) => {
                let is_mutable = reference.mutability.is_some();
                let to = if is_mutable { strip(&reference.elem) } else { Self::behind(&reference.elem) };
                let start = Pieces::text(if is_mutable { "Reference<" } else { "Reference<const " });
                concat([start, self.kept_type(to), Pieces::text(">")])
            }
            Type::Tuple(tuple) if (1..=LARGEST_TUPLE).contains(&tuple.elems.len()) => {
                let mut pieces = Pieces::text("Tuple<");
                for (index, element) in tuple.elems.iter().enumerate() {
                    pieces.push_text(if index > 0 { ", " } else { "" });
                    pieces.append(self.kept_type(element));
                }
                pieces.push_text(">");
                pieces
            }
            Type::Array(array) if !is_zero(&array.len) => {
                let length = self.length_pieces(&array.len);
                let start = concat([Pieces::text("Array<"), self.kept_type(&array.elem), Pieces::text(", ")]);
                concat([start, length, Pieces::text(">")])
            }
            Type::Path(path) if let Some(value) = option(&path.path) => {
                concat([Pieces::text("Option<"), self.kept_type(value), Pieces::text(">")])
            }
            other => self.type_pieces(other),
        }
    }

    /// A slice by itself: rustc says that it has no known size.
    pub fn unsized_type(&mut self) -> Pieces {
        self.errors.leave_to_rustc();
        Pieces::text("Unit")
    }

    /// A type behind all references: a reference to a reference is one to what that refers to.
    pub fn behind(mut ty: &Type) -> &Type {
        while let Type::Reference(reference) = strip(ty) {
            ty = &reference.elem;
        }
        strip(ty)
    }

    /// What C++ has for the result `()`. The schedulers call `execute`, and want nothing of it.
    fn unit(&self) -> &'static str {
        if self.input.role == Role::Execute { "void" } else { "Unit" }
    }

    fn result(&mut self, ty: &Type) -> Pieces {
        match strip(ty) {
            _ if is_unit(ty) => Pieces::text(self.unit()),
            Type::Never(_) => Pieces::text(NEVER),
            Type::ImplTrait(of) if items::given(self.input.signature).is_some() => self.items_given(of),
            _ if Shape::of_type(ty).may_refer() && self.sees_memory(ty) => {
                self.errors.push(ty, NO_MEMORY);
                Pieces::text("void")
            }
            _ if Shape::of_type(ty).may_refer() => self.references_given(ty),
            other => self.type_pieces(other),
        }
    }

    /// What `[…]` gives: the place itself.
    fn place_given(&mut self, ty: &Type) -> Pieces {
        let Type::Reference(reference) = strip(ty) else { return self.result(ty) };
        let of = strip(&reference.elem);
        if Shape::of_type(ty).is_view() || Shape::of_type(of).holds_reference() {
            self.errors.push(of, "`[…]` gives a value in device code, which is neither a slice nor holds references: give an element, or an array");
            return Pieces::text("void");
        }
        let mut targets = Targets::default();
        targets.visit_type(ty);
        targets.0.iter().for_each(|target| self.require_no_memory(target));
        let before = if reference.mutability.is_some() { "" } else { "const " };
        concat([Pieces::text(before), self.type_pieces(of), Pieces::text("&")])
    }

    /// A type with copies in the place of what references refer to.
    pub fn copied_type(&mut self, ty: &Type) -> Pieces {
        let mut copied = ty.clone();
        Copied.visit_type_mut(&mut copied);
        self.type_pieces(&copied)
    }

    /// Has rustc refuse a result that refers to shared memory, whatever its type is called.
    pub(super) fn require_no_memory(&mut self, target: &Type) {
        if self.mentions_generic(target) {
            return;
        }
        let ty = self.without_self_type(target);
        let check = quote::quote_spanned! {target.span()=>
            const _: () = {
                #[allow(unused_imports)]
                use ::whipple::private::NotCompared as _;
                ::core::assert!(::whipple::private::Probe::<#ty>::IS_SYNC, #NO_MEMORY);
            };
        };
        self.checks.entry(format!("{NO_MEMORY} {}", ty.to_token_stream())).or_insert(check);
    }

    /// Whether a reference that the function returns could be into memory that threads share, which must not be copied.
    pub(super) fn sees_memory(&self, result: &Type) -> bool {
        let is_memory = |ty: &Type| matches!(Self::kind_of(ty), Kind::Memory | Kind::Context);
        is_memory(result)
            || self
                .input
                .signature
                .inputs
                .iter()
                .any(|input| matches!(input, FnArg::Typed(typed) if is_memory(&typed.ty)))
    }

    fn refuse_qualifiers(&mut self) {
        let signature = self.input.signature;
        if let Some(token) = &signature.asyncness {
            self.errors.push(token, "`async` does not exist in device code; spawn a task with `ctx.spawn` instead");
        }
        if let syn::Safety::Unsafe(token) = &signature.safety {
            self.errors.push(
                token,
                "`unsafe` does not exist in device code; write the CUDA body by hand with `#[device(cuda = \"…\")]`",
            );
        }
        if let Some(abi) = &signature.abi {
            self.errors.push(abi, "device functions have no other ABI; leave out `extern`");
        }
        if let Some(variadic) = &signature.variadic {
            self.errors.push(variadic, "device functions cannot be variadic; pass an array");
        }
    }
}

/// Whether a parameter of this type has references in an `Option`, a tuple or an array.
pub fn keeps_references(ty: &Type) -> bool {
    Shape::of_type(Translator::behind(ty)).holds_reference()
}

/// What the references in a type refer to.
#[derive(Default)]
pub struct Targets(pub Vec<Type>);

impl<'ast> Visit<'ast> for Targets {
    fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
        self.0.push(Translator::behind(&reference.elem).clone());
        visit::visit_type_reference(self, reference);
    }
}

/// Takes references for what they refer to.
pub(super) struct Copied;

impl VisitMut for Copied {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        *ty = Translator::behind(ty).clone();
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Whether a type is `()`.
fn is_unit(ty: &Type) -> bool {
    matches!(strip(ty), Type::Tuple(tuple) if tuple.elems.is_empty())
}
