//! Paths that C++ would take for a generic parameter: an item of a module with the name of one.

use crate::{context::Translator, names};
use syn::visit::{self, Visit};

/// Refuses `self::N` where the function has a parameter `N`. C++ has the item by its name alone in its own namespace.
pub fn refuse_hidden(translator: &mut Translator<'_>, block: &syn::Block) {
    let mut finder = Finder { translator };
    let signature = finder.translator.input.signature;
    signature.inputs.iter().for_each(|input| finder.visit_fn_arg(input));
    finder.visit_return_type(&signature.output);
    finder.visit_block(block);
}

struct Finder<'t, 'a> {
    translator: &'t mut Translator<'a>,
}

impl<'ast> Visit<'ast> for Finder<'_, '_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let name = |segment: &syn::PathSegment| segment.ident.to_string();
        let is_module = |segment: &&syn::PathSegment| !names::is_type_name(&name(segment));
        let modules = path.segments.iter().take_while(is_module).count();
        // Each segment behind modules alone may name an item of a module.
        let items = path.segments.iter().enumerate().skip(1).filter(|(index, _)| *index <= modules);
        if let Some((_, item)) = items.into_iter().find(|(_, item)| self.translator.generics.contains_key(&name(item)))
        {
            let message = format!(
                "in device code this means the function's own parameter `{0}`; give the parameter or the item `{0}` another name",
                item.ident
            );
            self.translator.errors.push(path, message);
        }
        visit::visit_path(self, path);
    }
}
