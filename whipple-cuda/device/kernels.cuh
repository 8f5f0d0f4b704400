// The kernels of a program whose `Schedule` is known. The generated text includes this header at its end.
#pragma once
#include "whipple.cuh"

extern "C" __global__ void __launch_bounds__(whipple::plan::BLOCK_THREADS, whipple::plan::BLOCKS_PER_MULTIPROCESSOR)
whipple_megakernel(const __grid_constant__ Schedule::Program program,
                   const __grid_constant__ whipple::Parameters<Schedule::PROCEDURES> parameters) {
    whipple::Worker<Schedule>(program, parameters).run();
}
