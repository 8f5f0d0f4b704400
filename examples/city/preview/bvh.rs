//! A hierarchy of boxes around instances, in an order that needs no stack: a node is followed by what is in it, and knows
//! where to go on when a ray misses it.

use crate::city::{instance::Instance, preview::ray::Solid, shape::Kind};
use crate::common::{memory::room, progress::Steps};
use whipple::prelude::*;

/// The most instances of a leaf.
const LEAF: usize = 4;

/// Instances after which a step is counted.
const SOME: usize = 4096;

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

/// Leaves of the hierarchy of so many instances, at most: it has halves of halves.
fn leaves(instances: usize) -> usize {
    instances.div_ceil(LEAF).next_power_of_two()
}

impl Hierarchy {
    /// How many steps it takes to make one of so many instances: each is looked at once, and once on each level.
    pub fn steps(instances: usize) -> Steps {
        Steps::of(instances as u64 * (2 + u64::from(leaves(instances).ilog2())))
    }

    /// The hierarchy of some instances, with those nearer to `eye` first where that can be had. What is done of the
    /// [steps](Self::steps) is counted.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn new(instances: &[Instance], eye: Vec3, steps: &Steps) -> Result<Self, Error> {
        let purpose = "the hierarchy of the picture";
        let mut entries: Vec<Entry> = room(instances.len(), purpose)?;
        for some in instances.chunks(SOME) {
            entries.extend(some.iter().map(Entry::new));
            steps.add(some.len() as u64);
        }
        let nodes = room(2 * leaves(instances.len()), purpose)?;
        let mut hierarchy = Self { nodes, solids: room(entries.len(), purpose)? };
        hierarchy.add(&mut entries, eye, steps);
        Ok(hierarchy)
    }

    fn add(&mut self, entries: &mut [Entry], eye: Vec3, steps: &Steps) {
        steps.add(entries.len() as u64);
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
                self.add(low, eye, steps);
                self.add(high, eye, steps);
            } else {
                self.add(high, eye, steps);
                self.add(low, eye, steps);
            }
        }
        self.nodes[own].next = (self.nodes.len() as u32) << 3 | leaf;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bar of the steps ends full, and goes on all the time.
    #[test]
    fn all_steps_are_counted() {
        for count in [1, 4, 5, 63, 64, 65, 1000] {
            let mut instances = vec![Instance::unit(Kind::Box, 0); count];
            for (place, instance) in (0u32..).zip(&mut instances) {
                instance.origin.x = place as f32;
            }
            let steps = Hierarchy::steps(count);
            let hierarchy = Hierarchy::new(&instances, Vec3::ZERO, &steps).expect("room");
            assert_eq!(hierarchy.solids.len(), count);
            let done = steps.part(0.0);
            assert!((0.7..=1.0).contains(&done), "{count}: {done}");
        }
    }
}
