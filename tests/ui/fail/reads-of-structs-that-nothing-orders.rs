//! The errors are there to see the warnings: what a warning is about compiles. Nothing is said of the last two programs.
use whipple::prelude::*;

#[device]
pub struct Graph {
    pub edges: Buffer<u32>,
    pub marks: Buffer<u32>,
}

#[device]
impl Graph {
    fn edge(&self, node: u32) -> u32 {
        self.edges.get(node)
    }

    fn put(&self, node: u32) {
        put(&self.edges, node);
    }

    fn mark(&self, node: u32) {
        self.marks.set(node, 1);
    }
}

#[device]
fn put(words: &Buffer<u32>, at: u32) {
    words.set(at, at);
}

#[device]
fn edge_of(graph: &Graph, node: u32) -> u32 {
    graph.edge(node)
}

macro_rules! programs {
    ($($name:ident: |$writer:ident, $item:ident| $write:expr, |$reader:ident, $n:ident| $read:expr;)*) => {$(
        pub mod $name {
            use super::*;

            #[procedure(level = 2)]
            pub struct Root;

            #[execute]
            impl Execute for Root {
                type Item = u32;
                fn execute(&self, ctx: &Context<Self>, n: &u32) {
                    ctx.spawn::<Write>(*n);
                    ctx.spawn::<Read>(*n);
                }
            }

            #[procedure(level = 2)]
            pub struct Write {
                pub graph: Graph,
                pub levels: [Buffer<u32>; 2],
            }

            #[device]
            impl Write {
                fn write(&$writer, $item: u32) {
                    $write;
                }
            }

            #[execute]
            impl Execute for Write {
                type Item = u32;
                fn execute(&self, _ctx: &Context<Self>, n: &u32) {
                    self.write(*n);
                }
            }

            #[procedure(level = 2)]
            pub struct Read {
                pub graph: Graph,
                pub levels: [Buffer<u32>; 2],
                pub sums: Buffer<u32>,
            }

            #[device]
            impl Read {
                fn read(&$reader, $n: u32) -> u32 {
                    $read
                }
            }

            #[execute]
            impl Execute for Read {
                type Item = u32;
                fn execute(&self, _ctx: &Context<Self>, n: &u32) {
                    self.sums.set(*n, self.read(*n));
                }
            }

            #[program]
            pub struct Unordered {
                root: Root,
                write: Write,
                $name: Read,
            }
        }
    )*};
}

programs! {
    fields: |self, n| self.graph.edges.set(n, 1), |self, n| self.graph.edges.get(n);
    methods: |self, n| self.graph.put(n), |self, n| self.graph.edge(n);
    functions: |self, n| put(&self.graph.edges, n), |self, n| edge_of(&self.graph, n);
    variables: |self, n| { let Graph { edges, .. } = &self.graph; edges.set(n, 1) }, |self, n| { let graph = &self.graph; graph.edge(n) };
    elements: |self, n| self.levels[n as usize].set(n, 1), |self, n| { let level = &self.levels[n as usize % 2]; level.get(n) };
    iterators: |self, n| for level in &self.levels { level.set(n, 1) }, |self, n| self.levels.iter().map(|level| level.get(n)).sum::<u32>();
    other_fields: |self, n| self.graph.mark(n), |self, n| self.graph.edge(n);
    other_elements: |self, n| self.levels[0].set(n, 1), |self, n| self.levels[1].get(n);
}

fn main() {
    let _: u32 = "the error";
}
