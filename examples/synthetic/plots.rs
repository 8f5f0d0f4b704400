//! The measurements as SVG: a panel of bars for each test, and the tree's time over its depth.

use super::run::Row;
use crate::common::{output::cannot_write, trace::COLOURS};
use plotters::{
    coord::{Shift, types::RangedCoordf64},
    prelude::*,
};
use std::{collections::BTreeMap, fs, path::Path};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Writes `tree.svg`, and for each other group of tests an SVG file with its name, into a folder that is made if need be.
/// What was not measured is not shown.
///
/// # Errors
/// What the file system or the plotting library says, with the path.
pub fn write(folder: &Path, device: &str, rows: &[Row]) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let mut groups: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.measured().is_some()) {
        groups.entry(row.test.split('-').next().unwrap_or(&row.test)).or_default().push(row);
    }
    for (group, rows) in groups {
        let path = folder.join(format!("{group}.svg"));
        let title = format!("{group}, {device}");
        let drawn = if group == "tree" { lines(&path, &title, &rows) } else { bars(&path, &title, &rows) };
        drawn.map_err(|error| cannot_write(&path, &*error))?;
    }
    Ok(())
}

/// A panel for each test, with a bar for each scheduler and policy.
fn bars(path: &Path, title: &str, rows: &[&Row]) -> Outcome {
    let mut tests: Vec<(&str, Vec<&Row>)> = Vec::new();
    for row in rows {
        match tests.iter_mut().find(|(test, _)| *test == row.test) {
            Some((_, own)) => own.push(row),
            None => tests.push((&row.test, vec![row])),
        }
    }
    let height = |bars: usize| 60 + 22 * bars as u32;
    let total: u32 = 40 + tests.iter().map(|(_, own)| height(own.len())).sum::<u32>();
    let root = SVGBackend::new(path, (900, total)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut rest = root.titled(title, ("sans-serif", 18))?;
    for (test, own) in tests {
        let (panel, below) = rest.split_vertically(height(own.len()));
        bar_panel(&panel, test, &own)?;
        rest = below;
    }
    root.present()?;
    Ok(())
}

fn bar_panel(panel: &Area<'_>, test: &str, rows: &[&Row]) -> Outcome {
    let times: Vec<f64> = rows.iter().filter_map(|row| Some(row.measured()?.median() * 1e3)).collect();
    let longest = times.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let mut chart = ChartBuilder::on(panel)
        .caption(format!("{test}, ms"), ("sans-serif", 14))
        .margin_right(20)
        .y_label_area_size(220)
        .build_cartesian_2d(0.0..longest * 1.15, 0.0..rows.len() as f64)?;
    for (index, (row, time)) in rows.iter().zip(&times).enumerate() {
        let low = (rows.len() - 1 - index) as f64;
        let colour = COLOURS[index % COLOURS.len()];
        chart.draw_series([Rectangle::new([(0.0, low + 0.15), (*time, low + 0.85)], colour.filled())])?;
        chart.draw_series([Text::new(format!(" {time:.4}"), (*time, low + 0.75), ("sans-serif", 12))])?;
        label(panel, &chart, row, low)?;
    }
    Ok(())
}

/// Writes a row's label to the left of its bar.
fn label(
    panel: &Area<'_>,
    chart: &ChartContext<'_, SVGBackend<'_>, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
    row: &Row,
    low: f64,
) -> Outcome {
    let (_, y) = chart.backend_coord(&(0.0, low + 0.75));
    let (_, top) = panel.get_base_pixel();
    panel.draw(&Text::new(row.label(), (10, y - top), ("sans-serif", 12)))?;
    Ok(())
}

/// Time over depth, on a logarithmic scale, for each scheduler and policy; and the arithmetic's.
fn lines(path: &Path, title: &str, rows: &[&Row]) -> Outcome {
    let mut series: Vec<(String, Vec<(f64, f64)>)> = Vec::new();
    let limit = String::from("60 TFLOP/s");
    for row in rows {
        let (Some(measurement), Some(depth)) = (row.measured(), row.test.strip_prefix("tree-")) else { continue };
        let depth: f64 = depth.parse()?;
        let own = [Some((row.label(), measurement.median())), row.limit.map(|time| (limit.clone(), time))];
        for (label, time) in own.into_iter().flatten() {
            let point = (depth, time * 1e3);
            match series.iter_mut().find(|(own, _)| *own == label) {
                Some((_, points)) if points.contains(&point) => {}
                Some((_, points)) => points.push(point),
                None => series.push((label, vec![point])),
            }
        }
    }
    for (_, points) in &mut series {
        points.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    }
    let points = || series.iter().flat_map(|(_, points)| points);
    let (first, last) =
        points().fold((f64::MAX, f64::MIN), |(low, high), (depth, _)| (low.min(*depth), high.max(*depth)));
    let measured = series.iter().filter(|(label, _)| *label != limit).flat_map(|(_, points)| points);
    let (least, most) = measured.fold((f64::MAX, f64::MIN), |(low, high), (_, time)| (low.min(*time), high.max(*time)));

    let root = SVGBackend::new(path, (900, 600)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(first - 0.5..last + 0.5, (least / 2.0..most * 2.0).log_scale())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_label_formatter(&|depth| format!("{depth:.0}"))
        .x_desc("depth")
        .y_desc("ms")
        .draw()?;
    for (index, (label, points)) in series.iter().enumerate() {
        let colour = if *label == limit { BLACK } else { COLOURS[index % COLOURS.len()] };
        let shown = points.iter().copied().filter(|(_, time)| *time >= least / 2.0);
        chart
            .draw_series(LineSeries::new(shown, colour.stroke_width(2)))?
            .label(label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
        chart.draw_series(
            points.iter().filter(|(_, time)| *time >= least / 2.0).map(|point| Circle::new(*point, 3, colour.filled())),
        )?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    Ok(())
}
