// The memory in which a run tells of itself beside its results: counts, times, a trace. The host reads it.
#pragma once
#include "../../common/control.cuh"

namespace whipple {

// One entry of the trace: 16 bytes, written at once; zero where nothing was written. `place`, from the lowest bit:
//   - an event: 0, 5 bits of the procedure, 5 of the tasks less one, 5 of the warp, 16 of the block. It is the tasks of a warp, or one
//     level-1 task. `time` is its begin and `length` its length, in cycles of the multiprocessor's clock;
//   - a change of a queue: 1, 5 bits of the procedure, 26 of the tasks taken. `length` is the tasks spawned, `time` is in nanoseconds.
struct alignas(16) Record {
    unsigned long long time;
    unsigned length;
    unsigned place;
};

// The two clocks of a worker block, when it began and when it left. By them the host dates the records of its multiprocessor.
struct BlockClock {
    unsigned long long begin_cycles, begin_nanoseconds, end_cycles, end_nanoseconds;
};

// Device-wide. The host zeroes it before a run and fills in the last five words.
struct Observed {
    unsigned long long tasks[MAX_PROCEDURES];  // taken from the queues
    unsigned long long spawned[MAX_PROCEDURES];
    unsigned long long overflowed[MAX_PROCEDURES];  // spawned to chunks, not to the local queue
    unsigned long long moved[MAX_PROCEDURES];       // from local queues to chunks
    unsigned long long time[MAX_PROCEDURES];        // cycles, summed over warps
    unsigned long long idle;                        // cycles, summed over warps
    unsigned long long cycles, nanoseconds;         // of all blocks' lives, by the two clocks
    unsigned long long dropped;                     // records that found no room
    unsigned records;                               // taken of the trace
    unsigned chunks_in_use;                         // at most
    Record* trace;
    BlockClock* clocks;
    unsigned capacity;  // records of the trace
    unsigned chunks;    // that exist
};
// whipple-cuda/src/engine/common/observe.rs has the same.
static_assert(sizeof(Record) == 16 && sizeof(BlockClock) == 32, "the layout of the trace is the host's");
static_assert(offsetof(Observed, spawned) == 256 && offsetof(Observed, overflowed) == 512 && offsetof(Observed, moved) == 768 &&
                  offsetof(Observed, time) == 1024 && offsetof(Observed, idle) == 1280 && offsetof(Observed, dropped) == 1304 &&
                  offsetof(Observed, records) == 1312 && offsetof(Observed, trace) == 1320 && offsetof(Observed, capacity) == 1336 &&
                  sizeof(Observed) == 1344,
              "the layout of Observed is the host's");

}  // namespace whipple
