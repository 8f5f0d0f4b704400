//! The note where a quotient is cast to an integer (`body/quotients.rs` of the translator).

/// A quotient that is cast to an integer. Its method is that of `f32`, where it has this type, or else that of [`AnyQuotient`].
#[derive(Clone, Copy, Debug)]
pub struct Quotient<T>(pub T);

/// The method for other types than `f32`, whose quotients are exact.
pub trait AnyQuotient {
    /// What is divided.
    type Number;

    /// The quotient.
    fn cast_to_an_integer(self) -> Self::Number;
}

impl<T> AnyQuotient for Quotient<T> {
    type Number = T;

    #[inline(always)]
    fn cast_to_an_integer(self) -> T {
        self.0
    }
}

impl Quotient<f32> {
    /// The quotient.
    #[deprecated(
        note = "with `FloatingPoint::Approximate` a quotient may be just below a whole number, which `as` cuts off: write \
                `.round()`, `.floor()` or `.trunc()` for what is meant, as `(a / b + 0.5).floor() as u32`"
    )]
    #[inline(always)]
    pub fn cast_to_an_integer(self) -> f32 {
        self.0
    }
}
