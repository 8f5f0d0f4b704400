//! The lines of a tree as SVG.

use super::grow::Line;
use std::fmt::Write;

/// The picture: branches first, then leaves.
pub fn svg(lines: &[Line]) -> String {
    let mut text = String::from(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-60 -110 120 115' stroke-linecap='round'>\n\
         <rect x='-60' y='-110' width='120' height='115' fill='#eef1f4'/>\n",
    );
    for leaf in [0, 1] {
        for line in lines.iter().filter(|line| line.leaf == leaf) {
            let colour = if leaf == 1 { "#5a8f3c" } else { "#5b4636" };
            let Line { from, to, width, .. } = line;
            writeln!(
                text,
                "<path d='M{:.3} {:.3}L{:.3} {:.3}' stroke='{colour}' stroke-width='{width:.3}'/>",
                from.x, -from.y, to.x, -to.y
            )
            .expect("a string takes all text");
        }
    }
    text + "</svg>\n"
}
