//! Items inside bodies, made plain before the body is looked at: the names of a `use` are written in full where they are used, and a function
//! becomes a closure that nothing else can be seen from.

use crate::{errors::Errors, fragments, names};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Block, Expr, FnArg, Item, ItemFn, ItemUse, Local, Macro, Pat, PatIdent, Path, PathSegment, ReturnType, Signature,
    Stmt, Type, UseTree, parse_quote, parse_quote_spanned,
    visit::{self, Visit},
    visit_mut::{self, VisitMut},
};

const GLOB: &str =
    "device code cannot see what `*` names here; write the names that are used, as `use shape::{Ball, area};`";
const SHARED: &str = "something else in this body has the name that this brings in; device code needs two names";
const CAPTURES: &str = "a function inside a function does not see its variables; hand it this as an argument";
const RECURSION: &str = "recursion is not possible in device code; write a loop, or `ctx.spawn` a task";
const OUTSIDE: &str = "inside a body, functions are simple in device code: without parameters of types, and without references as results; \
     move this out of the function, with `#[device]`";

/// A body without `use`s that name anything and without functions, if it has some.
pub fn plain(signature: &Signature, block: &Block, errors: &mut Errors) -> Option<Block> {
    let mut has_some = HasItems(false);
    has_some.visit_block(block);
    if !has_some.0 {
        return None;
    }
    let mut variables = Variables::default();
    variables.add(signature, block);
    let mut block = block.clone();
    Plain { variables, errors }.visit_block_mut(&mut block);
    Some(block)
}

/// Whether a body has such items.
struct HasItems(bool);

impl<'ast> Visit<'ast> for HasItems {
    fn visit_item(&mut self, item: &'ast Item) {
        self.0 |= matches!(item, Item::Use(_) | Item::Fn(_));
        visit::visit_item(self, item);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        fragments::within_arguments(&mut call.clone(), |argument| {
            let mut inner = HasItems(false);
            inner.visit_expr(argument);
            self.0 |= inner.0;
        });
    }
}

/// The names of the variables of a body, but for those of functions inside it.
#[derive(Clone, Default)]
struct Variables {
    all: BTreeSet<String>,
    /// Those that may be called, and the names of items.
    functions: BTreeSet<String>,
}

impl Variables {
    fn add(&mut self, signature: &Signature, block: &Block) {
        self.visit_signature(signature);
        self.functions.extend(self.all.iter().cloned());
        self.visit_block(block);
    }
}

impl<'ast> Visit<'ast> for Variables {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        let text = name.ident.to_string();
        // By Rust's conventions anything else is a constant or a variant.
        if !names::is_type_name(&text) {
            self.all.insert(text);
        }
        visit::visit_pat_ident(self, name);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
            && matches!(&*init.expr, Expr::Closure(_))
        {
            self.functions.insert(name.ident.to_string());
        }
        visit::visit_local(self, local);
    }

    // What an item in an inner block is called, no `use` around it brings in there.
    fn visit_item(&mut self, item: &'ast Item) {
        let name = match item {
            Item::Fn(function) => &function.sig.ident,
            Item::Const(constant) => &constant.ident,
            _ => return,
        };
        self.functions.insert(name.to_string());
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        fragments::within_arguments(&mut call.clone(), |argument| {
            let mut inner = Variables::default();
            inner.visit_expr(argument);
            self.all.append(&mut inner.all);
            self.functions.append(&mut inner.functions);
        });
    }
}

/// The names that are those of variants where all of an enum are brought in: of what patterns take apart or compare with.
#[derive(Default)]
struct Variants(Vec<Ident>);

impl Variants {
    fn add(&mut self, path: &Path) {
        let name = path.get_ident().filter(|name| {
            let text = name.to_string();
            names::is_type_name(&text) && !["Some", "None", "Ok", "Err", "Self"].contains(&text.as_str())
        });
        self.0.extend(name.cloned());
    }
}

impl<'ast> Visit<'ast> for Variants {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        if name.subpat.is_none() {
            self.add(&Path::from(name.ident.clone()));
        }
        visit::visit_pat_ident(self, name);
    }

    fn visit_pat_tuple_struct(&mut self, pattern: &'ast syn::PatTupleStruct) {
        self.add(&pattern.path);
        visit::visit_pat_tuple_struct(self, pattern);
    }

    fn visit_pat_struct(&mut self, pattern: &'ast syn::PatStruct) {
        self.add(&pattern.path);
        visit::visit_pat_struct(self, pattern);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if path.qself.is_none() {
            self.add(&path.path);
        }
    }

    fn visit_expr_struct(&mut self, literal: &'ast syn::ExprStruct) {
        self.add(&literal.path);
        visit::visit_expr_struct(self, literal);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        fragments::within_arguments(&mut call.clone(), |argument| {
            let mut inner = Variants::default();
            inner.visit_expr(argument);
            self.0.append(&mut inner.0);
        });
    }
}

