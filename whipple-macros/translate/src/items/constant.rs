//! `#[device] const` and `#[device] static`, alone or in an `impl`.

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
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Block, Expr, Generics, Ident, ImplItemConst, ItemConst, ItemStatic, ReturnType, Signature, StaticMutability, Stmt,
    Type,
    spanned::Spanned,
    token::Brace,
    visit::Visit,
    visit_mut::{self, VisitMut},
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
    let value = evaluated(&constant.expr, &constant.ty, &syn::parse_quote!(<#self_type>::#ident), value, errors);
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

/// A constant of a generic type, which C++ computes for each of its parameters.
pub struct OfGeneric {
    name: String,
    /// The names in its value that may be those of others.
    needs: Vec<String>,
    /// Its definition in the class, or its declaration there.
    text: Pieces,
    /// The definition of what is no number, behind the class.
    behind: Pieces,
}

/// Such constants in the class and behind it, each after those that it needs.
pub fn in_order(mut constants: Vec<OfGeneric>) -> [Pieces; 2] {
    let [mut text, mut behind] = [Pieces::new(), Pieces::new()];
    while !constants.is_empty() {
        let is_ready = |constant: &OfGeneric| {
            !constants.iter().any(|other| other.name != constant.name && constant.needs.contains(&other.name))
        };
        // rustc says of a circle that it is one.
        let first = constants.iter().position(is_ready).unwrap_or(0);
        let first = constants.remove(first);
        text.append(first.text);
        behind.append(first.behind);
    }
    [text, behind]
}

/// A constant of a generic type. `own` are the names of the constants of its impl.
pub fn of_generic(
    constant: &mut ImplItemConst,
    self_type: &Type,
    (generics, parameters): (&Generics, &Parameters),
    own: &[Ident],
    questions: &mut Questions,
    errors: &mut Errors,
) -> Option<OfGeneric> {
    const MESSAGE: &str = "a constant of a generic type is made of its parameters, of literals, of operators and of values in parentheses, brackets and braces in device code: write a function that gives the value";
    let class = context::last_name(&constant.ty).unwrap_or_default();
    let is_number = names::is_primitive(&class);
    let is_made = if is_number { context::is_for_cpp(&constant.expr, &class) } else { is_built(&constant.expr) };
    if !is_made {
        errors.push(&*constant, MESSAGE);
        return None;
    }
    let of = ["Self".to_owned(), context::last_name(self_type).unwrap_or_default()];
    let is_inside = |name: &String| {
        let name = Ident::new(name.trim_start_matches("r#"), constant.ident.span());
        context::mentions(constant.ty.to_token_stream(), &name)
    };
    if !is_number && !of.contains(&class) && of.iter().any(is_inside) {
        let message = "C++ does not know the type yet where it would hold this: write a function that gives the value";
        errors.push(&constant.ty, message);
        return None;
    }
    let mut strangers = Strangers { of, parameters, own, found: None };
    strangers.visit_expr(&constant.expr);
    if let Some(stranger) = strangers.found {
        errors.push(stranger, "a constant of a generic type names its parameters and constants of its own impl in device code: write the number here, or a function that gives the value");
        return None;
    }
    let of = (generics, parameters);
    let needs = context::names_after_colons(constant.expr.to_token_stream());
    let (value, host) =
        translate_of(&constant.ident, &constant.expr, &constant.ty, Some(self_type), Some(of), questions, errors);
    let name = member_name(&constant.ident);
    let ty = match is_number {
        true => context::type_name(&constant.ty, None, errors),
        false => {
            let (arguments, mut ty) = (&parameters.arguments, constant.ty.clone());
            OfImpl(syn::parse_quote!(#self_type #arguments)).visit_type_mut(&mut ty);
            context::type_among(&ty, parameters, errors)
        }
    };
    constant.expr = host;
    let mut text = Pieces::text(attributes::documentation(&constant.attrs, "    "));
    let mut behind = Pieces::new();
    if is_number {
        text.push_text("    static constexpr ");
        text.append(ty);
        text.push_text(&format!(" {name} = "));
        text.append(value);
        text.push_text(";\n");
    } else {
        text.push_text("    static const ");
        text.append(ty.clone());
        text.push_text(&format!(" {name};\n"));
        behind.push_text(&format!("{}\nconstexpr ", parameters.template().trim_end()));
        behind.append(ty);
        behind.push_text(" ");
        behind.append(methods::qualifier(self_type, parameters));
        behind.push_text(&format!("{name} = "));
        behind.append(value);
        behind.push_text(";\n");
    }
    Some(OfGeneric { name: constant.ident.to_string(), needs, text, behind })
}

/// Has a type name no `Self`.
struct OfImpl(Type);

impl VisitMut for OfImpl {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.path.is_ident("Self") => *ty = self.0.clone(),
            other => visit_mut::visit_type_mut(self, other),
        }
    }
}

/// Whether C++ has a value as a constant expression: one that is built, of what is built or of numbers.
fn is_built(value: &Expr) -> bool {
    match value {
        Expr::Paren(inner) => is_built(&inner.expr),
        Expr::Group(inner) => is_built(&inner.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_built),
        Expr::Array(array) => array.elems.iter().all(is_built),
        Expr::Repeat(repeat) => is_built(&repeat.expr),
        Expr::Struct(literal) => literal.rest.is_none() && literal.fields.iter().all(|field| is_built(&field.expr)),
        Expr::Call(call) => {
            let is_constructor = matches!(&*call.func, Expr::Path(path)
                if path.path.segments.last().is_some_and(|last| names::is_type_name(&last.ident.to_string())));
            is_constructor && call.args.iter().all(is_built)
        }
        Expr::Path(_) => true,
        number => context::is_for_cpp(number, if has_float(number) { "f64" } else { "u64" }),
    }
}

/// What a value names that the class of its type may not know yet.
struct Strangers<'e, 'o> {
    /// The names of the type, and of its parameters.
    of: [String; 2],
    parameters: &'o Parameters,
    own: &'o [Ident],
    found: Option<&'e syn::ExprPath>,
}

impl<'e> Visit<'e> for Strangers<'e, '_> {
    fn visit_expr_path(&mut self, path: &'e syn::ExprPath) {
        let is_parameter = |name: &Ident| self.parameters.list.iter().any(|(parameter, ..)| parameter == name);
        let first = path.path.segments.first().map(|first| first.ident.to_string()).unwrap_or_default();
        let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
        let is_known = match (names.next(), names.next()) {
            (Some(name), None) => is_parameter(name) || names::is_type_name(&name.to_string()),
            (Some(name), Some(_)) if names::is_type_name(&name.to_string()) => true,
            (Some(name), Some(owner)) if self.of.iter().any(|of| owner == of) => self.own.contains(name),
            (_, Some(owner)) => {
                is_parameter(owner)
                    || names::is_primitive(&owner.to_string())
                    || ["std", "core"].contains(&first.as_str())
            }
            (None, _) => true,
        };
        if !is_known {
            self.found.get_or_insert(path);
        }
    }
}

/// Whether a value has the literal of a float in it.
fn has_float(value: &Expr) -> bool {
    struct Finder(bool);
    impl Visit<'_> for Finder {
        fn visit_lit_float(&mut self, _: &syn::LitFloat) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_expr(value);
    finder.0
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
