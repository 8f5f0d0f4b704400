//! Fields of procedures that hold buffers in structs and arrays: a search over a graph in both directions, which several procedures share. The
//! same on the CPU, the emulated device and a GPU as by plain Rust.

#[macro_use]
#[path = "common/devices.rs"]
mod devices;

use std::collections::VecDeque;
use whipple::prelude::*;

/// A node's edges are `edges[offsets[node]..offsets[node + 1]]`.
#[device]
#[derive(Clone)]
struct Graph {
    nodes: u32,
    offsets: ReadOnly<u32>,
    edges: ReadOnly<u32>,
}

#[device]
impl Graph {
    fn degree(&self, node: u32) -> u32 {
        self.offsets.get(node + 1) - self.offsets.get(node)
    }

    fn neighbour(&self, node: u32, index: u32) -> u32 {
        self.edges.get(self.offsets.get(node) + index)
    }
}

/// The edges and the edges turned around, and what a search has found, between fields of other sizes.
#[device]
#[derive(Clone)]
struct World {
    most: u8,
    graphs: [Graph; 2],
    is_whole: bool,
    found: Found,
    scale: f64,
}

/// What the searches find.
#[device]
#[derive(Clone)]
struct Found {
    /// The distances in both directions.
    levels: [Buffer<u32>; 2],
    visits: Buffer<u64>,
}

#[device]
impl Found {
    /// Whether this way to a node is shorter than all before.
    fn improves(&self, visit: &Visit) -> bool {
        self.visits.fetch_add(visit.direction, 1);
        let level = &self.levels[visit.direction as usize];
        level.fetch_min(visit.node, visit.distance) > visit.distance
    }
}

/// A way to a node.
#[device]
#[derive(Clone, Copy)]
struct Visit {
    node: u32,
    distance: u32,
    direction: u32,
}

#[device]
fn beyond(graph: &Graph, visit: &Visit, index: u32) -> Visit {
    Visit { node: graph.neighbour(visit.node, index), distance: visit.distance + 1, ..*visit }
}

/// Goes along an edge, and spawns searches from where it leads.
#[procedure(level = 2, max_spawns = 64)]
struct Search {
    limit: u16,
    world: World,
}

#[execute]
impl Execute for Search {
    type Item = Visit;
    fn execute(&self, ctx: &Context<Self>, visit: &Visit) {
        let World { found, graphs, .. } = &self.world;
        if visit.distance > self.limit as u32 || !found.improves(visit) {
            return;
        }
        let graph = &graphs[visit.direction as usize];
        for index in 0..graph.degree(visit.node) {
            ctx.spawn::<Search>(beyond(graph, visit, index));
        }
    }
}

/// The same graphs, and buffers that `Search` holds as well.
#[procedure(level = 1, threads = 64, shared = Shared<u32>)]
struct Measure {
    forward: Graph,
    is_scaled: bool,
    levels: [Buffer<u32>; 2],
    again: [[Buffer<u32>; 1]; 2],
    sums: Buffer<u32>,
    world: World,
}

#[execute]
impl Execute for Measure {
    type Item = u32;
    fn execute(&self, ctx: &Context<Self>, first: &u32) {
        let node = *first + ctx.thread();
        let backward = &self.world.graphs[1];
        if ctx.thread() == 0 {
            ctx.shared().set(0);
        }
        ctx.barrier();
        if node < self.forward.nodes {
            let there = self.levels.iter().map(|level| level.get(node)).filter(|level| *level != u32::MAX).count();
            let same = self.levels[1].get(node) == self.again[1][0].get(node);
            let degrees = self.forward.degree(node) * 3 + backward.degree(node);
            ctx.shared().fetch_add(degrees * 10 + there as u32 + same as u32 * 1000);
        }
        ctx.barrier();
        if ctx.thread() == 0 {
            let scaled = if self.is_scaled { self.world.scale as u32 } else { 0 };
            self.sums.set(*first / 64, ctx.shared().get() + scaled + self.world.most as u32);
        }
    }
}

#[program]
struct Both {
    #[schedule(seeded)]
    search: Search,
    #[schedule(seeded)]
    measure: Measure,
}

const NODES: u32 = 300;
const LIMIT: u16 = 7;

/// Pairs of nodes, of which some have no edges at all.
fn pairs() -> Vec<(u32, u32)> {
    let hashed = |x: u32| (x.wrapping_mul(0x9e37_79b9) ^ x >> 7).wrapping_mul(0x85eb_ca6b) >> 9;
    (0..700).map(|k| (hashed(k) % (NODES - 20), hashed(k + 5000) % (NODES - 20))).collect()
}

/// The offsets and the edges.
fn rows(pairs: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>) {
    let (mut offsets, mut edges) = (vec![0], Vec::new());
    for node in 0..NODES {
        edges.extend(pairs.iter().filter(|(from, _)| *from == node).map(|(_, to)| *to));
        offsets.push(edges.len() as u32);
    }
    (offsets, edges)
}

