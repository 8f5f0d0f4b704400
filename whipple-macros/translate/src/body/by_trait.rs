//! `Trait::f(x)`, which means `x.f()` where the trait is one of the user's: a macro sees no difference between a trait and a type but by the
//! traits that came before.

use crate::{context::functions_of, errors::Errors, fragments, names};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use std::collections::BTreeMap;
use syn::{
    Block, Expr, ExprCall, ExprMethodCall, ExprParen, ExprPath, Macro, Path, PathArguments,
    punctuated::Punctuated,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

/// What marks the first argument of such a call.
const MARK: &str = "whipple_by_trait";

/// For what cannot be called so.
const WITHOUT_SELF: &str = "a trait's function without `self` needs its type in device code: write `Type::name(…)`, or `<T as Trait>::name(…)`";
const BY_PATH: &str = "a trait's function has no path of its own in device code: write a closure, as `|x| x.name()`";

/// A body with methods in the place of such calls, if it has some. They are marked.
pub fn with_methods(block: &Block, errors: &mut Errors) -> Option<Block> {
    let mut methods = Methods { found: false, errors };
    let mut block = block.clone();
    methods.visit_block_mut(&mut block);
    methods.found.then_some(block)
}

/// What rustc is to check of the traits of the calls that are marked, by their names.
pub fn checks(block: &Block) -> BTreeMap<String, TokenStream> {
    let mut marks = Marks::default();
    marks.visit_block_mut(&mut block.clone());
    marks.0
}

/// The same without marks.
pub fn without_marks(block: &Block) -> Block {
    let mut block = block.clone();
    Unmarked.visit_block_mut(&mut block);
    block
}

/// Writes the calls as they were.
pub fn as_written(block: &mut Block) {
    Written.visit_block_mut(block);
}

/// Has rustc refuse what is no device trait.
fn check(of_trait: &Path) -> TokenStream {
    quote_spanned! {of_trait.span()=>
        const _: () = {
            #[allow(unused_imports)]
            use ::whipple::private::provided::NothingProvided as WhippleTrait;
            {
                #[allow(unused_imports)]
                use #of_trait as WhippleTrait;
                ::core::assert!(
                    ::whipple::private::provided::id(&WhippleTrait) != 0,
                    "device code takes this for a trait: call the function as a method, or rename the type"
                );
            }
        };
    }
}

struct Methods<'e> {
    found: bool,
    errors: &'e mut Errors,
}

impl VisitMut for Methods<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let of_trait = match expr {
            Expr::Path(path) => return self.path(path),
            Expr::Call(call) => trait_of(&call.func).filter(|(_, is_method)| *is_method && !call.args.is_empty()),
            _ => None,
        };
        let (Some((of_trait, _)), Expr::Call(call)) = (of_trait, &mut *expr) else {
            return visit_mut::visit_expr_mut(self, expr);
        };
        call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
        let Expr::Path(ExprPath { path, .. }) = &*call.func else { return };
        let Some(last) = path.segments.last() else { return };
        let mut arguments = call.args.iter().cloned();
        let Some(receiver) = arguments.next() else { return };
        let turbofish = match &last.arguments {
            PathArguments::AngleBracketed(list) => Some(list.clone()),
            _ => None,
        };
        let mark = syn::Ident::new(MARK, path.span());
        self.found = true;
        let paren = |attrs, expr: Expr| {
            let (paren_token, expr) = (syn::token::Paren(expr.span()), Box::new(expr));
            Expr::Paren(ExprParen { attrs, paren_token, expr })
        };
        // What stands before an expression in the tokens of a macro belongs to all that follows.
        let receiver = paren(Vec::new(), paren(vec![syn::parse_quote!(#[#mark(#of_trait)])], receiver));
        *expr = Expr::MethodCall(ExprMethodCall {
            attrs: call.attrs.clone(),
            receiver: Box::new(receiver),
            dot_token: syn::Token![.](last.ident.span()),
            method: last.ident.clone(),
            turbofish,
            paren_token: call.paren_token,
            args: arguments.collect(),
        });
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        fragments::within_arguments(call, |argument| self.visit_expr_mut(argument));
    }
}

impl Methods<'_> {
    fn path(&mut self, path: &ExprPath) {
        match trait_of(&Expr::Path(path.clone())) {
            Some((_, true)) => self.errors.push(path, BY_PATH),
            Some((_, false)) => self.errors.push(path, WITHOUT_SELF),
            None => {}
        }
    }
}

/// The trait whose function a path names, and whether that takes `self`.
fn trait_of(function: &Expr) -> Option<(Path, bool)> {
    let Expr::Path(ExprPath { qself: None, path, .. }) = function else { return None };
    let mut of_trait = path.clone();
    let name = names::unraw(&of_trait.segments.pop()?.ident);
    of_trait.segments.pop_punct();
    let last = of_trait.segments.last().filter(|last| last.arguments.is_none())?;
    let known = functions_of(&last.ident).into_iter().find(|function| function.name == name)?;
    Some((of_trait, known.is_method))
}

/// The trait that a receiver is marked with, and what the argument was.
fn marked(receiver: &Expr) -> Option<(Path, Expr)> {
    let Expr::Paren(outer) = receiver else { return None };
    let Expr::Paren(inner) = &*outer.expr else { return None };
    let mark = inner.attrs.iter().find(|attribute| attribute.path().is_ident(MARK))?;
    Some((mark.parse_args().ok()?, (*inner.expr).clone()))
}

#[derive(Default)]
struct Marks(BTreeMap<String, TokenStream>);

impl VisitMut for Marks {
    fn visit_expr_paren_mut(&mut self, paren: &mut ExprParen) {
        for attribute in paren.attrs.iter().filter(|attribute| attribute.path().is_ident(MARK)) {
            if let Ok(path) = attribute.parse_args::<Path>() {
                self.0.insert(format!("by {}", path.to_token_stream()), check(&path));
            }
        }
        visit_mut::visit_expr_paren_mut(self, paren);
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        fragments::within_arguments(call, |argument| self.visit_expr_mut(argument));
    }
}

struct Unmarked;

impl VisitMut for Unmarked {
    fn visit_expr_paren_mut(&mut self, paren: &mut ExprParen) {
        paren.attrs.retain(|attribute| !attribute.path().is_ident(MARK));
        visit_mut::visit_expr_paren_mut(self, paren);
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        fragments::within_arguments(call, |argument| self.visit_expr_mut(argument));
    }
}

struct Written;

impl VisitMut for Written {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::MethodCall(call) = expr else { return };
        let Some((mut path, receiver)) = marked(&call.receiver) else { return };
        path.segments.push(syn::PathSegment {
            ident: call.method.clone(),
            arguments: call.turbofish.take().map_or(PathArguments::None, PathArguments::AngleBracketed),
        });
        let mut args = Punctuated::new();
        args.push(receiver);
        args.extend(std::mem::take(&mut call.args));
        *expr = Expr::Call(ExprCall {
            attrs: std::mem::take(&mut call.attrs),
            func: Box::new(Expr::Path(ExprPath { attrs: Vec::new(), qself: None, path })),
            paren_token: call.paren_token,
            args,
        });
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        fragments::within_arguments(call, |argument| self.visit_expr_mut(argument));
    }
}
