//! Marks on the calls of a copy: attributes that stand until those have gone through the copy who look at its form.

use super::{ends, slot};
use proc_macro2::{Ident, Literal, Span};
use quote::quote_spanned;
use syn::{Attribute, Expr, ExprCall, ExprLit, ExprMethodCall, ExprPath, ExprReference, ExprStruct, Lit};

/// What marks a call about whose value rustc is asked.
const MARK: &str = "whipple_question";

/// Marks a call.
pub fn mark(call: &mut Expr, number: usize) {
    put_mark(call, MARK, number);
}

/// Takes the mark off a call: the number of its question.
pub fn unmark(call: &mut Expr) -> Option<usize> {
    take_mark(call, MARK)
}

/// What marks the call of a method that may be of a trait for a type of the library.
const FOREIGN: &str = "whipple_foreign";

/// Marks such a call.
pub fn mark_foreign(call: &mut Expr, number: usize) {
    put_mark(call, FOREIGN, number);
}

/// Takes this mark off a call: the number of its question.
pub fn unmark_foreign(call: &mut Expr) -> Option<usize> {
    take_mark(call, FOREIGN)
}

/// What marks a call that stands for a `None`, about whose type rustc is asked.
const ABSENT: &str = "whipple_absent";

/// Marks such a call.
pub fn mark_absent(call: &mut Expr, number: usize) {
    put_mark(call, ABSENT, number);
}

/// Takes this mark off a call: the number of its question.
pub fn unmark_absent(call: &mut Expr) -> Option<usize> {
    take_mark(call, ABSENT)
}

/// What marks a conversion, about whose result rustc is asked.
const CONVERTED: &str = "whipple_converted";

/// Marks such a call.
pub fn mark_converted(call: &mut Expr, number: usize) {
    put_mark(call, CONVERTED, number);
}

/// Takes this mark off a call: the number of its question.
pub fn unmark_converted(call: &mut Expr) -> Option<usize> {
    take_mark(call, CONVERTED)
}

/// What marks a call in whose place its control flow stands: of a closure, or of a method that is given one.
const IN_PLACE: &str = "whipple_in_place";

/// Marks such a call, and whether it is taken for one of a `Result`.
pub fn mark_in_place(call: &mut Expr, of_result: bool) {
    put_mark(call, IN_PLACE, usize::from(of_result));
}

/// Takes this mark off a call: whether it is taken for one of a `Result`.
pub fn unmark_in_place(call: &mut Expr) -> Option<bool> {
    take_mark(call, IN_PLACE).map(|of_result| of_result != 0)
}

/// What marks a call that iterators are made of, or that takes their items.
const CHAINED: &str = "whipple_chained";

/// Marks such a call.
pub fn mark_chained(call: &mut Expr) {
    put_mark(call, CHAINED, 0);
}

/// Whether a call has this mark.
pub fn is_chained(call: &Expr) -> bool {
    match call {
        Expr::Paren(inner) => is_chained(&inner.expr),
        Expr::Reference(inner) => is_chained(&inner.expr),
        Expr::Path(path) => path.attrs.iter().any(|attribute| attribute.path().is_ident(CHAINED)),
        Expr::MethodCall(ExprMethodCall { attrs, .. }) | Expr::Call(ExprCall { attrs, .. }) => {
            attrs.iter().any(|attribute| attribute.path().is_ident(CHAINED))
        }
        _ => false,
    }
}

/// Takes this mark off a call; whether it had one.
pub fn unmark_chained(call: &mut Expr) -> bool {
    take_mark(call, CHAINED).is_some()
}

/// What marks such a call on an iterator of the user's, and on one that is lent.
const OWN: [&str; 2] = ["whipple_own", "whipple_lent"];

/// Marks such a call.
pub fn mark_own(call: &mut Expr, is_lent: bool) {
    put_mark(call, OWN[usize::from(is_lent)], 0);
}

/// Takes this mark off a call: whether the iterator is lent.
pub fn unmark_own(call: &mut Expr) -> Option<bool> {
    match OWN.map(|mark| take_mark(call, mark)) {
        [Some(_), _] => Some(false),
        [_, Some(_)] => Some(true),
        _ => None,
    }
}

/// What marks a call of which rustc says what it means.
const WAY: &str = "whipple_way";

/// Marks such a call.
pub fn mark_way(call: &mut Expr, number: usize) {
    put_mark(call, WAY, number);
}

/// Takes this mark off a call: the number of its question.
pub fn unmark_way(call: &mut Expr) -> Option<usize> {
    take_mark(call, WAY)
}

/// What marks a call whose value goes to a variable of its type: as it is, with references that are kept, or if the call has that meaning.
const RESULT: [&str; 3] = ["whipple_result", "whipple_kept_result", "whipple_made_result"];

/// Marks such a call.
pub fn mark_result(call: &mut Expr, number: usize, keeps: bool) {
    put_mark(call, RESULT[usize::from(keeps)], number);
}

/// The same, where another meaning of the call needs no such variable.
pub fn mark_made(call: &mut Expr, number: usize) {
    put_mark(call, RESULT[2], number);
}

