//! Results that are known: what the larger programs are checked against, in plain Rust without tasks.

use super::{
    mandelbrot,
    matrix_market::{self, Triangle},
    quadtree::quarter,
    sha1,
    tree::Node,
    uts,
};
use std::path::Path;
use whipple::prelude::*;

/// What the nodes of a tree read, and the sum over all nodes: by how often reading starts at each value.
pub fn tree(depth: u32, work: u32, height: u32) -> (Vec<u32>, u64) {
    let values: Vec<u32> = (0..1_u32 << 16).map(|i| i.wrapping_mul(2_654_435_761) >> 20).collect();
    let mut starts = vec![0_u64; values.len()];
    let mut waiting = vec![Node { number: 1, depth }];
    while let Some(node) = waiting.pop() {
        starts[(node.number & 0xffff) as usize] += 1;
        if !node.is_leaf(height) {
            waiting.extend([0, 1].map(|bit| Node { number: node.number << 1 | bit, depth: node.depth - 1 }));
        }
    }
    let sum_from = |start: usize| -> u64 { (0..work as usize).map(|i| u64::from(values[(start + i) & 0xffff])).sum() };
    let sum = starts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(start, count)| count * sum_from(start));
    let sum = sum.sum();
    (values, sum)
}

/// The picture of the Mandelbrot set by Mariani and Silver, and the number of pixels whose steps were counted.
pub fn mandelbrot(width: u32, small: u32) -> (u32, Vec<u32>) {
    let mut picture = vec![0; (width * width) as usize];
    (draw(&[0, 0, width], width, small, &mut picture), picture)
}

fn draw(square: &[u32; 3], width: u32, small: u32, picture: &mut [u32]) -> u32 {
    let [left, top, size] = *square;
    let steps = |x, y| mandelbrot::steps(x, y, width);
    let first = steps(left, top);
    let on_border = 4 * (size - 1);
    let is_even = (0..on_border).map(|i| mandelbrot::border(square, i)).all(|[x, y]| steps(x, y) == first);
    if !is_even && size > small {
        let quarters = mandelbrot::quarters(square);
        return on_border + quarters.iter().map(|quarter| draw(quarter, width, small, picture)).sum::<u32>();
    }
    for y in top..top + size {
        for x in left..left + size {
            picture[(y * width + x) as usize] = if is_even { first } else { steps(x, y) };
        }
    }
    if is_even { on_border } else { on_border + size * size }
}

/// The leaves of a quadtree and the depths of its points added up, for points that lie in a node at a depth.
pub fn quadtree(points: &mut [[u32; 2]], depth: u32, most: u32) -> [u64; 2] {
    if points.len() <= most as usize || depth == 32 {
        return [1, points.len() as u64 * u64::from(depth)];
    }
    points.sort_unstable_by_key(|point| quarter(*point, depth));
    let (mut rest, mut sum) = (points, [0, 0]);
    for i in 0..4 {
        let (part, others) = rest.split_at_mut(rest.partition_point(|point| quarter(*point, depth) <= i));
        let [leaves, depths] = quadtree(part, depth + 1, most);
        sum = [sum[0] + leaves, sum[1] + depths];
        rest = others;
    }
    sum
}

