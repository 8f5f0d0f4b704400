//! What must hold of every expansion.

use super::corpus::Input;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
    time::{Duration, Instant},
};
use syn::{
    Attribute, Block, Expr, GenericArgument, GenericParam, ImplItem, Item, ItemEnum, ItemStruct, Macro, PathArguments,
    Stmt, TraitItem, Type,
    parse::Parser,
    punctuated::Punctuated,
    visit_mut::{self, VisitMut},
};

/// No expansion may take longer. A long one takes some 100 ms without optimisation, and a busy machine may make it ten times
/// that: only one that does not end, or doubles with each level of its input, comes here.
pub const LIMIT: Duration = Duration::from_secs(20);

/// Of the thread that looks at an expansion.
const STACK: usize = 128 << 20;

/// How far an input got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is no item.
    Unparsed,
    /// It nests too deeply to be parsed.
    TooDeep,
    /// It is an item with errors.
    Refused,
    /// It was translated.
    Accepted,
}

/// Expands an input; what is wrong with the expansion is the error. The time is that of the expansion alone.
pub fn check(input: &Input) -> Result<(Outcome, Duration), String> {
    let Input { attribute, arguments, item } = input;
    let begin = Instant::now();
    let expansion = catch_unwind(AssertUnwindSafe(|| attribute.expand(arguments.clone(), item.clone())));
    let time = begin.elapsed();
    let expansion = expansion.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        format!("it panics: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("(no text)"))
    })?;
    if time > LIMIT {
        return Err(format!("it takes long: {time:?}"));
    }
    outcome(item, &expansion).map(|outcome| (outcome, time))
}

/// After these errors rustc is not shown what it would complain of again.
const TAKEN_OUT: [&str; 15] = [
    "`?` leaves a function that returns an `Option` or a `Result`",
    "the body of a procedure is `fn execute(",
    "the body of a procedure returns nothing",
    "a procedure cannot be generic",
    "a width or a precision is a number",
    "has no addresses to print",
    "begins with a text in quotes",
    "has at most 16 values",
    "a text cannot capture",
    "an argument is missing",
    "cannot be read",
    "device code has no strings to keep",
    "what is printed begins with",
    "this is no `matches!",
    "does not look like an enum",
];

/// A macro with the rules that hand items on, or an item that goes to such a macro: both keep what there was.
fn handed_on(given: &Item, all: &str) -> Result<Outcome, String> {
    let kept = match given {
        Item::Macro(item) => item.mac.tokens.to_string(),
        given => given.to_token_stream().to_string(),
    };
    if all.contains(&kept) { Ok(Outcome::Accepted) } else { Err(format!("the item of a macro was changed: {all}")) }
}

/// What an expansion is, and whether it may be that.
fn outcome(item: &TokenStream, expansion: &TokenStream) -> Result<Outcome, String> {
    let (given, all) = (item.to_string(), expansion.to_string());
    let (is_given_back, file) = look_at(&given, &all);
    if is_given_back {
        if all[given.len()..].contains("nested too deeply") {
            return Ok(Outcome::TooDeep);
        }
        let is_item = syn::parse2::<Item>(item.clone()).is_ok_and(|item| !matches!(item, Item::Verbatim(_)));
        return Ok(if is_item { Outcome::Refused } else { Outcome::Unparsed });
    }
    let Ok(given) = syn::parse2::<Item>(item.clone()) else {
        return Err(format!("tokens that are no item are not given back with an error: {all}"));
    };
    if all.contains("@ whipple_device") {
        return handed_on(&given, &all);
    }
    // As its text is parsed, like the expansion's.
    let printed = syn::parse_str::<Item>(&item.to_string()).unwrap_or_else(|_| given.clone());
    // What syn prints as something else is not the translator's doing.
    let again = syn::parse_str::<Item>(&given.to_token_stream().to_string());
    if again.is_ok_and(|again| plain(&again, false) != plain(&printed, false)) {
        return Ok(Outcome::Unparsed);
    }
    if TAKEN_OUT.iter().any(|message| all.contains(message)) && file.is_ok() {
        return Ok(Outcome::Refused);
    }
    // A `?` that was refused, whose error another one stands for.
    let unwraps = |text: &str| text.matches("unwrap()").count();
    if file.as_ref().is_ok_and(|file| file.refused && unwraps(&file.first) > unwraps(&plain(&printed, false))) {
        return Ok(Outcome::Refused);
    }
    let File { first, skeleton, refused } = match file {
        Ok(file) => file,
        // What syn cannot print so that it parses again is not the translator's doing.
        Err(_) if syn::parse_str::<Item>(&given.to_token_stream().to_string()).is_err() => {
            return Ok(Outcome::Unparsed);
        }
        Err(error) => return Err(format!("it becomes invalid Rust ({error}): {all}")),
    };
    // A group of a macro is in parentheses afterwards: all groups, or where the text would mean something else without them.
    let grouped = syn::parse2::<Item>(in_parentheses(item.clone())).ok();
    let is_kept =
        [Some(&printed), Some(&given), grouped.as_ref()].into_iter().flatten().any(|item| plain(item, false) == first);
    if refused && !matches!(given, Item::Impl(_)) && !is_kept {
        return Err(format!("the item with errors was changed: {all}"));
    }
    if plain(&printed, true) != skeleton {
        return Err(format!("the item was changed: {all}"));
    }
    Ok(if refused { Outcome::Refused } else { Outcome::Accepted })
}