struct Plain<'e> {
    variables: Variables,
    errors: &'e mut Errors,
}

impl VisitMut for Plain<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        // What stands further inside is seen first there.
        visit_mut::visit_block_mut(self, block);
        self.functions(block);
        self.uses(block);
    }

    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        let outside = self.variables.clone();
        self.variables.add(&function.sig, &function.block);
        visit_mut::visit_item_fn_mut(self, function);
        self.variables = outside;
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        fragments::within_arguments(call, |argument| self.visit_expr_mut(argument));
    }
}

impl Plain<'_> {
    fn uses(&mut self, block: &mut Block) {
        let (mut brought, mut globs) = (BTreeMap::new(), Vec::new());
        for statement in &mut block.stmts {
            if let Stmt::Item(Item::Use(declaration)) = statement {
                self.brought(declaration, &mut brought, &mut globs);
                declaration.attrs.push(parse_quote!(#[allow(unused_imports)]));
            }
        }
        if let [of_enum] = globs.as_slice() {
            let mut variants = Variants::default();
            variants.visit_block(block);
            for name in variants.0 {
                let mut path = of_enum.clone();
                path.segments.push(PathSegment::from(name.clone()));
                brought.entry(name.to_string()).or_insert(path);
            }
        } else if let Some(second) = globs.get(1) {
            self.errors.push(second, GLOB);
        }
        if brought.is_empty() {
            return;
        }
        // A `use` may begin with a name that another one brings in.
        for name in brought.keys().cloned().collect::<Vec<_>>() {
            let Some(mut path) = brought.remove(&name) else { continue };
            let others = Written { brought: std::mem::take(&mut brought), variables: &self.variables.all };
            others.write(&mut path);
            brought = others.brought;
            brought.insert(name, path);
        }
        Written { brought, variables: &self.variables.all }.visit_block_mut(block);
    }

    /// The names that a `use` brings in, with their paths, and the enums all of whose variants it brings in.
    fn brought(&mut self, declaration: &ItemUse, brought: &mut BTreeMap<String, Path>, globs: &mut Vec<Path>) {
        let leading_colon = declaration.leading_colon;
        let mut left = vec![(Path { leading_colon, segments: Default::default() }, &declaration.tree)];
        while let Some((mut path, tree)) = left.pop() {
            let (name, last) = match tree {
                UseTree::Path(inner) => {
                    path.segments.push(PathSegment::from(inner.ident.clone()));
                    left.push((path, &inner.tree));
                    continue;
                }
                UseTree::Group(group) => {
                    left.extend(group.items.iter().map(|tree| (path.clone(), tree)));
                    continue;
                }
                UseTree::Glob(glob) => {
                    match path.segments.last() {
                        Some(last) if names::is_type_name(&last.ident.to_string()) => globs.push(path),
                        _ => self.errors.push(glob, GLOB),
                    }
                    continue;
                }
                UseTree::Name(name) => (&name.ident, &name.ident),
                UseTree::Rename(renamed) => (&renamed.rename, &renamed.ident),
            };
            if last != "self" {
                path.segments.push(PathSegment::from(last.clone()));
            }
            let name =
                if name == "self" { path.segments.last().map(|last| last.ident.clone()) } else { Some(name.clone()) };
            let Some(name) = name.filter(|name| name != "_") else { continue };
            if self.variables.functions.contains(&name.to_string()) {
                self.errors.push(&name, SHARED);
            }
            let is_itself = path.segments.len() == 1 && path.segments[0].ident == name;
            // What primitive types are called stays that where a module is called so, too.
            if !is_itself && !names::is_primitive(&name.to_string()) {
                brought.insert(name.to_string(), path);
            }
        }
    }

    /// Makes the functions of a block variables at its beginning, each after those that it calls.
    fn functions(&mut self, block: &mut Block) {
        let mut functions: Vec<ItemFn> = Vec::new();
        block.stmts.retain(|statement| match statement {
            Stmt::Item(Item::Fn(function)) => {
                functions.push(function.clone());
                false
            }
            _ => true,
        });
        for function in &functions {
            self.check(function);
        }
        let mut ready = Vec::new();
        while !functions.is_empty() {
            let calls =
                |one: &ItemFn, other: &ItemFn| crate::context::mentions(one.block.to_token_stream(), &other.sig.ident);
            let next = functions.iter().position(|one| !functions.iter().any(|other| calls(one, other)));
            if next.is_none() {
                self.errors.push(&functions[0].sig.ident, RECURSION);
            }
            ready.push(functions.remove(next.unwrap_or(0)));
        }
        let constants = block.stmts.iter().take_while(|statement| matches!(statement, Stmt::Item(_))).count();
        block.stmts.splice(constants..constants, ready.iter().map(closure));
    }

    /// Refuses what such a function cannot be.
    fn check(&mut self, function: &ItemFn) {
        let signature = &function.sig;
        let is_trait = |ty: &Type| matches!(ty, Type::ImplTrait(_));
        let refers = |ty: &Type| matches!(ty, Type::Reference(_) | Type::ImplTrait(_));
        let is_simple = signature.generics.params.is_empty()
            && signature.asyncness.is_none()
            && matches!(signature.safety, syn::Safety::Default)
            && signature.abi.is_none()
            && !signature.inputs.iter().any(|input| matches!(input, FnArg::Typed(typed) if has(&typed.ty, is_trait)))
            && !matches!(&signature.output, ReturnType::Type(_, ty) if has(ty, refers));
        if !is_simple {
            self.errors.push(signature, OUTSIDE);
        }
        let mut own = Variables::default();
        own.add(signature, &function.block);
        let mut named = Named::default();
        named.visit_block(&function.block);
        for name in named.0 {
            let text = name.to_string();
            if text == "self" || self.variables.all.contains(&text) && !own.all.contains(&text) {
                self.errors.push(&name, CAPTURES);
            }
        }
    }
}

/// Whether a type has one of this form in it.
fn has(ty: &Type, form: impl Fn(&Type) -> bool) -> bool {
    struct Finder<F>(F, bool);
    impl<'ast, F: Fn(&Type) -> bool> Visit<'ast> for Finder<F> {
        fn visit_type(&mut self, ty: &'ast Type) {
            self.1 |= (self.0)(ty);
            visit::visit_type(self, ty);
        }
    }
    let mut finder = Finder(form, false);
    finder.visit_type(ty);
    finder.1
}

/// `let name = |…| -> T { … };`
fn closure(function: &ItemFn) -> Stmt {
    let (name, inputs, block) = (&function.sig.ident, &function.sig.inputs, &function.block);
    let output = match &function.sig.output {
        ReturnType::Default => parse_quote!(-> ()),
        written => written.clone(),
    };
    parse_quote_spanned!(name.span()=> #[allow(unused_variables, clippy::all)] let #name = |#inputs| #output #block;)
}

/// The names that may be of variables.
#[derive(Default)]
struct Named(Vec<Ident>);

impl<'ast> Visit<'ast> for Named {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.0.extend(path.path.get_ident().cloned());
        visit::visit_expr_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        fragments::within_arguments(&mut call.clone(), |argument| {
            let mut inner = Named::default();
            inner.visit_expr(argument);
            self.0.append(&mut inner.0);
        });
    }
}

/// Writes names in full. A name that a variable has, too, is what `use` brought in where it is called.
struct Written<'v> {
    brought: BTreeMap<String, Path>,
    variables: &'v BTreeSet<String>,
}

