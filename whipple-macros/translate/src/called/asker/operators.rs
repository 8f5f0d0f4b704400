//! Operators: which impl one calls, as a call in the graph of functions, and for rustc to look at.

use super::{
    super::handed::{By, handed},
    Asker, Callee, Owner, bounds,
};
use crate::{ask, context::Role, operators::OPERATORS};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{BinOp, Expr, ExprBinary, ExprIndex, ExprUnary, Type, UnOp, spanned::Spanned, visit_mut::VisitMut};

impl Asker<'_> {
    /// `a + b * c - d`: its operators from left to right, each beside the other, so that a long sum does not nest.
    pub fn arithmetic(&mut self, expr: &mut Expr) {
        let mut steps = Vec::new();
        let mut base = std::mem::replace(expr, Expr::Verbatim(TokenStream::new()));
        while let Expr::Binary(binary) = base {
            if !is_arithmetic(&binary.op) {
                base = Expr::Binary(binary);
                break;
            }
            steps.push((binary.op, *binary.right));
            base = *binary.left;
        }
        let mut of_numbers = self.numbers.has(&base, &self.variables);
        let mut key = self.numbers.type_key(&base);
        self.visit_expr_mut(&mut base);
        let mut statements = TokenStream::new();
        for (op, mut right) in steps.into_iter().rev() {
            let right_is_number = self.numbers.has(&right, &self.variables);
            let right_key = self.numbers.type_key(&right);
            let of_both =
                key.take().zip(right_key).map(|(left, right)| format!("{} {left} {right}", op.to_token_stream()));
            let was_looked_at = of_both.is_some_and(|key| !self.looked_at.insert(key));
            self.visit_expr_mut(&mut right);
            let mut binary = ExprBinary { attrs: Vec::new(), left: Box::new(base), op, right: Box::new(right) };
            self.binary(&mut binary);
            of_numbers &= right_is_number;
            base = if of_numbers || was_looked_at || !self.may_ask {
                Expr::Binary(binary)
            } else {
                self.step(&binary, &mut statements)
            };
        }
        *expr = match statements.is_empty() {
            true => base,
            false => Expr::Verbatim(quote!(({ #statements #base }))),
        };
    }

    /// One operator of several: the statements that give it a name, and the name.
    fn step(&mut self, binary: &ExprBinary, statements: &mut TokenStream) -> Expr {
        let ExprBinary { left, op, right, .. } = binary;
        let span = op.span();
        let seen = quote_spanned!(span=> ::whipple::private::seen::operators);
        let Some(name) = trait_of(op) else { return Expr::Binary(binary.clone()) };
        let name = Ident::new(&format!("Of{name}"), span);
        let (result, operands) = (self.own("result", span), self.own("operands", span));
        self.is_asked = true;
        statements.extend(if may_stand_again(left) && may_stand_again(right) {
            // As it stands: what rustc says of the operator, it says once.
            quote_spanned! {span=>
                let #operands = #seen::both::<#seen::#name, _, _>(&#left, &#right);
                let #result = #binary;
                #operands.look();
            }
        } else {
            let (left, right) = (operand("left", &operands, left), operand("right", &operands, right));
            quote_spanned! {span=>
                let #operands = #seen::operands::<#seen::#name, _, _>();
                let #result = #left #op #right;
                #operands.look();
            }
        });
        Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: result.into() })
    }

    /// `-a`, `!a`.
    pub fn negation(&mut self, expr: &mut Expr) {
        let Expr::Unary(unary) = &mut *expr else { return };
        let span = unary.op.span();
        let name = match unary.op {
            UnOp::Neg(_) => "neg",
            UnOp::Not(_) => "not",
            _ => return self.visit_expr_mut(&mut unary.expr),
        };
        let key = self.numbers.type_key(&unary.expr).map(|key| format!("{name} {key}"));
        let is_known = self.numbers.has(&unary.expr, &self.variables) || !self.may_ask;
        let is_known = is_known || key.is_some_and(|key| !self.looked_at.insert(key));
        self.visit_expr_mut(&mut unary.expr);
        if !matches!(&*unary.expr, Expr::Lit(_)) {
            self.operator(name, span, &mut unary.expr, None);
        }
        if is_known {
            return;
        }
        self.is_asked = true;
        let ExprUnary { op, expr: inner, .. } = unary;
        let marker = Ident::new(if name == "neg" { "OfNeg" } else { "OfNot" }, span);
        let seen = quote_spanned!(span=> ::whipple::private::seen::operators);
        let (result, operands) = (self.own("result", span), self.own("operands", span));
        let inner = operand("left", &operands, inner);
        *expr = Expr::Verbatim(quote_spanned! {span=> ({
            let #operands = #seen::operands::<#seen::#marker, _, ()>();
            let #result = #op #inner;
            #operands.look();
            #result
        })});
    }

    /// `a += b`.
    pub fn assignment(&mut self, expr: &mut Expr) {
        let Expr::Binary(binary) = &mut *expr else { return };
        let (left, right) = (self.numbers.type_key(&binary.left), self.numbers.type_key(&binary.right));
        let of_both = left.zip(right).map(|(left, right)| format!("{} {left} {right}", binary.op.to_token_stream()));
        let has = |expr: &Expr| self.numbers.has(expr, &self.variables);
        let is_known = !self.may_ask || (has(&binary.left) && has(&binary.right));
        let is_known = is_known || of_both.is_some_and(|key| !self.looked_at.insert(key));
        self.visit_expr_mut(&mut binary.left);
        self.visit_expr_mut(&mut binary.right);
        self.binary(binary);
        let ExprBinary { left, op, right, .. } = &*binary;
        let Some(name) = trait_of(op).filter(|_| !is_known) else { return };
        let span = op.span();
        let name = Ident::new(&format!("Of{name}"), span);
        let seen = quote_spanned!(span=> ::whipple::private::seen::operators);
        let operands = self.own("operands", span);
        self.is_asked = true;
        *expr = Expr::Verbatim(if may_stand_again(left) && may_stand_again(right) {
            quote_spanned! {span=> ({
                #binary;
                #seen::both::<#seen::#name, _, _>(&#left, &#right).look();
            })}
        } else {
            let [first, _] = ask::ends(left);
            let place = quote_spanned!(first=> ::whipple::private::seen::operators::place);
            let left = handed(&place, Some(&operands), By::Mutable, left);
            let right = operand("right", &operands, right);
            quote_spanned! {span=> ({
                let #operands = #seen::operands::<#seen::#name, _, _>();
                #left #op #right;
                #operands.look();
            })}
        });
    }

    /// Whether rustc need not look at the receiver of a method, or at what is indexed.
    pub fn is_known(&mut self, expr: &Expr) -> bool {
        match expr {
            Expr::Index(index) => {
                self.numbers.is_array(&index.expr) || self.was_looked_at("[]", &[&index.expr, &index.index])
            }
            Expr::MethodCall(call) => {
                let turbofish = if call.turbofish.is_some() { "::<>" } else { "" };
                self.was_looked_at(&format!("{}{turbofish}", call.method), &[&call.receiver])
            }
            _ => false,
        }
    }

    /// `a[i]`
    pub fn index(&mut self, whole: &mut ExprIndex, is_known: bool) {
        let span = whole.bracket_token.span.join();
        for name in ["index", "index_mut"] {
            self.operator(name, span, &mut whole.expr, Some(&mut whole.index));
        }
        if is_known || !self.may_ask {
            return;
        }
        self.is_asked = true;
        let [first, _] = ask::ends(&whole.expr);
        let seen = quote_spanned!(first=> ::whipple::private::seen::operators);
        let indexed = self.own(&format!("indexed_{}", self.behind.len()), first);
        *whole.expr = handed(&quote_spanned!(first=> #seen::indexed), Some(&indexed), By::Reference, &whole.expr);
        let [at, _] = ask::ends(&whole.index);
        let index = quote_spanned!(at=> ::whipple::private::seen::operators::index);
        *whole.index = handed(&index, Some(&indexed), By::Value, &whole.index);
        let look = quote_spanned!(first=> #seen::must_be_seen(&#indexed););
        self.behind.push((vec![indexed], look));
    }

    /// `a < b`, `a && b`.
    pub fn comparison(&mut self, binary: &mut ExprBinary) {
        self.visit_expr_mut(&mut binary.left);
        self.visit_expr_mut(&mut binary.right);
        self.binary(binary);
    }

    /// A comparison whose types only the program knows, and those that call do not look.
    pub fn compared_in_generics(&mut self, method: &str, span: Span) {
        let signature = self.input.signature;
        let is_looked_at = self.input.role == Role::Function && bounds::is_looked_at(signature);
        if !self.may_ask && signature.generics.type_params().next().is_some() && !is_looked_at {
            self.add(&Ident::new(method, span), Callee::Member(Owner::Unknown), true);
        }
    }

    fn operator(&mut self, method: &str, span: Span, left: &mut Expr, right: Option<&mut Expr>) {
        let within = self.input.operator.is_some() || self.input.signature.ident == "rem";
        let mut owner = |expr: &mut Expr| if within { self.owner(expr) } else { self.variables.owner(expr) };
        let left = owner(left);
        let right = right.map(owner);
        self.refuse_itself(method, span, &left, right.as_ref());
        if left.is_seen() || right.as_ref().is_some_and(Owner::is_seen) {
            let callee = Callee::Operator(Box::new((left, right.unwrap_or(Owner::OfLibrary))));
            self.add(&Ident::new(method, span), callee, true);
        }
    }

    /// Refuses an operator that uses itself, where syntax tells.
    fn refuse_itself(&mut self, method: &str, span: Span, left: &Owner, right: Option<&Owner>) {
        let signature = &self.input.signature;
        let of_impl = self.input.operator.is_some() && self.input.role == Role::Method && signature.ident == method;
        let is_itself = |owner: &Owner| matches!(owner, Owner::Itself(_));
        let parameter = signature.inputs.iter().find_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(&*typed.ty),
            syn::FnArg::Receiver(_) => None,
        });
        let is_own = |ty: &Type| match ty {
            Type::Reference(reference) => self.is_self_type(&reference.elem),
            other => self.is_self_type(other),
        };
        let fits = match (right, parameter) {
            (Some(right), Some(parameter)) => is_own(parameter) && self.is_self(right),
            (None, None) => true,
            _ => false,
        };
        if of_impl && is_itself(left) && fits {
            let message = format!(
                "the operator calls itself: recursion is not possible in device code; write `{method}` with the fields, or a loop"
            );
            self.errors.push_at(span, message);
        }
    }

    fn is_self(&self, owner: &Owner) -> bool {
        match owner {
            Owner::Itself(_) => true,
            Owner::Named(ty) => self.is_self_type(ty),
            _ => false,
        }
    }

    fn is_self_type(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(path) if path.path.is_ident("Self")) || Some(ty) == self.input.self_type
    }

    fn binary(&mut self, binary: &mut ExprBinary) {
        let is_plain = |expr: &Expr| matches!(expr, Expr::Lit(_) | Expr::Cast(_));
        let is_number = is_plain(&binary.left) || is_plain(&binary.right);
        let of_library = matches!(self.variables.owner(&binary.left), Owner::OfLibrary);
        let span = binary.op.span();
        match &binary.op {
            BinOp::And(_) | BinOp::Or(_) => {}
            BinOp::Eq(_) | BinOp::Ne(_) => {
                self.operator("eq", span, &mut binary.left, Some(&mut binary.right));
                if !is_number && !of_library {
                    self.compared_in_generics("eq", span);
                    self.hand(&mut binary.left, "compared");
                }
            }
            BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
                if !is_number && !of_library {
                    self.compared_in_generics("partial_cmp", span);
                    self.hand(&mut binary.left, "ordered");
                }
            }
            op => {
                if let Some(method) = method_of(op) {
                    self.operator(method, span, &mut binary.left, Some(&mut binary.right));
                }
            }
        }
    }
}

