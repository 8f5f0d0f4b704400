//! glTF files of cities, through a reader of its own, and cities in pieces.

use crate::{
    ONCE, RuleSet, Skyscraper, Suburb, TowerFused, assert_same,
    city::{
        derive::derive,
        gltf::{self as file_format, BUILDING, Contents, EXTENSION, Format, MOST_DATA, Nodes, Part},
        instance::{Instance, sorted},
        limit::{Expected, Memory, Work, check_nodes},
        mesh::Mesh,
        pieces::{Piece, Pieces},
        plan::Tile,
    },
    exact, on_cpu,
};
use serde_json::Value;
use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::Path,
};
use whipple::{
    glam::{Quat, Vec4},
    prelude::*,
};

/// The pieces of a city, of `side` blocks each way.
fn pieces<R: RuleSet>(buildings: u32, side: i32) -> Vec<Piece> {
    let (device, plan, options) = (Device::cpu(), R::LAYOUT.plan(buildings, 1), exact().workers(1));
    let mut pieces = Pieces::<R>::new(&device, &plan, &options, side).expect("room");
    std::iter::from_fn(|| pieces.next_piece().expect("a piece")).collect()
}

/// Writes pieces to a file.
fn write(path: &Path, pieces: Vec<Piece>, nodes: Nodes, most_data: u64) -> Contents {
    let mut pieces = pieces.into_iter();
    file_format::write(path, &mut || Ok(pieces.next()), Format { nodes, most_data }).expect("a file")
}

/// A file that was read.
struct Read {
    document: Value,
    buffers: Vec<Vec<u8>>,
}

impl Read {
    /// Reads a file, which the reader of another project finds valid but for the extension, of which it does not know.
    fn file(path: &Path) -> Self {
        let bytes = fs::read(path).expect("a file");
        let (text, blob) = if path.extension().is_some_and(|extension| extension == "glb") {
            let glb = gltf::Glb::from_slice(&bytes).expect("a binary file");
            assert_eq!(glb.header.length as usize, bytes.len());
            (glb.json.into_owned(), glb.bin.map(|bytes| bytes.into_owned()))
        } else {
            (bytes, None)
        };
        let document: Value = serde_json::from_slice(&text).expect("JSON");
        assert_eq!(document["extensionsRequired"], document["extensionsUsed"]);
        let mut known = document.clone();
        known.as_object_mut().expect("an object").remove("extensionsRequired");
        gltf::Gltf::from_slice(&serde_json::to_vec(&known).expect("JSON")).expect("a valid file");
        let read = |buffer: &Value| match &buffer["uri"] {
            Value::String(name) => fs::read(path.with_file_name(name.replace("%20", " "))).expect("a file of data"),
            _ => blob.clone().expect("a chunk of data"),
        };
        let buffers: Vec<Vec<u8>> = document["buffers"].as_array().into_iter().flatten().map(read).collect();
        for (buffer, said) in buffers.iter().zip(document["buffers"].as_array().into_iter().flatten()) {
            assert_eq!(said["byteLength"].as_u64(), Some(buffer.len() as u64).map(|bytes| bytes.max(1)));
        }
        Self { document, buffers }
    }

    fn number(&self, value: &Value) -> usize {
        value.as_u64().expect("a number") as usize
    }

    /// The elements of an accessor, each of `N` numbers.
    fn elements<const N: usize>(&self, accessor: &Value) -> Vec<[f32; N]> {
        let accessor = &self.document["accessors"][self.number(accessor)];
        let view = &self.document["bufferViews"][self.number(&accessor["bufferView"])];
        let buffer = &self.buffers[self.number(&view["buffer"])];
        let view = &buffer[self.number(&view["byteOffset"])..][..self.number(&view["byteLength"])];
        let data = &view[self.number(&accessor["byteOffset"])..];
        let each = |start: usize, size: usize| (0..N).map(move |k| start + k * size);
        let element = |n: usize| match accessor["componentType"].as_u64() {
            Some(5126) => {
                each(n * N * 4, 4).map(|at| f32::from_le_bytes(data[at..at + 4].try_into().unwrap())).collect()
            }
            Some(5125) => {
                each(n * N * 4, 4).map(|at| u32::from_le_bytes(data[at..at + 4].try_into().unwrap()) as f32).collect()
            }
            Some(5122) => {
                let short = |at: usize| i16::from_le_bytes(data[at..at + 2].try_into().unwrap());
                each(n * N * 2, 2).map(|at| f32::from(short(at)) / 32767.0).collect::<Vec<f32>>()
            }
            other => panic!("components of {other:?}"),
        };
        (0..self.number(&accessor["count"])).map(|n| element(n).try_into().unwrap()).collect()
    }

