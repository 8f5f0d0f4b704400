// What a policy is: it says which procedures come first when a round is composed (Steinberger et al. 2014, section 4.3).
//
// A policy is a class with the members of `Policy` below, called like the variant of the host's `Policy`. One object lives
// in the registers of each composing warp, whose lane p looks at procedure p. All members are called by the whole warp.
//
// To add one: a header here, named in `policies.cuh` and in whipple-cuda/src/headers.rs; a variant in
// whipple-runtime/src/run/options.rs; its twin in whipple-runtime/src/cpu/policy/.
#pragma once
#include "../schedulers/common/control.cuh"
#include "../schedulers/common/schedule.cuh"
#include "../sync.cuh"

namespace whipple::policy {

// What a policy sees of procedure p.
struct Candidate {
    unsigned waiting;  // threads' worth of its tasks in the local queue
    unsigned time;     // what its tasks took since the last call, over all warps, in units of the stopwatch; 0 unless MEASURES
    unsigned round;    // number of the round, the same for all lanes; blocks start at different numbers
    unsigned* order;   // in shared memory, N words: the last order, at first that of the priorities. Imports follow it.
};

// A base for policies, which replace what they need. Each has besides
//
//     template <unsigned N> __device__ unsigned order(const Candidate& mine);
//
// which gives lane r the procedure of rank r, and lanes from N on N.
struct Policy {
    // Whether tasks are timed for it.
    static constexpr bool MEASURES = false;
    // Whether the order follows from what all warps of a block see, so that each can compose rounds for itself. Then the policy has
    //
    //     template <unsigned N> __device__ static unsigned key(unsigned rank, unsigned waiting, unsigned round);
    //
    // of the lane's procedure, whose rank by priority is given; the largest key comes first. Keys are below 2^20.
    static constexpr bool QUICK = false;
    // Whether a block takes initial tasks as soon as it has few of their procedure, whatever else waits; else where it has few tasks. Only where
    // rounds count their spawns: a pipeline whose rounds do not lost by it.
    static constexpr bool SEEDS_FIRST = false;
    // Whether initial tasks have their procedure's place in the order, where they do not come first. Then a block leaves them
    // while a global queue has tasks that come before. Else they come before all global queues.
    static constexpr bool SEEDS_IN_ORDER = false;

    // Whether the order is always that of the priorities. Then a leaf that comes before the task that spawns it may run in place
    // (schedulers/megakernel/tasks/in_place.cuh).
    static constexpr bool BY_RANK = false;

    // Whether work spreads. While many blocks starve, tasks that lead to nothing but leaves wait for those that lead to more. A
    // round takes as long as its longest task, and whoever starves waits for what the others spawn. Only where rounds count their
    // spawns, and some of the tasks that wait are of a warp or more. Short ones can as well run beside the others.
    static constexpr bool SPREADS = false;

    // Reads the weights for later calls. Called when a round has been composed, so that they arrive while it runs.
    __device__ void look_ahead(const unsigned* /*weights*/) {}
};

// The procedures by rising keys, the lower index first on a tie.
template <unsigned N>
__device__ inline unsigned sorted(unsigned key, unsigned* order) {
    unsigned rank = 0;
    for (unsigned other = 0; other < N; other++) {
        const unsigned theirs = sync::shuffle(sync::FULL_MASK, key, other);
        rank += theirs < key || (theirs == key && other < sync::lane()) ? 1 : 0;
    }
    if (sync::lane() < N) order[rank] = sync::lane();
    sync::warp_barrier();
    const unsigned procedure = sync::lane() < N ? order[sync::lane()] : N;
    sync::warp_barrier();
    return procedure;
}

// A key for `sorted`: floats that are not negative sort like their bits.
__device__ inline unsigned key_of(float value) { return __float_as_uint(fabsf(value)); }

// The weight of procedure p as the host wrote it last, at least 1.
__device__ inline unsigned weight_of(const unsigned* weights) {
    return max(1u, sync::load_relaxed_gpu(&weights[sync::lane()]));
}

}  // namespace whipple::policy
