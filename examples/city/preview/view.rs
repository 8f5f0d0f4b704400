//! What is looked at, from where: the eye stands where all that was built is in the picture.

use crate::city::{instance::Instance, preview::trace::Scene};
use crate::common::{
    arguments::Size,
    progress::{Steps, shown},
};
use whipple::prelude::*;

/// From the city towards the eye: low enough for the sky to be seen, high enough for the streets.
const AWAY: Vec3 = Vec3::new(-0.45, -0.85, 0.27);
/// The angle of view across the shorter side of the picture, in degrees.
const ANGLE: f32 = 36.0;
/// The part of the picture at each edge that shows the country alone.
const MARGIN: f32 = 0.03;
/// Steps in which the middle of what is seen is found, at most: each ends where one of few corners comes to the edge.
const STEPS: usize = 16;
/// How often all corners are looked at then, at most.
const MOST_PASSES: u64 = 2 + 2 * STEPS as u64;

/// What is looked at, from where, and how finely.
pub struct View {
    /// Where the eye is.
    pub eye: Vec3,
    /// The unit direction in which it looks.
    pub forward: Vec3,
    /// The unit direction of the sun.
    pub sun: Vec3,
    /// Metres of air that take half of the light.
    pub air: f32,
    /// The picture.
    pub size: Size,
    /// Rays along each axis of a pixel.
    pub samples: u32,
}

impl View {
    /// The view of a whole city, which lies in a square of half this width around the origin.
    pub fn new(radius: f32, instances: &[Instance], size: Size, samples: u32) -> Self {
        let axes = Axes::new(-AWAY.normalize());
        let passes = Steps::of(MOST_PASSES);
        let corners = || {
            passes.step();
            // The middle is ground in every city, also in one of nothing.
            instances.iter().flat_map(Instance::corners).chain([Vec3::ZERO])
        };
        let place = || eye(|| corners().map(|corner| axes.of(corner)), slopes(size) * (1.0 - 2.0 * MARGIN));
        let eye = shown("looking around", || Some(passes.part(0.0)), place);
        Self {
            eye: axes.in_world(eye),
            forward: axes.forward,
            sun: Vec3::new(-0.72, -0.25, 0.60).normalize(),
            air: 7.0 * radius + 900.0,
            size,
            samples,
        }
    }

    /// What the procedures of the preview must know of the view.
    pub fn scene(&self) -> Scene {
        let (width, height) = (self.size.width * self.samples, self.size.height * self.samples);
        let axes = Axes::new(self.forward);
        let slopes = slopes(self.size);
        let right = axes.right * (2.0 * slopes.x / width as f32);
        let down = -axes.up * (2.0 * slopes.y / height as f32);
        let corner = axes.forward - axes.right * slopes.x + axes.up * slopes.y;
        Scene { eye: self.eye, corner, right, down, sun: self.sun, width, height, samples: self.samples, air: self.air }
    }
}

/// How far the edges of the picture lie to the right and upwards, a metre in front of the eye.
fn slopes(size: Size) -> Vec2 {
    let sides = Vec2::new(size.width as f32, size.height as f32);
    sides * ((ANGLE / 2.0).to_radians().tan() / sides.min_element())
}

/// The directions of the picture.
struct Axes {
    right: Vec3,
    up: Vec3,
    forward: Vec3,
}

impl Axes {
    fn new(forward: Vec3) -> Self {
        let right = forward.cross(Vec3::Z).normalize();
        Self { right, up: right.cross(forward), forward }
    }

    /// A point of the world, by how far it lies to the right, upwards and forwards.
    fn of(&self, point: Vec3) -> Vec3 {
        Vec3::new(self.right.dot(point), self.up.dot(point), self.forward.dot(point))
    }

    /// The reverse of [`of`](Self::of).
    fn in_world(&self, point: Vec3) -> Vec3 {
        self.right * point.x + self.up * point.y + self.forward * point.z
    }
}

/// The nearest place from which all points are within `slopes` of the forward direction: as far to the left as to the right, and
/// from as high above as the lower edge of the picture allows.
fn eye<P: Iterator<Item = Vec3>>(points: impl Fn() -> P, slopes: Vec2) -> Vec3 {
    // The planes through the edges of the picture, moved outwards until all points are inside, meet behind the points.
    let (mut most, mut least) = (Vec2::NEG_INFINITY, Vec2::INFINITY);
    for point in points() {
        most = most.max(point.truncate() - slopes * point.z);
        least = least.min(point.truncate() + slopes * point.z);
    }
    // A metre more, so that no point is at the eye.
    let depth = ((least - most) / (2.0 * slopes)).min_element() - 1.0;
    // A picture that is higher than wide does not look down more steeply, but where what is high needs it.
    let down = slopes.min_element();
    let height = points().map(|point| point.y + down * (point.z - depth)).fold(f32::INFINITY, f32::min);
    let height = height.max(most.y + slopes.y * depth);
    let mut eye = Vec3::new((most.x + least.x) * 0.5, height, depth);
    for _ in 0..STEPS {
        let before = eye.x;
        eye.x = middle(&points, eye);
        if (eye.x - before).abs() < 1e-3 {
            break;
        }
    }
    eye
}

/// How far to the right the eye must be, for the points at both sides to be equally far from its axis.
fn middle<P: Iterator<Item = Vec3>>(points: impl Fn() -> P, eye: Vec3) -> f32 {
    let seen = |point: &Vec3| (point.x - eye.x) / (point.z - eye.z);
    let by_side = |a: &Vec3, b: &Vec3| seen(a).total_cmp(&seen(b));
    let (Some(left), Some(right)) = (points().min_by(by_side), points().max_by(by_side)) else { return eye.x };
    let (near, far) = (left.z - eye.z, right.z - eye.z);
    (right.x * near + left.x * far) / (near + far)
}
