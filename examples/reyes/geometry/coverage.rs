//! What a position on the screen sees of a micropolygon, which is two triangles: (0, 0), (1, 1), (1, 0) and (0, 0), (0, 1), (1, 1).
//!
//! Corners and positions lie on the grid of subpixels and at most a few pixels apart, so that all edge functions are whole numbers
//! below 2²³: f32 has them exactly, and the halves between them.

use whipple::prelude::*;

/// What the edges of a micropolygon must exceed at a position that it covers: found once, for all positions.
///
/// A position on an edge is inside where the top-left rule says so: then the edge function, a whole number, need only exceed -1/2. No
/// edge function exceeds the infinity that stands for a triangle that faces away.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Of the edge from (0, 0) to (1, 1): where it is exceeded the triangle of (1, 0) may cover the position, elsewhere that of (0, 1).
    pub diagonal: f32,
    /// Of the edge from (1, 0) to (0, 0).
    pub top: f32,
    /// Of the edge from (1, 1) to (1, 0).
    pub right: f32,
    /// Of the edge from (0, 1) to (1, 1).
    pub bottom: f32,
    /// Of the edge from (0, 0) to (0, 1).
    pub left: f32,
}

/// The limits of the micropolygon with the corners `a` (0, 0), `b` (1, 0), `c` (1, 1) and `d` (0, 1).
#[device]
pub fn limits(a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Limits {
    Limits {
        diagonal: limit(a, c),
        top: if edge_function(a, c, b.x, b.y) > 0.0 { limit(b, a) } else { f32::INFINITY },
        right: limit(c, b),
        bottom: limit(d, c),
        left: if edge_function(a, d, c.x, c.y) > 0.0 { limit(a, d) } else { f32::INFINITY },
    }
}

/// What an edge function must exceed on the inner side of an edge.
#[device]
pub fn limit(from: Vec3, to: Vec3) -> f32 {
    if on_inner_side(0.0, from, to) { -0.5 } else { 0.0 }
}

/// Whether a micropolygon faces the viewer anywhere.
#[device]
pub fn faces_viewer(limits: &Limits) -> bool {
    limits.top < f32::INFINITY || limits.left < f32::INFINITY
}

/// Whether a micropolygon covers the position (x, y).
///
/// A position on an edge belongs to the triangle that has it as a top or left edge: triangles that share an edge neither miss a
/// position between them nor both cover it.
#[device]
pub fn covers(limits: &Limits, a: Vec3, b: Vec3, c: Vec3, d: Vec3, x: f32, y: f32) -> bool {
    let (ax, ay) = (a.x - x, a.y - y);
    let (bx, by) = (b.x - x, b.y - y);
    let (cx, cy) = (c.x - x, c.y - y);
    let (dx, dy) = (d.x - x, d.y - y);
    let beside_diagonal = ax * cy - ay * cx > limits.diagonal;
    let in_first = bx * ay - by * ax > limits.top && cx * by - cy * bx > limits.right;
    let in_second = dx * cy - dy * cx > limits.bottom && ax * dy - ay * dx > limits.left;
    if beside_diagonal { in_first } else { in_second }
}

/// The edges of a micropolygon as functions of the position, below 0 where it is on the outer side. Where many
/// positions are tested, as [`covers`] does, this takes fewer steps for each.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Edges {
    /// See [`Limits::diagonal`].
    pub diagonal: Vec3,
    /// See [`Limits::top`].
    pub top: Vec3,
    /// See [`Limits::right`].
    pub right: Vec3,
    /// See [`Limits::bottom`].
    pub bottom: Vec3,
    /// See [`Limits::left`].
    pub left: Vec3,
}

/// The edges of the micropolygon with the corners `a` (0, 0), `b` (1, 0), `c` (1, 1) and `d` (0, 1). It must be smaller than two pixels, with
/// coordinates from -1 to 4 pixels: then all sums are whole numbers below 2²⁴, which f32 has exactly.
#[device]
pub fn edges(limits: &Limits, a: Vec3, b: Vec3, c: Vec3, d: Vec3) -> Edges {
    Edges {
        diagonal: edge(a, c, limits.diagonal),
        top: edge(b, a, limits.top),
        right: edge(c, b, limits.right),
        bottom: edge(d, c, limits.bottom),
        left: edge(a, d, limits.left),
    }
}

