// The kernels of the scheduler that a text is compiled for.
#pragma once
#include "entry.hpp"

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
