//! Pseudo-random numbers.

/// SplitMix64.
pub(super) struct Generator {
    state: u64,
}

impl Generator {
    pub(super) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number, below `bound`.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^= bits >> 31;
        // The high word of the product is uniform enough for schedules.
        ((u128::from(bits) * u128::from(bound)) >> 64) as u64
    }
}
