//! Uniform parameters: how the fields of a procedure travel to the device.

use crate::{
    backend::Storage,
    buffer::{Buffer, Element, ReadOnly},
    device::Device,
    device_type::{DeviceType, Encode, Typed},
    error::Error,
    source::Piece,
};
use std::{fmt, sync::Arc};

/// A type that may be a field of a procedure: any device type, buffer handles, and structs and arrays of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a procedure",
    note = "the fields of a procedure are its uniform parameters: types with `#[device]` above their definition, and a `Buffer<T>` or `ReadOnly<T>` of such a type that is `Clone + Copy`",
    note = "an `Option`, a `Result` or a tuple, and what has one in it, stays within a task: write a `bool` beside the value, or make a `#[device]` enum of your own"
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
impl<T: Encode + Send + Sync> Parameter for T {
    const PARAMETER_TYPE: &'static [Piece] = T::WHIPPLE_TYPED;
    const PARAMETER_LAYOUT: (usize, usize) = T::LAYOUT;

    fn encode(&self, out: &mut ParameterWriter) {
        Encode::encode(self, out);
    }
}

impl<T: Element> Typed for Buffer<T> {
    const WHIPPLE_TYPED: &'static [Piece] = &[Piece::Text("Buffer<"), Piece::Type(T::WHIPPLE_TYPED), Piece::Text(">")];
}

impl<T: Element> Encode for Buffer<T> {
    const LAYOUT: (usize, usize) = (16, 8);
    const HOLDS_BUFFERS: bool = true;

    fn encode(&self, out: &mut ParameterWriter) {
        out.buffer(self);
        if !Handle::is_among(&out.written, self.storage()) {
            out.written.push(out.handle(self.storage()));
        }
    }
}

impl<T: Element> Typed for ReadOnly<T> {
    const WHIPPLE_TYPED: &'static [Piece] =
        &[Piece::Text("ReadOnly<"), Piece::Type(T::WHIPPLE_TYPED), Piece::Text(">")];
}

impl<T: Element> Encode for ReadOnly<T> {
    const LAYOUT: (usize, usize) = <Buffer<T> as Encode>::LAYOUT;
    const HOLDS_BUFFERS: bool = true;

    fn encode(&self, out: &mut ParameterWriter) {
        out.buffer(self.buffer());
        if !Handle::is_among(&out.read, self.buffer().storage()) {
            out.read.push(out.handle(self.buffer().storage()));
        }
    }
}

/// Memory that a field names.
struct Handle {
    storage: Arc<dyn Storage>,
    /// The procedure and its field.
    field: [&'static str; 2],
}

impl Handle {
    fn is_of(&self, storage: &Arc<dyn Storage>) -> bool {
        // The addresses alone: that of a vtable is no identity.
        std::ptr::addr_eq(Arc::as_ptr(&self.storage), Arc::as_ptr(storage))
    }

    fn is_among(handles: &[Self], storage: &Arc<dyn Storage>) -> bool {
        handles.iter().any(|handle| handle.is_of(storage))
    }
}

/// Bytes of a C++ struct, written field by field with C's rules of alignment.
#[derive(Default)]
pub struct ParameterWriter {
    bytes: Vec<u8>,
    scalars: Vec<u8>,
    devices: Vec<Device>,
    /// The memory of buffers, each once.
    written: Vec<Handle>,
    /// That of buffers which tasks only read, each once.
    read: Vec<Handle>,
    /// The procedure and its field that are being written.
    field: [&'static str; 2],
}

/// The parameters of a program.
#[derive(Default)]
pub struct Encoded {
    /// In device layout.
    pub bytes: Vec<u8>,
    /// What says how much there is to do, in every process alike: the parameters without the addresses of buffers.
    pub scalars: Vec<u8>,
    /// The memory that tasks can write, each once.
    pub storages: Vec<Arc<dyn Storage>>,
}

impl fmt::Debug for ParameterWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = f.debug_struct("ParameterWriter");
        parts.field("bytes", &self.bytes).field("devices", &self.devices);
        parts.field("written", &self.written.len()).field("read", &self.read.len()).finish()
    }
}

impl ParameterWriter {
    /// Pads to a multiple of `alignment` bytes.
    pub fn align(&mut self, alignment: usize) {
        let padded = self.bytes.len().next_multiple_of(alignment);
        self.bytes.resize(padded, 0);
    }

    /// Says which procedure's parameters follow.
    pub fn procedure(&mut self, name: &'static str) {
        self.field = [name, ""];
    }

    /// Says which of its fields follows.
    pub fn field(&mut self, name: &'static str) {
        self.field[1] = name;
    }

    /// Appends a value without buffers.
    pub fn value<T: DeviceType>(&mut self, value: &T) {
        self.align(align_of::<T>());
        let start = self.bytes.len();
        self.bytes.resize(start + size_of::<T>(), 0);
        value.write_fields(&mut self.bytes[start..]);
        self.scalars.extend_from_slice(&self.bytes[start..]);
    }

    /// Appends the address of a buffer and its length.
    fn buffer<T: Element>(&mut self, buffer: &Buffer<T>) {
        if !self.devices.iter().any(|device| device.is(buffer.device())) {
            self.devices.push(buffer.device().clone());
        }
        self.align(8);
        self.bytes.extend_from_slice(&buffer.device_address().to_le_bytes());
        self.bytes.extend_from_slice(&u64::from(buffer.len()).to_le_bytes());
        self.scalars.extend_from_slice(&buffer.len().to_le_bytes());
    }

    fn handle(&self, storage: &Arc<dyn Storage>) -> Handle {
        Handle { storage: storage.clone(), field: self.field }
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
    ///
    /// # Errors
    /// [`Error::WrittenAndReadOnly`] when a buffer that tasks only read has memory that they can write.
    pub fn into_encoded(self) -> Result<Encoded, Error> {
        for read in &self.read {
            if let Some(written) = self.written.iter().find(|written| written.is_of(&read.storage)) {
                let [written, read] = [written, read].map(|handle| handle.field.join("."));
                return Err(Error::WrittenAndReadOnly { written, read });
            }
        }
        let storages = self.written.into_iter().map(|handle| handle.storage).collect();
        Ok(Encoded { bytes: self.bytes, scalars: self.scalars, storages })
    }
}

/// Adds one field to a C struct layout of (size so far, alignment so far).
pub const fn extend_layout(layout: (usize, usize), field: (usize, usize)) -> (usize, usize) {
    (field_offset(layout, field) + field.0, if field.1 > layout.1 { field.1 } else { layout.1 })
}

/// Where a field of a C struct begins behind a layout of (size so far, alignment so far).
pub const fn field_offset(layout: (usize, usize), field: (usize, usize)) -> usize {
    layout.0.next_multiple_of(field.1)
}

/// Rounds a C struct layout up to its alignment; an empty struct has size 1.
pub const fn finish_layout(layout: (usize, usize)) -> (usize, usize) {
    if layout.0 == 0 { (1, 1) } else { (layout.0.next_multiple_of(layout.1), layout.1) }
}
