//! Functions of which an argument does not say all generic parameters: C++ deduces the others of a second declaration, whose first
//! parameter says what the function gives (`whipple_runtime::source::given`).

use super::callables;
use super::{Translator, code::concat};
use crate::{
    names,
    piece::{self, Pieces},
};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{FnArg, GenericParam, Ident, Pat, ReturnType, Signature, Type};

/// How a call says the generic parameters that no argument says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// Its result does.
    ByResult,
    /// Only by a turbofish.
    Unsaid,
}

/// How it is with a function; `None` if arguments say all.
pub fn open(signature: &Signature) -> Option<Open> {
    let signature = &*callables::with_pointers(signature);
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) if callables::of_type(&typed.ty).is_none() => {
            Some(super::without_projections(&typed.ty).to_token_stream())
        }
        _ => None,
    });
    let inputs: TokenStream = inputs.collect();
    let result = match &signature.output {
        ReturnType::Type(_, ty) => super::without_projections(ty).to_token_stream(),
        ReturnType::Default => TokenStream::new(),
    };
    let by_results = callables::found_by_results(signature);
    let is_found = |name: &Ident| by_results.iter().any(|(found, _)| found == name);
    let names = parameters(signature).filter(|name| !super::mentions(inputs.clone(), name) && !is_found(name));
    let in_result: Vec<bool> = names.map(|name| super::mentions(result.clone(), &name)).collect();
    match in_result.as_slice() {
        [] => None,
        all if all.iter().all(|found| *found) => Some(Open::ByResult),
        _ => Some(Open::Unsaid),
    }
}

/// Whether an argument does not say all generic parameters of a function.
pub fn is_open(signature: &Signature) -> bool {
    open(signature).is_some()
}

/// The constant that says so in the impl of the type that stands for a function.
pub fn open_of_function(signature: &Signature) -> TokenStream {
    let how = match open(signature) {
        None => return TokenStream::new(),
        Some(Open::ByResult) => quote_spanned!(signature.ident.span()=> ByResult),
        Some(Open::Unsaid) => quote_spanned!(signature.ident.span()=> Unsaid),
    };
    quote_spanned!(signature.ident.span()=> const OPEN: ::whipple::private::given::Open = ::whipple::private::given::Open::#how;)
}

/// The impl that says so of a method by the hash of its name and its type.
pub fn seen_open(signature: &Signature, hash: u64, of: &impl ToTokens, declared: &TokenStream) -> TokenStream {
    let Some(open) = open(signature) else { return TokenStream::new() };
    let by_result = open == Open::ByResult;
    quote_spanned! {signature.ident.span()=>
        impl<#declared> ::whipple::private::given::SeenOpen<#hash, #of> for ::whipple::private::seen::DeviceCode {
            const BY_RESULT: bool = #by_result;
        }
    }
}

/// A constant expression for how it is with a function of a type, or of a module.
pub fn how(hash: u64, of: &impl ToTokens, span: Span) -> TokenStream {
    quote_spanned! {span=> {
        #[allow(unused_imports)]
        use ::whipple::private::given::NotOpen as _;
        ::whipple::private::given::Opened::<#hash, #of>::WHIPPLE_HOW
    } }
}

/// The same for a function by its path.
pub fn how_of_function(path: &syn::Path) -> TokenStream {
    piece::of_function(path, "open")
}

fn parameters(signature: &Signature) -> impl Iterator<Item = Ident> {
    signature.generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(parameter.ident.clone()),
        GenericParam::Const(parameter) => Some(parameter.ident.clone()),
        GenericParam::Lifetime(_) => None,
    })
}

/// For each parameter, whether it is `&mut [T]` or `&[T]` with a generic type in it, which C++ does not deduce from an array.
fn generic_slices(signature: &Signature) -> Vec<Option<bool>> {
    let types = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    });
    let is_generic = |ty: &Type| parameters(signature).any(|name| super::mentions(ty.to_token_stream(), &name));
    let slice = |ty: &Type| match super::strip_type(ty) {
        Type::Reference(reference) if super::Shape::of_type(ty).is_view() && is_generic(ty) => {
            Some(reference.mutability.is_some())
        }
        _ => None,
    };
    types.map(slice).collect()
}

impl Translator<'_> {
    /// The signature without the parameters of the type of the impl.
    fn own_signature(&self) -> Signature {
        let mut signature = self.input.signature.clone();
        let of_type = self.input.parameters.map_or(0, |parameters| parameters.list.len());
        signature.generics.params = signature.generics.params.into_iter().skip(of_type).collect();
        signature
    }

    /// The second declaration of a generic function, which takes arrays where the first takes slices; nothing if no parameter needs it.
    pub fn sliced(&self, name: &str, [keyword, suffix]: [&str; 2]) -> String {
        let slices = generic_slices(&self.own_signature());
        if slices.iter().all(Option::is_none) {
            return String::new();
        }
        let list = |each: &dyn Fn(usize, Option<bool>) -> String| -> String {
            slices.iter().enumerate().map(|(index, slice)| each(index, *slice)).collect::<Vec<_>>().join(", ")
        };
        let types = list(&|index, _| format!("class A{index}"));
        let parameters = list(&|index, _| format!("A{index}&& a{index}"));
        let arguments = list(&|index, slice| match slice {
            Some(true) => format!("detail::all(a{index})"),
            Some(false) => format!("num::shared(detail::all(a{index}))"),
            None => format!("static_cast<A{index}&&>(a{index})"),
        });
        let found = slices.iter().enumerate().filter_map(|(index, slice)| slice.map(|mutable| (index, mutable)));
        let (lent, all): (Vec<String>, Vec<String>) = found
            .map(|(index, mutable)| {
                (format!("num::becomes_slice<A{index}, {mutable}>()"), format!("num::is_slice<A{index}>()"))
            })
            .unzip();
        let (lent, all) = (lent.join(" || "), all.join(" && "));
        format!(
            "template <{types}> requires(({lent}) && {all}) {keyword}__device__ decltype(auto) {name}({parameters}){suffix} {{ return {name}({arguments}); }}\n"
        )
    }

    /// The second declaration, with its body; nothing where arguments say all. `head` is what stands before the name, from the result on.
    pub fn given(&mut self, head: [Pieces; 2], name: &str, parameters: Vec<Pieces>, suffix: &str) -> Pieces {
        let signature = &self.own_signature();
        if open(signature) != Some(Open::ByResult) {
            return Pieces::new();
        }
        let [before, result] = head;
        let mut list = concat([Pieces::text("(num::Given<"), result.clone(), Pieces::text(">")]);
        let (mut arguments, mut parameters) = (Vec::new(), parameters.into_iter());
        for input in &signature.inputs {
            let FnArg::Typed(typed) = input else { continue };
            list.push_text(", ");
            list.append(parameters.next().unwrap_or_default());
            let known = match &*typed.pat {
                Pat::Ident(name) => self.scopes.parameters.get(&name.ident.to_string()).cloned(),
                _ => None,
            };
            arguments.push(known.unwrap_or_else(|| {
                let unnamed = self.scopes.temporary("unnamed");
                list.push_text(&format!(" {unnamed}"));
                unnamed
            }));
        }
        let template: Vec<String> =
            self::parameters(signature).map(|parameter| names::item(&parameter.to_string())).collect();
        let call = format!("return {name}<{}>({});", template.join(", "), arguments.join(", "));
        let end = Pieces::text(format!("){suffix} {{ {call} }}\n"));
        concat([before, result, Pieces::text(format!(" {name}")), list, end])
    }
}
