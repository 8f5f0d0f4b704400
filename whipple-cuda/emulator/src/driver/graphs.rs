//! Graphs.

use super::{Driver, code, give};
use crate::graph::{Bodies, Graph, Node};
use cudarc::driver::sys::{
    CUcontext, CUgraph, CUgraphConditionalHandle, CUgraphEdgeData, CUgraphExec, CUgraphNode, CUgraphNodeParams,
    CUgraphNodeType, CUresult, CUstream,
};
use std::{
    ffi::{c_uint, c_ulonglong},
    ptr::without_provenance_mut,
    sync::Arc,
};

#[expect(clippy::missing_safety_doc, reason = "each asks what CUDA asks of the function that it names")]
impl Driver {
    /// `cuGraphCreate`.
    pub unsafe fn graph_create(&self, graph: *mut CUgraph, _: c_uint) -> CUresult {
        // SAFETY: the caller's contract, here and below.
        unsafe { give(graph, Ok(without_provenance_mut(self.graphs.insert(Arc::default())))) }
    }

    /// `cuGraphDestroy`.
    pub unsafe fn graph_destroy(&self, graph: CUgraph) -> CUresult {
        code(self.graphs.remove(graph).map(|graph| {
            graph.bodies().into_iter().for_each(|body| drop(self.graphs.remove(body)));
        }))
    }

    /// `cuGraphConditionalHandleCreate`.
    pub unsafe fn graph_condition_create(
        &self,
        handle: *mut CUgraphConditionalHandle,
        graph: CUgraph,
        _: CUcontext,
        default: c_uint,
        _: c_uint,
    ) -> CUresult {
        // SAFETY: as above.
        unsafe { give(handle, self.graphs.get(graph).map(|graph| graph.condition(default))) }
    }

    /// `cuGraphAddNode_v2`.
    pub unsafe fn graph_add_node(
        &self,
        node: *mut CUgraphNode,
        graph: CUgraph,
        _: *const CUgraphNode,
        _: *const CUgraphEdgeData,
        _: usize,
        parameters: *mut CUgraphNodeParams,
    ) -> CUresult {
        let add = || {
            let graph = self.graphs.get(graph)?;
            // SAFETY: the caller's contract: parameters of the type that they name.
            let it = unsafe { &mut *parameters };
            let added = match it.type_ {
                CUgraphNodeType::CU_GRAPH_NODE_TYPE_KERNEL => {
                    // SAFETY: as above.
                    let kernel = unsafe { it.__bindgen_anon_1.kernel };
                    let shape = (kernel.gridDimX, kernel.blockDimX, kernel.sharedMemBytes);
                    // SAFETY: as above.
                    Node::Kernel(unsafe { self.call(kernel.func, shape, kernel.kernelParams)? })
                }
                CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL => {
                    // SAFETY: as above.
                    let conditional = unsafe { &mut it.__bindgen_anon_1.conditional };
                    let condition = graph.find(conditional.handle).ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
                    let body = Arc::<Graph>::default();
                    let handle = without_provenance_mut(self.graphs.insert(body.clone()));
                    let mut bodies = Box::new(Bodies([handle]));
                    conditional.phGraph_out = bodies.0.as_mut_ptr();
                    Node::Loop(condition, body, bodies)
                }
                _ => return Err(CUresult::CUDA_ERROR_NOT_SUPPORTED),
            };
            Ok(without_provenance_mut(graph.add(added)))
        };
        // SAFETY: as above.
        unsafe { give(node, add()) }
    }

    /// `cuGraphInstantiateWithFlags`.
    pub unsafe fn graph_instantiate(&self, executable: *mut CUgraphExec, graph: CUgraph, _: c_ulonglong) -> CUresult {
        let graph = self.graphs.get(graph).map(|graph| without_provenance_mut(self.graphs.insert(graph)));
        // SAFETY: as above.
        unsafe { give(executable, graph) }
    }

    /// `cuGraphExecDestroy`.
    pub unsafe fn graph_exec_destroy(&self, executable: CUgraphExec) -> CUresult {
        code(self.graphs.remove(executable).map(drop))
    }

    /// `cuGraphLaunch`.
    pub unsafe fn graph_launch(&self, executable: CUgraphExec, stream: CUstream) -> CUresult {
        code(self.graphs.get(executable).and_then(|graph| {
            let machine = self.machine.clone();
            self.put(stream, Box::new(move || _ = graph.run(&machine)))
        }))
    }
}
