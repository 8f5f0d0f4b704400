// Leaves in place: a task of one thread that spawns nothing runs in the thread that has spawned it, once that thread's own task has ended; not
// through a local queue and another round. Protocol: scheduler/README.md.
#pragma once
#include "chain.cuh"
#include "leaves.cuh"

namespace whipple::scheduler {

// The rank of procedure J by priority; 0 comes first.
template <class S, unsigned J>
__device__ constexpr unsigned rank_of() {
    unsigned rank = 0;
    for_each_procedure<S::PROCEDURES>([&]<unsigned R>() { rank = Entry<S, R>::RANKED == J ? R : rank; });
    return rank;
}

// Whether leaves of procedure J run in place where a task of procedure I spawns them: where they would come next by their priority (of equal
// ones the later procedure comes first), and a task has about one for each of its threads, so that its warp runs them side by side.
template <class S, unsigned I, unsigned J>
__device__ constexpr bool runs_in_place() {
    static_assert(!S::Policy::BY_RANK || (S::Policy::SEEDS_IN_ORDER && !S::Policy::SEEDS_FIRST), "the order is that of the priorities");
    using P = typename Entry<S, I>::Procedure;
    constexpr unsigned SPAWNED = Entry<S, I>::template spawns<J>();
    return S::Policy::BY_RANK && P::LEVEL != 1 && Entry<S, J>::Procedure::LEVEL == 2 && Leaves<S>::template is_leaf<J>() && SPAWNED > 0 &&
           SPAWNED <= P::THREADS && rank_of<S, J>() < rank_of<S, I>();
}

// The most tasks of procedure J that a task of procedure I spawns into the local queue of J. Of leaves that run in place a thread keeps the
// first, whatever it spawns besides.
template <class S, unsigned I, unsigned J>
__device__ constexpr unsigned queued() {
    constexpr unsigned SPAWNED = Entry<S, I>::template spawns<J>(), EACH = Entry<S, I>::SPAWNS_OF_THREAD;
    if (!runs_in_place<S, I, J>()) return SPAWNED;
    const unsigned long long others = static_cast<unsigned long long>(Entry<S, I>::Procedure::THREADS) * (EACH > 0 ? EACH - 1 : 0);
    return others < SPAWNED ? static_cast<unsigned>(others) : SPAWNED;
}

// How many procedures have tasks that spawn some of procedure J into its local queue.
template <class S, unsigned J>
__device__ constexpr unsigned sources() {
    unsigned count = 0;
    for_each_procedure<S::PROCEDURES>([&]<unsigned I>() { count += queued<S, I, J>() > 0 ? 1 : 0; });
    return count;
}

// The most of these for any J.
template <class S>
__device__ constexpr unsigned most_sources() {
    unsigned most = 0, counts[S::PROCEDURES] = {};
    for_each_procedure<S::PROCEDURES>([&]<unsigned J>() { counts[J] = sources<S, J>(); });
    for (const unsigned count : counts) most = count > most ? count : most;
    return most;
}

// Whether they do for some I.
template <class S, unsigned J>
__device__ constexpr bool runs_in_place() {
    bool any = false;
    for_each_procedure<S::PROCEDURES>([&]<unsigned I>() { any = any || runs_in_place<S, I, J>(); });
    return any;
}

// Whether tasks of procedure I have some that do.
template <class S, unsigned I>
__device__ constexpr bool holds_leaves() {
    bool any = false;
    for_each_procedure<S::PROCEDURES>([&]<unsigned J>() { any = any || runs_in_place<S, I, J>(); });
    return any;
}

// The words of the largest item of a leaf that runs in place; at least one.
template <class S>
__device__ constexpr unsigned held_words() {
    unsigned words = 1;
    for_each_procedure<S::PROCEDURES>([&]<unsigned J>() {
        constexpr unsigned OWN = (sizeof(typename Entry<S, J>::Item) + 3) / 4;
        if (runs_in_place<S, J>() && OWN > words) words = OWN;
    });
    return words;
}

// The leaf that a thread runs next, if any. It stays in registers.
template <class S>
struct Held {
    static constexpr unsigned NONE = S::PROCEDURES;
    unsigned procedure = NONE;
    unsigned words[held_words<S>()];

    // Of several that a thread spawns it keeps the first: the others go to the local queue.
    template <class Item>
    __device__ bool keep(unsigned leaf, const Item& item) {
        if (procedure != NONE) return false;
        procedure = leaf;
        memcpy(words, &item, sizeof(Item));
        return true;
    }
};

}  // namespace whipple::scheduler
