//! Values of constants that rustc knows, as C++ writes them: numbers, and what is made of them.

use super::{
    ItemRef, Piece,
    named::{BETWEEN, Number},
};
use crate::device_type::DeviceType;
use std::marker::PhantomData;

/// What the values of a type are made of.
#[derive(Clone, Copy)]
pub enum Shape {
    /// A number of so many bytes: what stands before and after its bits.
    Number(usize, &'static str, &'static str),
    /// An integer of 128 bits: what stands before its halves.
    Wide(&'static str),
    /// A variant of an enum without fields, with a number of so many bytes.
    Variant(ItemRef, usize),
    /// So many values of one shape, of so many bytes each, and the braces around them.
    Row(usize, usize, &'static Shape, [&'static str; 2]),
    /// Fields, and where each begins.
    Fields(&'static [(usize, &'static Shape)]),
    /// What has no such form, as a variant with fields.
    Other,
}

const COMMA: Piece = Piece::Text(", ");

impl Shape {
    /// That of a number.
    pub const fn number<T: Number>() -> Self {
        match size_of::<T>() {
            16 => Self::Wide(T::BEFORE),
            size => Self::Number(size, T::BEFORE, T::AFTER),
        }
    }

    /// That of a type of glam's, which has nothing but numbers or columns of this type.
    pub const fn lanes<T, Lane: DeviceType>() -> Self {
        Self::Row(size_of::<T>() / size_of::<Lane>(), size_of::<Lane>(), &Lane::SHAPE, ["{", "}"])
    }

    /// That of an array.
    pub const fn array<T: DeviceType>(length: usize) -> Self {
        Self::Row(length, size_of::<T>(), &T::SHAPE, ["{{", "}}"])
    }

    /// Whether there are numbers alone.
    const fn is_known(&self) -> bool {
        match self {
            Self::Number(..) | Self::Wide(_) | Self::Variant(..) => true,
            Self::Row(_, _, shape, _) => shape.is_known(),
            Self::Fields(fields) => {
                let mut at = 0;
                while at < fields.len() {
                    if !fields[at].1.is_known() {
                        return false;
                    }
                    at += 1;
                }
                true
            }
            Self::Other => false,
        }
    }

    /// How many pieces a value has.
    const fn pieces(&self) -> usize {
        match self {
            Self::Number(..) => 3,
            Self::Wide(_) | Self::Variant(..) => 5,
            Self::Row(0, ..) => 2,
            Self::Row(length, _, shape, _) => 1 + *length * (shape.pieces() + 1),
            Self::Fields(fields) => {
                let (mut pieces, mut at) = (2 + fields.len().saturating_sub(1), 0);
                while at < fields.len() {
                    pieces += fields[at].1.pieces();
                    at += 1;
                }
                pieces
            }
            Self::Other => 0,
        }
    }

    /// Writes the value behind the first pieces. How many there are then.
    ///
    /// # Safety
    /// `value` must be that of a type with this shape.
    const unsafe fn write(&self, value: *const u8, out: &mut [Piece], mut at: usize) -> usize {
        match self {
            Self::Number(size, before, after) => {
                out[at] = Piece::Text(before);
                // SAFETY: it is a number of so many bytes.
                out[at + 1] = Piece::Number(unsafe { bits(value, *size) });
                out[at + 2] = Piece::Text(after);
                at + 3
            }
            Self::Wide(before) => {
                // SAFETY: as above.
                let bits = unsafe { value.cast::<u128>().read_unaligned() };
                out[at] = Piece::Text(before);
                (out[at + 1], out[at + 2]) = (Piece::Number((bits >> 64) as u64), BETWEEN);
                (out[at + 3], out[at + 4]) = (Piece::Number(bits as u64), Piece::Text("ull)"));
                at + 5
            }
            Self::Variant(item, size) => {
                out[at] = Piece::Text("num::variant<");
                (out[at + 1], out[at + 2]) = (Piece::Item(*item), Piece::Text(">("));
                // SAFETY: it is a number of so many bytes.
                (out[at + 3], out[at + 4]) = (Piece::Number(unsafe { bits(value, *size) }), Piece::Text("ull)"));
                at + 5
            }
            Self::Row(length, size, shape, [open, close]) => {
                out[at] = Piece::Text(open);
                at += 1;
                let mut index = 0;
                while index < *length {
                    if index > 0 {
                        out[at] = COMMA;
                        at += 1;
                    }
                    // SAFETY: there are as many, one behind the other.
                    at = unsafe { shape.write(value.add(index * *size), out, at) };
                    index += 1;
                }
                out[at] = Piece::Text(close);
                at + 1
            }
            Self::Fields(fields) => {
                out[at] = Piece::Text("{");
                at += 1;
                let mut index = 0;
                while index < fields.len() {
                    if index > 0 {
                        out[at] = COMMA;
                        at += 1;
                    }
                    let (offset, shape) = fields[index];
                    // SAFETY: this field begins there.
                    at = unsafe { shape.write(value.add(offset), out, at) };
                    index += 1;
                }
                out[at] = Piece::Text("}");
                at + 1
            }
            Self::Other => at,
        }
    }
}

