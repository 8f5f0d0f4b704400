//! The item macros as functions of tokens: what they add, and that the user's item survives its errors.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use whipple_translate::items;

/// The literal text in an expansion, joined, with `{}` for what rustc fills in.
fn text(expansion: TokenStream) -> String {
    let file: syn::File = syn::parse2(expansion).expect("an expansion parses");
    let mut found = Texts(String::new());
    syn::visit::Visit::visit_file(&mut found, &file);
    found.0
}

struct Texts(String);

impl<'a> syn::visit::Visit<'a> for Texts {
    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        let function = call.func.to_token_stream().to_string().replace(' ', "");
        match function.strip_prefix("::whipple::private::Piece::") {
            Some("Text") => match &call.args[0] {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => self.0 += &text.value(),
                _ => self.0 += "{}",
            },
            Some(_) => self.0 += "{}",
            None => syn::visit::visit_expr_call(self, call),
        }
    }
}

fn errors(expansion: &TokenStream) -> usize {
    expansion.to_string().matches("compile_error").count()
}

#[test]
fn a_struct_keeps_its_documentation_and_checks_its_layout() {
    let expansion = items::device(
        quote!(),
        quote! {
            /// A patch.
            #[derive(Clone, Copy, PartialEq)]
            struct Patch {
                /// Control points.
                points: [Vec3; 16],
                new: u32,
            }
        },
    );
    let text = text(expansion);
    assert!(text.contains("struct Patch;\n"), "{text}");
    assert!(
        text.contains("/// A patch.\nstruct Patch {\n    /// Control points.\n    {} points;\n    {} new_;\n"),
        "{text}"
    );
    assert!(text.contains("bool operator==(const Patch&) const = default;"), "{text}");
    assert!(text.contains("static_assert(sizeof(Patch) == {} && alignof(Patch) == {},"), "{text}");
    assert!(text.contains("static_assert(offsetof(Patch, new_) == {},"), "{text}");
}

#[test]
fn an_enum_has_its_values_from_rustc() {
    let text = text(items::device(
        quote!(),
        quote!(
            enum Material {
                Matte,
                Glossy = 4,
            }
        ),
    ));
    assert!(text.contains("enum class Material : unsigned {\n    Matte = {},\n    Glossy = {},\n};"), "{text}");
}

#[test]
fn an_enum_with_fields_is_a_number_and_a_union() {
    let text = text(items::device(
        quote!(),
        quote!(
            enum Shape {
                Nothing,
                Ball(f32),
                Plane { normal: Vec3, class: u32 },
            }
        ),
    ));
    assert!(text.contains("    enum class Of_ : unsigned { Nothing, Ball, Plane };\n"), "{text}");
    assert!(
        text.contains("        struct Plane_ {\n            {} normal;\n            {} class_;\n        };\n"),
        "{text}"
    );
    let union = "    union Fields_ {\n        with_::Ball_ Ball;\n        with_::Plane_ Plane;\n    } fields_;\n";
    assert!(text.contains(union), "{text}");
    assert!(text.contains("constexpr Shape Shape::Nothing(Shape::Of_::Nothing);\n"), "{text}");
    assert!(text.contains("static_assert(sizeof(Shape) == {} && alignof(Shape) == {},"), "{text}");
}

#[test]
fn a_body_by_hand_is_indented_as_a_body() {
    let arguments = quote!(cuda = "unsigned lane;\n            asm(\"\");\n            return lane;");
    let text = text(items::device(
        arguments,
        quote!(
            fn lane() -> u32 {
                vec![1][0]
            }
        ),
    ));
    assert!(text.contains("{\n    unsigned lane;\n    asm(\"\");\n    return lane;\n}\n"), "{text}");
}

#[test]
fn a_constant_is_one_expression() {
    let text = text(items::device(
        quote!(),
        quote!(
            const EDGE: u32 = 5 * 3;
        ),
    ));
    assert!(text.contains("__device__ constexpr u32 EDGE = "), "{text}");
    assert!(text.contains(" * "), "{text}");
}

