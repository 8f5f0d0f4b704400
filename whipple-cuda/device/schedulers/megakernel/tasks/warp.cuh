// A warp that runs tasks: what it knows of the run, and where its items and its scratch memory lie.
#pragma once
#include "../../common/apart.cuh"
#include "../../common/slice.cuh"
#include "../block/observe.cuh"
#include "in_place.cuh"

namespace whipple::scheduler {

// The largest level-2 item of a program, in words; at least one.
template <class S>
__device__ constexpr unsigned words_in_registers() {
    unsigned words = 1;
    for (unsigned p = 0; p < S::PROCEDURES; p++)
        if (S::FACTS.of[p].level == 2 && S::FACTS.of[p].words > words) words = S::FACTS.of[p].words;
    return words;
}

// What a warp runs of a procedure: tasks at positions [first, end). In a group of warps it is number `member`. The group runs the
// level-1 tasks at first, first + stride and so on, below end.
struct TaskUnit {
    unsigned first;
    unsigned end;
    unsigned member;
    unsigned stride;
    unsigned floor;  // the first position of the whole part

    __device__ unsigned count() const { return (end - first + stride - 1) / stride; }
};

template <class S>
struct TaskWarp {
    static constexpr unsigned N = S::PROCEDURES, WORDS = words_in_registers<S>();
    using Words = unsigned[WORDS];

    const typename S::Program& program;
    const Parameters<N>& parameters;
    LocalQueues<N> queues;
    Watch<S> watch;
    bool dives = false;     // in this round threads run children of their tasks themselves: the block has tasks enough
    unsigned spare = ~0u;   // a segment for the stack of this thread, if it has one: pools::NONE
    unsigned seated = ~0u;  // what its entry in Emergency says, where a panic looks: the procedure, and the warp's number in a group

    __device__ TaskWarp(const typename S::Program& of_program, const Parameters<N>& of_run)
        : program(of_program), parameters(of_run), queues{of_run, 0} {}

    // Its number in the block.
    __device__ static unsigned warp() { return sync::thread_in_block() / sync::WARP; }

    // A position of the local queue of procedure I.
    template <unsigned I>
    __device__ const unsigned char* slot(unsigned position) const {
        return sync::dynamic_shared_memory() + parameters.local_offset[I] +
               (position & (parameters.capacity[I] - 1)) * sizeof(typename Entry<S, I>::Item);
    }

    // The scratch memory of a warp.
    __device__ unsigned char* scratch(unsigned warp) const {
        return sync::dynamic_shared_memory() + parameters.scratch_offset + warp * parameters.scratch_per_warp;
    }
};

// What the ways to run tasks of a level have in common, for procedure I. Each way has besides
//
//     SCRATCH                              bytes of scratch memory for each warp;
//
//     fetch(warp, words, unit)             takes the items of a unit, those of level 2 to registers, others to the scratch memory;
//
//     run(warp, words, unit, begin, held)  runs them. The round began at `begin`. `held` becomes the leaf that the lane is to run then;
//
// and may replace `run_held`. All are called by the whole warp.
template <class S, unsigned I>
struct AnyLevel {
    using P = typename Entry<S, I>::Procedure;
    using Item = typename Entry<S, I>::Item;
    using Warp = TaskWarp<S>;
    using Words = typename Warp::Words;

    __device__ static const P& procedure(const Warp& warp) { return Entry<S, I>::of(warp.program); }

    // Runs the leaves of the procedure that the lanes hold, if it is one: see LeafTasks.
    __device__ static void run_held(Warp&, const Held<S>&, unsigned, bool, unsigned long long) {}
};

// Levels whose tasks take a warp or a part of it.
template <class S, unsigned I>
struct WithinWarp : AnyLevel<S, I> {
    static constexpr unsigned TASKS = sync::WARP / AnyLevel<S, I>::P::THREADS;

    // The unit of the warp that is number `place` in a part of a round.
    __device__ static TaskUnit unit(const Part& part, unsigned place) {
        const unsigned first = part.first + place * TASKS;
        return {first, min(first + TASKS, part.end), 0, 1, part.first};
    }

    // What a panic is to know.
    __device__ static WarpSeat seat(const TaskUnit&) { return {I, 0, 0, sync::WARP}; }
};

}  // namespace whipple::scheduler
