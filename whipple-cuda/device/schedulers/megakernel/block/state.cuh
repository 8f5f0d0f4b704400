// What the megakernel works on: the host's parameters, the state of one worker block.
#pragma once
#include "../../../queue/ring.cuh"
#include "../../common/control.cuh"
#include "../../common/schedule.cuh"

namespace whipple {

// Up to so many procedures are gone through all together, are described by code (describe.cuh), and have local queues for a round of each.
constexpr unsigned FEW_PROCEDURES = 6;
constexpr unsigned STASH = 64;          // chunk numbers that a block can hold for itself
constexpr unsigned KEPT = STASH - 1;    // those that it keeps from run to run, at most
constexpr unsigned SPARE = 15;          // those that it claims besides what it needs: for hand-overs
constexpr unsigned HANDOFF_SLOTS = 1u << 16;

struct Observed;  // observed.cuh

// Whether many level-1 tasks at once are better than single ones, as earlier runs of the launcher have found.
enum class Known : unsigned { Nothing, Single, Many };  // as in whipple-cuda/src/engine/megakernel/abi.rs

// What the host decides at launch: a kernel parameter.
template <unsigned N>
struct Parameters {
    Control* control;
    RingState* rings;          // N global queues, then the pool of free chunks
    Ring::Slot* ring_slots;    // N + 1 times (ring_mask + 1)
    unsigned* handoff;         // HANDOFF_SLOTS
    unsigned char* chunks;
    unsigned* counts;          // items of each procedure in each chunk
    unsigned char* saved;      // one area per block
    unsigned* kept;            // KEPT + 1 words per block: how many chunks it has kept since the last run, and which; null: none may
    const unsigned char* seeds[N];
    unsigned long long saved_stride;
    unsigned ring_mask;
    unsigned chunk_bytes;
    unsigned seed_count[N];
    unsigned seed_grain[N];      // seeds that a block takes at once
    unsigned item_bytes[N];
    unsigned capacity[N];        // local queue, items, a power of two
    unsigned local_offset[N];    // local queue, bytes into dynamic shared memory
    unsigned chunk_capacity[N];  // items of this procedure that fill a chunk
    unsigned share_capacity[N];  // items of this procedure in a chunk that has some of every procedure
    unsigned scratch_offset;     // scratch memory, bytes into dynamic shared memory
    unsigned scratch_per_warp;
    unsigned stash_keep;         // chunks that a block keeps when it does not need them
    Known known;                 // for batches
    unsigned kept_most;          // chunks that a block keeps from run to run, at most: its part of all
    Observed* observed;

    __device__ Ring queue(unsigned procedure) const {
        return {&rings[procedure], ring_slots + static_cast<unsigned long long>(procedure) * (ring_mask + 1), ring_mask};
    }
    __device__ Ring pool() const { return queue(N); }
};

namespace scheduler {

// What a task hands to its spawns: the host's parameters, and which tops of the local queues count in this round.
template <unsigned N>
struct LocalQueues {
    const Parameters<N>& parameters;
    unsigned tops;  // 0 or 1
};

}  // namespace scheduler

enum class Action : unsigned { Round, Seed, Import, Export, HandOver, Rest, Leave };

// What one procedure has of a round: `warps` warps from `start` on run its tasks at positions [first, end).
struct alignas(16) Portion {
    unsigned first;
    unsigned end;
    unsigned start;
    unsigned warps;
};

// The portion that a warp is one of, and whose it is; N: it has none.
struct Part {
    unsigned procedure;
    unsigned start;
    unsigned warps;
    unsigned first;
    unsigned end;
};

// A local queue holds the positions [bottom, top); position i lies in slot i % capacity. In a run of quick rounds the two tops take
// turns (quick.cuh); else the first one counts.
struct alignas(16) LocalQueue {
    unsigned tops[2];
    unsigned bottom;
    int room;  // tasks that may stay in it in a round of any tasks; negative where not even an empty queue holds what that may spawn

    __device__ unsigned& top() { return tops[0]; }
    __device__ unsigned top() const { return tops[0]; }
    __device__ unsigned length() const { return tops[0] - bottom; }
};

// The procedures whose tasks spawn some of another into its local queue, where there are few.
struct alignas(16) Sources {
    static constexpr unsigned MOST = 2;
    unsigned procedure[MOST];
    unsigned spawns[MOST];  // the most of one task
};

// What lanes know of the procedure that they look at; filled in by `fill_constants`.
struct alignas(16) Shape {
    unsigned inverse;         // of tasks_per_warp: see `divide`
    unsigned tasks_per_warp;  // level 1: 1
    unsigned warps_per_task;  // levels 0 and 2: 1
    unsigned threads;         // of a task
    unsigned most_at_once;    // tasks that a group of warps may run in a round
    unsigned rank;            // by priority
    unsigned ranked;          // the procedure whose rank is this one's number
    unsigned chunk_capacity;  // tasks that fill a chunk
};

// How the size of batches is found: see batches.cuh.
struct Trial {
    enum Phase : unsigned { MANY, SINGLE, AGREE, BEST };
    unsigned phase;
    unsigned batch;               // in this phase
    unsigned best;                // what the last trial found, or earlier runs; 0 before that
    unsigned single;              // 1: single tasks, where many would be possible: a trial found them better, or tries them
    unsigned procedure;           // a trial compares rounds that are mostly of it; NONE before the first
    unsigned rounds;              // of this phase
    unsigned cycles, warps;       // that so many warps' worth of work took in those that count
    unsigned since, running;      // when the last round began, and its work
    unsigned mostly;              // what that was mostly of, or NONE
    unsigned measures;            // 1: the last interval was a round
    unsigned counts;              // 1: and it is one that counts
    unsigned many;                // cycles of a full round's worth of work in batches
    unsigned long long known[2];  // Control::tried when this trial began

