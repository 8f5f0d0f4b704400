//! From the depth and colour buffer to a PNG file.

use super::program::EMPTY;
use image::{ImageError, ImageFormat, Rgb, RgbImage};
use std::{
    fs::{self, OpenOptions},
    io,
    path::Path,
};

/// The pixels as a picture, over a vertical gradient. `samples` x `samples` rendered pixels make one.
pub fn resolve(pixels: &[u64], width: u32, height: u32, samples: u32) -> RgbImage {
    let rendered_width = (width * samples) as usize;
    RgbImage::from_fn(width, height, |x, y| {
        let mut sum = [0.0f32; 3];
        for sub_y in 0..samples {
            for sub_x in 0..samples {
                let (row, column) = ((y * samples + sub_y) as usize, (x * samples + sub_x) as usize);
                let colour = match pixels[row * rendered_width + column] {
                    EMPTY => background(y, height),
                    // The colour is in the low half, red in its lowest byte; squaring undoes its gamma.
                    hit => [0, 8, 16].map(|shift| (f32::from((hit >> shift) as u8) / 255.0).powi(2)),
                };
                for (sum, colour) in sum.iter_mut().zip(colour) {
                    *sum += colour;
                }
            }
        }
        Rgb(sum.map(|sum| ((sum / (samples * samples) as f32).sqrt() * 255.0 + 0.5) as u8))
    })
}

/// The linear colour behind the scene in row `y`.
fn background(y: u32, height: u32) -> [f32; 3] {
    let down = y as f32 / height as f32;
    let (top, bottom) = ([0.035, 0.042, 0.06], [0.30, 0.31, 0.33]);
    [0, 1, 2].map(|k| top[k] + (bottom[k] - top[k]) * down * down)
}

/// Checks that a file can be written, before any work is spent on its contents. Leaves nothing behind.
///
/// # Errors
/// What the operating system says.
pub fn check_writable(path: &Path) -> io::Result<()> {
    let existed = path.exists();
    OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    if !existed {
        fs::remove_file(path)?;
    }
    Ok(())
}

/// Writes a picture as PNG, whatever the file's extension.
///
/// # Errors
/// What the operating system says.
pub fn write(picture: &RgbImage, path: &Path) -> Result<(), ImageError> {
    picture.save_with_format(path, ImageFormat::Png)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_keep_their_bytes() {
        let picture = resolve(&[0x0000_0000_ff03_8001, EMPTY], 2, 1, 1);
        assert_eq!(picture.get_pixel(0, 0).0, [0x01, 0x80, 0x03]);
    }

    #[test]
    fn samples_are_averaged() {
        let (black, white) = (0xff00_0000, 0xffff_ffff);
        let picture = resolve(&[black, white, white, black], 1, 1, 2);
        assert_eq!(picture.get_pixel(0, 0).0, [180; 3]);
    }

    #[test]
    fn a_folder_that_does_not_exist_is_not_writable() {
        assert!(check_writable(Path::new("/no/such/folder/reyes.png")).is_err());
    }
}
