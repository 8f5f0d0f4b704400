// Chains: a task whose only child is of its own procedure goes on with it in place, not through the local queue and another round.
// Protocol: schedulers/megakernel/README.md.
#pragma once
#include "../../../join/output.cuh"
#include "../../../panic.cuh"
#include "../../../queue/copy.cuh"
#include "../exchange/chunks.cuh"
#include "../block/state.cuh"

namespace whipple {

// Bytes of the items that a group of warps holds for itself, at most.
constexpr unsigned HELD_BYTES = 128;

// Where the items and the shared memory of the level-1 tasks lie that a group of warps runs one after another in a round.
template <class S, unsigned I>
struct Batch {
    using Item = typename Entry<S, I>::Item;
    using Shared = typename Entry<S, I>::Procedure::Shared;
    static constexpr unsigned MOST = S::FACTS.of[I].held;
    static constexpr unsigned SHARED = (MOST * sizeof(Item) + alignof(Shared) - 1) / alignof(Shared) * alignof(Shared);
    static constexpr unsigned BYTES = align16(SHARED + sizeof(Shared));
};

namespace scheduler {

// Limits of chains, in cycles. MOST_LOST is what each lane of a warp may wait on average before the tasks that go on are put
// together with others again. After the others a warp, or a group of warps, ends its round in any case: LONGEST_OF_SINGLE where
// single tasks are better (`Batches::longest`). Chosen by measurement: docs/log/031-chains.md and
// docs/log/084-longer-single-chains.md. The last lets a block tell what it does about as often as it is to (`Observer`).
constexpr unsigned MOST_LOST = 4000, LONGEST_OF_WARP = 10'000, LONGEST_OF_GROUP = 20'000, LONGEST_OF_SINGLE = 1 << 17;

// What a group of warps shares while its level-1 tasks go on. It has the items of every other generation. For three generations
// in turn it has how many tasks there are, with LAST if no more are to follow.
struct alignas(16) Generations {
    static constexpr unsigned LAST = 1u << 31;
    unsigned char items[HELD_BYTES];
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
    Queued<P> item;
    bool present = false;

    __device__ void keep(const Queued<P>& child) {
        item = child;
        present = true;
    }
};
template <class P>
struct Next<P, 1> {
    unsigned char* items = nullptr;
    unsigned* tasks = nullptr;

    __device__ void keep(const Queued<P>& child) {
        const unsigned place = sync::increment_relaxed_cta(tasks) & ~Generations::LAST;
        if (place >= Batch<typename Place<P>::Schedule, Place<P>::INDEX>::MOST)
            whipple::detail::fail(PanicKind::Spawns, "more spawns than max_spawns allows", {"", 0}, Place<P>::INDEX);
        whipple::store_item(items + place * sizeof(child), child);
    }
};

}  // namespace scheduler
}  // namespace whipple
