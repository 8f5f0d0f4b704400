//! Bicubic Bézier patches: evaluation, halving, and the bound on how large their micropolygons can be.

use whipple::prelude::*;

/// The most vertices of a diced piece (Steinberger et al. 2014, table 5: 16 x 16).
#[device]
pub const VERTICES: u32 = 256;

/// The most segments of the line of a border, and micropolygons of a piece along an axis. Fewer keep thin pieces apart; more would
/// give long borders of uneven speed more segments than their halves need.
#[device]
pub const MOST_SEGMENTS: u32 = 31;

/// The least segments of the line of a border: what is smaller than a pixel is not flat for that. Two at least: see
/// [`cell`](super::cell).
#[device]
pub const LEAST_SEGMENTS: u32 = 4;

/// The longest edge of a micropolygon, in pixels, that bounds may promise for a piece to be diced.
///
/// It is below one pixel by more than rounding and the subpixel grid ([`snap`](super::camera::snap)) can add, so that
/// the edges of the micropolygons that are sampled stay below one pixel.
#[device]
pub const LONGEST_EDGE: f32 = 0.98;

/// A bicubic Bézier patch: `points[4 * j + i]` is the control point i along u and j along v.
///
/// The front is where the cross product of the derivatives along u and v points.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// The control points in world space.
    pub points: [Vec3; 16],
}

/// The cubic Bernstein polynomials at `t`, with `s` = 1 - t.
///
/// Exchanging `s` and `t` reverses the result to the bit, so that patches which run along a common edge in opposite
/// directions have the same points on it.
#[device]
pub fn bernstein(t: f32, s: f32) -> [f32; 4] {
    [s * s * s, 3.0 * ((s * s) * t), 3.0 * ((t * t) * s), t * t * t]
}

/// A third of the derivatives of the cubic Bernstein polynomials at `t`, with `s` = 1 - t.
#[device]
pub fn bernstein_slopes(t: f32, s: f32) -> [f32; 4] {
    [-(s * s), s * s - 2.0 * (s * t), 2.0 * (s * t) - t * t, t * t]
}

/// Four points weighted and summed, the same to the bit when points and weights are reversed, wherever it is inlined.
#[device]
pub fn weigh(a: Vec3, b: Vec3, c: Vec3, d: Vec3, weights: [f32; 4]) -> Vec3 {
    (scaled(a, weights[0]) + scaled(d, weights[3])) + (scaled(b, weights[1]) + scaled(c, weights[2]))
}

/// As [`weigh`], but no border depends on it: products may be fused with sums.
#[device]
pub fn blend(a: Vec3, b: Vec3, c: Vec3, d: Vec3, weights: [f32; 4]) -> Vec3 {
    (a * weights[0] + d * weights[3]) + (b * weights[1] + c * weights[2])
}

/// A vector times a number, each product rounded by itself.
#[device]
pub fn scaled(vector: Vec3, factor: f32) -> Vec3 {
    Vec3::new(product(vector.x, factor), product(vector.y, factor), product(vector.z, factor))
}

/// A product that is rounded before anything is added to it. A fused multiply-add would round one of two products and not the
/// other, so that an edge and its reverse differed in the last bit.
#[device(cuda = "
#ifdef __CUDACC__
return __fmul_rn(a, b);
#else
return a * b;
#endif
")]
pub fn product(a: f32, b: f32) -> f32 {
    a * b
}

/// The points of row `j` with the weights `along_u`.
#[device]
pub fn weigh_row(patch: &Patch, j: usize, along_u: [f32; 4]) -> Vec3 {
    let a = patch.points[4 * j];
    let b = patch.points[4 * j + 1];
    let c = patch.points[4 * j + 2];
    let d = patch.points[4 * j + 3];
    weigh(a, b, c, d, along_u)
}

/// As [`weigh_row`], but no border depends on it: products may be fused with sums.
#[device]
pub fn blend_row(patch: &Patch, j: usize, along_u: [f32; 4]) -> Vec3 {
    let first = patch.points[4 * j] * along_u[0] + patch.points[4 * j + 1] * along_u[1];
    first + patch.points[4 * j + 2] * along_u[2] + patch.points[4 * j + 3] * along_u[3]
}

/// The point with the weights `along_u` and `along_v`.
#[device]
pub fn combine(patch: &Patch, along_u: [f32; 4], along_v: [f32; 4]) -> Vec3 {
    let first = weigh_row(patch, 0, along_u);
    let second = weigh_row(patch, 1, along_u);
    let third = weigh_row(patch, 2, along_u);
    let fourth = weigh_row(patch, 3, along_u);
    weigh(first, second, third, fourth, along_v)
}

