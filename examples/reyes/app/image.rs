//! From the depth and colour buffer to a PNG file.

use crate::reyes::pipeline::{
    program::EMPTY,
    shade::{background, pack},
};
use image::{ImageError, Rgb, RgbImage, codecs::png::PngEncoder};
use std::io::Write;

/// The pixels as a picture, over a vertical gradient.
pub fn resolve(pixels: &[u64], width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        match pixels[y as usize * width as usize + x as usize] {
            EMPTY => bytes(pack(background(y, height))),
            // The colour is in the low half, red in its lowest byte.
            hit => bytes(hit as u32),
        }
    })
}

/// Packed pixels as a picture.
pub fn unpack(pixels: &[u32], width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| bytes(pixels[y as usize * width as usize + x as usize]))
}

/// Red, green and blue of a packed pixel.
fn bytes(pixel: u32) -> Rgb<u8> {
    let [red, green, blue, _] = pixel.to_le_bytes();
    Rgb([red, green, blue])
}

/// Writes a picture as PNG.
///
/// # Errors
/// What `out` meets.
pub fn write(picture: &RgbImage, out: &mut impl Write) -> Result<(), ImageError> {
    picture.write_with_encoder(PngEncoder::new(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_keep_their_bytes() {
        let picture = resolve(&[0x0000_0000_ff03_8001, EMPTY], 2, 1);
        assert_eq!(picture.get_pixel(0, 0).0, [0x01, 0x80, 0x03]);
    }
}
