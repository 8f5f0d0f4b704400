//! Graphs of kernels, with loops that a kernel ends.

use crate::{handles::lock, machine::Machine, module::KernelCall};
use cudarc::driver::sys::CUgraph;
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU32, Ordering::Relaxed},
};

/// A graph, or the body of a loop. Its nodes run one after the other, as they were added: what one waits for was added before.
#[derive(Debug, Default)]
pub struct Graph {
    nodes: Mutex<Vec<Node>>,
    conditions: Mutex<Vec<Arc<Condition>>>,
}

/// Something that a graph does.
#[derive(Debug)]
pub enum Node {
    /// A kernel.
    Kernel(KernelCall),
    /// Its body, again and again while the condition is not 0.
    Loop(Arc<Condition>, Arc<Graph>, Box<Bodies>),
}

/// The list of a loop's bodies, whose address the driver gives.
#[derive(Debug)]
pub struct Bodies(pub [CUgraph; 1]);

// SAFETY: a handle is a number.
unsafe impl Send for Bodies {}
// SAFETY: as above.
unsafe impl Sync for Bodies {}

/// Whether a loop runs once more. Its address is what kernels know it by.
#[derive(Debug)]
pub struct Condition {
    word: AtomicU32,
    initial: u32,
}

impl Condition {
    /// What kernels know it by.
    pub fn handle(&self) -> u64 {
        (&raw const self.word).expose_provenance() as u64
    }
}

impl Graph {
    /// A condition that has this value when the graph starts.
    pub fn condition(&self, initial: u32) -> u64 {
        let condition = Arc::new(Condition { word: AtomicU32::new(initial), initial });
        let handle = condition.handle();
        lock(&self.conditions).push(condition);
        handle
    }

    /// The condition of a handle, among this graph's own.
    pub fn find(&self, handle: u64) -> Option<Arc<Condition>> {
        lock(&self.conditions).iter().find(|condition| condition.handle() == handle).cloned()
    }

    /// Adds a node behind all others; gives its number.
    pub fn add(&self, node: Node) -> usize {
        let mut nodes = lock(&self.nodes);
        nodes.push(node);
        nodes.len()
    }

    /// The handles of its loops' bodies.
    pub fn bodies(&self) -> Vec<CUgraph> {
        let nodes = lock(&self.nodes);
        let body = |node: &Node| match node {
            Node::Loop(_, _, bodies) => Some(bodies.0[0]),
            Node::Kernel(_) => None,
        };
        nodes.iter().filter_map(body).collect()
    }

    /// Runs everything; `false` when a kernel failed.
    pub fn run(&self, machine: &Machine) -> bool {
        for condition in &*lock(&self.conditions) {
            condition.word.store(condition.initial, Relaxed);
        }
        lock(&self.nodes).iter().all(|node| match node {
            Node::Kernel(call) => call.run(machine),
            Node::Loop(condition, body, _) => {
                while condition.word.load(Relaxed) != 0 {
                    if !body.run(machine) {
                        return false;
                    }
                }
                true
            }
        })
    }
}
