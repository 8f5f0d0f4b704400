//! Instances: what a derivation comes to, as tasks write it and as the host reads it.

use crate::shape::{Frame, Kind, Material, Shape};
use whipple::prelude::*;

/// Words of 32 bits of an instance.
#[device]
pub const WORDS: u32 = 12;

/// Word `k` of the instance that a terminal writes: origin, frame, size, seed; kind, material and pointedness in the
/// last.
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
        _ => kind as u32 | (shape.material as u32) << 8 | (shape.label as u32) << 16,
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
    /// The [`Kind`] in the lowest byte, the [`Material`] in the next, the [pointedness](Self::pointedness) in the third.
    pub what: u32,
}

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
        (self.what >> 16 & 0xff) as f32 / 255.0
    }

    /// A point of its own coordinates in the world.
    pub fn point(&self, local: Vec3) -> Vec3 {
        self.origin + self.frame.in_world(local)
    }
}

/// Where the terminals of a derivation write.
pub struct Output {
    /// The words of the instances.
    pub words: Buffer<u32>,
    /// How many there are, also where not all had room.
    pub count: Buffer<u32>,
}

impl Output {
    /// Room for `capacity` instances.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::TooLong`].
    pub fn new(device: &Device, capacity: usize) -> Result<Self, Error> {
        Ok(Self { words: device.buffer(capacity.saturating_mul(WORDS as usize))?, count: device.buffer(1)? })
    }

    /// Instances that have room.
    pub fn capacity(&self) -> u32 {
        self.words.len() / WORDS
    }

    /// Forgets the instances.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn clear(&self) -> Result<(), Error> {
        self.count.fill(0)
    }

    /// Instances that terminals had; those beyond the capacity were not written.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn count(&self) -> Result<u32, Error> {
        Ok(self.count.read()?[0])
    }

    /// The instances, in the order in which they were written.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn read(&self) -> Result<Vec<Instance>, Error> {
        let count = self.count()?.min(self.capacity()) as usize;
        let words = self.words.read_range(0, count * WORDS as usize)?;
        let (instances, _) = words.as_chunks::<{ WORDS as usize }>();
        Ok(instances.iter().copied().map(Instance::from_words).collect())
    }
}

/// Instances in an order that does not depend on the schedule: by their words.
pub fn sorted(mut instances: Vec<Instance>) -> Vec<Instance> {
    instances.sort_by_key(Instance::words);
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
