//! No two faces of a city coincide, which a rasteriser would show by turns.
//!
//! Two faces of different instances *coincide* where they lie in one plane, within a few millimetres, and share an area. They may,
//! where neither is ever seen: a face is *hidden* where what is right in front of it is inside of a closed solid, a box or a
//! prism. Whoever looks at it from outside of that solid sees the solid. So boxes may stand on others and side by side, where
//! each hides the other's face, and what stands out of a wall may begin at the wall, since the wall hides all that looks into
//! it.

use crate::{
    Forms, RuleSet,
    city::{instance::Instance, mesh::Mesh, shape::Kind},
    on_cpu,
};
use std::collections::{HashMap, HashSet};
use whipple::{
    glam::{DVec2, DVec3},
    prelude::*,
};

/// Faces that are nearer to each other than this lie in one plane, in metres.
const NEAR: f64 = 0.003;
/// Faces that share a strip that is narrower than this do not coincide, in metres.
const STRIP: f64 = 0.004;
/// How far normals of faces in one plane differ, at most.
const TURNED: f64 = 1e-3;

/// A flat convex face of an instance.
struct Face {
    instance: usize,
    corners: Vec<DVec3>,
    normal: DVec3,
    /// The box around it.
    least: DVec3,
    most: DVec3,
}

/// The faces of an instance: triangles of its mesh that follow each other in one plane are one.
fn faces(number: usize, instance: &Instance) -> Vec<Face> {
    let mut mesh = Mesh::default();
    mesh.add(instance);
    let (triangles, _) = mesh.indices.as_chunks::<3>();
    let mut starts: Vec<u32> = triangles.iter().map(|triangle| triangle[0]).collect();
    starts.dedup();
    let ends = starts.iter().skip(1).copied().chain([mesh.positions.len() as u32]);
    let face = |(start, end): (&u32, u32)| {
        let corners = mesh.positions[*start as usize..end as usize].iter().map(|corner| corner.as_dvec3());
        Face {
            instance: number,
            least: corners.clone().fold(DVec3::INFINITY, DVec3::min),
            most: corners.clone().fold(DVec3::NEG_INFINITY, DVec3::max),
            corners: corners.collect(),
            normal: mesh.normals[*start as usize].as_dvec3().normalize(),
        }
    };
    starts.iter().zip(ends).map(face).collect()
}

impl Face {
    /// The cells in which the face may meet others: of its normal, either way, of its distance from the origin, and of the ground.
    fn cells(&self) -> HashSet<[i64; 6]> {
        let (normal, distance) = (self.normal, self.normal.dot(self.corners[0]));
        // One of both directions.
        let lead = normal.to_array().into_iter().find(|part| part.abs() > 0.1).unwrap_or(1.0);
        let (normal, distance) = (normal * lead.signum(), distance * lead.signum());
        let both = |value: f64, step: f64, near: f64| {
            [((value - near) / step).floor() as i64, ((value + near) / step).floor() as i64]
        };
        let mut cells = HashSet::new();
        for x in both(normal.x, 0.1, TURNED) {
            for y in both(normal.y, 0.1, TURNED) {
                for z in both(normal.z, 0.1, TURNED) {
                    for d in both(distance, 0.05, NEAR) {
                        cells.extend(squares(self.least, self.most).map(|[east, north]| [x, y, z, d, east, north]));
                    }
                }
            }
        }
        cells
    }

    /// What this face shares with another in its plane.
    fn shared_with(&self, other: &Self) -> Vec<DVec3> {
        let right = (self.corners[1] - self.corners[0]).normalize();
        let up = self.normal.cross(right);
        let flat = |corner: &DVec3| DVec2::new(right.dot(corner - self.corners[0]), up.dot(corner - self.corners[0]));
        let mut shared: Vec<DVec2> = other.corners.iter().map(flat).collect();
        let own: Vec<DVec2> = self.corners.iter().map(flat).collect();
        for (k, from) in own.iter().enumerate() {
            let along = own[(k + 1) % own.len()] - from;
            shared = cut(&shared, |point| along.perp_dot(point - from));
        }
        let area: f64 = (0..shared.len()).map(|k| shared[k].perp_dot(shared[(k + 1) % shared.len()])).sum();
        let reach = shared.iter().flat_map(|a| shared.iter().map(|b| a.distance(*b))).fold(0.0, f64::max);
        if area.abs() * 0.5 < STRIP * reach.max(STRIP) {
            return Vec::new();
        }
        shared.iter().map(|point| self.corners[0] + right * point.x + up * point.y).collect()
    }

