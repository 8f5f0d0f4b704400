//! Writes cities as glTF 2.0, piece by piece as they are derived. Y is upwards there, and lengths are metres.
//!
//! A file has a mesh for each *part*: each kind of terminal in each material ([`Part`]). Its geometry is one box, quad or prism of
//! length 1 each way. Where it stands, how it is turned and how large it is says the extension [`EXTENSION`]: 32 bytes for each
//! instance.
//!
//! The scene has a node for the city, which turns Z upwards to Y upwards. Below it is a node for each piece of the city, a square of blocks,
//! in the piece's middle. What is below that is a choice ([`Nodes`]):
//!
//! - a node for each building, and below it one for each of its parts. That is for cities of which a viewer can draw so many meshes.
//! - a node for each part, with all its instances in the piece. So the file of any city has few nodes. The attribute
//!   [`BUILDING`] tells the building of each instance, in 4 bytes more.
//!
//! The files:
//!
//! - `document.rs` is the nodes of a city, and the bytes of its instances.
//! - `lists.rs` is the buffers, views and accessors that say where the bytes are.
//! - `files.rs` is `.glb`, one file of at most 4 GiB, and `.gltf`, with as many files of binary data as it takes.

mod document;
mod files;
mod lists;

pub use files::{Contents, Format, MOST_BINARY, MOST_DATA, Next, TooLarge, write};

use crate::city::{
    instance::{Instance, PRISM_POINTS},
    palette,
    shape::{Kind, Material},
};
use clap::ValueEnum;

/// The extension of glTF that files need.
pub const EXTENSION: &str = "EXT_mesh_gpu_instancing";

/// The attribute of instances that says which building each is a part of: its number as a float, or -1 for none.
pub const BUILDING: &str = "_BUILDING";

/// Which things get nodes of their own in a file. These nodes stand below the nodes of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Nodes {
    /// Each building, and below it each kind of part that it has
    Building,
    /// Each kind of part, in squares of blocks; `_BUILDING` tells the building of each instance
    Kind,
}

impl Nodes {
    /// The most buildings that have nodes of their own where nothing else is asked for.
    pub const FEW: u32 = 1024;

    /// The most buildings that may have nodes of their own: readers of JSON take no text of more than half a gigabyte.
    pub const MOST: u32 = 65_536;

    /// What a city of this many buildings has where nothing else is asked for.
    pub fn of(buildings: u32) -> Self {
        if buildings <= Self::FEW { Self::Building } else { Self::Kind }
    }

    /// Bytes of an instance: translation and scale in 32-bit floats, rotation in 16-bit parts of a unit.
    pub fn instance_bytes(self) -> u64 {
        12 + 8 + 12 + if self == Self::Kind { 4 } else { 0 }
    }
}

/// What instances of one mesh have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Part {
    /// What they are.
    pub kind: Kind,
    /// What they are made of.
    pub material: Material,
    /// How pointed prisms are, in parts of [`PRISM_POINTS`]; 0 for all else.
    pub points: u8,
}

impl Part {
    /// What an instance is.
    pub fn of(instance: &Instance) -> Self {
        let (kind, material) = (instance.kind(), instance.material());
        Self { kind, material, points: if kind == Kind::Prism { instance.points() } else { 0 } }
    }

    /// An instance of it that is 1 long each way.
    fn unit(self) -> Instance {
        Instance::unit(self.kind, self.points)
    }

    /// In words.
    fn name(self) -> String {
        let kind = match (self.kind, self.points) {
            (Kind::Box, _) => "box",
            (Kind::Quad, _) => "quad",
            (Kind::Prism, 0) => "gable",
            (Kind::Prism, PRISM_POINTS) => "pyramid",
            (Kind::Prism, _) => "hip",
        };
        format!("{kind} of {}", palette::name(self.material))
    }
}
