//! An unbalanced binary tree: the deeper a node, the less likely it has children. Its nodes and their work are those of `tree.rs`.

use super::{Row, Setting, tree};
use whipple::prelude::*;

/// Without work and with 256 loads and 256 products a node.
pub fn measure(setting: &Setting<'_>) -> Result<Vec<Row>, Error> {
    let height = setting.size(64, 24);
    let mut rows = Vec::new();
    for work in [0, 256] {
        rows.extend(tree::visit(setting, format!("unbalanced {height}, {work} loads"), height, work, height)?);
    }
    Ok(rows)
}
