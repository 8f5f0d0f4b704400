//! Does what the command line asks for: derives, writes, and says what was done.

use crate::city::{
    cli::Arguments,
    derive::{Derivation, Runs, derive},
    gltf,
    instance::{Instance, sorted},
    layout::Site,
    measure,
    outputs::Outputs,
    preview::{self, limit::Extent, view::View},
    rules::{RuleSet, with_program},
    shape::Kind,
};
use crate::common::{
    arguments::Size,
    memory,
    output::{self, Sink},
    trace,
};
use image::codecs::png::PngEncoder;
use std::{
    error,
    io::{self, Write},
    path::Path,
};
use whipple::{backend::DeviceKind, prelude::*};

type Outcome = Result<(), Box<dyn error::Error>>;

/// Does what the command line asks for, and prints to `out`.
///
/// # Errors
/// Input that cannot be used, files that cannot be written, no such device, and what the runs meet.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> Outcome {
    if arguments.measure {
        return measure::measure(arguments, out);
    }
    with_program!(arguments.rules, arguments.form(), run_rules(arguments, out))
}

/// What [`run`] does, for one rule set.
fn run_rules<R: RuleSet>(arguments: &Arguments, out: &mut impl Write) -> Outcome {
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
    let outputs = Outputs::of(arguments);
    outputs.check()?;
    let device = arguments.device.open()?;
    if outputs.picture.is_some() {
        check_size(arguments, &device)?;
    }

    let site = R::LAYOUT.site(buildings, arguments.seed);
    let runs = Runs { warmup: arguments.warmup(), timed: arguments.timed() };
    let options = arguments.options(scheduler);
    let mut derivation = derive::<R>(&device, &site, &options, runs)?;
    summarise(buildings, &derivation, out)?;
    if arguments.queues.is_some() {
        measure::print_queues::<R>(&derivation.report, out)?;
    }
    write_traces(
        &outputs,
        &format!("{buildings} buildings by the rules {}", arguments.rules_in_words()),
        &derivation.report,
    )?;
    if outputs.model.is_some() || outputs.picture.is_some() {
        // The same city is the same file, in whatever order its terminals were written.
        derivation.instances = sorted(derivation.instances);
    }
    if let Some(path) = outputs.model {
        write_model(path, buildings, &derivation.instances, out)?;
    }
    if let Some(path) = outputs.picture {
        write_picture(path, arguments, &device, &site, &derivation.instances, &options, out)?;
    }
    Ok(())
}

/// Checks that the picture has room, where the device's memory is the host's. (A GPU says by itself what it has no memory for.)
fn check_size(arguments: &Arguments, device: &Device) -> Result<(), String> {
    let on_host = device.kind() == DeviceKind::Cpu || matches!(arguments.device, DeviceChoice::Emulated);
    let extent = Extent { size: arguments.size, fine: arguments.samples };
    extent.check(if on_host { memory::available() } else { None })
}

/// Writes what was asked for of the trace of a run.
fn write_traces(outputs: &Outputs<'_>, title: &str, report: &Report) -> Outcome {
    if outputs.trace.is_none() && outputs.queues.is_none() {
        return Ok(());
    }
    let Some(found) = &report.trace else {
        return Err("only the megakernel and the CPU write a trace: choose `--scheduler megakernel`".into());
    };
    if let Some(path) = outputs.queues {
        output::write(path, |sink| trace::queues(sink, title, found))?;
    }
    if let Some(path) = outputs.trace {
        output::write(path, |sink| found.write_chrome(sink))?;
    }
    Ok(())
}

/// Writes the city as glTF.
fn write_model(path: &Path, buildings: u32, instances: &[Instance], out: &mut impl Write) -> Outcome {
    let file = gltf::File::of(instances).map_err(|error| too_large(path, buildings, error))?;
    output::write(path, |sink: &mut Sink| file.write(sink))?;
    let gltf::Contents { triangles, materials, bytes } = file.contents();
    writeln!(out, "{}: {triangles} triangles, {materials} materials, {bytes} bytes", output::name(path))?;
    Ok(())
}

/// What is said of a city that does not fit a file.
fn too_large(path: &Path, buildings: u32, error: gltf::TooLarge) -> String {
    // A tenth less than in proportion, since the first buildings are the highest, and two digits.
    let fitting = u64::from(buildings) * gltf::TooLarge::MOST / error.bytes * 9 / 10;
    let unit = 10u64.pow(fitting.checked_ilog10().unwrap_or(0).saturating_sub(1));
    format!(
        "{} would have {:.1} GB, and a file of binary glTF holds at most 4 GiB: use fewer --buildings, of which about {} fit, or \
         write none with `--out none`",
        output::name(path),
        error.bytes as f64 / 1e9,
        fitting / unit * unit
    )
}

/// Renders the city and writes its picture.
fn write_picture(
    path: &Path,
    arguments: &Arguments,
    device: &Device,
    site: &Site,
    instances: &[Instance],
    options: &Options,
    out: &mut impl Write,
) -> Outcome {
    let Size { width, height } = arguments.size;
    let view = View::new(site, instances, arguments.size, arguments.samples);
    let rendering = preview::render(device, instances, &view, options).map_err(|error| match error {
        Error::OutOfMemory { device, bytes, .. } => format!(
            "{device} has no {bytes} bytes for a picture of {width}x{height} pixels with {} rays along each axis of one: choose a \
             smaller --size, fewer --samples or fewer --buildings",
            arguments.samples
        )
        .into(),
        error => Box::<dyn error::Error>::from(error),
    })?;
    output::write(path, |sink| rendering.picture.write_with_encoder(PngEncoder::new(sink)))?;
    let (rays, time) = (rendering.rays, rendering.report.total_time.as_secs_f64());
    writeln!(out, "{}: {width} x {height} pixels, {rays} rays in {time:.3} s", output::name(path))?;
    Ok(())
}

/// Prints what was derived, and how long it took.
fn summarise(buildings: u32, derivation: &Derivation, out: &mut impl Write) -> io::Result<()> {
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
