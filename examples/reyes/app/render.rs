//! Does what the command line asks for: reads, renders, writes, and says what was done.

use super::{
    cli::{Arguments, Levels},
    image,
    job::{self, Job, Renderer},
    notes, outputs,
};
use crate::common::{
    arguments::Size,
    output,
    progress::{Steps, shown},
};
use crate::reyes::{
    geometry::{
        camera::Camera,
        cell::{self, Piece},
        patch::Patch,
    },
    pipeline::{
        bound::Bound,
        dice::Dice,
        program::{Frame, Reyes},
        progress, sampled,
        sampled::program::{Develop, Film, Sampled, Settings},
        single::{self, program::SingleThreaded},
    },
    scene::surface::Surface,
};
use ::image::RgbImage;
use std::{
    error,
    io::{self, Write},
    panic::resume_unwind,
    thread,
    time::Duration,
};
use whipple::{buffer::Element, device::DeviceKind, prelude::*, program::Contains};

type Outcome<T> = Result<T, Box<dyn error::Error>>;

/// Does what the command line asks for. What was done goes to `out`.
///
/// # Errors
/// Input that cannot be used, an output file that cannot be written, no such device, and what the run meets.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> Outcome<()> {
    run_with_notes(arguments, out, &mut io::stderr())
}

/// The same; what is not as one may expect goes to `remarks`.
///
/// # Errors
/// As [`run`].
pub fn run_with_notes(arguments: &Arguments, out: &mut impl Write, remarks: &mut impl Write) -> Outcome<()> {
    if arguments.emit_cuda || arguments.plan {
        return describe(arguments, out);
    }

    // Everything that can be wrong with the input is found before any work is spent.
    let draft = job::decide(arguments)?;
    let pictures = outputs::pictures(arguments)?;
    outputs::check(arguments, &pictures)?;
    let device = arguments.device.open()?;
    let traces = matches!(arguments.scheduler, Scheduler::Megakernel | Scheduler::Auto);
    if device.kind() != DeviceKind::Cpu && !traces {
        outputs::traced(arguments, None)?;
    }
    let job = draft.on(arguments, device.kind());
    job.check_size(device.kind())?;
    // Nobody may be reading them.
    let mut note = |text: &str| _ = writeln!(remarks, "note: {text}");
    job.notes.iter().for_each(|text| note(text));

    let stage = Stage::new(&device, arguments, &job)?;
    let count = arguments.turntable.unwrap_or(1);
    let mut blank = 0;
    for index in 0..count {
        let camera = job.scene.view.camera(job.size.width, job.size.height, index as f32 / count as f32);
        let shot = match job.renderer {
            Renderer::Plain => stage.plain(camera)?,
            Renderer::SingleThreaded => stage.single_threaded(camera)?,
            Renderer::Sampled(settings) => stage.sampled(camera, &settings)?,
        };
        if let Some(path) = pictures.get(index as usize) {
            shown("writing", || None, || output::write(path, |sink| image::write(&shot.picture, sink)))?;
        }
        blank += u32::from(notes::is_blank(&shot.picture));
        if index + 1 == count {
            outputs::write_traces(arguments, &shot.report)?;
            summarise(arguments, &job, &shot, out)?;
            let limited = shot.progress[progress::LIMITED as usize];
            notes::about_blank(&job.scene, [blank, count], shot.diced, limited).iter().for_each(|text| note(text));
        }
    }
    let Size { width, height } = job.size;
    match &pictures[..] {
        [] => {}
        [first, .., last] => writeln!(
            out,
            "{} to {}: {} times {width} x {height} pixels",
            first.display(),
            last.display(),
            pictures.len()
        )?,
        [only] => writeln!(out, "{}: {width} x {height} pixels", output::name(only))?,
    }
    Ok(())
}

/// Writes the CUDA source or the plan of the program that would render.
fn describe(arguments: &Arguments, out: &mut impl Write) -> Outcome<()> {
    fn of<P: Program>(source: bool) -> String {
        if source { P::CUDA_SOURCE.to_owned() } else { P::PLAN.explain(P::PROCEDURES).to_string() }
    }
    let text = match (job::decide(arguments)?.renderer, arguments.levels) {
        (Renderer::Sampled(_), _) => of::<Sampled>(arguments.emit_cuda),
        (_, Levels::Two) => of::<SingleThreaded>(arguments.emit_cuda),
        _ => of::<Reyes>(arguments.emit_cuda),
    };
    Ok(write!(out, "{text}")?)
}

