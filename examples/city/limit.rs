//! How large a city may be: what it will take is known before any of it is derived, by a sample of its blocks.

use crate::city::{
    derive::{FIRST_ROOM, count},
    gltf::{MOST_BINARY, Nodes},
    instance::{Instance, Written},
    plan::{PIECE, Plan},
    rules::RuleSet,
};
use std::path::Path;
use whipple::prelude::*;

/// Blocks of a sample; a city that has no more is small.
const SAMPLE: usize = 256;
/// Instances that a city may have for each that its sample lets expect, in hundredths.
const MARGIN: u64 = 110;
/// Bytes for each instance of a picture: of the instance, its entry and its copy in the hierarchy, and the nodes above it.
const PICTURE_ON_HOST: u64 = 48 + 72 + 48 + 32;
/// The same in the buffers of the device.
const PICTURE_ON_DEVICE: u64 = 48 + 32;
/// Bytes for each building of the plan of a city, and of the initial shapes of all of it.
const PLAN: u64 = 64;
const SITE: u64 = 300;

/// What a city will come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expected {
    /// Its buildings.
    pub buildings: u64,
    /// Its instances, or somewhat more.
    pub instances: u64,
}

/// What is done with a city, as far as it takes memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// It is derived piece by piece.
    Pieces,
    /// All of it is derived at once, since this option measures that.
    AtOnce(&'static str),
    /// It is seen in a picture.
    Picture,
}

/// Memory that a city may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// Bytes that are free on the host, where that is known.
    pub available: Option<u64>,
    /// Whether the device's memory is the host's. (A GPU says by itself what it has no memory for.)
    pub is_shared: bool,
}

impl Expected {
    /// What the city of a plan will come to; `None` for a small one, which has room anywhere.
    ///
    /// # Errors
    /// What the derivation of the sample meets.
    pub fn of<R: RuleSet>(plan: &Plan) -> Result<Option<Self>, Error> {
        let blocks = plan.blocks();
        if blocks.len() <= SAMPLE {
            return Ok(None);
        }
        // Blocks lie by their distance from the middle, so that those of all distances are in the sample.
        let sample: Vec<_> = (0..SAMPLE).map(|k| blocks[k * blocks.len() / SAMPLE]).collect();
        let options = Options::new().floating_point(FloatingPoint::Exact);
        let found = count::<R>(&Device::cpu(), &plan.site_of(&sample), &options)?;
        let instances = found * blocks.len() as u64 / SAMPLE as u64 * MARGIN / 100;
        let buildings = blocks.iter().map(|block| u64::from(block.buildings)).sum();
        Ok(Some(Self { buildings, instances }))
    }

    /// Checks that there is memory for what is to be done.
    ///
    /// # Errors
    /// In words, with what to do instead.
    pub fn check_memory(self, work: Work, memory: Memory) -> Result<(), String> {
        let (bytes, Some(available)) = (self.bytes(work, memory.is_shared), memory.available) else { return Ok(()) };
        if bytes <= available {
            return Ok(());
        }
        let (what, instead) = match work {
            Work::Pieces => (String::new(), String::new()),
            Work::AtOnce(option) => {
                let what = format!(" to be derived all at once, as {option} has them");
                (what, if option == "--measure" { String::new() } else { format!("leave out {option}, or ") })
            }
            Work::Picture => (" for --picture".to_owned(), "write no picture with `--picture none`, or ".to_owned()),
        };
        Err(format!(
            "{} --buildings need about {:.1} GB of memory{what}, and {:.1} GB are free: {instead}use fewer --buildings, of which \
             about {} fit",
            self.buildings,
            gigabytes(bytes),
            gigabytes(available),
            self.fitting(available, bytes)
        ))
    }

    /// Checks that the output of a derivation of all at once can be numbered.
    ///
    /// # Errors
    /// In words, with what to do instead.
    pub fn check_numbers<R: RuleSet>(self, option: &str) -> Result<(), String> {
        let (most, words) = (u64::from(u32::MAX), self.output() * R::Written::EACH as u64);
        if words <= most {
            return Ok(());
        }
        Err(format!(
            "{} --buildings are more than can be derived all at once, as {option} has them: use fewer --buildings, of which about \
             {} fit",
            self.buildings,
            self.fitting(most, words)
        ))
    }

    /// Checks that a file of this name has room for the city.
    ///
    /// # Errors
    /// In words, with what to do instead.
    pub fn check_file(self, path: &Path, nodes: Nodes) -> Result<(), String> {
        let bytes = self.instances * nodes.instance_bytes();
        let is_text = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gltf"));
        if is_text || bytes <= MOST_BINARY {
            return Ok(());
        }
        let fitting = self.fitting(MOST_BINARY, bytes);
        Err(too_large(path, &format!("would have about {:.1} GB", gigabytes(bytes)), Some(fitting)))
    }

    /// The most instances that the output of a derivation of all at once has room for.
    fn output(self) -> u64 {
        (self.buildings * FIRST_ROOM as u64).max(self.instances)
    }

    /// Bytes of the host's that something takes.
    fn bytes(self, work: Work, is_shared: bool) -> u64 {
        let instance = size_of::<Instance>() as u64;
        let on_device = |bytes: u64| if is_shared { bytes } else { 0 };
        // A piece has no more blocks than the whole.
        let blocks = (PIECE * PIECE) as u64;
        let piece = |bytes: u64| bytes.min(bytes / self.buildings.max(1) * blocks * 16);
        let plan = self.buildings * PLAN;
        match work {
            Work::Pieces => plan + piece(self.instances * instance + on_device(self.output() * instance)),
            Work::AtOnce(_) => {
                plan + self.buildings * SITE + self.instances * instance + on_device(self.output() * instance)
            }
            Work::Picture => plan + self.instances * (PICTURE_ON_HOST + on_device(PICTURE_ON_DEVICE)),
        }
    }

    /// Buildings that fit where `bytes` are needed and `most` are there: a tenth less than in proportion, since the first
    /// buildings are the highest, and two digits.
    fn fitting(self, most: u64, bytes: u64) -> u64 {
        let fitting = (u128::from(self.buildings) * u128::from(most) / u128::from(bytes.max(1)) * 9 / 10) as u64;
        let unit = 10u64.pow(fitting.checked_ilog10().unwrap_or(0).saturating_sub(1));
        fitting / unit * unit
    }
}

/// Checks that a city of this many buildings may have these nodes.
///
/// # Errors
/// In words, with what to do instead.
pub fn check_nodes(buildings: u32, nodes: Nodes) -> Result<(), String> {
    let most = Nodes::MOST;
    if nodes == Nodes::Kind || buildings <= most {
        return Ok(());
    }
    Err(format!(
        "--nodes building is for at most {most} --buildings, and these are {buildings}: no program reads so many nodes. Choose --nodes \
         kind, which tells the building of each instance in the attribute `_BUILDING`"
    ))
}

/// What is said of a city that does not fit a `.glb`.
pub fn too_large(path: &Path, how: &str, fitting: Option<u64>) -> String {
    let fitting = fitting.map_or(String::new(), |fitting| format!(", of which about {fitting} fit"));
    format!(
        "{} {how}, and a file of binary glTF holds at most 4 GiB: name it {}, which has its data in several files beside it, use \
         fewer --buildings{fitting}, or write none with `--out none`",
        path.display(),
        path.with_extension("gltf").display(),
    )
}

fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}