    /// What both faces share, if they lie in one plane.
    fn coincides_with(&self, other: &Self) -> Vec<DVec3> {
        let apart = (self.least - other.most).max(other.least - self.most).max_element();
        if apart > NEAR || self.normal.dot(other.normal).abs() < 1.0 - TURNED * TURNED {
            return Vec::new();
        }
        let far = other.corners.iter().map(|corner| self.normal.dot(corner - self.corners[0]).abs());
        if far.fold(0.0, f64::max) < NEAR { self.shared_with(other) } else { Vec::new() }
    }
}

/// The closed solids of a city by where they are, in squares.
struct Solids<'i> {
    instances: &'i [Instance],
    squares: HashMap<[i64; 2], Vec<usize>>,
}

/// Width of a square of the ground.
const SQUARE: f64 = 8.0;

/// The squares of the ground that lie below a box.
fn squares(least: DVec3, most: DVec3) -> impl Iterator<Item = [i64; 2]> {
    let low = ((least - NEAR) / SQUARE).floor().as_i64vec3();
    let high = ((most + NEAR) / SQUARE).floor().as_i64vec3();
    (low.x..=high.x).flat_map(move |east| (low.y..=high.y).map(move |north| [east, north]))
}

impl<'i> Solids<'i> {
    fn new(instances: &'i [Instance]) -> Self {
        let mut solids: HashMap<[i64; 2], Vec<usize>> = HashMap::new();
        for (number, instance) in instances.iter().enumerate().filter(|(_, instance)| instance.kind() != Kind::Quad) {
            let corners = instance.corners().map(|corner| corner.as_dvec3());
            let least = corners.iter().copied().fold(DVec3::INFINITY, DVec3::min);
            for square in squares(least, corners.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max)) {
                solids.entry(square).or_default().push(number);
            }
        }
        Self { instances, squares: solids }
    }

    /// Whether one solid, other than that which a face belongs to, hides a polygon of the face.
    fn hide(&self, face: &Face, polygon: &[DVec3]) -> bool {
        let middle = polygon.iter().sum::<DVec3>() / polygon.len() as f64;
        let square = (middle / SQUARE).floor().as_i64vec3();
        // A little inwards from its edges, and in front of it.
        let points = polygon.iter().map(|corner| corner.lerp(middle, 0.01) + face.normal * NEAR * 1.5);
        let points: Vec<Vec3> = points.map(|point| point.as_vec3()).collect();
        let near = self.squares.get(&[square.x, square.y]).into_iter().flatten();
        near.copied().filter(|number| *number != face.instance).any(|number| {
            let solid = &self.instances[number];
            points.iter().all(|point| contains(solid, *point))
        })
    }
}

/// Whether a point is inside of a box or a prism.
fn contains(solid: &Instance, point: Vec3) -> bool {
    let local = solid.frame.local(point - solid.origin);
    let part = local / solid.size;
    let mut inside = part.min_element() >= 0.0 && part.max_element() <= 1.0;
    if solid.kind() == Kind::Prism {
        let end = solid.size.x * 0.5 * solid.pointedness() * part.z;
        inside &= local.x >= end && local.x <= solid.size.x - end;
        inside &= part.z <= 2.0 * part.y.min(1.0 - part.y);
    }
    inside
}

/// The part of a convex polygon on which a function is not negative.
fn cut(polygon: &[DVec2], side: impl Fn(DVec2) -> f64) -> Vec<DVec2> {
    let mut kept = Vec::new();
    for (k, from) in polygon.iter().enumerate() {
        let to = polygon[(k + 1) % polygon.len()];
        let (a, b) = (side(*from), side(to));
        if a >= 0.0 {
            kept.push(*from);
        }
        if (a < 0.0) != (b < 0.0) {
            kept.push(from + (to - from) * (a / (a - b)));
        }
    }
    kept
}

