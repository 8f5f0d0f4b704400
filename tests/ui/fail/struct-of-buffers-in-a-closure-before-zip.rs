use whipple::prelude::*;

#[device]
pub struct Graph {
    pub marks: Buffer<u32>,
}

#[device]
impl Graph {
    fn mark(&self, node: u32) -> u32 {
        self.marks.fetch_add(node, 1)
    }
}

#[device]
fn mark(graph: &Graph, node: u32) -> u32 {
    graph.mark(node)
}

#[device]
pub fn by_a_method(graph: &Graph) -> u32 {
    [1_u32, 2, 3].iter().map(|node| graph.mark(*node)).zip([4_u32, 5]).map(|(a, b)| a * b).sum::<u32>()
}

#[device]
pub fn by_a_function(graphs: &[Graph; 2]) -> u32 {
    graphs.iter().map(|graph| mark(graph, 0)).zip([4_u32]).map(|(a, b)| a * b).sum::<u32>()
}

#[device]
pub fn in_a_sort(graph: &Graph, mut nodes: [u32; 4]) -> u32 {
    nodes.sort_by_key(|node| graph.mark(*node));
    nodes[0]
}

fn main() {}
