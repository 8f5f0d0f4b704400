//! Variants of enums, as C++ has them: `items/tagged.rs` says what is called how.
//!
//! The translator sees `Shape::Ball` only: with fields in parentheses or braces it is a variant that has some. Alone it may be a
//! variant of an enum without any, or a constant of a type; which one, rustc knows.

use super::{Translator, code::concat, types::named};
use crate::{names, piece::Pieces};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Ident, Path, Type, spanned::Spanned};

/// `Owner::Name`.
pub struct Variant {
    /// The enum, as a type.
    owner: Type,
    /// The variant's name.
    name: Ident,
}

impl Variant {
    /// The enum.
    pub fn owner(&self) -> &Type {
        &self.owner
    }

    /// Its C++ name.
    pub fn member(&self) -> String {
        names::member(&self.name.to_string())
    }
}

/// Whether `Some`, `None`, `Ok` and `Err` at the end of this path are those of std, and not variants of an enum of the user's.
pub fn is_of_std(path: &Path) -> bool {
    let owner = path.segments.iter().rev().nth(1).map(|owner| owner.ident.to_string());
    owner.is_none_or(|owner| matches!(owner.as_str(), "Option" | "Result"))
}

/// Whether a path ends in a name as types have it.
pub fn is_named_like_a_type(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| names::is_type_name(&last.ident.to_string()))
}

impl Translator<'_> {
    /// A path whose last two segments are named as types are.
    pub fn variant_of(&self, path: &Path) -> Option<Variant> {
        let mut owner = path.clone();
        let name = owner.segments.pop()?.ident;
        owner.segments.pop_punct();
        let enumeration = owner.segments.last()?.ident.to_string();
        let is_library = names::is_primitive(&enumeration) || names::is_vector(&enumeration);
        let is_type = |name: &str| names::is_type_name(name) && !names::is_primitive(name);
        let is_item = self.input.item_type.is_some() && enumeration == "Self" && name == "Item";
        let is_variant = is_type(&enumeration) && is_type(&name.to_string()) && !is_library && !is_item;
        is_variant.then(|| Variant { owner: named(owner), name })
    }

    /// The number that says that a value is this variant, and the name of its fields.
    pub fn variant_number(&mut self, variant: &Variant) -> (Pieces, String) {
        let number = format!("::Of_::{}", variant.member());
        (concat([self.type_pieces(&variant.owner), Pieces::text(number)]), variant.member())
    }

    /// A constant expression: whether this is a variant of an enum that has variants with fields. And else, the constant that it is.
    pub fn variant_or_constant(&mut self, variant: &Variant) -> (proc_macro2::TokenStream, Pieces) {
        let ty = self.item_type(&variant.owner);
        let member = variant.member();
        let condition = quote_spanned! {ty.span()=> {
            #[allow(unused_imports)]
            use ::whipple::private::HasNoMembers as _;
            <#ty>::WHIPPLE_MEMBERS.has_variant(#member)
        } };
        let owner = self.owner_pieces(&variant.owner);
        let owner = self.owner_of_constant(&ty, &variant.name.to_string(), owner);
        (condition, concat([owner, Pieces::text(format!("::{member}"))]))
    }

    /// The enum in C++.
    pub fn variant_owner(&mut self, variant: &Variant) -> Pieces {
        self.type_pieces(&variant.owner)
    }

    /// `Owner::with_::Name_`, the struct of a variant's fields; `owner` is the enum.
    pub fn variant_fields(&mut self, owner: Pieces, variant: &Variant) -> Pieces {
        let is_self = super::is_named(&variant.owner, "Self") && self.input.parameters.is_some();
        // C++ looks into no class that it does not know yet.
        let is_dependent = is_self || !self.generics.is_empty();
        let keyword = if is_dependent { "typename " } else { "" };
        concat([Pieces::text(keyword), owner, Pieces::text(format!("::with_::{}_", variant.member()))])
    }

    /// Has rustc refuse `Owner::Name(…)` where `Owner` is no enum of device code with this variant.
    pub fn require_variant(&mut self, variant: &Variant) {
        self.require_named(variant, false);
    }

    /// The same where it may also be a constant.
    pub fn require_variant_or_constant(&mut self, variant: &Variant) {
        self.require_named(variant, true);
    }

    fn require_named(&mut self, variant: &Variant, may_be_constant: bool) {
        let ty = self.item_type(&variant.owner);
        let (name, member) = (&variant.name, variant.member());
        let written = ty.to_token_stream().to_string().replace(' ', "");
        let message = if may_be_constant {
            format!(
                "device code knows no variant and no constant `{written}::{name}`: write `#[device]` on the enum, or on the `impl` that has the constant"
            )
        } else {
            format!(
                "device code knows no variant `{written}::{name}`: write `#[device]` on the enum; a function has a name in lower case"
            )
        };
        let constant = may_be_constant.then(|| quote!(|| <#ty>::WHIPPLE_MEMBERS.has(#member)));
        // Of what is no device type rustc says so, there, and nothing more is said.
        let itself = quote::quote_spanned!(ty.span()=> <#ty as ::whipple::private::Typed>::WHIPPLE_TYPED);
        let check = quote::quote_spanned! {name.span()=>
            const _: () = {
                #[allow(unused_imports)]
                use ::whipple::private::HasNoMembers as _;
                let _type = #itself;
                ::core::assert!(<#ty>::WHIPPLE_MEMBERS.has_variant(#member) #constant, #message)
            };
        };
        self.checks.entry(message).or_insert(check);
    }

    /// Has rustc refuse two names of one value, with this message.
    pub fn require_different(&mut self, value: &Path, other: &Path, other_has_fields: bool, message: &str) {
        let span = value.span();
        let [value, other] = [value, other].map(|path| self.without_self_type(&named(path.clone())));
        let pattern = if other_has_fields { quote!(#other { .. }) } else { quote!(#other) };
        let check = quote::quote_spanned! {span=>
            #[allow(unreachable_patterns)]
            const _: () = ::core::assert!(!match #value { #pattern => true, _ => false }, #message);
        };
        self.checks.entry(quote!(#value != #other).to_string()).or_insert(check);
    }
}