fn turned() -> Vec<(u32, u32)> {
    pairs().into_iter().map(|(from, to)| (to, from)).collect()
}

fn graph(device: &Device, pairs: &[(u32, u32)]) -> Result<Graph, Error> {
    let (offsets, edges) = rows(pairs);
    let table = |words: &[u32]| device.buffer_from(words).map(Buffer::read_only);
    Ok(Graph { nodes: NODES, offsets: table(&offsets)?, edges: table(&edges)? })
}

/// The distances in both directions, and the sums of `Measure`.
type Outcome = ([Vec<u32>; 2], Vec<u32>);

fn run(device: &Device) -> Result<Outcome, Error> {
    let graphs = [graph(device, &pairs())?, graph(device, &turned())?];
    let level = || device.buffer_filled(NODES as usize, u32::MAX);
    let found = Found { levels: [level()?, level()?], visits: device.buffer(2)? };
    let world = World { most: 200, graphs: graphs.clone(), is_whole: true, found: found.clone(), scale: 5e6 };
    let sums = device.buffer(NODES.div_ceil(64) as usize)?;
    let [forward, _] = graphs;
    let again = found.levels.clone().map(|level| [level]);
    let levels = found.levels.clone();
    let measure = Measure { forward, is_scaled: true, levels, again, sums: sums.clone(), world: world.clone() };
    let program = Both { search: Search { limit: LIMIT, world }, measure };
    let mut launcher = Launcher::new(device, &program)?;
    let start = |direction| Visit { node: 0, distance: 0, direction };
    launcher.seed::<Search>(&[start(0), start(1)])?.run()?;
    let firsts: Vec<u32> = (0..NODES).step_by(64).collect();
    launcher.seed::<Measure>(&firsts)?.run()?;
    assert!(found.visits.read()?.iter().all(|visits| *visits > 0), "{:?}", found.visits);
    let [first, second] = found.levels;
    Ok(([first.read()?, second.read()?], sums.read()?))
}

fn distances(pairs: &[(u32, u32)]) -> Vec<u32> {
    let (mut distances, mut waiting) = (vec![u32::MAX; NODES as usize], VecDeque::from([(0, 0)]));
    while let Some((node, distance)) = waiting.pop_front() {
        let known: &mut u32 = &mut distances[node as usize];
        if *known == u32::MAX && distance <= u32::from(LIMIT) {
            *known = distance;
            waiting.extend(pairs.iter().filter(|(from, _)| *from == node).map(|(_, to)| (*to, distance + 1)));
        }
    }
    distances
}

fn expected() -> Outcome {
    let levels = [distances(&pairs()), distances(&turned())];
    let of_node = |node: u32| {
        let there = levels.iter().filter(|level| level[node as usize] != u32::MAX).count() as u32;
        let degrees = pairs().into_iter().map(|(from, to)| u32::from(from == node) * 3 + u32::from(to == node));
        degrees.sum::<u32>() * 10 + there + 1000
    };
    let of_block = |first: u32| (first..NODES.min(first + 64)).map(of_node).sum::<u32>() + 5_000_200;
    let sums = (0..NODES).step_by(64).map(of_block).collect();
    (levels, sums)
}

#[test]
fn searches_reach_some_nodes_and_not_others() {
    for levels in expected().0 {
        let reached = levels.iter().filter(|level| **level != u32::MAX).count();
        assert!((50..NODES as usize - 20).contains(&reached), "{reached}");
    }
}

equal_plain_rust!(run, expected, Both);

/// Memory that one struct only reads, and another writes.
#[test]
fn what_is_read_only_in_a_struct_is_written_by_nobody() {
    let device = Device::cpu();
    let memory = device.buffer::<u32>(NODES as usize + 1).expect("a buffer");
    let (plain, level) = (graph(&device, &pairs()).expect("a graph"), device.buffer(4).expect("a buffer"));
    let shared = Graph { offsets: memory.clone().read_only(), ..plain.clone() };
    let program = |graph: &Graph, levels: [Buffer<u32>; 2]| {
        let found = Found { levels: levels.clone(), visits: device.buffer(2).expect("a buffer") };
        let graphs = [plain.clone(), graph.clone()];
        let world = World { most: 0, graphs, is_whole: false, found, scale: 0.0 };
        let measure = Measure {
            forward: plain.clone(),
            is_scaled: false,
            again: levels.clone().map(|level| [level]),
            levels,
            sums: level.clone(),
            world: world.clone(),
        };
        Both { search: Search { limit: 0, world }, measure }
    };
    let written = program(&shared, [level.clone(), memory]);
    let error = Launcher::new(&device, &written).map(drop).expect_err("the memory is the same").to_string();
    let (read, written) = ("`Search.world` is a `ReadOnly`", "`Search.world` can write");
    assert!(error.contains(read) && error.contains(written), "{error}");
    Launcher::new(&device, &program(&shared, [level.clone(), level.clone()])).map(drop).expect("other memory is fine");
}