/// The point at (u, v).
#[cfg(test)]
pub fn position(patch: &Patch, u: f32, v: f32) -> Vec3 {
    combine(patch, bernstein(u, 1.0 - u), bernstein(v, 1.0 - v))
}

/// The cross product of the derivatives along u and v, in no particular length; zero where one of them is no more than rounding.
#[device]
pub fn cross_of_derivatives(patch: &Patch, u: f32, v: f32) -> Vec3 {
    let (weights_u, slopes_u) = (bernstein(u, 1.0 - u), bernstein_slopes(u, 1.0 - u));
    let (weights_v, slopes_v) = (bernstein(v, 1.0 - v), bernstein_slopes(v, 1.0 - v));
    let mut along_u = Vec3::ZERO;
    let mut along_v = Vec3::ZERO;
    for j in 0..4usize {
        along_u += blend_row(patch, j, slopes_u) * weights_v[j];
        along_v += blend_row(patch, j, weights_u) * slopes_v[j];
    }
    let cross = along_u.cross(along_v);
    let (u_squared, v_squared) = (along_u.length_squared(), along_v.length_squared());
    if u_squared < v_squared * 1e-12 || v_squared < u_squared * 1e-12 { Vec3::ZERO } else { cross }
}

/// The unit normal at (u, v). Where the surface has none (an edge collapsed to a point) it is one from nearby.
#[device]
pub fn normal(patch: &Patch, u: f32, v: f32) -> Vec3 {
    let mut normal = cross_of_derivatives(patch, u, v);
    if normal == Vec3::ZERO {
        normal = cross_of_derivatives(patch, u + (0.5 - u) * 0.0625, v + (0.5 - v) * 0.0625);
    }
    // The shortest vector keeps a patch that has no area at all from dividing by zero.
    normal * (1.0 / normal.length().max(1e-30))
}

/// Edge `k` of the control mesh along u, `k` in 0..12.
#[device]
pub fn edge_along_u(patch: &Patch, k: u32) -> Vec3 {
    let start = (4 * (k / 3) + k % 3) as usize;
    patch.points[start + 1] - patch.points[start]
}

/// Edge `k` of the control mesh along v, `k` in 0..12.
#[device]
pub fn edge_along_v(patch: &Patch, k: u32) -> Vec3 {
    let start = (k / 3 + 4 * (k % 3)) as usize;
    patch.points[start + 4] - patch.points[start]
}

/// How many segments of a border of a piece, of equal steps of the parameter, are surely less than [`LONGEST_EDGE`] pixels
/// each: the least number, from [`LEAST_SEGMENTS`] on; or 0 where [`MOST_SEGMENTS`] are not enough.
///
/// `screen` and `depths` are its control points in pixels and their depths. It is the bound of [`speeds`] for a single
/// curve, |s'| ≤ 3 (w_max E + (w_max - w_min) 3 E) / w_min, without division and roots; the same to the bit when the curve
/// is reversed, and wherever it is inlined. No number is enough for a curve that reaches behind the near plane.
#[device]
pub fn segments_of_border(screen: [Vec2; 4], depths: [f32; 4], near: f32) -> u32 {
    let first = distance_squared(screen[0], screen[1]);
    let second = distance_squared(screen[1], screen[2]);
    let third = distance_squared(screen[2], screen[3]);
    let edge_squared = first.max(third).max(second);
    let nearest = depths[0].min(depths[3]).min(depths[1].min(depths[2]));
    let farthest = depths[0].max(depths[3]).max(depths[1].max(depths[2]));
    let stretched = product(4.0, farthest) - product(3.0, nearest);
    let stretched_squared = edge_squared * (stretched * stretched);
    let allowed = (LONGEST_EDGE / 3.0) * nearest;
    let allowed_squared = allowed * allowed;
    // The greatest number that is not enough, from its highest bit on.
    let mut few = 0u32;
    for turn in 0..5u32 {
        let more = few + (16 >> turn);
        let enough = stretched_squared < (more * more) as f32 * allowed_squared;
        if more < LEAST_SEGMENTS || !enough {
            few = more;
        }
    }
    if few < MOST_SEGMENTS && nearest >= near { few + 1 } else { 0 }
}

/// The squared distance of two points, each product rounded by itself.
#[device]
pub fn distance_squared(from: Vec2, to: Vec2) -> f32 {
    let (x, y) = (to.x - from.x, to.y - from.y);
    product(x, x) + product(y, y)
}

