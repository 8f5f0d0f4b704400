//! Does what the command line asks for: derives, writes, and says what was done.

use crate::city::{
    cli::Arguments,
    derive::{Runs, derive},
    gltf,
    instance::Instance,
    limit::{Expected, Memory, Work, check_nodes, too_large},
    measure,
    outputs::Outputs,
    pieces::{Piece, Pieces, Total},
    plan::{PIECE, Plan},
    preview::{Renderer, limit::Extent, view::View},
    rules::{RuleSet, with_program},
};
use crate::common::{
    arguments::Size,
    memory,
    output::{self, wanted},
    progress::{Steps, shown},
    trace,
};
use image::codecs::png::PngEncoder;
use std::{
    error,
    io::{self, Write},
    panic::resume_unwind,
    path::Path,
    thread,
    time::Duration,
};
use whipple::{device::DeviceKind, prelude::*};

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
    let nodes = arguments.nodes.unwrap_or(gltf::Nodes::of(buildings));
    if outputs.model.is_some() {
        check_nodes(buildings, nodes)?;
    }
    let device = arguments.device.open()?;
    let plan = R::LAYOUT.plan(buildings, arguments.seed);
    let memory = memory_of(arguments, &device);
    if outputs.picture.is_some() {
        let extent = Extent { size: arguments.size, fine: arguments.samples };
        extent.check(memory.available.filter(|_| memory.is_shared))?;
    }
    check_city::<R>(arguments, &outputs, nodes, &plan, memory)?;

    let options = arguments.options(scheduler);
    thread::scope(|scope| {
        // Compiling is most of the work, where the kernels are not in the cache: the picture's goes on beside that of the rules.
        let renderer = outputs.picture.map(|_| scope.spawn(|| Renderer::new(&device, &options)));
        let Some(instances) = derive_city::<R>(arguments, &outputs, nodes, &device, &plan, &options, out)? else {
            return Ok(());
        };
        if let (Some(path), Some(renderer)) = (outputs.picture, renderer) {
            let renderer = renderer.join().unwrap_or_else(|panic| resume_unwind(panic));
            write_picture(path, arguments, renderer, plan.radius, &instances, out)?;
        }
        Ok(())
    })
}

/// Derives the city and writes all but its picture, for which it gives the instances; nothing where there is none.
fn derive_city<R: RuleSet>(
    arguments: &Arguments,
    outputs: &Outputs<'_>,
    nodes: gltf::Nodes,
    device: &Device,
    plan: &Plan,
    options: &Options,
    out: &mut impl Write,
) -> Result<Option<Vec<Instance>>, Box<dyn error::Error>> {
    let buildings = arguments.buildings[0];
    let derives_whole = at_once(arguments).is_some() || plan.tiles(PIECE).len() == 1;
    let mut pieces = if derives_whole {
        let runs = Runs { warmup: arguments.warmup(), timed: arguments.timed() };
        let derivation = derive::<R>(device, &plan.site(), options, runs)?;
        let total = Total::of(&derivation);
        summarise(buildings, &total, &derivation.times, out)?;
        if arguments.queues.is_some() {
            measure::print_queues::<R>(&derivation.report, out)?;
        }
        let title = format!("{buildings} buildings by the rules {}", arguments.rules_in_words());
        write_traces(outputs, &title, &derivation.report)?;
        if outputs.model.is_none() && outputs.picture.is_none() {
            return Ok(None);
        }
        Pieces::<R>::after(device, plan, options, derivation.instances)?
    } else {
        Pieces::<R>::new(device, plan, options, PIECE)?
    };
    let (written, instances) = write_pieces(outputs, nodes, &mut pieces)?;
    if !derives_whole {
        summarise(buildings, &pieces.total, &[], out)?;
    }
    if let (Some(path), Some(contents)) = (outputs.model, written) {
        print_contents(path, contents, out)?;
    }
    Ok(Some(instances))
}

/// The option that measures a derivation of all of the city, where there is one.
fn at_once(arguments: &Arguments) -> Option<&'static str> {
    let options = [
        ("--frames", arguments.timed() > 1),
        ("--warmup", arguments.warmup() > 0),
        ("--statistics", arguments.statistics),
        ("--trace", arguments.trace.as_deref().and_then(wanted).is_some()),
        ("--queues", arguments.queues.is_some()),
    ];
    options.into_iter().find(|(_, is_there)| *is_there).map(|(option, _)| option)
}

/// The memory of the host, and whether the device's is the same.
pub fn memory_of(arguments: &Arguments, device: &Device) -> Memory {
    let is_shared = device.kind() == DeviceKind::Cpu || matches!(arguments.device, DeviceChoice::Emulated);
    Memory { available: memory::available(), is_shared }
}

