//! What `macro_rules!` leaves in the items that it writes, made plain before anyone looks at names or gives tokens back:
//!
//! - An expression that was handed to a macro (`$e:expr`) is one operand, without parentheses that show it. It gets them here, since the
//!   compiler does not see the group in what an attribute macro gives back.
//! - What the text of a message captures, `"{x}"`, is written behind it: `x = x`.
//! - What prints, `println!` and its relatives, prints by the run (`message.rs`).
//! - Two variables may have one name, if one of them is the macro's own and the other the caller's (hygiene). All but one get another name,
//!   so that from here on names can be compared as text.

use crate::message;
use proc_macro2::{Ident, Span};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Block, Expr, ExprParen, FieldPat, FieldValue, ImplItemFn, Item, ItemFn, Macro, Member, Pat, Signature, TraitItemFn,
    parse::Parser, punctuated::Punctuated, spanned::Spanned, visit, visit::Visit, visit_mut, visit_mut::VisitMut,
};

/// Makes an item plain.
pub fn resolve(item: &mut Item) {
    Operands.visit_item_mut(item);
    Functions.visit_item_mut(item);
}

/// Puts parentheses around expressions that were handed to a macro.
struct Operands;

impl VisitMut for Operands {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Group(group) = expr {
            *expr = operand(std::mem::replace(&mut *group.expr, Expr::PLACEHOLDER));
            return self.visit_expr_mut(expr);
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        within_arguments(call, |argument| self.visit_expr_mut(argument));
        message::write_captures(call);
        message::print_by_run(call);
    }
}

/// An expression as one operand.
pub fn operand(expr: Expr) -> Expr {
    if holds_together(&expr) {
        return expr;
    }
    // The place of the macro, so that no lint calls them unnecessary.
    let paren_token = syn::token::Paren { span: delimiters(expr.span()) };
    Expr::Paren(ExprParen { attrs: Vec::new(), paren_token, expr: Box::new(expr) })
}

/// Parentheses at a place, as of a macro.
fn delimiters(at: Span) -> proc_macro2::extra::DelimSpan {
    let mut group = proc_macro2::Group::new(proc_macro2::Delimiter::Parenthesis, proc_macro2::TokenStream::new());
    group.set_span(Span::mixed_site().located_at(at));
    group.delim_span()
}

/// Whether an expression is one operand as it stands.
fn holds_together(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Array(_)
            | Expr::Call(_)
            | Expr::Field(_)
            | Expr::Group(_)
            | Expr::Index(_)
            | Expr::Lit(_)
            | Expr::Macro(_)
            | Expr::MethodCall(_)
            | Expr::Paren(_)
            | Expr::Path(_)
            | Expr::Repeat(_)
            | Expr::Tuple(_)
    )
}

/// Changes the arguments of a macro, if they are expressions.
pub fn within_arguments(call: &mut Macro, mut change: impl FnMut(&mut Expr)) {
    let arguments = Punctuated::<Expr, syn::Token![,]>::parse_terminated.parse2(call.tokens.clone());
    if let Ok(mut arguments) = arguments {
        arguments.iter_mut().for_each(&mut change);
        call.tokens = quote::quote!(#arguments);
    }
}

/// Renames the variables of all functions of an item that share a name.
struct Functions;

impl VisitMut for Functions {
    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        rename(&mut function.sig, &mut function.block);
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut ImplItemFn) {
        rename(&mut function.sig, &mut function.block);
    }

    fn visit_trait_item_fn_mut(&mut self, function: &mut TraitItemFn) {
        if let Some(block) = &mut function.default {
            rename(&mut function.sig, block);
        }
    }
}

/// A name, and who wrote it.
type Name = (String, String);

fn rename(signature: &mut Signature, block: &mut Block) {
    let mut sure = Sure::default();
    sure.visit_signature(signature);
    sure.visit_block(block);
    let mut found = Found { variables: sure.variables, ..Found::default() };
    found.visit_signature(signature);
    found.visit_block(block);
    let renamed = found.renamed();
    if !renamed.is_empty() {
        let mut renaming = Renaming { renamed };
        renaming.visit_signature_mut(signature);
        renaming.visit_block_mut(block);
    }
}

