//! The trace of a run as plots: tasks and lengths of queues over time (Steinberger et al. 2014, figures 8 and 9).

use super::plot::{self, AXIS, Drawn, LINE, colour, label_style, text_width, with_legend};
use plotters::{prelude::*, style::text_anchor::HPos};
use std::{io::Write, time::Duration};
use whipple::trace::{Event, Trace};

/// Rows of the plot of tasks: warps on a GPU, threads on the CPU.
const ROWS: usize = 64;
/// The most points of a line: a run may have millions of changes.
const POINTS: usize = 2000;
/// Procedures that a plot tells apart, each by its colour.
const LINES: usize = plot::COLOURS.len();

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Plots each unit of tasks as a rectangle, for the first warps or threads.
///
/// # Errors
/// What `out` and the plotting library say.
pub fn tasks(out: &mut impl Write, test: &str, trace: &Trace) -> Drawn {
    let mut rows: Vec<(u32, u32)> = trace.events.iter().map(|event| (event.worker, event.warp)).collect();
    rows.sort_unstable();
    rows.dedup();
    let of_gpu = rows.iter().any(|(_, warp)| *warp > 0);
    let all = rows.len();
    rows.truncate(ROWS);
    let end = trace.events.iter().map(|event| microseconds(event.end)).fold(f64::MIN_POSITIVE, f64::max);
    let names: Vec<String> = rows.iter().map(|(worker, warp)| row_name(*worker, *warp, of_gpu)).collect();
    let kind = if of_gpu { "warps" } else { "workers" };
    let title = match rows.len() {
        few if few < all => format!("{test}: tasks of the first {few} of {all} {kind}"),
        _ => format!("{test}: tasks of all {kind}"),
    };
    let procedures: Vec<(String, RGBColor)> =
        trace.procedures.iter().enumerate().map(|(index, name)| ((*name).to_owned(), colour(index))).collect();
    let lines = rows.len().max(procedures.len() + 1) as u32;

    plot::write(out, (1200, 60 + AXIS + LINE * lines), &title, |area| {
        let data = with_legend(area, &procedures)?;
        let widest = names.iter().map(|name| text_width(name)).max().unwrap_or(0);
        let mut chart = ChartBuilder::on(&data)
            .x_label_area_size(AXIS)
            .y_label_area_size(widest + 12)
            // The first row is at the top.
            .build_cartesian_2d(0.0..end, rows.len() as f64..0.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .y_labels(0)
            .light_line_style(TRANSPARENT)
            .label_style(label_style(HPos::Center))
            .axis_desc_style(label_style(HPos::Center))
            .x_desc("µs")
            .x_label_formatter(&|time| format!("{time:.0}"))
            .draw()?;
        let (left, top) = data.get_base_pixel();
        for (row, name) in names.iter().enumerate() {
            let (x, y) = chart.backend_coord(&(0.0, row as f64 + 0.5));
            data.draw(&Text::new(name.clone(), (x - left - 8, y - top), label_style(HPos::Right)))?;
        }
        let rectangle = |event: &Event| {
            let row = rows.binary_search(&(event.worker, event.warp)).ok()? as f64;
            let corners = [(microseconds(event.start), row + 0.1), (microseconds(event.end), row + 0.9)];
            Some(Rectangle::new(corners, colour(event.procedure as usize).filled()))
        };
        chart.draw_series(trace.events.iter().filter_map(rectangle))?;
        Ok(())
    })
}

/// What a row of the plot of tasks is called.
fn row_name(worker: u32, warp: u32, of_gpu: bool) -> String {
    if of_gpu { format!("block {worker}, warp {warp}") } else { format!("worker {worker}") }
}

/// Plots how many work items of each procedure waited, over time; where there are more procedures than colours, of those with
/// the longest queues, and of all others together.
///
/// # Errors
/// What `out` and the plotting library say.
pub fn queues(out: &mut impl Write, test: &str, trace: &Trace) -> Drawn {
    let series = trace.queue_lengths();
    let end = series.times.last().map_or(f64::MIN_POSITIVE, |time| microseconds(*time));
    let lines = lines(&trace.procedures, series.lengths);
    let longest = lines.iter().flat_map(|(_, lengths)| lengths).copied().max().unwrap_or(0).max(1);
    let names: Vec<(String, RGBColor)> =
        lines.iter().enumerate().map(|(line, (name, _))| ((*name).to_owned(), colour(line))).collect();

    plot::write(out, (1200, 500), &format!("{test}: work items that wait"), |area| {
        let data = with_legend(area, &names)?;
        let mut chart = ChartBuilder::on(&data)
            .x_label_area_size(AXIS)
            .y_label_area_size(70)
            .build_cartesian_2d(0.0..end, 0.0..longest as f64 * 1.05)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .label_style(label_style(HPos::Center))
            .axis_desc_style(label_style(HPos::Center))
            .x_desc("µs")
            .y_desc("items")
            .x_label_formatter(&|time| format!("{time:.0}"))
            .y_label_formatter(&|items| format!("{items:.0}"))
            .draw()?;
        for (line, (_, lengths)) in lines.iter().enumerate() {
            let points = steps(&series.times, lengths, series.times.len().div_ceil(POINTS).max(1));
            chart.draw_series(LineSeries::new(points, colour(line).stroke_width(2)))?;
        }
        Ok(())
    })
}

/// The lengths of the queues by procedure, in their order; as many as there are colours, of which the last is for the sum of
/// those that are left out, the shortest ones.
fn lines<'n>(procedures: &[&'n str], mut lengths: Vec<Vec<u64>>) -> Vec<(&'n str, Vec<u64>)> {
    let longest = |lengths: &Vec<u64>| lengths.iter().copied().max().unwrap_or(0);
    let mut shown: Vec<usize> = (0..lengths.len()).collect();
    if shown.len() <= LINES {
        return procedures.iter().copied().zip(lengths).collect();
    }
    shown.sort_by_key(|procedure| std::cmp::Reverse(longest(&lengths[*procedure])));
    let others = shown.split_off(LINES - 1);
    shown.sort_unstable();
    let sum = |moment: usize| others.iter().map(|procedure| lengths[*procedure][moment]).sum();
    let together = (0..lengths[0].len()).map(sum).collect();
    let own = shown.iter().map(|procedure| (procedures[*procedure], std::mem::take(&mut lengths[*procedure])));
    own.chain([("all others", together)]).collect()
}

/// A line that stays at each length until the next; of every stretch of `every` points only the longest, so that no peak is
/// lost, and the last.
fn steps(times: &[Duration], lengths: &[u64], every: usize) -> Vec<(f64, f64)> {
    let mut points = Vec::new();
    let mut before = 0;
    for (times, lengths) in times.chunks(every).zip(lengths.chunks(every)) {
        let (start, longest) = (microseconds(times[0]), lengths.iter().copied().max().unwrap_or(0));
        points.push((start, before as f64));
        points.push((start, longest as f64));
        before = lengths[lengths.len() - 1];
    }
    points
}