/// Tokens whose groups without delimiters have parentheses.
fn in_parentheses(tokens: TokenStream) -> TokenStream {
    let group = |token: TokenTree| match token {
        TokenTree::Group(group) => {
            let delimiter = match group.delimiter() {
                Delimiter::None => Delimiter::Parenthesis,
                other => other,
            };
            TokenTree::Group(Group::new(delimiter, in_parentheses(group.stream())))
        }
        other => other,
    };
    tokens.into_iter().map(group).collect()
}

/// What an expansion has: its first item by [`plain`], and whether there are errors.
struct File {
    first: String,
    skeleton: String,
    refused: bool,
}

/// Whether the expansion is what was given and then errors, and what it is otherwise. syn needs more of the stack than rustc, which parses
/// an expansion with as much as it takes.
fn look_at(given: &str, all: &str) -> (bool, Result<File, String>) {
    let look = || {
        let is_given_back = all.strip_prefix(given).is_some_and(is_errors);
        let file = syn::parse_str::<syn::File>(all).map_err(|error| error.to_string()).and_then(|file| {
            let first = file.items.first().ok_or("the item is gone")?;
            let refused = file.items.iter().any(is_error);
            Ok(File { first: plain(first, false), skeleton: plain(first, true), refused })
        });
        (is_given_back, file)
    };
    thread::scope(|scope| {
        let looking = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, look);
        looking.expect("a thread starts").join().expect("syn ends")
    })
}

fn is_error(item: &Item) -> bool {
    matches!(item, Item::Macro(call) if call.mac.path.segments.last().is_some_and(|last| last.ident == "compile_error"))
}

/// Whether the text is one or more `compile_error!`.
fn is_errors(text: &str) -> bool {
    syn::parse_str::<syn::File>(text).is_ok_and(|file| !file.items.is_empty() && file.items.iter().all(is_error))
}

/// Takes the names off the lifetimes that had none in the type of an impl.
fn unname_lifetimes(implementation: &mut syn::ItemImpl) {
    struct Unnamed;
    impl syn::visit_mut::VisitMut for Unnamed {
        fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
            if lifetime.ident.to_string().starts_with("whipple_") {
                *lifetime = syn::Lifetime::new("'_", lifetime.span());
            }
        }
    }
    let is_named = |parameter: &syn::GenericParam| match parameter {
        syn::GenericParam::Lifetime(lifetime) => lifetime.lifetime.ident.to_string().starts_with("whipple_"),
        _ => false,
    };
    let parameters = std::mem::take(&mut implementation.generics.params);
    implementation.generics.params = parameters.into_iter().filter(|parameter| !is_named(parameter)).collect();
    if implementation.generics.params.is_empty() {
        implementation.generics.lt_token = None;
        implementation.generics.gt_token = None;
    }
    syn::visit_mut::VisitMut::visit_item_impl_mut(&mut Unnamed, implementation);
}

