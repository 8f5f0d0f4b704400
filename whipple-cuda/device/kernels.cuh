// The kernels of a program whose `Schedule` is known, for the scheduler it is compiled for. The generated text includes
// this header at its end.
#pragma once
#include "schedulers/common/choice.cuh"
#include "whipple.cuh"

#if WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL

#include "schedulers/megakernel/worker.cuh"

extern "C" __global__ void __launch_bounds__(Schedule::BLOCK_THREADS, WHIPPLE_BLOCKS_PER_MULTIPROCESSOR)
whipple_megakernel(const __grid_constant__ Schedule::Program program,
                   const __grid_constant__ Parameters<Schedule::PROCEDURES> parameters) {
    Worker<Schedule>(program, parameters).run();
}

#elif WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL_GLOBAL
#include "schedulers/global/kernels.cuh"
#else
#include "schedulers/sliced/kernels.cuh"
#endif

#include "entries.cuh"
