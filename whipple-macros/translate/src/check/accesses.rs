//! How a body uses the buffers of its procedure: for the warning about a buffer that one procedure reads by `get` and another writes by
//! `set`, with nothing between them that orders the two.

use crate::hir::{Body, ExprId, ExprKind};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::BTreeSet;

/// What the bodies of an item do.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    /// The fields of `self` that are read by `get`.
    reads: BTreeSet<String>,
    /// Those that are written by `set`.
    writes: BTreeSet<String>,
    /// Whether there is an operation that may acquire what other tasks released.
    acquires: bool,
}

impl Accesses {
    /// Those of one body.
    pub fn of(body: &Body) -> Self {
        let mut found = Self::default();
        body.each_in_block(&body.root, &mut |id| {
            let ExprKind::Method { receiver, name, arguments, .. } = body.kind(id) else { return };
            let (name, field) = (name.to_string(), field_of_self(body, *receiver));
            match (name.as_str(), arguments.len(), field) {
                ("get", 1, Some(field)) => drop(found.reads.insert(field)),
                ("set", 2, Some(field)) => drop(found.writes.insert(field)),
                _ => found.acquires |= may_acquire(&name),
            }
        });
        found
    }

    /// What several bodies do.
    pub fn extend(&mut self, other: &Self) {
        self.reads.extend(other.reads.iter().cloned());
        self.writes.extend(other.writes.iter().cloned());
        self.acquires |= other.acquires;
    }
}

impl ToTokens for Accesses {
    /// An `Accesses`.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (reads, writes, acquires) = (self.reads.iter(), self.writes.iter(), self.acquires);
        tokens.extend(quote! {
            ::whipple::private::Accesses { reads: &[#(#reads),*], writes: &[#(#writes),*], acquires: #acquires }
        });
    }
}

/// The field of `self` that a method is called on.
fn field_of_self(body: &Body, receiver: ExprId) -> Option<String> {
    let ExprKind::Field(of, member) = body.kind(receiver) else { return None };
    matches!(body.kind(*of), ExprKind::This).then(|| member.to_token_stream().to_string())
}

/// Whether a method of this name may acquire. Where it does not, since its answer is dropped or it is the user's, a warning is missed.
fn may_acquire(name: &str) -> bool {
    let is_atomic = name.starts_with("fetch_") || name.starts_with("exchange") || name.starts_with("compare_exchange");
    is_atomic && !name.ends_with("_relaxed") || matches!(name, "get_acquire" | "fence" | "spawn_after")
}
