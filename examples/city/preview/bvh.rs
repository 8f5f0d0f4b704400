//! A hierarchy of boxes around instances, in an order that needs no stack: a node is followed by what is in it, and knows
//! where to go on when a ray misses it.

use crate::city::{instance::Instance, preview::ray::Solid, shape::Kind};
use crate::common::memory::room;
use whipple::prelude::*;

/// The most instances of a leaf.
const LEAF: usize = 4;

/// A box around instances. 32 bytes.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Node {
    /// The corner with the least coordinates.
    pub least: Vec3,
    /// The first instance of a leaf.
    pub first: u32,
    /// The opposite corner.
    pub most: Vec3,
    /// Where to go on when the box is missed, or when its leaf was tried: the number of a node, shifted left by three bits; and
    /// how many instances the leaf has, 0 for a node that is none.
    pub next: u32,
}

/// The hierarchy, and the instances in its order.
pub struct Hierarchy {
    /// The nodes; the first contains all.
    pub nodes: Vec<Node>,
    /// The instances.
    pub solids: Vec<Solid>,
}

/// What is known of an instance while the hierarchy is built.
struct Entry {
    solid: Solid,
    least: Vec3,
    most: Vec3,
}

impl Entry {
    fn new(instance: &Instance) -> Self {
        let corners = instance.corners();
        let least = corners.iter().copied().fold(Vec3::INFINITY, Vec3::min);
        let most = corners.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max);
        let kind = instance.kind() as u32;
        let ridge = if kind == Kind::Prism as u32 { instance.size.x * 0.5 * instance.pointedness() } else { 0.0 };
        let solid = Solid {
            origin: instance.origin,
            frame: instance.frame,
            size: instance.size,
            ridge,
            material: instance.material(),
            kind: kind as u8,
            noise: (instance.seed >> 16) as u16,
        };
        // A thin margin, since a ray may see a face that is parallel to a side of its box.
        Self { solid, least: least - 1e-3, most: most + 1e-3 }
    }

    fn middle(&self) -> Vec3 {
        (self.least + self.most) * 0.5
    }
}

impl Hierarchy {
    /// The hierarchy of some instances, with those nearer to `eye` first where that can be had.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn new(instances: &[Instance], eye: Vec3) -> Result<Self, Error> {
        let purpose = "the hierarchy of the picture";
        let mut entries: Vec<Entry> = room(instances.len(), purpose)?;
        entries.extend(instances.iter().map(Entry::new));
        // Halves of halves: a tree of as many leaves as the next power of two, at most.
        let leaves = instances.len().div_ceil(LEAF).next_power_of_two();
        let mut hierarchy = Self { nodes: room(2 * leaves, purpose)?, solids: room(entries.len(), purpose)? };
        hierarchy.add(&mut entries, eye);
        Ok(hierarchy)
    }

    fn add(&mut self, entries: &mut [Entry], eye: Vec3) {
        let least = entries.iter().map(|entry| entry.least).fold(Vec3::INFINITY, Vec3::min);
        let most = entries.iter().map(|entry| entry.most).fold(Vec3::NEG_INFINITY, Vec3::max);
        let own = self.nodes.len();
        self.nodes.push(Node { least, first: self.solids.len() as u32, most, next: 0 });
        let mut leaf = 0;
        if entries.len() <= LEAF {
            leaf = entries.len() as u32;
            self.solids.extend(entries.iter().map(|entry| entry.solid));
        } else {
            let axis = (most - least).max_position();
            let half = entries.len() / 2;
            entries.select_nth_unstable_by(half, |a, b| a.middle()[axis].total_cmp(&b.middle()[axis]));
            let (low, high) = entries.split_at_mut(half);
            // Whatever is nearer hides the rest.
            if eye[axis] < (least[axis] + most[axis]) * 0.5 {
                self.add(low, eye);
                self.add(high, eye);
            } else {
                self.add(high, eye);
                self.add(low, eye);
            }
        }
        self.nodes[own].next = (self.nodes.len() as u32) << 3 | leaf;
    }
}
