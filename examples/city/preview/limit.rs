//! How large a picture may be: as large as its samples can be numbered, and have room.

use crate::common::arguments::Size;

/// The most samples: device code numbers them in 32 bits.
const MOST_SAMPLES: u64 = u32::MAX as u64;

/// A picture, by its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The pixels.
    pub size: Size,
    /// Samples along each axis of a pixel.
    pub fine: u32,
}

impl Extent {
    /// Samples of all pixels.
    pub fn samples(self) -> u64 {
        let sides = u64::from(self.size.width) * u64::from(self.size.height);
        sides * u64::from(self.fine) * u64::from(self.fine)
    }

    /// Bytes that it takes, where the device's memory is the host's: the samples; the first samples of the tasks, as they are made and as
    /// the launcher keeps them; the pixels, and what they are as PNG.
    fn bytes(self) -> u64 {
        let pixels = u64::from(self.size.width) * u64::from(self.size.height);
        self.samples() * 4 + self.samples().div_ceil(32) * 8 + pixels * 6
    }

    /// Checks that there is room for it: in the numbers of device code, and in `available` bytes, where it must fit in them.
    ///
    /// # Errors
    /// In words, with what would fit.
    pub fn check(self, available: Option<u64>) -> Result<(), String> {
        if self.fits(available) {
            return Ok(());
        }
        let Size { width, height } = self.size;
        let fine = self.fine;
        let problem = match available.filter(|_| self.samples() <= MOST_SAMPLES) {
            Some(available) => format!(
                "need {:.1} GB of memory, and {:.1} GB are free",
                self.bytes() as f64 / 1e9,
                available as f64 / 1e9
            ),
            None => format!("are {} rays, and {MOST_SAMPLES} is the limit", self.samples()),
        };
        let better = match self.smaller().find(|smaller| smaller.fits(available)) {
            Some(Self { size, fine }) if size == self.size => format!("; --samples {fine} fits"),
            Some(Self { size, fine }) => format!("; --size {}x{} --samples {fine} fits", size.width, size.height),
            None => String::new(),
        };
        Err(format!(
            "{width}x{height} pixels of {fine}x{fine} rays each {problem}: choose a smaller --size or fewer --samples{better}"
        ))
    }

    fn fits(self, available: Option<u64>) -> bool {
        self.samples() <= MOST_SAMPLES && available.is_none_or(|available| self.bytes() <= available)
    }

    /// Pictures of fewer samples, then of fewer pixels.
    fn smaller(self) -> impl Iterator<Item = Self> {
        let Size { width, height } = self.size;
        let coarser = (1..self.fine).rev().map(move |fine| Self { fine, ..self });
        let halved = (1..u32::BITS).map(move |halvings| Size { width: width >> halvings, height: height >> halvings });
        coarser.chain(halved.take_while(|size| size.width > 0 && size.height > 0).map(|size| Self { size, fine: 1 }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_has_no_room_is_refused_with_one_that_has() {
        let largest = Extent { size: Size { width: 8192, height: 8192 }, fine: 8 };
        let error = largest.check(None).expect_err("one sample too many");
        assert_eq!(
            error,
            "8192x8192 pixels of 8x8 rays each are 4294967296 rays, and 4294967295 is the limit: choose a smaller --size or \
             fewer --samples; --samples 7 fits"
        );
        assert_eq!(Extent { fine: 7, ..largest }.check(None), Ok(()));
        let refused = |available| Extent { fine: 7, ..largest }.check(Some(available)).expect_err("too little memory");
        let error = refused(8_000_000_000);
        assert!(error.contains("need 14.4 GB of memory, and 8.0 GB are free"), "{error}");
        assert!(error.ends_with("; --samples 5 fits"), "{error}");
        assert!(refused(200_000_000).ends_with("; --size 4096x4096 --samples 1 fits"), "{}", refused(200_000_000));
        assert!(refused(1).ends_with("fewer --samples"), "{}", refused(1));
    }

    /// What is said to fit does.
    #[test]
    fn what_is_advised_fits() {
        for (width, height) in [(8192, 8192), (8192, 1), (1, 8192), (1280, 720)] {
            for (fine, available) in (1..=8).flat_map(|fine| (0..40).map(move |bits| (fine, Some(1u64 << bits)))) {
                let extent = Extent { size: Size { width, height }, fine };
                let Err(error) = extent.check(available) else { continue };
                assert!(extent.bytes() > available.unwrap_or(0) || extent.samples() > MOST_SAMPLES, "{error}");
                if let Some(smaller) = extent.smaller().find(|smaller| smaller.fits(available)) {
                    assert_eq!(smaller.check(available), Ok(()), "{error}");
                    assert!(error.ends_with(" fits"), "{error}");
                }
            }
        }
    }
}
