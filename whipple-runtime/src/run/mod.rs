//! A run: what it is told before and while it goes on, what it tells, and who starts it.

pub mod choice;
pub mod control;
pub mod launcher;
pub mod options;
pub(crate) mod outputs;
pub mod report;
pub mod running;
pub mod trace;
pub mod waiting;
pub mod weights;