/// What an [edge function](edge_function) gains along x and y, and what it is at the origin: one less where 0 is on the outer side.
#[device]
pub fn edge(from: Vec3, to: Vec3, limit: f32) -> Vec3 {
    Vec3::new(from.y - to.y, to.x - from.x, from.x * to.y - from.y * to.x - (2.0 * limit + 1.0))
}

#[device]
impl Edges {
    /// Whether the micropolygon misses a position, as 0 or 1: signs take fewer steps than comparisons.
    pub fn miss(&self, at: Vec2) -> u32 {
        let (x, y) = (at.x, at.y);
        let diagonal = side_of(self.diagonal, x, y);
        let out_of_first = side_of(self.top, x, y) | side_of(self.right, x, y);
        let out_of_second = side_of(self.bottom, x, y) | side_of(self.left, x, y);
        ((out_of_first & !diagonal) | (out_of_second & diagonal)) >> 31
    }
}

/// The highest bit is set where (x, y) is on the outer side of an edge.
#[device]
pub fn side_of(edge: Vec3, x: f32, y: f32) -> u32 {
    (edge.x * x + (edge.y * y + edge.z)).to_bits()
}

/// What is seen of a micropolygon at a position that it is known to cover.
///
/// The third corner of the triangle there is (1, 0) or (0, 1). Which of them changes the signs of all areas, and not their ratios.
#[device]
pub fn sample_covered(a: Vec3, b: Vec3, c: Vec3, d: Vec3, x: f32, y: f32) -> Sample {
    let beside_diagonal = edge_function(a, c, x, y);
    let is_first = on_inner_side(beside_diagonal, a, c);
    let third = if is_first { b } else { d };
    let share = 1.0 / edge_function(a, c, third.x, third.y);
    let of_third = beside_diagonal * share;
    let of_c = edge_function(third, a, x, y) * share;
    let of_a = edge_function(c, third, x, y) * share;
    Sample {
        u: if is_first { of_c + of_third } else { of_c },
        v: if is_first { of_c } else { of_c + of_third },
        inverse_depth: a.z * of_a + third.z * of_third + c.z * of_c,
    }
}

/// What a position sees of a micropolygon that covers it.
#[device]
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Position along u within the micropolygon, 0 to 1.
    pub u: f32,
    /// Position along v within the micropolygon, 0 to 1.
    pub v: f32,
    /// 1 / depth, which is linear on the screen.
    pub inverse_depth: f32,
}

