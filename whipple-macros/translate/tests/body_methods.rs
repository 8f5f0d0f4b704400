//! Methods, associated functions and procedure bodies: `self`, `Self`, prototypes.

mod support;

use support::method;
use whipple_translate::context::Role;

fn in_patch(source: &str) -> String {
    let text = method(&format!("impl Patch {{ {source} }}"), Role::Method);
    let text = text.unwrap_or_else(|messages| panic!("{messages:#?}"));
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

#[test]
fn receivers() {
    assert_eq!(
        in_patch("fn area(&self) -> f32 { self.width() * self.height() }"),
        "__device__ f32 P::area_fn() const { decltype(auto) value = this->width_fn(); return value * this->height_fn(); }"
    );
    assert_eq!(
        in_patch("fn grow(&mut self, by: f32) { self.width += by; }"),
        "__device__ Unit P::grow_fn(f32 by) { this->width += by; return Unit{}; }"
    );
    assert_eq!(in_patch("fn get(self) -> f32 { self.0 }"), "__device__ f32 P::get() const { return this->_0; }");
    assert_eq!(
        in_patch("fn grown(mut self, by: f32) -> Self { self.width += by; self }"),
        "__device__ Patch P::grown_fn(f32 by) const { auto self_ = *this; self_.width += by; return self_; }"
    );
    assert_eq!(
        in_patch("fn max(&self, other: &Self) -> Self { if self.width > other.width { *self } else { *other } }"),
        "__device__ Patch P::max(const Patch& other) const { return this->width > other.width ? *this : other; }"
    );
}

#[test]
fn associated_functions() {
    assert_eq!(
        in_patch("fn unit() -> Self { Self { width: Self::WIDTH, height: Self::side(2.0) } }"),
        "__device__ Patch P::unit_fn() { Patch patch; patch.width = Patch::WIDTH; patch.height = Patch::side_fn(2.0f); return patch; }"
    );
    assert_eq!(
        in_patch("fn pair(a: f32) -> Self { Self(a, 1.0) }"),
        "__device__ Patch P::pair_fn(f32 a) { return Patch{a, 1.0f}; }"
    );
    assert_eq!(
        in_patch("fn new(a: f32) -> Self { Self::from(a) }"),
        "__device__ Patch P::new_(f32 a) { return Patch::from(a); }"
    );
}

#[test]
fn procedures() {
    let text = method(
        "impl Execute for Split {
            type Item = Patch;
            fn execute(&self, ctx: &Context<Self>, patch: &Self::Item) {
                let own = self.camera.project(patch.point);
                if own.x > 1.0 {
                    ctx.spawn::<Self>(*patch);
                }
            }
        }",
        Role::Execute,
    );
    assert_eq!(
        text.expect("translates"),
        "__device__ void P::execute(const Context<Split>& ctx, const Patch& patch) const {\n    \
         decltype(auto) own = this->camera.project(patch.point);\n    \
         if (own.x > 1.0f) {\n        ctx.spawn<Split>(patch);\n    }\n}"
    );
}

#[test]
fn prototypes() {
    let function: syn::ItemFn =
        syn::parse_quote! { fn first<T: Copy, const N: usize>(values: &[T; N]) -> T { values[0] } };
    let input = whipple_translate::context::FunctionInput {
        signature: &function.sig,
        block: &function.block,
        role: Role::Method,
        self_type: None,
        item_type: None,
        output_type: None,
        qualifier: &whipple_translate::piece::Pieces::text("Patch::"),
        parameters: None,
        operator: None,
    };
    let translated = whipple_translate::body::translate(&input, &mut whipple_translate::errors::Errors::new());
    assert_eq!(
        translated.prototype.preview(),
        "template <class T, size_t N> static __device__ T first(const Array<T, N>& values)"
    );
    assert!(
        translated
            .definition_head
            .preview()
            .ends_with("template <class T, size_t N> __device__ T Patch::first(const Array<T, N>& values) ")
    );
    assert!(translated.is_static);
}

fn in_function(source: &str) -> String {
    support::statements(&format!("fn f(r: &mut Walker, a: Words, x: f32, o: Option<u32>) {{ {source} }}"))
}

#[test]
fn what_may_change_a_copy_gets_one() {
    assert_eq!(in_function("r.clone().step(1.5);"), "num::step(num::clone(r), 1.5f);");
    assert_eq!(in_function("o.clone().take();"), "num::clone(o).take();");
    assert_eq!(in_function("let n = r.clone().max(x);"), "const auto n = num::max(num::clone(r), x);");
}

#[test]
fn methods_of_numbers_are_known_by_their_whole_names() {
    // `&` of two truth values is an int in C++.
    assert_eq!(
        in_function("let b = a.leading_set() & a.count_even();"),
        "decltype(auto) value = a.leading_set_fn(); const auto b = num::joined(value & a.count_even_fn());"
    );
    assert_eq!(in_function("let b = x.to_bits() & 3;"), "const auto b = num::to_bits(x) & 3;");
}

#[test]
fn methods_are_called_as_functions() {
    assert_eq!(in_function("let n = u32::pow(2, 3);"), "const auto n = (2_Answer0).pow(3);");
    assert_eq!(
        in_function("let n = f32::inverse_lerp(0.5, 1.5, x);"),
        "const auto n = num::inverse_lerp(0.5f, 1.5f, x);"
    );
}
