//! What a glTF file says of its binary data, and the data, as they grow.

use super::{EXTENSION, INSTANCE_BYTES, Part};
use crate::city::{
    instance::Instance,
    mesh::Mesh,
    palette,
    pieces::Piece,
    shape::{Kind, Material},
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, btree_map::Entry},
    f32::consts::FRAC_1_SQRT_2,
    io,
    io::Write,
    mem::take,
};
use whipple::prelude::*;

/// Types of components and targets, as glTF 2.0 numbers them.
const SHORT: u32 = 5122;
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// A document, without what only its end can tell.
#[derive(Default)]
pub(super) struct Document {
    buffers: Vec<Value>,
    /// Bytes that went to the last buffer.
    bytes: u64,
    views: Vec<Value>,
    accessors: Vec<Value>,
    nodes: Vec<Value>,
    /// The nodes of the pieces.
    pieces: Vec<usize>,
    /// The parts that there are, in the order of their meshes.
    parts: Vec<Part>,
    /// How many instances each part has.
    counts: Vec<u64>,
}

impl Document {
    /// Bytes that went to the last buffer.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Buffers that were begun.
    pub(super) fn buffers(&self) -> usize {
        self.buffers.len()
    }

    /// Instances of all parts.
    pub(super) fn instances(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Materials of all parts.
    fn materials(&self) -> Vec<Material> {
        let mut materials: Vec<Material> = self.parts.iter().map(|part| part.material).collect();
        materials.sort_unstable();
        materials.dedup();
        materials
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

    /// Adds a piece, whose instances lie part by part.
    pub(super) fn add(&mut self, piece: &Piece, out: &mut impl Write) -> io::Result<()> {
        let middle = middle(&piece.instances);
        let view = self.view(piece.instances.len() as u64 * INSTANCE_BYTES, None);
        let (mut offset, mut children) = (0, Vec::new());
        for instances in piece.instances.chunk_by(|a, b| Part::of(a) == Part::of(b)) {
            write_instances(instances, middle, out)?;
            children.push(self.part_node(instances, view, offset));
            offset += instances.len() as u64 * INSTANCE_BYTES;
        }
        let name = format!("blocks {}, {}", piece.tile.column, piece.tile.row);
        self.pieces.push(self.nodes.len());
        self.nodes.push(json!({"name": name, "translation": middle.to_array(), "children": children}));
        Ok(())
    }

    /// Adds a node for instances of one part, whose bytes lie from `offset` on; gives its number.
    fn part_node(&mut self, instances: &[Instance], view: usize, offset: u64) -> usize {
        let (part, count) = (Part::of(&instances[0]), instances.len() as u64);
        let mesh = self.parts.iter().position(|other| *other == part).unwrap_or(self.parts.len());
        if mesh == self.parts.len() {
            self.parts.push(part);
            self.counts.push(0);
        }
        self.counts[mesh] += count;
        let mut attribute = |offset, accessor| self.accessor(view, offset, count, accessor);
        let translation = attribute(offset, json!({"componentType": FLOAT, "type": "VEC3"}));
        let scale = attribute(offset + count * 12, json!({"componentType": FLOAT, "type": "VEC3"}));
        let turn = json!({"componentType": SHORT, "normalized": true, "type": "VEC4"});
        let rotation = attribute(offset + count * 24, turn);
        let attributes = json!({"TRANSLATION": translation, "ROTATION": rotation, "SCALE": scale});
        self.nodes.push(json!({
            "name": part.name(), "mesh": mesh, "extensions": {EXTENSION: {"attributes": attributes}},
        }));
        self.nodes.len() - 1
    }

    /// The whole document. The geometry of its meshes goes to the end of the last buffer.
    pub(super) fn finish(&mut self, out: &mut impl Write) -> io::Result<Finished> {
        // Empty lists are not allowed: a city of nothing has no scene.
        if self.parts.is_empty() {
            return Ok(Finished { text: json!({"asset": asset()}), bytes: 0, triangles: 0, materials: 0 });
        }
        let materials = self.materials();
        let (meshes, triangles) = self.meshes(&materials, out)?;
        let bytes = self.bytes;
        self.close_buffer();
        // A right angle about X: what is upwards along Z is along Y then.
        let turn = [-FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2];
        self.nodes.push(json!({"name": "city", "rotation": turn, "children": self.pieces}));
        let mut text = json!({
            "asset": asset(),
            "extensionsUsed": [EXTENSION],
            "extensionsRequired": [EXTENSION],
            "scene": 0,
            "scenes": [{"nodes": [self.nodes.len() - 1]}],
            "meshes": meshes,
            "materials": materials.iter().map(|material| material_json(*material)).collect::<Vec<_>>(),
        });
        // These may be long: they are not copied.
        text["nodes"] = Value::Array(take(&mut self.nodes));
        text["accessors"] = Value::Array(take(&mut self.accessors));
        text["bufferViews"] = Value::Array(take(&mut self.views));
        text["buffers"] = json!(self.buffers);
        Ok(Finished { text, bytes, triangles, materials: materials.len() })
    }

    /// The mesh of each part, and the triangles of all instances.
    fn meshes(&mut self, materials: &[Material], out: &mut impl Write) -> io::Result<(Vec<Value>, u64)> {
        let mut shapes: BTreeMap<_, (Value, u64)> = BTreeMap::new();
        let (mut meshes, mut triangles) = (Vec::new(), 0);
        for (number, part) in self.parts.clone().into_iter().enumerate() {
            let shape = (part.kind, part.points);
            let (mut primitive, each) = match shapes.entry(shape) {
                Entry::Occupied(added) => added.get().clone(),
                Entry::Vacant(new) => new.insert(self.add_shape(part, out)?).clone(),
            };
            triangles += self.counts[number] * each;
            primitive["material"] = json!(materials.iter().position(|material| *material == part.material));
            meshes.push(json!({"name": part.name(), "primitives": [primitive]}));
        }
        Ok((meshes, triangles))
    }

    /// Adds the geometry of a part; gives the primitive, without a material, and its triangles.
    fn add_shape(&mut self, part: Part, out: &mut impl Write) -> io::Result<(Value, u64)> {
        let mut mesh = Mesh::default();
        mesh.add(&part.unit());
        let (corners, indices) = (mesh.positions.len() as u64, mesh.indices.len() as u64);
        let vectors = json!({"componentType": FLOAT, "type": "VEC3"});
        let view = self.view(corners * 12, Some(ARRAY_BUFFER));
        let position = self.accessor(view, 0, corners, vectors.clone());
        let fold = |by: fn(Vec3, Vec3) -> Vec3| mesh.positions.iter().copied().reduce(by).unwrap_or_default();
        self.accessors[position]["min"] = json!(fold(Vec3::min).to_array());
        self.accessors[position]["max"] = json!(fold(Vec3::max).to_array());
        let view = self.view(corners * 12, Some(ARRAY_BUFFER));
        let normal = self.accessor(view, 0, corners, vectors);
        let view = self.view(indices * 4, Some(ELEMENT_ARRAY_BUFFER));
        let order = self.accessor(view, 0, indices, json!({"componentType": UNSIGNED_INT, "type": "SCALAR"}));
        write_vectors(&mesh.positions, out)?;
        write_vectors(&mesh.normals, out)?;
        for index in &mesh.indices {
            out.write_all(&index.to_le_bytes())?;
        }
        Ok((json!({"attributes": {"POSITION": position, "NORMAL": normal}, "indices": order}), indices / 3))
    }

    /// Adds a view of the next bytes of the last buffer; gives its number.
    fn view(&mut self, bytes: u64, target: Option<u32>) -> usize {
        let buffer = self.buffers.len() - 1;
        let mut view = json!({"buffer": buffer, "byteOffset": self.bytes, "byteLength": bytes});
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes += bytes;
        self.views.push(view);
        self.views.len() - 1
    }

    /// Adds an accessor to bytes of a view; gives its number.
    fn accessor(&mut self, view: usize, offset: u64, count: u64, mut accessor: Value) -> usize {
        accessor["bufferView"] = json!(view);
        accessor["byteOffset"] = json!(offset);
        accessor["count"] = json!(count);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}

/// A document that is complete.
pub(super) struct Finished {
    /// The document.
    pub(super) text: Value,
    /// Bytes of its last buffer.
    pub(super) bytes: u64,
    /// Triangles of all instances.
    pub(super) triangles: u64,
    /// Materials that are used.
    pub(super) materials: usize,
}

/// The middle of where instances begin, in whole metres.
fn middle(instances: &[Instance]) -> Vec3 {
    let least = instances.iter().map(|instance| instance.origin).fold(Vec3::INFINITY, Vec3::min);
    let most = instances.iter().map(|instance| instance.origin).fold(Vec3::NEG_INFINITY, Vec3::max);
    ((least + most) * 0.5).with_z(0.0).round()
}

/// Writes where instances stand, seen from `middle`, then how large they are, then how they are turned.
fn write_instances(instances: &[Instance], middle: Vec3, out: &mut impl Write) -> io::Result<()> {
    for instance in instances {
        write_vectors(&[instance.origin - middle], out)?;
    }
    for instance in instances {
        // What is flat has no extent to be scaled to, and normals that a scale of 0 would lose.
        let size = if instance.kind() == Kind::Quad { instance.size.with_z(1.0) } else { instance.size };
        write_vectors(&[size], out)?;
    }
    for Instance { frame, .. } in instances {
        for part in [frame.i, frame.j, frame.k, frame.real] {
            let short = (part * f32::from(i16::MAX)).round() as i16;
            out.write_all(&short.to_le_bytes())?;
        }
    }
    Ok(())
}

fn write_vectors(vectors: &[Vec3], out: &mut impl Write) -> io::Result<()> {
    for number in vectors.iter().flat_map(Vec3::to_array) {
        out.write_all(&number.to_le_bytes())?;
    }
    Ok(())
}

fn asset() -> Value {
    json!({"version": "2.0", "generator": "whipple, examples/city"})
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
