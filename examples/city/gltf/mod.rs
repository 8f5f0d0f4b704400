//! Writes cities as glTF 2.0, piece by piece as they are derived. Y is upwards there, and lengths are metres.
//!
//! A file has a mesh for each *part*: each kind of terminal in each material ([`Part`]). Its geometry is one box, quad or prism of
//! length 1 each way. Where it stands, how it is turned and how large it is says the extension [`EXTENSION`]: 32 bytes for each
//! instance.
//!
//! The scene has a node for the city, which turns Z upwards to Y upwards. Below it is a node for each piece of the city, a square of blocks,
//! in the piece's middle; below that a node for each part, with all its instances in the piece. So the file of any city has
//! few nodes, and a viewer draws few meshes and leaves out what is not in view. A node for each building would take more bytes than
//! its instances.
//!
//! - `document.rs` is what a file says of its bytes, and the bytes.
//! - `files.rs` is `.glb`, one file of at most 4 GiB, and `.gltf`, with as many files of binary data as it takes.

mod document;
mod files;

pub use files::{Contents, MOST_BINARY, MOST_DATA, Next, TooLarge, write};

use crate::city::{
    instance::{Instance, PRISM_POINTS},
    palette,
    shape::{Kind, Material},
};

/// The extension of glTF that files need.
pub const EXTENSION: &str = "EXT_mesh_gpu_instancing";

/// Bytes of an instance: translation and scale in 32-bit floats, rotation in 16-bit parts of a unit.
pub const INSTANCE_BYTES: u64 = 12 + 8 + 12;

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
