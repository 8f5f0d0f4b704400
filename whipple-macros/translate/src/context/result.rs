//! `Result<T, E>`.

use super::Translator;
use crate::piece::Pieces;
use syn::{GenericArgument, Path, PathArguments, Type, visit::Visit};

impl Translator<'_> {
    /// The C++ name of a `Result<T, E>`.
    pub(super) fn result_type(&mut self, path: &Path) -> Option<Pieces> {
        let last = path.segments.last().filter(|last| last.ident == "Result" && !last.arguments.is_none())?;
        if result(path).is_none() {
            self.errors.push(path, "a `Result` has two types in device code: write `Result<T, E>`");
        }
        Some(self.result_of(&last.arguments))
    }

    /// The same, by its generic arguments. rustc counts them.
    pub fn result_of(&mut self, arguments: &PathArguments) -> Pieces {
        let PathArguments::AngleBracketed(arguments) = arguments else { return Pieces::new() };
        let mut pieces = Pieces::text("Result<");
        for (index, argument) in arguments.args.iter().enumerate() {
            if let GenericArgument::Type(ty) = argument {
                pieces.push_text(if index > 0 { ", " } else { "" });
                pieces.append(self.kept_type(ty));
            }
        }
        pieces.push_text(">");
        pieces
    }
}

/// What a `Result<T, E>` may hold.
pub fn result(path: &Path) -> Option<(&Type, &Type)> {
    let last = path.segments.last().filter(|last| last.ident == "Result")?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) if arguments.args.len() == 2 => {
            match (&arguments.args[0], &arguments.args[1]) {
                (GenericArgument::Type(value), GenericArgument::Type(error)) => Some((value, error)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The types that `Ok` or `Err` says, if it says both: `Ok::<T, E>`, `Result::<T, E>::Err`.
pub fn types_in(path: &Path) -> Option<&PathArguments> {
    let typed = path.segments.iter().find(|segment| !segment.arguments.is_none())?;
    let PathArguments::AngleBracketed(arguments) = &typed.arguments else { return None };
    let is_said = |argument: &GenericArgument| matches!(argument, GenericArgument::Type(ty) if !is_left_open(ty));
    arguments.args.iter().all(is_said).then_some(&typed.arguments)
}

/// Whether rustc is to find a part of a type.
pub fn is_left_open(ty: &Type) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_infer(&mut self, _: &'ast syn::TypeInfer) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_type(ty);
    finder.0
}
