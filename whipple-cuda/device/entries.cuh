// How the emulated machine finds the kernels of the scheduler that a text is compiled for. A GPU needs none of it.
#pragma once
#ifndef __CUDACC__
#include <whipple/emulation/entry.hpp>

#if WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL
WHIPPLE_ENTRY(whipple_megakernel)
#elif WHIPPLE_SCHEDULER == WHIPPLE_MEGAKERNEL_GLOBAL
WHIPPLE_ENTRY(whipple_megakernel_global)
#else

#define WHIPPLE_PROCEDURE(index, threads, bytes) WHIPPLE_ENTRY(whipple_slice_##index)
WHIPPLE_EACH_PROCEDURE
#undef WHIPPLE_PROCEDURE

#if WHIPPLE_SCHEDULER == WHIPPLE_TIME_SLICED_GRAPH
WHIPPLE_ENTRY(whipple_advance)
#elif WHIPPLE_SCHEDULER == WHIPPLE_DYNAMIC_PARALLELISM
WHIPPLE_ENTRY(whipple_controller)
#endif

#endif

#endif
