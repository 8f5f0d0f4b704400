//! The command line.

use super::camera::LARGEST_SIZE;
use clap::{
    Parser, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use std::path::PathBuf;
use whipple::prelude::*;

/// Renders the Utah teapot with a recursive Reyes pipeline.
#[derive(Parser, Debug)]
#[command(name = "reyes", version)]
pub struct Arguments {
    /// Size of the image in pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1920x1080", value_parser = parse_size)]
    pub size: Size,

    /// Where to render
    #[arg(long, value_enum, default_value_t = DeviceChoice::Auto)]
    pub device: DeviceChoice,

    /// The PNG file to write
    #[arg(long, value_name = "FILE", default_value = "reyes.png")]
    pub out: PathBuf,

    /// A file of patches to render in place of the teapot
    #[arg(long, value_name = "FILE")]
    pub patches: Option<PathBuf>,

    /// Which procedure a worker turns to next
    #[arg(long, default_value_t = Policy::Plan, value_parser = policies())]
    pub policy: Policy,

    /// Rendered pixels along each axis of a pixel of the image
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub samples: u32,

    /// Frames to time; the median is printed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub frames: u32,

    /// Frames to render before those that are timed [default: 10 if more than one frame is timed]
    #[arg(long, value_name = "N")]
    pub warmup: Option<u32>,

    /// Round each floating-point operation by itself, so that CPU and GPU agree to the bit
    #[arg(long)]
    pub exact: bool,

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

    /// Write when and where tasks ran in the last frame, for https://ui.perfetto.dev
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Print the CUDA source of the program and leave
    #[arg(long)]
    pub emit_cuda: bool,

    /// Print the plan of the program and its reasons, and leave
    #[arg(long)]
    pub plan: bool,
}

/// Width and height in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// Where to render.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DeviceChoice {
    /// A CUDA GPU if there is one, else the CPU
    Auto,
    /// The CPU executor
    Cpu,
    /// A CUDA GPU
    Cuda,
    /// A CUDA GPU that is emulated on the CPU, slowly, for tests
    Emulated,
}

impl Arguments {
    /// Frames before the timed ones.
    pub fn warmup_frames(&self) -> u32 {
        self.warmup.unwrap_or(if self.frames > 1 { 10 } else { 0 })
    }

    /// The options of the launch.
    pub fn options(&self) -> Options {
        let mut options = Options::new().policy(self.policy);
        options = options.statistics(self.statistics).trace(self.trace.is_some());
        if self.exact {
            options = options.floating_point(FloatingPoint::Exact);
        }
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

/// Reads the name of a policy.
fn policies() -> impl TypedValueParser<Value = Policy> {
    let names = PossibleValuesParser::new(Policy::ALL.iter().map(|policy| policy.name()));
    names.try_map(|name| name.parse::<Policy>())
}

/// Reads `1920x1080`.
fn parse_size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once('x').ok_or("write it as 1920x1080")?;
    let side = |text: &str| match text.parse::<u32>() {
        Ok(0) => Err("an image needs at least one pixel each way".to_string()),
        Ok(side) if side <= LARGEST_SIZE => Ok(side),
        Ok(_) => Err(format!("an image has at most {LARGEST_SIZE} pixels each way")),
        Err(_) => Err(format!("`{text}` is not a number of pixels; write the size as 1920x1080")),
    };
    Ok(Size { width: side(width)?, height: side(height)? })
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
    fn sizes_are_read_or_refused() {
        assert_eq!(parse_size("1920x1080"), Ok(Size { width: 1920, height: 1080 }));
        for bad in ["0x5", "5x0", "", "x", "5", "-1x5", "5x99999999999", "16385x1", "5x5x5", "1e3x5"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }
}