/// Pairs of instances with faces that coincide.
fn coinciding(instances: &[Instance]) -> Vec<(Instance, Instance)> {
    let all: Vec<Face> = instances.iter().enumerate().flat_map(|(number, instance)| faces(number, instance)).collect();
    let mut planes: HashMap<[i64; 6], Vec<usize>> = HashMap::new();
    for (number, face) in all.iter().enumerate() {
        for cell in face.cells() {
            planes.entry(cell).or_default().push(number);
        }
    }
    let solids = Solids::new(instances);
    let mut pairs = HashSet::new();
    for plane in planes.values_mut() {
        // From west to east, so that only those that begin before one ends are asked about it.
        plane.sort_by(|a, b| all[*a].least.x.total_cmp(&all[*b].least.x));
        for (k, a) in plane.iter().enumerate() {
            let east = all[*a].most.x + NEAR;
            for b in plane[k + 1..].iter().take_while(|b| all[**b].least.x < east) {
                let (a, b) = (&all[*a], &all[*b]);
                let shared = if a.instance == b.instance { Vec::new() } else { a.coincides_with(b) };
                let is_seen = || !solids.hide(a, &shared) || !solids.hide(b, &shared);
                if !shared.is_empty() && is_seen() {
                    pairs.insert((a.instance.min(b.instance), a.instance.max(b.instance)));
                }
            }
        }
    }
    pairs.into_iter().map(|(a, b)| (instances[a], instances[b])).collect()
}

fn no_faces_coincide<R: RuleSet>(buildings: u32) {
    let pairs = coinciding(&on_cpu::<R>(buildings));
    let mut kinds: HashMap<String, (usize, String)> = HashMap::new();
    for (a, b) in &pairs {
        let name = |instance: &Instance| format!("{:?} of {:?}", instance.kind(), instance.material());
        let mut names = [name(a), name(b)];
        names.sort();
        let example = format!("{:?} {:?} {:?}; {:?} {:?} {:?}", a.origin, a.size, a.frame, b.origin, b.size, b.frame);
        kinds.entry(names.join(" and ")).or_insert((0, example)).0 += 1;
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    assert!(pairs.is_empty(), "{}: {} pairs: {kinds:#?}", R::NAME, pairs.len());
}

#[test]
fn no_faces_of_skyscrapers_coincide() {
    no_faces_coincide::<<crate::Skyscraper as Forms>::One>(12);
}

#[test]
fn no_faces_of_a_suburb_coincide() {
    no_faces_coincide::<<crate::Suburb as Forms>::One>(50);
}

#[test]
fn no_faces_of_towers_coincide() {
    no_faces_coincide::<crate::TowerFused>(8);
}

/// The test finds what it is for.
#[test]
fn faces_that_coincide_are_found() {
    let at = |x: f32, z: f32, kind| Instance { origin: Vec3::new(x, 0.0, z), ..Instance::unit(kind, 0) };
    let count = |a, b| coinciding(&[a, b]).len();
    let one = at(0.0, 0.0, Kind::Box);
    assert_eq!(count(one, at(0.5, 0.0, Kind::Box)), 1, "their bottoms");
    assert_eq!(count(one, at(1.0, 0.0, Kind::Box)), 0, "side by side");
    assert_eq!(count(one, at(0.0, 1.0, Kind::Box)), 0, "one on the other");
    assert_eq!(count(one, at(0.2, 0.5, Kind::Box)), 1, "their sides along X");
    assert_eq!(count(one, at(0.0, 1.0, Kind::Quad)), 1, "a quad on a box");
    assert_eq!(count(one, at(0.0, 0.0, Kind::Quad)), 1, "a quad that looks into a box");
    assert_eq!(count(one, at(0.0, 1.02, Kind::Quad)), 0, "a quad above a box");
    let ground = Instance { size: Vec3::new(4.0, 4.0, 1.0), ..at(-1.0, -1.0, Kind::Box) };
    let ground = Instance { origin: ground.origin - Vec3::Y, ..ground };
    assert_eq!(coinciding(&[one, at(0.5, 0.0, Kind::Box), ground]).len(), 1, "their tops and sides");
    let low = Instance { size: Vec3::new(1.0, 0.5, 0.5), origin: Vec3::new(0.5, 0.2, 0.0), ..one };
    assert_eq!(coinciding(&[one, low, ground]).len(), 0, "their bottoms are on the ground");
    let mut turned = at(0.2, 0.0, Kind::Box);
    turned.frame = crate::city::operators::transform::half_turn(0.3);
    assert_eq!(count(one, turned), 1, "a turned box on the same ground");
}
