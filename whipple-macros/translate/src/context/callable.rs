//! Parameters that are functions: any callable object in C++, whose type is a parameter of the template.

use super::callables;
use super::{Translator, code::concat, strip_type};
use crate::{names, piece::Pieces};
use syn::{Pat, ReturnType, Type, TypeFnPtr};

/// A parameter that is a function.
#[derive(Clone, Debug, Default)]
pub struct Callable {
    /// What it is handed: the types of its parameters in C++.
    pub handed: Vec<Pieces>,
    /// What it gives.
    pub gives: Pieces,
}

impl Translator<'_> {
    /// The parameters of a template with the types of functions, and those that what functions give says: with their defaults, and without.
    pub(super) fn with_callables(&mut self, mut list: Vec<String>) -> (Option<Pieces>, Option<Pieces>) {
        let signature = self.input.signature;
        let functions = signature.inputs.iter().filter_map(callables::typed).filter_map(callables::of_type);
        let functions: Vec<TypeFnPtr> = functions.cloned().collect();
        // Those of the type are parameters of its class.
        let of_type = |name: &syn::Ident| {
            let mut list = self.input.parameters.iter().flat_map(|parameters| &parameters.list);
            list.any(|(own, ..)| own == name)
        };
        let found = callables::found_by_results(signature).into_iter().filter(|(name, _)| !of_type(name));
        let found: Vec<(syn::Ident, usize)> = found.collect();
        // A turbofish says these, and no more.
        let mut written = Vec::new();
        for (index, (name, _)) in found.iter().enumerate() {
            let own = format!("class {}", names::item(&name.to_string()));
            let parameter = format!("class {}", names::written(index));
            list.iter_mut().filter(|known| **known == own).for_each(|known| *known = parameter.clone());
            written.push(parameter);
        }
        list.extend((0..functions.len()).map(|position| format!("class {}", names::callable(position))));
        let mut declared = Pieces::text("template <");
        let mut defined = Pieces::text("template <");
        for (index, parameter) in list.iter().enumerate() {
            let separator = if index > 0 { ", " } else { "" };
            let is_found = written.contains(parameter);
            declared.push_text(&format!("{separator}{parameter}{}", if is_found { " = num::Unwritten" } else { "" }));
            defined.push_text(&format!("{separator}{parameter}"));
        }
        let is_empty = list.is_empty();
        for (index, (name, position)) in found.into_iter().enumerate() {
            let name = names::item(&name.to_string());
            let (written, callable) = (names::written(index), names::callable(position));
            let mut given = Pieces::text(format!(", class {name} = typename num::Gives<{written}, {callable}&"));
            for ty in functions[position].inputs.iter().map(|input| &input.ty) {
                given.push_text(", ");
                given.append(self.handed_type(ty));
            }
            given.push_text(">::Type");
            declared.append(given);
            defined.push_text(&format!(", class {name}"));
        }
        [&mut declared, &mut defined].into_iter().for_each(|text| text.push_text(">"));
        if is_empty { (None, None) } else { (Some(declared), Some(defined)) }
    }

    /// `Callable0&& f`
    pub(super) fn callable_parameter(&mut self, typed: &syn::PatType, position: usize) -> Pieces {
        let name = match &*typed.pat {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some(name.ident.to_string()),
            _ => None,
        };
        let Some(function) = callables::of_type(&typed.ty) else { return Pieces::new() };
        let handed = function.inputs.iter().map(|input| self.handed_type(&input.ty)).collect();
        let gives = match &function.output {
            ReturnType::Type(_, ty) => self.copied_type(ty),
            ReturnType::Default => Pieces::text("Unit"),
        };
        let Some(rust) = name else { return Pieces::text(format!("{}&&", names::callable(position))) };
        let name = self.scopes.fresh(&rust);
        self.callables.insert(rust.clone(), Callable { handed, gives });
        self.scopes.parameters.insert(rust, name.clone());
        Pieces::text(format!("{}&& {name}", names::callable(position)))
    }

    /// What a function is handed: a copy of its own, or the place that a reference refers to.
    fn handed_type(&mut self, ty: &Type) -> Pieces {
        match strip_type(ty) {
            Type::Reference(reference) if !super::Shape::of_type(ty).is_view() => {
                let is_mutable = reference.mutability.is_some();
                let to = if is_mutable { strip_type(&reference.elem) } else { Self::behind(&reference.elem) };
                let prefix = Pieces::text(if is_mutable { "" } else { "const " });
                concat([prefix, self.kept_type(to), Pieces::text("&")])
            }
            other => self.kept_type(other),
        }
    }
}
