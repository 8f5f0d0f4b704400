//! The operator library: what rules are made of.
//!
//! An operator takes a shape, or a shape and the number of a successor, and gives a shape. Those with many successors
//! are what a rule's threads divide among them: see [`form`].
//!
//! | family | operators |
//! |---|---|
//! | [`transform`] | translate, rotate, scale, resize |
//! | [`split`] | split (absolute and relative sizes), slice |
//! | [`repeat`] | repeat, spread, scatter |
//! | [`faces`] | face, border, corner |
//! | [`extrude`] | extrude, inset, offset |
//! | [`choice`] | vary, chance, choose |
//! | [`attributes`] | paint, label, dress |
//! | [`terminals`] | box, quad, prism |

pub mod attributes;
pub mod choice;
pub mod extrude;
pub mod faces;
pub mod form;
pub mod repeat;
pub mod split;
pub mod terminals;
pub mod transform;