/// A picture, and what was done for it.
struct Shot {
    picture: RgbImage,
    /// The last frame.
    report: Report,
    /// Of each timed frame.
    times: Vec<Duration>,
    /// Pieces that were diced.
    diced: u64,
    /// See [`progress`].
    progress: Vec<u64>,
    /// Blending and filtering, the last frame's.
    developing: Option<[Duration; 2]>,
}

/// What all pictures of a job have in common.
struct Stage<'a> {
    device: &'a Device,
    arguments: &'a Arguments,
    pieces: Vec<Piece>,
    patches: ReadOnly<Patch>,
    surfaces: ReadOnly<Surface>,
    /// Whether the progress is shown: the host can watch it only in memory that it shares.
    watched: bool,
}

impl<'a> Stage<'a> {
    fn new(device: &'a Device, arguments: &'a Arguments, job: &Job) -> Outcome<Self> {
        let watched = device.kind() == DeviceKind::Cpu && arguments.frames == 1 && arguments.warmup_frames() == 0;
        Ok(Self {
            device,
            arguments,
            pieces: cell::pieces(&job.scene.patches),
            patches: device.buffer_from(&job.scene.patches)?.read_only(),
            surfaces: device.buffer_from(&job.scene.surfaces)?.read_only(),
            watched,
        })
    }

    /// Renders by [`Reyes`].
    fn plain(&self, camera: Camera) -> Outcome<Shot> {
        let frame = Frame::new(self.device, &camera)?;
        let [timed, tracked] = [self.watched, true].map(|track| Reyes::new(camera, &self.patches, &frame, track));
        let launcher = shown("preparing", || None, || self.launcher(&timed))?;
        let (report, times) = self.rendered::<Bound, _>(launcher, &tracked, || frame.clear(), &frame.progress)?;
        Ok(Shot {
            picture: picture(&frame.image, camera, image::resolve)?,
            diced: report.tasks::<Dice>(),
            report,
            times,
            progress: frame.progress.read()?,
            developing: None,
        })
    }

    /// Renders by [`SingleThreaded`].
    fn single_threaded(&self, camera: Camera) -> Outcome<Shot> {
        let frame = Frame::new(self.device, &camera)?;
        let program = |track| SingleThreaded::new(camera, &self.patches, &frame, track);
        let [timed, tracked] = [self.watched, true].map(program);
        let launcher = shown("preparing", || None, || self.launcher(&timed))?;
        let (report, times) =
            self.rendered::<single::bound::Bound, _>(launcher, &tracked, || frame.clear(), &frame.progress)?;
        Ok(Shot {
            picture: picture(&frame.image, camera, image::resolve)?,
            diced: report.tasks::<single::dice::Dice>(),
            report,
            times,
            progress: frame.progress.read()?,
            developing: None,
        })
    }

    /// Renders by [`Sampled`] and [`Develop`].
    fn sampled(&self, camera: Camera, settings: &Settings) -> Outcome<Shot> {
        let film = Film::new(self.device, &camera, settings)?;
        let program = |track| Sampled::new(camera, &self.patches, &self.surfaces, &film, settings, track);
        let [timed, tracked] = [self.watched, true].map(program);
        let develop = Develop::new(&camera, &film, settings);
        let options = self.arguments.options(self.device.kind()).trace(false);
        // Compiling is most of the work, where the kernels are not in the cache: both programs are prepared at the same time.
        let both = || {
            thread::scope(|scope| {
                let develop = scope.spawn(|| Launcher::with_options(self.device, &develop, options));
                let launcher = self.launcher(&timed)?;
                let develop = develop.join().unwrap_or_else(|panic| resume_unwind(panic))?;
                Ok::<_, Error>((launcher, develop))
            })
        };
        let (launcher, mut develop) = shown("preparing", || None, both)?;
        let (report, times) =
            self.rendered::<sampled::bound::Bound, _>(launcher, &tracked, || film.clear(), &film.progress)?;
        let developed = shown("developing", || None, || Develop::run(&mut develop))?;
        Ok(Shot {
            picture: picture(&film.picture, camera, image::unpack)?,
            diced: report.tasks::<sampled::dice::Dice>(),
            report,
            times,
            progress: film.progress.read()?,
            developing: Some(developed.map(|report| report.device_time.unwrap_or(report.total_time))),
        })
    }

