//! Conversions whose result alone says the type: `into`, `try_into` and `try_from`.

use crate::names;
use syn::{Expr, ExprCall, ExprMethodCall};

/// One of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// `x.into()`.
    Into,
    /// `x.try_into()`.
    TryInto,
    /// `u8::try_from(x)` of a number: which error it may give, its argument says.
    TryFrom(String),
}

impl Conversion {
    /// Which one a call of a method is, if any.
    pub fn of_method(call: &ExprMethodCall) -> Option<Self> {
        match call.method.to_string().as_str() {
            _ if !call.args.is_empty() || call.turbofish.is_some() => None,
            "into" => Some(Self::Into),
            "try_into" => Some(Self::TryInto),
            _ => None,
        }
    }

    /// Which one a call of a function is, if any.
    pub fn of_function(call: &ExprCall) -> Option<Self> {
        let Expr::Path(function) = &*call.func else { return None };
        let names: Vec<String> = function.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match names.as_slice() {
            [owner, name]
                if name == "try_from"
                    && names::is_primitive(owner)
                    && call.args.len() == 1
                    && function.qself.is_none() =>
            {
                Some(Self::TryFrom(owner.clone()))
            }
            _ => None,
        }
    }

    /// As it is written.
    pub fn written(&self) -> String {
        match self {
            Self::Into => "into".to_owned(),
            Self::TryInto => "try_into".to_owned(),
            Self::TryFrom(owner) => format!("{owner}::try_from"),
        }
    }

    /// The function of the device library that does it, whose template argument is what it gives.
    pub fn function(&self) -> &'static str {
        match self {
            Self::Into => "num::from",
            Self::TryInto | Self::TryFrom(_) => "num::try_into",
        }
    }
}
