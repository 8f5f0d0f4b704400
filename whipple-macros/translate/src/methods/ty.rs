//! The types that rows name: owners of methods, and what methods take and give.

/// Whose methods they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Owner {
    /// `i8 … i128`, `isize`.
    Signed,
    /// `u8 … u128`, `usize`.
    Unsigned,
    /// `f32`, `f64`.
    Float,
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// `[T; N]`.
    Array,
    /// `(A, B, …)`.
    Tuple,
    /// `Option<T>`.
    Option,
    /// `Result<T, E>`.
    Result,
    /// `std::cmp::Ordering`.
    Ordering,
    /// `a..b`, and what loops take in its place.
    Range,
    /// A `#[device]` struct or enum.
    Item,
    /// glam's vector of two.
    Vec2,
    /// glam's vector of three.
    Vec3,
    /// glam's vector of four.
    Vec4,
    /// glam's vector of two signed integers.
    IVec2,
    /// glam's vector of three signed integers.
    IVec3,
    /// glam's vector of four signed integers.
    IVec4,
    /// glam's vector of two unsigned integers.
    UVec2,
    /// glam's vector of three unsigned integers.
    UVec3,
    /// glam's vector of four unsigned integers.
    UVec4,
    /// glam's vector of two truth values.
    BVec2,
    /// glam's vector of three truth values.
    BVec3,
    /// glam's vector of four truth values.
    BVec4,
    /// glam's vector of four truth values, as SSE2 has them.
    BVec4A,
    /// glam's quaternion.
    Quat,
    /// glam's 3x3 matrix.
    Mat3,
    /// glam's 4x4 matrix.
    Mat4,
    /// `Context<P>`.
    Context,
    /// `Join<P, C>`.
    Join,
    /// `Buffer<T>`.
    Buffer,
    /// `ReadOnly<T>`.
    ReadOnly,
    /// `Shared<T>`.
    Shared,
    /// `SharedArray<T, N>`.
    SharedArray,
}

impl Owner {
    /// The integers.
    pub const INTEGERS: &'static [Self] = &[Self::Signed, Self::Unsigned];
    /// The vectors of floats of glam.
    pub const VECTORS: &'static [Self] = &[Self::Vec2, Self::Vec3, Self::Vec4];
    /// The vectors of integers of glam.
    pub const INTEGER_VECTORS: &'static [Self] =
        &[Self::IVec2, Self::IVec3, Self::IVec4, Self::UVec2, Self::UVec3, Self::UVec4];
    /// The vectors of truth values of glam.
    pub const MASKS: &'static [Self] = &[Self::BVec2, Self::BVec3, Self::BVec4, Self::BVec4A];
    /// The matrices of glam.
    pub const MATRICES: &'static [Self] = &[Self::Mat3, Self::Mat4];
    /// The types of glam.
    pub const GLAM: &'static [Self] = &[
        Self::Vec2,
        Self::Vec3,
        Self::Vec4,
        Self::IVec2,
        Self::IVec3,
        Self::IVec4,
        Self::UVec2,
        Self::UVec3,
        Self::UVec4,
        Self::BVec2,
        Self::BVec3,
        Self::BVec4,
        Self::BVec4A,
        Self::Quat,
        Self::Mat3,
        Self::Mat4,
    ];
    /// The types that have a name, with it.
    pub const NAMES: &'static [(&'static str, Self)] = &[
        ("i8", Self::Signed),
        ("i16", Self::Signed),
        ("i32", Self::Signed),
        ("i64", Self::Signed),
        ("i128", Self::Signed),
        ("isize", Self::Signed),
        ("u8", Self::Unsigned),
        ("u16", Self::Unsigned),
        ("u32", Self::Unsigned),
        ("u64", Self::Unsigned),
        ("u128", Self::Unsigned),
        ("usize", Self::Unsigned),
        ("f32", Self::Float),
        ("f64", Self::Float),
        ("bool", Self::Bool),
        ("char", Self::Char),
        ("Ordering", Self::Ordering),
        ("Vec2", Self::Vec2),
        ("Vec3", Self::Vec3),
        ("Vec4", Self::Vec4),
        ("IVec2", Self::IVec2),
        ("IVec3", Self::IVec3),
        ("IVec4", Self::IVec4),
        ("UVec2", Self::UVec2),
        ("UVec3", Self::UVec3),
        ("UVec4", Self::UVec4),
        ("BVec2", Self::BVec2),
        ("BVec3", Self::BVec3),
        ("BVec4", Self::BVec4),
        ("BVec4A", Self::BVec4A),
        ("Quat", Self::Quat),
        ("Mat3", Self::Mat3),
        ("Mat4", Self::Mat4),
    ];
    /// The types that `f32::from(x)` and the like can name.
    pub const PRIMITIVES: &'static [Self] = &[Self::Signed, Self::Unsigned, Self::Float, Self::Bool];
    /// What has many elements that tasks share.
    pub const ELEMENTS: &'static [Self] = &[Self::Buffer, Self::SharedArray];
    /// The same, and what tasks only read.
    pub const READABLE: &'static [Self] = &[Self::Buffer, Self::ReadOnly, Self::SharedArray];
    /// What can be copied.
    pub const VALUES: &'static [Self] = &[
        Self::Signed,
        Self::Unsigned,
        Self::Float,
        Self::Bool,
        Self::Char,
        Self::Array,
        Self::Tuple,
        Self::Option,
        Self::Result,
        Self::Ordering,
        Self::Item,
        Self::Vec2,
        Self::Vec3,
        Self::Vec4,
        Self::IVec2,
        Self::IVec3,
        Self::IVec4,
        Self::UVec2,
        Self::UVec3,
        Self::UVec4,
        Self::BVec2,
        Self::BVec3,
        Self::BVec4,
        Self::BVec4A,
        Self::Quat,
        Self::Mat3,
        Self::Mat4,
    ];

    /// The owner that a type's name stands for, as in `u32::MAX`.
    pub fn of_type(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(of, _)| *of == name).map(|(_, owner)| *owner)
    }

    /// Whether it is one of glam's types.
    pub fn is_glam(self) -> bool {
        Self::GLAM.contains(&self)
    }
}

