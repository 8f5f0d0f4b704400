//! `#[device] impl`: methods, associated functions, associated constants and operators of a device type.

use super::{
    associated::{self, Associated},
    attributes::{self, Device},
    competing, constant, foreign, found, function, generic, given, index,
    item::{Item, item_name, member_name, method_name},
    iterator,
    operands::{check_operands, for_plain_numbers},
    place::Place,
    provided, refused,
    registration::registration,
    reserved, seen, traits,
};
use crate::context::callables;
use crate::{
    ask::Questions,
    body,
    called::Called,
    context::{self, FunctionInput, Parameters, Role, items},
    errors::Errors,
    names,
    piece::{Piece, Pieces},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Generics, Ident, ImplItem, ImplItemFn, ItemImpl, Signature, Type, spanned::Spanned};

/// Checks the functions of an impl and adds their translation.
pub fn expand(mut implementation: ItemImpl, errors: &mut Errors) -> TokenStream {
    if foreign::is_foreign(&implementation) {
        return foreign::expand(implementation, errors);
    }
    generic::name_lifetimes(&mut implementation);
    check(&implementation, errors);
    let parameters = generic::of_impl(&implementation.generics, &implementation.self_ty, errors);
    if !parameters.is_empty() {
        generic::name_itself(&mut implementation);
    }
    let is_refused = !errors.is_empty();
    let place = match Place::of(&implementation, errors) {
        Ok(place) => place,
        Err(why) => return refused::without_place(&implementation, why),
    };
    if is_refused {
        return refused::without_text(&implementation, &place);
    }
    let mut as_written = name_parameters(&mut implementation);
    let mut members = Members::new(&implementation, &place, parameters);
    for item in &mut implementation.items {
        match item {
            ImplItem::Fn(method) => members.method(method, errors),
            ImplItem::Const(constant) => members.constant(constant, errors),
            ImplItem::Type(_) if place.of.is_some() => {}
            other => errors.push(other, "a `#[device] impl` holds functions and constants: move this out of the impl"),
        }
    }
    let self_type = members.self_type.clone();
    iterator::add(&implementation, &place, &self_type, &mut members.item);
    provided::add_types(&implementation, &place, &members.parameters, &mut members.item, errors);
    index::add_output(&implementation, &place, &members.parameters, &mut members.item, errors);
    if errors.is_empty() {
        given::wrap_all(&mut implementation, &mut as_written);
    } else {
        members.without_text();
    }
    members.written(implementation, as_written)
}

/// Gives names to the `impl Trait` of parameters. The signatures as they are written, by which those of a trait are matched.
fn name_parameters(implementation: &mut ItemImpl) -> Vec<Signature> {
    let methods = implementation.items.iter_mut().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(&mut method.sig),
        _ => None,
    });
    methods
        .map(|signature| {
            let written = signature.clone();
            callables::name_parameters(signature);
            written
        })
        .collect()
}

/// An associated constant that is no number: C++ wants it after those that its value names.
pub struct ConstantText {
    /// Its Rust name.
    pub name: String,
    /// The names in its value that may be those of constants of the type.
    pub needs: Vec<String>,
    /// Its definition.
    pub item: Item,
}

/// What the members of an impl become.
struct Members<'p> {
    place: &'p Place,
    self_type: Type,
    /// The same with its arguments.
    whole_type: Type,
    /// The parameters of the type, and what an impl declares of them.
    parameters: Parameters,
    generics: Generics,
    associated: Associated,
    /// The class.
    item: Item,
    /// Its constants that are no numbers.
    constants: Vec<ConstantText>,
    /// The constants of a generic type, and those of this impl as they are written.
    of_generic: Vec<constant::OfGeneric>,
    own_constants: Vec<syn::ImplItemConst>,
    /// The functions of an impl without a trait, which such constants may call.
    own_functions: Vec<ImplItemFn>,
    /// What rustc is to check of their names.
    checks: TokenStream,
    /// What rustc is asked of them, and of those that stand outside of the class.
    questions: Questions,
    free_questions: Questions,
}

