//! Results that are known: what the larger programs are checked against, in plain Rust without tasks.

use super::{mandelbrot, quadtree::quarter, tree::Node};

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