    fn node(&self, number: &Value) -> &Value {
        &self.document["nodes"][self.number(number)]
    }

    fn children(&self, node: &Value) -> Vec<&Value> {
        node["children"].as_array().expect("children").iter().map(|child| self.node(child)).collect()
    }

    fn translation(node: &Value) -> Vec3 {
        Vec3::from_array(serde_json::from_value(node["translation"].clone()).expect("a place"))
    }

    /// All instances of the scene.
    fn instances(&self) -> Vec<Found> {
        let city = self.node(&self.document["scenes"][0]["nodes"][0]);
        let turn = Quat::from_array(serde_json::from_value(city["rotation"].clone()).expect("a rotation"));
        let mut all = Vec::new();
        for piece in self.children(city) {
            let middle = Self::translation(piece);
            for child in self.children(piece) {
                if child.get("mesh").is_some() {
                    self.add_part(child, turn, middle, None, &mut all);
                    continue;
                }
                let name = child["name"].as_str().expect("a name");
                let building = match name.strip_prefix("building ") {
                    Some(number) => number.parse().expect("a number"),
                    None => {
                        assert_eq!(name, "streets and parks");
                        -1.0
                    }
                };
                for part in self.children(child) {
                    self.add_part(part, turn, middle + Self::translation(child), Some(building), &mut all);
                }
            }
        }
        all
    }

    /// Adds the instances of a part, which are of this building, or say of which.
    fn add_part(&self, part: &Value, turn: Quat, middle: Vec3, building: Option<f32>, all: &mut Vec<Found>) {
        let primitive = &self.document["meshes"][self.number(&part["mesh"])]["primitives"][0];
        let corners = self.elements::<3>(&primitive["attributes"]["POSITION"]);
        let indices = self.elements::<1>(&primitive["indices"]);
        let attributes = &part["extensions"][EXTENSION]["attributes"];
        let translations = self.elements::<3>(&attributes["TRANSLATION"]);
        let rotations = self.elements::<4>(&attributes["ROTATION"]);
        let scales = self.elements::<3>(&attributes["SCALE"]);
        let buildings = match building {
            Some(building) => vec![[building]; scales.len()],
            None => self.elements::<1>(&attributes[BUILDING]),
        };
        assert_eq!([translations.len(), rotations.len(), buildings.len()], [scales.len(); 3]);
        for number in 0..scales.len() {
            let rotation = Quat::from_vec4(Vec4::from_array(rotations[number])).normalize();
            let place = Vec3::from_array(translations[number]) + middle;
            let at = |[index]: &[f32; 1]| {
                let corner = Vec3::from_array(corners[*index as usize]) * Vec3::from_array(scales[number]);
                turn * (rotation * corner + place)
            };
            all.push(Found { corners: indices.iter().map(at).collect(), building: buildings[number][0] });
        }
    }
}

/// An instance that was read.
struct Found {
    /// The corners of its triangles, in the scene.
    corners: Vec<Vec3>,
    /// The number of its building, or -1.
    building: f32,
}

/// An instance that was written, and its building.
type Written<'p> = (&'p Instance, Option<u32>);

/// The instances of some pieces, in the order of a file with these nodes.
fn written(pieces: &[Piece], nodes: Nodes) -> Vec<Written<'_>> {
    let mut all = Vec::new();
    for piece in pieces {
        let mut own: Vec<Written<'_>> =
            piece.instances.iter().map(|instance| (instance, piece.owners.of(instance))).collect();
        if nodes == Nodes::Building {
            own.sort_by_key(|(_, building)| *building);
        }
        all.append(&mut own);
    }
    all
}

