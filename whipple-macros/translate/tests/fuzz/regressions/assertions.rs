//! `assert_eq!` put its operands beside `==` without parentheses: a comparison among them made the macro panic, and `a & b == c`
//! meant something else.

#[device]
fn compared(a: u32, b: u32) {
    assert_eq!(a == b, b == a);
    assert_ne!(a < b, true);
    debug_assert_eq!(a & 1, b | 2, "equal");
    assert_eq!(a = b, ());
}
