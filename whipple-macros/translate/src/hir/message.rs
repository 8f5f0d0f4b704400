//! What a panic says, and what is printed.

use super::ExprId;

/// The message of a panic, or what is printed.
#[derive(Clone, Debug, Default)]
pub struct Message {
    /// Without values, what is said.
    pub text: String,
    /// The number of what writes it with its values, if it has some.
    pub number: Option<u64>,
    /// The values, which are evaluated where it is said.
    pub values: Vec<ExprId>,
    /// Whether both operands of the comparison that failed stand before them.
    pub has_operands: bool,
}

impl Message {
    /// A text without values.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}
