//! Does what the command line asks for: derives, writes, and says what was done.

use crate::city::{
    cli::Arguments,
    derive::{Derivation, Runs, derive},
    gltf,
    instance::sorted,
    measure, preview,
    rules::{RuleSet, with_program},
    shape::Kind,
};
use crate::common::{
    output::{cannot_write, check_writable},
    trace,
};
use std::{
    error,
    fs::File,
    io::{BufWriter, Write},
    path::Path,
};

/// Does what the command line asks for, and prints to `out`.
///
/// # Errors
/// Input that cannot be used, files that cannot be written, no such device, and what the runs meet.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn error::Error>> {
    if arguments.measure {
        return measure::measure(arguments, out);
    }
    with_program!(arguments.rules, arguments.form(), run_rules(arguments, out))
}

/// What [`run`] does, for one rule set.
fn run_rules<R: RuleSet>(arguments: &Arguments, out: &mut impl Write) -> Result<(), Box<dyn error::Error>> {
    if arguments.emit_cuda {
        return Ok(write!(out, "{}", R::CUDA_SOURCE)?);
    }
    if arguments.plan {
        return Ok(write!(out, "{}", R::PLAN.explain(R::PROCEDURES))?);
    }
    let (&[buildings], &[scheduler]) = (&arguments.buildings[..], &arguments.schedulers()[..]) else {
        return Err("several numbers of buildings or schedulers are for --measure".into());
    };

    // Everything that can be wrong with the input is found before any work is spent.
    let plot = arguments.queues.as_deref().and_then(wanted);
    let outputs = [wanted(&arguments.out), wanted(&arguments.picture), arguments.trace.as_deref(), plot];
    for path in outputs.into_iter().flatten() {
        check_writable(path)?;
    }

    let device = arguments.device.open()?;
    let site = R::LAYOUT.site(buildings, arguments.seed);
    let runs = Runs { warmup: arguments.warmup(), timed: arguments.timed() };
    let mut derivation = derive::<R>(&device, &site, &arguments.options(scheduler), runs)?;
    summarise(buildings, &derivation, out)?;
    if arguments.queues.is_some() {
        measure::print_queues::<R>(&derivation.report, out)?;
    }
    if let (Some(path), Some(found)) = (plot, &derivation.report.trace) {
        let title = format!("{buildings} buildings by {}", R::NAME);
        trace::queues(path, &title, found).map_err(|error| cannot_write(path, &error))?;
    }
    if let (Some(path), Some(trace)) = (&arguments.trace, &derivation.report.trace) {
        let write = || trace.write_chrome(BufWriter::new(File::create(path)?));
        write().map_err(|error| cannot_write(path, &error))?;
    }
    if outputs[0].is_some() || outputs[1].is_some() {
        // The same city is the same file, in whatever order its terminals were written.
        derivation.instances = sorted(derivation.instances);
    }
    if let Some(path) = wanted(&arguments.out) {
        let write = || gltf::write(&derivation.instances, &mut BufWriter::new(File::create(path)?));
        let contents = write().map_err(|error| cannot_write(path, &error))?;
        writeln!(
            out,
            "{}: {} triangles, {} materials, {} bytes",
            path.display(),
            contents.triangles,
            contents.materials,
            contents.bytes
        )?;
    }
    if let Some(path) = wanted(&arguments.picture) {
        let view = preview::View::new(R::LAYOUT, &site, arguments.size, arguments.samples);
        let rendering = preview::render(&device, &derivation.instances, &view, &arguments.options(scheduler))?;
        rendering
            .picture
            .save_with_format(path, image::ImageFormat::Png)
            .map_err(|error| cannot_write(path, &error))?;
        writeln!(
            out,
            "{}: {} x {} pixels, {} rays in {:.3} s",
            path.display(),
            arguments.size.width,
            arguments.size.height,
            rendering.rays,
            rendering.report.total_time.as_secs_f64()
        )?;
    }
    Ok(())
}

/// A file to write, unless it is called `none`.
fn wanted(path: &Path) -> Option<&Path> {
    (path != Path::new("none")).then_some(path)
}

/// Prints what was derived, and how long it took.
fn summarise(buildings: u32, derivation: &Derivation, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "{}", derivation.report)?;
    let count = |kind| derivation.instances.iter().filter(|instance| instance.kind() == kind).count();
    writeln!(
        out,
        "{buildings} buildings became {} terminals: {} boxes, {} quads, {} prisms",
        derivation.instances.len(),
        count(Kind::Box),
        count(Kind::Quad),
        count(Kind::Prism)
    )?;
    if derivation.repeated > 0 {
        writeln!(out, "the first output was too small: the derivation was repeated with more room")?;
    }
    if derivation.times.len() > 1 {
        let [median, fastest, slowest] = measure::statistics(&derivation.times);
        writeln!(
            out,
            "median of {} derivations: {median:.3} ms (fastest {fastest:.3} ms, slowest {slowest:.3} ms)",
            derivation.times.len()
        )?;
    }
    Ok(())
}
