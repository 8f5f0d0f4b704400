// What CUDA's device runtime has for kernels that decide what runs next: loops of graphs, and launches.
#pragma once
#include "../common/choice.cuh"

#ifndef __CUDACC__
#include <whipple/emulation/launch.hpp>
#elif WHIPPLE_SCHEDULER == WHIPPLE_TIME_SLICED_GRAPH

// Known to the driver, which resolves it when it loads the module.
extern "C" __device__ void cudaGraphSetConditional(unsigned long long handle, unsigned value);

namespace whipple::graph {

// Whether the graph's loop runs once more. The value counts when the kernel has ended.
__device__ inline void set_condition(unsigned long long loop, bool more) { cudaGraphSetConditional(loop, more ? 1 : 0); }

}  // namespace whipple::graph

#elif WHIPPLE_SCHEDULER == WHIPPLE_DYNAMIC_PARALLELISM

namespace whipple::nested {

// Whether a launch since the last call was refused.
__device__ inline bool refused() { return cudaGetLastError() != cudaSuccess; }

}  // namespace whipple::nested

// Launches a kernel that runs at once, beside its parent.
#define WHIPPLE_LAUNCH(kernel, blocks, threads, bytes, ...) kernel<<<blocks, threads, bytes, cudaStreamFireAndForget>>>(__VA_ARGS__)
// Launches a kernel that runs when its parent and all that the parent launched have ended.
#define WHIPPLE_LAUNCH_AFTER(kernel, blocks, threads, bytes, ...) kernel<<<blocks, threads, bytes, cudaStreamTailLaunch>>>(__VA_ARGS__)

#endif
