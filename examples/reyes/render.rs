//! Does what the command line asks for: reads, renders, writes, and says what was done.

use super::{
    bound::Bound,
    camera::{Camera, LARGEST_SIZE},
    cell,
    cli::{Arguments, DeviceChoice},
    dice::Dice,
    image,
    program::{Frame, MICROPOLYGONS, Reyes},
    progress, scene,
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{error, fs::File, io::BufWriter, sync::mpsc, thread, time::Duration};
use whipple::{backend::DeviceKind, prelude::*};

/// Does what the command line asks for.
///
/// # Errors
/// Input that cannot be used, an output file that cannot be written, no such device, and what the run meets.
pub fn run(arguments: &Arguments) -> Result<(), Box<dyn error::Error>> {
    if arguments.emit_cuda {
        print!("{}", Reyes::CUDA_SOURCE);
        return Ok(());
    }
    if arguments.plan {
        print!("{}", Reyes::PLAN.explain(Reyes::PROCEDURES));
        return Ok(());
    }

    // Everything that can be wrong with the input is found before any work is spent.
    let patches = match &arguments.patches {
        Some(path) => scene::read(path)?,
        None => scene::teapot(),
    };
    let (width, height) = (arguments.size.width * arguments.samples, arguments.size.height * arguments.samples);
    if width.max(height) > LARGEST_SIZE {
        return Err(format!("{width}x{height} samples are too many: the limit is {LARGEST_SIZE} each way").into());
    }
    let out = &arguments.out;
    image::check_writable(out).map_err(|source| format!("cannot write to {}: {source}", out.display()))?;

    let device = match arguments.device {
        DeviceChoice::Auto => Device::best()?,
        DeviceChoice::Cpu => Device::cpu(),
        DeviceChoice::Cuda => Device::cuda()?,
        DeviceChoice::Emulated => Device::emulated()?,
    };
    let camera = Camera::for_teapot(width, height);
    let frame = Frame::new(&device, &camera)?;
    // The host can watch the progress only in memory that it shares.
    let watched = device.kind() == DeviceKind::Cpu && arguments.frames == 1 && arguments.warmup_frames() == 0;
    let reyes = Reyes::new(camera, &device.buffer_from(&patches)?, &frame, watched);
    let mut launcher = Launcher::with_options(&device, &reyes, arguments.options())?;
    launcher.seed::<Bound>(&cell::pieces(&patches))?;

    let mut times = Vec::new();
    let mut report = Report::default();
    for index in 0..arguments.warmup_frames() + arguments.frames {
        frame.clear()?;
        report = if watched { with_progress(&frame, patches.len(), || launcher.run())? } else { launcher.run()? };
        if index >= arguments.warmup_frames() {
            times.push(report.device_time.unwrap_or(report.total_time));
        }
    }

    if let (Some(path), Some(trace)) = (&arguments.trace, &report.trace) {
        let write = || trace.write_chrome(BufWriter::new(File::create(path)?));
        write().map_err(|source| format!("cannot write {}: {source}", path.display()))?;
    }

    let picture = image::resolve(&frame.image.read()?, arguments.size.width, arguments.size.height, arguments.samples);
    image::write(&picture, out).map_err(|source| format!("cannot write {}: {source}", out.display()))?;
    summarise(arguments, patches.len(), &report, times, &frame)
}

/// Prints what was done, how long it took, and where the image is.
fn summarise(
    arguments: &Arguments,
    patches: usize,
    report: &Report,
    mut times: Vec<Duration>,
    frame: &Frame,
) -> Result<(), Box<dyn error::Error>> {
    println!("{report}");
    let diced = report.tasks::<Dice>();
    println!(
        "{patches} patches became {diced} diced patches of {MICROPOLYGONS}, {} micropolygons",
        diced * MICROPOLYGONS
    );
    let limited = frame.progress.read()?[progress::LIMITED as usize];
    if limited > 0 {
        println!("{limited} patches met the depth limit and are drawn with gaps: they are too large or too near");
    }
    if arguments.frames > 1 {
        times.sort();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "median of {} frames after {} warm-up frames: {:.3} ms (fastest {:.3} ms, slowest {:.3} ms)",
            times.len(),
            arguments.warmup_frames(),
            milliseconds(times[times.len() / 2]),
            milliseconds(times[0]),
            milliseconds(times[times.len() - 1])
        );
    }
    println!("{}: {} x {} pixels", arguments.out.display(), arguments.size.width, arguments.size.height);
    Ok(())
}

/// Shows a progress bar while `work` runs.
fn with_progress<T>(frame: &Frame, patches: usize, work: impl FnOnce() -> T) -> T {
    let bar = ProgressBar::new(100).with_style(
        ProgressStyle::with_template("rendering {bar:40} {percent} % {elapsed}").expect("the template is well-formed"),
    );
    let whole = patches as u64 * progress::WHOLE;
    let (done, stop) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            // Ends when the sender is dropped; a failed read only leaves the bar as it is.
            while stop.recv_timeout(Duration::from_millis(50)) == Err(mpsc::RecvTimeoutError::Timeout) {
                if let Ok(counts) = frame.progress.read() {
                    bar.set_position((counts[progress::FINISHED as usize] as f64 / whole as f64 * 100.0) as u64);
                }
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}