/// The number that a value is.
///
/// # Safety
/// It must have so many bytes: 1, 2, 4 or 8.
pub(super) const unsafe fn bits(value: *const u8, size: usize) -> u64 {
    // SAFETY: as the contract says, and any bytes are a value of what is read.
    unsafe {
        match size {
            1 => value.read() as u64,
            2 => value.cast::<u16>().read_unaligned() as u64,
            4 => value.cast::<u32>().read_unaligned() as u64,
            8 => value.cast::<u64>().read_unaligned(),
            _ => panic!("a number of another size"),
        }
    }
}

/// What is known of the values of a type.
pub struct Written<T> {
    /// The shape of `T`, or none.
    shape: Shape,
    of: PhantomData<fn(T)>,
}

impl<T: DeviceType> Written<T> {
    /// As the type says.
    pub const KNOWN: Self = Self { shape: T::SHAPE, of: PhantomData };
}

/// Of what is no device type, as all that stays within a task, nothing is known.
pub trait NotWritten {
    /// Nothing.
    const KNOWN: Self;
}

impl<T> NotWritten for Written<T> {
    const KNOWN: Self = Self { shape: Shape::Other, of: PhantomData };
}

impl<T> Written<T> {
    /// Whether rustc can write a value.
    pub const fn is_known(&self) -> bool {
        self.shape.is_known()
    }

    /// How many pieces a value has: none, if rustc cannot write it.
    pub const fn length(&self) -> usize {
        if self.is_known() { self.shape.pieces() } else { 0 }
    }

    /// The pieces of a value, as many as `length` says.
    pub const fn pieces<const LENGTH: usize>(&self, value: &T) -> [Piece; LENGTH] {
        let mut pieces = [COMMA; LENGTH];
        if self.is_known() {
            // SAFETY: `DeviceType` says that this is the type's shape.
            let written = unsafe { self.shape.write(core::ptr::from_ref(value).cast(), &mut pieces, 0) };
            assert!(written == LENGTH);
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    #[test]
    fn values_are_written_with_their_braces() {
        const VECTORS: Written<[Vec3; 2]> = Written::KNOWN;
        const PIECES: [Piece; VECTORS.length()] = VECTORS.pieces(&[Vec3::ZERO, Vec3::ONE]);
        let text = |piece: &Piece| match piece {
            Piece::Text(text) => (*text).to_owned(),
            Piece::Number(number) => format!("{number:#x}"),
            _ => panic!("a text or a number"),
        };
        let [zero, one] = ["num::from_bits<f32>(0x0u)", "num::from_bits<f32>(0x3f800000u)"];
        let expected = format!("{{{{{{{zero}, {zero}, {zero}}}, {{{one}, {one}, {one}}}}}}}");
        assert_eq!(PIECES.iter().map(text).collect::<String>(), expected);
        const WIDE: [Piece; 5] = Written::<u128>::KNOWN.pieces(&(5 << 64 | 3));
        assert_eq!(WIDE.iter().map(text).collect::<String>(), "num::wide<u128>(0x5ull, 0x3ull)");
    }

    #[test]
    fn what_stays_within_a_task_is_not_written() {
        const NONE: Written<Option<u32>> = NotWritten::KNOWN;
        assert!(!NONE.is_known() && NONE.length() == 0);
        let pieces: [Piece; 0] = NONE.pieces(&Some(3));
        assert!(pieces.is_empty());
    }
}
