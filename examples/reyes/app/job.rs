//! What the command line asks for, decided: the scene, the renderer, sizes and memory.

use super::{
    cli::{Arguments, Levels},
    notes,
};
use crate::common::{arguments::Size, memory};
use crate::reyes::{geometry::camera::LARGEST_SIZE, pipeline::sampled::program::Settings, scene::Scene};
use std::error;
use whipple::device::DeviceKind;

/// Which programs render.
#[derive(Clone, Copy, Debug)]
pub enum Renderer {
    /// [`Reyes`](crate::reyes::pipeline::program::Reyes): one sample a pixel, opaque, seen from the front, still, of one colour.
    Plain,
    /// [`SingleThreaded`](crate::reyes::pipeline::single::program::SingleThreaded): the same by tasks of one thread.
    SingleThreaded,
    /// [`Sampled`](crate::reyes::pipeline::sampled::program::Sampled): everything else.
    Sampled(Settings),
}

/// What is to be done, wherever it is done.
#[derive(Clone, Debug)]
pub struct Draft {
    /// What is rendered.
    pub scene: Scene,
    /// What of its file is not shown, and which options change nothing.
    pub notes: Vec<String>,
    /// By which programs.
    pub renderer: Renderer,
}

/// What is to be done on a device.
#[derive(Clone, Debug)]
pub struct Job {
    /// What is rendered.
    pub scene: Scene,
    /// What of its file is not shown, and which options change nothing.
    pub notes: Vec<String>,
    /// By which programs.
    pub renderer: Renderer,
    /// Size of the picture.
    pub size: Size,
}

/// Reads the scene, once, and decides what the command line leaves open.
///
/// # Errors
/// A scene that cannot be read, and what does not go together.
pub fn decide(arguments: &Arguments) -> Result<Draft, Box<dyn error::Error>> {
    let (mut scene, mut notes) = arguments.scene.scene()?;
    notes.append(&mut notes::change_surfaces(&mut scene, arguments));
    scene.two_sided |= scene.is_transparent();
    let points = scene.patches.iter().flat_map(|patch| patch.points);
    scene.view = arguments.wish().view(scene.view, scene.view_is_given, points)?;
    scene.stand_upright();
    let renderer = renderer(arguments, &scene)?;
    notes.append(&mut notes::about_renderer(&scene, &renderer));
    Ok(Draft { scene, notes, renderer })
}

impl Draft {
    /// The same on a device of this kind.
    pub fn on(self, arguments: &Arguments, kind: DeviceKind) -> Job {
        let Self { scene, mut notes, renderer } = self;
        notes.append(&mut notes::about_device(arguments, kind));
        let usual = match (renderer, kind) {
            (Renderer::Sampled(_), DeviceKind::Cpu) => (400, 400),
            (Renderer::Sampled(_), _) => (800, 800),
            _ => (1920, 1080),
        };
        let size = arguments.size.unwrap_or_else(|| {
            let (width, height) = scene.format.unwrap_or_default().size(usual);
            Size { width, height }
        });
        Job { scene, notes, renderer, size }
    }
}

/// The renderer that can show the scene as it is asked for.
fn renderer(arguments: &Arguments, scene: &Scene) -> Result<Renderer, String> {
    let several = scene.needs_samples() || arguments.samples.is_some_and(|samples| samples > 1);
    if several && arguments.levels == Levels::Two {
        return Err(format!("--levels 2 has one sample a pixel, seen from the front, and {}", scene.why_samples()));
    }
    if !several && arguments.filter.is_some() {
        return Err("--filter is for several samples a pixel: ask for --samples 4, 16 or 42".into());
    }
    if !scene.is_transparent() && arguments.layers.is_some() {
        return Err(
            "--layers is for what is transparent, and this scene is opaque: --opacity makes it transparent".into()
        );
    }
    Ok(match arguments.levels {
        Levels::Two => Renderer::SingleThreaded,
        Levels::All if several => {
            let transparent = scene.is_transparent();
            Renderer::Sampled(Settings {
                samples: arguments.samples.unwrap_or(16),
                layers: if transparent { arguments.layers.unwrap_or(16) } else { 1 },
                kernel: arguments.filter.unwrap_or_default(),
                moving: scene.is_moving(),
                two_sided: scene.two_sided,
            })
        }
        Levels::All => Renderer::Plain,
    })
}

impl Job {
    /// Bytes that a frame takes.
    pub fn bytes(&self) -> u64 {
        let Size { width, height } = self.size;
        match self.renderer {
            Renderer::Sampled(settings) => settings.bytes(width, height),
            _ => 8 * u64::from(width) * u64::from(height),
        }
    }

    /// Checks that the picture is not too large: for the arithmetic, for the indices of buffers, and, on the host, for its memory.
    /// (A GPU refuses by itself what it has no memory for.)
    ///
    /// # Errors
    /// In words.
    pub fn check_size(&self, kind: DeviceKind) -> Result<(), String> {
        let Size { width, height } = self.size;
        let (samples, layers) = match self.renderer {
            Renderer::Sampled(settings) => (u64::from(settings.samples), u64::from(settings.layers)),
            _ => (1, 1),
        };
        let advice = "choose a smaller --size, fewer --samples or fewer --layers";
        if width.max(height) > LARGEST_SIZE {
            return Err(format!("{width}x{height} pixels are too many: the limit is {LARGEST_SIZE} each way"));
        }
        if u64::from(width) * u64::from(height) * samples * layers >= 1 << 32 {
            return Err(format!(
                "{width}x{height} pixels of {samples} samples of {layers} layers are too many: {advice}"
            ));
        }
        let available = if kind == DeviceKind::Cpu { memory::available() } else { None };
        if let Some(available) = available.filter(|available| self.bytes() > *available) {
            let gigabytes = |bytes: u64| bytes as f64 / 1e9;
            return Err(format!(
                "{width}x{height} pixels of {samples} samples need {:.1} GB of memory, and {:.1} GB are free: {advice}",
                gigabytes(self.bytes()),
                gigabytes(available)
            ));
        }
        Ok(())
    }
}