impl<'p> Members<'p> {
    fn new(implementation: &ItemImpl, place: &'p Place, parameters: Parameters) -> Self {
        let self_type = generic::alone(&implementation.self_ty);
        let name = cpp_type_name(&place.owner) + &place.key(&self_type);
        let mut item = Item::new("Methods", name, implementation.impl_token.span);
        item.namespace = namespace_of(&place.owner);
        item.members = Some(traits::names_of(&place.owner));
        let associated = match index::output(implementation, place, &parameters) {
            Some(output) => Associated::of(implementation).with_output(output),
            None => Associated::of(implementation),
        };
        let own_constants = implementation.items.iter().filter_map(|item| match item {
            ImplItem::Const(constant) => Some(constant.clone()),
            _ => None,
        });
        let own_functions = implementation.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) if implementation.trait_.is_none() => Some(function.clone()),
            _ => None,
        });
        Self {
            place,
            self_type,
            whole_type: (*implementation.self_ty).clone(),
            parameters,
            generics: implementation.generics.clone(),
            associated,
            item,
            constants: Vec::new(),
            of_generic: Vec::new(),
            own_constants: own_constants.collect(),
            own_functions: own_functions.collect(),
            checks: TokenStream::new(),
            questions: Questions::default(),
            free_questions: Questions::default(),
        }
    }

    fn method(&mut self, method: &mut ImplItemFn, errors: &mut Errors) {
        let (place, self_type) = (self.place, &self.self_type);
        iterator::check(method, place, errors);
        let arguments = arguments(&mut method.attrs, errors);
        refuse_name_of_type(&place.owner, &method.sig.ident, "a function", errors);
        if method.sig.receiver().is_none() {
            refuse_owner(&place.owner, errors);
        }
        if place.operator(method).is_some() {
            check_operands(method, errors);
        } else {
            reserved::check_library_name(&method.sig, place.is("Clone"), errors);
            self.checks.extend(check_name(&place.owner, method));
            if place.is_operator() {
                errors.push(&method.sig.ident, "device code has only the operator itself: leave this to the trait");
            }
        }
        let resolved = context::with_self_named(self.associated.resolved(method), &self.whole_type);
        let translated = self.translate(resolved, &arguments, errors);
        method.block = translated.checked_host();
        if place.of.is_some() {
            items::refuse_in_traits(&method.sig, errors);
        }
        if place.is_right {
            let free = associated::without_self(method, self_type).0;
            self.free_questions.add(&callables::with_pointers(&free.sig), translated.asked.as_ref());
        } else {
            self.questions.add(&callables::with_pointers(&method.sig), translated.asked.as_ref());
        }
        if !self.parameters.is_empty() {
            self.refuse_in_generic(method, errors);
        }
        declare(&method.attrs, &translated, place.is_right, &mut self.item.prototype);
        if translated.suffix == " const"
            && (has_template(&method.sig) || callables::has_some(&method.sig) || translated.is_early)
        {
            // For `WHIPPLE_CHANGES`, which cannot look at a template.
            let name = method_name(&method.sig.ident);
            self.item.prototype.push_text(&format!("    static constexpr bool {name}_unchanged_ = true;\n"));
        }
        self.item.prototype.push_text(&for_plain_numbers(method, self_type, place));
        self.item.define(&translated, &method.sig.ident);
        // Of a generic type the name says which it is.
        let operand = place.operand(self_type).filter(|_| self.parameters.is_empty());
        let called = |call: &Called| Called { caller_operand: operand.clone(), ..call.clone() };
        self.item.calls.extend(translated.calls.iter().map(called));
        self.item.accesses.extend(&translated.accesses);
        self.item.messages.extend(translated.messages.clone());
        for spawn in &translated.spawns.uses {
            errors.push(
                &spawn.procedure,
                "a method cannot spawn: spawn in `execute`, or in a `#[device] fn` that takes the context",
            );
        }
    }

    fn translate(&self, method: ImplItemFn, arguments: &Device, errors: &mut Errors) -> body::Function {
        let (place, self_type) = (self.place, &self.self_type);
        let free = place.is_right.then(|| associated::without_self(&method, self_type));
        let (mut method, role, own, qualifier) = match free.clone() {
            Some((free, _)) => (free, Role::Function, None, Pieces::new()),
            None => (method, Role::Method, Some(self_type), qualifier(self_type, &self.parameters)),
        };
        generic::add(&self.generics, &mut method.sig.generics);
        let input = FunctionInput {
            signature: &method.sig,
            block: &method.block,
            role,
            self_type: own,
            item_type: None,
            output_type: None,
            qualifier: &qualifier,
            parameters: (!self.parameters.is_empty()).then_some(&self.parameters),
            operator: place.operator(&method),
        };
        let mut translated = function::translate(&input, arguments, errors);
        if let Some((_, left)) = &free {
            associated::rename(&mut translated.host, left, "self");
        }
        translated
    }

    /// Of a generic type.
    fn refuse_in_generic(&self, method: &ImplItemFn, errors: &mut Errors) {
        if self.place.is_right {
            errors.push(&method.sig.ident, "an operator with a number on its left is for one type: write a method");
        }
        let from = self.place.of.as_ref().filter(|of| of.name == "From").and_then(|of| of.right());
        if let Some(from) =
            from.filter(|from| self.parameters.list.iter().any(|(own, ..)| context::is_named(from, &own.to_string())))
        {
            errors.push(from, "device code has no `From` of any type: write a function, as `fn new(value: T) -> Self`");
        }
    }

    fn constant(&mut self, constant: &mut syn::ImplItemConst, errors: &mut Errors) {
        if !self.parameters.is_empty() {
            let of = (&self.generics, &self.parameters);
            refuse_name_of_type(&self.place.owner, &constant.ident, "a constant", errors);
            let own = (&*self.own_constants, &*self.own_functions);
            let made = constant::of_generic(constant, &self.self_type, of, own, &mut self.questions, errors);
            return self.of_generic.extend(made);
        }
        let owner = &self.place.owner;
        refuse_name_of_type(owner, &constant.ident, "a constant", errors);
        refuse_owner(owner, errors);
        self.constants.extend(constant::associated(constant, owner, &mut self.item, &mut self.questions, errors));
    }

    /// After an error: the members are there without a text, so that nothing more is said where they are used.
    fn without_text(&mut self) {
        let empty = Item::new(self.item.kind, self.item.name.clone(), self.item.span);
        let item = std::mem::replace(&mut self.item, empty);
        (self.item.namespace, self.item.members) = (item.namespace, item.members);
        (self.questions, self.free_questions, self.checks) = Default::default();
        self.constants.clear();
        self.of_generic.clear();
    }

    /// The impl, and what rustc is to see beside it.
    fn written(self, implementation: ItemImpl, as_written: Vec<Signature>) -> TokenStream {
        let Self { place, parameters, mut item, constants, of_generic, checks, questions, free_questions, .. } = self;
        let [constants_inside, constants_behind] = constant::in_order(of_generic);
        item.prototype.append(constants_inside);
        item.definition.append(constants_behind);
        let (declared, _) = seen::declared(&implementation);
        let open = implementation.items.iter().filter_map(|item| match item {
            ImplItem::Fn(method) => {
                let hash = names::hash(&names::unraw(&method.sig.ident));
                Some(context::seen_open(&method.sig, hash, &implementation.self_ty, &declared))
            }
            _ => None,
        });
        let over = implementation.trait_.as_ref().map(|(path, _)| path);
        let asked = questions.items(Some(&generic::asking(&implementation, over)));
        let asked_freely = free_questions.items(None);
        let taken = provided::add(&implementation, place, &parameters, &mut item);
        let slot = registration(&implementation, place, &item, &constants, &quote!(#asked #asked_freely #taken));
        let own_methods = seen::methods(&implementation);
        let own_methods = [own_methods, open.collect(), found::takes(&implementation)];
        let own_methods: TokenStream = own_methods.into_iter().collect();
        let competing = (!place.is_operator()).then(|| competing::nothing_competes(&implementation));
        let found = (!place.is_operator()).then(|| found::impls(&implementation));
        // The same attributes that may take the impl away.
        let configuration: Vec<&Attribute> =
            implementation.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")).collect();
        let mut written = implementation.clone();
        let methods = written.items.iter_mut().filter_map(|item| match item {
            ImplItem::Fn(method) => Some(&mut method.sig),
            _ => None,
        });
        methods.zip(as_written).for_each(|(signature, as_written)| *signature = as_written);
        if place.of.is_none() {
            let own_from = seen::own_from(&implementation);
            return quote! { #written #slot #own_methods #own_from #(#configuration)* #found #competing #checks };
        }
        let seen = seen::of_impl(&implementation);
        let provided = provided::seen(&implementation, place);
        let indexed = index::checks(&implementation, place, &parameters);
        let nothing_hides = (!place.is_operator()).then(|| found::nothing_hides(&implementation));
        quote! {
            #written
            #slot
            #(#configuration)*
            const _: () = {
                #seen
                #own_methods
                #found
                #competing
                #provided
                #nothing_hides
                #indexed
            };
            #checks
        }
    }
}

/// Whether C++ has a template of a function.
pub fn has_template(signature: &syn::Signature) -> bool {
    let signature = callables::with_pointers(signature);
    signature.generics.params.iter().any(|generic| !matches!(generic, syn::GenericParam::Lifetime(_)))
}

fn check(implementation: &ItemImpl, errors: &mut Errors) {
    for lifetime in implementation.generics.lifetimes() {
        let is_of_type = context::mentions_lifetime(&implementation.self_ty, &lifetime.lifetime);
        if !is_of_type {
            errors.push(lifetime, "leave out the lifetime: `impl From<&B> for A`");
        }
    }
    if implementation.generics.params.is_empty() && context::has_types(&implementation.self_ty) {
        let message =
            "a `#[device] impl` is for all arguments of its type: write parameters, as in `impl<T: Copy> Pair<T>`";
        errors.push(&implementation.self_ty, message);
    }
    let is_value = matches!(&*implementation.self_ty, Type::Path(path) if path.qself.is_none());
    if implementation.trait_.is_none() && !is_value {
        errors.push(&implementation.self_ty, "write the name of a `#[device]` struct or of a procedure here");
    }
    if let Some(unsafety) = &implementation.unsafety {
        errors.push(
            unsafety,
            "`unsafe` does not exist in device code: write the impl without it, or without `#[device]`",
        );
    }
}

/// Takes `#[device(cuda = "…")]` off a method.
pub fn arguments(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Device {
    let mut found = Device::default();
    attributes.retain(|attribute| {
        let is_device = attribute.path().segments.last().is_some_and(|segment| segment.ident == "device");
        if is_device {
            match &attribute.meta {
                syn::Meta::List(list) => found = attributes::device(list.tokens.clone(), errors),
                other => errors.push(other, "the impl is `#[device]` already: remove this"),
            }
        }
        !is_device
    });
    found
}

/// Appends a member declaration, or one of a friend.
pub fn declare(attributes: &[Attribute], translated: &body::Function, is_friend: bool, text: &mut Pieces) {
    text.push_text(&attributes::documentation(attributes, "    "));
    text.push_text(if is_friend { "    friend " } else { "    " });
    text.append(translated.prototype.clone());
    text.push_text(";\n");
    if !translated.given.is_empty() {
        text.push_text("    ");
        text.append(translated.given.clone());
    }
}

/// What stands before the name of a member that is defined outside its class.
pub fn qualifier(self_type: &Type, parameters: &Parameters) -> Pieces {
    let itself = quote_spanned! {self_type.span()=>
        ::whipple::private::Piece::Item(<#self_type as ::whipple::private::HasMembers>::ITSELF)
    };
    Pieces(vec![Piece::Tokens(itself), Piece::Text(format!("{}::", parameters.template_arguments()))])
}

/// The namespace of a type, which may be another module's: C++ wants the bodies of its methods there.
pub fn namespace_of(self_type: &Type) -> TokenStream {
    quote_spanned!(self_type.span()=> <#self_type as ::whipple::private::HasMembers>::NAMESPACE)
}

/// The last name in the path of a type.
pub fn cpp_type_name(self_type: &Type) -> String {
    match self_type {
        Type::Path(path) => path.path.segments.last().map_or_else(String::new, |segment| item_name(&segment.ident)),
        _ => String::new(),
    }
}

fn refuse_name_of_type(owner: &Type, name: &Ident, what: &str, errors: &mut Errors) {
    if cpp_type_name(owner) == member_name(name) {
        let message = format!("{what} cannot be called like its type, which C++ takes for the constructor: rename it");
        errors.push(name, message);
    }
}

/// Refuses what is named by its type, as `Type::name`, of a type that looks like a module there.
fn refuse_owner(owner: &Type, errors: &mut Errors) {
    let name = crate::context::last_name(owner).filter(|name| !names::is_type_name(name));
    if let (Some(name), false) = (name, errors.messages_at(owner.span())) {
        let message = format!(
            "`{name}::…` looks like a path into a module: begin the type's name with a capital letter, and write no `_` beside capitals and digits only"
        );
        errors.push(owner, message);
    }
}

/// C++ has one name for a field and a method; the fields are known to the struct's own expansion.
fn check_name(self_type: &Type, method: &ImplItemFn) -> TokenStream {
    let name = &method.sig.ident;
    let cpp_name = method_name(name);
    let message = format!(
        "`{}` has a field called like its method `{}` in C++, where that is `{cpp_name}`: rename one of them",
        self_type.to_token_stream(),
        names::unraw(name)
    );
    let fields = quote!(<#self_type as ::whipple::private::HasMembers>::FIELDS);
    quote_spanned! {name.span()=>
        const _: () = ::core::assert!(!::whipple::private::names_contain(#fields, #cpp_name), #message);
    }
}
