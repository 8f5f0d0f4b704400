// What is known of the procedures before a run. Of many procedures it is a table, of which each thread reads a row. Of few it is code.
#pragma once
#include "axes.cuh"

namespace whipple {

// Of one procedure.
struct Described {
    Shape shape;            // but for `chunk_capacity`
    Sources sources;
    unsigned most_spawned;  // the most tasks of it that a round of single tasks spawns into its queue
};

template <class S>
struct Description {
    Described procedure[S::PROCEDURES];
    unsigned spawns[S::PROCEDURES * S::PROCEDURES];  // [p * N + q]: most tasks of q that one task of p spawns into the queue of q
};

template <class S>
__device__ constexpr Description<S> describe() {
    constexpr unsigned N = S::PROCEDURES;
    Description<S> all{};
    for_each_procedure<N>([&]<unsigned I>() {
        Described& mine = all.procedure[I];
        mine.shape = shape_of(S::FACTS.of[I]);
        mine.most_spawned = scheduler::most_spawned<S, I>(1);
        for (unsigned j = 0; j < N; j++) all.spawns[I * N + j] = scheduler::queued<S>(I, j);
    });
    for (unsigned q = 0; q < N && Axes<S>::LISTED; q++) {
        unsigned found = 0;
        for (unsigned p = 0; p < N; p++)
            if (const unsigned most = all.spawns[p * N + q]; most > 0) {
                all.procedure[q].sources.procedure[found] = p;
                all.procedure[q].sources.spawns[found++] = most;
            }
    }
    return all;
}

template <class S>
__device__ constexpr Description<S> DESCRIPTION = describe<S>();

// Calls f with what is known of procedure p, p < N.
template <class S, class F>
__device__ inline void with_description(unsigned p, F&& f) {
    if constexpr (!Axes<S>::MANY) {
        for_each_procedure<S::PROCEDURES>([&]<unsigned I>() {
            constexpr Described MINE = describe<S>().procedure[I];
            if (p == I) f(MINE);
        });
    } else {
        f(DESCRIPTION<S>.procedure[p]);
    }
}

// Fills in what is known before the first round. To be called by all its threads.
template <class S>
__device__ inline void fill_constants(const Parameters<S::PROCEDURES>& parameters) {
    constexpr unsigned N = S::PROCEDURES;
    auto& block = block_state<S>();
    const unsigned p = sync::thread_in_block();
    if constexpr (!Axes<S>::MANY) {
        for_each_procedure<N>([&]<unsigned I>() {
            if (p != I) return;
            for_each_procedure<N>([&]<unsigned J>() {
                constexpr unsigned QUEUED = scheduler::queued<S>(I, J);
                block.spawns[I * N + J] = QUEUED;
            });
        });
    } else {
        for (unsigned i = p; i < N * N; i += S::BLOCK_THREADS) block.spawns[i] = DESCRIPTION<S>.spawns[i];
    }
    if (p >= N) return;
    with_description<S>(p, [&](const Described& mine) {
        block.order[p] = mine.shape.ranked;
        block.shape[p] = mine.shape;
        block.shape[p].chunk_capacity = parameters.chunk_capacity[p];
        block.capacity[p] = block.limit[p] = parameters.capacity[p];
        block.few[p] = 0;
        if constexpr (Axes<S>::LISTED) block.sources[p] = mine.sources;
        block.queue[p].room = static_cast<int>(parameters.capacity[p]) - static_cast<int>(mine.most_spawned);
    });
}

}  // namespace whipple
