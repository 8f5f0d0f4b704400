// The kernel of the megakernel without local queues; `Schedule` is known.
#pragma once
#include "worker.cuh"

extern "C" __global__ void __launch_bounds__(whipple::Schedule::BLOCK_THREADS, WHIPPLE_BLOCKS_PER_MULTIPROCESSOR)
    whipple_megakernel_global(const __grid_constant__ whipple::Schedule::Program program,
                              const __grid_constant__ whipple::ItemParameters parameters) {
    whipple::ItemWorker<whipple::Schedule>(program, parameters).run();
}
