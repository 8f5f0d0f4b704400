//! What all plots have in common: they are SVG, with a title above and a legend beside the data.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};
use std::{error, io::Write};

/// A part of a picture.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// What drawing comes to.
pub type Drawn = Result<(), Box<dyn error::Error>>;

/// Colours of bars, lines and procedures, in this order.
pub const COLOURS: [RGBColor; 8] = [
    RGBColor(0x1f, 0x77, 0xb4),
    RGBColor(0xff, 0x7f, 0x0e),
    RGBColor(0x2c, 0xa0, 0x2c),
    RGBColor(0xd6, 0x27, 0x28),
    RGBColor(0x94, 0x67, 0xbd),
    RGBColor(0x8c, 0x56, 0x4b),
    RGBColor(0xe3, 0x77, 0xc2),
    RGBColor(0x7f, 0x7f, 0x7f),
];

/// The colour of a bar, a line or a procedure.
pub fn colour(index: usize) -> RGBColor {
    COLOURS[index % COLOURS.len()]
}

/// Pixels between the lines of a legend, and between rows with labels.
pub const LINE: u32 = 18;

/// Pixels of an axis with its numbers and its name.
pub const AXIS: u32 = 42;

/// Writes a picture as SVG: its title, and below it what `draw` makes.
///
/// # Errors
/// What `draw` and `out` meet.
pub fn write(out: &mut impl Write, size: (u32, u32), title: &str, draw: impl FnOnce(&Area<'_>) -> Drawn) -> Drawn {
    let mut text = String::new();
    let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
    root.fill(&WHITE)?;
    draw(&root.margin(6, 6, 10, 10).titled(title, ("sans-serif", 18))?)?;
    root.present()?;
    drop(root);
    Ok(out.write_all(text.as_bytes())?)
}

/// Writes the names of lines or rectangles with their colours at the right; gives the area that they leave.
///
/// # Errors
/// Those of drawing.
pub fn with_legend<'a>(area: &Area<'a>, entries: &[(String, RGBColor)]) -> Result<Area<'a>, Box<dyn error::Error>> {
    let (width, _) = area.dim_in_pixel();
    let longest = entries.iter().map(|(name, _)| text_width(name)).max().unwrap_or(0);
    let (data, legend) = area.split_horizontally(width.saturating_sub(longest + 44));
    for (index, (name, colour)) in entries.iter().enumerate() {
        let y = (index as u32 * LINE + LINE) as i32;
        legend.draw(&Rectangle::new([(16, y - 4), (28, y + 4)], colour.filled()))?;
        legend.draw(&Text::new(name.clone(), (36, y), label_style(HPos::Left)))?;
    }
    Ok(data)
}

/// Pixels that a label takes at most.
pub fn text_width(text: &str) -> u32 {
    text.chars().count() as u32 * 7
}

/// How labels are written: beside a point, at its height.
pub fn label_style(side: HPos) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", 12).into_font()).pos(Pos::new(side, VPos::Center))
}
