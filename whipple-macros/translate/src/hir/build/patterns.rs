//! Patterns.

use super::Builder;
use crate::{
    context::{REST_AT_THE_END, is_none, is_of_std},
    hir::{At, Different, ExprId, ExprKind, Local, LocalId, Pat, PatKind, Shape},
};
use proc_macro2::Span;
use syn::{Expr, Ident, Index, Member, RangeLimits, spanned::Spanned};

/// The variables of an alternative, which the others bind too.
type Known<'k> = &'k [(Ident, LocalId)];

impl Builder<'_, '_, '_> {
    /// A pattern, whose variables belong to the current scope.
    pub fn pattern(&mut self, pattern: &syn::Pat) -> Pat {
        self.alternative(pattern, &[])
    }

    /// A pattern that always matches.
    pub fn sure_pattern(&mut self, pattern: &syn::Pat) -> Pat {
        let outer = std::mem::replace(&mut self.may_fail, false);
        let built = self.alternative(pattern, &[]);
        self.may_fail = outer;
        built
    }

    fn alternative(&mut self, pattern: &syn::Pat, known: Known<'_>) -> Pat {
        let kind = match pattern {
            syn::Pat::Paren(inner) => return self.alternative(&inner.pat, known),
            syn::Pat::Type(inner) => return self.alternative(&inner.pat, known),
            syn::Pat::Guard(guard) => return self.alternative(&guard.pat, known),
            syn::Pat::Wild(_) | syn::Pat::Rest(_) => PatKind::Wild,
            syn::Pat::Reference(inner) => PatKind::Deref(Box::new(self.alternative(&inner.pat, known))),
            syn::Pat::Or(alternatives) => self.alternatives(alternatives, known),
            syn::Pat::Ident(name) => self.name(name, known),
            syn::Pat::Lit(literal) => {
                let span = literal.lit.span();
                if let Some(hint) = no_number(&literal.lit) {
                    self.error(&literal.lit, hint);
                }
                let id = self.add_between(ExprKind::Literal(literal.lit.clone()), span, span);
                self.see_literal(&literal.lit, id);
                PatKind::Equal(id)
            }
            syn::Pat::Range(range) => PatKind::Range {
                start: range.start.as_ref().map(|start| self.expr(start)),
                end: range.end.as_ref().map(|end| self.expr(end)),
                closed: matches!(range.limits, RangeLimits::Closed(_)),
            },
            syn::Pat::Path(path) if is_none(&path.path) => PatKind::None,
            syn::Pat::Path(path) => PatKind::Equal(self.expr(&Expr::Path(path.clone()))),
            syn::Pat::Tuple(tuple) => {
                let is_whole = !tuple.elems.iter().any(|element| matches!(element, syn::Pat::Rest(_)));
                PatKind::Tuple(self.elements(tuple.elems.iter(), known), is_whole)
            }
            syn::Pat::TupleStruct(syn::PatTupleStruct { qself: Some(_), .. })
            | syn::Pat::Struct(syn::PatStruct { qself: Some(_), .. }) => {
                self.error(pattern, "`<T>::Name` does not exist in device code; write `Type::Name`");
                PatKind::Wild
            }
            syn::Pat::TupleStruct(tuple) => self.tuple_struct(tuple, known),
            syn::Pat::Struct(fields) => self.fields(fields, known),
            syn::Pat::Slice(slice) => {
                let is_rest = |element: &syn::Pat| matches!(element, syn::Pat::Rest(_)) || is_named_rest(element);
                let is_whole = !slice.elems.iter().any(is_rest);
                PatKind::Array(self.elements(slice.elems.iter(), known), is_whole)
            }
            other => {
                self.error(other, "this pattern does not exist in device code; test the value with `if`");
                PatKind::Wild
            }
        };
        Pat { kind, span: first_span(pattern) }
    }

    fn name(&mut self, name: &syn::PatIdent, known: Known<'_>) -> PatKind {
        if name.ident == "None" {
            return PatKind::None;
        }
        if self.may_fail && self.is_constant_pattern(name) {
            let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: name.ident.clone().into() };
            return PatKind::Equal(self.expr(&Expr::Path(path)));
        }
        let local = match known.iter().find(|(known, _)| *known == name.ident) {
            Some((_, local)) => *local,
            None => {
                let by_ref = name.by_ref.as_ref().map(|_| name.mutability.is_some());
                let mutable = by_ref.is_none() && name.mutability.is_some();
                self.declare(Local { mutable, by_ref, ..Local::new(name.ident.clone()) })
            }
        };
        let inner = name.subpat.as_ref().map(|(_, inner)| Box::new(self.alternative(inner, known)));
        PatKind::Bind(local, inner)
    }

    /// Whether a name in a pattern that may fail is that of a constant.
    ///
    /// Where a variable is seen, no constant of its name is. Of a name that the body does not know its letters tell, and rustc refuses
    /// what they tell wrongly: there must be a constant, or there must be none.
    fn is_constant_pattern(&mut self, name: &syn::PatIdent) -> bool {
        if name.by_ref.is_some() || name.mutability.is_some() || name.subpat.is_some() {
            return false;
        }
        if let Some(known) = self.find(&name.ident) {
            return self.body.is_constant(known);
        }
        let is_constant = name.ident.to_string().starts_with(char::is_uppercase);
        let names = if is_constant { &mut self.constants } else { &mut self.body.new_names };
        names.insert(name.ident.clone());
        is_constant
    }

    fn alternatives(&mut self, alternatives: &syn::PatOr, known: Known<'_>) -> PatKind {
        let before = self.scopes.last().map_or(0, Vec::len);
        let mut cases = Vec::new();
        for case in &alternatives.cases {
            let mut all = known.to_vec();
            all.extend(self.scopes.last().into_iter().flat_map(|scope| scope[before..].iter().cloned()));
            cases.push(self.alternative(case, &all));
        }
        PatKind::Or(cases)
    }

    fn tuple_struct(&mut self, tuple: &syn::PatTupleStruct, known: Known<'_>) -> PatKind {
        let name = tuple.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let of_std = is_of_std(&tuple.path);
        let mut elements = self.elements(tuple.elems.iter(), known);
        if matches!(name.as_str(), "Some" | "Ok" | "Err") && of_std {
            let span = tuple.path.span();
            let inner = if elements.is_empty() { Pat { kind: PatKind::Wild, span } } else { elements.remove(0).1 };
            let inner = Box::new(inner);
            return if name == "Some" { PatKind::Some(inner) } else { PatKind::Outcome(name == "Ok", inner) };
        }
        let mut fields = Vec::new();
        for (at, element) in elements {
            match at {
                At::Start(index) => fields.push((Member::Unnamed(Index::from(index)), element)),
                At::End(_) | At::Rest(..) => self.translator.errors.push_at(element.span, REST_AT_THE_END),
            }
        }
        self.of_type(&tuple.path, fields)
    }

    fn fields(&mut self, pattern: &syn::PatStruct, known: Known<'_>) -> PatKind {
        if pattern.fields.is_empty() && self.translator.variant_of(&pattern.path).is_some() {
            let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: pattern.path.clone() };
            return PatKind::Equal(self.expr(&Expr::Path(path)));
        }
        let fields =
            pattern.fields.iter().map(|field| (field.member.clone(), self.alternative(&field.pat, known))).collect();
        self.of_type(&pattern.path, fields)
    }

    /// The fields of a variant, or of a struct.
    fn of_type(&mut self, path: &syn::Path, fields: Vec<(Member, Pat)>) -> PatKind {
        if self.translator.variant_of(path).is_some() {
            return PatKind::Variant(path.clone(), fields);
        }
        self.translator.require_type(path, fields.iter().map(|(member, _)| member));
        PatKind::Struct(fields)
    }

    /// The parts of a tuple or an array; what `..` stands for has no pattern, but for `rest @ ..`.
    fn elements<'p>(
        &mut self,
        elements: impl ExactSizeIterator<Item = &'p syn::Pat>,
        known: Known<'_>,
    ) -> Vec<(At, Pat)> {
        let count = elements.len();
        let mut built = Vec::new();
        let mut is_behind = false;
        for (index, element) in elements.enumerate() {
            let after = count - 1 - index;
            if matches!(element, syn::Pat::Rest(_)) {
                is_behind = true;
            } else if is_named_rest(element) {
                is_behind = true;
                built.push((At::Rest(index, after), self.alternative(element, known)));
            } else {
                let at = if is_behind { At::End(after) } else { At::Start(index) };
                built.push((at, self.alternative(element, known)));
            }
        }
        built
    }

    /// Says where the variables of a pattern have references. `borrowed`: what it looks at is behind a reference, mutable or not.
    pub fn shape_of_parts(&mut self, pattern: &Pat, shape: &Shape, borrowed: Option<bool>) {
        if let PatKind::Bind(local, inner) = &pattern.kind {
            if let Some(inner) = inner {
                self.shape_of_parts(inner, shape, borrowed);
            }
            let local = &mut self.body.locals[local.0 as usize];
            local.shape = match local.by_ref.or(borrowed) {
                Some(mutable) => Shape::reference(mutable, shape.clone()),
                None => shape.clone(),
            };
            return;
        }
        let (shape, borrowed) = match (&pattern.kind, shape) {
            (PatKind::Or(_) | PatKind::Deref(_), _) => (shape, borrowed),
            _ => behind(shape, borrowed),
        };
        match &pattern.kind {
            PatKind::Or(cases) => cases.iter().for_each(|case| self.shape_of_parts(case, shape, borrowed)),
            PatKind::Deref(inner) => {
                let to = match shape {
                    Shape::Reference(_, to) => (**to).clone(),
                    Shape::View(_, of) => Shape::Slice(of.clone()),
                    Shape::Given(_) => Shape::Plain,
                    other => other.clone(),
                };
                self.shape_of_parts(inner, &to, None);
            }
            PatKind::Some(inner) | PatKind::Outcome(true, inner) => {
                self.shape_of_parts(inner, &shape.held(), borrowed);
            }
            PatKind::Outcome(false, inner) => self.shape_of_parts(inner, &of_field(shape), borrowed),
            PatKind::Variant(_, fields) | PatKind::Struct(fields) => {
                fields.iter().for_each(|(_, field)| self.shape_of_parts(field, &of_field(shape), borrowed));
            }
            PatKind::Tuple(elements, _) => {
                for (at, element) in elements {
                    self.shape_of_parts(element, &at.shape_in(shape), borrowed);
                }
            }
            PatKind::Array(elements, _) => {
                for (at, element) in elements {
                    match at {
                        At::Rest(..) if let Shape::View(_, of) | Shape::Slice(of) = shape => {
                            let view = Shape::View(borrowed == Some(true), of.clone());
                            self.shape_of_parts(element, &view, None);
                        }
                        // A copy.
                        At::Rest(..) => self.shape_of_parts(element, shape, None),
                        _ if matches!(shape, Shape::Given(_)) => self.shape_of_parts(element, shape, borrowed),
                        _ => self.shape_of_parts(element, &shape.held(), borrowed),
                    }
                }
            }
            _ => {}
        }
    }

    /// Refuses a guard over alternatives that may match both, if it changes something or they bind names: Rust asks it for each of them.
    pub fn check_alternatives(&mut self, pattern: &Pat, guard: ExprId) {
        let mut different = Vec::new();
        match self.body.overlapping(pattern, self.body.changes_something(guard), &mut different) {
            Some(span) => self.translator.errors.push_at(span, ASKED_FOR_EACH),
            None => {
                for Different { value, other, has_fields } in &different {
                    self.translator.require_different(value, other, *has_fields, ASKED_FOR_EACH);
                }
            }
        }
    }
}

