//! Results that are known: what the larger programs are checked against, in plain Rust without tasks.

use super::{mandelbrot, quadtree::quarter};

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