/// Takes this mark off a call: what puts the question around it.
pub fn unmark_result(call: &mut Expr) -> Option<impl FnOnce(&Expr) -> Expr + use<>> {
    let marks = RESULT.map(|mark| take_mark(call, mark));
    let (number, module, function) = match marks {
        [Some(number), ..] => (number, "ask", "like"),
        [_, Some(number), _] => (number, "ask", "keeps"),
        [.., Some(number)] => (number, "given", "made"),
        _ => return None,
    };
    Some(move |call: &Expr| {
        let [first, _] = ends(call);
        let slot = slot(number, first);
        let [module, function] = [module, function].map(|name| Ident::new(name, first));
        Expr::Verbatim(quote_spanned! {first=> ({
            let whipple_result = #call;
            ::whipple::private::#module::#function(&#slot, &whipple_result);
            whipple_result
        })})
    })
}

/// The marks of `min_by_key` and `max_by_key`: for keys without references, and for keys with some.
const KEY: [&str; 2] = ["whipple_key", "whipple_kept_key"];

/// Marks such a call.
pub fn mark_key(call: &mut Expr, number: usize, keeps: bool) {
    put_mark(call, KEY[usize::from(keeps)], number);
}

/// Takes this mark off a call: the variable of its question, and the function that is handed it and the items.
pub fn unmark_key(call: &mut Expr) -> Option<(Ident, &'static str)> {
    let (number, function) = match KEY.map(|mark| take_mark(call, mark)) {
        [Some(number), _] => (number, "keyed"),
        [_, Some(number)] => (number, "keyed_by_references"),
        _ => return None,
    };
    let [first, _] = ends(call);
    Some((slot(number, first), function))
}

/// The attributes of a call, or of another value that may have a mark.
fn attributes(value: &mut Expr) -> Option<&mut Vec<Attribute>> {
    match value {
        Expr::Call(ExprCall { attrs, .. })
        | Expr::MethodCall(ExprMethodCall { attrs, .. })
        | Expr::Struct(ExprStruct { attrs, .. })
        | Expr::Path(ExprPath { attrs, .. }) => Some(attrs),
        _ => None,
    }
}

fn put_mark(call: &mut Expr, mark: &str, number: usize) {
    let (mark, number) = (Ident::new(mark, Span::call_site()), Literal::usize_unsuffixed(number));
    if let Some(attrs) = attributes(call) {
        attrs.push(syn::parse_quote!(#[#mark = #number]));
    }
}

fn take_mark(call: &mut Expr, mark: &str) -> Option<usize> {
    let attrs = attributes(call)?;
    let mark = attrs.remove(attrs.iter().position(|attribute| attribute.path().is_ident(mark))?);
    match &mark.meta.require_name_value().ok()?.value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
        _ => None,
    }
}

/// What marks an argument that a function may change, of which the body does not show that it has references.
const CHANGED: &str = "whipple_changed";

/// Marks such an argument: a variable, or what is borrowed of one.
pub fn mark_changed(argument: &mut Expr) {
    put_mark_on_argument(argument, CHANGED);
}

/// Takes the mark off an argument; whether it had one.
pub fn unmark_changed(argument: &mut Expr) -> bool {
    take_mark_off_argument(argument, CHANGED)
}

/// What marks an argument that a function gave, and that may be a `&mut`.
const GIVEN: &str = "whipple_given";

/// Marks such an argument.
pub fn mark_given(argument: &mut Expr) {
    match argument {
        Expr::Paren(inner) => mark_given(&mut inner.expr),
        argument => put_mark(argument, GIVEN, 0),
    }
}

/// Takes the mark off an argument; whether it had one.
pub fn unmark_given(argument: &mut Expr) -> bool {
    match argument {
        Expr::Paren(inner) => unmark_given(&mut inner.expr),
        argument => take_mark(argument, GIVEN).is_some(),
    }
}

/// What marks a call of which arguments are, or may be, a `&mut`.
const LENT: &str = "whipple_lent_arguments";

/// Marks such a call: a bit for each of these arguments.
pub fn mark_lent(call: &mut Expr, arguments: usize) {
    put_mark(call, LENT, arguments);
}

/// Takes this mark off a call: which arguments these are.
pub fn unmark_lent(call: &mut Expr) -> Option<usize> {
    take_mark(call, LENT)
}

/// What marks an argument that is a function, by a name or a variable.
const FUNCTION: &str = "whipple_function";

/// Marks such an argument.
pub fn mark_function(argument: &mut Expr) {
    put_mark_on_argument(argument, FUNCTION);
}

/// Whether an argument has this mark.
pub fn is_function(argument: &Expr) -> bool {
    match argument {
        Expr::Paren(inner) => is_function(&inner.expr),
        Expr::Path(ExprPath { attrs, .. }) | Expr::Reference(ExprReference { attrs, .. }) => {
            attrs.iter().any(|attribute| attribute.path().is_ident(FUNCTION))
        }
        _ => false,
    }
}

/// Takes this mark off an argument; whether it had one.
pub fn unmark_function(argument: &mut Expr) -> bool {
    take_mark_off_argument(argument, FUNCTION)
}

fn put_mark_on_argument(argument: &mut Expr, mark: &str) {
    let mark = Ident::new(mark, Span::call_site());
    match argument {
        Expr::Paren(inner) => put_mark_on_argument(&mut inner.expr, &mark.to_string()),
        Expr::Path(ExprPath { attrs, .. }) | Expr::Reference(ExprReference { attrs, .. }) => {
            attrs.push(syn::parse_quote!(#[#mark]));
        }
        _ => {}
    }
}

fn take_mark_off_argument(argument: &mut Expr, mark: &str) -> bool {
    let (Expr::Path(ExprPath { attrs, .. }) | Expr::Reference(ExprReference { attrs, .. })) = argument else {
        return false;
    };
    attrs.pop_if(|attribute| attribute.path().is_ident(mark)).is_some()
}
