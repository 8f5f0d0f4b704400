//! Results that are known: what the larger programs are checked against, in plain Rust without tasks.

use super::mandelbrot;

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