/// Who wrote a name: a number for each expansion of a macro. Only the text that the compiler shows of a span has it; where that looks
/// otherwise, nobody is told apart.
pub fn writer(span: Span) -> String {
    let text = format!("{span:?}");
    text.split(' ').next().filter(|first| first.starts_with('#')).unwrap_or_default().to_owned()
}

/// The names in patterns that always match: no constant is called so.
#[derive(Default)]
struct Sure {
    in_pattern: bool,
    variables: BTreeSet<String>,
}

impl Sure {
    fn within(&mut self, pattern: &syn::Pat) {
        self.in_pattern = true;
        self.visit_pat(pattern);
        self.in_pattern = false;
    }
}

impl<'ast> Visit<'ast> for Sure {
    fn visit_fn_arg(&mut self, argument: &'ast syn::FnArg) {
        if let syn::FnArg::Typed(parameter) = argument {
            self.within(&parameter.pat);
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        match &local.init {
            Some(init) if init.diverge.is_some() => visit::visit_local(self, local),
            init => {
                self.within(&local.pat);
                init.iter().for_each(|init| self.visit_expr(&init.expr));
            }
        }
    }

    fn visit_expr_for_loop(&mut self, looping: &'ast syn::ExprForLoop) {
        self.within(&looping.pat);
        self.visit_expr(&looping.expr);
        self.visit_block(&looping.body);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        if self.in_pattern {
            self.variables.insert(pattern.ident.to_string());
        }
        visit::visit_pat_ident(self, pattern);
    }
}

/// The names of a function.
#[derive(Default)]
struct Found {
    /// Names that are no constants.
    variables: BTreeSet<String>,
    /// What declares variables, in the order of the text.
    declared: Vec<Name>,
    /// What may name one.
    used: Vec<Name>,
    /// What is called: by a name that is no variable's, it is a function.
    called: Vec<Name>,
}

impl Found {
    /// The variables that need another name, and that.
    fn renamed(&self) -> BTreeMap<Name, String> {
        let texts: BTreeSet<&str> = self.declared.iter().chain(&self.used).map(|(text, _)| text.as_str()).collect();
        let mut renamed = BTreeMap::new();
        let mut kept = BTreeMap::new();
        for name in &self.declared {
            let (text, writer) = name;
            let is_an_item = self.called.iter().any(|called| called.0 == *text && !self.declared.contains(called));
            if renamed.contains_key(name) || (!is_an_item && kept.entry(text).or_insert(writer) == &writer) {
                continue;
            }
            let plain = text.trim_start_matches("r#").trim_start_matches('\'');
            let is_new = |new: &String| {
                let is_used = texts.iter().any(|used| used.trim_start_matches('\'') == new);
                !is_used && !renamed.values().any(|other| other == new)
            };
            if let Some(new) = (2..).map(|number| format!("{plain}_{number}")).find(is_new) {
                renamed.insert(name.clone(), new);
            }
        }
        renamed
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        if may_be_variable(&pattern.ident) || self.variables.contains(&pattern.ident.to_string()) {
            self.declared.push((pattern.ident.to_string(), writer(pattern.ident.span())));
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_const_param(&mut self, parameter: &'ast syn::ConstParam) {
        self.declared.push((parameter.ident.to_string(), writer(parameter.ident.span())));
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(path) = &*call.func
            && let Some(name) = path.path.get_ident().filter(|_| path.qself.is_none())
        {
            self.called.push((name.to_string(), writer(name.span())));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_label(&mut self, label: &'ast syn::Label) {
        self.declared.push(label_name(&label.name));
    }

    fn visit_generic_argument(&mut self, argument: &'ast syn::GenericArgument) {
        if let Some(name) = argument_name(argument) {
            self.used.push((name.to_string(), writer(name.span())));
        }
        visit::visit_generic_argument(self, argument);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let Some(name) = path.path.get_ident().filter(|_| path.qself.is_none()) {
            self.used.push((name.to_string(), writer(name.span())));
        }
        visit::visit_expr_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        within_arguments(&mut call.clone(), |argument| {
            let mut inner = Found { variables: self.variables.clone(), ..Found::default() };
            inner.visit_expr(argument);
            self.declared.append(&mut inner.declared);
            self.used.append(&mut inner.used);
            self.called.append(&mut inner.called);
        });
    }
}

/// Whether a name in a pattern can declare something, by Rust's conventions: it may name a constant otherwise.
fn may_be_variable(name: &Ident) -> bool {
    let text = name.to_string();
    !text.trim_start_matches("r#").starts_with(char::is_uppercase)
}

/// A label, with the sign that tells it from a variable.
fn label_name(label: &syn::Lifetime) -> Name {
    (format!("'{}", label.ident), writer(label.ident.span()))
}

/// The name of what may be a constant parameter as an argument: it looks like a type.
fn argument_name(argument: &syn::GenericArgument) -> Option<&Ident> {
    match argument {
        syn::GenericArgument::Type(syn::Type::Path(path)) if path.qself.is_none() => path.path.get_ident(),
        _ => None,
    }
}

/// Gives variables and labels their new names.
struct Renaming {
    renamed: BTreeMap<Name, String>,
}

impl Renaming {
    fn name(&self, name: &mut Ident) {
        if let Some(new) = self.renamed.get(&(name.to_string(), writer(name.span()))) {
            *name = Ident::new(new, name.span());
        }
    }

    fn label(&self, label: &mut syn::Lifetime) {
        if let Some(new) = self.renamed.get(&label_name(label)) {
            label.ident = Ident::new(new, label.ident.span());
        }
    }
}

impl VisitMut for Renaming {
    fn visit_pat_ident_mut(&mut self, pattern: &mut syn::PatIdent) {
        self.name(&mut pattern.ident);
        visit_mut::visit_pat_ident_mut(self, pattern);
    }

    fn visit_const_param_mut(&mut self, parameter: &mut syn::ConstParam) {
        self.name(&mut parameter.ident);
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if path.qself.is_none() && path.path.leading_colon.is_none() && path.path.segments.len() == 1 {
            self.name(&mut path.path.segments[0].ident);
        }
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut syn::GenericArgument) {
        if argument_name(argument).is_some()
            && let syn::GenericArgument::Type(syn::Type::Path(path)) = argument
        {
            self.name(&mut path.path.segments[0].ident);
        }
        visit_mut::visit_generic_argument_mut(self, argument);
    }

    fn visit_label_mut(&mut self, label: &mut syn::Label) {
        self.label(&mut label.name);
    }

    fn visit_expr_break_mut(&mut self, jump: &mut syn::ExprBreak) {
        if let Some(label) = &mut jump.label {
            self.label(label);
        }
        visit_mut::visit_expr_break_mut(self, jump);
    }

    fn visit_expr_continue_mut(&mut self, jump: &mut syn::ExprContinue) {
        if let Some(label) = &mut jump.label {
            self.label(label);
        }
    }

    // `Point { x }` means `Point { x: x }`.
    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        let member = field.member.clone();
        self.visit_expr_mut(&mut field.expr);
        let is_other =
            matches!((&member, &field.expr), (Member::Named(member), Expr::Path(path)) if !path.path.is_ident(member));
        if field.colon_token.is_none() && is_other {
            field.colon_token = Some(Default::default());
        }
    }

    fn visit_field_pat_mut(&mut self, field: &mut FieldPat) {
        let member = field.member.clone();
        self.visit_pat_mut(&mut field.pat);
        let is_other =
            matches!((&member, &*field.pat), (Member::Named(member), Pat::Ident(name)) if name.ident != *member);
        if field.colon_token.is_none() && is_other {
            field.colon_token = Some(Default::default());
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        within_arguments(call, |argument| self.visit_expr_mut(argument));
    }
}