impl Written<'_> {
    /// How many names come before the path's own.
    fn write(&self, path: &mut Path) -> usize {
        if path.leading_colon.is_some() {
            return 0;
        }
        let Some(first) = path.segments.first() else { return 0 };
        let Some(full) = self.brought.get(&first.ident.to_string()) else { return 0 };
        let (span, arguments) = (first.ident.span(), first.arguments.clone());
        let mut written = at(full, span);
        if let Some(last) = written.segments.last_mut() {
            last.arguments = arguments;
        }
        let before = written.segments.len() - 1;
        written.segments.extend(path.segments.iter().skip(1).cloned());
        *path = written;
        before
    }

    fn within(&mut self, qself: Option<&mut syn::QSelf>, path: &mut Path) {
        path.segments.iter_mut().for_each(|segment| self.visit_path_segment_mut(segment));
        match qself {
            None => _ = self.write(path),
            Some(qself) => {
                self.visit_type_mut(&mut qself.ty);
                if qself.position > 0 {
                    qself.position += self.write(path);
                }
            }
        }
    }
}

/// A path at the place of a name.
fn at(path: &Path, span: Span) -> Path {
    let mut path = path.clone();
    for segment in &mut path.segments {
        segment.ident.set_span(span);
    }
    path
}

impl VisitMut for Written<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        self.write(path);
    }

    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        match &mut *call.func {
            Expr::Path(function) if function.path.get_ident().is_some() => _ = self.write(&mut function.path),
            other => self.visit_expr_mut(other),
        }
        call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.path.get_ident().is_some_and(|name| self.variables.contains(&name.to_string())) {
            return;
        }
        self.within(path.qself.as_mut(), &mut path.path);
    }

    fn visit_type_path_mut(&mut self, path: &mut syn::TypePath) {
        self.within(path.qself.as_mut(), &mut path.path);
    }

    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        visit_mut::visit_pat_mut(self, pattern);
        if let Pat::Ident(PatIdent { by_ref: None, mutability: None, subpat: None, ident, .. }) = pattern
            && !self.variables.contains(&ident.to_string())
            && let Some(full) = self.brought.get(&ident.to_string())
        {
            let path = at(full, ident.span());
            *pattern = parse_quote!(#path);
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        fragments::within_arguments(call, |argument: &mut Expr| self.visit_expr_mut(argument));
    }

    fn visit_item_use_mut(&mut self, _: &mut ItemUse) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
}
