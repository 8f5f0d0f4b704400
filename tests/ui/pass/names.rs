//! Names that rustc resolves, and names that C++ or the device library has already.

use whipple::prelude::*;

/// A keyword of C++.
pub mod template {
    use whipple::prelude::*;

    /// A name that the macros use.
    #[device]
    pub const COUNT: u32 = 3;

    #[device]
    #[derive(Clone, Copy, PartialEq)]
    pub struct Array {
        pub class: u32,
        pub r#struct: f32,
        pub int: [u32; 2],
    }

    #[device]
    impl Array {
        /// A name of the device library as a method.
        pub fn range(&self) -> u32 {
            self.int[1] - self.int[0]
        }

        pub fn new(class: u32) -> Self {
            Self { class, r#struct: 0.5, int: [class, class + COUNT] }
        }
    }
}

/// A function of the device library.
pub mod range {
    use super::template::Array as Elements;
    use whipple::prelude::*;

    pub type Number = u32;

    #[device]
    #[allow(non_upper_case_globals)]
    pub const operator: Number = 3;

    #[device]
    pub fn cast(union: Elements) -> Number {
        let mut range = 0_u32;
        for array in 0..operator {
            range += array * union.class;
        }
        range + union.range()
    }
}

use range::{cast as count, operator};
use template::Array as Elements;

/// The device library's name, in this module.
#[device]
pub fn num(panic: f32) -> f32 {
    panic.max(0.0)
}

#[procedure(level = 2)]
pub struct Tuple {
    pub delete: Buffer<u32>,
    pub limit: self::range::Number,
}

#[device]
impl Tuple {
    fn is_small(&self, number: u32) -> bool {
        number < self.limit
    }
}

#[execute]
impl Execute for Tuple {
    type Item = Elements;

    fn execute(&self, ctx: &Context<Self>, namespace: &Elements) {
        let number = count(*namespace) + self::range::operator * operator;
        if self.is_small(number) {
            self.delete.set(0, number + num(namespace.r#struct) as u32);
            ctx.spawn::<Tuple>(Elements::new(number));
        }
    }
}

#[program]
pub struct Program1 {
    pub r#union: Tuple,
}

#[allow(dead_code)]
pub fn main() {}
