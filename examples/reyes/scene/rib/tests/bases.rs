//! Bases of patches against their definition.

use super::*;
use crate::reyes::geometry::patch::position;

/// The matrices of bases, as the RenderMan Interface has them.
const MATRICES: [(&str, [f64; 16]); 5] = [
    ("bezier", [-1., 3., -3., 1., 3., -6., 3., 0., -3., 3., 0., 0., 1., 0., 0., 0.]),
    ("b-spline", [-1. / 6., 0.5, -0.5, 1. / 6., 0.5, -1., 0.5, 0., -0.5, 0., 0.5, 0., 1. / 6., 2. / 3., 1. / 6., 0.]),
    ("catmull-rom", [-0.5, 1.5, -1.5, 0.5, 1., -2.5, 2., -0.5, -0.5, 0., 0.5, 0., 0., 1., 0., 0.]),
    ("hermite", [2., 1., -2., 1., -3., -2., 3., -1., 0., 1., 0., 0., 1., 0., 0., 0.]),
    ("power", [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]),
];

/// How much each of four control points counts at `t`.
fn weights(matrix: &[f64; 16], t: f64) -> [f64; 4] {
    let powers = [t * t * t, t * t, t, 1.0];
    [0, 1, 2, 3].map(|column| (0..4).map(|row| powers[row] * matrix[4 * row + column]).sum())
}

/// By name and as a matrix, another along u than along v, also where the patch is transformed.
#[test]
fn patches_of_any_basis_are_the_same_surface() {
    let control = |k: usize| [(k * 7 % 11) as f64 - 3.0, (k * 5 % 13) as f64 * 0.3, (k * 3 % 7) as f64 - 2.0];
    let numbers = (0..16).flat_map(control).map(|number| format!("{number} ")).collect::<String>();
    let written = |matrix: &[f64; 16]| format!("[{}]", matrix.map(|number| number.to_string()).join(" "));
    for (name_u, along_u) in &MATRICES {
        for (name_v, along_v) in &MATRICES {
            for bases in [
                format!("\"{name_u}\" 3 \"{name_v}\" 1"),
                format!("{} 3 \"{name_v}\" 1", written(along_u)),
                format!("{} {}", written(along_u), written(along_v)),
            ] {
                let text = format!("Basis {bases} Translate 10 0 0 Patch \"bicubic\" \"P\" [{numbers}]");
                let patch = scene(&text).patches[0];
                for (u, v) in [(0.0, 0.0), (1.0, 0.0), (0.3, 0.8), (0.9, 0.4)] {
                    let (at_u, at_v) = (weights(along_u, u), weights(along_v, v));
                    let axis =
                        |axis: usize| -> f64 { (0..16).map(|k| control(k)[axis] * at_u[k % 4] * at_v[k / 4]).sum() };
                    let expected = Vec3::new(axis(0) as f32 + 10.0, axis(1) as f32, axis(2) as f32);
                    let found = position(&patch, u as f32, v as f32);
                    assert!(found.distance(expected) < 1e-4, "{bases} at {u}, {v}: {found} is not {expected}");
                }
            }
        }
    }
}

/// A basis holds as attributes do.
#[test]
fn bases_end_with_their_block() {
    let plain = first("PATCH");
    for text in [
        "AttributeBegin Basis \"b-spline\" 1 \"b-spline\" 1 AttributeEnd PATCH",
        "Basis \"bezier\" 3 \"bezier\" 3 PATCH",
    ] {
        assert_eq!(first(text), plain, "{text}");
    }
    assert_ne!(first("TransformBegin Basis \"b-spline\" 1 \"b-spline\" 1 TransformEnd PATCH"), plain);
}
