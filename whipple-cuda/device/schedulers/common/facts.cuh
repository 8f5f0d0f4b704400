// What is known of a program before it runs. The host works it out (whipple-runtime/src/program/facts.rs) and writes it into the fused text as
// `Schedule::FACTS`, which constant expressions read.
#pragma once
#include "../../config.cuh"

namespace whipple {

// Of one procedure.
struct ProcedureFacts {
    unsigned level;
    unsigned threads;         // of a task
    unsigned words;           // of an item
    unsigned tasks_per_warp;  // level 1: 1
    unsigned warps_per_task;  // levels 0 and 2: 1
    unsigned held;            // items that a group of warps holds for itself, at most
    unsigned at_once;         // tasks of a round that a group of warps may run one after another
    unsigned rank;            // by priority; 0 comes first
    unsigned ranked;          // the procedure whose rank is this one's number
    bool is_leaf;             // tasks spawn nothing
    bool expands;             // tasks may spawn others than leaves
    bool meets;               // threads of a task may meet at barriers
    bool goes_on;             // a task's only child is of its own procedure and goes on in its place: chain.cuh
    bool dives;               // a thread may run the task and its children one after another: dive.cuh
};

template <unsigned N>
struct Facts {
    ProcedureFacts of[N];
    unsigned spawns[N][N];  // [i][j]: tasks of j that a task of i spawns at most
    unsigned queued[N][N];  // the same, but for leaves that run in place under the policy of priorities: in_place.cuh
    unsigned in_place[N];   // [i]: which leaves do where a task of i spawns them, a bit each
    unsigned resumes[N];    // [i]: which procedures continue when tasks of i have finished, a bit each
    unsigned frame;         // words of the largest frame of a fork, where tasks dive
    bool adds;              // tasks finish with sums
};

namespace scheduler {

// Whether a thread may run tasks of procedure p and their children one after another.
template <class S>
__device__ constexpr bool dives(unsigned p) {
    return S::DEPTH_FIRST && S::FACTS.of[p].dives;
}

// Whether some procedure's tasks are run so.
template <class S>
__device__ constexpr bool any_dives() {
    bool any = false;
    for (unsigned p = 0; p < S::PROCEDURES; p++) any = any || dives<S>(p);
    return any;
}

// Whether a task's only child goes on in its place.
template <class S>
__device__ constexpr bool goes_on(unsigned p) {
    return S::FACTS.of[p].goes_on && !dives<S>(p);
}

// Tasks of procedure j that a thread spawns at most that dives: whatever it began with, it may come to any procedure that dives. It gives the
// children of one fork away, and leaves its next task. `Spawns` in whipple-cuda/src/engine/megakernel/spawns.rs does the same.
template <class S>
__device__ constexpr unsigned spawned_by_dive(unsigned j) {
    unsigned most = 0;
    for (unsigned p = 0; p < S::PROCEDURES; p++)
        if (dives<S>(p) && S::FACTS.spawns[p][j] > most) most = S::FACTS.spawns[p][j];
    return dives<S>(j) && most != ~0u ? most + 1 : most;
}

// Tasks of procedure j that a task of procedure i spawns at most into the local queue of j.
template <class S>
__device__ constexpr unsigned queued(unsigned i, unsigned j) {
    if (dives<S>(i)) return spawned_by_dive<S>(j);
    return S::Policy::BY_RANK ? S::FACTS.queued[i][j] : S::FACTS.spawns[i][j];
}

// Whether leaves of procedure j run in place where a task of procedure i spawns them.
template <class S>
__device__ constexpr bool runs_in_place(unsigned i, unsigned j) {
    static_assert(!S::Policy::BY_RANK || (S::Policy::SEEDS_IN_ORDER && !S::Policy::SEEDS_FIRST), "the order is that of the priorities");
    return S::Policy::BY_RANK && (S::FACTS.in_place[i] >> j & 1) != 0 && !dives<S>(i) && !dives<S>(j);
}

// Whether a condition on a procedure's facts holds for some procedure.
template <class S, class F>
__device__ constexpr bool any(F&& f) {
    bool found = false;
    for (unsigned p = 0; p < S::PROCEDURES; p++) found = found || f(S::FACTS.of[p]);
    return found;
}

}  // namespace scheduler
}  // namespace whipple