/// The room for a product of two matrices by three levels of smaller ones, with the matrices at its start; and their product.
pub fn product(size: u32) -> (Vec<f32>, Vec<f32>) {
    let a = |i: u32, j: u32| ((5 * i + 3 * j) % 7) as f32 - 3.0;
    let b = |i: u32, j: u32| ((i + 2 * j) % 5) as f32 - 2.0;
    let places = || (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
    let mut room: Vec<f32> = places().map(|(i, j)| a(i, j)).chain(places().map(|(i, j)| b(i, j))).collect();
    room.resize((0..4).map(|level| 7_usize.pow(level) * 3 * (size as usize >> level).pow(2)).sum(), 0.0);
    // Rows of the first are the same again after seven, columns of the second after five.
    let one = |i, j| (0..size).map(|k| a(i, k) * b(k, j)).sum();
    let few: Vec<f32> = (0..35).map(|k| one(k / 5, k % 5)).collect();
    (room, places().map(|(i, j)| few[(i % 7 * 5 + j % 5) as usize]).collect())
}

/// A tree of the Unbalanced Tree Search benchmark: its name, its root, its shape as `uts::children` reads it, and how many nodes it has.
type Tree = (&'static str, uts::Nodes, ReadOnly<u32>, u64);

/// Trees of the benchmark's `sample_trees.sh`, with the sizes that it gives; or a small one, which is counted here.
pub fn trees(device: &Device, is_small: bool) -> Result<Vec<Tree>, Error> {
    // About four children of each node.
    let count = |hash: u32| ((1.0 - f64::from(hash) / f64::from(1_u32 << 31)).ln() / 0.8_f64.ln()).floor() as u32;
    let before = |k| (0..31).rev().fold(0, |hash, bit| if count(hash | 1 << bit) < k { hash | 1 << bit } else { hash });
    let geometric = |deepest| [deepest, 0, 0].into_iter().chain((1..=100).map(|k| before(k) + 1)).collect();
    // Eight of a node with a probability of 0.124875, where the hash is small.
    let least = (1 << 31) - (0.124_875 * f64::from(1_u32 << 31)).ceil() as u32;
    let binomial = [u32::MAX, 2000, 0x7fff_ffff].into_iter().chain([least; 8]).collect();
    let trees: Vec<(&str, u32, Vec<u32>, u64)> = if is_small {
        vec![("small", 29, geometric(5), 0)]
    } else {
        vec![
            ("T1", 19, geometric(10), 4_130_071),
            ("T3", 42, binomial, 4_112_897),
            ("T1L", 29, geometric(13), 102_181_082),
        ]
    };
    let tree = |(name, seed, shape, nodes): (&'static str, u32, Vec<u32>, u64)| {
        let hash = sha1::hash([0, 0, 0, 0, seed, 1 << 31, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20 * 8]);
        let root = uts::Nodes { hash, depth: 0, first: 0, end: 0 };
        let shape = device.buffer_from(&shape)?.read_only();
        let here = Device::cpu().buffer_from(&shape.read()?)?.read_only();
        Ok((name, root, shape, if is_small { nodes_below(&root, &here) } else { nodes }))
    };
    trees.into_iter().map(tree).collect()
}

fn nodes_below(node: &uts::Nodes, shape: &ReadOnly<u32>) -> u64 {
    let below = uts::children(node, shape);
    1 + (0..below.end).map(|first| nodes_below(&uts::Nodes { first, ..below }, shape)).sum::<u64>()
}

/// A triangular system of rows, as `solve::Unknown` reads it, and its solution.
pub struct System {
    pub rows: Vec<u32>,
    pub columns: Vec<u32>,
    pub entries: Vec<f64>,
    pub followers: Vec<u32>,
    pub following: Vec<u32>,
    pub right: Vec<f64>,
    pub solution: Vec<f64>,
}

impl System {
    /// That of a grid: each point depends on the ones before it in its row and column, and one in eight on the point half as far from the
    /// corner.
    pub fn of_grid(side: u32) -> Self {
        let mut entries = (0..).map(|i| 0.25 + f64::from(i % 7) / 64.0);
        let mut row = |row: u32| {
            let (x, y) = (row % side, row / side);
            let half = (x + y > 3 && row.is_multiple_of(8)).then(|| y / 2 * side + x / 2);
            let before = [(x > 0).then(|| row - 1), row.checked_sub(side), half];
            before.into_iter().flatten().zip(&mut entries).collect()
        };
        let rows: Vec<Vec<(u32, f64)>> = (0..side * side).map(&mut row).collect();
        Self::of(&rows, (0..side * side).map(right).collect())
    }

    /// That of a lower triangle in a file, where the right side is divided by the diagonal as the rows are.
    pub fn of_file(path: &Path) -> Result<Self, Error> {
        let Triangle { rows, diagonal } = matrix_market::read(path)?;
        Ok(Self::of(&rows, (0..).map(right).zip(diagonal).map(|(right, diagonal)| right / diagonal).collect()))
    }

    fn of(rows: &[Vec<(u32, f64)>], right: Vec<f64>) -> Self {
        let mut waiting = vec![Vec::new(); rows.len()];
        let mut solution = vec![0.0; rows.len()];
        for (row, before) in rows.iter().enumerate() {
            before.iter().for_each(|(column, _)| waiting[*column as usize].push(row as u32));
            let known = |value: f64, (column, entry): &(u32, f64)| value - entry * solution[*column as usize];
            solution[row] = before.iter().fold(right[row], known);
        }
        let (columns, entries) = rows.concat().into_iter().unzip();
        let (rows, followers) = (ends(rows), ends(&waiting));
        Self { rows, columns, entries, followers, following: waiting.concat(), right, solution }
    }
}

/// The right side of a row.
fn right(row: u32) -> f64 {
    f64::from(row % 11) - 5.0
}

/// Where each list begins if all of them lie one behind the other, and where the last one ends.
fn ends<T>(lists: &[Vec<T>]) -> Vec<u32> {
    let ends = lists.iter().scan(0, |end, list| {
        *end += list.len() as u32;
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}
