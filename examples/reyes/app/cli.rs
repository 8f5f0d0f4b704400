//! The command line.

use super::outputs::traces;
use crate::common::arguments::{Size, devices, policies, schedulers, size};
use crate::reyes::{
    geometry::camera::LARGEST_SIZE,
    pipeline::sampled::{filter::Kernel, sampling::COUNTS},
    scene::{Choice, file::coordinate, view::Wish},
};
use clap::{
    Parser, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use std::path::PathBuf;
use whipple::{device::DeviceKind, prelude::*};

/// Renders patches, the Utah teapot if no others, with a recursive Reyes pipeline.
#[derive(Parser, Debug)]
#[command(name = "reyes", version)]
pub struct Arguments {
    /// What to render: sphere, teapot, teapots, grass, grass:BLADES, bubbles, or a file of patches (RIB, or text as teapot.txt; `-` is
    /// standard input)
    #[arg(long, alias = "patches", value_name = "SCENE", default_value = "teapot")]
    pub scene: Choice,

    /// Size of the image in pixels [default: the file's; 1920x1080; 800x800 if a pixel has several samples, 400x400 for those on the CPU]
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size::<LARGEST_SIZE>)]
    pub size: Option<Size>,

    /// Where the scene is seen from [default: what the scene or its file says; else a place from which all is seen]
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, allow_hyphen_values = true)]
    pub eye: Option<Vec3>,

    /// What is in the middle of the picture [default: as of --eye]
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, allow_hyphen_values = true)]
    pub target: Option<Vec3>,

    /// The direction that is up [default: that of the file's camera; 0,0,1]
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_direction, allow_hyphen_values = true)]
    pub up: Option<Vec3>,

    /// The field of view across the shorter side of the picture [default: as of --eye]
    #[arg(long, value_name = "DEGREES", value_parser = parse_angle)]
    pub fov: Option<f32>,

    /// Where to render
    #[arg(long, default_value_t = DeviceChoice::Auto, value_parser = devices())]
    pub device: DeviceChoice,

    /// The PNG file to write; `-` for standard output, `none` for none
    #[arg(long, value_name = "FILE", default_value = "reyes.png")]
    pub out: PathBuf,

    /// Which procedure a worker turns to next [default: fill for the megakernel on a GPU, else the program's plan]
    #[arg(long, value_parser = policies())]
    pub policy: Option<Policy>,

    /// How tasks are scheduled on a GPU
    #[arg(long, default_value_t = Scheduler::default(), value_parser = schedulers())]
    pub scheduler: Scheduler,

    /// Samples of a pixel: 1, 4, 16 or 42 [default: 1; 16 of what is transparent or moves]
    #[arg(long, value_name = "N", value_parser = parse_samples)]
    pub samples: Option<u32>,

    /// How the samples around a pixel make its colour, where it has several [default: mitchell]
    #[arg(long, value_enum)]
    pub filter: Option<Kernel>,

    /// How far everything moves while the shutter is open, in the scene's units
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, allow_hyphen_values = true)]
    pub motion: Option<Vec3>,

    /// How much everything hides of what is behind it, 0 to 1
    #[arg(long, value_name = "PART", value_parser = parse_opacity)]
    pub opacity: Option<f32>,

    /// Transparent surfaces that a sample shows behind each other, the nearest ones [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub layers: Option<u32>,

    /// Render a turn around the scene in so many pictures, numbered before the extension of --out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=9999))]
    pub turntable: Option<u32>,

    /// Which procedures: all task types, or one thread for each task (1 sample a pixel)
    #[arg(long, value_enum, default_value_t = Levels::All)]
    pub levels: Levels,

    /// Frames to time; the median is printed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=65_535))]
    pub frames: u32,

    /// Frames to render before those that are timed [default: 10 if more than one frame is timed]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=65_535))]
    pub warmup: Option<u32>,

    /// How exact a GPU's arithmetic is; `exact` agrees with the CPU to the bit
    #[arg(long, default_value_t = FloatingPoint::Approximate, value_parser = floats())]
    pub floats: FloatingPoint,

    /// Threads of the CPU executor [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,

    /// Run on one CPU thread, in an order that depends on this seed alone
    #[arg(long, value_name = "SEED", conflicts_with = "threads")]
    pub replay: Option<u64>,

    /// The most memory that queues of tasks may use
    #[arg(long, value_name = "BYTES")]
    pub queue_memory: Option<usize>,

    /// Measure time per procedure, idle time and transfers between queues
    #[arg(long)]
    pub statistics: bool,

    /// Write when and where tasks ran in the last frame, for https://ui.perfetto.dev; `-` for standard output, `none` for no file
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Write how many work items waited in the last frame, over time, as SVG; `-` for standard output, `none` for no file
    #[arg(long, value_name = "FILE")]
    pub queues: Option<PathBuf>,

    /// Print the CUDA source of the program and leave
    #[arg(long)]
    pub emit_cuda: bool,

    /// Print the plan of the program and its reasons, and leave
    #[arg(long)]
    pub plan: bool,
}