/// An item without attributes and without what the expansion puts into it, as text; as a `skeleton` also without bodies and
/// values, whose literals get types.
fn plain(item: &Item, skeleton: bool) -> String {
    let mut item = item.clone();
    if let Item::Impl(implementation) = &mut item {
        unname_lifetimes(implementation);
        implementation.items.retain(|member| match member {
            ImplItem::Const(constant) => !is_added(&constant.ident),
            ImplItem::Fn(function) => !is_added(&function.sig.ident),
            _ => true,
        });
        // Of the body of a procedure `Translated` has the output, and the CPU its own form of the body.
        let of = implementation.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        if of.is_some_and(|of| of.ident == "Execute") {
            let is_written = |member: &ImplItem| match member {
                ImplItem::Type(ty) => ty.ident == "Output",
                ImplItem::Fn(function) => function.sig.ident == "execute_in_loops",
                _ => false,
            };
            implementation.items.retain(|member| !is_written(member));
        }
    }
    if let Item::Trait(of) = &mut item {
        of.items.retain(|member| !matches!(member, TraitItem::Fn(function) if is_added(&function.sig.ident)));
        of.supertraits = std::mem::take(&mut of.supertraits)
            .into_iter()
            .filter(|bound| !bound.to_token_stream().to_string().contains("UnderDevice"))
            .collect();
        of.colon_token = of.colon_token.filter(|_| !of.supertraits.is_empty());
    }
    // Of a type's parameters, bounds and where clauses that are refused are left out: rustc would say more of them.
    if let Item::Struct(ItemStruct { generics, .. }) | Item::Enum(ItemEnum { generics, .. }) = &mut item {
        generics.where_clause = None;
        generics.type_params_mut().for_each(|parameter| parameter.bounds.clear());
    }
    Plain { skeleton }.visit_item_mut(&mut item);
    // Without spaces: a closure's `||` is printed as `| |`.
    item.to_token_stream().to_string().split_whitespace().collect()
}

fn is_added(name: &syn::Ident) -> bool {
    let name = name.to_string();
    matches!(name.as_str(), "SOURCE" | "IN_LOOPS" | "write_device_on_this_trait_too")
        || name.starts_with("WHIPPLE_")
        || name.starts_with("whipple_of_")
}

struct Plain {
    skeleton: bool,
}

impl VisitMut for Plain {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.clear();
    }

    // A type's parameters have defaults afterwards.
    fn visit_generic_param_mut(&mut self, parameter: &mut GenericParam) {
        match parameter {
            GenericParam::Type(parameter) => parameter.default = None,
            GenericParam::Const(parameter) => parameter.default = None,
            GenericParam::Lifetime(_) => {}
        }
        visit_mut::visit_generic_param_mut(self, parameter);
    }

    // An iterator that a function gives stands in a type of whipple's.
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && let Some(last) = path.path.segments.last().filter(|last| last.ident == "Items")
            && path.path.segments.first().is_some_and(|first| first.ident == "whipple")
            && let PathArguments::AngleBracketed(arguments) = &last.arguments
            && let Some(GenericArgument::Type(within)) = arguments.args.first()
        {
            *ty = within.clone();
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        if self.skeleton {
            block.stmts.clear();
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.skeleton {
            *expr = Expr::Verbatim(quote!(_));
            return;
        }
        // An operand that a macro handed over is in parentheses afterwards.
        loop {
            *expr = match expr {
                Expr::Paren(inner) => (*inner.expr).clone(),
                Expr::Group(inner) => (*inner.expr).clone(),
                _ => break,
            };
        }
        // `matches!` is written out.
        let is_written_out = match expr {
            Expr::Macro(call) => call.mac.path.segments.last().is_some_and(|last| last.ident == "matches"),
            Expr::Match(choice) => {
                choice.arms.last().is_some_and(|arm| arm.body.to_token_stream().to_string() == "false")
            }
            _ => false,
        };
        if is_written_out {
            *expr = Expr::Verbatim(quote!(matches));
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        if let Stmt::Macro(call) = statement
            && call.mac.path.segments.last().is_some_and(|last| last.ident == "matches")
        {
            *statement = Stmt::Expr(Expr::Verbatim(quote!(matches)), call.semi_token);
        }
        visit_mut::visit_stmt_mut(self, statement);
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        // `println!` is called by the path of whipple's afterwards.
        if let Some(last) = call.path.segments.last() {
            call.path = last.ident.clone().into();
        }
        if has_word(&call.tokens, "matches") || has_word(&call.tokens, "unreachable_patterns") {
            call.tokens = quote!();
        }
        let arguments = Punctuated::<Expr, syn::Token![,]>::parse_terminated.parse2(call.tokens.clone());
        if let Ok(mut arguments) = arguments {
            arguments.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
            let arguments = arguments.iter().filter(|argument| !is_capture(argument));
            call.tokens = quote!(#(#arguments),*);
        }
    }
}

/// Whether it is `x = x`, which is written behind a text that captures `x`.
fn is_capture(argument: &Expr) -> bool {
    let text = |expr: &Expr| expr.to_token_stream().to_string();
    matches!(argument, Expr::Assign(assign) if matches!(&*assign.left, Expr::Path(path) if path.path.get_ident().is_some())
        && text(&assign.left) == text(&assign.right))
}

fn has_word(tokens: &impl ToTokens, word: &str) -> bool {
    tokens.to_token_stream().to_string().contains(word)
}
