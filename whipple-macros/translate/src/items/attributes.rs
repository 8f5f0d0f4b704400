//! The arguments of the attributes, parsed by darling, and what `repr` and `derive` say.

use crate::errors::Errors;
use darling::{
    FromAttributes, FromMeta,
    ast::NestedMeta,
    util::{Flag, SpannedValue},
};
use proc_macro2::TokenStream;
use syn::{
    Attribute, Expr, Ident, LitInt, LitStr, Meta, MetaNameValue, Path, Token, Type,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
    visit::{self, Visit},
};

/// The largest weight, as in whipple-runtime/src/run/weights.rs.
const LARGEST_WEIGHT: u32 = 1_000_000;

/// `#[device(cuda = "…")]`
#[derive(FromMeta, Default)]
pub struct Device {
    /// The CUDA body, by hand.
    #[darling(default)]
    pub cuda: Option<LitStr>,
}

/// `#[procedure(level = …, threads = …, shared = …, max_spawns = …)]`
#[derive(FromMeta, Default)]
pub struct Procedure {
    #[darling(default)]
    pub level: Option<LitInt>,
    #[darling(default, with = darling::util::parse_expr::preserve_str_literal, map = Some)]
    pub threads: Option<Expr>,
    #[darling(skip)]
    pub shared: Option<Type>,
    #[darling(default, with = darling::util::parse_expr::preserve_str_literal, map = Some)]
    pub max_spawns: Option<Expr>,
}

/// `#[schedule(priority = …, weight = …, seeded)]`
#[derive(FromAttributes, Default)]
#[darling(attributes(schedule))]
pub struct Schedule {
    /// Larger runs earlier.
    #[darling(default)]
    pub priority: Option<u32>,
    /// Its part of the turns or of the time, under the policies that ask.
    #[darling(default)]
    pub weight: Option<SpannedValue<u32>>,
    /// The host seeds it.
    pub seeded: Flag,
}

/// The arguments of `#[device]`.
pub fn device(arguments: TokenStream, errors: &mut Errors) -> Device {
    let parsed = NestedMeta::parse_meta_list(arguments).map_err(Into::into).and_then(|list| Device::from_list(&list));
    parsed.unwrap_or_else(|error: darling::Error| {
        report(error, "`cuda`", "`cuda` takes a string", errors);
        Device::default()
    })
}

/// The arguments of `#[procedure]`; `None` when they are not understood.
pub fn procedure(arguments: TokenStream, errors: &mut Errors) -> Option<Procedure> {
    let parsed = procedure_list.parse2(arguments).map_err(Into::into).and_then(|(list, shared)| {
        let arguments = Procedure::from_list(&list)?;
        Ok(Procedure { shared, ..arguments })
    });
    let known = "`level`, `threads`, `shared`, `max_spawns`";
    parsed.map_err(|error: darling::Error| report(error, known, "`level` takes 0, 1 or 2", errors)).ok()
}

/// `name = expression` for darling, and `shared = Type`, which is no expression (`SharedArray<f32, 256>`).
fn procedure_list(input: ParseStream) -> syn::Result<(Vec<NestedMeta>, Option<Type>)> {
    let mut list = Vec::new();
    let mut shared: Option<Type> = None;
    while !input.is_empty() {
        let name: Ident = input.parse()?;
        let eq_token: Token![=] = input.parse()?;
        if name == "shared" {
            if shared.is_some() {
                return Err(syn::Error::new(name.span(), "duplicate argument `shared`"));
            }
            shared = Some(input.parse()?);
        } else {
            let (path, value) = (Path::from(name), input.parse()?);
            list.push(NestedMeta::Meta(Meta::NameValue(MetaNameValue { path, eq_token, value })));
        }
        if input.is_empty() {
            break;
        }
        input.parse::<Token![,]>()?;
    }
    Ok((list, shared))
}

/// Takes `#[schedule(…)]` off a field.
pub fn schedule(attributes: &mut Vec<Attribute>, errors: &mut Errors) -> Schedule {
    let parsed = Schedule::from_attributes(attributes);
    attributes.retain(|attribute| !attribute.path().is_ident("schedule"));
    let schedule = parsed.unwrap_or_else(|error| {
        report(error, "`priority`, `weight`, `seeded`", "`priority` and `weight` take whole numbers", errors);
        Schedule::default()
    });
    if let Some(weight) = schedule.weight.filter(|weight| !(1..=LARGEST_WEIGHT).contains(&**weight)) {
        errors.push_at(weight.span(), "a weight is 1 to 1,000,000: only the proportions of the weights matter");
    }
    schedule
}

/// Reports what darling found, in this crate's manner of speaking: `known` are the arguments, `values` says what they take.
fn report(error: darling::Error, known: &str, values: &str, errors: &mut Errors) {
    for error in syn::Error::from(error) {
        let message = error.to_string();
        let message = match message.strip_prefix("Unknown field: ") {
            Some(unknown) => match unknown.split_once(". Did you mean ") {
                Some((unknown, meant)) => {
                    format!("unknown argument {unknown}: did you mean {}", meant.trim_end_matches('?'))
                }
                None => format!("unknown argument {unknown}: the arguments are {known}"),
            },
            None => match message.strip_prefix("Unexpected type ") {
                Some(found) => format!("this is a literal of type {found}: {values}"),
                // What std says of numbers, darling hands on.
                None if message.contains("invalid digit") || message.contains("number too") => {
                    "a priority is a whole number from 0 to 4294967295, and a weight one from 1 to 1,000,000".to_owned()
                }
                None => {
                    let message = message.replace("Duplicate field", "duplicate argument");
                    // Of `shared`, which is no expression, darling does not know.
                    match message.split_once(" Available values: ") {
                        Some((message, _)) => format!("{} The arguments are {known}", message.trim_end()),
                        None => message,
                    }
                }
            },
        };
        errors.push_at(error.span(), message);
    }
}

