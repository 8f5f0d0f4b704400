//! Where calls of methods lead, of which rustc is asked behind the copy of a body.

use super::{
    super::{
        found::On,
        handed::{By, handed},
    },
    Asker, Found, Owner,
    arguments::Seen,
};
use crate::{ask, names};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;
use syn::{Expr, ExprMethodCall, Token, punctuated::Punctuated};

/// Of a call.
type Arguments = Punctuated<Expr, Token![,]>;

impl Asker<'_> {
    /// Has rustc look where a call leads. The variable that it gives the type of what the method is called on, if there is one.
    pub fn look_where(&mut self, call: &mut ExprMethodCall, owner: &Owner) -> Option<Ident> {
        let span = call.method.span();
        let variable = || self.own(&format!("on_{}", self.found.len()), span);
        let found = Found::of(call, owner, variable).filter(|_| self.may_ask)?;
        let on = found.variable().cloned();
        if let Some(variable) = found.variable() {
            let function = quote_spanned!(span=> ::whipple::private::seen::found::called_on);
            *call.receiver = handed(&function, Some(variable), By::Reference, &call.receiver);
            self.found_on.push(variable.clone());
        }
        if found.key().is_none_or(|key| self.looked_at.insert(key)) {
            self.found.push(found);
        }
        on
    }

    /// Has rustc say which trait a method is of, which is called on a value of the type of a variable.
    pub fn ask_of_trait(&mut self, call: &mut ExprMethodCall, question: usize, on: Option<Ident>) {
        let span = call.method.span();
        let on = on.unwrap_or_else(|| {
            let on = self.own(&format!("of_{question}"), span);
            let function = quote_spanned!(span=> ::whipple::private::seen::found::called_on);
            *call.receiver = handed(&function, Some(&on), By::Reference, &call.receiver);
            self.foreign_on.push(on.clone());
            on
        });
        self.foreign.push((call.method.clone(), on, question));
    }

    /// Has rustc look behind the copy whether a function of a type takes these arguments in device code, the first at this position. `on` has
    /// the type of what a method is called on, where no type is said.
    fn hand_in_type(&mut self, name: &Ident, of: &On, arguments: &mut Arguments, first: usize, seen: &Seen) {
        let hash = names::hash(&names::unraw(name));
        for (index, argument) in arguments.iter_mut().enumerate() {
            let looks = [
                ("Handed", "AsksForNothing", seen.types.get(index) == Some(&true)),
                ("Lent", "TakesNoValue", index < usize::BITS as usize && seen.lent >> index & 1 == 1),
            ];
            if !looks.iter().any(|(_, _, is_meant)| *is_meant) {
                continue;
            }
            self.is_asked = true;
            let ([at, _], position) = (ask::ends(argument), first + index);
            let handed_over = quote_spanned!(at=> ::whipple::private::seen::handed);
            let variable = self.own(&format!("argument_{}", self.behind.len()), at.resolved_at(Span::call_site()));
            *argument =
                handed(&quote_spanned!(at=> #handed_over::argument_in_type), Some(&variable), By::Reference, argument);
            let looks = looks.iter().filter(|(_, _, is_meant)| *is_meant).map(|(look, otherwise, _)| {
                let [look, otherwise] = [look, otherwise].map(|name| Ident::new(name, at));
                let call = match of {
                    On::Type(ty) => {
                        quote_spanned!(at=> #handed_over::#look::<#hash, #position, #ty, _>::of_type(&#variable))
                    }
                    On::Variable(on) => {
                        quote_spanned!(at=> #handed_over::#look::<#hash, #position, _, _>::on(&#on, &#variable))
                    }
                };
                quote_spanned! {at=> {
                    #[allow(unused_imports)]
                    use #handed_over::#otherwise as _;
                    #call.whipple_looks();
                } }
            });
            let look = looks.collect();
            self.behind.push((vec![variable], look));
        }
    }

    /// The arguments of a method. `on` has the type of what it is called on already.
    pub fn hand_to_method(&mut self, call: &mut ExprMethodCall, owner: &Owner, on: Option<Ident>, seen: &Seen) {
        if !self.may_ask || matches!(owner, Owner::OfLibrary) || seen.is_empty() {
            return;
        }
        let of = match owner {
            Owner::Itself(ty) | Owner::Named(ty) => On::Type(Box::new(ty.clone())),
            _ => On::Variable(on.unwrap_or_else(|| self.called_on(call))),
        };
        self.hand_in_type(&call.method, &of, &mut call.args, 1, seen);
    }

    /// The arguments of a function by its type.
    pub fn hand_to_function_of(&mut self, name: &Ident, owner: &Owner, arguments: &mut Arguments, seen: &Seen) {
        if let (true, Owner::Itself(ty) | Owner::Named(ty)) = (self.may_ask, owner) {
            self.hand_in_type(name, &On::Type(Box::new(ty.clone())), arguments, 0, seen);
        }
    }

    /// A variable that gets the type of what a method is called on.
    fn called_on(&mut self, call: &mut ExprMethodCall) -> Ident {
        let span = call.method.span();
        let on = self.own(&format!("on_argument_{}", self.behind.len()), span);
        let function = quote_spanned!(span=> ::whipple::private::seen::found::called_on);
        *call.receiver = handed(&function, Some(&on), By::Reference, &call.receiver);
        self.behind.push((vec![on.clone()], TokenStream::new()));
        on
    }
}
