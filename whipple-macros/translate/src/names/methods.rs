//! What the name of a method says, answered from the table of methods.

use crate::methods;

/// Whether calls by this name are taken to change nothing and to read no memory, whatever the type: they are not ordered against
/// other operands. A `&mut self` method must not have one of these names, and `#[device] impl` refuses it.
pub fn is_pure_method(name: &str) -> bool {
    methods::only_reads(name)
}

/// Whether the device library has a method of this name.
pub fn is_library_method(name: &str) -> bool {
    methods::by_name(name).next().is_some()
}

/// Whether a method of this name gives an integer, whatever it is called on.
pub fn is_integer_method(name: &str) -> bool {
    methods::gives_integer(name)
}

/// Whether f32 has a method of this name that no method of the user's stands for.
pub fn is_float_method(name: &str) -> bool {
    methods::of_floats(name).is_some()
}
