//! What the body shows of values: where arrays lie in values of known types, and how many elements written arrays have.

use super::{Counter, Most};
use crate::{
    context::{mentions, strip_type},
    hir::{At, ExprId, ExprKind, Iterated, Pat, PatKind},
};
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Member, Type};

/// What a body shows of a value.
#[derive(Clone, Debug)]
pub enum Shape {
    /// It is at a place in a value of this type, as an expression of `whipple_place`, which refers to that value; or in a constant.
    Place(Option<Box<Type>>, TokenStream),
    /// It is an array with this many elements.
    Elements(Most),
    /// It is a tuple of these.
    Tuple(Vec<Option<Shape>>),
}

impl Shape {
    /// A part of it, which rustc finds by what is made of its place.
    fn part(&self, part: impl FnOnce(&TokenStream) -> TokenStream) -> Option<Self> {
        match self {
            Self::Place(ty, place) => Some(Self::Place(ty.clone(), part(place))),
            Self::Elements(_) | Self::Tuple(_) => None,
        }
    }

    /// A field of it.
    fn field(&self, member: &Member) -> Option<Self> {
        match (self, member) {
            (Self::Tuple(elements), Member::Unnamed(index)) => elements.get(index.index as usize)?.clone(),
            _ => self.part(|place| quote!(#place.#member)),
        }
    }
}

impl Counter<'_> {
    /// What is known of a value.
    pub fn shape_of(&self, id: ExprId) -> Option<Shape> {
        match self.body.kind(id) {
            ExprKind::This => self.declared(self.scope.self_type?),
            ExprKind::Local(local) if !self.body.is_constant(*local) => {
                let declared = self.body.local(*local).ty.as_ref().and_then(|ty| self.declared(ty));
                declared.or_else(|| self.shapes.get(local).cloned())
            }
            ExprKind::Deref(of) | ExprKind::Borrow { of, .. } => self.shape_of(*of),
            ExprKind::Field(base, member) => self.shape_of(*base)?.field(member),
            ExprKind::Index(base, _) => self.shape_of(*base)?.part(|base| quote!(#base[0])),
            ExprKind::Array(elements) => Some(Shape::Elements(Most::Literal(u32::try_from(elements.len()).ok()?))),
            ExprKind::Repeat(_, length) => match self.repeated(length) {
                Most::Unbounded => None,
                trips => Some(Shape::Elements(trips)),
            },
            ExprKind::Tuple(elements) => {
                Some(Shape::Tuple(elements.iter().map(|element| self.shape_of(*element)).collect()))
            }
            ExprKind::Block(..) | ExprKind::If { .. } | ExprKind::Match(..) => {
                let mut tails = Vec::new();
                self.body.tails(id, &mut tails);
                // All have the same type.
                tails.into_iter().filter(|tail| *tail != id).find_map(|tail| self.shape_of(tail))
            }
            _ => Some(Shape::Place(None, self.constant(id)?)),
        }
    }

    /// Notes what the variables of a pattern are parts of.
    pub fn bind(&mut self, pattern: &Pat, shape: Option<&Shape>) {
        let Some(shape) = shape else { return };
        match &pattern.kind {
            PatKind::Bind(local, inner) => {
                self.shapes.insert(*local, shape.clone());
                inner.iter().for_each(|inner| self.bind(inner, Some(shape)));
            }
            PatKind::Deref(inner) => self.bind(inner, Some(shape)),
            PatKind::Struct(fields) => {
                fields.iter().for_each(|(member, field)| self.bind(field, shape.field(member).as_ref()));
            }
            PatKind::Tuple(elements, _) => {
                for (at, element) in elements {
                    let At::Start(index) = at else { continue };
                    self.bind(element, shape.field(&Member::Unnamed((*index).into())).as_ref());
                }
            }
            PatKind::Array(elements, _) => {
                let single = elements.iter().filter(|(at, _)| !matches!(at, At::Rest(..)));
                single.for_each(|(_, element)| self.bind(element, shape.part(|base| quote!(#base[0])).as_ref()));
            }
            _ => {}
        }
    }

    /// The same for the items of a loop.
    pub fn bind_item(&mut self, pattern: &Pat, over: &Iterated) {
        let Iterated::Array { array, enumerated, .. } = over else { return };
        let element = |base: &TokenStream| quote!((*::whipple::private::element(&#base)));
        let element = self.shape_of(*array).and_then(|array| array.part(element));
        match (&pattern.kind, enumerated) {
            (PatKind::Tuple(pair, _), true) => {
                let of_element = pair.iter().filter(|(at, _)| *at == At::Start(1));
                of_element.for_each(|(_, pattern)| self.bind(pattern, element.as_ref()));
            }
            (_, true) => {}
            (_, false) => self.bind(pattern, element.as_ref()),
        }
    }

    /// What a declared type says of a value.
    pub fn declared(&self, ty: &Type) -> Option<Shape> {
        let mut ty = strip_type(ty);
        while let Type::Reference(reference) = ty {
            ty = strip_type(&reference.elem);
        }
        let own = match ty {
            Type::Path(path) if path.path.is_ident("Self") => self.scope.self_type,
            Type::Path(path) if is_item(&path.path) => self.scope.item_type,
            _ => None,
        };
        let tokens = own.unwrap_or(ty).to_token_stream();
        if self.is_generic(tokens.clone()) || !names_nothing_outside(tokens.clone()) {
            return None;
        }
        Some(Shape::Place(Some(Box::new(Type::Verbatim(tokens))), quote!((*whipple_place))))
    }

    /// Whether tokens name something that each instance of the function has its own of.
    pub fn is_generic(&self, tokens: TokenStream) -> bool {
        let is_own = tokens.clone().into_iter().next().is_some_and(|first| first.to_string() == "Self");
        (is_own && self.scope.self_type.is_none())
            || self.scope.signature.generics.params.iter().any(|parameter| match parameter {
                GenericParam::Type(ty) => mentions(tokens.clone(), &ty.ident),
                GenericParam::Const(constant) => mentions(tokens.clone(), &constant.ident),
                GenericParam::Lifetime(_) => false,
            })
    }

    /// A path, or an expression of paths, where there is no `Self`.
    pub fn named_outside(&self, tokens: TokenStream) -> TokenStream {
        let Some(own) = self.scope.self_type else { return tokens };
        let replaced = tokens.into_iter().flat_map(|token| match token {
            TokenTree::Ident(name) if name == "Self" => quote!(<#own>),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), self.named_outside(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner).into()
            }
            other => other.into(),
        });
        replaced.collect()
    }
}

fn is_item(path: &syn::Path) -> bool {
    path.segments.len() == 2 && path.segments[0].ident == "Self" && path.segments[1].ident == "Item"
}

/// Whether a type can stand outside the body: it has no lifetime, no `Self` and nothing left open.
fn names_nothing_outside(tokens: TokenStream) -> bool {
    tokens.into_iter().all(|token| match token {
        TokenTree::Group(group) => names_nothing_outside(group.stream()),
        TokenTree::Ident(ident) => ident != "Self" && ident != "_",
        TokenTree::Punct(punct) => punct.as_char() != '\'',
        TokenTree::Literal(_) => true,
    })
}
