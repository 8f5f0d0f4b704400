//! The trace of a run: as a file for Perfetto, and as plots of tasks and of queue lengths over time (Steinberger et al. 2014,
//! figures 8 and 9).

use super::output::cannot_write;
use plotters::prelude::*;
use std::{
    fs::{self, File},
    io::BufWriter,
    path::Path,
    time::Duration,
};
use whipple::trace::{Event, Trace};

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

/// Rows of the plot of tasks: warps on a GPU, threads on the CPU.
const ROWS: usize = 64;
/// The most points of a line: a run may have millions of changes.
const POINTS: usize = 2000;

/// Writes the trace to `path`; and `tasks.svg` and `queues.svg` into `folder`, if there is one.
///
/// # Errors
/// What the file system or the plotting library says, with the path.
pub fn write(path: &Path, folder: Option<&Path>, test: &str, trace: &Trace) -> Result<(), String> {
    let write = || trace.write_chrome(BufWriter::new(File::create(path)?));
    write().map_err(|error| cannot_write(path, &error))?;
    let Some(folder) = folder else { return Ok(()) };
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let tasks_path = folder.join("tasks.svg");
    tasks(&tasks_path, test, trace).map_err(|error| cannot_write(&tasks_path, &*error))?;
    let queues_path = folder.join("queues.svg");
    queues(&queues_path, test, trace).map_err(|error| cannot_write(&queues_path, &*error))
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn colour(procedure: usize) -> RGBColor {
    COLOURS[procedure % COLOURS.len()]
}

/// Each unit of tasks as a rectangle, for the first warps or threads.
fn tasks(path: &Path, test: &str, trace: &Trace) -> Result<(), Box<dyn std::error::Error>> {
    let mut rows: Vec<(u32, u32)> = trace.events.iter().map(|event| (event.worker, event.warp)).collect();
    rows.sort_unstable();
    rows.dedup();
    rows.truncate(ROWS);
    let end = trace.events.iter().map(|event| microseconds(event.end)).fold(f64::MIN_POSITIVE, f64::max);

    let root = SVGBackend::new(path, (1200, 700)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(format!("{test}: tasks of the first {} warps or threads", rows.len()), ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(40)
        .build_cartesian_2d(0.0..end, 0.0..rows.len() as f64)?;
    chart.configure_mesh().disable_mesh().x_desc("us").x_label_formatter(&|time| format!("{time:.0}")).draw()?;
    for (procedure, name) in trace.procedures.iter().enumerate() {
        let rectangle = |event: &Event| {
            let row = rows.binary_search(&(event.worker, event.warp)).ok()? as f64;
            let corners = [(microseconds(event.start), row + 0.1), (microseconds(event.end), row + 0.9)];
            Some(Rectangle::new(corners, colour(procedure).filled()))
        };
        let own = trace.events.iter().filter(|event| event.procedure as usize == procedure);
        chart
            .draw_series(own.filter_map(rectangle))?
            .label(*name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 12, y + 4)], colour(procedure).filled()));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    root.present()?;
    Ok(())
}

/// Plots how many work items of each procedure waited, over time; where there are more procedures than colours, of those with
/// the longest queues, and of all others together.
///
/// # Errors
/// What the file system or the plotting library says.
pub fn queues(path: &Path, test: &str, trace: &Trace) -> Result<(), Box<dyn std::error::Error>> {
    let series = trace.queue_lengths();
    let end = series.times.last().map_or(f64::MIN_POSITIVE, |time| microseconds(*time));
    let lines = lines(&trace.procedures, series.lengths);
    let longest = lines.iter().flat_map(|(_, lengths)| lengths).copied().max().unwrap_or(0).max(1);

    let root = SVGBackend::new(path, (1200, 500)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(format!("{test}: work items that wait"), ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(0.0..end, 0.0..longest as f64)?;
    chart
        .configure_mesh()
        .x_desc("us")
        .y_desc("items")
        .x_label_formatter(&|time| format!("{time:.0}"))
        .y_label_formatter(&|items| format!("{items:.0}"))
        .draw()?;
    for (line, (name, lengths)) in lines.iter().enumerate() {
        let points = steps(&series.times, lengths, series.times.len().div_ceil(POINTS).max(1));
        chart
            .draw_series(LineSeries::new(points, colour(line).stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour(line).stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    root.present()?;
    Ok(())
}

/// The lengths of the queues by procedure, in their order; as many as there are colours, of which the last is for the sum of
/// those that are left out, the shortest ones.
fn lines<'n>(procedures: &[&'n str], mut lengths: Vec<Vec<u64>>) -> Vec<(&'n str, Vec<u64>)> {
    let longest = |lengths: &Vec<u64>| lengths.iter().copied().max().unwrap_or(0);
    let mut shown: Vec<usize> = (0..lengths.len()).collect();
    if shown.len() <= COLOURS.len() {
        return procedures.iter().copied().zip(lengths).collect();
    }
    shown.sort_by_key(|procedure| std::cmp::Reverse(longest(&lengths[*procedure])));
    let others = shown.split_off(COLOURS.len() - 1);
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
