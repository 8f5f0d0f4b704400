//! What stands for a type parameter where rustc is asked about the body of a generic function.
//!
//! The copy of the body is as generic as the function, so rustc types it for all types. The answers are read of one instance: a constant
//! cannot have parameters. This instance must meet the bounds, and what is asked for must not depend on it.

use super::{ItemRef, Namespace};
use crate::{
    parameter::ParameterWriter,
    procedure::{Level, Procedure},
};
use std::marker::PhantomData;

/// A procedure of this level that no program has, for the `P` of `Context<P>`.
pub struct OfLevel<L>(PhantomData<fn() -> L>);

#[diagnostic::do_not_recommend]
impl<L: Level> Procedure for OfLevel<L> {
    type Level = L;
    type Shared = ();
    const THREADS: u32 = 1;
    const MAX_SPAWNS: Option<u32> = Some(0);
    const NAME: &'static str = "";
    const STRUCT: ItemRef = ItemRef::NONE;
    const NAMESPACE: Namespace = Namespace::GLOBAL;
    const LAYOUT: (usize, usize) = (0, 1);

    fn encode(&self, _: &mut ParameterWriter) {}
}