    /// Prepares a program: a GPU's is compiled.
    fn launcher<'p, P: Program>(&self, program: &'p P) -> Result<Launcher<'p, P>, Error> {
        Launcher::with_options(self.device, program, self.arguments.options(self.device.kind()))
    }

    /// Renders all frames of the launcher's program; as [`frames`](Self::frames). If it does not count its progress, which would take time,
    /// `tracked` renders one more frame, which nobody times.
    fn rendered<S: Execute<Item = Piece>, P: Program + Contains<S>>(
        &self,
        mut launcher: Launcher<'_, P>,
        tracked: &P,
        clear: impl Fn() -> Result<(), Error>,
        progress: &Buffer<u64>,
    ) -> Result<(Report, Vec<Duration>), Error> {
        launcher.seed::<S>(&self.pieces)?;
        let frames = self.arguments.warmup_frames() + self.arguments.frames;
        let steps = Steps::of(u64::from(frames) + u64::from(!self.watched));
        let work = || {
            let done = self.frames(&mut launcher, &clear, &steps)?;
            if !self.watched {
                clear()?;
                launcher.run_with(tracked)?;
            }
            Ok(done)
        };
        shown("rendering", || Some(steps.part(self.part_of_frame(progress)?)), work)
    }

    /// Renders all frames; gives the last one's report and the times of those that are timed.
    fn frames<P: Program>(
        &self,
        launcher: &mut Launcher<'_, P>,
        clear: impl Fn() -> Result<(), Error>,
        steps: &Steps,
    ) -> Result<(Report, Vec<Duration>), Error> {
        let mut times = Vec::new();
        let mut report = Report::default();
        for index in 0..self.arguments.warmup_frames() + self.arguments.frames {
            clear()?;
            report = launcher.run()?;
            steps.step();
            if index >= self.arguments.warmup_frames() {
                times.push(report.device_time.unwrap_or(report.total_time));
            }
        }
        Ok((report, times))
    }

    /// How much of a frame is done while it is rendered: nothing where it is not watched, `None` where it cannot be read.
    fn part_of_frame(&self, progress: &Buffer<u64>) -> Option<f64> {
        if !self.watched {
            return Some(0.0);
        }
        let whole = self.pieces.len() as u64 * progress::WHOLE;
        Some(progress.read().ok()?[progress::FINISHED as usize] as f64 / whole as f64)
    }
}

/// The picture that is in a buffer, as `make` makes it.
fn picture<T: Element>(
    pixels: &Buffer<T>,
    camera: Camera,
    make: fn(&[T], u32, u32) -> RgbImage,
) -> Result<RgbImage, Error> {
    shown("resolving", || None, || Ok(make(&pixels.read()?, camera.width, camera.height)))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Writes what was done and how long it took.
fn summarise(arguments: &Arguments, job: &Job, shot: &Shot, out: &mut impl Write) -> Outcome<()> {
    writeln!(out, "{}", shot.report)?;
    let (patches, diced) = (job.scene.patches.len(), shot.diced);
    let micropolygons = shot.progress[progress::MICROPOLYGONS as usize];
    writeln!(out, "{patches} patches became {diced} diced patches, {micropolygons} micropolygons")?;
    let limited = shot.progress[progress::LIMITED as usize];
    if limited > 0 {
        let reason = "they are too large, or are or come too near";
        writeln!(out, "{limited} pieces met a limit and are left out or drawn with gaps: {reason}")?;
    }
    let dropped = shot.progress[progress::DROPPED as usize];
    if dropped > 0 {
        writeln!(out, "{dropped} hits lie behind as many surfaces as a sample shows: more --layers show them")?;
    }
    if arguments.frames > 1 {
        let mut times = shot.times.clone();
        times.sort();
        writeln!(
            out,
            "median of {} frames after {} warm-up frames: {:.3} ms (fastest {:.3} ms, slowest {:.3} ms)",
            times.len(),
            arguments.warmup_frames(),
            milliseconds(times[times.len() / 2]),
            milliseconds(times[0]),
            milliseconds(times[times.len() - 1])
        )?;
    }
    if let Some([blending, filtering]) = shot.developing {
        writeln!(out, "blended in {:.3} ms, filtered in {:.3} ms", milliseconds(blending), milliseconds(filtering))?;
    }
    Ok(())
}