/// The type of an argument or a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    /// The receiver's.
    Same,
    /// The unsigned integer that is as wide as the receiver.
    Unsigned,
    /// The signed integer that is as wide as the receiver.
    Signed,
    /// The unsigned integer that has the bits of a float.
    Bits,
    /// `[u8; N]`, with one for each byte of the receiver.
    Bytes,
    /// `u32`.
    U32,
    /// `i32`.
    I32,
    /// `usize`.
    Usize,
    /// `f32`.
    F32,
    /// `bool`.
    Bool,
    /// `std::cmp::Ordering`.
    Ordering,
    /// `Vec2`.
    Vec2,
    /// `Vec3`.
    Vec3,
    /// `Vec4`.
    Vec4,
    /// `IVec2`.
    IVec2,
    /// `IVec3`.
    IVec3,
    /// `IVec4`.
    IVec4,
    /// `UVec2`.
    UVec2,
    /// `UVec3`.
    UVec3,
    /// `UVec4`.
    UVec4,
    /// `BVec2`.
    BVec2,
    /// `BVec3`.
    BVec3,
    /// `BVec4`.
    BVec4,
    /// `BVec4A`.
    BVec4A,
    /// `Quat`.
    Quat,
    /// The vector of the receiver's elements with so many of them.
    Vector(u8),
    /// `Mat3`.
    Mat3,
    /// `Mat4`.
    Mat4,
    /// That of an element of the receiver, or of the value in it.
    Element,
    /// The unsigned integer that is as wide as an element of the receiver.
    UnsignedElement,
    /// That of the error in the receiver.
    Error,
    /// Another one, which C++ finds.
    Other,
    /// A function, or a closure.
    Function,
    /// That of the first argument, which may be any: C++ deduces it from there.
    First,
    /// The item of the procedure that is named.
    Item,
    /// The shared memory of the procedure.
    Scratch,
    /// A buffer of `u32`.
    Counter,
    /// The join that a task opens.
    Join,
    /// A message.
    Text,
    /// An array, of which the size goes without saying.
    Array(&'static Ty),
    /// A slice of elements of the receiver's type.
    Slice,
    /// An option.
    Option(&'static Ty),
    /// A pair.
    Pair(&'static Ty, &'static Ty),
    /// What only the head of a `for` loop takes.
    Loop,
    /// Nothing.
    Unit,
}
