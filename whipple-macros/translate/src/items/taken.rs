//! Names that device code takes for those of std and glam, so that no item of the user's may have them where it is used alike.

use crate::{errors::Errors, names};
use syn::{Fields, Ident, Item, ItemEnum};

/// Refuses an item whose name means another in bodies.
pub fn check(item: &Item, errors: &mut Errors) {
    match item {
        Item::Struct(item) if matches!(item.fields, Fields::Unnamed(_)) => check_name(&item.ident, errors),
        Item::Fn(item) => check_name(&item.sig.ident, errors),
        Item::Const(item) => check_name(&item.ident, errors),
        Item::Static(item) => check_name(&item.ident, errors),
        Item::Enum(item) => check_variants(item, errors),
        _ => {}
    }
}

fn check_name(ident: &Ident, errors: &mut Errors) {
    let name = names::unraw(ident);
    let of = match name.as_str() {
        "Some" | "None" | "Ok" | "Err" => "std",
        name if names::made_by(name).is_some() => "glam",
        _ => return,
    };
    errors.push(ident, format!("device code takes `{name}` for that of {of}: give this another name"));
}

/// `Option::Some` and `Result::Ok(…)` are those of std, by their names.
fn check_variants(item: &ItemEnum, errors: &mut Errors) {
    let name = names::unraw(&item.ident);
    let taken: &[&str] = match name.as_str() {
        "Option" => &["Some", "None"],
        "Result" if item.variants.iter().any(|variant| !matches!(variant.fields, Fields::Unit)) => &["Ok", "Err"],
        _ => return,
    };
    if let Some(variant) =
        item.variants.iter().map(|variant| names::unraw(&variant.ident)).find(|it| taken.contains(&it.as_str()))
    {
        let message = format!("device code takes `{name}::{variant}` for that of std: give this enum another name");
        errors.push(&item.ident, message);
    }
}