/// Twice the area of the triangle `from`, `to`, (x, y); positive when it runs clockwise as seen, with y downwards.
#[device]
pub fn edge_function(from: Vec3, to: Vec3, x: f32, y: f32) -> f32 {
    (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
}

/// Whether a position with this edge function counts as inside of the edge: the top-left rule.
#[device]
pub fn on_inner_side(edge_function: f32, from: Vec3, to: Vec3) -> bool {
    edge_function > 0.0 || (edge_function == 0.0 && (to.y < from.y || (to.y == from.y && to.x > from.x)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the subpixel position (x, y) sees of a micropolygon, by the definition: of two triangles, each with all of its edges.
    fn sample_quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3, x: f32, y: f32) -> Option<Sample> {
        // Seen from the front the corners a, b, c, d run counterclockwise, which is c before b where y points down.
        let lower = sample_triangle(a, c, b, x, y).map(|lower| Sample { u: lower.u + lower.v, v: lower.u, ..lower });
        let upper = sample_triangle(a, d, c, x, y).map(|upper| Sample { u: upper.v, v: upper.u + upper.v, ..upper });
        lower.or(upper)
    }

    /// Samples a triangle; `u` and `v` of the result are the weights of `b` and `c`.
    ///
    /// A position on an edge belongs to the triangle that has it as a top or left edge: triangles that share an edge neither miss a
    /// position between them nor both cover it.
    fn sample_triangle(a: Vec3, b: Vec3, c: Vec3, x: f32, y: f32) -> Option<Sample> {
        let area = edge_function(a, b, c.x, c.y);
        let beside_bc = edge_function(b, c, x, y);
        let beside_ca = edge_function(c, a, x, y);
        let beside_ab = edge_function(a, b, x, y);
        let inside = area > 0.0
            && on_inner_side(beside_bc, b, c)
            && on_inner_side(beside_ca, c, a)
            && on_inner_side(beside_ab, a, b);
        let (u, v) = (beside_ca / area, beside_ab / area);
        inside.then(|| Sample { u, v, inverse_depth: a.z * (beside_bc / area) + b.z * u + c.z * v })
    }

    /// Every position in a fan of triangles is in exactly one, also on the edges and at the hub.
    #[test]
    fn triangles_that_share_edges_cover_each_position_once() {
        let corner = |x: f32, y: f32| Vec3::new(x, y, 1.0);
        let hub = corner(100.0, 100.0);
        let rim =
            [(164.0, 100.0), (140.0, 150.0), (100.0, 164.0), (50.0, 140.0), (36.0, 100.0), (70.0, 40.0), (130.0, 36.0)];
        for x in 64..136 {
            for y in 64..136 {
                let mut hits = 0;
                for k in 0..rim.len() {
                    let (from, to) = (rim[k], rim[(k + 1) % rim.len()]);
                    let triangle = (hub, corner(from.0, from.1), corner(to.0, to.1));
                    hits += sample_triangle(triangle.0, triangle.1, triangle.2, x as f32, y as f32).is_some() as u32;
                    assert!(sample_triangle(triangle.0, triangle.2, triangle.1, x as f32, y as f32).is_none());
                }
                assert_eq!(hits, 1, "at {x}, {y}");
            }
        }
    }

    /// The parameters and the depth are those of the corners, and linear between them.
    #[test]
    fn a_micropolygon_is_sampled_at_its_parameters() {
        let at = |u: f32, v: f32| Vec3::new(1000.0 * u + 200.0 * v, 5000.0 - 900.0 * v, 0.1 + 0.05 * u + 0.02 * v);
        let (a, b, c, d) = (at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0));
        for (u, v) in [(0.25, 0.5), (0.5, 0.25), (0.75, 0.5), (0.125, 0.875)] {
            let position = at(u, v);
            let sample = sample_covered(a, b, c, d, position.x, position.y);
            assert!(sample_quad(a, b, c, d, position.x, position.y).is_some());
            assert!((sample.u - u).abs() < 1e-5 && (sample.v - v).abs() < 1e-5);
            assert!((sample.inverse_depth - position.z).abs() < 1e-6);
            assert!(sample_quad(b, a, d, c, position.x, position.y).is_none(), "the back is not seen");
        }
    }

    /// Random micropolygons, small enough that many positions lie on their edges: as [`sample_quad`] finds it, also of degenerate
    /// ones and of those that face away.
    #[test]
    fn what_covers_a_position_is_what_it_sees() {
        let mut state = 7u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let (mut inside, mut away) = (0, 0);
        for turn in 0..20_000 {
            let size = [3, 8, 1024][turn % 3];
            let (left, top) = (5000 - random(size), 9000 - random(size));
            let mut corner = || Vec3::new((left + random(2 * size)) as f32, (top + random(2 * size)) as f32, 1.0);
            let (a, b, c, d) = (corner(), corner(), corner(), corner());
            let limits = limits(a, b, c, d);
            away += !faces_viewer(&limits) as u32;
            for _ in 0..20 {
                let (x, y) = ((5000 + random(size)) as f32, (9000 + random(size)) as f32);
                let sample = sample_quad(a, b, c, d, x, y);
                let seen = sample.is_some();
                assert_eq!(covers(&limits, a, b, c, d, x, y), seen, "{a} {b} {c} {d} at {x}, {y}");
                // From a pixel to the left of and above that of the position.
                let origin = Vec3::new(3976.0, 7976.0, 0.0);
                let edges = edges(&limits, a - origin, b - origin, c - origin, d - origin);
                let at = Vec2::new(x - origin.x, y - origin.y);
                assert_eq!(edges.miss(at), !seen as u32, "{a} {b} {c} {d} at {x}, {y}");
                if let Some(sample) = sample {
                    let found = sample_covered(a, b, c, d, x, y);
                    assert!((found.u - sample.u).abs() < 1e-6 && (found.v - sample.v).abs() < 1e-6);
                    assert!((found.inverse_depth - sample.inverse_depth).abs() < 1e-6);
                }
                inside += seen as u32;
            }
        }
        assert!(inside > 10_000 && away > 1_000, "{inside} positions inside, {away} micropolygons away");
    }
}
