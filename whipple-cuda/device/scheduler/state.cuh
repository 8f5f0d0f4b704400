// What the megakernel works on: the host's parameters, the device-wide control words, the state of one worker block.
#pragma once
#include "../queue/ring.cuh"

namespace whipple {

constexpr unsigned MAX_PROCEDURES = 32;
constexpr unsigned STASH = 64;          // chunk numbers that a block can hold for itself
constexpr unsigned HANDOFF_SLOTS = 1u << 16;

// Why the kernel is to stop; bits of Control::flags.
constexpr unsigned ENDED = 1;    // every block starves and nothing is in flight
constexpr unsigned SUSPEND = 2;  // queue memory is exhausted: save everything and leave
constexpr unsigned ABORT = 4;    // a task panicked

// The first panic of a run. Text is cut to fit and ends with 0.
struct PanicRecord {
    unsigned claimed;  // 0, then 1 by the thread that reports
    unsigned kind;
    unsigned procedure;
    unsigned line;
    unsigned block;
    unsigned thread;
    unsigned long long a, b;
    char file[256];
    char message[256];
};

// Device-wide words. Zeroed by the host before a run, except that a resumed run keeps the statistics.
struct Control {
    alignas(128) unsigned head;     // tickets of starving blocks
    alignas(128) unsigned tail;     // tickets of hand-overs
    alignas(128) unsigned flags;
    alignas(128) unsigned started;  // blocks that take part
    alignas(128) unsigned starved_procedure;  // index + 1 of the procedure whose spawns could not be secured
    alignas(128) unsigned seeds[MAX_PROCEDURES];  // next seed of each procedure
    alignas(128) unsigned long long tasks[MAX_PROCEDURES];
    alignas(128) unsigned high_water[MAX_PROCEDURES];  // longest local queue
    alignas(128) unsigned long long rounds;
    unsigned long long busy_warps;      // warps that had tasks, over all rounds
    unsigned long long exported;        // chunks to global queues
    unsigned long long handed_over;     // chunks to starving blocks
    alignas(128) PanicRecord panic;
};
// whipple-cuda/src/engine/layout.rs reads and writes the same offsets.
static_assert(offsetof(Control, tail) == 128 && offsetof(Control, flags) == 256 &&
                  offsetof(Control, started) == 384 && offsetof(Control, starved_procedure) == 512 &&
                  offsetof(Control, seeds) == 640 && offsetof(Control, tasks) == 768 &&
                  offsetof(Control, high_water) == 1024 && offsetof(Control, rounds) == 1152 &&
                  offsetof(Control, panic) == 1280 && offsetof(PanicRecord, a) == 24 &&
                  offsetof(PanicRecord, file) == 40 && sizeof(Control) == 1920,
              "the layout of Control is the host's");

// What the host decides at launch: a kernel parameter.
template <unsigned N>
struct Parameters {
    Control* control;
    RingState* rings;          // N global queues, then the pool of free chunks
    unsigned* ring_slots;      // N + 1 times (ring_mask + 1)
    unsigned* handoff;         // HANDOFF_SLOTS
    unsigned char* chunks;
    unsigned* counts;          // items of each procedure in each chunk
    unsigned char* saved;      // one area per block
    const unsigned char* seeds[N];
    unsigned long long saved_stride;
    unsigned ring_mask;
    unsigned chunk_bytes;
    unsigned seed_count[N];
    unsigned seed_grain[N];      // seeds that a block takes at once
    unsigned capacity[N];        // local queue, items, a power of two
    unsigned local_offset[N];    // local queue, bytes into dynamic shared memory
    unsigned chunk_capacity[N];  // items of this procedure that fill a chunk
    unsigned share_capacity[N];  // items of this procedure in a chunk that has some of every procedure
    unsigned scratch_offset;
    unsigned scratch_per_warp;
    unsigned resumed;

    __device__ Ring queue(unsigned procedure) const {
        return {&rings[procedure], ring_slots + static_cast<unsigned long long>(procedure) * (ring_mask + 1), ring_mask};
    }
    __device__ Ring pool() const { return queue(N); }
};

enum class Action : unsigned { Round, Seed, Import, Export, HandOver, Leave };

// One worker block, in shared memory. `deque p` holds the positions [bottom, top); position i lies in slot i % capacity.
template <unsigned N, unsigned W>
struct BlockState {
    unsigned top[N];
    unsigned bottom[N];
    Action action;

    // A round: what each warp runs. Its procedure, place in a task and barrier are in `Emergency`, where a panic finds them.
    unsigned first[W];   // position of its first task
    unsigned tasks[W];
    unsigned votes[17];  // of level-1 tasks whose threads do not fill their warps, by barrier name

    // Chunks in transit: seeds, imports, exports, hand-overs.
    unsigned chunks;    // how many
    unsigned chunk[W];
    unsigned share[N];  // items of each procedure per chunk
    unsigned procedure;  // of seeds and exports
    unsigned seed_first;
    unsigned seed_count;

    // Chunks in reserve, for spawns that overflow a local queue. During a round procedure p owns
    // stash[reserve[p] .. reserve[p] + reserved[p]).
    unsigned stash[STASH];
    unsigned stashed;
    unsigned reserve[N];
    unsigned reserved[N];

    // Constants of the procedures, for lanes that each look at another one.
    unsigned threads[N];
    unsigned tasks_per_warp[N];  // level 1: 1
    unsigned warps_per_task[N];  // levels 0 and 2: 1
    unsigned spawns[N * N];      // [p * N + q]: most tasks of q that one thread of p spawns
    unsigned order[N];           // procedures by priority

    // Statistics.
    unsigned executed[N];
    unsigned longest[N];
};

extern __shared__ __align__(16) unsigned char dynamic_shared[];

template <class S>
__device__ inline BlockState<S::PROCEDURES, S::BLOCK_THREADS / sync::WARP>& block_state() {
    __shared__ BlockState<S::PROCEDURES, S::BLOCK_THREADS / sync::WARP> state;
    return state;
}

// What the generated program says of procedure I of schedule S.
template <class S, unsigned I>
struct Entry;

// Where procedure P stands: `Schedule` and `INDEX`.
template <class P>
struct Place;

// Calls f.operator()<I>() for I in 0..N.
template <unsigned N, unsigned I = 0, class F>
__device__ inline void for_each_procedure(F&& f) {
    if constexpr (I < N) {
        f.template operator()<I>();
        for_each_procedure<N, I + 1>(f);
    }
}

}  // namespace whipple
