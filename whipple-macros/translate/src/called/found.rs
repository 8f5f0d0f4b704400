//! Where calls of methods lead: the traits that are in scope in a body decide (`whipple_runtime::source::seen::found`).

use super::Owner;
use crate::{methods, names};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{AngleBracketedGenericArguments, Expr, ExprMethodCall, GenericArgument, Type};

/// Methods of arrays and options with parameters of their own, which their arguments say.
const GENERIC: &[&str] =
    &["get", "get_mut", "and", "or", "ok_or", "zip", "copy_within", "strip_prefix", "strip_suffix"];

/// The call of a method, at which rustc looks once more behind the copy of a body.
#[derive(Clone, Debug)]
pub struct Found {
    method: Ident,
    turbofish: Option<AngleBracketedGenericArguments>,
    arguments: usize,
    on: On,
}

/// What says the type that the method is called on.
#[derive(Clone, Debug)]
pub enum On {
    Type(Box<Type>),
    Variable(Ident),
}

impl Found {
    /// Of a call on what gives a variable its type, if syntax does not say it. Types of the library have no methods of the user's.
    pub fn of(call: &ExprMethodCall, owner: &Owner, variable: impl FnOnce() -> Ident) -> Option<Self> {
        let name = names::unraw(&call.method);
        let is_generic = methods::of_context(&name).is_some() || GENERIC.contains(&name.as_str());
        let on = match owner {
            _ if call.turbofish.as_ref().is_some_and(is_left_open) => return None,
            // The call behind the copy has no arguments that say what it takes.
            _ if is_generic || call.args.iter().any(is_function) => return None,
            Owner::Itself(ty) | Owner::Named(ty) => On::Type(Box::new(ty.clone())),
            Owner::Answer(..) | Owner::Unknown => On::Variable(variable()),
            Owner::OfLibrary => return None,
        };
        let (method, turbofish) = (call.method.clone(), call.turbofish.clone());
        Some(Self { method, turbofish, arguments: call.args.len(), on })
    }

    /// The variable that the call is to give a type.
    pub fn variable(&self) -> Option<&Ident> {
        match &self.on {
            On::Type(_) => None,
            On::Variable(variable) => Some(variable),
        }
    }

    /// What tells it from others of its function, where that is known.
    pub fn key(&self) -> Option<String> {
        match &self.on {
            On::Type(ty) => {
                Some(format!("{} {} {}", self.method, self.turbofish.to_token_stream(), ty.to_token_stream()))
            }
            On::Variable(_) => None,
        }
    }
}

/// Whether an argument is a function, of which the call behind the copy has none.
fn is_function(argument: &Expr) -> bool {
    match argument {
        Expr::Closure(_) => true,
        Expr::Reference(inner) => is_function(&inner.expr),
        Expr::Path(path) => path.path.segments.len() > 1 && super::asker::is_of_module(argument),
        _ => false,
    }
}

/// Whether a turbofish leaves something to what arguments say.
fn is_left_open(turbofish: &AngleBracketedGenericArguments) -> bool {
    turbofish.args.iter().any(|argument| matches!(argument, GenericArgument::Type(Type::Infer(_))))
}

impl ToTokens for Found {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { method, turbofish, .. } = self;
        let (span, name) = (method.span(), names::unraw(method));
        let hash = names::hash(&if turbofish.is_some() { names::with_turbofish(&name) } else { name });
        let found = quote_spanned!(span=> ::whipple::private::seen::found);
        let call = match &self.on {
            On::Type(ty) => quote_spanned!(span=> #found::Call::<#hash, #ty>::of_type()),
            On::Variable(variable) => quote_spanned!(span=> #found::Call::<#hash, _>::on(&#variable)),
        };
        let arguments = (0..self.arguments).map(|_| quote_spanned!(span=> ::whipple::private::ask::never()));
        tokens.extend(quote_spanned! {span=>
            let _ = <::whipple::private::seen::DeviceCode as #found::ATypeHasOneMethodOfANameRenameOne<_, _>>::found(#call.whipple_method())
                .#method #turbofish (#(#arguments),*);
        });
    }
}

/// What stands behind the copy of a body.
pub fn behind(calls: &[Found]) -> TokenStream {
    let first = calls
        .first()
        .map(|call| quote_spanned!(call.method.span()=> use ::whipple::private::seen::found::OtherCall as _;));
    quote_spanned!(proc_macro2::Span::call_site()=> #first #(#calls)*)
}
