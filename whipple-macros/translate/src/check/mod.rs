//! What a body must keep to beside being translatable: passes over the [`hir`](crate::hir), each on its own.

pub mod accesses;
pub mod joins;
pub mod spawns;
pub mod uniform;

use syn::{Signature, Type};

/// What names from outside of a body mean in it.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The signature of its function.
    pub signature: &'a Signature,
    /// What `Self` means.
    pub self_type: Option<&'a Type>,
    /// What `Self::Item` means.
    pub item_type: Option<&'a Type>,
    /// Whether it is the body of a procedure whose tasks have an output.
    pub returns: bool,
}
