// The kernels of the time-sliced schedulers; `Schedule` is known. The host defines WHIPPLE_EACH_PROCEDURE as
// `WHIPPLE_PROCEDURE(index, threads of a block, bytes of its scratch memory)` for each procedure.
#pragma once
#include "run.cuh"

#define WHIPPLE_CHECK_GEOMETRY(index, threads, bytes)                                                                 \
    static_assert(whipple::TaskGroup<whipple::Schedule, index>::in_block(threads / whipple::sync::WARP) *             \
                          whipple::TaskGroup<whipple::Schedule, index>::SCRATCH ==                                    \
                      bytes,                                                                                          \
                  "whipple-cuda/src/engine/sliced/geometry.rs computes the same");

#if WHIPPLE_SCHEDULER == WHIPPLE_TIME_SLICED

// The host plans each slice and passes the plan.
#define WHIPPLE_PROCEDURE(index, threads, bytes)                                                                      \
    WHIPPLE_CHECK_GEOMETRY(index, threads, bytes)                                                                     \
    extern "C" __global__ void __launch_bounds__(threads)                                                             \
        whipple_slice_##index(const __grid_constant__ whipple::Schedule::Program program,                             \
                          const __grid_constant__ whipple::SliceParameters parameters,                                \
                          const __grid_constant__ whipple::SlicePlan plan) {                                          \
        whipple::SliceWorker<whipple::Schedule, index, threads>(program, {parameters, plan}).run();                   \
    }

#else
#include "advance.cuh"
#include "launch.cuh"

// The device plans each slice and leaves the plan in global memory.
#define WHIPPLE_PROCEDURE(index, threads, bytes)                                                                      \
    WHIPPLE_CHECK_GEOMETRY(index, threads, bytes)                                                                     \
    extern "C" __global__ void __launch_bounds__(threads)                                                             \
        whipple_slice_##index(const __grid_constant__ whipple::Schedule::Program program,                             \
                          const __grid_constant__ whipple::SliceParameters parameters) {                              \
        whipple::SliceWorker<whipple::Schedule, index, threads>(program, {parameters, parameters.state->plan}).run(); \
    }

#endif

WHIPPLE_EACH_PROCEDURE

#undef WHIPPLE_PROCEDURE

#if WHIPPLE_SCHEDULER == WHIPPLE_TIME_SLICED_GRAPH

// Plans the next slice, and ends the loop of the graph when there is none.
extern "C" __global__ void __launch_bounds__(whipple::sync::WARP)
    whipple_advance(const __grid_constant__ whipple::SliceParameters parameters) {
    const bool more = whipple::SliceAdvance<whipple::Schedule>(parameters).next();
    if (whipple::sync::lane() == 0) whipple::graph::set_condition(parameters.loop, more);
}

#elif WHIPPLE_SCHEDULER == WHIPPLE_DYNAMIC_PARALLELISM

// Plans the next slice, launches it, and itself for when it has ended.
#define WHIPPLE_PROCEDURE(index, threads, bytes)                                                                      \
    if (plan.count[index] > 0)                                                                                        \
        WHIPPLE_LAUNCH(whipple_slice_##index, parameters.blocks[index], threads, bytes, program, parameters);
extern "C" __global__ void __launch_bounds__(whipple::sync::WARP)
    whipple_controller(const __grid_constant__ whipple::Schedule::Program program,
                       const __grid_constant__ whipple::SliceParameters parameters) {
    if (!whipple::SliceAdvance<whipple::Schedule>(parameters).next() || whipple::sync::lane() != 0) return;
    const whipple::SlicePlan& plan = parameters.state->plan;
    WHIPPLE_EACH_PROCEDURE
    WHIPPLE_LAUNCH_AFTER(whipple_controller, 1, whipple::sync::WARP, 0, program, parameters);
    // A launch that was refused would leave its tasks counted as run.
    if (whipple::nested::refused()) whipple::sync::or_relaxed_gpu(&parameters.control->flags, whipple::LAUNCH_REFUSED);
}
#undef WHIPPLE_PROCEDURE

#endif
