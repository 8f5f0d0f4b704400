//! `#[device] const` and `#[device] static`, alone or in an `impl`.

mod called;
mod of_generic;

use super::{
    attributes, generic,
    item::{Item, item_name, member_name, reference},
    methods::{self, ConstantText},
};
use crate::{
    ask::{self, Questions},
    body,
    context::{self, FunctionInput, Parameters, Role, evaluated},
    errors::Errors,
    names,
    piece::{Piece, Pieces},
};
pub use of_generic::{OfGeneric, in_order, of_generic};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Block, Expr, Generics, Ident, ImplItemConst, ItemConst, ItemStatic, ReturnType, Signature, StaticMutability, Stmt,
    Type, spanned::Spanned, token::Brace, visit::Visit,
};

/// Checks a device constant and adds its definition.
pub fn expand(mut constant: ItemConst, errors: &mut Errors) -> TokenStream {
    if constant.ident == "_" {
        errors.push(&constant.ident, "a device constant has a name: device code uses it by that");
        return quote! { #constant };
    }
    let carrier = carrier(&mut constant, errors);
    quote! { #constant #carrier }
}

/// Checks a device static, which is a constant to device code, and adds its definition.
pub fn expand_static(mut item: ItemStatic, errors: &mut Errors) -> TokenStream {
    if let StaticMutability::Mut(token) = &item.mutability {
        errors.push(
            token,
            "a device static does not change; use a `Buffer` of one element, which a procedure has as a field",
        );
        return quote! { #item };
    }
    let ItemStatic { attrs, vis, ident, ty, expr, .. } = item.clone();
    let mut constant: ItemConst = syn::parse_quote!(#vis const #ident: #ty = #expr;);
    constant.attrs = attrs;
    let carrier = carrier(&mut constant, errors);
    item.expr = constant.expr;
    quote! { #item #carrier }
}

/// Refuses a constant that refers to something, of which its type says no length. Then nothing else is said of it.
fn refuse_references(ty: &Type, errors: &mut Errors) -> bool {
    struct Finder<'ast>(Option<&'ast syn::TypeReference>);
    impl<'ast> Visit<'ast> for Finder<'ast> {
        fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
            self.0 = self.0.or(Some(reference));
        }
    }
    let mut finder = Finder(None);
    finder.visit_type(ty);
    let is_text =
        |reference: &syn::TypeReference| matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"));
    let refused = finder.0.filter(|reference| !is_text(reference));
    if let Some(reference) = refused {
        errors.push(reference, "a constant is a value in device code: write an array in the place of a slice or a reference, as `[u32; 3] = [1, 4, 9]`, and `&NAME` where a slice is wanted");
    }
    refused.is_some()
}

/// What device code knows of a constant. Its value gets the types of its literals.
fn carrier(constant: &mut ItemConst, errors: &mut Errors) -> TokenStream {
    let mut unsaid = Errors::default();
    let errors = if refuse_references(&constant.ty, errors) { &mut unsaid } else { errors };
    let mut questions = Questions::default();
    let (value, host) = translate(&constant.ident, &constant.expr, &constant.ty, None, &mut questions, errors);
    let is_refused = !errors.is_empty();
    let ty = context::type_name(&constant.ty, None, errors);
    let ident = &constant.ident;
    let value = evaluated(&constant.expr, &constant.ty, &syn::parse_quote!(#ident), value, errors);
    if is_refused || errors.is_empty() {
        *constant.expr = host;
    }
    let (ident, vis) = (&constant.ident, &constant.vis);
    let hidden = quote_spanned!(ident.span()=> #vis struct #ident {});
    let mut item = Item::new("Constant", item_name(ident), ident.span());
    if errors.is_empty() {
        item.definition.push_text(&attributes::documentation(&constant.attrs, ""));
        item.definition.push_text("__device__ constexpr ");
        item.definition.append(ty);
        item.definition.push_text(&format!(" {} = ", item_name(ident)));
        item.definition.append(value);
        item.definition.push_text(";\n");
    }
    let reference = reference();
    let text = quote! {
        const _: () = {
            #item
            #[diagnostic::do_not_recommend]
            impl ::whipple::private::DeviceItem for #ident {
                const ITEM: ::whipple::private::ItemRef = #reference;
            }
        };
    };
    let questions = if errors.is_empty() { questions.items(None) } else { TokenStream::new() };
    let text = ask::within(&questions, text);
    quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, missing_copy_implementations, missing_debug_implementations, dead_code, clippy::all)]
        #hidden
        #text
    }
}

/// Adds an associated constant: declared in its class, and defined after it, where the class and other constants are complete. What is no
/// number may need others of the type, and is given back: numbers need none, because rustc evaluates those that name others.
pub fn associated(
    constant: &mut ImplItemConst,
    self_type: &Type,
    item: &mut Item,
    questions: &mut Questions,
    errors: &mut Errors,
) -> Option<ConstantText> {
    let mut unsaid = Errors::default();
    let errors = if refuse_references(&constant.ty, errors) { &mut unsaid } else { errors };
    let (value, host) = translate(&constant.ident, &constant.expr, &constant.ty, Some(self_type), questions, errors);
    let name = member_name(&constant.ident);
    let ident = &constant.ident;
    let own = context::without_self(&constant.ty, self_type, None, None);
    let value = evaluated(&constant.expr, &own, &syn::parse_quote!(<#self_type>::#ident), value, errors);
    let ty = context::type_name(&constant.ty, Some(self_type), errors);
    let needs = context::names_after_colons(constant.expr.to_token_stream());
    constant.expr = host;
    item.prototype.push_text(&attributes::documentation(&constant.attrs, "    "));
    item.prototype.push_text("    static const ");
    item.prototype.append(ty.clone());
    item.prototype.push_text(&format!(" {name};\n"));
    let mut definition = Pieces::text("constexpr ");
    definition.append(ty);
    definition.push_text(" ");
    definition.append(methods::qualifier(self_type, &Parameters::default()));
    definition.push_text(&format!("{name} = "));
    definition.append(value);
    definition.push_text(";\n");
    if context::last_name(&constant.ty).is_some_and(|name| names::is_primitive(&name)) {
        item.definition.append(definition);
        return None;
    }
    let mut own = Item::new("Methods", format!("{}::{name}", item.name), ident.span());
    (own.namespace, own.members, own.definition) = (item.namespace.clone(), item.members.clone(), definition);
    Some(ConstantText { name: names::unraw(ident), needs, item: own })
}

/// The value as C++ and as Rust with typed literals: translated as the body of a function that returns it.
pub fn translate(
    name: &Ident,
    value: &Expr,
    ty: &Type,
    self_type: Option<&Type>,
    questions: &mut Questions,
    errors: &mut Errors,
) -> (Pieces, Expr) {
    translate_of(name, value, ty, self_type, None, questions, errors)
}

/// The same, of a type that may be generic.
fn translate_of(
    name: &Ident,
    value: &Expr,
    ty: &Type,
    self_type: Option<&Type>,
    of: Option<(&Generics, &Parameters)>,
    questions: &mut Questions,
    errors: &mut Errors,
) -> (Pieces, Expr) {
    let block = Block { brace_token: Brace(value.span()), stmts: vec![Stmt::Expr(value.clone(), None)] };
    let mut signature: Signature = syn::parse_quote!(const fn #name());
    signature.output = ReturnType::Type(Default::default(), Box::new(ty.clone()));
    let own = signature.clone();
    if let Some((generics, _)) = of {
        generic::add(generics, &mut signature.generics);
    }
    let role = if self_type.is_some() { Role::Method } else { Role::Function };
    let input = FunctionInput {
        signature: &signature,
        block: &block,
        role,
        self_type,
        item_type: None,
        output_type: None,
        qualifier: &Pieces::new(),
        parameters: of.map(|(_, parameters)| parameters),
        operator: None,
    };
    let translated = body::translate(&input, errors);
    questions.add(&own, translated.asked.as_ref());
    let host = match translated.host.stmts.as_slice() {
        [Stmt::Expr(host, None)] if of.is_none() => host.clone(),
        _ => {
            // Of one that is not generic rustc evaluates all that is not there on devices.
            let block = if of.is_some() { translated.checked_host() } else { translated.host };
            syn::parse_quote!(#block)
        }
    };
    (returned(&translated.body).unwrap_or_else(|| called(translated.body)), host)
}

/// The expression of a body that is nothing but a return.
fn returned(body: &Pieces) -> Option<Pieces> {
    let mut pieces = body.0.clone();
    if let Piece::Text(first) = pieces.first_mut()? {
        *first = after_return(first)?.to_owned();
    }
    if let Piece::Text(last) = pieces.last_mut()? {
        *last = last.trim_end().strip_suffix('}')?.trim_end().strip_suffix(';')?.to_owned();
    }
    let is_expression = |piece: &Piece| !matches!(piece, Piece::Text(text) if !is_one_expression(text));
    pieces.iter().all(is_expression).then_some(Pieces(pieces))
}

/// What follows the `return` of a body whose first statement that is.
fn after_return(body: &str) -> Option<&str> {
    let rest = body.strip_prefix('{')?.trim_start();
    let rest = if rest.starts_with("#line") { rest.split_once('\n')?.1.trim_start() } else { rest };
    rest.strip_prefix("return ")
}

/// Whether the text has no statement and no lambda that captures, which C++ allows only inside functions.
fn is_one_expression(text: &str) -> bool {
    !text.contains(';') && !text.contains("[&]")
}

/// A lambda that is called at once, for a value that takes statements. Its lines are not the user's, so it has no `#line`.
fn called(body: Pieces) -> Pieces {
    let mut value = Pieces::text("[] ");
    for piece in body.0 {
        match piece {
            Piece::Text(text) => {
                let lines = text.split_inclusive('\n').filter(|line| !line.starts_with("#line"));
                value.push_text(&lines.collect::<String>());
            }
            other => value.push(other),
        }
    }
    if let Some(Piece::Text(text)) = value.0.last_mut() {
        text.truncate(text.trim_end().len());
    }
    value.push_text("()");
    value
}
