//! Quotients and square roots under each kind of floating point: the same bits, or within two units in the last place.

use crate::devices;
use whipple::prelude::*;

/// A quotient, an inverse and a square root of each pair of numbers.
#[procedure(level = 2)]
pub struct Compute {
    pub numbers: Buffer<Vec2>,
    pub results: Buffer<Vec3>,
}

#[execute]
impl Execute for Compute {
    type Item = u32;

    fn execute(&self, _ctx: &Context<Self>, index: &u32) {
        let pair = self.numbers.get(*index);
        self.results.set(*index, Vec3::new(pair.x / pair.y, 1.0 / pair.y, pair.y.sqrt()));
    }
}

#[program]
pub struct Computation {
    pub compute: Compute,
}

const PAIRS: u32 = 100_000;

/// How many units in the last place the results are from the CPU's at most, on a device under some kind of floating point.
fn most_apart(device: &Device, kind: FloatingPoint) -> u32 {
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        // Of either sign for the numerator, from 2^-40 to 2^40.
        f32::from_bits((87 + (state >> 32) as u32 % 80) << 23 | (state >> 41) as u32)
    };
    let pairs: Vec<Vec2> =
        (0..PAIRS).map(|k| Vec2::new(if k % 2 == 0 { random() } else { -random() }, random())).collect();
    let run = || -> Result<Vec<Vec3>, Error> {
        let program = Computation {
            compute: Compute { numbers: device.buffer_from(&pairs)?, results: device.buffer(PAIRS as usize)? },
        };
        let mut launcher = Launcher::with_options(device, &program, Options::new().floating_point(kind))?;
        launcher.seed::<Compute>(&(0..PAIRS).collect::<Vec<u32>>())?.run()?;
        program.compute.results.read()
    };
    let results = run().expect("the program runs");
    let apart = pairs.iter().zip(results).flat_map(|(pair, got)| {
        let expected = [pair.x / pair.y, 1.0 / pair.y, pair.y.sqrt()];
        expected.into_iter().zip(got.to_array()).map(|(a, b)| a.to_bits().abs_diff(b.to_bits()))
    });
    apart.max().expect("there are pairs")
}

#[test]
fn the_cpu_is_exact_in_any_case() {
    for &kind in FloatingPoint::ALL {
        assert_eq!(most_apart(&Device::cpu(), kind), 0);
    }
}

#[test]
fn approximations_are_near_on_a_gpu() {
    let Some(device) = devices::gpu() else { return };
    assert_eq!(most_apart(&device, FloatingPoint::Exact), 0);
    assert_eq!(most_apart(&device, FloatingPoint::Fast), 0);
    let most = most_apart(&device, FloatingPoint::Approximate);
    assert!((1..=2).contains(&most), "{most} units in the last place");
}