/// C++ has no constant that is infinite by arithmetic.
#[test]
fn constants_of_floats_are_evaluated_by_rustc() {
    let constant = |value: TokenStream| text(items::device(quote!(), quote!(const EDGE: f32 = #value;)));
    assert!(constant(quote!(1.0 / 0.0)).contains("num::from_bits<f32>({}u)"));
    assert!(constant(quote!(LIMIT.min(3.0))).contains("num::from_bits<f32>({}u)"));
    assert!(constant(quote!(f32::INFINITY)).contains("= Float<f32>::INFINITY;"));
}

#[test]
fn a_procedure_without_fields_has_no_blank_member_section() {
    let text = text(items::procedure(
        quote!(level = 2),
        quote!(
            struct Cull;
        ),
    ));
    assert!(
        text.contains(
            "struct Cull {\n    using Shared = NoShared;\n    static constexpr unsigned LEVEL = 2, THREADS = {};\n{}"
        ),
        "{text}"
    );
}

#[test]
fn every_item_survives_its_errors() {
    /// An attribute macro: its arguments, the item, what it becomes.
    type Attribute = fn(TokenStream, TokenStream) -> TokenStream;
    let broken: [(Attribute, TokenStream, TokenStream, usize); 7] = [
        (
            items::device,
            quote!(),
            quote!(
                struct Patch {
                    name: String,
                    next: Box<Patch>,
                    depth: u32,
                }
            ),
            2,
        ),
        (
            items::device,
            quote!(),
            quote!(
                enum Shape {
                    Sphere(),
                    Box { size: Box<f32> },
                }
            ),
            2,
        ),
        (
            items::device,
            quote!(),
            quote!(
                trait Shape<T> {}
            ),
            1,
        ),
        (
            items::procedure,
            quote!(level = 0, threads = 64),
            quote!(
                struct Split {
                    depth: u32,
                }
            ),
            1,
        ),
        (
            items::procedure,
            quote!(),
            quote!(
                struct Split {
                    depth: Vec<u32>,
                }
            ),
            2,
        ),
        (
            items::execute,
            quote!(fast),
            quote!(
                fn execute() {}
            ),
            2,
        ),
        (
            items::program,
            quote!(),
            quote!(
                struct Reyes {
                    bound: Bound,
                    split: Bound,
                }
            ),
            1,
        ),
    ];
    for (expand, arguments, item, expected) in broken {
        let (shown, expansion) = (item.to_string(), expand(arguments, item));
        let file: syn::File = syn::parse2(expansion.clone()).expect("an expansion parses");
        assert_eq!(errors(&expansion), expected, "{shown}");
        let first = file.items.first().expect("the item is emitted").to_token_stream().to_string();
        let name = shown.split_whitespace().nth(1).expect("items have names");
        assert!(first.contains(name), "{shown} became {first}");
    }
}

#[test]
fn tokens_that_are_no_item_are_given_back() {
    let expansion = items::device(quote!(), quote!(1 + 1));
    assert_eq!(errors(&expansion), 1);
    assert!(expansion.to_string().starts_with("1 + 1"));
}

/// The host's body of a function that a trait gives has the type that is guessed where rustc has no answer, as the text for C++ has it.
#[test]
fn functions_of_traits_keep_guesses() {
    let of_trait = quote! {
        trait Shape: Hidden {
            fn take(&self, count: u8) -> u32;
            fn many(&self) -> u32 {
                let mut count = 250;
                count += 1;
                self.take(count)
            }
        }
    };
    let expansion = items::device(TokenStream::new(), of_trait).to_string();
    let host = expansion.split("fn many").nth(1).expect("the function is there");
    let host = host.split("self . take").next().expect("its call is there");
    assert!(host.contains("guessed :: < { WHIPPLE_ANSWERED } , i32 , _ > (250)"), "{host}");
}
