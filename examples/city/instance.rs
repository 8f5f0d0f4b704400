//! Instances: what a derivation comes to, as tasks write it and as the host reads it.

use crate::city::{
    gltf::Part,
    shape::{Frame, Kind, Material, Shape},
};
use crate::common::memory::room;
use whipple::{buffer::Element, prelude::*};

/// Words of 32 bits of an instance.
#[device]
pub const WORDS: u32 = 12;

/// Word `k` of the instance that a terminal writes: origin, frame, size, seed; kind, material, pointedness and square in
/// the last.
#[device]
pub fn word(shape: &Shape, kind: Kind, k: u32) -> u32 {
    match k {
        0 => shape.origin.x.to_bits(),
        1 => shape.origin.y.to_bits(),
        2 => shape.origin.z.to_bits(),
        3 => shape.frame.i.to_bits(),
        4 => shape.frame.j.to_bits(),
        5 => shape.frame.k.to_bits(),
        6 => shape.frame.real.to_bits(),
        7 => shape.size.x.to_bits(),
        8 => shape.size.y.to_bits(),
        9 => shape.size.z.to_bits(),
        10 => shape.seed,
        _ => what(shape, kind),
    }
}

/// A box, quad or prism of the city.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Instance {
    /// See [`Shape::origin`].
    pub origin: Vec3,
    /// See [`Shape::frame`].
    pub frame: Frame,
    /// See [`Shape::size`].
    pub size: Vec3,
    /// See [`Shape::seed`].
    pub seed: u32,
    /// The [`Kind`] in the lowest byte, the [`Material`] in the next, the [pointedness](Self::pointedness) in the third, the
    /// [square](Self::square) in the fourth.
    pub what: u32,
}

#[device]
impl Instance {
    /// The instance that a terminal writes.
    pub fn of(shape: &Shape, kind: Kind) -> Instance {
        Instance {
            origin: shape.origin,
            frame: shape.frame,
            size: shape.size,
            seed: shape.seed,
            what: what(shape, kind),
        }
    }
}

/// The last word of the instance that a terminal writes: see [`Instance::what`].
#[device]
pub fn what(shape: &Shape, kind: Kind) -> u32 {
    kind as u32 | (shape.material as u32) << 8 | (shape.label as u32) << 16 | (shape.square() as u32) << 24
}

/// The pointedness of a pyramid, as bits.
pub const PRISM_POINTS: u8 = u8::MAX;

/// Materials by number.
const MATERIALS: [Material; 23] = {
    use Material::*;
    [
        Concrete, Limestone, Brick, Sandstone, White, Steel, Glass, DarkGlass, LitGlass, Paving, Asphalt, Paint, Grass,
        Leaf, Hedge, Bark, Wood, Tile, Slate, Gravel, Ochre, Blue, Field,
    ]
};

impl Instance {
    /// The instance with these words; see [`word`].
    pub fn from_words(words: [u32; WORDS as usize]) -> Self {
        let float = |k: usize| f32::from_bits(words[k]);
        let vector = |k: usize| Vec3::new(float(k), float(k + 1), float(k + 2));
        Self {
            origin: vector(0),
            frame: Frame { i: float(3), j: float(4), k: float(5), real: float(6) },
            size: vector(7),
            seed: words[10],
            what: words[11],
        }
    }

    /// The words of the instance; see [`word`].
    pub fn words(&self) -> [u32; WORDS as usize] {
        let Self { origin: o, frame: f, size: s, seed, what } = self;
        let floats = [o.x, o.y, o.z, f.i, f.j, f.k, f.real, s.x, s.y, s.z];
        std::array::from_fn(|k| if k < 10 { floats[k].to_bits() } else { [*seed, *what][k - 10] })
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        match self.what & 0xff {
            0 => Kind::Box,
            1 => Kind::Quad,
            _ => Kind::Prism,
        }
    }

    /// What it is made of.
    pub fn material(&self) -> Material {
        MATERIALS[(self.what >> 8 & 0xff) as usize % MATERIALS.len()]
    }

    /// How much shorter the ridge of a prism is than its eaves: from 0, a gabled roof, to 1, a pyramid.
    pub fn pointedness(&self) -> f32 {
        f32::from(self.points()) / f32::from(PRISM_POINTS)
    }

    /// [`pointedness`](Self::pointedness), in parts of [`PRISM_POINTS`].
    pub fn points(&self) -> u8 {
        (self.what >> 16) as u8
    }

    /// See [`Shape::square`].
    pub fn square(&self) -> u8 {
        (self.what >> 24) as u8
    }

    /// What is 1 long each way, at the origin.
    pub fn unit(kind: Kind, points: u8) -> Self {
        let what = kind as u32 | u32::from(points) << 16;
        Self { origin: Vec3::ZERO, frame: Frame::WORLD, size: Vec3::ONE, seed: 0, what }
    }

    /// A point of its own coordinates in the world.
    pub fn point(&self, local: Vec3) -> Vec3 {
        self.origin + self.frame.in_world(local)
    }

