//! Bases of patches: what their control points mean, and the Bézier control points of the same surface.
//!
//! A basis is a matrix B such that a curve is [t³ t² t 1] B G, where G has its four control points.

use super::{
    super::file::Mistake,
    request::{Request, numbers},
    tokens::{Placed, Token},
};
use whipple::prelude::*;

/// From control points of a basis to those of Bézier's: the weights of each are a row. Nothing where they are the same.
pub type Basis = Option<[[f64; 4]; 4]>;

type Rows = [[f64; 4]; 4];

const BEZIER: Rows = [[-1.0, 3.0, -3.0, 1.0], [3.0, -6.0, 3.0, 0.0], [-3.0, 3.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]];

/// The inverse of [`BEZIER`].
const TO_BEZIER: Rows =
    [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0 / 3.0, 1.0], [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0], [1.0, 1.0, 1.0, 1.0]];

/// The names of bases, each with what it is multiplied by.
const NAMED: [(&str, f64, Rows); 5] = [
    ("bezier", 1.0, BEZIER),
    (
        "b-spline",
        1.0 / 6.0,
        [[-1.0, 3.0, -3.0, 1.0], [3.0, -6.0, 3.0, 0.0], [-3.0, 0.0, 3.0, 0.0], [1.0, 4.0, 1.0, 0.0]],
    ),
    ("catmull-rom", 0.5, [[-1.0, 3.0, -3.0, 1.0], [2.0, -5.0, 4.0, -1.0], [-1.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 0.0]]),
    ("hermite", 1.0, [[2.0, 1.0, -2.0, 1.0], [-3.0, -2.0, 3.0, -1.0], [0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]),
    ("power", 1.0, [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]),
];

/// `Basis`: those along u and v, each a name or 16 numbers, and its step, which matters to meshes only.
///
/// # Errors
/// Where neither stands, and where more follows.
pub fn read(request: &Request<'_, '_>) -> Result<[Basis; 2], Mistake> {
    let mut rest = request.arguments;
    let mut bases = [None; 2];
    for basis in &mut bases {
        *basis = one(&mut rest, request)?;
        if let Some((Placed { token: Token::Number(_), .. }, after)) = rest.split_first() {
            rest = after;
        }
    }
    match rest.first() {
        Some(surplus) => Err(surplus.mistake("`Basis` has two bases, each with its step: expected a request")),
        None => Ok(bases),
    }
}

/// Takes one basis off.
fn one<'a, 't>(rest: &mut &'a [Placed<'t>], request: &Request<'a, 't>) -> Result<Basis, Mistake> {
    let known = || NAMED.map(|(name, ..)| format!("\"{name}\"")).join(", ");
    let Some((first, after)) = rest.split_first() else {
        return Err(request.at.mistake(format!("`Basis` has two bases: expected {} or `[16 numbers]`", known())));
    };
    let (scale, rows) = match first.token {
        Token::Text(name) => {
            let found = NAMED.iter().find(|(known, ..)| *known == name);
            let (_, scale, rows) =
                found.ok_or_else(|| first.mistake(format!("expected {} or `[16 numbers]`", known())))?;
            *rest = after;
            (*scale, *rows)
        }
        Token::Open => {
            let length = rest.iter().position(|placed| placed.token == Token::Close).map_or(rest.len(), |end| end + 1);
            let values: [f32; 16] = numbers(first, "a basis", &rest[..length])?;
            *rest = &rest[length..];
            (1.0, [0, 1, 2, 3].map(|row| [0, 1, 2, 3].map(|column| f64::from(values[4 * row + column]))))
        }
        _ => return Err(first.mistake(format!("expected {} or `[16 numbers]`", known()))),
    };
    let weights = product(&TO_BEZIER, &rows).map(|row| row.map(|weight| weight * scale));
    Ok((scale != 1.0 || rows != BEZIER).then_some(weights))
}

fn product(a: &Rows, b: &Rows) -> Rows {
    a.map(|row| [0, 1, 2, 3].map(|column| (0..4).map(|k| row[k] * b[k][column]).sum()))
}

/// The Bézier control points of a patch that has these in two bases. The first four follow each other along u.
pub fn to_bezier(points: [Vec3; 16], [along_u, along_v]: [Basis; 2]) -> [Vec3; 16] {
    let along_rows = converted(points, along_u, |row, k| 4 * row + k);
    converted(along_rows, along_v, |column, k| 4 * k + column)
}

/// Converts four curves, of which `index` finds the control points.
fn converted(points: [Vec3; 16], basis: Basis, index: impl Fn(usize, usize) -> usize) -> [Vec3; 16] {
    let Some(weights) = basis else { return points };
    let mut bezier = points;
    for curve in 0..4 {
        for (k, row) in weights.iter().enumerate() {
            let of_axis = |axis: usize| (0..4).map(|j| row[j] * f64::from(points[index(curve, j)][axis])).sum::<f64>();
            bezier[index(curve, k)] = Vec3::from_array([0, 1, 2].map(|axis| of_axis(axis) as f32));
        }
    }
    bezier
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_is_one() {
        let identity = product(&TO_BEZIER, &BEZIER);
        for (row, weights) in identity.iter().enumerate() {
            for (column, weight) in weights.iter().enumerate() {
                assert!((weight - f64::from(u8::from(row == column))).abs() < 1e-12, "{identity:?}");
            }
        }
    }
}
