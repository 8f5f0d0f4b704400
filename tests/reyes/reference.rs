//! An independent renderer of the same patches: uniform dense tessellation, rasterised in f64 by one plain loop.

use crate::reyes::geometry::{camera::Camera, patch::Patch};

type Point = [f64; 3];

/// The nearest depth at each pixel centre; infinite where nothing is seen.
pub fn depths(patches: &[Patch], camera: &Camera) -> Vec<f64> {
    let mut depths = vec![f64::INFINITY; (camera.width * camera.height) as usize];
    for patch in patches {
        draw_patch(patch, camera, &mut depths);
    }
    depths
}

/// Tessellates a patch into triangles about half a pixel wide (two where it is larger than the image), and draws them.
fn draw_patch(patch: &Patch, camera: &Camera, depths: &mut [f64]) {
    let coarse: Vec<Point> = grid(patch, 24, 24).iter().map(|point| project(camera, *point)).collect();
    let distance = |a: Point, b: Point| (a[0] - b[0]).hypot(a[1] - b[1]);
    let (mut along_u, mut along_v) = (0.0f64, 0.0f64);
    for j in 0..=24 {
        for k in 0..24 {
            along_u = along_u.max(distance(coarse[25 * j + k], coarse[25 * j + k + 1]));
            along_v = along_v.max(distance(coarse[25 * k + j], coarse[25 * (k + 1) + j]));
        }
    }
    let steps = |longest: f64| (24.0 * longest * 2.0).ceil().clamp(24.0, 500.0) as usize;
    let (columns, rows) = (steps(along_u), steps(along_v));
    let vertices: Vec<Point> = grid(patch, columns, rows).iter().map(|point| project(camera, *point)).collect();
    let at = |i: usize, j: usize| vertices[(columns + 1) * j + i];
    for j in 0..rows {
        for i in 0..columns {
            draw_triangle([at(i, j), at(i + 1, j), at(i + 1, j + 1)], camera, depths);
            draw_triangle([at(i, j), at(i + 1, j + 1), at(i, j + 1)], camera, depths);
        }
    }
}

/// Points of a patch at (columns + 1) x (rows + 1) equidistant parameters, u fastest.
fn grid(patch: &Patch, columns: usize, rows: usize) -> Vec<Point> {
    let weights = |step: usize, steps: usize| {
        let t = step as f64 / steps as f64;
        [(1.0 - t).powi(3), 3.0 * t * (1.0 - t).powi(2), 3.0 * t.powi(2) * (1.0 - t), t.powi(3)]
    };
    let blend = |weights: [f64; 4], points: [Point; 4]| -> Point {
        std::array::from_fn(|axis| (0..4).map(|k| weights[k] * points[k][axis]).sum())
    };
    let along_u: Vec<[f64; 4]> = (0..=columns).map(|column| weights(column, columns)).collect();
    let control = patch.points.map(|point| point.to_array().map(f64::from));
    let mut points = Vec::with_capacity((columns + 1) * (rows + 1));
    for row in 0..=rows {
        let along_v = weights(row, rows);
        let curve = std::array::from_fn(|i| blend(along_v, std::array::from_fn(|j| control[4 * j + i])));
        points.extend(along_u.iter().map(|along_u| blend(*along_u, curve)));
    }
    points
}

/// x and y in pixels, and the depth.
fn project(camera: &Camera, point: Point) -> Point {
    let eye = camera.eye.to_array();
    let along = |axis: whipple::prelude::Vec3| -> f64 {
        axis.to_array()
            .iter()
            .zip(point)
            .zip(eye)
            .map(|((axis, point), eye)| f64::from(*axis) * (point - f64::from(eye)))
            .sum()
    };
    let depth = along(camera.to_depth);
    [along(camera.to_x) / depth, along(camera.to_y) / depth, depth]
}

/// Draws a triangle if it is seen from the front: its corners run clockwise on the screen, whose y points down.
fn draw_triangle([a, b, c]: [Point; 3], camera: &Camera, depths: &mut [f64]) {
    let cross =
        |from: Point, to: Point, x: f64, y: f64| (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
    let area = cross(a, b, c[0], c[1]);
    if area >= 0.0 {
        return;
    }
    let bounds = |axis: usize, size: u32| {
        let (low, high) = (a[axis].min(b[axis]).min(c[axis]), a[axis].max(b[axis]).max(c[axis]));
        ((low - 0.5).ceil().max(0.0) as u32, (high + 0.5).floor().clamp(0.0, f64::from(size)) as u32)
    };
    let ((left, right), (top, bottom)) = (bounds(0, camera.width), bounds(1, camera.height));
    for row in top..bottom {
        for column in left..right {
            let (x, y) = (f64::from(column) + 0.5, f64::from(row) + 0.5);
            let weights = [cross(b, c, x, y) / area, cross(c, a, x, y) / area, cross(a, b, x, y) / area];
            if weights.iter().all(|weight| *weight >= 0.0) {
                let depth = 1.0 / (weights[0] / a[2] + weights[1] / b[2] + weights[2] / c[2]);
                let nearest = &mut depths[(row * camera.width + column) as usize];
                *nearest = nearest.min(depth);
            }
        }
    }
}
