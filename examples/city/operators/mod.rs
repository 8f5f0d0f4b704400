//! The operator library: what rules are made of.
//!
//! An operator takes a shape, or a shape and the number of a successor, and gives a shape. Each is a device function, and
//! a template of which [`form::rules`] makes procedures with parameters and successors ([`template`]): a box is taken into
//! its faces by six threads, a wall is filled with storeys by as many as there are, a box is written by twelve. A grammar
//! may be made of such procedures alone (`rules/tower`).
//!
//! A *rule* is a procedure that applies a sequence of the functions to one shape; its threads divide the
//! successors among them (see [`form`]). Operators with a single successor are steps of a rule there rather than tasks of
//! their own, which would each wait in a queue for little work.
//!
//! | family | functions | procedures |
//! |---|---|---|
//! | [`transform`] | translate, rotate, scale, resize | the same |
//! | [`split`] | split (absolute and relative sizes), slice | the same |
//! | [`repeat`] | repeat, spread, scatter | the same |
//! | [`faces`] | face, border, corner | faces, border, corners |
//! | [`extrude`] | extrude, inset, offset | the same |
//! | [`choice`] | vary, chance, choose | chance, choose; vary gives a number |
//! | [`attributes`] | paint, label, dress | the same |
//! | [`template`] | | fork, when |
//! | [`terminals`] | | box, quad, prism |

pub mod attributes;
pub mod choice;
pub mod extrude;
pub mod faces;
pub mod form;
pub mod repeat;
pub mod split;
pub mod template;
pub mod terminals;
pub mod transform;

/// The operators with one successor and no decision, whose procedures differ by their names alone.
#[allow(unused_imports, reason = "each for the rule sets that have a procedure of it")]
pub mod single {
    pub use super::{
        attributes::{dress, label, paint},
        extrude::{extrude, inset, offset},
        split::slice,
        transform::{resize, rotate, scale, translate},
    };
}

#[cfg(test)]
mod template_tests;
#[cfg(test)]
mod tests;
