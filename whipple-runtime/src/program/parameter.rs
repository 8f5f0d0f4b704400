//! Uniform parameters: how the fields of a procedure travel to the device.

use crate::{
    backend::Storage,
    buffer::{Buffer, Element},
    device::Device,
    device_type::DeviceType,
    source::Piece,
};
use std::{fmt, sync::Arc};

/// A type that may be a field of a procedure: any device type, and buffer handles.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a procedure",
    note = "the fields of a procedure are its uniform parameters: types with `#[device]` above their definition, and a `Buffer<T>` of such a type that is `Clone + Copy`"
)]
pub trait Parameter: Send + Sync {
    /// The C++ name.
    const PARAMETER_TYPE: &'static [Piece];
    /// Size and alignment in bytes on the device.
    const PARAMETER_LAYOUT: (usize, usize);
    /// Appends the value in device layout.
    fn encode(&self, out: &mut ParameterWriter);
}

#[diagnostic::do_not_recommend]
impl<T: DeviceType + Send + Sync> Parameter for T {
    const PARAMETER_TYPE: &'static [Piece] = T::TYPE;
    const PARAMETER_LAYOUT: (usize, usize) = (size_of::<T>(), align_of::<T>());

    fn encode(&self, out: &mut ParameterWriter) {
        out.align(align_of::<T>());
        let start = out.bytes.len();
        out.bytes.resize(start + size_of::<T>(), 0);
        self.write_fields(&mut out.bytes[start..]);
        out.scalars.extend_from_slice(&out.bytes[start..]);
    }
}

impl<T: Element> Parameter for Buffer<T> {
    const PARAMETER_TYPE: &'static [Piece] = &[Piece::Text("Buffer<"), Piece::Type(T::TYPE), Piece::Text(">")];
    const PARAMETER_LAYOUT: (usize, usize) = (16, 8);

    fn encode(&self, out: &mut ParameterWriter) {
        if !out.devices.iter().any(|device| device.is(self.device())) {
            out.devices.push(self.device().clone());
        }
        // The addresses alone: that of a vtable is no identity.
        if !out.storages.iter().any(|storage| std::ptr::addr_eq(Arc::as_ptr(storage), Arc::as_ptr(self.storage()))) {
            out.storages.push(self.storage().clone());
        }
        out.align(8);
        out.bytes.extend_from_slice(&self.device_address().to_le_bytes());
        out.bytes.extend_from_slice(&u64::from(self.len()).to_le_bytes());
        out.scalars.extend_from_slice(&self.len().to_le_bytes());
    }
}

/// Bytes of a C++ struct, written field by field with C's rules of alignment.
#[derive(Default)]
pub struct ParameterWriter {
    bytes: Vec<u8>,
    scalars: Vec<u8>,
    devices: Vec<Device>,
    storages: Vec<Arc<dyn Storage>>,
}

/// The parameters of a program.
#[derive(Default)]
pub struct Encoded {
    /// In device layout.
    pub bytes: Vec<u8>,
    /// What says how much there is to do, in every process alike: the parameters without the addresses of buffers.
    pub scalars: Vec<u8>,
    /// The memory of the buffers, each once.
    pub storages: Vec<Arc<dyn Storage>>,
}

impl fmt::Debug for ParameterWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = f.debug_struct("ParameterWriter");
        parts.field("bytes", &self.bytes).field("devices", &self.devices);
        parts.field("storages", &self.storages.len()).finish()
    }
}

impl ParameterWriter {
    /// Pads to a multiple of `alignment` bytes.
    pub fn align(&mut self, alignment: usize) {
        let padded = self.bytes.len().next_multiple_of(alignment);
        self.bytes.resize(padded, 0);
    }

    /// The devices of the buffers written so far, each once.
    pub fn devices(&self) -> &[Device] {
        &self.devices
    }

    /// The bytes written so far.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// All that was written.
    pub fn into_encoded(self) -> Encoded {
        Encoded { bytes: self.bytes, scalars: self.scalars, storages: self.storages }
    }
}

/// Adds one field to a C struct layout of (size so far, alignment so far).
pub const fn extend_layout(layout: (usize, usize), field: (usize, usize)) -> (usize, usize) {
    let start = layout.0.next_multiple_of(field.1);
    (start + field.0, if field.1 > layout.1 { field.1 } else { layout.1 })
}

/// Rounds a C struct layout up to its alignment; an empty struct has size 1.
pub const fn finish_layout(layout: (usize, usize)) -> (usize, usize) {
    if layout.0 == 0 { (1, 1) } else { (layout.0.next_multiple_of(layout.1), layout.1) }
}
