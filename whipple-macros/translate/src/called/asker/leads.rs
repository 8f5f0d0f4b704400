//! Where calls of methods lead, of which rustc is asked behind the copy of a body.

use super::{
    super::handed::{By, handed},
    Asker, Found, Owner,
};
use proc_macro2::Ident;
use quote::quote_spanned;
use syn::ExprMethodCall;

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
}