/// Refuses arguments of an attribute that has none.
pub fn none(arguments: &TokenStream, attribute: &str, errors: &mut Errors) {
    if !arguments.is_empty() {
        errors.push(arguments, format!("`#[{attribute}]` takes no arguments: write `#[{attribute}]`"));
    }
}

/// The words inside all `#[repr(…)]`.
pub fn representations(attributes: &[Attribute]) -> Vec<Meta> {
    lists(attributes, "repr")
}

/// Whether a derive list names this trait. Only derives written after the attribute are visible.
pub fn derives(attributes: &[Attribute], name: &str) -> bool {
    is_derived(&lists(attributes, "derive"), name)
}

/// The derive lists, one for each attribute.
pub fn derive_lists(attributes: &[Attribute]) -> impl Iterator<Item = Vec<Meta>> {
    attributes.iter().map(|attribute| lists(std::slice::from_ref(attribute), "derive"))
}

/// Whether a list has a trait of std.
pub fn is_derived(list: &[Meta], name: &str) -> bool {
    let is_std = |path: &Path| match path.segments.first() {
        Some(first) => path.segments.len() == 1 || first.ident == "std" || first.ident == "core",
        None => false,
    };
    list.iter().any(|derive| {
        is_std(derive.path()) && derive.path().segments.last().is_some_and(|segment| segment.ident == name)
    })
}

fn lists(attributes: &[Attribute], name: &str) -> Vec<Meta> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident(name))
        .filter_map(|attribute| attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok())
        .flatten()
        .collect()
}

/// Refuses `#[cfg]` inside an item, where the macros would see what rustc then takes away. Bodies refuse it themselves.
pub fn refuse_configuration(item: &syn::Item, errors: &mut Errors) {
    struct Finder<'e> {
        errors: &'e mut Errors,
        depth: usize,
    }
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_attribute(&mut self, attribute: &'ast Attribute) {
            if self.depth > 0 && changes_items(attribute) && self.errors.is_empty() {
                self.errors.push(
                    attribute.path(),
                    "`#[cfg]` inside an item does not reach its CUDA text: put it on the whole item, and write the item once for each case",
                );
            }
        }
        fn visit_block(&mut self, _: &'ast syn::Block) {}
        fn visit_expr(&mut self, _: &'ast Expr) {}
        fn visit_fields(&mut self, fields: &'ast syn::Fields) {
            self.inside(|finder| visit::visit_fields(finder, fields));
        }
        fn visit_variant(&mut self, variant: &'ast syn::Variant) {
            self.inside(|finder| visit::visit_variant(finder, variant));
        }
        fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
            self.inside(|finder| visit::visit_impl_item(finder, item));
        }
        fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
            self.inside(|finder| visit::visit_trait_item(finder, item));
        }
        fn visit_signature(&mut self, signature: &'ast syn::Signature) {
            self.inside(|finder| visit::visit_signature(finder, signature));
        }
        fn visit_generics(&mut self, generics: &'ast syn::Generics) {
            self.inside(|finder| visit::visit_generics(finder, generics));
        }
    }
    impl Finder<'_> {
        fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
            self.depth += 1;
            visit(self);
            self.depth -= 1;
        }
    }
    Finder { errors, depth: 0 }.visit_item(item);
}

/// Whether the attribute takes something away: `#[cfg]`, or `#[cfg_attr]` with what this crate reads.
fn changes_items(attribute: &Attribute) -> bool {
    let is_read = |meta: &Meta| ["cfg", "device", "schedule"].iter().any(|name| meta.path().is_ident(name));
    match &attribute.meta {
        meta if meta.path().is_ident("cfg") => true,
        Meta::List(list) if list.path.is_ident("cfg_attr") => list
            .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .is_ok_and(|metas| metas.iter().skip(1).any(is_read)),
        _ => false,
    }
}

/// The lines of a doc comment, as C++ `///` lines at this indentation.
pub fn documentation(attributes: &[Attribute], indentation: &str) -> String {
    let mut text = String::new();
    for attribute in attributes {
        let Meta::NameValue(pair) = &attribute.meta else { continue };
        let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(comment), .. }) = &pair.value else { continue };
        if !pair.path.is_ident("doc") {
            continue;
        }
        // A block comment comes as one string of several lines. A backslash at a line's end would join the next,
        // and so would the trigraph of one.
        for line in comment.value().lines() {
            let mut line = line.trim_end();
            while let Some(rest) = line.strip_suffix('\\').or_else(|| line.strip_suffix("??/")) {
                line = rest.trim_end();
            }
            text += &format!("{indentation}///{line}\n");
        }
        if comment.value().is_empty() {
            text += &format!("{indentation}///\n");
        }
    }
    text
}
