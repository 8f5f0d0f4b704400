//! The arguments of generic types, where the body does not write them: rustc is asked for the type of the value.

use super::{Lowerer, lir::Node};
use crate::{
    ask,
    context::{self, Variant, code},
    hir::ExprId,
    names,
    piece::{Piece, Pieces},
};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::{GenericArgument, Path, PathArguments, Type, spanned::Spanned};

impl Lowerer<'_, '_, '_> {
    /// The C++ name of the type that a value is of, or that its function belongs to; `owner` is the name without arguments, and `ty` the type.
    pub fn instance(&mut self, value: ExprId, (ty, is_self): (&Type, bool), owner: Pieces) -> Pieces {
        let Some(is_unwritten) = self.is_unwritten(ty, is_self) else { return owner };
        if let Some(written) = self.types.written_result(value).and_then(|written| instance_in(written, ty)).cloned() {
            return self.translator.type_pieces(&written);
        }
        let owner = match owner.0.as_slice() {
            [owner] => owner.clone(),
            // The class itself has this name, which may mean another instance here.
            _ if self.translator.input.self_type == Some(ty) && !is_self => Piece::Owner(ty.clone()),
            _ => return owner,
        };
        let signature = self.translator.input.signature;
        let is_generic = self.translator.has_untold_constants();
        // Without a question the answer is empty, and rustc says that the arguments are to be written.
        let answer = match self.types.result(value) {
            Some(question) => {
                let answers = ask::answers_name(&signature.ident);
                quote_spanned!(ty.span()=> #answers[#question])
            }
            None => quote_spanned!(ty.span()=> &[]),
        };
        let found = quote_spanned! {ty.span()=> {
            #[allow(unused_imports)]
            use ::whipple::private::NotCompared as _;
            ::whipple::private::Piece::Type(::whipple::private::given::owner(
                ::whipple::private::Probe::<#ty>::ITSELF,
                #answer,
                #is_generic,
            ))
        } };
        Pieces(vec![Piece::Choice(is_unwritten, Box::new(Piece::Tokens(found)), Box::new(owner))])
    }

    /// A constant expression: whether this is a generic type without its arguments. None where it is none by its form.
    /// `is_self`: it is written as `Self`.
    fn is_unwritten(&self, ty: &Type, is_self: bool) -> Option<TokenStream> {
        let Type::Path(path) = ty else { return None };
        let name = path.path.segments.last()?.ident.to_string();
        let input = self.translator.input;
        let is_itself = input.self_type == Some(ty) && (is_self || input.parameters.is_none());
        let is_plain = path.qself.is_none() && path.path.segments.iter().all(|segment| segment.arguments.is_none());
        let is_parameter = self.translator.mentions_generic(ty);
        let is_of_library = names::is_primitive(&name) || names::is_vector(&name) || context::is_joined(&path.path);
        if !is_plain || is_itself || is_parameter || is_of_library {
            return None;
        }
        Some(quote_spanned! {ty.span()=> {
            #[allow(unused_imports)]
            use ::whipple::private::HasNoMembers as _;
            <#ty>::WHIPPLE_IS_UNWRITTEN
        } })
    }

    /// The C++ type of a struct literal; of one that is a variant of an enum, that of the variant's fields.
    pub fn struct_type(&mut self, value: ExprId, path: &Path) -> Pieces {
        match self.translator.variant_of(path) {
            Some(variant) => {
                let owner = self.owner_of_variant(value, &variant);
                self.translator.variant_fields(owner, &variant)
            }
            None => {
                let named = self.translator.struct_type_of(path);
                let ty = self.translator.without_self_type(&context::type_of_path(path.clone()));
                self.instance(value, (&ty, path.is_ident("Self")), named)
            }
        }
    }

    /// A constant, a variant without fields, or a generic parameter.
    pub fn item(&mut self, value: ExprId, path: &Path) -> Node {
        let Some(variant) = self.translator.variant_of(path) else {
            return Node::Text(self.translator.item_value(path));
        };
        let ty = self.translator.without_self_type(variant.owner());
        if context::has_arguments(&ty) {
            self.translator.require_variant_or_constant(&variant);
            let owner = self.translator.variant_owner(&variant);
            let (is_variant, constant) = self.translator.variant_or_constant(&variant);
            let constant = Node::Text(code::Code::new(constant, code::PRIMARY));
            let made = made_by_number(&owner, &variant);
            return Node::Either(is_variant, Box::new(made), Box::new(constant), code::PRIMARY);
        }
        if self.types.result(value).is_none() {
            return Node::Text(self.translator.item_value(path));
        }
        let plain = self.translator.item_value(path);
        let Some(is_unwritten) = self.is_unwritten(&ty, is_self(&variant)) else { return Node::Text(plain) };
        let owner = self.owner_of_variant(value, &variant);
        let made = made_by_number(&owner, &variant);
        let (is_variant, _) = self.translator.variant_or_constant(&variant);
        let constant = code::concat([owner, Pieces::text(format!("::{}", variant.member()))]);
        let constant = Node::Text(code::Code::new(constant, code::PRIMARY));
        let named = Node::Either(is_variant, Box::new(made), Box::new(constant), code::PRIMARY);
        Node::Either(is_unwritten, Box::new(named), Box::new(Node::Text(plain)), code::PRIMARY)
    }

    /// That a value is this variant.
    pub fn is_variant(&mut self, node: Node, variant: &Variant) -> Node {
        let (number, name) = self.translator.variant_number(variant);
        let number = Node::Text(code::Code::new(number, code::PRIMARY));
        let by_number = Node::infix("==", node.clone().member("variant_"), number, code::EQUALITY);
        let ty = self.translator.without_self_type(variant.owner());
        match self.is_unwritten(&ty, is_self(variant)) {
            Some(is_unwritten) => {
                let asked = node.ask(&format!("is_{name}_"));
                Node::Either(is_unwritten, Box::new(asked), Box::new(by_number), code::EQUALITY)
            }
            None => by_number,
        }
    }

    /// The enum of a variant that is the value here.
    pub fn owner_of_variant(&mut self, value: ExprId, variant: &Variant) -> Pieces {
        let owner = self.translator.variant_owner(variant);
        let ty = self.translator.without_self_type(variant.owner());
        self.instance(value, (&ty, is_self(variant)), owner)
    }
}

/// Whether the enum of a variant is written as `Self`.
fn is_self(variant: &Variant) -> bool {
    context::is_named(variant.owner(), "Self")
}

/// A variant without fields of a generic enum. C++ knows the constant of the class too late for other constants.
fn made_by_number(owner: &Pieces, variant: &Variant) -> Node {
    let number = Pieces::text(format!("::Of_::{})", variant.member()));
    let made = code::concat([owner.clone(), Pieces::text("("), owner.clone(), number]);
    Node::Text(code::Code::new(made, code::PRIMARY))
}

/// The part of a written type that has the name of this one, with arguments.
fn instance_in<'t>(written: &'t Type, ty: &Type) -> Option<&'t Type> {
    let name = context::last_name(ty)?;
    let written = context::strip_type(written);
    match written {
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            if last.ident == name {
                return Some(written);
            }
            let mut types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(inner) => instance_in(inner, ty),
                _ => None,
            });
            types.next()
        }
        Type::Tuple(tuple) => tuple.elems.iter().find_map(|element| instance_in(element, ty)),
        Type::Array(array) => instance_in(&array.elem, ty),
        _ => None,
    }
}
