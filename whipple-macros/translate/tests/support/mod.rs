//! Translates functions given as text and shows the C++ as a reader would see it.
#![allow(dead_code)]

use whipple_translate::{
    body,
    context::{FunctionInput, Role},
    errors::Errors,
    piece::Pieces,
};

/// Translates a free function: its C++ definition without the `#line` directives, or the messages.
pub fn cuda(source: &str) -> Result<String, Vec<String>> {
    full(source).map(|text| without_lines(&text))
}

/// As [`cuda`], with the directives.
pub fn full(source: &str) -> Result<String, Vec<String>> {
    let item: syn::ItemFn = syn::parse_str(source).expect("the test's Rust parses");
    let input = FunctionInput {
        signature: &item.sig,
        block: &item.block,
        role: Role::Function,
        self_type: None,
        item_type: None,
        output_type: None,
        qualifier: &Pieces::new(),
        parameters: None,
        operator: None,
    };
    render(&input)
}

/// Translates the only function of an `impl` block.
pub fn method(source: &str, role: Role) -> Result<String, Vec<String>> {
    let item: syn::ItemImpl = syn::parse_str(source).expect("the test's Rust parses");
    let function = item
        .items
        .iter()
        .find_map(|item| match item {
            syn::ImplItem::Fn(function) => Some(function),
            _ => None,
        })
        .expect("a function");
    let associated = item.items.iter().find_map(|item| match item {
        syn::ImplItem::Type(ty) => Some(&ty.ty),
        _ => None,
    });
    let qualifier = Pieces::text("P::");
    let input = FunctionInput {
        signature: &function.sig,
        block: &function.block,
        role,
        self_type: Some(&item.self_ty),
        item_type: associated,
        output_type: None,
        qualifier: &qualifier,
        parameters: None,
        operator: None,
    };
    render(&input).map(|text| without_lines(&text))
}

/// The Rust body that the host gets.
pub fn host(source: &str) -> String {
    let item: syn::ItemFn = syn::parse_str(source).expect("the test's Rust parses");
    let input = FunctionInput {
        signature: &item.sig,
        block: &item.block,
        role: Role::Function,
        self_type: None,
        item_type: None,
        output_type: None,
        qualifier: &Pieces::new(),
        parameters: None,
        operator: None,
    };
    let mut errors = Errors::new();
    let host = body::translate(&input, &mut errors).host;
    quote::quote!(#host).to_string()
}

/// The body's statements only, one level out, without [`END`].
pub fn statements(source: &str) -> String {
    match cuda(source) {
        Ok(text) => {
            let lines: Vec<&str> = text.lines().collect();
            let inner = &lines[1..lines.len() - 1];
            let inner: Vec<&str> = inner.iter().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
            without_end(&inner.join("\n"))
        }
        Err(messages) => panic!("{messages:#?}"),
    }
}

/// The messages of a function that is refused.
pub fn messages(source: &str) -> Vec<String> {
    cuda(source).expect_err("the function is refused")
}

fn render(input: &FunctionInput<'_>) -> Result<String, Vec<String>> {
    let mut errors = Errors::new();
    let function = body::translate(input, &mut errors);
    if !errors.is_empty() {
        return Err(errors.messages());
    }
    Ok(format!("{}{}", function.definition_head.preview(), function.body.preview()))
}

fn without_lines(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("#line") && !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// How a body without a result ends.
const END: &str = "return Unit{};";

fn without_end(body: &str) -> String {
    body.strip_suffix(END).map_or(body, str::trim_end).to_owned()
}

/// The C++ body on one line, without [`END`].
pub fn one_line(source: &str) -> String {
    without_end(&statements_of(source).join(" "))
}

fn statements_of(source: &str) -> Vec<String> {
    let text = cuda(source).unwrap_or_else(|messages| panic!("{messages:#?}"));
    let body = text.split_once(") {").map_or("", |(_, body)| body);
    body.trim()
        .trim_end_matches('}')
        .lines()
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}
