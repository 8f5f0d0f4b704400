//! CUDA by hand with PTX, which only a GPU runs.

conformance! {
    program Assembly;
    cases |input| {
        by_hand_assembly(input.a, input.b),
    }

    #[device(cuda = "unsigned sum; asm(\"add.u32 %0, %1, %2;\" : \"=r\"(sum) : \"r\"(a.raw()), \"r\"(b.raw())); return sum;")]
    pub fn added(a: u32, b: u32) -> u32 {
        a.wrapping_add(b)
    }

    #[device]
    pub fn by_hand_assembly(a: u32, b: u32) -> u64 {
        added(a, b) as u64
    }
}
