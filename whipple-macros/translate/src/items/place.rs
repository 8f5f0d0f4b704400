//! What an impl is, and whose class has its text.

use super::{generic, traits::Trait};
use crate::{context, errors::Errors, names};
use syn::{ImplItem, ImplItemFn, ItemImpl, Type};

/// What an impl is, and whose class has its text.
pub struct Place {
    /// The type of that class.
    pub owner: Type,
    /// The trait of the impl.
    pub of: Option<Trait>,
    /// The members of an impl without a trait.
    own: String,
    /// Whether the class is the right side of an operator whose left side is a type of the library.
    pub is_right: bool,
}

/// Why an impl has no class.
pub enum NoPlace {
    /// An error that has been said.
    Said,
    /// Its trait is one that device code cannot have, which has been said.
    Trait,
}

impl Place {
    /// Whether the impl is of a trait of an operator.
    pub fn is_operator(&self) -> bool {
        self.of.as_ref().is_some_and(Trait::is_operator)
    }

    /// What an impl is, or why no class can have it. That is among the errors then.
    pub fn of(implementation: &ItemImpl, errors: &mut Errors) -> Result<Self, NoPlace> {
        let self_type = &*implementation.self_ty;
        let Some((path, _)) = &implementation.trait_ else {
            let own = own_members(implementation);
            return Ok(Self { owner: generic::alone(self_type), of: None, own, is_right: false });
        };
        let of = Trait::of(path, self_type);
        if of.name == "Execute" {
            errors
                .push(path, "`#[device]` goes on types and their impls: write `#[execute]` on the body of a procedure");
            return Err(NoPlace::Said);
        }
        if let Some(instead) = of.refusal(implementation) {
            errors.push(path, format!("device code has no `{}`: {instead}", of.name));
            return Err(NoPlace::Trait);
        }
        let is_of_library = |ty: &Type| {
            !matches!(ty, Type::Path(_))
                || context::last_name(ty).is_some_and(|name| {
                    names::is_primitive(&name)
                        || names::is_vector(&name)
                        || matches!(name.as_str(), "char" | "str" | "String")
                })
        };
        if !is_of_library(self_type) {
            return Ok(Self { owner: generic::alone(self_type), of: Some(of), own: String::new(), is_right: false });
        }
        let is_operator = of.is_operator() && !of.is_index();
        let right = of.right().filter(|right| !is_of_library(right) && is_operator).cloned();
        match right {
            Some(owner) if !matches!(self_type, Type::Reference(_)) => {
                Ok(Self { owner, of: Some(of), own: String::new(), is_right: true })
            }
            _ if matches!(self_type, Type::Reference(_)) => {
                errors.push(
                    self_type,
                    "write this impl for the value: device code copies, and `Copy` types need no references",
                );
                Err(NoPlace::Said)
            }
            _ => {
                errors.push(
                    self_type,
                    "a `#[device] impl` of a trait is for `#[device]` types of your own, and of a trait of your own also for numbers, `bool`, `char` and glam's types: write a `#[device] fn` that takes this type",
                );
                Err(NoPlace::Said)
            }
        }
    }

    /// What tells it from the other impls of that type: without a trait its members, which no other one has.
    pub fn key(&self, self_type: &Type) -> String {
        let left = self.is_right.then_some(self_type);
        self.of.as_ref().map_or_else(|| self.own.clone(), |of| of.key(left))
    }

    /// The other operand of an operator.
    pub fn operand(&self, self_type: &Type) -> Option<Type> {
        let of = self.of.as_ref().filter(|of| of.is_operator() || of.name == "Rem")?;
        match of.name.as_str() {
            "Neg" | "Not" => None,
            _ if self.is_right => Some(self_type.clone()),
            _ => Some(of.right().unwrap_or(self_type).clone()),
        }
    }

    /// Whether it is an impl of this trait.
    pub fn is(&self, name: &str) -> bool {
        self.of.as_ref().is_some_and(|of| of.name == name)
    }

    pub fn operator(&self, method: &ImplItemFn) -> Option<&'static str> {
        self.of.as_ref().and_then(|of| of.operator(&method.sig.ident.to_string()))
    }
}

/// The names of the members of an impl, in braces.
fn own_members(implementation: &ItemImpl) -> String {
    let names = implementation.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function.sig.ident.to_string()),
        ImplItem::Const(constant) => Some(constant.ident.to_string()),
        _ => None,
    });
    format!("{{{}}}", names.collect::<Vec<_>>().join(", "))
}