    /// The corners of the box that it fills, in the world.
    pub fn corners(&self) -> [Vec3; 8] {
        std::array::from_fn(|bits| {
            let axis = |k: usize| (bits >> k & 1) as f32;
            self.point(Vec3::new(axis(0), axis(1), axis(2)) * self.size)
        })
    }
}

/// Parts of the output that terminals are dealt out to by their seeds: one counter for all would be what they wait for.
#[device]
pub const PARTS: u32 = 64;

/// Numbers from one counter to the next, so that each has a line of the cache for itself.
#[device]
pub const COUNTER_STEP: u32 = 32;

/// The part of the output that a terminal writes to.
#[device]
pub fn part_of(shape: &Shape) -> u32 {
    shape.seed % PARTS
}

/// What terminals write at once: an [`Instance`], or where their threads divide it among them, one of its words.
pub trait Written: Element + Sized {
    /// How many make up an instance.
    const EACH: usize;

    /// The instances that these are, one after another.
    fn instances(written: &[Self]) -> Vec<Instance>;
}

impl Written for Instance {
    const EACH: usize = 1;

    fn instances(written: &[Self]) -> Vec<Instance> {
        written.to_vec()
    }
}

impl Written for u32 {
    const EACH: usize = WORDS as usize;

    fn instances(written: &[Self]) -> Vec<Instance> {
        let (instances, _) = written.as_chunks::<{ WORDS as usize }>();
        instances.iter().copied().map(Instance::from_words).collect()
    }
}

/// Where the terminals of a derivation write.
pub struct Output<W: Written> {
    /// The instances: parts of equal length, each filled from its start.
    pub written: Buffer<W>,
    /// How many instances each part has, also where not all had room; see [`COUNTER_STEP`].
    pub counts: Buffer<u32>,
}

impl<W: Written> Output<W> {
    /// Room for `capacity` instances, rounded up to whole parts.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::TooLong`].
    pub fn new(device: &Device, capacity: usize) -> Result<Self, Error> {
        let length = capacity.next_multiple_of(PARTS as usize).saturating_mul(W::EACH);
        Ok(Self { written: device.buffer(length)?, counts: device.buffer((PARTS * COUNTER_STEP) as usize)? })
    }

    /// How many instances terminals had, also those without room.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn written(&self) -> Result<u64, Error> {
        Ok(self.counts()?.into_iter().map(|count| count as u64).sum())
    }

    /// Forgets the instances.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn clear(&self) -> Result<(), Error> {
        self.counts.fill(0)
    }

    /// Instances of each part that terminals had; those beyond its room were not written.
    fn counts(&self) -> Result<Vec<usize>, Error> {
        Ok(self.counts.read()?.iter().step_by(COUNTER_STEP as usize).map(|count| *count as usize).collect())
    }

    /// Instances for which each part has room.
    fn room(&self) -> usize {
        self.written.len() as usize / W::EACH / PARTS as usize
    }

    /// The capacity that gives every instance room, where this one does not.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn needs(&self) -> Result<Option<usize>, Error> {
        let most = self.counts()?.into_iter().max().unwrap_or(0);
        Ok((most > self.room()).then_some(most * PARTS as usize))
    }

    /// The instances that have room, in the order in which they were written to each part.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] on the host; [`Error::Driver`].
    pub fn read(&self) -> Result<Vec<Instance>, Error> {
        let counts = self.counts()?;
        let written = counts.iter().map(|count| *count.min(&self.room())).sum();
        let mut instances = room(written, "the terminals of the city")?;
        for (part, count) in counts.into_iter().enumerate() {
            let start = part * self.room() * W::EACH;
            instances.extend(W::instances(&self.written.read_range(start, count.min(self.room()) * W::EACH)?));
        }
        Ok(instances)
    }
}

/// Instances in an order that does not depend on the schedule: by what they are, then by their words.
pub fn sorted(mut instances: Vec<Instance>) -> Vec<Instance> {
    // In place: those that are equal are the same.
    instances.sort_unstable_by_key(|instance| (Part::of(instance), instance.words()));
    instances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_fields_are_the_same() {
        for (number, material) in MATERIALS.iter().enumerate() {
            assert_eq!(*material as usize, number);
            let shape = Shape {
                origin: Vec3::new(1.0, -2.0, 3.5),
                frame: Frame::WORLD,
                size: Vec3::new(4.0, 5.0, 6.0),
                seed: 7,
                label: 8,
                style: 9,
                material: *material,
                depth: 10,
            };
            let words = std::array::from_fn(|k| word(&shape, Kind::Prism, k as u32));
            let instance = Instance::from_words(words);
            assert_eq!((instance.kind(), instance.material(), instance.seed), (Kind::Prism, *material, 7));
            assert_eq!((instance.origin, instance.size, instance.frame), (shape.origin, shape.size, shape.frame));
            assert_eq!(instance.words(), words);
        }
    }
}
