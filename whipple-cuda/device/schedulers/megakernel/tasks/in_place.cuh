// Leaves in place. A task of one thread that spawns nothing runs in the thread that has spawned it, once that thread's own task
// has ended. It does not go through a local queue and another round. Protocol: schedulers/megakernel/README.md.
#pragma once
#include "chain.cuh"
#include "diver.cuh"

namespace whipple::scheduler {

// How many procedures have tasks that spawn some of procedure j into its local queue.
template <class S>
__device__ constexpr unsigned sources(unsigned j) {
    unsigned count = 0;
    for (unsigned i = 0; i < S::PROCEDURES; i++) count += queued<S>(i, j) > 0 ? 1 : 0;
    return count;
}

// The most of these for any j.
template <class S>
__device__ constexpr unsigned most_sources() {
    unsigned most = 0;
    for (unsigned j = 0; j < S::PROCEDURES; j++) most = sources<S>(j) > most ? sources<S>(j) : most;
    return most;
}

// Whether leaves of procedure j run in place where some other spawns them.
template <class S>
__device__ constexpr bool come_in_place(unsigned j) {
    bool any = false;
    for (unsigned i = 0; i < S::PROCEDURES; i++) any = any || runs_in_place<S>(i, j);
    return any;
}

// Whether tasks of procedure i spawn some that do.
template <class S>
__device__ constexpr bool holds_leaves(unsigned i) {
    return S::Policy::BY_RANK && S::FACTS.in_place[i] != 0 && !dives<S>(i);
}

// The words of the largest item of a leaf that runs in place; at least one.
template <class S>
__device__ constexpr unsigned held_words() {
    unsigned words = 1;
    for (unsigned j = 0; j < S::PROCEDURES; j++)
        if (come_in_place<S>(j) && S::FACTS.of[j].words > words) words = S::FACTS.of[j].words;
    return words;
}

// What a thread of a program without dives knows of them.
struct NoDiver {};
template <class S, bool DIVES = any_dives<S>()>
struct DiverOf {
    using Type = NoDiver;
};
template <class S>
struct DiverOf<S, true> {
    using Type = Diver<S>;
};

// What a thread runs when the bodies of the round have ended: a leaf, if any, which stays in registers, or a dive.
template <class S>
struct Held {
    static constexpr unsigned NONE = S::PROCEDURES;
    typename DiverOf<S>::Type diver;
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
