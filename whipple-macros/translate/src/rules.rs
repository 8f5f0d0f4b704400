//! Macros of the user's in bodies: `#[device] macro_rules!`.
//!
//! An attribute sees the call of a macro, and not what it expands to. So `#[device]` gives a macro for each of its rules a second one, in
//! front. It begins with `@whipple_device` and an item, which it hands on with what the rule writes. The attribute of an item with such a call
//! becomes a call of that rule (`call`). What comes back (`Expanded`) is written into the item in the place of the call, and the
//! attribute goes on, with the next call or with the translation. Both sides have the expansion then, and nobody else sees the call.

use crate::{errors::Errors, fragments, matches};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Block, Expr, Ident, Item, ItemMacro, Macro, Stmt, Token, braced,
    parse::{Parse, ParseStream, Parser},
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

/// Adds the rules that device code calls.
pub fn define(item: ItemMacro, errors: &mut Errors) -> TokenStream {
    let is_definition = item.mac.path.is_ident("macro_rules") && item.ident.is_some();
    if !is_definition {
        errors.push(&item, "`#[device]` goes on `macro_rules! name { … }`, and not on a call of a macro");
        return item.into_token_stream();
    }
    let rules = match parse_rules.parse2(item.mac.tokens.clone()) {
        Ok(rules) => rules,
        // rustc says what is wrong.
        Err(_) => return item.into_token_stream(),
    };
    let handed_on = rules.iter().map(|Rule { matcher, written }| {
        let (matcher, body) = (matcher.stream(), written.stream());
        // The braces have the place of the macro's own text: by it what the macro writes is told from what it is handed.
        let body = in_braces(body, written.span());
        quote! {
            (@whipple_device { $($whipple_item:tt)* } #matcher) => {
                ::whipple::private::expanded! { { $($whipple_item)* } #body }
            };
        }
    });
    let tokens = item.mac.tokens.clone();
    let mac = Macro { tokens: quote!(#(#handed_on)* #tokens), ..item.mac };
    ItemMacro { mac, ..item }.into_token_stream()
}

/// What a macro takes, and what it writes.
struct Rule {
    matcher: Group,
    written: Group,
}

fn parse_rules(input: ParseStream<'_>) -> syn::Result<Vec<Rule>> {
    let mut rules = Vec::new();
    while !input.is_empty() {
        let matcher = input.parse::<Group>()?;
        input.parse::<Token![=>]>()?;
        rules.push(Rule { matcher, written: input.parse::<Group>()? });
        input.parse::<Option<Token![;]>>()?;
    }
    Ok(rules)
}

fn in_braces(tokens: TokenStream, at: Span) -> Group {
    let mut group = Group::new(Delimiter::Brace, tokens);
    group.set_span(at);
    group
}

/// The call of the first macro of the user's in an item, with the item and its attribute, if there is one.
pub fn call(attribute: &str, arguments: &TokenStream, item: &Item) -> Option<TokenStream> {
    let mut first = First { expansion: None, found: None, errors: &mut Errors::default() };
    first.visit_item_mut(&mut item.clone());
    let Macro { path, tokens, .. } = first.found?;
    let attribute = Ident::new(attribute, Span::call_site());
    let inner = quote_spanned!(path.span()=> @whipple_device { #attribute { #arguments } { #item } } #tokens);
    let inner = in_braces(inner, path.span());
    Some(quote_spanned!(path.span()=> #path! #inner))
}

/// What a macro gives back.
pub struct Expanded {
    /// The attribute of the item.
    pub attribute: Ident,
    /// Its arguments.
    pub arguments: TokenStream,
    item: Item,
    expansion: Group,
}

impl Parse for Expanded {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (state, arguments, item);
        braced!(state in input);
        let attribute = state.parse()?;
        braced!(arguments in state);
        braced!(item in state);
        Ok(Self { attribute, arguments: arguments.parse()?, item: item.parse()?, expansion: input.parse()? })
    }
}

impl Expanded {
    /// The item with the expansion in the place of the call.
    pub fn item(self, errors: &mut Errors) -> Item {
        let Self { mut item, expansion, .. } = self;
        First { expansion: Some(&expansion), found: None, errors }.visit_item_mut(&mut item);
        item
    }
}

/// Looks for the first call, and writes the expansion in its place if there is one.
struct First<'a> {
    expansion: Option<&'a Group>,
    found: Option<Macro>,
    errors: &'a mut Errors,
}

impl First<'_> {
    /// Whether this is the call. Where it is, the expansion, if there is one: as if it stood where the call is.
    fn finds(&mut self, call: &Macro) -> Option<Option<TokenStream>> {
        if self.found.is_some() || !is_of_the_user(call) {
            return None;
        }
        self.found = Some(call.clone());
        let placed = |group: &Group| placed(group.stream(), &writer(group.span()), call.path.span());
        Some(self.expansion.map(placed))
    }

    fn parsed<T>(&mut self, call: &Macro, parse: impl Parser<Output = T>, tokens: TokenStream) -> Option<T> {
        match parse.parse2(tokens) {
            Ok(parsed) => Some(parsed),
            Err(error) => {
                let name = call.path.to_token_stream().to_string().replace(' ', "");
                self.errors.push(&call.path, format!("what `{name}!` writes here cannot be read: {error}"));
                None
            }
        }
    }

    /// An expression in the place of a call: one operand.
    fn operand(&mut self, call: &Macro, expansion: TokenStream) -> Expr {
        let parse = |input: ParseStream<'_>| {
            let expr = input.parse::<Expr>()?;
            input.parse::<Option<Token![;]>>()?;
            Ok(expr)
        };
        match self.parsed(call, parse, expansion) {
            Some(expr) => fragments::operand(expr),
            None => syn::parse_quote_spanned!(call.path.span()=> ::core::panic!()),
        }
    }
}

impl VisitMut for First<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(call) = expr {
            match self.finds(&call.mac) {
                Some(Some(expansion)) => return *expr = self.operand(&call.mac.clone(), expansion),
                Some(None) => return,
                None => {}
            }
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut statements = Vec::with_capacity(block.stmts.len());
        for mut statement in std::mem::take(&mut block.stmts) {
            if let Stmt::Macro(call) = &statement
                && let Some(Some(expansion)) = self.finds(&call.mac)
            {
                let written = self.parsed(&call.mac, Block::parse_within, expansion).unwrap_or_default();
                let last = written.len();
                statements.extend(written.into_iter().enumerate().map(|(index, written)| match written {
                    // The semicolon of the call.
                    Stmt::Expr(expr, None) if index + 1 == last => Stmt::Expr(expr, call.semi_token),
                    written => written,
                }));
                continue;
            }
            if self.found.is_none() {
                self.visit_stmt_mut(&mut statement);
            }
            statements.push(statement);
        }
        block.stmts = statements;
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if self.found.is_some() || is_of_the_user(call) {
            return;
        }
        let mut changed = call.clone();
        fragments::within_arguments(&mut changed, |argument| self.visit_expr_mut(argument));
        if self.found.is_some() {
            // What it says has the text of its argument, and not what that expands to.
            matches::say_what_is_asserted(call);
            *call = match self.expansion {
                Some(_) => with_first_argument_of(&changed, call),
                None => changed,
            };
        }
    }
}

/// The arguments of `changed`, and behind them the message that only `said` has.
fn with_first_argument_of(changed: &Macro, said: &Macro) -> Macro {
    let parse = syn::punctuated::Punctuated::<Expr, Token![,]>::parse_terminated;
    let (Ok(changed_arguments), Ok(said_arguments)) =
        (parse.parse2(changed.tokens.clone()), parse.parse2(said.tokens.clone()))
    else {
        return changed.clone();
    };
    let more = said_arguments.iter().skip(changed_arguments.len());
    let arguments = changed_arguments.iter().chain(more);
    Macro { tokens: quote!(#(#arguments),*), ..changed.clone() }
}

/// What a macro writes at the place where it is called: rustc, too, says that a panic in it is there. What it was handed stays where it is.
fn placed(tokens: TokenStream, writer_of_macro: &str, at: Span) -> TokenStream {
    let place = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            let mut placed = Group::new(group.delimiter(), placed(group.stream(), writer_of_macro, at));
            placed.set_span(group.span());
            token = TokenTree::Group(placed);
        }
        if writer(token.span()) == writer_of_macro {
            token.set_span(token.span().located_at(at));
        }
        token
    };
    tokens.into_iter().map(place).collect()
}

/// Who wrote a token: a number for each expansion of a macro, in the text that the compiler shows of a span.
fn writer(span: Span) -> String {
    fragments::writer(span)
}

/// Macros of std, and those of which device code has its own: an attribute calls none of them.
const OF_STD: &[&str] = &[
    "addr_of",
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "const_format_args",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "is_x86_feature_detected",
    "line",
    "macro_rules",
    "matches",
    "module_path",
    "offset_of",
    "option_env",
    "panic",
    "pin",
    "print",
    "println",
    "ready",
    "stringify",
    "thread_local",
    "todo",
    "try",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

fn is_of_the_user(call: &Macro) -> bool {
    call.path.segments.last().is_some_and(|last| OF_STD.iter().all(|name| last.ident != name))
}
