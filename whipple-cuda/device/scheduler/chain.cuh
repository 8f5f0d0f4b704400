// Chains: a task whose only child is of its own procedure goes on with it in place, not through the local queue and another round.
// Protocol: scheduler/README.md.
#pragma once
#include "../panic.cuh"
#include "../queue/copy.cuh"
#include "chunks.cuh"
#include "facts.cuh"

namespace whipple {

// Whether the threads of a task of procedure I may meet at barriers. Others need none at their end.
template <class S, unsigned I>
__device__ constexpr bool meets() {
    using P = typename Entry<S, I>::Procedure;
    if constexpr (requires { P::MEETS; }) {
        return P::MEETS;
    } else {
        return true;
    }
}

// Bytes of the items that a group of warps holds for itself, and how many they are at most. What a round costs matters where tasks are
// short, and those have small items.
constexpr unsigned BATCH_BYTES = 128, BATCH_TASKS = 16;

// Where the items and the shared memory of the level-1 tasks lie that a group of warps runs one after another in a round.
// whipple-runtime/src/program/plan.rs (tasks_at_once) has the same sizes.
template <class S, unsigned I>
struct Batch {
    using Item = typename Entry<S, I>::Item;
    using Shared = typename Entry<S, I>::Procedure::Shared;
    static constexpr unsigned FIT = BATCH_BYTES / sizeof(Item) > BATCH_TASKS ? BATCH_TASKS : BATCH_BYTES / sizeof(Item);
    static constexpr unsigned MOST = Entry<S, I>::Procedure::LEVEL != 1 || FIT == 0 ? 1 : FIT;
    static constexpr unsigned SHARED = (MOST * sizeof(Item) + alignof(Shared) - 1) / alignof(Shared) * alignof(Shared);
    static constexpr unsigned BYTES = align16(SHARED + sizeof(Shared));
};

namespace scheduler {

// Cycles of waiting that each lane of a warp may cost on average before the tasks that go on are put together with others again, and
// cycles after which a warp, a group of warps, or one whose tasks are better single (`Batches::longest`) ends its round in any case. Chosen by measurement: docs/log/031-chains.md and
// docs/log/084-longer-single-chains.md; the last so that a block tells what it does about as often as it is to (`Observer`).
constexpr unsigned MOST_LOST = 4000, LONGEST_OF_WARP = 10'000, LONGEST_OF_GROUP = 20'000, LONGEST_OF_SINGLE = 1 << 17;

// Whether tasks of procedure I spawn at most one task, of their own procedure.
template <class S, unsigned I>
__device__ constexpr bool spawns_itself_alone() {
    bool alone = true;
    for (unsigned j = 0; j < S::PROCEDURES; j++) alone = alone && FactsOf<S>::ALL.spawns[I][j] == (I == j ? 1u : 0u);
    return alone;
}

// Whether the tasks of procedure I go on in place. Not where a group of warps would have to meet beside the barriers of its tasks, and not
// at level 0.
template <class S, unsigned I>
__device__ constexpr bool chains() {
    using P = typename Entry<S, I>::Procedure;
    if constexpr (P::LEVEL == 1) {
        return spawns_itself_alone<S, I>() && !meets<S, I>() && P::THREADS % sync::WARP == 0 &&
               sizeof(typename P::Item) <= BATCH_BYTES;
    } else {
        return P::LEVEL == 2 && spawns_itself_alone<S, I>();
    }
}

template <class S, unsigned I = 0>
__device__ constexpr bool any_chains() {
    if constexpr (I < S::PROCEDURES) {
        return chains<S, I>() || any_chains<S, I + 1>();
    } else {
        return false;
    }
}

// What a group of warps shares while its level-1 tasks go on: the items of every other generation, and for three generations in turn
// how many tasks there are, with LAST if no more are to follow.
struct alignas(16) Generations {
    static constexpr unsigned LAST = 1u << 31;
    unsigned char items[BATCH_BYTES];
    unsigned tasks[3];
    // Of the first thread: tasks so far, those at first, and when they began.
    unsigned total, most, begin;

    __device__ void clear() { total = tasks[1] = tasks[2] = 0; }
};

template <class S>
__device__ inline Generations& generations(unsigned warp) {
    struct All {
        Generations of[S::BLOCK_THREADS / sync::WARP];
    };
    return sync::shared_memory<All>().of[warp];
}

// Where the child goes with which a task of procedure P goes on: a register, or the next generation of the group.
template <class P, unsigned LEVEL = P::LEVEL>
struct Next {
    typename P::Item item;
    bool present = false;

    __device__ void keep(const typename P::Item& child) {
        item = child;
        present = true;
    }
};
template <class P>
struct Next<P, 1> {
    unsigned char* items = nullptr;
    unsigned* tasks = nullptr;

    __device__ void keep(const typename P::Item& child) {
        const unsigned place = sync::increment_relaxed_cta(tasks) & ~Generations::LAST;
        if (place >= Batch<typename Place<P>::Schedule, Place<P>::INDEX>::MOST)
            whipple::detail::fail(PanicKind::Spawns, "more spawns than max_spawns allows", {"", 0}, Place<P>::INDEX);
        store_item(items + place * sizeof(child), child);
    }
};

}  // namespace scheduler
}  // namespace whipple
