//! Rays through a hierarchy of instances.

use crate::city::{
    preview::bvh::Node,
    shape::{Frame, Material},
};
use whipple::prelude::*;

/// An instance, as rays see it. 48 bytes.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Solid {
    /// See [`Shape::origin`](crate::city::shape::Shape::origin).
    pub origin: Vec3,
    /// The directions of its axes.
    pub frame: Frame,
    /// Its extents.
    pub size: Vec3,
    /// How far the ends of a prism's ridge lie inwards.
    pub ridge: f32,
    /// Bits to tell it from others of its material.
    pub noise: u16,
    /// What it is made of.
    pub material: Material,
    /// 2 for a prism.
    pub kind: u8,
}

/// What a ray meets.
#[device]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// How far along the ray; the largest number where it meets nothing.
    pub distance: f32,
    /// The instance.
    pub solid: u32,
    /// The outward normal there; not a unit vector.
    pub normal: Vec3,
}

/// A number that may be divided by.
#[device]
fn not_zero(x: f32) -> f32 {
    if x.abs() < 1e-9 { 1e-9 } else { x }
}

/// Where the ray from `origin` meets a box from the corner 0 to `size`; `hit` where it does not, or beyond it.
#[device]
fn meet_box(size: Vec3, origin: Vec3, direction: Vec3, solid: u32, hit: Hit) -> Hit {
    let inverse = Vec3::new(1.0 / not_zero(direction.x), 1.0 / not_zero(direction.y), 1.0 / not_zero(direction.z));
    let a = (Vec3::ZERO - origin) * inverse;
    let b = (size - origin) * inverse;
    let enter = a.min(b);
    let near = enter.max_element();
    let far = a.max(b).min_element();
    if near > far || near < 0.0 || near >= hit.distance {
        return hit;
    }
    let normal = if near == enter.x {
        Vec3::new(-inverse.x.signum(), 0.0, 0.0)
    } else if near == enter.y {
        Vec3::new(0.0, -inverse.y.signum(), 0.0)
    } else {
        Vec3::new(0.0, 0.0, -inverse.z.signum())
    };
    Hit { distance: near, solid, normal }
}

/// The same of a prism that fills the box, whose ridge is `ridge` shorter at each end.
#[device]
fn meet_prism(size: Vec3, ridge: f32, origin: Vec3, direction: Vec3, solid: u32, hit: Hit) -> Hit {
    let mut near = 0.0;
    let mut far = hit.distance;
    let mut normal = Vec3::ZERO;
    for plane in 0..5 {
        // Inside is where the product with `out` is at most `limit`.
        let mut out = Vec3::new(0.0, 0.0, -1.0);
        let mut limit = 0.0;
        if plane == 1 {
            out = Vec3::new(0.0, -size.z, size.y * 0.5);
        } else if plane == 2 {
            out = Vec3::new(0.0, size.z, size.y * 0.5);
            limit = size.z * size.y;
        } else if plane == 3 {
            out = Vec3::new(-size.z, 0.0, ridge);
        } else if plane == 4 {
            out = Vec3::new(size.z, 0.0, ridge);
            limit = size.z * size.x;
        }
        let speed = not_zero(out.dot(direction));
        let t = (limit - out.dot(origin)) / speed;
        if speed < 0.0 {
            if t > near {
                near = t;
                normal = out;
            }
        } else {
            far = far.min(t);
        }
    }
    // A ray that begins inside meets nothing.
    if near > 0.0 && near < far { Hit { distance: near, solid, normal } } else { hit }
}

/// What the ray from `origin` meets first, closer than `longest` times `direction`; anything where `any` says so.
#[device]
pub fn trace(
    nodes: &ReadOnly<Node>,
    solids: &ReadOnly<Solid>,
    origin: Vec3,
    direction: Vec3,
    longest: f32,
    any: bool,
) -> Hit {
    let inverse = Vec3::new(1.0 / not_zero(direction.x), 1.0 / not_zero(direction.y), 1.0 / not_zero(direction.z));
    let mut hit = Hit { distance: longest, solid: u32::MAX, normal: Vec3::ZERO };
    let mut index = 0;
    while index < nodes.len() {
        let node = nodes.get(index);
        let a = (node.least - origin) * inverse;
        let b = (node.most - origin) * inverse;
        let near = a.min(b).max_element();
        let far = a.max(b).min_element();
        let leaf = node.next & 7;
        if near > far || far < 0.0 || near > hit.distance {
            index = node.next >> 3;
        } else if leaf == 0 {
            index += 1;
        } else {
            for k in node.first..node.first + leaf {
                let solid = solids.get(k);
                let from = solid.frame.local(origin - solid.origin);
                let towards = solid.frame.local(direction);
                let found = if solid.kind == 2 {
                    meet_prism(solid.size, solid.ridge, from, towards, k, hit)
                } else {
                    meet_box(solid.size, from, towards, k, hit)
                };
                if found.solid == k && found.distance < hit.distance {
                    hit = found;
                    hit.normal = solid.frame.in_world(found.normal);
                }
            }
            if any && hit.solid != u32::MAX {
                return hit;
            }
            index = node.next >> 3;
        }
    }
    hit
}