/// An operand that a function of `whipple_runtime::source::seen::operators` is handed.
fn operand(to: &str, operands: &Ident, operand: &Expr) -> Expr {
    let [first, _] = ask::ends(operand);
    let to = Ident::new(to, first);
    let function = quote_spanned!(first=> ::whipple::private::seen::operators::#to);
    handed(&function, Some(operands), By::Reference, operand)
}

/// Whether an operator computes a value.
pub fn is_arithmetic(op: &BinOp) -> bool {
    !crate::operators::is_compound(op) && trait_of(op).is_some()
}

/// The trait of an operator, but for comparisons.
fn trait_of(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Rem(_) => "Rem",
        BinOp::RemAssign(_) => "RemAssign",
        BinOp::Eq(_) | BinOp::Ne(_) => return None,
        op => {
            let text = quote!(#op).to_string();
            OPERATORS.iter().find(|(.., operator)| *operator == text).map(|(name, ..)| *name)?
        }
    })
}

/// The method of an operator.
fn method_of(op: &BinOp) -> Option<&'static str> {
    let text = quote!(#op).to_string();
    if text == "%" {
        return Some("rem");
    }
    // Those of one operand come later in the list.
    OPERATORS.iter().find(|(.., operator)| *operator == text).map(|(_, method, _)| *method)
}

/// Whether an expression may stand twice, and costs little.
fn may_stand_again(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => may_stand_again(&inner.expr),
        Expr::Field(inner) => may_stand_again(&inner.base),
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => may_stand_again(&inner.expr),
        _ => false,
    }
}
