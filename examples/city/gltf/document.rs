//! The nodes and meshes of a glTF file, and the bytes of what they show, as they grow.

use super::{
    BUILDING, EXTENSION, Nodes, Part,
    lists::{List, Lists},
};
use crate::city::{
    instance::Instance,
    mesh::Mesh,
    owners::Owners,
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
};
use whipple::prelude::*;

/// Types of components and targets, as glTF 2.0 numbers them.
const SHORT: u32 = 5122;
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// A document, without what only its end can tell.
pub(super) struct Document {
    nodes_of: Nodes,
    lists: Lists,
    nodes: List,
    /// The nodes of the pieces.
    pieces: Vec<usize>,
    /// The parts that there are, in the order of their meshes.
    parts: Vec<Part>,
    /// How many instances each part has.
    counts: Vec<u64>,
}

/// Where instances of a piece lie: the view that has them all, and how many of its bytes are taken.
struct Space {
    view: usize,
    taken: u64,
}

impl Document {
    /// A document of nothing, with these nodes.
    pub(super) fn new(nodes_of: Nodes) -> Self {
        let (lists, nodes) = (Lists::default(), List::default());
        Self { nodes_of, lists, nodes, pieces: Vec::new(), parts: Vec::new(), counts: Vec::new() }
    }

    /// Where its bytes are.
    pub(super) fn lists(&mut self) -> &mut Lists {
        &mut self.lists
    }

