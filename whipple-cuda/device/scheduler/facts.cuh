// What is known of the procedures of a schedule, in one table, which constant expressions read in loops. A template for each pair of procedures
// would be most of what a compiler does for a large program.
#pragma once
#include "state.cuh"

namespace whipple::scheduler {

template <unsigned N>
struct Facts {
    unsigned level[N];
    unsigned threads[N];       // of a task
    unsigned words[N];         // of an item
    unsigned rank[N];          // by priority; 0 comes first
    unsigned spawns[N][N];     // [i][j]: tasks of j that a task of i spawns at most
    bool leaf[N];              // whether tasks spawn nothing
    bool expands[N];           // whether tasks may spawn others than leaves
    bool in_place[N][N];       // [i][j]: whether leaves of j run in place where a task of i spawns them
    unsigned queued[N][N];     // [i][j]: tasks of j that a task of i spawns at most into the local queue of j
};

template <class S, unsigned I, unsigned N, unsigned... J>
__device__ constexpr void read_spawns(Facts<N>& facts, Numbers<J...>) {
    ((facts.spawns[I][J] = Entry<S, I>::template spawns<J>()), ...);
}

// Whether leaves of procedure j run in place where a task of procedure i spawns them: where they would come next by their priority (of equal
// ones the later procedure comes first), and a task has about one for each of its threads, so that its warp runs them side by side.
template <class S, unsigned N>
__device__ constexpr bool runs_in_place(const Facts<N>& facts, unsigned i, unsigned j) {
    static_assert(!S::Policy::BY_RANK || (S::Policy::SEEDS_IN_ORDER && !S::Policy::SEEDS_FIRST), "the order is that of the priorities");
    const unsigned spawned = facts.spawns[i][j];
    return S::Policy::BY_RANK && facts.level[i] != 1 && facts.level[j] == 2 && facts.leaf[j] && spawned > 0 && spawned <= facts.threads[i] &&
           facts.rank[j] < facts.rank[i];
}

template <class S>
__device__ constexpr Facts<S::PROCEDURES> facts() {
    constexpr unsigned N = S::PROCEDURES;
    Facts<N> all{};
    unsigned each[N] = {};
    for_each_procedure<N>([&]<unsigned I>() {
        using P = typename Entry<S, I>::Procedure;
        all.level[I] = P::LEVEL;
        all.threads[I] = P::THREADS;
        all.words[I] = (sizeof(typename Entry<S, I>::Item) + 3) / 4;
        all.rank[Entry<S, I>::RANKED] = I;
        each[I] = Entry<S, I>::SPAWNS_OF_THREAD;
        read_spawns<S, I>(all, typename UpTo<N>::Type{});
    });
    for (unsigned i = 0; i < N; i++) {
        all.leaf[i] = true;
        for (unsigned j = 0; j < N; j++) all.leaf[i] = all.leaf[i] && all.spawns[i][j] == 0;
    }
    for (unsigned i = 0; i < N; i++) {
        // Of leaves that run in place a thread keeps the first, whatever it spawns besides.
        const unsigned long long others = static_cast<unsigned long long>(all.threads[i]) * (each[i] > 0 ? each[i] - 1 : 0);
        for (unsigned j = 0; j < N; j++) {
            const unsigned spawned = all.spawns[i][j];
            all.expands[i] = all.expands[i] || (spawned > 0 && !all.leaf[j]);
            all.in_place[i][j] = runs_in_place<S>(all, i, j);
            all.queued[i][j] = all.in_place[i][j] && others < spawned ? static_cast<unsigned>(others) : spawned;
        }
    }
    return all;
}

template <class S>
struct FactsOf {
    static constexpr Facts<S::PROCEDURES> ALL = facts<S>();
};

}  // namespace whipple::scheduler
