//! The measurements as SVG: a bar for each test, scheduler and policy, and the tree's time over its depth.

use super::run::Row;
use crate::common::{
    output,
    plot::{self, AXIS, Drawn, LINE, colour, label_style, text_width, with_legend},
};
use plotters::{prelude::*, style::text_anchor::HPos};
use std::{collections::BTreeMap, error, io::Write, path::Path};

/// Writes `tree.svg`, and for each other group of tests an SVG file with its name, into a folder. What was not measured is not
/// shown.
///
/// # Errors
/// What the file system or the plotting library says, with the path.
pub fn write(folder: &Path, device: &str, rows: &[Row]) -> Result<(), Box<dyn error::Error>> {
    let mut groups: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.measured().is_some()) {
        groups.entry(row.test.split('-').next().unwrap_or(&row.test)).or_default().push(row);
    }
    for (group, rows) in groups {
        let title = format!("{group} on {device}");
        output::write(&folder.join(format!("{group}.svg")), |sink| {
            if group == "tree" { lines(sink, &title, &rows) } else { bars(sink, &title, &rows) }
        })?;
    }
    Ok(())
}

/// A line of the plot of bars.
enum Line<'r> {
    /// The name of a test.
    Test(&'r str),
    /// A measurement of it, in milliseconds: its scheduler and policy, and the time.
    Bar(String, f64),
}

/// The measurements of each test below its name.
fn bar_lines<'r>(rows: &[&'r Row]) -> Vec<Line<'r>> {
    let mut lines = Vec::new();
    let mut last = None;
    for row in rows {
        let Some(measured) = row.measured() else { continue };
        if last.replace(&row.test) != Some(&row.test) {
            lines.push(Line::Test(&row.test));
        }
        lines.push(Line::Bar(row.label(), measured.median() * 1e3));
    }
    lines
}

/// A bar for each measurement, all of them on one scale.
fn bars(out: &mut impl Write, title: &str, rows: &[&Row]) -> Drawn {
    let lines = bar_lines(rows);
    let mut kinds: Vec<&str> = Vec::new();
    let (mut longest, mut widest) = (f64::MIN_POSITIVE, 0);
    for line in &lines {
        let name = match line {
            Line::Test(name) => name,
            Line::Bar(label, time) => {
                longest = longest.max(*time);
                if !kinds.contains(&label.as_str()) {
                    kinds.push(label);
                }
                label.as_str()
            }
        };
        widest = widest.max(text_width(name));
    }

    plot::write(out, (900, 60 + AXIS + LINE * lines.len() as u32), title, |area| {
        let mut chart = ChartBuilder::on(area)
            .x_label_area_size(AXIS)
            .y_label_area_size(widest + 30)
            // The first line is at the top. Numbers have room to the right of the longest bar.
            .build_cartesian_2d(0.0..longest * 1.15, lines.len() as f64..0.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .light_line_style(TRANSPARENT)
            .label_style(label_style(HPos::Center))
            .axis_desc_style(label_style(HPos::Center))
            .x_desc("median, ms")
            .draw()?;
        let (left, top) = area.get_base_pixel();
        for (index, line) in lines.iter().enumerate() {
            let (x, y) = chart.backend_coord(&(0.0, index as f64 + 0.5));
            let label = |text: &str, x, style| area.draw(&Text::new(text.to_owned(), (x - left, y - top), style));
            match line {
                Line::Test(name) => label(name, left, label_style(HPos::Left))?,
                Line::Bar(name, time) => {
                    label(name, x - 8, label_style(HPos::Right))?;
                    let (end, _) = chart.backend_coord(&(*time, 0.0));
                    label(&format!("{time:.4}"), end + 6, label_style(HPos::Left))?;
                    let kind = kinds.iter().position(|kind| kind == name).unwrap_or(0);
                    let corners = [(0.0, index as f64 + 0.15), (*time, index as f64 + 0.85)];
                    chart.draw_series([Rectangle::new(corners, colour(kind).filled())])?;
                }
            }
        }
        Ok(())
    })
}

/// Points of a line, by depth.
type Points = Vec<(i32, f64)>;

/// Lines with their names, and the points of one that was not measured.
type Series = (Vec<(String, Points)>, Points);

/// Milliseconds over depth for each scheduler and policy; and the arithmetic's, where it is known.
fn series(rows: &[&Row]) -> Result<Series, Box<dyn error::Error>> {
    let mut series: Vec<(String, Points)> = Vec::new();
    let mut limit = Points::new();
    for row in rows {
        let (Some(measurement), Some(depth)) = (row.measured(), row.test.strip_prefix("tree-")) else { continue };
        let (depth, label) = (depth.parse()?, row.label());
        let point = (depth, measurement.median() * 1e3);
        match series.iter_mut().find(|(own, _)| *own == label) {
            Some((_, points)) => points.push(point),
            None => series.push((label, vec![point])),
        }
        limit.extend(row.limit.map(|time| (depth, time * 1e3)));
    }
    for points in series.iter_mut().map(|(_, points)| points).chain([&mut limit]) {
        points.sort_by_key(|(depth, _)| *depth);
        points.dedup_by_key(|(depth, _)| *depth);
    }
    Ok((series, limit))
}

/// Time over depth, on a logarithmic scale.
fn lines(out: &mut impl Write, title: &str, rows: &[&Row]) -> Drawn {
    let (measured, mut limit) = series(rows)?;
    let points = || measured.iter().flat_map(|(_, points)| points);
    let depths = || points().map(|(depth, _)| *depth);
    let (first, last) = (depths().min().unwrap_or(0), depths().max().unwrap_or(0));
    let (least, most) = points().fold((f64::MAX, f64::MIN), |(low, high), (_, time)| (low.min(*time), high.max(*time)));
    let (low, high) = (least / 2.0, most * 2.0);
    limit.retain(|(_, time)| *time >= low);

    let mut all: Vec<(String, RGBColor, Points)> = Vec::new();
    for (index, (label, points)) in measured.into_iter().enumerate() {
        all.push((label, colour(index), points));
    }
    if !limit.is_empty() {
        all.push(("60 TFLOP/s".to_owned(), BLACK, limit));
    }
    let names: Vec<(String, RGBColor)> = all.iter().map(|(name, colour, _)| (name.clone(), *colour)).collect();
    plot::write(out, (900, 600), title, |area| {
        let data = with_legend(area, &names)?;
        let mut chart = ChartBuilder::on(&data)
            .x_label_area_size(AXIS)
            .y_label_area_size(60)
            .build_cartesian_2d(first - 1..last + 1, (low..high).log_scale())?;
        let mesh = |depth: &i32| if (first..=last).contains(depth) { depth.to_string() } else { String::new() };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .label_style(label_style(HPos::Center))
            .axis_desc_style(label_style(HPos::Center))
            .x_labels((last - first + 3) as usize)
            .x_label_formatter(&mesh)
            .x_desc("depth")
            .y_desc("median, ms")
            .draw()?;
        for (_, colour, points) in &all {
            chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
            chart.draw_series(points.iter().map(|point| Circle::new(*point, 3, colour.filled())))?;
        }
        Ok(())
    })
}