/// Upper bounds, in pixels, of the derivatives along u and along v of the projection of a patch: of n micropolygons along
/// an axis, no edge is longer than an n-th of that.
///
/// `edges` are the longest edges of the projected control mesh along u and v in pixels, `foreshortening` the ratio of the
/// largest to the smallest depth w of a control point, which is above 0.
///
/// The projection s = N / w of a curve has the derivative s' = (N' - s w') / w, and N' - s w' is an average of
/// 3 (w₊ (s₊ - sₖ) + (w₊ - wₖ) (sₖ - s)) over neighbouring control points k and k + 1 (w₊, s₊). No point s of the
/// projected patch is farther from sₖ than a walk along three edges each way; so
/// |s'| ≤ 3 (w_max E + (w_max - w_min) 3 (E_u + E_v)) / w_min.
#[device]
pub fn speeds(edges: Vec2, foreshortening: f32) -> Vec2 {
    let stretch = (foreshortening - 1.0) * (3.0 * (edges.x + edges.y));
    (edges * foreshortening + Vec2::splat(stretch)) * 3.0
}

/// A cubic curve halved: the control points of the first half, and of the second, which share the middle one.
#[device]
pub fn halve(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> [Vec3; 7] {
    let ab = (a + b) * 0.5;
    let bc = (b + c) * 0.5;
    let cd = (c + d) * 0.5;
    let abc = (ab + bc) * 0.5;
    let bcd = (bc + cd) * 0.5;
    let middle = (abc + bcd) * 0.5;
    [a, ab, abc, middle, bcd, cd, d]
}

/// The first (`second` is 0) or second (1) half of a patch along an axis: 0 is u, 1 is v.
#[device]
pub fn half(patch: &Patch, axis: u32, second: u32) -> Patch {
    let mut half = *patch;
    if axis == 0 {
        for j in 0..4usize {
            let row =
                halve(patch.points[4 * j], patch.points[4 * j + 1], patch.points[4 * j + 2], patch.points[4 * j + 3]);
            for k in 0..4usize {
                half.points[4 * j + k] = if second == 0 { row[k] } else { row[k + 3] };
            }
        }
    } else {
        for i in 0..4usize {
            let column = halve(patch.points[i], patch.points[4 + i], patch.points[8 + i], patch.points[12 + i]);
            for k in 0..4usize {
                half.points[4 * k + i] = if second == 0 { column[k] } else { column[k + 3] };
            }
        }
    }
    half
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pseudo-random number in 0..1.
    fn random(state: &mut u64) -> f32 {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 40) as f32 / (1u64 << 24) as f32
    }

    fn random_patch(state: &mut u64) -> Patch {
        let mut points = [Vec3::ZERO; 16];
        for (index, point) in points.iter_mut().enumerate() {
            let mut noise = || 1.5 * (random(state) - 0.5);
            *point = Vec3::new((index % 4) as f32 + noise(), (index / 4) as f32 + noise(), noise());
        }
        Patch { points }
    }

    #[test]
    fn corners_are_control_points() {
        let patch = random_patch(&mut 1);
        assert_eq!(position(&patch, 0.0, 0.0), patch.points[0]);
        assert_eq!(position(&patch, 1.0, 0.0), patch.points[3]);
        assert_eq!(position(&patch, 0.0, 1.0), patch.points[12]);
        assert_eq!(position(&patch, 1.0, 1.0), patch.points[15]);
    }

    #[test]
    fn halves_lie_on_the_whole() {
        let mut state = 2;
        for _ in 0..100 {
            let p = random_patch(&mut state).points;
            let halves = halve(p[0], p[1], p[2], p[3]);
            for step in 0..=8 {
                let t = step as f32 / 8.0;
                let first = weigh(halves[0], halves[1], halves[2], halves[3], bernstein(t, 1.0 - t));
                let second = weigh(halves[3], halves[4], halves[5], halves[6], bernstein(t, 1.0 - t));
                let whole = |t: f32| weigh(p[0], p[1], p[2], p[3], bernstein(t, 1.0 - t));
                assert!(first.distance(whole(t / 2.0)) < 1e-5);
                assert!(second.distance(whole(0.5 + t / 2.0)) < 1e-5);
            }
        }
    }

    #[test]
    fn a_reversed_curve_halves_alike() {
        let mut state = 3;
        for _ in 0..100 {
            let p = random_patch(&mut state).points;
            let mut back = halve(p[3], p[2], p[1], p[0]);
            back.reverse();
            assert_eq!(halve(p[0], p[1], p[2], p[3]), back);
        }
    }

    #[test]
    fn normals_are_perpendicular_to_differences() {
        let mut state = 4;
        for _ in 0..100 {
            let patch = random_patch(&mut state);
            let (u, v) = (random(&mut state), random(&mut state));
            let along_u = (position(&patch, u + 1e-2, v) - position(&patch, u - 1e-2, v)).normalize();
            let along_v = (position(&patch, u, v + 1e-2) - position(&patch, u, v - 1e-2)).normalize();
            if along_u.cross(along_v).length() > 0.3 {
                let normal = normal(&patch, u, v);
                assert!(normal.dot(along_u).abs() < 1e-2 && normal.dot(along_v).abs() < 1e-2);
                assert!(normal.dot(along_u.cross(along_v)) > 0.0);
                assert!((normal.length() - 1.0).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn a_collapsed_edge_has_a_normal() {
        let mut patch = random_patch(&mut 5);
        for i in 0..4 {
            patch.points[i] = patch.points[0];
        }
        assert!((normal(&patch, 0.5, 0.0).length() - 1.0).abs() < 1e-5);
        let point = Patch { points: [Vec3::ONE; 16] };
        assert_eq!(normal(&point, 0.5, 0.5), Vec3::ZERO);
    }

    /// The bound holds for strongly foreshortened patches, and is not absurdly loose for distant ones.
    #[test]
    fn no_micropolygon_edge_exceeds_its_bound() {
        let mut state = 6;
        for round in 0..2000 {
            let patch = random_patch(&mut state);
            let distance = if round % 2 == 0 { 1.0 + 3.0 * random(&mut state) } else { 100.0 };
            let project = |p: Vec3| (Vec2::new(p.x, p.y) * 100.0 / (p.z + distance), p.z + distance);
            let projected = patch.points.map(project);
            let (mut edges, mut nearest, mut farthest) = (Vec2::ZERO, f32::MAX, 0.0f32);
            for (index, (s, w)) in projected.iter().enumerate() {
                nearest = nearest.min(*w);
                farthest = farthest.max(*w);
                if index % 4 < 3 {
                    edges.x = edges.x.max(s.distance(projected[index + 1].0));
                }
                if index / 4 < 3 {
                    edges.y = edges.y.max(s.distance(projected[index + 4].0));
                }
            }
            let speeds = speeds(edges, farthest / nearest);
            for (columns, rows) in [(15u32, 15u32), (31, 7), (3, 31), (20, 11)] {
                let bound = speeds / Vec2::new(columns as f32, rows as f32);
                let mut longest = Vec2::ZERO;
                let screen =
                    |i: u32, j: u32| project(position(&patch, i as f32 / columns as f32, j as f32 / rows as f32)).0;
                for (i, j) in (0..=columns).flat_map(|i| (0..=rows).map(move |j| (i, j))) {
                    if i < columns {
                        longest.x = longest.x.max(screen(i, j).distance(screen(i + 1, j)));
                    }
                    if j < rows {
                        longest.y = longest.y.max(screen(i, j).distance(screen(i, j + 1)));
                    }
                }
                assert!(longest.x <= bound.x * 1.01 && longest.y <= bound.y * 1.01, "{longest} above {bound}");
                if distance == 100.0 && columns == 15 {
                    assert!(bound.x < 4.0 * longest.x, "{bound} against {longest}");
                }
            }
        }
    }

    /// The number of segments is enough, and the same backwards.
    #[test]
    fn the_segments_of_a_border_are_short() {
        let mut state = 7;
        let (mut none, mut few) = (0, 0);
        for _ in 0..5000 {
            let size = 300.0 * random(&mut state).powi(2);
            let mut points = [Vec3::ZERO; 4];
            for (index, point) in points.iter_mut().enumerate() {
                let mut noise = || 0.5 * (random(&mut state) - 0.5);
                *point = Vec3::new((index as f32 / 3.0 + noise()) * size, noise() * size, 2.0 + noise());
            }
            let segments =
                |points: [Vec3; 4]| segments_of_border(points.map(|p| p.truncate() / p.z), points.map(|p| p.z), 0.1);
            let mut back = points;
            back.reverse();
            let number = segments(points);
            assert_eq!(number, segments(back));
            none += (number == 0) as u32;
            few += (number == LEAST_SEGMENTS) as u32;
            if number > 0 {
                let at = |k: u32| {
                    let t = k as f32 / number as f32;
                    let point = weigh(points[0], points[1], points[2], points[3], bernstein(t, 1.0 - t));
                    point.truncate() / point.z
                };
                let longest = (0..number).map(|k| at(k).distance(at(k + 1))).fold(0.0, f32::max);
                assert!(longest < 0.981, "{number} segments, {longest} long");
                assert!((LEAST_SEGMENTS..=MOST_SEGMENTS).contains(&number));
            }
        }
        assert!(none > 100 && few > 100, "{none} and {few}");
    }
}