/// What is in a file are the triangles of the instances, with Y upwards, and their buildings.
fn assert_holds(read: &Read, instances: &[Written<'_>]) {
    let found = read.instances();
    assert_eq!(found.len(), instances.len());
    for (Found { corners, building }, (instance, expected)) in found.iter().zip(instances) {
        assert_eq!(*building, expected.map_or(-1.0, |number| number as f32), "{instance:?}");
        let mut mesh = Mesh::default();
        mesh.add(instance);
        let expected = mesh.indices.iter().map(|index| mesh.positions[*index as usize]);
        assert_eq!(corners.len(), mesh.indices.len(), "{instance:?}");
        for (found, expected) in corners.iter().zip(expected) {
            let expected = Vec3::new(expected.x, expected.z, -expected.y);
            assert!(found.distance(expected) < 5e-3, "{instance:?} has {found}, not {expected}");
        }
    }
}

fn files_hold<R: RuleSet>(buildings: u32, side: i32, nodes: Nodes) {
    let folder = tempfile::tempdir().expect("a folder");
    let all = pieces::<R>(buildings, side);
    let instances = written(&all, nodes);
    let glb = folder.path().join("city.glb");
    let contents = write(&glb, pieces::<R>(buildings, side), nodes, MOST_DATA);
    assert_eq!(contents.bytes, fs::metadata(&glb).expect("a file").len());
    let read = Read::file(&glb);
    assert_holds(&read, &instances);
    let triangles = read.instances().iter().map(|found| found.corners.len() as u64 / 3).sum::<u64>();
    assert_eq!((contents.triangles, contents.instances), (triangles, instances.len() as u64));
    let parts: HashSet<_> = instances.iter().map(|(instance, _)| format!("{:?}", Part::of(instance))).collect();
    assert_eq!(read.document["meshes"].as_array().map(Vec::len), Some(parts.len()), "a mesh for each kind of part");
    let all_nodes = read.document["nodes"].as_array().expect("nodes");
    let names: Vec<&str> = all_nodes.iter().filter_map(|node| node["name"].as_str()).collect();
    let named = |start: &str| names.iter().filter(|name| name.starts_with(start)).collect::<Vec<_>>();
    assert_eq!(named("blocks ").len(), all.len());
    match nodes {
        Nodes::Building => {
            let own = named("building ");
            let different: HashSet<_> = own.iter().collect();
            assert_eq!((own.len(), different.len()), (buildings as usize, buildings as usize));
        }
        Nodes::Kind => {
            let fewest = all.len() + 1;
            assert!(
                (fewest..=fewest + parts.len() * all.len()).contains(&all_nodes.len()),
                "{} nodes",
                all_nodes.len()
            );
        }
    }
    // A box is 36 bytes for its instance, not 24 corners of 24 bytes.
    let nodes_bytes = all_nodes.len() as u64 * 600;
    assert!(contents.bytes < 37 * contents.instances + nodes_bytes + 20_000, "{contents:?}, {} nodes", all_nodes.len());

    // The same as text, with several files of data.
    let gltf = folder.path().join("a city.gltf");
    let text = write(&gltf, pieces::<R>(buildings, side), nodes, 100_000);
    assert!((2..=all.len()).contains(&text.data_files), "{text:?}");
    let read = Read::file(&gltf);
    assert_holds(&read, &instances);
    let sizes = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("a file"));
    let sizes =
        sizes.filter(|entry| entry.file_name() != "city.glb").map(|entry| entry.metadata().expect("a file").len());
    assert_eq!((text.bytes, text.triangles), (sizes.sum(), contents.triangles));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2 + text.data_files);
}

#[test]
fn files_are_valid_gltf() {
    for nodes in [Nodes::Building, Nodes::Kind] {
        files_hold::<Skyscraper>(24, 2, nodes);
        files_hold::<Suburb>(40, 1, nodes);
        files_hold::<TowerFused>(12, 1, nodes);
    }
}

/// As many nodes as programs read, by default as many as viewers draw.
#[test]
fn huge_cities_have_no_nodes_for_buildings() {
    assert_eq!([1, 1024, 1025, 1 << 20].map(Nodes::of), [Nodes::Building, Nodes::Building, Nodes::Kind, Nodes::Kind]);
    let error = check_nodes(65_537, Nodes::Building).expect_err("too many");
    assert!(error.contains("at most 65536 --buildings, and these are 65537"), "{error}");
    assert!(error.contains("Choose --nodes kind"), "{error}");
    assert_eq!(check_nodes(65_536, Nodes::Building), Ok(()));
    assert_eq!(check_nodes(1 << 20, Nodes::Kind), Ok(()));
}

#[test]
fn an_empty_city_is_a_valid_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let glb = folder.path().join("city.glb");
    for nodes in [Nodes::Building, Nodes::Kind] {
        assert_eq!(write(&glb, Vec::new(), nodes, MOST_DATA).instances, 0);
    }
    gltf::Gltf::from_slice(&fs::read(&glb).expect("a file")).expect("a valid file");
}