    /// Bytes of the instances of a piece.
    pub(super) fn bytes_of(&self, piece: &Piece) -> u64 {
        piece.instances.len() as u64 * self.nodes_of.instance_bytes()
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

    /// Adds a piece, whose instances lie part by part.
    pub(super) fn add(&mut self, piece: &Piece, out: &mut impl Write) -> io::Result<()> {
        let middle = middle(&piece.instances);
        let mut space = Space { view: self.lists.view(self.bytes_of(piece), None), taken: 0 };
        let children = match self.nodes_of {
            Nodes::Kind => self.add_parts(&piece.instances, middle, Some(&piece.owners), &mut space, out)?,
            Nodes::Building => self.add_buildings(piece, middle, &mut space, out)?,
        };
        let name = format!("blocks {}, {}", piece.tile.column, piece.tile.row);
        let node = json!({"name": name, "translation": middle.to_array(), "children": children});
        self.pieces.push(self.nodes.add(&node));
        Ok(())
    }

    /// Adds a node for each building of a piece, and one for all else; gives their numbers.
    fn add_buildings(
        &mut self,
        piece: &Piece,
        around: Vec3,
        space: &mut Space,
        out: &mut impl Write,
    ) -> io::Result<Vec<usize>> {
        let mut order: Vec<(Option<u32>, u32)> =
            (0..).zip(&piece.instances).map(|(place, instance)| (piece.owners.of(instance), place)).collect();
        order.sort_unstable();
        let mut added = Vec::new();
        for own in order.chunk_by(|(a, _), (b, _)| a == b) {
            let instances: Vec<Instance> = own.iter().map(|(_, place)| piece.instances[*place as usize]).collect();
            let middle = middle(&instances);
            let children = self.add_parts(&instances, middle, None, space, out)?;
            let name = own[0].0.map_or("streets and parks".to_owned(), |number| format!("building {number}"));
            let place = (middle - around).to_array();
            added.push(self.nodes.add(&json!({"name": name, "translation": place, "children": children})));
        }
        Ok(added)
    }

    /// Adds a node for each part of instances, which lie part by part and are seen from `middle`; gives their numbers. They have names
    /// and tell their buildings where they are of several.
    fn add_parts(
        &mut self,
        instances: &[Instance],
        middle: Vec3,
        owners: Option<&Owners>,
        space: &mut Space,
        out: &mut impl Write,
    ) -> io::Result<Vec<usize>> {
        let mut added = Vec::new();
        for own in instances.chunk_by(|a, b| Part::of(a) == Part::of(b)) {
            write_instances(own, middle, out)?;
            for building in owners.iter().flat_map(|owners| own.iter().map(|instance| owners.of(instance))) {
                // A float has no room for all numbers, but for as many as there may be buildings.
                out.write_all(&building.map_or(-1.0, |number| number as f32).to_le_bytes())?;
            }
            let part = Part::of(&own[0]);
            let mut node = json!({"mesh": self.mesh_of(part, own.len() as u64)});
            node["extensions"] = json!({EXTENSION: {"attributes": self.attributes(own.len() as u64, space)}});
            if owners.is_some() {
                node["name"] = json!(part.name());
            }
            added.push(self.nodes.add(&node));
        }
        Ok(added)
    }

    /// The mesh of a part, which has `count` more instances.
    fn mesh_of(&mut self, part: Part, count: u64) -> usize {
        let mesh = self.parts.iter().position(|other| *other == part).unwrap_or(self.parts.len());
        if mesh == self.parts.len() {
            self.parts.push(part);
            self.counts.push(0);
        }
        self.counts[mesh] += count;
        mesh
    }

    /// The attributes of the next `count` instances.
    fn attributes(&mut self, count: u64, space: &mut Space) -> Value {
        let mut attribute = |bytes: u64, accessor| {
            let number = self.lists.accessor(space.view, space.taken, count, accessor);
            space.taken += count * bytes;
            number
        };
        let vector = || json!({"componentType": FLOAT, "type": "VEC3"});
        let (translation, scale) = (attribute(12, vector()), attribute(12, vector()));
        let rotation = attribute(8, json!({"componentType": SHORT, "normalized": true, "type": "VEC4"}));
        let mut attributes = json!({"TRANSLATION": translation, "ROTATION": rotation, "SCALE": scale});
        if self.nodes_of == Nodes::Kind {
            attributes[BUILDING] = json!(attribute(4, json!({"componentType": FLOAT, "type": "SCALAR"})));
        }
        attributes
    }

    /// The whole document. The geometry of its meshes goes to the end of the last buffer.
    pub(super) fn finish(&mut self, out: &mut impl Write) -> io::Result<Finished> {
        // Empty lists are not allowed: a city of nothing has no scene.
        if self.parts.is_empty() {
            let text = json!({"asset": asset()}).to_string();
            return Ok(Finished { text, bytes: 0, triangles: 0, materials: 0 });
        }
        let materials = self.materials();
        let (meshes, triangles) = self.meshes(&materials, out)?;
        let bytes = self.lists.bytes();
        // A right angle about X: what is upwards along Z is along Y then.
        let turn = [-FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2];
        let city = self.nodes.add(&json!({"name": "city", "rotation": turn, "children": self.pieces}));
        let head = json!({
            "asset": asset(),
            "extensionsUsed": [EXTENSION],
            "extensionsRequired": [EXTENSION],
            "scene": 0,
            "scenes": [{"nodes": [city]}],
            "meshes": meshes,
            "materials": materials.iter().map(|material| material_json(*material)).collect::<Vec<_>>(),
        });
        let mut text = head.to_string();
        // The lists may be long: they follow as they are.
        text.truncate(text.len() - 1);
        for member in [self.nodes.member("nodes")].into_iter().chain(self.lists.finish()) {
            text += ",";
            text += &member;
        }
        text += "}";
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
        let view = self.lists.view(corners * 12, Some(ARRAY_BUFFER));
        let fold = |by: fn(Vec3, Vec3) -> Vec3| mesh.positions.iter().copied().reduce(by).unwrap_or_default();
        let mut positions = vectors.clone();
        positions["min"] = json!(fold(Vec3::min).to_array());
        positions["max"] = json!(fold(Vec3::max).to_array());
        let position = self.lists.accessor(view, 0, corners, positions);
        let view = self.lists.view(corners * 12, Some(ARRAY_BUFFER));
        let normal = self.lists.accessor(view, 0, corners, vectors);
        let view = self.lists.view(indices * 4, Some(ELEMENT_ARRAY_BUFFER));
        let order = self.lists.accessor(view, 0, indices, json!({"componentType": UNSIGNED_INT, "type": "SCALAR"}));
        write_vectors(&mesh.positions, out)?;
        write_vectors(&mesh.normals, out)?;
        for index in &mesh.indices {
            out.write_all(&index.to_le_bytes())?;
        }
        Ok((json!({"attributes": {"POSITION": position, "NORMAL": normal}, "indices": order}), indices / 3))
    }
}

/// A document that is complete.
pub(super) struct Finished {
    /// The document.
    pub(super) text: String,
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
