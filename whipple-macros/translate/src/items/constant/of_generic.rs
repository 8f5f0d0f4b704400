//! Constants of generic types: numbers in the class, and what is built of them behind it.

use super::{
    super::{attributes, item::member_name, methods},
    called, translate_of,
};
use crate::{
    ask::Questions,
    context::{self, Parameters},
    errors::Errors,
    names,
    piece::Pieces,
};
use quote::ToTokens;
use syn::{
    Expr, Generics, Ident, ImplItemConst, ImplItemFn, Type,
    visit::Visit,
    visit_mut::{self, VisitMut},
};

/// What is said of other values.
const MESSAGE: &str = "a constant of a generic type is made of its parameters, of literals, of operators and of values in parentheses, brackets and braces in device code, and may call a `const fn` of its impl whose body is one value: write a function that gives the value";

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

/// A constant of a generic type. `own` are the constants of its impl, and the functions that they may call.
pub fn of_generic(
    constant: &mut ImplItemConst,
    self_type: &Type,
    (generics, parameters): (&Generics, &Parameters),
    (own, functions): (&[ImplItemConst], &[ImplItemFn]),
    questions: &mut Questions,
    errors: &mut Errors,
) -> Option<OfGeneric> {
    let names = ["Self".to_owned(), context::last_name(self_type).unwrap_or_default()];
    let mut own = own.to_vec();
    for other in &mut own {
        if let Some(value) = called::without(&other.expr, &names, functions) {
            other.expr = value;
        }
    }
    let value = called::without(&constant.expr, &names, functions);
    let as_written = value.map(|value| std::mem::replace(&mut constant.expr, value));
    let made = computed(constant, self_type, (generics, parameters), &own, questions, errors);
    if let Some(value) = as_written {
        // rustc finds the types in the functions.
        constant.expr = value;
    }
    made
}

/// The same of one that calls nothing.
fn computed(
    constant: &mut ImplItemConst,
    self_type: &Type,
    (generics, parameters): (&Generics, &Parameters),
    own: &[ImplItemConst],
    questions: &mut Questions,
    errors: &mut Errors,
) -> Option<OfGeneric> {
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
    if !is_number {
        // NVRTC computes none of another one that it computes behind the class, too.
        Inlined { of: &of, own, depth: own.len() }.visit_expr_mut(&mut constant.expr);
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

/// Whether a constant of an impl is a number.
fn is_own_number(own: &[ImplItemConst], name: &Ident) -> bool {
    own.iter()
        .any(|other| other.ident == *name && context::last_name(&other.ty).is_some_and(|ty| names::is_primitive(&ty)))
}

/// Puts the values of constants that are no numbers in their place.
struct Inlined<'o> {
    /// The names of the type.
    of: &'o [String; 2],
    own: &'o [ImplItemConst],
    /// How many may be within each other: rustc says of a circle that it is one.
    depth: usize,
}

impl VisitMut for Inlined<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let mut value = None;
        if let Expr::Path(path) = &*expr
            && let [owner, name] = path.path.segments.iter().collect::<Vec<_>>().as_slice()
            && self.of.iter().any(|of| owner.ident == of)
            && !is_own_number(self.own, &name.ident)
            && self.depth > 0
        {
            value = self.own.iter().find(|other| other.ident == name.ident).map(|other| other.expr.clone());
        }
        match value {
            Some(mut value) => {
                Inlined { depth: self.depth - 1, ..*self }.visit_expr_mut(&mut value);
                *expr = syn::parse_quote!((#value));
            }
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }
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
    own: &'o [ImplItemConst],
    found: Option<&'e syn::ExprPath>,
}

impl<'e> Visit<'e> for Strangers<'e, '_> {
    fn visit_expr_path(&mut self, path: &'e syn::ExprPath) {
        let is_parameter = |name: &Ident| self.parameters.list.iter().any(|(parameter, ..)| parameter == name);
        let first = path.path.segments.first().map(|first| first.ident.to_string()).unwrap_or_default();
        let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
        let is_known = match (names.next(), names.next()) {
            (Some(name), None) => is_parameter(name) || is_variant(name),
            (Some(name), Some(_)) if is_variant(name) => true,
            (Some(name), Some(owner)) if self.of.iter().any(|of| owner == of) => is_own_number(self.own, name),
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

/// Whether a name is that of a variant or a struct, and not that of a constant.
fn is_variant(name: &Ident) -> bool {
    let name = names::unraw(name);
    names::is_type_name(&name) && (name.len() == 1 || name.chars().any(char::is_lowercase))
}
