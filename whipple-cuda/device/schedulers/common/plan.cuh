// What the host chooses for one compilation of a program, as macros with defaults.
#pragma once
#include "../../policy/policies.cuh"
#include "facts.cuh"

// Threads of a worker block; the fused text has the plan's choice.
#ifndef WHIPPLE_BLOCK_THREADS
#define WHIPPLE_BLOCK_THREADS 256
#endif
// Worker blocks that registers must leave room for on one multiprocessor. Only launch bounds may use it: the host assembles one PTX for
// several numbers (whipple-cuda/src/nvrtc/translation.rs).
#ifndef WHIPPLE_BLOCKS_PER_MULTIPROCESSOR
#define WHIPPLE_BLOCKS_PER_MULTIPROCESSOR 1
#endif
// The highest barrier name that a level-1 task of several warps may have.
#ifndef WHIPPLE_BARRIERS
#define WHIPPLE_BARRIERS 15
#endif
#ifndef WHIPPLE_POLICY
#define WHIPPLE_POLICY FixedPriority
#endif
// Whether spawns may go to chunks that are secured before a round. Without, rounds are small enough for the local queues.
#ifndef WHIPPLE_OVERFLOW
#define WHIPPLE_OVERFLOW 1
#endif
// 0: warp 0 composes every round. For tests: a rare case of many programs then is the only one.
#ifndef WHIPPLE_QUICK
#define WHIPPLE_QUICK 1
#endif
// 1: even an empty local queue does not hold what just any round may spawn into it. So each quick round counts what its own tasks
// may.
#ifndef WHIPPLE_COUNTED
#define WHIPPLE_COUNTED 0
#endif
// Whether the memory of the queues is limited: then chunks may be too few for all hand-overs at once.
#ifndef WHIPPLE_SCARCE
#define WHIPPLE_SCARCE 0
#endif
// 1: threads run the children of their tasks themselves, where the program's procedures allow it (megakernel/tasks/dive.cuh).
#ifndef WHIPPLE_DEPTH_FIRST
#define WHIPPLE_DEPTH_FIRST 0
#endif
// What a run tells of itself: its progress while it goes on; time per procedure, idle time and transfers; a trace.
#ifndef WHIPPLE_PROGRESS
#define WHIPPLE_PROGRESS 0
#endif
#ifndef WHIPPLE_STATISTICS
#define WHIPPLE_STATISTICS 0
#endif
#ifndef WHIPPLE_TRACE
#define WHIPPLE_TRACE 0
#endif
// Threads that must wait in a block before it gives work to starving ones, and threads' worth of the least gift.
#ifndef WHIPPLE_MIN_HAND_OVER
#define WHIPPLE_MIN_HAND_OVER 128
#endif
#ifndef WHIPPLE_MIN_SHARE
#define WHIPPLE_MIN_SHARE 1
#endif

namespace whipple::plan {

// What the `Schedule` of a program inherits.
struct Choices {
    using Policy = policy::WHIPPLE_POLICY;
    static constexpr unsigned BLOCK_THREADS = WHIPPLE_BLOCK_THREADS;
    static constexpr bool OVERFLOW = WHIPPLE_OVERFLOW != 0;
    static constexpr bool QUICK = WHIPPLE_QUICK != 0;
    static constexpr bool COUNTED = WHIPPLE_COUNTED != 0;
    static constexpr bool SCARCE = WHIPPLE_SCARCE != 0;
    static constexpr bool DEPTH_FIRST = WHIPPLE_DEPTH_FIRST != 0;
    static constexpr bool PROGRESS = WHIPPLE_PROGRESS != 0;
    static constexpr bool STATISTICS = WHIPPLE_STATISTICS != 0;
    static constexpr bool TRACE = WHIPPLE_TRACE != 0;
    static constexpr unsigned MIN_HAND_OVER = WHIPPLE_MIN_HAND_OVER;
    static constexpr unsigned MIN_SHARE = WHIPPLE_MIN_SHARE;
};

constexpr unsigned BARRIERS = WHIPPLE_BARRIERS;

}  // namespace whipple::plan
