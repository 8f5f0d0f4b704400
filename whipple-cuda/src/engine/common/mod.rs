//! What the engines of several schedulers use.

pub mod abi;
pub mod blocks;
pub mod budget;
pub mod constants;
pub mod joins;
pub mod large;
pub mod observe;
pub mod prepared;
pub mod print;
pub mod seeds;
pub mod session;
pub mod watch;
pub mod weights;
