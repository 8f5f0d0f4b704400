//! Triangles of instances.

use crate::city::{instance::Instance, shape::Kind};
use whipple::prelude::*;

/// Triangles with a normal at each corner.
#[derive(Clone, Default, Debug)]
pub struct Mesh {
    /// Corners. Those of a face are its own.
    pub positions: Vec<Vec3>,
    /// Unit normals, one for each corner.
    pub normals: Vec<Vec3>,
    /// Three corners of each triangle, counterclockwise seen from its front.
    pub indices: Vec<u32>,
}

/// Corners of a box by bits: x, y, z.
const BOX: [[usize; 4]; 6] = [[0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6], [4, 5, 7, 6], [2, 3, 1, 0]];

impl Mesh {
    /// Adds the triangles of an instance: twelve of a box, two of a quad, up to eight of a prism.
    pub fn add(&mut self, instance: &Instance) {
        let size = instance.size;
        let corner = |bits: usize| {
            let axis = |k: usize| (bits >> k & 1) as f32;
            Vec3::new(axis(0), axis(1), axis(2)) * size
        };
        match instance.kind() {
            Kind::Box => {
                for face in BOX {
                    self.add_face(instance, &face.map(corner));
                }
            }
            Kind::Quad => self.add_face(instance, &[0, 1, 3, 2].map(corner)),
            Kind::Prism => {
                let short = size.x * 0.5 * instance.pointedness();
                let left = Vec3::new(short, size.y * 0.5, size.z);
                let right = Vec3::new(size.x - short, size.y * 0.5, size.z);
                let [a, b, c, d] = [0, 1, 3, 2].map(corner);
                self.add_face(instance, &[d, c, b, a]);
                self.add_face(instance, &[a, b, right, left]);
                self.add_face(instance, &[c, d, left, right]);
                self.add_face(instance, &[b, c, right]);
                self.add_face(instance, &[d, a, left]);
            }
        }
    }

    /// Adds a convex face as a fan of triangles; those without area are left out.
    fn add_face(&mut self, instance: &Instance, corners: &[Vec3]) {
        let first = self.positions.len() as u32;
        let Some(normal) = normal(corners) else { return };
        let normal = instance.frame.in_world(normal).normalize();
        for corner in corners {
            self.positions.push(instance.point(*corner));
            self.normals.push(normal);
        }
        for k in 1..corners.len() - 1 {
            if normal_of(corners[0], corners[k], corners[k + 1]).length_squared() > 0.0 {
                self.indices.extend([first, first + k as u32, first + k as u32 + 1]);
            }
        }
    }
}

/// The unit normal of a flat face; `None` where it has no area.
fn normal(corners: &[Vec3]) -> Option<Vec3> {
    let sum: Vec3 = (1..corners.len() - 1).map(|k| normal_of(corners[0], corners[k], corners[k + 1])).sum();
    sum.try_normalize()
}

fn normal_of(a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    (b - a).cross(c - a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city::shape::Frame;

    fn instance(kind: Kind, pointedness: u32) -> Instance {
        let frame = Frame { i: 0.5, j: 0.5, k: 0.5, real: 0.5 };
        let what = kind as u32 | pointedness << 16;
        Instance { origin: Vec3::new(5.0, -3.0, 2.0), frame, size: Vec3::new(4.0, 3.0, 2.0), seed: 0, what }
    }

    /// The volume that a closed surface encloses: positive where all triangles face outwards.
    fn volume(mesh: &Mesh) -> f32 {
        let (triangles, _) = mesh.indices.as_chunks::<3>();
        triangles.iter().map(|t| t.map(|k| mesh.positions[k as usize])).map(|[a, b, c]| a.dot(b.cross(c)) / 6.0).sum()
    }

    #[test]
    fn surfaces_are_closed_and_face_outwards() {
        for (kind, pointedness, triangles, expected) in
            [(Kind::Box, 0, 12, 24.0), (Kind::Prism, 0, 8, 12.0), (Kind::Prism, 255, 6, 8.0)]
        {
            let mut mesh = Mesh::default();
            mesh.add(&instance(kind, pointedness));
            assert_eq!(mesh.indices.len() / 3, triangles, "{kind:?}");
            assert!((volume(&mesh) - expected).abs() < 1e-3, "{kind:?}: {}", volume(&mesh));
            let (corners, _) = mesh.indices.as_chunks::<3>();
            for triangle in corners {
                let [a, b, c] = triangle.map(|k| mesh.positions[k as usize]);
                let normal = normal_of(a, b, c).normalize();
                assert!(normal.distance(mesh.normals[triangle[0] as usize]) < 1e-4);
            }
        }
    }

    #[test]
    fn a_quad_faces_along_its_third_axis() {
        let mut mesh = Mesh::default();
        let mut quad = instance(Kind::Quad, 0);
        quad.size.z = 0.0;
        mesh.add(&quad);
        assert_eq!(mesh.indices.len() / 3, 2);
        assert!(mesh.normals[0].distance(quad.frame.in_world(Vec3::Z)) < 1e-5);
    }
}