/// Which task types a program uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Levels {
    /// Those that suit each stage
    All,
    /// Only tasks of one thread (Steinberger et al. 2014, table 6)
    #[value(name = "2")]
    Two,
}

/// Reads the name of a kind of floating point.
fn floats() -> impl TypedValueParser<Value = FloatingPoint> {
    PossibleValuesParser::new(FloatingPoint::ALL.iter().map(|kind| kind.name())).try_map(|name| name.parse())
}

impl Arguments {
    /// Frames before the timed ones.
    pub fn warmup_frames(&self) -> u32 {
        self.warmup.unwrap_or(if self.frames > 1 { 10 } else { 0 })
    }

    /// Where the scene is to be seen from.
    pub fn wish(&self) -> Wish {
        Wish { eye: self.eye, target: self.target, up: self.up, angle: self.fov.map(f32::to_radians) }
    }

    /// The options of a launch on a device of this kind.
    pub fn options(&self, device: DeviceKind) -> Options {
        // Full rounds of the later stages are what the megakernel gains by; others have none, or full ones in any case.
        let has_rounds = device != DeviceKind::Cpu && self.scheduler == Scheduler::Megakernel;
        let usual = if has_rounds { Policy::FillFirst } else { Policy::Plan };
        let mut options = Options::new().scheduler(self.scheduler).policy(self.policy.unwrap_or(usual));
        options = options.statistics(self.statistics).trace(traces(self).next().is_some());
        options = options.floating_point(self.floats);
        if let Some(threads) = self.threads {
            options = options.workers(threads as usize);
        }
        if let Some(seed) = self.replay {
            options = options.replay(seed);
        }
        if let Some(bytes) = self.queue_memory {
            options = options.queue_memory(bytes);
        }
        options
    }
}

/// Reads a number of samples.
fn parse_samples(text: &str) -> Result<u32, String> {
    let count = text.parse().map_err(|_| format!("`{text}` is not a number of samples"))?;
    if COUNTS.contains(&count) { Ok(count) } else { Err(String::from("a pixel has 1, 4, 16 or 42 samples")) }
}

/// Reads `0.2,0,-0.1`.
fn parse_point(text: &str) -> Result<Vec3, String> {
    let parts = text.split(',').map(|part| coordinate(part.trim())).collect::<Result<Vec<f32>, String>>()?;
    let parts: [f32; 3] = parts.try_into().map_err(|_| String::from("write it as three numbers: 0.2,0,-0.1"))?;
    Ok(Vec3::from_array(parts))
}

/// Reads a direction.
fn parse_direction(text: &str) -> Result<Vec3, String> {
    let point = parse_point(text)?;
    point.try_normalize().ok_or_else(|| String::from("a direction has a length: 0,1,0"))
}

/// Reads a field of view in degrees.
fn parse_angle(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(degrees) if degrees > 0.0 && degrees < 180.0 => Ok(degrees),
        _ => Err(format!("`{text}` is not between 0 and 180 degrees")),
    }
}

/// Reads a part, 0 to 1.
fn parse_opacity(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(part) if (0.0..=1.0).contains(&part) => Ok(part),
        _ => Err(format!("`{text}` is not between 0 and 1")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn numbers_are_read_or_refused() {
        assert_eq!(parse_samples("42"), Ok(42));
        assert_eq!(parse_point("0.5,-1, 2e1"), Ok(Vec3::new(0.5, -1.0, 20.0)));
        assert_eq!(parse_direction("0,-2,0"), Ok(-Vec3::Y));
        assert_eq!(parse_angle("40"), Ok(40.0));
        assert_eq!(parse_opacity("0.4"), Ok(0.4));
        for bad in ["2", "0", "", "x", "43"] {
            assert!(parse_samples(bad).is_err(), "{bad}");
        }
        for bad in ["1,2", "1,2,3,4", "a,0,0", "inf,0,0", ""] {
            assert!(parse_point(bad).is_err(), "{bad}");
        }
        assert!(parse_direction("0,0,0").is_err());
        for bad in ["0", "180", "-5", "NaN", "x", ""] {
            assert!(parse_angle(bad).is_err(), "{bad}");
        }
        for bad in ["-0.1", "1.1", "NaN", ""] {
            assert!(parse_opacity(bad).is_err(), "{bad}");
        }
    }
}
