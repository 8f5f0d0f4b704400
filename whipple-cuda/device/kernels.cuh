// The kernels of a program whose `Schedule` is known. The generated text includes this header at its end.
#pragma once
#include "scheduler/megakernel.cuh"
#include "scheduler/warps.cuh"
#include "whipple.cuh"

extern "C" __global__ void __launch_bounds__(Schedule::BLOCK_THREADS, plan::BLOCKS_PER_MULTIPROCESSOR)
whipple_megakernel(const __grid_constant__ Schedule::Program program,
                   const __grid_constant__ Parameters<Schedule::PROCEDURES> parameters) {
    if constexpr (Schedule::WARP_CREWS) {
        WarpCrew<Schedule>(program, parameters).run();
    } else {
        Worker<Schedule>(program, parameters).run();
    }
}
