//! The operator library: what rules are made of.
//!
//! An operator takes a shape, or a shape and the number of a successor, and gives a shape. A rule is a procedure that applies
//! a sequence of them to one shape; its threads divide the successors among them (see [`form`]): a box is taken into
//! its faces by six threads, a wall is filled with storeys by as many as there are, a box is written by twelve. Operators with
//! a single successor are steps of a rule rather than tasks of their own, which would each wait in a queue for little work.
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

#[cfg(test)]
mod tests;
