//! Writes instances as a binary glTF 2.0 file: one mesh with a primitive for each material.

use crate::city::{instance::Instance, mesh::Mesh, palette, shape::Material};
use serde_json::{Value, json};
use std::{collections::BTreeMap, io, io::Write};
use whipple::prelude::*;

/// Kinds of components and targets, as glTF 2.0 numbers them.
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// What a file has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Triangles of all materials.
    pub triangles: usize,
    /// Materials that are used.
    pub materials: usize,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Writes the instances as a `.glb` file. It has Y upwards, as glTF has it, and metres.
///
/// # Errors
/// What `out` meets; [`io::ErrorKind::FileTooLarge`] above 4 GiB, which is the most that the format's lengths say.
pub fn write(instances: &[Instance], out: &mut impl Write) -> io::Result<Contents> {
    // Nobody needs to wait for triangles that have no room.
    let bytes: u64 = instances.iter().map(|instance| Mesh::bytes_of(instance.kind())).sum();
    length_word(bytes)?;
    let mut meshes: BTreeMap<Material, Mesh> = BTreeMap::new();
    for instance in instances {
        meshes.entry(instance.material()).or_default().add(instance);
    }
    meshes.retain(|_, mesh| mesh.triangles() > 0);

    let mut binary = Binary::default();
    let mut primitives = Vec::new();
    for (number, mesh) in meshes.values().enumerate() {
        let positions: Vec<Vec3> = mesh.positions.iter().copied().map(y_upwards).collect();
        let normals: Vec<Vec3> = mesh.normals.iter().copied().map(y_upwards).collect();
        let (least, most) = (
            positions.iter().copied().fold(Vec3::INFINITY, Vec3::min),
            positions.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max),
        );
        let position = binary.vectors(&positions, json!({"min": least.to_array(), "max": most.to_array()}));
        let normal = binary.vectors(&normals, json!({}));
        let indices = binary.indices(&mesh.indices);
        primitives.push(json!({
            "attributes": {"POSITION": position, "NORMAL": normal}, "indices": indices, "material": number,
        }));
    }

    let mut document = json!({"asset": {"version": "2.0", "generator": "whipple, examples/city"}});
    // Empty lists are not allowed: a city of nothing has no scene.
    if !primitives.is_empty() {
        document["scene"] = json!(0);
        document["scenes"] = json!([{"nodes": [0]}]);
        document["nodes"] = json!([{"name": "city", "mesh": 0}]);
        document["meshes"] = json!([{"name": "city", "primitives": primitives}]);
        document["materials"] = meshes.keys().map(|material| material_json(*material)).collect();
        document["buffers"] = json!([{"byteLength": binary.bytes.len()}]);
        document["bufferViews"] = Value::Array(binary.views);
        document["accessors"] = Value::Array(binary.accessors);
    }
    let triangles = meshes.values().map(Mesh::triangles).sum();
    let bytes = write_chunks(&document, &binary.bytes, out)?;
    Ok(Contents { triangles, materials: meshes.len(), bytes })
}

/// The two chunks with their header; gives the length.
fn write_chunks(document: &Value, binary: &[u8], out: &mut impl Write) -> io::Result<u64> {
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let second = if binary.is_empty() { 0 } else { 8 + binary.len() as u64 };
    let length = 12 + 8 + text.len() as u64 + second;
    out.write_all(b"glTF")?;
    out.write_all(&2u32.to_le_bytes())?;
    out.write_all(&length_word(length)?.to_le_bytes())?;
    out.write_all(&length_word(text.len() as u64)?.to_le_bytes())?;
    out.write_all(b"JSON")?;
    out.write_all(&text)?;
    if !binary.is_empty() {
        out.write_all(&length_word(binary.len() as u64)?.to_le_bytes())?;
        out.write_all(b"BIN\0")?;
        out.write_all(binary)?;
    }
    out.flush()?;
    Ok(length)
}

/// A length as the format has it.
fn length_word(length: u64) -> io::Result<u32> {
    u32::try_from(length).map_err(|_| {
        let message = format!(
            "a binary glTF file has at most 4 GiB, and this one would have {length} bytes: derive fewer buildings, or no file \
             with `--out none`"
        );
        io::Error::new(io::ErrorKind::FileTooLarge, message)
    })
}

/// From the city's axes to glTF's.
fn y_upwards(v: Vec3) -> Vec3 {
    Vec3::new(v.x, v.z, -v.y)
}

fn material_json(material: Material) -> Value {
    let colour = palette::colour(material);
    let mut value = json!({
        "name": palette::name(material),
        "pbrMetallicRoughness": {
            "baseColorFactor": [colour.x, colour.y, colour.z, 1.0],
            "metallicFactor": 0.0,
            "roughnessFactor": palette::roughness(material),
        },
    });
    if material == Material::LitGlass {
        value["emissiveFactor"] = json!(colour.to_array());
    }
    value
}

/// The binary chunk with the views and accessors of what is in it.
#[derive(Default)]
struct Binary {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Binary {
    /// Adds an accessor of vectors, with its limits where the format asks for them; gives its number.
    fn vectors(&mut self, vectors: &[Vec3], limits: Value) -> usize {
        let words = vectors.iter().flat_map(|v| v.to_array()).map(f32::to_bits);
        self.accessor(words, vectors.len(), FLOAT, "VEC3", ARRAY_BUFFER, limits)
    }

    fn indices(&mut self, indices: &[u32]) -> usize {
        self.accessor(indices.iter().copied(), indices.len(), UNSIGNED_INT, "SCALAR", ELEMENT_ARRAY_BUFFER, json!({}))
    }

    fn accessor(
        &mut self,
        words: impl Iterator<Item = u32>,
        count: usize,
        component: u32,
        kind: &str,
        target: u32,
        more: Value,
    ) -> usize {
        let start = self.bytes.len();
        self.bytes.extend(words.flat_map(u32::to_le_bytes));
        self.views.push(json!({
            "buffer": 0, "byteOffset": start, "byteLength": self.bytes.len() - start, "target": target,
        }));
        let mut accessor =
            json!({"bufferView": self.views.len() - 1, "componentType": component, "count": count, "type": kind});
        for (name, value) in more.as_object().into_iter().flatten() {
            accessor[name] = value.clone();
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}