/// Checks that there is room for the city.
fn check_city<R: RuleSet>(
    arguments: &Arguments,
    outputs: &Outputs<'_>,
    nodes: gltf::Nodes,
    plan: &Plan,
    memory: Memory,
) -> Outcome {
    let Some(expected) = Expected::of::<R>(plan)? else { return Ok(()) };
    if let Some(option) = at_once(arguments) {
        expected.check_memory(Work::AtOnce(option), memory)?;
        expected.check_numbers::<R>(option)?;
    }
    expected.check_memory(Work::Pieces, memory)?;
    if outputs.picture.is_some() {
        expected.check_memory(Work::Picture, memory)?;
    }
    Ok(outputs.model.map_or(Ok(()), |path| expected.check_file(path, nodes))?)
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

/// Derives all pieces and writes them as the model, where one is asked for. Gives what was written, and all instances where there is
/// a picture of them. How many pieces are done is shown meanwhile.
fn write_pieces<R: RuleSet>(
    outputs: &Outputs<'_>,
    nodes: gltf::Nodes,
    pieces: &mut Pieces<'_, R>,
) -> Result<(Option<gltf::Contents>, Vec<Instance>), Box<dyn error::Error>> {
    let steps = Steps::of(pieces.len() as u64);
    let mut instances = Vec::new();
    let mut next = || -> Result<Option<Piece>, Error> {
        let piece = pieces.next_piece()?;
        if let Some(piece) = &piece {
            steps.step();
            if outputs.picture.is_some() {
                instances.extend_from_slice(&piece.instances);
            }
        }
        Ok(piece)
    };
    let what = if outputs.model.is_some() { "writing" } else { "deriving" };
    let work = || match outputs.model {
        Some(path) => write_model(path, nodes, &mut next).map(Some),
        None => {
            while next()?.is_some() {}
            Ok(None)
        }
    };
    let written = shown(what, || Some(steps.part(0.0)), work)?;
    Ok((written, instances))
}

/// Writes the city as glTF.
fn write_model(
    path: &Path,
    nodes: gltf::Nodes,
    next: &mut gltf::Next<'_>,
) -> Result<gltf::Contents, Box<dyn error::Error>> {
    let format = gltf::Format { nodes, most_data: gltf::MOST_DATA };
    gltf::write(path, next, format).map_err(|error| match error.downcast_ref::<gltf::TooLarge>() {
        Some(gltf::TooLarge) => too_large(path, "became too large", None).into(),
        None => error,
    })
}

/// Prints what was written.
fn print_contents(path: &Path, contents: gltf::Contents, out: &mut impl Write) -> io::Result<()> {
    let gltf::Contents { instances, triangles, materials, bytes, data_files } = contents;
    write!(
        out,
        "{}: {instances} instances of {triangles} triangles, {materials} materials, {bytes} bytes",
        output::name(path)
    )?;
    if data_files > 0 {
        write!(out, " with {data_files} file{} of data", if data_files == 1 { "" } else { "s" })?;
    }
    writeln!(out)
}

/// Renders the city and writes its picture.
fn write_picture(
    path: &Path,
    arguments: &Arguments,
    renderer: Result<Renderer, Error>,
    radius: f32,
    instances: &[Instance],
    out: &mut impl Write,
) -> Outcome {
    let Size { width, height } = arguments.size;
    let view = View::new(radius, instances, arguments.size, arguments.samples);
    let rendering = renderer.and_then(|mut renderer| renderer.render(instances, &view)).map_err(|error| match error {
        Error::OutOfMemory { device, bytes, .. } => format!(
            "{device} has no {bytes} bytes for a picture of {width}x{height} pixels with {} rays along each axis of one: choose a \
             smaller --size, fewer --samples or fewer --buildings",
            arguments.samples
        )
        .into(),
        error => Box::<dyn error::Error>::from(error),
    })?;
    let write = || output::write(path, |sink| rendering.picture.write_with_encoder(PngEncoder::new(sink)));
    shown("writing", || None, write)?;
    let (rays, time) = (rendering.rays, rendering.report.total_time.as_secs_f64());
    writeln!(out, "{}: {width} x {height} pixels, {rays} rays in {time:.3} s", output::name(path))?;
    Ok(())
}

/// Prints what was derived, and how long it took.
fn summarise(buildings: u32, total: &Total, times: &[Duration], out: &mut impl Write) -> io::Result<()> {
    if let Some(report) = &total.report {
        writeln!(out, "{report}")?;
    }
    let [boxes, quads, prisms] = total.kinds;
    writeln!(
        out,
        "{buildings} buildings became {} terminals: {boxes} boxes, {quads} quads, {prisms} prisms",
        boxes + quads + prisms
    )?;
    if total.pieces > 1 {
        writeln!(out, "they were derived in {} pieces, one after the other", total.pieces)?;
    }
    if total.repeated > 0 {
        writeln!(out, "an output was too small: {} derivations were repeated with more room", total.repeated)?;
    }
    if times.len() > 1 {
        let [median, fastest, slowest] = measure::statistics(times);
        writeln!(
            out,
            "median of {} derivations: {median:.3} ms (fastest {fastest:.3} ms, slowest {slowest:.3} ms)",
            times.len()
        )?;
    }
    Ok(())
}
