//! Graphs of kernels, with loops that the device ends.

use super::{Function, Gpu, Stream};
use cudarc::driver::sys::{
    CUDA_CONDITIONAL_NODE_PARAMS, CUDA_KERNEL_NODE_PARAMS_v3, CUgraph, CUgraphConditionalNodeType, CUgraphExec,
    CUgraphNode, CUgraphNodeParams, CUgraphNodeType,
};
use std::{ffi::c_void, sync::Arc};
use whipple_runtime::error::Error;

/// `CU_GRAPH_COND_ASSIGN_DEFAULT`: the condition has its default value again at each launch.
const ASSIGN_DEFAULT: u32 = 1;

/// A graph in the making.
#[derive(Debug)]
pub struct Graph {
    gpu: Arc<Gpu>,
    raw: CUgraph,
}

/// A place for nodes: the graph itself or the body of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Steps<'a> {
    gpu: &'a Arc<Gpu>,
    raw: CUgraph,
}

/// A node, to be named as a dependency of later ones.
#[derive(Clone, Copy, Debug)]
pub struct Node(CUgraphNode);

/// Whether a loop runs once more; kernels set it through its handle.
#[derive(Clone, Copy, Debug)]
pub struct Condition(u64);

impl Condition {
    /// What kernels know it by.
    pub fn handle(self) -> u64 {
        self.0
    }
}

impl Graph {
    /// An empty graph.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn new(gpu: &Arc<Gpu>) -> Result<Self, Error> {
        gpu.bind()?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: `raw` is valid for writing.
        gpu.check("cuGraphCreate", unsafe { gpu.api.graph_create(&raw mut raw, 0) })?;
        Ok(Self { gpu: gpu.clone(), raw })
    }

    /// A condition that is 0 when the graph starts.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn condition(&self) -> Result<Condition, Error> {
        self.gpu.bind()?;
        let mut handle = 0;
        // SAFETY: `handle` is valid for writing; graph and context live.
        self.gpu.check("cuGraphConditionalHandleCreate", unsafe {
            self.gpu.api.graph_condition_create(&raw mut handle, self.raw, self.gpu.context, 0, ASSIGN_DEFAULT)
        })?;
        Ok(Condition(handle))
    }

    /// The nodes of the graph itself.
    pub fn steps(&self) -> Steps<'_> {
        Steps { gpu: &self.gpu, raw: self.raw }
    }

    /// Makes the graph ready to run. Functions that it launches must outlive the result.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn instantiate(self) -> Result<ExecutableGraph, Error> {
        self.gpu.bind()?;
        let mut raw = std::ptr::null_mut();
        // SAFETY: `raw` is valid for writing, and the graph lives.
        self.gpu.check("cuGraphInstantiateWithFlags", unsafe {
            self.gpu.api.graph_instantiate(&raw mut raw, self.raw, 0)
        })?;
        Ok(ExecutableGraph { gpu: self.gpu.clone(), raw, _graph: self })
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        if self.gpu.bind().is_ok() {
            // SAFETY: created in `new`, destroyed once; bodies of loops belong to it.
            let _ = unsafe { self.gpu.api.graph_destroy(self.raw) };
        }
    }
}

impl<'a> Steps<'a> {
    /// Adds a kernel that runs after other nodes.
    ///
    /// # Safety
    /// As [`Function::launch`], at every launch of the graph; the parameters' values are copied now.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub unsafe fn kernel(
        self,
        function: &Function,
        (grid, block, dynamic_shared): (u32, u32, u32),
        parameters: &mut [*mut c_void],
        after: &[Node],
    ) -> Result<Node, Error> {
        let kernel = CUDA_KERNEL_NODE_PARAMS_v3 {
            func: function.raw(),
            gridDimX: grid,
            gridDimY: 1,
            gridDimZ: 1,
            blockDimX: block,
            blockDimY: 1,
            blockDimZ: 1,
            sharedMemBytes: dynamic_shared,
            kernelParams: parameters.as_mut_ptr(),
            extra: std::ptr::null_mut(),
            kern: std::ptr::null_mut(),
            ctx: self.gpu.context,
        };
        let mut node = node_of(CUgraphNodeType::CU_GRAPH_NODE_TYPE_KERNEL);
        node.__bindgen_anon_1.kernel = kernel;
        self.add(&mut node, after)
    }

    /// Adds a loop that runs after other nodes, again and again while the condition is not 0; gives its body.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn repeat(self, condition: Condition, after: &[Node]) -> Result<Steps<'a>, Error> {
        let mut node = node_of(CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL);
        node.__bindgen_anon_1.conditional = CUDA_CONDITIONAL_NODE_PARAMS {
            handle: condition.0,
            type_: CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_WHILE,
            size: 1,
            phGraph_out: std::ptr::null_mut(),
            ctx: self.gpu.context,
        };
        self.add(&mut node, after)?;
        // SAFETY: the node is a conditional one, and the driver has set the address of its list of bodies, which has `size`
        // elements and belongs to the graph.
        let body = unsafe { *node.__bindgen_anon_1.conditional.phGraph_out };
        Ok(Steps { gpu: self.gpu, raw: body })
    }

    fn add(self, node: &mut CUgraphNodeParams, after: &[Node]) -> Result<Node, Error> {
        self.gpu.bind()?;
        let after: Vec<CUgraphNode> = after.iter().map(|node| node.0).collect();
        let mut raw = std::ptr::null_mut();
        // SAFETY: `raw` is valid for writing; `after` has as many nodes of this graph as is said; the parameters are of the
        // node's type, and what they point to outlives the call.
        self.gpu.check("cuGraphAddNode", unsafe {
            self.gpu.api.graph_add_node(&raw mut raw, self.raw, after.as_ptr(), std::ptr::null(), after.len(), node)
        })?;
        Ok(Node(raw))
    }
}

/// Parameters of a node of one type, all else zero as the driver wants what is reserved.
fn node_of(kind: CUgraphNodeType) -> CUgraphNodeParams {
    // SAFETY: numbers, null pointers and enums that have a 0: all zero bytes are valid.
    let mut node: CUgraphNodeParams = unsafe { std::mem::zeroed() };
    node.type_ = kind;
    node
}

/// A graph that can be launched.
#[derive(Debug)]
pub struct ExecutableGraph {
    gpu: Arc<Gpu>,
    raw: CUgraphExec,
    /// Conditions belong to the graph that they were made for.
    _graph: Graph,
}

// SAFETY: a graph handle may be used from any thread that has its context bound, one at a time; launching takes `&mut`.
unsafe impl Send for ExecutableGraph {}

impl ExecutableGraph {
    /// Launches it in the order of `stream`, without waiting.
    ///
    /// # Safety
    /// What its kernels access must live until the stream has passed it.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub unsafe fn launch(&mut self, stream: &Stream) -> Result<(), Error> {
        self.gpu.bind()?;
        // SAFETY: both handles live; the rest is the caller's contract.
        self.gpu.check("cuGraphLaunch", unsafe { self.gpu.api.graph_launch(self.raw, stream.raw()) })
    }
}

impl Drop for ExecutableGraph {
    fn drop(&mut self) {
        if self.gpu.bind().is_ok() {
            // SAFETY: created in `Graph::instantiate`, destroyed once; a launch that still runs goes on.
            let _ = unsafe { self.gpu.api.graph_exec_destroy(self.raw) };
        }
    }
}