/// What cannot be derived to its end leaves the files that were there, all of them.
#[test]
fn what_fails_leaves_the_old_files() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["city.glb", "city.gltf"] {
        let path = folder.path().join(name);
        write(&path, pieces::<Skyscraper>(9, 1), Nodes::Building, MOST_DATA);
        let contents = || -> Vec<(String, Vec<u8>)> {
            let files = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("a file").path());
            let mut all: Vec<_> =
                files.map(|path| (path.display().to_string(), fs::read(&path).expect("a file"))).collect();
            all.sort();
            all
        };
        let old = contents();
        let mut next = pieces::<Suburb>(20, 1).into_iter();
        let failing = &mut || next.next().map(Some).ok_or(Error::TooLong { length: 7 });
        let failure =
            file_format::write(&path, failing, Format { nodes: Nodes::Kind, most_data: 1000 }).expect_err("it fails");
        assert!(matches!(failure.downcast_ref(), Some(Error::TooLong { length: 7 })), "{failure:?}");
        assert!(contents() == old, "{name} or its data is another");
    }
}

/// The pieces of a city are the city.
fn pieces_are_the_city<R: RuleSet>(buildings: u32, side: i32) {
    let all = pieces::<R>(buildings, side);
    assert!(all.len() > 2, "{} pieces", all.len());
    assert_eq!(all.iter().map(|piece| piece.tile).collect::<BTreeSet<Tile>>().len(), all.len());
    let together = sorted(all.into_iter().flat_map(|piece| piece.instances).collect());
    assert_same(&together, &on_cpu::<R>(buildings), R::NAME);
}

#[test]
fn a_city_is_the_same_in_pieces() {
    pieces_are_the_city::<Skyscraper>(60, 2);
    pieces_are_the_city::<Skyscraper>(60, 3);
    pieces_are_the_city::<Suburb>(70, 2);
    pieces_are_the_city::<TowerFused>(20, 1);
}

/// What a city takes is known before it is derived: not less than it takes, and not much more.
#[test]
fn cities_are_estimated_before_the_work() {
    assert_eq!(Expected::of::<Skyscraper>(&Skyscraper::LAYOUT.plan(256, 1)).expect("a sample"), None, "it is small");
    let plan = Skyscraper::LAYOUT.plan(1100, 1);
    let expected = Expected::of::<Skyscraper>(&plan).expect("a sample").expect("it is large");
    let found =
        derive::<Skyscraper>(&Device::cpu(), &plan.site(), &exact(), ONCE).expect("a city").instances.len() as u64;
    assert!((found..found * 5 / 4).contains(&expected.instances), "{} of {found}", expected.instances);
    assert_eq!(expected.buildings, 1100);
}

#[test]
fn what_has_no_room_is_refused_with_what_has() {
    let million = Expected { buildings: 1 << 20, instances: 250_000_000 };
    let memory = |available, is_shared| Memory { available: Some(available), is_shared };
    let four = memory(4_000_000_000, true);
    assert_eq!(million.check_memory(Work::Pieces, four), Ok(()));
    let error = million.check_memory(Work::AtOnce("--frames"), four).expect_err("too large");
    assert!(error.starts_with("1048576 --buildings need about ") && error.contains("as --frames has them"), "{error}");
    assert!(
        error.contains("4.0 GB are free: leave out --frames, or use fewer --buildings, of which about "),
        "{error}"
    );
    let error = million.check_memory(Work::Picture, four).expect_err("too large");
    assert!(error.contains("GB of memory for --picture") && error.contains("`--picture none`"), "{error}");
    let fitting = error.rsplit_once("about ").expect("advice").1.trim_end_matches(" fit").parse().expect("a number");
    let fewer = Expected { buildings: fitting, instances: 250_000_000 * fitting / (1 << 20) };
    assert_eq!(fewer.check_memory(Work::Picture, four), Ok(()), "what is advised fits");
    million.check_memory(Work::Pieces, memory(10_000_000, true)).expect_err("far too little memory");
    // A GPU's own memory is not the host's.
    assert_eq!(million.check_memory(Work::AtOnce("--measure"), memory(14_000_000_000, false)), Ok(()));
    million.check_memory(Work::AtOnce("--measure"), memory(14_000_000_000, true)).expect_err("it is on the host");

    let error = million.check_file(Path::new("a.glb"), Nodes::Kind).expect_err("too large");
    assert!(
        error.starts_with("a.glb would have about 9.0 GB, and a file of binary glTF holds at most 4 GiB"),
        "{error}"
    );
    assert!(error.contains("name it a.gltf, which has its data in several files"), "{error}");
    assert_eq!(million.check_file(Path::new("a.gltf"), Nodes::Kind), Ok(()));
    // The number of the output's elements, of which words are twelve times as many.
    assert_eq!(million.check_numbers::<<Skyscraper as crate::Forms>::Mixed>("--measure"), Ok(()));
    million.check_numbers::<Skyscraper>("--measure").expect_err("too many words");
}