const ASKED_FOR_EACH: &str =
    "Rust asks a guard for each of these alternatives, as more than one may match; write an arm for each";

/// Where a field, or an error, of what a pattern looks at has references: they hold none themselves, but may be borrowed.
fn of_field(whole: &Shape) -> Shape {
    match whole {
        Shape::Given(mutable) | Shape::Borrows(mutable) => Shape::Given(*mutable),
        _ => Shape::Plain,
    }
}

/// What a pattern looks at behind references, and whether it is borrowed by them.
pub fn behind(mut shape: &Shape, mut borrowed: Option<bool>) -> (&Shape, Option<bool>) {
    while let Shape::Reference(mutable, to) = shape {
        borrowed = Some(*mutable && borrowed != Some(false));
        shape = to;
    }
    if let Shape::View(mutable, _) = shape {
        borrowed = Some(*mutable && borrowed != Some(false));
    }
    (shape, borrowed)
}

/// `rest @ ..`
fn is_named_rest(element: &syn::Pat) -> bool {
    let syn::Pat::Ident(name) = element else { return false };
    matches!(&name.subpat, Some((_, part)) if matches!(**part, syn::Pat::Rest(_)))
}

/// The span of a pattern's first token.
fn first_span(pattern: &syn::Pat) -> Span {
    match pattern {
        syn::Pat::Ident(name) => name.ident.span(),
        syn::Pat::Tuple(tuple) => tuple.paren_token.span.join(),
        syn::Pat::Slice(slice) => slice.bracket_token.span.join(),
        syn::Pat::Wild(wild) => wild.underscore_token.span,
        syn::Pat::Or(alternatives) => alternatives.cases.first().map_or_else(Span::call_site, first_span),
        other => other.span(),
    }
}

/// Why device code cannot compare with a literal, if it is neither a number nor `bool`.
fn no_number(literal: &syn::Lit) -> Option<&'static str> {
    match literal {
        syn::Lit::ByteStr(_) => Some("device code has no strings in patterns; write an array: `[b'a', b'b']`"),
        syn::Lit::Str(_) | syn::Lit::CStr(_) => {
            Some("strings do not exist in device code; use numbers or a `#[device]` enum")
        }
        _ => None,
    }
}

/// The names in a pattern.
pub struct Names(pub Vec<Ident>);

impl<'ast> syn::visit::Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.0.push(name.ident.clone());
    }
}
