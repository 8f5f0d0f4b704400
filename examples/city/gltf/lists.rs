//! Where the bytes of a glTF file are: its buffers, the views of them, and the accessors to what is there.

use serde_json::{Value, json};
use std::fmt::Write;

/// A list of JSON as text, which takes little memory: a city may have a million.
#[derive(Default)]
pub(super) struct List {
    text: String,
    length: usize,
}

impl List {
    /// Adds an element; gives its number.
    pub(super) fn add(&mut self, element: &Value) -> usize {
        let comma = if self.length == 0 { "" } else { "," };
        // Writing to a string does not fail.
        let _ = write!(self.text, "{comma}{element}");
        self.length += 1;
        self.length - 1
    }

    /// The list as a member of an object of JSON.
    pub(super) fn member(&self, name: &str) -> String {
        format!("\"{name}\":[{}]", self.text)
    }
}

/// Buffers, views and accessors. All bytes go to the last buffer.
#[derive(Default)]
pub(super) struct Lists {
    buffers: Vec<Value>,
    /// Bytes that went to the last buffer.
    bytes: u64,
    views: List,
    accessors: List,
}

impl Lists {
    /// Bytes that went to the last buffer.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Buffers that were begun.
    pub(super) fn buffers(&self) -> usize {
        self.buffers.len()
    }

    /// Begins a buffer: the rest of the file, or the file with this address.
    pub(super) fn begin_buffer(&mut self, address: Option<String>) {
        self.close_buffer();
        self.buffers.push(address.map_or_else(|| json!({}), |address| json!({"uri": address})));
    }

    fn close_buffer(&mut self) {
        if let Some(last) = self.buffers.last_mut() {
            last["byteLength"] = json!(self.bytes);
        }
        self.bytes = 0;
    }

    /// Adds a view of the next bytes of the last buffer; gives its number.
    pub(super) fn view(&mut self, bytes: u64, target: Option<u32>) -> usize {
        let buffer = self.buffers.len() - 1;
        let mut view = json!({"buffer": buffer, "byteOffset": self.bytes, "byteLength": bytes});
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes += bytes;
        self.views.add(&view)
    }

    /// Adds an accessor to bytes of a view; gives its number.
    pub(super) fn accessor(&mut self, view: usize, offset: u64, count: u64, mut accessor: Value) -> usize {
        accessor["bufferView"] = json!(view);
        accessor["byteOffset"] = json!(offset);
        accessor["count"] = json!(count);
        self.accessors.add(&accessor)
    }

    /// All of it, as members of an object of JSON.
    pub(super) fn finish(&mut self) -> [String; 3] {
        self.close_buffer();
        let buffers = format!("\"buffers\":{}", json!(self.buffers));
        [self.accessors.member("accessors"), self.views.member("bufferViews"), buffers]
    }
}