    static constexpr unsigned NONE = ~0u;
};

// What warp 0 carries from round to round. It has a copy in registers while it decides; the registers are for the tasks.
//
// Aligned, lest a load reads a word before it, too, which racecheck takes for a race.
struct alignas(16) Ledger {
    unsigned promised;  // 1: spawns of the round may go to chunks of the reserve
    unsigned seeded;    // procedures that may have initial tasks left, a bit each
    unsigned sought;    // those of which it takes some before it has run out of work
    unsigned patience;  // rounds without room that it waits for before it suspends the program
};

// What it knows of chunks for the local queues: see Room::borrow.
struct Loans {
    unsigned lent;      // the largest batch for whose rounds it has asked for chunks; 0: ask
    unsigned too_many;  // the smallest batch for whose rounds it would need more chunks than may be lent; ~0u: none is known
};

// The state of a worker block, in shared memory.
template <unsigned N, unsigned W>
struct BlockState {
    LocalQueue queue[N];

    // Chunks in reserve, for spawns that overflow a local queue. While they are promised procedure p owns
    // stash[reserve[p] .. reserve[p] + reserved[p]).
    unsigned stash[STASH];
    unsigned stashed;
    unsigned reserve[N];
    unsigned reserved[N];

    unsigned share[N];  // items of each procedure in a chunk that is being written
    unsigned order[N];  // procedures by priority; policies may change it

    // What lanes that each look at another procedure know of it.
    Shape shape[N];
    unsigned spawns[N * N];  // [p * N + q]: most tasks of q that one task of p spawns into its queue
    unsigned capacity[N];    // of a local queue
    unsigned limit[N];       // tasks that it and the chunks that are promised to it hold

    Ledger ledger;
    Loans loans;
    unsigned most_incoming[N];  // the most that a full round of any procedures spawns

    Action action;

    // A round that warp 0 has composed: what each procedure has of it, and its place in the policy's order.
    Portion portion[N];
    unsigned rank[N];
    unsigned ended;  // warps that have run their tasks of the round, where others may go on
    bool plenty;  // there were as many tasks as the block has threads

    // Chunks in transit: seeds, imports, exports, hand-overs.
    unsigned short chunks;   // how many
    unsigned short writers;  // warps that write each
    unsigned chunk[W];
    unsigned procedure;  // of exports, and of seeds where they are of one
    unsigned short quiet;   // quick rounds for which it does not heed starving blocks
    unsigned short spread;  // a further signal: while many blocks starve, from 1 on round after round, see Leaves::next_spread; else 0
    unsigned seed_below;  // threads' worth of tasks below which it looks for initial ones
    unsigned seeded;      // a further signal, where initial tasks come first: procedures that have some left, a bit each
    Sources sources[N > FEW_PROCEDURES ? N : 1];  // where no procedure has more of them: see Axes::LISTED
    // Seeds of each procedure; of one procedure in the first place.
    unsigned seed_first[N];
    unsigned seed_count[N];

    Trial trial;
    // Cycles after which a group of warps ends its round. It follows from the trial, which others may not read while warp 0 decides; this they may,
    // with relaxed order.
    unsigned longest;

    unsigned begun[N];  // of leaves: when the warp that measures them began; in the first place where that is always warp 0
    unsigned few[N];  // fewer tasks of a leaf are not handed over; 0 for other procedures: see leaves.cuh

    // Statistics.
    unsigned rounds;
    unsigned busy_warps;         // warps that had tasks, over all rounds
    unsigned longest_queue[N];   // tasks of each procedure that waited, at most
    unsigned executed[N];        // tasks
    unsigned steps;        // tasks that a warp ran in the last round one after another, beside the first: the most of any warp
    unsigned followers;    // threads of tasks that the last round ran beside those that it was composed of, without leaves in place
    unsigned exported;     // chunks to global queues
    unsigned handed_over;  // chunks to starving blocks

    // A warp, or the group of its first thread, has run `tasks` tasks of procedure p beside those that the round was composed of.
    // Each has `of_threads` threads. It has run `more` one after another beside the first. Warp 0 changes the words between
    // rounds only.
    __device__ void went_on(unsigned p, unsigned tasks, unsigned of_threads, unsigned more) {
        if (tasks > 0) {
            sync::add_relaxed_cta(&executed[p], tasks);
            sync::add_relaxed_cta(&followers, tasks * of_threads);
        }
        sync::max_relaxed_cta(&steps, more);
    }
};

template <class S>
__device__ inline BlockState<S::PROCEDURES, S::BLOCK_THREADS / sync::WARP>& block_state() {
    return sync::shared_memory<BlockState<S::PROCEDURES, S::BLOCK_THREADS / sync::WARP>>();
}

// x / d for d <= 32 and x < 2^26, of which `inverse` is ~0u / d + 1: 0 for d == 1.
__device__ inline unsigned divide(unsigned x, unsigned inverse) { return inverse == 0 ? x : sync::multiply_high(x, inverse); }

}  // namespace whipple
