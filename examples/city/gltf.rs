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

/// A city that has more triangles than a file may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// Bytes that the file would have.
    pub bytes: u64,
}

impl TooLarge {
    /// The most bytes that a file may have: its header says how many in 32 bits.
    pub const MOST: u64 = u32::MAX as u64;
}

/// A `.glb` file of instances that is still to be written. It has Y upwards, as glTF has it, and metres.
///
/// Triangles are made as they are written, once more for each of positions, normals and indices: kept, they would take as much
/// memory as the file, which may have gigabytes.
pub struct File<'i> {
    instances: &'i [Instance],
    parts: BTreeMap<Material, Part>,
    document: Vec<u8>,
    binary: u64,
    contents: Contents,
}

impl<'i> File<'i> {
    /// The file of these instances.
    ///
    /// # Errors
    /// It would be longer than the format's lengths say.
    pub fn of(instances: &'i [Instance]) -> Result<Self, TooLarge> {
        let mut parts: BTreeMap<Material, Part> = BTreeMap::new();
        let mut mesh = Mesh::default();
        for instance in instances {
            mesh.become_one(instance);
            parts.entry(instance.material()).or_default().add(&mesh);
        }
        parts.retain(|_, part| part.triangles > 0);
        let binary = parts.values().map(Part::bytes).sum();
        let mut document = document(&parts, binary).to_string().into_bytes();
        document.resize(document.len().next_multiple_of(4), b' ');
        let chunks = if binary == 0 { 0 } else { 8 + binary };
        let bytes = 12 + 8 + document.len() as u64 + chunks;
        if bytes > TooLarge::MOST {
            return Err(TooLarge { bytes });
        }
        let triangles = parts.values().map(|part| part.triangles as usize).sum();
        let contents = Contents { triangles, materials: parts.len(), bytes };
        Ok(Self { instances, parts, document, binary, contents })
    }

    /// What it has.
    pub fn contents(&self) -> Contents {
        self.contents
    }

    /// Writes it: the two chunks with their header.
    ///
    /// # Errors
    /// What `out` meets.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        // All lengths are below that of the file, which has been checked.
        out.write_all(b"glTF")?;
        out.write_all(&2u32.to_le_bytes())?;
        out.write_all(&(self.contents.bytes as u32).to_le_bytes())?;
        out.write_all(&(self.document.len() as u32).to_le_bytes())?;
        out.write_all(b"JSON")?;
        out.write_all(&self.document)?;
        if self.binary > 0 {
            out.write_all(&(self.binary as u32).to_le_bytes())?;
            out.write_all(b"BIN\0")?;
        }
        for material in self.parts.keys() {
            self.write_part(*material, out)?;
        }
        out.flush()
    }

    /// Writes the positions, normals and indices of a material.
    fn write_part(&self, material: Material, out: &mut impl Write) -> io::Result<()> {
        let own = || self.instances.iter().filter(|instance| instance.material() == material);
        let mut mesh = Mesh::default();
        for instance in own() {
            mesh.become_one(instance);
            write_vectors(&mesh.positions, out)?;
        }
        for instance in own() {
            mesh.become_one(instance);
            write_vectors(&mesh.normals, out)?;
        }
        let mut first = 0;
        for instance in own() {
            mesh.become_one(instance);
            for index in &mesh.indices {
                out.write_all(&(first + index).to_le_bytes())?;
            }
            first += mesh.positions.len() as u32;
        }
        Ok(())
    }
}

fn write_vectors(vectors: &[Vec3], out: &mut impl Write) -> io::Result<()> {
    for number in vectors.iter().flat_map(|vector| y_upwards(*vector).to_array()) {
        out.write_all(&number.to_le_bytes())?;
    }
    Ok(())
}

/// All triangles of a material, in numbers.
struct Part {
    corners: u64,
    triangles: u64,
    least: Vec3,
    most: Vec3,
}

impl Default for Part {
    fn default() -> Self {
        Self { corners: 0, triangles: 0, least: Vec3::INFINITY, most: Vec3::NEG_INFINITY }
    }
}

impl Part {
    fn add(&mut self, mesh: &Mesh) {
        self.corners += mesh.positions.len() as u64;
        self.triangles += mesh.triangles() as u64;
        for position in mesh.positions.iter().copied().map(y_upwards) {
            (self.least, self.most) = (self.least.min(position), self.most.max(position));
        }
    }

    /// Bytes of positions, normals and indices.
    fn bytes(&self) -> u64 {
        self.corners * 24 + self.triangles * 12
    }
}

/// What the first chunk says of the second.
fn document(parts: &BTreeMap<Material, Part>, bytes: u64) -> Value {
    let mut binary = Binary::default();
    let mut primitives = Vec::new();
    for (number, part) in parts.values().enumerate() {
        let limits = json!({"min": part.least.to_array(), "max": part.most.to_array()});
        let position = binary.vectors(part.corners, limits);
        let normal = binary.vectors(part.corners, json!({}));
        let indices = binary.indices(part.triangles * 3);
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
        document["materials"] = parts.keys().map(|material| material_json(*material)).collect();
        document["buffers"] = json!([{"byteLength": bytes}]);
        document["bufferViews"] = Value::Array(binary.views);
        document["accessors"] = Value::Array(binary.accessors);
    }
    document
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

/// The views and accessors of what is in the binary chunk.
#[derive(Default)]
struct Binary {
    bytes: u64,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Binary {
    /// Adds an accessor of vectors, with its limits where the format asks for them; gives its number.
    fn vectors(&mut self, count: u64, limits: Value) -> usize {
        let accessor = json!({"componentType": FLOAT, "count": count, "type": "VEC3"});
        self.accessor(accessor, count * 12, ARRAY_BUFFER, limits)
    }

    fn indices(&mut self, count: u64) -> usize {
        let accessor = json!({"componentType": UNSIGNED_INT, "count": count, "type": "SCALAR"});
        self.accessor(accessor, count * 4, ELEMENT_ARRAY_BUFFER, json!({}))
    }

    fn accessor(&mut self, mut accessor: Value, bytes: u64, target: u32, more: Value) -> usize {
        self.views.push(json!({"buffer": 0, "byteOffset": self.bytes, "byteLength": bytes, "target": target}));
        self.bytes += bytes;
        accessor["bufferView"] = json!(self.views.len() - 1);
        for (name, value) in more.as_object().into_iter().flatten() {
            accessor[name] = value.clone();
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}
