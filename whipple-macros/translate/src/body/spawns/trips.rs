//! How often a loop runs, by its range or its array: literals are counted here, constants and lengths of arrays by rustc.

use super::{Counter, Shape, count::Most, literal};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{BinOp, Expr, ExprPath, Ident, RangeLimits, Type, UnOp, spanned::Spanned};

impl Counter<'_> {
    /// How often a `for` loop over this runs.
    pub fn trips(&self, over: &Expr) -> Most {
        match over {
            Expr::Paren(inner) => self.trips(&inner.expr),
            Expr::Group(inner) => self.trips(&inner.expr),
            Expr::Reference(inner) => self.trips(&inner.expr),
            Expr::Range(range) => match (range.start.as_deref(), range.end.as_deref()) {
                (Some(start), Some(end)) => self.range(start, end, matches!(range.limits, RangeLimits::Closed(_))),
                _ => Most::Unbounded,
            },
            Expr::Array(array) => u32::try_from(array.elems.len()).map_or(Most::Unbounded, Most::Literal),
            Expr::Repeat(repeat) => self.constant(&repeat.len).map_or(Most::Unbounded, |length| {
                literal(&repeat.len).and_then(|length| u32::try_from(length).ok()).map_or(
                    Most::Constant(quote!(::whipple::private::trips(0, (#length) as i128, false))),
                    Most::Literal,
                )
            }),
            Expr::MethodCall(call) if is_adapter(&call.method) => self.trips(&call.receiver),
            Expr::MethodCall(call) if call.method == "step_by" => self.stepped(call),
            _ => self.elements(over),
        }
    }

    fn range(&self, start: &Expr, end: &Expr, is_closed: bool) -> Most {
        if let (Some(start), Some(end)) = (literal(start), literal(end)) {
            let trips = end.checked_add(u64::from(is_closed)).map(|end| end.saturating_sub(start));
            return trips.and_then(|trips| u32::try_from(trips).ok()).map_or(Most::Unbounded, Most::Literal);
        }
        match (self.constant(start), self.constant(end)) {
            (Some(start), Some(end)) => {
                Most::Constant(quote!(::whipple::private::trips((#start) as i128, (#end) as i128, #is_closed)))
            }
            _ => Most::Unbounded,
        }
    }

    fn stepped(&self, call: &syn::ExprMethodCall) -> Most {
        let trips = self.trips(&call.receiver);
        let Some(step) = call.args.first() else { return Most::Unbounded };
        match (trips, literal(step).and_then(|step| u32::try_from(step).ok()).filter(|step| *step > 0)) {
            (Most::Literal(trips), Some(step)) => Most::Literal(trips.div_ceil(step)),
            (Most::Constant(trips), Some(step)) => Most::Constant(quote!((#trips).div_ceil(#step))),
            // A step only makes it fewer.
            (trips, _) => trips,
        }
    }

    /// What rustc can evaluate outside the body: literals, names of constants, and what is computed of them.
    fn constant(&self, expr: &Expr) -> Option<TokenStream> {
        self.is_constant(expr).then(|| {
            let value = self.named_outside(expr);
            crate::context::among(&self.constants, value).into_token_stream()
        })
    }

    fn is_constant(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_constant(&inner.expr),
            Expr::Group(inner) => self.is_constant(&inner.expr),
            Expr::Cast(cast) => self.is_constant(&cast.expr),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && self.is_constant(&unary.expr),
            Expr::Lit(_) => literal(expr).is_some(),
            Expr::Binary(both) => {
                let is_arithmetic = matches!(
                    both.op,
                    BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) | BinOp::Shl(_)
                );
                is_arithmetic && self.is_constant(&both.left) && self.is_constant(&both.right)
            }
            Expr::Path(path) => self.is_constant_path(path),
            _ => false,
        }
    }

    fn is_constant_path(&self, path: &ExprPath) -> bool {
        let (Some(first), Some(last)) = (path.path.segments.first(), path.path.segments.last()) else { return false };
        let is_generic = self.input.signature.generics.params.iter().any(|parameter| match parameter {
            syn::GenericParam::Type(ty) => first.ident == ty.ident,
            syn::GenericParam::Const(constant) => first.ident == constant.ident,
            syn::GenericParam::Lifetime(_) => false,
        });
        let is_variable = path.path.segments.len() == 1 && self.shape(&first.ident).is_some();
        let in_capitals = last.ident.to_string().chars().all(|c| !c.is_lowercase());
        path.qself.is_none() && !is_generic && !is_variable && in_capitals
    }

    /// The same where there is no `Self`.
    fn named_outside(&self, expr: &Expr) -> Expr {
        struct Replacer<'a>(Option<&'a Type>);
        impl syn::visit_mut::VisitMut for Replacer<'_> {
            fn visit_expr_mut(&mut self, expr: &mut Expr) {
                if let (Expr::Path(path), Some(own)) = (&mut *expr, self.0)
                    && path.path.segments.len() > 1
                    && path.path.segments[0].ident == "Self"
                {
                    let rest = path.path.segments.iter().skip(1);
                    *expr = syn::parse_quote!(<#own>::#(#rest)::*);
                    return;
                }
                syn::visit_mut::visit_expr_mut(self, expr);
            }
        }
        let mut expr = expr.clone();
        syn::visit_mut::VisitMut::visit_expr_mut(&mut Replacer(self.input.self_type), &mut expr);
        expr
    }

    /// The length of an array that has a place, of a type that the body shows: a function from that to the array is never called.
    fn elements(&self, over: &Expr) -> Most {
        match self.shape_of(over) {
            Some(Shape::Place(ty, place)) => {
                let elements = quote_spanned!(over.span()=> ::whipple::private::elements_of::<#ty, _>);
                Most::Constant(quote!(#elements(|whipple_place: &#ty| &#place)))
            }
            Some(Shape::Elements(trips)) => trips,
            _ => Most::Unbounded,
        }
    }

    /// The shape of the variable of this name.
    fn shape(&self, name: &Ident) -> Option<&Shape> {
        self.shapes.iter().rev().find(|(known, _)| name == known).map(|(_, shape)| shape)
    }

    /// What is known of a value.
    pub fn shape_of(&self, expr: &Expr) -> Option<Shape> {
        match expr {
            Expr::Paren(inner) => self.shape_of(&inner.expr),
            Expr::Group(inner) => self.shape_of(&inner.expr),
            Expr::Reference(inner) => self.shape_of(&inner.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.shape_of(&unary.expr),
            Expr::Path(path) => self.shape(path.path.get_ident()?).cloned(),
            Expr::Field(field) => match (self.shape_of(&field.base)?, &field.member) {
                (Shape::Place(ty, base), member) => Some(Shape::Place(ty, quote!(#base.#member))),
                _ => None,
            },
            Expr::Index(index) => match self.shape_of(&index.expr)? {
                Shape::Place(ty, base) => Some(Shape::Place(ty, quote!(#base[0]))),
                _ => None,
            },
            Expr::Array(_) | Expr::Repeat(_) => match self.trips(expr) {
                Most::Unbounded => None,
                trips => Some(Shape::Elements(trips)),
            },
            _ => None,
        }
    }

    /// What is known of the elements that a loop goes over.
    pub fn element_of(&self, over: &Expr) -> Option<Shape> {
        match over {
            Expr::Paren(inner) => self.element_of(&inner.expr),
            Expr::Group(inner) => self.element_of(&inner.expr),
            Expr::Reference(inner) => self.element_of(&inner.expr),
            Expr::MethodCall(call) if call.method != "enumerate" && is_adapter(&call.method) => {
                self.element_of(&call.receiver)
            }
            Expr::MethodCall(_) | Expr::Range(_) => None,
            other => match self.shape_of(other)? {
                Shape::Place(ty, base) => Some(Shape::Place(ty, quote!((*::whipple::private::element(&#base))))),
                _ => None,
            },
        }
    }

    /// What a declared type says of a value.
    pub fn declared(&self, ty: &Type) -> Shape {
        let mut ty = ty;
        while let Type::Reference(reference) = crate::context::strip_type(ty) {
            ty = &reference.elem;
        }
        let ty = crate::context::strip_type(ty);
        let own = match ty {
            Type::Path(path) if path.path.is_ident("Self") => self.input.self_type,
            Type::Path(path) if is_item(&path.path) => self.input.item_type,
            _ => None,
        };
        let ty = own.unwrap_or(ty);
        let is_generic = self.input.signature.generics.params.iter().any(|parameter| match parameter {
            syn::GenericParam::Type(generic) => crate::context::mentions(ty.to_token_stream(), &generic.ident),
            syn::GenericParam::Const(generic) => crate::context::mentions(ty.to_token_stream(), &generic.ident),
            syn::GenericParam::Lifetime(_) => false,
        });
        if is_generic || !names_nothing_outside(ty) {
            return Shape::Unknown;
        }
        Shape::Place(Box::new(ty.clone()), quote!((*whipple_place)))
    }
}

fn is_item(path: &syn::Path) -> bool {
    path.segments.len() == 2 && path.segments[0].ident == "Self" && path.segments[1].ident == "Item"
}

/// Whether a type can stand outside the body: it has no lifetime, no `Self` and nothing left open.
fn names_nothing_outside(ty: &Type) -> bool {
    fn is_fine(tokens: TokenStream) -> bool {
        tokens.into_iter().all(|token| match token {
            TokenTree::Group(group) => is_fine(group.stream()),
            TokenTree::Ident(ident) => ident != "Self" && ident != "_",
            TokenTree::Punct(punct) => punct.as_char() != '\'',
            TokenTree::Literal(_) => true,
        })
    }
    is_fine(ty.to_token_stream())
}

/// Whether a method of an iterator keeps its length.
fn is_adapter(method: &Ident) -> bool {
    ["rev", "iter", "iter_mut", "into_iter", "enumerate", "copied", "cloned"].iter().any(|name| method == name)
}
