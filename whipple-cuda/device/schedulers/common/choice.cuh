// The schedulers that a program can be compiled for: the values of WHIPPLE_SCHEDULER, which the host defines.
#pragma once

#define WHIPPLE_MEGAKERNEL 0            // worker blocks with local queues: megakernel/
#define WHIPPLE_MEGAKERNEL_GLOBAL 1     // worker blocks and queues of items in global memory: global/
#define WHIPPLE_TIME_SLICED 2           // a kernel for each procedure, launched by the host: sliced/
#define WHIPPLE_TIME_SLICED_GRAPH 3     // the same in a CUDA graph that repeats itself
#define WHIPPLE_DYNAMIC_PARALLELISM 4   // the same, launched by a kernel

#ifndef WHIPPLE_SCHEDULER
#define WHIPPLE_SCHEDULER WHIPPLE_MEGAKERNEL
#endif
