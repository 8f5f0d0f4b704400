//! How often a loop runs, by its range or its array: literals are counted here, constants and lengths of arrays by rustc.

use super::{Counter, Most, Shape};
use crate::hir::{ExprId, ExprKind, Iterated, Range};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprLit, Lit, spanned::Spanned};

impl Counter<'_> {
    /// How often a `for` loop over this runs.
    pub fn trips(&self, over: &Iterated) -> Most {
        match over {
            Iterated::Range(range) => self.range(range),
            Iterated::Array { array, .. } => {
                self.shape_of(*array).map_or(Most::Unbounded, |shape| self.elements(&shape))
            }
        }
    }

    fn range(&self, range: &Range) -> Most {
        match range {
            Range::Plain { start, end, closed } => self.plain_range(*start, *end, *closed),
            Range::Reversed(range) => self.range(range),
            Range::Stepped(range, step) => {
                let step = self.literal(*step).and_then(|step| u32::try_from(step).ok()).filter(|step| *step > 0);
                match (self.range(range), step) {
                    (Most::Literal(trips), Some(step)) => Most::Literal(trips.div_ceil(step)),
                    (Most::Constant(trips), Some(step)) => Most::Constant(quote!((#trips).div_ceil(#step))),
                    // A step only makes it fewer.
                    (trips, _) => trips,
                }
            }
        }
    }

    fn plain_range(&self, start: ExprId, end: ExprId, closed: bool) -> Most {
        if let (Some(start), Some(end)) = (self.literal(start), self.literal(end)) {
            let trips = end.checked_add(u64::from(closed)).map(|end| end.saturating_sub(start));
            return trips.and_then(|trips| u32::try_from(trips).ok()).map_or(Most::Unbounded, Most::Literal);
        }
        match (self.constant(start), self.constant(end)) {
            (Some(_), Some(_)) if self.is_beyond(end) => Most::Unbounded,
            (Some(first), Some(last)) => {
                let last = match self.body.kind(end) {
                    ExprKind::Literal(_) => quote!((#last) as i128),
                    _ => quote!(::whipple::private::last((#last) as i128, &#last)),
                };
                self.counted(quote!(::whipple::private::trips((#first) as i128, #last, #closed)))
            }
            _ => Most::Unbounded,
        }
    }

    /// Whether it is a literal that only `u128` has.
    fn is_beyond(&self, id: ExprId) -> bool {
        match self.body.kind(id) {
            ExprKind::Literal(Lit::Int(number)) => number.base10_parse::<i128>().is_err(),
            _ => false,
        }
    }

    /// The length of an array. A function from the whole to it is never called.
    pub fn elements(&self, shape: &Shape) -> Most {
        match shape {
            Shape::Elements(trips) => trips.clone(),
            Shape::Tuple(_) => Most::Unbounded,
            Shape::Place(whole, place) => {
                let span = place.span();
                let part = match whole {
                    Some(ty) => quote_spanned!(span=> ::<#ty, _>(|whipple_place: &#ty| &#place)),
                    None => quote_spanned!(span=> ::<(), _>(|_: &()| &#place)),
                };
                self.counted(quote_spanned!(span=> ::whipple::private::elements_of #part))
            }
        }
    }

    /// As often as `[_; length]` has elements.
    pub fn repeated(&self, length: &Expr) -> Most {
        let written = match length {
            Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
            _ => None,
        };
        match written {
            Some(length) => Most::Literal(length),
            None if self.is_generic(length.to_token_stream()) => Most::Unbounded,
            None => {
                let length = self.named_outside(length.to_token_stream());
                self.counted(quote!(::whipple::private::trips(0, (#length) as i128, false)))
            }
        }
    }

    /// What rustc counts among the constants that are seen here.
    fn counted(&self, expression: TokenStream) -> Most {
        let expression = syn::parse2(expression).map(|expression| crate::context::among(&self.constants, expression));
        expression.map_or(Most::Unbounded, |expression| Most::Constant(expression.into_token_stream()))
    }

    /// The number that a literal is.
    pub fn literal(&self, id: ExprId) -> Option<u64> {
        match self.body.kind(id) {
            ExprKind::Literal(Lit::Int(number)) => number.base10_parse().ok(),
            _ => None,
        }
    }

    /// What rustc can evaluate outside the body: literals, constants, and what is computed of them.
    pub fn constant(&self, id: ExprId) -> Option<TokenStream> {
        let span = self.body.expr(id).first;
        Some(match self.body.kind(id) {
            ExprKind::Literal(literal) => literal.to_token_stream(),
            ExprKind::Negate(of) => {
                let of = self.constant(*of)?;
                quote_spanned!(span=> (-#of))
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.constant(*left)?, self.constant(*right)?);
                let sign: TokenStream = operator.sign().parse().ok()?;
                quote_spanned!(span=> (#left #sign #right))
            }
            ExprKind::Cast(of, ty) if !self.is_generic(ty.to_token_stream()) => {
                let of = self.constant(*of)?;
                quote_spanned!(span=> (#of as #ty))
            }
            ExprKind::Field(of, member) => {
                let of = self.constant(*of)?;
                quote_spanned!(span=> #of.#member)
            }
            ExprKind::Index(of, index) => {
                let (of, index) = (self.constant(*of)?, self.constant(*index)?);
                quote_spanned!(span=> #of[#index])
            }
            ExprKind::Item(path) if !self.is_generic(path.to_token_stream()) => {
                self.named_outside(path.to_token_stream())
            }
            ExprKind::Local(local) if self.body.is_constant(*local) => self.body.local(*local).name.to_token_stream(),
            _ => return None,
        })
    }
}
